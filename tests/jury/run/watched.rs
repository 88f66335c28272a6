//! Which files of a command are watched while it plays: those that it names, and the sources beside a script or in a class
//! path. If one changes the match stops: two programs would play under one name.

use crate::run::files::{file_name, in_path, is_compiled, is_executable, text_of};
use crate::run::{languages, place};
use crate::text::print::{count, Shown};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// Files of the system stay as they are during a match. (People's own may lie in /opt, /usr/src or /srv.)
const SYSTEM: &str = "/usr/bin /usr/sbin /usr/lib /usr/lib32 /usr/lib64 /usr/libexec /usr/share /usr/local/bin \
                      /usr/local/lib /bin /lib /lib64 /dev /proc /sys /etc";

/// Endings of sources, beside those of `languages`.
const SOURCES: [&str; 12] = ["jar", "class", "so", "ts", "rb", "lua", "pl", "php", "sh", "scm", "jl", "exe"];

/// The most files that are looked at in a folder and those below it. A larger one is watched without those below.
const SEEN_MAX: usize = 5_000;

/// Programs that run another file, or one elsewhere. Alone they say nothing of what plays.
const INTERPRETERS: &str = "\
    python java node ruby perl php lua mono dotnet Rscript julia ocaml runghc npx deno wine guile sh bash dash make \
    cargo go npm bun docker podman ssh tclsh sbcl swipl octave scala kotlin nodejs pypy luajit jshell awk gawk mawk \
    uv stack";

#[derive(Default)]
pub struct Watched {
    pub files: Vec<PathBuf>,
    /// Folders whose sources are among the files, and what is not watched of one that is too large.
    folders: Vec<(PathBuf, &'static str)>,
    /// Something in a match's folder is named: a copy, which nobody edits.
    copied: bool,
}

fn is_system(path: &Path) -> bool {
    SYSTEM.split(' ').any(|folder| path.starts_with(folder))
}

/// Does it lie in a folder of programs that the jury made in a match's or tournament's folder?
fn is_copy(path: &Path) -> bool {
    let made = |folder: &Path| ["a", "b", "programs"].contains(&&*file_name(folder));
    path.ancestors().any(|folder| made(folder) && folder.parent().is_some_and(place::is_match))
}

fn is_source(path: &Path) -> bool {
    let ending = path.extension().map_or(String::new(), |ending| ending.to_string_lossy().to_lowercase());
    let known = SOURCES.contains(&ending.as_str()) || languages::of(path).is_some();
    // On disks of other systems everything may be run.
    let runs =
        || is_executable(path) && (is_compiled(path) || fs::read(path).is_ok_and(|text| text.starts_with(b"#!")));
    path.is_file() && (known || runs())
}

fn is_interpreter(word: &str) -> bool {
    let name = file_name(Path::new(word));
    INTERPRETERS.split(' ').any(|known| known == name.trim_end_matches(|c: char| c.is_ascii_digit() || c == '.'))
}

/// The words of a command. What is no path is split into the paths and the words of a text for a shell in it.
fn tokens<'a>(words: &'a [String]) -> Vec<&'a str> {
    let cut = |c: char| c.is_whitespace() || ";&|()<>'\"`=:".contains(c);
    let of_word = |word: &'a String| match Path::new(word).exists() {
        true => vec![word.as_str()],
        false => word.split(cut).collect(),
    };
    words.iter().flat_map(of_word).filter(|token| !token.is_empty()).collect()
}

/// The sources in a folder, with `deep` also below it and behind links there. `None` if there are too many files.
fn sources(folder: &Path, deep: bool, seen: &mut (usize, BTreeSet<PathBuf>)) -> Option<Vec<PathBuf>> {
    let mut all = Vec::new();
    // A link may lead back to a folder above.
    if !seen.1.insert(folder.canonicalize().unwrap_or_default()) {
        return Some(all);
    }
    let mut paths: Vec<PathBuf> = fs::read_dir(folder).into_iter().flatten().flatten().map(|e| e.path()).collect();
    paths.sort();
    for path in paths {
        let name = file_name(&path);
        seen.0 += 1;
        if deep && seen.0 > SEEN_MAX {
            return None;
        }
        let is_foreign = ["__pycache__", "target", "matches", "node_modules"].contains(&name.as_str());
        let is_own = deep && !name.starts_with('.') && !is_foreign && !place::is_scratch(&name);
        let is_system = || path.canonicalize().is_ok_and(|full| is_system(&full));
        if path.is_dir() && is_own && !place::is_match(&path) && !is_system() {
            all.extend(sources(&path, deep, seen)?);
        } else if is_source(&path) && text_of(&path).is_ok() {
            all.push(path);
        }
    }
    Some(all)
}

impl Watched {
    /// Adds a path. What only stands in a text, as a place to write to may, is added if it is a source.
    fn add(&mut self, path: &Path, whole_word: bool) {
        if is_system(path) || !path.exists() {
            return;
        }
        self.copied |= is_copy(path);
        if path.is_file() && (whole_word || is_source(path)) {
            self.files.push(path.to_path_buf());
        }
        let beside = || path.parent().filter(|_| is_source(path) && !is_compiled(path));
        let folder = if path.is_dir() { Some(path) } else { beside() };
        let known = |folder: &&Path| self.folders.iter().any(|(other, _)| other == folder);
        let Some(folder) = folder.filter(|folder| !is_copy(path) && !known(folder)) else { return };
        let found = |deep| sources(folder, deep, &mut Default::default());
        let (below, only) = (found(true), || found(false).unwrap_or_default());
        self.folders.push((folder.into(), if below.is_some() { "" } else { " (too large: not what lies below it)" }));
        self.files.extend(below.unwrap_or_else(only));
    }
}

/// What is watched of a command with full paths.
pub fn of(words: &[String]) -> Watched {
    let mut watched = Watched::default();
    let first = words.first().filter(|word| !word.contains('/') && !is_interpreter(word));
    watched.files.extend(first.and_then(|word| in_path(word)).filter(|path| !is_system(path)));
    for token in tokens(words).into_iter().filter(|token| token.starts_with('/')) {
        let (path, is_word) = (Path::new(token.trim_end_matches("/*")), words.iter().any(|word| word == token));
        watched.add(path, is_word);
        // A script that is a link may find its other files where the link leads to.
        if let Some(target) = path.canonicalize().ok().filter(|_| path.is_symlink()) {
            watched.add(&target, is_word);
        }
    }
    let mut seen = BTreeSet::new();
    watched.files.retain(|file| seen.insert(file.clone()));
    watched
}

/// A line on what is watched, where it is more than copies. An error if nothing can be and nobody `accepted` that.
pub fn line(name: &str, words: &[String], accepted: bool) -> Result<String, String> {
    let (watched, tokens) = (of(words), tokens(words));
    let is_text = |next: &&str| next.starts_with('-') && next.ends_with(['c', 'e']) || *next == "--eval";
    let runs = |i: usize| is_interpreter(tokens[i]) && !tokens.get(i + 1).is_some_and(is_text);
    // Nothing of it is known, though it runs another file.
    if watched.files.is_empty() && !watched.copied && (0..tokens.len()).any(runs) {
        let what =
            format!("{}: no file of {:?} is known that could be watched during the match", name, words.join(" "));
        let how = "name its files by their path, or accept it (--unwatched)";
        return if accepted { Ok(what + "\n") } else { Err(format!("{}: {}", what, how)) };
    }
    watched.files.iter().try_for_each(|file| text_of(file).map(drop))?;
    let files = watched.files.iter().filter(|file| !is_copy(file)).map(|file| file.shown());
    let files: Vec<String> = files.collect();
    let folder = |(folder, note): &(PathBuf, &str)| format!("{}{}", folder.shown(), note);
    let folders = watched.folders.iter().map(folder).collect::<Vec<String>>().join(", ");
    let what = match files.len() {
        0 => return Ok(String::new()),
        n if !folders.is_empty() => format!("{} in {}", count(n, "source"), folders),
        _ => files.join(", "),
    };
    let rest = "nothing outside, no data, no hidden folders, node_modules or target";
    Ok(format!("{}: watched: {}; {}\n", name, what, rest))
}
