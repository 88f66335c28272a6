//! Many games and what they say: match, tournament, statistics, verdict.
//! It may use the folders up to `play`.
//! Begin with `matches`.

pub mod looks;
pub mod matches;
pub mod parts;
pub mod ratings;
pub mod standings;
pub mod stats;
pub mod summary;
pub mod tournament;
pub mod verdict;
