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
use ayu::search::{Search, PROVEN};
use common::Manner;
use jury::rules::ayu::{step_name, Match, Step};
use jury::rules::game::{Fault, Game, Rng};
use quickcheck::{Gen, QuickCheck, TestResult};

protocol_tests!("ayu", run);

/// A position with these rows, by their numbers. The others are empty.
fn position(rows: &[(usize, &str)], turn: usize) -> Match {
    let mut all = [". . . . . . . . . . ."; 11];
    rows.iter().for_each(|&(row, text)| all[11 - row] = text);
    Match::from_rows(all, turn)
}

fn board_of(game: &Match) -> Board {
    let set = |seat| (0..POINTS).filter(|&p| game.board()[p] == Some(seat)).map(|p| 1u128 << p).sum();
    Board::from_sets([set(0), set(1)], game.turn())
}

fn legal(board: &Board) -> Vec<Move> {
    let mut found = board.legal_moves(&mut [Move::default(); MOVES_MAX]).to_vec();
    found.sort();
    found
}

fn slow_legal(game: &Match) -> Vec<Move> {
    let plain = |step: &Step| Move { from: step.from as u8, to: step.to as u8 };
    game.legal_moves().iter().map(plain).collect()
}

/// A set of one point: that with row and column exchanged.
fn mirror(point: usize) -> u128 {
    1 << (point % 11 * 11 + point / 11)
}

thread_local! {
    static FRESH: std::cell::RefCell<Position> = std::cell::RefCell::new(Position::new(Weights::learned()));
}

/// The evaluation from scratch.
fn evaluate(board: &Board) -> Option<i32> {
    FRESH.with(|fresh| {
        fresh.borrow_mut().set(board);
        fresh.borrow_mut().evaluate()
    })
}

/// Compares the two sets of rules in one position. `Err` says what differs.
fn compare(game: &Match, board: &Board) -> Result<(), String> {
    let (fast, slow) = (legal(board), slow_legal(game));
    let show = |list: &[Move]| list.iter().map(Move::to_string).collect::<Vec<_>>().join(" ");
    let same = |what: &str, ok: bool| if ok { Ok(()) } else { Err(format!("{} differs", what)) };
    if fast != slow {
        return Err(format!("legal moves differ: player {}; jury {}", show(&fast), show(&slow)));
    }
    let all = (0..POINTS as u8).flat_map(|from| (0..POINTS as u8).map(move |to| Move { from, to }));
    let single = all.filter(|&mv| board.can_apply(mv) && board.is_legal(mv));
    same("the answer for a single move", single.eq(fast.iter().copied()))?;
    same("the board", *board == board_of(game))?;
    same("the hash", board.hash == Board::from_sets(board.pieces, board.turn).hash)?;
    same("the end", fast.is_empty() == game.to_write().is_none())?;
    for seat in 0..2 {
        let cost = joining(board.pieces[seat], board.pieces[1 - seat]).cost;
        same("the joining cost", cost as usize == game.joining_cost(seat))?;
    }
    let value = evaluate(board);
    same("the evaluation when the game is over", value.is_none() == fast.is_empty())?;
    let turned = Board::from_sets([board.pieces[1], board.pieces[0]], 1 - board.turn);
    same("the evaluation with colours swapped", evaluate(&turned) == value)?;
    // B1 becomes A2 and so on. The start with colours swapped is the start mirrored in the diagonal.
    let mirrored = board.pieces.map(|side| (0..POINTS).filter(|p| side >> p & 1 == 1).map(mirror).sum());
    same("the evaluation of the mirrored board", evaluate(&Board::from_sets(mirrored, board.turn)) == value)
}

/// The search uses the lazy score instead of the evaluation when it is outside the window by more than the margin.
#[test]
fn a_lazy_score_is_near_the_evaluation() {
    let mut position = Position::new(Weights::learned());
    let (mut compared, mut near) = (0, 0);
    for ply in 0..60 {
        assert!(position.lazy_score().is_none(), "the position before was not evaluated");
        position.evaluate();
        for step in legal(&position.board.clone()) {
            position.play(step);
            if let Some((lazy, margin)) = position.lazy_score() {
                compared += 1;
                near += usize::from(position.evaluate().map_or(false, |score| (score - lazy).abs() <= 2 * margin));
            }
            position.undo(step);
        }
        let board = position.board.clone();
        position.set(&board);
        match legal(&board)[..] {
            [] => break,
            ref moves => position.play(moves[ply * 7 % moves.len()]),
        }
    }
    assert!(compared > 1_000 && near * 10 > compared * 9, "{} of {} are near", near, compared);
}

/// Plays the choices (indices into the legal moves) by both rules and compares them at every ply from `skip` on.
fn replay(choices: &[u16], skip: usize) -> Result<usize, String> {
    let (mut game, mut board) = (Match::new(), Board::new());
    let mut position = Position::new(Weights::learned());
    let mut played: Vec<String> = Vec::new();
    let mut compared = 0;
    for (ply, &choice) in choices.iter().enumerate() {
        let moves = legal(&board);
        if moves.is_empty() {
            break;
        }
        let step = moves[usize::from(choice) % moves.len()];
        let before = board.clone();
        board.play(step);
        let after = board.clone();
        board.undo(step);
        if board != before {
            return Err(format!("undo of {} after {:?}", step, played));
        }
        board = after;
        let (codes, value) = (position.codes, position.evaluate());
        position.play(step);
        position.undo(step);
        let restored = position.board == before && position.codes == codes && position.evaluate() == value;
        position.play(step);
        if !restored || position.board != board || position.evaluate() != evaluate(&board) {
            return Err(format!("the position kept up to date differs after {:?} {}", played, step));
        }
        played.push(step.to_string());
        game.write(&step.to_string()).map_err(|fault| format!("{} in {:?}", fault, played))?;
        if ply >= skip {
            compare(&game, &board).map_err(|what| format!("{} after {}", what, played.join(" ")))?;
            compared += 1;
        }
    }
    Ok(compared)
}

/// Random games of up to 130 plies: whole games with their ends.
#[test]
fn fast_rules_are_the_slow_rules() {
    fn whole_game(seed: u64) -> TestResult {
        let mut rng = Rng(seed);
        let choices: Vec<u16> = (0..130).map(|_| rng.next() as u16).collect();
        match replay(&choices, 0) {
            Ok(_) => TestResult::passed(),
            Err(witness) => TestResult::error(witness),
        }
    }
    QuickCheck::new().tests(60).quickcheck(whole_game as fn(u64) -> TestResult);
}

/// Short games, so that a failure shrinks to few moves.
#[test]
fn fast_rules_are_the_slow_rules_in_short_games() {
    fn some_plies(choices: Vec<u16>) -> TestResult {
        match replay(&choices, 0) {
            Ok(_) => TestResult::passed(),
            Err(witness) => TestResult::error(witness),
        }
    }
    QuickCheck::new().rng(Gen::new(40)).tests(60).quickcheck(some_plies as fn(Vec<u16>) -> TestResult);
}

/// Pieces scattered at random: shapes with holes and crowds that are rare in games.
#[test]
fn fast_rules_are_the_slow_rules_in_random_positions() {
    fn scattered(seed: u64) -> TestResult {
        let mut rng = Rng(seed);
        let (dense, mut rows) = (rng.below(8) as u64, Vec::new());
        for _ in 0..11 {
            let mark = |r: u64| if r < 3 + dense { 'o' } else { ['x', '.', 'x', '.', '.'][r as usize % 5] };
            rows.push((0..11).map(|_| mark(rng.next() % 16)).collect::<String>());
        }
        let lines: Vec<&str> = rows.iter().map(String::as_str).collect();
        let game = Match::from_rows(lines.try_into().expect("eleven rows"), 0);
        let board = board_of(&game);
        if board.pieces.iter().any(|side| side.count_ones() > 30) {
            return TestResult::discard();
        }
        match compare(&game, &board) {
            Ok(()) => TestResult::passed(),
            Err(witness) => TestResult::error(format!("{}\n{}", witness, game.draw())),
        }
    }
    QuickCheck::new().tests(600).max_tests(20_000).quickcheck(scattered as fn(u64) -> TestResult);
}

/// A piece of a ring may leave: the others still hang together the other way round. Those that hold the tail may not.
#[test]
fn a_ring_with_a_tail_lets_its_corners_go() {
    let game = position(
        &[
            (10, ". x . . . . . . . x ."),
            (4, ". o o o . . . . . . ."),
            (3, ". o . o o o . . . o ."),
            (2, ". o o o . . . . . . ."),
        ],
        0,
    );
    compare(&game, &board_of(&game)).unwrap();
    let moves = legal(&board_of(&game));
    for (step, legal) in [("B2-G3", true), ("F3-G3", false), ("E3-G3", false), ("D3-G3", false), ("C2-G3", true)] {
        assert_eq!(moves.contains(&Move::parse(step).unwrap()), legal, "{}", step);
    }
}

/// Columns A and K are no neighbours: the piece in the middle of each of these units holds its ends together.
#[test]
fn a_column_at_the_edge_is_not_joined_by_the_one_at_the_other() {
    let (both, black) = ("o . . . . . . . . . o", ". . . . x . x . . . .");
    let (left, right) = ("o . . . . . . . . . .", ". . . . . . . . . . o");
    let game = position(&[(11, black), (5, left), (4, both), (3, both), (2, right)], 0);
    compare(&game, &board_of(&game)).unwrap();
    let moves = legal(&board_of(&game));
    for (step, legal) in [("A5-B3", true), ("A4-B3", false), ("K2-J4", true), ("K3-J4", false)] {
        assert_eq!(moves.contains(&Move::parse(step).unwrap()), legal, "{}", step);
    }
}

fn perft(board: &mut Board, depth: u32) -> u64 {
    let mut list = [Move::default(); MOVES_MAX];
    let moves = board.legal_moves(&mut list);
    if depth == 1 {
        return moves.len() as u64;
    }
    let mut count = 0;
    for &mut step in moves {
        board.play(step);
        count += perft(board, depth - 1);
        board.undo(step);
    }
    count
}

fn slow_perft(game: &Match, depth: u32) -> u64 {
    let moves = game.legal_moves();
    if depth == 1 {
        return moves.len() as u64;
    }
    let deeper = moves.iter().map(|&step| {
        let mut next = game.clone();
        next.write(&step_name(step)).expect("a legal move");
        slow_perft(&next, depth - 1)
    });
    deeper.sum()
}

const PERFT: [u64; 5] = [98, 9_440, 845_932, 74_520_824, 6_098_387_964];

#[test]
fn perft_counts_the_lines_of_play() {
    for (depth, &lines) in (1..).zip(&PERFT[..4]) {
        assert_eq!(perft(&mut Board::new(), depth), lines, "depth {}", depth);
    }
    for (depth, &lines) in (1..).zip(&PERFT[..2]) {
        assert_eq!(slow_perft(&Match::new(), depth), lines, "the jury's at depth {}", depth);
    }
}

#[test]
#[ignore = "takes a minute"]
fn perft_counts_the_lines_of_play_at_depth_5() {
    assert_eq!(perft(&mut Board::new(), 5), PERFT[4]);
}

#[test]
fn samples_replay_to_their_score() {
    for (name, record) in common::samples("ayu") {
        let (mut game, mut board) = (Match::new(), Board::new());
        for (_, text) in common::lines(&record) {
            game.write(&text).unwrap_or_else(|fault| panic!("{}: {} is {}", name, text, fault));
            board.play(Move::parse(&text).expect("a move"));
            compare(&game, &board).unwrap_or_else(|what| panic!("{} after {}: {}", name, text, what));
        }
        assert_eq!((game.to_write(), game.points()), (None, record.points), "{}", name);
    }
}

/// In positions of the samples the search answers with a legal move, or with none when the game is over.
#[test]
fn the_player_answers_every_position_of_the_samples() {
    let mut search = ayu::search::Search::new(1);
    for (name, record) in common::samples("ayu") {
        let mut game = Match::new();
        let mut asked = vec![game.clone()];
        for (_, text) in common::lines(&record) {
            game.write(&text).expect("a legal move");
            asked.push(game.clone());
        }
        for (ply, mut game) in asked.into_iter().enumerate().step_by(2 + ply_offset(&name)) {
            match search.think(&board_of(&game), Budget::fixed(100, 300)) {
                None => assert_eq!(game.to_write(), None, "{} ply {}", name, ply),
                Some(report) => {
                    let verdict = game.write(&report.best.to_string());
                    assert!(verdict.is_ok(), "{} ply {}: {} is {:?}", name, ply, report.best, verdict);
                }
            }
        }
    }
}

/// 0 or 1 by the sample's name: every second or every third position is asked about.
fn ply_offset(name: &str) -> usize {
    name.bytes().map(usize::from).sum::<usize>() % 2
}

#[test]
fn the_player_beats_the_random_partner() {
    for (seat, seed) in [(0, 1), (1, 2)] {
        let manner = Manner { seat, seed, partner: Some("random"), ..Manner::default() };
        let played = common::play(&PLAYER, 1.0, manner);
        assert_eq!(played.points[seat], 3, "seat {}", seat);
    }
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
    for text in
        ["", "-", "B4", "B4-", "B4A3", "B4-A", "B4-A12", "B4-A0", "B4-L3", "b4-a3", "B04-A3", "B4-A3-A4", "B4-A+3"]
    {
        assert_eq!(Move::parse(text), None, "{}", text);
    }
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
            position.play(mv);
            best = best.max(-search(position, depth - 1, -beta, -alpha.max(best), cuts, nodes));
            position.undo(mv);
            if cuts && best >= beta {
                break;
            }
        }
        best
    }
    let (_, record) = &common::samples("ayu")[0];
    let mut position = Position::new(Weights::learned());
    for (ply, (_, text)) in common::lines(record).into_iter().enumerate().take(71) {
        if ply % 10 == 0 {
            let [mut all, mut few] = [0; 2];
            let depth = if ply < 30 { 2 } else { 3 };
            let score = search(&mut position, depth, -INFINITE, INFINITE, false, &mut all);
            assert_eq!(score, search(&mut position, depth, -INFINITE, INFINITE, true, &mut few), "ply {}", ply);
            println!("ply {:2}  depth {}  minimax {:6} nodes  alpha-beta {:6}", ply, depth, all, few);
            assert!(2 * few < all || all < 100, "ply {}: {} nodes of {}", ply, few, all);
        }
        position.play(Move::parse(&text).expect("a move"));
    }
}

/// Results that the search calls proven are true. In the endings of the samples minimax without pruning finds the
/// same winner, although the search reduces and leaves out moves.
#[test]
fn proven_results_are_those_of_plain_minimax() {
    fn wins(board: &mut Board, known: &mut std::collections::HashMap<u64, bool>, budget: &mut u32) -> Option<bool> {
        if let Some(&won) = known.get(&board.hash) {
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
        known.insert(board.hash, won);
        Some(won)
    }
    let mut compared = 0;
    for (name, record) in common::samples("ayu") {
        let steps: Vec<Move> = common::lines(&record).iter().map(|l| Move::parse(&l.1).expect("a move")).collect();
        let mut known = std::collections::HashMap::new();
        let mut search = ayu::search::Search::new(1);
        for plies in (steps.len() - 14..steps.len()).rev() {
            let mut board = Board::new();
            steps[..plies].iter().for_each(|&step| board.play(step));
            let report = search.think(&board, Budget::fixed(100, 20_000)).expect("the game goes on");
            if report.score.abs() <= PROVEN {
                continue;
            }
            let truth = match wins(&mut board, &mut known, &mut 200_000) {
                Some(truth) => truth,
                None => break,
            };
            assert_eq!(report.score > 0, truth, "{} after {} plies: score {}", name, plies, report.score);
            compared += 1;
        }
    }
    assert!(compared >= 40, "only {} endings were small enough", compared);
}

/// A position in which White can break every rule.
fn crowded() -> Match {
    position(
        &[
            (5, ". . o o o . . o . . ."),
            (4, ". . . . o . . . . . ."),
            (2, "x x . . . . . . . . ."),
            (1, "o x . . . . . . . . ."),
        ],
        0,
    )
}

#[test]
fn the_jury_says_why_a_move_is_refused() {
    let table = [
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
    ];
    for (text, reason) in table {
        match crowded().write(text) {
            Err(Fault::Illegal(why)) => assert!(why.contains(reason), "{}: {}", text, why),
            other => panic!("{}: {:?}", text, other),
        }
    }
    for text in ["", "C5", "C5 F5", "c5-f5", "C5-F5 ", "C05-F5", "L5-F5", "C5-F12", "Quit"] {
        assert!(matches!(crowded().write(text), Err(Fault::Unreadable(_))), "{:?}", text);
    }
    // A move that joins; and one that leaves an articulation point, where the target mends the split.
    assert!(crowded().write("C5-F5").is_ok());
    assert!(crowded().write("H5-G5").is_ok());
    let mut bridge =
        position(&[(7, ". . . . o . . . . . ."), (5, ". . o . o . . . . . ."), (4, ". . o o o . . . . . .")], 0);
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
    let table: [(&[&str], &str); 8] = [
        (&["hello"], "\"hello\": expected Start, Quit or a move such as B4-A3"),
        (&["Start", "Start"], "\"Start\": expected Start, Quit or a move"),
        (&["A1-A2"], "\"A1-A2\": expected a move of a piece on turn to an empty point"),
        (&["A2-A1"], "a move of a piece on turn"),
        (&["B1-D1"], "a move of a piece on turn to an empty point"),
        (&["B1-B12"], "a move such as B4-A3"),
        (&["B1"], "a move such as B4-A3"),
        (&["\u{fffd}"], "a move such as B4-A3"),
    ];
    common::bad_lines(&PLAYER, &table);
}

/// An illegal line is applied all the same: the jury decides what is legal.
#[test]
fn the_jury_is_believed() {
    let (answers, end) = common::answer(&PLAYER, &["B1-K11", "D1-A11"]);
    assert!(end.is_ok(), "{:?}", end);
    assert_eq!(answers.lines().count(), 2);
}

/// A board as `Display` prints it, read back.
fn read_board(text: &str) -> Board {
    let (mut sets, mut turn) = ([0, 0], 0);
    for line in text.lines() {
        match line[..2].trim().parse::<usize>() {
            Ok(row) => (0..11).for_each(|column| match &line[3 + 2 * column..4 + 2 * column] {
                "w" => sets[0] |= 1 << ((row - 1) * 11 + column),
                "b" => sets[1] |= 1 << ((row - 1) * 11 + column),
                empty => assert_eq!(empty, "."),
            }),
            Err(_) => turn = usize::from(line.ends_with("Black to move")),
        }
    }
    Board::from_sets(sets, turn)
}

#[test]
fn a_board_that_is_printed_reads_back_and_the_decision_of_the_head_is_the_programs() {
    let mut board = Board::new();
    for (_, text) in common::sample("ayu", "09").0.iter().take(44) {
        assert_eq!(read_board(&board.to_string()), board);
        board.play(Move::parse(text).expect("a move"));
    }
    let [white, black] = board.pieces;
    assert_eq!((joining(white, black).cost, joining(black, white).cost), (13, 17));
    assert_eq!(board.legal_moves(&mut [Move::default(); MOVES_MAX]).len(), 19);
    for (depth, best, score) in [(1, "J2-H2", 91), (2, "J2-H2", 16), (8, "G7-F8", 17), (10, "G7-F8", 26)] {
        let report = Search::new(1).think(&board, Budget::fixed(depth, u64::MAX)).unwrap();
        assert_eq!((report.best.to_string(), report.score), (best.to_string(), score), "depth {}", depth);
    }
}
