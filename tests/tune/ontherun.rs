//! Learns the networks at the leaves of `ontherun.rs` from games on generated maps.
//!
//! `play` plays four games on each map: the player against itself twice, and in each role against the greedy partner.
//! It takes every position in which the fugitive is about to ride, and a second one as it would be after a random
//! joint move. A position gives a few cities where the fugitive can be, each with its value by the search. For the
//! real city the target is partly what became of the fugitive. `learn` fits the networks to these targets (Adam, a
//! form of gradient descent).
//!
//! The table in the file began as a guess by hand. With DEPTH 1 it then took 3 rounds of 30 maps and 12 rounds of 40.
//! Each round plays with the weights of the round before, and learns from the last four. Only a match decides whether
//! a table goes into the file: `make match` of a copy that has it. The present one was learned with another target: any
//! arrest counted 0, even right after an announcement.

mod common;
#[path = "../../ontherun.rs"]
#[allow(dead_code)]
mod ontherun;
#[path = "../ontherun/table.rs"]
mod table;

use common::{backward, chance, cut, cut_blame, encode, forward, generate, samples, Descent, Words};
use jury::rules::game::{Game, Partner, Rng};
use jury::rules::map;
use jury::rules::ontherun::{joint_move, Phase};
use jury::rules::pursuit::partner_on;
use ontherun::contest::{decode, Budget, Options};
use ontherun::eval::{networks, scale, Context, Networks, LEARNED, NEURONS, TERMS};
use ontherun::matrix::Model;
use ontherun::protocol::Session;
use ontherun::rules::{Board, Map, Move};
use ontherun::search::Search;
use table::Table;

const USAGE: &str = "\
usage: tune-ontherun play WEIGHTS FILE MAPS DEPTH SEED    plays games on so many maps, a line of FILE for each
       tune-ontherun learn WEIGHTS TO SEED FILE..         fits the weights to the positions in the files
WEIGHTS: a file that `learn` wrote, or `same` for the table in ontherun.rs. DEPTH: turns looked ahead. `play` goes on where
FILE ends.";

/// The share of what became of the fugitive in the real city's target. The rest is the search's value.
const OUTCOME: f32 = 0.3;

/// Cities of a position beside the real one.
const OTHERS: usize = 2;

const DESCENT: Descent = Descent { epochs: 6, batch: 64, rate: 0.002 };

fn main() {
    let words = Words::new(USAGE);
    words.text(1);
    let weights = networks(&words.weights(1, &[("same", LEARNED)], decode));
    match words.command() {
        "play" => play_maps(&weights, words.text(2), words.number(3), words.number(4), words.number(5)),
        "learn" => learn(weights, words.new_file(2), words.number(3), words.files(4)),
        _ => words.refuse("no such command"),
    }
}

impl Partner for Session {
    fn hear(&mut self, line: &str) -> Result<Vec<String>, String> {
        Session::hear(self, line).map(|lines| lines.lines().map(str::to_string).collect()).map_err(|e| e.to_string())
    }
}

/// The player of the file, searching `depth` turns deep.
fn ours(text: &str, weights: &Networks, depth: i32, seed: u64) -> Box<dyn Partner> {
    let map = Map::parse(text).expect("a generated map");
    let mut session = Session::new(map, Options { seconds: 5.0, seed, past: Vec::new(), log: false });
    session.search.networks = *weights;
    session.fixed = Some(Budget::fixed(depth, u64::MAX));
    Box::new(session)
}

/// A position in which the fugitive rides.
struct Turn {
    /// Rides until the announcement, minus 1: the number of the network.
    moves: usize,
    turn: usize,
    /// Cities with their terms and the search's value as a share of `scale`. The first is the real one.
    cities: Vec<([f32; TERMS], f32)>,
}

/// Plays a game. Returns the fugitive's points; its turns, each searched `depth` turns deep; and the same of turns as
/// they would be after random joint moves.
fn play(
    map: &map::Map,
    mut sides: [Box<dyn Partner>; 2],
    search: &mut Search,
    depth: i32,
) -> (i32, Vec<Turn>, Vec<Turn>) {
    let mut table = Table::new(map.clone());
    let mut hear = |seat: usize, line: &str| sides[seat].hear(line).expect("a line of the jury").join("\n");
    let (mut turns, mut others) = (Vec::new(), Vec::new());
    // What both sides know.
    let mut public = Board::new();
    while let Some((before, line)) = table.play(None, &mut hear) {
        let game = &table.game;
        match before.phase {
            Phase::PlaceFugitive => {
                public.detectives = game.detectives.map(|d| d as u8);
                public.play(Move::Start(game.fugitive as u8));
            }
            Phase::MoveFugitive => {
                turns.push(searched(search, depth, &public, before.fugitive as u8));
                let mode = map::MODES.iter().position(|m| line.starts_with(*m)).expect("a mode");
                let city = if before.turn % 5 == 0 { Some(game.fugitive as u8) } else { None };
                public.observe(&search.map, (mode, city), &search.believed[mode]);
            }
            Phase::MoveDetectives if game.phase == Phase::MoveFugitive => {
                let mut random = Rng(search.nodes);
                let mut sort = |_: &[usize], cities: &mut Vec<usize>| random.shuffle(cities);
                if let Some(joint) = joint_move(map, before.detectives, &[], &mut sort) {
                    let mut state = public;
                    state.play(Move::Joint(joint.map(|d| d as u8)));
                    if !joint.contains(&game.fugitive) {
                        others.push(searched(search, depth, &state, game.fugitive as u8));
                    }
                }
                public.play(Move::Joint(game.detectives.map(|d| d as u8)));
            }
            _ => {}
        }
    }
    (table.game.points()[1], turns, others)
}

/// A turn as a search values it: the real city and some others.
fn searched(search: &mut Search, depth: i32, state: &Board, fugitive: u8) -> Turn {
    search.begin(Budget::fixed(depth, u64::MAX));
    search.solve(state, depth, Model { strangers: 0.5, ..Model::default() });
    let mut values = [0.0; 256];
    search.tree.root().iter().for_each(|one| values[usize::from(one.city)] = one.average);
    let mut cities: Vec<u8> = state.support.cities().filter(|c| *c != fugitive).collect();
    Rng(search.nodes).shuffle(&mut cities);
    cities.truncate(OTHERS);
    cities.insert(0, fugitive);
    let most = scale(state.turn);
    let context = Context::new(&search.map, &search.networks, &state.detectives, &state.support, state.turn);
    let cities = cities.iter().map(|c| (context.terms(*c), (values[usize::from(*c)] / most).clamp(0.0, 1.0))).collect();
    Turn { moves: 4 - (state.turn - 1) % 5, turn: state.turn, cities }
}

/// `Turn::moves`, the terms of a city, and the target.
type Example = (usize, [f32; TERMS], f32);

fn play_maps(weights: &Networks, file: &str, maps: usize, depth: i32, seed: u64) {
    let record = |map: usize| {
        let examples = examples(weights, depth, seed * 1_000_000 + map as u64);
        let text = examples.iter().map(|(moves, terms, target)| {
            let numbers = terms.iter().chain([target]).map(|number| format!(" {:.3}", number));
            format!("{}{}", moves, numbers.collect::<String>())
        });
        text.collect::<Vec<String>>().join(";")
    };
    generate(file, "maps", maps, record).expect(file);
}

/// What the four games on a map teach.
fn examples(weights: &Networks, depth: i32, seed: u64) -> Vec<Example> {
    let map = map::generate(seed);
    let text = map.lines().join("\n");
    let mut search = Search::new(Map::parse(&text).expect("a generated map"), seed);
    search.networks = *weights;
    let mut found = Vec::new();
    for pairing in 0..4 {
        let ours = |salt: u64| ours(&text, weights, depth, 10 * seed + salt);
        let greedy = || partner_on(map.clone(), "greedy", Rng(seed));
        let sides = match pairing {
            0 | 1 => [ours(pairing), ours(pairing + 4)],
            2 => [greedy(), ours(2)],
            _ => [ours(3), greedy()],
        };
        let (points, turns, others) = play(&map, sides, &mut search, depth);
        for (t, turn) in turns.iter().enumerate() {
            // The position after the next announcement, if the fugitive got there.
            let announced = turn.turn + turn.moves;
            let became = match turns[t..].iter().find(|later| later.turn == announced + 1) {
                Some(later) => 1.0 + later.cities[0].1 * scale(later.turn),
                // All its points but those of announcements before: 1 for an arrest after the next one, 11 for none.
                None => (points - (turn.turn as i32 - 1) / 5) as f32,
            };
            let became = (became / scale(turn.turn)).clamp(0.0, 1.0);
            for (k, (terms, thought)) in turn.cities.iter().enumerate() {
                let target = if k == 0 { OUTCOME * became + (1.0 - OUTCOME) * thought } else { *thought };
                found.push((turn.moves, *terms, target));
            }
        }
        for turn in others {
            found.extend(turn.cities.iter().map(|(terms, thought)| (turn.moves, *terms, *thought)));
        }
    }
    found
}

fn read(text: &str) -> Option<Example> {
    let (moves, numbers) = text.split_once(' ')?;
    let numbers = numbers.split(' ').map(|word| word.parse().ok()).collect::<Option<Vec<f32>>>()?;
    let (target, terms) = numbers.split_last()?;
    Some((moves.parse().ok()?, terms.try_into().ok()?, *target))
}

fn learn(mut weights: Networks, to: &str, seed: u64, files: &[String]) {
    for (moves, network) in weights.iter_mut().enumerate() {
        let of_network = |line: &str| Some(line.split(';').filter_map(read).filter(|one| one.0 == moves).collect());
        let (samples, tests, _) = samples(files, of_network).expect("the files of games");
        let mut rng = Rng(seed + moves as u64);
        // A neuron not used yet begins at random: one that is all zeros would never learn.
        for neuron in 0..NEURONS {
            if network[TERMS][neuron] == 0.0 {
                network.iter_mut().for_each(|row| row[neuron] = (rng.unit() as f32 - 0.5) * 0.4);
            }
        }
        DESCENT.fit(network.as_flattened_mut(), (samples, &tests), rng.next(), slope);
    }
    let whole = |weight: &f32| (100.0 * weight).round() as i16;
    let numbers: Vec<i16> = weights.iter().flatten().flatten().map(whole).collect();
    std::fs::write(to, encode(&numbers)).expect(to);
}

/// Adds the gradient of a position's cross entropy to the slopes. Returns the squared error. Weights shrink a little
/// in each step.
fn slope(weights: &[f32], (_, terms, target): &Example, slopes: &mut [f32]) -> f64 {
    let (rows, out) = weights.split_at(TERMS * NEURONS);
    let (mut sums, mut logit, mut of_sums) = ([0.0; NEURONS], [0.0], [0.0; NEURONS]);
    forward(rows, terms, &mut sums);
    let units = cut(sums);
    forward(out, &units, &mut logit);
    let off = chance(logit[0]) - target;
    slopes.iter_mut().zip(weights).for_each(|(slope, weight)| *slope += 1e-5 * weight);
    backward(out, &units, &[off], &mut slopes[TERMS * NEURONS..], &mut of_sums);
    cut_blame(&mut of_sums, &units);
    backward(&[], terms, &of_sums, slopes, &mut []);
    f64::from(off * off)
}
