//! A person against a program. The person sits where a program would sit: hears what the jury delivers to that side, and
//! writes the lines that a program would write. Unlike a program a person may err, and has all the time.

use crate::play::course::Course;
use crate::play::entrants::PERSON;
use crate::play::hint::{Player, Table};
use crate::play::transcript::{Entry, Note, Record};
use crate::rules::game::{Fault, Seat};
use crate::run::forfeit::{Forfeit, Kind};
use crate::run::process::{Limits, Program};
use crate::text::words::joined;
use std::collections::VecDeque;
use std::io;
use std::sync::Arc;

/// The game as it stands, and how it came there.
pub struct Session {
    pub table: Arc<Table>,
    pub player: Player,
    pub person: Seat,
    pub course: Course,
    /// What is played once more, after something was taken back.
    past: VecDeque<(Entry, Note)>,
}

impl Session {
    pub fn begin(table: Arc<Table>, player: Player, person: Seat) -> io::Result<Session> {
        let names = [PERSON, player.entrant.name.as_str()];
        let course = table.course([names[person], names[1 - person]]).map_err(io::Error::other)?;
        let mut session = Session { table, player, person, course, past: VecDeque::new() };
        session.start()?;
        Ok(session)
    }

    /// Starts the program of a game at its start. It hears the lines of the past one by one (`relive`). One that takes `{past}`
    /// writes its own again at once; another one thinks once more, with the same seed, and pays for it. One that forfeited is
    /// not started again.
    fn start(&mut self) -> io::Result<()> {
        let (seat, Player { entrant, seed, limits }) = (1 - self.person, &self.player);
        let own: Vec<&(Entry, Note)> = self.past.iter().filter(|(entry, _)| entry.seat() == seat).collect();
        if own.iter().all(|(entry, _)| entry.line().is_some()) {
            let own: &[&(Entry, Note)] = if entrant.takes_past() { &own } else { &[] };
            let used = own.last().map_or(0.0, |(_, note)| note.seconds);
            let left = (limits.seconds - used).max(0.01);
            let lines: Vec<String> = own.iter().filter_map(|(entry, _)| Some(entry.line()?.to_string())).collect();
            let (command, limits) = (entrant.command(left, *seed, &lines), Limits { seconds: used + left, ..*limits });
            self.course.start(seat, &command, limits, &self.table.folder)?;
            self.course.programs[seat].iter_mut().for_each(|program| program.account.wall = used);
        }
        self.course.record.commands[seat] = joined(&entrant.command(limits.seconds, *seed, &[]));
        self.course.open();
        Ok(())
    }

    /// Does what comes next in the past, if no program is needed for it; false if one is, or if nothing is left of the past.
    pub fn relive(&mut self) -> io::Result<bool> {
        let needs = |(entry, _): &&(Entry, Note)| self.course.programs[entry.seat()].is_some();
        if self.past.front().is_none_or(|next| needs(&next)) {
            return Ok(false);
        }
        match self.past.pop_front() {
            Some((Entry::Line(_, line), note)) => {
                self.course.write(&line, note).map_err(|fault| io::Error::other(fault.to_string()))?;
            }
            Some((Entry::Forfeit(seat, forfeit), note)) => self.course.forfeit(seat, forfeit, note),
            None => {}
        }
        Ok(true)
    }

    pub fn reliving(&self) -> bool {
        !self.past.is_empty()
    }

    /// Is the person to write?
    pub fn asked(&self) -> bool {
        self.course.turn() == Some(self.person) && !self.reliving()
    }

    pub fn write(&mut self, line: &str, seconds: f64) -> Result<(), Fault> {
        let seconds = self.course.record.seconds(self.person) + seconds;
        self.course.write(line, Note { seconds, log: Vec::new() }).map(drop)
    }

    /// Ends the game.
    pub fn resign(&mut self, seconds: f64) {
        let forfeit = Forfeit { kind: Kind::Resigned, reason: "a person's word".to_string() };
        let note = Note { seconds: self.course.record.seconds(self.person) + seconds, log: Vec::new() };
        self.course.forfeit(self.person, forfeit, note);
    }

    /// What the program has written. False if it is not what it wrote before something was taken back.
    pub fn answered(&mut self, program: Program, written: Result<String, Forfeit>) -> io::Result<bool> {
        self.course.answered(program, written)?;
        let Some((then, note)) = self.past.pop_front() else { return Ok(true) };
        let Record { entries, notes, .. } = &mut self.course.record;
        let before: Vec<String> = entries.iter().filter_map(|entry| Some(entry.line()?.to_string())).collect();
        let last = entries.len() - 1;
        let stands = match (then.line(), entries[last].line()) {
            (Some(then), Some(now)) => self.table.alike(&before[..last], then, now),
            _ => false,
        };
        if stands {
            notes[last] = note;
        } else {
            // The past is over by that.
            self.past.clear();
        }
        Ok(stands)
    }

    /// The game is over: ends the program.
    pub fn end(&mut self) {
        self.course.end();
        let record = &mut self.course.record;
        record.accounts[self.person].wall = record.seconds(self.person);
    }

    /// The number of the person's last line, or word that ended the game.
    pub fn last_written(&self) -> Option<usize> {
        self.course.record.entries.iter().rposition(|entry| entry.seat() == self.person)
    }

    /// Takes back that line and what came after it.
    pub fn take_back(&mut self, at: usize) -> io::Result<()> {
        let names = self.course.record.players.each_ref().map(String::as_str);
        let mut fresh = self.table.course(names).map_err(io::Error::other)?;
        fresh.record.accounts = self.course.record.accounts.clone();
        let Record { entries, notes, .. } = std::mem::replace(&mut self.course, fresh).record;
        self.past = entries.into_iter().zip(notes).take(at).collect();
        self.start()
    }
}
