//! `make bench GAME=ayu`: nodes of fixed positions searched to a fixed depth.

mod common;
#[path = "../../ayu.rs"]
#[allow(dead_code)]
mod player;

use player::contest::Budget;
use player::rules::{Board, Move};
use player::search::Search;

fn main() {
    // Plies of a contest's game that are played, and the depth searched there.
    common::run(&[(0, 3), (20, 4), (40, 6), (55, 10)], |(plies, depth)| {
        let mut board = Board::new();
        let moves = common::lines(include_str!("../samples/ayu/game-01.txt")).filter_map(Move::parse);
        moves.take(plies).for_each(|mv| board.play(mv));
        Search::new(1).think(&board, Budget::fixed(depth, u64::MAX)).expect("the game goes on").nodes
    });
}
