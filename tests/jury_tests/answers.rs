//! The answer first: the verdict of a match, how it stands meanwhile, the end of a game.

use super::{jury, plan, played, scratch};
use jury::process::{Account, Forfeit, Kind};
use jury::referee::{Entry, Note, Outcome};
use jury::series::{self, Played};
use jury::{answer, summary};
use std::fs;

/// Games with these points for A and B, so many of each, in this order.
fn games(groups: &[(usize, [i32; 2])]) -> Vec<Played> {
    let points = groups.iter().flat_map(|(n, points)| vec![*points; *n]);
    points.enumerate().map(|(index, points)| played(index, points)).collect()
}

/// Games with so many wins, draws and losses of A.
fn results(wins: usize, draws: usize, losses: usize) -> Vec<Played> {
    games(&[(wins, [1, 0]), (draws, [0, 0]), (losses, [0, 1])])
}

/// So many pairs of a win and a loss, then so many that A won.
fn even(split: usize, won: usize) -> Vec<Played> {
    let mut groups = [(1, [1, 0]), (1, [0, 1])].repeat(split);
    groups.push((2 * won, [1, 0]));
    games(&groups)
}

/// The same games with A and B exchanged.
fn turned(games: Vec<Played>) -> Vec<Played> {
    games.iter().enumerate().map(|(index, game)| played(index, [1, 0].map(|i| game.points(i) as i32))).collect()
}

/// The games with forfeits: by A (0) or B (1), in this game.
fn forfeits(mut games: Vec<Played>, forfeits: &[(usize, usize, Kind)]) -> Vec<Played> {
    for (game, entrant, kind) in forfeits {
        let entry = Entry::Forfeit(games[*game].seat(*entrant), Forfeit { kind: *kind, reason: "why".to_string() });
        games[*game].record.entries.push((9, entry));
        games[*game].record.notes.push(Note::default());
    }
    games
}

#[test]
fn the_verdict_stands_first_in_a_sentence() {
    let mut plan = plan("ayu", 400, scratch("verdict"));
    let (none, regression, gain) = (None, Some([-20.0, 0.0]), Some([0.0, 50.0]));
    let of_three = [(0, 1, Kind::Illegal), (1, 1, Kind::Memory), (2, 0, Kind::Closed)];
    let of_twelve: Vec<_> = (0..12).map(|game| (game, 0, Kind::Crash)).collect();
    let table: [(_, Vec<Played>, &str, u8, &[&str]); 17] = [
        (none, results(0, 0, 0), "too few games", 5, &["Not decided: too few games to say anything."]),
        (
            none,
            results(1, 0, 1),
            "too few games",
            5,
            &["Not decided: too few games to say anything; about 45 more pairs would show a difference of \
             100 Elo."],
        ),
        (none, even(20, 8), "stronger", 0, &["greedy is stronger than random: 36 wins of 56 games, +46 to +180 Elo (95 %)."]),
        (none, turned(even(20, 8)), "weaker", 3, &["random is stronger than greedy: 36 wins of 56 games, +46 to +180 Elo (95 %)."]),
        (
            none,
            results(40, 0, 0),
            "stronger",
            0,
            &["greedy is stronger than random: 40 wins of 40 games, +375 Elo or more (95 %)."],
        ),
        (none, even(190, 2), "close", 4, &["greedy and random are within 20 Elo: -1 to +11 (95 %)."]),
        (
            none,
            results(22, 0, 18),
            "undecided",
            5,
            &["Not decided: greedy may be 129 Elo weaker to 204 stronger (95 %); about 63 more pairs would show a \
             difference of 100 Elo."],
        ),
        (
            none,
            results(100, 40, 100),
            "undecided",
            5,
            &["Not decided: greedy may be 57 Elo weaker to 57 stronger (95 %); about 190 more pairs would show a \
             difference of 50 Elo."],
        ),
        (gain, even(0, 30), "stronger", 0, &["greedy is stronger than random: 46 wins of 46 games, +403 Elo or more (95 %).", "The sequential test says: greedy is at least 50 Elo stronger than random, rather than not stronger (log likelihood \
             ratio +3.07, bounds +-2.94)."]),
        (
            gain,
            even(60, 0),
            "H0",
            3,
            &["The sequential test says: greedy is not stronger than random, rather than at least 50 Elo stronger (log \
             likelihood ratio -3.08, bounds +-2.94)."],
        ),
        (
            gain,
            even(10, 3),
            "undecided",
            5,
            &[
                "Not decided: greedy may be 8 Elo weaker to 203 stronger (95 %); about 19 more pairs would show a \
             difference of 100 Elo.",
                "The sequential test is open: greedy is at least 50 Elo stronger than random, or not stronger (log \
             likelihood ratio +1.72, bounds +-2.94).",
            ],
        ),
        (
            regression,
            even(190, 2),
            "close",
            0,
            &[
                "greedy and random are within 20 Elo: -14 to +14 (95 %).",
                "The sequential test says: greedy is not weaker than random, rather than at least 20 Elo weaker (log \
             likelihood ratio +2.96, bounds +-2.94).",
            ],
        ),
        (Some([5.0, 10.0]), even(1, 0), "too few games", 5, &["Not decided: too few games to say anything; about 45 more pairs would show a difference of 100 Elo.", "The sequential test is open: greedy is at least 10 Elo stronger than random, or at most 5 Elo stronger (log \
             likelihood ratio -0.01, bounds +-2.94)."]),
        (Some([-10.0, -5.0]), even(1, 0), "too few games", 5, &["Not decided: too few games to say anything; about 45 more pairs would show a difference of 100 Elo.", "The sequential test is open: greedy is at most 5 Elo weaker than random, or at least 10 Elo weaker (log \
             likelihood ratio +0.01, bounds +-2.94)."]),
        (
            none,
            forfeits(results(30, 0, 10), &[(39, 1, Kind::Crash)]),
            "forfeits",
            6,
            &[
                "random forfeited 1 game (crash): mend that first.",
                "greedy is stronger than random: 30 wins of 40 games, +15 to +401 Elo (95 %).",
            ],
        ),
        (
            none,
            forfeits(results(2, 0, 2), &of_three),
            "forfeits",
            6,
            &[
                "greedy forfeited 1 game (closed): mend that first.",
                "random forfeited 2 games (1 illegal, 1 memory): mend that first.",
                "Not decided: too few games to say anything; about 57 more pairs would show a difference of \
             100 Elo.",
            ],
        ),
        (
            none,
            forfeits(results(0, 0, 12), &of_twelve),
            "forfeits",
            6,
            &[
                "greedy forfeited all of its first 10 games (crash), so the match ends: mend that first.",
                "random is stronger than greedy: 12 wins of 12 games, +54 Elo or more (95 %).",
            ],
        ),
    ];
    for (test, games, verdict, code, sentences) in table {
        plan.sprt = test;
        let summary = summary::summary(&plan, &games);
        assert_eq!(
            (summary.verdict(), summary.sentences()),
            ((verdict, code), sentences.iter().map(|s| s.to_string()).collect())
        );
        // The answer comes first, on the screen and for programs.
        let first = sentences.join("\n");
        assert!(summary.text(&plan, false).starts_with(&first) && summary.text(&plan, true).starts_with(&first));
        let json = summary.json(&plan);
        assert!(json.starts_with(&format!("{{\n  \"verdict\": \"{}\",\n  \"sentences\": [", verdict)), "{}", json);
    }
}

#[test]
fn a_program_that_forfeits_its_first_ten_games_ends_the_match() {
    let folder = scratch("hopeless");
    // The pairs may be anywhere in a part. Other games may have finished before.
    let mut plan = plan("ayu", 40, folder.join("plan"));
    let all = |indices: &[usize]| {
        let bad: Vec<_> = indices.iter().map(|index| (*index, 1, Kind::Crash)).collect();
        forfeits(results(30, 0, 0), &bad)
    };
    for (part, lost, expected) in [
        (None, (0..10).collect::<Vec<_>>(), Some(1)),
        (None, (0..9).chain(10..30).collect(), None),
        (Some([2, 2]), (0..10).collect(), None),
        (Some([2, 2]), vec![2, 3, 6, 7, 10, 11, 14, 15, 18, 19], Some(1)),
    ] {
        plan.part = part;
        assert_eq!(series::hopeless(&plan, &all(&lost)), expected, "{:?} {:?}", part, lost);
    }
    let words = ["match", "ayu", "greedy", "true", "--games", "60", "--dir", "m", "--json", "m.json"];
    let (code, text) = jury(&folder, &words);
    let says = "true forfeited all of its first 10 games (closed), so the match ends: mend that first.\n";
    assert!(code == Some(6) && text.starts_with(says), "{:?}: {}", code, text);
    assert!(fs::read_to_string(folder.join("m.json")).unwrap().contains("\"games\": 10,"));
    let (code, text) = jury(&folder, &["match", "--resume", "m"]);
    assert!(code == Some(6) && text.starts_with(says) && !folder.join("m/00011.txt").exists(), "{}", text);
}

#[test]
fn the_exit_code_carries_the_verdict_where_it_is_asked_for() {
    let folder = scratch("exit-code");
    let played = |a: &str, b: &str, more: &[&str]| {
        let words = ["match", "ayu", a, b, "--games", "12", "--seed", "3", "--dir", "m"];
        let _ = fs::remove_dir_all(folder.join("m"));
        jury(&folder, &[&words, more].concat())
    };
    for (a, b, expected, words) in
        [("greedy", "random", 0, "greedy is stronger than random"), ("random", "greedy", 3, "greedy is ")]
    {
        let (code, text) = played(a, b, &["--exit-code"]);
        assert!(code == Some(expected) && text.starts_with(words), "{:?}: {}", code, text);
        assert_eq!(jury(&folder, &["summary", "m", "--exit-code"]).0, Some(expected));
        assert_eq!(jury(&folder, &["match", "--resume", "m"]).0, Some(0));
    }
    // Figures that only `--verbose` shows.
    let figures = ["pairs that gave", "Elo of A", "bad exits", "costs a program", "as first mover"];
    let (short, long) = (jury(&folder, &["summary", "m"]).1, jury(&folder, &["summary", "m", "--verbose"]).1);
    for words in figures {
        assert!(!short.contains(words) && long.contains(words), "{}: {}", words, long);
    }
    let lines = short.lines().filter(|line| !line.starts_with("WARNING"));
    assert_eq!(lines.count(), 6, "{}", short);
}

#[test]
fn the_line_of_a_running_match_fits_its_terminal() {
    let mut plan = plan("ayu", 99_998, scratch("standing"));
    let games = even(20, 4);
    let line = |plan: &series::Plan, games: &[Played], columns| series::standing(plan, games, 10_800.0, columns);
    assert_eq!(
        line(&plan, &games, None),
        "48/99998 games  A +28 =0 -20  +0.17 points a game  Elo +58 (+9 to +130)  3:00 h left"
    );
    plan.sprt = Some([0.0, 50.0]);
    let all = line(&plan, &games, None);
    assert!(all.ends_with("  Elo +58 (+9 to +130)  ratio -3.08 of +-2.94  3:00 h left"), "{}", all);
    for columns in [70, 80, 100, 120] {
        let cut = line(&plan, &games, Some(columns));
        assert!(cut.len() < columns && cut.contains("  Elo +58 (+9 to +130)  ratio"), "{}: {}", columns, cut);
    }
    let bad = forfeits(even(20, 4), &[(3, 1, Kind::Crash), (4, 1, Kind::Crash), (5, 0, Kind::Crash)]);
    let cut = line(&plan, &bad, Some(80));
    assert!(cut.len() < 80 && cut.contains("  FORFEITS 1 and 2"), "{}", cut);
    assert_eq!(
        series::standing(&plan, &games[..1], 61.4, None),
        "1/99998 games  A +1 =0 -0  +1.00 points a game  ratio +0.00 of +-2.94  1:01 min left"
    );
}

#[test]
fn a_game_ends_with_who_won_who_was_who_and_why_somebody_forfeited() {
    let forfeit = Forfeit { kind: Kind::Crash, reason: "exit 1; stderr: no\nway".to_string() };
    let line = |seat: usize, text: &str| Entry::Line(seat, text.to_string());
    let note = |seconds: f64| Note { seconds, log: Vec::new() };
    let account = |wall: f64| Account { wall, ..Account::default() };
    let mut outcome = Outcome {
        points: [0, 12],
        forfeits: [Some(forfeit.clone()), None],
        entries: vec![line(0, "a"), line(1, "b"), line(0, "c"), line(1, "d"), Entry::Forfeit(0, forfeit), line(0, "e")],
        notes: [0.1, 1.25, 0.3, 1.75, 0.35, 0.35].map(note).to_vec(),
        accounts: [account(0.35), account(2.0)],
        commands: Default::default(),
        voids: Vec::new(),
    };
    assert_eq!(
        answer::end_of_game("spaghetti", ["mine x", "human"], [Some(30.0), None], &outcome),
        "Blue was mine x: 0 points, slowest move 0.20 s (c), 29.65 of 30 s left\n\
         Red was human: 12 points, slowest move 1.25 s (b)\n\
         Blue FORFEITED, crash: exit 1; stderr: no\\nway\n\
         Red wins, 12 to 0.\n"
    );
    // A time-out counts as the slowest move.
    outcome.notes[4].seconds = 30.1;
    outcome.notes[5].seconds = 30.1;
    outcome.accounts[0].wall = 30.1;
    let text = answer::end_of_game("spaghetti", ["x", "y"], [Some(30.0); 2], &outcome);
    assert!(
        text.starts_with("Blue was x: 0 points, slowest move 29.80 s (the forfeit), 0.00 of 30 s left"),
        "{}",
        text
    );
    let sides = ["Detectives", "Fugitive"].map(str::to_string);
    for (points, words) in
        [([3, 1], "Detectives win, 3 to 1."), ([-2, -1], "Fugitive wins, -1 to -2."), ([2, 2], "A draw, 2 to 2.")]
    {
        assert_eq!(answer::winner(&sides, points), words);
    }
    // The end of a watched game stands below all of its boards.
    let folder = scratch("end-of-game");
    let (code, text) =
        jury(&folder, &["play", "ayu", "greedy", "true", "--seed", "1", "--out", "x.txt", "--time", "9"]);
    assert!(code == Some(0) && text.starts_with("White: greedy\nBlack: true\n\n"), "{}", text);
    let end: Vec<&str> = text.lines().rev().take(5).collect();
    assert_eq!(end[0], "transcript: x.txt");
    assert!(end[1].starts_with("White wins, ") && end[3].starts_with("Black was true: 0 points, "), "{}", text);
    assert_eq!(end[2], "Black FORFEITED, closed: ended before the game did, exit code 0");
    assert!(end[4].starts_with("White was greedy: ") && end[4].ends_with(" of 9 s left"), "{}", text);
    assert!(!text.contains("KiB address space") && !text.contains("the jury itself costs"), "{}", text);
}
