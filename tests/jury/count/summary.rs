//! The result of a match, for people and for programs.

use crate::count::looks::{self, Look};
use crate::count::matches::{self, Plan, Played};
use crate::count::stats::{self, Estimate, Interval, Pairs, Sequential};
use crate::count::verdict::{self, forfeits, Answer, Results};
use crate::play::transcript::{one_line, Entry};
use crate::run::forfeit::Kind;
use crate::run::process::Account;
use crate::text::json;
use crate::text::print::count;
use std::fmt::Write;
use std::io;
use std::path::Path;

/// All about a match. Results count different complete pairs only (`matches::different`), and after a verdict only those
/// before it. What the programs used and their forfeits count all games.
pub struct Summary {
    /// What A and B are called.
    pub names: [String; 2],
    /// Games of complete pairs, up to a verdict.
    pub games: usize,
    /// Finished games beyond these: half a pair, or after the verdict.
    pub left_out: usize,
    /// Different games among them.
    pub distinct: usize,
    /// Wins, draws, losses of A in the pairs that count.
    pub tally: [usize; 3],
    pub pairs: Pairs,
    /// The sums of A's and of B's points.
    pub points: [f64; 2],
    /// A's points in a game, B's, and A's minus B's, from the pairs.
    pub means: [Estimate; 3],
    /// The look at them; `None` for too few pairs, in a part of a match, and for a sequential test.
    pub look: Option<Look>,
    /// Nothing is said of strength: the match goes on, and nobody has looked at it.
    pub open: bool,
    /// A repeated game, which does not count, holds a forfeit.
    repeated_forfeit: bool,
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
    Ok(summary(plan, &matches::load(plan)?))
}

/// Summarises these games of the plan. What was looked at stands in its folder.
pub fn summary(plan: &Plan, played: &[Played]) -> Summary {
    joined(plan, played, &[&plan.folder])
}

/// The same of a match that lies in several folders.
pub fn joined(plan: &Plan, played: &[Played], folders: &[&Path]) -> Summary {
    let sequential = matches::sequential(plan, played);
    let mut whole = matches::pairs(played, plan.sprt.is_some());
    let mut counted = matches::different(&whole);
    if let Some(test) = sequential.filter(|test| test.verdict.is_some()) {
        counted.truncate(test.pairs.count());
        whole.retain(|pair| counted.last().is_some_and(|last| pair[0].index <= last[0].index));
    }
    let games: Vec<&Played> = whole.iter().flatten().copied().collect();
    let forfeits = |games: &[&Played]| games.iter().filter(|game| (0..2).any(|i| game.forfeited(i))).count();
    let counting: Vec<&Played> = counted.iter().flatten().copied().collect();
    let mut s = Summary {
        names: plan.entrants.each_ref().map(|entrant| one_line(&entrant.name)),
        games: games.len(),
        left_out: played.len() - games.len(),
        distinct: matches::distinct(&games),
        tally: matches::tally(counting.iter().copied()),
        pairs: Pairs::default(),
        points: [0.0; 2],
        means: [stats::estimate(&[]); 3],
        look: None,
        open: false,
        repeated_forfeit: forfeits(&games) > forfeits(&counting),
        by_seat: [[0.0; 2]; 2],
        forfeits: [[0; 6]; 2],
        hopeless: matches::hopeless(plan, played),
        first_forfeit: [None, None],
        bad_exits: [0; 2],
        most_wall: [0.0; 2],
        most_address_kib: [0; 2],
        most_resident_kib: [0; 2],
        most_stderr: [0; 2],
        kept_waiting: [0.0; 2],
        voids: played.iter().map(|game| game.record.voids.len()).sum(),
        cost: matches::cost(plan),
        sequential,
    };
    judge(&mut s, plan, &counted, folders);
    let over = played.len() >= plan.count() || s.hopeless.is_some();
    s.open = plan.part.is_some() || !(over || s.look.as_ref().is_none_or(|look| look.known));
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

/// Adds the results of the pairs that count, and the look at them.
fn judge(s: &mut Summary, plan: &Plan, counted: &[[&Played; 2]], folders: &[&Path]) {
    counted.iter().for_each(|pair| s.pairs.add(pair.map(Played::score)));
    if plan.sprt.is_none() && plan.part.is_none() {
        s.look = looks::look(folders, counted, &s.pairs);
    }
    let error = stats::error_of(s.look.as_ref().map_or(1, |look| look.number));
    s.means = [[1.0, 0.0], [0.0, 1.0], [1.0, -1.0]].map(|[a, b]| {
        let points = |game: &Played| a * game.points(0) + b * game.points(1);
        let of_pair = |[one, other]: &[&Played; 2]| (points(one) + points(other)) / 2.0;
        stats::estimate_at(&counted.iter().map(of_pair).collect::<Vec<f64>>(), error)
    });
    for (entrant, game) in counted.iter().flatten().flat_map(|game| [(0, game), (1, game)]) {
        s.points[entrant] += game.points(entrant);
        s.by_seat[entrant][game.seat(entrant)] += game.points(entrant);
    }
    s.by_seat = s.by_seat.map(|seats| seats.map(|sum| sum / counted.len().max(1) as f64));
}

/// Adds what the programs used in a game, and its forfeits.
fn add_use(s: &mut Summary, game: &Played) {
    for entry in &game.record.entries {
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
    let late: Vec<&(&str, f64)> = waited.iter().filter(|(_, share)| *share > BUSY).collect();
    if let Some(worst) = late.iter().map(|(_, share)| *share).reduce(f64::max) {
        let names = late.iter().map(|(name, _)| *name).collect::<Vec<_>>().join(", ");
        let up_to = if late.len() > 1 { "up to " } else { "" };
        let what = "of the time; on a machine so loaded times mean little";
        let _ = writeln!(text, "WARNING: {} waited for a processor in {}{:.0} % {}", names, up_to, 100.0 * worst, what);
    }
    text
}

const LETTERS: [&str; 2] = ["A", "B"];

/// What the jury itself costs; arguments in seconds.
pub fn cost_line(median: f64, most: f64) -> String {
    format!("the jury itself costs a program {:.2} ms a line (median; at most {:.2})\n", 1e3 * median, 1e3 * most)
}

impl Summary {
    fn who(&self) -> [&str; 2] {
        self.names.each_ref().map(String::as_str)
    }

    fn results(&self) -> Results<'_> {
        let elo = self.look.as_ref().filter(|_| !self.open).map(|look| look.score.elo());
        let next = stats::error_of(self.look.as_ref().map_or(1, |look| look.number + 1));
        Results { who: self.who(), elo, tally: self.tally, pairs: self.pairs, next, test: self.sequential }
    }

    /// Somebody looks at the match. An error if that could not be written down.
    pub fn seen(&mut self, plan: &Plan, folders: &[&Path]) -> io::Result<()> {
        self.open = plan.part.is_some();
        self.look.as_ref().map_or(Ok(()), |look| look.write(folders))
    }

    /// The answer as a word for programs, and the exit code. A forfeit of either program comes first.
    pub fn verdict(&self) -> (&'static str, u8) {
        if self.forfeits.iter().flatten().any(|n| *n > 0) {
            return ("forfeits", verdict::FORFEITED);
        }
        if self.open {
            return (Answer::Undecided.name(), Answer::Undecided.code());
        }
        let answer = self.results().answer();
        (answer.name(), answer.code())
    }

    /// The answer in sentences: the forfeits, whether games are alike, who is stronger or what the sequential test says.
    /// Of programs that forfeit in game after game, or in games that do not count, no strength is said.
    pub fn sentences(&self) -> Vec<String> {
        let all = |i: usize| self.hopeless.filter(|hopeless| *hopeless == i).map(|_| matches::HOPELESS);
        let forfeited = |i: usize| verdict::forfeited(&self.names[i], &self.forfeits[i], all(i));
        let mut sentences: Vec<String> = (0..2).filter_map(forfeited).chain(self.repeats()).collect();
        if self.open {
            let ([wins, draws, losses], name) = (self.tally, &self.names[0]);
            let so_far =
                format!("{} so far: {} won {}, drew {}, lost {}", count(self.games, "game"), name, wins, draws, losses);
            sentences.push(format!("{}; {}.", so_far, "the verdict comes at the end, or by `jury summary`"));
        } else if self.hopeless.is_none() && !self.repeated_forfeit {
            sentences.push(self.results().sentence());
        }
        sentences
    }

    /// Says that games are alike. Programs that choose by lot repeat a short game now and then: that is no reproach.
    fn repeats(&self) -> Option<String> {
        let (games, again, pairs) = (count(self.games, "game"), self.games - self.distinct, self.pairs.count());
        let pairs = if pairs == 1 { "1 pair counts".to_string() } else { format!("{} pairs count", pairs) };
        match again {
            0 => None,
            1 if self.games >= 10 => Some(format!("1 of {} repeats an earlier one, so {}.", games, pairs)),
            _ if 10 * again <= self.games => Some(format!("{} of {} repeat earlier ones, so {}.", again, games, pairs)),
            _ => Some(format!(
                "{}, but only {} different ones, so {}: these programs repeat themselves; give them {{seed}}, or games \
                 from different starts (--openings 4).",
                games, self.distinct, pairs
            )),
        }
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
            count(self.games / 2, "pair"),
            plan.seed
        );
        if self.left_out > 0 {
            let why =
                if self.sequential.is_some_and(|s| s.verdict.is_some()) { "after the verdict" } else { "no pair yet" };
            let does = if self.left_out == 1 { "does" } else { "do" };
            let _ = writeln!(t, "{} {} not count: {}", count(self.left_out, "more game"), does, why);
        }
        match self.pairs.mean() {
            Some(mean) => self.figures(&mut t, mean, verbose),
            None => t += "no pair of games is complete: no result yet\n",
        }
        if verbose {
            (0..2).for_each(|i| self.usage(&mut t, i));
            t += &self.cost.map_or(String::new(), |[median, most]| cost_line(median, most));
        }
        t + &load(self.voids, &[0, 1].map(|i| (self.names[i].as_str(), self.kept_waiting[i])))
    }

    /// A's score as far as it may be said: after a sequential test, which stops where it looks best, only about.
    pub fn score(&self) -> Option<Interval> {
        match self.sequential {
            Some(_) => self.pairs.score(stats::ERROR).filter(|_| self.pairs.count() >= looks::PAIRS_MIN),
            None => self.look.as_ref().filter(|_| !self.open).map(|look| look.score),
        }
    }

    /// The results. There is at least one pair; `mean` is A's score.
    fn figures(&self, t: &mut String, mean: f64, verbose: bool) {
        let [w, d, l] = self.tally;
        let ([a, b], difference) = (self.who(), self.means[2].mean);
        let holds = if self.sequential.is_some() { "about" } else { "95 %" };
        let interval = |[low, high]: [String; 2]| format!(", {} {} to {}", holds, low, high);
        let range = |s: Interval| interval([s.low, s.high].map(|s| format!("{:.1}", 100.0 * s)));
        let range = self.score().map_or(String::new(), range);
        let _ = writeln!(t, "{}: wins {}, draws {}, losses {}: score {:.1} %{}", a, w, d, l, 100.0 * mean, range);
        let known = self.score().is_some() && self.means.iter().all(|e| e.half.is_finite());
        let half = |e: &Estimate| if known { format!(" +- {:.2}", e.half) } else { String::new() };
        let [one, other, both] = self.means.each_ref().map(|e| format!("{:.2}{}", e.mean, half(e)));
        let holds = if known { format!(" ({})", holds) } else { String::new() };
        let _ = write!(t, "points a game: {} {}, {} {}, difference {}{}", a, one, b, other, both, holds);
        let _ = match (mean - 0.5) * difference < 0.0 {
            true => writeln!(
                t,
                "; the contest ranks by these, not by wins: there {} is ahead",
                [a, b][usize::from(difference < 0.0)]
            ),
            false => writeln!(t, "; the contest ranks by the sum of these, not by wins"),
        };
        if !verbose {
            return;
        }
        let [none, half, one, more, two] = self.pairs.0;
        let _ =
            writeln!(t, "pairs that gave A 0 points: {}, 1/2: {}, 1: {}, 1 1/2: {}, 2: {}", none, half, one, more, two);
        let elo = |score: Interval| interval([score.elo().low, score.elo().high].map(verdict::signed));
        let elo = self.score().map_or(String::new(), elo);
        let _ = writeln!(t, "Elo of A over B {}{}", verdict::signed(stats::elo(mean)), elo);
        if let Some(number) = self.look.as_ref().filter(|_| !self.open).map(|look| look.number) {
            let error = 100.0 * stats::error_of(number);
            let _ = writeln!(
                t,
                "look {} at this match: its intervals err in {:.2} %, those of all looks in 5",
                number, error
            );
        }
        if let Some(test) = self.sequential {
            let _ = writeln!(t, "log likelihood ratio {:+.2}, bounds +-{:.2}", test.ratio, Sequential::bound());
        }
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
        let (score, mean) = (self.score(), self.pairs.mean());
        let elo = score.map(|score| score.elo());
        let halves = |i: usize| json::number(Some(self.means[i].half).filter(|_| score.is_some()));
        let by_seat = self.by_seat.each_ref().map(|seats| json::numbers(seats)).join(", ");
        let verdict = self.sequential.and_then(|test| test.verdict);
        json::document(&[
            json::begin("match"),
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
            ("points", json::numbers(&self.points)),
            ("points_a_game", json::numbers(&[self.means[0].mean, self.means[1].mean])),
            ("points_a_game_half_interval", format!("[{}, {}]", halves(0), halves(1))),
            ("difference_a_game", json::number(mean.map(|_| self.means[2].mean))),
            ("difference_a_game_half_interval", halves(2)),
            ("look", self.look.as_ref().map_or("null".to_string(), |look| look.number.to_string())),
            ("score", json::number(mean)),
            ("score_low", json::number(score.map(|s| s.low))),
            ("score_high", json::number(score.map(|s| s.high))),
            ("elo", json::number(mean.map(stats::elo))),
            ("elo_low", json::number(elo.map(|e| e.low))),
            ("elo_high", json::number(elo.map(|e| e.high))),
            ("points_by_seat", format!("[{}]", by_seat)),
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
