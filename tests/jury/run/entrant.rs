//! Turns the words for a program on the command line into a command that can be started.

use crate::rules::game::Rng;
use crate::rules::games;
use crate::run::files::{file_name, in_path, is_compiled, text_of};
use crate::run::memory::Memory;
use crate::run::place;
use crate::run::start::{check_program, check_words, ARGUMENTS, CLASSES};
use crate::run::{git, languages};
use crate::text::print::{one_line, Shown};
use crate::text::words::{joined, words};
use std::fs;
use std::path::{Path, PathBuf};

/// A program as the match keeps it: its name, the words of its command, its memory. `{seconds}`, `{seed}` and `{past}` in the
/// words are filled in when it is started.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entrant {
    pub name: String,
    pub words: Vec<String>,
    pub memory: Memory,
}

/// Words that every player of ours holds, as a source and built: its message about a bad argument. A file that holds
/// them, with a blank between, gets `SECONDS SEED PAST` as arguments. Every other program gets none, as at the contest.
/// They stand in two pieces here, so that the jury itself does not hold them.
pub const OURS: [&str; 2] = ["seconds for the whole game", "as the first argument"];

fn is_ours(file: &Path) -> bool {
    let words = OURS.join(" ");
    fs::read(file).is_ok_and(|bytes| bytes.windows(words.len()).any(|window| window == words.as_bytes()))
}

/// The plan's own folder in the commands that it keeps, and the folder of a tournament's programs in it.
const FOLDER: &str = "{folder}/";
pub const PROGRAMS: &str = "programs";

impl Entrant {
    /// Reads a program's words, as the manual tells them. A source is built in `folder`, and a compiled program in one file is
    /// copied there: building it anew does not change a running match. Every other command runs where it lies. An error when
    /// there is no such program, or when it may not be run.
    pub fn prepare(game: &str, text: &str, folder: &Path) -> Result<Entrant, String> {
        place::folder(folder)?;
        let folder = place::said(folder, folder.canonicalize())?;
        let (name, words) = named(text.trim());
        let (old_name, source) = from_git(game, words, &folder)?.unzip();
        let is_variable = |name: &&str| name.chars().all(|c| c.is_ascii_uppercase() || c == '_') && words.contains(' ');
        let what = command(game, source.as_deref().unwrap_or(words), &folder).map_err(|why| match name {
            Some(name) if is_variable(&name) => format!("{}; {} is a name here, a variable: env {}", why, name, text),
            _ => why,
        });
        let name = name.map(str::to_string).or(old_name).unwrap_or_else(|| short(words));
        let words = what?;
        let entrant = Entrant { name: one_line(&name), words, memory: Memory::TODAY };
        entrant.check()?;
        Ok(entrant)
    }

    /// The command for a game in which it has written these lines already.
    pub fn command(&self, seconds: f64, seed: u64, past: &[String]) -> Vec<String> {
        let values = [seconds.to_string(), seed.to_string(), past.join(";")];
        let fill = |word: &String| {
            ARGUMENTS.iter().zip(&values).fold(word.clone(), |word, (name, value)| word.replace(name, value))
        };
        self.words.iter().filter(|word| !past.is_empty() || *word != ARGUMENTS[2]).map(fill).collect()
    }

    /// Can it be started in the middle of a game?
    pub fn takes_past(&self) -> bool {
        self.words.iter().any(|word| word.contains(ARGUMENTS[2]))
    }

    /// Its words as a plan in the folder keeps them. What lies in the folder is named from there. So the folder may move.
    pub fn kept(&self, folder: &Path) -> String {
        let home = format!("{}/", folder.display());
        let place = |word: &String| word.strip_prefix(&home).map_or(word.clone(), |rest| format!("{}{}", FOLDER, rest));
        joined(&self.words.iter().map(place).collect::<Vec<String>>())
    }

    /// The entrant of a plan that now is in this folder.
    pub fn placed(name: String, kept: &str, memory: Memory, folder: &Path) -> Result<Entrant, String> {
        let home = format!("{}/", folder.display());
        let place = |word: String| word.strip_prefix(FOLDER).map_or(word.clone(), |rest| format!("{}{}", home, rest));
        Ok(Entrant { name: one_line(&name), words: words(kept)?.into_iter().map(place).collect(), memory })
    }

    /// An error if its program does not start here any more.
    pub fn check(&self) -> Result<(), String> {
        check_program(&self.words[0]).map_err(|why| format!("{:?} cannot be started: {}", self.name, why))
    }
}

/// `; the last change of FILE is COMMIT`, of a program that comes from git.
pub fn last_change(game: &str, text: &str) -> Option<String> {
    let (_, file) = git::split(named(text.trim()).1.strip_prefix("git:")?, game);
    Some(format!("; the last change of {} is {} (git:last is the version before)", file, git::last_change(&file)?))
}

/// Splits `NAME=PROGRAM`. A name has letters, digits, `-`, `_`, `.` and `+`. A text that is a file has none.
pub fn named(text: &str) -> (Option<&str>, &str) {
    let is_name = |name: &str| !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || "-_.+".contains(c));
    match text.split_once('=') {
        Some((name, program)) if is_name(name) && !Path::new(text).is_file() => (Some(name), program.trim()),
        _ => (None, text),
    }
}

/// The name of a program to which nobody gave one: its file, or the first file or the last word behind its command.
fn short(text: &str) -> String {
    let words = if Path::new(text).is_file() { vec![text.to_string()] } else { words(text).unwrap_or_default() };
    let Some((first, rest)) = words.split_first() else { return text.to_string() };
    let is_plain = |word: &&String| word.chars().all(|c| c.is_alphanumeric() || "-_.+".contains(c));
    let file = rest.iter().find(|word| Path::new(word).is_file());
    let last = || rest.last().filter(is_plain).filter(|word| !word.starts_with('-'));
    let named = if first.contains('/') { None } else { file.or_else(last) };
    file_name(Path::new(named.unwrap_or(first)))
}

/// Gives different names to programs that have the same: their files' folders go before them, or numbers behind. An
/// error when a person gave the same name twice.
pub fn tell_apart(texts: &[impl AsRef<str>], entrants: &mut [Entrant]) -> Result<(), String> {
    let texts: Vec<&str> = texts.iter().map(|text| text.as_ref().trim()).collect();
    let given: Vec<&str> = texts.iter().filter_map(|text| named(text).0).collect();
    if let Some(name) = given.iter().enumerate().find_map(|(i, name)| given[..i].contains(name).then_some(name)) {
        return Err(format!("two programs are called {}: each needs a name of its own", name));
    }
    let names: Vec<String> = entrants.iter().map(|entrant| entrant.name.clone()).collect();
    let longer = |i: usize| {
        let end: Vec<_> = Path::new(texts[i]).iter().rev().take(2).map(|w| w.to_string_lossy()).collect();
        match &end[..] {
            [file, folder] if *file == names[i] => format!("{}/{}", folder, file),
            _ => names[i].clone(),
        }
    };
    let is_given = |i: usize| named(texts[i]).0.is_some();
    for i in (0..names.len()).filter(|i| !is_given(*i)) {
        let alike: Vec<usize> = (0..names.len()).filter(|j| names[*j] == names[i]).collect();
        if alike.len() > 1 {
            let unlike = alike.iter().all(|j| *j == i || longer(*j) != longer(i));
            let place = alike.iter().take_while(|j| **j < i).count();
            // Those alike that still wait for a name have none that could be taken.
            let has_name = |j: usize| j != i && (j < i || is_given(j) || names[j] != names[i]);
            let taken = |name: &String| (0..names.len()).any(|j| has_name(j) && entrants[j].name == *name);
            let numbered = (place + 1..).map(|number| format!("{}-{}", longer(i), number));
            let name = unlike.then(|| longer(i)).into_iter().chain(numbered).find(|name| !taken(name));
            entrants[i].name = one_line(&name.unwrap_or_default());
        }
    }
    Ok(())
}

/// Writes the source file of `git:REV` or `git:REV:FILE` into the folder. Returns its name and its path.
fn from_git(game: &str, text: &str, folder: &Path) -> Result<Option<(String, String)>, String> {
    let Some(words) = text.strip_prefix("git:") else { return Ok(None) };
    let (revision, file) = git::split(words, game);
    if languages::of(Path::new(&file)).is_none() {
        return Err(format!("{}: {} is no source file: none of {}", text, file, languages::endings()));
    }
    let (commit, source) = git::version(revision, &file).map_err(|why| format!("{}: {}", text, why))?;
    let to = folder.join(file_name(Path::new(&file)));
    place::write(&to, place::NEW, source).map_err(|e| e.to_string())?;
    Ok(Some((format!("{}@{}", file, commit), text_of(&to)?)))
}

/// Our player: built beside the jury, or its source. An error if PATH has another program of that name.
fn our_player(game: &str) -> Result<String, String> {
    let found = [jury_beside_us()?.with_file_name(game), PathBuf::from(format!("{}.rs", game))];
    let found = found.into_iter().find(|path| path.is_file());
    let other = in_path(game).filter(|other| !found.iter().any(|found| place::is_same(found, other)));
    match (found, other) {
        (_, Some(other)) => Err(format!("{} is our player and also {}: name it by its path", game, other.shown())),
        (Some(found), None) => text_of(&found),
        (None, None) => Err(format!("{}: no such program, and our player is not built (make build)", game)),
    }
}

fn command(game: &str, text: &str, folder: &Path) -> Result<Vec<String>, String> {
    let ours = |program: String, words: &[&str]| {
        [program].into_iter().chain(words.iter().map(|word| word.to_string())).collect()
    };
    if games::is_partner(text) {
        games::check_partner(game, text)?;
        // The second word is the game's name, even if there is a file of that name.
        let can_remember = games::partner(game, text, Rng(0)).is_ok_and(|mut partner| partner.remember(Vec::new()));
        let arguments = &ARGUMENTS[..if can_remember { 3 } else { 2 }];
        return Ok(ours(copy(&jury_beside_us()?, folder)?, &[&[text, game], arguments].concat()));
    }
    if text == game && !Path::new(text).is_file() {
        return command(game, &our_player(game)?, folder);
    }
    // A path may hold blanks and quotes. If the whole text is a file, it is one word.
    let mut words = if Path::new(text).is_file() { vec![text.to_string()] } else { words(text)? };
    let lone = words.len() == 1;
    if let Some(language) = languages::of(Path::new(&words[0])).filter(|_| lone) {
        let source = PathBuf::from(&words[0]);
        let started = language.build(&source, folder)?;
        return Ok(if is_ours(&source) { [started, ARGUMENTS.map(str::to_string).to_vec()].concat() } else { started });
    }
    if lone && Path::new(&words[0]).is_file() && !words[0].contains('/') {
        // Without a slash it would be looked up in PATH.
        words[0] = format!("./{}", words[0]);
    }
    check_program(&words[0])?;
    check_words(&words)?;
    if lone && is_ours(Path::new(&words[0])) {
        return Ok(ours(located(&words[0], folder, lone)?, &ARGUMENTS));
    }
    let located = words.iter().enumerate().map(|(i, word)| {
        let path = Path::new(word.as_str());
        // A first word without a slash is looked up in PATH. Another one may name a file, but hardly a folder.
        let is_file = |path: &Path| i > 0 && (path.is_file() || [".", ".."].contains(&word.as_str()));
        if word.contains('/') && path.exists() || !word.contains('/') && is_file(path) {
            return located(word, folder, lone);
        }
        // KEY=FILE, and a path of several folders.
        let (key, value) = word.split_once('=').map_or(("", word.as_str()), |(key, _)| word.split_at(key.len() + 1));
        let list = key.trim_end_matches('=').to_lowercase().ends_with("path")
            || (i > 0 && CLASSES.contains(&words[i - 1].as_str()));
        if i == 0 || !list && key.is_empty() {
            return Ok(word.clone());
        }
        let part = |part: &str| {
            let path = Path::new(part);
            let is_there = path.is_file() || (path.is_dir() && (list || part.contains('/')));
            if is_there {
                located(part, folder, false)
            } else {
                Ok(part.to_string())
            }
        };
        let parts: Result<Vec<String>, String> = value.split(if list { ':' } else { '\0' }).map(part).collect();
        Ok(key.to_string() + &parts?.join(":"))
    });
    located.collect()
}

/// The full path that a file of the command has during the match.
fn located(word: &str, folder: &Path, lone: bool) -> Result<String, String> {
    let full = place::said(Path::new(word), Path::new(word).canonicalize())?;
    if lone && is_compiled(&full) {
        // By the name that it was given: it may do other things under another one.
        return copy(Path::new(word), folder);
    }
    // Not the link's target: Python, for one, looks at the name that it was called by.
    text_of(&place::said(Path::new(word), std::path::absolute(word))?)
}

/// The file of the `jury` program, beside which our players stand.
pub fn jury_beside_us() -> Result<PathBuf, String> {
    let ourselves = std::env::current_exe().map_err(|e| e.to_string())?;
    // So Linux says that a build has put another file in its place.
    let before = ourselves.to_str().and_then(|path| path.strip_suffix(" (deleted)")).map(PathBuf::from);
    Ok(before.unwrap_or(ourselves))
}

fn copy(file: &Path, folder: &Path) -> Result<String, String> {
    let to = folder.join(file_name(file));
    place::copy(file, &to)?;
    text_of(&to)
}
