//! The rules of Ayu, slow and plain: the reference that the player's fast rules are tested against.
//!
//! Columns A to K from the left, rows 1 to 11 from the bottom. White (seat 0) begins; who is on turn and has no legal
//! move has won.

use crate::game::{Delivery, Fault, Game, Partner, Rng, Seat, Style};

pub const SIZE: usize = 11;

/// A point: column and row, both from 0.
pub type Point = (usize, usize);

/// A piece is lifted from the first point and placed on the second.
pub type Move = (Point, Point);

/// The board and the side on turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    /// Whose piece stands on column, row.
    pub cells: [[Option<Seat>; SIZE]; SIZE],
    pub turn: Seat,
}

/// The points beside a point.
pub fn neighbours((column, row): Point) -> Vec<Point> {
    let mut points = Vec::new();
    for (dc, dr) in [(0, 1), (1, 0), (0, -1), (-1, 0)] {
        let (c, r) = (column as i32 + dc, row as i32 + dr);
        if (0..SIZE as i32).contains(&c) && (0..SIZE as i32).contains(&r) {
            points.push((c as usize, r as usize));
        }
    }
    points
}

/// All points, row by row from the bottom, each row from the left: the fixed order of everything here.
pub fn points() -> Vec<Point> {
    (0..SIZE).flat_map(|row| (0..SIZE).map(move |column| (column, row))).collect()
}

pub fn format_move(((c1, r1), (c2, r2)): Move) -> String {
    let column = |c: usize| (b'A' + c as u8) as char;
    format!("{}{}-{}{}", column(c1), r1 + 1, column(c2), r2 + 1)
}

/// Reads `B4-A3`; `None` for anything else.
pub fn parse_move(text: &str) -> Option<Move> {
    let (from, to) = text.split_once('-')?;
    let point = |word: &str| {
        let mut letters = word.chars();
        let column = letters.next().filter(|c| ('A'..='K').contains(c))? as usize - 'A' as usize;
        let row = (1..=SIZE).find(|row| row.to_string() == letters.as_str())?;
        Some((column, row - 1))
    };
    Some((point(from)?, point(to)?))
}

impl Board {
    pub fn start() -> Board {
        let mut board = Board { cells: [[None; SIZE]; SIZE], turn: 0 };
        // Counted from 1, White stands on even columns in odd rows, Black on odd columns in even rows.
        for (column, row) in points() {
            board.cells[column][row] = match (column % 2, row % 2) {
                (1, 0) => Some(0),
                (0, 1) => Some(1),
                _ => None,
            };
        }
        board
    }

    pub fn at(&self, (column, row): Point) -> Option<Seat> {
        self.cells[column][row]
    }

    /// All points of the unit that stands on a point, in no special order.
    pub fn unit(&self, start: Point) -> Vec<Point> {
        let colour = self.at(start);
        let mut unit = vec![start];
        let mut next = 0;
        while next < unit.len() {
            for point in neighbours(unit[next]) {
                if self.at(point) == colour && !unit.contains(&point) {
                    unit.push(point);
                }
            }
            next += 1;
        }
        unit
    }

    /// The number of empty points on a shortest path from a unit to any of the targets; `None` when no path leads to
    /// one, 0 when they touch.
    fn distance(&self, unit: &[Point], targets: &[Point]) -> Option<usize> {
        let mut reached: Vec<Point> = unit.to_vec();
        let mut edge: Vec<Point> = unit.to_vec();
        for steps in 0.. {
            let around: Vec<Point> = edge.iter().flat_map(|p| neighbours(*p)).collect();
            if around.iter().any(|p| targets.contains(p)) {
                return Some(steps);
            }
            edge.clear();
            for point in around {
                if self.at(point).is_none() && !reached.contains(&point) {
                    reached.push(point);
                    edge.push(point);
                }
            }
            if edge.is_empty() {
                return None;
            }
        }
        None
    }

    /// Why the side on turn may not make a move; `Ok` when it may.
    pub fn verdict(&self, (from, to): Move) -> Result<(), String> {
        if self.at(from) != Some(self.turn) {
            return Err("there is no piece of the side on turn on the first point".to_string());
        }
        if self.at(to).is_some() {
            return Err("the second point is not empty".to_string());
        }
        let unit = self.unit(from);
        let others: Vec<Point> =
            points().into_iter().filter(|p| self.at(*p) == Some(self.turn) && !unit.contains(p)).collect();
        let Some(before) = self.distance(&unit, &others) else {
            return Err("the unit reaches no other unit of its colour over empty points".to_string());
        };
        let mut after = self.clone();
        after.cells[from.0][from.1] = None;
        after.cells[to.0][to.1] = Some(self.turn);
        let moved = after.unit(to);
        if unit.len() == 1 {
            if !neighbours(from).contains(&to) {
                return Err("a lone piece steps to a neighbouring point".to_string());
            }
        } else if !unit.iter().filter(|p| **p != from).any(|p| neighbours(to).contains(p)) {
            return Err("the second point does not touch the rest of the unit".to_string());
        }
        if !unit.iter().filter(|p| **p != from).all(|p| moved.contains(p)) {
            return Err("the move splits the unit".to_string());
        }
        let joined = others.iter().any(|p| moved.contains(p));
        // The moved unit against the units of before; where it joined one, the distance is 0.
        if joined || after.distance(&moved, &others).is_some_and(|now| now < before) {
            Ok(())
        } else {
            Err(format!("the unit comes no nearer to a nearest unit: it was {} empty points away", before))
        }
    }

    /// All legal moves in the fixed order of their points.
    pub fn legal_moves(&self) -> Vec<Move> {
        let mut moves = Vec::new();
        for from in points().into_iter().filter(|p| self.at(*p) == Some(self.turn)) {
            // A target touches the unit, or the lone piece itself: nothing else can be legal.
            let mut targets: Vec<Point> = self.unit(from).into_iter().flat_map(neighbours).collect();
            targets.sort_by_key(|(column, row)| (*row, *column));
            targets.dedup();
            moves.extend(targets.into_iter().map(|to| (from, to)).filter(|m| self.verdict(*m).is_ok()));
        }
        moves
    }

    /// Makes a move, legal or not, and passes the turn.
    pub fn play(&mut self, (from, to): Move) {
        self.cells[from.0][from.1] = None;
        self.cells[to.0][to.1] = Some(self.turn);
        self.turn = 1 - self.turn;
    }

    /// Number of units of a side.
    pub fn units(&self, side: Seat) -> usize {
        let mut seen: Vec<Point> = Vec::new();
        let mut count = 0;
        for point in points() {
            if self.at(point) == Some(side) && !seen.contains(&point) {
                seen.extend(self.unit(point));
                count += 1;
            }
        }
        count
    }
}

/// One game.
#[derive(Clone, Debug)]
pub struct Match {
    pub board: Board,
}

impl Match {
    pub fn new() -> Match {
        Match { board: Board::start() }
    }
}

impl Game for Match {
    fn setup(&self) -> Vec<String> {
        Vec::new()
    }

    fn opening(&self) -> Vec<Delivery> {
        vec![Delivery::new(0, "Start")]
    }

    fn to_write(&self) -> Option<Seat> {
        if self.board.legal_moves().is_empty() {
            None
        } else {
            Some(self.board.turn)
        }
    }

    fn write(&mut self, line: &str) -> Result<Vec<Delivery>, Fault> {
        let expected = "expected a move such as B1-B2";
        let chosen = parse_move(line).ok_or_else(|| Fault::Unreadable(expected.to_string()))?;
        self.board.verdict(chosen).map_err(Fault::Illegal)?;
        self.board.play(chosen);
        Ok(vec![Delivery::new(self.board.turn, line)])
    }

    fn points(&self) -> [i32; 2] {
        // Who is on turn in the end cannot move, and has won.
        if self.board.turn == 0 {
            [3, 1]
        } else {
            [1, 3]
        }
    }

    fn farewell(&self, _seat: Seat) -> Option<&'static str> {
        Some("Quit")
    }

    fn forfeit_points(&self, _offender: Seat) -> Option<[i32; 2]> {
        None
    }

    fn stand_in(&self, _rng: &mut Rng) -> String {
        format_move(self.board.legal_moves()[0])
    }

    fn draw(&self) -> String {
        let mut text = String::new();
        for row in (0..SIZE).rev() {
            text += &format!("{:2} ", row + 1);
            for column in 0..SIZE {
                text += match self.board.cells[column][row] {
                    None => " .",
                    Some(0) => " O",
                    Some(_) => " X",
                };
            }
            text += "\n";
        }
        let units = [self.board.units(0), self.board.units(1)];
        format!("{}    A B C D E F G H I J K   O White {} units, X Black {} units", text, units[0], units[1])
    }
}

/// `Random`, or `Greedy`: few own units and short ways between them, the opposite for the opponent.
pub fn partner(style: Style, rng: Rng) -> Result<Box<dyn Partner>, String> {
    match style {
        Style::Random | Style::Greedy => Ok(Box::new(Sparring { board: Board::start(), style, rng })),
        _ => Err("Ayu has the partners random and greedy".to_string()),
    }
}

struct Sparring {
    board: Board,
    style: Style,
    rng: Rng,
}

impl Sparring {
    /// Units of a side, and the sum of each unit's distance to its nearest other one.
    fn work_left(board: &Board, side: Seat) -> i32 {
        let all: Vec<Point> = points().into_iter().filter(|p| board.at(*p) == Some(side)).collect();
        let mut seen: Vec<Point> = Vec::new();
        let mut work = 0;
        for point in &all {
            if !seen.contains(point) {
                let unit = board.unit(*point);
                let others: Vec<Point> = all.iter().copied().filter(|p| !unit.contains(p)).collect();
                work += board.distance(&unit, &others).map_or(0, |d| d as i32);
                seen.extend(unit);
            }
        }
        work
    }
}

impl Partner for Sparring {
    fn hear(&mut self, line: &str) -> Result<Vec<String>, String> {
        if line != "Start" {
            self.board.play(parse_move(line).ok_or("expected Start or a move such as B1-B2")?);
        }
        let moves = self.board.legal_moves();
        if moves.is_empty() {
            // We have won; the jury says Quit.
            return Ok(Vec::new());
        }
        let chosen = if self.style == Style::Random {
            *self.rng.pick(&moves)
        } else {
            let side = self.board.turn;
            let value = |m: &Move| {
                let mut after = self.board.clone();
                after.play(*m);
                Sparring::work_left(&after, 1 - side) - Sparring::work_left(&after, side)
            };
            let values: Vec<i32> = moves.iter().map(value).collect();
            let best = values.iter().max().copied().unwrap_or(0);
            let equal: Vec<Move> = moves.iter().zip(&values).filter(|(_, v)| **v == best).map(|(m, _)| *m).collect();
            *self.rng.pick(&equal)
        };
        self.board.play(chosen);
        Ok(vec![format_move(chosen)])
    }
}
