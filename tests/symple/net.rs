//! The inputs of the net: what they count, whatever way the board is turned.

use super::endgame::late;
use super::*;
use jury::rules::game::reached;

/// The position after one of the board's eight symmetries.
fn turned(twin: &Twin, symmetry: usize) -> Board {
    let mut board = Board::new();
    for line in &twin.played {
        let mut stones = parse_move(line).unwrap();
        for (column, row) in &mut stones {
            let flip = |at: &mut usize, bit: usize| *at = if symmetry & bit == 0 { *at } else { 14 - *at };
            flip(column, 1);
            flip(row, 2);
            if symmetry & 4 != 0 {
                std::mem::swap(column, row);
            }
        }
        board.play(Move::parse(&format_move(&stones)).unwrap());
    }
    board
}

/// The number of parts of a side by the jury's board. Groups that touch one region of vacant points are one part.
fn parts_by_regions(twin: &Twin, side: usize) -> usize {
    let (board, all, mut seen, mut parts) = (&twin.game, points(), BTreeSet::new(), 0);
    let open = |place: &usize| board.at(all[*place]) != Some(1 - side);
    let beside = |a: usize, b: usize| all[a].0.abs_diff(all[b].0) + all[a].1.abs_diff(all[b].1) == 1;
    for start in (0..all.len()).filter(|place| board.at(all[*place]) == Some(side)) {
        if !seen.contains(&start) {
            parts += 1;
            let near = |place| (0..all.len()).filter(open).filter(move |other| beside(place, *other));
            seen.extend(reached(all.len(), &[start], near).into_iter().map(|(place, _)| place));
        }
    }
    parts
}

#[test]
fn inputs_of_the_net_know_no_direction_and_count_what_they_say() {
    for seed in 1..60 {
        let twin = late(20 + 3 * seed as usize, seed);
        let expected = inputs(&twin.board);
        for symmetry in 1..8 {
            assert_eq!(inputs(&turned(&twin, symmetry)), expected, "seed {} symmetry {}", seed, symmetry);
        }
        for (place, side) in [twin.board.turn, 1 - twin.board.turn].into_iter().enumerate() {
            let of_side = &expected[20 * place..];
            assert_eq!(usize::from(of_side[0]), twin.game.groups(side).len(), "groups, seed {}", seed);
            assert_eq!(usize::from(of_side[5]), parts_by_regions(&twin, side), "parts, seed {}", seed);
        }
    }
}

#[test]
fn two_groups_are_one_part_over_vacant_points_and_two_over_safe_ones() {
    let board = Twin::place("C2", "A1 D1", 1, true).board;
    assert_eq!(inputs(&board)[5..8], [1, 1, 2]);
}
