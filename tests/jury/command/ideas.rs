//! `jury idea`: what each part of a player wins. `tests/ideas/GAME/NAME.patch` takes one part out of
//! `GAME.rs`, or changes one thing. It has a head, and a unified diff against the file as it stands (`git diff -U1`).
//!
//! ```text
//! what: no killer moves: quiet moves are ordered by their history alone
//! lines: 14
//! measured: 200 games, 3 s: 81 =0 -119, Elo -117 to -17, -0.4 +- 0.3 points a game, by ac3afb2
//! --- a/ayu.rs
//! +++ b/ayu.rs
//! ```
//!
//! - `what`: what the copy does without, or otherwise, in a sentence of at most 110 characters.
//! - `lines`: what the part costs: lines of the file minus lines of the copy.
//! - `measured`: how the copy did against the file, as `jury idea` prints it: a useful part has a negative Elo.

use crate::command::many;
use crate::command::options::Asked;
use crate::command::programs::say;
use crate::count::plan::Plan;
use crate::count::stats::Interval;
use crate::count::{matches, summary};
use crate::rules::games;
use crate::run::memory::Memory;
use crate::run::place::{self, Scratch};
use crate::run::{git, leftovers};
use crate::text::print::Shown;
use crate::text::words;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

/// Seconds a game. Parts that win by a shorter clock often lose by the contest's.
const SECONDS: f64 = 3.0;

/// The head of a patch.
pub struct Idea {
    pub what: String,
    pub lines: i64,
    pub measured: String,
}

fn path(root: &Path, game: &str, name: &str) -> PathBuf {
    root.join("tests/ideas").join(game).join(format!("{}.patch", name))
}

pub fn names(root: &Path, game: &str) -> BTreeSet<String> {
    let files = fs::read_dir(root.join("tests/ideas").join(game)).into_iter().flatten().flatten();
    files.filter_map(|file| Some(file.file_name().to_str()?.strip_suffix(".patch")?.to_string())).collect()
}

/// Reads an idea of a game. If there is none of that name, the error lists those that there are.
pub fn load(root: &Path, game: &str, name: &str) -> Result<Idea, String> {
    let names = names(root, game);
    if !names.contains(name) {
        let (near, all) =
            (words::meant(name, names.iter().map(String::as_str)), Vec::from_iter(names.clone()).join(", "));
        return Err(format!("{} has no idea {:?}{}; tests/ideas/{} has: {}", game, name, near, game, all));
    }
    let path = path(root, game, name);
    let text = place::read(&path)?;
    let field = |key: &str| {
        let found = text.lines().take_while(|line| !line.starts_with("--- ")).find_map(|line| line.strip_prefix(key));
        found.map(str::to_string).ok_or(format!("{}: no line {:?} in its head", path.shown(), key))
    };
    let lines = field("lines: ")?.parse().map_err(|_| format!("{}: `lines` is a number", path.shown()))?;
    Ok(Idea { what: field("what: ")?, lines, measured: field("measured: ")? })
}

/// Makes `folder/GAME.rs`, a copy of the player with the patch applied, and returns its path.
pub fn apply(root: &Path, game: &str, name: &str, folder: &Path) -> Result<PathBuf, String> {
    let (file, patch) = (format!("{}.rs", game), path(root, game, name));
    let copy = folder.join(&file);
    place::copy(&root.join(&file), &copy)?;
    let mut git = Command::new("git");
    git.arg("apply").arg(place::with_path(&patch, patch.canonicalize())?).current_dir(folder);
    // Inside a repository git would take the names from its top and apply nothing.
    git.env("GIT_CEILING_DIRECTORIES", place::folder_of(folder)).env_remove("GIT_DIR");
    let output = leftovers::output(&mut git).map_err(|e| e.to_string())?;
    if !output.status.success() {
        let why = String::from_utf8_lossy(&output.stderr).trim().to_string();
        let how = format!("make it anew: change {0}, put the output of `git diff -U1 {0}` below the head", file);
        return Err(format!("{} does not apply to {} as it stands: {}\n{}", patch.shown(), file, why, how));
    }
    Ok(copy)
}

/// A match of a player's copy without a part against the player. Prints the line for the patch.
pub fn idea(asked: &Asked) -> Result<ExitCode, String> {
    let root = Path::new(".");
    let [game, name] = match &asked.rest[..] {
        [] => return table(&games::names()),
        [game] => return table(&[games::find(game)?.name]),
        [game, name] => [game, name],
        _ => return Err("wanted: [GAME [NAME]]".to_string()),
    };
    let (game, idea) = (games::find(game)?.name, load(root, game, name)?);
    let scratch = Scratch::temporary("jury-idea")?;
    let copy = apply(root, game, name, scratch.path())?;
    let mut of_match = asked.clone();
    (of_match.command, of_match.time) = ("match", Some(asked.time.unwrap_or(SECONDS)));
    of_match.memory = asked.memory.or(Some(Memory::Year));
    of_match.rest = vec![game.to_string(), format!("{}={}", name, copy.display()), format!("{}.rs", game)];
    say(&format!("{} {}: {}\n", game, name, idea.what))?;
    let (plan, code) = many::played(&of_match)?;
    say(&format!("measured: {}\n", measured(&plan)?))?;
    Ok(code)
}

/// How A, the copy, did against B, the file.
fn measured(plan: &Plan) -> Result<String, String> {
    let played = matches::load(plan).map_err(|e| e.to_string())?;
    let summary = summary::summary(plan, &played);
    let ([wins, draws, losses], lead) = (summary.tally.wins, summary.difference);
    let elo = summary.tally.pairs.score().map(Interval::elo);
    let elo = elo.map_or("no interval".to_string(), |elo| format!("Elo {:+.0} to {:+.0}", elo.low, elo.high));
    let by = git::here(&format!("{}.rs", plan.game)).unwrap_or_else(|_| "no commit".to_string());
    let result =
        format!("{} ={} -{}, {}, {:+.1} +- {:.1} points a game", wins, draws, losses, elo, lead.mean, lead.half);
    Ok(format!("{} games, {} s: {}, by {}", wins + draws + losses, plan.seconds[0], result, by))
}

/// Prints the ideas of one game or of all: the lines that each part costs, and how the file does without it.
fn table(games: &[&str]) -> Result<ExitCode, String> {
    for game in games {
        say(&format!("{:22}lines  how the copy without it did against {}.rs\n", "idea", game))?;
        for name in names(Path::new("."), game) {
            let idea = load(Path::new("."), game, &name)?;
            say(&format!("{:22}{:>5}  {}\n    {}\n", name, idea.lines, idea.measured, idea.what))?;
        }
    }
    Ok(ExitCode::SUCCESS)
}
