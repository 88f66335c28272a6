//! A game of On The Run in memory by the jury's rules, for the tests and the bench.

use jury::rules::game::{Delivery, Game, Rng, Seat};
use jury::rules::map;
use jury::rules::ontherun::Match;
use std::collections::VecDeque;

pub struct Table {
    pub game: Match,
    /// Lines that the sides have not heard yet.
    news: Vec<Delivery>,
    /// By seat: lines written but not yet played.
    written: [VecDeque<String>; 2],
}

impl Table {
    pub fn new(map: map::Map) -> Table {
        let game = Match::new(map);
        Table { news: game.opening(), game, written: Default::default() }
    }

    /// Plays one line. `hear` takes a line for a side and returns the lines that it writes. If a side writes nothing,
    /// the jury's stand-in plays (with `rng`). Returns the game before the line, and the line; `None` at the end.
    pub fn play(
        &mut self,
        rng: Option<&mut Rng>,
        mut hear: impl FnMut(Seat, &str) -> String,
    ) -> Option<(Match, String)> {
        for delivery in self.news.drain(..) {
            self.written[delivery.to].extend(hear(delivery.to, &delivery.line).lines().map(str::to_string));
        }
        let seat = self.game.to_write()?;
        let line = self.written[seat].pop_front().or_else(|| Some(self.game.stand_in(rng?))).expect("an answer");
        let before = self.game.clone();
        self.news =
            self.game.write(&line).unwrap_or_else(|fault| panic!("turn {}: {:?}: {}", before.turn, line, fault));
        Some((before, line))
    }
}
