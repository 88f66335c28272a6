//! Learns the weights of Ayu's evaluation from games of the player against itself.
//!
//! The positions to learn from stand at the ends of the lines that the searches found best: those the evaluation has
//! to judge. The target is mostly a search's score there, with a little of the game's result.
//!
//! `play` makes the positions. `learn` goes on from the built-in weights by logistic regression. If `match` says that
//! the new ones are stronger, paste the two tables into `ayu.rs`.
//!
//! The same files and the same built-in weights give the same numbers. Those in `ayu.rs` were learned in several
//! generations. The last was `play g.txt 665 10000 31`. The 26,000 games before it are not kept, and some of them
//! were made by other forms of `play`.

#[path = "../../ayu.rs"]
#[allow(dead_code)]
mod ayu;
mod common;

use ayu::contest::{decode, mix64, Budget, Rng};
use ayu::eval::{classify, joining, phase, place, terms, Position, Weights, ANCHORS, PAIRS, PHASES, TERMS};
use ayu::rules::{Board, Move, MOVES_MAX, POINTS};
use ayu::search::{Report, Search, PROVEN};
use common::{compare, encode, generate, samples, Adam, Progress, Words};
use std::io;

const USAGE: &str = "\
tune-ayu play FILE GAMES NODES [SEED]     positions of games with about so many nodes a move; goes on with a file
tune-ayu learn OUT FILE...                learns from the files, prints the terms, writes all weights to OUT
tune-ayu match OUT GAMES NODES [SEED]     the weights of a file against the built-in ones";

fn main() -> io::Result<()> {
    let words = Words::new(USAGE);
    match words.command() {
        "play" => play(words.text(1), words.number(2), words.number(3), words.number_or(4, 1)),
        "learn" => learn(words.text(1), words.from(2)),
        "match" => {
            let new = words.weights(1, Model::new(&Weights::learned()).whole(), decode);
            play_match(&new, words.number(2), words.number(3), words.number_or(4, 1));
            Ok(())
        }
        _ => words.refuse("no such command"),
    }
}

// --- Games -----------------------------------------------------------------------------------------------------------

/// The most random moves at the start of a game.
const RANDOM_PLIES: usize = 12;

/// One later move in so many is random too. So the search meets positions that good play avoids, and the weights
/// learn why.
const RANDOM_ONE_IN: usize = 25;

/// One position in so many of the game itself is learned from too.
const ROOTS_ONE_IN: usize = 3;

fn rng(seed: u64, number: usize) -> Rng {
    Rng(mix64(seed).wrapping_add(mix64(number as u64 + 1)))
}

/// Writes one game a line: its positions, separated by commas. A position has the points of White and of Black as
/// hexadecimal sets, the side on turn, a search's score for that side, and 1 if White won the game.
fn play(file: &str, games: usize, nodes: usize, seed: u64) -> io::Result<()> {
    generate(file, "games", games, |number| {
        let mut rng = rng(seed, number);
        let mut search = Search::new(rng.next());
        let random = rng.below(RANDOM_PLIES + 1);
        let mut found = Vec::new();
        let mut put = |at: &Board, score: i32| found.push((at.clone(), score));
        let mut board = Board::new();
        for ply in 0.. {
            let step = random_move(&board, &mut rng);
            // The depth varies: half of the nodes to one and a half times as many.
            let budget = Budget::fixed(60, (nodes / 2 + rng.below(nodes + 1)) as u64);
            let thought = if ply < random { None } else { search.think(&board, budget) };
            if let Some(report) = thought.filter(|report| report.depth > 0) {
                if report.score.abs() > PROVEN {
                    put(&board, report.score);
                } else {
                    let end = end_of_line(&search, &board, &report);
                    if let Some(at_end) = search.think(&end, budget).filter(|report| report.depth > 0) {
                        put(&end, at_end.score);
                    }
                    if rng.below(ROOTS_ONE_IN) == 0 {
                        put(&board, report.score);
                    }
                }
            }
            let best = thought.map(|report| report.best).filter(|_| rng.below(RANDOM_ONE_IN) > 0);
            match best.or(step) {
                Some(step) => board.play(step),
                None => break,
            }
        }
        let winner = u8::from(board.turn == 0);
        found.iter().map(|(at, score)| record(at, *score, winner)).collect::<Vec<String>>().join(",")
    })
}

/// The end of the line that a search found best, as far as the table still has it.
fn end_of_line(search: &Search, board: &Board, report: &Report) -> Board {
    let mut end = board.clone();
    let mut step = report.best;
    for _ in 0..report.depth.max(1) {
        end.play(step);
        match search.probe(end.hash, 0) {
            Some(entry) if entry.depth > 0 && end.can_apply(entry.best) => step = entry.best,
            _ => break,
        }
    }
    end
}

fn random_move(board: &Board, rng: &mut Rng) -> Option<Move> {
    let mut list = [Move::default(); MOVES_MAX];
    match board.legal_moves(&mut list) {
        [] => None,
        moves => Some(moves[rng.below(moves.len())]),
    }
}

fn record(board: &Board, score: i32, winner: u8) -> String {
    format!("{:x} {:x} {} {} {}", board.pieces[0], board.pieces[1], board.turn, score, winner)
}

fn start(rng: &mut Rng) -> Board {
    let mut board = Board::new();
    (0..6).for_each(|_| board.play(random_move(&board, rng).expect("no game ends so early")));
    board
}

/// Plays these weights against the built-in ones, each start twice, sides swapped.
fn play_match(all: &[i16; WEIGHTS], games: usize, nodes: u64, seed: u64) {
    let mut table = [[0; ANCHORS]; TERMS];
    table.iter_mut().flatten().zip(all).for_each(|(weight, &value)| *weight = i32::from(value));
    compare(games.div_ceil(2), |pair| {
        // Other starts than those learned from.
        let mut rng = rng(seed, usize::MAX - 1 - pair);
        let (start, seed) = (start(&mut rng), rng.next());
        [0, 1].map(|new| {
            let mut players = [Search::new(seed), Search::new(seed)];
            players[new].position = Position::new(Weights::new(table, &all[TERMS * ANCHORS..]));
            let mut board = start.clone();
            while let Some(report) = players[board.turn].think(&board, Budget::fixed(60, nodes)) {
                board.play(report.best);
            }
            // The side that cannot move has won.
            f64::from(1 - 2 * (board.turn ^ new) as i32)
        })
    });
}

// --- Learning --------------------------------------------------------------------------------------------------------

const WEIGHTS: usize = (TERMS + PAIRS) * ANCHORS;

/// Passes over all positions, and positions in each step of the descent.
const EPOCHS: usize = 2;
const BATCH: usize = 1_024;

/// The first step of the descent (Adam), in the logarithm of odds. It falls to 0 as a cosine does. Weights from
/// nothing need ten times as much and four passes. With few games such steps forget what the built-in weights know.
const STEP: f32 = 0.0003;

/// The share of the search's score in a target. The rest is the game's result.
const SEARCHED: f32 = 0.95;

/// The unit of the weights: hundredths of the logarithm of odds.
const UNIT: f32 = 100.0;

/// One position: what its score is the sum of.
struct Sample {
    low: usize,
    share: f32,
    terms: [f32; TERMS],
    /// The first of its pattern classes in the common list, and the end of them.
    range: (usize, usize),
    /// White's chance to win by search and result.
    target: f32,
}

/// The weights while they are learned: those of the terms, then those of the classes, with a value for each anchor.
/// And the gradient of a batch.
struct Model {
    weights: Vec<[f32; ANCHORS]>,
    gradient: Vec<[f32; ANCHORS]>,
}

fn learn(out: &str, files: &[String]) -> io::Result<()> {
    let classes = classify();
    let mut position = Position::new(Weights::learned());
    let mut patterns = Vec::new();
    let (mut samples, tests, games) = samples(files, |line| {
        let games = line.split(',').filter_map(|text| read(text, SEARCHED));
        let found = games.filter_map(|(board, target)| {
            position.set(&board);
            position.evaluate().map(|_| sample(&position, &classes, &mut patterns, target))
        });
        Some(found.collect())
    })?;
    eprintln!("{} games, {} positions to learn from, {} held back", games, samples.len(), tests.len());
    let mut model = Model::new(&position.weights);
    let held_back = |model: &Model| {
        tests.iter().map(|s| loss_of(model.predict(s, &patterns), s.target)).sum::<f64>() / tests.len() as f64
    };
    eprintln!("held back {:.4} with the built-in weights", held_back(&model));
    let mut rng = Rng(1);
    let mut progress = Progress::new("epochs", 0, EPOCHS);
    let mut adam = Adam::new(WEIGHTS);
    let (mut step, steps) = (0, EPOCHS * (samples.len() / BATCH).max(1));
    for epoch in 1..=EPOCHS {
        rng.shuffle(&mut samples);
        let mut loss = 0.0;
        for batch in samples.chunks_exact(BATCH) {
            batch.iter().for_each(|s| loss += model.train(s, &patterns));
            let rate = STEP * 0.5 * (1.0 + (std::f32::consts::PI * step as f32 / steps as f32).cos());
            adam.step(
                model.weights.iter_mut().flatten(),
                model.gradient.iter_mut().flatten().map(std::mem::take),
                rate,
            );
            step += 1;
        }
        let loss = loss / samples.len() as f64;
        progress.tell(epoch, &format!("loss {:.4}, held back {:.4}", loss, held_back(&model)));
    }
    let whole = model.whole();
    // The terms as they stand in `ayu.rs`, then the text of the patterns.
    whole[..TERMS * ANCHORS].chunks(ANCHORS).for_each(|values| println!("        {:?},", values));
    print!("{}", encode(&whole[TERMS * ANCHORS..]));
    std::fs::write(out, encode(&whole))
}

/// Reads a position as `record` writes it: the board, and White's chance as the target. `searched` is the search's
/// share.
fn read(text: &str, searched: f32) -> Option<(Board, f32)> {
    let words: Vec<&str> = text.split(' ').collect();
    let set = |i: usize| u128::from_str_radix(words.get(i)?, 16).ok();
    let turn = words.get(2)?.parse::<usize>().ok()? & 1;
    let score = words.get(3)?.parse::<i32>().ok()? * if turn == 0 { 1 } else { -1 };
    let won = f32::from(u8::from(*words.get(4)? == "1"));
    let target = if score.abs() > PROVEN {
        f32::from(u8::from(score > 0))
    } else {
        searched * chance(score as f32 / UNIT) + (1.0 - searched) * won
    };
    Some((Board::from_sets([set(0)?, set(1)?], turn), target))
}

/// The parts of a position. Its pattern classes with their signs go to the common list.
fn sample(position: &Position, classes: &[u16], patterns: &mut Vec<(u16, i8)>, target: f32) -> Sample {
    let [white, black] = position.board.pieces;
    let sides = [joining(white, black), joining(black, white)];
    let (low, share) = phase(sides[0].cost + sides[1].cost);
    let first = patterns.len();
    for point in 0..POINTS as u8 {
        let class = classes[position.codes[place(point)] as usize];
        if class != 0 {
            patterns.push((class / 2 - 1, if class % 2 == 0 { 1 } else { -1 }));
        }
    }
    Sample {
        low,
        share: share as f32 / PHASES as f32,
        terms: terms(&sides, position.board.turn).map(|term| term as f32),
        range: (first, patterns.len()),
        target,
    }
}

impl Model {
    fn new(weights: &Weights) -> Model {
        let mut values = vec![[0.0; ANCHORS]; TERMS + PAIRS];
        for (value, term) in values.iter_mut().zip(weights.terms.iter()) {
            *value = term.map(|weight| weight as f32 / UNIT);
        }
        for (value, pattern) in values[TERMS..].iter_mut().zip(weights.patterns[2..].iter().step_by(2)) {
            *value = pattern.map(|weight| f32::from(weight) / UNIT);
        }
        Model { gradient: vec![[0.0; ANCHORS]; values.len()], weights: values }
    }

    fn whole(&self) -> [i16; WEIGHTS] {
        let mut whole = [0; WEIGHTS];
        whole.iter_mut().zip(self.weights.iter().flatten()).for_each(|(to, from)| *to = (from * UNIT).round() as i16);
        whole
    }

    fn predict(&self, s: &Sample, patterns: &[(u16, i8)]) -> f32 {
        let mut sum = 0.0;
        let mut add = |weight: usize, factor: f32| {
            let values = &self.weights[weight];
            sum += factor * (values[s.low] * (1.0 - s.share) + values[s.low + 1] * s.share);
        };
        s.terms.iter().enumerate().for_each(|(term, &factor)| add(term, factor));
        for &(class, sign) in &patterns[s.range.0..s.range.1] {
            add(TERMS + usize::from(class), f32::from(sign));
        }
        chance(sum)
    }

    /// Adds one position to the gradient and returns its loss.
    fn train(&mut self, s: &Sample, patterns: &[(u16, i8)]) -> f64 {
        let chance = self.predict(s, patterns);
        let error = (chance - s.target) / BATCH as f32;
        let mut add = |weight: usize, factor: f32| {
            self.gradient[weight][s.low] += error * factor * (1.0 - s.share);
            self.gradient[weight][s.low + 1] += error * factor * s.share;
        };
        s.terms.iter().enumerate().for_each(|(term, &factor)| add(term, factor));
        for &(class, sign) in &patterns[s.range.0..s.range.1] {
            add(TERMS + usize::from(class), f32::from(sign));
        }
        loss_of(chance, s.target)
    }
}

fn chance(sum: f32) -> f32 {
    1.0 / (1.0 + (-sum).exp())
}

/// Cross entropy of a forecast.
fn loss_of(chance: f32, target: f32) -> f64 {
    let log = |part: f32| f64::from(part.max(1e-6)).ln();
    -f64::from(target) * log(chance) - f64::from(1.0 - target) * log(1.0 - chance)
}
