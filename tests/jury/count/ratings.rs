//! Elo numbers of more than two programs.
//!
//! The model is Bradley and Terry's: on average i scores 1 / (1 + 10^((elo_j - elo_i) / 400)) against j. A draw is
//! half a win. The numbers, with mean 0, are those that make all results most likely (maximum likelihood).

use crate::count::stats;
use crate::rules::game::reached;

/// Elo for each unit of the natural logarithm of the odds.
const SCALE: f64 = 400.0 / std::f64::consts::LN_10;

/// Two games from one start: who played, and what the first program scored in each (0, 0.5 or 1).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pair {
    pub programs: [usize; 2],
    pub scores: [f64; 2],
}

#[derive(Clone, Debug, PartialEq)]
pub struct Ratings {
    pub elo: Vec<f64>,
    /// Half widths of the 95 % intervals. Each is of a program against the mean of all.
    pub half: Vec<f64>,
    /// A program, or a group of them, scored everything or nothing against the rest. Then no Elo numbers are most
    /// likely. So one more game, a draw, is imagined between every two that met.
    pub imagined: bool,
}

/// Rates `n` programs; `None` as long as the pairs do not link them all.
///
/// The intervals come from the curvature of the likelihood. It assumes independent games without draws. When the
/// start decides, the scores of the pairs scatter more. Then the intervals are wider by as much; never narrower.
pub fn rate(n: usize, pairs: &[Pair]) -> Option<Ratings> {
    let mut games = vec![vec![0.0; n]; n];
    let mut scores = vec![vec![0.0; n]; n];
    for Pair { programs: [a, b], scores: [one, two] } in pairs {
        games[*a][*b] += 2.0;
        games[*b][*a] += 2.0;
        scores[*a][*b] += one + two;
        scores[*b][*a] += 2.0 - one - two;
    }
    if n == 0 || !linked(n, |a, b| games[a][b] > 0.0) {
        return None;
    }
    // Ford's condition: steps lead from every program to every other. A step leads to one that it beat or held.
    let imagined = !(linked(n, |a, b| scores[a][b] > 0.0) && linked(n, |a, b| scores[b][a] > 0.0));
    if imagined {
        for a in 0..n {
            for b in (0..n).filter(|b| games[a][*b] > 0.0).collect::<Vec<usize>>() {
                games[a][b] += 1.0;
                scores[a][b] += 0.5;
            }
        }
    }
    let theta = likeliest(&games, &scores);
    let expected = |a: usize, b: usize| 1.0 / (1.0 + (theta[b] - theta[a]).exp());
    let covariance = inverse(&curvature(&games, &theta));
    let (mut scatter, mut usual) = (0.0, 0.0);
    for Pair { programs: [a, b], scores: [one, two] } in pairs {
        scatter += (one + two - 2.0 * expected(*a, *b)).powi(2);
        usual += 2.0 * expected(*a, *b) * expected(*b, *a);
    }
    // n - 1 numbers were fitted to the pairs. So many pairs say nothing of the scatter.
    let free = (pairs.len() + 1).saturating_sub(n).max(1);
    let student = stats::student(free);
    let factor = f64::max(1.0, scatter / usual * pairs.len() as f64 / free as f64);
    // The 1 / n in `curvature` adds 1 / n to each variance. It is no uncertainty of a difference.
    let deviation = |i: usize| (factor * (covariance[i][i] - 1.0 / n as f64)).max(0.0).sqrt();
    Some(Ratings {
        elo: theta.iter().map(|t| SCALE * t).collect(),
        half: (0..n).map(|i| student * SCALE * deviation(i)).collect(),
        imagined,
    })
}

/// Do such steps lead from the first program to every other?
fn linked(n: usize, step: impl Fn(usize, usize) -> bool) -> bool {
    reached(n, &[0], |from| (0..n).filter(|to| step(from, *to)).collect::<Vec<_>>()).len() == n
}

/// The maximum of the likelihood by Zermelo's iteration: each strength becomes the score divided by what the games would
/// give a unit of strength. The numbers sum to 0.
fn likeliest(games: &[Vec<f64>], scores: &[Vec<f64>]) -> Vec<f64> {
    let n = games.len();
    let mut strength = vec![1.0; n];
    for _ in 0..100_000 {
        let weight = |a: usize| (0..n).map(|b| games[a][b] / (strength[a] + strength[b])).sum::<f64>();
        let next: Vec<f64> = (0..n).map(|a| scores[a].iter().sum::<f64>() / weight(a)).collect();
        let mean = next.iter().map(|s| s.ln()).sum::<f64>() / n as f64;
        let next: Vec<f64> = next.iter().map(|s| s / mean.exp()).collect();
        let moved = strength.iter().zip(&next).map(|(old, new)| (old / new - 1.0).abs()).fold(0.0, f64::max);
        strength = next;
        if moved < 1e-9 {
            break;
        }
    }
    strength.iter().map(|s| s.ln()).collect()
}

/// Minus the second derivatives of the log likelihood. The 1 / n added everywhere fixes the mean.
fn curvature(games: &[Vec<f64>], theta: &[f64]) -> Vec<Vec<f64>> {
    let n = games.len();
    let mut matrix = vec![vec![1.0 / n as f64; n]; n];
    for a in 0..n {
        for b in (0..n).filter(|b| *b != a) {
            let p = 1.0 / (1.0 + (theta[b] - theta[a]).exp());
            matrix[a][a] += games[a][b] * p * (1.0 - p);
            matrix[a][b] -= games[a][b] * p * (1.0 - p);
        }
    }
    matrix
}

/// The inverse of a symmetric positive matrix, by elimination.
fn inverse(matrix: &[Vec<f64>]) -> Vec<Vec<f64>> {
    let n = matrix.len();
    let mut left = matrix.to_vec();
    let mut right: Vec<Vec<f64>> = (0..n).map(|a| (0..n).map(|b| f64::from(u8::from(a == b))).collect()).collect();
    for pivot in 0..n {
        let divisor = left[pivot][pivot];
        left[pivot].iter_mut().chain(&mut right[pivot]).for_each(|x| *x /= divisor);
        for row in (0..n).filter(|row| *row != pivot) {
            let factor = left[row][pivot];
            for column in 0..n {
                left[row][column] -= factor * left[pivot][column];
                right[row][column] -= factor * right[pivot][column];
            }
        }
    }
    right
}
