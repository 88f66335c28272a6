//! Ayu: the player's fast rules against the jury's slow ones, the samples, and the protocol in memory.

#[path = "../ayu.rs"]
#[allow(dead_code)]
mod ayu;

#[macro_use]
#[allow(dead_code)]
mod common;

use ayu::contest::{Budget, Options};
use ayu::eval::{Position, Weights};
use ayu::joining::joining;
use ayu::protocol::run;
use ayu::rules::{Board, Move, MOVES_MAX, POINTS};
use ayu::search::{Search, PROVEN, WIN};
use common::secrets::Sent;
use common::{Value, View};
use jury::rules::ayu::{step_name, Match, Step};
use jury::rules::game::{Fault, Game, Rng};
use std::cell::RefCell;
use std::collections::HashMap;

protocol_tests!("ayu", run, Sent::IN_TURN);

/// A position with these rows, by their numbers. The others are empty.
fn position(rows: &[(usize, &str)], turn: usize) -> Match {
    let mut all = [". . . . . . . . . . ."; 11];
    rows.iter().for_each(|&(row, text)| all[11 - row] = text);
    Match::from_rows(all, turn)
}

fn board_of(game: &Match) -> Board {
    let set = |seat| (0..POINTS).filter(|&p| game.board[p] == Some(seat)).map(|p| 1u128 << p).sum();
    Board::from_sets([set(0), set(1)], game.turn)
}

/// The jury's position of a board, by what the board prints.
fn game_of(board: &Board) -> Match {
    let text = board.to_string().replace('w', "o").replace('b', "x");
    let rows: Vec<&str> = text.lines().take(11).map(|line| &line[3..]).collect();
    Match::from_rows(rows.try_into().expect("eleven rows"), board.turn)
}

fn legal(board: &Board) -> Vec<Move> {
    let mut found = board.legal_moves(&mut [Move::default(); MOVES_MAX]).to_vec();
    found.sort();
    found
}

fn board_after(moves: &[String]) -> Board {
    let mut board = Board::new();
    moves.iter().for_each(|line| board.play(Move::parse(line).expect("a move")));
    board
}

thread_local! {
    /// One that follows moves, and one that is set anew.
    static POSITIONS: RefCell<[Position; 2]> = RefCell::new([(); 2].map(|_| Position::new(Weights::learned())));
}

/// A board by the player's rules. What the player keeps of it and says of single moves has to agree with that.
fn view(board: &Board) -> View {
    let moves = legal(board);
    let all = (0..POINTS as u8).flat_map(|from| (0..POINTS as u8).map(move |to| Move { from, to }));
    let single = all.filter(|&mv| board.can_apply(mv) && board.is_legal(mv));
    assert!(single.eq(moves.iter().copied()), "the answer for a single move\n{}", board);
    assert_eq!(board.hash, Board::from_sets(board.pieces, board.turn).hash, "{}", board);
    assert_ne!(board.hash, Board::from_sets(board.pieces, 1 - board.turn).hash, "the other side on turn\n{}", board);
    let game = game_of(board);
    assert_eq!(board_of(&game), *board);
    for seat in 0..2 {
        let cost = joining(board.pieces[seat], board.pieces[1 - seat]).cost;
        assert_eq!(cost as usize, game.joining_cost(seat), "the joining cost\n{}", board);
    }
    // B1 becomes A2 and so on. The start with colours swapped is the start mirrored in the diagonal.
    let mirror = |point: usize| 1 << (point % 11 * 11 + point / 11);
    let mirrored = board.pieces.map(|side| (0..POINTS).filter(|p| side >> p & 1 == 1).map(mirror).sum());
    let turned = Board::from_sets([board.pieces[1], board.pieces[0]], 1 - board.turn);
    assert_ne!(board.hash, turned.hash, "colours swapped\n{}", board);
    let values = [board.clone(), turned, Board::from_sets(mirrored, board.turn)].map(|board| {
        POSITIONS.with_borrow_mut(|[_, anew]| {
            anew.set(&board);
            anew.evaluate()
        })
    });
    assert_eq!(values[0].is_none(), moves.is_empty(), "the evaluation when the game is over\n{}", board);
    assert_eq!(values, [values[0]; 3], "the evaluation, with colours swapped, mirrored\n{}", board);
    let result = if moves.is_empty() { Some(Value::Sign(1)) } else { None };
    View { moves: moves.iter().map(Move::to_string).collect(), turn: board.turn, result, hash: Some(board.hash) }
}

/// The view after some moves. The last is taken back and made again; the position has followed all of them.
fn look(_: &[String], moves: &[String]) -> View {
    let board = board_after(moves);
    POSITIONS.with_borrow_mut(|[kept, anew]| {
        kept.set(&Board::new());
        for (ply, mv) in moves.iter().map(|line| Move::parse(line).expect("a move")).enumerate() {
            if ply + 1 == moves.len() {
                let (before, codes, value) = (kept.board.clone(), kept.codes, kept.evaluate());
                let sums = kept.play(mv);
                kept.undo(mv, sums);
                assert!(kept.board == before && kept.codes == codes && kept.evaluate() == value, "undo\n{}", before);
            }
            kept.play(mv);
        }
        anew.set(&board);
        assert!(kept.board == board && kept.evaluate() == anew.evaluate(), "kept up to date: {:?}", moves);
    });
    view(&board)
}

rules_tests!("ayu", Match, look, fast_rules_are_the_slow_rules, samples_replay_by_both_rules);

/// Pieces scattered at random: shapes with holes and crowds that are rare in games.
#[test]
fn fast_rules_are_the_slow_rules_in_random_positions() {
    let boards = (0..).filter_map(|seed| {
        let mut rng = Rng(seed);
        let (dense, mut sets) = (rng.below(8) as u64, [0; 2]);
        for point in 0..POINTS {
            match rng.next() % 16 {
                r if r < 3 + dense => sets[0] |= 1 << point,
                r => sets[1] |= u128::from([0, 2].contains(&(r % 5))) << point,
            }
        }
        sets.iter().all(|side: &u128| side.count_ones() <= 30).then(|| Board::from_sets(sets, 0))
    });
    for board in boards.take(600) {
        let game = game_of(&board);
        let what = common::compare(&game, &game.choices().unwrap(), &view(&board));
        what.unwrap_or_else(|what| panic!("{}\n{}", what, board));
    }
}

/// Pieces of these units may go to a point, or not.
#[test]
fn units_stay_whole() {
    let (both, black) = ("o . . . . . . . . . o", ". . . . x . x . . . .");
    let (left, right) = ("o . . . . . . . . . .", ". . . . . . . . . . o");
    // A piece of a ring may leave: the others still hang together the other way round. Those that hold the tail may not.
    let ring = [
        (10, ". x . . . . . . . x ."),
        (4, ". o o o . . . . . . ."),
        (3, ". o . o o o . . . o ."),
        (2, ". o o o . . . . . . ."),
    ];
    // Columns A and K are no neighbours: the piece in the middle of each of these units holds its ends together.
    let edges = [(11, black), (5, left), (4, both), (3, both), (2, right)];
    for (rows, legal, illegal) in [
        (&ring[..], ["B2-G3", "C2-G3"], &["F3-G3", "E3-G3", "D3-G3"][..]),
        (&edges, ["A5-B3", "K2-J4"], &["A4-B3", "K3-J4"]),
    ] {
        let game = position(rows, 0);
        let view = view(&board_of(&game));
        common::compare(&game, &game.choices().unwrap(), &view).unwrap();
        assert!(legal.iter().all(|step| view.moves.contains(&step.to_string())), "{:?}", view.moves);
        assert!(illegal.iter().all(|step| !view.moves.contains(&step.to_string())), "{:?}", view.moves);
    }
}

#[test]
fn every_prefix_of_the_samples_is_answered_legally() {
    let mut search = Search::new(1);
    common::every_prefix_of_the_samples_is_answered::<Match>("ayu", |_, moves| {
        Some(search.think(&board_after(moves), Budget::fixed(100, 150))?.best.to_string())
    });
}

#[test]
fn moves_are_read_as_they_are_written() {
    for from in 0..POINTS as u8 {
        for to in 0..POINTS as u8 {
            let step = Move { from, to };
            assert_eq!(Move::parse(&step.to_string()), Some(step));
            assert_eq!(step.to_string(), step_name(Step { from: from.into(), to: to.into() }));
        }
    }
    for text in ["", "-", "B4", "B4-", "B4A3", "B4-A", "B4-A12", "B4-A0", "B4-L3", "b4-a3", "B04-A3", "B4-A3-A4"] {
        assert_eq!(Move::parse(text), None, "{}", text);
    }
    assert_eq!(Move::parse("B4-A+3"), None);
}

/// The page at the head of `ayu.rs`: bare alpha-beta finds the score of minimax with far fewer nodes.
#[test]
fn plain_alpha_beta_finds_the_score_of_minimax() {
    const INFINITE: i32 = 1_000_000;
    /// Minimax; with `cuts` alpha-beta. Counts the nodes.
    fn search(position: &mut Position, depth: i32, alpha: i32, beta: i32, cuts: bool, nodes: &mut u32) -> i32 {
        *nodes += 1;
        let moves = legal(&position.board);
        if moves.is_empty() || depth == 0 {
            return position.evaluate().unwrap_or(INFINITE - 1);
        }
        let mut best = -INFINITE;
        for mv in moves {
            let sums = position.play(mv);
            best = best.max(-search(position, depth - 1, -beta, -alpha.max(best), cuts, nodes));
            position.undo(mv, sums);
            if cuts && best >= beta {
                break;
            }
        }
        best
    }
    let lines = common::sample("ayu", "01").lines();
    let mut position = Position::new(Weights::learned());
    for (ply, text) in lines.iter().enumerate().take(71) {
        if ply % 10 == 0 {
            let [mut all, mut few] = [0; 2];
            let depth = if ply < 30 { 2 } else { 3 };
            let score = search(&mut position, depth, -INFINITE, INFINITE, false, &mut all);
            assert_eq!(score, search(&mut position, depth, -INFINITE, INFINITE, true, &mut few), "ply {}", ply);
            println!("ply {}, depth {}: {} nodes of {}", ply, depth, few, all);
            assert!(2 * few < all || all < 100, "ply {}: {} nodes of {}", ply, few, all);
        }
        position.play(Move::parse(text).expect("a move"));
    }
}

/// Results that the search calls proven are true. In the endings of the samples minimax without pruning finds the
/// same winner, although the search reduces and leaves out moves.
#[test]
fn proven_results_are_those_of_plain_minimax() {
    fn wins(board: &mut Board, known: &mut HashMap<([u128; 2], usize), bool>, budget: &mut u32) -> Option<bool> {
        if let Some(&won) = known.get(&(board.pieces, board.turn)) {
            return Some(won);
        }
        *budget = budget.checked_sub(1)?;
        let moves = legal(board);
        let mut won = moves.is_empty();
        for step in moves {
            board.play(step);
            let theirs = wins(board, known, budget);
            board.undo(step);
            won |= !theirs?;
        }
        known.insert((board.pieces, board.turn), won);
        Some(won)
    }
    let mut compared = 0;
    for (name, record) in common::samples("ayu") {
        let lines = record.lines();
        let (mut known, mut search) = (HashMap::new(), Search::new(1));
        for plies in (lines.len() - 14..lines.len()).rev() {
            let mut board = board_after(&lines[..plies]);
            let report = search.think(&board, Budget::fixed(100, 20_000)).expect("the game goes on");
            if report.score.abs() <= PROVEN {
                continue;
            }
            let Some(truth) = wins(&mut board, &mut known, &mut 200_000) else { break };
            assert_eq!(report.score > 0, truth, "{} after {} plies: score {}", name, plies, report.score);
            // The side that has won is on turn: whose win it is says whether the plies until then are even.
            assert_eq!((WIN - report.score.abs()) % 2, i32::from(!truth), "{} after {} plies", name, plies);
            compared += 1;
        }
    }
    assert!(compared >= 40, "only {} endings were small enough", compared);
}

#[test]
fn the_jury_says_why_a_move_is_refused() {
    // A position in which White can break every rule.
    let rows = [
        (5, ". . o o o . . o . . ."),
        (4, ". . . . o . . . . . ."),
        (2, "x x . . . . . . . . ."),
        (1, "o x . . . . . . . . ."),
    ];
    let write = |text: &str| position(&rows, 0).write(text);
    for (text, reason) in [
        ("D5-F5", "the unit falls apart"),
        ("A11-B11", "no piece on A11"),
        ("B2-C2", "the opponent's"),
        ("E5-E4", "not empty"),
        ("H5-H9", "a neighbouring point only"),
        ("E4-K11", "does not touch the rest"),
        ("C5-B5", "does not touch the rest"),
        ("C5-D6", "does not come nearer"),
        ("H5-H6", "does not come nearer"),
        ("A1-A3", "a neighbouring point only"),
    ] {
        assert!(matches!(write(text), Err(Fault::Illegal(why)) if why.contains(reason)), "{}: {:?}", text, write(text));
    }
    for text in ["", "C5", "C5 F5", "c5-f5", "C5-F5 ", "C05-F5", "L5-F5", "C5-F12", "Quit"] {
        assert!(matches!(write(text), Err(Fault::Unreadable(_))), "{:?}", text);
    }
    // A move that joins; and one that leaves an articulation point, where the target mends the split.
    assert!(write("C5-F5").is_ok() && write("H5-G5").is_ok());
    let rows = [(7, ". . . . o . . . . . ."), (5, ". . o . o . . . . . ."), (4, ". . o o o . . . . . .")];
    let mut bridge = position(&rows, 0);
    assert!(legal(&board_of(&bridge)).iter().all(|step| step.to_string() != "D4-E6"));
    assert!(bridge.write("C5-E6").is_ok());
}

#[test]
fn a_locked_unit_reaches_no_other() {
    let rows = [(11, "o x . . . . . . . . ."), (10, "x x . . . . . . . . ."), (1, ". . . . . . . . . x o")];
    let game = position(&rows, 0);
    assert_eq!((game.to_write(), game.points()), (None, [3, 1]));
    assert_eq!(legal(&board_of(&game)), []);
    let game = position(&rows, 1);
    assert_eq!((game.to_write(), game.points()), (Some(1), [0, 0]));
    assert_ne!(legal(&board_of(&game)), []);
    // A third white piece in the open can meet K1. A11 still meets nobody.
    let game = position(&[&rows[..], &[(8, ". . . o . . . . . . .")]].concat(), 0);
    assert!(game.clone().write("K1-K2").is_ok());
    let board = board_of(&game);
    assert!(legal(&board).iter().all(|step| step.from != 110));
    assert_eq!(joining(board.pieces[0], board.pieces[1]).trees, 2);
    assert!(game.stand_in(&mut Rng(1)).starts_with("K1-"));
}

#[test]
fn bad_lines_end_the_program_with_a_word() {
    let expected = "\": expected Start, Quit or a move of a piece on turn to an empty point, such as B4-A3";
    let inputs = ["hello", "Start;Start", "A1-A2", "A2-A1", "B1-D1", "B1-B12", "B1", "\u{fffd}"];
    common::refuses(&PLAYER, expected, &inputs);
}

/// An illegal line is applied all the same: the jury decides what is legal.
#[test]
fn the_jury_is_believed() {
    let (answers, end) = common::answer(&PLAYER, &["B1-K11", "D1-A11"]);
    assert!(end.is_ok(), "{:?}", end);
    assert_eq!(answers.lines().count(), 2);
}

#[test]
fn a_board_that_is_printed_reads_back_and_the_decision_of_the_head_is_the_programs() {
    let (mut board, mut game) = (Board::new(), Match::new());
    for text in &common::sample("ayu", "09").lines()[..44] {
        assert_eq!(game_of(&board).draw(), game.draw());
        assert!(board.to_string().ends_with(["White to move", "Black to move"][game.turn]));
        board.play(Move::parse(text).expect("a move"));
        game.write(text).expect("a legal move");
    }
    let [white, black] = board.pieces;
    assert_eq!((joining(white, black).cost, joining(black, white).cost), (13, 17));
    assert_eq!(board.legal_moves(&mut [Move::default(); MOVES_MAX]).len(), 19);
    for (depth, best, score) in [(1, "J2-H2", 91), (2, "J2-H2", 16), (10, "G7-F8", 26), (12, "G7-F8", 57)] {
        let report = Search::new(1).think(&board, Budget::fixed(depth, u64::MAX)).unwrap();
        assert_eq!((report.best.to_string(), report.score), (best.to_string(), score), "depth {}", depth);
    }
}

#[test]
fn weights_read_as_they_are_written() {
    const ALL: usize = 1_638;
    let weights: Vec<i16> = (-819..=818).collect();
    // Digits are what can be printed but blanks, quotation marks and backslashes: one a weight near 0, else two.
    let digits: Vec<char> = ('#'..='~').filter(|digit| *digit != '\\').collect();
    let write = |weight: &i16| match weight {
        -36..=36 => vec![digits[(weight + 36) as usize]],
        _ => [73 + (weight + 819) / 91, (weight + 819) % 91].map(|digit| digits[digit as usize]).to_vec(),
    };
    let text: String = weights.iter().flat_map(write).collect();
    assert_eq!(ayu::contest::decode::<ALL>(&text).to_vec(), weights);
    // The examples in the comment of `decode`, digit by digit.
    assert_eq!(ayu::contest::decode::<3>("#G l"), [-36, 0, 36]);
    assert_eq!(ayu::contest::decode::<3>("m#uG\n ~~"), [-819, -55, 818]);
}

#[test]
#[should_panic(expected = "as many weights")]
fn weights_of_another_number_are_refused() {
    ayu::contest::decode::<3>("GG");
}
