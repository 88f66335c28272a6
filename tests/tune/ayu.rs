//! Learns the weights of Ayu's evaluation from games of the player against itself.
//!
//! The positions to learn from stand at the ends of the lines that the searches found best: those the evaluation has
//! to judge. The target is mostly a search's score there, with a little of the game's result.
//!
//! `play` makes the positions. `learn` goes on from the built-in weights by logistic regression. Paste the two tables
//! that it prints into a copy of `ayu.rs`. They are better if the copy wins by `make match`.
//!
//! The same files and the same built-in weights give the same numbers. Those in `ayu.rs` were learned in several
//! generations. The last was `play g.txt 665 10000 31`. The 26,000 games before it are not kept, and some of them
//! were made by other forms of `play`.

#[path = "../../ayu.rs"]
#[allow(dead_code)]
mod ayu;
mod common;

use ayu::contest::{mix64, Budget, Rng};
use ayu::eval::{classify, phase, place, terms, Position, Weights, ANCHORS, STEPS, TERMS};
use ayu::joining::joining;
use ayu::rules::{Board, Move, MOVES_MAX, POINTS};
use ayu::search::{Report, Search, PROVEN};
use common::{chance, cross_entropy, encode, generate, samples, Descent, Words, RANDOM_ONE_IN, ROOTS_ONE_IN};
use std::io;

const USAGE: &str = "\
tune-ayu play FILE GAMES NODES [SEED]     positions of games with about so many nodes a move; goes on with a file
tune-ayu learn FILE...                    learns from the files, prints the tables of the terms and the patterns";

fn main() -> io::Result<()> {
    let words = Words::new(USAGE);
    match words.command() {
        "play" => play(words.text(1), words.number(2), words.number(3), words.number_or(4, 1)),
        "learn" => learn(words.files(1)),
        _ => words.refuse("no such command"),
    }
}

// --- Games -----------------------------------------------------------------------------------------------------------

/// The most random moves at the start of a game.
const RANDOM_PLIES: usize = 12;

/// Writes one game a line: its positions, separated by commas. A position has the points of White and of Black as
/// hexadecimal sets, the side on turn, a search's score for that side, and 1 if White won the game.
fn play(file: &str, games: usize, nodes: usize, seed: u64) -> io::Result<()> {
    generate(file, "games", games, |number| {
        let mut rng = Rng(mix64(seed).wrapping_add(mix64(number as u64 + 1)));
        let mut search = Search::new(rng.next());
        let random = rng.below(RANDOM_PLIES + 1);
        let mut found = Vec::new();
        let mut put = |at: &Board, score: i32| found.push((at.clone(), score));
        let mut board = Board::new();
        for ply in 0.. {
            let random_move = match board.legal_moves(&mut [Move::default(); MOVES_MAX]) {
                [] => None,
                moves => Some(moves[rng.below(moves.len())]),
            };
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
            match best.or(random_move) {
                Some(step) => board.play(step),
                None => break,
            }
        }
        let winner = u8::from(board.turn == 0);
        let record = |(at, score): &(Board, i32)| {
            format!("{:x} {:x} {} {} {}", at.pieces[0], at.pieces[1], at.turn, score, winner)
        };
        found.iter().map(record).collect::<Vec<String>>().join(",")
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

// --- Learning --------------------------------------------------------------------------------------------------------

/// Steps are in the logarithm of odds. Weights from nothing need ten times as much and four passes. With few games such
/// steps forget what the built-in weights know.
const DESCENT: Descent = Descent { epochs: 2, batch: 1_024, rate: 0.0003 };

/// The share of the search's score in a target. The rest is the game's result.
const SEARCHED: f32 = 0.95;

/// The unit of the weights: hundredths of the logarithm of odds.
const UNIT: f32 = 100.0;

/// One position: what its score is the sum of.
struct Sample {
    low: usize,
    share: f32,
    terms: [f32; TERMS],
    /// Its pattern classes with their signs.
    patterns: Box<[(u16, i8)]>,
    /// White's chance to win by search and result.
    target: f32,
}

/// The weights while they are learned: those of the terms, then those of the classes, with a value for each anchor.
fn learn(files: &[String]) -> io::Result<()> {
    let classes = classify();
    let mut position = Position::new(Weights::learned());
    let (samples, tests, _) = samples(files, |line| {
        let games = line.split(',').filter_map(read);
        let found = games.filter_map(|(board, target)| {
            position.set(&board);
            position.evaluate().map(|_| sample(&position, &classes, target))
        });
        Some(found.collect())
    })?;
    let terms = position.weights.terms.iter().flatten().map(|&weight| weight as f32);
    let patterns = position.weights.patterns[2..].iter().step_by(2).flatten().map(|&weight| f32::from(weight));
    let mut weights: Vec<f32> = terms.chain(patterns).map(|weight| weight / UNIT).collect();
    DESCENT.fit(&mut weights, (samples, &tests), 1, Sample::slope);
    let whole: Vec<i16> = weights.iter().map(|weight| (weight * UNIT).round() as i16).collect();
    // The terms as they stand in `ayu.rs`, then the text of the patterns.
    whole[..TERMS * ANCHORS].chunks(ANCHORS).for_each(|values| println!("        {:?},", values));
    print!("{}", encode(&whole[TERMS * ANCHORS..]));
    Ok(())
}

/// Reads a position as `play` writes it: the board, and White's chance as the target.
fn read(text: &str) -> Option<(Board, f32)> {
    let words: Vec<&str> = text.split(' ').collect();
    let set = |i: usize| u128::from_str_radix(words.get(i)?, 16).ok();
    let turn = words.get(2)?.parse::<usize>().ok()? & 1;
    let score = words.get(3)?.parse::<i32>().ok()? * if turn == 0 { 1 } else { -1 };
    let won = f32::from(u8::from(*words.get(4)? == "1"));
    let target = if score.abs() > PROVEN {
        f32::from(u8::from(score > 0))
    } else {
        SEARCHED * chance(score as f32 / UNIT) + (1.0 - SEARCHED) * won
    };
    Some((Board::from_sets([set(0)?, set(1)?], turn), target))
}

/// The parts of a position.
fn sample(position: &Position, classes: &[u16], target: f32) -> Sample {
    let [white, black] = position.board.pieces;
    let sides = [joining(white, black), joining(black, white)];
    let (low, share) = phase(sides[0].cost + sides[1].cost);
    let classes = (0..POINTS as u8).map(|point| classes[position.codes[place(point)] as usize]);
    Sample {
        low,
        share: share as f32 / STEPS as f32,
        terms: terms(&sides, position.board.turn).map(|term| term as f32),
        patterns: classes.filter(|&c| c != 0).map(|c| (c / 2 - 1, if c % 2 == 0 { 1 } else { -1 })).collect(),
        target,
    }
}

impl Sample {
    /// Adds the gradient to the slopes and returns the loss.
    fn slope(weights: &[f32], s: &Sample, slopes: &mut [f32]) -> f64 {
        let patterns = s.patterns.iter().map(|&(class, sign)| (TERMS + usize::from(class), f32::from(sign)));
        let parts = s.terms.iter().copied().enumerate().chain(patterns);
        // Between two anchors a weight is a mixture of both.
        let parts = parts.map(|(i, factor)| (i * ANCHORS + s.low, factor * (1.0 - s.share), factor * s.share));
        let chance = chance(parts.clone().map(|(i, low, high)| weights[i] * low + weights[i + 1] * high).sum());
        for (i, low, high) in parts {
            slopes[i] += (chance - s.target) * low;
            slopes[i + 1] += (chance - s.target) * high;
        }
        cross_entropy(chance, s.target)
    }
}
