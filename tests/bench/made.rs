//! The benchmark of a game that `make new` made: every fourth position of a sample, searched to a fixed depth.

use crate::player::contest::Budget;
use crate::player::rules::{Board, Move, JOINED};
use crate::player::search::Search;

#[path = "common.rs"]
mod common;

/// The depth, and the most nodes for a position.
const DEPTH: i32 = 6;
const NODES: u64 = 300_000;

pub fn run(sample: &str) {
    let mut board = Board::new();
    sample.lines().filter_map(|line| line.strip_prefix("J ")).for_each(|line| assert!(board.set_up(line), "{}", line));
    let mut positions = Vec::new();
    for (number, line) in common::lines(sample).enumerate() {
        positions.extend(Some((number, board)).filter(|_| number % 4 == 0));
        line.split(if JOINED { ' ' } else { '\n' }).for_each(|word| board.play(Move::parse(word).expect("a move")));
    }
    common::run(&positions, &[], |(number, board)| {
        let report = Search::new(1).think(&board, Budget::fixed(DEPTH, NODES)).expect("a move");
        (format!("line {:2}  {}  score {:6}", number, report.best, report.score), report.nodes)
    });
}
