//! Toy Game, a plain player to begin with: two sides put stones on 5 x 5 cells.
//!
//! The rules in short. Three cells are blocked by lot. The sides put a stone of their colour on an empty cell, in turn,
//! until the board is full. Each pair of neighbours of one colour is a point for it.
//!
//! Protocol: the jury gives both sides three lines, each a blocked cell. Then the first mover reads `Start`. The second
//! one reads the first mover's first move. A move is a cell, `B3`. `Quit` or the end of the input ends the program.
//!
//! Method: a search tries each move, each answer to it, each answer to that, and so on. At the end of each line an
//! evaluation adds up what counts. A line with GAME says what a new game replaces; the rest is the same in all plain
//! players. `tests/starters/` has the plain players of five games. Build: `rustc -O toygame.rs`

#![forbid(unsafe_code)]
use std::fmt;
use std::io::{self, BufRead, Write};
use std::time::{Duration, Instant};
const NAME: &str = "toygame 0.1"; // the first words on stderr
const GAME_SECONDS: f64 = 30.0; // GAME: what the contest gives a program for a whole game

// ---- Rules (GAME): what lies where, and which moves are legal -------------------------------------------------------
//
//     5  .  .  .  .  .      A cell is a number: 5 * row + column. A1 is 0, B1 is 1, A2 is 5, E5 is 24.
//     ...                   o the first mover's stones, x the second's, # a blocked cell
//     2  .  o  x  .  .
//     1  .  o  .  #  .      The two `o` are neighbours: a point.
//        A  B  C  D  E
pub const SIDE: usize = 5;
pub const CELLS: usize = SIDE * SIDE;
pub const SETUP_LINES: usize = 3; // lines that the jury gives both sides before the first move
const EMPTY: u8 = 2; // what is on a cell: 0 and 1 are stones of the two sides, 2 nothing, 3 blocked
const BLOCKED: u8 = 3;

#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Move {
    pub cell: usize,
}
impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'A' + (self.cell % SIDE) as u8), self.cell / SIDE + 1)
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct Board {
    cells: [u8; CELLS],
    pub turn: u8, // the side on turn: 0 is the first mover, 1 the second
}
impl Board {
    /// The board before the jury's lines.
    pub fn new() -> Board {
        Board { cells: [EMPTY; CELLS], turn: 0 }
    }
    /// The move that is written so, if it can be made on the board at all. Where our rules differ from the jury's, the
    /// jury's word counts: so ask for no more than that.
    pub fn parse(&self, text: &str) -> Option<Move> {
        self.legal_moves().into_iter().find(|mv| mv.to_string() == text)
    }
    /// The position after a line of the setup: its cell is blocked. `None` if no such line is expected.
    pub fn set_up(&self, line: &str) -> Option<Board> {
        let (mut after, blocked) = (self.clone(), self.cells.iter().filter(|&&cell| cell == BLOCKED).count());
        after.cells[self.parse(line).filter(|_| blocked < SETUP_LINES)?.cell] = BLOCKED;
        Some(after)
    }
    /// All moves of the side on turn. There are none when the game is over.
    pub fn legal_moves(&self) -> Vec<Move> {
        (0..CELLS).filter(|&cell| self.cells[cell] == EMPTY).map(|cell| Move { cell }).collect()
    }
    /// The position after a move. This one stays as it is, so no move has to be taken back. If the other side then has
    /// to pass without a word, `turn` stays. A pass that is written is a move like any other.
    pub fn play(&self, mv: Move) -> Board {
        let mut after = Board { turn: 1 - self.turn, ..self.clone() };
        after.cells[mv.cell] = self.turn;
        after
    }
    /// The points of a side as they stand.
    pub fn points(&self, side: u8) -> i32 {
        let own = |cell: usize| self.cells[cell] == side;
        // Each pair once: with the neighbour to the right, and with the one above.
        let pairs = |cell: usize| {
            let column = cell % SIDE;
            i32::from(column + 1 < SIDE && own(cell + 1)) + i32::from(cell + SIDE < CELLS && own(cell + SIDE))
        };
        (0..CELLS).filter(|&cell| own(cell)).map(pairs).sum()
    }
    /// The score of a game that is over, for the side on turn. Points decide here; a won game would be `WIN` or `-WIN`.
    pub fn result(&self) -> i32 {
        WEIGHTS[0] * (self.points(self.turn) - self.points(1 - self.turn))
    }
}

// ---- Evaluation (GAME): how good a position is, without a search ----------------------------------------------------
/// What each term counts. They are guesses. `make learn` finds others, and says if they are better.
pub const WEIGHTS: [i32; 3] = [
    100, // a point
    20,  // a stone beside an empty cell: a point still to be had
    5,   // a stone off the edge: it has more neighbours
];

fn of_side(board: &Board, side: u8) -> [i32; 3] {
    let (mut chances, mut inner) = (0, 0);
    for cell in (0..CELLS).filter(|&cell| board.cells[cell] == side) {
        let (row, column) = (cell / SIDE, cell % SIDE);
        let beside = [(row > 0, -5), (row + 1 < SIDE, 5), (column > 0, -1), (column + 1 < SIDE, 1)];
        for (there, step) in beside {
            chances += i32::from(there && board.cells[(cell as i32 + step) as usize % CELLS] == EMPTY);
        }
        inner += i32::from(beside.iter().all(|(there, _)| *there));
    }
    [board.points(side), chances, inner]
}

/// The terms of the side on turn less those of the other side, in the order of the weights.
pub fn terms(board: &Board) -> [i32; 3] {
    let (own, other) = (of_side(board, board.turn), of_side(board, 1 - board.turn));
    [0, 1, 2].map(|i| own[i] - other[i])
}
pub fn evaluate(board: &Board, weights: &[i32; 3]) -> i32 {
    terms(board).iter().zip(weights).map(|(term, weight)| term * weight).sum()
}

// ---- Search: iterative deepening alpha-beta -------------------------------------------------------------------------
// A ply is a move of one side. Every score is for the side on turn at its node (a position of the search), so it changes
// its sign where the turn does, and each side takes the highest (negamax). `alpha` is what the side on turn is sure of,
// by another choice, here or earlier; `beta` the same of the other side, which avoids a node that reaches it: a cut. The
// earlier the best move comes, the more is cut. `tests/starters/ayu.rs` has a drawing, and explains it step by step.
const WIN: i32 = 1_000_000; // more than any evaluation

pub struct Report {
    pub best: Move,
    pub score: i32, // of `best`, for the side on turn
    pub depth: i32, // plies
    pub nodes: u64, // positions that were looked at
}
pub struct Search {
    pub weights: [i32; 3],
    pub limit: u64, // of nodes, for tests
    nodes: u64,
    end: Instant, // when the move has to be found
    seed: u64,    // of all that is left to chance
}
impl Search {
    pub fn new(seed: u64) -> Search {
        Search { weights: WEIGHTS, limit: u64::MAX, nodes: 0, end: Instant::now(), seed }
    }
    /// Searches one ply deep, then two, then three (iterative deepening), until the time is up. Then the last whole
    /// search counts. Its best move comes first in the next. `None` when there is no move.
    pub fn think(&mut self, board: &Board, end: Instant) -> Option<Report> {
        let moves = board.legal_moves();
        let mut report = Report { best: *moves.first()?, score: 0, depth: 0, nodes: 0 };
        (self.end, self.nodes) = (end, 0);
        // No line is longer here than the cells that are left (GAME: `1..100` if a game has no such end).
        for depth in 1..=moves.len() as i32 {
            match self.alpha_beta(board, depth, -WIN, WIN, report.best) {
                Some((score, best)) => report = Report { best, score, depth, nodes: self.nodes },
                None => break,
            }
        }
        Some(report)
    }
    /// The score of the position, and the best move. `None` when the time is up.
    fn alpha_beta(&mut self, board: &Board, depth: i32, alpha: i32, beta: i32, first: Move) -> Option<(i32, Move)> {
        self.nodes += 1;
        // A look at the clock takes as long as some nodes.
        if self.nodes > self.limit || self.nodes % 64 == 0 && Instant::now() >= self.end {
            return None;
        }
        let mut moves = board.legal_moves();
        if moves.is_empty() {
            return Some((board.result(), first));
        }
        if depth == 0 {
            return Some((evaluate(board, &self.weights), first));
        }
        if depth > 1 {
            // What is bad for the other side is good for us. Equal moves come by chance.
            let random = |mv: Move| (self.seed ^ mv.cell as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            let bad = |after: Board| evaluate(&after, &self.weights) * if after.turn == board.turn { -1 } else { 1 };
            moves.sort_by_cached_key(|&mv| (mv != first, bad(board.play(mv)), random(mv)));
        }
        let mut best = (-WIN, moves[0]);
        for mv in moves {
            let (after, alpha) = (board.play(mv), alpha.max(best.0));
            // Mostly the turn changes, and with it the sign. It stays within a move of several stones.
            let (sign, low, high) = if after.turn == board.turn { (1, alpha, beta) } else { (-1, -beta, -alpha) };
            let score = sign * self.alpha_beta(&after, depth - 1, low, high, Move::default())?.0;
            if score > best.0 {
                best = (score, mv);
            }
            if best.0 >= beta {
                break; // the cut
            }
        }
        Some(best)
    }
}

// ---- Protocol: lines in, lines out ----------------------------------------------------------------------------------
/// Plays the game. Ends at `Quit` and at the end of the input; an error if a line cannot be read or applied.
pub fn run<R: BufRead, W: Write>(input: R, mut output: W, options: Options) -> io::Result<()> {
    if options.log {
        let _ = writeln!(io::stderr(), "{} seed {} seconds {}", NAME, options.seed, options.seconds);
    }
    let (mut board, mut search) = (Board::new(), Search::new(options.seed));
    let (mut setup, mut moved) = (0, false);
    let mut left = options.seconds * 0.9 - 0.1; // seconds; the rest is kept back, in case the machine is slow
    for line in input.lines() {
        let (line, started) = (line?, Instant::now()); // our time runs from here
        match line.trim() {
            "" => continue,
            "Quit" => break,
            "Start" if setup == SETUP_LINES && !moved => {}
            text if setup < SETUP_LINES => {
                board = board.set_up(text).ok_or_else(|| refuse(text, "a cell of the jury, such as B3"))?;
                setup += 1;
                continue;
            }
            text => {
                let mv = board.parse(text).ok_or_else(|| refuse(text, "a move that can be made, such as B3"))?;
                board = board.play(mv);
            }
        }
        moved = true;
        // GAME: half of the cells that are left are ours to fill.
        let seconds = left.max(0.0) / (board.legal_moves().len() / 2 + 1) as f64;
        let end = started + Duration::from_secs_f64(seconds);
        if let Some(Report { best, score, depth, nodes }) = search.think(&board, end) {
            board = board.play(best);
            if options.log {
                let _ = writeln!(io::stderr(), "{} depth {} score {:+} nodes {}", best, depth, score, nodes);
            }
            left -= started.elapsed().as_secs_f64() + 0.001; // 1 ms for what the clock does not see
            writeln!(output, "{}", best)?;
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
