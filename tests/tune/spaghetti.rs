//! Learns the weights of `spaghetti.rs` from its own games.
//!
//!     cargo run --release --example tune-spaghetti -- learn GAMES DEPTH SEED > weights.txt
//!     cargo run --release --example tune-spaghetti -- match WEIGHTS PAIRS MILLISECONDS SEED
//!
//! `learn` plays games of the player in the file against itself, DEPTH plies a move with some moves at random, takes
//! from every position the terms of the evaluation and the margin that was still to come, and prints the weights that
//! fit best (ridge regression). `match` plays these against the weights in the file, so many milliseconds a move, in
//! pairs with the same tiles and the sides swapped. Weights are kept only if the match says so.

#[path = "../../spaghetti.rs"]
#[allow(dead_code)]
mod spaghetti;

use jury::game::Rng;
use jury::spaghetti::draw_tiles;
use jury::stats;
use spaghetti::eval::{kinds, pair, phase, settle, Weights, PAIRS, POINT, TERMS, WEIGHTS};
use spaghetti::rules::{cells, Board, Move};
use spaghetti::search::Search;
use std::time::{Duration, Instant};

/// Terms of one side to move: all terms at all three anchors.
const UNKNOWNS: usize = 3 * TERMS;

/// Weight of the pull towards zero; the unit is one position.
const RIDGE: f64 = 50.0;

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let number = |i: usize| words.get(i).and_then(|w| w.parse::<u64>().ok()).expect("see the head of this file");
    match words.first().map(String::as_str) {
        Some("learn") => print!("{}", format(&learn(number(1), number(2) as i32, number(3)))),
        Some("match") => {
            let text = std::fs::read_to_string(&words[1]).expect("the weights' file");
            play_match(&parse(&text), number(2), number(3), number(4));
        }
        _ => eprintln!("learn GAMES DEPTH SEED, or match WEIGHTS PAIRS MILLISECONDS SEED"),
    }
}

/// A board with the jury's tiles, Blue on turn.
fn start(rng: &mut Rng) -> Board {
    let mut board = Board::new();
    for tile in draw_tiles(rng) {
        board.play(Move::parse(&tile).unwrap());
    }
    board
}

/// The nonzero terms of a position for the side on turn, numbered anchor by anchor.
fn features(board: &Board, values: &mut [f64; UNKNOWNS]) {
    *values = [0.0; UNKNOWNS];
    let (low, share) = phase(board.empty.count_ones() as usize);
    let mut add = |term: usize, x: f64| {
        values[low * TERMS + term] += x * (1.0 - share);
        values[(low + 1) * TERMS + term] += x * share;
    };
    for cell in cells(board.empty) {
        let k = kinds(board, cell, board.turn);
        for a in 0..4 {
            for b in a + 1..4 {
                add(pair(k[a], k[b]), 1.0);
            }
        }
    }
    add(PAIRS, f64::from(settle(board)) / 64.0);
}

/// Sums for the least squares of one side to move.
struct Squares {
    matrix: Vec<f64>,
    right: Vec<f64>,
    count: f64,
    /// Sum of the squared margins, to say how much the fit explains.
    total: f64,
}

impl Squares {
    fn new() -> Squares {
        Squares { matrix: vec![0.0; UNKNOWNS * UNKNOWNS], right: vec![0.0; UNKNOWNS], count: 0.0, total: 0.0 }
    }

    fn add(&mut self, values: &[f64; UNKNOWNS], target: f64) {
        let nonzero: Vec<usize> = (0..UNKNOWNS).filter(|&i| values[i] != 0.0).collect();
        for &i in &nonzero {
            for &j in &nonzero {
                self.matrix[i * UNKNOWNS + j] += values[i] * values[j];
            }
            self.right[i] += values[i] * target;
        }
        self.count += 1.0;
        self.total += target * target;
    }

    /// Solves by Cholesky's decomposition.
    fn solve(&self) -> Vec<f64> {
        let n = UNKNOWNS;
        let mut l = self.matrix.clone();
        for i in 0..n {
            l[i * n + i] += RIDGE;
        }
        for i in 0..n {
            for j in 0..=i {
                let mut sum = l[i * n + j];
                for k in 0..j {
                    sum -= l[i * n + k] * l[j * n + k];
                }
                l[i * n + j] = if i == j { sum.max(1e-9).sqrt() } else { sum / l[j * n + j] };
            }
        }
        let mut x = self.right.clone();
        for i in 0..n {
            for k in 0..i {
                x[i] -= l[i * n + k] * x[k];
            }
            x[i] /= l[i * n + i];
        }
        for i in (0..n).rev() {
            for k in i + 1..n {
                x[i] -= l[k * n + i] * x[k];
            }
            x[i] /= l[i * n + i];
        }
        x
    }
}

fn learn(games: u64, depth: i32, seed: u64) -> Weights {
    let mut rng = Rng(seed);
    let mut search = Search::new(seed);
    let mut squares = [Squares::new(), Squares::new()];
    let mut values = [0.0; UNKNOWNS];
    for game in 0..games {
        let mut board = start(&mut rng);
        // Some beginnings are random, so that all kinds of positions come up.
        let random_until = 61 - rng.below(12) as u32;
        let mut positions: Vec<(Board, i32)> = Vec::new();
        let mut margin = 0;
        while board.empty != 0 {
            positions.push((board.clone(), margin));
            let random = board.empty.count_ones() > random_until || rng.below(20) == 0;
            let mv = if random {
                let all: Vec<usize> = cells(board.empty).collect();
                Move { cell: *rng.pick(&all) as u8, tile: rng.below(3) as u8 }
            } else {
                search.choose(&board, None, depth).unwrap().mv
            };
            let gain = board.gain(mv);
            margin += if board.turn == 0 { gain } else { -gain };
            board.play(mv);
        }
        for (board, before) in positions {
            let to_come = if board.turn == 0 { margin - before } else { before - margin };
            features(&board, &mut values);
            squares[board.turn].add(&values, f64::from(to_come * POINT));
        }
        if (game + 1) % (games / 10).max(1) == 0 {
            eprintln!("{} games", game + 1);
        }
    }
    let mut weights = WEIGHTS;
    for side in 0..2 {
        let x = squares[side].solve();
        let explained: f64 = x.iter().zip(&squares[side].right).map(|(a, b)| a * b).sum();
        eprintln!(
            "side {}: {} positions, {:.1} % explained",
            side,
            squares[side].count,
            100.0 * explained / squares[side].total
        );
        for anchor in 0..3 {
            for term in 0..TERMS {
                weights[side][anchor][term] = x[anchor * TERMS + term].round() as i16;
            }
        }
    }
    weights
}

/// The text as it stands in the file: for each side and anchor a triangle, row b holding the pairs (0, b) to (b, b), and
/// the settlement's weight at the end.
fn format(weights: &Weights) -> String {
    let mut text = String::new();
    for side in weights {
        text += "        [\n";
        for anchor in side {
            text += "            [\n";
            let mut next = 0;
            let mut row = 1;
            while next < TERMS {
                let to = (next + row).min(TERMS);
                let numbers: Vec<String> = anchor[next..to].iter().map(|w| w.to_string()).collect();
                text += &format!("                {},\n", numbers.join(", "));
                next = to;
                row += 1;
            }
            text += "            ],\n";
        }
        text += "        ],\n";
    }
    text
}

fn parse(text: &str) -> Weights {
    let mut numbers = text.split(|c: char| !c.is_ascii_digit() && c != '-').filter_map(|w| w.parse::<i16>().ok());
    let mut weights = WEIGHTS;
    for weight in weights.iter_mut().flatten().flatten() {
        *weight = numbers.next().expect("enough numbers");
    }
    weights
}

/// Pairs of games; the difference is that of the new weights' points and those of the file.
fn play_match(new: &Weights, pairs: u64, milliseconds: u64, seed: u64) {
    let mut rng = Rng(seed);
    let mut differences = Vec::new();
    for pair in 0..pairs {
        let first = start(&mut rng);
        let mut difference = 0;
        for new_side in 0..2 {
            let mut players = [Search::new(rng.next()), Search::new(rng.next())];
            players[new_side].weights = *new;
            let mut board = first.clone();
            while board.empty != 0 {
                let slice = (Instant::now(), Duration::from_millis(milliseconds));
                let mv = players[board.turn].choose(&board, Some(slice), i32::MAX).unwrap().mv;
                difference += if board.turn == new_side { board.gain(mv) } else { -board.gain(mv) };
                board.play(mv);
            }
        }
        differences.push(f64::from(difference) / 2.0);
        if (pair + 1) % 10 == 0 || pair + 1 == pairs {
            let e = stats::estimate(&differences);
            eprintln!("{} pairs: new {:+.2} +- {:.2} points a game", pair + 1, e.mean, e.half);
        }
    }
}
