//! The jury: the rules of the games, and everything that plays two programs against each other.
//!
//! Each folder uses only those before it. The head of its `mod.rs` says what it is for and where to begin.

// All printing is `print`'s. Elsewhere it would panic when the reader is gone.
#![deny(clippy::print_stdout, clippy::print_stderr)]
// What changes files is `place`'s (.clippy.toml has the list), and what calls C is `system`'s.
#![deny(clippy::disallowed_methods, unsafe_code)]

pub mod board;
pub mod command;
pub mod count;
pub mod pages;
pub mod play;
pub mod run;

pub use ground::{rules, text};
