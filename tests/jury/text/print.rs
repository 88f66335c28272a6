//! All printing. It is no error if the reader went away (`jury match ... | head`). Whatever a name or a program says, a
//! terminal gets nothing to obey but line ends and the styles of `paint`.

use std::fmt::Display;
use std::io::{self, ErrorKind, IsTerminal, Write};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::OnceLock;

static LOST: AtomicBool = AtomicBool::new(false);

pub fn out(text: &str) {
    let written = io::stdout().write_all(seen(text).as_bytes()).and_then(|()| io::stdout().flush());
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

/// A text as stdout gets it: with colours only in a terminal, and not if `NO_COLOR` (no-color.org) is set.
pub fn seen(text: &str) -> String {
    static COLOURED: OnceLock<bool> = OnceLock::new();
    let refused = || std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    safe(text, *COLOURED.get_or_init(|| is_rich(&io::stdout()) && !refused()))
}

/// Is it a terminal with styles, where a line can be written over? Emacs' shell, for one, is not.
pub fn is_rich(stream: &impl IsTerminal) -> bool {
    stream.is_terminal() && std::env::var_os("TERM").is_none_or(|name| name != "dumb")
}

/// A text in a terminal's style: `1` is bold, `38;5;N` a colour of the 256, `48;5;N` a background.
pub fn paint(style: &str, text: &str) -> String {
    format!("\x1b[{}m{}\x1b[0m", style, text)
}

/// A text without its colours.
pub fn plain(text: &str) -> String {
    safe(text, false)
}

fn safe(text: &str, coloured: bool) -> String {
    let visible = |text: &str| -> String {
        let end = |piece: &str| piece.len() - usize::from(piece.ends_with(['\n', '\t']));
        let pieces = text.split_inclusive(['\n', '\t']).map(|piece| piece.split_at(end(piece)));
        pieces.map(|(words, end)| one_line(words) + end).collect()
    };
    let mut parts = text.split("\x1b[");
    let first = visible(parts.next().unwrap_or(""));
    parts.fold(first, |text, part| match part.split_once('m') {
        Some((style, rest)) if style.bytes().all(|byte| byte.is_ascii_digit() || byte == b';') => {
            let style = if coloured { format!("\x1b[{}m", style) } else { String::new() };
            text + &style + &visible(rest)
        }
        _ => text + &visible("\x1b[") + &visible(part),
    })
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

/// The style of what went wrong.
pub const ALARM: &str = "1;97;41";

/// Lines of a game. A side at the beginning of a line gets its colour, a forfeit the style of an alarm.
pub fn sides(text: &str, sides: &[String; 2]) -> String {
    let mut painted = String::new();
    for line in text.split_inclusive('\n') {
        let words = line.trim_end_matches('\n');
        match sides.iter().find_map(|side| Some((side, words.strip_prefix(side.as_str())?))) {
            _ if words.contains("FORFEIT") => painted += &paint(ALARM, words),
            Some((side, rest)) => painted += &(paint(style(side), side) + rest),
            None => painted += words,
        }
        painted += &line[words.len()..];
    }
    painted
}

/// The style of a side, by its name or by the class of its discs.
pub fn style(side: &str) -> &'static str {
    match side {
        "White" | "white" => "38;5;16;48;5;231",
        "Black" | "black" => "38;5;231;48;5;16",
        "Red" | "red" | "Fugitive" => RED,
        "Blue" | "blue" | "Detectives" => BLUE,
        _ => "1",
    }
}

pub const RED: &str = "38;5;231;48;5;160";
pub const BLUE: &str = "38;5;231;48;5;26";

/// Words in lines of at most 79 characters, no line end after the last.
pub fn wrapped(words: impl Iterator<Item = impl AsRef<str>>) -> String {
    let (mut lines, mut length) = (String::new(), 0);
    for word in words {
        let word = word.as_ref();
        length += 1 + word.chars().count();
        let begins = length > 80;
        length = if begins { 1 + word.chars().count() } else { length };
        lines += &format!("{}{}", if begins { "\n" } else { " " }, word);
    }
    lines.trim_start().to_string()
}
