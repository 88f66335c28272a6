//! A person against a program, in the terminal.
//!
//! The person sits where a program would sit: sees what that side may see (`Game::view`), hears what the jury delivers
//! to that side, and types the lines that a program would write. Unlike a program he may err: he is told why a line is
//! illegal and asked again. His time is counted, but not limited.

use crate::answer;
use crate::game::{Delivery, Fault, Game, Rng, Seat};
use crate::games;
use crate::leftovers::Scratch;
use crate::print;
use crate::process::{Account, Forfeit, Limits, Program};
use crate::referee::{self, Entry, Note, Outcome};
use crate::show;
use crate::system;
use std::io::{self, BufRead, Write};
use std::path::Path;
use std::sync::mpsc::{channel, Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

/// The word on the command line that stands for the person.
pub const WORD: &str = "human";

const HELP: &str = "\
  a line as a program would write it is a move (or the next part of one)
  ?        the legal lines, where they can be listed
  board    the board once more
  back     takes back your last line and what came after it (also: undo)
  leave    ends the game, which is kept to go on with (also: quit, exit, the end of the input)
capitals or not, and a blank for the stroke of a move, are all the same
";

/// How often a person who thinks is looked after: Ctrl-C is noticed within this time.
const LOOK: Duration = Duration::from_millis(100);

/// Longest line of a list of moves, in characters.
const WIDTH: usize = 100;

/// A game between a person and a program.
pub struct Table<'a> {
    pub game: &'a str,
    pub setup: Vec<String>,
    pub person: Seat,
    /// Of the program.
    pub command: &'a str,
    pub name: &'a str,
    pub limits: Limits,
    /// The program's working directories are made in it.
    pub folder: &'a Path,
    /// Of the moves that the jury makes after a forfeit.
    pub seed: u64,
    /// What was played of the game before somebody left it.
    pub begun: Vec<(Entry, Note)>,
}

impl Table<'_> {
    /// Where the program sits.
    fn other(&self) -> Seat {
        1 - self.person
    }
}

/// The game as it stands, and how it came there.
struct Play<'a> {
    table: &'a Table<'a>,
    game: Box<dyn Game>,
    program: Option<Program>,
    /// Where the program works.
    _scratch: Scratch,
    account: Account,
    entries: Vec<Entry>,
    notes: Vec<Note>,
    forfeited: bool,
    rng: Rng,
}

impl<'a> Play<'a> {
    fn begin(table: &'a Table, with_program: bool) -> io::Result<Play<'a>> {
        let game = games::from_setup(table.game, &table.setup).map_err(io::Error::other)?;
        let scratch = Scratch::new(table.folder, "game")?;
        let folder = referee::seat_folder(game.as_ref(), scratch.path(), table.other())?;
        let start = || Program::start(table.command, &folder, table.limits);
        let program = with_program.then(start).transpose()?;
        Ok(Play {
            table,
            game,
            program,
            _scratch: scratch,
            account: Account::default(),
            entries: Vec::new(),
            notes: Vec::new(),
            forfeited: false,
            rng: Rng(table.seed),
        })
    }

    /// Gives the program its lines and returns the person's.
    fn deliver(&mut self, news: &[Delivery]) -> Vec<String> {
        let mut heard = Vec::new();
        for delivery in news {
            if delivery.to == self.table.person {
                heard.push(delivery.line.clone());
            } else if let Some(program) = &mut self.program {
                program.send(&delivery.line);
            }
        }
        heard
    }

    /// The seconds on the account of a seat.
    fn seconds(&self, seat: Seat) -> f64 {
        let of = |entry: &Entry| matches!(entry, Entry::Line(s, _) | Entry::Forfeit(s, _) if *s == seat);
        self.entries.iter().rposition(of).map_or(0.0, |i| self.notes[i].seconds)
    }

    fn keep(&mut self, entry: Entry, seconds: f64, log: Vec<String>) {
        self.entries.push(entry);
        self.notes.push(Note { seconds, log });
    }

    /// The next line of the program's seat, or of the jury in its place, and what the person hears of it.
    fn ask_program(&mut self) -> io::Result<Vec<String>> {
        let seat = self.table.other();
        let before = self.seconds(seat);
        let Some(program) = &mut self.program else {
            let (line, news) = referee::stand_in(self.game.as_mut(), &mut self.rng)?;
            self.keep(Entry::Line(seat, line), before, Vec::new());
            return Ok(self.deliver(&news));
        };
        let written = referee::ask(program, self.game.as_mut());
        // Whatever an interrupted jury saw of a program is not the program's fault.
        if written.is_err() && system::interrupted() {
            return Err(io::Error::new(io::ErrorKind::Interrupted, "interrupted"));
        }
        // A game with a person is not played again: a late line counts, and without one nobody has won.
        let late = referee::is_void(program, &written);
        if late && written.is_err() {
            return Err(referee::void(seat, program.account()));
        }
        let (seconds, log) = (program.spent(), program.log(written.is_err()));
        match written {
            Ok((line, news)) => {
                self.keep(Entry::Line(seat, line), seconds, log);
                let word = late.then(|| "waited for a processor: its time is over, but goes on".to_string());
                Ok(word.into_iter().chain(self.deliver(&news)).collect())
            }
            Err(forfeit) => {
                let heard = vec![format!("forfeits, {}: {}", forfeit.kind.name(), forfeit.reason)];
                self.keep(Entry::Forfeit(seat, forfeit), seconds, log);
                self.forfeited = true;
                let dismissal = self.game.dismissal();
                self.finish(Some(dismissal));
                Ok(heard)
            }
        }
    }

    fn finish(&mut self, last: Option<&str>) {
        if let Some(program) = self.program.take() {
            self.account = program.finish(last);
        }
    }

    /// What both sides have written.
    fn lines(&self) -> Vec<String> {
        let line = |entry: &Entry| match entry {
            Entry::Line(_, line) => Some(line.clone()),
            Entry::Forfeit(..) => None,
        };
        self.entries.iter().filter_map(line).collect()
    }

    fn over(&self) -> bool {
        self.game.to_write().is_none() || (self.forfeited && self.game.forfeit_points(self.table.other()).is_some())
    }

    /// The record of a finished game.
    fn outcome(mut self) -> Outcome {
        let seat = self.table.other();
        let last = if self.game.to_write().is_some() { Some(self.game.dismissal()) } else { self.game.farewell(seat) };
        self.finish(last);
        let person = Account { wall: self.seconds(1 - seat), exit: "0".to_string(), ..Account::default() };
        let mut offenders = [false; 2];
        offenders[seat] = self.forfeited;
        let points = referee::points(self.game.as_ref(), offenders);
        let find = |entry: &Entry| match entry {
            Entry::Forfeit(_, forfeit) => Some(forfeit.clone()),
            Entry::Line(..) => None,
        };
        let mut forfeits: [Option<Forfeit>; 2] = [None, None];
        forfeits[seat] = self.entries.iter().find_map(find);
        let accounts = if seat == 0 { [self.account, person] } else { [person, self.account] };
        let mut commands = [String::new(), String::new()];
        commands[seat] = self.table.command.to_string();
        let (entries, notes) = (self.entries, self.notes);
        Outcome { points, forfeits, entries, notes, accounts, commands, voids: Vec::new() }
    }
}

/// Plays a game and says whether it was finished. `input` is what the person types.
pub fn play(
    table: &Table,
    input: impl BufRead + Send + 'static,
    output: &mut dyn Write,
) -> io::Result<(Outcome, bool)> {
    let typed = listen(input);
    let sides = show::seats(table.game);
    let other = table.other();
    let mut opening = Vec::new();
    let mut play = if table.begun.is_empty() {
        let mut play = Play::begin(table, true)?;
        let news = play.game.opening();
        opening = play.deliver(&news);
        play
    } else {
        again(table, &table.begun, &Account::default(), output)?
    };
    writeln!(
        output,
        "You are {}, {} {} {}. `help` says what you can type.",
        sides[table.person],
        sides[other],
        if answer::several(&sides[other]) { "are" } else { "is" },
        table.name
    )?;
    hear(output, "the jury", &opening)?;
    while !play.over() {
        let person = play.game.to_write() == Some(table.person);
        let goes_on = if person {
            persons_turn(&mut play, &typed, output)
        } else {
            programs_turn(&mut play, &sides[other], output)
        };
        match goes_on {
            Ok(true) => {}
            Ok(false) => return leave(play, output),
            Err(e) if e.kind() == io::ErrorKind::Interrupted => return leave(play, output),
            Err(e) => return Err(e),
        }
    }
    writeln!(output, "{}", print::seen(&play.game.view(None, &play.lines())))?;
    Ok((play.outcome(), true))
}

/// One line of the program's seat. An interruption is an error.
fn programs_turn(play: &mut Play, side: &str, output: &mut dyn Write) -> io::Result<bool> {
    if play.program.is_some() {
        writeln!(output, "{} {} ...", side, if answer::several(side) { "think" } else { "thinks" })?;
        output.flush()?;
    }
    let heard = play.ask_program()?;
    hear(output, side, &heard)?;
    Ok(true)
}

/// One line of the person, or the game taken back; false when he leaves.
fn persons_turn(play: &mut Play, typed: &Receiver<String>, output: &mut dyn Write) -> io::Result<bool> {
    board(play, output)?;
    let begin = Instant::now();
    // A line that was refused, or no line at all, leaves the person on turn.
    loop {
        write!(output, "> ")?;
        output.flush()?;
        let Some(text) = next(typed) else { return Ok(false) };
        match text.trim() {
            "?" => list(play, output)?,
            "board" => board(play, output)?,
            "help" => write!(output, "{}", HELP)?,
            "leave" | "quit" | "exit" | "Quit" => return Ok(false),
            "back" | "undo" => match take_back(play, output)? {
                Some(earlier) => {
                    *play = earlier;
                    return Ok(true);
                }
                None => writeln!(output, "you have not written a line yet")?,
            },
            line => match write(play.game.as_mut(), line) {
                Ok((line, news)) => {
                    let seconds = play.seconds(play.table.person) + begin.elapsed().as_secs_f64();
                    play.keep(Entry::Line(play.table.person, line), seconds, Vec::new());
                    let heard = play.deliver(&news);
                    hear(output, "the jury", &heard)?;
                    return Ok(true);
                }
                Err(fault) => {
                    writeln!(output, "{}\n(? lists the legal lines, help says what else you can type)", fault)?
                }
            },
        }
    }
}

/// Gives the game a line as it was typed, or else with other letters: `b1 b2` for `B1-B2`. The line is the one that was read.
fn write(game: &mut dyn Game, typed: &str) -> Result<(String, Vec<Delivery>), Fault> {
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

fn leave(play: Play, output: &mut dyn Write) -> io::Result<(Outcome, bool)> {
    writeln!(output, "You left.")?;
    Ok((play.outcome(), false))
}

/// The game before the person's last line; `None` when there is none.
fn take_back<'a>(play: &Play<'a>, output: &mut dyn Write) -> io::Result<Option<Play<'a>>> {
    let person = play.table.person;
    let Some(end) = play.entries.iter().rposition(|e| matches!(e, Entry::Line(seat, _) if *seat == person)) else {
        return Ok(None);
    };
    let past = play.entries[..end].iter().cloned().zip(play.notes.iter().cloned()).collect::<Vec<_>>();
    let earlier = again(play.table, &past, &play.account, output)?;
    writeln!(output, "Taken back.")?;
    Ok(Some(earlier))
}

/// The game after a past. No program can take anything back: it is started anew with the same seed and gets the same lines. If
/// it answers another one than before, the game goes on from there. One that had forfeited by then is not started again: its
/// lines stand, and so does the forfeit.
fn again<'a>(
    table: &'a Table<'a>,
    past: &[(Entry, Note)],
    account: &Account,
    output: &mut dyn Write,
) -> io::Result<Play<'a>> {
    let forfeit = past.iter().position(|(entry, _)| matches!(entry, Entry::Forfeit(..)));
    let mut again = Play::begin(table, forfeit.is_none())?;
    if forfeit.is_some() {
        again.account = account.clone();
        again.forfeited = true;
    }
    let news = again.game.opening();
    again.deliver(&news);
    for (i, (entry, note)) in past.iter().enumerate() {
        match entry {
            // The jury's own lines after a forfeit come again by themselves, so that its dice stand as they did.
            Entry::Line(seat, line) if *seat == table.person || forfeit.is_some_and(|forfeit| i < forfeit) => {
                let news = again.game.write(line).map_err(|f| io::Error::other(f.to_string()))?;
                again.keep(entry.clone(), note.seconds, note.log.clone());
                again.deliver(&news);
            }
            Entry::Forfeit(..) => again.keep(entry.clone(), note.seconds, note.log.clone()),
            _ => {
                let heard = again.ask_program()?;
                if again.entries.last() != Some(entry) {
                    writeln!(output, "{} plays otherwise than before; the game goes on from here", table.name)?;
                    hear(output, &show::seats(table.game)[table.other()], &heard)?;
                    break;
                }
            }
        }
    }
    Ok(again)
}

fn hear(output: &mut dyn Write, who: &str, lines: &[String]) -> io::Result<()> {
    lines.iter().try_for_each(|line| writeln!(output, "{}: {}", who, line))
}

fn board(play: &Play, output: &mut dyn Write) -> io::Result<()> {
    let person = play.table.person;
    let (own, other) = (play.seconds(person), play.seconds(play.table.other()));
    writeln!(output, "\n{}", print::seen(&play.game.view(Some(person), &play.lines())))?;
    writeln!(output, "[you {:.1} s, {} {:.2} of {} s]", own, play.table.name, other, play.table.limits.seconds)
}

fn list(play: &Play, output: &mut dyn Write) -> io::Result<()> {
    let Some(choices) = play.game.choices() else {
        let one = play.game.stand_in(&mut play.rng.clone());
        return writeln!(output, "too many legal lines to list, one of them: {}", one);
    };
    write!(output, "{} legal lines:", choices.len())?;
    let mut column = WIDTH;
    for (i, choice) in choices.iter().enumerate() {
        let end = if i + 1 < choices.len() { "," } else { "" };
        if column + choice.len() + 2 > WIDTH {
            write!(output, "\n ")?;
            column = 1;
        }
        write!(output, " {}{}", choice, end)?;
        column += choice.len() + 2;
    }
    writeln!(output)
}

/// Reads what is typed in a thread of its own, so that Ctrl-C is noticed while nothing is.
fn listen(input: impl BufRead + Send + 'static) -> Receiver<String> {
    let (sender, receiver) = channel();
    thread::spawn(move || {
        // Bytes that are no text come from a terminal of another encoding: such a line is refused, and the game goes on.
        for line in input.split(b'\n') {
            let Ok(line) = line else { return };
            if sender.send(String::from_utf8_lossy(&line).into_owned()).is_err() {
                return;
            }
        }
    });
    receiver
}

/// The next line that is not blank; `None` at the end of the input and after Ctrl-C.
fn next(typed: &Receiver<String>) -> Option<String> {
    while !system::interrupted() {
        match typed.recv_timeout(LOOK) {
            Ok(line) if line.trim().is_empty() => {}
            Ok(line) => return Some(line),
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => return None,
        }
    }
    None
}
