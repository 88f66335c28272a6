//! Ayu (CodeCup 2015): 30 pieces each on 11 x 11 points; every move brings one's units closer together, and who is on
//! turn without a move has won.
//!
//! Protocol: White reads `Start`, Black first reads White's first move. A move is `B4-A3`: the piece's point, then the
//! target. A program on turn that cannot move has won and writes nothing; `Quit` or the end of the input ends it.
//!
//! Method: principal variation search over positions on two 121-bit sets, with a transposition table, killer moves and
//! history scores; late moves are reduced and pruned, and so are positions far above the window near the leaves. A
//! position is judged by what each side still has to do (the joining cost: empty points on a shortest forest that joins
//! all its units, around the enemy's walls), by the parts that can no longer meet, and by a table of 3 x 3 patterns
//! learned from own games, all weighted by how far the joining has come; late in the game a small network corrects the
//! sum. Endgames are searched to the end: a proven result never stands on pruned moves.
//!
//! Where to begin: this file explains alpha-beta for all five players. Bottom up, read `rules` (the board in two sets),
//! then `joining` in `eval`; top down, `think` in `search` and then `negamax`. The room `contest` is the same in all
//! files and can be skipped.
//!
//! Measured with `jury match ayu target/release/ayu B --games N --time S --seed K` against the version of commit
//! a1302aa: 84-16 with 3 s (seed 8801), 33-3 with 30 s (8804), 91-29 with 1 s against 3 s (8802); against that of daef73f,
//! before the network, 31-29 with 3 s (8803) and 208 of 400 games (4,000 nodes against 4,100, for it is 4 % slower). Of 522
//! solved endings it has 504 right instead of 468 (5,000 nodes). Versions before, in
//! the first order: 177-23 (8002), 50-10 (8010, 7103), 79-41 (8003).
//! No forfeit, at most 2.6 of 3 s and 27.2 of 30 s, 21 MB. Greedy: 100-0 (3 s, 8805); a1302aa won 200-0 against it
//! (901) and against plain alpha-beta by costs alone (1 s, 902). What won it: twice as many nodes a second, and weights
//! learned at the ends of the lines that searches found best (see `tests/tune/ayu.rs`).
//!
//! What it does not do: no opening book (the first move gets a third of a usual slice), no thinking in the opponent's
//! time, no count of separate regions: the last shared one closes some 4 plies before the end, which the search sees
//! anyway. What else was tried stands in the head of `tests/tune/ayu.rs`. Its scores are hundredths of the logarithm of
//! its odds: +1.00 on stderr is a chance of 73 %.
//!
//! Build as the contest does: `rustc -O ayu.rs`

#![forbid(unsafe_code)]

// ---------------------------------------------------------------------------------------------------------------------
// Constants
// ---------------------------------------------------------------------------------------------------------------------

/// First two words on stderr.
const NAME: &str = "ayu 1.0";

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
// Rules: Board, Move, parse and format, legal moves, play and undo, score. No clock, no randomness, no I/O.
// ---------------------------------------------------------------------------------------------------------------------
pub(crate) mod rules {
    // Of the contest's room only the mixer of bits, for the keys of the hash.
    use super::contest::mix64;
    use std::fmt;

    /// Points along one side of the board.
    pub const SIDE: usize = 11;

    /// Points of the board: 121, so that a set of them fits a machine's widest integer.
    pub const POINTS: usize = SIDE * SIDE;

    /// A set of points: bit `row * 11 + column`, both from 0, so A1 is bit 0, K1 bit 10 and K11 bit 120.
    ///
    /// A step to the side is a shift by 1 and a step up or down a shift by 11, for all points of a set at once. That is
    /// why the board is kept in sets: a flood fill over 121 points takes a few instructions a round.
    ///
    /// ```text
    ///  row 11 | 110 111 ... 120      up    = bit + 11
    ///         |     ...              down  = bit - 11
    ///  row  2 |  11  12 ...  21      right = bit +  1
    ///  row  1 |   0   1 ...  10      left  = bit -  1
    ///             A   B       K
    /// ```
    pub type Set = u128;

    /// Every point of the board; the seven bits above stay 0 in all sets.
    pub const ALL: Set = (1 << POINTS) - 1;

    /// Column A: the lowest bit of each of the eleven rows, 1 + 2^11 + ... + 2^110, summed as a geometric series.
    const COLUMN_A: Set = ALL / ((1 << SIDE) - 1);

    /// The highest bit of each row.
    const COLUMN_K: Set = COLUMN_A << (SIDE - 1);

    /// The set moved by one point towards column A, which without the mask would become column K of the row below.
    #[inline]
    pub fn left(set: Set) -> Set {
        (set & !COLUMN_A) >> 1
    }

    /// The set moved by one point towards column K. The mask also keeps K11 from becoming bit 121, which is no point.
    #[inline]
    pub fn right(set: Set) -> Set {
        (set & !COLUMN_K) << 1
    }

    /// Towards row 1.
    #[inline]
    pub fn down(set: Set) -> Set {
        set >> SIDE
    }

    /// Towards row 11. What leaves the board at the top lies above bit 120 and is cut off; row 1 falls out by itself.
    #[inline]
    pub fn up(set: Set) -> Set {
        set << SIDE & ALL
    }

    /// All points next to a point of the set; points of the set are among them when they touch each other.
    #[inline]
    pub fn around(set: Set) -> Set {
        left(set) | right(set) | down(set) | up(set)
    }

    /// The part of `within` that is connected to `seed`, which lies in it. Each round goes one step in all directions
    /// and around one corner, so its cost is the length of the longest way, not the number of points.
    #[inline]
    pub fn flood(seed: Set, within: Set) -> Set {
        let (leftwards, rightwards) = (within & !COLUMN_K, within & !COLUMN_A);
        let mut reached = seed;
        loop {
            // To the sides first, then up and down from there too: fewer rounds than four steps at once.
            let row = reached | reached >> 1 & leftwards | reached << 1 & rightwards;
            let wider = row | (row >> SIDE | row << SIDE) & within;
            if wider == reached {
                return reached;
            }
            reached = wider;
        }
    }

    /// The seed of a flood fill: the lowest point of a set as a set of its own; 0 for the empty set.
    #[inline]
    pub fn lowest(set: Set) -> Set {
        // The negative number is the complement plus one: the carry stops at the lowest bit, which alone both have.
        set & set.wrapping_neg()
    }

    /// The points of a set, lowest first.
    pub struct Points(pub Set);

    impl Iterator for Points {
        type Item = usize;

        #[inline]
        fn next(&mut self) -> Option<usize> {
            if self.0 == 0 {
                return None;
            }
            // `& 127` shows the compiler that a table of 128 needs no bounds check.
            let point = self.0.trailing_zeros() as usize & 127;
            self.0 &= self.0 - 1;
            Some(point)
        }
    }

    /// One piece goes from a point to another.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub struct Move {
        pub from: u8,
        pub to: u8,
    }

    impl Move {
        /// Reads `B4-A3`; `None` for anything else.
        pub fn parse(text: &str) -> Option<Move> {
            let mut ends = text.split('-');
            // Whether a piece stands there is not asked here: that is a question to the board.
            let found = Move { from: parse_point(ends.next()?)?, to: parse_point(ends.next()?)? };
            ends.next().is_none().then_some(found)
        }
    }

    impl fmt::Display for Move {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            let column = |point: u8| char::from(b'A' + point % SIDE as u8);
            let row = |point: u8| point / SIDE as u8 + 1;
            write!(f, "{}{}-{}{}", column(self.from), row(self.from), column(self.to), row(self.to))
        }
    }

    /// Reads `B4`: a column from A to K, and a row without a leading zero.
    fn parse_point(name: &str) -> Option<u8> {
        let column = name.bytes().next()?.checked_sub(b'A')?;
        let digits = name.get(1..)?;
        let row = digits.parse::<u8>().ok()?.checked_sub(1)?;
        let plain = digits.bytes().all(|b| b.is_ascii_digit()) && !digits.starts_with('0');
        (plain && usize::from(column) < SIDE && usize::from(row) < SIDE).then(|| row * SIDE as u8 + column)
    }

    /// Room for the moves of one position: 98 at the start, and fewer later.
    pub const MOVES_MAX: usize = 256;

    /// The moves of one position, on the stack.
    pub struct MoveList {
        moves: [Move; MOVES_MAX],
        len: usize,
    }

    impl MoveList {
        pub fn new() -> MoveList {
            MoveList { moves: [Move { from: 0, to: 0 }; MOVES_MAX], len: 0 }
        }

        // `get_mut` rather than an index: a full list drops a move instead of ending the program and losing the game.
        #[inline]
        fn push(&mut self, from: usize, to: usize) {
            if let Some(slot) = self.moves.get_mut(self.len) {
                *slot = Move { from: from as u8, to: to as u8 };
                self.len += 1;
            }
        }

        #[allow(dead_code)] // for tests
        pub fn as_slice(&self) -> &[Move] {
            &self.moves[..self.len]
        }

        pub fn as_mut_slice(&mut self) -> &mut [Move] {
            &mut self.moves[..self.len]
        }
    }

    /// A position. White is side 0, Black side 1. There is no list of units: they split, join and move as wholes so
    /// often that finding them by flood fill is cheaper than keeping them up to date.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct Board {
        /// The points of each side's pieces.
        pub pieces: [Set; 2],
        /// The side on turn.
        pub turn: usize,
        /// Zobrist hash of pieces and turn.
        pub hash: u64,
    }

    impl Board {
        /// White stands on B1, D1 to J11, Black on A2, C2 to K10; White begins.
        ///
        /// ```text
        ///  11 . w . w . w . w . w .
        ///  10 b . b . b . b . b . b      six rows of five white pieces,
        ///     ...                        five rows of six black ones:
        ///   2 b . b . b . b . b . b      no two pieces touch, so each
        ///   1 . w . w . w . w . w .      side begins with 30 units
        ///     A B C D E F G H I J K
        /// ```
        pub fn new() -> Board {
            let (mut white, mut black) = (0, 0);
            for point in 0..POINTS {
                match (point / SIDE % 2, point % SIDE % 2) {
                    (0, 1) => white |= 1 << point,
                    (1, 0) => black |= 1 << point,
                    _ => {}
                }
            }
            Board::from_sets([white, black], 0)
        }

        /// Any position; the two sets are disjoint and lie within `ALL`.
        pub fn from_sets(pieces: [Set; 2], turn: usize) -> Board {
            let mut board = Board { pieces, turn, hash: 0 };
            board.hash = board.full_hash();
            board
        }

        /// The hash computed anew: what `play` and `undo` keep up to date.
        ///
        /// Zobrist's method: each pair of side and point has a random number, and a position is the exclusive or of
        /// those of its pieces. A number that goes in twice is out again, so a move works on three numbers rather than
        /// adding up sixty. The turn is part of it: with the other side on turn it is another position.
        pub fn full_hash(&self) -> u64 {
            let mut hash = if self.turn == 1 { BLACK_TURN } else { 0 };
            for (keys, set) in KEYS.iter().zip(self.pieces.iter()) {
                for point in Points(*set) {
                    hash ^= keys[point];
                }
            }
            hash
        }

        #[inline]
        pub fn empty(&self) -> Set {
            ALL & !(self.pieces[0] | self.pieces[1])
        }

        /// Makes a move of the side on turn; it need not be legal, but its piece is there and its target is empty.
        #[inline]
        pub fn play(&mut self, step: Move) {
            self.shift(step);
            self.turn ^= 1;
        }

        #[inline]
        pub fn undo(&mut self, step: Move) {
            self.turn ^= 1;
            self.shift(step);
        }

        /// Swaps the two points of a move: the same operation makes it and takes it back.
        #[inline]
        fn shift(&mut self, step: Move) {
            let (from, to) = (usize::from(step.from & 127), usize::from(step.to & 127));
            self.pieces[self.turn & 1] ^= (1 << from) | (1 << to);
            self.hash ^= KEYS[self.turn & 1][from] ^ KEYS[self.turn & 1][to] ^ BLACK_TURN;
        }

        /// True when a piece of the side on turn would go to an empty point; the move may be illegal all the same.
        pub fn can_apply(&self, step: Move) -> bool {
            self.pieces[self.turn & 1] >> step.from & 1 == 1 && self.empty() >> step.to & 1 == 1
        }

        /// The winner, who is on turn and cannot move; `None` while the game goes on.
        #[allow(dead_code)] // for tests: the search sees an empty list of moves
        pub fn result(&self) -> Option<usize> {
            let mut list = MoveList::new();
            self.legal_moves(&mut list);
            list.as_slice().is_empty().then_some(self.turn)
        }

        /// All legal moves of the side on turn, unit by unit. For each unit two questions are answered apart: which
        /// empty points bring it nearer to its nearest fellow, and which of its pieces may leave for them.
        pub fn legal_moves(&self, list: &mut MoveList) {
            list.len = 0;
            let (own, empty) = (self.pieces[self.turn & 1], self.empty());
            let mut rest = own;
            while rest != 0 {
                let unit = flood(lowest(rest), own);
                rest &= !unit;
                let targets = targets(unit, own & !unit, empty);
                if targets != 0 {
                    let holes = unit & (unit - 1) != 0 && has_hole(unit);
                    for from in Points(unit) {
                        Points(good_targets(unit, holes, from, targets)).for_each(|to| list.push(from, to));
                    }
                }
            }
        }

        /// Whether `legal_moves` would list the move: a fraction of the work, for one unit and one piece only.
        pub fn is_legal(&self, step: Move) -> bool {
            if !self.can_apply(step) {
                return false;
            }
            let own = self.pieces[self.turn & 1];
            let unit = flood(1 << step.from, own);
            let target = 1 << step.to & around(unit);
            target != 0
                && good_targets(unit, has_hole(unit), usize::from(step.from & 127), target) != 0
                && targets(unit, own & !unit, self.empty()) & target != 0
        }
    }

    /// The points next to a unit that are the first step of a shortest way over empty points to a nearest other unit;
    /// none when no other unit can be reached. A piece of the unit on any of them, and on no other, shortens the way:
    /// the point that the piece leaves lies at least as far from the others as the unit did.
    ///
    /// ```text
    ///  U 1 2 3 .      U is the unit, V the nearest other one, # the enemy. The numbers are the layers. Layer 3 is the
    ///  1 # 3 V .      first that touches V. Walked back from there, only the 1 to the right of U is left: the 1 below
    ///  2 3 4 . .      U lies on a way to V as well, but on a longer one.
    /// ```
    pub fn targets(unit: Set, others: Set, empty: Set) -> Set {
        // No shortest way is longer than the number of empty points, 61.
        let mut layers = [0; 64];
        // Points from which an own unit is a neighbour: reaching one is enough, for the way counts empty points only.
        let goal = around(others);
        let mut layer = around(unit) & empty;
        // Not visited yet. Taking every layer out makes each point appear once, in the layer of its distance.
        let mut open = empty & !layer;
        let mut depth = 0;
        while layer & goal == 0 {
            // An empty layer: the enemy's walls shut the unit in, and it cannot move.
            if layer == 0 || depth >= layers.len() {
                return 0;
            }
            layers[depth] = layer;
            depth += 1;
            layer = around(layer) & open;
            open &= !layer;
        }
        // Back again along the points that led there.
        let mut ways = layer & goal;
        for earlier in layers[..depth].iter().rev() {
            ways = around(ways) & earlier;
        }
        ways
    }

    /// Those of the targets, which are next to the unit, that its piece `from` can go to: those after which it is whole.
    ///
    /// A piece may go when the rest hangs together without it. Whether it does shows in most cases in the eight points
    /// around it: neighbours that are connected there need the piece no more. Where they are not, only a way around a
    /// hole could connect them, and Euler's formula says whether there is a hole at all. So the flood fill, the
    /// expensive part, is left for rings and for pieces whose target might mend the split.
    ///
    /// ```text
    ///  T B      A split that mends itself: without P the pieces A and B do not touch, but T touches both, so P may go
    ///  A P      to T, and to no target that touches one of them alone.
    /// ```
    #[inline]
    fn good_targets(unit: Set, holes: bool, from: usize, targets: Set) -> Set {
        let rest = unit ^ (1 << from);
        if rest == 0 {
            // A lone piece takes its unit along.
            return targets;
        }
        // A target that only the leaving piece touched would leave it alone there.
        let mut good = targets & around(rest);
        // Without a hole there is no way round: neighbours that are apart nearby are apart altogether.
        if good == 0 || JOINED[ring(unit, from)] || holes && flood(lowest(rest), rest) == rest {
            return good;
        }
        // The unit falls apart, but a target that touches all its parts mends it.
        let mut parts = rest;
        while parts != 0 && good != 0 {
            let part = flood(lowest(parts), rest);
            good &= around(part);
            parts &= !part;
        }
        good
    }

    /// True when a connected shape surrounds a point that is not its own, by Euler's formula: points less adjacent
    /// pairs plus full squares of four is 1 less the number of holes. Four in a square: 4 - 4 + 1 = 1, no hole; a ring of
    /// eight around one point: 8 - 8 + 0 = 0, one hole.
    pub fn has_hole(shape: Set) -> bool {
        // A point of `across` has its right neighbour in the shape, a point of `upright` the one above.
        let across = shape & left(shape);
        let upright = shape & down(shape);
        let squares = across & down(across);
        shape.count_ones() + squares.count_ones() != across.count_ones() + upright.count_ones() + 1
    }

    /// The eight points around a point as bits: the row below from left to right, left, right, the row above.
    ///
    /// ```text
    ///  5 6 7
    ///  3   4      the bits of the result
    ///  0 1 2
    /// ```
    #[inline]
    fn ring(set: Set, point: usize) -> usize {
        // The rotation brings the lower left neighbour to bit 0. What it carries over an edge is masked out.
        let near = set.rotate_right(point as u32 + 128 - SIDE as u32 - 1);
        let bits = (near & 7) | (near >> 8 & 8) | (near >> 9 & 16) | (near >> 17 & 224);
        bits as usize & usize::from(ON_BOARD[point & 127])
    }

    /// Which of the eight points of `ring` lie on the board: column K is not beside column A.
    static ON_BOARD: [u8; 128] = {
        let mut table = [0; 128];
        let mut point = 0;
        while point < POINTS {
            let below = if point < SIDE { 0b0000_0111 } else { 0 };
            let above = if point >= POINTS - SIDE { 0b1110_0000 } else { 0 };
            let left = if point % SIDE == 0 { 0b0010_1001 } else { 0 };
            let right = if point % SIDE == SIDE - 1 { 0b1001_0100 } else { 0 };
            table[point] = !(below | above | left | right);
            point += 1;
        }
        table
    };

    /// For each `ring`: true when the orthogonal neighbours in it are connected within it, so that the middle can go.
    static JOINED: [bool; 256] = {
        // The bits of the ring in the order of a walk around it, corners at even places.
        const WALK: [usize; 8] = [0, 1, 2, 4, 7, 6, 5, 3];
        let mut table = [false; 256];
        let mut bits = 0;
        while bits < 256 {
            // Each orthogonal neighbour is the end of one connected run unless corner and next neighbour follow it.
            let mut runs = 0;
            let mut place = 1;
            while place < 8 {
                let here = bits >> WALK[place] & 1;
                let corner = bits >> WALK[(place + 1) % 8] & 1;
                let next = bits >> WALK[(place + 2) % 8] & 1;
                if here == 1 && (corner == 0 || next == 0) {
                    runs += 1;
                }
                place += 2;
            }
            // No end at all means that all eight points are filled, or that no neighbour is: nothing to be split.
            table[bits] = runs <= 1;
            bits += 1;
        }
        table
    };

    /// One number that looks random for each side and point, fixed so that the same seed gives the same game.
    static KEYS: [[u64; 128]; 2] = {
        let mut table = [[0; 128]; 2];
        let mut i = 0;
        while i < 256 {
            table[i / 128][i % 128] = mix64(i as u64 + 1);
            i += 1;
        }
        table
    };

    /// In the hash when Black is on turn.
    const BLACK_TURN: u64 = mix64(1_000);
}

// ---------------------------------------------------------------------------------------------------------------------
// Evaluation
// ---------------------------------------------------------------------------------------------------------------------
pub(crate) mod eval {
    // From the rules it borrows the sets and their shifts, for distances are measured by layers of sets, and `Board`
    // and `Move`, to keep the patterns up to date while moves are made. It generates no moves.
    use super::contest::decode;
    use super::rules::{around, flood, lowest, targets, Board, Move, Points, Set, ALL, POINTS, SIDE};

    /// What one side still has to do to join its units.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    pub struct Joining {
        /// Empty points to be filled: the weight of a minimum spanning forest of the units. About as many moves.
        pub cost: i32,
        /// Units of the side.
        pub units: i32,
        /// Trees of the forest: parts that cannot meet, because the enemy's walls are between them.
        pub trees: i32,
        /// Empty points on the longest edge of the forest.
        pub longest: i32,
        /// Edges of one empty point: two units that a single move can join.
        pub short: i32,
    }

    /// The units of a side, and how many there are.
    #[inline]
    fn units(own: Set) -> ([Set; 32], usize) {
        let mut units = [0; 32];
        let mut count = 0;
        let lone = own & !around(own);
        for piece in Points(lone) {
            units[count & 31] = 1 << piece;
            count += 1;
        }
        let mut rest = own & !lone;
        while rest != 0 {
            units[count & 31] = flood(lowest(rest), rest);
            rest &= !units[count & 31];
            count += 1;
        }
        (units, count)
    }

    /// The joining cost of the pieces `own` around the walls of `enemy`.
    ///
    /// Every part of the forest, at first every unit, grows by one layer of empty points at a time. Parts that come to
    /// touch are as far apart as the steps of both, and become one: lengths come in order, so taking each meeting of two
    /// trees is Kruskal's method.
    ///
    /// ```text
    ///  A 1 B        both grow onto the point 1: 2 * 0 + 1 = 1 empty point between A and B
    ///  A 1 1 B      two points of layer 1 are neighbours: 2 * 1 = 2 empty points
    ///  A 1 2 1 B    both grow onto the point 2: 2 * 1 + 1 = 3
    /// ```
    pub fn joining(own: Set, enemy: Set) -> Joining {
        let (mut parts, mut count) = units(own);
        let mut found = Joining { units: count as i32, ..Joining::default() };
        let mut open = ALL & !own & !enemy;
        let mut length = 0;
        // One tree left: all is joined.
        while count > 1 {
            let mut layer = 0;
            for part in parts[..count & 31].iter_mut() {
                let wider = around(*part) & open;
                *part |= wider;
                layer |= wider;
            }
            // An empty layer: what is apart stays apart, for there is a wall between.
            if layer == 0 {
                break;
            }
            open &= !layer;
            for &neighbours in [false, true].iter() {
                length += 1;
                let trees = merge(&mut parts, count, neighbours);
                let joined = (count - trees) as i32;
                if joined > 0 {
                    found.cost += length * joined;
                    found.longest = length;
                    found.short += if length == 1 { joined } else { 0 };
                    count = trees;
                }
            }
        }
        found.trees = count as i32;
        found
    }

    /// Joins the first `count` parts where they share a point or, asked for `neighbours`, have neighbouring ones.
    /// Returns how many are left. The inner loop has no branch to be guessed wrongly, which made it a third faster.
    #[inline]
    fn merge(parts: &mut [Set; 32], mut count: usize, neighbours: bool) -> usize {
        let mut i = 0;
        while i + 1 < count {
            let mut part = parts[i & 31];
            loop {
                let mut reach = if neighbours { around(part) } else { part };
                let mut kept = i + 1;
                for j in i + 1..count {
                    let other = parts[j & 31];
                    let apart = reach & other == 0;
                    let joined = if apart { 0 } else { other };
                    part |= joined;
                    reach |= joined;
                    parts[kept & 31] = other;
                    kept += usize::from(apart);
                }
                if kept == count {
                    break;
                }
                // It has grown: what was too far away before may touch it now.
                count = kept;
            }
            parts[i & 31] = part;
            i += 1;
        }
        count
    }

    // The evaluation is a sum: what `Joining` counts says how far each side is from its aim, and the patterns say how
    // well it stands, for the costs see no wall before it is closed. The weight of everything changes during the game,
    // and whoever has fewer moves to make wins: so the costs themselves are the clock, and the number of plies is not.

    /// Terms of the evaluation besides the patterns: what `Joining` counts, White's less Black's, and the turn.
    pub const TERMS: usize = 9;

    /// Every weight has this many values, one for each of these sums of both sides' joining costs (58 at the start).
    ///
    /// ```text
    ///  sum of costs   4 ------ 16 ---------- 32 ---------------- 56     the game runs from right to left
    ///  value          0        1             2                   3
    /// ```
    pub const ANCHORS: usize = 4;
    const ANCHOR_COSTS: [i32; ANCHORS] = [4, 16, 32, 56];

    /// The weights, all for White, in hundredths of the logarithm of White's odds: 100 more make a chance of one half
    /// one of 73 %. A player thinks in moves; late in the game one move is worth about a quarter of that.
    ///
    /// Why the logarithm of odds: independent reasons to win multiply the odds, so their logarithms can be added, and
    /// logistic regression, which learned these numbers from the results of games, assumes just that.
    #[derive(Clone)]
    pub struct Weights {
        pub terms: [[i32; ANCHORS]; TERMS],
        /// By the code of a pattern.
        pub patterns: Box<[[i16; ANCHORS]]>,
    }

    impl Weights {
        pub fn learned() -> Weights {
            Weights::new(LEARNED_TERMS, &PATTERNS)
        }

        /// Spreads the weights of the classes, `ANCHORS` for each, over the codes of all patterns.
        pub fn new(terms: [[i32; ANCHORS]; TERMS], classes: &[i16]) -> Weights {
            let mut patterns = vec![[0; ANCHORS]; CODES].into_boxed_slice();
            for (pattern, (class, sign)) in patterns.iter_mut().zip(fold()) {
                let values = classes.iter().skip(class * ANCHORS);
                pattern.iter_mut().zip(values).for_each(|(weight, value)| *weight = value * sign);
            }
            Weights { terms, patterns }
        }
    }

    /// Patterns of 3 x 3 points by place: in the middle of the board, at the four edges, in the four corners. Of a
    /// place at the edge only the six points on the board count, in a corner four.
    ///
    /// A code is a number to the base 3 with one digit for each point on the board: 3^9 = 19,683, 3^6 = 729, 3^4 = 81.
    /// The places are kept apart because the edge itself is a wall: the same pieces mean something else beside it.
    pub const CODES: usize = 19_683 + 4 * 729 + 4 * 81;

    /// The nine points of a pattern in the order of their digits, as steps in rows and columns.
    ///
    /// ```text
    ///  6 7 8      row above
    ///  3 4 5      4 is the middle
    ///  0 1 2      row below
    /// ```
    const SLOTS: [(i32, i32); 9] = [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 0), (0, 1), (1, -1), (1, 0), (1, 1)];

    /// Which edges a place touches, -1, 0 or 1 in rows and columns, and the code of its first pattern.
    const PLACES: [(i32, i32, u16); 9] = [
        (0, 0, 0),
        (-1, 0, 19_683),
        (0, -1, 20_412),
        (0, 1, 21_141),
        (1, 0, 21_870),
        (-1, -1, 22_599),
        (-1, 1, 22_680),
        (1, -1, 22_761),
        (1, 1, 22_842),
    ];

    /// What each slot's digit (0 empty, 1 White, 2 Black) is worth in a pattern's code at a place; 0 off the board.
    fn digit_values(place: (i32, i32, u16)) -> [u16; 9] {
        let mut values = [0; 9];
        let mut worth = 1;
        for (value, slot) in values.iter_mut().zip(SLOTS.iter()) {
            if (place.0 == 0 || slot.0 != place.0) && (place.1 == 0 || slot.1 != place.1) {
                *value = worth;
                worth *= 3;
            }
        }
        values
    }

    /// For every code the number of its class and its sign. A class holds the patterns that turning, mirroring and
    /// swapping the colours make of one; swapping turns the sign, and what it does not change favours nobody: sign 0.
    ///
    /// What is good for White in one corner is so in all four, and good for Black when the colours change. Folding
    /// these together leaves far fewer weights to learn, and each is learned from many times as many examples.
    pub fn fold() -> Vec<(usize, i16)> {
        // By the pattern's number in two bits a slot, 18 bits in all; `usize::MAX` means that no class has it yet.
        let mut numbers = vec![usize::MAX; 1 << 18];
        let mut next = 0;
        let mut found = Vec::with_capacity(CODES);
        for &place in PLACES.iter() {
            let values = digit_values(place);
            let patterns = 3u16.pow(values.iter().filter(|&&v| v > 0).count() as u32);
            for pattern in 0..patterns {
                // Two bits a slot; 3 is off the board.
                let mut slots = [3; 9];
                for (slot, &value) in slots.iter_mut().zip(values.iter()).filter(|&(_, &v)| v > 0) {
                    *slot = usize::from(pattern / value % 3);
                }
                // White and Black change places; empty points (0) and those off the board (3) stay.
                let (same, swapped) = (least_turn(&slots), least_turn(&slots.map(|digit| [0, 2, 1, 3][digit & 3])));
                let number = &mut numbers[same.min(swapped)];
                if *number == usize::MAX {
                    *number = next;
                    next += 1;
                }
                let sign = (same < swapped) as i16 - (swapped < same) as i16;
                found.push((*number, sign));
            }
        }
        found
    }

    /// The least number that a pattern gives in any of its eight orientations: four turns, each as it is and mirrored
    /// in the diagonal.
    fn least_turn(slots: &[usize; 9]) -> usize {
        let number = |slots: &[usize; 9]| slots.iter().fold(0, |sum, digit| sum * 4 + digit);
        let mut slots = *slots;
        let mut least = number(&slots);
        for _ in 0..4 {
            let [a, b, c, d, e, f, g, h, i] = slots;
            slots = [g, d, a, h, e, b, i, f, c];
            least = least.min(number(&slots)).min(number(&[a, d, g, b, e, h, c, f, i]));
        }
        least
    }

    /// A board with the patterns around all its points, kept up to date from move to move.
    ///
    /// A move changes two points, and each is part of nine patterns: eighteen look-ups instead of 121. The codes can be
    /// turned back by subtraction, but the sums are remembered: undoing costs no look-up.
    pub struct Position {
        pub board: Board,
        pub weights: Weights,
        /// The code of the pattern around each point.
        codes: [u16; 128],
        /// The patterns' weights, summed over the board.
        sums: [i32; ANCHORS],
        /// The sums before each move that can be undone.
        earlier: [[i32; ANCHORS]; 256],
        /// The score and the phase of each position since `set`, by `depth`, as far as they were evaluated.
        judged: [Option<(i32, usize, i32)>; 256],
        /// How many of them there are, modulo 256: no search goes as deep.
        depth: u8,
        /// For each point the patterns that it is part of: the point in the middle and what a digit is worth there.
        shares: Box<[[(u8, u16); 9]]>,
    }

    impl Position {
        pub fn new(weights: Weights) -> Position {
            let mut shares = vec![[(0, 0); 9]; 128].into_boxed_slice();
            for point in 0..POINTS {
                for (k, (row, column)) in SLOTS.iter().enumerate() {
                    let middle = ((point / SIDE) as i32 - row, (point % SIDE) as i32 - column);
                    if let Some(place) = place_of(middle) {
                        let at = middle.0 * SIDE as i32 + middle.1;
                        shares[point][k] = (at as u8, digit_values(place)[k]);
                    }
                }
            }
            let mut position = Position {
                board: Board::new(),
                weights,
                codes: [0; 128],
                sums: [0; ANCHORS],
                earlier: [[0; ANCHORS]; 256],
                judged: [None; 256],
                depth: 0,
                shares,
            };
            position.set(&Board::new());
            position
        }

        /// Takes another board.
        pub fn set(&mut self, board: &Board) {
            self.board = board.clone();
            for point in 0..POINTS {
                let middle = ((point / SIDE) as i32, (point % SIDE) as i32);
                self.codes[point] = place_of(middle).map_or(0, |place| place.2);
            }
            for side in 0..2 {
                for point in Points(board.pieces[side]) {
                    self.shift(point as u8, side as u16 + 1);
                }
            }
            self.depth = 0;
            self.judged[0] = None;
            self.sums = [0; ANCHORS];
            for code in self.codes[..POINTS].iter() {
                add(&mut self.sums, &self.weights.patterns[usize::from(*code)], 1);
            }
        }

        #[inline]
        pub fn play(&mut self, step: Move) {
            let digit = self.board.turn as u16 + 1;
            self.board.play(step);
            self.earlier[usize::from(self.depth)] = self.sums;
            self.depth = self.depth.wrapping_add(1);
            self.judged[usize::from(self.depth)] = None;
            // A digit leaves the code by adding its negative, modulo 2^16. Patterns around both ends change twice, and
            // the sums are right in between as well, because every old weight is taken out before its code changes.
            for &(point, digit) in [(step.from, digit.wrapping_neg()), (step.to, digit)].iter() {
                for &(middle, worth) in self.shares[usize::from(point & 127)].iter() {
                    let code = &mut self.codes[usize::from(middle & 127)];
                    add(&mut self.sums, &self.weights.patterns[usize::from(*code)], -1);
                    *code = code.wrapping_add(worth.wrapping_mul(digit));
                    add(&mut self.sums, &self.weights.patterns[usize::from(*code)], 1);
                }
            }
        }

        #[inline]
        pub fn undo(&mut self, step: Move) {
            self.board.undo(step);
            self.depth = self.depth.wrapping_sub(1);
            self.sums = self.earlier[usize::from(self.depth)];
            let digit = self.board.turn as u16 + 1;
            self.shift(step.from, digit);
            self.shift(step.to, digit.wrapping_neg());
        }

        /// Adds to the digit of a point in all patterns around it.
        #[inline]
        fn shift(&mut self, point: u8, digit: u16) {
            for &(middle, worth) in self.shares[usize::from(point & 127)].iter() {
                let code = &mut self.codes[usize::from(middle & 127)];
                *code = code.wrapping_add(worth.wrapping_mul(digit));
            }
        }

        /// The codes of the patterns around all points.
        #[allow(dead_code)] // for tests and the tuner
        pub fn codes(&self) -> &[u16] {
            &self.codes[..POINTS]
        }

        /// How good the position is for the side on turn, in hundredths of the logarithm of its odds; `None` when it
        /// cannot move, and has won.
        pub fn evaluate(&mut self) -> Option<i32> {
            let [white, black] = self.board.pieces;
            let sides = [joining(white, black), joining(black, white)];
            let on_turn = &sides[self.board.turn & 1];
            // As many trees as units: no edge was found, so no two units of the side on turn can ever meet.
            if on_turn.trees == on_turn.units {
                return None;
            }
            let cost = sides[0].cost + sides[1].cost;
            let (low, share) = phase(cost);
            let mut score = self.sum(&sides, low, share).clamp(-SCORE_MAX, SCORE_MAX);
            let say = say(cost, score);
            if say > 0 {
                score += correct(&inputs(&self.board, &sides, score)) * say / SAY;
            }
            self.judged[usize::from(self.depth)] = Some((score, low, share));
            Some(score)
        }

        /// The sum of terms and patterns, for the side on turn.
        pub fn sum(&self, sides: &[Joining; 2], low: usize, share: i32) -> i32 {
            // Both anchors' sums, then the point between them: the same as interpolating every weight, with two sums.
            let (mut below, mut above) = (self.sums[low], self.sums[low + 1]);
            for (term, weights) in terms(sides, self.board.turn).iter().zip(self.weights.terms.iter()) {
                below += term * weights[low];
                above += term * weights[low + 1];
            }
            let score = (below * (PHASES - share) + above * share) / PHASES;
            // The weights speak for White, the search for the side on turn.
            score * [1, -1][self.board.turn & 1]
        }

        /// About what `evaluate` would say, and how far off it may be, if the position before the last move was
        /// evaluated: a twentieth of the work. Most moves join by one point, which is worth about as much as being on turn,
        /// so only the patterns are looked at again. The standard deviation is 8 at the start and 20 to 30 later; not
        /// before the very end, when sides run out of moves, is it too large to be of use.
        pub fn guess(&self) -> Option<(i32, i32)> {
            /// The turn twice, for White's score has it with one sign and Black's with the other, less one point.
            const CHANGE: i32 = 11;
            /// Of one standard deviation, by anchor: wrong on one side of the window in a few of a hundred.
            const MARGIN: [i32; ANCHORS - 1] = [0, 25, 15];
            let before = usize::from(self.depth.wrapping_sub(1));
            let (score, low, share) = self.judged[before]?;
            if low == 0 {
                return None;
            }
            let [below, above] = [low, low + 1].map(|anchor| self.sums[anchor] - self.earlier[before][anchor]);
            let change = (below * (PHASES - share) + above * share) / PHASES;
            let change = if self.board.turn == 0 { change } else { -change };
            Some((CHANGE + change - score, MARGIN[low]))
        }
    }

    // When few moves are left, neither costs nor patterns see who can still be hindered: an enemy on a point where two
    // units meet makes their way longer, or saves them the moves if there is no other way. So a small network corrects
    // the sum, by the points where a side's units can meet and those of them that the enemy can go to.

    /// Where units can meet: points on ways of one empty point between two of them, on ways of two, and in the middle of
    /// ways of three. All such ways, not only the shortest of a unit: who has two need not fear for one. Then the targets
    /// of the side's moves.
    fn links(own: Set, empty: Set) -> ([Set; 3], Set) {
        let (units, count) = units(own);
        let units = &units[..count & 31];
        // Of each unit the empty points next to it, and those next to them.
        let mut layers = [(0, 0); 32];
        // The points in these of one unit at least, and those in two.
        let (mut near, mut one, mut once, mut twice) = (0, 0, 0, 0);
        for (layer, &unit) in layers.iter_mut().zip(units) {
            let first = around(unit) & empty;
            let next = around(first) & empty;
            one |= near & first;
            near |= first;
            twice |= once & next;
            once |= next;
            *layer = (first, next);
        }
        let (mut two, mut three, mut second, mut steps) = (0, 0, 0, 0);
        for (&(first, next), &unit) in layers.iter().zip(units) {
            // Next to a point that is next to another unit.
            let beside = first & (twice | once & !next);
            two |= beside;
            three |= second & next;
            second |= next & !near;
            // The first steps to the nearest unit. Where it is three or more points away they are found layer by layer.
            let short = if first & one != 0 { first & one } else { beside };
            steps |= if short != 0 { short } else { targets(unit, own & !unit, empty) };
        }
        ([one, two & !one, three], steps)
    }

    /// How far the network's correction counts, 0 to `SAY`: only below a sum of costs of 14, and not where the sum of terms
    /// and patterns is beyond 400, for there it changes nothing that matters. Anywhere else it would cost more than it
    /// brings: it takes two thirds as long as all the rest of an evaluation.
    pub const SAY: i32 = 400;
    pub fn say(cost: i32, sum: i32) -> i32 {
        (14 - cost).clamp(0, 4) * (400 - sum.abs()).clamp(0, 100)
    }

    /// Numbers that the network sees, of each side and in all, and its hidden units.
    const SIDE_INPUTS: usize = 13;
    pub const INPUTS: usize = 32;
    pub const HIDDEN: usize = 16;

    /// The inputs: for the side on turn and then for the other what `Joining` counts and how many points `links` finds,
    /// all and those that are targets of the enemy. Then the points that both can go to, the sum that is to be corrected,
    /// who is ahead, a constant, and the targets of each.
    pub fn inputs(board: &Board, sides: &[Joining; 2], sum: i32) -> [i16; INPUTS] {
        let (turn, empty) = (board.turn & 1, board.empty());
        let links = [turn, turn ^ 1].map(|side| links(board.pieces[side], empty));
        let many = |set: Set| set.count_ones() as i32;
        let mut inputs = [0; INPUTS];
        for (k, place) in inputs[..2 * SIDE_INPUTS].chunks_mut(SIDE_INPUTS).enumerate() {
            let (side, ([one, two, three], _), enemy) = (&sides[turn ^ k], links[k], links[k ^ 1].1);
            let (edges, done) = (side.units - side.trees, i32::from(side.cost == 0));
            let counts = [side.cost, edges, side.short, side.units, side.trees, side.longest, done];
            let ways = [one, two, three, one & enemy, two & enemy, three & enemy].map(many);
            place.iter_mut().zip(counts.iter().chain(ways.iter())).for_each(|(input, &count)| *input = count as i16);
        }
        let ahead = (1 - 2 * (sides[turn].cost - sides[turn ^ 1].cost)).signum();
        let (own, enemy) = (links[0].1, links[1].1);
        let last = [many(own & enemy), (sum / 16).clamp(-32, 32), 2 * ahead, 4, many(own), many(enemy)];
        inputs[2 * SIDE_INPUTS..].iter_mut().zip(last.iter()).for_each(|(input, &value)| *input = value as i16);
        inputs
    }

    /// The network's correction: hidden units that are sums of the inputs, cut off below 0 and above 256, and their sum.
    fn correct(inputs: &[i16; INPUTS]) -> i32 {
        let (rows, out) = NETWORK.split_at(INPUTS * HIDDEN);
        let sum = |row: &[i16]| row.iter().zip(inputs).map(|(&w, &x)| i32::from(w) * i32::from(x)).sum::<i32>();
        rows.chunks_exact(INPUTS).zip(out).map(|(row, &w)| sum(row).clamp(0, 256) * i32::from(w)).sum::<i32>() / 256
    }

    /// Its weights, printed by `tune-ayu network`: for each hidden unit those of the inputs, then those of the hidden units.
    static NETWORK: [i16; (INPUTS + 1) * HIDDEN] = decode(
        "
        -D7P.u@E&?4t}r}rKWF8ive7tT8A8ft<sUsADv~vJvLELuHvQuXuCv]8S8<x=wWw@2OUWAbu>0(*t&tjuYva>b]5+^vK>e7e@uVevhtktPt;5
        u/*uDuPvQt^u?S1vcw=TE?&`QuNLvTKvN](4u1QJx/wKu(vZluIvmwPEw:'uJuKtiu-tKu6EvhObMF$T8uPvaSBL6u0t3ty6=vhvHvT,w<vouU
        :WHu%v`Ru0H2vIuNuCPuM4_V9uW9wUwVvuvYv`IvTuJT)Y`BIuJvOvSPlE$g<J8?:W/AM_uXLwVSuQ@1uA[wJGuX.wivgxIwWHto6I-N*ev`wf
        T?;?4u6t}so3`.0uM-t}7PMtqr>r[rYHuNBFWvNLuM.u;kKuAvMIv~w,vHTvMvi])u;tDAUvY$w/u=`3u>KIP@uT1u@u+vIXBT7w<wdw>Y:vH
        &uEW>vk;/t~u,/vRRvivW:(uBj2*tjuU^85It=s,sH9(V<[F^KA=uBtAt)tBHw'w#R`;8O4vJD6KDPuItvtIuQvZ-uVtf+t~=#DtGsrsht5Ftl
        vlBSej](uQi7vOuVuJsQsstrGu#U-vlPvz:GSwcGtw5X-Ge2OOBEv]C<4F:Bu4sl:vW?uNtau.t|<-?tRtAs@s]Nu,vWb`DjwGvfguS8wMvsc
        r3uDtF[-fkeBx&vP.,c#t|skJY3iE*25>C2SOTWGYY3>RSFA;/T0,IFDFQJ4Bx;u/v{tQvltmwcsyvmu2z0qQvZsrw52
        ",
    );

    /// No evaluation is beyond this, so that a win always counts more; sums of weights stay far below.
    const SCORE_MAX: i32 = 20_000;

    /// The place of a pattern by its middle, `None` off the board.
    fn place_of(middle: (i32, i32)) -> Option<(i32, i32, u16)> {
        let last = SIDE as i32 - 1;
        let edge = |at: i32| (at == last) as i32 - (at == 0) as i32;
        if middle.0 < 0 || middle.1 < 0 || middle.0 > last || middle.1 > last {
            return None;
        }
        PLACES.iter().find(|place| (place.0, place.1) == (edge(middle.0), edge(middle.1))).copied()
    }

    #[inline]
    fn add(sums: &mut [i32; ANCHORS], weights: &[i16; ANCHORS], sign: i32) {
        sums.iter_mut().zip(weights.iter()).for_each(|(sum, weight)| *sum += sign * i32::from(*weight));
    }

    /// Parts into which the way from one anchor to the next is divided.
    pub const PHASES: i32 = 256;

    /// The anchor below a sum of joining costs, and how far it is on the way to the next.
    pub fn phase(cost: i32) -> (usize, i32) {
        let low = ANCHOR_COSTS[1..ANCHORS - 1].iter().filter(|&&anchor| cost >= anchor).count();
        let (a, b) = (ANCHOR_COSTS[low], ANCHOR_COSTS[low + 1]);
        (low, ((cost - a) * PHASES / (b - a)).clamp(0, PHASES))
    }

    /// White's terms less Black's, in the order of `LEARNED_TERMS`.
    ///
    /// A cost is something still to do, so its weight is negative: White's costs count against White. The turn comes as
    /// +1 for White and -1 for Black, so that swapping the colours changes the sign of every term.
    pub fn terms(sides: &[Joining; 2], turn: usize) -> [i32; TERMS] {
        let (a, b) = (&sides[0], &sides[1]);
        let tempo = if turn == 0 { 1 } else { -1 };
        let costs = a.cost - b.cost;
        let longest = a.longest - b.longest;
        // If every move joined by one point, on turn with the same cost would be as good as ahead by half a point.
        let ahead = (tempo - 2 * costs).signum();
        let undone = i32::from(a.cost > 0) - i32::from(b.cost > 0);
        let far = |side: &Joining| side.longest.min(8) * side.longest.min(8) / 4;
        let short = a.short - b.short;
        [tempo, costs, longest, a.trees - b.trees, a.units - b.units, short, ahead, undone, far(a) - far(b)]
    }

    /// What do they say? A point of cost is worth little at the start, where nobody knows yet who will be walled in, and
    /// 20 to 30 hundredths later; to be on turn is worth about 20. What counts at the end is who will be ready
    /// first if every move joins by one point (91 for either), and who is ready (110). Of two sides with the same cost
    /// the one in more units and trees stands worse, but edges of a single point are good: one move does it, and the
    /// enemy has little time to come between.
    ///
    /// Weights of the terms, learned with the patterns: the turn, the cost of joining, the longest edge, the trees, the
    /// units, the edges of one empty point, who is ahead, what is not yet joined, the square of the longest edge.
    const LEARNED_TERMS: [[i32; ANCHORS]; TERMS] = [
        [45, 26, 24, 19],
        [-22, -30, -22, -6],
        [-55, 8, 7, -4],
        [-149, -125, -71, -21],
        [-79, -32, -10, -16],
        [33, 30, -5, -4],
        [91, -3, 0, -1],
        [-110, -116, -59, 0],
        [29, -2, 1, 0],
    ];

    /// The weights of the patterns, learned with the terms from positions of 26,000 own games (`tests/tune/ayu.rs` says how).
    /// Four weights a class of patterns, one for each anchor, in the order in which `fold` meets the classes.
    static PATTERNS: [i16; 6708] = decode(
        "
        GGGG9CDFGGHI>EIKSSLKMIIFGGGGEGEFVKIIu?@ADlKLEJEGD0JHAGGGGvHFIGLVMGFHMKf_RM=KMGMJGF`LMKuFULI0XMF2QKKAHQKFHKJc
        DEKDOSL9NNUvNSSMFGIJJIKHBDEFhIJMF=KH_LQQAEKNFFGC2IKIvUFIJvjEOCJOMKuIY_DdJROKLBH8LIEJ3IX(LQHGOLKJJLHZFKIQFE@@
        =C0IIGC=KJICPMI?FGGOOJK^GG=dNQHPKG@EPF&IMJA2KPJ8IKJANQJCJMLBQMI-IGI_MHGu5KKDGQJL(JKJ*NOO9FGHk/FK.5DI@FGE-EGB
        hVUU;OGQ6DHICNJI3BCK[hG>WuTXvK/BJNuV>JCPTONvLCEIMVKJJMQKgLII#??B/[LN]FFGFGIGGJHG1MOKbgKO>LLLvNUKF7GNIt{PMKEI
        IIIMFF:QOK?KBG*XN;uYJIK>JNKuK=FNHvIUM3IIGGGGG7PQB.GIFO>Q9HKQJ?OQMv^@AFuTDFD&MLGGGGGXQMK5CFE?7=?GGGGuATNFMGFK
        KIE=EFIFLIC5S7Q0JLG=SIIFHFGIBGHGKFCAGNI@O&#LASEU>HEH>IKH1EFEDIHEHEGI;MLQuVRI=9IIIQPFDSSKA>JHKuYCG3ttuW@GMOGG
        ,@HWuFUAH3CJD73IWuF9K,3FAGjFE4C-B=QOFJvRAHIFOQEGCGH]YIKdRSLXLKM<CC>vwQD@IFABKDPFjQMQ9DJE83F?7FKJ5+T@]HHF>IKG
        fMHFuV8HJdKEC_7=EgDEGuJ?GHXQMGG^@?GGGGcNIDU^QQ?CKLMUR>'ZPOAIHG)hTLkKCGvXQKG@QFBGGGGGIOIuJXNMMEOB.gRLBFCC+PNE
        NDEGXHKFMHEATXNuWu#NKK9UMIu2NKGgDPNFUKD7:IDGGGGGJIHC#4Je<9BYa<QGGGG2-@BGKXG(*GGvRYZGSKHEdLGLvPRM@@l6BGGGG#TK
        uINdUIRXWTS1PH@JREuXEIGcXPLvPDTFKOZh/IIDMFD*<=G)?ODCLEGGOJIAUBLJ>FPJEKMBO?E??FESO>IX]HFJNIIJBNMR=FCDDDGGYvOl
        G5vNSCuMFXBD_GAE<OKT]KGuU<QE]QON>?GJuYuAC:`N@ZgN=?0CDE.D7D&GCD2IKIA<B<IA;EvYDCC:B@IIHIH1IJI=/CCuTD@DOMGGuXE?
        D8E@BMHCDOuVD6PMPFvPXRPHPS5uYNBJHhQIuBYKGvOkVBTXHEb?GI7lQF$ML@&6AF.PS;OaOI'fUIY]QI?vMRH9TL;UQT<A6M`ERZ/P[JGV
        `XHZ`IC]PFDJMMHuXWN?VN@KYZMSFJMJ-TIIPEGI>GEEWJA?u;QKAKMH6OD?3?8LdtsPKHuHKGHu-LMOvINNK#UKC&>EE[b^4uT^FLCvJX$T
        MKKOQOJYNJGeuXQHAWLJvJ^RM=Q^=avHjuTuW0AQE9O;@vJDOu9OKGkZMJ8_KQ6JOEuTWJHuMUNGuJK<<?fC?v^[PAGGGGID@MjOPN4PPPGK
        DNu8WaIuS8CAN?I5]TH?RJM>6eN@aPD<9QA1eJM:aNMLvvV[J;TME7VPUMPILJuVT6:2?>F@HHZOKOvMIRTvLIS@48_KaV@S[TFA0EO3abE(
        +VPKVLU=[NJIMKEDFMIGRPE2P8HNQMIG?KFE`QGIHIFHLIEBSIA;RKHAB>HHu9u>YG;7MIHEE?HHAGGJKH?KGGNLHH=FD>GKCNCNK7&DCHHJ
        IGDMIMLFECOi>KcPRU`ILFGODWQNMH-?JKGPG3GOPM69I2.4T_ACRJvOR<C]FES1/O83JCGSPKJ2bVHvcvHH[O`JD@bIMuF0Q;uTENX8WNN;
        S0T>gJNaFJJGvNGC6G>JGGLGD`HSDAA<*MAG9FCFNH>C7AIH,EB?aYQIdGKKcUCHu9GCCiDEE7LHJE;P;G@6MG1F:XuGJ:GCC?=RAGPPCNcR
        ?GgiVPDA?D17]ETTIEu,&X5DLFH4OKKSKAEuI`PH^>IGvHSN@vHAIHvT@AFt|u9CuXu@LIE.HGIEJIG7DFE,QJ>GVK5Fu6Gdu2uW6KGGGGvO
        [GEgWMH`VDC$@BGuR%S0uV:>cZJGFuA/MBcEEKvV@?K,GTYuOPCE`OKFu&FDIuCOHIu'NMIu:IFTePCIvcNCCuTu1S3IuU&YuQ$aHvRuNIGA
        L@vN7vqaOlTDH(GBM@uLJ=7MHK8OOICRICF?9J,CDBBB?KuVJMK=.AICQMHAQNKM46C`9<CvU9:M*FGAN8CC>NLNCaGEC9=>QJD]F;A5@FEH
        <OMHQKMKe>J@[KGCVEBGuHI;[AJML<9=LHLOMFLKGvp_KMK;=EID?@v_A;]GGGGCFFIJCC<OSLQFLIEeGREGBGDDLG;D;BHND=?uK@@CDACF
        C6;ET@67.7A1]+F?h??AvQ6CC79BGv|@DCkHGJhG<FGKA;/&??uLC8#4<?BB?CAwA>AEwGB>GwHKEE1>?C)L7P#;M4GLSO`RFJv[RPEJ?<MW
        ldGW:GOGGGGGuF#UUQN:g>SPGGGGGGGGvJ7NhGHBC7DJPZLJOEYMKc]IEGuTR]+MHL?5OFZRLVZF?9aWH?Y?HMLDJV'>:LMvOAfJ8JiDI@>vj
        D8VeFJ67vMP5`lE:_AQA=AJUPIC>vY<JLEHKDe[AJZTM=KIJ>1@NJACA2GGGGvkHNKuKAMMu?MLKGLSaGGGGlTMHGGGGGGGGSuYV2v`IJGuU
        BLHQDMLGGGGGGGGPWe_XF2D*QOBuTVQMuD5QK)POSj)=N_g+GvYRE?.KACCKHCJR?FTGBFaGGIAADTIFDDvR/;D&LME2D?D7=@DgFADYD?IS
        EC=EK@;ZJJAIWD@1uDOA5KOS?5HBMMGHWLHGWJKJv[VEUADEINGHA9AD<.GMHveA8B9JOLRLQNFFN,X<?D@DE?M:=<dGG=;?GRIGLBQIIFvc
        DH<,<EEuSDHII5OB/ECF=AAFQFCE4EFIHCHGAEFIM7LPLC?F`FDEC=BIL>ACFDEEM:?EF:CA7DFHu:,O<0BDE;FIMFFFG6EC@7KGJQYJT[i@
        aWPPGGGGGGGGGGKWJDvHa^D0dHceFU2?T;^vHG;bTGGGGGGV$AP#-WDDYVOGKB5uR4S5GGGGGYKMvP_3BNTWF4BN8ANQNvVVKC`LKE)A?7G5
        ^V:OPAG7D>3EDIGiQ`G@fReO[EGPI;7BDBXFD=vegHKLNEI:OBPlEINDLHIANG*BOEJ=L>GuQNIE,GBXJMKLJIFD3?GGFGDG7:KCvbvKQ0CK
        LGL7PFTPJX3NCFfhD;gO=:MRETvW@H4JEM@vaXK5DKFGfLJDbLIGDKMKOAD@d^K;RGE@GGGGGGAGGGGG3A<?N9XX)N9NOQIBIfYGvHR,/vdS
        (G?UBPvLB@hGGGGGGGGvfE1JuYCO5/#DEaNRIEAKCUFKJDMPO6FFI#EKC9MIP`YMH`F9WegMHTuTKLuXvTPGuC/PVZONHGGGGuFIIGF8IJd7
        ?DvjXIG^IDIGD=6u<2LDK<BAvM5?EQCDE^EGF@IJI_JJIGIRK;BKHMSIKJGKKGGY^i8GGSGAGTOIEGBA?5OIM6@CIJDGF.@?EWHGHuQDK<NE
        GIGDGIY@3GfNH@LbGF^RD$gJO6uPDQJRQJHHGPKhYDWevhvIY^LR3jVZNUNGLGGGGuO09.DDGGbLJBURGGvh`LTLIFvRcbF6[[GGVgKFG48G
        WNO=eZKWvLPN3;LHjuYFNBjkXLGCSLS@N5G?HSM]K-ivKZXGGGGGDNQuL>THCDFETLBUcZ9d(7,_lM:HWIMD=Z?8TEEKOEBHSFFBv`QJDEHG
        @I14GXGGGKHED6C@9`=F3fSFF78Q[QU<NvQ#7=;2CG0T7,04RSM@Vc>QB7uVRX>u0CFLvPJU2?NOP4KF@#FJ?26ES9GKA@@5Mtrbb6JFHIZc
        ]5ORCMuW*C5DFF@BDUMfLLLuK<C3GD1GXSDS4uQ5GQXCYSXIFG_9GFu8uHuDu=(19PGRKIDIOGCOQgb2NTQJFGGGGuG.3GGGGGvHRNGDWMXvJ
        EPD@JKPbPPM39Y_uFPVJ51IScJUAf*?uWv~w+PEuXWKM5bHG^KSLuRCFFvNQKFu0WRHK3DGM^@+JMLCDUKKU<NI?YNJM<EGJHNG:l7%LHGAb
        <JW)9?JhEE=lB4E:JFMvNNUSGGGGvHTPP?$HI7IBDu+gKIuDQLItj^KGiB89G[2JuE48;GGGG(LKJXvWTSFUMBNKDE>LI?0$?MVPGGdTFCGC
        IH?MCKXFMK2v[LI3DBGh@+G49Q=USCG-e*04-=RRI>G)uFEGcd@vOvUYBLvOP%;*;R@`vIiSuG6WuVVlGWGFPG_XNMIJGC3ME?AINI*#I_GG
        88RHXG79SL;>DK.JKJPHIKDLLKuSN?QRACFMPIG@3?C5QOF.4;ClGCFN9A=$TPN,?9KNSQPuQGIQuN??H*IGJuVF?AaHEF3>BD6?AEOAEIL;
        =?OG?I3JCB@:=RG;>9vX^HRG+VLGeZCIVWIgCA:G_QCGGGGGYNGG7]g+ERPGFOP6BA?vPXO>GJIFvKVHYCJJGYMLPKFCD:NG`v`P&U:@HHLN
        LPAFHGEMIfOE?BGGGGGGGG59GGGGGGb4K`G9IPGGGGGGGGGGGGYvLIBiEIh-?68vJvIFEH@PH*SJCQ@ECGHGL?J<6`HPLGVCFGGGGG/5G?XM
        GHFOM[EFOQNGIUIEII>VWuO;1IvJASTL[E<I6;XuDVGPvQi^`-u@EUuF=K?V6VTuRGKJOLLKFFHIGGGGvX$C6-ZMIuGJRDhQBA^JMHHKML+T
        OGGGGG,vTc%,MCG>E=?61gZvOHMEaGVK8QPJRPELTNK1JXM95SPJGRKI2uRCAvZ]JJJuTDFuUENM7KTVEX?NKIMVGGGGGGGGb]QZ5<TZGGGG
        GGGGGKKAG]gUP@uX-1%8Gv_U?+EQGOuQSIA6<U9gEVKuLHVA-EV:u:>QVhGJ;GGGGGGGGGGGG?3GlI]SOadVUGGGGuMuQNhBvRIH^NHD`XMH
        ]'HIbLGHZGG@FGEDNLCGQ@EA`YKKGHKKPKIHXEQC>?L`+uVI>3OPN3QEBNCEG/I8C91BCDFBA0OYAvH:D>OvI@J`C=2vHRFHL=:/<v^8ZeJD
        DSTOK:LH]GKTMAPEFVFJCkRPKQ@F@iNSOuCELJ^ZLIvS6>ZGGGGvQi]B[QQN,2FA&Y;ASG>CANEC'#;SgDCA;=;3QMKPCEChFfTQBHA=GAIG
        X_BUP>)G2L2Gc3U<hd8&eA@G3>8ViIDIDRF4DUvJZ48NUuA<EC4EPIg02B$8;L>KKEENSMuKu9+4IMNKv[PDHvKFPL7MLCBIMG.GN>UFMK/l
        BPviPF=5vKYOvjv_PjSLGKAN>;JJ@E)6M;H:INADIMGg<DGG<>GvKQ5K8XvKGGGGOOGGKPJVHvRQVGGGGZYGG3AOVuS<GHuNCFFYBECZLFI9
        =FAHEEGvnvI9F%ES9IEDGGGGG(vKPIIIIKG4f[>WGNTMGN+=A)H?BLGGFGvM`MNE=7;L&/GcGNFuEGVL`PLJ6VcM;1>>;;IFGGGGEE>BvJBI
        I<7>=vWF<vI`VIEcKDMIuYJ:u/?LE$GMM1aKBvvvdM?EAPTuOTREvnFAIGGGGEOOMFMECvKH=NGGGG^]OX_JHH,uJ09'3Q.^NEF=HNLOSKHvg
        3TGIAFS=QPHVJHI(BFJgOFRf0BOdCJO1<DViEZKKTWQHJKH/0K<@==7vNg;@9XO7uKvQ`=uO?C>OGDDI[H8]8#<GGGGj3;Au7QCMGGGGN8?H
        GAHHG@+?.$ALGG;;QvKVSK9@PG'6=4hGGvNfLG>(NHvfvmD3vT7MJ9:uPGAX%KPD@COOKIGLHG5JKF&RHF:RPJZ#NIJDSYdW7_GGGGGGGGGG
        GGiTNY6NM[QGGGWhQFWVRF>3GGTvL<MvYvQ-.uLu5,E);Q1vKN8ItjuG=KGKJC^ETGGGGGGGIMVPKG%T?@I>DChHTAe9CBvNQFH9ZNFE*@4uT
        Q<EuO0HHvlE>Q[QM?GJC>tx/SiRDNLRKCD?CD@vJJEIU-5OQRIJGGGGGGGGuQ?O&uM5uTbJJGGCuY4SvHTPKu3u7#9GHIGGGGGSUH>uA,FdG
        [TQGGFFGGGGGuAIvJGGGG0c`^'9[GDv^.'uE:KDIJ>=6WSIGGGG^GGDGGD<GGGGvg:FCGGGGuICDHHLE@;=?@hNH?vs@DEGGGGU@;EVuSJLG
        GGGBEGG>AEGvdEGHhMKKFDCAvc'NLVIGHH?DTvVPRI]QIGvL<AD5cFcVCE@><55S/2?,NG:ivOKGv[^BMv[KHFvOOECu(NKIIX8<v[vaI?GG
        GGWLOIA?CvI1QSKIHGHbIC;vaIGEiPED'2<=wfiFShKEIM*FPbRKG>OM)ATJOR;9=,55hGGGGa3'IuQNGFbhIGQSUF@EE?7=@?vVEEIIOC@M
        K3Ch^=]cDEH>H?JjKLOvHFBJR1JAQcL'B4=,.086Oc6.u,*T)GGGG#'WbvYOHJe?LZuSMIK6UNC#1GGGGGGeQMMv[&:RLSZE,EHGU<?@bJIA
        O@AE,.:DvhaKH<IFGKEFJBFQF;NKIUACFvtGJF88>G>:2M09GuUG16GGGGG<KVYfAFD24KDuQTPIuM5CI96;T%'_ABMKEGGGGEV]KYGGCXJD
        DBWMMCfO?a^=MGJJGBLGFKWDE_QOHKMALTNG<,uU*;DCJG;0FCiCN>u?WOHGGGG5WUCGGGGuSHHIYLIBQGHDG>C=@<WPuYX>3DMNEO4;CGGG
        G:55Jg[kGGFFGGGGGuKuVL.IDCENG<KfKGMKKDPWF;KvIvKUNTKEG-RA=_RLOBD8VeK<FuV2?GadXGuID.G+^IGuJLGFGGGG:R[S)LEEH@9D
        XMKEBD;MP:7GZEAuVKMJLBFDCVQOB@DHZvc8AOU*HOM?ONN4F>fuU,G8=MSGGGGw5YuUBtO<GE><J@6XQFvHIPH=-9;vYG;vJK:DDJMNIYY[
        BRIGE9JEJvLLFIvJG>[N=8AEIIG/UKHeDMLb^QA^)98;MH/F&/NGIGGl79&vRRPBuO/FCGGGGu0Z^9GGGGu:9DHuCFA?u>9@(G@OGGOG(KP)
        EGGGGGGGGjNGG,>=Cw$vW$ElWDe-:98vMvpD$uPuT.OU9EJGGGG`;L?T@-?MNGGB>=Gu?;?@[[GG/NGNBGIkGGGG6?W<
        ",
    );
}

// ---------------------------------------------------------------------------------------------------------------------
// Search: owns the transposition table, the orders of moves and the node count. Takes a board and a budget, returns a
// move and its score.
// ---------------------------------------------------------------------------------------------------------------------
pub(crate) mod search {
    // To use this search for another game, give it: `Board` with `turn`, `hash`, `legal_moves`; `Move`, two bytes
    // with a default that is no legal move; `Position` with `set`, `play`, `undo`, `evaluate`, `board`; say in
    // `stuck` what a side without a move has.
    use super::contest::{Budget, Rng};
    use super::eval::{Position, Weights};
    use super::rules::{Board, Move, MoveList, MOVES_MAX};

    /// A won game is worth this less the plies until it is over. Scores are kept in 16 bits; no evaluation is so high.
    pub const WIN: i32 = 30_000;

    /// Scores beyond this are proven results.
    pub const PROVEN: i32 = WIN - 1_000;

    /// Deepest iteration, in plies: games have 60 to 107, so it only ends what is searched to the end anyway.
    const DEPTH_MAX: i32 = 100;

    /// Plies that have killer moves of their own: more than the deepest iteration has.
    const PLIES: usize = 128;

    /// Nodes between two looks at the clock: about 1 ms, at 1 to 2 million nodes a second.
    const CLOCK_NODES: u64 = 1_024;

    /// Entries of the transposition table, a power of two: 16 MB of the contest's 64. Twice as many save 5 % of the nodes
    /// where a search has as many nodes as the table entries, and more of the table is far from the processor.
    const ENTRIES: usize = 1 << 20;

    /// Half the width of the aspiration window around the last iteration's score, in the evaluation's units. From one
    /// depth to the next a score moves by 10 to 30. The narrower the range of scores that matter, the more alpha-beta
    /// skips; if the score lies outside, the iteration has to be repeated with a wider one.
    const ASPIRATION: i32 = 60;

    /// The smaller, the more late moves are reduced. A guess: 1.4 won 61 % of 80 games against 2.0, and 1.0 no more.
    ///
    /// Why late moves are reduced: with a good order the best move is among the first, and the others only have to be
    /// shown to be worse. A less deep search shows that nearly as surely and far cheaper; one that seems better after
    /// all is searched again at the full depth.
    const REDUCTION: f64 = 1.4;

    /// Late move pruning: so near to the leaves, in plies, no more than so many moves are searched in a null window: the
    /// base and a step for each ply. There are up to 98 moves and the order is good.
    const LATE_DEPTH: i32 = 6;
    const LATE_BASE: usize = 2;
    const LATE_STEP: usize = 3;

    /// Reverse futility pruning: so near to the leaves, in plies, a position that is better than beta by so much a ply
    /// is taken to stay better. Won 112 of 210 games with 1,500 nodes a move; 30 points or six plies 35 and 37 of 80.
    const FUTILITY_DEPTH: i32 = 3;
    const FUTILITY_STEP: i32 = 50;

    /// The score of a side on turn that has no move. In Ayu it has won; in most games it has lost.
    fn stuck(ply: usize) -> i32 {
        WIN - ply as i32
    }

    /// The budget is used up: every frame of the search returns at once, and undoes its move on the way.
    struct Stopped;

    /// What a stored score says about the true one.
    ///
    /// Alpha-beta proves no more than it needs. Above beta it stops at the first refutation, so the true score may be
    /// higher still (`Lower`). Below alpha every move was only shown to be no better than alpha, so the true score may
    /// be lower (`Upper`). Between them it is the score itself (`Exact`).
    #[derive(Clone, Copy, PartialEq, Eq)]
    enum Bound {
        Lower,
        Exact,
        Upper,
    }

    /// A position of the transposition table, in 16 bytes, with the whole hash: many positions share a slot.
    #[derive(Clone, Copy)]
    struct Entry {
        hash: u64,
        best: Move,
        score: i16,
        depth: i8,
        bound: Bound,
        /// The search that stored it.
        age: u8,
    }

    impl Entry {
        /// True when the score decides within this window. A bound does so only on its own side: at least `score` is
        /// enough when that is already beyond beta, at most `score` when that is not even alpha.
        fn decides(&self, alpha: i32, beta: i32) -> bool {
            let score = i32::from(self.score);
            match self.bound {
                Bound::Lower => score >= beta,
                Bound::Exact => true,
                Bound::Upper => score <= alpha,
            }
        }
    }

    /// What a search found. Its score is one for the game's end (`WIN` less plies) or the evaluation's.
    #[derive(Clone, Copy, Debug)]
    pub struct Report {
        pub best: Move,
        /// For the side on turn, as of the last iteration that found it.
        pub score: i32,
        /// Plies of the last finished iteration.
        pub depth: i32,
        pub nodes: u64,
    }

    /// Looks for the best move. It keeps what it has learned from one move of the game to the next.
    pub struct Search {
        rng: Rng,
        position: Position,
        budget: Budget,
        /// Positions visited since the search of this move began.
        nodes: u64,
        /// Searches so far, modulo 256.
        age: u8,
        table: Box<[Entry]>,
        /// The last two moves that were too good for the opponent, by ply: they often refute sister positions too.
        killers: [[Move; 2]; PLIES],
        /// History scores: how often leaving a point and filling a point were too good, by side and point.
        from_history: [[i32; 128]; 2],
        to_history: [[i32; 128]; 2],
    }

    impl Search {
        pub fn new(seed: u64) -> Search {
            Search::with(seed, Weights::learned())
        }

        /// With other weights than the learned ones.
        pub fn with(seed: u64, weights: Weights) -> Search {
            // Nothing was searched to depth -1, so an empty entry answers nothing; the only position with the hash 0
            // would be one with a move from A1 to A1 to be tried first.
            let empty = Entry { hash: 0, best: Move::default(), score: 0, depth: -1, bound: Bound::Upper, age: 0 };
            Search {
                rng: Rng(seed),
                position: Position::new(weights),
                budget: Budget::fixed(0, 0),
                nodes: 0,
                age: 0,
                table: vec![empty; ENTRIES].into_boxed_slice(),
                killers: [[Move::default(); 2]; PLIES],
                from_history: [[0; 128]; 2],
                to_history: [[0; 128]; 2],
            }
        }

        /// The best move of the side on turn within the budget; `None` when it has none, and has won.
        ///
        /// Iterative deepening: it searches deeper and deeper while an iteration has a good chance to end in time. Each
        /// depth finds its order in what the one before has left in the tables, so that all together cost little more
        /// than the last; and whenever time is up, a whole search of the depth before stands ready.
        pub fn think(&mut self, board: &Board, budget: Budget) -> Option<Report> {
            self.budget = budget;
            self.nodes = 0;
            self.age = self.age.wrapping_add(1);
            // The table's entries are true whenever they were stored. Old history fades: the present has more say.
            for table in self.from_history.iter_mut().chain(self.to_history.iter_mut()) {
                table.iter_mut().for_each(|score| *score /= 8);
            }
            self.position.set(board);
            let mut list = MoveList::new();
            board.legal_moves(&mut list);
            let moves = list.as_mut_slice();
            // Equal moves are taken in the order of this shuffle.
            self.rng.shuffle(moves);
            // Something to play from the very beginning, should the time end within the first depth.
            let mut report = Report { best: *moves.first()?, score: 0, depth: 0, nodes: 0 };
            if moves.len() == 1 {
                // What cannot be chosen needs no thought.
                return Some(report);
            }
            // A depth that has ended is never thrown away, and one that has begun may still find a better move.
            for depth in 1..=budget.depth.min(DEPTH_MAX) {
                let earlier = report.best;
                if self.aspire(moves, depth, &mut report).is_err() {
                    break;
                }
                report.depth = depth;
                // The next iteration takes a few times as long as all so far; a new best move is worth the attempt.
                let enough = if report.best == earlier { 0.6 } else { 1.2 };
                if report.score.abs() > PROVEN || budget.used() >= enough {
                    break;
                }
            }
            report.nodes = self.nodes;
            Some(report)
        }

        /// The position at the end of the line that a search found to be best, as far as the table still has it.
        #[allow(dead_code)] // for the tuner
        pub fn end_of_line(&self, board: &Board, report: &Report) -> Board {
            let mut end = board.clone();
            let mut step = report.best;
            for _ in 0..report.depth.max(1) {
                end.play(step);
                match self.entry(end.hash) {
                    Some(entry) if entry.depth > 0 && end.can_apply(entry.best) => step = entry.best,
                    _ => break,
                }
            }
            end
        }

        /// One iteration with an aspiration window around the last score, widened on the side where the score falls
        /// out. When the time ends within it, the report still holds the best move so far: the first move tried is the
        /// best of the iteration before, so a later one that beat it is better at the greater depth.
        fn aspire(&mut self, moves: &mut [Move], depth: i32, report: &mut Report) -> Result<(), Stopped> {
            // Distances of the window's ends from the last score; they grow apart, because a score that falls out below
            // says nothing about the room needed above. The first depths cost next to nothing: there it is open.
            let start = if depth < 4 { 2 * WIN } else { ASPIRATION };
            let (mut low, mut high) = (start, start);
            let center = report.score;
            loop {
                let (alpha, beta) = ((center - low).max(-WIN), (center + high).min(WIN));
                let score = self.root(moves, depth, alpha, beta, report)?;
                if score <= alpha && alpha > -WIN {
                    low = center - score + low * 4;
                } else if score >= beta && beta < WIN {
                    high = score - center + high * 4;
                } else {
                    return Ok(());
                }
            }
        }

        /// Searches the root's moves within a window. A move that raises alpha is the one to play, and comes first then.
        fn root(
            &mut self,
            moves: &mut [Move],
            depth: i32,
            alpha: i32,
            beta: i32,
            report: &mut Report,
        ) -> Result<i32, Stopped> {
            let mut best = -WIN;
            for i in 0..moves.len() {
                let step = moves[i];
                let score = self.child(step, depth - 1, 0, 0, alpha.max(best), beta, i == 0)?;
                if score > best {
                    best = score;
                    if score > alpha {
                        report.best = step;
                        report.score = score;
                        // The moves before it keep their order among each other.
                        moves[..=i].rotate_right(1);
                    }
                }
                if best >= beta {
                    break;
                }
            }
            Ok(best)
        }

        /// Principal variation search of one move at `ply`, after which `depth` plies are left: the first move gets the
        /// full window, the others must show in a null window, first at a depth less by `reduction`, that they are
        /// better. The score is for the side that makes the move.
        ///
        /// A null window, `alpha` to `alpha + 1`, has room for no score: it only answers whether the move is better
        /// than alpha, and that is much cheaper to prove than a value. In a good order the answer is nearly always no.
        /// A yes is checked at the full depth, and a yes inside the window is measured with all of it.
        ///
        /// ```text
        ///            depth - reduction  depth             depth
        ///  others    (alpha, alpha+1)   (alpha, alpha+1)  (alpha, beta)     each only if the one before said "better"
        ///  first                                          (alpha, beta)
        /// ```
        #[allow(clippy::too_many_arguments)] // The state of one loop that has two callers.
        fn child(
            &mut self,
            step: Move,
            depth: i32,
            reduction: i32,
            ply: usize,
            alpha: i32,
            beta: i32,
            first: bool,
        ) -> Result<i32, Stopped> {
            self.position.play(step);
            let mut score = Ok(alpha + 1);
            if !first {
                score = self.negamax(depth - reduction, ply + 1, -alpha - 1, -alpha).map(|score| -score);
                if reduction > 0 && matches!(score, Ok(better) if better > alpha) {
                    score = self.negamax(depth, ply + 1, -alpha - 1, -alpha).map(|score| -score);
                }
            }
            if first || matches!(score, Ok(better) if better > alpha && better < beta) {
                score = self.negamax(depth, ply + 1, -beta, -alpha).map(|score| -score);
            }
            self.position.undo(step);
            score
        }

        /// Alpha-beta by the negamax rule: what is good for one side is as bad for the other.
        ///
        /// Returns the score of the position for the side on turn after `depth` more plies; with `true` for the score
        /// that plain minimax would find:
        ///
        /// ```text
        ///  true <= alpha          true <= returned <= alpha      an upper bound: no move reaches alpha
        ///  alpha < true < beta    returned == true               the score itself
        ///  beta <= true           beta <= returned <= true       a lower bound: one move was good enough
        /// ```
        ///
        /// (as far as nothing was reduced or pruned: those are bets on the order of moves). Alpha is what the side on
        /// turn already has for certain elsewhere, beta what the opponent has: a position worth more than beta is one
        /// that the opponent will not allow, so there is no need to know how much more. For the child both change
        /// places and signs. `ply` counts from the root: an early win is worth more than a late one.
        ///
        /// There is no quiescence search below the leaves, for there are no captures: every move changes the costs by
        /// about one. The position is as it was when it returns.
        fn negamax(&mut self, depth: i32, ply: usize, alpha: i32, beta: i32) -> Result<i32, Stopped> {
            debug_assert!(-WIN <= alpha && alpha < beta && beta <= WIN);
            debug_assert!(ply < PLIES);
            self.nodes += 1;
            if self.budget.is_over(self.nodes, CLOCK_NODES) {
                return Err(Stopped);
            }
            // Far outside the window a leaf needs no exact score, nor a look at the table: memory is slow.
            if depth <= 0 && beta - alpha == 1 {
                match self.position.guess() {
                    Some((guess, margin)) if guess >= beta + margin || guess <= alpha - margin => return Ok(guess),
                    _ => {}
                }
            }
            let hash = self.position.board.hash;
            let entry = self.probe(hash, ply);
            let tt_move = entry.map_or(Move::default(), |entry| entry.best);
            match entry {
                Some(entry) if i32::from(entry.depth) >= depth && entry.decides(alpha, beta) => {
                    return Ok(i32::from(entry.score));
                }
                _ => {}
            }
            if depth <= 0 {
                return Ok(self.judge(ply, tt_move));
            }
            // With a wider window this may become the line that is played: there nothing is pruned.
            if beta - alpha == 1 {
                if let Some(score) = self.futile(entry, depth, ply, beta) {
                    return Ok(score);
                }
            }
            // Mostly the first move is good enough, and then the others need not be listed.
            let mut best = (-WIN, Move::default());
            let first = self.first(tt_move, ply);
            if let Some(step) = first {
                best = (self.child(step, depth - 1, 0, ply, alpha, beta, true)?, step);
            }
            if best.0 < beta {
                best = self.others(best, first, depth, ply, alpha, beta)?;
            } else {
                self.refuted(&[best.1], depth, ply);
            }
            let (best, best_move) = best;
            // Whether the score is the value itself or only a limit to it depends on where it came to lie.
            let bound = if best >= beta {
                Bound::Lower
            } else if best > alpha {
                Bound::Exact
            } else {
                Bound::Upper
            };
            self.store(hash, depth, ply, best, bound, best_move);
            Ok(best)
        }

        /// The move to begin with, if it is known without a list: the table's or a killer move.
        fn first(&self, tt_move: Move, ply: usize) -> Option<Move> {
            let board = &self.position.board;
            // It was legal when it was stored, if the position is the same; should only the hashes be, it may be tried.
            if board.can_apply(tt_move) {
                return Some(tt_move);
            }
            self.killers[ply & (PLIES - 1)].iter().find(|&&step| board.is_legal(step)).copied()
        }

        /// Goes through the moves after the first, until one is good enough. Takes and returns the best score and move.
        fn others(
            &mut self,
            mut best: (i32, Move),
            first: Option<Move>,
            depth: i32,
            ply: usize,
            alpha: i32,
            beta: i32,
        ) -> Result<(i32, Move), Stopped> {
            let mut list = MoveList::new();
            self.position.board.legal_moves(&mut list);
            let moves = list.as_mut_slice();
            if moves.is_empty() {
                return Ok((stuck(ply), Move::default()));
            }
            let mut scores = [0; MOVES_MAX];
            self.rank(moves, &mut scores, first.unwrap_or_default(), ply);
            for i in 0..moves.len() {
                // Selection sort, a round for each move: sorting the whole list would be wasted where the first one cuts.
                let top = (i + 1..moves.len()).fold(i, |top, j| if scores[j] > scores[top] { j } else { top });
                moves.swap(i, top);
                scores.swap(i, top);
                let step = moves[i];
                if Some(step) == first {
                    continue;
                }
                // Late moves are pruned, but never while all that were tried lose: a proven result stands on all moves.
                let late = LATE_BASE + LATE_STEP * depth as usize;
                if beta - alpha == 1 && depth <= LATE_DEPTH && i >= late && best.0 > -PROVEN {
                    break;
                }
                // The first two are likely to be best, and one ply above the leaves there is nothing to save.
                let reduction = if depth >= 2 && i >= 2 { reduction(depth, i) } else { 0 };
                let score = self.child(step, depth - 1, reduction, ply, alpha.max(best.0), beta, i == 0)?;
                if score > best.0 {
                    best = (score, step);
                }
                if score >= beta {
                    self.refuted(&moves[..=i], depth, ply);
                    break;
                }
            }
            Ok(best)
        }

        /// Reverse futility pruning: a score not below beta if, near the leaves, the position is far enough above it.
        fn futile(&mut self, entry: Option<Entry>, depth: i32, ply: usize, beta: i32) -> Option<i32> {
            if depth > FUTILITY_DEPTH || beta.abs() >= PROVEN {
                return None;
            }
            // Mostly it was a leaf of the iteration before. One that was searched deeper is not judged by its looks.
            let score = match entry {
                Some(entry) if entry.depth == 0 => i32::from(entry.score),
                Some(_) => return None,
                None => match self.position.guess() {
                    Some((guess, margin)) if guess - margin - FUTILITY_STEP * depth >= beta => guess,
                    _ => self.judge(ply, Move::default()),
                },
            };
            let safe = score - FUTILITY_STEP * depth;
            (safe >= beta && score < PROVEN).then_some(safe)
        }

        /// The score of a leaf, stored as well: a look-up costs a tenth of an evaluation, and many ways lead to each.
        fn judge(&mut self, ply: usize, tt_move: Move) -> i32 {
            let score = self.position.evaluate().unwrap_or_else(|| stuck(ply));
            self.store(self.position.board.hash, 0, ply, score, Bound::Exact, tt_move);
            score
        }

        /// A position's entry as it was stored, in either of its two places.
        fn entry(&self, hash: u64) -> Option<Entry> {
            let at = hash as usize & (ENTRIES - 1);
            [self.table[at], self.table[at ^ 1]].iter().find(|entry| entry.hash == hash).copied()
        }

        /// Looks a position up. A win counts its plies from the root in the search, and from the position itself in the
        /// table: the same position is met at different plies.
        fn probe(&self, hash: u64, ply: usize) -> Option<Entry> {
            let mut entry = self.entry(hash)?;
            if i32::from(entry.score).abs() > PROVEN {
                entry.score -= entry.score.signum() * ply as i16;
            }
            Some(entry)
        }

        /// Keeps what was found in one of two places: the position's own, else that of an earlier search, else the less
        /// deep one. 36 positions took 7 % fewer nodes for depth 11 than with one place for each, and 13 % with a table of
        /// as many entries as a search has nodes.
        fn store(&mut self, hash: u64, depth: i32, ply: usize, score: i32, bound: Bound, best: Move) {
            let shift = if score.abs() > PROVEN { score.signum() * ply as i32 } else { 0 };
            let worth = |entry: &Entry| (entry.hash != hash, entry.age == self.age, entry.depth);
            let at = hash as usize & (ENTRIES - 1);
            let at = if worth(&self.table[at]) <= worth(&self.table[at ^ 1]) { at } else { at ^ 1 };
            let (score, depth, age) = ((score + shift) as i16, depth as i8, self.age);
            self.table[at] = Entry { hash, best, score, depth, bound, age };
        }

        /// Scores each move for the order: the one that was tried already, the killer moves, then history.
        fn rank(&self, moves: &[Move], scores: &mut [i32], first: Move, ply: usize) {
            let side = self.position.board.turn & 1;
            let killers = &self.killers[ply & (PLIES - 1)];
            let (from, to) = (&self.from_history[side], &self.to_history[side]);
            for (step, score) in moves.iter().zip(scores.iter_mut()) {
                *score = match [first, killers[0], killers[1]].iter().position(|known| known == step) {
                    Some(place) => i32::MAX - place as i32,
                    None => from[usize::from(step.from & 127)] + to[usize::from(step.to & 127)],
                };
            }
        }

        /// The last of the moves tried was too good for the opponent; the ones before it were not. The history score of
        /// a move is the sum of two, one for the point it leaves and one for the point it fills: there are too many
        /// pairs of points to learn about each, and it is mostly the target that matters.
        ///
        /// The weight is the depth squared: a cut near the root is rarer and stands for a large tree that was saved.
        fn refuted(&mut self, tried: &[Move], depth: i32, ply: usize) {
            let side = self.position.board.turn & 1;
            let killers = &mut self.killers[ply & (PLIES - 1)];
            let weight = (depth * depth).min(1_000);
            for (i, step) in tried.iter().rev().enumerate() {
                if i == 0 && killers[0] != *step {
                    killers[1] = killers[0];
                    killers[0] = *step;
                }
                let bonus = if i == 0 { weight } else { -weight };
                update_history(&mut self.from_history[side][usize::from(step.from & 127)], bonus);
                update_history(&mut self.to_history[side][usize::from(step.to & 127)], bonus);
            }
        }
    }

    /// Moves a history score towards its limit of +- 16,384, by less the nearer it is: nothing is past unlearning.
    fn update_history(score: &mut i32, bonus: i32) {
        const LIMIT: i32 = 1 << 14;
        *score += bonus - *score * bonus.abs() / LIMIT;
    }

    /// Plies by which the move in that place, counted from 0, is searched less deep: none, or at most to the leaves.
    /// The logarithms make it grow slowly with both.
    fn reduction(depth: i32, place: usize) -> i32 {
        let plies = f64::from(depth).ln() * (place as f64 + 1.0).ln() / REDUCTION + 0.3;
        (plies as i32).min(depth - 1)
    }
}

// ---------------------------------------------------------------------------------------------------------------------
// Protocol: lines in, lines out.
// ---------------------------------------------------------------------------------------------------------------------
pub(crate) mod protocol {
    // Of the evaluation only the joining cost, to see how far the game is.
    use super::contest::{refuse, Budget, Clock, Lines, Options};
    use super::eval::joining;
    use super::rules::{Board, Move};
    use super::search::Search;
    use std::io::{self, BufRead, Write};

    /// Applies one line of the other side. The jury knows the rules: whatever can be done on the board at all is done.
    fn apply(board: &mut Board, line: &str) -> io::Result<()> {
        let step = Move::parse(line).ok_or_else(|| refuse(line, "Start, Quit or a move such as B4-A3"))?;
        if !board.can_apply(step) {
            return Err(refuse(line, "a move of the opponent's piece to an empty point"));
        }
        board.play(step);
        Ok(())
    }

    /// The plan for the time. The joining cost is about the number of moves that this side still has to make, so the
    /// share of each grows as they become fewer; the moves that decide come in the middle, and the last ones are soon
    /// searched to the end. The first move is much like any other. An iteration that has begun may take up to three
    /// times what was planned.
    fn budget(clock: &Clock, board: &Board, first: bool) -> Budget {
        let cost = f64::from(joining(board.pieces[board.turn & 1], board.pieces[board.turn & 1 ^ 1]).cost.min(40));
        let share = 1.0 / (cost + 3.0);
        clock.budget(if first { share * 0.3 } else { share }, 3.0, cost + 10.0)
    }

    /// Plays one whole game. Returns when the game is over, at `Quit`, or at the end of the input; an error of the
    /// kind `InvalidData` when a line could not be read or applied.
    pub fn run<R: BufRead, W: Write>(input: R, mut output: W, options: &Options) -> io::Result<()> {
        let mut clock = Clock::new(options.seconds);
        let mut lines = Lines::new(input);
        let mut search = Search::new(options.seed);
        let mut board = Board::new();
        clock.stop();
        let mut first = true;
        while let Some(line) = lines.next()? {
            clock.start();
            // White's first line is no move; every other line is a move of the opponent.
            if !(first && line == "Start") {
                apply(&mut board, line)?;
            }
            // Without a move we have won; the jury has the next word.
            if let Some(report) = search.think(&board, budget(&clock, &board, first)) {
                // Our own move as well: the jury does not repeat it.
                board.play(report.best);
                options.report(&report.best, report.depth, f64::from(report.score) / 100.0, report.nodes);
                // The time to write a line to stderr is ours too, so the clock runs until just before the answer.
                clock.stop();
                writeln!(output, "{}", report.best)?;
                output.flush()?;
            }
            first = false;
        }
        Ok(())
    }
}

/// Everything that a program of the contest needs besides the game is in the room `contest`.
fn main() {
    std::process::exit(contest::play(protocol::run));
}
