//! Nothing stays behind: no process that a program started, no scratch folder, however the jury ends. This is the only
//! place of the jury that makes temporary folders and files, and the only one that removes anything.
//!
//! Every program finds a mark in its environment, which its children and theirs inherit, also those that leave its process
//! group. At a program's end whatever bears its mark is killed. A child that clears its environment has no mark: as long as
//! its program lives it stays below it in the tree of processes, and then it becomes a child of the jury's, which knows
//! its own children and kills all others. Should the jury itself be killed, a small shell beside it sees the end of its
//! input, and does the same for all that bear a mark.

use crate::system;
use std::collections::hash_map::RandomState;
use std::collections::BTreeSet;
use std::fs::{self, DirBuilder, OpenOptions};
use std::hash::{BuildHasher, Hasher};
use std::io::{self, Write};
use std::os::unix::fs::{DirBuilderExt, MetadataExt};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, OnceLock};
use std::thread;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// The variable that bears the mark.
pub const VARIABLE: &str = "CODECUP_JURY";

/// The shell beside the jury: it keeps the folders that it is told, line by line with their device and number, until the
/// jury is gone. What has another number by then is not ours. Killing goes twice, for what was just being started.
const WATCHDOG: &str = r#"
trap '' INT TERM HUP QUIT
mark=$0
while IFS= read -r folder; do set -- "$@" "$folder"; done
for round in 1 2; do
  for file in $(grep -lsz "^CODECUP_JURY=$mark[.]" /proc/[0-9]*/environ); do
    process=${file#/proc/}
    kill -9 "${process%/environ}"
  done
done 2>/dev/null
for folder; do
  path=${folder#* }
  test "$(stat -c %d:%i -- "$path" 2>/dev/null)" = "${folder%% *}" && rm -rf -- "$path"
done
"#;

/// What all marks of this process begin with: no other jury has the same.
fn family() -> &'static str {
    static FAMILY: OnceLock<String> = OnceLock::new();
    FAMILY.get_or_init(|| {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |d| d.as_micros());
        format!("{}-{}", std::process::id(), now)
    })
}

/// A new mark, to be put into a program's environment. With the first one the watchdog begins.
pub fn mark() -> String {
    static COUNT: AtomicU64 = AtomicU64::new(0);
    watchdog();
    format!("{}.{}", family(), COUNT.fetch_add(1, Ordering::Relaxed))
}

/// The watchdog's input. Without a shell there is none, and a killed jury leaves things behind.
fn watchdog() -> &'static Mutex<Option<ChildStdin>> {
    static INPUT: OnceLock<Mutex<Option<ChildStdin>>> = OnceLock::new();
    INPUT.get_or_init(|| {
        let mut command = Command::new("sh");
        command.args(["-c", WATCHDOG, family()]).stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
        // In a group of its own: what kills the jury's group must not kill it.
        let child = spawn(command.current_dir("/").process_group(0));
        Mutex::new(child.ok().and_then(|mut child| child.stdin.take()))
    })
}

/// Our own children, once the orphans of programs become children of ours as well.
static OWN: Mutex<Option<BTreeSet<u32>>> = Mutex::new(None);

/// From now on orphans are ours to end. For the program `jury` alone: a test has children of its own.
pub fn adopt_orphans() {
    if system::adopt_orphans() {
        OWN.lock().unwrap().get_or_insert_default();
    }
}

/// Starts a child that is no orphan.
pub fn spawn(command: &mut Command) -> io::Result<Child> {
    let mut own = OWN.lock().unwrap();
    let child = command.spawn()?;
    if let Some(own) = own.as_mut() {
        own.insert(child.id());
    }
    Ok(child)
}

/// Shows an address in the browser, which outlives the jury: the shell waits until the jury is gone, so that a browser that
/// it started is no orphan of ours.
pub fn open_in_browser(address: &str) {
    let mut command = Command::new("sh");
    command.args(["-c", "xdg-open \"$0\" </dev/null; read -r line", address]).stdin(Stdio::piped());
    system::let_adopt(&mut command);
    let child = spawn(command.stdout(Stdio::null()).stderr(Stdio::null()).process_group(0));
    if let Some(input) = child.ok().and_then(|mut child| child.stdin.take()) {
        std::mem::forget(input);
    }
}

/// All processes of this machine.
fn processes() -> Vec<u32> {
    let entries = fs::read_dir("/proc").into_iter().flatten().flatten();
    entries.filter_map(|entry| entry.file_name().to_str()?.parse().ok()).collect()
}

/// The processes whose mark is such a one.
fn marked(is_such: impl Fn(&[u8]) -> bool) -> Vec<u32> {
    let head = format!("{}=", VARIABLE);
    let bears = |process: &u32| {
        let environment = fs::read(format!("/proc/{}/environ", process)).unwrap_or_default();
        environment
            .split(|byte| *byte == 0)
            .any(|variable| variable.strip_prefix(head.as_bytes()).is_some_and(&is_such))
    };
    processes().into_iter().filter(bears).collect()
}

/// What stands behind the name in brackets of a process: its state, its parent, its group, ...
fn status(process: u32, field: usize) -> Option<u32> {
    let stat = fs::read_to_string(format!("/proc/{}/stat", process)).ok()?;
    stat.rsplit(')').next()?.split_whitespace().nth(field)?.parse().ok()
}

/// The processes of a group.
pub fn group(group: u32) -> Vec<u32> {
    processes().into_iter().filter(|process| status(*process, 2) == Some(group)).collect()
}

/// The children of ours that we did not start.
fn orphans() -> Vec<u32> {
    let own = OWN.lock().unwrap();
    let Some(own) = own.as_ref() else { return Vec::new() };
    let is_ours = |process: &u32| status(*process, 1) == Some(std::process::id());
    processes().into_iter().filter(|process| !own.contains(process) && is_ours(process)).collect()
}

/// The processes of all programs that this jury started.
pub fn alive() -> Vec<u32> {
    let head = format!("{}.", family());
    let mut all = marked(|mark| mark.starts_with(head.as_bytes()));
    all.extend(orphans());
    all
}

/// Ends a program, whatever bears its mark, and all orphans.
pub fn end(child: &mut Child, mark: &str) {
    system::signal_group(child.id(), system::KILL);
    let _ = child.wait();
    if let Some(own) = OWN.lock().unwrap().as_mut() {
        own.remove(&child.id());
    }
    // What is killed may be starting something: until nothing is found, but not for ever.
    for _ in 0..50 {
        let marked = marked(|other| other == mark.as_bytes());
        let orphans = orphans();
        marked.iter().chain(&orphans).for_each(|process| system::signal_process(*process, system::KILL));
        orphans.iter().for_each(|process| system::reap(*process));
        if marked.is_empty() && orphans.is_empty() {
            return;
        }
        thread::sleep(Duration::from_micros(500));
    }
}

/// A number that nobody can guess: the standard library's hashes are keyed by the system's randomness.
pub fn random() -> u64 {
    RandomState::new().build_hasher().finish()
}

/// Makes a folder for us alone. An error when anything has that name, be it a link.
pub fn make_folder(path: &Path) -> io::Result<()> {
    let made = DirBuilder::new().mode(0o700).create(path);
    made.map_err(|e| io::Error::new(e.kind(), format!("{}: {}", path.display(), e)))
}

/// A folder that we made. It is removed with everything in it when the value goes, or when the jury is killed.
pub struct Scratch {
    path: PathBuf,
    /// Its device and its number there.
    id: (u64, u64),
}

impl Scratch {
    /// Makes a folder of this name, and a number that nobody can guess, in one that is there.
    pub fn new(parent: &Path, name: &str) -> io::Result<Scratch> {
        let fail = |e: io::Error| io::Error::new(e.kind(), format!("{}: {}", parent.display(), e));
        let path = parent.canonicalize().map_err(fail)?.join(format!("{}-{:016x}", name, random()));
        make_folder(&path)?;
        let scratch = Scratch { id: id(&path).unwrap_or_default(), path };
        if let (Some(input), Some(path)) = (watchdog().lock().unwrap().as_mut(), scratch.path.to_str()) {
            // A line is all that the watchdog can be told.
            if !path.contains('\n') {
                let _ = writeln!(input, "{}:{} {}", scratch.id.0, scratch.id.1, path);
            }
        }
        Ok(scratch)
    }

    /// Takes a folder that the caller just made, under its own name. A killed jury leaves it.
    pub fn of(path: &Path) -> Scratch {
        Scratch { path: path.to_path_buf(), id: id(path).unwrap_or_default() }
    }

    /// From now on it stays.
    pub fn keep(self) {
        std::mem::forget(self);
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Puts a file somewhere as a whole or not at all: it is written here and then moved, on the same file system. What
    /// was there under its name is replaced, a link too.
    pub fn put(&self, to: &Path, text: &str) -> io::Result<()> {
        let half = self.path.join(format!("half-{:016x}", random()));
        let write = || {
            OpenOptions::new().write(true).create_new(true).open(&half)?.write_all(text.as_bytes())?;
            fs::rename(&half, to)
        };
        write().map_err(|e| io::Error::new(e.kind(), format!("{}: {}", to.display(), e)))
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        // Only what we made: another one may have taken its name.
        if id(&self.path) == Some(self.id) {
            let _ = fs::remove_dir_all(&self.path);
        }
    }
}

/// Device and number of what has this name, be it a link.
fn id(path: &Path) -> Option<(u64, u64)> {
    path.symlink_metadata().ok().map(|data| (data.dev(), data.ino()))
}

/// Removes a folder with everything in it, which the caller knows; links in it are removed, not followed.
pub fn remove_folder(path: &Path) -> io::Result<()> {
    fs::remove_dir_all(path)
}

/// Removes a file or an empty folder that the caller made.
pub fn remove(path: &Path) {
    let is_folder = path.symlink_metadata().is_ok_and(|data| data.is_dir());
    let _ = if is_folder { fs::remove_dir(path) } else { fs::remove_file(path) };
}
