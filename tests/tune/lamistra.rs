//! `tune-lamistra`: learns the weights of the evaluation from the player's own games, and plays weights against weights.
//!
//!     learn [--games N] [--nodes N] [--rate THOUSANDTHS] [--seed N] [--from FILE] [--to FILE]
//!         lets changed weights play against each other (N nodes a move) and follows the winners.
//!     match FILE-A FILE-B [--games N] [--nodes N] [--seed N]
//!         paired games, sides swapped after the same random start.
//!
//! A FILE holds the weights as numbers; `-` stands for the player's own. A round is kept only if it wins its match:
//!
//!     weights set by hand, those of the cells by 0.3: 86 =67 -47 (200 games, 1000 nodes)
//!     round 1, 6000 games of 700 nodes a move: 156 =24 -20 against those set by hand (200 games, 1500 nodes)
//!     round 2, 8000 of 600, with the terms for what stands beside: 240 =80 -180 (500 games, 1500 nodes)
//!     round 3, 5000 of 700: 110 =76 -114 (300 games, 1500 nodes), not kept

#[path = "../../lamistra.rs"]
#[allow(dead_code)]
mod player;

use player::eval::{Weights, COUNT, WEIGHTS};
use player::rules::{Board, Move, NONE};
use player::search::{Rng, Search};
use std::io::Write;

/// Half-moves at the start of each game that are drawn at random.
const RANDOM_PLIES: usize = 8;

fn read_weights(path: &str) -> Weights {
    if path == "-" {
        return WEIGHTS;
    }
    let text = std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {}", path, error));
    let numbers: Vec<i32> = text.split([',', ' ', '\n']).filter_map(|word| word.parse().ok()).collect();
    numbers.try_into().unwrap_or_else(|n: Vec<i32>| panic!("{}: {} numbers, not {}", path, n.len(), COUNT))
}

fn show(weights: &[f64]) -> String {
    let words: Vec<String> = weights.iter().map(|w| format!("{:.0}", w)).collect();
    words.chunks(14).map(|line| line.join(", ")).collect::<Vec<_>>().join(",\n") + "\n"
}

/// Some random quiet moves from the start.
fn opening(rng: &mut Rng) -> Board {
    let mut board = Board::new();
    while usize::from(board.ply()) < RANDOM_PLIES {
        let quiet: Vec<Move> = board.legal_moves().into_iter().filter(|&mv| !board.is_attack(mv)).collect();
        if quiet.is_empty() {
            break;
        }
        board.play(quiet[rng.below(quiet.len())], NONE);
    }
    board
}

/// One half-move by the player on turn; in a fight the other one chooses its role too. Returns the score found.
fn step(players: &mut [Search; 2], board: &mut Board) -> i32 {
    let side = board.side();
    let choice = players[side].choose(board, None).expect("a move");
    let mut mv = choice.mv;
    let mut answer = NONE;
    if board.is_attack(mv) {
        mv.role = players[side].attack_role(board, mv, None).0;
        answer = players[1 - side].answer(board, mv, None).0;
    }
    board.play(mv, answer);
    choice.score
}

/// Plays a game to its end and returns the points.
fn play_out(players: &mut [Search; 2], start: Board) -> [i32; 2] {
    let mut board = start;
    loop {
        if let Some(points) = board.result() {
            return points;
        }
        step(players, &mut board);
    }
}

fn pair_of(red: Weights, blue: Weights, nodes: u64, seed: u64) -> [Search; 2] {
    [(red, seed), (blue, seed ^ 0xb10e)].map(|(weights, seed)| {
        let mut search = Search::sized(seed, 14);
        search.weights = weights;
        search.node_limit = nodes;
        search
    })
}

fn play_match(a: &str, b: &str, options: &Options) {
    let (a, b) = (read_weights(a), read_weights(b));
    let mut rng = Rng(options.seed);
    let mut tables = [pair_of(a, b, options.nodes, options.seed), pair_of(b, a, options.nodes, options.seed)];
    let (mut won, mut drawn, mut lost, mut points) = (0, 0, 0, 0);
    let mut squares = 0.0;
    for _ in 0..options.games / 2 {
        let start = opening(&mut rng);
        let mut pair = 0;
        for (seat, players) in tables.iter_mut().enumerate() {
            let result = play_out(players, start);
            let difference = result[seat] - result[1 - seat];
            pair += difference;
            match difference {
                12 => won += 1,
                -12 => lost += 1,
                _ => drawn += 1,
            }
        }
        points += pair;
        squares += f64::from(pair * pair);
        eprint!("\rA +{} ={} -{}   ", won, drawn, lost);
        let _ = std::io::stderr().flush();
    }
    let pairs = (options.games / 2) as f64;
    let mean = f64::from(points) / pairs;
    let error = ((squares / pairs - mean * mean) / pairs).sqrt() * 1.96;
    println!("\rA +{} ={} -{}: {:+.2} +- {:.2} points a pair (95 %)", won, drawn, lost, mean, error);
}

/// The directions in which `learn` moves the weights, each with its step: every weight that is no cell's by itself, and
/// for each of the three tables of cells the whole, its slope along the rows and its bend towards the middle.
fn directions(weights: &Weights) -> Vec<Vec<f64>> {
    let single = |i: usize| {
        let mut direction = vec![0.0; COUNT];
        direction[i] = f64::max(4.0, 0.25 * f64::from(weights[i].abs()));
        direction
    };
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

/// Simultaneous perturbation (Spall 1992): each pair of games moves all weights along all directions at once, at random
/// forward or back, plays the one against the other, and goes a little towards the winner.
fn learn(rate: f64, options: &Options) {
    let start = read_weights(&options.from);
    let directions = directions(&start);
    let mut weights: Vec<f64> = start.iter().map(|&w| f64::from(w)).collect();
    let mut rng = Rng(options.seed);
    let mut tables = [pair_of(start, start, options.nodes, options.seed), pair_of(start, start, options.nodes, 7)];
    let mut average = vec![0.0; COUNT];
    let pairs = options.games / 2;
    for pair in 0..pairs {
        let mut shift = vec![0.0; COUNT];
        for direction in &directions {
            let sign = if rng.below(2) == 0 { 1.0 } else { -1.0 };
            for (shift, step) in shift.iter_mut().zip(direction) {
                *shift += sign * step;
            }
        }
        let moved = |sign: f64| {
            let mut moved = [0; COUNT];
            for i in 0..COUNT {
                moved[i] = (weights[i] + sign * shift[i]).round() as i32;
            }
            moved
        };
        let (plus, minus) = (moved(1.0), moved(-1.0));
        let start = opening(&mut rng);
        let mut lead = 0;
        for (seat, players) in tables.iter_mut().enumerate() {
            for (i, player) in players.iter_mut().enumerate() {
                player.weights = if i == seat { plus } else { minus };
                player.forget();
            }
            let points = play_out(players, start);
            lead += points[seat] - points[1 - seat];
        }
        for i in 0..COUNT {
            weights[i] += rate * f64::from(lead) / 24.0 * shift[i];
            if pair >= pairs / 2 {
                average[i] += weights[i] / (pairs - pairs / 2) as f64;
            }
        }
        if pair % 100 == 99 {
            eprintln!("{} games", 2 * pair + 2);
            std::fs::write(&options.to, show(if pair >= pairs - 1 { &average } else { &weights })).expect("written");
        }
    }
    std::fs::write(&options.to, show(&average)).expect("the weights are written");
}

struct Options {
    games: usize,
    nodes: u64,
    seed: u64,
    from: String,
    to: String,
}

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let after = |name: &str| words.iter().position(|w| w == name).and_then(|i| words.get(i + 1)).cloned();
    let number = |name: &str, otherwise: u64| after(name).map_or(otherwise, |w| w.parse().expect("a number"));
    let options = Options {
        games: number("--games", 200) as usize,
        nodes: number("--nodes", 1_000),
        seed: number("--seed", 1),
        from: after("--from").unwrap_or_else(|| "-".to_string()),
        to: after("--to").unwrap_or_else(|| "weights.txt".to_string()),
    };
    match words.first().map(String::as_str) {
        Some("learn") => learn(number("--rate", 15) as f64 / 1000.0, &options),
        Some("match") if words.len() >= 3 => play_match(&words[1], &words[2], &options),
        _ => eprintln!("tune-lamistra learn|match: see the head of tests/tune/lamistra.rs"),
    }
}
