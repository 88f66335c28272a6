//! The commands that play many games: `jury match` and `tournament`; and `summary`, which joins matches.

use crate::command::options::Asked;
use crate::command::programs::{end, new_folder, say, write_json};
use crate::count::plan::{Plan, Schedule};
use crate::count::summary;
use crate::count::tally::Played;
use crate::count::{matches, standings};
use crate::play::entrants::prepare;
use crate::rules::games;
use crate::run::entrant;
use crate::run::system;
use crate::text::print::Shown;
use std::path::Path;
use std::process::ExitCode;

pub fn play_match(asked: &Asked) -> Result<ExitCode, String> {
    played(asked).map(|(_, code)| code)
}

/// Plays a match, and says how it ended.
pub fn played(asked: &Asked) -> Result<(Plan, ExitCode), String> {
    system::watch_interrupts();
    let plan = match (&asked.resume, &asked.rest[..]) {
        (Some(folder), _) => old_plan(asked, folder)?,
        (None, [game, programs @ ..]) if programs.len() == 2 => new_plan(asked, Schedule::Match, game, programs, 100)?,
        _ => return Err("wanted: GAME A B (a command of several words goes into quotes)".to_string()),
    };
    let played = matches::run(&plan).map_err(|e| e.to_string())?;
    let games = matches::load(&plan).map_err(|e| e.to_string())?;
    let summary = summary::summary(&plan, &games);
    say(&summary.text())?;
    let written = write_json(asked, &summary.json());
    let code = end(asked, &plan, &played)?;
    written?;
    Ok((plan, code))
}

pub fn tournament(asked: &Asked) -> Result<ExitCode, String> {
    system::watch_interrupts();
    let schedule = if asked.gauntlet { Schedule::Gauntlet } else { Schedule::RoundRobin };
    let plan = match (&asked.resume, asked.rest.split_first()) {
        (Some(folder), _) => old_plan(asked, folder)?,
        (None, Some((game, words))) => new_plan(asked, schedule, game, &with_partners(game, words)?, 20)?,
        (None, None) => return Err("wanted: GAME P1 P2 P3 ...".to_string()),
    };
    let played = matches::run(&plan).map_err(|e| e.to_string())?;
    let standings = standings::of(&plan, &matches::all(&plan).map_err(|e| e.to_string())?);
    say(&(standings.text(&plan) + "\n"))?;
    end(asked, &plan, &played)
}

/// The programs of a tournament: `partners` stands for all partners of the game that are not named.
fn with_partners(game: &str, words: &[String]) -> Result<Vec<String>, String> {
    let partners = games::find(game)?.partners.iter().map(|style| style.to_string());
    let partners: Vec<String> = partners.filter(|style| !words.contains(style)).collect();
    Ok(words.iter().flat_map(|word| if word == "partners" { partners.clone() } else { vec![word.clone()] }).collect())
}

/// The plan of a new match or tournament between these programs.
pub fn new_plan(asked: &Asked, schedule: Schedule, game: &str, texts: &[String], games: usize) -> Result<Plan, String> {
    let seconds = asked.seconds(game)?;
    let made = new_folder(asked, game)?;
    let folder = made.path().to_path_buf();
    let place = |i: usize| match schedule {
        Schedule::Match => folder.join(["a", "b"][i]),
        _ => folder.join(entrant::PROGRAMS).join((i + 1).to_string()),
    };
    let plan = Plan {
        game: game.to_string(),
        entrants: prepare(game, texts, &place)?,
        schedule,
        games: asked.games(games),
        seconds,
        memory: asked.memory(),
        seed: asked.seed.unwrap_or(1),
        jobs: asked.jobs.unwrap_or(1),
        openings: asked.openings.unwrap_or(0),
        sprt: asked.sprt,
        folder,
    };
    plan.save().map_err(|e| e.to_string())?;
    made.keep();
    Ok(plan)
}

/// The plan of a match or a tournament that goes on. A match may get more games.
pub fn old_plan(asked: &Asked, folder: &Path) -> Result<Plan, String> {
    let is_match = asked.command != "tournament";
    if let Some(word) = asked.rest.first() {
        return Err(format!("{:?} with --resume, which goes on with the programs of then", word));
    }
    // Only a folder with a plan is touched.
    let mut plan = Plan::resume(folder)?;
    if plan.is_match() != is_match {
        let command = if plan.is_match() { "match" } else { "tournament" };
        return Err(format!("{} is a {}: `jury {1} --resume {0}` goes on with it", folder.shown(), command));
    }
    let games = asked.games.unwrap_or(plan.games);
    if games < plan.games {
        return Err(format!("--games {}: the match has {} already, and can only grow", games, plan.games));
    }
    plan.games = asked.games(plan.games);
    plan.jobs = asked.jobs.unwrap_or(plan.jobs);
    plan.save().map_err(|e| e.to_string())?;
    Ok(plan)
}

/// Joins matches of the same programs that were played with different seeds.
pub fn join(asked: &Asked) -> Result<ExitCode, String> {
    let plans = asked.rest.iter().map(|folder| Plan::resume(folder.as_ref())).collect::<Result<Vec<Plan>, String>>()?;
    let first = plans.first().ok_or("wanted: one or more folders of matches")?;
    let (mut whole, mut all, mut notes) = (Plan { games: 0, ..first.clone() }, Vec::new(), String::new());
    let what = |plan: &Plan| {
        let names = plan.entrants.iter().map(|one| one.name.as_str()).collect::<Vec<_>>().join(" against ");
        let (kind, pace, memory) = (plan.schedule.name(), plan.pace(), plan.memory);
        format!("{}: {}, {}, {} a game, memory {}, openings {}", kind, plan.game, names, pace, memory, plan.openings)
    };
    for (i, plan) in plans.iter().enumerate() {
        let (here, there) = (first.folder.shown(), plan.folder.shown());
        if !plan.is_match() || what(plan) != what(first) {
            return Err(format!(
                "not matches of the same programs: {} ({}) and {} ({})",
                here,
                what(first),
                there,
                what(plan)
            ));
        }
        if let Some(other) = plans[..i].iter().find(|other| other.seed == plan.seed) {
            let (other, how) = (other.folder.shown(), "play one of them with another --seed");
            return Err(format!("{} and {} have the same seed, so the same starts: {}", other, there, how));
        }
        let played = matches::load(plan).map_err(|e| e.to_string())?;
        if played.len() < plan.games {
            notes += &format!("{}: {} of {} games are missing\n", there, plan.games - played.len(), plan.games);
        }
        all.extend(played.into_iter().map(|Played { index, record }| Played { index: index + whole.games, record }));
        whole.games += plan.games;
    }
    whole.sprt = first.sprt.filter(|_| plans.len() == 1);
    let summary = summary::summary(&whole, &all);
    say(&(summary.text() + &notes))?;
    write_json(asked, &summary.json()).map(|()| ExitCode::SUCCESS)
}
