//! What every game's rules offer to the jury: a state machine of lines.
//!
//! The jury asks whose line comes next and gives it to the rules. They say which lines it sends to the two programs.

use crate::rules::picture::Picture;
use std::fmt;

/// 0 is the first mover (White, Red, Blue, the detectives), 1 the second.
pub type Seat = usize;

/// A line for the program in that seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Delivery {
    pub to: Seat,
    pub line: String,
}

impl Delivery {
    pub fn new(to: Seat, line: impl Into<String>) -> Delivery {
        Delivery { to, line: line.into() }
    }
}

/// Why a line was refused. It changed nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// Not a move in this game's notation. The text says what was expected.
    Unreadable(String),
    /// A move that the rules forbid. The text names the rule in words.
    Illegal(String),
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Fault::Unreadable(why) => write!(f, "unreadable: {}", why),
            Fault::Illegal(why) => write!(f, "illegal: {}", why),
        }
    }
}

/// What the jury knows of a game before one begins: a row of the table in `games.rs`.
pub struct Listing {
    /// The name of its files without the ending: `NAME.rs`, `tests/jury/rules/NAME.rs` and so on.
    pub name: &'static str,
    /// For people, in a few words: title, year, and what the seats are called.
    pub title: &'static str,
    /// The contest's time for a whole game, in seconds.
    pub seconds: f64,
    /// The styles of its sparring partners. Every game has `random` and `greedy`.
    pub partners: &'static [&'static str],
    /// A new game whose start (map, tiles) follows from the seed alone.
    pub new: fn(seed: u64) -> Box<dyn Game>,
    /// The game that a transcript's `J` lines describe.
    pub from_setup: fn(setup: &[String]) -> Made<dyn Game>,
    /// A sparring partner of one of the styles that `partners` lists, in the program's working directory.
    pub partner: fn(style: &str, rng: Rng) -> Made<dyn Partner>,
}

/// A part of a move that may come next. A person clicks a move together from parts (`Game::parts`).
#[derive(Clone, Debug, PartialEq)]
pub struct Part {
    /// The line up to and with this part. `parts` is asked about it next, or it is written.
    pub line: String,
    /// Its name: on a button, and for people who cannot see the board.
    pub label: String,
    /// Where it is clicked, in the picture's units. `None`: a button beside the board (a pass, a role).
    pub place: Option<(f64, f64)>,
    /// True if `line` is a whole line, which may be written now.
    pub whole: bool,
    /// The picture on its button, in a square of side 1: SVG elements; mostly none.
    pub icon: String,
}

impl Part {
    /// The parts that follow `begun` in these lines, each once. A part is the name of a place of the picture, or
    /// letters and the digits behind them. Signs in front belong to it: `-d4` in `d3-d4`, ` 39` in `C 39`.
    pub fn split(lines: &[String], picture: &Picture, begun: &str) -> Vec<Part> {
        let mut found: Vec<Part> = Vec::new();
        for line in lines.iter().filter(|line| line.starts_with(begun)) {
            // Skips this line unless a part ends where `begun` does: A1 does not begin A10.
            let mut at = 0;
            while at < begun.len() {
                at += Part::first(&line[at..], picture).0.len();
            }
            if at > begun.len() || at == line.len() {
                continue;
            }
            let (part, place) = Part::first(&line[at..], picture);
            let (next, whole) = (&line[..at + part.len()], at + part.len() == line.len());
            if let Some(same) = found.iter_mut().find(|other| other.line == next) {
                same.whole |= whole;
                continue;
            }
            let name = part.trim_start_matches(|c: char| !c.is_alphanumeric());
            let label = if begun.is_empty() || name.is_empty() { part } else { name }.to_string();
            found.push(Part { line: next.to_string(), label, place, whole, icon: String::new() });
        }
        found
    }

    /// The places that a line names, in its order.
    pub fn places(line: &str, picture: &Picture) -> Vec<(f64, f64)> {
        let (mut rest, mut places) = (line, Vec::new());
        while !rest.is_empty() {
            let (part, place) = Part::first(rest, picture);
            places.extend(place);
            rest = &rest[part.len()..];
        }
        places
    }

    /// The first part of a text, and where it is when it names a place.
    fn first<'a>(text: &'a str, picture: &Picture) -> (&'a str, Option<(f64, f64)>) {
        let signs = text.find(char::is_alphanumeric).unwrap_or(text.len());
        let word = &text[signs..];
        let behind = word.trim_start_matches(char::is_alphabetic).trim_start_matches(char::is_numeric);
        let begins = |name: &str| {
            let digit = |c: Option<char>| c.is_some_and(char::is_numeric);
            let same = word.get(..name.len()).is_some_and(|begin| begin.eq_ignore_ascii_case(name));
            same && !name.is_empty() && !(digit(name.chars().last()) && digit(word[name.len()..].chars().next()))
        };
        let places = picture.places.iter().filter(|(name, _)| begins(name));
        match places.max_by_key(|(name, _)| name.len()) {
            Some((name, place)) => (&text[..signs + name.len()], Some(*place)),
            None => (&text[..text.len() - behind.len()], None),
        }
    }
}

/// What was asked for, or why there is none.
pub type Made<T> = Result<Box<T>, String>;

/// One game as the jury runs it, slow and plain. The tests compare the players' fast rules with it.
pub trait Game: Send {
    /// The `J` lines of a transcript: the map, the jury's tiles, or `Start`. `games::from_setup` reads them back.
    fn setup(&self) -> Vec<String> {
        Vec::new()
    }
    /// Files that a program finds in its folder at the start: name and text. Most games have none.
    fn files(&self) -> Vec<(&'static str, String)> {
        Vec::new()
    }
    /// What the programs are sent before the first move. By default both get the setup, then the first mover `Start`.
    fn opening(&self) -> Vec<Delivery> {
        let setup = self.setup();
        let both = (0..2).flat_map(|seat| setup.iter().map(move |line| Delivery::new(seat, line.as_str())));
        both.chain([Delivery::new(0, "Start")]).collect()
    }
    /// The seat that writes next; `None` when the game is over.
    fn to_write(&self) -> Option<Seat>;
    /// Checks and applies one line of the seat `to_write()`, exactly as written. Returns what is sent because of it.
    fn write(&mut self, line: &str) -> Result<Vec<Delivery>, Fault>;
    /// The contest's points of both seats so far, without forfeits; final when `to_write()` is `None`.
    fn points(&self) -> [i32; 2];
    /// What a page shows while the game goes on: these points, without what only the end brings.
    fn standing(&self) -> [i32; 2] {
        self.points()
    }
    /// What the seat is sent when the game is over: `Quit`, or nothing if the contest sends nothing.
    fn farewell(&self, _seat: Seat) -> Option<&'static str> {
        Some("Quit")
    }
    /// The word that ends a program after a forfeit, nearly always `Quit`.
    fn dismissal(&self) -> &'static str {
        "Quit"
    }
    /// What a forfeit is worth. `None`: the jury plays on for the offender, who gets 0 points in the end. Otherwise
    /// the game ends with these points of both seats. If the contest's page does not say: `None`, as in most years.
    fn forfeit_points(&self, _offender: Seat) -> Option<[i32; 2]> {
        None
    }
    /// A legal line for the seat `to_write()`, with which the jury plays on after a forfeit. If the contest's page
    /// does not say which: a random one of `choices`.
    fn stand_in(&self, rng: &mut Rng) -> String {
        rng.pick(&self.choices().expect("a game of too many lines says which it plays")).clone()
    }
    /// The board for a page and, by default, as signs. `lines` is what both sides have written so far: the last move
    /// is marked. With a seat: only what that side may see.
    fn picture(&self, seat: Option<Seat>, lines: &[String]) -> Picture;
    /// The board as text. The players' tests take it for the whole state: two positions are the same to them if this text
    /// and the side on turn are. So it shows what is hidden, and no more than the rules depend on: no last move.
    fn draw(&self) -> String {
        self.picture(None, &[]).in_signs()
    }
    /// Every line that the seat `to_write()` may write now, for a person; `None` if they are too many.
    fn choices(&self) -> Option<Vec<String>> {
        None
    }
    /// What may follow `begun`, the first parts of a line of the seat `to_write()` (empty at its start). It tells
    /// nothing that this side may not know. By default the parts of `choices`, each at its place of the picture.
    fn parts(&self, begun: &str) -> Vec<Part> {
        Part::split(&self.choices().unwrap_or_default(), &self.picture(None, &[]), begun)
    }
    /// What a person chooses by the next of these parts, as a question. It tells nothing that this side may not know.
    fn question(&self, _begun: &str) -> String {
        "What do you play?".to_string()
    }
    /// What a side wants, and what the points are, in a sentence or two.
    fn goal(&self) -> &'static str {
        ""
    }
}

/// One side of a game over the contest's protocol: a sparring partner.
pub trait Partner {
    /// Takes one line from the jury and returns the lines to write: none if the other side writes next. It never gets
    /// blank lines, `Quit` or the end of the input. An error says what was expected.
    fn hear(&mut self, line: &str) -> Result<Vec<String>, String>;
    /// Takes lines that it writes first, before any that it chooses.
    fn remember(&mut self, past: Vec<String>);
    /// True when the game is over for this side and the jury sends no more. Then the program ends.
    fn done(&self) -> bool {
        false
    }
}

/// The cells beside a cell of a board of these columns and rows.
pub fn beside([columns, rows]: [usize; 2], (column, row): (usize, usize)) -> impl Iterator<Item = (usize, usize)> {
    let all = [(column, row + 1), (column + 1, row), (column, row.wrapping_sub(1)), (column.wrapping_sub(1), row)];
    all.into_iter().filter(move |(column, row)| *column < columns && *row < rows)
}

/// All places, numbers below `places`, that steps to neighbours lead to, each with the number of steps, nearest first.
pub fn reached<All>(places: usize, from: &[usize], neighbours: impl Fn(usize) -> All) -> Vec<(usize, usize)>
where
    All: IntoIterator<Item = usize>,
{
    let (mut seen, mut next) = (vec![false; places], 0);
    let mut is_new = |place: &usize| !std::mem::replace(&mut seen[*place], true);
    let mut found: Vec<(usize, usize)> = from.iter().copied().filter(&mut is_new).map(|place| (place, 0)).collect();
    while let Some(&(place, steps)) = found.get(next) {
        found.extend(neighbours(place).into_iter().filter(&mut is_new).map(|place| (place, steps + 1)));
        next += 1;
    }
    found
}

/// Small seeded generator (splitmix64, by Sebastiano Vigna, public domain).
#[derive(Clone, Debug, Default)]
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

    /// A number from 0 up to 1, 1 excluded.
    pub fn unit(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1u64 << 53) as f64
    }

    /// One of the items; panics when there are none.
    pub fn pick<'a, T>(&mut self, items: &'a [T]) -> &'a T {
        &items[self.below(items.len())]
    }

    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for i in (1..items.len()).rev() {
            items.swap(i, self.below(i + 1));
        }
    }
}
