//! A person against a program, in the terminal.
//!
//! The person sees what that side may see (`Game::view`), is told why a line is illegal, and asked again.

use crate::count::verdict;
use crate::play::session::{Past, Session, Table};
use crate::rules::game::{Game, Seat};
use crate::rules::games;
use crate::run::process::Account;
use crate::run::system;
use crate::text::print;
use std::io::{self, BufRead, Write};
use std::sync::mpsc::{channel, Receiver, RecvTimeoutError};
use std::sync::Arc;
use std::time::Instant;

const HELP: &str = "\
  a line as a program would write it is a move (or the next part of one)
  the first part of a line alone (b1, say) tells what may follow
  ?        the legal lines, where they can be listed
  board    the board once more
  back     takes back your last line and what came after it (also: undo)
  leave    ends the game, which is kept to go on with (also: quit, exit, the end of the input)
capitals or not, and a blank for the stroke of a move, are all the same
";

/// Plays a game after what is `begun`; `input` is what the person types. Returns how far it came, and what went wrong.
pub fn play(
    table: Table,
    begun: Past,
    input: impl BufRead + Send + 'static,
    output: &mut dyn Write,
) -> io::Result<(Session, io::Result<()>)> {
    let typed = listen(input)?;
    let accounts = <[Account; 2]>::default();
    let (mut play, opening) = match begun.is_empty() {
        true => Session::begin(Arc::new(table), begun, accounts)?,
        false => (again(Arc::new(table), begun, accounts, output)?, Vec::new()),
    };
    let done = turns(&mut play, &opening, &typed, output);
    play.course.end();
    Ok((play, done))
}

/// Plays up to the end, or until the person leaves.
fn turns(play: &mut Session, opening: &[String], typed: &Receiver<String>, output: &mut dyn Write) -> io::Result<()> {
    let (sides, person) = (games::seats(&play.table.game), seat(play));
    let other = 1 - person;
    let is = if verdict::several(&sides[other]) { "are" } else { "is" };
    let who = format!("You are {}, {} {} {}", sides[person], sides[other], is, name(play));
    writeln!(output, "{}. `help` says what you can type.", who)?;
    hear(output, "the jury", opening)?;
    while !play.over() {
        let goes_on = match play.course.game.to_write() == Some(person) {
            // Who resigned on the board is not asked any more.
            true if play.forfeited(person) => {
                play.ask().and_then(|heard| hear(output, "the jury", &heard)).map(|()| true)
            }
            true => persons_turn(play, typed, output),
            false => programs_turn(play, &sides[other], output),
        };
        match goes_on {
            Ok(true) => continue,
            Ok(false) => {}
            Err(e) if e.kind() == io::ErrorKind::Interrupted => {}
            Err(e) if e.kind() == io::ErrorKind::ResourceBusy => writeln!(output, "this machine is too busy: {}", e)?,
            Err(e) => return Err(e),
        }
        return writeln!(output, "You left.");
    }
    writeln!(output, "{}", print::seen(&play.course.game.view(None, &play.course.record.lines())))
}

/// One line of the program's seat. An interruption is an error.
fn programs_turn(play: &mut Session, side: &str, output: &mut dyn Write) -> io::Result<bool> {
    if !play.forfeited(1 - seat(play)) {
        writeln!(output, "{} {} ...", side, if verdict::several(side) { "think" } else { "thinks" })?;
        output.flush()?;
    }
    hear(output, side, &play.ask()?)?;
    Ok(true)
}

/// One line of the person, or the game taken back; false when he leaves.
fn persons_turn(play: &mut Session, typed: &Receiver<String>, output: &mut dyn Write) -> io::Result<bool> {
    board(play, output)?;
    let question = play.course.game.question("");
    writeln!(output, "{}", print::wrapped(question.split_whitespace()))?;
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
            "back" | "undo" => match play.before_last() {
                Ok(past) => {
                    let otherwise = play.otherwise;
                    *play = again(play.table.clone(), past, play.course.record.accounts.clone(), output)?;
                    play.otherwise |= otherwise;
                    return writeln!(output, "Taken back.").map(|()| true);
                }
                Err(why) => writeln!(output, "{}", why)?,
            },
            line => match play.write(line, begin.elapsed().as_secs_f64()) {
                Ok(heard) => {
                    hear(output, "the jury", &heard)?;
                    return Ok(true);
                }
                Err(fault) => {
                    let why = format!("{}\n(? lists the legal lines, help says what else you can type)", fault);
                    writeln!(output, "{}", begun(&*play.course.game, line).unwrap_or(why))?
                }
            },
        }
    }
}

/// The question behind the first part of a line, and what may follow; `None` if it is no such part.
fn begun(game: &dyn Game, typed: &str) -> Option<String> {
    let part = game.parts("").into_iter().find(|part| !part.whole && part.line.eq_ignore_ascii_case(typed))?;
    let lines: Vec<String> = game.parts(&part.line).into_iter().map(|part| part.line).collect();
    Some(print::wrapped(format!("{} {}", game.question(&part.line), lines.join(", ")).split(' ')))
}

/// The game after a past. If a program answers otherwise than before, the game goes on from there.
fn again(table: Arc<Table>, past: Past, accounts: [Account; 2], output: &mut dyn Write) -> io::Result<Session> {
    let (mut play, _) = Session::begin(table, past, accounts)?;
    while play.reliving() {
        if !play.relive()? {
            let heard = play.ask()?;
            if play.otherwise {
                let other = 1 - seat(&play);
                writeln!(output, "{} plays otherwise than before; the game goes on from here", name(&play))?;
                hear(output, &games::seats(&play.table.game)[other], &heard)?;
            }
        }
    }
    Ok(play)
}

fn seat(play: &Session) -> Seat {
    play.table.person().unwrap_or(0)
}

fn name(play: &Session) -> &str {
    play.table.names()[1 - seat(play)]
}

fn hear(output: &mut dyn Write, who: &str, lines: &[String]) -> io::Result<()> {
    lines.iter().try_for_each(|line| writeln!(output, "{}: {}", who, line))
}

fn board(play: &Session, output: &mut dyn Write) -> io::Result<()> {
    let person = seat(play);
    let (own, other) = (play.course.record.seconds(person), play.course.record.seconds(1 - person));
    let limit = play.table.players[1 - person].as_ref().map_or(0.0, |player| player.limits.seconds);
    writeln!(output, "\n{}", print::seen(&play.course.game.view(Some(person), &play.course.record.lines())))?;
    writeln!(output, "[you {:.1} s, {} {:.2} of {} s]", own, name(play), other, limit)
}

fn list(play: &Session, output: &mut dyn Write) -> io::Result<()> {
    match play.course.game.choices() {
        Some(all) => {
            let words = all.join(", ");
            let words = words.split_inclusive(", ").map(str::trim_end);
            writeln!(output, "{} legal lines:\n{}", all.len(), print::wrapped(words))
        }
        None => {
            let example = play.course.game.stand_in(&mut play.course.rng.clone());
            writeln!(output, "too many legal lines to list, one of them: {}", example)
        }
    }
}

/// Reads what is typed in a thread of its own, so that Ctrl-C is noticed while nothing is.
fn listen(input: impl BufRead + Send + 'static) -> io::Result<Receiver<String>> {
    let (sender, receiver) = channel();
    system::in_thread(move || {
        // Bytes that are no text come from a terminal of another encoding: such a line is refused, and the game goes on.
        let lines = input.split(b'\n').map_while(Result::ok);
        let _ = lines.map(|line| String::from_utf8_lossy(&line).into_owned()).try_for_each(|line| sender.send(line));
    })?;
    Ok(receiver)
}

/// The next line that is not blank; `None` at the end of the input and after Ctrl-C.
fn next(typed: &Receiver<String>) -> Option<String> {
    while !system::interrupted() {
        match typed.recv_timeout(system::LOOK) {
            Ok(line) if line.trim().is_empty() => {}
            Ok(line) => return Some(line),
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => return None,
        }
    }
    None
}
