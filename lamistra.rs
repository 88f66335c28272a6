//! Lamistra (CodeCup 2005): Stratego on 7 x 7 cells in which a piece gets its role only when it fights.
//!
//! Protocol: Red first reads `Start`, Blue first reads Red's move. A quiet move is one line (`d3-d4`). An attacker
//! writes its move and at once its role, the defender reads the move, writes its role and then reads the attacker's.
//! Nothing announces the end: both programs see it and exit; `X`, `Quit` or the end of the input ends a program early.
//!
//! Method: hidden pieces have no secret, for nobody has chosen their roles yet. Everything is public except the two
//! roles of a fight, which are chosen at the same time. So the program searches the public positions with alpha-beta;
//! inside the tree the attacker's role is met by the best answer, as if the defender saw it (a lower bound that prunes
//! well); at the root, and for every defence, all pairs of roles are searched, the matrix game is solved by regret
//! matching, and the role is drawn from the mixed strategy. The evaluation is linear, learned from own games.
//!
//! Measured with `jury match lamistra target/release/lamistra B --games 200 --time 3 --seed K`, points a game out of
//! 12: shuffle, which never attacks, 12.0 (seed 921), static 11.95 (922), greedy 11.95 (923). No forfeit, 20 MB.
//!
//! Not here: an opening book, a model of how the opponent chooses its roles, any thought in the opponent's time.
//!
//! Build as the contest does: `rustc -O lamistra.rs`

#![forbid(unsafe_code)]

// ---------------------------------------------------------------------------------------------------------------------
// Constants
// ---------------------------------------------------------------------------------------------------------------------

/// First two words on stderr.
const NAME: &str = "lamistra 1.0";

/// Seconds that the contest gives a program for a whole game.
const GAME_SECONDS: f64 = 30.0;

// ---------------------------------------------------------------------------------------------------------------------
// Rules: Board, Move, parse and format, legal moves, play and undo, score. No clock, no randomness, no I/O.
// ---------------------------------------------------------------------------------------------------------------------
pub mod rules {
    // How the room works. A board is an array of cells, and beside it sets of cells and counts that could be found from
    // the array but are wanted at every node: whose pieces, which of them hidden, how many of each kind. `put` and
    // `lift` keep all of them at once. Moves are made on copies. Nothing here is secret, so both players and the jury
    // have the same board.
    use std::fmt;

    // The rules in short. Each side begins with 21 hidden pieces on its three rows. A move is one step in the four
    // directions; onto an enemy piece it is an attack. Only then do both pieces get a role, each side choosing from
    // what its stock still holds, and a role once shown stays. What has moved or attacks is no flag and no bomb, so
    //
    //     pieces that never moved and have no role  >=  flag and bombs left in the stock
    //
    // must hold for both sides all the time. The difference is the `spare`; at 0 none of those pieces may move any
    // more, and when attacked they must be named flag or bomb. A quiet move must not be taken back quietly by the next
    // move. Who hits the flag wins; who cannot move loses; after 200 moves each the side with more pieces has a little
    // more.

    /// Half-moves of a whole game: 200 moves for each side.
    pub const LAST_PLY: u16 = 400;

    /// What a piece is: one of the eight roles, or hidden. The order of the mobile roles is their rank, so that the
    /// smaller number wins a fight; the exceptions are in `fight`.
    pub type Kind = u8;
    /// Nothing: an empty cell, or the role of a quiet move.
    pub const NONE: Kind = 0;
    /// Whoever attacks it has won.
    pub const FLAG: Kind = 1;
    /// Every attacker but a miner falls by it, and it stays.
    pub const BOMB: Kind = 2;
    /// Beats the other mobile roles; of these only a spy that attacks it beats it.
    pub const GENERAL: Kind = 3;
    /// Falls by the general.
    pub const COLONEL: Kind = 4;
    /// Falls by the two above.
    pub const LIEUTENANT: Kind = 5;
    /// Takes bombs. Falls by the three above.
    pub const MINER: Kind = 6;
    /// Of the mobile roles it beats only the spy. There are five, the ones to be spent.
    pub const RIDER: Kind = 7;
    /// Beats the general when it attacks it. Against another spy both go, and all other mobile roles beat it.
    pub const SPY: Kind = 8;
    /// Hidden, and never moved: may still become the flag or a bomb.
    pub const FRESH: Kind = 9;
    /// Hidden, and has moved: will be one of the mobile roles.
    pub const MOVED: Kind = 10;

    /// The letters of the roles, at the place of their kind.
    const LETTERS: &[u8; 9] = b".VBGOLMRS";
    /// How many of each role a side has to give, at the place of its kind.
    pub const STOCK: [u8; 16] = [0, 1, 4, 1, 2, 3, 4, 5, 1, 0, 0, 0, 0, 0, 0, 0];

    /// A set of roles is a word with bit `1 << kind` set for each.
    pub type Roles = u16;
    /// The roles that never move and never attack.
    const FIXED: Roles = 1 << FLAG | 1 << BOMB;
    /// The roles that do both.
    const MOBILE: Roles = 1 << GENERAL | 1 << COLONEL | 1 << LIEUTENANT | 1 << MINER | 1 << RIDER | 1 << SPY;

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
    /// Bits 6, 13 .. 48.
    const COLUMN_G: Cells = COLUMN_A << 6;
    /// All cells but the lakes b4 and f4.
    const LAND: Cells = ((1 << 49) - 1) & !(1 << 22) & !(1 << 26);

    /// For each cell, the cells one step away that are no lakes.
    pub static NEIGHBOURS: [Cells; 64] = neighbours();

    /// Computed by the compiler, so `while` has to do for a loop. Cells beyond 48 stay empty.
    const fn neighbours() -> [Cells; 64] {
        let mut table = [0; 64];
        let mut cell = 0;
        while cell < 49 {
            table[cell] = beside(1 << cell);
            cell += 1;
        }
        table
    }

    /// The cells one step away from any of the cells, without the lakes.
    pub const fn beside(cells: Cells) -> Cells {
        // Up, down, right, left. Without the masks a step to the right from column g would come out in column a of the
        // next row. What leaves the board at the top or lands on a lake is cut off by `LAND`.
        (cells << 7 | cells >> 7 | (cells & !COLUMN_G) << 1 | (cells & !COLUMN_A) >> 1) & LAND
    }

    /// Zobrist keys: the hash of a position is the exclusive or of the keys of all that is true of it, so that a move
    /// changes it by the keys of what ceases and what begins to be true. 2048 for a piece on a cell, 256 for a count in
    /// a stock, 128 for where a banned move starts and 128 for where it ends, one for the side on turn; the table is
    /// padded so that no index needs a check.
    static KEYS: [u64; 4096] = keys();
    /// Where the keys of the stocks begin: 128 a side, 8 a role, one for each number left.
    const STOCK_KEYS: usize = 2048;
    /// Where those of the banned moves begin: 64 for each side's start, then 64 for each side's end.
    const BAN_KEYS: usize = 2304;
    /// The key that is in the hash when Blue is on turn.
    const SIDE_KEY: usize = 2560;

    /// Splitmix64 (Sebastiano Vigna, public domain) from an arbitrary seed.
    const fn keys() -> [u64; 4096] {
        let mut table = [0u64; 4096];
        let mut i = 0;
        while i < table.len() {
            let mut z = (i as u64 + 2005).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
            table[i] = z ^ (z >> 31);
            i += 1;
        }
        table
    }

    /// A move of one piece; `role` is what the attacker is, `NONE` when the move is quiet.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub struct Move {
        /// The cell that the piece leaves.
        pub from: u8,
        /// The cell that it enters, or attacks: it enters only when it wins.
        pub to: u8,
        /// `NONE` also where the role is not chosen yet, as in `legal_moves`.
        pub role: Kind,
    }

    impl Move {
        /// Stands for "no move": no piece goes from a1 to a1.
        pub const NULL: Move = Move { from: 0, to: 0, role: NONE };

        /// Reads `d3-d4`; the role of an attack comes on a line of its own. `None` when it is not that.
        pub fn parse(text: &str) -> Option<Move> {
            // Lakes are cells like others here: whether the move is one is a question to the board.
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
            let name = |cell: u8| format!("{}{}", (b'a' + cell % 7) as char, cell / 7 + 1);
            write!(f, "{}-{}", name(self.from), name(self.to))
        }
    }

    /// Reads the letter of a role.
    pub fn parse_role(text: &str) -> Option<Kind> {
        // The dot stands for `NONE` in the table, and is no role.
        match *text.as_bytes() {
            [letter] => LETTERS.iter().position(|&l| l == letter && l != b'.').map(|i| i as Kind),
            _ => None,
        }
    }

    /// The letter of a role.
    pub fn role_letter(role: Kind) -> char {
        LETTERS.get(usize::from(role)).map_or('?', |&l| l as char)
    }

    /// The roles of a set, in the order of their kinds. Where sets are gone through often there is `cheapest_first`,
    /// which makes no vector.
    pub fn roles(set: Roles) -> Vec<Kind> {
        (FLAG..=SPY).filter(|&role| set >> role & 1 != 0).collect()
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
        // The exceptions come first. Behind them the smaller number wins, and a spy that is attacked is the largest
        // number.
        match (attacker, defender) {
            (_, FLAG) | (MINER, BOMB) | (SPY, GENERAL) => Fight::Wins,
            (_, BOMB) => Fight::Loses,
            _ if attacker == defender => Fight::BothGo,
            _ if attacker < defender => Fight::Wins,
            _ => Fight::Loses,
        }
    }

    /// A position, all of it public: what the hidden pieces are nobody knows, for nobody has decided it. It is copied
    /// for each move (about 200 bytes, a few nanoseconds): undo is to drop the copy, and nothing can be left half
    /// undone.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub struct Board {
        /// 16 * side + kind, or `NONE`. Padded to 64 cells, so that `index & 63` needs no check.
        cells: [u8; 64],
        /// All pieces of each side.
        occupied: [Cells; 2],
        /// Hidden pieces that never moved.
        fresh: [Cells; 2],
        /// Pieces that have shown their role.
        shown: [Cells; 2],
        /// Those of them that are bombs (or the flag, for a moment).
        fixed: [Cells; 2],
        /// Pieces on the board of each kind.
        count: [[u8; 16]; 2],
        /// Roles of each kind still to be given.
        stock: [[u8; 16]; 2],
        /// The roles of which there are any.
        open: [Roles; 2],
        /// The previous move of each side if it was quiet: it must not be taken back quietly at once.
        ban: [Move; 2],
        /// Half-moves made; the side on turn is its last bit. Both sides together: up to `LAST_PLY`.
        ply: u16,
        /// The ply after the latest attack of each side.
        last_attack: [u16; 2],
        /// The side that has hit the flag.
        winner: Option<usize>,
        /// Zobrist hash of all but the three fields before it.
        hash: u64,
    }

    impl Default for Board {
        fn default() -> Board {
            Board::new()
        }
    }

    impl Board {
        /// The position before Red's first move: 21 hidden pieces a side, all roles still to be given.
        pub fn new() -> Board {
            let mut board = Board {
                cells: [NONE; 64],
                occupied: [0; 2],
                fresh: [0; 2],
                shown: [0; 2],
                fixed: [0; 2],
                count: [[0; 16]; 2],
                stock: [STOCK; 2],
                open: [FIXED | MOBILE; 2],
                ban: [Move::NULL; 2],
                ply: 0,
                last_attack: [0; 2],
                winner: None,
                hash: 0,
            };
            // Red on rows 1 to 3, Blue on rows 5 to 7.
            for i in 0..21 {
                board.put(i, 0, FRESH);
                board.put(28 + i, 1, FRESH);
            }
            board.hash = board.fresh_hash();
            board
        }

        /// The side on turn: 0 is Red.
        pub fn side(&self) -> usize {
            usize::from(self.ply & 1)
        }

        /// Half-moves made.
        pub fn ply(&self) -> u16 {
            self.ply
        }

        /// The ply that the latest attack led to, 0 if there was none.
        pub fn last_attack(&self) -> u16 {
            self.last_attack[0].max(self.last_attack[1])
        }

        /// Half-moves since the latest attack of a side, or since the start.
        pub fn idle(&self, side: usize) -> u16 {
            self.ply - self.last_attack[side & 1]
        }

        /// Equal for positions that have the same future (but for the count of moves); zero is as good as any.
        pub fn hash(&self) -> u64 {
            self.hash
        }

        /// What stands on a cell, and whose it is; the kind is `NONE` on an empty cell.
        pub fn piece(&self, cell: u8) -> (usize, Kind) {
            let code = self.cells[usize::from(cell & 63)];
            (usize::from(code >> 4), code & 15)
        }

        /// Side and kind in one number below 32, for tables.
        pub fn code(&self, cell: u8) -> u8 {
            self.cells[usize::from(cell & 63)]
        }

        /// All pieces of a side.
        pub fn occupied(&self, side: usize) -> Cells {
            self.occupied[side & 1]
        }

        /// The side that has hit the flag, if any.
        pub fn winner(&self) -> Option<usize> {
            self.winner
        }

        /// Hidden pieces that never moved.
        pub fn fresh(&self, side: usize) -> Cells {
            self.fresh[side & 1]
        }

        /// Mobile pieces that have shown their role.
        pub fn shown(&self, side: usize) -> Cells {
            self.shown[side & 1] & !self.fixed[side & 1]
        }

        /// Hidden pieces that have moved.
        pub fn moved(&self, side: usize) -> Cells {
            self.occupied[side & 1] & !self.fresh[side & 1] & !self.shown[side & 1]
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

        /// Pieces on the board.
        pub fn pieces(&self, side: usize) -> i32 {
            self.occupied[side & 1].count_ones() as i32
        }

        /// How many of the hidden pieces that never moved are free to be something else than the flag and bombs left.
        /// Below 0 only after an opponent's illegal move that the jury let pass.
        pub fn spare(&self, side: usize) -> i32 {
            self.count(side, FRESH) - self.stock(side, FLAG) - self.stock(side, BOMB)
        }

        /// Pieces that may move or attack, whether or not a cell beside them is open.
        pub fn mobile(&self, side: usize) -> Cells {
            // Without a spare each piece that never moved has to be the flag or a bomb, even if it is hidden, and is
            // held.
            let held = if self.spare(side) <= 0 { self.fresh[side & 1] } else { 0 };
            self.occupied[side & 1] & !self.fixed[side & 1] & !held
        }

        /// The cells where the piece of the side on turn may go; attacks are those that are occupied.
        pub fn targets(&self, from: u8) -> Cells {
            // The ban closes one cell to one piece, and only as long as the cell is empty: an attack there would be no
            // quiet way back. The piece on `ban.to` is the one that moved there, for nothing of ours has moved since.
            let ban = self.ban[self.side()];
            let mut open = NEIGHBOURS[usize::from(from & 63)] & !self.occupied[self.side()];
            if ban != Move::NULL && from == ban.to && self.cells[usize::from(ban.from & 63)] == NONE {
                open &= !(1 << ban.from);
            }
            open
        }

        /// Can the side on turn move at all? If not, it has lost.
        pub fn has_move(&self) -> bool {
            let side = self.side();
            // All cells that any piece can enter at once, by a few shifts. If there is one besides the cell of the ban,
            // that is enough: the ban closes no other.
            let mobile = self.mobile(side);
            let open = beside(mobile) & !self.occupied[side];
            let ban = self.ban[side];
            if ban == Move::NULL || open & !(1 << ban.from) != 0 {
                return open != 0;
            }
            // The only open cell is the one that the ban may close: quietly to one piece, and not at all to the others.
            let mut near = NEIGHBOURS[usize::from(ban.from & 63)] & mobile;
            if self.cells[usize::from(ban.from & 63)] == NONE {
                near &= !(1 << ban.to);
            }
            open != 0 && near != 0
        }

        /// All moves of the side on turn, the role of an attack left open, in a fixed order.
        ///
        /// The roles are left open, for a player chooses the attack first and its role only then, with more thought.
        pub fn legal_moves(&self) -> Vec<Move> {
            let mut moves = Vec::new();
            for from in bits(self.mobile(self.side())) {
                moves.extend(bits(self.targets(from)).map(|to| Move { from, to, role: NONE }));
            }
            moves
        }

        /// Is it an attack?
        pub fn is_attack(&self, mv: Move) -> bool {
            self.code(mv.to) != NONE
        }

        /// The roles that a piece may attack as. A hidden one that never moved gives up its chance to be a bomb, which
        /// `mobile` has allowed. A known piece attacks as what it is.
        pub fn attacker_roles(&self, from: u8) -> Roles {
            match self.piece(from) {
                (side, FRESH) | (side, MOVED) => self.open[side & 1] & MOBILE,
                (_, known) => 1 << known,
            }
        }

        /// The roles that a piece may answer an attack with. Never empty: a piece that the rules leave no role (after
        /// an opponent's illegal move) may be any mobile one.
        pub fn defender_roles(&self, to: u8) -> Roles {
            let roles = match self.piece(to) {
                (side, FRESH) if self.spare(side) <= 0 => self.open[side & 1] & FIXED,
                (side, FRESH) => self.open[side & 1],
                (side, MOVED) => self.open[side & 1] & MOBILE,
                (_, known) => 1 << known,
            };
            if roles == 0 {
                MOBILE
            } else {
                roles
            }
        }

        /// Can the move be applied at all, whatever the rules say of it? What the jury relays is law, but a piece of
        /// the side on turn must stand there, and the other cell must not be its own.
        pub fn can_apply(&self, mv: Move) -> bool {
            let own = self.occupied[self.side()];
            own >> mv.from & 1 != 0 && own >> mv.to & 1 == 0
        }

        /// Applies a move. For an attack the move carries the attacker's role and `answer` is the defender's, for a
        /// quiet move both are `NONE`.
        pub fn play(&mut self, mv: Move, answer: Kind) {
            let side = self.side();
            // The own ban ends with this move. That of the other side is about its next move, and stays.
            self.hash ^= self.ban_key(side);
            self.ban[side] = Move::NULL;
            self.ply += 1;
            self.hash ^= KEYS[SIDE_KEY];
            if answer == NONE {
                // A quiet move, and the one that may not be taken back by the next.
                self.carry(mv, side);
                self.ban[side] = mv;
                self.hash ^= self.ban_key(side);
                return;
            }
            // Both roles are shown, whoever survives: what is gone is gone from the stock too.
            self.last_attack[side] = self.ply;
            self.show(mv.from, mv.role);
            self.show(mv.to, answer);
            match fight(mv.role, answer) {
                Fight::Wins => {
                    self.lift(mv.to);
                    self.carry(mv, side);
                }
                Fight::BothGo => {
                    self.lift(mv.from);
                    self.lift(mv.to);
                }
                Fight::Loses => {
                    self.lift(mv.from);
                }
            }
            // The attacker has won the fight by now and stands on the flag's cell; nothing is played from here.
            if answer == FLAG {
                self.winner = Some(side);
            }
        }

        /// The contest's points of both sides when the game is over. The last half-move counts before being stuck does:
        /// a side that could not move after 200 moves each has not lost.
        pub fn result(&self) -> Option<[i32; 2]> {
            let won = |side: usize| if side == 0 { [12, 0] } else { [0, 12] };
            if let Some(side) = self.winner {
                return Some(won(side));
            }
            // While moves are left, who cannot move has lost. After the last one that is not asked.
            if self.ply < LAST_PLY {
                return if self.has_move() { None } else { Some(won(1 - self.side())) };
            }
            let lead = (self.pieces(0) - self.pieces(1)).signum();
            Some([2 + lead, 2 - lead])
        }

        /// The hash from nothing; `hash` is kept equal to it move by move. For the start, and for tests of `hash`.
        pub fn fresh_hash(&self) -> u64 {
            let mut hash = self.ban_key(0) ^ self.ban_key(1);
            for cell in 0..64u8 {
                if self.code(cell) != NONE {
                    hash ^= piece_key(cell, self.code(cell));
                }
            }
            for side in 0..2 {
                for role in FLAG..=SPY {
                    hash ^= stock_key(side, role, self.stock[side][usize::from(role)]);
                }
            }
            hash ^ if self.side() == 1 { KEYS[SIDE_KEY] } else { 0 }
        }

        /// The key of a side's banned move. It is in the hash although it is rarely of consequence: a score found where
        /// the way back was closed is wrong where it is open.
        fn ban_key(&self, side: usize) -> u64 {
            let ban = self.ban[side & 1];
            if ban == Move::NULL {
                return 0;
            }
            let row = BAN_KEYS + 64 * side;
            KEYS[(row + usize::from(ban.from)) & 4095] ^ KEYS[(row + 128 + usize::from(ban.to)) & 4095]
        }

        // `put` and `lift` keep every field that depends on what stands where.

        /// A piece goes to an empty cell; if it was hidden and had never moved, now it has.
        fn carry(&mut self, mv: Move, side: usize) {
            // The kind is read from what is lifted, so a shown piece keeps its role.
            let kind = self.lift(mv.from);
            self.put(mv.to, side, if kind == FRESH { MOVED } else { kind });
        }

        /// A piece shows its role: a hidden one takes it from the stock. A known one keeps it; if the jury says
        /// otherwise the jury is right.
        fn show(&mut self, cell: u8, role: Kind) {
            let (side, kind) = self.piece(cell);
            if kind == FRESH || kind == MOVED {
                // The key of the old number goes out of the hash, that of the new one comes in. `saturating_sub` is for
                // a role that an illegal move shows once too often.
                let left = &mut self.stock[side & 1][usize::from(role & 15)];
                self.hash ^= stock_key(side, role, *left);
                *left = left.saturating_sub(1);
                if *left == 0 {
                    self.open[side & 1] &= !(1 << role);
                }
                self.hash ^= stock_key(side, role, *left);
            }
            // Taken away and put back as what it is now: both keep the sets, the counts and the hash.
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
                MOVED => {}
                FLAG | BOMB => {
                    self.shown[side] |= bit;
                    self.fixed[side] |= bit;
                }
                _ => self.shown[side] |= bit,
            }
            self.count[side][usize::from(kind & 15)] += 1;
            self.hash ^= piece_key(cell, code);
        }

        /// Takes away what stands on a cell, and says what it was. The reverse of `put`, to the last bit; nothing
        /// happens on an empty cell.
        fn lift(&mut self, cell: u8) -> Kind {
            let code = self.cells[usize::from(cell & 63)];
            if code == NONE {
                return NONE;
            }
            let (side, kind, bit) = (usize::from(code >> 4) & 1, code & 15, 1 << (cell & 63));
            self.cells[usize::from(cell & 63)] = NONE;
            self.occupied[side] &= !bit;
            self.fresh[side] &= !bit;
            self.shown[side] &= !bit;
            self.fixed[side] &= !bit;
            self.count[side][usize::from(kind)] -= 1;
            self.hash ^= piece_key(cell, code);
            kind
        }
    }

    /// A piece's key: 64 for each side and kind.
    fn piece_key(cell: u8, code: u8) -> u64 {
        KEYS[(usize::from(code) << 6 | usize::from(cell & 63)) & 4095]
    }

    /// The key of the number of a role that is left in a stock: not the number counts but that it is this one.
    fn stock_key(side: usize, role: Kind, left: u8) -> u64 {
        KEYS[(STOCK_KEYS + (side << 7) + (usize::from(role) << 3) + usize::from(left)) & 4095]
    }

    /// The numbers of the bits that are set, lowest first.
    pub fn bits(mut word: u64) -> impl Iterator<Item = u8> {
        std::iter::from_fn(move || {
            if word == 0 {
                return None;
            }
            let bit = word.trailing_zeros() as u8;
            word &= word - 1;
            Some(bit)
        })
    }
}

// ---------------------------------------------------------------------------------------------------------------------
// Evaluation: what a position is worth, in hundredths of a logit (100 is a winning chance of 73 %, 200 of 88 %).
// ---------------------------------------------------------------------------------------------------------------------
pub mod eval {
    use super::rules::{
        beside, bits, fight, Board, Cells, Fight, Kind, Move, Roles, BOMB, COLONEL, FLAG, FRESH, GENERAL, LAST_PLY,
    };
    use super::rules::{LIEUTENANT, MINER, MOVED, NONE, RIDER, SPY};

    // How the room works. The evaluation is a sum of 121 weights times what they count, each for Red and against Blue:
    // what is alive and what of it is known (`material`), where it stands (`place`), what it stands beside (`touch`),
    // and who is on turn. The first two change rarely or little, so `Position` keeps them and brings them up to date
    // with each move.
    //
    // Units: a logit is the logarithm of the odds. Independent advantages multiply the odds, so their logits are added,
    // and a sum of weights is just that. 0 is an even game, 100 is odds of 2.7 to 1, 300 is 20 to 1.
    //
    // The second half of the room is about fights: what they win, which answers are likely, and how a fight with both
    // roles open is solved as a matrix game.
    //
    // What the weights were learned from is the results of own games and nothing else (`tests/tune/lamistra.rs`):
    // changed weights played against each other, and the weights followed the winners. Regression on positions of own
    // games predicted results better, but what it learned played worse: who is far advanced often wins, and yet it is
    // wrong to advance; who has shown much has often won much by it. Only play tells cause from company.

    // Where each group of weights begins in the table. Each counts for the side that has it and against the other.

    /// Alive pieces by role, shown or to be given (8, the flag's place is unused).
    const ALIVE: usize = 0;
    /// Shown pieces by role (8): a shown role tells the enemy what beats it.
    const SHOWN: usize = 8;
    /// Hidden pieces that never moved.
    const UNMOVED: usize = 16;
    /// Pieces that may still become mobile roles although they never moved, up to 4.
    const SPARE: usize = 17;
    /// No such piece: all that never moved are known to be the flag and bombs.
    const NO_SPARE: usize = 18;
    /// A shown general while the enemy's spy is still to be given.
    const GENERAL_HUNTED: usize = 19;
    /// A general, and the enemy's spy is dead or shown.
    const GENERAL_SAFE: usize = 20;
    /// A spy whose prey is dead.
    const SPY_IDLE: usize = 21;
    /// Miners times the enemy's bombs.
    const MINER_BOMBS: usize = 22;
    /// Bombs that no enemy miner is left to take.
    const BOMBS_STAND: usize = 23;
    /// Pieces that rank above the best that the enemy has left.
    const ABOVE: usize = 24;
    /// Mobile roles left.
    const MOBILE: usize = 25;
    /// At most two mobile roles left.
    const FEW: usize = 26;
    /// None left: what never moves cannot move, and that loses.
    const STUCK: usize = 27;
    /// Lead in mobile roles in 32nds of all mobile roles on both sides: one more counts most when few are left.
    const SHARE: usize = 28;
    /// Cells that the mobile pieces can enter or attack.
    const REACH: usize = 29;
    /// No bomb left to give: any unmoved piece that is hit may be the flag.
    const BARE: usize = 30;
    /// Enemy pieces beside a mobile piece: hidden ones that moved, and unmoved ones, which may be bombs.
    const CONTACT: usize = 31;
    /// As `CONTACT`, with the unmoved ones.
    const PROBE: usize = 32;
    /// Shown pieces beside a hidden enemy, who has just the role to beat them, and beside an own piece that avenges.
    const MENACED: usize = 33;
    /// Shown pieces beside an own mobile piece.
    const GUARDED: usize = 34;
    /// For the side on turn: to be on turn, and again its `CONTACT`, for who attacks first has the upper hand.
    const TEMPO: usize = 35;
    /// `CONTACT` of the side on turn once more.
    const FIRST: usize = 36;
    /// Cells for hidden pieces that never moved, hidden ones that did, and shown ones: 28 each, four columns (left and
    /// right mirrored) by seven rows, from the own back row.
    const SQUARES: usize = 37;
    /// Number of weights.
    pub const COUNT: usize = SQUARES + 3 * 28;

    /// A table of its own type, so that the tool that learns can try others.
    pub type Weights = [i32; COUNT];

    /// The weights, in hundredths of a logit.
    ///
    /// A hidden general is 146 for being alive and 16 for being mobile, and 41 more when the enemy's is gone; to show
    /// it costs 32. A bomb rises when it is shown (19): nobody but a miner attacks it any more. A rider alive counts
    /// next to nothing (-3), but is as mobile as any (16).
    #[rustfmt::skip]
    pub const WEIGHTS: Weights = [
        // Alive: V B G O L M R S
        0, 32, 146, 104, 75, 65, -3, 23,
        // Shown: V B G O L M R S
        0, 19, -32, -26, -28, -16, 10, -20,
        // Unmoved, spare, no spare; general hunted, general safe, spy idle; miner x bombs, bombs stand, above
        14, 18, -37,  -34, 2, 2,  1, 71, 41,
        // Mobile, few, stuck, share, reach, bare
        16, -1, -93, 10, 1, -1,
        // Contact, probe, menaced, guarded; tempo, first
        4, -5, 2, -5,  1, -1,
        // Hidden, never moved: back row first, from the edge to the middle
        8, 7, 7, 7,  5, 6, 6, 5,  4, 4, 3, 4,  3, 2, 2, 2,
        1, 0, 1, 0,  -1, -1, -2, -2,  -3, -2, -3, -3,
        // Hidden, moved
        -5, -4, -4, -5,  -2, -1, -2, -2,  2, 2, 2, 2,  5, 4, 5, 5,
        8, 8, 9, 9,  11, 11, 12, 12,  15, 15, 16, 16,
        // Shown
        -4, -1, 1, 3,  -5, -2, 1, 2,  -4, -2, 1, 4,  -4, -2, 0, 3,
        -4, -2, 1, 4,  -4, -1, 0, 3,  -4, -1, 1, 3,
    ];

    /// Largest evaluation; scores beyond it are games decided by force.
    pub const LIMIT: i32 = 9_000;

    /// What depends on no cell: the pieces of one side by role and by how much of them is known. A role in the stock
    /// counts as alive: it will be there when it is needed, as long as there are hidden pieces to be it, and there
    /// always are as many of those as roles left.
    fn material(weights: &Weights, board: &Board, side: usize) -> i32 {
        let enemy = 1 - side;
        let mut sum = 0;
        // Going from the spy up to the general, the last role found alive is the enemy's best. When none is, the spy
        // stays, and all ranks above it count as above.
        let mut best_enemy = SPY;
        let (mut mobile, mut enemy_mobile) = (0, 0);
        for role in (GENERAL..=SPY).rev() {
            mobile += board.alive(side, role);
            enemy_mobile += board.alive(enemy, role);
            if board.alive(enemy, role) > 0 {
                best_enemy = role;
            }
        }
        // The flag is left out: both sides have it until the game is over.
        for role in BOMB..=SPY {
            let alive = board.alive(side, role);
            sum += weights[ALIVE + usize::from(role - FLAG)] * alive;
            sum += weights[SHOWN + usize::from(role - FLAG)] * board.count(side, role);
            // A smaller number is a higher rank: no piece of the enemy can beat it in a plain fight.
            if role >= GENERAL && role < best_enemy {
                sum += weights[ABOVE] * alive;
            }
        }
        // Beyond four the difference is too far away to matter.
        let spare = board.spare(side).clamp(0, 4);
        sum += weights[UNMOVED] * board.count(side, FRESH) + weights[SPARE] * spare;
        sum += weights[MINER_BOMBS] * board.alive(side, MINER) * board.alive(enemy, BOMB);
        // The share: with 16 mobile roles against 16 it is 16 of 32 for both, with 2 against 1 it is 21 and 10.
        sum += weights[MOBILE] * mobile + weights[SHARE] * (32 * mobile / (mobile + enemy_mobile).max(1));
        let mut flag = |weight: usize, holds: bool| sum += if holds { weights[weight] } else { 0 };
        // The spy is the only piece that beats a general, and only by attacking it: once it is dead or shown nothing
        // hidden can be it any more.
        let general = board.alive(side, GENERAL) > 0;
        let spy_to_come = board.stock(enemy, SPY) > 0;
        flag(NO_SPARE, spare == 0);
        flag(GENERAL_HUNTED, board.count(side, GENERAL) > 0 && spy_to_come);
        flag(GENERAL_SAFE, general && !spy_to_come);
        flag(SPY_IDLE, board.alive(side, SPY) > 0 && board.alive(enemy, GENERAL) == 0);
        flag(BOMBS_STAND, board.alive(side, BOMB) > 0 && board.alive(enemy, MINER) == 0);
        flag(BARE, board.stock(side, BOMB) == 0);
        flag(FEW, mobile <= 2);
        flag(STUCK, mobile == 0);
        sum
    }

    /// What a piece of the side gets for its cell, positive for either side; 0 where nothing stands.
    fn place(weights: &Weights, board: &Board, cell: u8) -> i32 {
        let (side, kind) = board.piece(cell);
        // Blue sees the board from the other end, and both halves are the same table: column a is g.
        let row = if side == 0 { cell / 7 } else { 6 - cell / 7 };
        let column = (cell % 7).min(6 - cell % 7);
        // Each of the three tables has 28 places, seven rows of four.
        let table = match kind {
            NONE => return 0,
            FRESH => 0,
            MOVED => 28,
            _ => 56,
        };
        weights[SQUARES + table + usize::from(4 * row + column)]
    }

    /// A board with its evaluation, kept up to date move by move: most moves of a search are quiet moves of pieces that
    /// have moved before, which change two entries of a table and nothing of the material.
    ///
    /// The sum of `material` and `places` is what `evaluate` begins with; equal to computing everything anew at any
    /// time.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct Position {
        pub board: Board,
        /// Red's material less Blue's.
        material: i32,
        /// Red's places less Blue's.
        places: i32,
    }

    impl Position {
        /// Computed from nothing, for the root of a search.
        pub fn new(weights: &Weights, board: &Board) -> Position {
            let material = material(weights, board, 0) - material(weights, board, 1);
            let sum = |side| bits(board.occupied(side)).map(|cell| place(weights, board, cell)).sum::<i32>();
            Position { board: *board, material, places: sum(0) - sum(1) }
        }

        /// The position after a move; `answer` as in `Board::play`.
        pub fn after(&self, weights: &Weights, mv: Move, answer: Kind) -> Position {
            let mut next = *self;
            next.board.play(mv, answer);
            // Only two cells change, whatever happens on them: what stood there before is subtracted, what stands there
            // now is added. An empty cell counts 0.
            let signed = |board: &Board, cell: u8| match board.piece(cell).0 {
                0 => place(weights, board, cell),
                _ => -place(weights, board, cell),
            };
            next.places += signed(&next.board, mv.from) + signed(&next.board, mv.to);
            next.places -= signed(&self.board, mv.from) + signed(&self.board, mv.to);
            // A quiet move changes the material only by moving what had never moved.
            if answer != NONE || self.board.piece(mv.from).1 == FRESH {
                next.material = material(weights, &next.board, 0) - material(weights, &next.board, 1);
            }
            next
        }

        /// What the position is worth for the side on turn, by the weights alone.
        ///
        /// Between -`LIMIT` and `LIMIT`, so an evaluation is never taken for a win by force.
        pub fn evaluate(&self, weights: &Weights) -> i32 {
            let (board, side) = (&self.board, self.board.side());
            // Seen by Red up to here. Then it is turned to the side on turn, for whom `TEMPO` and `FIRST` count.
            let standing = self.material + self.places + touch(weights, board, 0) - touch(weights, board, 1);
            let contact = (beside(board.mobile(side)) & board.moved(1 - side)).count_ones() as i32;
            let turn = weights[TEMPO] + weights[FIRST] * contact;
            (if side == 0 { standing } else { -standing } + turn).clamp(-LIMIT, LIMIT)
        }
    }

    /// What the pieces of one side get for what they stand beside. Computed at every leaf, for a few shifts of the sets
    /// of cells give all of it at once.
    fn touch(weights: &Weights, board: &Board, side: usize) -> i32 {
        let enemy = 1 - side;
        // All cells beside a mobile piece of the side, and all beside a hidden enemy that may attack, with a role of
        // its choice.
        let touched = beside(board.mobile(side));
        let danger = beside(board.mobile(enemy) & !board.shown(enemy));
        let sum = |weight: usize, cells: Cells| weights[weight] * cells.count_ones() as i32;
        sum(REACH, touched & !board.occupied(side))
            + sum(CONTACT, touched & board.moved(enemy))
            + sum(PROBE, touched & board.fresh(enemy))
            + sum(MENACED, danger & board.shown(side))
            + sum(GUARDED, touched & board.shown(side))
    }

    /// What a game that ends after 200 moves is worth for our side (`hero`), in the unit of the evaluation: 3, 2 or 1
    /// points, and the other's 1, 2 or 3, are all much less than the 12 of a win. A game that is even but alive counts
    /// 0, so we rather take a small risk than a drawn game, and avoid it less when we are worse.
    pub fn drawn(board: &Board, hero: usize) -> i32 {
        match board.pieces(hero).cmp(&board.pieces(1 - hero)) {
            std::cmp::Ordering::Greater => -30,
            std::cmp::Ordering::Equal => -70,
            std::cmp::Ordering::Less => -110,
        }
    }

    /// Half-moves before the last one at which the piece count begins to replace the evaluation.
    pub const FADE: u16 = 50;

    /// Mixes the evaluation (for `hero`, our side) with the drawn game that comes nearer.
    ///
    /// With 25 half-moves left it is half of each, at the last one nearly the piece count alone.
    pub fn fade(board: &Board, hero: usize, value: i32) -> i32 {
        let left = i32::from(LAST_PLY.saturating_sub(board.ply()));
        let all = i32::from(FADE);
        if left >= all {
            return value;
        }
        (value * left + drawn(board, hero) * (all - left)) / all
    }

    // What follows is about fights; all of it is seen by the attacker.

    /// What a role is worth in a fight, for ordering moves: roughly what it counts alive and mobile, so that it need
    /// not follow every change of the weights. The flag is worth the game. In hundredths of a logit.
    fn worth(role: Kind) -> i32 {
        const WORTH: [i32; 16] = [0, 2000, 30, 130, 104, 80, 65, 12, 38, 0, 0, 0, 0, 0, 0, 0];
        WORTH[usize::from(role & 15)]
    }

    /// What a fight wins for the attacker at once, roughly. Negative when it costs more than it takes. The roles that
    /// both sides show by it count nothing here.
    pub fn gain(attacker: Kind, defender: Kind) -> i32 {
        match fight(attacker, defender) {
            Fight::Wins => worth(defender),
            Fight::BothGo => worth(defender) - worth(attacker),
            Fight::Loses => -worth(attacker),
        }
    }

    /// True when the side on turn can take a known piece with a role that beats it.
    ///
    /// What shufflers let pass: `Search::notice` counts it.
    pub fn has_sure_gain(board: &Board) -> bool {
        // For a cell that can be attacked: is the piece there known, and is there a role that beats it?
        bits(board.mobile(board.side())).any(|from| {
            bits(board.targets(from) & board.occupied(1 - board.side())).any(|to| {
                let known = board.piece(to).1;
                known < FRESH
                    && cheapest_first(board.attacker_roles(from)).any(|role| fight(role, known) == Fight::Wins)
            })
        })
    }

    /// The roles of a set without the flag, those first that are cheapest to lose.
    pub fn cheapest_first(set: Roles) -> impl Iterator<Item = Kind> {
        const ORDER: [Kind; 7] = [RIDER, BOMB, SPY, MINER, LIEUTENANT, COLONEL, GENERAL];
        ORDER.iter().copied().filter(move |&role| set >> role & 1 != 0)
    }

    /// The roles that a sane defender answers with: to name the flag is to lose at once, so it is named only when
    /// nothing else is left.
    pub fn sane_answers(board: &Board, to: u8) -> Roles {
        let set = board.defender_roles(to);
        if set == 1 << FLAG {
            set
        } else {
            set & !(1 << FLAG)
        }
    }

    /// The sane answers to an attack, the likely refutations first. Against a general, a hidden piece that never moved
    /// answers B (it wins), then G (a tie), then R (the cheapest to lose); M, S, L and O would only lose more. The
    /// search tries the first three or four, and with a good first one rarely more than that.
    pub struct Answers {
        /// The first `count` are in use: the likely ones, then the others.
        list: [Kind; 8],
        /// Number of sane answers.
        count: usize,
        /// Number of likely ones among them, at least 1.
        likely: usize,
    }

    impl Answers {
        /// The move carries the attacker's role, which the order depends on.
        pub fn new(board: &Board, mv: Move) -> Answers {
            let mut left = sane_answers(board, mv.to);
            let mut answers = Answers { list: [NONE; 8], count: 0, likely: 0 };
            // A known piece has no choice.
            if left.count_ones() == 1 {
                answers.list[0] = left.trailing_zeros() as Kind;
                answers.count = 1;
                answers.likely = 1;
                return answers;
            }
            // A bomb, the weakest role that beats the attacker, the same role, the cheapest victim. Against a miner a
            // bomb is a victim like others.
            if mv.role != MINER {
                answers.take(Some(BOMB), &mut left);
            }
            // From the attacker's rank upwards, so the weakest that wins is found first. A general is not beaten by
            // rank, and against a spy the general does not win.
            if mv.role != GENERAL {
                let winner = (GENERAL..mv.role).rev().find(|&role| left >> role & 1 != 0);
                answers.take(winner.filter(|&role| fight(mv.role, role) == Fight::Loses), &mut left);
            }
            answers.take(Some(mv.role), &mut left);
            answers.take(cheapest_first(left).find(|&role| fight(mv.role, role) == Fight::Wins), &mut left);
            answers.likely = answers.count;
            // The rest, in any order: those that are in the list already are not left.
            for role in FLAG..=SPY {
                answers.take(Some(role), &mut left);
            }
            answers.likely = answers.likely.max(1);
            answers
        }

        /// Appends a role if it is among those left.
        fn take(&mut self, role: Option<Kind>, left: &mut Roles) {
            if let Some(role) = role.filter(|role| *left >> role & 1 != 0) {
                *left &= !(1 << role);
                self.list[self.count & 7] = role;
                self.count += 1;
            }
        }

        /// Every sane answer, each once.
        pub fn all(&self) -> &[Kind] {
            &self.list[..self.count]
        }

        /// Those that matter: another one helps the attacker more than one of these.
        pub fn likely(&self) -> &[Kind] {
            &self.list[..self.likely]
        }
    }

    /// A fight with both roles open: the attacker's prospects for each pair of roles. At the start of a game a piece
    /// that attacks one that has moved is worth nothing to either side when both choose well (G, M and R about a third
    /// each, on both sides), but whoever always shows the same role loses a tenth of a general by it, and to an
    /// opponent that knows it much more. That is why roles are drawn by lot.
    #[derive(Clone, Debug)]
    pub struct Matrix {
        /// The attacker's roles.
        pub rows: Vec<Kind>,
        /// The defender's roles.
        pub columns: Vec<Kind>,
        /// Row by row, from -1 (lost) to 1 (won).
        pub values: Vec<f64>,
        /// Half-moves that each pair was searched.
        pub depth: i32,
    }

    /// Mixed strategies of both sides and what they are worth for the attacker.
    #[derive(Clone, Debug)]
    pub struct Solution {
        /// Share of each of the attacker's roles, in the order of the matrix; together 1.
        pub rows: Vec<f64>,
        /// The same for the defender.
        pub columns: Vec<f64>,
        /// What the attacker gets on average when both play these shares, from -1 to 1.
        pub value: f64,
    }

    /// Rounds of regret matching: the value is then within a thousandth of the exact one (on a scale from -1 to 1).
    const ROUNDS: u32 = 2_000;

    /// Solves a matrix game by regret matching plus (Tammelin 2014): each side in turn plays its roles in proportion to
    /// how much it regrets not having played them so far, and the averages over all rounds converge to an equilibrium.
    /// At most 8 rows and 8 columns.
    ///
    /// ```text
    ///              B    L
    ///        G    -1    1      He who always shows G meets B, he who always shows M meets L. In the
    ///        M     1   -1      equilibrium all shares are one half, and the value is 0.
    /// ```
    ///
    /// (The numbers are made up, the signs are the game's.) The attacker's shares make both answers equally good for
    /// the defender, and the other way round: so nobody gains by knowing the other's shares, only by knowing the role.
    pub fn solve(values: &[f64], rows: usize, columns: usize) -> Solution {
        let (mut row, mut column) = (Learner::new(rows), Learner::new(columns));
        // What each of the attacker's roles brings against the defender's shares.
        let worth_of_row = |r: usize, mix: &[f64; 8]| (0..columns).map(|c| values[r * columns + c] * mix[c]).sum();
        for round in 1..=ROUNDS {
            let mut worth = [0.0; 8];
            // The attacker learns from the defender's present play, then the defender from the attacker's new one.
            let mix = column.mix(&column.regret);
            for r in 0..rows {
                worth[r] = worth_of_row(r, &mix);
            }
            row.learn(&worth, round);
            worth = [0.0; 8];
            let mix = row.mix(&row.regret);
            // The defender pays what the attacker gets, so its worth is the negative.
            for r in 0..rows {
                for c in 0..columns {
                    worth[c] -= values[r * columns + c] * mix[r];
                }
            }
            column.learn(&worth, round);
        }
        // The play of the last round may be anything: the averages are the solution.
        let (row_mix, column_mix) = (row.mix(&row.played), column.mix(&column.played));
        let value = (0..rows).map(|r| row_mix[r] * worth_of_row(r, &column_mix)).sum();
        Solution { rows: row_mix[..rows].to_vec(), columns: column_mix[..columns].to_vec(), value }
    }

    /// One side of a matrix game. Without a matrix of its own: `solve` tells it what its choices would have been worth.
    struct Learner {
        /// Number of choices; the places behind them stay 0.
        choices: usize,
        /// How much more each choice would have brought than what was played; what is negative is forgotten.
        regret: [f64; 8],
        /// How often each choice was played; later rounds, which know more, count more.
        played: [f64; 8],
    }

    impl Learner {
        /// Knows nothing yet: all choices alike.
        fn new(choices: usize) -> Learner {
            Learner { choices, regret: [0.0; 8], played: [0.0; 8] }
        }

        /// The weights scaled to a sum of 1; all choices alike when there are none.
        fn mix(&self, weights: &[f64; 8]) -> [f64; 8] {
            let sum: f64 = weights.iter().sum();
            let mut mix = [0.0; 8];
            for (share, weight) in mix[..self.choices].iter_mut().zip(weights) {
                *share = if sum > 0.0 { weight / sum } else { 1.0 / self.choices as f64 };
            }
            mix
        }

        /// Takes in what each choice would have been worth against the other side's present mixture.
        fn learn(&mut self, worth: &[f64; 8], round: u32) {
            let mix = self.mix(&self.regret);
            let mean: f64 = mix.iter().zip(worth).map(|(share, worth)| share * worth).sum();
            // The plus of the name: a sum of regrets never falls below 0, so a choice that was bad for long is taken
            // again as soon as it is good.
            for i in 0..self.choices {
                self.regret[i] = (self.regret[i] + worth[i] - mean).max(0.0);
                self.played[i] += mix[i] * f64::from(round);
            }
        }
    }
}

// ---------------------------------------------------------------------------------------------------------------------
// Search: owns the tables, the node count, the generator and the clock. Takes a position, returns a move and its score.
// ---------------------------------------------------------------------------------------------------------------------
pub mod search {
    // How the room works. `choose` finds the move, by iterative deepening over `negamax`; an attack stands in it with
    // one of its roles. If it is chosen, `attack_role` looks at the roles again, and `answer` does for the attacks of
    // the other side: both search the `matrix` of all pairs, solve it, and draw by lot. `value` is where fights branch:
    // it plays a move, with each answer if there are several. `quiesce` ends the lines, `generate` orders the moves.
    //
    // Scores are hundredths of a logit for the side on turn, from `evaluate`, or near `MATE` when the game is decided
    // by force.
    use super::eval::{self, cheapest_first, gain, sane_answers, solve, Answers, Matrix, Position, Weights, WEIGHTS};
    use super::rules::{bits, fight, roles, Board, Fight, Kind, Move, FLAG, FRESH, LAST_PLY, MINER, NONE};
    use std::time::{Duration, Instant};

    // `Clock` and `Rng` are word for word the same in all five files.

    /// Part of the game's seconds that is never planned with: a contest machine may hiccup.
    const RESERVE_SHARE: f64 = 0.05;

    /// Seconds that are never planned with on top of the share: starting the program costs as much at any time limit.
    const RESERVE_SECONDS: f64 = 0.15;

    /// Seconds that each answer costs beyond our own measurement: the pipes and the wake-up are on our account too, and
    /// on a machine with more work than processors they take that long.
    const LATENCY: f64 = 0.003;

    /// The time that is left of the whole game. It runs only between `start` and `stop`: the contest counts from the
    /// moment a line is there until our answer, and while the other side thinks we may be suspended.
    pub struct Clock {
        left: Duration,
        started: Instant,
    }

    impl Clock {
        pub fn new(seconds: f64) -> Clock {
            let usable = (seconds * (1.0 - RESERVE_SHARE) - RESERVE_SECONDS).max(seconds * 0.5);
            Clock { left: Duration::from_secs_f64(usable), started: Instant::now() }
        }

        /// Call it when a line has been read, never before: the `Instant` of a suspended process keeps running.
        pub fn start(&mut self) {
            self.started = Instant::now();
        }

        /// Call it before the answer is written: the contest may suspend us as soon as it has the line.
        pub fn stop(&mut self) {
            let spent = self.started.elapsed() + Duration::from_secs_f64(LATENCY);
            self.left = self.left.checked_sub(spent).unwrap_or_default();
        }

        /// What was left when this turn began.
        pub fn left(&self) -> Duration {
            self.left
        }

        /// The moment at which a slice of the time left, counted from the beginning of this turn, is used up.
        pub fn deadline(&self, slice: Duration) -> Instant {
            self.started + slice.min(self.left)
        }
    }

    /// Seeded generator: splitmix64 by Sebastiano Vigna (public domain), 2^64 numbers before it repeats.
    #[derive(Clone, Debug)]
    pub struct Rng(pub u64);

    impl Rng {
        pub fn next(&mut self) -> u64 {
            self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
            let mut z = self.0;
            z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
            z ^ (z >> 31)
        }

        /// A number from 0 to n - 1; n is at least 1.
        pub fn below(&mut self, n: usize) -> usize {
            ((u128::from(self.next()) * n as u128) >> 64) as usize
        }
    }

    // How attacks are searched. Of the two roles of a fight one may be open, or both, or none:
    //
    //   attacker known,  defender known:  one outcome, an ordinary move
    //   attacker hidden, defender known:  the attacker chooses (a maximum over up to 6 roles)
    //   attacker known,  defender hidden: the defender chooses (a minimum over up to 7)
    //   attacker hidden, defender hidden: both choose at once, a matrix game
    //
    // The first three are plain alpha-beta. For the fourth the tree takes the maximum over the attacker's roles of the
    // minimum over the defender's, as if the defender saw the role. That is a lower bound of the matrix game's value,
    // about a tenth of a general too low, but it needs no full window: most roles are refuted by their first answer.
    // Full matrices in the tree, and static corrections of the bound, were measured by a prototype: no better. Only
    // where a role is really chosen, at the root, the whole matrix is searched.

    /// Score of a game won at once, in hundredths of a logit as everywhere; one less for each half-move until then.
    pub const MATE: i32 = 20_000;
    /// Scores beyond this are wins or losses by force.
    pub const MATE_BOUND: i32 = 19_000;
    /// Beyond every score.
    const INFINITE: i32 = 30_000;

    /// Deepest line in half-moves, quiescence included. Late endings with few mobile pieces reach depth 30.
    const MAX_HEIGHT: usize = 96;
    /// At this depth and below late quiet moves are left out, from the 7th on at depth 1, from the 13th at depth 2.
    const PRUNED_DEPTH: i32 = 2;
    /// Quiet moves behind this place are left out; the place is multiplied by the depth.
    const PRUNED_FROM: usize = 6;
    /// Half-moves of attacks that the quiescence search looks at. Chains of attacks that win something are short, this
    /// is only a fence.
    const QUIET_DEPTH: i32 = -8;
    /// Half-moves without an attack by the other side after which it looks like a shuffler: one that only waits, as it
    /// may for ever, for a drawn game brings us little. Equals attack about every 20.
    const SHUFFLER: u16 = 60;
    /// A side that has let so many sure gains pass since its last attack is searched as if it never attacked: then our
    /// pieces may stand next to its own until they can do most. One attack, and it is taken at its word again.
    const DECLINED: u32 = 2;
    /// Against a shuffler each quiet move of ours costs a toll, so much more for each half-move that it goes on.
    const TOLL_STEP: u16 = 2;
    /// The highest toll, three generals. Limits of 30, 100, 200 were tried too: the higher, the fewer games were drawn.
    const TOLL_LIMIT: u16 = 400;
    /// Entries of the transposition table: 2^20 of 16 bytes are 16 MB of the contest's 64.
    const TABLE_BITS: u32 = 20;
    /// Nodes between two looks at the clock: about a tenth of a millisecond, for games of 0.3 s.
    const CLOCK_NODES: u64 = 256;

    /// Roles that the solved mixture takes more rarely are errors of the search rather than strategy.
    const RARE: f64 = 0.04;

    /// The time for one decision, and when it began. A search stops in the middle of an iteration when twice the time
    /// is gone, and between two of them when half of it is, for the next takes longer than all before it; a search that
    /// has just changed its mind goes on until all of it is.
    #[derive(Clone, Copy, Debug)]
    pub struct Slice {
        /// When the decision began.
        pub begun: Instant,
        /// The time that is planned for it.
        pub time: Duration,
    }

    impl Slice {
        /// Is it time to stop between two iterations? `changed`: the best move is another one than before.
        fn is_spent(self, changed: bool) -> bool {
            self.begun.elapsed() * if changed { 1 } else { 2 } > self.time
        }

        /// The moment at which a search stops in the middle.
        fn deadline(self) -> Instant {
            self.begun + self.time * 2
        }
    }

    /// A move with what the search says of it.
    #[derive(Clone, Copy, Debug)]
    pub struct Choice {
        /// An attack has the role that is best when the defender sees it: not the one to be played, see `attack_role`.
        pub mv: Move,
        /// For the side that moves, in hundredths of a logit.
        pub score: i32,
        /// Half-moves of the last iteration that has found something; 0 for a move without a choice.
        pub depth: i32,
    }

    /// The tables and limits of a search; one for a whole game, so that what it learned serves the next move.
    pub struct Search {
        /// Draws roles, and shuffles equal moves.
        pub rng: Rng,
        /// What positions are judged by. Call `forget` after changing them.
        pub weights: Weights,
        /// Nodes searched since `new`.
        pub nodes: u64,
        /// Nodes that one decision may take, besides the clock's limit.
        pub node_limit: u64,
        /// Deepest iteration of one decision.
        pub depth_limit: i32,
        /// Our side: games drawn after 200 moves are worth the less to it.
        hero: usize,
        /// What a quiet move costs us, see `SHUFFLER`.
        toll: i32,
        /// The other side is searched as if it never attacked, see `DECLINED`.
        meek: bool,
        /// Pieces of ours that the other side could have taken for sure since its last attack, and did not.
        pub declined: u32,
        /// The search stops here; `None` when only nodes or depth count.
        deadline: Option<Instant>,
        /// The node count at which this decision ends.
        last_node: u64,
        /// Time or nodes have run out: what the search returns from now on means nothing.
        stopped: bool,
        /// The transposition table: a key, and an `Entry` packed. Always overwritten, for the latest search is the one
        /// that goes on.
        table: Vec<[u64; 2]>,
        /// For each height the two quiet moves that were last good enough there.
        killers: [[Move; 2]; MAX_HEIGHT],
        /// For each piece (side and kind) and cell: how often a quiet move there was best.
        history: Vec<[i32; 64]>,
        /// The moves of all nodes on the current line, with their order.
        stack: Vec<(i32, Move)>,
    }

    impl Search {
        /// With the full table. The seed decides all that is left to chance.
        pub fn new(seed: u64) -> Search {
            Search::sized(seed, TABLE_BITS)
        }

        /// With a transposition table of 2^bits entries.
        pub fn sized(seed: u64, bits: u32) -> Search {
            Search {
                rng: Rng(seed),
                weights: WEIGHTS,
                nodes: 0,
                node_limit: u64::MAX,
                depth_limit: MAX_HEIGHT as i32 / 2,
                hero: 0,
                toll: 0,
                meek: false,
                declined: 0,
                deadline: None,
                last_node: 0,
                stopped: false,
                table: vec![[0; 2]; 1 << bits],
                killers: [[Move::NULL; 2]; MAX_HEIGHT],
                history: vec![[0; 64]; 32],
                stack: Vec::with_capacity(8_192),
            }
        }

        /// Empties the table, as it must be when the weights have changed.
        pub fn forget(&mut self) {
            self.table.fill([0; 2]);
        }

        /// Everything that holds for one decision of `hero`. Without a deadline only the node limit ends it.
        fn begin(&mut self, board: &Board, hero: usize, deadline: Option<Instant>) {
            self.hero = hero;
            self.deadline = deadline;
            self.last_node = self.nodes.saturating_add(self.node_limit);
            self.stopped = false;
            // The killers belong to heights, which are counted from another root now: they start anew. The table and
            // the history go on, for the game does.
            self.killers = [[Move::NULL; 2]; MAX_HEIGHT];
            // What was learned two moves ago still holds for most pieces, but less and less.
            for row in self.history.iter_mut() {
                for cell in row.iter_mut() {
                    *cell /= 4;
                }
            }
            // The longer the other side has not attacked, the more we hurry: an equal attacks often enough, a shuffler
            // never, and what it does not take from us we can risk.
            let idle = board.idle(1 - hero).saturating_sub(SHUFFLER);
            let toll = i32::from((idle * TOLL_STEP).min(TOLL_LIMIT));
            // Towards the 200th move it fades like the evaluation: the last moves are for the count of pieces.
            let left = LAST_PLY.saturating_sub(board.ply() + 1).min(eval::FADE);
            self.toll = toll * i32::from(left) / i32::from(eval::FADE);
            self.meek = idle > 0 && self.declined >= DECLINED;
        }

        /// The best move for the side on turn, which has at least one, with the role that it has in pure play. Thinks
        /// until the node limit, or about as long as the slice if there is one.
        pub fn choose(&mut self, board: &Board, slice: Option<Slice>) -> Option<Choice> {
            // A single quiet move needs no thought. A single attack does not either, but its roles do.
            let legal = board.legal_moves();
            let first = *legal.first()?;
            if legal.len() == 1 && !board.is_attack(first) {
                return Some(Choice { mv: first, score: 0, depth: 0 });
            }
            self.begin(board, board.side(), slice.map(Slice::deadline));
            let mut moves: Vec<(i32, Move)> = Vec::new();
            self.generate(board, Move::NULL, 0, false);
            moves.append(&mut self.stack);
            // Equal moves in an order by the seed; the sort keeps it. A shuffle by exchange (Fisher-Yates): each order
            // is equally likely.
            for i in (1..moves.len()).rev() {
                let j = self.rng.below(i + 1);
                moves.swap(i, j);
            }
            moves.sort_by_key(|m| -m.0);
            let root = Position::new(&self.weights, board);
            let mut best = Choice { mv: moves.first()?.1, score: -INFINITE, depth: 0 };
            let mut settled = best.mv;
            // Each iteration searches one half-move deeper, the best move of the one before first: it costs little
            // beside the next, orders the moves for it, and leaves an answer whenever the time is up.
            for depth in 1..=self.depth_limit {
                let (mut alpha, mut found) = (-INFINITE, best.mv);
                // `alpha` is the best score so far in this iteration: the others have to be better than that.
                for i in 0..moves.len() {
                    let mv = moves[i].1;
                    let mut score = -INFINITE;
                    // The first move is expected to stay the best. The others are only asked whether they are better,
                    // with a window that holds no number, and searched again with an open one if so.
                    if i > 0 {
                        score = self.value(&root, mv, alpha, alpha + 1, depth, 0, true);
                    }
                    if (i == 0 || score > alpha) && !self.stopped {
                        score = self.value(&root, mv, alpha, INFINITE, depth, 0, true);
                    }
                    if self.stopped {
                        break;
                    }
                    if score > alpha {
                        alpha = score;
                        found = mv;
                        // Best first, the others keep their order.
                        moves[..=i].rotate_right(1);
                        best = Choice { mv: found, score, depth };
                    }
                }
                // An unfinished iteration may have found a better move, never a worse one: that is kept in `best`.
                if self.stopped {
                    break;
                }
                best = Choice { mv: found, score: alpha, depth };
                // A win or loss by force that is nearer than the depth is exact: to look deeper cannot change it. And
                // between two iterations the time is looked at.
                let forced = alpha.abs() > MATE_BOUND && MATE - alpha.abs() <= depth;
                let changed = found != settled;
                settled = found;
                if forced || slice.map_or(false, |slice| slice.is_spent(changed)) {
                    break;
                }
            }
            Some(best)
        }

        /// The exact score of one move of the side on turn (an attack with its role) at a depth, by pure play.
        ///
        /// For the tools and tests: no clock, and the table is used as always.
        pub fn rate(&mut self, board: &Board, mv: Move, depth: i32) -> i32 {
            self.begin(board, board.side(), None);
            let root = Position::new(&self.weights, board);
            self.value(&root, mv, -INFINITE, INFINITE, depth, 0, true)
        }

        /// Searches all pairs of roles of a fight to equal depth, each with an open window, for the mixture depends on
        /// all of them. `hero` is the side that decides: attacker or defender. The flag has a column only when it is
        /// the one answer left.
        pub fn matrix(&mut self, board: &Board, mv: Move, hero: usize, slice: Option<Slice>) -> Matrix {
            // A pair for each of the attacker's and each of the defender's roles. With one of each there is nothing to
            // mix.
            let rows = roles(board.attacker_roles(mv.from));
            let columns = roles(sane_answers(board, mv.to));
            let mut matrix = Matrix { values: vec![0.0; rows.len() * columns.len()], rows, columns, depth: 0 };
            if matrix.values.len() == 1 {
                return matrix;
            }
            self.begin(board, hero, slice.map(Slice::deadline));
            let root = Position::new(&self.weights, board);
            for depth in 1..=self.depth_limit {
                let mut values = Vec::with_capacity(matrix.values.len());
                for &row in &matrix.rows {
                    for &column in &matrix.columns {
                        // The fight is played with these two roles, and the position after it is searched. The score is
                        // the attacker's.
                        let next = root.after(&self.weights, Move { role: row, ..mv }, column);
                        let score = if column == FLAG {
                            MATE - 1
                        } else {
                            -self.negamax(&next, -INFINITE, INFINITE, depth - 1, 1)
                        };
                        // Mixing is about averages, and those of logits mean nothing: the matrix holds chances to win,
                        // stretched to the range from -1 to 1.
                        values.push((f64::from(score) / 200.0).tanh());
                    }
                }
                // The values of a round that broke off are of different depths or mean nothing: the round before
                // counts.
                if self.stopped {
                    // Without a finished round (no time at all) the fights' bare outcomes are better than nothing.
                    if matrix.depth == 0 {
                        matrix.values = self.bare(&matrix);
                    }
                    break;
                }
                matrix.values = values;
                matrix.depth = depth;
                if slice.map_or(false, |slice| slice.is_spent(false)) {
                    break;
                }
            }
            matrix
        }

        /// The pairs judged by the fight alone, when there was no time for a search.
        fn bare(&self, matrix: &Matrix) -> Vec<f64> {
            let pairs = matrix.rows.iter().flat_map(|&r| matrix.columns.iter().map(move |&c| gain(r, c)));
            pairs.map(|gain| (f64::from(gain) / 200.0).tanh()).collect()
        }

        /// The attacker's role for an attack that `choose` has chosen, and the depth of the matrix.
        pub fn attack_role(&mut self, board: &Board, mv: Move, slice: Option<Slice>) -> (Kind, i32) {
            // Against a known piece, or with one, there is nothing to hide.
            if board.attacker_roles(mv.from).count_ones() == 1 || board.piece(mv.to).1 < FRESH {
                return (mv.role, 0);
            }
            let matrix = self.matrix(board, mv, board.side(), slice);
            let solution = solve(&matrix.values, matrix.rows.len(), matrix.columns.len());
            (self.sample(&matrix.rows, &solution.rows), matrix.depth)
        }

        /// The defender's role for an attack of the side on turn, and the depth of the matrix. The flag is no choice
        /// unless it is the only one.
        pub fn answer(&mut self, board: &Board, mv: Move, slice: Option<Slice>) -> (Kind, i32) {
            let own = roles(sane_answers(board, mv.to));
            if own.len() == 1 {
                return (own[0], 0);
            }
            let matrix = self.matrix(board, mv, 1 - board.side(), slice);
            let solution = solve(&matrix.values, matrix.rows.len(), matrix.columns.len());
            (self.sample(&matrix.columns, &solution.columns), matrix.depth)
        }

        /// Draws one of the roles by their shares, the rare ones left out. The seed comes from the clock, so that
        /// nobody can replay our choices.
        pub fn sample(&mut self, roles: &[Kind], shares: &[f64]) -> Kind {
            let kept: Vec<f64> = shares.iter().map(|&s| if s < RARE { 0.0 } else { s }).collect();
            // 53 random bits are what a float holds: a point on a line as long as the sum, cut into the shares. The
            // role in whose part it lies is drawn; should rounding carry it past the end, the last one is.
            let mut point = (self.rng.next() >> 11) as f64 / (1u64 << 53) as f64 * kept.iter().sum::<f64>();
            let mut drawn = NONE;
            for (&role, &share) in roles.iter().zip(&kept) {
                if share > 0.0 {
                    drawn = role;
                    point -= share;
                    if point < 0.0 {
                        break;
                    }
                }
            }
            drawn
        }

        /// The score of a move for the side that makes it: of a quiet move that of the position it leads to, of an
        /// attack that against the defender's best role, as if the defender saw the attacker's. `depth` counts the
        /// move.
        ///
        /// `all`: try the unlikely answers too. The window is that of the side that moves; the score is exact within it
        /// and a bound outside.
        #[allow(clippy::too_many_arguments)] // alpha, beta, depth and height go together everywhere
        fn value(
            &mut self,
            position: &Position,
            mv: Move,
            alpha: i32,
            beta: i32,
            depth: i32,
            height: usize,
            all: bool,
        ) -> i32 {
            if mv.role == NONE {
                // While we hurry each quiet move of ours costs a toll, so that to wait is never free. It is paid at the
                // edge, not at the leaf: a price for lines without an attack only made us put the attack off for ever.
                // The score is lowered by the toll behind the search, so the window is raised by it before.
                let toll = if position.board.side() == self.hero { self.toll } else { 0 };
                let next = position.after(&self.weights, mv, NONE);
                return -self.negamax(&next, -beta - toll, -alpha - toll, depth - 1, height + 1) - toll;
            }
            // The defender takes the answer that is worst for us. Each further answer need only be compared with the
            // worst so far, and as soon as one is no better than alpha the attack is refuted, whatever the others do.
            let mut worst = INFINITE;
            let answers = Answers::new(&position.board, mv);
            for (i, &answer) in answers.all().iter().enumerate() {
                // The unlikely answers only count when the attack would win the game: a sure win must be sure.
                if i >= answers.likely().len() && !all && worst < MATE_BOUND {
                    break;
                }
                // The flag is hit: the game is won at the next height, and nothing is left to search.
                let score = if answer == FLAG {
                    MATE - height as i32 - 1
                } else {
                    let next = position.after(&self.weights, mv, answer);
                    -self.negamax(&next, -beta.min(worst), -alpha, depth - 1, height + 1)
                };
                worst = worst.min(score);
                if worst <= alpha || self.stopped {
                    break;
                }
            }
            worst
        }

        /// Principal variation search. Returns the score for the side on turn: exact between alpha and beta, otherwise
        /// a bound (fail soft). Meaningless once `stopped` is set.
        ///
        /// `alpha` is what the side on turn has for sure elsewhere; at `beta` or more the other side will avoid this
        /// position. Where both are next to each other (`width` 1) the only question is whether the score is above.
        /// `height` is the distance from the root, `depth` what is left to the horizon.
        fn negamax(&mut self, position: &Position, mut alpha: i32, mut beta: i32, depth: i32, height: usize) -> i32 {
            let board = &position.board;
            self.nodes += 1;
            // Has the time run out, is the game over, are we at the horizon?
            if self.nodes % CLOCK_NODES == 0 && self.deadline.map_or(false, |d| Instant::now() >= d) {
                self.stopped = true;
            }
            if self.stopped || self.nodes >= self.last_node {
                self.stopped = true;
                return 0;
            }
            // The result of a game that lasted 200 moves each is ours to judge, so it is turned to the side on turn.
            if board.ply() >= LAST_PLY {
                let value = eval::drawn(board, self.hero);
                return if board.side() == self.hero { value } else { -value };
            }
            // Who cannot move has lost, here and now.
            if !board.has_move() {
                return height as i32 - MATE;
            }
            if depth <= 0 || height >= MAX_HEIGHT - 1 {
                return self.quiesce(position, alpha, beta, depth, height);
            }
            // No line from here can be better than winning at once, nor worse than losing at once.
            alpha = alpha.max(height as i32 - MATE);
            beta = beta.min(MATE - height as i32 - 1);
            if alpha >= beta {
                return alpha;
            }

            // What an earlier search found here: if it was deep enough its score may do, otherwise its move goes first.
            let key = self.key(board);
            let mut table_move = Move::NULL;
            if let Some(entry) = self.probe(key) {
                table_move = entry.mv;
                if entry.depth >= depth {
                    let score = from_table(entry.score, height);
                    if entry.bound == EXACT
                        || (entry.bound == LOWER && score >= beta)
                        || (entry.bound == UPPER && score <= alpha)
                    {
                        return score;
                    }
                }
            }

            // The stack holds the moves of all nodes on the line: ours begin at `base` and go when we are done.
            let base = self.stack.len();
            self.generate(board, table_move, height, false);
            let count = self.stack.len() - base;
            let (old_alpha, width) = (alpha, beta - alpha);
            let (mut best, mut best_move) = (-INFINITE, Move::NULL);
            for i in 0..count {
                self.pick(base + i);
                let (order, mv) = self.stack[base + i];
                // Roles that no sane attacker shows are only tried by a side that is lost otherwise.
                if order <= DUBIOUS && best > -MATE_BOUND {
                    break;
                }
                let quiet = mv.role == NONE;
                // Next to the horizon only the quiet moves that the order puts first are looked at, where no exact
                // score is wanted: what the others could still change is less than what a half-move more elsewhere
                // does.
                if quiet
                    && depth <= PRUNED_DEPTH
                    && i >= PRUNED_FROM * depth as usize
                    && width == 1
                    && best > -MATE_BOUND
                {
                    continue;
                }
                // The first move is searched with the whole window. The others are expected to be worse: with a window
                // of one point the search only has to show that, which is much quicker. If one turns out better it is
                // searched again.
                let mut score = alpha + 1;
                if i > 0 {
                    // Quiet moves that the order puts late are rarely good: they are looked at less deeply, and again
                    // in full if they surprise. Attacks never: what they are worth is seen only behind them.
                    let late = quiet && depth >= 3 && i >= 4;
                    let cut = if late { 1 + i32::from(i >= 12) + i32::from(depth >= 7) } else { 0 };
                    score = self.value(position, mv, alpha, alpha + 1, depth - cut, height, false);
                    if cut > 0 && score > alpha {
                        score = self.value(position, mv, alpha, alpha + 1, depth, height, false);
                    }
                }
                if i == 0 || (score > alpha && score < beta) {
                    score = self.value(position, mv, alpha, beta, depth, height, false);
                }
                if self.stopped {
                    self.stack.truncate(base);
                    return 0;
                }
                // `best` may be below alpha, and is then an upper bound that is still of use to the table.
                if score > best {
                    best = score;
                    best_move = mv;
                    alpha = alpha.max(score);
                    if score >= beta {
                        if quiet {
                            self.reward(board, base, i, depth, height);
                        }
                        break;
                    }
                }
            }
            self.stack.truncate(base);
            // A score outside the window is only a bound of the true one.
            let bound = if best >= beta {
                LOWER
            } else if best > old_alpha {
                EXACT
            } else {
                UPPER
            };
            // The best move is stored even below alpha: it is as good a first try as any.
            self.store(key, Entry { mv: best_move, score: to_table(best, height), depth, bound });
            best
        }

        /// Attacks only, until the position is quiet enough for the evaluation to be trusted. The side on turn may
        /// always leave it at that, so the evaluation is a lower bound (a side that can only make bad attacks is so
        /// rare that it is left to the search). Only attacks that win something against the best answer are tried:
        /// known against known, the cheapest role that beats a known piece, and a known piece against whatever cannot
        /// stand up to it.
        ///
        /// Why it is needed: to stop in the middle of an exchange is to count a piece that is lost with the next
        /// half-move. Fights have few outcomes that win something against the best answer, so the tree stays small, and
        /// `depth` goes on below 0 as a fence.
        fn quiesce(&mut self, position: &Position, mut alpha: i32, beta: i32, depth: i32, height: usize) -> i32 {
            let board = &position.board;
            // Enemy attacks that hang over us are not seen here: the depth before it has to.
            let mut best = self.leaf(position);
            if best >= beta || depth <= QUIET_DEPTH || height >= MAX_HEIGHT - 1 {
                return best;
            }
            alpha = alpha.max(best);
            // `stand` is what the side on turn has without any attack.
            let stand = best;
            let base = self.stack.len();
            self.generate(board, Move::NULL, height, true);
            let count = self.stack.len() - base;
            for i in 0..count {
                self.pick(base + i);
                let (order, mv) = self.stack[base + i];
                // What the fight wins at once, plus a margin for roles shown and places taken. The moves come by what
                // they win, so if this one cannot reach alpha none behind it can.
                if stand + order + 60 <= alpha {
                    break;
                }
                let score = self.value(position, mv, alpha, beta, depth, height, false);
                if self.stopped {
                    break;
                }
                if score > best {
                    best = score;
                    alpha = alpha.max(score);
                    if score >= beta {
                        break;
                    }
                }
            }
            self.stack.truncate(base);
            best
        }

        /// The evaluation for the side on turn, with what the count of moves and our hurry add to it. Both are seen
        /// from our side, not from that of the side on turn: the other one may be happy with a drawn game.
        fn leaf(&self, position: &Position) -> i32 {
            let (board, value) = (&position.board, position.evaluate(&self.weights));
            let sign = if board.side() == self.hero { 1 } else { -1 };
            // Turned to our side, faded, and turned back.
            sign * eval::fade(board, self.hero, sign * value)
        }

        /// Takes note of a move of the other side before it is played.
        ///
        /// A sure gain that was not taken says something of the player: see `DECLINED`. One attack, and all is
        /// forgotten.
        pub fn notice(&mut self, board: &Board, mv: Move) {
            if board.is_attack(mv) {
                self.declined = 0;
            } else if eval::has_sure_gain(board) {
                self.declined += 1;
            }
        }

        /// Pushes the moves of the side on turn on the stack with their order, highest first when picked. With `only`
        /// just the attacks that win something at once, and their order is what they win.
        fn generate(&mut self, board: &Board, table_move: Move, height: usize, only: bool) {
            let side = board.side();
            let enemies = board.occupied(1 - side);
            let killers = self.killers[height.min(MAX_HEIGHT - 1)];
            let quiet_moves = |from| board.targets(from) & !enemies;
            let meek = side != self.hero && self.meek;
            // A side that never attacks still has to when it cannot move otherwise.
            let meek = meek && (only || bits(board.mobile(side)).any(|from| quiet_moves(from) != 0));
            for from in bits(board.mobile(side)) {
                let targets = board.targets(from);
                // Attacks: one entry for each role, for the roles are different moves to the search.
                if targets & enemies != 0 && !meek {
                    let attackers = board.attacker_roles(from);
                    for to in bits(targets & enemies) {
                        let known = board.piece(to).1 < FRESH;
                        let single = attackers.count_ones() == 1;
                        let mut winner = NONE;
                        for role in cheapest_first(attackers) {
                            let mv = Move { from, to, role };
                            let answers = Answers::new(board, mv);
                            // What is won against the best of the likely answers.
                            let win = answers.likely().iter().map(|&a| gain(role, a)).min().unwrap_or(0);
                            if only {
                                if win > 0 {
                                    self.stack.push((win, mv));
                                }
                                continue;
                            }
                            let mut order = if win > 0 { WINNING + 16 * win } else { FIGHTS + 16 * win };
                            // Of several roles that beat a known piece the cheapest will do; if that is the miner, who
                            // is wanted against bombs, the next one too. To show a role that loses makes no sense.
                            if known && !single {
                                if win > 0 {
                                    if winner != NONE && winner != MINER {
                                        order = DUBIOUS;
                                    }
                                    winner = role;
                                } else if win < 0 && fight(role, answers.all()[0]) == Fight::Loses {
                                    order = DUBIOUS;
                                }
                            }
                            if mv == table_move {
                                order = FROM_TABLE;
                            }
                            self.stack.push((order, mv));
                        }
                    }
                }
                if !only {
                    // Quiet moves, ordered by what was good before.
                    let history = &self.history[usize::from(board.code(from) & 31)];
                    for to in bits(targets & !enemies) {
                        let mv = Move { from, to, role: NONE };
                        let order = if mv == table_move {
                            FROM_TABLE
                        } else if mv == killers[0] {
                            KILLER + 1
                        } else if mv == killers[1] {
                            KILLER
                        } else {
                            history[usize::from(to & 63)]
                        };
                        self.stack.push((order, mv));
                    }
                }
            }
        }

        /// Brings the best of the moves from `start` to the end of the stack to `start`.
        ///
        /// One step of a selection sort: where the first moves cut, the others need no order at all.
        fn pick(&mut self, start: usize) {
            let mut best = start;
            for i in start + 1..self.stack.len() {
                if self.stack[i].0 > self.stack[best].0 {
                    best = i;
                }
            }
            self.stack.swap(start, best);
        }

        /// A quiet move was good enough: it becomes a killer, its history rises and that of the moves before it falls.
        fn reward(&mut self, board: &Board, base: usize, index: usize, depth: i32, height: usize) {
            let mv = self.stack[base + index].1;
            let killers = &mut self.killers[height.min(MAX_HEIGHT - 1)];
            if killers[0] != mv {
                // The older killer makes room, if the move is not the newest already.
                *killers = [mv, killers[0]];
            }
            for i in 0..=index {
                let tried = self.stack[base + i].1;
                // Only quiet moves have a history. The deeper the subtree, the surer the news, up to a limit.
                if tried.role == NONE {
                    let bonus = (depth * depth).min(400) * if i == index { 1 } else { -1 };
                    let slot = &mut self.history[usize::from(board.code(tried.from) & 31)][usize::from(tried.to & 63)];
                    // The nearer to the limit the less it moves, so it stays within +-HISTORY, between the killers and
                    // the fights that may go wrong. At the limit a bonus of the same sign just balances what is taken
                    // away: `bonus * 32 = slot * bonus * 32 / HISTORY`.
                    *slot += bonus * 32 - *slot * bonus.abs() * 32 / HISTORY;
                }
            }
        }

        /// The table's key: the hash with all that the score depends on besides the position, which is our hurry and,
        /// where the end of the game comes near enough to be seen, the ply.
        fn key(&self, board: &Board) -> u64 {
            // From half-move 159 on. Before that equal positions have equal scores, however many moves it took to come
            // there.
            let late = board.ply() + eval::FADE + 2 * MAX_HEIGHT as u16 > LAST_PLY;
            let ply = if late { u64::from(board.ply()) } else { 0 };
            let meek = u64::from(self.meek);
            board.hash() ^ (meek << 32 ^ ply << 8 ^ self.toll as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15)
        }

        /// What is stored for the key, if anything. The whole key is compared: the slot is only its lowest bits.
        fn probe(&self, key: u64) -> Option<Entry> {
            let slot = self.table[key as usize & (self.table.len() - 1)];
            if slot[0] == key && slot[1] != 0 {
                Some(Entry::unpack(slot[1]))
            } else {
                None
            }
        }

        /// Overwrites what was there.
        fn store(&mut self, key: u64, entry: Entry) {
            let index = key as usize & (self.table.len() - 1);
            self.table[index] = [key, entry.pack()];
        }
    }

    // Orders of moves. Alpha-beta lives on trying the refutation first: the table's move, fights that win something
    // whatever the answer, killers, quiet moves by their history, fights that may go wrong, and those that make no
    // sense. What is added within a group stays below the distance to the next.
    /// The best move that an earlier search found here.
    const FROM_TABLE: i32 = 1 << 28;
    /// Attacks that win something against every likely answer; 16 times what they win is added.
    const WINNING: i32 = 1 << 24;
    /// Quiet moves that were good enough at this height.
    const KILLER: i32 = 1 << 20;
    /// The limit of the history, both ways: quiet moves are ordered between -65,536 and 65,536.
    const HISTORY: i32 = 1 << 16;
    /// Attacks that may win nothing or go wrong; 16 times what they bring at worst is added, which is not above 0.
    const FIGHTS: i32 = -(1 << 17);
    /// Attacks with a role that makes no sense.
    const DUBIOUS: i32 = -(1 << 24);

    // What a stored score says of the true one: at most, at least, or equal.
    /// The score is an upper bound: no move came above alpha.
    const UPPER: u8 = 1;
    /// A lower bound: a move reached beta, and the others were not tried.
    const LOWER: u8 = 2;
    /// The score is the true one at its depth.
    const EXACT: u8 = 3;

    /// What the transposition table keeps of a node.
    #[derive(Clone, Copy, PartialEq, Debug)]
    struct Entry {
        /// The best move, or the one that refuted the line.
        mv: Move,
        /// Wins by force count from this node, see `to_table`.
        score: i32,
        /// Half-moves that were searched below the node.
        depth: i32,
        /// `UPPER`, `LOWER` or `EXACT`.
        bound: u8,
    }

    impl Entry {
        /// 6 bits from, 6 to, 4 role, 16 score, 8 depth, 2 bound; never 0, for the bound is not.
        fn pack(self) -> u64 {
            u64::from(self.mv.from & 63)
                | u64::from(self.mv.to & 63) << 6
                | u64::from(self.mv.role & 15) << 12
                | u64::from(self.score as i16 as u16) << 16
                | u64::from(self.depth.max(0) as u8) << 32
                | u64::from(self.bound) << 40
        }

        /// The reverse of `pack`. The score goes through an `i16`, so that its sign comes back.
        fn unpack(bits: u64) -> Entry {
            Entry {
                mv: Move { from: bits as u8 & 63, to: (bits >> 6) as u8 & 63, role: (bits >> 12) as u8 & 15 },
                score: i32::from((bits >> 16) as u16 as i16),
                depth: i32::from((bits >> 32) as u8),
                bound: (bits >> 40) as u8 & 3,
            }
        }
    }

    /// Forced wins are counted from the root in the search and from the node in the table, for the node may be reached
    /// again at another height.
    fn to_table(score: i32, height: usize) -> i32 {
        // A win in 5 half-moves, seen at height 3, is MATE - 8 from the root and MATE - 5 from the node.
        if score.abs() > MATE_BOUND {
            score + score.signum() * height as i32
        } else {
            score
        }
    }

    /// The reverse of `to_table`, at the height where the node is met now.
    fn from_table(score: i32, height: usize) -> i32 {
        if score.abs() > MATE_BOUND {
            score - score.signum() * height as i32
        } else {
            score
        }
    }
}

// ---------------------------------------------------------------------------------------------------------------------
// Protocol: lines in, lines out.
// ---------------------------------------------------------------------------------------------------------------------
pub mod protocol {
    // What is read (<) and written (>) in three kinds of half-moves:
    //
    //     opponent's quiet move      own attack            opponent's attack
    //     < d5-d4                    > d4-d5               < d5-d4
    //                                > G                   > R     before its role is known
    //                                < B                   < L
    //
    // After each of them either side may see that the game is over, and then ends without a word.

    // The rules to follow the game, the search for moves, roles and the time. Of the evaluation nothing: what a
    // position is worth is no question of this room.
    use super::rules::{parse_role, role_letter, Board, Kind, Move, NONE};
    use super::search::{Clock, Search, Slice};
    use super::{GAME_SECONDS, NAME};
    use std::io::{self, BufRead, Read, Write};
    use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

    /// Seconds of each decision that the clock will count beside the search.
    const OVERHEAD: f64 = 0.001;

    /// Seconds for each move left that are kept back. Where many programs run, a line waits before we wake up to read
    /// it, on our account but before our clock starts: 3 s of a 200-move game came to 2.996 without this.
    const UNSEEN: f64 = 0.0015;

    // `Options`, `Lines` and `refuse` are word for word the same in all five files.

    /// Longest line that is read whole, in bytes; no game has a longer one. What is longer cannot be a move.
    const LINE_MAX: u64 = 4_096;

    /// What the command line asks for.
    #[derive(Clone, Debug)]
    pub struct Options {
        /// Time for the whole game.
        pub seconds: f64,
        /// Breaks ties among equal moves: the same seed and the same depth give the same game.
        pub seed: u64,
    }

    impl Options {
        /// Reads `[SECONDS [SEED]]`. The default is the contest's time and a seed from the clock.
        pub fn parse(words: &[String]) -> io::Result<Options> {
            let seconds = match words.first() {
                None => GAME_SECONDS,
                Some(word) => match word.parse::<f64>() {
                    Ok(s) if s > 0.0 && s < 1e6 => s,
                    _ => return Err(refuse(word, "seconds for the whole game as the first argument")),
                },
            };
            let seed = match words.get(1) {
                None => SystemTime::now().duration_since(UNIX_EPOCH).map_or(1, |d| d.as_nanos() as u64),
                Some(word) => match word.parse::<u64>() {
                    Ok(s) => s,
                    Err(_) => return Err(refuse(word, "a whole number as the second argument, the seed")),
                },
            };
            Ok(Options { seconds, seed })
        }

        /// The first line on stderr: name, version and the seed that makes the game again.
        pub fn announce(&self) {
            let _ = writeln!(io::stderr(), "{} seed {} seconds {}", NAME, self.seed, self.seconds);
        }
    }

    /// The error for a line that cannot be read or applied; `main` prints it and ends with code 2.
    fn refuse(line: &str, expected: &str) -> io::Error {
        let shown: String = line.chars().take(60).collect();
        io::Error::new(io::ErrorKind::InvalidData, format!("cannot use {:?}: expected {}", shown, expected))
    }

    /// The jury's lines.
    struct Lines<R> {
        input: R,
    }

    impl<R: BufRead> Lines<R> {
        /// The next line without its end and without blanks around it; blank lines are passed over. `None` at `Quit`
        /// or at the end of the input, which both mean that the program ends.
        fn next(&mut self) -> io::Result<Option<String>> {
            loop {
                let mut bytes = Vec::new();
                let n = self.input.by_ref().take(LINE_MAX).read_until(b'\n', &mut bytes)?;
                let text = String::from_utf8_lossy(&bytes);
                let line = text.trim();
                if n == 0 || line == "Quit" {
                    return Ok(None);
                }
                if !line.is_empty() {
                    return Ok(Some(line.to_string()));
                }
            }
        }
    }

    /// Reads the other side's role. Whether it may have it is not asked: the jury has.
    fn read_role(line: &str) -> io::Result<Kind> {
        parse_role(line).ok_or_else(|| refuse(line, "a role, one of V B G O L M R S"))
    }

    /// Reads the opponent's move. It is not checked against the rules: the jury has done that.
    fn read_move(line: &str, board: &Board) -> io::Result<Move> {
        match Move::parse(line) {
            None => Err(refuse(line, "a move such as d3-d4")),
            Some(mv) if !board.can_apply(mv) => Err(refuse(line, "a move of the opponent's piece, not onto its own")),
            Some(mv) => Ok(mv),
        }
    }

    /// One game, from our side. Where a method returns `None` the program is to end.
    struct Player<R, W> {
        /// What the jury sends.
        lines: Lines<R>,
        /// Where our lines go.
        output: W,
        /// Runs from a line read to our answer.
        clock: Clock,
        /// Its tables live as long as the game.
        search: Search,
        /// The game so far, both sides' moves.
        board: Board,
    }

    impl<R: BufRead, W: Write> Player<R, W> {
        /// The next line; `None` at `Quit`, at the end of the input, and at `X`, which is what the contest sends after
        /// a forfeit of either side.
        fn hear(&mut self) -> io::Result<Option<String>> {
            Ok(self.lines.next()?.filter(|line| line != "X"))
        }

        /// The time for one decision that begins now. A game has up to 200 moves of ours, most end after about 110, and
        /// there are about 12 defences: the plan counts on 40 % of the moves that are left, on more and more of them
        /// later on, so that the time for a move shrinks slowly and a long game is never hurried at its end.
        ///
        /// At the start that is 200 * 0.4 + 12 = 92 decisions, and about 0.3 s each in a game of 30 s; after 100 moves
        /// it is 100 * 0.7 + 12 = 82.
        fn slice(&self) -> Option<Slice> {
            let made = f64::from(self.board.ply() / 2);
            let decisions = (200.0 - made) * (0.4 + 0.6 * made / 200.0) + 12.0;
            let wake_ups = UNSEEN * (200.0 - made);
            let seconds = (self.clock.left().as_secs_f64() - wake_ups) / decisions - OVERHEAD;
            Some(Slice { begun: Instant::now(), time: Duration::from_secs_f64(seconds.max(0.0001)) })
        }

        /// Writes our lines, and for ourselves what we think of them.
        fn say(&mut self, lines: &str, thought: &str) -> io::Result<()> {
            let _ = writeln!(io::stderr(), "{} {} {}", self.board.ply(), lines.replace('\n', " "), thought);
            // The contest may suspend us as soon as it has our line: the clock must not run on then.
            self.clock.stop();
            // Of an attack the move and the role go out together.
            writeln!(self.output, "{}", lines)?;
            self.output.flush()
        }

        /// Applies the opponent's move. If it is an attack we first choose and write our role, and read theirs.
        fn suffer(&mut self, mut mv: Move) -> io::Result<Option<()>> {
            let mut own = NONE;
            // Noticed before it is played: the board still shows what could have been taken.
            self.search.notice(&self.board, mv);
            if self.board.is_attack(mv) {
                // Our role has to be out before theirs is read, or both sides would wait for ever.
                let (role, depth) = self.search.answer(&self.board, mv, self.slice());
                own = role;
                self.say(&role_letter(own).to_string(), &format!("d{}", depth))?;
                mv.role = match self.hear()? {
                    None => return Ok(None),
                    Some(line) => read_role(&line)?,
                };
                // `say` has stopped the clock. Now it is our turn, and it runs again.
                self.clock.start();
            }
            self.board.play(mv, own);
            Ok(Some(()))
        }

        /// Chooses, writes and applies our move. If it is an attack our role goes with it, and we read theirs.
        fn act(&mut self) -> io::Result<Option<()>> {
            let choice = match self.search.choose(&self.board, self.slice()) {
                None => return Ok(None),
                Some(choice) => choice,
            };
            let (mut mv, mut answer) = (choice.mv, NONE);
            // An attack needs a second decision, the role, with a slice of its own.
            let thought = format!("d{} {:+}", choice.depth, choice.score);
            if self.board.is_attack(mv) {
                mv.role = self.search.attack_role(&self.board, mv, self.slice()).0;
                self.say(&format!("{}\n{}", mv, role_letter(mv.role)), &thought)?;
                // The clock stays still: the role is only noted, and the next line starts it.
                answer = match self.hear()? {
                    None => return Ok(None),
                    Some(line) => read_role(&line)?,
                };
            } else {
                self.say(&mv.to_string(), &thought)?;
            }
            self.board.play(mv, answer);
            Ok(Some(()))
        }
    }

    /// Plays one whole game. Returns when the game is over, at `Quit` or `X`, or at the end of the input; an error of
    /// the kind `InvalidData` when a line could not be read or applied.
    pub fn run<R: BufRead, W: Write>(input: R, output: W, options: &Options) -> io::Result<()> {
        options.announce();
        let mut clock = Clock::new(options.seconds);
        let search = Search::new(options.seed);
        // Making the tables costs time too, and the jury may count it.
        clock.stop();
        let mut player = Player { lines: Lines { input }, output, clock, search, board: Board::new() };
        // `Start` makes us Red; any other first line is Red's move.
        while let Some(line) = player.hear()? {
            player.clock.start();
            if line != "Start" || player.board.ply() > 0 {
                let mv = read_move(&line, &player.board)?;
                // The game may be over after their move as well as after ours. Nobody says so: the board does.
                if player.suffer(mv)?.is_none() || player.board.result().is_some() {
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

/// Exit code 0 when the game ended in any regular way (a reader that went away is one), 2 when it could not go on.
fn main() {
    use std::io::{stderr, stdin, stdout, ErrorKind, Write};
    let words: Vec<String> = std::env::args().skip(1).collect();
    let result = protocol::Options::parse(&words).and_then(|o| protocol::run(stdin().lock(), stdout(), &o));
    if let Err(error) = result.or_else(|e| if e.kind() == ErrorKind::BrokenPipe { Ok(()) } else { Err(e) }) {
        let _ = writeln!(stderr(), "{}: {}", NAME, error);
        std::process::exit(2);
    }
}
