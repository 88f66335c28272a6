//! A game that people and programs play at their leisure: what the terminal (`human`) and the browser (`board`) have in common.
//!
//! A person sits where a program would sit: hears what the jury delivers to that side, and writes the lines that a
//! program would write. Unlike a program he may err. His time is counted, but not limited.

use crate::play::referee::{self, Entry, Note, Outcome};
use crate::play::transcript;
use crate::rules::game::{Delivery, Fault, Game, Rng, Seat};
use crate::rules::games;
use crate::run::entrant::Entrant;
use crate::run::forfeit::{Forfeit, Kind};
use crate::run::place::{self, Scratch};
use crate::run::process::{Account, Limits, Program};
use crate::run::system;
use std::collections::VecDeque;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The word on the command line that stands for a person.
pub const WORD: &str = "human";

/// A program that plays along.
pub struct Player {
    pub entrant: Entrant,
    pub seed: u64,
    pub limits: Limits,
}

impl Player {
    /// Its command at the start of the game.
    fn command(&self) -> String {
        self.entrant.command(self.limits.seconds, self.seed)
    }
}

/// Who plays what.
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
    /// Where the person sits, if there is one.
    pub fn person(&self) -> Option<Seat> {
        self.players.iter().position(Option::is_none)
    }

    pub fn names(&self) -> [&str; 2] {
        self.players.each_ref().map(|player| player.as_ref().map_or(WORD, |player| &player.entrant.name))
    }
}

/// What was played of a game before.
pub type Past = VecDeque<(Entry, Note)>;

fn is_of(entry: &Entry, seat: Seat) -> bool {
    matches!(entry, Entry::Line(s, _) | Entry::Forfeit(s, _) if *s == seat)
}

/// What stands in the entries, forfeits left out.
fn lines<'a>(entries: impl Iterator<Item = &'a Entry>) -> Vec<String> {
    let line = |entry: &Entry| match entry {
        Entry::Line(_, line) => Some(line.clone()),
        Entry::Forfeit(..) => None,
    };
    entries.filter_map(line).collect()
}

/// Does a line lead where another one of the same parts does? A program writes the stones of a growth in an order of its own.
fn alike(table: &Table, before: &[String], one: &str, other: &str) -> bool {
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
pub struct Play {
    pub table: Arc<Table>,
    pub game: Box<dyn Game>,
    /// Those that wait.
    programs: [Option<Program>; 2],
    /// Where the programs work.
    _scratch: Scratch,
    accounts: [Account; 2],
    /// Seconds that a program took before it was started in the middle of the game.
    before: [f64; 2],
    pub entries: Vec<Entry>,
    pub notes: Vec<Note>,
    /// What both sides were sent because of each entry.
    pub sent: Vec<Vec<Delivery>>,
    forfeited: [bool; 2],
    /// What is played once more.
    past: Past,
    /// A program played otherwise than in the past, which is over by that.
    pub otherwise: bool,
    rng: Rng,
}

impl Play {
    /// A game at its start, with what the person hears. Of a `past` the lines come again one by one (`relive`): no program can
    /// take anything back, so each is started anew and gets the same lines. One that takes `{past}` writes its own again at
    /// once. Another one thinks once more, with the same seed, and pays for it. One that forfeited by then is not started
    /// again: its lines stand, and so does the forfeit.
    pub fn begin(table: Arc<Table>, past: Past, accounts: [Account; 2]) -> io::Result<(Play, Vec<String>)> {
        let game = games::from_setup(&table.game, &table.setup).map_err(io::Error::other)?;
        let scratch = Scratch::new(&table.folder, "game")?;
        let (mut programs, mut before) = ([None, None], [0.0; 2]);
        for (seat, player) in table.players.iter().enumerate() {
            let fell = past.iter().any(|(entry, _)| matches!(entry, Entry::Forfeit(s, _) if *s == seat));
            if let Some(player) = player.as_ref().filter(|_| !fell) {
                let folder = referee::seat_folder(game.as_ref(), scratch.path(), seat)?;
                let own = past.iter().filter(|(entry, _)| is_of(entry, seat) && player.entrant.takes_past());
                before[seat] = own.clone().next_back().map_or(0.0, |(_, note)| note.seconds);
                let limits = Limits { seconds: (player.limits.seconds - before[seat]).max(0.01), ..player.limits };
                let own = lines(own.map(|(entry, _)| entry));
                let command = player.entrant.command_after(limits.seconds, player.seed, &own);
                programs[seat] = Some(Program::start(&command, &folder, limits)?);
            }
        }
        let rng = Rng(table.seed);
        let mut play = Play {
            table,
            game,
            programs,
            _scratch: scratch,
            accounts,
            before,
            entries: Vec::new(),
            notes: Vec::new(),
            sent: Vec::new(),
            forfeited: [false; 2],
            past,
            otherwise: false,
            rng,
        };
        let opening = play.game.opening();
        let heard = play.deliver(&opening);
        Ok((play, heard))
    }

    /// Gives the programs their lines and returns the person's.
    fn deliver(&mut self, news: &[Delivery]) -> Vec<String> {
        if let Some(sent) = self.sent.last_mut() {
            sent.extend_from_slice(news);
        }
        for delivery in news {
            if let Some(program) = &mut self.programs[delivery.to] {
                program.send(&delivery.line);
            }
        }
        let persons = |delivery: &&Delivery| Some(delivery.to) == self.table.person();
        news.iter().filter(persons).map(|delivery| delivery.line.clone()).collect()
    }

    /// The seconds on the account of a seat.
    pub fn seconds(&self, seat: Seat) -> f64 {
        self.entries.iter().rposition(|entry| is_of(entry, seat)).map_or(0.0, |i| self.notes[i].seconds)
    }

    /// Keeps an entry. If the past has the same, what was noted then stands.
    fn keep(&mut self, entry: Entry, seconds: f64, log: Vec<String>) {
        let same = |before: &Entry| match (before, &entry) {
            (Entry::Line(s, line), Entry::Line(seat, now)) => s == seat && alike(&self.table, &self.lines(), line, now),
            (before, entry) => before == entry,
        };
        let stands = self.past.front().is_some_and(|(before, _)| same(before));
        let note = match self.past.pop_front() {
            Some((_, note)) if stands => note,
            other => {
                self.otherwise |= other.is_some();
                self.past.clear();
                Note { seconds, log }
            }
        };
        self.entries.push(entry);
        self.notes.push(note);
        self.sent.push(Vec::new());
    }

    /// Does what comes next in the past, if no program is needed for it; false if one is, or if nothing is left of the past.
    pub fn relive(&mut self) -> io::Result<bool> {
        let Some((entry, note)) = self.past.front().cloned() else { return Ok(false) };
        let news = match &entry {
            // The jury's own lines after a forfeit come again by themselves, so that its dice stand as they did.
            Entry::Line(seat, line) if self.programs[*seat].is_none() && !self.forfeited[*seat] => {
                self.game.write(line).map_err(|f| io::Error::other(f.to_string()))?
            }
            Entry::Forfeit(seat, _) if self.programs[*seat].is_none() => {
                self.forfeited[*seat] = true;
                Vec::new()
            }
            _ => return Ok(false),
        };
        self.keep(entry, note.seconds, note.log);
        self.deliver(&news);
        Ok(true)
    }

    /// Is there anything left of the past?
    pub fn reliving(&self) -> bool {
        !self.past.is_empty()
    }

    /// A line as the person typed it, or else with other letters: `b1 b2` for `B1-B2`. Returns what he hears of it.
    pub fn write(&mut self, typed: &str, seconds: f64) -> Result<Vec<String>, Fault> {
        let Some(seat) = self.game.to_write() else { return Err(Fault::Illegal("the game is over".to_string())) };
        let (line, news) = read(self.game.as_mut(), typed)?;
        self.keep(Entry::Line(seat, line), self.seconds(seat) + seconds, Vec::new());
        Ok(self.deliver(&news))
    }

    /// The person gives up.
    pub fn resign(&mut self, seat: Seat, seconds: f64) {
        let forfeit = Forfeit { kind: Kind::Closed, reason: "resigned".to_string() };
        self.forfeited[seat] = true;
        self.keep(Entry::Forfeit(seat, forfeit), self.seconds(seat) + seconds, Vec::new());
    }

    /// The program of the seat to write, to be asked anywhere and given back to `answered`; `None` where it is gone.
    pub fn take(&mut self) -> Option<Program> {
        self.programs[self.game.to_write()?].take()
    }

    /// The next line of a program's seat, or of the jury in its place, and what the person hears of it.
    pub fn ask(&mut self) -> io::Result<Vec<String>> {
        match self.take() {
            Some(mut program) => {
                let written = program.ask();
                self.answered(program, written)
            }
            None => self.stand_in(),
        }
    }

    /// The jury writes in the place of a side that forfeited.
    pub fn stand_in(&mut self) -> io::Result<Vec<String>> {
        let seat = self.game.to_write().ok_or_else(|| io::Error::other("the game is over"))?;
        let (line, news) = referee::stand_in(self.game.as_mut(), &mut self.rng)?;
        self.keep(Entry::Line(seat, line), self.seconds(seat), Vec::new());
        Ok(self.deliver(&news))
    }

    /// What the program of the seat to write has written.
    pub fn answered(&mut self, mut program: Program, written: Result<String, Forfeit>) -> io::Result<Vec<String>> {
        let seat = self.game.to_write().ok_or_else(|| io::Error::other("the game is over"))?;
        let written = written.and_then(|line| referee::judge(line, self.game.as_mut()));
        // Whatever an interrupted jury saw of a program is not the program's fault.
        if written.is_err() && system::interrupted() {
            return Err(io::Error::new(io::ErrorKind::Interrupted, "interrupted"));
        }
        // A game with a person is not played again: a late line counts, and without one nobody has won.
        let late = referee::is_void(&program, &written);
        if late && written.is_err() {
            return Err(referee::void(seat, program.account()));
        }
        let (seconds, log) = (self.before[seat] + program.spent(), program.log(written.is_err()));
        self.accounts[seat] = program.account().clone();
        match written {
            Ok((line, news)) => {
                self.programs[seat] = Some(program);
                self.keep(Entry::Line(seat, line), seconds, log);
                let word = late.then(|| "waited for a processor: its time is over, but goes on".to_string());
                Ok(word.into_iter().chain(self.deliver(&news)).collect())
            }
            Err(forfeit) => {
                let heard = vec![format!("forfeits, {}: {}", forfeit.kind.name(), forfeit.reason)];
                self.forfeited[seat] = true;
                self.keep(Entry::Forfeit(seat, forfeit), seconds, log);
                self.accounts[seat] = program.finish(Some(self.game.dismissal()));
                Ok(heard)
            }
        }
    }

    /// What both sides have written.
    pub fn lines(&self) -> Vec<String> {
        lines(self.entries.iter())
    }

    /// Does the jury write for that seat?
    pub fn forfeited(&self, seat: Seat) -> bool {
        self.forfeited[seat]
    }

    pub fn over(&self) -> bool {
        let ends = |seat: Seat| self.forfeited[seat] && self.game.forfeit_points(seat).is_some();
        self.game.to_write().is_none() || ends(0) || ends(1) || self.forfeited == [true; 2]
    }

    /// What was played before the person's last line; `None` when there is none.
    pub fn before_last(&self) -> Option<Past> {
        let person = self.table.person()?;
        let jury = self.entries.iter().position(|e| matches!(e, Entry::Forfeit(s, _) if *s == person));
        let end = jury.or_else(|| self.entries.iter().rposition(|entry| is_of(entry, person)))?;
        Some(self.entries[..end].iter().cloned().zip(self.notes[..end].iter().cloned()).collect())
    }

    /// Takes back the last line if nobody has heard of it: no program need be started again.
    pub fn unwrite(&mut self) -> io::Result<bool> {
        let persons = matches!(self.entries.last(), Some(Entry::Line(seat, _)) if Some(*seat) == self.table.person());
        if !persons || self.sent.last().is_some_and(|news| !news.is_empty()) {
            return Ok(false);
        }
        self.entries.pop();
        self.notes.pop();
        self.sent.pop();
        self.game = self.again(None).map_err(io::Error::other)?;
        Ok(true)
    }

    /// The same game once more, after all its lines and perhaps one more.
    pub fn again(&self, line: Option<&str>) -> Result<Box<dyn Game>, String> {
        let mut game = games::from_setup(&self.table.game, &self.table.setup)?;
        for line in self.lines().iter().map(String::as_str).chain(line) {
            game.write(line).map_err(|fault| fault.to_string())?;
        }
        Ok(game)
    }

    pub fn account(&self, seat: Seat) -> &Account {
        &self.accounts[seat]
    }

    /// Ends the programs.
    pub fn end(&mut self) {
        let cut_short = self.game.to_write().is_some();
        for seat in 0..2 {
            if let Some(program) = self.programs[seat].take() {
                let last = if cut_short { Some(self.game.dismissal()) } else { self.game.farewell(seat) };
                self.accounts[seat] = program.finish(last);
            }
        }
    }

    /// The record of the game so far.
    pub fn outcome(&self) -> Outcome {
        let points = referee::points(self.game.as_ref(), self.forfeited);
        let forfeit = |seat: Seat| {
            self.entries.iter().find_map(|entry| match entry {
                Entry::Forfeit(s, forfeit) if *s == seat => Some(forfeit.clone()),
                _ => None,
            })
        };
        let account = |seat: Seat| match self.table.players[seat] {
            Some(_) => Account { wall: self.before[seat] + self.accounts[seat].wall, ..self.accounts[seat].clone() },
            None => Account { wall: self.seconds(seat), exit: "0".to_string(), ..Account::default() },
        };
        Outcome {
            points,
            forfeits: [forfeit(0), forfeit(1)],
            entries: self.entries.clone(),
            notes: self.notes.clone(),
            accounts: [account(0), account(1)],
            commands: self.table.players.each_ref().map(|p| p.as_ref().map_or(String::new(), Player::command)),
            voids: Vec::new(),
        }
    }

    /// One of the legal lines, where they are too many to list.
    pub fn example(&self) -> String {
        self.game.stand_in(&mut self.rng.clone())
    }
}

/// What a program would write from here to the end of the turn, and what it says of it on stderr. It is started with the lines
/// of the seat to write as its past, and hears what that seat has heard: it knows no more. `lines` is the game so far.
pub fn hint(table: &Table, lines: &[String], player: &Player) -> Result<(Vec<String>, Vec<String>), String> {
    let mut state = games::from_setup(&table.game, &table.setup)?;
    let (mut heard, mut writers, mut turn) = (state.opening(), Vec::new(), 0);
    for line in lines {
        let writer = state.to_write().ok_or("The game is over.")?;
        writers.push(writer);
        let news = state.write(line).map_err(|fault| fault.to_string())?;
        // A turn ends when the other side is to write, or was heard of.
        if state.to_write() != Some(writer) || news.iter().any(|delivery| delivery.to == writer) {
            turn = writers.len();
        }
        heard.extend(news);
    }
    let seat = state.to_write().ok_or("The game is over.")?;
    let own: Vec<usize> = (0..lines.len()).filter(|i| writers[*i] == seat).collect();
    let past: Vec<String> = own.iter().map(|i| lines[*i].clone()).collect();
    let scratch = Scratch::new(&table.folder, "hint").map_err(|e| e.to_string())?;
    let folder = referee::seat_folder(state.as_ref(), scratch.path(), seat).map_err(|e| e.to_string())?;
    let command = player.entrant.command_after(player.limits.seconds, player.seed, &past);
    let mut program = Program::start(&command, &folder, player.limits).map_err(|e| e.to_string())?;
    heard.iter().filter(|delivery| delivery.to == seat).for_each(|delivery| program.send(&delivery.line));
    let mut comes = |i: usize| program.ask().is_ok_and(|line| alike(table, &lines[..i], &lines[i], &line));
    if !own.into_iter().all(&mut comes) {
        program.finish(None);
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
    let mut written = Vec::new();
    while state.to_write() == Some(seat) {
        let (line, news) = referee::ask(&mut program, state.as_mut()).map_err(|forfeit| forfeit.reason)?;
        written.push(line);
        if news.iter().any(|delivery| delivery.to == seat) {
            break;
        }
    }
    let log = program.log(false);
    program.finish(Some(state.dismissal()));
    Ok((written, log))
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
    let is_free = !is_taken(&file) && (!is_taken(&kept) || from.is_some_and(|from| place::is_same(from, &kept)));
    if is_free {
        file
    } else {
        fresh(&file)
    }
}

/// A game so far as its file holds it, with the seed of its programs.
pub fn unfinished(game: &str, setup: &[String], names: [&str; 2], outcome: &Outcome, seed: u64) -> String {
    let text = transcript::write(game, setup, names, outcome);
    let lines = text.lines().filter(|line| !line.starts_with("R "));
    lines.fold(String::new(), |text, line| text + line + "\n") + &format!("# seed: {}\n", seed)
}

/// Gives the game a line as it was typed, or else with other letters. The line is the one that was read.
fn read(game: &mut dyn Game, typed: &str) -> Result<(String, Vec<Delivery>), Fault> {
    let (upper, lower) = (typed.to_uppercase(), typed.to_lowercase());
    let [joined, small] = [&upper, &lower].map(|line| line.split_whitespace().collect::<Vec<_>>().join("-"));
    let first = game.write(typed).map(|news| (typed.to_string(), news));
    [upper, lower, joined, small].into_iter().fold(first, |read, line| match read {
        Err(Fault::Unreadable(why)) => match game.write(&line) {
            Err(Fault::Unreadable(_)) => Err(Fault::Unreadable(why)),
            other => other.map(|news| (line, news)),
        },
        read => read,
    })
}
