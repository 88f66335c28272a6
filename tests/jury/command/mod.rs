//! The command line: options, a person at the terminal, ideas, a new game. `program.rs` is the program.
//! It may use everything.
//! Begin with `program`, then `options`.

pub mod depth;
pub mod human;
pub mod ideas;
pub mod new;
pub mod options;
pub mod pool;
