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
//! Measured: nothing yet (`make match GAME=toygame B=greedy N=100 TIME=1`). Not there yet: learned weights
//! (`make tune GAME=toygame ARGS='round 3'`).
//!
//! Build as the contest does: `rustc -O toygame.rs`

#![forbid(unsafe_code)]

/// Name and version, the first words on stderr.
const NAME: &str = "toygame 0.1";

/// Seconds that the contest gives a program for a whole game.
const GAME_SECONDS: f64 = 30.0;

// ---------------------------------------------------------------------------------------------------------------------
// Rules (GAME). All that the search and the protocol ask of a game:
//   Move    Copy, PartialEq, Default, Debug, Display, parse, slot
//   Board   Copy, new, set_up, turn, hash, legal_moves, loud_moves, can_apply, play, result, margin, moves_left
//   words   MOVES_MAX, SLOTS, SETUP_LINES; the types Outcome and MoveList
// ---------------------------------------------------------------------------------------------------------------------
pub(crate) mod rules {
    use super::contest::mix64; // Mixes the bits of a number: the keys of the hash.
    use std::fmt;

    pub const SIDE: usize = 5;
    pub const CELLS: usize = SIDE * SIDE;

    /// Lines that the jury gives both sides before the first move.
    pub const SETUP_LINES: usize = 3;

    /// Room for the legal moves of a position. Where there can be more, `legal_moves` lists the promising ones first.
    /// What finds no room is not played (then `complete` in the jury's rules is false there).
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

    /// A stone on a cell. For moves of many stones: an array and a length; a move must be `Copy`.
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
        pub fn push(&mut self, mv: Move) {
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
        /// Positions that differ for the rules differ in this number. Where a game ends after so many moves, their
        /// count is left out: with it no position would be met twice.
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
            let own = |&cell: &usize| self.owner(cell) == 1;
            self.points[self.turn] += beside(usize::from(mv.cell)).filter(own).count() as i32;
            self.put(mv.cell, self.turn as u8);
            self.turn = 1 - self.turn;
            self.hash ^= mix64(u64::MAX); // The key of the turn.
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

        /// Moves that both sides together still make. The clock is shared out by it. Guess
        /// rather too many: too few spends the clock early.
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
    /// decides, here points. Term 1 is always 1: to be on turn. Term 2: own stones beside empty cells, points still to
    /// be had. From 3 on: stones, by the kind of their cell.
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

    /// What `make tune GAME=toygame ARGS='round 3'` has learned. Empty means: term 0 alone. Empty it after every change
    /// of `terms`; the compiler notices only another number of them.
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

    /// Deepest iteration, in plies: as many lists of moves as fit into a megabyte of stack.
    const DEPTH_MAX: i32 = ((1 << 20) / ((4 * size_of::<Move>() + 4) * MOVES_MAX + 1_000)) as i32;

    /// Plies of loud moves behind the horizon.
    const LOUD_PLIES: i32 = 8;

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
        pub best: Move,
        bound: Bound,
    }

    /// What a search found; the score is for the side on turn, in the evaluation's units.
    #[derive(Clone, Copy, Debug)]
    pub struct Report {
        pub best: Move,
        pub score: i32,
        /// Plies of the last finished iteration.
        pub depth: i32,
        pub nodes: u64,
    }

    pub struct Search {
        pub weights: Weights,
        table: Box<[Entry]>,
        /// How often moves of a slot were too good for the other side, by side, weighted by depth.
        history: [[i32; SLOTS]; 2],
        /// Whether the subtree just searched has leaves that were evaluated: a deeper search may find another score.
        open: bool,
        rng: Rng,
        budget: Budget,
        report: Report,
    }

    impl Search {
        /// In each answer the seed breaks ties among moves of which nothing is known.
        pub fn new(seed: u64) -> Search {
            Search::sized(seed, TABLE_ENTRIES)
        }

        /// With a table of so many entries, a power of two.
        pub fn sized(seed: u64, entries: usize) -> Search {
            let report = Report { best: Move::default(), score: 0, depth: 0, nodes: 0 };
            let empty = Entry { hash: 0, score: 0, depth: -1, best: report.best, bound: Bound::Upper };
            Search {
                weights: WEIGHTS,
                table: vec![empty; entries].into_boxed_slice(),
                history: [[0; SLOTS]; 2],
                open: true,
                rng: Rng(seed),
                budget: Budget::fixed(0, 0),
                report,
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
                if self.alpha_beta(board, depth, 0, -WIN, WIN).is_none() {
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
        fn alpha_beta(&mut self, board: &Board, depth: i32, ply: i32, alpha: i32, beta: i32) -> Option<i32> {
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
                Some(Outcome::Points) => return Some(board.margin() * POINT),
                None => {}
            }
            self.open = true;
            let mut best = -WIN;
            if depth <= 0 {
                // Quiescence search: the side on turn makes a loud move, or stands pat. In the first iteration no clock
                // would stop it.
                best = evaluate(board, &self.weights);
                let quiet = self.report.depth == 0 || depth == -LOUD_PLIES || board.loud_moves().len == 0;
                if quiet || best >= beta {
                    return Some(best);
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
            let hint = if ply == 0 { Some(self.report.best) } else { known.map(|known| known.best) };
            let MoveList { mut moves, len } = if depth > 0 { board.legal_moves() } else { board.loud_moves() };
            let mut merits = [0; MOVES_MAX];
            for (merit, mv) in merits.iter_mut().zip(moves[..len].iter()) {
                *merit = if Some(*mv) == hint { i32::MAX } else { self.history[board.turn][mv.slot()] };
            }
            let (mut best_move, mut open) = (Move::default(), depth <= 0);
            for i in 0..len {
                // The evaluation orders better than history, but it costs more. The move known before often cuts alone.
                if depth >= JUDGED && i == usize::from(hint.is_some()) {
                    for j in i..len {
                        let mut next = *board;
                        next.play(moves[j]);
                        merits[j] = self.child(board, &next, 0, ply + 1, -WIN, WIN)?;
                    }
                }
                // The best of those left: where the first move cuts, sorting all would be wasted.
                let top = (i..len).max_by_key(|&j| merits[j]).unwrap_or(i);
                moves.swap(i, top);
                merits.swap(i, top);
                let mut next = *board;
                next.play(moves[i]);
                // Three searches: 0 less deep, 1 at full depth, both in a null window; 2 in the whole window. The first
                // move gets 2 alone. The others go on to the next one only while their score is too good.
                let (floor, reduction) = (alpha.max(best), reduction(depth, i));
                let searches = [(depth - 1 - reduction, floor + 1), (depth - 1, floor + 1), (depth - 1, beta)];
                let mut score = 0;
                for step in if i == 0 { 2 } else { usize::from(reduction == 0) }..3 {
                    let (depth, ceiling) = searches[step];
                    score = self.child(board, &next, depth, ply + 1, floor, ceiling)?;
                    if score <= floor || score >= beta && step > 0 {
                        break;
                    }
                }
                open |= self.open;
                if score > best {
                    best = score;
                    best_move = moves[i];
                    if ply == 0 {
                        self.report.best = best_move;
                        self.report.score = best;
                    }
                }
                if best >= beta {
                    self.update_history(board.turn, &moves[..=i], depth);
                    break;
                }
            }
            self.open = open;
            if depth <= 0 {
                return Some(best);
            }
            let bound = match best {
                _ if best >= beta => Bound::Lower,
                _ if best > alpha => Bound::Exact,
                _ => Bound::Upper,
            };
            let depth = if open { depth } else { DEPTH_MAX };
            let at = board.hash as usize & (self.table.len() - 1);
            self.table[at] = Entry { hash: board.hash, score: best + shift(best, ply), depth, best: best_move, bound };
            Some(best)
        }

        /// The score of the next position for the side that is on turn on this board.
        fn child(&mut self, board: &Board, next: &Board, depth: i32, ply: i32, alpha: i32, beta: i32) -> Option<i32> {
            if next.turn == board.turn {
                self.alpha_beta(next, depth, ply, alpha, beta)
            } else {
                self.alpha_beta(next, depth, ply, -beta, -alpha).map(|score| -score)
            }
        }

        /// What is known of a position.
        pub fn probe(&self, hash: u64) -> Option<Entry> {
            Some(self.table[hash as usize & (self.table.len() - 1)]).filter(|entry| entry.hash == hash)
        }

        /// The last of the moves tried was too good for the other side, those before it were not.
        fn update_history(&mut self, turn: usize, tried: &[Move], depth: i32) {
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
// Protocol (FRAME): lines in, lines out. GAME only where a line is neither `Start` nor the other side's move.
// ---------------------------------------------------------------------------------------------------------------------
pub(crate) mod protocol {
    use super::contest::{next_line, refuse, Clock, Options};
    use super::eval::POINT;
    use super::rules::{Board, Move, SETUP_LINES};
    use super::search::{Report, Search};
    use std::io::{self, BufRead, Write};

    /// Reads a move of the side on turn, which has to be one that the board can take.
    fn read_move(board: &Board, line: &str) -> io::Result<Move> {
        match Move::parse(line) {
            None => Err(refuse(line, "Start, Quit or a move such as B3")),
            Some(mv) if !board.can_apply(mv) => Err(refuse(line, "a move that can be made on the board")),
            Some(mv) => Ok(mv),
        }
    }

    /// Plays one game, to its end, `Quit` or the end of the input. A line that cannot be read or applied is an error.
    pub fn run<R: BufRead, W: Write>(input: R, mut output: W, mut options: Options) -> io::Result<()> {
        let mut lines = (input, String::with_capacity(4_096));
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
                board.play(read_move(&board, line)?);
            }
            let me = *me.get_or_insert(1);
            while board.turn == me {
                // Each answer plans the same share of the time left, but never less than a thirtieth: a long game may
                // be over early. A search that needs more may take twice that.
                let answers = board.moves_left() as f64 / 2.0 + 1.0;
                let budget = clock.budget(1.0 / answers.min(30.0), 2.0);
                let report = match options.past.pop() {
                    Some(line) => Report { best: read_move(&board, &line)?, score: 0, depth: 0, nodes: 0 },
                    None => match search.think(&board, budget) {
                        None => break, // The game is over; the jury has the next word.
                        Some(report) => report,
                    },
                };
                board.play(report.best);
                options.report(&report.best, report.depth, f64::from(report.score) / f64::from(POINT), report.nodes);
                clock.stop();
                writeln!(output, "{}", report.best)?;
                output.flush()?;
                clock.start(); // For a second answer at once. Else the next line starts it anew.
            }
        }
        Ok(())
    }
}

// `make new` puts the module `contest` here, word for word as in the other players.

/// Everything that a program of the contest needs besides the game is in the module `contest`.
fn main() {
    std::process::exit(contest::play(protocol::run));
}
