//! How one game is opened, for the terminal and the browser: a new one, or one that somebody left.

use crate::board::hint::{self, Prepare};
use crate::board::http;
use crate::board::round::{Room, Round};
use crate::command::options::Asked;
use crate::command::programs::{ourselves, prepare};
use crate::count::plan;
use crate::play::session::{self, Past};
use crate::play::transcript;
use crate::rules::games;
use crate::run::place::{self, Scratch};
use crate::run::{files, leftovers};
use crate::text::print::{self, Shown};
use crate::text::words::{quoted, words};
use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, IsTerminal};
use std::path::Path;
use std::sync::{Arc, Mutex};

/// The game, who plays it, and what was played of it.
pub type Opened = (&'static str, Round, Past);

/// What the command line asks for. An error if its transcript cannot be written at the end.
pub fn open(asked: &Asked) -> Result<Opened, String> {
    let (game, round, past) = match &asked.resume {
        Some(file) => resumed(asked, file)?,
        None => new_round(asked)?,
    };
    if round.words == [session::WORD, session::WORD] {
        return Err("one of the two must be a program".to_string());
    }
    if round.out.extension().is_some_and(|ending| ending == session::UNFINISHED) {
        return Err(format!("{}: so a game that is not over is called; name another file", round.out.shown()));
    }
    place::folder(place::folder_of(&round.out))?;
    place::check_writable(&round.out, transcript::GAME)?;
    Ok((game, round, past))
}

/// Our player, if it is built beside the jury.
fn own_player(game: &str) -> Result<Option<String>, String> {
    let own = files::beside_us(game)?;
    Ok(Some(own.display().to_string()).filter(|_| own.is_file()))
}

fn new_round(asked: &Asked) -> Result<Opened, String> {
    let (game, players) = asked.rest.split_first().ok_or("wanted: GAME [A] [B]")?;
    let game = games::find(game)?.name;
    let own = own_player(game)?.unwrap_or_else(|| "greedy".to_string());
    let person = || session::WORD.to_string();
    let words = match players {
        [a, b] if asked.command == "play" => [a.clone(), b.clone()],
        _ if asked.command == "play" => {
            return Err("wanted: GAME A B (a command of several words goes into quotes)".to_string())
        }
        [a] if a != session::WORD => [person(), a.clone()],
        [] | [_] => [person(), own],
        [a, b] => [a.clone(), b.clone()],
        _ => return Err("wanted: GAME [A] [B] (a command of several words goes into quotes)".to_string()),
    };
    let seed = asked.seed.unwrap_or_else(|| leftovers::random() >> 32);
    let setup =
        asked.setup.as_deref().map_or_else(|| Ok(games::new(game, seed)?.setup()), |file| read_setup(game, file))?;
    let name = || Path::new(place::MATCHES).join(format!("{}-{}-{}.txt", asked.command, game, seed));
    let out = asked.out.clone().unwrap_or_else(|| session::free(name(), None));
    Ok((game, Round { words, seconds: asked.seconds(game)?, seed, setup, out, kept: None }, Past::new()))
}

/// The start that a file holds, in the form that `jury setup` prints.
fn read_setup(game: &str, file: &Path) -> Result<Vec<String>, String> {
    let text = place::read(file)?;
    let lines = transcript::without_mark(&text).trim_end().lines();
    let lines: Vec<String> = lines.map(|line| line.trim_end().to_string()).collect();
    let start = games::from_setup(game, &lines).map_err(|why| format!("{}: {}", file.shown(), why))?;
    Ok(start.setup())
}

fn resumed(asked: &Asked, file: &Path) -> Result<Opened, String> {
    let name = file.shown();
    let text = place::read(file)?;
    let seed = transcript::comment(&text, "seed").and_then(|seed| seed.parse().ok());
    let seed = seed.ok_or(format!("{}: no game that somebody left", name))?;
    let told = transcript::comment(&text, "board").map(words).transpose()?.unwrap_or_default();
    let record = transcript::read(&format!("{}R 0 0\n", text)).map_err(|e| format!("{}: {}", name, e))?;
    let game = games::find(&record.name)?.name;
    let number = |text: &String| {
        let number = text.parse().map_err(|_| format!("{:?} is no number", text)).and_then(plan::check_seconds);
        number.map_err(|why| format!("{}: {}", name, why))
    };
    let seconds = match &told[..] {
        [_, _, first, second] if asked.time.or(asked.time_a).or(asked.time_b).is_none() => {
            [number(first)?, number(second)?]
        }
        _ => asked.seconds(game)?,
    };
    let words = match (&asked.rest[..], &told[..]) {
        ([of, a, b], _) if of == game => [a.clone(), b.clone()],
        ([], [a, b, _, _]) => {
            let words = [a.clone(), b.clone()];
            may_run(asked, file, game, &words)?;
            words
        }
        _ => return Err(format!("{}: does not say who played; wanted: --resume FILE {} A B", name, game)),
    };
    let out = asked.out.clone().unwrap_or_else(|| session::free(file.with_extension("txt"), Some(file)));
    let kept = Some(out.with_extension(session::UNFINISHED)).filter(|kept| place::is_same(file, kept));
    let kept = kept.map(|kept| (kept, text));
    let past = record.entries.into_iter().zip(record.notes).collect();
    Ok((game, Round { words, seconds, seed, setup: record.setup, out, kept }, past))
}

/// A game is a file that anybody may have sent. What it names is run only if it is ours, or if the person agrees.
fn may_run(asked: &Asked, file: &Path, game: &str, words: &[String; 2]) -> Result<(), String> {
    let (own, partners) = (own_player(game)?, games::find(game)?.partners);
    let ours = |word: &String| word == session::WORD || Some(word) == own.as_ref() || partners.contains(&word.as_str());
    let foreign = words.iter().filter(|word| !ours(word)).map(|word| format!("  {}\n", print::one_line(word)));
    let foreign: String = foreign.collect();
    if foreign.is_empty() {
        return Ok(());
    }
    let text = format!("{} names what would run here:\n{}", file.shown(), foreign);
    let mut answer = String::new();
    if io::stdin().is_terminal() {
        print::err(&format!("{}Run it? [y/N] ", text));
        io::stdin().read_line(&mut answer).map_err(|e| e.to_string())?;
    }
    match answer.trim() {
        "y" | "Y" | "yes" => Ok(()),
        _ => Err(format!("{}if you want that: {}", text, go_on(asked, file, game, words))),
    }
}

/// Where the game is played, and by which programs it may be played later.
pub fn room(asked: &Asked, game: &'static str, round: &Round, scratch: &Scratch) -> Result<Room, String> {
    let (all, mut one) = (asked.clone(), asked.clone());
    let (home, folder) = (scratch.path().to_path_buf(), scratch.path().to_path_buf());
    // They are made one by one: only with the last of this game is it known whom `--memory-of` may name.
    one.memory_of.clear();
    let seated = BTreeSet::from_iter(round.words.iter().filter(|word| *word != session::WORD)).len();
    let met = Mutex::new(BTreeMap::new());
    let prepare: Prepare = Arc::new(move |word| {
        let folder = Scratch::new(&home, "program").map_err(|e| e.to_string())?;
        let mut entrant = prepare(&one, game, &[word.to_string()], &|_| folder.path().join("program"))?.remove(0);
        all.limit(&mut entrant);
        let mut met = http::whole(&met);
        met.insert(word.to_string(), entrant.name.clone());
        if met.len() == seated {
            all.limits_are_of(&met.values().map(String::as_str).collect::<Vec<_>>())?;
        }
        folder.keep();
        Ok(entrant)
    });
    let partners = games::find(game)?.partners.iter().map(|partner| partner.to_string());
    let words = round.words.iter().filter(|word| *word != session::WORD).cloned();
    let mut choices: Vec<String> = words.chain(own_player(game).ok().flatten()).chain(partners).collect();
    let mut seen = BTreeSet::new();
    choices.retain(|choice| seen.insert(choice.clone()));
    Ok(Room { game, prepare: hint::once(prepare), choices, suspend: !asked.no_suspend, folder })
}

/// The line that goes on with a game.
pub fn go_on(asked: &Asked, file: &Path, game: &str, [a, b]: &[String; 2]) -> String {
    let words = [&file.display().to_string(), game, a, b].map(quoted).join(" ");
    format!("{} {} --resume {}", ourselves(), asked.command, words)
}
