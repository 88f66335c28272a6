//! Learns the weights of Symple's policy and of its net. `make tune GAME=symple` prints how.
//!
//! The policy came first from evolution: a copy of the champion, changed a little at random, played against the latest
//! champions, and became the champion if it did better by two standard errors. So were the numbers for exploring and the
//! noise found (the tool: commit ad316a0, command `policy`).
//!
//! Then the features' weights were learned from what the search chose, in three rounds. With a new policy the net has to
//! learn again, because it predicts what the policy's games come to. A round takes about ten minutes of a processor:
//!
//! ```text
//! think a.txt 36 100000 100   games of the search with 100,000 turns of playouts a move
//! think b.txt 35 100000 101   some more
//! imitate 0.5 a.txt b.txt     weights for the policy: half of what fits best; put them into the player, then
//! play games.txt 200000 3     games of the new policy, for the net
//! learn games.txt 6           the text of the net
//!
//! think c.txt 120 100000 500  the second round. Further 150 games, d.txt, were played with `imitate 0.7 a.txt b.txt` in
//! imitate 0.5 c.txt d.txt     the player, by a forerunner of `think`
//! play games2.txt 200000 3
//! learn games2.txt 6          the net's mean squared error on games that it has not seen is 804
//!
//! think e.txt 200 100000 900  the third round, with three more features: the edge, what is walled off, what the opponent
//! think f.txt 116 100000 950  is kept from. (f: after a first fit to e.) Surprise by choices that were held
//! imitate 0.7 e.txt f.txt     back: 11.04; of the twelve features, fitted to the same games: 11.42
//! play games3.txt 200000 3
//! learn games3.txt 6          753; a net that always says 0 has 3590
//! ```
//!
//! What was tried on the way stands in `README.md` here. The two tables at the head of the player's `net` are by `cut`
//! and `say` of this tool at commit ad316a0: its functions, put into today's.

#[path = "../../symple.rs"]
#[allow(dead_code)]
mod player;

mod common;

use common::{backward, cut, cut_blame, encode, forward, generate, samples, Descent, Words};
use player::contest::{Budget, Rng};
use player::eval::{mix, Policy, Scores, Weights, FEATURES, WEIGHTS};
use player::net::{inputs, scale, HIDDEN, INPUTS, STEP_SIZES};
use player::rules::{Board, Move};
use player::search::Search;

const USAGE: &str = "\
tune-symple play FILE GAMES [SEED]       games of the policy for learning; goes on with a file
tune-symple learn FILE [EPOCHS [SEED]]   learns the net and prints its text
tune-symple think FILE GAMES NODES SEED  games of the search, NODES a move; goes on with a file
tune-symple imitate SCALE FILE...        fits the policy to the search's choices; prints the weights times SCALE";

// ---- The net ----------------------------------------------------------------------------------------------------------

/// One turn in so many before the cut is played with much noise; and that noise; and that of all other turns. A net that
/// learned from games with the player's noise, 3.0, was weaker (`README.md`).
const WILD: usize = 3;
const WILD_NOISE: f32 = 5.0;
const CALM_NOISE: f32 = 1.5;

/// A record: the number of plies after which only the policy plays, and all moves. Before that some turns have much
/// noise, so that the net also meets what the policy avoids.
fn record([calm, wild]: &[Policy; 2], rng: &mut Rng) -> String {
    let (cut, mut scores, mut board) = (rng.below(56), Scores::new(), Board::new());
    let mut words = vec![cut.to_string()];
    while !board.vacant().is_empty() {
        let policy = if words.len() <= cut && rng.below(WILD) == 0 { wild } else { calm };
        let mv = policy.choose(&board, &mut scores, rng.next());
        words.push(mv.to_string());
        board.play(mv);
    }
    words.join(" ")
}

fn play(path: &str, games: usize, seed: u64) {
    let policies = [CALM_NOISE, WILD_NOISE].map(|noise| Policy::new(&Weights { noise, ..WEIGHTS }));
    let line = |number: usize| record(&policies, &mut Rng(mix(seed, number as u64)));
    generate(path, "games", games, line).expect(path);
}

/// Every fourth position or so after the cut of a game, each with the result for the side on turn.
fn read_game(line: &str) -> Option<Vec<([u8; INPUTS], f32)>> {
    let mut words = line.split(' ');
    let cut: usize = words.next()?.parse().ok()?;
    let (mut board, mut found) = (Board::new(), Vec::new());
    for (ply, word) in words.enumerate() {
        if ply >= cut && (ply - cut) % (3 + cut % 3) == 0 {
            found.push((inputs(&board), board.turn));
        }
        board.play(Move::parse(word)?);
    }
    let white = board.utility() as f32;
    Some(found.into_iter().map(|(counted, turn)| (counted, [white, -white][turn])).collect())
}

/// Where the weights of the net stand, in the order of `Net::new`.
const BIAS: usize = INPUTS * HIDDEN;
const SECOND: usize = BIAS + HIDDEN;
const DIRECT: usize = SECOND + HIDDEN;
const LAST: usize = DIRECT + INPUTS;

/// Results are learned in units of this many points.
const POINTS: f32 = 50.0;

/// Adds the gradient of one position's squared error to the slopes. Returns the squared error.
fn descend(weights: &[f32], input: &[f32; INPUTS], target: f32, slopes: &mut [f32]) -> f64 {
    let mut hidden = [0.0; HIDDEN];
    hidden.copy_from_slice(&weights[BIAS..SECOND]);
    forward(weights, input, &mut hidden);
    let (hidden, mut value) = (cut(hidden), [weights[LAST]]);
    forward(&weights[DIRECT..], input, &mut value);
    forward(&weights[SECOND..], &hidden, &mut value);
    let (error, mut of_hidden) = (value[0] - target, [0.0; HIDDEN]);
    backward(&weights[SECOND..], &hidden, &[error], &mut slopes[SECOND..DIRECT], &mut of_hidden);
    cut_blame(&mut of_hidden, &hidden);
    backward(&[], &[1.0], &of_hidden, &mut slopes[BIAS..SECOND], &mut []);
    backward(&[], input, &of_hidden, slopes, &mut []);
    backward(&[], input, &[error], &mut slopes[DIRECT..LAST], &mut []);
    slopes[LAST] += error;
    f64::from(error * error)
}

/// While the net learns, the inputs have mean 0 and deviation 1.
fn learn(path: &str, epochs: usize, seed: u64) {
    let (samples, tests, _) = samples(&[path.to_string()], read_game).expect(path);
    let (mut mean, mut deviation, count) = ([0.0f32; INPUTS], [0.0f32; INPUTS], samples.len() as f64);
    for i in 0..INPUTS {
        let values = || samples.iter().map(|(x, _)| f64::from(x[i]));
        let middle = values().sum::<f64>() / count;
        mean[i] = middle as f32;
        deviation[i] = ((values().map(|x| (x - middle).powi(2)).sum::<f64>() / count).sqrt() as f32).max(0.1);
    }
    let mut rng = Rng(seed);
    let mut random = |size: f64| ((rng.below(1 << 53) as f64 / f64::powi(2.0, 53) - 0.5) * size) as f32;
    let mut weights = vec![0.0; LAST + 1];
    weights[..BIAS].iter_mut().for_each(|w| *w = random(3.4 / (INPUTS as f64).sqrt()));
    weights[SECOND..DIRECT].iter_mut().for_each(|w| *w = random(0.3));
    let descent = Descent { epochs, batch: 256, rate: 0.002 };
    descent.fit(&mut weights, (samples, &tests), seed, |weights, (counted, result), slopes| {
        let input = std::array::from_fn(|i| (f32::from(counted[i]) - mean[i]) / deviation[i]);
        descend(weights, &input, result / POINTS, slopes)
    });
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
    print!("{}", encode(&whole));
}

// ---- The policy from the search's choices ---------------------------------------------------------------------------

/// A game of the search as text: its moves, each after an `s`. The first few are the policy's, each after a `p`.
fn think(rng: &mut Rng, nodes: u64) -> String {
    let policy = Policy::new(&WEIGHTS);
    let (mut search, mut scores, mut board) = (Search::new(rng.next()), Scores::new(), Board::new());
    let (first, mut text) = (rng.below(20), Vec::new());
    while !board.vacant().is_empty() {
        let (letter, mv) = match text.len() < first {
            true => ('p', policy.choose(&board, &mut scores, rng.next())),
            false => ('s', search.think(&board, Budget::fixed(0, nodes)).expect("a move").best),
        };
        text.push(format!("{}{}", letter, mv));
        board.play(mv);
    }
    text.join(" ")
}

/// A liberty of the side on turn in a position where the search expanded.
struct Liberty {
    /// What each weight is multiplied by in the score.
    factors: [f32; 3 * FEATURES],
    /// The groups that it touches, a bit each.
    groups: u64,
    chosen: bool,
}

/// All expansions in a game that `think` wrote, each as the liberties that it chose from. A policy in which all weights
/// but one are 0, and this one is 1, scores a liberty with the factor of this weight.
fn choices(line: &str, policies: &[Policy], scores: &mut Scores) -> Option<Vec<Vec<Liberty>>> {
    let (mut choices, mut board) = (Vec::new(), Board::new());
    for word in line.split(' ') {
        let mv = Move::parse(word.get(1..)?)?;
        let stones = mv.stones.and(board.liberties(board.turn));
        if word.starts_with('s') && !stones.is_empty() {
            let reaches = board.groups[board.turn].reaches();
            let mut liberties = Vec::new();
            for (weight, policy) in policies.iter().enumerate() {
                scores.fill(&board, policy);
                for (i, &(point, score)) in scores.list.iter().enumerate() {
                    if weight == 0 {
                        let touches = |group: usize| u64::from(reaches[group].has(point)) << (group % 64);
                        let groups = (0..reaches.len()).map(touches).fold(0, |all, bit| all | bit);
                        liberties.push(Liberty { factors: [0.0; 3 * FEATURES], groups, chosen: stones.has(point) });
                    }
                    liberties[i].factors[weight] = score;
                }
            }
            choices.push(liberties);
        }
        board.play(mv);
    }
    Some(choices)
}

/// How surprised the policy is by an expansion of the search. Adds the slopes of that.
///
/// The policy builds it as `pack` does, but takes a liberty by lot, with chances as exp(score). Surprise is minus
/// the logarithm of the chances of all stones. The order of the stones is not known: the one with the best score first.
fn surprise(weights: &[f32], liberties: &[Liberty], slopes: &mut [f32]) -> f64 {
    let score = |l: &Liberty| l.factors.iter().zip(weights).map(|(x, w)| x * w).sum::<f32>();
    let mut left: Vec<(f32, &Liberty)> = liberties.iter().map(|liberty| (score(liberty), liberty)).collect();
    let mut sum = 0.0;
    let mut add = |l: &Liberty, times: f32| slopes.iter_mut().zip(&l.factors).for_each(|(s, x)| *s += times * x);
    while let Some(&(best, taken)) = left.iter().filter(|l| l.1.chosen).max_by(|a, b| a.0.total_cmp(&b.0)) {
        let all: f32 = left.iter().map(|l| (l.0 - best).exp()).sum();
        sum += f64::from(all.ln());
        add(taken, -1.0);
        left.iter().for_each(|l| add(l.1, (l.0 - best).exp() / all));
        left.retain(|l| l.1.groups & taken.groups == 0);
    }
    sum
}

/// Fits the weights of the features to the search's choices.
fn imitate(scale: f32, paths: &[String]) {
    let features = |numbers: &[f32]| {
        let mut weights = WEIGHTS;
        weights.features.as_flattened_mut().copy_from_slice(numbers);
        Policy::new(&weights)
    };
    let one = |i: usize| features(&std::array::from_fn::<f32, { 3 * FEATURES }, _>(|j| f32::from(u8::from(i == j))));
    let policies: Vec<Policy> = (0..3 * FEATURES).map(one).collect();
    let mut scores = Scores::new();
    let (samples, tests, _) = samples(paths, |line| choices(line, &policies, &mut scores)).expect("files of games");
    let mut weights = WEIGHTS.features.as_flattened().to_vec();
    DESCENT.fit(&mut weights, (samples, &tests), 1, |weights, all, slopes| surprise(weights, all, slopes));
    weights.iter_mut().for_each(|weight| *weight *= scale);
    for stages in weights.chunks(3) {
        println!("{}", stages.iter().map(|weight| format!("{:.2}", weight)).collect::<Vec<_>>().join(" "));
    }
}

const DESCENT: Descent = Descent { epochs: 40, batch: 64, rate: 0.03 };

fn main() {
    let words = Words::new(USAGE);
    match words.command() {
        "play" => play(words.text(1), words.number(2), words.number_or(3, 1)),
        "learn" => learn(words.text(1), words.number_or(2, 4), words.number_or(3, 1)),
        "think" => {
            let (nodes, seed) = (words.number(3), words.number(4));
            let line = |number: usize| think(&mut Rng(mix(seed, number as u64)), nodes);
            generate(words.text(1), "games", words.number(2), line).expect("the file of games");
        }
        "imitate" => imitate(words.number(1), words.files(2)),
        _ => words.refuse("no such command"),
    }
}
