//! The far end of a player's input and output, in memory: the jury and the other side. While the player works on a line
//! its time is taken and its allocations are counted.

use super::Player;
use jury::play::course::Course;
use jury::play::transcript::Note;
use jury::rules::game::{Delivery, Partner, Rng, Seat};
use jury::rules::games;
use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::io::{self, BufReader, Read, Write};
use std::time::Instant;

/// How the jury's lines come to the player.
#[derive(Clone, Copy, Default)]
pub struct Manner {
    pub seat: Seat,
    /// For the start and for the other side's moves.
    pub seed: u64,
    /// The style of the sparring partner on the other side. `None`: the jury's own moves.
    pub partner: Option<&'static str>,
    /// The input ends after so many lines, with this word if it is not empty.
    pub stop: Option<(usize, &'static str)>,
    /// Adds blank lines, carriage returns and blanks around the lines.
    pub spaced: bool,
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
    pub answers: usize,
}

/// Plays a game with the player on one side. Panics when the player writes an illegal line.
pub fn play(player: &Player, seconds: f64, manner: Manner) -> Played {
    let relay = RefCell::new(Relay::new(player.game, manner));
    let input = &mut BufReader::with_capacity(1, Reading(&relay));
    let end = (player.run)(input, &mut Writing(&relay), seconds, manner.seed);
    let Relay { course, played, .. } = relay.into_inner();
    at_work(false);
    Played { fault: end.err(), points: course.game.points(), over: course.turn().is_none(), ..played }
}

/// Seconds so far in which this thread was ready to run, but other programs had the processors.
fn kept_waiting() -> f64 {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    text.split_whitespace().nth(1).map_or(0.0, |word| word.parse::<f64>().unwrap() / 1e9)
}

thread_local! {
    /// Does the player work on a line? How often did it, and how often has it allocated?
    static AT_WORK: Cell<bool> = const { Cell::new(false) };
    static TIMES: Cell<usize> = const { Cell::new(0) };
    static COUNT: Cell<usize> = const { Cell::new(0) };
}

fn at_work(whether: bool) {
    AT_WORK.set(whether);
    TIMES.set(TIMES.get() + usize::from(whether));
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

/// The player makes its tables once, at the start: an allocation takes time and memory that nobody planned.
pub fn allocates_nothing(player: &Player) {
    at_work(true);
    let text = std::hint::black_box(String::from("one allocation"));
    at_work(false);
    assert_eq!((COUNT.take(), text.len()), (1, 14));
    for seat in 0..2 {
        TIMES.set(0);
        let played = play(player, 0.5, Manner { seat, seed: 7, ..Manner::default() });
        assert!(played.fault.is_none() && played.heard > 3, "seat {} heard {} lines", seat, played.heard);
        assert!(TIMES.get() > played.heard, "seat {} was at work {} times", seat, TIMES.get());
        assert_eq!(COUNT.get(), 0, "seat {} allocated", seat);
    }
}

/// The far end of the player's input and output: the jury and the other side.
struct Relay {
    course: Course,
    manner: Manner,
    /// The sparring partner, and its lines that the jury has not read yet.
    partner: Option<Box<dyn Partner>>,
    said: VecDeque<String>,
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
        let mut relay = Relay {
            course: Course::new(name, game, ["", ""], Rng(manner.seed)),
            manner,
            partner: manner.partner.map(|style| games::partner(name, style, Rng(manner.seed)).expect("a partner")),
            said: VecDeque::new(),
            played: Played::default(),
            waiting: Vec::new(),
            written: Vec::new(),
            ended: false,
            since: None,
        };
        let opening = relay.course.open();
        relay.deliver(&opening);
        relay.others();
        relay
    }

    fn deliver(&mut self, news: &[Delivery]) {
        for delivery in news {
            if delivery.to == self.manner.seat {
                self.give(&delivery.line);
            } else if let Some(partner) = &mut self.partner {
                self.said.extend(partner.hear(&delivery.line).expect("a line of the jury"));
            }
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
        if self.course.record.name == "ontherun" && self.course.turn().is_none() {
            return;
        }
        let written = self.course.write(line, Note::default());
        let news = written.unwrap_or_else(|fault| panic!("{:?} is {}\n{}", line, fault, self.course.game.draw()));
        self.deliver(&news);
        if self.course.turn().is_none() && !self.ended {
            if let Some(word) = self.course.game.farewell(self.manner.seat) {
                self.waiting.extend_from_slice(format!("{}\n", word).as_bytes());
            }
            self.ended = true;
        }
    }

    /// Writes the other side's lines while it is on turn.
    fn others(&mut self) {
        while self.course.turn() == Some(1 - self.manner.seat) {
            let line = match self.partner {
                None => self.course.game.stand_in(&mut self.course.rng),
                Some(_) => self.said.pop_front().expect("the partner's line"),
            };
            self.write(&line);
        }
    }
}

struct Reading<'a>(&'a RefCell<Relay>);

impl Read for Reading<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        at_work(false);
        let mut relay = self.0.borrow_mut();
        let count = buffer.len().min(relay.waiting.len());
        buffer[..count].copy_from_slice(&relay.waiting[..count]);
        relay.waiting.drain(..count);
        let stopped = relay.ended || relay.manner.stop.is_some();
        assert!(count > 0 || stopped, "the player reads on though it is its turn\n{}", relay.course.game.draw());
        relay.since = Some((Instant::now(), kept_waiting()));
        at_work(count > 0);
        Ok(count)
    }
}

struct Writing<'a>(&'a RefCell<Relay>);

impl Write for Writing<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        at_work(false);
        let mut relay = self.0.borrow_mut();
        if let Some((since, waited)) = relay.since.take() {
            let spent = since.elapsed().as_secs_f64() - (kept_waiting() - waited);
            relay.played.spent += spent;
            relay.played.slowest = relay.played.slowest.max(spent);
            relay.played.answers += 1;
        }
        relay.written.extend_from_slice(bytes);
        while let Some(end) = relay.written.iter().position(|&byte| byte == b'\n') {
            let line: Vec<u8> = relay.written.drain(..=end).collect();
            relay.write(&String::from_utf8_lossy(&line[..end]));
            relay.others();
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
