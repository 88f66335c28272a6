//! `make bench GAME=lamistra`: nodes of fixed positions searched to a fixed depth. The count depends on no machine.
//! If a change of the player alters it, the player thinks differently.

#[path = "../../lamistra.rs"]
#[allow(dead_code)]
mod player;

use player::contest::Budget;
use player::rules::{parse_role, Board, Move, NONE};
use player::search::Search;
use std::time::Instant;

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

fn position(text: &str, plies: u16) -> Board {
    let mut board = Board::new();
    let mut lines = text.lines().filter_map(|line| line.strip_prefix("1 ").or_else(|| line.strip_prefix("2 ")));
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
    let mut nodes = 0;
    let start = Instant::now();
    for (text, plies, depth) in POSITIONS {
        let budget = Budget::fixed(depth, u64::MAX);
        let report = Search::new(1).think(&position(text, plies), budget).expect("a move");
        let (best, score) = (report.best, report.score);
        println!("ply {:3}  depth {:2}  {}  score {:+5}  nodes {:8}", plies, depth, best, score, report.nodes);
        nodes += report.nodes;
    }
    println!("nodes {}", nodes);
    eprintln!("{:.0} nodes a second", nodes as f64 / start.elapsed().as_secs_f64());
}
