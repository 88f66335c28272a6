//! `make bench GAME=lamistra`: nodes of fixed positions searched to a fixed depth.

#[path = "common.rs"]
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

/// The same for `deep`: about what a move of the contest has, 0.1 to 1 million nodes each.
const DEEP: [(&str, u16, i32); 9] = [
    (include_str!("../samples/lamistra/game-01.txt"), 0, 11),
    (include_str!("../samples/lamistra/game-05.txt"), 20, 9),
    (include_str!("../samples/lamistra/game-05.txt"), 50, 10),
    (include_str!("../samples/lamistra/game-07.txt"), 40, 10),
    (include_str!("../samples/lamistra/game-07.txt"), 70, 11),
    (include_str!("../samples/lamistra/game-11.txt"), 60, 9),
    (include_str!("../samples/lamistra/game-11.txt"), 120, 11),
    (include_str!("../samples/lamistra/game-13.txt"), 150, 11),
    (include_str!("../samples/lamistra/game-15.txt"), 240, 11),
];

fn position(text: &str, plies: u16) -> Board {
    let mut board = Board::new();
    let mut lines = common::lines(text);
    while board.ply < plies {
        let mut mv = Move::parse(lines.next().expect("a longer game")).expect("a move");
        let mut answer = NONE;
        if board.is_attack(mv) {
            let mut role = || lines.next().and_then(parse_role).expect("a role");
            mv.role = role();
            answer = role();
        }
        board.play(mv, answer);
    }
    board
}

fn main() {
    common::run(&POSITIONS, &DEEP, |(text, plies, depth)| {
        let budget = Budget::fixed(depth, u64::MAX);
        let report = Search::new(1).think(&position(text, plies), budget).expect("a move");
        (format!("ply {:3}  depth {:2}  {}  score {:+5}", plies, depth, report.best, report.score), report.nodes)
    });
}
