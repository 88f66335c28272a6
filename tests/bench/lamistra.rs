//! `make bench GAME=lamistra`: nodes of fixed positions searched to a fixed depth.

mod common;
#[path = "../../lamistra.rs"]
#[allow(dead_code)]
mod player;

use player::contest::Budget;
use player::rules::{parse_role, Board, Move, NONE};
use player::search::Search;

/// A sample, how many of its plies are played, and the depth searched there.
const POSITIONS: [(&str, u16, i32); 8] = [
    (include_str!("../samples/lamistra/game-01.txt"), 0, 9),
    (include_str!("../samples/lamistra/game-05.txt"), 20, 7),
    (include_str!("../samples/lamistra/game-07.txt"), 40, 7),
    (include_str!("../samples/lamistra/game-07.txt"), 70, 8),
    (include_str!("../samples/lamistra/game-11.txt"), 60, 7),
    (include_str!("../samples/lamistra/game-11.txt"), 120, 8),
    (include_str!("../samples/lamistra/game-13.txt"), 150, 8),
    (include_str!("../samples/lamistra/game-15.txt"), 380, 8),
];

fn main() {
    common::run(&POSITIONS, |(text, plies, depth)| {
        let (mut board, mut lines) = (Board::new(), common::lines(text));
        while board.ply < plies {
            let mut mv = Move::parse(lines.next().expect("a longer game")).expect("a move");
            let mut role = || lines.next().and_then(parse_role).expect("a role");
            let attack = board.is_attack(mv);
            mv.role = if attack { role() } else { mv.role };
            board.play(mv, if attack { role() } else { NONE });
        }
        Search::new(1).think(&board, Budget::fixed(depth, u64::MAX)).expect("a move").nodes
    });
}
