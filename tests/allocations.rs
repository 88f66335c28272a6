//! No player allocates between a line read and a line written: its tables are made once, at the start. An allocation on
//! that way would be a time that nobody planned, and memory that nobody counted.

use jury::game::{Delivery, Game, Partner, Rng, Seat};
use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::io::{self, BufRead, Read, Write};
use std::rc::Rc;

#[path = "../ayu.rs"]
#[allow(dead_code)]
mod ayu;
#[path = "../lamistra.rs"]
#[allow(dead_code)]
mod lamistra;
#[path = "../ontherun.rs"]
#[allow(dead_code)]
mod ontherun;
#[path = "../spaghetti.rs"]
#[allow(dead_code)]
mod spaghetti;
#[path = "../symple.rs"]
#[allow(dead_code)]
mod symple;

thread_local! {
    /// Whether the player is at work, and how often it has allocated.
    static AT_WORK: Cell<bool> = const { Cell::new(false) };
    static COUNT: Cell<usize> = const { Cell::new(0) };
}

/// The system's allocator, which counts while the player is at work.
struct Counting;

unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        if AT_WORK.with(Cell::get) {
            COUNT.with(|count| count.set(count.get() + 1));
        }
        System.alloc(layout)
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        System.dealloc(pointer, layout)
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// A game in memory: the jury's rules, a random partner in one seat, the player's lines to and from the other.
struct Dialogue {
    game: Box<dyn Game>,
    partner: Box<dyn Partner>,
    seat: Seat,
    /// What the player has still to read.
    to_read: VecDeque<String>,
    /// Whole lines that each seat has written and the jury has not taken yet, and the part of a line of the player's.
    written: [VecDeque<String>; 2],
    begun: String,
    answers: usize,
}

impl Dialogue {
    fn new(game: Box<dyn Game>, partner: Box<dyn Partner>, seat: Seat) -> Dialogue {
        let (to_read, written, begun) = (VecDeque::new(), Default::default(), String::new());
        let mut dialogue = Dialogue { game, partner, seat, to_read, written, begun, answers: 0 };
        let opening = dialogue.game.opening();
        dialogue.deliver(&opening);
        dialogue.referee();
        dialogue
    }

    fn deliver(&mut self, news: &[Delivery]) {
        for delivery in news {
            if delivery.to == self.seat {
                self.to_read.push_back(delivery.line.clone());
            } else {
                let answers = self.partner.hear(&delivery.line).expect("the partner understands the jury");
                self.written[delivery.to].extend(answers);
            }
        }
    }

    /// The jury takes lines as long as the seat whose turn it is has written one.
    fn referee(&mut self) {
        while let Some(line) = self.game.to_write().and_then(|seat| self.written[seat].pop_front()) {
            let news = self.game.write(&line).unwrap_or_else(|fault| panic!("{:?}: {}", line, fault));
            self.deliver(&news);
        }
    }
}

/// The player's end of a dialogue, for reading and for writing. The player is at work from the moment it has a line until
/// it writes or asks for another one.
struct End {
    dialogue: Rc<RefCell<Dialogue>>,
    line: Vec<u8>,
    at: usize,
}

impl End {
    fn new(dialogue: &Rc<RefCell<Dialogue>>) -> End {
        End { dialogue: Rc::clone(dialogue), line: Vec::new(), at: 0 }
    }
}

impl Read for End {
    fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
        unreachable!("players read lines")
    }
}

impl BufRead for End {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        AT_WORK.with(|at_work| at_work.set(false));
        if self.at == self.line.len() {
            // Without a line the game is over: the end of the input.
            self.line = self.dialogue.borrow_mut().to_read.pop_front().map_or(Vec::new(), |line| (line + "\n").into());
            self.at = 0;
        }
        AT_WORK.with(|at_work| at_work.set(!self.line.is_empty()));
        Ok(&self.line[self.at..])
    }

    fn consume(&mut self, n: usize) {
        self.at += n;
    }
}

impl Write for End {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        AT_WORK.with(|at_work| at_work.set(false));
        let mut dialogue = self.dialogue.borrow_mut();
        dialogue.begun += std::str::from_utf8(bytes).expect("a player writes text");
        while let Some(end) = dialogue.begun.find('\n') {
            let line: String = dialogue.begun.drain(..=end).collect();
            dialogue.answers += 1;
            let seat = dialogue.seat;
            dialogue.written[seat].push_back(line.trim_end().to_string());
        }
        dialogue.referee();
        // `writeln!` may call in pieces: what it does between them is the player's work again, but the line is out.
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Plays a game in each seat and fails if the player allocated at work.
fn plays_without_allocating(name: &str, run: fn(End, End, f64) -> io::Result<()>) {
    let folder = std::env::temp_dir().join(format!("allocations-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    std::env::set_current_dir(&folder).unwrap();
    for seat in 0..2 {
        let game = jury::games::new(name, 7).unwrap();
        // Both sides of On The Run read their map from the folder where they run.
        for (file, text) in game.files() {
            std::fs::write(file, text).unwrap();
        }
        let partner = jury::games::partner(name, "random", Rng(7)).unwrap();
        let dialogue = Rc::new(RefCell::new(Dialogue::new(game, partner, seat)));
        COUNT.with(|count| count.set(0));
        run(End::new(&dialogue), End::new(&dialogue), 1.0).unwrap();
        AT_WORK.with(|at_work| at_work.set(false));
        let answers = dialogue.borrow().answers;
        assert!(answers > 3, "{} in seat {} wrote {} lines", name, seat, answers);
        let count = COUNT.with(Cell::get);
        assert_eq!(count, 0, "{} in seat {} allocated {} times in {} answers", name, seat, count, answers);
    }
}

#[test]
fn the_allocator_counts() {
    COUNT.with(|count| count.set(0));
    AT_WORK.with(|at_work| at_work.set(true));
    let text = std::hint::black_box(String::from("one allocation"));
    AT_WORK.with(|at_work| at_work.set(false));
    assert_eq!((COUNT.with(Cell::get), text.len()), (1, 14));
}

/// A test for each player: the rest of `run` is the same.
macro_rules! no_allocation {
    ($($player:ident)*) => {$(
        #[test]
        fn $player() {
            plays_without_allocating(stringify!($player), |input, output, seconds| {
                let options = $player::contest::Options { seconds, seed: 7, log: false };
                $player::protocol::run(input, output, &options)
            });
        }
    )*};
}

no_allocation!(ayu lamistra ontherun spaghetti symple);
