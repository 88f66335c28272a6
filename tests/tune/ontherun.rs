//! Learns the leaf of `ontherun.rs` from games on generated maps, and measures players role by role.
//!
//!     cargo run --release --example tune-ontherun -- learn MAPS DEPTH SEED > weights.txt
//!     cargo run --release --example tune-ontherun -- match WEIGHTS|same MAPS SECONDS SEED [DEPTH]
//!
//! `learn` plays a pool of pairings on each map (the file's player in both roles, and each of its roles against the
//! greedy partner), looks at every turn whether the fugitive gets past the next announcement, and prints the weights
//! that fit best (logistic regression, a pull towards the weights in the file). It prints too what getting past an
//! announcement was worth. `match` plays new weights (or the same, to DEPTH turns only) against greedy and against the
//! file's player, in both roles, and prints the fugitive's points of every pairing with 95 % intervals. Matches take
//! seeds that no learning used.

#[path = "../../ontherun.rs"]
#[allow(dead_code)]
mod ontherun;

use jury::game::{Delivery, Game, Partner, Rng, Style};
use jury::map;
use jury::ontherun::{partner_on, reachable, Match, Phase};
use jury::stats;
use ontherun::eval::{Context, Weights, TERMS, WEIGHTS};
use ontherun::protocol::{Options, Session};
use ontherun::rules::{Map, Set};

/// Pull towards the weights before, in positions.
const RIDGE: f64 = 30.0;

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let number = |i: usize| words.get(i).and_then(|w| w.parse::<f64>().ok()).expect("see the head of this file");
    match words.first().map(String::as_str) {
        Some("learn") => learn(number(1) as u64, number(2) as usize, number(3) as u64),
        Some("match") => {
            let weights = match words.get(1).map(String::as_str) {
                Some("same") => WEIGHTS,
                Some(file) => parse(&std::fs::read_to_string(file).expect("the weights' file")),
                None => panic!("see the head of this file"),
            };
            let depth = if words.len() > 5 { number(5) as usize } else { 3 };
            play_match(&weights, number(2) as u64, number(3), number(4) as u64, depth);
        }
        _ => eprintln!("learn MAPS DEPTH SEED, or match WEIGHTS|same MAPS SECONDS SEED [DEPTH]"),
    }
}

/// One side of a game in memory.
enum Side {
    Ours(Box<Session>),
    Partner(Box<dyn Partner>),
}

impl Side {
    /// The file's player; without `seconds` it thinks `depth` turns deep and takes the time that it takes.
    fn ours(text: &str, weights: &Weights, seconds: Option<f64>, depth: usize, seed: u64) -> Side {
        let map = Map::parse(text).expect("a generated map");
        let mut session = Session::new(map, &Options { seconds: seconds.unwrap_or(5.0), seed });
        session.search.weights = *weights;
        session.search.max_depth = depth;
        session.timed = seconds.is_some();
        session.log = false;
        Side::Ours(Box::new(session))
    }

    fn greedy(map: &map::Map, seed: u64) -> Side {
        Side::Partner(partner_on(map.clone(), Style::Greedy, Rng(seed)).expect("greedy"))
    }

    fn hear(&mut self, line: &str) -> Vec<String> {
        match self {
            Side::Ours(session) => {
                let answer = session.hear(line).expect("a line of the jury");
                if !answer.is_empty() {
                    session.answered();
                }
                answer
            }
            Side::Partner(partner) => partner.hear(line).expect("a line of the jury"),
        }
    }
}

/// A turn of a finished game: the position in which the fugitive moves.
struct Turn {
    detectives: [u8; 4],
    support: Set,
    fugitive: u8,
    turn: usize,
}

/// Plays a game; returns the fugitive's points, the turns, and the turn in which he was arrested (51: never).
fn play(map: &map::Map, mut sides: [Side; 2]) -> (i32, Vec<Turn>, usize) {
    let mut game = Match::new(map.clone());
    let mut pending: [std::collections::VecDeque<String>; 2] = Default::default();
    let mut turns = Vec::new();
    let mut suspects: Vec<usize> = Vec::new();
    let mut news: Vec<Delivery> = game.opening();
    loop {
        for delivery in news.drain(..) {
            pending[delivery.to].extend(sides[delivery.to].hear(&delivery.line));
        }
        let Some(seat) = game.to_write() else { break };
        let line = pending[seat].pop_front().expect("an answer");
        let before = game.clone();
        news = game.write(&line).unwrap_or_else(|fault| panic!("{}: {}", line, fault));
        // Follow what is public.
        match before.phase {
            Phase::PlaceFugitive => suspects = vec![game.fugitive],
            Phase::MoveFugitive => {
                let mut support = Set::EMPTY;
                suspects.iter().for_each(|c| support.insert(*c as u8));
                let detectives = before.detectives.map(|d| d as u8);
                turns.push(Turn { detectives, support, fugitive: before.fugitive as u8, turn: before.turn });
                let mode = map::MODES.iter().position(|m| line.starts_with(*m)).expect("a mode");
                suspects = match before.turn % 5 {
                    0 => vec![game.fugitive],
                    _ => reachable(map, &suspects, mode, &before.detectives),
                };
            }
            Phase::MoveDetectives if game.phase != Phase::MoveDetectives => {
                suspects.retain(|s| !game.detectives.contains(s));
            }
            _ => {}
        }
    }
    let points = game.points()[1];
    (points, turns, if points == 20 { 51 } else { game.turn })
}

fn learn(maps: u64, depth: usize, seed: u64) {
    // By moves until the announcement: terms and whether he got past it.
    let mut examples: Vec<Vec<([f32; TERMS], f64)>> = vec![Vec::new(); 5];
    // By announcements that remain after one: sum of the points that still came, and how often.
    let mut after = [[0.0f64; 2]; 10];
    for i in 0..maps {
        let map_seed = seed * 1_000_000 + i;
        let map = map::generate(map_seed);
        let text = map.lines().join("\n");
        let fast = Map::parse(&text).expect("a generated map");
        for pairing in 0..4 {
            let ours = |seed: u64| Side::ours(&text, &WEIGHTS, None, depth, seed);
            let sides = match pairing {
                0 | 1 => [ours(2 * i + 1), ours(2 * i + 1001 + pairing)],
                2 => [Side::greedy(&map, i), ours(2 * i)],
                _ => [ours(2 * i), Side::greedy(&map, i)],
            };
            let (points, turns, end) = play(&map, sides);
            for t in turns {
                let next = t.turn + (5 - t.turn % 5) % 5;
                let past = end > next;
                let context = Context::new(&fast, &WEIGHTS, &t.detectives, &t.support, t.turn);
                examples[next - t.turn].push((context.terms(t.fugitive), f64::from(u8::from(past))));
                if past && t.turn == next && pairing < 2 {
                    let made = (next / 5) as i32;
                    after[10 - next / 5][0] += f64::from(points - made);
                    after[10 - next / 5][1] += 1.0;
                }
            }
        }
        if (i + 1) % (maps / 10).max(1) == 0 {
            eprintln!("{} maps", i + 1);
        }
    }
    for (remaining, [sum, count]) in after.iter().enumerate() {
        eprintln!("after, {} remain: {:.2} points of {} games", remaining, sum / count.max(1.0), count);
    }
    for (moves, examples) in examples.iter().enumerate() {
        let before: Vec<f64> = WEIGHTS[moves].iter().map(|w| f64::from(*w) / 100.0).collect();
        let (weights, loss) = logistic(examples, &before);
        let mean = examples.iter().map(|e| e.1).sum::<f64>() / examples.len().max(1) as f64;
        let plain = -(mean * mean.ln() + (1.0 - mean) * (1.0 - mean).ln());
        eprintln!(
            "{} moves to go: {} positions, loss {:.4}, without terms {:.4}",
            moves + 1,
            examples.len(),
            loss,
            plain
        );
        let numbers: Vec<String> = weights.iter().map(|w| format!("{:.0}", 100.0 * w)).collect();
        println!("        [{}],", numbers.join(", "));
    }
}

/// Logistic regression by Newton's method; returns the weights and the mean loss.
fn logistic(examples: &[([f32; TERMS], f64)], before: &[f64]) -> (Vec<f64>, f64) {
    let mut w = before.to_vec();
    let mut loss = 0.0;
    for _ in 0..12 {
        let mut gradient = [0.0; TERMS];
        let mut hessian = [[0.0; TERMS]; TERMS];
        loss = 0.0;
        for (terms, past) in examples {
            let sum: f64 = terms.iter().zip(&w).map(|(t, w)| f64::from(*t) * w).sum();
            let p = (1.0 / (1.0 + (-sum).exp())).clamp(1e-6, 1.0 - 1e-6);
            loss -= past * p.ln() + (1.0 - past) * (1.0 - p).ln();
            for i in 0..TERMS {
                gradient[i] += (past - p) * f64::from(terms[i]);
                for j in 0..TERMS {
                    hessian[i][j] += p * (1.0 - p) * f64::from(terms[i]) * f64::from(terms[j]);
                }
            }
        }
        for i in 0..TERMS {
            gradient[i] -= RIDGE * (w[i] - before[i]);
            hessian[i][i] += RIDGE;
        }
        let step = solve(hessian, gradient);
        w.iter_mut().zip(&step).for_each(|(w, s)| *w += s);
    }
    (w, loss / examples.len().max(1) as f64)
}

/// Gauss's elimination of a positive definite system.
fn solve(mut a: [[f64; TERMS]; TERMS], mut b: [f64; TERMS]) -> [f64; TERMS] {
    for i in 0..TERMS {
        for k in i + 1..TERMS {
            let factor = a[k][i] / a[i][i];
            for j in i..TERMS {
                a[k][j] -= factor * a[i][j];
            }
            b[k] -= factor * b[i];
        }
    }
    for i in (0..TERMS).rev() {
        for j in i + 1..TERMS {
            b[i] -= a[i][j] * b[j];
        }
        b[i] /= a[i][i];
    }
    b
}

fn parse(text: &str) -> Weights {
    let mut numbers = text.split(|c: char| !c.is_ascii_digit() && c != '-').filter_map(|w| w.parse::<i16>().ok());
    let mut weights = WEIGHTS;
    for weight in weights.iter_mut().flatten() {
        *weight = numbers.next().expect("enough numbers");
    }
    weights
}

/// The fugitive's points in every pairing of new, file and greedy.
fn play_match(new: &Weights, maps: u64, seconds: f64, seed: u64, depth: usize) {
    let names = [
        "new fugitive, greedy detectives",
        "greedy fugitive, new detectives",
        "new fugitive, file's detectives",
        "file's fugitive, new detectives",
        "file's fugitive, greedy detectives",
        "greedy fugitive, file's detectives",
        "file's fugitive, file's detectives",
    ];
    let mut points: Vec<Vec<f64>> = vec![Vec::new(); names.len()];
    for i in 0..maps {
        let map = map::generate(seed * 1_000_000 + i);
        let text = map.lines().join("\n");
        let fresh = |salt: u64| Side::ours(&text, new, Some(seconds), depth, 10 * i + salt);
        let file = |salt: u64| Side::ours(&text, &WEIGHTS, Some(seconds), 3, 10 * i + salt);
        let greedy = || Side::greedy(&map, i);
        let games = [
            [greedy(), fresh(1)],
            [fresh(2), greedy()],
            [file(3), fresh(4)],
            [fresh(5), file(6)],
            [greedy(), file(7)],
            [file(8), greedy()],
            [file(9), file(10)],
        ];
        for (points, sides) in points.iter_mut().zip(games) {
            points.push(f64::from(play(&map, sides).0));
        }
    }
    for (name, points) in names.iter().zip(&points) {
        let e = stats::estimate(points);
        let escapes = points.iter().filter(|p| **p == 20.0).count();
        println!("{:36} {:5.2} +- {:.2} points, {} escapes in {} games", name, e.mean, e.half, escapes, points.len());
    }
}
