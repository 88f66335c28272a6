//! Why a program ended: its exit, and the last line on stderr that says why.

use crate::run::forfeit::{Forfeit, Kind};
use crate::run::memory::Memory;
use std::os::unix::process::ExitStatusExt;
use std::process::ExitStatus;

/// Linux's signals that end a program by its own fault, or that others send.
const SIGNALS: [(i32, &str); 7] = [
    (4, "illegal instruction"),
    (6, "aborted"),
    (7, "bus error"),
    (8, "arithmetic error, such as a division by zero"),
    (9, "killed, not by the jury: perhaps for lack of memory (dmesg says)"),
    (11, "segmentation fault"),
    (13, "broken pipe"),
];

/// The last line on stderr that is none of a stack trace: those are indented (not C++'s `what()`), or stand behind `goroutine`.
fn last_line(stderr: &str) -> Option<&str> {
    let before = stderr.split("\ngoroutine ").next().unwrap_or("");
    let around = [" ", "\t", "}", "at ", "note: ", "Node.js v", "(Use `"];
    let traced = |line: &str| around.iter().any(|head| line.starts_with(head)) && !line.starts_with("  what(): ");
    let says = |line: &&str| !line.trim().is_empty() && !traced(line);
    before.lines().rev().find(says).map(str::trim)
}

/// The forfeit of a program whose output is closed. `None`: it goes on.
pub fn of(status: Option<ExitStatus>, stderr: &str, limit: Memory) -> Forfeit {
    let (kind, mut what) = match status {
        None => (Kind::Closed, "closed its output and went on".to_string()),
        Some(s) if s.success() => (Kind::Closed, "ended before the game did, exit code 0".to_string()),
        Some(s) => (Kind::Crash, format!("exit {}", describe(s))),
    };
    if limit == Memory::Year && status.is_some_and(|s| s.signal().is_some()) {
        what += ", perhaps for lack of memory: try --memory none";
    }
    let quoted: String = last_line(stderr).unwrap_or("").chars().take(120).collect();
    Forfeit { kind, reason: if quoted.is_empty() { what } else { format!("{}; stderr: {}", what, quoted) } }
}

/// The exit code, or the signal by its number and name.
pub fn describe(status: ExitStatus) -> String {
    let name = |signal: i32| SIGNALS.iter().find(|(number, _)| *number == signal).map(|(_, name)| *name);
    match (status.code(), status.signal()) {
        (Some(code), _) => code.to_string(),
        (None, Some(signal)) => match name(signal) {
            Some(name) => format!("signal {} ({})", signal, name),
            None => format!("signal {}", signal),
        },
        (None, None) => "unknown".to_string(),
    }
}
