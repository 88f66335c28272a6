//! Lamistra (CodeCup 2005): Stratego on 7 x 7 cells in which a piece gets its role only when it fights.
//!
//! The rules in short. Each side begins with 21 hidden pieces on its three rows. A move is one step in the four
//! directions. Onto an enemy piece it is an attack, else a quiet move. Only an attack gives both pieces a role. Each
//! side chooses from its stock: flag V, four bombs B, general G, two colonels O, three lieutenants L, four miners M,
//! five riders R, spy S. A role once shown stays. The higher rank wins (G O L M R S), equal ranks both go. A bomb beats
//! all but a miner; a spy that attacks beats a general. Flag and bombs never move and never attack. So each side must
//! keep enough hidden pieces that never moved for its V and B in stock. A quiet move must not be taken back at once. A
//! side that loses its flag or cannot move loses 12 to 0. After 200 moves each, more pieces give 3 to 1, equal 2 to 2.
//!
//! Protocol: Red reads `Start`, Blue reads Red's move. A quiet move is a line, `d3-d4`; an attacker also writes its
//! role. The defender reads the move, writes its role, then reads the attacker's role. Nobody announces the end: both
//! programs see it and exit. `X`, `Quit` or the end of the input ends a program early.
//!
//! Method: a hidden piece has no secret: its role is not chosen yet. Only the two roles of a fight are secret.
//! Alpha-beta searches the public positions, as if the defender saw the attacker's role. For the fight at hand it
//! searches all pairs of sane roles: a table, a matrix game. Regret matching (play more what pays) finds how often to
//! play each role, and one is drawn by lot. The evaluation is a sum of weights, learned from own games.
//!
//! Where to begin: first read alpha-beta on one page in `ayu.rs`; pass over `contest`. Then `matrix` with its example
//! by numbers, the head of `search`, and from `think` and `choose_role` down. An idea is a variant of this file:
//! `tests/ideas/lamistra/` has it with its result in Elo, a scale of strength (100 more: 64 % of the points).
//!
//! Strength, by `jury match lamistra './lamistra {seconds} {seed}' B --games N --time S --seed K` (`jury`: README.md);
//! against the jury's partners 11.9 of 12 points a game at 3 s, 11.8 at 0.3 s (`tests/pools/lamistra.txt`):
//! | B                                          | S  | N      | K          | won=drawn-lost   |
//! | a1302aa, an older lamistra.rs              | 10 | 60     | 9004       | 35=3-22          |
//!
//! Not here: an opening book, a model of the opponent's choice of roles, thinking in the opponent's time.
//! Build as the contest does: `rustc -O lamistra.rs`

#![forbid(unsafe_code)]

// ---------------------------------------------------------------------------------------------------------------------
// Constants
// ---------------------------------------------------------------------------------------------------------------------

/// First two words on stderr.
const NAME: &str = "lamistra 1.1";

/// Seconds that the contest gives a program for a whole game.
const GAME_SECONDS: f64 = 30.0;

// ---------------------------------------------------------------------------------------------------------------------
// Rules: Board, Move, parse and format, legal moves, play, result. No clock, no randomness, no I/O.
// ---------------------------------------------------------------------------------------------------------------------
pub(crate) mod rules {
    // A board is an array of cells. Beside it stand sets of cells and counts, which every node needs. `put` and `lift`
    // change all that hangs on a cell. The search plays its moves on copies. One of the rules (see the head) again:
    //
    //     hidden pieces that never moved  >=  flag and bombs left in the stock
    //
    // must hold for both sides all the time. The difference is the `spare`. At 0 none of these pieces may move any
    // more, and each that is attacked must be named flag or bomb.
    use super::contest::mix64;
    use std::fmt;

    /// A ply is a move of one side. A full game has 200 of each side.
    pub const LAST_PLY: u16 = 400;

    /// What a piece is: one of the eight roles, or hidden. The order of the mobile roles is their rank: the smaller
    /// number wins a fight. The exceptions are in `fight`.
    pub type Kind = u8;
    pub const NONE: Kind = 0; // an empty cell, or the role of a quiet move
    pub const FLAG: Kind = 1; // attack it and win the game
    pub const BOMB: Kind = 2; // every attacker but a miner falls by it, and it stays
    pub const GENERAL: Kind = 3; // beats the other mobile roles; falls by a bomb it attacks, or a spy that attacks it
    pub const COLONEL: Kind = 4; // falls by the general
    pub const LIEUTENANT: Kind = 5; // falls by the two above
    pub const MINER: Kind = 6; // takes bombs; falls by the three above
    pub const RIDER: Kind = 7; // beats only the spy
    pub const SPY: Kind = 8; // beats the general when it attacks it, and ties with a spy; all others beat it
    pub const FRESH: Kind = 9; // hidden, and never moved: may still become the flag or a bomb
    pub const MOVED: Kind = 10; // hidden, and has moved: will be one of the mobile roles

    /// The letters of the roles, at the place of their kind.
    const LETTERS: &[u8; 9] = b".VBGOLMRS";
    /// How many of each role a side has to give, at the place of its kind.
    pub const STOCK: [u8; 16] = [0, 1, 4, 1, 2, 3, 4, 5, 1, 0, 0, 0, 0, 0, 0, 0];

    /// A set of roles is a word with bit `1 << kind` set for each.
    pub type Roles = u16;
    /// The roles that never move and never attack.
    const FIXED: Roles = 1 << FLAG | 1 << BOMB;
    /// The roles that do both.
    const MOBILE_ROLES: Roles = 1 << GENERAL | 1 << COLONEL | 1 << LIEUTENANT | 1 << MINER | 1 << RIDER | 1 << SPY;

    /// A set of cells is a word with one bit for each: cell = 7 * row + column, a1 is 0 and g7 is 48.
    ///
    /// ```text
    ///  row 7 | 42 43 44 45 46 47 48      Blue's rows are 5 to 7
    ///        |        ...
    ///  row 4 | 21  ~ 23 24 25  ~ 27      ~ the lakes 22 and 26
    ///        |        ...
    ///  row 1 |  0  1  2  3  4  5  6      Red's rows are 1 to 3
    ///           a  b  c  d  e  f  g
    /// ```
    pub type Cells = u64;
    const COLUMN_A: Cells = 0x0408_1020_4081; // bits 0, 7, 14 .. 42
    const COLUMN_G: Cells = COLUMN_A << 6; // bits 6, 13 .. 48
    /// All cells but the lakes b4 and f4.
    const LAND: Cells = ((1 << 49) - 1) & !(1 << 22) & !(1 << 26);

    /// The cells one step away from any of the cells, without the lakes.
    pub fn beside(cells: Cells) -> Cells {
        // Up, down, right, left. Without the masks a step to the right from column g would come out in column a of the
        // next row. `LAND` removes what leaves the board at the top or lands on a lake.
        (cells << 7 | cells >> 7 | (cells & !COLUMN_G) << 1 | (cells & !COLUMN_A) >> 1) & LAND
    }

    /// A Zobrist key: a random-looking word for each fact about a position (a piece on a cell, a number left in a
    /// stock). The hash is the exclusive or of the keys of all facts. A move changes it by the keys of what ends and
    /// begins. The full stocks of `Board::new` are left out, in all positions. Pieces have numbers below 2048.
    fn key(number: usize) -> u64 {
        mix64((number as u64 + 2005).wrapping_mul(0x9e37_79b9_7f4a_7c15)) // 2005: the contest's year; else as `Rng`
    }
    const STOCK_KEYS: usize = 2048; // 128 a side, 8 a role, one for each number left
    const TURN_KEY: usize = 2304; // in the hash when Blue is on turn
    const BAN_KEYS: usize = 4096; // 4096 a side, one for each move that must not be taken back

    /// A move of one piece.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub struct Move {
        /// The cell that the piece leaves.
        pub from: u8,
        /// The cell that it enters, or attacks: it enters only when it wins.
        pub to: u8,
        /// The attacker's role. `NONE` in a quiet move, and where the role is not chosen yet, as in `legal_moves`.
        pub role: Kind,
    }

    impl Move {
        /// Stands for "no move": no piece goes from a1 to a1.
        pub const NULL: Move = Move { from: 0, to: 0, role: NONE };

        /// Reads `d3-d4`; the role of an attack comes on a line of its own. `None` when it is not that.
        pub fn parse(text: &str) -> Option<Move> {
            // Lakes are cells like others here. Whether the move is legal is a question to the board.
            let cell = |column: u8, row: u8| match (column, row) {
                (b'a'..=b'g', b'1'..=b'7') => Some(7 * (row - b'1') + (column - b'a')),
                _ => None,
            };
            match *text.as_bytes() {
                [a, b, b'-', c, d] => Some(Move { from: cell(a, b)?, to: cell(c, d)?, role: NONE }),
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
        // The dot stands for `NONE` in the table, and is no role.
        match *text.as_bytes() {
            [letter] => LETTERS.iter().position(|&l| l == letter && l != b'.').map(|i| i as Kind),
            _ => None,
        }
    }

    pub fn role_letter(role: Kind) -> char {
        LETTERS.get(usize::from(role)).map_or('?', |&l| l as char)
    }

    /// The roles of a set, in the order of their kinds.
    pub fn roles(set: Roles) -> impl Iterator<Item = Kind> {
        (FLAG..=SPY).filter(move |&role| set >> role & 1 != 0)
    }

    /// How a fight ends, seen by the attacker.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub enum Fight {
        /// The defender goes, and the attacker takes its cell.
        Wins,
        /// Both cells are empty then.
        BothGo,
        /// The attacker goes, the defender stays where it is.
        Loses,
    }

    /// The fight between two roles.
    pub fn fight(attacker: Kind, defender: Kind) -> Fight {
        // The exceptions come first. After them the smaller number wins, and a spy that is attacked is the largest one.
        match (attacker, defender) {
            (_, FLAG) | (MINER, BOMB) | (SPY, GENERAL) => Fight::Wins,
            (_, BOMB) => Fight::Loses,
            _ if attacker == defender => Fight::BothGo,
            _ if attacker < defender => Fight::Wins,
            _ => Fight::Loses,
        }
    }

    /// A position, all public. Each move of a search gets a copy (about 200 bytes, a few nanoseconds); undo drops it.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub struct Board {
        /// 16 * side + kind, or `NONE`. 64 cells: `index & 63` needs no bounds check, like `& 1` and `& 15` elsewhere.
        cells: [u8; 64],
        /// All pieces of each side.
        pub occupied: [Cells; 2],
        /// Hidden pieces that never moved.
        pub fresh: [Cells; 2],
        /// Bombs that have been shown. (Inside `play` also a flag that is shown, until it is taken.)
        pub fixed: [Cells; 2],
        /// Pieces on the board of each kind.
        count: [[u8; 16]; 2],
        /// Roles of each kind still to be given.
        stock: [[u8; 16]; 2],
        /// The roles of which any are still to be given.
        remaining: [Roles; 2],
        /// The previous move of each side if it was quiet: it must not be taken back quietly at once.
        ban: [Move; 2],
        /// Plies played, both sides together, up to `LAST_PLY`; its last bit is the side on turn.
        pub ply: u16,
        /// Zobrist hash, kept move by move. Of `ply` only the last bit is in it.
        pub hash: u64,
    }

    impl Board {
        /// The position before Red's first move: 21 hidden pieces a side, all roles still to be given.
        pub fn new() -> Board {
            let mut board = Board {
                cells: [NONE; 64],
                occupied: [0; 2],
                fresh: [0; 2],
                fixed: [0; 2],
                count: [[0; 16]; 2],
                stock: [STOCK; 2],
                remaining: [FIXED | MOBILE_ROLES; 2],
                ban: [Move::NULL; 2],
                ply: 0,
                hash: 0,
            };
            // Red on rows 1 to 3, Blue on rows 5 to 7.
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

        /// The side and the kind of what stands on a cell; the kind is `NONE` on an empty cell.
        pub fn piece(&self, cell: u8) -> (usize, Kind) {
            let code = self.cells[usize::from(cell & 63)];
            (usize::from(code >> 4), code & 15)
        }

        /// Side and kind in one number below 32, for tables.
        pub fn code(&self, cell: u8) -> u8 {
            self.cells[usize::from(cell & 63)]
        }

        /// Pieces of that kind on the board.
        pub fn count(&self, side: usize, kind: Kind) -> i32 {
            i32::from(self.count[side & 1][usize::from(kind & 15)])
        }

        /// Roles of that kind still to be given.
        pub fn stock(&self, side: usize, role: Kind) -> i32 {
            i32::from(self.stock[side & 1][usize::from(role & 15)])
        }

        /// Pieces of a role that are alive, shown or to be given.
        pub fn alive(&self, side: usize, role: Kind) -> i32 {
            self.count(side, role) + self.stock(side, role)
        }

        pub fn pieces(&self, side: usize) -> i32 {
            self.occupied[side & 1].count_ones() as i32
        }

        /// How many of the hidden pieces that never moved need not be the flag or a bomb. Below 0 only after an illegal
        /// move of the opponent that the jury let pass.
        pub fn spare(&self, side: usize) -> i32 {
            self.count(side, FRESH) - self.stock(side, FLAG) - self.stock(side, BOMB)
        }

        /// Pieces that may move or attack, whether or not they have a cell to go to.
        pub fn movable(&self, side: usize) -> Cells {
            // Without a spare each piece that never moved has to be the flag or a bomb, and is held.
            let held = if self.spare(side) <= 0 { self.fresh[side & 1] } else { 0 };
            self.occupied[side & 1] & !self.fixed[side & 1] & !held
        }

        /// The cells where the piece of the side on turn may go; attacks are those that are occupied.
        pub fn targets(&self, from: u8) -> Cells {
            // The ban is our latest move if it was quiet: its piece must not go back. To attack on `ban.from` is no
            // going back. A piece of ours on `ban.to` is that piece: no other has moved since.
            let ban = self.ban[self.turn()];
            let mut targets = beside(1 << from) & !self.occupied[self.turn()];
            if ban != Move::NULL && from == ban.to && self.cells[usize::from(ban.from & 63)] == NONE {
                targets &= !(1 << ban.from);
            }
            targets
        }

        /// Can the side on turn move at all? If not, it has lost.
        pub fn has_move(&self) -> bool {
            self.legal_moves().next().is_some()
        }

        /// All moves of the side on turn, the role of an attack left open, in a fixed order.
        pub fn legal_moves(&self) -> impl Iterator<Item = Move> + '_ {
            bits(self.movable(self.turn()))
                .flat_map(move |from| bits(self.targets(from)).map(move |to| Move { from, to, role: NONE }))
        }

        pub fn is_attack(&self, mv: Move) -> bool {
            self.code(mv.to) != NONE
        }

        /// The roles that a piece may attack as, if it may attack at all.
        pub fn attacker_roles(&self, from: u8) -> Roles {
            match self.piece(from) {
                (side, FRESH) | (side, MOVED) => self.remaining[side & 1] & MOBILE_ROLES,
                (_, known) => 1 << known,
            }
        }

        /// The roles that a piece may answer an attack with. Never empty: a piece that the rules leave no role may be
        /// any mobile one. That happens only after an illegal move of the opponent.
        pub fn defender_roles(&self, to: u8) -> Roles {
            let roles = match self.piece(to) {
                (side, FRESH) if self.spare(side) <= 0 => self.remaining[side & 1] & FIXED,
                (side, FRESH) => self.remaining[side & 1],
                (side, MOVED) => self.remaining[side & 1] & MOBILE_ROLES,
                (_, known) => 1 << known,
            };
            if roles == 0 {
                MOBILE_ROLES
            } else {
                roles
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
            // The own ban ends with this move. That of the other side is about its next move, and stays.
            self.hash ^= self.ban_key(turn);
            self.ban[turn] = Move::NULL;
            self.ply += 1;
            self.hash ^= key(TURN_KEY);
            if answer == NONE {
                // A quiet move; the next one may not take it back.
                self.carry(mv, turn);
                self.ban[turn] = mv;
                self.hash ^= self.ban_key(turn);
                return;
            }
            // Both show their roles, also the one that falls: it takes its role from the stock too.
            self.show(mv.from, mv.role);
            self.show(mv.to, answer);
            let outcome = fight(mv.role, answer);
            if outcome != Fight::Wins {
                self.lift(mv.from);
            }
            if outcome != Fight::Loses {
                self.lift(mv.to);
            }
            if outcome == Fight::Wins {
                self.carry(mv, turn);
            }
        }

        /// The contest's points of both sides when the game is over.
        pub fn result(&self) -> Option<[i32; 2]> {
            let won = |side: usize| if side == 0 { [12, 0] } else { [0, 12] };
            if let Some(side) = (0..2).find(|&side| self.alive(side, FLAG) == 0) {
                return Some(won(1 - side));
            }
            // While moves are left, a side that cannot move has lost. After the last ply that is not asked.
            if self.ply < LAST_PLY {
                return if self.has_move() { None } else { Some(won(1 - self.turn())) };
            }
            let lead = (self.pieces(0) - self.pieces(1)).signum();
            Some([2 + lead, 2 - lead])
        }

        /// The key of a side's banned move. Two boards that differ only in the ban have different moves.
        fn ban_key(&self, side: usize) -> u64 {
            let ban = self.ban[side & 1];
            if ban == Move::NULL {
                return 0;
            }
            key(BAN_KEYS * (side + 1) + 64 * usize::from(ban.from) + usize::from(ban.to))
        }

        /// A piece goes to an empty cell; if it was hidden and had never moved, now it has.
        fn carry(&mut self, mv: Move, side: usize) {
            let kind = self.lift(mv.from);
            self.put(mv.to, side, if kind == FRESH { MOVED } else { kind });
        }

        /// A piece shows its role: a hidden one takes it from the stock. A known one, too, becomes what the jury says.
        fn show(&mut self, cell: u8, role: Kind) {
            let (side, kind) = self.piece(cell);
            if kind == FRESH || kind == MOVED {
                // `saturating_sub`: an illegal move may show a role once too often.
                let left = &mut self.stock[side & 1][usize::from(role & 15)];
                self.hash ^= stock_key(side, role, *left);
                *left = left.saturating_sub(1);
                if *left == 0 {
                    self.remaining[side & 1] &= !(1 << role);
                }
                self.hash ^= stock_key(side, role, *left);
            }
            self.lift(cell);
            self.put(cell, side, role);
        }

        /// Sets a piece on an empty cell. Everything that depends on it: cell, sets, count, hash.
        fn put(&mut self, cell: u8, side: usize, kind: Kind) {
            let (side, bit) = (side & 1, 1 << (cell & 63));
            let code = (16 * side) as u8 + kind;
            self.cells[usize::from(cell & 63)] = code;
            self.occupied[side] |= bit;
            match kind {
                FRESH => self.fresh[side] |= bit,
                FLAG | BOMB => self.fixed[side] |= bit,
                _ => {}
            }
            self.count[side][usize::from(kind & 15)] += 1;
            self.hash ^= piece_key(cell, code);
        }

        /// Takes away what stands on a cell, and says what it was: the reverse of `put`. An empty cell stays empty.
        fn lift(&mut self, cell: u8) -> Kind {
            let code = self.cells[usize::from(cell & 63)];
            if code == NONE {
                return NONE;
            }
            let (side, kind, bit) = (usize::from(code >> 4) & 1, code & 15, 1 << (cell & 63));
            self.cells[usize::from(cell & 63)] = NONE;
            self.occupied[side] &= !bit;
            self.fresh[side] &= !bit;
            self.fixed[side] &= !bit;
            self.count[side][usize::from(kind)] -= 1;
            self.hash ^= piece_key(cell, code);
            kind
        }
    }

    /// A piece's key: 64 for each side and kind.
    fn piece_key(cell: u8, code: u8) -> u64 {
        key(usize::from(code) << 6 | usize::from(cell & 63))
    }

    /// The key of "so many of this role are left in the stock".
    fn stock_key(side: usize, role: Kind, left: u8) -> u64 {
        key(STOCK_KEYS + (side << 7) + (usize::from(role) << 3) + usize::from(left))
    }

    /// The numbers of the bits that are set, lowest first.
    pub fn bits(mut word: u64) -> impl Iterator<Item = u8> {
        std::iter::from_fn(move || {
            let lowest = word.trailing_zeros() as u8;
            word &= word.wrapping_sub(1);
            Some(lowest).filter(|&bit| bit < 64)
        })
    }
}

// ---------------------------------------------------------------------------------------------------------------------
// Matrix: what fights win, which answers refute an attack, and the game in which both sides choose their role at once.
// ---------------------------------------------------------------------------------------------------------------------
pub(crate) mod matrix {
    // The first half judges fights without a search: `gain` orders moves, `refutation` is the answer to try first. To
    // refute an attack is to show that it gains nothing. The second half solves a fight with both roles open: `solve`
    // finds the mixed strategies, how often to play each role; `draw` draws from one. All numbers are the attacker's.
    use super::rules::{fight, roles, Board, Fight, Kind, Roles, BOMB, FLAG, GENERAL, MINER, NONE, RIDER, SPY};
    use super::rules::{COLONEL, LIEUTENANT};

    /// What a role is worth, to order moves and choose attacks: by hand, before learning. The flag is worth the game.
    fn worth(role: Kind) -> i32 {
        const WORTH: [i32; 16] = [0, 2000, 30, 130, 104, 80, 65, 12, 38, 0, 0, 0, 0, 0, 0, 0];
        WORTH[usize::from(role & 15)]
    }

    /// What a fight wins for the attacker at once, roughly; negative when it costs more than it takes.
    pub fn gain(attacker: Kind, defender: Kind) -> i32 {
        match fight(attacker, defender) {
            Fight::Wins => worth(defender),
            Fight::BothGo => 0, // the same role on both sides
            Fight::Loses => -worth(attacker),
        }
    }

    /// The roles of a set, those first that are cheapest to lose.
    pub fn cheapest_first(set: Roles) -> impl Iterator<Item = Kind> {
        const ORDER: [Kind; 8] = [RIDER, BOMB, SPY, MINER, LIEUTENANT, COLONEL, GENERAL, FLAG];
        ORDER.iter().copied().filter(move |&role| set >> role & 1 != 0)
    }

    /// The roles that a sane defender answers with: the flag loses at once, so only when nothing else is left.
    pub fn sane_answers(board: &Board, to: u8) -> Roles {
        // `max` compares sets as numbers. All sets of other roles are above `1 << FLAG`; the empty one is below.
        (board.defender_roles(to) & !(1 << FLAG)).max(1 << FLAG)
    }

    /// The answer that the attacker likes least: a bomb that beats it, else the cheapest role that does, the same role
    /// (a tie), the cheapest that falls. To a general: B, then G, then R.
    fn refutation(set: Roles, attacker: Kind) -> Kind {
        let find = |set: Roles, outcome| cheapest_first(set).find(|&role| fight(attacker, role) == outcome);
        let (bomb, loses) = (set & 1 << BOMB, Fight::Loses);
        let answers = [find(bomb, loses), find(set ^ bomb, loses), find(set, Fight::BothGo), find(set, Fight::Wins)];
        answers.iter().flatten().next().map_or(NONE, |&answer| answer)
    }

    /// The refutations by set of roles and attacker, made once, looked up at every attack. Idea no-answer-table.
    pub fn refutation_table() -> Box<[[Kind; 9]]> {
        let row = |set: Roles| {
            let mut row = [NONE; 9];
            (GENERAL..=SPY).for_each(|attacker| row[usize::from(attacker)] = refutation(set, attacker));
            row
        };
        (0..512).map(row).collect()
    }

    // A fight with both roles open is a matrix game. Here is the first one of a game: Red plays d3-d4, and Blue attacks
    // it with d5-d4. Each pair of roles was searched four plies deep. The other roles are left out: neither side wants
    // them. What Blue, the attacker, gets (in hundredths, from -100, lost, to 100, won):
    //
    //                  Red's G    O    R
    //     Blue's G           0   50  -18      G beats O; but to show a G for an R is a bad trade.
    //            O         -47    0    6
    //            R          23   -1    0
    //
    // A good mix beats every single role: against G the other side plays R, against R it plays O, against O it plays G.
    // Regret matching finds how often to play each. The regret of a role is how much more it would have brought so far
    // than what was played; a sum below 0 is set to 0. Roles are played in proportion to it. Three rounds:
    //
    //               Blue plays    Red plays    G, O, R bring Blue   mean   regrets of Blue's G, O, R   of Red's G, O, R
    //     round 1   33  33  33    33  33  33     11  -14    7          1          9    0    6            0    0   20
    //     round 2   61   0  39     2   0  98    -18    5    0        -11          2   16   17           12    0   20
    //     round 3    6  45  49    37   0  63    -11  -13    8         -3          0    5   28            4    6   24
    //
    // In round 1, G brings (0 + 50 - 18) / 3 = 11. The mean is 1, so the regret of G is 9 (all numbers are rounded). Then
    // Red learns, from Blue's new mix (61, 0, 39): in round 2 it plays R nearly alone. The plays of single rounds go
    // round in circles. Their averages, in which later rounds count more, do not: after 2,000 rounds they are 4, 30, 66
    // for Blue and 6, 27, 67 for Red. Then every role that is played brings 1, and no other mix brings more.

    /// A number for each role, at the place of its kind: a payoff, a regret, or how often it is played (together 1).
    pub type Mix = [f64; 9];
    /// What the attacker gets for each pair of roles, a row for each of the attacker's.
    pub type Payoffs = [Mix; 9];

    /// Rounds of regret matching. The value is then within a thousandth of the exact one (on a scale from -1 to 1).
    const ROUNDS: u32 = 2_000;

    /// Solves a matrix game by regret matching plus (Tammelin 2014). `sets` are the roles of the attacker and of the
    /// defender. Returns the mixed strategies of both, and what the attacker gets on average when both play so.
    pub fn solve(payoffs: &Payoffs, sets: [Roles; 2]) -> ([Mix; 2], f64) {
        // The regrets, and how often each role was played so far. Later rounds know more and count more.
        let (mut regret, mut played) = ([[0.0; 9]; 2], [[0.0; 9]; 2]);
        for round in 1..=ROUNDS {
            // The attacker learns from the defender's present play, then the defender from the attacker's new one.
            for side in 0..2 {
                let mix = scaled(&regret[side], sets[side]);
                let gains = values(payoffs, side, &scaled(&regret[1 - side], sets[1 - side]));
                let mean = product(&mix, &gains);
                // The plus of the name: no sum falls below 0, so a role that was bad for long returns once it is good.
                for role in roles(sets[side]).map(usize::from) {
                    regret[side][role] = (regret[side][role] + gains[role] - mean).max(0.0);
                    played[side][role] += mix[role] * f64::from(round);
                }
            }
        }
        let mixes = [scaled(&played[0], sets[0]), scaled(&played[1], sets[1])];
        (mixes, product(&mixes[0], &values(payoffs, 0, &mixes[1])))
    }

    /// The weights scaled to a sum of 1; all roles of the set alike when there are none.
    fn scaled(weights: &Mix, set: Roles) -> Mix {
        let sum: f64 = weights.iter().sum();
        let mut mix = [0.0; 9];
        for role in roles(set).map(usize::from) {
            mix[role] = if sum > 0.0 { weights[role] / sum } else { 1.0 / f64::from(set.count_ones()) };
        }
        mix
    }

    /// What each role of a side (0 attacks) brings it against a mix of the other side's.
    fn values(payoffs: &Payoffs, side: usize, other: &Mix) -> Mix {
        let mut values = [0.0; 9];
        for own in 0..9 {
            for theirs in 0..9 {
                // The defender pays what the attacker gets.
                let payoff = if side == 0 { payoffs[own][theirs] } else { -payoffs[theirs][own] };
                values[own] += payoff * other[theirs];
            }
        }
        values
    }

    /// The mean of the values in a mix.
    fn product(mix: &Mix, values: &Mix) -> f64 {
        mix.iter().zip(values).map(|(share, value)| share * value).sum()
    }

    /// A role with a share below this is left out: it wins little, and may be there only by an error of the search. So
    /// the G of the example above, 3.8 %, is not drawn.
    const RARE: f64 = 0.04;

    /// Draws a role by its share. `point` is a random number from 0 to 1: a point on a line that is cut into the
    /// shares. The role in whose part it lies is drawn. If rounding carries it past the end, the last one is.
    pub fn draw(mix: &Mix, point: f64) -> Kind {
        let kept = |role: Kind| if mix[usize::from(role)] < RARE { 0.0 } else { mix[usize::from(role)] };
        let mut point = point * (FLAG..=SPY).map(kept).sum::<f64>();
        let mut drawn = NONE;
        for role in (FLAG..=SPY).filter(|&role| kept(role) > 0.0) {
            drawn = role;
            point -= kept(role);
            if point < 0.0 {
                break;
            }
        }
        drawn
    }
}

// ---------------------------------------------------------------------------------------------------------------------
// Evaluation: what a position is worth, in hundredths of a logit (100 stands for a chance to win of 73 %, 200 of 88 %).
// ---------------------------------------------------------------------------------------------------------------------
pub(crate) mod eval {
    // The evaluation is a sum of weights times what they count, Red's less Blue's. `material` counts what is alive and
    // what of it is known, `place` where it stands, `reach` where it can go. The first two are kept in `Position`.
    //
    // A logit is the logarithm of the odds. Independent advantages multiply the odds, so their logits are added. 0 is
    // an even game, 100 is odds of 2.7 to 1. But learning fixes no scale: the scores are surer than the results.
    //
    // The weights were learned from own games. The terms were fitted to forecast results. That alone cannot tell what
    // wins from what winners have. So there are random moves and fights in these games: what they lose, good play has
    // not chosen. A fit of the cells wanted pieces far in front, where winners have them. So cells and reach come from
    // simultaneous perturbation (SPSA): weights with a random change play those with the opposite one, and each takes
    // a step to the side that won more. `tests/tune/lamistra.rs` has both methods.
    use super::contest::decode;
    use super::rules::{beside, bits, Board, Kind, Move, BOMB, FLAG, FRESH, GENERAL, MINER, MOVED, NONE, SPY};

    // Where each weight or group stands in the table. Each counts for the side that has it, against the other.
    const ALIVE: usize = 0; // pieces of each role, shown or to be given (8, in their order; the flag's is unused)
    const SHOWN: usize = 8; // shown pieces of each role (8)
    const UNMOVED: usize = 16; // hidden pieces that never moved
    const SPARE: usize = 17; // how many of these need not be the flag or a bomb, at most 4
    const NO_SPARE: usize = 18; // 1 if there is none: all that never moved must be the flag and bombs
    const GENERAL_HUNTED: usize = 19; // 1 if the general is shown and the enemy's spy still to be given
    const MINER_BOMBS: usize = 20; // miners times the enemy's bombs
    const BOMBS_STAND: usize = 21; // 1 if there are bombs, and no enemy miner is left to take them
    const ABOVE: usize = 22; // pieces that rank above the best that the enemy has left
    const MOBILE_LEFT: usize = 23; // mobile roles left
    const STUCK: usize = 24; // 1 if there are none: a ply later the search sees that this loses
    const SHARE: usize = 25; // our part of all mobile roles, in 32nds: with few left, one role more is a larger part
    pub const REACH: usize = 26; // cells that the movable pieces can enter or attack
    const SQUARES: usize = 27; // cells of hidden pieces that never moved, hidden ones that did, and shown ones:
                               // 28 each, seven rows from the own back row, four columns from the edge to the middle
    pub const COUNT: usize = SQUARES + 3 * 28;

    pub type Weights = [i16; COUNT];

    /// The weights, in hundredths of a logit, in the order of the constants above: a line for the terms, a line for the
    /// cells. `make tune GAME=lamistra ARGS='show'` prints them as numbers.
    ///
    /// What do they say? With 42 for being mobile a general is worth 191, a colonel 179, a miner 148, a lieutenant 128,
    /// a spy 48, a rider 32. A shown role tells the enemy what beats it. To show a spy costs 36, a colonel 33, a
    /// lieutenant 30, a miner 25, a general 17, and 69 more while the enemy's spy is still to come. Bombs (29) and
    /// riders (22) rise by it: only miners attack bombs, and riders have little to lose. Each piece that ranks above
    /// all enemies brings 49 more, bombs without an enemy miner bring 117, a cell in reach brings 3. Hidden pieces that
    /// moved want to be in front (-6 to 20), those that never moved behind (7 to -4).
    pub const LEARNED: Weights = decode(
        "GXw^wQvzw2=MGe6&).^#UY<u9<w=vTvMu?IJ
         NMMNKLLLJJIKIHHIGFGGEEDECDCDABBBEFEEIJJJMLNNQQRSUUVVYZ[[CFHJBEHICEHKCEGJCEHKCFGJCFHJ",
    );

    /// Largest evaluation. `search` may take contempt off it, 24 times 400: that is still no proven loss (-19,000).
    pub const LIMIT: i32 = 9_000;

    /// What depends on no cell: the pieces of one side by role and by how much of them is known. A role in the stock
    /// counts as alive: there is always a hidden piece left to become it.
    fn material(weights: &Weights, board: &Board, side: usize) -> i32 {
        let enemy = 1 - side;
        let mut sum = 0;
        let mobile_roles = |side: usize| (GENERAL..=SPY).map(|role| board.alive(side, role)).sum::<i32>();
        let (mobile, enemy_mobile) = (mobile_roles(side), mobile_roles(enemy));
        // If the enemy has none from G to R left, all of ours from G to R count as above.
        let best_enemy = (GENERAL..SPY).find(|&role| board.alive(enemy, role) > 0).unwrap_or(SPY);
        let mut add = |weight: usize, times: i32| sum += i32::from(weights[weight]) * times;
        // The flag is left out: both sides have it until the game is over.
        for role in BOMB..=SPY {
            let alive = board.alive(side, role);
            add(ALIVE + usize::from(role - FLAG), alive);
            add(SHOWN + usize::from(role - FLAG), board.count(side, role));
            // A smaller number is a higher rank: no piece of the enemy can beat it in a plain fight.
            if role >= GENERAL && role < best_enemy {
                add(ABOVE, alive);
            }
        }
        // Beyond four the difference is too far away to matter.
        let spare = board.spare(side).clamp(0, 4);
        add(UNMOVED, board.count(side, FRESH));
        add(SPARE, spare);
        add(MINER_BOMBS, board.alive(side, MINER) * board.alive(enemy, BOMB));
        // With 16 mobile roles against 16 the share is 16 of 32 for both, with 2 against 1 it is 21 and 10.
        add(MOBILE_LEFT, mobile);
        add(SHARE, 32 * mobile / (mobile + enemy_mobile).max(1));
        let mut add_if = |weight: usize, holds: bool| add(weight, i32::from(holds));
        add_if(NO_SPARE, spare == 0);
        add_if(GENERAL_HUNTED, board.count(side, GENERAL) > 0 && board.stock(enemy, SPY) > 0);
        add_if(BOMBS_STAND, board.alive(side, BOMB) > 0 && board.alive(enemy, MINER) == 0);
        add_if(STUCK, mobile == 0);
        sum
    }

    /// What a piece gets for its cell, for Red and against Blue; 0 where nothing stands.
    fn place(weights: &Weights, board: &Board, cell: u8) -> i32 {
        let (side, kind) = board.piece(cell);
        // Blue sees the board from the other end. Both halves have the same table: column a is g.
        let row = if side == 0 { cell / 7 } else { 6 - cell / 7 };
        let column = (cell % 7).min(6 - cell % 7);
        let table = match kind {
            NONE => return 0,
            FRESH => 0,
            MOVED => 28,
            _ => 56,
        };
        let sign = if side == 0 { 1 } else { -1 };
        sign * i32::from(weights[SQUARES + table + usize::from(4 * row + column)])
    }

    /// What a side gets for cells that its movable pieces can enter or attack. Computed anew each time. Idea no-reach.
    fn reach(weights: &Weights, board: &Board, side: usize) -> i32 {
        let cells = beside(board.movable(side)) & !board.occupied[side];
        i32::from(weights[REACH]) * cells.count_ones() as i32
    }

    /// A board with its evaluation, kept up to date move by move. Most moves of a search are quiet moves of pieces that
    /// have moved before. Such a move changes what two cells count, and no material. Idea plain-evaluation.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct Position {
        pub board: Board,
        material: i32, // Red's less Blue's
        places: i32,   // Red's less Blue's
    }

    impl Position {
        /// Computed from nothing, for the position that a search begins with.
        pub fn new(weights: &Weights, board: &Board) -> Position {
            let material = material(weights, board, 0) - material(weights, board, 1);
            let places = bits(board.occupied[0] | board.occupied[1]).map(|cell| place(weights, board, cell)).sum();
            Position { board: *board, material, places }
        }

        /// The position after a move; `answer` as in `Board::play`.
        pub fn after(&self, weights: &Weights, mv: Move, answer: Kind) -> Position {
            let mut next = *self;
            next.board.play(mv, answer);
            // Only two cells change, whatever happens on them.
            next.places += place(weights, &next.board, mv.from) + place(weights, &next.board, mv.to);
            next.places -= place(weights, &self.board, mv.from) + place(weights, &self.board, mv.to);
            // A quiet move changes the material only by moving what had never moved.
            if answer != NONE || self.board.piece(mv.from).1 == FRESH {
                next.material = material(weights, &next.board, 0) - material(weights, &next.board, 1);
            }
            next
        }

        /// What the position is worth for the side on turn, by the weights alone: between -`LIMIT` and `LIMIT`.
        pub fn evaluate(&self, weights: &Weights) -> i32 {
            let (board, turn) = (&self.board, self.board.turn());
            let lead = self.material + self.places + reach(weights, board, 0) - reach(weights, board, 1);
            (if turn == 0 { lead } else { -lead }).clamp(-LIMIT, LIMIT)
        }
    }
}

// ---------------------------------------------------------------------------------------------------------------------
// Search: owns the tables, the node count and the random numbers. Takes a position and a budget, returns a report.
// ---------------------------------------------------------------------------------------------------------------------
pub(crate) mod search {
    // `think` finds the move, an attack by its value in the tree. For the real fight `choose_role` searches all pairs
    // of sane roles, solves the matrix and draws; the attack stands, whatever the value. `push_moves` makes the moves
    // and orders them, an attack as one move for each role. `move_score` plays a move, and here fights branch: if there
    // are several answers it searches each. Who calls whom:
    //     think > search_root > child > move_score > alpha_beta > search_moves > child > move_score > ..
    //     choose_role > payoffs > alpha_beta > ..
    //     at depth 0: alpha_beta > quiesce > move_score > alpha_beta > quiesce > ..   (each attack takes off a piece)
    //
    // The words of alpha-beta, which `ayu.rs` explains at length. A node is a position in the tree of moves; the root
    // is the present one, the leaves are evaluated. Iterative deepening searches to depth 1, then 2 and so on; each is
    // an iteration. The window, from alpha to beta, holds the scores that matter. A null window, beta = alpha + 1, is a
    // yes/no question: is it better than alpha? A cut: a move is worth beta or more, so good that the enemy avoids this
    // node. Its other moves are skipped. The transposition table keeps what was found for the next time.
    // Scores are hundredths of a logit for the side on turn, or near `WIN` when the game is decided by force.
    //
    // How attacks are searched. A piece that has shown its role is known. The role of a hidden one is open:
    //
    //   attacker known,  defender known:  one outcome, an ordinary move
    //   attacker hidden, defender known:  the attacker chooses (a maximum over up to 6 roles)
    //   attacker known,  defender hidden: the defender chooses (a minimum over up to 7)
    //   attacker hidden, defender hidden: both choose at once, a matrix game
    //
    // The first three are plain alpha-beta. In the fourth the tree lets the defender see the attacker's role: it takes
    // the maximum over the attacker's roles of the minimum over the defender's. That errs in two ways. To be seen
    // makes the value too low (in the example of `matrix` 0 instead of 1). And of six roles with errors in their scores
    // the maximum takes the luckiest: too high. In matches the second counted more, so `RISK` is taken off. All this is
    // cheap, as one answer refutes most roles. A matrix needs all pairs exactly: only where a role is chosen.
    use super::contest::{Budget, Rng};
    use super::eval::{Position, Weights, LEARNED};
    use super::matrix::{cheapest_first, draw, gain, refutation_table, sane_answers, solve, Payoffs};
    use super::rules::{beside, bits, roles, Board, Kind, Move, FLAG, FRESH, LAST_PLY, NONE};

    /// Score of a game won at once, in hundredths of a logit as everywhere; one less for each ply until then.
    pub const WIN: i32 = 20_000;
    /// Scores beyond this are wins or losses by force, against a defender that sees the attacker's role. In the game it
    /// does not: a role drawn by lot may save what is lost so. Contempt blurs the distance; a win may fall below this.
    pub const PROVEN: i32 = 19_000;
    /// Beyond every score.
    const INFINITE: i32 = 30_000;
    /// Deepest iteration. Endings with few mobile pieces reach depth 30.
    const DEPTH_MAX: i32 = 48;
    /// Longest line in plies, the quiescence search (attacks only) included.
    const PLIES: usize = 96;
    /// Nodes between two looks at the clock: a tenth of a millisecond. A search takes at least that. The millisecond
    /// that `is_over` names would be too long at the end of a game of 1 s.
    const CLOCK_NODES: u64 = 256;
    /// Entries of the transposition table, of 16 bytes each: 16 MB of the contest's 64. Idea no-table.
    const TABLE_ENTRIES: usize = 1 << 20;
    /// Room for the moves of all nodes on the current line. 96 plies with 40 moves each, a common number, need half.
    const STACK: usize = 8_192;

    // What is searched less, or not at all. Searching more errs less, but takes time. Found by matches, as `RISK`.
    /// Late move reduction: from depth `REDUCED_LEAST` on, quiet moves behind the first `REDUCED_FROM[0]` of the order,
    /// attacks counted, are searched a ply less deep, behind `REDUCED_FROM[1]` two. From depth `REDUCED_DEEP` on one
    /// more. Idea no-reductions.
    const REDUCED_LEAST: i32 = 3;
    const REDUCED_FROM: [usize; 2] = [4, 12];
    const REDUCED_DEEP: i32 = 7;
    /// Late move pruning: up to this depth a null window gets no quiet moves from place `LATE_FROM * depth` on, unless
    /// all before them lose. Idea no-pruning.
    const LATE_DEPTH: i32 = 2;
    const LATE_FROM: usize = 6;
    /// Reverse futility pruning: up to this depth a node is not searched when the evaluation is above beta by so much
    /// for each ply: so few plies hardly lose that much. A smaller step saves and errs more. Idea no-futility.
    const FUTILITY_DEPTH: i32 = 4;
    const FUTILITY_STEP: i32 = 45;
    /// A mix is judged by its average, and averages suit chances: one huge logit would swamp all others. So payoffs are
    /// chances to win, p, stretched to the range from -1 to 1: 2p - 1, the hyperbolic tangent `tanh(score / 200)`.
    pub const CHANCE: f64 = 200.0;
    /// Plies before the last one at which the piece count begins to replace the evaluation.
    const FADE: u16 = 50;
    /// What an attack with both roles open is charged (see above), for either side. Ideas no-risk, half-risk.
    pub const RISK: i32 = 48;
    /// What 2 to 2 after 200 moves is worth to the side that decides, and how much more 3 to 1, less 1 to 3. Guesses.
    const DRAW: i32 = -70;
    const DRAW_LEAD: i32 = 40;
    /// In `quiesce`, what an attack may bring beyond what it takes: roles shown, cells gained. More tries more attacks.
    const MARGIN: i32 = 60;
    /// Contempt for a draw. The enemy may wait for ever, and a draw brings 2 points of 12. A win takes about
    /// `PLIES_A_PIECE` plies for each piece that the enemy has, and `PLIES_A_WIN` besides. For each of these plies that
    /// is no longer left, a quiet move of ours costs `CONTEMPT_STEP`. Against all 21 pieces that begins at ply 172. At
    /// ply 181 it is 40: three moves of ours cost 120 if all are quiet, 80 if one attacks. It ends when enough pieces
    /// are taken. To reckon with more plies is to attack equals too early. Ideas no-contempt, more-contempt.
    const PLIES_A_PIECE: i32 = 8;
    const PLIES_A_WIN: i32 = 60;
    const CONTEMPT_STEP: i32 = 4;
    /// The highest cost of a quiet move: two and a half generals.
    const CONTEMPT_LIMIT: i32 = 400;

    // Orders of moves. Alpha-beta lives on trying first what makes a cut: the table's move, fights that win against any
    // answer, quiet moves by their history (how they did elsewhere), fights that may go wrong. What is added within a
    // group stays below the distance to the next. Killer moves (last to cut at a ply) win nothing more (idea killers).
    /// The best move that an earlier search found here.
    const FROM_TABLE: i32 = 1 << 28;
    /// Attacks that win something against every answer; what they win is added.
    const WINNING: i32 = 1 << 24;
    /// The limit of the history score, both ways: quiet moves are ordered between -65,536 and 65,536.
    const HISTORY: i32 = 1 << 16;
    /// Attacks that may win nothing or go wrong; what they bring at worst is added, which is not above 0.
    const FIGHTS: i32 = -(1 << 17);

    /// What a stored score says of the true one: at least, equal, or at most.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    enum Bound {
        Lower,
        Exact,
        Upper,
    }

    /// What the transposition table keeps of a position, 16 bytes.
    #[derive(Clone, Copy, Debug)]
    struct Entry {
        /// The whole hash: the place in the table is only its lowest bits.
        hash: u64,
        /// Wins by force count from this position, not from the root.
        score: i16,
        depth: u8,
        /// The best move, or the one that made the cut.
        best: Move,
        bound: Bound,
    }

    /// A node to be searched: plies from here to the leaves, plies from the root (not `Board::ply`), and the window.
    #[derive(Clone, Copy, Debug)]
    pub struct Node {
        pub depth: i32,
        pub ply: usize,
        pub alpha: i32,
        pub beta: i32,
    }

    /// What a decision came to.
    #[derive(Clone, Copy, Debug)]
    pub struct Report {
        /// The move. The role of an attack: from `think` the one that is best against a defender that sees it; from
        /// `choose_role` the one to play, ours in attack or in defence.
        pub best: Move,
        /// For the side that decides, in hundredths of a logit.
        pub score: i32,
        /// Plies of the last iteration that has found something; 0 without a choice or without time.
        pub depth: i32,
        pub nodes: u64,
    }

    /// The tables and limits of a search. One serves a whole game: what it learned helps the next move.
    pub struct Search {
        /// Draws roles, and shuffles equal moves.
        rng: Rng,
        pub weights: Weights,
        budget: Budget, // what this decision may cost
        nodes: u64,     // what it has taken
        /// The budget is used up: what the search returns from now on means nothing.
        pub stopped: bool,
        /// The side that decides: `contempt` and `at_last_ply` are for it.
        root_side: usize,
        /// The transposition table. A new entry always replaces the old one.
        table: Box<[Entry]>,
        refutations: Box<[[Kind; 9]]>,
        /// History score: for each piece (side and kind) and cell, how well a quiet move there has cut.
        history: [[i32; 64]; 32],
        /// The moves of all nodes on the current line, with their order.
        stack: Vec<(i32, Move)>,
    }

    impl Search {
        /// The seed decides all that is left to chance.
        pub fn new(seed: u64) -> Search {
            let nothing = Entry { hash: 0, score: 0, depth: 0, best: Move::NULL, bound: Bound::Upper };
            Search {
                rng: Rng(seed),
                weights: LEARNED,
                budget: Budget::fixed(0, 0),
                nodes: 0,
                stopped: false,
                root_side: 0,
                table: vec![nothing; TABLE_ENTRIES].into_boxed_slice(),
                refutations: refutation_table(),
                history: [[0; 64]; 32],
                stack: Vec::with_capacity(STACK),
            }
        }

        /// Everything that holds for one decision of a side.
        pub fn begin(&mut self, side: usize, budget: Budget) {
            self.budget = budget;
            self.nodes = 0;
            self.stopped = false;
            self.root_side = side;
            self.stack.clear();
            // The table's entries stay true. The history scores grow old, so they fade.
            for score in self.history.iter_mut().flat_map(|row| row.iter_mut()) {
                *score /= 4;
            }
        }

        /// The best move for the side on turn, with a role as `Report` says. `None`: there is no move.
        /// At the budget's limit it stops in the middle of an iteration. Between iterations it stops when half of the
        /// goal is used up: the next takes longer than all before it. After a change of mind it may use all.
        pub fn think(&mut self, board: &Board, budget: Budget) -> Option<Report> {
            let mut legal = board.legal_moves();
            let mut report = Report { best: legal.next()?, score: 0, depth: 0, nodes: 0 };
            // A single quiet move needs no thought. A single attack does not either, but its roles do.
            if legal.next().is_none() && !board.is_attack(report.best) {
                return Some(report);
            }
            self.begin(board.turn(), budget);
            let root = Position::new(&self.weights, board);
            // Equal moves in an order by the seed.
            self.push_moves(board, Move::NULL);
            self.rng.shuffle(&mut self.stack);
            self.stack.sort_unstable_by_key(|&(order, _)| -order);
            report.best = self.stack.first()?.1;
            for depth in 1..=budget.depth.min(DEPTH_MAX) {
                let before = report.best;
                self.search_root(&root, depth, &mut report);
                // A win or loss by force within the depth is final, or nearly so. Contempt may hide it. See `PROVEN`.
                let forced = report.score.abs() > PROVEN && WIN - report.score.abs() <= depth;
                let enough = if report.best == before { 0.5 } else { 1.0 };
                if self.stopped || forced || self.is_used(enough) {
                    break;
                }
            }
            report.nodes = self.nodes;
            Some(report)
        }

        /// True when more than that part of the goal is used up, but not before `CLOCK_NODES` nodes.
        fn is_used(&self, part: f64) -> bool {
            self.nodes >= CLOCK_NODES && self.budget.used() > part
        }

        /// One iteration over the root's moves. They begin the stack; nodes below take theirs off again. The best goes
        /// to the front and into the report at once. So a stopped iteration leaves a better move or the same.
        fn search_root(&mut self, root: &Position, depth: i32, report: &mut Report) {
            let mut node = Node { depth, ply: 0, alpha: -INFINITE, beta: INFINITE };
            for i in 0..self.stack.len() {
                let mv = self.stack[i].1;
                let score = self.child(root, mv, i, node);
                if self.stopped {
                    return;
                }
                if score > node.alpha {
                    node.alpha = score;
                    self.stack[..=i].rotate_right(1);
                    *report = Report { best: mv, score, depth, nodes: 0 };
                }
            }
        }

        /// Alpha-beta: the score for the side on turn. It tells of the true score to this depth:
        ///
        ///     score <= alpha             the true one is at most this: no move beats alpha
        ///     alpha < score < beta       the true one is equal
        ///     beta <= score              the true one is at least this: a cut
        ///
        /// as far as nothing was reduced or pruned. It means nothing once `stopped` is set.
        fn alpha_beta(&mut self, position: &Position, node: Node) -> i32 {
            let Node { depth, ply, alpha, beta } = node;
            debug_assert!(alpha < beta && ply > 0 && ply < PLIES, "window {} to {}, ply {}", alpha, beta, ply);
            let board = &position.board;
            self.nodes += 1;
            self.stopped = self.stopped || self.budget.is_over(self.nodes, CLOCK_NODES);
            if self.stopped {
                return 0;
            }
            if board.ply >= LAST_PLY {
                return self.at_last_ply(board);
            }
            if !board.has_move() {
                return ply as i32 - WIN;
            }
            if depth <= 0 || ply >= PLIES - 1 {
                return self.quiesce(position, node);
            }
            let hash = Search::hash(board);
            let (known, tt_move) = self.probe(hash, node);
            if let Some(score) = known {
                return score;
            }
            // Reverse futility pruning. Only in a null window: a wider one asks for the exact score.
            if beta - alpha == 1 && depth <= FUTILITY_DEPTH && beta.abs() < PROVEN {
                let score = self.evaluate(position) - FUTILITY_STEP * depth;
                if score >= beta {
                    return score;
                }
            }
            // The stack holds the moves of all nodes on the line: ours begin here and go when we are done.
            let base = self.stack.len();
            self.push_moves(board, tt_move);
            let (best, best_move) = self.search_moves(position, base, node);
            self.stack.truncate(base);
            if !self.stopped {
                let bound = match best {
                    score if score >= beta => Bound::Lower,
                    score if score > alpha => Bound::Exact,
                    _ => Bound::Upper,
                };
                self.store(hash, depth, ply, best, bound, best_move);
            }
            best
        }

        /// Searches the moves of a node, which are on the stack from `base` on, until one makes a cut. Returns the best
        /// score, which below alpha is an upper bound, with its move.
        fn search_moves(&mut self, position: &Position, base: usize, mut node: Node) -> (i32, Move) {
            let null_window = node.beta - node.alpha == 1;
            let (mut best, mut best_move) = (-INFINITE, Move::NULL);
            for i in 0..self.stack.len() - base {
                let mv = self.pick(base + i).1;
                // Late move pruning, but not while all moves so far lose: a proven loss needs all moves.
                let late = node.depth <= LATE_DEPTH && i >= LATE_FROM * node.depth as usize;
                if late && mv.role == NONE && null_window && best > -PROVEN {
                    continue;
                }
                let score = self.child(position, mv, i, node);
                if self.stopped {
                    break;
                }
                if score > best {
                    best = score;
                    best_move = mv;
                    node.alpha = node.alpha.max(score);
                }
                if score >= node.beta {
                    self.update_history(&position.board, base, i, node.depth);
                    break;
                }
            }
            (best, best_move)
        }

        /// The score of move number `i` of a node. The first gets the full window. Others are asked in a null window,
        /// perhaps less deep, whether they beat alpha. A yes is asked again: at full depth, then for the exact score.
        fn child(&mut self, position: &Position, mv: Move, i: usize, node: Node) -> i32 {
            if i > 0 {
                // Attacks are never reduced: what they are worth is seen only later. Nor are moves of the root.
                let reduced = if node.ply > 0 && mv.role == NONE { reduction(node.depth, i) } else { 0 };
                let asked = Node { beta: node.alpha + 1, ..node };
                let mut score = self.move_score(position, mv, Node { depth: node.depth - reduced, ..asked });
                if reduced > 0 && score > node.alpha {
                    score = self.move_score(position, mv, asked);
                }
                if score <= node.alpha || score >= node.beta {
                    return score;
                }
            }
            self.move_score(position, mv, node)
        }

        /// Plays a move and searches what follows. The score is for the side that moves; `depth` counts the move. A
        /// quiet move scores as what follows, less contempt if ours; an attack as the best answer to it, less its risk.
        pub fn move_score(&mut self, position: &Position, mv: Move, node: Node) -> i32 {
            let Node { depth, ply, alpha, beta } = node;
            let (depth, next_ply) = (depth - 1, ply + 1);
            if mv.role == NONE {
                // Each quiet move of ours pays contempt, also on the way to a proven score. The score is lowered by the
                // cost. So the window is first raised by it; then it changes sides.
                let cost = if position.board.turn() == self.root_side { contempt(&position.board) } else { 0 };
                let next = position.after(&self.weights, mv, NONE);
                let (alpha, beta) = (-beta - cost, -alpha - cost);
                return -self.alpha_beta(&next, Node { depth, ply: next_ply, alpha, beta }) - cost;
            }
            // As soon as one answer is no better than alpha the attack is refuted, whatever the others do.
            let mut worst = INFINITE;
            let answers = sane_answers(&position.board, mv.to);
            let refutation = self.refutations[usize::from(answers)][usize::from(mv.role)];
            let others = roles(answers).filter(|&answer| answer != refutation);
            // The score of an answer is what the search finds, less the risk if it is not proven. So the attacker's
            // window is first raised by it: with a risk of 48, from (10, 11) to (58, 59), for the defender (-59, -58).
            // An answer not below the worst so far changes nothing, so the worst is the upper end.
            let risk = risk(&position.board, mv);
            let moved = |score: i32, by: i32| if score.abs() < PROVEN { score + by } else { score };
            for answer in Some(refutation).into_iter().chain(others) {
                // The flag is hit: the game is won at the next ply, and nothing is left to search.
                let score = if answer == FLAG {
                    WIN - next_ply as i32
                } else {
                    let next = position.after(&self.weights, mv, answer);
                    let alpha = moved(alpha, risk);
                    let beta = moved(beta.min(worst), risk).max(alpha + 1); // near `PROVEN` only alpha may have moved
                    moved(-self.alpha_beta(&next, Node { depth, ply: next_ply, alpha: -beta, beta: -alpha }), -risk)
                };
                worst = worst.min(score);
                if worst <= alpha || self.stopped {
                    break;
                }
            }
            worst
        }

        /// Quiescence search: attacks only, until no more are worth it. A search that stops in the middle of an
        /// exchange counts a piece that is lost at the next ply. The side on turn may always leave it at what stands
        /// (stand pat): so the evaluation is a lower bound. Only attacks that win something against the best answer are
        /// tried. Attacks of the enemy that hang over us are not seen here. Idea no-quiescence.
        fn quiesce(&mut self, position: &Position, node: Node) -> i32 {
            let Node { ply, mut alpha, beta, .. } = node;
            let board = &position.board;
            let stand_pat = self.evaluate(position);
            let mut best = stand_pat;
            if best >= beta || ply >= PLIES - 1 {
                return best;
            }
            alpha = alpha.max(best);
            let base = self.stack.len();
            for from in bits(board.movable(board.turn()) & beside(board.occupied[1 - board.turn()])) {
                self.push_attacks(board, from, Move::NULL, 1);
            }
            for i in base..self.stack.len() {
                let (order, mv) = self.pick(i);
                // The moves come by what they win. If this one cannot beat alpha, none behind it can.
                if stand_pat + order - WINNING + MARGIN <= alpha {
                    break;
                }
                let score = self.move_score(position, mv, Node { depth: 0, ply, alpha, beta });
                best = best.max(score);
                alpha = alpha.max(score);
                if score >= beta || self.stopped {
                    break;
                }
            }
            self.stack.truncate(base);
            best
        }

        /// The score of a leaf for the side on turn: the evaluation. In the last `FADE` plies `at_last_ply` is mixed
        /// in: with 25 plies left it is half of each, at the last one nearly the piece count alone.
        fn evaluate(&self, position: &Position) -> i32 {
            let left = i32::from(LAST_PLY.saturating_sub(position.board.ply).min(FADE));
            let all = i32::from(FADE);
            (position.evaluate(&self.weights) * left + self.at_last_ply(&position.board) * (all - left)) / all
        }

        /// What a game that ends after 200 moves is worth for the side on turn. 1 to 3 points are much less than the 12
        /// of a win. So the side that decides prefers small risks to a draw: an even game counts 0, a draw `DRAW`.
        fn at_last_ply(&self, board: &Board) -> i32 {
            let value = DRAW + DRAW_LEAD * (board.pieces(self.root_side) - board.pieces(1 - self.root_side)).signum();
            if board.turn() == self.root_side {
                value
            } else {
                -value
            }
        }

        /// What an earlier search found: a score if that answers the question that this window asks, and its move.
        fn probe(&self, hash: u64, node: Node) -> (Option<i32>, Move) {
            let entry = &self.table[hash as usize & (TABLE_ENTRIES - 1)];
            if entry.hash != hash {
                return (None, Move::NULL);
            }
            let score = shift(i32::from(entry.score), -(node.ply as i32));
            let answers = match entry.bound {
                Bound::Lower => score >= node.beta,
                Bound::Exact => true,
                Bound::Upper => score <= node.alpha,
            };
            let deep = i32::from(entry.depth) >= node.depth;
            (if deep && answers { Some(score) } else { None }, entry.best)
        }

        /// Overwrites what was there. The best move is stored even below alpha: it is as good a first try as any.
        fn store(&mut self, hash: u64, depth: i32, ply: usize, score: i32, bound: Bound, best: Move) {
            let score = shift(score, ply as i32) as i16;
            self.table[hash as usize & (TABLE_ENTRIES - 1)] = Entry { hash, score, depth: depth as u8, best, bound };
        }

        /// The hash with all that the score depends on besides the position: the plies played, once contempt or the end
        /// can be seen. Contempt begins at ply 172 or later, and a leaf is seldom 50 plies ahead.
        fn hash(board: &Board) -> u64 {
            let played = if board.ply >= 120 { u64::from(board.ply) } else { 0 };
            board.hash ^ played.wrapping_mul(0x9e37_79b9_7f4a_7c15)
        }

        /// Pushes the moves of the side on turn on the stack with their order: the highest comes first.
        fn push_moves(&mut self, board: &Board, tt_move: Move) {
            for from in bits(board.movable(board.turn())) {
                self.push_attacks(board, from, tt_move, i32::MIN);
                for to in bits(board.targets(from) & !board.occupied[1 - board.turn()]) {
                    let mv = Move { from, to, role: NONE };
                    let history = self.history[usize::from(board.code(from) & 31)][usize::from(to & 63)];
                    self.stack.push((if mv == tt_move { FROM_TABLE } else { history }, mv));
                }
            }
        }

        /// The attacks of a piece that win at least so much against every answer. Each role is a move.
        fn push_attacks(&mut self, board: &Board, from: u8, tt_move: Move, least: i32) {
            for to in bits(board.targets(from) & board.occupied[1 - board.turn()]) {
                let answers = sane_answers(board, to);
                for role in cheapest_first(board.attacker_roles(from)) {
                    let mv = Move { from, to, role };
                    let gain = gain(role, self.refutations[usize::from(answers)][usize::from(role)]);
                    let group = if gain > 0 { WINNING } else { FIGHTS };
                    if gain >= least {
                        self.stack.push((if mv == tt_move { FROM_TABLE } else { group + gain }, mv));
                    }
                }
            }
        }

        /// Brings the best of the moves from `start` to the end of the stack to `start`, and returns it; of equals the
        /// first. Where the first moves make a cut, the others need no order at all.
        fn pick(&mut self, start: usize) -> (i32, Move) {
            let best = (start..self.stack.len()).rev().max_by_key(|&i| self.stack[i].0).unwrap_or(start);
            self.stack.swap(start, best);
            self.stack[start]
        }

        /// A move made a cut. If it is quiet its history score rises, and that of the quiet moves tried before it
        /// falls. Attacks are ordered by what they win. Idea no-history.
        fn update_history(&mut self, board: &Board, base: usize, index: usize, depth: i32) {
            let mv = self.stack[base + index].1;
            if mv.role != NONE {
                return;
            }
            for &(_, tried) in self.stack[base..=base + index].iter().filter(|tried| tried.1.role == NONE) {
                // A cut near the root saves more, so it counts more, up to depth 20. A factor above 32 forgets faster.
                let bonus = (depth * depth).min(400) * if tried == mv { 1 } else { -1 };
                let score = &mut self.history[usize::from(board.code(tried.from) & 31)][usize::from(tried.to & 63)];
                // Towards +-HISTORY the steps get smaller: there the two terms are equal, so it goes no farther.
                *score += bonus * 32 - *score * bonus.abs() * 32 / HISTORY;
            }
        }

        /// The role of a side in a fight: the attacker's after `think` has chosen the attack, or the defender's.
        pub fn choose_role(&mut self, board: &Board, mv: Move, side: usize, budget: Budget) -> Report {
            let (attackers, answers) = (board.attacker_roles(mv.from), sane_answers(board, mv.to));
            let attacks = side == board.turn();
            let mut report = Report { best: mv, score: 0, depth: 0, nodes: 0 };
            // Against a known piece, or with one, the attacker has nothing to hide: the search has found its role.
            if attacks && (attackers.count_ones() == 1 || board.piece(mv.to).1 < FRESH) {
                return report;
            }
            // A defender with one role has no choice. With more it solves a matrix: one row if the attacker is known.
            if !attacks && answers.count_ones() == 1 {
                report.best.role = answers.trailing_zeros() as u8;
                return report;
            }
            let (payoffs, depth) = self.payoffs(board, mv, side, budget);
            let (mixes, value) = solve(&payoffs, [attackers, answers]);
            let (mix, value) = if attacks { (mixes[0], value) } else { (mixes[1], -value) };
            let role = draw(&mix, self.rng.below(1 << 53) as f64 / f64::powi(2.0, 53));
            let score = (value.atanh() * CHANCE).clamp(-f64::from(WIN), f64::from(WIN)) as i32;
            Report { best: Move { role, ..mv }, score, depth, nodes: self.nodes }
        }

        /// Searches all pairs of sane roles to equal depth. Each gets a full window: the mixed strategy depends on all
        /// of them. Also returns that depth. `side` decides, in attack or defence.
        pub fn payoffs(&mut self, board: &Board, mv: Move, side: usize, budget: Budget) -> (Payoffs, i32) {
            let mut found = ([[0.0; 9]; 9], 0);
            self.begin(side, budget);
            let root = Position::new(&self.weights, board);
            for depth in 0..=budget.depth.min(DEPTH_MAX) {
                let node = Node { depth: depth - 1, ply: 1, alpha: -INFINITE, beta: INFINITE };
                let mut payoffs = [[0.0; 9]; 9];
                for row in roles(board.attacker_roles(mv.from)) {
                    for column in roles(sane_answers(board, mv.to)) {
                        let score = if column == FLAG {
                            WIN - 1
                        } else if depth == 0 {
                            // The bare outcome of the fight, better than nothing where there is no time at all.
                            gain(row, column)
                        } else {
                            -self.alpha_beta(&root.after(&self.weights, Move { role: row, ..mv }, column), node)
                        };
                        payoffs[usize::from(row)][usize::from(column)] = (f64::from(score) / CHANCE).tanh();
                    }
                }
                // The values of an iteration that broke off are of different depths: the one before counts.
                if self.stopped {
                    break;
                }
                found = (payoffs, depth);
                if self.is_used(0.5) {
                    break;
                }
            }
            found
        }
    }

    /// Plies by which move number `i` of the order is reduced, if it is quiet.
    fn reduction(depth: i32, i: usize) -> i32 {
        if depth < REDUCED_LEAST || i < REDUCED_FROM[0] {
            return 0;
        }
        1 + i32::from(i >= REDUCED_FROM[1]) + i32::from(depth >= REDUCED_DEEP)
    }

    /// What a quiet move costs the side on turn, if it is the one that decides: see `PLIES_A_PIECE`.
    pub fn contempt(board: &Board) -> i32 {
        let left = i32::from(LAST_PLY.saturating_sub(board.ply + 1));
        let needed = PLIES_A_PIECE * board.pieces(1 - board.turn()) + PLIES_A_WIN;
        // Towards the 200th move it fades like the evaluation: the last moves are for the count of pieces.
        let fade = i32::from(FADE);
        (CONTEMPT_STEP * (needed - left)).clamp(0, CONTEMPT_LIMIT) * left.min(fade) / fade
    }

    /// What an attack with both roles open is charged, see `RISK`. Less near the 200th move: there one piece decides.
    fn risk(board: &Board, mv: Move) -> i32 {
        if board.attacker_roles(mv.from).count_ones() == 1 || sane_answers(board, mv.to).count_ones() == 1 {
            return 0;
        }
        RISK * i32::from(LAST_PLY.saturating_sub(board.ply).min(FADE)) / i32::from(FADE)
    }

    /// A proven score counts plies from the root; in the table, from its own position. A win in 5 plies, seen at ply 3,
    /// is `WIN` - 8 from the root, `WIN` - 5 in the table. Moves a proven score away from 0; with `plies` < 0 back.
    fn shift(score: i32, plies: i32) -> i32 {
        if score.abs() > PROVEN {
            score + score.signum() * plies
        } else {
            score
        }
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
    // After each of them either side may see that the game is over, and then ends without a word.
    use super::contest::{self, refuse, Budget, Clock, Options};
    use super::rules::{parse_role, role_letter, Board, Kind, Move, LAST_PLY, NONE};
    use super::search::{Report, Search};
    use std::fmt;
    use std::io::{self, BufRead, BufWriter, Write};

    /// The next line; `None` at `Quit`, at the end of the input, and at `X`, which follows a side's forfeit.
    fn next_line<R: BufRead>(lines: &mut (R, String)) -> io::Result<Option<&str>> {
        Ok(contest::next_line(lines)?.filter(|line| *line != "X"))
    }

    /// Reads the opponent's move. It is checked only as far as it can be applied: all else is the jury's.
    fn read_move(board: &Board, line: &str) -> io::Result<Move> {
        match Move::parse(line) {
            None => Err(refuse(line, "a move such as d3-d4")),
            Some(mv) if !board.can_apply(mv) => Err(refuse(line, "a move of a piece on turn, not onto its own")),
            Some(mv) => Ok(mv),
        }
    }

    /// Reads a role. Whether a piece may have it is the jury's question.
    fn read_role(line: &str) -> io::Result<Kind> {
        parse_role(line).ok_or_else(|| refuse(line, "a role, one of V B G O L M R S"))
    }

    /// One game, from our side. Where a method returns `None` the program is to end.
    struct Player<R, W: Write> {
        lines: (R, String),
        /// Where our lines go, together at the flush.
        output: BufWriter<W>,
        options: Options,
        clock: Clock,
        search: Search,
        board: Board,
    }

    impl<R: BufRead, W: Write> Player<R, W> {
        /// The budget of one decision that begins now; it may take up to twice its share. A game has 80 to 200 moves of
        /// ours. We reckon with 45 % of those left and ten: 100 decisions at the start. So early moves get most, and
        /// yet a long game has something for its end. An attack may take two shares of what is left, for move and role.
        fn budget(&self) -> Budget {
            let left = f64::from(LAST_PLY.saturating_sub(self.board.ply) / 2);
            self.clock.budget(1.0 / (0.45 * left + 10.0), 2.0)
        }

        /// Writes our lines of one ply, of an attack two. `report` is for stderr; of our attack it is `think`'s.
        fn write(&mut self, lines: fmt::Arguments<'_>, best: &dyn fmt::Display, report: &Report) -> io::Result<()> {
            self.options.report(best, report.depth, f64::from(report.score) / 100.0, report.nodes);
            self.output.write_fmt(lines)?;
            // The contest may suspend us as soon as it has our line: the clock must not run on then.
            self.clock.stop();
            self.output.flush()
        }

        /// Our role in a fight: the next of the past, or one that is chosen now.
        fn choose_role(&mut self, mv: Move, side: usize) -> io::Result<Report> {
            match self.options.past.pop() {
                Some(line) => Ok(Report { best: Move { role: read_role(&line)?, ..mv }, score: 0, depth: 0, nodes: 0 }),
                None => Ok(self.search.choose_role(&self.board, mv, side, self.budget())),
            }
        }

        /// Applies the opponent's move. If it is an attack we first choose and write our role, and read theirs.
        fn apply(&mut self, mut mv: Move) -> io::Result<Option<()>> {
            let mut own = NONE;
            if self.board.is_attack(mv) {
                // Our role has to be out before theirs is read, or both sides would wait for ever.
                let report = self.choose_role(mv, 1 - self.board.turn())?;
                own = report.best.role;
                let letter = role_letter(own);
                self.write(format_args!("{}\n", letter), &letter, &report)?;
                mv.role = match next_line(&mut self.lines)? {
                    None => return Ok(None),
                    Some(line) => read_role(line)?,
                };
                // Writing has stopped the clock. Now it is our turn, and it runs again.
                self.clock.start();
            }
            self.board.play(mv, own);
            Ok(Some(()))
        }

        /// Chooses, writes and applies our move. If it is an attack our role goes with it, and we read theirs.
        fn act(&mut self) -> io::Result<Option<()>> {
            let report = match self.options.past.pop() {
                Some(line) => Report { best: read_move(&self.board, &line)?, score: 0, depth: 0, nodes: 0 },
                None => match self.search.think(&self.board, self.budget()) {
                    None => return Ok(None),
                    Some(report) => report,
                },
            };
            let (mut mv, mut answer) = (report.best, NONE);
            if self.board.is_attack(mv) {
                mv = self.choose_role(mv, self.board.turn())?.best;
                self.write(format_args!("{}\n{}\n", mv, role_letter(mv.role)), &mv, &report)?;
                // The clock stays still: the role is only noted, and the next line starts it.
                answer = match next_line(&mut self.lines)? {
                    None => return Ok(None),
                    Some(line) => read_role(line)?,
                };
            } else {
                self.write(format_args!("{}\n", mv), &mv, &report)?;
            }
            self.board.play(mv, answer);
            Ok(Some(()))
        }
    }

    /// Plays one game, until it is over or the input ends. A line that cannot be read or applied is an error.
    pub fn run<R: BufRead, W: Write>(input: R, output: W, options: Options) -> io::Result<()> {
        let (lines, output) = ((input, String::with_capacity(4_096)), BufWriter::with_capacity(64, output));
        let (clock, search) = (Clock::new(options.seconds), Search::new(options.seed));
        let mut player = Player { lines, output, options, clock, search, board: Board::new() };
        player.clock.stop();
        // `Start` makes us Red; any other first line is Red's move.
        while let Some(line) = next_line(&mut player.lines)? {
            player.clock.start();
            if line != "Start" || player.board.ply > 0 {
                let mv = read_move(&player.board, line)?;
                // The game may be over after their move as well as after ours. Nobody says so: the board does.
                if player.apply(mv)?.is_none() || player.board.result().is_some() {
                    break;
                }
            }
            if player.act()?.is_none() || player.board.result().is_some() {
                break;
            }
        }
        Ok(())
    }
}

// ---------------------------------------------------------------------------------------------------------------------
// Contest: clock, random numbers, command line, lines. The same in every file, word for word: a new game copies it.
// ---------------------------------------------------------------------------------------------------------------------
#[allow(dead_code)] // No file needs all of it.
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
            // Kept back, at most half: 5 % in case the machine is slow for a moment, and 0.15 s to start the program.
            // Pipes and waking up count as ours: 4 ms on a busy machine, but at most 1 / 1,500 of the game.
            let (left, latency) = ((seconds * 0.95 - 0.15).max(seconds * 0.5), (seconds / 1_500.0).min(0.004));
            Clock { left, latency, started: Instant::now() }
        }

        /// Call it after a line was read, never before: time goes on while we are suspended.
        pub fn start(&mut self) {
            self.started = Instant::now();
        }

        /// Call it once after `new`, and before an answer is written. A line that asks for no answer costs nothing.
        pub fn stop(&mut self) {
            self.left -= self.started.elapsed().as_secs_f64() + self.latency;
        }

        /// The budget of a decision that begins now. The goal is `share` of the time left, below 1: so some is always
        /// left. The limit is `stretch` times the goal, but at most half of the time left and at least the goal.
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
        goal: f64,      // seconds that are planned
        limit: f64,     // seconds after which the search stops at once
        pub depth: i32, // deepest iteration, in plies or what else the search counts
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
        /// be a millisecond of work: long beside the 30 ns that reading costs, short beside the time of a move.
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

    /// Random numbers from a seed: splitmix64. It repeats after 2^64 numbers.
    #[derive(Clone)]
    pub struct Rng(pub u64);

    impl Rng {
        pub fn next(&mut self) -> u64 {
            self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
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
        pub past: Vec<String>, // our lines of this game so far, the last one first: we write them again as they are
        pub log: bool,         // each move leaves a line on stderr
    }

    impl Options {
        /// Reads `[SECONDS [SEED ['LINE;LINE..']]]`. The default is the contest's time and a seed from the clock.
        pub fn parse(words: &[String]) -> io::Result<Options> {
            let seconds = words.first().map_or(Ok(GAME_SECONDS), |word| match word.parse() {
                Ok(s) if s > 0.0 && s < 1e6 => Ok(s),
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

    /// The jury's next line that is not blank, without blanks around it; `None` at `Quit` and at the end of the input.
    /// Beside the input stands a buffer with room for 4,096 bytes: a longer line is no move.
    pub fn next_line<R: BufRead>((input, line): &mut (R, String)) -> io::Result<Option<&str>> {
        line.clear();
        while line.trim().is_empty() {
            line.clear();
            if input.by_ref().take(4_096).read_line(line)? == 0 {
                return Ok(None);
            }
        }
        Ok(Some(line.trim()).filter(|line| *line != "Quit"))
    }

    /// Plays one game with the program's arguments. Returns the exit code: 0 after a regular end, 2 when the game could
    /// not go on, with one line on stderr that says why. When nobody reads our moves any more, that is a regular end.
    pub fn play(run: fn(io::StdinLock<'static>, io::Stdout, Options) -> io::Result<()>) -> i32 {
        let words: Vec<String> = std::env::args_os().skip(1).map(|w| w.to_string_lossy().into_owned()).collect();
        let result = Options::parse(&words).and_then(|options| {
            // The first line on stderr: name, version, and the arguments that made this game.
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
