//! The games by name. A new game is added here alone (`make new` does it).

use crate::rules::game::{Game, Listing, Made, Partner, Rng};
use crate::text::words::meant;

/// Every game that the jury knows.
pub static TABLE: &[Listing] = &[
    crate::rules::pursuit::LISTING,
    crate::rules::symple::LISTING,
    crate::rules::ayu::LISTING,
    crate::rules::lamistra_partners::LISTING,
    crate::rules::spaghetti::LISTING,
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

/// The game that a transcript's `J` lines describe. Of one that always starts alike they are none, or `Start`.
pub fn from_setup(name: &str, setup: &[String]) -> Made<dyn Game> {
    let game = (find(name)?.from_setup)(setup)?;
    let bare = |lines: &[String]| lines.len() < 2 && lines.iter().all(|line| line == "Start");
    if bare(&game.setup()) && !bare(setup) {
        return Err(format!("{} always starts alike, and not like this", name));
    }
    let [wanted, found] = [&game.setup(), setup].map(|all| all.iter().filter(|line| !line.trim().is_empty()).count());
    if wanted < found && !bare(setup) {
        return Err(format!("the start ends behind line {}, but there are {}", wanted, found));
    }
    Ok(game)
}

/// Is the word a style of any game's sparring partners?
pub fn is_partner(word: &str) -> bool {
    TABLE.iter().any(|listing| listing.partners.contains(&word))
}

/// Has the game a sparring partner of that style? If not, the error lists those that it has.
pub fn check_partner(name: &str, style: &str) -> Result<&'static Listing, String> {
    let listing = find(name)?;
    match listing.partners.contains(&style) {
        true => Ok(listing),
        false => Err(format!("{} has no sparring partner {:?}: one of {}", name, style, listing.partners.join(", "))),
    }
}

/// A sparring partner. An error if the game has none of that style.
pub fn partner(name: &str, style: &str, rng: Rng) -> Made<dyn Partner> {
    (check_partner(name, style)?.partner)(style, rng)
}

/// The seats' names from the game's title: `Ayu (2015); White and Black`.
pub fn seats(game: &str) -> [String; 2] {
    let title = find(game).map_or("", |listing| listing.title);
    let sides = title.split_once("; ").and_then(|(_, sides)| sides.split_once(" and "));
    let (first, second) = sides.unwrap_or(("first mover", "second mover"));
    [first, second].map(|side| {
        let mut letters = side.trim_start_matches("the ").chars();
        letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
    })
}

/// The game's title without its seats.
pub fn title(game: &str) -> &str {
    let title = find(game).map_or(game, |listing| listing.title);
    title.split("; ").next().unwrap_or(title)
}
