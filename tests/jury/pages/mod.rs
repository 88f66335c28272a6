//! Pages for the browser: of a game, a match, a tournament.
//! It may use the folders up to `count`.
//! Begin with `show`.

pub mod folders;
pub mod review;
pub mod show;
