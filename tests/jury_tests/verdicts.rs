//! The answer first: the verdict of a match, how it stands meanwhile, the end of a game.

use super::prelude::*;
use jury::run::process::Account;
use jury::text::html::escape;

/// Games with so many wins, draws and losses of A.
fn results(wins: usize, draws: usize, losses: usize) -> Vec<Played> {
    let groups = [(wins, [1, 0]), (draws, [0, 0]), (losses, [0, 1])];
    let points = groups.iter().flat_map(|(n, points)| vec![*points; *n]);
    points.enumerate().map(|(index, points)| played(index, points)).collect()
}

/// So many pairs of a win and a loss, then so many that A won.
fn even(split: usize, won: usize) -> Vec<Played> {
    let points = [[[1, 0], [0, 1]].repeat(split), vec![[1, 0]; 2 * won]].concat();
    points.into_iter().enumerate().map(|(index, points)| played(index, points)).collect()
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

#[test]
fn the_verdict_stands_first_in_a_sentence() {
    let mut plan = plan("ayu", 400, scratch("verdict"));
    let (none, regression, gain) = (None, Some([-20.0, 0.0]), Some([0.0, 50.0]));
    let of_three = [(0, 1, Kind::Illegal), (1, 1, Kind::Memory), (2, 0, Kind::Closed)];
    let of_twelve: Vec<_> = (0..12).map(|game| (game, 0, [Kind::Crash, Kind::Illegal][game / 10])).collect();
    let mut all = String::new();
    for (test, games, verdict, says) in [
        (none, results(0, 0, 0), "too few games", "Not decided: too few games to say anything."),
        (none, results(1, 0, 1), "undecided", "Not decided: greedy may be 896 Elo weaker to 896 stronger (95 %), so it wins 0.6 to 99.4 of 100 games; about 80 more pairs would narrow that to 100 Elo on either side."),
        (none, results(8, 0, 0), "too few games", "Not decided: greedy won 8 of 8 games, too few to say; 4 more pairs like these would decide."),
        (none, turned(results(10, 0, 0)), "too few games", "Not decided: random won 10 of 10 games, too few to say; 3 more pairs like these would decide."),
        (none, results(16, 0, 0), "stronger", "greedy is stronger than random: 16 wins of 16 games, +24 or more Elo (95 %), so it wins 53.4 or more of 100 games."),
        (none, even(20, 8), "stronger", "greedy is stronger than random: 36 wins of 56 games, +7 to +226 Elo (95 %), so it wins 51.0 to 78.6 of 100 games."),
        (none, turned(even(20, 8)), "weaker", "random is stronger than greedy: 36 wins of 56 games, +7 to +226 Elo (95 %), so it wins 51.0 to 78.6 of 100 games."),
        (none, even(400, 2), "close", "greedy and random are within 20 Elo: -3 to +11 (95 %), so greedy wins 49.5 to 51.5 of 100 games."),
        (none, results(22, 0, 18), "undecided", "Not decided: greedy may be 206 Elo weaker to 288 stronger (95 %), so it wins 23.5 to 84.0 of 100 games; about 102 more pairs would narrow that to 100 Elo on either side."),
        (none, results(100, 40, 100), "undecided", "Not decided: greedy may be 90 Elo weaker to 90 stronger (95 %), so it wins 37.3 to 62.7 of 100 games (a draw is half a win); about 271 more pairs would narrow that to 50 Elo on either side."),
        (gain, even(0, 30), "H1", "The sequential test says: greedy is stronger than random, after 23 pairs."),
        (gain, even(60, 0), "H0", "The sequential test says: greedy is not 50 Elo stronger than random, after 20 pairs."),
        (gain, even(10, 3), "undecided", "Not decided: the sequential test is 58 % of the way to \"greedy is stronger than random\"."),
        (regression, even(190, 2), "H1", "The sequential test says: greedy is not 20 Elo weaker than random, after 50 pairs."),
        (Some([-10.0, 0.0]), turned(even(0, 2)), "undecided", "Not decided: the sequential test is 1 % of the way to \"greedy is weaker than random\"."),
        (none, forfeits(results(30, 0, 10), &[(39, 1, Kind::Crash)]), "forfeits", "random forfeited 1 game (1 crash): mend that first. In game 40: crash: why / Not decided: greedy may be 65 Elo weaker to 518 stronger (95 %), so it wins 40.7 to 95.2 of 100 games; about 16 more pairs like these would decide."),
        (none, forfeits(results(2, 0, 2), &of_three), "forfeits", "greedy forfeited 1 game (1 closed): mend that first. In game 3: closed: why / random forfeited 2 games (1 illegal, 1 memory): mend that first. In game 1: illegal: why / Not decided: greedy may be 978 Elo weaker to 978 stronger (95 %), so it wins 0.4 to 99.6 of 100 games; about 190 more pairs would narrow that to 100 Elo on either side."),
        (none, forfeits(results(0, 0, 12), &of_twelve), "forfeits", "greedy forfeited 12 games (2 illegal, 10 crash): mend that first. In game 1: crash: why"),
    ] {
        plan.sprt = test;
        let summary = summary::summary(&plan, &games);
        let sentences = summary.sentences();
        assert_eq!((summary.verdict(), sentences.join(" / ").as_str()), (verdict, says));
        // The answer comes first, on the screen and for programs.
        assert!(summary.text().starts_with(&sentences.join("\n")));
        all += &(summary.text() + &summary.json()).replace(JURY, "");
    }
    assert_eq!(checksum(&all), 1935474447);
}

/// Games with these lines of A and B, as the words say: `x` and `y` are lines of A and B won by A. A number behind them is
/// another game. `!`: B forfeited after that line, and the jury went on by lot.
fn told(words: &str) -> Vec<Played> {
    let game = |(index, word): (usize, &str)| {
        let mut game = played(index, [3, 1]);
        game.record.notes = vec![Note::default(); 3];
        let lot = Entry::Line(0, index.to_string());
        game.record.entries = vec![Entry::Line(0, word.replace('!', ""))];
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
    let thirty = |one: &dyn Fn(usize) -> String| (0..30).map(one).collect::<Vec<_>>().join(" ");
    let advice = "these programs repeat themselves; give them {seed}, or different starts (--openings 4)";
    // Games, different ones, pairs that count, the sentence of that, how the last one begins.
    for (words, counts, again, last) in [
        (thirty(&|_| "x y".into()), [60, 2, 1], "60 games, but only 2 different ones, which leaves 1 pair: ", "Not"),
        (
            thirty(&|i| format!("x y{i}")),
            [60, 31, 1],
            "60 games, but only 31 different ones, which leaves 1 pair: ",
            "Not",
        ),
        (
            thirty(&|i| format!("x{} y{}", i % 29, i)),
            [60, 59, 29],
            "Of 60 games 1 came again, which leaves 29 pairs.",
            "greedy is",
        ),
    ] {
        let games = told(&words);
        let plan = plan("ayu", games.len(), scratch("repeats"));
        let s = summary::summary(&plan, &games);
        let sentences = s.sentences();
        assert_eq!([s.tally.games, s.tally.distinct, s.tally.pairs.count()], counts);
        assert!(!sentences.concat().contains(" more pair"), "they would be the same again: {:?}", sentences);
        let note = sentences.iter().find(|one| one.starts_with(again)).unwrap_or_else(|| panic!("{:?}", sentences));
        assert_eq!(note.contains(advice), again.ends_with(": "), "{:?}", sentences);
        assert!(sentences.last().unwrap().starts_with(last), "{:?}", sentences);
        assert_eq!((s.tally.wins.iter().sum::<usize>(), s.tally.points[0]), (2 * counts[2], 6.0 * counts[2] as f64));
        let other = [Plan { openings: 4, ..plan.clone() }, Plan { game: "spaghetti".to_string(), ..plan.clone() }];
        let advised = |plan: &Plan| summary::summary(plan, &games).sentences().concat().contains("--openings");
        assert!(advised(&plan) == again.ends_with(": ") && !other.iter().any(advised), "{:?}", sentences);
        // The sequential test, and the table of a tournament.
        let tested = Plan { sprt: Some([0.0, 100.0]), ..plan.clone() };
        assert_eq!(summary::summary(&tested, &games).sequential.unwrap().accepted.is_some(), counts[2] > 20);
        let tournament = Plan { schedule: Schedule::RoundRobin, ..plan.clone() };
        let table = standings::of(&tournament, &[games]);
        let row = (table.rows[0].games, table.cells[0][1].pairs, table.rows[0].points);
        assert_eq!(row, (2 * counts[2], s.tally.pairs, Some(3.0)));
        assert!(table.text(&tournament).contains(note) && table.html(&tournament).contains(&escape(note)));
    }
    // Where each game has a forfeit, of one program or the other, nothing is said of strength.
    let each: Vec<_> = (0..20).map(|game| (game, game % 2, Kind::Crash)).collect();
    let (games, mut all) = (forfeits(results(20, 0, 0), &each), plan("ayu", 20, scratch("all-forfeits")));
    assert_eq!(summary::summary(&all, &games).sentences().len(), 2);
    all.sprt = Some([0.0, 400.0]);
    let said = summary::summary(&all, &games).sentences();
    assert!(said[2].starts_with("The sequential test has ended the match, by forfeits"), "{:?}", said);
    // Two starts are two games.
    let mut games = told("x y x y");
    games[2..].iter_mut().for_each(|game| game.record.setup = vec!["another map".to_string()]);
    assert_eq!(summary::summary(&plan("ayu", 4, scratch("starts")), &games).tally.pairs.count(), 2);
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
    assert_eq!([0, 1].map(|seat| record.seconds(seat)), [0.35, 1.75]);
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
