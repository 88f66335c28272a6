//! Lamistra (CodeCup 2005): Stratego on 7 x 7 cells in which a piece gets its role only when it fights.
//!
//! Rules: each side begins with 21 hidden pieces on its three rows. A move is one step in four directions, never onto
//! the two lakes. Onto an enemy piece it is an attack, else a quiet move. Only an attack gives both pieces a role,
//! shown for good. Each side chooses from its stock: flag V, four bombs B, general G, two colonels O, three lieutenants
//! L, four miners M, five riders R, spy S. The higher rank wins (G O L M R S), of equals both fall. A bomb beats
//! all but a miner; a spy that attacks beats a general. Flag and bombs neither move nor attack. So a side with V and
//! three B in stock must keep four hidden pieces that never moved. A quiet move must not be taken back at once. A side
//! that loses its flag or cannot move loses 12 to 0. After 200 moves each, more pieces give 3 to 1, equal 2 to 2.
//! Protocol: Red reads `Start`, Blue reads Red's move. A quiet move is a line, `d3-d4`; an attacker also writes its
//! role. The defender reads the move, writes its role, then reads the attacker's, so nobody waits for ever. The
//! contest's program, the jury, passes lines on. `X`, `Quit` or the end of the input ends a program early.
//! Method: a hidden piece has no secret: its role is not chosen yet. Only the two roles of a fight are secret. So there
//! are two decisions. The move: alpha-beta (a faster minimax), as if the defender saw the attacker's role. The role:
//! all pairs are searched. As chances to win they make a matrix game: both choose at once. Its solution says how often
//! to play each role; one is drawn. A score of +1.00 is a chance to win of 73 % (`eval`).
//! One decision. Red begins with d3-d4. Blue has five moves, one of them the attack d5-d4. Seven plies (moves of one
//! side) deep g5-g4 is worth -0.04, the attack with its best role, R, -0.13. So Blue does not attack yet. With the 36
//! pairs of roles (d4 has moved: no bomb) searched as deep, it would draw R in 62 of 100 games, O in 31, else G.
//! First read the plain form, `tests/starters/lamistra.rs`. `make match GAME=lamistra B=plain TIME=1 N=40`: 33-3, 4
//! drawn. "Idea x" is a file, `tests/ideas/lamistra/x.patch`, that takes a part out; `make ideas` shows what that lost.
//! | beyond the plain form                                         | where            | lines less | Elo lost without |
//! | quiescence search: attacks that win are played to their end   | `quiesce`        |         17 | 98 (scores 36 %) |
//! | reverse futility pruning: a large lead ends a search early    | `alpha_beta`     |          8 | 85               |
//! | transposition table: what was found of a position is kept     | `probe`, `store` |         75 | 76               |
//! | history scores: a move that was good elsewhere is tried early | `update_history` |         21 | 60               |
//! | contempt: waiting costs. 8.6 points a game against `home`     | `contempt`       |         29 | 0; see there     |
//! Strength, points of 12 (95 %): 11.73 +- 0.28 against all partners (weaker programs), 9.35 +- 1.75 to 1.05 against
//! commit ad316a0, which waits, then strikes back: `jury tournament lamistra lamistra partners git:ad316a0 --gauntlet
//! --time 3 --seed 31`. Not here: a book of openings, thinking in the opponent's time. Build: `rustc -O lamistra.rs`

#![forbid(unsafe_code)]

// ---------------------------------------------------------------------------------------------------------------------
// Constants
// ---------------------------------------------------------------------------------------------------------------------

// A number in this file without a reason, an idea or a figure beside it is a guess.

/// First two words on stderr.
const NAME: &str = "lamistra 1.1";

/// Seconds that the contest gives a program for a whole game.
const GAME_SECONDS: f64 = 30.0;

// ---------------------------------------------------------------------------------------------------------------------
// Rules: Board, Move, parse and format, legal moves, play, result. No clock, no randomness, no I/O.
// ---------------------------------------------------------------------------------------------------------------------
pub(crate) mod rules {
    // One of the head's rules binds both sides at every move:
    //
    //     hidden pieces that never moved  >=  flag and bombs left in the stock
    //
    // The difference is the `spare`: at the start 21 - 5 = 16. A piece's first move takes 1, also as an attack. So does
    // a defender that never moved and shows a mobile role (G to S). At 0 what never moved is flag or bomb, and stays.
    use super::contest::mix64;
    use std::cmp::Ordering;
    use std::fmt;

    pub const LAST_PLY: u16 = 400; // a full game has 200 moves of each side

    /// What a piece is: one of the eight roles, or hidden. The order of the mobile roles is their rank: the smaller
    /// number wins a fight. The exceptions are in `falls_to`.
    pub type Kind = u8;
    pub const NONE: Kind = 0; // an empty cell, or the role of a quiet move
    pub const FLAG: Kind = 1; // attack it and win the game
    pub const BOMB: Kind = 2; // every attacker but a miner falls to it, and it stays
    pub const GENERAL: Kind = 3; // beats the other mobile roles; falls to a spy that attacks it
    pub const COLONEL: Kind = 4; // of the mobile roles it falls to the one above
    pub const LIEUTENANT: Kind = 5; // ... to the two above
    pub const MINER: Kind = 6; // takes bombs; ... to the three above
    pub const RIDER: Kind = 7; // beats the spy, and takes the flag as all mobile roles do
    pub const SPY: Kind = 8; // beats a general that it attacks, and takes the flag; else falls to the others
    pub const FRESH: Kind = 9; // hidden, and never moved: may still become the flag or a bomb
    pub const MOVED: Kind = 10; // hidden, and has moved: will be one of the mobile roles

    const SIGNS: [&[u8; 11]; 2] = [b".VBGOLMRS?+", b".vbgolmrs!-"]; // the kinds in print: Red's, Blue's
    pub const STOCK: [u8; 16] = [0, 1, 4, 1, 2, 3, 4, 5, 1, 0, 0, 0, 0, 0, 0, 0]; // how many of each a side has to give

    /// A set of roles is a word with bit `1 << kind` set for each.
    pub type Roles = u16;
    const FIXED: Roles = 1 << FLAG | 1 << BOMB; // they never move and never attack, the others do both
    const MOBILE_ROLES: Roles = 1 << GENERAL | 1 << COLONEL | 1 << LIEUTENANT | 1 << MINER | 1 << RIDER | 1 << SPY;

    // A set of cells is a word with one bit for each: cell = 7 * row + column, a1 is 0 and g7 is 48.
    //
    //     row 7 | 42 43 44 45 46 47 48      Blue's rows are 5 to 7
    //           |        ...
    //     row 4 | 21  ~ 23 24 25  ~ 27      ~ the lakes b4 and f4, 22 and 26
    //           |        ...
    //     row 1 |  0  1  2  3  4  5  6      Red's rows are 1 to 3
    //              a  b  c  d  e  f  g
    pub type Cells = u64;
    const COLUMN_A: Cells = 0x0408_1020_4081; // bits 0, 7, 14 .. 42
    const COLUMN_G: Cells = COLUMN_A << 6; // bits 6, 13 .. 48
    const LAND: Cells = ((1 << 49) - 1) & !(1 << 22) & !(1 << 26); // all cells but the lakes

    /// The cells one step away from any of the cells, without the lakes.
    pub fn beside(cells: Cells) -> Cells {
        // Up, down, right, left. Without the masks a step to the right from column g would come out in column a of the
        // next row. `LAND` removes what leaves the board at the top or lands on a lake.
        (cells << 7 | cells >> 7 | (cells & !COLUMN_G) << 1 | (cells & !COLUMN_A) >> 1) & LAND
    }

    /// The numbers of the bits that are set, lowest first: the cells or the roles of a set.
    pub fn bits(word: impl Into<u64>) -> impl Iterator<Item = u8> {
        let mut word = word.into();
        std::iter::from_fn(move || {
            let lowest = word.trailing_zeros() as u8;
            word &= word.wrapping_sub(1);
            Some(lowest).filter(|&bit| bit < 64)
        })
    }

    /// A Zobrist key: a random-looking word for each fact about a position (a piece on a cell, a number left in a
    /// stock). Their exclusive or, less the full stocks' keys, is the hash, by which the search knows a position. A
    /// move takes out the keys of what ends, puts in those of what begins. A piece has the number 64 * code + cell,
    /// under 2048.
    fn key(number: usize) -> u64 {
        mix64(number as u64 + 2005) // the contest's year: any number above 400, as `alpha_beta` puts in `mix64(ply)`
    }
    const STOCK_KEYS: usize = 2048; // 128 a side, 8 a role, one for each number left
    const TURN_KEY: usize = 2304; // in the hash when Blue is on turn
    const BAN_KEYS: usize = 4096; // 4096 a side, one for each move that must not be taken back

    /// A move of one piece.
    #[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
    pub struct Move {
        pub from: u8,   // the cell that the piece leaves
        pub to: u8,     // the cell that it enters, or attacks: it enters only when it wins
        pub role: Kind, // the attacker's (where a defender decides, its own); `NONE`: a quiet move, or not chosen yet
    }

    impl Move {
        /// Stands for "no move": no piece goes from a1 to a1.
        pub const NULL: Move = Move { from: 0, to: 0, role: NONE };

        /// Reads `d3-d4`; the role of an attack comes on a line of its own. `None` when it is not that.
        pub fn parse(text: &str) -> Option<Move> {
            // Lakes are cells like others here. Whether the move is legal is a question to the board.
            let cell = |column: u8, row: u8| 7 * (row - b'1') + (column - b'a');
            match *text.as_bytes() {
                [a @ b'a'..=b'g', b @ b'1'..=b'7', b'-', c @ b'a'..=b'g', d @ b'1'..=b'7'] => {
                    Some(Move { from: cell(a, b), to: cell(c, d), role: NONE })
                }
                _ => None,
            }
        }
    }

    /// As the contest writes it, without the role.
    impl fmt::Display for Move {
        fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
            let (column, row) = (|cell: u8| (b'a' + cell % 7) as char, |cell: u8| cell / 7 + 1);
            write!(f, "{}{}-{}{}", column(self.from), row(self.from), column(self.to), row(self.to))
        }
    }

    pub fn parse_role(text: &str) -> Option<Kind> {
        (FLAG..=SPY).find(|&role| text.as_bytes() == [SIGNS[0][usize::from(role)]])
    }

    pub fn role_letter(role: Kind) -> char {
        char::from(SIGNS[0][usize::from(role)])
    }

    /// The roles to which an attacker falls: the higher ranks, but a spy not to a general, and bombs, but not a miner.
    pub fn falls_to(attacker: Kind) -> Roles {
        let higher = MOBILE_ROLES & ((1 << attacker) - 1);
        match attacker {
            MINER => higher,
            SPY => higher & !(1 << GENERAL) | 1 << BOMB,
            _ => higher | 1 << BOMB,
        }
    }

    /// The fight between two roles. `Greater`: the attacker wins and takes the cell. `Equal`: both fall, and both cells
    /// are empty. `Less`: the attacker falls, the defender stays where it is.
    pub fn fight(attacker: Kind, defender: Kind) -> Ordering {
        match falls_to(attacker) >> defender & 1 {
            1 => Ordering::Less,
            _ if attacker == defender => Ordering::Equal,
            _ => Ordering::Greater,
        }
    }

    // The position before Red's first move, as `Display` prints it:
    //
    //     7 ! ! ! ! ! ! !
    //     6 ! ! ! ! ! ! !      ! Blue's, hidden, never moved; - once it has; small letters: shown
    //     5 ! ! ! ! ! ! !
    //     4 . ~ . . . ~ .      ~ a lake
    //     3 ? ? ? ? ? ? ?
    //     2 ? ? ? ? ? ? ?      ? Red's, hidden, never moved; + once it has; capitals: shown
    //     1 ? ? ? ? ? ? ?
    //       a b c d e f g  after 0 plies
    //     Red  VBBBBGOOLLLMMMMRRRRRS a1-a1      the stock; the last move if it was quiet, else a1-a1
    //     Blue VBBBBGOOLLLMMMMRRRRRS a1-a1
    /// A position. Nothing of it is secret. Beside the array of cells stand sets of cells and counts, which are needed
    /// all the time. A search copies it for each move (with `Position` 200 bytes); to drop it undoes the move.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub struct Board {
        /// 16 * side + kind, or `NONE`. The kind is a shown role, numbers 1 to 8, or hidden: `FRESH` has never moved,
        /// `MOVED` has. 64 cells: `index & 63` needs no bounds check, like `& 1` and `& 15` elsewhere.
        cells: [u8; 64],
        pub occupied: [Cells; 2], // all pieces of each side, a bit for each cell
        pub fresh: [Cells; 2],    // hidden pieces that never moved
        pub fixed: [Cells; 2],    // bombs that have been shown (also a flag that an illegal move has shown)
        count: [[i8; 16]; 2],     // pieces on the board of each kind: of a role only those that have shown it
        stock: [[u8; 16]; 2],     // roles of each kind still to be given
        ban: [Move; 2],           // the last move of each side if it was quiet: not to be taken back quietly at once
        pub ply: u16,             // plies played, both sides together; its last bit is the side on turn
        pub hash: u64,            // by which a search knows a position again: see `key`; it has the turn, not `ply`
    }

    impl Board {
        pub fn new() -> Board {
            let mut board = Board {
                cells: [NONE; 64],
                occupied: [0; 2],
                fresh: [0; 2],
                fixed: [0; 2],
                count: [[0; 16]; 2],
                stock: [STOCK; 2],
                ban: [Move::NULL; 2],
                ply: 0,
                hash: 0,
            };
            for i in 0..21 {
                board.put(i, 0, FRESH);
                board.put(28 + i, 1, FRESH);
            }
            board
        }

        /// The side on turn: 0 is Red.
        pub fn turn(&self) -> usize {
            usize::from(self.ply & 1)
        }

        /// Side and kind in one number below 32, for tables.
        pub fn code(&self, cell: u8) -> u8 {
            self.cells[usize::from(cell & 63)]
        }

        /// The side and the kind of what stands on a cell; the kind is `NONE` on an empty cell.
        pub fn piece(&self, cell: u8) -> (usize, Kind) {
            (usize::from(self.code(cell) >> 4), self.code(cell) & 15)
        }

        /// Pieces of that kind on the board.
        pub fn count(&self, side: usize, kind: Kind) -> i32 {
            i32::from(self.count[side & 1][usize::from(kind & 15)])
        }

        /// Roles of that kind still to be given.
        pub fn stock(&self, side: usize, role: Kind) -> i32 {
            i32::from(self.stock[side & 1][usize::from(role & 15)])
        }

        /// Pieces of a role that are alive: shown, or still to be given.
        pub fn alive(&self, side: usize, role: Kind) -> i32 {
            self.count(side, role) + self.stock(side, role)
        }

        pub fn pieces(&self, side: usize) -> i32 {
            self.occupied[side & 1].count_ones() as i32
        }

        /// How many hidden pieces that never moved need not be flag or bomb. Below 0 only after an illegal move.
        pub fn spare(&self, side: usize) -> i32 {
            self.count(side, FRESH) - self.stock(side, FLAG) - self.stock(side, BOMB)
        }

        /// Pieces that may move or attack: all but shown bombs and, at a spare of 0, those that never moved.
        pub fn movable(&self, side: usize) -> Cells {
            let held = if self.spare(side) <= 0 { self.fresh[side & 1] } else { 0 };
            self.occupied[side & 1] & !self.fixed[side & 1] & !held
        }

        /// The cells where the piece of the side on turn may go, no lakes; attacks are those that are occupied.
        pub fn targets(&self, from: u8) -> Cells {
            // Our piece on `ban.to` made our last move: only a move of ours brings one there. It must not go back to
            // `ban.from`, but it may attack an enemy there. (`NULL` is a1-a1: if `from` is a1, a1 is not empty.)
            let ban = self.ban[self.turn()];
            let back = if from == ban.to && self.code(ban.from) == NONE { 1 << ban.from } else { 0 };
            beside(1 << from) & !self.occupied[self.turn()] & !back
        }

        /// All moves of the side on turn, in a fixed order. The role of an attack is not chosen yet.
        pub fn legal_moves(&self) -> impl Iterator<Item = Move> + '_ {
            bits(self.movable(self.turn()))
                .flat_map(move |from| bits(self.targets(from)).map(move |to| Move { from, to, role: NONE }))
        }

        pub fn is_attack(&self, mv: Move) -> bool {
            self.code(mv.to) != NONE
        }

        /// The roles that are still to be given.
        fn remaining(&self, side: usize) -> Roles {
            (FLAG..=SPY).filter(|&role| self.stock(side, role) > 0).map(|role| 1 << role).sum()
        }

        /// The roles that a piece may attack as, if it may attack at all. Never empty: if none is left to a hidden
        /// piece, it may have any mobile one. That happens only after an illegal move of the opponent.
        pub fn attacker_roles(&self, from: u8) -> Roles {
            match self.piece(from) {
                (side, FRESH) | (side, MOVED) => {
                    Some(self.remaining(side) & MOBILE_ROLES).filter(|&roles| roles != 0).unwrap_or(MOBILE_ROLES)
                }
                (_, shown) => 1 << shown,
            }
        }

        /// The roles that a piece may answer an attack with. On an empty cell only `NONE`.
        pub fn defender_roles(&self, to: u8) -> Roles {
            match self.piece(to) {
                (side, FRESH) if self.spare(side) <= 0 => self.remaining(side) & FIXED,
                (side, FRESH) => self.remaining(side) & FIXED | self.attacker_roles(to),
                _ => self.attacker_roles(to),
            }
        }

        /// Can the move be applied at all? What the jury relays is law, whatever the rules say of it. But a piece of
        /// the side on turn must stand there, and the other cell must not be its own.
        pub fn can_apply(&self, mv: Move) -> bool {
            let own = self.occupied[self.turn()];
            own >> mv.from & 1 != 0 && own >> mv.to & 1 == 0
        }

        /// Applies a move. It carries the attacker's role, and `answer` is the defender's: `NONE` in a quiet move.
        pub fn play(&mut self, mv: Move, answer: Kind) {
            let turn = self.turn();
            self.set_ban(turn, if answer == NONE { mv } else { Move::NULL });
            // Both show their roles, also the one that falls. What was hidden takes it from the stock.
            for (cell, role) in [(mv.from, mv.role), (mv.to, answer)] {
                let (side, kind) = self.piece(cell);
                if role != NONE && (kind == FRESH || kind == MOVED) {
                    self.take(side, role);
                }
            }
            // What stands on `to` in the end. A shown piece, too, becomes what the jury says.
            let (side, kind) = match (answer, self.piece(mv.from).1) {
                (NONE, FRESH) => (turn, MOVED),
                (NONE, mover) => (turn, mover),
                _ => match fight(mv.role, answer) {
                    Ordering::Greater => (turn, mv.role),
                    Ordering::Equal => (0, NONE),
                    Ordering::Less => (1 - turn, answer),
                },
            };
            self.put(mv.from, 0, NONE);
            self.put(mv.to, side, kind);
            self.ply += 1;
            self.hash ^= key(TURN_KEY);
        }

        /// The contest's points of both sides when the game is over.
        pub fn result(&self) -> Option<[i32; 2]> {
            // The side on turn has lost if its flag has just been taken, or if it cannot move while plies are left.
            let (turn, over) = (self.turn(), self.ply >= LAST_PLY);
            if self.alive(turn, FLAG) == 0 || !over && self.legal_moves().next().is_none() {
                return Some(if turn == 0 { [0, 12] } else { [12, 0] });
            }
            let lead = (self.pieces(0) - self.pieces(1)).signum();
            Some([2 + lead, 2 - lead]).filter(|_| over)
        }

        /// Says which quiet move a side must not take back. The hash has it, since legal moves depend on it.
        pub fn set_ban(&mut self, side: usize, mv: Move) {
            for ban in [self.ban[side], mv].iter().filter(|&&ban| ban != Move::NULL) {
                self.hash ^= key(BAN_KEYS * (side + 1) + 64 * usize::from(ban.from) + usize::from(ban.to));
            }
            self.ban[side] = mv;
        }

        /// Takes a role from the stock.
        pub fn take(&mut self, side: usize, role: Kind) {
            let stock_key = |left: u8| key(STOCK_KEYS + (side << 7) + (usize::from(role) << 3) + usize::from(left));
            // `saturating_sub`: an illegal move may show a role once too often.
            let left = &mut self.stock[side & 1][usize::from(role & 15)];
            self.hash ^= stock_key(*left) ^ stock_key(left.saturating_sub(1));
            *left = left.saturating_sub(1);
        }

        /// Puts a piece on a cell, in place of what stood there. `NONE`, of side 0, empties the cell.
        pub fn put(&mut self, cell: u8, side: usize, kind: Kind) {
            let code = (16 * side) as u8 + kind;
            let old = std::mem::replace(&mut self.cells[usize::from(cell & 63)], code);
            // What stood there leaves the counts, sets and hash; what comes enters them. `^` does either.
            for (code, change) in [(old, -1), (code, 1)].iter().filter(|piece| piece.0 != NONE) {
                let (side, kind, bit) = (usize::from(code >> 4) & 1, code & 15, 1 << (cell & 63));
                self.count[side][usize::from(kind)] += change;
                self.occupied[side] ^= bit;
                match kind {
                    FRESH => self.fresh[side] ^= bit,
                    FLAG | BOMB => self.fixed[side] ^= bit,
                    _ => {}
                }
                self.hash ^= key(usize::from(*code) << 6 | usize::from(cell & 63));
            }
        }
    }

    impl fmt::Display for Board {
        fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
            for row in (0..7).rev() {
                write!(f, "{}", row + 1)?;
                for cell in 7 * row..7 * row + 7 {
                    let (side, kind) = self.piece(cell);
                    let lake = kind == NONE && LAND >> cell & 1 == 0; // an illegal move may lead onto it
                    let sign = if lake { b'~' } else { SIGNS[side][usize::from(kind)] };
                    write!(f, " {}", char::from(sign))?;
                }
                writeln!(f)?;
            }
            write!(f, "  a b c d e f g  after {} plies", self.ply)?;
            for (side, name) in ["Red ", "Blue"].iter().enumerate() {
                let left = |role: Kind| role_letter(role).to_string().repeat(self.stock(side, role) as usize);
                write!(f, "\n{} {} {}", name, (FLAG..=SPY).map(left).collect::<String>(), self.ban[side])?;
            }
            Ok(())
        }
    }
}

// ---------------------------------------------------------------------------------------------------------------------
// Evaluation: fights (they order moves) and positions, judged without a search.
// ---------------------------------------------------------------------------------------------------------------------
pub(crate) mod eval {
    // The evaluation is a sum of weights times what they count, Red's less Blue's; if Blue is on turn the sign is
    // changed. `material` counts living roles, those shown, unmoved pieces, the spare, and what roles of the enemy
    // they meet. `place` weighs the cell of each piece. `Position::evaluate` adds the reach, the cells that a side can
    // enter or attack.
    //
    // The unit is a hundredth of a logit, the logarithm of the odds to win. 0 is an even game, 100 is odds of 2.7 to 1
    // (73 %; in real games less), 200 is 88 %. Independent advantages multiply the odds, so logits are added.
    //
    // The weights were learned from games against itself. Those of `material` were fitted by small steps, so that the
    // sum forecasts the results, and the scores of searches some moves later (logistic regression). Some moves and
    // fights of these games were random. Else the fit mistakes what winners have, such as riders far in front, for what
    // wins. Those of cells come from matches (SPSA): weights with random shifts play those with the opposite shifts,
    // and move towards the winner. `REACH` was set by hand.
    use super::contest::decode;
    use super::rules::{beside, bits, falls_to, fight, Board, Kind, Move, Roles};
    use super::rules::{BOMB, FLAG, FRESH, GENERAL, MINER, MOVED, NONE, SPY};

    /// What a role counts in a fight, in hundredths of a logit: guesses from before the learning.
    const WORTH: [i32; 16] = [0, 2000, 30, 130, 104, 80, 65, 12, 38, 0, 0, 0, 0, 0, 0, 0];

    /// What a fight wins for the attacker at once, roughly, by the answer that it likes least (`refutation`). Negative
    /// when it falls.
    pub fn gain(attacker: Kind, answers: Roles) -> i32 {
        let worth = |role: Kind| WORTH[usize::from(role & 15)];
        if answers & falls_to(attacker) != 0 {
            -worth(attacker)
        } else if answers >> attacker & 1 != 0 {
            0 // the same role on both sides
        } else {
            bits(answers).map(worth).min().unwrap_or(0)
        }
    }

    /// The sane answers to an attack: without the flag, which loses at once, if there is any other.
    pub fn sane_answers(board: &Board, to: u8) -> Roles {
        let others = board.defender_roles(to) & !(1 << FLAG);
        Some(others).filter(|&others| others != 0).unwrap_or(1 << FLAG)
    }

    /// The answer that the attacker likes least: the cheapest role that beats it; without one the same role (a tie);
    /// else the cheapest that falls. To a general: B, or G, or R. (`Less`, the least, means that the attacker falls.)
    pub fn refutation(set: Roles, attacker: Kind) -> Kind {
        bits(set).min_by_key(|&role| (fight(attacker, role), WORTH[usize::from(role & 15)])).unwrap_or(NONE)
    }

    // Where the groups of weights stand in `LEARNED`. Before them are those of `material`, in the order of its terms.
    const REACH: usize = 22; // cells that the movable pieces can enter or attack
    const SQUARES: usize = 23; // cells of unmoved hidden pieces (they need three rows), moved ones, shown ones: 28
                               // each, seven rows from the own back row, four columns from the edge inwards

    // The weights: a line for the terms of `material` and `REACH`, a line for the cells. The program that learned them:
    // `git show dd49461:tests/tune/lamistra.rs`. (Idea half-weights halves all.) A living role counts one weight, in
    // the order V B G O L M R S. If it is shown, the weight eight places further is added. The sums:
    //
    //                  G    O    L    M    R    S    B      Both rows: M 11 less for each enemy bomb that is alive,
    //     hidden      191  179  128  148   32   48   17     B 11 more for each enemy M. Shown: G 69 less while the
    //     shown       174  146   98  123   54   12   46     enemy's spy is in its stock.
    //
    // To show a role costs: the enemy then knows what beats it. But bombs and riders gain: only miners attack shown
    // bombs, and riders have little to lose. Each piece above all enemies brings 49, any bombs without an enemy miner
    // 117 once, a cell in reach 3. Hidden pieces that moved want to be in front (-6 to 20), unmoved ones behind (7 to
    // 2). A first move costs 14, and 18 more if the spare was 4 or less.
    static LEARNED: [i16; SQUARES + 3 * 28] = decode(
        "GXx,w|wHw]hvSGe6&).^#UYu9<w=vTJ
         NMMNKLLLJJIKIHHIGFGGEEDECDCDABBBEFEEIJJJMLNNQQRSUUVVYZ[[CFHJBEHICEHKCEGJCEHKCFGJCFHJ",
    );

    pub const LIMIT: i32 = 6_000; // no evaluation is beyond this: sums of these weights stay below 4,500

    /// What depends on no cell: the pieces of one side by role and by how much of them is known. A role is alive if
    /// shown or still in the stock: there is always a hidden piece left to become it.
    fn material(board: &Board, side: usize) -> i32 {
        let enemy = 1 - side;
        let alive = |role: Kind| board.alive(side, role);
        let weight = |at: u8| i32::from(LEARNED[usize::from(at)]);
        // Weights 0 to 7: the living pieces of each role, from the flag, which weighs nothing, to the spy. 8 to 15:
        // those of them that are shown.
        let roles = (0..8).map(|at| weight(at) * alive(FLAG + at) + weight(8 + at) * board.count(side, FLAG + at));
        // `SPY` if the enemy has none from G to R: then all of ours from G to R count as above.
        let best_enemy = (GENERAL..SPY).find(|&role| board.alive(enemy, role) > 0).unwrap_or(SPY);
        // Weights 16 to 21.
        let others = [
            board.count(side, FRESH),      // hidden pieces that never moved
            board.spare(side).clamp(0, 4), // how many of these need not be the flag or a bomb, at most 4
            i32::from(board.count(side, GENERAL) > 0 && board.stock(enemy, SPY) > 0), // the general is hunted
            alive(MINER) * board.alive(enemy, BOMB),
            i32::from(alive(BOMB) > 0 && board.alive(enemy, MINER) == 0), // bombs stand: nothing can take them
            (GENERAL..best_enemy).map(alive).sum(), // pieces that rank above the best that the enemy has left
        ];
        roles.sum::<i32>() + (16..).zip(others).map(|(at, count)| weight(at) * count).sum::<i32>()
    }

    /// What a cell counts by the piece on it: with a plus for Red's, a minus for Blue's; 0 where nothing stands.
    fn place(board: &Board, cell: u8) -> i32 {
        let (side, kind) = board.piece(cell);
        // Blue sees the board from the other end. The right half has the weights of the left one: g those of a.
        let (row, sign) = if side == 0 { (cell / 7, 1) } else { (6 - cell / 7, -1) };
        let column = (cell % 7).min(6 - cell % 7);
        let table = match kind {
            NONE => return 0,
            FRESH => 0,
            MOVED => 28,
            _ => 56,
        };
        sign * i32::from(LEARNED[SQUARES + table + usize::from(4 * row + column)])
    }

    /// A board with its evaluation, kept up to date move by move. Most moves of a search are quiet moves of pieces that
    /// have moved before. Such a move changes what two cells count, and no material. (Idea plain-evaluation takes 1.6
    /// times the time.)
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct Position {
        pub board: Board,
        material: i32, // Red's less Blue's
        places: i32,   // Red's less Blue's
    }

    impl Position {
        /// Computed from nothing, for the position that a search begins with.
        pub fn new(board: &Board) -> Position {
            let material = material(board, 0) - material(board, 1);
            let places = bits(board.occupied[0] | board.occupied[1]).map(|cell| place(board, cell)).sum();
            Position { board: *board, material, places }
        }

        /// The position after a move; `answer` as in `Board::play`.
        pub fn after(&self, mv: Move, answer: Kind) -> Position {
            let mut next = *self;
            next.board.play(mv, answer);
            next.places += place(&next.board, mv.from) + place(&next.board, mv.to);
            next.places -= place(&self.board, mv.from) + place(&self.board, mv.to);
            if answer != NONE || self.board.piece(mv.from).1 == FRESH {
                next.material = material(&next.board, 0) - material(&next.board, 1);
            }
            next
        }

        /// The score of the position for the side on turn, by the weights alone: between -`LIMIT` and `LIMIT`.
        pub fn evaluate(&self) -> i32 {
            let board = &self.board;
            // The cells that the movable pieces can enter or attack, counted anew each time. Idea no-reach.
            let reach = |side: usize| (beside(board.movable(side)) & !board.occupied[side]).count_ones() as i32;
            let lead = self.material + self.places + i32::from(LEARNED[REACH]) * (reach(0) - reach(1));
            (if board.turn() == 0 { lead } else { -lead }).clamp(-LIMIT, LIMIT)
        }
    }
}

// ---------------------------------------------------------------------------------------------------------------------
// Matrix: the game in which both sides choose their role at once.
// ---------------------------------------------------------------------------------------------------------------------
pub(crate) mod matrix {
    // `solve` finds the mixed strategies of both sides: how often to play each role. `draw` draws from one.
    //
    // The smallest example: Blue makes the last move of a game, c5-c4. On each side one hidden piece never moved, so it
    // is the flag. The two others share two roles: Blue's spy and colonel, Red's general and lieutenant.
    //
    // ```text
    // 7 . . . . . . !       Blue's points, 3         as a tree, in which Red sees Blue's role: Blue takes the
    // 6 . . . . . . .       with more pieces,        maximum, and below it Red's answer makes it the minimum
    // 5 . . - - . . .       1 with fewer:                          max(1, 1) = 1
    // 4 . ~ + . . ~ .              Red's G    L                   /             \
    // 3 . . . . + . .       Blue's O     1    3             O: min(1, 3) = 1    S: min(3, 1) = 1
    // 2 . . . . . . .              S     3    1               /       \           /       \
    // 1 ? . . . . . .                                       G: 1     L: 3       G: 3     L: 1
    //   a b c d e f g  after 399 plies
    // Red  VGL e2-e3
    // Blue VOS d6-d5
    // ```
    //
    // If Blue plays each role in half of the games, it gets 2 points on average, whatever Red does. So the attack is
    // worth 2, and the tree says 1: a role that the other side sees is a worse one.
    //
    // A larger one, the first fight of a game, as in the head: Red plays d3-d4, and Blue attacks it with d5-d4. Each
    // pair of roles was searched four plies deep (there seven). The other roles are left out: neither side wants them.
    // What Blue, the attacker, gets, in percent of a win: -100 is lost, 0 even, 100 won (see `CHANCE`):
    //
    //                  Red's G    O    R
    //     Blue's G           0   49  -19      G beats O; but to show a G for an R is a bad trade.
    //            O         -46    0    5
    //            R          24    0    0
    //
    // A side that always plays the same role gets less than by a mix. The answer to G is R, to R it is O (for Red R is
    // as good), to O it is G. Regret matching finds how often to play each. In each round a side finds, against the
    // enemy's mix, what each role brings and what its own mix brings (the mean). It adds the difference to the role's
    // regret, which never falls below 0. Next it plays each role by its share of the regrets; at first all alike. Blue,
    // the attacker, learns first. Then Red does, against Blue's new mix, that of the next row. Three rounds, with the
    // regrets after each:
    //
    //               Blue plays    Red plays    G, O, R bring Blue   mean   regrets of Blue's G, O, R   of Red's G, O, R
    //     round 1   33  33  33    33  33  33     10  -14    8          1          9    0    7            0    0   20
    //     round 2   57   0  43     0   0 100    -19    5    0        -11          0   16   17           11    2   20
    //     round 3    1  47  52    35   5  60     -9  -13    8         -2          0    5   27            3    7   24
    //
    // In round 1, G brings (0 + 49 - 19) / 3 = 90 / 9, R 72 / 9. The mean is 13 / 9. So their regrets are 77 / 9 and
    // 59 / 9, of their sum 57 and 43 %: Blue's round 2. Against these, G, O and R bring Red -10, -28 and 11, on average
    // -9: only R's regret grows, to 20, and Red's round 2 is R alone. Single rounds go round in circles, but not their
    // averages, in which later ones count more: after 2,000, Blue's are 2, 32, 66, Red's 5, 28, 67 (exact: 2.3, 31.8,
    // 65.8 and 4.8, 28.3, 66.9). Then each role that is played brings 1, and no other mix more.
    use super::rules::{bits, Kind, Roles, FLAG, NONE, SPY};
    use std::array::from_fn;

    /// A number for each role, at the place of its kind: a payoff, a regret, or how often it is played (together 1).
    pub type Mix = [f64; 9];
    /// What the attacker gets for each pair of roles, a row for each of the attacker's.
    pub type Payoffs = [Mix; 9];

    /// Rounds of regret matching. The value is then within a thousandth of the exact one (on a scale from -1 to 1).
    const ROUNDS: u32 = 2_000;

    /// Solves a matrix game by regret matching plus (Tammelin 2014). `sets` are the roles of the attacker and of the
    /// defender. Returns the mixed strategies of both, and what the attacker gets on average when both play so.
    pub fn solve(payoffs: &Payoffs, sets: [Roles; 2]) -> ([Mix; 2], f64) {
        // What each side gets, a row for each of its roles: the defender pays what the attacker gets.
        let games = [*payoffs, from_fn(|own| from_fn(|theirs| -payoffs[theirs][own]))];
        let (mut regret, mut played) = ([[0.0; 9]; 2], [[0.0; 9]; 2]);
        for round in 1..=ROUNDS {
            for side in 0..2 {
                let mix = scaled(&regret[side], sets[side]);
                let other = scaled(&regret[1 - side], sets[1 - side]);
                let gains = from_fn(|role| product(&games[side][role], &other));
                let mean = product(&mix, &gains);
                // The plus of the name: no sum falls below 0, so a role that was bad for long returns once it is good.
                for role in bits(sets[side]).map(usize::from) {
                    regret[side][role] = (regret[side][role] + gains[role] - mean).max(0.0);
                    played[side][role] += mix[role] * f64::from(round);
                }
            }
        }
        let mixes = [scaled(&played[0], sets[0]), scaled(&played[1], sets[1])];
        (mixes, product(&mixes[0], &from_fn(|role| product(&payoffs[role], &mixes[1]))))
    }

    /// The amounts scaled to a sum of 1; all roles of the set alike when there are none.
    fn scaled(amounts: &Mix, set: Roles) -> Mix {
        let sum: f64 = amounts.iter().sum();
        let part = |role: usize| if sum > 0.0 { amounts[role] / sum } else { 1.0 / f64::from(set.count_ones()) };
        from_fn(|role| if set >> role & 1 != 0 { part(role) } else { 0.0 })
    }

    /// The mean of the values in a mix.
    fn product(mix: &Mix, values: &Mix) -> f64 {
        mix.iter().zip(values).map(|(probability, value)| probability * value).sum()
    }

    /// Draws a role from a mix. `point`, from 0 to 1, lies on a line that is cut into pieces as long as the
    /// probabilities. The role of its piece is drawn, or the last one, if rounding leads past the end. That the
    /// lot wins games is unproven (idea static-roles). It stays: a side that always shows the same role can be read.
    pub fn draw(mix: &Mix, point: f64) -> Kind {
        let begin = |role: usize| mix[..role].iter().sum::<f64>();
        let is_drawn = |role: usize| mix[role] > 0.0 && begin(role) <= point;
        (FLAG..=SPY).rev().find(|&role| is_drawn(usize::from(role))).unwrap_or(NONE)
    }
}

// ---------------------------------------------------------------------------------------------------------------------
// Alpha-beta for a game of fights, in its plain form. (`ayu.rs` explains it on one page, with a tree.)
// ---------------------------------------------------------------------------------------------------------------------
//
// Positions form a tree: a node is a position, the root is the present one, a line leads from it to a node. At the
// leaves, `depth` plies ahead, the evaluation gives a score. Scores are for the side on turn: what is 10 to one side is
// -10 to the other. Alpha is what the side on turn is sure of, beta the most that the enemy allows. Between them lies
// the window, say (10, 60): after a move it is the enemy's, with its ends swapped and negated, (-60, -10). The enemy
// avoids a node worth beta or more: the node's other moves are skipped, a cut. A null window, (alpha, alpha + 1), only
// asks whether a score is above alpha. An attack is one move for each role that its piece may have. It is worth what
// the enemy's best answer leaves. An answer that leaves at most alpha refutes it. A quiet move's answer is none.
//
//     fn alpha_beta(position, depth, alpha, beta) {
//         if depth == 0 { return evaluate(position); }
//         let mut best = -INFINITE;                              // no move: lost
//         for mv in moves(position) {
//             let alpha = max(alpha, best);
//             let mut worst = beta;                              // least that an answer leaves; beta makes a cut
//             for answer in answers(position, mv) {              // (for the flag see `move_score`: nothing to search)
//                 let next = position.after(mv, answer);
//                 worst = min(worst, -alpha_beta(next, depth - 1, -worst, -alpha));
//                 if worst <= alpha { break; }                   // refuted
//             }
//             best = max(best, worst);
//             if best >= beta { break; }                         // the cut
//         }
//         best
//     }
//
// The answers are the inner loop, so the defender sees the role. A fight is open if both sides have a choice of
// roles. Then both choose at once, and the tree is wrong in two ways. To the attacker it is too low, as its role is
// seen: 1 point instead of 2 in `matrix`. And it is too high: scores have errors, and of several roles one that errs
// upwards is taken. Which error is larger is not known. (To charge for open attacks loses: idea risk.)
//
// The real one, in the order of its calls:
//
//     think > search_root > child > move_score > alpha_beta > search_moves > child > move_score > ..
//     choose_role > payoffs > payoffs_at > alpha_beta > ..
//     at depth 0: alpha_beta > quiesce > search_moves > child > ..   (each attack takes off a piece)

// ---------------------------------------------------------------------------------------------------------------------
// Search: takes a position and a budget (what a decision may cost), returns a report. The page above has its words.
// ---------------------------------------------------------------------------------------------------------------------
pub(crate) mod search {
    use super::contest::{mix64, Budget, Rng};
    use super::eval::{gain, refutation, sane_answers, Position, LIMIT};
    use super::rules::{beside, bits, Board, Move, FLAG, LAST_PLY, NONE};

    /// Score of a game won at once, in hundredths of a logit as everywhere; one less for each ply until then.
    pub const WIN: i32 = 20_000;
    /// Scores beyond this are proven: wins or losses by force, if each defender sees the attacker's role. (In the game
    /// it does not.) A win loses 1 for each ply, and what contempt costs: below 19,000 it is like any other score.
    pub const PROVEN: i32 = 19_000;
    pub const INFINITE: i32 = 30_000; // beyond every score
    pub const DEPTH_MAX: i32 = 48; // deepest iteration (search to one depth); with few mobile pieces left it reaches 30
    const PLIES: usize = 96; // beyond the longest line: `DEPTH_MAX`, then attacks, each takes off one of 42 pieces
    const CLOCK_NODES: u64 = 256; // between two looks at the clock: 0.05 ms. Without time left `think` gets 255 at most
    const TABLE_ENTRIES: usize = 1 << 20; // positions kept, 16 bytes each: 16 MB of the contest's 64; idea no-table
    const STACK: usize = 8_192; // moves of all nodes on the current line; 96 plies of 40, a common number, need half
    const CONTEMPT_LIMIT: i32 = 400; // most that a quiet move of ours costs, so that we do not wait: `contempt`

    // Orders of moves, the highest first: the best move of an earlier search, fights that win against every answer,
    // quiet moves by history (how well they cut), other fights. To a fight's group at most 2,000 is added.
    const FROM_TABLE: i32 = 1 << 28;
    const WINNING: i32 = 1 << 24; // what the attack wins is added
    const HISTORY: i32 = 1 << 16; // quiet moves lie between this and its negative, the limits of the history score
    const FIGHTS: i32 = -(1 << 17); // what the attack brings at worst is added, at most 0

    const _: () = assert!(TABLE_ENTRIES.is_power_of_two() && std::mem::size_of::<Entry>() == 16);
    const _: () = assert!(WIN - PLIES as i32 > PROVEN && INFINITE < i16::MAX as i32 && DEPTH_MAX + 42 < PLIES as i32);
    // Of the 48 plies of a line 24 are ours, so contempt shifts a score by at most 24 * 400 = 9,600. Evaluations stay
    // within 6,000 + 9,600, below `PROVEN`, losses within 20,000 + 9,600, below `INFINITE`. A stored score adds no
    // more: as the hash has the ply, it was found from this root or an earlier one, at most 48 plies on.
    const _: () = assert!(DEPTH_MAX / 2 * CONTEMPT_LIMIT < INFINITE - WIN && INFINITE - WIN < PROVEN - LIMIT);

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
        best: Move, // the best move, or the one that made the cut; if none beat alpha, a guess
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

    /// What is asked of a node: plies from here to the leaves, plies from the root (not `Board::ply`), and the window.
    #[derive(Clone, Copy, Debug)]
    pub struct Node {
        pub depth: i32,
        pub ply: usize,
        pub alpha: i32,
        pub beta: i32,
    }

    /// What a decision came to. `think` gives an attack the role that is best against a defender that sees it.
    /// `choose_role` gives the role to play, ours in attack or in defence.
    #[derive(Clone, Copy, Debug, Default)]
    pub struct Report {
        pub best: Move,
        pub score: i32, // for the side that decides, in hundredths of a logit
        pub depth: i32, // plies of the last iteration that has found something; 0 without a search
        pub nodes: u64, // positions that `alpha_beta` was asked for, leaves included
    }

    /// The tables and limits of a search. One serves a whole game: what it learned helps the next move.
    pub struct Search {
        pub rng: Rng,            // begins with the seed; draws roles, and shuffles the root's moves
        budget: Budget,          // what this decision may cost
        pub nodes: u64,          // what it has taken
        root_side: usize,        // the side that decides: `contempt` and `at_last_ply` are for it
        lead: i32,               // its lead when the decision began: for `contempt`
        table: Box<[Entry]>,     // a new entry always overwrites the old one
        stack: Vec<(i32, Move)>, // the moves of all nodes on the current line, with their order
        /// How well quiet moves to a cell have cut, by `Board::code`: pieces of one side and kind share their scores.
        history: [[i32; 64]; 32],
    }

    impl Search {
        pub fn new(seed: u64) -> Search {
            // An empty entry has depth -1, so it answers no question.
            let empty = Entry { hash: 0, best: Move::NULL, score: 0, depth: -1, bound: Bound::Upper };
            Search {
                rng: Rng(seed),
                budget: Budget::fixed(0, 0), // until `begin`
                nodes: 0,
                root_side: 0,
                lead: 0,
                table: vec![empty; TABLE_ENTRIES].into_boxed_slice(),
                stack: Vec::with_capacity(STACK),
                history: [[0; 64]; 32],
            }
        }

        /// Everything that holds for one decision of a side.
        pub fn begin(&mut self, root: &Position, side: usize, budget: Budget) {
            self.budget = budget;
            self.nodes = 0;
            self.root_side = side;
            self.lead = if root.board.turn() == side { root.evaluate() } else { -root.evaluate() };
            self.stack.clear();
            // The table's entries stay nearly true (see `alpha_beta`). History scores fade to a quarter.
            self.history.iter_mut().flatten().for_each(|score| *score /= 4);
        }

        /// The best move for the side on turn; an attack with the role that is best if it is seen. `None`: no move. It
        /// searches one ply deep, then two, and so on (iterations). A budget has a goal, the planned time, and a limit,
        /// at most twice that, where it stops at once. After an iteration it stops if half the goal is gone (the next
        /// takes longer than all before); if the best move has just changed, only if all is gone.
        pub fn think(&mut self, board: &Board, budget: Budget) -> Option<Report> {
            let root = Position::new(board);
            self.begin(&root, board.turn(), budget);
            // Shuffled, then sorted: the seed breaks ties.
            self.push_moves(board, true);
            self.rng.shuffle(&mut self.stack);
            self.stack.sort_unstable_by_key(|&(order, _)| -order);
            let mut report = Report { best: self.stack.first()?.1, ..Report::default() };
            for depth in 1..=budget.depth.min(DEPTH_MAX) {
                let before = report.best;
                // The best of all moves goes into the report, and to the front of the stack.
                let finished = self.search_root(&root, depth, &mut report);
                let enough = if report.best == before { 0.5 } else { 1.0 };
                if finished.is_none() || budget.used() > enough {
                    break;
                }
            }
            report.nodes = self.nodes;
            Some(report)
        }

        /// One iteration over the root's moves. They begin the stack; nodes below take theirs off. A better move goes
        /// to the front and into the report: a stopped iteration (`None`) leaves the best so far.
        fn search_root(&mut self, root: &Position, depth: i32, report: &mut Report) -> Option<()> {
            let mut node = Node { depth, ply: 0, alpha: -INFINITE, beta: INFINITE };
            for i in 0..self.stack.len() {
                let mv = self.stack[i].1;
                let score = self.child(root, mv, node, i == 0, 0)?;
                if score > node.alpha {
                    node.alpha = score;
                    self.stack[..=i].rotate_right(1);
                    *report = Report { best: mv, score, depth, nodes: 0 };
                }
            }
            Some(())
        }

        /// Alpha-beta: the score for the side on turn. `None`: the budget is used up, every call returns at once, and
        /// `begin` clears the stack. Let v be the score in a window without limits. But for the table, the pruning
        /// below and reductions (late quiet moves less deep) this holds:
        ///
        ///     score <= alpha             v <= score: no move beats alpha
        ///     alpha < score < beta       v = score
        ///     beta <= score              v >= score: a cut
        pub fn alpha_beta(&mut self, position: &Position, node: Node) -> Option<i32> {
            let Node { depth, ply, alpha, beta } = node;
            debug_assert!(alpha < beta && ply > 0 && ply < PLIES, "window {} to {}, ply {}", alpha, beta, ply);
            let board = &position.board;
            self.nodes += 1;
            if self.budget.is_over(self.nodes, CLOCK_NODES) {
                return None;
            }
            if board.ply >= LAST_PLY {
                return Some(self.at_last_ply(board));
            }
            if board.legal_moves().next().is_none() {
                return Some(ply as i32 - WIN);
            }
            if depth <= 0 {
                return self.quiesce(position, node);
            }
            // Contempt and the end depend on `board.ply`, so this hash has it. The same moves in another order lead
            // to the same hash if the last moves are the same (`ban`). Our `lead` is not in it: it changes slowly.
            let hash = board.hash ^ mix64(u64::from(board.ply));
            let entry = self.probe(hash, ply);
            let tt_move = entry.map_or(Move::NULL, |entry| entry.best); // the best move that the table (tt) knows
            if let Some(entry) = entry.filter(|e| i32::from(e.depth) >= depth && e.decides(alpha, beta)) {
                return Some(i32::from(entry.score));
            }
            // Reverse futility pruning: an evaluation that is above beta by 45 for each ply left will hardly fall below
            // it in four plies or fewer. Only in a null window: a wider one asks for the exact score. Idea no-futility.
            if beta - alpha == 1 && depth <= 4 && beta.abs() < PROVEN {
                let score = position.evaluate() - 45 * depth;
                if score >= beta {
                    return Some(score);
                }
            }
            let (score, best) = self.search_moves(position, tt_move, node)?;
            let bound = match score {
                score if score >= beta => Bound::Lower,
                score if score > alpha => Bound::Exact,
                _ => Bound::Upper,
            };
            self.store(hash, depth, ply, score, bound, best);
            Some(score)
        }

        /// Searches the moves of a node until one makes a cut; at depth 0 only attacks that win. Returns the best
        /// score, which is an upper bound if it is at most alpha, with its move.
        fn search_moves(&mut self, position: &Position, tt_move: Move, mut node: Node) -> Option<(i32, Move)> {
            let (mut best, base) = ((-INFINITE, Move::NULL), self.stack.len());
            self.push_moves(&position.board, node.depth > 0);
            self.stack[base..].iter_mut().filter(|pair| pair.1 == tt_move).for_each(|pair| pair.0 = FROM_TABLE);
            for i in 0..self.stack.len() - base {
                // The best of the moves that are left comes next, of equals the first. Sorting them all would be wasted
                // where an early one makes a cut.
                let at = base + i;
                let top = (at..self.stack.len()).rev().max_by_key(|&j| self.stack[j].0).unwrap_or(at);
                self.stack.swap(at, top);
                let mv = self.stack[at].1;
                // Late move reduction: from the fifth move on quiet ones are searched a ply less deep, at depth 3 or
                // more. Attacks are not: what they are worth is seen only later. Idea no-reductions.
                let reduced = i32::from(node.depth >= 3 && i >= 4 && mv.role == NONE);
                let score = self.child(position, mv, node, i == 0, reduced)?;
                if score > best.0 {
                    best = (score, mv);
                }
                node.alpha = node.alpha.max(score);
                if node.alpha >= node.beta {
                    self.update_history(&position.board, base, i, node.depth);
                    break;
                }
            }
            self.stack.truncate(base);
            Some(best)
        }

        /// The score of a move. The first move of a node has the node's window, say (10, 60). The others are only
        /// asked in (10, 11), `reduced` plies less deep: above 10? If so, again at full depth if reduced; if still
        /// above 10 and below 60, in (10, 60).
        fn child(&mut self, position: &Position, mv: Move, node: Node, first: bool, reduced: i32) -> Option<i32> {
            let Node { alpha, beta, depth, .. } = node;
            let mut ask =
                |less: i32, high: i32| self.move_score(position, mv, Node { depth: depth - less, beta: high, ..node });
            let mut score = ask(reduced, if first { beta } else { alpha + 1 })?;
            if reduced > 0 && score > alpha {
                score = ask(0, alpha + 1)?;
            }
            if !first && alpha < score && score < beta {
                score = ask(0, beta)?;
            }
            Some(score)
        }

        /// Plays a move and searches what follows. The score is for the side that moves; `depth` counts the move. A
        /// quiet move of ours pays contempt: 55 less 40 is 15. An attack scores as the best answer leaves it.
        pub fn move_score(&mut self, position: &Position, mv: Move, node: Node) -> Option<i32> {
            let Node { depth, ply, alpha, beta } = node;
            let board = &position.board;
            let pays = mv.role == NONE && board.turn() == self.root_side;
            let cost = if pays { self.contempt(board) } else { 0 };
            // The sane answers: not the flag, if there is another. The one that most likely refutes comes first. A
            // quiet move, onto an empty cell, has one "answer": `NONE`.
            let answers = sane_answers(board, mv.to);
            let first = refutation(answers, mv.role);
            let others = bits(answers).filter(|&answer| answer != first);
            // Window (10, 60): an answer leaves 30. Does the next leave less? It is asked in (10, 30). (`worst` begins
            // above beta, not at beta as on the page: so a score above beta is returned, and stored, as it is.)
            let mut worst = INFINITE;
            for answer in Some(first).into_iter().chain(others) {
                // The window is for what follows, before the cost is taken off: with 40, (10, 11) becomes (50, 51).
                let (low, high) = (alpha + cost, beta.min(worst) + cost);
                let next = Node { depth: depth - 1, ply: ply + 1, alpha: -high, beta: -low };
                // The flag is hit: the game is won at the next ply, and nothing is left to search.
                worst = worst.min(match answer {
                    FLAG => WIN - next.ply as i32,
                    _ => -self.alpha_beta(&position.after(mv, answer), next)? - cost,
                });
                if worst <= alpha {
                    break;
                }
            }
            Some(worst)
        }

        /// Quiescence search: a search that stops between two attacks still counts a piece that falls at the next ply.
        /// So it goes on with attacks that win something against every answer. The side on turn need not attack (stand
        /// pat): the evaluation is a lower bound. Attacks that the enemy threatens are not seen. Idea no-quiescence.
        fn quiesce(&mut self, position: &Position, node: Node) -> Option<i32> {
            let score = position.evaluate();
            if score >= node.beta {
                return Some(score);
            }
            let node = Node { depth: 0, alpha: node.alpha.max(score), ..node };
            Some(score.max(self.search_moves(position, Move::NULL, node)?.0))
        }

        /// What a game that ends after 200 moves is worth for the side on turn. An even game counts 0, but a draw -70
        /// to us: we prefer a small risk. (2 of 12 points as odds would be -161.) 3 to 1 is 40 more, 1 to 3 40 less.
        fn at_last_ply(&self, board: &Board) -> i32 {
            let value = 40 * (board.pieces(self.root_side) - board.pieces(1 - self.root_side)).signum() - 70;
            value * if board.turn() == self.root_side { 1 } else { -1 }
        }

        /// Contempt for a draw: what a quiet move costs us, 0 to 400. The enemy may wait at home for ever, and a draw
        /// brings 2 points of 12. An attack costs nothing: so it may lose a little. The cost is the least of three:
        /// - 4 for each ply that is missing. A win takes about 12 plies for each enemy piece, and 60 more: 312 against
        ///   21 pieces. A move at ply 97 leaves 302, 10 are missing: 40.
        /// - Twice what our lead (the evaluation at the root) is above 50: 40 for a lead of 70. With 50 or less we
        ///   wait: of two that wait well, the one that attacks first loses. Idea blind-contempt: -3.1 +- 1.5 points.
        /// - 8 for each ply left: at the end the count of pieces matters.
        ///
        /// Against `home`, a partner that waits, it wins 10.7 of 12 points a game, without contempt 2.1 (40 games each
        /// at 3 s). Between equals it wins nothing (idea no-contempt).
        pub fn contempt(&self, board: &Board) -> i32 {
            let left = i32::from(LAST_PLY - board.ply) - 1; // after the move
            let missing = 12 * board.pieces(1 - board.turn()) + 60 - left;
            (4 * missing).min(2 * (self.lead - 50)).min(8 * left).clamp(0, CONTEMPT_LIMIT)
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

        /// Pushes the moves of the side on turn on the stack with their order: the highest comes first. Each role of an
        /// attack is a move. Without `all` only attacks that win something against every answer.
        fn push_moves(&mut self, board: &Board, all: bool) {
            let enemy = board.occupied[1 - board.turn()];
            // Which pieces to ask, and where quiet moves may go. Only a piece beside an enemy can attack.
            let (pieces, quiet) = if all { (!0, !enemy) } else { (beside(enemy), 0) };
            for from in bits(board.movable(board.turn()) & pieces) {
                let targets = board.targets(from);
                for to in bits(targets & enemy) {
                    let answers = sane_answers(board, to);
                    for role in bits(board.attacker_roles(from)) {
                        let gain = gain(role, answers);
                        if gain > 0 || all {
                            let group = if gain > 0 { WINNING } else { FIGHTS };
                            self.stack.push((group + gain, Move { from, to, role }));
                        }
                    }
                }
                for to in bits(targets & quiet) {
                    let history = self.history[usize::from(board.code(from) & 31)][usize::from(to & 63)];
                    self.stack.push((history, Move { from, to, role: NONE }));
                }
            }
        }

        /// A move made a cut: its history score rises, and that of the moves tried before it falls. Attacks have none:
        /// they are ordered by what they win.
        fn update_history(&mut self, board: &Board, base: usize, index: usize, depth: i32) {
            let cut = self.stack[base + index].1;
            for &(_, mv) in self.stack[base..=base + index].iter().filter(|tried| tried.1.role == NONE) {
                // A cut near the root saves more, so it counts more, up to depth 20.
                let bonus = (depth * depth).min(400) * if mv == cut { 1 } else { -1 };
                let score = &mut self.history[usize::from(board.code(mv.from) & 31)][usize::from(mv.to & 63)];
                // Steps towards +-HISTORY get smaller, and there they are 0.
                *score += bonus * 32 - *score * bonus.abs() * 32 / HISTORY;
            }
        }
    }

    /// A proven score counts plies from the root; in the table, from its own position. This is the difference: a win in
    /// 5 plies, seen at ply 3, is `WIN` - 8 from the root, `WIN` - 5 in the table.
    fn shift(score: i32, ply: usize) -> i32 {
        score.signum() * ply as i32 * i32::from(score.abs() > PROVEN)
    }
}

// ---------------------------------------------------------------------------------------------------------------------
// Roles: what to name in a fight.
// ---------------------------------------------------------------------------------------------------------------------
pub(crate) mod roles {
    // Who decides what:                         the move      our role
    //
    //     we attack, both have a choice         `think`       `choose_role`: a matrix, solved, and a role by lot
    //     we attack, one side has no choice     `think`       `think`: there is nothing to hide
    //     we are attacked                       the enemy     `choose_role` in the same way, if we have a choice
    use super::contest::Budget;
    use super::eval::{sane_answers, Position};
    use super::matrix::{draw, solve, Payoffs};
    use super::rules::{bits, Board, Kind, Move, FLAG, NONE};
    use super::search::{Node, Report, Search, DEPTH_MAX, INFINITE, WIN};

    /// A mix is judged by its average: one huge score would swamp all others. So payoffs are no scores, but chances to
    /// win, p, stretched to the range from -1 to 1: 2p - 1 = `tanh(score / 200)`. A score of 100, p = 0.73, is 0.46.
    const CHANCE: f64 = 200.0;

    /// The role of a side in a fight: the attacker's after `think` has chosen the attack, or the defender's. `payoffs`
    /// searches all pairs of sane roles equally deep. `solve` finds how often to play each, and `draw` draws one.
    pub fn choose_role(search: &mut Search, board: &Board, mv: Move, side: usize, budget: Budget) -> Report {
        let sets = [board.attacker_roles(mv.from), sane_answers(board, mv.to)];
        let own = usize::from(side != board.turn()); // 0: we attack, 1: we defend
        let single = sets.map(|set| set.count_ones() == 1);
        // Nothing to hide: `think` has found the role of our attack, or we have one answer. (A move from the command
        // line has no role.)
        let known = if own == 0 { mv.role } else { sets[1].trailing_zeros() as Kind };
        if known != NONE && (single[own] || single[1]) {
            return Report { best: Move { role: known, ..mv }, ..Report::default() };
        }
        let (payoffs, depth) = payoffs(search, board, mv, side, budget);
        let (mixes, value) = solve(&payoffs, sets);
        let point = search.rng.below(1 << 53) as f64 / f64::powi(2.0, 53); // 53 bits: what an f64 holds
        let role = draw(&mixes[own], point);
        let value = [value, -value][own].clamp(-1.0, 1.0);
        let score = ((value.atanh() * CHANCE) as i32).clamp(-WIN, WIN); // back to the scale of scores
        Report { best: Move { role, ..mv }, score, depth, nodes: search.nodes }
    }

    /// Searches all pairs of sane roles one ply deep, two and so on, until half of the goal. `side` decides. Returns
    /// the last whole iteration with its depth: scores of different depths do not compare. Without time all are 0.
    pub fn payoffs(search: &mut Search, board: &Board, mv: Move, side: usize, budget: Budget) -> (Payoffs, i32) {
        let root = Position::new(board);
        search.begin(&root, side, budget);
        let depths = (1..=budget.depth.min(DEPTH_MAX)).take_while(|_| budget.used() < 0.5);
        let finished = depths.map_while(|depth| Some((payoffs_at(search, &root, mv, depth)?, depth)));
        finished.last().unwrap_or(([[0.0; 9]; 9], 0))
    }

    /// One iteration. Each pair gets a full window: the mixed strategy depends on all scores. `None`: no time is left.
    fn payoffs_at(search: &mut Search, root: &Position, mv: Move, depth: i32) -> Option<Payoffs> {
        let node = Node { depth: depth - 1, ply: 1, alpha: -INFINITE, beta: INFINITE };
        let mut payoffs = [[0.0; 9]; 9];
        for role in bits(root.board.attacker_roles(mv.from)) {
            for answer in bits(sane_answers(&root.board, mv.to)) {
                let after = root.after(Move { role, ..mv }, answer);
                let score = if answer == FLAG { WIN - 1 } else { -search.alpha_beta(&after, node)? };
                payoffs[usize::from(role)][usize::from(answer)] = (f64::from(score) / CHANCE).tanh();
            }
        }
        Some(payoffs)
    }
}

// ---------------------------------------------------------------------------------------------------------------------
// Protocol: lines in, lines out.
// ---------------------------------------------------------------------------------------------------------------------
pub(crate) mod protocol {
    // What is read (<) and written (>) in three kinds of plies:
    //
    //     opponent's quiet move      own attack            opponent's attack
    //     < d5-d4                    > d4-d5               < d5-d4
    //                                > G                   > R     before its role is known
    //                                < B                   < L
    //
    // After each, either side may see that the game is over, and then ends without a word. A line `X`: a forfeit.
    use super::contest::{refuse, Budget, Clock, Lines, Options};
    use super::roles::choose_role;
    use super::rules::{parse_role, role_letter, Board, Kind, Move, LAST_PLY, NONE};
    use super::search::{Report, Search};
    use std::fmt;
    use std::io::{self, BufRead, BufWriter, Write};

    /// Reads the opponent's move. It is checked only as far as it can be applied: all else is the jury's.
    fn read_move(board: &Board, line: &str) -> io::Result<Move> {
        let applicable = Move::parse(line).filter(|&mv| board.can_apply(mv));
        applicable.ok_or_else(|| refuse(line, "a move such as d3-d4, of a piece on turn, not onto its own"))
    }

    /// Reads a role. Whether a piece may have it is the jury's question.
    fn read_role(line: &str) -> io::Result<Kind> {
        parse_role(line).ok_or_else(|| refuse(line, "a role, one of V B G O L M R S"))
    }

    /// The budget of a decision that begins now. Its goal is a share of the time left: 1 / (pairs of plies left + 10
    /// choices of a role); its limit is twice that. Fights end games early: at most 4 pairs of plies for each piece
    /// count. At the start: 4 * 42 = 168, and the goal is 28.35 s (`Clock::new`) / 178 = 0.16 s.
    fn budget(board: &Board, clock: &Clock) -> Budget {
        let pieces = board.pieces(0) + board.pieces(1);
        let moves = i32::from(LAST_PLY.saturating_sub(board.ply) / 2).min(4 * pieces);
        clock.budget(1.0 / f64::from(moves + 10), 2.0)
    }

    /// Reads their line; `None` if the game ends here. From then on the clock runs: it may be our turn.
    fn hear<'a, R: BufRead>(lines: &'a mut Lines<R>, clock: &mut Clock) -> io::Result<Option<&'a str>> {
        let line = lines.next()?.filter(|line| *line != "X");
        clock.start();
        Ok(line)
    }

    /// Plays one game, until it is over or the input ends. A line that cannot be read or applied is an error. `past`:
    /// our lines so far, from the command line, if a game goes on from its middle.
    pub fn run<R: BufRead, W: Write>(input: R, output: W, mut options: Options) -> io::Result<()> {
        // Our lines of a ply, at most 8 bytes, are sent together at the flush.
        let (mut lines, mut output) = (Lines::new(input), BufWriter::with_capacity(64, output));
        let (mut clock, mut search) = (Clock::new(options.seconds), Search::new(options.seed));
        let (mut board, mut us) = (Board::new(), 1);
        clock.stop();
        while board.result().is_none() {
            // The move: ours is chosen and written, theirs is read.
            let ours = board.turn() == us;
            let mut report = Report::default();
            let mv = if ours {
                report = match options.past.pop() {
                    Some(line) => Report { best: read_move(&board, &line)?, ..report },
                    None => search.think(&board, budget(&board, &clock)).unwrap_or(report), // there is a move
                };
                writeln!(output, "{}", report.best)?;
                report.best
            } else {
                match hear(&mut lines, &mut clock)? {
                    None => break,
                    Some("Start") if board.ply == 0 => {
                        us = 0; // `Start` makes us Red; any other first line is Red's move.
                        continue;
                    }
                    Some(line) => read_move(&board, line)?,
                }
            };
            let is_attack = board.is_attack(mv);
            let (mut own, mut theirs) = (NONE, NONE);
            if is_attack {
                // Our role has to be out before theirs is read, or both sides would wait.
                let fight = match options.past.pop() {
                    Some(line) => Report { best: Move { role: read_role(&line)?, ..mv }, ..Report::default() },
                    None => choose_role(&mut search, &board, mv, us, budget(&board, &clock)),
                };
                own = fight.best.role;
                writeln!(output, "{}", role_letter(own))?;
                report = if ours { report } else { fight };
            }
            if ours || is_attack {
                // The decision that stands first in what we send is reported: our move, or our role in defence.
                let letter = role_letter(own);
                let first: &dyn fmt::Display = if ours { &mv } else { &letter };
                options.report(first, report.depth, f64::from(report.score) / 100.0, report.nodes);
                // The contest may suspend us as soon as it has our line: the clock must not run on then.
                clock.stop();
                output.flush()?;
            }
            if is_attack {
                match hear(&mut lines, &mut clock)? {
                    None => break,
                    Some(line) => theirs = read_role(line)?,
                }
            }
            let (role, answer) = if ours { (own, theirs) } else { (theirs, own) };
            board.play(Move { role, ..mv }, answer);
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
