//! Ayu (CodeCup 2015): on 11x11 points each side moves single pieces of its units towards a nearest unit of its own;
//! who is on turn and cannot move, usually because all is joined, has won.
//!
//! Protocol: White reads `Start`, everybody else's first line is the opponent's move. A move is `B4-A3`: columns A to K
//! from the left, rows 1 to 11 from the bottom. `Quit` or the end of the input ends the program.
//!
//! Method: iterative-deepening principal variation search with a transposition table, killers, history, late move
//! reductions and aspiration windows. A position is two sets of 121 bits; legal targets of a unit are the first steps
//! of its shortest ways to its nearest units, found layer by layer with shifts. The evaluation is the cost of joining:
//! the weight of a minimum spanning forest over each side's units, whose ways go around the enemy's walls, in terms
//! learned from own games. A side that can reach no other unit of its own has no move left, and wins on its turn.
//!
//! MEASURED
//!
//! Not here: an opening book, a solver for independent regions, any thought in the opponent's time.
//!
//! Build as the contest does: `rustc -O ayu.rs`. Run: `./ayu [SECONDS [SEED]]`.

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
    /// Points on a side of the board.
    pub const SIZE: usize = 11;

    /// Points of the board: point = row * 11 + column, both from 0.
    pub const POINTS: usize = SIZE * SIZE;

    /// A set of points, one bit each; the bits from 121 on are always 0.
    pub type Points = u128;

    /// Room for more moves than any position has: contest games stay below 100, random ones below 200.
    pub const MOST_MOVES: usize = 512;

    const ALL: Points = (1 << POINTS) - 1;
    const COLUMN_A: Points = column_a();
    pub const COLUMN_K: Points = COLUMN_A << (SIZE - 1);

    const fn column_a() -> Points {
        let mut points = 0;
        let mut row = 0;
        while row < SIZE {
            points |= 1 << (row * SIZE);
            row += 1;
        }
        points
    }

    /// Keys of the position's hash: a random number for each side and point, made at compile time by splitmix64.
    static KEYS: [[u64; 128]; 2] = keys();
    const TURN_KEY: u64 = 0x9d39_247e_3377_6d41;

    const fn keys() -> [[u64; 128]; 2] {
        let mut keys = [[0; 128]; 2];
        let mut state: u64 = 2015;
        let mut i = 0;
        while i < 2 * 128 {
            state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
            let z = (state ^ (state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
            keys[i / 128][i % 128] = z ^ (z >> 31);
            i += 1;
        }
        keys
    }

    /// The set of one point.
    pub fn bit(point: u8) -> Points {
        1 << (point & 127)
    }

    /// The points beside any point of a set, which may be points of the set too.
    pub fn beside(set: Points) -> Points {
        ((set & !COLUMN_K) << 1) | ((set & !COLUMN_A) >> 1) | ((set << SIZE) & ALL) | (set >> SIZE)
    }

    /// The part of `within` that is connected to `start`, `start` included.
    pub fn flood(start: Points, within: Points) -> Points {
        let mut reached = start;
        loop {
            let more = reached | (beside(reached) & within);
            if more == reached {
                return reached;
            }
            reached = more;
        }
    }

    /// Takes the points of a set out one by one, lowest first.
    pub struct Each(pub Points);

    impl Iterator for Each {
        type Item = u8;
        fn next(&mut self) -> Option<u8> {
            if self.0 == 0 {
                return None;
            }
            let point = self.0.trailing_zeros() as u8;
            self.0 &= self.0 - 1;
            Some(point)
        }
    }

    /// A piece is lifted from one point and placed on another.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
    pub struct Move {
        pub from: u8,
        pub to: u8,
    }

    impl Move {
        /// No move: both points the same.
        pub const NONE: Move = Move { from: 0, to: 0 };

        /// Reads `B4-A3`; `None` for anything else.
        pub fn parse(text: &str) -> Option<Move> {
            let mut words = text.split('-');
            let (from, to) = (words.next()?, words.next()?);
            match (words.next(), Move::parse_point(from), Move::parse_point(to)) {
                (None, Some(from), Some(to)) => Some(Move { from, to }),
                _ => None,
            }
        }

        fn parse_point(text: &str) -> Option<u8> {
            let (row, column) = match text.as_bytes() {
                [c, r @ b'1'..=b'9'] => (r - b'1', c.wrapping_sub(b'A')),
                [c, b'1', r @ b'0'..=b'1'] => (r - b'0' + 9, c.wrapping_sub(b'A')),
                _ => return None,
            };
            if column < SIZE as u8 {
                Some(row * SIZE as u8 + column)
            } else {
                None
            }
        }

        pub fn format(self) -> String {
            let point = |p: u8| format!("{}{}", (b'A' + p % SIZE as u8) as char, p / SIZE as u8 + 1);
            format!("{}-{}", point(self.from), point(self.to))
        }
    }

    /// Moves of one position, without allocation.
    pub struct MoveList {
        moves: [Move; MOST_MOVES],
        count: usize,
    }

    impl MoveList {
        pub fn new() -> MoveList {
            MoveList { moves: [Move::NONE; MOST_MOVES], count: 0 }
        }

        fn push(&mut self, from: u8, to: u8) {
            if let Some(slot) = self.moves.get_mut(self.count) {
                *slot = Move { from, to };
                self.count += 1;
            }
        }

        pub fn as_mut_slice(&mut self) -> &mut [Move] {
            &mut self.moves[..self.count]
        }

        pub fn as_slice(&self) -> &[Move] {
            &self.moves[..self.count]
        }
    }

    /// Who stands where, and who is on turn. White is side 0.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct Board {
        pub pieces: [Points; 2],
        pub turn: usize,
        pub hash: u64,
    }

    impl Board {
        /// The position of the beginning: White on even columns in odd rows (counted from 1), Black the other way round.
        pub fn new() -> Board {
            let mut board = Board { pieces: [0; 2], turn: 0, hash: 0 };
            for point in 0..POINTS {
                match (point % SIZE % 2, point / SIZE % 2) {
                    (1, 0) => board.pieces[0] |= bit(point as u8),
                    (0, 1) => board.pieces[1] |= bit(point as u8),
                    _ => {}
                }
            }
            board.hash = board.fresh_hash();
            board
        }

        /// The hash computed from nothing; `hash` always equals it.
        pub fn fresh_hash(&self) -> u64 {
            let mut hash = if self.turn == 1 { TURN_KEY } else { 0 };
            for side in 0..2 {
                for point in Each(self.pieces[side]) {
                    hash ^= KEYS[side][usize::from(point & 127)];
                }
            }
            hash
        }

        pub fn empty(&self) -> Points {
            ALL & !(self.pieces[0] | self.pieces[1])
        }

        /// True when the move can be made on the board at all: from a piece of the side on turn to an empty point. The
        /// jury's word is enough for everything else.
        pub fn can_apply(&self, mv: Move) -> bool {
            self.pieces[self.turn] & bit(mv.from) != 0 && self.empty() & bit(mv.to) != 0
        }

        /// Makes a move. The same call with the points exchanged does not undo it: use `undo`.
        pub fn play(&mut self, mv: Move) {
            self.pieces[self.turn] ^= bit(mv.from) | bit(mv.to);
            self.hash ^= KEYS[self.turn & 1][usize::from(mv.from & 127)]
                ^ KEYS[self.turn & 1][usize::from(mv.to & 127)]
                ^ TURN_KEY;
            self.turn ^= 1;
        }

        /// Takes back the last move.
        pub fn undo(&mut self, mv: Move) {
            self.turn ^= 1;
            self.pieces[self.turn] ^= bit(mv.from) | bit(mv.to);
            self.hash ^= KEYS[self.turn & 1][usize::from(mv.from & 127)]
                ^ KEYS[self.turn & 1][usize::from(mv.to & 127)]
                ^ TURN_KEY;
        }

        /// All legal moves of the side on turn, each once.
        pub fn legal_moves(&self, moves: &mut MoveList) {
            moves.count = 0;
            let own = self.pieces[self.turn];
            let empty = self.empty();
            let mut left = own;
            while left != 0 {
                let unit = flood(left & left.wrapping_neg(), own);
                left ^= unit;
                let targets = first_steps(unit, own ^ unit, empty);
                if targets != 0 {
                    Board::moves_of(unit, targets, moves);
                }
            }
        }

        /// The moves of a unit to its legal targets: the piece may be lifted when what remains is connected, or when
        /// the target connects it again.
        fn moves_of(unit: Points, targets: Points, moves: &mut MoveList) {
            if unit & (unit - 1) == 0 {
                let from = unit.trailing_zeros() as u8;
                for to in Each(targets) {
                    moves.push(from, to);
                }
                return;
            }
            for from in Each(unit) {
                let rest = unit ^ bit(from);
                let mut mends = targets;
                let mut loose = rest;
                // One piece beside it: an end of the unit, whose lifting cannot split it.
                let arms = beside(bit(from)) & rest;
                if arms & (arms - 1) == 0 {
                    mends &= beside(rest);
                } else {
                    // The target must touch every part that remains, mostly a single one.
                    while loose != 0 && mends != 0 {
                        let part = flood(loose & loose.wrapping_neg(), rest);
                        loose ^= part;
                        mends &= beside(part);
                    }
                }
                for to in Each(mends) {
                    moves.push(from, to);
                }
            }
        }
    }

    /// The first points of all shortest ways from a unit over empty points to the nearest of `others`; none when no
    /// way leads there. Exactly these points bring the unit nearer.
    fn first_steps(unit: Points, others: Points, empty: Points) -> Points {
        let goal = beside(others) & empty;
        // Layers of empty points at 1, 2, 3 ... steps from the unit, until one touches another unit.
        let mut layers = [0; POINTS];
        let mut reached = unit;
        let mut depth = 0;
        loop {
            let layer = beside(reached) & empty & !reached;
            if layer == 0 || depth >= POINTS {
                return 0;
            }
            layers[depth] = layer;
            reached |= layer;
            if layer & goal != 0 {
                break;
            }
            depth += 1;
        }
        // And back: what of each layer lies on such a way.
        let mut way = layers[depth] & goal;
        while depth > 0 {
            depth -= 1;
            way = beside(way) & layers[depth];
        }
        way
    }
}

// ---------------------------------------------------------------------------------------------------------------------
// Evaluation
// ---------------------------------------------------------------------------------------------------------------------
pub mod eval {
    use super::rules::{beside, flood, Board, Each, Points, COLUMN_K, POINTS, SIZE};

    /// What it takes a side to join its units.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    pub struct Joining {
        /// Weight of a minimum spanning forest over the units; a way weighs the points on it that are not its own, over
        /// points that the enemy does not hold. About the number of moves that the side still has to make.
        pub cost: i32,
        /// Units, lone pieces included.
        pub units: i32,
        /// Parts that can never meet as the enemy stands now; with as many parts as units the side cannot move.
        pub parts: i32,
        /// Weight of the forest's heaviest way.
        pub longest: i32,
        /// Ways of the forest that one move closes.
        pub near: i32,
    }

    /// Number of terms of the evaluation: what `Joining` counts.
    pub const TERMS: usize = 5;

    /// Mean joining cost of both sides at which the weights hold; between two anchors they are interpolated.
    pub const ANCHORS: [i32; 4] = [2, 8, 16, 28];

    /// The weights: what one unit of each term of ours is worth, in hundredths of a logit of winning.
    #[derive(Clone, Debug, PartialEq)]
    pub struct Weights {
        /// In the order cost, units, parts, longest, near; one row an anchor.
        pub terms: [[i32; TERMS]; 4],
        /// For being on turn.
        pub turn: [i32; 4],
    }

    /// WEIGHTS_COMMENT
    pub const WEIGHTS: Weights = Weights {
        terms: [[-90, 0, 0, 0, 0], [-60, 0, 0, 0, 0], [-40, 0, 0, 0, 0], [-30, 0, 0, 0, 0]],
        turn: [45, 30, 20, 15],
    };

    /// No evaluation is larger, so that none is taken for a proven result.
    pub const LIMIT: i32 = 20_000;

    /// The value of a position for the side on turn, which must be able to move.
    pub fn evaluate(weights: &Weights, board: &Board, own: &Joining, enemy: &Joining) -> i32 {
        let _ = board;
        let (low, share) = phase(own, enemy);
        let mix = |a: i32, b: i32| a * (PHASE_STEPS - share) + b * share;
        let differences = terms(own, enemy);
        let mut value = mix(weights.turn[low], weights.turn[low + 1]);
        for i in 0..TERMS {
            value += mix(weights.terms[low][i], weights.terms[low + 1][i]) * differences[i];
        }
        (value / PHASE_STEPS).clamp(-LIMIT, LIMIT)
    }

    /// Our counts less the enemy's.
    pub fn terms(own: &Joining, enemy: &Joining) -> [i32; TERMS] {
        [
            own.cost - enemy.cost,
            own.units - enemy.units,
            own.parts - enemy.parts,
            own.longest - enemy.longest,
            own.near - enemy.near,
        ]
    }

    /// Steps from one anchor to the next.
    pub const PHASE_STEPS: i32 = 16;

    /// Where the game stands: the anchor below, and how far it is on the way to the next, in steps.
    pub fn phase(own: &Joining, enemy: &Joining) -> (usize, i32) {
        let twice = own.cost + enemy.cost;
        let mut low = 0;
        while low + 2 < ANCHORS.len() && twice >= 2 * ANCHORS[low + 1] {
            low += 1;
        }
        let (from, to) = (2 * ANCHORS[low], 2 * ANCHORS[low + 1]);
        (low, ((twice - from) * PHASE_STEPS / (to - from)).clamp(0, PHASE_STEPS))
    }

    /// The four points beside each point; `OFF` stands for what lies off the board.
    static NEIGHBOURS: [[u8; 4]; 128] = neighbours();
    const OFF: u8 = 127;

    const fn neighbours() -> [[u8; 4]; 128] {
        let mut table = [[OFF; 4]; 128];
        let mut p = 0;
        while p < POINTS {
            if p % SIZE > 0 {
                table[p][0] = p as u8 - 1;
            }
            if p % SIZE < SIZE - 1 {
                table[p][1] = p as u8 + 1;
            }
            if p >= SIZE {
                table[p][2] = (p - SIZE) as u8;
            }
            if p + SIZE < POINTS {
                table[p][3] = (p + SIZE) as u8;
            }
            p += 1;
        }
        table
    }

    /// States of a point before a side's fronts reach it.
    const WALL: u8 = 255;
    const FREE: u8 = 254;

    /// The piece that stands for everything joined to this one so far (union-find with path halving).
    fn find(parent: &mut [u8; 128], mut point: u8) -> u8 {
        loop {
            let up = parent[usize::from(point & 127)];
            if up == point {
                return point;
            }
            let above = parent[usize::from(up & 127)];
            parent[usize::from(point & 127)] = above;
            point = above;
        }
    }

    /// One breadth-first search from all pieces of a side at once. Where two fronts meet there is a way; ways come out
    /// in order of weight, so that uniting what they join builds the forest (Kruskal's algorithm without sorting).
    pub fn joining(own: Points, enemy: Points) -> Joining {
        let mut owner = [FREE; 128];
        let mut parent = [0u8; 128];
        let mut distance = [0u8; 128];
        let mut queue = [0u8; 128];
        let mut filled = 0;
        owner[usize::from(OFF)] = WALL;
        for point in Each(enemy) {
            owner[usize::from(point & 127)] = WALL;
        }
        for point in Each(own) {
            owner[usize::from(point & 127)] = point;
            parent[usize::from(point & 127)] = point;
            queue[filled & 127] = point;
            filled += 1;
        }
        let mut sum = Joining { parts: filled as i32, units: filled as i32, ..Joining::default() };
        // Pieces side by side are one unit.
        for (shift, pairs) in [(1, own & (own >> 1) & !COLUMN_K), (SIZE as u8, own & (own >> SIZE))].iter() {
            for point in Each(*pairs) {
                let (a, b) = (find(&mut parent, point), find(&mut parent, point + shift));
                if a != b {
                    parent[usize::from(a & 127)] = b;
                    sum.parts -= 1;
                    sum.units -= 1;
                }
            }
        }
        // Ways of odd weight are found one layer before those of the even weight below are all known: they wait here.
        let mut waiting = [(0u8, 0u8); 512];
        let mut waits = 0;
        let mut layer = 0;
        let mut next = 0;
        while next < filled && sum.parts > 1 {
            let point = queue[next & 127];
            let here = usize::from(point & 127);
            if distance[here] != layer {
                join_all(&mut parent, &waiting[..waits], 2 * i32::from(layer) + 1, &mut sum);
                waits = 0;
                layer = distance[here];
                continue;
            }
            next += 1;
            let mine = owner[here];
            for &side in NEIGHBOURS[here].iter() {
                let there = usize::from(side & 127);
                match owner[there] {
                    WALL => {}
                    FREE => {
                        owner[there] = mine;
                        distance[there] = layer + 1;
                        queue[filled & 127] = side;
                        filled += 1;
                    }
                    other if other == mine => {}
                    other if distance[there] == layer => {
                        join_all(&mut parent, &[(mine, other)], 2 * i32::from(layer), &mut sum)
                    }
                    other if distance[there] > layer => {
                        if let Some(slot) = waiting.get_mut(waits) {
                            *slot = (mine, other);
                            waits += 1;
                        }
                    }
                    _ => {}
                }
            }
        }
        join_all(&mut parent, &waiting[..waits], 2 * i32::from(layer) + 1, &mut sum);
        sum
    }

    /// Joins the parts that the ways connect, as far as they are not joined yet, and books the ways.
    fn join_all(parent: &mut [u8; 128], ways: &[(u8, u8)], weight: i32, sum: &mut Joining) {
        for &(a, b) in ways {
            let (a, b) = (find(parent, a), find(parent, b));
            if a != b {
                parent[usize::from(a & 127)] = b;
                sum.parts -= 1;
                sum.cost += weight;
                sum.longest = weight;
                sum.near += i32::from(weight == 1);
            }
        }
    }

    /// True when some unit of a side can still reach another: the side can move. Exact, and cheaper than the moves.
    pub fn can_move(own: Points, empty: Points) -> bool {
        let mut left = own;
        while left != 0 {
            let unit = flood(left & left.wrapping_neg(), own);
            left ^= unit;
            let region = flood(beside(unit) & empty, empty);
            if beside(region) & own & !unit != 0 {
                return true;
            }
        }
        false
    }
}

// ---------------------------------------------------------------------------------------------------------------------
// Search: owns the tables, the node count, the generator and the clock. Takes a position, returns a move and its score.
// ---------------------------------------------------------------------------------------------------------------------
pub mod search {
    use super::eval::{can_move, evaluate, joining, Joining, Weights, WEIGHTS};
    use super::rules::{Board, Move, MoveList, MOST_MOVES};
    use std::time::{Duration, Instant};

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

    /// Score of a side that has won; a win in n plies is n less.
    pub const WIN: i32 = 30_000;

    /// Scores from here on are proven wins.
    pub const PROVEN: i32 = WIN - 1_000;

    /// Deeper than any search gets; a game lasts about 80 plies.
    const MAX_PLY: usize = 120;

    /// Entries of the transposition table, a power of two: 2^21 of 16 bytes are 32 of the contest's 64 MB.
    const TABLE_ENTRIES: usize = 1 << 21;

    /// The clock is read every so many nodes; a node costs about 4 microseconds.
    const CLOCK_NODES: u64 = 256;

    /// Half width of the first window around the last iteration's score, in hundredths of a logit.
    const WINDOW: i32 = 40;

    /// What a bound in the table says of the true score.
    const EXACT: u8 = 1;
    const LOWER: u8 = 2;
    const UPPER: u8 = 3;

    /// One position of the transposition table.
    #[derive(Clone, Copy, Default)]
    struct Entry {
        hash: u64,
        score: i16,
        from: u8,
        to: u8,
        depth: i8,
        bound: u8,
    }

    /// What a search found.
    #[derive(Clone, Copy, Debug)]
    pub struct Choice {
        pub mv: Move,
        /// For the side on turn, hundredths of a logit; from `PROVEN` on a proven result.
        pub score: i32,
        pub depth: i32,
        pub nodes: u64,
    }

    pub struct Search {
        pub rng: Rng,
        pub weights: Weights,
        table: Box<[Entry]>,
        killers: [[Move; 2]; MAX_PLY + 1],
        /// How often a move cut, by side, from and to; grows with the depth, halved for every new search.
        history: Box<[i32]>,
        nodes: u64,
        deadline: Option<Instant>,
        stopped: bool,
    }

    impl Search {
        pub fn new(seed: u64) -> Search {
            Search {
                rng: Rng(seed),
                weights: WEIGHTS,
                table: vec![Entry::default(); TABLE_ENTRIES].into_boxed_slice(),
                killers: [[Move::NONE; 2]; MAX_PLY + 1],
                history: vec![0; 2 * 128 * 128].into_boxed_slice(),
                nodes: 0,
                deadline: None,
                stopped: false,
            }
        }

        /// The best move that is found within the limits; `None` when there is no legal move. With `slice` (the turn's
        /// beginning and the part of the time that is meant for it) it goes on for up to three times the slice while
        /// the best move is in doubt; without, to `max_depth`.
        pub fn choose(&mut self, board: &Board, slice: Option<(Instant, Duration)>, max_depth: i32) -> Option<Choice> {
            let mut list = MoveList::new();
            board.legal_moves(&mut list);
            let mut moves: Vec<Move> = list.as_slice().to_vec();
            let mut choice = Choice { mv: *moves.first()?, score: 0, depth: 0, nodes: 0 };
            if moves.len() == 1 {
                return Some(choice);
            }
            // Equal moves come in an order of the seed's; the first of equal ones is kept.
            for i in (1..moves.len()).rev() {
                moves.swap(i, self.rng.below(i + 1));
            }
            self.nodes = 0;
            self.stopped = false;
            self.deadline = slice.map(|(begin, time)| begin + time * 3);
            for value in self.history.iter_mut() {
                *value /= 2;
            }
            self.killers = [[Move::NONE; 2]; MAX_PLY + 1];
            let mut board = *board;
            let mut changes = 0.0;
            for depth in 1..=max_depth.min(MAX_PLY as i32 - 20) {
                let found = match self.aspire(&mut board, &mut moves, depth, choice.score) {
                    None => break,
                    Some(found) => found,
                };
                changes = changes / 2.0 + if depth > 1 && found.0 != choice.mv { 1.0 } else { 0.0 };
                choice = Choice { mv: found.0, score: found.1, depth, nodes: self.nodes };
                if choice.score.abs() >= PROVEN {
                    break;
                }
                if let Some((begin, time)) = slice {
                    // The next depth takes three times as long or more: it is begun only when it has a chance. A best
                    // move that keeps changing is worth waiting for.
                    if begin.elapsed().as_secs_f64() > time.as_secs_f64() * (0.4 + 0.5 * changes) {
                        break;
                    }
                }
            }
            choice.nodes = self.nodes;
            Some(choice)
        }

        /// One iteration: a window around the last score, opened where the score falls outside. `None` when time ran
        /// out before the first move was searched.
        fn aspire(&mut self, board: &mut Board, moves: &mut [Move], depth: i32, last: i32) -> Option<(Move, i32)> {
            let (mut alpha, mut beta) = if depth < 4 { (-WIN, WIN) } else { (last - WINDOW, last + WINDOW) };
            loop {
                let (mv, score) = self.root(board, moves, depth, alpha, beta)?;
                if self.stopped || (score > alpha && score < beta) {
                    return Some((mv, score));
                }
                if score <= alpha {
                    alpha = -WIN;
                } else {
                    beta = WIN;
                }
            }
        }

        /// Searches all moves of the root. The best one is moved to the front, so that a search that runs out of time
        /// still knows it.
        fn root(
            &mut self,
            board: &mut Board,
            moves: &mut [Move],
            depth: i32,
            mut alpha: i32,
            beta: i32,
        ) -> Option<(Move, i32)> {
            let mut best: Option<(Move, i32)> = None;
            for i in 0..moves.len() {
                let mv = moves[i];
                board.play(mv);
                let mut score = 0;
                if i > 0 {
                    score = -self.alpha_beta(board, -alpha - 1, -alpha, depth - 1, 1);
                }
                if i == 0 || score > alpha {
                    score = -self.alpha_beta(board, -beta, -alpha, depth - 1, 1);
                }
                board.undo(mv);
                if self.stopped {
                    break;
                }
                if best.map_or(true, |(_, old)| score > old) {
                    best = Some((mv, score));
                    // The rest keeps its order: the good ones of before stay in front.
                    if i == 0 || score > alpha {
                        moves[..=i].rotate_right(1);
                    }
                }
                if score >= beta {
                    break;
                }
                alpha = alpha.max(score);
            }
            best
        }

        /// The score of a position for the side on turn, fail-soft: exact between alpha and beta, otherwise a bound.
        /// `ply` counts from the root. When time has run out it returns anything and `stopped` is true.
        fn alpha_beta(&mut self, board: &mut Board, mut alpha: i32, beta: i32, depth: i32, ply: usize) -> i32 {
            self.nodes += 1;
            if self.nodes % CLOCK_NODES == 0 && self.deadline.map_or(false, |d| Instant::now() >= d) {
                self.stopped = true;
            }
            if self.stopped {
                return 0;
            }
            let (own, enemy) = (board.pieces[board.turn], board.pieces[board.turn ^ 1]);
            if depth <= 0 || ply >= MAX_PLY {
                return self.leaf(board, ply);
            }
            let slot = board.hash as usize & (TABLE_ENTRIES - 1);
            let entry = self.table[slot];
            let mut first = Move::NONE;
            if entry.hash == board.hash && entry.bound != 0 {
                first = Move { from: entry.from, to: entry.to };
                let score = from_table(i32::from(entry.score), ply);
                if i32::from(entry.depth) >= depth || score.abs() >= PROVEN {
                    match entry.bound {
                        EXACT => return score,
                        LOWER if score >= beta => return score,
                        UPPER if score <= alpha => return score,
                        _ => {}
                    }
                }
            }
            let mut list = MoveList::new();
            board.legal_moves(&mut list);
            let count = list.as_slice().len();
            if count == 0 {
                return WIN - ply as i32;
            }
            let _ = (own, enemy);
            let mut keys = [0i32; MOST_MOVES];
            let killers = self.killers[ply];
            for (key, &mv) in keys.iter_mut().zip(list.as_slice()) {
                *key = if mv == first {
                    i32::MAX
                } else if mv == killers[0] {
                    i32::MAX - 1
                } else if mv == killers[1] {
                    i32::MAX - 2
                } else {
                    self.history[history_index(board.turn, mv)]
                };
            }
            let mut order = Order { keys, moves: list, next: 0 };
            let mut best = -WIN;
            let mut best_move = Move::NONE;
            let old_alpha = alpha;
            let mut searched = 0;
            while let Some(mv) = order.next() {
                board.play(mv);
                let mut score;
                if searched == 0 {
                    score = -self.alpha_beta(board, -beta, -alpha, depth - 1, ply + 1);
                } else {
                    let reduction = reduction(depth, searched);
                    score = -self.alpha_beta(board, -alpha - 1, -alpha, depth - 1 - reduction, ply + 1);
                    if score > alpha && reduction > 0 {
                        score = -self.alpha_beta(board, -alpha - 1, -alpha, depth - 1, ply + 1);
                    }
                    if score > alpha && score < beta {
                        score = -self.alpha_beta(board, -beta, -alpha, depth - 1, ply + 1);
                    }
                }
                board.undo(mv);
                searched += 1;
                if self.stopped {
                    return 0;
                }
                if score > best {
                    best = score;
                    best_move = mv;
                }
                alpha = alpha.max(score);
                if alpha >= beta {
                    if self.killers[ply][0] != mv {
                        self.killers[ply] = [mv, self.killers[ply][0]];
                    }
                    let history = &mut self.history[history_index(board.turn, mv)];
                    *history = (*history + depth * depth).min(1 << 28);
                    break;
                }
            }
            let bound = if best >= beta {
                LOWER
            } else if best > old_alpha {
                EXACT
            } else {
                UPPER
            };
            self.table[slot] = Entry {
                hash: board.hash,
                score: to_table(best, ply) as i16,
                from: best_move.from,
                to: best_move.to,
                depth: depth as i8,
                bound,
            };
            best
        }

        /// The value of a position that is not searched any further; a finished game is recognised.
        fn leaf(&mut self, board: &Board, ply: usize) -> i32 {
            let (own, enemy) = (board.pieces[board.turn], board.pieces[board.turn ^ 1]);
            let mine = joining(own, enemy);
            if mine.units == mine.parts && !can_move(own, board.empty()) {
                return WIN - ply as i32;
            }
            let theirs: Joining = joining(enemy, own);
            evaluate(&self.weights, board, &mine, &theirs)
        }
    }

    /// Takes moves out best key first; most nodes need only one or two of them.
    struct Order {
        keys: [i32; MOST_MOVES],
        moves: MoveList,
        next: usize,
    }

    impl Order {
        fn next(&mut self) -> Option<Move> {
            let moves = self.moves.as_mut_slice();
            let count = moves.len().min(self.keys.len());
            if self.next >= count {
                return None;
            }
            let mut best = self.next;
            for i in self.next + 1..count {
                if self.keys[i] > self.keys[best] {
                    best = i;
                }
            }
            self.keys.swap(self.next, best);
            moves.swap(self.next, best);
            self.next += 1;
            Some(moves[self.next - 1])
        }
    }

    fn history_index(side: usize, mv: Move) -> usize {
        (side & 1) << 14 | usize::from(mv.from & 127) << 7 | usize::from(mv.to & 127)
    }

    /// Plies that a late move is searched less deep.
    fn reduction(depth: i32, searched: i32) -> i32 {
        if depth < 3 || searched < 4 {
            0
        } else if depth < 5 || searched < 16 {
            1
        } else {
            2
        }
    }

    /// Proven scores count from the root; the table keeps them counted from the position.
    fn to_table(score: i32, ply: usize) -> i32 {
        if score >= PROVEN {
            score + ply as i32
        } else if score <= -PROVEN {
            score - ply as i32
        } else {
            score
        }
    }

    fn from_table(score: i32, ply: usize) -> i32 {
        if score >= PROVEN {
            score - ply as i32
        } else if score <= -PROVEN {
            score + ply as i32
        } else {
            score
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

    /// The part of the time left that is meant for a move, `made` moves after the beginning. A game has about 40 moves
    /// of ours, at most about 52. The first four are quick: hardly anything depends on them. The middle game decides;
    /// from about the 28th on the end can be read out, and what is left is enough.
    fn slice(clock: &Clock, made: u32) -> Duration {
        let left = clock.left().as_secs_f64();
        let moves = f64::from(40 - made.min(30));
        let share = if made < 4 {
            0.4
        } else if made < 25 {
            1.1
        } else {
            1.0
        };
        Duration::from_secs_f64(left * share / moves)
    }

    /// Plays one whole game. Returns when the game is over, at `Quit`, or at the end of the input; an error of the
    /// kind `InvalidData` when a line could not be read or applied.
    pub fn run<R: BufRead, W: Write>(input: R, mut output: W, options: &Options) -> io::Result<()> {
        let mut lines = Lines { input };
        options.announce();
        let mut clock = Clock::new(options.seconds);
        let mut search = Search::new(options.seed);
        let mut board = Board::new();
        let mut made = 0;
        let mut first = true;
        while let Some(line) = lines.next()? {
            clock.start();
            if !(first && line == "Start") {
                let mv = match Move::parse(&line) {
                    None => return Err(refuse(&line, "a move such as B4-A3")),
                    Some(mv) => mv,
                };
                if !board.can_apply(mv) {
                    return Err(refuse(&line, "a move of an opponent's piece to an empty point"));
                }
                board.play(mv);
            }
            first = false;
            let time = slice(&clock, made);
            // Three times the slice is the most that `choose` takes: never more than is left.
            let slice = (clock.deadline(Duration::from_secs(0)), time.min(clock.left() / 3));
            // Without a move the game is over, and we have won; the jury says `Quit`.
            if let Some(choice) = search.choose(&board, Some(slice), i32::MAX) {
                writeln!(output, "{}", choice.mv.format())?;
                output.flush()?;
                clock.stop();
                made += 1;
                board.play(choice.mv);
                let _ = writeln!(
                    io::stderr(),
                    "{} {} d{} n{} {:+} {:.2}s",
                    made,
                    choice.mv.format(),
                    choice.depth,
                    choice.nodes,
                    choice.score,
                    clock.left().as_secs_f64()
                );
            }
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
