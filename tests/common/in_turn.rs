//! More tests of a game that `make new` made, in which the sides move in turn.

use crate::common::{self, Value};
use crate::made::{board_after, boards, look};
use crate::player::contest::Budget;
use crate::player::eval::{PHASES, POINT, TERMS};
use crate::player::rules::{Board, JOINED};
use crate::player::search::{Search, PROVEN};
use crate::{Match, PLAYER};

#[test]
fn loud_moves_are_legal() {
    for board in boards().concat() {
        let (list, loud) = (board.legal_moves(), board.loud_moves());
        let illegal = loud.moves[..loud.len].iter().find(|mv| !list.moves[..list.len].contains(mv));
        assert!(illegal.is_none(), "{:?}\n{:?}", illegal, board);
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

/// What a search of so many plies finds, if to be on turn is worth more than all else. `None`: it takes too many nodes.
fn found(search: &mut Search, board: &Board, depth: i32, reduction: fn(i32, usize) -> i32) -> Option<i32> {
    search.reduction = reduction;
    (0..PHASES).for_each(|phase| search.weights[phase * TERMS + 1] = 10_000);
    let most = if depth > 9 { 20_000 } else { 100_000 };
    let report = search.think(board, Budget::fixed(depth, most)).expect("a move");
    Some(report.score.clamp(-PROVEN, PROVEN)).filter(|_| report.nodes < most)
}

/// Near the end a search with a table, which it keeps from move to move, finds what it finds without one. So does one of
/// three plies, without reductions. And a move that seems good in a reduced search is asked again at full depth. Here all
/// moves do: one ply less ends with the mover on turn. So there reductions change no score.
#[test]
fn table_and_reductions_change_no_result() {
    let games = boards();
    let in_turn = !JOINED && games.iter().flat_map(|game| game.windows(2)).all(|two| two[0].turn != two[1].turn);
    for game in &games {
        let new = |entries: usize| Search::sized(1, entries);
        let (mut kept, own) = (new(1 << 16), new(1).reduction);
        for (i, board) in game.iter().enumerate() {
            let pairs = [
                (i + 10 >= game.len()).then(|| [&mut kept, &mut new(1)].map(|search| found(search, board, 60, own))),
                Some([1 << 16, 1].map(|entries| found(&mut new(entries), board, 3, |_, _| 0))),
                in_turn.then(|| [|_, _| 0, |r, _| i32::from(r == 3)].map(|less| found(&mut new(1), board, 4, less))),
            ];
            for (what, pair) in ["table, to the end", "table", "reductions"].iter().zip(pairs) {
                let differ = matches!(pair, Some([Some(with), Some(without)]) if with != without);
                assert!(!differ, "{}: {:?}\n{:?}", what, pair, board);
            }
        }
    }
}
