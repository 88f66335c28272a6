//! What each part of a player wins. `tests/ideas/GAME/NAME.patch` takes one part out of `GAME.rs`, or changes one
//! thing. It has a head, and a unified diff against the file as it stands (`git diff -U1`).
//!
//! ```text
//! what: no killer moves: quiet moves are ordered by their history alone
//! lines: 14
//! depth: 1.31 times the nodes, 1.24 times the time, the same move 8 of 9, bench 111878
//! measured: 200 games, 3 s, seed 7: 81 =0 -119, -67 +- 48 Elo, by ac3afb2, bench 111878
//! speed: 1.04
//! --- a/ayu.rs
//! +++ b/ayu.rs
//! ```
//!
//! - `what`: what the copy does without, or otherwise, in a sentence of at most 110 characters.
//! - `lines`: what the part costs: lines of the file minus lines of the copy.
//! - `depth`: what the copy needs to come as deep as the file does with the contest's time (`depth.rs`).
//! - `measured`: how the copy did against the file. A useful part has a negative Elo. First the nodes a decision
//!   (4000/3600: the file's and the copy's) or the seconds a game. Then the copy's wins, draws and losses, and Elo
//!   with its 95 % interval. Then the lead in points a game, if games are won by more or fewer. Last the commit of
//!   the file (`+`: changed since) and what `make bench` said of it: where it says another number today, the file plays
//!   otherwise, and the measurement is old. One line for each budget, the newest.
//! - `speed`: the copy's nodes a second divided by the file's.

use crate::command::depth::Depth;
use crate::count::plan::Plan;
use crate::count::stats::{self, Interval, Pairs};
use crate::count::summary;
use crate::count::tally::Played;
use crate::count::verdict::{Results, Verdict};
use crate::play::thoughts::Thoughts;
use crate::run::entrant::Entrant;
use crate::run::memory::Memory;
use crate::run::place::{self, Kind, Scratch};
use crate::run::{languages, leftovers};
use crate::text::words;
use crate::text::words::fields;
use std::collections::BTreeSet;
use std::fmt::{self, Display, Formatter};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The most characters of `what`.
pub const WHAT_MAX: usize = 110;

/// Nodes a decision from which games at fixed nodes are a measure.
const DEEP_NODES: u64 = 50_000;

/// Characters in a line of the table.
pub const COLUMNS: usize = 120;

/// An idea: the head of its patch.
#[derive(Clone, Debug, PartialEq)]
pub struct Idea {
    pub name: String,
    pub what: String,
    pub lines: i64,
    pub depth: Option<Depth>,
    pub measured: Vec<Measurement>,
    pub speed: Option<f64>,
}

/// What each of the two programs had.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Budget {
    /// For a game.
    Seconds(f64),
    /// For a decision: the file's and the copy's.
    Nodes([u64; 2]),
}

/// How the copy did against the file.
#[derive(Clone, Debug, PartialEq)]
pub struct Measurement {
    pub games: usize,
    pub budget: Budget,
    pub seed: u64,
    /// The copy's wins, draws, losses.
    pub tally: [usize; 3],
    pub elo: Interval,
    /// The copy's lead in points a game, with half of the interval. `None` if games are just won or lost.
    pub points: Option<[f64; 2]>,
    pub commit: String,
    /// What `make bench` said of the file. Old heads do not tell.
    pub bench: Option<u64>,
}

/// An Elo difference as text: mean and half of the interval. If every game was lost or won: the end of it that is
/// known.
fn elo_text(elo: Interval) -> String {
    match (elo.mean.is_finite(), elo.mean < 0.0) {
        (true, _) => format!("{:+.0} +- {:.0}", elo.mean.round() + 0.0, (elo.high - elo.low) / 2.0),
        (false, true) => format!("under {:+.0}", elo.high),
        (false, false) => format!("over {:+.0}", elo.low),
    }
}

fn read_elo(text: &str) -> Option<Interval> {
    const MAX: f64 = f64::INFINITY;
    if let Some(end) = text.strip_prefix("under ") {
        return Some(Interval { mean: -MAX, low: -MAX, high: end.parse().ok()? });
    } else if let Some(end) = text.strip_prefix("over ") {
        return Some(Interval { mean: MAX, low: end.parse().ok()?, high: MAX });
    }
    pair(text).map(|[mean, half]| Interval { mean, low: mean - half, high: mean + half })
}

impl Budget {
    /// Nodes from the command line: 4000, or 4000/3600 (the file's and the copy's).
    pub fn nodes(text: &str) -> Option<Budget> {
        let (file, copy) = text.split_once('/').unwrap_or((text, text));
        let nodes = [file.parse().ok()?, copy.parse().ok()?];
        Some(Budget::Nodes(nodes)).filter(|_| !nodes.contains(&0))
    }

    /// Does a decision have about as much as in the contest? Parts that win with few nodes often lose there.
    fn is_deep(self) -> bool {
        match self {
            Budget::Seconds(_) => true,
            Budget::Nodes(nodes) => nodes.iter().all(|nodes| *nodes >= DEEP_NODES),
        }
    }

    /// Seconds for a game. With nodes as the limit they are more than a game can last.
    pub fn seconds(self) -> f64 {
        match self {
            Budget::Seconds(seconds) => seconds,
            Budget::Nodes(_) => 100_000.0,
        }
    }

    fn read(text: &str) -> Option<Budget> {
        match text.strip_suffix(" nodes") {
            Some(nodes) => Budget::nodes(nodes),
            None => Some(Budget::Seconds(text.strip_suffix(" s")?.parse().ok()?)),
        }
    }
}

impl Display for Budget {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        match self {
            Budget::Seconds(seconds) => write!(f, "{} s", seconds),
            Budget::Nodes([file, copy]) if file == copy => write!(f, "{} nodes", file),
            Budget::Nodes([file, copy]) => write!(f, "{}/{} nodes", file, copy),
        }
    }
}

fn pair(text: &str) -> Option<[f64; 2]> {
    let (mean, half) = text.split_once(" +- ")?;
    Some([mean.parse().ok()?, half.parse().ok()?])
}

impl Measurement {
    fn read(text: &str) -> Option<Measurement> {
        let found = fields(text, "{} games, {}, seed {}: {} ={} -{}, {} Elo, {}by {}")?;
        let number = |i: usize| found[i].parse().ok();
        let (commit, bench) = match found[8].split_once(", bench ") {
            Some((commit, bench)) => (commit, Some(bench.parse().ok()?)),
            None => (found[8], None),
        };
        let measurement = Measurement {
            games: number(0)?,
            budget: Budget::read(found[1])?,
            seed: found[2].parse().ok()?,
            tally: [number(3)?, number(4)?, number(5)?],
            elo: read_elo(found[6])?,
            points: found[7].strip_suffix(" points a game, ").and_then(pair),
            commit: commit.to_string(),
            bench,
        };
        // A text of another form would be written differently.
        Some(measurement).filter(|m| m.to_string() == text && !m.commit.contains(','))
    }

    /// The mean, or the end of the interval that is known.
    pub fn elo(&self) -> f64 {
        let Interval { mean, low, high } = self.elo;
        [mean, high, low].into_iter().find(|elo| elo.is_finite()).unwrap_or(0.0)
    }
}

impl Display for Measurement {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        let [wins, draws, losses] = self.tally;
        write!(f, "{} games, {}, seed {}: ", self.games, self.budget, self.seed)?;
        write!(f, "{} ={} -{}, {} Elo", wins, draws, losses, elo_text(self.elo))?;
        if let Some([mean, half]) = self.points {
            write!(f, ", {:+.1} +- {:.1} points a game", mean, half)?;
        }
        write!(f, ", by {}", self.commit)?;
        self.bench.map_or(Ok(()), |bench| write!(f, ", bench {}", bench))
    }
}

fn split(text: &str) -> (&str, &str) {
    let is_diff = |line: &&str| line.starts_with("diff ") || line.starts_with("--- ");
    text.split_at(text.split_inclusive('\n').take_while(|line| !is_diff(line)).map(str::len).sum())
}

impl Idea {
    /// Reads the head of a patch; an error says which line is not as it should be.
    pub fn read(name: &str, text: &str) -> Result<Idea, String> {
        let mut idea =
            Idea { name: name.into(), what: String::new(), lines: 0, depth: None, measured: Vec::new(), speed: None };
        let (head, diff) = split(text);
        for line in head.lines() {
            let fail = || format!("{}: {:?} is no line of a head (see tests/jury/command/ideas.rs)", name, line);
            let (key, value) = line.split_once(": ").ok_or_else(fail)?;
            match key {
                "what" => idea.what = value.to_string(),
                "lines" => idea.lines = value.parse().map_err(|_| fail())?,
                "depth" => idea.depth = Some(Depth::read(value).ok_or_else(fail)?),
                "measured" => idea.measured.push(Measurement::read(value).ok_or_else(fail)?),
                "speed" => idea.speed = Some(value.parse().map_err(|_| fail())?),
                _ => return Err(fail()),
            }
        }
        // This also checks the order and how numbers are written.
        if idea.to_string() != head || idea.what.is_empty() || diff.is_empty() {
            return Err(format!("{}: wanted `what:`, `lines:`, `depth:`, `measured:` ..., `speed:`, and a diff", name));
        }
        Ok(idea)
    }

    /// Takes in a measurement. It replaces one with the same budget.
    pub fn record(&mut self, measurement: Measurement, speed: Option<f64>) {
        match self.measured.iter_mut().find(|old| old.budget == measurement.budget) {
            Some(old) => *old = measurement,
            None => self.measured.push(measurement),
        }
        self.speed = speed.or(self.speed);
    }

    /// The measurement that counts: at the contest's pace; of those, or without one, that of the most games.
    pub fn best(&self) -> Option<&Measurement> {
        self.measured.iter().max_by_key(|m| (m.budget.is_deep(), m.games))
    }

    /// Is what counts of another file than the one whose `make bench` says that number, or of games that are no measure?
    pub fn is_old(&self, bench: u64) -> bool {
        self.best().is_none_or(|m| m.bench != Some(bench) || !m.budget.is_deep())
    }

    /// The part saves time on the way to the contest's depth, and games do not show that it wins.
    pub fn contradicts(&self) -> bool {
        self.depth.is_some_and(|depth| depth.saves()) && self.best().is_some_and(|m| m.elo.high >= 0.0)
    }

    /// Elo that a line of the part wins. `None` if it saves no line, or is not measured.
    pub fn elo_a_line(&self) -> Option<f64> {
        self.best().filter(|_| self.lines > 0).map(|m| -m.elo() / self.lines as f64)
    }

    pub fn verdict(&self, m: &Measurement) -> String {
        let elo = elo_text(m.elo);
        let pairs = Pairs::default();
        let (who, next) = (["the copy", "the file"], stats::ERROR);
        let results = Results { who, elo: Some(m.elo), wins: m.tally, pairs, next, test: None };
        match results.verdict() {
            Verdict::Weaker if self.lines > 0 => {
                let line = -m.elo() / self.lines as f64;
                format!(
                    "The part wins: without it {} Elo (95 %), {:.1} for each of its {} lines.",
                    elo, line, self.lines
                )
            }
            Verdict::Weaker => format!("The change loses: {} Elo (95 %).", elo),
            _ => results.sentence(),
        }
    }
}

impl Display for Idea {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        write!(f, "what: {}\nlines: {}\n", self.what, self.lines)?;
        self.depth.map_or(Ok(()), |depth| writeln!(f, "depth: {}", depth))?;
        self.measured.iter().try_for_each(|measurement| writeln!(f, "measured: {}", measurement))?;
        self.speed.map_or(Ok(()), |speed| writeln!(f, "speed: {:.2}", speed))
    }
}

pub fn path(root: &Path, game: &str, name: &str) -> PathBuf {
    root.join("tests/ideas").join(game).join(format!("{}.patch", name))
}

/// The names of a game's ideas.
pub fn names(root: &Path, game: &str) -> Vec<String> {
    let files = fs::read_dir(path(root, game, "").with_file_name("")).into_iter().flatten().flatten();
    let names = files.filter_map(|file| Some(file.file_name().to_str()?.strip_suffix(".patch")?.to_string()));
    names.collect::<BTreeSet<_>>().into_iter().collect()
}

/// Puts the file's name before an error.
fn at<T>(path: &Path, result: io::Result<T>) -> Result<T, String> {
    result.map_err(|e| format!("{}: {}", path.display(), e))
}

/// Reads an idea of a game. If there is none of that name, the error lists those that there are.
pub fn load(root: &Path, game: &str, name: &str) -> Result<Idea, String> {
    let (names, path) = (names(root, game), path(root, game, name));
    if !names.iter().any(|other| other == name) {
        let (near, all) = (words::meant(name, names.iter().map(String::as_str)), names.join(", "));
        return Err(format!("{} has no idea {:?}{}; tests/ideas/{} has: {}", game, name, near, game, all));
    }
    Idea::read(name, &at(&path, fs::read_to_string(&path))?)
}

const PATCH: Kind = Kind { what: "idea", streams: false, is: |text| text.starts_with("what: ") };

/// Changes the head of a patch, which may itself have changed during a match.
pub fn save(root: &Path, game: &str, name: &str, change: impl FnOnce(&mut Idea)) -> Result<(), String> {
    let path = path(root, game, name);
    let text = at(&path, fs::read_to_string(&path))?;
    let mut idea = Idea::read(name, &text)?;
    change(&mut idea);
    place::write(&path, &PATCH, format!("{}{}", idea, split(&text).1)).map_err(|e| e.to_string())
}

/// Makes `folder/GAME.rs`, a copy of the player, and returns its full path.
pub fn copy(root: &Path, game: &str, folder: &Path) -> Result<PathBuf, String> {
    let name = format!("{}.rs", game);
    place::folder(folder)?.into_iter().for_each(Scratch::keep);
    let copy = at(folder, folder.canonicalize())?.join(&name);
    place::copy(&root.join(&name), &copy)?;
    Ok(copy)
}

/// The same with the patch applied.
pub fn apply(root: &Path, game: &str, name: &str, folder: &Path) -> Result<PathBuf, String> {
    let (copy, patch) = (copy(root, game, folder)?, path(root, game, name));
    let folder = copy.with_file_name("");
    let mut git = Command::new("git");
    git.arg("apply").arg(at(&patch, patch.canonicalize())?).current_dir(&folder);
    // Inside a repository git would take the names from its top and apply nothing.
    git.env("GIT_CEILING_DIRECTORIES", folder.parent().unwrap_or(&folder)).env_remove("GIT_DIR");
    let output = leftovers::output(&mut git).map_err(|e| e.to_string())?;
    if !output.status.success() {
        let why = String::from_utf8_lossy(&output.stderr).trim().to_string();
        let how = format!("make it anew: change {0}.rs, put the output of `git diff -U1 {0}.rs` below the head", game);
        return Err(format!("{} does not apply to {}.rs as it stands: {}\n{}", patch.display(), game, why, how));
    }
    Ok(copy)
}

/// Writes the sources of the copy and the file into the folder.
fn sources(root: &Path, game: &str, name: &str, budget: Budget, folder: &Path) -> Result<[PathBuf; 2], String> {
    let (without, whole) = (apply(root, game, name, &folder.join("copy"))?, copy(root, game, &folder.join("file"))?);
    if let Budget::Nodes([file, copy]) = budget {
        for (source, nodes) in [(&without, copy), (&whole, file)] {
            let text = at(source, fs::read_to_string(source))?;
            place::write(source, &place::READ, limited(&text, nodes)?).map_err(|e| e.to_string())?;
        }
    }
    Ok([without, whole])
}

/// Compiles the copy and the file into the folder: A and B of a match.
pub fn prepare(
    root: &Path,
    game: &str,
    name: &str,
    budget: Budget,
    memory: Memory,
    folder: &Path,
) -> Result<[Entrant; 2], String> {
    let program = |source: &Path, name: &str| -> Result<Entrant, String> {
        let rust = languages::of(source).ok_or("no language for .rs")?;
        let program = words::quoted(&rust.build(source, &source.with_file_name(""))?[0]);
        Ok(Entrant { name: name.to_string(), template: format!("{} {{seconds}} {{seed}}", program), memory })
    };
    let [without, whole] = sources(root, game, name, budget, folder)?;
    Ok([program(&without, name)?, program(&whole, &format!("{}.rs", game))?])
}

/// Are the sources in a match's folder those that `prepare` would write now?
pub fn is_match(root: &Path, game: &str, name: &str, budget: Budget, folder: &Path) -> Result<bool, String> {
    let scratch = Scratch::new(&std::env::temp_dir(), "jury-idea").map_err(|e| e.to_string())?;
    let now = sources(root, game, name, budget, scratch.path())?;
    Ok(now.iter().zip(["copy", "file"]).all(|(now, side)| {
        let then = folder.join(side).join(format!("{}.rs", game));
        fs::read(now).is_ok_and(|now| fs::read(then).is_ok_and(|then| now == then))
    }))
}

/// A player's text that gives every decision so many nodes, whatever its clock says.
pub fn limited(text: &str, nodes: u64) -> Result<String, String> {
    const UNLIMITED: &str = "..Budget::fixed(i32::MAX, u64::MAX) }";
    match text.contains(UNLIMITED) {
        true => Ok(text.replace(UNLIMITED, &format!("..Budget::fixed(i32::MAX, {}) }}", nodes))),
        false => Err(format!("the player has no {:?}, where its nodes could be limited", UNLIMITED)),
    }
}

/// The commit of the player's file, with `+` if the file was changed since.
pub fn commit(root: &Path, game: &str) -> Result<String, String> {
    let git = |words: &[&str]| {
        leftovers::output(Command::new("git").args(words).current_dir(root)).map_err(|e| e.to_string())
    };
    let head = git(&["rev-parse", "--short", "HEAD"])?;
    if !head.status.success() {
        return Err("no commit here that a measurement could name".to_string());
    }
    let same = git(&["diff", "--quiet", "HEAD", "--", &format!("{}.rs", game)])?.status.success();
    Ok(format!("{}{}", String::from_utf8_lossy(&head.stdout).trim(), if same { "" } else { "+" }))
}

/// The result of a match of A, the copy, against B, the file. An error if nothing can be measured.
pub fn measurement(
    plan: &Plan,
    played: &[Played],
    budget: Budget,
    commit: String,
    bench: Option<u64>,
) -> Result<Measurement, String> {
    let summary = summary::summary(plan, played);
    for (used, who) in summary.used.iter().zip(["the copy", "the file"]) {
        if let Some([game, why]) = &used.first_forfeit {
            return Err(format!("{} forfeited, first in {} of {}: {}", who, game, plan.folder.display(), why));
        }
    }
    let elo = summary.tally.pairs.score(stats::ERROR).ok_or("no pair of games is complete")?.elo();
    // If games are just won or lost, the points say nothing new.
    let margin = |game: &Played| (game.points(0) - game.points(1)).abs() as i64;
    let margins: BTreeSet<i64> = played.iter().map(margin).filter(|margin| *margin > 0).collect();
    let points = Some([summary.means[2].mean, summary.means[2].half]).filter(|_| margins.len() > 1);
    let games = 2 * summary.tally.pairs.count();
    Ok(Measurement { games, budget, seed: plan.seed, tally: summary.tally.wins, elo, points, commit, bench })
}

/// Nodes that each side reported for a second of processor time: the copy's and the file's. `None` if one took less
/// than two seconds or reported none.
pub fn speeds(played: &[Played]) -> Option<[f64; 2]> {
    let (mut nodes, mut seconds) = ([0.0; 2], [0.0; 2]);
    for game in played {
        for (entry, note) in game.record.entries.iter().zip(&game.record.notes) {
            // The sides swap seats.
            nodes[game.seat(entry.seat())] += Thoughts::read(&note.log).nodes.unwrap_or(0.0);
        }
        (0..2).for_each(|entrant| seconds[entrant] += game.record.accounts[game.seat(entrant)].cpu);
    }
    Some([0, 1].map(|i| nodes[i] / seconds[i])).filter(|_| (0..2).all(|i| nodes[i] > 0.0 && seconds[i] >= 2.0))
}

/// The table of a game's ideas. First those that win most Elo a line, then those that save no line (by Elo), then
/// those not measured yet. `bench` is what `make bench` says of the file today, if that is known.
pub fn table(game: &str, mut ideas: Vec<Idea>, bench: Option<u64>) -> String {
    if ideas.is_empty() {
        return format!("{} has no ideas yet: tests/jury/command/ideas.rs says how to write one\n", game);
    }
    let elo = |idea: &Idea| idea.best().map_or(f64::INFINITY, |m| m.elo());
    let line = |idea: &Idea| -idea.elo_a_line().unwrap_or(f64::NEG_INFINITY);
    ideas.sort_by(|a, b| line(a).total_cmp(&line(b)).then(elo(a).total_cmp(&elo(b))));
    let mut text = format!(
        "{}.rs without one of its parts: {} ideas, first those that win most Elo a line, then those that save no line.\n\
         Elo and points a game are the copy's, with 95 %. Nodes and time are what it needs, 1 the file's, to come as deep\n\
         as the file in the contest; same: with the same move. `!`: it needs much more, and no game shows that this wins.\n\
         `old`: the file played otherwise, or a decision had fewer than {} nodes.\n",
        game,
        ideas.len(),
        DEEP_NODES
    );
    let some_points = ideas.iter().any(|idea| idea.best().is_some_and(|m| m.points.is_some()));
    let row = |[name, lines, depth, elo, points, line, measured]: [&str; 7]| {
        let points = if some_points { format!("{:>14}", points) } else { String::new() };
        format!("{:21}{:>5}{}{:>13}{}{:>8}  {}\n", name, lines, depth, elo, points, line, measured)
    };
    let depth = |[nodes, time, same]: [&str; 3]| format!("{:>7}{:>7}{:>6}", nodes, time, same);
    text += &row(["idea", "lines", &depth(["nodes", "time", "same"]), "Elo", "points", "a line", "games"]);
    for idea in &ideas {
        let name = format!("{}{}", idea.name, if idea.contradicts() { " !" } else { "" });
        let line = idea.elo_a_line().map_or(String::new(), |elo| format!("{:+.1}", elo));
        let depth = idea.depth.map_or(depth(["", "", ""]), |d| {
            depth([&format!("x{:.2}", d.nodes), &format!("x{:.2}", d.time), &format!("{}/{}", d.same[0], d.same[1])])
        });
        let [mut elo, mut points, mut measured] = [String::new(), String::new(), "not yet".to_string()];
        if let Some(m) = idea.best() {
            elo = elo_text(m.elo);
            points = m.points.map_or(String::new(), |[mean, half]| format!("{:+.1} +- {:.1}", mean, half));
            let old = if bench.is_some_and(|bench| idea.is_old(bench)) { ", old" } else { "" };
            measured = format!("{}, {}, {}{}", m.games, m.budget, m.commit, old);
        }
        text += &row([&name, &idea.lines.to_string(), &depth, &elo, &points, &line, &measured]);
        text += &format!("    {}\n", idea.what);
    }
    text
}
