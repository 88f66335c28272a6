//! Spaghetti (CodeCup 2022): on a 9x7 grid both sides lay path tiles; who completes a path from wall to wall is paid by
//! its length as seen from the own wall. Blue owns the left wall, Red the right one.
//!
//! Protocol: two lines with the jury's tiles, then `Start` for Blue; everything else is a move: row a-i from the top,
//! column a-g from the left, tile l, s or r, such as `cer`. `Quit` or the end of the input ends the program.
//!
//! Method: a position is what lies behind the four sides of each empty cell: a wall or another empty cell's side, and
//! how long the path there is. Laying a tile joins two pairs of such ends, a handful of assignments. Alpha-beta with
//! iterative deepening on the margin still to come; inner nodes order their moves by a static value, look at the best
//! few dozen of them, and search moves of equal effect once; a transposition table keeps what matters for the future.
//! Cells that touch no other empty cell are not searched but counted, which makes the last cells cheap to solve. The
//! evaluation is a small network over the ends of all other cells, learned from own games.
//!
//! Measured with `jury match spaghetti target/release/spaghetti B --games N --time S --seed K`, 95 % intervals, no
//! forfeit, 41 MB. Games are the sum over the seeds; against itself B is `'target/release/spaghetti 3 {seed}'`:
//!
//! | against | seconds | games | points a game | own points | seed |
//! |---|---|---|---|---|---|
//! | careful | 3 | 200 | +25.9 +- 1.3 | 70.2 | 41, 42 |
//! | careful | 30 | 200 | +26.7 +- 1.3 | 70.6 | 991, 996, 997 |
//! | greedy | 3 | 200 | +35.6 +- 1.7 | 81.9 | 993, 994 |
//! | itself with 3 s | 30 | 200 | +3.1 +- 0.9 | 46.5 | 992, 995, 998 |
//!
//! Blue, who lays the last tile, has the better of it: +43 a game against careful as Blue, +9 as Red. Ten times the time
//! is worth three points between equals: what is left to learn is in the evaluation.
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
    // The cell itself is filled then, and what is kept for its own sides means nothing until the tile is taken back.
    use std::iter;

    /// Rows a to i from the top, columns a to g from the left. The number of a cell is 7 * row + column, from 0 to 62,
    /// so that a set of cells fits into 64 bits and 63 is free to mean no cell.
    pub const ROWS: usize = 9;
    pub const COLUMNS: usize = 7;
    pub const CELLS: usize = ROWS * COLUMNS;

    /// Points for completing a cycle, and a path from a side wall to the same wall.
    /// The side that lays the tile pays, whichever wall it is.
    const CYCLE: i8 = -5;
    const SAME_WALL: i8 = -3;

    /// What lies behind a side of an empty cell: the number of another empty cell's side (4 * cell + side), or one of
    /// these. A dead path ends at the top or the bottom and is never worth anything.
    /// The last side of the last cell has the number 251, so these come after all sides: `end < LEFT` asks whether the
    /// path is still open. Divided by 4 they give 63, which is no cell.
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

        /// Writes the move as the contest does, such as `cer`.
        pub fn format(self) -> String {
            let (row, column) = (self.cell / COLUMNS as u8, self.cell % COLUMNS as u8);
            let tile = LETTERS[usize::from(self.tile) % 3];
            format!("{}{}{}", (b'a' + row) as char, (b'a' + column) as char, tile as char)
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

    /// What a tile brings Blue and Red, by tile.
    /// A tile brings at most as many points as there are segments on the board, 126, so eight bits are enough. The side
    /// comes first: `gains[0][2]` is what tile r brings Blue.
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
    }

    /// What `undo` needs: the sides that changed and the cells whose gains did.
    #[derive(Clone, Copy, Debug)]
    pub struct Undo {
        /// Each segment that is laid has two ends, so at most four sides change. Two of them may be the same side,
        /// changed twice, so they are put back last change first.
        sides: [(u8, Behind); 4],
        side_count: usize,
        /// Each cell once, with its gains before the move.
        cells: [(u8, Gains); 4],
        cell_count: usize,
    }

    impl Undo {
        /// The empty cells at whose sides something changed.
        pub fn touched(&self) -> impl Iterator<Item = usize> + '_ {
            self.cells[..self.cell_count].iter().map(|(cell, _)| usize::from(*cell))
        }
    }

    /// A share of a hash: for what lies behind one side of an empty cell (the mixing function of splitmix64).
    /// Every side, end and length gives another odd number, and the mixing spreads its bits over all 64. Shares are
    /// joined by exclusive or, so one is taken out of a hash in the same way as it is put in.
    pub fn key(side: u8, behind: Behind) -> u64 {
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
            };
            self.empty &= !(1 << cell);
            // The second segment reads what the first one wrote. That is what makes a path right that leads from the
            // cell back to it: say N leads to S, and the tile is l, N with W. The first segment makes S lead to what
            // lies behind W, and the second one, S with E, goes on from there.
            for segment in PAIRINGS[usize::from(mv.tile) % 3].iter() {
                let (a, b) = (self.behind[(4 * cell + segment[0]) & 255], self.behind[(4 * cell + segment[1]) & 255]);
                self.lead(a.end, b, a.length, &mut undo);
                self.lead(b.end, a, b.length, &mut undo);
            }
            // Gains depend on the four ends of a cell and on nothing else, so only those of cells with a changed side
            // can change. The laid cell itself is full now and has none.
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
            undo
        }

        /// The side `from`, if it is one, now leads on to `to` over the laid segment and `length` more.
        /// A wall needs to know nothing: nobody asks what lies behind it.
        fn lead(&mut self, from: u8, to: Behind, length: u8, undo: &mut Undo) {
            if from >= LEFT {
                return;
            }
            let new = joined(length, to);
            let old = self.behind[usize::from(from)];
            self.behind[usize::from(from)] = new;
            undo.sides[undo.side_count & 3] = (from, old);
            undo.side_count += 1;
        }

        /// Takes back the last tile.
        pub fn undo(&mut self, mv: Move, undo: &Undo) {
            // Backwards: a side that changed twice gets its first end back.
            for &(side, behind) in undo.sides[..undo.side_count].iter().rev() {
                self.behind[usize::from(side)] = behind;
            }
            for &(touched, gains) in undo.cells[..undo.cell_count].iter() {
                self.gains[usize::from(touched & 63)] = gains;
            }
            self.empty |= 1 << (mv.cell & 63);
            self.turn ^= 1;
        }
    }

    /// What lies behind a side from which a path of `length` segments leads to a laid segment, and over it to `to`.
    pub fn joined(length: u8, to: Behind) -> Behind {
        match to.end {
            // Who is joined to a dead end is dead, however far it is.
            DEAD => Behind { end: DEAD, length: 0 },
            end => Behind { end, length: length + 1 + to.length },
        }
    }

    /// What each tile on a cell with these four ends brings Blue and Red.
    ///
    /// The tile's segments mostly belong to two paths, and each is scored. They belong to one path if a side of the
    /// first leads to a side of the second; that path is scored once, and its length for a side counts from the segment
    /// that is farther from that side's wall:
    ///
    /// ```text
    ///   left wall ==one==(first segment)==between==(second segment)==other== right wall
    ///   Blue:  one + 1 + between + 1          Red:  1 + between + 1 + other
    /// ```
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
                        // The two laid segments and what is between them count for both sides.
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
pub mod net {
    // What a position is worth is more than the sum of what its cells are worth. Near the end most moves cost something
    // (a tile that closes own wall to own wall, a tile after which the other side can finish a long path), and all that
    // counts is who runs out of free moves first. A sum of weights cannot say so, a small network can:
    //
    //     linked cell -> kinds of its four ends -> 32 units -> its 32 numbers ---.
    //     linked cell -> kinds of its four ends -> 32 units -> its 32 numbers ---+ sum -> 32 hidden -> 16 hidden -> margin
    //     ...                                                                    |
    //     12 inputs of the whole board (who is on turn, what loose cells bring) -'
    //
    // A cell's numbers depend on nothing but the multiset of its four kinds, and there are only 40,920 multisets: they
    // are computed once, when the program starts. From then on a cell costs 32 additions when it changes, and a
    // position the two small layers behind the sum. All hidden units are cut off at 0.
    //
    // Why rows of whole numbers: the sum is changed move by move, forwards and backwards, thousands of times. Sums of
    // fractions would drift a little with each change, and the same position would be worth something else each time.
    //
    // Two cells with the same four ends in another order have the same multiset: the network cannot tell them apart and
    // need not, for the three tiles are all three ways to pair four ends, in whatever order they stand.

    /// Kinds of what lies behind a side of an empty cell, see `eval::kind`.
    pub const KINDS: usize = 30;

    /// Pairs of kinds, and multisets of four.
    /// 465 pairs, equal kinds among them, and 40,920 multisets. The latter fit into 16 bits.
    const PAIRS: usize = KINDS * (KINDS + 1) / 2;
    const MULTISETS: usize = KINDS * (KINDS + 1) * (KINDS + 2) * (KINDS + 3) / 24;

    /// Units of a cell, hidden units of the first layer (a cell adds a number to each) and of the second, and inputs of
    /// the whole board.
    pub const UNITS: usize = 32;
    pub const FIRST: usize = 32;
    pub const SECOND: usize = 16;
    pub const BOARD: usize = 12;

    /// Where the parts begin among the weights. A unit is the sum of a bias, a weight for each of the four kinds and
    /// one for each of their six pairs.
    /// Pairs are what makes a unit more than a list of weights: own wall and other wall together are a path that one
    /// tile can close, either of them alone is not.
    pub const AT_KIND: usize = 0;
    pub const AT_PAIR: usize = AT_KIND + KINDS * UNITS;
    pub const AT_UNIT: usize = AT_PAIR + PAIRS * UNITS;
    /// From the units to the first layer; from the board's inputs to it; its biases.
    pub const AT_CELL: usize = AT_UNIT + UNITS;
    pub const AT_BOARD: usize = AT_CELL + UNITS * FIRST;
    pub const AT_FIRST: usize = AT_BOARD + BOARD * FIRST;
    /// From the first layer to the second; its biases.
    pub const AT_INNER: usize = AT_FIRST + FIRST;
    pub const AT_SECOND: usize = AT_INNER + FIRST * SECOND;
    /// From the second layer to the output; straight from the board's inputs to it; its bias.
    pub const AT_LAST: usize = AT_SECOND + SECOND;
    pub const AT_STRAIGHT: usize = AT_LAST + SECOND;
    pub const AT_OUTPUT: usize = AT_STRAIGHT + BOARD;
    /// Number of weights. Most of them, 32 for each of 465 pairs, are those of the pairs.
    pub const WEIGHTS: usize = AT_OUTPUT + 1;

    /// Points that an output of 1 stands for: weights and outputs are then of a size that is easy to learn.
    pub const SCALE: f32 = 5.0;

    /// Cells' numbers are whole 128ths, so that a sum is the same in whatever order it came about.
    /// Fractions of a power of two also turn into `f32` without an error.
    const STEP: f32 = 128.0;

    /// Largest number of a cell: sixty of them still fit into 16 bits.
    /// It stands for 546 / 128, or 4.27; what is beyond is cut off.
    const LARGEST: f32 = 546.0;

    /// What a cell adds to the first layer, or the sum over many cells.
    /// It has 64 bytes.
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

    /// The units of a cell, not cut off yet.
    /// The order of the kinds does not matter. A kind that is there twice counts twice, and makes a pair with itself.
    pub fn units(weights: &[f32], kinds: [usize; 4]) -> [f32; UNITS] {
        let mut units = [0.0; UNITS];
        let mut add = |from: usize| {
            for (unit, w) in units.iter_mut().zip(&weights[from..from + UNITS]) {
                *unit += w;
            }
        };
        add(AT_UNIT);
        for i in 0..4 {
            add(AT_KIND + kinds[i] * UNITS);
            for j in 0..i {
                add(AT_PAIR + pair(kinds[i], kinds[j]) * UNITS);
            }
        }
        units
    }

    /// What is computed from the weights once.
    pub struct Network {
        /// By four kinds of five bits each: the number of their multiset.
        /// With two steps, by kinds and then by number, the rows take 2.6 MB and this table 2 MB; rows by kinds would
        /// take 64.
        numbers: Box<[u16]>,
        /// By number: the number of the same multiset as the other side sees it.
        /// Red's view of a cell needs no kinds of its own.
        mirrored: Box<[u16]>,
        /// By number: the cell's row.
        /// All that the first two layers ever say of a cell.
        rows: Box<[Row]>,
        /// The small layers as they stand among the weights, cut into arrays: by input or unit, the weights to the next
        /// layer.
        board: [[f32; FIRST]; BOARD],
        first: [f32; FIRST],
        inner: [[f32; SECOND]; FIRST],
        second: [f32; SECOND],
        /// To the output: from the second layer, from the board's inputs, and its bias.
        last: [f32; SECOND],
        straight: [f32; BOARD],
        output: f32,
    }

    impl Network {
        /// `mirror` says how the other side sees a kind.
        pub fn new(weights: &[f32], mirror: fn(usize) -> usize) -> Network {
            let mut network = Network {
                numbers: vec![0; 1 << 20].into_boxed_slice(),
                mirrored: vec![0; MULTISETS].into_boxed_slice(),
                rows: vec![[0; FIRST]; MULTISETS].into_boxed_slice(),
                board: [[0.0; FIRST]; BOARD],
                first: [0.0; FIRST],
                inner: [[0.0; SECOND]; FIRST],
                second: [0.0; SECOND],
                last: [0.0; SECOND],
                straight: [0.0; BOARD],
                output: weights[AT_OUTPUT],
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
            for (i, to) in network.board.iter_mut().enumerate() {
                to.copy_from_slice(&weights[AT_BOARD + i * FIRST..AT_BOARD + (i + 1) * FIRST]);
            }
            for (i, to) in network.inner.iter_mut().enumerate() {
                to.copy_from_slice(&weights[AT_INNER + i * SECOND..AT_INNER + (i + 1) * SECOND]);
            }
            network.first.copy_from_slice(&weights[AT_FIRST..AT_INNER]);
            network.second.copy_from_slice(&weights[AT_SECOND..AT_LAST]);
            network.last.copy_from_slice(&weights[AT_LAST..AT_STRAIGHT]);
            network.straight.copy_from_slice(&weights[AT_STRAIGHT..AT_OUTPUT]);
            network
        }

        /// The numbers of a cell's multiset as the side that the kinds are for sees it, and as the other one does.
        pub fn numbers(&self, kinds: [usize; 4]) -> [u16; 2] {
            let [a, b, c, d] = kinds;
            let number = self.numbers[(a | b << 5 | c << 10 | d << 15) & 0xf_ffff];
            [number, self.mirrored[usize::from(number)]]
        }

        /// A cell comes in: its numbers are added to the sum.
        pub fn add(&self, sum: &mut Row, number: u16) {
            for (s, x) in sum.iter_mut().zip(self.rows[usize::from(number)].iter()) {
                // `LARGEST` keeps the sums in range. Should one ever leave it, a debug build goes on, and `subtract`
                // still takes away exactly what was added.
                *s = s.wrapping_add(*x);
            }
        }

        /// A cell goes out: exactly what `add` added is taken away again.
        pub fn subtract(&self, sum: &mut Row, number: u16) {
            for (s, x) in sum.iter_mut().zip(self.rows[usize::from(number)].iter()) {
                *s = s.wrapping_sub(*x);
            }
        }

        /// The margin in points that the network sees behind the sum of the cells' rows and the board's inputs.
        /// It is the margin of the side from whose view both are.
        ///
        /// Weights lie by input, not by output: an input that is 0 skips a whole row of them, and the inner loops go
        /// over neighbours in memory, several numbers at once.
        pub fn margin(&self, sum: &Row, board: &[f32; BOARD]) -> f32 {
            let mut output = self.output;
            let mut first = self.first;
            for (h, x) in first.iter_mut().zip(sum.iter()) {
                *h += f32::from(*x) * (1.0 / STEP);
            }
            for (i, x) in board.iter().enumerate() {
                // Many of these are 0.
                if *x != 0.0 {
                    output += x * self.straight[i];
                    for (h, w) in first.iter_mut().zip(self.board[i].iter()) {
                        *h += x * w;
                    }
                }
            }
            let mut second = self.second;
            for (x, row) in first.iter().zip(self.inner.iter()) {
                if *x > 0.0 {
                    for (h, w) in second.iter_mut().zip(row.iter()) {
                        *h += x * w;
                    }
                }
            }
            for (x, w) in second.iter().zip(self.last.iter()) {
                output += x.max(0.0) * w;
            }
            output * SCALE
        }
    }

    /// A cell's row: its units, cut off at 0, times their weights.
    /// The many multiplications are all here, done once for every multiset when the program starts.
    fn row(weights: &[f32], kinds: [usize; 4]) -> Row {
        let mut sums = [0.0; FIRST];
        for (u, unit) in units(weights, kinds).iter().enumerate().filter(|(_, unit)| **unit > 0.0) {
            for (sum, w) in sums.iter_mut().zip(&weights[AT_CELL + u * FIRST..]) {
                *sum += unit * w;
            }
        }
        let mut row = [0; FIRST];
        for (x, sum) in row.iter_mut().zip(sums.iter()) {
            *x = (sum * STEP).round().clamp(-LARGEST, LARGEST) as i16;
        }
        row
    }

    /// A weight is written as two characters, digits of a number to the base 90: 0 to 8,099 for -7.91 to 7.91 in steps
    /// of 1/512. The digits are the characters from '#' to '}' without the backslash.
    /// '"' comes just before '#': the two characters that mean something inside a string are both left out.
    const HALF: i32 = 4_050;
    const FINE: f32 = 512.0;

    fn digit(letter: u8) -> i32 {
        i32::from(letter) - if letter > b'\\' { 36 } else { 35 }
    }

    /// Reads weights from text.
    /// Blanks and line ends are skipped, so that the text may be broken into lines.
    pub fn read(text: &str) -> Vec<f32> {
        let digits: Vec<i32> = text.bytes().filter(|b| *b > b' ').map(digit).collect();
        digits.chunks(2).map(|d| (d[0] * 90 + d.get(1).unwrap_or(&0) - HALF) as f32 / FINE).collect()
    }

    /// Writes a weight as two characters: the nearest that there are.
    /// Rounding costs at most half a step, 1/1024; weights beyond -7.91 and 7.91 become the outermost ones.
    pub fn format(weight: f32) -> [u8; 2] {
        let number = ((weight * FINE).round() as i32 + HALF).clamp(0, 8_099);
        let letter = |d: i32| d as u8 + if d as u8 + 35 >= b'\\' { 36 } else { 35 };
        [letter(number / 90), letter(number % 90)]
    }

    /// The weights as numbers.
    pub fn weights() -> Vec<f32> {
        read(TEXT)
    }

    /// The weights in the order of the `AT_` numbers. Learned from own games of three plies a move in twelve rounds, six
    /// between equals and six that also had games against weaker players, 3,000 to 8,400 games each, and from 120,000
    /// solved ends: `tune-spaghetti games`, `pool`, `ends` and `fit OLD 0.85 12 0.003`, see the head of
    /// `tests/tune/spaghetti.rs`. The last round beat the one before by 0.9 +- 0.8 points a game (100 pairs at three
    /// plies). 48 units instead of 32, and kinds that say whether a link goes on to a third cell, explained no more.
    #[rustfmt::skip]
    const TEXT: &str = "\
        Q>FbNSLoK8MMLzO?LaN-NyMdNkPdPWI8K:LgM4R7N_LXMjL9OJLiL3M:HyRcK[OJKkPaN3NLO?P1PtKjQ{O3LXOwN]NTO`NgLpP-O`\
        NiLGQ(LWNtMHMWPeO-OQN#R&LlMXKDP`LyL4MYNtNuK|J]QaLhPHMBNTHNQdP;M/N(OEO^PYL#OOMGNVO&PGLbL6LDN5M?PZL;J7Ne\
        PCMbL=N=MtK]NBMmO7K>Q3R]O8O+NdNnO}O&O*LfJYNgP3LeN2JiN'H)P:LoLZO%OlOJLoO1P5N@N;O5OOI1PkShMuMTOWO[P+N5P&\
        LVMzPGO4KsOLL`NHL&Q*MpNOOmQKP1NZO/P>PxPmM;O:LDOmSYN%NkR0MZOSMrOANKM>U>O3L=Q6LHL-NbR?N6NRQkRXQGO2RrNxSz\
        Q2NINoLONaSvOpL1SKOcO?QQO7LtM)WIORN=TZKwLxQNOOM:OHQ@UyRvOsSxLqZ[PRM#LLLCJ}StPDO$UsOfP`R;NOO&M8WAM<JuU3\
        M_LQNSMaMrKlM%P(P@MPOoM}OwO7NxQ%HrJvOGMBMpOlMaOnPHNqQkL2NjMnMvOsPfL'OpL-P8KmMeMUQLL5ORLiMWMpMYQ%IOJpLK\
        NXNeM7OcOpQeL5PLLKOELZN?O?P8KYObOfP}JKNHNWOCL3OQQFN(NMNkRiIpLgM8LsMOLyPCO_QTL>Q&OLNwMwLJN7PTLRQ_MBQLIE\
        ObNHNKMZLVO9L`OjM7SjLXNHLfOALANlR:Q=Q,NMOpO,OeQyKwM_PgKlRXQcQ-N#M,MgMIOzN6N(OnPUM5TfKTNfMTOFK{OtS^RiP+\
        ItLVQRM6U,L[N2Q%KhUSQ:RoNOL}LwM@QFN&L,MTOqLUTfMwNXN?V,JbRGU2RmK?K*KiNuO/Y_IYILOIO'JqKTNGP2MkL[OSOSJtNf\
        M.MNLxNcO.O)NiO=MLMfLlLnN)O%MGKeNyOEOPMqNkO[M^NzPiQbMDOMP/NkNlNELvNiKZOtP_LZO>O_NGLjM%M[LWM5M6O[MsLRM(\
        NrNWN_O1N5MYP>ODONONMtKwOANcO$N]N(QaP(OLOyN3NoLlPTLCN6MJM<N1NyL=OINLO,KYO^M{R%PjOqLqTuUER,QTV'MKPbMoNp\
        N4Q+MQM<O`NqLUK;U'P(LuR,N+PpMqO5HuL=LZP_MiLWOUP2L$N0MpNUK'O&OTO4NqOCL?MEMOKjN5OZLRLmN5OdNRO9O;NRMnNmR;\
        R]M2OrQ*O9NvKNN<LSJEQ&P^LFO<QHMZK}M`MpK=M:LXO9NEKnJqNZO'NWOgNCL?P=OqOSO.LpMIOcMsM>O$MzRSONN$OVM7Q(MWPc\
        H]JeMcJ{O_MeLdOmN7MeI7K3OJREM(QNNJS.U:PxQ%OKNNPLQ<Q.L3V1N@LbR_P.P3N&P8PmNpNuMGPPMiMtK>LfKBQ5M}LqNvQHK}\
        N^OWNBJpN[ONMWNPOiM/NdN[M#OeN?MTKzNUPSM[N)NJN<NtO7SqT'LZP]PaP]OzM#OGO`JcQ?PGMLO)R^M7LMOvM[M?MlMeP.N+L7\
        JvNaN1N0PgNQNRR-P4OMOsN;O7NkN;O9N6N$RaMsO0PiN.RYLCPVL8LcNjKyP5O:KxPVN^M&LuN?T,SiQoODQ&R3V|O/TRPuQ+PnRT\
        Q}O,R(NGOyPBP+O}NaLnP%P]TVO7MoQkM$J4MXL`QzNDLYNSSoMwO'RHMWL5N5QBKoO&P`L(M{MpN3OKLnMKK:NLPMMbNCNTM?LcNz\
        TmSlN:R&PcS-Q)L&NrP;KgRQOPMSQgUgJ;NXPhO0NuMWNFQ4OWPmK^MuNeMQQ%OiP2Q4P&RGP:Q2OCO`QxP(Q0O4T=MqORRcMoT4NO\
        Q0JkN%OgL.P=OLM@PgN<QXKsRrU+V+Q$R[LKQUR=O+YTOoQmQ$UmRxIdNDJGO4IRNfPFOtSFN#OjUfOWU+QvE`P4P0QPHFM;MdLYI[\
        OwLyLGF#P;J-HVH|EGN6R9LXL&O3MpQ&DXH1I.I?3S=2GJL'OOKZNXKbHMM)QTJfN&O#J;UHWkNJKuN+MKI^VdOlM9N{O(PUOxS&JV\
        NKVVKGPCL1P*MCO6O?Q1P)KrQ1OFL>O<ONNrPBO'N)OhO&O9LJQxLWOxM[MePQNCNuMOQZL:Q]N1M$J#RjUiPkS*FLNoPCNLUQPfSk\
        IoOGU}S*S/H8LLA5SzJeN:SPQPPcJhPKV&N0O<VwLyRiJNP*N%J(N<OMRKKGR_H?L_Q=Z$I9M'P+JvMoOgN9MwOGP)I7O}P]OaPGOU\
        P2OTP6OJP+PBOlOwOiO2P8OlOHOyOEOcP;P9OMOwOlPTOdPANqPUOnOgP'P.SjOCD#R{KwUKP3RlIDRlWYROTaIdSvMeL5RoNqP1H^\
        N1IBOyK?T'KnVxEEAsS3WFOfN*SWMdP@QzP-W)K/NbO7PSORO>ItK|T_WuJDMIOvMaNXM9O$R(N:NtIdO7SgO<P=NbUEOvL:K0OBKe\
        I:K_M;LvO{NZJtOqPIJYP{U]L{ODP-E_J$GvK&O>RdOjM]NJRcB]S9MwKhNxNZG/G$KAQVOBA|LpO`CWS/KbFkJbEXPbOFMiI6J%Em\
        KMRxI-RyMyS8O}KiJ-U2RyR8RUT#LNSGTzSRL%U_N{O0QuF4ROL$L<PuU/LMN7ETUSTNL'N)WGMaN}RFK?QVPWP`N'IAO%QTQ;M:S*\
        OKN8KiWoJRNOOvLLNmN3O5LoLUS6J}N^RjOvP;O)SrL0K_MFP3O[P^QR>:HQOVMJMwM,Q)NzO2NFOYQxOsJsK;L-TwJTSWQKKGLfS$\
        SwR^IBP,L2PiHrNtPyIAXYK8UWL@OtQxMVJgK'GhPvN$DQGpNQV2OaTcL[S0M4Q8J7SzMSC@H*MJJdJiNLPsJ2OFV'JfO<S2LYAUQH\
        O(R_M^P^J#K3ORGKRMO}Q1PbNZMLEiS:KVT#G*QJN%NlWMW8Y#IZT3JmD^OY9^SINMO_E*WHL?L_K<GbL:OuB:ViN[NiR;KtK)RSQ|\
        MMJtO#N4S;NsQ4LWOJNDTrJ(PDOMMISHNkOXL|LTStL;LJTLO]WZSZTpEBQ>G+P<S6M:P>Ne7]N3ViL<QvLoP1?5OfR:U#M7LwLJN5\
        SwR/OxU5JsHaMzKSMvFHP<G#PBH?FERNT&U;HRQlJAECN7LnROQDUoS2P$MPFSO{Z/M@UFOpVIPIP6LYTcIrHtFrP-LEDdV)TQHwH9\
        RnM$KKPHM<GEJJO8R%LpM4GxPUUkJfT+TOAFQUJwSXTxP.G0K[Q4B|BlMLH8K%LEQrO'M3O;KZB(VmM{HMRgP'L:MzKlJgUtI;<TUH\
        R=N=MXHIS}U$I^N>J/G[HfG%U]N.V?K:P,PJH-Q'Ea<qHfStM]QLO8ScNyMDF3V=NVOlLqLrLeW/RnOlFzOcOPSwNZLSK|RZN@SDNP\
        NSOELWWnKiP4NWM&S:KLNYUxPkKbOSPTPBU;X]QxM?OWM+T=R6VQNyGgO9JWO)O7R>X?W>NyB?IoU_YtX=T4MBT6I6LhFDS+T2CRP@\
        S$LJZuM4M2TMLKV|I7Q@N|O3FgUxQ'N;NPOAL`I'VyHMN2S+]hQ7RANqTuQtL0MsQzH}LdSGEr2AIYFbEfKNMhN#Q#S$N:Q6OaTEIG\
        J)UDO,V4T,>2T*Q8P`Q|FFSjQ;MBHwAPN1KUJIRWV7KbLSOaQIIeUQVDW-JzOlN&QDVvKN`tOU6<NfJVFkZhR?IuNlQfD5U]F*Er8l\
        ANH/L:H3DNI(W4[SP.J}Y/KDNYL]PYMfDCF);jRdL;LcK{MCJ3Nk@)MN`bK`XZJHDIRLZXH>G=NeDJUWKHNLWSHtOaOpOhROG]QrF1\
        QKMNQpRtKfL%W>R2QAH_U2OeVbN]MMMWMjNiSLH+O/N.L9VXKhP2KELcNxLbMaVaPFVTMFR0PyXlWSO3L{Y-VQQ4RDXFU?L,QaPvMe\
        L_K/V7PmGvIaF@Q?NISBVzKpJYNHL+C,QLSIR[XVUUNR@iAtK3R`R[ZhKXUuLvQcG<K6VINLJLS^M3K.UzPVP/RHZKSfVhMuV:T%Or\
        MUSQCQL&@JPUI#PtN)KkQ.Q*L0PNT*QkH%IRA@IRP4_DY4HqL-CVNLV<G|Z)OKF2V0V}H7K`IIV`K2X<WPMQIaNmM-?gH.O?C(LvH?\
        J5KUW#KJSAMu5ZM'KfDFQCGYHARkOTBKX&R@Mi?,D6Q-H+HhPLQ2KBXXK{F4B<=cL<HLJ}JuR`K@9eOuRD>fX1G5QsW6ZNC(K[=2UC\
        6.I[G{OfInW&TdUwPsNoTvM-P^S?C&IqQvQ)RI=^PNL}O)HyRF@nR0D2KkTjDsT1G-M=SFOuY_MFUiU'PuJqQkX'NSQsF^RyU*LmRB\
        XwLgQaT@R3O*KzI9H@MrJKNBOWIrM:O1X0KkO*MdM^OKOSL'N(X#OkTFLpQgR2NGP&O,OPOcP-OzPPOrO6PdOLOKO|P?P)OvObPVOv\
        P$PFOeOSQ(OvPcOhOWOvP*P0P9O4P&OVOUPIOdP*P9P.OmOSPPOQP9OgP`OVOROsP*P,OvPMOCOsOhOfOhP*P_P+P<O{O[O_P2ObP*\
        PLOzOtO|OaPVPYPcP8OwO|OwPnOwPMO]P4OxOmP;PJODO_P;OvPGOdOmK#S8[9QFN=RrKkPv]NLpV[UDMNI`GAO*RmP7SuO3W'THXI\
        U=IPM(PPJGR:SMU|MHJvQfgPMmN2Z[S`?GVBCPVrX`A7OLPxNkYPA,NANg[VYXYmOPG0DEP;]|X=G7FRB$KuLE_PLrHpRqKlM8][Dk\
        PfN/V0LjZeLYZQU<J0X5XmT&VsI&XVN9QmQ@NzJ8BMQlP5OoP;P8PCP<PPP,P7PCOdOsOBObPlP=P&OHP3OvPUOzOBP.P*OfP+OoOf\
        OYO|P_O5N?H-SJOFG6G'K<IbNXUWDbJ,U&QMK_PHJmTcQ?UTRXT:I*T9JFX}R|VsTTKQO.OwRkUeL-KCJ4HLUXPlPEQDIrN#MOYfK,\
        OFNePpN-OaM)N2S>P<LwMyJ.LjNsOHOWO]OnOXPTOvP;OYP+OgOdP/P0OvOwOnOPPAOfPPP'P+P+O{P@PIOMP4P=ONOjP+PCP*O>P-\
        P^P#P,OSOPO]OVPWPhP;ObP5OePRP)PEP#OYOzOeONOjO1OvP/PPOfP.PGT^QrJBQpN]I0H|S^QELeT|N3PfHPF4O(`KIEZYO(NMWN\
        WlTya0MHSNVuQxM{N(VyP|TQ`0NlQxM[LvU/S|KVR3JWE3PCI8L}T9M7ezKNDISS[2PWMCJjU,O8IARhMkSWV6Qq]wFWW4U'LGM#Nx\
        ?bRxT2FrSDI;TwawQXM[WCIQZHS?CSEADeNrMfFkR-IzR#T_R1^`FaKWJFIbP@E+G}UqSmR4NEJ>O:[CXCXY[TXH[[TdRVRMNFF:Ul\
        L$O0O?J+KFDtN,MNNiNtNFOJW@RRP?O4N9N,K+L1J=JrJ_LSIUN)KNRGSTSzM/P{PETHK:G^P{>SQWLLLBI.I{P5MbQYDRP*S*LrL%\
        O1JvR)O&P?AvNiI=PDLpR-KmMMK@S[KKGENFNNQzM@RFSfJkK2FFQtNQCqMOTTMtNACLKxRVRoQPQ?UpKyRERcUeQ+@(S'JPOPNGT9\
        S=MfJUJxL^JdMfOjNtIXLpOiT|K5OfMvOfN+O{T;OcT?OrP0POS(JhOSOwNvP$OzP0OnP&OZP+P3OPPDOSOwP+P]P;OvP<PGP/PNPV\
        PPPAOqP3O|O3OvOfOTPPOiaBWWGoL'Z@WIccKXMgcLI}SdOAX2L5MdJ4Q^MwUxQPIRXrRyR?YfP7M8JNS@V@[Z]/ICMTJ9K&Q|?.R(\
        [nE7TkLyTCM,J'Q8S*MOR'MjIEMCRBNuJV>QM}H]YCO5KQLfPGR8Y)M1O6U_QsRjU@EZLnLNUzYuEVRsMKT:HHQBPpWoRuY1QUP9Qw\
        J-C8SaV<Q,OeQzW{EsLeMaP*TbF.LxI-KnPjMKQaN@^lRCSQQ7RRYoZ5NcOKS)JFVxFNS'JrMYE)R2[EE{KtJgOVN:DRCLRsITPgIT\
        M)NZ_IVTW6Q$F}ZrI=LVSnXURWYYVaMTAwHmVQBNKQRaUiFrLuOgV'R`QwNrD]MoM1T.K2PQLgLOHFMgKgScN3P9O{MkOCK{R,HhQm\
        BZP<N_T4S{PeP6JMQBLxO^CtPGL8InN[KgQjLVH0M}K'QmOMRFRKG>LnU%S+F4QdECM%OyLQP(KuPKGYT_T=L`H;NkMoOTL{FJSEO5\
        IST0KUUVFWLjK9L/R4RDLAGXE`N<NdL0M6HmV8REP3NiKlBfTLTQH.GnI?TrS;SsMzRTT7MjU=S?OpRy=ARmQTN[O,TjLqM0Q&K$Om\
        RqO0LaP%LdO,MXTtJwN<KUKvSMO%V1MQN?OJMORLJhC@O0OFO_PSQHEMNOMcU)QgE/]QJ@V@M'O[JvMWKwZ5KxWXMjJ}E0L[NqW)KG\
        V>NdVSL8PpFEXcMrV`P%OEY2H%RL=h@ZWyPNMrJkSLNZP&K(P|TRIrW8TxU@MxERUoSGIi[EY.Q%Q:LWN*V5IPWgIlG4>TBBSoL5W)\
        J|LzJHMJKv_vWER]JJT|S6H:EASCEgJ{M8SVS3SkHgNHI8STF$PfP4ZHErVIVfF?L$HsL)IAOuSDLTJ9NMS_K=C4LR[QPYL7L.?|PZ\
        IPVBXaO&W8L?U?SY^7NDINGlOrIW@JLGMO`hLjMKCqSPX0HPE=KVKjQ>LWMAQ'R^K=StWaH{QhMbM)STNs>[M|L5T[PfPbNKV@XRUs\
        ICO|^6P2SbHAViZ,[nLJW+WSS(U[J*J*R^RONBN]ReMdVRIWUTV@GSU1MKOfN#T|JxG*SFD8RuSbNwCnM<SpW>S4O+KiBaUXOKK;Rx\
        QxJbW2MkQ&Q_RRSVOcMYESPDSTOQJ:TvJ=SBJ7QGY5R<QKP2OqH(RCAQRsRgNzW[I>P>REU>R`CeTAFlI-KHOOXQRuX`I1R,JBPlUO\
        Q4QuHyPKF-S?H'MI@1K<NWKbQ|Gu?HOJC}NGGh=VT`M+NrQLF#Q*LQ9cU#I:UpRbS;L=NlGsNaWmKwT.M9UkMmT&UHQ[GM<4B(KUQ&\
        S2R-I8UCJC]%EHP8UHTeO.SMKGWPX_XVIUPMW&P(NWVVP^L|H`J|LhP>PbQnO^KGN$NSRDJwOJOTK.LTO1VMNhM=OwK+Q.MGP?M]KD\
        O;R(TsO|QeO+FwI.QTJ-RAZ=J<L>RIP(M|L8OqGcPh]MY&P<P_S'>zP4D]MoU7N&NcV`JWS}SvQPM2KLV@N<WwQFLeTyE(MCN{PnK.\
        UKWXKOODS0L_XpD9LnVnK@Y_N#RZFzR]OUNgZ)QXQNT(IgBZQ.G'L@P;GgNAOQSsPvS+OiDQSdP@PaE{YTPvGPNKMdOcQ+JbGgLvZ)\
        GWIs]+Q8H$Q,WHS/W}J&R%SBWQPjRqEiWEOZP1UqDPP;OmNeOrOTRYVIL7N#L}^PMXE]K|K]NhL5JbRgF+BpOvPSPlS6ZQDG[wR=No\
        K-NVHxYaK'VaPlQ=GKRLP1HxR9KOHa]_;7F&N/MLFeO5>|NMTRD]C1PJ?fQuH%KNLmU@N9fSQENzM{NPWOBiGjWROwS&R9Sp]hU'SV\
        Y-K,T5W%U-ReV:J8OKLSTeNmL*OKM[TtL6FoQ@QMHIIr=.O.R0M7V|FE>US@M[[zR%WRQAQ`VrN>I&WoP(>pX1H_UyO$N-S8RrJEQ4\
        X0KbPeAcPSOWKsS1MxAtLjS[L?TULGRRN5K[P[MrK1IwIwOyIsQLIKLiEvLRNtLCOhGzQX<.R>V_FRV/RnHc=6O.G^VHPPT:KxL)HJ\
        KBPuRNCxQ>O0V}NwIeS0K-?%VkX2HzR229M-X7JBLqJK?3OpIINFO*I5LFN1QeI{Po?eHJEkNBO-YXNtDWQ)L3:cSV;<L,N(JGU+N@\
        SSWvR[Q9EMUyW:J5BqU;P<T<HtO}DfRDPOEWP8RMPZV^ECVAF#Q1J{OhNPXzQlJ6O4O^P1MAO&TgOHHULiPUKMKRMmQ>TgMfO8W`L:\
        NtP+OCT2MFR%TRIwORV2K%F[TuNvM4GUDlH*QICFO'[?UKQJIlL,U-MwT/DSJNInE:PpJn]qP]E'V&N+WKH.D<E@TQR`J>?CAxOrRS\
        LSNpQ|QVM8R;U9DrN'TpNqJ1QEE)TLNnM4V{DUM(WXQ#O[C:MHLlN(A]RQMhL(F5MWTxE7QAUpLLM+Q.UYPfI&JJL|GAMEGVTzIy@X\
        NPWqP?PzNjJtTEKHHpMXD`D{;GKcM|GAGv`]SHT#U;LUPLL5MbOVNfO4OZJp`?G?VcKTQ)LWQ-F(?yY+B?H+Zd@>c1N'WBJQHzS+Pm\
        T_MSNdNjD*N0JkNHZ'[KMY^`?pR.RCL_GRN4@DJWU,IRUgY2@+beMBNbW/MLb7R@]?`|E[PaAfGeAtOPQ:ahI%h|I:MuW`M&I&?VJ'\
        Y9Q<R:OgP:`2NPUbC[UCQ]P=O5G]E6WPWTM.R$KeVaQ<J$SVF:LSM/GwE2Jt5PD_QdMmQiR8JlLxIMWDSUUwR$PqUeH1FxZ/Q[O&[Z\
        KVM}JTLtRdMbK*TUTBMTQ.5>T*UvGu_=PDL2LvL7NnSySiM|MfMNVmO.LlM/I?V>KNOYYbOJCxPjM<VOT1H]Ce3kHOVcNeStMnKFL+\
        KHQZEIPOT#HrJgTdVTSvP+E3XrKNHEN}F>V<HjBcQ2JMJWVd.|XQOzKa]?SWLH?TXUDhHfRLOOR;R_XDSB9jJ*A-P(K#QuKWVGB{DS\
        3]KtE*H=L<(,Fz^YLiV@Xc?KEAN|GxY'JTFZRjP<S@[|5pGd:IN;O1SgHFN_U)Nl2LQ]KTNDTlOPO;RCLYR1I7P|NVTFODI-JuN@Oi\
        NUNSO'HcRGPPLeKNJ0R#JVOJI3NUT3HdQJN%KHM0M=P]M^IdMuQIN1OVOhN;P+P(QJOpO]NwO$P5QHLeRnNvTSI(O^ObQzOfOWN#O:\
        D,HeCMO/HIP.HJM^PkO.T>L9EzI9TtSDOIDzVVRTODH(V>RBRtN,PmK9N}R'P<MRGGO5LJNVJQR)MMOyQ>BfK}FLN%ASSdRRTgMQNN\
        O}PvRsW6NMPjQfO1P#N?JKN<NmSMJ=OlJI=IQOPYORU|PVR$NpMPRQQ(ReLSOaRMPvCKRmW6RoHuPDOpR/R*LwQRTEDcKPNVJFHWRp\
        PzKqF+HPGtLaRBL2QlR;LEIESzD`NAF[VCKOSeS|LyOkQyPKRyOXRPLvN[ODB3NJLvPvByTKSkOQO*L#VJPaO4I`S,A]GFWcVTL^W2\
        T>I(HZSzKrJ*M%KvMeO9N|L'NIQdEuFyV1O{Q&B4N;L#JL?,C)KyF4TXP;UJSXJ/TXGQPQTrO/J4LFIJTNClKYU>TjI`SeGFXsIUV(\
        SUHgHJPBRsJ.R]L:HeP.N#QnS=J,POKnTHU?P6L%B8QYNrT6OgShNMObPqL.BnH{RHM-A*RY?VQ|PGO6P?RWIfN1M%OWPzL+O+V`P5\
        MaSlSLN]P<T^QeQ0K|TCBoSAQnT^Q3NsQ1D.PDKrLaP2PFRCQjHzD@PZNHS^VeOvLkL;VIOqPfIORsN<F'QQQ'P<ORS1PjW5@MFLI@\
        PqLjR_PRJuOnO=TLT}P0LKV2J^HfJb@_J5POLyH7LiM(MQTgOZF}SNQuO4Q-OtO(NERZP;T|HkT9VXO/UYR5J&V4K?D0U}LXKqO)OD\
        W*QrRXKpNxAwIdKgQp;wH0PeV)P9MQO9J+J+O?R}P7WNH2PJV.MWJ|H:C;MONcHTK9PEPlNpOLJ<JONhO)GEP?NDL}@cN>PHKHJGHK\
        NdO*MdPOLmJXT2N]SuO/BrS`Q#NESRPSS6QNULP4QbNHW`I1Q9NWD?A,L9P5FAPBODMhR^PiONQYL8MtStSWPjLST-N8R%Q6OTPtN;\
        KvH3PGLnPfQ/OfOpPUL|KjNvM$SePaK?MIObOtAFOYOrPeLTUPPDJ|GzQ:GuHxQ'YlWpH<WvTFP6OoWoT]S^FXY2PoO7PzO,R(OBQN\
        P'RAOxR?K9VvU2T$?cIIVzDdZVMNTL@GMATdR]S6W}GKY=SHXQH}LzULN-G7F`T*NgNVRBQTOqYQR6SbQPLSQ<MQVCOsU|KNDdTvRw\
        T6T,COVgT-Y.I?KnNVH]M1U+RpN6S-MsR#O6U%SeS/IyQQ[uPIS2FhT%K2><U-H`NSOpHYT_PhWzM[R-T6OUR:U?O#OwRXD5Q,R^J-\
        UAP}Q0R^MkPUQWO`R+K^M>T|J<Q@OXSPQORIWfJ[M<XT;=Q/S6RHT(SNGkP=PuM{R$VfOmV(RZSoIIJ+PBHCR0V}ZiNlOfNoRPQAX_\
        KJIVTcLCPoViS<Q}JSH-MLM2T'KdP.G+PjN0LLQJPTM:L.OfK#?kPeSYMRM$N+GBOaK<MII(JmQMLQQXJmJ9KuP_UHRiQ_I'N(H:Od\
        O^NzPoMdA]OmIZNcNlM9INO'CZNqO>PRMyLZLVKZFjLPRsNVJ/OIT'S/QBMjNYE;S-EzNyP$FfT(R:LpGDFRK]JwS2N3PKO7DKPAG<\
        KDOXM:KnL,F@U1IYP0PtC*T3GPMVMeOOPfNrRARQJvRpDEK2F@PhP;ND>=QvS6HIL.HtIDBoKdTrQ;QJJWIbTlKXP`IoH?O+P:TNF$\
        XyR>Pr@]HhRTN,FwKWJaK)N6PlMoU1;TD0HYO]V-]?L'WyGYOqHvIVHhT0Q*Z0K=DjMiLR@ZQ,V9H:KYOMC7S0HyE.NjP$R7TDOhS1\
        O}PbQhO;Q0QcNQSwI,PlN6IUP7Q)R-DLIYR2HkM#IEPaN3O9NrOyS3M4P4GON_LfPM@YPkNyL0M}PpESDhQUN0InP1KND`>3GmIYJ'\
        J6O[NES`O5O@LQL#SZMSQzKLC@P)N)RPM8R7SoNr?rRqPQNa@-MsS>N*QPVcNqJwOOO6O6Q&PiS7SfSWMtNkP%MoOzTiQoQsPIJ.Os\
        L?M?S:R8QAMhF7O|O'OhNyMQRkOrK;K-SRPOKkQuPhL6M%M4O0F[M>NLN8I^OaNo=nKMLJO:GIO*KHNKH'L[PcR&LPM0R{L{FOO@JF\
        OAM2L]P*NqNbIiMNNpQ2AIOvAVIMJIP2OpIcNMPNOhNcMmQfQ5VMM_QzRzK|DlP;BGJ'LaN#J8JaQ[NXO;Q.VkN?NcSVFVRGKPGINd\
        PfWKGwI(GrQCDIN+IDPOQDHFQMF'I0T#L2LmPyF.O)N:J*TJFQGsTdT}P'OG=SOYP8Q=KGIhHgRVRtN<PgUBR5B]UaERJvM]P<Q+P(\
        MQI$N4P6RiJ>NqDRRSU^I]KIPfK4VBCzT(JpKSUdERFBO.PSP6Q[?vJ3TgKzAXD.N|ROL&PWW8TqBIOw=eQ|>_PKFUSdRgIcNwRzGk\
        Q:FrOHONTpG$IjE1I{FyRjGvV#KQZdSnQ&NhO6V.X|ThR/RpKnU{IW=wNNC(S#OEJ6C/UT[$RtOmJ1W%Y@MiQfMcUaN5NfOmRGL9Os\
        R=MsHMWwTYKqQMRFUiUJS4TOUxRtXDSEG]T9VHJ6S(Wv@OT>P5QzL5LuQZPEGOL;AiA:P8O=WXHfNZQcKEQiSFP2TmM1QdUGV:Z/>J\
        OKRfXZTnTDP}RnL,I|SVR(HlVfBCPoClP.V7OaD^O5JNPyS}NuU>JIQ3RBRyW*RhKLP[V^O=U'LaR%QhI;T(E*U`Kq<AL`O-V_RfN&\
        P6GpSuP;QqScV#K*PFW]THW_TOSbRLVsN{VvP{O'Q6DNRuJ5M&O0G`[-N`NXX-MUS9F|W>QXR1ROUJSITGGqQpS;W,MYOPVQQAKJCG\
        B)NwP}DyQPO4G+PsBWPRK+N>RdSCP'O9SqTFM>P&NcRoK'LdMvOtMhMjKfQSRjO0SPPsNHRgQkL3QfG]T:NrMoQ#QnKLSOT$KYPCVK\
        SPGNU*RLFCQtQJI7PGUFLFKLJ8C_N0P2<;MAPVOLPlLGN+MnMeMVMhQRN_KuKCE&PjM.O-F6OUL9N^NTMjJnUbNWRVPBV(K+UcS6S+\
        UyTzV(S}H$RGMw_FK5BkL-DjOgOwLWRZI^LdPKXANxV^L)UvEoJlN(P]R4LJQwONSLOuK:GLRgSSV`O)BRU9R'OtIZSKLPN^JbMmO-\
        G)R%N:PERnX>QCF*M{N&P<H9NxQkV)NsIkS]NtEQL`N3UEQcV.MUPLMmNITgP;F_QKU%CMJlMYSZH^IbK@G>U7F'VoPe@;V(RlQ@Ey\
        JNMeKAJCSoQhKiIySUP0VHWkQ.LHZ6QBY#UpLaGqRZPlT|XrHLYdRQGxOPSG^=M1VQAjZ;X2J6JKEyP.V7KFV,SAW2O@UYR#GsJy]]\
        DpJ]KjZOKpSADlS_J,FPP4P,TRSnYQO<K@MrOzL%EyOPB|N>U#O:N:NfO$WXWmQyTGK>RIQGGZN$QoOjL3ITVPZ&P{V/WsRBK,L9Rn\
        LgE?LVGjKSGgPPDdNEQWSiN%R;UFFMI7`2DjP+[NO4F`[wTxT0A,K3QCRjEfNHPKU4[nL^L^X5W(TyLfRlGpO>HpOoUU@ePTYPCzQ4\
        L7OcEYJeTmRhGoN$HjG1RUHtSnM+J$HxS`SXPAO`WwMeB/L#QAUTM8B%JrFPU4UQZCQhHBU#OdHRPDU>P}N4X>LBDwIPEkJQOzOjPY\
        KRAlJmV=P#S8PcJ;TcJvQpVfI(G6RQQ+U$LhTwRSPyPYKiT=DOQgL4RYLjL`O[KZCrTEQ&OOLnWPFXKhT2^lI%DrL.=vVCX-LnS{Dx\
        ^XN&W3NKDCXrO_R:KIQ:GFG?AUVOTLD;V'T]V3AlKZXWH}W3OnGhN[Q>S[OHJ8UcPzJ+HtH{S0WDRhODU4N^SyStP&GT^sL4RuI.Ni\
        PUO$Xb](T(L|HOJACgGZJ:PuK&RhQ9HGW:EoTnGbVD^SQ0Q-CFOKQ;M4QPEKN:T.Q`Hz@7StDKS:TCBSYMMdI?UuFVH]SxM^NKIqP8\
        LwPQJ.LoTYTIW@L(NBP]LFRnOJTdPnReQxKXK8T6OyOxXNOLTqM,=3M/RvQ9P7E4HVY5J|WaW6WMGKSPV)I_S*PeIvEaGMY4P)QrI}\
        K2MJUuP>M3QyKvP`O/MKM1Z5UMI^P9S6[zPUU=F|D4KjL#I*UlH:WWO{P4CoN)THEJTy<-L)_RKOEzQUL9FCS[[}F$McP_`IG'YL:%\
        HcG+__RSQ2T:TpOYFCKxKu?yTXQ6NVSCC-OR@ALoPtKAPfLsMrTZGmQvB*OkR6SoNFMOLDT{N@SRN?IpK-Q+PIL,KbLCPBQfO[P?Np\
        NmMYQ*M[MyNBNMOwQPLFO]OqM1IbMcPcPiORP#PMO$L9PpLmUyH;R)P4M`QCNoScLiO]M[UhRqO4M[T.TVLsOPURV-LSQOQ6GhA/HR\
        N_L+NnP<P|THNfS&NKS%PaMzS%O=PIL/RARiR?P$ObIzReOoW+HPHUP4OYIYMeKzN^O:OKHIO3R4H|T*OIT:DrO#NWH7NiK_QBRFM)\
        L[RLOHKnN.VQQ{Q#QHOVMgR.JSQ&QpT`I|O,L7E<RgQ@R4NnRbP{IeOSQeQwR6OkLWP6QtPlR-W8D4DRUZLQMxQ>P$L$U`Tx<1NCS)\
        ArTjLbSDUhS;X.P.N-OgL=PUNuHRQXJ>=(UDW>P|K@T$PfP?UtQEHYK9H@>:MmSVM-SZS,HUJxUfT2GG@#KuJfKAPsK2U:L0V=IBV@\
        O)MdS/N&Q$V4RmIEWaSWNYN,GWU8VALiQ*JxRaQVKoSVG,J}M[S7Q,RdDNPVQNMYO>O%TqRHMbL^UtKdN8;[MFF)CxR]RVPMJ;De?L\
        CgKKRWN$O#J.PtS9OtP@T-REIDPQNgOaOHK{RSVCHCLbR$StH-OXSFQ=OXMHQ$M?P|L9SaMyGyGYO|NJIXN`SCPyNeT.WAT3HGL7N<\
        V4QsOSQzR1JdEmS$O{P'SzMyGTROL+S=OIJsMVM`M.NzNpSKQ$R*NkPHRzSEKkNMV+K/PfP#Q#MFG3RqW%Q9U,Q;?nURR@UIQ-?NKz\
        MSJ'OeO1TlT-CHK2U_RuU(HcPSV|LrCNP#7BFcNnNWQJSMUXIgFESSLPOpP^HAI$QfT`O8Q]S;DlOYTdUAU;V[KiCnVeN/N8LcDBN_\
        Q3K{IlQ=NaN%NVNBNpLgP9F0PHO3F}AVE6J$?kK-M[K{NEO7PoOyK&OCJdK(PJS>S3NQOnP^O1OIR:M9LvP6NbMRNEQ#T1HEQPQiO9\
        KdQ?R,NAPVMPO/S8QaK%RGJyN|HrQ|Q:P_NYNXOhO7M4MlRqR.Q(OaTxQ)CZP)OqRWH%SPPgP(LuQ#JeNrS)V7SqPgT'L>T%R0R>Pj\
        O^V1OBV6QnRNUjHlO/JHP1Q/O1UPZMQ}U&QWLzPHSjMsN(K0FmNeLCIQEZQ1KCNKO{MdNlHYP8C>P}P+@3AhK+JqH3J:KREsNEO<P4\
        M?I*R[NpNbJmO.S{IQSUP0FHP{H-UPN)SrHML)HeS0O>GORrFrS4K3RqOcE`GPSBQyRyOdM|PaRDPXJ+TGMkQDRVOtN0PUL[JzOvP&\
        Q;QpQzOSQdL^M*PGOgRmOfL+LBO]NVP.N#RMR3M/WqQuO-E9A[WQ>@N{U`T7J:R%UvVgRXUGVVTvKfY[KZPIQLOnRvMpUCQIT6QjR[\
        LbUKTTR=KPP5VZG(UlSXUp=)NYUtOaJyD5GjX(E`XhP3KHNeH.I?F|TBPCN`PBS@M1V?T/QyPlA3N/;cSSE]V)KmLCTDMAQrQpLmVI\
        TlWwSLPCUHPZKRStR}L'JNN/TcM6ZOUWS5NTSZV(IVOnIxSdJcS@T1SRLwP:RcSMGIVwU#KaUHL+IcR|O=PNS]JSR`NCG2T_RdNMUi\
        ORRvGvRgU$OEStTqS`P3OOI3QIQcVMMfQ*UPH[I-TaSeS4S6LFRlOOG|R3UaMeYB^iW(SlLXR|I;QZW_UQPkFVQZQLLkY/QBIyR+PI\
        S'StR:KGMNO0MCIMQ>QnP-KDQcTiNlLRSONTFfD,R1=8QbJoG;K=E?NcS%J.Mi<sJ]D`NiOtJ>BkL.QkH4S`Q_M8M(NOQhJBKfMh<6\
        MYIqL^O_VGP]KnSUQWJvJ_MHR6LJLXJrRsHDO,M_Q>O{Q_PrGaPdSjRd?QT+LeOTM3KvC^NEKDCUMpE*IMOJQtK^I}ItG'L)NsHHP@\
        KmP]N9NgQoBoQNClSGM1Q,ONPrLKS-JsN2Q}>)LBQNR4O@MtIpR6NaH:L-C_CfTmN[N*VbSANGC-J%QMPrJyL0OaPIS0KVS^@iQu;I\
        MrJjQTMtP,MkT0S6LEM=R]={F-K^Q&O_O>Oi8PN`ZVLAD8RwRwP1PPNOD>M.Q^7oL;J[O_RSRDP_X:P#M#M:R(OFJCPZT6SGQ#PkPv\
        PHN.P,MPGyPWO'OUOiR'SaCDPXOlOHMET`MaOhP7N#PnRENxQ@SURVL{HA4ON#O;PeD&M(OCMzNRO)Pp;/HgO2L5RY:MDlHjQDR|LZ\
        M{P6RoJKKrM,P:QVROVDSdQWG7LtRcO<X;L`S|RXS3QeQ[R4RGNTRnJDSBW(N}SVO,K(OJTuSdM'HKS7OnLnU_PQT?GdNFVbDIWNP-\
        P:QTQXP,MYW/OFRkMAP/V7J^VqM`T;R7L#P}KMJ^QOS3QBNFQePUEXL`R+Q'PTS3P%OAOCQDMsBOQ4N'E@KCION>P*N1HKNxT3P5PB\
        PKR(L%J33tKQP'QVArLRGcLdLhM5PR:VKMQ(@1Oz;`G]IrM%R`LHP;RvNnFOSfKKIZH@E@PyO+S=Q:>ZL?HaO}TXORONKwMZR3K+Or\
        P<PjLbQ'OELGS^E3S.KhS*N6N|M-MnP7S{PkSFQ<JWNyEHLdRIQ;Q5LuFXOKPCOBOgQbN^OBULKrNiO}KHREOXM#LhGu@tMmP+QtLN\
        IaJEUCFyN_NrReS^LGPOL4LPKYN5TyE>PGK.DvM<MQLWKIKUKlF{N7CYK)QfO-P?M*QMMsOgIgTLL#QsPXQEQmK#NCJqMgFVM.Q+P{\
        OuNiOLJuK*KJLM<@9fJ)Q'N>Q6HOR'KaSlDBP;QcDOPRO]QbS%P[QGN_<iJKODOKKtIBR8CiM^KRMQRZB7OuQ5Q0ND>ZSLFnRzKoS;\
        Rk>$P(P5T=P1OfJ^QHBOMhK9ITPHNyRJ=]OmLBFTJvM#NENzOeQ]TyS3MUTgSlWzJ.ChShO%NOKzRvP]NPVbI5P0KqO&N;We@pP3Q,\
        BPY;D'M3RdOMSJ</RNHyTITPPgVzKzOOK=S%UjQHOQPTKFPeNwXVRWJVQRBxSFHHQ?K-SjOGItS(RM<mS1V5P%RtVtOXOfP^SsJ(Je\
        Q<T-T_J6V6WfHIOEHpJ.TFVsSCSdTFWnG%DIO_PxHMQCC,QNKgRjU_O9MdExN6J%N.OsShGiRcQpT@Uj>2N5U&XaO$R]O4QZNzIAQ|\
        KkG)HDH,S9T:R5T?FvJdK3FsK}SUQ4UaOUR)VROoSlNxM`RcVISPS*SLTzM?LCPpM0L^B2LtL/O1OrVwLY=:R2PSJ]T*NETVL@R>QH\
        QgR6QaQ3PuV?OMTgS[R.FXHwPiU2RSGjOTQ$HNV#UTKyP.M1SEK9SuVFTLJeN/L?Q+O2TELuPnVVPGX-RcTVH4JTEEOZUdR(OxP{Jo\
        UcTyK?KDOUVEK`S,T2V/PAHLN(GkS,X'LkPaWISGL:OlF4N>KgO.O_O$UfQxN(GPT#MRSZS]OIO?O*QvG8Q1SfFoC$K,OwQ&IvOmKx\
        O[OcK/PzR[N[RmQRD;SsVVQ4O#TZROR:QgMNT-M[RqRvT5UwQ#UyPDP7HBPZO$S`O_P(Tp=MP8SUQ9LkKjT%NTPjNwGE>7LlO$RvM}\
        P<P8H?L2O=NQBAO&M-N_P/SQJPP]R&K:T1LoL-NsVaD5QdPfV#XxG%I{QpItKWMAOqBYY)LALlQcVBW|MmDzNaX%M/SCH@O(F9N5C7\
        OVOuO_OnRDJlSlHUNWS{SCMQOIPYR(?YPyJENzE$M.PRQ_KoN[K:OaN'PFT3QuJoRwS+MTHNP=PUEbT0SnRJJUQmT/QRQuD'UFJ0HJ\
        UHPJSEKkQ>Q2T*LqP:OpA0MvR|QSN4ESJ(JaOwAv=G<uKyNHNrL_O5P&GFLeMeHy=wM*NuOsQeQIK#UXObMkR.O(OoTtRwP/W<L<H;\
        @dFdLCRh]}Q6GCE=M=EUGQO@T)OEH5S$S[MBJgQZW?I^JvN(Q*SBNBT,H;T0OPR_M*MdOAT+N'GwF9NlOLFfSBLOOoLnOqG/JJSHQv\
        OBVJJwO.Q5Q#SWPMG>P}TDJiS_GEQgO@QlGNO@V2JjLUJBT1O-MHRDL?[&RtJRINPgF{VbK+J3K}M5S`LC[:Q_MtIeQ`ZrK>U]QXJ0\
        <AMBL`I%ODC4PsWXOXO,HpT*LjNOQkPdLOVUOAP:GkSRZJW,NED8R8RxFXP3NyOiM{JfHaT3N;R+PKQ-M|QHQ5OkJWM-I7N$OhQ>JC\
        W[UBO&W'L#KoBoG0Y&JgU-YBMEa&X@EtO/IiH9R0WQMxTMR_^#NlR/MoMrJGNWSJMVSXMVQjOAR^LALeTlSNS?L&FGP=V*K8L+R1OQ\
        I8OTKaTqNHV)T@JaLvMwTBRGQ-Z=S=M7M$PGJx`MWjS+X3KmM{I8ZmOnYGOBL{NBU8QTWUGKSWO<NAO5]VUOGk?fFfTLU$L>O%SCAw\
        J4MCC2PnH_LsEiO,TPY)UUAITcLPW-LVYbLVQfO2V{JHN2IuU`YAR)TrTnOcNeP??qM`R7M,Q1R)WEUtVHTIKh@.H6Q6M9Q|HxRUND\
        DKKKP2Q#X#S4L7D&PBC@OMNgOwKUN0NAO(H:S[W`DnO7GEHFVQP.JTTuQsMoLVQ&U'L1TQWfK=M2R9R%KRS(WFLcIvTkY6MjVJSOPq\
        N;KuJYTISyW&XdM9O>N{SyNNE2W@RMSBLbPMR^WuFhSJFVJuM0O2X>K'OZRUD+OlHrWa[}QWOJY+P]LMXwCG<MSXKw[4N.XpJ4K5S;\
        U:KZEzNNYXK,PrS@O[R8ScR5M|[$VQUaKzMsZ1WEP9TaR-D5PNM+MZO^NhPFO3IZP8R'H[XtB}SwS%S9<2OqOES+S_RsQsH;P1EvUY\
        HgQmPJTdRjRrMaOWRxS-KnMWL&R$K[HgOoLyU3QYNKF=ScQMLKSqZ4VNJ7RNV2XZM/SGU=AORiRyFcN|U&FHP+P}T{OaPKRtKhEOY3\
        Y}A;S5OPE*SuOrH+LSUmMaQ[RnQ7PGPuUyKMJ/Q%GiHhR(SkW/UpLFH|JmBlXdL9WAURVbQXV`IdKeS|W`V_O,J{=`O>QvJRS3WKVx\
        RyJ@ShGgSxS3S.SCA_K/N%HiTvLfNkQkU.PcQOV-NlOqRYPsT^V{LyV6WZMtTfM.PWLRUDV2LBHRG2SDGgFXQARvU5GBHRP+QlP)Tq\
        OlH?T#GyEaM#KdR,NxM<PhV$M+GhBbNML1GWI)LBMpOfVkUUQ<P;PDKvIyNEP%T{F2HiQ}D@JiO$O&Z-LjDt[+O0T_T6PuO:QKVwAV\
        M&FmLNJQHSUhIvO+JPSIJxEyIS7gEETAPJR'ZS@&N<K;JiLsJsVzY*NhELT>P#S4S0CBJET-M&OvP}P9M:JMQWO)IGSE=vNWSmN}Ix\
        L}TSRJQ[P2OnPhV.K9RDNAILPZNnP<M>M5M9QbOQN_Q(OzLlL$Q#M<LzOVLfOwO#MtNWP^PQK;K#OpR{P7P;PEQ:LdP.C[?eLrTIRG\
        A9TiO{KnM;Q]IrTcT@R{QZS#AEDSWFU/M;KwPHOrPmO&P(PoL0OvR^NRQ9L}T.R%W%ItNDH.NkN?RYRPSLO/NDP'L^KnPtWbT(T.T/\
        NFLiJgNtOJO0F3QGJ6V5MHSJUBMVXARgSwMUNcNUOZRmPrKfQ}BkOqNaV]PxLCSPOoLAP]D#RJTpRTNVNqW^HvQ<T%RFHlQ]SJE'K2\
        N#UuOpIbK5SrF^B*JDU6XQK.VfPPP`Q4MoReP<LvEfP(SG?rReQlQyQERjQEJ8NUIAMkPMKUK}RVO5B8P_TcW;OOUJOfP-TUIoK>Ia\
        MiKpM]PtPKO3N/LENiUTN.MjG1M;E.B'EWW6Y]RPU.ZSV/UWIJK'P>M5QFQ)QTO#MF@-O)X%MKUmU=HHQhP(W.GTUdG|U9H[K4S@GR\
        NEVeQDIIN/PpRzO&M5HoVkT5OUBWD=IFOrT0PRH;E$DrECDjK`TCOvPcKqRpN$U6P2QTQhQ:QjPIR8R{LQI7VhOLLUAFM+Q-D<T#OW\
        R,LuV@O.JiTAVAA[SgLgL8J<NMN5R<RzH<PDRWO$SwK?O9W8E&LaPOQ_K+ScKsSDQAG9RfB^R{MjT+NfEuO*OLO#KtPeQQSgQkT%RI\
        J>T[K[OlW%O9MfD7T$M^NIF}MrI8F$I[JaUQSjSMPIK=V%H<UbNhO8QaM&K8O6FEI}WHQZS6UzO,GaQERXNmR<N6W$NKUzR0FXRjVN\
        P(OmIhO|PmP3R-RFF|WJR`S4V_ONYuS5NIXbN#RcTTJgMEREM1M/R&N+JOP@R$K;M/P<D`PUPNJj@(MsM1L@K'F<NXO-N=P|QLKEPE\
        KnI{QvS]K]QNQ1Q$PuTJRMHRMDR3P*I?NbU*R3F+QUG[UqKmU'OAOqSHO:NpSIR}J[I1IANUDRIZRUO?LFQ}PcRTJyKtT$RsQLMAP2\
        T2K{PSGBTPG,IVNnNoLeO#ImGyRiK0VqSrIxY&IVOaX,RqGNGEOSPIK+E<KNObIZZ{F<WmT9JWQ2L<OdQ2Q8QSUCM[R*TjGRNLQQB/\
        K6R?RCLjQuQUNdK,P[F=OsPIIdH%NMM{H}L1PxM|M7MTPYM#KBRoMiRmP[T3HsR&PuQ(IdHNRcT5N@RNMaKjOyQ}O-AFTlK}P2LxLt\
        GpN0OlK-LcR|RWIrH}H&LuH[H}SVPXI3O_QKS&SPJaTuS&NDOhRKRnI@Q3GQI*ICIiQ}O]NYOnJ|JWPFL5?#P$J*U)VPOZWOO8QKNk\
        O:@tQcVEN{EJOLLkQSM'C-MAO9P}Q7MRO3FdV0O`N:PWGcKlR`Q|MJQCI|QaO|HaJuJ{OmIbKTQ:EVE;J@N[HaK:CkN'OOQ#O`SQM#\
        T]N+St8HS1V5IGOnM?LGH&KpT#NeS2R=FOIvO.OpMjQrD2J{H|VJKWF,V,L6JZQfORMWOnQTP1KETkM0S/RaO1MSN)MqG|P.PCP)Qo\
        PWP8PkM,LuOcI;SeR0JiQ;P5OEM`OzT+O'T9V6T>JoPGQSIpPlKfRMXNO4SEV%Q`PSQxPjS:T`XjKqEEW?EtN#NdV'K7UlRqOkOCVW\
        SmSBV7PpEVN_YUTPTGPrMQVSNQK)PTT=WZA9XqUyIYLLNMJLHZT$Q?LoP-RUM&VWT5QbAAM5M>QYN9BkT$SoOoRrS>G<FbOSU4GuWb\
        UWNeR1FuOFS0S;JDTGO]P_M8UiUDUzILShQeN|R9T@R2QeSCUgUgRyS]RYR9LVWlSjFpRqMVHhTtNuQiPFM5T;LjOZS5Uq<uW.[tQi\
        K2V,SONjU+V?PPJWPCRFN`PNVIOmL2Q)O7Q3R]P{P:T.MuNsS}FLLhV;DwW.S,VHPlK;SEN]T@Q[N0W:SLO[UURIWoEZL3QxS:O%Ui\
        O?EWL;FqFPQrK/O(RqK.I@CzS)P(S[O0U$Rp[JCsS:B7MEP>B_W]OdO0OXUVNlADO)PEI4D3HGOPU]W,PBFAP.TjCYS{RzNkLSC4F1\
        O4PpPAK/JiScKdLFK/P|Q3KEHvI$RbH$N8JfOLTfR2P_@>OCLZKBT1ArO{NuMpQ_LGDPK?E6KwK(RyO*O'JhLXUoDEKRN|JDWPHTLB\
        J{OyC;PaO#UnQsS4LBPcPAF1SrQrV0Q-C7N#LFNLS1RZK}Q^QMHgJsTNDdGHIhPRR.XnApK7N`MvM,D+I*OaNrWiD1P$H7JF?aI:Aa\
        NcOuR,NAWWHOQSMsLr@KNFUFMAUwQ*Lu]zIoJ;AqPHNCS(Q:R9RU@yQSFA9|ItMJR/SjRmI+S%^$EBN[P=IAPqP]SASMTMQvQbO#G_\
        N1QuQ^R&PFN;NHR`Q6A.QQQIRZJpJSGvSTKbN#QuT`P-OzO(S*KoKxCFNDR`T9QYN8NtPkPFOROq;+KKW0J-Sr<xK%LJLpS}LIQCOV\
        PkJaP:PoKrPqRWLMR%RvN{R9PfPRV'KCQ@S-Q*T1SyM:UdEyS{PcSCUrK?QFU?WqINT}W}IVTJIiS6TmS<OMXcT1LFR`H/LlM[S_L+\
        FZWPMyN_C$TkN@MsRDQ}T7CxO0?FChOiMHF}QKSGP}M/N#QWKXIIRVL=KkS%O{M(NoRrGwI`Q-HVS?KBSH?`PQM4NFPvUCOuOeQ-S$\
        K+Fk9EL.P7N}PIKpCbQlO{P5L7:2MXM[EFPm>,FQK%OySLP#ROOYQ+GEO|JgUiRJR{M;R[SEI1LIRxQ;VDJrP*RrNbPkT@SuQmMPTf\
        FODxVtK4S{N<NQOwU+T0KvIMU{QkPSD2S.N%T8X.Y=M/X9G6NlWVF1OXMEL[PjKMK}PoP(JpJvM8I3I2S?Q2Q#IEMsS2I:F.OcQfE-\
        F.QhT:OlOAOcNjKdTdOsIjRtQ2PwL5R*IiQIN^NKQpUpODP^O2UMK+Jw>#N0QDQKG@Kz<(QSN)N8R=:8M[H&@[E.9WQ2KXO4SZNuKG\
        FIPjJNV:KJL(L0OFNcF{QlZ`E)LMT#M<UfK4P{R#HWMuM$RBH1P[EYP'P{LuT4QVU/LVPzLvNuKYM:O,U)POPeRPR9OLBaMfPYQzQ'\
        N9E{P&OwN`ObL#P@OBQ*OrNcQPK#RvPYOtRgF]NqNwUtP9PKV=N:OkQ&Q%MFTgMxN0PiG6JUNzD)QLPeOFPcJsRoCrKtF2L2L$FSO@\
        <uP+O,K+O6?}T6FHE5N4QqO^R?P<N:MVKuQ+JQOxCKMuDWRAG-GqSLHfCcLrJUN1LKOmNWHLQvH}VkD{Q%PkQ.N*L,OPPiOWUnRtUA\
        MXTDNgF_FgQJK$FqE-LfHHJ_RTAnQqTsOPSbOu;aBXNMMXV3JtK<FzJnT7TIONV?M(HJKsQ[SxO&E<StEMCoQSI^W0EHRTUaTER0W{\
        P4N'H)Q`Q7P+GLDLNtQPQ/P(MdS:KsLzH}F'TGGRJ@DiRHO5G#V0BsL;TIS&OwO+?,PsVkSvP%P8=}KnRHYJF-LmVXLnBiQ<EnWdP5\
        BaLG=uI]S2RcWrV.ZvTHOUP(IaQJIpNePgTSOOG_NdM?L(NSP*SgTdL3VMVMQkSvM-J`U-WHO4ReQ&UyJiTzR@R)@6RgYuP(I>QLV{\
        NhXMSJP0IbOARoV-QcR`Q4F,S0F9GvWAXSO?RoSyR6K1LZN.OnHVPKMaPBQmSgXdMHGTJ{SlLGV%OJUALrPMT9R*V<OuPuM{V|R%Sw\
        QRS}TpCjLIPUKGPpTGJ'LxR(Q(IMR_KEQLJZTsPKVTQ@OTP<R?PnQ#SUOjT}T<U:TbVDL1N$H}JEQ#S(P.K1LRK7S9GSU.MwQ0N/Ss\
        QrU8PLJRSnFtJoT1L{LbV%P^UwV2OwM=L,P3M:G}G7NVOrPkP;P3GXLEPuT[L4TRPjToR`SmLRHqQMVbL;H;UVSFL'N]C3MtJdD5Px\
        OwQ&SuLXS&U>LpUXSyQ%OPO$O'H5SER/RjNyTbNJPKH1Q'L;RZRJJvPcQoLyQhS?I$SWJjS*PhM:TvThQES?VHTTL=HcS=VLS8VbM=\
        R;QMMrQ=VBQzO{T&D9O?R9O[JyO0PIK&R0@qNG<AMCO_N&L+V6RML]NmGIJaE?L3P5O?QpRfIQJvQwUfJcO9DLSJTRNwIvOmF_T`N/\
        R=]6ChKGNUJ}TTH(M0UEWJXmK7R/K2XgSWPpN1OiPsD'N2OBMuSJPVCiUiIpT5L=N%UNRxQ;OfG]SZDfPYFeR|J_VhN|OtPBP7L9Oa\
        LmO&S@QYFKW[QRJ9R,I`QIO_R`Q9S+U'R`TsGvNRLsT}UuS_SoIqPwMjOxORT`KGO`Qz<-M?RyQcPJP'L1PpL5OSGvB7L2O.S6O%RT\
        OuA0L{BCMe<BMQO2M2PkRXL5NvQ2PeQVR#V$Q|S2;+J@LcQ*K?H3K<ZBO[X]OMLIXuS/WSUPT{TASRZ:RbU(WdTyRgGGQdE#M'RJCI\
        MSO:TdO(SNBSR)<VW}R}PgSQLcOUK:PpO0UEM]WETlOPN6O[IjQ;MkJ[QSQ<RfWiQFI*DwXaOdTyNxNMSjMxR6U%FgS*PsPfWFR<IK\
        LAL6I%MLNFRcKxP(Mc7$N5NkHNJsK}K3Q'PSQBC04mL>LzL:JfNqMuFxKtD'K:?hBHMRSZS`Q*MHVkO/RbLCZ}GiNlTiOqR8LdS:DO\
        H1S.C}WqWFR3E|S=VPB<LrPBSzE5X{XJS;PINqO%MsN8P2QGT3J,VoF/TON@S_PiOwT0R0MvQmM@QcOuE$PPL7OZN@UjH8JIRdSDO>\
        FQOJF'K:I$HdS.E#I6]:SAV;M&T1Z>I[F)MpK*R8O?LuDwQQLnK:K`MCG$VlM2QtH:Y&DKFPJ6T>JNL*UaUKEUUzU@QnO-N%DnL2IP\
        QFOKS.R|IRL5OxV*O;OWFgE1T5UdU%G*^RR-SCJ=Q:IeP<VcUQ?SQ:>bPJMnJ^ZuQjUPA>W<RES'R>MyFmSANOPKMxW#T7O9L4O[Mh\
        MiJ8PwX8WeQyH#QdW&O,[9IRNmM^LxNrV:GuM+KNFsFLD(McQSQvNNO)N^HSNQLtSZUt?CRZ[<XvS:R*I[RJWUOoXJPGVwXZN=D;Ui\
        OPK5U7U<U>S)UnScV0MBGnFLR9Z$B1T?M/P_Q6FiJzB,WaOcU6VLR+M`KtTeYZPAT(K'U(NoORPeIBM,SgU4RlQDV&PXS[Z4O|O|L<\
        U{X5GIM<G(IA@?HJMeSMPMOEKAQ5W4UeKKMkM<X[JnKoV%PnQDPPDNQlR7SpU)HZJiL5O:VYQBJ&SBI|LASFS,C3K8UuGFPLSvMEDB\
        LeQ*QVMbS6L:Q7UKR8D?LNRhGvUHAYLBJuLgM/QSNGQ;EkI<OrDoThROV&PITDX&DsHYLsUBMOXcKwQ3SnHCEYPdMFU;O*M-UuA}YI\
        B:N>OTK4LJVTPoRUGhYxJ1TKPsTmJ0GFN7RNONYEVJA>KyMmU[X5LWRgYAE@E7Ly:-TIPFGuU3MGP2J^Re?)XHK3R.L&S0G7Q*O7ON\
        [lIUQ{UfDBR_]'[xL9[`P<V[ZfY{N<F4QKPxV3OVJAQ:D(HCU+W6ODS?M#OfMhR8MsR+VDP=U;QsOKL(JzI4QGGPH`WcE@Jx[UH#R3\
        X]K.JDGqPsNzOWT.VYKBO,WQKQZ0RaQGSGR#S1FyXCX@P&P3UjKl_LSWJcQLG1QoK=U^RIYUCgKqD.M?T)Z1QFXqL+C,GSOjU<RbL}\
        Z[Y4FdZ$VqFbL;FsX<K+D+NsQgQIDCDdRyOxPWWxVaToPBPIJdKWRfEfNDQhJOIzVQMrR0TbQ$K%QfG[Q/SSV2TQHpLeMjIKNNXtZ3\
        J(QhMlQtG'QORWV8M5PDTEZfJ<N=J9V=N(T,W=LNNRQ4V<PlN`QdT:PcFvPPMUTVC8PsP=V<[GNMK0HqTwV>USSsMnP)KSWnLHXvW`\
        U2DH^<HvO{SGW2MCMvKRS<:qUaMHMbG;LMN}U5WGN/M=TK[<MoUJSvR)P8OTP9CzC{EkTxSGNNXSU|T]I0I$S9ROR[L$VLK2S,V?Qw\
        OzOERHS.PpI&OVL2Y$Uf^ML(R4VHV;Q6O.SLH<Y%P<PBXlQ>^FW+NRXnY'S%RKQmT>HWS=I#VsO-NkNhU_J[L`OAZXO:HaN`YbGsO4\
        ]%TRNRR6XOVJP}QVVvScH/P8QaO6P*N&MgX8P-XKNJR:IsKBN`SjLpO7I?HwYdOHOzQ<W0EPOeSpPuI{RvT&J,KxTKSEFCQ&OhQ1Vq\
        PVN_VKO+AI[7HtN|HGI+PJT%U<D=LGIiS%QWL{I7K(UoOGR7F^M>KgUlKLBdLeN>LMK9FS[7VrP@S)RvJ%AZGRN]?CJ*H&PXSSA(WJ\
        KrP=Sh[rN|BkCoPILxW?QXP=ImUKH1G5NONeQxQCKBNqT.UyM4JOCDJdStSzOVBIVmLjRxN_KsQJM5P(MDMXMaRNMeO7QXO-N;OKP#\
        NbK5NYQqOkP^O(NEOuPcL)NkQ4QkNxO5MvOFOiPPM,JpIcV2M;H4S=X{PjYbH*IEM]W]KRBuN]OkR%HOXcOaSOKdLaPqRMQlN=N,N=\
        M6RuM1OPSbROSiMoI*U+M6TqJLSMT5N|H-REH`P;HOW}UkL:T[PpS8?{LiO@QERR=EJYSUP)P{MjUDQAT`J9M}J6MHNPQWUaI(UQR0\
        @NNgXJQ3AdTZN/LUR.OFQ)K=PX?hMnV}Q'S*SWMePIQAR#S;PFTDUgP4NwD?V#P7?LS=WhTbM@U$HQLxSxLqFEO1LEHUMUQaBYPcT,\
        GOVRVFRsTMD1K)OMI:SXNuQ-MnA8T(TlKuK-RJP>P2LdR`E_LiPw@wM[K8F3MOU@E3C{WVPrVbM@OuL4D|DELFO<LGBIY5U9OCRlN`\
        QQOtK;RITuJHVsKTLWDTErVsKJDWUiOrJJUXSSK%P)VGGbF9S1PIUXQ8RtO-OgStTbLmOIVcMpUsLwQLJ<PbK9MVE/QtCFIhOrT0RR\
        P3RuSwQoO'KwSHTJSaF6PyMjP=N?JVQtUpMYNIMiU]OpR'SsLvO^GeOtV0BJPCWjAvNPNdJoR<C.N%UrPHPxPyAjR7PeP6HOV1M,D;\
        PMPyN%RbH`SCT@RjR;RLM'RrU8M?V2H}JCO]M.NDSuOxJ5McWZG/R$O@M+V[OECrI?L[TVI%U&VCS>L(S5KnKcNdPLMzE]PdJOMqP7\
        K/TkKZKtUzMDL?R4P/@jV6UA@US(D7ONH:KZJ`W3RIWMIHKGL]N_MUL7G>V-P`XWDhN%IOV&KTG<SITbOzKHW3O0PQRi@qN/W@IRLy\
        S:IcGMPFQ_N0>9PaBUN}P3O#<iEYNDLXJ9LiKvT6NcLSPQK1D@P,KaNtSKN/KkQ-PoF1S*QwPbTQUUP[MID@UWS;D#U/MoSlIADsM@\
        OFLKU3LJOmS*JsL.KgOUIeDVOqOFVnI$JHMXP4C:TsKUU/LhM9OEB-PdJ5RnPMX4UBM3MNS+IsOnPhb2KPU#VGOa[*^VPeSJMPOuMb\
        N=SBL>MdLuQEMZ]zOdR$K{SiI&B6TAT'J7S=JVN?HeBjMdR`QSJhRnUIN|PlM4N.EtOcKIMvQ,B0Ay?.LWF|K,C*L|G[NzQlSLK&AH\
        NsIHOeSSHzLxTxQ>ICG2PhSGPZTDM'J-MxSdLyIdQ+G,QrM<OvNbN}SSS[P9S}M0Q.KE@VM1O'FoN]RyK8RePDI<P=EPTyRyPHO2Q(\
        R=R?QVP^M=N:VER}P(R+MrLBF[Q6RsRWLeY6MsM<W,Y,M;J^QkLtI0VAN1JtM0UsP3QMMTIAI+KXTeRrI.RzSyV7MDO'UiM#MdQkIr\
        KFR]WuQVOaMUN6HGN}O'@SNpO`IhB'KCIkJwKrU&LoQYNFRnLcN[NhQ,S8TlG6J`PgTcKeSdO2OoK4TjN?PmCwSrV;JZThLUG8K3Pe\
        J9PZT:LVOTTMTwScNzBpLFNIE[M9RDDHNuN-X6VrGyY?I.OxOnKnS`R6OXEOR/NSTTTrLRN7MYKvT8NzG:OjO)K$IHREInPST)Y(M,\
        NdCfNoC9M_X.NfLpUNG%Q=T:I}RWV#XfRJU:H`F[OwI$J/L.HWDWK@OJBZGyS(NUQ$8mN(JHG'S3OsAJJ]MkM`N2EeR'>nTZSLSKMH\
        TYNtN`HNI0XEELNOMGKXJ1TPOVM$ShNq=sG+ShP>J'K<RE<:J$OhH;MVSOVKLYQ'P3K_P-R1PDIfT{P0SDR(N;OPQcMOKaQ$OvNKRv\
        QQORGFNLLkP&JbUURfT*JkN$O_O$NBP.RjLSTVT%Q`I8VeX[?UX.LiSsF#S5V^TbMZVVQ|Uw_#W>T1OGOjLVXsN#T{OhRiSfPaQVRL\
        S:SqLcV0Ee@*O8OPTUGdO%U2MLPfLFTFW/ObXxWbFmQrIzH;I#S'QbL6PdVnKKUfS[S_K7IFKJHgSCN#P'NYOnT)RHFNJ;PUUDUpYX\
        P&GtV6GVM7Q.SUT8J3SSRzKYV*U,TlC=Q_JgOuNMN'U}P]K)TnRaWiLQQNRwUgYKRqAAUfP*JAUfPgT{TVPqQRL[QHTaVEA#W:Q{Oj\
        IYU6VQLKFaXqJAU<LTLkP(MpZfI0HAUaNCP6SlP9UmU4OQTdR:@|U6W{G*UgOuTZRtIZJ%UeS,XWLwP2LjPMKJHLY=ZFG}SfPYKmQH\
        RITjOMKdIIE-SdRpPwSJKVQ%JhLPQCKuG[H+TcEZQHP#H0JKQ1KqJ+NzOFB>HTD>K)EKIqBPP[KWU[P)P$NFRfIgQmRdJHOyHPKVUR\
        <$NkQyEzJtLOT9LES-ENT?O;L&MBQ+GHNFK9IiImQ^LcKfFOLNQcZJS,MIQONAP7ICM_MbJnNBO4S,TgM]Q?TIO0QYLuSpIgM]MUL?\
        X&N6Q=LjNfD]O2J'M8G>H4SxQmOFKzNIBHJhNUTtK|MLN1HILoQTJqUUIrMC@UO*WSQeNVFjOoQaNQV2R&S#S?O>N1M6QPFwK7KaQ7\
        R1JkLJ<GJyFpCoO,L?AcN|K0J5UvK3S@B&MeWu@}LcOVYsQoTeR'LQIrNA@cN|JvOaQQP,KhD$O[PZLMK5M=D;PmT8F'RlMFPVPrP;\
        PDT>KVTQP>KuNCOxWjKrGVNoRzLfV&W*R.TxO3QATyNwQ+GhPjL4JP?tMoW7QVJ&M^N/NPPkO{YY=UO5HtLiI:;UEtJOJ[SsN;J$VK\
        R;C'QcKxPvRvQyNTT7TAF5GlM<VUUjL_RkUNTKMASsJQRGCIPWG3O>S7OCF-KDJoO1U$M%JZZgH>TsS3UnGXTaTiG2FbU3QiX7G/G1\
        L6Q]N=MAR[[JSnMyU6ViHJNeLOO2S$N:JCLQQpS9Q^P*OwS2R9A:QIM{PkQ}P=J&JpS?I&OMD:OxTuGYL%THLCS$J@RKU2Q6PrDUP^\
        JxM:@KIgRCOmPCNwR&Q-OXMjM::DNNIOFoB^?fK9KuPMRPOmQ+S/PnI:OUNXKzPyS7K;Q@S.JW>5UmK;W$Q.RoT0OCR7WgP;PbY+TT\
        NSMiWGMxQbDdEAP]U7RyX5WcLZW2NmOuZKU*Sk^_K$T_PHOO[zX>A2U:O?J{N]KE[-N2Nn[UQTO`RVGdRVQTNbFgM/S{JrS.M?QE>f\
        MTRnQcOdS=P]I8NrWIMS?QXNNNRgIOS:J:TBSqQ8RjTeM:OwF_U]IzH-?JJtNgP3H'LU@ZTXQuP:O|=/P`OmETBc=+NlK:P`RBOjS0\
        J:LAIWSyH{QgMdQ|EEQ)V#JdQYM4N3QCSgUETJSOVOXNOaR(RmQ^Q0U9ICHGND>{QZPQOLS&PyK[V$Z}YxPgNZ`<KQTWHyZQTzTNVu\
        GpN/S<PdHLKHXIR[YXQKMMWCPtPdO{T1QVO,CRQCQtH@F/R9ULTgNYTqTTQ_M^M0L>Q.S1HjPYPmGmVkLAOyJ$GkTG?=DeU]J_T2A;\
        V&K-QZ9*P,b[REIlH,JAONN%LQ<3@0SM;kIDFK@9G&J'M:YNJl=cK2O3LnR%KfMNE4P+TEH$Q}ZaSXG0TsHMUcMBN@IkJ%Q|HtO=FR\
        P4DhP2VfU_UwCEVY>%Q}MeO<JVJ`NcXGP-K*Q3M&OKTOR9P%Q:PdNeHBQXR;M{PnSLLUO[MCLtV:RFIZSJOiLNI<KpKdF`MzL_LzS:\
        W|VvBsYNQEGvAGQ^PDNnJNOuSxQzQrHQU+WFMrK<UhO$G7DuMlCZIJLETDPLC&X-MQHtFoK=UmG=KqImR5I*TfP@DnQ;M$NESgQKL0\
        PKRiI}L9R=SAH*EfP<O`PLPXKxNdA$G3T}N.L4Q3R_MLJhE+P,P[O_FJIsLrR{MMNZLaD=MhL%JiK'F(JxN=NAOtLROqIa?[@)T'GG\
        H6PCL2F7IpKxN,R&QFKDPWPCQZQxMrA)OwLiLYShJ%QgP7R0RrVgQKV?CRPWO3C8AeUmSzVTWYM4PeNo[1LuM,UyO?NuKPE7SdU%G|\
        V06PEyOJM&U.QK=_P[O.HiZPRFHdO]R)TqKsWZV#W+W2ND?9Q_NDD3Ty@BNpL-P][<S|UhPfP3R]>1QaW*SDW]RrUYI`YrL-OnGVV_\
        ToR]MHLZQ-S@Tb9SN(RLVqQsS9RPUsHnP_OcOMLuR]K}UwObROUJL%U?OVQ:TbV;R{V.M,RsRnGsTXIZE`OEWWSTRYToQmJd>hSgFA\
        KfS2QLUWO1SaU>JDW@I^MFJ#UkP1UYM(S=R_P9L]HyNVJ<W>G0T,RdVhNRKBN`IsNgKPH]P{KWTqRHG,KBGoR/J}SiPOUiPhGGQoDB\
        S'MIQTEKX;U_V,XhWMP+IxQnOvNAAtW$R/SVNZS=F_V5Vh@jFiP5N>U5QXJ$Q*MuHTQkT2K0V=V[WZO4X^O>NFHsFGK+T`F'PZPsIO\
        IHFZSJS_QXJ4TiN1XGNmS$Q{EdIOV-P@LvV/R(M^PI@iOwOULPQ7PI@RS,PFPIUMO+UeB5QqKpN}S]H5RSAbU3LCUzMHR<KjR^K3O%\
        NeIhTnRLO9SuQ8NrUeN'R7L]UOMmU`WqO*W=IqJ:OAS0JjUnV$K^Q9LJUKOTQaOaP+Q`3gOFR4PhPiR]QmU%M(S)H{8uKMLqPlOMP3\
        RKN;K6V4DtF(UmP&N{S<Q=KdJ*DpN|UQNXF.T3Iq]IP-ErYHZId3FNT<FaKJNn],B]I0BiQ9Q{YxXrTMULPKD)J(NGFoUwAGKvQ7MU\
        RvRFU'V6N4P]MpNDU{QxQIOlLbO:HOOxS#UBLVH(OXPRN)SwK8QdJ[GvQTR)D*TtS7N.A>N1QbPJMcSGV5R&RYVlNNLwFuQHMMTcTf\
        GaROPeOCTBU4L2OBO:8<LZS(P:NgO9Q$QCL+WRJN8)O%D.P`OtRXQeLGMiRKP;@tO3N;MHRMHyJYPSM<HaSBQIC[]IRm]BL?OdX?T*\
        PxMBRIW7PGMgS#VJM|TBQ`R}ORM`^cK+RMQ2WDOjLXT@FRLtQ,>#S;P7Fz=PMRRPE/OQX|OjQVS*LwM{Q'R$PRPAO;WyU?NfQXV1Mc\
        T#Q*CkR/RxE_S>V1LJAvXsS]KNHRN<T8M8OpTlKfP^KoNHKlV;EqPLKDGrRoQEU|Q/Q@D+<uKtKJMmP$IGN*ObSFK9NCEVLlQ2PKP3\
        SAU4RpL+F$OjErUaKbN5NJKpM{SHKfQRW<PiO&Q-WcW|QpXlK`VRJ/X@[)Q-IpX.LlNhN'ULVON|YEVnLfQIUbI>O@TuIJBdC<K}Q9\
        U3MSSoROQVL*NPNhSsY3H;LCO|IYTHQ$O[GYW]MaHBN7PvO{O1KvOPR_O.RRQ6F'TWTSS??ZQ6SxI;JCT7UNDjSGT(G]O$V,P-K;We\
        NhQES_O^QLKfQDJuQjRL0PO*ODJ1MLKG?T@qF>C|NiCIW1P>RwTpY&QxRqIzM2P_I8Bn<BNFN9L1NEUUOHP/S?Q-FcNDM`N`P&U6Tn\
        O*R<RkL}U2PNU8LDSeJzPTRePPSVR5^LJ%NzB]EfRNLlX_LfRzTuMaQ>NBYCOYR@N,U<MqPoPYI}I{MsPCK_O1I[O-X+S/J{Y;VHN}\
        P-FYOnL,NZKLK.S`JlRMZ*DjW.KCWcP[[aGhO9LzMyV:MxDVVVD?XmPYL)IOLBRwX0H]N0N,UROeNnP>H%J#O(Ow[hPGIzDPMoXRT5\
        H7K|JmO;L(V`ToP_Ux@)M7F+NWVoMfO.O_HDM#R?L1BDGUS#USU{S0FtU:CR[$ObX|NzFPO5U1N[^1PIQ6OUO'QVQUM{TIPGVlZTM{\
        NIU-O+AWTT]VQNMLVuL%UqPmJMOYNdIbEiR`N;VESvLHTIECNUTaELKFS3AWT?TuWLPyOrSvQUJ(Q&JUPdQ4P^VGL2W)QRJeW0W/Qz\
        S6G$R2EjJ+J=H:N^OsOKVrKiK*ItVpPBMvRNI#[ISSUJT0X%TULNTxO1HERcJ>QaN6RwG<SWN$PAU%N%TlNiUYQuN#S-LTB(X{SYQ)\
        HSJnV6DHMpQjQIQnNlN-Q,O2F&UgTOL;O.U6OgU^JQ?wSoJ=MwM6DTMbMWL9R?R.P8J5TfL(TlK2P]LVQ7[(NBRVJINrW'OPUIQ-NG\
        U&GjLyNKU5Q)RqR_VHZ5THM?V%BEOKGLPBO9NMH8LQQvRPLLN9N{PUTXQhKxRtMsNXU/IKL<O(V9IuSEK0Q8GjLvX`F<HOLpV;K<N7\
        VWM<PELEQ$PgJ?HFJEE&LET&FyL9ORV8OLTIToRQSLL|QeThRhNcP_Q]P{OdP&WkZBJ8OAE4M%PiGGTyT.MZVPU:ZKVmICVXK>O#NT\
        VQQdT=Q=WTFRKhM#LkY2NQOHH}Q@JdOhTQYYP`L{RNKr`0U,YQRnR$G+S&OjL}D9S{T/]6L?PHD;R]LwU1O%S;T+M>P>K#Q6RRL3IZ\
        M'YXPjQ7UhRMHxVARZLkO8B'JyKBL=N:S`PcMFU&G`V$KhMiPgG:O[Y/P$OYW9Q0`ZPVNQPCX`AkEMLXSnW6JtS,OIVQLmF{XqMZHo\
        TtSWKFAyW]XnP6J.PSObZgR]QI];Z_GUUOSQP1O<J5J#K^UJOpQ.HsSjIXK^LMILLTOCV^U(VSLjRlQmStLoLe^:LlTlKqFQLYQM[&\
        U-R=T#R9Q@TdQqX<NdY+PzXBTmEmJeIIO%RrNST;O$QRPeO9ObGhMAR0V[Q(T]M@MhQ?UfN;O'L[UOPwU.WFVlK4FGOpGvZ9MXPCRK\
        TiElR@M[PrTBBcIySfTcQ(LzJMQGGpT3QNJ6C=IrKUGgL:Y/XPLzQ5`3QiGGP.Y=UWN4QfOGHJN?C-O?WIWtVQV[RpR1PzI{PdP=T*\
        WhO_O'PMFnHwRnLeP/SBMIKBQfJoMo>GOHP$RcFCR2R4MiRXLMXAVzLrTuWBOKL6XWP/SWSMGtM+UrN.TdRQRk]pOELcILNMPpX$H.\
        SoSrM|RlSWRSW1JtQRW>SaQjFzTVWXMwD_M4A;N)IjKoPaMOR{QYLHU/IVP$GlSyTsR&SU_YL`IzTPNhKqQ#W/K3YpSxOuH)L+Y:CC\
        T;H#TeMyO%PC_(I<QGO4OvU}XbZLJ@RQXnQ{PXTmQ%MwX*M_M)H_Q;J]R#S2EkMzT<P]QpX3Q/PwQiR(P/V<OsR/SoO*QtS7H8O4K}\
        ];YJLNP-CzPYP_Y*VnPIJ9U3QCJvD3P[W]T7EqW)I@FXD*OBV7L&LMLGSROxN_Y.P&SESzS+IDO%TVPdEvZfO6OKZtZeK4ZPHcP{Kw\
        RICQGfC1O{OdQCD:_UP4`hQ_F5NmQ1SHS&R|KCQ)PRQdGWXXO=UIZlJ?XWVXQ*K1SNQ<JZJ-O'Ed[hXrPnI0HsPTAzJHYKXwZAS<P0\
        RtL*LWOmM|U.S5HGQ`X.M^['RdOXJ$NzWHP;KYPwPsV*PBN4SRGWQAR8JfGHMnNMKWM{PAIwMNOBONK7KuM%KXJ0NyOENXNVNhLlN)\
        MHLwM%L;L.J9LdNpLnN+MPP<PFP%QMOLNoPoRvO)OTP?MqFnO^GIOyP0E%NGORNiP`LBKAP0PBU-Q6Q[N{Q2D`HFT?PqLLC-H+MpGY\
        PhQdS:JgQ,O<M|NuOfR[V5NpNNNxMBD>NHRtP|<QPSOnJHKeO>KgO=P$ORO(R=OKK#NbPPQJPeN4MmOrNJO/VVPCJzT'NnRIMzMUN@\
        O,PJKGOrP[NgNfOFMvNMNQG9P_MGQHSbPkQTQ]P6NyP0OzQlL.F|DCS.N*PTPELfNwP=SLS1O>OANYQ8PoP=*RHoQAOAQ3OlPyOSQQ\
        S=PxOIQ[R9N}M%JkQ%K$PoP$PbO<P[TbR=P|T1MRMzMsVcPeOtQKLcNPLoO1POO*OGPHOzOyOIRfSuRLQOPIP?O2Q|SiN`M(RKN1Oq\
        KuP-SnI}KMNlOHS3Q?U$Q.Q&RtQ#OHQ/NhO9JIHnM@NXL[QCP$E'NVO2PeP'NtMiR*P|N-P0OFMnP$PyPjNoO>Q6Q7PqR)NBNXPtP=\
        L/KYOdP6P]PCO2P=M{PmSoO:NYP:P?PgP>Q]PNPgQJPvOhR(PZP@PxNbPKMlOjNjP2P1S*QuP>P%P3ODP0P,PAQcR*P'PrMcO$OGR&\
        P]PzR`SyP&RKVCO2P-PMSEL(MQQ8R`MVO]QcPYO_SEP2P}O_P<PqPmO.MXP9OoNQN5PBO`O}OsP&Q@LBP(P_OJPoTlOJQ(NVQ<O{Ox\
        P'Q/P)OQQZNBL`O)OVOHO5Q`QPN=P6PkP,NxTpTWR@Q#P6OjPNR>P^QySwOrQ4O<N6N5PfOmQBL6P{POP)TvO`PJQpT,UQQ$MnOiIw\
        PUT5NOOtJ:L/RORsOOQ[R6NjQPVaM3Q:N:NJRXO[TMOtK-S&P*P?V-M*O<PKPcMmO'GEOEOXJ(M#HPK1PhM#SZOkPBRjOdQ=S_QNNW\
        Q)T$O|PROfO`K.OQKaOIPMPtN^P<PKO;NPNnR)NWLGJ}PSN|P|O_Q(NjP9T&PWOmM3PIPAQU5eQ0PYLSQxPcOV%:R)Q&Q(OpPVR-OO\
        RLP[PiQ^NNPvP(LsOPPCMkP8NRPHKMOeT;P-PaP]B/RtNdO3MqMNP{ENMjO2P)PPVdNuQBOYLwP]PFJYO)O^L@PMRCOhFuOENoN'P;\
        PFD<P2P}OyO^N3PxKuN_Q&O1P6W(MiPgRKOkP.P>JtP3P?K`P`PBQ-R&O8S3PXMLOoOFOmNAP_O(RUQbOJKNOpR(OANdR@O3MyNpP0\
        P>P:NzOjQ9PTPrPtOoO[MyPHP&QlMkL*OWQlOTJPO'H<O]OlHhP4O-E_QaJjLBOHP#Q6PyPrF.PpHCL+JiP2OvQwRRPQA3NWR*PwR;\
        PCO`PsN]QPRrM?U-ORQJSXPYPEOBJ,N:OgK4OOPLO{R&P>O)P$S)F)Q<OvREPuR5OsQYT'P8OyQUX2MfO<LFP0NHO|OENrL|OySyOg\
        Q1S(FKPYS'LpN{NyNTQ.MXKaOiNpPYR(LSQ'N|QrPJNWUFPTOQRKPAGBP2O[P%RqQXM=K[PuI=SAQdHYR_OSQkO}PWP[QHR,RjN=JB\
        QGNAJaL>T2NAPLPJOFONPAPoSbMaQpWLOTR$Q$LdMx_#R4N<L(MzHcPLOJR.NtPYPLD&T5P'JTOwOtP$Z:P>O4Z5P9N1R@X9O4M0I}\
        P#RsMlR3OkP^PwQKQbP-OyMK@-QPKzFYE8OqSSPnO>O[T3Q%S:TAQ%TUM/PHNqQkTtOXQ3HYLxMpMlIvLnOpR`MQ;-SRS?UCR`L/Q%\
        OxNUU`QHMpP^OGNrQ|R}P;KQNmP6P]MgOCP@OqOWN(S5Q?OjPyP=MZRMQ+PWQ=PZPLQLOtQFP:PQQ3O=ToQHPUROP=PKNPOfOcP.R*\
        S4MnO=QQO2Q>SKS8Q2QtO]QdQ6PIOQPWO>O_RANsRmQ-P,OvOKPgO%PjPQOxO>PPNA<kObHFPFP,G{OJNq:%PJDDByOdOzRzP<PbH@\
        QSFXK.OcQ)P$NUQaPWL9P6QBRDQ3OqRdPJP=PtPxO6P?NsN`OIO>P#ODI*LwPuM`N7PHP/LEOkT9P&N6^*PLReOcLdNLMrO@NdPJS#\
        BhJMUoHT[{LxS*OWPsR$P{P1CKLzNAMtOvOoM}OqP1OsPmO;P2PyPYPpO*MdP@PzQhN`OdOFOfQ:OsOrO_PoPMN}O9P9NxJSXAMjG_\
        P?P:OMP5[_P8SuPpT,NLKVPEQ$N)RvN%XIM9N}LfQci&MSRw>vMrQ1QzH]T`S':UH?MwML[,Z=T+NcQ*O,Z/T#P.T>TST7K[PsNRWX\
        JMRBy/MY]16VT]QLTkT)T%(cHnOAQzVyO;N$QHReFr.J>r1sX@}-VM]RQ?Wi9CH;G|j}<lX+eq]H?jM@])R&MlQ&N_PCOpP#Q-L.Q}\
        OkN6RxO)THQSNdP`P{NuPlQ.P/N-OfOmR6QuO9O]R;OzU/OpObPSPVOCPoP@N)Q+R+PiJjROT8OeR@QhOzO7OxPyO>TRQjPfPwSMM*\
        QZPyOrV<ODNjN_O;QHQbQIJ^PuQ0Q)JLO#P`Q?OVMPP3KZOxQzPhVYPmK@NuR4LVO>N+OPK#LvQ4S0PqNCLwMpV2R?M@O$StQ@SqOd\
        NoQ)PjT<M%OJM_FXNP^{P}KoONOVNfR'S)NuOER8P7PTNePJUPP0SqO}R:QkRaNBP0O=Q&RYISN|P1PdPKQMPzRlP<OLP_S4R)C6O#\
        M|N{T&U}P5WUc#EcRO=`PXM$CcK&MsR_I&X9DzXVP.O(ISJ&Jz'GByJ9R}a[PNL<HmO*O2MnGxE-I|M@PY7}P7RnKAPkD3MuOBS^T'\
        S$ReR&U@RZX,XuMjMSN2TUUUO|?DOmNDPzL4Z-H(>dLRPmg7Qz6kRgS<QkPDR5N1KALF4xUhT>a[UwU0SR=N^SJ#bpHp^dV@^7b&EH\
        A?^`Y`^*R7XjVPIdL`G_F-[`a&Teb^P9Sv[9Y}SKP6D7LyPoO7N>G]OnNhMpP}MMNkLlMqM@R4QBP3QSK[NpQ?MUOBO5PAQ1OnN1K3\
        P8PaKUI&?6Q$QJO{Sh9vL7QsP@L#Jd;0QoRj1A9:OwNFOLMxP9N:T$NdN>O4QXSvOiQ>OMRC@TE|RCOSNvIFNwHSO7QgM/H2KiNEA?\
        J:E,L/XuJeQ.G>INKuH|Wx?zN0B2MpI/H+E&PhOUJHMTIsN[OmN.PrNEKjH;P6MyNoDUKEQZOBN9H(M;NJGFQ-PDL&IsOCJ1MSN7RE\
        R[SJTdE[P@P=M`QKRqQzONNNQWPmMpP:JmWfGzKmOOR0HmMhN9RzO2L]QeU7NTV1ONMNOaSxPeQ,OLQ6LGRpONNxR.NWF8PVUA=WPp\
        J=N4MtD+U,D[NbD{LLL7KpNpThM#NqKZT2RWLEU/KkItQ1PiN1KcW7Q7S<PpO{Q(O`L0SdPpOURoMgPgN9R>E.M{S4P?OIQ>PxMpP)\
        QiPjMtLCSMM:RfQaQeRPRlTv:pK8MNRNSYTXN)M*PrRHP)JoQ%@NR;MDF[OoM}NpI>PIOoQRG?M|Q#MCRFS=NYM3S2QpPhM&M(M3Qs\
        O[R/S1Q*KeO3N?QmO|OTPNPXO:OnOzMCRyO)PBRDOEOaO;P@NfQ2E:OYOvFwPLP^L_O'PKOlOGS9N9QVUFQLR/L`MbNbQLOtR)V|He\
        OXSJReFDRyKXN2NiR6L,JbP}QTOtL/M2JjEJR^PcOCQ7L)RlPMQ$T6NaOqP=RRNuQmQsQANxMpR-P:S=QXP0RtN:OqQ2UfQ<PERRQB\
        J1K<>HAZN/PyO_M}P#KjO/N*OCP`QQS4MkMBOEPbO-KrR%Oo`9N^MiP?QuPQQ)L-O9PDOYOXJ=PBOHI-PpQDK@J]OkO<PmPMPgRkN?\
        UhS[>GQ%RlQlR<GgS%NrN@HtO7PDP]O2N[O&OqMfS*K7TcP;O>cfVyCCJtMOP=NJOiFsRZOUM>OSU`KSP-ODMqQTJTO9NjP8MDHaSG\
        NZKxOtR4NuOUQ.MRPKUQRHOWM#WcU,QWMMNLQ;HSP_T<MMP7M=K`LgViM@Q6OjF/JyVYJ`GpKVP8V(N]F%O-Q*OYQ_O?O#O,PTQ#PM\
        P_O#PeOaO?NYO{PJP3RWO{OpOuP$OyOGOdU,Ou";
}

// ---------------------------------------------------------------------------------------------------------------------
// Evaluation: what the empty cells are, kept up to date move by move
// ---------------------------------------------------------------------------------------------------------------------
pub mod eval {
    // How this room works: each empty cell has a `Share`, what it adds to the whole. The whole is kept as `Sums` and
    // two sums of network rows. A move changes the shares of a few cells; their old shares are taken out, their new
    // ones put in.
    use super::net::{weights, Network, Row, BOARD, FIRST};
    use super::rules::{cells, gains_of, joined, key, Behind, Board, Gains, Move, Undo, DEAD, LEFT, PAIRINGS, RIGHT};

    // An empty cell is linked if a path leads from it to another empty cell, and loose if not. A loose cell is a simple
    // thing: whoever plays there takes the best that it brings him, b for Blue or r for Red, and nothing else changes.
    // That is (b - r) / 2 for Blue whoever plays there, and (b + r) / 2 more for the one who does. Call b + r its worth;
    // below 0 it is a cell where nobody wants to play, and somebody must. Three things follow, whatever else is on the
    // board:
    //
    // 1. Of the loose cells only one of the highest worth needs to be tried. (A worth of x is won or lost by whoever
    //    gets it, so the margin of the rest changes by at most the difference when two loose cells are exchanged.)
    // 2. Two loose cells of the same worth can be forgotten: whoever plays in one is answered in the other.
    // 3. Without linked cells the rest of the game is a sum: the worths from the highest down, with changing signs.
    //
    // So the search knows a position by its linked cells and by the worths that an odd number of loose cells has; what
    // is certain, the sum of all (b - r) / 2, is added to whatever it finds.
    //
    // A small example. Blue is on turn, and three loose cells are left:
    //
    //     cell   b    r   certain for Blue (b - r) / 2   worth b + r
    //     A      7    2              2.5                      9
    //     B      1    4             -1.5                      5
    //     C     -1   -1              0                       -2
    //
    // Blue takes A for 7, Red B for 4, Blue must take C for -1: a margin of 7 - 4 - 1 = 2. The formula says the same
    // without playing: 2.5 - 1.5 + 0 for certain, and (9 - 5 + (-2)) / 2 = 1 by turns.

    /// Steps of a point: values are kept in sixteenths of a point.
    /// Halves are needed for the loose cells, the rest is for the network's fine differences.
    pub const POINT: i32 = 16;

    /// The kind of what lies behind a side of `cell`, as Blue sees it: 0 dead, 1 this very cell, 2-7 the own wall over
    /// 0, 1-2, 3-5, 6-9, 10-14, more segments, 8-13 the other wall likewise, 14-29 another empty cell over 0, 1-3, 4-7,
    /// more segments, each in four classes (see `class`; `walls_of` gives the walls of a cell).
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
    fn kind<F: Fn(usize) -> u8>(behind: Behind, cell: usize, walls_of: &F) -> usize {
        const BY_LENGTH: [u8; 16] = [0, 1, 1, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 4, 5];
        let length = usize::from(BY_LENGTH[usize::from(behind.length.min(15))]);
        match behind.end {
            DEAD => 0,
            LEFT => 2 + length,
            RIGHT => 8 + length,
            end if usize::from(end) / 4 == cell => 1,
            end => {
                let class = usize::from(class(walls_of(usize::from(end) / 4), end & 3));
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
    /// wall, plus 1 if one leads to the right wall.
    /// Without it a link would only say that a path goes on; with it the network sees that a path from the own wall is
    /// one tile away from the other wall. The 17 is the bit of the side itself in both halves of `walls`.
    fn class(walls: u8, side: u8) -> u8 {
        let others = walls & !(17 << side);
        u8::from(others & 15 != 0) * 2 + u8::from(others >> 4 != 0)
    }

    /// The kind as Red sees it.
    /// The walls change places, and so do the classes 1 and 2; done twice it is the kind again.
    pub fn mirror(kind: usize) -> usize {
        match kind {
            2..=7 => kind + 6,
            8..=13 => kind - 6,
            14..=29 => (kind - 14) / 4 * 4 + 14 + [0, 2, 1, 3][(kind - 14) % 4],
            _ => kind,
        }
    }

    /// One bit for each side that leads to the left wall, and four bits higher for the right wall.
    fn walls(ends: &[Behind; 4]) -> u8 {
        let bit = |s: usize| match ends[s].end {
            LEFT => 1 << s,
            RIGHT => 16 << s,
            _ => 0,
        };
        bit(0) | bit(1) | bit(2) | bit(3)
    }

    /// The most that a tile brings Blue and Red at once.
    /// They need not be the same tile: each side would choose its own.
    fn best(gains: &Gains) -> [i8; 2] {
        let most = |g: &[i8; 3]| g[0].max(g[1]).max(g[2]);
        [most(&gains[0]), most(&gains[1])]
    }

    /// What a cell is to the evaluation, see the head of this room. A cell starts linked and may become loose; it
    /// cannot become linked again, except by `undo`.
    #[derive(Clone, Copy, Debug, PartialEq)]
    enum State {
        Filled,
        Loose,
        Linked,
    }

    /// What the evaluation keeps of a cell.
    #[derive(Clone, Copy, Debug, PartialEq)]
    struct Share {
        state: State,
        /// Of a linked cell: the network's numbers of its ends as Blue sees them and as Red does.
        numbers: [u16; 2],
        /// Of an empty cell: the most that a tile here brings Blue and Red at once.
        best: [i8; 2],
        /// Which of its sides lead to which wall, see `walls`: cells that are linked to this one ask for it.
        walls: u8,
    }

    /// The share of a cell with a tile on it: nothing at all.
    const FILLED: Share = Share { state: State::Filled, numbers: [0; 2], best: [0; 2], walls: 0 };

    /// Worths of cells, one bit for each that an odd number of them has.
    /// Two loose cells of the same worth answer each other, so they vanish here: 9, 5, 5, -2 is the same as 9, -2, and
    /// indeed 9 - 5 + 5 - (-2) = 9 - (-2).
    type Worths = u128;

    /// The worth of bit 0. No cell is worth less: the worst has four ends at one wall, two paths of -3 each for whoever
    /// plays there, and so a worth of -12.
    const LEAST: i32 = -16;

    /// The bit of a cell's worth. Bits are in the order of worths: the highest bit of a set is the best cell. What is
    /// above the highest bit, a worth of 111, counts as that.
    fn worth_bit(best: [i8; 2]) -> Worths {
        1 << (i32::from(best[0]) + i32::from(best[1]) - LEAST).clamp(0, 127)
    }

    /// The sum of worths with the signs +, -, +, ... from the highest down: twice the margin of whoever is on turn if
    /// each side always takes the highest.
    fn alternating(mut worths: Worths) -> i32 {
        let mut sum = 0;
        let mut sign = 1;
        while worths != 0 {
            let bit = 127 - worths.leading_zeros() as i32;
            sum += sign * (bit + LEAST);
            sign = -sign;
            worths &= !(1 << bit);
        }
        sum
    }

    /// Sums over all empty cells.
    #[derive(Clone, Copy, Debug, PartialEq)]
    struct Sums {
        /// Number of linked cells.
        linked: u32,
        /// Blue's best less Red's over the loose cells, over the linked cells.
        /// In points, twice what is certain.
        loose_gap: i32,
        linked_gap: i32,
        /// Worths of the loose cells, of all cells.
        /// `loose` is what the exact sum needs; `all` is a rough guess of what the linked cells will turn into.
        loose: Worths,
        all: Worths,
        /// Hash of all that matters but what is certain and who is on turn.
        key: u64,
    }

    /// Sums over no cells: a full board.
    const NO_SUMS: Sums = Sums { linked: 0, loose_gap: 0, linked_gap: 0, loose: 0, all: 0, key: 0 };

    impl Sums {
        /// Adds a cell (sign 1) or takes it out (sign -1).
        fn count(&mut self, share: &Share, sign: i32) {
            let gap = sign * (i32::from(share.best[0]) - i32::from(share.best[1]));
            // Exclusive or: putting a worth in and taking it out are the same, so the sign does not matter for it.
            let bit = worth_bit(share.best);
            match share.state {
                State::Filled => return,
                State::Loose => {
                    self.loose_gap += gap;
                    self.loose ^= bit;
                }
                State::Linked => {
                    self.linked_gap += gap;
                    self.linked = (self.linked as i32 + sign) as u32;
                }
            }
            self.all ^= bit;
        }

        /// What the loose cells bring the side on turn whoever plays in them, in sixteenths of a point.
        fn certain(&self, turn: usize) -> i32 {
            let gap = if turn == 0 { self.loose_gap } else { -self.loose_gap };
            gap * POINT / 2
        }

        /// The network's inputs of the whole board, as the side on turn sees it.
        fn inputs(&self, turn: usize, contempt: f32) -> [f32; BOARD] {
            let is_odd = |worths: Worths| (worths.count_ones() & 1) as f32;
            let zero = -LEAST as u32;
            let highest = 127 - (self.loose | 1).leading_zeros() as i32 + LEAST;
            let lowest = (self.loose | 1 << 127).trailing_zeros() as i32 + LEAST;
            let gap = if turn == 0 { self.linked_gap } else { -self.linked_gap };
            let linked = self.linked as f32;
            [
                // What the loose cells, and what all cells bring the side on turn if each side always takes the
                // highest.
                alternating(self.loose) as f32 / 8.0,
                alternating(self.all) as f32 / 16.0,
                // How much more the linked cells offer us at once than the other side.
                gap as f32 / 16.0,
                // 1 for Red: Blue has the last move of the game.
                turn as f32,
                // Who will run out of moves first: parities of the linked cells, of the loose ones that cost something,
                // and of those that are free moves, worth nothing to both together.
                (self.linked & 1) as f32,
                is_odd(self.loose & ((1 << zero) - 1)),
                is_odd(self.loose >> zero & 1),
                // The best and the worst loose cell; without any -1 and 0.
                highest as f32 / 16.0,
                lowest.min(0) as f32 / 8.0,
                // How far the game has come. The second one is 0 up to 8 linked cells and 1 from 16 on: with both the
                // network can tell the end from the middle.
                linked / 16.0,
                (linked / 8.0 - 1.0).clamp(0.0, 1.0),
                // From the view of the side on turn, too.
                if turn == 0 { contempt } else { -contempt },
            ]
        }
    }

    /// The evaluation of one position after another: what is kept of each empty cell, and only what a move changes is
    /// computed again.
    pub struct Evaluator {
        /// Tables that never change.
        network: Network,
        shares: [Share; 64],
        keys: [u64; 64],
        /// Always the sums over `shares`, kept so by `exchange`.
        sums: Sums,
        /// How much weaker Red is held to be than Blue, from -1 to 1.
        /// It is an input of the network, and so a part of `key`: the table does not mix up what was computed with
        /// another one.
        pub contempt: f32,
        /// The sum of the linked cells' rows as Blue sees them and as Red does.
        rows: [Row; 2],
        /// For `undo`: what stood there before each change, and the sums before each move.
        /// `before` has an entry for each move with the length of `changed` at that time: what is beyond is that
        /// move's.
        changed: Vec<(usize, Share, u64)>,
        before: Vec<(usize, Sums, [Row; 2])>,
    }

    /// The cells that a move changes, with what they become: the filled one, up to four that a path led to from there
    /// and up to three more beside each of those.
    struct Changes {
        /// The first `count` are in use. No cell is there twice.
        cells: [(usize, Share); 17],
        count: usize,
    }

    /// An empty cell at whose sides a move changes something, with its new ends and walls.
    #[derive(Clone, Copy)]
    struct Touched {
        /// 64 where there is none yet.
        cell: usize,
        ends: [Behind; 4],
        walls: u8,
    }

    impl Evaluator {
        /// The evaluator with the weights of this file. Call `set` before anything else.
        pub fn new() -> Evaluator {
            Evaluator::with(&weights())
        }

        /// The evaluator with other weights, for learning and for matches between weights.
        pub fn with(weights: &[f32]) -> Evaluator {
            Evaluator {
                network: Network::new(weights, mirror),
                shares: [FILLED; 64],
                keys: [0; 64],
                sums: NO_SUMS,
                contempt: 0.0,
                rows: [[0; FIRST]; 2],
                changed: Vec::with_capacity(1_024),
                before: Vec::with_capacity(64),
            }
        }

        /// Takes a position in from nothing.
        /// Moves that were played before can not be taken back any more.
        pub fn set(&mut self, board: &Board) {
            self.shares = [FILLED; 64];
            self.keys = [0; 64];
            self.sums = NO_SUMS;
            self.rows = [[0; FIRST]; 2];
            self.before.clear();
            // The kinds need the walls of other cells.
            let mut walls_of = [0; 64];
            for cell in cells(board.empty) {
                walls_of[cell] = walls(&board.ends(cell));
            }
            for cell in cells(board.empty) {
                let share = self.share(cell, &board.ends(cell), best(&board.gains[cell]), &|c| walls_of[c & 63]);
                self.exchange(board, cell, share);
            }
            self.changed.clear();
        }

        /// The share of an empty cell with these ends. Loose is who leads nowhere but to walls, to dead ends and to
        /// itself; the network is not asked about it.
        fn share<F: Fn(usize) -> u8>(&self, cell: usize, ends: &[Behind; 4], best: [i8; 2], walls_of: &F) -> Share {
            if ends.iter().all(|b| b.end >= LEFT || usize::from(b.end) / 4 == cell) {
                return Share { state: State::Loose, numbers: [0; 2], best, walls: walls(ends) };
            }
            let kind = |s: usize| kind(ends[s], cell, walls_of);
            let numbers = self.network.numbers([kind(0), kind(1), kind(2), kind(3)]);
            Share { state: State::Linked, numbers, best, walls: walls(ends) }
        }

        /// What a move will change.
        /// The board is the one before the move, and stays so: to try a move costs a few lookups, no playing and taking
        /// back. Those of the last ply are never played at all.
        fn changes(&self, board: &Board, mv: Move) -> Changes {
            let cell = usize::from(mv.cell & 63);
            let ends = board.ends(cell);
            let mut touched = [Touched { cell: 64, ends, walls: 0 }; 4];
            let mut count = 0;
            if ends.iter().any(|b| usize::from(b.end) / 4 == cell) {
                // A path leads from the cell back to it. That is rare: what comes of it is left to the rules.
                let mut after = board.clone();
                for at in after.play(mv).touched() {
                    touched[count & 3] = Touched { cell: at, ends: after.ends(at), walls: 0 };
                    count += 1;
                }
            } else {
                // The same as `Board::play` does, on copies of the ends. Two paths may lead from here to the same cell:
                // its second change goes into the slot of the first.
                for segment in PAIRINGS[usize::from(mv.tile) % 3].iter() {
                    let (a, b) = (ends[segment[0]], ends[segment[1]]);
                    for (from, to) in &[(a, b), (b, a)] {
                        if from.end < LEFT {
                            let at = usize::from(from.end / 4);
                            let slot = touched[..count].iter().position(|t| t.cell == at).unwrap_or(count) & 3;
                            if slot == count {
                                touched[slot] = Touched { cell: at, ends: board.ends(at), walls: 0 };
                                count += 1;
                            }
                            touched[slot].ends[usize::from(from.end & 3)] = joined(from.length, *to);
                        }
                    }
                }
            }
            for t in touched[..count].iter_mut() {
                t.walls = walls(&t.ends);
            }
            self.spread(board, cell, &touched[..count])
        }

        /// What becomes of the touched cells, and of those that now see other walls behind them.
        ///
        /// The kind of a link depends on the walls of the cell at its other end (see `class`), so a change reaches one
        /// cell farther than the rules do:
        ///
        /// ```text
        ///   [played]==path==[touched]==path==[other]
        ///     tile           other ends       the same ends, but its link is of another class now
        /// ```
        fn spread(&self, board: &Board, cell: usize, touched: &[Touched]) -> Changes {
            let mut changes = Changes { cells: [(cell, FILLED); 17], count: 1 };
            let walls_of =
                |c: usize| touched.iter().find(|t| t.cell == c).map_or(self.shares[c & 63].walls, |t| t.walls);
            for t in touched {
                let new = self.share(t.cell, &t.ends, best(&gains_of(t.cell, &t.ends)), &walls_of);
                changes.cells[changes.count] = (t.cell, new);
                changes.count += 1;
                // With the walls that it had, the cell looks the same from the cells farther on.
                let old = self.shares[t.cell & 63].walls;
                if old == t.walls {
                    continue;
                }
                for (side, end) in t.ends.iter().enumerate() {
                    let other = usize::from(end.end) / 4;
                    if end.end < LEFT
                        && class(old, side as u8) != class(t.walls, side as u8)
                        && touched.iter().all(|t| t.cell != other)
                        && changes.cells[..changes.count].iter().all(|c| c.0 != other)
                    {
                        let new = self.share(other, &board.ends(other), self.shares[other & 63].best, &walls_of);
                        changes.cells[changes.count] = (other, new);
                        changes.count += 1;
                    }
                }
            }
            changes
        }

        /// Puts what has become of a cell in the place of what it was. The board is the one after the move.
        fn exchange(&mut self, board: &Board, cell: usize, new: Share) {
            let old = self.shares[cell & 63];
            // A linked cell is known by all four of its ends, a loose one by its worth alone, with 255 for a side,
            // which is none: two loose cells of one worth cancel out of the hash as they do out of the game.
            let worth = new.best[0].wrapping_add(new.best[1]);
            let new_key = match new.state {
                State::Filled => 0,
                State::Loose => key(u8::MAX, Behind { end: worth as u8, length: 0 }),
                State::Linked => {
                    board.ends(cell).iter().zip(4 * cell..).fold(0, |k, (b, side)| k ^ key(side as u8, *b))
                }
            };
            self.changed.push((cell, old, self.keys[cell & 63]));
            self.sums.key ^= self.keys[cell & 63] ^ new_key;
            self.sums.count(&old, -1);
            self.sums.count(&new, 1);
            for (side, row) in self.rows.iter_mut().enumerate() {
                exchange_row(&self.network, row, side, &old, &new);
            }
            self.keys[cell & 63] = new_key;
            self.shares[cell & 63] = new;
        }

        /// Plays a move on the board and keeps up with it.
        pub fn play(&mut self, board: &mut Board, mv: Move) -> Undo {
            let changes = self.changes(board, mv);
            self.before.push((self.changed.len(), self.sums, self.rows));
            let undo = board.play(mv);
            for (cell, new) in changes.cells[..changes.count].iter() {
                self.exchange(board, *cell, *new);
            }
            undo
        }

        /// Takes back the last move that was played here.
        pub fn undo(&mut self, board: &mut Board, mv: Move, undo: &Undo) {
            board.undo(mv, undo);
            if let Some((length, sums, rows)) = self.before.pop() {
                self.sums = sums;
                self.rows = rows;
                for (cell, share, key) in self.changed.drain(length..) {
                    self.shares[cell & 63] = share;
                    self.keys[cell & 63] = key;
                }
            }
        }

        /// The margin still to come for the side on turn, in sixteenths of a point.
        pub fn value(&self, board: &Board) -> i32 {
            let turn = board.turn & 1;
            self.value_of(&self.sums, &self.rows[turn], turn)
        }

        /// `value` of the position after a move, without playing it.
        /// The view is that of the side which is on turn then, the other one: what is good for it is bad for the mover.
        /// Only its row is computed.
        pub fn value_after(&self, board: &Board, mv: Move) -> i32 {
            let changes = self.changes(board, mv);
            let turn = (board.turn & 1) ^ 1;
            let mut sums = self.sums;
            let mut row = self.rows[turn];
            for (cell, new) in changes.cells[..changes.count].iter() {
                let old = &self.shares[cell & 63];
                sums.count(old, -1);
                sums.count(new, 1);
                exchange_row(&self.network, &mut row, turn, old, new);
            }
            self.value_of(&sums, &row, turn)
        }

        /// The margin still to come from sums and a row in the view of `turn`: exact without linked cells, else the
        /// network's.
        fn value_of(&self, sums: &Sums, row: &Row, turn: usize) -> i32 {
            let rest = if sums.linked == 0 {
                alternating(sums.loose) * POINT / 2
            } else {
                (self.network.margin(row, &sums.inputs(turn, self.contempt)) * POINT as f32) as i32
            };
            sums.certain(turn) + rest
        }

        /// What the loose cells bring the side on turn whoever plays in them, in sixteenths of a point.
        pub fn certain(&self, board: &Board) -> i32 {
            self.sums.certain(board.turn & 1)
        }

        /// Hash of all that the margin to come depends on, but for what is certain.
        pub fn key(&self, board: &Board) -> u64 {
            const TURN_KEY: u64 = 0x1a4c_f1c9_b2e5_0d87;
            self.sums.key ^ u64::from(self.contempt.to_bits()) ^ if board.turn == 1 { TURN_KEY } else { 0 }
        }

        /// True when the rest of the game is a sum, and `value` is exact.
        pub fn is_decided(&self) -> bool {
            self.sums.linked == 0
        }

        /// Moves to the end of the game if nobody plays in one of two loose cells of the same worth.
        pub fn length(&self) -> u32 {
            self.sums.linked + self.sums.loose.count_ones()
        }

        /// True for an empty cell that touches no other one any more.
        pub fn is_loose(&self, cell: usize) -> bool {
            self.shares[cell & 63].state == State::Loose
        }

        /// A loose cell of the highest worth, `odd`: of those that an odd number of loose cells has.
        pub fn loose_cell(&self, board: &Board, odd: bool) -> Option<usize> {
            let worths = if odd { self.sums.loose } else { Worths::MAX };
            let worth = |cell: &usize| worth_bit(self.shares[cell & 63].best);
            cells(board.empty).filter(|cell| self.is_loose(*cell) && worth(cell) & worths != 0).max_by_key(worth)
        }

        /// What the network is given of a position, for learning: the kinds of the linked cells' ends as the side on
        /// turn sees them, and the inputs of the whole board.
        pub fn inputs(&self, board: &Board) -> (Vec<[u8; 4]>, [f32; BOARD]) {
            let turn = board.turn & 1;
            let walls_of = |c: usize| self.shares[c & 63].walls;
            let kinds = |cell: usize| {
                let kind = |s: usize| match kind(board.ends(cell)[s], cell, &walls_of) {
                    kind if turn == 0 => kind as u8,
                    kind => mirror(kind) as u8,
                };
                [kind(0), kind(1), kind(2), kind(3)]
            };
            let linked = cells(board.empty).filter(|cell| self.shares[*cell].state == State::Linked);
            (linked.map(kinds).collect(), self.sums.inputs(turn, self.contempt))
        }
    }

    /// Takes a cell's old row out of the sum and puts its new one in. Only linked cells have a row. Number 0 is four
    /// dead sides, never a linked cell's, so equal numbers mean that there is nothing to do.
    fn exchange_row(network: &Network, row: &mut Row, side: usize, old: &Share, new: &Share) {
        if old.numbers[side] != new.numbers[side] {
            if old.state == State::Linked {
                network.subtract(row, old.numbers[side]);
            }
            if new.state == State::Linked {
                network.add(row, new.numbers[side]);
            }
        }
    }
}

// ---------------------------------------------------------------------------------------------------------------------
// Search: owns the tables, the node count, the generator and the clock. Takes a position, returns a move and its score.
// ---------------------------------------------------------------------------------------------------------------------
pub mod search {
    // Alpha-beta in the form of one routine for both sides: a score is what the side on turn still gains less what the
    // other one does, so the value of a move is its gain less the score of the position after it. A window turns over
    // likewise:
    //
    //     score = gain - v,  so  alpha < score < beta  is the same as  gain - beta < v < gain - alpha
    //
    // Points that were scored before a position are no part of its score. So positions with the same future are the
    // same whatever the path to them brought, and the transposition table finds many more of them.
    //
    // A position has up to 183 moves in a game, far too many to look at all of them deeply. Three things make them
    // fewer: moves of the same effect are searched once (`distinct_tiles`, and one loose cell for all), the others are
    // sorted by static value and only the best are searched (`WIDTHS`), and one ply before the horizon no move is
    // played at all:
    //
    //     ply 0   root            60 moves
    //     ply 1                   18
    //     ply 2                   12
    //     ply 3 and on             8
    //     last ply                all, by static value alone (`best_static`)
    //
    // What follows was measured with changed copies of this file against this one; the copies are not kept.
    //
    // Ten times the time (0.3 s a move against 0.03 s) made +3.3 +- 1.8 points a game from 38 cells on and +1.7 +- 0.9 from
    // 24 on (30 and 40 pairs); from the beginning +2.0 +- 1.6 (0.1 s against 0.01 s, 40 pairs).
    //
    // Tried and left out, in 40 pairs at 0.1 s a move if nothing else is said, +- 0.9 to 1.5 points a game:
    //
    //     cut off where the static value of the position lies beyond the      +1.5, but 0.0 with other tiles; margins
    //     window by more than 1.25 points (more with depth, up to 2)          of 0.75 to 1.5: -0.5, of 2 to 2.5: -0.7
    //     the same by 2.5 points with a score of two plies less               +0.6
    //     wider, but only moves within 3 points of the best                   +0.1
    //     wider, and a ply less for moves after the fourth (20 pairs)         +0.1
    //     the first five moves get a fifth of a later one, not half, and the
    //     next six two fifths, not as much (80 pairs, 4 s a game)             +0.1 +- 0.9
    //     from 18 or 22 cells on 8, 4, 3, then 2 moves wide, to the end       +0.1, -1.6
    //     the same from 20 cells on, only these played, 0.6 s (50 pairs)      +0.2 +- 0.5
    //
    // The last is a surprise: at a `length` of 14 the score of such a narrow search is 0.8 points off on the mean, that
    // of the wider one at ten plies 1.6, for twelve times the nodes (14 positions). It seldom changes the move.
    use super::eval::{Evaluator, POINT};
    use super::net::weights;
    use super::rules::{cells, Behind, Board, Move, LEFT};
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
    /// It fits into the 16 bits that an entry of the table has for a score.
    const INFINITE: i32 = 30_000;

    /// Entries of the transposition table, a power of two: 2^21 of 16 bytes are 32 of the contest's 64 MB.
    const TABLE_ENTRIES: usize = 1 << 21;

    /// The clock is read every so many inner nodes; one costs 20 to 40 microseconds.
    /// Reading it costs little beside so many nodes, and a stop is late by about a millisecond.
    const CLOCK_NODES: u64 = 32;

    /// With so many moves to the end nothing is left out when the search gets there: what is searched to the end is
    /// exact. It takes 0.06 s for thirteen empty cells, 0.27 s for fourteen and 1.1 s for fifteen (medians of 41 positions,
    /// `tune-spaghetti solve 15 41 1`; 21 others each gave 0.6 and 0.8 s for fifteen).
    /// Cells are counted here as `Evaluator::length` does: loose cells that cancel each other are no work.
    pub const EXACT_CELLS: u32 = 16;

    /// The best so many moves by static value are searched, by distance from the root. Narrower and wider ones are
    /// equal within a point a game: 40, 12, 8, 6 lost 0.7 +- 0.7 against three wider ones (180 games, 20 to 30 ms a move).
    /// The last width holds for all plies from there on.
    const WIDTHS: [usize; 4] = [60, 18, 12, 8];

    /// The network has learned from games against weaker players too, and is told how much weaker the other side is:
    /// against these it pays to keep long paths open, which a player as strong as we are would only make us regret.
    /// Against the best weights of the rounds without such games (100 pairs at three plies) contempts of 0, 0.25 and 0.5
    /// made +0.7, -0.5 and -0.4 points a game, +- 1; 0.25 and 0.5 made +35.2 and +35.2 against greedy, +25.0 and +23.7
    /// against careful, +- 2. Without the games against weaker players it was about +27 and +20.
    const CONTEMPT: f32 = 0.25;

    /// What a bound in the table says of the true score.
    /// Exact: the score itself. Lower: the true score is that or more, for a move was good enough and the rest was not
    /// looked at. Upper: that or less, for no move came up to alpha. 0, as in a new table, is an entry without a score.
    const EXACT: u8 = 1;
    const LOWER: u8 = 2;
    const UPPER: u8 = 3;

    /// Most moves of a position.
    /// An empty board has 3 * 63 = 189; this is a little more.
    const MOST_MOVES: usize = 192;

    /// One position of the transposition table.
    /// A position simply overwrites what lies in its slot.
    #[derive(Clone, Copy, Default)]
    struct Entry {
        /// The whole key: positions that share a slot are told apart.
        hash: u64,
        /// Without what is certain, sixteenths of a point for the side on turn.
        score: i16,
        /// The best move. A loose cell stands for any, see `listed`.
        cell: u8,
        tile: u8,
        /// Plies that were searched below the position.
        depth: i8,
        /// `EXACT`, `LOWER` or `UPPER`.
        bound: u8,
    }

    /// What a search found.
    #[derive(Clone, Copy, Debug)]
    pub struct Choice {
        /// The move to play.
        pub mv: Move,
        /// Margin still to come for the side on turn, sixteenths of a point.
        pub score: i32,
        /// Plies of the deepest search that found something; 1 means static values alone.
        pub depth: i32,
        /// Positions above the horizon that the search came to.
        pub nodes: u64,
    }

    /// A move with its static value.
    #[derive(Clone, Copy, Default)]
    struct Ranked {
        /// Sixteenths of a point for the side that plays it.
        value: i32,
        mv: Move,
    }

    /// All that outlives a move: the table above all. What it knows of positions is true for the whole game, so it is
    /// never cleared.
    pub struct Search {
        /// Only orders equal moves at the root.
        pub rng: Rng,
        /// It follows the board move by move during a search.
        pub evaluator: Evaluator,
        /// How much weaker the other side is held to be, from 0, an equal, to 1, see `CONTEMPT`.
        pub contempt: f32,
        table: Box<[Entry]>,
        /// By distance from the root, the last move that was good enough one move before the horizon.
        killers: [Move; 64],
        /// Of this search; the deadline is looked at now and then, and `stopped` stays true once it has passed.
        nodes: u64,
        deadline: Option<Instant>,
        stopped: bool,
    }

    impl Search {
        /// A search with the weights of this file. The same seed and depth give the same moves.
        pub fn new(seed: u64) -> Search {
            Search::with(seed, &weights())
        }

        /// A search with other weights.
        pub fn with(seed: u64, weights: &[f32]) -> Search {
            Search {
                rng: Rng(seed),
                evaluator: Evaluator::with(weights),
                contempt: CONTEMPT,
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
        ///
        /// Depths are searched one after another. The shallow ones are not wasted: they fill the table with good first
        /// moves, which make the deeper ones much faster, and there is an answer whenever time runs out.
        pub fn choose(&mut self, board: &Board, slice: Option<(Instant, Duration)>, max_depth: i32) -> Option<Choice> {
            self.nodes = 0;
            self.stopped = false;
            self.deadline = slice.map(|(begin, time)| begin + time * 2);
            // We are the stronger side, whichever colour that is; the evaluator wants to know how much weaker Red is.
            self.evaluator.contempt = if board.turn == 0 { self.contempt } else { -self.contempt };
            self.evaluator.set(board);
            let mut board = board.clone();
            let mut moves = [Ranked::default(); MOST_MOVES];
            let count = self.rank(&board, &mut moves);
            let moves = &mut moves[..count];
            // Equal moves come in an order of the seed's; the first of equal ones is kept.
            for i in (1..moves.len()).rev() {
                moves.swap(i, self.rng.below(i + 1));
            }
            moves.sort_by_key(|m| -m.value);
            let best = *moves.first()?;
            let mut choice = Choice { mv: best.mv, score: best.value, depth: 1, nodes: 0 };
            // No search goes deeper than the game is long. Near the end no move may be left out, or it would not be
            // exact.
            let empty = self.evaluator.length();
            let width = if empty <= EXACT_CELLS { count } else { WIDTHS[0].min(count) };
            if width == 1 {
                return Some(choice);
            }
            for depth in 2..=max_depth.min(empty as i32) {
                match self.root(&mut board, &mut moves[..width], depth) {
                    None => break,
                    // A depth that was not finished counts, too: the best move of the depth before was searched first,
                    // so another one is here only because it was found to be better.
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
        ///
        /// The first move is searched with an open window. Of the others it is asked only whether they are better than
        /// the best so far, which is answered much faster, mostly with no; only a yes is searched again for the exact
        /// score.
        fn root(&mut self, board: &mut Board, moves: &mut [Ranked], depth: i32) -> Option<(Move, i32)> {
            let mut best: Option<(Move, i32)> = None;
            let mut alpha = -INFINITE;
            for i in 0..moves.len() {
                let mv = moves[i].mv;
                let gain = board.gain(mv) * POINT;
                let undo = self.evaluator.play(board, mv);
                let mut score = 0;
                if i > 0 {
                    score = gain - self.alpha_beta(board, gain - alpha - 1, gain - alpha, depth - 1, 1);
                }
                if i == 0 || score > alpha {
                    score = gain - self.alpha_beta(board, -INFINITE, gain - alpha, depth - 1, 1);
                }
                self.evaluator.undo(board, mv, &undo);
                if self.stopped {
                    break;
                }
                if score > alpha {
                    alpha = score;
                    best = Some((mv, score));
                    // The best move goes to the front, the others keep their order: the next depth begins with it.
                    moves[..=i].rotate_right(1);
                }
            }
            best
        }

        /// The margin still to come for the side on turn, fail-soft: exact between alpha and beta, otherwise a bound.
        /// When time has run out it returns anything and `stopped` is true.
        /// Nothing is exact about the moves that `WIDTHS` leaves out: the score is that of a game in which nobody plays
        /// them.
        fn alpha_beta(&mut self, board: &mut Board, mut alpha: i32, beta: i32, depth: i32, ply: usize) -> i32 {
            // At the horizon the network answers, and without linked cells the sum does.
            if depth <= 0 || self.evaluator.is_decided() {
                return self.evaluator.value(board);
            }
            self.nodes += 1;
            if self.nodes % CLOCK_NODES == 0 && self.deadline.map_or(false, |d| Instant::now() >= d) {
                self.stopped = true;
            }
            if self.stopped {
                return 0;
            }
            let empty = self.evaluator.length();
            // Scores are kept without what is certain, which the key does not tell.
            let certain = self.evaluator.certain(board);
            let key = self.evaluator.key(board);
            let slot = key as usize & (TABLE_ENTRIES - 1);
            let entry = self.table[slot];
            let mut first = Move::NONE;
            if entry.hash == key && entry.bound != 0 {
                first = self.listed(board, Move { cell: entry.cell, tile: entry.tile });
                if i32::from(entry.depth) >= depth {
                    let score = i32::from(entry.score) + certain;
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
                    // Wide if the search gets to the end of the game from here, for then it shall be exact; else the
                    // best few.
                    let mut moves = [Ranked::default(); MOST_MOVES];
                    let count = self.rank(board, &mut moves);
                    let moves = &mut moves[..count];
                    let width = if empty <= EXACT_CELLS && depth >= empty as i32 {
                        count
                    } else {
                        WIDTHS[ply.min(3)].min(count)
                    };
                    for i in 0..width {
                        // The best of the rest is looked for when it is its turn. To sort all would be wasted: often
                        // the first moves already are good enough.
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
            // All moves of a frontier were valued, not asked about with a window: what does not reach beta is the
            // maximum.
            let bound = if best >= beta {
                LOWER
            } else if frontier || best > old_alpha {
                EXACT
            } else {
                UPPER
            };
            self.table[slot] = Entry {
                hash: key,
                score: (best - certain) as i16,
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
            let undo = self.evaluator.play(board, mv);
            let mut score = 0;
            if !is_first {
                score = gain - self.alpha_beta(board, gain - alpha - 1, gain - alpha, depth - 1, ply + 1);
            }
            if is_first || (score > alpha && score < beta) {
                score = gain - self.alpha_beta(board, gain - beta, gain - alpha, depth - 1, ply + 1);
            }
            self.evaluator.undo(board, mv, &undo);
            score
        }

        /// The move with the highest static value, or the first that reaches beta: one move before the horizon the
        /// static values are the values. What was good enough beside this position, and what brings the most at once,
        /// mostly is good enough here, so these come first.
        fn best_static(&mut self, board: &mut Board, hint: Move, beta: i32, ply: usize) -> Ranked {
            let mut best = Ranked { value: -INFINITE, mv: Move::NONE };
            for &hint in &[hint, self.killers[ply & 63], self.highest_gain(board)] {
                let mv = self.listed(board, hint);
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
            let count = self.list(board, &mut moves);
            for m in &moves[..count] {
                let value = self.value_after(board, m.mv);
                if value > best.value {
                    best = Ranked { value, mv: m.mv };
                }
                if value >= beta {
                    // Positions at the same distance from the root are much alike: remember what worked.
                    self.killers[ply & 63] = m.mv;
                    return best;
                }
            }
            best
        }

        /// Lists the moves that differ in effect with their static values.
        fn rank(&mut self, board: &Board, moves: &mut [Ranked; MOST_MOVES]) -> usize {
            let count = self.list(board, moves);
            for m in moves[..count].iter_mut() {
                m.value = self.value_after(board, m.mv);
            }
            count
        }

        /// The static value of a move: its gain less the static value of the position after it.
        fn value_after(&mut self, board: &Board, mv: Move) -> i32 {
            board.gain(mv) * POINT - self.evaluator.value_after(board, mv)
        }

        /// The move that brings the side on turn the most at once, of those in linked cells.
        fn highest_gain(&self, board: &Board) -> Move {
            let mut best = (i8::MIN, Move::NONE);
            for cell in cells(board.empty) {
                let gains = board.gains[cell & 63][board.turn & 1];
                for (tile, gain) in gains.iter().enumerate() {
                    if *gain > best.0 && !self.evaluator.is_loose(cell) {
                        best = (*gain, Move { cell: cell as u8, tile: tile as u8 });
                    }
                }
            }
            best.1
        }

        /// A move from another position as `list` would give it here: the one loose cell instead of any.
        fn listed(&self, board: &Board, mv: Move) -> Move {
            if board.can_apply(mv) && self.evaluator.is_loose(usize::from(mv.cell)) {
                self.loose_move(board, true).unwrap_or(Move::NONE)
            } else {
                mv
            }
        }

        /// The move in a loose cell that is as good as any.
        /// `odd` as `Evaluator::loose_cell` has it; in the cell the best tile for the side on turn.
        fn loose_move(&self, board: &Board, odd: bool) -> Option<Move> {
            let cell = self.evaluator.loose_cell(board, odd)?;
            let gains = board.gains[cell & 63][board.turn & 1];
            let tile = (0..3).max_by_key(|t| gains[*t]).unwrap_or(0);
            Some(Move { cell: cell as u8, tile: tile as u8 })
        }

        /// Lists the moves that differ in effect, without values.
        /// The number of moves is 0 only on a full board.
        fn list(&self, board: &Board, moves: &mut [Ranked; MOST_MOVES]) -> usize {
            let mut count = 0;
            for cell in cells(board.empty) {
                if self.evaluator.is_loose(cell) {
                    continue;
                }
                for tile in distinct_tiles(&board.ends(cell)) {
                    moves[count].mv = Move { cell: cell as u8, tile: *tile };
                    count += 1;
                }
            }
            // Of the loose cells one is enough.
            let mut loose = self.loose_move(board, true);
            if count == 0 && loose.is_none() {
                loose = self.loose_move(board, false);
            }
            if let Some(mv) = loose {
                moves[count].mv = mv;
                count += 1;
            }
            count
        }
    }

    /// The tiles that differ in effect on a cell with these four ends. Where the same lies behind two sides, exchanging
    /// them changes nothing, and two of the three pairings are one.
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
pub mod protocol {
    // The only room that reads and writes. It keeps the board of the real game; the search gets it, and a part of the
    // time, anew for each move. Whoever wants to see the program think reads stderr: one short line for each of its
    // moves.
    use super::eval::POINT;
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

    /// The part of the time left that is meant for a move. The last fourteen cells are solved at once, so the plan ends
    /// about there; the first moves decide little. No move takes more than two thirds of what is left.
    ///
    /// An example: with 40 cells empty 20 moves are our own, 14 of them count, and the slice is a fourteenth of the
    /// time left. With 61 it is half of a 25th.
    fn slice(clock: &Clock, board: &Board) -> Duration {
        // Our moves to the end of the game, the one to come included.
        let own = (board.empty.count_ones() as f64 / 2.0).ceil();
        // Never fewer than three: the last moves get at most a third of what is left.
        let moves = (own - 6.0).max(3.0);
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
            // The deadline of an empty slice is the beginning of this turn.
            let slice = (clock.deadline(Duration::from_secs(0)), time.min(clock.left() / 2));
            if let Some(choice) = search.choose(&board, Some(slice), i32::MAX) {
                board.play(choice.mv);
                // Move, depth, nodes, expected margin in points, seconds that were left when the turn began.
                let _ = writeln!(
                    io::stderr(),
                    "{} d{} n{} {:+.1} {:.2}s",
                    choice.mv.format(),
                    choice.depth,
                    choice.nodes,
                    f64::from(choice.score) / f64::from(POINT),
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
