//! Toy Game: the player's fast rules against the jury's slow ones, the samples, and the protocol in memory. Tests
//! that hold for every game stand in `common/mod.rs`. GAME marks what a new game replaces here.

#[path = "../toygame.rs"]
#[allow(dead_code)]
mod toygame;

#[macro_use]
#[allow(dead_code)]
mod common;

use common::secrets::Sent;
use common::{Value, View};
use jury::rules::game::Game;
use jury::rules::sparring::Open;
use jury::rules::toygame::Match;
use std::collections::BTreeSet;


use toygame::contest::{Budget, Options};
use toygame::eval::{between, evaluate, terms, TERMS, WEIGHTS};
use toygame::protocol::run;
use toygame::rules::{Board, Move, Outcome, JOINED};
use toygame::search::Search;

protocol_tests!("toygame", run);

fn board_after(setup: &[String], moves: &[String]) -> Board {
    let mut board = Board::new();
    setup.iter().for_each(|line| assert!(board.set_up(line), "{:?} is no line of the setup", line));
    play(&mut board, moves);
    board
}

fn play(board: &mut Board, moves: &[String]) {
    // A line may hold several moves (`JOINED`).
    for word in moves.iter().flat_map(|line| line.split(' ')) {
        let mv = Move::parse(word).unwrap_or_else(|| panic!("{:?} is not read", word));
        assert!(board.can_apply(mv), "{} cannot be applied", mv);
        board.play(mv);
    }
}

/// The legal lines: the moves, or, where lines are `JOINED`, each set of them once, in the order of the alphabet.
fn lines(board: &Board) -> BTreeSet<String> {
    let list = board.legal_moves();
    let line = |mv: &Move| {
        let mut next = *board;
        next.play(*mv);
        if !JOINED || next.turn != board.turn || next.result().is_some() {
            return vec![mv.to_string()];
        }
        let longer = lines(&next).into_iter().map(|rest| {
            let mut words: Vec<&str> = rest.split(' ').collect();
            let mv = mv.to_string();
            words.push(&mv);
            words.sort();
            words.join(" ")
        });
        longer.collect()
    };
    list.moves[..list.len].iter().flat_map(line).collect()
}

fn look(setup: &[String], moves: &[String]) -> View {
    let board = board_after(setup, moves);
    let result = board.result().map(|outcome| match outcome {
        Outcome::Win => Value::Sign(1),
        Outcome::Draw => Value::Sign(0),
        Outcome::Loss => Value::Sign(-1),
        Outcome::Points => Value::Points(board.margin()),
    });
    //// loud
    let (list, loud) = (board.legal_moves(), board.loud_moves());
    let legal = |mv: &Move| list.moves[..list.len].contains(mv);
    assert!(result.is_some() || loud.moves[..loud.len].iter().all(legal), "a loud move that is not legal");
    ////
    // When the game is over, moves may be left on the board.
    let moves = if result.is_some() { Vec::new() } else { lines(&board).into_iter().collect() };
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

/// GAME: what is sent when, and to whom, from the contest's page.
#[test]
fn the_jury_sends_what_the_page_says() {
    let table = Sent {
        //// sent
        opening: ["SETUP / Start", "SETUP"],
        by_first: ["", "LINE"],
        by_second: ["LINE", ""],
        ////
        last: true,
        end: ["Quit", "Quit"],
    };
    common::secrets::deliveries(PLAYER.game, &table);
}

//// exchanged
/// GAME: a position, and the same with the sides exchanged: the second mover begins with the same moves. If the board has
/// a direction, turn the moves about too. If the sides are not alike, the test below goes.
fn exchanged(setup: &[String], moves: &[String]) -> [Board; 2] {
    let mut other = board_after(setup, &[]);
    other.turn = 1 - other.turn;
    play(&mut other, moves);
    [board_after(setup, moves), other]
}
////

/// A position is worth as much to the first mover as the exchanged one is to the second.
#[test]
fn the_evaluation_does_not_know_who_is_first() {
    for seed in 0..20 {
        let (setup, moves) = common::random_game::<Match>(PLAYER.game, seed, usize::MAX, look);
        for count in 0..moves.len() {
            let [one, other] = exchanged(&setup, &moves[..count]).map(|board| {
                let mut counted = [0; TERMS];
                terms(&board, &mut counted);
                (counted, evaluate(&board, &WEIGHTS))
            });
            assert_eq!(one, other, "the sides exchanged, after {:?}", &moves[..count]);
        }
    }
}

//// end
#[test]
fn the_end_is_played_as_minimax_plays_it() {
    common::the_end_is_played_as_minimax_plays_it::<Match>(PLAYER.game, look, |setup, moves, plies| {
        // Late moves are searched less deep. An iteration that evaluates no leaf is exact, and the last one.
        let budget = Budget::fixed(4 * plies as i32, u64::MAX);
        let score = Search::new(1).think(&board_after(setup, moves), budget).expect("a move").score;
        if score.abs() > toygame::search::PROVEN {
            Value::Sign(score.signum())
        } else {
            Value::Points(score / toygame::eval::POINT)
        }
    });
}
////

/// The first weights count at the start, the last ones at the end.
#[test]
fn the_phase_is_0_at_the_start() {
    let setup = jury::rules::games::new(PLAYER.game, 1).expect("a game of the table").setup();
    assert_eq!(between(&board_after(&setup, &[])), (0, 0));
}

/// GAME: positions counted by hand: moves, points. They show what both rules misread alike.
#[test]
fn positions_counted_by_hand() {
    let setup = ["A1", "C3", "E1"].map(str::to_string);
    for (moves, points) in [("", [10, 10]), ("A5 E5 A4 D5 B4 D1", [12, 11])] {
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
        //// bad start
        (&["A1", "C3", "E1", "hello"], "such as B3"),
        (&["A1", "C3", "E1", "A1"], "can be made"),
        (&["A1", "C3", "E1", "Start", "Start"], "such as B3"),
        ////
    ];
    common::bad_lines(&PLAYER, &table);
}
