//! Learns the leaf of `ontherun.rs` from games on generated maps, and measures players role by role.
//!
//!     cargo run --release --example tune-ontherun -- learn FROM|same ROUNDS MAPS DEPTH SEED TO
//!     cargo run --release --example tune-ontherun -- match NEW|same OLD|same MAPS SEED DEPTH OLD_DEPTH [SECONDS]
//!
//! `learn`: each round plays a pool of pairings on so many new maps (the player against itself, each of its roles
//! against the greedy partner), DEPTH turns deep. Every position, and the same after a random joint move, gives what the
//! search thinks of some cities where the fugitive can be, and for his real city also what became of him; a small
//! network is fitted to both (Adam, the positions of the last rounds), and the next round is played with it. The table
//! in FROM's form is written to TO after every round. `match`: new and old weights in both roles against greedy, the
//! old and the new, to a depth or with a clock; prints the fugitive's points of every pairing with 95 % intervals.
//! Matches take seeds that no learning used.

#[path = "common.rs"]
mod common;
#[path = "../../ontherun.rs"]
#[allow(dead_code)]
mod ontherun;

use common::encode;
use jury::game::{Delivery, Game, Partner, Rng};
use jury::map;
use jury::ontherun::{joint_move, partner_on, Match, Phase};
use jury::stats;
use ontherun::contest::{decode, Budget, Options};
use ontherun::eval::{scale, Context, Network, Weights, COUNT, NEURONS, TERMS};
use ontherun::protocol::Session;
use ontherun::rules::{Board, Map, Move, News};
use ontherun::search::Search;
use std::collections::VecDeque;

/// Share of what became of the fugitive in the target of his real city; the rest is what the search thought.
const OUTCOME: f32 = 0.3;

/// Cities per position that are learned from beside the real one.
const OTHERS: usize = 2;

/// Rounds whose positions are kept.
const KEPT: usize = 4;

/// Passes over the positions in a round, positions in a step, step size of the first pass.
const EPOCHS: usize = 6;
const BATCH: usize = 64;
const RATE: f32 = 0.002;

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let number = |i: usize| words.get(i).and_then(|w| w.parse::<u64>().ok()).expect("see the head of this file");
    let table = |i: usize| match words.get(i).map(String::as_str) {
        Some("same") => Weights::new(),
        Some(file) => parse(&std::fs::read_to_string(file).expect("the weights' file")),
        None => panic!("see the head of this file"),
    };
    match words.first().map(String::as_str) {
        Some("learn") => {
            let to = words.get(6).expect("the file to write");
            learn(table(1), number(2), number(3), number(4) as i32, number(5), to);
        }
        Some("match") => {
            let seconds = words.get(7).and_then(|w| w.parse::<f64>().ok());
            play_match([table(1), table(2)], number(3), number(4), [number(5) as i32, number(6) as i32], seconds);
        }
        _ => eprintln!("see the head of this file"),
    }
}

/// One side of a game in memory.
enum Side {
    Ours(Box<Session>),
    Partner(Box<dyn Partner>),
}

impl Side {
    /// The file's player; without `seconds` it thinks `depth` turns deep and takes the time that it takes.
    fn ours(text: &str, weights: &Weights, seconds: Option<f64>, depth: i32, seed: u64) -> Side {
        let map = Map::parse(text).expect("a generated map");
        let mut session = Session::new(map, &Options { seconds: seconds.unwrap_or(5.0), seed, log: false });
        session.search.weights = weights.clone();
        session.fixed = if seconds.is_some() { None } else { Some(Budget::fixed(depth, u64::MAX)) };
        Side::Ours(Box::new(session))
    }

    fn greedy(map: &map::Map, seed: u64) -> Side {
        Side::Partner(partner_on(map.clone(), "greedy", Rng(seed)))
    }

    fn hear(&mut self, line: &str) -> Vec<String> {
        match self {
            Side::Ours(session) => {
                session.hear(line).expect("a line of the jury").lines().map(str::to_string).collect()
            }
            Side::Partner(partner) => partner.hear(line).expect("a line of the jury"),
        }
    }
}

/// A position in which the fugitive moves, for learning.
struct Turn {
    moves: usize,
    turn: usize,
    /// Cities, their terms and what the search thinks, as a share of `scale`; the first is the real one.
    cities: Vec<([f32; TERMS], f32)>,
}

/// Plays a game; returns the fugitive's points and, with a `Search` to judge them so many turns deep, the turns, and
/// turns as they would be after random joint moves.
fn play(map: &map::Map, mut sides: [Side; 2], judge: Option<(&mut Search, i32)>) -> (i32, Vec<Turn>, Vec<Turn>) {
    let mut game = Match::new(map.clone());
    let mut pending: [VecDeque<String>; 2] = Default::default();
    let (mut turns, mut others) = (Vec::new(), Vec::new());
    let mut news: Vec<Delivery> = game.opening();
    let mut judge = judge;
    let mut public: Option<Board> = None;
    loop {
        for delivery in news.drain(..) {
            pending[delivery.to].extend(sides[delivery.to].hear(&delivery.line));
        }
        let Some(seat) = game.to_write() else { break };
        let line = pending[seat].pop_front().expect("an answer");
        let before = game.clone();
        news = game.write(&line).unwrap_or_else(|fault| panic!("{}: {}", line, fault));
        let Some((search, depth)) = &mut judge else { continue };
        match before.phase {
            Phase::PlaceFugitive => {
                public = Some(Board::known(game.detectives.map(|d| d as u8), game.fugitive as u8, 1));
            }
            Phase::MoveFugitive => {
                let state = public.take().expect("a public state");
                turns.push(judged(search, *depth, &state, before.fugitive as u8));
                let mode = map::MODES.iter().position(|m| line.starts_with(*m)).expect("a mode");
                let city = if before.turn % 5 == 0 { Some(game.fugitive as u8) } else { None };
                let mut heard = state;
                search.observe(&mut heard, &News { mode, city });
                public = Some(heard);
            }
            Phase::MoveDetectives if game.phase == Phase::MoveFugitive => {
                let heard = public.take().expect("a public state");
                let mut random = Rng(search.nodes);
                let mut sort = |_: &[usize], cities: &mut Vec<usize>| random.shuffle(cities);
                if let Some(joint) = joint_move(map, before.detectives, &[], &mut sort) {
                    let mut state = heard;
                    state.play(Move::Joint(joint.map(|d| d as u8)));
                    if !joint.contains(&game.fugitive) {
                        others.push(judged(search, *depth, &state, game.fugitive as u8));
                    }
                }
                let mut next = heard;
                next.play(Move::Joint(game.detectives.map(|d| d as u8)));
                public = Some(next);
            }
            _ => {}
        }
    }
    (game.points()[1], turns, others)
}

fn judged(search: &mut Search, depth: i32, state: &Board, fugitive: u8) -> Turn {
    let values = search.values(state, depth);
    let mut cities: Vec<u8> = state.support.cities().filter(|c| *c != fugitive).collect();
    Rng(search.nodes).shuffle(&mut cities);
    cities.truncate(OTHERS);
    cities.insert(0, fugitive);
    let most = scale(state.turn);
    let context = Context::new(&search.map, &search.weights, &state.detectives, &state.support, state.turn);
    let cities = cities.iter().map(|c| (context.terms(*c), (values[usize::from(*c)] / most).clamp(0.0, 1.0))).collect();
    Turn { moves: 4 - (state.turn - 1) % 5, turn: state.turn, cities }
}

type Example = ([f32; TERMS], f32);

fn learn(mut weights: Weights, rounds: u64, maps: u64, depth: i32, seed: u64, to: &str) {
    // By round and moves until the announcement.
    let mut kept: VecDeque<[Vec<Example>; 5]> = VecDeque::new();
    for round in 0..rounds {
        let mut fresh: [Vec<Example>; 5] = Default::default();
        let (mut sum, mut games) = ([0.0; 4], 0.0);
        for i in 0..maps {
            let map_seed = seed * 1_000_000 + round * maps + i;
            let map = map::generate(map_seed);
            let text = map.lines().join("\n");
            let mut search = Search::new(Map::parse(&text).expect("a generated map"), map_seed);
            search.weights = weights.clone();
            for pairing in 0..4 {
                let ours = |salt: u64| Side::ours(&text, &weights, None, depth, 10 * map_seed + salt);
                let sides = match pairing {
                    0 | 1 => [ours(pairing), ours(pairing + 4)],
                    2 => [Side::greedy(&map, i), ours(2)],
                    _ => [ours(3), Side::greedy(&map, i)],
                };
                let (points, turns, others) = play(&map, sides, Some((&mut search, depth)));
                sum[pairing as usize] += f64::from(points);
                for (t, turn) in turns.iter().enumerate() {
                    // The announcement that comes next, and the position after it, when he got there.
                    let announced = turn.turn + turn.moves;
                    let after = turns[t..].iter().find(|later| later.turn == announced + 1);
                    let became = match after {
                        Some(later) => 1.0 + later.cities[0].1 * scale(later.turn),
                        None if points == 20 => 11.0,
                        None => 0.0,
                    };
                    let became = (became / scale(turn.turn)).clamp(0.0, 1.0);
                    for (k, (terms, thought)) in turn.cities.iter().enumerate() {
                        let target = if k == 0 { OUTCOME * became + (1.0 - OUTCOME) * thought } else { *thought };
                        fresh[turn.moves].push((*terms, target));
                    }
                }
                for turn in others {
                    fresh[turn.moves].extend(turn.cities);
                }
            }
            games += 1.0;
        }
        kept.push_back(fresh);
        if kept.len() > KEPT {
            kept.pop_front();
        }
        let means = sum.map(|s| format!("{:.2}", s / games));
        eprint!("round {}: fugitive's points in the four pairings {}, loss", round + 1, means.join(" "));
        let mut rng = Rng(seed + round);
        for moves in 0..5 {
            let mut examples: Vec<&Example> = kept.iter().flat_map(|e| &e[moves]).collect();
            let loss = fit(&mut weights.networks[moves], &mut examples, &mut rng);
            eprint!(" {:.4} of {}", loss, examples.len());
        }
        eprintln!();
        std::fs::write(to, format(&weights)).expect("the file to write");
    }
}

/// Fits a network by Adam; returns the mean of the squared error in the last pass.
fn fit(network: &mut Network, examples: &mut [&Example], rng: &mut Rng) -> f32 {
    // A neuron that is all zeros would never learn.
    for neuron in 0..NEURONS {
        if network[TERMS][neuron] == 0.0 {
            for row in network.iter_mut() {
                row[neuron] = (rng.unit() as f32 - 0.5) * 0.4;
            }
        }
    }
    let zero = [[0.0f32; NEURONS]; TERMS + 1];
    let (mut mean, mut square) = (zero, zero);
    let (mut steps, mut error) = (0, 0.0);
    for epoch in 0..EPOCHS {
        rng.shuffle(examples);
        error = 0.0;
        let rate = RATE * (1.0 - epoch as f32 / EPOCHS as f32);
        for batch in examples.chunks(BATCH) {
            let mut gradient = zero;
            for (terms, target) in batch {
                let mut sums = [0.0f32; NEURONS];
                for (term, row) in terms.iter().zip(network.iter()) {
                    (0..NEURONS).for_each(|n| sums[n] += term * row[n]);
                }
                (0..NEURONS).for_each(|n| sums[n] = sums[n].max(0.0));
                let out = network[TERMS];
                let logit: f32 = (0..NEURONS).map(|n| sums[n] * out[n]).sum();
                let off = 1.0 / (1.0 + (-logit).exp()) - target;
                error += off * off;
                let mut back = [0.0f32; NEURONS];
                for n in 0..NEURONS {
                    gradient[TERMS][n] += off * sums[n];
                    back[n] = if sums[n] > 0.0 { off * out[n] } else { 0.0 };
                }
                for (term, row) in terms.iter().zip(gradient.iter_mut()) {
                    (0..NEURONS).for_each(|n| row[n] += term * back[n]);
                }
            }
            steps += 1;
            let (a, b) = (1.0 - 0.9f32.powi(steps), 1.0 - 0.999f32.powi(steps));
            for row in 0..=TERMS {
                for n in 0..NEURONS {
                    let g = gradient[row][n] / batch.len() as f32 + 1e-5 * network[row][n];
                    mean[row][n] = 0.9 * mean[row][n] + 0.1 * g;
                    square[row][n] = 0.999 * square[row][n] + 0.001 * g * g;
                    network[row][n] -= rate * (mean[row][n] / a) / ((square[row][n] / b).sqrt() + 1e-8);
                }
            }
        }
    }
    error / examples.len().max(1) as f32
}

/// The table as it stands in the file.
fn format(weights: &Weights) -> String {
    let whole = |weight: &f32| (100.0 * weight).round() as i16;
    encode(&weights.networks.iter().flatten().flatten().map(whole).collect::<Vec<i16>>())
}

fn parse(text: &str) -> Weights {
    let mut weights = Weights::new();
    weights.set(&decode::<COUNT>(text));
    weights
}

/// The fugitive's points in every pairing of new, old and greedy.
fn play_match(weights: [Weights; 2], maps: u64, seed: u64, depths: [i32; 2], seconds: Option<f64>) {
    let names = ["new", "old", "greedy"];
    let mut points: Vec<Vec<f64>> = vec![Vec::new(); 9];
    for i in 0..maps {
        let map = map::generate(seed * 1_000_000 + i);
        let text = map.lines().join("\n");
        let side = |who: usize, salt: u64| match who {
            2 => Side::greedy(&map, i),
            _ => Side::ours(&text, &weights[who], seconds, depths[who], 10 * i + salt),
        };
        for pairing in 0..8 {
            let sides = [side(pairing / 3, 1), side(pairing % 3, 2)];
            points[pairing].push(f64::from(play(&map, sides, None).0));
        }
    }
    for (pairing, points) in points.iter().enumerate().take(8) {
        let e = stats::estimate(points);
        let escapes = points.iter().filter(|p| **p == 20.0).count();
        println!(
            "{:6} fugitive, {:6} detectives {:5.2} +- {:.2} points, {} escapes in {} games",
            names[pairing % 3],
            names[pairing / 3],
            e.mean,
            e.half,
            escapes,
            points.len()
        );
    }
    // Over the opponents: the same maps, new less old.
    for (name, pairs) in [("fugitive", [(0, 1), (3, 4), (6, 7)]), ("detectives", [(3, 0), (4, 1), (5, 2)])] {
        let gain = |i: usize| pairs.iter().map(|(a, b)| points[*a][i] - points[*b][i]).sum::<f64>() / 3.0;
        let e = stats::estimate(&(0..maps as usize).map(gain).collect::<Vec<f64>>());
        println!("new {} gain {:.2} +- {:.2} points a game over the three opponents", name, e.mean, e.half);
    }
}
