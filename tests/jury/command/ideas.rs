//! `jury idea` and `jury ideas`: what each part of a player wins. `tests/ideas/GAME/NAME.patch` takes one part out of
//! `GAME.rs`, or changes one thing. It has a head, and a unified diff against the file as it stands (`git diff -U1`).
//!
//! ```text
//! what: no killer moves: quiet moves are ordered by their history alone
//! lines: 14
//! depth: 1.31 times the nodes, 1.24 times the time, the same move 8 of 9, bench 111878
//! measured: 200 games, 3 s, seed 7: 81 =0 -119, -67 +- 48 Elo, by ac3afb2, bench 111878
//! --- a/ayu.rs
//! +++ b/ayu.rs
//! ```
//!
//! - `what`: what the copy does without, or otherwise, in a sentence of at most 110 characters.
//! - `lines`: what the part costs: lines of the file minus lines of the copy.
//! - `depth`: what the copy needs to come as deep as the file does with the contest's time (`Depth`).
//! - `measured`: how the copy did against the file. A useful part has a negative Elo. First the games, the seconds a
//!   game and the seed. Then the copy's wins, draws and losses, and Elo with its 95 % interval. Then the lead in points
//!   a game, if games are won by more or fewer. Last the commit of the file (`+`: changed since) and what `make bench`
//!   said of it: where it says another number today, the file plays otherwise, and the measurement is old.

use crate::command::many::{new_plan, old_plan};
use crate::command::options::Asked;
use crate::command::programs::{end, say};
use crate::count::plan::{Plan, Schedule};
use crate::count::stats::{self, Interval};
use crate::count::tally::Played;
use crate::count::{matches, summary};
use crate::rules::games;
use crate::run::files::are_same;
use crate::run::memory::Memory;
use crate::run::place::{self, Scratch};
use crate::run::{git, languages, leftovers, system};
use crate::text::print::Shown;
use crate::text::words::{self, fields};
use std::collections::BTreeSet;
use std::fmt::{self, Display, Formatter};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

/// Seconds a game from which games are a measure. Parts that win by a shorter clock often lose by the contest's.
const SECONDS_MIN: f64 = 3.0;

/// An idea: the head of its patch.
#[derive(Clone, Debug, PartialEq)]
pub struct Idea {
    pub name: String,
    pub what: String,
    pub lines: i64,
    pub depth: Option<Depth>,
    pub measured: Option<Measurement>,
}

/// How the copy did against the file: what stands between the words of `FORM`.
#[derive(Clone, Debug, PartialEq)]
pub struct Measurement([String; 9]);

const FORM: &str = "{} games, {} s, seed {}: {} ={} -{}, {} Elo, {}by {}";

impl Measurement {
    pub fn read(text: &str) -> Option<Measurement> {
        let found = Measurement(<[&str; 9]>::try_from(fields(text, FORM)?).ok()?.map(str::to_string));
        let numbers = [0, 2, 3, 4, 5].iter().all(|i| found.0[*i].parse::<u64>().is_ok());
        let by = found.0[8].split_once(", ").map_or(true, |_| found.bench().is_some());
        Some(found).filter(|m| numbers && by && m.seconds().is_finite() && m.elo()[0].is_finite())
    }

    pub fn games(&self) -> usize {
        self.0[0].parse().unwrap_or(0)
    }

    pub fn seconds(&self) -> f64 {
        self.0[1].parse().unwrap_or(f64::NAN)
    }

    /// Elo and half of its interval. If every game was lost or won: the end of it that is known, and nothing.
    pub fn elo(&self) -> [f64; 2] {
        let number = |text: &str| text.parse().map_or(f64::NAN, |n: f64| if n.is_infinite() { 0.0 } else { n });
        let elo = &self.0[6];
        match elo.split_once(" +- ") {
            Some((mean, half)) => [number(mean), number(half)],
            None => [elo.strip_prefix("under ").or(elo.strip_prefix("over ")).map_or(f64::NAN, number), 0.0],
        }
    }

    fn points(&self) -> &str {
        self.0[7].trim_end_matches(" points a game, ")
    }

    fn commit(&self) -> &str {
        self.0[8].split(", ").next().unwrap_or("")
    }

    /// What `make bench` said of the file. Old heads do not tell.
    fn bench(&self) -> Option<u64> {
        self.0[8].split_once(", bench ")?.1.parse().ok()
    }
}

impl Display for Measurement {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        let mut fields = self.0.iter();
        FORM.split("{}").try_for_each(|words| write!(f, "{}{}", words, fields.next().map_or("", |field| field)))
    }
}

fn elo_text(elo: Interval) -> String {
    match (elo.mean.is_finite(), elo.mean < 0.0) {
        (true, _) => format!("{:+.0} +- {:.0}", elo.mean.round() + 0.0, (elo.high - elo.low) / 2.0),
        (false, true) => format!("under {:+.0}", elo.high),
        (false, false) => format!("over {:+.0}", elo.low),
    }
}

/// The result of a match of A, the copy, against B, the file. An error if nothing can be measured.
pub fn measurement(plan: &Plan, played: &[Played], by: &str) -> Result<Measurement, String> {
    let summary = summary::summary(plan, played);
    for (used, who) in summary.used.iter().zip(["the copy", "the file"]) {
        if let Some([game, why]) = &used.first_forfeit {
            return Err(format!("{} forfeited, first in {} of {}: {}", who, game, plan.folder.shown(), why));
        }
    }
    let pairs = &summary.tally.pairs;
    let elo = pairs.score(stats::ERROR).map(Interval::elo);
    let elo = elo.filter(|elo| elo.low.is_finite() || elo.high.is_finite());
    let elo = elo_text(elo.ok_or("too few pairs of games are complete")?);
    // If games are just won or lost, the points say nothing new.
    let margin = |game: &Played| (game.points(0) - game.points(1)).abs() as i64;
    let margins: BTreeSet<i64> = played.iter().map(margin).filter(|margin| *margin > 0).collect();
    let lead = || format!("{:+.1} +- {:.1} points a game, ", summary.means[2].mean, summary.means[2].half);
    let lead = if margins.len() > 1 { lead() } else { String::new() };
    let [wins, draws, losses] = summary.tally.wins.map(|n| n.to_string());
    let (games, seconds, seed) = ((2 * pairs.count()).to_string(), plan.seconds[0].to_string(), plan.seed.to_string());
    Ok(Measurement([games, seconds, seed, wins, draws, losses, elo, lead, by.to_string()]))
}

fn split(text: &str) -> (&str, &str) {
    let is_diff = |line: &&str| line.starts_with("diff ") || line.starts_with("--- ");
    text.split_at(text.split_inclusive('\n').take_while(|line| !is_diff(line)).map(str::len).sum())
}

impl Idea {
    /// Reads the head of a patch; an error says which line is not as it should be.
    pub fn read(name: &str, text: &str) -> Result<Idea, String> {
        let mut idea = Idea { name: name.into(), what: String::new(), lines: 0, depth: None, measured: None };
        let (head, diff) = split(text);
        for line in head.lines() {
            let fail = || format!("{}: {:?} is no line of a head (see tests/jury/command/ideas.rs)", name, line);
            let (key, value) = line.split_once(": ").ok_or_else(fail)?;
            match key {
                "what" => idea.what = value.to_string(),
                "lines" => idea.lines = value.parse().map_err(|_| fail())?,
                "depth" => idea.depth = Some(Depth::read(value).ok_or_else(fail)?),
                "measured" => idea.measured = Some(Measurement::read(value).ok_or_else(fail)?),
                _ => return Err(fail()),
            }
        }
        // This also checks the order and how numbers are written.
        if idea.to_string() != head || idea.what.is_empty() || diff.is_empty() {
            return Err(format!("{}: wanted `what:`, `lines:`, `depth:`, `measured:`, and a diff", name));
        }
        Ok(idea)
    }

    /// Is it not measured, or was that another file than the one whose `make bench` says that number, or a short clock?
    pub fn is_old(&self, bench: u64) -> bool {
        self.measured.as_ref().is_none_or(|m| m.bench() != Some(bench) || m.seconds() < SECONDS_MIN)
    }

    /// The part saves much time on the way to the contest's depth, and games do not show that it wins.
    pub fn contradicts(&self) -> bool {
        let is_open = |m: &Measurement| m.elo().iter().sum::<f64>() >= 0.0;
        self.depth.is_some_and(|depth| depth.time >= 1.25) && self.measured.as_ref().is_some_and(is_open)
    }

    /// Elo that a line of the part wins. `None` if it saves no line, or is not measured.
    pub fn elo_a_line(&self) -> Option<f64> {
        self.measured.as_ref().filter(|_| self.lines > 0).map(|m| -m.elo()[0] / self.lines as f64)
    }
}

impl Display for Idea {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        write!(f, "what: {}\nlines: {}\n", self.what, self.lines)?;
        self.depth.map_or(Ok(()), |depth| writeln!(f, "depth: {}", depth))?;
        self.measured.as_ref().map_or(Ok(()), |measurement| writeln!(f, "measured: {}", measurement))
    }
}

pub fn path(root: &Path, game: &str, name: &str) -> PathBuf {
    root.join("tests/ideas").join(game).join(format!("{}.patch", name))
}

pub fn names(root: &Path, game: &str) -> Vec<String> {
    let files = fs::read_dir(path(root, game, "").with_file_name("")).into_iter().flatten().flatten();
    let names = files.filter_map(|file| Some(file.file_name().to_str()?.strip_suffix(".patch")?.to_string()));
    names.collect::<BTreeSet<_>>().into_iter().collect()
}

/// Reads an idea of a game. If there is none of that name, the error lists those that there are.
pub fn load(root: &Path, game: &str, name: &str) -> Result<Idea, String> {
    let names = names(root, game);
    if !names.iter().any(|other| other == name) {
        let (near, all) = (words::meant(name, names.iter().map(String::as_str)), names.join(", "));
        return Err(format!("{} has no idea {:?}{}; tests/ideas/{} has: {}", game, name, near, game, all));
    }
    let path = path(root, game, name);
    Idea::read(name, &place::said(&path, place::text(&path))?)
}

const PATCH: &str = "what: ";

/// Changes the head of a patch, which may itself have changed during a match.
pub fn save(root: &Path, game: &str, name: &str, change: impl FnOnce(&mut Idea)) -> Result<(), String> {
    let path = path(root, game, name);
    let text = place::said(&path, place::text(&path))?;
    let mut idea = Idea::read(name, &text)?;
    change(&mut idea);
    place::write(&path, PATCH, format!("{}{}", idea, split(&text).1)).map_err(|e| e.to_string())
}

/// Makes `folder/GAME.rs`, a copy of the player with the patch applied, and returns its path.
pub fn apply(root: &Path, game: &str, name: &str, folder: &Path) -> Result<PathBuf, String> {
    let (copy, patch) = (folder.join(format!("{}.rs", game)), path(root, game, name));
    place::folder(folder)?;
    place::copy(&root.join(format!("{}.rs", game)), &copy)?;
    let mut git = Command::new("git");
    git.arg("apply").arg(patch.canonicalize().map_err(|e| e.to_string())?).current_dir(folder);
    // Inside a repository git would take the names from its top and apply nothing.
    let folder = folder.canonicalize().map_err(|e| e.to_string())?;
    git.env("GIT_CEILING_DIRECTORIES", folder.parent().unwrap_or(&folder)).env_remove("GIT_DIR");
    let output = leftovers::output(&mut git).map_err(|e| e.to_string())?;
    if !output.status.success() {
        let why = String::from_utf8_lossy(&output.stderr).trim().to_string();
        let how = format!("make it anew: change {0}.rs, put the output of `git diff -U1 {0}.rs` below the head", game);
        return Err(format!("{} does not apply to {}.rs as it stands: {}\n{}", patch.shown(), game, why, how));
    }
    Ok(copy)
}

/// The table of a game's ideas. First those that win most Elo a line, then those that save no line (by Elo), then
/// those not measured yet, by the time that they need to come as deep. `bench` is what `make bench` says of the file today, if that is known.
pub fn table(game: &str, mut ideas: Vec<Idea>, bench: Option<u64>) -> String {
    if ideas.is_empty() {
        return format!("{} has no ideas yet: tests/jury/command/ideas.rs says how to write one\n", game);
    }
    let elo = |idea: &Idea| idea.measured.as_ref().map_or(f64::INFINITY, |m| m.elo()[0]);
    let line = |idea: &Idea| -idea.elo_a_line().unwrap_or(f64::NEG_INFINITY);
    let time = |idea: &Idea| -idea.depth.map_or(0.0, |depth| depth.time);
    ideas.sort_by(|a, b| line(a).total_cmp(&line(b)).then(elo(a).total_cmp(&elo(b))).then(time(a).total_cmp(&time(b))));
    let mut text = format!(
        "{}.rs without one of its parts: {} ideas, first those that win most Elo a line, then those that save no line.\n\
         Elo and points a game are the copy's, with 95 %. Nodes and time are what it needs, 1 the file's, to come as deep\n\
         as the file in the contest; same: with the same move. `!`: it needs much more, and no game shows that this wins.\n\
         `old`, `~` (nodes): the file played otherwise, or a game lasted less than {} s.\n",
        game,
        ideas.len(),
        SECONDS_MIN
    );
    let some_points = ideas.iter().any(|idea| idea.measured.as_ref().is_some_and(|m| !m.points().is_empty()));
    let row = |words: [&str; 9]| {
        let [name, lines, nodes, time, same, elo, points, line, measured] = words;
        let points = if some_points { format!("{:>14}", points) } else { String::new() };
        format!(
            "{:21}{:>5}{:>8}{:>8}{:>6}{:>13}{}{:>8}  {}\n",
            name, lines, nodes, time, same, elo, points, line, measured
        )
    };
    text += &row(["idea", "lines", "nodes", "time", "same", "Elo", "points", "a line", "games"]);
    for idea in &ideas {
        let name = format!("{}{}", idea.name, if idea.contradicts() { " !" } else { "" });
        let line = idea.elo_a_line().map_or(String::new(), |elo| format!("{:+.1}", elo));
        let mark = |d: Depth| if bench.is_some_and(|bench| d.bench != bench) { "~" } else { "" }.to_string();
        let depth = |d: Depth| {
            [mark(d) + &format!("x{:.2}", d.nodes), format!("x{:.2}", d.time), format!("{}/{}", d.same[0], d.same[1])]
        };
        let [nodes, time, same] = idea.depth.map_or_else(Default::default, depth);
        let old = |idea: &Idea| if bench.is_some_and(|bench| idea.is_old(bench)) { ", old" } else { "" };
        let measured = |m: &Measurement| format!("{}, {} s, {}{}", m.games(), m.seconds(), m.commit(), old(idea));
        let [elo, points] = idea.measured.as_ref().map_or(["", ""], |m| [&m.0[6], m.points()]);
        let measured = idea.measured.as_ref().map_or("not yet".to_string(), measured);
        text += &row([&name, &idea.lines.to_string(), &nodes, &time, &same, elo, points, &line, &measured]);
        text += &format!("    {}\n", idea.what);
    }
    text
}

/// What a copy of a player without a part needs to come as deep as the file does with the contest's time, by positions
/// that `tests/bench/GAME.rs deep` searches to fixed depths, 0.1 to 1 million nodes each. Few nodes are no strength: a
/// part that saves nodes may also hide a good move. But they show what games of few nodes cannot.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Depth {
    /// Times the file's nodes.
    pub nodes: f64,
    /// Times the file's processor time.
    pub time: f64,
    /// In how many of the positions it finds the same move.
    pub same: [usize; 2],
    /// What `make bench` says of the file.
    pub bench: u64,
}

impl Display for Depth {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        let [same, all] = self.same;
        write!(f, "{:.2} times the nodes, {:.2} times the time, ", self.nodes, self.time)?;
        write!(f, "the same move {} of {}, bench {}", same, all, self.bench)
    }
}

impl Depth {
    pub fn read(text: &str) -> Option<Depth> {
        let found = words::fields(text, "{} times the nodes, {} times the time, the same move {} of {}, bench {}")?;
        let [nodes, time] = [found[0].parse().ok()?, found[1].parse().ok()?];
        let same = [found[2].parse().ok()?, found[3].parse().ok()?];
        Some(Depth { nodes, time, same, bench: found[4].parse().ok()? })
    }
}

/// What a bench prints: the moves found, the nodes, the nodes in a second of the processor's time.
struct Bench(Vec<String>, f64, f64);

/// Reads lines such as `ply 8  depth 9  J7-J6  score -14  nodes 117473`.
fn read_bench(out: &str, err: &str) -> Option<Bench> {
    let mv = |line: &str| Some(line.split_once("  depth ")?.1.split_whitespace().nth(1)?.to_string());
    let nodes = out.lines().last()?.strip_prefix("nodes ")?.parse().ok()?;
    let speed = err.lines().last()?.strip_suffix(" nodes a second")?.parse().ok()?;
    Some(Bench(out.lines().filter_map(mv).collect(), nodes, speed))
}

/// Compiles the bench of a game with the player in `source`, and runs it. Meanwhile its source lies in the folder.
fn deep(root: &Path, game: &str, source: &Path, folder: &Path) -> Result<Bench, String> {
    let bench = root.join("tests/bench").join(format!("{}.rs", game));
    let text = place::said(&bench, fs::read_to_string(&bench))?;
    if !text.contains("DEEP") {
        return Err(format!("{} has no positions for `deep`", bench.display()));
    }
    let tests = root.join("tests").canonicalize().map_err(|e| e.to_string())?.display().to_string();
    let text = text.replace(&format!("../../{}.rs", game), &source.display().to_string());
    let text =
        text.replace("\"../", &format!("\"{}/", tests)).replace("\"common", &format!("\"{}/bench/common", tests));
    let scratch = Scratch::new(folder, "bench").map_err(|e| e.to_string())?;
    let copy = scratch.path().join("bench.rs");
    place::write(&copy, place::NEW, text).map_err(|e| e.to_string())?;
    // As make compiles it: some positions are made by the jury's rules.
    let library = format!("jury={}/../target/made/libjury.rlib", tests);
    let mut rust = languages::of(&copy).ok_or("no language for .rs")?;
    rust.build.extend(["--extern".to_string(), library]);
    let words = rust.build(&copy, scratch.path())?;
    let output = leftovers::output(Command::new(&words[0]).arg("deep")).map_err(|e| e.to_string())?;
    let [out, err] = [output.stdout, output.stderr].map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
    read_bench(&out, &err).ok_or_else(|| format!("{} deep says: {}{}", words::quoted(&words[0]), out, err))
}

/// Measures a copy of a game's player beside the file. `bench` is what `make bench` says of the file.
fn depth(root: &Path, game: &str, copy: &Path, bench: u64) -> Result<Depth, String> {
    let file = root.join(format!("{}.rs", game)).canonicalize().map_err(|e| e.to_string())?;
    let (file, copy) = (deep(root, game, &file, place::home(copy))?, deep(root, game, copy, place::home(copy))?);
    let (nodes, same) = (copy.1 / file.1, copy.0.iter().zip(&file.0).filter(|(one, other)| one == other).count());
    let round = |ratio: f64| (ratio * 100.0).round() / 100.0;
    Ok(Depth { nodes: round(nodes), time: round(nodes * file.2 / copy.2), same: [same, file.0.len()], bench })
}

/// A match of a player's copy without a part against the player. Says what the part wins.
pub fn idea(asked: &Asked) -> Result<ExitCode, String> {
    system::watch_interrupts();
    let root = Path::new(".");
    let (game, idea) = match asked.rest.as_slice() {
        [game, name] => (games::find(game)?.name, load(root, game, name)?),
        _ => return Err("wanted: GAME NAME".to_string()),
    };
    let seconds = asked.time.unwrap_or(3.0);
    let file = format!("{}.rs", game);
    let by = git::here(&file).or_else(|why| if asked.record { Err(why) } else { Ok(why) })?;
    let by = asked.bench.map_or(by.clone(), |bench| format!("{}, bench {}", by, bench));
    let scratch = Scratch::temporary("jury-idea")?;
    let copy = apply(root, game, &idea.name, &scratch.path().join("copy"))?.display().to_string();
    let mut of_match = asked.clone();
    (of_match.command, of_match.time, of_match.rest) = ("match", Some(seconds), Vec::new());
    of_match.memory = asked.memory.or(Some(Memory::YEAR));
    // Another match stays as it is.
    let is_same = |plan: &Plan| {
        let same = |seat, now: &str| are_same(&plan.folder.join(seat).join(&file), Path::new(now));
        same("a", &copy) && same("b", &file) && plan.seconds == [seconds; 2]
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
    summary.seen(&[&plan.folder]);
    say(&summary.text(&plan, false))?;
    let words = format!(" {} {} --time {}", game, idea.name, seconds);
    let code = end(asked, &plan, &played, &words)?;
    let measurement = measurement(&plan, &games, &by)?;
    say(&format!("measured: {}\n", measurement))?;
    if asked.record && matches!(played, Ok(true)) {
        save(root, game, &idea.name, |idea| idea.measured = Some(measurement))?;
        say(&format!("recorded in {}\n", path(root, game, &idea.name).shown()))?;
    }
    Ok(code)
}

/// Prints the ideas of one game or of all; of one the names of those whose measurement is old, or what depth costs.
pub fn ideas(asked: &Asked) -> Result<ExitCode, String> {
    let games = match &asked.rest[..] {
        [] => games::names(),
        [game] => vec![games::find(game)?.name],
        _ => return Err("wanted: [GAME]".to_string()),
    };
    let root = Path::new(".");
    let all = |game: &str| -> Result<Vec<Idea>, String> {
        names(root, game).into_iter().map(|name| load(root, game, &name)).collect()
    };
    match (&games[..], asked.bench) {
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
    for game in games {
        let ideas = all(game)?;
        if !ideas.is_empty() || asked.rest.len() == 1 {
            tables.push(table(game, ideas, asked.bench));
        }
    }
    say(&tables.join("\n"))
}

/// Writes into each head what the copy needs to come as deep as the file, where that is of another file.
fn depths(root: &Path, game: &str, bench: u64, ideas: Vec<Idea>) -> Result<ExitCode, String> {
    system::watch_interrupts();
    for idea in ideas.iter().filter(|idea| idea.depth.is_none_or(|depth| depth.bench != bench)) {
        let scratch = Scratch::temporary("jury-depth")?;
        let copy = apply(root, game, &idea.name, &scratch.path().join("copy"))?;
        let depth = depth(root, game, &copy, bench)?;
        save(root, game, &idea.name, |idea| idea.depth = Some(depth))?;
        say(&format!("{}: {}\n", idea.name, depth))?;
    }
    say(&format!("nodes to depth of all ideas of {} are of bench {}\n", game, bench))
}
