//! Nothing stays behind, however the jury ends: no process of a program, no scratch folder (`place::Scratch`).
//!
//! While a program lives, all that it started stays below it in the tree of processes (`system::let_adopt`), and is ended
//! with it (`process`). What outlives it is known by a mark in its environment, which children inherit: when a program
//! ends, every process with its mark is killed.
//!
//! A small shell runs beside the jury. If the jury is killed, the shell sees the end of its input, and kills every
//! process with a mark of this jury.

use crate::run::system;
use std::collections::hash_map::RandomState;
use std::hash::{BuildHasher, Hasher};
use std::io::{self, Write};
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Output, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, OnceLock};
use std::time::Duration;
use std::{fs, thread};

pub const VARIABLE: &str = "CODECUP_JURY";

/// The beginning of all marks of this process. No other jury has the same.
fn family() -> &'static str {
    static FAMILY: OnceLock<String> = OnceLock::new();
    FAMILY.get_or_init(|| format!("{:016x}", random()))
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
        command.args(["-c", include_str!("watchdog.sh"), family()]);
        command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
        // A group of its own: what kills the jury's group does not kill it.
        let child = spawn(command.current_dir("/").process_group(0));
        Mutex::new(child.ok().and_then(|mut child| child.stdin.take()))
    })
}

/// Starts a child. An error names the tool.
pub fn spawn(command: &mut Command) -> io::Result<Child> {
    let tool = command.get_program().to_string_lossy().into_owned();
    command.spawn().map_err(|e| io::Error::new(e.kind(), format!("{}: {}", tool, e)))
}

/// `Command::output`, whose error names the tool.
pub fn output(command: &mut Command) -> io::Result<Output> {
    spawn(command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()))?.wait_with_output()
}

/// Shows an address in the browser, which outlives us.
pub fn open_in_browser(address: &str) {
    let mut command = Command::new("xdg-open");
    let command = command.arg(address).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    drop(spawn(command.process_group(0)));
}

fn marked(mark: &str) -> Vec<u32> {
    let (entries, mark) = (fs::read_dir("/proc").into_iter().flatten().flatten(), format!("{}={}", VARIABLE, mark));
    let processes = entries.filter_map(|entry| entry.file_name().to_str()?.parse().ok());
    let bears = |process: &u32| {
        let environment = fs::read(format!("/proc/{}/environ", process)).unwrap_or_default();
        environment.split(|byte| *byte == 0).any(|variable| variable == mark.as_bytes())
    };
    processes.filter(bears).collect()
}

/// Ends a program and every process with its mark.
pub fn end(child: &mut Child, mark: &str) {
    // Once it has been waited for, its number may be another's.
    if let Ok(None) = child.try_wait() {
        system::signal_group(child.id(), system::KILL);
    }
    // One that may not be killed, or that waits for a disk that is gone, would keep us for ever.
    let waits = (0..2_000).take_while(|_| matches!(child.try_wait(), Ok(None)));
    waits.for_each(|_| thread::sleep(Duration::from_millis(1)));
    // A process may start another one just before it is killed. So this is repeated until there is none.
    for _ in 0..50 {
        let marked = marked(mark);
        if marked.is_empty() {
            return;
        }
        marked.iter().for_each(|process| system::signal_process(*process, system::KILL));
        thread::sleep(Duration::from_micros(500));
    }
}

/// A number that cannot be guessed: the standard library's hashes are keyed by the system's randomness.
pub fn random() -> u64 {
    RandomState::new().build_hasher().finish()
}

/// When the jury is killed, this folder is removed. Its device and inode number tell it from another of its name.
pub fn watch_folder(id: (u64, u64), path: &Path) {
    // The watchdog reads one line for each folder.
    let path = path.to_str().filter(|path| !path.contains('\n'));
    if let (Some(input), Some(path)) = (watchdog().lock().unwrap().as_mut(), path) {
        let _ = writeln!(input, "{}:{} {}", id.0, id.1, path);
    }
}
