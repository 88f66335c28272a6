//! Ayu: the player's fast rules against the jury's slow ones, the samples, and known positions.

#[path = "../ayu.rs"]
#[allow(dead_code)]
mod ayu;

#[macro_use]
#[allow(dead_code)]
mod common;

use ayu::contest::{Budget, Options};
use ayu::eval::{pattern_weights, Position, ANCHORS};
use ayu::joining::joining;
use ayu::protocol::run;
use ayu::rules::{zobrist, Board, Move, BLACK_TURN, MOVES_MAX, POINTS};
use ayu::search::{Search, PROVEN, WIN};
use common::rules::{each_has_its_reason, Fast, View, Writer};
use jury::rules::ayu::Match;
use jury::rules::game::{Game, Rng};
use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

struct Ayu;

protocol_tests!("ayu", run);
rules_tests!(Ayu);

/// A position with these rows, by their numbers. The others are empty.
fn position(rows: &[(usize, &str)], turn: usize) -> Match {
    let mut all = [". . . . . . . . . . ."; 11];
    rows.iter().for_each(|&(row, text)| all[11 - row] = text);
    Match::from_rows(all, turn)
}

/// The hash is made anew: it tells the pieces from those at the start.
fn board(pieces: [u128; 2], turn: usize) -> Board {
    let is_new = |&(side, p): &(usize, usize)| (pieces[side] ^ Board::new().pieces[side]) >> p & 1 == 1;
    let facts = (0..2).flat_map(|side| (0..POINTS).map(move |p| (side, p))).filter(is_new);
    Board { pieces, turn, hash: facts.fold([0, BLACK_TURN][turn], |hash, (side, p)| hash ^ zobrist(side, p)) }
}

fn board_of(game: &Match) -> Board {
    let set = |seat| (0..POINTS).filter(|&p| game.board[p] == Some(seat)).map(|p| 1u128 << p).sum();
    board([set(0), set(1)], game.turn)
}

fn legal(board: &Board) -> Vec<Move> {
    let mut moves = board.legal_moves(&mut [Move::NONE; MOVES_MAX]).to_vec();
    moves.sort();
    moves
}

fn parse(line: &str) -> Move {
    Move::parse(line).expect("a move")
}

fn board_after(lines: &[String]) -> Board {
    let mut board = Board::new();
    lines.iter().for_each(|line| board.play(parse(line)));
    board
}

static PATTERNS: LazyLock<&[[i16; ANCHORS]]> = LazyLock::new(pattern_weights);

/// What the player says of a position.
fn view_of(game: &Match, known: &Board) -> View {
    let (moves, pieces, turn, picture) = (legal(known), known.pieces, known.turn, game.draw());
    assert_eq!(board_of(game), *known, "pieces and hash, made anew");
    for seat in 0..2 {
        let cost = joining(pieces[seat], pieces[1 - seat]).cost;
        assert_eq!(cost as usize, game.joining_cost(seat), "the joining cost\n{}", picture);
    }
    // B1 becomes A2 and so on. The start with colours swapped is the start mirrored in the diagonal.
    let mirror = |point: usize| 1 << (point % 11 * 11 + point / 11);
    let mirrored = pieces.map(|side| (0..POINTS).filter(|p| side >> p & 1 == 1).map(mirror).sum());
    let boards = [*known, board([pieces[1], pieces[0]], 1 - turn), board(mirrored, turn)];
    let values = boards.map(|board| Position::new(&board, *PATTERNS).evaluate());
    assert_eq!(values[0].is_none(), moves.is_empty(), "the evaluation when the game is over\n{}", picture);
    assert_eq!(values, [values[0]; 3], "the evaluation, with colours swapped, mirrored\n{}", picture);
    // Who is on turn and cannot move has won, 3 to 1.
    let points = if moves.is_empty() { Some(2) } else { None };
    let lines = moves.iter().map(Move::to_string).collect();
    View { lines, turn, points, board: picture, hash: Some(known.hash) }
}

impl Fast for Ayu {
    const GAME: &'static str = "ayu";
    type Slow = Match;

    fn start(_: &[String]) -> Match {
        Match::new()
    }

    /// A position that has followed all moves is the same as one that is made anew.
    fn view(game: &Match, lines: &[String]) -> View {
        let (board, start) = (board_after(lines), Position::new(&Board::new(), *PATTERNS));
        let kept = lines.iter().fold(start, |position, line| position.after(parse(line)));
        let anew = Position::new(&board, *PATTERNS);
        assert!(kept.board == board && kept.evaluate() == anew.evaluate(), "kept up to date: {:?}", lines);
        view_of(game, &board)
    }

    fn writer() -> Writer<Match> {
        let mut search = Search::new(1);
        Box::new(move |_, lines| Some(search.think(&board_after(lines), Budget::fixed(100, 150))?.best.to_string()))
    }
}

/// Each fact about a position has a number of its own in the hash.
#[test]
fn no_two_facts_have_one_key() {
    let pieces = (0..POINTS).flat_map(|point| [[1 << point, 0], [0, 1 << point]]).chain([[0, 0]]);
    let hashes = pieces.flat_map(|pieces| [0, 1].map(|turn| board(pieces, turn).hash));
    assert_eq!(HashSet::<u64>::from_iter(hashes).len(), 2 * (2 * POINTS + 1));
}

fn check(game: &Match) -> View {
    let view = view_of(game, &board_of(game));
    common::rules::compare::<Ayu>(game, &view).unwrap_or_else(|what| panic!("{}\n{}", what, game.draw()));
    view
}

/// Pieces scattered at random: shapes with holes and crowds that are rare in games.
#[test]
fn fast_rules_are_the_slow_rules_in_random_positions() {
    for seed in 0..600 {
        let mut rng = Rng(seed);
        let dense = rng.below(8);
        let mut sign = |_| match rng.below(16) {
            r if r < 3 + dense => 'o',
            r => ['x', '.', 'x', '.', '.'][r % 5],
        };
        let rows: Vec<String> = (0..11).map(|_| (0..11).map(&mut sign).collect()).collect();
        let count = |sign: char| rows.iter().flat_map(|row| row.chars()).filter(|c| *c == sign).count();
        if count('o') <= 30 && count('x') <= 30 {
            check(&Match::from_rows(std::array::from_fn(|row| rows[row].as_str()), 0));
        }
    }
}

/// Moves that are legal, and others of the same piece or to the same point that are not.
#[test]
fn units_stay_whole_and_locked_ones_stay() {
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
    // A11 meets nobody. K1 can meet the piece in the open.
    let locked = [
        (11, "o x . . . . . . . . ."),
        (10, "x x . . . . . . . . ."),
        (8, ". . . o . . . . . . ."),
        (1, ". . . . . . . . . x o"),
    ];
    // The target mends the split that the piece leaves behind, or does not.
    let bridge = [(7, ". . . . o . . . . . ."), (5, ". . o . o . . . . . ."), (4, ". . o o o . . . . . .")];
    for (rows, legal, illegal) in [
        (&ring[..], "B2-G3 C2-G3", "F3-G3 E3-G3 D3-G3"),
        (&edges, "A5-B3 K2-J4", "A4-B3 K3-J4"),
        (&locked, "K1-K2", "A11-B11 A11-A10"),
        (&bridge, "C5-E6", "D4-E6"),
    ] {
        let view = check(&position(rows, 0));
        let listed = |step: &str| view.lines.iter().any(|line| line == step);
        assert!(legal.split(' ').all(listed) && !illegal.split(' ').any(listed), "{:?}", view.lines);
    }
    let board = board_of(&position(&locked, 0));
    assert_eq!(joining(board.pieces[0], board.pieces[1]).trees, 2);
    // Without that piece no white unit can meet another: White, on turn, has won. Black goes on.
    let rows = [locked[0], locked[1], locked[3]];
    let [white, black] = [0, 1].map(|turn| position(&rows, turn));
    assert_eq!((white.to_write(), white.points(), check(&white).lines.len()), (None, [3, 1], 0));
    assert_eq!((black.to_write(), black.points(), check(&black).lines.is_empty()), (Some(1), [0, 0], false));
}

/// The page at the head of `ayu.rs`: bare alpha-beta finds the score of minimax with far fewer nodes.
#[test]
fn plain_alpha_beta_finds_the_score_of_minimax() {
    const INFINITE: i32 = 1_000_000;
    /// Minimax; with `cuts` alpha-beta. Counts the nodes.
    fn search(position: &Position, depth: i32, alpha: i32, beta: i32, cuts: bool, nodes: &mut u32) -> i32 {
        *nodes += 1;
        let moves = legal(&position.board);
        if moves.is_empty() || depth == 0 {
            return position.evaluate().unwrap_or(INFINITE - 1);
        }
        let mut best = -INFINITE;
        for mv in moves {
            best = best.max(-search(&position.after(mv), depth - 1, -beta, -alpha.max(best), cuts, nodes));
            if cuts && best >= beta {
                break;
            }
        }
        best
    }
    let mut position = Position::new(&Board::new(), *PATTERNS);
    for (ply, line) in common::sample("ayu", "01").lines().iter().enumerate().take(71) {
        if ply % 10 == 0 {
            let ([mut all, mut few], depth) = ([0; 2], if ply < 30 { 2 } else { 3 });
            let score = search(&position, depth, -INFINITE, INFINITE, false, &mut all);
            assert_eq!(score, search(&position, depth, -INFINITE, INFINITE, true, &mut few), "ply {}", ply);
            println!("ply {}, depth {}: {} nodes of {}", ply, depth, few, all);
            assert!(2 * few < all || all < 100, "ply {}: {} nodes of {}", ply, few, all);
        }
        position = position.after(parse(line));
    }
}

/// Results that the search calls proven are true. In the endings of the samples minimax without pruning finds the
/// same winner, although the search reduces and leaves out moves.
#[test]
fn proven_results_are_those_of_plain_minimax() {
    fn wins(board: &Board, known: &mut HashMap<([u128; 2], usize), bool>, budget: &mut u32) -> Option<bool> {
        if let Some(&won) = known.get(&(board.pieces, board.turn)) {
            return Some(won);
        }
        *budget = budget.checked_sub(1)?;
        let moves = legal(board);
        let mut won = moves.is_empty();
        for step in moves {
            let mut after = *board;
            after.play(step);
            won |= !wins(&after, known, budget)?;
        }
        known.insert((board.pieces, board.turn), won);
        Some(won)
    }
    let mut compared = 0;
    for (name, record) in common::samples("ayu") {
        let lines = record.lines();
        let (mut known, mut search) = (HashMap::new(), Search::new(1));
        for plies in (lines.len() - 14..lines.len()).rev() {
            let board = board_after(&lines[..plies]);
            let report = search.think(&board, Budget::fixed(100, 20_000)).expect("the game goes on");
            if report.score.abs() <= PROVEN {
                continue;
            }
            let Some(truth) = wins(&board, &mut known, &mut 200_000) else { break };
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
    let reasons = [
        ("D5-F5", "the unit falls apart without its piece on D5"),
        ("A11-B11", "no piece on A11"),
        ("B2-C2", "the opponent's"),
        ("E5-E4", "not empty"),
        ("H5-H9", "a neighbouring point only"),
        ("E4-K11", "does not touch the rest of the unit"),
        ("C5-B5", "does not touch the rest of the unit"),
        ("C5-D6", "does not come nearer to its nearest unit, 2 away"),
        ("H5-H6", "does not come nearer to its nearest unit, 2 away"),
        ("A1-A3", "a neighbouring point only"),
        ("C5-F5", ""),
        ("H5-G5", ""),
    ];
    each_has_its_reason(&position(&rows, 0), &reasons, 914735258);
    let whole = common::sample("ayu", "01").lines().join(";");
    each_has_its_reason(&Match::new(), &[(&(whole + ";B1-B2"), "illegal: the game is over")], 1035617802);
    for text in
        ["", "-", "B4", "B4-", "B4A3", "B4-A", "B4-A12", "B4-A0", "B4-L3", "b4-a3", "B04-A3", "B4-A3-A4", "B4-A+3"]
    {
        each_has_its_reason(&position(&rows, 0), &[(text, "unreadable: expected a move such as B4-A3")], 3327770048);
        assert!(Move::parse(text).is_none(), "{:?}", text);
    }
}

/// An illegal line is applied all the same: the jury decides what is legal.
#[test]
fn bad_lines_are_refused_and_the_jury_is_believed() {
    let expected = "\": expected Start, Quit or a move of a piece on turn to an empty point, such as B4-A3";
    let inputs = ["hello", "Start;Start", "A1-A2", "A2-A1", "B1-D1", "B1-B12", "B1", "\u{fffd}"];
    common::refuses(&PLAYER, expected, &inputs);
    let (answers, end) = common::answer(&PLAYER, &["B1-K11", "D1-A11"]);
    assert!(end.is_ok() && answers.lines().count() == 2, "{:?}", end);
}

#[test]
fn the_decision_of_the_head_is_the_programs() {
    let board = board_after(&common::sample("ayu", "09").lines()[..44]);
    let [white, black] = board.pieces;
    assert_eq!((joining(white, black).cost, joining(black, white).cost), (13, 17));
    assert_eq!(legal(&board).len(), 19);
    for (depth, best, score) in [(1, "J2-H2", 91), (2, "J2-H2", 16), (10, "G7-F8", 36), (12, "G7-F8", 59)] {
        let report = Search::new(1).think(&board, Budget::fixed(depth, u64::MAX)).unwrap();
        assert_eq!((report.best.to_string(), report.score), (best.to_string(), score), "depth {}", depth);
    }
}

#[test]
fn the_board_is_drawn_where_its_points_are() {
    let mut game = Match::new();
    game.write("B1-B2").expect("a legal line");
    let picture = game.picture(None, &["A2-B2", "B1-B2"].map(str::to_string));
    let rows = [
        ("wood", 1, "0.6 0.1 11.2 11.2"),
        ("line", 220, "1.2 10.7 2.2 10.7 / 10.2 0.7 11.2 0.7"),
        ("label", 22, "1.2 11.69 0.4 A / 0.3 0.84 0.4 11"),
        ("cell spot", 121, "1.2 10.7 0.42 / 11.2 0.7 0.42"),
        ("white", 30, "4.2 10.7 0.38 / 10.2 0.7 0.38"),
        ("black", 30, "1.2 9.7 0.38 / 11.2 1.7 0.38"),
        ("last", 1, "2.2 10.7 2.2 9.7"),
        ("from", 1, "2.2 10.7 0.2"),
        ("mark", 1, "2.2 9.7 0.14"),
    ];
    common::draws(&picture, "11.9 x 11.9 white black 1", &rows);
    assert_eq!(
        picture.caption,
        "White (o): 29 units, joined by about 28 points.\nBlack (x): 30 units, joined by about 29 points."
    );
}

#[test]
fn partners_play_as_ever() {
    common::partners::play_as_ever("ayu", [3951586859, 786911798, 503473982, 3580147614, 2912341142]);
}
