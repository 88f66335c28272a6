//! The pool of a game: a gauntlet (`tournament`) of a player against all partners of its game and against its own past,
//! with a memory. `tests/pools/GAME.txt` holds the record, a block for each time. Each figure is a mean of a game, with
//! its 95 % interval. `make bench`'s number and the commit say which player it was.

use crate::count::plan::{Plan, Schedule};
use crate::count::stats::{estimate, Estimate, ERROR};
use crate::count::tally::{self, Pair, Played};
use crate::rules::game::Listing;
use crate::rules::games;
use crate::run::files::{are_same, read_if_there};
use crate::run::place;
use crate::run::{entrant, git};
use crate::text::print::{align, Shown};
use std::path::Path;

/// The commits whose players belong to every pool.
pub const PAST: [&str; 3] = ["a1302aa", "ac3afb2", "ad316a0"];

/// What a row is for: to tune a player against it, only to judge, or to compare with the past.
const KINDS: [&str; 3] = ["to tune", "to judge", "the past"];

/// What the figures add up of A's points as first and as second mover, and of B's in the same games.
const FIGURES: [[f64; 4]; 5] =
    [[0.5, 0.5, 0.0, 0.0], [0.0, 0.0, 0.5, 0.5], [0.5, 0.5, -0.5, -0.5], [1.0, 0.0, 0.0, 0.0], [0.0, 1.0, 0.0, 0.0]];

/// The words of a line: the program's name, what it is for, and the five figures.
pub type Row = Vec<String>;

/// The programs of a pool: the player, the partners, the versions of the past that this clone has.
pub fn programs(listing: &Listing, player: &str) -> Vec<String> {
    let has = |rev: &&&str| git::version(rev, &format!("{}.rs", listing.name)).is_ok();
    let past = PAST.iter().filter(has).map(|rev| format!("{}=git:{}", rev, rev));
    let partners = listing.partners.iter().map(|style| format!("{}={}", style, style));
    [player.to_string()].into_iter().chain(partners).chain(past).collect()
}

/// Does the first meet all partners and versions of the past, and nobody else?
pub fn is_one(plan: &Plan) -> bool {
    let partners = games::find(&plan.game).map_or(&[][..], |game| game.partners);
    let others: Vec<&str> = plan.entrants[1..].iter().map(|entrant| entrant.name.as_str()).collect();
    let past = others.strip_prefix(partners).filter(|_| plan.schedule == Schedule::Gauntlet);
    past.is_some_and(|past| past.iter().all(|name| PAST.contains(name)))
}

/// The rows by what was played, then the means of those to tune and of those to judge.
pub fn rows(plan: &Plan, played: &[Vec<Played>]) -> Vec<Row> {
    let judges = games::find(&plan.game).map_or(&[][..], |game| game.judges);
    let kind = |name: &str| if PAST.contains(&name) { 2 } else { usize::from(judges.contains(&name)) };
    let names = plan.entrants[1..].iter().map(|entrant| entrant.name.as_str());
    let all: Vec<(&str, [Estimate; 5])> = names.zip(played.iter().map(|played| figures(played))).collect();
    let row = |name: &str, kind: usize, figures: &[Estimate; 5]| -> Row {
        let figures = figures.iter().map(|e| format!("{:.2} +- {:.2}", e.mean, e.half));
        [name.to_string(), KINDS[kind].to_string()].into_iter().chain(figures).collect()
    };
    let mut rows: Vec<Row> = all.iter().map(|(name, figures)| row(name, kind(name), figures)).collect();
    for which in 0..2 {
        let figures: Vec<_> = all.iter().filter(|(name, _)| kind(name) == which).map(|(_, figures)| figures).collect();
        let n = figures.len();
        let mean = |i: usize, value: fn(Estimate) -> f64| figures.iter().map(|f| value(f[i])).sum::<f64>() / n as f64;
        let over = |i| Estimate { mean: mean(i, |e| e.mean), half: (mean(i, |e| e.half * e.half) / n as f64).sqrt() };
        rows.extend((n > 0).then(|| row(&format!("mean of {}", n), which, &[0, 1, 2, 3, 4].map(over))));
    }
    rows
}

fn figures(played: &[Played]) -> [Estimate; 5] {
    let pairs = tally::different(&tally::pairs(played, false));
    FIGURES.map(|shares| {
        let points = |[a, b]: &Pair| [a.points(0), b.points(0), a.points(1), b.points(1)];
        let value = |pair| points(pair).iter().zip(shares).map(|(points, share)| points * share).sum();
        let Estimate { mean, half } = estimate(&pairs.iter().map(value).collect::<Vec<f64>>(), ERROR);
        // Pairs that are all alike do not tell their spread. They are shown as if they had none.
        Estimate { mean, half: if pairs.len() > 1 && half.is_infinite() { 0.0 } else { half } }
    })
}

fn table(plan: &Plan, rows: &[Row]) -> String {
    align(&[&[heads(plan)], rows].concat(), &[0, 1])
}

fn heads(plan: &Plan) -> Row {
    let [first, second] = games::seats(&plan.game).map(|seat| format!("as {}", seat));
    ["", "", "points", "theirs", "difference", &first, &second].map(str::to_string).to_vec()
}

fn head(plan: &Plan) -> String {
    format!("{}, {} games, seed {}", plan.pace(), plan.games, plan.seed)
}

/// Whom the record names: what `make bench` counts, and the commit. An error unless the player is our file as it is.
pub fn who(plan: &Plan, bench: Option<u64>) -> Result<String, String> {
    let (file, folder) = (format!("{}.rs", plan.game), plan.folder.join(entrant::PROGRAMS).join("1"));
    if !are_same(&folder.join(&file), Path::new(&file)) {
        return Err(format!("--record wants the player {} as it is now: {} has another", file, folder.shown()));
    }
    let bench = bench.ok_or("--record wants --bench, what `make bench` counts: make pool MORE=--record gives it")?;
    Ok(format!("bench {}, by {}", bench, git::here(&file)?))
}

/// Writes the rows into the record, in the place of those of the same times.
pub fn record(file: &Path, plan: &Plan, rows: &[Row], who: &str) -> Result<(), String> {
    place::folder(place::home(file))?;
    let before = read_if_there(file).map_err(|e| e.to_string())?.unwrap_or_default();
    let block = format!("{}, {}\n{}", head(plan), who, table(plan, rows));
    let others = before.split("\n\n").filter(|old| !old.starts_with(&format!("{}, ", plan.pace())));
    let blocks: Vec<&str> = others.chain([block.as_str()]).map(str::trim_end).filter(|old| !old.is_empty()).collect();
    place::write(file, place::READ, blocks.join("\n\n") + "\n").map_err(|e| e.to_string())
}

/// The rows beside the record, and which have fallen.
pub fn text(plan: &Plan, rows: &[Row], record: &str) -> String {
    let is_ours = |block: &&str| block.starts_with(&format!("{}, ", plan.pace()));
    let mut block = record.split("\n\n").find(is_ours).unwrap_or("nothing").lines();
    let mut text = format!("{}: {}; recorded: {}\n", plan.game, head(plan), block.next().unwrap_or(""));
    let words = |line: &str| line.split("  ").map(str::trim).filter(|w| !w.is_empty()).map(str::to_string).collect();
    let before: Vec<Row> = block.skip(1).map(words).collect();
    let number = |row: &Row, i: usize| {
        let (mean, half) = row.get(i + 2)?.split_once(" +- ")?;
        // One pair alone has no spread.
        Some([mean.parse::<f64>().ok()?, half.parse::<f64>().ok().filter(|half| half.is_finite())?])
    };
    let (mut lines, mut fallen, mut compared) = (Vec::new(), String::new(), 0);
    for row in rows {
        lines.push(row.clone());
        let Some(was) = before.iter().find(|was| was.get(..2) == row.get(..2)) else { continue };
        lines.push([&["".to_string(), "recorded".to_string()], &was[2..]].concat());
        // What may not fall: the player's own points, which the contest adds up; all, as first and as second mover.
        for i in [0, 3, 4] {
            let (Some([now, half]), Some([then, other])) = (number(row, i), number(was, i)) else { continue };
            let (what, change, half) = (&heads(plan)[i + 2], now - then, half.hypot(other));
            compared += 1;
            if change < -half {
                fallen += &format!("FALLEN: {} ({}), {}: {:+.2} +- {:.2}\n", row[0], row[1], what, change, half);
            }
        }
    }
    text += &table(plan, &lines);
    for rev in PAST.iter().filter(|rev| plan.entrants.iter().all(|entrant| entrant.name != **rev)) {
        text += &format!("left out {}: this clone has no {}.rs of it (git fetch --unshallow)\n", rev, plan.game);
    }
    text + &match (compared, fallen.is_empty()) {
        (0, _) => "nothing recorded at these times to compare with\n".to_string(),
        (n, true) => format!("none of {} figures has fallen by more than the interval\n", n),
        (n, _) => format!("{}{} figures compared: by chance alone {:.1} fall so far\n", fallen, n, 0.025 * n as f64),
    }
}
