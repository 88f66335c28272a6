//! What each part of a player wins. `tests/ideas/GAME/NAME.patch` takes one part out of `GAME.rs`, or changes one thing: a
//! head, and a unified diff against the file as it stands (`git diff -U1`).
//!
//!     what: no killer moves: quiet moves are ordered by their history alone
//!     lines: 14
//!     measured: 400 games, 4000 nodes, seed 7: 162 =0 -238, -67 +- 35 Elo, by ac3afb2
//!     speed: 1.04
//!     --- a/ayu.rs
//!     +++ b/ayu.rs
//!
//! - `what`: what the copy does without, or otherwise, in a sentence of at most 110 characters.
//! - `lines`: what the part costs: lines of the file less lines of the copy.
//! - `measured`: how the copy did against the file, so that a useful part has a negative Elo. A decision had so many nodes
//!   (4000/3600: the file's and the copy's), or a game so many seconds. Then wins, draws and losses of the copy, Elo with
//!   its 95 % interval, the points a game where a game is won by more or fewer, and the commit of the file (`+`: changed
//!   since). One line for each budget, the newest.
//! - `speed`: nodes a second of the copy divided by those of the file.

use crate::entrant::{self, Entrant};
use crate::opinion::Opinion;
use crate::series::Played;
use crate::stats;
use crate::summary::Summary;
use std::cmp::Ordering;
use std::collections::BTreeSet;
use std::fmt::{self, Display, Formatter};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Most characters of `what`.
pub const WHAT_MAX: usize = 110;

/// Columns of the table.
pub const COLUMNS: usize = 120;

/// An idea: the head of its patch.
#[derive(Clone, Debug, PartialEq)]
pub struct Idea {
    pub name: String,
    pub what: String,
    pub lines: i64,
    pub measured: Vec<Measurement>,
    pub speed: Option<f64>,
}

/// What the two programs had.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Budget {
    /// For a game.
    Seconds(f64),
    /// For a decision: of the file and of the copy.
    Nodes([u64; 2]),
}

/// How the copy did against the file.
#[derive(Clone, Debug, PartialEq)]
pub struct Measurement {
    pub games: usize,
    pub budget: Budget,
    pub seed: u64,
    /// Wins, draws, losses.
    pub tally: [usize; 3],
    pub elo: Elo,
    /// Points a game, with half of the interval, where a game is not just won or lost.
    pub points: Option<[f64; 2]>,
    pub commit: String,
}

/// An Elo difference by its 95 % interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Elo {
    /// The mean and half of the interval.
    About(f64, f64),
    /// Every game was lost: at most that.
    Under(f64),
    /// Every game was won: at least that.
    Over(f64),
}

impl Elo {
    pub fn of(elo: stats::Interval) -> Elo {
        match elo.mean {
            mean if mean == f64::NEG_INFINITY => Elo::Under(elo.high),
            mean if mean == f64::INFINITY => Elo::Over(elo.low),
            mean => Elo::About(mean, (elo.high - elo.low) / 2.0),
        }
    }

    /// The mean, or the end that is known.
    pub fn value(self) -> f64 {
        let (Elo::About(value, _) | Elo::Under(value) | Elo::Over(value)) = self;
        value
    }

    fn read(text: &str) -> Option<Elo> {
        match text.split(' ').collect::<Vec<_>>()[..] {
            [mean, "+-", half] => Some(Elo::About(mean.parse().ok()?, half.parse().ok()?)),
            ["under", value] => Some(Elo::Under(value.parse().ok()?)),
            ["over", value] => Some(Elo::Over(value.parse().ok()?)),
            _ => None,
        }
    }
}

impl Display for Elo {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        match self {
            Elo::About(mean, half) => write!(f, "{:+.0} +- {:.0}", mean, half),
            Elo::Under(value) => write!(f, "under {:+.0}", value),
            Elo::Over(value) => write!(f, "over {:+.0}", value),
        }
    }
}

impl Budget {
    /// Nodes from the command line: 4000, or 4000/3600 (the file's and the copy's).
    pub fn nodes(text: &str) -> Option<Budget> {
        let (file, copy) = text.split_once('/').unwrap_or((text, text));
        let nodes = [file.parse().ok()?, copy.parse().ok()?];
        Some(Budget::Nodes(nodes)).filter(|_| !nodes.contains(&0))
    }

    /// Seconds for a game: more than a game can last where nodes are the limit.
    pub fn seconds(self) -> f64 {
        match self {
            Budget::Seconds(seconds) => seconds,
            Budget::Nodes(_) => 100_000.0,
        }
    }

    /// In words.
    pub fn what(self) -> String {
        match self {
            Budget::Seconds(_) => format!("{} a game each", self),
            Budget::Nodes([file, copy]) if file == copy => format!("{} a decision, whatever the clock says", self),
            Budget::Nodes([file, copy]) => format!("{} nodes a decision for the file, {} for the copy", file, copy),
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

impl Measurement {
    fn read(text: &str) -> Option<Measurement> {
        let (how, result) = text.split_once(": ")?;
        let ([games, budget, seed], mut result) =
            (<[&str; 3]>::try_from(how.split(", ").collect::<Vec<_>>()).ok()?, result.split(", "));
        let tally: Vec<&str> = result.next()?.split(' ').collect();
        let [wins, draws, losses] = <[&str; 3]>::try_from(tally).ok()?;
        let (elo, mut last) = (result.next()?.strip_suffix(" Elo")?, result.next()?);
        let mut points = None;
        if let Some((mean, half)) = last.strip_suffix(" points a game").and_then(|points| points.split_once(" +- ")) {
            points = Some([mean.parse().ok()?, half.parse().ok()?]);
            last = result.next()?;
        }
        let number = |text: Option<&str>| text?.parse().ok();
        let measurement = Measurement {
            games: number(games.strip_suffix(" games"))?,
            budget: Budget::read(budget)?,
            seed: seed.strip_prefix("seed ")?.parse().ok()?,
            tally: [number(Some(wins))?, number(draws.strip_prefix('='))?, number(losses.strip_prefix('-'))?],
            elo: Elo::read(elo)?,
            points,
            commit: last.strip_prefix("by ")?.to_string(),
        };
        Some(measurement).filter(|measurement| measurement.to_string() == text)
    }
}

impl Display for Measurement {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        let [wins, draws, losses] = self.tally;
        write!(f, "{} games, {}, seed {}: ", self.games, self.budget, self.seed)?;
        write!(f, "{} ={} -{}, {} Elo", wins, draws, losses, self.elo)?;
        if let Some([mean, half]) = self.points {
            write!(f, ", {:+.1} +- {:.1} points a game", mean, half)?;
        }
        write!(f, ", by {}", self.commit)
    }
}

/// Head and diff of a patch.
fn split(text: &str) -> (&str, &str) {
    let is_diff = |line: &&str| line.starts_with("diff ") || line.starts_with("--- ");
    text.split_at(text.split_inclusive('\n').take_while(|line| !is_diff(line)).map(str::len).sum())
}

impl Idea {
    /// Reads the head of a patch; an error says which line is not as it should be.
    pub fn read(name: &str, text: &str) -> Result<Idea, String> {
        let mut idea = Idea { name: name.into(), what: String::new(), lines: 0, measured: Vec::new(), speed: None };
        let (head, diff) = split(text);
        for line in head.lines() {
            let fail = || format!("{}: {:?} is no line of a head (see tests/jury/ideas.rs)", name, line);
            let (key, value) = line.split_once(": ").ok_or_else(fail)?;
            match key {
                "what" => idea.what = value.to_string(),
                "lines" => idea.lines = value.parse().map_err(|_| fail())?,
                "measured" => idea.measured.push(Measurement::read(value).ok_or_else(fail)?),
                "speed" => idea.speed = Some(value.parse().map_err(|_| fail())?),
                _ => return Err(fail()),
            }
        }
        // Also the order and the way in which numbers are written.
        if idea.to_string() != head || idea.what.is_empty() || diff.is_empty() {
            return Err(format!("{}: wanted `what:`, `lines:`, `measured:` ..., `speed:`, and a diff", name));
        }
        Ok(idea)
    }

    /// Takes in a measurement, in the place of an older one with the same budget.
    pub fn record(&mut self, measurement: Measurement, speed: Option<f64>) {
        match self.measured.iter_mut().find(|old| old.budget == measurement.budget) {
            Some(old) => *old = measurement,
            None => self.measured.push(measurement),
        }
        self.speed = speed.or(self.speed);
    }

    /// The measurement of most games; of those the one by the clock, which also pays for what a part costs in time.
    pub fn best(&self) -> Option<&Measurement> {
        self.measured.iter().max_by_key(|m| (m.games, matches!(m.budget, Budget::Seconds(_))))
    }

    /// Elo that a line of the part wins; `None` where there is none to save, or no measurement.
    pub fn elo_a_line(&self) -> Option<f64> {
        self.best().filter(|_| self.lines > 0).map(|m| -m.elo.value() / self.lines as f64)
    }

    /// The verdict of a measurement in a sentence.
    pub fn verdict(&self, m: &Measurement) -> String {
        let lines = match self.lines {
            lines if lines > 0 => {
                format!(", {:+.1} Elo for each of its {} lines", -m.elo.value() / lines as f64, lines)
            }
            _ => String::new(),
        };
        match m.elo {
            Elo::Under(_) => format!("The part wins: the copy lost every game, {} Elo{}.", m.elo, lines),
            Elo::Over(_) => format!("The part loses: the copy won every game, {} Elo.", m.elo),
            Elo::About(mean, half) if mean + half < 0.0 => {
                format!("The part wins: without it {} Elo (95 %){}.", m.elo, lines)
            }
            Elo::About(mean, half) if mean - half > 0.0 => format!("The part loses: without it {} Elo (95 %).", m.elo),
            Elo::About(_, half) if half.is_infinite() => "Too few games to say anything.".to_string(),
            Elo::About(mean, half) => {
                let [weaker, stronger] = [half - mean, half + mean];
                format!("Not decided: the copy may be {:.0} Elo weaker to {:.0} stronger (95 %).", weaker, stronger)
            }
        }
    }
}

impl Display for Idea {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        write!(f, "what: {}\nlines: {}\n", self.what, self.lines)?;
        self.measured.iter().try_for_each(|measurement| writeln!(f, "measured: {}", measurement))?;
        self.speed.map_or(Ok(()), |speed| writeln!(f, "speed: {:.2}", speed))
    }
}

/// The patch of an idea, in the tree at `root`.
pub fn path(root: &Path, game: &str, name: &str) -> PathBuf {
    root.join("tests/ideas").join(game).join(format!("{}.patch", name))
}

/// The names of a game's ideas.
pub fn names(root: &Path, game: &str) -> Vec<String> {
    let files = fs::read_dir(path(root, game, "").with_file_name("")).into_iter().flatten().flatten();
    let names = files.filter_map(|file| Some(file.file_name().to_str()?.strip_suffix(".patch")?.to_string()));
    names.collect::<BTreeSet<_>>().into_iter().collect()
}

fn read_file(path: &Path) -> Result<String, String> {
    fs::read_to_string(path).map_err(|e| format!("{}: {}", path.display(), e))
}

/// An idea of a game; an error lists those that there are when there is none of that name.
pub fn load(root: &Path, game: &str, name: &str) -> Result<Idea, String> {
    let names = names(root, game);
    if !names.iter().any(|other| other == name) {
        let others = if names.is_empty() { "none yet".to_string() } else { names.join(", ") };
        return Err(format!("{} has no idea {:?}; in tests/ideas/{}: {}", game, name, game, others));
    }
    Idea::read(name, &read_file(&path(root, game, name))?)
}

/// Writes a measurement into the patch, which may have changed while it was made.
pub fn save(root: &Path, game: &str, name: &str, m: &Measurement, speed: Option<f64>) -> Result<(), String> {
    let path = path(root, game, name);
    let text = read_file(&path)?;
    let mut idea = Idea::read(name, &text)?;
    idea.record(m.clone(), speed);
    fs::write(&path, format!("{}{}", idea, split(&text).1)).map_err(|e| format!("{}: {}", path.display(), e))
}

/// Makes `folder/GAME.rs`, a copy of the player with the patch applied.
pub fn apply(root: &Path, game: &str, name: &str, folder: &Path) -> Result<PathBuf, String> {
    let (file, patch) = (format!("{}.rs", game), path(root, game, name));
    let fail = |path: &Path, e: std::io::Error| format!("{}: {}", path.display(), e);
    fs::create_dir_all(folder).map_err(|e| fail(folder, e))?;
    let folder = folder.canonicalize().map_err(|e| fail(folder, e))?;
    let copy = folder.join(&file);
    fs::copy(root.join(&file), &copy).map_err(|e| fail(&root.join(&file), e))?;
    let mut git = Command::new("git");
    // In a folder of a repository git would apply nothing: it takes the names from the top of the repository.
    git.env("GIT_CEILING_DIRECTORIES", folder.parent().unwrap_or(&folder)).env_remove("GIT_DIR");
    git.arg("apply").arg(patch.canonicalize().map_err(|e| fail(&patch, e))?).current_dir(&folder);
    let output = git.output().map_err(|e| format!("git: {}", e))?;
    if !output.status.success() {
        let [patch, why] = [patch.display().to_string(), String::from_utf8_lossy(&output.stderr).trim().to_string()];
        return Err(format!(
            "{} does not apply to {} as it stands:\n{}\nmake it anew: change {}, run `git diff -U1 {}`, put the diff below \
             the head",
            patch, file, why, file, file
        ));
    }
    Ok(copy)
}

/// Compiles the copy and the file into the folder: A and B of a match.
pub fn prepare(root: &Path, game: &str, name: &str, budget: Budget, folder: &Path) -> Result<[Entrant; 2], String> {
    let copy = apply(root, game, name, &folder.join("copy"))?;
    let file = folder.join("file").join(format!("{}.rs", game));
    let fail = |e: std::io::Error| format!("{}: {}", file.display(), e);
    fs::create_dir_all(folder.join("file")).map_err(fail)?;
    fs::copy(root.join(format!("{}.rs", game)), &file).map_err(fail)?;
    let program = |source: &Path, name: &str, side: usize| -> Result<Entrant, String> {
        if let Budget::Nodes(nodes) = budget {
            fs::write(source, limited(&read_file(source)?, nodes[side])?).map_err(fail)?;
        }
        let folder = source.parent().and_then(|folder| folder.canonicalize().ok()).ok_or("no folder")?;
        let program = entrant::quoted(&entrant::compile(source, &folder)?);
        Ok(Entrant { name: name.to_string(), template: format!("{} {{seconds}} {{seed}}", program) })
    };
    Ok([program(&copy, name, 1)?, program(&file, &format!("{}.rs", game), 0)?])
}

/// A player's text with so many nodes for a decision, whatever its clock says.
pub fn limited(text: &str, nodes: u64) -> Result<String, String> {
    const UNLIMITED: &str = "nodes: u64::MAX }";
    match text.contains(UNLIMITED) {
        true => Ok(text.replace(UNLIMITED, &format!("nodes: {} }}", nodes))),
        false => Err(format!("the player has no {:?}, where its nodes could be limited", UNLIMITED)),
    }
}

/// The commit of the player's file, with `+` when the file was changed since.
pub fn commit(root: &Path, game: &str) -> Result<String, String> {
    let git = |words: &[&str]| Command::new("git").args(words).current_dir(root).output().map_err(|e| e.to_string());
    let head = git(&["rev-parse", "--short", "HEAD"])?;
    let same = git(&["diff", "--quiet", "HEAD", "--", &format!("{}.rs", game)])?.status.success();
    let head = String::from_utf8_lossy(&head.stdout).trim().to_string();
    Some(head)
        .filter(|head| !head.is_empty())
        .map(|head| head + if same { "" } else { "+" })
        .ok_or("no commit here".into())
}

/// What a match says of the copy; an error when it says nothing.
pub fn measurement(
    s: &Summary,
    played: &[Played],
    budget: Budget,
    seed: u64,
    commit: String,
) -> Result<Measurement, String> {
    for (entrant, who) in ["the copy", "the file"].iter().enumerate() {
        if let Some((game, why)) = &s.first_forfeit[entrant] {
            return Err(format!("{} forfeited, first in game {}: {}", who, game, why));
        }
    }
    let elo = Elo::of(s.pairs.elo().ok_or("no pair of games is complete")?);
    // Where a game is just won or lost, the points say nothing new.
    let margin = |game: &Played| (game.points(0) - game.points(1)).abs() as i64;
    let margins: BTreeSet<i64> = played.iter().map(margin).filter(|margin| *margin > 0).collect();
    let points = Some([s.difference.mean, s.difference.half]).filter(|_| margins.len() > 1);
    Ok(Measurement { games: s.games, budget, seed, tally: s.tally, elo, points, commit })
}

/// Nodes that each side reported for a second of its processor: of the copy and of the file. `None` from less than two
/// seconds, or where one reports none.
pub fn speeds(played: &[Played]) -> Option<[f64; 2]> {
    let (mut nodes, mut seconds) = ([0.0; 2], [0.0; 2]);
    for game in played {
        for entrant in 0..2 {
            let seat = game.seat(entrant);
            seconds[entrant] += game.record.accounts[seat].cpu;
            for ((_, entry), note) in game.record.entries.iter().zip(&game.record.notes) {
                if matches!(entry, crate::referee::Entry::Line(writer, _) if *writer == seat) {
                    nodes[entrant] += Opinion::read(&note.log).nodes.unwrap_or(0.0);
                }
            }
        }
    }
    Some([0, 1].map(|i| nodes[i] / seconds[i])).filter(|_| (0..2).all(|i| nodes[i] > 0.0 && seconds[i] >= 2.0))
}

/// The table of a game's ideas: what wins most Elo a line first, then what saves no line (by its Elo), then what nobody has
/// measured yet.
pub fn table(game: &str, mut ideas: Vec<Idea>) -> String {
    let order = |a: f64, b: f64| a.partial_cmp(&b).unwrap_or(Ordering::Equal);
    let elo = |idea: &Idea| idea.best().map_or(f64::INFINITY, |m| m.elo.value());
    let line = |idea: &Idea| idea.elo_a_line().unwrap_or(f64::NEG_INFINITY);
    ideas.sort_by(|a, b| order(line(b), line(a)).then(order(elo(a), elo(b))));
    if ideas.is_empty() {
        return format!("{} has no ideas yet: tests/jury/ideas.rs says how to write one\n", game);
    }
    let points = ideas.iter().any(|idea| idea.best().is_some_and(|m| m.points.is_some()));
    let row = |cells: [&str; 7]| {
        let points = if points { format!("{:>14}", cells[3]) } else { String::new() };
        let [name, lines, elo, _, line, speed, measured] = cells;
        format!("{:24}{:>6}{:>14}{}{:>8}{:>7}  {}\n", name, lines, elo, points, line, speed, measured)
    };
    let mut text = format!(
        "{}.rs without one of its parts: {} ideas. Above stands what wins most Elo a line, below what wins least, then what\n\
         saves no line. Elo and points a game are the copy's, with 95 %; speed is its nodes a second, 1 the file's.\n",
        game,
        ideas.len()
    );
    text += &row(["idea", "lines", "Elo", "points", "a line", "speed", "measured"]);
    for idea in &ideas {
        let m = idea.best();
        let line = idea.elo_a_line().map_or(String::new(), |elo| format!("{:+.1}", elo));
        let speed = idea.speed.map_or(String::new(), |speed| format!("{:.2}", speed));
        let points =
            m.and_then(|m| m.points).map_or(String::new(), |[mean, half]| format!("{:+.1} +- {:.1}", mean, half));
        let (elo, measured) = m.map_or((String::new(), "not yet".to_string()), |m| {
            (m.elo.to_string(), format!("{} games, {}, {}", m.games, m.budget, m.commit))
        });
        text += &row([&idea.name, &idea.lines.to_string(), &elo, &points, &line, &speed, &measured]);
        text += &format!("    {}\n", idea.what);
    }
    text
}
