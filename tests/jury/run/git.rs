//! A source file as it was at a commit.

use crate::run::leftovers;
use std::process::Command;

/// What git prints in a folder. `None` if it says no. Names of files mean themselves: `*` is no pattern.
fn ask(folder: &str, words: &[&str]) -> Result<Option<Vec<u8>>, String> {
    let mut git = Command::new("git");
    git.args(["-C", folder, "--literal-pathspecs"]).args(words);
    let output = leftovers::output(&mut git).map_err(|e| e.to_string())?;
    Ok(output.status.success().then_some(output.stdout))
}

/// The same as text.
fn told(folder: &str, words: &[&str]) -> Result<Option<String>, String> {
    let text = ask(folder, words)?.map(|bytes| String::from_utf8_lossy(&bytes).trim().to_string());
    Ok(text.filter(|text| !text.is_empty()))
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
    if told(folder, &["rev-parse", "--git-dir"])?.is_none() {
        let folder = if folder == "." { "this folder" } else { folder };
        return Err(format!("{} is in no repository that git opens (git status says why)", folder));
    }
    let commit = match revision {
        "last" => {
            if told(folder, &["ls-files", "--", &path])?.is_none() {
                let copy = file.rsplit_once('.').map_or("v1".to_string(), |(_, ending)| format!("v1.{}", ending));
                return Err(format!("{} is not in git: cp {0} {}", file, copy));
            }
            before_last(file)?.ok_or(format!("no other version of {} in git", file))?
        }
        _ => {
            // What begins with a dash would be an option.
            let name = format!("{}^{{commit}}", revision);
            let found = told(folder, &["rev-parse", "--verify", "--quiet", &name])?;
            found.filter(|_| !revision.starts_with('-')).ok_or(format!("no commit {:?}", revision))?
        }
    };
    // The whole number: a branch may be called as the short one is. Not `show`, to which a name with * or [ is a pattern.
    let source = ask(folder, &["cat-file", "blob", &format!("{}:{}", commit, path)])?;
    let commit = told(folder, &["rev-parse", "--short", &commit])?.unwrap_or(commit);
    Ok((commit.clone(), source.ok_or(format!("{} is not in commit {}", file, commit))?))
}

/// The newest commit in which the file was not as it is here.
fn before_last(file: &str) -> Result<Option<String>, String> {
    let (folder, path) = place(file);
    let here = told(folder, &["hash-object", "--", &path])?;
    // Not `log`, which somebody's settings change (log.follow, log.showRoot).
    let commits = told(folder, &["rev-list", "HEAD", "--", &path])?.unwrap_or_default();
    for commit in commits.lines() {
        let there = told(folder, &["rev-parse", "--verify", "--quiet", &format!("{}:{}", commit, path)])?;
        if there.is_some() && there != here {
            return Ok(Some(commit.to_string()));
        }
    }
    Ok(None)
}

/// The commit of the file as it is here, with `+` if it was changed since.
pub fn here(file: &str) -> Result<String, String> {
    let head = told(".", &["rev-parse", "--short", "HEAD"])?.ok_or("no commit here that a measurement could name")?;
    let same = ask(".", &["diff", "--quiet", "HEAD", "--", file])?.is_some();
    Ok(head + if same { "" } else { "+" })
}
