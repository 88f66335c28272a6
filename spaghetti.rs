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
//! commit a1302aa. No forfeit in any row.
//!
//! | against | seconds | games | points a game | own points | seed |
//! |---|---|---|---|---|---|
//! | careful | 3 | 200 | +25.9 +- 1.3 | 70.2 | 41, 42 |
//! | careful | 30 | 200 | +26.7 +- 1.3 | 70.6 | 991, 996, 997 |
//! | greedy | 3 | 200 | +35.6 +- 1.7 | 81.9 | 993, 994 |
//! | itself with 3 s | 30 | 200 | +3.1 +- 0.9 | 46.5 | 992, 995, 998 |
//! | commit a1302aa | 1 | 400 | -0.2 +- 0.7 | 44.4 | 5003 |
//! | commit a1302aa | 3 | 40 | +0.1 +- 2.7 | | 3002 |
//! | commit a1302aa | 30 | 12 | +1.0 +- 3.8 | 44.1 | 21 |
//!
//! The rows at 30 s are older than the last step of the network, half its text: -0.1 +- 0.6 points a game at three plies.
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
    use std::time::{Instant, SystemTime, UNIX_EPOCH};

    /// The time of the whole game. It runs only between `start` and `stop`: the contest counts from the moment a line
    /// is there until our answer, and while the other side thinks we may be suspended.
    #[derive(Clone, Debug)]
    pub struct Clock {
        /// Seconds left at the last `stop`, and seconds booked for each answer on top of what was measured.
        left: f64,
        latency: f64,
        started: Instant,
    }

    impl Clock {
        /// A clock for the whole game, in seconds. It runs: making the tables costs time too, and the jury may count it.
        pub fn new(seconds: f64) -> Clock {
            // Never planned with: 5 % for hiccups of the machine, and 0.15 s that starting a program takes at any limit.
            let left = (seconds * 0.95 - 0.15).max(seconds * 0.5);
            // Pipes and wake-up are on our account: 8 ms on a busy machine, but at most 1 / 1,500 of the game.
            Clock { left, latency: (seconds / 1_500.0).min(0.008), started: Instant::now() }
        }

        /// Call it when a line has been read, never before: the `Instant` of a suspended process keeps running.
        pub fn start(&mut self) {
            self.started = Instant::now();
        }

        /// Call it once for each `start`, before the answer is written: then the contest may suspend us.
        pub fn stop(&mut self) {
            self.left -= self.started.elapsed().as_secs_f64() + self.latency;
        }

        /// The budget of a decision that begins now: `share` of the time that can be planned with, and up to `stretch`
        /// times as much when the search needs it, but never more than half. A share of what is *left* can never use up
        /// everything. `answers` is the number of answers that a long game still asks for, this one included.
        pub fn budget(&self, share: f64, stretch: f64, answers: f64) -> Budget {
            let left = (self.left - self.started.elapsed().as_secs_f64()).max(0.0);
            let plan = (left - self.latency * answers).max(left / 2.0);
            let goal = plan * share.min(1.0);
            Budget::seconds(goal, (goal * stretch).min(plan / 2.0).max(goal))
        }
    }

    /// What one decision may cost.
    #[derive(Clone, Copy, Debug)]
    pub struct Budget {
        begin: Instant,
        /// Seconds that are planned, and seconds after which the search stops in the middle of an iteration.
        goal: f64,
        limit: f64,
        /// Deepest iteration, in plies.
        pub depth: i32,
        /// Most nodes: whatever the search counts.
        pub nodes: u64,
    }

    impl Budget {
        /// Time alone: about `goal` seconds from now, at most `limit`.
        pub fn seconds(goal: f64, limit: f64) -> Budget {
            Budget { begin: Instant::now(), goal, limit, depth: i32::MAX, nodes: u64::MAX }
        }

        /// No clock, for tests and tools: until that depth, or until that many nodes.
        pub fn fixed(depth: i32, nodes: u64) -> Budget {
            Budget { depth, nodes, ..Budget::seconds(f64::INFINITY, f64::INFINITY) }
        }

        /// The part of the planned time that is gone: 1 when the plan is used up; 0 without a clock.
        pub fn used(&self) -> f64 {
            self.begin.elapsed().as_secs_f64() / self.goal.max(1e-9)
        }

        /// True when the search has to stop at once. The clock is read when `nodes` is a multiple of `every`: a look
        /// costs about 30 ns, so choose `every` for a millisecond of work.
        pub fn is_over(&self, nodes: u64, every: u64) -> bool {
            nodes >= self.nodes || nodes % every == 0 && self.begin.elapsed().as_secs_f64() >= self.limit
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
            (1..items.len()).rev().for_each(|i| items.swap(i, self.below(i + 1)));
        }
    }

    /// Reads N learned weights from text; another number of them does not compile. The digits are the 91 characters
    /// from '#' to '~' without the backslash; blanks and line ends are skipped. A digit d up to 72 is the weight d - 36;
    /// a larger one and the next digit n are together the weight (d - 73) * 91 + n - 819.
    pub const fn decode<const N: usize>(text: &str) -> [i16; N] {
        let text = text.as_bytes();
        let mut weights = [0; N];
        let (mut at, mut count, mut prefix) = (0, 0, -1);
        while at < text.len() {
            let digit = text[at] as i16 - if text[at] > b'\\' { 36 } else { 35 };
            if digit > 72 && prefix < 0 {
                prefix = digit - 73;
            } else if digit >= 0 {
                weights[count] = if prefix < 0 { digit - 36 } else { prefix * 91 + digit - 819 };
                count += 1;
                prefix = -1;
            }
            at += 1;
        }
        assert!(count == N && prefix < 0, "the text does not hold as many weights as there are");
        weights
    }

    /// What the command line asks for: the seconds for the whole game, and the seed of all random choices. Games with one
    /// seed differ all the same where the clock decides. `log`: whether each move leaves a line on stderr.
    #[derive(Clone, Debug)]
    pub struct Options {
        pub seconds: f64,
        pub seed: u64,
        pub log: bool,
    }

    impl Options {
        /// Reads `[SECONDS [SEED]]`. The default is the contest's time and a seed from the clock.
        pub fn parse(words: &[String]) -> io::Result<Options> {
            let seconds = words.first().map_or(Ok(GAME_SECONDS), |word| match word.parse() {
                Ok(s) if s > 0.0 && s < 1e6 => Ok(s),
                _ => Err(refuse(word, "seconds for the whole game as the first argument")),
            })?;
            let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(1, |d| d.as_nanos() as u64);
            let wanted = "a whole number as the second argument, the seed";
            let seed = words.get(1).map_or(Ok(now), |word| word.parse().map_err(|_| refuse(word, wanted)))?;
            Ok(Options { seconds, seed, log: true })
        }

        /// A line on stderr for a move, its score as the mover sees it in the game's own unit:
        /// `E9-K7 depth 9 score +0.31 nodes 812000`. The contest keeps about 10,000 characters of a game.
        pub fn report(&self, best: &dyn fmt::Display, depth: i32, score: f64, nodes: u64) {
            if self.log {
                // A reader that went away is no reason to lose the game.
                let _ = writeln!(io::stderr(), "{} depth {} score {:+.2} nodes {}", best, depth, score, nodes);
            }
        }
    }

    /// The error for a line that cannot be read or applied; `play` prints it and ends with code 2.
    pub fn refuse(line: &str, expected: &str) -> io::Error {
        let shown: String = line.chars().take(60).collect();
        io::Error::new(io::ErrorKind::InvalidData, format!("cannot use {:?}: expected {}", shown, expected))
    }

    /// The jury's lines, with room for one of 4,096 bytes; what is longer is no move.
    pub struct Lines<R>(R, Vec<u8>);

    impl<R: BufRead> Lines<R> {
        pub fn new(input: R) -> Lines<R> {
            Lines(input, Vec::with_capacity(4_096))
        }

        /// The next line without blanks around it; blank lines are passed over. `None` at `Quit` or at the end of the
        /// input, which both mean that the program ends.
        pub fn next(&mut self) -> io::Result<Option<&str>> {
            let Lines(input, line) = self;
            line.clear();
            while std::str::from_utf8(line).map_or(false, |line| line.trim().is_empty()) {
                line.clear();
                if input.by_ref().take(4_096).read_until(b'\n', line)? == 0 {
                    return Ok(None);
                }
            }
            // What is no text becomes a line that no game can read.
            let line = std::str::from_utf8(line).unwrap_or("\u{fffd}").trim();
            Ok(Some(line).filter(|line| *line != "Quit"))
        }
    }

    /// Plays one game with the program's arguments and returns the exit code: 0 when the game ended in any regular way
    /// (a reader that went away is one), 2 when it could not go on, with one line on stderr that says why.
    pub fn play(run: fn(io::StdinLock<'static>, io::Stdout, &Options) -> io::Result<()>) -> i32 {
        let words: Vec<String> = std::env::args_os().skip(1).map(|w| w.to_string_lossy().into_owned()).collect();
        let result = Options::parse(&words).and_then(|options| {
            // The first line on stderr: name, version and what makes the game again.
            let _ = writeln!(io::stderr(), "{} seed {} seconds {}", NAME, options.seed, options.seconds);
            run(io::stdin().lock(), io::stdout(), &options)
        });
        result.err().filter(|error| error.kind() != io::ErrorKind::BrokenPipe).map_or(0, |error| {
            let _ = writeln!(io::stderr(), "{}: {}", NAME, error);
            2
        })
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

    /// Points for completing a cycle, and a path from a side wall to the same wall: paid by the side that lays the tile.
    const CYCLE: i8 = -5;
    const SAME_WALL: i8 = -3;

    /// What lies behind a side of an empty cell: the number of another empty cell's side (4 * cell + side), or one of
    /// these, which come after all sides: `end < LEFT` asks whether the path is still open. A dead path ends at the top or
    /// the bottom and is never worth anything. Divided by 4 they give 63, which is no cell.
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

    /// What each tile brings Blue and Red: `gains[0][2]` is what tile r brings Blue. A tile brings at most as many points
    /// as there are segments on the board, 126, so eight bits are enough.
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
    // A cell's embedding, 16 numbers, depends on nothing but the multiset of its four kinds. Behind it stands the first
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

    /// Pairs of kinds, equal kinds among them: 465; and multisets of four: 40,920, which fit into 16 bits.
    const PAIRS: usize = KINDS * (KINDS + 1) / 2;
    const MULTISETS: usize = KINDS * (KINDS + 1) * (KINDS + 2) * (KINDS + 3) / 24;

    /// Numbers of a cell's embedding, hidden units of the first and of the second layer, inputs of the whole board.
    pub const EMBEDDING: usize = 16;
    pub const FIRST: usize = 32;
    pub const SECOND: usize = 16;
    pub const BOARD: usize = 12;

    /// Where the parts begin among the weights. A number of the embedding is the sum of a bias, a weight for each of the
    /// four kinds and one for each of their six pairs: own wall and other wall together are a path that one tile can close,
    /// either of them alone is not.
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
    /// Number of weights; most of them are those of the pairs.
    pub const WEIGHTS: usize = AT_OUTPUT + 1;

    /// Points that an output of 1 stands for: weights and outputs are then of a size that is easy to learn.
    pub const SCALE: f32 = 5.0;

    /// Cells' numbers are whole 128ths, so that the accumulator is the same in whatever order it came about.
    /// Fractions of a power of two also turn into `f32` without an error.
    const STEP: f32 = 128.0;

    /// Largest number of a cell: sixty of them still fit into 16 bits. What is beyond is cut off.
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
        /// By four kinds of five bits each: the number of their multiset. This table takes 2 MB and the rows by number
        /// 2.6; rows by kinds would take 64.
        numbers: Box<[u16]>,
        /// By number: the number of the same multiset as the other side sees it.
        mirrored: Box<[u16]>,
        /// By number: the cell's row. Number 0, four dead sides, stands for a cell that is not connected: nothing.
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
            network.rows[0] = [0; FIRST];
            network
        }

        /// The numbers of a cell's multiset as the side that the kinds are for sees it, and as the other one does.
        pub fn numbers(&self, kinds: [usize; 4]) -> [u16; 2] {
            let [a, b, c, d] = kinds;
            let number = self.numbers[(a | b << 5 | c << 10 | d << 15) & 0xf_ffff];
            [number, self.mirrored[usize::from(number)]]
        }

        /// Takes a cell's old row out of the accumulator and puts its new one in.
        pub fn exchange(&self, accumulator: &mut Row, old: u16, new: u16) {
            if old != new {
                let (old, new) = (&self.rows[usize::from(old)], &self.rows[usize::from(new)]);
                for (sum, (out, put)) in accumulator.iter_mut().zip(old.iter().zip(new.iter())) {
                    // `LARGEST` keeps the sums in range. Should one ever leave it, a debug build goes on, and what was
                    // put in still comes out again exactly.
                    *sum = sum.wrapping_sub(*out).wrapping_add(*put);
                }
            }
        }

        /// N weights that stand together. The compiler then knows how many there are and takes several at once.
        fn part<const N: usize>(&self, at: usize) -> &[f32; N] {
            <&[f32; N]>::try_from(&self.weights[at..at + N]).expect("N weights")
        }

        /// The margin in points for the side from whose view the accumulator and the board's inputs are.
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
    /// output. Coarse ones save text, for what is 36 units at most takes one character instead of two. The embedding in 1/8
    /// or 1/16 lost a third of a point a game, in 1/32 none (the head of `tests/tune/spaghetti.rs` has the figures).
    pub const UNITS: [(usize, f32); 3] = [(AT_CELL, 1.0 / 32.0), (AT_LAST, 1.0 / 64.0), (WEIGHTS, 1.0 / 512.0)];

    /// The weights of this file as numbers.
    pub fn weights() -> Vec<f32> {
        let unit = |i: usize| UNITS.iter().find(|(end, _)| i < *end).map_or(0.0, |(_, unit)| *unit);
        TEXT.iter().enumerate().map(|(i, weight)| f32::from(*weight) * unit(i)).collect()
    }

    /// The weights in the order of the `AT_` numbers. Learned in twelve rounds from own games of three plies a move and
    /// from 120,000 solved ends, then once more, with an embedding of half the size, from what that network said.
    #[rustfmt::skip]
    static TEXT: [i16; WEIGHTS] = decode("\
        )uV(NV5T3DuYBG60,.C>42:1CH5O+ND6SM0uNM:6F@@/8B:G83>')P=9GAG.7;7S4'&1uVM=2K4H1<G>Z;2;=.I>0E9H6LNC[>=;=2:4?;$P3\
        a[@f>A/G;75*C>i<vQa1a;H4+uP46:A9FNEGL?U9)+uV+0<D>5J?PI+K(4$uW914B9<P:EU6P3?uR3B30H3EN?>a+G?C;*:20Y/EM@:i26YO=\
        79)uY^&6JB@ve:9vfLHBBBC883><D>?7D,QJ1D66=CAAHFA5=FHPF@2KAF;BD5D7=5S>7BA>1FHO=@;l^;KBCD>311ACE@@/G7WL4@*;7GFGN\
        P?3CDJVD?3M<B>EB=A=@+PNI;;AAI9OEC1LaGNB8:8952:=@>>5N,_I7=(:1KBINR?5GGRW9</KCE@IDD?AI+_UO3EIAIR?S8<BRTTN39;<+2\
        ;F>.@7X'^E>70?uYRFIWUO?QKP[9;5M;R=F@FAJW2vNkTSHC%TTfuUK4TJGuNuNu7uBt;JV=uQtd<8u-t}uRuH/0<)iAvK7I-B%7_-WC@;471\
        FC2M,RB7NL^$ILuWu+TNvLITXvL/uBdW4K0G;6DEO<uQvR;3>HGCIFFHGHGIDEIFA19/^u2-@GvJTR]g[uL/J,bED?9OC`d%vLB$60RFJGRkL\
        4K)uCuUuL)%8uGeSuUH$66k)uQ(uTu5u>vK@K[1KNIvN(Q[a2euRR8D9?@?IGR<'vS5$)$7UMRHQ@AuYHG5$*^KBUM&<*P:j/uV'?MvPu.ETK\
        D:D@K2uNuS38u/I&uLu+DE9WuSiu1CM:&<)+E=?3YDJE]9+f553EM2vNe/?EDu<P'eEuMc[u=9>FE=POvTuMuYOCuBv^11J;eN&PNu18/)JuE\
        luM0O'uSXYTbt`u:Iu;Bu>3`,LV7uEC6vHu=?hKC@R(^<@?vH?OK^&(^?uG6iS1+9<RT0j>u7dvO`vcu8]JuVdCaLQvUuRuR5uVvQvL8.AV`N\
        FCAtxuRu@;uH9vW20d[5uSj;uXtWuWuRSWt}euLuRuF6uHvLv[Q]tRuV%uT+NuYuEu?uI<RhvKu$Ptz@i;ZvkH1=P9:kBWIk@-I-uR1vWP^^/\
        (uHU+WH6AEvQ4Uc=-T)-EcvMuU<X,u&]GHTvJ1u@WX0u4$2DNLvyuG#7vc;:uUS?tJuM#KuX-huSuU'uL-u1vL9`t6uHuCRuXX0.$vJgUFuUR\
        gtCt~@Uu5]$u#v]><UvTIu38vX5IduUfU0/B_><DuSBD6b@g4-JJGDHGECGBKEGEDGGDFEIFGHEGFEGFDGJGLEIFEFFEGGGCEESBv`+[vQAuV\
        2S&u7?uWviHI@vR*uMvaGhu/uOu*uJu2#vpIuV4w%2'vKvQ&vIuBEvObuOv|QIIGHECGJKGHKDEHGA/XFeXK'EuI6N(uU@vU-+DGA=9uVE;vS\
        h@IMEGDIEFGGEIGGFEDFHGEJGEEGDIHDHGBEG?BvkZ<hBuXvg<vzu:+8ObY6f7<vZ-Oh?b/6uS<jefw0UBv^l(Y7)u4Ku?5A+Ev{V9bvd.uUT\
        M*vK7uQuGE/3+[&uS;uX5F6#_eD'A5@N4Fu7uXuWH:TXE&O:uDBVj_&D9:AuSSu=vK(,E>DE<6AR)h;IELGGIGDIJGFJHIIGDBv^:&vbZhSv~\
        vtvW/<]vi:H+N1v^FE;u$uO.L2?txfG]W9`ivYKQDW@uL_:`X<>v{BUvYN5@7@0fTuK'0?v|u@5?[.uWu%A8MvLuNUd_'vI183+uX9G>IHvP1\
        e$4Cd4#IuOAF55YuPS(D7RO6EuYuV0L;uHAuT%1uP2u6[FvOf<LR%vKOKGS'=KB9U>EKKvL.9HO:0vcYF4;;uHBu;L0-vYhAE%v]vNJLuYfVU\
        2$uCtsauD(3C7hvZ.UguTuP,uBtxfL1,b1THNKu$VuK['vovgvO3PuN1vW9WVffu@w3uRvOJg>vO-dL=)bI`fvOj.v]N98_ku+B>BEM_>SCu8\
        @9uX,MuU8KuM81?DVvTv`Q-FEuF$vKuRuNIK2vNECT<>YCSuEuWu8-]u*<uMYI=je@_VBDP<vW0uCvlet~vLuU*D?:F49CuMIvWD+QNB<2RT8\
        >uO0<?^_tz*=QAFevaZvK%I+MFuHu<4uWvT>/.>:Z9FVSu@fuF$v`vcT<OF0Wu;SXguYvNu=>[vzG/RPvTvuu7VRTu'7?'+f>iuNYuTIu=+Aw@\
        t}uGvPte4>cvKQG3S_;=vLc`Bkc<vI,^W>Hu2$vcu/HuWF4Q,.GH2uW%%uUB#6_>uYuH+1uXEe2>QuJvQuS$4uMtXIuORuCWQ,uSuT5tsto$vN\
        u0uG<X]4GJuCTKL+DuVLvTu:u@=,;`h':OD-?v`>CvUvNA(<vNvm+juNvK&uF@vN*uEvcVX[uT[Dgt{DvSu=+$MT.,3(MFuYCC7vIH9VuPBvR\
        (_[LW#J/WBuVk]Fu'*vTLd4_-@uREv`w&uY:vfu$1_EvtuN;tyEvVCv_vpvUvww3t{uWeCuTuW4uWkWuJuQ1DuH0voj9guN*au;YFuUg,GuN7\
        uXcuP9lINuPA9*V.<6JEu@0)Eu=vJu#?+uPuJ;%v`uD.vX,bbvY0u4uQG)u)#uWM]tIu(0IR2Lu/uOvNQuOu=;vf3u.E:D7b`EU/NuHKH<.=H\
        LQJ<Q5A$EHL1DMKuTu8uX_9.Gu=uSJ6M(VKuOW2u&[FLMJ4=2V3QOA/IUKEUu@Ntr-UNETUJuMCuXROH<uT$LPW?U5N]G>TXuTu6#u0<a>3I1\
        uXvJ/<uXuXRSuLuHAjLt{*NP$u1uWuSuV.uUuUedjdU?T.NE=u0D0G?Kj5^UM=9=ELJE>FBcvHMX]MWGuVQL`2JNuPuYjDQ[u)JI0+P4*RH?+\
        luLuXbNFCk3Pta+uRbvLCguRhK)MH^;CuE:IN8uM*<(=N#IGu,.vR_L*<CPE;M$V>>KL5296>gFL8u-C6LZ&uSvXu,IZOD@0u0vHh&uQ32u&+\
        TuQv_chdu<_^vHuBthZF&u>87vR^Ue`Zb`uJuOOF4tm(EUNYW]]^f=CfM.uX@5FBi[Y^jf$=uOUuPEeN[0kYvJvH[vR<UuI,*EN+4O'2KE<uY\
        =uC<J6u-O.'HS2uXJH@=uKCuVBuSuLL8;I+uBS>`=DMu<MIH[.uR21u(L6<<LASJvK1MuVeQ=A,8u5uQ.%JJvmvHuV=7i;'uR>?3BHW=uWHBU\
        YXYBRMF-FF5EuP=;+u5u+39LLID>7u:Rt{]Y7;1_NSP-G;JGN:;/9PEKJj]uG,G(u9uL=3uPMuR@*H?G0W0;,%98^J;>)u2PDSWu8NOuN>5VL\
        uGFuHuCO5JuFiFuRtr>[fW4BuDuK'5FTYd9-31[uKu)IuOu0L.LuC^GFvIu0Z%u>uO6uUu-PtqcNvP>uC0luM&NLev[vIMQ%vR*vhGuXR/uJk\
        vP>vLkWaILuO8&uY3u'XWM_v][DvIBiuPbD1u2d@vNHvKvVf]vI5[uYgS+QE]vODkvPW)fuBv`kfvJ8M*,vSNivWvM2vTu:uGb:AU`P<D[u@+\
        NO7=uMC$JR4PuLa.YcMPWXW>uKA:79:K2ts#;7u<[u6AEvH/vdjD7-vR+vUvZT)*vN7MvXBdZTZ9IAYMu:$C.0uC3`aOXI&u8u29PR)GuW*)8\
        vS3c_vKQ.,uKvW>vM9vnu/XjK&euP_uY=vov_vdK4vJvb/@u36$vI1EXMVuCgZZvPvcLuB=0vMG>P]EWuPu6,`@Rvj>u?QuJGu*9ivM[K<,%:\
        0uVu:@u)Au:uLf&I0bXX-uU&iBUXN<AveM/CMQCau5vK88u1Y)Fu;0w+8vQvSu6/vPu3vKvMuNvTLuFu6u#uL&uVvI.gkLuCauGvYuPVMcvpM\
        uS;lvql/DuCuYSvOuJuGLUbSV0,?ZU*vh67lu;iSBAE#uOuA,I_vIt^`iauMMa(uM<X[)euYuM@KvKFu>u:2uS#UvyuFS`Bu7T[t^ZuU2uYGb\
        du(cfX_KL7]@:JN5=N38/GH34A1F3>=cJuPuJCuRuGu(ZGUvIM+Q/VD$QC4&*[@Q5'uTG:ND855uH*OWBLVECAMZL?H5uUFKfCSu=Qu:@AFEN\
        touStvObe/DHH+4uSuIuTU]/.KvI_u&9HN:@uL(#<+Nif8kT4L=,uV;'+2_XReGTQuQHKBuF?uV,2P(biAUXuLZJvM3A7O*X.QvICR_4MM@:M\
        tv2uO_-HvK6fa*uXOfu0J)B(vJ].vNu:^WuXkSi?JuE?JEuJ4-C#<N3M.Y@6@=P`LXAIKEILXBWYP9DXD#PN4DuPKVNN9@5J1#hMPW]v]?A@K\
        u;=EAt~uR%>uF4N(LuK@uOQ][uMAuJU<TOuWQ;;LI=O24Hi?H6u6HBSV?-SJHvKvIKe6NkvI=uB?+tlAX-vQuT^vMuOOvVvLP@@33(N.jg`_P\
        XvO`gFI6*[S$`]alSjvRbvKDuT=>dV.J@idegvQcvJDGO1VTTS_vHhvTvOvJS0.uPuNuJu:0)7LQ;u;@?`S1&Lti3K8+F_1%N>'%uU'M>:UuY\
        6<<2u>H;5FuAEHTuM>-uQ062uMQ:dIu@9>MTuDRHu(B8>J?76u%AHKTL:.0H0CA9fetRJ]CDQ>TUPQDJHHeL/:AN>5tP.tD2YHItWKJ^UNT9+\
        U`VdCKVIvRuREHA4alW8L7S4;eUB)WHLJuW4<J[APMGuFK87<MDWtyDsyuSX7GtG4G_uFO.`[;33W.VJ2=/HJM6=-FTAEJ[cuIjI0+Y5;=X-V\
        */3L<4uDu@&PD6K:uUC%'SuGK@C9uVu;G,O@_B9u4UNJN/@Qtq?uKTDNJ6tsOA@6tzuGIu?NuPvL9@BMu'buNdHvd4.=bEIL`9Gu1iJL7u*vK\
        FO1uSAZ9YvabNUcvOu)uSuLF:dV`OIvTvOQa#R6X8uM;=uWa)cvVZ=i2ftvB93tqfJiK^vTVIvIBMuAMuE.EA/vJ,ivRZhvL>Kjf(+$_4v^/#\
        vRhTvM06vluP<Y_ZuUK>9(OM4Hu8D:XTRAHY<WaIDR>vIt|EG;<CF;ONuUO5tySty:F4]%HF$M;?vLZ/+vL(vR=^]ZuQ=E*,KK;Bu;B>QP%:O\
        YDY`DQWWvL*@A3>4T=;K%K=t?Itz>uX:RvYg>uWuBjP@vLuVjbRuQKvQ:vVZh>;CZQ/uQ/uJ:?LuYv[%K'3`7%BYTH23vJO,_55XH16uQu?vK\
        vQTDF9W=7)uJ&u4Iu9>`vq5uNkvKuWvzuTvPha3c4>v_vK?Jh3<WMvXP8hSFuRUF/]4K0CBF?D@>v^uXK?SuJuU6vuVu,VdvV)6JuDvOK<vQU\
        vK.Fu5fh#uGJWvR,Ah,uMvS8S]CE26u&AvTvQXLKTSvHuAk+uKvJgRjC/v[bvRu69R0vkvvLuNvLuF.#U+uN_=<vv7viPuF-:'vIvdlv[hIXc\
        D9^uUuN^Kv`TO@u6vJc7fDuJvR'-[SvINvavNvKu)>TLuBjPvI`uOu==u-(Lu%Y7&uTdWt{b;vS?u-v`eBVg`PhuOH[R.vI-EELvHuB7TZAiuP\
        8uQu9(u7b4uNZ`=)vPuI#^0uFh,>^>'uEevZ+'tFAv`u.N-u2XuKu9uAuFve-u&uO_cj2]XUBGJtsaCTJO8>U;5,II7'<EF7u83bJHu>H08?g\
        NZ/[$ELYN9%F67(aCSULU(;IM2E)Fu9T[>M:g=A,iOMu2)#+R[6KvH`$HuXuRYNu,uXu#+eL3QvPG-:<u5uL?]vIKCvJ:u/u2lFuOCu@SZ2lU\
        6vMuJvI[uTCvIguQG:i7HN[ju:OX8HuFDIu-kF6G+jvMAY[>USJ*>u9u@$I:-vL?A]4UTW5C8;JNduKk@7Zg,VuH66uU7^A48vL*hOMVvIvY8\
        Ju@;LIuX:-K*?OuWNF`JuSN@uOQGYBLSE`N?<g^[1@DuI-MQ<@*D*M#uYuSVvU#vN^?$CuVb02<Ku8;ISuMu00A#?N=Q4b=1R0AUGV+GL<CLuP\
        9g`U;KLuM,QZ,FuYI$FQl(;P9ffuPdu;3kSH1@uJ:M9u@Y3P1@;u&IBTNu?f-u1DuGKuR@LuWg8)JGI7X7DhCG7t{FuV]`T+Y*?cOXvQ9SvOX\
        64u7@>H3uXvT+^kuP_vPvHlh,-WLM^vHuE_hO`vJTvLuA=/[_5uUa[bYivIvH[euYuJ0IdZW<uUl[lvIdi>t|1RHLCAglaYvfl]g2u:PQXfu4\
        =']T9u,O=vk>uF:D0u-N6uSZguXu-F=uV$u>2F?IbfuXu2''u>C?JDtc2uUS&@>F[?5u>tfAaVEPHFv_auT9uRbC+u0Au:QEX9E=uRvqu0vI6\
        Bu+5GIgvIFZL4J<MKXcMRLLuMMuD9D=G@tNvTu$3QDLtIFQVV[ZIvZTuWQb9MPhvI=uNQv[1vJEc;Yu=t|X1uVUvXN^D&H>7uQBaB7OMNPt~1\
        <#AEtiBtH)Y9NtKDI^ZUROF_bV_FPCJluS2ULv`UuV48u6E:SuFuGHK.[>uNCLVCuJvJDGJ)JY$4:BH5tYu<tg*YAMtX?M]>LIvHi8>uKX8Z<\
        uPVv_/EM=6+1Q=JI?buF:T?)):L4K(AuPuGKh[<vM*LaG-I?uX&u-uJG@5uIte8E.A8uFGbuX3u<a;PuQ,uTHuXuGuS<?]?t~uKAuYGP2dIuW\
        u'7'[UIXuMUJK%guFIu3CRA63CuLtcR+`uUGvJvl,VvS7U@NvXvIFWuXlu0S%BvY9#c$BvZvP`dUUu*uJ58#OGfHLvNRQvI#^uDXV*f/ZvJ<N\
        vI]Lc0O4Q4uR]N9vQ:PvJF'e;`fuKFuK0A9e2@vHBFhO'vVuI=d^](S<u:7JG9?*G[[hOO<UhilFT_JvS'.;<CKQGdQ#R)tg@u3DuWCvku?uH\
        vHY-RLMa]4jV.CgY>FAuO/*HY2HuFFvPMabAIUuPvTYBJEPl/$72F-ECVH)SBt]UtY@=Hvq;^v[vJGGavOvO0vdvOtdA=vRaU:CBu7$K<tf;.\
        LvL]kuSb9JuLvP]>LDQuUu>26)3%Z?K+uWI(tE-t`Gu2vdu9_hIu1uHH7IvR^jvLWu/T[;DOZEuSCXvTDM=uRvMuV#uEuQf$^vVc-uJvP<,#,\
        uVEu,u;uUHRuXvR%A<F5WvMNMNvIgffuJ974tw6]uM>?KvdeJj-BB^u6vSuWFFuR6vMMbvW?IYvYc`uU>Ct|-uHvc&d6vTMkuYPu1u-ZV_)J7\
        uA.&+uSJvZTD1uX]vrfWvV>uRB_Bu=Su0L]uXvJSuW$&A@X%;veu8vKG-KvJuAfvbZu+%^#=H_=W#vWKuGuTJu@uA&%__guNXu+Z9uSSvNQBvH\
        YTT5#Cv^bvkvU'gGOO#]CuQu;NM8f2uT&T'uPFevH0uOR[=u;_NuRvIKR+XuQ`I@vW#vNkQj2u<Pu>1UuTvIv`_=uIPuLHiR?^uRHW]Ud>D;O\
        u>KM7FOuK*vbvXAZ?voXBSvN0kEvPuOvLFu:2TvMiCgGvKDu:5vkuVM0vI%vK)MdvdBcvhvM5@kX>lvRPVIv^bb%ECahCZNgEJ;uGE.65/5vU\
        vnuCZvw&CuTWuN6vJ:Mu*<'WK4DZ+7t|t~&j@u,_M+&aJKJvbk+dvI]/NI$XV]EF>?KBK9CG71%EF4,/E=c`u4$DfkuDvJ?BXU7dA])uR=>u+\
        vP@d]e?)AG@=u&uWFDZIuOgI;u.>vH^I:u2uYI-il.B_:+4@7uXNtnDu3VGhu@2Fd+*84uAFu2uHuF_WE'uSIvgVuW+AvK6juG$lIlX_@uMH%\
        ;b='kA,eZ>S^JuH18u/?(JcSMeuRAg.JRu.D/g:P]48k$XfuWAdvLbDuDQRO8ivHu)OMHkg?QE/LNU@+vO#*uV&uVvcu=?EtmB7G1#,S4u<I/\
        J0WK.uDk&a:E*Hftwu?R85e2X8D3u3%O4uNcU?vK_O2Qv_eIG[;Z<uQBvkuW<CuT=ANu+N.UuTuG,uIS)^>uSu,duQ62S+QQuTOR@1i`PJGHuH\
        :;Eu@LQVvN1Y6.vX:g:TDC&*+QO><-/=NP%)P<uEu&@R`vHE=H4uQ[2b=7vMtsDe'-vSuAaA9)uIBN(uKT<RvUG5u4dYuL>#uFc]u7:uNuQW8\
        :,u,^>MuB/]uXtZu;uEONuTAtthvH]IuWKAMMuLKuRuMMKJ:*>MjED=uF>)^i;uFhEvVb>YluXNvUvOvJuP=FuJLBuRvNAWbuKiievXIuJ'L;\
        EJvLuH[j^jM[HuNuI)Y.d'PkePvIdvIR]u/uP)3uR=?C^vMVhvOvUg;u9uJ[h[[uS9AfVvevXJevbuRuUuXuLuQvJuUuOOL)u9A7SuXcHIuRuJ\
        u?C6=U=->BvJ&@X7GCINEDI1A*7PUuF*uWuRvNguS8uW/$@]uDN0uDCGUFvY$uPe6Itp:<9=uN8uITduJBuV%3EXvRJbStnBa;uF2>HvKMfE/\
        aJiLvK87v`?vItBuVthuCRA<tzuUX`WvJk]uVH(adAah;buSFvcuWuSC7vS:lA,*e*vcXL]Gu>8*OuW=cOLT2>Xh*I?GYttuWtg/Y@Kt_@FPf\
        eC7uBZHRhFDc^vP$IvMvnv]_C.UYB*vrSu'BTj`Ou=EV/.a[@?X6ZPuX$D8R'tcDty6YYWtPAJ^^jKSN?G]NJlah&u:uRvphuPUSMK0vJcLY<\
        kvq=YRuRLtyuYuUuFluVaP>Fvn%%8tmuY.titht`;Ha.taHw2l<?uX^jTFu@[tuS4uAgv`vK@G@:#[XEFU/_uL8P4uIuASuAjT&.u4`:/JvIM\
        vLuV@uQuHUEYB@u9u7u;[XaL=QVY4AuIL4$V7J&CN$u9O8;H0)4uEOu:'UuVPWu.lP&>vHOItzKu7[OTvIu%uLfefb?uU9tcvI=kt|DGvJuUvk\
        u;SWuO9ga]C7Tu+MuO,vKHu>XULvVMD_0juSuIuO%vPgOg.SvY+u:vK#_(K$uFuTuL]i<OvQu:5vLuBN<uI:uKhvH_YuJivPBMvPcUR&NuHVR\
        RvM&uW[;uPCiTvku+Bdu;T-TD,1]J<@uWEvJ]kvJ?vQT1bYB>O+vS@;E4<3K8JF):WtLUuBXlDjuJuVXu4vuYBu;u1uN5dvdv{5lR;CI%>4ZW\
        6=uTMuQYvK=`FC%dXZ;RWYIuP1;u2+N>QJuU'5tFPt{;C@[fHZ[lvZ_@LCJAg76vYE@GG%tu@]L7W.^vX`i&[WEF_^FvO87uB2T5?P7=?ZR-5\
        =tnPu=DlQvi=K^vI)W<u@vQvf$vehv_?vjuRvHJE#vID5%T'uWbuN_vOuU0ITuO]O>vIvPEMMR8vN_:uMbvM=F#+toVuH>u4R2vH]7^3DuSu,\
        $McME@TZ`OvM:;uQHFH?uMvIC`=vzuIuG9uO;FvRN&MQv[IF@SvJ'uF305iJuSu<VP#fNu8w2CKvwA,FTu-fZ:uNM7_P69[>SuCP:C0guF5vL\
        Ld''hN>31uVP-u8WT+vWvW$I'BY<HIva3C-uME7W_>;@7*iu2uCOiv]2Ac?u$5EKQu=k*,Kvg-WcLD0:ERvHd+vUhuRSGluO%=,uJ;I@M.Fv[\
        vYuCuIuLZLevVvUHC46vZe8vpIk)eEuWv_hKFMuDGESS0^w/XRuKcuT#NvuTc-PEBCb1OuM*uC4GQb7]?EXSPvZvk4vb<NCuL&+vak)uK^vKuJ\
        9U&vX/5'SU/UOuLuY4h>WY@*KvWkI8X+vPvOcSPvIMOu3:hju<BVuE_BXBvTc]^uBDG4XvYLDUb^PO#AvKuMDMjHuE0;@uWSJBLvPuXv]LLvQ\
        QuPviuYS8Pv^D2YIvMGu><uN/vNXvzu+=[v|uXvLMvnGFvJ1v[:OvNu7]9H/#vV9Fva4AuEIW-=DvMvNuXu:V3C'vIZeuEuIA<?uXVu8uYMu<\
        G?HUD;uPvqvtdTvKa`vpvPBvHvXvJ<C;%vJGB5*NNLI<uN$eTA&vJvHHB>;4555:=C@<1D&DEWRKqdu8TCTK[RXjOCYb>1uIOuDPDK@CvjfZ,\
        TJ]rKRI(]OEq&MVPDM`DZRPR;PK5BJ*L1Nu8GvYFUIsie7HG.RtXuXD3Xw#?VJ(OCuC5FuXFvHHDGWFCLj>AJ)tuCu)FGt[7?)LuWuQIKvSTX\
        /QtMQEG@I3MJF=T1t8Au.KGtuD?r?KtMt/DH`KStp[trdthC`&(7-1$'J6EDuOVfvJ_.v[>:R>uH<MEUWPJA5RCRG$@R5uQ;u,HEuKH2tlXuB\
        %@GbRTtpPu'Ou9HvSu$uDF8YvMvoPcvJHVN;Ru:tg3/uFVHt0(A9B5P5FvUP?wSMvJ=uLDuO?3<dtPu3vTtXwJ)YFPbWEtP/Au8FM78]NuMPb\
        gJhv_THUV1S2FWIOEu;)S34H+LR2H2/FOO>89VXa0YOKuNuNJ@NP>K6VvP?QvVD@2,ty8t|FeR<GN>;2vZ13u$H7OER(OlHAEtq>9:FJtG8Q9\
        Bu.`uS0[:BvxEFaBHJu>FJuJOM9w,St~1NuLOXW[avPjTY'st[uAtktMvI[YI9jQvWvt:.DLUQ]JTZUPRWLW0SKL8UFvK^IHG<PKHivt&?;Uvc\
        u<vKuH,EFu?uHOWuWt'vVGZu=<BF:vNd%vTl7.8J-JFDJ>GONS>/MQP>CDBN;DCRKB5O7u/w$%ttJD_[wcRvYBvH1uOTYLeuXw#F8)fy9uLvQ\
        t01IvHtDv~dsxt^1&w0vivH4vJPw-w0jvdv_w(0,UwBu*?z~QwMs5DOw3vNvnpqu&FZvh49DktqrXs{r;vp{Qvvw<]w*sIu6try@sSw5x^wJsn\
        *wQZ>K<DMM]uS[H-a@v`YGQN7PPI;DDQ[1Gg4vSOBBJHRS@PWLuIevJJd]SE1YIvI^JHl.DQGvlZ65E[ZQuHXMLuR@QSMCG&Mc^vnVuNHd(>3\
        Hu?-ZkG&*8vab8?lM^E7;Xl$C'to1wKLuN6W5^lL:ZIACXvmBk<TZb5MGRWu/7KJLWJkHIGfXtb;4&vPvzMw+x9s}v]saVu3t^u:u.Su1gtnvr\
        <Cu7t~uFpUt;uOIx*uVuAu$J6%u5t]u3uYves7NLuN4s<uVOBevfvKlvOvIw)w-uNE1vZvZQt#A>MuVw,u$t'uDIxmSrgagV_vI4uGArUvevY\
        x&vpPvOsfweu9xQu'x.w=wVw~t`t1wKwDw`gwCvzu>uXtot~wRx1vkx>QkwUw4vP5tM(R=3twI=/Q*:#.*bWIU#2uD/@u0FV89u(D4uVuPs>N\
        VIvHsWuDcKuVu?s@acqss4F5E,H<vV8@AUvR3]<ctSt+cJ,t`uRtcH`'tOuB:s`uPthuGw#u4HuEuLuAt^vtt8>t+-tutltmP>u(,u.1F&M5uW\
        t|K.6tSuRY@6uV/7u3RH:u1Au@.(ffvRvctZNK,XvIaE2XU&KuGv}u(uDF]u;66aBuRVvd5vpHu?LvRGT2^Gk>6l@twDv[sk[/>5tUvRtN5tY\
        uV%uV@vQuOHuRvkV)vpuGuE(`uPu5vuYvJRFP;(vRQDl,J5btauAvHD>Xj:O`H)uJvN(vM]UYa0s['7cvXvM6,HaAuBTs~`EtwH.>u?KIQu%2\
        R*kf8RvOafNuA'=vSvMLHuY94cFMMOB(E0v_;Tg=G;J-Ru#=Fu%KI2?OG;vME]vIZWuE--YHavsu/JvPetcdD.-guMuPO]%-#uStEiP@TuKgP\
        RvS9IDg8[[^?/cNvJZP^3S'vi_L`Xu?uGsytK)TA.CuK:3DRZvH--4M3u2`Jw{?6J^MD%=K<@uRL>uDRbuPuKF=RHMf>vkvQsmTvM[PuCk78u/\
        (=J&4B$&BuKDh6x=vgs}*']3Ctfa7uHPw2uEL@1`u9@4I$tok9uHC`<:U,Lvab3uRw?vlR9FIt6BluHU9uJuOv~(TBt`uCvpu@u#uGWvi:tju5\
        w*%w]uGu%u-vOw&vMvYu/v_-uBt^DlCxaC<;MDuL#zz9");
}

// ---------------------------------------------------------------------------------------------------------------------
// Evaluation: what the empty cells are, kept up to date move by move
// ---------------------------------------------------------------------------------------------------------------------
pub(crate) mod eval {
    // How this room works: of each empty cell a `CellInfo` is kept, what it adds to the whole. The whole is kept as `Sums`
    // and two accumulators of the network, one as each side sees it. A move changes a few cells; their old infos are
    // taken out, their new ones put in.
    use super::net::{Network, Row, BOARD, FIRST};
    use super::rules::{cells, hash_term, Behind, Board, Move, DEAD, LEFT, RIGHT};

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
    //     to the own wall         -0.5  -0.6  -0.3  -0.1  +0.2  +1.4
    //     to the other wall       +0.2  +0.3  -0.2  -0.5  -1.0  -2.2
    //     to another empty cell   -0.2  -0.2 (1-3)  -0.3 (4-7)  -0.3 (8 and more)
    //
    // A long path is dangerous in the other side's hands more than it is good in the own: the reply comes first. A short
    // one from the own wall is a burden, for in the end somebody must close it to the same wall for -3. And an open link
    // is worse than a dead end whatever it leads to: late in the game free moves are what counts.

    /// Values are kept in sixteenths of a point: halves for the independent cells, the rest for the network.
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

    /// The kind as Red sees it: the walls change places, and so do the classes 1 and 2.
    pub fn mirror(kind: usize) -> usize {
        match kind {
            2..=7 => kind + 6,
            8..=13 => kind - 6,
            14..=29 => (kind - 14) / 4 * 4 + 14 + [0, 2, 1, 3][(kind - 14) % 4],
            _ => kind,
        }
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
        /// Of a connected cell: the network's numbers of its ends as Blue sees them and as Red does; of others 0.
        numbers: [u16; 2],
        /// Of an empty cell: the most that a tile here brings Blue and Red at once, each with its own choice of a tile.
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
        /// How much weaker Red is held to be than Blue, from -1 to 1. As an input of the network it is a part of `key`.
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
                network.exchange(accumulator, old.numbers[side], new.numbers[side]);
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
                network.exchange(&mut accumulator, old.numbers[turn], new.numbers[turn]);
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

        /// What the independent cells bring the side on turn whoever plays in them, in sixteenths of a point.
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

        /// The independent cell that is as good as any: of the highest temperature that an odd number of them has. Where
        /// all cancel out there is none, unless nothing but them is left: then it is the hottest.
        pub fn hottest(&self) -> Option<usize> {
            let odd = self.sums.independent;
            let among = if odd == 0 && self.is_decided() { Temperatures::MAX } else { odd };
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
        let most = |g: &[i8; 3]| g[0].max(g[1]).max(g[2]);
        let gains = &board.gains[cell & 63];
        let best = [most(&gains[0]), most(&gains[1])];
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

    /// More than any margin, in sixteenths of a point, and within the 16 bits of a score in the table.
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

    /// The best so many moves by static value are searched, by ply (the last width from there on). Narrower and wider ones
    /// are equal within a point a game: 40, 12, 8, 6 lost 0.7 +- 0.7 against three wider ones (180 games, 20 to 30 ms a
    /// move).
    const WIDTHS: [usize; 4] = [60, 18, 12, 8];

    /// The network has learned from games against weaker players too, and is told how much weaker the other side is:
    /// against these it pays to keep long paths open, which a player as strong as we are would only make us regret. It won
    /// 8 points a game against greedy and 5 against careful; more did no better (head of `tests/tune/spaghetti.rs`).
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

    /// One position of the transposition table, 16 bytes. It simply overwrites what lies in its slot.
    #[derive(Clone, Copy)]
    struct Entry {
        /// The whole key: positions that share a slot are told apart.
        key: u64,
        /// Without the `mean`, sixteenths of a point for the side on turn.
        score: i16,
        /// The best move. An independent cell stands for any, see `independent_move`.
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

        /// The best move that is found within the budget, by static value if there is none for any search; `None` on a
        /// full board.
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
                let mut alpha = -INFINITE;
                // The best so far goes to the front and into the report at once: a depth that is not finished counts, too,
                // for what it found had to be better than the best move of the depth before, which it began with.
                for i in 0..width {
                    let mv = moves[i].mv;
                    let score = self.child(position, mv, (alpha, INFINITE), depth, 0, i == 0);
                    if self.stopped {
                        break;
                    }
                    if score > alpha {
                        alpha = score;
                        moves[..=i].rotate_right(1);
                        report = Report { best: mv, score, depth, nodes: 0 };
                    }
                }
                // The next depth takes several times as long.
                if self.stopped || budget.used() > 0.5 {
                    break;
                }
            }
            report.nodes = self.nodes;
            Some(report)
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

        /// The score from the table if it settles the question, and the move that was best here, as `list` would give it.
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
            let is_independent = position.is_independent(usize::from(entry.mv.cell));
            let mv = if is_independent { independent_move(position).unwrap_or(Move::NONE) } else { entry.mv };
            (if is_enough { Some(score) } else { None }, mv)
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

        /// Lists the moves that differ in effect, without values. Their number is 0 only on a full board.
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
            if let Some(mv) = independent_move(position) {
                moves[count].mv = mv;
                count += 1;
            }
            count
        }
    }

    /// The one move in an independent cell that is tried: on the `hottest`, the best tile for the side on turn.
    fn independent_move(position: &Position) -> Option<Move> {
        let cell = position.hottest()?;
        let gains = position.board.gains[cell & 63][position.board.turn & 1];
        let tile = (0..3).max_by_key(|t| gains[*t]).unwrap_or(0);
        Some(Move { cell: cell as u8, tile: tile as u8 })
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
