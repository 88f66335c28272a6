//! All printing. It is no error if the reader went away (`jury match ... | head`). Whatever a name or a program says, a
//! terminal gets nothing to obey but line ends.

use std::fmt::Display;
use std::io::{self, ErrorKind, IsTerminal, Write};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

static LOST: AtomicBool = AtomicBool::new(false);

pub fn out(text: &str) {
    let written = io::stdout().write_all(plain(text).as_bytes()).and_then(|()| io::stdout().flush());
    if let Some(e) = written.err().filter(|e| e.kind() != ErrorKind::BrokenPipe && !LOST.swap(true, Ordering::Relaxed))
    {
        err(&format!("jury: stdout: {}\n", e));
    }
}

/// Could something not be printed, on a full disk say?
pub fn lost() -> bool {
    LOST.load(Ordering::Relaxed)
}

/// To stderr: progress and errors.
pub fn err(text: &str) {
    let _ = io::stderr().write_all(plain(text).as_bytes());
}

/// The same in a terminal, in the place of the line that is there.
pub fn over(line: &str) {
    let _ = io::stderr().write_all(format!("\r{}\x1b[K", one_line(line)).as_bytes());
}

/// Is it a terminal where a line can be written over? Emacs' shell, for one, is not.
pub fn is_rich(stream: &impl IsTerminal) -> bool {
    stream.is_terminal() && std::env::var_os("TERM").is_none_or(|name| name != "dumb")
}

/// A text whose control characters, but for line ends and tabs, come as escapes.
pub fn plain(text: &str) -> String {
    let end = |piece: &str| piece.len() - usize::from(piece.ends_with(['\n', '\t']));
    let pieces = text.split_inclusive(['\n', '\t']).map(|piece| piece.split_at(end(piece)));
    pieces.map(|(words, end)| one_line(words) + end).collect()
}

/// A number with a thing: `1 game`, `2 games`.
pub fn count<N: Display + PartialEq + From<u8>>(n: N, thing: &str) -> String {
    let s = if n == N::from(1) { "" } else { "s" };
    format!("{} {}{}", n, thing, s)
}

/// Any text as part of one line: control characters come as escapes.
pub fn one_line(text: &str) -> String {
    // These are no control characters, but turn the text behind them.
    let turns = |c: char| matches!(c, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    let mut line = String::with_capacity(text.len());
    text.chars().for_each(|c| if c.is_control() || turns(c) { line.extend(c.escape_default()) } else { line.push(c) });
    line
}

/// A path as part of one line.
pub trait Shown {
    fn shown(&self) -> String;
}

impl<P: AsRef<Path> + ?Sized> Shown for P {
    fn shown(&self) -> String {
        one_line(&self.as_ref().to_string_lossy())
    }
}

/// Lines with columns as wide as their widest word. Columns not in `left` are flush right.
pub fn align(rows: &[Vec<String>], left: &[usize]) -> String {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let long = |i: usize| rows.iter().filter_map(|row| row.get(i)).map(|word| word.chars().count()).max();
    let wide: Vec<usize> = (0..columns).map(|i| long(i).unwrap_or(0)).collect();
    let padded = |(i, word): (usize, &String)| match left.contains(&i) {
        true => format!("{:<1$}", word, wide[i]),
        false => format!("{:>1$}", word, wide[i]),
    };
    let line = |row: &Vec<String>| row.iter().enumerate().map(padded).collect::<Vec<String>>().join("  ");
    rows.iter().map(|row| format!("{}\n", line(row).trim_end())).collect()
}
