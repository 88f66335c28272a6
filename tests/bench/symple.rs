//! `make bench GAME=symple`: the moves, scores and nodes of searches of 50,000 turns of playouts, and the nodes of
//! endgames. None of it depends on the machine or the clock: a change of the player that alters it has changed what the
//! player thinks.

#[path = "../../symple.rs"]
#[allow(dead_code)]
mod player;

use player::contest::Budget;
use player::endgame::Endgame;
use player::rules::{Board, Move};
use player::search::Search;
use std::time::Instant;

/// Samples, and the moves of them that are played.
const POSITIONS: [(&str, usize); 6] = [
    (include_str!("../samples/symple/game-01.txt"), 9),
    (include_str!("../samples/symple/game-01.txt"), 20),
    (include_str!("../samples/symple/game-05.txt"), 30),
    (include_str!("../samples/symple/game-07.txt"), 40),
    (include_str!("../samples/symple/game-11.txt"), 50),
    (include_str!("../samples/symple/game-09.txt"), 55),
];

const ENDGAMES: [(&str, usize); 10] = [
    (include_str!("../samples/symple/game-01.txt"), 49),
    (include_str!("../samples/symple/game-01.txt"), 48),
    (include_str!("../samples/symple/game-05.txt"), 58),
    (include_str!("../samples/symple/game-05.txt"), 56),
    (include_str!("../samples/symple/game-07.txt"), 50),
    (include_str!("../samples/symple/game-07.txt"), 47),
    (include_str!("../samples/symple/game-09.txt"), 53),
    (include_str!("../samples/symple/game-09.txt"), 51),
    (include_str!("../samples/symple/game-11.txt"), 51),
    (include_str!("../samples/symple/game-15.txt"), 46),
];

/// The position of a sample after so many moves.
fn position(text: &str, plies: usize) -> Board {
    let mut board = Board::new();
    let lines = text.lines().filter_map(|line| line.strip_prefix("1 ").or_else(|| line.strip_prefix("2 ")));
    for line in lines.take(plies) {
        board.play(Move::parse(line).expect("a move"));
    }
    board
}

fn main() {
    for (text, plies) in ENDGAMES {
        let board = position(text, plies);
        let mut endgame = Endgame::default();
        let begun = Instant::now();
        let vacant = board.vacant().count();
        let solved = endgame.solve(&board, Budget::fixed(0, 2_000_000), 1.0);
        println!("{:3} vacant {:?} {} nodes", vacant, solved.map(|(value, mv)| (value, mv.to_string())), endgame.nodes);
        eprintln!("{:.3} s", begun.elapsed().as_secs_f64());
    }
    let mut nodes = 0;
    let start = Instant::now();
    for (text, plies) in POSITIONS {
        let board = position(text, plies);
        let report = Search::new(1).think(&board, Budget::fixed(0, 50_000)).expect("a move");
        let vacant = board.vacant().count();
        println!("{:3} vacant {:+8.2} {:8} nodes {}", vacant, report.score, report.nodes, report.best);
        nodes += report.nodes;
    }
    eprintln!("{:.3} million nodes a second", nodes as f64 / start.elapsed().as_secs_f64() / 1e6);
    println!("{} nodes", nodes);
}
