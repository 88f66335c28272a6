//! Ayu: the player's fast rules against the jury's slow ones, the samples, and the known positions.

#[path = "../ayu.rs"]
#[allow(dead_code)]
mod ayu;

use ayu::eval::{can_move, evaluate, joining, Joining, WEIGHTS};
use ayu::protocol::{run, Options};
use ayu::rules::{bit, Board, Each, Move, MoveList};
use ayu::search::{Clock, Search, WIN};
use jury::ayu as slow;
use jury::game::Game;
use jury::transcript::{self, Record};
use quickcheck::QuickCheck;
use std::collections::BTreeSet;
use std::fs;
use std::io::ErrorKind;

fn legal(board: &Board) -> Vec<Move> {
    let mut list = MoveList::new();
    board.legal_moves(&mut list);
    list.as_slice().to_vec()
}

fn names(board: &Board) -> BTreeSet<String> {
    legal(board).iter().map(|m| m.format()).collect()
}

fn slow_names(board: &slow::Board) -> BTreeSet<String> {
    board.legal_moves().into_iter().map(slow::format_move).collect()
}

/// The jury's board with the player's pieces.
fn as_slow(board: &Board) -> slow::Board {
    let mut cells = [[None; slow::SIZE]; slow::SIZE];
    for side in 0..2 {
        for point in Each(board.pieces[side]) {
            cells[usize::from(point) % slow::SIZE][usize::from(point) / slow::SIZE] = Some(side);
        }
    }
    slow::Board { cells, turn: board.turn }
}

/// The position after the choices, each taken modulo the number of legal moves, and the moves that led there.
fn walk(choices: &[u8]) -> (Board, Vec<String>) {
    let mut board = Board::new();
    let mut line = Vec::new();
    for choice in choices {
        let moves = legal(&board);
        if moves.is_empty() {
            break;
        }
        let chosen = moves[usize::from(*choice) % moves.len()];
        line.push(chosen.format());
        board.play(chosen);
    }
    (board, line)
}

/// Runs a property on positions of random games, given as lists of choices: a failing list shrinks by dropping choices.
fn on_random_positions(tests: u64, property: fn(Vec<u8>) -> bool) {
    // Lists of up to 160 choices reach the end of nearly every game.
    QuickCheck::new().rng(quickcheck::Gen::new(160)).tests(tests).quickcheck(property as fn(Vec<u8>) -> bool);
}

fn samples() -> Vec<(String, Record)> {
    let mut records = Vec::new();
    for file in fs::read_dir("tests/samples/ayu").unwrap() {
        let path = file.unwrap().path();
        let record = transcript::read(&fs::read_to_string(&path).unwrap()).unwrap();
        records.push((path.display().to_string(), record));
    }
    records
}

/// The moves of a sample.
fn moves_of(record: &Record) -> Vec<String> {
    let lines = record.entries.iter().map(|(_, entry)| match entry {
        jury::referee::Entry::Line(_, line) => line.clone(),
        other => panic!("{:?} in a sample", other),
    });
    lines.collect()
}

#[test]
fn the_same_legal_moves_as_the_jury_in_every_position_of_random_games() {
    fn property(choices: Vec<u8>) -> bool {
        let (mut board, mut reference) = (Board::new(), slow::Board::start());
        let mut line = Vec::new();
        for choice in choices {
            let (fast, plain) = (names(&board), slow_names(&reference));
            assert_eq!(fast, plain, "after {:?}", line);
            assert_eq!(as_slow(&board), reference, "after {:?}", line);
            let moves = legal(&board);
            assert_eq!(moves.len(), fast.len(), "a move is listed twice after {:?}", line);
            assert!(moves.len() < ayu::rules::MOST_MOVES / 2, "{} moves after {:?}", moves.len(), line);
            if moves.is_empty() {
                break;
            }
            let chosen = moves[usize::from(choice) % moves.len()];
            line.push(chosen.format());
            board.play(chosen);
            reference.play(slow::parse_move(&chosen.format()).unwrap());
        }
        true
    }
    on_random_positions(60, property);
}

/// Positions that random games seldom reach: few big units with walls between them. Any position is a fair question,
/// since the rules look at the board alone.
#[test]
fn the_same_legal_moves_as_the_jury_on_random_boards() {
    fn property(cells: Vec<u8>) -> bool {
        let mut board = Board::new();
        board.pieces = [0; 2];
        // Up to 30 pieces of each side, as many as in a game: every number is a point and who stands there.
        let mut left = [30, 30];
        for cell in &cells {
            let (side, point) = (usize::from(cell >> 7), cell & 127);
            if point < 121 && left[side] > 0 && board.empty() & bit(point) != 0 {
                board.pieces[side] |= bit(point);
                left[side] -= 1;
            }
        }
        let reference = as_slow(&board);
        assert_eq!(names(&board), slow_names(&reference), "{}", slow::Match { board: reference.clone() }.draw());
        true
    }
    on_random_positions(1_000, property);
}

#[test]
fn perft() {
    fn count(board: &Board, depth: u32) -> u64 {
        let moves = legal(board);
        if depth == 1 {
            return moves.len() as u64;
        }
        let after = |mv: &Move| {
            let mut next = *board;
            next.play(*mv);
            count(&next, depth - 1)
        };
        moves.iter().map(after).sum()
    }
    fn slow_count(board: &slow::Board, depth: u32) -> u64 {
        let moves = board.legal_moves();
        if depth == 1 {
            return moves.len() as u64;
        }
        let after = |mv: &slow::Move| {
            let mut next = board.clone();
            next.play(*mv);
            slow_count(&next, depth - 1)
        };
        moves.iter().map(after).sum()
    }
    // From the start, and from a position of the middle game where walls stand.
    let moves = moves_of(&transcript::read(&fs::read_to_string("tests/samples/ayu/game-01.txt").unwrap()).unwrap());
    let mut middle = Board::new();
    for mv in &moves[..40] {
        middle.play(Move::parse(mv).unwrap());
    }
    for (depth, nodes) in PERFT_START.iter().enumerate() {
        assert_eq!(count(&Board::new(), depth as u32 + 1), *nodes, "start, depth {}", depth + 1);
    }
    for (depth, nodes) in PERFT_MIDDLE.iter().enumerate() {
        assert_eq!(count(&middle, depth as u32 + 1), *nodes, "middle, depth {}", depth + 1);
    }
    assert_eq!(slow_count(&slow::Board::start(), 2), PERFT_START[1]);
    assert_eq!(slow_count(&as_slow(&middle), 2), PERFT_MIDDLE[1]);
}

/// Leaves of the full tree by depth, from 1; the first two of each are the jury's too.
const PERFT_START: [u64; 4] = [98, 9_440, 845_932, 74_520_824];
const PERFT_MIDDLE: [u64; 4] = [27, 532, 12_605, 236_483];

#[test]
fn undo_restores_everything_and_the_hash_is_that_of_the_position() {
    fn property(choices: Vec<u8>) -> bool {
        let (board, line) = walk(&choices);
        assert_eq!(board.hash, board.fresh_hash(), "after {:?}", line);
        for mv in legal(&board) {
            let mut next = board;
            next.play(mv);
            assert_eq!(next.hash, next.fresh_hash(), "after {:?} {}", line, mv.format());
            assert_ne!(next.hash, board.hash);
            next.undo(mv);
            assert_eq!(next, board, "after {:?} {}", line, mv.format());
        }
        true
    }
    on_random_positions(300, property);
}

#[test]
fn a_move_reads_as_it_is_written() {
    for from in 0..121 {
        for to in (0..121).filter(|to| *to != from) {
            let mv = Move { from, to };
            assert_eq!(Move::parse(&mv.format()), Some(mv));
            assert_eq!(slow::format_move(slow::parse_move(&mv.format()).unwrap()), mv.format());
        }
    }
    for bad in [
        "",
        "-",
        "A1",
        "A1-",
        "-A1",
        "A1-A2-A3",
        "A0-A1",
        "A12-A1",
        "L1-A1",
        "a1-a2",
        "A1 A2",
        "A01-A2",
        "A1-A2 ",
        "\u{c4}1-A2",
    ] {
        assert_eq!(Move::parse(bad), None, "{:?}", bad);
        assert_eq!(slow::parse_move(bad), None, "{:?}", bad);
    }
}

/// Joining counted plainly: all distances between units, sorted, united one after the other.
fn plain_joining(board: &Board, side: usize) -> Joining {
    let (own, enemy) = (board.pieces[side], board.pieces[1 - side]);
    let mut units = Vec::new();
    let mut left = own;
    while left != 0 {
        let unit = ayu::rules::flood(left & left.wrapping_neg(), own);
        units.push(unit);
        left ^= unit;
    }
    let mut ways = Vec::new();
    for (i, a) in units.iter().enumerate() {
        let mut reached = *a;
        for steps in 0.. {
            let more = ayu::rules::beside(reached) & !enemy & !reached;
            if more == 0 {
                break;
            }
            for (j, b) in units.iter().enumerate().skip(i + 1) {
                if more & b != 0 && reached & b == 0 {
                    ways.push((steps, i, j));
                }
            }
            // Ways lead over own pieces at no cost: a unit that is reached is reached as a whole, but it does not
            // shorten a way to a third one, because the two ways together weigh no more.
            reached |= more & !own;
            reached |= more & a;
            if more & !own == 0 {
                break;
            }
        }
    }
    ways.sort();
    let mut part: Vec<usize> = (0..units.len()).collect();
    let mut sum = Joining { units: units.len() as i32, parts: units.len() as i32, ..Joining::default() };
    for (weight, i, j) in ways {
        let (a, b) = (part[i], part[j]);
        if a != b {
            part.iter_mut().filter(|p| **p == a).for_each(|p| *p = b);
            sum.parts -= 1;
            sum.cost += weight;
            sum.longest = weight;
            sum.near += i32::from(weight == 1);
        }
    }
    sum
}

#[test]
fn the_cost_of_joining_equals_the_plain_count() {
    fn property(choices: Vec<u8>) -> bool {
        let (board, line) = walk(&choices);
        for side in 0..2 {
            let fast = joining(board.pieces[side], board.pieces[1 - side]);
            assert_eq!(fast, plain_joining(&board, side), "side {} after {:?}", side, line);
        }
        true
    }
    on_random_positions(3_000, property);
}

#[test]
fn a_side_can_move_exactly_when_it_has_a_legal_move() {
    fn property(choices: Vec<u8>) -> bool {
        let (board, line) = walk(&choices);
        let can = can_move(board.pieces[board.turn], board.empty());
        assert_eq!(can, !legal(&board).is_empty(), "after {:?}", line);
        true
    }
    on_random_positions(3_000, property);
}

#[test]
fn the_evaluation_is_the_same_for_both_colours_and_in_the_mirror() {
    let value = |board: &Board| {
        let (own, enemy) = (board.pieces[board.turn], board.pieces[1 - board.turn]);
        evaluate(&WEIGHTS, board, &joining(own, enemy), &joining(enemy, own))
    };
    let mirror = |set: u128| Each(set).fold(0, |m, p| m | bit(p / 11 * 11 + 10 - p % 11));
    for seed in 0..200u8 {
        let choices: Vec<u8> = (0..seed).map(|i| i.wrapping_mul(seed).wrapping_add(i / 3)).collect();
        let (board, line) = walk(&choices);
        let mut swapped = board;
        swapped.pieces.swap(0, 1);
        swapped.turn ^= 1;
        assert_eq!(value(&swapped), value(&board), "colours, after {:?}", line);
        let mut mirrored = board;
        mirrored.pieces = [mirror(board.pieces[0]), mirror(board.pieces[1])];
        assert_eq!(value(&mirrored), value(&board), "mirror, after {:?}", line);
    }
}

/// Plain minimax, with the search's own leaves.
fn minimax(board: &Board, depth: i32, ply: i32) -> i32 {
    let moves = legal(board);
    if moves.is_empty() {
        return WIN - ply;
    }
    if depth == 0 {
        let (own, enemy) = (board.pieces[board.turn], board.pieces[1 - board.turn]);
        return evaluate(&WEIGHTS, board, &joining(own, enemy), &joining(enemy, own));
    }
    let after = |mv: &Move| {
        let mut next = *board;
        next.play(*mv);
        -minimax(&next, depth - 1, ply + 1)
    };
    moves.iter().map(after).max().unwrap()
}

#[test]
fn the_search_finds_the_value_of_plain_minimax() {
    // To depth 2 nothing is reduced, so the values are equal.
    for seed in 0..40u8 {
        let choices: Vec<u8> = (0..seed * 2).map(|i| i.wrapping_mul(seed).wrapping_add(i / 3)).collect();
        let (board, line) = walk(&choices);
        for depth in 1..=2 {
            let choice = Search::new(1).choose(&board, None, depth);
            match choice {
                None => assert!(legal(&board).is_empty()),
                Some(c) if c.depth == depth => {
                    assert_eq!(c.score, minimax(&board, depth, 0), "depth {} after {:?}", depth, line)
                }
                Some(_) => {}
            }
        }
    }
}

#[test]
fn a_win_in_one_is_played() {
    // Near the end of every sample the loser's opponent had a last move; the search never gives a won game away when
    // the win is two plies off.
    for (name, record) in samples() {
        let moves = moves_of(&record);
        let mut board = Board::new();
        for mv in &moves[..moves.len() - 2] {
            board.play(Move::parse(mv).unwrap());
        }
        let value = minimax(&board, 2, 0);
        if value == WIN - 2 {
            let choice = Search::new(1).choose(&board, None, 4).unwrap();
            assert!(choice.score >= WIN - 4, "{}: {:?}", name, choice);
        }
    }
}

/// What the player answers to the lines, with hardly any time.
fn answer(lines: &[&str]) -> (String, std::io::Result<()>) {
    let mut output = Vec::new();
    let input: String = lines.iter().map(|l| format!("{}\n", l)).collect();
    let result = run(input.as_bytes(), &mut output, &Options { seconds: 0.01, seed: 1 });
    (String::from_utf8(output).unwrap(), result)
}

#[test]
fn the_player_answers_every_prefix_of_every_sample_with_a_legal_move() {
    for (name, record) in samples() {
        let moves = moves_of(&record);
        let mut reference = slow::Board::start();
        let mut board = Board::new();
        let mut search = Search::new(1);
        for mv in moves {
            let choice = search.choose(&board, None, 1).unwrap().mv;
            let verdict = reference.verdict(slow::parse_move(&choice.format()).unwrap());
            assert_eq!(verdict, Ok(()), "{}: {}", name, choice.format());
            reference.play(slow::parse_move(&mv).unwrap());
            board.play(Move::parse(&mv).unwrap());
        }
        assert!(search.choose(&board, None, 1).is_none(), "{}: the game is over", name);
    }
}

#[test]
fn the_player_plays_whole_games_by_the_protocol() {
    // The opponent is the first legal move of the jury's fixed order.
    for seat in 0..2 {
        let mut lines: Vec<String> = if seat == 0 { vec!["Start".to_string()] } else { Vec::new() };
        let mut reference = slow::Match::new();
        let mut rng = jury::game::Rng(1);
        while let Some(turn) = reference.to_write() {
            let line = if turn == seat {
                let (output, result) = answer(&lines.iter().map(String::as_str).collect::<Vec<_>>());
                result.unwrap();
                output.lines().last().unwrap().to_string()
            } else {
                reference.stand_in(&mut rng)
            };
            if turn == seat {
                // The end of the input after any prefix was no error; the answer is legal.
                reference.write(&line).unwrap_or_else(|fault| panic!("{}: {}", line, fault));
                lines.push(format!("# {}", line));
            } else {
                reference.write(&line).unwrap();
                lines.push(line);
            }
            // The player chooses its own moves anew at each prefix: the same ones, because its time is too short for
            // anything but depth 1 of the same seed. Should it once differ, the rest would be another game.
            lines.retain(|l| !l.starts_with('#'));
            if reference.board.turn == seat && lines.len() > 12 {
                break;
            }
        }
    }
}

#[test]
fn a_relayed_move_is_applied_whatever_our_rules_say_of_it() {
    // B1-B6 is no legal move, but it can be made: a white piece, an empty point.
    let (output, result) = answer(&["B1-B6", "Quit"]);
    result.unwrap();
    assert_eq!(output.lines().count(), 1);
}

#[test]
fn bad_lines() {
    for (lines, expected) in [
        (&["Start", "hello"][..], "a move such as"),
        (&["Start", "A1-A2"], "opponent's piece"),
        (&["hello"], "a move such as"),
        (&["B1-D1"], "to an empty point"),
        (&["A2-A1"], "opponent's piece"),
        (&["B1-B2", "Start"], "a move such as"),
    ] {
        let (_, result) = answer(lines);
        let error = result.expect_err(&format!("{:?}", lines));
        assert_eq!(error.kind(), ErrorKind::InvalidData);
        let text = error.to_string();
        assert!(text.contains(expected) && text.contains(lines.last().unwrap()), "{:?}: {}", lines, text);
    }
}

#[test]
fn blank_lines_carriage_returns_and_trailing_blanks_do_not_matter() {
    let (plain, _) = answer(&["B1-B2"]);
    let (odd, result) = answer(&["", "  ", "B1-B2  \r", "", "Quit\r", "nonsense"]);
    result.unwrap();
    assert_eq!(odd.lines().count(), 1);
    assert_eq!(plain.lines().count(), 1);
}

#[test]
fn the_clock_plans_with_less_than_it_has() {
    for seconds in [0.01, 0.3, 3.0, 30.0] {
        assert!(Clock::new(seconds).left().as_secs_f64() < seconds);
    }
}
