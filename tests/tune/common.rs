//! What the five tuners share: the words of their command line, the text of learned weights, progress, and data files
//! that a stopped run goes on with.
#![allow(dead_code)] // No tuner needs all of it.

use std::collections::BTreeMap;
use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufReader, BufWriter, Write};
use std::ops::Range;
use std::path::Path;
use std::str::FromStr;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::sync_channel;
use std::time::{Duration, Instant};

/// The words of the command line. What is missing or cannot be read ends the program with its usage and exit code 2; without
/// any word the usage is what was asked for, and the code is 0.
pub struct Words {
    words: Vec<String>,
    usage: &'static str,
}

impl Words {
    pub fn new(usage: &'static str) -> Words {
        let words = Words { words: std::env::args().skip(1).collect(), usage };
        if words.words.is_empty() {
            println!("{}", usage);
            std::process::exit(0);
        }
        words
    }

    /// The command: `play`, `learn`, `match` and what else the tool has.
    pub fn command(&self) -> &str {
        &self.words[0]
    }

    /// The word in place i, the command being 0.
    pub fn text(&self, i: usize) -> &str {
        match self.words.get(i) {
            Some(word) => word,
            None => self.refuse("a word is missing"),
        }
    }

    /// The number in place i.
    pub fn number<T: FromStr>(&self, i: usize) -> T {
        let word = self.text(i);
        match word.parse() {
            Ok(number) => number,
            Err(_) => self.refuse(&format!("{:?} is no such number", word)),
        }
    }

    /// The number in place i, or another one when there is no such word.
    pub fn number_or<T: FromStr>(&self, i: usize, default: T) -> T {
        if i < self.words.len() {
            self.number(i)
        } else {
            default
        }
    }

    /// All words from place i on.
    pub fn from(&self, i: usize) -> &[String] {
        self.words.get(i..).unwrap_or(&[])
    }

    /// Says what is wrong and how the tool is used, and ends with exit code 2.
    pub fn refuse(&self, why: &str) -> ! {
        eprintln!("{}\n{}", why, self.usage);
        std::process::exit(2);
    }
}

/// Characters in a row of weights: with the indentation the line is at most 120 long.
const ROW: usize = 110;

/// Writes weights from -819 to 818 as the text that `contest::decode` of every player reads, in rows of 110
/// characters; larger ones become the outermost.
pub fn encode(weights: &[i16]) -> String {
    let letter = |digit: i16| char::from(digit as u8 + if digit >= 57 { 36 } else { 35 });
    let mut text = String::new();
    let mut column = 0;
    for &weight in weights {
        if column + 2 > ROW {
            text.push('\n');
            column = 0;
        }
        if (-36..=36).contains(&weight) {
            text.push(letter(weight + 36));
            column += 1;
        } else {
            let number = weight.clamp(-819, 818) + 819;
            text.push(letter(73 + number / 91));
            text.push(letter(number % 91));
            column += 2;
        }
    }
    text.push('\n');
    text
}

/// Does numbered work on all processors and takes what comes of it in the order of the numbers, until `take` says false.
pub fn parallel<T: Send>(numbers: Range<usize>, work: impl Fn(usize) -> T + Sync, mut take: impl FnMut(T) -> bool) {
    let processors = std::thread::available_parallelism().map_or(1, usize::from);
    let next = AtomicUsize::new(numbers.start);
    std::thread::scope(|scope| {
        let (send, receive) = sync_channel(4 * processors);
        for _ in 0..processors {
            let (send, next, work, end) = (send.clone(), &next, &work, numbers.end);
            scope.spawn(move || loop {
                let number = next.fetch_add(1, Ordering::Relaxed);
                if number >= end || send.send((number, work(number))).is_err() {
                    break;
                }
            });
        }
        drop(send);
        // What came before its turn.
        let mut early = BTreeMap::new();
        for number in numbers {
            while !early.contains_key(&number) {
                let Ok((number, result)) = receive.recv() else { return };
                early.insert(number, result);
            }
            if !early.remove(&number).is_some_and(&mut take) {
                break;
            }
        }
    });
}

/// Long work that says on stderr, at most once in two seconds, how far it is and how long it will still take.
pub struct Progress {
    what: &'static str,
    total: usize,
    /// Done when this run began, by an earlier one.
    before: usize,
    begun: Instant,
    told: Instant,
}

impl Progress {
    pub fn new(what: &'static str, before: usize, total: usize) -> Progress {
        Progress { what, total, before, begun: Instant::now(), told: Instant::now() }
    }

    /// Call it whenever `done` of all are done, those of earlier runs included. `note` says how it goes.
    pub fn tell(&mut self, done: usize, note: &str) {
        if self.told.elapsed() < Duration::from_secs(2) && done < self.total {
            return;
        }
        self.told = Instant::now();
        let each = self.begun.elapsed().as_secs_f64() / (done - self.before).max(1) as f64;
        let left = each * (self.total - done.min(self.total)) as f64;
        let clock = format!("{}:{:02}", left as u64 / 60, left as u64 % 60);
        eprintln!("{} {} of {}, {} left {}", self.what, done, self.total, clock, note);
    }
}

/// A file of one record a line that a stopped run goes on with: record i depends on the seed and on i alone, so the file
/// of a run that was stopped becomes the same as that of one that ran through.
pub struct Records {
    file: BufWriter<File>,
    /// Records that are there already.
    pub done: usize,
}

impl Records {
    /// Opens the file behind its last whole line; half a line, which a stopped run may have left, is dropped.
    pub fn open(path: &str) -> io::Result<Records> {
        let (mut done, mut length) = (0, 0);
        if Path::new(path).exists() {
            let mut reader = BufReader::new(File::open(path)?);
            let mut line = Vec::new();
            while reader.read_until(b'\n', &mut line)? > 0 && line.ends_with(b"\n") {
                done += 1;
                length += line.len() as u64;
                line.clear();
            }
        }
        let file = OpenOptions::new().create(true).append(true).open(path)?;
        file.set_len(length)?;
        Ok(Records { file: BufWriter::new(file), done })
    }

    /// Adds a record, which has no line end of its own.
    pub fn push(&mut self, record: &str) -> io::Result<()> {
        writeln!(self.file, "{}", record)?;
        self.done += 1;
        self.file.flush()
    }
}
