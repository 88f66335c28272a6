//! Sparring partners for any game without secrets, made of its rules alone; and the loop in which a partner speaks.

use crate::rules::game::{Game, Made, Partner, Rng, Seat};
use std::collections::VecDeque;
use std::io::{self, BufRead, Write};

/// What these partners and the players' tests need of a game. For the partners nothing in it may be hidden: each line of
/// one side comes to the other as it is, and after the setup the first mover gets `Start`.
pub trait Open: Game + Clone + 'static {
    /// How many lines of `Game::setup` both sides read before the first move.
    const SETUP_LINES: usize = 0;
    /// The game at its start, after these lines.
    fn from_setup(setup: &[String]) -> Result<Self, String>;
    /// Lines that the seat `to_write()` may write: all legal ones if they can be listed, otherwise some, drawn by
    /// chance. Empty only when the game is over. By default `choices`.
    fn candidates(&self, _rng: &mut Rng) -> Vec<String> {
        self.choices().unwrap_or_default()
    }
    /// How much a partner of that style likes the position that its move leaves, in any unit. By default the points.
    fn taste(&self, _style: &str, seat: Seat) -> f64 {
        f64::from(self.points()[seat] - self.points()[1 - seat])
    }
    /// What a random partner writes. By default every candidate is equally likely.
    fn any(&self, rng: &mut Rng) -> Option<String> {
        let lines = self.candidates(rng);
        (!lines.is_empty()).then(|| rng.pick(&lines).clone())
    }
}

/// A partner of a style. `random` writes `Open::any`, any other style the candidate that its `Open::taste` likes best.
pub fn partner<G: Open>(style: &str, rng: Rng) -> Made<dyn Partner> {
    let game = if G::SETUP_LINES == 0 { Some(G::from_setup(&[])?) } else { None };
    let (setup, past, style) = (Vec::new(), VecDeque::new(), style.to_string());
    Ok(Box::new(Sparring::<G> { game, setup, seat: None, past, style, rng }))
}

struct Sparring<G> {
    /// `None` until the setup is complete.
    game: Option<G>,
    setup: Vec<String>,
    seat: Option<Seat>,
    /// Lines to write before any of its own.
    past: VecDeque<String>,
    style: String,
    rng: Rng,
}

impl<G: Open> Partner for Sparring<G> {
    fn remember(&mut self, past: Vec<String>) {
        self.past = past.into();
    }

    fn hear(&mut self, line: &str) -> Result<Vec<String>, String> {
        let Some(game) = &mut self.game else {
            self.setup.push(line.to_string());
            if self.setup.len() == G::SETUP_LINES {
                self.game = Some(G::from_setup(&self.setup)?);
            }
            return Ok(Vec::new());
        };
        if self.seat.is_none() && line == "Start" {
            self.seat = game.to_write();
        } else {
            // The first move is heard by the side that did not make it.
            self.seat = self.seat.or(game.to_write().map(|seat| 1 - seat));
            game.write(line).map_err(|fault| format!("{:?} is {}", line, fault))?;
        }
        let mut answer = Vec::new();
        while let Some(seat) = game.to_write().filter(|&seat| self.seat == Some(seat)) {
            let line = self.past.pop_front().or_else(|| match self.style.as_str() {
                "random" => game.any(&mut self.rng),
                style => best(game, seat, style, &mut self.rng),
            });
            let line = line.ok_or("no legal line, though the game goes on")?;
            game.write(&line).map_err(|fault| format!("the partner's own {:?} is {}", line, fault))?;
            answer.push(line);
        }
        Ok(answer)
    }
}

/// The best candidate for the seat by the style's taste.
fn best<G: Open>(game: &G, seat: Seat, style: &str, rng: &mut Rng) -> Option<String> {
    let mut lines = game.candidates(rng);
    rng.shuffle(&mut lines);
    // `max_by` takes the last of equal ones. The shuffle made that one random.
    let valued = lines.into_iter().filter_map(|line| Some((after(game, &line)?.taste(style, seat), line)));
    valued.max_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, line)| line)
}

/// The game after a line; `None` if it is refused.
pub fn after<G: Open>(game: &G, line: &str) -> Option<G> {
    let mut after = game.clone();
    after.write(line).is_ok().then_some(after)
}

/// Plays one side over stdin and stdout until `Quit`, the end of the input or of the game, or until nobody reads.
pub fn serve(mut partner: Box<dyn Partner>) -> Result<(), String> {
    for line in io::stdin().lock().lines() {
        let line = line.map_err(|e| e.to_string())?;
        let heard = line.trim();
        if heard == "Quit" {
            break;
        }
        if heard.is_empty() {
            continue;
        }
        for line in partner.hear(heard)? {
            let mut stdout = io::stdout();
            if writeln!(stdout, "{}", line).and_then(|()| stdout.flush()).is_err() {
                return Ok(());
            }
        }
        if partner.done() {
            break;
        }
    }
    Ok(())
}
