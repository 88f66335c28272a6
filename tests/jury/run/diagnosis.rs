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

/// The last line on stderr that is none of a stack trace, nor of Node's braces.
fn last_line(stderr: &str) -> Option<&str> {
    let lines: Vec<&str> = stderr.lines().collect();
    let says = |i: &usize| {
        let (line, text) = (lines[*i], lines[*i].trim());
        let around = ["at ", "note: ", "goroutine ", "---", "Node.js v", "(Use `", "exit status"];
        // Go writes a function's name, then its file behind a tab.
        let go = line.starts_with("\t/") || lines.get(i + 1).is_some_and(|next| next.starts_with("\t/"));
        let frame = line.starts_with([' ', '\t']) && text.starts_with(char::is_numeric) || go;
        let node = line == "}" || line.starts_with("  ") && lines[*i..].contains(&"}");
        !(text.is_empty() || frame || node || around.iter().any(|head| text.starts_with(head)))
    };
    (0..lines.len()).rev().find(says).map(|i| lines[i].trim())
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
