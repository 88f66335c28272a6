//! `jury idea` and `jury ideas`.

use crate::command::many::{new_plan, old_plan};
use crate::command::options::Asked;
use crate::command::programs::{end, say};
use crate::command::{depth, ideas};
use crate::count::plan::{Plan, Schedule};
use crate::count::{matches, summary};
use crate::rules::games;
use crate::run::files::are_same;
use crate::run::memory::Memory;
use crate::run::place::Scratch;
use crate::run::{git, system};
use crate::text::print::Shown;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// A match of a player's copy without a part against the player. Says what the part wins.
pub fn idea(asked: &Asked) -> Result<ExitCode, String> {
    system::watch_interrupts();
    let root = Path::new(".");
    let (game, idea) = match asked.rest.as_slice() {
        [game, name] => (games::find(game)?.name, ideas::load(root, game, name)?),
        _ => return Err("wanted: GAME NAME".to_string()),
    };
    let seconds = asked.time.unwrap_or(3.0);
    let by = git::here(&format!("{}.rs", game)).or_else(|why| if asked.record { Err(why) } else { Ok(why) })?;
    let by = asked.bench.map_or(by.clone(), |bench| format!("{}, bench {}", by, bench));
    let scratch = Scratch::temporary("jury-idea")?;
    let sources = ideas::sources(root, game, &idea.name, scratch.path())?;
    let [copy, file] = sources.each_ref().map(|source| source.display().to_string());
    let mut of_match = asked.clone();
    (of_match.command, of_match.time, of_match.rest) = ("match", Some(seconds), Vec::new());
    of_match.memory = asked.memory.or(Some(Memory::YEAR));
    // Another match stays as it is.
    let is_same = |plan: &Plan| {
        let same = |(now, seat): (&PathBuf, _)| are_same(&plan.folder.join(format!("{}/{}.rs", seat, game)), now);
        sources.iter().zip(["a", "b"]).all(same) && plan.seconds == [seconds; 2]
    };
    let (plan, _hold) = match &asked.resume {
        Some(folder) if !is_same(&Plan::resume(folder)?) => {
            return Err(format!("{} is another match, or one of files that have changed since", folder.shown()));
        }
        Some(folder) => old_plan(&of_match, folder)?,
        None => new_plan(&of_match, Schedule::Match, game, &[format!("{}={}", idea.name, copy), file], 100)?,
    };
    say(&format!("{} {}: {}\n", game, idea.name, idea.what))?;
    let played = matches::run(&plan).map_err(|e| e.to_string())?;
    let games = matches::load(&plan).map_err(|e| e.to_string())?;
    let mut summary = summary::summary(&plan, &games);
    summary.seen(&plan, &[&plan.folder]);
    say(&summary.text(&plan, false))?;
    let words = format!(" {} {} --time {}", game, idea.name, seconds);
    let code = end(asked, &plan, &played, &words)?;
    let measurement = ideas::measurement(&plan, &games, &by)?;
    say(&format!("measured: {}\n", measurement))?;
    if asked.record && matches!(played, Ok(true)) {
        ideas::save(root, game, &idea.name, |idea| idea.measured = Some(measurement))?;
        say(&format!("recorded in {}\n", ideas::path(root, game, &idea.name).shown()))?;
    }
    Ok(code)
}

/// Prints the ideas of one game or of all; of one the names of those whose measurement is old, or what depth costs them.
pub fn ideas(asked: &Asked) -> Result<ExitCode, String> {
    let names = match &asked.rest[..] {
        [] => games::names(),
        [game] => vec![games::find(game)?.name],
        _ => return Err("wanted: [GAME]".to_string()),
    };
    let root = Path::new(".");
    let all = |game: &str| -> Result<Vec<ideas::Idea>, String> {
        ideas::names(root, game).into_iter().map(|name| ideas::load(root, game, &name)).collect()
    };
    match (&names[..], asked.bench) {
        ([game], Some(bench)) if asked.old => {
            let old = all(game)?.into_iter().filter(|idea| idea.is_old(bench));
            return say(&old.map(|idea| format!("{}\n", idea.name)).collect::<String>());
        }
        ([game], Some(bench)) if asked.depth => return depths(root, game, bench, all(game)?),
        _ if asked.old || asked.depth => {
            return Err("--old and --depth want one GAME and --bench N (`make ideas` gives them)".to_string());
        }
        _ => {}
    }
    let mut tables = Vec::new();
    for game in names {
        let ideas = all(game)?;
        if !ideas.is_empty() || asked.rest.len() == 1 {
            tables.push(ideas::table(game, ideas, asked.bench));
        }
    }
    say(&tables.join("\n"))
}

/// Writes into each head what the copy needs to come as deep as the file, where that is of another file.
fn depths(root: &Path, game: &str, bench: u64, ideas: Vec<ideas::Idea>) -> Result<ExitCode, String> {
    system::watch_interrupts();
    for idea in ideas.iter().filter(|idea| idea.depth.is_none_or(|depth| depth.bench != bench)) {
        let scratch = Scratch::temporary("jury-depth")?;
        let sources = ideas::sources(root, game, &idea.name, scratch.path())?;
        let depth = depth::measure(root, game, sources.each_ref().map(|source| source.as_path()), bench)?;
        ideas::save(root, game, &idea.name, |idea| idea.depth = Some(depth))?;
        say(&format!("{}: {}\n", idea.name, depth))?;
    }
    say(&format!("nodes to depth of all ideas of {} are of bench {}\n", game, bench))
}
