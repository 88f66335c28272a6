//! What can be started, by its file's first bytes. A refusal says what to give instead.

use crate::run::files::{in_path, is_executable, near};
use crate::run::languages;
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

/// The arguments of our own programs. `{past}`: the lines that it has written already, when it is started in the middle of
/// a game. Else it is left out.
pub const ARGUMENTS: [&str; 3] = ["{seconds}", "{seed}", "{past}"];

/// An error unless the first word of a command is a program that starts here. One of the names `known` may be meant.
pub fn check_program(word: &str, known: &[&str]) -> Result<(), String> {
    let path = if word.contains('/') { Some(PathBuf::from(word)) } else { in_path(word) };
    let missing = || format!("{}: no such program in PATH, nor a file here{}", word, near(word, known));
    let path = path.ok_or_else(missing)?;
    if path.is_dir() {
        return Err(format!("{}: a folder, no program: name the file in it", word));
    }
    let mut head = Vec::new();
    let read = File::open(&path).and_then(|file| file.take(512).read_to_end(&mut head));
    read.map_err(|e| format!("{}: {}{}", word, e, near(word, &[])))?;
    let text = String::from_utf8_lossy(&head);
    let script = text.strip_prefix("#!").map(|text| text.split('\n').next().unwrap_or(""));
    let starts = |line: &str| line.split_whitespace().next().is_some_and(|tool| is_executable(Path::new(tool)));
    Err(match script {
        Some(line) if line.ends_with('\r') => {
            format!("{}: its lines end with CR LF, as on Windows; a script needs LF alone", word)
        }
        Some(line) if !starts(line) => format!("{}: its first line, {:?}, names nothing that runs here", word, line),
        None if !head.starts_with(b"\x7fELF") => {
            let other = "for another language give the command that starts it";
            format!("{}: no program that starts here; the jury builds {}; {}", word, languages::endings(), other)
        }
        _ if !is_executable(&path) => format!("{}: no permission to run it (chmod +x)", word),
        _ => return Ok(()),
    })
}

/// An error when a command names a file that is not there, as in `python3 mine.py`.
pub fn check_words(words: &[String]) -> Result<(), String> {
    let is_code = |word: &&String| languages::of(Path::new(word)).is_some() || word.ends_with(".jar");
    let mut files = words.iter().skip(1).filter(|word| !word.starts_with('-') && !word.contains([' ', '{', ':', '*']));
    match files.find(|word| is_code(word) && !Path::new(word).exists()) {
        Some(word) => Err(format!("{}: no such file, which {} would need{}", word, words[0], near(word, &[]))),
        None => Ok(()),
    }
}
