//! Tournaments: tables, Elo numbers, interruption.

use super::pages::links;
use super::prelude::*;
use super::statistics::{pair_of, KINDS};
use jury::count::ratings::{self, Pair};

fn entrant(name: &str) -> Entrant {
    Entrant { name: name.to_string(), words: vec!["x".to_string()] }
}

/// An invented tournament: three programs and the transcripts of their games.
fn invented() -> (Plan, Vec<Vec<Played>>) {
    let names = ["/home/somebody/programs/of/2026/alpha", "be\"ta", "c & d"];
    let plan = Plan {
        entrants: names.map(entrant).to_vec(),
        seconds: [30.0; 2],
        seed: 7,
        schedule: Schedule::RoundRobin,
        ..plan("ayu", 4, scratch("invented"))
    };
    let played = |index, text| Played { index, record: transcript::read(&format!("# game: ayu\n{}", text)).unwrap() };
    // A won and drew against B. The game before has no partner and does not count. C forfeited twice and lost, A once
    // and won. B and C never met.
    let first = "# used 1: 1.500 s wall\n# used 2: 0.25 s wall\n1 a\n2 b\n1 c\n1 d\nR 10 2\n";
    let second = "# used 1: 0.75 s wall\n# used 2: 0.500 s wall\n1 a\nR 5 5\n";
    let late = "# used 2: 1.000 s wall\n# forfeit: 1 crash exit 3\n1 a\n# forfeit: 2 time-out late\nR 7 8\n";
    let games = vec![
        vec![played(2, first), played(3, second), played(0, "1 a\n# forfeit: 1 crash exit 9\nR 0 90\n")],
        vec![played(0, "# used 1: 2.000 s wall\n# forfeit: 2 crash exit 3\nR 12 0\n"), played(1, late)],
        vec![],
    ];
    (plan, games)
}

#[test]
fn a_tournament_says_what_was_counted_by_hand() {
    let (plan, games) = invented();
    let mut all = standings::of(&plan, &games);
    assert_eq!(
        all.text(&plan),
        "\
/home/somebody/programs/of/2026/alpha is first with 8.75 points a game, and not surely stronger than be\"ta, c & d.
ayu: all against all, 4 games a pair of programs, 30 s a game, seed 7

rank  program               games  W-D-L  points   Elo    95 %     s  forfeits
   1  \u{2026}grams/of/2026/alpha      4  3-1-0    8.75  +133   +-818  1.25  1 time-out
   2  be\"ta                     2  0-1-1    3.50   +13  +-1201  0.50
   2  c & d                     2  0-0-2    3.50  -146  +-1380  0.00  2 crash

wins-draws-losses and points a game of the row against the column:
                                 [1]         [2]          [3]
[1] \u{2026}grams/of/2026/alpha           -  1-1-0 7.50  2-0-0 10.00
[2] be\"ta                 0-1-1 3.50           -            -
[3] c & d                 0-0-2 3.50           -            -
/home/somebody/programs/of/2026/alpha forfeited 1 game (1 time-out): mend that first. In game 2 of 1-3: time-out: late
c & d forfeited 2 games (2 crash): mend that first. In game 1 of 1-3: crash: exit 3
Elo: a program won or lost everything, so one more game, a draw, is imagined between every two that met.
"
    );
    assert_eq!(checksum(&all.html(&plan)), 1681026207);
    // Against C there are only forfeits, and few games show nothing.
    (all.rows[1].elo, all.rows[2].elo) = (Some([13.0, 329.0]), Some([-146.0, 378.0]));
    for (games, forfeited, half, words) in [
        (12, 0, 130.0, "not surely stronger than be\"ta.\n"),
        (12, 0, 125.0, "surely the strongest (95 %).\n"),
        (12, 2, 125.0, "not surely stronger than c & d.\n"),
        (10, 0, 125.0, "not surely stronger than be\"ta, c & d.\n"),
    ] {
        (all.rows[0].games, all.rows[0].elo) = (games, Some([470.0, half]));
        all.cells[0][2].forfeited = forfeited;
        holds("first", all.text(&plan), &format!("a game, and {}", words));
    }
    let none = standings::of(&plan, &[vec![], vec![], vec![]]).text(&plan);
    holds("none", none, "\n   1  be\"ta                     0  0-0-0       -    -     -  -\n");
}

#[test]
fn a_tournaments_plan_is_read_back_as_it_was_written() {
    let first = invented().0;
    let (schedule, seconds, folder) = (Schedule::Gauntlet, [2.5, 3.0], scratch("gauntlet-plan"));
    for plan in [first.clone(), Plan { schedule, seconds, games: 6, jobs: 3, folder, ..first }] {
        plan.save().unwrap();
        assert_eq!(Plan::resume(&plan.folder).unwrap(), plan);
        assert_eq!(Plan::resume(&plan.folder.join("1-2")).unwrap(), plan.between([0, 1]));
    }
}

/// Pairs of two programs: for each number of points of the first, how many.
fn pairs(a: usize, b: usize, counts: &[(f64, usize)]) -> Vec<Pair> {
    let pair = |sum: f64| Pair { programs: [a, b], scores: [f64::min(sum, 1.0), f64::max(sum - 1.0, 0.0)] };
    counts.iter().flat_map(|(sum, count)| vec![pair(*sum); *count]).collect()
}

#[test]
fn elo_agrees_with_an_independent_computation() {
    // Elo and half intervals by another program. It solves the score equations one by one by bisection, and takes the
    // curvature from differences of the likelihood.
    // A gauntlet whose pairs scatter more than single games would.
    let gauntlet = [
        pairs(0, 1, &[(2.0, 20), (0.0, 14)]),
        pairs(0, 2, &[(2.0, 18), (0.0, 16)]),
        pairs(0, 3, &[(2.0, 25), (0.0, 9)]),
    ];
    let sweep = [
        pairs(0, 1, &[(2.0, 10)]),
        pairs(0, 2, &[(2.0, 10)]),
        pairs(0, 3, &[(2.0, 10)]),
        pairs(1, 2, &[(1.0, 6), (2.0, 4)]),
        pairs(1, 3, &[(1.5, 10)]),
        pairs(2, 3, &[(1.0, 10)]),
    ];
    // The last number is Student's t (printed tables) for the pairs that are free; that program took 1.96.
    for (pairs, elo, half, t) in [
        (&gauntlet[..], [64.975, 3.014, 44.514, -112.504], [53.999, 100.836, 99.832, 109.273], 1.9842),
        (&sweep, [495.249, -63.114, -210.347, -221.787], [212.227, 99.141, 102.983, 103.664], 2.0025),
    ] {
        let ratings = ratings::rate(4, &pairs.concat()).unwrap();
        for i in 0..4 {
            assert!((ratings.elo[i] - elo[i]).abs() < 0.01, "{:?} instead of {:?}", ratings.elo, elo);
            assert!((ratings.half[i] - half[i] * t / 1.96).abs() < 0.05, "{:?} instead of {:?}", ratings.half, half);
        }
        assert_eq!(ratings.imagined, pairs == sweep);
    }
    // Two groups that never met have no common numbers.
    assert_eq!(ratings::rate(3, &pairs(0, 1, &[(1.0, 4)])), None);
    let even = ratings::rate(2, &pairs(0, 1, &[(1.0, 4)])).unwrap();
    assert!(even.elo[0].abs() < 1e-9 && even.half[0] > 50.0, "{:?}", even);
}

#[test]
fn the_intervals_of_a_tournament_cover_the_true_elo_in_nineteen_of_twenty() {
    let (elo, runs, mut rng) = ([120.0, 40.0, -30.0, -130.0], 100, Rng(5));
    let all: Vec<(usize, usize)> = (0..4).flat_map(|a| (a + 1..4).map(move |b| (a, b))).collect();
    for (met, (draws, copies)) in [(&all[..3], KINDS[0]), (&all, KINDS[0]), (&all, KINDS[1]), (&all, KINDS[2])] {
        let mut covered = 0;
        for _ in 0..runs {
            let mut pair = |(a, b): (usize, usize)| {
                let score = stats::expected_score(elo[a] - elo[b]);
                Pair { programs: [a, b], scores: pair_of(&mut rng, score, draws, copies) }
            };
            let pairs: Vec<Pair> = met.iter().flat_map(|two| [*two; 20]).map(&mut pair).collect();
            let found = ratings::rate(4, &pairs).unwrap();
            covered += (0..4).filter(|i| (found.elo[*i] - elo[*i]).abs() <= found.half[*i]).count();
        }
        // A draw counts as half a win and half a loss. These scatter more, so draws make the intervals too wide.
        let (share, most) = (covered as f64 / (4 * runs) as f64, if draws > 0.0 { 1.0 } else { 0.985 });
        assert!((0.92..=most).contains(&share), "{} met, draws {}, copies {}: {}", met.len(), draws, copies, share);
    }
}

fn transcripts(folder: &Path) -> Vec<(String, String)> {
    let files = all_in(folder, &[]).into_iter().map(|(path, text)| (path.display().to_string(), text));
    let games = files.filter(|(name, _)| name.contains('-') && name.ends_with(".txt"));
    games.map(|(name, text)| (name, moves(std::str::from_utf8(&text).unwrap()).join("\n"))).collect()
}

#[test]
fn an_interrupted_tournament_goes_on_to_the_same_end() {
    let [whole, broken] = ["tournament", "tournament-broken"].map(scratch);
    // A program waits for a file. So its games last long enough to be interrupted.
    let own = "\"sh -c 'until [ -e $PWD/open ]; do sleep 0.02; done; exec $J random spaghetti {seconds} {seed}'\"";
    let more = "--games 2 --jobs 2 --time 600 --seed 3 --dir \"my t's\"";
    let play = format!("$J tournament spaghetti greedy random builder {} {}", own, more);
    whole.says(&format!("touch open; {}", play), 0, "");
    let until = "until [ $(ls */*/0*.txt | wc -l) -ge 3 ]; do sleep 0.02; done; kill -TERM $p; wait $p";
    let text = broken.says(&format!("{} & p=$!; {}", play, until), 130, "interrupted; go on with: ");
    let then = transcripts(&broken).len();
    assert!((3..12).contains(&then), "{} games before the interruption", then);
    // The line that goes on is one that a shell reads.
    let goes_on = text.lines().find_map(|line| line.split_once("go on with: ")).expect("a line").1;
    broken.says(&format!("touch open; {}", goes_on), 0, "");
    assert_eq!(transcripts(&broken), transcripts(&whole));
    let tables = [&whole, &broken].map(|folder| folder.says("$J tournament --resume my*", 0, "").replace("\n\n", "\n"));
    // Seconds differ from run to run.
    let words =
        |text: &str| text.split_whitespace().filter(|word| !word.starts_with("0.")).collect::<Vec<_>>().join(" ");
    assert_eq!(words(&tables[0]), words(&tables[1]));
    // The pages: tables, and links to every match.
    let pages = scratch("tournament-pages");
    whole.says(&format!("$J show my* --out {}", pages.display()), 0, "");
    let index = pages.read("index.html");
    links(&index).iter().for_each(|link| assert!(pages.join(link).is_file(), "{}", link));
    // The way back: from a game to its match, from there to the tournament.
    for (page, back, name) in
        [("3-4/00002.html", "index.html", "all games"), ("3-4/index.html", "../index.html", "the tournament")]
    {
        let text = holds(page, pages.read(page), &format!(">\u{2190} {}</a>", name));
        assert_eq!(links(&text)[0], back, "{}", page);
    }
    assert!(!links(&index).iter().any(|link| link.contains("..")), "the tournament's page leads nowhere else");
}

#[test]
fn a_gauntlet_is_the_first_against_all_others() {
    let folder = scratch("gauntlet");
    let line = "$J tournament spaghetti greedy partners --gauntlet --games 6 --time 9 --time-a 8 --dir t";
    let text = folder.says(line, 0, "the first against all others|8 s against 9 s|!\u{1b}");
    let plan = Plan::resume(&folder.join("t")).unwrap();
    assert_eq!((plan.memory, plan.games, plan.schedule), (Memory::TODAY, 6, Schedule::Gauntlet));
    let names: Vec<&str> = plan.entrants.iter().map(|entrant| entrant.name.as_str()).collect();
    let others = games::find("spaghetti").unwrap().partners.iter().copied().filter(|style| *style != "greedy");
    assert_eq!(names, ["greedy"].into_iter().chain(others).collect::<Vec<_>>());
    let games = (2..=names.len()).flat_map(|other| (1..=6).map(move |n| format!("t/1-{}/0000{}.txt", other, n)));
    assert!(transcripts(&folder).into_iter().map(|(name, _)| name).eq(games));
    // Without a terminal: a line for every tenth.
    assert_eq!(text.lines().filter(|line| line.contains(" games  0:")).count(), 10, "{}", text);
}
