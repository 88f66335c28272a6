//! `make bench GAME=ontherun`: matrix games solved in fixed games of the player against itself, on generated maps.

mod common;
#[path = "../../ontherun.rs"]
#[allow(dead_code)]
mod player;
#[path = "../ontherun/table.rs"]
mod table;

use jury::rules::game::Game;
use player::contest::{Budget, Options};
use player::protocol::Session;

fn main() {
    // The map's seed, and how many turns deep both sides search. A node is a matrix game solved.
    common::run(&[(1, 1), (2, 1), (3, 2), (4, 2), (5, 3)], |(seed, depth)| {
        let mut table = table::Table::new(jury::rules::map::generate(seed));
        let text = table.game.setup().join("\n");
        let mut sides = [0, 1].map(|seat| {
            let map = player::rules::Map::parse(&text).expect("a generated map");
            let options = Options { seconds: 5.0, seed: seed + seat, past: Vec::new(), log: false };
            let mut session = Session::new(map, options);
            session.fixed = Some(Budget::fixed(depth, u64::MAX));
            session
        });
        let mut hear = |seat: usize, line: &str| sides[seat].hear(line).expect("a line of the jury").to_string();
        while table.game.to_write().is_some() && table.game.turn <= 12 {
            table.play(None, &mut hear);
        }
        sides.iter().map(|side| side.search.nodes).sum()
    });
}
