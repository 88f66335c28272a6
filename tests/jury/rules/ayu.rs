//! The rules of Ayu, slow and plain: the reference that the player's fast rules are tested against.
//!
//! A point is `row * 11 + column`, both from 0: A1 is 0, K1 is 10, K11 is 120.

use crate::rules::game::{self, reached, Delivery, Fault, Game, Listing, Rng, Seat};
use crate::rules::picture::Picture;
use crate::rules::sparring::{self, Open};
use crate::text::print;

pub const LISTING: Listing = Listing {
    name: "ayu",
    title: "Ayu (2015); White and Black",
    seconds: 30.0,
    partners: &["random", "greedy", "walls", "mirror"],
    new: |_| Box::new(Match::new()),
    from_setup: |_| Ok(Box::new(Match::new())),
    partner: sparring::partner::<Match>,
};

const SIDE: usize = 11;

/// Points of the board.
pub const POINTS: usize = SIDE * SIDE;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Step {
    pub from: usize,
    pub to: usize,
}

/// The orthogonal neighbours of a point.
pub fn neighbours(point: usize) -> impl Iterator<Item = usize> {
    game::beside([SIDE; 2], (point % SIDE, point / SIDE)).map(|(column, row)| row * SIDE + column)
}

/// `B4`: the column's letter, then the row's number.
pub fn point_name(point: usize) -> String {
    format!("{}{}", char::from(b'A' + (point % SIDE) as u8), point / SIDE + 1)
}

/// Reads a point's name: exactly `A1` to `K11`, else `None`.
pub fn parse_point(name: &str) -> Option<usize> {
    let in_column = |point: &usize| name.bytes().next() == Some(b'A' + (point % SIDE) as u8);
    (0..POINTS).filter(in_column).find(|&point| point_name(point) == name)
}

/// `B4-A3`
pub fn step_name(step: Step) -> String {
    format!("{}-{}", point_name(step.from), point_name(step.to))
}

/// One game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Match {
    /// The seat whose piece stands on each point.
    pub board: Vec<Option<Seat>>,
    /// The side on turn. When the game is over this side has won.
    pub turn: Seat,
    over: bool,
}

impl Match {
    /// The start: thirty pieces each, no two of them adjacent, and White on turn.
    pub fn new() -> Match {
        let board = (0..POINTS).map(|point| match (point / SIDE % 2, point % SIDE % 2) {
            (0, 1) => Some(0),
            (1, 0) => Some(1),
            _ => None,
        });
        Match { board: board.collect(), turn: 0, over: false }
    }

    /// A position for a test: eleven lines, row 11 first. `o` is White, `x` Black, `.` empty.
    pub fn from_rows(rows: [&str; SIDE], turn: Seat) -> Match {
        let mut game = Match { board: vec![None; POINTS], turn, over: false };
        for (line, row) in rows.iter().zip((0..SIDE).rev()) {
            for (column, mark) in line.chars().filter(|c| !c.is_whitespace()).enumerate() {
                game.board[row * SIDE + column] = ['o', 'x'].iter().position(|own| *own == mark);
            }
        }
        game.over = !game.can_move();
        game
    }

    /// The neighbours of a point that hold this.
    fn beside(&self, point: usize, wanted: Option<Seat>) -> impl Iterator<Item = usize> + '_ {
        neighbours(point).filter(move |&n| self.board[n] == wanted)
    }

    /// The points of the unit on a point, in no order.
    fn unit(&self, point: usize) -> Vec<usize> {
        let all = reached(POINTS, &[point], |n| self.beside(n, self.board[point]));
        all.into_iter().map(|(point, _)| point).collect()
    }

    /// Marks the pieces of a side that do not belong to the given unit.
    fn others(&self, seat: Seat, unit: &[usize]) -> Vec<bool> {
        let mut marks: Vec<bool> = self.board.iter().map(|&p| p == Some(seat)).collect();
        unit.iter().for_each(|&point| marks[point] = false);
        marks
    }

    /// Why the side on turn may not make the step; `Ok` if it may.
    pub fn check(&self, step: Step) -> Result<(), String> {
        let [from, to] = [step.from, step.to].map(|point| move || point_name(point));
        match self.board[step.from] {
            None => return Err(format!("there is no piece on {}", from())),
            Some(seat) if seat != self.turn => return Err(format!("the piece on {} is the opponent's", from())),
            Some(_) => {}
        }
        if self.board[step.to].is_some() {
            return Err(format!("{} is not empty", to()));
        }
        let unit = self.unit(step.from);
        if unit.len() == 1 && !neighbours(step.from).any(|n| n == step.to) {
            return Err(format!("the lone piece on {} steps to a neighbouring point only", from()));
        }
        if unit.len() > 1 && !neighbours(step.to).any(|n| n != step.from && unit.contains(&n)) {
            return Err(format!("{} does not touch the rest of the unit", to()));
        }
        // The step is made on a copy, so that the vacated point counts as empty.
        let mut after = self.clone();
        after.board[step.from] = None;
        after.board[step.to] = Some(self.turn);
        let moved = after.unit(step.to);
        if unit.iter().any(|&point| point != step.from && !moved.contains(&point)) {
            return Err(format!("the unit falls apart without its piece on {}", from()));
        }
        let others = self.others(self.turn, &unit);
        let (before, _) =
            self.nearest(&unit, &others).ok_or(format!("the unit of {} reaches no other unit", from()))?;
        // The piece may have joined other units. Compared is the unit that it belonged to with the units of before.
        let own: Vec<usize> = unit.iter().map(|&p| if p == step.from { step.to } else { p }).collect();
        match after.nearest(&own, &others) {
            Some((distance, _)) if distance < before => Ok(()),
            _ => Err(format!("the unit of {} does not come nearer to its nearest unit, {} away", from(), before)),
        }
    }

    /// All legal moves, by the piece's point, then by the target.
    pub fn legal_moves(&self) -> impl Iterator<Item = Step> + '_ {
        let own = move |point: &usize| self.board[*point] == Some(self.turn);
        // Every legal target touches an own piece. Looking at no others saves most of the checks.
        let near = |point: &usize| self.board[*point].is_none() && neighbours(*point).any(|n| own(&n));
        let targets: Vec<usize> = (0..POINTS).filter(near).collect();
        let pieces = (0..POINTS).filter(own);
        let all = pieces.flat_map(move |from| targets.clone().into_iter().map(move |to| Step { from, to }));
        all.filter(|&step| self.check(step).is_ok())
    }

    /// A side can move while two of its units border one region of empty points.
    fn can_move(&self) -> bool {
        self.units(self.turn).iter().any(|unit| self.nearest(unit, &self.others(self.turn, unit)).is_some())
    }

    fn units(&self, seat: Seat) -> Vec<Vec<usize>> {
        let mut units: Vec<Vec<usize>> = Vec::new();
        for start in (0..POINTS).filter(|&point| self.board[point] == Some(seat)) {
            if !units.iter().any(|unit| unit.contains(&start)) {
                units.push(self.unit(start));
            }
        }
        units
    }

    /// About how many empty points a side must fill to join all units that can meet: the weight of a minimum spanning
    /// forest (Prim's method). A point that joins n units counts n - 1 times. Sparring partners judge positions by it.
    pub fn joining_cost(&self, seat: Seat) -> usize {
        let mut waiting = self.others(seat, &[]);
        let mut cost = 0;
        while let Some(start) = waiting.iter().position(|&w| w) {
            let mut tree = self.unit(start);
            loop {
                tree.iter().for_each(|&point| waiting[point] = false);
                match self.nearest(&tree, &waiting) {
                    None => break,
                    Some((distance, point)) => {
                        cost += distance;
                        tree.extend(self.unit(point));
                    }
                }
            }
        }
        cost
    }

    /// How many empty points from the given ones to the nearest marked one, and that point; `None`: there is no way.
    fn nearest(&self, from: &[usize], marked: &[bool]) -> Option<(usize, usize)> {
        let meets = |(point, steps)| Some((steps, neighbours(point).find(|&n| marked[n])?));
        reached(POINTS, from, |point| self.beside(point, None)).into_iter().find_map(meets)
    }
}

fn parse_step(line: &str) -> Option<Step> {
    let (from, to) = line.split_once('-')?;
    Some(Step { from: parse_point(from)?, to: parse_point(to)? })
}

impl Game for Match {
    fn to_write(&self) -> Option<Seat> {
        Some(self.turn).filter(|_| !self.over)
    }

    fn write(&mut self, line: &str) -> Result<Vec<Delivery>, Fault> {
        if self.over {
            return Err(Fault::Illegal("the game is over".to_string()));
        }
        let step = parse_step(line).ok_or_else(|| Fault::Unreadable("expected a move such as B4-A3".to_string()))?;
        self.check(step).map_err(Fault::Illegal)?;
        self.board[step.to] = self.board[step.from].take();
        self.turn = 1 - self.turn;
        self.over = !self.can_move();
        Ok(vec![Delivery::new(self.turn, line)])
    }

    /// 0 before the end. Then the side that is on turn and cannot move has won: 3 points, and 1 for the other.
    fn points(&self) -> [i32; 2] {
        [0, 1].map(|seat| i32::from(self.over) * if seat == self.turn { 3 } else { 1 })
    }

    /// The first legal move in the order of `legal_moves`.
    fn stand_in(&self, _rng: &mut Rng) -> String {
        self.legal_moves().next().map_or_else(String::new, step_name)
    }

    /// The last piece moved has a dot, and a line to where it stood.
    fn picture(&self, _seat: Option<Seat>, lines: &[String]) -> Picture {
        let mut picture = Picture::stones(SIDE, |column, row| self.board[row * SIDE + column]);
        if let Some(step) = lines.last().and_then(|line| parse_step(line)) {
            let [from, to] = [step.from, step.to].map(|point| picture.places[point].1);
            picture.line("last", from, to);
            picture.shapes[1..].rotate_right(1); // Under all that lies on the places.
            picture.circle("from", from, 0.2);
            picture.circle("mark", to, 0.14);
        }
        let side = |seat| {
            let units = self.units(seat).len();
            let fill = print::count(self.joining_cost(seat), "point");
            format!("{}, joined by about {}", print::count(units, "unit"), fill)
        };
        picture.caption = format!("White (o): {}.\nBlack (x): {}.", side(0), side(1));
        picture
    }

    fn choices(&self) -> Option<Vec<String>> {
        Some(self.legal_moves().map(step_name).collect())
    }

    fn question(&self, begun: &str) -> String {
        match begun {
            "" => "Which piece moves?".to_string(),
            _ => format!("{}: to which point?", begun),
        }
    }

    fn goal(&self) -> &'static str {
        "Join your pieces: who is on turn and cannot move has won. 3 points to the winner, 1 to the other."
    }
}

impl Open for Match {
    fn from_setup(_setup: &[String]) -> Result<Match, String> {
        Ok(Match::new())
    }

    /// - `walls`: long ways for the other side, its own count a tenth.
    /// - `mirror`: the board is its own picture in the diagonal with the colours exchanged, as at the start.
    fn taste(&self, style: &str, seat: Seat) -> f64 {
        let [cost, theirs] = [seat, 1 - seat].map(|seat| self.joining_cost(seat) as f64);
        let picture = |point: usize| self.board[point % SIDE * SIDE + point / SIDE].map(|seat| 1 - seat);
        match style {
            "walls" => theirs - 0.1 * cost,
            "mirror" => 10.0 * (0..POINTS).filter(|&point| self.board[point] == picture(point)).count() as f64 - cost,
            _ => theirs - cost,
        }
    }
}
