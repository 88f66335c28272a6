//! `make bench GAME=symple`: nodes of searches of 50,000 turns of playouts.

mod common;
#[path = "../../symple.rs"]
#[allow(dead_code)]
mod player;

use player::contest::Budget;
use player::rules::{Board, Move};
use player::search::Search;

/// A sample, and how many of its moves are played.
const POSITIONS: [(&str, usize); 6] = [
    (include_str!("../samples/symple/game-01.txt"), 9),
    (include_str!("../samples/symple/game-01.txt"), 20),
    (include_str!("../samples/symple/game-05.txt"), 30),
    (include_str!("../samples/symple/game-07.txt"), 40),
    (include_str!("../samples/symple/game-11.txt"), 50),
    (include_str!("../samples/symple/game-09.txt"), 55),
];

fn main() {
    common::run(&POSITIONS, |(text, plies)| {
        let mut board = Board::new();
        common::lines(text).take(plies).for_each(|line| board.play(Move::parse(line).expect("a move")));
        Search::new(1).think(&board, Budget::fixed(0, 50_000)).expect("a move").nodes
    });
}
