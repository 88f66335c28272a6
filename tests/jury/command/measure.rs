//! `jury idea` and `jury ideas`.

use crate::command::depth;
use crate::command::ideas::{self, Budget};
use crate::command::options::Asked;
use crate::command::programs::{new_folder, say};
use crate::count::matches;
use crate::count::plan::{self, Plan, Schedule};
use crate::rules::games;
use crate::run::memory::Memory;
use crate::run::place::{self, Hold, Scratch};
use crate::run::system;
use std::path::Path;
use std::process::ExitCode;

/// Plays a player against its copy without a part. Says what the part wins.
pub fn idea(asked: &Asked) -> Result<ExitCode, String> {
    system::watch_interrupts();
    let root = Path::new(".");
    let (game, idea) = match asked.rest.as_slice() {
        [game, name] => (games::find(game)?.name, ideas::load(root, game, name)?),
        _ => return Err("wanted: GAME NAME".to_string()),
    };
    let seconds = plan::check_seconds(asked.time.unwrap_or(3.0)).map(Budget::Seconds);
    let budget = asked.nodes.map_or(seconds, Ok)?;
    let commit = match ideas::commit(root, game) {
        Err(_) if !asked.record => "no commit".to_string(),
        commit => commit?,
    };
    let (plan, _hold) = match_of(asked, game, &idea.name, budget)?;
    say(&format!("{} {}: {}\n", game, idea.name, idea.what))?;
    let finished = matches::run(&plan).map_err(|e| e.to_string())?;
    let played = matches::load(&plan).map_err(|e| e.to_string())?;
    let measurement = ideas::measurement(&plan, &played, budget, commit, asked.bench)?;
    say(&format!("{}\nmeasured: {}\n", idea.verdict(&measurement), measurement))?;
    let each = if asked.nodes.is_some() { "a decision" } else { "a game" };
    say(&format!("(the copy against {}.rs as it stands, {} {} each)\n", game, budget, each))?;
    say(&format!("transcripts: {}\n", plan.folder.display()))?;
    let speeds = ideas::speeds(&played);
    if let Some([copy, file]) = speeds {
        say(&format!("speed: {:.2} ({:.0} nodes a second against {:.0})\n", copy / file, copy, file))?;
    }
    if !finished {
        say("interrupted: nothing is recorded; the same words with --dir and this folder go on\n")?;
        return Ok(ExitCode::FAILURE);
    }
    if asked.record {
        let speed = speeds.map(|[copy, file]| copy / file);
        ideas::save(root, game, &idea.name, |idea| idea.record(measurement, speed))?;
        say(&format!("recorded in {}\n", ideas::path(root, game, &idea.name).display()))?;
    }
    Ok(ExitCode::SUCCESS)
}

/// A match of a player against its copy without a part: a new one, or the one that was begun in `--dir`.
fn match_of(asked: &Asked, game: &str, name: &str, budget: Budget) -> Result<(Plan, Hold), String> {
    let (games, seed) = (asked.games(100), asked.seed());
    if let Some(folder) = asked.dir.as_deref().filter(|folder| folder.join("plan").is_file()) {
        let mut plan = Plan::resume(folder)?;
        let same = (plan.game.as_str(), plan.seconds, plan.seed) == (game, [budget.seconds(); 2], seed);
        if !same || games < plan.games || !ideas::is_match(Path::new("."), game, name, budget, folder)? {
            return Err(format!("{} is another match, or one of files that have changed since", folder.display()));
        }
        let hold = place::hold(folder)?;
        (plan.games, plan.jobs) = (games, asked.jobs(plan.jobs)?);
        plan.save().map_err(|e| e.to_string())?;
        return Ok((plan, hold));
    }
    let (folder, hold) = new_folder(asked, &format!("idea-{}-{}", game, name))?;
    let memory = asked.memory.unwrap_or(Memory::YEAR);
    let plan = Plan {
        game: game.to_string(),
        entrants: ideas::prepare(Path::new("."), game, name, budget, memory, &folder)?.to_vec(),
        schedule: Schedule::Match,
        games,
        seconds: [budget.seconds(); 2],
        suspend: !asked.no_suspend,
        seed,
        jobs: asked.jobs(1)?,
        openings: 0,
        sprt: None,
        part: None,
        folder,
        progress: true,
    };
    plan.save().map_err(|e| e.to_string())?;
    Ok((plan, hold))
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
        ([game], Some(bench)) if asked.depth => return depths(root, game, bench),
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
fn depths(root: &Path, game: &str, bench: u64) -> Result<ExitCode, String> {
    system::watch_interrupts();
    for name in ideas::names(root, game) {
        if ideas::load(root, game, &name)?.depth.is_none_or(|depth| depth.bench != bench) {
            let scratch = Scratch::new(&std::env::temp_dir(), "jury-depth").map_err(|e| e.to_string())?;
            let file = ideas::copy(root, game, &scratch.path().join("file"))?;
            let copy = ideas::apply(root, game, &name, &scratch.path().join("copy"))?;
            let depth = depth::measure(root, game, [&file, &copy], bench)?;
            ideas::save(root, game, &name, |idea| idea.depth = Some(depth))?;
            say(&format!("{}: {}\n", name, depth))?;
        }
    }
    say(&format!("nodes to depth of all ideas of {} are of bench {}\n", game, bench))
}
