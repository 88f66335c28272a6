//! The games by name. A new game is added here alone (`make new` does it).

use crate::game::{Game, Listing, Made, Partner, Rng};
use crate::options::meant;

/// Every game that the jury knows.
pub static TABLE: &[Listing] = &[
    crate::ontherun::LISTING,
    crate::symple::LISTING,
    crate::ayu::LISTING,
    crate::lamistra::LISTING,
    crate::spaghetti::LISTING,
];

/// The names in the order of the table.
pub fn names() -> Vec<&'static str> {
    TABLE.iter().map(|listing| listing.name).collect()
}

/// A game by its name. If there is none of that name, the error lists the names.
pub fn find(name: &str) -> Result<&'static Listing, String> {
    let found = TABLE.iter().find(|listing| listing.name == name);
    let meant = || meant(name, names().into_iter());
    found.ok_or_else(|| format!("no game {:?}: one of {}{}", name, names().join(", "), meant()))
}

/// A new game whose start (map, tiles) follows from the seed alone.
pub fn new(name: &str, seed: u64) -> Made<dyn Game> {
    find(name).map(|listing| (listing.new)(seed))
}

/// The game that a transcript's `J` lines describe.
pub fn from_setup(name: &str, setup: &[String]) -> Made<dyn Game> {
    (find(name)?.from_setup)(setup)
}

/// Is the word a style of any game's sparring partners?
pub fn is_partner(word: &str) -> bool {
    TABLE.iter().any(|listing| listing.partners.contains(&word))
}

/// Has the game a sparring partner of that style? If not, the error lists those that it has.
pub fn check_partner(name: &str, style: &str) -> Result<(), String> {
    let partners = find(name)?.partners;
    if partners.contains(&style) {
        Ok(())
    } else {
        Err(format!("{} has no sparring partner {:?}: one of {}", name, style, partners.join(", ")))
    }
}

/// A sparring partner. An error if the game has none of that style.
pub fn partner(name: &str, style: &str, rng: Rng) -> Made<dyn Partner> {
    check_partner(name, style)?;
    (find(name)?.partner)(style, rng)
}
