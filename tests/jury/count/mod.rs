//! Many games and what they say: match, tournament, statistics, verdict.
//! It may use the folders up to `play`.
//! Begin with `plan`, then `matches`.

pub mod matches;
pub mod plan;
pub mod ratings;
pub mod standings;
pub mod stats;
pub mod summary;
pub mod tally;
pub mod verdict;
