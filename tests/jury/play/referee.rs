//! One game between two programs, exactly as the contest plays it.

use crate::play::course::{interrupted, Course};
use crate::play::transcript::{Entry, Note, Record};
use crate::rules::game::{Game, Rng};
use crate::run::place::Scratch;
use crate::run::process::Limits;
use crate::run::system;
use std::io;
use std::path::Path;

/// The two programs and their limits, by seat.
pub struct Players<'a> {
    pub names: [&'a str; 2],
    pub commands: [&'a [String]; 2],
    pub limits: [Limits; 2],
}

/// How often a void game is played again.
const REPLAYS: usize = 3;

/// The error of games that are void again and again.
pub fn too_busy(what: &str) -> io::Error {
    let advice = "end what else runs here, play fewer games at the same time, or raise a limit of processor time";
    io::Error::new(io::ErrorKind::ResourceBusy, format!("this machine is too busy: {}; {}", what, advice))
}

/// Plays a game until it is not void. Returns the result, and why it was void before. An error if it always is.
pub fn until_not_void<T>(mut game: impl FnMut() -> io::Result<T>) -> io::Result<(T, Vec<String>)> {
    let mut voids = Vec::new();
    loop {
        match game() {
            Err(e) if e.kind() == io::ErrorKind::ResourceBusy => voids.push(e.to_string()),
            result => return result.map(|played| (played, voids)),
        }
        if voids.len() > REPLAYS {
            return Err(too_busy(&format!("a game was void {} times ({})", voids.len(), voids[REPLAYS])));
        }
    }
}

/// Plays one game. Each program gets a new working folder in `folder`, with the game's files. `watch` is
/// called after every line with the game, the line and its note. What a program does stands in the record. An error means
/// that the jury could not work, was interrupted, or that the game is void (`until_not_void`).
pub fn play(
    name: &str,
    game: Box<dyn Game>,
    players: &Players,
    folder: &Path,
    rng: Rng,
    watch: &mut dyn FnMut(&dyn Game, &Entry, &Note),
) -> io::Result<Record> {
    // The program of the first seat may remove what holds its folder, before the other one is started.
    let work = [Scratch::new(folder, "jury-game")?, Scratch::new(folder, "jury-game")?];
    let mut course = Course::new(name, game, players.names, rng);
    for seat in 0..2 {
        course.start(seat, players.commands[seat], players.limits[seat], work[seat].path())?;
    }
    course.open();
    while course.turn().is_some() {
        course.ask()?;
        // When the jury was interrupted, nothing is the program's fault.
        if system::interrupted() {
            return Err(interrupted());
        }
        let last = course.sent.len() - 1;
        watch(course.game.as_ref(), &course.record.entries[last], &course.record.notes[last]);
    }
    course.end();
    Ok(course.record)
}
