//! The five games by name: the one place to extend when a game is added.

use crate::game::{Game, Partner, Rng, Style};
use crate::{ayu, lamistra, ontherun, spaghetti, symple};

pub const NAMES: [&str; 5] = ["ontherun", "symple", "ayu", "lamistra", "spaghetti"];

/// The contest's seconds for a whole game.
pub fn seconds(name: &str) -> f64 {
    if name == "ontherun" {
        5.0
    } else {
        30.0
    }
}

/// A new game whose start (map, tiles) follows from the seed alone.
pub fn new(name: &str, seed: u64) -> Result<Box<dyn Game>, String> {
    let mut rng = Rng(seed);
    Ok(match name {
        "ontherun" => Box::new(ontherun::Match::new(crate::map::generate(seed))),
        "symple" => Box::new(symple::Match::new()),
        "ayu" => Box::new(ayu::Match::new()),
        "lamistra" => Box::new(lamistra::Match::new()),
        "spaghetti" => Box::new(spaghetti::Match::new(spaghetti::draw_tiles(&mut rng))),
        _ => return Err(format!("no game \"{}\": one of {}", name, NAMES.join(", "))),
    })
}

/// The game that a transcript's `J` lines describe.
pub fn from_setup(name: &str, setup: &[String]) -> Result<Box<dyn Game>, String> {
    Ok(match name {
        "ontherun" => Box::new(ontherun::Match::from_setup(setup)?),
        "symple" => Box::new(symple::Match::new()),
        "ayu" => Box::new(ayu::Match::new()),
        "lamistra" => Box::new(lamistra::Match::new()),
        "spaghetti" => Box::new(spaghetti::Match::from_setup(setup)?),
        _ => return Err(format!("no game \"{}\": one of {}", name, NAMES.join(", "))),
    })
}

/// A sparring partner; an error when the game has none of that style.
pub fn partner(name: &str, style: Style, rng: Rng) -> Result<Box<dyn Partner>, String> {
    match name {
        "ontherun" => ontherun::partner(style, rng),
        "symple" => symple::partner(style, rng),
        "ayu" => ayu::partner(style, rng),
        "lamistra" => lamistra::partner(style, rng),
        "spaghetti" => spaghetti::partner(style, rng),
        _ => Err(format!("no game \"{}\": one of {}", name, NAMES.join(", "))),
    }
}
