//! A program as a match keeps it: built, copied, or a command whose files have full paths.

use crate::run::files::{file_name, in_path, is_compiled, text_of};
use crate::run::start::{check_program, check_words, ARGUMENTS};
use crate::run::{languages, place};
use std::collections::BTreeMap;
use std::path::Path;

/// Its name and the words of its command. `{seconds}`, `{seed}` and `{past}` in them are filled in when it is started.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entrant {
    pub name: String,
    pub words: Vec<String>,
}

/// The folder of a tournament's programs in its own.
pub const PROGRAMS: &str = "programs";

impl Entrant {
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
}

/// Sources that were built, and the words that start them.
pub type Made = BTreeMap<String, Vec<String>>;

/// The words that start a program during a match. A source is built in the folder, once for all that have it. A compiled
/// program is copied there: building it anew does not change a running match. Every other command runs where it lies. One
/// of the names `known` may be meant by a mistyped word.
pub fn command(words: Vec<String>, folder: &Path, made: &mut Made, known: &[&str]) -> Result<Vec<String>, String> {
    let (mut first, lone) = (words[0].clone(), words.len() == 1);
    let program = match languages::of(Path::new(&first)) {
        Some(_) if made.contains_key(&first) => made[&first].clone(),
        Some(language) => {
            made.insert(first.clone(), language.build(Path::new(&first), folder)?);
            made[&first].clone()
        }
        None => {
            // Without a slash it would be looked up in PATH.
            if Path::new(&first).is_file() && !first.contains('/') && (lone || in_path(&first).is_none()) {
                first = format!("./{}", first);
            }
            check_program(&first, known)?;
            vec![match first.contains('/') {
                true if lone && is_compiled(Path::new(&first)) => copy(Path::new(&first), folder)?,
                true => full(&first)?,
                false => first,
            }]
        }
    };
    check_words(&words)?;
    let rest = words[1..].iter().map(|word| located(word)).collect::<Result<Vec<_>, _>>()?;
    Ok([program, rest].concat())
}

/// Not a link's target: Python, for one, looks at the name that it was called by.
fn full(path: &str) -> Result<String, String> {
    text_of(&place::with_path(Path::new(path), std::path::absolute(path))?)
}

/// A word behind the first, which may be a file or a folder: a program works in another folder.
fn located(word: &str) -> Result<String, String> {
    if Path::new(word).exists() {
        full(word)
    } else {
        Ok(word.to_string())
    }
}

/// Copies a program under the name that it was given: it may do other things under another one.
pub fn copy(file: &Path, folder: &Path) -> Result<String, String> {
    let to = folder.join(file_name(file));
    place::copy(file, &to)?;
    text_of(&to)
}
