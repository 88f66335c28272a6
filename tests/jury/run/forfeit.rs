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
}

impl Kind {
    pub const ALL: [Kind; 6] =
        [Kind::Illegal, Kind::Unreadable, Kind::TimeOut, Kind::Crash, Kind::Closed, Kind::Memory];

    pub fn name(self) -> &'static str {
        ["illegal", "unreadable", "time-out", "crash", "closed", "memory"][self as usize]
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Forfeit {
    pub kind: Kind,
    pub reason: String,
}
