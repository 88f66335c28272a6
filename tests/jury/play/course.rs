//! The course of one game, said once: who is asked, what a line or a forfeit leads to, who is sent what, how it ends.
//! It is driven by the referee with two programs, by a person's session, and by tests with lines in memory.

use crate::play::transcript::{self, Entry, Note, Record};
use crate::rules::game::{Delivery, Fault, Game, Rng, Seat};
use crate::run::forfeit::{Forfeit, Kind};
use crate::run::process::{Limits, Program};
use crate::run::{leftovers, place, system};
use crate::text::words::joined;
use std::io;
use std::path::Path;

pub struct Course {
    pub game: Box<dyn Game>,
    /// What was played so far, with the points as they stand.
    pub record: Record,
    /// What both sides were sent because of each entry.
    pub sent: Vec<Vec<Delivery>>,
    /// Those that wait, by seat. Where there is none the lines come by `write`, or the jury stands in.
    pub programs: [Option<Program>; 2],
    /// Of the jury's own moves.
    pub rng: Rng,
}

impl Course {
    /// A game at its start between players of these names.
    pub fn new(name: &str, game: Box<dyn Game>, players: [&str; 2], rng: Rng) -> Course {
        let mut record = Record::new(name, game.setup(), players);
        record.points = game.points();
        Course { game, record, sent: Vec::new(), programs: [None, None], rng }
    }

    /// Starts the program of a seat. It works in a new folder with copies of the game's files.
    pub fn start(&mut self, seat: Seat, command: &[String], limits: Limits, folder: &Path) -> io::Result<()> {
        let own = folder.join(format!("{:016x}", leftovers::random()));
        place::make_folder(&own)?;
        self.game.files().iter().try_for_each(|(name, text)| place::write(&own.join(name), place::NEW, text))?;
        self.record.commands[seat] = joined(command);
        self.programs[seat] = Some(Program::start(command, &own, limits)?);
        Ok(())
    }

    /// Delivers what comes before the first line.
    pub fn open(&mut self) -> Vec<Delivery> {
        let news = self.game.opening();
        self.deliver(&news);
        news
    }

    /// Whose line comes next; `None` when the game is over, by its rules or by forfeits.
    pub fn turn(&self) -> Option<Seat> {
        self.game.to_write().filter(|_| !transcript::decided(self.game.as_ref(), self.record.forfeits()))
    }

    /// The program of the seat to write, to be asked anywhere and given back to `answered`; `None` where there is none.
    pub fn take(&mut self) -> Option<Program> {
        self.programs[self.game.to_write()?].take()
    }

    /// The next line of a program, or of the jury in its place. Returns what both sides are sent because of it.
    pub fn ask(&mut self) -> io::Result<Vec<Delivery>> {
        match self.take() {
            Some(mut program) => {
                let written = program.ask();
                self.answered(program, written)
            }
            None => self.stand_in(),
        }
    }

    /// What the program of the seat to write has written: a line, or a forfeit, by which the program ends. An error if the
    /// jury was interrupted.
    pub fn answered(&mut self, mut program: Program, written: Result<String, Forfeit>) -> io::Result<Vec<Delivery>> {
        let seat = self.seat()?;
        let written = written.and_then(|line| match self.game.write(&line) {
            Ok(news) => Ok((line, news)),
            Err(fault) => Err(forfeit(&line, fault)),
        });
        // Whatever an interrupted jury saw of a program is not the program's fault.
        if written.is_err() && system::interrupted() {
            return Err(interrupted());
        }
        let note = Note { seconds: program.account.wall, log: program.errors.log(written.is_err()) };
        self.record.accounts[seat] = program.account.clone();
        match written {
            Ok((line, news)) => {
                self.programs[seat] = Some(program);
                self.keep(Entry::Line(seat, line), note, &news);
                Ok(news)
            }
            Err(forfeit) => {
                self.record.accounts[seat] = program.finish(Some(self.game.dismissal()));
                self.forfeit(seat, forfeit, note);
                Ok(Vec::new())
            }
        }
    }

    /// A line of the seat to write, which no program wrote. One that is refused changes nothing.
    pub fn write(&mut self, line: &str, note: Note) -> Result<Vec<Delivery>, Fault> {
        let seat = self.game.to_write().ok_or_else(|| Fault::Illegal("the game is over".to_string()))?;
        let news = self.game.write(line)?;
        self.keep(Entry::Line(seat, line.to_string()), note, &news);
        Ok(news)
    }

    pub fn stand_in(&mut self) -> io::Result<Vec<Delivery>> {
        let note = Note { seconds: self.record.seconds(self.seat()?), log: Vec::new() };
        let line = self.game.stand_in(&mut self.rng);
        self.write(&line, note).map_err(|f| io::Error::other(format!("the jury's own {:?}: {}", line, f)))
    }

    pub fn forfeit(&mut self, seat: Seat, forfeit: Forfeit, note: Note) {
        self.keep(Entry::Forfeit(seat, forfeit), note, &[]);
    }

    fn seat(&self) -> io::Result<Seat> {
        self.game.to_write().ok_or_else(|| io::Error::other("the game is over"))
    }

    fn keep(&mut self, entry: Entry, note: Note, news: &[Delivery]) {
        self.record.entries.push(entry);
        self.record.notes.push(note);
        self.sent.push(news.to_vec());
        self.record.points = transcript::points(self.game.as_ref(), self.record.forfeits());
        self.deliver(news);
    }

    /// Sends the programs their lines. What a program wrote to stderr meanwhile belongs to its last entry.
    fn deliver(&mut self, news: &[Delivery]) {
        for delivery in news {
            let Some(program) = &mut self.programs[delivery.to] else { continue };
            let last = self.record.entries.iter().rposition(|entry| entry.seat() == delivery.to);
            if let Some(last) = last {
                self.record.notes[last].log.extend(program.errors.log(false));
            }
            program.send(&delivery.line);
        }
    }

    pub fn end(&mut self) {
        let cut_short = self.game.to_write().is_some();
        for seat in 0..2 {
            if let Some(program) = self.programs[seat].take() {
                let last = if cut_short { Some(self.game.dismissal()) } else { self.game.farewell(seat) };
                self.record.accounts[seat] = program.finish(last);
            }
        }
    }
}

pub fn interrupted() -> io::Error {
    io::Error::new(io::ErrorKind::Interrupted, "interrupted")
}

/// The forfeit for a line that the rules refuse.
fn forfeit(line: &str, fault: Fault) -> Forfeit {
    let (kind, why) = match fault {
        Fault::Illegal(why) => (Kind::Illegal, why),
        Fault::Unreadable(why) => (Kind::Unreadable, why),
    };
    let shown = format!("{:?}", line.chars().take(100).collect::<String>());
    // A move has hardly a word of small letters.
    let is_word = |word: &str| word.chars().filter(char::is_ascii_lowercase).count() > 3;
    let is_talk = kind == Kind::Unreadable && line.split_whitespace().any(is_word);
    let hint = if is_talk { " (debug output belongs on stderr)" } else { "" };
    Forfeit { kind, reason: format!("{}: {}{}", if line.is_empty() { "an empty line" } else { &shown }, why, hint) }
}
