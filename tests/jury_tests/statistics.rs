//! The figures of a match against tables, simulations and counts by hand.

use super::prelude::*;
use jury::count::stats::{Hypothesis, Pairs, Sequential};

#[test]
fn statistics() {
    // The draws are those of SplitMix64 (its reference program, seed 0).
    let (mut rng, drawn) = (Rng(0), [0xe220_a839_7b1d_cdaf, 0x6e78_9e6a_a1b9_65f4, 0x06c4_5d18_8009_454f]);
    assert_eq!(drawn.map(|_| rng.next()), drawn);
    // 1, 2, 3, 4: mean 2.5, deviation 1.29099, standard error 0.645497. Student's t is 3.182 for three degrees of
    // freedom.
    let e = stats::estimate(&[1.0, 2.0, 3.0, 4.0], stats::ERROR);
    assert!((e.mean - 2.5).abs() < 1e-12 && (e.half - 2.054_26).abs() < 1e-4, "{:?}", e);
    for alike in [&[][..], &[3.0], &[24.0; 10]] {
        assert_eq!(stats::estimate(alike, stats::ERROR).half, f64::INFINITY, "{:?} show no spread", alike);
    }
    // Student's t from the tables: degrees of freedom from 1 on, then others.
    let first = [12.706, 4.303, 3.182, 2.776, 2.571, 2.447].into_iter().zip(1..).map(|(t, freedom)| (freedom, 0.05, t));
    let others = [(10, 0.05, 2.228), (30, 0.05, 2.042), (1, 0.001, 636.619), (9, 0.01, 3.250), (99_999, 0.001, 3.291)];
    for (freedom, error, t) in first.chain(others) {
        let off = (stats::student(freedom, error) - t).abs();
        assert!(off < if error == 0.05 { 6e-4 } else { 0.01 }, "{} degrees, error {}: {}", freedom, error, off);
    }
    assert_eq!(stats::student(0, 0.05), f64::INFINITY);
    assert!((stats::elo(0.75) - 190.848_5).abs() < 1e-3);
    assert!((stats::expected_score(190.848_5) - 0.75).abs() < 1e-6);
    assert_eq!((stats::elo(1.0), stats::elo(0.0)), (f64::INFINITY, f64::NEG_INFINITY));
    assert!(stats::elo(0.5).abs() < 1e-9);
    let mut pairs = Pairs::default();
    assert_eq!(pairs.score(stats::ERROR), None, "no figure without a pair");
    for scores in [[0.0, 0.0], [0.0, 0.5], [1.0, 0.0], [0.5, 0.5], [1.0, 0.5], [1.0, 1.0]] {
        pairs.add(scores);
    }
    assert_eq!(pairs, Pairs([1, 1, 2, 1, 1]));
    let score = pairs.score(stats::ERROR).unwrap();
    assert!((score.mean - 0.5).abs() < 1e-12 && (score.low + score.high - 1.0).abs() < 1e-6, "{:?}", score);
}

#[test]
fn the_interval_is_that_of_the_likelihood() {
    // Ten pairs, all won. With a true score s their probability is at most s to the tenth. The interval ends where
    // that is exp(-t^2 / 2); t is 2.262 for nine degrees of freedom: 0.7743.
    let score = Pairs([0, 0, 0, 0, 10]).score(stats::ERROR).unwrap();
    assert!((score.low - 0.7743).abs() < 2e-4 && score.high == 1.0, "{:?}", score);
    let score = Pairs([10, 0, 0, 0, 0]).score(stats::ERROR).unwrap();
    assert!((score.high - 0.2257).abs() < 2e-4 && score.low == 0.0, "{:?}", score);
    let score = Pairs([0, 0, 1, 0, 0]).score(stats::ERROR).unwrap();
    assert_eq!((score.mean, score.low, score.high), (0.5, 0.0, 1.0));
    // If the games of each pair end alike, the pairs are a binomial sample: n (h ln(h/s) + (1-h) ln((1-h)/(1-s))).
    // With one loss and nine wins, at 0.6, Newton's first step ends where a factor is almost 0.
    for (losses, wins) in [(70, 30), (2, 254), (1, 9), (9, 1), (399, 1), (1, 1)] {
        for score in [0.001, 0.01, 0.1, 0.25, 0.4, 0.5, 0.6, 0.9, 0.99, 0.999] {
            let (n, h) = ((losses + wins) as f64, wins as f64 / (losses + wins) as f64);
            let expected = n * (h * (h / score).ln() + (1.0 - h) * ((1.0 - h) / (1.0 - score)).ln());
            let found = Pairs([losses, 0, 0, 0, wins]).unlikelihood(score);
            assert!((found - expected).abs() < 1e-6, "{} of {} won at {}: {}", wins, n, score, found);
        }
    }
    // For many pairs the normal approximation holds too: 1.96 standard errors of 0.25 / sqrt(1000).
    let score = Pairs([0, 500, 0, 500, 0]).score(stats::ERROR).unwrap();
    assert!((score.high - 0.5 - 1.96 * 0.25 / 1000f64.sqrt()).abs() < 2e-4, "{:?}", score);
}

/// A's scores of a pair's two games, with the true mean `score`. `draws` is the share of the largest possible number
/// of draws. In a share of `copies` pairs the second game ends as the first.
pub fn pair_of(rng: &mut Rng, score: f64, draws: f64, copies: f64) -> [f64; 2] {
    let mut game = || {
        let draw = draws * 2.0 * score.min(1.0 - score);
        match rng.unit() {
            u if u < draw => 0.5,
            u => f64::from(u8::from(u < score + draw / 2.0)),
        }
    };
    let (first, second) = (game(), game());
    [first, if rng.unit() < copies { first } else { second }]
}

/// Kinds of matches to simulate, as `draws` and `copies`: independent games, many draws, half of the pairs with two games
/// alike.
pub const KINDS: [(f64, f64); 3] = [(0.0, 0.0), (0.6, 0.0), (0.0, 0.5)];

/// The share of matches in which the intervals of all looks, after so many pairs each, hold the true score.
fn all_hold(rng: &mut Rng, runs: usize, looks: &[usize], score: f64, (draws, copies): (f64, f64)) -> f64 {
    let held = (0..runs).filter(|_| {
        let mut sample = Pairs::default();
        looks.iter().zip(1..).all(|(pairs, look)| {
            while sample.count() < *pairs {
                sample.add(pair_of(rng, score, draws, copies));
            }
            let interval = sample.score(stats::error_of(look)).unwrap();
            interval.low <= score && score <= interval.high
        })
    });
    held.count() as f64 / runs as f64
}

#[test]
fn all_looks_at_a_match_together_err_in_one_of_twenty() {
    // With 5 % for each look, equal programs would be called unequal in 16 % of these matches.
    let mut rng = Rng(3);
    for kind in KINDS {
        let share = all_hold(&mut rng, 2000, &[50, 100, 200, 400, 800], 0.5, kind);
        assert!((0.95..0.985).contains(&share), "{:?}: {}", kind, share);
        for score in [0.5, 0.7, 0.8, 0.95] {
            let short = all_hold(&mut rng, 1000, &[6, 8, 12, 20, 30], score, kind);
            assert!(short >= 0.95, "score {}, {:?}: {}", score, kind, short);
        }
    }
    let all: f64 = (1..100_000).map(stats::error_of).sum();
    assert!(all <= stats::ERROR && all > 0.0499, "{}", all);
    // What the first look pays.
    let wider = stats::student(99, stats::error_of(1)) / stats::student(99, stats::ERROR);
    assert!(wider < 1.1, "{}", wider);
}

#[test]
fn a_sequential_test_errs_in_one_of_twenty_matches_near_0_and_far_from_it() {
    // 4,000 runs show the share of errors to within 0.35 % (one standard deviation).
    let (mut rng, runs) = (Rng(1), 4000);
    let tests = [((0.0, 50.0), 1), ((0.0, 100.0), 3), ((100.0, 200.0), 3), ((300.0, 400.0), 3)];
    for ((elo0, elo1), kinds) in tests {
        for (draws, copies) in &KINDS[..kinds] {
            for (elo, right) in [(elo0, Hypothesis::H0), (elo1, Hypothesis::H1)] {
                let wrong = (0..runs).filter(|_| {
                    let mut test = Sequential::new([elo0, elo1]);
                    while test.accepted.is_none() {
                        test.add(pair_of(&mut rng, stats::expected_score(elo), *draws, *copies));
                    }
                    test.accepted != Some(right)
                });
                let share = wrong.count() as f64 / runs as f64;
                let what = format!("{} against {}, draws {}, copies {}, true {}", elo0, elo1, draws, copies, elo);
                assert!(share <= 0.06, "{}: wrong in {} of the matches", what, share);
            }
        }
    }
}

#[test]
fn a_sequential_test_stops_early() {
    let plan = played_out(Plan { sprt: Some([0.0, 200.0]), ..plan("spaghetti", 400, scratch("sprt")) });
    let summary = summary::summarise(&plan).unwrap();
    assert_eq!(summary.sequential.unwrap().accepted, Some(Hypothesis::H1), "greedy beats random");
    assert!(summary.tally.games < 200, "{} games", summary.tally.games);
}

#[test]
fn a_verdict_counts_pairs_in_the_order_of_their_numbers() {
    let plan = Plan { sprt: Some([0.0, 200.0]), ..plan("ayu", 400, scratch("order")) };
    // A wins everything. Once a pair has decided, later games change nothing.
    let all: Vec<Played> = (0..100).map(|i| played(i, [2, 1])).collect();
    let verdict = summary::summary(&plan, &all);
    let needed = verdict.tally.games;
    assert_eq!(verdict.sequential.unwrap().accepted, Some(Hypothesis::H1));
    assert!((10..60).contains(&needed) && verdict.left_out == 100 - needed, "{} games", needed);
    assert_eq!((verdict.tally.wins, verdict.tally.points), ([needed, 0, 0], [2.0 * needed as f64, needed as f64]));
    // Games that finished early do not change the verdict, however many and whatever their results.
    let mut more: Vec<Played> = (needed..400).map(|i| played(i, [1, 2])).collect();
    more.extend((0..needed).map(|i| played(i, [2, 1])));
    let same = summary::summary(&plan, &more);
    assert_eq!((same.sequential, same.tally), (verdict.sequential, verdict.tally));
    // An unfinished pair holds back those behind it.
    let gap: Vec<Played> = (0..400).filter(|i| *i != 3).map(|i| played(i, [2, 1])).collect();
    let waiting = summary::summary(&plan, &gap);
    assert_eq!((waiting.sequential.unwrap().accepted, waiting.tally.games, waiting.left_out), (None, 2, 397));
    let left_out = "397 more games do not count: no pair yet, or behind one that is missing";
    holds("gap", waiting.text(&plan, true), &format!("the sequential test is |{}", left_out));
}

#[test]
fn a_summary_counts_wins_draws_losses_and_points_by_seat_of_whole_pairs() {
    let plan = plan("ayu", 10, scratch("tally"));
    let results = [[5, 1], [2, 2], [0, 3], [0, 4], [1, 0], [6, 6], [9, 0]];
    let all: Vec<Played> = results.iter().enumerate().map(|(i, points)| played(i, *points)).collect();
    let s = summary::summary(&plan, &all);
    assert_eq!((s.tally.games, s.left_out, s.tally.distinct), (6, 1, 6));
    assert_eq!((s.tally.wins, s.tally.pairs), ([2, 2, 2], Pairs([1, 0, 0, 2, 0])));
    assert_eq!(s.tally.points, [14.0, 16.0], "the game without its pair does not count");
    assert_eq!(s.by_seat, [[2.0, 8.0 / 3.0], [12.0 / 3.0, 4.0 / 3.0]]);
    assert!((s.means[2].mean + 1.0 / 3.0).abs() < 1e-12);
    let text = holds("text", s.text(&plan, true), "1 more game does not count: no pair yet|!different games");
    let figures = "greedy: wins 2, draws 2, losses 2: score 50.0 %|0 points: 1, 1/2: 0, 1: 0, 1 1/2: 2, 2: 0";
    holds("text", text, figures);
    let one = summary::summary(&plan, &all[..1]);
    holds("one game", one.text(&plan, true), "no result yet|!%|!Elo");
    holds("one game", one.json(&plan), "\"score\": null|\"difference_a_game\": null");
}
