//! Game records: one line of text for every line of a game. People can read them and any program can write them.
//!
//! `#` is a comment, `J` a line of the jury's start, `1` and `2` a line of the first and of the second mover. The
//! last line is `R` with the points. `# forfeit: 1 illegal ...` says where the first mover forfeited; later lines `1`
//! are the jury's. Before a line stand its comments. `# log 1: ...` is what the first mover wrote to stderr. `# clock
//! 1: 0.123` is the first mover's seconds with this line. Log lines after the last line of the game were written
//! after it.

use crate::play::referee::{self, Entry, Note, Outcome};
use crate::rules::game::{Game, Seat};
use crate::rules::games;
use crate::run::forfeit::{Forfeit, Kind};
use crate::run::place;
use crate::run::process::Account;
use std::fmt::Write;

/// Any text as part of one line: control characters come as escapes.
pub fn one_line(text: &str) -> String {
    // These are no control characters, but turn the text behind them.
    let turns = |c: char| matches!(c, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    let plain = |c: char| if c.is_control() || turns(c) { c.escape_default().collect() } else { vec![c] };
    text.chars().flat_map(plain).collect()
}

/// A text without the byte order mark that some editors put at its start.
pub fn without_mark(text: &str) -> &str {
    text.strip_prefix('\u{feff}').unwrap_or(text)
}

/// A transcript, or a game so far, that the jury wrote.
pub const GAME: place::Kind = place::Kind { what: "transcript", streams: true, is: |text| begins(text) };

fn begins(text: &str) -> bool {
    let mut lines = text.lines().skip_while(|line| line.starts_with("# ") && !line.starts_with("# game: "));
    let mut next = |head: &str| lines.next().is_some_and(|line| line.starts_with(head));
    next("# game: ") && next("# player 1: ")
}

pub fn comment<'a>(text: &'a str, key: &str) -> Option<&'a str> {
    let head = format!("# {}: ", key);
    without_mark(text).lines().find_map(|line| line.strip_prefix(head.as_str()))
}

/// The transcript of a finished game. `names` are the programs by seat.
pub fn write(name: &str, setup: &[String], names: [&str; 2], outcome: &Outcome) -> String {
    let mut text = head(name, names, &[]);
    for (seat, a) in outcome.accounts.iter().enumerate() {
        let _ = writeln!(
            text,
            "# used {}: {:.3} s wall, {:.2} s cpu, {} KiB address space, {} KiB resident, {} characters on stderr, {:.3} s kept waiting, exit {}",
            seat + 1,
            a.wall,
            a.cpu,
            a.address_kib,
            a.resident_kib,
            a.stderr,
            a.kept_waiting,
            a.exit
        );
    }
    for (seat, command) in outcome.commands.iter().enumerate().filter(|(_, command)| !command.is_empty()) {
        let _ = writeln!(text, "# command {}: {}", seat + 1, one_line(command));
    }
    for why in &outcome.voids {
        let _ = writeln!(text, "# void: {}", one_line(why));
    }
    for line in setup {
        let _ = writeln!(text, "J {}", line);
    }
    outcome.entries.iter().zip(&outcome.notes).for_each(|(one, note)| text += &entry(one, note));
    for (seat, account) in outcome.accounts.iter().enumerate() {
        log(&mut text, seat, &account.last_words);
    }
    let _ = writeln!(text, "R {} {}", outcome.points[0], outcome.points[1]);
    text
}

/// The head of a transcript: programs, and the lines of the jury's start.
pub fn head(name: &str, names: [&str; 2], setup: &[String]) -> String {
    let [first, second] = names.map(one_line);
    let head = format!("# game: {}\n# player 1: {}\n# player 2: {}\n", name, first, second);
    setup.iter().fold(head, |text, line| format!("{}J {}\n", text, line))
}

/// An entry with its comments.
pub fn entry(entry: &Entry, note: &Note) -> String {
    let (Entry::Line(seat, _) | Entry::Forfeit(seat, _)) = entry;
    let mut text = String::new();
    log(&mut text, *seat, &note.log);
    let _ = writeln!(text, "# clock {}: {:.3}", seat + 1, note.seconds);
    let _ = match entry {
        Entry::Line(seat, line) => writeln!(text, "{} {}", seat + 1, line),
        Entry::Forfeit(seat, f) => writeln!(text, "# forfeit: {} {} {}", seat + 1, f.kind.name(), one_line(&f.reason)),
    };
    text
}

fn log(text: &mut String, seat: Seat, lines: &[String]) {
    for line in lines {
        let _ = writeln!(text, "# log {}: {}", seat + 1, line);
    }
}

/// Can a game use the number, and JSON hold it?
fn sensible(number: &f64) -> bool {
    (0.0..1e12).contains(number)
}

/// A transcript, read back.
pub struct Record {
    pub name: String,
    pub setup: Vec<String>,
    /// The line's number in the file, from 1, and its entry.
    pub entries: Vec<(usize, Entry)>,
    /// One for each entry.
    pub notes: Vec<Note>,
    /// The programs as they were named, by seat.
    pub players: [String; 2],
    pub points: [i32; 2],
    /// What the programs used; 0 where the transcript does not say.
    pub accounts: [Account; 2],
    /// How often the game was void before.
    pub voids: usize,
}

/// Reads a transcript without replaying it. The error names the line.
pub fn read(text: &str) -> Result<Record, String> {
    let text = without_mark(text);
    let name = comment(text, "game").ok_or("no comment line \"# game: NAME\"")?.trim().to_string();
    let player = |seat: &str| comment(text, &format!("player {}", seat)).unwrap_or("").trim().to_string();
    let mut record = Record {
        name,
        setup: Vec::new(),
        entries: Vec::new(),
        notes: Vec::new(),
        players: [player("1"), player("2")],
        points: [0; 2],
        accounts: Default::default(),
        voids: text.lines().filter(|line| line.starts_with("# void: ")).count(),
    };
    let mut result = None;
    // Comments before the next line of each seat.
    let mut waiting = [Note::default(), Note::default()];
    for (i, line) in text.lines().enumerate() {
        let number = i + 1;
        let fail = |what: &str| format!("line {}: {}: {:?}", number, what, line);
        if result.is_some() && !line.trim().is_empty() {
            return Err(fail("something behind the result"));
        }
        match line.split_at_checked(2).unwrap_or((line, "")) {
            ("# ", rest) => {
                if let Some(words) = rest.strip_prefix("forfeit: ") {
                    record.entries.push((number, forfeit(words).map_err(fail)?));
                }
                for (seat, note) in waiting.iter_mut().enumerate() {
                    if let Some(line) = rest.strip_prefix(&format!("log {}: ", seat + 1)) {
                        note.log.push(line.to_string());
                    } else if let Some(seconds) = rest.strip_prefix(&format!("clock {}: ", seat + 1)) {
                        note.seconds = seconds.parse().ok().filter(sensible).unwrap_or(0.0);
                    }
                }
            }
            ("J ", rest) => record.setup.push(rest.to_string()),
            ("1 ", rest) => record.entries.push((number, Entry::Line(0, rest.to_string()))),
            ("2 ", rest) => record.entries.push((number, Entry::Line(1, rest.to_string()))),
            ("R ", rest) => {
                let points: Vec<i32> = rest.split_whitespace().filter_map(|w| w.parse().ok()).collect();
                result = Some(<[i32; 2]>::try_from(points).map_err(|_| fail("not two results"))?);
            }
            (head, _) if head.starts_with('#') || line.trim().is_empty() => {}
            _ => return Err(fail("none of #, J, 1, 2, R")),
        }
        if let Some((_, Entry::Line(seat, _) | Entry::Forfeit(seat, _))) = record.entries.get(record.notes.len()) {
            record.notes.push(std::mem::take(&mut waiting[*seat]));
        }
    }
    record.points = result.ok_or("no result line \"R points1 points2\"")?;
    for (seat, account) in record.accounts.iter_mut().enumerate() {
        *account = used(comment(text, &format!("used {}", seat + 1)).unwrap_or(""));
        account.last_words = std::mem::take(&mut waiting[seat].log);
    }
    Ok(record)
}

/// Reads a comment `# forfeit: 1 illegal REASON`. The error says what is wrong with it.
fn forfeit(words: &str) -> Result<Entry, &'static str> {
    let mut words = words.splitn(3, ' ');
    let seat = match words.next() {
        Some("1") => 0,
        Some("2") => 1,
        _ => return Err("a forfeit of neither 1 nor 2"),
    };
    let kind = words.next().and_then(|w| Kind::ALL.iter().copied().find(|k| k.name() == w));
    let kind = kind.ok_or("a forfeit of no known kind")?;
    let reason = words.next().unwrap_or("").to_string();
    Ok(Entry::Forfeit(seat, Forfeit { kind, reason }))
}

/// Reads a comment `# used 1: 1.234 s wall, 0.50 s cpu, ...`.
fn used(words: &str) -> Account {
    let number = |what: &str| -> f64 {
        let part = words.split(", ").find_map(|part| part.strip_suffix(what));
        part.and_then(|number| number.parse().ok()).filter(sensible).unwrap_or(0.0)
    };
    Account {
        wall: number(" s wall"),
        cpu: number(" s cpu"),
        kept_waiting: number(" s kept waiting"),
        address_kib: number(" KiB address space") as u64,
        resident_kib: number(" KiB resident") as u64,
        stderr: number(" characters on stderr") as usize,
        exit: words.split_once(", exit ").map_or("", |(_, exit)| exit).to_string(),
        last_words: Vec::new(),
    }
}

/// Replays a transcript by the rules. Returns the game at its end and the points. The error says where and why the
/// record is not of a legal game with this result.
pub fn check(text: &str) -> Result<(Box<dyn Game>, [i32; 2]), String> {
    let record = read(text)?;
    let mut game = games::from_setup(&record.name, &record.setup)?;
    let mut offenders = [false; 2];
    for (number, entry) in &record.entries {
        match entry {
            Entry::Forfeit(seat, _) => offenders[*seat] = true,
            Entry::Line(seat, line) => {
                match game.to_write() {
                    None => return Err(format!("line {}: the game is over before {:?}", number, line)),
                    Some(turn) if turn != *seat => {
                        return Err(format!(
                            "line {}: {:?} is written by {}, but {} is on turn",
                            number,
                            line,
                            seat + 1,
                            turn + 1
                        ))
                    }
                    Some(_) => {}
                }
                game.write(line).map_err(|fault| format!("line {}: {:?} is {}", number, line, fault))?;
            }
        }
    }
    let decided = offenders == [true; 2] || (0..2).any(|s| offenders[s] && game.forfeit_points(s).is_some());
    if let (Some(seat), false) = (game.to_write(), decided) {
        return Err(format!("the record ends, but player {} is still on turn", seat + 1));
    }
    let points = referee::points(game.as_ref(), offenders);
    if points != record.points {
        return Err(format!("the result is {:?}, but the record says {:?}", points, record.points));
    }
    Ok((game, points))
}
