//! A new game: the files of the template under its name, and its lines in the files that list the games.

use crate::play::entrants::PERSON;
use crate::rules::games;
use crate::run::place;
use crate::text::print::Shown;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// The template's name in its own text, and its title.
const TEMPLATE: [&str; 2] = ["toygame", "Toy Game"];

/// The template's files and where they go; NAME is the game.
const FILES: [(&str, &str); 4] = [
    ("player.rs", "NAME.rs"),
    ("jury.rs", "tests/jury/rules/NAME.rs"),
    ("test.rs", "tests/NAME.rs"),
    ("sample.txt", "tests/samples/NAME/game-01.txt"),
];

/// What is added to files that are there, and the text behind which it goes.
const LINES: [(&str, &str, &str); 5] = [
    ("Makefile", "\nGAMES :=", " NAME"),
    ("tests/Cargo.toml", "\nbin = [\n", "    { name = \"NAME\", path = \"../NAME.rs\", test = false },\n"),
    ("tests/Cargo.toml", "\ntest = [\n", "    { name = \"NAME\", path = \"NAME.rs\" },\n"),
    ("tests/jury/rules/games.rs", "&[Listing] = &[\n", "    crate::rules::NAME::LISTING,\n"),
    ("tests/jury/rules/mod.rs", ", the shortest.\n", "\npub mod NAME;\n"),
];

/// Makes the game in the tree at `root`. Returns the files made or changed. What is refused changes nothing.
pub fn make(root: &Path, name: &str) -> Result<Vec<String>, String> {
    check_name(root, name)?;
    let read = |path: &str| fs::read_to_string(root.join(path)).map_err(|e| format!("{}: {}", path, e));
    // Everything is made in memory first: by its path its kind and text.
    let mut made = BTreeMap::new();
    for (from, to) in FILES {
        let mut text = read(&format!("tests/jury/template/{}", from))?;
        text = text.replace(TEMPLATE[0], name).replace(TEMPLATE[1], name);
        made.insert(to.replace("NAME", name), (place::NEW, text));
    }
    for (path, behind, line) in LINES {
        let text = made.remove(path).map_or_else(|| read(path), |(_, text)| Ok(text))?;
        let at = text.find(behind).ok_or(format!("{}: no {:?}", path, behind))? + behind.len();
        let longer = text[..at].to_string() + &line.replace("NAME", name) + &text[at..];
        made.insert(path.to_string(), (place::READ, longer));
    }
    for (path, (kind, text)) in &made {
        place::folder(place::folder_of(&root.join(path)))?;
        place::write(&root.join(path), kind, text).map_err(|e| e.to_string())?;
    }
    Ok(made.into_keys().collect())
}

/// What cannot name a module of Rust (`match`, `std`) is left to its compiler.
fn check_name(root: &Path, name: &str) -> Result<(), String> {
    let letter = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_';
    let mut places = FILES.iter().map(|(_, to)| root.join(to.replace("NAME", name)));
    let why = match places.find(|path| path.symlink_metadata().is_ok()) {
        _ if !name.starts_with(|c: char| c.is_ascii_lowercase()) || !name.chars().all(letter) || name.len() > 30 => {
            "small letters, digits and _, a letter first, 30 at most".to_string()
        }
        _ if games::is_partner(name) || [TEMPLATE[0], PERSON].contains(&name) => "the word is in use".to_string(),
        Some(path) => format!("{} is there already", path.shown()),
        None => return Ok(()),
    };
    Err(format!("{:?} is no name for a game: {}", name, why))
}
