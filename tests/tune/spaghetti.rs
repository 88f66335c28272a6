//! Learns the weights of `spaghetti.rs` from its own games.
//!
//!     cargo run --release --example tune-spaghetti -- games WEIGHTS COUNT DEPTH SEED > games.txt
//!     cargo run --release --example tune-spaghetti -- fit WEIGHTS HORIZON RIDGE games.txt... > new.txt
//!     cargo run --release --example tune-spaghetti -- match NEW OLD PAIRS LIMIT SEED
//!     cargo run --release --example tune-spaghetti -- table WEIGHTS
//!
//! `games` plays the player against itself, DEPTH plies a move, from beginnings that are partly random. `fit` takes from
//! every position the terms of the evaluation and the margin of the next HORIZON plies plus what the search said of the
//! position then, and prints the weights that fit best (ridge regression by conjugate gradients). `match` plays NEW
//! against OLD in pairs with the same tiles and the sides swapped, LIMIT being plies (`2`) or milliseconds a move
//! (`5ms`); OLD may also be `greedy` or `careful`. Weights are kept only if a match says so. WEIGHTS `-` are those in the file.
//! `table` prints weights as they stand there.

#[path = "../../spaghetti.rs"]
#[allow(dead_code)]
mod spaghetti;

use jury::game::Rng;
use jury::spaghetti::draw_tiles;
use jury::stats;
use spaghetti::eval::{decode, kinds, multiset, phase, settle, Weights, KINDS, MULTISETS, POINT, TERMS};
use spaghetti::rules::{cells, Board, Move};
use spaghetti::search::Search;
use std::fs;
use std::time::{Duration, Instant};

/// Steps of the conjugate gradients: more change nothing that a match could see.
const STEPS: usize = 60;

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let word = |i: usize| words.get(i).map(String::as_str).expect("see the head of this file");
    let number = |i: usize| word(i).parse::<u64>().expect("a number");
    match word(0) {
        "games" => games(weights(word(1)), number(2), number(3) as i32, number(4)),
        "fit" => print!("{}", format(&fit(weights(word(1)), number(2) as usize, number(3) as f64, &words[4..]))),
        "match" => play_match(word(1), word(2), number(3), Limit::parse(word(4)), number(5)),
        "table" => print!("{}", table(&weights(word(1)))),
        other => panic!("{}: games, fit, match or table", other),
    }
}

/// A board with the jury's tiles, Blue on turn.
fn start(rng: &mut Rng) -> (Board, String) {
    let mut board = Board::new();
    let tiles = draw_tiles(rng);
    for tile in &tiles {
        board.play(Move::parse(tile).unwrap());
    }
    (board, tiles.concat())
}

fn random_move(board: &Board, rng: &mut Rng) -> Move {
    let all: Vec<usize> = cells(board.empty).collect();
    Move { cell: *rng.pick(&all) as u8, tile: rng.below(3) as u8 }
}

/// Prints games, one a line: the random part of the beginning, a dot, the rest, and for each move of the rest what the
/// search said of the margin to come, in sixteenths of a point for the side on turn.
fn games(weights: Weights, count: u64, depth: i32, seed: u64) {
    let mut rng = Rng(seed);
    let mut search = Search::new(seed);
    search.weights = weights;
    for _ in 0..count {
        let (mut board, mut line) = start(&mut rng);
        let mut scores = String::new();
        for _ in 0..rng.below(16) {
            let by_chance = rng.below(2) == 0;
            let mv = if by_chance { random_move(&board, &mut rng) } else { search.choose(&board, None, 1).unwrap().mv };
            line += &mv.format();
            board.play(mv);
        }
        line.push('.');
        while board.empty != 0 {
            let choice = search.choose(&board, None, depth).unwrap();
            line += &choice.mv.format();
            scores += &format!(" {}", choice.score);
            board.play(choice.mv);
        }
        println!("{}{}", line, scores);
    }
}

/// One position: the numbers of its terms, how often each counts at which anchor, and the margin to come.
struct Example {
    terms: Vec<(u32, f32)>,
    target: f64,
}

/// The terms of a position for the side on turn, numbered side by side and anchor by anchor.
fn terms(board: &Board) -> Vec<(u32, f32)> {
    let (low, share) = phase(board.empty.count_ones() as usize);
    let first = ((board.turn * 3 + low) * TERMS) as u32;
    let mut list = Vec::new();
    let mut add = |term: usize, x: f32| {
        list.push((first + term as u32, x * (1.0 - share as f32)));
        list.push((first + (TERMS + term) as u32, x * share as f32));
    };
    for cell in cells(board.empty) {
        let number = multiset(kinds(board, cell, board.turn));
        if number > 0 {
            add(number, 1.0);
        }
    }
    add(MULTISETS, settle(board) as f32 / 64.0);
    list
}

fn fit(old: Weights, horizon: usize, ridge: f64, files: &[String]) -> Weights {
    let mut examples: Vec<Example> = Vec::new();
    for text in files.iter().map(|f| fs::read_to_string(f).expect("a file of games")) {
        for line in text.lines() {
            let (random, rest) = line.split_once('.').expect("a dot");
            let (rest, scores) = rest.split_once(' ').expect("scores");
            let scores: Vec<i32> = scores.split(' ').map(|score| score.parse().expect("a score")).collect();
            let moves = |text: &str| -> Vec<Move> {
                (0..text.len() / 3).map(|i| Move::parse(&text[3 * i..3 * i + 3]).unwrap()).collect()
            };
            let mut board = Board::new();
            for mv in moves(random) {
                board.play(mv);
            }
            // Blue's margin before each ply, and what the search said of Blue's margin to come.
            let (mut before, mut to_come, mut margin) = (Vec::new(), Vec::new(), 0);
            let first = examples.len();
            for (mv, score) in moves(rest).into_iter().zip(scores) {
                let sign = if board.turn == 0 { 1 } else { -1 };
                before.push(margin);
                to_come.push(sign * score);
                examples.push(Example { terms: terms(&board), target: f64::from(sign) });
                margin += sign * board.gain(mv) * POINT;
                board.play(mv);
            }
            for i in 0..before.len() {
                let last = i + horizon;
                let blue = if last < before.len() { before[last] + to_come[last] } else { margin } - before[i];
                examples[first + i].target *= f64::from(blue);
            }
        }
    }
    let solution = solve(&examples, ridge);
    let total: f64 = examples.iter().map(|e| e.target * e.target).sum();
    let rest: f64 = examples.iter().map(|e| (e.target - predict(&solution, e)).powi(2)).sum();
    eprintln!("{} positions, {:.1} % explained", examples.len(), 100.0 * (1.0 - rest / total));
    let mut new = old;
    for (i, weight) in new.iter_mut().flatten().flatten().enumerate() {
        *weight = solution[i].round() as i16;
    }
    new
}

fn predict(weights: &[f64], example: &Example) -> f64 {
    example.terms.iter().map(|(i, x)| weights[*i as usize] * f64::from(*x)).sum()
}

/// What a multiset shares with others: its number, those of its four triples and of its six pairs. A weight is the sum
/// of these parts, so that a rare multiset is valued by what it is made of.
fn parts() -> Vec<Vec<usize>> {
    let mut parts = vec![Vec::new(); TERMS];
    for d in 0..KINDS {
        for c in 0..=d {
            for b in 0..=c {
                for a in 0..=b {
                    let list = &mut parts[multiset([a, b, c, d])];
                    list.push(multiset([a, b, c, d]));
                    // A dead side stands for each side that a triple or pair leaves out: the numbers lie behind.
                    for [x, y, z] in [[a, b, c], [a, b, d], [a, c, d], [b, c, d]] {
                        list.push(TERMS + multiset([0, x, y, z]));
                    }
                    for [x, y] in [[a, b], [a, c], [a, d], [b, c], [b, d], [c, d]] {
                        list.push(2 * TERMS + multiset([0, 0, x, y]));
                    }
                }
            }
        }
    }
    parts[MULTISETS].push(MULTISETS);
    parts
}

/// Minimises the squared errors plus `ridge` times the squared parts of the weights.
fn solve(examples: &[Example], ridge: f64) -> Vec<f64> {
    let parts = parts();
    // Each block of parts comes three times: for both sides on turn, and for what they have in common.
    let count = 3 * TERMS;
    let n = 9 * count;
    let compose = |u: &[f64]| -> Vec<f64> {
        let mut weights = vec![0.0; 6 * TERMS];
        for (i, weight) in weights.iter_mut().enumerate() {
            let (block, term) = (i / TERMS, i % TERMS);
            for part in &parts[term] {
                *weight += u[block * count + part] + u[(6 + block % 3) * count + part];
            }
        }
        weights
    };
    let spread = |sums: &[f64]| -> Vec<f64> {
        let mut u = vec![0.0; n];
        for (i, sum) in sums.iter().enumerate() {
            let (block, term) = (i / TERMS, i % TERMS);
            for part in &parts[term] {
                u[block * count + part] += sum;
                u[(6 + block % 3) * count + part] += sum;
            }
        }
        u
    };
    let mut x = vec![0.0; n];
    let mut sums = vec![0.0; 6 * TERMS];
    for e in examples {
        e.terms.iter().for_each(|(i, v)| sums[*i as usize] += e.target * f64::from(*v));
    }
    let mut residual = spread(&sums);
    let mut direction = residual.clone();
    let mut size: f64 = residual.iter().map(|r| r * r).sum();
    for _ in 0..STEPS {
        let weights = compose(&direction);
        let mut sums = vec![0.0; 6 * TERMS];
        for e in examples {
            let y = predict(&weights, e);
            e.terms.iter().for_each(|(i, v)| sums[*i as usize] += y * f64::from(*v));
        }
        let mut image = spread(&sums);
        (0..n).for_each(|i| image[i] += ridge * direction[i]);
        let along: f64 = direction.iter().zip(&image).map(|(d, m)| d * m).sum();
        let step = size / along;
        for i in 0..n {
            x[i] += step * direction[i];
            residual[i] -= step * image[i];
        }
        let new: f64 = residual.iter().map(|r| r * r).sum();
        for i in 0..n {
            direction[i] = residual[i] + new / size * direction[i];
        }
        size = new;
    }
    compose(&x)
}

/// The text of weights: all numbers in order, one line an anchor.
fn format(weights: &Weights) -> String {
    let line = |anchor: &[i16; TERMS]| anchor.iter().map(|w| w.to_string()).collect::<Vec<_>>().join(" ") + "\n";
    weights.iter().flatten().map(line).collect()
}

/// The weights of the settlement, and those of the multisets as characters: the nearest that `decode` knows.
fn table(weights: &Weights) -> String {
    let letters: Vec<u8> = (b'#'..=b'~').filter(|letter| *letter != b'\\').collect();
    let mut text = String::new();
    for anchor in weights.iter().flatten() {
        text += &format!("settlement {}\n", anchor[MULTISETS]);
        for row in anchor[..MULTISETS].chunks(102) {
            let letter =
                |w: &i16| letters.iter().min_by_key(|l| (decode(**l) - w).abs()).map_or(' ', |l| char::from(*l));
            text += &format!("{}\n", row.iter().map(letter).collect::<String>());
        }
    }
    text
}

fn weights(file: &str) -> Weights {
    let mut weights = spaghetti::eval::weights();
    if file != "-" {
        let text = fs::read_to_string(file).expect("the weights' file");
        let mut numbers = text.split_whitespace().map(|w| w.parse::<i16>().expect("a number"));
        for weight in weights.iter_mut().flatten().flatten() {
            *weight = numbers.next().expect("enough numbers");
        }
    }
    weights
}

/// What a side of a match has for each move.
#[derive(Clone, Copy)]
enum Limit {
    Plies(i32),
    Time(Duration),
}

impl Limit {
    fn parse(word: &str) -> Limit {
        let number = |text: &str| text.parse::<u64>().expect("plies, or milliseconds such as 5ms");
        match word.strip_suffix("ms") {
            Some(text) => Limit::Time(Duration::from_millis(number(text))),
            None => Limit::Plies(number(word) as i32),
        }
    }
}

/// One side of a match.
enum Player {
    Engine(Box<Search>),
    /// Own points less, for `careful`, the best reply's.
    Simple(Rng, bool),
}

impl Player {
    fn new(word: &str, seed: u64) -> Player {
        match word {
            "greedy" => Player::Simple(Rng(seed), false),
            "careful" => Player::Simple(Rng(seed), true),
            file => {
                let mut search = Box::new(Search::new(seed));
                search.weights = weights(file);
                Player::Engine(search)
            }
        }
    }

    fn choose(&mut self, board: &Board, limit: Limit) -> Move {
        match self {
            Player::Engine(search) => {
                let choice = match limit {
                    Limit::Plies(depth) => search.choose(board, None, depth),
                    Limit::Time(time) => search.choose(board, Some((Instant::now(), time)), i32::MAX),
                };
                choice.unwrap().mv
            }
            Player::Simple(rng, careful) => {
                let all = |b: &Board| -> Vec<Move> {
                    cells(b.empty).flat_map(|c| (0..3).map(move |tile| Move { cell: c as u8, tile })).collect()
                };
                let mut after = board.clone();
                let mut value = |mv: Move| {
                    let mut reply = 0;
                    if *careful {
                        let undo = after.play(mv);
                        reply = all(&after).into_iter().map(|r| after.gain(r)).max().unwrap_or(0);
                        after.undo(mv, &undo);
                    }
                    board.gain(mv) - reply
                };
                let values: Vec<(i32, Move)> = all(board).into_iter().map(|mv| (value(mv), mv)).collect();
                let best = values.iter().map(|v| v.0).max().unwrap();
                let equal: Vec<Move> = values.iter().filter(|v| v.0 == best).map(|v| v.1).collect();
                *rng.pick(&equal)
            }
        }
    }
}

/// Pairs of games; prints the mean difference of the points and the new side's mean points.
fn play_match(new: &str, old: &str, pairs: u64, limit: Limit, seed: u64) {
    let mut rng = Rng(seed);
    let mut differences = Vec::new();
    let mut sum = 0;
    let mut players = [Player::new(new, seed), Player::new(old, seed + 1)];
    for pair in 0..pairs {
        let first = start(&mut rng).0;
        let mut difference = 0;
        for new_side in 0..2 {
            let mut board = first.clone();
            let mut points = [50, 50];
            while board.empty != 0 {
                let player = board.turn ^ new_side;
                let mv = players[player].choose(&board, limit);
                points[player] += board.gain(mv);
                board.play(mv);
            }
            difference += points[0].max(0) - points[1].max(0);
            sum += points[0].max(0);
        }
        differences.push(f64::from(difference) / 2.0);
        if (pair + 1) % 20 == 0 || pair + 1 == pairs {
            let e = stats::estimate(&differences);
            let own = f64::from(sum) / 2.0 / (pair + 1) as f64;
            eprintln!("{} pairs: {:+.2} +- {:.2} points a game, {:.1} own", pair + 1, e.mean, e.half, own);
        }
    }
}
