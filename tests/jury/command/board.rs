//! `jury board`: a game in the browser, or a folder of games to watch.

use crate::board::http::{self, Server};
use crate::board::live::{self, Room, Round};
use crate::board::watch;
use crate::command::options::Asked;
use crate::command::play::{begun, clock_seed, named, out_ready, read_unfinished};
use crate::command::programs::{ourselves, prepare, say};
use crate::play::session::{self, Past};
use crate::play::transcript::{self, one_line};
use crate::rules::games;
use crate::run::entrant;
use crate::run::place::{self, Scratch};
use crate::run::{leftovers, system};
use crate::text::print;
use crate::text::words::{quoted, words};
use std::collections::BTreeSet;
use std::fs;
use std::io::{self, IsTerminal};
use std::net::Ipv4Addr;
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;
use std::thread::sleep;
use std::time::Duration;

/// How often the server is asked whether it is still wanted.
const LOOK: Duration = Duration::from_millis(100);

/// A game in the browser, or a folder of games to watch.
pub fn board(asked: &Asked) -> Result<ExitCode, String> {
    if let Some(folder) = &asked.watch {
        system::watch_interrupts();
        fs::read_dir(folder).map_err(|e| format!("{}: {}", folder.display(), e))?;
        let server = serve(asked)?;
        watch::serve(&server, folder)?;
        while server.is_wanted(http::CLOSED) {
            sleep(LOOK);
        }
        return Ok(ExitCode::SUCCESS);
    }
    let (game, round, past) = match &asked.resume {
        Some(file) => resumed(asked, file)?,
        None => new_round(asked)?,
    };
    out_ready(&round.out, &round.words.each_ref().map(String::as_str), Vec::new())?;
    let scratch = Scratch::new(&std::env::temp_dir(), "jury-board").map_err(|e| e.to_string())?;
    system::watch_interrupts();
    let (all, home) = (asked.clone(), scratch.path().to_path_buf());
    let prepare = move |word: &str| {
        let folder = Scratch::new(&home, "program").map_err(|e| e.to_string())?;
        let [entrant] = prepare(&all, game, [word], [folder.path().join("program")])?;
        folder.keep();
        Ok(entrant)
    };
    let mut choices: Vec<String> = round.words.iter().filter(|word| *word != session::WORD).cloned().collect();
    choices.extend(own_player(game).ok().flatten());
    choices.extend(games::find(game)?.partners.iter().map(|partner| partner.to_string()));
    let mut seen = BTreeSet::new();
    choices.retain(|choice| seen.insert(choice.clone()));
    let room = Room { game, prepare: Arc::new(prepare), choices, suspend: !asked.no_suspend, scratch: &scratch };
    if let Some((file, players)) = live::run(|| serve(asked), room, round, past)? {
        let players = players.map(|word| quoted(&word)).join(" ");
        let file = quoted(&file.display().to_string());
        say(&format!("the game is kept; go on with: {} board --resume {} {} {}\n", ourselves(), file, game, players))?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Our player, if it is built beside the jury.
fn own_player(game: &str) -> Result<Option<String>, String> {
    let own = entrant::jury_beside_us()?.with_file_name(game);
    Ok(Some(own.display().to_string()).filter(|_| own.is_file()))
}

type Begun = (&'static str, Round, Past);

fn new_round(asked: &Asked) -> Result<Begun, String> {
    let (game, players) = asked.rest.split_first().ok_or("wanted: GAME [A] [B]")?;
    let game = games::find(game)?.name;
    let own = own_player(game)?.unwrap_or_else(|| "greedy".to_string());
    let person = || session::WORD.to_string();
    let players = match players {
        [] => [person(), own],
        [a] if a == session::WORD => [person(), own],
        [a] => [person(), a.clone()],
        [a, b] => [a.clone(), b.clone()],
        _ => return Err("wanted: GAME [A] [B]".to_string()),
    };
    if players == [session::WORD, session::WORD] {
        return Err("one of the two must be a program".to_string());
    }
    let seed = asked.seed.unwrap_or_else(clock_seed);
    let setup = games::new(game, seed)?.setup();
    let out = asked.out.clone().unwrap_or_else(|| session::free(named("board", game, seed), None));
    Ok((game, Round { words: players, seconds: asked.seconds(game)?, seed, setup, out, kept: None }, Past::new()))
}

/// A game that was left on a board.
fn resumed(asked: &Asked, file: &Path) -> Result<Begun, String> {
    let (seed, record) = read_unfinished(file)?;
    let (game, name) = (games::find(&record.name)?.name, file.display());
    let text = fs::read_to_string(file).map_err(|e| format!("{}: {}", name, e))?;
    let told = transcript::comment(&text, "board").map(words).transpose()?.unwrap_or_default();
    let number = |text: &String| text.parse().map_err(|_| format!("{}: {:?} is no number", name, text));
    let seconds = match &told[..] {
        [_, _, first, second] if asked.time.or(asked.time_a).or(asked.time_b).is_none() => {
            [number(first)?, number(second)?]
        }
        _ => asked.seconds(game)?,
    };
    let players = match (&asked.rest[..], &told[..]) {
        ([of, a, b], _) if of == game => [a.clone(), b.clone()],
        ([], [a, b, _, _]) => {
            may_run(file, game, [a, b])?;
            [a.clone(), b.clone()]
        }
        _ => return Err(format!("{}: does not say who played; wanted: --resume FILE {} A B", name, game)),
    };
    let out = session::free(file.with_extension("txt"), Some(file));
    let kept = Some(out.with_extension(session::UNFINISHED)).filter(|kept| place::is_same(file, kept));
    Ok((game, Round { words: players, seconds, seed, setup: record.setup.clone(), out, kept }, begun(record)))
}

/// A game is a file that anybody may have sent. What it names is run only if it is ours, or if the person agrees.
fn may_run(file: &Path, game: &str, words: [&String; 2]) -> Result<(), String> {
    let (own, partners) = (own_player(game)?, games::find(game)?.partners);
    let ours = |word: &String| word == session::WORD || Some(word) == own.as_ref() || partners.contains(&word.as_str());
    let foreign = words.into_iter().filter(|word| !ours(word)).map(|word| format!("  {}\n", one_line(word)));
    let foreign: String = foreign.collect();
    if foreign.is_empty() {
        return Ok(());
    }
    let text = format!("{} names what would run here:\n{}", file.display(), foreign);
    if io::stdin().is_terminal() {
        print::err(&format!("{}Run it? [y/N] ", text));
        let mut answer = String::new();
        io::stdin().read_line(&mut answer).map_err(|e| e.to_string())?;
        if matches!(answer.trim(), "y" | "Y" | "yes") {
            return Ok(());
        }
    }
    let (words, file) = (words.map(|word| quoted(word)).join(" "), quoted(&file.display().to_string()));
    Err(format!("{}if you want that: {} board --resume {} {} {}", text, ourselves(), file, game, words))
}

/// With `--board` the folder's page is served while games are played there.
pub fn watched(asked: &Asked, folder: &Path) -> Result<Option<Arc<Server>>, String> {
    let board = asked.board.then(|| serve(asked)).transpose()?;
    board.as_ref().map_or(Ok(()), |server| watch::serve(server, folder))?;
    Ok(board)
}

/// After the games the page stays while somebody has it open.
pub fn until_closed(board: Option<Arc<Server>>) {
    while board.as_ref().is_some_and(|server| server.pages() > 0) && !system::interrupted() {
        sleep(LOOK);
    }
}

/// Opens the server, and the browser if there is a display.
fn serve(asked: &Asked) -> Result<Arc<Server>, String> {
    let address = asked.listen.unwrap_or(Ipv4Addr::LOCALHOST.into());
    let server = Server::open(address, asked.port.unwrap_or(0)).map_err(|e| format!("{}: {}", address, e))?;
    if !address.is_loopback() {
        print::err(
            "warning: whoever can reach this machine and sees the address can play along, and reads all on its way\n",
        );
    }
    say(&format!("the board is at {}\nCtrl-C ends it\n", server.address()))?;
    let display = ["DISPLAY", "WAYLAND_DISPLAY"].iter().any(|name| std::env::var_os(name).is_some());
    if display && !asked.no_open {
        leftovers::open_in_browser(&server.address());
    }
    Ok(server)
}
