//! The languages of programs: the table of how a source file is built and started.

use std::path::Path;

/// The contest's lines: Rust as in 2026, C and C++ as in 2023, Pascal as in 2016. Its pages name none for the others,
/// so theirs are the plain ones. Without `--crate-name` a Rust file must not be called `a-1.2.rs`. `python3 -m py_compile`
/// and `node --check` only look for errors.
///
/// A line is: endings | what builds | what starts. Without the third part `{program}` is started. `{source}` is the
/// file (a copy), `{program}` what is built: the file's name without its ending. `{folder}` is where both are.
/// `{class}` is the Java class of that name.
const TABLE: &str = "
.rs           | rustc -O --edition 2021 --crate-name program -o {program} {source}
.c            | gcc -Wall -pipe -O2 -g --std=c99 -march=native -o {program} {source} -lm
.cpp .cc .cxx | g++ -Wall -pipe -O2 -g --std=c++17 -march=native -o {program} {source} -lm
.java         | javac -d {folder} {source} | java -cp {folder} {class}
.py           | python3 -m py_compile {source} | python3 {source}
.js .mjs .cjs | node --check {source} | node {source}
.pas          | fpc -Sog -O2 -viwn -g -Cr-t- {source}
.hs           | ghc -O2 -o {program} {source}
.ml           | ocamlopt -O3 -o {program} {source}
.go           | go build -o {program} {source}
.cs           | mcs -optimize+ -out:{program}.exe {source} | mono {program}.exe
";

#[derive(Clone, Debug, PartialEq)]
pub struct Language {
    endings: Vec<String>,
    pub build: Vec<String>,
    pub(super) start: Vec<String>,
}

fn table() -> impl Iterator<Item = Language> {
    TABLE.lines().skip(1).map(|line| {
        let mut parts = line.split('|').map(|part| part.split_whitespace().map(str::to_string).collect());
        let mut part = || parts.next().unwrap_or_default();
        let (endings, build, start) = (part(), part(), part());
        Language { endings, build, start: if start.is_empty() { vec!["{program}".to_string()] } else { start } }
    })
}

/// The language of a source file, by its ending in small or capital letters.
pub fn of(file: &Path) -> Option<Language> {
    let ending = format!(".{}", file.extension()?.to_string_lossy()).to_lowercase();
    table().find(|language| language.endings.contains(&ending))
}

pub fn endings() -> String {
    table().flat_map(|language| language.endings).collect::<Vec<_>>().join(" ")
}
