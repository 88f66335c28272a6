//! A game that people and programs play at their leisure, in the terminal (`human`) or in the browser (`live`).
//!
//! A person sits where a program would sit: hears what the jury delivers to that side, and writes the lines that a
//! program would write. Unlike a program a person may err. A person's time is counted, but not limited.

use crate::play::course::Course;
use crate::play::thoughts::Thoughts;
use crate::play::transcript::{Entry, Note, Record};
use crate::rules::game::{Delivery, Fault, Rng, Seat};
use crate::rules::games;
use crate::run::entrant::Entrant;
use crate::run::forfeit::{Forfeit, Kind};
use crate::run::place::{self, Scratch};
use crate::run::process::{Account, Limits, Program};
use crate::text::words::joined;
use std::collections::VecDeque;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The word on the command line that stands for a person.
pub const WORD: &str = "human";

pub struct Player {
    pub entrant: Entrant,
    pub seed: u64,
    pub limits: Limits,
}

pub struct Table {
    pub game: String,
    pub setup: Vec<String>,
    /// By seat; `None` is the person.
    pub players: [Option<Player>; 2],
    /// The programs' working directories are made in it.
    pub folder: PathBuf,
    /// Of the moves that the jury makes after a forfeit.
    pub seed: u64,
}

impl Table {
    pub fn person(&self) -> Option<Seat> {
        self.players.iter().position(Option::is_none)
    }

    pub fn names(&self) -> [&str; 2] {
        self.players.each_ref().map(|player| player.as_ref().map_or(WORD, |player| &player.entrant.name))
    }

    pub fn course(&self) -> Result<Course, String> {
        let game = games::from_setup(&self.game, &self.setup)?;
        Ok(Course { at_leisure: true, ..Course::new(&self.game, game, self.names(), Rng(self.seed)) })
    }
}

/// What was played of a game before.
pub type Past = VecDeque<(Entry, Note)>;

/// Does a line lead where another one of the same parts does? A program writes the stones of a growth in an order of its own.
pub fn alike(table: &Table, before: &[String], one: &str, other: &str) -> bool {
    let parts = |line: &str| {
        let mut parts: Vec<String> = line.split(['-', ' ']).map(str::to_string).collect();
        parts.sort();
        parts
    };
    let after = |line: &str| {
        let mut game = games::from_setup(&table.game, &table.setup).ok()?;
        before.iter().try_for_each(|line| game.write(line).map(drop)).and_then(|()| game.write(line)).ok()?;
        Some((game.to_write(), game.draw(), game.choices()))
    };
    one == other || (parts(one) == parts(other) && after(one).is_some_and(|end| Some(end) == after(other)))
}

/// The game as it stands, and how it came there.
pub struct Session {
    pub table: Arc<Table>,
    pub course: Course,
    _scratch: Scratch,
    /// What is played once more.
    past: Past,
    /// A program played otherwise than in the past, which is over by that.
    pub otherwise: bool,
}

impl Session {
    /// A game at its start, with what the person hears. Of a `past` the lines come again one by one (`relive`): no program can
    /// take anything back, so each is started anew and gets the same lines. One that takes `{past}` writes its own again at
    /// once. Another one thinks once more, with the same seed, and pays for it. One that forfeited by then is not started
    /// again: its lines stand, and so does the forfeit.
    pub fn begin(table: Arc<Table>, past: Past, accounts: [Account; 2]) -> io::Result<(Session, Vec<String>)> {
        let mut course = table.course().map_err(io::Error::other)?;
        let scratch = Scratch::new(&table.folder, "game")?;
        course.record.accounts = accounts;
        for (seat, player) in table.players.iter().enumerate() {
            let Some(player) = player else {
                course.record.accounts[seat] = Account { exit: "0".to_string(), ..Account::default() };
                continue;
            };
            if !past.iter().any(|(entry, _)| matches!(entry, Entry::Forfeit(s, _) if *s == seat)) {
                let own = || past.iter().filter(|(e, _)| e.seat() == seat && player.entrant.takes_past());
                let before = own().next_back().map_or(0.0, |(_, note)| note.seconds);
                let left = (player.limits.seconds - before).max(0.01);
                let lines: Vec<String> = own().filter_map(|(e, _)| e.line().map(str::to_string)).collect();
                let command = player.entrant.command(left, player.seed, &lines);
                let limits = Limits { seconds: before + left, ..player.limits };
                course.start(seat, &command, limits, scratch.path())?;
                course.programs[seat].iter_mut().for_each(|program| program.account.wall = before);
                course.record.accounts[seat].wall = before;
            }
            course.record.commands[seat] = joined(&player.entrant.command(player.limits.seconds, player.seed, &[]));
        }
        let mut session = Session { table, course, _scratch: scratch, past, otherwise: false };
        let opening = session.course.open();
        let heard = session.heard(&opening);
        Ok((session, heard))
    }

    /// Of what was delivered, the person's lines.
    fn heard(&self, news: &[Delivery]) -> Vec<String> {
        let persons = |delivery: &&Delivery| Some(delivery.to) == self.table.person();
        news.iter().filter(persons).map(|delivery| delivery.line.clone()).collect()
    }

    /// Compares the last entry with the past. If that has the same, what was noted then stands.
    fn compare(&mut self) {
        let record = &self.course.record;
        let Some(last) = record.entries.len().checked_sub(1) else { return };
        let now = &record.entries[last];
        let before: Vec<String> = record.entries[..last].iter().filter_map(Entry::line).map(str::to_string).collect();
        let same = |then: &Entry| match (then, now) {
            (Entry::Line(s, line), Entry::Line(seat, now)) => s == seat && alike(&self.table, &before, line, now),
            (then, now) => then == now,
        };
        let (seat, stands) = (now.seat(), self.past.front().is_some_and(|(then, _)| same(then)));
        match self.past.pop_front() {
            Some((_, note)) if stands => self.course.record.notes[last] = note,
            Some(_) => (self.otherwise, self.past) = (true, Past::new()),
            None => {}
        }
        if Some(seat) == self.table.person() {
            self.course.record.accounts[seat].wall = self.course.record.notes[last].seconds;
        }
    }

    /// Does what comes next in the past, if no program is needed for it; false if one is, or if nothing is left of the past.
    pub fn relive(&mut self) -> io::Result<bool> {
        let Some((entry, note)) = self.past.front().cloned() else { return Ok(false) };
        match entry {
            _ if self.course.programs[entry.seat()].is_some() => return Ok(false),
            Entry::Forfeit(seat, forfeit) => self.course.forfeit(seat, forfeit, note),
            // The jury's own lines after a forfeit come again by themselves, so that its dice stand as they did.
            Entry::Line(seat, _) if self.forfeited(seat) => return Ok(false),
            Entry::Line(_, line) => drop(self.course.write(&line, note).map_err(|f| io::Error::other(f.to_string()))?),
        }
        self.compare();
        Ok(true)
    }

    /// What was played, and what is still to be played once more.
    pub fn all(&self) -> Past {
        let Record { entries, notes, .. } = &self.course.record;
        entries.iter().cloned().zip(notes.iter().cloned()).chain(self.past.iter().cloned()).collect()
    }

    /// The same as a file holds it, with the seed of the programs.
    pub fn unfinished(&self) -> String {
        let (entries, notes) = self.all().into_iter().unzip();
        let record = Record { entries, notes, ..self.course.record.clone() };
        format!("{}# seed: {}\n", record.unfinished(), self.table.seed)
    }

    pub fn reliving(&self) -> bool {
        !self.past.is_empty()
    }

    /// A line as the person typed it, or else with other letters: `b1 b2` for `B1-B2`. Returns what the person hears of it.
    pub fn write(&mut self, typed: &str, seconds: f64) -> Result<Vec<String>, Fault> {
        let news = read(&mut self.course, typed, seconds)?;
        self.compare();
        Ok(self.heard(&news))
    }

    pub fn resign(&mut self, seat: Seat, seconds: f64) {
        let forfeit = Forfeit { kind: Kind::Closed, reason: "resigned".to_string() };
        let note = Note { seconds: self.course.record.seconds(seat) + seconds, log: Vec::new() };
        self.course.forfeit(seat, forfeit, note);
        self.compare();
    }

    /// The next line of a program's seat, or of the jury in its place, and what the person hears of it.
    pub fn ask(&mut self) -> io::Result<Vec<String>> {
        if let Some(mut program) = self.course.take() {
            let written = program.ask();
            return self.answered(program, written);
        }
        let news = self.course.stand_in()?;
        self.compare();
        Ok(self.heard(&news))
    }

    /// What the program of the seat to write has written.
    pub fn answered(&mut self, program: Program, written: Result<String, Forfeit>) -> io::Result<Vec<String>> {
        let news = self.course.answered(program, written)?;
        let heard = match self.course.record.entries.last() {
            Some(Entry::Forfeit(_, forfeit)) => vec![format!("forfeits, {}: {}", forfeit.kind.name(), forfeit.reason)],
            _ => self.heard(&news),
        };
        self.compare();
        Ok(heard)
    }

    /// Does the jury write for that seat?
    pub fn forfeited(&self, seat: Seat) -> bool {
        self.course.record.forfeit(seat).is_some()
    }

    pub fn over(&self) -> bool {
        self.course.turn().is_none()
    }

    /// What was played before the person's last line, or why there is no way back.
    pub fn before_last(&self) -> Result<Past, &'static str> {
        let person = self.table.person();
        let Record { entries, notes, .. } = &self.course.record;
        let jury = entries.iter().position(|e| matches!(e, Entry::Forfeit(s, _) if Some(*s) == person));
        let end = jury.or_else(|| entries.iter().rposition(|entry| Some(entry.seat()) == person));
        let end = end.ok_or("You have not written a line yet.")?;
        if self.has_secrets() {
            let why =
                "Nothing is taken back here: a program would choose the same again, which was secret when you chose.";
            return Err(why);
        }
        Ok(entries[..end].iter().cloned().zip(notes[..end].iter().cloned()).collect())
    }

    /// Has a side written before it was sent all lines of the other one?
    fn has_secrets(&self) -> bool {
        let mut unsent: [Vec<&str>; 2] = Default::default();
        self.course.record.entries.iter().zip(&self.course.sent).any(|(entry, news)| {
            let secret = !unsent[1 - entry.seat()].is_empty();
            unsent[entry.seat()].extend(entry.line());
            news.iter().for_each(|delivery| unsent[1 - delivery.to].retain(|line| *line != delivery.line));
            secret
        })
    }

    /// Takes back the last line if nobody has heard of it: no program need be started again.
    pub fn unwrite(&mut self) -> io::Result<bool> {
        let (course, person) = (&mut self.course, self.table.person());
        let persons = matches!(course.record.entries.last(), Some(Entry::Line(seat, _)) if Some(*seat) == person);
        if !persons || course.sent.last().is_some_and(|news| !news.is_empty()) {
            return Ok(false);
        }
        course.record.entries.pop();
        course.record.notes.pop();
        course.sent.pop();
        let before = after(&self.table, &course.record.lines()).map_err(io::Error::other)?;
        (course.game, course.record.points) = (before.game, before.record.points);
        Ok(true)
    }
}

/// The game after these lines, without programs.
pub fn after(table: &Table, lines: &[String]) -> Result<Course, String> {
    let mut course = table.course()?;
    for line in lines {
        course.write(line, Note::default()).map_err(|fault| fault.to_string())?;
    }
    Ok(course)
}

/// What a program would write from here to the end of the turn, and what it says of it on stderr. It is started with the lines
/// of the seat to write as its past, and hears what that seat has heard: it knows no more. `lines` is the game so far.
pub fn hint(table: &Table, lines: &[String], player: &Player) -> Result<(Vec<String>, Vec<String>), String> {
    let now = after(table, lines)?;
    let seat = now.turn().ok_or("The game is over.")?;
    let is_own = |i: &usize| now.record.entries[*i].seat() == seat;
    let hears = |news: &[Delivery]| news.iter().any(|delivery| delivery.to == seat);
    // A turn begins behind a line of the other side, or of which this one heard.
    let turn = (0..lines.len()).rev().find(|i| !is_own(i) || hears(&now.sent[*i])).map_or(0, |i| i + 1);
    let past: Vec<String> = (0..lines.len()).filter(is_own).map(|i| lines[i].clone()).collect();
    let scratch = Scratch::new(&table.folder, "hint").map_err(|e| e.to_string())?;
    let mut course = table.course()?;
    let command = player.entrant.command(player.limits.seconds, player.seed, &past);
    course.start(seat, &command, player.limits, scratch.path()).map_err(|e| e.to_string())?;
    course.open();
    for (i, line) in lines.iter().enumerate() {
        if !is_own(&i) {
            course.write(line, Note::default()).map_err(|fault| fault.to_string())?;
            continue;
        }
        course.ask().map_err(|e| e.to_string())?;
        if course.record.entries[i].line().is_some_and(|own| alike(table, &lines[..i], line, own)) {
            continue;
        }
        let begun = &lines[turn..];
        if begun.is_empty() {
            return Err(format!("{} does not come to this position.", player.entrant.name));
        }
        // It writes all lines of this turn at once, so it cannot stand in the middle of them.
        let (all, log) = hint(table, &lines[..turn], player)?;
        let rest = all.strip_prefix(begun).filter(|rest| !rest.is_empty());
        let other = || format!("{} would have begun otherwise: {}.", player.entrant.name, all.join(", "));
        return Ok((rest.ok_or_else(other)?.to_vec(), log));
    }
    let (written, mut log) = turn_of(&mut course, seat)?;
    end(&mut course, seat, &mut log);
    Ok((written, log))
}

/// Ends the program. What it wrote to stderr behind its line counts if it gave no score before.
pub fn end(course: &mut Course, seat: Seat, log: &mut Vec<String>) {
    course.end();
    if Thoughts::read(log).score.is_none() {
        log.append(&mut course.record.accounts[seat].last_words);
    }
}

/// Asks the program of a seat up to the end of its turn: its lines, and what it says of them on stderr.
pub fn turn_of(course: &mut Course, seat: Seat) -> Result<(Vec<String>, Vec<String>), String> {
    let from = course.record.entries.len();
    while course.turn() == Some(seat) {
        let news = course.ask().map_err(|e| e.to_string())?;
        if let Some(forfeit) = course.record.forfeit(seat) {
            return Err(format!("{}: {}", forfeit.kind.name(), forfeit.reason));
        }
        if news.iter().any(|delivery| delivery.to == seat) {
            break;
        }
    }
    let Record { entries, notes, .. } = &course.record;
    let written = entries[from..].iter().filter_map(|entry| entry.line().map(str::to_string)).collect();
    Ok((written, notes[from..].iter().flat_map(|note| note.log.clone()).collect()))
}

/// What a game that somebody left is called behind the point: no transcript, for it has no result.
pub const UNFINISHED: &str = "unfinished";

fn is_taken(file: &Path) -> bool {
    file.symlink_metadata().is_ok()
}

/// The file's name with a number that no game has yet: `game.2.txt`.
pub fn fresh(file: &Path) -> PathBuf {
    let stem = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let numbered = stem.rsplit_once('.').filter(|(_, number)| number.parse::<usize>().is_ok());
    let stem = numbered.map_or(stem.as_str(), |(stem, _)| stem);
    let mut names = (2..).map(|n| file.with_file_name(format!("{}.{}.txt", stem, n)));
    names.find(|file| !is_taken(file) && !is_taken(&file.with_extension(UNFINISHED))).unwrap_or_default()
}

/// That file for a transcript, if it is free, and so is the one for the game so far. `from` is the game that goes on.
pub fn free(file: PathBuf, from: Option<&Path>) -> PathBuf {
    let kept = file.with_extension(UNFINISHED);
    match is_taken(&file) || is_taken(&kept) && !from.is_some_and(|from| place::is_same(from, &kept)) {
        true => fresh(&file),
        false => file,
    }
}

/// Gives the game a line as it was typed, or else with other letters.
fn read(course: &mut Course, typed: &str, seconds: f64) -> Result<Vec<Delivery>, Fault> {
    let seconds = course.game.to_write().map_or(0.0, |seat| course.record.seconds(seat)) + seconds;
    let mut write = |line: &str| course.write(line, Note { seconds, log: Vec::new() });
    let cases = [typed.to_uppercase(), typed.to_lowercase()];
    let joined = cases.each_ref().map(|line| line.split_whitespace().collect::<Vec<_>>().join("-"));
    let first = write(typed);
    let unread = |read: &Result<Vec<Delivery>, Fault>| matches!(read, Err(Fault::Unreadable(_)));
    if !unread(&first) {
        return first;
    }
    cases.iter().chain(&joined).map(|line| write(line)).find(|read| !unread(read)).unwrap_or(first)
}
