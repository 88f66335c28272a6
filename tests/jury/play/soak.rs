//! A long soak of one program: whole games under the contest's limits, stopped or broken off.
//!
//! Its process is stopped and continued at random, or the game is broken off. It must not forfeit, must end with exit
//! code 0, and must leave no file behind.

use crate::play::course::{interrupted, Course};
use crate::play::referee;
use crate::play::session::Player;
use crate::rules::game::{Game, Rng, Seat};
use crate::rules::games;
use crate::run::place::Scratch;
use crate::run::process::Program;
use crate::run::{files, system};
use crate::text::print::{self, count};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use std::{io, thread};

/// What happens to the program, in turn: it is stopped for up to 8 ms at a time, a quarter of the time; in the middle
/// of the game comes `Quit`, or the end of the input.
const TRIALS: [&str; 3] = ["stops", "Quit", "end of file"];

/// What became of the games.
#[derive(Debug, Default, PartialEq)]
pub struct Report {
    pub games: usize,
    /// How often a game was void and played again, since a program was late because it waited for a processor.
    pub voids: usize,
    /// The most seconds of a game, and the most address space, KiB.
    pub most_wall: f64,
    pub most_kib: u64,
    /// One line for each fault of the program.
    pub faults: Vec<String>,
}

/// Plays the games of these numbers and adds them to the report: number and seed decide all of a game. An error means that
/// the jury could not work or was interrupted.
pub fn run(name: &str, player: &Player, games: Range<usize>, folder: &Path, report: &mut Report) -> io::Result<()> {
    for number in games.clone() {
        let trial = TRIALS[number % TRIALS.len()];
        let ((scratch, course, seat), voids) = referee::until_not_void(|| {
            let scratch = Scratch::new(folder, &format!("soak-{}", number))?;
            let (course, seat) = against_jury(name, player, trial, number, scratch.path())?;
            Ok((scratch, course, seat))
        })?;
        let account = &course.record.accounts[seat];
        let (forfeit, left) = (course.record.forfeit(seat), left_behind(course.game.as_ref(), scratch.path()));
        let exit = || format!("exit {}; {}", account.exit, account.last_words.last().map_or("", String::as_str));
        let faults = [
            forfeit.map(|forfeit| {
                let waited = format!("({:.3} s waiting for a processor)", account.kept_waiting);
                format!("{}: {} {}", forfeit.kind.name(), forfeit.reason, waited)
            }),
            (forfeit.is_none() && account.exit != "0").then(exit),
            (!left.is_empty()).then(|| format!("left behind: {}", left.join(", "))),
        ];
        report.games += 1;
        report.voids += voids.len();
        report.most_wall = report.most_wall.max(account.wall);
        report.most_kib = report.most_kib.max(account.address_kib);
        let told = |what: String| format!("game {} ({}, seat {}): {}", number, trial, seat + 1, what);
        report.faults.extend(faults.into_iter().flatten().map(told));
        if report.games % (games.len() / 10).max(1) == 0 {
            print::err(&format!("{}\n", count(report.games, "game")));
        }
    }
    Ok(())
}

/// Files in the scratch folder that are not the game's.
fn left_behind(game: &dyn Game, folder: &Path) -> Vec<String> {
    let ours: Vec<String> = game.files().iter().map(|(name, _)| name.to_string()).collect();
    let inside = |folder: PathBuf| std::fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    let seats = inside(folder.to_path_buf()).flat_map(inside);
    seats.flat_map(inside).map(|path| files::file_name(&path)).filter(|name| !ours.contains(name)).collect()
}

/// A game against the jury's own moves, with a trouble or broken off. Returns it and the program's seat.
fn against_jury(name: &str, player: &Player, trial: &str, number: usize, folder: &Path) -> io::Result<(Course, Seat)> {
    let mut rng = Rng(Rng(player.seed).next() ^ number as u64);
    let game = games::new(name, rng.next()).map_err(io::Error::other)?;
    let seat = rng.below(2);
    let command = player.entrant.command(player.limits.seconds, rng.next() >> 32);
    let breaks = trial != "stops";
    let lines = if breaks { rng.below(60) } else { usize::MAX };
    let mut course = Course::new(name, game, [&player.entrant.name; 2], Rng(rng.next()));
    course.start(seat, &command, player.limits, folder)?;
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
    if trial == "end of file" && course.turn().is_some() {
        if let Some(program) = course.programs[seat].take() {
            course.record.accounts[seat] = program.finish(None);
        }
    }
    course.end();
    Ok((course, seat))
}

/// Plays until the game is over, `lines` are written, or the seat's program forfeits. The jury moves after a pause.
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
    pub fn text(&self) -> String {
        let faults = if self.faults.is_empty() { "no fault".to_string() } else { count(self.faults.len(), "fault") };
        let most = format!("at most {:.3} s and {} KiB of address space a game", self.most_wall, self.most_kib);
        let mut text = format!("{} in {}, {}\n", faults, count(self.games, "game"), most);
        if self.voids > 0 {
            let why = "out of time, but not without its waiting for a processor; played again";
            text += &format!("void {}: {}\n", count(self.voids, "time"), why);
        }
        self.faults.iter().fold(text, |text, fault| text + fault + "\n")
    }
}
