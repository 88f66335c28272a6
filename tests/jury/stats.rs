//! What a match says: means with intervals, Elo, and the sequential probability ratio test.
//!
//! Everything is computed from pairs: the two games of a pair share their start, so their results depend on each other,
//! and only the pairs are independent of one another.
//!
//! A pair gives 0, 1/2, 1, 1 1/2 or 2 points to A, so a match is a sample of a distribution over five results
//! (pentanomial). Interval and test both ask how much less likely the counted pairs become if the true mean score is
//! some other than theirs, every other trait of the distribution (draws, how the games of a pair hang together) being
//! chosen as the pairs like it best: the profile likelihood. It needs no variance, and so nothing collapses when all
//! pairs are alike.

/// A mean and its two-sided 95 % interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    pub mean: f64,
    pub low: f64,
    pub high: f64,
}

/// 97.5 % quantile of Student's t: two-sided 95 %. Infinite without a degree of freedom.
pub fn student(freedom: usize) -> f64 {
    // From the tables; from five on the expansion of Cornish and Fisher errs by less than a third of a percent.
    const FEW: [f64; 5] = [f64::INFINITY, 12.706, 4.303, 3.182, 2.776];
    if let Some(quantile) = FEW.get(freedom) {
        return *quantile;
    }
    const Z: f64 = 1.959_964;
    let n = freedom as f64;
    Z + (Z.powi(3) + Z) / (4.0 * n)
        + (5.0 * Z.powi(5) + 16.0 * Z.powi(3) + 3.0 * Z) / (96.0 * n * n)
        + (3.0 * Z.powi(7) + 19.0 * Z.powi(5) + 17.0 * Z.powi(3) - 15.0 * Z) / (384.0 * n * n * n)
}

/// A mean and the half width of its 95 % interval by Student: for values without bounds, such as differences of points.
/// Infinite for fewer than two values, and for values that are all alike: they tell nothing of their spread.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    pub mean: f64,
    pub half: f64,
}

pub fn estimate(values: &[f64]) -> Estimate {
    let n = values.len() as f64;
    let mean = values.iter().fold(0.0, |sum, v| sum + v) / n.max(1.0);
    let variance = values.iter().map(|v| (v - mean) * (v - mean)).sum::<f64>() / (n - 1.0);
    let half = student(values.len().saturating_sub(1)) * (variance / n).sqrt();
    Estimate { mean, half: if half > 0.0 { half } else { f64::INFINITY } }
}

/// Elo difference of an expected score between 0 and 1; infinite at the ends.
pub fn elo(score: f64) -> f64 {
    -400.0 * (1.0 / score - 1.0).log10()
}

/// Expected score of an Elo difference.
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
    fn mean(&self) -> Option<f64> {
        let sum: f64 = (0..5).map(|i| self.0[i] as f64 * SCORES[i]).sum();
        Some(sum / self.count() as f64).filter(|m| m.is_finite())
    }

    /// The variance of A's mean score of a pair's two games; 0 without a pair.
    pub fn variance(&self) -> f64 {
        let mean = self.mean().unwrap_or(0.0);
        let sum: f64 = (0..5).map(|i| self.0[i] as f64 * (SCORES[i] - mean) * (SCORES[i] - mean)).sum();
        sum / self.count().max(1) as f64
    }

    /// ln of how many times less likely these pairs are at best if A's true mean score is `mean`, which lies between
    /// 0 and 1 and is neither. 0 if it is their own, more the farther away it is.
    ///
    /// The distribution with that mean that makes them likeliest gives the result i the probability
    /// n_i / (n (1 + l (score_i - mean))), and l is where the sum of n_i ln(1 + l (score_i - mean)) is greatest as
    /// long as no factor is negative (the Lagrange multiplier, and the dual of the problem). That sum is the answer.
    pub fn unlikelihood(&self, mean: f64) -> f64 {
        let terms = |l: f64| (0..5).map(move |i| (self.0[i] as f64, SCORES[i] - mean, 1.0 + l * (SCORES[i] - mean)));
        // At these ends the factor of the result 1, or of 0, is nothing. If the greatest sum lies at an end, that result
        // never happened, and the likeliest distribution gives it what the others leave.
        let (mut low, mut high) = (-1.0 / (1.0 - mean), 1.0 / mean);
        let mut l = 0.0;
        // The slope of the sum only ever falls: Newton's steps, and halves where one would leave the bracket. Close to an
        // end where a factor is almost nothing a step only doubles that factor: 52 steps lead away from the last bit.
        for _ in 0..100 {
            let (mut slope, mut fall) = (0.0, 0.0);
            for (n, distance, factor) in terms(l) {
                let part = distance / factor;
                slope += n * part;
                fall += n * part * part;
            }
            if slope > 0.0 {
                low = l;
            } else {
                high = l;
            }
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
    /// How much is Student's t squared, halved (1.92 for many pairs): the usual limit of a likelihood ratio, with
    /// Student's correction for few. `None` without a pair; one pair alone says nothing, 0 to 1.
    pub fn score(&self) -> Option<Interval> {
        let mean = self.mean()?;
        let limit = student(self.count() - 1).powi(2) / 2.0;
        let edge = |mut outside: f64| {
            let mut inside = mean;
            for _ in 0..50 {
                let middle = (inside + outside) / 2.0;
                if middle <= 0.0 || middle >= 1.0 || self.unlikelihood(middle) > limit {
                    outside = middle;
                } else {
                    inside = middle;
                }
            }
            inside
        };
        // Without a limit the search ends a rounding error before the end itself.
        let snap = |score: f64| (score * 1e9).round() / 1e9;
        Some(Interval { mean, low: snap(edge(0.0)), high: snap(edge(1.0)) })
    }

    /// The same as an Elo difference; an end may be infinite.
    pub fn elo(&self) -> Option<Interval> {
        self.score().map(|s| Interval { mean: elo(s.mean), low: elo(s.low), high: elo(s.high) })
    }

    /// ln of how many times likelier these pairs are at best with ELO1 than with ELO0 (generalised likelihood ratio).
    pub fn log_likelihood_ratio(&self, elo0: f64, elo1: f64) -> f64 {
        self.unlikelihood(expected_score(elo0)) - self.unlikelihood(expected_score(elo1))
    }
}

/// A's score of a game when the pair gave it 0, 1/2, 1, 1 1/2 and 2 points.
const SCORES: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];

/// Which hypothesis a sequential test accepts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Elo difference at most ELO0.
    H0,
    /// Elo difference at least ELO1.
    H1,
}

/// Error probability of either kind that the sequential test allows.
pub const SPRT_ERROR: f64 = 0.05;

/// A sequential probability ratio test. It takes the pairs in the order of their numbers, whatever pair was finished
/// first, and its first verdict stays.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sequential {
    pub elo: [f64; 2],
    /// The pairs up to the verdict.
    pub pairs: Pairs,
    /// Their log likelihood ratio.
    pub ratio: f64,
    pub verdict: Option<Verdict>,
}

impl Sequential {
    pub fn new(elo: [f64; 2]) -> Sequential {
        Sequential { elo, pairs: Pairs::default(), ratio: 0.0, verdict: None }
    }

    /// The ratio at which H1 is accepted; H0 at its negative.
    pub fn bound() -> f64 {
        ((1.0 - SPRT_ERROR) / SPRT_ERROR).ln()
    }

    /// Takes A's scores of the next pair. After the verdict it changes nothing.
    pub fn add(&mut self, scores: [f64; 2]) {
        if self.verdict.is_some() {
            return;
        }
        self.pairs.add(scores);
        self.ratio = self.pairs.log_likelihood_ratio(self.elo[0], self.elo[1]);
        if self.ratio >= Sequential::bound() {
            self.verdict = Some(Verdict::H1);
        } else if self.ratio <= -Sequential::bound() {
            self.verdict = Some(Verdict::H0);
        }
    }
}
