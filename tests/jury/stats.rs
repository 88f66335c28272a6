//! What a match says: means with intervals, Elo, and the sequential probability ratio test.
//!
//! Everything is computed from pairs: the two games of a pair share their start, so their results depend on each other,
//! and only the pairs are independent of one another.

/// Two-sided 95 % of the normal distribution, in standard deviations.
const Z95: f64 = 1.96;

/// Mean and half width of its 95 % interval (normal approximation; infinite below two values).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    pub mean: f64,
    pub half: f64,
}

pub fn estimate(values: &[f64]) -> Estimate {
    let n = values.len() as f64;
    let mean = values.iter().fold(0.0, |sum, v| sum + v) / n.max(1.0);
    Estimate { mean, half: if n < 2.0 { f64::INFINITY } else { Z95 * (variance(values) / n).sqrt() } }
}

/// Unbiased sample variance; 0 below two values.
fn variance(values: &[f64]) -> f64 {
    let n = values.len() as f64;
    if n < 2.0 {
        return 0.0;
    }
    let mean = values.iter().sum::<f64>() / n;
    values.iter().map(|v| (v - mean) * (v - mean)).sum::<f64>() / (n - 1.0)
}

/// Elo difference of an expected score between 0 and 1; infinite at the ends.
pub fn elo(score: f64) -> f64 {
    if score <= 0.0 {
        f64::NEG_INFINITY
    } else if score >= 1.0 {
        f64::INFINITY
    } else {
        -400.0 * (1.0 / score - 1.0).log10()
    }
}

/// Expected score of an Elo difference.
pub fn expected_score(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// Which hypothesis a sequential test accepts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Elo difference at most ELO0.
    H0,
    /// Elo difference at least ELO1.
    H1,
}

/// Error probability of either kind that the sequential test allows.
const SPRT_ERROR: f64 = 0.05;

/// Log likelihood ratio of the two hypotheses in the normal approximation, from the mean scores (0 to 1) of the pairs.
/// 0 while the pairs do not differ, or are fewer than 8: no variance can be estimated from them.
pub fn log_likelihood_ratio(scores: &[f64], elo0: f64, elo1: f64) -> f64 {
    if scores.len() < 8 {
        return 0.0;
    }
    // One imaginary pair on either side of the mean keeps a one-sided match from a variance of nothing.
    let n = scores.len() as f64;
    let mean = scores.iter().sum::<f64>() / n;
    let spread = variance(scores) * (n - 1.0) / n + 0.25 / n;
    let (s0, s1) = (expected_score(elo0), expected_score(elo1));
    n * (s1 - s0) * (2.0 * mean - s0 - s1) / (2.0 * spread)
}

pub fn sprt(scores: &[f64], elo0: f64, elo1: f64) -> Option<Verdict> {
    let bound = ((1.0 - SPRT_ERROR) / SPRT_ERROR).ln();
    let ratio = log_likelihood_ratio(scores, elo0, elo1);
    if ratio >= bound {
        Some(Verdict::H1)
    } else if ratio <= -bound {
        Some(Verdict::H0)
    } else {
        None
    }
}
