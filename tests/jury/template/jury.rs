//! The rules of Toy Game, slow and plain: the reference that the player's fast rules are tested against.
//!
//! Written from the contest's page alone, and before the player: what is misread here is misread everywhere.

use crate::rules::game::{Delivery, Fault, Game, Listing, Rng, Seat};
use crate::rules::picture::{Picture, Piece, Places};
use crate::rules::sparring::{self, Open};

pub const LISTING: Listing = Listing {
    name: "toygame",
    title: "Toy Game; First and Second",
    seconds: 30.0,
    partners: &["random", "greedy"],
    new: |seed| Box::new(Match::new(&mut Rng(seed))),
    from_setup: |setup| Ok(Box::new(Match::from_setup(setup)?)),
    partner: sparring::partner::<Match>,
};

/// What a program is told when its line cannot be read.
const EXPECTED: &str = "expected a cell such as B3";

const SIDE: usize = 5;

/// Column and row, both from 0.
type Cell = (usize, usize);

fn cells() -> Vec<Cell> {
    (0..SIDE).flat_map(|row| (0..SIDE).map(move |column| (column, row))).collect()
}

fn cell_name((column, row): Cell) -> String {
    format!("{}{}", char::from(b'A' + column as u8), row + 1)
}

fn parse_cell(name: &str) -> Option<Cell> {
    cells().into_iter().find(|&cell| cell_name(cell) == name)
}

/// What lies on a cell.
const EMPTY: char = '.';
const BLOCKED: char = '#';
const STONES: [char; 2] = ['o', 'x'];

/// One game.
#[derive(Clone, Debug)]
pub struct Match {
    setup: Vec<String>,
    /// By column and row.
    board: [[char; SIDE]; SIDE],
    turn: Seat,
}

impl Match {
    /// A start as the contest draws it: three different cells that are blocked.
    pub fn new(rng: &mut Rng) -> Match {
        let mut all = cells();
        rng.shuffle(&mut all);
        let setup: Vec<String> = all[..Match::SETUP_LINES].iter().map(|&cell| cell_name(cell)).collect();
        Match::from_setup(&setup).expect("different cells")
    }

    /// The cells that hold what is asked, in a fixed order.
    fn holding(&self, content: char) -> Vec<Cell> {
        cells().into_iter().filter(|&(column, row)| self.board[column][row] == content).collect()
    }

    /// Makes the move of the side on turn, or says which rule forbids it. When the game is over, all is refused: here the
    /// board is full then; a game that ends otherwise must ask.
    fn play(&mut self, (column, row): Cell) -> Result<(), String> {
        if self.board[column][row] != EMPTY {
            return Err(format!("{} is not empty", cell_name((column, row))));
        }
        self.board[column][row] = STONES[self.turn];
        self.turn = 1 - self.turn;
        Ok(())
    }
}

impl Open for Match {
    const SETUP_LINES: usize = 3;

    fn from_setup(setup: &[String]) -> Result<Match, String> {
        if setup.len() != Match::SETUP_LINES {
            return Err(format!("{} lines of the jury instead of {}", setup.len(), Match::SETUP_LINES));
        }
        let mut game = Match { setup: setup.to_vec(), board: [[EMPTY; SIDE]; SIDE], turn: 0 };
        for line in setup {
            let cell = parse_cell(line).filter(|&(column, row)| game.board[column][row] == EMPTY);
            let (column, row) = cell.ok_or(format!("{:?} is no empty cell", line))?;
            game.board[column][row] = BLOCKED;
        }
        Ok(game)
    }
}

/// `game.rs` says what each method means, and what `opening`, `farewell`, `forfeit_points` and `files` do by default.
impl Game for Match {
    fn setup(&self) -> Vec<String> {
        self.setup.clone()
    }

    /// The side whose line is awaited; `None` when the game is over.
    fn to_write(&self) -> Option<Seat> {
        Some(self.turn).filter(|_| !self.holding(EMPTY).is_empty())
    }

    /// Checks and makes one line; returns what is sent because of it, and to whom.
    fn write(&mut self, line: &str) -> Result<Vec<Delivery>, Fault> {
        let cell = parse_cell(line).ok_or_else(|| Fault::Unreadable(EXPECTED.to_string()))?;
        let other = 1 - self.turn;
        self.play(cell).map_err(Fault::Illegal)?;
        // Is the last move sent on too? It is here.
        Ok(vec![Delivery::new(other, line)])
    }

    /// Ten for each side, and one for each pair of neighbours of its colour.
    fn points(&self) -> [i32; 2] {
        let apart = |a: Cell, b: Cell| a.0.abs_diff(b.0) + a.1.abs_diff(b.1);
        [0, 1].map(|seat| {
            let own = self.holding(STONES[seat]);
            let pairs = own.iter().flat_map(|&a| own.iter().filter(move |&&b| a < b && apart(a, b) == 1));
            10 + pairs.count() as i32
        })
    }

    /// All legal lines. Where they are too many: `None`, and `Open::candidates` and `stand_in` draw some by chance.
    fn choices(&self) -> Option<Vec<String>> {
        let lines = self.holding(EMPTY).into_iter().map(cell_name).collect();
        Some(lines)
    }

    /// The board for a page. A terminal shows the same. `Places` has points of lines and hexagons too; `Piece` stacks
    /// and owners; a picture's `seats` says who plays which colour after a swap. The tests take its text for the whole state:
    /// positions that differ for the rules must differ in it, and equal ones must not (else write `draw`).
    fn picture(&self, _seat: Option<Seat>, _lines: &[String]) -> Picture {
        let board = Picture::board('A', Places::Squares, [SIDE; 2], |column, row| match self.board[column][row] {
            EMPTY => Some(Piece::default()),
            BLOCKED => Some(Piece::disc("neutral")),
            stone => Some(Piece::disc(if stone == STONES[0] { "white" } else { "black" })),
        });
        Picture { caption: format!("First (o) {:?} Second (x)", self.points()), ..board }
    }
}
