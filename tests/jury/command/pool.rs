//! The pool of a game: a gauntlet (`tournament`) of a player against all partners of its game and against its own past,
//! with a memory. `tests/pools/GAME.txt` holds the record, a block for each time:
//!
//! ```text
//! 3 s, 20 games, seed 1, bench 4127, by abc1234
//!                    points           theirs           difference      as Red           as Blue
//! greedy  to tune    11.90 +- 0.20    0.10 +- 0.20     ..
//! ```
//!
//! Each figure is a mean of a game with its 95 % interval. `make bench`'s number and the commit say which player it was.

use crate::command::ideas;
use crate::count::plan::Plan;
use crate::count::stats::{estimate, Estimate};
use crate::count::tally::{self, Played};
use crate::rules::game::Listing;
use crate::rules::games;
use crate::run::leftovers;
use crate::run::place::{self, Kind};
use crate::text::print::align;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The commits whose players belong to every pool.
pub const PAST: [&str; 3] = ["a1302aa", "ac3afb2", "ad316a0"];

/// What a row is for: to tune a player against it, only to judge, or to compare with the past.
const KINDS: [&str; 3] = ["to tune", "to judge", "the past"];

/// The figures that may not fall: the player's own points, which the contest adds up; all, as first and as second mover.
const OWN: [usize; 3] = [0, 3, 4];

/// What the player has won in its games against one program.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    pub name: String,
    kind: String,
    /// The player's points, theirs, the difference, the player's as first mover and as second.
    figures: Vec<Estimate>,
}

/// The programs of a pool: the player, the partners, the versions of the past that this clone has.
pub fn programs(listing: &Listing, player: &str) -> Vec<String> {
    let has = |rev: &&&str| {
        let file = format!("{}:./{}.rs", rev, listing.name);
        leftovers::output(Command::new("git").args(["cat-file", "-e", &file])).is_ok_and(|out| out.status.success())
    };
    let past = PAST.iter().filter(has).map(|rev| format!("{}=git:{}", rev, rev));
    let partners = listing.partners.iter().map(|style| format!("{}={}", style, style));
    [player.to_string()].into_iter().chain(partners).chain(past).collect()
}

/// The rows by what was played, then the means of those to tune and of those to judge.
pub fn rows(plan: &Plan, played: &[Vec<Played>]) -> Result<Vec<Row>, String> {
    let judges = games::find(&plan.game)?.judges;
    let mut rows = Vec::new();
    for (entrant, played) in plan.entrants[1..].iter().zip(played) {
        let name = entrant.name.as_str();
        let kind = if PAST.contains(&name) { 2 } else { usize::from(judges.contains(&name)) };
        rows.push(Row { name: name.to_string(), kind: KINDS[kind].to_string(), figures: figures(played) });
    }
    for kind in &KINDS[..2] {
        let all: Vec<&Row> = rows.iter().filter(|row| row.kind == *kind).collect();
        let n = all.len() as f64;
        let sum = |i: usize, value: fn(Estimate) -> f64| all.iter().map(|row| value(row.figures[i])).sum::<f64>();
        let mean = |i| Estimate { mean: sum(i, |e| e.mean) / n, half: sum(i, |e| e.half * e.half).sqrt() / n };
        let mean = Row { name: format!("mean of {}", n), kind: kind.to_string(), figures: (0..5).map(mean).collect() };
        rows.extend(Some(mean).filter(|_| n > 0.0));
    }
    Ok(rows)
}

fn figures(played: &[Played]) -> Vec<Estimate> {
    let of_pairs = |value: &dyn Fn([f64; 4]) -> f64| {
        let pairs = tally::different(&tally::pairs(played, false)).into_iter();
        let values: Vec<f64> =
            pairs.map(|[a, b]| value([a.points(0), b.points(0), a.points(1), b.points(1)])).collect();
        let Estimate { mean, half } = estimate(&values);
        // Pairs that are all alike do not tell their spread. They are shown as if they had none.
        Estimate { mean, half: if values.len() > 1 && half.is_infinite() { 0.0 } else { half } }
    };
    vec![
        of_pairs(&|[first, second, ..]| (first + second) / 2.0),
        of_pairs(&|[.., second, first]| (first + second) / 2.0),
        of_pairs(&|[a, b, c, d]| (a + b - c - d) / 2.0),
        of_pairs(&|[first, ..]| first),
        of_pairs(&|[_, second, ..]| second),
    ]
}

fn words(row: &Row) -> Vec<String> {
    let figures = row.figures.iter().map(|e| format!("{:.2} +- {:.2}", e.mean, e.half));
    [row.name.clone(), row.kind.clone()].into_iter().chain(figures).collect()
}

/// The heads of the columns. A listing's title ends with the names of both seats.
fn heads(game: &str) -> Result<Vec<String>, String> {
    let seats = games::find(game)?.title.rsplit("; ").next().unwrap_or("");
    let [first, second] = seats.split_once(" and ").map_or(["first", "second"], |(a, b)| [a, b]);
    let heads = ["", "", "points", "theirs", "difference", &format!("as {}", first), &format!("as {}", second)];
    Ok(heads.map(str::to_string).to_vec())
}

fn head(plan: &Plan) -> String {
    format!("{}, {} games, seed {}", plan.pace(), plan.games, plan.seed)
}

pub fn path(game: &str) -> PathBuf {
    Path::new("tests/pools").join(format!("{}.txt", game))
}

/// The block of this pool's times in the record: its head and its rows.
fn recorded<'a>(record: &'a str, plan: &Plan) -> Option<(&'a str, Vec<Row>)> {
    let block = record.split("\n\n").find(|block| block.starts_with(&format!("{}, ", plan.pace())))?;
    let row = |line: &str| {
        let mut words = line.split("  ").map(str::trim).filter(|word| !word.is_empty());
        let (name, kind) = (words.next()?.to_string(), words.next()?.to_string());
        let figure = |word: &str| {
            let (mean, half) = word.split_once(" +- ")?;
            Some(Estimate { mean: mean.parse().ok()?, half: half.parse().ok()? })
        };
        Some(Row { name, kind, figures: words.map(figure).collect::<Option<_>>()? })
            .filter(|row| row.figures.len() == 5)
    };
    Some((block.lines().next()?, block.lines().skip(2).filter_map(row).collect()))
}

/// The record with these rows in the place of those of the same times.
pub fn with(record: &str, plan: &Plan, rows: &[Row], who: &str) -> Result<String, String> {
    let lines: Vec<Vec<String>> = [heads(&plan.game)?].into_iter().chain(rows.iter().map(words)).collect();
    let block = format!("{}, {}\n{}", head(plan), who, align(&lines, &[0, 1]));
    let others = record.split("\n\n").filter(|old| !old.starts_with(&format!("{}, ", plan.pace())));
    let blocks: Vec<&str> = others.chain([block.as_str()]).map(str::trim_end).filter(|old| !old.is_empty()).collect();
    Ok(blocks.join("\n\n") + "\n")
}

const RECORD: Kind = Kind { what: "record", streams: false, is: |text| text.lines().next().is_some_and(is_head) };

fn is_head(line: &str) -> bool {
    line.contains(" games, seed ")
}

/// Writes the rows into the record, with the commit and with what `make bench` counts.
pub fn record(file: &Path, plan: &Plan, rows: &[Row]) -> Result<(), String> {
    let example = format!("bench-{}", plan.game);
    let mut bench = Command::new("cargo");
    bench.args(["run", "--quiet", "--release", "--example", &example]);
    let output = leftovers::output(&mut bench).map_err(|e| format!("cargo: {}", e))?;
    let counted = String::from_utf8_lossy(&output.stdout).lines().last().unwrap_or("nodes unknown").to_string();
    let who =
        format!("bench {}, by {}", counted.trim_start_matches("nodes "), ideas::commit(Path::new("."), &plan.game)?);
    place::parent(file)?;
    let before = fs::read_to_string(file).unwrap_or_default();
    place::write(file, &RECORD, with(&before, plan, rows, &who)?).map_err(|e| e.to_string())
}

/// The rows beside the record, and which have fallen.
pub fn text(plan: &Plan, rows: &[Row], record: &str) -> Result<String, String> {
    let (old, before) = recorded(record, plan).unwrap_or(("nothing", Vec::new()));
    let (mut lines, mut fallen, mut compared) = (vec![heads(&plan.game)?], String::new(), 0);
    for row in rows {
        lines.push(words(row));
        let Some(was) = before.iter().find(|was| was.name == row.name && was.kind == row.kind) else { continue };
        let mut beside = words(was);
        (beside[0], beside[1]) = (String::new(), "recorded".to_string());
        lines.push(beside);
        for i in OWN {
            let (now, then) = (row.figures[i], was.figures[i]);
            let (change, half) = (now.mean - then.mean, now.half.hypot(then.half));
            compared += 1;
            if change < -half {
                fallen += &format!(
                    "FALLEN: {} ({}), {}: {:+.2} +- {:.2}\n",
                    row.name,
                    row.kind,
                    lines[0][i + 2],
                    change,
                    half
                );
            }
        }
    }
    let mut text = format!("{}: {}; recorded: {}\n{}", plan.game, head(plan), old, align(&lines, &[0, 1]));
    for rev in PAST.iter().filter(|rev| plan.entrants.iter().all(|entrant| entrant.name != **rev)) {
        text +=
            &format!("left out {}: this clone has no {}.rs of that commit (git fetch --unshallow)\n", rev, plan.game);
    }
    text += &fallen;
    text += &match (compared, fallen.is_empty()) {
        (0, _) => "nothing recorded at these times to compare with\n".to_string(),
        (n, true) => format!("none of {} figures has fallen by more than the interval\n", n),
        (n, false) => format!("{} figures compared: by chance alone {:.1} fall so far\n", n, 0.025 * f64::from(n)),
    };
    Ok(text)
}
