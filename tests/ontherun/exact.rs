//! How good the player's solutions are. In the last hidden turns of On The Run, 48 and 49, on small maps, both sides find
//! their best answers to it, with every joint move: the fugitive gets at least `least` and at most `most`. The value of
//! the game lies between, and where the two meet the solution is an equilibrium. (What is between them is called its
//! exploitability.)

use super::ontherun::matrix::{Game, Model};
use super::ontherun::rules::{Board, Move};
use super::ontherun::search::Search;
use super::{cities, fast, four, set, shown, slow, turns};
use jury::rules::game::Rng;
use jury::rules::map;
use jury::rules::ontherun::{joint_moves, rides};
use std::collections::{BTreeMap, BTreeSet};

/// The player's solution two turns deep, with more rounds, without strangers and without a model of the opponent.
fn solve(search: &mut Search, board: &Board) {
    search.solve(board, turns(2), &Model::default());
    (200..1_040).for_each(|number| search.root.round(number, &Model::default()));
    search.root.propagate(&Model::default(), true);
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

/// The fugitive's points if it rides as the player does, and detectives who know how answer best. The player solves the
/// next turn anew, by what is then believed.
fn least(map: &map::Map, search: &mut Search, board: &Board) -> f64 {
    solve(search, board);
    let sets: Vec<Board> = search.root.sets.iter().map(|set| set.posterior(board)).collect();
    let of_mode = |mut heard: Board| {
        let chance = heard.belief;
        heard.normalise();
        let after = |joint: [usize; 4]| {
            let left = (1..=map.cities).filter(|city| chance[*city] > 0.0 && !joint.contains(city));
            if board.turn == 49 {
                return left.map(|city| f64::from(chance[city]) * last_points(map, &joint, city)).sum();
            }
            let (all, mut next) = (left.map(|city| f64::from(chance[city])).sum::<f64>(), heard);
            next.play(Move::Joint(four(&joint)));
            if all > 0.0 {
                all * least(map, search, &next)
            } else {
                0.0
            }
        };
        // One joint move for each set of cities: it does not matter who goes where.
        let sets = BTreeSet::from_iter(joint_moves(map, board.detectives.map(usize::from)).into_iter().map(sorted));
        sets.into_iter().map(after).fold(f64::INFINITY, f64::min)
    };
    sets.into_iter().filter(|heard| heard.belief.iter().any(|c| *c > 0.0)).map(of_mode).sum()
}

fn sorted(mut joint: [usize; 4]) -> [usize; 4] {
    joint.sort_unstable();
    joint
}

/// By city where the fugitive can be: the most points that it can get against the detectives of the player's tree.
fn most(map: &map::Map, game: &Game, board: &Board) -> Vec<(usize, f64)> {
    let free = |city: usize| rides(map, city).into_iter().filter(|ride| !board.detectives.contains(&(ride.1 as u8)));
    let mut values = vec![[0.0; 256]; 3];
    for (mode, set) in game.sets.iter().enumerate().filter(|(_, set)| !set.rows.is_empty()) {
        let columns = &set.columns;
        let all: f32 = columns.iter().map(|column| column.played).sum();
        let heard = set.posterior(board);
        for column in columns.iter().filter(|column| column.played > 0.0) {
            let joint = column.joint.map(usize::from);
            let left: Vec<usize> = cities(&heard.support).into_iter().filter(|city| !joint.contains(city)).collect();
            let after = match column.child.as_ref().filter(|_| board.turn == 48) {
                _ if board.turn == 49 => left.into_iter().map(|city| (city, last_points(map, &joint, city))).collect(),
                Some(child) => {
                    let mut next = heard;
                    next.play(Move::Joint(column.joint));
                    most(map, child, &next)
                }
                None => left.into_iter().map(|city| (city, f64::INFINITY)).collect(),
            };
            after.iter().for_each(|(city, points)| values[mode][*city] += f64::from(column.played / all) * points);
        }
    }
    let best = |city| (city, free(city).map(|(mode, to)| values[mode][to]).fold(0.0, f64::max));
    cities(&board.support).into_iter().map(best).collect()
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
    slow(&format!("{}\n{}\nEND", cities, Vec::from_iter(lines).join("\n")))
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

#[test]
fn the_last_hidden_turns_are_what_they_are_with_every_joint_move() {
    // In turn 48 detectives answer in turn 49 by ten joint moves only: a fugitive who knows which gains up to 0.62.
    for (turn, count, most_between) in [(48, 16, 0.7), (49, 12, 0.1)] {
        let (mut rng, mut off, mut between) = (Rng(turn as u64), 0.0f64, 0.0f64);
        for _ in 0..count {
            let (map, board) = hidden_position(&mut rng, turn);
            let mut search = Search::new(fast(&map), 1);
            solve(&mut search, &board);
            let mean = |points: &dyn Fn(usize) -> f64| -> f64 {
                cities(&board.support).into_iter().map(|city| f64::from(board.belief[city]) * points(city)).sum()
            };
            let ty = |city| search.root.types.iter().find(|ty| usize::from(ty.city) == city).unwrap();
            let value = mean(&|city| f64::from(ty(city).average));
            let most: BTreeMap<usize, f64> = most(&map, &search.root, &board).into_iter().collect();
            let (low, high) = (least(&map, &mut search, &board), mean(&|city| most[&city]));
            off = off.max(low - value).max(value - high);
            between = between.max(high - low);
        }
        println!("turn {}: off {:.3}, between {:.3}", turn, off, between);
        assert!(off <= 0.05, "turn {}: a value is off by {:.3}", turn, off);
        assert!(between <= most_between, "turn {}: {:.3} points between the best answers", turn, between);
    }
}
