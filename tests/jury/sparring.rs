//! Sparring partners for any game without secrets, made of its rules alone.

use crate::game::{Game, Made, Partner, Rng, Seat};

/// What these partners need of a game. Nothing in it is hidden, each line that one side writes comes to the other as it
/// is, and the first mover's first line of all, or the first after the setup, is `Start`.
pub trait Open: Game + Clone + 'static {
    /// Lines of the jury that both sides read before the first move; `Game::setup` gives the same.
    const SETUP_LINES: usize;
    /// Are all legal lines listed, here and by the player? Where moves are too many for that, the tests ask the rules about
    /// each line that is listed instead of comparing the lists.
    const COMPLETE: bool = true;
    /// The game at its start, after these lines.
    fn from_setup(setup: &[String]) -> Result<Self, String>;
    /// What the seat `to_write()` may write: every legal line where they can be listed, otherwise some legal lines, drawn
    /// by chance. Empty when the game is over, and only then.
    fn candidates(&self, rng: &mut Rng) -> Vec<String>;
    /// How good the position is for the seat, in any unit. A greedy partner writes the line that makes the most of it.
    fn value(&self, seat: Seat) -> f64;
}

/// The partner of a style that `STYLES` lists.
pub fn partner<G: Open>(style: &str, rng: Rng) -> Made<dyn Partner> {
    let mut sparring = Sparring::<G> { game: None, setup: Vec::new(), seat: None, greedy: style == "greedy", rng };
    sparring.set_up()?;
    Ok(Box::new(sparring))
}

/// `random`: any of the candidates, equally likely; `greedy`: one of those with the best value after it.
pub const STYLES: &[&str] = &["random", "greedy"];

struct Sparring<G> {
    /// `None` until the setup is complete.
    game: Option<G>,
    setup: Vec<String>,
    seat: Option<Seat>,
    greedy: bool,
    rng: Rng,
}

impl<G: Open> Sparring<G> {
    fn set_up(&mut self) -> Result<(), String> {
        if self.setup.len() == G::SETUP_LINES {
            self.game = Some(G::from_setup(&self.setup)?);
        }
        Ok(())
    }
}

impl<G: Open> Partner for Sparring<G> {
    fn hear(&mut self, line: &str) -> Result<Vec<String>, String> {
        let Some(game) = &mut self.game else {
            self.setup.push(line.to_string());
            return self.set_up().map(|()| Vec::new());
        };
        if self.seat.is_none() && line == "Start" {
            self.seat = game.to_write();
        } else {
            // Who hears a move before anything else is not the one that made it.
            self.seat = self.seat.or(game.to_write().map(|seat| 1 - seat));
            game.write(line).map_err(|fault| format!("{:?} is {}", line, fault))?;
        }
        let mut answer = Vec::new();
        while let Some(seat) = game.to_write().filter(|&seat| self.seat == Some(seat)) {
            let mut lines = game.candidates(&mut self.rng);
            self.rng.shuffle(&mut lines);
            if self.greedy {
                let value = |line: &String| {
                    let mut after = game.clone();
                    after.write(line).map_or(f64::NEG_INFINITY, |_| after.value(seat))
                };
                let mut valued: Vec<(f64, String)> = lines.into_iter().map(|line| (value(&line), line)).collect();
                // Stable: among equal ones the dice have decided.
                valued.sort_by(|a, b| b.0.total_cmp(&a.0));
                lines = valued.into_iter().map(|(_, line)| line).collect();
            }
            let line = lines.into_iter().next().ok_or("no legal line, though the game goes on")?;
            game.write(&line).map_err(|fault| format!("the partner's own {:?} is {}", line, fault))?;
            answer.push(line);
        }
        Ok(answer)
    }
}
