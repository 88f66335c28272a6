//! The last hidden turns of On The Run solved slowly: plain counterfactual regret minimisation (CFR), a table for
//! everything, every joint move and all that follows. Whoever has not met CFR reads this before `ontherun.rs`: `Mixture` is
//! one decision, `Turn` a turn with its decisions, `Turn::solve` the rounds. `ontherun.rs` does the same with short lists
//! of joint moves and leaves that are estimated, and the test at the end holds its solutions against these.

use super::ontherun::matrix::Ride;
use super::ontherun::rules::{Board, Move, News};
use super::ontherun::search::Search;
use super::{cities, fast, four, set, turns};
use jury::game::Rng;
use jury::map;
use jury::ontherun::rides;
use std::collections::BTreeSet;

/// A map of 12 to 20 cities: a ring of cars with a few chords, a train or two between them.
fn small_map(rng: &mut Rng) -> map::Map {
    let cities = 12 + rng.below(9);
    let mut lines: BTreeSet<String> = (1..=cities).map(|c| format!("C {}-{}", c, c % cities + 1)).collect();
    for mode in ["C", "C", "C", "T"] {
        for _ in 0..cities / 8 {
            let (a, b) = (1 + rng.below(cities), 1 + rng.below(cities));
            if a.abs_diff(b) > 1 && a.abs_diff(b) < cities - 1 {
                lines.insert(format!("{} {}-{}", mode, a.min(b), a.max(b)));
            }
        }
    }
    let mut all = vec![cities.to_string()];
    all.extend(lines);
    all.push("END".to_string());
    map::Map::parse(&all).unwrap()
}

/// Points still to come in turn 50 for a fugitive in a city: 11 if he can ride to a city with no detective beside it, 1
/// if he can ride at all.
pub fn last_points(map: &map::Map, detectives: &[usize; 4], city: usize) -> f64 {
    let near = |c: usize| detectives.iter().any(|d| map.all_neighbours(*d).contains(&c));
    let free: Vec<usize> = map.all_neighbours(city).into_iter().filter(|c| !detectives.contains(c)).collect();
    match (free.is_empty(), free.iter().any(|c| !near(*c))) {
        (true, _) => 0.0,
        (false, true) => 11.0,
        (false, false) => 1.0,
    }
}

/// The sets of cities that joint moves lead to: who goes where does not matter.
fn target_sets(map: &map::Map, from: [usize; 4]) -> BTreeSet<[usize; 4]> {
    let sorted = |mut joint: [usize; 4]| {
        joint.sort_unstable();
        joint
    };
    jury::ontherun::joint_moves(map, from).into_iter().map(sorted).collect()
}

/// Regret matching+ for one decision.
#[derive(Clone)]
struct Mixture {
    regrets: Vec<f64>,
    /// How often each choice was played.
    sums: Vec<f64>,
}

impl Mixture {
    fn new(choices: usize) -> Mixture {
        Mixture { regrets: vec![0.0; choices], sums: vec![0.0; choices] }
    }

    /// Of the round, or the average of all rounds.
    fn shares(&self, average: bool) -> Vec<f64> {
        let numbers = if average { &self.sums } else { &self.regrets };
        let sum: f64 = numbers.iter().sum();
        numbers.iter().map(|number| if sum > 0.0 { number / sum } else { 1.0 / numbers.len() as f64 }).collect()
    }

    fn count(&mut self, weight: f64) {
        let now = self.shares(false);
        self.sums.iter_mut().zip(now).for_each(|(sum, share)| *sum += weight * share);
    }

    /// Takes in what each choice would have brought; returns what the mixture did.
    fn learn(&mut self, gains: &[f64]) -> f64 {
        let expected: f64 = self.shares(false).iter().zip(gains).map(|(share, gain)| share * gain).sum();
        self.regrets.iter_mut().zip(gains).for_each(|(regret, gain)| *regret = (*regret + gain - expected).max(0.0));
        expected
    }
}

/// The hidden turn 48 or 49 with every joint move and all that follows, solved slowly: counterfactual regret
/// minimisation, a table for everything.
struct Turn {
    /// Cities where the fugitive can be, in order; the rides of each and how he mixes them.
    types: Vec<usize>,
    rides: Vec<Vec<(usize, usize)>>,
    his: Vec<Mixture>,
    /// By mode.
    answers: Vec<Vec<Answer>>,
    theirs: Vec<Mixture>,
}

/// A joint move.
struct Answer {
    four: [usize; 4],
    /// By city: points still to come for a fugitive there.
    points: Vec<f64>,
    /// The turn that follows, if it is hidden and he is not arrested for certain.
    next: Option<Turn>,
}

impl Turn {
    fn new(map: &map::Map, turn: usize, from: [usize; 4], types: &[usize]) -> Turn {
        let free = |t: &usize| rides(map, *t).into_iter().filter(|ride| !from.contains(&ride.1)).collect();
        let all_rides: Vec<Vec<(usize, usize)>> = types.iter().map(free).collect();
        let sets = target_sets(map, from);
        let answers: Vec<Vec<Answer>> = (0..3)
            .map(|mode| {
                let heard = all_rides.iter().flatten().filter(|ride| ride.0 == mode).map(|ride| ride.1);
                let reach: Vec<usize> = heard.collect::<BTreeSet<usize>>().into_iter().collect();
                let mut answers = Vec::new();
                for four in sets.iter().filter(|_| !reach.is_empty()) {
                    let left: Vec<usize> = reach.iter().copied().filter(|city| !four.contains(city)).collect();
                    let mut points = vec![0.0; map.cities + 1];
                    let next = (turn == 48 && !left.is_empty()).then(|| Turn::new(map, 49, *four, &left));
                    if turn == 49 {
                        left.iter().for_each(|city| points[*city] = last_points(map, four, *city));
                    }
                    answers.push(Answer { four: *four, points, next });
                }
                Turn::drop_dominated(&mut answers);
                answers
            })
            .collect();
        let his = all_rides.iter().map(|rides| Mixture::new(rides.len())).collect();
        let theirs = answers.iter().map(|answers| Mixture::new(answers.len())).collect();
        Turn { types: types.to_vec(), rides: all_rides, his, answers, theirs }
    }

    /// Without the joint moves that leave the fugitive at least as much in each city as another one does.
    fn drop_dominated(answers: &mut Vec<Answer>) {
        let mut kept: Vec<Answer> = Vec::new();
        for answer in answers.drain(..) {
            let no_better = |a: &Answer, b: &Answer| {
                b.next.is_none() && (a.next.is_some() || a.points.iter().zip(&b.points).all(|(a, b)| a >= b))
            };
            if !kept.iter().any(|other| no_better(&answer, other)) {
                kept.retain(|other| !no_better(other, &answer));
                kept.push(answer);
            }
        }
        *answers = kept;
    }

    /// What each type can expect from the detectives' mixtures of the round, and learns from; or at best from their
    /// averages.
    fn fugitive(&mut self, average: bool) -> Vec<f64> {
        let mut worth = vec![Vec::new(); 3];
        for ((worth, answers), theirs) in worth.iter_mut().zip(&mut self.answers).zip(&self.theirs) {
            for (answer, share) in answers.iter_mut().zip(theirs.shares(average)) {
                if let Some(next) = &mut answer.next {
                    let values = next.fugitive(average);
                    next.types.iter().zip(values).for_each(|(t, value)| answer.points[*t] = value);
                }
                worth.resize(answer.points.len(), 0.0);
                worth.iter_mut().zip(&answer.points).for_each(|(sum, points)| *sum += share * points);
            }
        }
        let answer = |(rides, his): (&Vec<(usize, usize)>, &mut Mixture)| {
            let values: Vec<f64> = rides.iter().map(|(mode, to)| worth[*mode][*to]).collect();
            if average {
                values.into_iter().fold(0.0, f64::max)
            } else {
                his.learn(&values)
            }
        };
        self.rides.iter().zip(&mut self.his).map(answer).collect()
    }

    /// What the fugitive's mixtures of the round bring him, from which the detectives learn; or what is left to his
    /// averages by the best answers. `reach` is how likely he is of each type; a weight of `None` asks for the averages.
    fn detectives(&mut self, reach: &[f64], weight: Option<f64>) -> f64 {
        let mut mass = vec![vec![0.0; 256]; 3];
        for ((rides, his), reach) in self.rides.iter().zip(&mut self.his).zip(reach) {
            for ((mode, to), share) in rides.iter().zip(his.shares(weight.is_none())) {
                mass[*mode][*to] += reach * share;
            }
            his.count(weight.unwrap_or(0.0) * reach);
        }
        let mut sum = 0.0;
        for ((mass, answers), theirs) in mass.iter().zip(&mut self.answers).zip(&mut self.theirs) {
            let cost = |answer: &mut Answer| match &mut answer.next {
                Some(next) => {
                    let reach: Vec<f64> = next.types.iter().map(|t| mass[*t]).collect();
                    -next.detectives(&reach, weight)
                }
                None => -answer.points.iter().zip(mass).map(|(points, mass)| points * mass).sum::<f64>(),
            };
            let gains: Vec<f64> = answers.iter_mut().map(cost).collect();
            sum -= match weight {
                _ if gains.is_empty() => 0.0,
                Some(_) => theirs.learn(&gains),
                None => gains.into_iter().fold(f64::MIN, f64::max),
            };
        }
        sum
    }

    /// Counts what the detectives play in the round; `reach` is how likely they have come here.
    fn count_theirs(&mut self, weight: f64) {
        for (answers, theirs) in self.answers.iter_mut().zip(&mut self.theirs) {
            for (answer, share) in answers.iter_mut().zip(theirs.shares(false)) {
                answer.next.iter_mut().for_each(|next| next.count_theirs(weight * share));
            }
            theirs.count(weight);
        }
    }

    /// Bounds for the value, closer than a hundredth of a point: what the averages are worth against the best answers.
    fn solve(&mut self, belief: &[f64]) -> (f64, f64) {
        for round in 1..=10_000 {
            self.count_theirs(f64::from(round));
            self.fugitive(false);
            self.detectives(belief, Some(f64::from(round)));
            if round % 50 == 0 {
                let high: f64 = self.fugitive(true).iter().zip(belief).map(|(value, belief)| value * belief).sum();
                let low = self.detectives(belief, None);
                if high - low < 0.01 {
                    return (low, high);
                }
            }
        }
        panic!("the slow solver is not done");
    }

    /// Takes over how our fugitive rides: each turn is solved anew, with what is then believed.
    fn ride_as(&mut self, search: &mut Search, board: &Board) {
        solve(search, board);
        let tree = &mut search.tree;
        for ((t, rides), his) in self.types.iter().zip(&self.rides).zip(&mut self.his) {
            let of_type = tree.root().iter().find(|one| usize::from(one.city) == *t).unwrap();
            let played = &tree.rides[of_type.rides.clone()];
            for (ride, sum) in rides.iter().zip(&mut his.sums) {
                let same = |other: &&Ride| (other.mode, usize::from(other.city)) == *ride;
                *sum = played.iter().filter(same).map(|ride| f64::from(ride.played)).sum();
            }
        }
        let mut believed = [[0.0; 256]; 3];
        tree.add_posteriors(&mut believed);
        let heard = [0, 1, 2].map(|mode| {
            let mut heard = *board;
            heard.observe(&search.map, &News { mode, city: None }, &believed[mode]);
            heard
        });
        for (answers, heard) in self.answers.iter_mut().zip(heard) {
            for answer in answers {
                if let Some(next) = &mut answer.next {
                    let mut board = heard;
                    board.play(Move::Joint(four(&answer.four)));
                    next.ride_as(search, &board);
                }
            }
        }
    }
}

/// Detectives anywhere and a fugitive who can be in two to five cities, some likelier than others.
fn hidden_position(rng: &mut Rng, turn: usize) -> (map::Map, Board) {
    let map = small_map(rng);
    let mut all: Vec<usize> = (1..=map.cities).collect();
    rng.shuffle(&mut all);
    let mut board = Board::known(four(&all), all[4] as u8, turn);
    board.support = set(&all[4..6 + rng.below(4)]);
    board.support.cities().for_each(|c| board.belief[usize::from(c)] = 1.0 + rng.unit() as f32);
    board.normalise();
    (map, board)
}

/// The player's solution two turns deep, without a model of the other side: both sides believe what the solution says.
fn solve(search: &mut Search, board: &Board) {
    search.trust = 0.0;
    search.tree.strangers = 0.0;
    search.budget = turns(2);
    search.solve(board, 2);
}

/// How far the player's value is off and what his fugitive's mixtures lose to the best answers.
fn compare(map: &map::Map, board: &Board) -> (f64, f64) {
    let types = cities(&board.support);
    let belief: Vec<f64> = types.iter().map(|t| f64::from(board.belief[*t])).collect();
    let mut slow = Turn::new(map, board.turn, board.detectives.map(usize::from), &types);
    let (low, high) = slow.solve(&belief);
    let mut search = Search::new(fast(map), 1);
    solve(&mut search, board);
    let value: f64 = search.tree.root().iter().zip(&belief).map(|(one, belief)| f64::from(one.average) * belief).sum();
    slow.ride_as(&mut search, board);
    ((value - (low + high) / 2.0).abs(), high - slow.detectives(&belief, None))
}

#[test]
fn the_last_hidden_turns_are_what_they_are_with_every_joint_move() {
    for (turn, count) in [(48, 100), (49, 40)] {
        let mut rng = Rng(turn as u64);
        let (mut off, mut lost) = (0.0f64, 0.0f64);
        for _ in 0..count {
            let (map, board) = hidden_position(&mut rng, turn);
            let (value, loss) = compare(&map, &board);
            off = off.max(value);
            lost = lost.max(loss);
        }
        assert!(off <= 0.05, "turn {}: a value is off by {:.3}", turn, off);
        assert!(lost <= 0.1, "turn {}: a mixture loses {:.3}", turn, lost);
    }
}
