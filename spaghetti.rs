//! Spaghetti (CodeCup 2022): on a 9x7 grid both sides lay path tiles, Blue first; the grid is full at the end. Who lays
//! the tile that completes a path from wall to wall is paid by its length from that tile to the own wall; Blue owns the
//! left wall, Red the right one. A path back to the same wall costs 3 points, a cycle 5, one to the top or bottom nothing.
//!
//! Protocol: two lines with the jury's tiles, then `Start` for Blue; everything else is a move: row a-i from the top,
//! column a-g from the left, tile l, s or r, such as `cer`. `Quit` or the end of the input ends the program.
//!
//! Method: a position is what lies behind the four sides of each empty cell: a wall or another empty cell's side, and
//! how long the path there is. Alpha-beta on the margin still to come looks at the best few dozen moves by static value.
//! The evaluation is a small network over the ends of connected cells, learned from own games. Cells from which no path
//! leads to another empty cell are counted by combinatorial game theory: that makes the last cells cheap to solve.
//!
//! To read it begin with the pictures at the head of the room `rules` and with `Board::play`; then the head of `eval`,
//! and `Search::think` from there. `ayu.rs` explains alpha-beta. What each part wins: `make ideas GAME=spaghetti`.
//!
//! Measured by `jury match spaghetti './spaghetti {seconds} {seed}' B --games N --time S --seed K` against commit ac3afb2,
//! which has 344 lines more: +0.4 +- 1.3 points a game with 3 s (100 games, seed 2604), +0.9 +- 1.7 with 10 s (30, 2603).
//!
//! Not here: an opening book, thinking in the opponent's time, the points that were paid (only the margin to come).
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
// Contest: clock, random numbers, command line, lines. The same in every file, word for word: a new game copies it.
// ---------------------------------------------------------------------------------------------------------------------
#[allow(dead_code)] // No file needs all of it.
pub(crate) mod contest {
    use super::{GAME_SECONDS, NAME};
    use std::fmt;
    use std::io::{self, BufRead, Read, Write};
    use std::time::{Instant, SystemTime, UNIX_EPOCH};

    /// Our time for the whole game. It runs only between `start` and `stop`. The contest counts from the moment a line is
    /// there until our answer. While the other side thinks, we may be suspended.
    #[derive(Clone, Debug)]
    pub struct Clock {
        /// Seconds left at the last `stop`; seconds counted for each answer on top of what was measured.
        left: f64,
        latency: f64,
        started: Instant,
    }

    impl Clock {
        /// A clock for a game of so many seconds. It runs already: the jury may count the time to make the tables.
        pub fn new(seconds: f64) -> Clock {
            // Kept back: 5 % in case the machine is slow for a moment, and 0.15 s to start the program. At most half.
            let left = (seconds * 0.95 - 0.15).max(seconds * 0.5);
            // Pipes and waking up count as ours: 4 ms on a busy machine, but at most 1 / 1,500 of the game.
            Clock { left, latency: (seconds / 1_500.0).min(0.004), started: Instant::now() }
        }

        /// Call it after a line was read, never before: time goes on while we are suspended.
        pub fn start(&mut self) {
            self.started = Instant::now();
        }

        /// Call it once for each `start`, just before the answer is written: from then on we may be suspended.
        pub fn stop(&mut self) {
            self.left -= self.started.elapsed().as_secs_f64() + self.latency;
        }

        /// The budget of a decision that begins now. Its goal is `share` of the time left, so the time never runs out.
        /// A search that needs more may take `stretch` times as long, but at most half of the time left (unless its
        /// goal is more). `answers`: how many answers a long game still asks for, with this one; each costs `latency`.
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
        /// Seconds that are planned; seconds after which the search stops at once.
        goal: f64,
        limit: f64,
        /// Deepest iteration, in plies.
        pub depth: i32,
        /// Most nodes. Each search says what it counts.
        pub nodes: u64,
    }

    impl Budget {
        /// A budget of time alone: about `goal` seconds from now, at most `limit`.
        pub fn seconds(goal: f64, limit: f64) -> Budget {
            Budget { begin: Instant::now(), goal, limit, depth: i32::MAX, nodes: u64::MAX }
        }

        /// A budget without a clock, for tests and tools: up to a depth, or up to a number of nodes.
        pub fn fixed(depth: i32, nodes: u64) -> Budget {
            Budget { depth, nodes, ..Budget::seconds(f64::INFINITY, f64::INFINITY) }
        }

        /// How much of the planned time is gone: 1 is all of it. Without a clock always 0.
        pub fn used(&self) -> f64 {
            self.begin.elapsed().as_secs_f64() / self.goal.max(1e-9)
        }

        /// True when the search has to stop at once. The clock is read when `nodes` is a multiple of `every`. Reading it
        /// costs about 30 ns, so `every` should be about a millisecond of work.
        pub fn is_over(&self, nodes: u64, every: u64) -> bool {
            nodes >= self.nodes || nodes % every == 0 && self.begin.elapsed().as_secs_f64() >= self.limit
        }
    }

    /// Mixes the bits of a number, one to one. It is the last step of splitmix64 by Sebastiano Vigna (public domain).
    pub const fn mix64(number: u64) -> u64 {
        let z = (number ^ (number >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// Random numbers from a seed: splitmix64. It repeats after 2^64 numbers.
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

        /// Shuffles the items: every order is equally likely.
        pub fn shuffle<T>(&mut self, items: &mut [T]) {
            (1..items.len()).rev().for_each(|i| items.swap(i, self.below(i + 1)));
        }
    }

    /// Reads N learned weights from text. Another number of them does not compile. The digits are the 91 characters from
    /// `#` to `~` without the backslash. Up to `l` one digit is one weight: `#` is -36, `G` is 0, `l` is 36. From `m` on
    /// two digits are one weight: `m#` is -819, `uG` is -55, `~~` is 818. Blanks and line ends are skipped.
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

    /// What the command line asks for: seconds for the whole game, and the seed of all random numbers. Two games with one
    /// seed may differ, since the clock decides too. `log`: each move leaves a line on stderr.
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

        /// Writes a line about our move: `E9-K7 depth 9 score +0.31 nodes 812000`. A score above 0 is good for us; the
        /// unit is the game's own. The contest keeps about 10,000 characters of stderr for a game.
        pub fn report(&self, best: &dyn fmt::Display, depth: i32, score: f64, nodes: u64) {
            if self.log {
                // If nobody reads stderr any more, the game goes on all the same.
                let _ = writeln!(io::stderr(), "{} depth {} score {:+.2} nodes {}", best, depth, score, nodes);
            }
        }
    }

    /// The error for a line that cannot be read or applied. `play` prints it and returns 2.
    pub fn refuse(line: &str, expected: &str) -> io::Error {
        let shown: String = line.chars().take(60).collect();
        io::Error::new(io::ErrorKind::InvalidData, format!("cannot use {:?}: expected {}", shown, expected))
    }

    /// The jury's lines. The buffer holds 4,096 bytes: a longer line is no move.
    pub struct Lines<R>(R, Vec<u8>);

    impl<R: BufRead> Lines<R> {
        pub fn new(input: R) -> Lines<R> {
            Lines(input, Vec::with_capacity(4_096))
        }

        /// The next line that is not blank, without blanks around it. `None`: the program ends, for it has read `Quit`
        /// or the end of the input.
        pub fn next(&mut self) -> io::Result<Option<&str>> {
            let Lines(input, line) = self;
            line.clear();
            while std::str::from_utf8(line).map_or(false, |line| line.trim().is_empty()) {
                line.clear();
                if input.by_ref().take(4_096).read_until(b'\n', line)? == 0 {
                    return Ok(None);
                }
            }
            // Bytes that are no UTF-8 become a line that no game can read.
            let line = std::str::from_utf8(line).unwrap_or("\u{fffd}").trim();
            Ok(Some(line).filter(|line| *line != "Quit"))
        }
    }

    /// Plays one game with the program's arguments. Returns the exit code: 0 after a regular end, 2 when the game could not
    /// go on, with one line on stderr that says why. When nobody reads our moves any more, that is a regular end.
    pub fn play(run: fn(io::StdinLock<'static>, io::Stdout, &Options) -> io::Result<()>) -> i32 {
        let words: Vec<String> = std::env::args_os().skip(1).map(|w| w.to_string_lossy().into_owned()).collect();
        let result = Options::parse(&words).and_then(|options| {
            // The first line on stderr: name, version, and the arguments that repeat the game.
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
        /// No move: bit 63 of the empty cells is never set, so `can_apply` refuses it without a special case.
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

    /// The position: all that matters for the rest of the game, whatever the tiles look like that led here.
    #[derive(Clone, Copy, Debug, PartialEq)]
    pub struct Board {
        /// By side of a cell; only those of empty cells mean anything.
        pub behind: [Behind; 256],
        /// One bit for each empty cell.
        pub empty: u64,
        /// What each tile on an empty cell brings Blue and Red: `gains[cell][0][2]` is what r brings Blue, at most 126.
        pub gains: [[[i8; 3]; 2]; 64],
        /// Which sides of an empty cell lead to a wall: one bit for each side that leads to the left one, and four bits
        /// higher for the right one.
        pub walls: [u8; 64],
        /// Side on turn: 0 is Blue.
        pub turn: usize,
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
            self.walls[cell & 63] = (0..4).fold(0, |walls, s| match ends[s].end {
                LEFT => walls | 1 << s,
                RIGHT => walls | 16 << s,
                _ => walls,
            });
            for (tile, pairing) in PAIRINGS.iter().enumerate() {
                let [blue, red] = points_of(cell, &ends, pairing);
                self.gains[cell & 63][0][tile] = blue;
                self.gains[cell & 63][1][tile] = red;
            }
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

    /// What a tile's two segments bring Blue and Red. They mostly belong to two paths, and each is scored. They belong to
    /// one path if a side of the first leads to a side of the second; that path is scored once, and its length for a side
    /// counts from the segment that is farther from that side's wall:
    ///
    /// ```text
    ///   left wall ==one==(first segment)==between==(second segment)==other== right wall
    ///   Blue:  one + 1 + between + 1          Red:  1 + between + 1 + other
    /// ```
    pub fn points_of(cell: usize, ends: &[Behind; 4], &[first, second]: &[[usize; 2]; 2]) -> [i8; 2] {
        let leads_to = |from: usize, to: usize| usize::from(ends[from & 3].end) == 4 * cell + to;
        for (i, j) in [(0, 0), (0, 1), (1, 0), (1, 1)].iter() {
            if leads_to(first[*i], second[*j]) {
                // One path. Its two ends are behind the other two sides.
                let (one, other) = (first[1 - i], second[1 - j]);
                if leads_to(one, other) {
                    return [CYCLE; 2];
                }
                // The two laid segments and what is between them count for both sides.
                return completed(ends[one & 3], ends[other & 3], ends[first[*i] & 3].length as i8 + 2);
            }
        }
        let of_segment = |[a, b]: [usize; 2]| match leads_to(a, b) {
            true => [CYCLE; 2],
            false => completed(ends[a & 3], ends[b & 3], 1),
        };
        let ([blue, red], [more_blue, more_red]) = (of_segment(first), of_segment(second));
        [blue + more_blue, red + more_red]
    }

    /// What completing a path between two ends brings Blue and Red: `segments` is how far the tile's farther segment is
    /// from the end of either path, itself included. An open or a dead end completes nothing that scores.
    fn completed(one: Behind, other: Behind, segments: i8) -> [i8; 2] {
        let (from_one, from_other) = (one.length as i8 + segments, other.length as i8 + segments);
        match (one.end, other.end) {
            (LEFT, LEFT) | (RIGHT, RIGHT) => [SAME_WALL; 2],
            (LEFT, RIGHT) => [from_one, from_other],
            (RIGHT, LEFT) => [from_other, from_one],
            _ => [0; 2],
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
    //     connected cell -> kinds of its four ends -> 64 hidden -> its row --.
    //     connected cell -> kinds of its four ends -> 64 hidden -> its row --+ accumulator -> 32 hidden -> 16 -> margin
    //     ...                                                                |
    //     12 inputs of the whole board (who is on turn, what the others bring) -'
    //
    // What a cell adds, its row, depends on nothing but the multiset of its four kinds: each hidden unit of a cell adds up
    // four weights and a bias, and is cut off at 0 like all hidden units. So a unit can stand for "own wall and other wall
    // together", a path that one tile can close. There are only 40,920 multisets, and their rows are computed when the
    // program starts. The sum of the rows is kept, not computed: the accumulator of an NNUE network. A cell costs 32
    // additions when it changes, and a position the two small layers behind the accumulator.
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

    /// Multisets of four kinds: 40,920, which fit into 16 bits.
    const MULTISETS: usize = KINDS * (KINDS + 1) * (KINDS + 2) * (KINDS + 3) / 24;

    /// Hidden units of a cell, of the first and of the second layer; inputs of the whole board.
    pub const CELL: usize = 64;
    pub const FIRST: usize = 32;
    pub const SECOND: usize = 16;
    pub const BOARD: usize = 12;

    /// Where the parts begin among the weights: from the kinds to a cell's units and their biases; from these and from the
    /// board's inputs to the first layer and its biases; to the second; to the output, from the board's inputs as well.
    pub const AT_BIAS: usize = KINDS * CELL;
    pub const AT_CELL: usize = AT_BIAS + CELL;
    pub const AT_BOARD: usize = AT_CELL + CELL * FIRST;
    pub const AT_FIRST: usize = AT_BOARD + BOARD * FIRST;
    pub const AT_INNER: usize = AT_FIRST + FIRST;
    pub const AT_SECOND: usize = AT_INNER + FIRST * SECOND;
    pub const AT_LAST: usize = AT_SECOND + SECOND;
    pub const AT_STRAIGHT: usize = AT_LAST + SECOND;
    pub const AT_OUTPUT: usize = AT_STRAIGHT + BOARD;
    pub const WEIGHTS: usize = AT_OUTPUT + 1;

    /// Points that an output of 1 stands for: weights and outputs are then of a size that is easy to learn.
    pub const SCALE: f32 = 5.0;

    /// Rows are in 64ths, so that the accumulator is the same in whatever order it came about. The largest sum of 1,150
    /// games was 184, a third of what 16 bits hold; a single number is at most 31.
    const STEP: f32 = 64.0;
    const LARGEST: f32 = 2000.0;

    /// What a cell adds to the first layer, or the sum over many cells: the accumulator.
    pub type Row = [i16; FIRST];

    /// Number of a multiset of kinds, in the order 0000, 0001, 0011, 0111, 1111, 0002, 0012 and so on. The four terms are
    /// numbers of multisets: of four kinds below d, then of three kinds below c, of two below b, of one below a.
    pub fn multiset(mut kinds: [usize; 4]) -> usize {
        kinds.sort_unstable();
        let [a, b, c, d] = kinds;
        d * (d + 1) * (d + 2) * (d + 3) / 24 + c * (c + 1) * (c + 2) / 6 + b * (b + 1) / 2 + a
    }

    /// What is computed from the weights once.
    #[derive(Clone)]
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
                    let number = multiset(kinds);
                    network.numbers[i] = number as u16;
                    if kinds.windows(2).all(|pair| pair[0] <= pair[1]) {
                        network.mirrored[number] = multiset(kinds.map(mirror)) as u16;
                        network.rows[number] = row(weights, kinds);
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
                    // Should a sum ever leave its range, what was put in still comes out again exactly.
                    *sum = sum.wrapping_sub(*out).wrapping_add(*put);
                }
            }
        }

        /// N weights that stand together: the compiler knows how many there are and takes several at once.
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

    /// A cell's row: what its hidden units are, times the weights to the first layer.
    fn row(weights: &[f32], kinds: [usize; 4]) -> Row {
        let mut sums = [0.0; FIRST];
        for i in 0..CELL {
            let x = kinds.iter().fold(weights[AT_BIAS + i], |x, kind| x + weights[kind * CELL + i]);
            for (sum, w) in sums.iter_mut().zip(&weights[AT_CELL + i * FIRST..]) {
                *sum += x.max(0.0) * w;
            }
        }
        sums.map(|sum: f32| (sum * STEP).round().clamp(-LARGEST, LARGEST) as i16)
    }

    /// The unit in which a weight is written: finer the nearer it is to the output.
    pub fn unit(i: usize) -> f32 {
        [1.0 / 64.0, 1.0 / 128.0, 1.0 / 512.0][usize::from(i >= AT_CELL) + usize::from(i >= AT_LAST)]
    }

    /// The weights of this file as numbers.
    pub fn weights() -> Vec<f32> {
        TEXT.iter().enumerate().map(|(i, weight)| f32::from(*weight) * unit(i)).collect()
    }

    /// The weights in the order of the `AT_` numbers. A larger network learned in twelve rounds from own games of three plies
    /// a move and from 120,000 solved ends; this one learned from what that one says (head of `tests/tune/spaghetti.rs`).
    #[rustfmt::skip]
    static TEXT: [i16; WEIGHTS] = decode("\
        tit@tN>t@tAs0sztkLu'vIs^lt'szsztT%tIt=uQs`s}s_*ksute*vasbvODta#sUt[tytDsfC*sxsVTt;tKVu<:Mu8[tLtOuKvKuCtms]_tN\
        uIv_DvLv]w*)w#vT99a_M7vSCiuWuATw-vO,uRvnvqvVvHv[fgvWvlu#v_vYhvRtz^6tzvZvJviJu)v^uYkvRcD<vYuFvKCu9vbvJu?Ytpt*3\
        *$t@v_u7uNu0dtXXtltlu%8t[uNt^trt7u/sEt]t:tDu<:ta9+t%Ru.u?tMtMthFtou.k*>uSvPu?duOttvchu0uNt8<uRKQvM_uY5`u:RuFuL\
        tcvwu1Ct|vWtohu9u(ty/tduNu.txtbs|t#tOsuu<u0<u;:t:svluLuXtZt^ta=tZu+vguSH-vpuTh&tsvvkt}9t^uSDvRgvRN+GvIt#Ru9u?\
        t%w#uNSt~ZteMuMtwtk+u+uMu:u)t't@)s}t5uWu)Cs=Lu&sytyK%tkt=tgTt~t{ku&_.vVtjB?tCvv1t{UtluRA]jv^S1f6ta@uEu2t.vguP\
        vQt|RtPvP:u6u%'tyuPu8u6t;u/t]tAtJ]u4;t^`t_smtOZ_tWtit<Pu#tyv{u2vR4vKu@u(@uAvrEtvLu(uO^::vyc3vRs8tlvi+u.t4vMtV\
        vtuNMt19Nu0ttu4s|uWDt>t9t^rcsxtJvWuCQscI/tRtQAvItetDuNftvuEw%u9wDvR4t3tWIuGv~(sgCtx&vUMLv{v[/wFNt$w)uQsItOfuA\
        vQ_it_vI4u6ttu;tRuW=t$tDs]t/tVtBUu;Zsb(TsotQ=v^u&tqvjveuX'v}u7^woC$'3uLvst`tK8u6uFiUWw5LWv~sStJNvTHu7uGu=u<s|\
        -QvMtr>t;sNGtGLvSt%sdrYvmt:9ttvNs|Q7spuR]t6tGsqty]tCs5Fvxst]9t-Nthe=Ltju7uTjsdu5t=uVvhtxvMu/t[gvQ8u$8@uCt$uKvM\
        vVt'@tBsQNtmfat-sotCvJt8uCtzvZtdvHGt_=vLtItWtntWEtLsot;vlsgkkttNt~%&vOtfu1uTbtat^uB'vYuQ_u2t@PvI7t{WfuHtQuFvU\
        vYsjMtDu)Dtzv[TsUtUt5Lt<%u+Nt26?(*vatCt^t~tovLtitl9vtu$avKtfPu5bu+v^tGu=uRitFt~tZ1+u-Nu@t[UviTu5k[uCt9u9vbatm\
        UsXu28u%f`sUt1sMtgtOuCtv-tKt~vJuQu.vUsitGu5tgvpt[t_@w#t=NvQtLLtrvikvetmu/uNIt3u.tYAuVt}vTu@tL`vYVu=lw:uYtguKvz\
        vfhvStGuJtOtz8Gsft#sBt:t^vjtiu;sgsIt~uTu5vXtatDuAtVvbvrtluVvtt1lvgu7Rt`vwhvhsyu&uKu.twu?t}Au;u#uXZtyvRvS]uRvM\
        w6u@tRuJvWuSPjtVu)t>wA+u/s_tTsZtGu,gu)tXsssgCv}uQesjtkwct_ew*ts[vjt^IvZtQuSu<vguMdu$uN)44u1tvOuK5-wHO8tL^u6ea\
        ZvkQju.fvXvVGvRvQGvXu)vIY0vd[vYv^IXNt`.EPvXvVvUivaZ;uK$vW5_vgvXFuEuCXvXv]eBv_asdvgW6UDvltacuH0jvbvHuGvMu'euH]\
        vfuXvUvSCt}fi$vO8vg*<Ku>vpBRt>)h@uMu;vbKsrkvZJ^Xvst2uQvTVSuBS?t|&u@uUetbvXu'3fvPvhvd:LFw,%vQkvOM+vQ1U`vn=uWHto\
        lu$*jvZuGtEtpJh<W=l^F?u.8-vN:JuYbsmuIj3vb.TvsvItC1v[b21/tNvpu7uNP;vg/u71vYt|w?4uL/tHvy$vSw&wT-uGuWU%vKu,u>Zvj\
        w5;:cGu9s^vrtrj93wv^uOw)t`tSw,wQuUvWw7uCu;uTT<@w4j=tE_u;vLd`viQvSu;vXvavPYvQvYQvRu0vO^0v`^vavdZ_Stl2@fvXvHv[vJ\
        v[d3uD)vS>Yv`v[CuIuF]vgvclFvf`sivg_$VFvot{IuL7vOvmXuCvMu&`uNfvnuOvUvTDu$vNHtrvf?vguYF2u*vo0`t^4dSuJu8vi<savXvb\
        v^5]w$tLuAv|/IuDO4tqu?uPuOvZtGvftcFhvYw#vo2RDw:,v^ivZ<=vPObbw%OtpNtZdu);vQvY-tStoRf>KCvHYRMu43$vR2uY*dsjtovO>\
        v[LHv{vWtL1vbP,w)vX=u7.Yhu79vKvOSitxQvmBu$vrZuO0txPt,CuDMw$5twHu0vrvevK=2Bu4vhvV-t@CviwLu?uPvTs|3w`vou-Vw[I6tj\
        uPu>>jvcHu8vIu/kvIlv`evWu7kvhvVJvSvUAv_u'vRvL&vsGvmvjvXdYtdBIcvevTvevXvdeBu?2vdIvSv^v]RuNuXgvrvcvKLv|Wt@vqc?vI\
        vKvtt{ZuT=vTvzkuHvHtw;uLvMw,uUv^v^HuIPWtvvhFvhuOd.tEw(Y[tJ5vW_uMuFvj#t&vovbviFgv~tLu>w'Q]uLCUttu8=uQvauKw3t.D\
        Pvaw+vuuTTuNwNu7vmvKvmQ-vS$vfvYw(Lu&`tRjt~<vRw+TtltHvHvX7J@vOhUcuD.uU^sq,.vUt'u1vNuUvfZVw&vOt2>vZSu4wS%)vR(GB\
        w$uIj&vvPt}v{vd`%vNau=vvvMvvu+vK8vWw=whtDw(Ew>uJdvOBIu%vYRtru.uRuBw.sthvytst]vqvX#EwG1_u0vR>tjvOw#0tUhtxdvSEv}\
        avit{v^v^vZ7vWvguVv^tov`vNuLvcSvgw4v}ZvNtpuVfvMvOvJvjvavi@Du;uSvREl_v[JuB.Kw'vdvUJvlTt?w3vH:vSvPw-uLvKu.Uv_vp\
        VuNvltw]uGvLvuuNvvhQtsHOu*vpw'vku?luAtJw)DOt-,vs1uDu4vguKt(v_vavxEvcvmt?uIw+ikuNu3vVtquBuY#w7u%vptSHvgw7v}v`4\
        C:wCu#viv[vYRuFvV'vViw(_w}vOtRMuIIvIvSvPtPu'vbvRuHAuHvnvX_cu2C:[iuF.vjsku3ku<vUeWv|et{uJavHFxYvTu8wqte%vLvTwC\
        ?u.tz;uJvqw%vjuXv``tZw9vhw.uYwAvRvjxXvsuLw&'Xtscv|w/vSu?wJuBt|u=[HvVVIvpEtEvkV@tguVGuVuKvQw?8v[%guPOu/c;PuPdE\
        -GO@/B2GHu)6u5uV'DQD?KuVu%uQY0$4$[%DNuGuOvHvL,OV>uG:=@0*HO4u-P85/euSQMz=(1veuT>R}TC//3>uFvHuQ<3vLvgCTvNC(Ucvz\
        XtO@vOu?@u5tkG:<Uv]W0uAD<vs'tlIG(d9t$BGCvhvR)v_D$tHuAv`rjvUvmwMu@vnwIvIuUIvyuOwRtt,uIu0vIRsZKXT_tW[wV?^AjuLwH\
        B;IQi>J07uUdttdu#Ov`CGv|BKwKNgr?wpvXtes=s@u&qYUvewX1fuOuJuJ;w)xnEtetvtfr6tyv~wPmshu2s#t?ehJAXuTttk'(fDvw'vPF.\
        xSvzuExFuI`E96cF<wX4vkcHMvQuPtqtft~*Rvea^[VuG<vUvy@uLtde*c?t_#7v^FvR2t6B=uOAw;tZvlR@AO`IDvYvcu2vcUwMV]KPtPRLtc\
        uYa3u'HuPvUsn(tl(QQw/u)_/HDuSHes~%uLtZGJu8D<uGl$%rhUvjOPwTu%w%=u*,$6U$vk-u@w[vty1N'MRt@66si)Dh$4Xw5w?vew7uWuT\
        uBH8tg+]LEC@w6w?9vZ$8wLe3uOuHYvMv|Cu-vK>uEwU9A?w'gFvfaGw)RtEvp/RvKH1v[:OwHu@vsCRQVHs$u-9OR<[vSWvpCHwXvjKY#j6J\
        H-2=v[Zvvgu9Ivfe7w]Te8uD1ty&uH<vHt~uJvuRxCu6uK>GvbQKtUuOuW5u3;LsXvLvStf685r#wwuPvO$IG2w>w>fw1w1:LuHZMu'2vzvJw@\
        BAwNu.u2w[-:awhuD2SI7uGPtz&ta$vQ6LwlSlvOKZ81A?gwExQ:DCuF,vM2=vLitytOw;v~xK0w'4Yv`i6t@u'A(?QuUvSxEctJuDivmwGw/\
        RY8WH-w$uD*vpvaQLtg;Ztv4vP0BR^*3wGuTh^^h2`NNdu?tzvQu,ve.EHQ2V@tg1F4w3ZP'tCtuvduXZv]TvUNvs]*v]gu$u7t'IuHS:;9Ew1\
        Sbz@r~u?w-}]xOw1zuuMtetWz>+vIvKvalt^rqLw#vuw<{=v{u&tp~=u3Tx~wU;lJuL#tQ4w@YJ2tYt4PtxvaGuC,uLu2MtvttGNw/fGkgtMuO\
        FHvXrlYf$bR4pguYWjKLV2XuBbBLJ<4<?,MuGMwhTuWu(vTx/bw{U?uQvIvXc`)rxsh2u.vLu8wZ8vKvpw_,uOw2vmvIvIBuVy@BuWw)B4.{K\
        uS7<J2u&Cu9vquQNvo>Mw+cFwDTYgkH?>dv^vquY/2uSt|;uPREt5+E&vVu4dFFvsLX08u*u4s}ZcuYvPv]s6vcvHvzvvvuvKQ,ivj9w9tqkvV\
        /T=s#uV_t.1ZjtP9P6?uGxKu)uOuIv^kuYxDuOX.vmtbtvvXdXV,'FfVvK/u4vUMvHq|Iau,QI8pFS^L/P:AeSCa'J;-C_uQQX:vRGuS>uV%]\
        -F07u2a'g4twGFt1u=uUu:QIYXW.vau@vUw2CuAISUw,uHHB1tiEu+C@tEXt[t+Gu0ZGLvYYLSv[uDxA,guFazXvr*tD)=tvu=tGvOUu&pCAvX\
        g2uYv[F%[v}u7@`6x(u5?uQw-u1MvZtr<uOuKtLtM8_5tmD,2vjtp/&Fx*v],uJOu5Yu9?uWAuBu4t}uUQL:F`,B<[HvOuBu8guFUGuDU:Svd\
        #$[=$HzBwXvPWAuM/N-dhDt[u4vhUwEXw17I][NtV6?LvaJ@SvPPVG@CuGsf?EWEG'>rm,slt/6Wv];8trEuVvhDKvqu8rw5w3vY3.tfu:2vO\
        CcwDvnu9vdvguV9>>va8?va6vYu$vyOvwuB.Ow6JMNu<xnvRvfW,,lu7wwDw;vfd+@u:[wE*N^CIVuWvovtu:EQQj/vKe7ft=uTvUt6feKSUuR\
        :hu&>NY=ANuTz9wf5fN@&v|A8=bu$u=vav}w@fw(ES6d;u&'Lu?ttGbsWu5truI@eir/w>vQiNQxAvaAM'vQ?c8t:uU@Pf5vQwPBL>vUZ7GIZ\
        Pu#vIC14tq)vJt|u+UvPSbw)MN8YuS(wJWs}vUvUomw,u-v~w(w;vfwFw<ftTvPx$qpsRpkwFu:vJUu5)Ry:xCu0tn^uVu0tfvvt6vRIvVvqv_\
        Rw'uSMvPKvwtUtAtkS3G^tXuD=v`w;uOuJx@VtxvSQLw3Wv_`;Iv`vavz=:u8?w*u'VU9dwrQIvP9u@`CEvIuQuNv^.FD.-.R/BDsx4kt4Y#S\
        LQLTHuJvIuRv[:;9xhwyvQ3A4N{'J,*<IR4IvTXXvY<;NU;0'vNktT<vg6=Lu/FuLuC4u61uWuJKu6vUvStBvo'4U<u(<Gu8dVvVx*>uVveuR\
        u,xcuAuOu7uDu&uN6juIu1VtqvduAuNb9Hxta0wNvIuAWso1vT)v_uLt=PvKuSvKtn<#JCvkwXweuYwATu7T<tyuL<t~&6v_t?LwQuRwRv[qF\
        4>Uw+u>0u*'S4wCyEuTw=w#wWR5s?0vHt4uQ^vJfK5vRvjuSvf?A^WS,vd<Ax&vRuCxKFvVuR<;vU%Iw,u4vX+v_H/tIu;uPvz6:u>r|u?J2h\
        )uGW0aB%u+FQvnQMvWguLvOtaEvhu=&vovSvf:#uTtgK#5vKtyuY0XwNuJ-PW<W^)?uFL9@uOuEfs4tz=WvbvUvbj8u<)xHwPtuvIsMv|uM_4\
        tC,Dx=v{vISFD5uPFuLu3N**tzuGvMtw;0+N[MuJ3uIPT5V7gvX(#vkZ,TtBuO#vLvHw+uKvywc2BjwSu&Ovtu1lts_]:U1vLvmvH0x.BtwWa\
        tAvJuLgw)GvaS4vJu>wJvStzhs(cuO>;vtVMwnk?Kvr=cNvrw7V<RYSu,Au=RPsguH:si[u>u<IMvMP7t^)uItpsL74qPq?wYu.wgw&wBuQ`wS\
        tiu7vHtEOuLsow3t|sZvlu3oq3=rrvt%uRLOGcevXsHvhTvI0Tjt6TJw4uEw-wgNih?WuN=14*va>vNAD4=u&tp&av]Q]jC.8vg`a<tKvW4NI\
        ,><vovJGwo7EtswS'`-s{uLu+?,tkIEEDI0u>w%Pvu9u=v{k;uJFuVWvHFv_Jtt;vv35@TuF-(F2uOdu2uRTuG]AFvj9Lv^@;tx>:u+K^cP@*\
        ?gvf[u%^QSuKO]Zd?L@vSR.Tg-rYxkswrq^u@uYw>zaJw#@wgvyt)Iv|vyvUt2wvtbuGtyvw|nFx$pOSw7fqYvqNq$r#uJtUxqz%wLt5Rw$zu\
        wwtMvuywxEt,v^vVyStn%~~4ygp1vo2wZxCwgm#sfu<w#x0v]tY]wOrXm#oVm#x*~~xXzCixSm{sWt?~~pWys|vxor#u,z)w9uLw)VkZvvv[t0\
        vJWtzw(-w4vNuI8tg=vdF;F;SviN0_bMxq?9euGu@juKtFvshvWthw$wj9UDM5vov_lPvH^Bw.u&/jJy,vX;t}5vTvWvssevLvhgtGIvYv[GuB\
        vPu:0v[vLw+bta)w(u5-tmNt<u<Pw36tstJt4wjva)uCvgvSbu*uK^vPv|tYYuDs)%yFt}s}uR-vM,tQuFuUwQuAFuD(xIuWvTu+vaRCu6>:vW\
        v_r}uGuSw$/vXu([M0vLvwvMr~.uW,vvwGUwmz2sFvMqZTu&r}tnuGvTtGwhsJwuE4tUt]tom#s/tqvP{EvmuWsy:uBu?thrJt9u#v^o$.UvW\
        vgsLv]wAvmwB;SRwywWyEwEvQss.u;wGCnSeu?:uJy?u9mAtgW~~uBm#v|w{y9w7w8]t$tom#wrT~>xiveCnbzAtJ{bsQzty$zM{>ryqqz'yG\
        yKvIy:yTtvuJsrt9y`zaw;z9?viy}yowT$qM>T7XtQ5-uJ]#;uP+u=]S9[u,'Hu6>u-uXjVTtFuQvMtnu5pWkvRPv[pRr[v^v]t|tuoovJdoH\
        p5L,2u>>JvY2LEMvHAve0vRrwsBguRAt_uTu<u7wU-satytjsJtltLuXvjuLMtxu=UuTw#rG(tqu;t^tIs`ARu45t?&SuD[>uEtLE-2t#$]1C\
        t~2Mtk[BuEtvHuSuJuB_vQav}s}VHuF[QAuLu93S&7;w/tVuAuJHtyl:v_txBEw+uNwRHti7vy/c8Zu,w*XEvV-tmHvUq*DuLQ]rbvU+at4uK\
        u5tZu0vguAu/u:w&<u.v{,u2vX,u-tUwKJvhvZjfHtyvyCu>vO-vR*vhsz1ZJXOSlHvlKuYNwG)BfvbhvnZt5tnuNw#vH[u&tyvVuY@uOvTsY\
        M?s]a1KtG9??tAIQ8v^auFu8v_w*Xu5W>auQvhvR_uMRFbZcQCOuQAFva>uKvM;YGM:Rt+=LtCLHuY0EICvu,;vMNvM9/UTuFv[w+t|3vu;t{\
        ItZuOt0whuIsuv[Y^u5u;uKsLv`M=Fu9vIZOvquY:WvcKv[vNE82D8vmd/v`Eu*6w&<QgYtGu(pNo;uWvd7uKvStQctkav^gvh:0uUaOtSvLW\
        yvBuJcHULu07<MDt5G<siUXu++S6>ZTw%Sw5vqsjvlve[vXt7Iu>uSt]7Jv`t[uUJtju?wAuQR$ly:x`s#t=u:WuJ<t$HKAPvxu4X`u9voty9\
        7hu;tFlGtp4gKAvO6uUwW[>tFiwW5;u6ltquTw#v[PuVtvt'y9tvwNUrjtqx$tZrRtE4vpuPrpuWvsuIvxuOuQu(vSvclvIuOvJ5'uADZx%vT\
        CAIBIuGJ}hw*");
}

// ---------------------------------------------------------------------------------------------------------------------
// Evaluation: what the empty cells are, kept up to date move by move
// ---------------------------------------------------------------------------------------------------------------------
pub(crate) mod eval {
    // How this room works: of each empty cell a `CellInfo` is kept, what it adds to the whole. The whole is kept as sums
    // in a `Position`. A move changes a few cells; their old infos are taken out, their new ones put in.
    use super::contest::mix64;
    use super::net::{Network, Row, BOARD, FIRST};
    use super::rules::{cells, Behind, Board, Move, DEAD, LEFT, RIGHT};

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
    //     to the own wall         -0.4  -0.5  -0.3  +0.2  +0.6  +0.5
    //     to the other wall       +0.2  +0.3  -0.2  -0.7  -1.3  -1.5
    //     to another empty cell   -0.2  -0.2 (1-3)  -0.2 (4-7)  -0.3 (8 and more)
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
    pub fn kinds(board: &Board, cell: usize) -> [usize; 4] {
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

    /// A board with what its evaluation is made of. A move makes a new one out of it, in which only what the move changes
    /// is computed again.
    #[derive(Clone, Copy, Debug, PartialEq)]
    pub struct Position {
        pub board: Board,
        infos: [CellInfo; 64],
        /// All that follows are sums over `infos`, kept so by `exchange`. Number of connected cells.
        connected: u32,
        /// Blue's best less Red's, in points: over the independent cells (twice the sum of their means) and the connected.
        independent_gap: i32,
        connected_gap: i32,
        /// Temperatures of the independent cells, which the exact sum needs, and of all cells: a rough guess of what the
        /// connected ones will turn into.
        independent: Temperatures,
        all: Temperatures,
        /// The connected cells' rows as Blue sees them and as Red does.
        accumulators: [Row; 2],
        /// How much weaker Red is held to be than Blue, from -1 to 1. As an input of the network it is a part of `key`.
        contempt: f32,
    }

    impl Position {
        pub fn new(network: &Network, board: &Board, contempt: f32) -> Position {
            let mut position = Position {
                board: *board,
                infos: [FILLED; 64],
                connected: 0,
                independent_gap: 0,
                connected_gap: 0,
                independent: 0,
                all: 0,
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
            self.count(&old, -1);
            self.count(&new, 1);
            for (side, accumulator) in self.accumulators.iter_mut().enumerate() {
                network.exchange(accumulator, old.numbers[side], new.numbers[side]);
            }
            self.infos[cell & 63] = new;
        }

        /// Adds a cell to the sums (sign 1) or takes it out (sign -1).
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

        /// What Blue's points are to the side on turn.
        fn sign(&self) -> i32 {
            1 - 2 * self.board.turn as i32
        }

        /// What the independent cells bring the side on turn whoever plays in them, in sixteenths of a point.
        pub fn mean(&self) -> i32 {
            self.sign() * self.independent_gap * POINT / 2
        }

        /// The margin still to come for the side on turn, in sixteenths of a point: exact without connected cells, else
        /// the network's.
        pub fn value(&self, network: &Network) -> i32 {
            if self.is_decided() {
                return self.mean() + alternating(self.independent) * POINT / 2;
            }
            self.mean()
                + (network.margin(&self.accumulators[self.board.turn & 1], &self.inputs()) * POINT as f32) as i32
        }

        /// The network's inputs of the whole board, as the side on turn sees it.
        pub fn inputs(&self) -> [f32; BOARD] {
            let is_odd = |temperatures: Temperatures| (temperatures.count_ones() & 1) as f32;
            let zero = -COLDEST as u32;
            let highest = 127 - (self.independent | 1).leading_zeros() as i32 + COLDEST;
            let lowest = (self.independent | 1 << 127).trailing_zeros() as i32 + COLDEST;
            let connected = self.connected as f32;
            [
                // What the independent cells, and what all cells bring the side on turn if each side always takes the
                // hottest.
                alternating(self.independent) as f32 / 8.0,
                alternating(self.all) as f32 / 16.0,
                // How much more the connected cells offer us at once than the other side.
                (self.sign() * self.connected_gap) as f32 / 16.0,
                // 1 for Red: Blue has the last move of the game.
                self.board.turn as f32,
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
                self.sign() as f32 * self.contempt,
            ]
        }

        /// Hash of all that the margin to come depends on but for the `mean`: who is on turn, against whom, the
        /// temperatures of independent cells and what lies behind the sides of connected ones.
        pub fn key(&self) -> u64 {
            let players = (self.board.turn as u64) << 32 | u64::from(self.contempt.to_bits());
            let (low, high) = (self.independent as u64, (self.independent >> 64) as u64);
            let start = mix64(mix64(mix64(players + 1) ^ low) ^ high);
            let connected = cells(self.board.empty).filter(|cell| !self.is_independent(*cell));
            connected.flat_map(|cell| 4 * cell..4 * cell + 4).fold(start, |key, side| {
                let Behind { end, length } = self.board.behind[side & 255];
                mix64(key ^ ((side as u64) << 16 | u64::from(end) << 8 | u64::from(length)))
            })
        }

        /// True when the rest of the game is a sum, and `value` is exact.
        pub fn is_decided(&self) -> bool {
            self.connected == 0
        }

        /// Moves to the end of the game if nobody plays in one of two independent cells of the same temperature.
        pub fn moves_to_end(&self) -> u32 {
            self.connected + self.independent.count_ones()
        }

        /// True for an empty cell from which no path leads to another one any more.
        pub fn is_independent(&self, cell: usize) -> bool {
            self.infos[cell & 63].state == State::Independent
        }

        /// The independent cell that is as good as any: of the highest temperature that an odd number of them has. Where
        /// all cancel out there is none, unless nothing but them is left: then it is the hottest.
        pub fn hottest(&self) -> Option<usize> {
            let odd = self.independent;
            let among = if odd == 0 && self.is_decided() { Temperatures::MAX } else { odd };
            let temperature = |cell: &usize| temperature_bit(self.infos[*cell & 63].best);
            cells(self.board.empty)
                .filter(|cell| self.is_independent(*cell) && temperature(cell) & among != 0)
                .max_by_key(temperature)
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
    // fewer: moves of the same effect are searched once (`is_repeat`, and one independent cell for all), the others
    // are sorted by static value and only the best are searched (late move pruning, `WIDTHS`), and one ply before the
    // horizon no move is played at all:
    //
    //     ply 0   root            60 moves
    //     ply 1                   18
    //     ply 2                   12
    //     ply 3 and on             8
    //     last ply                all, by static value alone (`best_static`)
    use super::contest::{Budget, Rng};
    use super::eval::{mirror, Position, POINT};
    use super::net::{weights, Network};
    use super::rules::{cells, Behind, Board, Move, EAST, LEFT, NORTH, SOUTH, WEST};

    /// More than any margin, in sixteenths of a point, and within the 16 bits of a score in the table.
    const INFINITE: i32 = 30_000;

    /// Entries of the transposition table, a power of two: 2^21 of 16 bytes are 32 of the contest's 64 MB.
    const TABLE_ENTRIES: usize = 1 << 21;

    /// The clock is read every so many inner nodes; one costs 20 to 40 microseconds.
    const CLOCK_NODES: u64 = 32;

    /// With so many moves to the end nothing is left out when the search gets there: what is searched to the end is
    /// exact. Idea `no-exact-end`. Counted as `Position::moves_to_end` does: cells that cancel each other are no work.
    pub const EXACT_CELLS: u32 = 16;

    /// The best so many moves by static value are searched, by ply (the last width from there on). Ideas `narrow`, `wide`.
    const WIDTHS: [usize; 4] = [60, 18, 12, 8];

    /// The network is told how much weaker the other side is: against weaker players it pays to keep long paths open, which
    /// a player as strong as we are would punish. Idea `no-contempt`.
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
    #[derive(Clone)]
    pub struct Search {
        /// Only orders equal moves at the root.
        pub rng: Rng,
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
            Search {
                rng: Rng(seed),
                network: Network::new(&weights(), mirror),
                contempt: CONTEMPT,
                table: vec![UNUSED; TABLE_ENTRIES].into_boxed_slice(),
                killers: [Move::NONE; 64],
                budget: Budget::fixed(0, 0),
                nodes: 0,
                stopped: false,
            }
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
            let key = position.key();
            let (known, tt_move) = self.probe(position, key, (alpha, beta), depth);
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
            let score = (best.value - position.mean()) as i16;
            self.table[key as usize & (TABLE_ENTRIES - 1)] =
                Entry { key, score, mv: best.mv, depth: depth as i8, bound };
            best.value
        }

        /// The score from the table if it settles the question, and the move that was best here, as `list` would give it.
        fn probe(&self, position: &Position, key: u64, (alpha, beta): (i32, i32), depth: i32) -> (Option<i32>, Move) {
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
        /// static values are the values. The killer move is first: idea `no-killers`.
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
            position.board.gain(mv) * POINT - position.play(&self.network, mv).value(&self.network)
        }

        /// Lists the moves that differ in effect, without values. Their number is 0 only on a full board.
        fn list(&self, position: &Position, moves: &mut [Ranked; MOVES_MAX]) -> usize {
            let mut count = 0;
            for cell in cells(position.board.empty) {
                if position.is_independent(cell) {
                    continue;
                }
                let ends = position.board.ends(cell);
                for tile in (0..3).filter(|tile| !is_repeat(&ends, *tile)) {
                    moves[count].mv = Move { cell: cell as u8, tile };
                    count += 1;
                }
            }
            // Of the independent cells one is enough: see the head of `eval`.
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

    /// True if a tile does on a cell with these four ends what an earlier one does. Where the same lies behind two sides,
    /// exchanging them changes nothing: with N and S alike, l (N with W, S with E) and r (S with W, N with E) are one.
    pub fn is_repeat(ends: &[Behind; 4], tile: u8) -> bool {
        // Only walls can be equal: two sides never lead to the same side of another cell.
        let same = |a: usize, b: usize| ends[a] == ends[b] && ends[a].end >= LEFT;
        match tile {
            0 => false,
            1 => same(NORTH, EAST) || same(SOUTH, WEST),
            _ => same(NORTH, SOUTH) || same(EAST, WEST) || same(NORTH, WEST) || same(SOUTH, EAST),
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

/// Everything that a program of the contest needs besides the game is in the module `contest`.
fn main() {
    std::process::exit(contest::play(protocol::run));
}
