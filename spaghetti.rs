//! Spaghetti (CodeCup 2022): two players lay path tiles on a grid of 9 rows and 7 columns until it is full.
//!
//! Rules in short: the jury lays two tiles, then Blue and Red lay 61 by turns. Blue has the first and the last of them.
//! A tile holds two path segments. Each joins two sides of its cell, in one of three ways: l, s or r (see `PAIRINGS`).
//! Blue owns the left wall, Red the right wall. A tile that completes a path brings points to the player who lays it. A
//! path from wall to wall brings one for each segment from the layer's own wall up to the new one, included (of two:
//! the farther). A path from a wall back to it costs 3, a cycle costs 5. A path to the top or the bottom brings 0. Each
//! player starts with 50 points. A tile may go on any empty cell, so there are 183 first moves.
//!
//! Protocol: two lines with the jury's tiles, then `Start` for Blue. All further lines are moves, such as `cer`. Rows
//! are a to i from the top, columns a to g from the left; the tile is last. `Quit` or the end of the input ends it.
//!
//! Objective: the page of the contest adds up own points. The search plays for own points less half of theirs.
//! Method: the board knows where the path behind each side of an empty cell ends, and how long it is. Alpha-beta looks
//! for the objective still to come. It tries the 60 moves that look best one ply deep, 26 answers to each, then 18, and
//! 12 from there on; at the last ply all that may be good. It tries all moves if at most 16 that matter are left and it
//! gets to their end. Game theory gives a cell without a path to another empty one its mean, and the exact rest once all
//! are such. Until then a small network, learned from searches, estimates it.
//!
//! Where to begin: `ayu.rs`, which explains alpha-beta. Here the pictures at the head of `rules`, then `Board::play`;
//! the heads of `eval` and `net`; `Search::think`. An "idea" is a small change of this file that `make idea` measures.
//!
//! Strength: see `make pool GAME=spaghetti`. It wins own points against strangers, and no more games than before.
//!
//! Not here: an opening book, thinking in the opponent's time, the score so far (only points to come matter).
//! Build: `rustc -O spaghetti.rs`. Run: `./spaghetti [SECONDS [SEED]]`.

#![forbid(unsafe_code)]

// ---------------------------------------------------------------------------------------------------------------------
// Constants
// ---------------------------------------------------------------------------------------------------------------------

/// First two words on stderr.
const NAME: &str = "spaghetti 1.0";

/// Seconds that the contest gives a program for a whole game.
const GAME_SECONDS: f64 = 30.0;

// ---------------------------------------------------------------------------------------------------------------------
// Rules: Board, Move, parse and Display, play, gains. No list of moves (see `search`), no clock, no randomness, no I/O.
// ---------------------------------------------------------------------------------------------------------------------
pub(crate) mod rules {
    // Most of what lies on the board never matters again. A path that is finished has been paid. Of an open path three
    // things count: where it starts, where it ends, how many segments it has. So the board keeps no tiles. It keeps
    // for each side of each empty cell what lies at the end of the path that leaves the cell there, and how far:
    //
    //     left wall ==3 segments==[W  cell  E]==5 segments==[W  another cell  E]== right wall, 0 segments
    //                               N   S                         N   S
    //                            dead   a third cell            and so on
    //
    // A path between two empty cells is known at both ends: if side x leads to y over n segments, y leads to x over n.
    // A tile joins the ends behind its sides in two pairs. It touches nothing in between, however long the paths are:
    //
    //     before:  [x]==a==[W cell E]==b==[y]      x leads to W over a segments, y leads to E over b
    //     after:   [x]=======a+1+b=======[y]       the laid segment is the 1
    //
    // Points that were paid are no part of the position either. `gain` says what a move brings; the caller adds up.
    // There is no `undo`: a board is one kilobyte. Moves are tried on copies. `take_back` needs the board before it.
    // Here a side is one of the four of a cell; Blue and Red are players. In an index, `& 63`, `& 255`, `& 3`, `& 1`
    // and `% 3` change no value: they let the compiler drop the bounds check.
    use std::{fmt, iter};

    /// Rows a to i from the top, columns a to g from the left. The number of a cell is 7 * row + column, from 0 to 62.
    /// So a set of cells fits into 64 bits, and 63 is free to mean no cell.
    pub const ROWS: usize = 9;
    pub const COLUMNS: usize = 7;
    pub const CELLS: usize = ROWS * COLUMNS;

    /// Points for completing a cycle, and a path from a wall back to it. The player who lays the tile pays.
    const CYCLE: i8 = -5;
    const SAME_WALL: i8 = -3;

    /// What lies behind a side of an empty cell: the number of another empty cell's side (4 * cell + side), or one of
    /// these. They come after all sides: `end < LEFT` asks whether the path leads to an empty cell. A dead path ends at
    /// the top or the bottom and is never worth anything. Divided by 4 all three give 63, which is no cell.
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

    /// A tile on a cell. Any tile may be laid on any empty cell: each empty cell has three moves.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
    pub struct Move {
        pub cell: u8, // row * 7 + column
        pub tile: u8, // 0 for l, 1 for s, 2 for r
    }

    impl Move {
        /// No move. Bit 63 of the empty cells is never set, so `can_apply` refuses it without a special case.
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
        pub end: u8, // an empty cell's side, or `LEFT`, `RIGHT` or `DEAD`
        /// Segments between here and there: at most 126, two on each of 63 tiles. Dead paths all have 0: their length
        /// never matters, and so it cannot give equal positions different hashes.
        pub length: u8,
    }

    /// All that matters for the rest of the game. `==` also compares stale entries of filled cells, unlike the hash.
    #[derive(Clone, Copy, Debug, PartialEq)]
    pub struct Board {
        /// By side of a cell; only those of empty cells mean anything.
        pub behind: [Behind; 256],
        pub empty: u64, // one bit for each empty cell
        /// What each tile on an empty cell brings Blue and Red: `gains[cell][0][2]` is what r brings Blue, at most 126.
        pub gains: [[[i8; 3]; 2]; 64],
        /// By empty cell: bit s is set if side s leads to the left wall, bit 4 + s if it leads to the right wall.
        pub walls: [u8; 64],
        pub turn: usize, // the player: 0 is Blue
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
                let side = |cell: usize, s: usize| (4 * cell + s) as u8;
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

        /// What laying the move's tile brings the player on turn, in points.
        pub fn gain(&self, mv: Move) -> i32 {
            i32::from(self.gains[usize::from(mv.cell & 63)][self.turn & 1][usize::from(mv.tile) % 3])
        }

        /// What lies behind the four sides of a cell.
        pub fn ends(&self, cell: usize) -> [Behind; 4] {
            [0, 1, 2, 3].map(|s| self.behind[(4 * cell + s) & 255])
        }

        /// Computes what is kept of an empty cell besides its four ends.
        fn refresh(&mut self, cell: usize) {
            let ends = self.ends(cell);
            let leads_to = |wall: u8| (0..4).fold(0, |set, s| set | u8::from(ends[s].end == wall) << s);
            self.walls[cell & 63] = leads_to(LEFT) | leads_to(RIGHT) << 4;
            self.gains[cell & 63] = [[0; 3]; 2];
            // A tile completes a path only between two walls or in a loop: without them all gains are 0.
            let (walls, is_own) = (self.walls[cell & 63], |b: &Behind| usize::from(b.end) / 4 == cell);
            if walls & walls.wrapping_sub(1) != 0 || ends.iter().any(is_own) {
                let [l, s, r] = PAIRINGS.map(|pairing| points_of(cell, &ends, &pairing));
                self.gains[cell & 63] = [[l[0], s[0], r[0]], [l[1], s[1], r[1]]];
            }
        }

        /// Lays a tile and passes the turn. The cell must be empty. Returns the set of the empty cells at whose sides
        /// something changed: at most four, since each of the two segments has two ends.
        pub fn play(&mut self, mv: Move) -> u64 {
            let cell = usize::from(mv.cell & 63);
            let mut touched = 0;
            self.empty &= !(1 << cell);
            // The second segment reads what the first wrote: a path may lead from the cell back to it. Say N leads to
            // S, and the tile is l, N with W. The first segment makes S lead to what lies behind W. The second, S with
            // E, goes on from there.
            for segment in PAIRINGS[usize::from(mv.tile) % 3].iter() {
                let (a, b) = (self.behind[(4 * cell + segment[0]) & 255], self.behind[(4 * cell + segment[1]) & 255]);
                for (from, to) in &[(a, b), (b, a)] {
                    // A wall needs to know nothing: nobody asks what lies behind it.
                    if from.end < LEFT {
                        self.behind[usize::from(from.end)] = match to.end {
                            // A path joined to a dead end is dead, however long it is.
                            DEAD => Behind { end: DEAD, length: 0 },
                            end => Behind { end, length: from.length + 1 + to.length },
                        };
                        touched |= 1 << (from.end / 4);
                    }
                }
            }
            // Gains and walls depend on the four ends of a cell and on nothing else.
            touched &= self.empty;
            for cell in cells(touched) {
                self.refresh(cell);
            }
            self.turn ^= 1;
            touched
        }

        /// Takes a move back. `before` is the board before it, `touched` the cells at which the two differ.
        pub fn take_back(&mut self, before: &Board, touched: u64) {
            for cell in cells(touched) {
                let side = (4 * cell) & 255;
                self.behind[side..side + 4].copy_from_slice(&before.behind[side..side + 4]);
                self.gains[cell & 63] = before.gains[cell & 63];
                self.walls[cell & 63] = before.walls[cell & 63];
            }
            self.empty = before.empty;
            self.turn = before.turn;
        }
    }

    /// What a tile's two segments bring Blue and Red. Mostly they lie on two paths, and each path is scored. If a path
    /// leads from one segment to the other, both lie on one path, and it is scored once. Each player then counts from
    /// the own wall up to the segment that is farther from it:
    ///
    /// ```text
    ///   left wall ==one==(first segment)==between==(second segment)==other== right wall
    ///   Blue:  one + 1 + between + 1          Red:  1 + between + 1 + other
    /// ```
    pub fn points_of(cell: usize, ends: &[Behind; 4], &[first, second]: &[[usize; 2]; 2]) -> [i8; 2] {
        let leads_to = |from: usize, to: usize| usize::from(ends[from & 3].end) == 4 * cell + to;
        for (i, j) in [(0, 0), (0, 1), (1, 0), (1, 1)].iter() {
            // Side i of the first segment leads to side j of the second: one path, `one` and `other` outside, as drawn.
            if leads_to(first[*i], second[*j]) {
                let (one, other) = (first[1 - i], second[1 - j]);
                if leads_to(one, other) {
                    return [CYCLE; 2];
                }
                // The two laid segments and what is between them count for both players.
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

    /// What a path between two ends brings Blue and Red when a tile completes it. `segments` of it count for both
    /// players: those of the tile and what lies between them. A path to an empty cell or a dead end brings nothing.
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
// Network: from sums over the cells to a score
// ---------------------------------------------------------------------------------------------------------------------
pub(crate) mod net {
    // Near the end most moves cost something: a tile joins a wall to itself, or it lets the other player finish a long
    // path. A free move costs nothing. When all are gone, the player on turn must make one that costs: the board always
    // fills. A small network sees that coming. It predicts the score above the means of the independent cells (read
    // the head of `eval` first). A cell is connected if a path leads to another empty cell, else independent. A hidden
    // unit is a weighted sum plus a constant, the bias, cut off at 0. A layer is a row of them.
    //
    //     connected cell -> kinds of its four ends -> 64 units -> its 32 sums --.      (kinds: wall, dead, ...: `eval`)
    //     connected cell -> kinds of its four ends -> 64 units -> its 32 sums --+ accumulator
    //     ...
    //     accumulator with biases + 12 inputs of the board, weighted  =  32 units -> 16 units -> score
    //     the board's inputs (`Totals::inputs`) also go straight to the score
    //
    // One cell by numbers. The cell lies in the middle of the board, and Blue is on turn. To keep it short, the network
    // has two hidden units a cell instead of 64, one in the first layer (of the 32), and invented weights:
    //
    //     end of the cell                    kind   to unit 1   to unit 2
    //     N  the top                            0         0.0         0.0
    //     E  a cell without walls, 2 segments  18        -0.1         0.3
    //     S  the bottom                         0         0.0         0.0
    //     W  left wall, 5 segments              4         0.8        -0.9
    //     bias                                            0.1         0.2
    //     sum                                             0.8        -0.4
    //     cut off at 0: the hidden units                  0.8         0.0
    //     times its weight to the first layer       0.8 * 0.5 + 0.0 * 2.0 = 0.4
    //     the cell's sum, in 64ths: 0.4 * 64              26
    //     accumulator: bias, this and two other cells     5 + 26 - 10 + 7 = 28
    //     unit of the first layer, in 64ths               28 + board's inputs
    //
    // The order of the ends does not matter: the three tiles pair four ends in all three ways. So a cell's sums depend
    // only on its multiset of kinds, here {0, 0, 4, 18}. There are 40,920 multisets, and the sums of all are computed
    // when the program starts. Because of the cut at 0 a unit can need two ends at once. Say only a left and a right
    // wall together lift it above 0: then one tile can close the path.
    //
    // Such a network is called NNUE, efficiently updatable: a cell that changes costs 32 subtractions and 32 additions
    // in an accumulator. There are two, as Blue and as Red sees the cells. Whole numbers make sums exact in any order.
    use super::contest::decode;
    use super::rules::cells;
    use std::{array, convert::TryFrom};

    /// Kinds of what lies behind a side of an empty cell, see `eval::kind_of`.
    pub const KINDS: usize = 30;

    /// Multisets of four kinds: 40,920, which fit into 16 bits.
    const MULTISETS: usize = KINDS * (KINDS + 1) * (KINDS + 2) * (KINDS + 3) / 24;

    /// Hidden units of a cell, of the first layer and of the second; inputs of the board. More units judge better and
    /// are slower: found by trial. Idea `half-network`.
    pub const CELL_UNITS: usize = 64;
    pub const FIRST: usize = 32;
    pub const SECOND: usize = 16;
    pub const BOARD_INPUTS: usize = 12;

    /// Where the parts begin among the weights. At 0 are those from the kinds to a cell's units: `[KINDS][CELL_UNITS]`.
    pub const AT_BIAS: usize = KINDS * CELL_UNITS; // [CELL_UNITS] biases of these units
    pub const AT_CELL: usize = AT_BIAS + CELL_UNITS; // [CELL_UNITS][FIRST] from them to the first layer
    pub const AT_BOARD: usize = AT_CELL + CELL_UNITS * FIRST; // [BOARD_INPUTS][FIRST] from the board's inputs to it
    pub const AT_FIRST: usize = AT_BOARD + BOARD_INPUTS * FIRST; // [FIRST] its biases
    pub const AT_INNER: usize = AT_FIRST + FIRST; // [FIRST][SECOND] from the first layer to the second
    pub const AT_SECOND: usize = AT_INNER + FIRST * SECOND; // [SECOND] biases of the second
    pub const AT_LAST: usize = AT_SECOND + SECOND; // [SECOND] from the second layer to the output
    pub const AT_STRAIGHT: usize = AT_LAST + SECOND; // [BOARD_INPUTS] from the board's inputs to the output
    pub const AT_OUTPUT: usize = AT_STRAIGHT + BOARD_INPUTS; // the output's bias
    pub const WEIGHTS: usize = AT_OUTPUT + 1;

    /// Points that an output of 1 stands for. So weights and outputs are of a size that is easy to learn.
    pub const SCALE: f32 = 5.0;

    /// Sums are kept in 64ths. So 16 bits hold up to 512.0; in games sums are below 200.0.
    const STEP: f32 = 64.0;

    /// What a cell adds to the first layer. The biases and all connected cells: an accumulator. One line of the cache.
    #[derive(Clone, Copy, Debug, Default, PartialEq)]
    #[repr(align(64))]
    pub struct Sums([i16; FIRST]);

    /// Number of a multiset a <= b <= c <= d, in the order 0000, 0001, 0011, 0111, 1111, 0002, 0012 and so on. It
    /// counts those before it: all with four kinds below d, those with d and three kinds below c, and so on.
    pub fn multiset([a, b, c, d]: [usize; 4]) -> usize {
        // Sorted without a branch: the pairs, then the lower ones and the higher ones, then those in the middle.
        let (a, b, c, d) = (a.min(b), a.max(b), c.min(d), c.max(d));
        let (a, b, c, d) = (a.min(c), b.min(d), a.max(c), b.max(d));
        let (b, c) = (b.min(c), b.max(c));
        d * (d + 1) * (d + 2) * (d + 3) / 24 + c * (c + 1) * (c + 2) / 6 + b * (b + 1) / 2 + a
    }

    /// What is computed from the weights once.
    #[derive(Clone)]
    pub struct Network {
        /// By a multiset's number: the number of the same cell as the other player sees it.
        mirrored: Box<[u16]>,
        /// By number: the cell's sums. Number 0, four dead ends, stands for a cell that is not connected: nothing.
        sums: Box<[Sums]>,
        /// The small layers. First the biases of the first one: with these an accumulator begins.
        pub first: Sums,
        /// Weights of the board's inputs in 2048ths, see `score`.
        board: [Sums; BOARD_INPUTS],
        inner: [[f32; SECOND]; FIRST],
        second: [f32; SECOND],
        last: [f32; SECOND],
        straight: [i32; BOARD_INPUTS],
        output: f32,
    }

    impl Network {
        /// `mirror` says how the other player sees a kind.
        pub fn new(weights: &[f32], mirror: fn(usize) -> usize) -> Network {
            let mut network = Network {
                mirrored: vec![0; MULTISETS].into_boxed_slice(),
                sums: vec![Sums::default(); MULTISETS].into_boxed_slice(),
                // `score` rounds down: half a step for each of about seven inputs that are not 0.
                first: steps(part(weights, AT_FIRST).map(|w| w + 3.5 / STEP), STEP),
                board: array::from_fn(|i| steps(part(weights, AT_BOARD + i * FIRST), STEP * 32.0)),
                inner: array::from_fn(|i| part(weights, AT_INNER + i * SECOND).map(|w| w / STEP)),
                second: part(weights, AT_SECOND),
                last: part(weights, AT_LAST),
                straight: part(weights, AT_STRAIGHT).map(|w| (w * 512.0).round() as i32),
                output: weights[AT_OUTPUT],
            };
            for i in 0..1 << 20 {
                let kinds = [i & 31, i >> 5 & 31, i >> 10 & 31, i >> 15];
                // A multiset comes in up to 24 orders. The sorted one stands for all.
                if kinds[3] < KINDS && kinds.windows(2).all(|pair| pair[0] <= pair[1]) {
                    network.mirrored[multiset(kinds)] = multiset(kinds.map(mirror)) as u16;
                    network.sums[multiset(kinds)] = cell_sums(weights, kinds);
                }
            }
            network.sums[0] = Sums::default();
            network
        }

        /// Takes a cell's old sums out of a player's accumulator and puts its new ones in.
        pub fn replace(&self, accumulator: &mut Sums, player: usize, old: u16, new: u16) {
            if old != new {
                let view = |number: u16| if player == 0 { number } else { self.mirrored[usize::from(number)] };
                let (old, new) = (&self.sums[usize::from(view(old))], &self.sums[usize::from(view(new))]);
                for (sum, (out, put)) in accumulator.0.iter_mut().zip(old.0.iter().zip(&new.0)) {
                    // Should a sum ever leave its range, what was put in still comes out again exactly.
                    *sum = sum.wrapping_sub(*out).wrapping_add(*put);
                }
            }
        }

        /// The score in points above the independent cells' means, for the player whose inputs are given.
        pub fn score(&self, accumulator: &Sums, board: &[i16; BOARD_INPUTS]) -> f32 {
            let mut first = accumulator.0;
            // 64ths: sixteenths, times 2^7, times 2048ths, less 16 bits. One instruction makes eight such products.
            for (x, row) in board.iter().zip(&self.board) {
                let x = i32::from(*x << 7);
                for (h, w) in first.iter_mut().zip(&row.0) {
                    *h = h.saturating_add(((x * i32::from(*w)) >> 16) as i16);
                }
            }
            // Two of three units are cut off at 0. Only the others are multiplied.
            let active = first.iter().enumerate().fold(0, |set, (i, x)| set | u64::from(*x > 0) << i);
            let mut second = self.second;
            for i in cells(active) {
                let x = f32::from(first[i % FIRST]);
                for (h, w) in second.iter_mut().zip(&self.inner[i % FIRST]) {
                    *h += x * w;
                }
            }
            // Four sums side by side: the compiler does not change the order of a sum of fractions.
            let mut output = [0.0; 4];
            for (i, (x, w)) in second.iter().zip(&self.last).enumerate() {
                output[i % 4] += x.max(0.0) * w;
            }
            let straight: i32 = board.iter().zip(&self.straight).map(|(x, w)| i32::from(*x) * w).sum();
            (output[0] + output[1] + (output[2] + output[3]) + straight as f32 / 8192.0 + self.output) * SCALE
        }
    }

    /// The N weights from a place on.
    fn part<const N: usize>(weights: &[f32], at: usize) -> [f32; N] {
        <[f32; N]>::try_from(&weights[at..at + N]).expect("N weights")
    }

    /// Numbers for the first layer as whole ones.
    fn steps(row: [f32; FIRST], scale: f32) -> Sums {
        Sums(row.map(|x| (x * scale).round() as i16))
    }

    /// What a cell adds to the first layer: its hidden units times the weights to the first layer.
    fn cell_sums(weights: &[f32], kinds: [usize; 4]) -> Sums {
        let mut sums = [0.0; FIRST];
        for i in 0..CELL_UNITS {
            let x = kinds.iter().fold(weights[AT_BIAS + i], |x, kind| x + weights[kind * CELL_UNITS + i]);
            for (sum, w) in sums.iter_mut().zip(&weights[AT_CELL + i * FIRST..]) {
                *sum += x.max(0.0) * w;
            }
        }
        steps(sums, STEP)
    }

    /// The step in which a weight is written: finer the nearer it is to the output.
    pub fn weight_step(i: usize) -> f32 {
        [1.0 / 64.0, 1.0 / 128.0, 1.0 / 512.0][usize::from(i >= AT_CELL) + usize::from(i >= AT_LAST)]
    }

    /// The weights of this file as numbers.
    pub fn learned() -> Vec<f32> {
        LEARNED.iter().enumerate().map(|(i, weight)| f32::from(*weight) * weight_step(i)).collect()
    }

    /// The 5,005 weights in the order of the `AT_` numbers. They learned from positions in search trees to predict what
    /// the search found there, less the independent cells' means: see the head of `tests/tune/spaghetti.rs`.
    #[rustfmt::skip]
    static LEARNED: [i16; WEIGHTS] = decode("\
        ,==t3gu(u((vt4u0uRHu;Mgtm'bu3tTtvu:%vIuAu3uM1/uRuNBvo5vPt_t}>.JuTtfuYvOu6uB%uDuPuEuPuD(8u1Z@YthluHv_GK*1[?;JG\
        0,vH<6euTb_,7ieu?VvJW[,R/TFvPuVI3uVuQBP'uLvLHE9KYY4u>/ZLZ@J3uOO>;vKBu>u=uVVuGgvJIuHLuDuKvKuJ32$u*Ht|u0u$W=986\
        uX3v]vRu5]]<b7ta5tfj)vOuVu??tuvX*+M@0vVu<5uJFJ&EvR&Hu/#vIvO7DiKuFuSluXvKuS32au2HvJu&t|OB3uVu@(Me:&bZ>KHtbuFh_\
        @luV7@u/uYEuWEFQvTuW;t`AP14EuY,W2vIk;6cZuGuQguUvMu=6,gu9EvOu&u>GBOu7uAu1Dbu8kb[CEIt`uAkeLfuOvL9u$ttu7uOXti`c)\
        Bt^AN5Y@uK%]jluH[*Lld%T'vQ76uYiuL>vVtouKR2VuE-u7&bu9vMgX@X?tbu>vIcMZ.vI't}uMtSuGguMvNuDu?Ht~BRBj>uK(`cJPvO0(vg\
        k(uV`vT59'iI2v^0uK]B[uK4kuQfu%vQbvM;uKXtz8jYuRJ1_3t|u3uIuJvju%vOth6Ov`7_ZvVu==2vHuWvfIvvMMvmvO#CvQvX3E0u/ftdv]\
        (u'e2vfH,Yu@7u2)fvM>vqKuO,vRJDA?)uDtn1u=uNvfu8vlt}uXTw0<hZj+S9iXtxauBUbSV-8u;JuVtJtiUu@th;L#4vHD;uKvKvT=tr/uP\
        u51vRu/N]D(u8uUtEuKM4uXVlTVtg#vHt_@vOtnvJt~JvHuTA>uJZu@PJJ>5bu8F0u:9R&u+u-T1=vR=&u?uTgN/uNuNuJ;[txGuK/6D#uBu(\
        R9S]vLNWt{@vQuF>vJt~huI2j)W`uS6u4T0QF)vHu:MuCu&uDU*te>IuLYvU4-uMv[XN.u:uPuX7[uM?vIGuJuEuVu>u*R1FjiRvLuEMcu(CvN\
        uDvJt{uQvQuSHeuTu0uCSWJH%t|u-D0tqu3V0tuFEuS^vV>*u<vbuNU/uQuS/9Wu9uWv]FuC/uVuFuLRRu5vYlvVvOuFQ[u:MvVtmvSuDuWvQ\
        uV8j=u4uD=RCL;Ju-I4uH*U>b5;?[vL#u;u@vauCPAuLuN1Vc=u1vpE.?uXuWuTSvWbvXjv^vSuL?Q3ZvTvZvOtnuQvNuTtov^4uD=/u4l1;F\
        u>L'uH$FWYCuDvJvavK#8u?vf*fBuFuPGccFuEw#u8=,uW(u(6w*XvHgkj#2L5^vWvyvJtk)vSuV>DDu,C:LuU;-Ku=uD=Ku5uBu%JBu5O9uS\
        tkLLAFJu:Gu3%DA9MG$>@u.HEPI0Cu7:0GItuE@;J#CuSu-N>7##E)NuPM:Ru1uNu>JduEu9lB8Su=WuXt}uFu?FNkEuS%N@uPNtx)u=,-vOC\
        CI?RttSItVKV/Gu5Eu#U3t^NQtduQM^/uHM*.Wktci@u:DeJuD`tp8uT55OFGUu<uXtgP8?.vPHZuDHtx@:I_2u2uKIuSSEu84twA;u@3uJuN\
        KQ2veuF:v^vbSF*=0u%3:V:uQHuQ%u#XuQu1uSuB%vdu>avcu<cGA9OFu3Mu$u2vTXvNuH-uL(P(`=*vg/u@P:u2ItrTvWIEu<J9JuNG)Au5uK\
        2Uu?u4u$KCuIUuTuQtaPPDDGtxIu21H<EIIuRAEu+HHOHu3Hu>8/RGu(ED<OuYC#u/J?th)tyGuSKuFD:Fu(uS*Zlu:uKiG/^tp_-t}u?u9CB\
        jGuS,MBuNFu-uWu1_-vNHHF<TtnG>t_M[dIu3Etw]9t^IVu#;FYuSuSTb)IvHtXd?uPZvHJu=htnuFuM2uQQDLItxYtgV7>,vNKvIu<NtyDgK\
        b:tLuQO%XFu*CtjD0uFuRuGuFLYu0S74vlND/)C'u$<67cuCT7*u8vOuXu)uQuPu5vs:Vvju/X?thVM$6=j%vM7lu?<uF&Fu@_uO)vduTu9vM\
        *U;t{V1SHtu>2NuEH+u2u1uD-a%u8u9FAtz^uQuUu&TTF<<u9Nu1/I<AHKuU7Bu+HGNDuVFu>0uPSAt|EF:PuY9%u4KH0,u.U9@u7I<Mu6uY6\
        ]vMu>uJvMC8_=f>t|uAt`6BkF'0MAuU5t[%u<k/vMDIEu7atoKWtoPcvPEu2Zt]MBtVM_u%:LX,uBSvM+NvKt_b5uKTvLFuJUu@u)#3uKUGLC\
        uBjtg^59uTvPLvKuARtz>vKN`;u).F)b@u/9t`G?u=uDu=uLM^MAQvOvd>DuS=DuXu?uN)'_uNE/-uXvPuPt}<uXu2veuXvOvatku?CtLkCuK\
        de9uXvJbu2uHuEuU'u8tleuQu8vWtyu)u8u$`,twUvRWCu%G@Du&Z+=u4uJCvO*u8u.><u'f8uPttV]K%*@Ku1CNDDLQ(2Yt{FF?Ei?u8*8T(\
        u(WE7SuYuBuRu*HFtrCu/a<KuBR=3u=uVu?]vJuQu5vQO,juUb8u*uEuD84jIuXuTNAuM7u+&u3l<vTE=9uNku&N[u*_TvPKu9vJt{[@tdIUu*\
        vKH^u4uRcvb%uKvJtdY<uGRkFQ^u)3$59[DEVuMvTtgu/3U6vTNvLu;@t|<vORUetS;2OvM%u(CtYI.u8(u$uQO[tyvSL/XuCT7-uJdu<uMvJ\
        9Ou5u4FvTuMvvuTu(.uI(w'LvdEuFuXFtgvy)uRQev`u<vRu4vWQvJ&#v_u-ZEuTTuDu/Bu5=(u,]vS?10G7uM2'C4uL3uAH<&49uT>6uUP/+\
        ?uDB-$C5D@D9.8C(0#AuWuX@;<54B>=6uVA*uT<7(A,CvJbGvcvbivTvnvkQvY8a;buYKXXvJE7@-iuYHvLvc-aLvRu2fVuOvU5O:@XBvJu,N\
        6uXuPNCtoD8MR0_JvNt^Ye/t^P@x8uXvivIvd1fUKw?7u3vS<v[vswM=5Au?vXF`u2v]vqu?v^H,vSYvU.vYtTOA+UuEu?fuOvOVg7:>Bu-uJ\
        BbuHG=h%u;aOMvMtcvMHvS&/ft:uKAN<K/A>4gE5R'Z*D9$-4u?Z>TUb<txSh_H$^_vd6y'=<^w:vzY$v_x'vvku<uHUP_vLvQu=vL#v^aMwN\
        XvuSu#uRvI79OTl^-ELtzu0u2vW6;uV#Fv|uF,H6vI.wPDuA7vwBUvrFvnC@T6=uWaHK$1Vx6w4uUxWEEwtCuVvUw6KvY&x)x5uSuRI*QuHuB\
        SLu7&u<jvrH9KGuPuAIuU_FS@XA>NuA<?Z9LL_>UMu7Q(fA>uY+tArWv|vSxqvWu>vLu1vj*tOv_AuVxcw0;x-@u#v^uRu2t&rnvYu1vovUbc\
        sevuSuVu3w#w.tyvLcLwnrqvfhtvm|LuN8vvvMeLw'rq&ve(sqB7xnt`w/<wc)tcw3u:x1v^tPw'rsuSuUyiLu:u?xZvsuEtxwrvgw+'kMGvS\
        uKfYXu#vKvKuQWBuMvY$lvOL*BVLuJ2S]T13vc4u,6vTuKwTv[/5v^vI6BvnwrvPQcf&u=<^eu<5dMv^t,fR03_5vuuVvUHw$?uKFGvr`:?uM\
        2,wiIuPF^?HJ`w/<uUKttvvHMxEu-u.vwu<vK:vYvI`w[FFv^tj%=u)lw4%vivmw=wHs/UJYVA^uFuB^-6t{uJHfq+j07RgF8uW[vevSH6U7Y\
        vRtuq41AXuP*k>Ntt]uXvRvIW]u9'YwQD=OvYvNMSuXw%u,9(T>uHivhuPw-tX[6)Xtc4AKMuUuVu=;u?4XK=U=w8BvNu/HRHvvuDvQ2wvEu&\
        @Uw[>0vVuFH6vk?57vxvK`@+L@-uKR2vRvTtqtek4u9uHtmNSlwIuL7w?u0vICuNvN1>uX(volddt[X=uOwKvn@J;v`tnt-[vpu<vH)+FJaC(\
        duULQ>(`&k^uAu7uKu/w*t3&uADlvW0Ittu>vRvtWK3BvJuGtqu4vNv^EGve?IEGtHvlw8sbdlt^uRK&vMuGEvYu&tFZvJK5;ce-Eifv[uPLtV\
        O.uNu>vhO+6w#vMRuFw%0F<DFuJ@>6^6G,u)(tq.wJ5u<tcPu5u@YuUuTx9y$Ju-tlu<vdu;uIv~-AvS&uV0:v`u)tpu*t@u3[@9EuSu(`M#7\
        EJuGuGuQv`$Mv}9;+HauT`_@A-@89UXu6uA=-_;`W7XWvOO/-vJA:]NRkvPKtvuStc)cuTvQu7vitouQvQHs~3vMAtpzk#^2IvOv^Au%Pw2vH\
        =%u8v{GTvfY>l%AIcu0eT7dt99vI+9_Qu/=VZtmu,RSvM<uVvfw8u*-ZuTw@tp_YvJwehvL`vHvh$tWuB`oSGQvlt#r@G,vqs1wtw9J`LTuRvK\
        w(@@vTdAvJ7kAZvav{NHD79LEvNCA6HYWuL9t;uLEu)6Ou$QhuRtmi%UtYtzg[AYBkvW?7vPivH$VIB,0-_8AIk&IeZ+OvWP_TEuXKuYfeauE\
        vX,uH3cGw/(Aw'>thw$iE^B[FuKcw78uBJH<tyDMOOu'V`DuBI?uQL$vSm;Z^uS_8MC59aUti<M=u#OWcNuXvPitdEvJvPTvaB)9vrtOt2lv]\
        Mvu(b_t^vI?7bvOvSRu2Pw#vNvfvK$uWUt-kDuF:evR/Kccd8]IuOss=vbJu(.WD$u/LS.juSvKgl%vOvTWvkvn1tvL&wXu.t@@vKHvTRrXth\
        [vUvLw{wS5,u>BSRBuCiuLCuY>_)u0c-5bvM:5bT4vTDC&v_LhwPJ'1s7$u+uSu;uXvguB+vZrCvxu?tAuLtPq]9vcSuL@.MIqJw'uDtfuV:;\
        uTvO/`U[tou7M2r-ISjUGNF=;u53^`4>,PtCtAK1vWJuRuIvcRG7uYw(L/iCu.bwUJI0vxwL;)te0^u(v_@>vgu7vL3<vJuHJJDu2uL,RuQtr\
        uP(H[_2B9$X6cu2lB@viu&eKu2t8FBc_uL4vrQ%G?uT<vNBu5ER4uWD3)OSF;vgvovoai*0>Xa)Iu=7uTLj:u7Uu-8X`uX>/Qk9=UuGuKguCvr\
        `uNvy9AKDY>vJbUKvh<Ew8vM:u1u(DKsTu7w<vovgw_vUw-*(w6vMvgt:wHt5tpw0wDwSu26vLuBw/u>#vZwZuMvXu/vJc`5cuRtovp#uI%I^\
        ?*6AuW7BK=UQQuWSWCNu5vKuQ^Qh5vbb36S]=vNuBV@vUvfvUW:HuU+vzvLvTYvow#OMvIjvVQg2vY:vPARvYdu%wVuTg%Qfv_@u16vUvXVRH\
        buWuEeZA^u;'u<+uO;@Y;u6CvYLtnu1Iu*FPCvJaXEuWuCuD'w3uBWvatuuFvMuRTfw[x(:u9wvuYvNuNuY:$AH2vSvIZD/u=YuXvrKdIvuYvt\
        PvNuGw6vI<tvx;u0hvpuSuBvbQu@Nw5^?)gg7u?vIiBQ,v[fRw;vvvg[L1w/ESwQvrT0Fu<vUwCsZNTviEvYvIwnsTuQ_)tsuJ35vVw9xFu>vc\
        COuSu*'v^uXAve6u'M6R;uPuLva.uQCvPw-_vuvRv^gaw$vV:u7f1E0u58JvPuJuTtnDvYYw=u#Mr2viHtG]vqvluYvJRrmrH`v~Mv]O5vI;w(\
        DFDvI=URvROva^vlt%`uWv^v_c:CvOw%iuYvfu9uOjtxPvKuWKuSc0uYQaCuBw8*x#vfuWt]u,tathY>t)vWwSuL4#$w('tcvgvjJfIv`vgBvM\
        v~wWvPv]t8u=w`5wJvrt:vut~vcs&r0vec<wku'jvHu=Y;t7v]vOCvLWvuw]uVwBGp_Rsh(vHs}D_u)uRZ*H=2>t7tDvSvO<G;vTE3aGvP[5G\
        GO5vU.*f'7)EA-u86ANGhvJ<BJA:KKBvT7vNgtl,#1YDuW7OB6+uP+uUHPY&O8RcG,Zf$*U,tovr;w%/vUvHw`F4vSa=vlcw3u%,%u:TCwsv[\
        uVUyQzppvaxLMu;1uBw8572CQuW]b6u@vZvkktaWt7vINvtxYsiw3zRxGpy.x)u8t/u%|;yfvRs^BR`u+y$dm[[<xeq%oGp($vOCy&pfqgpI<\
        s3xPuJetqNtC_7OjAvI6388vK39&3W6VP3RWe[U:uHEuY@et[u@u@w6vQvO3$wcuY@u:@Pw)t@tmaK2Q^[wfA2`61u$(EsR%NQ5vcvOMh^P,w0\
        ev]2u2QvIXP:;IvX$EuYS^vRvXr#vc3CuUu@tKvIu=*7vvt7Ctuvwu/uAu%uEVveH8t{wPvsuAvIssC/&u;buFvTF=kuP,PauK4XwLvYuDuUN\
        b;<tEtocvS'vSuOf$t>vLtvtAr_tGvLu)MuYuEVuJuUDsxrusjw?_CuKwqt<tZvNvcqwwFsgyDvOrbev[vIvItYxMu9vcu8uKuCtRuXu:u4r@\
        vnw'%awo'(x-$vpvvvjw3vWu*@w|tMFOet&^vovPWx'A[vPuGw|w)CuVGx.yFvTwwrJyNuBDxHxrw5w[ta69wBy^vjx>w$vfy*wqvov^sbx-xw\
        x7dwk;vXvHKx=v~v[v[thv{s~tqPGE6u81QIW?uYtvUuIc'w*vHvOxIvdKv_skwivXu89Mw/tU?v`euB_u6+AuL+uUY;icu1wNQvc[viuA5Jc\
        w[auQuIAuSEt9v^u73u4uNKBQu&u(-C9v{vTb&[Av}vkNJtevmfveFIv`JvQuTbMw&w@ER;vuvY3uQvL[L5vbSIbuS,Z5:JuC,ei>vJvbs}IsX\
        q~FRPs,s.uK?/u<v_s~TvYFVN<1;;ctX+Ce<vcFuEfu=t~8>ZtZu<u$u<G_vXkvIu2Ss8r*>G)s>tZtE1u@uJvOta;tX%t/vm:&Br=vcsi18Y\
        vNP?u6_7uR6u0vj,%fu/vVu2v_/v`tWGt*sJ.`_t#s=vXu=#t}vz=/v]<Z4;?E=4vJ#ve3:tEu8uF6uY(RIj,vUuXuUy%ttw)u86%u9w/whHuB\
        vzvU=uL6Gw+Rt;JvmVVvt4guWt{w5vfJUGMauU5cuCL)uCPu=[u<uSu7SuY_Nu@esctc9eTt-uSuF3tk%v_4lV8CvH@aR=KJOh;B9k40FuEWa\
        7G1u(uBuWN1vtjt{uFtxcNj8u(vQ,&uUt|PtX41`uWtmuMvR-JuBOvLkUvbu.TE9H$'DvZ=$u-0@0v]u;,jwZvQuKuKvY=i-v}I@uPIvbdKu=\
        'i4w6v^uYYu,JavWEJu=w^/vO?KYx=cuCvj2u4u;v{u7>2Wt2twJ0Iu;<sult|9$tLw,w5vH6[DVuY:u+sStsuWvXuVsd>Vu?'>uRuVuYu,dN\
        u&uVcuGuH*u=LbvM3skx0PDt_uUvxu1w<v]guTvgu/w=Mw)-t@vNt|uVuW`uY;wSyGuK;OW,BuTuMt?wS");
}

// ---------------------------------------------------------------------------------------------------------------------
// Evaluation: what the empty cells are, kept up to date move by move
// ---------------------------------------------------------------------------------------------------------------------
pub(crate) mod eval {
    // A `Position` keeps what each empty cell adds to the whole, its `CellInfo`, and the `Totals` of them. A move takes
    // the old infos of a few cells out and puts their new ones in.
    use super::contest::mix64;
    use super::net::{multiset, Network, Sums, BOARD_INPUTS};
    use super::rules::{cells, Behind, Board, Move, LEFT};
    use std::ops::Range;

    // The search is for one player, called us. A score is what we gain from now on less half of what the other player
    // does (`WORTH`), or the negative of that if the other player is on turn. In what follows b and r are in this unit.
    //
    // An empty cell is connected if a path leads from it to another empty cell, and independent if not. An independent
    // cell is simple. A player takes the best tile there: it brings b points if that player is Blue, r if it is Red.
    // Nothing else changes. Combinatorial game theory calls such a cell a switch and writes {b | -r}: +b if Blue plays,
    // -r if Red does. A switch is split into two numbers:
    //
    //     mean          (b - r) / 2    what Blue has of it whoever plays there
    //     temperature   (b + r) / 2    what the player who plays there gets on top of the mean
    //
    // A cell of temperature 0 is a free move. Below 0 nobody wants to play, but somebody must. Whatever else is there:
    //
    // 1. Of the independent cells only the hottest needs to be tried, the one of the highest temperature. Means are the
    //    same in any order of play, so only temperatures are at stake. A cooler cell leaves the hottest to the other.
    // 2. Two independent cells of equal temperature, even below 0, can be forgotten: they bring just their means. If
    //    a player takes one, the other player takes the other.
    // 3. Without connected cells the rest is a sum: means, and temperatures from the highest down with changing signs.
    //
    // So the search knows a position by its connected cells and, of the independent ones, only by the temperatures that
    // are left after equal ones cancel in pairs. The means are added to what it finds. Say three such cells are left:
    //
    //     cell   b    r   mean (b - r) / 2   temperature (b + r) / 2
    //     A      7    2         2.5                  4.5
    //     B      1    4        -1.5                  2.5
    //     C     -1   -1         0                   -1
    //
    // Blue begins and takes A for 7, Red B for 4, Blue must take C for -1: a margin of 7 - 4 - 1 = 2. The formula says
    // the same without playing: means of 2.5 - 1.5 + 0, and 4.5 - 2.5 + (-1) = 1 by turns.

    /// A score counts sixteenths of a point: means are halves, and what the network says is finer.
    pub const POINT: i32 = 16;

    /// What one of our points counts, and one of the other player's, in halves. A duel asks for 2 and 2: the margin. In a
    /// field of fifty a point less for one rival is worth a fiftieth. But the search takes the other player to do just
    /// the opposite of what we want, and nobody gives 50 points to take 1 from us. A half is between; found by trial.
    pub const WORTH: [i32; 2] = [2, 1];

    /// Kinds of path ends. Paths to a wall are grouped by length: 0, 1-2, 3-5, 6-9, 10-14, more segments. A link is a
    /// path to another empty cell. Its groups are 0, 1-3, 4-7, more, each with four kinds, by the walls that the other
    /// cell's sides lead to (see `class_of`). One segment more matters less on a long path.
    const DEAD_END: usize = 0; //      [cell]--- # top or bottom
    const LOOP: usize = 1; //          [cell]--. and back to this very cell
    const LEFT_WALL: usize = 2; //     [cell]===== left wall, up to 7
    const RIGHT_WALL: usize = 8; //    [cell]===== right wall, up to 13
    const LINK: usize = 14; //         [cell]=====[other]-- left wall? right wall? up to 29

    // What do the learned weights say? Let a dead end of some cell become an end of another kind. The network's score
    // for the player on turn changes by so many points (12 to 22 empty cells, averages; `make tune`, `explain`):
    //
    //     segments on the path      0    1-2   3-5   6-9  10-14
    //     to the own wall         -0.5  -0.5   0.0  -0.1  -0.1
    //     to the other wall       +0.3  +0.3  -0.1  -0.1  -0.1
    //     to another empty cell   -0.1   0.0 (1-3)   0.0 (4-7)  -0.1 (8 and more)
    //
    // A short path from the own wall is a burden, perhaps since completing it brings its owner little and the other
    // player more. A longer one says little alone: we and the other player want different things of it. So does a link,
    // but for one of at most 7 segments to a cell with paths to both walls: +0.4 to +0.5.

    /// The kind of what lies behind a side of `cell`, as Blue sees it.
    fn kind_of(behind: Behind, cell: usize, walls: &[u8; 64]) -> usize {
        // By length up to 15, for links, the left wall, the right wall and dead ends.
        static KINDS_OF: [[u8; 16]; 4] = [
            [14, 18, 18, 18, 22, 22, 22, 22, 26, 26, 26, 26, 26, 26, 26, 26],
            [2, 3, 3, 4, 4, 4, 5, 5, 5, 5, 6, 6, 6, 6, 6, 7],
            [8, 9, 9, 10, 10, 10, 11, 11, 11, 11, 12, 12, 12, 12, 12, 13],
            [0; 16],
        ];
        // Walls and dead ends count as cell 63, which has the class 0.
        let other = usize::from(behind.end / 4) & 63;
        let kind = KINDS_OF[usize::from(behind.end.max(LEFT - 1) - (LEFT - 1)) & 3][usize::from(behind.length.min(15))];
        [usize::from(kind + class_of(walls[other])), LOOP][usize::from(other == cell)]
    }

    /// The class of a cell, what a path that enters it may go on to: 2 if a side leads to the left wall, plus 1 for the
    /// right wall (see `Board::walls`). So the network sees when one tile there would join the path to a wall.
    fn class_of(walls: u8) -> u8 {
        u8::from(walls & 15 != 0) * 2 + u8::from(walls >> 4 != 0)
    }

    /// The kinds of an empty cell's four ends, as Blue sees them.
    pub fn kinds(board: &Board, cell: usize) -> [usize; 4] {
        board.ends(cell).map(|behind| kind_of(behind, cell, &board.walls))
    }

    /// The kind as Red sees it: the walls change places, and so do the classes 1 and 2.
    pub fn mirror(kind: usize) -> usize {
        match kind {
            DEAD_END | LOOP => kind,
            _ if kind < RIGHT_WALL => kind - LEFT_WALL + RIGHT_WALL,
            _ if kind < LINK => kind - RIGHT_WALL + LEFT_WALL,
            _ => (kind - LINK) / 4 * 4 + LINK + [0, 2, 1, 3][(kind - LINK) % 4],
        }
    }

    /// What a cell is to the evaluation, see above. A connected one may become independent, never back.
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
        /// Of a connected cell: the number of its multiset of kinds as Blue sees it. Of others 0.
        multiset: u16,
        /// Of an empty cell: the most that a tile here brings Blue and Red, each with its own choice of a tile.
        best: [i8; 2],
    }

    /// A cell with a tile on it: it adds nothing at all.
    const FILLED: CellInfo = CellInfo { state: State::Filled, multiset: 0, best: [0; 2] };

    /// Temperatures of cells in quarters of a point, to be whole numbers. One bit each: 1 if an odd number of cells has it.
    /// Two of the same answer each other, so they vanish here: 9, 5, 5, -2 is 9, -2, and 9 - 5 + 5 - (-2) = 9 - (-2).
    /// The second half is for those from 108 on.
    type Temperatures = [u128; 2];

    /// Temperature of bit 0. None is below -18 (four ends at one wall cost each player 3 twice); 2 to spare.
    const COLDEST: i32 = -20;

    /// The place of a cell's temperature: the half and its bit. The last bit is for all from 235 on.
    fn temperature(best: [i8; 2], worth: [i32; 2]) -> (usize, i32) {
        let place = i32::from(best[0]) * worth[0] + i32::from(best[1]) * worth[1] - COLDEST;
        (usize::from(place > 127), place.clamp(0, 255) & 127)
    }

    /// The sum of the temperatures with the signs +, -, +, ... from the highest down. It is the score above the means, in
    /// quarters of a point, for the player on turn, if both always take the hottest cell.
    fn alternating(temperatures: Temperatures) -> i32 {
        let mut sum = 0;
        let mut sign = 1;
        for (half, first) in [(1, COLDEST + 128), (0, COLDEST)].iter() {
            let mut left = temperatures[*half];
            while left != 0 {
                let bit = 127 - left.leading_zeros() as i32;
                sum += sign * (bit + first);
                sign = -sign;
                left &= !(1 << bit);
            }
        }
        sum
    }

    /// What the cells add up to: all that the evaluation reads.
    #[derive(Clone, Copy, Debug, Default, PartialEq)]
    pub struct Totals {
        turn: usize,     // as on the board
        us: usize,       // the player for whom the search plays
        worth: [i32; 2], // what a point of Blue and one of Red count, see `WORTH`
        connected: u32,  // number of such cells
        /// Blue's best less Red's, in halves. Over the independent cells it is twice the sum of their means.
        independent_gap: i32,
        connected_gap: i32,
        /// Temperatures of the independent cells: the exact sum needs them.
        independent: Temperatures,
        /// Those of all cells, as if all were independent: the network sees what they would bring.
        all: Temperatures,
        /// The sums of the connected cells as Blue sees them and as Red does.
        accumulators: [Sums; 2],
    }

    impl Totals {
        /// Takes an info of a cell out and puts another in. `players` are those whose accumulators follow.
        fn replace(&mut self, network: &Network, old: &CellInfo, new: &CellInfo, players: Range<usize>) {
            if (old.state, old.best) != (new.state, new.best) {
                self.count(old, -1);
                self.count(new, 1);
            }
            for player in players {
                network.replace(&mut self.accumulators[player & 1], player, old.multiset, new.multiset);
            }
        }

        /// Adds a cell to the sums (sign 1) or takes it out (sign -1).
        fn count(&mut self, info: &CellInfo, sign: i32) {
            let gap = sign * (i32::from(info.best[0]) * self.worth[0] - i32::from(info.best[1]) * self.worth[1]);
            // Exclusive or: to put a temperature in and to take it out are the same.
            let (half, bit) = temperature(info.best, self.worth);
            match info.state {
                State::Filled => return,
                State::Independent => {
                    self.independent_gap += gap;
                    self.independent[half] ^= 1 << bit;
                }
                State::Connected => {
                    self.connected_gap += gap;
                    self.connected = (self.connected as i32 + sign) as u32;
                }
            }
            self.all[half] ^= 1 << bit;
        }

        /// +1 if Blue is on turn, else -1: what a point for Blue is to the player on turn.
        fn sign(&self) -> i32 {
            1 - 2 * self.turn as i32
        }

        /// The sum of the independent cells' means for the player on turn, in sixteenths of a point.
        pub fn mean(&self) -> i32 {
            self.sign() * self.independent_gap * POINT / 4
        }

        /// The score of what is still to come, for the player on turn, in sixteenths. Exact if `is_decided`.
        pub fn evaluate(&self, network: &Network) -> i32 {
            if self.is_decided() {
                return self.mean() + alternating(self.independent) * POINT / 4;
            }
            // The network says only what comes on top of the mean.
            self.mean() + (network.score(&self.accumulators[self.turn & 1], &self.inputs()) * POINT as f32) as i32
        }

        /// The network's inputs of the whole board, as the player on turn sees it, in sixteenths: 16 is 1.0.
        pub fn inputs(&self) -> [i16; BOARD_INPUTS] {
            let is_odd = |temperatures: u128| (temperatures.count_ones() & 1) as i32;
            let [cold, hot] = self.independent;
            let zero = -COLDEST as u32;
            // Bit 0 or bit 127 stands in if the set is empty: input 7 is then -0.6, input 8 is 0.
            let highest = if hot > 0 { 108 } else { 127 - (cold | 1).leading_zeros() as i32 + COLDEST };
            let lowest = (cold | 1 << 127).trailing_zeros() as i32 + COLDEST;
            let connected = self.connected as i32;
            // Cut to eight bits and a sign: `Network::score` multiplies in 16 bits.
            [
                // Above the means, if both always take the hottest: independent cells, then all as if independent.
                alternating(self.independent), // 0: 1.0 is 4 points
                alternating(self.all) / 2,     // 1: 1.0 is 8 points
                // How much more the connected cells offer us at once than the other player.
                self.sign() * self.connected_gap / 2, // 2: 1.0 is 16 points
                self.turn as i32 * 16,                // 3: 0 Blue, 1.0 Red, since Blue has the last move of the game
                // Who must first make a move that costs? Three parities: of the connected cells, of the independent
                // ones below 0, which cost, and of those at 0, the free moves.
                (connected & 1) * 16,                  // 4: 0 or 1.0
                is_odd(cold & ((1 << zero) - 1)) * 16, // 5: 0 or 1.0
                is_odd(cold >> zero & 1) * 16,         // 6: 0 or 1.0
                // The hottest temperature left after pairs cancel; none: -0.6. The coldest one if below 0, else 0.
                highest / 2,                          // 7: 1.0 is 8 points
                lowest.min(0),                        // 8: 1.0 is 4 points
                connected,                            // 9: 1.0 is 16 cells
                (2 * connected - 16).clamp(0, 16),    // 10: 0 up to 8 cells, 1.0 from 16 on
                i32::from(self.turn == self.us) * 16, // 11: 1.0 if we are on turn
            ]
            .map(|x| x.clamp(-255, 255) as i16)
        }

        /// True when the rest of the game is a sum, and `evaluate` is exact.
        pub fn is_decided(&self) -> bool {
            self.connected == 0
        }

        /// At most so many moves that matter are left. Independent cells that cancel in pairs do not count.
        pub fn moves_to_end(&self) -> u32 {
            self.connected + self.independent[0].count_ones() + self.independent[1].count_ones()
        }
    }

    /// A board with what its evaluation is made of. A move makes a new one; only what it changes is computed again.
    #[derive(Clone, Copy, Debug, PartialEq)]
    pub struct Position {
        pub board: Board,
        infos: [CellInfo; 64],
        pub totals: Totals,
        /// The cells that the last two moves have changed.
        pub recent: [u64; 2],
    }

    impl Position {
        /// `us` is the player for whom the search plays, on turn or not.
        pub fn new(network: &Network, board: &Board, us: usize) -> Position {
            let (worth, accumulators) = ([WORTH[us & 1], WORTH[1 - (us & 1)]], [network.first; 2]);
            let mut totals = Totals { turn: board.turn, us, worth, accumulators, ..Totals::default() };
            let mut infos = [FILLED; 64];
            for cell in cells(board.empty) {
                infos[cell & 63] = info(board, cell);
                totals.replace(network, &FILLED, &infos[cell & 63], 0..2);
            }
            Position { board: *board, infos, totals, recent: [0; 2] }
        }

        /// The position after a move.
        pub fn play(&self, network: &Network, mv: Move) -> Position {
            let mut next = *self;
            let touched = next.board.play(mv);
            next.totals.turn = next.board.turn;
            next.recent = [changed(&self.board, &next.board, touched), self.recent[0]];
            for cell in cells(next.recent[0]) {
                let new = info(&next.board, cell);
                next.totals.replace(network, &self.infos[cell & 63], &new, 0..2);
                next.infos[cell & 63] = new;
            }
            next
        }

        /// The static score of a move: its gain less the evaluation of the position after it. The move is tried on a
        /// copy of the board. Of the accumulators only that of the player on turn after it is computed.
        pub fn static_score(&self, network: &Network, trial: &mut Board, mv: Move) -> i32 {
            let touched = trial.play(mv);
            let mut totals = self.totals;
            totals.turn = trial.turn;
            for cell in cells(changed(&self.board, trial, touched)) {
                let new = info(trial, cell);
                totals.replace(network, &self.infos[cell & 63], &new, trial.turn..trial.turn + 1);
            }
            trial.take_back(&self.board, touched | 1 << (mv.cell & 63));
            self.gain(mv) - totals.evaluate(network)
        }

        /// What a move's points count in the score, in sixteenths.
        pub fn gain(&self, mv: Move) -> i32 {
            self.board.gain(mv) * self.totals.worth[self.board.turn & 1] * POINT / 2
        }

        /// Hash of all that the score depends on, but for the `mean`: who is on turn, who is us, the temperatures
        /// of independent cells, and the ends of connected ones.
        pub fn hash(&self) -> u64 {
            // `+ 1`, since `mix64` makes 0 of 0.
            let start = mix64((self.board.turn + 2 * self.totals.us) as u64 + 1);
            let with = |hash, half: &u128| mix64(mix64(hash ^ *half as u64) ^ (*half >> 64) as u64);
            let start = self.totals.independent.iter().fold(start, with);
            let connected = cells(self.board.empty).filter(|cell| self.is_connected(*cell));
            connected.fold(start, |hash, cell| {
                let join = |ends: u64, b: &Behind| ends << 16 | u64::from(b.end) << 8 | u64::from(b.length);
                hash ^ mix64(self.board.ends(cell).iter().fold(0, join) ^ mix64(cell as u64 + 1))
            })
        }

        /// True for an empty cell from which a path leads to another one. The other empty cells are independent.
        pub fn is_connected(&self, cell: usize) -> bool {
            self.infos[cell & 63].state == State::Connected
        }

        /// The one independent cell to try: of the highest temperature that is left after pairs cancel. If none is
        /// left: no cell while there are connected ones, otherwise the hottest of all.
        pub fn hottest(&self) -> Option<usize> {
            let odd = self.totals.independent;
            let is_any = odd == [0; 2] && self.totals.is_decided();
            cells(self.board.empty)
                .filter(|cell| !self.is_connected(*cell))
                .map(|cell| (temperature(self.infos[cell & 63].best, self.totals.worth), cell))
                .filter(|((half, bit), _)| is_any || odd[*half] >> bit & 1 == 1)
                .max_by_key(|(place, _)| *place)
                .map(|(_, cell)| cell)
        }
    }

    /// What a cell is. An empty one is independent if it leads nowhere but to walls, to dead ends and to itself.
    fn info(board: &Board, cell: usize) -> CellInfo {
        if board.empty >> (cell & 63) & 1 == 0 {
            return FILLED;
        }
        let best = board.gains[cell & 63].map(|gains| gains[0].max(gains[1]).max(gains[2]));
        if board.ends(cell).iter().all(|b| b.end >= LEFT || usize::from(b.end) / 4 == cell) {
            return CellInfo { state: State::Independent, multiset: 0, best };
        }
        CellInfo { state: State::Connected, multiset: multiset(kinds(board, cell)) as u16, best }
    }

    /// The cells whose info a move changes: the filled one, those that it touched, and those whose link changes class.
    /// A link's kind depends on the walls of the cell at its other end (`class_of`), so a change of walls goes farther:
    ///
    ///   [played]==path==[touched]==path==[neighbour: the same ends, but a link of another class]
    fn changed(before: &Board, after: &Board, touched: u64) -> u64 {
        let mut set = before.empty ^ after.empty | touched;
        for cell in cells(touched) {
            let (old, new) = (before.walls[cell & 63], after.walls[cell & 63]);
            // The cells behind a touched cell see only its class. Ends of it that changed led to the played cell.
            if class_of(old) != class_of(new) {
                for behind in after.ends(cell).iter().filter(|behind| behind.end < LEFT) {
                    set |= 1 << (behind.end / 4);
                }
            }
        }
        set
    }
}

// ---------------------------------------------------------------------------------------------------------------------
// Search: owns the tables and the node count. Takes a board and a budget, returns a report. No clock of the game.
// ---------------------------------------------------------------------------------------------------------------------
pub(crate) mod search {
    // Alpha-beta, as `ayu.rs` explains it. A ply is one move. Depth 2, 3, ... is searched as long as there is time
    // (iterative deepening). At the horizon, depth 0, the network answers. The transposition table remembers positions.
    // Alpha is what the player on turn has for sure. Beta is the most that the other player allows: a move that scores
    // beta or more ends the search of its position. Both are the window: only scores between them need to be exact. A
    // null window, beta = alpha + 1, only asks: better than alpha?
    // One thing is different here. A score is what is still to come: what we gain from now on less half of what the other
    // player does, or the negative of it on the other's turn. Points so far are no part of it. So positions with the same future are the same, and the
    // table finds more. Let v be the other player's score after a move. Its window follows from ours and the gain:
    //
    //     score = gain - v,  so  alpha < score < beta  is the same as  gain - beta < v < gain - alpha
    //
    // A position has up to 183 moves, too many to search all deeply. One independent cell stands for all. Moves are
    // sorted by static score: what a move gains less the evaluation of the position after it. Those that were bad two
    // plies before are not scored again (`inherit`). Only the best are searched (late move pruning, `WIDTHS`), and the
    // later ones less deep (`reduction`). At the frontier, the last ply (depth 1), a static score is a move's score.
    use super::contest::{Budget, Rng};
    use super::eval::{mirror, Position};
    use super::net::{learned, Network};
    use super::rules::{cells, Board, Move};

    /// More than any score, in sixteenths of a point, and within the 16 bits of a score in the table.
    const INFINITE: i32 = 30_000;

    /// So many moves, the best by static score, are listed again two plies later. Idea `all-moves`.
    const HOPEFUL: usize = 24;

    /// The clock is read every so many nodes (see `Report`), mostly less than a millisecond: see `make bench`.
    const CLOCK_NODES: u64 = 32;

    /// Entries of the transposition table, a power of two: 2^21 of 16 bytes make 32 MB.
    const TABLE_ENTRIES: usize = 1 << 21;

    /// With at most so many moves to the end (`Position::moves_to_end`) none is left out if the search gets there: what
    /// it finds then is exact. A larger number takes time from depth, a smaller one leaves errors. Idea `no-exact-end`.
    pub const EXACT_MOVES: u32 = 16;

    /// Moves tried at plies 0, 1, 2, and from 3 on: the best by static score, plus the table's. Fewer miss good moves,
    /// more take time from depth. Ideas `narrow`, `wide`.
    const WIDTHS: [usize; 4] = [60, 26, 18, 12];

    /// Room for the moves of a position: an empty board has 3 * 63 = 189.
    const MOVES_MAX: usize = 192;

    /// What the score of a table entry says of the true one: that it is at least that, just that, or at most that.
    #[derive(Clone, Copy, PartialEq)]
    pub enum Bound {
        Lower,
        Exact,
        Upper,
    }

    /// One position of the transposition table, 16 bytes. A new one replaces what lies in its slot.
    #[derive(Clone, Copy)]
    pub struct Entry {
        pub hash: u64, // all of it: positions that share a slot are told apart
        /// Without the `mean`, sixteenths of a point for the player on turn.
        pub score: i16,
        pub depth: i8, // plies that were searched below the position
        /// The best move. If its cell is not connected, it stands for the position's `independent_move` (see `probe`).
        best: Move,
        pub bound: Bound,
    }

    /// A slot that no position has used: of a depth that is never enough.
    const UNUSED: Entry = Entry { hash: 0, score: 0, depth: -1, best: Move::NONE, bound: Bound::Exact };

    /// What a search found.
    #[derive(Clone, Copy, Debug)]
    pub struct Report {
        pub best: Move, // the one to play
        /// Our points to come less half of theirs, for the player on turn, sixteenths of a point.
        pub score: i32,
        /// Plies of the deepest search that found something; 1 means static scores alone.
        pub depth: i32,
        /// Visits to positions between the root and the horizon, decided ones not counted.
        pub nodes: u64,
    }

    /// A move with its score, in sixteenths of a point for the player who makes it.
    #[derive(Clone, Copy, Default)]
    struct Scored {
        score: i32,
        mv: Move,
    }

    const WORST: Scored = Scored { score: -INFINITE, mv: Move::NONE };

    /// What a node of the tree asks: a position's score within a window, to some depth, so many plies below the root.
    #[derive(Clone, Copy)]
    struct Node {
        alpha: i32,
        beta: i32,
        depth: i32,
        ply: usize,
    }

    /// What outlives a move, and the search that runs. Accepted: an entry of the table may have tried fewer moves.
    #[derive(Clone)]
    pub struct Search {
        /// Only orders equal moves at the root.
        pub rng: Rng,
        pub network: Network,
        pub table: Box<[Entry]>,
        /// By ply and by tile: the cells where it is listed. Once moves are scored, those of the best: see `inherit`.
        hopeful: [[u64; 3]; 64],
        /// By ply: the latest move that reached beta at the last ply. It may do so again. Idea `no-killers`.
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
                network: Network::new(&learned(), mirror),
                table: vec![UNUSED; TABLE_ENTRIES].into_boxed_slice(),
                hopeful: [[0; 3]; 64],
                killers: [Move::NONE; 64],
                budget: Budget::fixed(0, 0),
                nodes: 0,
                stopped: false,
            }
        }

        /// The best move found within the budget (without time, by static score); `None` on a full board.
        pub fn think(&mut self, board: &Board, budget: Budget) -> Option<Report> {
            let position = Position::new(&self.network, board, board.turn);
            self.search(&position, budget)
        }

        /// The same of a position. It need not be our turn there.
        pub fn search(&mut self, position: &Position, budget: Budget) -> Option<Report> {
            self.budget = budget;
            self.nodes = 0;
            self.stopped = false;
            self.hopeful[0] = [u64::MAX; 3];
            let mut moves = [Scored::default(); MOVES_MAX];
            let count = self.list_scored(position, 0, &mut moves);
            let moves = &mut moves[..count];
            // Shuffled first, so that equal moves come in a random order, then sorted. A stable sort would allocate.
            self.rng.shuffle(moves);
            moves.sort_unstable_by_key(|m| -m.score);
            let first = *moves.first()?;
            let mut report = Report { best: first.mv, score: first.score, depth: 1, nodes: 0 };
            // No search goes deeper than the game is long. Near the end every move at the root is searched.
            let to_end = position.totals.moves_to_end();
            let width = if to_end <= EXACT_MOVES { count } else { WIDTHS[0].min(count) };
            for depth in 2..=budget.depth.min(to_end as i32) {
                self.search_root(position, &mut moves[..width], depth, &mut report);
                // The next depth takes several times as long.
                if self.stopped || budget.used() > 0.5 {
                    break;
                }
            }
            report.nodes = self.nodes;
            Some(report)
        }

        /// One iteration. The best move so far goes to the front and into the report at once. So an unfinished depth
        /// counts too: it began with the best move of the depth before, which only a better one replaces.
        fn search_root(&mut self, position: &Position, moves: &mut [Scored], depth: i32, report: &mut Report) {
            let mut node = Node { alpha: -INFINITE, beta: INFINITE, depth, ply: 0 };
            let is_exact = position.totals.moves_to_end() <= EXACT_MOVES; // at this depth or a later one
            for i in 0..moves.len() {
                let mv = moves[i].mv;
                let score = self.child(position, node, mv, i == 0, reduction(node, i, is_exact));
                if self.stopped {
                    break;
                }
                if score > node.alpha {
                    node.alpha = score;
                    moves[..=i].rotate_right(1);
                    *report = Report { best: mv, score, depth, nodes: 0 };
                }
            }
        }

        /// The score for the player on turn: what this depth finds (or the table, from a deeper search),
        /// without the moves that `WIDTHS` leaves out. Outside the window it is a bound (fail-soft): at most alpha if
        /// the score is no more than that, at least beta if it is no less. When time is up, it says nothing.
        fn alpha_beta(&mut self, position: &Position, node: Node) -> i32 {
            debug_assert!(node.alpha < node.beta, "an empty window");
            // At the horizon the network answers, and without connected cells the sum does.
            if node.depth <= 0 || position.totals.is_decided() {
                return position.totals.evaluate(&self.network);
            }
            self.nodes += 1;
            self.stopped |= self.budget.is_over(self.nodes, CLOCK_NODES);
            if self.stopped {
                return 0;
            }
            let hash = position.hash();
            let (known, tt_move) = self.probe(position, hash, node);
            if let Some(score) = known {
                return score;
            }
            let is_frontier = node.depth == 1;
            let best = if is_frontier {
                self.search_frontier(position, node)
            } else {
                self.search_moves(position, node, tt_move)
            };
            if self.stopped {
                return 0;
            }
            // At a frontier every move tried has its static score. If none reaches beta the best of them is exact.
            let bound = if best.score >= node.beta {
                Bound::Lower
            } else if is_frontier || best.score > node.alpha {
                Bound::Exact
            } else {
                Bound::Upper
            };
            self.store(position, hash, node.depth, best, bound);
            best.score
        }

        /// The score of a move: its gain less what the other player makes of the position after it. The first move has
        /// the whole window. The others are asked in a null window, `less` plies less deep, whether they beat alpha. A
        /// yes is asked again: at full depth, then in the whole window.
        fn child(&mut self, position: &Position, node: Node, mv: Move, is_first: bool, less: i32) -> i32 {
            let Node { alpha, beta, depth, ply } = node;
            let gain = position.gain(mv);
            let next = &position.play(&self.network, mv);
            let below = Node { alpha: gain - beta, beta: gain - alpha, depth: depth - 1, ply: ply + 1 };
            let null_window = Node { alpha: gain - alpha - 1, ..below };
            let reduced = Node { depth: below.depth - less, ..null_window };
            let mut score = if is_first { alpha } else { gain - self.alpha_beta(next, reduced) };
            if less > 0 && score > alpha {
                score = gain - self.alpha_beta(next, null_window);
            }
            if is_first || (score > alpha && score < beta) {
                score = gain - self.alpha_beta(next, below);
            }
            score
        }

        /// The best of the moves by search, or the first that reaches beta.
        fn search_moves(&mut self, position: &Position, mut node: Node, tt_move: Move) -> Scored {
            self.inherit(position, node);
            let mut best = WORST;
            // The table's move comes before the others are even listed: it often is good enough.
            if position.board.can_apply(tt_move) {
                best = Scored { score: self.child(position, node, tt_move, true, 0), mv: tt_move };
                node.alpha = node.alpha.max(best.score);
            }
            if node.alpha >= node.beta || self.stopped {
                return best;
            }
            let mut moves = [Scored::default(); MOVES_MAX];
            let count = self.list_scored(position, node.ply, &mut moves);
            let moves = &mut moves[..count];
            // All moves if the search gets to the end of the game from here, else the best: `width` places of the list.
            let to_end = position.totals.moves_to_end();
            let is_exact = to_end <= EXACT_MOVES && node.depth >= to_end as i32;
            let width = if is_exact { count } else { WIDTHS[node.ply.min(3)].min(count) };
            for i in 0..width {
                // Only the best of the rest is looked for: sorting all is wasted if an early move is good enough.
                let next = (i + 1..count).fold(i, |n, j| if moves[j].score > moves[n].score { j } else { n });
                moves.swap(i, next);
                let mv = moves[i].mv;
                if mv == tt_move {
                    continue;
                }
                let score = self.child(position, node, mv, best.mv == Move::NONE, reduction(node, i, is_exact));
                if score > best.score {
                    best = Scored { score, mv };
                }
                node.alpha = node.alpha.max(score);
                if node.alpha >= node.beta || self.stopped {
                    break;
                }
            }
            best
        }

        /// The last ply: the move with the highest static score, or the first that reaches beta. The killer begins.
        fn search_frontier(&mut self, position: &Position, node: Node) -> Scored {
            self.inherit(position, node);
            let mut moves = [Scored::default(); MOVES_MAX];
            let count = list(position, &self.hopeful[node.ply & 63], &mut moves);
            if let Some(i) = moves[..count].iter().position(|m| m.mv == self.killers[node.ply & 63]) {
                moves.swap(0, i);
            }
            let mut best = WORST;
            let mut trial = position.board;
            for m in &moves[..count] {
                let score = position.static_score(&self.network, &mut trial, m.mv);
                if score > best.score {
                    best = Scored { score, mv: m.mv };
                }
                if score >= node.beta {
                    self.killers[node.ply & 63] = m.mv;
                    break;
                }
            }
            best
        }

        /// Says which moves to list: all on cells that the last two plies changed, and those that were hopeful two
        /// plies before, with the same player on turn. The first two plies and the end get all moves.
        fn inherit(&mut self, position: &Position, node: Node) {
            let is_whole = node.ply < 2 || position.totals.moves_to_end() as i32 <= node.depth;
            let recent = if is_whole { u64::MAX } else { position.recent[0] | position.recent[1] };
            self.hopeful[node.ply & 63] = self.hopeful[(node.ply + 62) & 63].map(|cells| cells | recent);
        }

        /// The table's score if it settles the question, and its move or `NONE`. The hash tells the temperatures of
        /// independent cells, not their places. So a move in one of them stands for this position's `independent_move`.
        fn probe(&self, position: &Position, hash: u64, node: Node) -> (Option<i32>, Move) {
            let entry = self.table[hash as usize & (TABLE_ENTRIES - 1)];
            if entry.hash != hash {
                return (None, Move::NONE);
            }
            // Scores are kept without the mean, which the hash does not tell.
            let score = i32::from(entry.score) + position.totals.mean();
            let is_enough = i32::from(entry.depth) >= node.depth
                && match entry.bound {
                    Bound::Lower => score >= node.beta,
                    Bound::Exact => true,
                    Bound::Upper => score <= node.alpha,
                };
            let is_connected = position.is_connected(usize::from(entry.best.cell));
            let mv = if is_connected { entry.best } else { independent_move(position).unwrap_or(Move::NONE) };
            (if is_enough { Some(score) } else { None }, mv)
        }

        /// Keeps what a search of so many plies found.
        fn store(&mut self, position: &Position, hash: u64, depth: i32, best: Scored, bound: Bound) {
            let score = (best.score - position.totals.mean()) as i16;
            self.table[hash as usize & (TABLE_ENTRIES - 1)] =
                Entry { hash, score, depth: depth as i8, best: best.mv, bound };
        }

        /// Lists the moves to try with their static scores, and notes the hopeful ones. Returns how many there are.
        fn list_scored(&mut self, position: &Position, ply: usize, moves: &mut [Scored; MOVES_MAX]) -> usize {
            let hopeful = &mut self.hopeful[ply & 63];
            let count = list(position, hopeful, moves);
            let mut trial = position.board;
            for m in moves[..count].iter_mut() {
                m.score = position.static_score(&self.network, &mut trial, m.mv);
            }
            if count > HOPEFUL {
                moves[..count].select_nth_unstable_by_key(HOPEFUL, |m| -m.score);
                *hopeful = [0; 3];
                moves[..HOPEFUL].iter().for_each(|m| hopeful[usize::from(m.mv.tile)] |= 1 << m.mv.cell);
            }
            count
        }
    }

    /// Late move reductions, idea `no-reductions`: all but the first moves (at the root 3) are asked a ply less deep.
    fn reduction(node: Node, i: usize, is_exact: bool) -> i32 {
        i32::from(!is_exact && node.depth >= 3 && i >= if node.ply == 0 { 3 } else { 1 })
    }

    /// Lists the moves to try among `some`, or all if these are gone, without scores. None only on a full board.
    fn list(position: &Position, some: &[u64; 3], moves: &mut [Scored; MOVES_MAX]) -> usize {
        let mut count = 0;
        for cell in cells(position.board.empty).filter(|cell| position.is_connected(*cell)) {
            for tile in (0..3).filter(|tile| some[usize::from(*tile)] >> cell & 1 == 1) {
                moves[count].mv = Move { cell: cell as u8, tile };
                count += 1;
            }
        }
        // Of the independent cells one is enough: see the head of `eval`.
        if let Some(mv) = independent_move(position) {
            moves[count].mv = mv;
            count += 1;
        }
        if count == 0 && !position.totals.is_decided() {
            return list(position, &[u64::MAX; 3], moves);
        }
        count
    }

    /// The one move in an independent cell that is tried: the best tile for the player on turn on the `hottest` cell.
    fn independent_move(position: &Position) -> Option<Move> {
        let cell = position.hottest()?;
        let gains = position.board.gains[cell & 63][position.board.turn & 1];
        let tile = (0..3).max_by_key(|t| gains[*t]).unwrap_or(0);
        Some(Move { cell: cell as u8, tile: tile as u8 })
    }
}

// ---------------------------------------------------------------------------------------------------------------------
// Protocol: lines in, lines out.
// ---------------------------------------------------------------------------------------------------------------------
pub(crate) mod protocol {
    // The order of the lines, and the real game's board. `contest` reads lines and writes stderr.
    use super::contest::{refuse, Budget, Clock, Lines, Options};
    use super::eval::POINT;
    use super::rules::{Board, Move};
    use super::search::{Report, Search};
    use std::io::{self, BufRead, Write};

    /// Reads a move. Any tile fits on any empty cell, so only that is checked.
    fn read_move(board: &Board, line: &str) -> io::Result<Move> {
        match Move::parse(line) {
            None => Err(refuse(line, "a row a-i, a column a-g and a tile l, s or r, such as cer")),
            Some(mv) if !board.can_apply(mv) => Err(refuse(line, "a tile on an empty cell")),
            Some(mv) => Ok(mv),
        }
    }

    /// The plan: the same time for each of our moves, but half of it while more than 26 are to come. These first five
    /// (Red: four) decide little. The last eight do not count: the search solves them fast (`EXACT_MOVES`). With 40
    /// cells empty 20 moves are ours, 12 count, and this one gets a twelfth of the time left; never over a third.
    fn budget(clock: &Clock, board: &Board) -> Budget {
        // Our moves to the end of the game, the one to come included.
        let own = (f64::from(board.empty.count_ones()) / 2.0).ceil();
        let weight = if own > 26.0 { 0.5 } else { 1.0 };
        let share = weight / (own - 8.0).max(3.0);
        // An iteration begun before half the share may run on to twice the share, at most half the time left.
        clock.budget(share, 2.0, own)
    }

    /// Plays one game, to its end, `Quit` or the end of the input. A line that cannot be read or applied is an error.
    pub fn run<R: BufRead, W: Write>(input: R, mut output: W, mut options: Options) -> io::Result<()> {
        let mut lines = Lines::new(input);
        let mut clock = Clock::new(options.seconds);
        let mut search = Search::new(options.seed);
        clock.stop();
        let mut board = Board::new();
        // The jury's two tiles pass the turn twice: Blue is on turn again.
        for _ in 0..2 {
            match lines.next()? {
                None => return Ok(()),
                Some(line) => {
                    board.play(read_move(&board, line)?);
                }
            }
        }
        let mut first = true;
        while let Some(line) = lines.next()? {
            clock.start();
            if !(first && line == "Start") {
                board.play(read_move(&board, line)?);
            }
            first = false;
            let report = match options.past.pop() {
                Some(line) => Some(Report { best: read_move(&board, &line)?, score: 0, depth: 0, nodes: 0 }),
                None => search.think(&board, budget(&clock, &board)),
            };
            if let Some(report) = report {
                board.play(report.best);
                let score = f64::from(report.score) / f64::from(POINT);
                options.report(&report.best, report.depth, score, report.nodes);
                // The contest may suspend us as soon as it has our line. The clock must not run on then.
                clock.stop();
                writeln!(output, "{}", report.best)?;
                output.flush()?;
            }
        }
        Ok(())
    }
}

// ---------------------------------------------------------------------------------------------------------------------
// Contest: clock, random numbers, command line, lines. The same in every file, word for word: a new game copies it.
// ---------------------------------------------------------------------------------------------------------------------
#[allow(dead_code)] // No file needs all of it.
pub(crate) mod contest {
    use super::{GAME_SECONDS, NAME};
    use std::fmt;
    use std::io::{self, BufRead, Read, Write};
    use std::time::{Instant, SystemTime, UNIX_EPOCH};

    /// Our time for the whole game. It runs from `new` or `start` until `stop`. The contest counts from the moment a
    /// line is there until our answer. While the other side thinks, we may be suspended.
    #[derive(Clone, Debug)]
    pub struct Clock {
        left: f64,    // seconds left at the last `stop`
        latency: f64, // seconds counted for each answer on top of what was measured
        started: Instant,
    }

    impl Clock {
        /// A clock for a game of so many seconds. It runs already: the jury may count the time to make the tables.
        pub fn new(seconds: f64) -> Clock {
            // Kept back, but never more than half of the time: 5 % in case the machine is slow for a moment, and 0.15 s
            // to start the program.
            let left = (seconds * 0.95 - 0.15).max(seconds * 0.5);
            // Pipes and waking up count as ours: 4 ms on a busy machine, but at most 1 / 1,500 of the game.
            Clock { left, latency: (seconds / 1_500.0).min(0.004), started: Instant::now() }
        }

        /// Call it after a line was read, never before: time goes on while we are suspended.
        pub fn start(&mut self) {
            self.started = Instant::now();
        }

        /// Call it before an answer is written or the first line is awaited: once after `new` and after each `start`
        /// with an answer. The time since a `start` without one is not counted.
        pub fn stop(&mut self) {
            self.left -= self.started.elapsed().as_secs_f64() + self.latency;
        }

        /// The budget of a decision that begins now. The plan is the time left less `latency` for each of the `answers`
        /// that a long game still asks for, this one included, but at least half of the time left. The goal is `share`
        /// of the plan. The limit is `stretch` times the goal, but at most half of the plan and at least the goal.
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
        goal: f64,  // seconds that are planned
        limit: f64, // seconds after which the search stops at once
        /// Deepest iteration, in plies or what else the search counts.
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

        /// True when the search has to stop at once. The clock is read when `nodes` is a multiple of `every`. Let that
        /// be a millisecond of work: long beside the 30 ns that reading costs, short beside the time of a move.
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

    /// Reads N learned weights from text. Text with more or fewer does not compile. The digits are the 91 characters
    /// from `#` to `~` without the backslash. Up to `l` one digit is one weight: `#` is -36, `G` is 0, `l` is 36. From
    /// `m` on two digits are one weight: `m#` is -819, `uG` is -55, `~~` is 818. Blanks and line ends are skipped.
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

    /// What the command line asks for: seconds for the whole game, and the seed of all random numbers. Two games with
    /// one seed may differ, since the clock decides too. `past`: lines that we have written in this game already, the
    /// last one first. They are written again as they are: so a game goes on. `log`: moves leave lines on stderr.
    #[derive(Clone, Debug)]
    pub struct Options {
        pub seconds: f64,
        pub seed: u64,
        pub past: Vec<String>,
        pub log: bool,
    }

    impl Options {
        /// Reads `[SECONDS [SEED ['LINE;LINE..']]]`. The default is the contest's time and a seed from the clock. Empty
        /// lines are passed over.
        pub fn parse(words: &[String]) -> io::Result<Options> {
            let seconds = words.first().map_or(Ok(GAME_SECONDS), |word| match word.parse() {
                Ok(s) if s > 0.0 && s < 1e6 => Ok(s),
                _ => Err(refuse(word, "seconds for the whole game as the first argument")),
            })?;
            let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(1, |d| d.as_nanos() as u64);
            let seed = words.get(1).map_or(Ok(now), |w| w.parse().map_err(|_| refuse(w, "a seed such as 7")))?;
            let mut past: Vec<_> = words.get(2).map_or("", |lines| lines).rsplit(';').map(String::from).collect();
            past.retain(|line| !line.trim().is_empty());
            Ok(Options { seconds, seed, past, log: true })
        }

        /// Writes a line about our move: `E9-K7 depth 9 score +0.31 nodes 812000`. A score above 0 is good for us; the
        /// unit is the game's own. The contest keeps about 10,000 characters. If nobody reads it, the game goes on.
        pub fn report(&self, best: &dyn fmt::Display, depth: i32, score: f64, nodes: u64) {
            if self.log {
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

        /// The next line that is not blank, without blanks around it. `None` at `Quit` and at the end of the input.
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

    /// Plays one game with the program's arguments. Returns the exit code: 0 after a regular end, 2 when the game could
    /// not go on, with one line on stderr that says why. When nobody reads our moves any more, that is a regular end.
    pub fn play(run: fn(io::StdinLock<'static>, io::Stdout, Options) -> io::Result<()>) -> i32 {
        let words: Vec<String> = std::env::args_os().skip(1).map(|w| w.to_string_lossy().into_owned()).collect();
        let result = Options::parse(&words).and_then(|options| {
            // The first line on stderr: name, version, and the arguments that made this game.
            let _ = writeln!(io::stderr(), "{} seed {} seconds {}", NAME, options.seed, options.seconds);
            run(io::stdin().lock(), io::stdout(), options)
        });
        result.err().filter(|error| error.kind() != io::ErrorKind::BrokenPipe).map_or(0, |error| {
            let _ = writeln!(io::stderr(), "{}: {}", NAME, error);
            2
        })
    }
}

/// Everything that a program of the contest needs besides the game is in the module `contest`.
fn main() {
    std::process::exit(contest::play(protocol::run));
}
