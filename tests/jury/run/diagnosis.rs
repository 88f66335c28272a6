//! Why a program ended: what its exit, its limit of memory and its last lines on stderr say together. What they do not
//! say is called possible and no more.

use crate::run::forfeit::{Forfeit, Kind};
use crate::run::memory::Memory;
use crate::run::system;
use std::os::unix::process::ExitStatusExt;
use std::process::ExitStatus;

/// Words of the runtimes of C++, Rust, Python, Java, Go, OCaml and Haskell about memory that they did not get.
const HUNGER: &str = "memory allocation of|bad_alloc|MemoryError|ut of memory|ut_of_memory|OutOfMemory|annot allocate|\
                      reserve enough|eap exhausted";

/// The lines on stderr that say why a program ended: the last two, without a stack trace and Node's braces.
fn last_lines(stderr: &str) -> Vec<&str> {
    let lines: Vec<&str> = stderr.lines().collect();
    let says = |i: &usize| {
        let (line, text) = (lines[*i], lines[*i].trim());
        let frame = line.starts_with([' ', '\t']) && (text.starts_with("at ") || text.starts_with(char::is_numeric));
        // Go writes a function's name, then its file behind a tab.
        let go = line.starts_with("\t/") || lines.get(i + 1).is_some_and(|next| next.starts_with("\t/"));
        let around = ["note: ", "goroutine ", "---", "Node.js v", "(Use `"].iter().any(|head| text.starts_with(head));
        let node = line == "}" || line.starts_with("  ") && lines[*i..].contains(&"}");
        !(text.is_empty() || frame || go || around || node)
    };
    (0..lines.len()).rev().filter(says).take(2).map(|i| lines[i].trim()).collect()
}

pub fn is_told(stderr: &str) -> bool {
    !last_lines(stderr).is_empty()
}

/// The forfeit of a program whose output is closed. `None`: it goes on. `address_kib` is the most address space seen.
pub fn of(status: Option<ExitStatus>, stderr: &str, limit: Memory, address_kib: u64) -> Forfeit {
    let last = last_lines(stderr);
    let hunger = last.iter().find(|line| HUNGER.split('|').any(|words| line.contains(words)));
    let quoted: String = hunger.or(last.first()).unwrap_or(&"").chars().take(120).collect();
    let silent = |status: ExitStatus| status.signal().is_some() || last.is_empty();
    let (kind, what) = match (status, limit) {
        (None, _) => (Kind::Closed, "closed its output and went on".to_string()),
        (Some(s), _) if s.success() => (Kind::Closed, "ended before the game did, exit code 0".to_string()),
        (Some(s), Memory::Address(_)) if hunger.is_some() => {
            let how = format!("--memory raises the limit ({}), unless a size was wrong", limit);
            (Kind::Memory, format!("ran out of memory, exit {}; {}", describe(s), how))
        }
        (Some(s), Memory::Address(kib)) if silent(s) && address_kib * 10 > kib * 9 => {
            let how = format!("close to its limit of memory ({}), which --memory raises", limit);
            (Kind::Memory, format!("exit {} {}", describe(s), how))
        }
        (Some(s), _) => (Kind::Crash, format!("exit {}{}", describe(s), perhaps(s, limit, hunger.is_some()))),
    };
    let reason = if quoted.is_empty() { what } else { format!("{}; stderr: {}", what, quoted) };
    Forfeit { kind, reason }
}

/// What a crash may come from. The jury refuses memory only where the limit is one of address space.
fn perhaps(status: ExitStatus, limit: Memory, hungry: bool) -> String {
    match limit {
        Memory::Address(_) if status.signal().is_some() => {
            format!(", perhaps for lack of memory ({}): try --memory none", limit)
        }
        _ if hungry => {
            let who = "this machine or its own runtime (java -Xmx) gives";
            format!("; it asked for more memory than {}, or a size was wrong: no limit of the jury", who)
        }
        _ if status.signal() == Some(system::KILL) => {
            ", not by the jury: perhaps the kernel, for lack of memory (dmesg says)".to_string()
        }
        _ => String::new(),
    }
}

pub fn describe(status: ExitStatus) -> String {
    match (status.code(), status.signal()) {
        (Some(code), _) => code.to_string(),
        (None, Some(signal)) => format!("signal {}", signal),
        (None, None) => "unknown".to_string(),
    }
}
