//! Toy Game: the player's fast rules against the jury's slow ones, the samples, and the protocol in memory. Tests
//! that hold for every game stand in `common/mod.rs`. GAME marks what a new game replaces here.

#[path = "../toygame.rs"]
#[allow(dead_code)]
mod toygame;

#[macro_use]
#[allow(dead_code)]
mod common;

use common::{Value, View};
use jury::rules::game::{Game, Rng};
use jury::rules::sparring::Open;
use jury::rules::toygame::Match;


use toygame::contest::{Budget, Options};
use toygame::eval::{between, POINT};
use toygame::protocol::run;
use toygame::rules::{Board, Move, Outcome};
use toygame::search::{Search, PROVEN};

protocol_tests!("toygame", run);

fn board_after(setup: &[String], moves: &[String]) -> Board {
    let mut board = Board::new();
    setup.iter().for_each(|line| assert!(board.set_up(line), "{:?} is no line of the setup", line));
    for line in moves {
        let mv = Move::parse(line).unwrap_or_else(|| panic!("{:?} is not read", line));
        assert!(board.can_apply(mv), "{} cannot be applied", mv);
        board.play(mv);
    }
    board
}

fn look(setup: &[String], moves: &[String]) -> View {
    let board = board_after(setup, moves);
    let (list, loud) = (board.legal_moves(), board.loud_moves());
    let result = board.result().map(|outcome| match outcome {
        Outcome::Win => Value::Sign(1),
        Outcome::Draw => Value::Sign(0),
        Outcome::Loss => Value::Sign(-1),
        Outcome::Points => Value::Points(board.margin()),
    });
    let legal = |mv: &Move| list.moves[..list.len].contains(mv);
    assert!(result.is_some() || loud.moves[..loud.len].iter().all(legal), "a loud move that is not legal");
    // When the game is over, moves may be left on the board.
    let count = if result.is_some() { 0 } else { list.len };
    let moves = list.moves[..count].iter().map(Move::to_string).collect();
    View { moves, turn: board.turn, result, hash: board.hash, moves_left: board.moves_left() }
}

#[test]
fn fast_rules_are_the_slow_rules() {
    common::fast_rules_are_the_slow_rules::<Match>(PLAYER.game, look);
}

#[test]
fn positions_that_differ_have_other_hashes() {
    common::positions_that_differ_have_other_hashes::<Match>(PLAYER.game, look);
}

#[test]
fn the_moves_left_are_about_as_many_as_come() {
    common::the_moves_left_are_about_as_many_as_come::<Match>(PLAYER.game, look);
}

#[test]
fn samples_replay_by_both_rules() {
    common::samples_replay_by_both_rules::<Match>(PLAYER.game, look);
}

#[test]
fn the_end_is_played_as_minimax_plays_it() {
    common::the_end_is_played_as_minimax_plays_it::<Match>(PLAYER.game, look, |setup, moves, plies| {
        // Late moves are searched less deep. An iteration that evaluates no leaf is exact, and the last one.
        let budget = Budget::fixed(4 * plies as i32, u64::MAX);
        let score = Search::new(1).think(&board_after(setup, moves), budget).expect("a move").score;
        if score.abs() > PROVEN {
            Value::Sign(score.signum())
        } else {
            Value::Points(score / POINT)
        }
    });
}

/// The first weights count at the start, the last ones at the end.
#[test]
fn the_phase_is_0_at_the_start() {
    let setup = Match::new(&mut Rng(1)).setup();
    assert_eq!(between(&board_after(&setup, &[])), (0, 0));
}

/// GAME: positions counted by hand: moves, points. They show what both rules misread alike.
#[test]
fn positions_counted_by_hand() {
    let setup = ["A1", "C3", "E1"].map(str::to_string);
    for (moves, points) in [("", [10, 10]), ("A5 E5 A4 D5 B4", [12, 11])] {
        let mut game = Match::from_setup(&setup).expect("a setup");
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
