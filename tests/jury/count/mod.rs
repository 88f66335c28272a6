//! Many games and what they say: match, tournament, statistics, verdict.
//! It may use the folders up to `play`.
//! Begin with `series`.

pub mod answer;
pub mod looks;
pub mod parts;
pub mod ratings;
pub mod series;
pub mod standings;
pub mod stats;
pub mod summary;
pub mod tournament;
