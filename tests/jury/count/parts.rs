//! One match played in several folders, on several machines. `--part K/N` plays a share of it. Here they are joined.

use crate::count::matches;
use crate::count::plan::Plan;
use crate::count::tally::Played;
use crate::run::files::file_name;
use crate::run::languages;
use crate::text::print::Shown;
use crate::text::words;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

pub struct Joined {
    /// The match, in the first folder. It is a part still if others are missing: nobody looks at every part for itself.
    pub plan: Plan,
    pub played: Vec<Played>,
    /// What a reader of the result should know.
    pub notes: Vec<String>,
}

/// Reads `K/N`.
pub fn parse(word: &str) -> Result<[usize; 2], String> {
    let read = || {
        let (k, n) = word.split_once('/')?;
        Some([k.parse().ok()?, n.parse().ok()?])
    };
    read().filter(|[k, n]| (1..=*n).contains(k)).ok_or(format!("{:?}: wanted K/N, the Kth of N, such as 1/4", word))
}

/// What may differ between the plans of one match. Each folder has its own copies of the programs.
const OWN: [&str; 5] = ["jobs", "part", "parts", "command-1", "command-2"];

/// Joins the folders. An error says which two are not of one match, and why.
pub fn join(folders: &[&Path]) -> Result<Joined, String> {
    let plans: Vec<Plan> = folders.iter().map(|folder| Plan::resume(folder)).collect::<Result<_, _>>()?;
    let first = plans.first().ok_or("wanted: one or more folders of a match")?;
    let mut from: BTreeMap<usize, &Path> = BTreeMap::new();
    let whole = (0..first.games).all(|index| plans.iter().any(|plan| plan.has(index)));
    let plan = Plan { part: first.part.filter(|_| !whole), ..first.clone() };
    let mut joined = Joined { plan, played: Vec::new(), notes: Vec::new() };
    for plan in &plans {
        let (here, there) = (first.folder.shown(), plan.folder.shown());
        if !plan.is_match() {
            return Err(format!("{} is a tournament: `jury tournament --resume` prints its tables", there));
        }
        let settings = |plan: &Plan| {
            let lines = plan.lines().into_iter().filter(|(key, _)| !OWN.contains(&key.as_str()));
            lines.collect::<BTreeMap<String, String>>()
        };
        let [ours, theirs] = [first, plan].map(settings);
        if let Some(key) = ours.keys().chain(theirs.keys()).find(|key| ours.get(*key) != theirs.get(*key)) {
            let [one, other] = [&ours, &theirs].map(|lines| lines.get(key).map_or("missing", String::as_str));
            return Err(format!("{} and {} are not of one match: {} is {} and {}", here, there, key, one, other));
        }
        for (i, letter) in ["a", "b"].into_iter().enumerate() {
            let what = letter.to_uppercase();
            if copies(&first.folder.join(letter)) != copies(&plan.folder.join(letter)) {
                let why = "another build or another version?";
                joined.notes.push(format!("{}: the files of {} are not those of {}: {}", there, what, here, why));
            }
            if command(first, i) != command(plan, i) {
                joined.notes.push(format!("{}: the command of {} is not that of {}", there, what, here));
            }
        }
        for played in matches::load(plan).map_err(|e| e.to_string())? {
            if let Some(other) = from.insert(played.index, &plan.folder) {
                return Err(format!("game {} is in {} and in {}", played.index + 1, other.shown(), there));
            }
            joined.played.push(played);
        }
    }
    joined.played.sort_by_key(|played| played.index);
    let missing: Vec<String> =
        (0..first.games).filter(|i| !from.contains_key(i)).map(|i| (i + 1).to_string()).collect();
    if !missing.is_empty() {
        let some = missing.iter().take(10).cloned().collect::<Vec<String>>().join(", ");
        let more = if missing.len() > 10 { ", ..." } else { "" };
        joined.notes.push(format!("{} of {} games are missing: {}{}", missing.len(), first.games, some, more));
    }
    Ok(joined)
}

/// The words of a program's command. Of a path only the name: the folders are others elsewhere.
fn command(plan: &Plan, i: usize) -> Vec<String> {
    let words = words::words(&plan.entrants[i].template).unwrap_or_default();
    words.iter().filter_map(|word| word.rsplit('/').next()).map(str::to_string).collect()
}

/// Name and content of the files directly in a folder, the copies of a program. If sources are among them, only
/// those: a program built from a source may hold the folder's name.
fn copies(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let paths = fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    let mut all: BTreeMap<_, _> = paths.map(|path| (file_name(&path), fs::read(path).unwrap_or_default())).collect();
    let is_source = |name: &String| languages::of(Path::new(name)).is_some();
    let some = all.keys().any(is_source);
    all.retain(|name, _| !some || is_source(name));
    all
}
