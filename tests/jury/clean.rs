//! `jury clean`: what past matches and tournaments take on the disk, and how to remove them.

use crate::folders;
use crate::leftovers;
use crate::print::count;
use crate::series;
use crate::show;
use crate::tournament;
use std::fs;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

/// A match or tournament that may be removed. While this value lives, nobody can go on with it.
pub struct Old {
    pub folder: PathBuf,
    pub played: SystemTime,
    pub bytes: u64,
    _hold: series::Hold,
}

/// The matches and tournaments in a folder in which nothing was played for that long, the oldest first. The texts say
/// why others of that age stay.
pub fn find(home: &Path, age: Duration) -> (Vec<Old>, Vec<String>) {
    let (mut old, mut stay) = (Vec::new(), Vec::new());
    for folder in folders::inside(home) {
        let played = folders::newest(&folder).unwrap_or(SystemTime::now());
        if played.elapsed().unwrap_or_default() < age {
            continue;
        }
        if !tournament::is_one(&folder) && series::resume(&folder).is_err() {
            continue;
        }
        if let Some(file) = foreign(&folder) {
            stay.push(format!("{} stays: {} is no part of a match", folder.display(), file.display()));
            continue;
        }
        match series::hold(&folder) {
            Ok(hold) => old.push(Old { bytes: bytes(&folder), folder, played, _hold: hold }),
            Err(why) => stay.push(format!("stays: {}", why)),
        }
    }
    old.sort_by_key(|one| one.played);
    (old, stay)
}

/// A file or folder in a match's or tournament's folder that is not the jury's.
fn foreign(folder: &Path) -> Option<PathBuf> {
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let names = ["plan", "cost", "files", "a", "b", "programs", show::INDEX];
    for path in fs::read_dir(folder).ok()?.filter_map(|entry| Some(entry.ok()?.path())) {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let game = name.strip_suffix(".txt").or(name.strip_suffix(".html")).is_some_and(digits);
        let pairing = name.split_once('-').is_some_and(|(a, b)| digits(a) && digits(b));
        // Of a game in play, or left there when the machine was switched off.
        let work = name.strip_prefix("work-").and_then(|rest| rest.split_once('-')).is_some_and(|(n, _)| digits(n));
        match (names.contains(&name.as_str()) || game || work, pairing && path.is_dir() && !path.is_symlink()) {
            (true, _) => {}
            (_, true) => match foreign(&path) {
                None => {}
                found => return found,
            },
            _ => return Some(path),
        }
    }
    None
}

/// What a file or folder takes on the disk, in bytes.
fn bytes(path: &Path) -> u64 {
    let Ok(data) = path.symlink_metadata() else { return 0 };
    let inside = fs::read_dir(path).into_iter().filter(|_| data.is_dir()).flatten();
    data.blocks() * 512 + inside.filter_map(|entry| Some(bytes(&entry.ok()?.path()))).sum::<u64>()
}

/// A text that says what would be removed and what that frees. With `remove` it is removed.
pub fn clean(home: &Path, age: Duration, remove: bool) -> Result<String, String> {
    let (old, stay) = find(home, age);
    let megabytes = |bytes: u64| format!("{:.1} MB", bytes as f64 / 1e6);
    let mut text: String = stay.iter().map(|why| format!("{}\n", why)).collect();
    for one in &old {
        if remove {
            leftovers::remove_folder(&one.folder).map_err(|e| format!("{}: {}", one.folder.display(), e))?;
        }
        text += &format!("{}  {:>9}  {}\n", folders::date(one.played), megabytes(one.bytes), one.folder.display());
    }
    let all = megabytes(old.iter().map(|one| one.bytes).sum());
    let folders = count(old.len(), "folder");
    Ok(text
        + &if remove { format!("removed {}, {}\n", folders, all) } else { format!("{} would free {}\n", folders, all) })
}
