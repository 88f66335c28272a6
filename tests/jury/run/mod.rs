//! One program: what can be started, how it is built, its limits and time, what it leaves behind.
//! It may use `text`, and knows no game.
//! Begin with `process`.

pub mod build;
pub mod diagnosis;
pub mod entrant;
pub mod family;
pub mod files;
pub mod forfeit;
pub mod git;
pub mod languages;
pub mod leftovers;
pub mod memory;
pub mod meter;
pub mod pipes;
#[allow(clippy::disallowed_methods)]
pub mod place;
pub mod process;
pub mod start;
#[allow(unsafe_code)]
pub mod system;
