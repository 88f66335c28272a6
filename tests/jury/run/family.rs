//! A program and all that it started, as Linux shows them in /proc.

use crate::run::system;
use std::fs;
use std::path::{Path, PathBuf};

/// What Linux says of a process or thread behind its name: its state's letter, its parent ... Empty when it has ended.
pub fn stat(folder: impl AsRef<Path>) -> Vec<String> {
    // The name may be any bytes.
    let text = fs::read(folder.as_ref().join("stat")).unwrap_or_default();
    let text = String::from_utf8_lossy(&text);
    text.rsplit(')').next().unwrap_or("").split_whitespace().map(str::to_string).collect()
}

/// Is a process or thread in such a state? R: it runs or is ready; S: it sleeps; T: it is stopped; Z: it has ended.
pub fn is(folder: impl AsRef<Path>, letter: &str) -> bool {
    stat(folder).first().is_some_and(|state| state == letter)
}

/// The folders of a process's threads.
pub fn threads(process: u32) -> Vec<PathBuf> {
    let entries = fs::read_dir(format!("/proc/{}/task", process)).into_iter().flatten().flatten();
    entries.map(|entry| entry.path()).collect()
}

pub fn children(process: u32) -> Vec<u32> {
    let lists = threads(process).into_iter().flat_map(|thread| fs::read_to_string(thread.join("children")));
    lists.collect::<String>().split(' ').filter_map(|id| id.parse().ok()).collect()
}

/// A process and all below it. Only itself if Linux does not name the children.
pub fn family(process: u32) -> Vec<u32> {
    let (mut all, mut next) = (vec![process], 0);
    while let Some(process) = all.get(next) {
        all.extend(children(*process));
        next += 1;
    }
    all
}

/// Sends a signal to a process with its group and all below it, also to those in groups of their own. Each gets it once: one
/// that goes on may stop itself at once, and then stays so. A process may just be starting another one, so this is repeated
/// until there is none that was not known.
pub fn signal(process: u32, number: i32) {
    let in_group = |id: &u32| stat(format!("/proc/{}", id)).get(2).is_some_and(|group| *group == process.to_string());
    let mut known = Vec::new();
    for round in 0..20 {
        let fresh: Vec<u32> = family(process).into_iter().filter(|id| !known.contains(id)).collect();
        if fresh.is_empty() {
            return;
        }
        let alone = fresh.iter().filter(|id| round > 0 || !in_group(id));
        alone.for_each(|process| system::signal_process(*process, number));
        if round == 0 {
            // Also where Linux names no children.
            system::signal_group(process, number);
        }
        known.extend(fresh);
    }
}

/// Ends a process and all below it. What is stopped starts no other one, and has no orphans meanwhile.
pub fn end(process: u32) {
    signal(process, system::STOP);
    signal(process, system::KILL);
}
