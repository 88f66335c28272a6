//! On The Run's maps: reads `connect.txt`, checks what the rules promise of a map, and generates such maps.

use crate::rules::game::{reached, Rng};
use std::collections::BTreeSet;

/// The modes of transport (car, train, plane), in the order of their letters on the map.
pub const MODES: [char; 3] = ['C', 'T', 'P'];

pub const MOST_CITIES: usize = 200;

/// The four detectives start in different cities. With four cities the fugitive starts on one of them, as the rules
/// allow, and its first ride ends the game: a game without sense, but legal.
pub const LEAST_CITIES: usize = 4;

/// The least distance of two cities in a layout, in sides of the unit square. A circle with a number fits in it.
pub const APART: f64 = 0.04;

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Map {
    pub cities: usize,
    /// By mode: each connection once, the smaller city first.
    pub connections: [Vec<(usize, usize)>; 3],
    /// What `all_neighbours` returns, by city (index 0 is unused). A walk over the map asks often.
    around: Vec<Vec<usize>>,
}

impl Map {
    /// Reads the lines of `connect.txt` up to `END`. An error names the line.
    pub fn parse(lines: &[String]) -> Result<Map, String> {
        let mut lines = lines.iter().map(|l| l.trim()).filter(|l| !l.is_empty());
        let head = lines.next().ok_or("the map is empty")?;
        let cities = head.parse().ok().filter(|n| (1..=MOST_CITIES).contains(n));
        let cities = cities.ok_or(format!("{:?} is no number of cities up to {}", head, MOST_CITIES))?;
        let mut map = Map { cities, ..Map::default() };
        for line in lines {
            if line == "END" {
                return Ok(map.with_neighbours());
            }
            let read = || {
                let (mode, pair) = line.split_once(' ')?;
                let mode = MODES.iter().position(|m| mode == m.to_string())?;
                let (a, b) = pair.split_once('-')?;
                let city = |word: &str| word.parse::<usize>().ok().filter(|c| (1..=cities).contains(c));
                Some((mode, city(a)?, city(b)?)).filter(|(_, a, b)| a != b)
            };
            let (mode, a, b) = read().ok_or(format!("{:?} is no connection such as C 1-2", line))?;
            map.connections[mode].push((a.min(b), a.max(b)));
        }
        Err("the map has no line END".to_string())
    }

    /// The lines of `connect.txt`.
    pub fn lines(&self) -> Vec<String> {
        let mut lines = vec![self.cities.to_string()];
        for (mode, letter) in MODES.iter().enumerate() {
            lines.extend(self.connections[mode].iter().map(|(a, b)| format!("{} {}-{}", letter, a, b)));
        }
        lines.push("END".to_string());
        lines
    }

    /// Cities that one connection of a mode leads to.
    pub fn neighbours(&self, mode: usize, city: usize) -> Vec<usize> {
        let other = |&(a, b): &(usize, usize)| (a == city).then_some(b).or((b == city).then_some(a));
        self.connections[mode].iter().filter_map(other).collect()
    }

    /// Cities that one connection of any mode leads to, each once, ascending.
    pub fn all_neighbours(&self, city: usize) -> &[usize] {
        &self.around[city]
    }

    fn with_neighbours(mut self) -> Map {
        let around = |city| BTreeSet::from_iter((0..3).flat_map(|mode| self.neighbours(mode, city)));
        self.around = (0..=self.cities).map(|city| around(city).into_iter().collect()).collect();
        self
    }

    /// Steps by any mode from a city to every city (index 0 is unused); `usize::MAX` if there is no way.
    pub fn distances(&self, from: usize) -> Vec<usize> {
        self.steps(from, |city| self.all_neighbours(city).to_vec())
    }

    /// The same by the ways to these neighbours.
    pub fn steps(&self, from: usize, neighbours: impl Fn(usize) -> Vec<usize>) -> Vec<usize> {
        let mut steps = vec![usize::MAX; self.cities + 1];
        reached(self.cities + 1, &[from], neighbours).into_iter().for_each(|(city, far)| steps[city] = far);
        steps
    }

    /// Places to draw the cities in, in the unit square, city 1 first. A transcript's map has none. So the drawn
    /// distance of two cities follows the number of roads between them, as well as it can (stress majorization;
    /// Gansner, Koren and North 2004). No two cities are nearer than `APART`. The same map always looks the same.
    pub fn layout(&self) -> Vec<(f64, f64)> {
        let n = self.cities;
        let steps: Vec<Vec<usize>> = (1..=n).map(|c| self.steps(c, |city| self.neighbours(0, city))).collect();
        let steps = |a: usize, b: usize| (steps[a][b + 1].min(n)) as f64;
        // The axes: from one end of the map to the other, and from the city that is far from both.
        let far = |from: &[usize]| {
            let nearest = |city: &usize| from.iter().map(|end| steps(*end, *city) as usize).min();
            (0..n).max_by_key(nearest).unwrap_or(0)
        };
        let (west, east) = (far(&[0]), far(&[far(&[0])]));
        let south = far(&[west, east]);
        // A little apart, so that no two cities begin in one place.
        let shift = |city: usize| (city as f64 * 0.618).fract() / 10.0;
        let begin =
            |city| (steps(west, city) - steps(east, city) + shift(city), 2.0 * steps(south, city) - shift(city));
        let mut places: Vec<(f64, f64)> = (0..n).map(begin).collect();
        for _ in 0..120 {
            for a in 0..n {
                // Each other city pulls this one to where it wants it, the near ones most.
                let (mut x, mut y, mut weights) = (0.0, 0.0, 0.0);
                for b in (0..n).filter(|b| *b != a) {
                    let wanted = steps(a, b);
                    let weight = 1.0 / (wanted * wanted);
                    let scale = wanted / distance(places[a], places[b]).max(1e-9);
                    x += weight * (places[b].0 + (places[a].0 - places[b].0) * scale);
                    y += weight * (places[b].1 + (places[a].1 - places[b].1) * scale);
                    weights += weight;
                }
                if weights > 0.0 {
                    places[a] = (x / weights, y / weights);
                }
            }
        }
        let (mut low, mut high) = ((f64::MAX, f64::MAX), (f64::MIN, f64::MIN));
        for (x, y) in &places {
            low = (low.0.min(*x), low.1.min(*y));
            high = (high.0.max(*x), high.1.max(*y));
        }
        let (width, height) = ((high.0 - low.0).max(1e-9), (high.1 - low.1).max(1e-9));
        places.iter_mut().for_each(|(x, y)| (*x, *y) = ((*x - low.0) / width, (*y - low.1) / height));
        // Two cities that are too near push each other apart, each by a little more than half of what is missing.
        for _ in 0..200 {
            for (a, b) in (0..n).flat_map(|a| (0..a).map(move |b| (a, b))) {
                let far = distance(places[a], places[b]).max(1e-9);
                if far < APART {
                    let push = 0.52 * (APART - far) / far;
                    let (dx, dy) = (push * (places[a].0 - places[b].0), push * (places[a].1 - places[b].1));
                    places[a] = ((places[a].0 + dx).clamp(0.0, 1.0), (places[a].1 + dy).clamp(0.0, 1.0));
                    places[b] = ((places[b].0 - dx).clamp(0.0, 1.0), (places[b].1 - dy).clamp(0.0, 1.0));
                }
            }
        }
        places
    }

    /// The first promise of the rules that the map breaks, of those that a game needs.
    pub fn check(&self) -> Result<(), String> {
        if !(LEAST_CITIES..=MOST_CITIES).contains(&self.cities) {
            return Err(format!("a map of {} cities: {} to {}", self.cities, LEAST_CITIES, MOST_CITIES));
        }
        if let Some(city) = (1..=self.cities).find(|city| self.neighbours(0, *city).len() < 2) {
            return Err(format!("city {} has fewer than two car connections", city));
        }
        if self.steps(1, |city| self.neighbours(0, city))[1..].contains(&usize::MAX) {
            return Err("cars do not connect all cities".to_string());
        }
        self.trap().map_or(Ok(()), |cities| Err(format!("detectives can be stuck in {:?}", cities)))
    }

    /// Cities in which detectives cannot all move, since they have fewer exits together (Hall's condition, up to four).
    fn trap(&self) -> Option<Vec<usize>> {
        let all = &self.around;
        let narrow: Vec<usize> = (1..=self.cities).filter(|c| all[*c].len() <= 3).collect();
        for (i, one) in narrow.iter().enumerate() {
            for other in &narrow[i..] {
                let exits: BTreeSet<usize> = all[*one].iter().chain(&all[*other]).copied().collect();
                let is_within = |c: &usize| exits.len() <= 3 && all[*c].iter().all(|e| exits.contains(e));
                let within: Vec<usize> = narrow.iter().copied().filter(is_within).collect();
                if within.len() > exits.len() {
                    return Some(within);
                }
            }
        }
        None
    }
}

/// Do two connections cross when drawn straight? Meeting in a city is no crossing.
fn crosses(places: &[(f64, f64)], a: (usize, usize), b: (usize, usize)) -> bool {
    if a.0 == b.0 || a.0 == b.1 || a.1 == b.0 || a.1 == b.1 {
        return false;
    }
    let at = |city: usize| places[city - 1];
    // On which side of the line p-q is r?
    let side =
        |p: (f64, f64), q: (f64, f64), r: (f64, f64)| (q.0 - p.0) * (r.1 - p.1) - (q.1 - p.1) * (r.0 - p.0) > 0.0;
    let (p, q, r, s) = (at(a.0), at(a.1), at(b.0), at(b.1));
    side(p, q, r) != side(p, q, s) && side(r, s, p) != side(r, s, q)
}

/// A map that keeps every promise of the rules. It follows from the seed alone.
pub fn generate(seed: u64) -> Map {
    let mut rng = Rng(seed.wrapping_mul(0x2545_f491_4f6c_dd1d));
    loop {
        let map = attempt(&mut rng);
        if map.check().is_ok() {
            return map;
        }
    }
}

fn attempt(rng: &mut Rng) -> Map {
    // Most contest maps have 200 cities.
    let cities = if rng.below(4) == 0 { 60 + rng.below(140) } else { MOST_CITIES };
    let mut places = match rng.below(5) {
        0 => grid(rng, cities),
        1 => spread(rng, cities, |_| true),
        2 => clusters(rng, cities),
        3 => lakes(rng, cities),
        _ => lands(rng, cities),
    };
    // City numbers tell nothing of the place.
    rng.shuffle(&mut places);
    let everywhere: Vec<usize> = (1..=cities).collect();
    let cars = connect(rng, &places, &everywhere, 0.45, true);
    let share = |rng: &mut Rng, low: f64, high: f64| (cities as f64 * (low + (high - low) * rng.unit())) as usize;
    let stations = share(rng, 0.22, 0.42);
    let stations = choose(rng, &places, &everywhere, stations);
    let trains = connect(rng, &places, &stations, 0.35, false);
    // Only a city that really has a train may have planes.
    let served: Vec<usize> = stations.into_iter().filter(|c| trains.iter().any(|t| t.0 == *c || t.1 == *c)).collect();
    let airports = share(rng, 0.035, 0.085).max(2);
    let airports = choose(rng, &places, &served, airports);
    let planes = connect(rng, &places, &airports, 0.7, false);
    let connections = [cars, trains, planes];
    Map { cities, connections, ..Map::default() }.with_neighbours()
}

fn distance(a: (f64, f64), b: (f64, f64)) -> f64 {
    ((a.0 - b.0) * (a.0 - b.0) + (a.1 - b.1) * (a.1 - b.1)).sqrt()
}

fn grid(rng: &mut Rng, cities: usize) -> Vec<(f64, f64)> {
    let width = (cities as f64).sqrt().ceil() as usize;
    let mut cells: Vec<usize> = (0..width * width).collect();
    rng.shuffle(&mut cells);
    let mut shaken = |i: usize| (i as f64 + 0.2 + 0.6 * rng.unit()) / width as f64;
    cells[..cities].iter().map(|c| (shaken(c % width), shaken(c / width))).collect()
}

/// Each city is the one of six tries on `land` that is farthest from those before (Mitchell's best candidate).
fn spread(rng: &mut Rng, cities: usize, land: impl Fn((f64, f64)) -> bool) -> Vec<(f64, f64)> {
    let mut places: Vec<(f64, f64)> = Vec::new();
    while places.len() < cities {
        let tries: Vec<(f64, f64)> = (0..6).map(|_| (rng.unit(), rng.unit())).filter(|place| land(*place)).collect();
        let room = |p: &(f64, f64)| places.iter().map(|q| distance(*p, *q)).fold(f64::INFINITY, f64::min);
        places.extend(tries.into_iter().max_by(|a, b| room(a).total_cmp(&room(b))));
    }
    places
}

/// Crowded regions with little between them.
fn clusters(rng: &mut Rng, cities: usize) -> Vec<(f64, f64)> {
    let centres: Vec<(f64, f64)> = (0..4 + rng.below(5)).map(|_| (rng.unit(), rng.unit())).collect();
    let mut places = Vec::new();
    while places.len() < cities {
        let centre = *rng.pick(&centres);
        // The sum of three random numbers is nearly a bell curve.
        let mut around = |c: f64| c + 0.3 * (rng.unit() + rng.unit() + rng.unit() - 1.5);
        let place = (around(centre.0), around(centre.1));
        if rng.below(5) == 0 {
            places.push((rng.unit(), rng.unit()));
        } else if (0.0..1.0).contains(&place.0) && (0.0..1.0).contains(&place.1) {
            places.push(place);
        }
    }
    places
}

fn lakes(rng: &mut Rng, cities: usize) -> Vec<(f64, f64)> {
    let holes: Vec<((f64, f64), f64)> =
        (0..2 + rng.below(4)).map(|_| ((rng.unit(), rng.unit()), 0.1 + 0.12 * rng.unit())).collect();
    spread(rng, cities, |place| holes.iter().all(|(centre, radius)| distance(place, *centre) > *radius))
}

/// Two to four round lands around the middle.
fn lands(rng: &mut Rng, cities: usize) -> Vec<(f64, f64)> {
    let count = 2 + rng.below(3);
    let lands: Vec<((f64, f64), f64)> = (0..count)
        .map(|i| {
            let angle = (i as f64 + 0.5 * rng.unit()) / count as f64 * std::f64::consts::TAU;
            ((0.5 + 0.32 * angle.cos(), 0.5 + 0.32 * angle.sin()), 0.17 + 0.05 * rng.unit())
        })
        .collect();
    spread(rng, cities, |place| lands.iter().any(|(centre, radius)| distance(place, *centre) < *radius))
}

/// `count` of the cities, far from each other rather than close.
fn choose(rng: &mut Rng, places: &[(f64, f64)], from: &[usize], count: usize) -> Vec<usize> {
    let mut chosen: Vec<usize> = Vec::new();
    while chosen.len() < count.min(from.len()) {
        let tries: Vec<usize> = (0..3).map(|_| *rng.pick(from)).filter(|c| !chosen.contains(c)).collect();
        let room =
            |c: &usize| chosen.iter().map(|d| distance(places[*c - 1], places[*d - 1])).fold(f64::INFINITY, f64::min);
        chosen.extend(tries.into_iter().max_by(|a, b| room(a).total_cmp(&room(b))));
    }
    chosen
}

/// Connections without a crossing. All pairs, the shortest first, that cross none before them are possible (a greedy
/// triangulation). Built are those that join two parts, and a share of the others; with `all` two for every city.
fn connect(rng: &mut Rng, places: &[(f64, f64)], cities: &[usize], share: f64, all: bool) -> Vec<(usize, usize)> {
    let length = |c: (usize, usize)| distance(places[c.0 - 1], places[c.1 - 1]);
    let pairs = cities.iter().enumerate().flat_map(|(i, a)| cities[..i].iter().map(move |b| (*b.min(a), *b.max(a))));
    let mut pairs: Vec<(usize, usize)> = pairs.collect();
    pairs.sort_by(|a, b| length(*a).total_cmp(&length(*b)));
    let mut possible: Vec<(usize, usize)> = Vec::new();
    for pair in pairs {
        // What crosses a long one is mostly long: from the longest on the search ends sooner.
        if !possible.iter().rev().any(|p| crosses(places, *p, pair)) {
            possible.push(pair);
        }
    }
    let mut part: Vec<usize> = (0..=places.len()).collect();
    let mut degree = vec![0; places.len() + 1];
    let mut built = Vec::new();
    for connection in possible {
        let (a, b) = connection;
        let needed = part[a] != part[b] || (all && (degree[a] < 2 || degree[b] < 2));
        if needed || rng.unit() < share {
            let (old, new) = (part[a], part[b]);
            part.iter_mut().filter(|p| **p == old).for_each(|p| *p = new);
            degree[a] += 1;
            degree[b] += 1;
            built.push(connection);
        }
    }
    built.sort_unstable();
    built
}
