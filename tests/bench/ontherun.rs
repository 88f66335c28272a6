//! `make bench GAME=ontherun`: matrix games solved in fixed games of the player against itself, on generated maps.

mod common;
#[path = "../../ontherun.rs"]
#[allow(dead_code)]
mod player;

use jury::rules::game::Game;
use jury::rules::ontherun::Match;
use player::contest::{Budget, Options};
use player::protocol::Session;
use std::collections::VecDeque;

fn main() {
    // The map's seed, and how many turns deep both sides search. A node is a matrix game solved.
    common::run(&[(1, 1), (2, 1), (3, 2), (4, 2), (5, 3)], |(seed, depth)| {
        let mut game = Match::new(jury::rules::map::generate(seed));
        let (text, mut news) = (game.setup().join("\n"), game.opening());
        let mut sides = [0, 1].map(|seat| {
            let map = player::rules::Map::parse(&text).expect("a generated map");
            let options = Options { seconds: 5.0, seed: seed + seat, past: Vec::new(), log: false };
            let mut session = Session::new(map, options);
            session.fixed = Some(Budget::fixed(depth, u64::MAX));
            session
        });
        let mut written = [VecDeque::new(), VecDeque::new()];
        while let Some(seat) = game.to_write().filter(|_| game.turn <= 12) {
            for delivery in news.drain(..) {
                let lines = sides[delivery.to].hear(&delivery.line).expect("a line of the jury");
                written[delivery.to].extend(lines.lines().map(str::to_string));
            }
            let line: String = written[seat].pop_front().expect("an answer");
            news = game.write(&line).expect("a legal line");
        }
        sides.iter().map(|side| side.search.nodes).sum()
    });
}
