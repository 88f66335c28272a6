//! A source file as it was at a commit.

use crate::run::leftovers;
use std::process::Command;

/// What git prints in a folder, or what it complains of.
fn ask(folder: &str, words: &[&str]) -> Result<Vec<u8>, String> {
    let output = leftovers::output(Command::new("git").args(["-C", folder]).args(words)).map_err(|e| e.to_string())?;
    let why = String::from_utf8_lossy(&output.stderr).lines().next().unwrap_or("git refuses").to_string();
    output.status.success().then_some(output.stdout).ok_or(why)
}

/// The same as text.
fn told(folder: &str, words: &[&str]) -> Result<String, String> {
    Ok(String::from_utf8_lossy(&ask(folder, words)?).trim().to_string())
}

/// The folder in which git is asked about a file, and its name there: a full path may lead into another repository.
fn place(file: &str) -> (&str, String) {
    let (folder, name) = file.rsplit_once('/').filter(|_| file.starts_with('/')).unwrap_or((".", file));
    (if folder.is_empty() { "/" } else { folder }, format!("./{}", name))
}

/// The commit's short name, and the file as it was there. The file is named from this folder or by its full path. `last` is
/// the version before the last change, committed or not.
pub fn version(revision: &str, file: &str) -> Result<(String, Vec<u8>), String> {
    let (folder, path) = place(file);
    let commit = match revision {
        "last" => before_last(folder, &path)?.ok_or(format!("no other version of {} in git", file))?,
        _ => told(folder, &["rev-parse", "--verify", &format!("{}^{{commit}}", revision)])
            .map_err(|why| format!("no commit {:?}: {}", revision, why))?,
    };
    // The whole number: a branch may be called as the short one is.
    let source = ask(folder, &["cat-file", "blob", &format!("{}:{}", commit, path)]);
    let commit = told(folder, &["rev-parse", "--short", &commit])?;
    Ok((commit.clone(), source.map_err(|_| format!("{} is not in commit {}", file, commit))?))
}

/// The newest commit in which the file was not as it is here.
fn before_last(folder: &str, path: &str) -> Result<Option<String>, String> {
    let here = told(folder, &["hash-object", "--", path])?;
    let commits = told(folder, &["rev-list", "HEAD", "--", path])?;
    let is_other = |commit: &&str| {
        let there = told(folder, &["rev-parse", "--verify", &format!("{}:{}", commit, path)]);
        there.is_ok_and(|there| there != here)
    };
    Ok(commits.lines().find(is_other).map(str::to_string))
}

/// The commit of the file as it is here, with `+` if it was changed since.
pub fn here(file: &str) -> Result<String, String> {
    let head = told(".", &["rev-parse", "--short", "HEAD"])?;
    Ok(head + if ask(".", &["diff", "--quiet", "HEAD", "--", file]).is_ok() { "" } else { "+" })
}
