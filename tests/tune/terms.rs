//! Learns the weights of a player's terms from its own games, for every game that `make new` has made.
//!
//! Most positions to learn from are not those of the games. They stand at the ends of the lines that searches found
//! best: those the evaluation has to judge. The target is partly a search's score there, partly the game's result.
//! `learn` is logistic regression. Only `match` says whether new weights are better: in games against the old ones, and
//! not worse against any of the jury's sparring partners.

use crate::common::{self, chance, cross_entropy, encode, Descent, Progress, Words, RANDOM_ONE_IN, ROOTS_ONE_IN};
use crate::player::contest::{decode, mix64, Budget, Rng};
use crate::player::eval::{between, first_term, terms, Weights, PHASES, POINT, TERMS, WEIGHTS};
use crate::player::rules::{Board, Move, Outcome, JOINED, SETUP_LINES};
use crate::player::search::{Search, CHOICES, PROVEN, WIN};
use jury::rules::games;
use std::collections::VecDeque;
use std::{fs, io};

const USAGE: &str = "\
round [ROUNDS] [GAMES] [NODES] [SEED]     play, learn, match; weights that win are written into the player's file
                                          (3 rounds of 2000 games, 1000 nodes a move); goes on where it was stopped
play FILE GAMES NODES [SEED] [WEIGHTS]    games into the file, one a line; goes on with a file
learn OUT FILE...                         weights from the games of the files, and what each term is worth
match A B [GAMES] [NODES] [SEED]          weights against weights (400 games, 1000 nodes a move), and both against
                                          every sparring partner (a quarter of the games each)
WEIGHTS, A and B are files of weights; `-` stands for the player's own, `first` for its first term alone.";

pub fn run(game: &'static str) -> io::Result<()> {
    let words = Words::new(USAGE);
    let weights = |i: usize| words.weights(i, &[("-", WEIGHTS), ("first", first_term())], decode);
    let plan = |nodes, seed| Plan { game, nodes: words.number_or(nodes, 1_000), seed: words.number_or(seed, 1) };
    match words.command() {
        "round" => rounds(&plan(3, 4), words.number_or(1, 3), words.number_or(2, 2_000)),
        "play" => plan(3, 4).play(words.text(1), words.number(2), &weights(5)),
        "learn" => fs::write(words.new_file(1), encode(&learn(&WEIGHTS, words.files(2))?)),
        "match" => {
            words.text(2);
            plan(4, 5).is_better(&[weights(1), weights(2)], words.number_or(3, MATCH));
            Ok(())
        }
        _ => words.refuse("no such command"),
    }
}

/// Games of the match that decides about new weights.
const MATCH: usize = 400;

fn rounds(plan: &Plan, rounds: usize, games: usize) -> io::Result<()> {
    let (mut best, mut files) = (WEIGHTS, Vec::new());
    for round in 1..=rounds {
        // A file for each player, set of weights and seed: a stopped run finds its own again. Weights that are not
        // beaten get more games.
        let [head, tail] = around_weights(plan.game)?;
        let of = mix64(plan.nodes) ^ plan.seed;
        let name = (head + &encode(&best) + &tail).bytes().fold(of, |hash, byte| mix64(hash ^ u64::from(byte)));
        let file = format!("target/tune/{}/{:016x}.txt", plan.game, name);
        let again = files.last() == Some(&file);
        files.push(file.clone());
        files.dedup();
        fs::create_dir_all(format!("target/tune/{}", plan.game))?;
        println!("round {} of {}, games in {}", round, rounds, file);
        let there = common::records(&file);
        plan.play(&file, if again { there + games } else { games }, &best)?;
        // Older games are of weaker players.
        let new = learn(&best, &files[files.len().saturating_sub(2)..])?;
        if plan.is_better(&[new, best], MATCH) {
            best = new;
            write(plan.game, &encode(&new))?;
        }
    }
    Ok(())
}

/// What stands in the player's file before its learned weights, and behind.
fn around_weights(game: &str) -> io::Result<[String; 2]> {
    const PLACE: &str = "const LEARNED: &str = \"";
    let player = fs::read_to_string(format!("{}.rs", game))?;
    let parts = player.split_once(PLACE).and_then(|(head, rest)| Some([head, PLACE, rest.split_once("\";")?.1]));
    let [head, place, tail] = parts.ok_or_else(|| io::Error::other(format!("{}.rs: no `{}`", game, PLACE)))?;
    Ok([head.to_string() + place, format!("\";{}", tail)])
}

fn write(game: &str, text: &str) -> io::Result<()> {
    let [head, tail] = around_weights(game)?;
    let rows: String = text.lines().map(|row| format!("\n        {}", row)).collect();
    fs::write(format!("{}.rs", game), head + &rows + &tail)?;
    println!("the new weights stand in {}.rs", game);
    Ok(())
}

// --- Games -----------------------------------------------------------------------------------------------------------

/// Entries of a search's table, which is new for each game.
const ENTRIES: usize = 1 << 15;

/// The most random moves at the start of a game: a quarter of it, at most 12.
fn random_plies() -> usize {
    (Board::new().moves_left() / 4).min(12)
}

/// A position with what led to it: the jury's lines and the moves.
#[derive(Clone)]
struct Line {
    board: Board,
    words: Vec<String>,
}

impl Line {
    /// A start as the jury draws it, and some random moves.
    fn new(game: &str, rng: &mut Rng, random: usize) -> Line {
        let setup = games::new(game, rng.next()).expect("a game of the table").setup();
        let mut line = Line { board: Board::new(), words: setup[..SETUP_LINES].to_vec() };
        line.words.iter().for_each(|word| assert!(line.board.set_up(word), "{:?}", word));
        (0..random).for_each(|_| line.play_random(rng));
        line
    }

    fn play(&mut self, mv: Move) {
        self.words.push(mv.to_string());
        self.board.play(mv);
    }

    fn play_random(&mut self, rng: &mut Rng) {
        if self.result().is_none() {
            let list = self.board.legal_moves();
            self.play(list.moves[rng.below(list.len)]);
        }
    }

    /// The result for the first mover, as a search's score; `None` while the game goes on.
    fn result(&self) -> Option<i32> {
        let score = match self.board.result()? {
            Outcome::Win => WIN,
            Outcome::Loss => -WIN,
            Outcome::Draw => 0,
            Outcome::Points => self.board.margin() * POINT,
        };
        Some(if self.board.turn == 0 { score } else { -score })
    }
}

struct Plan {
    game: &'static str,
    /// Nodes a move.
    nodes: u64,
    seed: u64,
}

impl Plan {
    fn rng(&self, number: usize) -> Rng {
        Rng(mix64(self.seed).wrapping_add(mix64(number as u64 + 1)))
    }

    fn search(&self, seed: u64, weights: &Weights) -> Search {
        let mut search = Search::sized(seed, ENTRIES);
        search.weights = *weights;
        search
    }

    /// Writes one game a line: words with tabs between them. The jury's lines and the moves come as they are. A
    /// position to learn from begins with `|`: a search's score for the side on turn, then the moves that lead to it
    /// from here. At the end stands `=` and the result for the first mover.
    fn play(&self, file: &str, games: usize, weights: &Weights) -> io::Result<()> {
        common::generate(file, "games", games, |number| {
            let mut rng = self.rng(number);
            let mut search = self.search(rng.next(), weights);
            let random = rng.below(random_plies() + 1);
            let mut line = Line::new(self.game, &mut rng, random);
            let mut record = line.words.clone();
            while line.result().is_none() {
                // The depth varies: half of the nodes to one and a half times as many.
                let budget = Budget::fixed(i32::MAX, self.nodes / 2 + rng.below(self.nodes as usize + 1) as u64);
                let report = search.think(&line.board, budget).expect("a game that goes on");
                let proven = report.score.abs() > PROVEN;
                if proven || rng.below(ROOTS_ONE_IN) == 0 {
                    record.push(format!("|{}", report.score));
                }
                if !proven {
                    // The best line, as far as the table still has it.
                    let mut end = Line { board: line.board, words: Vec::new() };
                    let mut next = Some(report.best);
                    while let Some(mv) = next.filter(|&mv| end.board.can_apply(mv)) {
                        end.play(mv);
                        // Who chooses second is in the middle of a turn.
                        let made = end.words.len() + line.board.turn * (CHOICES - 1);
                        let within = made < CHOICES * report.depth as usize;
                        next = search.known_best(&end.board).filter(|_| within);
                    }
                    if let Some(report) = search.think(&end.board, budget) {
                        record.push(format!("|{}|{}", report.score, end.words.join("|")));
                    }
                }
                match rng.below(RANDOM_ONE_IN) {
                    0 => line.play_random(&mut rng),
                    _ => line.play(report.best),
                }
                record.extend(line.words.last().cloned());
            }
            format!("{}\t={}", record.join("\t"), line.result().expect("the end"))
        })
    }

    /// Are the first weights better than the second, and no worse against strangers?
    fn is_better(&self, sides: &[Weights; 2], games: usize) -> bool {
        let better = self.compare(sides, games.div_ceil(2));
        let listing = games::find(self.game).expect("a game of the table");
        // All are asked, so that all are printed.
        let is_worse = |style: &&&str| self.is_worse_against(style, sides, games.div_ceil(4));
        let worse: Vec<&&str> = listing.partners.iter().filter(is_worse).collect();
        if better && !worse.is_empty() {
            println!("better against itself, but worse against {:?}: not taken", worse);
        }
        better && worse.is_empty()
    }

    /// Plays the first weights against the second, each start twice, sides swapped. Prints the verdict. Returns true if
    /// they are better by more than the standard error.
    fn compare(&self, sides: &[Weights; 2], pairs: usize) -> bool {
        let pair = |number: usize| {
            // Other starts than those learned from.
            let mut rng = self.rng(usize::MAX - 1 - number);
            let (start, seed) = (Line::new(self.game, &mut rng, random_plies().div_ceil(2)), rng.next());
            [0, 1].map(|swapped| {
                let mut players = [0, 1].map(|seat| self.search(seed, &sides[seat ^ swapped]));
                let mut line = start.clone();
                while line.result().is_none() {
                    let report = players[line.board.turn].think(&line.board, Budget::fixed(i32::MAX, self.nodes));
                    line.play(report.expect("a game that goes on").best);
                }
                f64::from(line.result().expect("the end").signum() * [1, -1][swapped])
            })
        };
        let count = |results: &[[f64; 2]], result| results.iter().flatten().filter(|&&r| r == result).count();
        let note = |results: &[[f64; 2]]| format!("+{} -{}", count(results, 1.0), count(results, -1.0));
        let results = results("pairs", pairs, pair, note);
        let (mean, error) = measured(results.iter().map(|pair| 0.5 * (pair[0] + pair[1])));
        let verdict = match mean {
            lead if lead > error => "better",
            lead if lead < -error => "worse",
            _ => "not clearly better",
        };
        let [won, lost] = [1.0, -1.0].map(|result| count(&results, result));
        let (drawn, share) = (2 * pairs - won - lost, 50.0 + 50.0 * mean);
        println!("+{} ={} -{}: {:.1} % +- {:.1}: {}", won, drawn, lost, share, 98.0 * error, verdict);
        verdict == "better"
    }

    /// Own games flatter, so strangers are asked too. Plays both weights against one of them from the same starts, and
    /// prints both results. Returns true if the first ones are worse by more than twice the standard error.
    fn is_worse_against(&self, stranger: &str, sides: &[Weights; 2], games: usize) -> bool {
        let game = |number: usize| [0, 1].map(|i| self.meet(stranger, &sides[i], number));
        let results = results("games", games, game, |_| format!("against {}", stranger));
        let [new, old] = [0, 1].map(|i| 50.0 + 50.0 * measured(results.iter().map(|result| result[i])).0);
        let (mean, error) = measured(results.iter().map(|result| result[0] - result[1]));
        let worse = mean < -2.0 * error;
        let verdict = if worse { ": worse" } else { "" };
        let difference = format!("{:+.1} +- {:.1}{}", new - old, 98.0 * error, verdict);
        println!("against {}: {:.1} %, before {:.1} %: {}", stranger, new, old, difference);
        worse
    }

    /// A game of the weights against a sparring partner, by the jury's rules. The first answers are random: a partner
    /// may know but one opening. Returns 1, 0 or -1.
    fn meet(&self, style: &str, weights: &Weights, number: usize) -> f64 {
        let (mut rng, seat) = (self.rng(usize::MAX / 2 + number / 2), number % 2);
        let mut game = games::new(self.game, rng.next()).expect("a game of the table");
        let mut partner = games::partner(self.game, style, jury::rules::game::Rng(rng.next())).expect("a partner");
        let (mut search, mut random) = (self.search(rng.next(), weights), rng.below(3));
        let mut board = Board::new();
        game.setup()[..SETUP_LINES].iter().for_each(|line| assert!(board.set_up(line), "{:?}", line));
        let (mut news, mut said) = (game.opening(), VecDeque::new());
        loop {
            for line in news.iter().filter(|delivery| delivery.to != seat).map(|delivery| &delivery.line) {
                said.extend(partner.hear(line).expect("a line of the jury"));
            }
            let Some(side) = game.to_write() else { break };
            let mut line = if side == seat { String::new() } else { said.pop_front().expect("the partner's line") };
            let mut after = board;
            while side == seat && after.turn == side && (JOINED || line.is_empty()) && after.result().is_none() {
                let list = after.legal_moves();
                let mv = match random {
                    0 => search.think(&after, Budget::fixed(i32::MAX, self.nodes)).expect("a game that goes on").best,
                    _ => list.moves[rng.below(list.len)],
                };
                after.play(mv);
                line += &format!("{}{}", if line.is_empty() { "" } else { " " }, mv);
            }
            random = random.saturating_sub(usize::from(side == seat));
            line.split(if JOINED { ' ' } else { '\n' }).for_each(|word| board.play(Move::parse(word).expect("a move")));
            news = game.write(&line).unwrap_or_else(|fault| panic!("{:?} is {}", line, fault));
        }
        let points = game.points();
        f64::from((points[seat] - points[1 - seat]).signum())
    }
}

/// The mean of some numbers, and its standard error. Numbers that are all alike would have no error: they are taken as if
/// one differed.
fn measured(numbers: impl Iterator<Item = f64> + Clone) -> (f64, f64) {
    let count = numbers.clone().count().max(1) as f64;
    let mean = numbers.clone().sum::<f64>() / count;
    (mean, numbers.map(|number| (number - mean).powi(2)).sum::<f64>().max(1.0).sqrt() / count)
}

/// The results of so many pairs of games. The note tells how they stand.
fn results(
    what: &'static str,
    count: usize,
    pair: impl Fn(usize) -> [f64; 2] + Sync,
    note: impl Fn(&[[f64; 2]]) -> String,
) -> Vec<[f64; 2]> {
    let (mut results, mut progress) = (Vec::new(), Progress::new(what, 0, count));
    common::parallel(0..count, pair, |pair| {
        results.push(pair);
        progress.tell(results.len(), &note(&results));
    });
    results
}

// --- Learning --------------------------------------------------------------------------------------------------------

/// The share of the search's score in a target. The rest is the game's result.
const SEARCHED: f32 = 0.7;

/// Each weight is pulled to its old value with the force of so many positions. So a term that is hardly ever seen
/// keeps its weight.
const DRAWN: f32 = 6.0;

/// Steps are in the logarithm of odds.
const DESCENT: Descent = Descent { epochs: 40, batch: 256, rate: 0.03 };

/// A position: the numbers of its weights, each with its factor.
struct Sample {
    factors: Vec<(usize, f32)>,
    /// The search's score and the game's result for the side on turn, and the chance to win made of both.
    score: i32,
    result: i32,
    target: f32,
}

fn learn(old: &Weights, files: &[String]) -> io::Result<Weights> {
    let (mut samples, mut tests, games) = common::samples(files, read)?;
    // A score of one `unit` is 1 in the logarithm of odds: a point, or, in a game of points, the spread of the
    // results.
    let results = samples.iter().map(|s| s.result as f32).filter(|result| result.abs() < PROVEN as f32);
    let (count, squares) = results.fold((0.0, 0.0), |(count, sum), result| (count + 1.0, sum + result * result));
    let unit = (squares / f32::max(count, 1.0)).sqrt().max(POINT as f32);
    // At most about 55 : 1: the evaluation need not tell a won position from one that is nearly won.
    let odds = |score: i32| chance((score as f32 / unit).clamp(-4.0, 4.0));
    for s in samples.iter_mut().chain(&mut tests) {
        let searched = if s.score.abs() > PROVEN { 1.0 } else { SEARCHED };
        s.target = searched * odds(s.score) + (1.0 - searched) * odds(s.result);
    }
    println!("{} games, {} positions to learn from, {} held back", games, samples.len(), tests.len());
    let before: Vec<f32> = old.iter().map(|&weight| f32::from(weight) / unit).collect();
    let (mut weights, drawn) = (before.clone(), DRAWN / samples.len() as f32);
    let slope = |weights: &[f32], s: &Sample, slopes: &mut [f32]| {
        let chance = chance(s.factors.iter().map(|&(i, x)| x * weights[i]).sum());
        s.factors.iter().for_each(|&(i, x)| slopes[i] += (chance - s.target) * x);
        (0..weights.len()).for_each(|i| slopes[i] += drawn * (weights[i] - before[i]));
        cross_entropy(chance, s.target)
    };
    DESCENT.fit(&mut weights, (samples, &tests), 1, slope);
    let new: Weights = std::array::from_fn(|i| (weights[i] * unit).round().clamp(-819.0, 818.0) as i16);
    // What each term is worth in points, by phase, and by how many points it moves a score.
    for term in 0..TERMS {
        let points = |i: usize| f32::from(new[i]) / POINT as f32;
        let worth: String = (0..PHASES).map(|phase| format!("{:+8.2}", points(phase * TERMS + term))).collect();
        let own = |s: &Sample| s.factors.iter().filter(|f| f.0 % TERMS == term).map(|f| f.1 * points(f.0)).sum::<f32>();
        let mean = tests.iter().map(|s| own(s).abs()).sum::<f32>() / tests.len().max(1) as f32;
        println!("term {:3}: {} points; moves scores by {:.2}", term, worth, mean);
    }
    Ok(new)
}

fn read(text: &str) -> Option<Vec<Sample>> {
    let mut words: Vec<&str> = text.split('\t').collect();
    let result: i32 = words.pop()?.strip_prefix('=')?.parse().ok()?;
    let (mut board, mut samples) = (Board::new(), Vec::new());
    let (setup, moves) = words.split_at_checked(SETUP_LINES)?;
    if !setup.iter().all(|word| board.set_up(word)) {
        return None;
    }
    for word in moves {
        let Some(place) = word.strip_prefix('|') else {
            board.play(Move::parse(word)?);
            continue;
        };
        let (mut place, mut at, mut counted) = (place.split('|'), board, [0; TERMS]);
        let score = place.next()?.parse().ok()?;
        for word in place {
            at.play(Move::parse(word)?);
        }
        terms(&at, &mut counted);
        let (low, share) = between(&at);
        let factors = (0..2 * TERMS).map(|i| {
            let part = if i < TERMS { 256 - share } else { share };
            (low * TERMS + i, (counted[i % TERMS] * part) as f32 / 256.0)
        });
        let factors = factors.filter(|factor| factor.1 != 0.0).collect();
        let result = if at.turn == 0 { result } else { -result };
        samples.push(Sample { factors, score, result, target: 0.5 });
    }
    Some(samples)
}
