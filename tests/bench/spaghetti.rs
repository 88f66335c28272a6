//! `make bench GAME=spaghetti`: nodes of fixed positions searched to a fixed depth.

#[path = "common.rs"]
mod common;

#[path = "../../spaghetti.rs"]
#[allow(dead_code)]
mod spaghetti;

use jury::rules::game::Rng;
use jury::rules::spaghetti::draw_tiles;
use spaghetti::contest::Budget;
use spaghetti::rules::{cells, Board, Move};
use spaghetti::search::Search;

/// The empty cells of a position, and the depth searched there.
const POSITIONS: [(u32, i32); 6] = [(61, 3), (45, 4), (30, 4), (20, 5), (12, 7), (9, 9)];

/// The same for `deep`: about what a move of the contest has, 0.1 to 1 million nodes each.
const DEEP: [(u32, i32); 6] = [(58, 7), (45, 8), (34, 9), (26, 10), (18, 11), (13, 12)];

/// A position with so many empty cells, drawn by lot.
fn position(seed: u64, empty: u32) -> Board {
    let (mut rng, mut board) = (Rng(seed), Board::new());
    draw_tiles(&mut rng).iter().for_each(|tile| _ = board.play(Move::parse(tile).expect("a tile")));
    while board.empty.count_ones() > empty {
        let all: Vec<usize> = cells(board.empty).collect();
        board.play(Move { cell: all[rng.below(all.len())] as u8, tile: rng.below(3) as u8 });
    }
    board
}

fn main() {
    let four = |list: &[(u32, i32)]| -> Vec<(u32, i32, u64)> {
        list.iter().flat_map(|&(empty, depth)| (0..4).map(move |seed| (empty, depth, seed))).collect()
    };
    common::run(&four(&POSITIONS), &four(&DEEP), |(empty, depth, seed)| {
        let budget = Budget::fixed(depth, u64::MAX);
        let report = Search::new(seed).think(&position(seed, empty), budget).expect("an empty cell");
        (format!("empty {:2}  depth {:2}  {}  score {:+5}", empty, depth, report.best, report.score), report.nodes)
    });
}
