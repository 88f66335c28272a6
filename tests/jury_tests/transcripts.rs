//! Records of games: what they keep, and what `jury check` refuses.

use super::prelude::*;
use jury::text::words::quoted;

#[test]
fn every_sample_replays_to_its_score() {
    for game in games::names() {
        assert!(!samples(game).is_empty(), "no game of {}", game);
        for setup in samples(game).into_iter().map(|record| record.setup) {
            assert_eq!(games::from_setup(game, &setup).unwrap().setup(), setup, "{}", game);
        }
    }
}

#[test]
fn a_wrong_record_is_refused() {
    let good = fs::read_to_string("tests/samples/ayu/game-01.txt").unwrap();
    let points = transcript::check(&good).unwrap().points;
    let swapped = format!("R {} {}", points[1], points[0]);
    let result = good.lines().last().unwrap();
    let second = good.lines().find(|line| line.starts_with("2 ")).unwrap();
    let forfeited = |lines: &str| format!("# game: ayu\nJ Start\n{}\nR 0 0\n", lines);
    let last_move = good.lines().rev().nth(1).unwrap();
    let mut all = String::new();
    for (what, bad, reason) in [
        ("result", good.replace(result, &swapped), "the record says [1, 3]"),
        ("a move left out", good.replacen(&format!("{}\n", second), "", 1), "is written by 1, but 2 is on turn"),
        ("an illegal move", good.replacen("1 B1-B2", "1 B1-B9", 1), "is illegal: B9 is not empty"),
        ("an unreadable move", good.replacen("1 B1-B2", "1 b1-b2", 1), "unreadable: expected a move such as B4-A3"),
        ("no end", good.replace(&format!("{}\n", last_move), ""), "but player 2 is still on turn"),
        ("no result", good.replace(result, ""), "no result line \"R points1 points2\""),
        ("no game", good.replace("# game: ayu", "#"), "no comment line \"# game: NAME\""),
        ("no end after a forfeit", forfeited("# forfeit: 1 illegal x"), "but player 1 is still on turn"),
        ("a third result", good.replace(result, &format!("{} x", result)), ": not two results: \"R 3 1 x\""),
        (
            "a line too many",
            forfeited("# forfeit: 1 crash x\n# forfeit: 2 crash y\n1 B1-B2"),
            "the game is over before \"B1-B2\"",
        ),
        ("a line behind the result", good.clone() + "x", "something behind the result: \"x\""),
        ("a third side", forfeited("# forfeit: 3 crash x"), "a forfeit of neither 1 nor 2: \"# forfeit: 3 crash x\""),
        ("no kind", forfeited("# forfeit: 1 no x"), "a forfeit of no known kind: \"# forfeit: 1 no x\""),
        (
            "a start of its own",
            good.replacen("1 B1-B2", "J extra\n1 B1-B2", 1),
            "ayu always starts alike, and not like this",
        ),
        ("a strange line", good.replacen("1 B1-B2", "3 B1-B2", 1), "none of #, J, 1, 2, R: \"3 B1-B2\""),
        (
            "two tiles of the jury",
            "# game: spaghetti\nJ dbr\nJ dbs\nR 0 0\n".to_string(),
            "tiles dbr and dbs are on one cell",
        ),
        ("one tile", "# game: spaghetti\nJ dbr\nR 0 0\n".to_string(), "1 tiles of the jury instead of 2"),
    ] {
        let why = transcript::check(&bad).err().unwrap_or_default();
        assert!(why.ends_with(reason), "{}: {:?} does not say {:?}", what, why, reason);
        all += &why;
    }
    assert_eq!(checksum(&all), 1451221019, "{}", all);
}

#[test]
fn a_transcript_keeps_what_the_programs_used_and_why_they_forfeited() {
    let account = |n: u64| process::Account {
        wall: n as f64 + 0.125,
        resident_kib: 7 * n,
        exit: format!("{}, or so", n),
        last_words: vec![format!("bye {}", n)],
        ..process::Account::default()
    };
    for (kind, name) in Kind::ALL.iter().zip(["illegal", "unreadable", "time-out", "crash", "closed", "memory"]) {
        let record = Record {
            points: [3, -1],
            entries: vec![
                Entry::Line(0, "B1-B2".to_string()),
                Entry::Forfeit(1, Forfeit { kind: *kind, reason: "a b".to_string() }),
            ],
            notes: vec![Note { seconds: 0.5, log: vec!["hm".to_string()] }, Note::default()],
            accounts: [account(1), account(2)],
            commands: ["./a 1".to_string(), String::new()],
            ..Record::new("ayu", vec!["Start".to_string()], ["one", "second one"])
        };
        let text = record.text();
        holds("transcript", &text, &format!("\n# forfeit: 2 {} a b\n|\n# command 1: ./a 1\n|!# command 2", name));
        assert_eq!(transcript::read(&text).unwrap(), record, "{}", text);
        // What would break the line is escaped.
        let odd = Record { players: ["first\tone".to_string(), "a\nR 3 1".to_string()], ..record };
        assert_eq!(transcript::read(&odd.text()).unwrap().players, ["first\\tone", "a\\nR 3 1"]);
    }
}

#[test]
fn names_of_any_kind_give_valid_json_and_transcripts() {
    let folder = scratch("names");
    let all = ["sh -c \"exit\t3\"", "sh -c 'exit 3' \"<b>\" \\\\"];
    for (i, odd) in all.into_iter().map(quoted).enumerate() {
        let play = format!("$J match lamistra random {odd} --games 2 --dir m{i} --json {i}.json");
        let looks = format!("! grep -E 'NaN|Infinity' {i}.json && $J check m{i}/0*.txt && $J match --resume m{i}");
        folder.says(&format!("{} && {}", play, looks), 0, &format!("m{i}/00002.txt: OK "));
    }
    match sh(&folder, "command -v python3 || exit 9; for i in 0 1; do python3 -m json.tool $i.json || exit; done") {
        (Some(9), _) => not_proven("names of any kind give valid JSON", "python3 is not here"),
        (code, text) => assert_eq!(code, Some(0), "{}", text),
    }
}
