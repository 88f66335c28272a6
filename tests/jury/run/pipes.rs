//! The pipes of a running program: its lines, and its stderr. Nothing here ever waits.

use crate::run::system;
use crate::text::print::one_line;
use std::io::{self, Read};
use std::os::fd::{AsFd, BorrowedFd};
use std::process::{ChildStderr, ChildStdout};
use std::time::Duration;

/// What the contest and the transcripts keep of a program's stderr in a game, in characters.
pub const LOG_MAX: usize = 10_000;

/// What is kept of the beginning and of the end of stderr, in bytes: so many characters of up to four bytes. The cause of a
/// crash may stand before a trace of a thousand calls.
const STDERR_KEPT: usize = 4 * LOG_MAX;

/// The longest line taken from a program, in bytes. The longest move of any game is far shorter.
const LINE_MAX: usize = 65_536;

/// What a program writes to stdout, or to stderr.
pub struct Pipe<R> {
    pipe: R,
    pub closed: bool,
}

impl<R: Read + AsFd> Pipe<R> {
    /// To wait for more. `None` when nothing more can come.
    pub fn waiting(&self) -> Option<BorrowedFd<'_>> {
        Some(self.pipe.as_fd()).filter(|_| !self.closed)
    }

    /// Takes what is there now, at most twice what a pipe holds: a program that writes without end does not keep us here.
    fn drain(&mut self, mut take: impl FnMut(&[u8])) {
        let mut buffer = [0; 4096];
        for _ in 0..32 {
            if !system::wait_for([self.waiting(), None], None, Duration::ZERO) || self.closed {
                return;
            }
            match self.pipe.read(&mut buffer) {
                Ok(n) if n > 0 => take(&buffer[..n]),
                Err(e) if e.kind() == io::ErrorKind::Interrupted => {}
                _ => self.closed = true,
            }
        }
    }
}

/// What a program writes to stdout, line by line. It is read only when a line is wanted. So a program that floods its
/// pipe waits and does not fill the jury's memory.
pub struct Output {
    pub pipe: Pipe<ChildStdout>,
    /// Read, but not yet returned.
    pub rest: Vec<u8>,
}

impl Output {
    pub fn new(pipe: ChildStdout) -> Output {
        Output { pipe: Pipe { pipe, closed: false }, rest: Vec::new() }
    }

    /// The next line that is there now, without its end. When the output is closed also an unfinished line.
    pub fn line(&mut self) -> Option<String> {
        loop {
            let whole = self.rest.iter().position(|b| *b == b'\n').map(|i| i + 1);
            let cut = self.pipe.closed || self.rest.len() >= LINE_MAX;
            if let Some(length) = whole.or_else(|| cut.then_some(self.rest.len())).filter(|length| *length > 0) {
                let bytes: Vec<u8> = self.rest.drain(..length).collect();
                let text = String::from_utf8_lossy(&bytes);
                let text = text.strip_suffix('\n').unwrap_or(&text);
                return Some(text.strip_suffix('\r').unwrap_or(text).to_string());
            }
            let (before, rest) = (self.rest.len(), &mut self.rest);
            self.pipe.drain(|bytes| rest.extend_from_slice(bytes));
            if self.rest.len() == before && (!self.pipe.closed || before == 0) {
                return None;
            }
        }
    }

    pub fn discard(&mut self) {
        self.pipe.drain(|_| {});
        self.rest.clear();
    }
}

/// What a program writes to stderr. All is read, the beginning and the end are kept.
pub struct Errors {
    pub pipe: Pipe<ChildStderr>,
    kept: Vec<u8>,
    /// All that came, in bytes.
    pub count: usize,
    /// How far `log` has come: bytes of `kept`, characters returned.
    logged: (usize, usize),
}

impl Errors {
    pub fn new(pipe: ChildStderr) -> Errors {
        Errors { pipe: Pipe { pipe, closed: false }, kept: Vec::new(), count: 0, logged: (0, 0) }
    }

    /// Reads what is there. Returns whether that was much: then more may be on its way.
    pub fn drain(&mut self) -> bool {
        let before = self.count;
        let (kept, count) = (&mut self.kept, &mut self.count);
        self.pipe.drain(|bytes| {
            kept.extend_from_slice(bytes);
            if kept.len() > 4 * STDERR_KEPT {
                kept.drain(STDERR_KEPT..3 * STDERR_KEPT);
            }
            *count += bytes.len();
        });
        self.count - before > 1 << 15
    }

    /// Its beginning and its end.
    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.kept).into_owned()
    }

    /// The lines since the last call. An unfinished line comes only when the game is `over`. After `LOG_MAX` characters a game
    /// a line says that the rest is cut. No control characters: a terminal would obey them.
    pub fn log(&mut self, over: bool) -> Vec<String> {
        // What it wrote before its line is in the pipe.
        self.drain();
        let fresh = &self.kept[self.logged.0..self.kept.len().min(STDERR_KEPT)];
        let whole = if over { fresh.len() } else { fresh.iter().rposition(|b| *b == b'\n').map_or(0, |i| i + 1) };
        let mut lines = Vec::new();
        for line in String::from_utf8_lossy(&fresh[..whole]).lines() {
            if self.logged.1 >= LOG_MAX {
                break;
            }
            let kept: String = line.chars().take(LOG_MAX - self.logged.1).collect();
            // Line ends count too, so that empty lines reach the limit.
            self.logged.1 += kept.chars().count() + 1;
            lines.push(one_line(&kept.replace('\t', " ")));
            if self.logged.1 >= LOG_MAX {
                lines.push(format!("[cut here: {} characters of a program are kept]", LOG_MAX));
            }
        }
        self.logged.0 += whole;
        lines
    }
}
