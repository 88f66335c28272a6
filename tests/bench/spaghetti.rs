//! `make bench GAME=spaghetti`: nodes of fixed positions searched to a fixed depth.

mod common;
#[path = "../../spaghetti.rs"]
#[allow(dead_code)]
mod player;

use jury::rules::game::Rng;
use jury::rules::spaghetti::draw_tiles;
use player::contest::Budget;
use player::rules::{cells, Board, Move};
use player::search::Search;

/// The empty cells of a position that is drawn by lot, and the depth searched there.
const POSITIONS: [(u32, i32); 6] = [(61, 3), (45, 4), (30, 4), (20, 5), (12, 7), (9, 9)];

fn main() {
    let four = |(empty, depth)| (0..4).map(move |seed| (empty, depth, seed));
    common::run(&POSITIONS.into_iter().flat_map(four).collect::<Vec<_>>(), |(empty, depth, seed)| {
        let (mut rng, mut board) = (Rng(seed), Board::new());
        draw_tiles(&mut rng).iter().for_each(|tile| board.play(Move::parse(tile).expect("a tile")));
        while board.empty.count_ones() > empty {
            let all: Vec<usize> = cells(board.empty).collect();
            board.play(Move { cell: all[rng.below(all.len())] as u8, tile: rng.below(3) as u8 });
        }
        Search::new(seed).think(&board, Budget::fixed(depth, u64::MAX)).expect("an empty cell").nodes
    });
}
