//! Learns the weights of Ayu's evaluation from games that the player plays against itself.
//!
//! `tune-ayu play GAMES NODES SEED >> FILE` plays games, a few random moves and then so many nodes a move; one game a
//! line. `tune-ayu learn FILE...` finds by logistic regression the weights that predict the winners best, and prints
//! the two tables of `ayu.rs`. The rounds: play with the weights of before, learn, paste the tables, and keep them if a
//! match (`make match GAME=ayu`) says that they are stronger.

#[path = "../../ayu.rs"]
#[allow(dead_code)]
mod ayu;
mod common;

use ayu::contest::{Budget, Rng};
use ayu::eval::{fold, joining, phase, terms, Position, Weights, ANCHORS, PHASES, TERMS};
use ayu::rules::{Board, Move, MoveList};
use ayu::search::Search;
use common::encode;
use std::io::{self, Write};

fn main() -> io::Result<()> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let number = |i: usize| words.get(i).and_then(|word| word.parse::<u64>().ok());
    match (words.first().map(String::as_str), number(1), number(2), number(3)) {
        (Some("play"), Some(games), Some(nodes), Some(seed)) => play(games, nodes, seed),
        (Some("learn"), ..) if words.len() > 1 => learn(&words[1..]),
        _ => {
            eprintln!("tune-ayu play GAMES NODES SEED >> FILE    or    tune-ayu learn FILE...");
            std::process::exit(2);
        }
    }
}

// --- Games -----------------------------------------------------------------------------------------------------------

/// Most random moves before the first that is thought about.
const RANDOM_PLIES: usize = 12;

/// One of so many later moves is random too: the search meets many positions that good play avoids, and the weights
/// must know why it does.
const RANDOM_ONE_IN: usize = 25;

/// Prints one game a line: the number of random plies, the moves, and at the end `W` or `B`, who won.
fn play(games: u64, nodes: u64, seed: u64) -> io::Result<()> {
    let mut rng = Rng(seed);
    let mut search = Search::new(seed);
    for _ in 0..games {
        let random = rng.below(RANDOM_PLIES + 1);
        let mut line = format!("{}", random);
        let mut board = Board::new();
        for ply in 0.. {
            let step = if ply < random || rng.below(RANDOM_ONE_IN) == 0 {
                random_move(&board, &mut rng)
            } else {
                // Not all games with the same depth: the number of nodes varies by half up and down.
                let budget = nodes / 2 + rng.below(nodes as usize + 1) as u64;
                search.think(&board, Budget::fixed(60, budget)).map(|report| report.best)
            };
            match step {
                Some(step) => {
                    board.play(step);
                    line += &format!(" {}", step);
                }
                None => break,
            }
        }
        writeln!(io::stdout(), "{} {}", line, if board.turn == 0 { "W" } else { "B" })?;
    }
    Ok(())
}

fn random_move(board: &Board, rng: &mut Rng) -> Option<Move> {
    let mut list = MoveList::new();
    board.legal_moves(&mut list);
    match list.as_slice() {
        [] => None,
        moves => Some(moves[rng.below(moves.len())]),
    }
}

// --- Learning --------------------------------------------------------------------------------------------------------

/// Every how many games one is kept back, to see how well the weights predict what they have not learned from.
const HELD_BACK: usize = 10;

/// Passes over all positions.
const EPOCHS: usize = 6;

/// First step of the descent, in the logarithm of odds; Adagrad makes it smaller for weights that have moved much.
const STEP: f32 = 0.005;

/// Pull of a pattern's weight towards 0, for each position that it takes part in: what is seen seldom stays near 0.
/// Without it the positions held back are predicted worse from the first pass on.
const DECAY: f32 = 0.03;

/// The weights of the evaluation's terms are hundredths of the logarithm of odds.
const UNIT: f32 = 100.0;

/// One position: what its score is the sum of.
struct Sample {
    low: usize,
    share: f32,
    terms: [f32; TERMS],
    /// First and last place of its pattern classes in the common list.
    range: (usize, usize),
    white_won: f32,
}

/// The weights as they are learned: each of the terms and then the classes, with a value for each anchor.
struct Model {
    values: Vec<[f32; ANCHORS]>,
    /// Sums of squared gradients.
    spread: Vec<[f32; ANCHORS]>,
}

fn learn(files: &[String]) -> io::Result<()> {
    let fold = fold();
    let classes = fold.iter().map(|&(class, _)| class + 1).max().unwrap_or(0);
    let mut position = Position::new(Weights::learned());
    let (mut samples, mut patterns, mut tests) = (Vec::new(), Vec::new(), Vec::new());
    let mut games = 0;
    for file in files {
        for line in std::fs::read_to_string(file)?.lines() {
            let words: Vec<&str> = line.split(' ').collect();
            let (random, white_won) = match (words.first().and_then(|w| w.parse::<usize>().ok()), words.last()) {
                (Some(random), Some(&winner)) => (random, f32::from(u8::from(winner == "W"))),
                _ => continue,
            };
            position.set(&Board::new());
            games += 1;
            for (ply, step) in words[1..].iter().filter_map(|word| Move::parse(word)).enumerate() {
                if ply >= random {
                    let sample = sample(&position, &fold, &mut patterns, white_won);
                    if games % HELD_BACK == 0 { &mut tests } else { &mut samples }.push(sample);
                }
                position.play(step);
            }
        }
    }
    eprintln!("{} games, {} positions to learn from, {} held back", games, samples.len(), tests.len());
    let mut model =
        Model { values: vec![[0.0; ANCHORS]; TERMS + classes], spread: vec![[1e-3; ANCHORS]; TERMS + classes] };
    let mut rng = Rng(1);
    for epoch in 1..=EPOCHS {
        rng.shuffle(&mut samples);
        let rate = STEP * (1.0 - (epoch as f32 - 1.0) / EPOCHS as f32);
        let loss: f64 = samples.iter().map(|s| model.train(s, &patterns, rate)).sum();
        let test: f64 = tests.iter().map(|s| loss_of(model.predict(s, &patterns), s.white_won)).sum();
        eprintln!(
            "epoch {:2}: loss {:.4}, held back {:.4}",
            epoch,
            loss / samples.len() as f64,
            test / tests.len() as f64
        );
    }
    model.print(io::stdout())
}

/// Takes a position apart; its pattern classes with their signs go to the common list.
fn sample(position: &Position, fold: &[(usize, i16)], patterns: &mut Vec<(u16, i8)>, white_won: f32) -> Sample {
    let [white, black] = position.board.pieces;
    let sides = [joining(white, black), joining(black, white)];
    let (low, share) = phase(sides[0].cost + sides[1].cost);
    let first = patterns.len();
    for &code in position.codes() {
        let (class, sign) = fold[usize::from(code)];
        if sign != 0 {
            patterns.push((class as u16, sign as i8));
        }
    }
    Sample {
        low,
        share: share as f32 / PHASES as f32,
        terms: terms(&sides, position.board.turn).map(|term| term as f32),
        range: (first, patterns.len()),
        white_won,
    }
}

impl Model {
    /// White's chance.
    fn predict(&self, s: &Sample, patterns: &[(u16, i8)]) -> f32 {
        let mut sum = 0.0;
        let mut add = |weight: usize, factor: f32| {
            let values = &self.values[weight];
            sum += factor * (values[s.low] * (1.0 - s.share) + values[s.low + 1] * s.share);
        };
        s.terms.iter().enumerate().for_each(|(term, &factor)| add(term, factor));
        for &(class, sign) in &patterns[s.range.0..s.range.1] {
            add(TERMS + usize::from(class), f32::from(sign));
        }
        1.0 / (1.0 + (-sum).exp())
    }

    /// One step down the gradient; returns the loss before it.
    fn train(&mut self, s: &Sample, patterns: &[(u16, i8)], rate: f32) -> f64 {
        let chance = self.predict(s, patterns);
        let error = chance - s.white_won;
        let shares = [(s.low, 1.0 - s.share), (s.low + 1, s.share)];
        let mut step = |weight: usize, factor: f32| {
            for (anchor, part) in shares {
                let pull = if weight < TERMS { 0.0 } else { DECAY * self.values[weight][anchor] };
                let gradient = error * factor * part + pull;
                self.spread[weight][anchor] += gradient * gradient;
                self.values[weight][anchor] -= rate * gradient / self.spread[weight][anchor].sqrt();
            }
        };
        s.terms.iter().enumerate().for_each(|(term, &factor)| step(term, factor));
        for &(class, sign) in &patterns[s.range.0..s.range.1] {
            step(TERMS + usize::from(class), f32::from(sign));
        }
        loss_of(chance, s.white_won)
    }

    /// Prints the tables as they stand in `ayu.rs`.
    fn print(&self, mut out: impl Write) -> io::Result<()> {
        writeln!(out, "    const LEARNED_TERMS: [[i32; ANCHORS]; TERMS] = [")?;
        for values in &self.values[..TERMS] {
            let rounded = values.map(|v| (v * UNIT).round().to_string());
            writeln!(out, "        [{}],", rounded.join(", "))?;
        }
        writeln!(out, "    ];")?;
        let whole: Vec<i16> = self.values[TERMS..].iter().flatten().map(|v| (v * UNIT).round() as i16).collect();
        writeln!(out, "    static PATTERNS: [i16; {}] = decode(\n        \"", whole.len())?;
        encode(&whole).lines().try_for_each(|row| writeln!(out, "        {}", row))?;
        writeln!(out, "        \",\n    );")
    }
}

fn loss_of(chance: f32, white_won: f32) -> f64 {
    let right = if white_won > 0.5 { chance } else { 1.0 - chance };
    -f64::from(right.max(1e-6)).ln()
}
