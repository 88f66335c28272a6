//! The rules of Symple, slow and plain: the reference that the player's fast rules are tested against.
//!
//! Columns A to O from the left, rows 1 to 15 from the bottom. White (seat 0) begins. A turn explores: one stone that
//! touches no own stone. Or it expands: every own group grows by at most one stone, and no more stones fit. While
//! nobody has expanded, Black may expand and then explore in one turn.

use crate::rules::game::{beside, reached, Delivery, Fault, Game, Listing, Part, Rng, Seat};
use crate::rules::picture::Picture;
use crate::rules::sparring::{self, Open};
use crate::text::print::count;

pub const LISTING: Listing = Listing {
    name: "symple",
    title: "Symple (2013); White and Black",
    seconds: 30.0,
    partners: &["random", "greedy", "few", "mirror"],
    new: |_| Box::new(Match::new()),
    from_setup: |_| Ok(Box::new(Match::new())),
    partner: sparring::partner::<Match>,
};

pub const SIZE: usize = 15;

/// A point: column and row, both from 0.
pub type Point = (usize, usize);

/// The stones of a turn as written. The order matters only in the special move: its last stone explores.
pub type Move = Vec<Point>;

/// One game: the board and the side on turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Match {
    /// The stone's side, by column and row.
    pub cells: [[Option<Seat>; SIZE]; SIZE],
    pub turn: Seat,
    /// Has any side expanded?
    pub expanded: bool,
}

/// The points beside a point.
pub fn neighbours(point: Point) -> Vec<Point> {
    beside([SIZE; 2], point).collect()
}

/// All points, row by row from the bottom, each row from the left. This is the fixed order below.
pub fn points() -> Vec<Point> {
    (0..SIZE).flat_map(|row| (0..SIZE).map(move |column| (column, row))).collect()
}

pub fn point_name((column, row): Point) -> String {
    format!("{}{}", (b'A' + column as u8) as char, row + 1)
}

pub fn format_move(stones: &[Point]) -> String {
    stones.iter().map(|p| point_name(*p)).collect::<Vec<String>>().join("-")
}

/// Reads `C3-D12-H8`; `None` for anything else.
pub fn parse_move(text: &str) -> Option<Move> {
    let point = |word: &str| {
        let mut letters = word.chars();
        let column = letters.next().filter(|c| ('A'..='O').contains(c))? as usize - 'A' as usize;
        let row = (1..=SIZE).find(|row| row.to_string() == letters.as_str())?;
        Some((column, row - 1))
    };
    text.split('-').map(point).collect()
}

impl Match {
    pub fn new() -> Match {
        Match { cells: [[None; SIZE]; SIZE], turn: 0, expanded: false }
    }

    pub fn at(&self, (column, row): Point) -> Option<Seat> {
        self.cells[column][row]
    }

    pub fn vacant(&self) -> Vec<Point> {
        points().into_iter().filter(|p| self.at(*p).is_none()).collect()
    }

    /// The groups of a side, each as its points.
    pub fn groups(&self, side: Seat) -> Vec<Vec<Point>> {
        let (all, number) = (points(), |(column, row): Point| SIZE * row + column);
        let own = |at: &usize| self.at(all[*at]) == Some(side);
        let beside = |at: usize| neighbours(all[at]).into_iter().map(number).filter(own);
        let mut groups: Vec<Vec<Point>> = Vec::new();
        for start in (0..all.len()).filter(own) {
            if !groups.iter().any(|group| group.contains(&all[start])) {
                groups.push(reached(all.len(), &[start], beside).into_iter().map(|(at, _)| all[at]).collect());
            }
        }
        groups
    }

    /// For each point the groups of the side on turn that it touches: a bit for each group's number. A side has at
    /// most 113 groups, so `u128` is enough.
    fn touched(&self) -> [[u128; SIZE]; SIZE] {
        let mut touched = [[0; SIZE]; SIZE];
        for (number, group) in self.groups(self.turn).iter().enumerate() {
            for (column, row) in group.iter().flat_map(|p| neighbours(*p)) {
                touched[column][row] |= 1 << number;
            }
        }
        touched
    }

    /// Why the side on turn may not place these stones; `Ok` if it may.
    pub fn verdict(&self, stones: &[Point]) -> Result<(), String> {
        let touched = self.touched();
        let groups_at = |p: &Point| touched[p.0][p.1];
        let (last, before) = stones.split_last().ok_or("a turn has at least one stone")?;
        let explores = groups_at(last) == 0;
        let expansion = if explores { before } else { stones };
        let mut grown = 0;
        for (i, stone) in stones.iter().enumerate() {
            let why = match groups_at(stone) {
                _ if self.at(*stone).is_some() => "is not vacant",
                _ if stones[..i].contains(stone) => "is named twice",
                _ if i == expansion.len() => continue,
                0 => "touches no group of the side on turn",
                groups if grown & groups != 0 => "is the second stone of a group",
                groups => {
                    grown |= groups;
                    continue;
                }
            };
            return Err(format!("{} {}", point_name(*stone), why));
        }
        if explores && before.is_empty() {
            return Ok(());
        }
        let free = |p: &&Point| groups_at(p) != 0 && groups_at(p) & grown == 0;
        let why = match self.vacant().iter().find(free) {
            Some(point) => {
                return Err(format!("the expansion is not complete: {} may still be taken", point_name(*point)))
            }
            None if !explores => return Ok(()),
            None if self.turn == 0 => "touches no group, and White has no special move",
            None if self.expanded => "explores after an expansion, but somebody has expanded before",
            None if before.iter().any(|p| neighbours(*p).contains(last)) => {
                "explores, but touches a stone of the expansion"
            }
            // Black's expansion and exploration in one turn.
            None => return Ok(()),
        };
        Err(format!("{} {}", point_name(*last), why))
    }

    /// Plays a move, legal or not, and passes the turn.
    pub fn play(&mut self, stones: &[Point]) {
        let touched = self.touched();
        self.expanded |= stones.iter().any(|p| touched[p.0][p.1] != 0);
        for (column, row) in stones {
            self.cells[*column][*row] = Some(self.turn);
        }
        self.turn = 1 - self.turn;
    }

    /// The vacant points that touch no own stone, in the fixed order.
    pub fn explorations(&self) -> Vec<Point> {
        let touched = self.touched();
        self.vacant().into_iter().filter(|p| touched[p.0][p.1] == 0).collect()
    }

    /// An expansion: takes each point of `order` in turn unless it touches a group that has grown. Empty if no own
    /// group can grow. In any order no more stones fit in the end, as the rules ask.
    pub fn pack(&self, order: &[Point]) -> Move {
        let touched = self.touched();
        let mut grown = 0;
        let mut stones = Vec::new();
        for point in order {
            let groups = touched[point.0][point.1];
            if self.at(*point).is_none() && groups != 0 && groups & grown == 0 {
                grown |= groups;
                stones.push(*point);
            }
        }
        stones
    }

    /// Calls `found` for each complete expansion, once for each set of stones. There may be millions.
    pub fn each_expansion(&self, found: &mut dyn FnMut(&[Point])) {
        let touched = self.touched();
        let liberties: Vec<(Point, u128)> =
            self.vacant().into_iter().map(|p| (p, touched[p.0][p.1])).filter(|(_, groups)| *groups != 0).collect();
        // Without liberties nothing expands. The empty move is no expansion.
        if !liberties.is_empty() {
            extend(&liberties, 0, 0, &mut Vec::new(), found);
        }
    }

    /// Stones minus six for each group.
    pub fn raw(&self, side: Seat) -> i32 {
        let groups = self.groups(side);
        groups.iter().map(|group| group.len() as i32 - 6).sum()
    }
}

/// Adds stones to an expansion until it is complete. Each step decides about the lowest group that still has a
/// liberty. It grows there, or it is left out: then each of its liberties must touch a group that grows.
fn extend(
    liberties: &[(Point, u128)],
    grown: u128,
    left_out: u128,
    stones: &mut Vec<Point>,
    found: &mut dyn FnMut(&[Point]),
) {
    let open = liberties.iter().filter(|(_, groups)| groups & grown == 0);
    if open.clone().any(|(_, groups)| groups & !left_out == 0) {
        // Only left-out groups touch this liberty: no stone can cover it any more.
        return;
    }
    let unsettled = open.clone().fold(0, |all, (_, groups)| all | groups) & !left_out;
    if unsettled == 0 {
        // Every liberty touches a group that grows.
        found(stones);
        return;
    }
    let lowest = unsettled & unsettled.wrapping_neg();
    for (point, groups) in open.filter(|(_, groups)| groups & lowest != 0 && groups & left_out == 0) {
        stones.push(*point);
        extend(liberties, grown | groups, left_out, stones, found);
        stones.pop();
    }
    extend(liberties, grown, left_out | lowest, stones, found);
}

impl Game for Match {
    fn setup(&self) -> Vec<String> {
        vec!["Start".to_string()]
    }

    fn opening(&self) -> Vec<Delivery> {
        vec![Delivery::new(0, "Start")]
    }

    fn to_write(&self) -> Option<Seat> {
        Some(self.turn).filter(|_| !self.vacant().is_empty())
    }

    fn write(&mut self, line: &str) -> Result<Vec<Delivery>, Fault> {
        let expected = "expected a move such as H8 or C3-D12-H8";
        let stones = parse_move(line).ok_or_else(|| Fault::Unreadable(expected.to_string()))?;
        self.verdict(&stones).map_err(Fault::Illegal)?;
        self.play(&stones);
        Ok(vec![Delivery::new(self.turn, line)])
    }

    /// The raw score, at least 0, with 100 more for the side whose raw score is higher.
    fn points(&self) -> [i32; 2] {
        let raw = self.standing();
        let bonus = |own: i32, other: i32| if own > other { 100 } else { 0 };
        [raw[0].max(0) + bonus(raw[0], raw[1]), raw[1].max(0) + bonus(raw[1], raw[0])]
    }

    fn standing(&self) -> [i32; 2] {
        [self.raw(0), self.raw(1)]
    }

    /// The expansion packed in the fixed order, or the first exploration.
    fn stand_in(&self, _rng: &mut Rng) -> String {
        match &self.pack(&points())[..] {
            [] => format_move(&self.explorations()[..1]),
            expansion => format_move(expansion),
        }
    }

    fn picture(&self, _seat: Option<Seat>, lines: &[String]) -> Picture {
        let (groups, raw) = ([0, 1].map(|seat| self.groups(seat)), self.standing());
        let mut picture = Picture::stones(SIZE, |column, row| self.at((column, row)));
        picture.scale = 20.0;
        for (column, row) in lines.last().and_then(|line| parse_move(line)).unwrap_or_default() {
            picture.circle("mark", picture.places[row * SIZE + column].1, 0.14);
        }
        let side = |seat: Seat| format!("{:+} in {}", raw[seat], count(groups[seat].len(), "group"));
        let (ahead, by) = (["White", "Black"][usize::from(raw[0] < raw[1])], (raw[0] - raw[1]).abs());
        let lead =
            if by == 0 { "Level".to_string() } else { format!("{ahead} leads by {by}, with the bonus {}", by + 100) };
        picture.caption = format!("White (o) {}, Black (x) {}. {}.", side(0), side(1), lead);
        picture
    }

    /// The turns, while they are few. There may be millions of expansions.
    fn choices(&self) -> Option<Vec<String>> {
        let (vacant, touched) = (self.vacant(), self.touched());
        let liberties = |group: usize| vacant.iter().filter(|p| touched[p.0][p.1] >> group & 1 == 1).count();
        let most: usize =
            (0..self.groups(self.turn).len()).fold(1, |all, group| all.saturating_mul(liberties(group).max(1)));
        let (free, mut turns) = (self.explorations(), Vec::new());
        // Black may explore behind an expansion while nobody has expanded.
        let behind = if self.turn == 1 && !self.expanded { free.len() } else { 0 };
        if most.saturating_mul(1 + behind) > 2_000 {
            return None;
        }
        self.each_expansion(&mut |stones| turns.push(stones.to_vec()));
        let special = |(expansion, p): (&Move, &Point)| [&expansion[..], &[*p]].concat();
        let pairs = turns.iter().flat_map(|expansion| free[..behind].iter().map(move |p| (expansion, p)));
        let special: Vec<Move> = pairs.map(special).filter(|stones| self.verdict(stones).is_ok()).collect();
        let all = free.into_iter().map(|p| vec![p]).chain(turns).chain(special);
        Some(all.map(|stones| format_move(&stones)).collect())
    }

    /// The stones one by one, in any order, but the one that explores last. No own group may be left that can grow.
    fn parts(&self, begun: &str) -> Vec<Part> {
        let stones = parse_move(begun).unwrap_or_default();
        let touched = self.touched();
        let groups_at = |p: &Point| touched[p.0][p.1];
        if stones.iter().any(|p| groups_at(p) == 0) {
            return Vec::new();
        }
        let grown = stones.iter().fold(0, |all, p| all | groups_at(p));
        let picture = self.picture(None, &[]);
        let next = |(name, place): &(String, (f64, f64))| {
            let point = *parse_move(name)?.first()?;
            let all = [&stones[..], &[point]].concat();
            let grows = groups_at(&point) != 0 && groups_at(&point) & grown == 0 && self.at(point).is_none();
            let whole = self.verdict(&all).is_ok();
            let (line, label, icon) = (format_move(&all), name.clone(), String::new());
            Some(Part { line, label, place: Some(*place), whole, icon }).filter(|_| grows || whole)
        };
        picture.places.iter().filter_map(next).collect()
    }

    fn question(&self, begun: &str) -> String {
        let first = "Where? A stone away from your own is the whole turn; one beside them begins to grow your groups.";
        if begun.is_empty() { first } else { "Where is the next stone?" }.to_string()
    }

    fn goal(&self) -> &'static str {
        "Fill the board with stones in few groups: 1 point a stone, less 6 a group. The higher side gets 100 more."
    }
}

impl Match {
    /// An expansion packed in random order, and a random exploration; empty if there is none. (There are too many
    /// expansions to list them. Packed ones are not equally likely.)
    fn random_turns(&self, rng: &mut Rng) -> [Move; 2] {
        let mut order = self.vacant();
        rng.shuffle(&mut order);
        let free = self.explorations();
        [self.pack(&order), if free.is_empty() { Vec::new() } else { vec![*rng.pick(&free)] }]
    }

    /// The other colour of the opposite point.
    fn opposite(&self, (column, row): Point) -> Option<Seat> {
        self.at((SIZE - 1 - column, SIZE - 1 - row)).map(|seat| 1 - seat)
    }

    /// Stones and liberties. While there is room a group is worth its stone a turn. Later it costs six points.
    fn worth(&self, side: Seat) -> f64 {
        let groups = self.groups(side);
        let stones: usize = groups.iter().map(Vec::len).sum();
        let is_liberty = |p: &&Point| neighbours(**p).iter().any(|n| self.at(*n) == Some(side));
        let vacant = self.vacant();
        let liberties = vacant.iter().filter(is_liberty).count();
        let price = if vacant.len() > 70 { -4.0 } else { 6.0 };
        stones as f64 + 0.5 * liberties as f64 - price * groups.len() as f64
    }
}

impl Open for Match {
    fn from_setup(_setup: &[String]) -> Result<Match, String> {
        Ok(Match::new())
    }

    /// Random expansions and explorations. Where Black may, also each of these expansions with an exploration. And the
    /// stones where the opposite point has one of the other side.
    fn candidates(&self, rng: &mut Rng) -> Vec<String> {
        let missing = |p: &Point| self.at(*p).is_none() && self.opposite(*p) == Some(self.turn);
        let mut turns: Vec<Move> = vec![points().into_iter().filter(missing).collect()];
        for _ in 0..30 {
            let [expansion, exploration] = self.random_turns(rng);
            turns.extend([[&expansion[..], &exploration].concat(), expansion, exploration]);
        }
        turns.iter().filter(|stones| self.verdict(stones).is_ok()).map(|stones| format_move(stones)).collect()
    }

    /// - `few`: a group costs twenty points.
    /// - `mirror`: each point has the other colour of the opposite one.
    fn taste(&self, style: &str, seat: Seat) -> f64 {
        match style {
            "few" => self.groups(seat).iter().map(|group| group.len() as f64 - 20.0).sum(),
            "mirror" => points().iter().filter(|p| self.at(**p) == self.opposite(**p)).count() as f64,
            _ => self.worth(seat) - self.worth(1 - seat),
        }
    }

    /// An exploration in one of eight turns, and when nothing can expand. Otherwise an expansion.
    fn any(&self, rng: &mut Rng) -> Option<String> {
        let [expansion, exploration] = self.random_turns(rng);
        let explores = expansion.is_empty() || (rng.below(8) == 0 && !exploration.is_empty());
        Some(format_move(if explores { &exploration } else { &expansion }))
    }
}
