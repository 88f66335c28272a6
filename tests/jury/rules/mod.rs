//! The games, slow and plain: trait, positions, pictures, maps, sparring partners.
//! It may use the folders up to `text`.
//! Begin with `game`, then `ayu`, the shortest.

pub mod ayu;
pub mod game;
pub mod games;
pub mod lamistra;
pub mod lamistra_partners;
pub mod map;
pub mod ontherun;
pub mod picture;
pub mod pursuit;
pub mod spaghetti;
pub mod sparring;
pub mod symple;
