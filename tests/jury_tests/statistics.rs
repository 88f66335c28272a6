//! The figures of a match against tables, simulations and counts by hand.

use super::prelude::*;
use jury::count::stats::{Hypothesis, Pairs, Sequential};

#[test]
fn statistics() {
    // The draws are those of SplitMix64 (its reference program, seed 0).
    let (mut rng, drawn) = (Rng(0), [0xe220_a839_7b1d_cdaf, 0x6e78_9e6a_a1b9_65f4, 0x06c4_5d18_8009_454f]);
    assert_eq!(drawn.map(|_| rng.next()), drawn);
    // 1, 2, 3, 4: mean 2.5, deviation 1.29099, standard error 0.645497. Student's t is 3.06 for three degrees of freedom.
    let e = stats::estimate(&[1.0, 2.0, 3.0, 4.0]);
    assert!((e.mean - 2.5).abs() < 1e-12 && (e.half - 1.978).abs() < 1e-3, "{:?}", e);
    for alike in [&[][..], &[3.0], &[24.0; 10]] {
        assert_eq!(stats::estimate(alike).half, f64::INFINITY, "{:?} show no spread", alike);
    }
    // Student's t from the tables.
    for (freedom, t) in [(3, 3.182), (4, 2.776), (6, 2.447), (10, 2.228), (30, 2.042), (99_999, 1.960)] {
        let off = 1.0 - stats::student(freedom) / t;
        assert!((-0.001..0.04).contains(&off), "{} degrees: {}", freedom, off);
    }
    assert_eq!(stats::student(0), f64::INFINITY);
    assert!((stats::elo(0.75) - 190.848_5).abs() < 1e-3);
    assert!((stats::expected_score(190.848_5) - 0.75).abs() < 1e-6);
    assert_eq!((stats::elo(1.0), stats::elo(0.0)), (f64::INFINITY, f64::NEG_INFINITY));
    assert!(stats::elo(0.5).abs() < 1e-9);
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
}

#[test]
fn the_interval_is_what_no_gambler_refutes() {
    let mut pairs = Pairs::default();
    assert_eq!(pairs.score(), None, "no figure without a pair");
    for scores in [[0.0, 0.0], [0.0, 0.5], [1.0, 0.0], [0.5, 0.5], [1.0, 0.5], [1.0, 1.0]] {
        pairs.add(scores);
    }
    assert_eq!(pairs, Pairs([1, 1, 2, 1, 1]));
    // The ends by another program. Ten pairs won: six gamblers have 40 together
    // where 0.22 / s^10 + 0.28 (0.5 + 0.5 / s)^10 + ... is 40.
    for (pairs, mean, low, high) in [
        (pairs, 0.5, 0.112_3, 0.887_7),
        (Pairs([0, 0, 0, 0, 10]), 1.0, 0.604_8, 1.0),
        (Pairs([10, 0, 0, 0, 0]), 0.0, 0.0, 0.395_2),
        (Pairs([0, 0, 20, 0, 8]), 0.642_9, 0.509_8, 0.785_7),
        (Pairs([0, 500, 0, 500, 0]), 0.5, 0.474_98, 0.525_02),
    ] {
        let score = pairs.score().unwrap();
        let off = [score.mean - mean, score.low - low, score.high - high];
        assert!(off.iter().all(|off| off.abs() < 1e-4), "{:?}: {:?}", pairs, score);
    }
    // So many more pairs like these would decide, and one less would not.
    for (pairs, more) in [(Pairs([0, 0, 0, 0, 4]), 4), (Pairs([4, 0, 0, 0, 0]), 4), (Pairs([3, 0, 7, 0, 6]), 140)] {
        assert_eq!(pairs.to_decide(1000), Some(more), "{:?}", pairs);
    }
    assert_eq!((Pairs([3, 0, 7, 0, 6]).to_decide(139), Pairs([1, 0, 0, 0, 1]).to_decide(1000)), (None, None));
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

/// The share of matches in which the intervals at all of these numbers of pairs hold the true score.
fn all_hold(rng: &mut Rng, runs: usize, looks: &[usize], score: f64, (draws, copies): (f64, f64)) -> f64 {
    let held = (0..runs).filter(|_| {
        let mut sample = Pairs::default();
        looks.iter().all(|pairs| {
            (sample.count()..*pairs).for_each(|_| sample.add(pair_of(rng, score, draws, copies)));
            !sample.refute(score, 1.0) && !sample.turned().refute(1.0 - score, 1.0)
        })
    });
    held.count() as f64 / runs as f64
}

#[test]
fn all_looks_at_a_match_together_err_in_one_of_twenty() {
    let mut rng = Rng(3);
    // Plain intervals of 95 % would call equal programs unequal in 16 % of these matches. 20,000 matches: 0.6 %.
    for kind in KINDS {
        let share = all_hold(&mut rng, 2000, &[50, 100, 200, 400, 800], 0.5, kind);
        assert!((0.98..1.0).contains(&share), "{:?}: {}", kind, share);
    }
    // Also where one side nearly always wins and the two games of a pair go alike.
    let looks = [2, 4, 6, 8, 10, 13, 16, 20, 25, 30, 40, 50, 70, 100];
    for score in [0.5, 0.878, 0.953, 0.9773] {
        for alike in [1.0, 0.9, 0.8, 0.5] {
            let share = all_hold(&mut rng, 400, &looks, score, (0.0, alike));
            assert!(share >= 0.95, "score {}, alike {}: {}", score, alike, share);
        }
    }
}

#[test]
fn a_sequential_test_errs_in_one_of_twenty_matches_near_0_and_far_from_it() {
    // 1,000 runs show the share of errors to within 0.7 % (one standard deviation).
    let (mut rng, runs) = (Rng(1), 1000);
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
                assert!(share <= 0.065, "{}: wrong in {} of the matches", what, share);
            }
        }
    }
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
    let left_out = "not counted: 397 games without a pair, or after the verdict";
    holds("gap", waiting.text(), &format!("the sequential test is |{}", left_out));
}

#[test]
fn a_summary_counts_wins_draws_losses_and_points_of_whole_pairs() {
    let plan = plan("ayu", 10, scratch("tally"));
    let results = [[5, 1], [2, 2], [0, 3], [0, 4], [1, 0], [6, 6], [9, 0]];
    let all: Vec<Played> = results.iter().enumerate().map(|(i, points)| played(i, *points)).collect();
    let s = summary::summary(&plan, &all);
    assert_eq!((s.tally.games, s.left_out, s.tally.distinct), (6, 1, 6));
    assert_eq!((s.tally.wins, s.tally.pairs), ([2, 2, 2], Pairs([1, 0, 0, 2, 0])));
    assert_eq!(s.tally.points, [14.0, 16.0], "the game without its pair does not count");
    assert!((s.difference.mean + 1.0 / 3.0).abs() < 1e-12);
    for line in [
        "\nnot counted: 1 game without a pair, or after the verdict\n",
        "\ngreedy: wins 2, draws 2, losses 2: score 50.0 %, 95 % 2.8 to 92.1; Elo +0, -613 to +428\n",
        "\ngreedy in pairs: won both 0, won one and drew one 2, even 0, lost both 1\n",
        "\npoints a game (95 % at one look): greedy 2.33 +- 4.49, random 2.67 +- 2.31, difference -0.33 +- 6.32; the contest ",
    ] {
        holds("text", s.text(), line);
    }
    holds("no draws", summary::summary(&plan, &all[2..4]).text(), "won both 0, one each 0, lost both 1\n");
    let one = summary::summary(&plan, &all[..1]);
    holds("one game", one.text(), "no result yet|!%|!Elo");
}
