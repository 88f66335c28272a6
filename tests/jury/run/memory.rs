//! How much memory a program may use, and how much it uses. All numbers are KiB.

use crate::run::leftovers;
use std::fmt::{self, Display, Formatter};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::str::FromStr;

/// What a program may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Memory {
    Free,
    /// So much address space (`ulimit -v`). The program is refused more.
    Address(u64),
    /// So much resident memory, of the program and the processes below it together. A program that uses more is
    /// ended. Reserved address space does not count, so the runtimes of Java, Go and others work.
    Resident(u64),
}

impl Memory {
    /// The limit of today's contest: 2 GB.
    pub const TODAY: Memory = Memory::Resident(2 << 20);

    /// The limit in the years of our games: 64 MB.
    pub const YEAR: Memory = Memory::Address(64 << 10);
}

impl FromStr for Memory {
    type Err = String;

    /// Reads `today`, `year`, `none`, a size such as `300M` or `2G`, or `address:300M`. A number alone is KiB.
    fn from_str(text: &str) -> Result<Memory, String> {
        let wrong = || {
            format!("{:?} is no limit of memory: a size such as 300M or 2G, address:300M, today, year or none", text)
        };
        let size = |text: &str| -> Result<u64, String> {
            let units = [("K", 0), ("M", 10), ("G", 20), ("", 0)];
            let unit = units.iter().find_map(|(name, shift)| Some((text.strip_suffix(name)?, shift)));
            let (number, shift) = unit.ok_or_else(wrong)?;
            match number.parse::<u64>().map_err(|_| wrong())?.checked_mul(1 << shift) {
                // A shell counts bytes in 64 bits.
                Some(kib) if kib > 1 << 50 => Err(format!("{:?}: more than a program can be given", text)),
                Some(kib) if kib < 1 << 10 => Err(format!("{:?}: less than 1M holds no program", text)),
                kib => kib.ok_or_else(wrong),
            }
        };
        match (text, text.strip_prefix("address:")) {
            ("today", _) => Ok(Memory::TODAY),
            ("year", _) => Ok(Memory::YEAR),
            ("none" | "0", _) => Ok(Memory::Free),
            (_, Some(text)) => Ok(Memory::Address(size(text)?)),
            _ => Ok(Memory::Resident(size(text)?)),
        }
    }
}

impl Display for Memory {
    /// Writes what `from_str` reads.
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        let size = |kib: u64| match kib {
            _ if kib % (1 << 20) == 0 => format!("{}G", kib >> 20),
            _ if kib % (1 << 10) == 0 => format!("{}M", kib >> 10),
            _ => format!("{}K", kib),
        };
        match self {
            Memory::Free => f.write_str("none"),
            Memory::Address(kib) => write!(f, "address:{}", size(*kib)),
            Memory::Resident(kib) => f.write_str(&size(*kib)),
        }
    }
}

/// An error if the shell that starts a program cannot set the limit: it would be blamed for that.
pub fn check_limit(memory: Memory) -> Result<(), String> {
    let Memory::Address(kib) = memory else { return Ok(()) };
    match leftovers::output(Command::new("sh").args(["-c", &format!("ulimit -v {}", kib)])) {
        Ok(done) if !done.status.success() => {
            Err(format!("--memory {}: that cannot be set here (ulimit -Hv says what can)", memory))
        }
        _ => Ok(()),
    }
}

/// An error unless /proc shows this process under its own number. Else nothing of a program could be seen or limited.
pub fn check_proc() -> Result<(), String> {
    let own = fs::read_link("/proc/self").ok().and_then(|link| link.to_str()?.parse::<u32>().ok());
    match own {
        Some(own) if own == std::process::id() && of_process(own).is_some() => Ok(()),
        Some(_) => Err("/proc is that of another namespace of processes, so memory and time could not be seen: \
                        mount it anew (unshare --mount-proc)"
            .to_string()),
        None => Err("/proc is not mounted here, so memory and time of a program could not be seen".to_string()),
    }
}

/// A file of /proc. The name of a process in it may be any bytes.
pub fn proc_text(path: impl AsRef<Path>) -> Option<String> {
    fs::read(path).ok().map(|bytes| String::from_utf8_lossy(&bytes).into_owned())
}

/// What Linux says of a process or thread behind its name: its state's letter, its parent ... Empty when it has ended.
pub fn stat(folder: impl AsRef<Path>) -> Vec<String> {
    let text = proc_text(folder.as_ref().join("stat")).unwrap_or_default();
    text.rsplit(')').next().unwrap_or("").split_whitespace().map(str::to_string).collect()
}

/// The folders of a process's threads.
pub fn threads(process: u32) -> Vec<PathBuf> {
    let entries = fs::read_dir(format!("/proc/{}/task", process)).into_iter().flatten().flatten();
    entries.map(|entry| entry.path()).collect()
}

/// A process and all below it. Only itself if Linux does not name the children.
pub fn family(process: u32) -> Vec<u32> {
    let (mut all, mut next) = (vec![process], 0);
    while let Some(process) = all.get(next) {
        let lists = threads(*process).into_iter().flat_map(|thread| fs::read_to_string(thread.join("children")));
        let lists: String = lists.collect();
        all.extend(lists.split(' ').filter_map(|id| id.parse::<u32>().ok()));
        next += 1;
    }
    all
}

/// The number behind a name at the beginning of a line of /proc.
fn kib(text: &str, name: &str) -> Option<u64> {
    text.lines().find_map(|line| line.strip_prefix(name))?.split_whitespace().next()?.parse().ok()
}

/// The largest address space of a process so far, its largest resident memory, and that of now. `None` when it has ended.
pub fn of_process(process: u32) -> Option<[u64; 3]> {
    let status = proc_text(format!("/proc/{}/status", process))?;
    Some([kib(&status, "VmPeak:")?, kib(&status, "VmHWM:")?, kib(&status, "VmRSS:")?])
}

/// The part of a process in what a family uses now: a page that several use is divided among them. A child by `vfork` has the
/// memory of its parent, which waits (D) until the child starts a program: that counts once.
pub fn share(process: u32) -> u64 {
    let folder = Path::new("/proc").join(process.to_string());
    let number = |i: usize| stat(&folder).get(i).and_then(|field| field.parse::<u32>().ok()).unwrap_or(0);
    let waits = |thread: PathBuf| stat(thread).first().is_some_and(|state| state == "D");
    // 0x40 is Linux's flag of a process that was forked and has started no program since.
    if number(6) & 0x40 != 0 && threads(number(1)).into_iter().any(waits) {
        return 0;
    }
    let part = proc_text(folder.join("smaps_rollup")).and_then(|text| kib(&text, "Pss:"));
    part.or_else(|| Some(of_process(process)?[2])).unwrap_or(0)
}
