//! Ayu (CodeCup 2015): 30 pieces each on 11 x 11 points; every move brings one's units closer together, and who is on
//! turn without a move has won.
//!
//! Protocol: White reads `Start`, Black first reads White's first move. A move is `B4-A3`: the piece's point, then the
//! target. A program on turn that cannot move has won and writes nothing; `Quit` or the end of the input ends it.
//!
//! Method: alpha-beta over positions on two 121-bit sets, judged by the joining cost: how many points each side must
//! still fill until all its units that can meet are one.
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
// Rules: Board, Move, parse and format, legal moves, play and undo, score. No clock, no randomness, no I/O.
// ---------------------------------------------------------------------------------------------------------------------
pub mod rules {
    use std::fmt;

    /// Points along one side of the board.
    pub const SIDE: usize = 11;

    /// Points of the board.
    pub const POINTS: usize = SIDE * SIDE;

    /// A set of points: bit `row * 11 + column`, both from 0, so A1 is bit 0, K1 bit 10 and K11 bit 120.
    pub type Set = u128;

    /// Every point of the board; the seven bits above stay 0 in all sets.
    pub const ALL: Set = (1 << POINTS) - 1;

    /// Column A: the lowest bit of each of the eleven rows.
    const COLUMN_A: Set = {
        let mut set = 0;
        let mut row = 0;
        while row < SIDE {
            set |= 1 << (row * SIDE);
            row += 1;
        }
        set
    };

    const COLUMN_K: Set = COLUMN_A << (SIDE - 1);

    /// All points next to a point of the set; points of the set are among them when they touch each other.
    #[inline]
    pub fn around(set: Set) -> Set {
        // Without the masks column K would touch column A of the next row.
        ((set & !COLUMN_K) << 1) | ((set & !COLUMN_A) >> 1) | ((set << SIDE) & ALL) | (set >> SIDE)
    }

    /// The part of `within` that is connected to `seed`, which lies in it.
    #[inline]
    pub fn flood(seed: Set, within: Set) -> Set {
        let mut reached = seed;
        loop {
            let wider = (reached | around(reached)) & within;
            if wider == reached {
                return reached;
            }
            reached = wider;
        }
    }

    /// The lowest point of a set as a set of its own; 0 for the empty set.
    #[inline]
    pub fn lowest(set: Set) -> Set {
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
            let found = Move { from: parse_point(ends.next()?)?, to: parse_point(ends.next()?)? };
            if ends.next().is_some() {
                return None;
            }
            Some(found)
        }
    }

    impl fmt::Display for Move {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            let column = |point: u8| char::from(b'A' + point % SIDE as u8);
            let row = |point: u8| point / SIDE as u8 + 1;
            write!(f, "{}{}-{}{}", column(self.from), row(self.from), column(self.to), row(self.to))
        }
    }

    /// Reads `B4`: a column from A to K and a row from 1 to 11 without a leading zero.
    fn parse_point(name: &str) -> Option<u8> {
        let column = name.bytes().next()?.checked_sub(b'A')?;
        let digits = name.get(1..)?;
        let row = digits.parse::<u8>().ok()?.checked_sub(1)?;
        let plain = digits.bytes().all(|b| b.is_ascii_digit()) && !digits.starts_with('0');
        if plain && usize::from(column) < SIDE && usize::from(row) < SIDE {
            Some(row * SIDE as u8 + column)
        } else {
            None
        }
    }

    /// Room for the moves of one position. In play at most 98 were seen at the start and fewer later; what would not
    /// fit is left out.
    const MOVES_MAX: usize = 512;

    /// The moves of one position, on the stack.
    pub struct MoveList {
        moves: [Move; MOVES_MAX],
        len: usize,
    }

    impl MoveList {
        pub fn new() -> MoveList {
            MoveList { moves: [Move { from: 0, to: 0 }; MOVES_MAX], len: 0 }
        }

        #[inline]
        fn push(&mut self, from: usize, to: usize) {
            if let Some(slot) = self.moves.get_mut(self.len) {
                *slot = Move { from: from as u8, to: to as u8 };
                self.len += 1;
            }
        }

        pub fn as_slice(&self) -> &[Move] {
            &self.moves[..self.len]
        }

        pub fn as_mut_slice(&mut self) -> &mut [Move] {
            &mut self.moves[..self.len]
        }
    }

    impl Default for MoveList {
        fn default() -> MoveList {
            MoveList::new()
        }
    }

    /// A position. White is side 0, Black side 1.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct Board {
        /// The points of each side's pieces.
        pub pieces: [Set; 2],
        /// The side on turn.
        pub turn: usize,
        /// Zobrist hash of pieces and turn.
        pub hash: u64,
    }

    impl Default for Board {
        fn default() -> Board {
            Board::start()
        }
    }

    impl Board {
        /// White stands on B1, D1 to J11, Black on A2, C2 to K10; White begins.
        pub fn start() -> Board {
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

        /// Takes back the move that was made last.
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

        /// True when the move can be made at all: a piece of the side on turn goes to an empty point. It may be
        /// illegal all the same.
        pub fn can_apply(&self, step: Move) -> bool {
            self.pieces[self.turn & 1] >> step.from & 1 == 1 && self.empty() >> step.to & 1 == 1
        }

        /// True when the side on turn has a legal move: two of its units border one and the same empty region. When
        /// it has none it has won. A legal step exists as soon as a target does: a unit with its target added is
        /// connected, and a connected shape has two points that may go without splitting it.
        pub fn can_move(&self) -> bool {
            let (own, empty) = (self.pieces[self.turn & 1], self.empty());
            let mut rest = own;
            while rest != 0 {
                let unit = flood(lowest(rest), own);
                rest &= !unit;
                let reach = flood(unit, unit | empty);
                if around(reach) & own & !unit != 0 {
                    return true;
                }
            }
            false
        }

        /// All legal moves of the side on turn, unit by unit.
        pub fn legal_moves(&self, list: &mut MoveList) {
            list.len = 0;
            let (own, empty) = (self.pieces[self.turn & 1], self.empty());
            let mut rest = own;
            while rest != 0 {
                let unit = flood(lowest(rest), own);
                rest &= !unit;
                let targets = targets(unit, own & !unit, empty);
                if targets != 0 {
                    steps(unit, targets, list);
                }
            }
        }
    }

    /// The points next to a unit that are the first step of a shortest way over empty points to a nearest other unit;
    /// none when no other unit can be reached. A piece of the unit on any of them, and on no other, shortens the way:
    /// the point that the piece leaves lies at least as far from the others as the unit did.
    fn targets(unit: Set, others: Set, empty: Set) -> Set {
        // No shortest way is longer than the number of empty points, 61.
        let mut layers = [0; 64];
        let goal = around(others);
        let mut layer = around(unit) & empty;
        let mut open = empty & !layer;
        let mut depth = 0;
        while layer & goal == 0 {
            if layer == 0 || depth + 1 >= layers.len() {
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

    /// Lists the moves of one unit's pieces to the given points next to it, those after which it is whole.
    fn steps(unit: Set, targets: Set, list: &mut MoveList) {
        if unit & (unit - 1) == 0 {
            // A lone piece takes its unit along.
            let from = unit.trailing_zeros() as usize;
            Points(targets).for_each(|to| list.push(from, to));
            return;
        }
        let holes = has_hole(unit);
        for from in Points(unit) {
            let rest = unit ^ (1 << from);
            let touching = targets & around(rest);
            if touching == 0 {
                continue;
            }
            let whole = if JOINED[ring(unit, from)] {
                true
            } else if holes {
                flood(lowest(rest), rest) == rest
            } else {
                // Without a hole there is no way round: neighbours that are apart nearby are apart altogether.
                false
            };
            let mut good = touching;
            if !whole {
                // The unit falls apart, but a target that touches all its parts mends it.
                let mut parts = rest;
                while parts != 0 && good != 0 {
                    let part = flood(lowest(parts), rest);
                    good &= around(part);
                    parts &= !part;
                }
            }
            Points(good).for_each(|to| list.push(from, to));
        }
    }

    /// True when a connected shape surrounds a point that is not its own, by Euler's formula: points less adjacent
    /// pairs plus full squares of four is 1 less the number of holes.
    fn has_hole(shape: Set) -> bool {
        let across = shape & ((shape & !COLUMN_A) >> 1);
        let up = shape & (shape >> SIDE);
        let squares = across & (across >> SIDE);
        shape.count_ones() + squares.count_ones() != across.count_ones() + up.count_ones() + 1
    }

    /// The eight points around a point as bits: the row below from left to right, left, right, the row above.
    #[inline]
    fn ring(set: Set, point: usize) -> usize {
        // The rotation brings the lower left neighbour to bit 0. What it carries over an edge is masked out.
        let near = set.rotate_right(point as u32 + 128 - SIDE as u32 - 1);
        let bits = (near & 7) | (near >> 8 & 8) | (near >> 9 & 16) | (near >> 17 & 224);
        bits as usize & usize::from(ON_BOARD[point & 127])
    }

    /// Which of the eight points of `ring` lie on the board.
    static ON_BOARD: [u8; 128] = {
        let mut table = [0; 128];
        let mut point = 0;
        while point < POINTS {
            let mut mask: u8 = 255;
            if point < SIDE {
                mask &= !0b0000_0111;
            }
            if point >= POINTS - SIDE {
                mask &= !0b1110_0000;
            }
            if point % SIDE == 0 {
                mask &= !0b0010_1001;
            }
            if point % SIDE == SIDE - 1 {
                mask &= !0b1001_0100;
            }
            table[point] = mask;
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
            table[bits] = runs <= 1;
            bits += 1;
        }
        table
    };

    /// One random number for each side and point: splitmix64 from 1 on (Sebastiano Vigna, public domain).
    static KEYS: [[u64; 128]; 2] = {
        let mut table = [[0; 128]; 2];
        let mut i = 0;
        while i < 256 {
            table[i / 128][i % 128] = mix(i as u64 + 1);
            i += 1;
        }
        table
    };

    /// In the hash when Black is on turn.
    const BLACK_TURN: u64 = mix(1_000);

    const fn mix(n: u64) -> u64 {
        let z = n.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }
}

// ---------------------------------------------------------------------------------------------------------------------
// Evaluation
// ---------------------------------------------------------------------------------------------------------------------
pub mod eval {
    use super::rules::{around, flood, lowest, Board, Points, Set, ALL};

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
    }

    /// The joining cost of the pieces `own` around the walls of `enemy`.
    ///
    /// A breadth-first search starts from all own pieces at once and every empty point belongs to the unit that comes
    /// first. Where two areas meet, the two units are as far apart as the steps of both: layers come in order of
    /// length, so taking each meeting that joins two trees is Kruskal's method.
    pub fn joining(own: Set, enemy: Set) -> Joining {
        let mut forest = Forest { owner: [0; 128], parent: [0; 32], found: Joining::default() };
        let mut rest = own;
        while rest != 0 {
            let unit = flood(lowest(rest), own);
            rest &= !unit;
            forest.add_unit(unit);
        }
        let mut open = ALL & !own & !enemy;
        let mut layer = own;
        let mut steps = 0;
        while layer != 0 && forest.found.trees > 1 {
            if steps > 0 {
                // Neighbours in one layer are a way of twice its steps.
                for point in Points(layer) {
                    for other in Points(around(1 << point) & layer & !((1 << point) - 1)) {
                        forest.meet(point, other, 2 * steps);
                    }
                }
            }
            let next = around(layer) & open;
            open &= !next;
            for point in Points(next) {
                let mut near = Points(around(1 << point) & layer);
                let first = near.next().unwrap_or(0);
                forest.owner[point] = forest.owner[first];
                for other in near {
                    forest.meet(point, other, 2 * steps + 1);
                }
            }
            layer = next;
            steps += 1;
        }
        forest.found
    }

    /// Union-find over at most 30 units, and the unit that every point belongs to.
    struct Forest {
        owner: [u8; 128],
        parent: [u8; 32],
        found: Joining,
    }

    impl Forest {
        fn add_unit(&mut self, unit: Set) {
            let name = self.found.units as u8 & 31;
            self.parent[usize::from(name)] = name;
            Points(unit).for_each(|point| self.owner[point] = name);
            self.found.units += 1;
            self.found.trees += 1;
        }

        #[inline]
        fn root(&mut self, point: usize) -> u8 {
            let mut name = self.owner[point & 127];
            while self.parent[usize::from(name & 31)] != name {
                name = self.parent[usize::from(name & 31)];
            }
            self.owner[point & 127] = name;
            name
        }

        /// The areas of two points meet, and their units are that many empty points apart.
        #[inline]
        fn meet(&mut self, a: usize, b: usize, length: i32) {
            let (a, b) = (self.root(a), self.root(b));
            if a != b {
                self.parent[usize::from(a & 31)] = b;
                self.found.trees -= 1;
                self.found.cost += length;
                self.found.longest = length;
            }
        }
    }

    /// How good the position is for the side on turn, in hundredths of a move.
    pub fn evaluate(board: &Board) -> i32 {
        let (own, enemy) = (board.pieces[board.turn & 1], board.pieces[board.turn & 1 ^ 1]);
        // The side on turn wins a plain race when it has no more moves to make than the other.
        100 * (joining(enemy, own).cost - joining(own, enemy).cost) + 50
    }
}

// ---------------------------------------------------------------------------------------------------------------------
// Search: owns the tables, the node count, the generator and the clock. Takes a position, returns a move and its score.
// ---------------------------------------------------------------------------------------------------------------------
pub mod search {
    use super::eval::{evaluate, joining};
    use super::rules::{Board, Move, MoveList};
    use std::io::{self, Write};
    use std::time::{Duration, Instant};

    // [TWINS: `Clock` and `Rng` are word for word the same in all five files.]

    /// Part of the game's seconds that is never planned with: a contest machine may hiccup.
    const RESERVE_SHARE: f64 = 0.03;

    /// Seconds that are never planned with on top of the share: starting the program costs as much at any time limit.
    const RESERVE_SECONDS: f64 = 0.05;

    /// Seconds that each answer costs beyond our own measurement: the pipes and the wake-up are on our account too.
    const LATENCY: f64 = 0.001;

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

    /// A won game is worth this less the plies until it is over. In hundredths of a move no evaluation comes near.
    pub const WIN: i32 = 30_000;

    /// Scores beyond this are proven results.
    pub const PROVEN: i32 = WIN - 1_000;

    /// Deepest iteration, in plies.
    const DEPTH_MAX: i32 = 60;

    /// Nodes between two looks at the clock: about 3 ms.
    const CLOCK_NODES: u64 = 1_024;

    /// The time is gone: every frame of the search returns at once.
    struct Stopped;

    /// What a search found.
    #[derive(Clone, Copy, Debug)]
    pub struct Report {
        pub best: Move,
        /// For the side on turn, as of the last iteration that found it.
        pub score: i32,
        /// Plies of the last finished iteration.
        pub depth: i32,
        pub nodes: u64,
    }

    impl Report {
        /// One short line on stderr.
        pub fn print(&self) {
            let text = format!("{} score {} depth {} nodes {}", self.best, self.score, self.depth, self.nodes);
            let _ = writeln!(io::stderr(), "{}", text);
        }
    }

    /// Looks for the best move.
    pub struct Searcher {
        rng: Rng,
        nodes: u64,
        deadline: Instant,
    }

    impl Searcher {
        pub fn new(seed: u64) -> Searcher {
            Searcher { rng: Rng(seed), nodes: 0, deadline: Instant::now() }
        }

        /// The best move of the side on turn within the time; `None` when it has none, and has won.
        pub fn think(&mut self, board: &Board, clock: &Clock) -> Option<Report> {
            self.search(board, clock.deadline(slice(board, clock.left())), DEPTH_MAX)
        }

        /// Searches deeper and deeper until the deadline or the last depth.
        pub fn search(&mut self, board: &Board, deadline: Instant, depth_max: i32) -> Option<Report> {
            self.deadline = deadline;
            self.nodes = 0;
            let mut board = board.clone();
            let mut list = MoveList::new();
            board.legal_moves(&mut list);
            let moves = list.as_mut_slice();
            // Equal moves are taken in the order of this shuffle.
            for i in (1..moves.len()).rev() {
                moves.swap(i, self.rng.below(i + 1));
            }
            let mut report = Report { best: *moves.first()?, score: 0, depth: 0, nodes: 0 };
            if moves.len() == 1 {
                return Some(report);
            }
            for depth in 1..=depth_max {
                let mut alpha = -WIN;
                for i in 0..moves.len() {
                    let step = moves[i];
                    board.play(step);
                    let result = self.negamax(&mut board, depth - 1, 1, -WIN, -alpha);
                    board.undo(step);
                    let score = match result {
                        Ok(score) => -score,
                        Err(Stopped) => return Some(report),
                    };
                    report.nodes = self.nodes;
                    if score > alpha {
                        alpha = score;
                        report.best = step;
                        report.score = score;
                        // The best move is tried first at the next depth.
                        moves[..=i].rotate_right(1);
                    }
                }
                report.depth = depth;
                if alpha.abs() > PROVEN {
                    break;
                }
            }
            Some(report)
        }

        /// The score of the side on turn after `depth` more plies, exact between alpha and beta and otherwise a bound
        /// (fail-soft). The board is as it was when it returns, also when the time is up.
        fn negamax(&mut self, board: &mut Board, depth: i32, ply: i32, alpha: i32, beta: i32) -> Result<i32, Stopped> {
            self.nodes += 1;
            if self.nodes % CLOCK_NODES == 0 && Instant::now() >= self.deadline {
                return Err(Stopped);
            }
            if depth <= 0 {
                return Ok(if board.can_move() { evaluate(board) } else { WIN - ply });
            }
            let mut list = MoveList::new();
            board.legal_moves(&mut list);
            if list.as_slice().is_empty() {
                return Ok(WIN - ply);
            }
            let mut best = -WIN;
            for step in list.as_slice() {
                board.play(*step);
                let result = self.negamax(board, depth - 1, ply + 1, -beta, -alpha.max(best));
                board.undo(*step);
                best = best.max(-result?);
                if best >= beta {
                    break;
                }
            }
            Ok(best)
        }
    }

    /// The part of the time left that this move gets: the game lasts about as many moves as there are points to fill.
    fn slice(board: &Board, left: Duration) -> Duration {
        let cost = joining(board.pieces[board.turn & 1], board.pieces[board.turn & 1 ^ 1]).cost;
        left.div_f64(f64::from(cost.max(0)) * 0.7 + 4.0)
    }
}

// ---------------------------------------------------------------------------------------------------------------------
// Protocol: lines in, lines out.
// ---------------------------------------------------------------------------------------------------------------------
pub mod protocol {
    use super::rules::{Board, Move};
    use super::search::{Clock, Searcher};
    use super::{GAME_SECONDS, NAME};
    use std::io::{self, BufRead, Read, Write};
    use std::time::{SystemTime, UNIX_EPOCH};

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

    /// Plays one whole game. Returns when the game is over, at `Quit`, or at the end of the input; an error of the
    /// kind `InvalidData` when a line could not be read or applied.
    pub fn run<R: BufRead, W: Write>(input: R, mut output: W, options: &Options) -> io::Result<()> {
        let mut lines = Lines { input };
        let mut clock = Clock::new(options.seconds);
        let mut searcher = Searcher::new(options.seed);
        let mut board = Board::start();
        options.announce();
        let mut first = true;
        while let Some(line) = lines.next()? {
            clock.start();
            // White's first line is no move; every other line is a move of the opponent.
            if !(first && line == "Start") {
                hear(&mut board, &line)?;
            }
            first = false;
            // Without a move we have won; the jury has the next word.
            if let Some(report) = searcher.think(&board, &clock) {
                writeln!(output, "{}", report.best)?;
                output.flush()?;
                board.play(report.best);
                report.print();
            }
            clock.stop();
        }
        Ok(())
    }

    /// Makes the opponent's move. The jury knows the rules: whatever can be done on the board at all is done.
    fn hear(board: &mut Board, line: &str) -> io::Result<()> {
        let step = Move::parse(line).ok_or_else(|| refuse(line, "Start, Quit or a move such as B4-A3"))?;
        if !board.can_apply(step) {
            return Err(refuse(line, "a move of the opponent's piece to an empty point"));
        }
        board.play(step);
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
