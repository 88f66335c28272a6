//! Sparring partners: legal from the first line to the last, and each different from the others.

use super::prelude::*;
use jury::rules::{map, pursuit, symple};
use std::collections::VecDeque;

/// Plays a game by the rules. Returns all lines and the points; panics at the first illegal line.
fn lines_of(name: &str, mut game: Box<dyn Game>, styles: [&str; 2], seed: u64) -> (Vec<String>, [i32; 2]) {
    let mut sides = [0, 1].map(|seat| match (styles[seat], Rng(seed + seat as u64)) {
        // In memory it has its map from us, not from a file.
        (style, rng) if name == "ontherun" => pursuit::partner_on(map::Map::parse(&game.setup()).unwrap(), style, rng),
        (style, rng) => games::partner(name, style, rng).unwrap(),
    });
    let mut written = [VecDeque::new(), VecDeque::new()];
    let (mut news, mut all) = (game.opening(), Vec::new());
    while let Some(seat) = {
        for delivery in news.drain(..) {
            written[delivery.to].extend(sides[delivery.to].hear(&delivery.line).unwrap());
        }
        game.to_write()
    } {
        let line: String = written[seat].pop_front().unwrap_or_else(|| panic!("{} {:?} is silent", name, styles));
        news = game.write(&line).unwrap_or_else(|why| panic!("{} {:?} {}: {:?} is {}", name, styles, seed, line, why));
        all.push(line);
    }
    (all, game.points())
}

#[test]
fn every_partner_plays_legal_games_in_a_way_of_its_own() {
    for listing in games::TABLE {
        let name = listing.name;
        let (mut games, mut alike) = (BTreeMap::new(), Vec::new());
        for (i, style) in listing.partners.iter().enumerate() {
            let both = [([*style, "random"], 3), (["random", *style], 4)];
            let games_of = both.map(|(styles, seed)| lines_of(name, (listing.new)(seed), styles, 8));
            let [[a, b], [c, d]] = games_of.each_ref().map(|game| game.1);
            assert!(*style != "greedy" || a + d > b + c, "{}: greedy loses to random", name);
            if (name, *style) == ("symple", "mirror") {
                let [(column, row), answer] = [0, 1].map(|i| symple::parse_move(&games_of[1].0[i]).unwrap()[0]);
                assert_eq!(answer, (14 - column, 14 - row), "the opposite point");
            }
            alike.extend(games.insert(games_of, *style).map(|other| [other, style]));
            lines_of(name, (listing.new)(i as u64), [*style, *style], i as u64);
        }
        // Against a random side two of them may well find the same moves.
        assert!(alike.len() < 2, "{}: alike {:?}", name, alike);
    }
    // Lamistra's jury ends a program by X. The input stays open.
    scratch("dismissed").says("mkfifo p; exec 3<>p; echo X >&3; timeout 60 $J random lamistra <p", 0, "");
}
