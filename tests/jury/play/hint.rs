//! What a program would play at a position: for a person who asks, and for a review.

use crate::play::course::Course;
use crate::play::thoughts::Thoughts;
use crate::play::transcript::Note;
use crate::rules::game::{Delivery, Rng};
use crate::rules::games;
use crate::run::entrant::Entrant;
use crate::run::process::Limits;
use std::path::PathBuf;

#[derive(Clone)]
pub struct Player {
    pub entrant: Entrant,
    pub seed: u64,
    pub limits: Limits,
}

/// A game at its start.
pub struct Table {
    pub game: String,
    pub setup: Vec<String>,
    /// The programs' working directories are made in it.
    pub folder: PathBuf,
    /// Of the moves that the jury makes after a forfeit.
    pub seed: u64,
}

impl Table {
    pub fn course(&self, players: [&str; 2]) -> Result<Course, String> {
        let game = games::from_setup(&self.game, &self.setup)?;
        Ok(Course::new(&self.game, game, players, Rng(self.seed)))
    }

    /// The game after these lines, without programs.
    pub fn after(&self, lines: &[String]) -> Result<Course, String> {
        let mut course = self.course(["", ""])?;
        for line in lines {
            course.write(line, Note::default()).map_err(|fault| fault.to_string())?;
        }
        Ok(course)
    }

    /// Does a line lead where another one of the same parts does? A program writes the stones of a growth in an order of its
    /// own.
    pub fn alike(&self, before: &[String], one: &str, other: &str) -> bool {
        let parts = |line: &str| {
            let mut parts: Vec<String> = line.split(['-', ' ']).map(str::to_string).collect();
            parts.sort();
            parts
        };
        let after = |line: &str| {
            let game = self.after(&[before, &[line.to_string()]].concat()).ok()?.game;
            Some((game.to_write(), game.draw(), game.choices()))
        };
        one == other || (parts(one) == parts(other) && after(one).is_some_and(|end| Some(end) == after(other)))
    }
}

/// What a program would write from here to the end of the turn, and what it says of it on stderr. It is started with the lines
/// of the seat to write as its past, and hears what that seat has heard: it knows no more. `lines` is the game so far.
pub fn hint(table: &Table, lines: &[String], player: &Player) -> Result<(Vec<String>, Vec<String>), String> {
    let now = table.after(lines)?;
    let seat = now.turn().ok_or("The game is over.")?;
    let is_own = |i: &usize| now.record.entries[*i].seat() == seat;
    let hears = |news: &[Delivery]| news.iter().any(|delivery| delivery.to == seat);
    let past: Vec<String> = (0..lines.len()).filter(is_own).map(|i| lines[i].clone()).collect();
    let mut course = table.course(["", ""])?;
    let command = player.entrant.command(player.limits.seconds, player.seed, &past);
    course.start(seat, &command, player.limits, &table.folder).map_err(|e| e.to_string())?;
    course.open();
    for (i, line) in lines.iter().enumerate() {
        if !is_own(&i) {
            course.write(line, Note::default()).map_err(|fault| fault.to_string())?;
            continue;
        }
        course.ask().map_err(|e| e.to_string())?;
        if !course.record.entries[i].line().is_some_and(|own| table.alike(&lines[..i], line, own)) {
            // One that writes all lines of a turn at once cannot stand in the middle of them.
            return Err(format!("{} does not come to this position: ask before a turn.", player.entrant.name));
        }
    }
    while course.turn() == Some(seat) {
        let news = course.ask().map_err(|e| e.to_string())?;
        if let Some(forfeit) = course.record.forfeit(seat) {
            return Err(format!("{}: {}", forfeit.kind.name(), forfeit.reason));
        }
        if hears(&news) {
            break;
        }
    }
    course.end();
    let written = course.record.lines()[lines.len()..].to_vec();
    let mut log: Vec<String> = course.record.notes[lines.len()..].iter().flat_map(|note| note.log.clone()).collect();
    // What it wrote to stderr behind its line counts if it gave no score before.
    if Thoughts::read(&log).score.is_none() {
        log.append(&mut course.record.accounts[seat].last_words);
    }
    Ok((written, log))
}
