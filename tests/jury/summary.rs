//! The result of a match, for people and for programs.

use crate::answer::{self, Answer, Results};
use crate::json;
use crate::print::count;
use crate::process::{Account, Kind};
use crate::referee::Entry;
use crate::series::{self, Plan, Played};
use crate::stats::{self, Pairs, Sequential};
use crate::transcript::{one_line, Record};
use std::collections::BTreeSet;
use std::fmt::Write;
use std::io;

/// All about a match. Results count complete pairs only, and after a verdict only those before it. What the programs
/// used and their forfeits count all games.
pub struct Summary {
    /// What A and B are called.
    pub names: [String; 2],
    /// Games that count for the results.
    pub games: usize,
    /// Finished games that do not count: half a pair, or after the verdict.
    pub left_out: usize,
    /// Different games among those that count.
    pub distinct: usize,
    /// Wins, draws, losses of A.
    pub tally: [usize; 3],
    pub pairs: Pairs,
    /// The sums of A's and of B's points.
    pub points: [f64; 2],
    /// A's points minus B's in a game, from the pairs.
    pub difference: stats::Estimate,
    /// Mean points of A and B as first mover, then as second.
    pub by_seat: [[f64; 2]; 2],
    /// Forfeits of A and B by kind, in the order of `Kind::ALL`.
    pub forfeits: [[usize; 6]; 2],
    /// The program (A or B) that forfeited all of its first games and so ended the match.
    pub hopeless: Option<usize>,
    /// The first forfeit of A and of B: the game's number and the reason.
    pub first_forfeit: [Option<(usize, String)>; 2],
    /// Games after which A or B did not end with exit code 0.
    pub bad_exits: [usize; 2],
    pub most_wall: [f64; 2],
    pub most_address_kib: [u64; 2],
    pub most_resident_kib: [u64; 2],
    pub most_stderr: [usize; 2],
    /// The share of its time that A, or B, waited for a processor.
    pub kept_waiting: [f64; 2],
    /// How often a game was void because a program waited for a processor.
    pub voids: usize,
    /// What the jury itself cost for a line: median and largest, in seconds.
    pub cost: Option<[f64; 2]>,
    pub sequential: Option<Sequential>,
}

/// Summarises the games that the plan's folder holds.
pub fn summarise(plan: &Plan) -> io::Result<Summary> {
    Ok(summary(plan, &series::load(plan)?))
}

/// Summarises these games of the plan.
pub fn summary(plan: &Plan, played: &[Played]) -> Summary {
    let sequential = series::sequential(plan, played);
    let mut counted = series::pairs(played, plan.sprt.is_some());
    if let Some(test) = sequential {
        counted.truncate(test.pairs.count());
    }
    let mut s = Summary {
        names: plan.entrants.each_ref().map(|entrant| one_line(&entrant.name)),
        games: 2 * counted.len(),
        left_out: played.len() - 2 * counted.len(),
        distinct: 0,
        tally: series::tally(counted.iter().flatten().copied()),
        pairs: Pairs::default(),
        points: [0.0; 2],
        difference: stats::estimate(&[]),
        by_seat: [[0.0; 2]; 2],
        forfeits: [[0; 6]; 2],
        hopeless: series::hopeless(plan, played),
        first_forfeit: [None, None],
        bad_exits: [0; 2],
        most_wall: [0.0; 2],
        most_address_kib: [0; 2],
        most_resident_kib: [0; 2],
        most_stderr: [0; 2],
        kept_waiting: [0.0; 2],
        voids: played.iter().map(|game| game.record.voids).sum(),
        cost: series::cost(plan),
        sequential,
    };
    let mut differences = Vec::new();
    let mut seen = BTreeSet::new();
    for pair in &counted {
        s.pairs.add(pair.map(Played::score));
        differences.push(pair.iter().map(|g| g.points(0) - g.points(1)).sum::<f64>() / 2.0);
        for game in pair {
            seen.insert(lines(&game.record));
            for entrant in 0..2 {
                s.points[entrant] += game.points(entrant);
                s.by_seat[entrant][game.seat(entrant)] += game.points(entrant) / counted.len() as f64;
            }
        }
    }
    s.difference = stats::estimate(&differences);
    s.distinct = seen.len();
    for game in played {
        add_use(&mut s, game);
    }
    for entrant in 0..2 {
        let sum =
            |value: fn(&Account) -> f64| played.iter().map(|g| value(&g.record.accounts[g.seat(entrant)])).sum::<f64>();
        s.kept_waiting[entrant] = sum(|a| a.kept_waiting) / sum(|a| a.wall).max(IDLE * played.len().max(1) as f64);
    }
    s
}

/// The lines of a game, to tell different games apart.
fn lines(record: &Record) -> String {
    let mut text = record.setup.join("\n");
    for (_, entry) in &record.entries {
        if let Entry::Line(seat, line) = entry {
            let _ = write!(text, "\n{} {}", seat, line);
        }
    }
    text
}

/// Adds what the programs used in a game, and its forfeits.
fn add_use(s: &mut Summary, game: &Played) {
    for (_, entry) in &game.record.entries {
        if let Entry::Forfeit(seat, forfeit) = entry {
            let entrant = (game.index + seat) % 2;
            s.forfeits[entrant][forfeit.kind as usize] += 1;
            let first = &mut s.first_forfeit[entrant];
            if first.as_ref().is_none_or(|(number, _)| *number > game.index + 1) {
                *first = Some((game.index + 1, format!("{}: {}", forfeit.kind.name(), forfeit.reason)));
            }
        }
    }
    for entrant in 0..2 {
        let account = &game.record.accounts[game.seat(entrant)];
        s.bad_exits[entrant] += usize::from(account.exit != "0");
        s.most_wall[entrant] = s.most_wall[entrant].max(account.wall);
        s.most_address_kib[entrant] = s.most_address_kib[entrant].max(account.address_kib);
        s.most_resident_kib[entrant] = s.most_resident_kib[entrant].max(account.resident_kib);
        s.most_stderr[entrant] = s.most_stderr[entrant].max(account.stderr);
    }
}

/// A program that waited for at least this share of its time played under other conditions.
const BUSY: f64 = 0.05;

/// Seconds a game. If a program uses less, its share is of so many.
pub const IDLE: f64 = 0.1;

/// What a busy machine did to the games: the number of void ones, and the share of its time that each program waited.
pub fn load(voids: usize, waited: &[(&str, f64)]) -> String {
    let mut text = match voids {
        0 => String::new(),
        1 => "1 game was void and played again: a program waited for a processor until its time was over\n".to_string(),
        n => format!(
            "{} games were void and played again: a program waited for a processor until its time was over\n",
            n
        ),
    };
    for (name, share) in waited.iter().filter(|(_, share)| *share > BUSY) {
        let _ = writeln!(
            text,
            "WARNING: {} waited for a processor in {:.0} % of its time; on a machine so loaded times mean little",
            name,
            100.0 * share
        );
    }
    text
}

const LETTERS: [&str; 2] = ["A", "B"];

/// What the jury itself costs; arguments in seconds.
pub fn cost_line(median: f64, most: f64) -> String {
    format!("the jury itself costs a program {:.2} ms a line (median; at most {:.2})\n", 1e3 * median, 1e3 * most)
}

/// Forfeits by kind, in words.
pub fn forfeits(counts: &[usize; 6]) -> String {
    let named = Kind::ALL.iter().zip(counts).filter(|(_, n)| **n > 0);
    named.map(|(kind, n)| format!("{} {}", n, kind.name())).collect::<Vec<String>>().join(", ")
}

impl Summary {
    fn who(&self) -> [&str; 2] {
        self.names.each_ref().map(String::as_str)
    }

    fn results(&self) -> Results<'_> {
        Results { who: self.who(), elo: self.pairs.elo(), tally: self.tally, pairs: self.pairs, test: self.sequential }
    }

    /// The answer as a word for programs, and the exit code. A forfeit of either program comes first.
    pub fn verdict(&self) -> (&'static str, u8) {
        if self.forfeits.iter().flatten().any(|n| *n > 0) {
            return ("forfeits", answer::FORFEITED);
        }
        let answer = self.results().answer();
        // If the sequential test has decided, it is the answer.
        let code = self.sequential.and_then(|test| test.verdict).map_or(answer, Answer::Tested).code();
        (answer.name(), code)
    }

    /// The answer in sentences: the forfeits, who is stronger, what the sequential test says.
    pub fn sentences(&self) -> Vec<String> {
        let all = |i: usize| self.hopeless.filter(|hopeless| *hopeless == i).map(|_| series::HOPELESS);
        let forfeited = |i: usize| answer::forfeited(&self.names[i], &self.forfeits[i], all(i));
        let mut sentences: Vec<String> = (0..2).filter_map(forfeited).collect();
        let results = self.results();
        sentences.push(results.sentence());
        if let Some(test) = self.sequential.filter(|_| !matches!(results.answer(), Answer::Tested(_))) {
            sentences.push(answer::tested(&test, self.who()));
        }
        sentences
    }

    /// For people: the answer first; with `verbose` every figure.
    pub fn text(&self, plan: &Plan, verbose: bool) -> String {
        let mut t: String = self.sentences().iter().map(|sentence| format!("{}\n", sentence)).collect();
        for (name, first) in self.names.iter().zip(&self.first_forfeit) {
            if let Some((game, reason)) = first {
                let _ = writeln!(t, "{}'s first forfeit, game {}: {}", name, game, one_line(reason));
            }
        }
        for (i, letter) in LETTERS.iter().enumerate() {
            let _ = writeln!(t, "{}: {} ({} s a game)", letter, self.names[i], plan.seconds[i]);
        }
        let _ = writeln!(
            t,
            "{}: {} in {}, seed {}",
            plan.game,
            count(self.games, "game"),
            count(self.pairs.count(), "pair"),
            plan.seed
        );
        if self.distinct < self.games {
            let _ = writeln!(
                t,
                "only {} different games: repeated games say nothing new, so the intervals are too narrow",
                self.distinct
            );
        }
        if self.left_out > 0 {
            let why =
                if self.sequential.is_some_and(|s| s.verdict.is_some()) { "after the verdict" } else { "no pair yet" };
            let _ = writeln!(t, "{} more games do not count: {}", self.left_out, why);
        }
        match (self.pairs.score(), self.pairs.elo()) {
            (Some(score), Some(elo)) => self.figures(&mut t, score, elo, verbose),
            _ => t += "no pair of games is complete: no result yet\n",
        }
        if verbose {
            (0..2).for_each(|i| self.usage(&mut t, i));
            t += &self.cost.map_or(String::new(), |[median, most]| cost_line(median, most));
        }
        t + &load(self.voids, &[0, 1].map(|i| (self.names[i].as_str(), self.kept_waiting[i])))
    }

    /// The results. There is at least one pair.
    fn figures(&self, t: &mut String, score: stats::Interval, elo: stats::Interval, verbose: bool) {
        let [w, d, l] = self.tally;
        let [mean, low, high] = [score.mean, score.low, score.high].map(|s| 100.0 * s);
        let _ = writeln!(
            t,
            "{}: wins {}, draws {}, losses {}: score {:.1} %, 95 % {:.1} to {:.1}",
            self.names[0], w, d, l, mean, low, high
        );
        let points = [0, 1].map(|i| {
            let (name, points) = (&self.names[i], self.points[i]);
            format!("{} {} ({:.2} a game)", name, points, points / self.games as f64)
        });
        let points = format!("points: {}", points.join(", "));
        if !verbose {
            let _ = writeln!(t, "{}", points);
            return;
        }
        let [none, half, one, more, two] = self.pairs.0;
        let _ =
            writeln!(t, "pairs that gave A 0 points: {}, 1/2: {}, 1: {}, 1 1/2: {}, 2: {}", none, half, one, more, two);
        let [mean, low, high] = [elo.mean, elo.low, elo.high].map(answer::signed);
        let _ = writeln!(t, "Elo of A over B {}, 95 % {} to {}\n{}", mean, low, high, points);
        let stats::Estimate { mean, half } = self.difference;
        let _ = if half.is_finite() {
            let (pair, width) = (2.0 * mean, 2.0 * half);
            writeln!(
                t,
                "mean difference a pair {:+.2} +- {:.2} (95 %), a game {:+.2} +- {:.2}",
                pair, width, mean, half
            )
        } else {
            let why = "no interval: one pair, or all pairs alike";
            writeln!(t, "mean difference a pair {:+.2}, a game {:+.2} ({})", 2.0 * mean, mean, why)
        };
        for (letter, [first, second]) in LETTERS.iter().zip(self.by_seat) {
            let _ = writeln!(t, "{}: {:.2} points a game as first mover, {:.2} as second", letter, first, second);
        }
    }

    /// What one of the two used, and its forfeits.
    fn usage(&self, t: &mut String, i: usize) {
        let kinds = forfeits(&self.forfeits[i]);
        let kinds = if kinds.is_empty() { "no forfeit".to_string() } else { format!("FORFEITS {}", kinds) };
        let _ = writeln!(
            t,
            "{}: {}, {} bad exits, at most {:.3} s, {} KiB address space, {} KiB resident, {} characters on stderr",
            LETTERS[i],
            kinds,
            self.bad_exits[i],
            self.most_wall[i],
            self.most_address_kib[i],
            self.most_resident_kib[i],
            self.most_stderr[i]
        );
    }

    /// For programs: one flat object. Times are in seconds, memory in KiB, arrays in the order A, B.
    pub fn json(&self, plan: &Plan) -> String {
        let of = |i: usize| {
            let counts = Kind::ALL.iter().zip(self.forfeits[i]);
            json::object(&counts.map(|(kind, n)| (kind.name(), n.to_string())).collect::<Vec<_>>())
        };
        let first = |i: usize| self.first_forfeit[i].as_ref().map_or("null".to_string(), |(_, why)| json::text(why));
        let (score, elo) = (self.pairs.score(), self.pairs.elo());
        let verdict = self.sequential.and_then(|test| test.verdict);
        json::document(&[
            ("verdict", json::text(self.verdict().0)),
            ("sentences", json::texts(&self.sentences())),
            ("game", json::text(&plan.game)),
            ("programs", json::texts(&plan.entrants.each_ref().map(|entrant| entrant.name.clone()))),
            ("seconds", format!("{:?}", plan.seconds)),
            ("seed", plan.seed.to_string()),
            ("games", self.games.to_string()),
            ("left_out", self.left_out.to_string()),
            ("distinct", self.distinct.to_string()),
            ("wins", self.tally[0].to_string()),
            ("draws", self.tally[1].to_string()),
            ("losses", self.tally[2].to_string()),
            ("pairs", format!("{:?}", self.pairs.0)),
            ("points", format!("{:?}", self.points)),
            ("difference_a_game", json::number(score.map(|_| self.difference.mean))),
            ("difference_a_game_half_interval", json::number(Some(self.difference.half))),
            ("score", json::number(score.map(|s| s.mean))),
            ("score_low", json::number(score.map(|s| s.low))),
            ("score_high", json::number(score.map(|s| s.high))),
            ("elo", json::number(elo.map(|e| e.mean))),
            ("elo_low", json::number(elo.map(|e| e.low))),
            ("elo_high", json::number(elo.map(|e| e.high))),
            ("points_by_seat", format!("{:?}", self.by_seat)),
            ("forfeits", format!("[{}, {}]", of(0), of(1))),
            ("first_forfeit", format!("[{}, {}]", first(0), first(1))),
            ("bad_exits", format!("{:?}", self.bad_exits)),
            ("most_wall", format!("{:?}", self.most_wall)),
            ("most_address_kib", format!("{:?}", self.most_address_kib)),
            ("most_resident_kib", format!("{:?}", self.most_resident_kib)),
            ("kept_waiting", format!("{:?}", self.kept_waiting)),
            ("void", self.voids.to_string()),
            ("jury_cost", self.cost.map_or("null".to_string(), |cost| format!("{:?}", cost))),
            ("sprt", verdict.map_or("null".to_string(), |verdict| json::text(&format!("{:?}", verdict)))),
            ("sprt_ratio", json::number(self.sequential.map(|test| test.ratio))),
        ])
    }
}
