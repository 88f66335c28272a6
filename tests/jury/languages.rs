//! The languages of programs: how a source file is built and started.

use crate::entrant::{file_name, text_of};
use crate::start::{check_program, near};
use crate::{leftovers, place, system};
use std::fs;
use std::path::Path;
use std::process::Command;

/// The contest's lines: Rust as in 2026, C and C++ as in 2023, Pascal as in 2016. Its pages name none for the others,
/// so theirs are the plain ones. `python3 -m py_compile` and `node --check` only look for errors.
///
/// A line is: endings | what builds | what starts. Without the third part `{program}` is started. `{source}` is the
/// file (a copy), `{program}` what is built: the file's name without its ending. `{folder}` is where both are.
/// `{class}` is the Java class of that name.
const TABLE: &str = "
.rs           | rustc -O --edition 2021 -o {program} {source}
.c            | gcc -Wall -pipe -O2 -g --std=c99 -march=native -o {program} {source} -lm
.cpp .cc .cxx | g++ -Wall -pipe -O2 -g --std=c++17 -march=native -o {program} {source} -lm
.java         | javac -d {folder} {source} | java -cp {folder} {class}
.py           | python3 -m py_compile {source} | python3 {source}
.js           | node --check {source} | node {source}
.pas          | fpc -Sog -O2 -viwn -g -Cr-t- {source}
.hs           | ghc -O2 -o {program} {source}
.ml           | ocamlopt -O3 -o {program} {source}
.go           | go build -o {program} {source}
.cs           | mcs -optimize+ -out:{program}.exe {source} | mono {program}.exe
";

/// The most lines of a compiler's message that are shown.
const SHOWN: usize = 12;

/// One line of the table.
#[derive(Clone, Debug, PartialEq)]
pub struct Language {
    endings: Vec<String>,
    build: Vec<String>,
    start: Vec<String>,
}

/// The lines of the table.
fn table() -> impl Iterator<Item = Language> {
    TABLE.lines().skip(1).map(|line| {
        let mut parts = line.split('|').map(|part| part.split_whitespace().map(str::to_string).collect());
        let mut part = || parts.next().unwrap_or_default();
        let (endings, build, start) = (part(), part(), part());
        Language { endings, build, start: if start.is_empty() { vec!["{program}".to_string()] } else { start } }
    })
}

/// The language of a source file, by its ending.
pub fn of(file: &Path) -> Option<Language> {
    let ending = format!(".{}", file.extension()?.to_string_lossy());
    table().find(|language| language.endings.contains(&ending))
}

/// All endings, as text.
pub fn endings() -> String {
    table().flat_map(|language| language.endings).collect::<Vec<_>>().join(" ")
}

/// A compiler's message from its first error on.
fn head(text: &str) -> String {
    let lines: Vec<&str> = text.lines().collect();
    let is_error = |line: &&str| line.to_lowercase().contains("error");
    let first = if lines.len() > SHOWN { lines.iter().position(is_error).unwrap_or(0) } else { 0 };
    let shown = lines[first..].iter().take(SHOWN).map(|line| format!("  {}\n", line)).collect::<String>();
    let left = lines.len().saturating_sub(first + SHOWN);
    if left > 0 {
        format!("{}  ({} lines more)", shown, left)
    } else {
        shown.trim_end().to_string()
    }
}

impl Language {
    /// Builds a copy of the source in the folder. Returns the words that start it.
    pub fn build(&self, source: &Path, folder: &Path) -> Result<Vec<String>, String> {
        let (said, name) = (source.display(), file_name(source));
        let text = fs::read(source).map_err(|e| format!("{}: {}{}", said, e, near(&said.to_string(), &[])))?;
        let stem = source.file_stem().map_or(String::new(), |stem| stem.to_string_lossy().into_owned());
        for tool in [self.build.first(), self.start.first()].into_iter().flatten().filter(|tool| *tool != "{program}") {
            let how = "install it, or give what you built (a program, or a command such as 'dotnet mine.dll')";
            check_program(tool).map_err(|_| format!("{}: needs {}, which is not here: {}", said, tool, how))?;
        }
        // What the compiler writes lies there too: a folder of ours.
        if folder.join(&name) != source {
            place::write(&folder.join(&name), &place::NEW, text).map_err(|e| e.to_string())?;
        }
        let place = text_of(folder)?;
        let fill = |words: &[String], home: &str| -> Vec<String> {
            let values = [("{folder}", place.clone()), ("{source}", format!("{}{}", home, name))];
            let values =
                [&values[..], &[("{program}", format!("{}{}", home, stem)), ("{class}", stem.clone())]].concat();
            let filled =
                |word: &String| values.iter().fold(word.clone(), |word, (key, value)| word.replace(key, value));
            words.iter().map(filled).collect()
        };
        // There the compiler's messages name the file without a folder. A name is no option.
        let build = fill(&self.build, if name.starts_with('-') { "./" } else { "" });
        if let Some((tool, words)) = build.split_first() {
            let output = leftovers::output(Command::new(tool).args(words).current_dir(folder));
            let output = output.map_err(|e| e.to_string())?;
            // Ctrl-C ends the compiler too.
            if system::interrupted() {
                return Err("interrupted".to_string());
            }
            if !output.status.success() {
                let text = [output.stderr, output.stdout].concat();
                let why = head(&String::from_utf8_lossy(&text));
                return Err(format!("{} does not compile by {}\n{}", said, build.join(" "), why));
            }
        }
        let wanted = [("{program}", stem.clone()), ("{class}", format!("{}.class", stem))];
        match wanted.iter().find(|(key, file)| self.start.iter().any(|w| w == key) && !folder.join(file).is_file()) {
            Some((_, file)) => Err(format!("{}: {} made no {}", said, build.join(" "), file)),
            None => Ok(fill(&self.start, &format!("{}/", place))),
        }
    }
}
