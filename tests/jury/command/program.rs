//! The `jury` program: `jury help` says what it can do.

// All printing is `print`'s. Elsewhere it would panic when the reader is gone.
#![deny(clippy::print_stdout, clippy::print_stderr)]

mod help;
mod many;
mod play;

use jury::command::options::{self, clock_seed, Words};
use jury::pages::{folders, show};
use jury::play::{session, soak, transcript};
use jury::rules::game::Rng;
use jury::rules::{games, sparring};
use jury::run::entrant::{self, Entrant};
use jury::run::memory::{self, Memory};
use jury::run::place::{self, Scratch};
use jury::run::{leftovers, system};
use jury::text::print;
use jury::text::words::quoted;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

fn main() -> ExitCode {
    let words = std::env::args_os().skip(1).map(|word| word.into_string());
    let words = words.collect::<Result<Vec<String>, _>>().unwrap_or_else(|word| {
        print::err(&format!("jury: {:?} is no UTF-8, which a name must be here: rename it\n", word));
        std::process::exit(2)
    });
    let words = options::spread(words).unwrap_or_else(|why| {
        print::err(&format!("jury: {}\n", why));
        std::process::exit(2)
    });
    let (command, rest) = match words.split_first() {
        Some((command, rest)) => (command.as_str(), rest),
        None => ("help", &[][..]),
    };
    // Processes that a program leaves behind become our children and are ended.
    leftovers::adopt_orphans();
    let plays = ["play", "board", "match", "soak", "tournament", "idea"].contains(&command);
    let result = match command {
        _ if plays && memory::check_proc().is_err() => memory::check_proc().map(|()| ExitCode::SUCCESS),
        _ if rest.iter().any(|word| word == "-h" || word == "--help") => say_help(Some(command)),
        "play" => play::play(rest),
        "board" => play::board(rest),
        "match" => many::play_match(rest),
        "check" => check(rest),
        "soak" => soak_program(rest),
        "show" => show_pages(rest),
        "summary" => many::join(rest),
        "tournament" => many::tournament(rest),
        "pool" => many::pool(rest),
        "setup" => print_setup(rest),
        "new" => new_game(rest),
        "idea" => many::measure_idea(rest),
        "ideas" => many::print_ideas(rest),
        "help" | "--help" | "-h" => say_help(rest.first().map(String::as_str)),
        "version" | "--version" | "-V" => say("jury 0.1.0\n"),
        _ if games::is_partner(command) => partner(command, rest),
        _ => Err(help::unknown(command)),
    };
    match result {
        Ok(code) => code,
        Err(message) => {
            // Before the first game nothing is kept: the same line begins anew.
            let again = || words.iter().map(|word| format!(" {}", quoted(word))).collect::<String>();
            let how = if message == "interrupted" && ["match", "tournament", "idea"].contains(&command) {
                format!("; go on with: {}{}", ourselves(), again())
            } else {
                String::new()
            };
            print::err(&format!("jury: {}{}\n", message, how));
            ExitCode::from(2)
        }
    }
}

/// Prints the text and ends the command with success.
fn say(text: &str) -> Result<ExitCode, String> {
    print::out(text);
    Ok(ExitCode::SUCCESS)
}

fn say_help(command: Option<&str>) -> Result<ExitCode, String> {
    say(&help::text(command)?)
}

/// Options of all commands that play; of a game between two programs; of many games.
const ALL: &str = "--time S --seed N --memory LIMIT --no-suspend";
const TWO: &str = "--memory-of NAME LIMIT --time-a S --time-b S --copy FOLDER";
const MANY: &str = "--openings N --games N --jobs J --affinity --force --dir FOLDER --resume FOLDER --unwatched --json FILE --board --port N --listen ADDRESS --no-open";

/// Makes programs of the command line's words. Each gets a folder for what is copied and built.
fn prepare<const N: usize>(
    words: &Words,
    game: &str,
    texts: [&str; N],
    folders: [PathBuf; N],
) -> Result<[Entrant; N], String> {
    let entrants = prepare_all(words, game, &texts, |i| folders[i].clone())?;
    entrants.try_into().map_err(|_| "as many programs as words".to_string())
}

fn prepare_all(
    words: &Words,
    game: &str,
    texts: &[&str],
    folder: impl Fn(usize) -> PathBuf,
) -> Result<Vec<Entrant>, String> {
    if texts.iter().any(|text| entrant::named(text.trim()).1 == session::WORD) {
        return Err(format!("{}: a person plays by `jury play` or `jury board`, against one program", session::WORD));
    }
    let copy = words.text("--copy").map(Path::new);
    let one = |(i, text): (usize, &&str)| Entrant::prepare_copied(game, text, &folder(i), copy);
    let mut entrants = texts.iter().enumerate().map(one).collect::<Result<Vec<_>, _>>()?;
    entrant::tell_apart(texts, &mut entrants)?;
    let same: Vec<_> = entrants.iter().enumerate().map(|(i, e)| e.essence(game, texts[i], &folder(i))).collect();
    for (i, j) in (0..texts.len()).flat_map(|j| (0..j).map(move |i| (i, j))) {
        if same[i].is_some() && same[i] == same[j] {
            let [one, other] = [i, j].map(|i| &entrants[i].name);
            let change = [i, j].iter().find_map(|i| entrant::last_change(game, texts[*i])).unwrap_or_default();
            print::err(&format!("{} and {} are the same file, byte for byte{}\n", one, other, change));
        }
    }
    words.limit(&mut entrants)?;
    Ok(entrants)
}

/// The jury as it was called.
fn ourselves() -> String {
    std::env::args_os().next().map_or("jury".into(), |jury| quoted(&jury.to_string_lossy()))
}

fn show_pages(words: &[String]) -> Result<ExitCode, String> {
    let words = Words::parse(words, "--out FOLDER")?;
    if words.rest.is_empty() {
        return Err("wanted: one or more transcripts or folders of a match".to_string());
    }
    let out = words.text("--out").map(Path::new);
    if let Some(out) = out {
        place::shared(out)?;
    }
    let page_of =
        |path: &Path| if path.is_dir() { out.unwrap_or(path).join(show::INDEX) } else { show::target(path, out) };
    let mut pages = std::collections::BTreeMap::new();
    for word in &words.rest {
        let page = page_of(Path::new(word));
        if let Some(other) = pages.insert(page.clone(), word) {
            return Err(format!("{} and {} would both be {}: give each its own --out", other, word, page.display()));
        }
    }
    for word in &words.rest {
        let path = Path::new(word);
        let page = if path.is_dir() { folders::make(path, out, "")? } else { show::file(path, out, None)? };
        let whole = page.canonicalize().map_err(|e| format!("{}: {}", page.display(), e))?;
        let steps: Vec<String> = whole.iter().skip(1).map(|step| show::address(&step.to_string_lossy())).collect();
        say(&format!("file:///{}\n", steps.join("/")))?;
    }
    Ok(ExitCode::SUCCESS)
}

fn check(files: &[String]) -> Result<ExitCode, String> {
    if files.is_empty() {
        return Err("wanted: one or more transcripts".to_string());
    }
    let mut code = ExitCode::SUCCESS;
    for file in files {
        let text = std::fs::read_to_string(file).map_err(|e| e.to_string());
        match text.and_then(|text| transcript::check(&text)) {
            Ok((_, points)) => say(&format!("{}: OK {} {}\n", file, points[0], points[1]))?,
            Err(why) => {
                code = ExitCode::FAILURE;
                say(&format!("{}: {}\n", file, why))?
            }
        };
    }
    Ok(code)
}

/// Makes the files of a new game and says how to go on.
fn new_game(words: &[String]) -> Result<ExitCode, String> {
    let words = Words::parse(words, "--kind KIND")?;
    let [name] = words.rest.as_slice() else { return Err("wanted: NAME".to_string()) };
    if !Path::new("tests/jury/template").is_dir() {
        return Err("this is not the folder that holds the players and tests/jury".to_string());
    }
    let files = jury::command::new::make(Path::new("."), name, words.text("--kind").unwrap_or("turns"))?;
    say(&(files.join("\n") + "\n"))?;
    say(&format!(
        "{0} is there, with the rules of a toy game: `make play GAME={0}`, `make test GAME={0}`; tests/jury/template/README.md goes on.\n",
        name
    ))
}

/// Plays many games with one program under every trouble. Exit code 1 after a fault.
fn soak_program(words: &[String]) -> Result<ExitCode, String> {
    let words = Words::parse(words, &[ALL, "--copy FOLDER --games N --game K"].join(" "))?;
    let (game, program) = match words.rest.as_slice() {
        [game] => {
            // Our own player, built beside the jury.
            let player = jury::run::entrant::jury_beside_us()?.with_file_name(game);
            (games::find(game)?.name, player.display().to_string())
        }
        [game, program] => (games::find(game)?.name, program.clone()),
        _ => return Err("wanted: GAME [PROGRAM]".to_string()),
    };
    let games = match words.text("--game") {
        None => 0..words.number("--games", 60)?,
        Some(_) => words.number("--game", 0).map(|number: usize| number..number.saturating_add(1))?,
    };
    if games.is_empty() {
        return Err("no game to play: --games is at least 1, and --game a number of a game".to_string());
    }
    let (seconds, seed) = (words.seconds(game)?[0], words.number("--seed", 1)?);
    let scratch = Scratch::new(&std::env::temp_dir(), "jury-soak").map_err(|e| e.to_string())?;
    let [mut entrant] = prepare(&words, game, [&program], [scratch.path().join("program")])?;
    if entrant::is_ours(Path::new(&program)) {
        entrant.memory = words.memory(Memory::YEAR)?;
    }
    let plan = soak::Plan { game: game.to_string(), entrant, games, seconds, seed };
    system::watch_interrupts();
    let step = (plan.games.len() / 10).max(1);
    let mut progress = |done: usize| {
        if done % step == 0 {
            print::err(&format!("{}\n", print::count(done, "game")));
        }
    };
    let mut report = soak::Report::default();
    let played = soak::run(&plan, scratch.path(), &mut progress, &mut report);
    // Also if it was interrupted, or the machine was too busy to go on.
    if report.rows.iter().any(|row| row.games > 0) {
        say(&format!("{}: {}, {} s a game, seed {}\n{}", game, plan.entrant.name, seconds, seed, report.text()))?;
    }
    played.map_err(|e| e.to_string())?;
    Ok(if report.faults.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn print_setup(words: &[String]) -> Result<ExitCode, String> {
    match words {
        [game, seed] => {
            let seed = seed.parse().map_err(|_| format!("the seed {:?} is no whole number", seed))?;
            say(&games::new(game, seed)?.setup().iter().map(|line| format!("{}\n", line)).collect::<String>())
        }
        _ => Err("wanted: GAME SEED".to_string()),
    }
}

/// Plays one side over stdin and stdout until `Quit`, the end of the input or the end of the game.
fn partner(style: &str, words: &[String]) -> Result<ExitCode, String> {
    let (name, seed) = match words {
        [name] | [name, _] => (name, clock_seed()),
        [name, _, seed] | [name, _, seed, _] => {
            (name, seed.parse().map_err(|_| format!("the seed {:?} is no whole number", seed))?)
        }
        _ => return Err("wanted: GAME [SECONDS [SEED [PAST]]]".to_string()),
    };
    let mut partner = games::partner(name, style, Rng(seed))?;
    if words.get(3).is_some_and(|past| !partner.remember(past.split(';').map(str::to_string).collect())) {
        return Err(format!("{} of {} takes no past", style, name));
    }
    sparring::serve(partner)?;
    Ok(ExitCode::SUCCESS)
}
