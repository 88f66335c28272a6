//! One way to print. A reader that went away (`jury match ... | head`) is no error, and no reason for a panic.

use std::io::{self, Write};

pub fn out(text: &str) {
    let _ = io::stdout().write_all(text.as_bytes()).and_then(|()| io::stdout().flush());
}

/// To stderr: progress and errors.
pub fn err(text: &str) {
    let _ = io::stderr().write_all(text.as_bytes());
}
