//! A source file as it was at a commit.

use crate::run::leftovers;
use std::process::Command;

/// What git prints. `None` if it says no. Names of files mean themselves: `*` is no pattern.
fn ask(words: &[&str]) -> Result<Option<Vec<u8>>, String> {
    let output = leftovers::output(Command::new("git").arg("--literal-pathspecs").args(words));
    let output = output.map_err(|e| e.to_string())?;
    Ok(output.status.success().then_some(output.stdout))
}

/// The same as text.
fn told(words: &[&str]) -> Result<Option<String>, String> {
    Ok(ask(words)?.map(|bytes| String::from_utf8_lossy(&bytes).trim().to_string()).filter(|text| !text.is_empty()))
}

/// Commit and file of `REV` or `REV:FILE`. Without a file it is our player.
pub fn split<'a>(words: &'a str, game: &str) -> (&'a str, String) {
    let (revision, file) = words.split_once(':').unwrap_or((words, ""));
    (revision, if file.is_empty() { format!("{}.rs", game) } else { file.to_string() })
}

/// The commit's short name, and the file as it was there. The file is named from this folder. `last` is the version
/// before the last change, committed or not.
pub fn version(revision: &str, file: &str) -> Result<(String, Vec<u8>), String> {
    if told(&["rev-parse", "--git-dir"])?.is_none() {
        return Err("this folder is in no repository that git opens (git status says why)".to_string());
    }
    let commit = match revision {
        "last" => before_last(file)?.ok_or(format!("no other version of {} in git", file))?,
        _ => {
            // What begins with a dash would be an option.
            let name = format!("{}^{{commit}}", revision);
            let found = told(&["rev-parse", "--verify", "--quiet", "--short", &name])?;
            found.filter(|_| !revision.starts_with('-')).ok_or(format!("no commit {:?}", revision))?
        }
    };
    let source = ask(&["show", "--no-textconv", &format!("{}:./{}", commit, file)])?;
    Ok((commit.clone(), source.ok_or(format!("{} is not in commit {}", file, commit))?))
}

/// The newest commit in which the file was not as it is here.
fn before_last(file: &str) -> Result<Option<String>, String> {
    let here = told(&["hash-object", "--", &format!("./{}", file)])?;
    let commits = told(&["log", "--format=%h", "--", &format!("./{}", file)])?.unwrap_or_default();
    for commit in commits.lines() {
        let there = told(&["rev-parse", "--verify", "--quiet", &format!("{}:./{}", commit, file)])?;
        if there.is_some() && there != here {
            return Ok(Some(commit.to_string()));
        }
    }
    Ok(None)
}

/// The commit that changed the file last.
pub fn last_change(file: &str) -> Option<String> {
    told(&["log", "-1", "--format=%h", "--", &format!("./{}", file)]).ok().flatten()
}

/// The commit of the file as it is here, with `+` if it was changed since.
pub fn here(file: &str) -> Result<String, String> {
    let head = told(&["rev-parse", "--short", "HEAD"])?.ok_or("no commit here that a measurement could name")?;
    let same = ask(&["diff", "--quiet", "HEAD", "--", file])?.is_some();
    Ok(head + if same { "" } else { "+" })
}
