//! `jury play`: one game in the terminal, between two programs.

use crate::command::options::Asked;
use crate::command::programs::{say, transcript_file};
use crate::count::verdict;
use crate::play::entrants;
use crate::play::referee::{self, Players};
use crate::play::transcript::{self, Entry, Note};
use crate::rules::game::{Game, Rng};
use crate::rules::games;
use crate::run::place::Scratch;
use crate::run::process::Limits;
use crate::run::system;
use crate::text::print::{self, Shown};
use std::process::ExitCode;

const WANTED: &str = "wanted: GAME A B (a command of several words goes into quotes)";

pub fn play(asked: &Asked) -> Result<ExitCode, String> {
    let [game, words @ ..] = &asked.rest[..] else { return Err(WANTED.to_string()) };
    let words: &[String; 2] = words.try_into().map_err(|_| WANTED)?;
    let game = games::find(game)?.name;
    let (seconds, seed) = (asked.seconds(game)?, asked.seed());
    let out = transcript_file(asked, game, seed)?;
    let scratch = Scratch::temporary("jury-play")?;
    system::watch_interrupts();
    let entrants = entrants::prepare(game, words, &|i| scratch.path().join(["a", "b"][i]))?;
    let mut rng = Rng(seed);
    let commands = [0, 1].map(|i| entrants[i].command(seconds[i], rng.next() >> 32, &[]));
    let names = [0, 1].map(|i| entrants[i].name.as_str());
    let limits = |i: usize| Limits { seconds: seconds[i], memory: asked.memory() };
    let players = Players { names, commands: [&commands[0], &commands[1]], limits: [limits(0), limits(1)] };
    let sides = games::seats(game);
    let who = format!("{}: {}\n{}: {}\n\n", sides[0], names[0], sides[1], names[1]);
    say(&who)?;
    let (mut board, mut stands_in) = (String::new(), false);
    let (mut words, mut log) = (Vec::new(), Vec::new());
    let mut watch = |game: &dyn Game, entry: &Entry, note: &Note| {
        match (entry, stands_in) {
            // Behind a forfeit no program shows what it can.
            (Entry::Line(..), true) => return,
            (Entry::Line(_, line), false) => words.push(line.clone()),
            (Entry::Forfeit(_, forfeit), _) => {
                words.push(format!("FORFEIT, {}", forfeit.kind.name()));
                stands_in = true;
            }
        }
        log.extend(note.log.iter().cloned());
        // The lines of a move are told together.
        if !matches!(entry, Entry::Line(seat, _) if game.to_write() == Some(*seat)) {
            let told = step(&sides[entry.seat()], &std::mem::take(&mut words).join(" "), note, &log);
            log.clear();
            board = game.draw();
            print::out(&told);
        }
    };
    let played = referee::play(game, games::new(game, seed)?, &players, scratch.path(), rng, &mut watch)
        .map_err(|e| e.to_string())?;
    if stands_in {
        say("moves behind a forfeit are not shown\n")?;
    }
    if !asked.quiet {
        say(&format!("\n{}\n\n", board))?;
    }
    for (side, account) in sides.iter().zip(&played.accounts) {
        account.last_words.iter().try_for_each(|line| say(&format!("   {} | {}\n", side, line)).map(drop))?;
    }
    let out = transcript::keep(&out, &played).map_err(|e| {
        print::out(&played.text());
        format!("{} (the game is on stdout)", e)
    })?;
    say(&format!("{}transcript: {}\n", verdict::end_of_game(&played, seconds), out.shown()))
}

/// A move for who watches: whose it is, the time used so far, what was written to stderr, on the same line if it fits there.
/// The move itself, at the beginning of that, is not said twice.
fn step(side: &str, words: &str, note: &Note, log: &[String]) -> String {
    let text = format!("{:<20}  {:.2} s used", format!("{}: {}", side, words), note.seconds);
    let short = |line: &String| line.strip_prefix(words).map_or(line.clone(), |rest| rest.trim_start().to_string());
    match log {
        [line] if text.chars().count() + short(line).chars().count() < 77 => format!("{} | {}\n", text, short(line)),
        _ => log.iter().fold(text + "\n", |text, line| format!("{}   | {}\n", text, line)),
    }
}
