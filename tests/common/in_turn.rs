//! More tests of a game that `make new` made, in which the sides move in turn.

use crate::common::{self, Value};
use crate::made::{board_after, look};
use crate::player::contest::Budget;
use crate::player::eval::POINT;
use crate::player::search::{Search, PROVEN};
use crate::{Match, PLAYER};

#[test]
fn loud_moves_are_legal() {
    for seed in 0..20 {
        let (setup, moves) = common::random_game::<Match>(PLAYER.game, seed, usize::MAX, look);
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
