//! What a match says: means with intervals, Elo, and the sequential probability ratio test.
//!
//! Everything is computed from pairs. The games of a pair share their start, so they are not independent. Pairs are.
//!
//! A pair gives A 0, 1/2, 1, 1 1/2 or 2 points. So a match is a sample of a distribution over five results
//! (pentanomial). Interval and test both ask: if A's true mean score were another one, how much less likely would the
//! counted pairs be? The rest of the distribution (draws, how the games of a pair depend) is then chosen as it fits
//! the pairs best. That is the profile likelihood. It needs no variance, so it also works when all pairs are alike.

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    pub mean: f64,
    pub low: f64,
    pub high: f64,
}

impl Interval {
    /// A score's interval as one of Elo differences; an end may be infinite.
    pub fn elo(self) -> Interval {
        Interval { mean: elo(self.mean), low: elo(self.low), high: elo(self.high) }
    }
}

/// The probability that an interval does not hold the truth, if it is looked at once.
pub const ERROR: f64 = 0.05;

/// The same for the `look`th look at a growing sample, from 1. All together they miss the truth with a probability of
/// at most `ERROR` (a union bound), whenever somebody looks and stops. The first one has 70 % of it, since most matches
/// are looked at once: its interval is 8 % wider than with all of it. The others share the rest by 1 / (k (k - 1)).
pub fn error_of(look: usize) -> f64 {
    const FIRST: f64 = 0.7;
    match look {
        0 | 1 => FIRST * ERROR,
        k => (1.0 - FIRST) * ERROR / (k * (k - 1)) as f64,
    }
}

/// The value that Student's t exceeds, on either side, with the probability `error`. Infinite for 0 degrees of
/// freedom. From 1,000 on it changes by less than a thousandth.
pub fn student(freedom: usize, error: f64) -> f64 {
    if freedom == 0 {
        return f64::INFINITY;
    }
    let (mut low, mut high) = (0.0, 1e6);
    for _ in 0..55 {
        let middle = (low + high) / 2.0;
        let outside = 1.0 - within(freedom.min(1000), middle) > error;
        (low, high) = if outside { (middle, high) } else { (low, middle) };
    }
    high
}

/// The probability that Student's t lies within -t and t (Abramowitz and Stegun, 26.7.3 and 26.7.4).
fn within(freedom: usize, t: f64) -> f64 {
    let n = freedom as f64;
    let (cos2, odd) = (n / (n + t * t), freedom % 2 == 1);
    let (mut term, mut sum) = (if odd { cos2.sqrt() } else { 1.0 }, 0.0);
    for j in 1..=freedom / 2 {
        sum += term;
        let j = 2.0 * j as f64;
        term *= cos2 * if odd { j / (j + 1.0) } else { (j - 1.0) / j };
    }
    let sin = (1.0 - cos2).sqrt();
    match odd {
        true => std::f64::consts::FRAC_2_PI * ((t / n.sqrt()).atan() + sin * sum),
        false => sin * sum,
    }
}

/// A mean and the half width of its interval by Student's t. It is for values without bounds, such as differences of
/// points. The half width is infinite for fewer than two values, and if all are alike: they do not tell their spread.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    pub mean: f64,
    pub half: f64,
}

pub fn estimate(values: &[f64], error: f64) -> Estimate {
    let n = values.len() as f64;
    let mean = values.iter().fold(0.0, |sum, v| sum + v) / n.max(1.0);
    let variance = values.iter().map(|v| (v - mean) * (v - mean)).sum::<f64>() / (n - 1.0);
    let half = student(values.len().saturating_sub(1), error) * (variance / n).sqrt();
    Estimate { mean, half: if half > 0.0 { half } else { f64::INFINITY } }
}

/// Elo difference of an expected score between 0 and 1; infinite at the ends.
pub fn elo(score: f64) -> f64 {
    -400.0 * (1.0 / score - 1.0).log10()
}

pub fn expected_score(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// How many pairs gave A 0, 1/2, 1, 1 1/2 and 2 points of its two games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pairs(pub [usize; 5]);

impl Pairs {
    /// `scores` are A's scores of the two games: 0, 0.5 or 1 each.
    pub fn add(&mut self, scores: [f64; 2]) {
        self.0[(2.0 * (scores[0] + scores[1])) as usize] += 1;
    }

    pub fn count(&self) -> usize {
        self.0.iter().sum()
    }

    /// A's mean score of a game, 0 to 1; `None` without a pair.
    pub fn mean(&self) -> Option<f64> {
        let sum: f64 = (0..5).map(|i| self.0[i] as f64 * SCORES[i]).sum();
        Some(sum / self.count() as f64).filter(|m| m.is_finite())
    }

    /// The variance of A's score of a game, taken over the pairs' means; 0 without a pair.
    pub fn variance(&self) -> f64 {
        let mean = self.mean().unwrap_or(0.0);
        let sum: f64 = (0..5).map(|i| self.0[i] as f64 * (SCORES[i] - mean) * (SCORES[i] - mean)).sum();
        sum / self.count().max(1) as f64
    }

    /// How much less likely these pairs are if A's true mean score is `mean`: the natural logarithm of that factor,
    /// at best. `mean` lies between 0 and 1, both excluded. 0 for the pairs' own mean, and larger farther from it.
    ///
    /// Of the distributions with that mean one makes the pairs most likely. It gives the result i the probability n_i
    /// / (n (1 + l (score_i - mean))). Here l (the Lagrange multiplier) maximises the sum of n_i ln(1 + l (score_i -
    /// mean)), while no factor is negative. That sum is the answer.
    pub fn unlikelihood(&self, mean: f64) -> f64 {
        let terms = |l: f64| (0..5).map(move |i| (self.0[i] as f64, SCORES[i] - mean, 1.0 + l * (SCORES[i] - mean)));
        // At these ends the factor of the result 1, or of 0, is 0. If the maximum lies at an end, that result never
        // happened. The likeliest distribution gives it the probability that the others leave.
        let (mut low, mut high) = (-1.0 / (1.0 - mean), 1.0 / mean);
        let mut l = 0.0;
        // The sum is concave: Newton's steps, and halving where a step would leave the bracket. Close to an end,
        // where a factor is almost 0, a step only doubles it. At most 52 such steps lead away from the last bit.
        for _ in 0..100 {
            let (mut slope, mut fall) = (0.0, 0.0);
            for (n, distance, factor) in terms(l) {
                let part = distance / factor;
                slope += n * part;
                fall += n * part * part;
            }
            (low, high) = if slope > 0.0 { (l, high) } else { (low, l) };
            let step = l + slope / fall;
            let next = if step > low && step < high { step } else { (low + high) / 2.0 };
            // What a step could still add to the sum. Its length says less: it is tiny too where the slope is steepest.
            if (slope * (next - l)).abs() < 1e-12 {
                break;
            }
            l = next;
        }
        terms(l).filter(|(n, ..)| *n > 0.0).map(|(n, _, factor)| n * factor.max(1e-300).ln()).sum()
    }

    /// A's score of a game with its interval: all scores under which the pairs are not much less likely than at best.
    /// The limit is half of Student's t squared (1.92 for many pairs and an error of 5 %). That is the usual one of a
    /// likelihood ratio, corrected for few pairs. `None` without a pair. One pair alone says nothing: 0 to 1.
    pub fn score(&self, error: f64) -> Option<Interval> {
        let mean = self.mean()?;
        let limit = student(self.count() - 1, error).powi(2) / 2.0;
        let edge = |mut outside: f64| {
            let mut inside = mean;
            for _ in 0..50 {
                let middle = (inside + outside) / 2.0;
                match middle <= 0.0 || middle >= 1.0 || self.unlikelihood(middle) > limit {
                    true => outside = middle,
                    false => inside = middle,
                }
            }
            inside
        };
        // With an infinite limit the search ends a rounding error before 0 or 1.
        let snap = |score: f64| (score * 1e9).round() / 1e9;
        Some(Interval { mean, low: snap(edge(0.0)), high: snap(edge(1.0)) })
    }

    /// How many more pairs, if they are as these were, take 50 % out of the interval. `None` if more than `most`.
    pub fn to_decide(&self, error: f64, most: usize) -> Option<usize> {
        let n = self.count();
        let each = self.unlikelihood(0.5) / n.max(1) as f64;
        let decides = |more: usize| each * (n + more) as f64 > student(n + more - 1, error).powi(2) / 2.0;
        let (mut low, mut high) = (0, most);
        while high - low > 1 {
            let middle = (low + high) / 2;
            (low, high) = if decides(middle) { (low, middle) } else { (middle, high) };
        }
        Some(high).filter(|high| decides(*high))
    }
}

/// A's score of a game by the five results of a pair.
const SCORES: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hypothesis {
    /// Elo difference at most ELO0.
    H0,
    /// Elo difference at least ELO1.
    H1,
}

/// A sequential probability ratio test. It takes the pairs by number, not as they finish. Its first verdict stays.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sequential {
    pub elo: [f64; 2],
    /// The pairs up to the verdict.
    pub pairs: Pairs,
    pub ratio: f64,
    pub accepted: Option<Hypothesis>,
}

impl Sequential {
    pub fn new(elo: [f64; 2]) -> Sequential {
        Sequential { elo, pairs: Pairs::default(), ratio: 0.0, accepted: None }
    }

    /// The ratio from which on H1 is accepted; H0 at its negative. Either is an error with a probability of 5 %.
    pub fn bound() -> f64 {
        (0.95_f64 / 0.05).ln()
    }

    /// How far it has come, in per cent, and to which hypothesis.
    pub fn progress(&self) -> (u8, Hypothesis) {
        let to = if self.ratio > 0.0 { Hypothesis::H1 } else { Hypothesis::H0 };
        ((100.0 * self.ratio.abs() / Sequential::bound()) as u8, to)
    }

    /// Takes A's scores of the next pair. After the verdict it changes nothing.
    pub fn add(&mut self, scores: [f64; 2]) {
        if self.accepted.is_some() {
            return;
        }
        self.pairs.add(scores);
        // How much likelier the pairs are with ELO1 than with ELO0, at best (generalised likelihood ratio).
        let [low, high] = self.elo.map(|elo| self.pairs.unlikelihood(expected_score(elo)));
        self.ratio = low - high;
        let to = self.progress().1;
        self.accepted = Some(to).filter(|_| self.ratio.abs() >= Sequential::bound());
    }
}
