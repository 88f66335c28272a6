//! How a game is lost other than by play.

/// What was wrong with a program or its line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    Illegal,
    Unreadable,
    TimeOut,
    Crash,
    Closed,
    Memory,
    /// A person's word, on the board. It ends the game there.
    Resigned,
}

impl Kind {
    pub const ALL: [Kind; 7] =
        [Kind::Illegal, Kind::Unreadable, Kind::TimeOut, Kind::Crash, Kind::Closed, Kind::Memory, Kind::Resigned];

    pub fn name(self) -> &'static str {
        ["illegal", "unreadable", "time-out", "crash", "closed", "memory", "resigned"][self as usize]
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Forfeit {
    pub kind: Kind,
    pub reason: String,
}
