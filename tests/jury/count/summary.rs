//! The result of a match, for people and for programs.

use crate::count::plan::Plan;
use crate::count::stats::{self, Estimate, Interval, Sequential};
use crate::count::tally::{self, Played, Tally, Use};
use crate::count::verdict;
use crate::run::forfeit::Kind;
use crate::text::json;
use crate::text::print::{count, one_line};
use crate::text::words::joined;

/// All about a match. Results count different complete pairs only (`tally::different`), and after a verdict only those
/// before it. What the programs used and their forfeits count all games.
pub struct Summary<'a> {
    plan: &'a Plan,
    /// Of the games up to a verdict.
    pub tally: Tally,
    /// Finished games beyond these: half a pair, or after the verdict.
    pub left_out: usize,
    /// A's points in a game, B's, and A's minus B's, from the pairs.
    pub points: [Estimate; 2],
    pub difference: Estimate,
    pub used: [Use; 2],
    pub sequential: Option<Sequential>,
}

/// Summarises these games of the plan.
pub fn summary<'a>(plan: &'a Plan, played: &[Played]) -> Summary<'a> {
    let sequential = tally::sequential(plan, played);
    let mut whole = tally::pairs(played, plan.sprt.is_some());
    let mut counted = tally::different(&whole);
    if let Some(test) = sequential.filter(|test| test.accepted.is_some()) {
        counted.truncate(test.pairs.count());
        whole.retain(|pair| counted.last().is_some_and(|last| pair[0].index <= last[0].index));
    }
    let tally = Tally::of(&whole, &counted);
    let mut used = [Use::default(), Use::default()];
    used.iter_mut().zip(0..).for_each(|(used, i)| used.add(played.iter(), i, ""));
    let means = |i: usize| counted.iter().map(move |pair| (pair[0].points(i) + pair[1].points(i)) / 2.0);
    Summary {
        plan,
        left_out: played.len() - tally.games,
        tally,
        points: [0, 1].map(|i| stats::estimate(&means(i).collect::<Vec<f64>>())),
        difference: stats::estimate(&means(0).zip(means(1)).map(|(a, b)| a - b).collect::<Vec<f64>>()),
        used,
        sequential,
    }
}

impl Summary<'_> {
    fn names(&self) -> [String; 2] {
        [0, 1].map(|i| one_line(&self.plan.entrants[i].name))
    }

    /// The verdict as a word for programs. A forfeit of either program comes first.
    pub fn verdict(&self) -> &'static str {
        match self.sequential.map(|test| test.accepted) {
            _ if self.used.iter().any(|used| used.first_forfeit.is_some()) => "forfeits",
            Some(accepted) => accepted.map_or("undecided", |hypothesis| ["H0", "H1"][hypothesis as usize]),
            None => verdict::word(&self.tally.pairs),
        }
    }

    /// The verdict in sentences: the forfeits, whether games are alike, who is stronger or what the sequential test says.
    /// Of programs that forfeit in all games no strength is said.
    pub fn sentences(&self) -> Vec<String> {
        let (tally, names) = (&self.tally, self.names());
        let who = names.each_ref().map(String::as_str);
        let forfeited = |i: usize| verdict::forfeited(who[i], &self.used[i]);
        let spoilt = tally.games > 0 && tally.forfeited == tally.games;
        let strength = match self.sequential {
            Some(test) if spoilt && test.accepted.is_some() => {
                Some("The sequential test has ended the match, by forfeits: of strength it says nothing.".to_string())
            }
            _ if spoilt => None,
            Some(test) => Some(verdict::tested(&test, who)),
            None => Some(verdict::strength(who, tally)),
        };
        (0..2).filter_map(forfeited).chain(verdict::repeats(tally, self.plan)).chain(strength).collect()
    }

    /// For people: the verdict first.
    pub fn text(&self) -> String {
        let mut t: String = self.sentences().iter().map(|sentence| format!("{}\n", sentence)).collect();
        let names = self.names();
        for (letter, i) in [("A", 0), ("B", 1)] {
            let command = one_line(&joined(&self.plan.entrants[i].words));
            let (mean, seconds) = (self.used[i].mean().unwrap_or(0.0), self.plan.seconds[i]);
            t += &format!("{}: {} ({:.2} of {} s a game): {}\n", letter, names[i], mean, seconds, command);
        }
        let (games, pairs) = (count(self.tally.games, "game"), count(self.tally.games / 2, "pair"));
        t += &format!("{}: {} in {}, seed {}\n", self.plan.game, games, pairs, self.plan.seed);
        if self.left_out > 0 {
            t += &format!("not counted: {} without a pair, or after the verdict\n", count(self.left_out, "game"));
        }
        t + &match self.tally.pairs.score() {
            Some(score) => self.figures(&names, score),
            None => "no pair of games counts: no result yet\n".to_string(),
        }
    }

    /// The results: games, pairs, points.
    fn figures(&self, [a, b]: &[String; 2], score: Interval) -> String {
        let ([w, d, l], mean) = (self.tally.wins, self.difference.mean);
        let [low, middle, high] = [score.low, score.mean, score.high].map(|score| 100.0 * score);
        let [elo, least, most] = [score.elo().mean, score.elo().low, score.elo().high].map(verdict::signed);
        let [lost, less, even, more, won] = self.tally.pairs.0;
        let some = |n: usize, what: &str| if n > 0 { format!(", {} {}", what, n) } else { String::new() };
        let (more, less) = (some(more, "won one and drew one"), some(less, "drew one and lost one"));
        let each = if d > 0 { "even" } else { "one each" };
        let half = |half: f64| if half.is_finite() { format!(" +- {half:.2}") } else { String::new() };
        let said = |points: Estimate| format!("{:.2}{}", points.mean, half(points.half));
        let [one, other, lead] = [self.points[0], self.points[1], self.difference].map(said);
        let by = match (score.mean - 0.5) * mean < 0.0 {
            true => format!("these, not by wins: there {} is ahead", if mean < 0.0 { b } else { a }),
            false => "the sum of these, not by wins".to_string(),
        };
        format!(
            "{a}: wins {w}, draws {d}, losses {l}: score {middle:.1} %, 95 % {low:.1} to {high:.1}; \
             Elo {elo}, {least} to {most}\n\
             {a} in pairs: won both {won}{more}, {each} {even}{less}, lost both {lost}\n\
             points a game (95 % at one look): {a} {one}, {b} {other}, difference {lead}; the contest ranks by {by}\n"
        )
    }

    /// For programs: one flat object. Arrays are in the order A, B.
    pub fn json(&self) -> String {
        let kinds = |used: &Use| {
            let counts = Kind::ALL.iter().zip(used.forfeits);
            json::object(&counts.map(|(kind, n)| (kind.name(), n.to_string())).collect::<Vec<_>>())
        };
        let why = |used: &Use| used.first_forfeit.as_ref().map_or("null".to_string(), |why| json::text(why));
        let seconds = |used: &Use| json::number(used.mean());
        let both = |of: &dyn Fn(&Use) -> String| format!("[{}]", self.used.each_ref().map(of).join(", "));
        let (plan, tally, score) = (self.plan, &self.tally, self.tally.pairs.score());
        let elo = score.map(Interval::elo);
        let difference = score.map(|_| self.difference.mean);
        let accepted = self.sequential.and_then(|test| test.accepted);
        json::document(&[
            ("jury", json::text("match")),
            ("verdict", json::text(self.verdict())),
            ("sentences", json::texts(&self.sentences())),
            ("game", json::text(&plan.game)),
            ("programs", json::texts(&[0, 1].map(|i| plan.entrants[i].name.clone()))),
            ("seconds", format!("{:?}", plan.seconds)),
            ("seed", plan.seed.to_string()),
            ("games", tally.games.to_string()),
            ("left_out", self.left_out.to_string()),
            ("distinct", tally.distinct.to_string()),
            ("wins", tally.wins[0].to_string()),
            ("draws", tally.wins[1].to_string()),
            ("losses", tally.wins[2].to_string()),
            ("pairs", format!("{:?}", tally.pairs.0)),
            ("points", json::numbers(&tally.points)),
            ("points_a_game", json::numbers(&tally.points.map(|sum| sum / tally.counted() as f64))),
            ("difference_a_game", json::number(difference)),
            ("difference_a_game_half_interval", json::number(Some(self.difference.half))),
            ("score", json::number(score.map(|s| s.mean))),
            ("score_low", json::number(score.map(|s| s.low))),
            ("score_high", json::number(score.map(|s| s.high))),
            ("elo", json::number(elo.map(|e| e.mean))),
            ("elo_low", json::number(elo.map(|e| e.low))),
            ("elo_high", json::number(elo.map(|e| e.high))),
            ("forfeits", both(&kinds)),
            ("first_forfeit", both(&why)),
            ("seconds_a_game", both(&seconds)),
            ("sprt", accepted.map_or("null".to_string(), |accepted| json::text(&format!("{:?}", accepted)))),
            ("sprt_ratio", json::number(self.sequential.map(|test| test.ratio))),
        ])
    }
}
