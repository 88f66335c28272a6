//! Nothing stays behind, however the jury ends: no process that a program started, no scratch
//! folder (`place::Scratch`).
//!
//! Every program gets a mark in its environment. Its children inherit it, even those that leave its process group.
//! When a program ends, every process with its mark is killed.
//!
//! A child that clears its environment has no mark. While its program lives, it stays below it in the tree of
//! processes. Then it becomes the jury's child. The jury knows its own children and kills all others.
//!
//! A small shell runs beside the jury. If the jury is killed, the shell sees the end of its input, and kills every
//! process with a mark of this jury.

use crate::run::{memory, system};
use std::collections::hash_map::RandomState;
use std::collections::BTreeSet;
use std::fs;
use std::hash::{BuildHasher, Hasher};
use std::io::{self, Write};
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Output, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, OnceLock};
use std::thread;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// The environment variable that holds the mark.
pub const VARIABLE: &str = "CODECUP_JURY";

/// The shell beside the jury. Each line that it reads is a folder with its device and inode number. When the jury is
/// gone, it removes these, but none whose inode has changed. It kills twice, since a process may just be starting
/// another.
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
  test "$(stat -c %d:%i -- "$path" 2>/dev/null)" = "${folder%% *}" || continue
  chmod -R u+rwx -- "$path"
  rm -rf -- "$path"
done
"#;

/// The beginning of all marks of this process. No other jury has the same.
fn family() -> &'static str {
    static FAMILY: OnceLock<String> = OnceLock::new();
    FAMILY.get_or_init(|| {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |d| d.as_micros());
        format!("{}-{}", std::process::id(), now)
    })
}

/// A new mark for a program's environment. The first call starts the watchdog.
pub fn mark() -> String {
    static COUNT: AtomicU64 = AtomicU64::new(0);
    watchdog();
    format!("{}.{}", family(), COUNT.fetch_add(1, Ordering::Relaxed))
}

/// The watchdog's input. `None` if there is no shell: then a killed jury leaves things behind.
fn watchdog() -> &'static Mutex<Option<ChildStdin>> {
    static INPUT: OnceLock<Mutex<Option<ChildStdin>>> = OnceLock::new();
    INPUT.get_or_init(|| {
        let mut command = Command::new("sh");
        command.args(["-c", WATCHDOG, family()]).stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
        // A group of its own: what kills the jury's group does not kill it.
        let child = spawn(command.current_dir("/").process_group(0));
        Mutex::new(child.ok().and_then(|mut child| child.stdin.take()))
    })
}

/// Our own children, from the time when orphans become our children too.
static OWN: Mutex<Option<BTreeSet<u32>>> = Mutex::new(None);

/// From now on the jury ends orphans. Only the program `jury` calls it: a test has children of its own.
pub fn adopt_orphans() {
    if system::adopt_orphans() {
        OWN.lock().unwrap().get_or_insert_default();
    }
}

/// Starts a child and notes that it is no orphan. An error names the tool.
pub fn spawn(command: &mut Command) -> io::Result<Child> {
    let mut own = OWN.lock().unwrap();
    let child = command.spawn();
    let tool = command.get_program().to_string_lossy();
    let child = child.map_err(|e| io::Error::new(e.kind(), format!("{}: {}", tool, e)))?;
    if let Some(own) = own.as_mut() {
        own.insert(child.id());
    }
    Ok(child)
}

/// `Command::output` of a child that is no orphan meanwhile.
pub fn output(command: &mut Command) -> io::Result<Output> {
    let child = spawn(command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()))?;
    let process = child.id();
    let output = child.wait_with_output();
    if let Some(own) = OWN.lock().unwrap().as_mut() {
        own.remove(&process);
    }
    output
}

/// Why a tool failed: what it said, or else how it ended.
pub fn why(tool: &str, output: &Output) -> String {
    match String::from_utf8_lossy(&output.stderr).trim() {
        "" => format!("{} failed, {}", tool, output.status),
        said => said.to_string(),
    }
}

/// Starts a child and ends it at once. An error if it does not start.
pub fn attempt(command: &mut Command) -> io::Result<()> {
    let mut child = spawn(command)?;
    let ended = child.kill().and_then(|()| child.wait());
    if let Some(own) = OWN.lock().unwrap().as_mut() {
        own.remove(&child.id());
    }
    ended.map(drop)
}

/// Shows an address in the browser. The shell stays the parent of what it started until the jury is gone. So the
/// browser is no orphan of ours and outlives us.
pub fn open_in_browser(address: &str) {
    let mut command = Command::new("sh");
    command.args(["-c", "xdg-open \"$0\" </dev/null; read -r line", address]).stdin(Stdio::piped());
    system::let_adopt(&mut command);
    let child = spawn(command.stdout(Stdio::null()).stderr(Stdio::null()).process_group(0));
    if let Some(input) = child.ok().and_then(|mut child| child.stdin.take()) {
        std::mem::forget(input);
    }
}

fn processes() -> Vec<u32> {
    let entries = fs::read_dir("/proc").into_iter().flatten().flatten();
    entries.filter_map(|entry| entry.file_name().to_str()?.parse().ok()).collect()
}

/// The processes that have such a mark.
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

/// A process's parent.
fn parent(process: u32) -> Option<u32> {
    memory::stat(format!("/proc/{}", process)).get(1)?.parse().ok()
}

/// Our children that we did not start.
fn orphans() -> Vec<u32> {
    let own = OWN.lock().unwrap();
    let Some(own) = own.as_ref() else { return Vec::new() };
    let is_ours = |process: &u32| parent(*process) == Some(std::process::id());
    processes().into_iter().filter(|process| !own.contains(process) && is_ours(process)).collect()
}

/// The processes of all programs that this jury started.
pub fn alive() -> Vec<u32> {
    let head = format!("{}.", family());
    let mut all = marked(|mark| mark.starts_with(head.as_bytes()));
    all.extend(orphans());
    all
}

/// Ends a program, every process with its mark, and all orphans.
pub fn end(child: &mut Child, mark: &str) {
    // Once it has been waited for, its number may be another's.
    if let Ok(None) = child.try_wait() {
        system::signal_group(child.id(), system::KILL);
    }
    let _ = child.wait();
    if let Some(own) = OWN.lock().unwrap().as_mut() {
        own.remove(&child.id());
    }
    // A process may start another one just before it is killed. So this is repeated until there is none, at most 50
    // times.
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

/// A number that cannot be guessed: the standard library's hashes are keyed by the system's randomness.
pub fn random() -> u64 {
    RandomState::new().build_hasher().finish()
}

/// When the jury is killed, this folder is removed. Its device and inode number tell it from another of its name.
pub fn watch_folder(id: (u64, u64), path: &Path) {
    if let (Some(input), Some(path)) = (watchdog().lock().unwrap().as_mut(), path.to_str()) {
        // The watchdog reads one line for each folder.
        if !path.contains('\n') {
            let _ = writeln!(input, "{}:{} {}", id.0, id.1, path);
        }
    }
}
