//! More tests of a game that `make new` made, in which the sides move in turn.

use crate::common::{self, Value};
use crate::made::{board_after, games, look};
use crate::player::contest::Budget;
use crate::player::eval::POINT;
use crate::player::search::{Search, PROVEN};
use crate::{Match, PLAYER};

#[test]
fn loud_moves_are_legal() {
    for (setup, moves) in games() {
        for count in 0..moves.len() {
            let board = board_after(&setup, &moves[..count]);
            let (list, loud) = (board.legal_moves(), board.loud_moves());
            let illegal = loud.moves[..loud.len].iter().find(|mv| !list.moves[..list.len].contains(mv));
            assert!(illegal.is_none(), "{:?} after {:?}", illegal, &moves[..count]);
        }
    }
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

/// Near the end a search with a table, which it keeps from move to move, finds what it finds without one.
#[test]
fn the_table_changes_no_result() {
    const NODES: u64 = 200_000;
    for (setup, moves) in games() {
        let mut with = Search::sized(1, 1 << 16);
        for count in moves.len().saturating_sub(10)..moves.len() {
            let (board, budget) = (board_after(&setup, &moves[..count]), Budget::fixed(60, NODES));
            let reports =
                [&mut with, &mut Search::sized(1, 1)].map(|search| search.think(&board, budget).expect("a move"));
            let scores = reports.map(|report| report.score.clamp(-PROVEN, PROVEN));
            let cut_short = reports.iter().any(|report| report.nodes >= NODES);
            assert!(
                cut_short || scores[0] == scores[1],
                "{:?} with a table and without, {:?}",
                scores,
                &moves[..count]
            );
        }
    }
}
