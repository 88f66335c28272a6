//! One game: the referee, the transcript, a review.
//! It may use the folders up to `run`.
//! Begin with `course`.

pub mod course;
pub mod entrants;
pub mod hint;
pub mod openings;
pub mod referee;
pub mod review;
pub mod thoughts;
pub mod transcript;
