//! Sparring partners of On The Run. A style names how its detectives hunt and how its fugitive runs: `ring-swing`.
//!
//! Hunters: each detective in turn takes the city with the least cost (`Sparring::cost`), those before it moved already.
//!
//! - `greedy`: near to all cities where the fugitive can be, and into as many of them as possible.
//! - `ring`: few cities that the fugitive reaches before a detective does.
//! - `circle`: the same within three rides of each city where it can be, likely cities first.
//!
//! Fugitives: the ride with the most of what `Sparring::taste` counts. None steps beside a detective if it can help it.
//!
//! - `greedy`: not near a detective, then many cities where it can be.
//! - `swing`: back to the city before.
//! - `shadow`: as near to a detective as is safe.

use crate::rules::game::{Listing, Made, Partner, Rng, Seat};
use crate::rules::map::{self, Map, MODES};
use crate::rules::ontherun::{
    self, is_announcement, joint_move, parse_city, parse_ride, reachable, rides, DETECTIVES, FUGITIVE, LAST_TURN,
    MAP_FILE,
};
use std::collections::VecDeque;

pub const LISTING: Listing = Listing {
    name: "ontherun",
    title: "On The Run (2007); the detectives and the fugitive",
    seconds: 5.0,
    partners: &["random", "greedy", "ring-swing", "circle-shadow"],
    new: |seed| Box::new(ontherun::Match::new(map::generate(seed))),
    from_setup: |setup| Ok(Box::new(ontherun::Match::from_setup(setup)?)),
    partner,
};

/// More than on any map.
const MOST_STEPS: usize = 200;

/// A sparring partner on the map in the working directory.
pub fn partner(style: &str, rng: Rng) -> Made<dyn Partner> {
    let text = std::fs::read_to_string(MAP_FILE).map_err(|e| format!("{}: {}", MAP_FILE, e))?;
    let lines: Vec<String> = text.lines().map(str::to_string).collect();
    Ok(partner_on(Map::parse(&lines)?, style, rng))
}

/// A sparring partner on this map.
pub fn partner_on(map: Map, style: &str, rng: Rng) -> Box<dyn Partner> {
    // Where there is no way it is far. Index 0 is no city.
    let far = |city| map.distances(city).into_iter().map(|n| n.min(MOST_STEPS)).collect();
    let steps = (0..=map.cities).map(far).collect();
    let (hunter, fugitive) = style.split_once('-').unwrap_or((style, style));
    let styles = [hunter.to_string(), fugitive.to_string()];
    Box::new(Sparring { map, steps, styles, rng, ..Sparring::default() })
}

#[derive(Default)]
struct Sparring {
    map: Map,
    /// By two cities: the steps between them.
    steps: Vec<Vec<usize>>,
    /// Of the detectives and of the fugitive.
    styles: [String; 2],
    rng: Rng,
    role: Option<Seat>,
    turn: usize,
    detectives: Vec<usize>,
    /// Where the fugitive can be as far as the detectives know.
    suspects: Vec<usize>,
    /// By city: the chance that the fugitive is there if it takes every ride equally often. They need not sum to 1.
    chances: Vec<f64>,
    /// Known to the fugitive only: its city, and the one before.
    fugitive: usize,
    before: usize,
    /// Lines to write before any of its own.
    past: VecDeque<String>,
}

impl Sparring {
    /// The next line of the past.
    fn own<T>(&mut self, read: fn(&str) -> Option<T>) -> Option<T> {
        self.past.pop_front().and_then(|line| read(&line))
    }

    fn place_detectives(&mut self) -> Vec<String> {
        self.detectives = (0..4).map_while(|_| self.own(parse_city)).collect();
        while self.detectives.len() < 4 {
            let mut cities: Vec<usize> = (1..=self.map.cities).filter(|c| !self.detectives.contains(c)).collect();
            // The sum of all cities' steps to the nearest detective, with one in this city.
            let far = |c: &usize| {
                let all = [&self.detectives[..], &[*c]].concat();
                (1..=self.map.cities).map(|to| self.nearest(&all, to)).sum::<usize>()
            };
            match self.styles[DETECTIVES].as_str() {
                "random" => self.rng.shuffle(&mut cities),
                _ => cities.sort_by_cached_key(far),
            }
            self.detectives.push(cities[0]);
        }
        self.detectives.iter().map(usize::to_string).collect()
    }

    fn move_detectives(&mut self) -> Vec<String> {
        let from = <[usize; 4]>::try_from(self.detectives.as_slice()).expect("four detectives");
        let begun: Vec<usize> = (0..4).map_while(|_| self.own(parse_city)).collect();
        let mut rng = self.rng.clone();
        // By city: steps from the nearest city where the fugitive can be.
        let lead: Vec<usize> = (0..=self.map.cities).map(|city| self.nearest(&self.suspects, city)).collect();
        let mut sort = |chosen: &[usize], choices: &mut Vec<usize>| {
            rng.shuffle(choices);
            choices.sort_by_cached_key(|city| {
                let moved = [chosen, &[*city]].concat();
                self.cost(&moved, &[&moved[..], &from[moved.len()..]].concat(), &lead)
            });
        };
        if let Some(joint) = joint_move(&self.map, from, &begun, &mut sort) {
            self.detectives = joint.to_vec();
        }
        self.rng = rng;
        let detectives = &self.detectives;
        self.suspects.retain(|s| !detectives.contains(s));
        self.detectives.iter().map(usize::to_string).collect()
    }

    /// What the style dislikes, when the first detectives have `moved` and all stand in `four`.
    fn cost(&self, moved: &[usize], four: &[usize], lead: &[usize]) -> i64 {
        let nearest = |to: usize| self.nearest(four, to);
        let near = self.suspects.iter().map(|c| nearest(*c)).sum::<usize>() as i64;
        let on = self.suspects.iter().filter(|s| moved.contains(s)).count() as i64;
        let all = || 1..=self.map.cities;
        let own = match self.styles[DETECTIVES].as_str() {
            "random" => return 0,
            "ring" => 20 * all().filter(|c| lead[*c] < nearest(*c)).count() as i64 + near,
            "circle" => {
                // Weighted by the chance of the city: how many of the next rings around it are open.
                let open = |s: &usize| {
                    let round = all().filter(|c| self.steps[*s][*c] < 4 && self.steps[*s][*c] < nearest(*c)).count();
                    1_000.0 * self.chances[*s] * round as f64
                };
                let chance: f64 = self.suspects.iter().map(|s| self.chances[*s]).sum();
                (self.suspects.iter().map(open).sum::<f64>() / chance.max(1e-9)) as i64 / 50 + near
            }
            _ => 10 * near,
        };
        own - 25 * on
    }

    /// Steps to a city from the nearest of these.
    fn nearest(&self, from: &[usize], to: usize) -> usize {
        from.iter().map(|city| self.steps[*city][to]).min().unwrap_or(0)
    }

    /// What the style likes of a city, the first number first. `next` is in how many cities the fugitive can be then.
    fn taste(&self, city: usize, next: usize) -> [usize; 3] {
        let steps = self.nearest(&self.detectives, city);
        // Two steps away no detective can make an arrest at once.
        let safe = steps.min(2);
        match self.styles[FUGITIVE].as_str() {
            "random" => [0; 3],
            "shadow" => [safe, MOST_STEPS - steps, next],
            "swing" => [safe, usize::from(city == self.before), next],
            // More than three steps away a detective is no danger yet.
            _ => [steps.min(3), next, 0],
        }
    }

    fn place_fugitive(&mut self) -> String {
        let mut cities: Vec<usize> = (1..=self.map.cities).collect();
        self.rng.shuffle(&mut cities);
        let ways = |city: usize| if self.styles[FUGITIVE] == "greedy" { rides(&self.map, city).len() } else { 1 };
        let best = cities.into_iter().max_by_key(|city| self.taste(*city, ways(*city)));
        self.fugitive = self.own(parse_city).or(best).expect("a map has cities");
        self.show(self.fugitive);
        self.turn = 1;
        self.fugitive.to_string()
    }

    fn move_fugitive(&mut self) -> String {
        let mut choices = rides(&self.map, self.fugitive);
        self.rng.shuffle(&mut choices);
        let hidden = !is_announcement(self.turn);
        let all = |mode| if hidden { reachable(&self.map, &self.suspects, mode, &self.detectives).len() } else { 1 };
        let best = choices.into_iter().max_by_key(|(mode, city)| self.taste(*city, all(*mode)));
        let (mode, city) = self.own(parse_ride).or(best).expect("no city without a ride");
        self.hear_of_move(mode, Some(city).filter(|_| !hidden));
        (self.before, self.fugitive) = (self.fugitive, city);
        self.turn += 1;
        format!("{} {}", MODES[mode], city)
    }

    fn hear_of_move(&mut self, mode: usize, city: Option<usize>) {
        if let Some(city) = city {
            return self.show(city);
        }
        let mut chances = vec![0.0; self.map.cities + 1];
        for from in &self.suspects {
            let mut rides = rides(&self.map, *from);
            rides.retain(|(_, to)| !self.detectives.contains(to));
            for (_, to) in rides.iter().filter(|(by, _)| *by == mode) {
                chances[*to] += self.chances[*from] / rides.len() as f64;
            }
        }
        self.chances = chances;
        self.suspects = reachable(&self.map, &self.suspects, mode, &self.detectives);
    }

    fn show(&mut self, city: usize) {
        self.suspects = vec![city];
        self.chances = vec![0.0; self.map.cities + 1];
        self.chances[city] = 1.0;
    }
}

impl Partner for Sparring {
    fn remember(&mut self, past: Vec<String>) {
        self.past = past.into();
    }

    fn hear(&mut self, line: &str) -> Result<Vec<String>, String> {
        let exists = |city: &usize| (1..=self.map.cities).contains(city);
        let city = parse_city(line).filter(exists).ok_or("expected a city");
        match self.role {
            None => {
                let role = ["Detectives", "Fugitive"].iter().position(|role| *role == line);
                self.role = Some(role.ok_or("expected Detectives or Fugitive")?);
                Ok(if self.role == Some(DETECTIVES) { self.place_detectives() } else { Vec::new() })
            }
            Some(DETECTIVES) if self.turn == 0 => {
                self.show(city?);
                self.turn = 1;
                Ok(Vec::new())
            }
            Some(DETECTIVES) => {
                let ride = parse_ride(line).filter(|(_, city)| exists(city));
                let mode = || MODES.iter().position(|mode| line == mode.to_string());
                let mode = ride.map(|(mode, _)| mode).or_else(mode).ok_or("expected a mode, or a mode and a city")?;
                self.hear_of_move(mode, ride.map(|(_, city)| city));
                self.turn += 1;
                Ok(self.move_detectives())
            }
            // The fugitive reads four lines, then writes its city and its first ride at once.
            _ => {
                let told = self.detectives.len() % 4;
                self.detectives.truncate(told);
                self.detectives.push(city?);
                if told < 3 {
                    return Ok(Vec::new());
                }
                let begin = if self.turn == 0 { vec![self.place_fugitive()] } else { Vec::new() };
                let detectives = &self.detectives;
                self.suspects.retain(|s| !detectives.contains(s));
                Ok([begin, vec![self.move_fugitive()]].concat())
            }
        }
    }

    fn done(&self) -> bool {
        self.turn > LAST_TURN
    }
}
