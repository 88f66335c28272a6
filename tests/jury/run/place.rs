//! Every place that the jury writes to. Here alone files and folders are made, written, moved and removed.
//!
//! A file is made where nothing is. One that is there is replaced only if its first words say that the jury made it. A match
//! gets a new folder. What the jury did not make stays as it is.

use crate::run::leftovers::{self, random};
use crate::text::print::Shown;
use std::env;
use std::fs::{self, DirBuilder, File, OpenOptions};
use std::io::{self, ErrorKind, Read, Write};
use std::os::unix::fs::DirBuilderExt;
use std::path::{Path, PathBuf};
use std::process::Command;

/// First words of a file that may be replaced: nothing may be there, or whatever the caller has read and changes.
pub const NEW: &str = "\0";
pub const READ: &str = "";
/// First words of a JSON that the jury wrote, and of a match's or tournament's plan.
pub const JSON: &str = "{\n  \"jury\": \"";
pub const PLAN: &str = "game=";

/// Where matches are kept.
pub const MATCHES: &str = "matches";

fn named(path: &Path, why: impl std::fmt::Display) -> String {
    format!("{}: {}", path.shown(), why)
}

/// An error of a path, which it names.
pub fn at<T>(path: &Path, result: io::Result<T>) -> io::Result<T> {
    result.map_err(|e| io::Error::new(e.kind(), named(path, e)))
}

/// The same as text.
pub fn with_path<T>(path: &Path, result: io::Result<T>) -> Result<T, String> {
    result.map_err(|e| named(path, e))
}

/// The folder of a file; `.` for a bare name.
pub fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// The text of a file. An error names it.
pub fn read(path: impl AsRef<Path>) -> Result<String, String> {
    with_path(path.as_ref(), fs::read_to_string(path.as_ref()))
}

fn begins(path: &Path, words: &str) -> bool {
    let mut head = Vec::new();
    let read = File::open(path).and_then(|file| file.take(words.len() as u64).read_to_end(&mut head));
    read.is_ok() && head == words.as_bytes()
}

/// An error if something else is there than a file that begins with these words. Returns whether anything is.
fn check(path: &Path, words: &str) -> io::Result<bool> {
    match path.symlink_metadata() {
        Err(e) if e.kind() == ErrorKind::NotFound => Ok(false),
        Err(e) => at(path, Err(e)),
        Ok(data) if data.is_file() && begins(path, words) => Ok(true),
        Ok(_) => {
            let why = "is there already, and the jury did not make it; name another file";
            Err(io::Error::new(ErrorKind::AlreadyExists, named(path, why)))
        }
    }
}

fn create(path: &Path) -> io::Result<File> {
    OpenOptions::new().write(true).create_new(true).open(path)
}

fn half(path: &Path) -> PathBuf {
    folder_of(path).join(format!(".half-{:016x}", random()))
}

/// Writes a file whole or not at all, also at a power cut, where nothing is or one that begins with these words.
pub fn write(path: &Path, words: &str, text: impl AsRef<[u8]>) -> io::Result<()> {
    let (there, half) = (check(path, words)?, half(path));
    let written = create(&half).and_then(|mut file| file.write_all(text.as_ref()).and_then(|()| file.sync_all()));
    // A link replaces nothing: somebody may have been faster. Not every file system has links.
    let moved = written.and_then(|()| match there {
        true => fs::rename(&half, path),
        false => fs::hard_link(&half, path).or_else(|e| match e.kind() {
            ErrorKind::AlreadyExists => Err(e),
            _ => check(path, NEW).and_then(|_| fs::rename(&half, path)),
        }),
    });
    let _ = fs::remove_file(&half);
    at(path, moved)
}

/// An error unless a result can be written there at the end. Until then nothing changes.
pub fn check_writable(path: &Path, words: &str) -> Result<(), String> {
    check(path, words).map_err(|e| e.to_string())?;
    let half = half(path);
    with_path(path, create(&half).and_then(|_| fs::remove_file(&half)))
}

/// Makes a folder, and those that it lies in, unless it is there.
pub fn folder(path: &Path) -> Result<(), String> {
    with_path(path, fs::create_dir_all(path))
}

/// Makes a folder that only we can read. An error if the name is taken, even by a link.
pub fn make_folder(path: &Path) -> io::Result<()> {
    at(path, DirBuilder::new().mode(0o700).create(path))
}

/// Does the folder hold a match or a tournament?
pub fn is_match(folder: &Path) -> bool {
    begins(&folder.join("plan"), PLAN)
}

/// A folder that we made. It is removed with everything in it when the value is dropped.
pub struct Scratch(PathBuf);

impl Scratch {
    /// A folder where the system has those that nobody keeps.
    pub fn temporary(name: &str) -> Result<Scratch, String> {
        Scratch::new(&env::temp_dir(), name).map_err(|e| format!("{} (TMPDIR says where)", e))
    }

    /// Makes a folder in `parent`. Its name ends with a number that cannot be guessed.
    pub fn new(parent: &Path, name: &str) -> io::Result<Scratch> {
        let path = at(parent, parent.canonicalize())?.join(format!("{}-{:016x}", name, random()));
        make_folder(&path).map(|()| Scratch(path))
    }

    /// Makes a folder of this name, and those that it lies in. An error if it is there.
    pub fn named(path: &Path) -> io::Result<Scratch> {
        at(path, fs::create_dir_all(folder_of(path)).and_then(|()| fs::create_dir(path)))?;
        Ok(Scratch(path.to_path_buf()))
    }

    /// From now on it is not removed.
    pub fn keep(self) {
        std::mem::forget(self);
    }

    pub fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// Copies a file or a folder to where nothing is, by `cp`: what we write ourselves is also open, for a moment, in each child
/// that another thread starts, and a file that is open for writing cannot be run ("Text file busy").
pub fn copy(from: &Path, to: &Path) -> Result<(), String> {
    check(to, NEW).map_err(|e| e.to_string())?;
    let output = with_path(from, leftovers::output(Command::new("cp").arg("-RH").arg("--").args([from, to])))?;
    match String::from_utf8_lossy(&output.stderr).trim() {
        _ if output.status.success() => Ok(()),
        "" => Err(named(from, format!("cp failed, {}", output.status))),
        why => Err(named(from, why)),
    }
}
