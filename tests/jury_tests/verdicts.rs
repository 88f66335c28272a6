//! The answer first: the verdict of a match, how it stands meanwhile, the end of a game.

use super::prelude::*;
use jury::count::tally;
use jury::run::process::Account;
use jury::text::html::escape;

/// Games with these points for A and B, so many of each, in this order.
fn games_of(groups: &[(usize, [i32; 2])]) -> Vec<Played> {
    let points = groups.iter().flat_map(|(n, points)| vec![*points; *n]);
    points.enumerate().map(|(index, points)| played(index, points)).collect()
}

/// Games with so many wins, draws and losses of A.
fn results(wins: usize, draws: usize, losses: usize) -> Vec<Played> {
    games_of(&[(wins, [1, 0]), (draws, [0, 0]), (losses, [0, 1])])
}

/// So many pairs of a win and a loss, then so many that A won.
fn even(split: usize, won: usize) -> Vec<Played> {
    let mut groups = [(1, [1, 0]), (1, [0, 1])].repeat(split);
    groups.push((2 * won, [1, 0]));
    games_of(&groups)
}

/// The same games with A and B exchanged.
fn turned(games: Vec<Played>) -> Vec<Played> {
    games.iter().enumerate().map(|(index, game)| played(index, [1, 0].map(|i| game.points(i) as i32))).collect()
}

/// The games with forfeits: by A (0) or B (1), in this game.
fn forfeits(mut games: Vec<Played>, forfeits: &[(usize, usize, Kind)]) -> Vec<Played> {
    for (game, entrant, kind) in forfeits {
        let entry = Entry::Forfeit(games[*game].seat(*entrant), Forfeit { kind: *kind, reason: "why".to_string() });
        games[*game].record.entries.push(entry);
        games[*game].record.notes.push(Note::default());
    }
    games
}

/// Verdict and sentences of the matches below.
const VERDICTS: &str = "\
too few games: Not decided: too few games to say anything.
undecided: Not decided: greedy may be 896 Elo weaker to 896 stronger (95 %), so it wins 1 to 99 of 100 games; about 94 more pairs would show a difference of 100 Elo (64 wins of 100 games).
too few games: Not decided: greedy won 8 of 8 games, too few to say; 4 more pairs like these would decide.
too few games: Not decided: random won 10 of 10 games, too few to say; 3 more pairs like these would decide.
stronger: greedy is stronger than random: 16 wins of 16 games, +24 Elo or more (95 %), so it wins 53 or more of 100 games.
stronger: greedy is stronger than random: 36 wins of 56 games, +7 to +226 Elo (95 %), so it wins 51 to 79 of 100 games.
weaker: random is stronger than greedy: 36 wins of 56 games, +7 to +226 Elo (95 %), so it wins 51 to 79 of 100 games.
stronger: greedy is stronger than random: 1000 wins of 1000 games, +797 Elo or more (95 %), so it wins 99 or more of 100 games.
close: greedy and random are within 20 Elo: -3 to +11 (95 %), so greedy wins 49.5 to 52 of 100 games.
undecided: Not decided: greedy may be 206 Elo weaker to 288 stronger (95 %), so it wins 23 to 84 of 100 games; about 152 more pairs would show a difference of 100 Elo (64 wins of 100 games).
undecided: Not decided: greedy may be 90 Elo weaker to 90 stronger (95 %), so it wins 37 to 63 of 100 games (a draw is half a win); about 526 more pairs would show a difference of 50 Elo (57 wins of 100 games).
H1: The sequential test says: greedy is stronger than random, after 23 pairs.
H0: The sequential test says: greedy is not 50 Elo stronger than random, after 20 pairs.
undecided: Not decided: the sequential test is 58 % of the way to \"greedy is stronger than random\".
H1: The sequential test says: greedy is not 20 Elo weaker than random, after 50 pairs.
undecided: Not decided: the sequential test is where it began.
undecided: Not decided: the sequential test is where it began.
undecided: Not decided: the sequential test is 1 % of the way to \"greedy is weaker than random\".
forfeits: random forfeited 1 game (crash): mend that first. / Not decided: greedy may be 65 Elo weaker to 518 stronger (95 %), so it wins 41 to 95 of 100 games; about 16 more pairs like these would decide.
forfeits: greedy forfeited 1 game (closed): mend that first. / random forfeited 2 games (1 illegal, 1 memory): mend that first. / Not decided: greedy may be 978 Elo weaker to 978 stronger (95 %), so it wins 0.4 to 99.6 of 100 games; about 120 more pairs would show a difference of 100 Elo (64 wins of 100 games).
forfeits: greedy forfeited 2 games (crash): mend that first.
forfeits: greedy forfeited all of its first 10 games, and 12 in all (2 illegal, 10 crash), so the match ends: mend that first.
";

#[test]
fn the_verdict_stands_first_in_a_sentence() {
    let mut plan = plan("ayu", 400, scratch("verdict"));
    let (none, regression, gain) = (None, Some([-20.0, 0.0]), Some([0.0, 50.0]));
    let of_three = [(0, 1, Kind::Illegal), (1, 1, Kind::Memory), (2, 0, Kind::Closed)];
    let of_twelve: Vec<_> = (0..12).map(|game| (game, 0, [Kind::Crash, Kind::Illegal][game / 10])).collect();
    let matches: [(_, Vec<Played>); 22] = [
        (none, results(0, 0, 0)),
        (none, results(1, 0, 1)),
        (none, results(8, 0, 0)),
        (none, turned(results(10, 0, 0))),
        (none, results(16, 0, 0)),
        (none, even(20, 8)),
        (none, turned(even(20, 8))),
        (none, results(1000, 0, 0)),
        (none, even(400, 2)),
        (none, results(22, 0, 18)),
        (none, results(100, 40, 100)),
        (gain, even(0, 30)),
        (gain, even(60, 0)),
        (gain, even(10, 3)),
        (regression, even(190, 2)),
        (Some([5.0, 10.0]), even(1, 0)),
        (Some([-10.0, -5.0]), turned(even(0, 2))),
        (Some([-10.0, 0.0]), turned(even(0, 2))),
        (none, forfeits(results(30, 0, 10), &[(39, 1, Kind::Crash)])),
        (none, forfeits(results(2, 0, 2), &of_three)),
        (none, forfeits(results(0, 0, 2), &of_twelve[..2])),
        (none, forfeits(results(0, 0, 12), &of_twelve)),
    ];
    for ((test, games), said) in matches.into_iter().zip(VERDICTS.lines()) {
        plan.sprt = test;
        let summary = summary::summary(&plan, &games);
        let (verdict, sentences) = (summary.verdict(), summary.sentences());
        assert_eq!(format!("{}: {}", verdict, sentences.join(" / ")), said);
        // The answer comes first, on the screen and for programs.
        let first = sentences.join("\n");
        assert!(summary.text().starts_with(&first));
        let json = summary.json();
        let head = format!("{{\n  \"jury\": \"match\",\n  \"verdict\": \"{}\",\n  \"sentences\": [", verdict);
        assert!(json.starts_with(&head), "{}", json);
        assert_eq!(json.contains("\"points_a_game\": [null, null]"), games.is_empty());
    }
}

/// Games with these lines of A and B, as the words say: `x` and `y` are lines of A and B won by A, `X` and `Y` by B.
/// A number behind them is another game. `!`: B forfeited after that line, and the jury went on by lot.
fn told(words: &str) -> Vec<Played> {
    let game = |(index, word): (usize, &str)| {
        let mut game = played(index, if word.starts_with(char::is_lowercase) { [3, 1] } else { [1, 3] });
        game.record.notes = vec![Note::default(); 3];
        let lot = Entry::Line(0, index.to_string());
        game.record.entries = vec![Entry::Line(0, word.to_lowercase().replace('!', ""))];
        if word.ends_with('!') {
            let forfeit = Forfeit { kind: Kind::Crash, reason: index.to_string() };
            game.record.entries.extend([Entry::Forfeit(game.seat(1), forfeit), lot]);
        }
        game
    };
    words.split(' ').enumerate().map(game).collect()
}

#[test]
fn a_game_that_comes_again_counts_once() {
    let half: Vec<String> = (0..30).map(|i| format!("x y{}", i)).collect();
    let seldom: Vec<String> = (0..30).map(|i| format!("x{} y{}", i % 29, i)).collect();
    let forfeited: Vec<String> = (0..30).map(|i| format!("x{} y!", i)).collect();
    let rare: Vec<String> =
        (0..30).map(|i| if i < 28 { format!("x{0} y{0}", i) } else { "x y0!".to_string() }).collect();
    let again = |words: &str, n: usize| vec![words.to_string(); n];
    // Games, different ones, pairs that count, how the first and the last sentence begin.
    for (pairs, counts, first, last) in [
        (again("x y", 30), [60, 2, 1], "60 games, but only 2 different ones, so 1 pair counts: ", "Not decided: "),
        (again("x x", 9), [18, 2, 1], "18 games, but only 2 different ones, so 1 pair counts: ", "Not decided: "),
        (half, [60, 31, 1], "60 games, but only 31 different ones, so 1 pair counts: these", "Not decided: "),
        (seldom, [60, 59, 29], "1 of 60 games repeats an earlier one, so 29 pairs count.", "greedy is stronger"),
        (rare, [60, 58, 29], "random forfeited 2 games (crash): mend", "greedy is stronger"),
        (forfeited, [60, 31, 1], "random forfeited 30 games (crash): mend", "60 games, but only 31 different ones, "),
    ] {
        let games = told(&pairs.join(" "));
        let plan = plan("ayu", games.len(), scratch("repeats"));
        let s = summary::summary(&plan, &games);
        let (sentences, json) = (s.sentences(), s.json());
        assert_eq!([s.tally.games, s.tally.distinct, s.tally.pairs.count()], counts);
        assert!(!sentences.concat().contains(" more pair"), "they would be the same again: {:?}", sentences);
        assert!(sentences[0].starts_with(first) && sentences.last().unwrap().starts_with(last), "{:?}", sentences);
        holds("json", json, &format!("\"games\": {},\n  \"left_out\": 0,\n  \"distinct\": {},", counts[0], counts[1]));
        assert_eq!((s.tally.wins.iter().sum::<usize>(), s.tally.points[0]), (2 * counts[2], 6.0 * counts[2] as f64));
        let other = [Plan { openings: 4, ..plan.clone() }, Plan { game: "spaghetti".to_string(), ..plan.clone() }];
        let advised = |plan: &Plan| summary::summary(plan, &games).sentences().concat().contains("--openings");
        assert!(advised(&plan) == first.contains(" only ") && !other.iter().any(advised), "{:?}", sentences);
        // The sequential test, and the table of a tournament.
        let tested = Plan { sprt: Some([0.0, 100.0]), ..plan.clone() };
        let decides = counts[2] > 20;
        assert_eq!(summary::summary(&tested, &games).sequential.unwrap().accepted.is_some(), decides);
        let tournament = Plan { schedule: Schedule::RoundRobin, ..plan.clone() };
        let table = standings::of(&tournament, &[games]);
        let row = (table.rows[0].games, table.cells[0][1].pairs, table.rows[0].points);
        assert_eq!(row, (2 * counts[2], s.tally.pairs, Some(3.0)));
        let note = &sentences[usize::from(sentences[0].contains("forfeited"))];
        assert!(table.text(&tournament).contains(note) && table.html(&tournament).contains(&escape(note)));
    }
    // Where each game has a forfeit, of one program or the other, nothing is said of strength.
    let each: Vec<_> = (0..20).map(|game| (game, game % 2, Kind::Crash)).collect();
    let games = forfeits(results(20, 0, 0), &each);
    let mut all = plan("ayu", 20, scratch("all-forfeits"));
    let said = summary::summary(&all, &games).sentences();
    assert!(said.len() == 2 && said.iter().all(|sentence| sentence.ends_with("mend that first.")), "{:?}", said);
    all.sprt = Some([0.0, 400.0]);
    let said = summary::summary(&all, &games).sentences();
    assert!(said[2].starts_with("The sequential test has ended the match, by forfeits"), "{:?}", said);
    // Two starts are two games, and the same lines in the other seat are another game.
    let mut games = told("x y x y");
    games[2..].iter_mut().for_each(|game| game.record.setup = vec!["another map".to_string()]);
    assert_eq!(summary::summary(&plan("ayu", 4, scratch("starts")), &games).tally.pairs.count(), 2);
}

#[test]
fn a_program_that_forfeits_its_first_ten_games_ends_the_match() {
    let folder = scratch("hopeless");
    // Other games may have finished before.
    let plan = plan("ayu", 40, folder.join("plan"));
    let all = |indices: &[usize]| {
        let bad: Vec<_> = indices.iter().map(|index| (*index, 1, Kind::Crash)).collect();
        forfeits(results(30, 0, 0), &bad)
    };
    for (lost, expected) in [((0..10).collect::<Vec<_>>(), Some(1)), ((0..9).chain(10..30).collect(), None)] {
        assert_eq!(tally::hopeless(&plan, &all(&lost)), expected, "{:?}", lost);
    }
    let ends = "true forfeited all of its first 10 games (closed), so the match ends: mend that first.\n";
    folder.steps(&[
        ("$J match spaghetti greedy true --games 60 --dir m --json m.json", 1, ends),
        ("cat m.json", 0, "\"games\": 10,"),
        ("$J match --resume m", 1, ends),
        ("ls m", 0, "!00011.txt"),
        // A tournament plays on, also where one was interrupted.
        ("$J tournament spaghetti greedy true --games 12 --dir t && rm t/1-2/0001[12].txt", 0, ""),
        ("$J tournament --resume t && $J summary t/1-2", 0, "true forfeited 12 games (closed): mend that first."),
    ]);
}

#[test]
fn the_line_of_a_running_match_fits_its_terminal() {
    let mut plan = plan("ayu", 99_998, scratch("standing"));
    let mut games = [even(20, 4)];
    let line = |plan: &Plan, games: &[Vec<Played>], columns| matches::standing(plan, games, 10_800.0, columns);
    let all = "48/99998 games  3:00 h left  score 58.3 %  A +28 =0 -20  +0.17 points a game";
    assert_eq!(line(&plan, &games, None), all);
    plan.sprt = Some([0.0, 50.0]);
    let ends = [(None, " game"), (Some(96), " game"), (Some(95), " -20"), (Some(75), " -20"), (Some(74), " H0")];
    for (columns, end) in ends {
        let line = line(&plan, &games, columns);
        assert!(line.starts_with("48/99998 games  3:00 h left  score 58.3 %  test: 104 % to H0"), "{}", line);
        assert!(line.ends_with(end), "{:?}: {}", columns, line);
    }
    let bad = [forfeits(even(20, 4), &[(3, 1, Kind::Crash), (4, 1, Kind::Crash), (5, 0, Kind::Crash)])];
    let cut = line(&plan, &bad, Some(50));
    assert_eq!(cut, "48/99998 games  3:00 h left  FORFEITS 1 and 2");
    games[0].truncate(1);
    let one = "1/99998 games  1:01 min left  score 100.0 %  test: 0 % to H0  A +1 =0 -0  +1.00 points a game";
    assert_eq!(matches::standing(&plan, &games, 61.4, None), one);
    // Of a tournament it says who leads.
    let mut plan = Plan { schedule: Schedule::RoundRobin, games: 6, sprt: None, ..plan };
    plan.entrants.push(Entrant { name: "third".to_string(), ..plan.entrants[0].clone() });
    let games = [games_of(&[(4, [5, 1])]), games_of(&[(2, [2, 1])]), Vec::new()];
    let line = |columns| matches::standing(&plan, &games, 61.4, columns);
    assert_eq!(line(None), "6/18 games  1:01 min left  1. greedy 4.00  2. random 1.00  2. third 1.00");
    assert_eq!(line(Some(60)), "6/18 games  1:01 min left  1. greedy 4.00  2. random 1.00");
}

#[test]
fn a_game_ends_with_who_won_who_was_who_and_why_somebody_forfeited() {
    let forfeit = Forfeit { kind: Kind::Crash, reason: "exit 1; stderr: no\nway".to_string() };
    let line = |seat: usize, text: &str| Entry::Line(seat, text.to_string());
    let account = |wall: f64| Account { wall, ..Account::default() };
    let mut record = Record {
        points: [0, 12],
        entries: vec![line(0, "a"), line(1, "b"), line(0, "c"), line(1, "d"), Entry::Forfeit(0, forfeit), line(0, "e")],
        notes: [0.1, 1.25, 0.3, 1.75, 0.35, 0.35].map(|seconds| Note { seconds, ..Note::default() }).to_vec(),
        accounts: [account(0.35), account(2.0)],
        ..Record::new("spaghetti", Vec::new(), ["mine x", "other"])
    };
    assert_eq!(
        verdict::end_of_game(&record, [30.0; 2]),
        "Blue was mine x: 0 points, slowest move 0.20 s (c), 29.65 of 30 s left\n\
         Red was other: 12 points, slowest move 1.25 s (b), 28.00 of 30 s left\n\
         Blue FORFEITED, crash: exit 1; stderr: no\\nway\n\
         Red (other) wins, 12 to 0.\n"
    );
    // A time-out counts as the slowest move.
    record.notes[4].seconds = 30.1;
    record.notes[5].seconds = 30.1;
    record.accounts[0].wall = 30.1;
    let text = verdict::end_of_game(&record, [30.0; 2]);
    let late = "Blue was mine x: 0 points, slowest move 29.80 s (the forfeit), 0.00 of 30 s left";
    assert!(text.starts_with(late), "{}", text);
    let sides = ["Detectives", "Fugitive"].map(str::to_string);
    let said = [[3, 1], [-2, -1], [2, 2]].map(|points| verdict::winner(&sides, points));
    assert_eq!(said, ["Detectives win, 3 to 1.", "Fugitive wins, -1 to -2.", "A draw, 2 to 2."]);
    // The end of a watched game stands below all of its boards.
    let folder = scratch("end-of-game");
    let text = folder.says("$J play ayu greedy true --seed 1 --out x.txt --time 90", 0, "!KiB of memory");
    assert!(text.starts_with("White: greedy\nBlack: true\n\n"), "{}", text);
    let forfeits =
        " of 90 s left\nBlack was true: 0 points, |\nBlack FORFEITED, closed: ended before the game did, exit code 0\n";
    holds("end", text, &format!("\nWhite was greedy: |{}White (greedy) wins, |\ntranscript: x.txt\n", forfeits));
}
