//! What is said first, in sentences: who is stronger after a match, who forfeited, who won a game.

use crate::count::plan::Plan;
use crate::count::stats::{self, Hypothesis, Interval, Pairs, Sequential};
use crate::count::tally::{Tally, Use};
use crate::play::openings;
use crate::play::transcript::Record;
use crate::rules::games;
use crate::run::forfeit::Kind;
use crate::run::process;
use crate::text::print::{count, one_line};

/// Programs that differ by at most this many Elo are alike.
const CLOSE: f64 = 20.0;

/// What is known of A's strength against B, in a word for programs.
pub fn word(pairs: &Pairs) -> &'static str {
    match pairs.score().map(Interval::elo) {
        Some(elo) if elo.low > 0.0 => "stronger",
        Some(elo) if elo.high < 0.0 => "weaker",
        Some(elo) if elo.low >= -CLOSE && elo.high <= CLOSE => "close",
        Some(elo) if (elo.high - elo.low).is_finite() => "undecided",
        _ => "too few games",
    }
}

/// The same in a sentence, and how many pairs more would decide.
pub fn strength([a, b]: [&str; 2], tally: &Tally) -> String {
    let [wins, _, losses] = tally.wins;
    let Interval { low, high, .. } =
        tally.pairs.score().map_or(Interval { mean: 0.0, low: 0.0, high: 0.0 }, Interval::elo);
    let of_hundred = |elo| of_hundred(tally, elo);
    let stronger = |better, worse, wins, [low, high]: [f64; 2]| {
        let elo = match high.is_finite() {
            true => format!("{} to {} Elo", signed(low), signed(high)),
            false => format!("{} Elo or more", signed(low)),
        };
        let (wins, games, rate) = (count(wins, "win"), count(tally.counted(), "game"), of_hundred([low, high]));
        format!("{} is stronger than {}: {} of {}, {} (95 %), so it {}.", better, worse, wins, games, elo, rate)
    };
    let text = match word(&tally.pairs) {
        "stronger" => stronger(a, b, wins, [low, high]),
        "weaker" => stronger(b, a, losses, [-high, -low]),
        "close" => {
            let (games, [low, high]) = (of_hundred([low, high]), [low, high].map(signed));
            format!("{} and {} are within {} Elo: {} to {} (95 %), so {} {}.", a, b, CLOSE, low, high, a, games)
        }
        "undecided" => {
            let may = format!("{} may be {:.0} Elo weaker to {:.0} stronger (95 %)", a, -low, high);
            format!("Not decided: {}, so it {}{}.", may, of_hundred([low, high]), more(tally, f64::max(high, -low)))
        }
        _ => {
            let (who, most) = if wins < losses { (b, losses) } else { (a, wins) };
            let few = match leads(&tally.pairs) {
                true => format!("{} won {} of {}, too few to say", who, most, count(tally.counted(), "game")),
                false => "too few games to say anything".to_string(),
            };
            format!("Not decided: {}{}.", few, more(tally, f64::INFINITY))
        }
    };
    capital(&text)
}

/// What an interval of Elo means in a hundred games.
fn of_hundred(tally: &Tally, elo: [f64; 2]) -> String {
    let [low, high] = elo.map(wins);
    let range = if high == "100" { format!("{} or more", low) } else { format!("{} to {}", low, high) };
    let half = if tally.wins[1] > 0 { " (a draw is half a win)" } else { "" };
    format!("wins {} of 100 games{}", range, half)
}

/// Is one of the two so far ahead that the pairs themselves foretell how many it takes?
fn leads(pairs: &Pairs) -> bool {
    pairs.mean().is_some_and(|mean| (mean - 0.5).abs() >= 0.05)
}

/// How many pairs more would decide; nothing if they would mostly be the same again. A difference of more Elo than `widest`
/// is refuted already.
fn more(tally: &Tally, widest: f64) -> String {
    let played = tally.pairs.count();
    if tally.repeats() {
        return String::new();
    }
    if let Some(pairs) = leads(&tally.pairs).then(|| tally.pairs.to_decide(20 * played.max(10))).flatten() {
        let about = if pairs > 10 { "about " } else { "" };
        return format!("; {}{} like these would decide", about, count(pairs, "more pair"));
    }
    // Elo differences that a reader may look for, the largest first.
    let differences = [100.0, 50.0, 20.0, 10.0, 5.0, 2.0, 1.0].into_iter();
    let needed = differences.map(|elo| (elo, pairs_to_show(&tally.pairs, elo)));
    let mut open = needed.filter(|(elo, pairs)| played > 0 && *pairs > played && *elo <= widest);
    open.next().map_or(String::new(), |(elo, pairs)| {
        let (pairs, wins) = (count(pairs - played, "more pair"), wins(elo));
        format!("; about {} would show a difference of {} Elo ({} wins of 100 games)", pairs, elo, wins)
    })
}

/// The wins of a hundred games, with as many digits as tell them from none, half and all.
fn wins(elo: f64) -> String {
    let games = 100.0 * stats::expected_score(elo);
    let text = |digits| format!("{:.*}", digits, games);
    let is_told = |text: &String| ![0.0, 50.0, 100.0].map(Ok).contains(&text.parse::<f64>());
    (0..5).map(text).find(is_told).unwrap_or(text(0))
}

/// The number of pairs that show a true difference in four of five matches: then the interval does not hold 0. The
/// spread is that of the pairs played, and of ten imagined pairs of independent games without draws.
fn pairs_to_show(pairs: &Pairs, elo: f64) -> usize {
    // So many standard deviations is the interval wide, from 25 to 1,600 pairs. The second is a quantile of the normal
    // distribution: 80 % for four of five.
    let deviations = 3.2 + 0.84;
    const IMAGINED: (f64, f64) = (10.0, 0.5 * 0.5 / 2.0);
    let n = pairs.count() as f64;
    let variance = (n * pairs.variance() + IMAGINED.0 * IMAGINED.1) / (n + IMAGINED.0);
    let difference = stats::expected_score(elo) - 0.5;
    (deviations * deviations * variance / (difference * difference)).ceil() as usize
}

/// What the sequential test says, in a sentence. H0 is what it says against ELO1, H1 what it says against ELO0: only
/// these are wrong in one of twenty matches.
pub fn tested(test: &Sequential, [a, b]: [&str; 2]) -> String {
    let says = |hypothesis: Hypothesis| {
        let what = match (hypothesis, test.elo) {
            (Hypothesis::H1, [e, _]) if e > 0.0 => format!("more than {} Elo stronger", e),
            (Hypothesis::H1, [0.0, _]) => "stronger".to_string(),
            (Hypothesis::H1, [e, _]) => format!("not {} Elo weaker", -e),
            (Hypothesis::H0, [_, e]) if e > 0.0 => format!("not {} Elo stronger", e),
            (Hypothesis::H0, [_, 0.0]) => "weaker".to_string(),
            (Hypothesis::H0, [_, e]) => format!("more than {} Elo weaker", -e),
        };
        format!("{} is {} than {}", a, what, b)
    };
    match test.accepted {
        Some(hypothesis) => {
            format!("The sequential test says: {}, after {}.", says(hypothesis), count(test.pairs.count(), "pair"))
        }
        None => {
            // Even where there is no step, `progress` names a hypothesis.
            let whole = |(share, to)| format!("{} % of the way to \"{}\"", share, says(to));
            let way = Some(test.progress()).filter(|(share, _)| *share > 0).map_or("where it began".to_string(), whole);
            format!("Not decided: the sequential test is {}.", way)
        }
    }
}

/// How often a program forfeited, and by which kinds; `None` if it did not. `all`: so many are all of its first games.
pub fn forfeited(who: &str, counts: &[usize; Kind::ALL.len()], all: Option<usize>) -> Option<String> {
    let games: usize = counts.iter().sum();
    let kinds: Vec<&Kind> = Kind::ALL.iter().zip(counts).filter(|(_, n)| **n > 0).map(|(kind, _)| kind).collect();
    let why = if let [kind] = kinds[..] { kind.name().to_string() } else { forfeits(counts) };
    if kinds.is_empty() {
        return None;
    }
    let how = match all {
        Some(first) => {
            let more = if first < games { format!(", and {} in all", games) } else { String::new() };
            format!("forfeited all of its first {} games{} ({}), so the match ends", first, more, why)
        }
        None => format!("forfeited {} ({})", count(games, "game"), why),
    };
    Some(capital(&format!("{} {}: mend that first.", who, how)))
}

/// Says that games are alike. Now and then (`Tally::repeats`) that is no reproach. A program that forfeits again and again
/// needs no other starts.
pub fn repeats(tally: &Tally, plan: &Plan) -> Option<String> {
    let (games, again) = (count(tally.games, "game"), tally.games - tally.distinct);
    let pairs = match tally.pairs.count() {
        1 => "1 pair counts".to_string(),
        n => format!("{} pairs count", n),
    };
    match again {
        0 => None,
        1 if tally.games >= 10 => Some(format!("1 of {} repeats an earlier one, so {}.", games, pairs)),
        _ if !tally.repeats() => Some(format!("{} of {} repeat earlier ones, so {}.", again, games, pairs)),
        _ => {
            let how = if tally.forfeits_again() { "" } else { ": these programs repeat themselves; give them {seed}" };
            let free = !how.is_empty() && plan.openings == 0 && openings::check(&plan.game, 4, &[]).is_ok();
            let starts = match openings::check(&plan.game, 4, &plan.entrants) {
                _ if !free => "",
                Ok(()) => ", or games from different starts (--openings 4)",
                Err(_) => ", or {past} and games from different starts (--openings 4)",
            };
            Some(format!("{}, but only {} different ones, so {}{}{}.", games, tally.distinct, pairs, how, starts))
        }
    }
}

/// Where programs forfeited first, and why, a line each.
pub fn first_forfeits(programs: &[(&str, &Use)]) -> String {
    let line = |(name, used): &(&str, &Use)| {
        let [place, why] = used.first_forfeit.as_ref()?;
        Some(format!("{}'s first forfeit, {}: {}\n", name, place, one_line(why)))
    };
    programs.iter().filter_map(line).collect()
}

/// A warning if programs waited for a processor.
pub fn load(programs: &[(&str, &Use)]) -> String {
    // From this share on it played under other conditions.
    let late: Vec<&(&str, &Use)> = programs.iter().filter(|(_, used)| used.kept_waiting() > 0.05).collect();
    let Some(worst) = late.iter().map(|(_, used)| used.kept_waiting()).reduce(f64::max) else { return String::new() };
    let names = late.iter().map(|(name, _)| *name).collect::<Vec<_>>().join(", ");
    let up_to = if late.len() > 1 { "up to " } else { "" };
    let what = "of the time; on a machine so loaded times mean little";
    format!("WARNING: {} waited for a processor in {}{:.0} % {}\n", names, up_to, 100.0 * worst, what)
}

pub fn forfeits(counts: &[usize; Kind::ALL.len()]) -> String {
    let named = Kind::ALL.iter().zip(counts).filter(|(_, n)| **n > 0);
    named.map(|(kind, n)| format!("{} {}", n, kind.name())).collect::<Vec<String>>().join(", ")
}

/// An Elo difference, never -0.
pub fn signed(elo: f64) -> String {
    format!("{:+.0}", elo.round() + 0.0)
}

/// Begins a sentence: `the` becomes `The`, a name stays.
fn capital(text: &str) -> String {
    text.strip_prefix("the ").map_or(text.to_string(), |rest| format!("The {}", rest))
}

/// The end of a game in words: who played, what each used, forfeits, who won. `seconds` are limits.
pub fn end_of_game(record: &Record, seconds: [f64; 2]) -> String {
    let sides = games::seats(&record.name);
    let mut text = String::new();
    for seat in 0..2 {
        let points = count(record.points[seat], "point");
        let slowest = record.slowest(seat).map_or(String::new(), |(seconds, entry)| {
            format!(", slowest move {:.2} s ({})", seconds, entry.line().unwrap_or("the forfeit"))
        });
        let left = (seconds[seat] - record.accounts[seat].wall).max(0.0);
        let was = if several(&sides[seat]) { "were" } else { "was" };
        text += &format!(
            "{} {} {}: {}{}, {:.2} of {} s left\n",
            sides[seat],
            was,
            one_line(&record.players[seat]),
            points,
            slowest,
            left,
            seconds[seat]
        );
    }
    for ((side, forfeit), account) in sides.iter().zip(record.forfeits()).zip(&record.accounts) {
        text += &match (forfeit, account.exit.as_str()) {
            (Some(forfeit), _) => {
                format!("{} FORFEITED, {}: {}\n", side, forfeit.kind.name(), one_line(&forfeit.reason))
            }
            (None, "0" | "") => continue,
            (None, process::KILLED) => format!("{} did not end when the game was over, and was killed\n", side),
            (None, exit) => format!("{} ended with exit {} when the game was over\n", side, exit),
        };
    }
    let named = [0, 1].map(|seat| format!("{} ({})", sides[seat], one_line(&record.players[seat])));
    text + &winner(&named, record.points) + "\n"
}

/// Is the side several persons (the detectives)? A name may follow it.
pub fn several(side: &str) -> bool {
    side.split(" (").next().is_some_and(|side| side.ends_with('s'))
}

pub fn winner(sides: &[String; 2], points: [i32; 2]) -> String {
    let (better, worse) = if points[0] < points[1] { (1, 0) } else { (0, 1) };
    if points[0] == points[1] {
        return format!("A draw, {} to {}.", points[0], points[1]);
    }
    let wins = if several(&sides[better]) { "win" } else { "wins" };
    format!("{} {}, {} to {}.", sides[better], wins, points[better], points[worse])
}
