//! How often a match has been looked at. Whoever looks, sees "not decided" and plays on until it is decided finds a
//! difference between equal programs far more often than in one match of twenty. So looks are counted, and each has its
//! share of the error (`stats::error_of`): all intervals together hold the truth in 95 % of the matches.
//!
//! The file `looks` in a match's folder has a line for each: the pairs that it saw, and A's score with its interval.

use crate::count::stats::{self, Interval, Pairs};
use crate::count::tally::Pair;
use crate::run::place;
use std::collections::BTreeSet;
use std::path::Path;
use std::{fs, io};

const FILE: &str = "looks";
fn is_name(word: &str) -> bool {
    word.split_once(':').is_some_and(|(pairs, sum)| [pairs, sum].iter().all(|n| n.parse::<usize>().is_ok()))
}

/// Fewer pairs decide nothing, even if one side wins all. Nothing is said of them, so to look at them is no look.
pub const PAIRS_MIN: usize = 6;

/// A look at some pairs: the number of the look, whether it is written down, and A's score.
pub struct Look {
    pub number: usize,
    pub known: bool,
    pub score: Interval,
    line: String,
}

/// The looks that these folders of one match have seen, in their order.
fn lines(folders: &[&Path]) -> Vec<String> {
    let texts: String = folders.iter().flat_map(|folder| fs::read_to_string(folder.join(FILE))).collect();
    let mut seen = BTreeSet::new();
    // Of a file that is no list of looks, behind a link say, no line counts.
    let looks = texts.lines().filter(|line| line.split(' ').next().is_some_and(is_name));
    looks.map(str::to_string).filter(|line| seen.insert(line.clone())).collect()
}

/// The name of a sample: the number of its pairs, and the sum of their numbers.
fn name(counted: &[Pair]) -> String {
    format!("{}:{}", counted.len(), counted.iter().map(|pair| pair[0].index / 2 + 1).sum::<usize>())
}

/// Looks at pairs. A second look at the same ones is the first again. An interval lies within those before it, since all
/// hold at once; if not even its middle does, it stands alone. `None` for too few pairs.
pub fn look(folders: &[&Path], counted: &[Pair], pairs: &Pairs) -> Option<Look> {
    let (before, name) = (lines(folders), name(counted));
    let at = before.iter().position(|line| line.split(' ').next() == Some(&name));
    let number = at.unwrap_or(before.len()) + 1;
    let mut score = pairs.score(stats::error_of(number)).filter(|_| counted.len() >= PAIRS_MIN)?;
    let alone = score;
    for line in &before[..number - 1] {
        let ends: Vec<f64> = line.split(' ').skip(1).filter_map(|word| word.parse().ok()).collect();
        if let [low, high] = ends[..] {
            (score.low, score.high) = (score.low.max(low), score.high.min(high));
        }
    }
    if score.mean < score.low || score.mean > score.high {
        score = alone;
    }
    Some(Look { number, known: at.is_some(), score, line: format!("{} {} {}", name, alone.low, alone.high) })
}

impl Look {
    /// Writes it down in the folders of the match.
    pub fn write(&self, folders: &[&Path]) -> io::Result<()> {
        for folder in folders.iter().filter(|_| !self.known) {
            let text: String = lines(&[folder]).iter().chain([&self.line]).map(|line| format!("{}\n", line)).collect();
            place::write(&folder.join(FILE), place::READ, text)?;
        }
        Ok(())
    }
}
