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
//! the multiset of the four ends.
//!
//! Measured with `jury match spaghetti target/release/spaghetti B --games N --time S --seed K`, 95 % intervals, no
//! forfeit, 36 MB:
//!
//! | against | seconds | games | points a game | own points | seed |
//! |---|---|---|---|---|---|
//! | careful | 3 | 100 | +13.9 +- 2.1 | 57.5 | 41 |
//! | careful | 30 | 24 | +15.1 +- 2.6 | 57.8 | 991 |
//! | greedy | 3 | 100 | +22.2 +- 3.0 | 67.0 | 993 |
//! | itself with 3 s | 30 | 24 | +2.6 +- 1.7 | 45.3 | 992 |
//!
//! Ten times the time is worth little: what holds it back is the evaluation, not the search.
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

        /// What lies behind the four sides of a cell.
        pub fn ends(&self, cell: usize) -> [Behind; 4] {
            let behind = |s: usize| self.behind[(4 * cell + s) & 255];
            [behind(0), behind(1), behind(2), behind(3)]
        }

        /// What each tile on an empty cell brings Blue and Red, computed from the four ends.
        pub fn fresh_gains(&self, cell: usize) -> Gains {
            gains_of(cell, &self.ends(cell))
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
            let new = joined(length, to);
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

    /// What lies behind a side from which a path of `length` segments leads to a laid segment, and over it to `to`.
    pub fn joined(length: u8, to: Behind) -> Behind {
        match to.end {
            DEAD => Behind { end: DEAD, length: 0 },
            end => Behind { end, length: length + 1 + to.length },
        }
    }

    /// What each tile on a cell with these four ends brings Blue and Red.
    pub fn gains_of(cell: usize, ends: &[Behind; 4]) -> Gains {
        let mut gains = [[0; 3]; 2];
        for tile in 0..3 {
            let [first, second] = PAIRINGS[tile];
            let side = |s: usize| (4 * cell + s) as u8;
            let at = |s: usize| ends[s & 3];
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
    use super::rules::{cells, gains_of, joined, Behind, Board, Gains, Move, DEAD, LEFT, PAIRINGS, RIGHT};

    /// Kinds of what lies behind a side of an empty cell.
    pub const KINDS: usize = 16;

    /// Multisets of four kinds.
    pub const MULTISETS: usize = 3_876;

    /// Empty cells at which the weights hold; between two anchors they are interpolated.
    pub const ANCHORS: [usize; 3] = [58, 34, 10];

    /// One more weight behind the multisets: for the value of the settlement, see `settle`.
    pub const TERMS: usize = MULTISETS + 1;

    /// Steps of a point: values are kept in sixteenths of a point.
    pub const POINT: i32 = 16;

    /// By the side on turn (0 Blue, who will lay the last tile, 1 Red), by anchor.
    pub type Weights = Vec<[[i16; TERMS]; 3]>;

    /// Number of a multiset of kinds.
    pub fn multiset(mut k: [usize; 4]) -> usize {
        k.sort_unstable();
        let [a, b, c, d] = k;
        d * (d + 1) * (d + 2) * (d + 3) / 24 + c * (c + 1) * (c + 2) / 6 + b * (b + 1) / 2 + a
    }

    /// The kind of what lies behind a side of `cell` for a side: 0 dead, 1 this very cell, 2-5 another empty cell over
    /// 0, 1-3, 4-7, more segments, 6-10 the own wall over 0, 1-2, 3-5, 6-9, more, 11-15 the other wall likewise.
    pub fn kind(behind: Behind, cell: usize, side: usize) -> usize {
        const BY_LENGTH: [u8; 16] = [0, 1, 1, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 4, 4];
        let length = usize::from(BY_LENGTH[usize::from(behind.length.min(15))]);
        match behind.end {
            DEAD => 0,
            LEFT => 6 + 5 * side + length,
            RIGHT => 11 - 5 * side + length,
            end if usize::from(end) / 4 == cell => 1,
            _ => match behind.length {
                0 => 2,
                1..=3 => 3,
                4..=7 => 4,
                _ => 5,
            },
        }
    }

    /// The kinds behind the four sides of a cell.
    pub fn kinds(board: &Board, cell: usize, side: usize) -> [usize; 4] {
        let mut kinds = [0; 4];
        for (kind_of, behind) in kinds.iter_mut().zip(board.ends(cell).iter()) {
            *kind_of = kind(*behind, cell, side);
        }
        kinds
    }

    /// What the evaluation keeps of a cell; all zero for a filled one.
    #[derive(Clone, Copy, Debug, Default, PartialEq)]
    pub struct Share {
        /// Value to the side, were it on turn, in sixteenths of a point.
        worth: [i16; 2],
        /// The most that a tile here brings Blue and Red at once.
        best: [i8; 2],
        /// The kinds behind the four sides as Blue sees them, four bits each.
        kinds: u16,
    }

    /// Sums over all cells, from which the value follows.
    #[derive(Clone, Copy, Debug, Default, PartialEq)]
    struct Sums {
        worth: [i32; 2],
        /// For the settlement, see `settle`: Blue's best less Red's, and one bit for each worth that an odd number of
        /// cells has.
        difference: i32,
        odd: u128,
    }

    impl Sums {
        fn exchange(&mut self, old: Share, new: Share) {
            for side in 0..2 {
                self.worth[side] += i32::from(new.worth[side]) - i32::from(old.worth[side]);
            }
            for (share, sign) in &[(old, -1), (new, 1)] {
                let (blue, red) = (i32::from(share.best[0]), i32::from(share.best[1]));
                if blue + red > 0 {
                    self.difference += sign * (blue - red);
                    self.odd ^= 1 << (blue + red).min(127);
                }
            }
        }

        /// The same as `settle`, from the sums.
        fn settled(&self, turn: usize) -> i32 {
            let mut twice = if turn == 0 { self.difference } else { -self.difference };
            let mut odd = self.odd;
            let mut sign = 1;
            while odd != 0 {
                let worth = 127 - odd.leading_zeros() as i32;
                twice += sign * worth;
                sign = -sign;
                odd &= !(1 << worth);
            }
            twice * POINT / 2
        }
    }

    /// The evaluation of one position after another: the share of each empty cell is kept and only what a move touched
    /// is computed again.
    pub struct Evaluator {
        /// Number of the multiset of four kinds as Blue sees them, four bits each.
        numbers: Box<[u16]>,
        /// By number: what it is worth to Blue on turn, and to Red on turn.
        table: Box<[[i16; 2]]>,
        settlement: [i32; 2],
        shares: [Share; 64],
        sums: Sums,
        /// The number of empty cells that the table is for.
        phase: usize,
    }

    impl Evaluator {
        pub fn new() -> Evaluator {
            let key = |i: usize| multiset([i & 15, i >> 4 & 15, i >> 8 & 15, i >> 12]) as u16;
            Evaluator {
                numbers: (0..65_536).map(key).collect(),
                table: vec![[0; 2]; 4_096].into_boxed_slice(),
                settlement: [0; 2],
                shares: [Share::default(); 64],
                sums: Sums::default(),
                phase: usize::MAX,
            }
        }

        /// Prepares for the search from a root: weights for its number of empty cells, shares for its cells.
        pub fn set(&mut self, weights: &Weights, board: &Board) {
            self.weigh(weights, board.empty.count_ones() as usize);
            self.fill(board);
        }

        /// The weights for a number of empty cells. They hold for the whole search from a root: scores of one search
        /// are compared with each other, so they must be of one measure.
        fn weigh(&mut self, weights: &Weights, empty: usize) {
            if self.phase != empty {
                self.phase = empty;
                // The same four sides in Red's eyes: own and other wall exchanged.
                let red = |k: usize| if k < 6 { k } else { 6 + (k - 1) % 10 };
                for d in 0..KINDS {
                    for c in 0..=d {
                        for b in 0..=c {
                            for a in 0..=b {
                                let number = multiset([a, b, c, d]);
                                let other = multiset([red(a), red(b), red(c), red(d)]);
                                self.table[number] = [
                                    at_phase(weights, 0, number, empty) as i16,
                                    at_phase(weights, 1, other, empty) as i16,
                                ];
                            }
                        }
                    }
                }
                for side in 0..2 {
                    self.settlement[side] = at_phase(weights, side, MULTISETS, empty);
                }
            }
        }

        /// Computes the shares of all cells from nothing.
        pub fn fill(&mut self, board: &Board) {
            self.shares = [Share::default(); 64];
            self.sums = Sums::default();
            for cell in cells(board.empty) {
                self.refresh(board, cell);
            }
        }

        /// Computes the share of an empty cell again.
        pub fn refresh(&mut self, board: &Board, cell: usize) {
            let [a, b, c, d] = kinds(board, cell, 0);
            let share = self.fresh_share((a | b << 4 | c << 8 | d << 12) as u16, &board.gains[cell & 63]);
            self.put_back(cell, share);
        }

        fn fresh_share(&self, kinds: u16, gains: &Gains) -> Share {
            let number = self.numbers[usize::from(kinds)];
            let best = |g: &[i8; 3]| g[0].max(g[1]).max(g[2]);
            Share { worth: self.table[usize::from(number) & 4_095], best: [best(&gains[0]), best(&gains[1])], kinds }
        }

        /// A cell that has been filled is worth nothing; returns what it was worth, for `put_back`.
        pub fn take(&mut self, cell: usize) -> Share {
            let old = self.share(cell);
            self.put_back(cell, Share::default());
            old
        }

        pub fn share(&self, cell: usize) -> Share {
            self.shares[cell & 63]
        }

        pub fn put_back(&mut self, cell: usize, new: Share) {
            self.sums.exchange(self.shares[cell & 63], new);
            self.shares[cell & 63] = new;
        }

        /// The margin still to come for the side on turn, in sixteenths of a point.
        pub fn value(&self, board: &Board) -> i32 {
            self.value_of(&self.sums, board.turn & 1)
        }

        fn value_of(&self, sums: &Sums, turn: usize) -> i32 {
            let weight = self.settlement[turn];
            let settled = if weight == 0 { 0 } else { sums.settled(turn) * weight / 64 };
            sums.worth[turn] + settled
        }

        /// `value` of the position after a move, without playing it: up to four cells get other ends. `None` where a
        /// path leads from the move's cell back to it, which is rare and for the caller to play out.
        pub fn value_after(&self, board: &Board, mv: Move) -> Option<i32> {
            let cell = usize::from(mv.cell & 63);
            let ends = board.ends(cell);
            if ends.iter().any(|b| usize::from(b.end) / 4 == cell) {
                return None;
            }
            let turn = (board.turn & 1) ^ 1;
            let mut sums = self.sums;
            sums.exchange(self.shares[cell], Share::default());
            // The sides that get another end: never more than one for each side of the cell.
            let mut changes = [(0u8, ends[0]); 4];
            let mut count = 0;
            for segment in PAIRINGS[usize::from(mv.tile) % 3].iter() {
                let (a, b) = (ends[segment[0]], ends[segment[1]]);
                for (from, to) in &[(a, b), (b, a)] {
                    if from.end < LEFT {
                        changes[count & 3] = (from.end, joined(from.length, *to));
                        count += 1;
                    }
                }
            }
            let settles = self.settlement[turn] != 0;
            for i in 0..count {
                let touched = usize::from(changes[i & 3].0 / 4);
                if changes[..i].iter().any(|c| usize::from(c.0 / 4) == touched) {
                    continue;
                }
                let old = self.share(touched);
                let mut kinds = old.kinds;
                for (side, behind) in changes[i..count].iter().filter(|c| usize::from(c.0 / 4) == touched) {
                    let shift = 4 * (side & 3);
                    kinds = (kinds & !(15 << shift)) | (kind(*behind, touched, 0) as u16) << shift;
                }
                let new = if settles {
                    let mut four = board.ends(touched);
                    for (side, behind) in changes[i..count].iter().filter(|c| usize::from(c.0 / 4) == touched) {
                        four[usize::from(side & 3)] = *behind;
                    }
                    self.fresh_share(kinds, &gains_of(touched, &four))
                } else {
                    Share { worth: self.table[usize::from(self.numbers[usize::from(kinds)]) & 4_095], ..old }
                };
                sums.exchange(old, new);
            }
            Some(self.value_of(&sums, turn))
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

    /// A weight from its character: 'P' is 0, the characters behind it in ASCII are 1, 2, 3 sixteenths of a point,
    /// those before it less than 0; beyond 30 a character is a step of 10. '~' stands in the place of the backslash.
    pub fn decode(letter: u8) -> i16 {
        let step = if letter == b'~' { 12 } else { i16::from(letter) - 80 };
        step + step.signum() * 9 * (step.abs() - 30).max(0)
    }

    /// The weights as numbers.
    pub fn weights() -> Weights {
        let mut weights = vec![[[0; TERMS]; 3]; 2];
        for (side, weights) in weights.iter_mut().enumerate() {
            for (anchor, weights) in weights.iter_mut().enumerate() {
                weights[MULTISETS] = SETTLEMENT[side][anchor];
                for (weight, letter) in weights.iter_mut().zip(TABLE[side][anchor].bytes()) {
                    *weight = decode(letter);
                }
            }
        }
        weights
    }

    /// Weights of the settlement in 64ths, by side on turn and anchor.
    const SETTLEMENT: [[i16; 3]; 2] = [[0, 1, 49], [0, 1, 29]];

    /// Weights of the multisets in the order of their numbers, one character each (see `decode`), by side on turn and
    /// anchor. Learned from own games in four rounds, the last from 10,000 games of three plies a move, fitted to the
    /// margin of the next two plies and what the search said then: `tune-spaghetti games` and `fit - 2 100`, see the head
    /// of `tests/tune/spaghetti.rs`. A fifth round, from games of four plies, played worse and was not kept.
    #[rustfmt::skip]
    const TABLE: [[&str; 3]; 2] = [
        [
            "UTTTSRSSUPQTMRPOQUXNRWPTPKQXMTPKUNORRSSPQSNQOORUNSNNTOPQQROQOOSOQPQOPPTSRRRRSRSTORUQTTNTRPQQRQRQPRQQPQ\
             PQPRQQRRTPRSQPPRQPQPSQPPVTSRUSSSRQQRUSTTOSRORRRQQPPRQPQQPPPTRQTRSQRSPQQQQPRPSQPPURQURRQRSPQPPPPRPRQPQS\
             PQPPPPTSRRRRRPPMNQTORNLRMMQQRPQNORNOPQOPQRQQRQQOQQOQQPPQQQRPQQSQPQOLNOMLPONNOQOONOPPMLKMNLPOPOOLLOLKOP\
             NNPOPONPPLLIHLLGLMKJNNFJRRRRQQRPRQNQTOSQMSPOQQRPQPORPPPQPPPQQQQRSPRRPPPQPPPPRQPPRQQRQQPQQOPPPPPQPQPPPQ\
             PPOPPOQQQPPONQONPQOPPPPQPPPONMMNNLNONMOOJLQQQPQQORQPPQPPPPPQPPPPPPOPPOPPPOPPMNPPQPPPOPPRRRRQQRPQPOQTOS\
             QMSPOQQQOQOORPPPQOPPQQQQRRPRRPPPQPPQPRQPPSQQRQQPRRPQPPPPQPRPPPRPQPPPPQQQQPOOQONPQOPPQPQPPPPONMOOMOONMO\
             OKMQQQPQQORQPPPPPPPPQPPPQPPPPPOPPPOPPNOPPQPPPPPPQQQPQPORPPPPPPPPPQPPPQPPPPPPPPPOPPNOPPPPPPPPPPPPPPPPPP\
             PRRRRQQROQPNQTOSQMSPOQQQOQOORPPPQOPPQQQQRRPRRPPPQPPPPRQPPSQQRQQPRRPQPPPPQPRPPPRPQPPPPQQQPPOOQONPQOPPQP\
             QPPPPONMOOMOONMOOKMQQQPQQORPPPPPPPPPQPPPQPPPPPPPPPOPPNOPPPPPPPPPQQQPQPOQPPPPPPPPPQPPPQPPPPPPPPPOPPNOPP\
             PPPPPPPPPPPPPPPPPQQQPQPOQPPPPPPPPPQPPPQPPPPPPPPPOPPOOPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPWTSRURROQPPQTPTSMRQ\
             NSRRQQPORQPQQPQQTRQSRSPRSPQQQQQRPRQPPURQSQQPQSORQQPPRPRPPPSPQPPPPTRQRQOOQPNQQPPQRPQPQQQONMOOMPONMPPKMS\
             QQQQQOQQOQQPPQQPQPPPQPQPPPPQPPOPPNOQPQPPPPPPSQQQQPOQQOQQPPQQPQPPPRPQPPPPQPPOPPNOQPQPPPPPPQPPPPPPPPPSQQ\
             QQPOQQOQQPPQQPQPPPRPQPPPPQPPOPPOOQPPPPPPPPQPPPPPPPPPQPPPPPPPPPPVRPRQQPQRNRQQPQRPRPQPSPQPPPPRPPOQPOORPQ\
             PQPPPPRPQPPPPPPPRPQPPPPPPPPRPQPQPPPPPPPQRRQRRRQPNNQTOROMSOPQQRQQOPSPQQRPQRQQQRQRPRQQQQQQQQPRQQPSRQSQPP\
             RQPQQPQQRPQQQQRPQPQPPQQQQPNNQNOQQPPQQPPPQQPOMNOOMOONMPPKMPQQQPPORPPQQPQQQPQQQPQPPPPPPPPOOQPNOPPPPQPPPP\
             QQPQPOORPPQQPQQQPQQQPQPPPQPPPPOOQPNOPPPPQPPPPPPPPQPPPPPQQPQPOOQPPQQPQQQPQQQPQPPPQPPPPOOQPOOPPPPQPPPPPP\
             PPQPPPPPPPPPQPPPPPPTRQTQQPRQPSRRRSSQRQRQSQQQRQQRQPPRQOPRPQQRQPPQRQQQRQQQQQRPQQRQQQQQQTQRQSRQQQQQRQQPRP\
             NPROQRRPRSQPQQRQRPPQRQPQPOPRQOOQPOQRQPPPQPOQRQPPPPQPOQRQPPPPPTQQSURRRRRRSQPORSQPPPQQSQRRRROPQLNINQTNRM\
             MSOPQQQNPLORNPPQNPPQQQPPOORQPPPOPPPPQQPPSQQQPNPRQPQPOPPQPPQPPRPPPPPPQQQOOKNQNOPQNPPQPOPPPPOMMOOMOOMMOO\
             KMQPQOPMOROPPPOPPPPPPPPQPOPPPPPPNOPPNOPPOPPPPPPQPQOPMOROPPPOPPPPPPPPQPOPPPPPPNOPPNOPPOPPPPPPPPOPPPPPPP\
             QPQOOMOROPPPOPPPPPPPPQPOPPPPPPNOPPOOPPOPPPPPPPPOPPPPPPPPPOPPPPPPPPSQPOOLOQPOQPOPPQPPPPPQPOPPPPQPNOPPNO\
             PPOPPPOPPPPOPPPPPPPPPOPPPPPPPPQOOOPPOOOOOOPPPONKNQNPPPNPQPPOPPPPONPPPOPOMOPPNNOONPPPOOOOONPPPOOOOOONPP\
             POOOOOPONOPPOOOOOOOOLOPOOOOOONNPPQMNIORNPPPMPPPPNPPPQPNPPPPPPMOPPOOPPNPPPPPPPPNPPPPPPPPPNPPPPPPPPPOMOP\
             OOOOOOOOOLOOOOOOOONMPPLPPPPPPPPONPRRRRQQRPRPOQTPSQMSPOQQQPQPORPPPQPPPQQQQRRPRRPPPQPPPPRQPPSQQRQQPRRPQP\
             PPPQPRPPPRPQPPPPQQQQPONQONPQOPPQPQPPPPONMOOMOONMOOKMQQQPQQORQPPPPPPPPQPPPQPPPPPOPPPOPPNNPPQPPPPPPQQQPQ\
             PORQPPPPPPPPQPPPQPQPPPPPPPOPPNOPPPPPPPPPPPPPPPPPPPQQQPQPORQPPPPPPPPQPPPQPQPPPPPPPOPPNOPPPPPPPPPPPPPPPP\
             PPPPPPPPPPPPPPSQPQQQOQQOQPPPQQPQPPPRPQPPPPQPPOPPNOQPQPPPPPPQPPPPPPPPPQPPPPPPPPPPRPQPPPPPPPPPPQPQPOOQPP\
             QQPQQPPQQQPQPPPPPPPPOOQPNOPPPPQPPPPPPPPQPPPPPPPPPQPPPPPPRPQQRQPPPQQQQPOQQPPPPPPQPQPQOPMOROPPPOPPPPPPPP\
             QPOPPPPPPNOPPNOPPOPPPPPPPPOPPPPPPPPPOPPPPPPPPPPOPPPPPPPPOOONPPPOOOOOOOPPNPPPPPPPPOOPQQQPQQORQPPPPPPPPQ\
             PPPQPQPPPPPPPOPPNOPPQPPPPPPPPPPPPPPPPPPPPPPPPPPPQPPPPPPPPPPPPPPPQPPPPPPPPPPOPPPPPPPPPOPPPPPPPPPPPPPPPP\
             RRRRQQROQPOQTOSQMSPOQQQOQOORPPPQOPPQQQQRRPRRPPPQPPPPRQPPSQQRQQPRRPQPPPPQPQPPPRPQPPPPQQQPPONQONPQOPPQPQ\
             PPPPONMOOMOONMOOKMQQQPQQORPPPPPPPPPQPPPQPPPPPOPPOOPPNNPPPPPPPPPQQQPQPOQPPPPPPPPPQPPPQPPPPPPPPOOPPNOPPP\
             PPPPPPPPPPPPPPPPQQQPQPOQPPPPPPPPPQPPPQPPPPPPPPOOPPNOPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPSQPQQPOQQOQQPPQQPQPP\
             PRPQPPPPQPPOPPNOQPPPPPPPPQPPPPPPPPPQPPPPPPPPPPRPQPPPPPPPPPQQPQPOOQPPQQPQQQPQQQPQPPPQPPPPOOQPNOPPPPQPPP\
             PPPPPQPPPPPPPPPQPPPPPPRPQQRQQQQQQQQPOQRQPPPPPQPQPQOOMOROPPPOPPPPPPPPQPOPPPPPPNOPPNOPPOPPPPPPPPOPPPPPPP\
             PPOPPPPPPPPPPOPPPPPPPPOOONPPPOOOOOOOPPNPPPPPPPPOOPQQQPQPORQPPPPPPPPQPPPQPQPPPPPPPOPPNOPPPPPPPPPPPPPPPP\
             PPPPPPPPPPPPPPQPPPPPPPPPPPPPPPQPPPPPPPPPPOPPPPPPPPPOPPPPPPPPPPPPPPPPQQQPQPOQPPPPPPPPPQPPPQPPPPPPPPOOPP\
             NOPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPQPPPPPPPPPPPPPPPQPPPPPPQPPPOPPPPPPPPPOPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPP",
            "DOOIHKMKONKOLOSJLLSMLTLRRKKSKSSLQRRMLGHNJLMNRNKNNPROQSUOIHNLPONRUNJOROAIJMGJPKQUEIQIQRHPPOIIKKNQKNPQLL\
             OPODJOIPSGOPNJMOOOIOPNOOOQOPPORNONNOUNSPNSQRQNOPPQQRSUQORTQMOSOSSNSRRPQSSROTTSSURQSPQNPSPRRQRSRRTTTTWQ\
             ROQRUPPRRWPQWOSQPQ[OVQPXSVRPUQTTRVVXRSUWTMQWOVUOWTUQUUVUPWVVVXPOTMQLNTOROQQSQQVTUUYJNJLLSFJMWKSNKUNQLS\
             RSRNWTTUY?IEFFP:?MHGJP4=JOPVNQYOWVLPZNXUNVSSPPURWXRWXXSTXXVJOVNWWLUTRPUVUUNUUSUTNPUNTPMSPOQTTTTPUTRUVN\
             QNMQSMNQYOWRNWQSRXWWXQYVUYYJPLJOTGHRMLRUAFMQZPYWOXUTSYZYYPXWUXWNSQNTTNNVRQWXKMOWUTYWPRSJNNTNPXPVVNPZPY\
             WQYXYOOSRUWRWXZQRVXTIMTMUVMUUUNRUUSLRTRRQNNSOSQOUSTPRSUSNSSSSSMPNPPQLMOWNUROWTVPTUVTNUTTTTGLILKOAENKLL\
             O9>MPYQYWPYWWRXYYXOVVUVUMRQPSRMLTQRTTGIOWVUXUOPSLOWPXVQYXZQVXYVMTUUTRLQPQQPKJQPQPPCCOVVVVTNMRNTUVTRLJR\
             PIMNQLNSNSTKMVKTQLTQRONQQTWPTUVRRWWUHMRLSUJSQQNRUSTLRSPSROPTOSQNTQRRSUUUPTTSUUQSQRTUQOQXPVSOXSUSWXXWQW\
             VUXXNSPQSVMLUQQTVHKLOVOVUMVSSRWYWXNUUSVTNSQPTTPOVSRWWNOOUTSWUPRRLOUOVUOWUVQUXXVMTUSTRNRQRSROMTRSTSJKNU\
             UTVTOPRNTTUURNNQPKNTNTTLTPRQUXVWMSSQUROSRRUTRPVTTWVRRNTSRVSQSQNSSSURPPQPMRRQURQSQPPOPLJQNNONPOMOMONNOO\
             OQLKPNPONPQPLPPPKLNMOQKNONNNPOOLOPNOPRPOQPOPQOPQOQQQPQRQRSQPOPQSPRPSPRPPSPRQRSSSQTSSTUMOMNOSJKPNNOSCFO\
             PSPTSOSQPRSUTTOSSQTSOQPNRSNOSQPTUKLPSSQUTOQROORQSSPTSTQRTTSNQSRRQOPPPQQNNQPQQQHHPSSSTSOORORSTSQNLQPONP\
             OQRNQOPQQTSTNQRPRQQQQQSSQPTRRTUOOORRQTSPQQORSRTRPPQQOQRPTRQRQQPROLQNOONNNQNPOPONPNPPQOOOQRPQQPPRSMMPPQ\
             PRROPQPPQQRQONQPPPQPRQQQQQQQNOOPPPPPPPPKMIFLJKKLNMKMLOQMOQPNJHLJLNLOPNJLOMIJKJMPJNONLLMNNKNONNOPNMNNNO\
             PPQPNOQPPPQQQSQPOQQSPPOQNQOOSQSPPQSQPSRSSUMNLONSJJOMNOSCFMNPNRRNRRQPQSSSNRRQSSNPOOQRNNRPQSTKLOSRRTSOQR\
             MMONRRPSTUPPRTRMPRRQQNOOQPQNMPOQQQHHORSSTSOORORSTRQNMQQMMNMOQNQPQPPRRRMPQPRQPQPQRSQPSRSTTOPOQRQTRPQQOQ\
             RSSRPPQQNQQQSRRSQQQOKGMKMNLLMOKMNOMLNNOPPMNOPQOONNPQRLLONOOQQOOPONPQQQONPPONOPRQQQPQQOJMMOOOOOPPNOLHLK\
             LPNPROKLPNNMNPOPQNNQPRPPONRQSMMPOORRRPPQPOPTQQPOQQPOPRRRRRQRRPJKOPPOOOPQORLMSPQQQQRSPRLNLLMLNLNOMMRNRR\
             MRRQMJILKLMNOQLIKNLHKNJNOJOONKLMNLJNNMMNPOPOPNORQQONOQOOQQQPRPQOQPSPPPTOROPURSOQPSPOTRSRTLOMONSJJQMNNR\
             CFMOTNTRNTSRPQRSRMSRQRRNQOOQRNNSPQSTKLOTSRTSOQRMNROSRPUUUOPQSPMQRRPPNPPQPPNMQPRPQHHOSSSSROOQNSSTRQMLQP\
             MNQMQQMSQQOPRRQLPQPQPORQQRRQOTRSSTOONRRQSRPQQNRRSRQOOQPNQQQRQQRPPPNMMNNOOPPQNLMONLNOONNOOOPOQONPOQPQLL\
             NPPQQPNOPNPQRPPNMPONOPPPPPPPPPMMNPNNNNNOONJIGJJLLMOOJGILIIJLLJLLLLOLNMKMMOMOJJKMNONNLMNKMNPMMLKNMKLNOM\
             MNONNNFEHKHIIIIIJDGEHLGHIIIIJ?CNMNMNNNQQPLKKNKLNNNLNOPOQNQPOQOQOQMMNQPQPPOPPNQQROOONPPNPPQOOPQPPPLMNPM\
             NNNNNOMHHJLGIJJJJJBANONPLNPPPPPNGPLQRUNPTOSTMPYNUSMUQPONQNPQNRPQNNOPNINSLRRKRPNLPOONKQPNOOPQUPRPOUPPPQ\
             PQPPSRQQSPROPPSOPRYOUQOWQRPTRSROVSSSTLQLMMRHIRMMNRAENRYOVTNWRQQUTTSNUSQSRNSPNQRNNUQPSTJKOVSRUSOPRNQWPV\
             TPXTTPTSTRMTSRQQNRPPPQMMSPQPQGGOUTSTRNNQNUSTRQMLQPMPVNTSMUPPPSTSSMSRPRQPSQQRRQOURRSTNNOTSQTRPQQNTSRSQO\
             OQPNSRPSQQRPPPQQRPQQOROOPPPOONQPNOPQQPOPQPPSPPQRLLPSQPRQOOQPSRQQQONQPPRQPRQPQPPPQPPOPPPPPPPPNOPNOPNQPO\
             NNMONMPOONOPPOPOQOOROPPRLLORQPQQOOPORQRPPONPPOQPPQQPQPPPONNNOOOOOPPNPONQOPPPPQQOQOPSNQPNTQPNNMNMMQONNO\
             PROPOQPOSPPOQLLOSQPQQOOPOSQRPPONPPNRPPPPPQPPPNPOPNOOOOOONLMMNKLMMMMMIIOQOPMOPOPPPNJPORXOTSNVQOOROONMSP\
             OOOPSPPOQOOUPPPQKKOURPQQOOPOURRQPNMPPOTQPQPPPPPPPSPOOPPOPPPPOQOONOOOPPPOPOSPONOOOPPPOMPPUQOOOOOPPPPPPP\
             MTW]PT~QXVPUaS~YR]YWPPUPTSQWVVOPQSOJPXNVUMWUSMRQROLSRQOPQSYQVRQYTTPSRSPPUSSQSPSPQPRNPS~PXRQ[UVPUSUROWT\
             TSTJQLNLPEHRLMMP>BOT]QZVQ[WUQWVVTOWTSSSNTQPQRMNVQQSSIJOXTSUTNORNS~QYVR~YYQVUVSNUTTRQNSQRPPLLTPRPPEFOWU\
             UTRNMQOVTVSQMKQPNRZPWUPZUUQUUUSNUSRRQPURRRRPOVRSSSMMOVTSTROPQOVTTSQONQPNUSRSQPQPPPSTXSVTSXUTRSRSQPTSRQ\
             QRTRRQRPQURSRSKKQVTSSSPPRQUTUSRPNRQQUSSSRQQRRRTTSSSSRQRSSTRSWRUTSYWWRRRTQPTSSQRRTRTRSQQURTRTMMRVTUTTQQ\
             SRVUVSSQPSSRUTUTSSSSSSVVUVUUUTUVVXWVUYUVVUVWW~~PRXPURQXUUOQOQNMSQQNOPSPROQOOTPROQJJOURSQQOOQOUSTPPNMQP\
             OTRSQPPPPPPPSRSPPPPQQQQOQQSNOOOPPPOOPSQSNOPOPPPPMQPU]QWTQ[UTPTQRONUQQOPPUQQOQONVPQPQIIPWSRRQNNPOWSTQPN\
             MPPOVRRQPPPPPPRVSRQQQPQQQRRVSTQRRQRRSUVPUQROPOOPPPQPPPWRQOPONPPPQRPPQWaR[VS_YXPVSTPNWSSPPPVQSOQNNWQSOP\
             HHPYTTRQNNPPXTVQPNLPPPXSTRQOOPPPTYUVSRQPRSSUUZWYTUTSUUU[~QWSTOPONPPQRSQQYSSPPONPPPSUQPQZTVPPNMPPPTWQPP",
            "E922B@6<^=AeA^Q:2:n76~?VX52]=PZ<LZW22Cn3?j?aX2:j;~^<W_]2Co@gc=ac_Ajg`a2<Rp5HoAj]2Co<d`;``[2KpBnd=hc]Cn\
             g_a3PqAn`<l_YCnd~`An]W~VMA=KDAVBSJFB`ETTGVXXAD_DXTEYYYE~ZWVENlF`VGc[ZHd[YYJhYXYWRGKHMIMTRUKRPSPPZSVTVS\
             KKQNSPK?:EHAQKUXGDaJV^KZa`CE]IZ_I~a_H]`]ZENkJa]Ie_^Kea]]Lj][]ZL?>BABGKLNFHJLILSLOORG99@?G<M@@FBIHMNOHK\
             ONMMVOPRT>2123>1F869>G02OGLiMNmSifKPoRjkQlljGTpQnlPnnkOonjhGZqPoiNokhPolhgNofcd_SLZNXVQ`~]Oa[[YQfZ[ZYS\
             ONRQSOQIUPV~Q__^Q``^]Sf^]^]NFFIJOCNGIJNR:@SQkUfeVnihTniifSnddd^SVTVVUOPRTUXXJHP[Y[~WNKJJEXqNYq]poK^t_q\
             qZqqpC]sVqoTqpoPqoonC^sSpoQqooOqonkLplif`LMmPgbRnliLmbc[Ln_`ZXLTRVOPILKiRegRnnjMled~Nnaa~ZEIHKFI:HKKLJ\
             M29NRoWnnWpooSonniPojje_OZX[VTLNWXYWVFFN^]`]WMKJJVr[pp[rqpRqoolNpnng`H_~_TQEH][]TR;>Kece]WIHIHnil^WDBH\
             F2?p}:kz`vt=q}ezvg|wv:o|exuezwu^wutr9o|Zws[ztt~wtsrTvrqqo;WtKqoSuqqNrppoMrooomDn_i^~L9QsLqpRuqqNrppoLr\
             oool<bT]UU<<_T]WU289VuNrpTvrrQsqqpLspponAn_g_ZH>g]d_Y@?=magcYD@?5ZwRtrWxtsOurrpJtpqon<odl_YD9nbi]W9::o\
             fmcZB?>8pnod[?;>>1f}NxtY}wwRzvvsJxssrp5rnpneG2qmola=<2qnona@<91ropnb>99:1uprpnC=9:?L>:GD>PCQNA>^AQT?RS\
             O>CaAXTB[XXFc~]aCLkG`YDcZWJi`^cLm_~dbODIGKJJTQRJURVWP]VY~^QJKRRWPOCEJJPKTUULTVXYQ]YZ^`K@CIJRBMBEJMT9AP\
             JYNXYOa]~Of_acRj``dcQOPTVYOPMQTW[IJPVVY~[ONMLMnQigRonjOogifPofgfdLVUYVWLLTUYVXDFN~[_][MMMKeae^~JILK>Zu\
             PrpVvrrTsqqpRspppoGodnhfQEncmgdHIDofnjeMKJBpmolfKIIJ=soqpoRNKLSMAGFILGSPOJXSY_P_Z[cfOIKRU~POHMRV]IKOPQ\
             V[^POOMXW]~_NMOOJojonnVTSS~LHLRY`PPPP[PH?>NABZCYR=>_>SR=SRR<FgC`[A^ZYGid`gCOnIg_Ef]~LnfbjPnfckjLEMGPNI\
             URTJXWW[Q`[]`cOKMSTZPLDIJOTJUUWLXZZ]R`]^beJBEJLUBKDHKOW9AMK]N]]Mc^_OiccfSmddhhOQRUX[OOOSUY]IJOXXZ^^ONM\
             INnQnjPonlNolkjQokkjiKXW[XZLKVWZX[DFL^]`_^MMMIgcg`^JILL=^vRsqWvrrVtrrqVtqqqpHoinlkTFnhnkiKKEoknnjPNLCp\
             nonkNKLLAsprpoWSPQZF:>AGKBOLQHXW]gTccfnoHCJRXdMIBLSYdFHIJPW^fMLLGSV]_gKKLLLonoop[YXYiB<GR]mJJJJcGEBOGV\
             YFYX[KabbkTiijnoKMSX~eQKKTY]fJLKSY]agPPPI~_cchONPPMpoppp^~[[k==NYboJJJJiCEN~bfnRRRRkFTG@@LCD[G~X>?]BUY\
             ?QWR:?XAXX=SWS@WZTX>JgEa~@^YUD_~VZFe~W[ZMFLHQPISTSGORQQMYVVVXPKNROUPMEHKPVJTXVIOVTSNZXWXZJBFIGOBLCHJKQ\
             9ANL~O^_Na`^L`_]]Of_]^]PQSTSVOPNTTTXIJOWYZYYONMIOnRnlPonkKnhe`Lnec_^KWWYSTLKUXYSUCFM]^_ZXMLMJfde[XJILK\
             :[uPrqSvrrOsqqpNspponEofmcaPCndlb`GGBogmfaLJH?onogaJGHH:soqonOKHINF@GENSETUUFSWX]M]~~aeKHNSTZNKGOTU[HI\
             KOTXY]NNNHWZ^[]LLMMFolonmTRQQZEFNUY`MMMMYKEAJGTWEUVWGV[Z`O`aafjJIPUU]NJHRUV^GIJPVY[_NNMHY~_~`LKMMHonon\
             nWUST_9:HRXdDDDDY9@ESY~fJJJJ^2DFCIGSWCQTQBKTPRIXZVX~LIQQOWOLHRRPXIJLPWVTYOOOIX~~VYMLNMEolnhgSQPPVBDOST\
             ]KKKKVGCFSVV`KKKKY7CFGSPOZNNNNVFIMLFHXFEZHXXBDcDTXBTVS=C^BWX@UVS@WXST@JfD~YA~WSC~YTVD]VQUQPJRJPOLVSTHQ\
             QQOLWSSRRRNMRNRPPIOMOUMVWWJQUTQMWUUTTLDEIGLBNFHJJO9AQPcQ]^Pd_^Mb^~ZNd~[ZWRSRTRSOQQSTSUIJQZXYXUONMMToTn\
             kSonkLnfd]Lnba~XMZVYRQLMXWYRRCFN`]^XUMLLLiceZVJILK=`vPrpUvrqPsqqoLropolFodmb^ODncka~FGCofld]KIGApmoe^I\
             GGG:soqojNJGHMLFPGMPHVSSGTRUVLZVWZ~NKLRPVNNJMRQWGINRRVVXNMML[X~WXLKMMHoinkhSQPPWJIKRSZLLLLWJFEQEQSEUST\
             DUUUXJZYY~^IJLQPUKJINRQVEFIQRVUXKKJGZX~WXIIJJFplomjSQPPZ:;BLNY@@@@S4<DKQQYDDCDV18JJWJWYGWWTDPUQQIXWTUV\
             NOQSOTPNNSSPUIKNVWWTVOOOK^]]UVMMNNFpmnhdSQPPVDHMRPVIIIITC@GNROVFFFFT27HNTSOVNNNNVB@LPP]LUWKYVTGRSQOIUT\
             QQPRRQSNQQRQRTPRJLRYWWTSPPPOb~^UTONOOIpknf`SQPPULONSPUMMMMVIDKMQMQGHGGS37LUVUPSPPPPWE?NRYUVPQSSRRXMDQU\
             ~cf]WW~W~aTT_VWeRSb^EJPDKPDJPQ<DFGAHPWHRTFQTR>HHGA@KIGAA^~WUSUWW[[LJKNEOPNQGI[RQWKOT_~UYS~ZX_^NKPQHQQR\
             SJLYLLQGMLZMOQJOEK^bj[ac[efdP[WXOQ^WWON[XVYOPS[XXYRSQQY`[]TRSSPZfp^nn^oonOj``SOh]^QNV_Z^OOPW^~^PQKMWf`\
             bURQQPTnfhVRMMONInvZsq`vrrQrppnNrookbNogn^[RNogn^ZMMKohn`YNMJIpnoaZLJJJAsoqnfPMIJNXVRQOTRUXWIKKPLMPPRM\
             OVNOUMQQWNQVOSMOUVTXRSPQOS_Z_TSOOOOOpkofbUTQQXQJLSOSNOMNWKUY[RWYQXZZIQQRPOVVVRVTQRVOTQUQTWQVMNTYWZTVPQ\
             OQb]`UWNOONPpnokhWVST]EAFOMVEFDEW9IORWRZKLJK~2CX~[VZ_UZ`^HJOPHMQTTKNXSVYMRTYSXZOTPRW[[]RTTTSUdacSTQRRQ\
             OpnodbWVSSYNLQXOTNONMWHMPUYPWNNMMZ7BRSY[MUSTSRZHIQ~beWZ]W]^~JMNNFLPOOGFZXUXLOU~XWZNPQSZ_Z~QPTUSXh`bSQR\
             SRRQpnoc]VURSWSRPVMOOPOOWINSRVMPLMLLW6=UZZ~NQTUTS[HEQZ`Y~ONVWVU[NHUXgna_X`_Xb^J@DG8LCHI8:aWVYFIVcXY~IL\
             UW`_Z~KKUWS]i`bLKSTSRVpno~VVVRRVXPPUFHOQNNVHVUSWHKNPMMX9A~Y[^HMUWUT[JIS``Z]IIWYVV[MJUYcZXZ?@UXTTWJITWQ",
        ],
        [
            "ZVSQMVSQNUQOSOOXTRPRQORONTRQPOLRRMQRQQPOOPOPPRQQOPOQROROPQNPPPQPRNQPQPUSQOTRPTQSTRQRQRRQPQQPPPQRQQQQOP\
             QQPRQPRQSQQRQPPQQPQPRQPPYUROXSPUPQXSQTQQTQQRRQPQPPRQPQOPPQPTRPTQSSQRQPPQQPRPRQPPVRPVQRUQRRQPPQOSPRQPPS\
             PQQPPPQPPOPPOPNMPPPOONOOMNNOPNPOOPOPNQPPPPPPQPPPPPOOPPPPPPQPPPQPORONPONNOOOOOPOPOPPPNOMNOMLNOMNLLNLLMP\
             NNPNPONPPKMLKMMJJNKKNNIKTRQORQORPPSQPPPOQQNPPPPOPPPQPQOPPQPQPPQQRQPQPPPQQPPPQPPPSQPSPQRPQQPPPPPQPQQPPR\
             PQPPPPOPPOPOOPOOOQPPPPPPPPPPOONOPOMPNNPPMNQPPPPPPPPPOPPPPPPQPPPQPPPPPPOPPPPPOPPPPPPPPPPTRQORQORPOSQPPO\
             OQQNPPPPOPPPQPQOPPQPRQPQQRQQQQPPQQPPPQPPPTQPSPQSPQQPPPPPQPQQPPRPQQPPPOPPPOOOPOOOPPPPPPPPPPOOONOONMONNO\
             OMMQPPPPPPPPPOPPPPPPQPPPQPPPPPPOPPOPPOOPPPPPPPPPQPPQPPQPPPOPPPPPPQPPPQPPPPPPOPPOPPOOPPPPPPPPPPPPPPPPPP\
             PTRQORQOROOSQPPPOQQOPPPPOPPPQPQOPPQPRQPQQRQQQQPPQQPPPQPPPTQPSPQSQQQPPPPPQPQQPPRPQQPPPOPPPOOOPOOOPPPPPP\
             PPPPOOONOONMONNPOMNQPPPPPPPPPOPPPPPPQPPPQPPPPPPOPPOPPOOPPPPPPPPPQPPQPPQPPPOPPPPPPQPPPQPQPPPPOPPOPPOOPP\
             PPPPPPPPPPPPPPPPPQPPQPPQPPPOPPPPPPQPPPQPQPPPPOPPOPPOOPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPQPOOOOPPRUPOPNPSNON\
             MNOPNQSOQQPNQRQQOOPPRUOPROOQRQQOPSPQPQPORQTQPROOPQPQPPSPPPQPRPPPPMNPNPQMOOMNQQPQNPROQPNOPNPPNLOOMPPMNO\
             OPOQSNPPNOQQPQOPRPQPPPRPPPPNPQOQPOOOPQOPPPPPOOPOQSOPPNOQQPQOPRPQPPPRPPPPNPQOQPOOOPQOPPPPPOPQPPPPPPPOOP\
             OQSOPPNOQQPQOPRPQPPPRPPPPNPQOQPOOOPQPPPPPPOPQPPPPPPPOPQPPPPPPPPLNONRVMOQMNQSPRNPSPQQOPSOQPPMPRNQPOONPR\
             OQPPPPNPROQPPPPPNPROQPPPPPPLPSOQPPPPPPPPOONPONOMJPPPNNKOQLPNPQOPOPRORPRQRSOPPPPPPQPQPQQRRPPQQQQQPOROOQ\
             POQPQPQQQPQQQQQPPQQPPMNONOMNPMOOQPQROPPPQQNOONPPNLOMNPPMNNOOOONOPNPOQPQROPPQQQPPPPQPPNPOPQPOOOPPPQPPPP\
             OOOOONOPNPOQPQROPPQQQPPPPQPPNPOOQPOOOPPPQPPPPOPPPQPPPPPOOOOONOPNPOQPQROPPQQQPPPPQPPNPOPQPOOOPPPQPPPPOP\
             PPQPPPPPOPPPQPPPPPPKNQPSWNQRQPTVTVORURTSOQTRTRRNQSQTRQQNQTQTRRRROQTRTRRRRRNQTRTRRRRRRNSXSWTSSSSSUMOPNO\
             LOQNRPSQTUPQQRSRPPPRSQQNPOQSQPPOPPQSQQQQOQPQSQQQQQOQPQSQQQQQQPTXVYVUUUUUYORPTVSRRRRRYTTRPOONMJHASQPMMG\
             QQLQPPPLMIPQMQOPMQPQPPNNJQQNQPPNQPPPOPPPTQPPNJRQNQPPNPPQPOQPPRPNQPPPOPPMMGOPLOOPMPPOPNPPPOOMNOONMOKNPO\
             MNQPPMMIPPMPOPMPPPPNPPPQPNPPPPOPMOPPOOPPNPPPPPPQPPNMIPPMPOPMPPPPNPPPQPNPPPPOPMOPPOOPPNPPPPPPPPNPPPPPPP\
             QPPNMIPPMPOPMPPPPNPPPQPNPPPPOPMOPPOOPPNPPPPPPPPNPPPPPPPPPNPPPPPPPPNOOLNKNPMNNPNPQOPOPPPPPOPPPPNPNOPPOO\
             NPNOPPPPPOPNOPPPPPPNPNOPPPPPPPMPOOPPPPPPPONOOLLFOPKPOQMQQOPMPQPPOMPPPPNPLOQPOONPMPQPPPPOPLPQPPPPPOPLPQ\
             PPPPPPMQPQSQQQQQQRNPLQRQPPPPPSQQPPKKAPPJPOPKPPPPLPPPQPKPPPPOPJOPPOOPPKPPPPPPPPKPPPPPPPPPKPPPPPPPPNPKOP\
             PPPPPPONOIOPPOOOOOPOOPHPPPPPPPPOOPTRQORQORPPSQPQPOQQOPPPPOPPPQPQOPPQPRQPRQRQQQQPPQQPPPQPPPTQPSPQSQQQPP\
             PPPQPQQPPRPQQPPPOPPPPOOPOOOPPPPPPPPPPOOONOONMONNOOMMQPPQPQPPPPOPPPPPPQPPPQPQPPPPOPPOPPOOPPPPPPPPPQPPQP\
             PQPPPOPPPPPPQPPPQPQPPPPOPPOPPOOPPPPPPPPPPPPPPPPPPPQPPQPPQPPPOPPPPPPQPPPQPQPPPPOPPOPPOOPPPPPPPPPPPPPPPP\
             PPPPPPPPPPPPPPOOPOQSOPQNOPQPQOPRPQPPPRPPPPNPQOPPOOOPQOPPPPPOPQOPPPPPPOPQOPPPPPPPMPROQPPPPPPPOOOOONOPNP\
             OQPQROPPPQPPPPPQPPNPOOQPOOOPPPQPPPPOPPPQPPPPPOPPPQPPPPPPNQTQTRQQQRRSOPOQSQQQQQQTRQPPNMIPPMPOPMPPPPNPPP\
             QPNPPPPOPMOPPOOPPNPPPPPPPPNPPPPPPPPPNPPPPPPPPNPNOPPPPPPPPNOLPPPPPPPPQPPPKPPPPPPPPPOPQPPQPQQPPPOPPPPPPQ\
             PPPQPQPPPPOPPOPPOOPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPOPQOPPPPPPPPOPPPQPPPPPPQPPPNPPPPPPPPPPPPPPPPPPPPPPPPPP\
             TRQORQOROOSQPPOOQQNPPPPOPPPQPQOPPQPRQPQQQQQQQPPQQPPPQPPPTQPSPQSQQQPPPPPQPQQPPRPQQPPPOPPPONOPOOOPOPPPPP\
             PPPOOONOONMONNOOMMQPPPPPPPPPOPPPPPPQPPPQPPPPPPOPPOPPOOPPPPPPPPPQPPQPPQPPPOPPPPPPQPPPQPPPPPPOPPOPPOOPPP\
             PPPPPPPPPPPPPPPPQPPQPPQPPPOPPPPPPQPPPQPPPPPPOPPOPPOOPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPOOPOQSOPPNOQQPQOPRPQ\
             PPPRPPPPNPQOPPOOOPQOPPPPPOPQPPPPPPPOPQPPPPPPPPNPROQPPPPPPPOOOOONOPNPOQPQROPPQQPPPPPQPPNPOOQPOOOPPPQPPP\
             POPPPQPPPPPOPOPQPPPPPPNQTQTRRRRRRSOPOQSQQQQQQURQPPNMIPPMPOPMPPPPNPPPQPNPPPPOPMOPPOOPPNPPPPPPPPNPPPPPPP\
             PPNPPPPPPPPNPNOPPPPPPPPNPLPQPPPPPPQPPPKPPPPPPPPPOPQPPQPPQPPPOPPPPPPQPPPQPQPPPPOPPOPPOOPPPPPPPPPPPPPPPP\
             PPPPPPPPPPPPPPOPQOPPPPPPPPOPPPQPPPPPPQQPPNPPPPPPPPPPPPPPPPPPPPPPPPPPQPPQPPQPPPOPPPPPPQPPPQPPPPPPOPOOPP\
             OOPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPOPQPPPPPPPPPOPOPQPPPPPPRQPPMPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPP",
            "PNNUeRONTTOLTLRSNLSTMKSKPTKFRHORDOLNMOXOMMPKOOKLNIMLEJGMMQMJJKIIFMNIHL[UU_UQRQMLTORNKIMIGFSQVOMKMLHFOP\
             JHMZUYQPJPOGFRRKINUTLJOOHKOZMMPPNQNMQPMPRNRTKMRMMNMMMMLOLLMRQVPONOPLMOQMLNRRMMNOHLSMOPNPPTLONONOQOONOL\
             QPQOOPPNQ]PNQQNPQNROLNOJLJNOUNNNMMLJNPMKNTQWOOLNOIHOQLKNQRKJNMLOWMPONPMOLQMMMNRLLMMNTPPOOTLNWLOMKNJHLQ\
             MKNMQJILKMUNMOMWJRKIMKUONMPZNMPNKKNKOKIGKGFFNOUNNMLLJHORMKPTRXPPLNNHGRTNLQTUNLQRLOUNONLNKKOROMPRTPMRRP\
             TQORSUQRXOPLNOIHRUPNTTVOMTSX~VSYYcV[SPYXjaNNTLNJKLFFPSOMSRTOLSSQUPMTUXVYQOYYgdPRMKTTX]SNMP~NLPKIDPMQLI\
             EOKHKNOUMMINNIKORLMPTRXOOHOPHJQSLMPSTMMQQLNUMNKOQLQORNOQQSNOQQNSORQRSPQXNPKPQKMQUOPRRTNNRQSXRTUT[RWPQT\
             S_YNOULMHMNGIPSNNRRTMMSSQTOOTTVTXPQWWb`PSMMSSW~SNOUKLDNPFLPSLORQTLNRQOSMQRRTRVORUT~ZOSKNSRUYRNRJNRQSVQ\
             PKMR`KLQHHANNUIIAMLEJMPXLNHMPHJOTLMQSS[MOFNQFIQULLQSULLQQJOXKOINRJPNTNOQPTMOQQNTORRRRNQZMPINRILPVOOSQU\
             MNRQQXQSUSYPWOOTR~WLOWJMELODHPTMMSQULMSROUNNSTUSXOPWV`^OSKLSSVZRLOXJMCMQELPULORQUKNRQOTMQSRTRWNQUT[YOS\
             KMSRUXRNSINRQSVQPKPZHM@LRCKOVLOSPVJMRQNULPSRSQXMPUSZXNTILSRTWQNTHNRQSUQPMUGMSQRUQPPHIKSNLLQLPPLKPJNRHO\
             NKLONLNMJLJMMLJMOMPNLLMKIIMMKILNMJHKJHKONNPONORLNNNNMNMLMLLOPQONPKMQNNOOMMMMONMNMNLJLJMQPOOMSLPNLOLSPK\
             LPMMMMKJJNPNLPNOMKOMNQPNQPSQSPNSR[YNPNLQPTXRKLQMMJOMKNNPNNPNOLLNMNPOQQORPROPRPWUNPMNRPTWRNPLOQORTQPJMS\
             LMINOIMNRMNQNQKLOMMRNPQOROSNPRPVTMQLMRPSVQNQLORORTQQMRKORORTQQQHJLOMPOKNOLMOMNKKKJKHLNPPOLPMNPNOKQPMNO\
             NPMRTPMNNOPMQRQQMPNOQMQRQQQLLPPOJPPPPQPIGFILHEOHOMGCNGPLBMFJHGJEIICHCJHFEINJIKGIIEFBJHECGJGECFDIIJLJOM\
             JOMKJKJKKJJIIHLMOOMLPLKLMJNLILILKKILKJIGIFMOONNKSLNMKMJSPKJKLILKGIFMLKIMMKJGKJNOOMPNSQQOMRP[YNNMKPNTXR\
             LJLLIIMJJJMLJJMMKIIKINONOPMRPPNOQNWUONLLPNTWRONKNPMRURQKKNJIHLKHJMNJKNMMHILINPNOPNROQNNQNVTNOLLPNSVQNP\
             KNQNSURQNQJNQNSTQRRHIGOLTNHPLNLOLOIFIFHBONSQQKTPORPRJUTPNROSLVXTQORQSLVWUVQQRQTMVWVVWQOWTVJXXXYZ~PKDPH\
             OPFPKOIJJLKDGEFAQMQQPJSRMPOPIUSRMPNQKUWTSNPPRKUVUUSOOQRLVVUVV~T~Y~L___abk~PUVVJZZZ~]neNJHMMHDLDIOHFMFL\
             LDKGKGGHBCHCECHFACESMMMHGLHGELJEEHPMIHJLKJLLILMKMNJJHIINMKLKMLNNOLNPNLNLIKMJKIKKHHINMJIKLNPMNMNSMOLKLL\
             SPMKMKHHKIHFLKHHKPOKJMOOONMOQSQRNMQR[YONLKOQTXQNKMKHEMKHJLKGIKPNJKMNNOLONPRPQMOPPWUOOKLOPSVQNOJMNORTQP\
             LLPIHDLLFILMGILOOIKMNNPLONPRORLNPPVTNOJLOPSVQNPIMOPRTQPMQHMOPRSPPPLJJNJNPKOOLJJKKMKKKKKNNPQNNRNNOPNMSQ\
             NNOOOOSURONNPOOSTRRNPMPPOSSRRRONRSPNSSSSTUKFBKDJKDKGHCCDEJEFEEEMJMNJJPMJLLKJRPMJLKKKRTQNKKMLKQRQQMLKML\
             KQRQQQROUURLXXXXY_RJOPMITTTUVf]MGDJBFKEIFHCACCMHGGFJLJKMIMOMKJKILQOMJJJJMQSPMKILJMPQPOMLHKJMPQPOOOLOQL\
             NRRRSSULFJJFGOOOPPZTLFGIEJNNNNNSMLOPT^NLNKGEOMRIFAJG@BNOUJIEJJBBLOFFKTSYMMFMNCCOQHGLRSJHNOLOVKMILOHKLP\
             JJMPRKKNOMQMNNOPOPWLMHLNEFMQIIMORJIMMNSLLNNRLRJIMLRNNPVKLFKMCCORJIOQTKJPQOSMKPRSRUMKSSZYORKIQRTXROPWKK\
             CLNCGORIJOQSJKOPOSKNPQRPTLMQQVTOSJKQQSVQORILPPRTQPMQYILBKPAFNTIJOQTIJPPNTKMPPQPUKLQQUSNSIJQQSUQNSHLQPR\
             SQPNTGKQPRSPPPMOSMMKNMHINPKJNOPKJMLNQNNONQORMLONRPOQMLPPSTRORLMQORSRQOSLMQORSRRROQOOQNRRRRSSNNOMJJLJGE\
             MMHGLNMHGKIOPNMOMRPPMLOMSQPPMKPNSURQQLMPNSTSSPRLMQOSTSSSUTUSVPYYYZZ`XSSRTOXXXYZkdNLOJFDJICCJJCDGONGGJL\
             MNJKKNONOIIKMPONOIILOQSPNOHJLNPQPPNPGJMNPQPPPOPMNNORRRRRUOLKKKLRQRRR~YMKGGGLNNNNNSPMOQXJJBJM?AMQEEKQSH\
             GMNNRIJMOONSHHMNPNOSHHOPQSPOSHIOPQQPPOTGIOPPQPPPPSLLPORQRRRTRSLLPOSSTTT^]NOFGJMONOOOSSMOSFGMOOOPPPSUNO\
             QT[jPRYMNFSU^PRKRSNNOS~MOGORJKNRHJLUW_ORHQUJKPTJKMSVKLNOLR~MQKPUNRMSKNMPULNNOMTMQNOOOS]MQJOTLMNTKLMPTK\
             LMMMULNMMPLTJKMLPMOS]MQHNSIKPULMPRVLMPQOUNNPQSRXNNSSYXPULMQRTWQPS]LQEPUJNPUKNORVKNPPOULQPPQQWMPQQUSPUK\
             NQQSVQOUJOQPQSQPNT`KQCOWHNOVJNPQWKNPPNVLPPPQPWLOQPTROVJMQQRUQOVIOQQQSQPNWIOQPQSPPPNSZPRMRTOQOSMNOPSMNN\
             MOTPRPOQOTOPPNQPPTOOQPSTRPUNQQPRSRRPVMQRPRSRRRQTRSROSRSSTTPRVPPMRRPNPQKLNPQKKLKPSPRPNRQTOPPMSQRTOOQOTV\
             SRTNQROTUTTRVNQRPTTTTTXYYYYR[[[~]d[XVXWQ[Z[~~nhPPVLLFOQKLLNEIIPQIKKMNQLOLNONRKMLMPNORKMMOQSQORJNMOQQQP\
             OSINNOQQPPPQSPSOPSRSSSVQQNPMMSSSST_~ONILIMOOOPPTRNPU_LODNTFINTGILQVIKMONUKMNOOOUIKMNOMPVJKOPQSPPVIMOPP\
             QPPOWHLOPPQPPPQWNPQPRRRSSUTWOPQPTTUUUa`OSHKKNOOPPPTUOPVHJMOONPPPSWOOQXfNUFS[MPOWIMMRYKONOOWLQNOOOWKNMM\
             NMPXKOPPQRPPXJPPPPQPPPYJPPPPPPPPRYPTRQRRSSSVVZRUSQUUVVVcbPVJOLNOOPPPUVPQYINNOONPPPTXPPQ~KQOOONPPPUYPPP",
            "aoqpTdnnHjkNgRGkon9nnSlZJooOn^On`OSooi2onJnUKooInZPo]QToj;mPJnWNTlLHSRoo`0njBjSKon;nVNnVQTod2jLHnOLRhE\
             EOKo^0kKPnJRVg>IOJh9RULR`noVbiTaVMjkHfVQgQLKkdAdQNfMLK`DGGCh_8`MMeHMM~>EF?[9II?B^hY]YR`OPIZHKE?VCIF<;Y\
             XSKC@P]mlHddEeNPlkEiROnXR[j`6gJRjMPU`>IMCdY2_DJdEKPZ8DG=U2BD98_iXcXXeRVQYCLF7N9A=21_^ZN>2WZ_H[GK^IHLV;\
             FC8J3:921~YSF81WTKD=71RGcnnNfdHfOQlkHiTSlWTVmgGiQSkUTVeNNSOh^6cJPfKQR_DKNH[:KLDCcgT_QO`MNI[IIF@T>DB95]\
             VOG@8P_cL^JN`LMMZDJH?O8@>51cZTI?2[ZOIB=1^N`cQ^LP`OQP]OOOKS?FE@7]TMGC6PXPIDA2YMUPIGG4MHCYc^=__GcSSca?fV\
             XeRWTf^<eQUfQWTbJPSPdZ4cOUdKVT_ENPK^@SRKNY]I[RTZIQIWFMGCTAKF??WQRHC?PZ[C]LS]IPNYBNJCS=IE>;bZ~NG<c]RSIF\
             >m_WV?XGMXEMJWFLJHQ=HEA>XMMEC;PXKLDC9aXODD@A6LK>QO9XKTVETMUDPMJTAQLHIQHPEC@LUHQGEB_~K=E?@;JM<I=MEEEGM=\
             ALUUBLQCRMNOVGNOHSTHL^[H`X~^YWVbW^~^]W<[QU[QQS`QZXZ_JYWYXNULOOONKHDSLQJJQGNHHGOQOEECMMP@OEKOHEISEOKHL>\
             FDC=UTSHC:XOHGAA6~OKM?JAFHB??RIMHML>FAF@LHE;@9GJB@:>2PGD>:4>2@<4ED5ICLFAGDOFQKNNBOILLGDJ?B@GH?G>A<SN?6\
             <4=7@?2>6D;AA@B38>A<ADK@HBDPQZS[OKTOYVEIJAIHJDAE@G@RK;9:2B:><296A9ED@?26;?F@QNFE59CXmnU]dP_TO`fI^SM_QH\
             GdcF`QNbRLM`MKPQb]9^MO_JLL]EJLL~>ONKMXeYYWRZPNHXMMJHUFLHDCVXRKHDPWaQ[PR~ONOXHMLGQ@HFA=XYUME;TTPLHC9SKY\
             cU[QR[QOM[QPPOUFMJHDXVPJHAPVSNJG=UOUTNLLAOMJSZKXRUWMRLWMQPOUGQMLLSRSKIFPUQSLJEZWPLMHJDNPGMJQKLJMQFIKUP\
             OQRNQKJWVXUZTNUQVTOURJNKPNOOJMFUPJLIDLEJIBHINGNLKLBEHPQKXTPOEHPQaYVURUQLHVQNNPSIOKLKRXRLLHPRUQMLERNRVQ\
             MOIPONOSSMPMPRMNNXUPXTTSNOWNXRMPLPPPPWPUknUZcR~TJ~cF[QG]OEH``C^PK_NIK]JJMN]X4[KL~FIKX@GJHW8KKFHUdYXXQY\
             OLIVKLIFQCJGA@TXSLGBPT`QYQP[NLOVFLKEN=FE>9WYVND9TRPMHB7SKWaUZRQZPNNXOOOMRBKIEAVVPKG?PUSOKF;UOTTOLK?OMJ\
             PYLWSTULPMUKPNMRDPLIHRRSKIDPTQSMJC[WOLMIIBOPGLJRLKIMQFIJVRPSSNQKLVVYUZSMUQUROVTLOKROQQLNFWRKMKFMELJDHJ\
             PIOLMNDGJSTOZVTRHKUSc[[~ZXUQPWTUTTRISONKT~YSPJUTYXTPGWSUZXUTKUTSRWZUTOUWRSVaa~a[]]XYfT``[ZRZZZZi^Ob~Z]\
             ZXVSTUSUTSPFRPKHS~ZUOITSYYVOEWSS[YVSITTSPW[VSMUWQSTaa]`Y]~WYeYhnjcXbbbconTdhf]S]]]^mokWgb6YZ;WD@[Y1WA>\
             X>=?^Q0X:?X7=?V1<@@^M/W9BX3@AT1<><U1CB=BW^GVLJWCFCS9C@=Q6DA;<VQOHB@PV[@WEIYBFIS5DC<N2@?85XRRJ?7TTJIE>5\
             SKY~CXGJXDHHV>GFDQ5EC?=XOMGC=PVLKGB9UOUMKIG=OMJRS:UGLS@JFR9HFDQ7IFBDRKOGDBPTIOIEAZWPEIED@NPGMCMGFFMQFH\
             JN?KFIICCCQBNJNP>MILLNMMFHGOMHJFGBTOIDE@FAJHBFAICGGJKADFHLFQOOMCFNOZHRKKREFDQ?GGGO:HFEEQQOJGEPQNNKGBRN\
             QPNLKFPONNLPKKIPRLMMQRMSPSRMOVLQOLMJPPPPWOMYGQKIPCDEM<DDCK4EC??OPNJEAOOMMKD>QMPONLHBONMLKOKHFOQLMMRSOR\
             NTSNPYMSUSOJRRRS_VKSUSLFRRRR^~XNS5M>@L5;;J1:99J1>;8;PIJE@?OPFIF?<QMQGIFC@ONMMCJECCNPKLKHKFJJQPKLRJHJGE\
             DNNNNTMHGIFA>LLLLTMMI?C?<>LLMLQJHIZaL.WK/O12ZE,M01P/12_C,S04T/22T/369aD,U1:V/57T/789V/?><BZW1T:AT1:8S1\
             =88S1@<9;WFKC@@PYS1U4AV1;>S1>;8O0<:65ZGNE=7TU?E@<5RK[U1U5BU1<=V1A?@S1A>==YEIBA=PXAGB@9UOWCHDE=OMJTL0R5\
             DP1><R1A>@S1FA@DT@KBBBPV?KCCAZWQ;E@B@NPGO9JBDFMQFILG1H4@F178P2HBIQ2HCJKOCIAFFOO=F@DATOK:A:D@IHAH7E=EGJ\
             KADG=G@NNNMBEMTU2Q;CP2:9R2@?CS2EACETILEFFQTEKFEBSOUGKGIFQPOQDLFIJQSMOPHNHQPSSNOVQKLGKKRQRRXRQS2P;AN19:\
             O1@=AN1C??ARHLEECPREKGD@ROSFKGHDPPOOCMGHGPRMNPIOJQPUTOPYSMSOPLUUVVa[PMSONJUUUU`b]QO0L29J022J0535L0;77;\
             RBG@>@OR?FA><QMS@FBB@OONO=GAADOQLLMAHBHIQPKLSMBGBCDNNNNTMJAFB@?MMMMUNNK;A;:=MMMLQIGHVH.K02I.11L.213P/8\
             37<U7D<>AQU4C==>SOV6D>BBQPOR3E=AEQRMNO7D=GJRQLNSS<F@EHRRSRWTQ:F@CDQQRQXWVO5?8;?OOONSMKJT1>6=BRRSRUUSOT\
             oo8#n>%U+0i0#I'.E$,-i1#D)-A%,,A',,-k1#J)/F%--A'---G'/../nV+]/4U*0/Q,0//R,10/0e1E534SnS*^.4W*00Q+0//O+0\
             0/0i2I921Yc1@221XPnU*].4U*00T,000R,1000g1C432Re1A431YRd1@572RPLkL)Z.6P*10P,000R,1001a1E446Rd1E565^Z^0>\
             243QRI[0C369OSHJbF*P.2F*0/N-101P,2012~1B28:Q[0@275WRW09153KJCT0>27:KLBES0?2?AONCFMiS+W.3N*0/N,0/0O,100\
             1_1C567Q`1B664UQ`1B697QQO~1C59;QSMNZ1D6@ASSMNUZ1A499PPPPUNiX,X/4N+00M-000N,1001`3F777S`2E874VR`2D8:7RR\
             Q]2F7:;RUOP~4H:BBVVPRY~4H;=:TTST^T]<L??<VWVV`]^jT+W.2M*0/K+///M+00/0b2C536Tb1B633WSb1B666TTR^1C569SVPQ\
             [1C6<?UUOPV[2A578RRRQWP[2B656RRRRYQS~1?325STSSWPOQnM(U,1L'/.L*/./P*0//0d0@226Ud0?223XTe0?267UTSa0@25:T\
             VQQ]0?2;?UUOPU`1>27:TTTSXS_1A379UUUU[UX`1=226UUUTXRQRd0;139WXWWZWXV[pI#~(/J#,+I$,+,N$-,,-n.8011Vn-8011\
             ZVn.7011UUSl-8011UWQRh-7012UUOPTi.5011SSRRVOk/9011UVUUZRXn.7011XYXWZTUXn-5011ZZYY[WYZ^o*1./0YZXXZTX~^~",
        ],
    ];
}

// ---------------------------------------------------------------------------------------------------------------------
// Search: owns the tables, the node count, the generator and the clock. Takes a position, returns a move and its score.
// ---------------------------------------------------------------------------------------------------------------------
pub mod search {
    use super::eval::{weights, Evaluator, Share, Weights, POINT};
    use super::rules::{cells, Behind, Board, Move, Undo, DEAD, LEFT};
    use std::time::{Duration, Instant};

    /// Part of the game's seconds that is never planned with: a contest machine may hiccup.
    const RESERVE_SHARE: f64 = 0.05;

    /// Seconds that are never planned with on top of the share: starting the program costs as much at any time limit.
    const RESERVE_SECONDS: f64 = 0.15;

    /// Seconds that each answer costs beyond our own measurement: the pipes and the wake-up are on our account too, and
    /// on a machine with more work than processors they take that long.
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

    /// From this number of empty cells on nothing is left out: what is searched to the end is exact. It takes 0.09 s
    /// (median of 21 positions of games; 12 cells would take 0.34 s, 13 cells 1.8 s).
    pub const EXACT_CELLS: u32 = 11;

    /// The best so many moves by static value are searched, by distance from the root. Against 60, 24, 16, 12 these win
    /// 1.5 +- 1.1 points a game (200 games at 1 s); 30, 8, 6, 5 made no difference.
    const WIDTHS: [usize; 4] = [40, 12, 8, 6];

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
        /// By distance from the root, the last move that was good enough one move before the horizon.
        killers: [Move; 64],
        nodes: u64,
        deadline: Option<Instant>,
        stopped: bool,
    }

    impl Search {
        pub fn new(seed: u64) -> Search {
            Search {
                rng: Rng(seed),
                weights: weights(),
                evaluator: Evaluator::new(),
                table: vec![Entry::default(); TABLE_ENTRIES].into_boxed_slice(),
                killers: [Move::NONE; 64],
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
            self.evaluator.set(&self.weights, board);
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
            let old_alpha = alpha;
            let mut best = -INFINITE;
            let mut best_move = Move::NONE;
            let frontier = depth == 1 && empty > 1;
            if frontier {
                let found = self.best_static(board, first, beta, ply);
                best = found.value;
                best_move = found.mv;
            } else {
                // The table's move comes before the others are even listed: it often is good enough.
                if board.can_apply(first) {
                    best = self.search_move(board, first, (alpha, beta), depth, ply, true);
                    best_move = first;
                    alpha = alpha.max(best);
                }
                if alpha < beta && !self.stopped {
                    let mut moves = [Ranked::default(); MOST_MOVES];
                    let count = self.rank(board, &mut moves);
                    let moves = &mut moves[..count];
                    let width = if empty <= EXACT_CELLS { count } else { WIDTHS[ply.min(3)].min(count) };
                    for i in 0..width {
                        let mut next = i;
                        for j in i + 1..count {
                            if moves[j].value > moves[next].value {
                                next = j;
                            }
                        }
                        moves.swap(i, next);
                        let mv = moves[i].mv;
                        if mv == first {
                            continue;
                        }
                        let score = self.search_move(board, mv, (alpha, beta), depth, ply, best == -INFINITE);
                        if score > best {
                            best = score;
                            best_move = mv;
                        }
                        alpha = alpha.max(score);
                        if alpha >= beta || self.stopped {
                            break;
                        }
                    }
                }
                if self.stopped {
                    return 0;
                }
            }
            let bound = if best >= beta {
                LOWER
            } else if frontier || best > old_alpha {
                EXACT
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

        /// The score of a move: its gain less what the other side makes of the position after it. With an open window
        /// of (alpha, beta) for the first move, for the others first the question whether they are better than alpha.
        fn search_move(
            &mut self,
            board: &mut Board,
            mv: Move,
            (alpha, beta): (i32, i32),
            depth: i32,
            ply: usize,
            is_first: bool,
        ) -> i32 {
            let gain = board.gain(mv) * POINT;
            let (undo, shares) = self.play(board, mv);
            let mut score = 0;
            if !is_first {
                score = gain - self.alpha_beta(board, gain - alpha - 1, gain - alpha, depth - 1, ply + 1);
            }
            if is_first || (score > alpha && score < beta) {
                score = gain - self.alpha_beta(board, gain - beta, gain - alpha, depth - 1, ply + 1);
            }
            self.undo(board, mv, &undo, &shares);
            score
        }

        /// The move with the highest static value, or the first that reaches beta: one move before the horizon the
        /// static values are the values. What was good enough beside this position, and what brings the most at once,
        /// mostly is good enough here, so these come first.
        fn best_static(&mut self, board: &mut Board, hint: Move, beta: i32, ply: usize) -> Ranked {
            let mut best = Ranked { value: -INFINITE, mv: Move::NONE };
            for &mv in &[hint, self.killers[ply & 63], highest_gain(board)] {
                if board.can_apply(mv) {
                    let value = self.value_after(board, mv);
                    if value > best.value {
                        best = Ranked { value, mv };
                    }
                    if value >= beta {
                        return best;
                    }
                }
            }
            let mut moves = [Ranked::default(); MOST_MOVES];
            let count = list(board, &mut moves);
            for m in &moves[..count] {
                let value = self.value_after(board, m.mv);
                if value > best.value {
                    best = Ranked { value, mv: m.mv };
                }
                if value >= beta {
                    self.killers[ply & 63] = m.mv;
                    return best;
                }
            }
            best
        }

        /// Lists the moves that differ in effect with their static values.
        fn rank(&mut self, board: &mut Board, moves: &mut [Ranked; MOST_MOVES]) -> usize {
            let count = list(board, moves);
            for m in moves[..count].iter_mut() {
                m.value = self.value_after(board, m.mv);
            }
            count
        }

        /// The static value of a move: its gain less the static value of the position after it.
        fn value_after(&mut self, board: &mut Board, mv: Move) -> i32 {
            let gain = board.gain(mv) * POINT;
            if let Some(value) = self.evaluator.value_after(board, mv) {
                return gain - value;
            }
            let (undo, shares) = self.play(board, mv);
            let value = self.evaluator.value(board);
            self.undo(board, mv, &undo, &shares);
            gain - value
        }

        /// Lays a tile on the board and keeps the evaluation up to date.
        fn play(&mut self, board: &mut Board, mv: Move) -> (Undo, [Share; 5]) {
            let undo = board.play(mv);
            let mut shares = [Share::default(); 5];
            shares[4] = self.evaluator.take(usize::from(mv.cell));
            for (i, cell) in undo.touched().enumerate() {
                shares[i & 3] = self.evaluator.share(cell);
                self.evaluator.refresh(board, cell);
            }
            (undo, shares)
        }

        fn undo(&mut self, board: &mut Board, mv: Move, undo: &Undo, shares: &[Share; 5]) {
            board.undo(mv, undo);
            for (i, cell) in undo.touched().enumerate() {
                self.evaluator.put_back(cell, shares[i & 3]);
            }
            self.evaluator.put_back(usize::from(mv.cell), shares[4]);
        }
    }

    /// Lists the moves that differ in effect, without values.
    fn list(board: &Board, moves: &mut [Ranked; MOST_MOVES]) -> usize {
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
                if let Some(slot) = moves.get_mut(count) {
                    slot.mv = Move { cell: cell as u8, tile: *tile };
                    count += 1;
                }
            }
        }
        count
    }

    /// The move that brings the side on turn the most at once.
    fn highest_gain(board: &Board) -> Move {
        let mut best = (i8::MIN, Move::NONE);
        for cell in cells(board.empty) {
            let gains = board.gains[cell & 63][board.turn & 1];
            for (tile, gain) in gains.iter().enumerate() {
                if *gain > best.0 {
                    best = (*gain, Move { cell: cell as u8, tile: tile as u8 });
                }
            }
        }
        best.1
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
