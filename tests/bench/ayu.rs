//! `make bench GAME=ayu`: nodes of fixed positions searched to a fixed depth. The count depends on no machine. If a
//! change of the player alters it, the player thinks differently.

#[path = "../../ayu.rs"]
#[allow(dead_code)]
mod ayu;

use ayu::contest::Budget;
use ayu::rules::{Board, Move};
use ayu::search::Search;
use std::time::Instant;

/// A game of two contest entries.
const GAME: &str = include_str!("../samples/ayu/game-01.txt");

/// Plies of it that are played, and the depth searched there.
const STARTS: [(usize, i32); 4] = [(0, 3), (20, 4), (40, 6), (55, 10)];

fn main() {
    let moves: Vec<Move> =
        GAME.lines().filter_map(|line| Move::parse(line.split(' ').nth(1).unwrap_or_default())).collect();
    let begin = Instant::now();
    let mut nodes = 0;
    for (plies, depth) in STARTS {
        let mut board = Board::new();
        moves[..plies].iter().for_each(|&step| board.play(step));
        let report = Search::new(1).think(&board, Budget::fixed(depth, u64::MAX)).expect("the game goes on");
        println!(
            "ply {:2}  depth {:2}  {}  score {:6}  nodes {:8}",
            plies, report.depth, report.best, report.score, report.nodes
        );
        nodes += report.nodes;
    }
    println!("nodes {}", nodes);
    let seconds = begin.elapsed().as_secs_f64();
    eprintln!("{:.0} nodes a second", nodes as f64 / seconds);
}
