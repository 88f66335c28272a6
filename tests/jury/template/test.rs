//! Toy Game: the player's fast rules against the jury's slow ones, the samples, and the protocol in memory. GAME marks what
//! a new game replaces here.

#[path = "../toygame.rs"]
#[allow(dead_code)]
mod player;

#[macro_use]
#[allow(dead_code)]
mod common;

use common::secrets::Sent;
use common::{Value, View};
use player::contest::Options;
use player::protocol::run;
use player::rules::{Board, Move, Outcome};

/// The jury's rules.
type Match = jury::rules::toygame::Match;

protocol_tests!("toygame", run, SENT);
rules_tests! { "toygame", Match, look,
    fast_rules_are_the_slow_rules, positions_that_differ_have_other_hashes, samples_replay_by_both_rules
}

/// GAME: what is sent when, and to whom, from the contest's page.
const SENT: Sent = Sent {
    opening: ["SETUP / Start", "SETUP"],
    by_first: ["", "LINE"],
    by_second: ["LINE", ""],
    last: true,
    end: ["Quit", "Quit"],
};

/// A position as the player sees it.
fn look(setup: &[String], moves: &[String]) -> View {
    let mut board = Board::new();
    setup.iter().for_each(|line| assert!(board.set_up(line), "{:?} is no line of the setup", line));
    moves.iter().for_each(|line| board.play(Move::parse(line).expect("a move")));
    let result = board.result().map(|outcome| match outcome {
        Outcome::Win => Value::Sign(1),
        Outcome::Draw => Value::Sign(0),
        Outcome::Loss => Value::Sign(-1),
        Outcome::Points => Value::Points(board.margin()),
    });
    let list = board.legal_moves();
    // When the game is over, moves may be left on the board.
    let legal = list.moves[..list.len].iter().filter(|_| result.is_none());
    View { moves: legal.map(Move::to_string).collect(), turn: board.turn, result, hash: Some(board.hash) }
}

/// GAME: positions counted by hand: moves, points. They show what both rules misread alike.
#[test]
fn positions_counted_by_hand() {
    let setup = ["A1", "C3", "E1"].map(str::to_string);
    for (moves, points) in [("", [10, 10]), ("A5 E5 A4 D5 B4 D1", [12, 11])] {
        let mut game = jury::rules::games::from_setup("toygame", &setup).expect("a setup");
        for line in moves.split_whitespace() {
            game.write(line).unwrap_or_else(|fault| panic!("{} is {}\n{}", line, fault, game.draw()));
        }
        assert_eq!(game.points(), points, "{}", moves);
    }
}

/// GAME: lines that a player has to refuse, the last of each list, and its message.
#[test]
fn bad_lines() {
    let table: [(&[&str], &str); 4] = [
        (&["A1", "A1"], "of the jury"),
        (&["A1", "C3", "E1", "hello"], "such as B3"),
        (&["A1", "C3", "E1", "A1"], "can be made"),
        (&["A1", "C3", "E1", "Start", "Start"], "such as B3"),
    ];
    common::bad_lines(&PLAYER, &table);
}
