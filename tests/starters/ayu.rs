//! Ayu, the plain player: read it before `../../ayu.rs`. It won 0 of 40 against that, all 100 against greedy.
//!
//! The rules in short. On 11 x 11 points each side has 30 pieces. Pieces of one side that touch, up, down or to the
//! sides, are a unit. At the start each piece is one. A move takes a piece of a unit to an empty point beside the unit.
//! Afterwards the unit must be whole, and nearer to the nearest other unit of its side than before. The distance is
//! the number of empty points on a shortest way over empty points. Nothing is ever captured. A side that is on turn and
//! cannot move has won: its units have joined, or walls keep them apart.
//!
//! Protocol: White reads `Start`; Black first reads White's first move. A move is `B4-A3`: from B4 to A3. A program
//! that has no move writes nothing. `Quit` or the end of the input ends it.
//!
//! Method: a search tries the moves, the answers to each, the answers to those, and so on. At the end of each line an
//! evaluation counts, above all, how many empty points a side has to fill to join its units. Build: `rustc -O ayu.rs`

#![forbid(unsafe_code)]
use std::io::{self, BufRead, Write};
use std::time::{Duration, Instant};
const GAME_SECONDS: f64 = 30.0; // what the contest gives a program for a whole game

// ---- Rules: what stands where, and which moves are legal ------------------------------------------------------------
// The 11 x 11 points lie in a square of 13 x 13 whose outer points are edge: a point of the board has four neighbours.
//     row 12  E E E ... E E      E the edge, w a white piece, . an empty point
//     row 11  E . w ... . E      point = 13 * row + column: A1 is 14, B1 is 15, A2 is 27
//     row 1   E . w ... . E
//     row 0   E E E ... E E
//               A B     K
const POINTS: usize = ROW * ROW;
const ROW: usize = 13;
const EMPTY: u8 = 2; // what is on a point: 0 a white piece, 1 a black one, 2 nothing, 3 edge
const EDGE: u8 = 3;
const FAR: u8 = 255; // steps: more than any way has, so there is no way

fn beside(point: usize) -> [usize; 4] {
    [point - ROW, point - 1, point + 1, point + ROW] // down, left, right, up
}

#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Move {
    pub from: usize, // the point that the piece leaves
    pub to: usize,   // the point where it goes
}
impl std::fmt::Display for Move {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let column = |point: usize| char::from(b'@' + (point % ROW) as u8); // `@` is the character before `A`
        write!(f, "{}{}-{}{}", column(self.from), self.from / ROW, column(self.to), self.to / ROW)
    }
}

#[derive(Clone, PartialEq)]
pub struct Board {
    pub points: [u8; POINTS], // what is on each point
    pub turn: u8,             // the side on turn: 0 is White, 1 Black
}
impl Board {
    /// The start: White in odd rows and even columns, Black in even rows and odd columns. No two pieces touch.
    pub fn new() -> Board {
        let mut board = Board { points: [EDGE; POINTS], turn: 0 };
        for (row, column) in (1..12).flat_map(|row| (1..12).map(move |column| (row, column))) {
            board.points[ROW * row + column] = [[EMPTY, 1], [0, EMPTY]][row % 2][column % 2];
        }
        board
    }
    /// The position after a move. This one stays as it is, so no move has to be taken back.
    pub fn play(&self, mv: Move) -> Board {
        let mut after = Board { turn: 1 - self.turn, ..self.clone() };
        after.points.swap(mv.from, mv.to);
        after
    }
    /// The move that is written so, legal or not, if it takes a piece of the side on turn to an empty point.
    pub fn parse(&self, text: &str) -> Option<Move> {
        let all_from = |from| self.all(EMPTY).into_iter().map(move |to| Move { from, to });
        self.all(self.turn).into_iter().flat_map(all_from).find(|mv| mv.to_string() == text)
    }
    /// All points that hold this: 0, 1 or `EMPTY`.
    fn all(&self, what: u8) -> Vec<usize> {
        (0..POINTS).filter(|&point| self.points[point] == what).collect()
    }
    /// Breadth-first search from the starts (which may hold anything) to neighbours that hold `what`. Says each point's
    /// steps, `FAR` if not reached, and from which start. Over own pieces it finds a unit, over empty points ways.
    fn spread(&self, starts: &[usize], what: u8) -> ([u8; POINTS], [usize; POINTS]) {
        let (mut steps, mut origin) = ([FAR; POINTS], [0; POINTS]);
        let (mut queue, mut next) = (starts.to_vec(), 0); // points reached, and the first whose neighbours wait
        starts.iter().for_each(|&start| (steps[start], origin[start]) = (0, start));
        while let Some(&point) = queue.get(next) {
            for &other in beside(point).iter().filter(|&&other| self.points[other] == what) {
                if steps[other] == FAR {
                    (steps[other], origin[other]) = (steps[point] + 1, origin[point]);
                    queue.push(other);
                }
            }
            next += 1; // the queue grows at its end until no neighbour is new
        }
        (steps, origin)
    }
    // All moves of the side on turn. Say `o` is the unit of a piece, and `O` another of its side:
    //     . 3 2 1 O      A number says how many steps a point is away from `O`. Of the points beside the unit the
    //     o o 3 2 1      nearest are the two with a 3. A piece that goes there brings the unit nearer.
    pub fn legal_moves(&self) -> Vec<Move> {
        let (mut moves, pieces) = (Vec::new(), self.all(self.turn));
        for &from in &pieces {
            let unit = self.spread(&[from], self.turn).0; // the piece is in it: all points that are not `FAR`
            let others: Vec<usize> = pieces.iter().copied().filter(|&piece| unit[piece] == FAR).collect();
            let ways = self.spread(&others, EMPTY).0; // the numbers of the drawing
            let mut targets = self.all(EMPTY);
            targets.retain(|&to| ways[to] < FAR && beside(to).iter().any(|&next| unit[next] < FAR));
            let nearest = targets.iter().map(|&to| ways[to]).min();
            for &to in targets.iter().filter(|&&to| Some(ways[to]) == nearest) {
                // Whole: from its new point the piece reaches all others of its unit.
                let reached = self.play(Move { from, to }).spread(&[to], self.turn).0;
                if pieces.iter().all(|&piece| piece == from || unit[piece] == FAR || reached[piece] < FAR) {
                    moves.push(Move { from, to });
                }
            }
        }
        moves
    }
    /// The score of a game that is over: the side on turn, which cannot move, has won.
    pub fn result(&self) -> i32 {
        WIN
    }
}
// ---- Evaluation: how good a position is, without a search -----------------------------------------------------------
/// What each term counts, in twentieths of a point to fill. Set by hand, and tried in games.
pub const WEIGHTS: [i32; 3] = [
    -20, // a point to fill
    -70, // a tree (see below) at the end: when the wall around it opens, there is more to fill
    -8,  // a piece at the edge of the board: it has fewer ways
];
// About how many points has a side to fill to join its units? The method is Kruskal's for a minimum spanning tree. At
// first a piece is a tree. The shortest gap joins two trees to one, then the next shortest, and so on. Trees that are
// left in the end have walls of enemy pieces between them.
//     A . B . . C      Gaps, the shortest first: A-B has 1 point, B-C has 2. Join A and B: cost 1. Join these and C:
//                      cost 1 + 2 = 3. Now all are one tree. A gap within a tree is left out.
// To find the gaps all pieces spread at once. Where the points of two pieces meet, a gap is known, and its length:
//
//     A 1 B 1 1 C      A has reached the left 1, which touches B: 1 + 0 points. The other two touch: 1 + 1 points.
fn joining(board: &Board, side: u8) -> [i32; 3] {
    let pieces = board.all(side);
    let (steps, origin) = board.spread(&pieces, EMPTY);
    let mut gaps = Vec::new();
    for (a, b) in (ROW..POINTS - ROW).flat_map(|point| [(point, point + 1), (point, point + ROW)]) {
        if steps[a] < FAR && steps[b] < FAR && origin[a] != origin[b] {
            gaps.push((steps[a] + steps[b], origin[a], origin[b])); // of length 0 where two pieces touch
        }
    }
    gaps.sort_by_key(|gap| gap.0);
    let mut tree: Vec<usize> = (0..POINTS).collect(); // the tree of each piece: at first it is one by itself
    let (mut cost, mut trees) = (0, pieces.len() as i32);
    for (length, a, b) in gaps {
        let (old, new) = (tree[a], tree[b]);
        if old != new {
            tree.iter_mut().filter(|tree| **tree == old).for_each(|tree| *tree = new); // one name for both
            cost += i32::from(length);
            trees -= 1;
        }
    }
    let at_edge = |piece: &&usize| beside(**piece).iter().any(|&next| board.points[next] == EDGE);
    [cost, trees, pieces.iter().filter(at_edge).count() as i32]
}
/// The terms of the side on turn less those of the other side, in the order of the weights.
pub fn terms(board: &Board) -> [i32; 3] {
    let (own, other) = (joining(board, board.turn), joining(board, 1 - board.turn));
    [0, 1, 2].map(|i| own[i] - other[i])
}
pub fn evaluate(board: &Board, weights: &[i32; 3]) -> i32 {
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
const WIN: i32 = 30_000; // the score of a won game: no evaluation is so high

pub struct Report {
    pub best: Move,
    pub score: i32, // of `best`, for the side on turn, as the evaluation counts
    pub depth: i32, // plies searched
    pub nodes: u64, // positions visited
}
pub struct Search {
    pub weights: [i32; 3],
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
    /// counts. Its best move comes first in the next one. `None` when there is no move.
    pub fn think(&mut self, board: &Board, end: Instant) -> Option<Report> {
        let mut report = Report { best: *board.legal_moves().first()?, score: 0, depth: 0, nodes: 0 };
        (self.end, self.nodes) = (end, 0);
        for depth in 1..100 {
            match self.alpha_beta(board, depth, -WIN, WIN, report.best) {
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
            let random = |mv: Move| (self.seed ^ (POINTS * mv.from + mv.to) as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            moves.sort_by_cached_key(|&mv| (mv != first, evaluate(&board.play(mv), &self.weights), random(mv)));
        }
        let mut best = (if moves.is_empty() { board.result() } else { -WIN - 1 }, first);
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
    let mut left = options.seconds.min(1e6) * 0.9 - 0.1; // seconds; the rest is kept back for a slow machine
    for line in input.lines() {
        let (line, started) = (line?, Instant::now()); // our time runs from here
        match line.trim() {
            "" => continue,
            "Quit" => break,
            "Start" if board == Board::new() => {} // we are White
            text => {
                let expected = "a move of a piece on turn to an empty point, such as B4-A3";
                board = board.play(board.parse(text).ok_or_else(|| refuse(text, expected))?);
            }
        }
        // The points to fill stand for the moves to come; 3 more, so that some time is always left.
        let seconds = left.max(0.0) / f64::from(joining(&board, board.turn)[0] + 3);
        let end = started + Duration::from_secs_f64(seconds);
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
