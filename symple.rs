//! Symple (CodeCup 2013): grow every group by a stone a turn, and end with few groups on a board of 15 x 15 points.
//!
//! Build as the contest does: `rustc -O symple.rs`

#![forbid(unsafe_code)]

// ---------------------------------------------------------------------------------------------------------------------
// Constants
// ---------------------------------------------------------------------------------------------------------------------

/// First two words on stderr.
const NAME: &str = "symple 1.0";

/// Seconds that the contest gives a program for a whole game.
const GAME_SECONDS: f64 = 30.0;

// ---------------------------------------------------------------------------------------------------------------------
// Rules: Board, Move, parse and format, legal moves, play and undo, score. No clock, no randomness, no I/O.
// ---------------------------------------------------------------------------------------------------------------------
pub mod rules {
    use std::fmt;
    use std::ops::{BitAnd, BitOr, Not};

    /// The board has 15 columns and 15 rows.
    pub const SIZE: usize = 15;
    /// Each group that a side is left with costs it this many points.
    pub const GROUP_COST: i32 = 6;
    /// Room for every group that a side can have (113 stones that do not touch), as a power of two.
    const GROUPS: usize = 128;

    /// A set of points: 16 bits for each row, A1 is bit 0, the unused column and row stay 0. The unused column is the
    /// guard that keeps a shift by one from running into the next row.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub struct Points(pub [u64; 4]);

    pub const NONE: Points = Points([0; 4]);
    const FOUR_ROWS: u64 = 0x7fff_7fff_7fff_7fff;
    pub const ALL: Points = Points([FOUR_ROWS, FOUR_ROWS, FOUR_ROWS, FOUR_ROWS >> 16]);

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

    impl Not for Points {
        type Output = Points;
        fn not(self) -> Points {
            Points([!self.0[0], !self.0[1], !self.0[2], !self.0[3]])
        }
    }

    impl Points {
        pub fn one(point: u8) -> Points {
            let mut set = NONE;
            set.add(point);
            set
        }

        pub fn add(&mut self, point: u8) {
            self.0[usize::from(point >> 6)] |= 1 << (point & 63);
        }

        pub fn has(&self, point: u8) -> bool {
            self.0[usize::from(point >> 6)] >> (point & 63) & 1 != 0
        }

        pub fn is_empty(&self) -> bool {
            self.0[0] | self.0[1] | self.0[2] | self.0[3] == 0
        }

        pub fn count(&self) -> i32 {
            (self.0[0].count_ones() + self.0[1].count_ones() + self.0[2].count_ones() + self.0[3].count_ones()) as i32
        }

        pub fn iter(self) -> Bits {
            Bits(self)
        }

        /// The points themselves and those beside them.
        pub fn near(self) -> Points {
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
            let mut mv = Move { stones: NONE, last: 0 };
            for word in text.split('-') {
                let (column, row) = match *word.as_bytes() {
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
            let name = |point: u8| format!("{}{}", (b'A' + point % 16) as char, point / 16 + 1);
            for point in self.stones.iter().filter(|p| *p != self.last) {
                write!(f, "{}-", name(point))?;
            }
            write!(f, "{}", name(self.last))
        }
    }

    /// The groups of a side. Of a group only its reach matters: its stones and the points beside them.
    #[derive(Clone, Copy)]
    pub struct Groups {
        count: usize,
        reach: [Points; GROUPS],
    }

    impl Groups {
        pub fn count(&self) -> usize {
            self.count
        }

        /// The reach of each group, in no special order.
        pub fn reaches(&self) -> &[Points] {
            &self.reach[..self.count.min(GROUPS)]
        }

        /// Adds a stone: all groups that reach it become one.
        fn add(&mut self, stone: u8) {
            let mut reach = Points::one(stone).near();
            let mut kept = 0;
            for i in 0..self.count.min(GROUPS) {
                let other = self.reach[i];
                if other.has(stone) {
                    reach = reach | other;
                } else {
                    self.reach[kept & (GROUPS - 1)] = other;
                    kept += 1;
                }
            }
            self.reach[kept & (GROUPS - 1)] = reach;
            self.count = kept + 1;
        }
    }

    /// A position. It is copied rather than undone.
    #[derive(Clone, Copy)]
    pub struct Board {
        stones: [Points; 2],
        groups: [Groups; 2],
        /// The side on turn: 0 is White.
        turn: usize,
        /// Which side has expanded at least once.
        expanded: [bool; 2],
    }

    impl Default for Board {
        fn default() -> Board {
            Board::new()
        }
    }

    impl Board {
        pub fn new() -> Board {
            let groups = Groups { count: 0, reach: [NONE; GROUPS] };
            Board { stones: [NONE; 2], groups: [groups; 2], turn: 0, expanded: [false; 2] }
        }

        /// The side on turn: 0 is White.
        pub fn turn(&self) -> usize {
            self.turn
        }

        pub fn stones(&self, side: usize) -> Points {
            self.stones[side & 1]
        }

        pub fn groups(&self, side: usize) -> &Groups {
            &self.groups[side & 1]
        }

        pub fn expanded(&self, side: usize) -> bool {
            self.expanded[side & 1]
        }

        /// For positions that are set up rather than played.
        pub fn set_expanded(&mut self, expanded: [bool; 2]) {
            self.expanded = expanded;
        }

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

        /// May the side on turn explore after its expansion?
        pub fn special(&self) -> bool {
            self.turn == 1 && !self.expanded[0] && !self.expanded[1]
        }

        /// Stones less six for each group.
        pub fn raw(&self, side: usize) -> i32 {
            self.stones[side & 1].count() - GROUP_COST * self.groups[side & 1].count as i32
        }

        /// White's raw score less Black's.
        pub fn margin(&self) -> i32 {
            self.raw(0) - self.raw(1)
        }

        /// Can the move be applied at all, whatever the rules say of it? What the jury relays is law.
        pub fn can_apply(&self, mv: Move) -> bool {
            (mv.stones & !self.vacant()).is_empty() && !mv.stones.is_empty()
        }

        /// Do the rules allow the move?
        pub fn is_legal(&self, mv: Move) -> bool {
            if !self.can_apply(mv) {
                return false;
            }
            let touching = self.stones[self.turn].near();
            let mut expansion = mv.stones;
            if !touching.has(mv.last) {
                expansion = expansion & !Points::one(mv.last);
                if expansion.is_empty() {
                    return true;
                }
                if !self.special() || expansion.near().has(mv.last) {
                    return false;
                }
            }
            let mut grown = NONE;
            for reach in self.groups[self.turn].reaches() {
                match (*reach & expansion).count() {
                    0 => {}
                    1 => grown = grown | *reach,
                    _ => return false,
                }
            }
            // Nothing may touch no group, and no point may be left that touches only groups that have not grown.
            (expansion & !touching).is_empty() && (touching & self.vacant() & !grown).is_empty()
        }

        /// Plays a move that can be applied.
        pub fn play(&mut self, mv: Move) {
            let side = self.turn;
            self.expanded[side] |= !(mv.stones & self.stones[side].near()).is_empty();
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
pub mod eval {
    use super::rules::{Board, Move, Points, NONE};

    /// What the policy sees in a liberty of the side on turn. "Within k steps" knows no obstacles.
    const FEATURES: usize = 14;

    /// Weight of each feature with at least 160 vacant points, with 90, and with 30 or fewer; linear in between. Only
    /// differences between points matter, so the unit is that of the noise.
    pub type Weights = [[f32; 3]; FEATURES];
    pub const WEIGHTS: Weights = [
        [0.24, 0.40, 0.11],    // vacant points that come within one step of own stones
        [0.17, 0.20, 0.18],    // ... within two steps
        [0.34, 0.09, 0.08],    // ... within three steps
        [1.20, 1.68, 1.63],    // is a liberty of the opponent too
        [0.41, 0.65, 0.60],    // is two steps from the opponent
        [-4.3, 0.13, 0.74],    // joins own groups
        [0.41, 1.19, 21.0],    // is a liberty of two or more groups of the opponent: cuts them
        [-0.20, -0.18, -0.14], // liberties of the opponent within two steps
        [0.53, 0.10, 0.16],    // vacant points within one step
        [0.00, 0.26, 0.54],    // is a step away from joining own groups
        [0.16, 0.63, 0.48],    // is a step away from cutting groups of the opponent
        [0.00, -0.25, 0.00],   // stones of the opponent within two steps
        [0.00, 0.00, 0.00],    // unused
        [0.00, 0.00, 0.00],    // unused
    ];

    /// For each point the points within one, two and three steps, itself included.
    static BALLS: [[Points; 256]; 3] = balls();

    /// Made from the 49 offsets around each point: going through all pairs of points exceeds the steps that rustc 1.63
    /// grants to a constant.
    const fn balls() -> [[Points; 256]; 3] {
        let mut table = [[NONE; 256]; 3];
        let mut i = 0;
        while i < 225 * 49 {
            let (row, column) = ((i / 49 / 15) as i32, (i / 49 % 15) as i32);
            let (down, right) = ((i % 49 / 7) as i32 - 3, (i % 7) as i32 - 3);
            let steps = if down < 0 { -down } else { down } + if right < 0 { -right } else { right };
            let (to_row, to_column) = (row + down, column + right);
            if to_row >= 0 && to_row < 15 && to_column >= 0 && to_column < 15 {
                let other = (16 * to_row + to_column) as usize;
                let mut radius = 1;
                while radius <= 3 {
                    if steps <= radius {
                        table[radius as usize - 1][(16 * row + column) as usize].0[other / 64] |= 1 << (other % 64);
                    }
                    radius += 1;
                }
            }
            i += 1;
        }
        table
    }

    /// How many of the points are within so many steps (1 to 3) of a point.
    fn around(point: u8, steps: usize, points: Points) -> f32 {
        (BALLS[steps - 1][usize::from(point)] & points).count() as f32
    }

    /// The points that two or more of the groups reach, and those that two or more reach with one step more.
    fn links(reaches: &[Points]) -> (Points, Points) {
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

    /// The weights at a stage of the game.
    pub fn at_stage(weights: &Weights, vacant: i32) -> [f32; FEATURES] {
        let mut now = [0.0; FEATURES];
        let (from, to, share) = if vacant >= 90 {
            (1, 0, ((vacant - 90) as f32 / 70.0).min(1.0))
        } else {
            (2, 1, ((vacant - 30) as f32 / 60.0).max(0.0))
        };
        for (value, row) in now.iter_mut().zip(weights.iter()) {
            *value = row[from] + (row[to] - row[from]) * share;
        }
        now
    }

    /// The liberties of the side on turn with the policy's score of each.
    pub struct Scores {
        count: usize,
        points: [u8; 256],
        scores: [f32; 256],
    }

    impl Scores {
        pub fn new(board: &Board, weights: &[f32; FEATURES]) -> Scores {
            let mut list = Scores { count: 0, points: [0; 256], scores: [0.0; 256] };
            let side = board.turn();
            let vacant = board.vacant();
            let reach = board.stones(side).near();
            let (reach2, reach3) = (reach.near(), reach.near().near());
            let (new1, new2, new3) = (vacant & !reach, vacant & !reach2, vacant & !reach3);
            let enemy = board.stones(1 - side);
            let enemy_reach = enemy.near();
            let enemy_liberties = enemy_reach & vacant;
            let (join, near_join) = links(board.groups(side).reaches());
            let (cut, near_cut) = links(board.groups(1 - side).reaches());
            let near_enemy = enemy_reach.near() & !enemy_reach;
            for point in (reach & vacant).iter() {
                let flag = |set: &Points, weight: f32| if set.has(point) { weight } else { 0.0 };
                let score = weights[0] * around(point, 1, new1)
                    + weights[1] * around(point, 2, new2)
                    + weights[2] * around(point, 3, new3)
                    + flag(&enemy_reach, weights[3])
                    + flag(&near_enemy, weights[4])
                    + flag(&join, weights[5])
                    + flag(&cut, weights[6])
                    + weights[7] * around(point, 2, enemy_liberties)
                    + weights[8] * around(point, 1, vacant)
                    + flag(&near_join, weights[9])
                    + flag(&near_cut, weights[10])
                    + weights[11] * around(point, 2, enemy);
                list.points[list.count & 255] = point;
                list.scores[list.count & 255] = score;
                list.count += 1;
            }
            list
        }

        /// Adds to each score what `f` says of the point.
        pub fn adjust(&mut self, f: impl Fn(u8) -> f32) {
            for i in 0..self.count.min(256) {
                self.scores[i] += f(self.points[i]);
            }
        }

        pub fn is_empty(&self) -> bool {
            self.count == 0
        }

        /// The expansion that takes the liberties from the highest score down, as far as the rules allow: a stone
        /// takes with it all liberties of the groups that it touches, so what remains in the end is nothing.
        pub fn pack(&self, board: &Board) -> Move {
            let mut left = [(0u8, 0f32); 256];
            let mut count = self.count.min(256);
            for i in 0..count {
                left[i] = (self.points[i], self.scores[i]);
            }
            let mut mv = Move { stones: NONE, last: 0 };
            while count > 0 {
                let mut best = left[0];
                for &entry in &left[1..count] {
                    if entry.1 > best.1 {
                        best = entry;
                    }
                }
                mv = mv.then(best.0);
                let mut gone = NONE;
                for reach in board.groups(board.turn()).reaches() {
                    if reach.has(best.0) {
                        gone = gone | *reach;
                    }
                }
                let mut kept = 0;
                for i in 0..count {
                    if !gone.has(left[i].0) {
                        left[kept] = left[i];
                        kept += 1;
                    }
                }
                count = kept;
            }
            mv
        }
    }

    /// Open room around an exploration: points that no own stone is near to yet.
    pub fn room(board: &Board, point: u8) -> i32 {
        let reach2 = board.stones(board.turn()).near().near();
        let vacant = board.vacant();
        let count = |steps: usize, set: Points| (BALLS[steps - 1][usize::from(point)] & set).count();
        2 * count(3, vacant & !reach2.near()) + count(2, vacant & !reach2)
    }

    /// The least room that makes an exploration better than an expansion.
    pub fn room_wanted(vacant: i32) -> i32 {
        12 + 26 * (vacant - 30).max(0).min(130) / 130
    }
}

// ---------------------------------------------------------------------------------------------------------------------
// Search: owns the tables, the node count, the generator and the clock. Takes a position, returns a move and its score.
// ---------------------------------------------------------------------------------------------------------------------
pub mod search {
    use super::eval::{at_stage, room, room_wanted, Scores, WEIGHTS};
    use super::rules::{Board, Move};
    use std::time::{Duration, Instant};

    // [TWINS: `Clock` and `Rng` are word for word the same in all five files.]

    /// Part of the game's seconds that is never planned with: a contest machine may hiccup.
    const RESERVE_SHARE: f64 = 0.04;

    /// Seconds that are never planned with on top of the share: starting the program costs as much at any time limit.
    const RESERVE_SECONDS: f64 = 0.05;

    /// Seconds that each answer costs beyond our own measurement: the pipes and the wake-up are on our account too, and on
    /// a machine with more work than processors they take that long.
    const LATENCY: f64 = 0.003;

    /// The time that is left of the whole game. It runs only between `start` and `stop`: the contest counts from the
    /// moment a line is there until our answer, and while the other side thinks we may be suspended.
    pub struct Clock {
        left: Duration,
        started: Instant,
    }

    impl Clock {
        pub fn new(seconds: f64) -> Clock {
            let usable = (seconds * (1.0 - RESERVE_SHARE) - RESERVE_SECONDS).max(seconds * 0.5);
            Clock { left: Duration::from_secs_f64(usable), started: Instant::now() }
        }

        /// Call it when a line has been read, never before: the `Instant` of a suspended process keeps running.
        pub fn start(&mut self) {
            self.started = Instant::now();
        }

        /// Call it when the answer has been written.
        pub fn stop(&mut self) {
            let spent = self.started.elapsed() + Duration::from_secs_f64(LATENCY);
            self.left = self.left.checked_sub(spent).unwrap_or_default();
        }

        /// What was left when this turn began.
        pub fn left(&self) -> Duration {
            self.left
        }

        /// The moment at which a slice of the time left, counted from the beginning of this turn, is used up.
        pub fn deadline(&self, slice: Duration) -> Instant {
            self.started + slice.min(self.left)
        }
    }

    /// Seeded generator: splitmix64 by Sebastiano Vigna (public domain), 2^64 numbers before it repeats.
    #[derive(Clone, Debug)]
    pub struct Rng(pub u64);

    impl Rng {
        pub fn next(&mut self) -> u64 {
            self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
            let mut z = self.0;
            z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
            z ^ (z >> 31)
        }

        /// A number from 0 to n - 1; n is at least 1.
        pub fn below(&mut self, n: usize) -> usize {
            ((u128::from(self.next()) * n as u128) >> 64) as usize
        }
    }

    /// Own groups at which expansion begins.
    const GROUPS_WANTED: usize = 5;
    /// Samples of a turn when no clock limits them.
    const SAMPLES: u64 = 100;

    /// A move, what it is worth, and on how many samples that rests.
    #[derive(Clone, Copy, Debug)]
    pub struct Choice {
        pub mv: Move,
        pub score: f64,
        pub samples: u64,
    }

    pub struct Search {
        rng: Rng,
        /// Samples of a turn, for tests and counts that depend on no clock.
        pub playout_limit: u64,
    }

    impl Search {
        pub fn new(seed: u64) -> Search {
            Search { rng: Rng(seed), playout_limit: SAMPLES }
        }

        /// The exploration with the most room, `None` when there is none.
        fn exploration(&mut self, board: &Board) -> Option<(u8, i32)> {
            let offset = self.rng.next();
            board
                .explorations()
                .iter()
                .map(|point| (point, room(board, point)))
                .max_by_key(|(point, room)| (*room, (offset ^ u64::from(*point)).wrapping_mul(0x9e37_79b9_7f4a_7c15)))
        }

        /// One ply: how the board looks for the side that has just moved.
        fn evaluate(board: &Board) -> f64 {
            let worth = |side: usize| {
                let price = if board.vacant().count() > 70 { -4.0 } else { 6.0 };
                f64::from(board.stones(side).count()) + 0.5 * f64::from(board.liberties(side).count())
                    - price * board.groups(side).count() as f64
            };
            worth(1 - board.turn()) - worth(board.turn())
        }

        /// The move to play and its worth; `None` when the board is full. With a clock it ends by the deadline.
        pub fn choose(&mut self, board: &Board, time: Option<(Instant, Duration)>) -> Option<Choice> {
            let vacant = board.vacant().count();
            let exploration = self.exploration(board);
            let scores = Scores::new(board, &at_stage(&WEIGHTS, vacant));
            if let Some((point, room)) = exploration {
                let early = board.groups(board.turn()).count() < GROUPS_WANTED && !board.expanded(board.turn());
                if scores.is_empty() || early || room > room_wanted(vacant) {
                    return Some(Choice { mv: Move::exploration(point), score: f64::from(room), samples: 1 });
                }
            }
            if scores.is_empty() {
                return None;
            }
            let mut best: Option<Choice> = None;
            let mut samples = 0;
            while samples < self.playout_limit {
                if let Some((begun, slice)) = time {
                    if samples > 0 && begun.elapsed() >= slice {
                        break;
                    }
                }
                samples += 1;
                let noise = self.rng.next();
                let mut sample = Scores::new(board, &at_stage(&WEIGHTS, vacant));
                sample.adjust(|point| {
                    let mut noise = Rng(noise ^ u64::from(point));
                    1.5 * (noise.next() >> 40) as f32 / (1 << 24) as f32
                });
                let mut mv = sample.pack(board);
                if board.special() {
                    let mut after = *board;
                    after.play(mv);
                    let free = board.explorations() & !mv.stones.near() & after.vacant();
                    if let Some(point) = free.iter().max_by_key(|point| room(board, *point)) {
                        mv = mv.then(point);
                    }
                }
                let mut after = *board;
                after.play(mv);
                let score = Search::evaluate(&after);
                if best.map_or(true, |b| score > b.score) {
                    best = Some(Choice { mv, score, samples });
                }
            }
            best.map(|b| Choice { samples, ..b })
        }
    }
}

// ---------------------------------------------------------------------------------------------------------------------
// Protocol: lines in, lines out.
// ---------------------------------------------------------------------------------------------------------------------
pub mod protocol {
    use super::rules::{Board, Move};
    use super::search::{Clock, Search};
    use super::{GAME_SECONDS, NAME};
    use std::io::{self, BufRead, Read, Write};
    use std::time::{Duration, SystemTime, UNIX_EPOCH};

    // [TWINS: `Options`, `Lines`, `refuse` are word for word the same in all five files.]

    /// Longest line that is read whole, in bytes; no game has a longer one. What is longer cannot be a move.
    const LINE_MAX: u64 = 4_096;

    /// What the command line asks for.
    #[derive(Clone, Debug)]
    pub struct Options {
        /// Time for the whole game.
        pub seconds: f64,
        /// Breaks ties among equal moves: the same seed and the same depth give the same game.
        pub seed: u64,
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
            Ok(Options { seconds, seed })
        }

        /// The first line on stderr: name, version and the seed that makes the game again.
        pub fn announce(&self) {
            let _ = writeln!(io::stderr(), "{} seed {} seconds {}", NAME, self.seed, self.seconds);
        }
    }

    /// The error for a line that cannot be read or applied; `main` prints it and ends with code 2.
    fn refuse(line: &str, expected: &str) -> io::Error {
        let shown: String = line.chars().take(60).collect();
        io::Error::new(io::ErrorKind::InvalidData, format!("cannot use {:?}: expected {}", shown, expected))
    }

    /// The jury's lines.
    struct Lines<R> {
        input: R,
    }

    impl<R: BufRead> Lines<R> {
        /// The next line without its end and without blanks around it; blank lines are passed over. `None` at `Quit`
        /// or at the end of the input, which both mean that the program ends.
        fn next(&mut self) -> io::Result<Option<String>> {
            loop {
                let mut bytes = Vec::new();
                let n = self.input.by_ref().take(LINE_MAX).read_until(b'\n', &mut bytes)?;
                let text = String::from_utf8_lossy(&bytes);
                let line = text.trim();
                if n == 0 || line == "Quit" {
                    return Ok(None);
                }
                if !line.is_empty() {
                    return Ok(Some(line.to_string()));
                }
            }
        }
    }

    /// Reads the opponent's move. It is not checked against the rules: the jury has done that.
    fn read_move(line: &str, board: &Board) -> io::Result<Move> {
        match Move::parse(line) {
            None => Err(refuse(line, "a move such as H8 or C3-D12-H8")),
            Some(mv) if !board.can_apply(mv) => Err(refuse(line, "vacant points")),
            Some(mv) => Ok(mv),
        }
    }

    /// The part of the time left for one turn. About 30 turns a game are ours, the early ones decide more.
    fn slice(clock: &Clock, board: &Board) -> Duration {
        let turns = (f64::from(board.vacant().count()) / 9.0 + 5.0).min(22.0);
        Duration::from_secs_f64((clock.left().as_secs_f64() / turns - 0.001).max(0.0001))
    }

    /// Plays one whole game. Returns when the game is over, at `Quit`, or at the end of the input; an error of the
    /// kind `InvalidData` when a line could not be read or applied.
    pub fn run<R: BufRead, W: Write>(input: R, mut output: W, options: &Options) -> io::Result<()> {
        let mut lines = Lines { input };
        options.announce();
        let mut clock = Clock::new(options.seconds);
        let mut search = Search::new(options.seed);
        let mut board = Board::new();
        while let Some(line) = lines.next()? {
            clock.start();
            // White reads `Start` once, before anything else.
            if line != "Start" || !(board.stones(0) | board.stones(1)).is_empty() {
                board.play(read_move(&line, &board)?);
            }
            let begun = clock.deadline(Duration::from_secs(0));
            if let Some(choice) = search.choose(&board, Some((begun, slice(&clock, &board)))) {
                writeln!(output, "{}", choice.mv)?;
                output.flush()?;
                clock.stop();
                let vacant = board.vacant().count();
                let _ = writeln!(io::stderr(), "{} {:+.1} {}", vacant, choice.score, choice.samples);
                board.play(choice.mv);
            }
            // With the board full there is nothing to write; `Quit` follows.
        }
        Ok(())
    }
}

/// Exit code 0 when the game ended in any regular way (a reader that went away is one), 2 when it could not go on.
fn main() {
    use std::io::{stderr, stdin, stdout, ErrorKind, Write};
    let words: Vec<String> = std::env::args().skip(1).collect();
    let result = protocol::Options::parse(&words).and_then(|o| protocol::run(stdin().lock(), stdout(), &o));
    if let Err(error) = result.or_else(|e| if e.kind() == ErrorKind::BrokenPipe { Ok(()) } else { Err(e) }) {
        let _ = writeln!(stderr(), "{}: {}", NAME, error);
        std::process::exit(2);
    }
}
