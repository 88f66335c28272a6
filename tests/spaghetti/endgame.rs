//! The end of a game, by trying everything.

use super::*;

/// What a point of Blue and one of Red count if we are the given player.
pub fn worth(us: usize) -> [i32; 2] {
    [WORTH[us & 1], WORTH[1 - (us & 1)]]
}

/// What a move's points count in a score, in sixteenths: our own in full, of the other player's `WORTH` says how much.
pub fn counted(board: &Board, mv: Move, us: usize) -> i32 {
    board.gain(mv) * worth(us)[board.turn] * POINT / 4
}

/// The score for the player on turn by trying everything.
pub fn solve(board: &Board, us: usize) -> i32 {
    let first: Vec<usize> = cells(board.empty).collect();
    exhaustive(board, us, 0, &mut vec![None; 4usize.pow(first.len() as u32)], &first)
}

/// `code` has a digit to the base 4 for each cell of `first`: empty or one of three tiles.
fn exhaustive(board: &Board, us: usize, code: usize, known: &mut [Option<i32>], first: &[usize]) -> i32 {
    if known[code].is_none() && board.empty != 0 {
        let score = |mv: Move| {
            let place = first.iter().position(|cell| *cell == usize::from(mv.cell)).unwrap();
            let next = code + (usize::from(mv.tile) + 1) * 4usize.pow(place as u32);
            let mut after = *board;
            after.play(mv);
            counted(board, mv, us) - exhaustive(&after, us, next, known, first)
        };
        known[code] = legal(board).into_iter().map(score).max();
    }
    known[code].unwrap_or(0)
}

#[test]
fn the_end_of_the_game_is_solved_exactly() {
    let mut search = Search::new(1);
    for (count, seeds) in [(1, 20), (2, 50), (3, 50), (5, 50), (7, 50), (9, 20)] {
        for seed in 0..seeds {
            let (board, line) = with_empty_cells(count, seed);
            // Every other seed we are not on turn.
            let us = board.turn ^ (seed & 1) as usize;
            let exact = solve(&board, us);
            let position = Position::new(&search.network, &board, worth(us));
            let report = search.search(&position, Budget::fixed(count as i32, u64::MAX)).unwrap();
            let mut after = board;
            after.play(report.best);
            let of_best = counted(&board, report.best, us) - solve(&after, us);
            assert_eq!([report.score, of_best], [exact; 2], "{} for {:?}", report.best, line);
        }
    }
}
