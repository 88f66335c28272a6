//! Lamistra, the plain player: read it before `../../lamistra.rs`. It won 3 of 40 against that, all 100 against greedy.
//! Rules: each side has 21 hidden pieces on three rows of 7 x 7 cells. A move is one step up, down or to the side, not
//! onto the two lakes. Onto an enemy piece it is an attack, else a quiet move. Only an attack gives both pieces a role,
//! shown for good. Each side chooses from its stock: flag V, bombs B, general G, colonels O, lieutenants L, miners M,
//! riders R, spy S. The higher rank wins (G O L M R S), of equals both fall. A bomb beats all but a miner, and stays. A
//! spy that attacks beats a general. Flag and bombs never move, so enough pieces for them must never move. No quiet
//! move goes straight back. A side that loses its flag or cannot move loses 12 to 0. After 200 moves each it is 3 to 1
//! for more pieces, or 2 to 2. Protocol: Red reads `Start`, Blue Red's first move, such as `d3-d4`. An attacker also
//! writes its role. The defender reads the move, writes its role, then reads the attacker's. `X` or `Quit` ends it all.
//! Method: alpha-beta for the move, as if the defender saw the attacker's role. But both choose at once, so the role
//! itself is drawn by lot, as a matrix game says. Build: `rustc -O lamistra.rs`
#![forbid(unsafe_code)]
use std::io::{self, BufRead, Write};
use std::time::{Duration, Instant};
const GAME_SECONDS: f64 = 30.0; // what the contest gives a program for a whole game

// ---- Rules: pieces, roles, moves and fights -------------------------------------------------------------------------
const ROW: usize = 9; // The 7 x 7 cells have a frame of water. cell = 9 * row + column: a1 is 10, b1 is 11, a2 is 19.
const EMPTY: (usize, char) = (2, '.'); // On a cell are a side (0 Red, 1 Blue, 2 nobody) and a sign: see `Board::new`.
const ROLES: &str = "VBGOLMRS";
const STOCK: [i32; 8] = [1, 4, 1, 2, 3, 4, 5, 1]; // how many pieces of each role a side has to give
fn rank(role: char) -> usize {
    ROLES.find(role).unwrap_or(0)
}
/// Who wins a fight: 1 the attacker, 2 the defender, 0 nobody: both fall.
fn fight(attacker: char, defender: char) -> usize {
    match (attacker, defender) {
        (_, 'V') | ('M', 'B') | ('S', 'G') => 1,
        (_, 'B') => 2,
        _ if attacker == defender => 0,
        _ => 1 + usize::from(rank(attacker) > rank(defender)), // from G to S the earlier letter wins
    }
}
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Move {
    pub from: usize,
    pub to: usize,
    pub role: char, // '.' in a quiet move or unknown, the attacker's in an attack, the defender's in the answer
}
impl std::fmt::Display for Move {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let column = |cell: usize| char::from(b'`' + (cell % ROW) as u8); // the back quote is the character before `a`
        write!(f, "{}{}-{}{}", column(self.from), self.from / ROW, column(self.to), self.to / ROW)
    }
}
#[derive(Clone)]
pub struct Board {
    pub cells: [(usize, char); 81],
    pub stock: [[i32; 8]; 2], // roles that each side has still to give, in the order of `ROLES`
    pub quiet: [(usize, usize); 2], // from where to where each side's last move went, if it was quiet
    pub fight: Option<Move>,  // an attack that waits for its answer
    pub turn: usize,          // the side that has to move or to answer
    pub ply: usize,           // moves of both sides; an attack counts with its answer
}
impl Board {
    /// `?` is hidden and never moved, `~` water. Later `+` is hidden and has moved, a letter a role. (Cell 40: centre.)
    pub(crate) fn new() -> Board {
        let (stock, rows) = ([STOCK; 2], "~???????~".repeat(3));
        let mut board = Board { cells: [EMPTY; 81], stock, quiet: [(0, 0); 2], fight: None, turn: 0, ply: 0 };
        for (cell, sign) in format!("~~~~~~~~~{rows}~.~...~.~{rows}~~~~~~~~~").chars().enumerate() {
            board.cells[cell] = (if sign == '?' { cell / 41 } else { 2 }, sign);
        }
        board
    }
    fn count(&self, side: usize, sign: char) -> i32 {
        self.cells.iter().filter(|&&cell| cell == (side, sign)).count() as i32
    }
    /// How many of the pieces that never moved need not become the flag or a bomb.
    fn spare(&self, side: usize) -> i32 {
        self.count(side, '?') - self.stock[side][0] - self.stock[side][1]
    }
    pub fn roles(&self, cell: usize, attacks: bool) -> Vec<char> {
        let (side, sign) = self.cells[cell]; // The sign of a piece that has shown its role is the role.
        let may_be = |role: char| match sign {
            '?' if !attacks => self.spare(side) > 0 || "VB".contains(role),
            '?' | '+' => !"VB".contains(role), // What attacks or has moved is neither flag nor bomb.
            shown => role == shown,
        };
        ROLES.chars().filter(|&role| may_be(role) && (role == sign || self.stock[side][rank(role)] > 0)).collect()
    }
    /// All moves, an attack once for each role; or all answers to an attack. None for a side that has lost.
    pub fn legal_moves(&self) -> Vec<Move> {
        if let Some(attack) = self.fight {
            return self.roles(attack.to, false).into_iter().map(|role| Move { role, ..attack }).collect();
        }
        let (turn, mut moves) = (self.turn, Vec::new()); // A flag that left the stock was shown: it is lost, all stay.
        let stays = |sign: char| self.stock[turn][0] == 0 || sign == 'B' || sign == '?' && self.spare(turn) <= 0;
        for from in (0..81).filter(|&from| self.cells[from].0 == turn && !stays(self.cells[from].1)) {
            for to in [from - ROW, from - 1, from + 1, from + ROW] {
                if self.cells[to].0 == 1 - turn {
                    moves.extend(self.roles(from, true).iter().map(|&role| Move { from, to, role }));
                } else if self.cells[to] == EMPTY && self.quiet[turn] != (to, from) {
                    moves.push(Move { from, to, role: '.' }); // quiet, and not straight back
                }
            }
        }
        moves
    }
    /// The position after a move or an answer. This one stays as it is, so no move has to be taken back.
    pub fn play(&self, mv: Move) -> Board {
        let (us, sign, mut after) = (self.turn, self.cells[mv.from].1, self.clone());
        if self.fight.is_none() && self.cells[mv.to].0 == 1 - us {
            return Board { fight: Some(mv), turn: 1 - us, ..after }; // an attack: now the enemy answers
        }
        (after.ply, after.cells[mv.from]) = (self.ply + 1, EMPTY);
        if let Some(attack) = after.fight.take() {
            // The answer: we are the defender, and on turn again. Hidden pieces take their roles from the stock.
            after.cells[mv.to] = [EMPTY, (1 - us, attack.role), (us, mv.role)][fight(attack.role, mv.role)];
            after.quiet[1 - us] = (0, 0);
            for (side, cell, role) in [(1 - us, mv.from, attack.role), (us, mv.to, mv.role)] {
                after.stock[side][rank(role)] -= i32::from("?+".contains(self.cells[cell].1));
            }
        } else {
            after.cells[mv.to] = (us, if sign == '?' { '+' } else { sign }); // a quiet move
            (after.turn, after.quiet[us]) = (1 - us, (mv.from, mv.to));
        }
        after
    }
}
// ---- Evaluation: how good a position is, without a search -----------------------------------------------------------
const WORTH: [i32; 8] = [2_000, 30, 150, 130, 100, 90, 20, 40]; // of each role, in hundredths of a lieutenant: guesses
pub const WEIGHTS: [i32; 3] = [
    1,   // the worth of the roles shown and of the stock, that is, of the hidden pieces together
    -15, // a piece that has shown its role: the enemy knows what beats it
    5,   // a piece that never moved and is free to: it may still become anything
];
/// The terms of the side on turn less those of the other side.
pub fn terms(board: &Board) -> [i32; 3] {
    let of_side = |side: usize| -> [i32; 3] {
        let shown: Vec<i32> = ROLES.chars().map(|role| board.count(side, role)).collect();
        let worth = (0..8).map(|role| WORTH[role] * (board.stock[side][role] + shown[role]));
        [worth.sum(), shown.iter().sum(), board.spare(side)]
    };
    let (own, other) = (of_side(board.turn), of_side(1 - board.turn));
    [0, 1, 2].map(|i| own[i] - other[i])
}
pub fn evaluate(board: &Board, weights: &[i32; 3]) -> i32 {
    terms(board).iter().zip(weights).map(|(term, weight)| term * weight).sum()
}
// ---- Matrix: how often to play each role, when both sides choose at once --------------------------------------------
//     Blue's gain   Red's G   Red's L      If Blue always plays O, Red plays G, and Blue gets 1; against S Red plays L.
//     Blue's O         1         3         If Blue plays each half of the time, the mean is 2, whatever Red does.
//     Blue's S         3         1
// Regret matching: in each round both sides play in proportion to their regrets. A role's regret then grows by what it
// would have brought above the mean (never below 0). The average, where later rounds count more, is the solution.
pub fn solve(payoffs: &[Vec<f64>]) -> [Vec<f64>; 2] {
    let mut regrets = [vec![0.0; payoffs.len()], vec![0.0; payoffs[0].len()]]; // side 0 has rows and gains, as Blue
    let mut played = regrets.clone();
    for (round, side) in (0..1_000).flat_map(|round| [(round, 0), (round, 1)]) {
        let (own, other) = (shares(&regrets[side]), shares(&regrets[1 - side]));
        let gain = |i: usize, j: usize| if side == 0 { payoffs[i][j] } else { -payoffs[j][i] };
        let gains: Vec<f64> = (0..own.len()).map(|i| (0..other.len()).map(|j| other[j] * gain(i, j)).sum()).collect();
        let mean: f64 = own.iter().zip(&gains).map(|(share, gain)| share * gain).sum();
        for i in 0..own.len() {
            regrets[side][i] = (regrets[side][i] + gains[i] - mean).max(0.0);
            played[side][i] += own[i] * f64::from(round);
        }
    }
    played.map(|amounts| shares(&amounts))
}
fn shares(amounts: &[f64]) -> Vec<f64> {
    let sum: f64 = amounts.iter().sum(); // 0 at first: then all are alike
    amounts.iter().map(|amount| if sum > 0.0 { amount / sum } else { 1.0 / amounts.len() as f64 }).collect()
}
// ---- Search: iterative deepening alpha-beta -------------------------------------------------------------------------
// A ply of the search is a move or an answer. All that it tries forms a tree. At its leaves stand scores of the
// evaluation. Above them we take the highest; the enemy, on its turn, takes the lowest. Each score is for the side on
// turn. So its sign changes where the turn does, and both take the highest (negamax). Alpha: what the side on turn is
// sure of, by a choice here or earlier. Beta: the most the enemy allows. Say we have a move worth 3. In answer to the
// next move the enemy can hold us to 2: we stop there, a cut (beta is -3, and -2 is more). Good moves first cut most.
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
    /// Searches one ply deep, then two, and so on (iterative deepening). The last search that ends in time counts.
    pub fn think(&mut self, board: &Board, end: Instant) -> Option<Report> {
        let mut report = Report { best: *board.legal_moves().first()?, score: 0, depth: 0, nodes: 0 };
        (self.end, self.nodes) = (end, 0);
        while let Some((score, best)) = self.alpha_beta(board, report.depth + 1, -WIN, WIN, report.best) {
            report = Report { best, score, depth: report.depth + 1, nodes: self.nodes };
        }
        Some(report)
    }
    /// The score of a position and its best move. `first` is tried first. `None`: time or nodes are used up.
    fn alpha_beta(&mut self, board: &Board, depth: i32, alpha: i32, beta: i32, first: Move) -> Option<(i32, Move)> {
        self.nodes += 1;
        if self.nodes > self.limit || Instant::now() >= self.end {
            return None;
        }
        if depth <= 0 && board.fight.is_none() || board.ply == 400 {
            return Some((evaluate(board, &self.weights), first)); // A leaf is never in the middle of a fight.
        }
        let mut moves = board.legal_moves();
        moves.sort_by_key(|&mv| (mv != first, mv.role == '.')); // `first`, then attacks (false is below true)
        let mut best = (-WIN, first); // Without a move it is lost.
        for mv in moves {
            let (after, alpha) = (board.play(mv), alpha.max(best.0));
            // After an answer the same side has to move. Else the turn changes, and with it the sign.
            let (sign, low, high) = if after.turn == board.turn { (1, alpha, beta) } else { (-1, -beta, -alpha) };
            let score = sign * self.alpha_beta(&after, depth - 1, low, high, Move::default())?.0;
            best = if score > best.0 { (score, mv) } else { best };
            if best.0 >= beta {
                break; // a cut
            }
        }
        Some(best)
    }
    /// Draws a role for the attacker (0) or the defender (1). After the fight the defender is on turn: hence the minus.
    pub fn choose_role(&mut self, board: &Board, mv: Move, side: usize) -> char {
        let roles = [board.roles(mv.from, true), board.roles(mv.to, false)];
        let after = |attacker, defender| board.play(Move { role: attacker, ..mv }).play(Move { role: defender, ..mv });
        let payoff = |attacker, &defender: &char| -f64::from(evaluate(&after(attacker, defender), &self.weights));
        let row = |&attacker: &char| roles[1].iter().map(|defender| payoff(attacker, defender)).collect();
        let mix = &solve(&roles[0].iter().map(row).collect::<Vec<_>>())[side];
        self.seed = self.seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let point = (self.seed >> 32) as f64 / 2f64.powi(32); // from 0 to 1, by chance
        roles[side][(0..mix.len()).find(|&i| mix[..=i].iter().sum::<f64>() > point).unwrap_or(0)]
    }
}
// ---- Protocol: lines in, lines out ----------------------------------------------------------------------------------
fn read_move(board: &Board, line: &str) -> io::Result<Move> {
    let (turn, cells) = (board.turn, &board.cells); // The jury has judged the move: what can be made is made.
    let fits = |mv: &Move| cells[mv.from].0 == turn && (cells[mv.to] == EMPTY || cells[mv.to].0 == 1 - turn);
    let mut all = (0..81 * 81).map(|n| Move { from: n / 81, to: n % 81, role: '.' }).filter(fits);
    all.find(|mv| mv.to_string() == line).ok_or_else(|| refuse(line, "a move of a piece on turn, such as d3-d4"))
}
pub fn run<R: BufRead, W: Write>(input: R, mut output: W, options: Options) -> io::Result<()> {
    let (mut board, mut search, mut us, mut answered) = (Board::new(), Search::new(options.seed), 1, None);
    let mut left = options.seconds.min(1e6) * 0.9 - 0.1; // seconds; the rest is kept back, in case the machine is slow
    for line in input.lines().filter(|line| !matches!(line, Ok(text) if text.trim().is_empty())) {
        let (line, started) = (line?, Instant::now()); // our time runs from here
        let text = line.trim();
        let role = ROLES.chars().find(|role| role.to_string() == text).ok_or_else(|| refuse(text, "one of VBGOLMRS"));
        match (text, board.fight, answered.take()) {
            ("Quit", ..) | ("X", ..) => break,
            (_, Some(attack), _) => board = board.play(Move { role: role?, ..attack }), // the answer to our attack
            // We have answered their attack with our role; this is theirs.
            (_, _, Some((mv, own))) => board = board.play(Move { role: role?, ..mv }).play(Move { role: own, ..mv }),
            ("Start", ..) if board.ply == 0 => us = 0, // we are Red
            _ => match read_move(&board, text)? {
                mv if board.cells[mv.to] == EMPTY => board = board.play(mv), // their quiet move
                mv => answered = Some((mv, search.choose_role(&board, mv, 1))), // their attack: played later
            },
        }
        let mut written = answered.map_or(String::new(), |(_, own)| format!("{own}\n"));
        let end = started + Duration::from_secs_f64(left.max(0.0) / 100.0); // a side mostly makes 50 to 120 moves
        let report = if board.turn == us && board.ply < 400 { search.think(&board, end) } else { None };
        if let Some(Report { best, score, depth, nodes }) = report {
            let role = if best.role == '.' { '.' } else { search.choose_role(&board, best, 0) };
            written = if role == '.' { format!("{best}\n") } else { format!("{best}\n{role}\n") };
            board = board.play(Move { role, ..best });
            let _ = options.log && writeln!(io::stderr(), "{best} depth {depth} score {score:+} nodes {nodes}").is_ok();
        }
        left -= started.elapsed().as_secs_f64() + 0.001; // 1 ms for what the clock does not see
        output.write_all(written.as_bytes())?;
        output.flush()?; // or the lines might stay in a buffer
        if board.ply == 400 || board.legal_moves().is_empty() {
            break; // The game is over: both sides know it, and nobody says so.
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
