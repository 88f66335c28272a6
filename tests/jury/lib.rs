//! The jury: the rules of the games, and everything that plays two programs against each other.
//!
//! Read in this order. `game` says what a game offers; then one game's rules (`ayu` is the shortest). `process` runs
//! a program, `referee` plays one game, `series` many. `stats`, `summary` and `answer` say who is better.
//!
//! The rest stands on these: `tournament` (many programs), `session` and `human` (a person), `show` (pages, with
//! `picture` and `folders`).

// All printing is `print`'s. Elsewhere it would panic when the reader is gone.
#![deny(clippy::print_stdout, clippy::print_stderr)]

pub mod game;
pub mod games;

pub mod answer;
pub mod board;
pub mod depth;
pub mod diagnosis;
pub mod entrant;
pub mod folders;
pub mod git;
pub mod http;
pub mod human;
pub mod ideas;
pub mod json;
pub mod languages;
pub mod leftovers;
pub mod looks;
pub mod memory;
pub mod meter;
pub mod new;
pub mod openings;
pub mod opinion;
pub mod options;
pub mod parts;
pub mod picture;
pub mod place;
pub mod pool;
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
pub mod start;
pub mod stats;
pub mod summary;
pub mod system;
pub mod tournament;
pub mod transcript;
pub mod watch;
pub mod watched;

/// The template of a new game's rules. It is compiled like the others, but stands in no table.
#[path = "template/jury.rs"]
pub mod toygame;

pub mod ayu;
pub mod lamistra;
pub mod lamistra_partners;
pub mod map;
pub mod ontherun;
pub mod pursuit;
pub mod spaghetti;
pub mod symple;
