//! Spaghetti (CodeCup 2022): two players lay path tiles on a grid of 9 rows and 7 columns until it is full.
//!
//! The rules in short. The jury (the contest's referee) lays two tiles, then Blue and Red lay 61 by turns: Blue has the
//! first and the last. Any empty cell will do. A tile's two path segments join the four sides of its cell in pairs, in
//! one of three ways: l, s or r (`PAIRINGS`). Segments that meet form a path. It is complete if it is a cycle, or both
//! its ends are at the edge of the board. The player who lays the tile that completes it gets its points. Blue owns the
//! left wall, Red the right wall. A path from wall to wall brings one for each segment from the player's own wall up to
//! and including the new one (both new ones if both lie on it). A path from a wall back to it costs 3, a cycle costs 5.
//! A path to the top or the bottom brings 0. Each player starts with 50 points. The contest adds up points, not wins.
//!
//! Protocol: two lines with the jury's tiles, then `Start` for Blue. All further lines are moves, such as `cer`. Rows
//! are a to i from the top, columns a to g from the left; the tile is last. `Quit` or the end of the input ends it.
//! Method: alpha-beta (minimax without branches that cannot matter) for the points still to come, ours less 3/4 of
//! theirs: a score. Once no path joins two empty cells, the cells are added up by game theory, exactly. Before that a
//! small neural network estimates what they bring above their means.
//! One decision, after 48 moves of `tests/samples/spaghetti/game-03.txt`: 13 cells are left (two tiles are the jury's),
//! Blue is on turn, and no tile brings a point at once. One ply (move) deep bfr is best: a score of +13.31. Two plies
//! deep, with Red's answer, it is bbr: +11.25. At six plies bfr: +19.69. After 117,000 nodes it is exact: cfr, +25.
//! First read the plain form, `tests/starters/spaghetti.rs`. `make match GAME=spaghetti B=plain TIME=1 N=40`: 30-10.
//! | beyond that form (`make ideas`)                    | where            | lines less | Elo lost without; +-: 95 %  |
//! | the network                                        | `net`            |        332 | 290                         |
//! | transposition table: what was found is kept        | `probe`, `store` |         89 | 125                         |
//! | late move reductions: late in the list, less deep  | `reduction`      |         12 | 78                          |
//! | hopeful moves: poor ones are not even scored       | `list_scored`    |         19 | 35 +- 46; 1.0 +- 0.9 points |
//! | against a weak Blue Red keeps paths open           | `watch`          |         23 | 8.7 +- 3.7 points as Red    |
//! | null windows: most moves are only asked "better?"  | `child`          |          5 | 17 +- 43, unproven          |
//! 100 Elo more win 64 games of 100; those of parts do not add up. Strength, points: 86.5 +- 9.6 to 47.0 against
//! greedy, who takes the most at once; 48.4 +- 2.9 to 50.1 against commit ad316a0, who plays for ours less theirs (the
//! contest adds up own points alone): `jury tournament spaghetti spaghetti partners git:ad316a0 --gauntlet --time 3
//! --seed 31` (partners: weaker programs). Not here: thinking in the other's time. Build: `rustc -O spaghetti.rs`

#![forbid(unsafe_code)]

// ---------------------------------------------------------------------------------------------------------------------
// Constants. Numbers in this file without a reason are guesses, some of them tried in matches; none was tuned finely.
// "Idea x" in a comment: `tests/ideas/spaghetti/x.patch` takes that part out (`make idea GAME=spaghetti IDEA=x`).
// ---------------------------------------------------------------------------------------------------------------------
const NAME: &str = "spaghetti 1.0"; // first two words on stderr
const GAME_SECONDS: f64 = 30.0; // what the contest gives a program for a whole game

// ---------------------------------------------------------------------------------------------------------------------
// Rules: Board, Move, parse and Display, play, gains. No list of moves (see `search`), no clock, no randomness, no I/O.
// ---------------------------------------------------------------------------------------------------------------------
pub(crate) mod rules {
    // Most of what lies on the board never matters again. A finished path has been paid. Of an open path only its two
    // ends and its number of segments count. So the board keeps no tiles. It keeps for each side of each empty cell
    // what lies at the end of the path that leaves the cell there, and how far (side, segments, end):
    //     ceE 2 dgW       two segments lead from the east side of cell ce to the west side of dg
    //     ceS 13 left     thirteen lead from its south side to the left wall
    //     ceN 0 dead      its north side to the top or the bottom: dead
    //     ceW 8 dgN     dgE 0 right   dgS 4 right     heN 10 left   heE 11 right   heS 0 dead   heW 15 left
    //
    // These are the last three cells of `tests/samples/spaghetti/game-05.txt`. A path between two empty cells is known
    // at both ends: dgW 2 ceE. At the start each side leads over 0 segments, to a neighbour's side or to the edge. A
    // tile joins the ends behind its sides in two pairs. Say Blue, who is on turn, lays cer, which joins WS and EN:
    //     before:  [dgN]==8==[W ce S]==13==left        [dgW]==2==[E ce N]dead
    //     after:   [dgN]==== 8 + 1 + 13 ===left        [dgW]==============dead      the laid segment is the 1
    //
    // Points that were paid are no part of the position. There is no `undo`: moves are tried on copies. A mask such as
    // `& 63` of a cell in an index only spares the bounds check.
    use std::{fmt, iter};

    /// A cell's number is 7 * row + column, 0 to 62: a set of cells fits into 64 bits, and 63 can mean no cell.
    pub const ROWS: usize = 9;
    pub const COLUMNS: usize = 7;
    pub const CELLS: usize = ROWS * COLUMNS;

    /// What lies behind a side of an empty cell: an empty cell's side (4 * cell + side), or one of these. They come
    /// after all sides: `end < LEFT` asks whether the path leads to an empty cell. Divided by 4 each gives 63, no cell.
    pub const LEFT: u8 = 252;
    pub const RIGHT: u8 = 253;
    pub const DEAD: u8 = 254;

    // The sides of a cell are 0 north, 1 east, 2 south, 3 west. The two segments of each tile, l, s and r, pair them:
    //       l            s            r
    //    +--0--+      +--0--+      +--0--+
    //    |_/   |      |  |  |      |   \_|
    //    3   _ 1      3--+--1      3 _   1
    //    |  /  |      |  |  |      |  \  |
    //    +--2--+      +--2--+      +--2--+
    pub const PAIRINGS: [[[usize; 2]; 2]; 3] = [[[0, 3], [2, 1]], [[0, 2], [3, 1]], [[0, 1], [2, 3]]];
    const LETTERS: [u8; 3] = *b"lsr"; // of the tiles in the contest's notation, by their numbers

    /// A tile on a cell. Any tile may be laid on any empty cell: each empty cell has three moves.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
    pub struct Move {
        pub cell: u8, // row * 7 + column
        pub tile: u8, // 0 for l, 1 for s, 2 for r
    }

    impl Move {
        /// No move. `can_apply` refuses it.
        pub const NONE: Move = Move { cell: 63, tile: 0 };

        /// Reads a move such as `cer`; `None` for anything else.
        pub fn parse(text: &str) -> Option<Move> {
            if let [row @ b'a'..=b'i', column @ b'a'..=b'g', letter] = *text.as_bytes() {
                let tile = LETTERS.iter().position(|l| *l == letter)? as u8;
                return Some(Move { cell: (row - b'a') * COLUMNS as u8 + column - b'a', tile });
            }
            None
        }
    }

    impl fmt::Display for Move {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            let (row, column) = (b'a' + self.cell / COLUMNS as u8, b'a' + self.cell % COLUMNS as u8);
            write!(f, "{}{}{}", char::from(row), char::from(column), char::from(LETTERS[usize::from(self.tile) % 3]))
        }
    }

    /// What lies behind a side, and the number of segments on the path there.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct Behind {
        pub end: u8,    // an empty cell's side, or `LEFT`, `RIGHT` or `DEAD`
        pub length: u8, // at most 124, two on each of 62 tiles; 0 if dead: all dead paths are alike (`Position::hash`)
    }

    /// All that matters from now on. `==` also compares stale entries of filled cells, unlike `Position::hash`.
    #[derive(Clone, Copy, Debug, PartialEq)]
    pub struct Board {
        pub behind: [[Behind; 4]; 64], // by cell and side; only those of empty cells mean anything
        pub empty: u64,                // one bit for each empty cell
        pub gains: [[[i8; 2]; 3]; 64], // by empty cell, tile and player: what it brings the player, at most 126
        pub walls: [u8; 64],           // by empty cell: 2 if a side leads to the left wall, plus 1 for the right wall
        pub turn: usize,               // the player: 0 is Blue
    }

    impl Board {
        /// A board without a tile, Blue on turn.
        pub fn new() -> Board {
            let behind = [[Behind { end: DEAD, length: 0 }; 4]; 64];
            let gains = [[[0; 2]; 3]; 64];
            let mut board = Board { behind, empty: (1 << CELLS) - 1, gains, walls: [0; 64], turn: 0 };
            for cell in 0..CELLS {
                let (row, column) = (cell / COLUMNS, cell % COLUMNS);
                let side = |cell: usize, s: usize| (4 * cell + s) as u8;
                board.behind[cell] = [
                    if row == 0 { DEAD } else { side(cell - COLUMNS, 2) }, // north: the south side of its neighbour
                    if column == COLUMNS - 1 { RIGHT } else { side(cell + 1, 3) },
                    if row == ROWS - 1 { DEAD } else { side(cell + COLUMNS, 0) },
                    if column == 0 { LEFT } else { side(cell - 1, 1) },
                ]
                .map(|end| Behind { end, length: 0 });
            }
            (0..CELLS).for_each(|cell| board.refresh(cell));
            board
        }

        /// True when the cell is empty: all that a move needs.
        pub fn can_apply(&self, mv: Move) -> bool {
            self.empty >> mv.cell & 1 == 1
        }

        /// What laying the move's tile brings the player on turn, in points.
        pub fn gain(&self, mv: Move) -> i32 {
            i32::from(self.gains[usize::from(mv.cell & 63)][usize::from(mv.tile) % 3][self.turn & 1])
        }

        /// Computes an empty cell's gains and walls from its four ends.
        fn refresh(&mut self, cell: usize) {
            let ends = &self.behind[cell & 63];
            let [left, right] = [LEFT, RIGHT].map(|wall| ends.iter().filter(|b| b.end == wall).count());
            self.walls[cell & 63] = 2 * u8::from(left > 0) + u8::from(right > 0);
            // A path brings points only if two sides lead to walls or one leads back to this cell.
            let pays = left + right > 1 || ends.iter().any(|b| usize::from(b.end) / 4 == cell);
            self.gains[cell & 63] =
                if pays { PAIRINGS.map(|pairing| points_of(cell, ends, pairing)) } else { [[0; 2]; 3] };
        }

        /// The other empty cells to which the cell's sides lead, at most four. A tile changes something only there.
        pub fn linked(&self, cell: usize) -> u64 {
            let ends = self.behind[cell & 63].iter();
            ends.fold(0, |set, b| set | 1 << (b.end / 4)) & self.empty & !(1 << cell)
        }

        /// Lays a tile and passes the turn. The cell must be empty.
        pub fn play(&mut self, mv: Move) {
            let cell = usize::from(mv.cell & 63);
            let touched = self.linked(cell);
            self.empty &= !(1 << cell);
            // The second segment reads what the first wrote. Say the cell's N leads to its own S, and the tile is l.
            // Segment N-W makes S lead to what lies behind W. Segment S-E goes on from there.
            for segment in PAIRINGS[usize::from(mv.tile) % 3] {
                let [a, b] = segment.map(|side| self.behind[cell][side & 3]);
                for (from, to) in [(a, b), (b, a)] {
                    // Nobody asks what lies behind a wall or a dead end.
                    if from.end < LEFT {
                        let length = if to.end == DEAD { 0 } else { from.length + 1 + to.length };
                        let back = &mut self.behind[usize::from(from.end / 4)][usize::from(from.end % 4)];
                        *back = Behind { end: to.end, length };
                    }
                }
            }
            cells(touched).for_each(|cell| self.refresh(cell));
            self.turn ^= 1;
        }
    }

    // What a tile's two segments bring Blue, and what they bring Red, if that player lays it. Mostly they lie on two
    // paths, and each is scored. If a path leads from one segment to the other, both lie on one path, scored once. It
    // counts from the player's own wall up to the segment that is farther from it:
    //     left wall ====a(first)b==between==c(second)d==== right wall        a to d: sides; each pair either way round
    //     Blue:  behind a + 1 + between + 1      Red:  1 + between + 1 + behind d
    fn points_of(cell: usize, ends: &[Behind; 4], [first, second]: [[usize; 2]; 2]) -> [i8; 2] {
        let leads_to = |from: usize, to: usize| usize::from(ends[from & 3].end) == 4 * cell + to;
        // What a path brings that joins what lies behind sides a and b. `segments`: the new ones and any between them.
        let completed = |a: usize, b: usize, segments: i8| {
            let (one, other) = (ends[a & 3], ends[b & 3]);
            let (from_one, from_other) = (one.length as i8 + segments, other.length as i8 + segments);
            match (one.end, other.end) {
                _ if leads_to(a, b) => [-5; 2],           // a cycle: the player who lays the tile pays
                (LEFT, LEFT) | (RIGHT, RIGHT) => [-3; 2], // from a wall back to it
                (LEFT, RIGHT) => [from_one, from_other],
                (RIGHT, LEFT) => [from_other, from_one],
                _ => [0; 2], // dead, or not complete
            }
        };
        for (a, b) in [(first[0], first[1]), (first[1], first[0])] {
            for (c, d) in [(second[0], second[1]), (second[1], second[0])] {
                if leads_to(b, c) {
                    return completed(a, d, ends[b & 3].length as i8 + 2);
                }
            }
        }
        let [[blue, red], [more_blue, more_red]] = [first, second].map(|[a, b]| completed(a, b, 1));
        [blue + more_blue, red + more_red]
    }

    /// The cells of a set, lowest first.
    pub fn cells(set: u64) -> impl Iterator<Item = usize> {
        // Taking 1 away changes the lowest bit and all below it, so `&` of both clears the lowest bit.
        let sets = iter::successors(Some(set), |set| Some(set & set.wrapping_sub(1)));
        sets.take_while(|set| *set != 0).map(|set| set.trailing_zeros() as usize)
    }
}

// ---------------------------------------------------------------------------------------------------------------------
// Evaluation: what the empty cells are worth, kept up to date move by move
// ---------------------------------------------------------------------------------------------------------------------
pub(crate) mod eval {
    // A position is evaluated from sums over its empty cells. The search is for one player, called us. A score is what
    // we gain from now on, less three quarters of what the other player gains (`WORTH`). On the other player's turn it
    // is the negative of that. Below, b and r are weighted too: if we are Blue, b is Blue's points, r is 3/4 of Red's.
    //
    // An empty cell is connected if a path leads from it to another empty cell (at first to its neighbours, over 0
    // segments), and independent if not. On an independent cell a player takes the best tile: it brings Blue b, or Red
    // r. Nothing else changes. Game theory calls such a cell a switch. It has two numbers:
    //     mean          (b - r) / 2    what the cell is worth to Blue before anybody plays there
    //     temperature   (b + r) / 2    what the player who plays there gets on top of the mean
    //
    // A cell of temperature 0 is a free move: it only passes the turn. Below 0 nobody wants to play, but somebody must.
    //
    // 1. Of the independent cells only the hottest is tried. Their means come in any case. Say two have temperatures 5
    //    and 2, and we are about to take 2. To take 5 in its place is no worse. If we get the other one later, too,
    //    they bring 7 either way. If the other player gets it, they bring us 5 - 2, not 2 - 5.
    // 2. Two independent cells of equal temperature can be forgotten: they bring just their means. To take one gains
    //    nothing, as the other player can take the other, and all else is as before (below 0, too: then both pay the
    //    same). The search tries neither while anything else is left.
    // 3. Without connected cells the rest is a sum: means, and temperatures from the highest down with changing signs.
    //
    // So the search knows a position by its connected cells and by the temperatures of the independent ones; equal ones
    // cancel in pairs. In the example of `rules` ce and dg are connected, and he is independent. If Blue lays a tile on
    // ce, both others are. Say all points count the same. The hottest cell goes first:
    //     after   dg: b   r  mean  temperature   he: b   r  mean  temperature   Blue's score, Red being on turn
    //     cer        23   5    9       14           16  12    2       14        9 + 2 = 11: a pair, one for each
    //     cel        17   5    6       11           16  12    2       14        6 + 2 - 14 + 11 = 5: Red he, Blue dg
    //     ces        -3  -3    0       -3           16  12    2       14        0 + 2 - 14 + (-3) = -15: the same
    //
    // Best is hes at once, for 16: Red answers ces, and then Blue must take dg: 16 - 3 = 13.
    //
    // While a cell is connected, all above the independent cells' means is estimated by the network (module `net`). It
    // is given the `kinds` of each connected cell's ends and twelve numbers of the board (`inputs`: read them later).
    use super::contest::mix64; // mixes the bits of a number
    use super::net::{multiset, Network, Sums, BOARD_INPUTS};
    use super::rules::{cells, Behind, Board, Move, DEAD, LEFT, RIGHT};

    // Units. Of `Board::gains` and `best`: points. `WORTH`: quarters. Temperatures: eighths. (best * worth added up is
    // b + r in quarters; the same number is (b + r) / 2 in eighths.) Scores and the `mean`: sixteenths, so eighths *
    // POINT / 8.
    pub const POINT: i32 = 16;
    /// What one of our points counts, and one of the other player's, in quarters. The contest adds up our own: theirs
    /// count less. With 0 the search would expect the other player to throw away 50 points to take 1 from us. So 3.
    /// With 4 and 4 an older file got 3.7 +- 3.5 points less against six other programs.
    pub const WORTH: [i32; 2] = [4, 3];

    /// Kinds of path ends. Paths to a wall are grouped by length: 0, 1-2, 3-5, 6-9, 10-14, more segments. A link is a
    /// path to another empty cell. Its groups are 0, 1-3, 4-7, more, each with four classes, the other cell's `walls`
    /// (0 to 3). So the network sees when one tile would join the path to a wall (idea no-classes).
    const DEAD_END: usize = 0; //      [cell]--- # top or bottom
    const LOOP: usize = 1; //          [cell]--. and back to this very cell
    const LEFT_WALL: usize = 2; //     [cell]===== left wall: kinds 2 to 7
    const RIGHT_WALL: usize = 8; //    [cell]===== right wall: 8 to 13
    const LINK: usize = 14; //         [cell]=====[other]-- left wall? right wall? 14 to 29

    /// The kinds of an empty cell's four ends, as Blue sees them.
    pub fn kinds(board: &Board, cell: usize) -> [usize; 4] {
        board.behind[cell & 63].map(|Behind { end, length }| {
            let group = |borders: &[u8]| borders.iter().filter(|border| length >= **border).count();
            match end {
                LEFT => LEFT_WALL + group(&[1, 3, 6, 10, 15]),
                RIGHT => RIGHT_WALL + group(&[1, 3, 6, 10, 15]),
                DEAD => DEAD_END,
                _ if usize::from(end / 4) == cell => LOOP,
                _ => LINK + 4 * group(&[1, 4, 8]) + usize::from(board.walls[usize::from(end / 4) & 63]),
            }
        })
    }

    /// What the evaluation keeps of a cell. A connected one may become independent, never back.
    #[derive(Clone, Copy, Debug, PartialEq)]
    struct CellInfo {
        multiset: u16, // if connected: a number above 0 for its four `kinds` in any order (`net::multiset`); else 0
        best: [i8; 2], // the most that a tile here brings Blue and Red, each with its own choice of a tile
        temperature: i16, // (b + r) / 2 for these two, as if it were independent; in eighths of a point
    }
    const FILLED: CellInfo = CellInfo { multiset: 0, best: [i8::MIN; 2], temperature: 0 }; // no best is so low

    /// Temperatures are a set of 512 bits, each an eighth of a point above the last; bit 0 is `COLDEST`. A bit is 1 if
    /// an odd number of cells has that temperature. Two alike answer each other: 9, 5, 5, -2 is 9, -2, and
    /// 9 - 5 + 5 - (-2) = 9 - (-2). No cell is colder: four ends at one wall are -42, or -48 with 4 and 4.
    const COLDEST: i16 = -50;

    fn coldest_first(set: &[u64; 8]) -> impl Iterator<Item = i32> + '_ {
        (0..8).flat_map(move |i| cells(set[i]).map(move |bit| (64 * i + bit) as i32 + i32::from(COLDEST)))
    }

    /// What the player on turn gets above the means, if both always take the hottest cell: temperatures with the signs
    /// +, -, +, ... From the coldest up: a player gets a temperature, less what the rest then brings the other player.
    fn alternating(set: &[u64; 8]) -> i32 {
        coldest_first(set).fold(0, |rest, temperature| temperature - rest)
    }

    /// What the cells add up to. With the turn it is all that the evaluation reads.
    #[derive(Clone, Copy, Debug, Default, PartialEq)]
    pub struct Totals {
        worth: [i32; 2],         // what a point of Blue and one of Red count, see `WORTH`
        pub open: bool,          // we are Red, and Blue played weakly: paths are to go on, see `Search::watch`
        pub connected: u64,      // the cells from which a path leads to another empty cell; the others: independent
        best: [[i32; 2]; 2],     // what each player's best tiles bring, in points: independent cells, connected ones
        independent: [u64; 8],   // the temperatures of the independent cells, in eighths: see `COLDEST`
        all: [u64; 8],           // the same for all cells, as if all were independent: for the network
        accumulators: [Sums; 2], // the network's sums over connected cells, as Blue and as Red sees them: see `net`
    }

    /// A board with what its evaluation is made of. A move makes a new one; only what it changes is computed again.
    #[derive(Clone, Copy, Debug, PartialEq)]
    pub struct Position {
        pub board: Board,
        infos: [CellInfo; 64],
        pub totals: Totals,
        pub recent: [u64; 2], // the cells that the last two moves have changed
    }

    impl Position {
        pub fn new(network: &Network, board: &Board, worth: [i32; 2]) -> Position {
            let totals = Totals { worth, accumulators: [network.first; 2], ..Totals::default() };
            let mut position = Position { board: *board, infos: [FILLED; 64], totals, recent: [0; 2] };
            cells(board.empty).for_each(|cell| position.refresh(network, cell));
            position
        }

        pub fn after(&self, network: &Network, mv: Move) -> Position {
            let (cell, mut next) = (usize::from(mv.cell), *self);
            next.board.play(mv);
            // What changes: the filled cell, those to which it led, and some behind these. The sides of those behind
            // lead where they led. But the kind of a link tells the `walls` of the cell at its other end:
            //     [played]==path==[touched: now leads to a wall]==path==[behind it: its link changes class]
            let touched = self.board.linked(cell);
            let seen = cells(touched).filter(|cell| self.board.walls[cell & 63] != next.board.walls[cell & 63]);
            let changed = seen.fold(touched | 1 << cell, |set, cell| set | next.board.linked(cell));
            next.recent = [changed, self.recent[0]];
            cells(changed).for_each(|cell| next.refresh(network, cell));
            next
        }

        /// An empty cell's info. It is independent if it leads only to walls, to dead ends and to itself.
        fn info(&self, cell: usize) -> CellInfo {
            let ([l, s, r], worth) = (self.board.gains[cell & 63], self.totals.worth);
            let best = [0, 1].map(|player| l[player].max(s[player]).max(r[player]));
            let temperature = i16::from(best[0]) * worth[0] as i16 + i16::from(best[1]) * worth[1] as i16;
            let multiset = if self.board.linked(cell) == 0 { 0 } else { multiset(kinds(&self.board, cell)) as u16 };
            CellInfo { multiset, best, temperature: temperature.clamp(COLDEST, COLDEST + 511) }
        }

        /// Takes a cell's old info out of the sums and puts the new one in.
        fn refresh(&mut self, network: &Network, cell: usize) {
            let new = if self.board.empty >> cell & 1 == 1 { self.info(cell) } else { FILLED };
            let old = std::mem::replace(&mut self.infos[cell & 63], new);
            let totals = &mut self.totals;
            for &(info, sign) in [(old, -1), (new, 1)].iter().filter(|(info, _)| *info != FILLED) {
                // Exclusive or: to put a bit in and to take it out are the same.
                let place = (info.temperature - COLDEST) as usize & 511;
                totals.all[place / 64] ^= 1 << (place % 64);
                if info.multiset == 0 {
                    totals.independent[place / 64] ^= 1 << (place % 64);
                } else {
                    totals.connected ^= 1 << cell;
                    network.add(&mut totals.accumulators, info.multiset, sign);
                }
                for (sum, best) in totals.best[usize::from(info.multiset > 0)].iter_mut().zip(&info.best) {
                    *sum += i32::from(sign) * i32::from(*best);
                }
            }
        }

        /// The sum of the independent cells' means, (b - r) / 2, for the player on turn, in sixteenths of a point.
        pub fn mean(&self) -> i32 {
            let (best, worth, own) = (&self.totals.best[0], &self.totals.worth, self.board.turn & 1);
            (best[own] * worth[own] - best[1 - own] * worth[1 - own]) * POINT / 8
        }

        /// The score to come of the player on turn, in sixteenths. Exact without connected cells (but
        /// `info` cuts off temperatures above 57 points). Idea no-network.
        pub fn evaluate(&self, network: &Network) -> i32 {
            if self.totals.connected == 0 {
                return self.mean() + alternating(&self.totals.independent) * POINT / 8;
            }
            // On top of the mean come p points for the player on turn, q for the other. The network says margin = p - q
            // and sum = p + q. So own * p - other * q = (margin * (own + other) + sum * (own - other)) / 2.
            let turn = self.board.turn & 1;
            let (own, other) = (self.totals.worth[turn], self.totals.worth[1 - turn]); // in quarters
            let [margin, sum] = network.outputs(&self.totals.accumulators[turn], &self.inputs());
            let score = margin * (own + other) as f32 + sum * (own - other) as f32;
            self.mean() + (score * POINT as f32 / 8.0) as i32
        }

        /// The network's inputs of the whole board, as the player on turn sees it, in sixteenths. First read `net`. The
        /// comments say what 1.0 stands for. Take the second: 8 points are 64 eighths, and 64 * 2 / 8 is 16, so 1.0.
        pub fn inputs(&self) -> [i16; BOARD_INPUTS] {
            let Totals { worth: [blue, red], independent, all, best: [_, best], .. } = &self.totals;
            let turn = self.board.turn & 1;
            let (own, other) = (best[turn], best[1 - turn]);
            let connected = self.totals.connected.count_ones() as i32;
            // Blue has the last move of the game. If Red wants paths to go on (`open`), the network is told that Red
            // has it. But only while more than 12 cells are connected: up to the end it lost more games.
            let is_red = turn ^ usize::from(self.totals.open && connected > 12);
            let worth = blue + red; // the network learned with 4 and 4: with 4 and 3 temperatures are some 7/8 as high
            let left = || coldest_first(independent);
            let parity = |count: usize| (count & 1) as i32 * 16;
            [
                alternating(independent) * 4 / worth, // 4 points: what independent cells bring above the means
                alternating(all) * 2 / worth,         // 8 points: the same as if all cells were independent
                own - other,                          // 16 points: how much more connected cells offer it at once
                is_red as i32 * 16,                   // 0: the player on turn has the last move
                // Who must first make a move that costs? Three counts decide: 1.0 is odd.
                parity(connected as usize),
                parity(left().filter(|t| *t < 0).count()), // independent cells that cost
                parity(left().filter(|t| *t == 0).count()), // free moves
                left().last().map_or(-16, |t| t * 2 / worth), // 8 points: the hottest, -1.0 if none is left
                left().next().map_or(0, |t| t.min(0) * 4 / worth), // 4 points: the coldest below 0, or 0
                connected,                                 // 16 cells
                (2 * connected - 16).clamp(0, 16),         // 0 up to 8 cells, 1.0 from 16 on
                (own + other) / 2,                         // 32 points: what connected cells offer both
            ]
            .map(|x| x.clamp(-255, 255) as i16) // 8 bits and a sign: in `outputs`, 7 bits up, it fits into 16
        }

        /// At most so many moves still matter: one for each connected cell and for each temperature that pairs leave.
        pub fn moves_to_end(&self) -> i32 {
            let words = self.totals.independent.iter().chain([&self.totals.connected]);
            words.map(|word| word.count_ones() as i32).sum()
        }

        /// The static score of a move: its gain less the evaluation of the position after it.
        pub fn static_score(&self, network: &Network, mv: Move) -> i32 {
            self.gain(mv) - self.after(network, mv).evaluate(network)
        }

        /// What a move's points count in the score, in sixteenths.
        pub fn gain(&self, mv: Move) -> i32 {
            self.board.gain(mv) * self.totals.worth[self.board.turn & 1] * POINT / 4
        }

        /// Hash of what `evaluate` and a search to the end depend on, but the `mean`. Other scores need `hopeful`, too.
        pub fn hash(&self) -> u64 {
            let settings = self.totals.worth[0] + 8 * self.totals.worth[1] + 64 * i32::from(self.totals.open);
            let start = mix64(self.board.turn as u64 + 2 * settings as u64);
            let start = self.totals.independent.iter().fold(start, |hash, word| mix64(hash ^ word));
            cells(self.totals.connected).fold(start, |hash, cell| {
                let join = |ends: u64, b: &Behind| ends << 16 | u64::from(b.end) << 8 | u64::from(b.length);
                hash ^ mix64(self.board.behind[cell & 63].iter().fold(0, join) ^ mix64(cell as u64 + 1))
            })
        }

        /// The one move in an independent cell that is tried (1 and 2 above): the best tile on the hottest cell left
        /// after pairs cancel. If none is left: `None`, or without connected cells the hottest of all.
        pub fn independent_move(&self) -> Option<Move> {
            let independent = cells(self.board.empty & !self.totals.connected);
            let temperature = |cell: &usize| i32::from(self.infos[*cell & 63].temperature);
            let cell = match coldest_first(&self.totals.independent).last() {
                Some(hottest) => independent.filter(|cell| temperature(cell) == hottest).last()?,
                None if self.totals.connected == 0 => independent.max_by_key(temperature)?,
                None => return None,
            };
            (0..3).map(|tile| Move { cell: cell as u8, tile }).max_by_key(|mv| self.board.gain(*mv))
        }
    }
}

// ---------------------------------------------------------------------------------------------------------------------
// Network: from sums over the cells to a margin and a sum
// ---------------------------------------------------------------------------------------------------------------------
pub(crate) mod net {
    // Near the end most moves cost something: a tile joins a wall to itself, or it lets the other player finish a long
    // path. When no free move is left, one that costs must be made. A small network sees that coming. A hidden unit is
    // a weighted sum plus a constant, the bias, cut off at 0. A layer is a row of them. The weights were learned: a
    // program changed them step by step until the outputs came near what searches and games brought. The outputs are
    // the margin (points of the player on turn less the other's) and the sum of both. They are plain points above the
    // means: as if each player got half of its best in every independent cell anyway. Each cell has 64 hidden units.
    // Each of its 32 sums adds up all 64, with the weights of one unit of the first layer.
    //
    //     connected cell -> kinds of its four ends -> 64 units -> its 32 sums --.      (kinds: wall, dead, ...: `eval`)
    //     connected cell -> kinds of its four ends -> 64 units -> its 32 sums --+ accumulator
    //     ...
    //     accumulator + 11 inputs of the board, weighted = first layer, 32 units -> second, 16 units -> margin, sum
    //     the board's inputs (`Position::inputs`) also go straight to both outputs (the twelfth only to the sum);
    //     the first layer also goes to the sum
    //
    // One cell by numbers: ce, in the example of `rules`. To keep it short, the network has two hidden units a cell
    // instead of 64, one in the first layer (of the 32), and invented weights:
    //     end of the cell                       kind   to unit 1   to unit 2
    //     N  the top or the bottom                 0         0.0         0.0
    //     E  dg, which leads right, 2 segments    19        -0.1         0.3
    //     S  the left wall, 13 segments            6         0.8        -0.9
    //     W  dg again, 8 segments                 27         0.0         0.0
    //     bias                                            0.1         0.2
    //     sum                                             0.8        -0.4
    //     cut off at 0: the hidden units                  0.8         0.0
    //     times its weight to the first layer       0.8 * 0.5 + 0.0 * 2.0 = 0.4
    //     the cell's sum, in 64ths: 0.4 * 64              26
    //     accumulator: bias, this and the other cell, dg  5 + 26 - 10 = 21
    //     unit of the first layer, in 64ths               21 + board's inputs
    //
    // The order of the ends does not matter: the three tiles pair four ends in all three ways. So a cell's sums depend
    // only on its multiset of kinds, here {0, 6, 19, 27}. The sums of all 40,920 are computed when the program starts.
    // Because of the cut at 0 a unit can need two ends at once, such as a left and a right wall: one tile joins them.
    // Such a network is called NNUE, efficiently updatable: a cell that changes costs 32 subtractions and 32 additions
    // in an accumulator. There are two, as Blue and as Red sees the cells. Whole numbers make sums exact in any order.
    //
    // What do the learned weights say? How many points more the margin of the player on turn is with an end of this
    // kind than with a dead end in its place (12 to 22 empty cells; by a tool at ad316a0):
    //     segments on the path      0    1-2   3-5   6-9  10-14  15 and more
    //     to the own wall         -0.3  -0.4  -0.1  +0.2  +0.7  +0.5
    //     to the other wall       +0.3  +0.4  +0.1  -0.1  -0.4  -0.2
    // A long path to a wall is good for its owner. A short one is a burden, perhaps as completing it brings the other
    // player more. A link brings +0.1 up to 7 segments, but +0.7 to +0.9 if the other cell has paths to both walls.
    use super::contest::decode;

    pub const KINDS: usize = 30; // of what lies behind a side of an empty cell, see `eval::kinds`
    /// The kind as the other player sees it: the walls change places, and so do the classes 1 and 2 of links.
    pub const MIRROR: [usize; KINDS] =
        [0, 1, 8, 9, 10, 11, 12, 13, 2, 3, 4, 5, 6, 7, 14, 16, 15, 17, 18, 20, 19, 21, 22, 24, 23, 25, 26, 28, 27, 29];
    /// Hidden units of a cell, of the first layer and of the second; inputs of the board. More are slower.
    pub const CELL_UNITS: usize = 64;
    pub const FIRST: usize = 32;
    pub const SECOND: usize = 16;
    pub const BOARD_INPUTS: usize = 12;
    const LAST: usize = SECOND + BOARD_INPUTS + 1; // what the margin is made of, and with the first layer the sum
    pub const WEIGHTS: usize =
        CELL_UNITS * (KINDS + 1 + FIRST) + FIRST * (BOARD_INPUTS + 1 + SECOND) + SECOND + FIRST + 2 * LAST;

    /// The steps in which weights are written: of a cell's units, of the layers, of the margin, of the sum.
    pub const STEPS: [f32; 4] = [1.0 / 64.0, 1.0 / 128.0, 1.0 / 512.0, 1.0 / 256.0];
    pub const SCALE: f32 = 5.0; // points that an output of 1 stands for: outputs near 1 are easy to learn
    const ONE: f32 = 64.0; // 1.0 in sums, which are in 64ths: 16 bits hold 512.0, and games need 200.0

    /// What a cell adds to the first layer; or an accumulator, biases and all connected cells. One line of the cache.
    #[derive(Clone, Copy, Debug, Default, PartialEq)]
    #[repr(align(64))]
    pub struct Sums([i16; FIRST]);

    /// Number of a multiset a <= b <= c <= d, in the order 0000, 0001, 0011, 0111, 1111, 0002, 0012 and so on. It
    /// counts those before it: all with four kinds below d (of d kinds there are d(d+1)(d+2)(d+3) / 24), those with d
    /// and three kinds below c, and so on.
    pub fn multiset(mut kinds: [usize; 4]) -> usize {
        kinds.sort_unstable();
        let [a, b, c, d] = kinds;
        d * (d + 1) * (d + 2) * (d + 3) / 24 + c * (c + 1) * (c + 2) / 6 + b * (b + 1) / 2 + a
    }

    /// The weights, and what is computed from them once.
    pub struct Network {
        sums: Box<[[Sums; 2]]>, // by a multiset's number: the cell's sums as Blue sees it and as Red does
        pub first: Sums,        // biases of the first layer: with these an accumulator begins
        board: [Sums; BOARD_INPUTS], // weights in 2048ths, see `outputs`
        inner: [[f32; SECOND]; FIRST], // of units in 64ths, so divided by `ONE`, as `sum_first`
        second: [f32; SECOND],
        sum_first: [f32; FIRST],
        last: [[f32; LAST]; 2], // from the second layer and the board, to the margin and to the sum; last their biases
    }

    impl Network {
        /// The weights come in the order in which they are read here.
        pub fn new() -> Network {
            let (rest, [cell, layer, margin, sum]) = (&mut LEARNED.iter(), STEPS);
            let from_kinds = [(); KINDS].map(|_| row::<CELL_UNITS>(rest, cell));
            let bias = row::<CELL_UNITS>(rest, cell);
            let to_first = [(); CELL_UNITS].map(|_| row::<FIRST>(rest, layer));
            let board = [(); BOARD_INPUTS].map(|_| round(row(rest, layer * ONE * 32.0)));
            // `outputs` rounds the products of the board's inputs down: 3.5/64 a unit on average, put back here.
            let first = round(row(rest, layer * ONE).map(|x| x + 3.5));
            let inner = [(); FIRST].map(|_| row(rest, layer / ONE));
            let (second, to_margin) = (row(rest, layer), row(rest, margin));
            let (sum_first, to_sum) = (row(rest, sum / ONE), row(rest, sum));
            let mut sums = vec![[Sums::default(); 2]; multiset([KINDS - 1; 4]) + 1].into_boxed_slice();
            // Four digits of 5 bits; the sorted ones are all multisets, once each.
            let all = (0..1 << 20).map(|n| [n & 31, n >> 5 & 31, n >> 10 & 31, n >> 15]);
            for kinds in all.filter(|kinds| kinds[3] < KINDS && kinds.windows(2).all(|pair| pair[0] <= pair[1])) {
                let mut adds = [0.0; FIRST]; // the cell's hidden units times their weights to the first layer
                for (i, row) in to_first.iter().enumerate() {
                    let unit = kinds.iter().fold(bias[i], |x, kind| x + from_kinds[*kind][i]).max(0.0);
                    adds.iter_mut().zip(row).for_each(|(x, w)| *x += unit * w);
                }
                let adds = round(adds.map(|x| x * ONE));
                sums[multiset(kinds)][0] = adds;
                sums[multiset(kinds.map(|kind| MIRROR[kind]))][1] = adds; // Red sees the same in the mirrored cell
            }
            Network { sums, first, board, inner, second, sum_first, last: [to_margin, to_sum] }
        }

        /// Adds a cell's sums to both accumulators, or takes them out with the sign -1, by the number of its multiset.
        pub fn add(&self, accumulators: &mut [Sums; 2], multiset: u16, sign: i16) {
            for (accumulator, adds) in accumulators.iter_mut().zip(&self.sums[usize::from(multiset)]) {
                for (sum, x) in accumulator.0.iter_mut().zip(&adds.0) {
                    *sum = sum.wrapping_add(x.wrapping_mul(sign));
                }
            }
        }

        /// Margin and sum above the means, in points, for the player whose inputs are given.
        pub fn outputs(&self, accumulator: &Sums, board: &[i16; BOARD_INPUTS]) -> [f32; 2] {
            let mut first = accumulator.0;
            // 16ths times 2048ths (4 + 11 bits) become 64ths (6 bits): 9 bits down. 7 up first: then it is the upper
            // half of a product of two 16-bit numbers. An input of 1.0 with a weight of 0.5 adds (16 << 7) * 1024 >> 16
            // = 32: 0.5. One instruction makes eight of them.
            for (x, row) in board.iter().zip(&self.board) {
                let product = |w: &i16| ((i32::from(*x << 7) * i32::from(*w)) >> 16) as i16;
                first.iter_mut().zip(&row.0).for_each(|(unit, w)| *unit = unit.saturating_add(product(w)));
            }
            // Two thirds of the units are cut off at 0. Only the others are multiplied.
            let (mut second, mut outputs) = (self.second, self.last.map(|weights| weights[LAST - 1]));
            for (i, x) in first.iter().enumerate().filter(|(_, x)| **x > 0) {
                let x = f32::from(*x);
                outputs[1] += x * self.sum_first[i];
                second.iter_mut().zip(&self.inner[i]).for_each(|(unit, w)| *unit += x * w);
            }
            for (output, last) in outputs.iter_mut().zip(&self.last) {
                let units: f32 = second.iter().zip(last).map(|(x, w)| x.max(0.0) * w).sum();
                let straight: f32 = board.iter().zip(&last[SECOND..]).map(|(x, w)| f32::from(*x) * w).sum();
                *output = (units + straight / 16.0 + *output) * SCALE; // the board's inputs are 16ths
            }
            outputs
        }
    }

    /// The next N weights, each so many steps of this size.
    fn row<const N: usize>(rest: &mut std::slice::Iter<'_, i16>, step: f32) -> [f32; N] {
        [0.0; N].map(|_: f32| rest.next().map_or(0.0, |weight| f32::from(*weight) * step))
    }

    fn round(row: [f32; FIRST]) -> Sums {
        Sums(row.map(|x| x.round() as i16))
    }

    /// The weights in the order of `Network::new`: 67 lines of digits, go on at `search`. Those of the margin learned
    /// what searches found, those of the sum what games brought: `git show dd49461:tests/tune/spaghetti.rs`.
    #[rustfmt::skip]
    pub static LEARNED: [i16; WEIGHTS] = decode("\
        '41tChu-tw0vvCu0uN=u3UftyuXctstNtku5)vIu>u2uX*)uTuL@vm?vUtYu4;+CuRtguRvNu*u<1uAuLu&%uF$9twZ<WthvJuFvaGHuU0_GJ\
        OH++vK;5huXb`#AkfuPWvHX]+N,UDvQuVL9#uODL'uSvLHF'IYW3u=6ZKZ<J2uT938vNBu@u8uPOuBvHvIIuLVuCuKkuV*uXuOu&Ktxtvu$;<\
        B4<%,ivXuOYU1VuTt[;tvfuAvT.uM.u.vK%,S<uVvNuB>uW>N*CkuYXu3uDlvI(8vI@u;uQbuXvM(/Aau$AvMtstwU@?uUuHuP/N6#eR:BTt]\
        uW_aAvJuQ<<u>uYM.;M@vPuUBt~>K)CH0*RuNvHf4@hWuMuUcuQvSu:2&iu'IvRtsu?WELu6u@u4:Yu$ih[?UStZuPge=fuLvJ<tuu-u1)Qtd\
        W^uRHtl<T)T@uI+ZvWfu6]%IjcuIT(vO13+vIuR7vXttu0Y@ZuO1u5<vIu%vPe]5EHt]uVvHa?_2vL'u)'tUuQcuQhu4u)Gtf:R7vJ6uI/fvN\
        uOuXvO#uWvpvLuVu9hvR+3(jN0vY%uWvLCjuL.vPuCau0vMvLvI7u7[u)BiWuOL<9>u6u7uPuQvhu*vTti.Fve7bUvUu<?5iuUvzBvoE_vqvP\
        &MvNvU:A.u6vLtmvYuKu,a5ve?#gu;/tuuMdd0w7OuY5vH>CKH..tp'u>uSvlu+w'u3uO[w+/_Yj8D8^RttfuH[]ZZ',u@IuTtDtpTu@t^DXuV\
        +jB6uTlvIItruTuNu3*vKu+Lf;.uFuUt>uLP<7KjUVtpuJatDCvOtrvKu#3vHuP6+uB_u4C3CD6WuCP3u=2GuXtsu(L1VvPC*u=+ZMuVuIuL(\
        ?Lu)OuD49XuWu6u*Q8TSvMGWty:vJ*@vJu8hu5)l,Ta'0uLE?LA7iu0Hu@u+u8M%t_<DuYevT7,uSvWLY+uIuN,=KuPBvLG.uY)u?u/R53cvK\
        Qlu3Fht}LvRuKvItm&vN*U_$u,uOPKAC(txu1K#u.uAR4tsDF-hvX8&u9v`uFN9uNuQ,:Xu.uMv`MuV5uUuRuCQZu7vXiv`vRu>I]u/NvWt^vQ\
        u&uUvM%0h8u5u<FT6B6Eu1P2uW/QEb/4>evH)u;u>vbuFRDuBuLFfU9u;vsOD7uUuU.OvPjvWgvSvVuPEK8WvOvfvNtjuPvSuSu8vc&u6NuKu=\
        b55;u3L$uV*,jf:*vSvTh*=u=v_,ZAuNuN<vH/Yu@v{u%=JuU.u'Cw/>vTvKvKbuY=DDdvXw%vJtf$vQuV6BJuOEAD1B/Hu1uB>KuDuCtvK?u;\
        O5uStgKLDCLu4Hu0&DB<MF$BIu0HEOH.Cu@:&IGu3<@7F%C&u,MA4*(G$Pu0E@Wu3uWu;PZu3u?vJE<U0ZuOt~uSu+KNhIuXuWO9u4Lty)u9uL\
        +vRG5EIPtzKLt8O_?Eu1Nu'W7t_NRt`+WZuOuKP'%Uitol?u=IeJuF`tk>uN1-SDIYu3uVtbR2='vOFduLNtt@;Ke#u?u>P(SIt~BttA3u8?uC\
        uFGQ4v`uW>gvTWa/ZuYu)5@Q(%Ku;uTt{PuHu+uBu@uFvfuUJveuVvN-U6UWt~4ttu;vPYvJ.uIuUuJXuSQ$(vr2uRE2u:RtsYvoJKuOIDHuW\
        B*Gu0uF=VuJu-u(JBuATuYuQtnPPFCCttGu./FA<LGuU:Ju,HHOGu.IuA6(RFu.AC:O#D)u,IAt[#tzFuNFu8F>Du2uT(^ju5uEvJE5]trd#t~\
        u>u,I@vIHuVuWR;u>Etr)u-c,vOF;CLWtiDFtgSajLu+Jtt`6tRGRu*3RTu3uDSiuYQktXe;uWVvHJuIdtiu>uQ3uXOHL4tt^tc]15-vONjuD\
        NtwDdNd@tbuWR-XNtxEtvG=uI5u=uHHUtoZ80vYFP,uWN-tzAA:hu4RADu5vK0u2uKuNu)w%;Mvat}[1tfMEuN3FvX&vL0vKuCGu4uL1uFKuU\
        uUvku?uOvN?L8u/S;KJt}GPLuHQ(u(u2u@6b&u4u(FAt~[u<uQu#RWD9>uCLu00F5DGKuV;Nu*?DTD+GuC/uNSEtwCD?M(8%u#LC*@u1T<Qu9\
        F?Su=uV$avKuDuBvOD=dPe9t}uAtbBFvMM#0Q-u@AtZ$uAl,vXE:Cu;ktjL]twXZvUFu*BtjZGtTEXtx5MXu6u;[vP#IvLtkf=uTZvRGuKbu=\
        u5uN'uPZFRHu*ltc]uY:uOvSLvPuPGtv=vLLd%u8'T1a:tt9t[K?uBu5u;uSPcG4UvKvN&1u:8%0u9uL4uGguO83:uBguWtw'uTuBvhIvPv[tf\
        -Gt^eSuJvOhT;hku&uFu>#'trthvHuLu'vRtyu>u9tgZDtnXvVYEu$DEHu@d*Ju3uAPvI9u?u+ICt{vK=uRth^bLuR36Xu-M@51:L$6Ytw6EQ\
        O^Iu<.9Y-txYEAY'u@uVty<>u64u=vNuSQuXIC:u3%u<cvHu:u-vUC4vOuQl=u,u?u+6;vIFuX3W5uK4u0'u0vW1vXGU9AvLtzShu,gavTPu.\
        ftvj>tVH]t~vL7^u<uR`vR#uTvMtjVBuXUvLAZdtzLuS0/a=KvHu&vRtctw(VDvRNvQu8Lu22lEaTt_1(9vJu-u:;tFN4u=uYt|$NvJtxiGuX\
        6uKJ#GuQZu>uKvQ)Xu9u?clu7vou7u+@uHuXw:1va4uR0Ht}vku:uCQvWve%vYu<vSYvQ*uSvuu/^OuR9u)uK:t~:+tvNvx=/0H3uN0(E5uK4\
        uCJ=#69uW?7uWO-+?uFA+%C5C?>7-7B-5$BuWuYB7;54D>=4%A+uT;9*=0DX]=vlgdvdvXw/CvH(cvIv_&.[_vWA6V<vuuUOvUvi9vT@vatqc\
        Du/vbQuYDcTDattJ8G.ZKu2D8,c>]lvPtJVSuDuKvN&x)^vXbvkuR1?^w.>u9vPevUvPwL=/PuVvSFuQuAvq0uSvOV3vOf_3vstbU.,iuEuCi\
        BTGj39OKu4uE:buXS@l2uKbbEftQ]uYvt($ftVuY>bu6]5+>%3jDTuNJ)0/uSuPIuRe5^bvZ*t|iZvOYuR+>vYDy(=[Mv{w,Lu?Kx&v}vKuXtj\
        Q_1vZvgu&v^-vZN=vpavrQt~(EU8GvsTvpuLSXu't~u)vP85uQuLAvn&uW^2`7wXLu>:vr?6vwFvY(7_$vH@MOH(t|YxIwE&xj=Jwg>uJv^w5\
        >vZuNx3xBuUuLI)_KuMN>uJ'uXfvVC=;uYuPuAH%=7Z=A3QH6:@R8WRvVGLQ9]/XMNuBAtzrvw5vbxxvW-vIuDvs7t/hjuOxiw::xGSuHvluI\
        tWsQs,BuPw%vaMw6t&vkDu5uEvwwPtoM-Iwbs_DSu.nJL-uFvbv{Q+vMr_vMveOt&.Wx^t`w?*ww;u#w7u>y.vhtIw4s0uMuHyQL?uTy@w(u9\
        tFwivwvghaLCvHuKk]Bu0vXluJYTuJvZu?vHvRK3B`V-uTQXb'Hv_uPtY2vTu9w@jD:w+vT5cv_w)YT>YuWuJ;gMu49P8Wt[W[15W1vz/vSNw%\
        uXuF9Pv`W6LuS3uVw}IuU^e?FaXw?E+?u$v]ONxLu4t~w1u:vTuYvXv`vKwGuEEvbtTuH=u/YwBu5w*vnw)w9rPB=dZEWu:uKJ#+u'uKJfqNd\
        uX9Z^Q7uU^vqv_CuXJ3TvMt{q7@7vKuH*dYuXtt`uVvaVZKCuRZwcD+^Pl5R3wH/=5KMu/vHvVuNw,tQI%6Rtp$N&NuHuCuO:u38lX/AAw*Ch\
        u:ASLvbuPduWw{?u8M`wrF.vH'B&vh?K4vtlP0%^F$'uU=vYSu2t_vNuSuMtuuD?vIvtvU+[wEu@w)CdvKuDtk5?vgvwcvRtJiOuMw=ve9c6b\
        tbt4cvuu@i$6C=XCuMvK(97HuW_-vMvk%u@uNu:w-tFeu-u4JvdeFt:u?&vHdvh)Bku9u'tne^^9vTO<cGt0vow-sd]jtIuF'9va:M_u<tCWH\
        K3Ge[<C`GjuSRu@F-uTuOvH@uL<v~jStovu(W/?7uJ@D4e/:,u/uRtzuQwCW*tZcu#uMvdUu*wkxh9t`ttt|w5u?)vq0AvhuNt~DuEvmtqtntx\
        tbuSMO::uJu6vHZu45[G<u4u*vS7[vt4:?6iuCWvM/6u6>LuIJUu.u8D?KHMJ>+ZvN_=)XuB9ST,MUMtbu6t<*FuPvS,w0truXLMt#QP/th{B\
        &<,ZvKiAu3CwQvr:uSEwK[uLv^_<b4;8Ru/ZV9dtN=vO&Ccdu5=cvHtsu3WEiC6vawPu4uM-6wHu6vRvUOwVKvjvVvKve't+uKvpo^GLvntSq~\
        ?%vnsLx4wJ>?Slu-vVvn>RvZd3cfc8<vJv|<BD@?NPh4uY*2X`u;8t?u5Nti@Nt{_vKuSt|W+^tGtp]dAl=?vR=4vJZl1vS$N*'3vH`c>vKu?\
        M3RuGJvy_ObE=2uIJ_h)vNuYI5MOv|#YwXEtpwTe*THvL93vnw]=uEJK;uOHVELty?vU>u*F6*Q*gm#cju?QQ:B'Kd_tz<NGu?FZZVuSTvJti\
        <ik5viJ*'w#tPtBWvnew/uFFTtz^?uFEvNvaRtFIw-evlvR,uXIt*vI:uU7ee*JcGe8GNuYsm=vSTuH$HRuYu-Kfu0vR)cvmvUCfw/vRvYvrA\
        t[O%wOuXtt2vPHvder;u(SvpvHwov]JuCuGN?NAuJZ*Vu=8auJu%_#uR]vQ/4W<#vJE9uLvk=vVwOAuOuWsC0ty;uSt}vcttuWverSvpuDt3)\
        tmqc8vbGuQvIFTDqmw:u5t^uRB;uUvVLU`htguBX)r/@Q[^ERFRAu&1KY'MuQLt_t^`?vj<?.vOuQ`i6w%V?vZ@u8vHwEJC8w&w:@u=uK&Wtp\
        vOuOAvsuCPuJ;buW^J/u:uS+_u$tZ5;HJB<9DuVUDWu;VJDvfu.aKtrt<JC[]uT=viL+@@uV;vNSu/AJE&E1&YASbvRvlvevKvJH.=2LCZ4Z3\
        7vN9uUTu3$@j3?3?vUuJK]u1uRvJu;vqOEvy)=`EYQv^OIKw$8Dw&X9*txLIsetxvsv`v~w<vpwI_uPvl_v}u'wbt/u3w0vrwP-5uFuDvSHb.\
        wVuBvHtA`YN:Zu<tSvi,uWuP^L6uM51(3H]=G:75TvINHu>vS)volvQ@]vjWuX7vVK`u1X4vIvqlT@HuA4v]vPS]vIw/=:RQvhOvUuWvZuWv[\
        SMvZeu$wVuRk#LjvV@uMTvpv`TFCh/uKN;WQ1'uDuMu:CMX?u5QvbKtuu/DtuFACdYKH#u,uB'w`trMvitOuTvNu?YSwgx%<uMwg?_uX891AvH\
        ,`jX=uCuF:uBvVivL4vw`v`%iu<vwdDtpxSu&_vPuAu.vgQuOuMw?jVuBv_luXt}ivc=F;v^vlCw-wLvUfvf-v~?6w>v^a&FhZwhsSKbvSMvb\
        vZxNtGu8NuGtju-EEdwGx$uKvOE@0u/,juQAvcYt}C-i7uEu@vyS60vJvsTvTvrvJvNjvnv^LtuvLuEM5t^5JvNu#uPtgNw9=w;uE7r8vqbti\
        Cvew,*vODrer|vLvzMkf$vZuVw'D=vHv^?_UDYvhiv}s7V+vhvkQU>v_v~Q1vVu4uHvZtfEeuMK/vQuKuFL#Y$vXuMwWvc-tRuMu(t}QVsav~\
        w=uE6E6v[@tTvWv|JvRFw&v_JfvYwLv`vSsGu9wV$wJw#tTvau0Wrxq~vuCGx&uQavMuIc:s+w%vUFvN*vyw`Lw&+okBt+uDhs~D[to)`1;S$\
        Tt1tNvRvI;Q<XM@vLKvRK*8@X0vR.uPvU/-uLQI>u513^?vRa;AA+5JBGvQGvJgu1C+K@92:[8LF:<7O]FUL7RCJEB9@7U5u&vUuNvk4HZx,=\
        >HNu=[Mvet}O''`Cvk/`@z]yWqe[xHuXtsLs`xX%&VvUa6HMu7Sv_vyw2tFDtAvQNu7Ys;w=|hHp>gw7s}t*tY|=ywesHvJ1`u(xpemYjNxqr_\
        oUq-%jCyOpXrQq6u1sAyAuISu%2tQguS3XVSB<Q)b1]8Dj=iS2K?HWY<A@01VszuFu@vp^jO6w*1Eu@:Ov~0t]OO=QFuMw+CE=uM2tA@NrU?K\
        YFv[vr5vIvaRAw&[vptyS`FvMPG?[vsu?V'LvOw5PrONC#uVuCt^lu8u?uUvhtUuRtpvku8u=u;u=WL>2u#xhYu9v^sIu=F0uAXuUk=>lIE;B\
        uR=`w*vN1uFBcKLuDu)Iwg>_uSduOt%vMtrt*r`tDOu8P2uOXuFuJFt0s.sjw;cCuCx&t6t[Vv~qrw<sTyUvOrfK_w&Ot9x0uFw$uQBt>t$uK\
        uJt:qdvlwR>bw_%NwyvbuJvzwIu>PGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGw)w&t^CIway`vbx:w%vhy2x6dvSs]x8yaxW_wh:hguPxjvUvp\
        UtZw9t$uIvI^S#u.0v_55uX5trQuDv`<v~vLv^x%BKvmsbwhv^u%8vVv^tNKvKlu=eu2*guC;/V;dgu:wBNbKvtu44h^w]vOuJuGuRuULtiv^\
        u<Lt{uAKuXTu.t_vd:ZvgvSvX&vHXw+vtN9u7vPg]IYvYGc)9>vhwIE17w.vTu+uO^h25vIRXO9+OJu7vTu.(9vM?OvzscPsyr'FvLVs`sNY6\
        u@uSvts~:vU?vUY;uFE:jt,/?U-W_uDAu/t|7RHtgu6tbu99W_AKtwZt1rs>`$snt=t{0uBUvOtj,tA=s`vj9uU]r?vbsj6IYcuNvKuG6<uO5\
        aU,u?vbu+NuRvWBw+t2NtGsc-vmBs[sTv{u:u2u1w:*uVvd<Y':BSJ.`)vd-Fsh=&Q0uPSwGvP+vc%uTy<Gw.t/u0uYuDSwoHu8vIw[Fb=UwA\
        Ut1CvwhOvr3vd0uGw#]Uj0buDuW2Au?J(uI3u4Q*uQuEi._iu:_s|tj8vYuSt,u3%/tb:vp3vIW7CvJ@bS=KJOi:BVvP?8>uLXbE]*u.u?9==\
        v]/u+7uSINlOu9vKj*BtaDu8S:_;t}uKD+uCu5uYvOT9`r]_3>7(&JvTD/ti2:uQvKuP4KwlR6uI,3C9kN0+Lv|j[>8[3vZvN`^t@OvmvZ<`u%\
        wC0`dKuEx3^)vQ(u@)vpuI/u79sdu)JuV?@u?tHvKt[=,u0v}w,P(`Dv[vL`uIt>tntjvWu?sH%]uN*)uP+#u2VSt|7_uEuWuCu99Nw%2szx]\
        YRtUuXvNuGwPv{vQuJw;trwWOluQtNvXtjuOuPvIuDGv`x#lCbNAKuGuBGw?9uNuF;vMRHW0ICuW?uS2OuPa44FGAuKQ/3Ch8eYvI7VFvcvmG\
        vP4vvvLvq;W-XB_y8w3_uYS<t}txve{,vM");
}

// ---------------------------------------------------------------------------------------------------------------------
// Search: owns the tables and the node count. Takes a board and a budget, returns a report. No clock of the game.
// ---------------------------------------------------------------------------------------------------------------------
pub(crate) mod search {
    // Alpha-beta, as the plain player has it. But a score is of what is still to come (see `eval`), without the points
    // so far. So positions with the same future are the same, and one search of them does for all. A move's gain counts
    // on the way up: score = gain - alpha_beta(position after, depth - 1, gain - beta, gain - alpha). (alpha, beta) is
    // the window: the scores that still matter to the player on turn.
    //
    // A tree of five leaves. Leaves are scores for us. The other player's moves gain nothing here, so it takes the
    // lowest leaf:
    //            we move: (-99, 99)
    //      A, gain 0 /    \ B, gain 2
    //     (-99, 99) /      \ (-97, -1)
    //             5  3   -2  4  6
    //
    // Below A the other player finds 3: A is worth 0 + 3. From now on only more than 3 matters. If v is the other
    // player's score after B, B is worth 2 - v. So v must be below -1. Its first leaf, -2, is v = 2: a cut. B is worth
    // at most 2 - 2 = 0, and 4 and 6 are not looked at. In fact B is asked first in a null window, (3, 4): is it above
    // 3? Below it that is the window (2 - 4, 2 - 3). The answer is no. If B's leaves were 5, 4 and 6, it would be yes,
    // and B would be asked again in (3, 99): 2 + 4 = 6.
    //
    // A position has up to 183 moves, too many to search all deeply. So this search differs:
    //
    // - Moves are taken by static score: the gain less the evaluation of the position after it. At the frontier, depth
    //   1, that is a move's score: nothing after it is searched (`frontier`).
    // - Only the best 120 at the root, 52 and 36 at the next two plies, then 24 are searched (late move pruning,
    //   `WIDTHS`), the later ones less deep (`reduction`). From ply 2 on most moves are not even scored (`hopeful`).
    // - Where the depth reaches the end of the game and at most 16 moves still matter, all moves of `list` are searched
    //   to the end (`is_to_end`): such a score is exact.
    // - A transposition table keeps the score and best move of positions, to which other orders of moves may lead.
    use super::contest::{Budget, Rng};
    use super::eval::{Position, POINT, WORTH};
    use super::net::Network;
    use super::rules::{cells, Board, Move, CELLS};

    const INFINITE: i32 = 30_000; // more than any score, and within the 16 bits of a score in the table
    const PLIES: usize = 64; // room for the plies of a game
    const CLOCK_NODES: u64 = 32; // between two looks at the clock: few, as a node has many static scores
    const TABLE_ENTRIES: usize = 1 << 21; // of 16 bytes each: 32 MB. Ideas no-table, no-table-cut
    const MOVES_MAX: usize = 3 * CELLS; // room for the moves of a position
    const HOPEFUL: usize = 24; // moves of the best static scores, see `Search::hopeful`. Idea all-moves
    const EXACT_MOVES: i32 = 16; // with so few left `is_to_end` solves the end: exact scores, no gain in games
    const WIDTHS: [usize; 4] = [120, 52, 36, 24]; // by ply: less loses good moves, more costs depth. Ideas narrow, wide

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
        score: i16, // without the `mean`, which the hash does not tell
        depth: i8,  // -1 in an empty entry: it answers no question
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

    /// What a search found.
    #[derive(Clone, Copy, Debug)]
    pub struct Report {
        pub best: Move, // the one to play
        pub score: i32, // what is to come for the player on turn, in sixteenths of a point
        pub depth: i32, // plies of the deepest search that found something; 1 means static scores alone
        pub nodes: u64, // calls of `alpha_beta` with connected cells left; static scores do not count
    }

    type Scored = (i32, Move); // a move and its score, in sixteenths of a point for the player who makes it
    const NOTHING: Scored = (-INFINITE, Move::NONE);

    /// What a node of the tree asks: a position's score within a window, to some depth, so many plies below the root.
    #[derive(Clone, Copy)]
    struct Node {
        depth: i32,
        ply: usize,
        alpha: i32,
        beta: i32,
    }

    /// What is kept from move to move, and the running search.
    pub struct Search {
        pub rng: Rng, // only orders equal moves
        lost: i32,    // by Blue's first moves, in 64ths of a point above a limit; from 0 on Blue is weak: `watch`
        pub network: Network,
        table: Box<[Entry]>,
        hopeful: [[u64; 3]; PLIES], // by ply and tile: cells whose moves will be scored; then of the best 24 of them
        budget: Budget,
        nodes: u64, // of this search
    }

    impl Search {
        /// A search with the weights of this file. The same seed and fixed budget give the same moves.
        pub fn new(seed: u64) -> Search {
            let empty = Entry { hash: 0, best: Move::NONE, score: 0, depth: -1, bound: Bound::Exact };
            Search {
                rng: Rng(seed),
                lost: 16, // Blue counts as weak until its moves say otherwise
                network: Network::new(),
                table: vec![empty; TABLE_ENTRIES].into_boxed_slice(),
                hopeful: [[0; 3]; PLIES],
                budget: Budget::fixed(0, 0),
                nodes: 0,
            }
        }

        /// The best move found within the budget (with hardly any, by static score); `None` on a full board.
        pub fn think(&mut self, board: &Board, budget: Budget) -> Option<Report> {
            let worth = if board.turn == 0 { WORTH } else { [WORTH[1], WORTH[0]] }; // by player: ours 4, theirs 3
            let mut position = Position::new(&self.network, board, worth);
            position.totals.open = board.turn == 1 && self.lost >= 0;
            self.search(&position, budget)
        }

        /// The same for a position, on the turn of either player. Depth 2, 3, ... is searched as long as there is time
        /// (iterative deepening): each iteration tells the next which move comes first. Idea two-plies.
        pub fn search(&mut self, position: &Position, budget: Budget) -> Option<Report> {
            self.budget = budget;
            self.nodes = 0;
            self.hopeful[0] = [u64::MAX; 3]; // all
            let mut moves = [NOTHING; MOVES_MAX];
            let moves = self.list_scored(position, 0, &mut moves);
            let &(score, best) = moves.first()?;
            let mut report = Report { best, score, depth: 1, nodes: 0 };
            for _ in 2..=budget.depth.min(position.moves_to_end()) {
                // The next depth takes about three times as long: with half of the planned time gone it does not begin.
                if self.search_root(position, moves, &mut report).is_none() || budget.used() > 0.5 {
                    break;
                }
            }
            Some(Report { nodes: self.nodes, ..report })
        }

        /// One iteration, a ply deeper than the last; `None`: the time is up. A new best move goes at once to the front
        /// and into the report. So an iteration cut short counts too: it began with the last best move.
        fn search_root(&mut self, position: &Position, moves: &mut [Scored], report: &mut Report) -> Option<()> {
            let depth = report.depth + 1;
            let mut node = Node { depth, ply: 0, alpha: -INFINITE, beta: INFINITE };
            let is_exact = is_to_end(position, depth);
            let width = if is_exact { MOVES_MAX } else { WIDTHS[0] };
            for i in 0..width.min(moves.len()) {
                let mv = moves[i].1;
                let score = self.child(position, mv, node, i == 0, reduction(node, i, is_exact))?;
                if score > node.alpha {
                    node.alpha = score;
                    moves[..=i].rotate_right(1);
                    *report = Report { best: mv, score, depth, nodes: 0 };
                }
            }
            Some(())
        }

        /// The score for the player on turn at this depth (or a deeper one, from the table), without the moves that are
        /// left out (`WIDTHS`, `hopeful`). Outside the window only a bound. `None`: the time is up, all calls return.
        fn alpha_beta(&mut self, position: &Position, node: Node) -> Option<i32> {
            let Node { depth, ply, alpha, beta } = node;
            debug_assert!(alpha < beta && depth >= 1 && ply < PLIES);
            if position.totals.connected == 0 {
                return Some(position.evaluate(&self.network));
            }
            self.nodes += 1;
            if self.budget.is_over(self.nodes, CLOCK_NODES) {
                return None;
            }
            let hash = position.hash();
            let entry = self.probe(position, hash);
            let tt_move = entry.map_or(Move::NONE, |entry| entry.best); // the best move that the table knows
            if let Some(entry) = entry.filter(|e| i32::from(e.depth) >= depth && e.decides(alpha, beta)) {
                return Some(i32::from(entry.score));
            }
            // A ply scores what ply - 2, of the same player, left, plus the moves on cells that the two moves since
            // changed: elsewhere a poor move stays poor. Say ply 2 scores 40 moves and keeps 24: ply 4 scores these and
            // the changed ones. (While ply 2 tries the table's move it has scored none: ply 4 scores all 40, too.)
            let is_whole = ply < 2 || is_to_end(position, depth);
            let also = if is_whole { u64::MAX } else { position.recent[0] | position.recent[1] };
            self.hopeful[ply] = self.hopeful[ply.saturating_sub(2)].map(|kept| kept | also);
            let best =
                if depth == 1 { self.frontier(position, node) } else { self.search_moves(position, node, tt_move)? };
            // At a frontier every move tried has its static score. If none reaches beta the best of them is exact.
            let bound = match best.0 {
                score if score >= beta => Bound::Lower,
                score if score > alpha || depth == 1 => Bound::Exact,
                _ => Bound::Upper,
            };
            self.store(position, hash, depth, best.0, bound, best.1);
            Some(best.0)
        }

        /// The score of a move: its gain (weighted, in sixteenths) less the other player's score in the position after.
        /// The first move has the whole window. The others are asked in a null window, (alpha, alpha + 1), `reduced`
        /// plies less deep: above alpha? If so, again at full depth; if still so and below beta, in the whole window.
        /// Idea no-null-window.
        fn child(&mut self, position: &Position, mv: Move, node: Node, first: bool, reduced: i32) -> Option<i32> {
            let Node { depth, ply, alpha, beta } = node;
            let (gain, next) = (position.gain(mv), position.after(&self.network, mv));
            let mut ask = |less: i32, high: i32| {
                let node = Node { depth: depth - 1 - less, ply: ply + 1, alpha: gain - high, beta: gain - alpha };
                self.alpha_beta(&next, node).map(|score| gain - score)
            };
            let mut score = ask(reduced, if first { beta } else { alpha + 1 })?;
            if reduced > 0 && score > alpha {
                score = ask(0, alpha + 1)?;
            }
            if !first && alpha < score && score < beta {
                score = ask(0, beta)?;
            }
            Some(score)
        }

        /// The best of the moves at depth 1, by static score, or the first that reaches beta.
        fn frontier(&mut self, position: &Position, Node { beta, ply, .. }: Node) -> Scored {
            let mut best = NOTHING;
            for mv in list(position, self.hopeful[ply]) {
                let scored = (position.static_score(&self.network, mv), mv);
                best = if scored.0 > best.0 { scored } else { best };
                if best.0 >= beta {
                    break;
                }
            }
            best
        }

        /// The best of the moves by search, or the first that reaches beta. The depth is at least 2.
        fn search_moves(&mut self, position: &Position, mut node: Node, tt_move: Move) -> Option<Scored> {
            let mut best = NOTHING;
            // The table's move comes before the others are even listed: it often is good enough.
            if position.board.can_apply(tt_move) {
                best = (self.child(position, tt_move, node, true, 0)?, tt_move);
                node.alpha = node.alpha.max(best.0);
                if node.alpha >= node.beta {
                    return Some(best);
                }
            }
            let is_exact = is_to_end(position, node.depth);
            let width = if is_exact { MOVES_MAX } else { WIDTHS[node.ply.min(3)] };
            let mut moves = [NOTHING; MOVES_MAX];
            for (i, &(_, mv)) in self.list_scored(position, node.ply, &mut moves).iter().enumerate().take(width) {
                if mv == tt_move {
                    continue;
                }
                let score = self.child(position, mv, node, best == NOTHING, reduction(node, i, is_exact))?;
                best = if score > best.0 { (score, mv) } else { best };
                node.alpha = node.alpha.max(score);
                if node.alpha >= node.beta {
                    break;
                }
            }
            Some(best)
        }

        /// What the table knows. The hash tells temperatures of independent cells, not their places: so a stored move
        /// there just means the `independent_move`.
        fn probe(&self, position: &Position, hash: u64) -> Option<Entry> {
            let at = hash as usize & (TABLE_ENTRIES - 1);
            let mut entry = Some(self.table[at]).filter(|entry| entry.hash == hash)?;
            entry.score += position.mean() as i16;
            if position.totals.connected >> entry.best.cell & 1 == 0 {
                entry.best = position.independent_move().unwrap_or(Move::NONE);
            }
            Some(entry)
        }

        /// Keeps what was found in the position's slot. What was there is lost.
        fn store(&mut self, position: &Position, hash: u64, depth: i32, score: i32, bound: Bound, best: Move) {
            let score = (score - position.mean()) as i16;
            self.table[hash as usize & (TABLE_ENTRIES - 1)] = Entry { hash, best, score, depth: depth as i8, bound };
        }

        /// The moves to try with their static scores, the best first, equal ones by lot. Leaves the best 24 in
        /// `hopeful`.
        fn list_scored<'a>(&mut self, position: &Position, ply: usize, moves: &'a mut [Scored]) -> &'a mut [Scored] {
            let mut count = 0;
            for mv in list(position, self.hopeful[ply]) {
                moves[count] = (position.static_score(&self.network, mv), mv);
                count += 1;
            }
            self.rng.shuffle(&mut moves[..count]);
            moves[..count].sort_unstable_by_key(|(score, _)| -score);
            if count > HOPEFUL {
                self.hopeful[ply] = [0; 3];
                moves[..HOPEFUL].iter().for_each(|(_, mv)| self.hopeful[ply][usize::from(mv.tile)] |= 1 << mv.cell);
            }
            &mut moves[..count]
        }

        /// Judges Blue's first eight moves, by plain points. At the end moves cost something, and Blue has the last
        /// one. So the network tells Red to shut the board early: to end its paths. Against a weak Blue more comes of
        /// an open board, whose paths go on. Then Red plays `open`, as if it had the last move (`inputs`). `lost`
        /// begins at 16 (64ths of a point); each move adds what it loses by static score, at most 16, less 13. So
        /// after eight moves (16 - 8 * 13 = -88) Blue is weak if it has lost 88, or 11 a move. Idea shut.
        pub fn watch(&mut self, board: &Board, mv: Move) {
            if board.turn == 0 && (47..=61).contains(&board.empty.count_ones()) {
                let position = Position::new(&self.network, board, [4, 4]);
                let score = |mv| position.static_score(&self.network, mv);
                let best = list(&position, [u64::MAX; 3]).map(score).max().unwrap_or(0);
                self.lost += 4 * (best - score(mv)).min(POINT / 4) - 13;
            }
        }
    }

    /// True when a search of this depth tries all moves of `list`, at full depth, to the end. Idea no-exact-end.
    fn is_to_end(position: &Position, depth: i32) -> bool {
        position.moves_to_end() <= depth.min(EXACT_MOVES)
    }

    /// Late move reductions, in plies. From depth 3 on it is 1 for moves behind the first of the list, from 4 on 2 for
    /// those behind the fourth. At the root: behind 3 and 12. Ideas no-reductions, one-reduction.
    fn reduction(node: Node, i: usize, is_exact: bool) -> i32 {
        let [first, second] = if node.ply == 0 { [3, 12] } else { [1, 4] };
        let late = |depth: i32, most: usize| i32::from(!is_exact && node.depth >= depth && i >= most);
        late(3, first) + late(4, second)
    }

    /// The moves to try on connected cells among `some`, or on all if these are gone, and the `independent_move`.
    fn list(position: &Position, some: [u64; 3]) -> impl Iterator<Item = Move> {
        let connected = position.totals.connected;
        let some = if some.iter().all(|set| set & connected == 0) { [connected; 3] } else { some };
        let moves = cells(connected).flat_map(|cell| (0..3).map(move |tile| Move { cell: cell as u8, tile }));
        moves.filter(move |mv| some[usize::from(mv.tile)] >> mv.cell & 1 == 1).chain(position.independent_move())
    }
}

// ---------------------------------------------------------------------------------------------------------------------
// Protocol: lines in, lines out.
// ---------------------------------------------------------------------------------------------------------------------
pub(crate) mod protocol {
    use super::contest::{refuse, Budget, Clock, Lines, Options};
    use super::eval::POINT;
    use super::rules::{Board, Move};
    use super::search::{Report, Search};
    use std::io::{self, BufRead, Write};

    /// Reads a move. Any tile fits on any empty cell, so only that is checked.
    fn read_move(board: &Board, line: &str) -> io::Result<Move> {
        let mv = Move::parse(line).filter(|mv| board.can_apply(*mv));
        mv.ok_or_else(|| refuse(line, "a tile on an empty cell, such as cer: row a-i, column a-g, tile l, s or r"))
    }

    /// The plan: our moves to come share the time by weights. The first decide little. The 16th to the 7th from the end
    /// decide most. The last six are solved fast. With 40 cells empty 20 moves are ours: 4 of weight 1, 10 of 1.5, 6 of
    /// 0.1, in all 19.6. One is kept back, so this one gets 1 / 20.6 of the time left.
    fn budget(clock: &Clock, board: &Board) -> Budget {
        let own = (board.empty.count_ones() + 1) / 2; // our moves to the end of the game, the one to come included
        let weight = |own: u32| match own {
            0..=6 => 0.1,
            7..=16 => 1.5,
            17..=24 => 1.0,
            _ => 0.4,
        };
        clock.budget(weight(own) / ((1..=own).map(weight).sum::<f64>() + 1.0), 2.0)
    }

    /// Plays one game, to `Quit` or the end of the input. Our first moves may be given: `past`. Bad lines are errors.
    pub fn run<R: BufRead, W: Write>(input: R, mut output: W, mut options: Options) -> io::Result<()> {
        let mut lines = Lines::new(input);
        let mut clock = Clock::new(options.seconds);
        let mut search = Search::new(options.seed);
        clock.stop(); // making the tables counted too
        let mut board = Board::new();
        let mut heard = 0;
        while let Some(line) = lines.next()? {
            clock.start();
            heard += 1;
            if heard != 3 || line != "Start" {
                let mv = read_move(&board, line)?;
                search.watch(&board, mv);
                board.play(mv);
            }
            // The jury's two tiles pass the turn twice: Blue is on turn again.
            if heard < 3 {
                continue;
            }
            let report = match options.past.pop() {
                Some(line) => Some(Report { best: read_move(&board, &line)?, score: 0, depth: 0, nodes: 0 }),
                None => search.think(&board, budget(&clock, &board)),
            };
            if let Some(report) = report {
                board.play(report.best);
                options.report(&report.best, report.depth, f64::from(report.score) / f64::from(POINT), report.nodes);
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
