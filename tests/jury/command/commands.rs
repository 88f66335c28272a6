//! The commands in one table, and those that are a few lines themselves.
//!
//! A new command is a row here: its name, a function that gets what was asked for, and its help. Its options are rows in
//! `options`, or have its name added there.

use crate::command::options::{Asked, Command};
use crate::command::programs::{link, say};
use crate::command::{help, human, ideas, many, new, play, review};
use crate::pages::{folders, show};
use crate::play::transcript;
use crate::rules::game::Rng;
use crate::rules::{games, sparring};
use crate::run::{leftovers, place, system};
use crate::text::print::{self, Shown};
use std::path::Path;
use std::process::ExitCode;

type Done = Result<ExitCode, String>;

const fn command(name: &'static str, run: fn(&Asked) -> Done, help: &'static str) -> Command {
    Command { name, run, help }
}

#[rustfmt::skip]
pub const COMMANDS: &[Command] = &[
    command("play", play::play, "\
jury play GAME A B              one game: its moves, the last board, result, transcript
"),
    command("human", human::human, "\
jury human GAME [A] [B]         you against A in the browser, by clicks; the word `human` as A or B is your side
"),
    command("match", many::play_match, "\
jury match GAME A B             paired games: same start, sides swapped
jury match --resume FOLDER      goes on with an interrupted match
"),
    command("summary", many::join, "\
jury summary FOLDER...          the result of a match, or of several with the same programs and other seeds together
"),
    command("tournament", many::tournament, "\
jury tournament GAME P1 P2 ...  all against all: table, Elo, each against each; `partners`: all that the game has
jury tournament --resume FOLDER goes on with an interrupted one, or prints its tables again
"),
    command("check", check, "\
jury check FILE...              replays transcripts by the rules
"),
    command("show", show_pages, "\
jury show FILE|FOLDER...        pages for the browser, beside the transcripts or in --out FOLDER
"),
    command("review", review::review, "\
jury review FILE [PROGRAM]      where a game was lost: what PROGRAM (else our player) would have played, and its scores
jury review FOLDER [PROGRAM]    the same for all lost games of a match
"),
    command("idea", ideas::idea, "\
jury idea [GAME]                the table of all ideas: what each part of a player wins, and its lines
jury idea GAME NAME             plays a player against its copy with tests/ideas/GAME/NAME.patch applied
"),
    command("new", new_game, "\
jury new NAME                   the files of a new game, which plays a toy game at once
"),
    command("help", |asked| say(&help::text(COMMANDS, asked.rest.first().map(String::as_str))?), "\
jury help [COMMAND]             this text, or what concerns one command
"),
];

/// Runs the command of the process's words.
pub fn main() -> ExitCode {
    system::adopt();
    let all = std::env::args_os().skip(1).map(|word| word.into_string()).collect::<Result<Vec<String>, _>>();
    let all = all.map_err(|word| format!("{:?} is no UTF-8, which a name must be here: rename it", word));
    let code = all.and_then(|words| run(&words)).unwrap_or_else(|why| {
        print::err(&format!("jury: {}\n", why));
        ExitCode::from(2)
    });
    // As a shell says it of a program that SIGINT ended.
    if system::interrupted() {
        ExitCode::from(130)
    } else {
        code
    }
}

fn run(words: &[String]) -> Done {
    let (name, rest) = words.split_first().map_or(("help", words), |(name, rest)| (name.as_str(), rest));
    let name = if ["-h", "--help"].contains(&name) { "help" } else { name };
    if games::is_partner(name) {
        return partner(name, rest);
    }
    let command = COMMANDS.iter().find(|command| command.name == name).ok_or_else(|| help::unknown(COMMANDS, name))?;
    if rest.iter().any(|word| word == "-h" || word == "--help") {
        return say(&help::text(COMMANDS, Some(name))?);
    }
    let asked = Asked::read(command, rest)?;
    let done = (command.run)(&asked)?;
    // Who reads the answer must not take what was lost for nothing.
    Ok(if print::lost() && done == ExitCode::SUCCESS { ExitCode::from(2) } else { done })
}

fn check(asked: &Asked) -> Done {
    if asked.rest.is_empty() {
        return Err("wanted: one or more transcripts".to_string());
    }
    let mut code = ExitCode::SUCCESS;
    for file in &asked.rest {
        let told = place::read(Path::new(file)).and_then(|text| transcript::check(&text));
        code = if told.is_ok() { code } else { ExitCode::FAILURE };
        let told = told.map_or_else(|why| why, |record| format!("OK {} {}", record.points[0], record.points[1]));
        say(&format!("{}: {}\n", file.shown(), told))?;
    }
    Ok(code)
}

fn show_pages(asked: &Asked) -> Done {
    if asked.rest.is_empty() {
        return Err("wanted: one or more transcripts or folders of a match".to_string());
    }
    let out = asked.out.as_deref();
    out.map_or(Ok(()), place::folder)?;
    for path in asked.rest.iter().map(Path::new) {
        let page = if path.is_dir() { folders::make(path, out, "")? } else { show::file(path, out, "")?.0 };
        say(&format!("{}\n", link(&page)?))?;
    }
    Ok(ExitCode::SUCCESS)
}

fn whole(seed: &str) -> Result<u64, String> {
    seed.parse().map_err(|_| format!("the seed {:?} is no whole number", seed))
}

fn new_game(asked: &Asked) -> Done {
    let [name] = &asked.rest[..] else { return Err("wanted: NAME".to_string()) };
    let files = new::make(Path::new("."), name)?.join("\n");
    let next = format!("`make play GAME={0}`, `make test GAME={0}`; tests/jury/template/README.md goes on.", name);
    say(&format!("{}\n{} is there, with the rules of a toy game: {}\n", files, name, next))
}

/// Plays one side over stdin and stdout until `Quit`, the end of the input or the end of the game.
fn partner(style: &str, words: &[String]) -> Done {
    let (name, seed) = match words {
        [name] | [name, _] => (name, leftovers::random()),
        [name, _, seed] | [name, _, seed, _] => (name, whole(seed)?),
        _ => return Err("wanted: GAME [SECONDS [SEED [PAST]]]".to_string()),
    };
    let mut partner = games::partner(name, style, Rng(seed))?;
    if let Some(past) = words.get(3).filter(|past| !past.is_empty()) {
        partner.remember(past.split(';').map(str::to_string).collect());
    }
    sparring::serve(partner)?;
    Ok(ExitCode::SUCCESS)
}
