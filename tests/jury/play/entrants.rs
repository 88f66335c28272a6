//! What the words for a program mean: our player, a partner, a version in git, a source file, or any command.

use crate::rules::game::Listing;
use crate::rules::games;
use crate::run::entrant::{self, Entrant, Made};
use crate::run::files::{beside_us, file_name, ourselves, text_of};
use crate::run::start::ARGUMENTS;
use crate::run::{git, languages, place};
use crate::text::print::one_line;
use crate::text::words::words;
use std::fs;
use std::path::{Path, PathBuf};

/// The word that stands for a person.
pub const PERSON: &str = "human";

/// Words that every player of ours holds, as a source and built: its message about a bad argument. A file that holds
/// them, with a blank between, gets `SECONDS SEED PAST` as arguments. One that holds the third piece too is a plain player,
/// or a copy of one: it gets `SECONDS SEED`. Every other program gets none, as at the contest. They stand in pieces here, so
/// that the jury itself does not hold them.
pub const OURS: [&str; 3] = ["seconds for the whole game", "as the first argument", "a seed as the second"];

/// How many arguments the program takes.
fn arguments(file: &Path) -> usize {
    let bytes = if file.is_file() { fs::read(file).unwrap_or_default() } else { Vec::new() };
    let holds = |words: &str| bytes.windows(words.len()).any(|part| part == words.as_bytes());
    let words = OURS[..2].join(" ");
    match () {
        () if holds(&[&words, OURS[2]].join(", ")) => 2,
        () if holds(&words) => 3,
        () => 0,
    }
}

/// Makes programs of their words, as the manual tells them, each in its folder. An error when there is no such program, or
/// when it may not be run.
pub fn prepare(
    game: &str,
    texts: &[impl AsRef<str>],
    folder: &dyn Fn(usize) -> PathBuf,
) -> Result<Vec<Entrant>, String> {
    if texts.iter().any(|text| named(text.as_ref()).1 == PERSON) {
        return Err(format!("{}: a person plays by `jury human`, against one program", PERSON));
    }
    let mut made = Made::new();
    let mut entrants = Vec::new();
    for (i, text) in texts.iter().enumerate() {
        place::folder(&folder(i))?;
        let folder = place::with_path(&folder(i), folder(i).canonicalize())?;
        entrants.push(one(game, text.as_ref(), &folder, &mut made)?);
    }
    tell_apart(texts, &mut entrants)?;
    Ok(entrants)
}

fn one(game: &str, text: &str, folder: &Path, made: &mut Made) -> Result<Entrant, String> {
    let (name, mut words) = split(text)?;
    let (mut short, lone) = (short(&words), words.len() == 1);
    if lone && games::is_partner(&words[0]) {
        games::check_partner(game, &words[0])?;
        // The second word is the game's name, even if there is a file of that name.
        let program = entrant::copy(&ourselves()?, folder)?;
        let arguments = ARGUMENTS.iter().map(|word| word.to_string());
        words = [program, words[0].clone(), game.to_string()].into_iter().chain(arguments).collect();
    } else {
        if let Some(version) = words[0].strip_prefix("git:") {
            (short, words[0]) = from_git(version, game, folder).map_err(|why| format!("{}: {}", words[0], why))?;
        } else if words[0] == game && !Path::new(game).is_file() {
            words[0] = our_player(game)?;
        }
        // The game's plain player.
        if words[0] == "plain" && !Path::new("plain").is_file() {
            words[0] = format!("tests/starters/{}.rs", game);
        }
        let arguments = &ARGUMENTS[..if lone { arguments(Path::new(&words[0])) } else { 0 }];
        let names = |game: &'static Listing| [&[game.name][..], game.partners].concat();
        words = entrant::command(words, folder, made, &games::TABLE.iter().flat_map(names).collect::<Vec<_>>())?;
        words.extend(arguments.iter().map(|word| word.to_string()));
    }
    Ok(Entrant { name: one_line(&name.unwrap_or(short)), words })
}

/// Splits `NAME=PROGRAM`. A name has letters, digits, `-`, `_`, `.` and `+`. A text that is a file has none.
pub fn named(text: &str) -> (Option<&str>, &str) {
    let is_name = |name: &str| !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || "-_.+".contains(c));
    match text.trim().split_once('=') {
        Some((name, program)) if is_name(name) && !Path::new(text.trim()).is_file() => (Some(name), program.trim()),
        _ => (None, text.trim()),
    }
}

/// The name that somebody gave, and the words. A path may hold blanks and quotes: if all of it is a file, it is one word.
fn split(text: &str) -> Result<(Option<String>, Vec<String>), String> {
    let (name, text) = named(text);
    let words = if Path::new(text).is_file() { vec![text.to_string()] } else { words(text)? };
    Ok((name.map(str::to_string), words))
}

/// The name of a program to which nobody gave one: its file's, or its command's.
fn short(words: &[String]) -> String {
    file_name(Path::new(words.iter().find(|word| Path::new(word).is_file()).unwrap_or(&words[0])))
}

/// Gives different names to programs that have the same: with those of their words that the others lack, or else with their
/// number. An error when two still have the same.
fn tell_apart(texts: &[impl AsRef<str>], entrants: &mut [Entrant]) -> Result<(), String> {
    for numbers in [false, true] {
        let names: Vec<String> = entrants.iter().map(|entrant| entrant.name.clone()).collect();
        let alike = |i: usize| (0..texts.len()).filter(|j| names[i] == names[*j]).collect::<Vec<_>>();
        for i in (0..texts.len()).filter(|i| alike(*i).len() > 1 && named(texts[*i].as_ref()).0.is_none()) {
            let words = |i: usize| split(texts[i].as_ref()).map_or(Vec::new(), |(_, words)| words[1..].to_vec());
            let own = words(i).into_iter().filter(|word| !alike(i).into_iter().all(|j| words(j).contains(word)));
            let words = if numbers { format!("-{}", i + 1) } else { format!(" {}", own.collect::<Vec<_>>().join(" ")) };
            // A table has no room for more.
            if numbers || names[i].chars().count() + words.chars().count() <= 30 {
                entrants[i].name = one_line(format!("{}{}", names[i], words).trim());
            }
        }
    }
    let names: Vec<&str> = entrants.iter().map(|entrant| entrant.name.as_str()).collect();
    match names.iter().enumerate().find(|(i, name)| names[..*i].contains(name)) {
        Some((_, name)) => Err(format!("two programs are called {}: each needs a name of its own", name)),
        None => Ok(()),
    }
}

/// Writes the source file of `REV` or `REV:FILE` into the folder. Returns its name and its path.
fn from_git(version: &str, game: &str, folder: &Path) -> Result<(String, String), String> {
    let (revision, file) = version.split_once(':').unwrap_or((version, ""));
    let file = if file.is_empty() { format!("{}.rs", game) } else { file.to_string() };
    if languages::of(Path::new(&file)).is_none() {
        return Err(format!("{} is no source file: none of {}", file, languages::endings()));
    }
    let (commit, source) = git::version(revision, &file)?;
    let to = folder.join(file_name(Path::new(&file)));
    place::write(&to, place::NEW, source).map_err(|e| e.to_string())?;
    Ok((format!("{}@{}", file, commit), text_of(&to)?))
}

/// Our player: built beside the jury, or its source.
fn our_player(game: &str) -> Result<String, String> {
    let found = [beside_us(game)?, PathBuf::from(format!("{}.rs", game))].into_iter().find(|path| path.is_file());
    text_of(&found.ok_or(format!("{}: no such program, and our player is not built (make build)", game))?)
}
