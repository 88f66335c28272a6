//! `make bench GAME=ontherun`: matrix games solved in fixed games of the player against itself, on generated maps, to a
//! fixed depth.

#[path = "common.rs"]
mod common;

#[path = "../../ontherun.rs"]
#[allow(dead_code)]
mod player;

#[path = "../ontherun/table.rs"]
mod table;

use jury::rules::game::Game;
use jury::rules::map;
use player::contest::{Budget, Options};
use player::protocol::Session;
use player::rules::Map;
use table::Table;

/// The map's seed, and how many turns deep both sides search.
const GAMES: [(u64, i32); 5] = [(1, 1), (2, 1), (3, 2), (4, 2), (5, 3)];

const TURNS: usize = 12;

/// A game's nodes: a node is a matrix game solved.
fn play((seed, depth): (u64, i32)) -> (String, u64) {
    let mut table = Table::new(map::generate(seed));
    let text = table.game.setup().join("\n");
    let mut sides = [0, 1].map(|seat| {
        let map = Map::parse(&text).expect("a generated map");
        let mut session = Session::new(map, Options { seconds: 5.0, seed: seed + seat, past: Vec::new(), log: false });
        session.fixed = Some(Budget::fixed(depth, u64::MAX));
        session
    });
    let mut hear = |seat: usize, line: &str| sides[seat].hear(line).expect("a line of the jury").to_string();
    while table.game.to_write().is_some() && table.game.turn <= TURNS {
        table.play(None, &mut hear);
    }
    let both = sides.iter().map(|s| s.search.nodes).sum();
    (format!("map {}  depth {}  turns {:2}", seed, depth, table.game.turn), both)
}

fn main() {
    common::run(&GAMES, &[], play);
}
