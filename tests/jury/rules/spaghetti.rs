//! The rules of Spaghetti, slow and plain: the reference that the player's fast rules are tested against.
//!
//! Rows a to i from the top, columns a to g from the left. Blue (seat 0) begins and owns the left wall.

use crate::rules::game::{Delivery, Fault, Game, Listing, Part, Rng, Seat};
use crate::rules::picture::Picture;
use crate::rules::sparring::{self, Open};
use crate::text::print;

pub const LISTING: Listing = Listing {
    name: "spaghetti",
    title: "Spaghetti (2022); Blue and Red",
    seconds: 30.0,
    partners: &["random", "greedy", "spoiler", "builder"],
    new: |seed| Box::new(Match::from_setup(&draw_tiles(&mut Rng(seed))).expect("two tiles")),
    from_setup: |setup| Ok(Box::new(Match::from_setup(setup)?)),
    partner: sparring::partner::<Match>,
};

pub const ROWS: usize = 9;
pub const COLUMNS: usize = 7;

/// Points of both sides before the first move.
pub const START_POINTS: i32 = 50;

/// The points for a cycle, and for a path from a side wall to the same wall.
const CYCLE: i32 = -5;
const SAME_WALL: i32 = -3;

/// Sides of a cell, clockwise.
const NORTH: usize = 0;
const EAST: usize = 1;
const SOUTH: usize = 2;
const WEST: usize = 3;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tile {
    Left,
    Straight,
    Right,
}

pub const TILES: [Tile; 3] = [Tile::Left, Tile::Straight, Tile::Right];

impl Tile {
    pub fn letter(self) -> char {
        ['l', 's', 'r'][self as usize]
    }

    /// The two segments: each is the two sides that it joins.
    pub fn segments(self) -> [[usize; 2]; 2] {
        match self {
            Tile::Left => [[NORTH, WEST], [SOUTH, EAST]],
            Tile::Straight => [[NORTH, SOUTH], [WEST, EAST]],
            Tile::Right => [[NORTH, EAST], [SOUTH, WEST]],
        }
    }
}

/// Row and column, both from 0.
pub type Cell = (usize, usize);

/// All cells, row by row.
fn cells() -> impl Iterator<Item = Cell> {
    (0..ROWS).flat_map(|row| (0..COLUMNS).map(move |column| (row, column)))
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Move {
    pub cell: Cell,
    pub tile: Tile,
}

fn letter(number: usize) -> String {
    char::from(b'a' + number as u8).to_string()
}

pub fn format_move(mv: Move) -> String {
    format!("{}{}{}", letter(mv.cell.0), letter(mv.cell.1), mv.tile.letter())
}

/// Reads `cer`; `None` for anything else.
pub fn parse_move(text: &str) -> Option<Move> {
    let letters: Vec<char> = text.chars().collect();
    let [row, column, tile] = letters[..] else { return None };
    let row = ('a'..='i').position(|c| c == row)?;
    let column = ('a'..='g').position(|c| c == column)?;
    let tile = TILES.into_iter().find(|t| t.letter() == tile)?;
    Some(Move { cell: (row, column), tile })
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum End {
    /// At a wall: the side of the board.
    Wall(usize),
    /// At an empty cell.
    Open,
    /// Where it began.
    Cycle,
}

/// A path for which the mover gets or loses points. A segment is a cell and the two sides that it joins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Paid {
    pub points: i32,
    pub segments: Vec<(Cell, [usize; 2])>,
}

/// One game: tiles, points and the side on turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Match {
    pub cells: [[Option<Tile>; COLUMNS]; ROWS],
    /// They may be below 0 on the way.
    pub points: [i32; 2],
    pub turn: Seat,
    /// The jury's two.
    given: [Move; 2],
}

impl Match {
    pub fn at(&self, cell: Cell) -> Option<Tile> {
        self.cells[cell.0][cell.1]
    }

    /// All legal moves, by row, column and tile.
    pub fn legal_moves(&self) -> Vec<Move> {
        let empty = cells().filter(|cell| self.at(*cell).is_none());
        empty.flat_map(|cell| TILES.into_iter().map(move |tile| Move { cell, tile })).collect()
    }

    /// Walks from a cell out of a side. Returns the segments passed (the cell and the side of entry) and where it
    /// stops. It is a cycle if it enters `home` by the side `last`.
    fn walk(&self, from: Cell, out: usize, home: Cell, last: usize) -> (Vec<(Cell, usize)>, End) {
        let (mut cell, mut side) = (from, out);
        let mut passed = Vec::new();
        loop {
            cell = match side {
                NORTH => (cell.0.wrapping_sub(1), cell.1),
                EAST => (cell.0, cell.1 + 1),
                SOUTH => (cell.0 + 1, cell.1),
                _ => (cell.0, cell.1.wrapping_sub(1)),
            };
            if cell.0 >= ROWS || cell.1 >= COLUMNS {
                return (passed, End::Wall(side));
            }
            let entered = (side + 2) % 4;
            if (cell, entered) == (home, last) {
                return (passed, End::Cycle);
            }
            if self.at(cell).is_none() {
                return (passed, End::Open);
            }
            passed.push((cell, entered));
            side = self.across(cell, entered);
        }
    }

    /// The side on turn's points for a move.
    pub fn gain(&self, mv: Move) -> i32 {
        self.paid(mv).iter().map(|path| path.points).sum()
    }

    /// The paths that a move of the side on turn completes, if they count.
    pub fn paid(&self, mv: Move) -> Vec<Paid> {
        let mut after = self.clone();
        after.cells[mv.cell.0][mv.cell.1] = Some(mv.tile);
        let own_wall = if self.turn == 0 { WEST } else { EAST };
        let mut paid = Vec::new();
        let mut counted = false;
        for [one, other] in mv.tile.segments() {
            let (head, end) = after.walk(mv.cell, one, mv.cell, other);
            // A path through both segments of the tile is scored once, with the first.
            let (tail, other_end) =
                if end == End::Cycle { (Vec::new(), End::Cycle) } else { after.walk(mv.cell, other, mv.cell, one) };
            let both = head.iter().chain(&tail).any(|(cell, _)| *cell == mv.cell);
            if both && counted {
                continue;
            }
            counted |= both;
            // How far each of the tile's segments is from the end of the walk, itself included.
            let farthest = |near: &[(Cell, usize)], far: &[(Cell, usize)]| {
                // From the far end to the wall at the end of `near` the tile's first segment counts.
                let beyond = far.iter().rposition(|(cell, _)| *cell == mv.cell).map_or(0, |i| i + 1);
                (near.len() + 1 + beyond) as i32
            };
            let is_side = |end: End| matches!(end, End::Wall(WEST | EAST));
            let points = match (end, other_end) {
                (End::Cycle, _) => CYCLE,
                (one, other) if !is_side(one) || !is_side(other) => continue,
                (one, other) if one == other => SAME_WALL,
                (one, _) if one == End::Wall(own_wall) => farthest(&head, &tail),
                _ => farthest(&tail, &head),
            };
            let mut segments = vec![(mv.cell, [one, other])];
            segments.extend(head.iter().chain(&tail).map(|&(cell, side)| (cell, [side, after.across(cell, side)])));
            paid.push(Paid { points, segments });
        }
        paid
    }

    /// The side by which a path leaves a cell that it entered by `entered`.
    fn across(&self, cell: Cell, entered: usize) -> usize {
        let Some(tile) = self.at(cell) else { return entered };
        tile.segments().iter().find(|s| s.contains(&entered)).map_or(entered, |s| s[0] + s[1] - entered)
    }

    pub fn play(&mut self, mv: Move) {
        self.points[self.turn] += self.gain(mv);
        self.cells[mv.cell.0][mv.cell.1] = Some(mv.tile);
        self.turn = 1 - self.turn;
    }
}

/// What the sparring partners ask.
impl Match {
    /// The most that a move brings the side on turn; 0 on a full board.
    fn best_gain(&self) -> f64 {
        f64::from(self.legal_moves().into_iter().map(|mv| self.gain(mv)).max().unwrap_or(0))
    }
}

impl Match {
    /// The board before its last move, but for the points.
    fn before(&self, mv: Move) -> Match {
        let mut before = self.clone();
        before.cells[mv.cell.0][mv.cell.1] = None;
        before.turn = 1 - before.turn;
        before
    }

    fn empty_board(&self) -> Picture {
        let (width, height) = (COLUMNS as f64 + 1.6, ROWS as f64 + 0.9);
        let mut picture = Picture::new(width, height);
        (picture.colours, picture.scale) = (["blue", "red"], 20.0);
        picture.rect("blue", (0.6, 0.7), 0.2, ROWS as f64);
        picture.rect("red", (width - 0.8, 0.7), 0.2, ROWS as f64);
        for row in 0..ROWS {
            picture.text("label", (0.3, corner((row, 0)).1 + 0.5), 0.4, &letter(row));
            for column in 0..COLUMNS {
                let (x, y) = corner((row, column));
                picture.places.push((letter(row) + &letter(column), (x + 0.5, y + 0.5)));
                picture.rect("cell", (x, y), 1.0, 1.0);
            }
        }
        (0..COLUMNS)
            .for_each(|column| picture.text("label", (corner((0, column)).0 + 0.5, 0.35), 0.4, &letter(column)));
        self.given.iter().for_each(|tile| picture.rect("cell dark", corner(tile.cell), 1.0, 1.0));
        picture.join();
        picture
    }
}

/// Two tiles as the contest's jury draws them: off the border, not in the centre, on different cells. They are never
/// each other's half turn with the same tile: the board would be the same for both sides.
pub fn draw_tiles(rng: &mut Rng) -> [String; 2] {
    loop {
        let mut draw = || Move { cell: (1 + rng.below(ROWS - 2), 1 + rng.below(COLUMNS - 2)), tile: *rng.pick(&TILES) };
        let (one, two) = (draw(), draw());
        let centre = (ROWS / 2, COLUMNS / 2);
        let turned = (ROWS - 1 - one.cell.0, COLUMNS - 1 - one.cell.1);
        let half_turn = two.cell == turned && two.tile == one.tile;
        if one.cell != two.cell && one.cell != centre && two.cell != centre && !half_turn {
            return [format_move(one), format_move(two)];
        }
    }
}

fn corner(cell: Cell) -> (f64, f64) {
    (0.8 + cell.1 as f64, 0.7 + cell.0 as f64)
}

/// The paths of a tile. Where two segments cross, the one from above is drawn over the other.
fn tile_paths(picture: &mut Picture, corner: (f64, f64), tile: Tile) {
    let [one, other] = tile.segments().map(|sides| segment(corner, sides));
    for (class, path) in [("edge", &other), ("path", &other), ("edge", &one), ("path", &one)] {
        picture.path(class, path);
    }
}

/// A segment between the middles of two sides of the cell at that corner: a quarter of a circle or a straight line.
fn segment((x, y): (f64, f64), sides: [usize; 2]) -> String {
    let middle = |side: usize| match side {
        NORTH => (x + 0.5, y),
        EAST => (x + 1.0, y + 0.5),
        SOUTH => (x + 0.5, y + 1.0),
        _ => (x, y + 0.5),
    };
    let [(a, b), (c, d)] = sides.map(middle);
    format!("M{:.1} {:.1}Q{:.1} {:.1} {:.1} {:.1}", a, b, x + 0.5, y + 0.5, c, d)
}

impl Game for Match {
    fn setup(&self) -> Vec<String> {
        self.given.map(format_move).to_vec()
    }

    fn to_write(&self) -> Option<Seat> {
        Some(self.turn).filter(|_| self.cells.iter().flatten().any(Option::is_none))
    }

    fn write(&mut self, line: &str) -> Result<Vec<Delivery>, Fault> {
        let expected = "expected row a-i, column a-g and tile l, s or r, such as cer";
        let mv = parse_move(line).ok_or_else(|| Fault::Unreadable(expected.to_string()))?;
        if self.at(mv.cell).is_some() {
            return Err(Fault::Illegal("the cell already holds a tile".to_string()));
        }
        self.play(mv);
        Ok(self.to_write().map(|seat| Delivery::new(seat, line)).into_iter().collect())
    }

    fn points(&self) -> [i32; 2] {
        self.points.map(|p| p.max(0))
    }

    /// The tiles by their letters.
    fn draw(&self) -> String {
        let sign = |cell: Cell| format!(" {}", self.at(cell).map_or('.', Tile::letter));
        let line = |row: usize| (0..COLUMNS).map(|column| sign((row, column))).collect::<String>();
        let lines: String = (0..ROWS).map(|row| format!("{}{}\n", letter(row), line(row))).collect();
        format!("  a b c d e f g\n{}Blue {} : {} Red", lines, self.points[0], self.points[1])
    }

    /// The jury's tiles are darker. The last tile has a frame. Paths that it completed have the colour of its wall.
    fn picture(&self, _seat: Option<Seat>, lines: &[String]) -> Picture {
        let mut picture = self.empty_board();
        for (cell, tile) in cells().filter_map(|cell| Some((cell, self.at(cell)?))) {
            tile_paths(&mut picture, corner(cell), tile);
            let all = picture.shapes.split_off(picture.shapes.len() - 4);
            picture.shapes.push(format!("<g class=\"tile\">{}</g>", all.concat()));
        }
        let (mut news, wall) = (String::new(), ["east", "west"][self.turn]);
        if let Some(mv) = lines.last().and_then(|line| parse_move(line)) {
            let before = self.before(mv);
            let (x, y) = corner(mv.cell);
            for paid in before.paid(mv) {
                let class = format!("paid {}", if paid.points > 0 { wall } else { "loss" });
                for (cell, sides) in &paid.segments {
                    picture.path(&class, &segment(corner(*cell), *sides));
                }
                news += &format!(" The last tile pays {:+} for a path of {}.", paid.points, paid.segments.len());
            }
            picture.rect("frame", (x + 0.04, y + 0.04), 0.92, 0.92);
            let gain = before.gain(mv);
            if gain != 0 {
                picture.text("points", (x + 0.76, y + 0.22), 0.36, &format!("{:+}", gain));
            }
        }
        let empty = self.cells.iter().flatten().filter(|cell| cell.is_none()).count();
        let rest =
            if lines.is_empty() { " Both begin with 50 points; the darker tiles are the jury's." } else { &news };
        picture.caption = format!("{}.{}", print::count(empty, "empty cell"), rest);
        picture
    }

    fn choices(&self) -> Option<Vec<String>> {
        Some(self.legal_moves().into_iter().map(format_move).collect())
    }

    /// The cell, then its tile with the points for it.
    fn parts(&self, begun: &str) -> Vec<Part> {
        let mut parts = Part::split(&self.choices().unwrap_or_default(), &self.empty_board(), begun);
        for (part, mv) in parts.iter_mut().filter_map(|part| parse_move(&part.line).map(|mv| (part, mv))) {
            let name = ["left", "straight", "right"][mv.tile as usize];
            part.label = format!("{} {:+}", name, self.gain(mv));
            let mut icon = Picture::new(1.0, 1.0);
            icon.rect("cell", (0.0, 0.0), 1.0, 1.0);
            tile_paths(&mut icon, (0.0, 0.0), mv.tile);
            part.icon = icon.shapes.concat();
        }
        parts
    }

    fn question(&self, begun: &str) -> String {
        match begun {
            "" => "On which cell?".to_string(),
            _ => format!("Which tile on {}?", begun),
        }
    }

    fn goal(&self) -> &'static str {
        "Complete paths to the other wall: a point for each segment from yours to the new tile. Back to a wall costs 3, a cycle 5."
    }
}

impl Open for Match {
    const SETUP_LINES: usize = 2;

    fn from_setup(setup: &[String]) -> Result<Match, String> {
        let [one, two] = setup else { return Err(format!("{} tiles of the jury instead of 2", setup.len())) };
        let read = |text: &String| parse_move(text).ok_or(format!("{:?} is no tile of the jury", text));
        let given = [read(one)?, read(two)?];
        if given[0].cell == given[1].cell {
            return Err(format!("the jury's tiles {} and {} are on one cell", one, two));
        }
        let mut cells = [[None; COLUMNS]; ROWS];
        given.iter().for_each(|mv| cells[mv.cell.0][mv.cell.1] = Some(mv.tile));
        Ok(Match { cells, points: [START_POINTS; 2], turn: 0, given })
    }

    /// The styles are plain: one idea each, and points where it does not decide.
    fn taste(&self, style: &str, seat: Seat) -> f64 {
        let own = f64::from(self.points[seat]);
        match style {
            // The other side shall get as little as it can.
            "spoiler" => own / 100.0 - self.best_gain(),
            // Prepares what the other side cannot take itself.
            "builder" => 2.0 * own + Match { turn: seat, ..self.clone() }.best_gain() - self.best_gain(),
            _ => own - f64::from(self.points[1 - seat]),
        }
    }
}
