//! A long soak of one program: whole games under the contest's limits, stopped or broken off.
//!
//! Its process is stopped and continued at random, or the game is broken off. It must not forfeit, must end with exit
//! code 0, and must leave nothing behind.

use crate::play::course::{interrupted, Course};
use crate::play::referee;
use crate::rules::game::{Game, Rng, Seat};
use crate::rules::games;
use crate::run::entrant::Entrant;
use crate::run::place::Scratch;
use crate::run::process::{Limits, Program};
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
        let ((scratch, course, seat), voids) = referee::until_not_void(|| {
            let scratch = Scratch::new(folder, &format!("soak-{}", number))?;
            let (course, seat) = against_jury(plan, trial, number, scratch.path())?;
            Ok((scratch, course, seat))
        })?;
        let account = &course.record.accounts[seat];
        let row = &mut report.rows[number % TRIALS.len()];
        row.games += 1;
        row.voids += voids.len();
        row.most_wall = row.most_wall.max(account.wall);
        row.most_kib = row.most_kib.max(account.address_kib);
        let mut fault = |what: String| {
            report.faults.push(format!("game {} ({}, seat {}): {}", number, trial, seat + 1, what));
        };
        if let Some(forfeit) = course.record.forfeit(seat) {
            row.forfeits += 1;
            let waited = account.kept_waiting;
            fault(format!("{}: {} ({:.3} s waiting for a processor)", forfeit.kind.name(), forfeit.reason, waited));
        } else if account.exit != "0" {
            row.bad_exits += 1;
            fault(format!("exit {}; {}", account.exit, account.last_words.last().map_or("", String::as_str)));
        }
        let left = left_behind(course.game.as_ref(), scratch.path());
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

/// A game against the jury's own moves, with a trouble or broken off. Returns it and the program's seat.
fn against_jury(plan: &Plan, trial: &str, number: usize, folder: &Path) -> io::Result<(Course, Seat)> {
    let mut rng = Rng(Rng(plan.seed).next() ^ number as u64);
    let game = games::new(&plan.game, rng.next()).map_err(io::Error::other)?;
    let seat = rng.below(2);
    let command = plan.entrant.command(plan.seconds, rng.next() >> 32);
    let limits = Limits { seconds: plan.seconds, memory: plan.entrant.memory, suspend: true };
    let breaks = trial != "stops";
    let lines = if breaks { rng.below(LINES_BEFORE) } else { usize::MAX };
    let mut course = Course::new(&plan.game, game, ["", ""], Rng(rng.next()));
    course.start(seat, &command, limits, folder)?;
    let (over, group) = (AtomicBool::new(false), course.programs[seat].as_ref().map_or(0, Program::id));
    let driven = thread::scope(|scope| {
        if !breaks {
            scope.spawn(|| disturb(group, &over, &mut rng));
        }
        let driven = drive(&mut course, seat, lines, Duration::ZERO);
        over.store(true, Ordering::Relaxed);
        driven
    });
    if system::interrupted() {
        return Err(interrupted());
    }
    driven?;
    match course.programs[seat].take() {
        Some(program) if trial == "end of file" && course.turn().is_some() => {
            course.record.accounts[seat] = program.finish(None);
        }
        program => {
            course.programs[seat] = program;
            course.end();
        }
    }
    Ok((course, seat))
}

/// Plays until the game is over, `lines` are written, or the program of the seat forfeits. The jury's own moves come after
/// a pause.
pub fn drive(course: &mut Course, seat: Seat, lines: usize, pause: Duration) -> io::Result<()> {
    course.open();
    for _ in 0..lines {
        let Some(turn) = course.turn().filter(|_| course.record.forfeit(seat).is_none()) else { break };
        if turn != seat {
            thread::sleep(pause);
        }
        course.ask()?;
    }
    Ok(())
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
