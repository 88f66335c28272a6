//! Game records: one line of text for every line of a game. People can read them and any program can write them. The manual
//! tells the form. Before a line stand its comments. Log lines after the last line of the game were written after it.

use crate::rules::game::{Game, Seat};
use crate::rules::games;
use crate::run::forfeit::{Forfeit, Kind};
use crate::run::place;
use crate::run::process::Account;
use crate::text::print::one_line;
use std::fmt::Write;
use std::io;
use std::path::{Path, PathBuf};

/// One line of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Entry {
    /// A line of the seat: its own, or the jury's in its place after a forfeit.
    Line(Seat, String),
    Forfeit(Seat, Forfeit),
}

impl Entry {
    pub fn seat(&self) -> Seat {
        let (Entry::Line(seat, _) | Entry::Forfeit(seat, _)) = self;
        *seat
    }

    /// The line; `None` of a forfeit.
    pub fn line(&self) -> Option<&str> {
        match self {
            Entry::Line(_, line) => Some(line),
            Entry::Forfeit(..) => None,
        }
    }
}

/// What the jury notes beside an entry.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Note {
    /// Seconds on the seat's account after it. 0 if a transcript does not say.
    pub seconds: f64,
    /// What the program wrote to stderr meanwhile.
    pub log: Vec<String>,
}

/// A game as it was played. A transcript is its text, and is read as the same.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Record {
    /// Of the game.
    pub name: String,
    /// The programs' names, by seat.
    pub players: [String; 2],
    pub setup: Vec<String>,
    pub entries: Vec<Entry>,
    /// One for each entry.
    pub notes: Vec<Note>,
    /// What the programs used; 0 where a transcript does not say.
    pub accounts: [Account; 2],
    /// The command lines that ran; empty for a person.
    pub commands: [String; 2],
    pub points: [i32; 2],
}

impl Record {
    pub fn new(name: &str, setup: Vec<String>, players: [&str; 2]) -> Record {
        Record { name: name.to_string(), setup, players: players.map(str::to_string), ..Record::default() }
    }

    /// What both sides have written, forfeits left out.
    pub fn lines(&self) -> Vec<String> {
        self.entries.iter().filter_map(Entry::line).map(str::to_string).collect()
    }

    pub fn forfeit(&self, seat: Seat) -> Option<&Forfeit> {
        self.entries.iter().find_map(|entry| match entry {
            Entry::Forfeit(s, forfeit) if *s == seat => Some(forfeit),
            _ => None,
        })
    }

    pub fn forfeits(&self) -> [Option<&Forfeit>; 2] {
        [0, 1].map(|seat| self.forfeit(seat))
    }

    pub fn seconds(&self, seat: Seat) -> f64 {
        self.entries.iter().rposition(|entry| entry.seat() == seat).map_or(0.0, |i| self.notes[i].seconds)
    }

    /// The seat's slowest line up to a forfeit, or its forfeit: seconds, and which it was.
    pub fn slowest(&self, seat: Seat) -> Option<(f64, &Entry)> {
        let played = self.entries.split_inclusive(|entry| entry.line().is_none()).next().unwrap_or_default();
        let own = played.iter().zip(&self.notes).filter(|(entry, _)| entry.seat() == seat);
        let mut before = 0.0;
        let turns = own.map(|(entry, note)| (note.seconds - std::mem::replace(&mut before, note.seconds), entry));
        turns.reduce(|most, turn| if turn.0 > most.0 { turn } else { most })
    }

    /// The transcript of a finished game.
    pub fn text(&self) -> String {
        let [first, second] = self.players.each_ref().map(|player| one_line(player));
        let mut text = format!("# game: {}\n# player 1: {}\n# player 2: {}\n", self.name, first, second);
        for (seat, a) in self.accounts.iter().enumerate() {
            let _ = write!(text, "# used {}: {:.3} s wall, {} KiB resident, ", seat + 1, a.wall, a.resident_kib);
            let _ = writeln!(text, "exit {}", a.exit);
        }
        for (seat, command) in self.commands.iter().enumerate().filter(|(_, command)| !command.is_empty()) {
            let _ = writeln!(text, "# command {}: {}", seat + 1, one_line(command));
        }
        self.setup.iter().for_each(|line| text += &format!("J {}\n", line));
        self.entries.iter().zip(&self.notes).for_each(|(one, note)| text += &entry(one, note));
        for (seat, account) in self.accounts.iter().enumerate() {
            log(&mut text, seat, &account.last_words);
        }
        text + &format!("R {} {}\n", self.points[0], self.points[1])
    }
}

/// The first words of a transcript that the jury wrote.
pub const GAME: &str = "# game: ";

pub fn comment<'a>(text: &'a str, key: &str) -> Option<&'a str> {
    let head = format!("# {}: ", key);
    text.lines().find_map(|line| line.strip_prefix(head.as_str()))
}

/// An entry with its comments.
fn entry(entry: &Entry, note: &Note) -> String {
    let (seat, mut text) = (entry.seat(), String::new());
    log(&mut text, seat, &note.log);
    let _ = writeln!(text, "# clock {}: {:.3}", seat + 1, note.seconds);
    let _ = match entry {
        Entry::Line(seat, line) => writeln!(text, "{} {}", seat + 1, line),
        Entry::Forfeit(seat, f) => writeln!(text, "# forfeit: {} {} {}", seat + 1, f.kind.name(), one_line(&f.reason)),
    };
    text
}

fn log(text: &mut String, seat: Seat, lines: &[String]) {
    for line in lines {
        let _ = writeln!(text, "# log {}: {}", seat + 1, line);
    }
}

/// Can a game use the number, and JSON hold it?
fn sensible(number: &f64) -> bool {
    (0.0..1e12).contains(number)
}

/// Reads a transcript without replaying it. The error names the line.
pub fn read(text: &str) -> Result<Record, String> {
    Ok(parse(text)?.0)
}

/// The record, and each entry's line in the file, from 1.
fn parse(text: &str) -> Result<(Record, Vec<usize>), String> {
    let of = |what: &str| [1, 2].map(|seat| comment(text, &format!("{} {}", what, seat)).unwrap_or(""));
    let name = comment(text, "game").ok_or("no comment line \"# game: NAME\"")?.trim();
    let mut record = Record { name: name.to_string(), ..Record::default() };
    record.players = of("player").map(|name| one_line(name.trim()));
    record.commands = of("command").map(str::to_string);
    record.accounts = of("used").map(used);
    let (mut numbers, mut result) = (Vec::new(), None);
    // Comments before the next line of each seat.
    let mut waiting = [Note::default(), Note::default()];
    for (i, line) in text.lines().enumerate() {
        let fail = |what: &str| format!("line {}: {}: {:?}", i + 1, what, line);
        if result.is_some() && !line.trim().is_empty() {
            return Err(fail("something behind the result"));
        }
        match line.split_at_checked(2).unwrap_or((line, "")) {
            ("# ", rest) => match rest.strip_prefix("forfeit: ") {
                Some(words) => record.entries.push(forfeit(words).map_err(fail)?),
                None => waiting.iter_mut().enumerate().for_each(|(seat, note)| remark(rest, seat, note)),
            },
            ("J ", rest) => record.setup.push(rest.to_string()),
            ("1 ", rest) => record.entries.push(Entry::Line(0, rest.to_string())),
            ("2 ", rest) => record.entries.push(Entry::Line(1, rest.to_string())),
            ("R ", rest) => {
                let points = rest.split_whitespace().map(|word| word.parse().ok()).collect::<Option<Vec<i32>>>();
                result = Some(points.and_then(|two| two.try_into().ok()).ok_or_else(|| fail("not two results"))?);
            }
            (head, _) if head.starts_with('#') || line.trim().is_empty() => {}
            _ => return Err(fail("none of #, J, 1, 2, R")),
        }
        if let Some(entry) = record.entries.get(numbers.len()) {
            record.notes.push(std::mem::take(&mut waiting[entry.seat()]));
            numbers.push(i + 1);
        }
    }
    record.points = result.ok_or("no result line \"R points1 points2\"")?;
    for (account, note) in record.accounts.iter_mut().zip(waiting) {
        account.last_words = note.log;
    }
    Ok((record, numbers))
}

/// Reads a comment `log 1: ...` or `clock 1: ...` of the seat.
fn remark(text: &str, seat: Seat, note: &mut Note) {
    if let Some(line) = text.strip_prefix(&format!("log {}: ", seat + 1)) {
        note.log.push(line.to_string());
    } else if let Some(seconds) = text.strip_prefix(&format!("clock {}: ", seat + 1)) {
        note.seconds = seconds.parse().ok().filter(sensible).unwrap_or(0.0);
    }
}

/// Reads a comment `# forfeit: 1 illegal REASON`. The error says what is wrong with it.
fn forfeit(words: &str) -> Result<Entry, &'static str> {
    let mut words = words.splitn(3, ' ');
    let seat = words.next().and_then(|word| ["1", "2"].iter().position(|seat| *seat == word));
    let seat = seat.ok_or("a forfeit of neither 1 nor 2")?;
    let kind = words.next().and_then(|w| Kind::ALL.iter().copied().find(|k| k.name() == w));
    let kind = kind.ok_or("a forfeit of no known kind")?;
    let reason = one_line(words.next().unwrap_or(""));
    Ok(Entry::Forfeit(seat, Forfeit { kind, reason }))
}

/// Reads a comment `# used 1: 1.234 s wall, 4096 KiB resident, ...`.
fn used(words: &str) -> Account {
    let number = |what: &str| -> f64 {
        let part = words.split(", ").find_map(|part| part.strip_suffix(what));
        part.and_then(|number| number.parse().ok()).filter(sensible).unwrap_or(0.0)
    };
    Account {
        wall: number(" s wall"),
        resident_kib: number(" KiB resident") as u64,
        exit: words.split_once(", exit ").map_or("", |(_, exit)| exit).to_string(),
        ..Account::default()
    }
}

/// The points with which a forfeit ends the game: the game's own, or of somebody who resigned 0, and a point at least for the
/// other side. `None`: the jury plays on.
fn ended(game: &dyn Game, forfeits: [Option<&Forfeit>; 2]) -> Option<[i32; 2]> {
    (0..2).find_map(|seat| match forfeits[seat]?.kind {
        Kind::Resigned => Some([0, 1].map(|side| if side == seat { 0 } else { game.points()[side].max(1) })),
        _ => game.forfeit_points(seat),
    })
}

/// The points as they stand, final when the game is over: 0 after a forfeit where the jury plays on.
pub fn points(game: &dyn Game, forfeits: [Option<&Forfeit>; 2]) -> [i32; 2] {
    let points = game.points();
    ended(game, forfeits).unwrap_or([0, 1].map(|seat| if forfeits[seat].is_some() { 0 } else { points[seat] }))
}

/// Do these forfeits end the game, whoever is to write?
pub fn decided(game: &dyn Game, forfeits: [Option<&Forfeit>; 2]) -> bool {
    forfeits.iter().all(Option::is_some) || ended(game, forfeits).is_some()
}

/// A file's name, and the same with numbers.
pub fn names(file: &Path) -> impl Iterator<Item = PathBuf> + '_ {
    let numbered = (2..).map(|number| file.with_extension(format!("{}.txt", number)));
    [file.to_path_buf()].into_iter().chain(numbered)
}

/// Writes the transcript under the first of its names where nothing is. Returns which.
pub fn keep(file: &Path, record: &Record) -> io::Result<PathBuf> {
    let write = |name: PathBuf| (place::write(&name, place::NEW, record.text()), name);
    let is_taken = |e: &io::Error| e.kind() == io::ErrorKind::AlreadyExists;
    let mut all = names(file).map(write).filter(|(written, _)| !written.as_ref().is_err_and(is_taken));
    all.next().map_or(Ok(PathBuf::new()), |(written, name)| written.map(|()| name))
}

/// Replays a transcript by the rules. The error says where and why it is not of a legal game with this result.
pub fn check(text: &str) -> Result<Record, String> {
    let (record, numbers) = parse(text)?;
    let mut game = games::from_setup(&record.name, &record.setup)?;
    let mut gone = [None; 2];
    for (number, entry) in numbers.into_iter().zip(&record.entries) {
        let (seat, line) = match entry {
            Entry::Line(seat, line) => (seat, line),
            Entry::Forfeit(seat, forfeit) => {
                gone[*seat] = Some(forfeit);
                continue;
            }
        };
        let why = match game.to_write().filter(|_| !decided(game.as_ref(), gone)) {
            None => format!("the game is over before {:?}", line),
            Some(turn) if turn != *seat => {
                format!("{:?} is written by {}, but {} is on turn", line, seat + 1, turn + 1)
            }
            Some(_) => match game.write(line) {
                Ok(_) => continue,
                Err(fault) => format!("{:?} is {}", line, fault),
            },
        };
        return Err(format!("line {}: {}", number, why));
    }
    if let Some(seat) = game.to_write().filter(|_| !decided(game.as_ref(), gone)) {
        return Err(format!("the record ends, but player {} is still on turn", seat + 1));
    }
    let points = points(game.as_ref(), gone);
    if points != record.points {
        return Err(format!("the result is {:?}, but the record says {:?}", points, record.points));
    }
    Ok(record)
}
