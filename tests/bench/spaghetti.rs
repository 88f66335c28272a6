//! `make bench GAME=spaghetti`: nodes of fixed positions searched to a fixed depth. The count depends on no machine.
//! If a change of the player alters it, the player thinks differently.

#[path = "common.rs"]
mod common;

#[path = "../../spaghetti.rs"]
#[allow(dead_code)]
mod spaghetti;

use spaghetti::contest::{Budget, Rng};
use spaghetti::rules::{cells, Board, Move};
use spaghetti::search::Search;

/// The empty cells of a position, and the depth searched there.
const POSITIONS: [(u32, i32); 6] = [(61, 3), (45, 4), (30, 4), (20, 5), (12, 7), (9, 9)];

/// The same for `deep`: about what a move of the contest has, 0.1 to 1 million nodes each.
const DEEP: [(u32, i32); 6] = [(58, 7), (45, 8), (34, 9), (26, 10), (18, 11), (13, 12)];

/// A position with so many empty cells, drawn by lot: the jury's tiles are those of its own `draw_tiles`.
fn position(seed: u64, empty: u32) -> Board {
    let (mut rng, mut board) = (Rng(seed), Board::new());
    while board.empty.count_ones() == 63 {
        let mut tile = || (1 + rng.below(7), 1 + rng.below(5), rng.below(3));
        let (one, two) = (tile(), tile());
        let half_turn = (8 - one.0, 6 - one.1, one.2);
        let cell =
            |(row, column, tile): (usize, usize, usize)| Move { cell: (7 * row + column) as u8, tile: tile as u8 };
        if (one.0, one.1) != (two.0, two.1) && [one, two].iter().all(|t| (t.0, t.1) != (4, 3)) && two != half_turn {
            board.play(cell(one));
            board.play(cell(two));
        }
    }
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
        let report = Search::new(seed).think(&position(seed, empty), Budget::fixed(depth, u64::MAX));
        let report = report.expect("an empty cell");
        let (best, score) = (report.best, report.score);
        (format!("empty {:2}  depth {:2}  {}  score {:+5}", empty, depth, best, score), report.nodes)
    });
}
