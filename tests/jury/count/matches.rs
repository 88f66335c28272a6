//! Plays the games of a match, or of all matches of a tournament: pairs with the same start and the sides swapped.
//!
//! Every finished game is a transcript in its match's folder. These files alone are the result: so a match can go on.

use crate::count::plan::Plan;
use crate::count::tally::{self, Played};
use crate::play::openings;
use crate::play::referee::{self, Players};
use crate::play::transcript::{self, Record};
use crate::rules::game::{Game, Rng, Seat};
use crate::rules::games;
use crate::run::files::read_if_there;
use crate::run::place;
use crate::run::process::Limits;
use crate::run::system;
use crate::text::print::{self, Shown};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::thread;
use std::time::Instant;

/// The name of a game's transcript in its match's folder.
pub fn file(folder: &Path, index: usize) -> PathBuf {
    folder.join(format!("{:05}.txt", index + 1))
}

/// Plays the games that the plan's folder does not have, or says why they cannot begin. Within: were all played?
/// `false` if it was interrupted, an error if a fault ended it. What was played counts.
pub fn run(plan: &Plan) -> io::Result<io::Result<bool>> {
    let (matches, mut played) = (plan.matches(), all(plan)?);
    let is_missing = |(m, index): &(usize, usize)| played[*m].iter().all(|game| game.index != *index);
    // Pair by pair through all matches, so that the table grows evenly.
    let order = (0..plan.games / 2).flat_map(|pair| (0..matches.len()).map(move |m| (m, pair)));
    let order = order.flat_map(|(m, pair)| [(m, 2 * pair), (m, 2 * pair + 1)]).filter(is_missing);
    let games: Vec<_> = if tally::decided(plan, &played[0]) { Vec::new() } else { order.collect() };
    let (before, begin) = (played.iter().map(Vec::len).sum::<usize>(), Instant::now());
    // The games left, whether it was enough, the first error. After either no game begins.
    let state = Mutex::new((games.into_iter(), false, None));
    let next = || Some(state.lock().unwrap()).filter(|s| !s.1 && s.2.is_none() && !system::interrupted())?.0.next();
    let played = Mutex::new(&mut played);
    let worker = || {
        while let Some((m, index)) = next() {
            let result = one(&matches[m], index);
            let (mut state, mut played) = (state.lock().unwrap(), played.lock().unwrap());
            match result {
                Ok(record) => {
                    played[m].push(Played { index, record });
                    progress(plan, &played, before, begin);
                    state.1 |= tally::decided(plan, &played[0]);
                }
                Err(e) if e.kind() == io::ErrorKind::Interrupted => {}
                Err(e) => drop(state.2.get_or_insert(e)),
            }
        }
    };
    thread::scope(|scope| {
        for _ in 0..plan.jobs {
            if let Err(e) = thread::Builder::new().spawn_scoped(scope, worker) {
                state.lock().unwrap().2.get_or_insert(system::no_thread(&e));
            }
        }
    });
    print::err("\n");
    Ok(state.into_inner().unwrap().2.map_or(Ok(!system::interrupted()), Err))
}

/// The seed of a thing, such as a game's number. Nearby seeds of matches have nothing in common.
fn seed(plan: &Plan, thing: u64, index: usize) -> u64 {
    Rng(Rng(Rng(plan.seed).next() ^ thing).next() ^ index as u64).next()
}

/// The start of a game, which depends on the pair, and the seeds of the first and the second mover's program.
fn start(plan: &Plan, index: usize) -> io::Result<(Box<dyn Game>, [u64; 2], Rng)> {
    let game = games::new(&plan.game, seed(plan, 0, index / 2)).map_err(io::Error::other)?;
    let mut rng = Rng(seed(plan, 1, index));
    // Below 2^32: every language can read them.
    let seeds = [rng.next() >> 32, rng.next() >> 32];
    Ok((game, seeds, rng))
}

/// The lines drawn by lot with which both games of a pair begin.
fn opening(plan: &Plan, index: usize) -> Result<Vec<(Seat, String)>, String> {
    match plan.openings {
        0 => Ok(Vec::new()),
        n => openings::draw(&plan.game, n, &mut Rng(seed(plan, 2, index / 2))),
    }
}

/// Plays a game of a match and writes its transcript.
fn one(plan: &Plan, index: usize) -> io::Result<Record> {
    let by_seat = |seat: usize| (index + seat) % 2;
    let names = [0, 1].map(|seat| plan.entrants[by_seat(seat)].name.as_str());
    let drawn = opening(plan, index).map_err(io::Error::other)?;
    let play = || {
        let (game, seeds, rng) = start(plan, index)?;
        let player = |seat: usize| {
            let (entrant, seconds) = (&plan.entrants[by_seat(seat)], plan.seconds[by_seat(seat)]);
            let command = entrant.command(seconds, seeds[seat], &openings::of(seat, &drawn));
            (command, Limits { seconds, memory: plan.memory })
        };
        let [first, second] = [0, 1].map(player);
        let players = Players { names, commands: [&first.0, &second.0], limits: [first.1, second.1] };
        referee::play(&plan.game, game, &players, &std::env::temp_dir(), rng, &mut |_, _, _| {})
    };
    let record = play().map_err(|e: io::Error| io::Error::new(e.kind(), format!("game {}: {}", index + 1, e)))?;
    let other = |why| io::Error::new(io::ErrorKind::InvalidData, format!("game {}: {}", index + 1, why));
    openings::kept(&drawn, &record).map_err(other)?;
    let text = record.text();
    // Whole or not at all: an interrupted match leaves no half transcript.
    place::write(&file(&plan.folder, index), place::NEW, &text)?;
    transcript::read(&text).map_err(io::Error::other)
}

/// The games of a match in its folder. If one is illegal or of other programs, the error names the file.
pub fn load(plan: &Plan) -> io::Result<Vec<Played>> {
    let mut played = Vec::new();
    for index in 0..plan.games {
        let path = file(&plan.folder, index);
        let Some(text) = read_if_there(&path)? else { continue };
        let how = "without this file the game is played again";
        let names = [0, 1].map(|seat| print::one_line(&plan.entrants[(index + seat) % 2].name).trim().to_string());
        let record = transcript::check(&text).and_then(|record| match record.players == names {
            true => Ok(record),
            false => Err(format!("not a game of this match: {} began it", record.players[0])),
        });
        let record = record.map_err(|why| io::Error::other(format!("{}: {}; {}", path.shown(), why, how)))?;
        played.push(Played { index, record });
    }
    Ok(played)
}

pub fn all(plan: &Plan) -> io::Result<Vec<Vec<Played>>> {
    plan.matches().iter().map(load).collect()
}

/// Says how far it is. `before` games were there when this run began.
fn progress(plan: &Plan, played: &[Vec<Played>], before: usize, begin: Instant) {
    let terminal = print::is_rich(&io::stderr());
    let (done, all) = (played.iter().map(Vec::len).sum::<usize>(), plan.count());
    // Without a terminal a line for every tenth of the games.
    if !terminal && done * 10 / all == (done - 1) * 10 / all {
        return;
    }
    let left = begin.elapsed().as_secs_f64() / (done - before) as f64 * all.saturating_sub(done) as f64;
    let line = standing(plan, played, left);
    match terminal {
        // Most terminals have 80 columns; some begin a new line after the last one.
        true => print::over(&line.chars().take(79).collect::<String>()),
        false => print::err(&format!("{}\n", line)),
    }
}

/// Games, the time left, how a match stands, in a line. What matters most comes first: the last words may have no room.
fn standing(plan: &Plan, played: &[Vec<Played>], seconds_left: f64) -> String {
    let left = seconds_left.round() as u64;
    let all: Vec<&Played> = played.iter().flatten().collect();
    let mut line =
        format!("{}/{} games  {}:{:02}:{:02} left", all.len(), plan.count(), left / 3600, left / 60 % 60, left % 60);
    let forfeits = [0, 1].map(|entrant| all.iter().filter(|game| game.forfeited(entrant)).count());
    if !plan.is_match() {
        return line;
    }
    if forfeits != [0; 2] {
        line += &format!("  FORFEITS {} and {}", forfeits[0], forfeits[1]);
    }
    if let Some(test) = tally::sequential(plan, &played[0]) {
        let (share, to) = test.progress();
        line += &format!("  test: {} % to {:?}", share, to);
    }
    let [wins, draws, losses] = tally::wins(all.iter().copied());
    let points = all.iter().map(|game| game.points(0) - game.points(1)).sum::<f64>() / all.len().max(1) as f64;
    line + &format!("  A +{} ={} -{}  {:+.2} points a game", wins, draws, losses, points)
}
