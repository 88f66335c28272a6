//! The rules of On The Run, slow and plain: the reference that the player's fast rules are tested against.
//!
//! Seat 0 is the four detectives, seat 1 the fugitive. Every number and every ride is a line of its own.

use crate::rules::game::{Delivery, Fault, Game, Part, Seat};
use crate::rules::map::{Map, MODES};
use crate::rules::picture::Picture;
use std::cell::OnceCell;
use std::collections::BTreeSet;

/// The file of the map, which both programs read in their folder.
pub const MAP_FILE: &str = "connect.txt";

pub const DETECTIVES: Seat = 0;
pub const FUGITIVE: Seat = 1;

/// The last turn; every fifth is an announcement.
pub const LAST_TURN: usize = 50;

const ALL_POINTS: i32 = 20;

/// What is to be written next.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Phase {
    #[default]
    PlaceDetectives,
    PlaceFugitive,
    MoveFugitive,
    MoveDetectives,
    Over,
}

/// One game.
#[derive(Clone, Debug, Default)]
pub struct Match {
    pub map: Map,
    pub phase: Phase,
    /// 1 to 50; 0 before the first move.
    pub turn: usize,
    pub detectives: [usize; 4],
    /// The lines so far of this joint move or placement.
    partial: Vec<usize>,
    pub fugitive: usize,
    /// Where the fugitive can be as far as the detectives know, ascending.
    pub suspects: Vec<usize>,
    points: [i32; 2],
    /// The rides of the last turn: from and to.
    moved: Vec<(usize, usize)>,
    /// All fifty turns were played. Both programs end by themselves.
    all_turns: bool,
    places: OnceCell<Vec<(f64, f64)>>,
}

pub fn is_announcement(turn: usize) -> bool {
    turn % 5 == 0
}

/// Reads a city as it must be written: no sign, no leading zero.
pub fn parse_city(text: &str) -> Option<usize> {
    text.parse::<usize>().ok().filter(|n| n.to_string() == text)
}

/// Reads `C 39` into the mode's number and the city.
pub fn parse_ride(text: &str) -> Option<(usize, usize)> {
    let (mode, city) = text.split_once(' ')?;
    Some((MODES.iter().position(|m| mode == m.to_string())?, parse_city(city)?))
}

impl Match {
    pub fn new(map: Map) -> Match {
        Match { map, ..Match::default() }
    }

    /// On the map of these lines. An error if it breaks a promise of the rules.
    pub fn from_setup(setup: &[String]) -> Result<Match, String> {
        let map = Map::parse(setup)?;
        map.check().map_err(|why| format!("not a map by the rules: {}", why)).map(|()| Match::new(map))
    }

    fn city(&self, line: &str) -> Result<usize, Fault> {
        let city = parse_city(line).ok_or(Fault::Unreadable("expected the number of a city".to_string()))?;
        self.exists(city)
    }

    fn exists(&self, city: usize) -> Result<usize, Fault> {
        let found = Some(city).filter(|city| (1..=self.map.cities).contains(city));
        found.ok_or(Fault::Illegal(format!("there is no city {}: they are 1 to {}", city, self.map.cities)))
    }

    /// The game is over with so many points for the fugitive.
    fn finish(&mut self, points: usize) {
        self.points = [ALL_POINTS - points as i32, points as i32];
        self.phase = Phase::Over;
    }

    fn place_detective(&mut self, line: &str) -> Result<Vec<Delivery>, Fault> {
        let city = self.city(line)?;
        if self.partial.contains(&city) {
            return Err(Fault::Illegal("the four starting cities must differ".to_string()));
        }
        self.partial.push(city);
        if self.partial.len() < 4 {
            return Ok(Vec::new());
        }
        self.detectives.copy_from_slice(&self.partial);
        self.partial.clear();
        self.phase = Phase::PlaceFugitive;
        Ok(self.tell_fugitive())
    }

    fn tell_fugitive(&self) -> Vec<Delivery> {
        self.detectives.iter().map(|d| Delivery::new(FUGITIVE, d.to_string())).collect()
    }

    fn place_fugitive(&mut self, line: &str) -> Result<Vec<Delivery>, Fault> {
        self.fugitive = self.city(line)?;
        self.suspects = vec![self.fugitive];
        self.turn = 1;
        self.phase = Phase::MoveFugitive;
        Ok(vec![Delivery::new(DETECTIVES, line)])
    }

    fn move_fugitive(&mut self, line: &str) -> Result<Vec<Delivery>, Fault> {
        let expected = "expected a mode C, T or P, a blank and a city, such as C 39";
        let (mode, city) = parse_ride(line).ok_or(Fault::Unreadable(expected.to_string()))?;
        self.exists(city)?;
        if !self.map.neighbours(mode, self.fugitive).contains(&city) {
            let why = format!("no {} connection leads from {} to {}", MODES[mode], self.fugitive, city);
            return Err(Fault::Illegal(why));
        }
        self.moved = vec![(self.fugitive, city)];
        self.fugitive = city;
        self.suspects = match is_announcement(self.turn) {
            true => vec![city],
            false => reachable(&self.map, &self.suspects, mode, &self.detectives),
        };
        if self.detectives.contains(&city) {
            // The fugitive ran into a detective. The announcement of this turn does not count any more.
            self.finish((self.turn - 1) / 5);
            return Ok(Vec::new());
        }
        self.phase = Phase::MoveDetectives;
        // The detectives hear of the mode, in announcement turns of the whole line.
        let news = if is_announcement(self.turn) { line } else { &line[..1] };
        Ok(vec![Delivery::new(DETECTIVES, news)])
    }

    fn move_detective(&mut self, line: &str) -> Result<Vec<Delivery>, Fault> {
        let city = self.city(line)?;
        let from = self.detectives[self.partial.len()];
        if city == from {
            return Err(Fault::Illegal("a detective must move".to_string()));
        }
        if !self.map.all_neighbours(from).contains(&city) {
            return Err(Fault::Illegal(format!("no connection leads from {} to {}", from, city)));
        }
        if self.partial.contains(&city) {
            return Err(Fault::Illegal(format!("two detectives end the turn in city {}", city)));
        }
        self.partial.push(city);
        if self.partial.len() < 4 {
            return Ok(Vec::new());
        }
        self.moved = self.detectives.into_iter().zip(self.partial.iter().copied()).collect();
        self.detectives.copy_from_slice(&self.partial);
        self.partial.clear();
        let detectives = self.detectives;
        self.suspects.retain(|city| !detectives.contains(city));
        self.all_turns = self.turn == LAST_TURN;
        if detectives.contains(&self.fugitive) {
            self.finish(self.turn / 5);
        } else if self.all_turns {
            self.finish(ALL_POINTS as usize);
        } else {
            self.turn += 1;
            self.phase = Phase::MoveFugitive;
        }
        // After the last turn the fugitive's program has ended.
        Ok(if self.all_turns { Vec::new() } else { self.tell_fugitive() })
    }
}

impl Game for Match {
    fn setup(&self) -> Vec<String> {
        self.map.lines()
    }

    fn files(&self) -> Vec<(&'static str, String)> {
        vec![(MAP_FILE, self.setup().join("\n") + "\n")]
    }

    fn opening(&self) -> Vec<Delivery> {
        vec![Delivery::new(DETECTIVES, "Detectives"), Delivery::new(FUGITIVE, "Fugitive")]
    }

    fn to_write(&self) -> Option<Seat> {
        match self.phase {
            Phase::PlaceDetectives | Phase::MoveDetectives => Some(DETECTIVES),
            Phase::PlaceFugitive | Phase::MoveFugitive => Some(FUGITIVE),
            Phase::Over => None,
        }
    }

    fn write(&mut self, line: &str) -> Result<Vec<Delivery>, Fault> {
        match self.phase {
            Phase::PlaceDetectives => self.place_detective(line),
            Phase::PlaceFugitive => self.place_fugitive(line),
            Phase::MoveFugitive => self.move_fugitive(line),
            Phase::MoveDetectives => self.move_detective(line),
            Phase::Over => Err(Fault::Illegal("the game is over".to_string())),
        }
    }

    fn points(&self) -> [i32; 2] {
        self.points
    }

    fn farewell(&self, _seat: Seat) -> Option<&'static str> {
        (!self.all_turns).then_some("Quit")
    }

    fn forfeit_points(&self, offender: Seat) -> Option<[i32; 2]> {
        Some(if offender == DETECTIVES { [0, ALL_POINTS] } else { [ALL_POINTS, 0] })
    }

    fn draw(&self) -> String {
        format!("turn {}  detectives {:?}  fugitive {}", self.turn, self.detectives, self.fugitive)
    }

    /// A city has a ring if the fugitive can be there, as far as the detectives know. The last moves are thick.
    fn picture(&self, seat: Option<Seat>, lines: &[String]) -> Picture {
        let at = |city: usize| (3.0 + 94.0 * self.place(city).0, 3.0 + 94.0 * self.place(city).1);
        let mut picture = Picture::new(100.0, 100.0);
        (picture.colours, picture.scale) = (["blue", "red"], 4.0);
        picture.places = (1..=self.map.cities).map(|city| (city.to_string(), at(city))).collect();
        picture.rect("board", (0.0, 0.0), 100.0, 100.0);
        for (mode, class) in ["road", "train", "plane"].iter().enumerate() {
            self.map.connections[mode].iter().for_each(|(a, b)| picture.line(class, at(*a), at(*b)));
        }
        picture.join();
        // While the game goes on, the detectives see neither the fugitive nor its last ride.
        let seen = seat != Some(DETECTIVES) || self.phase == Phase::Over;
        if !lines.is_empty() && (seen || self.phase != Phase::MoveDetectives) {
            self.moved.iter().for_each(|(from, to)| picture.line("last", at(*from), at(*to)));
        }
        if seat != Some(FUGITIVE) && self.phase == Phase::MoveDetectives {
            let ways = self.detectives.iter().zip(&self.partial);
            ways.for_each(|(from, to)| picture.line("last", at(*from), at(*to)));
        }
        // The cities lie over all lines, and their names over all that marks them.
        let mut cities = [(); 2].map(|()| Picture::new(100.0, 100.0));
        for city in 1..=self.map.cities {
            cities[0].circle("city", at(city), 1.7);
            cities[1].text("name", at(city), 1.5, &city.to_string());
        }
        let [circles, names] = cities.map(|picture| picture.shapes.concat());
        picture.shapes.push(circles);
        self.suspects.iter().for_each(|city| picture.circle("may", at(*city), 1.7));
        picture.shapes.push(names);
        for (number, city) in self.placed().iter().enumerate() {
            let (x, y) = at(*city);
            picture.circle("blue", (x, y), 1.8);
            picture.text("role", (x, y), 2.6, &(number + 1).to_string());
        }
        let caught = self.detectives.contains(&self.fugitive);
        if self.fugitive != 0 && seen {
            // A fugitive who is caught is drawn beside the detective.
            let (x, y) = at(self.fugitive);
            let x = if caught { x + if x < 50.0 { 3.8 } else { -3.8 } } else { x };
            picture.circle("red", (x, y), 1.8);
            picture.text("role", (x, y), 2.6, "F");
        }
        let turn = format!("Turn {} of {}. The fugitive (F) is in {}", self.turn, LAST_TURN, self.fugitive);
        let news = match self.turn {
            0 => format!("{} cities. Roads are lines, trains dashed, planes dotted.", self.map.cities),
            _ if caught && self.phase == Phase::Over => format!("{}: caught.", turn),
            _ if self.phase == Phase::Over => format!("{} and has got away.", turn),
            _ => format!(
                "{}. As far as the detectives know it can be in {} (ringed).",
                if seen { turn } else { format!("Turn {} of {}", self.turn, LAST_TURN) },
                count_of_cities(self.suspects.len())
            ),
        };
        picture.caption = news;
        picture
    }

    fn choices(&self) -> Option<Vec<String>> {
        let all = match self.phase {
            Phase::PlaceDetectives | Phase::PlaceFugitive => (1..=self.map.cities).collect(),
            Phase::MoveFugitive => {
                let ride = |(mode, city): &(usize, usize)| format!("{} {}", MODES[*mode], city);
                return Some(rides(&self.map, self.fugitive).iter().map(ride).collect());
            }
            Phase::MoveDetectives => self.map.all_neighbours(self.detectives[self.partial.len()]).to_vec(),
            Phase::Over => Vec::new(),
        };
        // After the city the other detectives can still move.
        let goes_on = |city: &usize| {
            let partial = [&self.partial[..], &[*city]].concat();
            self.phase != Phase::MoveDetectives
                || joint_move(&self.map, self.detectives, &partial, &mut |_, _| {}).is_some()
        };
        let free = all.into_iter().filter(|city| !self.partial.contains(city) && goes_on(city));
        Some(free.map(|city| city.to_string()).collect())
    }

    fn parts(&self, begun: &str) -> Vec<Part> {
        let mut parts = Part::split(&self.choices().unwrap_or_default(), &self.picture(None, &[]), begun);
        for part in &mut parts {
            part.label = match (&part.line[..], self.to_write()) {
                ("C", _) => "by car".to_string(),
                ("T", _) => "by train".to_string(),
                ("P", _) => "by plane".to_string(),
                (city, Some(DETECTIVES)) => format!("detective {} to {}", self.partial.len() + 1, city),
                _ => continue,
            };
        }
        parts
    }

    fn question(&self, begun: &str) -> String {
        let number = self.partial.len() + 1;
        match self.phase {
            Phase::PlaceDetectives => format!("Place detective {} of 4: in which city?", number),
            Phase::PlaceFugitive => "In which city do you begin?".to_string(),
            Phase::MoveDetectives => {
                format!("Detective {} of 4, in {}: to which city?", number, self.detectives[number - 1])
            }
            _ if begun.is_empty() => format!("You are in {}: by car, train or plane?", self.fugitive),
            _ => "To which city?".to_string(),
        }
    }

    fn goal(&self) -> &'static str {
        "20 points are shared: the fugitive gets one for each announcement (every fifth turn) in freedom, and all after \
         turn 50; the detectives get the rest, once a detective and the fugitive are in one city."
    }
}

fn count_of_cities(n: usize) -> String {
    format!("{} {}", n, if n == 1 { "city" } else { "cities" })
}

impl Match {
    /// The cities of the detectives, as far as they have one.
    fn placed(&self) -> &[usize] {
        if self.phase == Phase::PlaceDetectives {
            &self.partial
        } else {
            &self.detectives
        }
    }

    /// Where a city is drawn, in the unit square.
    fn place(&self, city: usize) -> (f64, f64) {
        self.places.get_or_init(|| self.map.layout())[city - 1]
    }
}

/// All rides from a city: mode and city.
pub fn rides(map: &Map, from: usize) -> Vec<(usize, usize)> {
    (0..3).flat_map(|mode| map.neighbours(mode, from).into_iter().map(move |city| (mode, city))).collect()
}

/// The first joint move that completes `partial`. `sort` orders each detective's cities, given those chosen before.
pub fn joint_move(
    map: &Map,
    from: [usize; 4],
    partial: &[usize],
    sort: &mut dyn FnMut(&[usize], &mut Vec<usize>),
) -> Option<[usize; 4]> {
    if partial.len() == 4 {
        return <[usize; 4]>::try_from(partial).ok();
    }
    let mut choices = map.all_neighbours(from[partial.len()]).to_vec();
    choices.retain(|c| !partial.contains(c));
    sort(partial, &mut choices);
    choices.into_iter().find_map(|city| joint_move(map, from, &[partial, &[city]].concat(), sort))
}

/// The cities where the fugitive can be after a ride by this mode from one of `from`.
pub fn reachable(map: &Map, from: &[usize], mode: usize, detectives: &[usize]) -> Vec<usize> {
    let cities = from.iter().flat_map(|c| map.neighbours(mode, *c)).filter(|c| !detectives.contains(c));
    BTreeSet::from_iter(cities).into_iter().collect()
}

pub fn joint_moves(map: &Map, from: [usize; 4]) -> Vec<[usize; 4]> {
    let [a, b, c, d] = from.map(|city| map.all_neighbours(city));
    let three = a.iter().flat_map(|a| b.iter().flat_map(move |b| c.iter().map(move |c| [*a, *b, *c])));
    let four = three.flat_map(|[a, b, c]| d.iter().map(move |d| [a, b, c, *d]));
    four.filter(|joint| (0..4).all(|i| !joint[..i].contains(&joint[i]))).collect()
}
