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

/// The score for the player on turn by trying everything. `code` has a digit to the base 4 for each cell of `first`: empty or
/// one of three tiles.
pub fn exhaustive(board: &Board, us: usize, code: usize, known: &mut [Option<i32>], first: &[usize]) -> i32 {
    if board.empty == 0 {
        return 0;
    }
    if let Some(value) = known[code] {
        return value;
    }
    let mut best = i32::MIN;
    for mv in legal(board) {
        let gain = counted(board, mv, us);
        let place = first.iter().position(|cell| *cell == usize::from(mv.cell)).unwrap();
        let next = code + (usize::from(mv.tile) + 1) * 4usize.pow(place as u32);
        let mut after = *board;
        after.play(mv);
        best = best.max(gain - exhaustive(&after, us, next, known, first));
    }
    known[code] = Some(best);
    best
}

#[test]
fn the_end_of_the_game_is_solved_exactly() {
    let mut search = Search::new(1);
    for (count, seeds) in [(1, 20), (2, 50), (3, 50), (5, 50), (7, 50), (9, 20)] {
        for seed in 0..seeds {
            let (mut board, line) = with_empty_cells(count, seed);
            let first: Vec<usize> = cells(board.empty).collect();
            let mut known = vec![None; 4usize.pow(count as u32)];
            // Every other seed we are not on turn.
            let us = board.turn ^ (seed & 1) as usize;
            let exact = exhaustive(&board, us, 0, &mut known, &first);
            let position = Position::new(&search.network, &board, worth(us));
            let report = search.search(&position, Budget::fixed(count as i32, u64::MAX)).unwrap();
            assert_eq!(report.score, exact, "{} for {:?}", report.best, line);
            let gain = counted(&board, report.best, us);
            let place = first.iter().position(|cell| *cell == usize::from(report.best.cell)).unwrap();
            let next = (usize::from(report.best.tile) + 1) * 4usize.pow(place as u32);
            board.play(report.best);
            let rest = exhaustive(&board, us, next, &mut known, &first);
            assert_eq!(gain - rest, exact, "{} for {:?}", report.best, line);
        }
    }
}
