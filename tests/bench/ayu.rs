//! `make bench GAME=ayu`: nodes of fixed positions searched to a fixed depth.

#[path = "common.rs"]
mod common;

#[path = "../../ayu.rs"]
#[allow(dead_code)]
mod ayu;

use ayu::contest::Budget;
use ayu::rules::{Board, Move};
use ayu::search::Search;

/// Games of contest entries.
const GAMES: [&str; 3] = [
    include_str!("../samples/ayu/game-01.txt"),
    include_str!("../samples/ayu/game-05.txt"),
    include_str!("../samples/ayu/game-09.txt"),
];

/// A game, its plies that are played, and the depth searched there.
const POSITIONS: [(usize, usize, i32); 4] = [(0, 0, 3), (0, 20, 4), (0, 40, 6), (0, 55, 10)];

/// The same for `deep`: about what a move of the contest has, 0.1 to 1 million nodes each.
const DEEP: [(usize, usize, i32); 9] =
    [(0, 8, 9), (0, 20, 10), (0, 40, 12), (1, 14, 10), (1, 30, 11), (1, 46, 14), (2, 24, 11), (2, 36, 13), (2, 50, 15)];

fn main() {
    common::run(&POSITIONS, &DEEP, |(game, plies, depth)| {
        let moves = common::lines(GAMES[game]).filter_map(Move::parse);
        let mut board = Board::new();
        moves.take(plies).for_each(|mv| board.play(mv));
        let report = Search::new(1).think(&board, Budget::fixed(depth, u64::MAX)).expect("the game goes on");
        (format!("ply {:2}  depth {:2}  {}  score {:6}", plies, report.depth, report.best, report.score), report.nodes)
    });
}
