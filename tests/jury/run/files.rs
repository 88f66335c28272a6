//! Questions about files and their names.

use crate::run::place;
use crate::text::print::Shown;
use crate::text::words::meant;
use std::fs::{self, File};
use std::io::{self, Read};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

pub fn is_executable(path: &Path) -> bool {
    path.metadata().is_ok_and(|data| data.is_file() && data.permissions().mode() & 0o111 != 0)
}

pub fn is_compiled(path: &Path) -> bool {
    let mut head = [0; 4];
    File::open(path).and_then(|mut file| file.read_exact(&mut head)).is_ok() && head == *b"\x7fELF"
}

/// The text of a file, if it is there.
pub fn read_if_there(path: &Path) -> io::Result<Option<String>> {
    match fs::read_to_string(path) {
        Err(e) if e.kind() == io::ErrorKind::NotFound => Ok(None),
        text => place::at(path, text.map(Some)),
    }
}

pub fn in_path(name: &str) -> Option<PathBuf> {
    let folders = std::env::var_os("PATH").unwrap_or_default();
    let mut found = std::env::split_paths(&folders).map(|folder| folder.join(name));
    found.find(|program| is_executable(program))
}

/// `; did you mean X?` with a file that has nearly this name, or one of the other names.
pub fn near(word: &str, others: &[&str]) -> String {
    let folder = word.rsplit_once('/').map_or("", |(folder, _)| &word[..folder.len() + 1]);
    let files = fs::read_dir(if folder.is_empty() { "." } else { folder }).into_iter().flatten().flatten();
    let files: Vec<String> = files.map(|file| format!("{}{}", folder, file.file_name().to_string_lossy())).collect();
    // A name without its ending.
    if let Some(whole) = files.iter().find(|file| file.strip_prefix(word).is_some_and(|end| end.starts_with('.'))) {
        return format!("; did you mean {}?", whole);
    }
    // A link to nowhere is there, and does not help.
    let names = files.iter().map(String::as_str).chain(others.iter().copied());
    meant(word, names.filter(|name| *name != word))
}

/// A path as text. An error if it is not UTF-8, as a plan could not keep it.
pub fn text_of(path: &Path) -> Result<String, String> {
    path.to_str().map(str::to_string).ok_or_else(|| format!("{}: the path is no UTF-8", path.shown()))
}

pub fn file_name(path: &Path) -> String {
    path.file_name().map_or(String::new(), |n| n.to_string_lossy().into_owned())
}

/// The file of the `jury` program.
pub fn ourselves() -> Result<PathBuf, String> {
    std::env::current_exe().map_err(|e| e.to_string())
}

/// A file of that name beside the jury, as our players are.
pub fn beside_us(name: &str) -> Result<PathBuf, String> {
    Ok(ourselves()?.with_file_name(name))
}
