//! The far end of a player's input and output, in memory: the jury and the other side. While the player works on a line
//! its time is taken and its allocations are counted.

use super::Player;
use jury::rules::game::{Delivery, Game, Rng, Seat};
use jury::rules::games;
use jury::rules::ontherun::MAP_FILE;
use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::{Cell, RefCell};
use std::io::{self, BufReader, Read, Write};
use std::time::Instant;

/// How the jury's lines come to the player.
#[derive(Default)]
pub struct Manner {
    pub seat: Seat,
    /// For the start and for the other side's moves.
    pub seed: u64,
    /// The input ends after so many lines, with this word if it is not empty.
    pub stop: Option<(usize, &'static str)>,
    /// Adds blank lines, carriage returns and blanks around the lines.
    pub spaced: bool,
    /// The player's own lines of a game that is taken up again.
    pub past: Vec<String>,
}

#[derive(Default)]
pub struct Played {
    pub fault: Option<io::Error>,
    pub points: [i32; 2],
    pub over: bool,
    /// Lines that the player got.
    pub heard: usize,
    /// Seconds between the player's last reading and its writing: of all answers, and of the slowest. Those in which it was
    /// ready to run, but other programs had the processors, do not count.
    pub spent: f64,
    pub slowest: f64,
    /// What it wrote.
    pub answers: Vec<String>,
    /// How often it allocated memory meanwhile.
    pub allocated: usize,
}

/// Plays a game with the player on one side. Panics when the player writes an illegal line.
pub fn play(player: &Player, seconds: f64, mut manner: Manner) -> Played {
    let (seed, past) = (manner.seed, manner.past.drain(..).rev().collect());
    let relay = RefCell::new(Relay::new(player.game, manner));
    COUNT.set(0);
    let input = &mut BufReader::with_capacity(1, End(&relay));
    let end = (player.run)(input, &mut End(&relay), seconds, seed, past);
    AT_WORK.set(false);
    let Relay { game, played, .. } = relay.into_inner();
    let (points, over) = (game.points(), game.to_write().is_none());
    Played { fault: end.err(), points, over, allocated: COUNT.get(), ..played }
}

/// Seconds so far in which this thread was ready to run, but other programs had the processors.
fn kept_waiting() -> f64 {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    text.split_whitespace().nth(1).map_or(0.0, |word| word.parse::<f64>().unwrap() / 1e9)
}

thread_local! {
    /// Does the player work on a line? How often has it allocated then?
    static AT_WORK: Cell<bool> = const { Cell::new(false) };
    static COUNT: Cell<usize> = const { Cell::new(0) };
}

/// The system's allocator. It counts while the player is at work.
struct Counting;

unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        COUNT.set(COUNT.get() + usize::from(AT_WORK.get()));
        System.alloc(layout)
    }

    // Without it a table of zeros is written when it is made.
    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        COUNT.set(COUNT.get() + usize::from(AT_WORK.get()));
        System.alloc_zeroed(layout)
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        System.dealloc(pointer, layout)
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

pub fn assert_counting() {
    AT_WORK.set(true);
    let text = std::hint::black_box(String::from("one allocation"));
    AT_WORK.set(false);
    assert_eq!((COUNT.take(), text.len()), (1, 14));
}

/// The far end of the player's input and output: the jury, and another side that plays by chance.
struct Relay {
    game: Box<dyn Game>,
    manner: Manner,
    rng: Rng,
    played: Played,
    /// Bytes that the player has not read yet, and the unfinished line that it has written.
    waiting: Vec<u8>,
    written: Vec<u8>,
    ended: bool,
    /// When the player read last, and how long it had been kept waiting by then.
    since: Option<(Instant, f64)>,
}

impl Relay {
    fn new(name: &str, manner: Manner) -> Relay {
        let game = games::new(name, manner.seed).expect("a game of the table");
        let (rng, played, ended, since) = (Rng(manner.seed), Played::default(), false, None);
        let mut relay = Relay { game, manner, rng, played, waiting: Vec::new(), written: Vec::new(), ended, since };
        let opening = relay.game.opening();
        relay.deliver(&opening);
        relay
    }

    /// Sends the player its lines, and plays while the other side is on turn.
    fn deliver(&mut self, news: &[Delivery]) {
        let seat = self.manner.seat;
        news.iter().filter(|news| news.to == seat).for_each(|news| self.give(&news.line));
        if self.game.to_write() == Some(1 - self.manner.seat) {
            let line = match self.game.choices() {
                Some(lines) => self.rng.pick(&lines).clone(),
                None => self.game.stand_in(&mut self.rng),
            };
            self.write(&line);
        }
    }

    fn give(&mut self, line: &str) {
        if self.ended {
            return;
        }
        if let Some((_, word)) = self.manner.stop.filter(|(count, _)| *count == self.played.heard) {
            self.ended = true;
            if !word.is_empty() {
                self.waiting.extend_from_slice(format!("{}\nnonsense\n", word).as_bytes());
            }
            return;
        }
        self.played.heard += 1;
        let text = if self.manner.spaced { format!("\n  \r\n {} \t\r\n", line) } else { format!("{}\n", line) };
        self.waiting.extend_from_slice(text.as_bytes());
    }

    fn write(&mut self, line: &str) {
        // On The Run: the fugitive learns of an arrest only with the lines it has to answer. One more does no harm.
        if self.game.to_write().is_none() && self.game.files().iter().any(|(name, _)| *name == MAP_FILE) {
            return;
        }
        let written = self.game.write(line);
        let news = written.unwrap_or_else(|fault| panic!("{:?} is {}\n{}", line, fault, self.game.draw()));
        self.deliver(&news);
        if self.game.to_write().is_none() && !self.ended {
            if let Some(word) = self.game.farewell(self.manner.seat) {
                self.waiting.extend_from_slice(format!("{}\n", word).as_bytes());
            }
            self.ended = true;
        }
    }
}

/// The player's end of both.
struct End<'a>(&'a RefCell<Relay>);

impl Read for End<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        AT_WORK.set(false);
        let mut relay = self.0.borrow_mut();
        let count = buffer.len().min(relay.waiting.len());
        buffer[..count].copy_from_slice(&relay.waiting[..count]);
        relay.waiting.drain(..count);
        let stopped = relay.ended || relay.manner.stop.is_some();
        assert!(count > 0 || stopped, "the player reads on though it is its turn\n{}", relay.game.draw());
        relay.since = Some((Instant::now(), kept_waiting()));
        AT_WORK.set(count > 0);
        Ok(count)
    }
}

impl Write for End<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        AT_WORK.set(false);
        let mut relay = self.0.borrow_mut();
        if let Some((since, waited)) = relay.since.take() {
            let spent = since.elapsed().as_secs_f64() - (kept_waiting() - waited);
            relay.played.spent += spent;
            relay.played.slowest = relay.played.slowest.max(spent);
            relay.played.answers.push(String::new());
        }
        let answer = relay.played.answers.last_mut().expect("the player has read");
        *answer += &String::from_utf8_lossy(bytes);
        relay.written.extend_from_slice(bytes);
        while let Some(end) = relay.written.iter().position(|&byte| byte == b'\n') {
            let line: Vec<u8> = relay.written.drain(..=end).collect();
            relay.write(&String::from_utf8_lossy(&line[..end]));
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
