//! `make bench GAME=spaghetti`: nodes of fixed positions searched to a fixed depth. The count depends on no machine.
//! If a change of the player alters it, the player thinks differently.

#[path = "../../spaghetti.rs"]
#[allow(dead_code)]
mod spaghetti;

use jury::game::Rng;
use jury::spaghetti::draw_tiles;
use spaghetti::contest::Budget;
use spaghetti::rules::{Board, Move};
use spaghetti::search::Search;
use std::time::Instant;

/// The empty cells of a position, and the depth searched there.
const POSITIONS: [(u32, i32); 6] = [(61, 3), (45, 4), (30, 4), (20, 5), (12, 7), (9, 9)];

fn main() {
    let mut nodes = 0;
    let start = Instant::now();
    for (empty, depth) in POSITIONS {
        let before = nodes;
        for seed in 0..4 {
            let mut rng = Rng(seed);
            let mut board = Board::new();
            for tile in draw_tiles(&mut rng) {
                board.play(Move::parse(&tile).expect("a tile"));
            }
            while board.empty.count_ones() > empty {
                let all: Vec<usize> = spaghetti::rules::cells(board.empty).collect();
                board.play(Move { cell: *rng.pick(&all) as u8, tile: rng.below(3) as u8 });
            }
            nodes += Search::new(seed).think(&board, Budget::fixed(depth, u64::MAX)).map_or(0, |report| report.nodes);
        }
        println!("empty {:2}  depth {:2}  nodes {:8}", empty, depth, nodes - before);
    }
    println!("nodes {}", nodes);
    eprintln!("{:.0} nodes a second", nodes as f64 / start.elapsed().as_secs_f64());
}
