//! One game between two programs, exactly as the contest plays it.

use crate::rules::game::{Delivery, Fault, Game, Rng, Seat};
use crate::run::forfeit::{Forfeit, Kind};
use crate::run::process::{Account, Limits, Program};
use crate::run::{leftovers, place, system};
use std::io;
use std::path::{Path, PathBuf};

/// The two programs and their limits, by seat.
pub struct Players<'a> {
    pub commands: [&'a str; 2],
    pub limits: [Limits; 2],
}

/// One line of a game, as a transcript keeps it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Entry {
    /// A line of the seat: its own, or the jury's in its place after a forfeit.
    Line(Seat, String),
    /// The seat forfeited here.
    Forfeit(Seat, Forfeit),
}

/// What the jury notes beside an entry.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Note {
    /// Seconds on the seat's account after it. 0 if a transcript does not say.
    pub seconds: f64,
    /// What the program wrote to stderr meanwhile.
    pub log: Vec<String>,
}

/// A finished game.
#[derive(Clone, Debug)]
pub struct Outcome {
    pub points: [i32; 2],
    pub forfeits: [Option<Forfeit>; 2],
    pub entries: Vec<Entry>,
    /// One for each entry.
    pub notes: Vec<Note>,
    pub accounts: [Account; 2],
    /// The command lines that ran; empty for a person.
    pub commands: [String; 2],
    /// For each time that the game was void before, why.
    pub voids: Vec<String>,
}

/// How often a void game is played again.
const AGAIN: usize = 3;

/// A void game: the seat's time is over, but it waited for a processor. What it would have played is not known.
pub fn void(seat: Seat, account: &Account) -> io::Error {
    let (wall, waited) = (account.wall, account.kept_waiting);
    let what = format!("{} used {:.3} s, {:.3} of them waiting for a processor", seat + 1, wall, waited);
    io::Error::new(io::ErrorKind::ResourceBusy, what)
}

/// Why a game could not be played, with the program's name in place of its seat.
pub fn named(why: &io::Error, names: [&str; 2]) -> String {
    let text = why.to_string();
    match why.kind() {
        io::ErrorKind::ResourceBusy => names[usize::from(text.starts_with('2'))].to_string() + &text[1..],
        _ => text,
    }
}

/// The error of games that are void again and again.
pub fn too_busy(what: &str) -> io::Error {
    let advice = "end what else runs here, play fewer games at the same time, or raise a limit of processor time";
    io::Error::new(io::ErrorKind::ResourceBusy, format!("this machine is too busy: {}; {}", what, advice))
}

/// Plays a game until it is not void. Returns the result, and why it was void before. An error if it always is.
pub fn again_if_void<T>(mut game: impl FnMut() -> io::Result<T>) -> io::Result<(T, Vec<String>)> {
    let mut voids = Vec::new();
    loop {
        match game() {
            Err(e) if e.kind() == io::ErrorKind::ResourceBusy => voids.push(e.to_string()),
            result => return result.map(|outcome| (outcome, voids)),
        }
        if voids.len() > AGAIN {
            return Err(too_busy(&format!("a game was void {} times (player {})", voids.len(), voids[AGAIN])));
        }
    }
}

/// A new folder for the program in a seat, with copies of the game's files. It lies in one of its own, whose name cannot
/// be guessed: no program touches the other's.
pub fn seat_folder(game: &dyn Game, folder: &Path, seat: Seat) -> io::Result<PathBuf> {
    let outer = folder.join(format!("{:016x}", leftovers::random()));
    let own = outer.join((seat + 1).to_string());
    [outer, own.clone()].iter().try_for_each(|path| place::make_folder(path))?;
    game.files().iter().try_for_each(|(name, text)| place::write(&own.join(name), &place::NEW, text))?;
    Ok(own)
}

impl Outcome {
    /// The seat's slowest line or its forfeit: seconds, and which it was.
    pub fn slowest(&self, seat: Seat) -> Option<(f64, &Entry)> {
        let own = |entry: &Entry| matches!(entry, Entry::Line(s, _) | Entry::Forfeit(s, _) if *s == seat);
        let mut before = 0.0;
        let mut slowest: Option<(f64, &Entry)> = None;
        for (entry, note) in self.entries.iter().zip(&self.notes).filter(|(entry, _)| own(entry)) {
            let seconds = note.seconds - before;
            before = note.seconds;
            if slowest.is_none_or(|(most, _)| seconds > most) {
                slowest = Some((seconds, entry));
            }
        }
        slowest
    }
}

/// The points of a finished game. An offender gets 0 where the jury played on. Otherwise the game's `forfeit_points`
/// says.
pub fn points(game: &dyn Game, offenders: [bool; 2]) -> [i32; 2] {
    for seat in 0..2 {
        if offenders[seat] {
            if let Some(points) = game.forfeit_points(seat) {
                return points;
            }
        }
    }
    let mut points = game.points();
    for seat in 0..2 {
        if offenders[seat] {
            points[seat] = 0;
        }
    }
    points
}

/// Plays one game. `folder` is empty: each program gets a new working folder in it, with the game's files. `watch` is
/// called after every line with the game, the line and its note. What a program does is an outcome. An error means
/// that the jury could not work, was interrupted, or that the game is void (`again_if_void`).
pub fn play(
    game: &mut dyn Game,
    players: &Players,
    folder: &Path,
    rng: &mut Rng,
    watch: &mut dyn FnMut(&dyn Game, &Entry, &Note),
) -> io::Result<Outcome> {
    let folders = [seat_folder(game, folder, 0)?, seat_folder(game, folder, 1)?];
    let start = |seat: Seat| Program::start(players.commands[seat], &folders[seat], players.limits[seat]);
    let mut programs = [Some(start(0)?), Some(start(1)?)];
    let mut accounts = [Account::default(), Account::default()];
    let mut forfeits: [Option<Forfeit>; 2] = [None, None];
    let mut entries = Vec::new();
    let mut notes: Vec<Note> = Vec::new();
    // Each seat's last entry.
    let mut last: [Option<usize>; 2] = [None; 2];
    deliver(&mut programs, &game.opening(), &mut notes, last);
    while let Some(seat) = game.to_write() {
        let written = match &mut programs[seat] {
            Some(program) => ask(program, game),
            None => Ok(stand_in(game, rng)?),
        };
        // When the jury was interrupted, nothing is the program's fault.
        if system::interrupted() {
            return Err(io::Error::new(io::ErrorKind::Interrupted, "interrupted"));
        }
        if let Some(program) = programs[seat].as_ref().filter(|program| is_void(program, &written)) {
            return Err(void(seat, program.account()));
        }
        let mut note = Note { seconds: accounts[seat].wall, log: Vec::new() };
        if let Some(program) = &mut programs[seat] {
            note = Note { seconds: program.spent(), log: program.log(written.is_err()) };
        }
        last[seat] = Some(notes.len());
        notes.push(note);
        match written {
            Ok((line, news)) => {
                entries.push(Entry::Line(seat, line));
                deliver(&mut programs, &news, &mut notes, last);
            }
            Err(forfeit) => {
                entries.push(Entry::Forfeit(seat, forfeit.clone()));
                forfeits[seat] = Some(forfeit);
                if let Some(program) = programs[seat].take() {
                    accounts[seat] = program.finish(Some(game.dismissal()));
                }
            }
        }
        watch(game, &entries[entries.len() - 1], &notes[notes.len() - 1]);
        let ends = forfeits[seat].is_some() && game.forfeit_points(seat).is_some();
        if ends || forfeits.iter().all(Option::is_some) {
            break;
        }
    }
    dismiss(game, &mut programs, &mut accounts);
    let points = points(game, [forfeits[0].is_some(), forfeits[1].is_some()]);
    let commands = players.commands.map(str::to_string);
    Ok(Outcome { points, forfeits, entries, notes, accounts, commands, voids: Vec::new() })
}

/// Was the program late because it waited for a processor? Any other fault is its own.
pub fn is_void<T>(program: &Program, written: &Result<T, Forfeit>) -> bool {
    program.starved() && written.as_ref().err().is_none_or(|forfeit| forfeit.kind == Kind::TimeOut)
}

/// Ends the programs that still run.
fn dismiss(game: &dyn Game, programs: &mut [Option<Program>; 2], accounts: &mut [Account; 2]) {
    let cut_short = game.to_write().is_some();
    for seat in 0..2 {
        if let Some(program) = programs[seat].take() {
            accounts[seat] = program.finish(if cut_short { Some(game.dismissal()) } else { game.farewell(seat) });
        }
    }
}

/// Asks the program for a line and applies it.
pub fn ask(program: &mut Program, game: &mut dyn Game) -> Result<(String, Vec<Delivery>), Forfeit> {
    judge(program.ask()?, game)
}

/// Applies a program's line.
pub fn judge(line: String, game: &mut dyn Game) -> Result<(String, Vec<Delivery>), Forfeit> {
    let news = game.write(&line).map_err(|fault| forfeit(&line, fault))?;
    Ok((line, news))
}

/// Writes a line in a program's place and applies it.
pub fn stand_in(game: &mut dyn Game, rng: &mut Rng) -> io::Result<(String, Vec<Delivery>)> {
    let line = game.stand_in(rng);
    let news = game.write(&line).map_err(|f| io::Error::other(format!("the jury's own {:?}: {}", line, f)))?;
    Ok((line, news))
}

/// Sends the programs their lines. What a program wrote to stderr between its last line and this one belongs to its
/// last entry.
fn deliver(programs: &mut [Option<Program>; 2], news: &[Delivery], notes: &mut [Note], last: [Option<usize>; 2]) {
    for delivery in news {
        if let Some(program) = &mut programs[delivery.to] {
            if let Some(i) = last[delivery.to] {
                notes[i].log.extend(program.log(false));
            }
            program.send(&delivery.line);
        }
    }
}

/// The forfeit for a line that the rules refuse.
pub fn forfeit(line: &str, fault: Fault) -> Forfeit {
    let (kind, why) = match fault {
        Fault::Illegal(why) => (Kind::Illegal, why),
        Fault::Unreadable(why) => (Kind::Unreadable, why),
    };
    Forfeit { kind, reason: format!("{:?}: {}", shown(line), why) }
}

/// The beginning of a line, which may be very long.
fn shown(line: &str) -> String {
    line.chars().take(100).collect()
}
