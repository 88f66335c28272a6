//! Spaghetti (CodeCup 2022): on a 9x7 grid both sides lay path tiles; who completes a path from wall to wall is paid by
//! its length as seen from the own wall. Blue owns the left wall, Red the right one.
//!
//! Protocol: two lines with the jury's tiles, then `Start` for Blue; everything else is a move: row a-i from the top,
//! column a-g from the left, tile l, s or r, such as `cer`. `Quit` or the end of the input ends the program. A line a move
//! on stderr, its score in points.
//!
//! Method: a position is what lies behind the four sides of each empty cell: a wall or another empty cell's side, and
//! how long the path there is. Laying a tile joins two pairs of such ends, a handful of assignments. Alpha-beta on the
//! margin still to come looks at the best few dozen moves by static value. The evaluation is a small network over the
//! ends of the cells that are connected with others, learned from own games. Cells from which no path leads to another
//! empty cell are not evaluated but counted, by combinatorial game theory: that makes the last cells cheap to solve.
//!
//! To read it begin with the pictures at the head of the room `rules` and with `Board::play`; then the head of `eval`,
//! and `Search::think` from there. `ayu.rs` explains alpha-beta; the room `contest` can wait.
//!
//! Measured with `jury match spaghetti target/release/spaghetti B --games N --time S --seed K`, 95 % intervals, 41 MB.
//! Games are the sum over the seeds; against itself B is `'target/release/spaghetti 3 {seed}'`. The first four rows are of
//! commit a1302aa, without a forfeit; the last two, against it, were played with 20 to 30 busy programs on two processors,
//! where starting takes most of 1 s: 6 of the 200 games were lost by it, 3 by the other side.
//!
//! | against | seconds | games | points a game | own points | seed |
//! |---|---|---|---|---|---|
//! | careful | 3 | 200 | +25.9 +- 1.3 | 70.2 | 41, 42 |
//! | careful | 30 | 200 | +26.7 +- 1.3 | 70.6 | 991, 996, 997 |
//! | greedy | 3 | 200 | +35.6 +- 1.7 | 81.9 | 993, 994 |
//! | itself with 3 s | 30 | 200 | +3.1 +- 0.9 | 46.5 | 992, 995, 998 |
//! | commit a1302aa | 1 | 200 | +1.7 +- 1.9 | 45.5 | 12 |
//! | commit a1302aa | 30 | 12 | +1.0 +- 3.8 | 44.1 | 21 |
//!
//! Blue, who lays the last tile, has the better of it: +43 a game against careful as Blue, +9 as Red. Ten times the time
//! is worth three points between equals: what is left to learn is in the evaluation.
//!
//! Not here: an opening book, any thought in the opponent's time, the points that were paid (only the margin to come).
//!
//! Build as the contest does: `rustc -O spaghetti.rs`. Run: `./spaghetti [SECONDS [SEED]]`.

#![forbid(unsafe_code)]

// ---------------------------------------------------------------------------------------------------------------------
// Constants
// ---------------------------------------------------------------------------------------------------------------------

/// First two words on stderr.
const NAME: &str = "spaghetti 1.0";

/// Seconds that the contest gives a program for a whole game.
const GAME_SECONDS: f64 = 30.0;

// ---------------------------------------------------------------------------------------------------------------------
// Contest: the clock, the dice, the command line, the lines. Word for word the same in every file: a new game copies it.
// ---------------------------------------------------------------------------------------------------------------------
#[allow(dead_code)] // No file needs all of it.
pub(crate) mod contest {
    use super::{GAME_SECONDS, NAME};
    use std::fmt;
    use std::io::{self, BufRead, Read, Write};
    use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

    /// Part of the game's seconds that is never planned with: a contest machine may hiccup.
    const RESERVE_SHARE: f64 = 0.05;

    /// Seconds that are never planned with on top of the share: starting the program costs as much at any time limit,
    /// and on a machine with three busy programs for each processor one wake-up in two hundred took 0.15 s.
    const RESERVE_SECONDS: f64 = 0.15;

    /// Seconds that each answer costs beyond our own measurement: the pipes and the wake-up are on our account too.
    /// Measured from outside (200 lines each, a program that thinks 30 ms): 0.4 ms on an idle machine, 1.6 ms with three
    /// busy programs for each processor, where one line in ten took 4 ms and one in a hundred 12 ms.
    const LATENCY: f64 = 0.002;

    /// Seconds that are kept back for each answer still to come: wake-ups come late in rows. Without this, games of 3 s
    /// were lost by 0.14 s on a machine with three busy programs for each processor. What was not needed is planned
    /// with later, when fewer answers are to come.
    const LATE: f64 = 0.010;

    /// The time that is left of the whole game. It runs only between `start` and `stop`: the contest counts from the
    /// moment a line is there until our answer, and while the other side thinks we may be suspended.
    #[derive(Clone, Debug)]
    pub struct Clock {
        left: Duration,
        started: Option<Instant>,
    }

    impl Clock {
        /// A clock for the whole game, in seconds. It runs: making the tables costs time too, and the jury may count it.
        pub fn new(seconds: f64) -> Clock {
            let usable = (seconds * (1.0 - RESERVE_SHARE) - RESERVE_SECONDS).max(seconds * 0.5);
            Clock { left: Duration::from_secs_f64(usable), started: Some(Instant::now()) }
        }

        /// Call it when a line has been read, never before: the `Instant` of a suspended process keeps running.
        pub fn start(&mut self) {
            self.started = Some(Instant::now());
        }

        /// Call it before the answer is written: the contest may suspend us as soon as it has the line.
        pub fn stop(&mut self) {
            if let Some(started) = self.started.take() {
                let spent = started.elapsed() + Duration::from_secs_f64(LATENCY);
                self.left = self.left.checked_sub(spent).unwrap_or_default();
            }
        }

        /// What is left at this moment.
        pub fn left(&self) -> Duration {
            let spent = self.started.map_or(Duration::from_secs(0), |started| started.elapsed());
            self.left.checked_sub(spent).unwrap_or_default()
        }

        /// The budget of a decision that begins now: `share` of the time that can be planned with, and up to `stretch`
        /// times as much when the search finds that it needs it, but never more than half of all. `answers` is the
        /// number of answers that a long game still asks for, this one included.
        ///
        /// A share of what is *left* can never use up everything.
        pub fn budget(&self, share: f64, stretch: f64, answers: f64) -> Budget {
            let left = self.left();
            // What `stop` will book for certain, and what may come on top of it. In a game of two hundred answers in 1 s
            // that is most of what is left; a third stays for thought.
            let rest = left - Duration::from_secs_f64(LATENCY * answers.max(0.0)).min(left / 2);
            let plan = rest - Duration::from_secs_f64(LATE * answers.max(0.0)).min(rest / 3);
            let goal = plan.mul_f64(share.clamp(0.0, 1.0));
            let limit = goal.mul_f64(stretch.max(1.0)).min((plan / 2).max(goal));
            Budget { begin: Instant::now(), goal, limit, depth: i32::MAX, nodes: u64::MAX }
        }
    }

    /// What one decision may cost.
    #[derive(Clone, Copy, Debug)]
    pub struct Budget {
        begin: Instant,
        /// What is planned.
        goal: Duration,
        /// What is possible: the search stops in the middle of an iteration.
        limit: Duration,
        /// Deepest iteration, in plies.
        pub depth: i32,
        /// Most nodes (playouts where the search counts those).
        pub nodes: u64,
    }

    impl Budget {
        /// No clock, for tests and tools: until that depth, or until that many nodes.
        pub fn fixed(depth: i32, nodes: u64) -> Budget {
            Budget { begin: Instant::now(), goal: Duration::MAX, limit: Duration::MAX, depth, nodes }
        }

        /// The part of the planned time that is gone: 1 when the plan is used up; about 0 without a clock.
        pub fn used(&self) -> f64 {
            self.begin.elapsed().as_secs_f64() / self.goal.as_secs_f64().max(1e-9)
        }

        /// True when the search has to stop at once. The clock is read when `nodes` is a multiple of `every`: a look
        /// costs about 30 ns, so choose `every` for a millisecond of work.
        #[inline]
        pub fn is_over(&self, nodes: u64, every: u64) -> bool {
            nodes >= self.nodes || nodes % every == 0 && self.begin.elapsed() >= self.limit
        }
    }

    /// The finish of splitmix64 by Sebastiano Vigna (public domain): mixes the bits of a number, one to one.
    pub const fn mix64(number: u64) -> u64 {
        let z = (number ^ (number >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// Seeded generator: splitmix64, 2^64 numbers before it repeats.
    #[derive(Clone, Debug)]
    pub struct Rng(pub u64);

    impl Rng {
        pub fn next(&mut self) -> u64 {
            self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
            mix64(self.0)
        }

        /// A number from 0 to n - 1; n is at least 1.
        pub fn below(&mut self, n: usize) -> usize {
            ((u128::from(self.next()) * n as u128) >> 64) as usize
        }

        /// A number from 0 up to 1, 1 excluded, in steps of 2^-53.
        pub fn unit(&mut self) -> f64 {
            (self.next() >> 11) as f64 / (1_u64 << 53) as f64
        }

        /// Puts the items in any order, each equally likely.
        pub fn shuffle<T>(&mut self, items: &mut [T]) {
            for i in (1..items.len()).rev() {
                items.swap(i, self.below(i + 1));
            }
        }
    }

    /// Reads learned weights, whole numbers, from text. The digits are the 91 characters from '#' to '~' without the
    /// backslash, so that no character means anything inside a string; blanks and line ends are skipped.
    ///
    /// ```text
    ///  first digit d     the weight
    ///      0 to 72       d - 36                             -36 to  36 in one character
    ///     73 to 90       (d - 73) * 91 + next - 819        -819 to 818 in two
    /// ```
    ///
    /// A text of another length than N weights does not compile where this is the value of a constant.
    pub const fn decode<const N: usize>(text: &str) -> [i16; N] {
        let text = text.as_bytes();
        let mut weights = [0; N];
        let (mut at, mut count, mut prefix) = (0, 0, -1);
        while at < text.len() {
            if text[at] > b' ' {
                let digit = text[at] as i16 - if text[at] > b'\\' { 36 } else { 35 };
                if prefix < 0 && digit > 72 {
                    prefix = digit - 73;
                } else {
                    weights[count] = if prefix < 0 { digit - 36 } else { prefix * 91 + digit - 819 };
                    count += 1;
                    prefix = -1;
                }
            }
            at += 1;
        }
        assert!(count == N && prefix < 0, "the text does not hold as many weights as there are");
        weights
    }

    /// What the command line asks for.
    #[derive(Clone, Debug)]
    pub struct Options {
        /// Time for the whole game.
        pub seconds: f64,
        /// Of all that is drawn by chance. Games with one seed differ all the same where the clock decides.
        pub seed: u64,
        /// Whether each move leaves a line on stderr.
        pub log: bool,
    }

    impl Options {
        /// Reads `[SECONDS [SEED]]`. The default is the contest's time and a seed from the clock.
        pub fn parse(words: &[String]) -> io::Result<Options> {
            let seconds = match words.first() {
                None => GAME_SECONDS,
                Some(word) => match word.parse::<f64>() {
                    Ok(s) if s > 0.0 && s < 1e6 => s,
                    _ => return Err(refuse(word, "seconds for the whole game as the first argument")),
                },
            };
            let seed = match words.get(1) {
                None => SystemTime::now().duration_since(UNIX_EPOCH).map_or(1, |d| d.as_nanos() as u64),
                Some(word) => match word.parse::<u64>() {
                    Ok(s) => s,
                    Err(_) => return Err(refuse(word, "a whole number as the second argument, the seed")),
                },
            };
            Ok(Options { seconds, seed, log: true })
        }

        /// A line on stderr for a move, its score as the mover sees it in the game's own unit:
        /// `E9-K7 depth 9 score +0.31 nodes 812000`. The contest keeps about 10,000 characters of a game.
        pub fn report(&self, best: &dyn fmt::Display, depth: i32, score: f64, nodes: u64) {
            self.write(format_args!("{} depth {} score {:+.2} nodes {}\n", best, depth, score, nodes));
        }

        /// Written at once and without an allocation. A reader that went away is no reason to lose the game.
        fn write(&self, text: fmt::Arguments<'_>) {
            let mut line = [0; 160];
            let mut rest = &mut line[..];
            let _ = rest.write_fmt(text);
            let unused = rest.len();
            if self.log {
                let _ = io::stderr().write_all(&line[..160 - unused]);
            }
        }
    }

    /// The error for a line that cannot be read or applied; `play` prints it and ends with code 2.
    pub fn refuse(line: &str, expected: &str) -> io::Error {
        let shown: String = line.chars().take(60).collect();
        io::Error::new(io::ErrorKind::InvalidData, format!("cannot use {:?}: expected {}", shown, expected))
    }

    /// Longest line that is read whole, in bytes; no game has a longer one. What is longer cannot be a move.
    const LINE_MAX: usize = 4_096;

    /// The jury's lines.
    pub struct Lines<R> {
        input: R,
        bytes: Vec<u8>,
    }

    impl<R: BufRead> Lines<R> {
        pub fn new(input: R) -> Lines<R> {
            Lines { input, bytes: Vec::with_capacity(LINE_MAX) }
        }

        /// The next line without its end and without blanks around it; blank lines are passed over. `None` at `Quit`
        /// or at the end of the input, which both mean that the program ends.
        pub fn next(&mut self) -> io::Result<Option<&str>> {
            loop {
                self.bytes.clear();
                let n = self.input.by_ref().take(LINE_MAX as u64).read_until(b'\n', &mut self.bytes)?;
                if n == 0 {
                    return Ok(None);
                }
                if !self.bytes.iter().all(u8::is_ascii_whitespace) {
                    break;
                }
            }
            // What is no text becomes a line that no game can read.
            let line = std::str::from_utf8(&self.bytes).unwrap_or("\u{fffd}").trim();
            Ok(if line == "Quit" { None } else { Some(line) })
        }
    }

    /// Plays one game with the program's arguments and returns the exit code: 0 when the game ended in any regular way
    /// (a reader that went away is one), 2 when it could not go on, with one line on stderr that says why.
    pub fn play(run: fn(io::StdinLock<'static>, io::Stdout, &Options) -> io::Result<()>) -> i32 {
        let words: Vec<String> = std::env::args_os().skip(1).map(|w| w.to_string_lossy().into_owned()).collect();
        let result = Options::parse(&words).and_then(|options| {
            // The first line on stderr: name, version and what makes the game again.
            options.write(format_args!("{} seed {} seconds {}\n", NAME, options.seed, options.seconds));
            run(io::stdin().lock(), io::stdout(), &options)
        });
        match result {
            Err(ref error) if error.kind() != io::ErrorKind::BrokenPipe => {
                let _ = writeln!(io::stderr(), "{}: {}", NAME, error);
                2
            }
            _ => 0,
        }
    }
}

// ---------------------------------------------------------------------------------------------------------------------
// Rules: Board, Move, parse and Display, legal moves, play, gains. No clock, no randomness, no I/O.
// ---------------------------------------------------------------------------------------------------------------------
pub(crate) mod rules {
    // Most of what lies on the board never matters again. A path that is finished has been paid, and of a path that is
    // still open only three things count: where it starts, where it ends and how many segments it has. So the board
    // keeps no tiles at all, but for each side of each empty cell what a walker would find who leaves the cell there
    // and follows the path to its end:
    //
    //     left wall ==3 segments==[W  cell  E]==5 segments==[W  another cell  E]== right wall, 0 segments
    //                               N   S                         N   S
    //                            dead   a third cell            and so on
    //
    // The two ends of an open path know each other: if side x leads to side y over n segments, y leads to x over n.
    // Laying a tile joins the ends behind its sides in two pairs and touches nothing in between, however long the paths
    // are:
    //
    //     before:  [x]==a==[W cell E]==b==[y]      x leads to W over a segments, y leads to E over b
    //     after:   [x]=======a+1+b=======[y]       the laid segment is the 1
    //
    // The cell itself is filled then, and what is kept for its own sides means nothing any more.
    //
    // Points that were paid are no part of the position either: `gain` says what a move brings, whoever calls adds up.
    // There is no `undo`: a board is one kilobyte, and whoever wants it back plays on a copy.
    use super::contest::mix64;
    use std::{fmt, iter};

    /// Rows a to i from the top, columns a to g from the left. The number of a cell is 7 * row + column, from 0 to 62,
    /// so that a set of cells fits into 64 bits and 63 is free to mean no cell.
    pub const ROWS: usize = 9;
    pub const COLUMNS: usize = 7;
    pub const CELLS: usize = ROWS * COLUMNS;

    /// Points for completing a cycle, and a path from a side wall to the same wall.
    /// The side that lays the tile pays, whichever wall it is.
    const CYCLE: i8 = -5;
    const SAME_WALL: i8 = -3;

    /// What lies behind a side of an empty cell: the number of another empty cell's side (4 * cell + side), or one of
    /// these. A dead path ends at the top or the bottom and is never worth anything.
    /// The last side of the last cell has the number 251, so these come after all sides: `end < LEFT` asks whether the
    /// path is still open. Divided by 4 they give 63, which is no cell.
    pub const LEFT: u8 = 252;
    pub const RIGHT: u8 = 253;
    pub const DEAD: u8 = 254;

    /// Sides of a cell, clockwise.
    pub const NORTH: usize = 0;
    pub const EAST: usize = 1;
    pub const SOUTH: usize = 2;
    pub const WEST: usize = 3;

    /// The two segments of each tile, in the order l, s, r: the pairings of the four sides.
    ///
    /// ```text
    ///    l            s            r
    ///  +--N--+      +--N--+      +--N--+
    ///  |_/   |      |  |  |      |   \_|
    ///  W   _ E      W--+--E      W _   E
    ///  |  /  |      |  |  |      |  \  |
    ///  +--S--+      +--S--+      +--S--+
    /// ```
    pub const PAIRINGS: [[[usize; 2]; 2]; 3] =
        [[[NORTH, WEST], [SOUTH, EAST]], [[NORTH, SOUTH], [WEST, EAST]], [[NORTH, EAST], [SOUTH, WEST]]];

    /// The letters of the tiles in the contest's notation, by their numbers.
    const LETTERS: [u8; 3] = *b"lsr";

    /// A tile on a cell. Any tile may be laid on any empty cell, so there are three moves for each of these.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
    pub struct Move {
        /// Row * 7 + column.
        pub cell: u8,
        /// 0 for l, 1 for s, 2 for r.
        pub tile: u8,
    }

    impl Move {
        /// No move: the cell is off the board.
        /// Bit 63 of the empty cells is never set, so `can_apply` refuses it without a special case.
        pub const NONE: Move = Move { cell: 63, tile: 0 };

        /// Reads `cer`; `None` for anything else.
        pub fn parse(text: &str) -> Option<Move> {
            match *text.as_bytes() {
                [row @ b'a'..=b'i', column @ b'a'..=b'g', letter] => {
                    let tile = LETTERS.iter().position(|l| *l == letter)? as u8;
                    Some(Move { cell: (row - b'a') * COLUMNS as u8 + column - b'a', tile })
                }
                _ => None,
            }
        }
    }

    /// Writes the move as the contest does, such as `cer`.
    impl fmt::Display for Move {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            let (row, column) = (b'a' + self.cell / COLUMNS as u8, b'a' + self.cell % COLUMNS as u8);
            let tile = LETTERS[usize::from(self.tile) % 3];
            write!(f, "{}{}{}", char::from(row), char::from(column), char::from(tile))
        }
    }

    /// What lies behind a side, and the number of segments on the path there (0 for everything dead).
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct Behind {
        /// The number of an empty cell's side, or `LEFT`, `RIGHT` or `DEAD`.
        pub end: u8,
        /// Segments between here and there: at most 126, for 63 tiles have two each. It does not tell dead paths apart,
        /// which all are worth the same nothing: that makes more positions equal.
        pub length: u8,
    }

    /// What a tile brings Blue and Red, by tile.
    /// A tile brings at most as many points as there are segments on the board, 126, so eight bits are enough. The side
    /// comes first: `gains[0][2]` is what tile r brings Blue.
    pub type Gains = [[i8; 3]; 2];

    /// The position: all that matters for the rest of the game, whatever the tiles look like that led here.
    #[derive(Clone, Copy, Debug, PartialEq)]
    pub struct Board {
        /// By side of a cell; only those of empty cells mean anything.
        pub behind: [Behind; 256],
        /// One bit for each empty cell.
        pub empty: u64,
        /// What each empty cell brings, and which of its sides lead to a wall: one bit for each side that leads to the
        /// left one, and four bits higher for the right one. Both are kept up to date.
        pub gains: [Gains; 64],
        pub walls: [u8; 64],
        /// Side on turn: 0 is Blue.
        pub turn: usize,
    }

    /// The term of a hash for what lies behind one side of an empty cell: every side, end and length gives another
    /// number. Terms are joined by exclusive or, so one is taken out of a hash in the same way as it is put in.
    pub fn hash_term(side: u8, behind: Behind) -> u64 {
        mix64(u64::from(side) << 32 | u64::from(behind.end) << 16 | u64::from(behind.length) << 1 | 1)
    }

    impl Board {
        /// A board without a tile, Blue on turn.
        pub fn new() -> Board {
            let mut board = Board {
                behind: [Behind { end: DEAD, length: 0 }; 256],
                empty: (1 << CELLS) - 1,
                gains: [[[0; 3]; 2]; 64],
                walls: [0; 64],
                turn: 0,
            };
            for cell in 0..CELLS {
                let (row, column) = (cell / COLUMNS, cell % COLUMNS);
                let side = |cell: usize, side: usize| (4 * cell + side) as u8;
                let ends = [
                    if row == 0 { DEAD } else { side(cell - COLUMNS, SOUTH) },
                    if column == COLUMNS - 1 { RIGHT } else { side(cell + 1, WEST) },
                    if row == ROWS - 1 { DEAD } else { side(cell + COLUMNS, NORTH) },
                    if column == 0 { LEFT } else { side(cell - 1, EAST) },
                ];
                for (s, end) in ends.iter().enumerate() {
                    board.behind[4 * cell + s].end = *end;
                }
            }
            for cell in 0..CELLS {
                board.refresh(cell);
            }
            board
        }

        /// True when the cell is empty: all that a move needs.
        pub fn can_apply(&self, mv: Move) -> bool {
            self.empty >> mv.cell & 1 == 1
        }

        /// All moves, those of equal effect too.
        #[allow(dead_code)] // for tests and tools: the search leaves out what has the effect of another move
        pub fn legal_moves(&self) -> impl Iterator<Item = Move> {
            cells(self.empty).flat_map(|cell| (0..3).map(move |tile| Move { cell: cell as u8, tile }))
        }

        /// What laying the move's tile brings the side on turn.
        pub fn gain(&self, mv: Move) -> i32 {
            i32::from(self.gains[usize::from(mv.cell & 63)][self.turn & 1][usize::from(mv.tile) % 3])
        }

        /// What lies behind the four sides of a cell.
        pub fn ends(&self, cell: usize) -> [Behind; 4] {
            let behind = |s: usize| self.behind[(4 * cell + s) & 255];
            [behind(0), behind(1), behind(2), behind(3)]
        }

        /// Computes what is kept of an empty cell besides its four ends.
        fn refresh(&mut self, cell: usize) {
            let ends = self.ends(cell);
            self.gains[cell & 63] = gains_of(cell, &ends);
            self.walls[cell & 63] = (0..4).fold(0, |walls, s| match ends[s].end {
                LEFT => walls | 1 << s,
                RIGHT => walls | 16 << s,
                _ => walls,
            });
        }

        /// Lays a tile and passes the turn. The cell must be empty. Returns the set of the empty cells at whose sides
        /// something changed: at most four, for each of the two segments has two ends.
        pub fn play(&mut self, mv: Move) -> u64 {
            let cell = usize::from(mv.cell & 63);
            let mut touched = 0;
            self.empty &= !(1 << cell);
            // The second segment reads what the first one wrote. That is what makes a path right that leads from the
            // cell back to it: say N leads to S, and the tile is l, N with W. The first segment makes S lead to what
            // lies behind W, and the second one, S with E, goes on from there.
            for segment in PAIRINGS[usize::from(mv.tile) % 3].iter() {
                let (a, b) = (self.behind[(4 * cell + segment[0]) & 255], self.behind[(4 * cell + segment[1]) & 255]);
                for (from, to) in &[(a, b), (b, a)] {
                    // A wall needs to know nothing: nobody asks what lies behind it.
                    if from.end < LEFT {
                        self.behind[usize::from(from.end)] = match to.end {
                            // Who is joined to a dead end is dead, however far it is.
                            DEAD => Behind { end: DEAD, length: 0 },
                            end => Behind { end, length: from.length + 1 + to.length },
                        };
                        touched |= 1 << (from.end / 4);
                    }
                }
            }
            // Gains and walls depend on the four ends of a cell and on nothing else, so only those of cells with a
            // changed side can change.
            touched &= self.empty;
            for cell in cells(touched) {
                self.refresh(cell);
            }
            self.turn ^= 1;
            touched
        }
    }

    /// What each tile on a cell with these four ends brings Blue and Red.
    pub fn gains_of(cell: usize, ends: &[Behind; 4]) -> Gains {
        let mut gains = [[0; 3]; 2];
        for (tile, pairing) in PAIRINGS.iter().enumerate() {
            let points = points_of(cell, ends, pairing);
            gains[0][tile] = points[0];
            gains[1][tile] = points[1];
        }
        gains
    }

    /// What a tile's two segments bring Blue and Red. They mostly belong to two paths, and each is scored. They belong to
    /// one path if a side of the first leads to a side of the second; that path is scored once, and its length for a side
    /// counts from the segment that is farther from that side's wall:
    ///
    /// ```text
    ///   left wall ==one==(first segment)==between==(second segment)==other== right wall
    ///   Blue:  one + 1 + between + 1          Red:  1 + between + 1 + other
    /// ```
    fn points_of(cell: usize, ends: &[Behind; 4], &[first, second]: &[[usize; 2]; 2]) -> [i8; 2] {
        let side = |s: usize| (4 * cell + s) as u8;
        let at = |s: usize| ends[s & 3];
        let mut points = [0; 2];
        // The side of the first segment from which a path leads to the second, if one path holds both.
        let is_inner = |i: &usize| at(first[*i]).end == side(second[0]) || at(first[*i]).end == side(second[1]);
        match (0..2).find(is_inner) {
            None => {
                for segment in &[first, second] {
                    if at(segment[0]).end == side(segment[1]) {
                        points[0] += CYCLE;
                        points[1] += CYCLE;
                    } else {
                        complete(at(segment[0]), at(segment[1]), 1, &mut points);
                    }
                }
            }
            Some(i) => {
                // first[i] leads to second[j]; the path's two ends are behind the other two sides.
                let between = at(first[i]);
                let j = if between.end == side(second[0]) { 0 } else { 1 };
                let (one, other) = (at(first[1 - i]), at(second[1 - j]));
                if one.end == side(second[1 - j]) {
                    points = [CYCLE; 2];
                } else {
                    // The two laid segments and what is between them count for both sides.
                    complete(one, other, between.length as i8 + 2, &mut points);
                }
            }
        }
        points
    }

    /// Books a path between two ends that a tile completes: `segments` is how far the tile's farther segment is from
    /// the end of either path, itself included.
    /// Where an end is open or dead, nothing is completed that scores.
    fn complete(one: Behind, other: Behind, segments: i8, points: &mut [i8; 2]) {
        match (one.end, other.end) {
            (LEFT, LEFT) | (RIGHT, RIGHT) => {
                points[0] += SAME_WALL;
                points[1] += SAME_WALL;
            }
            (LEFT, RIGHT) => {
                points[0] += one.length as i8 + segments;
                points[1] += other.length as i8 + segments;
            }
            (RIGHT, LEFT) => {
                points[0] += other.length as i8 + segments;
                points[1] += one.length as i8 + segments;
            }
            _ => {}
        }
    }

    /// The cells of a set, lowest first.
    pub fn cells(mut set: u64) -> impl Iterator<Item = usize> {
        iter::from_fn(move || {
            if set == 0 {
                return None;
            }
            let cell = set.trailing_zeros() as usize;
            // Taking 1 away changes the lowest bit and all below it, so this clears the lowest bit.
            set &= set - 1;
            Some(cell)
        })
    }
}

// ---------------------------------------------------------------------------------------------------------------------
// Network: from sums over the cells to a margin
// ---------------------------------------------------------------------------------------------------------------------
pub(crate) mod net {
    // What a position is worth is more than the sum of what its cells are worth. Near the end most moves cost something
    // (a tile that closes own wall to own wall, a tile after which the other side can finish a long path), and all that
    // counts is who runs out of free moves first. A sum of weights cannot say so, a small network can:
    //
    //     connected cell -> kinds of its four ends -> embedding -> its row --.
    //     connected cell -> kinds of its four ends -> embedding -> its row --+ accumulator -> 32 hidden -> 16 -> margin
    //     ...                                                                |
    //     12 inputs of the whole board (who is on turn, what the others bring) -'
    //
    // A cell's embedding, 32 numbers, depends on nothing but the multiset of its four kinds. Behind it stands the first
    // layer, and its sum over all cells is kept, not computed: the accumulator of an NNUE network. There are only 40,920
    // multisets, so what a cell adds to the accumulator (its row) is computed once for each when the program starts.
    // From then on a cell costs 32 additions when it changes, and a position the two small layers behind the
    // accumulator. All hidden units are cut off at 0.
    //
    // Why rows of whole numbers: sums of fractions would drift a little with each change, and the same position would be
    // worth something else whenever another order of moves leads to it.
    //
    // Two cells with the same four ends in another order have the same multiset: the network cannot tell them apart and
    // need not, for the three tiles are all three ways to pair four ends, in whatever order they stand.
    use super::contest::decode;
    use std::convert::TryFrom;

    /// Kinds of what lies behind a side of an empty cell, see `eval::kind`.
    pub const KINDS: usize = 30;

    /// Pairs of kinds, and multisets of four.
    /// 465 pairs, equal kinds among them, and 40,920 multisets. The latter fit into 16 bits.
    const PAIRS: usize = KINDS * (KINDS + 1) / 2;
    const MULTISETS: usize = KINDS * (KINDS + 1) * (KINDS + 2) * (KINDS + 3) / 24;

    /// Numbers of a cell's embedding, hidden units of the first layer (a cell adds a number to each) and of the second,
    /// and inputs of the whole board.
    pub const EMBEDDING: usize = 32;
    pub const FIRST: usize = 32;
    pub const SECOND: usize = 16;
    pub const BOARD: usize = 12;

    /// Where the parts begin among the weights. A number of the embedding is the sum of a bias, a weight for each of the
    /// four kinds and one for each of their six pairs.
    /// Pairs are what makes it more than a list of weights: own wall and other wall together are a path that one tile
    /// can close, either of them alone is not.
    pub const AT_KIND: usize = 0;
    pub const AT_PAIR: usize = AT_KIND + KINDS * EMBEDDING;
    pub const AT_BIAS: usize = AT_PAIR + PAIRS * EMBEDDING;
    /// From the embedding to the first layer; from the board's inputs to it; its biases.
    pub const AT_CELL: usize = AT_BIAS + EMBEDDING;
    pub const AT_BOARD: usize = AT_CELL + EMBEDDING * FIRST;
    pub const AT_FIRST: usize = AT_BOARD + BOARD * FIRST;
    /// From the first layer to the second; its biases.
    pub const AT_INNER: usize = AT_FIRST + FIRST;
    pub const AT_SECOND: usize = AT_INNER + FIRST * SECOND;
    /// From the second layer to the output; straight from the board's inputs to it; its bias.
    pub const AT_LAST: usize = AT_SECOND + SECOND;
    pub const AT_STRAIGHT: usize = AT_LAST + SECOND;
    pub const AT_OUTPUT: usize = AT_STRAIGHT + BOARD;
    /// Number of weights. Most of them, 32 for each of 465 pairs, are those of the pairs.
    pub const WEIGHTS: usize = AT_OUTPUT + 1;

    /// Points that an output of 1 stands for: weights and outputs are then of a size that is easy to learn.
    pub const SCALE: f32 = 5.0;

    /// Cells' numbers are whole 128ths, so that the accumulator is the same in whatever order it came about.
    /// Fractions of a power of two also turn into `f32` without an error.
    const STEP: f32 = 128.0;

    /// Largest number of a cell: sixty of them still fit into 16 bits.
    /// It stands for 546 / 128, or 4.27; what is beyond is cut off.
    const LARGEST: f32 = 546.0;

    /// What a cell adds to the first layer, or the sum over many cells: the accumulator.
    pub type Row = [i16; FIRST];

    /// Number of a pair of kinds.
    pub fn pair(a: usize, b: usize) -> usize {
        let (low, high) = (a.min(b), a.max(b));
        high * (high + 1) / 2 + low
    }

    /// Number of a multiset of kinds: all that have only kinds below d come before those with a d.
    /// In order from 0: 0000, 0001, 0011, 0111, 1111, 0002, 0012 and so on. The four terms are numbers of multisets: of
    /// four kinds below d, then of three kinds below c, of two below b, of one below a.
    pub fn multiset(mut kinds: [usize; 4]) -> usize {
        kinds.sort_unstable();
        let [a, b, c, d] = kinds;
        d * (d + 1) * (d + 2) * (d + 3) / 24 + c * (c + 1) * (c + 2) / 6 + b * (b + 1) / 2 + a
    }

    /// The embedding of a cell, not cut off yet.
    /// The order of the kinds does not matter. A kind that is there twice counts twice, and makes a pair with itself.
    pub fn embedding(weights: &[f32], kinds: [usize; 4]) -> [f32; EMBEDDING] {
        let mut embedding = [0.0; EMBEDDING];
        let mut add = |from: usize| {
            for (x, w) in embedding.iter_mut().zip(&weights[from..from + EMBEDDING]) {
                *x += w;
            }
        };
        add(AT_BIAS);
        for i in 0..4 {
            add(AT_KIND + kinds[i] * EMBEDDING);
            for j in 0..i {
                add(AT_PAIR + pair(kinds[i], kinds[j]) * EMBEDDING);
            }
        }
        embedding
    }

    /// What is computed from the weights once.
    pub struct Network {
        /// By four kinds of five bits each: the number of their multiset.
        /// With two steps, by kinds and then by number, the rows take 2.6 MB and this table 2 MB; rows by kinds would
        /// take 64.
        numbers: Box<[u16]>,
        /// By number: the number of the same multiset as the other side sees it.
        /// Red's view of a cell needs no kinds of its own.
        mirrored: Box<[u16]>,
        /// By number: the cell's row.
        /// All that the first two layers ever say of a cell.
        rows: Box<[Row]>,
        /// The small layers are taken from here.
        weights: Box<[f32]>,
    }

    impl Network {
        /// `mirror` says how the other side sees a kind.
        pub fn new(weights: &[f32], mirror: fn(usize) -> usize) -> Network {
            let mut network = Network {
                numbers: vec![0; 1 << 20].into_boxed_slice(),
                mirrored: vec![0; MULTISETS].into_boxed_slice(),
                rows: vec![[0; FIRST]; MULTISETS].into_boxed_slice(),
                weights: weights.to_vec().into_boxed_slice(),
            };
            for i in 0..1 << 20 {
                let kinds = [i & 31, i >> 5 & 31, i >> 10 & 31, i >> 15];
                if kinds.iter().all(|kind| *kind < KINDS) {
                    network.numbers[i] = multiset(kinds) as u16;
                }
            }
            // Each multiset once: a <= b <= c <= d.
            for d in 0..KINDS {
                for c in 0..=d {
                    for b in 0..=c {
                        for a in 0..=b {
                            let number = multiset([a, b, c, d]);
                            network.mirrored[number] = multiset([mirror(a), mirror(b), mirror(c), mirror(d)]) as u16;
                            network.rows[number] = row(weights, [a, b, c, d]);
                        }
                    }
                }
            }
            network
        }

        /// The numbers of a cell's multiset as the side that the kinds are for sees it, and as the other one does.
        pub fn numbers(&self, kinds: [usize; 4]) -> [u16; 2] {
            let [a, b, c, d] = kinds;
            let number = self.numbers[(a | b << 5 | c << 10 | d << 15) & 0xf_ffff];
            [number, self.mirrored[usize::from(number)]]
        }

        /// A cell comes in: its row is added to the accumulator.
        pub fn add(&self, accumulator: &mut Row, number: u16) {
            for (s, x) in accumulator.iter_mut().zip(self.rows[usize::from(number)].iter()) {
                // `LARGEST` keeps the sums in range. Should one ever leave it, a debug build goes on, and `subtract`
                // still takes away exactly what was added.
                *s = s.wrapping_add(*x);
            }
        }

        /// A cell goes out: exactly what `add` added is taken away again.
        pub fn subtract(&self, accumulator: &mut Row, number: u16) {
            for (s, x) in accumulator.iter_mut().zip(self.rows[usize::from(number)].iter()) {
                *s = s.wrapping_sub(*x);
            }
        }

        /// N weights that stand together. The compiler then knows how many there are and takes several at once.
        fn part<const N: usize>(&self, at: usize) -> &[f32; N] {
            <&[f32; N]>::try_from(&self.weights[at..at + N]).expect("N weights")
        }

        /// The margin in points that the network sees behind the accumulator and the board's inputs.
        /// It is the margin of the side from whose view both are.
        ///
        /// Weights lie by input, not by output: an input that is 0 skips a whole row of them, and the inner loops go
        /// over neighbours in memory, several numbers at once.
        pub fn margin(&self, accumulator: &Row, board: &[f32; BOARD]) -> f32 {
            let mut output = self.weights[AT_OUTPUT];
            let mut first = *self.part::<FIRST>(AT_FIRST);
            for (h, x) in first.iter_mut().zip(accumulator.iter()) {
                *h += f32::from(*x) * (1.0 / STEP);
            }
            for (i, x) in board.iter().enumerate() {
                // Many of these are 0.
                if *x != 0.0 {
                    output += x * self.weights[AT_STRAIGHT + i];
                    for (h, w) in first.iter_mut().zip(self.part::<FIRST>(AT_BOARD + i * FIRST)) {
                        *h += x * w;
                    }
                }
            }
            let mut second = *self.part::<SECOND>(AT_SECOND);
            for (i, x) in first.iter().enumerate() {
                if *x > 0.0 {
                    for (h, w) in second.iter_mut().zip(self.part::<SECOND>(AT_INNER + i * SECOND)) {
                        *h += x * w;
                    }
                }
            }
            for (x, w) in second.iter().zip(self.part::<SECOND>(AT_LAST)) {
                output += x.max(0.0) * w;
            }
            output * SCALE
        }
    }

    /// A cell's row: its embedding, cut off at 0, times the weights to the first layer.
    /// The many multiplications are all here, done once for every multiset when the program starts.
    fn row(weights: &[f32], kinds: [usize; 4]) -> Row {
        let mut sums = [0.0; FIRST];
        for (i, x) in embedding(weights, kinds).iter().enumerate().filter(|(_, x)| **x > 0.0) {
            for (sum, w) in sums.iter_mut().zip(&weights[AT_CELL + i * FIRST..]) {
                *sum += x * w;
            }
        }
        let mut row = [0; FIRST];
        for (x, sum) in row.iter_mut().zip(sums.iter()) {
            *x = (sum * STEP).round().clamp(-LARGEST, LARGEST) as i16;
        }
        row
    }

    /// Units in which the weights are written, each up to the part that ends there: the embedding, the layers, the
    /// output. Coarse ones save text, for what is 36 units at most takes one character instead of two. An embedding in
    /// 1/8, 1/16 and 1/32 made -0.35, -0.27 and +0.53 points a game, +- 0.45, against weights in 1/512 (500 pairs each at
    /// three plies).
    pub const UNITS: [(usize, f32); 3] = [(AT_CELL, 1.0 / 32.0), (AT_LAST, 1.0 / 64.0), (WEIGHTS, 1.0 / 512.0)];

    /// The weights of this file as numbers.
    pub fn weights() -> Vec<f32> {
        let unit = |i: usize| UNITS.iter().find(|(end, _)| i < *end).map_or(0.0, |(_, unit)| *unit);
        TEXT.iter().enumerate().map(|(i, weight)| f32::from(*weight) * unit(i)).collect()
    }

    /// The weights in the order of the `AT_` numbers. Learned from own games of three plies a move in twelve rounds, six
    /// between equals and six that also had games against weaker players, 3,000 to 8,400 games each, and from 120,000
    /// solved ends, see the head of `tests/tune/spaghetti.rs`. The last round beat the one before by 0.9 +- 0.8 points a
    /// game (100 pairs at three plies). An embedding of 48 instead of 32, and kinds that say whether a link goes on to a
    /// third cell, explained no more.
    #[rustfmt::skip]
    static TEXT: [i16; WEIGHTS] = decode("\
        NuJ?5,96C4<A:@KJuX,57S?4;2D518uVV.D/K=>CHL/RB4G??E@5HE@3M4A89KBD<R59-K629AA0)P5I8?uTQI7<CEJ1D8?BI423=8J2'@I:2\
        =;.>;C-NVCB@@GBB5)@H5=*<uQH54AFD5BH>=CDuXK];9EEG=G4;IB0D4>1M;?FOH?BILL8C3F[<@S:D;C>8fB2N31@T=?QVOBWA^N>@3@^F1\
        ZECOC57vMD=b06OD8DNiWF^5v`J633+^IAiEKT?B7vL8*e:3?:;/6GI9F<GCAMuV*D8;F:FIAQ1@;;FK1F1H/:9O2D59;9MuY*3?@7EFQ2J3C\
        4=CH.EEM(>?C1DO<>@W$57596IEP2MDA;3=J3P8OuYE>>:4C4F7]4>5C2@TNM>FBER0:K/VQM<7:9G=<FJ7c.@9D0F[WG%4P7e4=M/gNW?668\
        O<19F4c;?=j)UeW-+/ABvY#uYDB*.>H;4DD*@796@BB@C9:55<A8/ACD;@E:AKQ8DH@@>6@.FK4CE>56:477E;36A??B=9ICDD;0C@A?<PGDG\
        =@5J3=98=A2D>B.E<RKF5dfSPj9K;A=M98EA4,dG6S<L;CuV24K:4EH1=;?+BDBAC289/=E35=E?CC?;@TV7FMCA.=3'MK3CO:0:;-84C>/*?\
        B?F>2IFDB59E;8A;UD<E7M9KuU):+E:5F=:uX,DT6O>YfLMD>JNM1k>4VHH<HLAA8J:;-5-N<5AO0?E>*?D9?F7@?6E=90?J:<>=AC^_4KKKG\
        6DE)NI9BV73G:8;:H<2*@==K??SHDF=C@=C=<V;BK<V3J24@0HC0J?66=_]QCMSvJBaLMLURBS>GIGG@5GKbC;Q6&94R>4?^;BU92=O0BK1<;\
        =D59,>J:>?84Ac]=RKYM1AI/UD9Qh'?KBA9>NEL/;@9MFHNGUHNCERGMB`;DV;`?M*<F1ID8K=P0WejMV3PTBvYFQMiW$>'B#@IFZ<FhEeRuD\
        HHOuS8:4#G63uFI&uTuVuB=T41B;Mu>uRuWuXt9tpuN1D.?/uT7P)<A'fvO>0<9#vIF7ABJGX(>vH-I1G8CCMG0MD2CDAIB<FBC3R4G::J>A9\
        P2P=6%WhKXuH@I>gK]$DjXYuR3u+^)=[OK)Ij=CvJ6W(G<&=DU-VuS4Nv[uX6G*;F=;DGuXGKEIEHDHDGIFGFBHFDGCEIHDGFJEIAJFFGH]Cu:\
        X0gHWuYWvNUb$^:2WAHuU=uYG-_/vJuBu/YvME<[:IRHvK,@CJDC%0bvO'9G:?7AS=A$C]CI@fG2,C/uX/86G?*FI)Lh6CHuD%uP+CVF:>Vu3\
        Y;/A?uLuK-PCu/5Eu8Y/uJ)uCKD:uX%uE-WuWX;YG/&eXTU^3Zd[1hABRuGU12Le3=uCga1<vM:AT-PJK<uXAPN8XD=/vO(?G3@=C54Y+?WGI\
        B^1/8HEKPtvuTE9;7MAB>ERF*,1d([O-5X^VuYH1KuVALuXvS,g2FR9)+uPL<u=uP?kEb4Y7N'^9u7uQ9)*>L&Dj)CY4u-OBV:K%,DuNUGMK?\
        9uDY.^uLO<@vMvLvV#`*u>Et[Z>EuAvM24,uO2Fu1vI?@T0+UR9*A=YAN4D>c&ID9Z@E64^23aEvN[cuBNuLIY8I@tP=vI2R5Ht|ETd763=^S\
        Ge*uU;.;uHIuKIuSuHU_fuTQ'uB=5UOiYG9uIGv]8fFlIH4b%uVuKH3u>jauVuRW6-I8uN(CR57uQJi)_au,P*[dHuL.Nu5u49uR+3QB7C.u0\
        vI<uTVG2;/)iuXtmfT=9uS^d#=&uOuUuLh<l,HIuRMuDtnuU^:OC]A8uGk?F555vKWFuKED^?30V>Z??C4vO/H?6Y-?iK/DJIfvTR8E7`SvHA\
        uPC)BCTvRvLAu1$hv[vR`8`uX5uHX_u8IX3va77a3vJuXNABuJiM=?C4uWvJuT=XvlNTAdR1;RuW5ZuEt2#uJuD.:<MX=NEauY&fBk_tv_NKR\
        uH]N8uVu,=.(Uk/3EO$glvK+F<OvJ.v}EtH@(uJv`T%@Qu<huFuEtWu,uR2uRu=uWvKveH+vV-?4J:u<uFthV2408&@u$9v|/vS(u=Uv`uSuM\
        @u=g->vMuVEFFUuOQuGO9QW/1vLSOuUeEvI?99;@ZuRB<2vH/H-4A4:vIIvH8SLvUvMB6vVvHNTvRf1PL:4,kLuP#uHN>ZvJ0)>1u5OZVvSg?\
        u(u/,VVv`.i6QuM,l>([7,jJHUv_]vI;k_F9[u81u&JuWL</MM1J_QuQ#u+#HvuvWuV1u8>kuQv]DuGkvJuR/uYvI,vRvM9#@7u#uRCu56uS&\
        .vJ-Z;tE6/u=OuOuSWDu2vPT:t{u<MuRuUJN-vS0uGu1ts2uT+*V-t]FTtyvQuLRvLv_u5.tpftG#uQE$vKbiL@d7KZu5$RMUtsJ6BuVTu)Su;\
        /cu?_uL8ZFvY8hdL*QvP?RuIXe5TvU5P`SB0uXuS;(>E%8BvQ/B::DD1<vPFa5QS>GBDEHGJFCKDDGIGGEJGGIEDMGKFEGGHHBGEEIEGHHFDJ\
        DHFKEDFGHGJCFFEFGKGIGEEHEGJGFGEJJKHGGGLGJEHGFIICEIGIEF+YvcO=W/Lvj5vHf9#uMBWH^BvKavRfuY6J'T[j8*QwG;=v`]t}lu8vJ\
        vTu+DL@vXu*>@vevYvZDuLu=IvmvRuMuIu/03vv5uVW/7vku?K=k5v`4v_f&vQvU_vJuWvS=QNA'u2QHFIHIIJHHIEFCEKIGDHGJGCHGEGFEE\
        GKC=uRZDuMuL,#?gu>&dO/I*bNgV`uW`'vVXvJb.BGWh1-&uTgKIO%<9vZ+D@L<E7=ZI6;&5ADEEFEJGIEGFEHHGGFDIEJGGGGIIDHIDFGIGC\
        HKGHDDEEJKIEHEJGIGEGEDFBGHJEHIbQ'Q?uWuV[O5d=KuTuGBv{uYv`B>vMvOdw#8[vJR<<vJMavy@R:6e^.S)uAIuX6`7w>.u=[vcJ8*eCuX\
        W;[kQvmuIvKd36At~W_uKZuXdw'P:vL#v_Zu8uBu?A:uJS%RbSvquJ.'#IuAuQi]S>'CvdvRvSvevRvebUU>uGi1BC&-u@<9@A>DvLUIB=<+1\
        '*)3#<.U[^7LIa,uOLtxP32uW%H:Pu=GX51B*SBIu/@uXI5S/9-[-uN>>R8T]*,uHR?u:9b;>u70UWONi0TVhMu$X(D>`Y:(+4):FA#5Fd,E;\
        E<G`E`FHJX)DGAGGHFGEGHDIDGGKIGIIHJJJIFHGBGEDJFw$vNuP1v^vMw1.:w0%]CvQ2:&P;iO#vUXTvZH7(ZlvevhuY9'+Rt{SvfuAc6`7%\
        NX9S;uY8TA(tx<uUvXC.5ITvV7ChRWfuD53jv[uCW9`uSOLvOWvWPHR&u6]kMERvPuE5:GbuF6uW/K9P>vrT[NUvZv]@DX'vJuHX*9u@SvduF\
        0)E=u=u7W#K#7?vuvHvLMuKvauX4^vSUvYvI9u/uVvHu2.VhuK6FjVRAu>;7_,J53uS:/]=HG;C0SuUQu3I?`^KH(O6Eu:I2$?/Q4uR<+QDTU\
        uM5dXuGQuB6G3G0IuOb`4uR@;D6uHZC#_.guI5,1ST2uOuD=@17uVkTH@/u3aauRuPuXcY^;U`;fZFXtqWP?Bc57M+FWB4G5B9d*=.0[Ak9=D\
        9U)u7BDEJOuC?:dQuAvj'l6E*90v]0vN;+uA4AvK-k@vH2LuHvT;vIGCvWuQUtsu'vPJ;*Z?G+Ma%vLdf;uCiZ$vdvVMN4<kuYvO$uLtxu1^2\
        vK+6(90vxvMV(dYuRuBZuD+7[Y]uU>uX[uFKHv_uElvIuH1uV1uXFZ4'>]-u63veJ21u$JuYlvTBvL2f[vn>uYuPF#u&39v}59u:[vQuTuB./\
        N48MV-^vNuVQ:7[Atx<2bKK>lvSiuYGvnH]uSvIv]vf3vKvMXh&&VU>?V:vH#gluNe9E<d+uLZu<W]Au:8^vLYB/u3gD,WR)vK;MPU[E9uCI[\
        D'd'Z'OvWTOHFuQTu,WVAvNuXITfVu9`uJuW-DvSWvTuXS'KgNRuVIuFZuQ9u%,?/RuPt}Du:>uPtrb7AOuFM3t]duXiVY2@uP@vO0_7i;_fP\
        uNtku0.MYSuXf'vhuBHfcB[-vMvTvS#JvKG?vHK6uU+5IKQE-<?T*DD,4Bl@8G+M8I:-CScGQBuKuWP&Tv^'2UG<2FuOKvjvVIKXtzHu>;e<@\
        vI)^^O7-l=vPO5du@8AL,gvN.CY4vUu<5vI-vY<VuKVE@v]PO_$u3MuL2IuP>D^LXFu=]IKuFvYLuN>:EM)uP6v]uO%vhNuQMvMYvP%RZvMKW\
        uDvMEHiu=IF@FDVl2<6vp9uD0.@2)VuFu4GJKYv_u=vgT@+?uVvY+vIKNuNUHuVT.uUvkteuF=9uJCtz>au>u6It~RuQ.5f=wAOA<?vMu4uPvM\
        GXT^vld[vV+`vKeVk'D3c@1D:d2uJNOuS%tpBS7vJuHtxZ:vgRvMOPvJ=uWvOGtzvQuUiA<YW'NvQ/Ku.JE0Y;u/5[2b3U=.K;,%%G%OuY5uE\
        3A3FuQPtjTvHuIjWuUtpBuOlJ`01uS-LUu:NBvJA$Y+tzvIvQuVSt27vQ'5(t{FuY>BuX3=Q%Lt~uSuE>BvYAu>M1tb[te1<'e>[vOVNuCivL\
        &u4fI`uVGu?TJuCHUJvHuBluFM+F?vUQ&BEH8BcDuT5J-.;Nc:CvN2AGC_8Ra%Dk+uIdA7uNu?uQOu7BvdgO$1e;_u>($uBL*vlKu@j<vMuRu<\
        uBaV't|u/FU3ARP7Tfu?<cA&Ou@a@7vJu>6vNMEu685<u-U:1uG9duAOi37MhKuW(6uM8uOd%u'?vOIL@*a-uV9u>u@tf/<uMuPv|Z^f4J2:E\
        @BE*vzuMvI.M4MuFu$vVu1uRv`u&w.<vL(uVXLb9@@u;=*>v[vd9vqu#ST4uN=u&)e#hvWu$w,8@vK9w)Tviv~uDKu.uOu/DNw&uWwOuX;vN6\
        uWt~%vWNTFHvy?hu8fPICuOuAvMvM7R/vIN%[uG37uQuA*tDu>Q;QT*6uYvL[iRLhuRuKv]PBve.<(5V:+b`9MtC_iuPvtI162@^]<:9vIB57\
        uXk.EvYDu:K8l_uUu9t:uTvI@^;-1-PuBJ^uV)bvH^GuAvU.uSAuGkuUu3N()vIs{vSG/vi[3t}vSu?uUUDTVvRZt]&u*G+R.lu5u>t90uAuS\
        2sTuKvp5lvTt}uBAuQvV(uIWIZvgtFuOta=B]uS?d@t3P.>cDCT4SuXM?aCuW*>F??BuUUJ5.&R(DuX?`uUO<-78K:$;O=EF=GGOFEAAHO5WA\
        buWEEREE<Cu;uUu8BuSHuS:KB`2uFuXdZDu@vHUCuQkTW<L,ASI9uNC3?(S9GNu30uH<u-]Uc9>GLWvL>KQBG=(=@['F(trOJDjJRA9UMV3EU\
        Lu7WvLWuVIFSS6Pau>.?'uTWL0uFuTuP4T1QT3uY^u>>uIl.]^6FRIXEU6?Cu0>6Lu5a]DB1lKB#Xu-uNvNvH4vK`uWuT^0&60:CA1>QuEuKk\
        GMu0=1(t{u50uGbIg[&buNJcB&3uYau9.fc#]uNvU#j[uUuSIW&V2uUH<QY&J/afH1u1PA`F]>EL1u4uVU7u*Vt~RICIU$=6EL1BvIH:]Z?Ib\
        QM0`u4ZQbNAMu;I04HITQuVu<J>[vIG52lFKuYW=uFOMIDYKvKu'uHuXL5VJ*FCadH3k)uU)u(&J6uR569cEuK[RBMFB>VIduU`vHBhS%k-u;\
        j40BCvKQV0Au/$/QtiuRKjH9C&&CXHvMuRIj9+uRu69@uT,IKAD'(@BuNI>6u(=I-'uT@B:J5)_?^Bu4]M>[JYOgHQ>vNuXN?u<u*2HuHIC:V\
        KDP2;^[K3_=RNDL=0uRI5KMEFJ6/A6]K-9EFu,EFK4gI+uQNuPuVMvZvOuSvOaHFvOb[uIvWLCLBSCOGTGT,vJe_t~uYvJu>v_9au&8bVYvPuN\
        vWZvSuW6g<uMuJ_@?TPFvYS]O3N9lFj.u>dW`_u8vI_vVuX/?uU7eW=Y;RCd]Y%OvgIYuJ_,tveuU?FuTbKvP:S`ETfAGVu<MV&fMMV;JPES/\
        8d'NE[OUvO)8vStfMYU_[uPIL<RvIFjV^uY&IuSSvJva@E@UOvT-#b3LvIYR(uR97_/HuLK=3OJ81E+u#K[96<uME,9uW*O3P*'0KfWPuW<uR\
        EEAL:u-F#@@7uYBu8ACJ;44.uJ3W?&D_YO;?uBYuFAGuJ_T5uMuI.*Y=ICu=IuM-E8/1uHe#HLu5`uN9:DKATU*Wu=,uHKI>tvRYuS1uVuYu4\
        /cNO)#c.K$uSBHauFvUTLu(uUU<uK.)+=K;etgu;uTEjvi1vPuOFuV#uU_Mv]-u?:3u'MkuR.Du6YuVuA@GSaFYGKQCMQ?^uWK=#HMSu=#SuU\
        6uYK=CAGY7HuN?5Ju'KA1<LuCu?P=$H.u>tvuP#%&E>]CC31[9R-u7G<U7S^Au#WJ@u%;Z<OvIA*DCCMKY][;@G;GcQRI&F28YTO:uGGBFA9W\
        F,+[J/RK267BuI8>=#E@tt-3CuNB->uQ4KR37X6uHC'C74GA@$9ANu,Gu-uY(HF$>JF@;QNl:RX0u?Iu2%4<')P?CMvI=@[uIU.uN@KvMuQuW\
        uPOu=<uYJOuSOuFuW^15LuFB=&auIuPbdGDtrEHN-$uUUW=KfSu3huC*:IMG9uW=HW'Au=Uh#-K,lu:_*.huCuHBJHPu$&c0u-u;AU1JvLcu2\
        GtsRtxIuI]V$AXuPNuKDDcuK$uA%uKWuPj.v`^M@CjvUcSW/j#tt>u5XC&u6gvbWF&vKvW:Q:h=@FU2FT;uTvPb0OThgYaiWvRZuO`l&XvOu'\
        `HR26PIuN2u.u+HCvNuU?Q-QZHc7Qfkv]twDVvScaMW1%[SuVvIu1Lu9HkEu>C(L^Af(NTXvKW-KvHCd4RQuX_uAh0tk4BvHV<HuP^IQ]j+IvN\
        avNa]UvJAvJLBNu=W&6BuOvb??vQ9YuKvLPSUgZauPQYvK9DvHO-u7u0AMu@OBuLLu2J+=VZGC^a8G@W+5;F:;/PWB[L>VQ1QuO`A;MQ-[_.I\
        l[uNeUuHROuXIf3-'u9=Htk8JDK3<;:9:P?0-u@K7BuGE2??;*h?UIj+hYXidj^uQU;vu,u41u?FG4V#5IvRAvH1iuE*<KS3RDZF,uNV[vIBu2\
        fSF#Z3?);BuLR=IWvROuF<<IuRAQjA$[AuC4=fQj9J;>cIuIOdu8*9[uU#-uMeuFvIKu&jWNuE(:-'^Q/%[HlvOM3v]OvVi4uPVKdvUuTvZUuQ\
        DZvo7vHu.v^vQ&(uEHk-jZvKChRuP+vku?)/v_0Zu?]&uIHHa^vYC-;G1uEDu5=dC=@AvNvORa-UOuO<QF1#vHv[LjvOT+2W5uB4uP.uPJu>>\
        P]<TfuHuXvyu?GveBuJvgd_u*,OWuD>Ievf44vQvKd5WuPCuVFgu(JvXu:N2EuD)cWuP<uUuLUuV^7%uV][IEvP:u01Og7u/*uIegv^QuSdEuT\
        IfM=vR2u@uYuE(GFJ.u.*kGYK'b*QvIuWuMUMd5dULJ/`u=Q2V54E.u:aMD5vMuI/_vruWu?1ttlvQ5^u@vp<vK>u<vUET-NuNuMu-lau<jbk\
        u..vSuWvKFuP?N[D'hL&uVuVYvLWCe?^^GuNvr2WuW@JAvTvh_6uT'u9uO'L+WNuSvLuEcuOlvpMMu7DN7OuC=_PuVu%^u=Y`u2vX:uXiuIuU\
        ^:>$H6J&5bavL1>K3WDbLVR.,`GGvSDc7tp7WNHuAuTvW+vNvLvMuN[j#XK%uDuNvWGQ%,9iI7R0KB97v]g#HYvgJfuKu</1uWiuRvNGHu:<a\
        uCdtj1vv.uFP2uH[vguF:Kv{uLvXt^uUuLvvUN`cEuH00u$bN?Zu6Du&5L-K5;buPRu0FS^>93d>[=$+MI1/3IQEIA@9M:;>>GO3EF7#:KKDG\
        JA2L5iuRSH:O@]5E:hWB:_b5Dgj3ONuPu*uT?1@IMa@X>XK;XCI1TWTGE%VFvKuTuTHE#:0?CDuSBSuV_D`u?A?uR@/OT74UD/<vHRMOE:S(M\
        Qb%B2uBVNS@VL$DQRSF4HRKSvLu<u=h3;NG1hdtj>Xu.c4ZhYvQH<F2JAuTP'tofvLM-_KIiOuT,uStv;[7[XuT+h_uNu$0)-L,f1kuYlB:Y<\
        MkWuYvN[?<uOel5M+VP0[uL+:YMVu=JO9CAcU:4i/=tg8uFu:VUJ'u?t}u9-U<A&LYFI_TuYJ@ED0UluS4R^uREZNE8M8M2];uQuOG>#?ZL@_\
        vL`uS2=kRDRS)uEXGG^;uNU1YD*9:7AAZMS@IXZ/>j,KGM8uLWvKNeNu#gTfMt}09%EBc_u7,hWduUJvJ5u8GtNuJ@?O[g$uH[3FKuSuWQbCP\
        Yu?EbffvH/u:vI==4u<?N0$N@<?>A5HuGIBuKu-uA%u#+:0>CLG+C)+IZY?FKBDT76H@9>M_uSOQC/NS>J9BYP+U+AuVRNK??FC7;WSMEdMu8\
        GFUuQ[KG6M)AXk^K_2_STKEkCkQUhuVB(HMBgv_RdP6I];<,uJ@3#uDM->G:@uTHu7MGu%u.+*uR'.uE>CH8uWVA@*B^#[HuHLuRg<^uT1uUY\
        CuNWuKY,WEuDuNZRXE<KTJ&a;OUF=J4+GGNQRDQ47IFWE12E?H<US7vORBuBu-vMtwAh`'RivIVfvHd/vY.IOFW;fO`QV4gbT.HvHuLi[itp?\
        iE+u<uPvPuDvTH-@uRuXuK`I?IZ7l_RKu+=th[uDj/3a8QQ5lcvPZIfJ.^X1(=b7v_gY?[j#F%])Z_[6HV[uNvJd/f1$XCJ[(V>uLbV>hDWuP\
        VdC^c]HDuXOQl:MguTuWb]YY3WDuQSh:vXvqvK]4XuXPvNgKuIPO5vVO%SIX^T-9B8uYNQH-Qc@3[?uJu;StpQ*uM-uB@X&:tn)u>@F'u41QuR\
        ]P76?Q'/:tk9$4ElK/[P*)8S34*WuSB:NGPLuOK]Vt}_5D70u8>-u8;uAuYDR/%%uL1AuSI/K=@Qu4Ou9Z7MDL3Y*=Rtu2OSC;$S@uR1u9u9c\
        ?<vIZ>u6%OL+1EIY.[u(Rtf;*P;H;_Y38VtuuF/MECFtU?v_2u<WWHJ?u<7PtQ2)EUTKvQG68SD'J`ZMKLI<H9uQJBEFS]u7JFD8b:FH<LTAN\
        [U6uSt><CKu;6C;?BLteuUB2Vtau?uUOX4<HW(07HPUl]PuM5VCvQ4^VYQPSU?W'ZvKA[B+Dd]6uTYF5hJ`uO>vIu=vMHHPPH9vKDW8Hk)vJ:\
        `S1M-)OYO>QJuC4SMJYGCCO;u2N<uB-uY=G=uTA`HIIS1&t;.GPu.3uO557Jta-Mu%GthuO%6V3IW@uH]-#uSuBLBYNtx2uUGbDD0:S+FIK4M\
        C3[uAY/X=A7;H^KZN)AuB5UNN6uIDICFQ?Cg0@G-TE65uPu);GR3#'fuK?AV[3J23.=duBI,u@894-./uK=u8+QBI7O;F$a1RJOQ+>*:uI7ML\
        F@D*+-3tkt]&M=NuTS/]u<IQu=JEQXKO?tn(CD0uYTu9:.9Vu0FNM>txZuJX0YWtuGH`HE)Ou2:,#IAUtsF2uI*6>AEPdY9c]vP&u9]A?0WK?\
        vIuXH0B=vNu)HMu2vWu;7VDZtjUuVaaKvJ0D-XhODJ-KAvSU(Pu4ZuSN+]D%XUtnYkGWvJEEK^&)N_b&kvOuSCuV&avJZ]avOuLu=ELuTOu5O\
        /WhC:uE=%<F]uPVQ`htv=dvTAVBPAuXR/uLuSuRY`S`uK),uK0[NhESvHF]A:Vl[XZd83L74u051BFvJ4tqSJ)_>b2TOQSPNLlDc[SuIuVKeU\
        uPDMuTjg0H7Z,^la)=2MBa6LvHIvQVbuR(uBEhSGL*hd--El/X_jIuT<uPXvP5KvMZ2FuG=/BEAhR<uN^9[[DCBRuMM]uJu5+GM%F0EE,LV?W\
        Pu<^vHNAbUTQ9_:WW`iMiIHuSJA]EGctrH[N5/_?KAuNtv5AW<IHuS1C?u1B7?H[(KR,_51AvIu<QKjvUuL%Q%.8Fu3vV25QlvP;u@@vP7ZuS\
        BuG=u6EFEFT*]uT?^Z9DJSt~L'Au@7JP0?,E<I`R*WX9uTIJuD_^U(Q_PRu;f&uSfIZ/NN_5HFu*;XP=uC&)Gu/tqto0>A4CGuN5:uVtt7AFQ\
        O+gE;SBFdWHvL2uRu(uJ3WvmNuMuB8uCuNC_CuRX[8)PvL#*<MZ>_uR_DV7:C_<uQuG@DuJZ3F5FuL(ZRCl*BNM[JuMMa*]uNQCQuNCk*4'_B\
        8T2vbW(uYKuKvI+&07]3vcP;$Pva-hP&tk84uWCu6LvNEBuV_5?QK3vHCHuP[v_vK>u<TWuIHAF<)uU`=SIM<ONF)7uX<FN'vNfBvK10u4uLvV\
        )evX8v~vRuEB$uRSvM;aVvm@S;;'?Z9[9QCV25c[Z1uHIj,1SDuXD/c>j`)6;`UMv^Y76I+v{vOXvQ/<uXvaFvXC6>ePvMuN[C>CvkguPt~uJ\
        ad2AZu/&8u6LuU5uDBavVgu,b3vK4vY4QBvJ(=%hvWSccE@Iu#:S7MSvMila/u%uRN7RuVU>u=-HMvPY2u;Iu7D@G.=>BuR[vNu?CuNuSvHH(\
        dR;4Md1avO-7TR.XvM4%cvW;l[L=0)a^vKvT7CA^>uAvLUZ4JVvOuJZuI*7BvR+EUu;FuVvNvgPDvVK3vUu7tl[0vc<vU&,Yf.uF>vY+LZET]\
        S<vbvHh0;v]vMHbSu<J7:E@IB#HSuTvUu5^XYtjFCX]WRuRHuEhuUQIbWW:EWY/91R.uUF6eP>uG]O3^v]l'UkvS7Zfu,WXuJAduHGMdEIW/uC\
        vWv[u+YDuA^FuR3i:PWNILi-&MuPuUS]vKi3uV*u4vT2vLgvIPvI$/^vNvHB+tsCR(YvMvJX']uP^YYZu-,<uUd5@QeKOj@FVLbvJ6kvN;c7J\
        3fk2uTuLZuPuIOWeuMuTGQGcFuS^uQuD6/SA8Kj7uPu3>1uOuW2;EvIgNII0%>GduGuURu<*ABv]5u@vbBb`LCOvJu-6uJ3(uTh%B(Z+uE#tQ\
        uB`ISv_u$=,*5*vJvV@uC`GYYu7'_6GMH8(PBuYZtt?]A%6bUPHFKj,T>uYJ@I877QD?MG51M86E5GA;?KJ,+FXHIIN5Hu8t~5aUu+cG/8P%b\
        `XPXu,u>vMe80IFLBGL1GV?N6_RvK%>uR@=VUZB>G4/LvN___>5)ADBuGO&k8Zf9vRV^9@?EWL/Ru4F@vHL3[F2Ku:UcU?AvNuVN_TuVPZu@,\
        <iF#,^uIu0'evS,vIJKN;VI6uDGZu#VQROWO'?uX;J.0UCu1KbvLDgEHb$-#:0:LIB=3@g<;uL8uAu0uCvLvYUev_jguY+I7OMPA8u%BvP9if\
        uSQGvKuNhuQfuT,ZuN>vIOuY=LXB7uVvI`Eu2u<uYF_JuRu@u?uBu?/`GK0W<eHPQNQITX3uXvID4u,7Mu<^ES6lB*`lu-]52'>=TXuSIUA^-\
        CvLu@4JP+]0ZOuMVu3X;_@uEBDA0KO]Q_U'b.FvKC:u<_:>uK;uXuF#)g][I-juSh@CP6,CuH%vMPYjBuOOV@T=vJ>jSuIWlGF$GLHSTuKvMV\
        YvHDv[Y>vT<Vb)8T77R<(IR,7Iu>JJ*u$;72+uG?B=MO-I/%R[.OMMLaUuT8SGuX@eSuFPuOi/dCFZCAZX)uXuX?u=#UC3RKU+0_WO8H_0JuM\
        auL#@@5A$uQW,vJ^%vV#EvQWuNuNDI+uB.E#vbuGvO`)N2ENNPf:ScuN>Ou0,TT5RP@+KuGFI$uQ><uW1L<79J6-W:WK`uVRLM$uTV`>U:/GR\
        Bu,c0H65uP=F+4XU%uWuQ6uTuW[JuXEOX[)dX>FUWuXNuNuWuY$RE?F+)I2tzG&dvHEvMCO@Cu)QlAuCD5P6u68CMN9BuJkE=JuO/VR9O%PGuU\
        *+F#.NuCuB'?uU,u9<DME[6b<^tTYkuYF83uQ0^@YTuH%BF;Qu;+uVl.uFj2)QD9FPH-c7YVB9<;uQHIGQJHK76EuX]S*NHC:G_B`k`*IP$K/\
        UvSBZjPJRKYbvT0uBvLuE<@j,iWFCvH]ZkLuC?vYaaL9vH?+J`vNu+vUi#3>(uT_N5HU6vH`Qu,78P=u4_^FWZuMuJDeuPvNg@SuKDYY'aEK7\
        hfjuY]QAT`SQZhhX[VT4vO]uJW9uUdAQI7`5EYitovKvgQ,j[@elJ)IT?JlF1MCNVLH_;A^uH5ku@vKXlK,Z?`P=vLZEgUvOuD1RYAhCuC2uK\
        uIQ,BW,uXu:XG[BdWvdu:Yu08Iu3vNEBEg@u,BIuXu<uSDhvKIuHHcu8^X@3u6uGBLI,*]/3,MN-uVuWVuQ=)DcSKu&C4-_u.GA;P3u=-uA0+\
        XBB)4iu=.A'vMuT2+Gu6KAiRY2KIuG^QkMu6<3>YV0POuU*au>uN$JSvUu.,?;7u;uWEAvOu;GuR't~uXu-@FS>vNuTP;5u&>f8iM6vm$'u.I\
        >XNTUu)PuHt^%9S]WuWXvmuB?IuXLKZ[aRQAuO=RPRI=>VNu*OOV*(uP[/<RbHGBX00u7>V`P=AKIDFtd-vK&^to+35^3OEK)HL0LU3RWATKJ\
        j-NYM_^8huE^KZi-OfvOuYdvP#a$YcYDvT_3VuR5:]1uIvM;?u5c>;TR`u:Bt}u9F8uKOZM7<P.uYU2/XG6@WuQ#MuTZ-Zt~J7>LfFEMX+uJtZ\
        1HAI0u9QGH2t_9:uBLtuuI+GZGUEMuNG)hUX8VZuX3WNl*GW@K`^Q9cuHu@vJ,^=?Ge_0uYjQJu;Y<`vQvW7vQuM@vNuGE84K-0LG**7uXuXZ\
        NMuY;YuXuFEQuAuFQ`FCE@/bF$WNL2S$O?>QiCKBg+*tu=OOuM0tjP<=Tt`:uQu(uAt[N.B[A-uHK(k-11D@uKQv`u@3^8h,LRuT;6TuRKuDG\
        L6`Pe4L6A.8BdJKUTDu3:JRM=uFGG?E1ICMF@O+WJFVuIAAiHIk=FMM8c;=KuM(Au;OKDK*Wu:0uG11uICtoGB+Cu$`uHuA=QETI=90M(Gu7;\
        u>TuLuPZuUu95(=3F?uTRuWvIu@MKM<1DKEiWf9a@uIuJO+uKuA5uS)Uu.QcD]Fthu3>9k*,uK*`aDl6uS0P^BuB^uCu:P#vKuBUhaSvPH<uQ\
        PNGuNu=AOMG:Y06uWuFauN'u?UCuKku42aXGBt{LvI^GHtu/UvXuF5vH5u4NuEvNHu33tt#YVvOjvaaEG#O$@KbDuO@81?G]b1llQ^7)evMBV\
        Mi*dTSu%Vv[GuXOvJ@vSZH#CWjQVNuFYuGuPvLvSCW^S,4<FuTI:IQ]vT8uN+]3jDf5J`SkFL<vJR^P^cu93J-La%6SMuYV-O)cIvHNDITLM[\
        Fd`fbl1<uW'MXH,3,YuNe;M=^QeJ(^uK*_64jKikG81H8uQuM?FKIHuO3Lb2aKcV]3uVOvI2uRgZ1?u6;)u<LGM^4Xf5g^MDABuRZSWAb>IuR\
        M2VU*KQ6QZuW[*XK8dcOZlb2uUYlYvI8TO;NlRG_u<CTE+BI+Su)>tk8E<1kU4@uN)uB1HCQV#*Rh)Cu=ZaA%FuIb=Tviu9-?+buQ7fvMvU,S\
        ,vT[L=FLu;=C;ZJu9h$`2<gWNEuO[u?JuJX)vIAFIH2E5BZPuHvNP'S#OEVNXdVcuP?5di]^$L;GDb-ERtj8XQIG1L2DuPu01BYAUFu*6u1:tk\
        9B7KV2ANKPRjRYtd'4M-uR,v^EvTD3vUYvMgd`[v^VdvNdVuNQu@6Uu79CbB[u2StmvPXK[4E,LBf:vMcD=E$N;)PNVvOOuWu@vTEdA>];SduJ\
        XLKvMTuY22uW9>V0G:tL=@uT*0,MJOu6t@262)A;uK0u;,u#u29[]M8vIBV3vbuP@cFT5Yu=uRYu:vOvMSuFYvHu15I^uAvUvRYIAA;=HO`&vI\
        uFa>]KG_S;Q8QFu@J2E>huR(VZCuIDuF,uWuUYu@uXviZk6_v^#uF;+TC6u@O5,/8uKvI7RuRvVu=uI&`(1hguCjfQB<u?1uYODYX#2GjCEuJ\
        uA`hduLvpSZ'N$IvIgt}NtyI;)vaQgu+vLTXT;uJZ?I;vJ`C2E::'LvQvNRuQQvKBvc#@:6AkuP7.uKuHu;:PR>B?uT?5[it|VvcvUYS#UvMF\
        vRIvJvS=u<hD,effXi]k8uPuHTv[u0`7KNuJ+u0vNEelS:0cvYI_+d@DKuY7]eWOjJ[v]GG2jvQuN8uLuXu&uS:[JC-NvKh-;8vS*0jLOJu=Q\
        S^duT*2CvHO%Z%2ZXu6,iuNJ^8u<5MP:Y2NgTu<3WuPfu-2*57P>NuEuXFu?cUjIavPu?uT5f9vT0N^uSuDK8fB7iu/vXu1=D,3vHLUuPv[&a\
        Lc&uN=UDvXlu+0;hvQ4VvWuBuA6t_aIuPe8H)Vt{vR,S1YuMMCDvf#Rhu<Vvhvg2vfIvHv`v[=uGOLkE'Nu;uSevLCZ6E:T;SlIfRD1+uXOuN\
        uUvNuB+veuQSvT,'uPLAE_vH-BvM.v]VOZRYuKvRvRGHh/vu[)OuLQ-hUvYu90u;8_v]OvU1u5uNFfV6v`vWuJv[vJuJ2uKvR+u;AQOu<u>XG\
        JvPvIcII).VuD>Q(%vH;SbM+QuOM[kauV5;uY>vUv]&Q;RuLOUk7Iav`'='k<_vL3?NkK?Q`KuKJ9bu6LIkvd>,uVdkg^;G.vO3vUvNeu=vouV\
        GZvK8;.Ytch8:uM3AevM=8avc;g^SHDHu:u:uEdZ>vSjbuWuWYUV1l,XlRGCUYLuWE1vVhvp1SlkNBZuSvVIIvUNvovK?vUvVXUQ`uTYuWvJB\
        @@h)4Cv`CuU?vYuPBvha?SvSlMPvJ]uRHPCG<:vQHvS>T%-?]5CuXuVvZDGNvKuCE^L%W_&0aZuHMFMvJJ?lBu,vcuVAuSuWI_fu<3$XP6uX+\
        iDSuI8/i-u35=3,uIvcvJIXW%u-uN?t|&uQJ[u*vM0I]vgAu4u:I6vLPI$guRuL?@RO-A_i7(u7)^^Eu2vI5W?0O7G89:U:CPB=DG@,?QFKB>\
        FK1@NQAC;DFJ7*$k8uRYvUKvYuQuY:vN.u4?FRuTvTE[/4LUQ=<=7W7D]U];uWe7c([`AuRTuUIuTvPi2bLYu$5COUtq)[GL;fOb'<&8?PhuW\
        gSu'@vRNu.b=4SDM-Ju#;vJMX[:IORYIahHAu<jHt}YvOb8duT6^5uHB3uT9Pu3K_uNvHlWau;+DuX[AM;u+_c0+UIH5VuD5Lu):,uG9fuAu:\
        vNLvI8F2u@u=3C3u2vWfCW?OF,Ud(vJ.4u>uEvJ-u>hF(g[+GluOuGYIgNWBF^b5DvI;i6O'K,9uARu7$F_UHW^QB0Za]uGL;I=(Ri9>:hFS^\
        6EuOFku2IvOu/?@*Tu6<iILLu.SKHuTk7u<JL<VuUZ`WTU6We8kuW'E7>^G&:vNuLRC7vHCu:uX4buWdlZ1Y//@J;uDK(;H,c.0j82SHu(kfu'\
        Xu<DuR.)vKUvMuY-4?92uMjKvSu?<uYj.uMZbG-vKBJWu)=vL#6Y$uNIP=tvKu2AHAtnuD>4'50`@3J,u<H/AZ=/MLuGXRKagK9u<gYu:e;]uX\
        u?8D3e3FX*1/E$u>FDvIuW(9Hu6c.e57Cu0K&WJvQf79X%FKw).dlEvbvpKZ9F:=Z2:6O:vmER0]uWu0`_'Y(=uUu4:VP)WfAK7<uEE-;Mu0u/\
        t{4uK+u56uOAQZ+u,AuYE[uV6dNuYuLKZJa6&;]6$MuLQ8G@A[[H^7M-u'7BuJ?X,VIuXIuCdXIBMTTPK8=lXGS;2uINWU5vW;8vKvV8)Q5uW\
        l=*7iHO9uXuW.cWuWX^k8Bh6:Q%-VvOPE9=uSABu'AE$u0-$*0d5P>W4?@MYcuM)Kb/]BF,c=Lu:^k)c4uM,K'J`4Dad]Au43>uD7Tu=A<vQvJ\
        uQvWuWGF/]SEuCS?bc3=90`AuMFB+uYT$J_vV7@u9@u6:vQ@5guLN`%UjvTUfuUuIGuW&1uTu>-Du3uQX?MtW<(uLYFu,);:=uDStybZZ8bA?\
        uTuWvRuC?8.&aE6]AttuL]I%,Ttk%FuR9[l4MH/HSI$dHZS=DQ9/MG>WODuN>5G)gV_*<EA>HW3b_PuXvIvSt~vQ5^uFYvHb:vHRivsvL_DF4\
        vU<dFW]KPUY^4kuDu$CDbuOAe9K3avKEvUvNuJQ%uRuWXQ2KvI-h[],uY-uUZ<G?F_UuH'JfivYGuPkuO7M[`&[X.jecu6P)F><jK+cVvO3OW\
        hvXWu,hG'hKdbLP4Oblu*vLRF#evH3uJvU'f45G;v`uWuSh>H]HieDbTu*evPuLhFbW#%hXvS6H5J-uTvWv^uQ]J/OUcD/uYuA]WLZ.M)3O0uO\
        uRbuDOGuR(M0&ADu1uTu<+uC$u2K.hGG>V$QV(GuT.gtj@RuF*3`3YuC`C18MuN>,$$P4/uH3Qv_X9O>HuY::*>BXc:NaBP6^$:92vP=N5@u>\
        B%7uMuR^QD0>u2)?d09=uS5P*g%8u'BvMQ?uJFP?kRXZC=7OuK,/NS*3tl+uJu:B2u.A,&i,Zu/:vOu*4Ev[QcS3%>u(A*EOH/u;EJ3,8u<L`\
        uFW8JLII`.aI0>GvO0uO@X5jvKSdBOdAMuPK2(u#;vLP%:=?KGvYtrCuV5uXtguE()^=%lTu5Q0LWR?``uGuP8vHh4Wga8^(Uu7JuLCYCuF-*\
        Bd6)v`uScYiuObcuLuJeQvQuLuL2P=8Vvd^;evIuS@3BX='3QYPGGYTu+O<KRI%*ZuWDu<GduO1a3X'UeNLu>K+8u&$TFIARME;8t`>uYuJu3\
        t~,0JUFMYLuXE?0LY,NY)tvi,vJMW_CSvOIKvVb?:vM;Qu>uBKeXvQvN4vK@Fv_e]vq+bIDvgvRu+fC+?-vb=@vePEUuOUP@uJ7^*Y8Oty9WQ\
        EYKuXAvM9t}vS>VuYY'`^NWc8GuIh%uRt}*@HuQ4u'bRHGtpKFuCu3tp@,KTFY'2#^uVQ:RuBMj)P7=O]fa[lvSESWPMfuYuS>tzPJDXL.jvb\
        v[K?vz.buVv_davJuP=YKuT-vRVvYO9vLLKG_PBu8ORuSuFTgc?cbP:72MYuUJLuPvI2G%uPat|u?h)_u+j+PtXHw+T$uR'D<3tju%[thuYuH\
        u%uL%8vX*ts,B5R/9uAGauQRv`[uLcuTh8>$%RuVCuIHu?HvIhiu7vHtuR:C()@vRH+N6DaTGNK@uSPT<LZ4E85kT#ZF3uX0/uJ;46YvPvJu4\
        vXOuPu,PI@(F^RQuTevM;,hAuMu@;u8uY3aJu5vQ9uVuJ-iuM0$SuWcIu?N6>]O1IW%2TZuQuDIEJJ0@u*uLd<2NV9)uAHKEuH%5X9?4u<:1*\
        +uF+=>F3F#t~u$_uNuRI1uG$0<RO-JIPR;u*G54]%QHSWvIOlu8JBu6u.i^vHvN7K@vc67iCA.uA]duQktJuED6eOtsKBuUv_TuUESc0vNjvK\
        vK>t|P>u<du&A1Kvc^hKHVtvPvKZvNWh#v[1FuOvHcV84MZbt[<UvJRYUiuVKED6V0iEUg1fENbkXj7WWuPb#uDCvN[VcQ)ty]uH/YOgB]f'vL\
        #8%iHh6YVH4uV?'vLuL_VvI?-?%@.uUL.cUuL-uPS+]JhKuNQu<X9PuCvQhjvTvMG%QG>u/vJS[?YuIkvIu(uJH=eP%M;uTQ_,kvHvNBvTC>uV\
        uH+buFJLuYuYuIZ]P&c=vR@XRuDuYjI6jS:Iu(GE3NIu'XIIgBhu0Q0A[uRUu.e3j8T/V,A@$cUC^NAh<S4g;hvOBvL$'CY*ij/N3gDPEGPt:\
        DSKKVQd6XuVtW-5KDHU=,ku@uFiGAYN/&u?Ag?uF`$vjHuEvXv_w4uH`uJ-@vhu3uWu4NRv[vUagIu;&>uJiu,0N9WTdk=K;>jROF4CuTGXf4\
        uQEJ<^,Q)uPPSu;dY<u+=QI:ZkRVvI>6uKO9bcuOUKC`e1CCtT4XH@CMO1vM(tRAu;KFVQ3:UIu)B=8UuV)J8uUZOu8vjWvi2EvR_L8UvLI:X\
        l<`PXD:vq+UNvLF4`uI5MtuYHuKtr9UuADvUFPX6<MRJICvPf@Pk:^Mu9SWuDZk3u/vU[.uT=`7Fc/K0>/kuEJ-uPWOjMNu;to0-;GuY<EZ,>\
        uC5NIHZeW1uFFuEh/=>0<Z/PvLKBMvNvPQvU/vH&vRvbM$vQ5@<glAvXvI5OhuXCduYu3u60Ne9^UP1?@^vWuR3G#aMEuOvN:uS=LGB0DVBUN\
        uFbbZt~N^uX'`gu?Z_uOAjH,vN@O]EO/O*QUt(BC&9-t}u)uGu:@u7vKIWcvVRW%7KuXu4tk>=1>gDHZMuJ>:?GecBTW6eJe3]+JVJ[Svp%Au3\
        uDU5vT5Xd:N>vXET<f;LJ%%;I/B#BvQY+vWlAHuIF1?-,]*Uv]u?vK-vNKvfuPC6;k;u>vHu<vUJ1uY2WvQuU=<gE@IuQ%BGvfI%u=;vS`uR0\
        *C1vIcKiu$7uF?vI:BEuS6T1u1uNXgjYuKfu8vbEvUAuICe?vnINEBPP<aIvIv_<>eBu-bvkO9vJ1iL(E@#uDV=l^3auB?buC-Yu-`dvMLF^P\
        &M(KNKl1vKP)vKvKRYuKSuD&'uR?FDvJ/+%vII;UuWvd[g_vPb3dBuSV'P=WuM[<Id<c@hR<Y4u0vU[MuT*ku=;QOQ@<MBuFha2BeFh(u$^';\
        7u>:92TSH&c1c,K4Nvb>U(AvKDfM>duP6>eMWVlv]a8ju1DuNIC>uR3RU3=AJbQ0W;?euY2Bk%Z,NuP6vTuGuT5k,=vH8I3MK'uS'u@3_uK2D\
        kDacUZ6QcW@KPLEGvOv^'CuA6KuNd_:vHfv_vIuYvH-A?vHQ`NvMuI/65vW?DuWN)FavYK6U0vyevYWRuLXF6u<^_vi2Iu<V6eAY_8I+NU1#6\
        vYKNhUuVlV5Cu0+-2=]K8duOj/:KuMEvVGEvLMv|J?IvTu.uC4^vL*XDvH5uKvU:uVd[-u/vNvUH&JEv`VOviv`uNg[HC&%/gFMuV]#/3uY4C\
        vHdvH5WQ^55vo5c0uI4OvbeT^TNbQvR@vVLvRcuE)uYAW?`APKCEuP8SvHMb8:Nh=B4gLevMvI,uHFuPv^9IUcuET:L`u3%]bM6(OuP`O&u6%\
        .uP2vVvS6NvyQuNHvWg=QDuS=u6CvMvOvHvHWSL%KI_vOEBJuJuVW5HZ9-Q*;twDGVuHSS:V3vRvJ5dvLD2vSH[[uP7i<bUWvlC4uY>LvPuR^\
        ^<W[UvK*PvL]QuKbvN;u>7u+<$0K9XP3e#GuP^cR[vv4%a@0MvK,vZ^FuQ1vWu7`uQc;AIvsuXOBGjvTv_'UvURJcM;vP:7uUN)RYuE;`KQvQ\
        MLQSHkFS^BRYuRB0vivX3Hu:JKvVvII'eO*u<KvN`uEvKuXuIu;Ck133[G?vVGZ^XuYAbKuEv`CDvav`,v_uUL0Uu8uPu6GEOu<vvHv}PuG@M\
        ZXX-MJQuOvSCfva'vSvHM,[N)&BuDvfvULuWuVJu/(vXvUv^YHW14F<eYuSPvQ:vbVE%AvMI.LLjI=[uOOT)uN;>.<I%9CD,06.&AC??@5<86\
        621'5A5<9JKGWA:Pi=BK/tsCtzFIt^5B9OuUuJIKv^UY;TtYu(vSQuVtHu%/t|OZvHuCS?0;Dfvj:6;)tU5hRsYMEu?uN?uN?GB<bAuF8MWO3\
        .E5=vnKuEvQ:c0+4=LuJEN99@/66txN*WvMPXYI;IG[uRtttVk1MKuY;JvJl??7UPJqDu-V?TERBXvHQAYa<%uCSuFPGO?NvXbRvR+0/voOFW\
        uY6#=M=@LGFAgvOdXLK>^vM8&d2EuPHvNu:uK9@lVv[TShR@T9?u?u-)7uXVGt_7>OG;._R2I@/GRP:?UUQ_47QJuRuLDINK>J0PvN?7JKOJY\
        LOWQD_NKQ8L.E9IIk]JGI@IHKZ_GQ-<@_NRfvOGdvl>HLvIuR+Uf,CZNCvIIRCJQP=,JE63KCGFGVuUHNAPvYAS7UGFGTHAY4uX=B@>ZX4IPH\
        ;vYvWbRIELbN^vOET?33OEVuSRMHvZCL]vQvbR/Du:MvR6Fu=uRdhAYa9Xvo'U35eCvUFuGjHKvi&?LO.<ty@Bu;%u*uHO%vLEKgDUvLX7SvP\
        GMDCuGAuMALQ8JL?6:_7uVuFM;RCS9JvPME'LKYrhTNuW^OBpe_SSEM`AdNPY6QH$AK.J6LuKDvSHONt=h9>/+Rtd.>HMvp;VC$NKuA=CuULb\
        Dtt@:1JKtUIRFC3QuP8S=Ivs.OdEHJuDIKuMOKS_>lN*E@E4N<eZAuKE_?9b>0:IJJ;EUMQQEC0LG[.uRB[Bu@<u'CEu,I=tfZuCuU@GURQtk\
        Qu(uRuCIF^dMt27_QbKCQ8Xh)v^BWvKNK@u<3DuHALG_J=GjtjUFcQaFYvQJFYw$-?uUI5G@:%FvODTjtnNj#;;7T,uMD:N_uWS;]L7vaMAdK\
        tyICGhY)uMQu2vIZu+fB[GMNW`g4u>W4uBuTvR4LL@AKPvM-]vxB_RuY0wga4uR0u,LA`;NLtRvRGuAFFGw;J>w;J2bw%>'u:Gh.`ENQWZHF*\
        t&XuPtptaEvKP?CvRSvHvTSvV'L:[vZBTu+%/.u:#Ef+sIvKvHv`fuRSF7vdW/N@:^jJuL:IN.@KEB1lVERJ,dSMUNLWFWJMT?vYWMdJL6DDH\
        _l/?X>VvJlT]CZULAM?Cb:hSHFAO<PMF?M4s]Cu(KHu$A:s=LtVtFDGiJOu(XtpuGDSG7ZMuTIVcTEfLJQQ>K:8A?G@u0$Q-3LIuUEvSG3w[L\
        gDuY6/?9LjtDu@vfu*wO%kBQ_RItL%4/FE0EIFP?IRNQ=-KR[8D@DUFECPL<?J;u@w&.t|KJAIwKJvOQvQ6uLKR1i1w'(<uYZx|+isu/T^u+vW\
        jsCu(0*wEw<vQ8S=w:vPHvSvVvSuMQ6vyu@bz|,wQrrvWWvYvQvPq0u-?^vr?1Wgtsqqstr<w&{LvmwUVv{s5u'u$y6s]w#xXwTt#)wP_.S8K\
        EGSuR^E3i=vUX9OR;PTI2DEa]?CbGv^ECMM@PK1S`PuCdvSDb[G>FR?vV[OQvJ&YREvk@98?WZWuBQTSu@<OVB+IuMF^OvnPuI;auW?1AuF$T\
        kQ5$/vib)<vOVvND:SPvS%A-tp6wfRuOAB9_j;@aIM9LvbIvNGa[f4I?Seu5;IOLWRhJANl_tI<0;vPvgIvyx7tfdsgN%tOuF/fu0w%t^w(H<\
        u5u;uEp}tFu=jx(LuTu-=>/u#t`u:)Ns&IhuJPtT/@vLvQjg_v`ew#w,.+2vVvbGszE5RuSw:u%ssuWPxh^rtgvH[Ka2uJuUr`vevSx(vgv^vK\
        sewau:x6u.wcvkw^x-tct4wcw5w[aw+vmu7uXt|tkwKw}vXx3JvOwFw8vJItU%P>4t|E9/R+9#/)aVIXuM:V+@>KTE2uHJOuLu0sxRWGvMs<uT\
        ]KuQuBsI]gr6s4F5A0J3vP94>YvODVAbt+tibB;u4;u*>['u&uN5t4u=t_uRw,uCTtxu5uPu/v}t%2t=/u1u%t_OBu?+u97E2Q5uNu'I0:tXuJ\
        Y@3u%(5tySKuQu9@u<+3cfvJvXteKJ-Wh^A6YP/JuDv{u$uOA`u-.3i>uXZv_7viA+CvOOSAUuVhA;`7tlMv`sfQu>3/tSv]tY8t^uVuTuO:vY\
        %:uMvReuUv^uOu9TP2uNvuUvHQGSCuSvMQBh.O3bt`0lKAVQ/H[P/uUvJ(gZZdhvZsFuH+dvKvW1&QcHuDSt*b)tpE0:u3LEXtx0R)cvH7'l]\
        O&&']C`lSuN>4[GBLN?EG)i=Kc@C?K9TtaCFttLNuX<LE@l3YvaW`uX-8WF_vru,BvJgtniuL29auRuBRXFuR'uCtcfO@UuRhLRvR8EJd;[]V\
        ;/`JvHYIh3ETvdUKdVu<uIsot72RC0GuN=1@OXl.)@O=uP_Ewu8.K]MSuR?KCBu>K@u0QVuIuBE?PLOg4vevLsoSh[bt}j:4u.>KN>7<E-kuH\
        vXJ?x@vrtKuD+J5DtseB)BvduLH@/XuA?9J)u,vI7uPFa;BT+LvbcB%v{v]Y+6Uu*NvS+I)uMuYvp)UEtkuEvnuBt~uLJvh8tju.w)#w^u@u$\
        u-vTv~vMv_u$ve*u@t[DvJWxUD9>HBuH-{'>");
}

// ---------------------------------------------------------------------------------------------------------------------
// Evaluation: what the empty cells are, kept up to date move by move
// ---------------------------------------------------------------------------------------------------------------------
pub(crate) mod eval {
    // How this room works: of each empty cell a `CellInfo` is kept, what it adds to the whole. The whole is kept as `Sums`
    // and two accumulators of the network, one as each side sees it. A move changes a few cells; their old infos are
    // taken out, their new ones put in.
    use super::net::{Network, Row, BOARD, FIRST};
    use super::rules::{cells, hash_term, Behind, Board, Gains, Move, DEAD, LEFT, RIGHT};

    // An empty cell is connected if a path leads from it to another empty cell, and independent if not. An independent
    // cell is a simple thing: whoever plays there takes the best that it brings, b for Blue or r for Red, and nothing else
    // changes. Combinatorial game theory calls it a switch, {b | -r}: its mean, (b - r) / 2, is Blue's whoever plays
    // there, and its temperature, (b + r) / 2, goes to the one who does. Below 0 it is a cell where nobody wants to play,
    // and somebody must. Three things follow, whatever else is on the board:
    //
    // 1. Of the independent cells only one of the highest temperature needs to be tried. (A temperature is won or lost by
    //    whoever gets it, so the margin of the rest changes by at most the difference when two cells are exchanged.)
    // 2. Two independent cells of the same temperature can be forgotten: whoever plays in one is answered in the other.
    // 3. Without connected cells the rest of the game is a sum: the temperatures from the highest down, with changing
    //    signs.
    //
    // So the search knows a position by its connected cells and by the temperatures that an odd number of independent
    // cells has; the sum of all means is added to whatever it finds.
    //
    // A small example. Blue is on turn, and three independent cells are left:
    //
    //     cell   b    r   mean (b - r) / 2   temperature (b + r) / 2
    //     A      7    2         2.5                  4.5
    //     B      1    4        -1.5                  2.5
    //     C     -1   -1         0                   -1
    //
    // Blue takes A for 7, Red B for 4, Blue must take C for -1: a margin of 7 - 4 - 1 = 2. The formula says the same
    // without playing: means of 2.5 - 1.5 + 0, and 4.5 - 2.5 + (-1) = 1 by turns.

    // What do the learned weights say? With 12 to 22 empty cells the network's margin changes by so many points for the side
    // on turn if such an end takes the place of a dead one (`tune-spaghetti explain`, means over 500 games):
    //
    //     segments on the path      0    1-2   3-5   6-9  10-14  15 and more
    //     to the own wall         -0.5  -0.6  -0.3  -0.1  +0.4  +1.6
    //     to the other wall       +0.2  +0.3  -0.2  -0.7  -1.4  -3.2
    //     to another empty cell   -0.3  -0.2 (1-3)  -0.3 (4-7)  -0.4 (8 and more)
    //
    // A long path is dangerous in the other side's hands more than it is good in the own: the reply comes first. A short
    // one from the own wall is a burden, for in the end somebody must close it to the same wall for -3. And an open link
    // is worse than a dead end whatever it leads to: late in the game free moves are what counts.

    /// Steps of a point: values are kept in sixteenths of a point.
    /// Halves are needed for the independent cells, the rest is for the network's fine differences.
    pub const POINT: i32 = 16;

    /// The kind of what lies behind a side of `cell`, as Blue sees it: 0 dead, 1 this very cell, 2-7 the own wall over
    /// 0, 1-2, 3-5, 6-9, 10-14, more segments, 8-13 the other wall likewise, 14-29 another empty cell over 0, 1-3, 4-7,
    /// more segments, each in four classes (see `class`).
    ///
    /// The kinds grow coarser with length: one segment more on a path of twelve changes little. Seen from the cell:
    ///
    /// ```text
    ///   [cell]--- # top or bottom           0
    ///   [cell]--.                           1
    ///        ^--'
    ///   [cell]===== left wall               2-7    by length
    ///   [cell]===== right wall              8-13   by length
    ///   [cell]=====[other]-- left wall?     14-29  by length, and by what the other cell's remaining sides offer
    ///                  '---- right wall?
    /// ```
    fn kind(behind: Behind, cell: usize, walls: &[u8; 64]) -> usize {
        const BY_LENGTH: [u8; 16] = [0, 1, 1, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 4, 5];
        let length = usize::from(BY_LENGTH[usize::from(behind.length.min(15))]);
        match behind.end {
            DEAD => 0,
            LEFT => 2 + length,
            RIGHT => 8 + length,
            end if usize::from(end) / 4 == cell => 1,
            end => {
                let class = usize::from(class(walls[usize::from(end) / 4], end & 3));
                match behind.length {
                    0 => 14 + class,
                    1..=3 => 18 + class,
                    4..=7 => 22 + class,
                    _ => 26 + class,
                }
            }
        }
    }

    /// What a path into a cell by its side `side` may go on to: 2 if one of the other three sides leads to the left
    /// wall, plus 1 if one leads to the right wall. `walls` are the cell's, see `Board::walls`.
    /// Without it a link would only say that a path goes on; with it the network sees that a path from the own wall is
    /// one tile away from the other wall. The 17 is the bit of the side itself in both halves of `walls`.
    fn class(walls: u8, side: u8) -> u8 {
        let others = walls & !(17 << side);
        u8::from(others & 15 != 0) * 2 + u8::from(others >> 4 != 0)
    }

    /// The kinds of what lies behind the four sides of an empty cell, as Blue sees them.
    fn kinds(board: &Board, cell: usize) -> [usize; 4] {
        let ends = board.ends(cell);
        let kind = |s: usize| kind(ends[s], cell, &board.walls);
        [kind(0), kind(1), kind(2), kind(3)]
    }

    /// The kind as Red sees it.
    /// The walls change places, and so do the classes 1 and 2; done twice it is the kind again.
    pub fn mirror(kind: usize) -> usize {
        match kind {
            2..=7 => kind + 6,
            8..=13 => kind - 6,
            14..=29 => (kind - 14) / 4 * 4 + 14 + [0, 2, 1, 3][(kind - 14) % 4],
            _ => kind,
        }
    }

    /// The most that a tile brings Blue and Red at once.
    /// They need not be the same tile: each side would choose its own.
    fn best(gains: &Gains) -> [i8; 2] {
        let most = |g: &[i8; 3]| g[0].max(g[1]).max(g[2]);
        [most(&gains[0]), most(&gains[1])]
    }

    /// What a cell is to the evaluation, see the head of this room. A cell starts connected and may become independent;
    /// it never becomes connected again.
    #[derive(Clone, Copy, Debug, PartialEq)]
    enum State {
        Filled,
        Independent,
        Connected,
    }

    /// What the evaluation keeps of a cell.
    #[derive(Clone, Copy, Debug, PartialEq)]
    struct CellInfo {
        state: State,
        /// Of a connected cell: the network's numbers of its ends as Blue sees them and as Red does.
        numbers: [u16; 2],
        /// Of an empty cell: the most that a tile here brings Blue and Red at once.
        best: [i8; 2],
    }

    /// A cell with a tile on it: it adds nothing at all.
    const FILLED: CellInfo = CellInfo { state: State::Filled, numbers: [0; 2], best: [0; 2] };

    /// Temperatures of cells, one bit for each that an odd number of them has. They are doubled, b + r, to be whole
    /// numbers.
    /// Two independent cells of the same temperature answer each other, so they vanish here: 9, 5, 5, -2 is the same as
    /// 9, -2, and indeed 9 - 5 + 5 - (-2) = 9 - (-2).
    type Temperatures = u128;

    /// The doubled temperature of bit 0. No cell is colder: the worst has four ends at one wall, two paths of -3 each for
    /// whoever plays there, and so b + r = -12.
    const COLDEST: i32 = -16;

    /// The bit of a cell's temperature. Bits are in their order: the highest bit of a set is the hottest cell. What is
    /// above the highest bit, b + r = 111, counts as that.
    fn temperature_bit(best: [i8; 2]) -> Temperatures {
        1 << (i32::from(best[0]) + i32::from(best[1]) - COLDEST).clamp(0, 127)
    }

    /// The sum of doubled temperatures with the signs +, -, +, ... from the highest down: twice the margin of whoever is
    /// on turn if each side always takes the hottest cell.
    fn alternating(mut temperatures: Temperatures) -> i32 {
        let mut sum = 0;
        let mut sign = 1;
        while temperatures != 0 {
            let bit = 127 - temperatures.leading_zeros() as i32;
            sum += sign * (bit + COLDEST);
            sign = -sign;
            temperatures &= !(1 << bit);
        }
        sum
    }

    /// Sums over all empty cells.
    #[derive(Clone, Copy, Debug, PartialEq)]
    struct Sums {
        /// Number of connected cells.
        connected: u32,
        /// Blue's best less Red's over the independent cells (twice the sum of their means) and over the connected ones,
        /// in points.
        independent_gap: i32,
        connected_gap: i32,
        /// Temperatures of the independent cells, and of all cells.
        /// The former is what the exact sum needs, the latter a rough guess of what the connected cells will turn into.
        independent: Temperatures,
        all: Temperatures,
        /// Hash of all that matters but the means and who is on turn.
        key: u64,
    }

    /// Sums over no cells: a full board.
    const NO_SUMS: Sums = Sums { connected: 0, independent_gap: 0, connected_gap: 0, independent: 0, all: 0, key: 0 };

    impl Sums {
        /// Takes out what a cell was and adds what it is now. The key is not looked after here.
        fn exchange(&mut self, old: &CellInfo, new: &CellInfo) {
            self.count(old, -1);
            self.count(new, 1);
        }

        /// Adds a cell (sign 1) or takes it out (sign -1).
        fn count(&mut self, info: &CellInfo, sign: i32) {
            let gap = sign * (i32::from(info.best[0]) - i32::from(info.best[1]));
            // Exclusive or: putting a temperature in and taking it out are the same, so the sign does not matter for it.
            let bit = temperature_bit(info.best);
            match info.state {
                State::Filled => return,
                State::Independent => {
                    self.independent_gap += gap;
                    self.independent ^= bit;
                }
                State::Connected => {
                    self.connected_gap += gap;
                    self.connected = (self.connected as i32 + sign) as u32;
                }
            }
            self.all ^= bit;
        }

        /// The sum of the independent cells' means for the side on turn, in sixteenths of a point.
        fn mean(&self, turn: usize) -> i32 {
            let gap = if turn == 0 { self.independent_gap } else { -self.independent_gap };
            gap * POINT / 2
        }

        /// The network's inputs of the whole board, as the side on turn sees it.
        fn inputs(&self, turn: usize, contempt: f32) -> [f32; BOARD] {
            let is_odd = |temperatures: Temperatures| (temperatures.count_ones() & 1) as f32;
            let zero = -COLDEST as u32;
            let highest = 127 - (self.independent | 1).leading_zeros() as i32 + COLDEST;
            let lowest = (self.independent | 1 << 127).trailing_zeros() as i32 + COLDEST;
            let gap = if turn == 0 { self.connected_gap } else { -self.connected_gap };
            let connected = self.connected as f32;
            [
                // What the independent cells, and what all cells bring the side on turn if each side always takes the
                // hottest.
                alternating(self.independent) as f32 / 8.0,
                alternating(self.all) as f32 / 16.0,
                // How much more the connected cells offer us at once than the other side.
                gap as f32 / 16.0,
                // 1 for Red: Blue has the last move of the game.
                turn as f32,
                // Who will run out of moves first: parities of the connected cells, of the independent ones that cost
                // something, and of those that are free moves, worth nothing to both together.
                (self.connected & 1) as f32,
                is_odd(self.independent & ((1 << zero) - 1)),
                is_odd(self.independent >> zero & 1),
                // The hottest and the coldest independent cell; without any -1 and 0.
                highest as f32 / 16.0,
                lowest.min(0) as f32 / 8.0,
                // How far the game has come. The second one is 0 up to 8 connected cells and 1 from 16 on: with both the
                // network can tell the end from the middle.
                connected / 16.0,
                (connected / 8.0 - 1.0).clamp(0.0, 1.0),
                // From the view of the side on turn, too.
                if turn == 0 { contempt } else { -contempt },
            ]
        }
    }

    /// A board with what its evaluation is made of. A move makes a new one out of it, in which only what the move changes
    /// is computed again.
    #[derive(Clone, Copy, Debug, PartialEq)]
    pub struct Position {
        pub board: Board,
        infos: [CellInfo; 64],
        /// What each cell adds to the hash.
        keys: [u64; 64],
        /// Always the sums over `infos` and `keys`, kept so by `exchange`.
        sums: Sums,
        /// The sum of the connected cells' rows as Blue sees them and as Red does.
        accumulators: [Row; 2],
        /// How much weaker Red is held to be than Blue, from -1 to 1.
        /// It is an input of the network, and so a part of `key`: the table does not mix up what was computed with
        /// another one.
        contempt: f32,
    }

    impl Position {
        pub fn new(network: &Network, board: &Board, contempt: f32) -> Position {
            let mut position = Position {
                board: *board,
                infos: [FILLED; 64],
                keys: [0; 64],
                sums: NO_SUMS,
                accumulators: [[0; FIRST]; 2],
                contempt,
            };
            for cell in cells(board.empty) {
                position.exchange(network, cell);
            }
            position
        }

        /// The position after a move.
        pub fn play(&self, network: &Network, mv: Move) -> Position {
            let mut next = *self;
            let touched = next.board.play(mv);
            for cell in cells(changed(&self.board, &next.board, touched)) {
                next.exchange(network, cell);
            }
            next
        }

        /// Puts what the board says of a cell in the place of what was known of it.
        fn exchange(&mut self, network: &Network, cell: usize) {
            let old = self.infos[cell & 63];
            let new = info(network, &self.board, cell);
            // A connected cell is known by all four of its ends, an independent one by its temperature alone, with 255
            // for a side, which is none: two of one temperature cancel out of the hash as they do out of the game.
            let temperature = new.best[0].wrapping_add(new.best[1]);
            let key = match new.state {
                State::Filled => 0,
                State::Independent => hash_term(u8::MAX, Behind { end: temperature as u8, length: 0 }),
                State::Connected => {
                    self.board.ends(cell).iter().zip(4 * cell..).fold(0, |k, (b, side)| k ^ hash_term(side as u8, *b))
                }
            };
            self.sums.key ^= self.keys[cell & 63] ^ key;
            self.sums.exchange(&old, &new);
            for (side, accumulator) in self.accumulators.iter_mut().enumerate() {
                exchange_row(network, accumulator, side, &old, &new);
            }
            self.keys[cell & 63] = key;
            self.infos[cell & 63] = new;
        }

        /// The margin still to come for the side on turn, in sixteenths of a point.
        pub fn value(&self, network: &Network) -> i32 {
            let turn = self.board.turn & 1;
            self.value_of(network, &self.sums, &self.accumulators[turn], turn)
        }

        /// `value` of the position after a move, from the view of the side which is on turn then: what is good for it is
        /// bad for the mover. Only the board plays the move, and of the two accumulators one is computed.
        pub fn value_after(&self, network: &Network, mv: Move) -> i32 {
            let mut next = self.board;
            let touched = next.play(mv);
            let turn = next.turn & 1;
            let mut sums = self.sums;
            let mut accumulator = self.accumulators[turn];
            for cell in cells(changed(&self.board, &next, touched)) {
                let (old, new) = (&self.infos[cell & 63], info(network, &next, cell));
                sums.exchange(old, &new);
                exchange_row(network, &mut accumulator, turn, old, &new);
            }
            self.value_of(network, &sums, &accumulator, turn)
        }

        /// The margin still to come from sums and an accumulator in the view of `turn`: exact without connected cells,
        /// else the network's.
        fn value_of(&self, network: &Network, sums: &Sums, accumulator: &Row, turn: usize) -> i32 {
            let rest = if sums.connected == 0 {
                alternating(sums.independent) * POINT / 2
            } else {
                (network.margin(accumulator, &sums.inputs(turn, self.contempt)) * POINT as f32) as i32
            };
            sums.mean(turn) + rest
        }

        /// The sum of the independent cells' means for the side on turn, in sixteenths of a point: what they bring it
        /// whoever plays in them.
        pub fn mean(&self) -> i32 {
            self.sums.mean(self.board.turn & 1)
        }

        /// Hash of all that the margin to come depends on, but for the `mean`.
        pub fn key(&self) -> u64 {
            const TURN_KEY: u64 = 0x1a4c_f1c9_b2e5_0d87;
            self.sums.key ^ u64::from(self.contempt.to_bits()) ^ if self.board.turn == 1 { TURN_KEY } else { 0 }
        }

        /// True when the rest of the game is a sum, and `value` is exact.
        pub fn is_decided(&self) -> bool {
            self.sums.connected == 0
        }

        /// Moves to the end of the game if nobody plays in one of two independent cells of the same temperature.
        pub fn moves_to_end(&self) -> u32 {
            self.sums.connected + self.sums.independent.count_ones()
        }

        /// True for an empty cell from which no path leads to another one any more.
        pub fn is_independent(&self, cell: usize) -> bool {
            self.infos[cell & 63].state == State::Independent
        }

        /// An independent cell of the highest temperature; with `odd` of the highest that an odd number of them has.
        pub fn hottest(&self, odd: bool) -> Option<usize> {
            let among = if odd { self.sums.independent } else { Temperatures::MAX };
            let temperature = |cell: &usize| temperature_bit(self.infos[*cell & 63].best);
            cells(self.board.empty)
                .filter(|cell| self.is_independent(*cell) && temperature(cell) & among != 0)
                .max_by_key(temperature)
        }

        /// What the network is given of a position: the kinds of the connected cells' ends as the side on turn sees them,
        /// and the inputs of the whole board.
        #[allow(dead_code)] // for tests, and for learning
        pub fn inputs(&self) -> (Vec<[u8; 4]>, [f32; BOARD]) {
            let turn = self.board.turn & 1;
            let view = |kind: usize| if turn == 0 { kind as u8 } else { mirror(kind) as u8 };
            let connected = cells(self.board.empty).filter(|cell| self.infos[*cell].state == State::Connected);
            let inputs = connected.map(|cell| {
                let [n, e, s, w] = kinds(&self.board, cell);
                [view(n), view(e), view(s), view(w)]
            });
            (inputs.collect(), self.sums.inputs(turn, self.contempt))
        }
    }

    /// What a cell is. An empty one is independent if it leads nowhere but to walls, to dead ends and to itself; the
    /// network is not asked about it.
    fn info(network: &Network, board: &Board, cell: usize) -> CellInfo {
        if board.empty >> (cell & 63) & 1 == 0 {
            return FILLED;
        }
        let best = best(&board.gains[cell & 63]);
        if board.ends(cell).iter().all(|b| b.end >= LEFT || usize::from(b.end) / 4 == cell) {
            return CellInfo { state: State::Independent, numbers: [0; 2], best };
        }
        CellInfo { state: State::Connected, numbers: network.numbers(kinds(board, cell)), best }
    }

    /// The cells of which a move changes what they are: the filled one, those that it touched, and their neighbours by
    /// paths.
    ///
    /// The kind of a link depends on the walls of the cell at its other end (see `class`), so a change reaches one cell
    /// farther than the rules do:
    ///
    /// ```text
    ///   [played]==path==[touched]==path==[neighbour]
    ///     tile           other ends       the same ends, but its link is of another class now
    /// ```
    fn changed(before: &Board, after: &Board, touched: u64) -> u64 {
        let mut set = before.empty ^ after.empty | touched;
        for cell in cells(touched) {
            let (old, new) = (before.walls[cell & 63], after.walls[cell & 63]);
            // With the walls that it had, the cell looks the same from the cells farther on.
            if old != new {
                for (side, behind) in after.ends(cell).iter().enumerate() {
                    if behind.end < LEFT && class(old, side as u8) != class(new, side as u8) {
                        set |= 1 << (behind.end / 4);
                    }
                }
            }
        }
        set
    }

    /// Takes a cell's old row out of the accumulator and puts its new one in. Only connected cells have a row. Number 0 is
    /// four dead sides, never a connected cell's, so equal numbers mean that there is nothing to do.
    fn exchange_row(network: &Network, accumulator: &mut Row, side: usize, old: &CellInfo, new: &CellInfo) {
        if old.numbers[side] != new.numbers[side] {
            if old.state == State::Connected {
                network.subtract(accumulator, old.numbers[side]);
            }
            if new.state == State::Connected {
                network.add(accumulator, new.numbers[side]);
            }
        }
    }
}

// ---------------------------------------------------------------------------------------------------------------------
// Search: owns the tables and the node count. Takes a position and a budget, returns a report. No clock of the game.
// ---------------------------------------------------------------------------------------------------------------------
pub(crate) mod search {
    // Alpha-beta with iterative deepening, null windows and a transposition table, as `ayu.rs` explains them. What is
    // different here: a score is what the side on turn still gains less what the other one does. Points that were paid
    // before a position are no part of it, so positions with the same future are the same whatever the path to them
    // brought, and the table finds many more of them. A window turns over with the gain of a move between:
    //
    //     score = gain - v,  so  alpha < score < beta  is the same as  gain - beta < v < gain - alpha
    //
    // A position has up to 183 moves in a game, far too many to look at all of them deeply. Three things make them
    // fewer: moves of the same effect are searched once (`distinct_tiles`, and one independent cell for all), the others
    // are sorted by static value and only the best are searched (late move pruning, `WIDTHS`), and one ply before the
    // horizon no move is played at all:
    //
    //     ply 0   root            60 moves
    //     ply 1                   18
    //     ply 2                   12
    //     ply 3 and on             8
    //     last ply                all, by static value alone (`best_static`)
    //
    // What was tried besides and brought nothing stands in the head of `tests/tune/spaghetti.rs`.
    use super::contest::{Budget, Rng};
    use super::eval::{mirror, Position, POINT};
    use super::net::{weights, Network};
    use super::rules::{cells, Behind, Board, Move, LEFT};

    /// More than any margin, in sixteenths of a point: no game has 1,875 points to give.
    /// It fits into the 16 bits that an entry of the table has for a score.
    const INFINITE: i32 = 30_000;

    /// Entries of the transposition table, a power of two: 2^21 of 16 bytes are 32 of the contest's 64 MB.
    const TABLE_ENTRIES: usize = 1 << 21;

    /// The clock is read every so many inner nodes; one costs 20 to 40 microseconds.
    const CLOCK_NODES: u64 = 32;

    /// With so many moves to the end nothing is left out when the search gets there: what is searched to the end is
    /// exact. It takes 0.06 s for thirteen empty cells, 0.27 s for fourteen and 1.1 s for fifteen (medians of 41 positions,
    /// `tune-spaghetti solve 15 41 1`; 21 others each gave 0.6 and 0.8 s for fifteen).
    /// Cells are counted here as `Position::moves_to_end` does: independent cells that cancel each other are no work.
    pub const EXACT_CELLS: u32 = 16;

    /// The best so many moves by static value are searched, by ply. Narrower and wider ones are equal within a point a
    /// game: 40, 12, 8, 6 lost 0.7 +- 0.7 against three wider ones (180 games, 20 to 30 ms a move).
    /// The last width holds for all plies from there on.
    const WIDTHS: [usize; 4] = [60, 18, 12, 8];

    /// The network has learned from games against weaker players too, and is told how much weaker the other side is:
    /// against these it pays to keep long paths open, which a player as strong as we are would only make us regret.
    /// Against the best weights of the rounds without such games (100 pairs at three plies) contempts of 0, 0.25 and 0.5
    /// made +0.7, -0.5 and -0.4 points a game, +- 1; 0.25 and 0.5 made +35.2 and +35.2 against greedy, +25.0 and +23.7
    /// against careful, +- 2. Without the games against weaker players it was about +27 and +20.
    const CONTEMPT: f32 = 0.25;

    /// Room for the moves of a position: an empty board has 3 * 63 = 189.
    const MOVES_MAX: usize = 192;

    /// What the score of a table entry says of the true one: that it is at least that, just that, or at most that.
    #[derive(Clone, Copy, PartialEq)]
    enum Bound {
        Lower,
        Exact,
        Upper,
    }

    /// One position of the transposition table, 16 bytes.
    /// A position simply overwrites what lies in its slot.
    #[derive(Clone, Copy)]
    struct Entry {
        /// The whole key: positions that share a slot are told apart.
        key: u64,
        /// Without the `mean`, sixteenths of a point for the side on turn.
        score: i16,
        /// The best move. An independent cell stands for any, see `listed`.
        mv: Move,
        /// Plies that were searched below the position.
        depth: i8,
        bound: Bound,
    }

    /// A slot that no position has used: of a depth that is enough for nobody.
    const UNUSED: Entry = Entry { key: 0, score: 0, mv: Move::NONE, depth: -1, bound: Bound::Exact };

    /// What a search found.
    #[derive(Clone, Copy, Debug)]
    pub struct Report {
        /// The move to play.
        pub best: Move,
        /// Margin still to come for the side on turn, sixteenths of a point.
        pub score: i32,
        /// Plies of the deepest search that found something; 1 means static values alone.
        pub depth: i32,
        /// Positions above the horizon that the search came to.
        pub nodes: u64,
    }

    /// A move with its value.
    #[derive(Clone, Copy, Default)]
    struct Ranked {
        /// Sixteenths of a point for the side that plays it.
        value: i32,
        mv: Move,
    }

    /// No move yet: worse than all.
    const WORST: Ranked = Ranked { value: -INFINITE, mv: Move::NONE };

    /// All that outlives a move: the table above all. What it knows of positions is true for the whole game, so it is
    /// never cleared.
    pub struct Search {
        /// Only orders equal moves at the root.
        rng: Rng,
        pub network: Network,
        /// How much weaker the other side is held to be, from 0, an equal, to 1, see `CONTEMPT`.
        pub contempt: f32,
        table: Box<[Entry]>,
        /// Killer moves: by ply, the last that was good enough one move before the horizon.
        killers: [Move; 64],
        /// Of this search. `stopped` stays true once the budget is used up.
        budget: Budget,
        nodes: u64,
        stopped: bool,
    }

    impl Search {
        /// A search with the weights of this file. The same seed and fixed budget give the same moves.
        pub fn new(seed: u64) -> Search {
            Search::with(seed, &weights())
        }

        /// A search with other weights.
        pub fn with(seed: u64, weights: &[f32]) -> Search {
            Search {
                rng: Rng(seed),
                network: Network::new(weights, mirror),
                contempt: CONTEMPT,
                table: vec![UNUSED; TABLE_ENTRIES].into_boxed_slice(),
                killers: [Move::NONE; 64],
                budget: Budget::fixed(0, 0),
                nodes: 0,
                stopped: false,
            }
        }

        /// Forgets all positions, as before the first game.
        #[allow(dead_code)] // for tools, which play many games with one network
        pub fn forget(&mut self, seed: u64) {
            self.rng = Rng(seed);
            self.table.fill(UNUSED);
            self.killers = [Move::NONE; 64];
        }

        /// The best move that is found within the budget; `None` on a full board.
        ///
        /// Depths are searched one after another; without a budget for any search the answer is the best static value.
        pub fn think(&mut self, board: &Board, budget: Budget) -> Option<Report> {
            self.budget = budget;
            self.nodes = 0;
            self.stopped = false;
            // We are the stronger side, whichever colour that is; the network wants to know how much weaker Red is.
            let contempt = if board.turn == 0 { self.contempt } else { -self.contempt };
            let position = &Position::new(&self.network, board, contempt);
            let mut moves = [Ranked::default(); MOVES_MAX];
            let count = self.rank(position, &mut moves);
            let moves = &mut moves[..count];
            // Equal moves come in an order of the seed's; the first of equal ones is kept.
            self.rng.shuffle(moves);
            moves.sort_unstable_by_key(|m| -m.value); // `sort_by_key` would allocate
            let first = *moves.first()?;
            let mut report = Report { best: first.mv, score: first.value, depth: 1, nodes: 0 };
            // No search goes deeper than the game is long. Near the end no move may be left out, or it would not be
            // exact.
            let to_end = position.moves_to_end();
            let width = if to_end <= EXACT_CELLS { count } else { WIDTHS[0].min(count) };
            if width == 1 {
                return Some(report);
            }
            for depth in 2..=budget.depth.min(to_end as i32) {
                // A depth that was not finished counts, too: the best move of the depth before was searched first, so
                // another one is here only because it was found to be better.
                if let Some(best) = self.root(position, &mut moves[..width], depth) {
                    report = Report { best: best.mv, score: best.value, depth, nodes: 0 };
                }
                // The next depth takes several times as long.
                if self.stopped || budget.used() > 0.5 {
                    break;
                }
            }
            report.nodes = self.nodes;
            Some(report)
        }

        /// Searches the moves of the root; the best one is moved to the front. `None` when time ran out before the
        /// first move was searched.
        fn root(&mut self, position: &Position, moves: &mut [Ranked], depth: i32) -> Option<Ranked> {
            let mut best: Option<Ranked> = None;
            for i in 0..moves.len() {
                let mv = moves[i].mv;
                let alpha = best.map_or(-INFINITE, |b| b.value);
                let value = self.child(position, mv, (alpha, INFINITE), depth, 0, i == 0);
                if self.stopped {
                    break;
                }
                if value > alpha {
                    best = Some(Ranked { value, mv });
                    // The best move goes to the front, the others keep their order: the next depth begins with it.
                    moves[..=i].rotate_right(1);
                }
            }
            best
        }

        /// The margin still to come for the side on turn, searched `depth` plies deep. Fail-soft:
        ///
        /// - true score <= alpha:         true score <= returned <= alpha
        /// - alpha < true score < beta:   returned = true score
        /// - true score >= beta:          beta <= returned <= true score
        ///
        /// The true score is that of a game in which nobody plays the moves that `WIDTHS` leaves out. When time has run
        /// out anything is returned and `stopped` is true.
        fn alpha_beta(&mut self, position: &Position, alpha: i32, beta: i32, depth: i32, ply: usize) -> i32 {
            debug_assert!(alpha < beta, "an empty window");
            // At the horizon the network answers, and without connected cells the sum does.
            if depth <= 0 || position.is_decided() {
                return position.value(&self.network);
            }
            self.nodes += 1;
            self.stopped |= self.budget.is_over(self.nodes, CLOCK_NODES);
            if self.stopped {
                return 0;
            }
            let (known, tt_move) = self.probe(position, alpha, beta, depth);
            if let Some(score) = known {
                return score;
            }
            // All moves of a frontier are valued, not asked about with a window: what does not reach beta is the maximum.
            let is_frontier = depth == 1 && position.moves_to_end() > 1;
            let best = if is_frontier {
                self.best_static(position, beta, ply)
            } else {
                self.best_searched(position, tt_move, (alpha, beta), depth, ply)
            };
            if self.stopped {
                return 0;
            }
            let bound = if best.value >= beta {
                Bound::Lower
            } else if is_frontier || best.value > alpha {
                Bound::Exact
            } else {
                Bound::Upper
            };
            self.store(position, best, depth, bound);
            best.value
        }

        /// The score from the table if it settles the question, and the move that was best here.
        fn probe(&self, position: &Position, alpha: i32, beta: i32, depth: i32) -> (Option<i32>, Move) {
            let key = position.key();
            let entry = self.table[key as usize & (TABLE_ENTRIES - 1)];
            if entry.key != key {
                return (None, Move::NONE);
            }
            // Scores are kept without the mean, which the key does not tell.
            let score = i32::from(entry.score) + position.mean();
            let is_enough = i32::from(entry.depth) >= depth
                && match entry.bound {
                    Bound::Lower => score >= beta,
                    Bound::Exact => true,
                    Bound::Upper => score <= alpha,
                };
            (if is_enough { Some(score) } else { None }, self.listed(position, entry.mv))
        }

        /// Puts a result into the table.
        fn store(&mut self, position: &Position, best: Ranked, depth: i32, bound: Bound) {
            let key = position.key();
            let score = (best.value - position.mean()) as i16;
            self.table[key as usize & (TABLE_ENTRIES - 1)] =
                Entry { key, score, mv: best.mv, depth: depth as i8, bound };
        }

        /// The best of the moves by search, or the first that reaches beta.
        fn best_searched(
            &mut self,
            position: &Position,
            tt_move: Move,
            (mut alpha, beta): (i32, i32),
            depth: i32,
            ply: usize,
        ) -> Ranked {
            let mut best = WORST;
            // The table's move comes before the others are even listed: it often is good enough.
            if position.board.can_apply(tt_move) {
                let value = self.child(position, tt_move, (alpha, beta), depth, ply, true);
                best = Ranked { value, mv: tt_move };
                alpha = alpha.max(value);
            }
            if alpha >= beta || self.stopped {
                return best;
            }
            let mut moves = [Ranked::default(); MOVES_MAX];
            let count = self.rank(position, &mut moves);
            let moves = &mut moves[..count];
            // Wide if the search gets to the end of the game from here, for then it shall be exact; else the best few.
            let to_end = position.moves_to_end();
            let is_exact = to_end <= EXACT_CELLS && depth >= to_end as i32;
            let width = if is_exact { count } else { WIDTHS[ply.min(3)].min(count) };
            for i in 0..width {
                // The best of the rest is looked for when it is its turn. To sort all would be wasted: often the first
                // moves already are good enough.
                let next = (i + 1..count).fold(i, |n, j| if moves[j].value > moves[n].value { j } else { n });
                moves.swap(i, next);
                let mv = moves[i].mv;
                if mv == tt_move {
                    continue;
                }
                let value = self.child(position, mv, (alpha, beta), depth, ply, best.mv == Move::NONE);
                if value > best.value {
                    best = Ranked { value, mv };
                }
                alpha = alpha.max(value);
                if alpha >= beta || self.stopped {
                    break;
                }
            }
            best
        }

        /// The score of a move: its gain less what the other side makes of the position after it. The first move has the
        /// open window; of the others it is asked first whether they are better than alpha (a null window).
        fn child(
            &mut self,
            position: &Position,
            mv: Move,
            (alpha, beta): (i32, i32),
            depth: i32,
            ply: usize,
            is_first: bool,
        ) -> i32 {
            let gain = position.board.gain(mv) * POINT;
            let next = &position.play(&self.network, mv);
            let mut score = alpha;
            if !is_first {
                score = gain - self.alpha_beta(next, gain - alpha - 1, gain - alpha, depth - 1, ply + 1);
            }
            if is_first || (score > alpha && score < beta) {
                score = gain - self.alpha_beta(next, gain - beta, gain - alpha, depth - 1, ply + 1);
            }
            score
        }

        /// The move with the highest static value, or the first that reaches beta: one move before the horizon the
        /// static values are the values. The killer move is first; without it 1.14 times as many are computed.
        fn best_static(&mut self, position: &Position, beta: i32, ply: usize) -> Ranked {
            let mut moves = [Ranked::default(); MOVES_MAX];
            let count = self.list(position, &mut moves);
            if let Some(i) = moves[..count].iter().position(|m| m.mv == self.killers[ply & 63]) {
                moves.swap(0, i);
            }
            let mut best = WORST;
            for m in &moves[..count] {
                let value = self.static_value(position, m.mv);
                if value > best.value {
                    best = Ranked { value, mv: m.mv };
                }
                if value >= beta {
                    // Positions at the same ply are much alike: remember what worked.
                    self.killers[ply & 63] = m.mv;
                    break;
                }
            }
            best
        }

        /// Lists the moves that differ in effect with their static values.
        fn rank(&self, position: &Position, moves: &mut [Ranked; MOVES_MAX]) -> usize {
            let count = self.list(position, moves);
            for m in moves[..count].iter_mut() {
                m.value = self.static_value(position, m.mv);
            }
            count
        }

        /// The static value of a move: its gain less the static value of the position after it.
        fn static_value(&self, position: &Position, mv: Move) -> i32 {
            position.board.gain(mv) * POINT - position.value_after(&self.network, mv)
        }

        /// A move from another position as `list` would give it here: the one independent cell instead of any.
        fn listed(&self, position: &Position, mv: Move) -> Move {
            if position.board.can_apply(mv) && position.is_independent(usize::from(mv.cell)) {
                self.independent_move(position, true).unwrap_or(Move::NONE)
            } else {
                mv
            }
        }

        /// The move in an independent cell that is as good as any.
        /// `odd` as `Position::hottest` has it; in the cell the best tile for the side on turn.
        fn independent_move(&self, position: &Position, odd: bool) -> Option<Move> {
            let cell = position.hottest(odd)?;
            let gains = position.board.gains[cell & 63][position.board.turn & 1];
            let tile = (0..3).max_by_key(|t| gains[*t]).unwrap_or(0);
            Some(Move { cell: cell as u8, tile: tile as u8 })
        }

        /// Lists the moves that differ in effect, without values.
        /// The number of moves is 0 only on a full board.
        fn list(&self, position: &Position, moves: &mut [Ranked; MOVES_MAX]) -> usize {
            let mut count = 0;
            for cell in cells(position.board.empty) {
                if position.is_independent(cell) {
                    continue;
                }
                for tile in distinct_tiles(&position.board.ends(cell)) {
                    moves[count].mv = Move { cell: cell as u8, tile: *tile };
                    count += 1;
                }
            }
            // Of the independent cells one is enough: with all of them the last 13 cells take 1.7 times as long.
            let mut independent = self.independent_move(position, true);
            if count == 0 && independent.is_none() {
                independent = self.independent_move(position, false);
            }
            if let Some(mv) = independent {
                moves[count].mv = mv;
                count += 1;
            }
            count
        }
    }

    /// The tiles that differ in effect on a cell with these four ends. Where the same lies behind two sides, exchanging
    /// them changes nothing, and two of the three pairings are one. To solve the last 13 cells takes 2.4 times as many
    /// static values without it (24 positions).
    ///
    /// With N and S alike, for example, l (N with W, S with E) does what r (S with W, N with E) does: two moves are
    /// left of three. With N, E and W alike all tiles are the same.
    pub fn distinct_tiles(ends: &[Behind; 4]) -> &'static [u8] {
        // Only walls can be equal: two sides never lead to the same side of another cell.
        let same = |a: usize, b: usize| ends[a] == ends[b] && ends[a].end >= LEFT;
        // Which pairs of tiles are one: exchanging the two sides turns the one tile into the other.
        let [n, e, s, w] = [0, 1, 2, 3];
        let left_right = same(n, s) || same(e, w);
        let left_straight = same(n, e) || same(s, w);
        let straight_right = same(n, w) || same(s, e);
        match (left_right, left_straight, straight_right) {
            // Of tiles that are alike the first one stays. Two pairs that are alike make all three alike.
            (false, false, false) => &[0, 1, 2],
            (true, false, false) | (false, false, true) => &[0, 1],
            (false, true, false) => &[0, 2],
            _ => &[0],
        }
    }
}

// ---------------------------------------------------------------------------------------------------------------------
// Protocol: lines in, lines out.
// ---------------------------------------------------------------------------------------------------------------------
pub(crate) mod protocol {
    // The only room that reads and writes. It keeps the board of the real game; the search gets it, and a part of the
    // time, anew for each move.
    use super::contest::{refuse, Budget, Clock, Lines, Options};
    use super::eval::POINT;
    use super::rules::{Board, Move};
    use super::search::Search;
    use std::io::{self, BufRead, Write};

    /// Reads a move and lays its tile. Any tile on an empty cell can be laid, so that is all that is checked.
    /// The error names the line and what was expected of it.
    fn apply(line: &str, board: &mut Board) -> io::Result<()> {
        match Move::parse(line) {
            None => Err(refuse(line, "a row a-i, a column a-g and a tile l, s or r, such as cer")),
            Some(mv) if !board.can_apply(mv) => Err(refuse(line, "a tile on an empty cell")),
            Some(mv) => {
                board.play(mv);
                Ok(())
            }
        }
    }

    /// The plan: about as much time for each of our moves but the last six, which a search from the move before has
    /// solved (`EXACT_CELLS`); half as much for the first five, which decide little. With 40 cells empty 20 moves are our
    /// own, 14 of them count, and a move gets a fourteenth of the time left.
    fn budget(clock: &Clock, board: &Board) -> Budget {
        // Our moves to the end of the game, the one to come included.
        let own = (f64::from(board.empty.count_ones()) / 2.0).ceil();
        let share = if own > 26.0 { 0.5 } else { 1.0 } / (own - 6.0).max(3.0);
        // Twice the share at most, when a search has begun that is worth finishing.
        clock.budget(share, 2.0, own)
    }

    /// Plays one whole game. Returns when the game is over, at `Quit`, or at the end of the input; an error of the
    /// kind `InvalidData` when a line could not be read or applied.
    pub fn run<R: BufRead, W: Write>(input: R, mut output: W, options: &Options) -> io::Result<()> {
        let mut lines = Lines::new(input);
        let mut clock = Clock::new(options.seconds);
        let mut search = Search::new(options.seed);
        clock.stop();
        let mut board = Board::new();
        // The jury's two tiles pass the turn twice: Blue is on turn again.
        for _ in 0..2 {
            match lines.next()? {
                None => return Ok(()),
                Some(line) => apply(line, &mut board)?,
            }
        }
        let mut first = true;
        while let Some(line) = lines.next()? {
            clock.start();
            if !(first && line == "Start") {
                apply(line, &mut board)?;
            }
            first = false;
            if let Some(report) = search.think(&board, budget(&clock, &board)) {
                board.play(report.best);
                let score = f64::from(report.score) / f64::from(POINT);
                options.report(&report.best, report.depth, score, report.nodes);
                // The contest may suspend us as soon as it has our line: the clock must not run on then.
                clock.stop();
                writeln!(output, "{}", report.best)?;
                output.flush()?;
            }
        }
        Ok(())
    }
}

/// Everything that a program of the contest needs besides the game is in the room `contest`.
fn main() {
    std::process::exit(contest::play(protocol::run));
}
