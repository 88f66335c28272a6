//! The jury: the rules of the games, and everything that plays two programs against each other.
//!
//! Read in this order: `game` (what a game offers), one game's rules (`ayu` is the shortest), `process` (a program on
//! a leash), `referee` (one game), `series` (many games), `stats`, `summary`, `answer`. `tournament` (many programs), `session`
//! and `human` (a person) and `show` (pages, with `picture` and `folders`) stand on these.

// All printing is `print`'s: elsewhere a reader that went away would be a panic.
#![deny(clippy::print_stdout, clippy::print_stderr)]

pub mod game;
pub mod games;

pub mod answer;
pub mod board;
pub mod clean;
pub mod entrant;
pub mod folders;
pub mod http;
pub mod human;
pub mod ideas;
pub mod json;
pub mod languages;
pub mod leftovers;
pub mod memory;
pub mod new;
pub mod opinion;
pub mod options;
pub mod parts;
pub mod picture;
pub mod print;
pub mod process;
pub mod ratings;
pub mod referee;
pub mod series;
pub mod session;
pub mod show;
pub mod soak;
pub mod sparring;
pub mod standings;
pub mod stats;
pub mod summary;
pub mod system;
pub mod tournament;
pub mod transcript;
pub mod watch;

/// The template of a new game's rules, compiled like the others, but in no table.
#[path = "template/jury.rs"]
pub mod toygame;

pub mod ayu;
pub mod lamistra;
pub mod map;
pub mod ontherun;
pub mod spaghetti;
pub mod symple;
