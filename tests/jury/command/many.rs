//! The commands that play many games: `jury match` and `tournament`; and `summary`, which joins matches.

use crate::command::options::Asked;
use crate::command::programs::{end, json_ready, new_folder, prepare, say, write_json};
use crate::count::plan::{self, Plan, Schedule};
use crate::count::summary::{self, Summary};
use crate::count::{matches, standings};
use crate::play::entrants;
use crate::rules::games;
use crate::run::entrant;
use crate::run::place;
use crate::run::system;
use crate::text::print::Shown;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

pub fn play_match(asked: &Asked) -> Result<ExitCode, String> {
    played(asked).map(|(_, code)| code)
}

/// Plays a match, and says how it ended.
pub fn played(asked: &Asked) -> Result<(Plan, ExitCode), String> {
    system::watch_interrupts();
    let (plan, _hold) = match (&asked.resume, &asked.rest[..]) {
        (Some(folder), _) => old_plan(asked, folder)?,
        (None, [game, programs @ ..]) if programs.len() == 2 => new_plan(asked, Schedule::Match, game, programs, 100)?,
        _ => return Err("wanted: GAME A B (a command of several words goes into quotes)".to_string()),
    };
    let played = matches::run(&plan).map_err(|e| e.to_string())?;
    let mut summary = summary::summarise(&plan).map_err(|e| e.to_string())?;
    summary.seen(&[&plan.folder]);
    say(&summary.text(&plan, asked.verbose))?;
    let written = write_json(asked, &summary.json(&plan));
    let code = end(asked, &plan, &played)?;
    written?;
    let code = if matches!(played, Ok(true)) { exit_code(asked, &summary) } else { code };
    Ok((plan, code))
}

/// 0, unless the verdict was asked for or a program cannot play at all. Then as `Verdict::told` says.
fn exit_code(asked: &Asked, summary: &Summary) -> ExitCode {
    let told = asked.exit_code || summary.hopeless.is_some();
    ExitCode::from(if told { summary.verdict().1 } else { 0 })
}

pub fn tournament(asked: &Asked) -> Result<ExitCode, String> {
    system::watch_interrupts();
    let schedule = if asked.gauntlet { Schedule::Gauntlet } else { Schedule::RoundRobin };
    let (plan, _hold) = match (&asked.resume, asked.rest.split_first()) {
        (Some(folder), _) => old_plan(asked, folder)?,
        (None, Some((game, words))) => new_plan(asked, schedule, game, &with_partners(game, words)?, 20)?,
        (None, None) => return Err("wanted: GAME P1 P2 P3 ...".to_string()),
    };
    let played = matches::run(&plan).map_err(|e| e.to_string())?;
    let standings = standings::of(&plan, &matches::all(&plan).map_err(|e| e.to_string())?);
    say(&(standings.text(&plan) + "\n"))?;
    let written = write_json(asked, &standings.json(&plan));
    let code = end(asked, &plan, &played);
    code.and_then(|code| written.map(|()| code))
}

/// The programs of a tournament: `partners` stands for all partners of the game that are not named.
fn with_partners(game: &str, words: &[String]) -> Result<Vec<String>, String> {
    let partners = games::find(game)?.partners.iter().map(|style| style.to_string());
    let partners: Vec<String> = partners.filter(|style| !words.contains(style)).collect();
    Ok(words.iter().flat_map(|word| if word == "partners" { partners.clone() } else { vec![word.clone()] }).collect())
}

type Held = Result<(Plan, File), String>;

/// The plan of a new match or tournament between these programs.
pub fn new_plan(asked: &Asked, schedule: Schedule, game: &str, texts: &[String], games: usize) -> Held {
    let (seconds, jobs) = (asked.seconds(game)?, asked.jobs(1));
    let made = new_folder(asked, game)?;
    let (folder, hold) = (made.path().to_path_buf(), place::hold(made.path())?);
    let place = |i: usize| match schedule {
        Schedule::Match => folder.join(["a", "b"][i]),
        _ => folder.join(entrant::PROGRAMS).join((i + 1).to_string()),
    };
    let plan = Plan {
        game: game.to_string(),
        entrants: prepare(asked, game, texts, &place)?,
        schedule,
        games: asked.games(games),
        seconds,
        suspend: !asked.no_suspend,
        seed: asked.seed.unwrap_or(1),
        jobs,
        openings: asked.openings.unwrap_or(0),
        sprt: asked.sprt,
        folder,
        progress: true,
    };
    plan.save().map_err(|e| e.to_string())?;
    made.keep();
    Ok((plan, hold))
}

/// The plan of a match or a tournament that goes on. A match may get more games, a tournament more programs.
pub fn old_plan(asked: &Asked, folder: &Path) -> Held {
    let is_match = asked.command == "match";
    if let Some(word) = asked.rest.first().filter(|_| is_match) {
        return Err(format!("{:?} with --resume, which goes on with the programs of the match", word));
    }
    if let Some((tournament, _)) = plan::of_tournament(folder) {
        return Err(format!("{} is of a tournament; go on with {}", folder.shown(), tournament.shown()));
    }
    // Only a folder with a plan is touched.
    let mut plan = Plan::resume(folder)?;
    if plan.is_match() != is_match {
        let command = if plan.is_match() { "match" } else { "tournament" };
        return Err(format!("{} is a {}: `jury {1} --resume {0}` goes on with it", folder.shown(), command));
    }
    let hold = place::hold(folder)?;
    json_ready(asked)?;
    let games = asked.games.unwrap_or(plan.games);
    if games < plan.games {
        return Err(format!("--games {}: the match has {} already, and can only grow", games, plan.games));
    }
    plan.games = asked.games(plan.games);
    plan.jobs = asked.jobs(plan.jobs);
    add_programs(asked, &mut plan)?;
    plan.save().map_err(|e| e.to_string())?;
    Ok((plan, hold))
}

/// Adds programs to a tournament, each by a name of its own. They meet those in it from the same starts.
fn add_programs(asked: &Asked, plan: &mut Plan) -> Result<(), String> {
    let (before, texts, mut asked) = (plan.entrants.len(), &asked.rest, asked.clone());
    // The limit that all have.
    asked.memory = Some(plan.entrants[0].memory).filter(|limit| plan.entrants.iter().all(|one| one.memory == *limit));
    // An attempt that failed may have left its copies.
    let numbered = (before + 1..).map(|number| plan.folder.join(entrant::PROGRAMS).join(number.to_string()));
    let free: Vec<PathBuf> = numbered.filter(|place| place.symlink_metadata().is_err()).take(texts.len()).collect();
    let is_there = |plan: &Plan, name: &str| plan.entrants.iter().any(|entrant| entrant.name == name);
    if let Some(name) = texts.iter().filter_map(|text| entrants::named(text).0).find(|name| is_there(plan, name)) {
        return Err(format!("a program of the tournament is called {} already", name));
    }
    for mut entrant in prepare(&asked, &plan.game, texts, &|i| free[i].clone())? {
        let numbered = (2..).map(|number| format!("{}-{}", entrant.name, number));
        let name = [entrant.name.clone()].into_iter().chain(numbered).find(|name| !is_there(plan, name));
        entrant.name = name.unwrap_or_default();
        plan.entrants.push(entrant);
    }
    Ok(())
}

pub fn join(asked: &Asked) -> Result<ExitCode, String> {
    let folders: Vec<&Path> = asked.rest.iter().map(Path::new).collect();
    json_ready(asked)?;
    let (plan, played, notes) = summary::join(&folders)?;
    let mut summary = summary::joined(&plan, &played, &folders);
    summary.seen(&folders);
    say(&(summary.text(&plan, asked.verbose) + &notes))?;
    write_json(asked, &summary.json(&plan))?;
    Ok(exit_code(asked, &summary))
}
