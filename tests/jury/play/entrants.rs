//! What the words for a program mean: our player, a partner, a version in git, a source file, or any command.

use crate::rules::game::{Listing, Rng};
use crate::rules::games;
use crate::run::entrant::{self, Entrant, Made};
use crate::run::files::{beside_us, file_name, ourselves, text_of};
use crate::run::start::ARGUMENTS;
use crate::run::{git, languages, place};
use crate::text::print::{self, one_line, Shown};
use crate::text::words::words;
use std::fs;
use std::path::{Path, PathBuf};

/// The word that stands for a person.
pub const PERSON: &str = "human";

/// Words that every player of ours holds, as a source and built: its message about a bad argument. A file that holds
/// them, with a blank between, gets `SECONDS SEED PAST` as arguments. Every other program gets none, as at the contest.
/// They stand in two pieces here, so that the jury itself does not hold them.
pub const OURS: [&str; 2] = ["seconds for the whole game", "as the first argument"];

fn is_ours(file: &Path) -> bool {
    let words = OURS.join(" ");
    file.is_file() && fs::read(file).is_ok_and(|bytes| bytes.windows(words.len()).any(|w| w == words.as_bytes()))
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
    let is_own = |i: &usize| !games::is_partner(named(texts[*i].as_ref()).1);
    let bytes: Vec<_> = (0..texts.len()).map(|i| copied(&folder(i)).filter(|_| is_own(&i))).collect();
    for (i, j) in (0..texts.len()).flat_map(|j| (0..j).map(move |i| (i, j))) {
        if bytes[i].is_some() && bytes[i] == bytes[j] {
            let both = format!("{} and {} are the same file, byte for byte", entrants[i].name, entrants[j].name);
            print::err(&format!("{} (git:last is the version before the last change)\n", both));
        }
    }
    Ok(entrants)
}

/// The bytes of a program in the folder that it was copied to: of its source, if it has one. `None` of a command.
pub fn copied(folder: &Path) -> Option<Vec<u8>> {
    let mut files: Vec<PathBuf> = fs::read_dir(folder).ok()?.flatten().map(|entry| entry.path()).collect();
    files.sort_by_key(|file| languages::of(file).is_none());
    fs::read(files.first()?).ok()
}

fn one(game: &str, text: &str, folder: &Path, made: &mut Made) -> Result<Entrant, String> {
    let (name, mut words) = split(text)?;
    let (mut short, lone) = (short(&words), words.len() == 1);
    if lone && games::is_partner(&words[0]) {
        games::check_partner(game, &words[0])?;
        // The second word is the game's name, even if there is a file of that name.
        let remembers = games::partner(game, &words[0], Rng(0)).is_ok_and(|mut one| one.remember(Vec::new()));
        let program = entrant::copy(&ourselves()?, folder)?;
        let arguments = ARGUMENTS[..if remembers { 3 } else { 2 }].iter().map(|word| word.to_string());
        words = [program, words[0].clone(), game.to_string()].into_iter().chain(arguments).collect();
    } else {
        if let Some(version) = words[0].strip_prefix("git:") {
            (short, words[0]) = from_git(version, game, folder).map_err(|why| format!("{}: {}", words[0], why))?;
        } else if words[0] == game && !Path::new(game).is_file() {
            words[0] = our_player(game)?;
        }
        let arguments = &ARGUMENTS[..if lone && is_ours(Path::new(&words[0])) { 3 } else { 0 }];
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

/// The name of a program to which nobody gave one: its file, or the first file or the last word behind its command.
fn short(words: &[String]) -> String {
    let (first, rest) = (&words[0], &words[1..]);
    let is_plain = |word: &&String| word.chars().all(|c| c.is_alphanumeric() || "-_.+".contains(c));
    let file = rest.iter().find(|word| Path::new(word).is_file());
    let last = || rest.last().filter(is_plain).filter(|word| !word.starts_with('-'));
    match languages::of(Path::new(first)) {
        // Of a source with arguments they are added to tell it from another.
        Some(_) if !rest.is_empty() => Path::new(first).file_stem().unwrap_or_default().shown(),
        None if !first.contains('/') && !Path::new(first).is_file() => {
            file_name(Path::new(file.or_else(last).unwrap_or(first)))
        }
        _ => file_name(Path::new(first)),
    }
}

/// Gives different names to programs that have the same: behind each come the words that the others do not have, or a number.
/// An error when a person gave the same name twice.
fn tell_apart(texts: &[impl AsRef<str>], entrants: &mut [Entrant]) -> Result<(), String> {
    let texts: Vec<&str> = texts.iter().map(AsRef::as_ref).collect();
    let given: Vec<&str> = texts.iter().filter_map(|text| named(text).0).collect();
    if let Some(name) = given.iter().enumerate().find_map(|(i, name)| given[..i].contains(name).then_some(name)) {
        return Err(format!("two programs are called {}: each needs a name of its own", name));
    }
    let words: Vec<Vec<String>> = texts.iter().map(|text| split(text).map_or(Vec::new(), |both| both.1)).collect();
    let longer = |i: usize| {
        let alike: Vec<usize> = (0..texts.len()).filter(|j| entrants[*j].name == entrants[i].name).collect();
        let own = words[i].iter().skip(1).filter(|word| !alike.iter().all(|j| words[*j].contains(word)));
        let name = own.fold(entrants[i].name.clone(), |name, word| name + " " + word);
        // A table has no room for more.
        let is_short = named(texts[i]).0.is_none() && name.chars().count() <= 30;
        one_line(if is_short { &name } else { &entrants[i].name })
    };
    let mut names: Vec<String> = (0..texts.len()).map(longer).collect();
    let is_taken = |i: &usize| names.iter().filter(|name| **name == names[*i]).count() > 1;
    let taken: Vec<usize> = (0..texts.len()).filter(|i| named(texts[*i]).0.is_none()).filter(is_taken).collect();
    for i in taken {
        let mut numbered = (1..).map(|number| format!("{}-{}", names[i], number));
        names[i] = numbered.find(|name| !names.contains(name)).unwrap_or_default();
    }
    entrants.iter_mut().zip(names).for_each(|(entrant, name)| entrant.name = name);
    Ok(())
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
