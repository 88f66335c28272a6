//! `jury human`: a person against a program, in the browser.

use crate::board::http::Server;
use crate::board::live::Board;
use crate::board::session::Session;
use crate::command::options::Asked;
use crate::command::programs::{say, transcript_file};
use crate::play::entrants::{self, PERSON};
use crate::play::hint::{Player, Table};
use crate::rules::game::Rng;
use crate::rules::games;
use crate::run::entrant::Entrant;
use crate::run::place::Scratch;
use crate::run::process::Limits;
use crate::run::{files, system};
use crate::text::print;
use std::process::ExitCode;
use std::sync::Arc;
use std::thread;

pub fn human(asked: &Asked) -> Result<ExitCode, String> {
    let wanted =
        "wanted: GAME [A] [B] (a command of several words goes into quotes; you are `human`, else the first mover)";
    let (game, players) = asked.rest.split_first().ok_or(wanted)?;
    let (person, word) = match players {
        [] => (0, None),
        [a] => (0, Some(a).filter(|a| *a != PERSON)),
        [a, b] if (a == PERSON) != (b == PERSON) => (usize::from(b == PERSON), Some(if a == PERSON { b } else { a })),
        _ => return Err(wanted.to_string()),
    };
    // Our player, if it is built beside the jury.
    let own = files::beside_us(game)?;
    let own = Some(own.display().to_string()).filter(|_| own.is_file());
    let greedy = "greedy".to_string();
    let word = word.or(own.as_ref()).unwrap_or(&greedy);
    let (game, seed) = (games::find(game)?.name, asked.seed());
    let (seconds, setup) = (asked.seconds(game)?, games::new(game, seed)?.setup());
    let out = transcript_file(asked, game, seed)?;
    let scratch = Scratch::temporary("jury-human")?;
    system::watch_interrupts();
    let entrant = entrants::prepare(game, &[word], &|_| scratch.path().join("program"))?.remove(0);
    // Until ours is built, one that can be brought to a position.
    let adviser = own.as_ref().unwrap_or(if entrant.takes_past() { word } else { &greedy });
    let adviser = entrants::prepare(game, &[adviser], &|_| scratch.path().join("adviser"))?.remove(0);
    let mut rng = Rng(seed);
    let seeds = [0, 1].map(|_| rng.next() >> 32);
    let player = |entrant: Entrant, seconds: f64| {
        let limits = Limits { seconds, memory: asked.memory() };
        Player { entrant, seed: seeds[1 - person], limits }
    };
    let seconds = seconds[1 - person];
    let table = Table { game: game.to_string(), setup, folder: scratch.path().to_path_buf(), seed };
    let session = Session::begin(Arc::new(table), player(entrant, seconds), person).map_err(|e| e.to_string())?;
    // As in a game of so many seconds at most it answers within some seconds.
    let adviser = player(adviser, seconds.min(30.0));
    let server =
        Server::open(asked.port.unwrap_or(0)).map_err(|e| format!("port {}: {}", asked.port.unwrap_or(0), e))?;
    let (address, board) = (server.address(), Board::begin(session, out, adviser)?);
    let asked_of = board.clone();
    server.serve(move |request| asked_of.answer(request)).map_err(|e| e.to_string())?;
    say(&format!("the board is at {}\nopen it in the browser; Ctrl-C ends it\n", address))?;
    while !system::interrupted() && !print::lost() {
        thread::sleep(system::LOOK);
    }
    board.end();
    Ok(ExitCode::SUCCESS)
}
