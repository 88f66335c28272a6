// The pieces in which a game of choices at the same time differs from one of turns. `command/new.rs` puts each in the place
// that has its name, between two lines of four strokes; what has no piece here is left out.

//// player.rs head
//! Toy Game: both sides choose one of 5 x 5 cells at the same time. Each puts a stone on its own; if both chose the same
//! cell, it is blocked. Each pair of neighbours of one colour is a point for it.
//!
//! Protocol: the jury gives both sides three lines, each a blocked cell. Then the first mover reads `Start 1`, the second
//! `Start 2`. Each writes a cell, `B3`. When both have, each reads the other's. `Quit` or the end of the input ends the
//! program.
//!
//! Method: a turn is a matrix game. It has a row for each choice of the first mover and a column for each of the second.
//! A pair of choices is worth what the turn after it is worth, some turns ahead; there only the most promising choices
//! are looked at. At the horizon a position is worth a sum of terms. Their weights are learned from own games. Regret
//! matching finds how often to choose what. A mix that cannot be exploited exploits nobody. So simple partners are
//! predicted, as far as their choices so far allow it. New to matrix games? Read the head of `matrix` in `lamistra.rs`.
//!
//// player.rs asked
// Board::seen_by too: both choose at once, and the search must not see what the other side has chosen.
//// player.rs half-turns
    ///
    /// Both choose at once, but on the board one after the other: the first mover's choice waits in `chosen`. When the
    /// second mover's comes, both count. Nobody but `play` may look at `chosen`: the search takes `seen_by`.
//// player.rs chosen
        chosen: Option<Move>,
//// player.rs new
            Board { cells: [EMPTY; CELLS], points: [0; 2], chosen: None, turn: 0, hash: 0 }
//// player.rs play
        /// Makes a choice that `can_apply`, and sets `turn`. After the second mover's both count.
        pub fn play(&mut self, mv: Move) {
            match self.chosen {
                None => {
                    self.chosen = Some(mv);
                    self.turn = 1 - self.turn;
                    self.hash ^= mix64(1_000 + u64::from(mv.cell)); // The key of the choice.
                }
                Some(first) => {
                    *self = self.seen_by(0);
                    if first == mv {
                        self.put(mv.cell, BLOCKED);
                    } else {
                        self.stone(first.cell, 0);
                        self.stone(mv.cell, 1);
                    }
                }
            }
        }

        /// The position at the beginning of the turn, with this side to choose. What was chosen is not in it.
        pub fn seen_by(&self, side: usize) -> Board {
            let key = self.chosen.map_or(0, |mv| mix64(1_000 + u64::from(mv.cell)));
            Board { chosen: None, turn: side, hash: self.hash ^ key, ..*self }
        }
//// player.rs matrix
// ---------------------------------------------------------------------------------------------------------------------
// Matrix games (FRAME): how often to choose what, so that the other side cannot profit from knowing it.
// ---------------------------------------------------------------------------------------------------------------------
pub(crate) mod matrix {
    use super::rules::MOVES_MAX;

    /// A number for each choice of a side, in the order of its list: a gain, a regret, or how often it is chosen.
    pub type Mix = [f64; MOVES_MAX];

    /// What the first mover gets for each pair of choices; a row for each of the first mover's.
    pub type Payoffs = [Mix; MOVES_MAX];

    /// Solves a matrix game by regret matching plus (Tammelin 2014), as `lamistra.rs` explains it. `counts` are the
    /// rows and columns. What is `predicted` of a side's mix is fixed; the rest, up to a sum of 1, is free. So a side that
    /// is predicted is exploited, and the free part limits what a wrong prediction costs (restricted Nash response,
    /// Johanson 2007). Returns both mixes and what the first mover gets on average. More rounds are more exact.
    pub fn solve(payoffs: &Payoffs, counts: [usize; 2], predicted: &[Mix; 2], rounds: u32) -> ([Mix; 2], f64) {
        let (mut regret, mut played) = ([[0.0; MOVES_MAX]; 2], [[0.0; MOVES_MAX]; 2]);
        let free = [0, 1].map(|side: usize| 1.0 - predicted[side][..counts[side]].iter().sum::<f64>());
        let whole = |side: usize, weights: &Mix| {
            let mut mix = scaled(weights, counts[side]);
            mix.iter_mut().zip(&predicted[side]).for_each(|(share, known)| *share = free[side] * *share + known);
            mix
        };
        for round in 1..rounds + 1 {
            // The first mover learns from the second's present mix, then the second from the first's new one.
            for side in 0..2 {
                let mix = scaled(&regret[side], counts[side]);
                let gains = gains(payoffs, counts, side, &whole(1 - side, &regret[1 - side]));
                let mean = product(&mix, &gains);
                for i in 0..counts[side] {
                    regret[side][i] = (regret[side][i] + gains[i] - mean).max(0.0);
                    played[side][i] += mix[i] * f64::from(round); // Later rounds know more and count more.
                }
            }
        }
        let mixes = [whole(0, &played[0]), whole(1, &played[1])];
        (mixes, product(&mixes[0], &gains(payoffs, counts, 0, &mixes[1])))
    }

    /// What each choice brings the side against the other side's mix.
    pub fn gains(payoffs: &Payoffs, [rows, columns]: [usize; 2], side: usize, other: &Mix) -> Mix {
        let mut gains = [0.0; MOVES_MAX];
        for (i, row) in payoffs[..rows].iter().enumerate() {
            if side == 0 {
                gains[i] = product(&row[..columns], other);
            } else if other[i] > 0.0 {
                gains[..columns].iter_mut().zip(row).for_each(|(gain, payoff)| *gain -= payoff * other[i]);
            }
        }
        gains
    }

    /// Scaled to a sum of 1; all alike when there are none.
    pub fn scaled(weights: &Mix, count: usize) -> Mix {
        let sum: f64 = weights[..count].iter().sum();
        let mut mix = [0.0; MOVES_MAX];
        for (share, weight) in mix[..count].iter_mut().zip(weights) {
            *share = if sum > 0.0 { weight / sum } else { 1.0 / count as f64 };
        }
        mix
    }

    fn product(a: &[f64], b: &[f64]) -> f64 {
        a.iter().zip(b).map(|(a, b)| a * b).sum()
    }
}

//// player.rs search
    use super::contest::{mix64, Budget, Rng}; // What an answer may cost; random numbers.
    use super::eval::{evaluate, first_term, Weights, POINT, WEIGHTS};
    use super::matrix::{gains, scaled, solve, Mix, Payoffs};
    use super::rules::{Board, Move, MoveList, Outcome, MOVES_MAX};
    use std::mem::size_of;

    /// What a won game is worth (GAME). Scores are averaged, so this must be on their scale: more than any margin in a
    /// game of points, some 6 points in a game of wins, where learned scores of 4 points are as good as won.
    pub const WIN: i32 = 200 * POINT;
    pub const PROVEN: i32 = WIN - 1;

    /// Deepest iteration, in turns: as many matrices as fit into a megabyte of stack.
    const DEPTH_MAX: i32 = ((1 << 20) / (16 * MOVES_MAX * MOVES_MAX + 200 * MOVES_MAX + 2_000)) as i32;

    /// So many choices of each side are searched more than one turn deep: those that bring most against the mix found
    /// one turn deep. Among equal ones the seed decides. More miss less, fewer see farther. A guess.
    const WIDTH: usize = 5;

    /// Rounds that solve a turn: at the root, and below it.
    const ROUNDS: [u32; 2] = [2_000, 200];

    /// Kinds of partners. The first makes the choice with the best mean over all of ours, by the first term. The second does
    /// so by all terms. The last does anything: it is not predicted.
    const KINDS: usize = 3;

    /// How often a partner of a kind chooses what its kind wants. A guess.
    const TRUST: f64 = 0.9;

    /// A kind that did not fit for many turns may fit again: it never counts less. A guess.
    const DOUBT: f64 = 0.01;

    /// Choices in a turn of `Report::depth`: one of each side.
    #[allow(dead_code)]
    pub const CHOICES: usize = 2;
//// player.rs entry
    /// The beginning of a turn in the transposition table. A value that rests on ends of the game alone has depth
    /// `DEPTH_MAX`.
    #[derive(Clone, Copy)]
    pub struct Entry {
        hash: u64,
        /// For the first mover.
        value: f64,
        depth: i32,
        /// What both sides choose most often.
        best: [Move; 2],
    }

    /// The choices of both sides at the beginning of a turn.
    fn choices(board: &Board) -> [MoveList; 2] {
        [board.seen_by(0).legal_moves(), board.seen_by(1).legal_moves()]
    }

    /// A turn that was solved: the choices of both sides, how often each is made, and what the first mover gets.
    pub struct Turn {
        pub lists: [MoveList; 2],
        pub mixes: [Mix; 2],
        pub value: f64,
    }
//// player.rs empty
            let empty = Entry { hash: 0, value: 0.0, depth: -1, best: [Move::default(); 2] };
//// player.rs history
        /// How likely the other side is of each kind.
        kinds: [f64; KINDS],
        /// Our last turn, with our side to choose, and how often each kind would have made which choice.
        last: Option<(Board, [Mix; KINDS])>,
//// player.rs no history
                kinds: [0.05, 0.05, 0.9],
                last: None,
//// player.rs think
        /// A choice for the side on turn, drawn from its mix; `None` when the game is over. What the other side has
        /// chosen already is not looked at.
        pub fn think(&mut self, board: &Board, budget: Budget) -> Option<Report> {
            let (side, start) = (board.turn, board.seen_by(0));
            if start.result().is_some() {
                return None;
            }
            self.budget = budget;
            let predicted = self.predict(&board.seen_by(side));
            // From 0 to 1. Mixed once more: a partner with the same seed and generator must not draw the same.
            let lot = (mix64(self.rng.next()) >> 11) as f64 / (1u64 << 53) as f64;
            for depth in 1..DEPTH_MAX.min(budget.depth) + 1 {
                let turn = match self.search_turn(&start, depth, Some(predicted)) {
                    None => break,
                    Some(turn) => turn,
                };
                let score = if side == 0 { turn.value } else { -turn.value };
                self.report.best = drawn(&turn.lists[side], &turn.mixes[side], lot);
                self.report.score = score.round() as i32;
                self.report.depth = depth;
                // The next iteration takes some twenty times as long, and is worth nothing if it is cut short.
                if !self.open || turn.lists[side].len == 1 || budget.used() > 0.1 {
                    break;
                }
            }
            Some(self.report)
        }

        /// How often the other side makes which of its choices, as far as that is predicted; ours are free. What it chose
        /// in the last turn tells its kind, by Bayes' rule. If we see no way from that turn to this one, nothing is learned.
        fn predict(&mut self, board: &Board) -> [Mix; 2] {
            let (side, other, own) = (board.turn, 1 - board.turn, std::mem::take(&mut self.report).best);
            if let Some((before, mixes)) = self.last.filter(|(before, _)| before.turn == side) {
                let list = before.seen_by(other).legal_moves();
                let leads_here = |&choice: &Move| {
                    let mut next = before.seen_by(0);
                    next.play(if side == 0 { own } else { choice });
                    next.play(if side == 0 { choice } else { own });
                    next.seen_by(side) == *board
                };
                if let Some(choice) = list.moves[..list.len].iter().position(leads_here) {
                    for (weight, mix) in self.kinds.iter_mut().zip(&mixes) {
                        *weight *= TRUST * mix[choice] + (1.0 - TRUST) / list.len as f64;
                    }
                    let sum: f64 = self.kinds.iter().sum();
                    self.kinds.iter_mut().for_each(|weight| *weight = (*weight / sum).max(DOUBT));
                }
            }
            let mixes = self.mixes_of_kinds(board);
            self.last = Some((*board, mixes));
            let mut predicted = [[0.0; MOVES_MAX]; 2];
            for (weight, mix) in self.kinds.iter().zip(&mixes[..KINDS - 1]) {
                predicted[other].iter_mut().zip(mix).for_each(|(sum, share)| *sum += TRUST * weight * share);
            }
            predicted
        }

        /// How often each kind makes which choice.
        fn mixes_of_kinds(&mut self, board: &Board) -> [Mix; KINDS] {
            let (lists, other, own) = (choices(board), 1 - board.turn, self.weights);
            let counts = [lists[0].len, lists[1].len];
            let even = [0, 1].map(|side| scaled(&[0.0; MOVES_MAX], counts[side]));
            let (mut mixes, mut payoffs) = ([even[other]; KINDS], [[0.0; MOVES_MAX]; MOVES_MAX]);
            for (mix, weights) in mixes.iter_mut().zip([first_term(), own]) {
                self.weights = weights;
                if self.fill(&mut payoffs, &board.seen_by(0), &lists, 0).is_some() {
                    let gains = gains(&payoffs, counts, other, &even[1 - other]);
                    let best = gains[..counts[other]].iter().copied().fold(f64::MIN, f64::max);
                    *mix = scaled(&gains.map(|gain| f64::from(u8::from(gain > best - 1e-6))), counts[other]);
                }
            }
            self.weights = own;
            mixes
        }

        /// What the first mover gets for each pair of choices, `depth` turns behind this one. `None`: the time is gone.
        fn fill(&mut self, payoffs: &mut Payoffs, board: &Board, lists: &[MoveList; 2], depth: i32) -> Option<()> {
            self.open = false;
            for (row, &first) in payoffs.iter_mut().zip(&lists[0].moves[..lists[0].len]) {
                let mut half = *board;
                half.play(first);
                for (payoff, &second) in row.iter_mut().zip(&lists[1].moves[..lists[1].len]) {
                    let mut next = half;
                    next.play(second);
                    *payoff = self.child(&next, depth)?;
                }
            }
            Some(())
        }

        /// Solves a turn, `depth` turns deep, at the root with what is predicted. `None`: the time is gone.
        pub fn search_turn(&mut self, board: &Board, depth: i32, root: Option<[Mix; 2]>) -> Option<Turn> {
            let (mut lists, mut predicted) = (choices(board), root.unwrap_or([[0.0; MOVES_MAX]; 2]));
            // First one turn deep: that shows which choices are worth more.
            let mut payoffs = [[0.0; MOVES_MAX]; MOVES_MAX];
            self.fill(&mut payoffs, board, &lists, 0)?;
            let mut counts = [lists[0].len, lists[1].len];
            if depth > 1 && self.open {
                let (mixes, _) = solve(&payoffs, counts, &predicted, ROUNDS[1]);
                let mut narrow = false;
                for side in 0..2 {
                    let mut gains = gains(&payoffs, counts, side, &mixes[1 - side]);
                    gains.iter_mut().zip(&predicted[side]).for_each(|(gain, share)| *gain += f64::from(WIN) * share);
                    // One seed for a whole answer: within it a table changes no result.
                    let lot = Rng(board.hash ^ self.rng.0 ^ side as u64);
                    narrow |= keep_best(&mut lists[side], &mut predicted[side], gains, lot);
                }
                counts = [lists[0].len, lists[1].len];
                self.fill(&mut payoffs, board, &lists, depth - 1)?;
                self.open |= narrow;
            }
            let (mixes, value) = solve(&payoffs, counts, &predicted, ROUNDS[usize::from(root.is_none())]);
            let likely = |side: usize| (0..counts[side]).max_by(|&a, &b| mixes[side][a].total_cmp(&mixes[side][b]));
            let best = [0, 1].map(|side| lists[side].moves[likely(side).unwrap_or(0)]);
            let at = board.hash as usize & (self.table.len() - 1);
            let depth = if self.open { depth } else { DEPTH_MAX };
            self.table[at] = Entry { hash: board.hash, value, depth, best };
            Some(Turn { lists, mixes, value })
        }

        /// What the first mover gets from the beginning of a turn. Each call is a node: a pair of choices that was tried.
        fn child(&mut self, board: &Board, depth: i32) -> Option<f64> {
            // The first iteration is always finished: a choice that nothing is known of would be worth too little.
            if self.report.depth > 0 && self.budget.is_over(self.report.nodes, CLOCK_NODES) {
                return None;
            }
            self.report.nodes += 1;
            match board.result() {
                Some(Outcome::Win) => return Some(f64::from(WIN)),
                Some(Outcome::Loss) => return Some(f64::from(-WIN)),
                Some(Outcome::Draw) => return Some(0.0),
                Some(Outcome::Points) => return Some(f64::from(board.margin() * POINT)),
                None => {}
            }
            let open = self.open;
            if depth == 0 {
                self.open = true;
                return Some(f64::from(evaluate(board, &self.weights).clamp(-PROVEN, PROVEN)));
            }
            if let Some(known) = self.probe(board).filter(|known| known.depth >= depth) {
                self.open |= known.depth < DEPTH_MAX;
                return Some(known.value);
            }
            let turn = self.search_turn(board, depth, None)?;
            self.open |= open;
            Some(turn.value)
        }

        /// What is known of the turn.
        fn probe(&self, board: &Board) -> Option<Entry> {
            let hash = board.seen_by(0).hash;
            Some(self.table[hash as usize & (self.table.len() - 1)]).filter(|entry| entry.hash == hash)
        }

        /// What the side on turn chooses most often, if that is known.
        #[allow(dead_code)]
        pub fn known_best(&self, board: &Board) -> Option<Move> {
            self.probe(board).map(|entry| entry.best[board.turn])
        }
//// player.rs reduction
    /// The choice at a point of the mix from 0 to 1.
    fn drawn(list: &MoveList, mix: &Mix, mut lot: f64) -> Move {
        let under = |share: &f64| {
            lot -= share;
            lot < 0.0
        };
        list.moves[mix[..list.len].iter().position(under).unwrap_or(0)]
    }

    /// Keeps the `WIDTH` choices that bring most, and what is predicted of these. Were there more? The lot adds less
    /// than any difference that counts.
    fn keep_best(list: &mut MoveList, predicted: &mut Mix, mut gains: Mix, mut lot: Rng) -> bool {
        gains.iter_mut().for_each(|gain| *gain += lot.below(1_000) as f64 / 1e6);
        for i in 0..WIDTH.min(list.len) {
            let best = (i..list.len).fold(i, |best, j| if gains[j] > gains[best] { j } else { best });
            list.moves.swap(i, best);
            gains.swap(i, best);
            predicted.swap(i, best);
        }
        let before = list.len;
        list.len = before.min(WIDTH);
        before > WIDTH
    }
//// player.rs run
        // Our side, when it is known. Each chooses before it reads what the other side has chosen: that waits in `text`.
        let mut me = None;
        while let Some(line) = next_line(&mut lines)? {
            clock.start();
            let side = match (me, line) {
                (None, "Start 1") => 0,
                (None, "Start 2") => 1,
                (None, _) => return Err(refuse(line, "Start 1 or Start 2")),
                (Some(_), _) if text.is_empty() => return Err(refuse(line, "Quit: the game is over")),
                (Some(side), _) => {
                    // The board takes the first mover's choice first.
                    let both = if side == 0 { [text.as_str(), line] } else { [line, text.as_str()] };
                    both.iter().try_for_each(|choice| apply(&mut board, choice))?;
                    side
                }
            };
            me = Some(side);
            if answer(&mut board.seen_by(side), &mut search, &clock, &mut options, &mut text)? {
                clock.stop();
                writeln!(output, "{}", text)?;
                output.flush()?;
            }
        }
//// jury.rs chosen
    /// What the first mover has chosen while the second one chooses.
    chosen: Option<Cell>,
//// jury.rs play
    /// Takes the choice of the side that is asked, or says which rule forbids it. The second mover's ends the turn.
    /// When the game is over, all is refused: here the board is full then; a game that ends otherwise must ask.
    fn play(&mut self, (column, row): Cell) -> Result<(), String> {
        if self.board[column][row] != EMPTY {
            return Err(format!("{} is not empty", cell_name((column, row))));
        }
        self.turn = 1 - self.turn;
        match self.chosen.take() {
            None => self.chosen = Some((column, row)),
            Some(first) if first == (column, row) => self.board[column][row] = BLOCKED,
            Some(first) => {
                self.board[first.0][first.1] = STONES[0];
                self.board[column][row] = STONES[1];
            }
        }
        Ok(())
    }
//// jury.rs at once
    const AT_ONCE: bool = true;
//// jury.rs new
        let mut game = Match { setup: setup.to_vec(), board: [[EMPTY; SIDE]; SIDE], turn: 0, chosen: None };
//// jury.rs opening
    /// Both begin at once. The jury asks one, then the other.
    fn opening(&self) -> Vec<Delivery> {
        let line = |seat| self.setup().into_iter().chain([format!("Start {}", seat + 1)]).map(move |line| (seat, line));
        (0..2).flat_map(line).map(|(seat, line)| Delivery::new(seat, line)).collect()
    }

//// jury.rs write
    /// Checks and makes one line; returns what is sent because of it, and to whom: nothing until both have chosen.
    fn write(&mut self, line: &str) -> Result<Vec<Delivery>, Fault> {
        let cell = parse_cell(line).ok_or_else(|| Fault::Unreadable(EXPECTED.to_string()))?;
        let first = self.chosen;
        self.play(cell).map_err(Fault::Illegal)?;
        // Are the last choices sent on too? They are here.
        Ok(first.map_or(Vec::new(), |first| vec![Delivery::new(0, line), Delivery::new(1, cell_name(first))]))
    }
//// jury.rs picture
    fn picture(&self, seat: Option<Seat>, _lines: &[String]) -> Picture {
        // A dot is the first mover's choice. The second one must not see it.
        let chosen = self.chosen.filter(|_| seat != Some(1));
        let board = Picture::board('A', Places::Squares, [SIDE; 2], |column, row| match self.board[column][row] {
            EMPTY => Some(Piece { dot: chosen.filter(|&cell| cell == (column, row)).map(|_| "white"), ..Piece::default() }),
//// test.rs bad start
        (&["A1", "C3", "E1", "Start"], "Start 1"),
        (&["A1", "C3", "E1", "Start 1", "A1"], "can be made"),
        (&["A1", "C3", "E1", "Start 2", "hello"], "such as B3"),
//// test.rs partner
protocol_tests!("toygame", run, "greedy");
//// test.rs sent
    opening: ["SETUP / Start 1", "SETUP / Start 2"],
    by_first: ["", ""],
    by_second: ["LINE", "BEFORE"],
//// test.rs exchanged
/// GAME: a position, and the same with the sides exchanged: each has chosen what the other one chose. If the board has a
/// direction, turn the choices about too. If the sides are not alike, return the first position twice.
fn exchanged(setup: &[String], moves: &[String]) -> [Board; 2] {
    let turns = moves.chunks_exact(2);
    let other: Vec<String> = turns.flat_map(|turn| [turn[1].clone(), turn[0].clone()]).collect();
    [board_after(setup, moves).seen_by(0), board_after(setup, &other).seen_by(1)]
}
//// test.rs kind
#[path = "common/at_once.rs"]
mod at_once;
