//! How much memory a program may use, in KiB.

use std::fmt::{self, Display, Formatter};
use std::str::FromStr;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Memory {
    Free,
    /// 64 MB of address space (`ulimit -v`), as in the years of our games. The program is refused more.
    Year,
    /// So much resident memory, of the program and the processes below it together. A program that uses more is
    /// ended. Reserved address space does not count, so the runtimes of Java, Go and others work.
    Resident(u64),
}

impl Memory {
    /// The limit of today's contest: 2 GB.
    pub const TODAY: Memory = Memory::Resident(2 << 20);

    /// The most address space of a process, in bytes.
    pub fn address_space(self) -> Option<u64> {
        (self == Memory::Year).then_some(64 << 20)
    }
}

impl FromStr for Memory {
    type Err = String;

    /// Reads `year`, `none`, or a size such as `300M` or `2G`.
    fn from_str(text: &str) -> Result<Memory, String> {
        let (number, unit) = text.split_at(text.len() - usize::from(text.ends_with(['K', 'M', 'G'])));
        let shift = ["K", "M", "G"].iter().position(|name| *name == unit).map(|i| 10 * i as u32);
        match (text, number.parse::<u64>(), shift) {
            ("year", ..) => Ok(Memory::Year),
            ("none", ..) => Ok(Memory::Free),
            (_, Ok(n), Some(shift)) if n.leading_zeros() > shift && n << shift < 1 << 10 => {
                Err(format!("{:?}: less than 1M holds no program", text))
            }
            (_, Ok(n), Some(shift)) if n.leading_zeros() > shift => Ok(Memory::Resident(n << shift)),
            _ => Err(format!("{:?} is no limit of memory: a size such as 300M or 2G, year or none", text)),
        }
    }
}

impl Display for Memory {
    /// Writes what `from_str` reads.
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        match self {
            Memory::Free => f.write_str("none"),
            Memory::Year => f.write_str("year"),
            Memory::Resident(kib) if kib % (1 << 20) == 0 => write!(f, "{}G", kib >> 20),
            Memory::Resident(kib) if kib % (1 << 10) == 0 => write!(f, "{}M", kib >> 10),
            Memory::Resident(kib) => write!(f, "{}K", kib),
        }
    }
}
