//! The rules of Lamistra, slow and plain: the reference that the player's fast rules are tested against.
//!
//! A piece gets its role only when it fights. So everything is public except the two roles of a fight. The attacker
//! writes its move and its role. Only then the defender hears of the attack, and writes its own role blindly.

use crate::rules::game::{Delivery, Fault, Game, Part, Seat};
use crate::rules::picture::{Picture, Piece as Shown, Places};
use std::cmp::Ordering;

/// Columns a to g and rows 1 to 7.
pub const SIZE: usize = 7;
/// The letters of the roles: flag, bomb, general, colonel, lieutenant, miner, rider, spy.
pub const ROLES: [char; 8] = ['V', 'B', 'G', 'O', 'L', 'M', 'R', 'S'];
/// How many pieces of each role a side has to name, in the order of `ROLES`.
pub const STOCK: [usize; 8] = [1, 4, 1, 2, 3, 4, 5, 1];
/// Plies of a whole game: 200 moves for each side.
pub const LAST_PLY: usize = 400;

/// A cell as (column, row), both from 0.
pub type Cell = (usize, usize);

/// One piece on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Piece {
    pub side: Seat,
    /// Has it ever moved or attacked? Then it is no flag and no bomb.
    pub moved: bool,
    /// The role that it has shown.
    pub role: Option<char>,
}

/// What is to be written next. In a fight it is the attacker's role, then the defender's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    Move,
    Fight { from: Cell, to: Cell, attacker: Option<char> },
    Over,
}

/// One game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Match {
    cells: [[Option<Piece>; SIZE]; SIZE],
    /// Roles that each side can still name.
    stock: [[usize; 8]; 2],
    /// Each side's last move if it was no attack, as (from, to): it may not be taken back at once.
    last_quiet: [Option<(Cell, Cell)>; 2],
    /// Plies played so far.
    pub ply: usize,
    stage: Stage,
    points: [i32; 2],
}

/// The outcome of a fight between two roles: `Greater` if the attacker wins, `Equal` if both go.
pub fn fight(attacker: char, defender: char) -> Ordering {
    match (attacker, defender) {
        (_, 'V') | ('M', 'B') | ('S', 'G') => Ordering::Greater,
        (_, 'B') => Ordering::Less,
        // From G to S each role beats those after it.
        _ => role_index(defender).cmp(&role_index(attacker)),
    }
}

pub fn role_index(role: char) -> usize {
    ROLES.iter().position(|&r| r == role).expect("one of the eight letters")
}

pub fn cell_name(cell: Cell) -> String {
    format!("{}{}", (b'a' + cell.0 as u8) as char, cell.1 + 1)
}

pub fn cells() -> impl Iterator<Item = Cell> {
    (0..SIZE).flat_map(|column| (0..SIZE).map(move |row| (column, row)))
}

/// The cells one step away, lakes included.
pub fn beside(cell: Cell) -> Vec<Cell> {
    cells().filter(|c| c.0.abs_diff(cell.0) + c.1.abs_diff(cell.1) == 1).collect()
}

fn is_lake(cell: Cell) -> bool {
    cell == (1, 3) || cell == (5, 3)
}

impl Match {
    pub fn new() -> Match {
        let [red, blue] = [0, 1].map(|side| Some(Piece { side, moved: false, role: None }));
        let cells = [[red, red, red, None, blue, blue, blue]; SIZE];
        Match { cells, stock: [STOCK; 2], last_quiet: [None; 2], ply: 0, stage: Stage::Move, points: [2, 2] }
    }

    pub fn piece(&self, cell: Cell) -> Option<Piece> {
        self.cells[cell.0][cell.1]
    }

    /// How many pieces of a role the side can still name.
    pub fn stock(&self, side: Seat, role: char) -> usize {
        self.stock[side][role_index(role)]
    }

    /// The side whose ply it is. A fight belongs to the attacker's ply.
    pub fn side(&self) -> Seat {
        self.ply % 2
    }

    /// The fight that was announced but not fought: from, to.
    pub fn fight_cells(&self) -> Option<(Cell, Cell)> {
        match self.stage {
            Stage::Fight { from, to, .. } => Some((from, to)),
            _ => None,
        }
    }

    pub fn count(&self, side: Seat) -> usize {
        self.cells.iter().flatten().flatten().filter(|p| p.side == side).count()
    }

    /// Pieces that never moved and have no role, less the flag and bombs not named yet. At 0 they are just these.
    pub fn spare(&self, side: Seat) -> usize {
        let fresh = |p: &&Piece| p.side == side && !p.moved && p.role.is_none();
        let unmoved = self.cells.iter().flatten().flatten().filter(fresh).count();
        unmoved - self.stock[side][0] - self.stock[side][1]
    }

    /// Why the side on turn may not go from one cell to the other.
    fn check_move(&self, from: Cell, to: Cell) -> Result<(), Fault> {
        let piece = self.piece(from).ok_or_else(|| Fault::Illegal(format!("no piece on {}", cell_name(from))))?;
        let (side, target) = (self.side(), self.piece(to));
        let stay = "must stay: the pieces that never moved are just enough for the flag and the bombs left";
        Err(Fault::Illegal(match piece.role {
            _ if piece.side != side => format!("the piece on {} is the opponent's", cell_name(from)),
            _ if is_lake(to) => format!("{} is a lake", cell_name(to)),
            _ if !beside(from).contains(&to) => "a piece goes one step, straight".to_string(),
            _ if target.is_some_and(|p| p.side == side) => format!("an own piece stands on {}", cell_name(to)),
            Some('V') => format!("{} is the flag, which never moves", cell_name(from)),
            Some('B') => format!("{} is a bomb, which never moves", cell_name(from)),
            None if !piece.moved && self.spare(side) == 0 => format!("{} {}", cell_name(from), stay),
            _ if target.is_none() && self.last_quiet[side] == Some((to, from)) => {
                format!("{} would go straight back to {}", cell_name(from), cell_name(to))
            }
            _ => return Ok(()),
        }))
    }

    /// Why the piece may not be given (or keep) that role.
    fn check_role(&self, cell: Cell, role: char, attacks: bool) -> Result<(), Fault> {
        let name = cell_name(cell);
        let piece = self.piece(cell).expect("one of the two that fight");
        let fixed = role == 'V' || role == 'B';
        Err(Fault::Illegal(match piece.role {
            Some(known) if known == role => return Ok(()),
            Some(known) => format!("the piece on {} is {} and stays so", name, known),
            None if attacks && fixed => format!("{} never attacks", role),
            None if piece.moved && fixed => format!("the piece on {} has moved: it is not {}", name, role),
            None if self.stock(piece.side, role) == 0 => format!("no {} left to give", role),
            None if !piece.moved && !attacks && !fixed && self.spare(piece.side) == 0 => {
                format!("the piece on {} must be V or B: no other is left to be it", name)
            }
            None => return Ok(()),
        }))
    }

    /// The moves that the side on turn may write. Empty during a fight and when it is stuck.
    pub fn legal_moves(&self) -> Vec<(Cell, Cell)> {
        let own = cells().filter(|_| self.stage == Stage::Move);
        let steps = own.flat_map(|from| beside(from).into_iter().map(move |to| (from, to)));
        steps.filter(|&(from, to)| self.check_move(from, to).is_ok()).collect()
    }

    /// The roles that the piece may be given (or keeps), as attacker or as defender.
    pub fn legal_roles(&self, cell: Cell, attacks: bool) -> Vec<char> {
        ROLES.iter().copied().filter(|&role| self.check_role(cell, role, attacks).is_ok()).collect()
    }

    /// The piece gets its role from the stock, unless it has one.
    fn show(&mut self, cell: Cell, role: char) {
        if let Some(piece) = &mut self.cells[cell.0][cell.1] {
            if piece.role.is_none() {
                piece.role = Some(role);
                self.stock[piece.side][role_index(role)] -= 1;
            }
        }
    }

    fn carry(&mut self, from: Cell, to: Cell) {
        let piece = self.cells[from.0][from.1].take();
        self.cells[to.0][to.1] = piece.map(|p| Piece { moved: true, ..p });
    }

    /// Ends a ply, and the game if it is over.
    fn next_ply(&mut self) {
        self.ply += 1;
        self.stage = Stage::Move;
        let more = self.count(0).cmp(&self.count(1)) as i32;
        self.points = [2 + more, 2 - more];
        if self.ply == LAST_PLY {
            self.stage = Stage::Over;
        } else if self.legal_moves().is_empty() {
            self.win(1 - self.side());
        }
    }

    fn win(&mut self, winner: Seat) {
        self.stage = Stage::Over;
        self.points = [0, 0];
        self.points[winner] = 12;
    }

    fn resolve(&mut self, from: Cell, to: Cell, attacker: char, defender: char) {
        let side = self.side();
        self.show(from, attacker);
        self.show(to, defender);
        self.last_quiet[side] = None;
        match fight(attacker, defender) {
            Ordering::Greater => self.carry(from, to),
            Ordering::Equal => (self.cells[from.0][from.1], self.cells[to.0][to.1]) = (None, None),
            Ordering::Less => self.cells[from.0][from.1] = None,
        }
        self.next_ply();
        if defender == 'V' {
            self.win(side);
        }
    }
}

/// A move as written, such as `d3-d4`.
pub fn read_move(line: &str) -> Result<(Cell, Cell), Fault> {
    let cell = |name: &str| cells().find(|cell| cell_name(*cell) == name);
    let cells = line.split_once('-').and_then(|(from, to)| Some((cell(from)?, cell(to)?)));
    cells.ok_or_else(|| Fault::Unreadable("expected a move such as d3-d4, cells a1 to g7".to_string()))
}

const NAMES: &str = "V flag, B bomb, G general, O colonel, L lieutenant, M miner, R rider, S spy";

fn read_role(line: &str) -> Result<char, Fault> {
    let known = ROLES.iter().copied().find(|role| role.to_string() == line);
    known.ok_or_else(|| Fault::Unreadable("expected a role: one of V B G O L M R S".to_string()))
}

impl Game for Match {
    fn to_write(&self) -> Option<Seat> {
        match self.stage {
            Stage::Over => None,
            Stage::Fight { attacker: Some(_), .. } => Some(1 - self.side()),
            _ => Some(self.side()),
        }
    }

    fn write(&mut self, line: &str) -> Result<Vec<Delivery>, Fault> {
        let side = self.side();
        match self.stage {
            Stage::Over => Err(Fault::Illegal("the game is over".to_string())),
            Stage::Move => {
                let (from, to) = read_move(line)?;
                self.check_move(from, to)?;
                if self.piece(to).is_some() {
                    // The defender hears of the attack only when it is asked for its role.
                    self.stage = Stage::Fight { from, to, attacker: None };
                    return Ok(Vec::new());
                }
                self.carry(from, to);
                self.last_quiet[side] = Some((from, to));
                self.next_ply();
                Ok(vec![Delivery::new(1 - side, line)])
            }
            Stage::Fight { from, to, attacker: None } => {
                let attacker = read_role(line)?;
                self.check_role(from, attacker, true)?;
                self.stage = Stage::Fight { from, to, attacker: Some(attacker) };
                Ok(vec![Delivery::new(1 - side, format!("{}-{}", cell_name(from), cell_name(to)))])
            }
            Stage::Fight { from, to, attacker: Some(attacker) } => {
                let defender = read_role(line)?;
                self.check_role(to, defender, false)?;
                self.resolve(from, to, attacker, defender);
                Ok(vec![Delivery::new(side, defender.to_string()), Delivery::new(1 - side, attacker.to_string())])
            }
        }
    }

    fn points(&self) -> [i32; 2] {
        self.points
    }

    /// The contest announces no end: both programs know it.
    fn farewell(&self, _seat: Seat) -> Option<&'static str> {
        None
    }

    fn dismissal(&self) -> &'static str {
        "X"
    }

    fn forfeit_points(&self, offender: Seat) -> Option<[i32; 2]> {
        Some(if offender == 0 { [0, 12] } else { [12, 0] })
    }

    /// A piece that moved has a dot. The cells of the last move have a tint, and a cross where a piece fell.
    fn picture(&self, _seat: Option<Seat>, lines: &[String]) -> Picture {
        // A role line belongs to the last move before it.
        let last = lines.iter().rev().find_map(|line| read_move(line).ok());
        let mut picture = Picture::board('a', Places::Squares, [SIZE, SIZE], |column, row| {
            let cell = (column, row);
            let ground = match last {
                Some((from, to)) if from == cell || to == cell => "cell was",
                _ if is_lake(cell) => "lake",
                _ => ["cell", "cell dark"][(column + row) % 2],
            };
            let Some(Piece { side, moved, role }) = self.piece(cell) else {
                let other_sign = Some(if is_lake(cell) { '~' } else { '.' });
                return Some(Shown { ground, other_sign, ..Shown::default() });
            };
            let letter = role.map(|role| if side == 0 { role } else { role.to_ascii_lowercase() });
            Some(Shown {
                disc: Some(["red", "blue"][side]),
                square: side == 1,
                dot: (moved && role.is_none()).then_some("dot"),
                sign: role.map_or(String::new(), String::from),
                ground,
                other_sign: letter.or(Some([['?', '+'], ['!', '-']][side][usize::from(moved)])),
            })
        });
        (picture.colours, picture.mark_changes) = (["red", "blue"], false);
        let fought = lines.last().map_or(false, |line| read_role(line).is_ok()) && self.fight_cells().is_none();
        if let Some((from, to)) = last.filter(|_| fought) {
            let fell = match self.piece(to) {
                None => vec![from, to],
                Some(piece) if piece.side == self.side() => vec![from],
                Some(_) => Vec::new(),
            };
            for (column, row) in fell {
                let (x, y) = picture.places[row * SIZE + column].1;
                picture.line("lost", (x - 0.25, y - 0.25), (x + 0.25, y + 0.25));
                picture.line("lost", (x - 0.25, y + 0.25), (x + 0.25, y - 0.25));
            }
        }
        let side = |seat: Seat| {
            let left: Vec<String> = ROLES.iter().map(|&r| format!("{}{}", self.stock(seat, r), r)).collect();
            left.join(" ")
        };
        picture.caption = match self.ply {
            0 => "As many pieces: 2 points each, if it ended so. A white dot: has moved, no role yet.".to_string(),
            ply => format!("Half-move {} of {}. To give: Red {}, Blue {}.", ply, LAST_PLY, side(0), side(1)),
        };
        picture
    }

    fn choices(&self) -> Option<Vec<String>> {
        Some(match self.stage {
            Stage::Over => Vec::new(),
            Stage::Move => {
                self.legal_moves().iter().map(|&(f, t)| format!("{}-{}", cell_name(f), cell_name(t))).collect()
            }
            Stage::Fight { from, to, attacker } => {
                let roles = self.legal_roles(if attacker.is_none() { from } else { to }, attacker.is_none());
                roles.iter().map(char::to_string).collect()
            }
        })
    }

    fn parts(&self, begun: &str) -> Vec<Part> {
        let mut parts = Part::split(&self.choices().unwrap_or_default(), &self.picture(None, &[]), begun);
        for part in parts.iter_mut().filter(|part| part.place.is_none()) {
            part.label = NAMES.split(", ").find(|name| name.starts_with(&part.line)).unwrap_or("").to_string();
        }
        parts
    }

    fn question(&self, begun: &str) -> String {
        match self.stage {
            Stage::Fight { from, to, attacker: None } => {
                format!("{} attacks {}: what is your piece?", cell_name(from), cell_name(to))
            }
            Stage::Fight { from, to, .. } => {
                format!("{} is attacked from {}: what is it?", cell_name(to), cell_name(from))
            }
            _ if begun.is_empty() => "Which piece moves?".to_string(),
            _ => format!("{}: to which cell?", begun),
        }
    }

    fn goal(&self) -> &'static str {
        "Beat the enemy's flag, or leave it no move: 12 points to 0. After 200 moves each, more pieces win 3 to 1."
    }
}
