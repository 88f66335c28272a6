//! Sparring partners for any game without secrets, made of its rules alone; and how any partner speaks with the jury.

use crate::game::{Game, Made, Partner, Rng, Seat};
use std::io::{self, BufRead, Write};

/// What these partners need of a game. Nothing in it is hidden, each line that one side writes comes to the other as it
/// is, and the first mover's first line of all, or the first after the setup, is `Start`.
pub trait Open: Game + Clone + 'static {
    /// Lines of the jury that both sides read before the first move; `Game::setup` gives the same.
    const SETUP_LINES: usize;
    /// The game at its start, after these lines.
    fn from_setup(setup: &[String]) -> Result<Self, String>;
    /// What the seat `to_write()` may write: every legal line where they can be listed, otherwise some legal lines, drawn
    /// by chance. Empty when the game is over, and only then.
    fn candidates(&self, rng: &mut Rng) -> Vec<String>;
    /// Are all legal lines of this position listed, here and by the player? Where they are too many (in a first line of two
    /// cells, say, or always), the tests ask the rules about each line that is listed instead of comparing the lists.
    fn complete(&self) -> bool {
        true
    }
    /// How good the position is for the seat, in any unit. A greedy partner writes the line that makes the most of it.
    fn value(&self, seat: Seat) -> f64;
    /// What a random partner writes: by default any of the candidates, equally likely.
    fn any(&self, rng: &mut Rng) -> Option<String> {
        let lines = self.candidates(rng);
        (!lines.is_empty()).then(|| rng.pick(&lines).clone())
    }
}

/// `random`: see `Open::any`; `greedy`: one of the candidates with the best value after it; and, for games with few enough
/// of them, `careful`: one of those with the best value after the other side's best answer.
pub const STYLES: &[&str] = &["random", "greedy"];

/// The partner of one of these styles.
pub fn partner<G: Open>(style: &str, rng: Rng) -> Made<dyn Partner> {
    let mut sparring = Sparring::<G> { game: None, setup: Vec::new(), seat: None, style: style.to_string(), rng };
    sparring.set_up()?;
    Ok(Box::new(sparring))
}

struct Sparring<G> {
    /// `None` until the setup is complete.
    game: Option<G>,
    setup: Vec<String>,
    seat: Option<Seat>,
    style: String,
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
            let line = match self.style.as_str() {
                "random" => game.any(&mut self.rng),
                style => best(game, seat, style == "careful", &mut self.rng),
            };
            let line = line.ok_or("no legal line, though the game goes on")?;
            game.write(&line).map_err(|fault| format!("the partner's own {:?} is {}", line, fault))?;
            answer.push(line);
        }
        Ok(answer)
    }
}

/// What the greedy partner would write: `Game::advice` of a game without secrets.
pub fn advice<G: Open>(game: &G, rng: &mut Rng) -> Option<String> {
    best(game, game.to_write()?, false, rng)
}

/// One of the candidates after which the seat has the most: at once, or after the other side's best answer.
fn best<G: Open>(game: &G, seat: Seat, careful: bool, rng: &mut Rng) -> Option<String> {
    let mut lines = game.candidates(rng);
    rng.shuffle(&mut lines);
    let value = |line: &String| {
        let after = after(game, line)?;
        let replies = if careful && after.to_write() == Some(1 - seat) { after.candidates(rng) } else { Vec::new() };
        let values = replies.iter().filter_map(|reply| Some(self::after(&after, reply)?.value(seat)));
        Some(values.reduce(f64::min).unwrap_or_else(|| after.value(seat)))
    };
    let values: Vec<Option<f64>> = lines.iter().map(value).collect();
    // The last of equal ones: the dice have decided.
    let valued = lines.into_iter().zip(values).filter_map(|(line, value)| Some((value?, line)));
    valued.max_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, line)| line)
}

fn after<G: Open>(game: &G, line: &str) -> Option<G> {
    let mut after = game.clone();
    after.write(line).is_ok().then_some(after)
}

/// Plays one side over stdin and stdout until `Quit` or the end of the input, until the game is over for it, or until nobody
/// reads. Instead of each of its lines it writes what `written` makes of it and of the line that was heard before.
pub fn serve(
    mut partner: Box<dyn Partner>,
    mut written: impl FnMut(&str, String) -> Vec<String>,
) -> Result<(), String> {
    for line in io::stdin().lock().lines() {
        let line = line.map_err(|e| e.to_string())?;
        let heard = line.trim();
        if heard == "Quit" {
            break;
        }
        if heard.is_empty() {
            continue;
        }
        for line in partner.hear(heard)?.into_iter().flat_map(|line| written(heard, line)) {
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
