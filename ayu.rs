//! Ayu (CodeCup 2015): 30 pieces each on 11 x 11 points. A unit is a set of orthogonally connected pieces of one colour.
//! A move takes one piece of a unit to another point next to that unit, which stays whole, and brings the unit nearer to
//! the nearest other one of its side, counted in empty points of a shortest way. Who is on turn without a move has won.
//!
//! Protocol: White reads `Start`, Black first reads White's first move. A move is `B4-A3`: the piece's point, then the
//! target. A program on turn that cannot move has won and writes nothing; `Quit` or the end of the input ends it.
//!
//! Method: principal variation search over positions on two 121-bit sets, with a transposition table, killer moves and
//! history scores; late moves are reduced and pruned, and so are positions far above the window near the leaves. A
//! position is judged by what each side still has to do (the joining cost: empty points on a shortest forest that joins
//! all its units, around the enemy's walls), by the parts that can no longer meet, and by a table of 3 x 3 patterns
//! learned from own games, all weighted by how far the joining has come. A proven result never stands on pruned moves.
//!
//! Where to begin: this file explains alpha-beta for all five players. Bottom up, read `rules` (the board in two sets),
//! then `joining` in `eval`; top down, `think` in `search` and then `negamax`. The room `contest` is the same in all
//! files and can be skipped. What each part wins stands in `tests/ideas/ayu/`.
//!
//! Measured by `jury match ayu './ayu {seconds} {seed}' B --games N --time S --seed K` against commit ac3afb2, which has
//! 465 lines more: 29-31 with 3 s (60 games, seed 2701), 13-11 with 10 s (24 games, seed 2801).
//!
//! What it does not do: no opening book, no thinking in the opponent's time, no count of separate regions. Its scores are
//! hundredths of the logarithm of its odds: +1.00 on stderr is a chance of 73 %.
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
// Rules: Board, Move, parse and format, legal moves, play and undo, score. No clock, no randomness, no I/O.
// ---------------------------------------------------------------------------------------------------------------------
pub(crate) mod rules {
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

        /// Any position; the two sets are disjoint and lie within `ALL`. `play` and `undo` keep the hash up to date.
        ///
        /// Zobrist's method: each pair of side and point has a random number, and a position is the exclusive or of
        /// those of its pieces. A number that goes in twice is out again, so a move works on three numbers rather than
        /// adding up sixty. The turn is part of it: with the other side on turn it is another position.
        pub fn from_sets(pieces: [Set; 2], turn: usize) -> Board {
            let mut hash = if turn == 1 { BLACK_TURN } else { 0 };
            for side in 0..2 {
                Points(pieces[side]).for_each(|point| hash ^= key(side, point));
            }
            Board { pieces, turn, hash }
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
            self.hash ^= key(self.turn & 1, from) ^ key(self.turn & 1, to) ^ BLACK_TURN;
        }

        /// True when a piece of the side on turn would go to an empty point; the move may be illegal all the same.
        pub fn can_apply(&self, step: Move) -> bool {
            self.pieces[self.turn & 1] >> step.from & 1 == 1 && self.empty() >> step.to & 1 == 1
        }

        /// True when `legal_moves` would list the move: a fraction of the work.
        pub fn is_legal(&self, step: Move) -> bool {
            let own = self.pieces[self.turn & 1];
            let unit = flood(1 << step.from & own, own);
            let target = 1 << step.to & around(unit) & self.empty();
            target != 0
                && good_targets(unit, usize::from(step.from), target) != 0
                && targets(unit, own & !unit, self.empty()) & target != 0
        }

        /// All legal moves of the side on turn, unit by unit. For each unit two questions are answered apart: which
        /// empty points bring it nearer to its nearest fellow, and which of its pieces may leave for them.
        pub fn legal_moves<'a>(&self, list: &'a mut [Move; MOVES_MAX]) -> &'a mut [Move] {
            let (own, empty) = (self.pieces[self.turn & 1], self.empty());
            let (mut rest, mut count) = (own, 0);
            while rest != 0 {
                let unit = flood(lowest(rest), own);
                rest &= !unit;
                let targets = targets(unit, own & !unit, empty);
                for from in Points(if targets == 0 { 0 } else { unit }) {
                    for to in Points(good_targets(unit, from, targets)) {
                        // A full list would drop a move rather than end the program.
                        if let Some(slot) = list.get_mut(count) {
                            *slot = Move { from: from as u8, to: to as u8 };
                            count += 1;
                        }
                    }
                }
            }
            &mut list[..count]
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

    /// Those of the targets that a piece of the unit can go to: the unit is whole afterwards.
    ///
    /// Mostly the rest hangs together without the piece, and a target must touch it. Where the rest falls apart, a target
    /// that touches all its parts mends the split.
    ///
    /// ```text
    ///  T B      Without P the pieces A and B do not touch, but T touches both, so P may go to T, and to no target that
    ///  A P      touches one of them alone. A lone piece has no rest and may go to any target.
    /// ```
    #[inline]
    fn good_targets(unit: Set, from: usize, targets: Set) -> Set {
        let rest = unit ^ (1 << from);
        // With one neighbour it is at the end of the unit.
        if (around(1 << from) & unit).is_power_of_two() {
            return targets & around(rest);
        }
        let (mut good, mut parts) = (targets, rest);
        while parts != 0 && good != 0 {
            let part = flood(lowest(parts), rest);
            good &= around(part);
            parts &= !part;
        }
        good
    }

    /// A number that looks random for each side and point, fixed so that the same seed gives the same game.
    #[inline]
    fn key(side: usize, point: usize) -> u64 {
        mix64((side * 128 + point) as u64 + 1)
    }

    /// In the hash when Black is on turn.
    const BLACK_TURN: u64 = mix64(1_000);
}

// ---------------------------------------------------------------------------------------------------------------------
// Evaluation
// ---------------------------------------------------------------------------------------------------------------------
pub(crate) mod eval {
    use super::contest::decode;
    use super::rules::{around, flood, lowest, Board, Move, Set, ALL, SIDE};

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
        let mut rest = own;
        while rest != 0 {
            units[count & 31] = flood(lowest(rest), own);
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

    // The evaluation is a sum: what `Joining` counts says how far each side is from its aim. The patterns say how well it
    // stands, since the costs see no wall before it is closed. All weights depend on the phase of the game. The phase is
    // the sum of costs, not the ply: the side that has fewer moves to make wins.

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
        /// For every code of a pattern the number of its class, as `fold` has it.
        classes: Vec<u16>,
        /// By class.
        pub patterns: Vec<[i16; ANCHORS]>,
    }

    impl Weights {
        pub fn learned() -> Weights {
            Weights::new(LEARNED_TERMS, &PATTERNS)
        }

        /// Takes the weights of the classes, `ANCHORS` for each.
        pub fn new(terms: [[i32; ANCHORS]; TERMS], learned: &[i16]) -> Weights {
            let mut patterns = vec![[0; ANCHORS]; 2];
            for values in learned.chunks(ANCHORS) {
                let mut pattern = [0; ANCHORS];
                pattern.copy_from_slice(values);
                patterns.extend([pattern, pattern.map(|weight| -weight)].iter());
            }
            Weights { terms, classes: fold(), patterns }
        }

        fn of(&self, code: u32) -> &[i16; ANCHORS] {
            &self.patterns[usize::from(self.classes[code as usize & (CODES - 1)])]
        }
    }

    /// The code of a pattern of 3 x 3 points has two bits for each of them: 0 empty, 1 White, 2 Black, 3 off the board,
    /// for the edge itself is a wall. Point k of the drawing is in the bits 2k and 2k + 1.
    ///
    /// ```text
    ///  6 7 8      row above
    ///  3 4 5      4 is the middle
    ///  0 1 2      row below
    /// ```
    const CODES: usize = 1 << 18;

    /// Classes of patterns with weights of their own.
    pub const CLASSES: usize = 1_644;

    /// The low bit of each point.
    const LOW: usize = 0x1_5555;

    /// For every code the number of its class. A class holds the patterns that turning and mirroring make of one; the
    /// next number is that of the same patterns with the colours swapped, and its weights are the negative ones. Where
    /// swapping changes nothing nobody is favoured: class 0, whose weights are 0.
    ///
    /// What is good for White in one corner is so in all four, and good for Black when the colours change. Folding
    /// these together leaves far fewer weights, each learned from many more examples. They win 636 Elo, idea no-patterns.
    pub fn fold() -> Vec<u16> {
        /// The points off the board, by their low bits: in the middle, at the lower edge, in the lower left corner.
        const PLACES: [usize; 3] = [0, 0b01_01_01, 0b01_00_00_01_01_01_01];
        let moved = |code: usize, order: [usize; 9]| order.iter().fold(0, |sum, k| sum * 4 + (code >> (2 * k) & 3));
        let swapped = |code: usize| (code & LOW) << 1 | code >> 1 & LOW;
        let mut classes = vec![0; CODES];
        let mut next = 2;
        for code in 0..CODES {
            if classes[code] != 0 || !PLACES.contains(&(code & code >> 1 & LOW)) {
                continue;
            }
            // Four turns, each as it is and mirrored in the diagonal.
            let mut alike = [code; 8];
            for i in 1..8 {
                let order = if i == 4 { [8, 5, 2, 7, 4, 1, 6, 3, 0] } else { [2, 5, 8, 1, 4, 7, 0, 3, 6] };
                alike[i] = moved(alike[i - 1], order);
            }
            if !alike.contains(&swapped(code)) {
                for &one in alike.iter() {
                    classes[one] = next;
                    classes[swapped(one)] = next + 1;
                }
                next += 2;
            }
        }
        classes
    }

    /// A board with the patterns around all its points, kept up to date from move to move.
    ///
    /// A move changes two points, and each is part of nine patterns: eighteen look-ups instead of 121. Undoing costs none,
    /// for the sums before it are remembered.
    pub struct Position {
        pub board: Board,
        pub weights: Weights,
        /// The code of the pattern around each point, by rows of 13: around the board runs an edge of one point.
        pub codes: [u32; 256],
        /// The patterns' weights, summed over the board.
        sums: [i32; ANCHORS],
        /// The sums before each move that can be undone.
        earlier: [[i32; ANCHORS]; 256],
        /// The score and the phase of each position since `set`, by `depth`, as far as they were evaluated.
        judged: [Option<(i32, usize, i32)>; 256],
        /// How many of them there are, modulo 256: no search goes as deep.
        depth: u8,
    }

    impl Position {
        pub fn new(weights: Weights) -> Position {
            let mut position = Position {
                board: Board::new(),
                weights,
                codes: [0; 256],
                sums: [0; ANCHORS],
                earlier: [[0; ANCHORS]; 256],
                judged: [None; 256],
                depth: 0,
            };
            position.set(&Board::new());
            position
        }

        /// Takes another board.
        pub fn set(&mut self, board: &Board) {
            self.board = board.clone();
            self.depth = 0;
            self.judged[0] = None;
            // Empty points alone favour nobody: their sum is 0. From there every point is put in its place.
            self.codes = [0; 256];
            self.sums = [0; ANCHORS];
            for place in 0..WIDE * WIDE {
                let (row, column) = (place / WIDE, place % WIDE);
                let on_board = (1..=SIDE).contains(&row) && (1..=SIDE).contains(&column);
                let point = if on_board { (row - 1) * SIDE + column - 1 } else { 127 };
                let [white, black] = board.pieces.map(|pieces| (pieces >> point & 1) as u32);
                self.put(place, if on_board { white + 2 * black } else { 3 });
            }
        }

        #[inline]
        pub fn play(&mut self, step: Move) {
            let digit = self.board.turn as u32 + 1;
            self.board.play(step);
            self.earlier[usize::from(self.depth)] = self.sums;
            self.depth = self.depth.wrapping_add(1);
            self.judged[usize::from(self.depth)] = None;
            self.put(place(step.from), digit);
            self.put(place(step.to), digit);
        }

        #[inline]
        pub fn undo(&mut self, step: Move) {
            self.board.undo(step);
            self.depth = self.depth.wrapping_sub(1);
            self.sums = self.earlier[usize::from(self.depth)];
            let digit = self.board.turn as u32 + 1;
            for &point in [step.from, step.to].iter() {
                for k in 0..9 {
                    self.codes[middle(place(point), k)] ^= digit << (2 * k);
                }
            }
        }

        /// Puts a digit at an empty place into the nine patterns around it, or takes it out again.
        #[inline]
        fn put(&mut self, place: usize, digit: u32) {
            for k in 0..9 {
                let code = &mut self.codes[middle(place, k)];
                add(&mut self.sums, self.weights.of(*code), -1);
                *code ^= digit << (2 * k);
                add(&mut self.sums, self.weights.of(*code), 1);
            }
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
            // Both anchors' sums, then the point between them: the same as interpolating every weight, with two sums.
            let (mut below, mut above) = (self.sums[low], self.sums[low + 1]);
            for (term, weights) in terms(&sides, self.board.turn).iter().zip(self.weights.terms.iter()) {
                below += term * weights[low];
                above += term * weights[low + 1];
            }
            let score = (below * (PHASES - share) + above * share) / PHASES;
            // The weights speak for White, the search for the side on turn. A win always counts more.
            let score = (score * [1, -1][self.board.turn & 1]).clamp(-SCORE_MAX, SCORE_MAX);
            self.judged[usize::from(self.depth)] = Some((score, low, share));
            Some(score)
        }

        /// About what `evaluate` would say, and how far off it may be, if the position before the last move was
        /// evaluated: a twentieth of the work. Most moves join by one point, which is worth about as much as being on turn,
        /// so only the patterns are looked at again. The standard deviation is 8 at the start and 20 to 30 later; not
        /// before the very end, when sides run out of moves, is it too large to be of use. +53 +- 53 Elo, idea no-guess.
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

    /// No evaluation is beyond this; sums of weights stay far below.
    const SCORE_MAX: i32 = 20_000;

    /// Points in a row of the board with its edge.
    const WIDE: usize = SIDE + 2;

    /// The place of a point in there.
    #[inline]
    pub fn place(point: u8) -> usize {
        let point = usize::from(point);
        (point / SIDE + 1) * WIDE + point % SIDE + 1
    }

    /// The middle of the pattern whose point k is here.
    #[inline]
    fn middle(place: usize, k: usize) -> usize {
        (place + WIDE + 1).wrapping_sub(k / 3 * WIDE + k % 3) & 255
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
    static PATTERNS: [i16; CLASSES * ANCHORS] = decode(
        "
        9CDFGGHI>EIKSSLKMIIFEGEFVKIIu?@ADlKLEJEGD0JHAvHFIGLVMGFHMKf_RM=KMGMJGF`LMKuFULI0XMF2QKKAHQKFHKJcDEKDOSL9NNUvN
        SSMFGIJJIKHBDEFuICDHhIJMF=KH_LQQAEKNFFGC2IKIvUFIJvjEOCJOMKuIY_DdJROKLBH8LIEJ3IX(LQHGOLKJJLHZFKIHLE@QFE@@=C0II
        GC=KJICPMI?FGGOOJK^GG=dNQHPKG@EPF&IMJA2KPJ8IKJANQJCJMLBQMI-IGI_MHGu5KKDGQJL(JKJ*NOO9FGH;=?@k/FK.5DI@FGE-EGBhV
        UU;OGQ6DHICNJI3BCK[hG>WuTXvK/BJNuV>JCPTONvLCEIMVKJJMQKgLII#??B/[LN]FFGhNH?FGIGGJHG1MOKbgKO>LLLvNUKF7GNIt{PMKE
        IIIIMFF:QOK?KBG*XN;uYJIK>JNKuK=FNHvIUM3IIGvs@DE7PQB.GIFO>Q9HKQJ?OQMv^@AFuTDFD&MLGXQMK5CFE?7=?uATNFMGFKKIE=EFI
        FLIC5S7Q0JLG=SIIFHFGIBGHGKFCAGNI@O&#LASEU>HEH>IKH1EFEDIHEHEGIU@;E;MLQuVRI=9IIIQPFDSSKA>JHKuYCG3ttuW@GMOGG,@HW
        uFUAH3CJD73IWuF9K,3FAGjFE4C-B=QOFJvRAHIFOQEGCGH]YIKdRSLXLKM<CC>vwQD@IFABVuSJLKDPFjQMQ9DJE83F?7FKJ5+T@]HHF>IKG
        fMHFuV8HJdKEC_7=EgDEGuJ?GHXQMGG^@?GGGGcNIDGGGGU^QQ?CKLMUR>'ZPOAIHG)hTLkKCGvXQKG@QFBGIOIuJXNMMEOB.gRLBFCC+PNEN
        DEGBEGGXHKFMHEATXNuWu#NKK9UMIu2NKGgDPNFUKD7:IDGJIH>AEGC#4Je<9BYa<Q2-@BvdEGHGKXG(*GGvRYZGSKHEdLGLvPRM@@l6BGGGG
        #TKuINdUIRXWTS1PH@JREuXEIGcXPLvPDTFKOZh/IIDhMKKMFD*<=G)?ODCLEGGOJIAUBLJ>FPJEKMBO?E??FESO>IX]HFJNIIJBNMR=FCDFD
        CADDGGYvOlG5vNSCuMFXBD_GAE<OKT]KGuU<QE]QON>?GJuYuAC:`N@Zvc'NLgN=?0CDE.D7D&GCD2IKIA<B<IA;EvYDCC:B@IVIGHIHIH1IJ
        I=/CCuTD@DOMGGuXE?DH?DT8E@BMHCDOuVD6vVPRIPMPFvPXRPHPS5uYNBJHhQIuBYKGvOkVBTXHEb?GI7lQF$ML@&6AF.PS;OaOI'fUIY]QI
        ?vMRH9TL;UQT<A6M`ERZ/P[JGV`XHZ`IC]QIG]PFDJMMHuXWN?VN@KYZMSFJMJ-TIIPEGI>GEEWJA?u;QKAKMH6OD?3?8LdtsPKHuHKGHu-LM
        OvINNK#UKC&>EE[b^4uT^FLCvJX$TMKKOQOJYNJGvL<ADeuXQHAWLJvJ^RM=Q^=avHjuTuW0AQE9O;@vJDOu9OKGkZMJ8_KQ6JOEuTWJHuMUN
        GuJK<<?fC?v^[PAID@MjOPN4PPPGKDNu8WaIuS8CAN?I5]TH?5cFcRJM>6eN@aPD<9QA1eJM:aNMLvvV[J;TME7VPUMPILJuVT6:2?>F@HHZO
        KOvMIRTvLIS@48_KaV@S[TFA0EO3abE(+VPKVLU=[NJIVCE@MKEDFMIGRPE2P8HNQMIG?KFE`QGIHIFHLIEBSIA;RKHAB>HHu9u>YG;7MIHEE
        ?HHAGGJKH?KGGNLHH=FD>GKCNCNK7&DCHHJIGDMIMLFEC><55Oi>KcPRU`ILFGODWQNMH-?JKGPG3GOPM69I2.4T_ACRJvOR<C]FES1/O83JC
        GSPKJ2bVHvcvHH[O`JD@bIMuF0Q;uTENX8WNN;S0T>gJNaFJJS/2?GvNGC6G>JGGLGD`HSDAA<*MAG9FCFNH>C7AIH,EB?aYQIdGKKcUCHu9G
        CCiDEE7LHJE;P;G@6MG1F:XuGJ:GCC?=RAGPPCNcR?G,NG:giVPDA?D17]ETTIEu,&X5DLFH4OKKSKAEuI`PH^>IGvHSN@vHAIHvT@AFt|u9C
        uXu@LIE.HGIEJIG7DFE,QJ>GVK5Fu6Gdu2uW6KGGGGvO[GEgWMH`VDCivOKG$@BGuR%S0uV:>cZJGFuA/MBcEEKvV@?K,GTYuOPCE`OKFu&FD
        IuCOHIu'NMIu:IFTePCIvcNCCuTu1S3IuU&YuQ$aHvRuNIGAL@vN7vqaOlTDH(GBM@uLJ=v[^BM7MHK8OOICRICF?9J,CDBBB?KuVJMK=.AIC
        QMHAQNKM46C`9<CvU9:M*FGAN8CC>NLNCaGEC9=>QJD]F;A5v[KHF@FEH<OMHQKMKe>J@[KGCVEBGuHI;[AJML<9=LHLOMFLKGvp_KMK;=EID
        ?@v_A;]CFFIJCC<OSLQFLIEeGREGBGDDLG;D;BHvOOECND=?uK@@CDACFC6;ET@67.7A1]+F?h??AvQ6CC79BGv|@DCkHGJhG<FGKA;/&??uL
        C8#4<?BB?CAwA>AEwGB>GwHKEE1>?C)L7P#;M4u(NKIGLSO`RFJv[RPEJ?<MWldGW:GOGGGGGuF#UUQN:g>SPGGGGGGGGvJ7NhGHBC7DJPZLJ
        OEYMKc]IEGuTR]+MHLIX8<?5OFZRLVZF?9aWH?Y?HMLDJV'>:LMvOAfJ8JiDI@>vjD8VeFJ67vMP5`lE:_AQA=AJUPIC>vY<JLEHKDe[AJZTM
        =KIJ>1@NJACA2v[vaI?GGGGvkHNKuKAMMu?MLKGLSaGGGGlTMHGGGGGGGGSuYV2v`IJGuUBLHQDMLGGGGGGGGPWe_XF2D*QOBuTVQMuD5QK)P
        OSj)=N_g+GvYRE?GGGG.KACCKHCJR?FTGBFaGGIAADTIFDDvR/;D&LME2D?D7=@DgFADYD?ISEC=EK@;ZJJAIWD@1uDOA5KOS?5HBWLOIMMGH
        WLHGWJKJv[VEUADEINGHA9AD<.GMHveA8B9JOLRLQNFFN,X<?D@DE?M:=<dGG=;?GRIGLBQIIFvcDH<,<EEuSDHII5OBA?CvI/ECF=AAFQFCE
        4EFIHCHGAEFIM7LPLC?F`FDEC=BIL>ACFDEEM:?EF:CA7DFHu:,O<0BDE;FIMFFFG6EC@7KGJQYJT[i@aWPPG1QSKu:9DHuCFA?u>9@(G@OGI
        HGHbIC;vaIGEiPED'2<=wfiFShKEIM*FPbRKGGGGGGGGGGKWJDvHa^D0dHceFU2?T;^vHG;bTGGGGGGV$AP#-WDDYVOGKB5uR4S5>OM)GYKMvP
        _3BNTWF4BN8ANQNvVVKC`LKE)A?7G5^V:OPAG7D>3EDIGiQ`G@fReO[EGPI;7BDBATJOXFD=vegHKLNEI:OBPlEINDLHIANG*BOEJ=L>GuQNI
        E,GBXJMKLJIFD3?GGFGDGR;9=7:KCvbvKQ0CKLGL7PFTPJX3NCFfhD;gO=:MRETvW@H4JEM@vaXK5DKFGfLJDbLIGDKMKOAD@d^K;RGE@,55h
        GGGGGGAGGGGG3A<?N9XX)N9NOQIBIfYGvHR,/vdS(G?UBPvLB@hGGGGGGGGvfE1JGGGGuYCO5/#DEaNRIEAKCUFKJDMPO6FFI#EKC9MIP`YMH
        `F9WegMHTuTKLuXvTPGuC/PVZONHa3'IuFIIGF8IJd7?DvjXIG^IDIGD=6u<2LDK<BAvM5?EQCDEuQNGF^EGF@IJI_JJIGIRK;BKHMSIKJGKK
        GGY^i8GGSGAGTOIEGBA?bhIG5OIM6@CIJDGF.@?EWHGHuQDK<NEGIGDGIY@3GQSUF@EE?7=@?vVEEIIOC@MK3Ch^=]cDEH>H?JjKLOfNH@LbG
        F^RD$gJO6uPDQJRQJHHGPKhYDWevhvIY^LR3jVZNUNGLvHFBJGGGGuO09.DDGGbLJBURGGvh`LTLIFvRcbF6[[GGVgKFG48GWNO=eZKWvLPN3
        R1JA;LHjuYFNBjkXLGCSLS@N5G?HSM]K-ivKZXGDNQuL>THQcL'CDFETLBUcZ9d(7,_lM:HWIMD=Z?8TEEKOEBHSFFBv`QJDEHG@B4=,I14GX
        GGGKHED6C@9`=F3fSFF78Q[QU<NvQ#7=;2CG0T7,04RSM@Vc>QB7.086uVRX>u0CFLvPJU2?NOP4KF@#FJ?26ES9GKA@@5Mtrbb6JFHIOc6.Z
        c]5ORCMuW*C5DFF@BDUMfLLLuK<C3GD1GXSDS4uQ5GQXCYSXIFu,*T)G_9GFu8uHuDu=(19PGRKIDIOGCOQgb2NTQJFGGGGuG.3GGGGGvHRNG
        DWMXvJEPDGGGG@JKPbPPM39Y_uFPVJ51IScJUAf*?uWv~w+PEuXWKM5bHG#'Wb^KSLuRCFFvNQKFu0WRHK3DGM^@+JMLCDUKKU<NI?YNJM<EG
        vYOHJJHNG:l7%LHGAb<JW)9?JhEE=lB4E:JFMvNNUSvHTPPe?LZ?$HI7IBDu+gKIuDQLItj^KGiB89G[2JuE48;(LKJuSMIKXvWTSFUMBNKDE
        >LI?0$?MVPGGdTFCGCIH?MCKXFMK2v[LI3DBG6UNCh@+G49Q=USCG-e*04-=RRI>G)uFEGcd@vOvUYBLvOP%;*;R@`vIiSuG6WuVVlGW#1GGG
        FPG_XNMIJGC3ME?AINI*#I_GG88RHXG79SL;>DK.JKJPHIKDLLKuSN?QRACFGGGGMPIG@3?C5QOF.4;ClGCFN9A=eQMM$TPN,?9KNSQPuQGIQ
        uN??H*IGJuVF?Av[&:RaHEF3>BD6?AEOAEIL;=?OG?I3JCB@:=RLSZE,EHGU<?@bJIAO@AE,.:DvhaKH<IFGKEFJBFQFG;>9vX^HRG+VLGeZC
        IVWIgCA:;NKIG_QCGGGGGYNGG7]g+ERPUACFGFOP6BA?vtGJFvPXO>GJIFvKVHYCJJGYMLPKFCD88>G:NG`v`P&U:@HHLNLPAFHG>:2MEMIfO
        E?B09GuUGGGGGGGG59GGGGGGb4K`G9IPG16GGGGGGGGGGGGGYvLIBiEIhGGGG-?68vJvIFE<KVYH@PH*SJCQ@ECGHGL?J<6fAFD`HPLGVCFG/
        5G24KD?XMGuQTPIHFOM[EFOQNGIUIEII>VWuO;1IuM5CIvJASTL[E<I6;XuDVGPvQi^`-u@EUuF=K?96;TV6VTuRGKJOLLKFFHIGGGGvX$C6%
        '_ABMKEGGGGEV]KGOG(KP)EGGGGjNGG-ZMIuGJRDhQBA^JMHHKML+TOG,vTc%,MCGYGGC>E=?61gZvOHMEaGVK8QPJRPELTNK1JXM95SPJGRK
        IXJDD2uRCAvZ]JJJuTDFuUENM7KTVEX?NKIMVBWMMGGGGGGGGb]QZ5<TZGGGGGGGGGKKAG]gUP@uX-CfO?1%8Gv_U?+EQGOuQSIA6<U9gEVKuL
        HVA-EV:u:>QVhGJ;a^=MGGGGGGGGGGGG?3GlI]SOadVUGGGGuMuQNhGJJGBvRIH^NHD`XMH]'HIbLGHZGG@FGEDNLCGBLGFQ@EA`YKKGHKKPK
        IHXEQC>?L`+uVI>3OPN3QEBKWDENCEG/I8C91BCDFBA0OYAvH:D>OvI@J_QOH`C=2vHRFHL=:/<v^8ZeJDDSTOK:LH]GKTMAPEFKMALVFJCkR
        PKQ@F@iNSOuCELJ^ZLIvS6>ZvQi]B[QQN,2FA&Y;ATNG<SG>CANEC'#;SgDCA;=;3QMKPCEChFfTQBHA=,uU*;GAIGX_BUP>)G2L2Gc3U<hd8
        &eA@G3>8ViIDIDRF4DUvJZ48NUDCJGuA<EC4EPIg02B$8;L>KKEENSMuKu9+4IMNKv[PDH;0FCvKFPL7MLCBIMG.GN>UFMK/lBPviPF=5vKYO
        vjv_PjSLGKAN>;iCN>JJ@E)6M;H:INADIMGg<DGG<>GvKQ5K8XvKu?WOHGGGGOOGGKPJVHvRQVGGGGZYGG3AOVuS<GHGGGGuNCFFYBECZLFI9
        =FAHEEGvnvI9F%ES9IEDG5WUC(vKPIIIIKG4f[>WGNTMGNuSHHI+=A)H?BLYLIBGGFGvM`MNE=7;QGHDL&/GcGNFuEGVL`PLJG>C=6VcM;1>>
        @<WP;;IFGGGGEE>BvJBIIuYX>3<7>=vWF<vIDMNE`VIEcKDMIuYJ:u/?LE$GMM1aKBvvvdM?EAPTuOTREvnFAIO4;CEOOMFMECvKH=N^]OX_J
        HH,uJ09'3Q.^NEF=HNLOSKHvg3TGIAFS=QPHVJHI:55J(BFJgOFRf0BOdCJO1<DViEZKKTWQHJKH/0K<@==7g[kGvNg;@9XO7uKvQ`=uO?C>O
        GDDI[H8]8#<GGGGj3;Au7QCMGFFGN8?HGAHHG@+?.$ALGG;;QvKVSK9@PG'6=4hGGvNfLG>(NHvfvmD3vT7MJuKuVL.,>=Cw$vW$ElWDe-:98
        vMvpD$uPuT.OU9EJGGGG`;L?IDCENG<KfKGMKKDPWF;KvIvKUNTKEG-RA=_RLO9:uPGAX%KPD@COOKIGLHG5JKFBD8V&RHF:RPJZ#NIJDSYdW
        7_eK<FGGGGGGGGiTNY6NM[QGGGWhQFuV2?GWVRF>3GGTvL<MvYvQ-.uLu5,E);Q1adXGvKN8ItjuG=KGKJC^ETGGGGGGGIMuID.GVPKG%T?@I
        >DChHTAe9CB+^IGvNQFH9ZNFE*@4uTQ<EuO0HHuJLGFvlE>Q[QM?GJC>tx/SiRDNLGGGGRKCD?CD@vJJEIU-5OQRIJ:R[S)LEEH@9DXMKEBD;
        MP:7GZEAuVKMJLBFDCVQOBNJF4GGGGGGGGuQ?O&vc8AOuM5uTbU*HOAO?@JJGGCuY4SvHTPKN4F>u3u7#9fuU,GVQA;GHIGGGGGSUH>GGGGuA
        ,Fdw5YuUBwRRGIG[TQGGFFGuAIvJ><J@6XQFuYE>F0c`^'9[GDv^.'uE:KD=-9;IJ>=6WSIvYG;vJCTJJGGGG^GGDJMNIYY[BT@-?MNGGB>=G
        u?;?@[[GG/NGNRIGE9JEJvLLFIvJG>[N=8AEIIG/UKHeDMLb^QA^)98;MH/F&/NGIGGl79&vRRPBGGD<uO/FCGGGGGGGGvg:FCu0Z^9BGIkGG
        GG6?W<
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
    use super::rules::{Board, Move, MOVES_MAX};

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

    /// Entries of the transposition table, a power of two: 4 MB, since more is farther away. +31 +- 44 Elo, idea no-table.
    const ENTRIES: usize = 1 << 18;

    /// Half the width of the aspiration window around the last iteration's score, in the evaluation's units. The narrower
    /// the range of scores that matter, the more alpha-beta skips. +38 +- 52 Elo, idea no-aspiration.
    const ASPIRATION: i32 = 60;

    /// The smaller, the more late moves are reduced. +53 +- 51 Elo, idea no-reductions.
    ///
    /// Why late moves are reduced: with a good order the best move is among the first, and the others only have to be
    /// shown to be worse. A less deep search shows that nearly as surely and far cheaper; one that seems better after
    /// all is searched again at the full depth.
    const REDUCTION: f64 = 1.4;

    /// Late move pruning: so near to the leaves, in plies, no more than so many moves are searched in a null window: the
    /// base and a step for each ply. There are up to 98 moves. +24 +- 52 Elo, idea no-late-pruning.
    const LATE_DEPTH: i32 = 6;
    const LATE_BASE: usize = 2;
    const LATE_STEP: usize = 3;

    /// Reverse futility pruning: up to so many plies above the leaves, by so much for each. +28 +- 51 Elo, idea no-futility.
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
    pub struct Entry {
        hash: u64,
        pub best: Move,
        score: i16,
        pub depth: i8,
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
        pub position: Position,
        budget: Budget,
        /// Positions visited since the search of this move began.
        nodes: u64,
        /// Searches so far, modulo 256.
        age: u8,
        table: Box<[Entry]>,
        /// The last two moves too good for the opponent, by ply: often in sister positions too. +28 +- 48 Elo, no-killers.
        killers: [[Move; 2]; PLIES],
        /// How often leaving and filling a point were too good, by side and point. +60 +- 50 Elo, idea no-history.
        from_history: [[i32; 128]; 2],
        to_history: [[i32; 128]; 2],
    }

    impl Search {
        pub fn new(seed: u64) -> Search {
            // Nothing was searched to depth -1, so an empty entry answers nothing; the only position with the hash 0
            // would be one with a move from A1 to A1 to be tried first.
            let empty = Entry { hash: 0, best: Move::default(), score: 0, depth: -1, bound: Bound::Upper, age: 0 };
            Search {
                rng: Rng(seed),
                position: Position::new(Weights::learned()),
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
            let mut list = [Move::default(); MOVES_MAX];
            let moves = board.legal_moves(&mut list);
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

        /// One iteration, first within a window around the last score, then in wider ones if the score lies outside. When
        /// the time ends within it, the report still holds the best move so far: the first move tried is the best of the
        /// iteration before, so a later one that beat it is better at the greater depth.
        fn aspire(&mut self, moves: &mut [Move], depth: i32, report: &mut Report) -> Result<(), Stopped> {
            let center = report.score;
            for &width in [ASPIRATION, 4 * ASPIRATION, 2 * WIN].iter() {
                let (alpha, beta) = ((center - width).max(-WIN), (center + width).min(WIN));
                let score = self.root(moves, depth, alpha, beta, report)?;
                if alpha < score && score < beta {
                    break;
                }
            }
            Ok(())
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
            debug_assert!(ply < PLIES && -WIN <= alpha && alpha < beta && beta <= WIN);
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
            if let Some(known) = entry.filter(|e| i32::from(e.depth) >= depth && e.decides(alpha, beta)) {
                return Ok(i32::from(known.score));
            }
            if depth <= 0 {
                return Ok(self.judge(ply, tt_move));
            }
            // Reverse futility pruning: a position so much better than beta is taken to stay better. One that was searched
            // deeper is not judged by its looks.
            let shallow = depth <= FUTILITY_DEPTH && entry.map_or(true, |e| e.depth == 0);
            if shallow && beta - alpha == 1 && beta.abs() < PROVEN {
                let score = entry.map_or_else(|| self.judge(ply, tt_move), |entry| i32::from(entry.score));
                if score - FUTILITY_STEP * depth >= beta && score < PROVEN {
                    return Ok(score - FUTILITY_STEP * depth);
                }
            }
            // Mostly the table's move or a killer move is good enough, and then the others need not be listed. The table's was
            // legal when it was stored; should only the hashes be the same, it may be tried.
            let (board, killers) = (&self.position.board, &self.killers[ply & (PLIES - 1)]);
            let killer = || killers.iter().find(|&&step| board.is_legal(step)).copied();
            let first = board.can_apply(tt_move).then_some(tt_move).or_else(killer);
            let mut best = (-WIN, Move::default());
            if let Some(step) = first {
                best = (self.child(step, depth - 1, 0, ply, alpha, beta, true)?, step);
            }
            if best.0 < beta {
                best = self.others(best, first, depth, ply, alpha, beta)?;
            } else {
                self.refuted(&[best.1], depth, ply);
            }
            // Whether the score is the value itself or only a limit to it depends on where it came to lie.
            let bound = match best.0 {
                score if score >= beta => Bound::Lower,
                score if score > alpha => Bound::Exact,
                _ => Bound::Upper,
            };
            self.store(hash, depth, ply, best.0, bound, best.1);
            Ok(best.0)
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
            let mut list = [Move::default(); MOVES_MAX];
            let moves = self.position.board.legal_moves(&mut list);
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

        /// The score of a leaf, stored as well: a look-up costs a tenth of an evaluation, and many ways lead to each.
        fn judge(&mut self, ply: usize, tt_move: Move) -> i32 {
            let score = self.position.evaluate().unwrap_or_else(|| stuck(ply));
            self.store(self.position.board.hash, 0, ply, score, Bound::Exact, tt_move);
            score
        }

        /// Looks a position up. A win counts its plies from the root in the search, and from the position itself in the
        /// table: the same position is met at different plies.
        pub fn probe(&self, hash: u64, ply: usize) -> Option<Entry> {
            let at = hash as usize & (ENTRIES - 1);
            let mut entry = *[&self.table[at], &self.table[at ^ 1]].iter().find(|entry| entry.hash == hash).copied()?;
            if i32::from(entry.score).abs() > PROVEN {
                entry.score -= entry.score.signum() * ply as i16;
            }
            Some(entry)
        }

        /// Keeps what was found in one of two places: the position's own, else that of an earlier search, else the less
        /// deep one.
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

/// Everything that a program of the contest needs besides the game is in the module `contest`.
fn main() {
    std::process::exit(contest::play(protocol::run));
}
