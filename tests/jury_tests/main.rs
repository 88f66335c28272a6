//! The jury's own tests, a file for each subject. What several of them need is here.

use jury::count::plan::{Plan, Schedule};
use jury::count::tally::Played;
use jury::play::referee::{self, Players};
use jury::play::transcript::{self, Record};
use jury::rules::game::Rng;
use jury::rules::games;
use jury::run::entrant::Entrant;
use jury::run::memory::Memory;
use jury::run::process::Limits;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::thread;
use std::time::{Duration, Instant};

mod board;
mod breaking;
mod chromium;
mod clicks;
mod entrants;
mod languages;
mod layers;
mod logs;
mod make;
mod marks;
mod matches;
mod new;
mod pages;
mod partners;
mod parts;
mod person;
mod places;
mod process;
mod review;
mod server;
mod sitting;
mod soak;
mod statistics;
mod terminal;
mod tools;
mod tournament;
mod transcripts;
mod verdicts;

use tools::{build, not_proven, scratch, sh, JURY};

/// Plays a game between two commands, each with these seconds.
fn duel(game: &str, first: &str, second: &str, seconds: f64, folder: &str) -> Record {
    uneven_duel(game, [first, second], [seconds; 2], folder)
}

fn uneven_duel(game: &str, commands: [&str; 2], seconds: [f64; 2], folder: &str) -> Record {
    play(game, commands, seconds.map(|seconds| Limits { seconds, memory: Memory::YEAR, suspend: true }), folder)
}

fn play(game: &str, commands: [&str; 2], limits: [Limits; 2], folder: &str) -> Record {
    let players = Players { names: ["a", "b"], commands, limits };
    let played = referee::until_not_void(|| {
        let state = games::new(game, 1).unwrap();
        referee::play(game, state, &players, &scratch(folder), Rng(1), &mut |_, _, _| {})
    });
    played.unwrap().0
}

fn random(game: &str) -> String {
    format!("{} random {} 1 7", JURY, game)
}

/// Runs the jury in a folder. Returns the exit code, and both outputs as one text.
fn jury(folder: &Path, words: &[&str]) -> (Option<i32>, String) {
    let output = Command::new(JURY).args(words).current_dir(folder).output().unwrap();
    let text = [output.stdout, output.stderr].concat();
    (output.status.code(), String::from_utf8_lossy(&text).into_owned())
}

/// The jury refuses these words, and says why.
fn refused(folder: &Path, words: &[&str], why: &str) {
    let (code, text) = jury(folder, words);
    assert!(code == Some(2) && text.contains(why), "{:?} does not say {:?}: {}", words, why, text);
}

/// Waits until it is true, at most ten seconds. Returns whether it became true.
fn comes_true(what: impl Fn() -> bool) -> bool {
    let begin = Instant::now();
    while !what() {
        if begin.elapsed() > Duration::from_secs(10) {
            return false;
        }
        thread::sleep(Duration::from_millis(20));
    }
    true
}

/// Sleeps for a number of seconds that no other run of the tests has, so that `processes` knows it.
fn sleep(number: u32) -> String {
    format!("sleep {}{}", std::process::id(), number)
}

/// The processes whose command line ends with these words.
fn processes(words: &str) -> Vec<u32> {
    let ids = fs::read_dir("/proc").unwrap().filter_map(|e| e.unwrap().file_name().to_str()?.parse().ok());
    let line = |id: &u32| fs::read(format!("/proc/{}/cmdline", id)).unwrap_or_default();
    ids.filter(|id| String::from_utf8_lossy(&line(id)).replace('\0', " ").trim_end().ends_with(words)).collect()
}

/// A match of partners in a folder of its own.
fn plan(game: &str, games: usize, folder: PathBuf) -> Plan {
    let entrant = |style: &str| Entrant {
        name: style.to_string(),
        template: format!("{} {} {} {{seconds}} {{seed}}", JURY, style, game),
        memory: Memory::YEAR,
    };
    Plan {
        game: game.to_string(),
        entrants: vec![entrant("greedy"), entrant("random")],
        schedule: Schedule::Match,
        games,
        seconds: [30.0, 20.0],
        suspend: true,
        seed: 5,
        jobs: 2,
        affinity: true,
        openings: 0,
        sprt: None,
        part: None,
        folder,
        progress: false,
    }
}

/// A game played as number `index` (from 0), with these points for A and B.
fn played(index: usize, points: [i32; 2]) -> Played {
    let by_seat = if index % 2 == 0 { points } else { [points[1], points[0]] };
    let text = format!("# game: ayu\nJ Start\n1 {}\nR {} {}\n", index, by_seat[0], by_seat[1]);
    Played { index, record: transcript::read(&text).unwrap() }
}

/// The lines of a transcript without comments, which hold times.
fn moves(text: &str) -> Vec<&str> {
    text.lines().filter(|line| !line.starts_with('#')).collect()
}
