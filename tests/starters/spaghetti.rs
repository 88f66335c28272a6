//! Spaghetti, plain: read it before `../../spaghetti.rs`. It won 10 of 40 against that, 97 of 100 against greedy.
//!
//! The rules in short. The board has 9 rows and 7 columns. The jury, the contest's referee, lays two tiles. Then Blue
//! and Red lay 61 by turns, each on any empty cell. A tile has two segments of path. They join the sides of its cell in
//! pairs, in one of three ways: l, s or r. Blue owns the left wall, Red the right one. Who completes a path gets its
//! points. From wall to wall: one for each segment from the player's own wall up to the new one (both if both are on
//! it). From a wall back to it: -3. A cycle: -5. A path to the top or the bottom: 0. Each player starts with 50.
//!
//! Protocol: two lines with the jury's tiles, then `Start` for Blue. All other lines are moves, such as `cer`: row c,
//! column e, tile r. `Quit` or the end of the input ends the program.
//!
//! Method: a search tries each move, each answer to it, each answer to that, and so on. At the end of each line an
//! evaluation counts the points, and what could be won next. Build: `rustc -O spaghetti.rs`

#![forbid(unsafe_code)]
use std::io::{self, BufRead, Write};
use std::time::{Duration, Instant};
const GAME_SECONDS: f64 = 30.0; // what the contest gives a program for a whole game

// ---- Rules: the tiles, and what they bring --------------------------------------------------------------------------
// The 9 x 7 cells lie in a rectangle whose outer cells are edge. So a cell of the game has four neighbours.
//     row 0   E E E E E E E E E      E the edge, . an empty cell
//     row a   E . . . . . . . E      cell = 9 * row + column: aa is 10, ab is 11, ba is 19
//     row i   E . . . . . . . E      left: Blue's wall, right: Red's
//             E E E E E E E E E
//               a b c d e f g
const CELLS: usize = 11 * ROW;
const ROW: usize = 9;
const EMPTY: usize = 3; // what is on a cell: a tile, 0 to 2 for l, s and r, or 3 nothing, or 4 edge
const EDGE: usize = 4;

// The sides of a cell are 0 north, 1 east, 2 south, 3 west. By which does a path leave that enters by each of them?
//        l            s            r
//     +--N--+      +--N--+      +--N--+
//     |_/   |      |  |  |      |   \_|
//     W   _ E      W--+--E      W _   E       l: enters by N, leaves by W; by E, S; by S, E; by W, N
//     |  /  |      |  |  |      |  \  |
//     +--S--+      +--S--+      +--S--+
const LEAVES: [[usize; 4]; 3] = [[3, 2, 1, 0], [2, 3, 0, 1], [1, 0, 3, 2]];
const EAST: usize = 1;
const WEST: usize = 3;

#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Move {
    pub cell: usize,
    pub tile: usize,
}
impl std::fmt::Display for Move {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let letter = |number: usize| char::from(b'`' + number as u8); // the back quote is the character before `a`
        write!(f, "{}{}{}", letter(self.cell / ROW), letter(self.cell % ROW), ['l', 's', 'r'][self.tile])
    }
}

/// A walk along a path, from a side of a cell on.
struct Walk {
    end: usize,  // the side by which it leaves its last cell; at the end the wall it met, or `OPEN` or `CYCLE`
    cell: usize, // the last cell
    length: i32, // segments passed
    both: i32,   // its length when it passed the start tile's other segment, that one counted; 0 if it never did
}
const OPEN: usize = 4; // at an empty cell
const CYCLE: usize = 5; // back where it began

#[derive(Clone)]
pub struct Board {
    pub cells: [usize; CELLS],
    pub points: [i32; 2], // of Blue and of Red
    pub turn: usize,      // the player on turn: 0 is Blue, 1 Red
}
impl Board {
    pub fn new() -> Board {
        let mut board = Board { cells: [EDGE; CELLS], points: [50; 2], turn: 0 };
        (1..10).for_each(|row| board.cells[ROW * row + 1..ROW * row + 8].fill(EMPTY));
        board
    }
    /// All moves: three tiles on each empty cell.
    pub fn legal_moves(&self) -> Vec<Move> {
        let empty = (0..CELLS).filter(|&cell| self.cells[cell] == EMPTY);
        empty.flat_map(|cell| (0..3).map(move |tile| Move { cell, tile })).collect()
    }
    /// The position after a move. This one stays as it is, so no move has to be taken back.
    pub fn play(&self, mv: Move) -> Board {
        let mut after = Board { turn: 1 - self.turn, ..self.clone() };
        after.cells[mv.cell] = mv.tile;
        after.points[self.turn] += after.gain(mv, [WEST, EAST][self.turn]);
        after
    }
    /// Follows the path that leaves a cell by a side.
    fn walk(&self, start: usize, side: usize) -> Walk {
        let mut walk = Walk { end: side, cell: start, length: 0, both: 0 };
        loop {
            walk.cell = [walk.cell - ROW, walk.cell + 1, walk.cell + ROW, walk.cell - 1][walk.end];
            match self.cells[walk.cell] {
                EDGE => return walk,
                EMPTY => return Walk { end: OPEN, ..walk },
                tile => walk.end = LEAVES[tile][(walk.end + 2) % 4], // who leaves by the east enters by the west
            }
            if (walk.cell, walk.end) == (start, side) {
                return Walk { end: CYCLE, ..walk };
            }
            walk.length += 1;
            walk.both = if walk.cell == start { walk.length } else { walk.both };
        }
    }
    // The points for a tile that was just laid, if `own` is the player's wall. From each of its segments two walks lead
    // away; a ends at the own wall. If one meets the tile's other segment, both are one path. It counts once:
    //     own wall ==a==(segment)==(other segment)==b== other wall      a.length + 1 + b.both
    //     own wall ==a==(other segment)==(segment)==b== other wall      a.length + 1, as a has passed both
    fn gain(&self, mv: Move, own: usize) -> i32 {
        // One segment begins in the north, the other in the east, or in the south if the tile is r.
        let points = |&side: &usize| {
            let (first, last) = (self.walk(mv.cell, side), self.walk(mv.cell, LEAVES[mv.tile][side]));
            let (a, b) = if first.end == own { (first, last) } else { (last, first) };
            match (a.end, b.end) {
                _ if side > 0 && a.both + b.both > 0 => 0, // the path of the tile's first segment, which has counted
                (CYCLE, _) => -5,
                (EAST, EAST) | (WEST, WEST) => -3,
                (EAST, WEST) | (WEST, EAST) => a.length + 1 + b.both,
                _ => 0,
            }
        };
        [0, [1, 1, 2][mv.tile]].iter().map(points).sum()
    }
    /// By how many points the player on turn is ahead: when the board is full, the result (points below 0 are 0).
    pub fn result(&self) -> i32 {
        self.points[self.turn] - self.points[1 - self.turn]
    }
}

// ---- Evaluation: how good a position is, without a search -----------------------------------------------------------
/// What each term counts, in hundredths of a point. Set by hand, and tried in games.
pub const WEIGHTS: [i32; 4] = [
    100, // a point
    7,   // a segment of a path from the own wall to an empty cell: some day it may count
    60,  // a point of the best path that the player on turn can complete at once
    -40, // the same for the other player: it may still be prevented
];
/// What a player can hope for: the segments of open paths from its wall, and the best that one tile completes.
fn hopes(board: &Board, player: usize) -> [i32; 2] {
    let (mut open, mut most) = (0, 0);
    for row in 1..10 {
        let (wall, inwards) = [(ROW * row, EAST), (ROW * row + 8, WEST)][player];
        let path = board.walk(wall, inwards);
        if path.end == OPEN {
            open += path.length;
            // Does a path lead from a side of the empty cell where it ends to the other wall? Then one tile joins them.
            if (0..4).any(|side| board.walk(path.cell, side).end == inwards) {
                most = most.max(path.length + 1);
            }
        }
    }
    [open, most]
}
/// The terms for the player on turn, in the order of the weights.
pub fn terms(board: &Board) -> [i32; 4] {
    let (own, other) = (board.turn, 1 - board.turn);
    let ([open, most], [other_open, other_most]) = (hopes(board, own), hopes(board, other));
    [board.result(), open - other_open, most, other_most]
}
pub fn evaluate(board: &Board, weights: &[i32; 4]) -> i32 {
    terms(board).iter().zip(weights).map(|(term, weight)| term * weight).sum()
}

// ---- Search: iterative deepening alpha-beta -------------------------------------------------------------------------
// A ply is one move of one side. The positions that a search visits form a search tree, each a node. At its
// leaves stand scores of the evaluation. Above them we take the highest; the other side, on its turn, takes the lowest:
//
//        root        A: the other side can take 3 or 5, so A is worth 3. B: it can take 2, so B is worth at most 2,
//       /    \       whatever stands at the `?`. We play A. Not to look at the `?` is a cut.
//      A      B
//     / \    / \     alpha: what the side on turn is sure of, by another choice, here or at an earlier node
//    3   5  2   ?    beta: the same of the other side. At beta a node ends: the other side will not let play come here.
//
// One rule serves both sides (negamax): every score is for the side on turn at its node, so it changes its sign on the
// way up, and all take the highest. (alpha, beta) becomes (-beta, -alpha) going down to B: alpha 3 is beta -3; 2 is -2,
// more: a cut. The earlier the best move comes, the more is cut. So moves are sorted by the evaluation after them.
const INFINITE: i32 = 1_000_000; // more than any score
pub struct Report {
    pub best: Move,
    pub score: i32, // of `best`, for the side on turn, as the evaluation counts
    pub depth: i32, // plies searched
    pub nodes: u64, // positions visited
}
pub struct Search {
    pub weights: [i32; 4],
    pub limit: u64, // nodes that one move may cost, for tests without a clock
    nodes: u64,     // that this move has cost
    end: Instant,   // when this move has to be found
    seed: u64,      // of all that is left to chance
}
impl Search {
    pub fn new(seed: u64) -> Search {
        Search { weights: WEIGHTS, limit: u64::MAX, nodes: 0, end: Instant::now(), seed }
    }
    /// Searches one ply deep, then two, then three, until the time is up (iterative deepening). The last whole search
    /// counts. Its best move comes first in the next one. `None` when the board is full.
    pub fn think(&mut self, board: &Board, end: Instant) -> Option<Report> {
        let moves = board.legal_moves();
        let mut report = Report { best: *moves.first()?, score: 0, depth: 0, nodes: 0 };
        (self.end, self.nodes) = (end, 0);
        for depth in 1..=moves.len() as i32 / 3 {
            match self.alpha_beta(board, depth, -INFINITE, INFINITE, report.best) {
                Some((score, best)) => report = Report { best, score, depth, nodes: self.nodes },
                None => break,
            }
        }
        Some(report)
    }
    /// The score of a position and its best move. `first` is tried first. `None`: time or nodes are used up.
    fn alpha_beta(&mut self, board: &Board, depth: i32, alpha: i32, beta: i32, first: Move) -> Option<(i32, Move)> {
        if self.nodes > self.limit || Instant::now() >= self.end {
            return None;
        }
        let mut moves = board.legal_moves();
        if depth > 1 {
            // (At the last ply it would evaluate each leaf twice.) The lowest key comes first: that of `first` (false),
            // then what is worst for the other side, then chance: to multiply by a large odd number mixes the bits.
            let random = |mv: Move| (self.seed ^ (3 * mv.cell + mv.tile) as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            moves.sort_by_cached_key(|&mv| (mv != first, evaluate(&board.play(mv), &self.weights), random(mv)));
        }
        let mut best = (-INFINITE, first);
        for mv in moves {
            self.nodes += 1;
            let after = board.play(mv);
            let score = match depth {
                1 => -evaluate(&after, &self.weights), // a leaf
                // The other side's (alpha, beta): sure for us is `alpha`, or the best so far. Its `first` is unknown.
                _ => -self.alpha_beta(&after, depth - 1, -beta, -(alpha.max(best.0)), Move::default())?.0,
            };
            if score > best.0 {
                best = (score, mv);
            }
            if best.0 >= beta {
                break; // a cut
            }
        }
        Some(best)
    }
}

// ---- Protocol: lines in, lines out ----------------------------------------------------------------------------------
pub fn run<R: BufRead, W: Write>(input: R, mut output: W, options: Options) -> io::Result<()> {
    let (mut board, mut search) = (Board::new(), Search::new(options.seed));
    let mut left = options.seconds.min(1e6) * 0.9 - 0.1; // seconds; the rest is kept back, in case the machine is slow
    for line in input.lines() {
        let (line, started) = (line?, Instant::now()); // our time runs from here
        let moves = board.legal_moves();
        let empty = moves.len() / 3; // cells before this line
        match line.trim() {
            "" => continue,
            "Quit" => break,
            "Start" if empty == 61 => {} // we are Blue
            text => {
                let found = moves.into_iter().find(|mv| mv.to_string() == text);
                board = board.play(found.ok_or_else(|| refuse(text, "a tile on an empty cell, such as cer"))?);
            }
        }
        if empty > 61 {
            continue; // A tile of the jury. It passes the turn, but there are two.
        }
        // Half of the empty cells are ours to fill; one more, so that some time is always left.
        let end = started + Duration::from_secs_f64(left.max(0.0) / (empty as f64 / 2.0 + 1.0));
        if let Some(Report { best, score, depth, nodes }) = search.think(&board, end) {
            board = board.play(best);
            if options.log {
                let _ = writeln!(io::stderr(), "{best} depth {depth} score {score:+} nodes {nodes}");
            }
            left -= started.elapsed().as_secs_f64() + 0.001; // 1 ms for what the clock does not see
            writeln!(output, "{best}")?;
            output.flush()?; // or the line might stay in a buffer
        }
    }
    Ok(())
}

// ---- Contest: the command line and errors. The same in all plain players --------------------------------------------
pub struct Options {
    pub seconds: f64, // for the whole game
    pub seed: u64,    // games with other seeds differ
    pub log: bool,    // a line about each move on stderr
}
fn refuse(line: &str, expected: &str) -> io::Error {
    let shown: String = line.chars().take(60).collect();
    io::Error::new(io::ErrorKind::InvalidData, format!("cannot use {shown:?}: expected {expected}"))
}
fn main() {
    let words: Vec<_> = std::env::args_os().skip(1).map(|word| word.to_string_lossy().into_owned()).collect();
    let seconds = words.first().map_or(Some(GAME_SECONDS), |word| word.parse().ok().filter(|s| (0.0..1e9).contains(s)));
    let seed = words.get(1).map_or(Some(u64::from(std::process::id())), |word| word.parse().ok());
    let (input, output) = (io::stdin().lock(), io::stdout());
    let played = match (seconds, seed, words.len()) {
        (Some(seconds), Some(seed), 0..=2) => run(input, output, Options { seconds, seed, log: true }),
        _ => Err(refuse(&words.join(" "), "seconds for the whole game as the first argument, a seed as the second")),
    };
    if let Err(error) = played {
        let _ = writeln!(io::stderr(), "{error}"); // It is no fault if nobody reads it.
        std::process::exit(2); // After `Quit` it is 0.
    }
}
