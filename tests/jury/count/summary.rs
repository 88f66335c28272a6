//! The result of a match, for people and for programs.

use crate::count::looks::{self, Look};
use crate::count::matches;
use crate::count::plan::Plan;
use crate::count::stats::{self, Estimate, Interval, Sequential};
use crate::count::tally::{self, Pair, Played, Tally, Use};
use crate::count::verdict::{self, Results, Verdict};
use crate::run::files::file_name;
use crate::run::forfeit::Kind;
use crate::run::languages;
use crate::text::json;
use crate::text::print::{self, count, one_line, Shown};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::{fs, io};

/// All about a match. Results count different complete pairs only (`tally::different`), and after a verdict only those
/// before it. What the programs used and their forfeits count all games.
pub struct Summary {
    /// What A and B are called.
    pub names: [String; 2],
    /// Of the games up to a verdict.
    pub tally: Tally,
    /// Finished games beyond these: half a pair, or after the verdict.
    pub left_out: usize,
    /// A's points in a game, B's, and A's minus B's, from the pairs.
    pub means: [Estimate; 3],
    /// Mean points of A and B as first mover, then as second.
    pub by_seat: [[f64; 2]; 2],
    /// The look at them; `None` for too few pairs, in a part of a match, and for a sequential test.
    pub look: Option<Look>,
    /// Nothing is said of strength: the match goes on, and nobody has looked at it.
    pub open: bool,
    alike: Option<String>,
    pub used: [Use; 2],
    /// The program (A or B) that forfeited all of its first games and so ended the match.
    pub hopeless: Option<usize>,
    pub sequential: Option<Sequential>,
}

pub fn summarise(plan: &Plan) -> io::Result<Summary> {
    Ok(summary(plan, &matches::load(plan)?))
}

/// Summarises these games of the plan. What was looked at stands in its folder.
pub fn summary(plan: &Plan, played: &[Played]) -> Summary {
    joined(plan, played, &[&plan.folder])
}

/// The same of a match that lies in several folders.
pub fn joined(plan: &Plan, played: &[Played], folders: &[&Path]) -> Summary {
    let sequential = tally::sequential(plan, played);
    let mut whole = tally::pairs(played, plan.sprt.is_some());
    let mut counted = tally::different(&whole);
    if let Some(test) = sequential.filter(|test| test.accepted.is_some()) {
        counted.truncate(test.pairs.count());
        whole.retain(|pair| counted.last().is_some_and(|last| pair[0].index <= last[0].index));
    }
    let tally = Tally::of(&whole, &counted);
    let look = plan.sprt.is_none().then(|| looks::look(folders, &counted, &tally.pairs)).flatten();
    let hopeless = tally::hopeless(plan, played);
    let over = played.len() >= plan.count() || hopeless.is_some();
    let mut used = [Use::default(), Use::default()];
    used.iter_mut().zip(0..).for_each(|(used, i)| used.add(played.iter(), i, ""));
    let games = || counted.iter().flatten();
    let of_seat = |i: usize, seat: usize| games().filter(|g| g.seat(i) == seat).fold(0.0, |sum, g| sum + g.points(i));
    let a_pair = |sum: f64| sum / counted.len() as f64;
    Summary {
        names: [0, 1].map(|i| one_line(&plan.entrants[i].name)),
        left_out: played.len() - tally.games,
        alike: verdict::repeats(&tally, plan),
        tally,
        means: means(&counted, stats::error_of(look.as_ref().map_or(1, |look| look.number))),
        by_seat: [0, 1].map(|i| [0, 1].map(|seat| a_pair(of_seat(i, seat)))),
        open: !(over || look.as_ref().is_none_or(|look| look.known)),
        look,
        used,
        hopeless,
        sequential,
    }
}

/// What may differ between matches of the same programs. Each folder has its own copies of them.
const OWN: [&str; 7] = ["games", "seed", "jobs", "elo0", "elo1", "command-1", "command-2"];

/// Joins matches of the same programs that were played with different seeds: a plan, all games, notes for the reader.
pub fn join(folders: &[&Path]) -> Result<(Plan, Vec<Played>, String), String> {
    let plans = folders.iter().map(|folder| Plan::resume(folder)).collect::<Result<Vec<Plan>, String>>()?;
    let first = plans.first().ok_or("wanted: one or more folders of matches")?;
    let (mut whole, mut all, mut notes) = (first.clone(), Vec::new(), String::new());
    whole.games = 0;
    for (i, plan) in plans.iter().enumerate() {
        let (here, there) = (first.folder.shown(), plan.folder.shown());
        if !plan.is_match() {
            return Err(format!("{} is a tournament: `jury tournament --resume` prints its tables", there));
        }
        let lines = |plan: &Plan| -> BTreeMap<_, _> {
            plan.lines().into_iter().filter(|(key, _)| !OWN.contains(&key.as_str())).collect()
        };
        let (ours, theirs) = (lines(first), lines(plan));
        if let Some((key, is)) = ours.iter().find(|(key, value)| theirs[*key] != **value) {
            let differ = format!("{} is {} and {}", key, is, theirs[key]);
            return Err(format!("{} and {} are not of the same match: {}", here, there, differ));
        }
        if let Some(other) = plans[..i].iter().find(|other| other.seed == plan.seed) {
            let (other, how) = (other.folder.shown(), "play one of them with another --seed");
            return Err(format!("{} and {} have the same seed, so the same starts: {}", other, there, how));
        }
        for seat in
            ["a", "b"].into_iter().filter(|seat| copies(&first.folder.join(seat)) != copies(&plan.folder.join(seat)))
        {
            let what = "another build or another version?";
            notes += &format!("{}: the files of {} are not those of {}: {}\n", there, seat.to_uppercase(), here, what);
        }
        let played = matches::load(plan).map_err(|e| e.to_string())?;
        if played.len() < plan.games {
            notes += &format!("{}: {} of {} games are missing\n", there, plan.games - played.len(), plan.games);
        }
        all.extend(played.into_iter().map(|Played { index, record }| Played { index: index + whole.games, record }));
        whole.games += plan.games;
    }
    whole.sprt = first.sprt.filter(|_| plans.len() == 1);
    Ok((whole, all, notes))
}

/// Name and content of the files in a folder, the copies of a program. If sources are among them, only those: a program
/// built from a source may hold the folder's name.
fn copies(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let paths = fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    let content = |path: PathBuf| (file_name(&path), fs::read(&path).unwrap_or_default());
    let mut all: BTreeMap<String, Vec<u8>> = paths.map(content).collect();
    let is_source = |name: &String| languages::of(Path::new(name)).is_some();
    let some = all.keys().any(is_source);
    all.retain(|name, _| !some || is_source(name));
    all
}

fn means(counted: &[Pair], error: f64) -> [Estimate; 3] {
    [[1.0, 0.0], [0.0, 1.0], [1.0, -1.0]].map(|[a, b]| {
        let points = |game: &Played| a * game.points(0) + b * game.points(1);
        let of_pair = |[one, other]: &Pair| (points(one) + points(other)) / 2.0;
        stats::estimate(&counted.iter().map(of_pair).collect::<Vec<f64>>(), error)
    })
}

const LETTERS: [&str; 2] = ["A", "B"];

impl Summary {
    fn who(&self) -> [&str; 2] {
        self.names.each_ref().map(String::as_str)
    }

    fn results(&self) -> Results<'_> {
        let elo = self.look.as_ref().filter(|_| !self.open).map(|look| look.score.elo());
        let next = || stats::error_of(self.look.as_ref().map_or(1, |look| look.number + 1));
        let next = (!self.tally.repeats()).then(next);
        let Tally { wins, pairs, .. } = self.tally;
        Results { who: self.who(), elo, wins, pairs, next, test: self.sequential }
    }

    /// Somebody looks at the match. If that cannot be written down, the answer is printed all the same.
    pub fn seen(&mut self, folders: &[&Path]) {
        self.open = false;
        let what = "this look at the match is not written down, so the next one will be too sure";
        let written = self.look.as_ref().map_or(Ok(()), |look| look.write(folders));
        written.unwrap_or_else(|why| print::err(&format!("{}: {}\n", what, why)));
    }

    /// The verdict as a word for programs, and the exit code. A forfeit of either program comes first.
    pub fn verdict(&self) -> (&'static str, u8) {
        if self.used.iter().any(|used| used.first_forfeit.is_some()) {
            return ("forfeits", verdict::FORFEITED);
        }
        let verdict = if self.open { Verdict::Undecided } else { self.results().verdict() };
        verdict.told()
    }

    /// The verdict in sentences: the forfeits, whether games are alike, who is stronger or what the sequential test says.
    /// Of programs that forfeit in game after game, or in games that do not count, no strength is said.
    pub fn sentences(&self) -> Vec<String> {
        let all = |i: usize| self.hopeless.filter(|hopeless| *hopeless == i).map(|_| tally::HOPELESS);
        let forfeited = |i: usize| verdict::forfeited(&self.names[i], &self.used[i].forfeits, all(i));
        let spoilt = self.tally.games > 0 && self.tally.forfeited[0] == self.tally.games;
        let mut sentences: Vec<String> = (0..2).filter_map(forfeited).chain(self.alike.clone()).collect();
        if self.open {
            let ([wins, draws, losses], name) = (self.tally.wins, &self.names[0]);
            let games = count(self.tally.counted(), "game");
            let so_far = format!("{} so far: {} won {}, drew {}, lost {}", games, name, wins, draws, losses);
            sentences.push(format!("{}; the verdict comes at the end, or by `jury summary`.", so_far));
        } else if self.hopeless.is_none() && !(self.tally.repeats() && self.tally.forfeits_again()) && !spoilt {
            sentences.push(self.results().sentence());
        } else if self.hopeless.is_none() && self.sequential.is_some_and(|test| test.accepted.is_some()) {
            sentences
                .push("The sequential test has ended the match, by forfeits: of strength it says nothing.".to_string());
        }
        sentences
    }

    /// For people: the verdict first; with `verbose` every figure.
    pub fn text(&self, plan: &Plan, verbose: bool) -> String {
        let mut t: String = self.sentences().iter().map(|sentence| format!("{}\n", sentence)).collect();
        let used = [0, 1].map(|i| (self.who()[i], &self.used[i]));
        t += &verdict::first_forfeits(&used);
        for (i, letter) in LETTERS.iter().enumerate() {
            let command = plan.entrants[i].told(&plan.folder);
            let _ = writeln!(t, "{}: {} ({} s a game): {}", letter, self.names[i], plan.seconds[i], one_line(&command));
        }
        let (games, pairs) = (count(self.tally.games, "game"), count(self.tally.games / 2, "pair"));
        let _ = writeln!(t, "{}: {} in {}, seed {}", plan.game, games, pairs, plan.seed);
        if self.left_out > 0 {
            let why = match self.sequential {
                Some(test) if test.accepted.is_some() => "after the verdict",
                Some(_) if self.left_out > 1 => "no pair yet, or behind one that is missing",
                _ => "no pair yet",
            };
            let does = if self.left_out == 1 { "does" } else { "do" };
            let _ = writeln!(t, "{} {} not count: {}", count(self.left_out, "more game"), does, why);
        }
        match self.tally.pairs.mean() {
            Some(mean) => self.figures(&mut t, mean, verbose),
            None => t += "no pair of games counts: no result yet\n",
        }
        if verbose {
            (0..2).for_each(|i| self.usage(&mut t, i));
        }
        t + &verdict::load(&used)
    }

    /// A's score as far as it may be said: after a sequential test, which stops where it looks best, only about.
    pub fn score(&self) -> Option<Interval> {
        match self.sequential {
            Some(_) => self.tally.pairs.score(stats::ERROR).filter(|_| self.tally.pairs.count() >= looks::PAIRS_MIN),
            None => self.look.as_ref().filter(|_| !self.open).map(|look| look.score),
        }
    }

    /// The results. There is at least one pair; `mean` is A's score.
    fn figures(&self, t: &mut String, mean: f64, verbose: bool) {
        let [w, d, l] = self.tally.wins;
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
        let ahead = [a, b][usize::from(difference < 0.0)];
        let by = match (mean - 0.5) * difference < 0.0 {
            true => format!("these, not by wins: there {} is ahead", ahead),
            false => "the sum of these, not by wins".to_string(),
        };
        let _ = writeln!(t, "; the contest ranks by {}", by);
        if !verbose {
            return;
        }
        let [none, half, one, more, two] = self.tally.pairs.0;
        let _ =
            writeln!(t, "pairs that gave A 0 points: {}, 1/2: {}, 1: {}, 1 1/2: {}, 2: {}", none, half, one, more, two);
        let elo = |score: Interval| interval([score.elo().low, score.elo().high].map(verdict::signed));
        let elo = self.score().map_or(String::new(), elo);
        let _ = writeln!(t, "Elo of A over B {}{}", verdict::signed(stats::elo(mean)), elo);
        if let Some(number) = self.look.as_ref().filter(|_| !self.open).map(|look| look.number) {
            let (error, all) = (100.0 * stats::error_of(number), "those of all looks in 5");
            let _ = writeln!(t, "look {} at this match: its intervals err in {:.2} %, {}", number, error, all);
        }
        if let Some(test) = self.sequential {
            let _ = writeln!(t, "log likelihood ratio {:+.2}, bounds +-{:.2}", test.ratio, Sequential::bound());
        }
        for (letter, [first, second]) in LETTERS.iter().zip(self.by_seat) {
            let _ = writeln!(t, "{}: {:.2} points a game as first mover, {:.2} as second", letter, first, second);
        }
    }

    fn usage(&self, t: &mut String, i: usize) {
        let used = &self.used[i];
        let kinds = verdict::forfeits(&used.forfeits);
        let kinds = if kinds.is_empty() { "no forfeit".to_string() } else { format!("FORFEITS {}", kinds) };
        let _ = write!(t, "{}: {}, {} bad exits, ", LETTERS[i], kinds, used.bad_exits);
        let _ = write!(t, "at most {:.3} s, {} KiB address space, ", used.most_seconds, used.most_address_kib);
        let _ = writeln!(t, "{} KiB resident, {} characters on stderr", used.most_resident_kib, used.most_stderr);
    }

    /// For programs: one flat object. Times are in seconds, memory in KiB, arrays in the order A, B.
    pub fn json(&self, plan: &Plan) -> String {
        let kinds = |used: &Use| {
            let counts = Kind::ALL.iter().zip(used.forfeits);
            json::object(&counts.map(|(kind, n)| (kind.name(), n.to_string())).collect::<Vec<_>>())
        };
        let why = |used: &Use| used.first_forfeit.as_ref().map_or("null".to_string(), |[_, why]| json::text(why));
        let both = |of: &dyn Fn(&Use) -> String| format!("[{}]", self.used.each_ref().map(of).join(", "));
        let (score, mean) = (self.score(), self.tally.pairs.mean());
        let elo = score.map(|score| score.elo());
        let mean_of = |i: usize| json::number(mean.map(|_| self.means[i].mean));
        let halves = |i: usize| json::number(Some(self.means[i].half).filter(|_| score.is_some()));
        let by_seat = self.by_seat.each_ref().map(|seats| json::numbers(seats)).join(", ");
        let accepted = self.sequential.and_then(|test| test.accepted);
        json::document(&[
            ("jury", json::text("match")),
            ("verdict", json::text(self.verdict().0)),
            ("sentences", json::texts(&self.sentences())),
            ("game", json::text(&plan.game)),
            ("programs", json::texts(&[0, 1].map(|i| plan.entrants[i].name.clone()))),
            ("seconds", format!("{:?}", plan.seconds)),
            ("seed", plan.seed.to_string()),
            ("games", self.tally.games.to_string()),
            ("left_out", self.left_out.to_string()),
            ("distinct", self.tally.distinct.to_string()),
            ("wins", self.tally.wins[0].to_string()),
            ("draws", self.tally.wins[1].to_string()),
            ("losses", self.tally.wins[2].to_string()),
            ("pairs", format!("{:?}", self.tally.pairs.0)),
            ("points", json::numbers(&self.tally.points)),
            ("points_a_game", format!("[{}, {}]", mean_of(0), mean_of(1))),
            ("points_a_game_half_interval", format!("[{}, {}]", halves(0), halves(1))),
            ("difference_a_game", mean_of(2)),
            ("difference_a_game_half_interval", halves(2)),
            ("look", self.look.as_ref().map_or("null".to_string(), |look| look.number.to_string())),
            ("score", json::number(mean)),
            ("score_low", json::number(score.map(|s| s.low))),
            ("score_high", json::number(score.map(|s| s.high))),
            ("elo", json::number(mean.map(stats::elo))),
            ("elo_low", json::number(elo.map(|e| e.low))),
            ("elo_high", json::number(elo.map(|e| e.high))),
            ("points_by_seat", format!("[{}]", by_seat)),
            ("forfeits", both(&kinds)),
            ("first_forfeit", both(&why)),
            ("bad_exits", both(&|used| used.bad_exits.to_string())),
            ("most_wall", both(&|used| format!("{:?}", used.most_seconds))),
            ("most_address_kib", both(&|used| used.most_address_kib.to_string())),
            ("most_resident_kib", both(&|used| used.most_resident_kib.to_string())),
            ("kept_waiting", both(&|used| format!("{:?}", used.kept_waiting()))),
            ("sprt", accepted.map_or("null".to_string(), |accepted| json::text(&format!("{:?}", accepted)))),
            ("sprt_ratio", json::number(self.sequential.map(|test| test.ratio))),
        ])
    }
}
