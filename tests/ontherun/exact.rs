//! Counterfactual regret minimisation (CFR) in its plain form: read this before `ontherun.rs`. It solves the last
//! hidden turns of On The Run, 48 and 49, on small maps. It has a table for everything, every joint move, and all
//! that follows. The test at the end compares the fast solutions of `ontherun.rs` with these.
//!
//! Read `Mixture` first: one decision. Then read `Turn`: the decisions of a turn, and the turns below it. Then read
//! `Turn::solve`: the rounds. The top of the module `matrix` in `ontherun.rs` has an example by numbers of types,
//! rides, columns and cells. The names here are the same. The maps and positions of the test come last.

use super::ontherun::matrix::{Model, Ride};
use super::ontherun::rules::{Board, Move};
use super::ontherun::search::Search;
use super::{cities, fast, four, set, shown, turns};
use jury::rules::game::Rng;
use jury::rules::map;
use jury::rules::ontherun::rides;
use std::collections::BTreeSet;

/// One decision, solved by regret matching+.
#[derive(Clone)]
struct Mixture {
    /// By choice: how much more it would have brought so far than the mixture did; never below zero.
    regrets: Vec<f64>,
    /// By choice: how often it was played.
    played: Vec<f64>,
}

impl Mixture {
    fn new(choices: usize) -> Mixture {
        Mixture { regrets: vec![0.0; choices], played: vec![0.0; choices] }
    }

    /// How often each choice is played: in this round (in proportion to the regrets), or on average over the rounds.
    fn shares(&self, average: bool) -> Vec<f64> {
        let numbers = if average { &self.played } else { &self.regrets };
        let sum: f64 = numbers.iter().sum();
        numbers.iter().map(|number| if sum > 0.0 { number / sum } else { 1.0 / numbers.len() as f64 }).collect()
    }

    /// Adds this round's mixture to the average, with a weight.
    fn count(&mut self, weight: f64) {
        let now = self.shares(false);
        self.played.iter_mut().zip(now).for_each(|(sum, share)| *sum += weight * share);
    }

    /// Takes what each choice would have brought in this round. Returns what the mixture brought.
    fn learn(&mut self, gains: &[f64]) -> f64 {
        let expected: f64 = self.shares(false).iter().zip(gains).map(|(share, gain)| share * gain).sum();
        self.regrets.iter_mut().zip(gains).for_each(|(regret, gain)| *regret = (*regret + gain - expected).max(0.0));
        expected
    }
}

/// What a walk through the tree is for.
#[derive(Clone, Copy)]
enum Walk {
    /// A round of that weight. A side learns from the mixture that the other side plays in this round.
    Round(f64),
    /// A side finds its best answer to the other side's average, and learns nothing.
    BestAnswer,
}

/// A hidden turn: the fugitive's decision in each city where it can be, and the detectives' for each mode.
struct Turn {
    /// Cities where the fugitive can be, ascending.
    types: Vec<usize>,
    /// By type: its rides (mode and city), and how the fugitive mixes them.
    rides: Vec<Vec<(usize, usize)>>,
    ride_mix: Vec<Mixture>,
    /// By mode: the joint moves against it, and how the detectives mix them.
    columns: Vec<Vec<Column>>,
    column_mix: Vec<Mixture>,
}

/// A joint move.
struct Column {
    joint: [usize; 4],
    /// By city after the ride: the points still to come for the fugitive.
    cells: Vec<f64>,
    /// The next turn, if it is hidden too and the joint move is no certain arrest.
    child: Option<Turn>,
}

impl Turn {
    /// The turn and all that follows. The detectives stand in `from`.
    fn new(map: &map::Map, turn: usize, from: [usize; 4], types: &[usize]) -> Turn {
        let free = |t: &usize| rides(map, *t).into_iter().filter(|ride| !from.contains(&ride.1)).collect();
        let all_rides: Vec<Vec<(usize, usize)>> = types.iter().map(free).collect();
        let joints = joint_moves(map, from);
        let columns = |mode: usize| {
            let heard = all_rides.iter().flatten().filter(|ride| ride.0 == mode).map(|ride| ride.1);
            let rows: Vec<usize> = heard.collect::<BTreeSet<usize>>().into_iter().collect();
            let mut columns = Vec::new();
            for joint in joints.iter().filter(|_| !rows.is_empty()) {
                let left: Vec<usize> = rows.iter().copied().filter(|city| !joint.contains(city)).collect();
                let mut cells = vec![0.0; map.cities + 1];
                let child = (turn == 48 && !left.is_empty()).then(|| Turn::new(map, 49, *joint, &left));
                if turn == 49 {
                    left.iter().for_each(|city| cells[*city] = last_points(map, joint, *city));
                }
                columns.push(Column { joint: *joint, cells, child });
            }
            Turn::without_dominated(columns)
        };
        let columns: Vec<Vec<Column>> = (0..3).map(columns).collect();
        let ride_mix = all_rides.iter().map(|rides| Mixture::new(rides.len())).collect();
        let column_mix = columns.iter().map(|columns| Mixture::new(columns.len())).collect();
        Turn { types: types.to_vec(), rides: all_rides, ride_mix, columns, column_mix }
    }

    /// Leaves out dominated joint moves: another one gives the fugitive at most as much in every city.
    fn without_dominated(columns: Vec<Column>) -> Vec<Column> {
        let no_better = |a: &Column, b: &Column| {
            b.child.is_none() && (a.child.is_some() || a.cells.iter().zip(&b.cells).all(|(a, b)| a >= b))
        };
        let mut kept: Vec<Column> = Vec::new();
        for column in columns {
            if !kept.iter().any(|other| no_better(&column, other)) {
                kept.retain(|other| !no_better(other, &column));
                kept.push(column);
            }
        }
        kept
    }

    /// The fugitive's walk: values come up. Returns the points that each type can expect.
    fn fugitive(&mut self, walk: Walk) -> Vec<f64> {
        let average = matches!(walk, Walk::BestAnswer);
        // By mode and city after the ride: the mean of the cells over the detectives' mixture.
        let mut values = vec![Vec::new(); 3];
        for ((values, columns), mix) in values.iter_mut().zip(&mut self.columns).zip(&self.column_mix) {
            for (column, share) in columns.iter_mut().zip(mix.shares(average)) {
                if let Some(child) = &mut column.child {
                    let expected = child.fugitive(walk);
                    child.types.iter().zip(expected).for_each(|(t, points)| column.cells[*t] = points);
                }
                values.resize(column.cells.len(), 0.0);
                values.iter_mut().zip(&column.cells).for_each(|(sum, cell)| *sum += share * cell);
            }
        }
        let decide = |(rides, mix): (&Vec<(usize, usize)>, &mut Mixture)| {
            let gains: Vec<f64> = rides.iter().map(|(mode, to)| values[*mode][*to]).collect();
            match walk {
                Walk::Round(_) => mix.learn(&gains),
                Walk::BestAnswer => gains.into_iter().fold(0.0, f64::max),
            }
        };
        self.rides.iter().zip(&mut self.ride_mix).map(decide).collect()
    }

    /// The detectives' walk: beliefs go down. `reach` is the probability of each type, by the belief at the root and
    /// the fugitive's mixtures since. Returns the fugitive's points, summed over the types.
    fn detectives(&mut self, reach: &[f64], walk: Walk) -> f64 {
        let average = matches!(walk, Walk::BestAnswer);
        // By mode and city after the ride: the probability that the fugitive is there.
        let mut row_reach = vec![vec![0.0; 256]; 3];
        for ((rides, mix), reach) in self.rides.iter().zip(&mut self.ride_mix).zip(reach) {
            for ((mode, to), share) in rides.iter().zip(mix.shares(average)) {
                row_reach[*mode][*to] += reach * share;
            }
            if let Walk::Round(weight) = walk {
                mix.count(weight * reach);
            }
        }
        let mut points = 0.0;
        for ((reach, columns), mix) in row_reach.iter().zip(&mut self.columns).zip(&mut self.column_mix) {
            // The detectives lose what the fugitive gets.
            let gain = |column: &mut Column| match &mut column.child {
                Some(child) => {
                    let reach: Vec<f64> = child.types.iter().map(|t| reach[*t]).collect();
                    -child.detectives(&reach, walk)
                }
                None => -column.cells.iter().zip(reach).map(|(cell, reach)| cell * reach).sum::<f64>(),
            };
            let gains: Vec<f64> = columns.iter_mut().map(gain).collect();
            points -= match walk {
                _ if gains.is_empty() => 0.0,
                Walk::Round(_) => mix.learn(&gains),
                Walk::BestAnswer => gains.into_iter().fold(f64::MIN, f64::max),
            };
        }
        points
    }

    /// Adds the detectives' mixtures of this round. `weight` is the round's weight times the probability to come
    /// here.
    fn count_columns(&mut self, weight: f64) {
        for (columns, mix) in self.columns.iter_mut().zip(&mut self.column_mix) {
            for (column, share) in columns.iter_mut().zip(mix.shares(false)) {
                column.child.iter_mut().for_each(|child| child.count_columns(weight * share));
            }
            mix.count(weight);
        }
    }

    /// Plays rounds until the averages are nearly an equilibrium. Returns bounds of its value, less than 0.01 points
    /// apart. Low: what the fugitive's average gets at least. High: what the detectives' average allows at most.
    fn solve(&mut self, belief: &[f64]) -> (f64, f64) {
        for round in 1..=10_000 {
            let weight = f64::from(round);
            self.count_columns(weight);
            self.fugitive(Walk::Round(weight));
            self.detectives(belief, Walk::Round(weight));
            if round % 50 == 0 {
                let best = self.fugitive(Walk::BestAnswer);
                let high: f64 = best.iter().zip(belief).map(|(points, belief)| points * belief).sum();
                let low = self.detectives(belief, Walk::BestAnswer);
                if high - low < 0.01 {
                    return (low, high);
                }
            }
        }
        panic!("the slow solver is not done");
    }

    /// Copies how the player's fugitive rides. The player solves each turn anew, with the belief of that turn.
    fn ride_as(&mut self, search: &mut Search, board: &Board) {
        solve(search, board);
        let tree = &mut search.tree;
        for ((t, rides), mix) in self.types.iter().zip(&self.rides).zip(&mut self.ride_mix) {
            let of_type = tree.root().iter().find(|ty| usize::from(ty.city) == *t).unwrap();
            let played = &tree.rides[of_type.rides.clone()];
            for (ride, sum) in rides.iter().zip(&mut mix.played) {
                let same = |other: &&Ride| (other.mode, usize::from(other.city)) == *ride;
                *sum = played.iter().filter(same).map(|ride| f64::from(ride.played)).sum();
            }
        }
        let mut believed = [[0.0; 256]; 3];
        tree.add_posteriors(&mut believed);
        for (mode, columns) in self.columns.iter_mut().enumerate() {
            let mut heard = *board;
            heard.observe(&search.map, (mode, None), &believed[mode]);
            for column in columns {
                if let Some(child) = &mut column.child {
                    let mut board = heard;
                    board.play(Move::Joint(four(&column.joint)));
                    child.ride_as(search, &board);
                }
            }
        }
    }
}

/// Points still to come in turn 50 for a fugitive in a city. 11 if it can ride to a city with no detective beside it,
/// 1 if it can ride only elsewhere, 0 if not at all.
fn last_points(map: &map::Map, detectives: &[usize; 4], city: usize) -> f64 {
    let near = |c: usize| detectives.iter().any(|d| map.all_neighbours(*d).contains(&c));
    let free: Vec<usize> = map.all_neighbours(city).iter().copied().filter(|c| !detectives.contains(c)).collect();
    match (free.is_empty(), free.iter().any(|c| !near(*c))) {
        (true, _) => 0.0,
        (false, true) => 11.0,
        (false, false) => 1.0,
    }
}

/// All joint moves, one for each set of cities: it does not matter who goes where.
fn joint_moves(map: &map::Map, from: [usize; 4]) -> BTreeSet<[usize; 4]> {
    let sorted = |mut joint: [usize; 4]| {
        joint.sort_unstable();
        joint
    };
    jury::rules::ontherun::joint_moves(map, from).into_iter().map(sorted).collect()
}

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

/// Detectives anywhere, and a fugitive in one of two to five cities, not all equally likely.
fn hidden_position(rng: &mut Rng, turn: usize) -> (map::Map, Board) {
    let map = small_map(rng);
    let mut all: Vec<usize> = (1..=map.cities).collect();
    rng.shuffle(&mut all);
    let mut board = shown(four(&all), all[4], turn);
    board.support = set(&all[4..6 + rng.below(4)]);
    board.support.cities().for_each(|c| board.belief[usize::from(c)] = 1.0 + rng.unit() as f32);
    board.normalise();
    (map, board)
}

/// The player's solution two turns deep, without strangers and without a model of the opponent.
fn solve(search: &mut Search, board: &Board) {
    search.begin(turns(2));
    search.solve(board, 2, Model::default());
}

/// How far the player's value is off, and how many points its fugitive's mixture loses against the best answers.
fn compare(map: &map::Map, board: &Board) -> (f64, f64) {
    let types = cities(&board.support);
    let belief: Vec<f64> = types.iter().map(|t| f64::from(board.belief[*t])).collect();
    let mut search = Search::new(fast(map), 1);
    solve(&mut search, board);
    let value: f64 = search.tree.root().iter().zip(&belief).map(|(ty, belief)| f64::from(ty.average) * belief).sum();
    let detectives = board.detectives.map(usize::from);
    if board.turn == 50 {
        let exact: f64 = types.iter().zip(&belief).map(|(t, belief)| last_points(map, &detectives, *t) * belief).sum();
        return ((value - exact).abs(), 0.0);
    }
    let mut slow = Turn::new(map, board.turn, detectives, &types);
    let (low, high) = slow.solve(&belief);
    slow.ride_as(&mut search, board);
    ((value - (low + high) / 2.0).abs(), high - slow.detectives(&belief, Walk::BestAnswer))
}

#[test]
fn the_last_hidden_turns_are_what_they_are_with_every_joint_move() {
    for (turn, count) in [(48, 40), (49, 20), (50, 60)] {
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
