//! The live board: a small server, and a page that moves.
//! It may use the folders up to `pages`.
//! Begin with `live`.

pub mod http;
pub mod live;
pub mod session;
