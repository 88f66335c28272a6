//! What a match says: a score with its interval, Elo, and the sequential probability ratio test.
//!
//! Everything is computed from pairs. The games of a pair share their start, so they are not independent. Pairs are.
//! A pair gives A 0, 1/2, 1, 1 1/2 or 2 points. So a match is a sample of a distribution over five results (pentanomial).

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

/// The probability that an interval does not hold the truth.
pub const ERROR: f64 = 0.05;

/// The value that Student's t exceeds, on either side, in 5 % of the cases (Cornish and Fisher's expansion). It is too small
/// by 4 % for three degrees of freedom and by less for more. Infinite for 0.
pub fn student(freedom: usize) -> f64 {
    let n = freedom as f64;
    1.96 + 2.372 / n + 2.823 / (n * n)
}

/// A mean and the half width of its interval by Student's t, for one look. It is for values without bounds, such as
/// differences of points. The half width is infinite for fewer than two values, and if all are alike: they do not tell
/// their spread.
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

    /// The results of B against A.
    pub fn turned(mut self) -> Pairs {
        self.0.reverse();
        self
    }

    pub fn count(&self) -> usize {
        self.0.iter().sum()
    }

    /// A's mean score of a game, 0 to 1; `None` without a pair.
    pub fn mean(&self) -> Option<f64> {
        let sum: f64 = (0..5).map(|i| self.0[i] as f64 * SCORES[i]).sum();
        Some(sum / self.count() as f64).filter(|m| m.is_finite())
    }

    /// A's score of a game with its interval, which holds the true score at every look at a growing match: all intervals
    /// together miss it in at most `ERROR` of the matches, whatever the distribution of the pairs (a confidence sequence).
    /// A true score is left out if a bet against it would have made 1 / (`ERROR` / 2) of 1. `None` without a pair.
    pub fn score(&self) -> Option<Interval> {
        let low = |pairs: &Pairs| {
            let (mut low, mut high) = (0.0, 1.0);
            for _ in 0..40 {
                let middle = (low + high) / 2.0;
                (low, high) = if pairs.refute(middle, 1.0) { (middle, high) } else { (low, middle) };
            }
            low
        };
        self.mean().map(|mean| Interval { mean, low: low(self), high: 1.0 - low(&self.turned()) })
    }

    /// Do these pairs, each so many times, refute that A's true mean score is `mean` or less?
    ///
    /// A gambler puts a share of what he has on each pair, and gets score / mean for each unit. While the claim is true, he
    /// can expect no gain, so the chance that he ever has 40 times as much is 1 / 40 (Ville's inequality). Large shares win
    /// soonest in short matches and for large differences, small ones otherwise. So six gamblers share the first unit, and
    /// what they have together counts (Waudby-Smith and Ramdas, Estimating means of bounded random variables by betting).
    pub fn refute(&self, mean: f64, times: f64) -> bool {
        let wealth = |(share, first): &(f64, f64)| {
            let gain = |i: usize| (self.0[i] as f64 * times, 1.0 + share * (SCORES[i] / mean - 1.0));
            let gains = (0..5).map(gain).filter(|(n, _)| *n > 0.0).map(|(n, factor)| n * factor.ln());
            first * gains.sum::<f64>().exp()
        };
        GAMBLERS.iter().map(wealth).sum::<f64>() >= 2.0 / ERROR
    }

    /// How many more pairs, if they are as these were, take 50 % out of the interval. `None` if more than `most`.
    pub fn to_decide(&self, most: usize) -> Option<usize> {
        let n = self.count();
        let ahead = if self.mean() < Some(0.5) { self.turned() } else { *self };
        let decides = |more: usize| ahead.refute(0.5, (n + more) as f64 / n as f64);
        let (mut low, mut high) = (0, most);
        while high - low > 1 {
            let middle = (low + high) / 2;
            (low, high) = if decides(middle) { (low, middle) } else { (middle, high) };
        }
        Some(high).filter(|high| decides(*high))
    }

    /// How much less likely these pairs are if A's true mean score is `mean`: the natural logarithm of that factor, at
    /// best (profile likelihood). `mean` lies between 0 and 1, both excluded. 0 for the pairs' own mean, and larger farther
    /// from it.
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
}

/// What the gamblers of `Pairs::refute` put on each pair, and what each has at first: together 1. Between 50 and 800 pairs
/// these make the intervals narrow.
const GAMBLERS: [(f64, f64); 6] =
    [(1.0, 0.22), (0.5, 0.28), (0.25, 0.28), (0.125, 0.14), (0.0625, 0.06), (0.03125, 0.02)];

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
