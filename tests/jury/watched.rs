//! Which files of a command are watched while it plays: those that it names, and the sources beside a script or in a class
//! path. If one changes the match stops: two programs would play under one name.

use crate::entrant::{file_name, text_of};
use crate::languages;
use crate::print::count;
use crate::start::{in_path, is_compiled, is_executable};
use std::fs;
use std::path::{Path, PathBuf};

/// Files of the system stay as they are during a match.
const SYSTEM: [&str; 8] = ["/usr", "/bin", "/lib", "/opt", "/dev", "/proc", "/sys", "/etc"];

/// Endings of sources, beside those of `languages`.
const SOURCES: [&str; 14] =
    ["jar", "class", "so", "mjs", "cjs", "ts", "rb", "lua", "pl", "php", "sh", "scm", "jl", "exe"];

/// Folders beside a script that hold nothing of it.
const FOREIGN: [&str; 4] = ["__pycache__", "target", "matches", "node_modules"];

/// The most files that are looked at in a folder and those below it. A larger one is watched without those below.
const SEEN_MAX: usize = 5_000;

/// Programs that run another file. Alone they say nothing of what plays.
const INTERPRETERS: [&str; 20] = [
    "python", "java", "node", "ruby", "perl", "php", "lua", "mono", "dotnet", "Rscript", "julia", "ocaml", "runghc",
    "npx", "deno", "wine", "guile", "sh", "bash", "dash",
];

#[derive(Default)]
pub struct Watched {
    pub files: Vec<PathBuf>,
    /// Folders whose sources are among the files.
    pub folders: Vec<PathBuf>,
    /// Those of them that are too large.
    large: Vec<PathBuf>,
    /// Something in a match's folder is named: a copy, which nobody edits.
    copied: bool,
}

fn is_system(path: &Path) -> bool {
    SYSTEM.iter().any(|folder| path.starts_with(folder))
}

/// Does it lie in the folder of a match?
fn is_copy(path: &Path) -> bool {
    path.ancestors().skip(1).any(|folder| folder.join("plan").is_file())
}

fn is_source(path: &Path) -> bool {
    let ending = path.extension().map_or(String::new(), |ending| ending.to_string_lossy().into_owned());
    let known = SOURCES.contains(&ending.as_str()) || languages::of(path).is_some();
    path.is_file() && (known || is_executable(path))
}

fn is_interpreter(word: &str) -> bool {
    let name = file_name(Path::new(word));
    INTERPRETERS.contains(&name.trim_end_matches(|c: char| c.is_ascii_digit() || c == '.'))
}

/// The words of a command, and those of a text for a shell in it.
fn tokens(words: &[String]) -> Vec<&str> {
    let cut = |c: char| c.is_whitespace() || ";&|()<>'\"`".contains(c);
    let mut all = Vec::new();
    for word in words {
        match Path::new(word).exists() {
            true => all.push(word.as_str()),
            false => all.extend(word.split(cut).filter(|token| !token.is_empty())),
        }
    }
    all
}

/// The sources in a folder, with `deep` also below it. `None` if there are too many files.
fn sources(folder: &Path, deep: bool, seen: &mut usize) -> Option<Vec<PathBuf>> {
    let mut all = Vec::new();
    let mut paths: Vec<PathBuf> = fs::read_dir(folder).into_iter().flatten().flatten().map(|e| e.path()).collect();
    paths.sort();
    for path in paths {
        let name = file_name(&path);
        *seen += 1;
        if *seen > SEEN_MAX {
            return None;
        }
        let is_folder = path.symlink_metadata().is_ok_and(|data| data.is_dir());
        if is_folder
            && deep
            && !name.starts_with('.')
            && !FOREIGN.contains(&name.as_str())
            && !path.join("plan").is_file()
        {
            all.extend(sources(&path, deep, seen)?);
        } else if is_source(&path) {
            all.push(path);
        }
    }
    Some(all)
}

impl Watched {
    fn add(&mut self, path: &Path, whole_word: bool) {
        if is_system(path) || !path.exists() {
            return;
        }
        self.copied |= is_copy(path);
        let folder =
            if path.is_dir() { Some(path) } else { path.parent().filter(|_| is_source(path) && !is_compiled(path)) };
        if path.is_file() && (whole_word || is_source(path)) {
            self.files.push(path.to_path_buf());
        }
        if let Some(folder) =
            folder.filter(|_| !is_copy(path)).filter(|folder| !self.folders.iter().any(|f| f == folder))
        {
            let found = sources(folder, true, &mut 0).unwrap_or_else(|| {
                self.large.push(folder.to_path_buf());
                sources(folder, false, &mut 0).unwrap_or_default()
            });
            self.files.extend(found);
            self.folders.push(folder.to_path_buf());
        }
    }

    /// Is nothing of it known, though it runs another file?
    fn is_blind(&self, words: &[String]) -> bool {
        let tokens = tokens(words);
        let is_text = |next: &&str| next.starts_with('-') && next.ends_with(['c', 'e']) || *next == "--eval";
        let runs = |i: usize| is_interpreter(tokens[i]) && !tokens.get(i + 1).is_some_and(is_text);
        self.files.is_empty() && !self.copied && (0..tokens.len()).any(runs)
    }
}

/// What is watched of a command with full paths.
pub fn of(words: &[String]) -> Watched {
    let mut watched = Watched::default();
    for (i, word) in words.iter().enumerate() {
        if i == 0 && !word.contains('/') {
            in_path(word).filter(|path| !is_interpreter(word) && !is_system(path)).into_iter().for_each(|path| {
                watched.files.push(path);
            });
        } else if Path::new(word).is_absolute() && Path::new(word).exists() {
            watched.add(Path::new(word), true);
        } else {
            for token in word.split(|c: char| c.is_whitespace() || ";&|()<>'\"`=:".contains(c)) {
                let path = Path::new(token.trim_end_matches("/*"));
                if path.is_absolute() {
                    watched.add(path, false);
                }
            }
        }
    }
    let mut seen = std::collections::BTreeSet::new();
    watched.files.retain(|file| seen.insert(file.clone()));
    watched
}

/// A line on what is watched, where it is more than copies. An error if nothing can be and nobody `accepted` that.
pub fn line(name: &str, words: &[String], accepted: bool) -> Result<String, String> {
    let watched = of(words);
    if watched.is_blind(words) && !accepted {
        let how = "give --copy FOLDER and name its files in it by their path, or accept it (--unwatched)";
        return Err(format!(
            "{}: of {:?} no file is known that could be watched during the match: {}",
            name,
            words.join(" "),
            how
        ));
    }
    watched.files.iter().try_for_each(|file| text_of(file).map(drop))?;
    let files: Vec<&PathBuf> = watched.files.iter().filter(|file| !is_copy(file)).collect();
    if watched.is_blind(words) {
        return Ok(format!("{}: nothing of it is watched: do not change it during the match\n", name));
    }
    let Some(first) = files.first() else { return Ok(String::new()) };
    let of_folder = |folder: &PathBuf| {
        let part = if watched.large.contains(folder) { ", too large: not what lies below it" } else { "" };
        format!("{}{}", folder.display(), part)
    };
    let folders: Vec<String> = watched.folders.iter().map(of_folder).collect();
    Ok(match folders.is_empty() {
        true if files.len() == 1 => format!("{}: watched: {}; no other file of it is\n", name, first.display()),
        true => format!("{}: watched: {}, and no other file of it\n", name, count(files.len(), "file")),
        false => format!(
            "{}: watched: {} in {}; data there are not (--copy FOLDER copies all)\n",
            name,
            count(files.len(), "source"),
            folders.join(", ")
        ),
    })
}
