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

/// Plays one game. Each program gets a new working folder in `folder`, with the game's files. `watch` is
/// called after every line with the game, the line and its note. What a program does stands in the record. An error means
/// that the jury could not work or was interrupted.
pub fn play(
    name: &str,
    game: Box<dyn Game>,
    players: &Players,
    folder: &Path,
    rng: Rng,
    watch: &mut dyn FnMut(&dyn Game, &Entry, &Note),
) -> io::Result<Record> {
    let work = Scratch::new(folder, "jury-game")?;
    let mut course = Course::new(name, game, players.names, rng);
    for seat in 0..2 {
        course.start(seat, players.commands[seat], players.limits[seat], work.path())?;
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
