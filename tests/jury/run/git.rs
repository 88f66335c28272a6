//! A source file as it was at a commit.

use crate::run::leftovers;
use std::process::Command;

/// What git prints, or what it complains of.
fn ask(words: &[&str]) -> Result<Vec<u8>, String> {
    let output = leftovers::output(Command::new("git").args(words)).map_err(|e| e.to_string())?;
    let why = String::from_utf8_lossy(&output.stderr).lines().next().unwrap_or("git refuses").to_string();
    output.status.success().then_some(output.stdout).ok_or(why)
}

/// The same as text.
fn told(words: &[&str]) -> Result<String, String> {
    Ok(String::from_utf8_lossy(&ask(words)?).trim().to_string())
}

/// The commit's short name, and the file as it was there. The file is named from this folder. `last` is the version before
/// the last change, committed or not.
pub fn version(revision: &str, file: &str) -> Result<(String, Vec<u8>), String> {
    let path = format!("./{}", file);
    let commit = match revision {
        "last" => before_last(&path)?.ok_or_else(|| {
            let ending = file.rsplit('.').next().unwrap_or_default();
            format!("no other version of {0} in git: commit each version, or keep a copy (cp {0} v1.{1})", file, ending)
        })?,
        _ => told(&["rev-parse", "--verify", &format!("{}^{{commit}}", revision)])
            .map_err(|why| format!("no commit {:?}: {}", revision, why))?,
    };
    // The whole number: a branch may be called as the short one is.
    let source = ask(&["cat-file", "blob", &format!("{}:{}", commit, path)]);
    let commit = told(&["rev-parse", "--short", &commit])?;
    Ok((commit.clone(), source.map_err(|_| format!("{} is not in commit {}", file, commit))?))
}

/// The newest commit in which the file was not as it is here.
fn before_last(path: &str) -> Result<Option<String>, String> {
    let here = told(&["hash-object", "--", path])?;
    let commits = told(&["rev-list", "HEAD", "--", path])?;
    let is_other = |commit: &&str| {
        let there = told(&["rev-parse", "--verify", &format!("{}:{}", commit, path)]);
        there.is_ok_and(|there| there != here)
    };
    Ok(commits.lines().find(is_other).map(str::to_string))
}

/// The commit of the file as it is here, with `+` if it was changed since.
pub fn here(file: &str) -> Result<String, String> {
    let head = told(&["rev-parse", "--short", "HEAD"])?;
    Ok(head + if ask(&["diff", "--quiet", "HEAD", "--", file]).is_ok() { "" } else { "+" })
}
