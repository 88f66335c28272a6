//! Lamistra: the player's fast rules against the jury's slow ones, the samples, and the known positions.

use jury::game::{Fault, Game};
use jury::lamistra::Match;

/// A sample or a test line: who wrote what, and the result if the file names one.
fn sample(name: &str) -> (Vec<(usize, String)>, [i32; 2]) {
    let path = format!("{}/tests/samples/lamistra/game-{}.txt", env!("CARGO_MANIFEST_DIR"), name);
    let text = std::fs::read_to_string(&path).expect(&path);
    let mut lines = Vec::new();
    let mut result = None;
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words[..] {
            ["R", red, blue] => result = Some([red.parse().unwrap(), blue.parse().unwrap()]),
            [seat, word] => lines.push((seat.parse::<usize>().unwrap() - 1, word.to_string())),
            _ => panic!("{}: {:?}", name, line),
        }
    }
    (lines, result.expect("a result"))
}

const SAMPLES: [&str; 8] = ["01", "03", "05", "07", "09", "11", "13", "15"];

#[test]
fn samples_replay_to_their_score() {
    for name in SAMPLES {
        let (lines, result) = sample(name);
        let mut game = Match::new();
        for (i, (seat, line)) in lines.iter().enumerate() {
            assert_eq!(game.to_write(), Some(*seat), "game-{} line {}", name, i);
            game.write(line).unwrap_or_else(|fault| panic!("game-{} line {} {:?}: {}", name, i, line, fault));
        }
        assert_eq!(game.to_write(), None, "game-{}", name);
        assert_eq!(game.points(), result, "game-{}", name);
    }
}

/// Counts the half-moves at a depth in the jury's rules; a fight counts once for each pair of roles.
fn jury_perft(game: &Match, depth: usize) -> u64 {
    let ply = game.ply();
    game.legal_lines()
        .iter()
        .map(|line| {
            let mut next = game.clone();
            next.write(line).unwrap();
            if next.ply() == ply {
                jury_perft(&next, depth)
            } else if depth == 1 {
                1
            } else {
                jury_perft(&next, depth - 1)
            }
        })
        .sum()
}

#[test]
fn jury_counts_the_start() {
    let counts: Vec<u64> = (1..=4).map(|depth| jury_perft(&Match::new(), depth)).collect();
    assert_eq!(counts, [5, 200, 3262, 126_266]);
}

/// Plays blank-separated lines from the start; the fault of the last line if it has one, never of an earlier one.
fn verdict(text: &str) -> (Match, Option<Fault>) {
    let lines: Vec<&str> = text.split_whitespace().collect();
    let mut game = Match::new();
    for (i, line) in lines.iter().enumerate() {
        if let Err(fault) = game.write(line) {
            assert_eq!(i + 1, lines.len(), "{:?}: {:?} {}", text, line, fault);
            return (game, Some(fault));
        }
    }
    (game, None)
}

#[test]
fn every_illegality_has_its_reason() {
    let table = [
        ("d3-d4 d5-d4 L R c3-d3", ""),
        ("d3-d4 a5-a4 d4-d3", "straight back"),
        ("d3-d4 a5-a4 c3-c4 a4-a5", "straight back"),
        ("d3-d4 d5-d4 L R c3-c4 d4-d5", ""),
        ("d3-d4 d5-d4 B", "never attacks"),
        ("d3-d4 d5-d4 L B", "has moved"),
        ("d3-d4 d5-d4 L V", "has moved"),
        ("d3-d4 e5-e4 d4-d5 G B d5-d4", "never moves"),
        ("d3-d4 e5-e4 d4-d5 M B d6-d5 O M", ""),
        ("d3-d4 d5-d4 G R d2-d3 d4-d3 O", "stays so"),
        ("d3-d4 d5-d4 G S c3-c4 c5-c4 G", "no G left"),
        ("d3-d4 d5-d4 S G", ""),
        ("b3-b4", "lake"),
        ("d3-d5", "one step"),
        ("d3-e4", "one step"),
        ("a5-a4", "opponent's"),
        ("a4-a5", "no piece"),
        ("d2-d3", "own piece"),
        ("d3-d4 d5-d4 Q", "expected a role"),
        ("d3-d4 d5-d4 l", "expected a role"),
        ("d3-d8", "expected a move"),
        ("d3d4", "expected a move"),
        (" d3-d4", "expected a move"),
        ("", ""),
    ];
    for (text, reason) in table {
        let (text, fault) =
            if text.starts_with(' ') { (text, Match::new().write(text).err()) } else { (text, verdict(text).1) };
        match fault {
            None => assert_eq!(reason, "", "{:?} is legal", text),
            Some(fault) => {
                assert!(!reason.is_empty(), "{:?}: {}", text, fault);
                assert!(fault.to_string().contains(reason), "{:?}: {}", text, fault);
            }
        }
    }
}
