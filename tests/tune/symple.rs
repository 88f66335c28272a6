//! The tool that learns the weights of Symple's policy.
//!
//! `tune-symple policy SECONDS [SEED]`: a (1+1) evolution strategy. The bare policy with changed weights plays games of
//! a few hundred microseconds against a pool (the built-in weights and the latest champions); a challenger that does
//! better by two standard errors becomes the champion. Prints the weights, one feature a line.
//! `tune-symple match FILE GAMES PLAYOUTS [SEED]`: the *whole* player with the weights of a file against the built-in
//! ones, with so many playouts a turn. What beats its parent as a bare policy often loses here; only this counts.

#[path = "../../symple.rs"]
#[allow(dead_code)]
mod player;

use player::contest::{Budget, Rng};
use player::eval::{mix, Policy, Scores, Weights, WEIGHTS};
use player::rules::Board;
use player::search::{utility, Search};
use std::time::{Duration, Instant};

/// White's raw margin when two policies play each other.
fn game(sides: [&Policy; 2], scores: &mut Scores, seed: u64) -> i32 {
    let mut board = Board::new();
    let mut ply = 0;
    while !board.vacant().is_empty() {
        ply += 1;
        let mv = sides[board.turn()].choose(&board, scores, mix(seed, ply));
        board.play(mv);
    }
    board.margin()
}

/// Mean worth of `a` against `b` over pairs of games with sides swapped, and its standard error.
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
    (0..12).map(|_| rng.below(1 << 20) as f32 / (1 << 20) as f32).sum::<f32>() - 6.0
}

fn policy(seconds: u64, seed: u64) {
    let begun = Instant::now();
    let mut rng = Rng(seed);
    let mut scores = Scores::default();
    let mut champion = WEIGHTS;
    let mut pool = vec![Policy::new(&WEIGHTS)];
    let (mut tried, mut size) = (0, 0.2f32);
    while begun.elapsed() < Duration::from_secs(seconds) {
        tried += 1;
        let mut weights = champion;
        for weight in weights.iter_mut().flatten() {
            if rng.below(4) == 0 {
                *weight += size * (weight.abs() + 0.15) * normal(&mut rng);
            }
        }
        let challenger = Policy::new(&weights);
        // A quick look first, then the same games in each pairing for both.
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
            eprintln!("{} tried, champion {}", tried, pool.len() - 1);
        }
    }
    let (mean, error) = compare(&Policy::new(&champion), &pool[0], &mut scores, 2000, rng.next());
    eprintln!("{} tried, {} champions, {:+.2} +- {:.2} against the built-in", tried, pool.len() - 1, mean, 2.0 * error);
    for row in &champion {
        println!("{:.2} {:.2} {:.2}", row[0], row[1], row[2]);
    }
}

fn read_weights(path: &str) -> Weights {
    let text = std::fs::read_to_string(path).expect(path);
    let mut weights = WEIGHTS;
    for (row, line) in weights.iter_mut().zip(text.lines()) {
        for (weight, word) in row.iter_mut().zip(line.split_whitespace()) {
            *weight = word.parse().expect(line);
        }
    }
    weights
}

fn whole_player(path: &str, games: u64, playouts: u64, seed: u64) {
    let weights = [read_weights(path), WEIGHTS];
    let (mut wins, mut sum, mut squares) = (0, 0.0, 0.0);
    for pair in 0..games / 2 {
        let mut both = 0.0;
        for swap in 0..2 {
            let mut players: Vec<Search> = (0..2)
                .map(|i| Search::with_weights(mix(seed, 4 * pair + 2 * swap + i), &weights[i as usize]))
                .collect();
            let mut board = Board::new();
            let budget = Budget::fixed(0, playouts);
            while let Some(report) = players[board.turn() ^ swap as usize].think(&board, budget) {
                board.play(report.best);
            }
            let margin = f64::from(if swap == 0 { board.margin() } else { -board.margin() });
            wins += u64::from(margin > 0.0);
            // Contest points: the difference and the 100 for the win.
            both += margin + 100.0 * margin.signum();
        }
        sum += both / 2.0;
        squares += both * both / 4.0;
    }
    let n = (games / 2) as f64;
    let error = ((squares / n - (sum / n) * (sum / n)) / n).sqrt();
    println!("{} of {} won, {:+.2} +- {:.2} points a game", wins, 2 * (games / 2), sum / n, 1.96 * error);
}

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let number = |i: usize, default: u64| words.get(i).map_or(default, |word| word.parse().expect(word));
    match words.first().map(String::as_str) {
        Some("policy") => policy(number(1, 60), number(2, 1)),
        Some("match") if words.len() > 1 => whole_player(&words[1], number(2, 100), number(3, 100), number(4, 1)),
        _ => eprintln!("tune-symple policy SECONDS [SEED] | tune-symple match FILE GAMES PLAYOUTS [SEED]"),
    }
}
