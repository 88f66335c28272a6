//! More tests of a game that `make new` made, in which the sides move in turn.

use crate::made::boards;
use crate::player::contest::Budget;
use crate::player::eval::{PHASES, POINT, TERMS};
use crate::player::rules::{Board, Outcome, JOINED};
use crate::player::search::{Search, PROVEN, WIN};

#[test]
fn loud_moves_are_legal() {
    for board in boards().concat() {
        let (list, loud) = (board.legal_moves(), board.loud_moves());
        let illegal = loud.moves[..loud.len].iter().find(|mv| !list.moves[..list.len].contains(mv));
        assert!(illegal.is_none(), "{:?}\n{:?}", illegal, board);
    }
}

/// The least and the most that the side on turn gets if both play best: all lines, so many plies deep, or as far as so
/// many positions go. What lies behind them is neither won nor lost.
fn bounds(board: &Board, plies: i32, budget: &mut u32) -> [i32; 2] {
    *budget = budget.saturating_sub(1);
    match board.result() {
        Some(Outcome::Win) => return [WIN; 2],
        Some(Outcome::Loss) => return [-WIN; 2],
        Some(Outcome::Draw) => return [0; 2],
        Some(Outcome::Points) => return [board.margin() * POINT; 2],
        None if plies == 0 || *budget == 0 => return [-PROVEN, PROVEN],
        None => {}
    }
    let list = board.legal_moves();
    list.moves[..list.len].iter().fold([-WIN; 2], |[low, high], &mv| {
        let mut next = *board;
        next.play(mv);
        let [worst, best] = bounds(&next, plies - 1, budget);
        let [worst, best] = if next.turn == board.turn { [worst, best] } else { [-best, -worst] };
        [low.max(worst), high.max(best)]
    })
}

/// Near the end of random games the search finds what all lines to the end tell. Where these are too many, it sees at
/// least each end that is one move ahead: it is not lost where it need not be, and a win is won.
#[test]
fn the_end_is_played_as_minimax_plays_it() {
    for game in boards() {
        for board in game.iter().rev() {
            let told = |plies: i32| bounds(board, plies, &mut 10_000);
            let exact = (1..=6).map(|plies| (plies, told(plies))).find(|(_, [low, high])| low == high);
            let (depth, [low, high]) = match exact {
                // Late moves are searched less deep.
                Some((plies, both)) if board.legal_moves().len > 1 => (4 * plies, both),
                // A search may play its only move without a thought.
                _ => (1, told(1)),
            };
            let score = Search::sized(1, 1 << 16).think(board, Budget::fixed(depth, u64::MAX)).expect("a move").score;
            let score = if score.abs() > PROVEN { score.signum() * WIN } else { score };
            assert!((low..=high).contains(&score), "{} instead of {} to {}\n{:?}", score, low, high, board);
            if exact.is_none() {
                break;
            }
        }
    }
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
