//! Nodes to depth: what a copy of a player without a part needs to come as deep as the file does with the contest's time.
//!
//! `tests/bench/GAME.rs deep` searches positions to fixed depths, 0.1 to 1 million nodes each. Few nodes are no strength: a
//! part that saves nodes may also hide a good move. But they show what games of few nodes cannot.

use crate::run::place::{self, Scratch};
use crate::run::{languages, leftovers};
use crate::text::words;
use std::fmt::{self, Display, Formatter};
use std::fs;
use std::path::Path;
use std::process::Command;

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
fn read(out: &str, err: &str) -> Option<Bench> {
    let mv = |line: &str| Some(line.split_once("  depth ")?.1.split_whitespace().nth(1)?.to_string());
    let nodes = out.lines().last()?.strip_prefix("nodes ")?.parse().ok()?;
    let speed = err.lines().last()?.strip_suffix(" nodes a second")?.parse().ok()?;
    Some(Bench(out.lines().filter_map(mv).collect(), nodes, speed))
}

/// Compiles the bench of a game with the player in `source`, and runs it.
fn run(root: &Path, game: &str, source: &Path) -> Result<Bench, String> {
    let bench = root.join("tests/bench").join(format!("{}.rs", game));
    let text = place::said(&bench, fs::read_to_string(&bench))?;
    if !text.contains("DEEP") {
        return Err(format!("{} has no positions for `deep`", bench.display()));
    }
    let tests = root.join("tests").canonicalize().map_err(|e| e.to_string())?.display().to_string();
    let text = text.replace(&format!("../../{}.rs", game), &source.display().to_string());
    let text =
        text.replace("\"../", &format!("\"{}/", tests)).replace("\"common", &format!("\"{}/bench/common", tests));
    let scratch = Scratch::new(&source.with_file_name(""), "bench").map_err(|e| e.to_string())?;
    let copy = scratch.path().join("bench.rs");
    place::write(&copy, &place::NEW, text).map_err(|e| e.to_string())?;
    // As make compiles it: some positions are made by the jury's rules.
    let library = format!("jury={}/../target/made/libjury.rlib", tests);
    let mut rust = languages::of(&copy).ok_or("no language for .rs")?;
    rust.build.extend(["--extern".to_string(), library]);
    let words = rust.build(&copy, scratch.path())?;
    let output = leftovers::output(Command::new(&words[0]).arg("deep")).map_err(|e| e.to_string())?;
    let [out, err] = [output.stdout, output.stderr].map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
    read(&out, &err).ok_or_else(|| format!("{} deep says: {}{}", words::quoted(&words[0]), out, err))
}

/// Measures a copy of a game's player beside the file. `bench` is what `make bench` says of the file.
pub fn measure(root: &Path, game: &str, [copy, file]: [&Path; 2], bench: u64) -> Result<Depth, String> {
    let (file, copy) = (run(root, game, file)?, run(root, game, copy)?);
    let (nodes, same) = (copy.1 / file.1, copy.0.iter().zip(&file.0).filter(|(one, other)| one == other).count());
    let round = |ratio: f64| (ratio * 100.0).round() / 100.0;
    Ok(Depth { nodes: round(nodes), time: round(nodes * file.2 / copy.2), same: [same, file.0.len()], bench })
}
