//! Spaghetti (CodeCup 2022): on a 9x7 grid both sides lay path tiles; who completes a path from wall to wall is paid by
//! its length as seen from the own wall. Blue owns the left wall, Red the right one.
//!
//! Protocol: two lines with the jury's tiles, then `Start` for Blue; everything else is a move: row a-i from the top,
//! column a-g from the left, tile l, s or r, such as `cer`. `Quit` or the end of the input ends the program.
//!
//! Method: a position is what lies behind the four sides of each empty cell: a wall or another empty cell's side, and
//! how long the path there is. Laying a tile joins two pairs of such ends, a handful of assignments. Alpha-beta with
//! iterative deepening on the margin still to come; inner nodes order their moves by a static value, look at the best
//! few dozen of them, and search moves of equal effect once; a transposition table keeps what matters for the future;
//! the last cells are searched in full, which is exact. The evaluation adds, over all empty cells, learned weights for
//! each pair of the four ends.
//!
//! MEASURED
//!
//! Not here: an opening book, any thought in the opponent's time.
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
// Rules: Board, Move, parse and format, legal moves, play and undo, score. No clock, no randomness, no I/O.
// ---------------------------------------------------------------------------------------------------------------------
pub mod rules {
    use std::iter;

    pub const ROWS: usize = 9;
    pub const COLUMNS: usize = 7;
    pub const CELLS: usize = ROWS * COLUMNS;

    /// Points for completing a cycle, and a path from a side wall to the same wall.
    const CYCLE: i8 = -5;
    const SAME_WALL: i8 = -3;

    /// What lies behind a side of an empty cell: the number of another empty cell's side (4 * cell + side), or one of
    /// these. A dead path ends at the top or the bottom and is never worth anything.
    pub const LEFT: u8 = 252;
    pub const RIGHT: u8 = 253;
    pub const DEAD: u8 = 254;

    /// Sides of a cell, clockwise.
    pub const NORTH: usize = 0;
    pub const EAST: usize = 1;
    pub const SOUTH: usize = 2;
    pub const WEST: usize = 3;

    /// The two segments of each tile, in the order l, s, r: the pairings of the four sides.
    pub const PAIRINGS: [[[usize; 2]; 2]; 3] =
        [[[NORTH, WEST], [SOUTH, EAST]], [[NORTH, SOUTH], [WEST, EAST]], [[NORTH, EAST], [SOUTH, WEST]]];

    const LETTERS: [u8; 3] = *b"lsr";

    #[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
    pub struct Move {
        /// Row * 7 + column.
        pub cell: u8,
        /// 0 for l, 1 for s, 2 for r.
        pub tile: u8,
    }

    impl Move {
        /// No move: the cell is off the board.
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

        pub fn format(self) -> String {
            let (row, column) = (self.cell / COLUMNS as u8, self.cell % COLUMNS as u8);
            let tile = LETTERS[usize::from(self.tile) % 3];
            format!("{}{}{}", (b'a' + row) as char, (b'a' + column) as char, tile as char)
        }
    }

    /// What lies behind a side, and the number of segments on the path there (0 for everything dead).
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct Behind {
        pub end: u8,
        pub length: u8,
    }

    /// What a tile brings Blue and Red, by tile.
    pub type Gains = [[i8; 3]; 2];

    /// The position: all that matters for the rest of the game, whatever the tiles look like that led here.
    #[derive(Clone, Debug, PartialEq)]
    pub struct Board {
        /// By side of a cell; only those of empty cells mean anything.
        pub behind: [Behind; 256],
        /// One bit for each empty cell.
        pub empty: u64,
        /// What each empty cell brings, kept up to date.
        pub gains: [Gains; 64],
        /// Side on turn: 0 is Blue.
        pub turn: usize,
        /// Hash of everything above.
        pub hash: u64,
    }

    /// What `undo` needs: the sides that changed and the cells whose gains did.
    #[derive(Clone, Copy, Debug)]
    pub struct Undo {
        sides: [(u8, Behind); 4],
        side_count: usize,
        cells: [(u8, Gains); 4],
        cell_count: usize,
        hash: u64,
    }

    impl Undo {
        /// The empty cells at whose sides something changed.
        pub fn touched(&self) -> impl Iterator<Item = usize> + '_ {
            self.cells[..self.cell_count].iter().map(|(cell, _)| usize::from(*cell))
        }
    }

    const TURN_KEY: u64 = 0x1a4c_f1c9_b2e5_0d87;

    /// The hash's share of one side of an empty cell (the mixing function of splitmix64).
    fn key(side: u8, behind: Behind) -> u64 {
        let z = u64::from(side) << 32 | u64::from(behind.end) << 16 | u64::from(behind.length) << 1 | 1;
        let z = z.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    impl Board {
        /// A board without a tile, Blue on turn.
        pub fn new() -> Board {
            let mut board = Board {
                behind: [Behind { end: DEAD, length: 0 }; 256],
                empty: (1 << CELLS) - 1,
                gains: [[[0; 3]; 2]; 64],
                turn: 0,
                hash: 0,
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
                board.gains[cell] = board.fresh_gains(cell);
            }
            board.hash = board.fresh_hash();
            board
        }

        /// The hash computed from nothing; `hash` always equals it.
        pub fn fresh_hash(&self) -> u64 {
            let mut hash = if self.turn == 1 { TURN_KEY } else { 0 };
            for cell in cells(self.empty) {
                for side in 4 * cell..4 * cell + 4 {
                    hash ^= key(side as u8, self.behind[side]);
                }
            }
            hash
        }

        /// True when the cell is empty: all that a move needs.
        pub fn can_apply(&self, mv: Move) -> bool {
            self.empty >> mv.cell & 1 == 1
        }

        /// What laying the move's tile brings the side on turn.
        pub fn gain(&self, mv: Move) -> i32 {
            i32::from(self.gains[usize::from(mv.cell & 63)][self.turn & 1][usize::from(mv.tile) % 3])
        }

        /// What each tile on an empty cell brings Blue and Red, computed from the four ends.
        pub fn fresh_gains(&self, cell: usize) -> Gains {
            let mut gains = [[0; 3]; 2];
            for tile in 0..3 {
                let [first, second] = PAIRINGS[tile];
                let side = |s: usize| (4 * cell + s) as u8;
                let at = |s: usize| self.behind[(4 * cell + s) & 255];
                let mut points = [0i8; 2];
                // The segment that the other segment's path leads to, if one path holds both.
                let inner = [0, 1].iter().copied().find(|&i| {
                    let end = at(first[i]).end;
                    end == side(second[0]) || end == side(second[1])
                });
                match inner {
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
                            complete(one, other, between.length as i8 + 2, &mut points);
                        }
                    }
                }
                gains[0][tile] = points[0];
                gains[1][tile] = points[1];
            }
            gains
        }

        /// Lays a tile and passes the turn. The cell must be empty.
        pub fn play(&mut self, mv: Move) -> Undo {
            let cell = usize::from(mv.cell & 63);
            let mut undo = Undo {
                sides: [(0, Behind { end: DEAD, length: 0 }); 4],
                side_count: 0,
                cells: [(0, [[0; 3]; 2]); 4],
                cell_count: 0,
                hash: self.hash,
            };
            self.empty &= !(1 << cell);
            for side in 4 * cell..4 * cell + 4 {
                self.hash ^= key(side as u8, self.behind[side & 255]);
            }
            for segment in PAIRINGS[usize::from(mv.tile) % 3].iter() {
                let (a, b) = (self.behind[(4 * cell + segment[0]) & 255], self.behind[(4 * cell + segment[1]) & 255]);
                self.lead(a.end, b, a.length, cell, &mut undo);
                self.lead(b.end, a, b.length, cell, &mut undo);
            }
            for i in 0..undo.side_count {
                let touched = undo.sides[i].0 / 4;
                if usize::from(touched) != cell && !undo.touched().any(|c| c == usize::from(touched)) {
                    undo.cells[undo.cell_count & 3] = (touched, self.gains[usize::from(touched & 63)]);
                    undo.cell_count += 1;
                }
            }
            for i in 0..undo.cell_count {
                let touched = usize::from(undo.cells[i & 3].0 & 63);
                self.gains[touched] = self.fresh_gains(touched);
            }
            self.turn ^= 1;
            self.hash ^= TURN_KEY;
            undo
        }

        /// The side `from`, if it is one, now leads on to `to` over the laid segment and `length` more.
        fn lead(&mut self, from: u8, to: Behind, length: u8, cell: usize, undo: &mut Undo) {
            if from >= LEFT {
                return;
            }
            let new = match to.end {
                DEAD => Behind { end: DEAD, length: 0 },
                end => Behind { end, length: length + 1 + to.length },
            };
            let old = self.behind[usize::from(from)];
            self.behind[usize::from(from)] = new;
            undo.sides[undo.side_count & 3] = (from, old);
            undo.side_count += 1;
            if usize::from(from / 4) != cell {
                self.hash ^= key(from, old) ^ key(from, new);
            }
        }

        /// Takes back the last tile.
        pub fn undo(&mut self, mv: Move, undo: &Undo) {
            for &(side, behind) in undo.sides[..undo.side_count].iter().rev() {
                self.behind[usize::from(side)] = behind;
            }
            for &(touched, gains) in undo.cells[..undo.cell_count].iter() {
                self.gains[usize::from(touched & 63)] = gains;
            }
            self.empty |= 1 << (mv.cell & 63);
            self.turn ^= 1;
            self.hash = undo.hash;
        }
    }

    /// Books a path between two ends that a tile completes: `segments` is how far the tile's farther segment is from
    /// the end of either path, itself included.
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
            set &= set - 1;
            Some(cell)
        })
    }
}

// ---------------------------------------------------------------------------------------------------------------------
// Evaluation
// ---------------------------------------------------------------------------------------------------------------------
pub mod eval {
    use super::rules::{cells, Behind, Board, DEAD, LEFT, RIGHT};

    /// Kinds of what lies behind a side of an empty cell, as the side on turn sees it.
    pub const KINDS: usize = 15;

    /// Unordered pairs of kinds.
    pub const PAIRS: usize = KINDS * (KINDS + 1) / 2;

    /// Empty cells at which the weights hold; between two anchors they are interpolated.
    pub const ANCHORS: [usize; 3] = [58, 34, 10];

    /// One more weight behind the pairs: for the value of the settlement, see `settle`.
    pub const TERMS: usize = PAIRS + 1;

    /// Steps of a point: values are kept in sixteenths of a point.
    pub const POINT: i32 = 16;

    /// By the side on turn (0 Blue, who will lay the last tile, 1 Red), by anchor.
    pub type Weights = [[[i16; TERMS]; 3]; 2];

    /// Number of a pair of kinds, the smaller first.
    pub const fn pair(a: usize, b: usize) -> usize {
        if a <= b {
            b * (b + 1) / 2 + a
        } else {
            a * (a + 1) / 2 + b
        }
    }

    /// The kind of what lies behind a side of `cell` for a side: 0 dead, 1 this very cell, 2-4 another empty cell over
    /// 0, 1-3, more segments, 5-9 the own wall over 0, 1-2, 3-5, 6-9, more, 10-14 the other wall likewise.
    pub fn kind(behind: Behind, cell: usize, side: usize) -> usize {
        const BY_LENGTH: [u8; 16] = [0, 1, 1, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 4, 4];
        let length = usize::from(BY_LENGTH[usize::from(behind.length.min(15))]);
        match behind.end {
            DEAD => 0,
            LEFT => 5 + 5 * side + length,
            RIGHT => 10 - 5 * side + length,
            end if usize::from(end) / 4 == cell => 1,
            _ => match behind.length {
                0 => 2,
                1..=3 => 3,
                _ => 4,
            },
        }
    }

    /// The kinds behind the four sides of a cell.
    pub fn kinds(board: &Board, cell: usize, side: usize) -> [usize; 4] {
        let mut kinds = [0; 4];
        for (s, kind_of) in kinds.iter_mut().enumerate() {
            *kind_of = kind(board.behind[(4 * cell + s) & 255], cell, side);
        }
        kinds
    }

    /// The evaluation of one position after another: the share of each empty cell is kept and only what a move touched
    /// is computed again.
    pub struct Evaluator {
        /// By side and pair of kinds, for the number of empty cells at the root.
        table: [[[i16; 16]; 16]; 2],
        settlement: [i32; 2],
        /// What each empty cell is worth to the side, were it on turn; and the sums.
        shares: [[i16; 64]; 2],
        sums: [i32; 2],
    }

    impl Evaluator {
        pub fn new() -> Evaluator {
            Evaluator { table: [[[0; 16]; 16]; 2], settlement: [0; 2], shares: [[0; 64]; 2], sums: [0; 2] }
        }

        /// Prepares for the search from a root: weights for its number of empty cells, shares for its cells.
        pub fn set(&mut self, weights: &Weights, board: &Board) {
            let empty = board.empty.count_ones() as usize;
            for side in 0..2 {
                for a in 0..KINDS {
                    for b in 0..KINDS {
                        self.table[side][a][b] = at_phase(weights, side, pair(a, b), empty) as i16;
                    }
                }
                self.settlement[side] = at_phase(weights, side, PAIRS, empty);
            }
            self.shares = [[0; 64]; 2];
            self.sums = [0; 2];
            for cell in cells(board.empty) {
                self.refresh(board, cell);
            }
        }

        /// Computes the share of an empty cell again.
        pub fn refresh(&mut self, board: &Board, cell: usize) {
            for side in 0..2 {
                let [a, b, c, d] = kinds(board, cell, side);
                let table = &self.table[side];
                let share = |x: usize, y: usize| table[x & 15][y & 15];
                let new = share(a, b) + share(a, c) + share(a, d) + share(b, c) + share(b, d) + share(c, d);
                self.put(side, cell, new);
            }
        }

        /// A cell that has been filled is worth nothing; returns what it was worth, for `put_back`.
        pub fn take(&mut self, cell: usize) -> [i16; 2] {
            let old = [self.shares[0][cell & 63], self.shares[1][cell & 63]];
            self.put(0, cell, 0);
            self.put(1, cell, 0);
            old
        }

        pub fn share(&self, cell: usize) -> [i16; 2] {
            [self.shares[0][cell & 63], self.shares[1][cell & 63]]
        }

        pub fn put_back(&mut self, cell: usize, old: [i16; 2]) {
            self.put(0, cell, old[0]);
            self.put(1, cell, old[1]);
        }

        fn put(&mut self, side: usize, cell: usize, new: i16) {
            let slot = &mut self.shares[side & 1][cell & 63];
            self.sums[side & 1] += i32::from(new) - i32::from(*slot);
            *slot = new;
        }

        /// The margin still to come for the side on turn, in sixteenths of a point, without the settlement.
        pub fn quick(&self, board: &Board) -> i32 {
            self.sums[board.turn & 1]
        }

        /// The margin still to come for the side on turn, in sixteenths of a point.
        pub fn value(&self, board: &Board) -> i32 {
            let turn = board.turn & 1;
            let weight = self.settlement[turn];
            let settled = if weight == 0 { 0 } else { settle(board) * weight / 64 };
            self.sums[turn] + settled
        }
    }

    /// A weight for a number of empty cells.
    pub fn at_phase(weights: &Weights, side: usize, term: usize, empty: usize) -> i32 {
        let (low, share) = phase(empty);
        let w = |anchor: usize| f64::from(weights[side][anchor][term]);
        (w(low) * (1.0 - share) + w(low + 1) * share).round() as i32
    }

    /// The anchor before a number of empty cells, and how far it is on the way to the next, 0 to 1.
    pub fn phase(empty: usize) -> (usize, f64) {
        let low = if empty >= ANCHORS[1] { 0 } else { 1 };
        let way = (ANCHORS[low] as f64 - empty as f64) / (ANCHORS[low] - ANCHORS[low + 1]) as f64;
        (low, way.clamp(0.0, 1.0))
    }

    /// What the cells bring when both sides take them in turns, the one that is worth most to both together first, as
    /// if no cell touched another: the margin of the side on turn in sixteenths of a point.
    pub fn settle(board: &Board) -> i32 {
        // Counted by worth instead of sorted: no cell is worth more than 127 to each side.
        let mut count = [0u8; 256];
        let mut mine = [0i32; 256];
        let mut highest = 0;
        let turn = board.turn & 1;
        for cell in cells(board.empty) {
            let [blue, red] = &board.gains[cell];
            let best = |g: &[i8; 3]| i32::from(g[0].max(g[1]).max(g[2]));
            let (own, other) = if turn == 0 { (best(blue), best(red)) } else { (best(red), best(blue)) };
            let worth = own + other;
            if worth > 0 {
                let slot = worth.min(255) as usize;
                count[slot] += 1;
                mine[slot] += own - other;
                highest = highest.max(slot);
            }
        }
        // Of n cells of one worth, the one on turn takes every other: own - (worth - own) on the average.
        let mut twice = 0;
        let mut first = true;
        for slot in (1..=highest).rev() {
            if count[slot] > 0 {
                twice += mine[slot];
                if count[slot] % 2 == 1 {
                    twice += if first { slot as i32 } else { -(slot as i32) };
                    first = !first;
                }
            }
        }
        twice * POINT / 2
    }

    /// The weights, in sixteenths of a point: for each side on turn and anchor a triangle whose row b holds the pairs
    /// (0, b) to (b, b) of kinds, and behind it the settlement's weight in 64ths. Learned from own games, round after
    /// round, by `cargo run --release --example tune-spaghetti -- learn GAMES 2 SEED`.
    #[rustfmt::skip]
    pub const WEIGHTS: Weights = [
        [
            [
                4,
                -7, -11,
                -1, 8, 0,
                -2, 3, 0, -1,
                -9, -27, -1, -1, -5,
                0, -9, -1, 3, 14, 0,
                -3, 5, -4, -1, -20, -2, -9,
                -24, -3, -3, 3, 24, 11, 12, -7,
                -2, -3, -1, 9, 1, -8, 0, -6, -2,
                -4, 16, -16, 2, 6, -2, -11, -2, 0, 0,
                -1, 1, 3, 7, 21, 0, 0, 0, 0, 1, 0,
                2, -8, 0, -2, 4, 0, 0, 0, 0, 0, 13, 1,
                -18, -6, 4, 1, 10, 0, 0, 1, 0, 0, 29, -19, -1,
                10, -4, 15, -4, -6, -1, 0, 0, 0, 0, 9, -21, 10, 1,
                14, 4, -8, -14, 0, 0, 0, 0, 0, 0, -5, -2, -5, -1, 0,
                4,
            ],
            [
                1,
                -8, 6,
                -2, -1, 0,
                -4, 3, 0, 0,
                0, 7, 1, 0, -6,
                1, 12, 1, 2, -3, 0,
                4, -3, 1, 7, 5, -13, -2,
                -4, 18, 7, -4, -4, 6, 3, -4,
                -14, -3, 8, 4, 23, 5, 5, 16, -11,
                -3, -7, 15, 10, -11, 1, 9, 25, -20, -14,
                2, 0, 0, 1, -6, 0, 0, 0, 3, 14, 0,
                -2, 7, 0, 0, 2, 0, 0, 0, -5, 3, 0, 8,
                2, 9, 1, 0, 4, 0, 0, 2, 0, 2, -3, 0, -12,
                -10, 25, 1, -6, -14, 13, 6, -1, 3, 1, 19, 0, -4, 29,
                -2, -8, -2, 5, 6, -8, 2, -1, 0, 0, 6, 11, -11, -13, -4,
                42,
            ],
            [
                2,
                -2, -2,
                -3, 0, 0,
                -3, 4, 1, 0,
                -8, 7, 2, 2, 2,
                6, -2, -1, -3, 3, 0,
                5, 6, -1, 1, -1, -10, -6,
                -1, 1, 3, 1, 7, 6, -3, -10,
                -7, 8, 10, 11, 21, 8, -5, -4, -14,
                -12, 38, 7, 36, 50, -11, 5, 1, -13, -26,
                -1, 1, 1, 2, 7, 0, 0, 0, 5, 4, 0,
                -1, 0, -2, 2, 7, 0, 0, -4, -12, 27, -7, -1,
                -2, 1, 1, 2, 3, 0, -6, -41, -50, 7, -10, -1, -7,
                -5, 4, 2, 1, -1, 3, 0, -24, -31, 10, 4, -7, 0, 2,
                -1, 2, -5, 2, 1, 3, -1, 4, 14, 21, 7, -14, -4, 2, -15,
                46,
            ],
        ],
        [
            [
                -3,
                12, 11,
                2, -7, 0,
                2, -5, 0, 1,
                13, 23, 1, 4, 0,
                2, 3, -3, -7, -24, 0,
                -1, 2, 0, 3, -4, -14, -2,
                16, 2, -4, 3, -10, -28, 15, 2,
                -12, 3, -10, 6, 8, -17, 19, -10, -1,
                -15, -2, 2, 16, 1, 3, 1, 6, 0, 0,
                2, 12, 1, -3, -17, 0, 0, 0, 0, 0, 0,
                2, -8, 5, 2, 23, 0, 0, 0, 0, 0, 1, 8,
                10, -3, 3, -5, -19, 0, 0, 0, 0, 0, -11, -13, 6,
                7, 6, 2, -13, -1, -2, 1, 0, 0, 0, 6, -1, 6, 5,
                5, -17, 16, 0, -7, -3, 0, 0, 0, 0, -1, 8, 1, 0, 0,
                -1,
            ],
            [
                -1,
                5, -5,
                2, 1, 0,
                3, -4, 0, 0,
                -1, -4, -1, -1, 4,
                -3, 6, 0, -1, 4, 0,
                2, -11, 0, -1, 1, 1, -7,
                -3, -13, -1, 0, -6, 4, 1, 12,
                12, -21, 0, 5, 24, -14, -2, 5, -30,
                -3, 5, 2, -5, 4, -5, -6, 17, 17, 5,
                -2, -12, 0, -1, 0, 0, 0, 0, 0, 1, 0,
                -4, 2, -1, -7, -3, 0, 0, 0, 5, 4, 14, 2,
                6, -17, -7, 2, 4, 0, 0, 1, -3, 0, -5, -2, 4,
                12, 2, -11, -4, -20, -2, 11, -1, -1, 2, -4, -6, -14, 17,
                0, 8, -17, -7, 11, -16, 10, -7, 0, 0, 0, -5, -23, 20, 15,
                36,
            ],
            [
                0,
                6, 1,
                3, 0, 0,
                5, -5, 0, 0,
                10, -7, -1, 0, 1,
                2, -3, -1, -3, -5, 0,
                2, 0, 2, -1, -8, 4, -1,
                3, -2, 0, -4, -4, 8, -3, 5,
                7, -5, -4, 0, -3, -6, 2, -2, -10,
                4, -2, 2, -1, -6, -11, 8, -2, -7, 5,
                -5, 1, 1, 2, -5, 0, 0, 0, -10, 1, 0,
                -5, -6, 1, -2, 1, 0, 0, 2, -28, -6, 10, 4,
                2, 0, -3, -1, -9, 0, 23, 3, -32, -4, -7, 0, 10,
                9, -9, -7, -11, -27, -14, 7, 1, -21, 9, -11, 4, 1, 13,
                15, -41, -6, -35, -55, -4, 2, 5, -1, 3, 2, -7, -6, 10, 23,
                58,
            ],
        ],
    ];
}

// ---------------------------------------------------------------------------------------------------------------------
// Search: owns the tables, the node count, the generator and the clock. Takes a position, returns a move and its score.
// ---------------------------------------------------------------------------------------------------------------------
pub mod search {
    use super::eval::{Evaluator, Weights, POINT, WEIGHTS};
    use super::rules::{cells, Behind, Board, Move, Undo, DEAD, LEFT};
    use std::time::{Duration, Instant};

    /// Part of the game's seconds that is never planned with: a contest machine may hiccup.
    const RESERVE_SHARE: f64 = 0.05;

    /// Seconds that are never planned with on top of the share: starting the program costs as much at any time limit.
    const RESERVE_SECONDS: f64 = 0.08;

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

        /// Call it before the answer is written: the contest may suspend us as soon as it has the line.
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
    /// More than any margin, in sixteenths of a point.
    const INFINITE: i32 = 30_000;

    /// Entries of the transposition table, a power of two: 2^21 of 16 bytes are 32 of the contest's 64 MB.
    const TABLE_ENTRIES: usize = 1 << 21;

    /// The clock is read every so many inner nodes; one costs up to 20 microseconds.
    const CLOCK_NODES: u64 = 32;

    /// From this number of empty cells on nothing is left out: what is searched to the end is exact.
    pub const EXACT_CELLS: u32 = 11;

    /// The best so many moves by static value are searched, by distance from the root.
    const WIDTHS: [usize; 4] = [60, 24, 16, 12];

    /// What a bound in the table says of the true score.
    const EXACT: u8 = 1;
    const LOWER: u8 = 2;
    const UPPER: u8 = 3;

    /// Most moves of a position.
    const MOST_MOVES: usize = 192;

    /// One position of the transposition table.
    #[derive(Clone, Copy, Default)]
    struct Entry {
        hash: u64,
        score: i16,
        cell: u8,
        tile: u8,
        depth: i8,
        bound: u8,
    }

    /// What a search found.
    #[derive(Clone, Copy, Debug)]
    pub struct Choice {
        pub mv: Move,
        /// Margin still to come for the side on turn, sixteenths of a point.
        pub score: i32,
        pub depth: i32,
        pub nodes: u64,
    }

    /// A move with its static value.
    #[derive(Clone, Copy, Default)]
    struct Ranked {
        value: i32,
        mv: Move,
    }

    pub struct Search {
        pub rng: Rng,
        pub weights: Weights,
        evaluator: Evaluator,
        table: Box<[Entry]>,
        nodes: u64,
        deadline: Option<Instant>,
        stopped: bool,
    }

    impl Search {
        pub fn new(seed: u64) -> Search {
            Search {
                rng: Rng(seed),
                weights: WEIGHTS,
                evaluator: Evaluator::new(),
                table: vec![Entry::default(); TABLE_ENTRIES].into_boxed_slice(),
                nodes: 0,
                deadline: None,
                stopped: false,
            }
        }

        /// The best move that is found within the limits; `None` on a full board. With `slice` (the turn's beginning
        /// and the part of the time that is meant for it) it goes on for up to twice the slice; without, to
        /// `max_depth`.
        pub fn choose(&mut self, board: &Board, slice: Option<(Instant, Duration)>, max_depth: i32) -> Option<Choice> {
            self.nodes = 0;
            self.stopped = false;
            self.deadline = slice.map(|(begin, time)| begin + time * 2);
            let weights = self.weights;
            self.evaluator.set(&weights, board);
            let mut board = board.clone();
            let mut moves = [Ranked::default(); MOST_MOVES];
            let count = self.rank(&mut board, &mut moves);
            let moves = &mut moves[..count];
            // Equal moves come in an order of the seed's; the first of equal ones is kept.
            for i in (1..moves.len()).rev() {
                moves.swap(i, self.rng.below(i + 1));
            }
            moves.sort_by_key(|m| -m.value);
            let best = *moves.first()?;
            let mut choice = Choice { mv: best.mv, score: best.value, depth: 1, nodes: 0 };
            let empty = board.empty.count_ones();
            let width = if empty <= EXACT_CELLS { count } else { WIDTHS[0].min(count) };
            if width == 1 {
                return Some(choice);
            }
            for depth in 2..=max_depth.min(empty as i32) {
                match self.root(&mut board, &mut moves[..width], depth) {
                    None => break,
                    Some((mv, score)) => choice = Choice { mv, score, depth, nodes: 0 },
                }
                if self.stopped {
                    break;
                }
                if let Some((begin, time)) = slice {
                    // The next depth takes several times as long.
                    if begin.elapsed() > time / 2 {
                        break;
                    }
                }
            }
            choice.nodes = self.nodes;
            Some(choice)
        }

        /// Searches the moves of the root; the best one is moved to the front. `None` when time ran out before the
        /// first move was searched.
        fn root(&mut self, board: &mut Board, moves: &mut [Ranked], depth: i32) -> Option<(Move, i32)> {
            let mut best: Option<(Move, i32)> = None;
            let mut alpha = -INFINITE;
            for i in 0..moves.len() {
                let mv = moves[i].mv;
                let gain = board.gain(mv) * POINT;
                let (undo, shares) = self.play(board, mv);
                let mut score = 0;
                if i > 0 {
                    score = gain - self.alpha_beta(board, gain - alpha - 1, gain - alpha, depth - 1, 1);
                }
                if i == 0 || score > alpha {
                    score = gain - self.alpha_beta(board, -INFINITE, gain - alpha, depth - 1, 1);
                }
                self.undo(board, mv, &undo, &shares);
                if self.stopped {
                    break;
                }
                if score > alpha {
                    alpha = score;
                    best = Some((mv, score));
                    moves[..=i].rotate_right(1);
                }
            }
            best
        }

        /// The margin still to come for the side on turn, fail-soft: exact between alpha and beta, otherwise a bound.
        /// When time has run out it returns anything and `stopped` is true.
        fn alpha_beta(&mut self, board: &mut Board, mut alpha: i32, beta: i32, depth: i32, ply: usize) -> i32 {
            let empty = board.empty.count_ones();
            if empty == 0 {
                return 0;
            }
            if depth <= 0 {
                return self.evaluator.value(board);
            }
            self.nodes += 1;
            if self.nodes % CLOCK_NODES == 0 && self.deadline.map_or(false, |d| Instant::now() >= d) {
                self.stopped = true;
            }
            if self.stopped {
                return 0;
            }
            let slot = board.hash as usize & (TABLE_ENTRIES - 1);
            let entry = self.table[slot];
            let mut first = Move::NONE;
            if entry.hash == board.hash && entry.bound != 0 {
                first = Move { cell: entry.cell, tile: entry.tile };
                if i32::from(entry.depth) >= depth {
                    let score = i32::from(entry.score);
                    match entry.bound {
                        EXACT => return score,
                        LOWER if score >= beta => return score,
                        UPPER if score <= alpha => return score,
                        _ => {}
                    }
                }
            }
            let mut moves = [Ranked::default(); MOST_MOVES];
            let count = self.rank(board, &mut moves);
            let moves = &mut moves[..count];
            let mut best = -INFINITE;
            let mut best_move = Move::NONE;
            let old_alpha = alpha;
            if depth == 1 && empty > 1 {
                // The static values are the values.
                for m in moves.iter() {
                    if m.value > best {
                        best = m.value;
                        best_move = m.mv;
                    }
                }
            } else {
                let width = if empty <= EXACT_CELLS { count } else { WIDTHS[ply.min(3)].min(count) };
                if let Some(m) = moves.iter_mut().find(|m| m.mv == first) {
                    m.value = INFINITE;
                }
                for i in 0..width {
                    let mut next = i;
                    for j in i + 1..count {
                        if moves[j].value > moves[next].value {
                            next = j;
                        }
                    }
                    moves.swap(i, next);
                    let mv = moves[i].mv;
                    let gain = board.gain(mv) * POINT;
                    let (undo, shares) = self.play(board, mv);
                    let mut score = 0;
                    if i > 0 {
                        score = gain - self.alpha_beta(board, gain - alpha - 1, gain - alpha, depth - 1, ply + 1);
                    }
                    if i == 0 || (score > alpha && score < beta) {
                        score = gain - self.alpha_beta(board, gain - beta, gain - alpha, depth - 1, ply + 1);
                    }
                    self.undo(board, mv, &undo, &shares);
                    if self.stopped {
                        return 0;
                    }
                    if score > best {
                        best = score;
                        best_move = mv;
                    }
                    alpha = alpha.max(score);
                    if alpha >= beta {
                        break;
                    }
                }
            }
            let bound = if depth == 1 || (best > old_alpha && best < beta) {
                EXACT
            } else if best >= beta {
                LOWER
            } else {
                UPPER
            };
            self.table[slot] = Entry {
                hash: board.hash,
                score: best as i16,
                cell: best_move.cell,
                tile: best_move.tile,
                depth: depth as i8,
                bound,
            };
            best
        }

        /// Lists the moves that differ in effect, each with its gain less the static value of the position after it.
        fn rank(&mut self, board: &mut Board, moves: &mut [Ranked; MOST_MOVES]) -> usize {
            let mut count = 0;
            let mut tempo = false;
            for cell in cells(board.empty) {
                let behind = |s: usize| board.behind[(4 * cell + s) & 255];
                let ends = [behind(0), behind(1), behind(2), behind(3)];
                if ends.iter().all(|b| b.end == DEAD) {
                    // Nothing will ever come of this cell: it is a move that passes the turn, and one such is enough.
                    if tempo {
                        continue;
                    }
                    tempo = true;
                }
                for tile in distinct_tiles(&ends) {
                    let mv = Move { cell: cell as u8, tile: *tile };
                    let gain = board.gain(mv) * POINT;
                    let (undo, shares) = self.play(board, mv);
                    let value = if board.empty == 0 { gain } else { gain - self.evaluator.value(board) };
                    self.undo(board, mv, &undo, &shares);
                    if let Some(slot) = moves.get_mut(count) {
                        *slot = Ranked { value, mv };
                        count += 1;
                    }
                }
            }
            count
        }

        /// Lays a tile on the board and keeps the evaluation up to date.
        fn play(&mut self, board: &mut Board, mv: Move) -> (Undo, [[i16; 2]; 5]) {
            let undo = board.play(mv);
            let mut shares = [[0; 2]; 5];
            shares[4] = self.evaluator.take(usize::from(mv.cell));
            for (i, cell) in undo.touched().enumerate() {
                shares[i & 3] = self.evaluator.share(cell);
                self.evaluator.refresh(board, cell);
            }
            (undo, shares)
        }

        fn undo(&mut self, board: &mut Board, mv: Move, undo: &Undo, shares: &[[i16; 2]; 5]) {
            board.undo(mv, undo);
            for (i, cell) in undo.touched().enumerate() {
                self.evaluator.put_back(cell, shares[i & 3]);
            }
            self.evaluator.put_back(usize::from(mv.cell), shares[4]);
        }
    }

    /// The tiles that differ in effect on a cell with these four ends. Where the same lies behind two sides, exchanging
    /// them changes nothing, and two of the three pairings are one.
    pub fn distinct_tiles(ends: &[Behind; 4]) -> &'static [u8] {
        // Only walls can be equal: two sides never lead to the same side of another cell.
        let same = |a: usize, b: usize| ends[a] == ends[b] && ends[a].end >= LEFT;
        let [n, e, s, w] = [0, 1, 2, 3];
        let left_right = same(n, s) || same(e, w);
        let left_straight = same(n, e) || same(s, w);
        let straight_right = same(n, w) || same(s, e);
        match (left_right, left_straight, straight_right) {
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

    /// Reads a move and lays its tile. Any tile on an empty cell can be laid, so that is all that is checked.
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

    /// The part of the time left that is meant for a move. The last dozen cells are read out at once, so the plan ends
    /// with them; the first moves decide little. No move takes more than half of what is left.
    fn slice(clock: &Clock, board: &Board) -> Duration {
        let own = (board.empty.count_ones() as f64 / 2.0).ceil();
        let moves = (own - 4.0).max(4.0);
        let share = if own > 26.0 { 0.5 } else { 1.0 };
        Duration::from_secs_f64(clock.left().as_secs_f64() * share / moves)
    }

    /// Plays one whole game. Returns when the game is over, at `Quit`, or at the end of the input; an error of the
    /// kind `InvalidData` when a line could not be read or applied.
    pub fn run<R: BufRead, W: Write>(input: R, mut output: W, options: &Options) -> io::Result<()> {
        let mut lines = Lines { input };
        options.announce();
        let mut clock = Clock::new(options.seconds);
        let mut search = Search::new(options.seed);
        // Making the tables costs time too, and the jury may count it.
        clock.stop();
        let mut board = Board::new();
        // The jury's two tiles pass the turn twice: Blue is on turn again.
        for _ in 0..2 {
            match lines.next()? {
                None => return Ok(()),
                Some(line) => apply(&line, &mut board)?,
            }
        }
        let mut first = true;
        while let Some(line) = lines.next()? {
            clock.start();
            if !(first && line == "Start") {
                apply(&line, &mut board)?;
            }
            first = false;
            let time = slice(&clock, &board);
            // Twice the slice is the most that `choose` takes: never more than is left.
            let slice = (clock.deadline(Duration::from_secs(0)), time.min(clock.left() / 2));
            if let Some(choice) = search.choose(&board, Some(slice), i32::MAX) {
                board.play(choice.mv);
                let _ = writeln!(
                    io::stderr(),
                    "{} d{} n{} {:+.1} {:.2}s",
                    choice.mv.format(),
                    choice.depth,
                    choice.nodes,
                    f64::from(choice.score) / 16.0,
                    clock.left().as_secs_f64()
                );
                // The contest may suspend us as soon as it has our line: the clock must not run on then.
                clock.stop();
                writeln!(output, "{}", choice.mv.format())?;
                output.flush()?;
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
