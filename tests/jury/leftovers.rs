//! Nothing stays behind: no process that a program started, no scratch folder, however the jury ends.
//!
//! Every program finds a mark in its environment, which its children and theirs inherit, also those that leave its process
//! group. At a program's end whatever bears its mark is killed. Should the jury itself be killed, a small shell beside it
//! sees the end of its input, and does the same for all.

use crate::system;
use std::fs;
use std::io::{self, Write};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{ChildStdin, Command, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, OnceLock};
use std::time::{SystemTime, UNIX_EPOCH};

/// The variable that bears the mark.
pub const VARIABLE: &str = "CODECUP_JURY";

/// The shell beside the jury: it keeps the folders that it is told, line by line, until the jury is gone. Twice, for what
/// was just being started.
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
test $# -eq 0 || rm -rf -- "$@"
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
        let child = command.current_dir("/").process_group(0).spawn();
        Mutex::new(child.ok().and_then(|mut child| child.stdin.take()))
    })
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
    let entries = fs::read_dir("/proc").into_iter().flatten().flatten();
    entries.filter_map(|entry| entry.file_name().to_str()?.parse().ok()).filter(bears).collect()
}

/// The processes of all programs that this jury started.
pub fn alive() -> Vec<u32> {
    let head = format!("{}.", family());
    marked(|mark| mark.starts_with(head.as_bytes()))
}

/// Kills every process that bears the mark.
pub fn kill_marked(mark: &str) {
    // What is killed may be starting something: until nothing is found, but not for ever.
    for _ in 0..10 {
        let found = marked(|other| other == mark.as_bytes());
        if found.is_empty() {
            return;
        }
        found.iter().for_each(|process| system::signal_process(*process, system::KILL));
    }
}

/// A folder that is removed with everything in it when the value goes, or when the jury is killed.
pub struct Scratch(PathBuf);

impl Scratch {
    /// Makes the folder, which is not there yet. The number of our process is added to its name: a watchdog that comes
    /// late must not take the folder of the next jury.
    pub fn new(path: &Path) -> io::Result<Scratch> {
        let name = format!("{}-{}", path.display(), std::process::id());
        fs::create_dir_all(&name).map_err(|e| io::Error::other(format!("{}: {}", name, e)))?;
        let path = Path::new(&name).canonicalize()?;
        if let (Some(input), Some(name)) = (watchdog().lock().unwrap().as_mut(), path.to_str()) {
            // A line is all that the watchdog can be told.
            if !name.contains('\n') {
                let _ = writeln!(input, "{}", name);
            }
        }
        Ok(Scratch(path))
    }

    pub fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}
