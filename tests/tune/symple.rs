//! Learns the weights of Symple's policy and of its net. `make tune GAME=symple ARGS='say'` runs `tune-symple say`.
//!
//! The net: `play games.txt 200000 3` writes games of the policy. `learn games.txt 6` prints the text of a net, in
//! half a minute altogether. On games that it has not seen its mean squared error is 813; a net that always says 0
//! has 3199.
//!
//! The policy: `policy` is an evolution strategy with one champion. A copy of it, changed a little at random, plays
//! against the built-in weights and the latest champions. If it does better than the champion by two standard errors,
//! it becomes the champion.
//!
//! A bare policy that beats its parent often loses in the whole player. So copy `symple.rs`, put the new weights in,
//! and let `make match GAME=symple A=copy.rs B=symple.rs` decide.

#[path = "../../symple.rs"]
#[allow(dead_code)]
mod player;

mod common;

use common::{encode, generate, Adam, Progress, Words};
use player::contest::{decode, Rng};
use player::eval::{mix, Policy, Scores, Weights, WEIGHTS};
use player::net::{inputs, scale, Net, HIDDEN, INPUTS, LEARNED, SIDE, STEP_SIZES};
use player::rules::{Board, Move};
use player::search::utility;
use std::time::{Duration, Instant};

const USAGE: &str = "\
tune-symple play FILE GAMES [SEED]       games of the policy for learning; goes on with a file
tune-symple learn FILE [EPOCHS [SEED]]   learns the net and prints its text
tune-symple say                          what one more of each input of a side changes in the net's prediction
tune-symple cut                          noise and error of playouts cut short, the table in the player's `net`
tune-symple policy SECONDS [SEED]        learns the policy's weights and prints them, a feature a line";

/// White's raw margin when two policies play each other.
fn game(sides: [&Policy; 2], scores: &mut Scores, seed: u64) -> i32 {
    let mut board = Board::new();
    let mut ply = 0;
    while !board.vacant().is_empty() {
        ply += 1;
        let mv = sides[board.turn].choose(&board, scores, mix(seed, ply));
        board.play(mv);
    }
    board.margin()
}

// ---- The net ----------------------------------------------------------------------------------------------------------

/// One turn in so many before the cut is played with much noise; and that noise.
const WILD: usize = 3;
const WILD_NOISE: f32 = 5.0;

/// A record: the number of plies after which only the policy plays, and all moves. Before that some turns have much
/// noise, so that the net also meets what the policy avoids.
fn record(calm: &Policy, wild: &Policy, rng: &mut Rng) -> String {
    let mut scores = Scores::new();
    let cut = rng.below(56);
    let mut text = cut.to_string();
    let mut board = Board::new();
    let mut ply = 0;
    while !board.vacant().is_empty() {
        let policy = if ply < cut && rng.below(WILD) == 0 { wild } else { calm };
        let mv = policy.choose(&board, &mut scores, rng.next());
        text += &format!(" {}", mv);
        board.play(mv);
        ply += 1;
    }
    text
}

fn play(path: &str, games: usize, seed: u64) {
    let mut weights = WEIGHTS;
    weights.noise = WILD_NOISE;
    let (calm, wild) = (Policy::new(&WEIGHTS), Policy::new(&weights));
    let line = |number: usize| record(&calm, &wild, &mut Rng(mix(seed, number as u64)));
    generate(path, "games", games, line).expect(path);
}

/// Positions and their results for the side on turn.
struct Data {
    inputs: Vec<[u8; INPUTS]>,
    utility: Vec<f32>,
}

/// Every fourth position or so after the cut of each game.
fn read_games(path: &str) -> Data {
    let mut data = Data { inputs: Vec::new(), utility: Vec::new() };
    let text = std::fs::read_to_string(path).expect(path);
    for (number, line) in text.lines().enumerate() {
        let mut words = line.split(' ');
        let cut: usize = words.next().and_then(|word| word.parse().ok()).expect(line);
        let mut board = Board::new();
        let begin = data.inputs.len();
        let mut turns = Vec::new();
        for (ply, word) in words.enumerate() {
            if ply >= cut && (ply - cut) % (3 + number % 3) == 0 {
                data.inputs.push(inputs(&board));
                turns.push(board.turn);
            }
            board.play(Move::parse(word).expect(line));
        }
        let white = utility(f64::from(board.margin())) as f32;
        data.utility.extend(turns.iter().map(|turn| if *turn == 0 { white } else { -white }));
        assert_eq!(data.inputs.len(), begin + turns.len());
    }
    data
}

/// Games of the policy from which `say` takes its means.
const GAMES_SAID: u64 = 150;

/// Where the weights of the net stand, in the order of `Net::new`.
const BIAS: usize = INPUTS * HIDDEN;
const SECOND: usize = BIAS + HIDDEN;
const DIRECT: usize = SECOND + HIDDEN;
const LAST: usize = DIRECT + INPUTS;

/// Results are learned in units of this many points.
const POINTS: f32 = 50.0;
const BATCH: usize = 256;

/// Adds the gradient of one position's squared error to `slope`. Returns the squared error.
fn descend(weights: &[f32], input: &[f32; INPUTS], target: f32, slope: &mut [f32]) -> f32 {
    let mut hidden = [0.0; HIDDEN];
    hidden.copy_from_slice(&weights[BIAS..SECOND]);
    let mut value = weights[LAST];
    for (i, x) in input.iter().enumerate() {
        for (unit, weight) in hidden.iter_mut().zip(&weights[i * HIDDEN..]) {
            *unit += x * weight;
        }
        value += x * weights[DIRECT + i];
    }
    for (unit, weight) in hidden.iter().zip(&weights[SECOND..]) {
        value += unit.max(0.0) * weight;
    }
    let error = value - target;
    let mut back = [0.0; HIDDEN];
    for j in (0..HIDDEN).filter(|j| hidden[*j] > 0.0) {
        slope[SECOND + j] += error * hidden[j];
        back[j] = error * weights[SECOND + j];
        slope[BIAS + j] += back[j];
    }
    for (i, x) in input.iter().enumerate() {
        slope[DIRECT + i] += error * x;
        for (slope, back) in slope[i * HIDDEN..].iter_mut().zip(&back) {
            *slope += back * x;
        }
    }
    slope[LAST] += error;
    error * error
}

/// Adam on batches, with a rate that falls to 0 as a cosine does. Meanwhile the inputs have mean 0 and deviation 1.
fn learn(path: &str, epochs: usize, seed: u64) {
    let mut data = read_games(path);
    // The last tenth is held back for the check.
    let count = data.inputs.len() * 9 / 10;
    let (test, goal) = (data.inputs.split_off(count), data.utility.split_off(count));
    let (mut mean, mut deviation) = ([0.0f32; INPUTS], [0.0f32; INPUTS]);
    for i in 0..INPUTS {
        let values = || data.inputs.iter().map(|x| f64::from(x[i]));
        let middle = values().sum::<f64>() / count as f64;
        let variance = values().map(|x| (x - middle).powi(2)).sum::<f64>() / count as f64;
        mean[i] = middle as f32;
        deviation[i] = (variance.sqrt() as f32).max(0.1);
    }
    let mut rng = Rng(seed);
    let mut random = |size: f64| ((rng.unit() - 0.5) * size) as f32;
    let mut weights = vec![0.0; LAST + 1];
    weights[..BIAS].iter_mut().for_each(|w| *w = random(3.4 / (INPUTS as f64).sqrt()));
    weights[SECOND..DIRECT].iter_mut().for_each(|w| *w = random(0.3));
    let mut adam = Adam::new(weights.len());
    let steps = count / BATCH * epochs;
    let mut progress = Progress::new("step", 0, steps);
    let mut loss = 0.0;
    for step in 0..steps {
        let rate = 0.001 * (1.0 + (std::f32::consts::PI * step as f32 / steps as f32).cos());
        let mut slope = vec![0.0; LAST + 1];
        let mut sum = 0.0;
        for _ in 0..BATCH {
            let k = rng.below(count);
            let mut input = [0.0; INPUTS];
            for i in 0..INPUTS {
                input[i] = (f32::from(data.inputs[k][i]) - mean[i]) / deviation[i];
            }
            sum += descend(&weights, &input, data.utility[k] / POINTS, &mut slope);
        }
        loss += (sum / BATCH as f32 - loss) / (step + 1).min(1000) as f32;
        adam.step(weights.iter_mut(), slope.iter().map(|slope| slope / BATCH as f32), rate);
        progress.tell(step + 1, &format!("error {:.0}", loss * POINTS * POINTS));
    }
    // Back to the plain inputs, then to whole numbers.
    for i in 0..INPUTS {
        for j in 0..HIDDEN {
            weights[i * HIDDEN + j] /= deviation[i];
            weights[BIAS + j] -= weights[i * HIDDEN + j] * mean[i];
        }
        weights[DIRECT + i] /= deviation[i];
        weights[LAST] -= weights[DIRECT + i] * mean[i];
    }
    let whole: Vec<i16> = (0..=LAST)
        .map(|i| match i {
            _ if i < BIAS => weights[i] / scale(i / HIDDEN) / STEP_SIZES[0],
            _ if i < SECOND => weights[i] / STEP_SIZES[1],
            _ if i < DIRECT => weights[i] * POINTS / STEP_SIZES[2],
            _ if i < LAST => weights[i] * POINTS / scale(i - DIRECT) / STEP_SIZES[2],
            _ => weights[i] * POINTS,
        })
        .map(|w| w.round() as i16)
        .collect();
    let beyond: Vec<(usize, i16)> = whole.iter().cloned().enumerate().filter(|w| w.1.abs() > 818).collect();
    eprintln!("{:?} cut off", beyond);
    let text = encode(&whole);
    let net = Net::new(&decode(&text));
    let errors = |value: &dyn Fn(&[u8; INPUTS]) -> f32| {
        test.iter().zip(&goal).map(|(x, y)| f64::from((value(x) - y).powi(2))).sum::<f64>() / test.len() as f64
    };
    eprintln!("{} positions, error of others {:.1} of {:.1}", count, errors(&|x| net.forward(x)), errors(&|_| 0.0));
    print!("{}", text);
}

/// Mean change of the prediction when a side has one more of an input, with 180, 95 and 35 vacant points.
fn say() {
    let (policy, net, mut scores) = (Policy::new(&WEIGHTS), Net::new(&LEARNED), Scores::new());
    let mut sums = [[0.0; 3]; SIDE];
    for seed in 0..GAMES_SAID {
        let mut rng = Rng(seed);
        let mut board = Board::new();
        for (stage, vacant) in [180, 95, 35].into_iter().enumerate() {
            while board.vacant().count() > vacant {
                board.play(policy.choose(&board, &mut scores, rng.next()));
            }
            let inputs = inputs(&board);
            for (input, sums) in sums.iter_mut().enumerate() {
                let more = |place: usize| {
                    let mut more = inputs;
                    more[place] += 1;
                    f64::from(net.forward(&more) - net.forward(&inputs))
                };
                // The prediction is for the side on turn. Its inputs come first.
                sums[stage] += (more(input) - more(SIDE + input)) / 2.0;
            }
        }
    }
    for (input, sums) in sums.iter().enumerate() {
        let [early, middle, late] = sums.map(|sum| sum / GAMES_SAID as f64);
        println!("input {:2}  {:+6.1} {:+6.1} {:+6.1}", input, early, middle, late);
    }
}

// ---- The policy -------------------------------------------------------------------------------------------------------

/// Mean utility of `a` against `b` over pairs of games with sides swapped, and its standard error.
fn compare(a: &Policy, b: &Policy, scores: &mut Scores, pairs: u64, seed: u64) -> (f64, f64) {
    let (mut sum, mut squares) = (0.0, 0.0);
    for i in 0..pairs {
        let seed = mix(seed, i);
        let value = utility(f64::from(game([a, b], scores, seed))) - utility(f64::from(game([b, a], scores, seed)));
        sum += value / 2.0;
        squares += value * value / 4.0;
    }
    let n = pairs as f64;
    let mean = sum / n;
    (mean, ((squares / n - mean * mean).max(0.0) / n).sqrt())
}

/// A number with mean 0 and deviation 1, nearly normal.
fn normal(rng: &mut Rng) -> f32 {
    (0..12).map(|_| rng.unit()).sum::<f64>() as f32 - 6.0
}

fn policy(seconds: u64, seed: u64) {
    let begun = Instant::now();
    let mut progress = Progress::new("second", 0, seconds as usize);
    let mut rng = Rng(seed);
    let mut scores = Scores::new();
    let mut champion = WEIGHTS;
    let mut pool = vec![Policy::new(&WEIGHTS)];
    let mut size = 0.2f32;
    while begun.elapsed() < Duration::from_secs(seconds) {
        progress.tell(begun.elapsed().as_secs() as usize, &format!("champion {}", pool.len() - 1));
        let mut weights = champion.clone();
        for weight in numbers(&mut weights) {
            if rng.below(4) == 0 {
                *weight += size * (weight.abs() + 0.15) * normal(&mut rng);
            }
        }
        let challenger = Policy::new(&weights);
        // A quick look first. Then both play the same games in each pairing.
        let latest = &pool[pool.len() - 1];
        let (mean, error) = compare(&challenger, latest, &mut scores, 100, rng.next());
        if mean < error {
            size = (size * 0.99).max(0.05);
            continue;
        }
        let mut better = (0.0, 0.0);
        for rival in pool.iter().rev().take(4) {
            let seed = rng.next();
            let (new, error) = compare(&challenger, rival, &mut scores, 250, seed);
            let (old, old_error) = compare(latest, rival, &mut scores, 250, seed);
            better.0 += new - old;
            better.1 += error * error + old_error * old_error;
        }
        if better.0 > 2.0 * better.1.sqrt() {
            champion = weights;
            pool.push(challenger);
            size = (size * 1.2).min(0.5);
        }
    }
    let (mean, error) = compare(&Policy::new(&champion), &pool[0], &mut scores, 2000, rng.next());
    eprintln!("{} champions, {:+.2} +- {:.2} against the built-in", pool.len() - 1, mean, 2.0 * error);
    for row in numbers(&mut champion).chunks(3) {
        println!("{}", row.iter().map(|w| format!("{:.2}", w)).collect::<Vec<_>>().join(" "));
    }
}

/// All weights of the policy, in the order of their text.
fn numbers(weights: &mut Weights) -> Vec<&mut f32> {
    let Weights { features, space, groups, noise } = weights;
    features.iter_mut().flatten().chain(space).chain(groups).chain([noise]).collect()
}

/// Playouts are cut after so many turns. The last ones go to the end.
const CUTS: [u64; 7] = [2, 4, 8, 12, 16, 24, u64::MAX];

/// White's margin times this is a side's.
const SIGNS: [f64; 2] = [1.0, -1.0];

/// Mean and variance of numbers.
fn moments(numbers: &[f64]) -> [f64; 2] {
    let mean = numbers.iter().sum::<f64>() / numbers.len() as f64;
    [mean, numbers.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / (numbers.len() - 1) as f64]
}

/// Prints what is lost if playouts are cut and judged by the net. In 12 positions, 14 turns into the game, 600
/// playouts each compare the best 6 of 30 moves. Playouts of one number share their random numbers.
fn cut() {
    let (policy, net, mut scores) = (Policy::new(&WEIGHTS), Net::new(&LEARNED), Scores::new());
    let (mut noise, mut error) = ([0.0; CUTS.len()], [0.0; CUTS.len()]);
    let (positions, playouts) = (12, 600);
    for position in 0..positions {
        let mut rng = Rng(position + 1000);
        let mut board = Board::new();
        (0..14).for_each(|_| board.play(policy.choose(&board, &mut scores, rng.next())));
        let moves: Vec<Move> = (0..30).map(|_| policy.choose(&board, &mut scores, rng.next())).collect();
        let seeds: Vec<u64> = (0..playouts).map(|_| rng.next()).collect();
        let mut results = |mv: Move, turns: u64, playouts: usize| -> Vec<f64> {
            let result = |seed: &u64| {
                let mut end = board;
                end.play(mv);
                policy.playout(&mut end, &mut scores, *seed, turns);
                let over = end.vacant().is_empty();
                let white = if over {
                    utility(f64::from(end.margin()))
                } else {
                    f64::from(net.evaluate(&end)) * SIGNS[end.turn]
                };
                white * SIGNS[board.turn]
            };
            seeds[..playouts].iter().map(result).collect()
        };
        let mut judged: Vec<(f64, Move)> =
            moves.iter().map(|mv| (moments(&results(*mv, u64::MAX, 200))[0], *mv)).collect();
        judged.sort_by(|a, b| b.0.total_cmp(&a.0));
        judged.dedup_by(|a, b| a.1 == b.1);
        let best = &judged[..judged.len().min(6)];
        let all = CUTS.map(|turns| best.iter().map(|(_, mv)| results(*mv, turns, playouts)).collect::<Vec<_>>());
        for (i, cut) in all.iter().enumerate() {
            noise[i] += cut.iter().map(|move_results| moments(move_results)[1]).sum::<f64>() / best.len() as f64;
            // How much a cut changes the difference of two moves: the squared mean, without what chance alone adds.
            let full = &all[CUTS.len() - 1];
            let pairs: Vec<(usize, usize)> = (0..best.len()).flat_map(|a| (0..a).map(move |b| (a, b))).collect();
            for &(a, b) in &pairs {
                let off = |k: usize| (cut[a][k] - cut[b][k]) - (full[a][k] - full[b][k]);
                let [mean, variance] = moments(&(0..playouts).map(off).collect::<Vec<_>>());
                error[i] += (mean * mean - variance / playouts as f64) / pairs.len() as f64;
            }
        }
    }
    let root = |sum: f64| (sum / positions as f64).max(0.0).sqrt();
    println!("turns  {:?}", CUTS);
    println!("noise  {:.0?}", noise.map(root));
    println!("error  {:.0?}", error.map(root));
}

fn main() {
    let words = Words::new(USAGE);
    match words.command() {
        "play" => play(words.text(1), words.number(2), words.number_or(3, 1)),
        "learn" => learn(words.text(1), words.number_or(2, 4), words.number_or(3, 1)),
        "say" => say(),
        "cut" => cut(),
        "policy" => policy(words.number(1), words.number_or(2, 1)),
        _ => words.refuse("no such command"),
    }
}
