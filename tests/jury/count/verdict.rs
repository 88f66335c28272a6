//! What is said first, in sentences: who is stronger after a match, who forfeited, who won a game.

use crate::count::plan::Plan;
use crate::count::stats::{Hypothesis, Interval, Pairs, Sequential};
use crate::count::tally::{Tally, Use};
use crate::play::openings;
use crate::play::transcript::Record;
use crate::rules::games;
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
    let ([wins, _, losses], games) = (tally.wins, count(tally.counted(), "game"));
    let Some(score) = tally.pairs.score() else { return "Not decided: too few games to say anything.".to_string() };
    let Interval { low, high, .. } = score.elo();
    // What the interval means in a hundred games.
    let of_hundred = |[low, high]: [f64; 2]| {
        let half = if tally.wins[1] > 0 { " (a draw is half a win)" } else { "" };
        match high < 1.0 {
            true => format!("wins {:.1} to {:.1} of 100 games{}", 100.0 * low, 100.0 * high, half),
            false => format!("wins {:.1} or more of 100 games{}", 100.0 * low, half),
        }
    };
    let stronger = |better, worse, wins, [low, high]: [f64; 2], score| {
        let most = if high.is_finite() { format!("to {}", signed(high)) } else { "or more".to_string() };
        let (wins, elo, rate) = (count(wins, "win"), format!("{} {} Elo", signed(low), most), of_hundred(score));
        format!("{} is stronger than {}: {} of {}, {} (95 %), so it {}.", better, worse, wins, games, elo, rate)
    };
    match word(&tally.pairs) {
        "stronger" => stronger(a, b, wins, [low, high], [score.low, score.high]),
        "weaker" => stronger(b, a, losses, [-high, -low], [1.0 - score.high, 1.0 - score.low]),
        "close" => {
            let (rate, [low, high]) = (of_hundred([score.low, score.high]), [low, high].map(signed));
            format!("{} and {} are within {} Elo: {} to {} (95 %), so {} {}.", a, b, CLOSE, low, high, a, rate)
        }
        "undecided" => {
            let may = format!("{} may be {:.0} Elo weaker to {:.0} stronger (95 %)", a, -low, high);
            let rate = of_hundred([score.low, score.high]);
            format!("Not decided: {}, so it {}{}.", may, rate, more(tally, (high - low) / 2.0))
        }
        _ => {
            let (who, most) = if wins < losses { (b, losses) } else { (a, wins) };
            format!("Not decided: {} won {} of {}, too few to say{}.", who, most, games, more(tally, f64::INFINITY))
        }
    }
}

/// How many pairs more would decide, or make the interval narrower than `half` Elo on either side. Nothing if they would
/// mostly be the same again.
fn more(tally: &Tally, half: f64) -> String {
    let pairs = &tally.pairs;
    let leads = pairs.mean().is_some_and(|mean| (mean - 0.5).abs() >= 0.05);
    let decides = leads.then(|| pairs.to_decide(20 * pairs.count().max(10))).flatten();
    let narrower = [100.0, 50.0, 20.0, 10.0, 5.0].into_iter().find(|elo| 1.1 * elo < half && half.is_finite());
    match (decides, narrower) {
        _ if tally.repeats() => String::new(),
        (Some(n), _) => {
            format!("; {}{} like these would decide", if n > 10 { "about " } else { "" }, count(n, "more pair"))
        }
        // The width falls with the root of the number of pairs.
        (_, Some(elo)) => {
            let n = (pairs.count() as f64 * ((half / elo) * (half / elo) - 1.0)).ceil() as usize;
            format!("; about {} would narrow that to {} Elo on either side", count(n, "more pair"), elo)
        }
        _ => String::new(),
    }
}

/// What the sequential test says, in a sentence. H0 is what it says against ELO1, H1 what it says against ELO0: only
/// these are wrong in one of twenty matches.
pub fn tested(test: &Sequential, [a, b]: [&str; 2]) -> String {
    let says = |hypothesis: Hypothesis| {
        let (elo, better, worse) = match hypothesis {
            Hypothesis::H0 => (-test.elo[1], "weaker", "stronger"),
            Hypothesis::H1 => (test.elo[0], "stronger", "weaker"),
        };
        match elo {
            e if e > 0.0 => format!("{} is more than {} Elo {} than {}", a, e, better, b),
            e if e < 0.0 => format!("{} is not {} Elo {} than {}", a, -e, worse, b),
            _ => format!("{} is {} than {}", a, better, b),
        }
    };
    let (share, to) = test.progress();
    match test.accepted {
        Some(hypothesis) => {
            format!("The sequential test says: {}, after {}.", says(hypothesis), count(test.pairs.count(), "pair"))
        }
        None => format!("Not decided: the sequential test is {} % of the way to \"{}\".", share, says(to)),
    }
}

/// How often a program forfeited, by which kinds, and why first; `None` if it did not.
pub fn forfeited(who: &str, used: &Use) -> Option<String> {
    let (games, first) = (count(used.forfeits.iter().sum::<usize>(), "game"), used.first_forfeit.as_ref()?);
    Some(format!("{} forfeited {} ({}): mend that first. In {}", who, games, used.kinds(), first))
}

/// Says that games are alike. Now and then (`Tally::repeats`) that is no reproach.
pub fn repeats(tally: &Tally, plan: &Plan) -> Option<String> {
    let (games, pairs) = (count(tally.games, "game"), count(tally.pairs.count(), "pair"));
    let how = match plan.openings == 0 && openings::check(&plan.game, 4, &[]).is_ok() {
        true => ": these programs repeat themselves; give them {seed}, or different starts (--openings 4)",
        false => ": these programs repeat themselves; give them {seed}",
    };
    match tally.games - tally.distinct {
        0 => None,
        n if !tally.repeats() => Some(format!("Of {} {} came again, which leaves {}.", games, n, pairs)),
        _ => Some(format!("{}, but only {} different ones, which leaves {}{}.", games, tally.distinct, pairs, how)),
    }
}

/// An Elo difference, never -0.
pub fn signed(elo: f64) -> String {
    format!("{:+.0}", elo.round() + 0.0)
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
