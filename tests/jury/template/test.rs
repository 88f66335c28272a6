//! Toy Game: the player's fast rules against the jury's slow ones, the samples, and the protocol in memory.

#[path = "../toygame.rs"]
#[allow(dead_code)]
mod toygame;

#[macro_use]
#[allow(dead_code)]
mod common;

use common::Player;
use jury::game::{Game, Rng};
use jury::sparring::Open;
use quickcheck::{QuickCheck, TestResult};
use std::collections::HashMap;

use jury::toygame::Match;

use toygame::contest::{Budget, Options};
use toygame::eval::POINT;
use toygame::protocol::run;
use toygame::rules::{Board, Move, MOVES_MAX};
use toygame::search::{Search, PROVEN};

const PLAYER: Player = Player {
    game: "toygame",
    run: |input, output, seconds, seed| run(input, output, &Options { seconds, seed, log: false }),
};

protocol_tests!(PLAYER);

/// The player's board after the jury's setup.
fn board_of(setup: &[String]) -> Board {
    let mut board = Board::new();
    setup.iter().for_each(|line| assert!(board.set_up(line), "{}", line));
    board
}

/// Everything that the two sets of rules must agree on in one position; `Err` says what differs.
fn compare(game: &Match, board: &Board) -> Result<(), String> {
    let list = board.legal_moves();
    let mut fast: Vec<String> = list.moves[..list.len].iter().map(Move::to_string).collect();
    let mut slow = game.candidates(&mut Rng(1));
    fast.sort();
    slow.sort();
    if slow.len() > MOVES_MAX {
        return Err(format!("{} legal moves, more than MOVES_MAX", slow.len()));
    }
    if fast != slow {
        return Err(format!("legal moves differ: player {}; jury {}", fast.join(" "), slow.join(" ")));
    }
    let read = fast.iter().all(|text| Move::parse(text).is_some_and(|mv| mv.to_string() == *text));
    let points = game.points();
    let same = |what: &str, ok: bool| if ok { Ok(()) } else { Err(format!("{} differs", what)) };
    same("a move that is read", read)?;
    same("the end", board.result().is_some() == game.to_write().is_none())?;
    same("the side on turn", game.to_write().map_or(true, |seat| seat == board.turn))?;
    same("the margin", board.margin() == points[board.turn] - points[1 - board.turn])
}

/// Plays the choices, each an index into the legal moves, through both rules and compares them at every ply.
fn replay(seed: u64, choices: &[u16]) -> Result<(Match, Board), String> {
    let mut game = Match::new(&mut Rng(seed));
    let mut board = board_of(&game.setup());
    let mut played = game.setup();
    let mut hashes = HashMap::new();
    for choice in choices {
        compare(&game, &board).map_err(|what| format!("{} after {}", what, played.join(" ")))?;
        if let Some(before) = hashes.insert(board.hash, board) {
            return Err(format!("after {} the hash is that of {:?}", played.join(" "), before));
        }
        let lines = game.candidates(&mut Rng(1));
        if lines.is_empty() {
            break;
        }
        let line = &lines[usize::from(*choice) % lines.len()];
        played.push(line.clone());
        game.write(line).map_err(|fault| format!("{} in {}", fault, played.join(" ")))?;
        board.play(Move::parse(line).ok_or(line)?);
    }
    Ok((game, board))
}

#[test]
fn fast_rules_are_the_slow_rules() {
    fn property(seed: u64, choices: Vec<u16>) -> TestResult {
        replay(seed, &choices).map_or_else(TestResult::error, |_| TestResult::passed())
    }
    QuickCheck::new().tests(200).quickcheck(property as fn(u64, Vec<u16>) -> TestResult);
    // Whole games too: long enough for every game.
    for seed in 0..50 {
        let mut rng = Rng(seed);
        let choices: Vec<u16> = (0..500).map(|_| rng.next() as u16).collect();
        replay(seed, &choices).unwrap_or_else(|witness| panic!("{}", witness));
    }
}

#[test]
fn samples_replay_by_both_rules() {
    for (name, record) in common::samples(PLAYER.game) {
        let (mut game, mut board) = (Match::from_setup(&record.setup).expect("a setup"), board_of(&record.setup));
        for (number, entry) in &record.entries {
            let jury::referee::Entry::Line(_, line) = entry else { continue };
            game.write(line).unwrap_or_else(|fault| panic!("{} line {}: {}", name, number, fault));
            board.play(Move::parse(line).expect("a move"));
            compare(&game, &board).unwrap_or_else(|what| panic!("{} line {}: {}", name, number, what));
        }
        assert_eq!(game.points(), record.points, "{}", name);
    }
}

/// GAME: positions counted by hand, so that what both rules misread alike is found: the moves, and the points.
#[test]
fn positions_counted_by_hand() {
    for (moves, points) in [("", [10, 10]), ("A5 E5 A4 D5 B4", [12, 11])] {
        let mut game = Match::from_setup(&["A1", "C3", "E1"].map(str::to_string)).expect("a setup");
        moves.split_whitespace().for_each(|line| assert!(game.write(line).is_ok(), "{}", line));
        assert_eq!(game.points(), points, "{}", moves);
    }
}

/// The side on turn's points less the other's, when both play as well as can be, by the jury's rules.
fn minimax(game: &Match) -> i32 {
    let Some(seat) = game.to_write() else { return game.points()[0] - game.points()[1] };
    let values = game.candidates(&mut Rng(1)).into_iter().map(|line| {
        let mut next = game.clone();
        next.write(&line).expect("a legal line");
        minimax(&next)
    });
    if seat == 0 { values.max() } else { values.min() }.expect("a move")
}

#[test]
fn the_end_is_played_as_minimax_plays_it() {
    for seed in 0..20 {
        let choices: Vec<u16> = (0..17).map(|n| (seed * 31 + n * 7) as u16).collect();
        let (game, board) = replay(seed, &choices).expect("the same rules");
        let report = Search::new(seed).think(&board, Budget::fixed(20, u64::MAX)).expect("the game goes on");
        let exact = minimax(&game) * if board.turn == 0 { 1 } else { -1 };
        if report.score.abs() > PROVEN {
            assert_eq!(report.score.signum(), exact.signum(), "seed {}: {}", seed, report.best);
        } else {
            assert_eq!(report.score, exact * POINT, "seed {}: {}", seed, report.best);
        }
    }
}

#[test]
fn bad_lines() {
    let opening = ["A1", "C3", "E1"];
    let after = |bad: &'static str| [&opening[..], &[bad]].concat();
    common::bad_lines(&PLAYER, &[
        (&["A1", "A1"], "of the jury"),
        (&after("hello"), "such as B3"),
        (&after("A1"), "can be made"),
    ]);
}
