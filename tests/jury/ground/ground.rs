//! What the jury stands on: words, and the rules of the games. A library of its own, because these alone need the
//! optimiser: the rest of the jury waits for programs.

#![deny(clippy::print_stdout, clippy::print_stderr)]
#![deny(clippy::disallowed_methods, unsafe_code)]

#[path = "../rules/mod.rs"]
pub mod rules;
#[path = "../text/mod.rs"]
pub mod text;
