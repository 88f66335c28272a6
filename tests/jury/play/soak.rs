//! A long soak of one program: whole games under the contest's limits, stopped or broken off.
//!
//! Its process is stopped and continued at random, or the game is broken off. It must not forfeit, must end with exit
//! code 0, and must leave nothing behind.

use crate::play::referee;
use crate::rules::game::{Delivery, Game, Rng, Seat};
use crate::rules::games;
use crate::run::entrant::Entrant;
use crate::run::forfeit::{Forfeit, Kind};
use crate::run::place::Scratch;
use crate::run::process::{Account, Limits, Program};
use crate::run::{files, leftovers, system};
use crate::text::print::count;
use std::fmt::Write as _;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

/// What is to be done.
pub struct Plan {
    pub game: String,
    pub entrant: Entrant,
    /// The numbers of the games to play. The number and the seed decide all of a game.
    pub games: std::ops::Range<usize>,
    pub seconds: f64,
    pub seed: u64,
}

/// What happens to the program. The games take these in turn.
const TRIALS: [&str; 3] = [
    // Stopped for up to 8 ms at a time, a quarter of the time.
    "stops",
    // In the middle of the game `Quit`, or the end of the input.
    "Quit",
    "end of file",
];

/// The most lines before a game is broken off.
const LINES_BEFORE: usize = 60;

/// What became of the games of one kind.
#[derive(Clone, Debug, Default)]
pub struct Row {
    pub games: usize,
    pub forfeits: usize,
    /// Games that were void and played again: a program was late because it waited for a processor.
    pub voids: usize,
    /// Without a forfeit.
    pub bad_exits: usize,
    /// Games after which a process or a file was left.
    pub left: usize,
    /// The most seconds of a game, and the most address space, KiB.
    pub most_wall: f64,
    pub most_kib: u64,
}

/// What a soak found.
#[derive(Default)]
pub struct Report {
    /// In the order of the table.
    pub rows: Vec<Row>,
    /// One line for each fault of the program.
    pub faults: Vec<String>,
}

/// Plays the games and adds them to the report. An error means that the jury could not work or was interrupted.
pub fn run(plan: &Plan, folder: &Path, progress: &mut dyn FnMut(usize), report: &mut Report) -> io::Result<()> {
    report.rows.resize(TRIALS.len(), Row::default());
    for number in plan.games.clone() {
        let trial = TRIALS[number % TRIALS.len()];
        let ((scratch, game, seat, forfeit, account), voids) = referee::again_if_void(|| {
            let scratch = Scratch::new(folder, &format!("soak-{}", number))?;
            let mut rng = Rng(Rng(plan.seed).next() ^ number as u64);
            let mut game = games::new(&plan.game, rng.next()).map_err(io::Error::other)?;
            let seat = rng.below(2);
            let (forfeit, account) = against_jury(plan, trial, game.as_mut(), seat, scratch.path(), &mut rng)?;
            Ok((scratch, game, seat, forfeit, account))
        })?;
        let row = &mut report.rows[number % TRIALS.len()];
        row.games += 1;
        row.voids += voids.len();
        row.most_wall = row.most_wall.max(account.wall);
        row.most_kib = row.most_kib.max(account.address_kib);
        let mut fault = |what: String| {
            report.faults.push(format!("game {} ({}, seat {}): {}", number, trial, seat + 1, what));
        };
        if let Some(forfeit) = &forfeit {
            row.forfeits += 1;
            let waited = account.kept_waiting;
            fault(format!("{}: {} ({:.3} s waiting for a processor)", forfeit.kind.name(), forfeit.reason, waited));
        } else if account.exit != "0" {
            row.bad_exits += 1;
            fault(format!("exit {}; {}", account.exit, account.last_words.last().map_or("", String::as_str)));
        }
        let left = left_behind(game.as_ref(), scratch.path());
        if !left.is_empty() {
            row.left += 1;
            fault(format!("left behind: {}", left.join(", ")));
        }
        progress(number + 1);
    }
    Ok(())
}

/// Files in the scratch folder that are not the game's, and processes that still run.
fn left_behind(game: &dyn Game, folder: &Path) -> Vec<String> {
    let ours: Vec<String> = game.files().iter().map(|(name, _)| name.to_string()).collect();
    let inside = |folder: PathBuf| std::fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    let seats = inside(folder.to_path_buf()).flat_map(inside);
    let files = seats.flat_map(inside).map(|path| files::file_name(&path));
    let processes = leftovers::alive().into_iter().map(|id| format!("process {}", id));
    files.filter(|name| !ours.contains(name)).chain(processes).collect()
}

/// A game against the jury's own moves, with a trouble or broken off.
fn against_jury(
    plan: &Plan,
    trial: &str,
    game: &mut dyn Game,
    seat: Seat,
    folder: &Path,
    rng: &mut Rng,
) -> io::Result<(Option<Forfeit>, Account)> {
    let limits = Limits { seconds: plan.seconds, memory: plan.entrant.memory, suspend: true };
    let folder = referee::seat_folder(game, folder, seat)?;
    let mut program = Program::start(&plan.entrant.command(plan.seconds, rng.next() >> 32), &folder, limits)?;
    let lines = match trial {
        "Quit" | "end of file" => rng.below(LINES_BEFORE),
        _ => usize::MAX,
    };
    let (over, group) = (AtomicBool::new(false), program.id());
    let forfeit = thread::scope(|scope| {
        if trial == "stops" {
            let (over, seed) = (&over, rng.next());
            scope.spawn(move || disturb(group, over, &mut Rng(seed)));
        }
        let forfeit = drive(game, seat, lines, Duration::ZERO, &mut program, rng, &mut Vec::new());
        over.store(true, Ordering::Relaxed);
        forfeit
    });
    if system::interrupted() {
        return Err(io::Error::new(io::ErrorKind::Interrupted, "interrupted"));
    }
    let forfeit = forfeit?;
    if program.starved() && forfeit.as_ref().is_none_or(|forfeit| forfeit.kind == Kind::TimeOut) {
        return Err(referee::void(seat, program.account()));
    }
    let last = match trial {
        _ if forfeit.is_some() => Some(game.dismissal()),
        _ if game.to_write().is_none() => game.farewell(seat),
        "end of file" => None,
        _ => Some("Quit"),
    };
    Ok((forfeit, program.finish(last)))
}

/// Plays until the game is over, `lines` are written, or the program forfeits. The jury's own moves come after a
/// pause. `spent` gets the seconds on the program's account after each of its lines.
pub fn drive(
    game: &mut dyn Game,
    seat: Seat,
    lines: usize,
    pause: Duration,
    program: &mut Program,
    rng: &mut Rng,
    spent: &mut Vec<f64>,
) -> io::Result<Option<Forfeit>> {
    let give = |program: &mut Program, news: Vec<Delivery>| {
        news.iter().filter(|delivery| delivery.to == seat).for_each(|delivery| program.send(&delivery.line));
    };
    give(program, game.opening());
    for _ in 0..lines {
        let Some(turn) = game.to_write() else { break };
        let line = if turn == seat {
            let line = program.ask();
            spent.push(program.spent());
            match line {
                Ok(line) => line,
                Err(forfeit) => return Ok(Some(forfeit)),
            }
        } else {
            thread::sleep(pause);
            game.stand_in(rng)
        };
        match game.write(&line) {
            Ok(news) => give(program, news),
            Err(fault) if turn == seat => return Ok(Some(referee::forfeit(&line, fault))),
            Err(fault) => return Err(io::Error::other(format!("the jury's own {:?}: {}", line, fault))),
        }
    }
    Ok(None)
}

fn disturb(group: u32, over: &AtomicBool, rng: &mut Rng) {
    while !over.load(Ordering::Relaxed) {
        thread::sleep(Duration::from_micros(rng.below(24_000) as u64));
        system::signal_group(group, system::STOP);
        thread::sleep(Duration::from_micros(rng.below(8_000) as u64));
        system::signal_group(group, system::CONTINUE);
    }
}

impl Report {
    /// The table and the faults.
    pub fn text(&self) -> String {
        let mut text = format!(
            "{:12}{:>7}{:>10}{:>9}{:>11}{:>6}{:>11}{:>10}\n",
            "trial", "games", "forfeits", "void", "bad exits", "left", "most s", "most KiB"
        );
        let mut sum = Row::default();
        for (row, name) in self.rows.iter().zip(TRIALS) {
            line(&mut text, name, row);
            sum.games += row.games;
            sum.forfeits += row.forfeits;
            sum.voids += row.voids;
            sum.bad_exits += row.bad_exits;
            sum.left += row.left;
            sum.most_wall = sum.most_wall.max(row.most_wall);
            sum.most_kib = sum.most_kib.max(row.most_kib);
        }
        line(&mut text, "all", &sum);
        let games = count(sum.games, "game");
        text += &match self.faults.len() {
            0 => format!("no fault in {}\n", games),
            n => format!("{} in {}\n", count(n, "fault"), games),
        };
        if sum.voids > 0 {
            text += "void: out of time, but not without its waiting for a processor; played again\n";
        }
        self.faults.iter().fold(text, |text, fault| text + fault + "\n")
    }
}

fn line(text: &mut String, name: &str, row: &Row) {
    if row.games == 0 {
        let _ = writeln!(text, "{:12}{:>7}{:>10}{:>9}{:>11}{:>6}{:>11}{:>10}", name, 0, "-", "-", "-", "-", "-", "-");
        return;
    }
    let _ = write!(text, "{:12}{:>7}{:>10}{:>9}", name, row.games, row.forfeits, row.voids);
    let _ = writeln!(text, "{:>11}{:>6}{:>11.3}{:>10}", row.bad_exits, row.left, row.most_wall, row.most_kib);
}
