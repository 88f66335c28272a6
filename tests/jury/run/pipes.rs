//! The pipes of a running program: its lines, and its stderr. Nothing here ever waits.

use crate::run::place;
use std::fs::File;
use std::io::{self, Read};
use std::os::fd::{AsRawFd, BorrowedFd};

/// What is kept of a program's stderr, in bytes: 10,000 characters of up to four bytes.
const STDERR_KEPT: usize = 40_000;

/// The longest line taken from a program, in bytes. The longest move of any game is far shorter.
const LINE_MAX: usize = 65_536;

/// Opens our end of a pipe again, so that reading or writing it never waits.
pub fn reopen(pipe: BorrowedFd, writes: bool) -> io::Result<File> {
    let path = format!("/proc/self/fd/{}", pipe.as_raw_fd());
    place::without_waiting(path, writes)
}

/// Takes what is in a pipe now. False when nothing more can come.
fn drain(pipe: &mut File, mut take: impl FnMut(&[u8])) -> bool {
    let mut buffer = [0; 4096];
    // Twice what a pipe holds: a program that writes without end does not keep us here.
    for _ in 0..32 {
        match pipe.read(&mut buffer) {
            Ok(0) => return false,
            Ok(n) => take(&buffer[..n]),
            Err(e) if e.kind() == io::ErrorKind::Interrupted => {}
            Err(e) => return e.kind() == io::ErrorKind::WouldBlock,
        }
    }
    true
}

/// What a program writes to stdout, line by line. It is read only when a line is wanted. So a program that floods its
/// pipe waits and does not fill the jury's memory.
pub struct Output {
    pub pipe: File,
    /// Read, but not yet returned.
    pub rest: Vec<u8>,
    pub closed: bool,
}

impl Output {
    pub fn new(pipe: BorrowedFd) -> io::Result<Output> {
        Ok(Output { pipe: reopen(pipe, false)?, rest: Vec::new(), closed: false })
    }

    /// The next line that is there now, without its end. When the output is closed also an unfinished line.
    pub fn line(&mut self) -> Option<String> {
        loop {
            let whole = self.rest.iter().position(|b| *b == b'\n').map(|i| i + 1);
            let cut = self.closed || self.rest.len() >= LINE_MAX;
            if let Some(length) = whole.or_else(|| cut.then_some(self.rest.len())).filter(|length| *length > 0) {
                let bytes: Vec<u8> = self.rest.drain(..length).collect();
                let text = String::from_utf8_lossy(&bytes);
                let text = text.strip_suffix('\n').unwrap_or(&text);
                return Some(text.strip_suffix('\r').unwrap_or(text).to_string());
            }
            if self.closed {
                return None;
            }
            let (before, rest) = (self.rest.len(), &mut self.rest);
            self.closed = !drain(&mut self.pipe, |bytes| rest.extend_from_slice(bytes));
            if !self.closed && self.rest.len() == before {
                return None;
            }
        }
    }

    pub fn discard(&mut self) {
        drain(&mut self.pipe, |_| {});
        self.rest.clear();
    }
}

/// What a program writes to stderr. All is read, the beginning and the end are kept.
pub struct Errors {
    pipe: File,
    pub kept: Vec<u8>,
    tail: Vec<u8>,
    /// All that came, in bytes.
    pub count: usize,
}

impl Errors {
    pub fn new(pipe: BorrowedFd) -> io::Result<Errors> {
        Ok(Errors { pipe: reopen(pipe, false)?, kept: Vec::new(), tail: Vec::new(), count: 0 })
    }

    pub fn drain(&mut self) -> bool {
        let (kept, tail, count) = (&mut self.kept, &mut self.tail, &mut self.count);
        drain(&mut self.pipe, |bytes| {
            let room = STDERR_KEPT.saturating_sub(kept.len()).min(bytes.len());
            kept.extend_from_slice(&bytes[..room]);
            tail.extend_from_slice(bytes);
            // Twice as much of the end: the cause of a crash may stand before a trace of a thousand calls.
            tail.drain(..if tail.len() > 4 * STDERR_KEPT { 2 * STDERR_KEPT } else { 0 });
            *count += bytes.len();
        })
    }

    /// Its last lines. One that was cut is left out, unless it is all.
    pub fn end(&self) -> String {
        let cut = if self.count > self.tail.len() { self.tail.iter().position(|b| *b == b'\n') } else { None };
        String::from_utf8_lossy(&self.tail[cut.map_or(0, |at| at + 1)..]).into_owned()
    }
}
