//! `make bench GAME=toygame`: nodes of fixed positions searched to a fixed depth. The count depends on no machine. If
//! a change of the player alters it, the player thinks differently.

#[path = "../../toygame.rs"]
#[allow(dead_code)]
mod toygame;

use std::time::Instant;

use toygame::contest::Budget;
use toygame::rules::{Board, Move};
use toygame::search::Search;

/// A whole game. Every fourth position is searched.
const GAME: &str = include_str!("../samples/toygame/game-01.txt");

/// The depth, and the most nodes for a position.
const DEPTH: i32 = 6;
const NODES: u64 = 300_000;

fn main() {
    let begin = Instant::now();
    let mut board = Board::new();
    let (mut nodes, mut plies) = (0, 0);
    for line in GAME.lines() {
        match line.split_once(' ') {
            Some(("J", text)) => assert!(board.set_up(text), "{}", text),
            Some(("1", text)) | Some(("2", text)) => {
                if plies % 4 == 0 {
                    let report = Search::new(1).think(&board, Budget::fixed(DEPTH, NODES)).expect("a move");
                    println!("ply {:2}  {}  score {:6}  nodes {:8}", plies, report.best, report.score, report.nodes);
                    nodes += report.nodes;
                }
                board.play(Move::parse(text).expect("a move"));
                plies += 1;
            }
            _ => {}
        }
    }
    println!("nodes {}", nodes);
    eprintln!("{:.0} nodes a second", nodes as f64 / begin.elapsed().as_secs_f64());
}
