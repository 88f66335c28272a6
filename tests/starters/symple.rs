//! Symple, the plain player: read it before `../../symple.rs`. It won 0 of 40 against that, all 100 against greedy.
//!
//! The rules in short. On 15 x 15 points, empty at first, White begins. Stones of one colour that touch sideways, up or
//! down are a group. A turn explores or expands; nobody may pass. To explore is to place a stone that touches no own
//! stone. To expand is to let own groups, as they were before the turn, grow by one stone each. A stone counts for all
//! groups that it touches, and none gets two. A group is left out only if each stone that it could get would touch a
//! group that grows. Special move: until anyone has expanded, Black may expand and then explore in one turn. On the
//! full board each stone is a point, each group costs its side 6, and the higher side gets 100 more.
//!
//! Protocol: White reads `Start`; Black first reads White's move. A move is its stones, such as `C3-D12-H8`. In the
//! special move the last stone explores. `Quit` or the end of the input ends the program.
//! Method: a playout plays a game to its end: it rates the points where groups can grow, takes the best, then the best
//! still allowed, and so on. After each of a dozen moves play many; keep the best mean. Build: `rustc -O symple.rs`

#![forbid(unsafe_code)]
use std::fmt;
use std::io::{self, BufRead, Write};
use std::time::{Duration, Instant};
const GAME_SECONDS: f64 = 30.0; // what the contest gives a program for a whole game

// ---- Rules: what stands where, which groups there are, and what the end is worth ------------------------------------
// The 15 x 15 points lie in a square of 17 x 17 whose outer points are edge. So every point has four neighbours.
//
//     row 16  E E E ... E E      E the edge, w a white stone, . a vacant point
//     row 15  E . . ... w E      point = 17 * row + column: A1 is 18, B1 is 19, A2 is 35
//     row 1   E . w ... . E
//     row 0   E E E ... E E
//               A B     O
const POINTS: usize = ROW * ROW;
const ROW: usize = 17;
const EMPTY: u8 = 2; // what is on a point: 0 a white stone, 1 a black one, 2 nothing, 3 edge
const EDGE: u8 = 3;

fn beside(point: usize) -> [usize; 4] {
    [point - ROW, point - 1, point + 1, point + ROW] // down, left, right, up
}
/// The stones of a turn, as they are written.
#[derive(Clone, Debug, PartialEq)]
pub struct Move(pub Vec<usize>);
impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = |stone: &usize| format!("{}{}", char::from(b'@' + (stone % ROW) as u8), stone / ROW); // A is @ + 1
        write!(f, "{}", self.0.iter().map(name).collect::<Vec<String>>().join("-"))
    }
}
/// For each point the groups of a side that it touches. A bit is a group: 5, or binary 101, is groups 0 and 2. A side
/// has at most 113 groups, since no two of them touch. So 128 bits are enough.
pub type Groups = [u128; POINTS];
#[derive(Clone, PartialEq)]
pub struct Board {
    pub points: [u8; POINTS], // what is on each point
    pub turn: u8,             // the side on turn: 0 is White, 1 Black
    pub expanded: bool,       // has any side expanded?
}
impl Board {
    pub fn new() -> Board {
        let mut board = Board { points: [EDGE; POINTS], turn: 0, expanded: false };
        (1..16).for_each(|row| board.points[ROW * row + 1..ROW * row + 16].fill(EMPTY));
        board
    }
    /// All points that hold this: 0, 1 or `EMPTY`.
    pub fn all(&self, what: u8) -> Vec<usize> {
        (0..POINTS).filter(|&point| self.points[point] == what).collect()
    }
    /// The move that is written so, legal or not, if its points are vacant.
    pub fn parse(&self, text: &str) -> Option<Move> {
        let find = |name: &str| self.all(EMPTY).into_iter().find(|&point| Move(vec![point]).to_string() == name);
        text.split('-').map(find).collect::<Option<_>>().map(Move)
    }
    /// The position after a move. This one stays as it is, so no move has to be taken back.
    pub fn play(&self, mv: &Move) -> Board {
        let mut after = Board { turn: 1 - self.turn, ..self.clone() };
        for &stone in &mv.0 {
            after.points[stone] = self.turn;
            after.expanded |= beside(stone).iter().any(|&next| self.points[next] == self.turn);
        }
        after
    }
    /// Flood fill: from a stone to its neighbours of the side, from these to theirs, and so on. That is one group. All
    /// points beside its stones, whatever is on them, get its bit.
    pub fn groups(&self, side: u8) -> Groups {
        let (mut groups, mut seen, mut bit) = ([0; POINTS], [false; POINTS], 1);
        for first in self.all(side) {
            let (mut waiting, is_new) = (vec![first], !seen[first]);
            while let Some(stone) = waiting.pop() {
                if self.points[stone] == side && !seen[stone] {
                    seen[stone] = true;
                    beside(stone).iter().for_each(|&next| groups[next] |= bit);
                    waiting.extend_from_slice(&beside(stone));
                }
            }
            bit <<= u8::from(is_new); // the next group gets the next bit
        }
        groups
    }
    /// What the full board is worth to White: its points less Black's, and 40 for the higher side. (It is a guess. With
    /// the contest's 100 a lost point would hardly count beside the luck of a playout.)
    pub fn result(&self) -> i32 {
        let points = |side| {
            let all = self.groups(side).iter().fold(0, |all, some| all | some); // a bit for each group
            self.all(side).len() as i32 - 6 * all.count_ones() as i32
        };
        let margin = points(0) - points(1);
        margin + 40 * margin.signum()
    }
}

// ---- Evaluation: a quick player without search, the "policy" --------------------------------------------------------
// A liberty is a vacant point where a group can grow. Its score is the sum of its terms, each times a weight. Here b is
// Black, on turn, and w is White. The rest is vacant. Terms: see WEIGHTS, which here are 21, 11, 16, -16, 5.
//
//     5 . . . . .            fresh  room  block  join  cut    score
//     4 . . b b .          E4    2     7      1     0    0      135      E4 is the best and is taken. C4-D4 has grown:
//     3 . . . . w          D2    2     3      0     0    0       75      its other liberties, such as D3, drop out. D2
//     2 . b b . .          D3    0     4      1     0    0       60      is the best one left. The expansion is E4-D2.
//     1 . . . . .          B1    1     1      0     0    0       32      E4 alone would be illegal, as B2-C2 could grow
//       A B C D E          C3    0     1      0     1    0       -5      too. So would E4-C3: both touch C4-D4.
//
/// What one more of a term is worth: on the empty board, and on the full one. Between them it changes evenly. (These
/// won games of the policy against itself with other weights.) What do they say? Early, do not join own groups: each
/// grows by a stone a turn. Late, join them: each costs 6 points. Take liberties of the other side, above all late.
pub const WEIGHTS: [[i32; 2]; 5] = [
    [22, 13],  // fresh: vacant neighbours that touch no own group, so liberties to come
    [12, 0],   // room: the same of all its neighbours together, also of stones, 0 to 16
    [15, 67],  // block: 1 if the point is a liberty of the other side too
    [-17, 27], // join: own groups that become one by a stone here, less 1
    [5, 20],   // cut: groups of the other side that can no longer become one here, less 1
];
const EXPLORE: [i32; 2] = [15, 8]; // with more room than this an exploration is better than an expansion
const NOISE: usize = 12; // a score rises by 0 to 12 by chance, so no two playouts are alike
/// A weight at this stage: with 225 vacant points its first number, with 0 its second, with 112 their mean.
fn at_stage(weight: [i32; 2], vacant: usize) -> i32 {
    (weight[0] * vacant as i32 + weight[1] * (225 - vacant) as i32) / 225
}
fn fresh(board: &Board, own: &Groups, point: usize) -> i32 {
    beside(point).iter().filter(|&&next| board.points[next] == EMPTY && own[next] == 0).count() as i32
}
/// What `fresh` says of the four neighbours, stones too, added up: 0 to 16.
fn room(board: &Board, own: &Groups, point: usize) -> i32 {
    beside(point).iter().filter(|&&next| board.points[next] != EDGE).map(|&next| fresh(board, own, next)).sum()
}
pub fn terms(board: &Board, own: &Groups, other: &Groups, point: usize) -> [i32; 5] {
    let (mine, theirs) = (own[point].count_ones() as i32, other[point].count_ones() as i32);
    [fresh(board, own, point), room(board, own, point), theirs.min(1), mine - 1, (theirs - 1).max(0)]
}
/// The point of the list with most room; a random one of those where several have it.
fn roomiest(board: &Board, own: &Groups, list: &[usize], seed: &mut u64) -> Option<usize> {
    list.iter().copied().max_by_key(|&point| (room(board, own, point), random(seed, 1_000)))
}
/// Takes the best liberty again and again, as far as the rules allow. In the end every liberty touches a group that has
/// grown: the expansion is complete. Before anyone has expanded, Black also explores. Without liberties it is empty.
pub fn expand(board: &Board, own: &Groups, noise: usize, seed: &mut u64) -> Move {
    let (other, mut vacant) = (board.groups(1 - board.turn), board.all(EMPTY));
    let weights = WEIGHTS.map(|weight| at_stage(weight, vacant.len()));
    let liberties = vacant.iter().copied().filter(|&point| own[point] != 0);
    let score =
        |point: usize| -> i32 { terms(board, own, &other, point).iter().zip(&weights).map(|(t, w)| t * w).sum() };
    let mut scored: Vec<_> = liberties.map(|p| (score(p) + random(seed, noise + 1) as i32, p)).collect();
    scored.sort_unstable(); // the best comes last
    let (mut grown, mut stones) = (0, Vec::new());
    for (_, point) in scored.into_iter().rev() {
        if own[point] & grown == 0 {
            grown |= own[point];
            stones.push(point);
        }
    }
    if board.turn == 1 && !board.expanded && grown != 0 {
        vacant.retain(|&point| own[point] == 0 && beside(point).iter().all(|next| !stones.contains(next)));
        stones.extend(roomiest(board, own, &vacant, seed));
    }
    Move(stones)
}
/// The policy's move (no stones on a full board): an exploration where there is room or nothing can grow. Of all points
/// to explore it looks at three: so playouts differ, and are quick.
pub fn choose(board: &Board, noise: usize, seed: &mut u64) -> Move {
    let (own, vacant) = (board.groups(board.turn), board.all(EMPTY));
    let free: Vec<usize> = vacant.iter().copied().filter(|&point| own[point] == 0).collect();
    let some: Vec<usize> = (0..free.len().min(3)).map(|_| free[random(seed, free.len())]).collect();
    let enough = if free.len() == vacant.len() { -1 } else { at_stage(EXPLORE, vacant.len()) };
    match roomiest(board, &own, &some, seed) {
        Some(point) if room(board, &own, point) > enough => Move(vec![point]),
        _ => expand(board, &own, noise, seed),
    }
}

// ---- Search: flat Monte Carlo ---------------------------------------------------------------------------------------
//
// A playout plays the game on from a position to its end, by the policy for both sides. Its result is mostly luck: it
// is off by some 60 points. The mean of 100 playouts is off by 6 only, that of 400 by 3. So each of a dozen moves is
// played out again and again while there is time, and the one with the best mean is taken. Two moves of one position:
//
//     L9                 +83 +59 +83 +65 ..      By four playouts the expansion is hardly worse. After 200 the
//     M6-K12-D10-E5-I4   +67 +43 +87 +57 ..      mean of L9 is +55, that of the expansion +3.
pub struct Report {
    pub best: Move,
    pub score: f64, // mean of `result` for the side on turn
    pub nodes: u64, // turns that were played out
}
pub struct Search {
    pub limit: usize, // most playouts, for tests
    pub seed: u64,    // of all random numbers
}
impl Search {
    /// At most twelve moves: that of the policy, seven expansions with noise, and the explorations with most room.
    pub fn candidates(&mut self, board: &Board) -> Vec<Move> {
        let (own, mut free, seed) = (board.groups(board.turn), board.all(EMPTY), &mut self.seed);
        free.retain(|&point| own[point] == 0);
        free.sort_by_cached_key(|&point| (-room(board, &own, point), random(seed, 1_000)));
        let mut moves = vec![choose(board, 0, seed)];
        moves.extend((0..7).map(|_| expand(board, &own, NOISE, seed)));
        moves.extend(free.iter().map(|&point| Move(vec![point])));
        moves.retain(|mv| !mv.0.is_empty());
        moves.truncate(12);
        moves
    }
    /// The best move; `None` when the board is full.
    pub fn think(&mut self, board: &Board, end: Instant) -> Option<Report> {
        let mut moves: Vec<(Move, i32, i32)> = self.candidates(board).into_iter().map(|mv| (mv, 0, 0)).collect();
        let mut nodes = 0;
        for i in (0..moves.len()).cycle().take(self.limit).take_while(|_| Instant::now() < end) {
            let (mv, sum, count) = &mut moves[i];
            let mut after = board.play(mv);
            while after.points.contains(&EMPTY) {
                after = after.play(&choose(&after, NOISE, &mut self.seed));
                nodes += 1;
            }
            *sum += if board.turn == 0 { after.result() } else { -after.result() };
            *count += 1;
        }
        let mean = |(_, sum, count): &(Move, i32, i32)| f64::from(*sum) / f64::from(*count).max(1.0);
        let best = moves.iter().rev().max_by(|a, b| mean(a).total_cmp(&mean(b)))?; // of equals the first
        Some(Report { best: best.0.clone(), score: mean(best), nodes })
    }
}

// ---- Protocol: lines in, lines out ----------------------------------------------------------------------------------
/// Plays the move of the other side. The jury has judged it: what can be made is made.
fn apply(board: &Board, line: &str) -> io::Result<Board> {
    let expected = "vacant points, such as H8 or C3-D12-H8";
    board.parse(line).map(|mv| board.play(&mv)).ok_or_else(|| refuse(line, expected))
}
pub fn run<R: BufRead, W: Write>(input: R, mut output: W, options: Options) -> io::Result<()> {
    let (mut board, mut search) = (Board::new(), Search { limit: usize::MAX, seed: options.seed });
    let mut left = options.seconds * 0.9 - 0.1; // seconds; the rest is kept back, in case the machine is slow
    for line in input.lines() {
        let (line, started) = (line?, Instant::now()); // our time runs from here
        match line.trim() {
            "" => continue,
            "Quit" => break,
            "Start" if board == Board::new() => {}
            text => board = apply(&board, text)?,
        }
        // Two turns, ours and theirs, fill some 11 points. 3 more of ours, so that some time is always left.
        let seconds = left.max(0.0) / (board.all(EMPTY).len() as f64 / 11.0 + 3.0);
        let end = started + Duration::from_secs_f64(seconds);
        if let Some(Report { best, score, nodes }) = search.think(&board, end) {
            board = board.play(&best);
            if options.log {
                let _ = writeln!(io::stderr(), "{best} depth 1 score {score:+.1} nodes {nodes}");
            }
            left -= started.elapsed().as_secs_f64() + 0.001; // 1 ms for what the clock does not see
            writeln!(output, "{best}")?;
            output.flush()?; // or the line might stay in a buffer
        }
    }
    Ok(())
}

/// A random number from 0 to n - 1. It changes the seed, so the next one is another (linear congruential generator).
fn random(seed: &mut u64, n: usize) -> usize {
    *seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    (*seed >> 33) as usize % n // the upper bits are the better ones
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
