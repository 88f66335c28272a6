//! Ayu (CodeCup 2015): two sides bring their scattered pieces together. A side that is on turn and cannot move has won.
//!
//! The rules in short. On 11 x 11 points each side has 30 pieces. A unit is a group of pieces of one side that touch
//! each other, up, down or to the sides. At the start each piece is a unit. A move takes one piece of a unit to an
//! empty point beside the unit. (So a lone piece goes one step.) The unit must be whole afterwards, and nearer than
//! before to the nearest other unit of its side. The distance is the number of empty points on a shortest way over
//! empty points. A unit without such a way cannot move. Nothing is ever captured. A side that is on turn and has no
//! move has won: all its units have joined, or walls of enemy pieces divide them.
//!
//! Protocol: White reads `Start`; Black first reads White's first move. A move is `B4-A3`: from B4 to A3. A program
//! that has no move writes nothing. `Quit` or the end of the input ends it.
//! Method: alpha-beta (the page before `search` has its words). The evaluation, a weighted sum, estimates the joining
//! cost, the empty points that each side has to fill, and sees what walls keep apart. Its weights were learned.
//! One decision, after 44 plies (moves of one side) of `tests/samples/ayu/game-09.txt`. White still has to fill 13
//! points, Black 17, and there are 19 moves. One ply deep J2-H2 looks best: +0.91, a chance to win of 71 %. With
//! Black's answer it is +0.16, 54 %. At ten plies G7-F8 is best: +0.36; at twelve, too: +0.59, after 66,000 positions.
//! First read the plain form, `tests/starters/ayu.rs`. `make match GAME=ayu B=plain TIME=1 N=40`: 40-0.
//! "Idea x" is a file, `tests/ideas/ayu/x.patch`: it takes a part out. 100 Elo more win 64 games of 100, 200 win 76.
//! | beyond the plain form    | where                  | lines less | Elo lost without (`make ideas`) |
//! | patterns of 3 x 3 points | `pattern_weights`      |        177 | over 214                        |
//! | history scores           | `update_history`       |         17 | 191                             |
//! | late move reductions     | `reduction`            |         20 | 173                             |
//! | transposition table      | `probe`, `store`       |         82 | 119                             |
//! | killer moves             | `order`                |         13 | 23 +- 39, unproven              |
//! | late move pruning        | `search_moves`         |         14 | 17 +- 51, unproven              |
//! Strength, points a game (a win 3, a loss 1): 3.00 to 1.00 against greedy (looks one move ahead), 2.00 +- 0.51 (95 %)
//! to 2.00 against commit ad316a0: `jury tournament ayu ayu partners git:ad316a0 --gauntlet --time 3 --seed 31` (`jury`
//! is the referee, in `tests/`; partners: weaker programs; in a gauntlet one plays all). A score is the logarithm of
//! p / (1 - p) for a chance p to win: +1.00 is 73 %. Near +300 or -300 the result is proven: 300 less 0.01 for each ply
//! to the end. Not here: a book of openings, thinking in the opponent's time. Build: `rustc -O ayu.rs`

#![forbid(unsafe_code)]

// ---------------------------------------------------------------------------------------------------------------------
// Constants
// ---------------------------------------------------------------------------------------------------------------------

/// First two words on stderr.
const NAME: &str = "ayu 1.0";

/// Seconds that the contest gives a program for a whole game.
const GAME_SECONDS: f64 = 30.0;

// ---------------------------------------------------------------------------------------------------------------------
// Rules: Board, Move, parse and format, legal moves, play. No clock, no randomness, no I/O.
// ---------------------------------------------------------------------------------------------------------------------
pub(crate) mod rules {
    use super::contest::mix64;
    use std::fmt;

    pub const WIDTH: usize = 11; // points in a row of the board, and in a column
    pub const POINTS: usize = WIDTH * WIDTH; // 121

    /// A set of points: a point is bit `row * 11 + column` of a `u128`, both counted from 0. A1 is bit 0, A2 bit 11.
    ///
    /// One shift moves all points of a set a step. So all neighbours of 30 pieces are found in ten operations.
    ///
    /// ```text
    ///  row 11 | 110 111 ... 120      up    = bit + 11
    ///         |     ...              down  = bit - 11
    ///  row  2 |  11  12 ...  21      right = bit +  1
    ///  row  1 |   0   1 ...  10      left  = bit -  1
    ///             A   B       K
    /// ```
    pub type Set = u128;

    pub const ALL: Set = (1 << POINTS) - 1; // every point; the seven bits above stay 0 in all sets
    const COLUMN_A: Set = ALL / ((1 << WIDTH) - 1); // 1 + 2^11 + 2^22 + ... + 2^110, a geometric series
    const COLUMN_K: Set = COLUMN_A << (WIDTH - 1);

    /// All points next to a point of the set. Points of the set are among them where they touch each other.
    pub fn around(set: Set) -> Set {
        // Without its mask, a step to the left of column A would end in column K, one row lower.
        let (left, right) = ((set & !COLUMN_A) >> 1, (set & !COLUMN_K) << 1);
        // Row 1 falls out below bit 0. What leaves row 11 is above bit 120 and has to be taken out.
        left | right | set >> WIDTH | set << WIDTH & ALL
    }

    /// Flood fill: the part of `within` that is connected to `from`, which lies in it.
    pub fn flood(from: Set, within: Set) -> Set {
        let (leftwards, rightwards) = (within & !COLUMN_K, within & !COLUMN_A); // where such a step can end
        let mut reached = from;
        loop {
            // Sideways first, then up and down from there: one round goes around a corner, so fewer rounds are needed.
            let row = reached | reached >> 1 & leftwards | reached << 1 & rightwards;
            let wider = row | (row >> WIDTH | row << WIDTH) & within;
            if wider == reached {
                return reached;
            }
            reached = wider;
        }
    }

    /// The connected parts of a set. Of all pieces of a side these are its units.
    pub fn parts(set: Set) -> impl Iterator<Item = Set> {
        let mut rest = set;
        std::iter::from_fn(move || {
            // x & -x keeps the lowest bit of x and no other. Of an empty rest nothing is left.
            let part = flood(rest & rest.wrapping_neg(), set);
            rest &= !part;
            (part != 0).then_some(part)
        })
    }

    /// The points of a set, lowest first.
    pub fn points(mut set: Set) -> impl Iterator<Item = usize> {
        std::iter::from_fn(move || {
            // A mask such as `& 127` shows the compiler that a shift or an index needs no check of its bounds.
            let (found, point) = (set != 0, set.trailing_zeros() as usize & 127);
            set &= set.wrapping_sub(1); // x & (x - 1): without the lowest bit
            found.then_some(point)
        })
    }

    /// One piece goes from a point to another.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub struct Move {
        pub from: u8,
        pub to: u8,
    }

    impl Move {
        pub const NONE: Move = Move { from: 0, to: 0 }; // nobody can make it

        /// Reads `B4-A3`; `None` for anything else. Only the board knows whether a piece stands there.
        pub fn parse(text: &str) -> Option<Move> {
            let (from, to) = text.split_once('-')?;
            Some(Move { from: parse_point(from)?, to: parse_point(to)? })
        }
    }

    impl fmt::Display for Move {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            let column = |point: u8| char::from(b'A' + point % WIDTH as u8);
            let row = |point: u8| point / WIDTH as u8 + 1;
            write!(f, "{}{}-{}{}", column(self.from), row(self.from), column(self.to), row(self.to))
        }
    }

    /// Reads `B4`: a column from A to K, and a row without a leading zero.
    fn parse_point(name: &str) -> Option<u8> {
        let column = "ABCDEFGHIJK".find(name.get(..1)?)?;
        let row = "1 2 3 4 5 6 7 8 9 10 11".split(' ').position(|row| row == &name[1..])?;
        Some((row * WIDTH + column) as u8)
    }

    /// Room for the moves of one position. The start has 98. More were never seen, but that is no proof: so 256.
    pub const MOVES_MAX: usize = 256;

    /// A position. White is side 0, Black side 1. No list of units: `parts` finds them anew.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct Board {
        pub pieces: [Set; 2], // the points of each side's pieces
        pub turn: usize,
        pub hash: u64, // a number for pieces and turn (`zobrist`): by it the search knows a position again
    }

    impl Board {
        /// The start. No two pieces touch, so each side begins with 30 units.
        ///
        /// ```text
        /// 11 . w . w . w . w . w .
        /// 10 b . b . b . b . b . b
        ///    ...                        six rows of five white pieces, five rows of six black ones
        ///  2 b . b . b . b . b . b
        ///  1 . w . w . w . w . w .
        ///    A B C D E F G H I J K  White to move
        /// ```
        pub fn new() -> Board {
            let mut board = Board { pieces: [0; 2], turn: 0, hash: 0 };
            // Every other point holds a piece: in row 1 a white one, in row 2 a black one, and so on.
            (1..POINTS).step_by(2).for_each(|point| board.pieces[point / WIDTH % 2] |= 1 << point);
            board
        }

        pub fn empty(&self) -> Set {
            ALL & !(self.pieces[0] | self.pieces[1])
        }

        /// Makes a move of the side on turn, legal or not. Its piece is there, and its target is empty.
        pub fn play(&mut self, mv: Move) {
            debug_assert!(self.can_apply(mv), "{} on {:x?}", mv, self);
            let (from, to) = (usize::from(mv.from & 127), usize::from(mv.to & 127));
            self.pieces[self.turn & 1] ^= (1 << from) | (1 << to);
            self.hash ^= zobrist(self.turn & 1, from) ^ zobrist(self.turn & 1, to) ^ BLACK_TURN;
            self.turn ^= 1;
        }

        /// True when `play` can make the move, legal or not: a piece of the side on turn goes to an empty point.
        pub fn can_apply(&self, mv: Move) -> bool {
            self.pieces[self.turn & 1] >> mv.from & 1 == 1 && self.empty() >> mv.to & 1 == 1
        }

        /// All legal moves of the side on turn. For each unit there are two questions. Which empty points bring it
        /// nearer to the nearest other unit (`targets`)? Which of its pieces may go there (`good_targets`)?
        pub fn legal_moves<'a>(&self, list: &'a mut [Move; MOVES_MAX]) -> &'a mut [Move] {
            let (own, empty) = (self.pieces[self.turn & 1], self.empty());
            let mut count = 0;
            for unit in parts(own) {
                let near = targets(unit, own & !unit, empty);
                for from in points(if near == 0 { 0 } else { unit }) {
                    for to in points(good_targets(unit, from, near)) {
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

    /// The empty points where a piece brings its unit nearer to a nearest other unit: the first steps of all shortest
    /// ways. There are none when no other unit can be reached.
    ///
    /// ```text
    ///  U 3 2 1 2      U is the unit, V the nearest other one, # the enemy. Layer n: the points n steps from any other
    ///  . # 1 V 1      unit. Layer 3 is the first that touches U, and only with the point to the right of U. The point
    ///  . 3 2 1 2      below U is on a way to V as well, but on a longer one.
    /// ```
    ///
    /// The point that the piece leaves opens no shorter way: the empty points next to it are next to the unit already.
    pub fn targets(unit: Set, others: Set, empty: Set) -> Set {
        let beside = around(unit);
        let mut layer = around(others) & empty;
        // Points that no layer has yet: each point is only in the layer of its distance.
        let mut open = empty & !layer;
        // An empty layer: no other unit can be reached, and this one cannot move.
        while layer != 0 && layer & beside == 0 {
            layer = around(layer) & open;
            open &= !layer;
        }
        layer & beside
    }

    /// Those of the targets that a piece of the unit may go to, so that the unit is whole afterwards.
    ///
    /// Without the piece the unit may fall into several parts. A good target touches all parts: each part in turn
    /// takes out those not beside it. Mostly there is only one part. A lone piece leaves none: all targets are good.
    ///
    /// ```text
    ///  T B      Without P the pieces A and B do not touch each other. T touches both, so P may go to T.
    ///  A P      It may not go to a target that touches only one of them.
    /// ```
    fn good_targets(unit: Set, from: usize, targets: Set) -> Set {
        let rest = unit ^ (1 << from);
        parts(rest).try_fold(targets, |good, part| Some(good & around(part)).filter(|good| *good != 0)).unwrap_or(0)
    }

    /// Zobrist's hash: each pair of side and point has a number that looks random. Exclusive or brings the number of a
    /// piece into the hash, or takes it out. So a move changes the hash by three numbers: two points, and the turn. The
    /// start has hash 0, and by any order of the moves a position has the same. The numbers are the same in every run.
    pub fn zobrist(side: usize, point: usize) -> u64 {
        mix64((side * 128 + point) as u64 + 1)
    }
    pub const BLACK_TURN: u64 = mix64(1_000); // in the hash when Black is on turn
}

// ---------------------------------------------------------------------------------------------------------------------
// Joining: what a side still has to do to join its units.
// ---------------------------------------------------------------------------------------------------------------------
pub(crate) mod joining {
    use super::rules::{around, parts, Set, ALL};

    /// What `joining` counts. A tree is one unit, or several that have joined. A gap is a shortest way between two.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    pub struct Joining {
        pub cost: i32, // empty points of all gaps that were filled to join them
        pub units: i32,
        pub trees: i32, // left when all units that can meet have joined: walls keep these apart, as the board stands
        pub longest: i32, // empty points of the longest gap that was filled
        pub short: i32, // gaps of one empty point that were filled: a single move joins two units
    }

    /// The joining cost of the pieces `own`; `enemy` is in the way. It is an estimate: one point can fill two gaps.
    /// The plain method is Kruskal's for a minimum spanning tree. Take the gaps between two units, the shortest first.
    /// Where a gap lies between two units that are not joined yet, join them and add the length of the gap:
    ///
    /// ```text
    ///  A . B . . C      gaps: A-B 1, B-C 2
    ///                   join A and B: cost 1; join AB and C: cost 1 + 2 = 3; now all is one tree
    /// ```
    ///
    /// Each unit begins as a tree. Walls may leave several trees, a forest. The fast method needs no list of gaps. All
    /// trees grow at once, by one layer of empty points in each round. So they meet in the order of the gaps:
    ///
    /// ```text
    ///  A 1 B        both grow onto the point 1: the gap is 1 empty point
    ///  A 1 1 B      two points of layer 1 are neighbours: the gap is 2 empty points
    ///  A 1 2 1 B    both grow onto the point 2: the gap is 3 empty points
    /// ```
    pub fn joining(own: Set, enemy: Set) -> Joining {
        let mut trees = [0; 32]; // at first the units, at most 30; `& 31` below spares the checks of an index
        let mut count = trees.iter_mut().zip(parts(own)).map(|(tree, unit)| *tree = unit).count();
        let mut found = Joining { units: count as i32, ..Joining::default() };
        let (mut open, mut length) = (ALL & !own & !enemy, 0);
        while count > 1 {
            let mut layer = 0;
            for tree in trees[..count & 31].iter_mut() {
                let wider = around(*tree) & open;
                *tree |= wider;
                layer |= wider;
            }
            // Nothing grows any more: walls stand between the trees.
            if layer == 0 {
                break;
            }
            open &= !layer;
            // In round r trees that share a point have a gap of 2r - 1, those with neighbouring points a gap of 2r.
            for neighbours in [false, true] {
                length += 1;
                let mut i = 0;
                while i + 1 < count {
                    let reach = if neighbours { around(trees[i & 31]) } else { trees[i & 31] };
                    match (i + 1..count).find(|j| reach & trees[j & 31] != 0) {
                        // Tree i takes in tree j and, larger now, looks at all behind it again. (Those before it
                        // touch neither i nor j.) The last tree takes the place of j.
                        Some(j) => {
                            count -= 1;
                            trees[i & 31] |= trees[j & 31];
                            trees[j & 31] = trees[count & 31];
                            found.cost += length;
                            found.longest = length;
                            found.short += i32::from(length == 1);
                        }
                        None => i += 1,
                    }
                }
            }
        }
        found.trees = count as i32;
        found
    }
}

// ---------------------------------------------------------------------------------------------------------------------
// Evaluation: counts of joining, patterns of 3 x 3 points, and the weights of both.
// ---------------------------------------------------------------------------------------------------------------------
pub(crate) mod eval {
    // The evaluation is a sum with two kinds of terms. The counts of `Joining` say how far each side is from its aim.
    // But they see a wall only when it makes a way longer or closes it. The other kind sees it before: patterns, that
    // is, what stands on 3 x 3 points. Weights change with the phase, the sum of both joining costs. It mostly falls.
    //
    // The weights, all for White, are hundredths of the natural logarithm of White's odds. Odds are p / (1 - p) for a
    // chance of p: a sum of 0 is 50 %, 100 is 73 %, 200 is 88 %. Independent reasons to win multiply the odds, so
    // their weights are added. Logistic regression learned them: small steps bring the chance of each position nearer
    // to a target. The target is 1 or 0 if the result is proven, else 0.95 (a guess) x the chance by a search's score
    // + 0.05 x the result of the game.
    use super::contest::decode;
    use super::joining::{joining, Joining};
    use super::rules::{Board, Move, POINTS, WIDTH};

    /// Terms besides the patterns: the turn, the five counts of `Joining`, and three that follow from them (`terms`).
    const TERMS: usize = 9;

    /// Four sums of both joining costs are anchors (guesses). Every weight has four values, one at each anchor. Between
    /// two anchors it is interpolated; beyond the outer ones it stays. The game begins at 58 and runs from right to
    /// left. Idea one-phase has the weights at 16 alone.
    ///
    /// ```text
    ///  sum of costs   4 ------ 16 ---------- 32 ---------------- 56
    ///  index          0        1             2                   3
    /// ```
    pub const ANCHORS: usize = 4;
    const ANCHOR_COSTS: [i32; ANCHORS] = [4, 16, 32, 56];

    /// The code of a pattern of 3 x 3 points is a number with two bits for each point: 0 empty, 1 White, 2 Black, 3 off
    /// the board, since the edge is a wall too. Point k of the drawing has the bits 2k and 2k + 1.
    ///
    /// ```text
    ///  6 7 8      row above            . . .
    ///  3 4 5      4 is the middle      . w b      1 << 8 | 2 << 10 = 2304
    ///  0 1 2      row below            . . .
    /// ```
    const CODES: usize = 1 << 18;
    const LOW: usize = 0x1_5555; // the lower bit of each point

    /// The weights of every pattern, by its code.
    ///
    /// The plain method would be to learn a weight for each of 3^9 + 4 x 3^6 (at an edge) + 4 x 3^4 (in a corner) =
    /// 22,923 patterns. Most are too rare. But what is good for White in one corner is good in all four. So turned and
    /// mirrored patterns share a class: 3,321 classes. Swapped colours change only the sign. So a class and its swapped
    /// class share their learned weights: 1,644 pairs. The other 33 classes contain their swapped patterns. They favour
    /// nobody, and weigh 0. Idea no-patterns.
    pub fn pattern_weights() -> &'static [[i16; ANCHORS]] {
        /// What may be off the board (the lower bit of each point): none; 0, 1, 2 (an edge); 0, 1, 2, 3, 6 (a corner).
        const EDGES: [usize; 3] = [0, 0b01_01_01, 0b01_00_00_01_01_01_01];
        /// The first entry is the old point that comes to 8, the next one comes to 7, and so on. `TURN`: 2 comes to 8.
        const TURN: [usize; 9] = [2, 5, 8, 1, 4, 7, 0, 3, 6];
        const MIRROR: [usize; 9] = [8, 5, 2, 7, 4, 1, 6, 3, 0];
        let moved = |code: usize, order: [usize; 9]| order.iter().fold(0, |sum, k| sum * 4 + (code >> (2 * k) & 3));
        let swapped = |code: usize| (code & LOW) << 1 | code >> 1 & LOW; // Swaps the two bits of each point.
        let (mut weights, mut is_done, mut learned) = (vec![[0; ANCHORS]; CODES], vec![false; CODES], PATTERNS.iter());
        // `code & code >> 1 & LOW`: the points with both bits, off the board. The other edges are turns of `EDGES`.
        for code in (0..CODES).filter(|code| EDGES.contains(&(code & code >> 1 & LOW))) {
            // The code and its three turns, then a mirror image and its three turns.
            let mut alike = [code; 8];
            for i in 1..8 {
                alike[i] = moved(alike[i - 1], if i == 4 { MIRROR } else { TURN });
            }
            if !is_done[code] && !alike.contains(&swapped(code)) {
                let values = [(); ANCHORS].map(|_| learned.next().map_or(0, |weight| *weight));
                for &one in alike.iter() {
                    (weights[one], is_done[one]) = (values, true);
                    (weights[swapped(one)], is_done[swapped(one)]) = (values.map(|weight| -weight), true);
                }
            }
        }
        weights.leak() // made once, kept to the end of the program
    }

    /// A board with the sum of the weights of all its patterns. The plain method looks up 121, one around each point.
    /// But a move changes two points, and each is part of nine patterns at most. So the sum is kept: at most eighteen
    /// old weights go out, as many new ones come in.
    #[derive(Clone, Copy)]
    pub struct Position {
        pub board: Board,
        pub patterns: &'static [[i16; ANCHORS]], // the weights of each pattern, by its code (`CODES`)
        /// The same board, with two points of edge all around: a number for each row, two bits for each point as in a
        /// code. Row 1 is `rows[2]`; its point A1 has the bits 4 and 5.
        rows: [u32; 15],
        sums: [i32; ANCHORS], // the patterns' weights, summed over the board, for each anchor
    }

    impl Position {
        pub fn new(board: &Board, patterns: &'static [[i16; ANCHORS]]) -> Position {
            // First all is edge, and the sums are 0. Then exclusive or takes the edge out of each point of the board,
            // and puts in what stands on it: with 3 ^ 1 edge becomes White.
            let mut position = Position { board: *board, patterns, rows: [u32::MAX; 15], sums: [0; ANCHORS] };
            for point in 0..POINTS {
                let [white, black] = board.pieces.map(|pieces| (pieces >> point & 1) as usize);
                position.put(point, 3 ^ (white + 2 * black));
            }
            position
        }

        /// The position after a move. This one stays as it is: to take the move back is to go on with this one.
        pub fn after(mut self, mv: Move) -> Position {
            let digit = self.board.turn + 1; // what a code has for a piece: 1 White, 2 Black
            self.board.play(mv);
            self.put(usize::from(mv.from), digit);
            self.put(usize::from(mv.to), digit);
            self
        }

        /// Changes a point and the nine patterns around it, by exclusive or with old ^ new: on the board 1 brings White
        /// in or out, 2 Black. Patterns with their middle off the board weigh 0.
        fn put(&mut self, point: usize, digit: usize) {
            let (row, column) = (point / WIDTH, point % WIDTH);
            // The 5 x 5 points around this one, ten bits for each row. Of each row a pattern has six bits, octal 77.
            let cells = self.rows[row..row + 5].iter().map(|cells| (cells >> (2 * column) & 0x3ff) as u64);
            let window = cells.rev().fold(0, |window, cells| window << 10 | cells);
            for k in 0..9 {
                // Where this is point k, the pattern begins 2 - k / 3 rows above the window's lower left corner and
                // 2 - k % 3 columns to the right of it.
                let corner = (window >> (10 * (2 - k / 3) + 2 * (2 - k % 3))) as usize;
                let code = corner & 0o77 | corner >> 4 & 0o77_00 | corner >> 8 & 0o77_00_00;
                let [old, new] = [code, code ^ digit << (2 * k)].map(|code| self.patterns[code]);
                for anchor in 0..ANCHORS {
                    self.sums[anchor] += i32::from(new[anchor]) - i32::from(old[anchor]);
                }
            }
            self.rows[row + 2] ^= (digit as u32) << (2 * column + 4);
        }

        /// The score for the side on turn, in hundredths of the logarithm of its odds. `None`: no move, so it has won.
        pub fn evaluate(&self) -> Option<i32> {
            const STEPS: i32 = 256; // from one anchor to the next; a power of two divides fast
            let [white, black] = self.board.pieces;
            let sides = [joining(white, black), joining(black, white)];
            // No cost: no two of its units can meet. (If two can meet, some piece of theirs can move.)
            if sides[self.board.turn & 1].cost == 0 {
                return None;
            }
            // Below 16 `low` is 0, below 32 it is 1, else 2. The phase lies `steps` / 256 of the way from this anchor
            // to the next (clamped at the ends).
            let phase = sides[0].cost + sides[1].cost;
            let low = ANCHOR_COSTS[1..ANCHORS - 1].iter().filter(|&&anchor| phase >= anchor).count();
            let (a, b) = (ANCHOR_COSTS[low], ANCHOR_COSTS[low + 1]);
            let steps = ((phase - a) * STEPS / (b - a)).clamp(0, STEPS);
            // One sum by the weights at each of the two anchors. It begins with the patterns (`put` keeps their `sums`)
            // and adds nine terms, such as White's joining cost less Black's. The score lies between the two sums.
            let sign = [1, -1][self.board.turn & 1];
            let terms = terms(&sides, sign);
            let sum = |at: usize| (0..TERMS).fold(self.sums[at], |sum, i| sum + terms[i] * LEARNED_TERMS[i][at]);
            let score = (sum(low) * (STEPS - steps) + sum(low + 1) * steps) / STEPS;
            // The weights speak for White, the search for the side on turn. A win always counts more.
            Some((score * sign).clamp(-SCORE_MAX, SCORE_MAX))
        }
    }

    pub const SCORE_MAX: i32 = 20_000; // `evaluate` cuts off what is beyond; any limit below a proven win would do

    /// White's counts less Black's, in the order of `LEARNED_TERMS`. Swapped colours give every term the other sign.
    fn terms([a, b]: &[Joining; 2], on_turn: i32) -> [i32; TERMS] {
        let costs = a.cost - b.cost;
        let longest = a.longest - b.longest;
        // Who would be ready first if every move filled one point? Times 2: only at equal costs the turn decides.
        let ahead = (on_turn - 2 * costs).signum();
        let unjoined = i32::from(a.cost > 0) - i32::from(b.cost > 0);
        let far = |side: &Joining| side.longest.min(8) * side.longest.min(8) / 4; // 8: a guess. / 4 keeps it small.
        let short = a.short - b.short;
        [on_turn, costs, longest, a.trees - b.trees, a.units - b.units, short, ahead, unjoined, far(a) - far(b)]
    }

    /// The learned weights of the terms, by anchor: left the end of the game, right its start. Gaps of one point are
    /// good near the end: one move fills them. A longest gap of n points counts in two rows, in the left column -56 n +
    /// 28 (n n / 4, rounded down): -56, -84, -112 and -112 for one to four. More trees are bad, though a side has won
    /// when no two of its units can meet: why is not known. Idea costs-alone has the first two rows alone, no patterns.
    const LEARNED_TERMS: [[i32; ANCHORS]; TERMS] = [
        [45, 26, 25, 19],       // on turn
        [-23, -31, -22, -6],    // joining cost
        [-56, 7, 6, -3],        // longest gap (and below, squared / 4)
        [-150, -126, -72, -21], // trees
        [-79, -32, -10, -17],   // units
        [34, 31, -5, -5],       // gaps of one point
        [91, -2, 0, -1],        // ahead
        [-109, -116, -59, 0],   // not yet joined
        [28, -3, 1, 1],         // longest gap, at most 8, squared / 4
    ];

    /// The weights of the patterns, learned with the terms from 26,700 own games (`git show
    /// dd49461:tests/tune/ayu.rs`). Four for each pair of classes, one for each anchor, in the order in which
    /// `pattern_weights` meets them. `G` is 0, `H` 1 (`decode`). The first four, `8BDF`, are -15, -5, -3 and -1: for
    /// code 1, White on point 0.
    static PATTERNS: [i16; 1_644 * ANCHORS] = decode(
        "
        8BDFGGGI=DHKSSLJLHIFEGEFVKIIu??@ClKMEIDGC0KIBvHFIGLVMFFHLJf_RM=KMGLJFF`LMKuFULH0XMF2RKKAIQKEHKJcDEKDNSL9NNUvN
        TTMFHJJKIJHADEEuIBCGgHJME<KH_MQPAEJMEEGC2IKIvUFIJvjEOCJOMJuIY_DdJROKLBH8LIEJ3IX(LQHGPMLJJMIZGKIIME?QGE@?<B0JI
        GC=KJICPMI>FGGONJK^GG>dNQHOJF@DPF&IMJA2KPI8IKJANQJDKMLAQMH-IHI`MHGu5KJDGQIL(JKJ*NOO8EFH;<>?k/FK.5DH@FGE-EGBhV
        UT;OGQ6DHJCNJI3ACK[hG>WuTXvK/BKNuV?KDPTOMvLDFIMWLJJMQKgMII#??B/[LN]GFFhNH?FHJGGJHG1NOKbgKO=LLLvNUKF7GNIt{PMKE
        JJJHMFF:QOK>JBG*WN;uYJIK>JNKuK>FNHvIVM4JIGvtADE7QQB.FIFO>R9HKQJ?ORMv^@@FuTDFD'MLGXRMK5CFE?7=?uAUOFNHFKKJE=FGJ
        GKID5S7P0KLG=TJJFIGGICHIHKFCBGNI@O&#LASEU>HEH>ILI1EFDDJIEGEGIVA:D;MLQuVRI=9IIIRPFDSSKA>KHKuYCH3ttuW@GMOHH,@HW
        uFUAH3CJD73IWuG9K,3FAGjED4C-B>PNFJvRAIIFOQEGBGH]YIKdRSMXKKM<CC>vwQD@IFAAVuSJLKDQGjQLP9DKF83F?6EJI5*T@]HHF>IKG
        fNIFuV8IKdKFC^7<EgDEGuI>FHXQMGG_@>GGGGcMIDGGGGU^QP?CKLMVR=&YPOAIHG)hTLkKCFvXQKG@QGBGIOIuJXOMMEOB.fQLAECC+PNEN
        DDGAEFFXHKFLHE@SXOuWu#MLL9TLIu1MKGgEPNFUKD7;IDHKJI=@DGC#4Je<9BYa<Q2-?BvdFHIGKXG(*GGvRYZGRKHEdLGLvPRM@@l6BGGGG
        #TKuINeVIRXWTS1PH?JREuXEIFcXPLvPDTFKOZh/IIDhMKKNGD*;<G)?ODCLEGGOJIAUBLJ=FPJDJMBO?D?>EDSO>IX^HFJNIIJBNMR=FBDFD
        B@DDGGYvOlG5vNSCuMFXBD_GAE=PLT]LHuV<QE]QPN>?HJuYuAC:aN@Zvc'NLgN>?0CDE.D7C&GCD2IKIA;A<IA;DvYDCC:C@IVHFHIHIG1HJ
        I=/CCuSC@DOMHGuXE?DI?DT7D?BNHCDOuVD6vVQSJPMPFvPXRPHPT5uYNBJHhQIuBYKGvOkVBTXIFb@GI7lQF$ML@&5@F.PS<NaPJ'fVIY]QI
        ?vNSH9TL<UQT<A6M`ERZ/P[JGV`YHZ`ID]QIG]QFDJMMHuXWN?VN@KYZMSGJNK-TJJPEHJ=GEEXKA?u;QLAKMH6ND?3?8LdtrOKHuHKGGu,LM
        OvINNK$VLC&>EE[b^4uS^FLCvJX$TMKKPRPJXMIFvM=ADeuXQHAWLIvJ^RM=Q^=aljuTuW0AQE9O;@vJDOu:PKFkZMJ7_KQ6JOEuTWJIuMUNG
        uJK<<?fC?v_]PAID@MjOPN4PPPGJCNu8WaIuS8CAN?I5]TH?5cFdRJM>6dO@aQD<9QA1eJM:aNMLvvV[J;TME6VPUNPILJuVT6:2?>F@HHYNK
        OvMISUvLIS@48_KaU@S[TFA0EO3abE(+VPKVLU=[OKIUCE@MLEDFMIGRPD2P8HNQNIG?KFEaQGIHIFHKIFBRIA;RKIAA=HHu9u=XG<7MIHEE?
        GHAGGJKH@LGGNLHH=ED?GKCNCMK7'ECHHJIGDMIMKFDB><45Oi>KcPRU`ILFGODWRNMH-?JKGPG3GOQM69I2.4T_ACRJvOR<C]FES1/O83JBG
        SOKJ1bVHvcvHH[O`JD@bIMuF0Q;uTFNX8WNN;S0T>gJNaFJJS/2?GvNGC6G>IGGLGD`HSDAA<*MAG9FCFNH>C7AIH,EB?aYPHdGKKcUCHu9GC
        CiDEE7LHJE;P;G@6MG1F:XuGJ:GCC?>SBHPPDNcR?F,NG:giVPDA?D17]ETTIEu,&Y6DLFH4OKKSKAEuI`PG_>IGvHSNAvHAIHvT@AFt|u9CuX
        uALIE.HHIEJIG7DFE,QJ>GVK5Fu6Gdu2uW6KGGGGvO[GEgWMH_UCCivOKG$@BGuR%R0uV:>cZJGGuA/MBcEFKvVA@K,GTYuOPCE`OKFu&FDIuC
        OHIu(NMIu:IFTePCIvdNDCuSu1S3IuU&YuQ$aHvRuNIGAL@vN7vqaOlTDH(GBM@uLJ=v[^BM7MGK9POICRJCF?9J,BDBBB?KuVKMJ=.AICQMH
        AQNJM46C`9<CvU9;N*FGAO7BC>MLNCaHFD:=>RJD]E;A5v[KHGAFEG<OMHQKMKe>I@[KFCVEBGuHI;[BJML<9=LHMPMFLLGvp_LMK;=EID?@v_
        A:]BFFIJCC<OTLQGLIEfHSEGBGDDLH;D;BHvOOECND>@uK@@CDACFC6;ET@67.7B2]+F?h?>@vQ6CD78AGv|@DCkHGJhG<FGKA;/&??uLC8#4
        <?BA>CAwA>AEwGB>GwHKEE1>?C)L8P#;M4u'NKHGLSO`RFJv[RQEJ?<MWldGW:GOGGGGGuF#UUQN:g>SOGGGGGGGGvJ7NhGHBC7DJPZLJOEYN
        Kc]IEGuTR]+MHLIX8<?5OF[SLVYE?9aWH?Y?HMLDIV'>:LMvOAfJ8JiCI@>vjD8VeFJ67vMP5_lE:_BRA=AJUPHC>vY<JLEHKDdZ@JZTM=KIJ
        >1@NJACA2v[vaI?GGGGvkHNJuKBMLu?MMLGLSaGGGGlTMHGGGGGGGGSuYV2v`IIGuUBKGQCLLGGGGGGGGPWe_XF2D*QOBuTWRMuD5PJ)PPSj)
        =N_g+GvYRE?GGGG.KADCKHCJR@FSFAFaGGIBADTIFCCvR/;D&LME1D>C7=@DfFADXD?ISEB<EK@;ZJKAIWD@1uEOA5KOS?5HBVLPINNGIWMIH
        XKKJv]WEU@DEIOHIA9AD<.HMHvd@8B9JPLSMQNFFN,W<?D@DF@M:=<dGG=<@GRIGLBQJIFvcDH;,<EEuTDIII5OBA>CvI/ECF<@AFPECE4EGI
        HBHG@DFIN8MPKC?F`FDEB<AIK=@CEDEEL:?DF:BA6DFHu9,O<0BDE;FJMEFGG5DC?7LHJQYJT[i@aWPPG1RSKu:9DHuDFA>u>9@(G@OGHHGHb
        IC;vaIHEiODC&1<=wgiFShKEIM*FPbSLGGGGGGGGGGKWJDvH`^D0dHceFU2?T;^vHG;bTGGGGGGV$AP#-WDDYVOGKB5uR4S5>OM)GYKMvP_4B
        OTWF4BN8ANQMvVVKC`LKE)A?7G5^V;OPAG7D>3EDIGiQ`G@eQeO[EGPI;7BECATJOWFD=vdgHKMNEI:OBPvHEIMEMHIBNF*COFJ=L?GuQNIE,
        FBXKNKKJIGD2?GGFGDGQ:8=7:KCvbvKQ0CKLGL7PFTPIX2NCFfhD;gO=:MRETvWAH4JEN@vaXJ5DKFGfLJDbLIGDKMKOAD@d^K;RGF@,55hGG
        GGGGAGGGGG3A=?N9XX)N9NOQIBIfYGvHR,/vdS(G?UBPvLB@hGGGGGGGGvfE1JGGGGuYCO5/#DEaNRIDAKCUFKJENPO7FFI#EKD9MIP`YLH`F
        9WegMHTuTKLuXvTPGuC/PVZONHa3'IuFIIGF8IJd7?DvjXIG^IDIGD=6u<2LDK<BAvM5?DQCDEuQNGF^EGF@HII_KKIGIRK;CLIMSIKJGKLGG
        Y^i8GGSGAGTOIEGBB@bhIG5NHM7ACHJDGF-@?EWHGHuQDK<OEGIGEHIY@3GQSVG@ED?7=@?vUEEIIOB@MK3Ch^=]bCEH>G>JjKLOfOI@LbHF]
        RD$gJO6uPDQJRQKIHGPKhYDVevhvIY^LR3jVZNUNGLlFBJGGGGuO09.DDGGbLJBUSHGvh`MTLIFvRcbF6[[GGVgKFG48GWOO=f[KWvLPN3R1J
        A;LHjuYFNBkkXLGCSLS@N5G?HSM]K-ivKZXGDNQuK>THQcL'CDFETLCUbY8d'7,_lM:HWIMD>Z?8SDDKOFBHTFGBv`QJDEHF@C4=,I14GXGGG
        KHED6C@9`=F3fSFF78P[PU<NvQ$7=;2CG0T7,04RSM@Vc=PA7-/86uVQW>u0CFLvPJU2?NOP5KFA#FI?26DS8GLA@@5Mtrbb6JGHJPc6.Zc]5
        ORCMuW*C5DFF@CDUMeLLLuK<C3GD1GXRCS4uQ5GQYDYSXHFu,*T)G_9GFu9uHuDu=(19OFRKIDIOGCOQgb2NTQJFGGGGuG.3GGGGGlRNGDWMX
        vJEPDGGGG@KLPbPPM39Y_uFPVJ51IScJUAf*?uWv~w+PEuXWKM5bHG#'Wb^KSLuRCFFvNQKFu0WRIK3DGM^@+JMLCDUKKU<NI?YNJN=EGvYOH
        JJGNG:l7%LHGAb<JW)9@JhED<lB4E:JEMvNNUSvHTPPe?LZ?$GH7IBEu+gKIuEQLItj^KHiB89G[3JuE48;(LKJuSLHKXvWTSFULBNKDE>LI?
        0$?MVPHGdTFCGCHH?MBKYGNK2v[LI3DBG6UNCh@+G49Q=USCG-e*04-=RRI>G)uFEGcd@vOvUYBLvOP%;*;R@`vIiSuG6WuVWlFW#1GGGFPG_
        XNMHJGD3NE?@IOI*#I_GG88RIXG79SL;>DK/JKKPHIKELLKuSN@QRACFGGGGMQIF@3?C5QOF.3;CvHHCFN9A=eQMM%TPO,>9KNSQQuQGIQuM?
        ?H*IHJuVF?Av[&:RaHEG3>AD6>AEO@DIL;=@OF?H2ICB@:=RLT[F,EHFU<?@bJIAP@AE,-:DvgaKH<IFGKEFJAFQGG;>9vX]HRG+VLGeZDIVW
        IgCA:;OLIG_QCGGGGGYNGG7^h+FSPUACFGFOP6BA?vtGJFvPXO>GJIGvKVHYCJJGYMLPKFCD87=G:NF`v`P&U:AGGKMLPBFHG>:2LELIfOE>A
        09GuUGGGGGGGG59GGGGGGb4K`G9IPG16GGGGGGGGGGGGGYvLIBiEIhGGGG-?68vJvIFE<KVYH@PH*RJDQ@ECGHGL?J<6fAFD`HPLGVCFG/5G2
        4KD?XMGuQTQIHFOM[EFOQNGIUHEII>VWuO;1IuM5CIvJASTL[E<I6;XuDVGPvQi^`-u@EUuF=L@96;TV6WUuRFKJOMLLFFGHGGGGvW$C6%'_A
        CMKFGGGGEV^LGOG(KP)EGGGGjNGG.[NIuGJRDhQCB_KMHHKML+SOH,vUc%,MBGYGHB>E>>61gZvOHMFaGVK9RPJRPELTNK1JXM96SQKFQJIXJ
        DD2uSDBvZ]JJJuTDFuUENM7KTVEX?NKILVBWLLGGGGGGGGb]QZ5<TZGGGGGGGGGLKAG]gUP@uX-CfO?1%8Gv_U?+EQGOuQSIA6<U9gEVKuLHV
        A-EV:u:>QVhGJ:a^=MGGGGGGGGGGGG?3GlI]SOadVUGGGGuMuQNhGJJGBvRJH^NHD`XNI]'HIbLGHZFG@FGEDNKCGBLGFQ@EA`YKKGGKLPKIH
        WDPC>?L`+uVI>3PQN2PEBKVDENDFG/I8C92BCDFBA0OYAvH:E>OvI@J_QPIaD=2vHRFHL>:/<v^7ZeKDDSUOK:LH]GKTMAPEFLN@KWGKDkRPK
        Q@F@iNSPuCFLJ^ZLIvS6>ZvQi^B[QQN,2FA&X;ASNG<SG>CAOFC'#;ShDCA;=;3PMLPCEBhEeSQBHA=,uT*;GAIGX_BUP>)G2L2Gc3U<hd8&e
        A@G3>8ViIDIDRF4DUvJZ48NUDCJGuA<DC4EPIg01B#7:L?LKEENSMuKu9+4IMNKv[QDG;1GCvKFPL7MLCBJNG.GN>UFLK/lBPviPE<5vKYOvj
        v_PjSKGKAN>;jCM>JJAF)6L:H:INADIMGg<DGG<>GvKQ5K8XvKu?WOHGGGGOOGGKPJVHvRQVGGGGZYGG3AOVuS<GHGGGGuNCFFYBECZLEH9=F
        AHEEGvnvI9F%ES9IEDG5VUC(vJPIIIIKG4f[>WGNTLFNuSHHI+=A)H>BLYMIBGGFGvM`NNE=7;QGHDL&/GcFNFuEGVL`PLJG>D=6VcM;1>>@<
        WP;;IFGGGGEE>BvJBJIuYX>3<7>=vWF<vIDNNE`VIEcKDMIuYJ:u/?LE$HMM1aKBvvvdM?EAPTuOTREvmEAIO4;CEOPMFLDBvLH=N^]OX_JHH
        ,uJ09'3Q._NDF>HOLPSKHvg3TGIAFS<RPHUJHI:45J(BFJgOFRg0BOdCJO1<DViEZKJTWQHIJG//J;@=<7g[kGvNg;@9XO7uKvQ`=uO?C>OGE
        EI[H8]8#<GGGGj3;Au8QBMGFFGN8?HGAHHG@+?.$ALGG;;QvKVSK9@PG'6=4hGGvNfLG>(NHvfvmE3vT7MJuKuVL.->=Cw$vV$ElWDe.:97vM
        vpD$uPuU/OT8DJGGGG`;L?JDCEOH<LfJFMKKEPVF;KvIvKUNTJEG.RA=^RKN9:uPGAX%KPD@COOKIGLHG4IJFCE9V'RGF:RPJZ#NIJDSYdW7_
        eK<FGGGGGGGGiTNY6NM[QGGGWhQFuV2?GWVRF>3GGTvL<MvYvQ-.uLu5,E);Q1adXGvKN8ItjuF=KFJJC^FUGGGGGGFIMuID.GWQLG$T?@I>D
        ChIUBe9CB*^HGvORFH9ZNFE*@4uTQ<EuO0HHuJKGEvmF>P]RM?GJC>tx.SiRDOLGGGGQKCD?CE@vJJEIU-6OQRJJ9Q[T)KEEH@9DWLJECE;MP
        :7GZEAuVJMJLBFDCVQOBMJF4GGGGGGGGuQ?O&vc8AOuM5uTbU*HOAO?@JJGGCuY4SvHUPKN4F>u3u7#9fuU,GVQA;GHIGGGGGSTH>GGGGuA,F
        dw5YuUBwRRGJG[TQGGFFGuAIvJ><J@6WQFuYE=F0c`^'9[GDv^.'uF;KE=.9;IJ>=6VSIvYG;vJCTJJGGGG^GGDJMNIYY[BT?-?MNGGB>=Gu?
        ;>?[[GG/NGNRIGE9JEJvLLFIvJG>[N=8AEIIG/UKHeDMLc_QA^):9;MG/E%/NGIGGl79&vQRPBGGD<uO/FCGGGGGGGGvg:FCu0Z^9BGIkGGGG
        6?W<
        ",
    );
}

// ---------------------------------------------------------------------------------------------------------------------
// Alpha-beta on one page, for all five files (one for each game): eleven words, one tree, twelve lines.
// ---------------------------------------------------------------------------------------------------------------------
//
// A "ply" is one move of one side. The search looks some plies ahead: it plays moves and takes them back. All positions
// that it visits form a tree. Each is a "node" of the tree; the root is the position on the board. Where the search
// looks no further ahead, the node is a "leaf". There an evaluation guesses a score: the higher, the better for us.
//
// "Minimax" finds the scores of all other nodes from the leaves upwards. Where we are on turn, a node is worth the
// highest score below it; where the opponent is on turn, the lowest. A tree of two plies with four leaves:
//
//         root        we take the highest of A = 3 and B = at most 2, so the root is worth 3
//        /    \
//       A      B      the opponent takes the lowest: A = min(3, 5) = 3, and B = min(2, ?) is at most 2
//      / \    / \
//     3   5  2   ?
//
// The last leaf is not needed. In A we get 3. In B the opponent can hold us to 2. So we will not play B, whatever the
// last leaf is. To stop there is a "cut". Alpha-beta is minimax with cuts: the same score, fewer nodes.
//
// Two numbers say when to cut. "Alpha" is what the side on turn is sure of: the best found so far, at an earlier turn
// of its own or here (`best` below). "Beta" is what the other side is sure of: at an earlier turn it has found a move
// that holds the side on turn to beta. So the other side avoids nodes worth beta or more. The scores between alpha and
// beta are the "window".
//
// One rule serves both sides (negamax): every score is for the side on turn at its node. A score changes its sign on
// the way from a child to its parent, and every node takes the highest. The window changes too: (alpha, beta) of the
// parent becomes (-beta, -alpha) for the child. The same tree in these signs:
//
//     root  window (-inf, inf)   A gives -(-3) = 3, so alpha is 3 from now on. B gives -(-2) = 2, which is less.
//     A     window (-inf, inf)   the moves give -3 and -5; the score is -3
//     B     window (-inf, -3)    beta is -3, as A gives us 3. The first move gives -2, at least beta: a cut.
//
//     fn alpha_beta(board, depth, alpha, beta) {
//         if depth == 0 { return evaluate(board); }
//         let mut best = -INFINITE;         // without a move: lost (in Ayu it has won)
//         for mv in board.legal_moves() {
//             board.play(mv);
//             let score = -alpha_beta(board, depth - 1, -beta, -max(alpha, best));
//             board.undo(mv);
//             best = max(best, score);
//             if best >= beta { break; }    // the cut
//         }
//         best
//     }
//
// That is alpha-beta. How much it cuts depends on the order: the best move should come first. What makes it fast:
//
// - `think` searches one ply deep, then two, then three. Each such iteration tells the next which moves come first.
// - `probe` and `store` remember positions in the transposition table. Many orders of moves lead to one position.
// - `order` puts moves first that made cuts at other nodes: killers (at this ply), a high history score (anywhere).
// - `child` first asks about later moves with a "null window", (alpha, alpha + 1). No score is inside. There are two
//   answers: "at most alpha" and "better than alpha". That is much less work, and mostly the answer is "at most".
// - `reduction`: to "reduce" a move is to search it less deep. Late moves are reduced; a good one is searched again.
// - "Pruning" leaves moves out: near the leaves, in null windows, only the first moves are searched (`LATE_DEPTH`).

// ---------------------------------------------------------------------------------------------------------------------
// Search: takes a board and a `Budget` of time, returns a move and its score. The page above explains its words.
// ---------------------------------------------------------------------------------------------------------------------
pub(crate) mod search {
    use super::contest::{Budget, Rng};
    use super::eval::{pattern_weights, Position, SCORE_MAX};
    use super::rules::{Board, Move, MOVES_MAX};

    // Numbers of this module that give no reason are guesses.

    /// A won game is worth this, less one for each ply until it is over. It fits in 16 bits. No evaluation is so high.
    pub const WIN: i32 = 30_000;
    pub const PROVEN: i32 = WIN - 1_000; // above: a proven win; below its negative: a proven loss. No game is so long
    const DEPTH_MAX: i32 = 100; // deepest iteration, in plies; games had 58 to 107 plies
    const PLIES: usize = 128; // plies that have killer moves of their own
    const CLOCK_NODES: u64 = 1_024; // between two looks at the clock: about 1 ms
    const TABLE_ENTRIES: usize = 1 << 20; // of 16 bytes each: 16 MB of the contest's 64; idea no-table

    const _: () = assert!(SCORE_MAX < PROVEN && WIN < i16::MAX as i32 && (DEPTH_MAX as usize) < PLIES);
    const _: () = assert!(TABLE_ENTRIES.is_power_of_two() && std::mem::size_of::<Entry>() == 16);

    /// `reduction` divides by it: a smaller one reduces late moves more, faster and riskier. In a good order the best
    /// move is among the first; less depth is enough to show that the others are worse. By trial. Idea no-reductions.
    const REDUCTION_DIVISOR: f64 = 1.4;

    /// Late move pruning, idea no-late-pruning. A node with a null window, at most `LATE_DEPTH` plies above the leaves,
    /// searches only the first moves of its order (`order`): 2 + 5 one ply above the leaves, 2 + 5 + 5 two
    /// above, and so on. Fewer moves or more plies: faster, but more is missed. (All three by trial in matches.)
    /// That it wins is unproven. It stays, as the copy without it lost by more than 15 Elo on average.
    const LATE_DEPTH: i32 = 6;
    const LATE_BASE: usize = 2;
    const LATE_STEP: usize = 5;

    /// What a stored score says about the true one: that it is at least that, just that, or at most that.
    #[derive(Clone, Copy)]
    enum Bound {
        Lower,
        Exact,
        Upper,
    }

    /// A position in the transposition table, in 16 bytes. Many positions share a slot, so the whole hash is kept.
    #[derive(Clone, Copy)]
    struct Entry {
        hash: u64,
        best: Move,
        score: i16,
        depth: i8,
        bound: Bound,
    }

    impl Entry {
        /// True when the stored score answers this window: "at least 50" does if beta is 40, but not if beta is 60.
        fn decides(&self, alpha: i32, beta: i32) -> bool {
            let score = i32::from(self.score);
            match self.bound {
                Bound::Lower => score >= beta,
                Bound::Exact => true,
                Bound::Upper => score <= alpha,
            }
        }
    }

    /// A node to be searched: plies from here to the leaves, plies from the root to here, and the window.
    #[derive(Clone, Copy)]
    struct Node {
        depth: i32,
        ply: usize,
        alpha: i32,
        beta: i32,
    }

    /// What a search found.
    #[derive(Clone, Copy, Debug)]
    pub struct Report {
        pub best: Move,
        pub score: i32, // of `best` for the side on turn: `WIN` less plies, its negative or an estimate; 0 unsearched
        pub depth: i32, // plies of the iteration that found it
        pub nodes: u64,
    }

    /// Looks for the best move. It keeps what it has learned from one move of the game to the next.
    pub struct Search {
        rng: Rng,
        position: Position,
        budget: Budget,
        nodes: u64, // visited since `think` began
        table: Box<[Entry]>,
        killers: [[Move; 2]; PLIES], // by ply: the last two moves that made a cut. Idea no-killers
        /// History scores: points for cuts, by side, by a move's from and to (`update_history`). Idea no-history.
        history: [[[i32; 128]; 2]; 2],
    }

    impl Search {
        pub fn new(seed: u64) -> Search {
            // An empty entry has depth -1, so it answers no question.
            let empty = Entry { hash: 0, best: Move::NONE, score: 0, depth: -1, bound: Bound::Upper };
            Search {
                rng: Rng(seed),
                position: Position::new(&Board::new(), pattern_weights()),
                budget: Budget::fixed(0, 0),
                nodes: 0,
                table: vec![empty; TABLE_ENTRIES].into_boxed_slice(),
                killers: [[Move::NONE; 2]; PLIES],
                history: [[[0; 128]; 2]; 2],
            }
        }

        /// The best move of the side on turn within the budget; `None` when it has none, and has won.
        /// Iterative deepening: an iteration searches one ply deeper than the one before. It finds the moves' order in
        /// what that one left in the tables. All together take about twice as long as the last alone. Without that
        /// order the last would take longer than all these. When the time is up, the best move so far is there.
        pub fn think(&mut self, board: &Board, budget: Budget) -> Option<Report> {
            self.budget = budget;
            self.nodes = 0;
            // Entries of the table stay true. The board has changed, so history scores fade to an eighth.
            self.history.iter_mut().flatten().flatten().for_each(|score| *score /= 8);
            self.position = Position::new(board, self.position.patterns);
            let mut list = [Move::NONE; MOVES_MAX];
            let moves = board.legal_moves(&mut list);
            self.rng.shuffle(moves);
            // The worst for the other side first, since late moves are reduced. Equals (by `i`) stay shuffled.
            let mut scored = [(0, 0, Move::NONE); MOVES_MAX];
            for (i, &mv) in moves.iter().enumerate() {
                scored[i] = (self.position.after(mv).evaluate().unwrap_or(WIN), i, mv);
            }
            scored[..moves.len()].sort_unstable();
            moves.iter_mut().zip(scored.iter()).for_each(|(mv, scored)| *mv = scored.2);
            // The report names the first move until `search_root` has searched one: it can be used at any time.
            let mut report = Report { best: *moves.first()?, score: 0, depth: 0, nodes: 0 };
            for depth in 1..=budget.depth.min(DEPTH_MAX) {
                let earlier = report.best;
                let finished = self.search_root(moves, depth, &mut report);
                // The next iteration mostly takes as long as all so far: begun at 0.6 of the planned time, it ends at
                // 1.2. So none begins after 0.6. If the best move has just changed, it may change again: then one may
                // begin up to 1.2.
                let enough = if report.best == earlier { 0.6 } else { 1.2 };
                if finished.is_none() || report.score.abs() > PROVEN || budget.used() >= enough {
                    break;
                }
            }
            report.nodes = self.nodes;
            Some(report)
        }

        /// One iteration. `None`: the time is up. The best move of the last iteration comes first. Another one takes
        /// its place in the report only if it is better at the new depth. So the report can always be used.
        fn search_root(&mut self, moves: &mut [Move], depth: i32, report: &mut Report) -> Option<()> {
            let mut node = Node { depth, ply: 0, alpha: -WIN, beta: WIN };
            for i in 0..moves.len() {
                let mv = moves[i];
                let score = self.child(mv, node, i == 0, reduction(node, i) / 2)?;
                if score > node.alpha {
                    node.alpha = score;
                    moves[..=i].rotate_right(1);
                    *report = Report { best: mv, score, depth, nodes: 0 };
                }
            }
            Some(())
        }

        /// Alpha-beta: the score of the position for the side on turn. `None`: the time is up, and every call returns
        /// at once. What is returned, compared with the score of plain minimax:
        ///
        /// ```text
        ///  minimax <= alpha          minimax <= returned <= alpha      an upper bound: no move is better than alpha
        ///  alpha < minimax < beta    returned == minimax               exact
        ///  beta <= minimax           beta <= returned <= minimax       a lower bound: one move made a cut
        /// ```
        ///
        /// Reductions and pruning can break this: they bet on the moves' order. So can an entry of more depth: its
        /// score is that of a deeper minimax.
        /// At the leaves other games search on until no capture is left (quiescence search). Ayu has no captures.
        fn alpha_beta(&mut self, node: Node) -> Option<i32> {
            let Node { depth, ply, alpha, beta } = node;
            debug_assert!(ply < PLIES && -WIN <= alpha && alpha < beta && beta <= WIN);
            self.nodes += 1;
            if self.budget.is_over(self.nodes, CLOCK_NODES) {
                return None;
            }
            let hash = self.position.board.hash;
            let entry = self.probe(hash, ply);
            let tt_move = entry.map_or(Move::NONE, |entry| entry.best); // the best move that the table (tt) knows
            if let Some(entry) = entry.filter(|e| i32::from(e.depth) >= depth && e.decides(alpha, beta)) {
                return Some(i32::from(entry.score));
            }
            if depth <= 0 {
                return Some(self.position.evaluate().unwrap_or(WIN - ply as i32));
            }
            let best = self.search_moves(tt_move, node)?;
            let bound = match best.0 {
                score if score >= beta => Bound::Lower,
                score if score > alpha => Bound::Exact,
                _ => Bound::Upper,
            };
            self.store(hash, depth, ply, best.0, bound, best.1);
            Some(best.0)
        }

        /// Searches the moves of a node, until one makes a cut. Returns the best score with its move.
        fn search_moves(&mut self, tt_move: Move, mut node: Node) -> Option<(i32, Move)> {
            let is_late = node.beta - node.alpha == 1 && node.depth <= LATE_DEPTH; // now: alpha may rise
            let mut best = (-WIN, Move::NONE);
            // First the table's move: mostly it cuts, and no list is needed. It may be illegal (two positions, one
            // hash): too rare to test in full. `can_apply` refuses `Move::NONE` and what `play` cannot make.
            if self.position.board.can_apply(tt_move) {
                best = (self.child(tt_move, node, true, 0)?, tt_move);
                if best.0 >= node.beta {
                    self.update_history(&[tt_move], node);
                    return Some(best);
                }
            }
            let mut list = [Move::NONE; MOVES_MAX];
            let moves = self.position.board.legal_moves(&mut list);
            if moves.is_empty() {
                return Some((WIN - node.ply as i32, Move::NONE)); // the side on turn has won
            }
            // If the table's move is legal it was searched above: it stands first, and the loop begins behind it.
            let found = moves.iter().position(|&mv| mv == tt_move);
            moves.swap(0, found.unwrap_or(0));
            let mut scores = [0; MOVES_MAX];
            self.order(moves, &mut scores, node.ply);
            for i in usize::from(found.is_some())..moves.len() {
                // The best of the moves that are left. Sorting them all would be wasted where an early one makes a cut.
                let top = (i + 1..moves.len()).fold(i, |top, j| if scores[j] > scores[top] { j } else { top });
                moves.swap(i, top);
                scores.swap(i, top);
                let mv = moves[i];
                // Late move pruning, but not while all moves so far lose: a proven loss needs all moves.
                if is_late && i >= LATE_BASE + LATE_STEP * node.depth as usize && best.0 > -PROVEN {
                    break;
                }
                node.alpha = node.alpha.max(best.0);
                let score = self.child(mv, node, i == 0, reduction(node, i))?;
                if score > best.0 {
                    best = (score, mv);
                }
                if score >= node.beta {
                    self.update_history(&moves[..=i], node);
                    break;
                }
            }
            Some(best)
        }

        /// Searches one move of a node (`play` to `undo` on the page). The caller raised `alpha` to the best so far.
        /// The score is for the side that makes the move. This is principal variation search, named after the line of
        /// best moves. The first gets the full window, the others a null window, late ones also less depth: are they
        /// better than alpha? If yes, again at full depth if reduced; if still yes and below beta, in the full window.
        ///
        /// ```text
        ///  alpha 10, beta 60, depth 8. The first move: depth 7, (10, 60). Say move 20, reduced by 4, is always better:
        ///  depth 3, (10, 11): "better"      depth 7, (10, 11): "better"      depth 7, (10, 60): its score, 34
        /// ```
        fn child(&mut self, mv: Move, node: Node, first: bool, reduced: i32) -> Option<i32> {
            let Node { depth, ply, alpha, beta } = node;
            let before = self.position;
            self.position = before.after(mv);
            // Searches `less` plies less deep. `high` is the upper end of the window, for the side that makes the move.
            let mut ask = |less: i32, high: i32| {
                let node = Node { depth: depth - 1 - less, ply: ply + 1, alpha: -high, beta: -alpha };
                self.alpha_beta(node).map(|score| -score)
            };
            let mut score = ask(reduced, if first { beta } else { alpha + 1 })?;
            if reduced > 0 && score > alpha {
                score = ask(0, alpha + 1)?;
            }
            if !first && alpha < score && score < beta {
                score = ask(0, beta)?;
            }
            // When the time is up, the move is not taken back: `think` sets the position anew.
            self.position = before;
            Some(score)
        }

        /// What the table knows about a position. (For `ply` see `shift`.)
        fn probe(&self, hash: u64, ply: usize) -> Option<Entry> {
            let at = hash as usize & (TABLE_ENTRIES - 1);
            let mut entry = Some(self.table[at]).filter(|entry| entry.hash == hash)?;
            entry.score -= shift(i32::from(entry.score), ply) as i16;
            Some(entry)
        }

        /// Keeps what was found in the position's slot. What was there is lost.
        fn store(&mut self, hash: u64, depth: i32, ply: usize, score: i32, bound: Bound, best: Move) {
            let score = (score + shift(score, ply)) as i16;
            self.table[hash as usize & (TABLE_ENTRIES - 1)] = Entry { hash, best, score, depth: depth as i8, bound };
        }

        /// Scores the moves for the order: first the killers, then the others by history. That killers win is unproven.
        /// They stay, as the copy without them lost by more than 15 Elo on average.
        fn order(&self, moves: &[Move], scores: &mut [i32], ply: usize) {
            let killers = &self.killers[ply % PLIES];
            let [from, to] = &self.history[self.position.board.turn & 1];
            for (mv, score) in moves.iter().zip(scores.iter_mut()) {
                *score = match killers.iter().position(|killer| killer == mv) {
                    Some(place) => i32::MAX - place as i32,
                    None => from[usize::from(mv.from & 127)] + to[usize::from(mv.to & 127)],
                };
            }
        }

        /// The last of these moves made a cut: the history scores of its two points rise. The ones before it did not:
        /// theirs fall. The score of a move is the sum of its two. Pairs of points are too many to learn about. The
        /// step is the depth squared (at most 1,000), as a cut near the root saves a larger tree. The last move
        /// also becomes the first killer of its ply. Killers of the last search stay; they count where legal.
        fn update_history(&mut self, moves: &[Move], node: Node) {
            let [from, to] = &mut self.history[self.position.board.turn & 1];
            // A score moves towards 16,384 or its negative, the slower the nearer it is.
            let approach = |score: &mut i32, step: i32| *score += step - *score * step.abs() / (1 << 14);
            let step = (node.depth * node.depth).min(1_000);
            for (i, mv) in moves.iter().rev().enumerate() {
                let step = if i == 0 { step } else { -step };
                approach(&mut from[usize::from(mv.from & 127)], step);
                approach(&mut to[usize::from(mv.to & 127)], step);
            }
            let (killers, mv) = (&mut self.killers[node.ply % PLIES], moves[moves.len() - 1]);
            if killers[0] != mv {
                *killers = [mv, killers[0]];
            }
        }
    }

    /// Plies by which move number `i` of the order, from 0, is reduced. The first two are likely to be best: 0 plies.
    /// At depth 8 move 3 is reduced by 2 plies and move 20 by 4, at the root by half of it. It grows slowly with both.
    fn reduction(node: Node, i: usize) -> i32 {
        let plies = f64::from(node.depth).ln() * (i as f64 + 1.0).ln() / REDUCTION_DIVISOR + 0.3;
        (plies as i32).min(node.depth - 1) * i32::from(i >= 2)
    }

    /// A proven score counts plies from the root; in the table, from its own position. This is the difference.
    fn shift(score: i32, ply: usize) -> i32 {
        score.signum() * ply as i32 * i32::from(score.abs() > PROVEN)
    }
}

// ---------------------------------------------------------------------------------------------------------------------
// Protocol: lines in, lines out.
// ---------------------------------------------------------------------------------------------------------------------
pub(crate) mod protocol {
    use super::contest::{refuse, Budget, Clock, Lines, Options};
    use super::joining::joining;
    use super::rules::{Board, Move};
    use super::search::{Report, Search};
    use std::io::{self, BufRead, Write};

    /// Reads a move of the side on turn. The jury has judged it: what can be applied is applied.
    fn read_move(board: &Board, line: &str) -> io::Result<Move> {
        let mv = Move::parse(line).filter(|mv| board.can_apply(*mv));
        mv.ok_or_else(|| refuse(line, "Start, Quit or a move of a piece on turn to an empty point, such as B4-A3"))
    }

    /// The time for one move. The joining cost stands for the moves to come. At a cost of 20 a move gets 1 / 23 of the
    /// time left; without the + 3 (a guess) a cost of 1 would spend all. A move ends at three times that at the latest.
    fn budget(clock: &Clock, board: &Board) -> Budget {
        let cost = joining(board.pieces[board.turn & 1], board.pieces[board.turn & 1 ^ 1]).cost;
        clock.budget(1.0 / f64::from(cost + 3), 3.0)
    }

    /// Plays one game, to `Quit` or the end of the input. A line that cannot be read or applied is an error.
    pub fn run<R: BufRead, W: Write>(input: R, mut output: W, mut options: Options) -> io::Result<()> {
        let mut clock = Clock::new(options.seconds);
        let mut lines = Lines::new(input);
        let mut search = Search::new(options.seed);
        let mut board = Board::new();
        clock.stop();
        while let Some(line) = lines.next()? {
            clock.start();
            // White reads `Start` once, before anything else. Every other line is a move of the opponent.
            if line != "Start" || board != Board::new() {
                board.play(read_move(&board, line)?);
            }
            // `past`: our lines so far, of a game that is taken up again. They are written once more as they are.
            let report = match options.past.pop() {
                Some(line) => Some(Report { best: read_move(&board, &line)?, score: 0, depth: 0, nodes: 0 }),
                None => search.think(&board, budget(&clock, &board)),
            };
            // Without a move we have won: the jury sees it too, and its next line is `Quit`.
            if let Some(report) = report {
                board.play(report.best);
                options.report(&report.best, report.depth, f64::from(report.score) / 100.0, report.nodes);
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
#[allow(dead_code)] // Not every file needs all of it.
pub(crate) mod contest {
    use super::{GAME_SECONDS, NAME};
    use std::io::{self, BufRead, Read, Write};
    use std::time::{Instant, SystemTime, UNIX_EPOCH};

    /// Our time for the whole game. It runs from `new` or `start` until `stop`: the contest counts from the moment a
    /// line is there until our answer. While the other side thinks, we may be suspended.
    pub struct Clock {
        left: f64,    // seconds left at the last `stop`
        latency: f64, // seconds counted for each answer on top of what was measured
        started: Instant,
    }

    impl Clock {
        /// A clock for a game of so many seconds. It runs already: the jury may count the time to make the tables.
        pub fn new(seconds: f64) -> Clock {
            // Kept back, at most a quarter: 5 % in case the machine is slow for a moment, 0.15 s to start the program.
            // Pipes and waking up count as ours: 4 ms on a busy machine, 1 / 1,500 of a short game, 0.25 ms at least.
            let latency = (seconds / 1_500.0).clamp(0.000_25, 0.004);
            Clock { left: (seconds * 0.95 - 0.15).max(seconds * 0.75), latency, started: Instant::now() }
        }

        /// Call it after a line was read, never before: time goes on while we are suspended.
        pub fn start(&mut self) {
            self.started = Instant::now();
        }

        /// Call it once after `new`, and before an answer is written. A line that asks for no answer costs nothing.
        pub fn stop(&mut self) {
            self.left -= self.started.elapsed().as_secs_f64() + self.latency;
        }

        /// The budget of a decision that begins now. The goal is the time left times `share`, which is
        /// below 1. The limit is `stretch` times the goal, but at most half of the time left and at least the goal.
        pub fn budget(&self, share: f64, stretch: f64) -> Budget {
            let left = (self.left - self.started.elapsed().as_secs_f64()).max(0.0);
            let goal = left * share;
            Budget { goal, limit: (goal * stretch).min(left / 2.0).max(goal), ..Budget::fixed(i32::MAX, u64::MAX) }
        }
    }

    /// What one decision may cost.
    #[derive(Clone, Copy)]
    pub struct Budget {
        begin: Instant,
        pub goal: f64,  // seconds that are planned
        limit: f64,     // seconds after which the search stops at once
        pub depth: i32, // how deep to search at most, in the unit of the search
        pub nodes: u64, // most nodes; each search says what it counts
    }

    impl Budget {
        /// A budget without a clock, for tests and tools: up to a depth, or up to a number of nodes.
        pub fn fixed(depth: i32, nodes: u64) -> Budget {
            Budget { begin: Instant::now(), goal: f64::INFINITY, limit: f64::INFINITY, depth, nodes }
        }

        /// How much of the planned time is gone: 1 is all of it. Without a clock always 0.
        pub fn used(&self) -> f64 {
            self.begin.elapsed().as_secs_f64() / self.goal.max(1e-9)
        }

        /// True when the search has to stop at once. The clock is read when `nodes` is a multiple of `every`. Let that
        /// be at most 1 ms of work: long beside the 30 ns that reading costs, short beside the time of a move.
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
    pub const GOLDEN: u64 = 0x9e37_79b9_7f4a_7c15; // 2^64 / the golden ratio: its multiples lie far apart

    /// Random numbers from a seed: splitmix64. It repeats after 2^64 numbers.
    #[derive(Clone)]
    pub struct Rng(pub u64);

    impl Rng {
        pub fn next(&mut self) -> u64 {
            self.0 = self.0.wrapping_add(GOLDEN);
            mix64(self.0)
        }

        /// A number from 0 to n - 1; n is at least 1.
        pub fn below(&mut self, n: usize) -> usize {
            ((u128::from(self.next()) * n as u128) >> 64) as usize
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
        let (mut text, mut weights, mut count, mut base) = (text.as_bytes(), [0; N], 0, -36);
        while let [byte, rest @ ..] = text {
            let digit = *byte as i16 - if *byte > b'\\' { 36 } else { 35 };
            if digit > 72 && base == -36 {
                base = (digit - 73) * 91 - 819;
            } else if digit >= 0 {
                weights[count] = base + digit;
                (count, base) = (count + 1, -36);
            }
            text = rest;
        }
        assert!(count == N && base == -36, "the text does not hold as many weights as there are");
        weights
    }

    /// What the command line asks for. Two games with one seed may differ, since the clock decides too.
    pub struct Options {
        pub seconds: f64,      // for the whole game
        pub seed: u64,         // of all random numbers
        pub past: Vec<String>, // our lines of this game so far, the last one first: we write them again
        pub log: bool,         // each move leaves a line on stderr
    }

    impl Options {
        /// Reads `[SECONDS [SEED ['LINE;LINE..']]]`. The default is the contest's time and a seed from the clock.
        pub fn parse(words: &[String]) -> io::Result<Options> {
            let seconds = words.first().map_or(Ok(GAME_SECONDS), |word| match word.parse() {
                Ok(s) if s > 0.0 && s <= 1e6 => Ok(s),
                _ => Err(refuse(word, "seconds for the whole game as the first argument")),
            })?;
            let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(1, |d| d.as_nanos() as u64);
            let seed = words.get(1).map_or(Ok(now), |w| w.parse().map_err(|_| refuse(w, "a seed such as 7")))?;
            let lines = words.get(2).map_or("", |lines| lines).rsplit(';').filter(|line| !line.trim().is_empty());
            Ok(Options { seconds, seed, past: lines.map(String::from).collect(), log: true })
        }

        /// Writes a line about our move: `E9-K7 depth 9 score +0.31 nodes 812000`. A score above 0 is good for us; the
        /// unit is the game's own. The contest keeps about 10,000 characters. If nobody reads it, the game goes on.
        pub fn report(&self, best: &dyn std::fmt::Display, depth: i32, score: f64, nodes: u64) {
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

    /// The jury's lines. The buffer has room for 4,096 bytes: a longer line is read in parts.
    pub struct Lines<R>(R, String);

    impl<R: BufRead> Lines<R> {
        pub fn new(input: R) -> Lines<R> {
            Lines(input, String::with_capacity(4_096))
        }

        /// The next line that is not blank, without blanks around it; `None` at `Quit` and at the end of the input.
        pub fn next(&mut self) -> io::Result<Option<&str>> {
            loop {
                self.1.clear();
                let bytes = self.0.by_ref().take(4_096).read_line(&mut self.1)?;
                if bytes == 0 || !self.1.trim().is_empty() {
                    return Ok(Some(self.1.trim()).filter(|line| !["", "Quit"].contains(line)));
                }
            }
        }
    }

    /// Plays one game with the program's arguments. Returns the exit code: 0 after a regular end, 2 when the game could
    /// not go on, with one line on stderr that says why. When nobody reads our moves any more, that is a regular end.
    pub fn play(run: fn(io::StdinLock<'static>, io::Stdout, Options) -> io::Result<()>) -> i32 {
        let words: Vec<String> = std::env::args_os().skip(1).map(|w| w.to_string_lossy().into_owned()).collect();
        let result = Options::parse(&words).and_then(|options| {
            // The first line on stderr: name, version, seed and seconds.
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
