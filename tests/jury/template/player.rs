//! Toy Game: two sides put stones on 5 x 5 cells. Each pair of neighbours of one colour is a point for it.
//!
//! Protocol: the jury gives both sides three lines, each a blocked cell. Then the first mover reads `Start`. The second
//! one reads the first mover's first move. A move is a cell, `B3`. `Quit` or the end of the input ends the program.
//!
//! Method: alpha-beta with iterative deepening, a transposition table, null windows, quiescence search, reductions of
//! late moves, an order by evaluation and by history. A position is worth a sum of terms. Their weights are learned
//! from own games. New to alpha-beta? Read the head of `search` in `ayu.rs` first: it explains ply, window and cut.
//!
//! Where to begin: `rules`, then `terms`. GAME marks what a new game replaces, FRAME what stays for now.
//!
//! Measured: nothing yet (`make match GAME=toygame B=greedy N=100 TIME=1`). Not there yet: learned weights.
//!
//! Build as the contest does: `rustc -O toygame.rs`

#![forbid(unsafe_code)]

/// Name and version, the first words on stderr.
const NAME: &str = "toygame 0.1";

/// Seconds that the contest gives a program for a whole game.
const GAME_SECONDS: f64 = 30.0;

// ---------------------------------------------------------------------------------------------------------------------
// Rules (GAME). All that the search, the protocol and the tools ask of a game:
//   Move    Copy, PartialEq, Default, Debug, Display, parse
//   Board   Copy, new, set_up, turn, hash, legal_moves, can_apply, play, result, margin, moves_left
//   words   MOVES_MAX, SETUP_LINES; the types Outcome and MoveList
// The search alone: Move::slot, Board::loud_moves, SLOTS.
// ---------------------------------------------------------------------------------------------------------------------
pub(crate) mod rules {
    use super::contest::mix64; // Mixes the bits of a number: the keys of the hash.
    use std::fmt;

    pub const SIDE: usize = 5;
    pub const CELLS: usize = SIDE * SIDE;

    /// Lines that the jury gives both sides before the first move.
    pub const SETUP_LINES: usize = 3;

    /// Room for the legal moves of a position. If there can be more, `legal_moves` keeps to the `len` most promising.
    /// The others are never played, and `complete` in the jury's rules is false in such a position.
    pub const MOVES_MAX: usize = CELLS;

    /// Moves of one slot share what the search learns of them; there are so many slots.
    pub const SLOTS: usize = CELLS;

    /// How a game has ended for the side on turn. The mover's five in a row is a `Loss`, for then the other side is on
    /// turn. `Points`: the result is `margin`.
    #[allow(dead_code)] // A game knows one or two of them.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Outcome {
        Win,
        Loss,
        Draw,
        Points,
    }

    /// A stone on a cell. A move must be `Copy`: for many stones that must go together, an array and a length.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    pub struct Move {
        pub cell: u8,
    }

    impl Move {
        /// Reads `B3`, written exactly so; whether the cell is empty is not asked here.
        pub fn parse(text: &str) -> Option<Move> {
            const COLUMN: u8 = b'A' + SIDE as u8 - 1;
            const ROW: u8 = b'0' + SIDE as u8;
            match *text.as_bytes() {
                [c @ b'A'..=COLUMN, r @ b'1'..=ROW] => Some(Move { cell: (r - b'1') * SIDE as u8 + (c - b'A') }),
                _ => None,
            }
        }

        /// Below `SLOTS`. Here a move is known by its cell. Where pieces move, take the cell that it goes to.
        pub fn slot(self) -> usize {
            usize::from(self.cell)
        }
    }

    impl fmt::Display for Move {
        fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
            write!(f, "{}{}", char::from(b'A' + self.cell % SIDE as u8), self.cell / SIDE as u8 + 1)
        }
    }

    /// The legal moves of a position: an array and a length, since the search must not allocate (FRAME).
    pub struct MoveList {
        pub moves: [Move; MOVES_MAX],
        pub len: usize,
    }

    impl MoveList {
        /// A move that finds no room is dropped. The tests, which are compiled with this assertion, name it.
        pub fn push(&mut self, mv: Move) {
            debug_assert!(self.len < MOVES_MAX, "no room in the list for {}: MOVES_MAX is too small", mv);
            if self.len < MOVES_MAX {
                self.moves[self.len] = mv;
                self.len += 1;
            }
        }
    }

    /// The cells beside a cell.
    pub fn beside(cell: usize) -> impl Iterator<Item = usize> {
        let (row, column) = (cell / SIDE, cell % SIDE);
        let there = [row > 0, column > 0, column + 1 < SIDE, row + 1 < SIDE];
        (0..4).filter(move |&i| there[i]).map(move |i| cell + [0, SIDE - 1, SIDE + 1, 2 * SIDE][i] - SIDE)
    }

    /// What lies on a cell: 0 and 1 are stones of the two sides.
    const EMPTY: u8 = 2;
    const BLOCKED: u8 = 3;

    /// A position. It is copied for each move that is tried: keep it below some 500 bytes.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct Board {
        cells: [u8; CELLS],
        points: [i32; 2],
        /// The side on turn: 0 the first mover, 1 the second.
        pub turn: usize,
        /// Positions that differ for the rules differ in this number. How many moves the game still has is left
        /// out only if the board tells it. Else give it a key: no test finds that it lacks one.
        pub hash: u64,
    }

    impl Board {
        /// The board before the jury's lines.
        pub fn new() -> Board {
            Board { cells: [EMPTY; CELLS], points: [0; 2], turn: 0, hash: 0 }
        }

        /// Reads a setup line: blocks the cell that it names. False if it cannot be used.
        pub fn set_up(&mut self, line: &str) -> bool {
            let cell = Move::parse(line).filter(|&mv| self.can_apply(mv));
            cell.map(|mv| self.put(mv.cell, BLOCKED)).is_some()
        }

        /// Puts a stone on a cell; `EMPTY` lifts it. What lay there leaves the hash.
        fn put(&mut self, cell: u8, stone: u8) {
            let before = std::mem::replace(&mut self.cells[usize::from(cell)], stone);
            let key = |stone: u8| u64::from(stone != EMPTY) * mix64(u64::from(cell) * 4 + u64::from(stone) + 1);
            self.hash ^= key(before) ^ key(stone);
        }

        /// Can the move be made on the board at all? Where our rules differ, the jury's word counts.
        pub fn can_apply(&self, mv: Move) -> bool {
            self.cells[usize::from(mv.cell)] == EMPTY
        }

        pub fn legal_moves(&self) -> MoveList {
            let mut list = MoveList { moves: [Move::default(); MOVES_MAX], len: 0 };
            (0..CELLS as u8).map(|cell| Move { cell }).filter(|&mv| self.can_apply(mv)).for_each(|mv| list.push(mv));
            list
        }

        /// Moves without which the evaluation would say nonsense: where pieces are captured, the captures. Here none.
        pub fn loud_moves(&self) -> MoveList {
            MoveList { moves: [Move::default(); MOVES_MAX], len: 0 }
        }

        /// Makes a move that `can_apply`, and sets `turn`. If the other side cannot move and passes without a word,
        /// leave `turn` as it is, and its key in the hash too. A pass that is written is a move like any other.
        pub fn play(&mut self, mv: Move) {
            self.stone(mv.cell, self.turn);
            self.turn = 1 - self.turn;
            self.hash ^= mix64(u64::MAX); // The key of the turn.
        }

        /// Puts a side's stone on a cell: a point for each neighbour that it has there.
        fn stone(&mut self, cell: u8, side: usize) {
            let own = beside(usize::from(cell)).filter(|&other| usize::from(self.cells[other]) == side).count();
            self.points[side] += own as i32;
            self.put(cell, side as u8);
        }

        /// How the game has ended for the side on turn. `None`: it goes on, and there is a move. Ask for other ends
        /// (five in a row) before this one.
        pub fn result(&self) -> Option<Outcome> {
            Some(Outcome::Points).filter(|_| !self.cells.contains(&EMPTY))
        }

        /// Points of the side on turn less the other's, as they stand.
        pub fn margin(&self) -> i32 {
            self.points[self.turn] - self.points[1 - self.turn]
        }

        /// 1 where the side on turn has a stone, -1 where the other one has.
        pub fn owner(&self, cell: usize) -> i32 {
            match usize::from(self.cells[cell]) {
                side if side == self.turn => 1,
                side if side == 1 - self.turn => -1,
                _ => 0,
            }
        }

        /// Moves that both sides together still make. The clock is shared out by it. Guess rather too many: too few spends the clock early.
        pub fn moves_left(&self) -> usize {
            self.cells.iter().filter(|&&cell| cell == EMPTY).count()
        }
    }
}

// ---------------------------------------------------------------------------------------------------------------------
// Evaluation (GAME): a sum of terms, each times a weight that is learned.
// ---------------------------------------------------------------------------------------------------------------------
pub(crate) mod eval {
    use super::contest::decode; // Reads weights from text.
    use super::rules::{beside, Board, Move, CELLS, SETUP_LINES, SIDE};

    /// A point of the game in the units of the evaluation, so that a term can be worth less. A weight has at most 818:
    /// two characters of `LEARNED` hold no more.
    pub const POINT: i32 = 100;

    /// A table by kind of cell: what turning and mirroring the board makes of one cell is of one kind.
    const KINDS: usize = (SIDE - SIDE / 2) * (SIDE - SIDE / 2 + 1) / 2;
    pub const TERMS: usize = 3 + KINDS;

    /// What is counted (GAME), each for the side on turn less for the other one. All come as zeros. Term 0 is what
    /// decides, here points. Term 1 is to be on turn: always 1. Term 2: own stones beside
    /// empty cells, points still to be had. From 3 on: stones, by the kind of their cell.
    pub fn terms(board: &Board, terms: &mut [i32; TERMS]) {
        terms[0] = board.margin();
        terms[1] = 1;
        for cell in 0..CELLS {
            terms[3 + kind(cell)] += board.owner(cell);
            if board.can_apply(Move { cell: cell as u8 }) {
                terms[2] += beside(cell).map(|neighbour| board.owner(neighbour)).sum::<i32>();
            }
        }
    }

    /// From the distances to the nearest edges, in either order: 0 and 0 are kind 0, then 1 0, 1 1, 2 0, 2 1, 2 2.
    fn kind(cell: usize) -> usize {
        let edge = |line: usize| line.min(SIDE - 1 - line);
        let (a, b) = (edge(cell / SIDE), edge(cell % SIDE));
        a.max(b) * (a.max(b) + 1) / 2 + a.min(b)
    }

    /// How far the game is (GAME), from 0 at its start to 256. Each term has a weight for the start, the middle and the
    /// end. Between them weights change evenly.
    fn phase(board: &Board) -> i32 {
        256 - (256 * board.moves_left() / (CELLS - SETUP_LINES)).min(256) as i32
    }
    pub const PHASES: usize = 3;

    /// By phase, then by term.
    pub type Weights = [i16; PHASES * TERMS];

    /// Learned weights as text (`decode`). Empty means: term 0 alone. Empty it after every change of `terms`; the compiler
    /// notices only another number of them.
    const LEARNED: &str = "";
    pub const WEIGHTS: Weights = if LEARNED.is_empty() { first_term() } else { decode(LEARNED) };

    pub const fn first_term() -> Weights {
        let mut weights = [0; PHASES * TERMS];
        weights[0] = POINT as i16;
        weights[TERMS] = POINT as i16;
        weights[2 * TERMS] = POINT as i16;
        weights
    }

    /// The two phases that the position lies between, the first of them and the part of the second, from 0 to 256.
    pub fn between(board: &Board) -> (usize, i32) {
        let phase = phase(board) * (PHASES as i32 - 1);
        let low = (phase / 256).min(PHASES as i32 - 2);
        (low as usize, phase - 256 * low)
    }

    /// What the position is worth for the side on turn.
    pub fn evaluate(board: &Board, weights: &Weights) -> i32 {
        let mut counted = [0; TERMS];
        terms(board, &mut counted);
        let (low, share) = between(board);
        let sum = |phase: usize| -> i32 {
            let weights = &weights[phase * TERMS..][..TERMS];
            counted.iter().zip(weights).map(|(term, &weight)| term * i32::from(weight)).sum()
        };
        (sum(low) * (256 - share) + sum(low + 1) * share) / 256
    }
}

// ---------------------------------------------------------------------------------------------------------------------
// Search (FRAME): the best move. Of the game it knows only what the list above the rules says.
// ---------------------------------------------------------------------------------------------------------------------
pub(crate) mod search {
    use super::contest::{Budget, Rng}; // What an answer may cost; random numbers.
    use super::eval::{evaluate, Weights, POINT, WEIGHTS};
    use super::rules::{Board, Move, MoveList, Outcome, MOVES_MAX, SLOTS};
    use std::mem::size_of;

    /// A won game is worth this less the plies until it is over; beyond `PROVEN` a score is won or lost for certain.
    pub const WIN: i32 = 1_000_000;
    pub const PROVEN: i32 = WIN - 10_000;

    /// Plies whose lists of moves fit into a megabyte of stack.
    const STACKED: i32 = ((1 << 20) / ((4 * size_of::<Move>() + 4) * MOVES_MAX + 1_000)) as i32;

    /// Deepest iteration, in plies.
    const DEPTH_MAX: i32 = STACKED - LOUD_PLIES;

    /// Plies of loud moves behind the horizon.
    pub const LOUD_PLIES: i32 = if STACKED < 16 { STACKED / 2 } else { 8 };

    /// Where at least so many plies are left, moves are ordered by the evaluation.
    const JUDGED: i32 = 3;

    /// Nodes between two looks at the clock: about a millisecond.
    const CLOCK_NODES: u64 = 1_024;

    /// Entries of the transposition table: the power of two that fits into 32 MB of the contest's 64.
    const TABLE_ENTRIES: usize = ((32 << 20) / size_of::<Entry>() + 1).next_power_of_two() / 2;

    /// What a stored score says of the true one: it is at least, exactly, or at most that.
    #[derive(Clone, Copy)]
    pub enum Bound {
        Lower,
        Exact,
        Upper,
    }

    /// A position of the transposition table. A score that rests on ends of the game alone has depth `DEPTH_MAX`.
    #[derive(Clone, Copy)]
    pub struct Entry {
        hash: u64,
        score: i32,
        depth: i32,
        best: Move,
        bound: Bound,
    }

    /// What is asked of a position `ply` plies from the root: a score inside the window, from so deep a search.
    #[derive(Clone, Copy)]
    struct Node {
        alpha: i32,
        beta: i32,
        depth: i32,
        ply: i32,
    }
    const _: () = assert!(DEPTH_MAX > 0, "MOVES_MAX is too large: `legal_moves` has to list the promising moves alone");

    /// What a search found; the score is for the side on turn, in the evaluation's units.
    #[derive(Clone, Copy, Debug, Default)]
    pub struct Report {
        pub best: Move,
        pub score: i32,
        /// Plies of the last finished iteration; turns if both choose at once.
        pub depth: i32,
        pub nodes: u64,
    }

    pub struct Search {
        pub weights: Weights,
        table: Box<[Entry]>,
        /// Whether the subtree just searched has leaves that were evaluated: a deeper search may find another score.
        open: bool,
        rng: Rng,
        budget: Budget,
        report: Report,
        /// How often moves of a slot were too good for the other side, by side, weighted by depth.
        history: [[i32; SLOTS]; 2],
        /// Plies by which a late move is searched less deep; the tests put another function here.
        pub reduction: fn(i32, usize) -> i32,
    }

    impl Search {
        /// In each answer the seed decides among moves that are equally good.
        pub fn new(seed: u64) -> Search {
            Search::sized(seed, TABLE_ENTRIES)
        }

        /// With a table of so many entries, a power of two.
        pub fn sized(seed: u64, entries: usize) -> Search {
            let empty = Entry { hash: 0, score: 0, depth: -1, best: Move::default(), bound: Bound::Upper };
            Search {
                weights: WEIGHTS,
                table: vec![empty; entries].into_boxed_slice(),
                open: true,
                rng: Rng(seed),
                budget: Budget::fixed(0, 0),
                report: Report::default(),
                history: [[0; SLOTS]; 2],
                reduction,
            }
        }

        /// The best move for the side on turn; `None` when the game is over.
        pub fn think(&mut self, board: &Board, budget: Budget) -> Option<Report> {
            let list = board.legal_moves();
            if list.len == 0 || board.result().is_some() {
                return None;
            }
            self.budget = budget;
            self.report = Report { best: list.moves[0], score: 0, depth: 0, nodes: 0 };
            let (history, rng) = (self.history.iter_mut().flat_map(|side| side.iter_mut()), &mut self.rng);
            history.for_each(|score| *score = *score / 2 + rng.below(8) as i32);
            for depth in 1..DEPTH_MAX.min(budget.depth) + 1 {
                // An iteration that is cut short began with the best move so far: what it found is no worse.
                if self.alpha_beta(board, Node { alpha: -WIN, beta: WIN, depth, ply: 0 }).is_none() {
                    break;
                }
                self.report.depth = depth;
                // The next iteration takes longer than all before together. Half of the time planned is not enough.
                if !self.open || self.report.score.abs() > PROVEN || list.len == 1 || budget.used() > 0.5 {
                    break;
                }
            }
            Some(self.report)
        }

        /// The score of the position for the side on turn, `depth` plies deep. Between alpha and beta it is exact. At
        /// or below alpha the true one is no higher, at or above beta no lower. `None`: the time is gone.
        fn alpha_beta(&mut self, board: &Board, node: Node) -> Option<i32> {
            let Node { alpha, beta, depth, ply } = node;
            debug_assert!(alpha < beta);
            // The first iteration is always finished: a move that nothing is known of would be worth too little.
            if self.report.depth > 0 && self.budget.is_over(self.report.nodes, CLOCK_NODES) {
                return None;
            }
            self.report.nodes += 1;
            self.open = false;
            match board.result() {
                Some(Outcome::Win) => return Some(WIN - ply),
                Some(Outcome::Loss) => return Some(ply - WIN),
                Some(Outcome::Draw) => return Some(0),
                Some(Outcome::Points) => return Some((board.margin() * POINT).clamp(-PROVEN, PROVEN)),
                None => {}
            }
            self.open = true;
            let mut stand_pat = -WIN;
            if depth <= 0 {
                // Quiescence search: a loud move, or stand pat. In the first iteration no clock would stop it.
                stand_pat = evaluate(board, &self.weights).clamp(-PROVEN, PROVEN);
                let quiet = self.report.depth == 0 || depth == -LOUD_PLIES || board.loud_moves().len == 0;
                if quiet || stand_pat >= beta {
                    return Some(stand_pat);
                }
            }
            let known = self.probe(board.hash);
            if let Some(known) = known.filter(|known| known.depth >= depth && ply > 0) {
                let score = known.score - shift(known.score, ply);
                match known.bound {
                    // At least a score below beta, or at most one above alpha: that decides nothing.
                    Bound::Lower if score < beta => {}
                    Bound::Upper if score > alpha => {}
                    _ => {
                        self.open = known.depth < DEPTH_MAX;
                        return Some(score);
                    }
                }
            }
            let hint = if ply == 0 { Some(self.report.best) } else { self.known_best(board) };
            let best = self.search_moves(board, node, stand_pat, hint)?;
            if depth > 0 {
                self.store(board.hash, node, best);
            }
            Some(best.0)
        }

        /// The best score and its move, or the first that reaches beta. Below the score to stand pat no move counts.
        fn search_moves(&mut self, board: &Board, node: Node, pat: i32, hint: Option<Move>) -> Option<(i32, Move)> {
            let Node { alpha, beta, depth, ply } = node;
            let MoveList { mut moves, len } = if depth > 0 { board.legal_moves() } else { board.loud_moves() };
            let mut merits = [0; MOVES_MAX];
            for (merit, mv) in merits.iter_mut().zip(moves[..len].iter()) {
                *merit = if Some(*mv) == hint { i32::MAX } else { self.history[board.turn][mv.slot()] };
            }
            let (mut best, mut open) = ((pat, Move::default()), depth <= 0);
            for i in 0..len {
                // The evaluation orders better than history, but it costs more. The move known before often cuts alone.
                if depth >= JUDGED && i == usize::from(hint.is_some()) {
                    for j in i..len {
                        let judge = Node { alpha: -WIN, beta: WIN, depth: 0, ply: ply + 1 };
                        merits[j] = self.child(board, moves[j], judge)?;
                    }
                }
                // The best of those left: where the first move cuts, sorting all would be wasted.
                let top = (i..len).max_by_key(|&j| merits[j]).unwrap_or(i);
                moves.swap(i, top);
                merits.swap(i, top);
                let score = self.try_move(board, moves[i], Node { alpha: alpha.max(best.0), ..node }, i)?;
                open |= self.open;
                if score > best.0 {
                    best = (score, moves[i]);
                    if ply == 0 {
                        self.report.score = best.0;
                        self.report.best = best.1;
                    }
                }
                if best.0 >= beta {
                    self.update_history(board.turn, &moves[..=i], depth);
                    break;
                }
            }
            self.open = open;
            Some(best)
        }

        /// The score of the move at a place of the list. The first has the whole window. The others are asked in a null
        /// window, and less deep, whether they beat alpha. A yes is asked again: full depth, then the whole window.
        fn try_move(&mut self, board: &Board, mv: Move, node: Node, place: usize) -> Option<i32> {
            let Node { alpha, beta, depth, ply } = node;
            let (depth, less) = (depth - 1, (self.reduction)(depth, place));
            let null = Node { alpha, beta: alpha + 1, depth, ply: ply + 1 };
            let mut score = if less > 0 { self.child(board, mv, Node { depth: depth - less, ..null })? } else { beta };
            if place > 0 && score > alpha {
                score = self.child(board, mv, null)?;
            }
            if place == 0 || alpha < score && score < beta {
                score = self.child(board, mv, Node { beta, ..null })?;
            }
            Some(score)
        }

        /// The score of the position after a move, for the side that moved. If it is still on turn (a second move),
        /// window and score keep their signs.
        fn child(&mut self, board: &Board, mv: Move, node: Node) -> Option<i32> {
            let mut next = *board;
            next.play(mv);
            if next.turn == board.turn {
                return self.alpha_beta(&next, node);
            }
            self.alpha_beta(&next, Node { alpha: -node.beta, beta: -node.alpha, ..node }).map(|score| -score)
        }

        /// What is known of a position.
        fn probe(&self, hash: u64) -> Option<Entry> {
            Some(self.table[hash as usize & (self.table.len() - 1)]).filter(|entry| entry.hash == hash)
        }

        /// The best move that is known of a position. It may be one of another position, though hardly ever.
        pub fn known_best(&self, board: &Board) -> Option<Move> {
            self.probe(board.hash).map(|entry| entry.best)
        }

        fn store(&mut self, hash: u64, node: Node, (score, best): (i32, Move)) {
            let Node { alpha, beta, depth, ply } = node;
            let bound = match score {
                _ if score >= beta => Bound::Lower,
                _ if score > alpha => Bound::Exact,
                _ => Bound::Upper,
            };
            let depth = if self.open { depth } else { DEPTH_MAX };
            let at = hash as usize & (self.table.len() - 1);
            self.table[at] = Entry { hash, score: score + shift(score, ply), depth, best, bound };
        }

        /// The last of the moves tried was too good for the other side, those before it were not.
        fn update_history(&mut self, turn: usize, tried: &[Move], depth: i32) {
            let depth = depth.max(1); // Below 1 it is a loud move behind the horizon.
            for (i, mv) in tried.iter().rev().enumerate() {
                let score = &mut self.history[turn][mv.slot()];
                let bonus = (depth * depth).min(1_000) * if i == 0 { 1 } else { -1 };
                // The limit is 1 << 14. Near it a bonus adds little, so that a score can still fall.
                *score += bonus - *score * bonus.abs() / (1 << 14);
            }
        }
    }

    /// Plies by which a late move is searched less deep. More misses more; fewer sees less far. On four games of
    /// different kinds that took 3.6 to 25 times fewer nodes for the same depth.
    fn reduction(depth: i32, place: usize) -> i32 {
        if depth < 3 || place < 3 {
            return 0;
        }
        (1 + i32::from(place >= 12)).min(depth - 2)
    }

    /// A proven score counts its plies from the root in the search and from the position itself in the table.
    fn shift(score: i32, ply: i32) -> i32 {
        score.signum() * ply * i32::from(score.abs() > PROVEN)
    }
}

// ---------------------------------------------------------------------------------------------------------------------
// Protocol (FRAME): lines in, lines out. GAME only where a line is neither the start nor the other side's line.
// ---------------------------------------------------------------------------------------------------------------------
pub(crate) mod protocol {
    use super::contest::{next_line, refuse, Budget, Clock, Options};
    use super::eval::POINT;
    use super::rules::{Board, Move, SETUP_LINES};
    use super::search::Search;
    use std::fmt::Write as _;
    use std::io::{self, BufRead, Write};

    /// Plays the move of the side on turn.
    fn apply(board: &mut Board, line: &str) -> io::Result<()> {
        match Move::parse(line) {
            None => Err(refuse(line, "Start, Quit or a move such as B3")),
            Some(mv) if !board.can_apply(mv) => Err(refuse(line, "a move that can be made on the board")),
            Some(mv) => {
                board.play(mv);
                Ok(())
            }
        }
    }

    /// Each move plans the same part of the time. In a long game, which may be over early, the first ones plan up to 1.4
    /// times that. None plans more than half of the time left. A search that needs more may take twice what is planned.
    pub fn budget(clock: &Clock, moves_left: usize) -> Budget {
        let answers = moves_left as f64 / 2.0 + 1.0;
        clock.budget(1.0 / answers.min(0.7 * answers + 9.0).max(2.0), 2.0)
    }

    /// Chooses the next line of the side on turn, and plays it. False: the game is over, the jury has the next word.
    fn answer(
        board: &mut Board,
        search: &mut Search,
        clock: &Clock,
        options: &mut Options,
        text: &mut String,
    ) -> io::Result<bool> {
        text.clear();
        if let Some(line) = options.past.pop() {
            text.push_str(&line);
            options.report(&line, 0, 0.0, 0);
            return apply(board, &line).map(|()| true);
        }
        let report = match search.think(board, budget(clock, board.moves_left())) {
            None => return Ok(false),
            Some(report) => report,
        };
        board.play(report.best);
        let _ = write!(text, "{}", report.best);
        options.report(text, report.depth, f64::from(report.score) / f64::from(POINT), report.nodes);
        Ok(true)
    }

    /// Plays one game, to its end, `Quit` or the end of the input. A line that cannot be read or applied is an error.
    pub fn run<R: BufRead, W: Write>(input: R, mut output: W, mut options: Options) -> io::Result<()> {
        let mut lines = (input, String::with_capacity(4_096));
        let mut text = String::with_capacity(4_096); // Our line.
        let mut clock = Clock::new(options.seconds);
        let mut search = Search::new(options.seed);
        let mut board = Board::new();
        clock.stop();
        let mut awaited = SETUP_LINES;
        while awaited > 0 {
            match next_line(&mut lines)? {
                None => return Ok(()),
                Some(line) if board.set_up(line) => awaited -= 1,
                Some(line) => return Err(refuse(line, "a line of the jury such as B3")),
            }
        }
        // Our side: 0 reads `Start` before all moves; 1 reads a move, and its mover may be on turn still.
        let mut me = None;
        while let Some(line) = next_line(&mut lines)? {
            clock.start();
            if me.is_none() && line == "Start" {
                me = Some(0);
            } else {
                apply(&mut board, line)?;
            }
            let me = *me.get_or_insert(1);
            while board.turn == me && answer(&mut board, &mut search, &clock, &mut options, &mut text)? {
                clock.stop();
                writeln!(output, "{}", text)?;
                output.flush()?;
                clock.start(); // For a second answer at once. Else the next line starts it anew.
            }
        }
        Ok(())
    }
}
