//! Sparring partners of Lamistra: strangers with styles of their own. Each is a way to move and a way to name roles.
//! `lamistra.rs` models none of them. Beside `random` and `greedy`, which looks one ply ahead, they are ways to wait:
//!
//! - `home`: waits behind its own front rows, strikes back; bombs first.
//! - `stand`: comes near, stands, strikes back; the lowest role that holds.
//! - `circle`: walks in circles in front, strikes back; the highest role.
//! - `safe`: goes only where nothing can attack it, and never attacks; roles by lot.

use crate::rules::game::{Game, Listing, Made, Partner, Rng, Seat};
use crate::rules::lamistra::{beside, cell_name, fight, read_move, role_index, Cell, Match};
use std::cmp::Ordering;
use std::collections::VecDeque;

pub const LISTING: Listing = Listing {
    name: "lamistra",
    title: "Lamistra (2005); Red and Blue",
    seconds: 30.0,
    partners: &["random", "greedy", "home", "stand", "circle", "safe"],
    new: |_| Box::new(Match::new()),
    from_setup: |_| Ok(Box::new(Match::new())),
    partner,
};

struct Sparring {
    game: Match,
    style: String,
    rng: Rng,
    seat: Option<Seat>,
    /// What we answered to an attack: the attacker's role comes first.
    answer: Option<String>,
    /// Lines to write before any of its own.
    past: VecDeque<String>,
    /// The ply of our last visit to each cell.
    visited: [[usize; 7]; 7],
    dismissed: bool,
}

/// The rough worth of a role in riders, for a search of one ply.
fn worth(role: char) -> f64 {
    [100.0, 3.0, 10.0, 8.0, 6.0, 5.0, 1.0, 3.0][role_index(role)]
}

/// What a fight brings the attacker, in the unit of `worth`.
fn gain(attacker: char, defender: char) -> f64 {
    match fight(attacker, defender) {
        Ordering::Greater => worth(defender),
        Ordering::Equal => worth(defender) - worth(attacker),
        Ordering::Less => -worth(attacker),
    }
}

impl Sparring {
    /// Roles that a piece may take, without the flag while there is another: to name it loses.
    fn roles(&self, cell: Cell, attacks: bool) -> Vec<char> {
        let mut all = self.game.legal_roles(cell, attacks);
        if all.len() > 1 {
            all.retain(|role| *role != 'V');
        }
        all
    }

    /// The role for an own piece in a fight, and what we can expect of that fight.
    fn choose_role(&mut self, from: Cell, to: Cell, attacks: bool) -> (char, f64) {
        let (own, other) = if attacks { (from, to) } else { (to, from) };
        let (mine, theirs) = (self.roles(own, attacks), self.roles(other, !attacks));
        let expected = |role: char| -> f64 {
            let one = |other: char| if attacks { gain(role, other) } else { -gain(other, role) };
            theirs.iter().map(|&other| one(other)).sum::<f64>() / theirs.len() as f64
        };
        // How much the style likes a role. A preference outweighs what is expected.
        let likes = |role: char| match self.style.as_str() {
            // Who waits beats a known piece with the cheapest role that does.
            "home" | "stand" | "circle" if theirs.len() == 1 && expected(role) > 0.0 => 200.0 - worth(role),
            // Its own order, bombs first or the highest first; an attacker's bombs are not legal.
            "home" => -100.0 * "BGOLMRSV".find(role).unwrap_or(0) as f64,
            "circle" => -100.0 * "GOLMRSBV".find(role).unwrap_or(0) as f64,
            // The cheapest of those that do not lose on average.
            "stand" if expected(role) >= 0.0 => 100.0 - worth(role),
            _ => expected(role),
        };
        let role = match self.style.as_str() {
            "random" | "safe" => *self.rng.pick(&mine),
            _ => mine.iter().copied().max_by(|&a, &b| likes(a).total_cmp(&likes(b))).unwrap_or('V'),
        };
        (role, expected(role))
    }

    /// The same role as it is written, of the past if there is one.
    fn name_role(&mut self, from: Cell, to: Cell, attacks: bool) -> String {
        self.past.pop_front().unwrap_or_else(|| self.choose_role(from, to, attacks).0.to_string())
    }

    /// The worth of a move in no unit: only the order matters.
    fn rate(&mut self, from: Cell, to: Cell) -> f64 {
        let side = self.game.side();
        let at = |cell: Cell, other: bool| self.game.piece(cell).filter(|piece| (piece.side == side) != other);
        let forward = |cell: Cell| if side == 0 { cell.1 as f64 } else { 6.0 - cell.1 as f64 };
        let fresh = at(from, false).is_some_and(|piece| !piece.moved && piece.role.is_none());
        let is_front =
            |x: &usize| [(*x, 3), (*x, if side == 0 { 4 } else { 2 })].iter().any(|c| at(*c, false).is_some());
        let own_front = (0..7).filter(is_front).count();
        let danger = beside(to).iter().any(|cell| at(*cell, true).is_some());
        let count = |is: bool| f64::from(u8::from(is));
        let wait = -2.0 * forward(from) - 0.5 * forward(to) - 10.0 * count(danger);
        if let Some(target) = self.game.piece(to) {
            let expected = self.choose_role(from, to, true).1;
            return match self.style.as_str() {
                "random" => 0.0,
                "home" | "stand" | "circle" if target.role.is_some() && expected > 0.0 => 100.0 + expected,
                "home" | "stand" | "circle" | "safe" => -100.0,
                _ => expected,
            };
        }
        match self.style.as_str() {
            "random" => 0.0,
            "safe" => -10.0 * count(danger) - count(fresh),
            // Four pieces come to the middle and stand there; the others walk behind them.
            "stand" if !danger && forward(from) < 3.0 && forward(to) == 3.0 && own_front < 4 => 10.0,
            "stand" if forward(from) >= 3.0 => -20.0,
            // The cell that it has not seen for longest, in front of its own rows.
            "circle" if forward(to) < 2.0 || forward(to) > 3.0 || fresh && own_front >= 3 => wait - 500.0,
            "circle" => -(self.visited[to.0][to.1] as f64) - 500.0 * count(danger),
            "home" | "stand" => wait,
            _ => 0.1 * (forward(to) - forward(from)) - 0.2 * count(fresh),
        }
    }

    /// The lines of our move: none when the game is over or the other side is on turn.
    fn think(&mut self) -> Vec<String> {
        if self.game.to_write() != self.seat {
            return Vec::new();
        }
        let mut moves = self.game.legal_moves();
        // `max_by` takes the last of equal ones. The shuffle makes that one random.
        self.rng.shuffle(&mut moves);
        let rated: Vec<(f64, (Cell, Cell))> = moves.into_iter().map(|mv| (self.rate(mv.0, mv.1), mv)).collect();
        let best = rated.into_iter().max_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, mv)| mv);
        let past = self.past.pop_front().and_then(|line| read_move(&line).ok());
        let (from, to) = past.or(best).expect("a side without a move has lost");
        self.visited[to.0][to.1] = self.game.ply;
        let mut lines = vec![format!("{}-{}", cell_name(from), cell_name(to))];
        if self.game.piece(to).is_some() {
            lines.push(self.name_role(from, to, true));
        }
        // They cannot be illegal: own moves come from `legal_moves`.
        lines.iter().for_each(|line| drop(self.game.write(line)));
        lines
    }

    fn apply(&mut self, line: &str) -> Result<(), String> {
        self.game.write(line).map(|_| ()).map_err(|fault| format!("cannot use {:?}: {}", line, fault))
    }
}

impl Partner for Sparring {
    fn remember(&mut self, past: Vec<String>) {
        self.past = past.into();
    }

    fn hear(&mut self, line: &str) -> Result<Vec<String>, String> {
        if line == "X" {
            self.dismissed = true;
            return Ok(Vec::new());
        }
        if self.seat.is_none() {
            self.seat = Some(usize::from(line != "Start"));
        }
        if line != "Start" {
            self.apply(line)?;
        }
        if let Some(own_role) = self.answer.take() {
            self.apply(&own_role)?;
        } else if let Some((from, to)) = self.game.fight_cells() {
            self.answer = Some(self.name_role(from, to, false));
            return Ok(self.answer.iter().cloned().collect());
        }
        Ok(self.think())
    }

    fn done(&self) -> bool {
        self.dismissed || self.game.to_write().is_none()
    }
}

pub fn partner(style: &str, rng: Rng) -> Made<dyn Partner> {
    let (game, style, past, visited) = (Match::new(), style.to_string(), VecDeque::new(), [[0; 7]; 7]);
    Ok(Box::new(Sparring { game, style, rng, seat: None, answer: None, past, visited, dismissed: false }))
}
