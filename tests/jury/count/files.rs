//! The programs' files as they were when a match began. Another program may not go on under the same name.

use crate::run::entrant::{self, Entrant};
use crate::run::start::check_there;
use crate::run::{files, place};
use crate::text::print::Shown;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;
use std::{fs, io};

/// The list in a match's folder, a line for each file: size and time, hash, name. A copy's name begins at the folder.
pub const FILES: &str = "files";

/// What stands before the hash of a program's command, and its name. An older jury wrote no such lines.
const COMMAND: &str = "command ";

fn command(entrant: &Entrant, folder: &Path) -> io::Result<String> {
    Ok(format!("{:016x}", files::hash(entrant.kept(&place::full(folder)?).as_bytes())))
}

fn stamp(path: &Path) -> io::Result<String> {
    let data = place::at(path, path.metadata())?;
    let time = data.modified()?.duration_since(UNIX_EPOCH).unwrap_or_default();
    // Who writes a file may give it its old time again, but not that of the change. A link may be moved to a file that was
    // written in the same tick of Linux's clock (4 ms): that has another number.
    let changed = format!("{}.{:09}:{}", data.ctime(), data.ctime_nsec(), data.ino());
    Ok(format!("{}@{}.{:09}+{}", data.len(), time.as_secs(), time.subsec_nanos(), changed))
}

fn hash(path: &Path) -> io::Result<String> {
    Ok(format!("{:016x}", files::hash(&place::at(path, fs::read(path))?)))
}

/// A file as the list names it.
fn name(file: &Path, folder: &Path) -> io::Result<String> {
    let full = file.to_string_lossy().into_owned();
    Ok(entrant::inside(&full, &folder.canonicalize()?.to_string_lossy()).unwrap_or(full))
}

/// The lines of a list: stamp, hash, name.
pub fn read(list: &str) -> Vec<[&str; 3]> {
    let line = |line| str::splitn(line, 3, ' ').collect::<Vec<&str>>().try_into().ok();
    list.lines().filter(|line| !line.starts_with(COMMAND)).filter_map(line).collect()
}

/// Takes programs into the list of a match that has begun.
pub fn add(folder: &Path, fresh: &[Entrant]) -> io::Result<()> {
    let list = files::read_if_there(&folder.join(FILES))?.filter(|_| !fresh.is_empty());
    list.map_or(Ok(()), |list| write(folder, list, fresh, &place::READ))
}

fn write(folder: &Path, mut list: String, entrants: &[Entrant], over: &place::Kind) -> io::Result<()> {
    for entrant in entrants {
        list += &format!("{}{} {}\n", COMMAND, command(entrant, folder)?, entrant.name);
        for file in entrant.files() {
            list += &format!("{} {} {}\n", stamp(&file)?, hash(&file)?, name(&file, folder)?);
        }
    }
    place::write(&folder.join(FILES), over, list)
}

/// A game that was played in the folder, or in one of a tournament's below it.
fn played(folder: &Path) -> Option<PathBuf> {
    let mut paths = fs::read_dir(folder).ok()?.flatten().map(|entry| entry.path());
    paths.find_map(|path| match files::file_name(&path) {
        name if place::is_pairing(&name) => played(&path),
        name => Some(path).filter(|_| place::is_game(&name)),
    })
}

/// An error if a program's file has changed since the match began, or a source has come to it. First makes the list.
pub fn unchanged(folder: &Path, entrants: &[Entrant]) -> io::Result<()> {
    entrants.iter().try_for_each(|entrant| entrant.check(check_there).map_err(io::Error::other))?;
    let Some(list) = files::read_if_there(&folder.join(FILES))? else {
        // A match that has begun has its list. Without it nobody knows whether these are the same programs.
        if let Some(game) = entrants.iter().any(|one| !one.files().is_empty()).then(|| played(folder)).flatten() {
            let why = format!("{}: the list {:?} of the programs' files is gone", folder.shown(), FILES);
            return Err(io::Error::other(format!("{}, with which {} was played: begin anew", why, game.shown())));
        }
        return write(folder, String::new(), entrants, &place::NEW);
    };
    let (listed, fail) = (read(&list), |why: String| Err(io::Error::other(why)));
    let what = "has changed since the match began, which cannot go on with another program";
    for entrant in entrants {
        let (name, now) = (&entrant.name, command(entrant, folder)?);
        let mut kept = list.lines().filter_map(|line| line.strip_prefix(COMMAND)?.split_once(' '));
        if kept.any(|(then, whose)| whose == name && then != now) {
            return fail(format!("{}: the command of {} {}", folder.shown(), name, what));
        }
    }
    for [then, bytes, name] in &listed {
        let file = folder.canonicalize()?.join(name);
        // A copied folder has other times. Then the hash decides.
        if !stamp(&file).is_ok_and(|now| now == *then) && !hash(&file).is_ok_and(|now| now == *bytes) {
            return fail(format!("{} {}; to go on editing let a copy of its folder play", file.shown(), what));
        }
    }
    for file in entrants.iter().flat_map(Entrant::files) {
        let here = name(&file, folder)?;
        if listed.iter().all(|[_, _, name]| *name != here) {
            let what = "is new since the match began: a program of other files is another program";
            return fail(format!("{} {}", file.shown(), what));
        }
    }
    Ok(())
}
