//! One game: what plays, the referee, the transcript, a person's session.
//! It may use the folders up to `run`.
//! Begin with `course`.

pub mod course;
pub mod entrants;
pub mod openings;
pub mod referee;
pub mod review;
pub mod session;
pub mod thoughts;
pub mod transcript;
