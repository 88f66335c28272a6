//! How the leaf of `ontherun.rs` is learned from searches on generated maps, and how players are measured role by role.
//!
//! How the table was made: `play` plays games on many maps, the player against itself and each of its roles against one
//! of a pool. Every position, and after each two more that a joint move or two and a ride lead to which were not played,
//! is solved so many turns deep; that gives the value of every city where the fugitive can be. `learn` fits the small
//! networks to some cities of each position (Adam). The files have the positions, not their terms, so that other terms can
//! be tried on them. The first table: 318 maps, played and solved two turns deep by commit daef73f, whose leaf was that
//! of a1302aa, 55,000 positions. Only `match`, on maps that no learning saw, decides whether a table goes into the file.
//!
//! Root of the mean squared error on 60 other maps (`loss`), in points, where a constant is off by 1.8:
//!
//! | the leaf | error |
//! |---|---|
//! | a1302aa's 32 terms of the city and of the set where he can be, 15 neurons, as it was | 1.12 |
//! | learned anew from these files | 1.11 |
//! | with how likely he is in the city, compared with the mean | 1.08 |
//! | with 19 terms of the belief | 1.06 |
//! | with 8 traits of the best rides and 12 terms of the city (9 of them of the belief) instead | 0.95 |
//! | this one: 16 terms of a ride, 8 traits, 8 terms of the city, 16 neurons | 0.89 |
//! | the same without the belief, every city as likely | 0.95 |
//! | 4 traits, 16 traits, 24 neurons (before the last six terms of a ride) | +0.01, -0.01, -0.01 |

#[path = "common.rs"]
mod common;
#[path = "../../ontherun.rs"]
#[allow(dead_code)]
mod ontherun;

use common::{encode, Progress, Records, Words};
use jury::game::{Delivery, Game, Partner, Rng};
use jury::map;
use jury::ontherun::{partner_on, Match, Phase};
use jury::stats;
use ontherun::contest::{decode, Budget, Options};
use ontherun::eval::{scale, Context, Network, Weights, COUNT, NEURONS, RIDE_TERMS, TERMS, TRAITS};
use ontherun::matrix::{candidates, JOINTS};
use ontherun::protocol::Session;
use ontherun::rules::{Board, Map, Move, News, Set, LAST_TURN};
use ontherun::search::Search;
use std::collections::VecDeque;

const USAGE: &str = "\
usage: tune-ontherun play WEIGHTS FILE MAPS DEPTH SEED    plays games on so many maps, a line of FILE for each
       tune-ontherun learn WEIGHTS TO SEED FILE..         fits the weights to the positions in the files
       tune-ontherun loss WEIGHTS FILE..                  root of the mean squared error, in points, network by network
       tune-ontherun match NEW OLD MAPS LIMIT SEED        both tables in both roles against a pool
WEIGHTS, NEW, OLD: a file that `learn` wrote, or `same` for the table in ontherun.rs. LIMIT: turns looked ahead, such as
2, or seconds for a game, such as 0.5s. `play` goes on where FILE ends; matches take seeds that no learning used.";

/// Cities of a position that are learned from.
const CITIES: usize = 8;

/// Passes over the positions, positions in a step, size of the first steps.
const EPOCHS: usize = 8;
const BATCH: usize = 64;
const RATE: f32 = 0.004;

/// The pool.
const HUNTERS: [&str; 3] = ["greedy", "cover", "chase"];
const FUGITIVES: [&str; 3] = ["greedy", "far", "hide"];

fn main() {
    let words = Words::new(USAGE);
    let table = |i: usize| match words.text(i) {
        "same" => Weights::new(),
        file => match std::fs::read_to_string(file) {
            Ok(text) => {
                let mut weights = Weights::new();
                weights.set(&decode::<COUNT>(&text));
                weights
            }
            Err(error) => words.refuse(&format!("{}: {}", file, error)),
        },
    };
    match words.command() {
        "play" => play_maps(&table(1), words.text(2), words.number(3), words.number(4), words.number(5)),
        "learn" => learn(table(1), words.text(2), words.number(3), words.from(4)),
        "loss" => tell_loss(&table(1), words.from(2)),
        "match" => {
            let limit = words.text(4);
            let (seconds, depth) = match limit.strip_suffix('s').map(str::parse::<f64>) {
                Some(Ok(seconds)) => (Some(seconds), 0),
                _ => (None, words.number(4)),
            };
            play_match(&[table(1), table(2)], words.number(3), words.number(5), depth, seconds);
        }
        _ => words.refuse("no such command"),
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

    fn partner(map: &map::Map, style: &str, seed: u64) -> Side {
        Side::Partner(partner_on(map.clone(), style, Rng(seed)))
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

/// A position in which the fugitive rides, for learning: what the search thinks of every city where he can be.
struct Position {
    board: Board,
    /// By city, points still to come.
    value: [f32; 256],
    /// The part of the belief that takes every ride as equally likely.
    uniform: f32,
    /// Where he really is, 0 where the game did not get to; and what became of him, in points.
    real: u8,
    became: f32,
}

/// Plays a game; returns the fugitive's points and, with a `Search` to judge them so many turns deep, the positions, and
/// after each some that did not come about.
fn play(map: &map::Map, mut sides: [Side; 2], mut judge: Option<(&mut Search, i32)>) -> (i32, Vec<Position>) {
    let mut game = Match::new(map.clone());
    let mut pending: [VecDeque<String>; 2] = Default::default();
    let mut positions = Vec::new();
    let mut news: Vec<Delivery> = game.opening();
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
                let mut board = public.take().expect("a public state");
                positions.push(judged(search, *depth, &board, before.fugitive as u8));
                let mode = map::MODES.iter().position(|m| line.starts_with(*m)).expect("a mode");
                let city = if before.turn % 5 == 0 { Some(game.fugitive as u8) } else { None };
                search.observe(&mut board, &News { mode, city });
                public = Some(board);
            }
            Phase::MoveDetectives if game.phase == Phase::MoveFugitive => {
                let mut board = public.take().expect("a public state");
                astray(search, *depth, board, &mut positions);
                board.play(Move::Joint(game.detectives.map(|d| d as u8)));
                public = Some(board);
            }
            _ => {}
        }
    }
    (game.points()[1], positions)
}

fn judged(search: &mut Search, depth: i32, board: &Board, real: u8) -> Position {
    let value = search.solution(board, depth);
    Position { board: *board, value, uniform: search.uniform, real, became: 0.0 }
}

/// From a board after a ride: the positions after a joint move that was not played, and after a ride and a joint move
/// more. The leaves of a search are of this kind.
fn astray(search: &mut Search, depth: i32, mut board: Board, positions: &mut Vec<Position>) {
    let mut rng = Rng(search.nodes);
    for further in [true, false] {
        let mut joints = [[0; 4]; JOINTS];
        let count = candidates(&search.map, &board, &mut joints, JOINTS);
        // The first are the likeliest, but all are asked about.
        let place = rng.below(count.max(1));
        let joint = joints[rng.below(place + 1)];
        if board.support.minus(&Set::of(&joint)).is_empty() || board.turn == LAST_TURN {
            return;
        }
        board.play(Move::Joint(joint));
        positions.push(judged(search, depth, &board, 0));
        if further {
            // A city by the belief, and a ride as in the solution.
            let tree = &search.tree;
            let one = draw(&mut rng, tree.types(0).iter().map(|one| (one, board.belief[usize::from(one.city)])));
            let rides = one.map_or(0..0, |one| one.rides.all());
            let rides = tree.rides[rides].iter().map(|ride| ((ride.mode, tree.city(ride)), ride.average + 1e-3));
            let Some((mode, city)) = draw(&mut rng, rides) else { return };
            let shown = if board.turn % 5 == 0 { Some(city) } else { None };
            search.observe(&mut board, &News { mode: usize::from(mode), city: shown });
        }
    }
}

/// One of the items, by their weights; `None` when there is none.
fn draw<T: Copy>(rng: &mut Rng, items: impl Iterator<Item = (T, f32)>) -> Option<T> {
    let items: Vec<(T, f32)> = items.collect();
    let mut left = rng.unit() as f32 * items.iter().map(|(_, weight)| weight).sum::<f32>();
    let mut chosen = None;
    for (item, weight) in items {
        chosen = Some(item);
        left -= weight;
        if left < 0.0 {
            break;
        }
    }
    chosen
}

/// Positions of some games on so many maps, a line for each: the map's seed, and behind semicolons the positions, each
/// its turn, the detectives, the part of equal chances, where he really is, what became of him, and of every city where
/// he can be the number, the belief in ten-thousandths and the value in thousandths of a point.
fn play_maps(weights: &Weights, file: &str, maps: usize, depth: i32, seed: u64) {
    let mut records = Records::open(file).expect(file);
    let mut progress = Progress::new("map", records.done, maps);
    while records.done < maps {
        let seed = seed * 1_000_000 + records.done as u64;
        let mut text = seed.to_string();
        for position in positions(weights, depth, seed) {
            let Position { board, value, uniform, real, became } = position;
            let four = board.detectives;
            text += &format!(
                ";{} {} {} {} {} {} {} {}",
                board.turn, four[0], four[1], four[2], four[3], uniform, real, became
            );
            for city in board.support.cities() {
                let (belief, value) = (board.belief[usize::from(city)], value[usize::from(city)]);
                text += &format!(" {} {:.0} {:.0}", city, 10_000.0 * belief, 1000.0 * value);
            }
        }
        records.push(&text).expect(file);
        progress.tell(records.done, "");
    }
}

/// What the pairings on a map teach: the player against itself, each of its roles against one of the pool.
fn positions(weights: &Weights, depth: i32, seed: u64) -> Vec<Position> {
    let map = map::generate(seed);
    let text = map.lines().join("\n");
    let mut search = Search::new(Map::parse(&text).expect("a generated map"), seed);
    search.weights = weights.clone();
    let mut found = Vec::new();
    let mut rng = Rng(seed);
    for pairing in 0..3 {
        let ours = |salt: u64| Side::ours(&text, weights, None, depth, 10 * seed + salt);
        let sides = match pairing {
            0 => [ours(0), ours(1)],
            1 => [Side::partner(&map, HUNTERS[rng.below(3)], seed), ours(2)],
            _ => [ours(3), Side::partner(&map, FUGITIVES[rng.below(3)], seed)],
        };
        // What the detectives believe, or what our fugitive takes them to believe.
        search.uniform = [0.35, 0.95][rng.below(2)];
        let (points, mut turns) = play(&map, sides, Some((&mut search, depth)));
        for t in 0..turns.len() {
            let turn = turns[t].board.turn;
            // The announcement that comes next, and the position after it, when he got there.
            let after = 5 * ((turn + 4) / 5) + 1;
            turns[t].became = match turns.iter().find(|later| later.board.turn == after && later.real > 0) {
                Some(later) => 1.0 + later.value[usize::from(later.real)],
                None if points == 20 => 11.0,
                None => 0.0,
            };
        }
        found.append(&mut turns);
    }
    found
}

/// A city of a position.
struct Example {
    /// Rides until the announcement, less 1.
    moves: usize,
    /// How much it counts: half by how likely he is there, half for itself, and cities of a large support less.
    weight: f32,
    terms: [f32; TERMS],
    rides: Vec<[f32; RIDE_TERMS]>,
    /// The value as a share of the most, and the most in points.
    target: f32,
    most: f32,
}

/// What a line of a file teaches: of each position some cities.
fn read(line: &str, examples: &mut Vec<Example>) {
    let mut parts = line.split(';');
    let seed = parts.next().and_then(|word| word.parse().ok()).expect("a map's seed");
    let map = Map::parse(&map::generate(seed).lines().join("\n")).map_err(|_| seed).expect("a generated map");
    let (weights, mut rng) = (Weights::new(), Rng(seed));
    for part in parts {
        let numbers: Vec<f32> = part.split(' ').map(|word| word.parse().expect("a number")).collect();
        let turn = numbers[0] as usize;
        let four = [1, 2, 3, 4].map(|i| numbers[i] as u8);
        let (mut support, mut belief) = (Set::EMPTY, [0.0; 256]);
        let mut cities: Vec<(u8, f32)> = Vec::new();
        for city in numbers[8..].chunks(3) {
            support.insert(city[0] as u8);
            belief[city[0] as usize] = city[1] / 10_000.0;
            cities.push((city[0] as u8, city[2] / 1000.0));
        }
        // The last turn is not estimated.
        if turn == LAST_TURN || cities.is_empty() {
            continue;
        }
        let context = Context::new(&map, &weights, &four, &support, &belief, turn);
        let all = cities.len() as f32;
        rng.shuffle(&mut cities);
        cities.truncate(CITIES);
        for &(city, value) in &cities {
            let rides = |mode| context.rides(mode, city).cities().map(move |to| (mode, to));
            let rides: Vec<_> = (0..3).flat_map(rides).map(|(mode, to)| context.ride_terms(mode, to)).collect();
            let (terms, moves) = (context.terms(city), 4 - (turn - 1) % 5);
            let weight = (0.5 + 0.5 * all * belief[usize::from(city)]) * all.sqrt() / cities.len() as f32;
            if !rides.is_empty() {
                let most = scale(turn);
                let target = (value / most).clamp(0.0, 1.0);
                examples.push(Example { moves, weight, terms, rides, target, most });
            }
        }
    }
}

fn learn(mut weights: Weights, to: &str, seed: u64, files: &[String]) {
    let mut all = Vec::new();
    for file in files {
        std::fs::read_to_string(file).expect(file).lines().for_each(|line| read(line, &mut all));
    }
    let mut progress = Progress::new("network", 0, weights.networks.len());
    for (moves, network) in weights.networks.iter_mut().enumerate() {
        let mut examples: Vec<&Example> = all.iter().filter(|example| example.moves == moves).collect();
        let loss = fit(network, &mut examples, &mut Rng(seed + moves as u64));
        progress.tell(moves + 1, &format!("loss {:.5} of {} cities", loss, examples.len()));
    }
    let whole = |weight: &mut f32| (100.0 * *weight).round() as i16;
    let numbers: Vec<i16> = weights.networks.iter_mut().flat_map(|network| network.numbers().map(whole)).collect();
    std::fs::write(to, encode(&numbers)).expect(to);
}

fn tell_loss(weights: &Weights, files: &[String]) {
    let mut all = Vec::new();
    for file in files {
        std::fs::read_to_string(file).expect(file).lines().for_each(|line| read(line, &mut all));
    }
    for moves in 0..=5 {
        let (mut error, mut total) = (0.0, 0.0);
        for example in all.iter().filter(|example| moves == 5 || moves == example.moves) {
            let off = guess(&weights.networks[example.moves], example).0 - example.target;
            error += example.weight * (off * example.most).powi(2);
            total += example.weight;
        }
        let what = if moves < 5 { format!("{} rides left", moves + 1) } else { "all".to_string() };
        println!("{:12} {:.4}", what, (error / total.max(1e-9)).sqrt());
    }
}

/// The share that a network gives an example, and on the way what the traits and neurons came to, and which ride each
/// trait is of.
fn guess(network: &Network, example: &Example) -> (f32, [f32; NEURONS], [f32; TRAITS], [usize; TRAITS]) {
    let (mut best, mut which) = ([f32::MIN; TRAITS], [0; TRAITS]);
    for (i, terms) in example.rides.iter().enumerate() {
        let mut traits = [0.0; TRAITS];
        for (term, row) in terms.iter().zip(&network.rides) {
            (0..TRAITS).for_each(|t| traits[t] += term * row[t]);
        }
        for t in 0..TRAITS {
            if traits[t] > best[t] {
                (best[t], which[t]) = (traits[t], i);
            }
        }
    }
    let mut sums = [0.0f32; NEURONS];
    for (term, row) in example.terms.iter().chain(&best).zip(&network.terms) {
        (0..NEURONS).for_each(|n| sums[n] += term * row[n]);
    }
    sums = sums.map(|sum| sum.max(0.0));
    let logit: f32 = sums.iter().zip(&network.out).map(|(sum, weight)| sum * weight).sum();
    (1.0 / (1.0 + (-logit).exp()), sums, best, which)
}

/// Fits a network by Adam, the steps getting smaller as a cosine does; returns the mean of the squared error in the last
/// pass.
fn fit(network: &mut Network, examples: &mut [&Example], rng: &mut Rng) -> f32 {
    // A network that is all zeros would never learn.
    if network.numbers().all(|weight| *weight == 0.0) {
        network.numbers().for_each(|weight| *weight = (rng.unit() as f32 - 0.5) * 0.5);
    }
    let (mut mean, mut square) = (Network::new(), Network::new());
    let (mut steps, mut error, mut total) = (0, 0.0, 0.0);
    let all = (EPOCHS * examples.len().div_ceil(BATCH)) as f32;
    for _ in 0..EPOCHS {
        rng.shuffle(examples);
        (error, total) = (0.0, 0.0);
        for batch in examples.chunks(BATCH) {
            let mut gradient = Network::new();
            for example in batch {
                let (share, sums, best, which) = guess(network, example);
                error += example.weight * (share - example.target).powi(2);
                total += example.weight;
                learn_from(network, &mut gradient, example, share, &sums, &best, &which);
            }
            steps += 1;
            let rate = RATE * 0.5 * (1.02 + (std::f32::consts::PI * steps as f32 / all).cos());
            let (a, b) = (1.0 - 0.9f32.powi(steps), 1.0 - 0.999f32.powi(steps));
            let weight: f32 = batch.iter().map(|example| example.weight).sum();
            let places = network.numbers().zip(gradient.numbers()).zip(mean.numbers().zip(square.numbers()));
            for ((place, gradient), (mean, square)) in places {
                let g = *gradient / weight + 1e-5 * *place;
                *mean = 0.9 * *mean + 0.1 * g;
                *square = 0.999 * *square + 0.001 * g * g;
                *place -= rate * (*mean / a) / ((*square / b).sqrt() + 1e-8);
            }
        }
    }
    error / total.max(1e-9)
}

/// Adds what an example asks of the weights.
fn learn_from(
    network: &Network,
    gradient: &mut Network,
    example: &Example,
    share: f32,
    sums: &[f32; NEURONS],
    best: &[f32; TRAITS],
    which: &[usize; TRAITS],
) {
    let off = (share - example.target) * example.weight;
    let mut back = [0.0f32; NEURONS];
    for n in 0..NEURONS {
        gradient.out[n] += off * sums[n];
        back[n] = if sums[n] > 0.0 { off * network.out[n] } else { 0.0 };
    }
    for (term, row) in example.terms.iter().chain(best).zip(&mut gradient.terms) {
        (0..NEURONS).for_each(|n| row[n] += term * back[n]);
    }
    for t in 0..TRAITS {
        let asked: f32 = (0..NEURONS).map(|n| back[n] * network.terms[TERMS + t][n]).sum();
        for (term, row) in example.rides[which[t]].iter().zip(&mut gradient.rides) {
            row[t] += asked * term;
        }
    }
}

/// The fugitive's points of both tables against every hunter of the pool, those of every fugitive of the pool against
/// both as detectives, and the differences on the same maps; `old` in the pool is the old table.
fn play_match(weights: &[Weights; 2], maps: u64, seed: u64, depth: i32, seconds: Option<f64>) {
    for (role, pool) in
        [("fugitive", ["old", "greedy", "cover", "chase"]), ("detectives", ["old", "greedy", "far", "hide"])]
    {
        let mut gains = vec![0.0; maps as usize];
        for other in pool {
            let mut progress = Progress::new(other, 0, maps as usize);
            let mut points = [Vec::new(), Vec::new()];
            for i in 0..maps {
                let map = map::generate(seed * 1_000_000 + i);
                let text = map.lines().join("\n");
                let ours = |who: usize, salt: u64| Side::ours(&text, &weights[who], seconds, depth, 10 * i + salt);
                for (who, points) in points.iter_mut().enumerate() {
                    let rival = if other == "old" { ours(1, 1) } else { Side::partner(&map, other, i) };
                    let us = ours(who, 2);
                    let sides = if role == "fugitive" { [rival, us] } else { [us, rival] };
                    points.push(f64::from(play(&map, sides, None).0));
                }
                progress.tell(i as usize + 1, role);
            }
            let sign = if role == "fugitive" { 1.0 } else { -1.0 };
            let gain: Vec<f64> = points[0].iter().zip(&points[1]).map(|(new, old)| sign * (new - old)).collect();
            gains.iter_mut().zip(&gain).for_each(|(sum, gain)| *sum += gain / pool.len() as f64);
            let [new, old, gain] = [&points[0], &points[1], &gain].map(|points| stats::estimate(points));
            let row = |e: &stats::Estimate| format!("{:5.2} +- {:.2}", e.mean, e.half);
            println!("{} against {:6} new {}, old {}, gain {}", role, other, row(&new), row(&old), row(&gain));
        }
        let gain = stats::estimate(&gains);
        println!("{} gain {:.2} +- {:.2} points a game over the pool", role, gain.mean, gain.half);
    }
}
