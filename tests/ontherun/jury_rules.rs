//! The jury's rules: refusals, and the points of every ending.

use super::*;
use common::secrets::each_is_sent;

#[test]
fn the_jury_refuses_every_illegal_line_with_its_reason() {
    let map = sample_map("maps/map-5002.txt");
    let play = |lines: &[&str]| {
        let mut game = Match::new(map.clone());
        lines.iter().map(|line| game.write(line)).last().unwrap().expect_err("a refusal").to_string()
    };
    for (lines, reason) in [
        (&["7", "7"][..], "must differ"),
        (&["41"], "no city 41"),
        (&["07"], "unreadable"),
        (&["1", "2", "3", "4", "x"], "unreadable"),
        (&["1", "2", "3", "4", "9", "C9"], "unreadable"),
        (&["1", "2", "3", "4", "9", "P 9"], "no P connection"),
        (&["1", "2", "3", "4", "9", "C 16", "1"], "must move"),
        (&["1", "2", "3", "4", "9", "C 16", "2"], "no connection leads"),
        // Two detectives beside one city: either may enter it, but not both.
        (&["1", "25", "3", "4", "9", "C 16", "6", "6"], "two detectives"),
    ] {
        assert!(play(lines).contains(reason), "{:?}: {}", lines, play(lines));
    }
}

#[test]
fn the_jury_sends_what_the_page_says() {
    let mut game = Match::new(sample_map("maps/map-5002.txt"));
    let rows = [
        ("", ["Detectives", "Fugitive"]),
        ("1", ["", ""]),
        ("2", ["", ""]),
        ("3", ["", ""]),
        ("4", ["", "1 / 2 / 3 / 4"]),
        ("9", ["9", ""]),
        ("C 16", ["C", ""]),
        ("6", ["", ""]),
        ("10", ["", ""]),
        ("8", ["", ""]),
        ("5", ["", "6 / 10 / 8 / 5"]),
    ];
    each_is_sent(&mut game, &rows);
    game.turn = 5;
    each_is_sent(&mut game, &[("C 22", ["C 22", ""])]);
}

#[test]
fn points_and_news_of_every_ending() {
    let map = sample_map("maps/map-5002.txt");
    // The turn and the detectives' points when the fugitive runs into a detective, and when one arrests it.
    let (runs_in, arrested) =
        ([(5, 20), (6, 19), (10, 19), (50, 11)], [(4, 20), (5, 19), (10, 18), (49, 11), (50, 10)]);
    for (i, (turn, points)) in runs_in.into_iter().chain(arrested).enumerate() {
        let mut game = Match::new(map.clone());
        (game.turn, game.fugitive, game.detectives) = (turn, 1, [6, 5, 12, 23]);
        let (phase, lines) = match i < runs_in.len() {
            true => (Phase::MoveFugitive, vec!["C 6"]),
            false => (Phase::MoveDetectives, vec!["1", "4", "8", "10"]),
        };
        game.phase = phase;
        // A mode by which the fugitive runs into a detective is not told. After turn 50 both programs have ended.
        let (told, end) = match (lines.len(), turn) {
            (4, 50) => (String::new(), None),
            _ => (lines.join(" / "), Some("Quit")),
        };
        let told = |k| if k == 3 { told.as_str() } else { "" };
        let rows: Vec<_> = lines.iter().enumerate().map(|(k, line)| (line, ["", told(k)])).collect();
        each_is_sent(&mut game, &rows);
        assert_eq!([0, 1].map(|seat| game.farewell(seat)), [end; 2], "row {} turn {}", i, turn);
        assert_eq!((game.to_write(), game.points()), (None, [points, 20 - points]), "row {} turn {}", i, turn);
    }
}
