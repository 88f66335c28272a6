//! The command line: options, commands, ideas, a new game. `program.rs` is the program.
//! It may use everything.
//! Begin with `commands`.

pub mod commands;
pub mod help;
pub mod human;
pub mod ideas;
pub mod many;
pub mod new;
pub mod options;
pub mod play;
pub mod programs;
pub mod review;
