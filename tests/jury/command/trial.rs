//! `jury soak`.

use crate::command::options::Asked;
use crate::command::programs::{prepare, say};
use crate::play::soak::{self, Plan, Report};
use crate::rules::games;
use crate::run::entrant;
use crate::run::memory::{self, Memory};
use crate::run::place::Scratch;
use crate::run::start::ARGUMENTS;
use crate::run::system;
use crate::text::print;
use std::process::ExitCode;

/// Plays many games with one program under every trouble. Exit code 1 after a fault.
pub fn soak(asked: &Asked) -> Result<ExitCode, String> {
    let (game, program) = match asked.rest.as_slice() {
        [game] => (game, game), // Our own player, or what has its name here.
        [game, program] => (game, program),
        _ => return Err("wanted: GAME [PROGRAM]".to_string()),
    };
    let game = games::find(game)?.name;
    let games = asked.game.map_or(0..asked.games.unwrap_or(60), |number| number..number.saturating_add(1));
    if games.is_empty() {
        return Err("no game to play: --games is at least 1, and --game a number of a game".to_string());
    }
    let (seconds, seed) = (asked.seconds(game)?[0], asked.seed.unwrap_or(1));
    let scratch = Scratch::temporary("jury-soak")?;
    let mut entrant =
        prepare(asked, game, std::slice::from_ref(program), &|_| scratch.path().join("program"))?.remove(0);
    // It got its arguments because it is ours.
    if entrant.takes_past() && !program.contains(ARGUMENTS[2]) && !games::is_partner(entrant::named(program).1) {
        entrant.memory = asked.memory.unwrap_or(Memory::YEAR);
        memory::check_limit(entrant.memory)?;
    }
    let plan = Plan { game: game.to_string(), entrant, games, seconds, seed, suspend: !asked.no_suspend };
    system::watch_interrupts();
    let step = (plan.games.len() / 10).max(1);
    let mut progress = |done: usize| {
        if done % step == 0 {
            print::err(&format!("{}\n", print::count(done, "game")));
        }
    };
    let mut report = Report::default();
    let played = soak::run(&plan, scratch.path(), &mut progress, &mut report);
    // Also if it was interrupted, or the machine was too busy to go on.
    if report.rows.iter().any(|row| row.counts[0] > 0) {
        say(&format!("{}: {}, {} s a game, seed {}\n{}", game, plan.entrant.name, seconds, seed, report.text()))?;
    }
    played.map_err(|e| e.to_string())?;
    Ok(if report.faults.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
