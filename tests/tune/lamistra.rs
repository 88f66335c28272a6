//! `make tune GAME=lamistra ARGS='...'`: learns the weights of the evaluation from the player's own games.
//!
//! The method is simultaneous perturbation (SPSA; Spall 1992). All weights are shifted at once, along many
//! directions, each at random forward or back. The shifted weights play a pair of games against those with the
//! opposite shift, sides swapped, from one random start. Over many pairs it shows how much each direction wins,
//! although all are tried at once.
//!
//! `play` plays these pairs. `learn` goes along each direction as far as it won. `match` says whether the new weights
//! are better. A round is kept only if they are.
//!
//! The last round, 25 minutes of two processors:
//!
//! ```text
//! play a.txt 4000 2000 361     and with seed 362 into b.txt
//! cat a.txt b.txt > c.txt
//! learn c.txt new.txt          and by hand: the weight of a cell in reach is 3
//! match new.txt - 300 16000 7  +140 =67 -93: 57.7 % +- 4.9; with seed 8 +129 =77 -94: 55.9 % +- 5.0
//! ```
//!
//! In that round the step of this weight was 4 and the weight was 1. `learn` raised it to 37, and that played worse. By
//! itself 3 in place of 1 won 53.7 % +- 4.9 (seed 7).

#[path = "../../lamistra.rs"]
#[allow(dead_code)]
mod player;

#[path = "common.rs"]
mod common;

use common::{compare, encode, generate, Words};
use player::contest::{decode, Budget, Rng};
use player::eval::{Weights, COUNT, LEARNED, REACH};
use player::rules::{Board, Move, NONE};
use player::search::Search;

const USAGE: &str = "\
tune-lamistra play GAMES PAIRS [NODES] [SEED] [WEIGHTS]   pairs of games with shifted weights into the file GAMES
                                                         (a run that was stopped goes on)
tune-lamistra learn GAMES NEW [FACTOR] [WEIGHTS]          follows the winners: WEIGHTS moved by FACTOR (30) into NEW
tune-lamistra match A B [GAMES] [NODES] [SEED]            paired games of weights against weights
tune-lamistra show [WEIGHTS]                              the weights as numbers
WEIGHTS, NEW, A and B are files of weights as text; `-` and nothing stand for the player's own.";

const RANDOM_PLIES: u16 = 8;

/// Random moves that are no attacks, from the start.
fn opening(rng: &mut Rng) -> Board {
    let mut board = Board::new();
    while board.ply < RANDOM_PLIES {
        let quiet: Vec<Move> = board.legal_moves().filter(|&mv| !board.is_attack(mv)).collect();
        if quiet.is_empty() {
            break;
        }
        board.play(quiet[rng.below(quiet.len())], NONE);
    }
    board
}

/// Plays a game to its end, the first weights as Red. Returns the points.
fn play_out(weights: [&Weights; 2], start: Board, nodes: u64, seed: u64) -> [i32; 2] {
    let mut players = weights.map(|weights| {
        let mut search = Search::new(seed);
        search.weights = *weights;
        search
    });
    let budget = Budget::fixed(i32::MAX, nodes);
    let mut board = start;
    loop {
        if let Some(points) = board.result() {
            return points;
        }
        let side = board.turn();
        let mut mv = players[side].think(&board, budget).expect("a move").best;
        let mut answer = NONE;
        if board.is_attack(mv) {
            answer = players[1 - side].choose_role(&board, mv, 1 - side, budget).best.role;
            mv = players[side].choose_role(&board, mv, side, budget).best;
        }
        board.play(mv, answer);
    }
}

/// Two games from a random start, sides swapped: A's lead in each, in points. A win is 12.
fn pair(a: &Weights, b: &Weights, nodes: u64, rng: &mut Rng) -> [i32; 2] {
    let (start, seed) = (opening(rng), rng.next());
    let (first, second) = (play_out([a, b], start, nodes, seed), play_out([b, a], start, nodes, seed));
    [first[0] - first[1], second[1] - second[0]]
}

fn play_match(words: &Words) {
    words.text(2);
    let (a, b) = (words.weights(1, LEARNED, decode), words.weights(2, LEARNED, decode));
    let (pairs, nodes, seed) = (words.number_or(3, 200) / 2, words.number_or(4, 1_000), words.number_or(5, 1_u64));
    // `!seed`: other starts than those learned from.
    compare(pairs, |number| pair(&a, &b, nodes, &mut rng(!seed, number)).map(|lead| f64::from(lead) / 12.0));
}

fn rng(seed: u64, number: usize) -> Rng {
    Rng(seed.wrapping_add(number as u64 * 0x9e37_79b9))
}

/// The directions in which the weights move, each with its step. A weight that belongs to no cell has one of its own.
/// The three tables of cells have three each: the whole, the slope along the rows, the slope towards the middle
/// column.
fn directions(weights: &Weights) -> Vec<Vec<f64>> {
    let single = |i: usize| {
        let mut direction = vec![0.0; COUNT];
        // Many cells are in reach at once, so the weight of one takes small steps.
        let least = if i == REACH { 1.0 } else { 4.0 };
        direction[i] = f64::max(least, 0.25 * f64::from(weights[i].abs()));
        direction
    };
    // The flag's two weights count nothing.
    let mut list: Vec<Vec<f64>> = (1..8).chain(9..COUNT - 84).map(single).collect();
    for table in 0..3 {
        for shape in 0..3 {
            let mut direction = vec![0.0; COUNT];
            for cell in 0..28 {
                let (row, column) = ((cell / 4) as f64, (cell % 4) as f64);
                direction[COUNT - 84 + 28 * table + cell] = [3.0, row - 3.0, column - 1.5][shape];
            }
            list.push(direction);
        }
    }
    list
}

/// The weights moved along all directions, along each by its factor.
fn moved(weights: &Weights, directions: &[Vec<f64>], factor: impl Fn(usize) -> f64) -> Weights {
    let mut moved = *weights;
    for i in 0..COUNT {
        let shift: f64 = directions.iter().enumerate().map(|(d, direction)| factor(d) * direction[i]).sum();
        moved[i] = (f64::from(weights[i]) + shift).round() as i16;
    }
    moved
}

/// A record is a pair of games: a bit for each direction that went forward, and the points by which those weights
/// led.
fn play(words: &Words) {
    let (pairs, nodes, seed) = (words.number(2), words.number_or(3, 600), words.number_or(4, 1_u64));
    let weights = words.weights(5, LEARNED, decode);
    let directions = directions(&weights);
    generate(words.text(1), "pairs", pairs, |number| {
        let mut rng = rng(seed, number);
        let signs = rng.next() >> 1;
        let sign = |d: usize| if signs >> d & 1 != 0 { 1.0 } else { -1.0 };
        let (plus, minus) = (moved(&weights, &directions, sign), moved(&weights, &directions, |d| -sign(d)));
        format!("{} {}", signs, pair(&plus, &minus, nodes, &mut rng).iter().sum::<i32>())
    })
    .expect("the file of games");
}

/// Moves the weights along each direction by `factor` times what it won. That is its mean lead, in wins a game.
/// Within one standard error it counts 0, and more of it the farther beyond. Prints both.
fn learn(words: &Words) {
    let factor: f64 = words.number_or(3, 30.0);
    let weights = words.weights(4, LEARNED, decode);
    let directions = directions(&weights);
    let text = std::fs::read_to_string(words.text(1)).expect("the file of games");
    let records: Vec<(u64, f64)> = text
        .lines()
        .filter_map(|line| line.split_once(' '))
        .map(|(signs, lead)| (signs.parse().expect("signs"), lead.parse::<f64>().expect("a lead") / 24.0))
        .collect();
    let count = records.len().max(1) as f64;
    let won: Vec<f64> = (0..directions.len())
        .map(|d| {
            records.iter().map(|(signs, lead)| if signs >> d & 1 != 0 { *lead } else { -lead }).sum::<f64>() / count
        })
        .collect();
    let error = (records.iter().map(|(_, lead)| lead * lead).sum::<f64>() / count / count).sqrt();
    let surely = |won: f64| won * (1.0 - (error / won).powi(2)).max(0.0);
    let new = moved(&weights, &directions, |d| if won[d] == 0.0 { 0.0 } else { factor * surely(won[d]) });
    for (d, won) in won.iter().enumerate() {
        println!("direction {:2}: {:+.3} +- {:.3} wins a game", d, won, error);
    }
    std::fs::write(words.text(2), encode(&new)).expect("the weights are written");
}

fn show(words: &Words) {
    let weights = words.weights(1, LEARNED, decode);
    let (terms, cells) = weights.split_at(COUNT - 84);
    for row in terms.chunks(8).chain(cells.chunks(4)) {
        println!("{}", row.iter().map(|weight| format!("{:5}", weight)).collect::<String>());
    }
    print!("{}", encode(&weights));
}

fn main() {
    let words = Words::new(USAGE);
    match words.command() {
        "play" => play(&words),
        "learn" => learn(&words),
        "match" => play_match(&words),
        "show" => show(&words),
        _ => words.refuse("no such command"),
    }
}
