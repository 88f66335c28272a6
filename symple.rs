//! Symple (CodeCup 2013): grow every group by a stone a turn, and end with few groups on a board of 15 x 15 points.
//!
//! Protocol: White reads `Start`, everybody else's first line is the opponent's move. A move is its stones joined by
//! `-`: `H8` explores, `C3-D12-H8` expands, in Black's special move the exploring stone comes last. Columns A to O from
//! the left, rows 1 to 15 from the bottom. `Quit` or the end of the input ends the program.
//!
//! Method: expansions are built, not listed, for there may be millions: a policy scores every liberty, and taking the
//! best one, dropping the liberties of the groups that it grows, and so on, always gives a legal expansion. Playouts of
//! that policy, cut short after a few turns and judged by a small learned net, tell which stones do well for either
//! side, and the next playouts prefer those. What they propose is compared by sequential halving.
//!
//! Where to begin reading: `Search::think` top down, or bottom up: `rules` (the board as sets of points), `eval` (the
//! policy: `Scores::fill`, `Scores::pack`), `net`, `search`. What is the same in all five players stands in
//! `contest`; alpha-beta is explained in `ayu.rs`.
//!
//! What each part is worth stands in `tests/ideas/symple/`, one small patch for each (`make ideas GAME=symple`).
//! Measured by `jury match symple './symple {seconds} {seed}' B --games N --time S --seed K` against commit ac3afb2, which
//! has 367 lines more: 15-15 with 10 s (30 games, seed 2621).
//!
//! On stderr a move a line: the score is the `utility` of the expected margin, depth the rounds of the comparison, nodes
//! the turns of playouts.
//!
//! Not here: an opening table (the race for the special move is left to the playouts), an exact endgame (by alpha-beta it
//! won nothing), thinking in the opponent's time.
//!
//! Build as the contest does: `rustc -O symple.rs`

#![forbid(unsafe_code)]

// ---------------------------------------------------------------------------------------------------------------------
// Constants
// ---------------------------------------------------------------------------------------------------------------------

/// First two words on stderr.
const NAME: &str = "symple 2.0";

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
    // The rules in short. The board begins empty, White moves first, and nobody may pass. A turn explores or expands.
    // An exploration is one stone that touches no own stone: it founds a group. An expansion lets every own group grow
    // by one stone: each of its stones touches an own group as it stood when the turn began, no group is touched by two
    // of them, and a stone that touches several groups counts for all. An expansion is complete: no vacant point is
    // left that touches an own group but none that has grown. As long as nobody has expanded, Black may do both in one
    // turn, the expansion first: the special move. When the board is full each side has its stones less six for each of
    // its groups, and the higher one has 100 more.
    //
    //     5 . . . . .
    //     4 . . b b .      Black has two groups. C3 touches both: alone it is a complete expansion, and makes them one.
    //     3 . . . . .      E4 alone is none: B2-C2 could have grown. E4-C3 is none either: both stones touch C4-D4.
    //     2 . b b . .      E4-B1 lets each of the groups grow by a stone.
    //     1 . . . . .
    //       A B C D E
    //
    // How the room works: points are kept in sets, for a question to a whole set ("what touches my stones?") costs a
    // few shifts of words. The groups are kept as sets too, one each, and brought up to date stone by stone. Moves are
    // never listed: there may be millions. The jury's rules and a slow check in the tests say what is legal.
    use std::fmt;
    use std::ops::{BitAnd, BitOr, Not};

    /// Each group that a side is left with costs it this many points.
    pub const GROUP_COST: i32 = 6;
    /// Room for every group that a side can have (113 stones that do not touch), as a power of two.
    const GROUPS: usize = 128;

    /// A set of points: 16 bits for each row, A1 is bit 0, the unused column and row stay 0. The unused column is the
    /// guard that keeps a shift by one from running into the next row.
    ///
    /// ```text
    ///  row 15 | 224 225 ... 238      left  = bit -  1
    ///         |     ...              right = bit +  1
    ///  row  2 |  16  17 ...  30      up    = bit + 16
    ///  row  1 |   0   1 ...  14      down  = bit - 16
    ///             A   B       O      bits 15, 31, 47 ... are the guards
    /// ```
    ///
    /// Four rows fill a word of 64 bits, so a row is never split between two words.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub struct Points(pub [u64; 4]);

    /// The empty set.
    pub const NONE: Points = Points([0; 4]);
    /// Four rows of a full word: fifteen points and a guard bit that stays 0, four times.
    const FOUR_ROWS: u64 = 0x7fff_7fff_7fff_7fff;
    /// The 225 points of the board. The last word has only three rows, for 15 is not a multiple of 4.
    pub const ALL: Points = Points([FOUR_ROWS, FOUR_ROWS, FOUR_ROWS, FOUR_ROWS >> 16]);

    // Sets are combined as words are: `a & b` are the points in both, `a | b` in either.
    impl BitAnd for Points {
        type Output = Points;
        fn bitand(self, o: Points) -> Points {
            Points([self.0[0] & o.0[0], self.0[1] & o.0[1], self.0[2] & o.0[2], self.0[3] & o.0[3]])
        }
    }

    impl BitOr for Points {
        type Output = Points;
        fn bitor(self, o: Points) -> Points {
            Points([self.0[0] | o.0[0], self.0[1] | o.0[1], self.0[2] | o.0[2], self.0[3] | o.0[3]])
        }
    }

    /// The guard bits are set in a complement, so it is only used as `a & !b`: the points of `a` that are not in `b`.
    impl Not for Points {
        type Output = Points;
        fn not(self) -> Points {
            Points([!self.0[0], !self.0[1], !self.0[2], !self.0[3]])
        }
    }

    impl Points {
        /// The set that has this point alone.
        pub fn one(point: u8) -> Points {
            let mut set = NONE;
            set.add(point);
            set
        }

        /// The upper two bits of a point's number are its word, the lower six its bit there.
        pub fn add(&mut self, point: u8) {
            self.0[usize::from(point >> 6)] |= 1 << (point & 63);
        }

        /// Is the point in the set?
        pub fn has(&self, point: u8) -> bool {
            self.0[usize::from(point >> 6)] >> (point & 63) & 1 != 0
        }

        /// A game is over when this holds for its vacant points.
        pub fn is_empty(&self) -> bool {
            self.0[0] | self.0[1] | self.0[2] | self.0[3] == 0
        }

        /// Number of points, 0 to 225. It is signed, as scores are, for it is mostly subtracted from something.
        pub fn count(&self) -> i32 {
            (self.0[0].count_ones() + self.0[1].count_ones() + self.0[2].count_ones() + self.0[3].count_ones()) as i32
        }

        /// The point with n points of the set before it; there must be one.
        pub fn nth(&self, mut n: u32) -> u8 {
            for (i, word) in self.0.iter().enumerate() {
                let ones = word.count_ones();
                if n < ones {
                    // The point is in this word. Taking 1 from a number changes its bits from the lowest 1 down, so the
                    // `&` clears that 1: done n times it drops the points before the wanted one.
                    let mut word = *word;
                    for _ in 0..n {
                        word &= word - 1;
                    }
                    return (64 * i) as u8 + word.trailing_zeros() as u8;
                }
                n -= ones;
            }
            0
        }

        /// Goes through the points of a copy: the set itself may change meanwhile.
        pub fn iter(self) -> Bits {
            Bits(self)
        }

        /// The points themselves and those beside them. This is how groups find their liberties: near the stones, and
        /// vacant.
        ///
        /// ```text
        ///  . . . .        . x x .
        ///  . x x .   ->   x x x x
        ///  . . . .        . x x .
        /// ```
        pub fn near(self) -> Points {
            // All of it at once: within a word by shifts of 1 and 16, and the row that comes in from the next word.
            // What falls on a guard bit is masked out once, at the end.
            let [a, b, c, d] = self.0;
            let step = |x: u64| x | x << 1 | x >> 1;
            Points([
                step(a) | a << 16 | a >> 16 | b << 48,
                step(b) | b << 16 | b >> 16 | c << 48 | a >> 48,
                step(c) | c << 16 | c >> 16 | d << 48 | b >> 48,
                step(d) | d << 16 | d >> 16 | c >> 48,
            ]) & ALL
        }
    }

    /// The points of a set from A1 on, row by row.
    pub struct Bits(Points);

    impl Iterator for Bits {
        type Item = u8;
        fn next(&mut self) -> Option<u8> {
            for (i, word) in (self.0).0.iter_mut().enumerate() {
                if *word != 0 {
                    let bit = word.trailing_zeros();
                    // See `nth`: the lowest bit, which is returned, is cleared.
                    *word &= *word - 1;
                    return Some((64 * i) as u8 + bit as u8);
                }
            }
            None
        }
    }

    /// The stones of a turn. Only the special move has an order that matters: its last stone explores.
    #[derive(Clone, Copy, Debug)]
    pub struct Move {
        /// All stones of the turn, an exploring one included.
        pub stones: Points,
        /// The stone that is written last.
        pub last: u8,
    }

    /// Moves with the same stones do the same.
    impl PartialEq for Move {
        fn eq(&self, other: &Move) -> bool {
            self.stones == other.stones
        }
    }

    impl Move {
        /// The exploration of a point.
        pub fn exploration(point: u8) -> Move {
            Move { stones: Points::one(point), last: point }
        }

        /// The move that places a stone after those of this one.
        pub fn then(mut self, point: u8) -> Move {
            self.stones.add(point);
            self.last = point;
            self
        }

        /// Reads `C3-D12-H8`; `None` when it is not that, or when a point is named twice.
        pub fn parse(text: &str) -> Option<Move> {
            // Every text has at least one word between the dashes, if an empty one, so a move that is read has a stone.
            let mut mv = Move { stones: NONE, last: 0 };
            for word in text.split('-') {
                let (column, row) = match *word.as_bytes() {
                    // Rows have one digit from 1 to 9, or two from 10 to 15: `H08` is no point.
                    [c @ b'A'..=b'O', r @ b'1'..=b'9'] => (c - b'A', r - b'1'),
                    [c @ b'A'..=b'O', b'1', r @ b'0'..=b'5'] => (c - b'A', r - b'0' + 9),
                    _ => return None,
                };
                let point = 16 * row + column;
                if mv.stones.has(point) {
                    return None;
                }
                mv = mv.then(point);
            }
            Some(mv)
        }
    }

    /// As the contest writes it.
    impl fmt::Display for Move {
        fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
            // The stones from A1 on, but the last one last: in the special move it is the one that explores.
            let name = |point: u8| ((b'A' + point % 16) as char, point / 16 + 1);
            for (column, row) in self.stones.iter().filter(|p| *p != self.last).map(name) {
                write!(f, "{}{}-", column, row)?;
            }
            let (column, row) = name(self.last);
            write!(f, "{}{}", column, row)
        }
    }

    /// The groups of a side. Of a group only its reach matters: its stones and the points beside them. Whether a new
    /// stone touches the group is one look into the reach; the group's liberties are the reach and the vacant points in
    /// common. Which stones are the group's is never asked.
    #[derive(Clone, Copy)]
    pub struct Groups {
        /// Number of groups, at most 113; the side pays `GROUP_COST` for each in the end.
        pub count: usize,
        /// The first `count` are in use; what stands behind them means nothing.
        reach: [Points; GROUPS],
    }

    impl Groups {
        /// The reach of each group, in no special order.
        pub fn reaches(&self) -> &[Points] {
            &self.reach[..self.count.min(GROUPS)]
        }

        /// Adds a stone: all groups that reach it become one.
        fn add(&mut self, stone: u8) {
            // The groups that do not reach the stone move up to the front, the new one goes behind them, alone where no group
            // reaches the stone. No branch in it, and the masks and `min` say that no index leaves the table.
            let mut reach = Points::one(stone).near();
            let mut kept = 0;
            for i in 0..self.count.min(GROUPS) {
                let other = self.reach[i];
                let touched = other.has(stone);
                reach = reach | other & [NONE, ALL][usize::from(touched)];
                self.reach[kept & (GROUPS - 1)] = other;
                kept += usize::from(!touched);
            }
            self.reach[kept & (GROUPS - 1)] = reach;
            self.count = kept + 1;
        }
    }

    /// A position. It is copied rather than undone. It takes about 8 KB, nearly all of it room for groups.
    #[derive(Clone, Copy)]
    pub struct Board {
        /// The points that White, that Black has filled. A stone is never moved nor taken.
        pub stones: [Points; 2],
        /// The groups of White, of Black.
        pub groups: [Groups; 2],
        /// The side on turn: 0 is White.
        pub turn: usize,
        /// Which side has expanded at least once. As soon as either has, there is no special move any more.
        pub expanded: [bool; 2],
    }

    impl Board {
        /// The empty board before White's first turn.
        pub fn new() -> Board {
            let groups = Groups { count: 0, reach: [NONE; GROUPS] };
            Board { stones: [NONE; 2], groups: [groups; 2], turn: 0, expanded: [false; 2] }
        }

        /// The points without a stone. The game is over when there are none.
        pub fn vacant(&self) -> Points {
            ALL & !(self.stones[0] | self.stones[1])
        }

        /// The vacant points that touch a stone of the side.
        pub fn liberties(&self, side: usize) -> Points {
            self.stones[side & 1].near() & self.vacant()
        }

        /// The vacant points that touch no stone of the side on turn.
        pub fn explorations(&self) -> Points {
            self.vacant() & !self.stones[self.turn].near()
        }

        /// May the side on turn explore after its expansion? It is worth a turn, so both sides watch for it: White can
        /// end the right by expanding first.
        pub fn special(&self) -> bool {
            self.turn == 1 && !self.expanded[0] && !self.expanded[1]
        }

        /// Stones less six for each group. May be negative. The contest gives no points below 0, but the higher raw
        /// score wins even then.
        pub fn raw(&self, side: usize) -> i32 {
            self.stones[side & 1].count() - GROUP_COST * self.groups[side & 1].count as i32
        }

        /// White's raw score less Black's. On a full board it is odd, so there is no tie: the stones add up to 225, and
        /// the costs of groups are even.
        pub fn margin(&self) -> i32 {
            self.raw(0) - self.raw(1)
        }

        /// Can the move be applied at all, whatever the rules say of it? What the jury relays is law.
        pub fn can_apply(&self, mv: Move) -> bool {
            (mv.stones & !self.vacant()).is_empty() && !mv.stones.is_empty()
        }

        /// Plays a move that can be applied, be it legal or not: what the jury relays the board has to follow.
        pub fn play(&mut self, mv: Move) {
            let side = self.turn;
            // A stone beside an own one: an expansion. The reach is asked before the new stones are there, so an
            // exploration alone does not count.
            self.expanded[side] |= !(mv.stones & self.stones[side].near()).is_empty();
            // One after the other: stones of one turn that touch each other end up in one group.
            for stone in mv.stones.iter() {
                self.groups[side].add(stone);
            }
            self.stones[side] = self.stones[side] | mv.stones;
            self.turn = 1 - side;
        }
    }
}

// ---------------------------------------------------------------------------------------------------------------------
// Evaluation
// ---------------------------------------------------------------------------------------------------------------------
pub(crate) mod eval {
    // How the room works. `Scores::fill` gives each liberty a number: a weighted sum of what can be seen around it.
    // `pack` makes an expansion of these numbers, greedily. `Policy::choose` adds noise to them, so that it does not
    // always play the same, and decides when to explore instead. `Policy::playout` lets it play against itself for some
    // turns. The search does the rest: it needs nothing but many playouts and scores to which it may add.
    use super::contest::mix64;
    use super::rules::{Board, Move, Points, NONE};

    /// What the policy sees in a liberty of the side on turn. "Within k steps" knows no obstacles.
    pub const FEATURES: usize = 12;

    /// A weight at the three stages of the game: with at least 160 vacant points, with 90, and with 30 or fewer; linear in
    /// between. Only differences between liberties matter, so the unit is that of the noise.
    pub type Stages = [f32; 3];

    /// Learned by `tune-symple policy`: the bare policy with changed weights against itself.
    #[derive(Clone)]
    pub struct Weights {
        /// By feature, in the order in which `fill` adds them up.
        pub features: [Stages; FEATURES],
        /// An exploration pays with this much open space (see `Policy::open_space`).
        pub space: Stages,
        /// Groups that White, that Black wants before it expands.
        pub groups: [f32; 2],
        /// Size of the noise: uniform from 0 to this.
        pub noise: f32,
    }

    /// What do they say? Take points from the opponent, always, and more so later (2.14 to 3.76): a blocked liberty is
    /// worth more than two own ones. To join own groups is a blunder at first, when each could grow by a stone a turn,
    /// and right in the end (-4.87 to 1.04); to cut the opponent's hardly counts early and decides late (0.30 to 6.04).
    pub const WEIGHTS: Weights = Weights {
        features: [
            [0.40, 2.76, 0.20],    // vacant points that come within one step of own stones
            [0.73, 0.23, 1.08],    // ... within two steps
            [0.66, 0.02, -0.06],   // ... within three steps
            [2.14, 3.32, 3.76],    // is a liberty of the opponent too
            [0.38, 0.51, 0.01],    // is two steps from the opponent
            [-4.87, 0.17, 1.04],   // joins own groups
            [0.30, 0.78, 6.04],    // is a liberty of two or more groups of the opponent: cuts them
            [-0.11, -0.08, -0.15], // liberties of the opponent within two steps
            [0.30, 0.07, 0.63],    // vacant points within one step
            [-0.06, 0.15, 1.06],   // is a step away from joining own groups
            [0.03, 0.56, 0.03],    // is a step away from cutting groups of the opponent
            [0.02, -0.15, 0.01],   // stones of the opponent within two steps
        ],
        space: [38.0, 25.0, 12.0],
        groups: [5.0, 5.0],
        noise: 1.5,
    };

    /// For each point the number of points of a set within so many steps, itself included: 0 to 25 for three steps. A
    /// row of the board is a number of sixteen bytes, so one addition adds up a whole row: row r gets of row r + d all
    /// that is at most `STEPS - d` columns away.
    ///
    /// ```text
    ///  the set  . x x .    one column away or less  1 2 2 1
    /// ```
    pub fn within<const STEPS: usize>(set: Points) -> [u8; 256] {
        let mut sums = [0_u128; 22];
        for row in 0..15 {
            // A bit of each half row becomes a byte: copied to all eight, masked, brought to the lowest place.
            let bytes = |bits: u64| {
                let copies = (bits & 0xff).wrapping_mul(0x0101_0101_0101_0101) & 0x8040_2010_0804_0201;
                u128::from(((copies + 0x7f7f_7f7f_7f7f_7f7f) >> 7) & 0x0101_0101_0101_0101)
            };
            let bits = set.0[row / 4] >> (row % 4 * 16) & 0x7fff;
            if bits == 0 {
                continue;
            }
            let points = bytes(bits) | bytes(bits >> 8) << 64;
            let mut wide = points;
            for columns in 0..STEPS {
                sums[row + 3 - STEPS + columns] += wide;
                sums[row + 3 + STEPS - columns] += wide;
                wide += (points << (8 * columns + 8)) + (points >> (8 * columns + 8));
            }
            sums[row + 3] += wide;
        }
        let mut counts = [0; 256];
        for (row, sum) in counts.chunks_exact_mut(16).zip(&sums[3..]) {
            row.copy_from_slice(&sum.to_le_bytes());
        }
        counts
    }

    /// The points that two or more of the groups reach, and those that two or more reach with one step more. A stone on
    /// one of the former makes one group of several: for the own side a loss of groups that could have grown on, late a
    /// gain in points.
    pub fn links(reaches: &[Points]) -> (Points, Points) {
        // What was seen before and is seen again is there twice. Two sets are enough: how many groups more than two is
        // not asked.
        let (mut seen, mut twice, mut seen_far, mut twice_far) = (NONE, NONE, NONE, NONE);
        for reach in reaches {
            let far = reach.near();
            twice = twice | seen & *reach;
            seen = seen | *reach;
            twice_far = twice_far | seen_far & far;
            seen_far = seen_far | far;
        }
        (twice, twice_far)
    }

    /// A weight at a stage of the game, by its vacant points.
    ///
    /// With 125 vacant points it is half way between the first column and the second, for (125 - 90) / 70 = 0.5.
    fn at_stage(weight: &Stages, vacant: usize) -> f32 {
        let vacant = vacant as f32;
        if vacant >= 90.0 {
            weight[1] + (weight[0] - weight[1]) * ((vacant - 90.0) / 70.0).min(1.0)
        } else {
            weight[2] + (weight[1] - weight[2]) * ((vacant - 30.0) / 60.0).max(0.0)
        }
    }

    /// The liberties of the side on turn with the policy's score of each. One list is filled again and again.
    pub struct Scores {
        /// Liberties in the list, at most 225.
        count: usize,
        /// A point and its score each. Room for 256, so that an index of eight bits needs no check.
        entries: [(u8, f32); 256],
        /// What `pack` makes of the entries.
        keys: [i64; 256],
        /// Added to the scores of White's, of Black's points: what the search has learned about them in this turn.
        pub bias: [[f32; 256]; 2],
    }

    impl Default for Scores {
        fn default() -> Scores {
            Scores { count: 0, entries: [(0, 0.0); 256], keys: [0; 256], bias: [[0.0; 256]; 2] }
        }
    }

    impl Scores {
        /// Lists the liberties of the side on turn. The score of each is the sum of the twelve features times their
        /// weights at this stage, and of its bias.
        pub fn fill(&mut self, board: &Board, policy: &Policy) {
            let side = board.turn & 1;
            let vacant = board.vacant();
            let weights = &policy.stages[vacant.count() as usize & 255].0;
            // Everything is counted as sets first, once for the whole board: this routine is most of a playout's time.
            // The distances of the features are grown from the stones, a step at a time: `reach` is what lies within
            // one step of own stones, `reach2` within two. What is vacant and beyond them is new ground at one, two,
            // three steps.
            let reach = board.stones[side].near();
            let reach2 = reach.near();
            let reach3 = reach2.near();
            let (new1, new2, new3) = (vacant & !reach, vacant & !reach2, vacant & !reach3);
            let enemy = board.stones[1 - side];
            let enemy_reach = enemy.near();
            let enemy_liberties = enemy_reach & vacant;
            // Of several groups: where they meet, and where they would meet one step further.
            let (join, near_join) = links(board.groups[side].reaches());
            let (cut, near_cut) = links(board.groups[1 - side].reaches());
            let near_enemy = enemy_reach.near() & !enemy_reach;
            // Numbers for all points at once.
            let (count_new1, count_vacant) = (within::<1>(new1), within::<1>(vacant));
            let (count_new2, count_liberties) = (within::<2>(new2), within::<2>(enemy_liberties));
            let (count_new3, count_enemy) = (within::<3>(new3), within::<2>(enemy));
            let liberties = reach & vacant;
            self.count = 0;
            // Word by word, so that what a set says of a liberty is a shift and a mask of one word.
            for word in 0..4 {
                let mut left = liberties.0[word];
                while left != 0 {
                    let bit = left.trailing_zeros();
                    left &= left - 1;
                    let point = (64 * word) as u8 | bit as u8;
                    // A feature that holds or not, and one that is counted.
                    let flag = |set: &Points, weight: f32| [0.0, weight][(set.0[word] >> bit) as usize & 1];
                    let number = |counts: &[u8; 256]| f32::from(counts[usize::from(point)]);
                    let score = weights[0] * number(&count_new1)
                        + weights[1] * number(&count_new2)
                        + weights[2] * number(&count_new3)
                        + flag(&enemy_reach, weights[3])
                        + flag(&near_enemy, weights[4])
                        + flag(&join, weights[5])
                        + flag(&cut, weights[6])
                        + weights[7] * number(&count_liberties)
                        + weights[8] * number(&count_vacant)
                        + flag(&near_join, weights[9])
                        + flag(&near_cut, weights[10])
                        + weights[11] * number(&count_enemy)
                        + self.bias[side & 1][usize::from(point)];
                    self.entries[self.count & 255] = (point, score);
                    self.count += 1;
                }
            }
        }

        /// Sets an entry; the list ends after it. How the search bends the policy: it fills the list with scores of its
        /// own, from 0 on.
        pub fn set(&mut self, i: usize, entry: (u8, f32)) {
            self.entries[i & 255] = entry;
            self.count = i + 1;
        }

        /// The list itself, so that noise can be added where the scores are.
        pub fn entries(&mut self) -> &mut [(u8, f32)] {
            &mut self.entries[..self.count.min(256)]
        }

        /// The expansion that takes the liberties from the highest score down, as far as the rules allow. Empties the
        /// list.
        ///
        /// No group is touched twice: when it grows, its liberties leave the list, and only points of the list are
        /// taken. And the list is empty only when every liberty touches a group that has grown, so no group is left
        /// that could grow.
        ///
        /// The board must have liberties. Whether a stone that joins two groups is worth it is for the scores to say.
        pub fn pack(&mut self, board: &Board) -> Move {
            let mut mv = Move { stones: NONE, last: 0 };
            // A score as the 32 bits whose order as whole numbers is its own, and behind them the point turned round: the
            // largest key is the best score, of equal ones the lowest point. Keys are compared without a branch.
            let mut left = self.count.min(256);
            for (key, &(point, score)) in self.keys.iter_mut().zip(&self.entries[..left]) {
                let bits = score.to_bits() as i32;
                let order = bits ^ ((bits >> 31) as u32 >> 1) as i32;
                *key = i64::from(order) << 8 | i64::from(!point);
            }
            let mut gone = NONE;
            loop {
                // One pass drops what is gone, moves the rest to the front and finds the best of it.
                let (mut best, mut kept) = (i64::MIN, 0);
                for i in 0..left.min(256) {
                    let key = self.keys[i];
                    self.keys[kept & 255] = key;
                    let stays = !gone.has(!(key as u8));
                    kept += usize::from(stays);
                    best = best.max(if stays { key } else { i64::MIN });
                }
                if kept == 0 {
                    break;
                }
                left = kept;
                let best = !(best as u8);
                mv = mv.then(best);
                // All groups that the stone touches have grown now. Their liberties go, this point among them, so the
                // list gets shorter every time.
                gone = NONE;
                for reach in board.groups[board.turn].reaches() {
                    if reach.has(best) {
                        gone = gone | *reach;
                    }
                }
            }
            self.count = 0;
            mv
        }
    }

    /// What `Policy::open_space` counts: the vacant points more than two, more than three steps from the side on turn.
    pub fn open_points(board: &Board) -> [Points; 2] {
        let reach2 = board.stones[board.turn].near().near();
        [board.vacant() & !reach2, board.vacant() & !reach2.near()]
    }

    /// Numbers in the table of noise: a power of two. A look into a table that was made once is several times quicker
    /// than a generator's next number for each liberty of each turn of each playout.
    const NOISE: usize = 1 << 14;
    /// Random points that a playout compares when it explores: the best of all points would cost more than the rest of
    /// the turn, and would be the same in all playouts.
    const EXPLORATIONS: usize = 3;

    /// Chooses moves at once. Everything in it is made from the weights and stays as it is: one policy serves both sides
    /// and all playouts.
    pub struct Policy {
        /// The weights of the features and the space that an exploration needs, by the number of vacant points:
        /// interpolated once rather than in every turn.
        stages: Box<[([f32; FEATURES], f32)]>,
        /// Uniform, in the unit of the scores.
        noise: Box<[f32]>,
        /// Groups that White, that Black wants before it expands.
        groups: [f32; 2],
        /// For each point the points within two and within three steps, itself included: diamonds of 13 and 25 points.
        diamonds: Box<[(Points, Points)]>,
    }

    /// Mixes a seed and a counter: as many independent dice as a playout needs.
    pub fn mix(seed: u64, number: u64) -> u64 {
        mix64(seed.wrapping_add(number.wrapping_mul(0x9e37_79b9_7f4a_7c15)))
    }

    /// The upper 24 bits of a mixed number, for an `f32` holds no more, as a number from 0 up to 1.
    pub fn fraction(mixed: u64) -> f32 {
        (mixed >> 40) as f32 / (1 << 24) as f32
    }

    impl Policy {
        /// Makes the tables. The noise is the same in every game; the dice choose where in it a turn begins.
        pub fn new(weights: &Weights) -> Policy {
            let mut stages = vec![([0.0; FEATURES], 0.0); 256].into_boxed_slice();
            for (vacant, stage) in stages.iter_mut().enumerate() {
                *stage = (weights.features.map(|weight| at_stage(&weight, vacant)), at_stage(&weights.space, vacant));
            }
            let mut noise = vec![0.0; NOISE].into_boxed_slice();
            for (i, noise) in noise.iter_mut().enumerate() {
                *noise = weights.noise * fraction(mix(2013, i as u64));
            }
            let middle = (0..=255).map(|point| Points::one(point).near().near());
            let diamonds = middle.map(|middle| (middle, middle.near())).collect();
            Policy { stages, noise, groups: weights.groups, diamonds }
        }

        /// Open space around a point for the side on turn: points that none of its stones is near to yet. An exploration
        /// costs a turn in which all groups would have grown, so a new group must find enough space to earn that back.
        ///
        /// A point that no own stone is within three steps of counts twice when it lies in the large diamond, and one
        /// that none is within two steps of once more when it lies in the middle one: 2 * 25 + 13 = 63 at most.
        pub fn open_space(&self, open: &[Points; 2], point: u8) -> i32 {
            let (middle, large) = self.diamonds[usize::from(point)];
            2 * (large & open[1]).count() + (middle & open[0]).count()
        }

        /// The best of a few random points of a set, with its open space; `None` when the set is empty.
        fn explore(&self, board: &Board, free: Points, dice: u64) -> Option<(u8, i32)> {
            let count = free.count() as u64;
            if count == 0 {
                return None;
            }
            // 16 bits of the dice for each try. A number below 2^16, times the count and without its lower 16 bits, is
            // a number below the count, and all are equally likely but for a hair.
            let open = open_points(board);
            let mut best = (0, -1);
            for i in 0..EXPLORATIONS {
                let point = free.nth(((((dice >> (20 * i)) & 0xffff) * count) >> 16) as u32);
                let space = self.open_space(&open, point);
                if space > best.1 {
                    best = (point, space);
                }
            }
            Some(best)
        }

        /// The policy's move on a board that has vacant points. The same dice make the same move; nearly the same
        /// board with the same dice nearly the same move.
        pub fn choose(&self, board: &Board, scores: &mut Scores, dice: u64) -> Move {
            let side = board.turn & 1;
            let groups = board.groups[side].count;
            let free = board.explorations();
            let liberties = board.liberties(side);
            // The uppermost eight bits of the dice: up to 0.75 more or fewer groups are wanted, so playouts try both.
            let wanted = self.groups[side] - 0.75 + 1.5 * (dice >> 56) as f32 / 256.0;
            // A side that has not expanded yet goes on founding groups until it has enough; it explores when nothing
            // can grow; and it explores later where there is so much space that a new group pays.
            let early = !board.expanded[side] && (groups as f32) < wanted;
            let enough = self.stages[board.vacant().count() as usize & 255].1;
            if let Some((point, space)) = self.explore(board, free, mix(dice, 1)) {
                if early || liberties.is_empty() || space as f32 > enough {
                    return Move::exploration(point);
                }
            }
            scores.fill(board, self);
            // Noise by the point and the dice alone. A stone more somewhere else leaves the noise of the other points
            // as it was, so playouts from two boards that differ a little stay alike for a while.
            let offset = dice as usize;
            for entry in scores.entries() {
                entry.1 += self.noise[(offset + usize::from(entry.0)) & (NOISE - 1)];
            }
            let mv = scores.pack(board);
            // In playouts Black always takes the special move: a stone and a group for no turn.
            if board.special() {
                if let Some((point, _)) = self.explore(board, free & !mv.stones.near(), mix(dice, 2)) {
                    return mv.then(point);
                }
            }
            mv
        }

        /// Plays on for at most so many turns and returns how many it played. Playouts with the same seed from nearly
        /// the same board share their luck (common random numbers), so that their difference is mostly that of the
        /// boards: far fewer playouts tell two moves apart.
        pub fn playout(&self, board: &mut Board, scores: &mut Scores, seed: u64, most: u64) -> u64 {
            let mut turns = 0;
            while turns < most && !board.vacant().is_empty() {
                turns += 1;
                // The turn makes new dice, the same ones in all playouts with this seed.
                let mv = self.choose(board, scores, mix(seed, turns));
                board.play(mv);
            }
            turns
        }
    }
}

// ---------------------------------------------------------------------------------------------------------------------
// Net: what a position will come to when the policy plays it to the end, by a small network.
// ---------------------------------------------------------------------------------------------------------------------
pub(crate) mod net {
    // Why: a playout to the end takes some 45 turns, and its result has a deviation of 40 around its mean, while two good
    // moves are ten apart. Cut short after eight turns and judged by the net it has one of 14, and an error of 6 that
    // more playouts do not remove (14 turns into the game; between moves compared with the same luck):
    //
    //     turns played   2    4    8   12   16   24  all
    //     deviation      6    8   14   18   24   35   41
    //     error         10    9    7    6    4    0    0
    //
    // How: 46 numbers are counted on the board, most of them once for the side on turn and once for the other: groups,
    // liberties, room, into how many parts the groups fall when they may join in some way. They feed 24 hidden units and,
    // directly, the result. All of it takes about as long as three turns of a playout.
    //
    // What does it say? How much one more of a thing is worth to its side, in points of utility, with about 180, 95 and
    // 35 vacant points (mean of 150 games):
    //
    //     a group                                              +17   +4   -5
    //     a part that can never join the others                 -9  -10   -9
    //     a part that is not sure to join another               +6   -4   -8
    //     a point within two steps, out of the opponent's reach +0.9 +1.8 +2.0
    //     a point that it is nearer to                          +0.5 +1.2 +1.5
    //     a group without liberties                            -10   -4   -1
    //
    // Groups are stones a turn at first and a cost in the end, and to be cut apart is bad at all times.
    use super::contest::decode;
    use super::eval::links;
    use super::rules::{Board, Points, NONE};

    /// Inputs of each side; the side on turn comes first.
    const SIDE: usize = 20;
    /// Inputs of both sides together.
    const BOTH: usize = 6;
    pub const INPUTS: usize = 2 * SIDE + BOTH;
    pub const HIDDEN: usize = 24;
    /// Numbers of the network: per input a weight for each unit and one for the result; per unit a bias and a weight;
    /// the bias of the result.
    pub const WEIGHTS: usize = INPUTS * (HIDDEN + 1) + 2 * HIDDEN + 1;
    /// The points of a set, and all of `through` that a walk from them reaches.
    fn flood(mut set: Points, through: Points) -> Points {
        loop {
            let wider = set | set.near() & through;
            if wider == set {
                return set;
            }
            set = wider;
        }
    }

    /// The number of parts into which groups fall when a walk may lead from one to another through a set.
    fn parts(groups: &[Points], through: Points) -> u8 {
        let (mut parts, mut seen) = (0, NONE);
        for reach in groups {
            if (*reach & seen).is_empty() {
                seen = seen | flood(*reach & through, through);
                parts += 1;
            }
        }
        parts
    }

    /// What is counted of one side.
    fn side_inputs(board: &Board, side: usize, out: &mut [u8]) {
        let (vacant, stones, enemy) = (board.vacant(), board.stones[side], board.stones[1 - side]);
        // The opponent cannot take these at once.
        let safe = vacant & !enemy.near();
        let (reach, groups) = (stones.near(), board.groups[side].reaches());
        let (within2, number) = (reach.near(), |set: Points| set.count() as u8);
        let few = |set: Points, least: i32, most: i32| {
            let counts = groups.iter().map(|reach| (*reach & set).count());
            counts.filter(|count| (least..=most).contains(count)).count() as u8
        };
        // The points where groups would be joined, and those a step away from that.
        let (twice, twice_far) = links(groups);
        out.copy_from_slice(&[
            groups.len() as u8,
            few(vacant, 0, 0),
            few(vacant, 1, 2),
            few(safe, 0, 0),
            few(safe, 1, 2),
            // The groups as parts that may still join, by a stone or two, by such that the opponent cannot take at once.
            parts(groups, stones | vacant),
            parts(groups, stones | reach & vacant),
            parts(groups, stones | reach & safe),
            u8::from(board.expanded[side]),
            number(twice & vacant),
            number(twice & safe),
            number(stones),
            number(reach & vacant),
            number(reach & safe),
            number(twice_far & vacant),
            number(twice_far & safe),
            number(within2 & vacant),
            number(within2 & safe),
            number(vacant & !within2.near()),
            // Nobody takes these away: they are turns in hand.
            number(vacant & !flood(enemy, vacant)),
        ]);
    }

    /// All inputs, as whole numbers: of the side on turn, of the other, of both.
    pub fn inputs(board: &Board) -> [u8; INPUTS] {
        let mut inputs = [0; INPUTS];
        let turn = board.turn;
        side_inputs(board, turn, &mut inputs[..SIDE]);
        side_inputs(board, 1 - turn, &mut inputs[SIDE..2 * SIDE]);
        let vacant = board.vacant();
        let (white, black) = (board.stones[0].near() & vacant, board.stones[1].near() & vacant);
        inputs[2 * SIDE..].copy_from_slice(&[
            turn as u8,
            u8::from(board.special()),
            u8::from(!board.expanded[0] && !board.expanded[1]),
            vacant.count() as u8,
            (white & black).count() as u8,
            (vacant & !(white | black)).count() as u8,
        ]);
        inputs
    }

    /// Numbers of points, the later ones in both lists of inputs, are counted in units of sixteen, so that all weights are
    /// of one size.
    pub fn scale(input: usize) -> f32 {
        let small = if input < 2 * SIDE { input % SIDE < 11 } else { input < 2 * SIDE + 3 };
        [1.0 / 16.0, 1.0][usize::from(small)]
    }

    /// Weights into the hidden units are multiples of the first number, their biases of the second; weights out of them,
    /// and from the inputs to the result, of the third, in points of utility. The bias of the result is in points. Units
    /// four times as large made the mean squared error of the net a tenth larger.
    pub const UNITS: [f32; 3] = [1.0 / 256.0, 1.0 / 32.0, 1.0 / 16.0];

    pub struct Net {
        /// By input: what one more of it adds to each unit, and to the result.
        first: Box<[([f32; HIDDEN], f32)]>,
        bias: [f32; HIDDEN],
        second: [f32; HIDDEN],
        last: f32,
    }

    impl Net {
        /// The weights are those of the learning tool, in its order.
        pub fn new(weights: &[i16; WEIGHTS]) -> Net {
            let hidden = |from: usize| {
                let mut row = [0.0; HIDDEN];
                for (value, weight) in row.iter_mut().zip(&weights[from..]) {
                    *value = f32::from(*weight);
                }
                row
            };
            let mut first = vec![([0.0; HIDDEN], 0.0); INPUTS].into_boxed_slice();
            for (i, row) in first.iter_mut().enumerate() {
                *row = (hidden(i * HIDDEN).map(|w| w * UNITS[0] * scale(i)), 0.0);
                row.1 = f32::from(weights[(INPUTS + 2) * HIDDEN + i]) * UNITS[2] * scale(i);
            }
            Net {
                first,
                bias: hidden(INPUTS * HIDDEN).map(|w| w * UNITS[1]),
                second: hidden((INPUTS + 1) * HIDDEN).map(|w| w * UNITS[2]),
                last: f32::from(weights[WEIGHTS - 1]),
            }
        }

        /// Expected utility of the position for the side on turn (see `utility`).
        pub fn value(&self, board: &Board) -> f32 {
            self.judge(&inputs(board))
        }

        /// The same from the inputs.
        pub fn judge(&self, inputs: &[u8; INPUTS]) -> f32 {
            let mut hidden = self.bias;
            let mut value = self.last;
            for (input, row) in inputs.iter().zip(self.first.iter()) {
                // Many are 0.
                if *input != 0 {
                    let input = f32::from(*input);
                    value += input * row.1;
                    for (unit, weight) in hidden.iter_mut().zip(row.0.iter()) {
                        *unit += input * weight;
                    }
                }
            }
            for (unit, weight) in hidden.iter().zip(self.second.iter()) {
                value += unit.max(0.0) * weight;
            }
            value
        }
    }

    /// Learned by `tune-symple learn`.
    pub static LEARNED: [i16; WEIGHTS] = decode(
        "
         bvgvhvhuX.vNku@#w#uMvouSu-#w6tWw%Iteu-YSuFuOuHW;vt2P;u;u<<u8<vkU(vwQFvkvN-3$'/:>vIDIKEv[EuGBvWUuMvw[GvRv{;4>H
         uPCWvuD#vKuK3g#vSvJvQu%v^A-@w$W-EBEODuM>=l5de5bvIZ#l13+vcLDYf;uSU<WvQvpv]DvaM&S=;4u%dbvMuTvZvVHvY>Vu*6C7vV/<Y
         BA6-?OU=uRP3Q1$?-$^=8f`UOD=uQlRE`(uU4lwlxPv`x4t$tnwex.-8wlw0tsu-wfs*5Hx%y?vwr.y,x+D2uNuUCDQFJ>N;OKKF-:1?0+;IP
         SWtyWvOL4<Jw7vTTP`RMH4Eu8uQIJtou([uMvXBu$tnuDvIat}LwD%wQe=uUtt;/w)u)uKt`uI1v[]M)lvPvsu?ivTuWw/2uY@u+kvMvWeu-tF
         vOuOx@w=Pu)&uCy&u:vcw7*w@O)htyu2vXw6u;VZty]uJs{u.OvMv`lv_`g3EtStPu*v`wFveuJKthtOykx-vUsUt<uVw$BtYt]vtvkt[u=@O
         b'wwtsx;vM8<B@^uO)DuHC<bWV4KOI5JHHN5tfvY=ve6Ys~t[gHtE?vlwdu0w#MlvQu63Jv~t)5Y*dM?49RuL;7uW*iCuIduOlUZuY(uRu%vU
         uPw:9&uD?uKv]tXq_vptkx2tytOt4uKu>tqb'uRu2uFtgvYvVu?uVevjuAvYu8vHw3vJu1w1toWvseS'GXv_vK+uJ0HuGj#uHvODuR,OCvMFu=
         uQ?NJIvSvmEE4>uBICuBvKD-6V6*Fu?2NGvOPvVv`NDgYOa@uLvSuYu0-OuFvuX'J;vXVJ7eCCeVCvf@0vL1uM8-.CKAV1hIvLkVuV(Y&uQu+
         v|d2vO(_A%9uX7McAQBuU@ZIKK:dEJEBWIvqLaAQ6K,uM5u::Wa=Nw$uBS9HQLjL;#)WO^uYvIw3tqy0{Xw6uGt^,r+NxXtLzsuTvwwItktRx1
         wECzju.>U13-KQDMBbOSHSN:?7MDiB6vQaivmZ3KYvJ^V]T@D<+)u8FE=?Zw8vcJ<t{hwHw3w5>ev~itwcu&,=vOw/?6tYw#vwvy.&u;uH_<f
         1u6w3+uMviuW2MuMviQuYu*vLw~w'vauWtqBw%wPw?vNtww|t8uMQuMtmJ=v~;w'tgwLtouA++uWuEvMdtRuVvX^VviuS><uFv{u<Hu:uT_sv
         tbtNuXwPypZvmcwFtqt]t6ttuKuSAw{w3vwuOs3vZvj+OuLTNd:QH2=):uY:/?.MKZTYV[?j-Du>w>w)t{u/fuXEtnvmtG8avTw)cuCtrvrd@
         O<uMuWF.*7S8d(u*4vQKJuPuO=>Cv}w.u6uCt/u;w2v|vrtZvXx*uJuPsQu/dsYFw;s}PuMw<LDE=HM?>XDKBKMM>AIFRvJEH?u3t[vLu?u%wA
         >w}n}ew7w*x#Gs_zLxRouwUo#tVpVo;xJx@r8trs>tSsVx1Zt<x.BErQwcy(vr6r:]qLwDsDt6?CEDFDL@@64A8I@Q2;NODRJL<u1hs/Rvatq
         vav`skwNlQu@dbvWu(u>vVu7vKsdRtpuYW>T6D45<P4uYD.B:M?L2[I5E2+vXY7b#J@ct~u?ZuCT@;v[NuGSw3uE@rTyDtlw3sHw#s4r0xOvr
         t(x@w>z4t-z@vos@x/r.u7viz0scw[uJcuFI2UNwCYhuAu+sKu#uXAl'txtfvXvjL?D;5&9avSw-xVvRcauRv]vi?t/3L?K@
    ",
    );
}

// ---------------------------------------------------------------------------------------------------------------------
// Search: owns the tables and the playout count. Takes a position and a budget, returns a report.
// ---------------------------------------------------------------------------------------------------------------------
pub(crate) mod search {
    use super::contest::{Budget, Rng};
    use super::eval::{fraction, mix, open_points, Policy, Scores, Weights, WEIGHTS};
    use super::net::{self, Net, LEARNED};
    use super::rules::{Board, Move, Points};

    // A turn in three stages. Sampling: expansions are built with noise, each is played on once, and the stones whose
    // expansions did well are preferred in the next samples (AMAF statistics: a record for each stone, not for each
    // expansion, of which there are millions). Candidates: the policy's own expansion, those that the records propose at
    // several degrees of trust, the best samples, a few explorations. Comparing: sequential halving among these.
    //
    //     65 % of the turn                   a few playouts        35 % of the turn
    //     sample, play on, record stones ->  10 to 16 candidates -> 16 -> 8 -> 4 -> 2 -> 1
    //
    // Playouts that learn: the stones of both sides in the first turns of all playouts of a turn have records too, and
    // what they say is added to the policy's scores in the next playouts. So the other side answers with what does well
    // here, and not only with what does well in most games (in the literature: playouts adapted by move averages, MAST).

    /// Own groups up to which the first turns explore the point with the most space and think no further.
    const OPENING: usize = 4;
    /// Share of a turn for trying samples; the rest compares candidates (idea `no-comparison`).
    const SAMPLING: f64 = 0.65;
    /// Noise of the samples, uniform from 0 to this, on top of the policy's score.
    const SAMPLE_NOISE: f32 = 4.0;
    /// Policy score for each point by which a stone's samples do better than the average (idea `no-amaf`).
    const TRUST: f32 = 0.1;
    /// Turns of a playout before the net judges (idea `no-net`): of the first samples, and where candidates are compared.
    /// Playouts get longer as there are more of them, by a turn for so many samples, or so many playouts of each
    /// candidate: with few, their noise is what is wrong with the mean; with many, the error of the net (see the table in
    /// `net`). But from `LONGEST` on more playouts tell more than longer ones (idea `no-longest`).
    const SAMPLE_TURNS: u64 = 8;
    const SAMPLES_A_TURN: u64 = 24;
    const COMPARE_TURNS: u64 = 10;
    const PLAYOUTS_A_TURN: u64 = 3;
    const LONGEST: u64 = 14;
    /// Turns of a playout that take about the time of a judgement by the net.
    const NET_TURNS: u64 = 1;
    /// Turns at the beginning of each playout whose stones are recorded, for both sides; policy score for each point of
    /// lead in these records (idea `no-replies`); playouts between two looks at the records.
    const REPLIES: u64 = 4;
    const REPLY_TRUST: f32 = 0.1;
    const LESSON: u64 = 32;
    /// Sampled moves that are remembered.
    const MEMORY: usize = 512;
    /// Explorations that are compared where something can grow, and where nothing can.
    const EXPLORATIONS: [usize; 2] = [6, 16];
    /// Room for all candidates: eight expansions with and without an exploration, and sixteen explorations.
    const CANDIDATES: usize = 32;

    /// The move to play, and what the search thought.
    #[derive(Clone, Copy, Debug)]
    pub struct Report {
        pub best: Move,
        /// Expected raw margin in points for the side on turn, wins and losses stretched apart (`utility`).
        pub score: f64,
        /// Rounds of the comparison; 0 where none was needed.
        pub depth: i32,
        /// Turns of playouts; 0 in the opening.
        pub nodes: u64,
    }

    /// A move under test.
    #[derive(Clone, Copy)]
    struct Candidate {
        /// The move to be played if it wins the comparison.
        mv: Move,
        /// Sum of the utilities of its playouts, for the side that makes the move.
        sum: f64,
        /// Number of its playouts, kept as what it is used for: a divisor.
        count: f64,
    }

    impl Candidate {
        /// Mean utility; 0 before the first playout.
        fn mean(&self) -> f64 {
            self.sum / self.count.max(1.0)
        }
    }

    /// AMAF statistics: for each point the sum of the utilities of the samples with a stone there, and their number.
    struct Amaf {
        stones: [(f64, f64); 256],
        sum: f64,
        count: f64,
    }

    impl Default for Amaf {
        fn default() -> Amaf {
            Amaf { stones: [(0.0, 0.0); 256], sum: 0.0, count: 0.0 }
        }
    }

    impl Amaf {
        /// All stones of a sample share its result. Which of them earned it shows only over many samples, in which a
        /// good stone had always other company.
        fn add(&mut self, stones: Points, value: f64) {
            self.sum += value;
            self.count += 1.0;
            for stone in stones.iter() {
                self.stones[usize::from(stone)].0 += value;
                self.stones[usize::from(stone)].1 += 1.0;
            }
        }

        /// Mean utility of all samples.
        fn mean(&self) -> f64 {
            self.sum / self.count.max(1.0)
        }

        /// What a stone's samples did better than the average, shrunk towards 0 while they are few: a single good one
        /// counts a sixth of its lead, five count half of it.
        fn lead(&self, point: u8) -> f32 {
            let (sum, n) = self.stones[usize::from(point)];
            if n > 0.0 {
                ((sum / n - self.mean()) * n / (n + 5.0)) as f32
            } else {
                0.0
            }
        }
    }

    /// One search plays a whole game.
    pub struct Search {
        /// Seeds for playouts and samples; breaks ties among explorations.
        rng: Rng,
        /// What both sides play by in playouts.
        policy: Policy,
        /// What a position would come to if the policy played on.
        net: Net,
        /// The list that is filled in every turn of every playout.
        scores: Scores,
        /// The policy's scores of this turn's liberties, without noise.
        base: Scores,
        amaf: Amaf,
        /// What stones of White, of Black did in the first turns of all playouts of this turn.
        replies: [Amaf; 2],
        /// Sampled moves, at most `MEMORY`; those that are compared, at most `CANDIDATES`. Neither list ever grows
        /// beyond the room that it was made with.
        tried: Vec<Candidate>,
        candidates: Vec<Candidate>,
        /// Of this turn, and the turns of playouts played for it.
        budget: Budget,
        turns: u64,
    }

    /// Utility of a raw margin: a point is a point, but the 100 for the win make those around 0 count more. A step of
    /// 100 at 0 would make playouts tell nothing when all of them are won or lost, so it is drawn out over some 20
    /// points.
    ///
    /// From 0 to 10 points the utility rises by 40, from 10 to 20 by 18, from 20 to 30 by 11, and then by little more
    /// than the points themselves.
    pub fn utility(margin: f64) -> f64 {
        margin + 40.0 * (margin / 10.0).tanh()
    }

    impl Search {
        /// With the learned weights; the seed decides all that is left to chance.
        pub fn new(seed: u64) -> Search {
            Search::with_weights(seed, &WEIGHTS, &LEARNED)
        }

        /// The tool that learns the weights tries others.
        pub fn with_weights(seed: u64, weights: &Weights, net: &[i16; net::WEIGHTS]) -> Search {
            Search {
                rng: Rng(seed),
                policy: Policy::new(weights),
                net: Net::new(net),
                scores: Scores::default(),
                base: Scores::default(),
                amaf: Amaf::default(),
                replies: [Amaf::default(), Amaf::default()],
                tried: Vec::with_capacity(MEMORY),
                candidates: Vec::with_capacity(CANDIDATES),
                budget: Budget::fixed(0, 0),
                turns: 0,
            }
        }

        /// The move to play and its utility; `None` when the board is full. The budget's nodes are turns of playouts.
        pub fn think(&mut self, board: &Board, budget: Budget) -> Option<Report> {
            self.budget = budget;
            self.turns = 0;
            self.candidates.clear();
            self.replies = [Amaf::default(), Amaf::default()];
            self.scores.bias = [[0.0; 256]; 2];
            let mut free = board.explorations();
            let expands = !board.liberties(board.turn).is_empty();
            let opening = board.groups[board.turn].count < OPENING && !board.expanded[board.turn];
            // In the opening the point with the most space, and no thought. One single exploration and nothing else to
            // play needs none either.
            if !free.is_empty() && (opening || (!expands && free.count() == 1)) {
                let best = Move::exploration(self.most_space(board, free));
                return Some(Report { best, score: 0.0, depth: 0, nodes: 0 });
            }
            // Expansions are sampled, explorations are listed by their open space: more of them where nothing can grow.
            if expands {
                self.sample(board);
                self.propose(board);
            }
            for _ in 0..EXPLORATIONS[usize::from(!expands)] {
                if !free.is_empty() {
                    let point = self.most_space(board, free);
                    free = free & !Points::one(point);
                    self.candidates.push(Candidate { mv: Move::exploration(point), sum: 0.0, count: 0.0 });
                }
            }
            self.compare(board)
        }

        /// The used share of the budget.
        fn used(&self) -> f64 {
            (self.turns as f64 / self.budget.nodes as f64).max(self.budget.used())
        }

        /// Utility of the board for the side that is *not* on turn (it has just moved), by a playout of so many turns.
        /// The seed makes the luck: two boards that are tested with the same one can be compared.
        fn playout_value(&mut self, after: &Board, seed: u64, most: u64) -> f64 {
            let mover = 1 - after.turn;
            let mut board = *after;
            let first = most.min(REPLIES);
            let mut turns = self.policy.playout(&mut board, &mut self.scores, seed, first);
            let placed = [0, 1].map(|side| board.stones[side] & !after.stones[side]);
            turns += self.policy.playout(&mut board, &mut self.scores, mix(seed, 0), most - first);
            // The judgement counts too, and so does the end where there is none: with one more at least, it ends.
            self.turns += turns + NET_TURNS;
            let (side, value) = if board.vacant().is_empty() {
                (0, utility(f64::from(board.margin())))
            } else {
                (board.turn, f64::from(self.net.value(&board)))
            };
            let value = if side == mover { value } else { -value };
            self.learn(placed, if mover == 0 { value } else { -value });
            value
        }

        /// Records the stones of a playout and what it came to for White, and now and then tells the policy.
        fn learn(&mut self, placed: [Points; 2], value: f64) {
            self.replies[0].add(placed[0], value);
            self.replies[1].add(placed[1], -value);
            if self.replies[0].count as u64 % LESSON == 0 {
                for (bias, replies) in self.scores.bias.iter_mut().zip(&self.replies) {
                    for (point, bias) in bias.iter_mut().enumerate() {
                        *bias = REPLY_TRUST * replies.lead(point as u8);
                    }
                }
            }
        }

        /// The point of a set, which must not be empty, with the most open space; one of those at random where several have.
        fn most_space(&mut self, board: &Board, free: Points) -> u8 {
            let (salt, open) = (self.rng.next(), open_points(board));
            free.iter().max_by_key(|p| (self.policy.open_space(&open, *p), mix(salt, u64::from(*p)))).unwrap_or(0)
        }

        /// Samples expansions, plays each on, and lets the next ones prefer the stones that did well.
        fn sample(&mut self, board: &Board) {
            self.base.fill(board, &self.policy);
            self.amaf = Amaf::default();
            self.tried.clear();
            while self.used() < SAMPLING {
                let seed = self.rng.next();
                let expansion = self.expansion(board, TRUST, SAMPLE_NOISE, seed);
                let mv = self.complete(board, expansion);
                let mut after = *board;
                after.play(mv);
                let most = (SAMPLE_TURNS + self.amaf.count as u64 / SAMPLES_A_TURN).min(LONGEST);
                let value = self.playout_value(&after, seed, most);
                self.amaf.add(expansion.stones, value);
                // A move that came up before adds to its record. When the memory is full, new ones still teach the stones.
                if let Some(known) = self.tried.iter_mut().find(|c| c.mv == mv) {
                    known.sum += value;
                    known.count += 1.0;
                } else if self.tried.len() < MEMORY {
                    self.tried.push(Candidate { mv, sum: value, count: 1.0 });
                }
            }
        }

        /// The expansion of the policy with the stones' records added to its scores: at a trust of 1 a point of lead
        /// counts as much as one of score.
        fn expansion(&mut self, board: &Board, trust: f32, noise: f32, seed: u64) -> Move {
            for (i, &(point, score)) in self.base.entries().iter().enumerate() {
                let luck = fraction(mix(seed, u64::from(point)));
                self.scores.set(i, (point, score + noise * luck + trust * self.amaf.lead(point)));
            }
            self.scores.pack(board)
        }

        /// Makes candidates of expansions: of the policy alone, with more and more trust in the records, and the best
        /// samples by a lower bound (idea `no-samples`). Without the samples' results: these were picked because they were
        /// lucky, too. Each with and without the exploration of the special move; where that is not allowed the two coincide.
        fn propose(&mut self, board: &Board) {
            // The deviation of a mean falls with the root of its count. Two more playouts of average utility hold back a
            // sample that had luck once.
            let mean = self.amaf.mean();
            let bound = |c: &Candidate| (c.sum + 2.0 * mean) / (c.count + 2.0) - 40.0 / (c.count + 1.0).sqrt();
            self.tried.sort_unstable_by(|a, b| bound(b).partial_cmp(&bound(a)).unwrap_or(std::cmp::Ordering::Equal));
            for i in 0..8 {
                let mv = match self.tried.get(i) {
                    Some(sample) if i < 4 => sample.mv,
                    _ => self.expansion(board, [0.0, 0.05, 0.2, 1.0][i % 4], 0.0, 0),
                };
                for &mv in &[mv, self.complete(board, mv)] {
                    if self.candidates.iter().all(|c| c.mv != mv) {
                        self.candidates.push(Candidate { mv, sum: 0.0, count: 0.0 });
                    }
                }
            }
        }

        /// Adds the best exploration to an expansion where Black still may.
        fn complete(&mut self, board: &Board, expansion: Move) -> Move {
            // A sample that has its exploration already ends with a stone that touches nothing of Black's (side 1, the
            // only one with a special move), and stays as it is.
            let free = board.explorations() & !expansion.stones.near();
            if board.special() && !free.is_empty() && board.stones[1].near().has(expansion.last) {
                return expansion.then(self.most_space(board, free));
            }
            expansion
        }

        /// Sequential halving: all candidates get the same playouts (with the same luck), then the better half goes on,
        /// so that half of all playouts is spent on the last two to four, where it is hardest to tell. Every round gets
        /// the same time. The sums of earlier rounds are kept: they were fair to all that are left.
        ///
        /// With 14 candidates there are four rounds, with 14, 7, 4 and 2 of them, each a quarter of the time left.
        fn compare(&mut self, board: &Board) -> Option<Report> {
            let begun = self.used().min(1.0);
            // As many rounds as halvings, rounded up, lead to one candidate. Each ends at its share of what is left.
            let rounds = (self.candidates.len() as f64).log2().ceil().max(1.0);
            let mut round = 0;
            while self.candidates.len() > 1 {
                round += 1;
                let until = begun + (1.0 - begun) * f64::from(round) / rounds;
                // One pass is a playout of each with the same seed; there is at least one in each round.
                loop {
                    let seed = self.rng.next();
                    for i in 0..self.candidates.len() {
                        let mut after = *board;
                        after.play(self.candidates[i].mv);
                        let most = (COMPARE_TURNS + self.candidates[i].count as u64 / PLAYOUTS_A_TURN).min(LONGEST);
                        let value = self.playout_value(&after, seed, most);
                        self.candidates[i].sum += value;
                        self.candidates[i].count += 1.0;
                        // Out of time in the middle of a round, the means are compared as they are.
                        if self.used() >= 1.0 {
                            break;
                        }
                    }
                    if self.used() >= until {
                        break;
                    }
                }
                // Who was not tested at all cannot be compared. Somebody always was.
                self.candidates.retain(|c| c.count > 0.0);
                let order = |a: &Candidate, b: &Candidate| b.mean().partial_cmp(&a.mean());
                self.candidates.sort_unstable_by(|a, b| order(a, b).unwrap_or(std::cmp::Ordering::Equal));
                let half = (self.candidates.len() + 1) / 2;
                self.candidates.truncate(if self.used() >= 1.0 { 1 } else { half });
            }
            let best = self.candidates.first()?;
            Some(Report { best: best.mv, score: best.mean(), depth: round, nodes: self.turns })
        }
    }
}

// ---------------------------------------------------------------------------------------------------------------------
// Protocol: lines in, lines out.
// ---------------------------------------------------------------------------------------------------------------------
pub(crate) mod protocol {
    // The contest's lines and clock, the rules to follow the game, the search to answer. A turn of ours is: read the
    // opponent's move, play it on the board, think, play, write. The jury does not repeat our own move, so it is played
    // on the board at once.
    use super::contest::{refuse, Budget, Clock, Lines, Options};
    use super::rules::{Board, Move, ALL};
    use super::search::Search;
    use std::io::{self, BufRead, Write};

    /// Applies one line of the other side. It is not checked against the rules: what the jury relays is law.
    fn apply(board: &mut Board, line: &str) -> io::Result<()> {
        match Move::parse(line) {
            None => Err(refuse(line, "a move such as H8 or C3-D12-H8")),
            Some(mv) if !board.can_apply(mv) => Err(refuse(line, "vacant points")),
            Some(mv) => {
                board.play(mv);
                Ok(())
            }
        }
    }

    /// The plan for the time: about the same for every turn that needs thought, a little more for early ones, which
    /// decide more. A turn of each side fills nine points or more, and with about 24 vacant points little is left to
    /// decide. A long game asks for an answer for every six vacant points, and a few more at the end, where turns have few
    /// stones.
    fn budget(clock: &Clock, board: &Board) -> Budget {
        let vacant = f64::from(board.vacant().count());
        let turns = (vacant - 24.0).max(0.0) / 11.0 + 1.5;
        clock.budget(1.0 / turns, 1.0, vacant / 6.0 + 5.0)
    }

    /// Plays one whole game. Returns when the game is over, at `Quit`, or at the end of the input; an error of the
    /// kind `InvalidData` when a line could not be read or applied.
    pub fn run<R: BufRead, W: Write>(input: R, mut output: W, options: &Options) -> io::Result<()> {
        let mut clock = Clock::new(options.seconds);
        let mut lines = Lines::new(input);
        let mut search = Search::new(options.seed);
        let mut board = Board::new();
        clock.stop();
        while let Some(line) = lines.next()? {
            clock.start();
            // White reads `Start` once, before anything else.
            if line != "Start" || board.vacant() != ALL {
                apply(&mut board, line)?;
            }
            // With the board full there is nothing to write; `Quit` follows.
            if let Some(report) = search.think(&board, budget(&clock, &board)) {
                options.report(&report.best, report.depth, report.score, report.nodes);
                board.play(report.best);
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
