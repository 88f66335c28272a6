//! Words and lines, of which nothing else is known: printing, colours, JSON, a command's words.
//! It may use nothing.
//! Begin with `print`.

pub mod html;
pub mod json;
pub mod print;
pub mod words;
