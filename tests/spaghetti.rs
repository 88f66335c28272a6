//! Spaghetti: the player's fast rules against the jury's slow ones, the samples, and known positions.

#[path = "../spaghetti.rs"]
#[allow(dead_code)]
mod spaghetti;

#[macro_use]
#[allow(dead_code)]
mod common;

#[path = "spaghetti/endgame.rs"]
mod endgame;

use endgame::{counted, solve, worth};

use common::secrets::Sent;
use common::{Value, View};
use jury::rules::game::{Game, Rng};
use jury::rules::spaghetti as slow;
use jury::rules::sparring::Open;
use quickcheck::QuickCheck;
use spaghetti::contest::{Budget, Options};
use spaghetti::eval::{kinds, mirror, Position, POINT, WORTH};
use spaghetti::net::{self, *};
use spaghetti::protocol::run;
use spaghetti::rules::{cells, points_of, Behind, Board, Move, CELLS, COLUMNS, DEAD, LEFT, PAIRINGS, RIGHT, ROWS};
use spaghetti::search::Search;
use std::collections::{BTreeMap, BTreeSet};

protocol_tests!("spaghetti", run, Sent { opening: ["SETUP / Start", "SETUP"], last: false, ..Sent::IN_TURN });

fn legal(board: &Board) -> Vec<Move> {
    cells(board.empty).flat_map(|cell| (0..3).map(move |tile| Move { cell: cell as u8, tile })).collect()
}

fn as_slow(mv: Move) -> slow::Move {
    slow::parse_move(&mv.to_string()).unwrap()
}

/// Both boards with the jury's tiles, drawn from the seed.
fn start(seed: u64) -> (Board, slow::Match, Vec<String>) {
    let tiles = slow::draw_tiles(&mut Rng(seed));
    let board = board_after(&tiles, &[]);
    (board, slow::Match::from_setup(&tiles).expect("two tiles"), tiles.to_vec())
}

fn play_choices(seed: u64, choices: impl IntoIterator<Item = u16>) -> (Board, Vec<String>) {
    let (mut board, _, mut line) = start(seed);
    for choice in choices {
        let moves = legal(&board);
        if moves.is_empty() {
            break;
        }
        let chosen = moves[usize::from(choice) % moves.len()];
        line.push(chosen.to_string());
        board.play(chosen);
    }
    (board, line)
}

fn with_empty_cells(count: usize, seed: u64) -> (Board, Vec<String>) {
    let mut rng = Rng(seed);
    let (board, line) = play_choices(rng.below(1 << 16) as u64, (2..CELLS - count).map(|_| rng.next() as u16));
    assert_eq!(board.empty.count_ones() as usize, count);
    (board, line)
}

fn board_after(setup: &[String], moves: &[String]) -> Board {
    let mut board = Board::new();
    setup.iter().chain(moves).for_each(|text| _ = board.play(Move::parse(text).expect("a move")));
    board
}

fn look(setup: &[String], moves: &[String]) -> View {
    let (mut board, mut points) = (board_after(setup, &[]), [slow::START_POINTS; 2]);
    for mv in moves.iter().map(|text| Move::parse(text).expect("a move")) {
        points[board.turn] += board.gain(mv);
        board.play(mv);
    }
    let [own, other] = [board.turn, 1 - board.turn].map(|side| points[side].max(0));
    let result = if board.empty == 0 { Some(Value::Points(own - other)) } else { None };
    // A hash of `eval` forgets what does not matter: `what_is_certain_is_exact` is about it.
    View { moves: legal(&board).iter().map(Move::to_string).collect(), turn: board.turn, result, hash: None }
}

rules_tests!("spaghetti", slow::Match, look, samples_replay_by_both_rules);

#[test]
fn a_million_placements_bring_what_the_jury_counts() {
    // A game of 61 moves has 5,673 placements. All are compared, for both sides.
    let mut compared = 0;
    for seed in 0..180 {
        let (mut board, mut reference, mut line) = start(seed);
        let mut rng = Rng(seed);
        while board.empty != 0 {
            let moves = legal(&board);
            assert!(reference.legal_moves().into_iter().eq(moves.iter().copied().map(as_slow)), "after {:?}", line);
            for mv in &moves {
                for side in 0..2 {
                    reference.turn = side;
                    let fast = i32::from(board.gains[usize::from(mv.cell)][usize::from(mv.tile)][side]);
                    let plain = reference.gain(as_slow(*mv));
                    assert_eq!(fast, plain, "{} for {} after {:?}", mv, ["Blue", "Red"][side], line);
                }
                compared += 1;
            }
            reference.turn = board.turn;
            // Mostly the best move: random play seldom makes long paths.
            let best = moves.iter().max_by_key(|mv| board.gain(**mv)).unwrap();
            let mv = if rng.below(4) > 0 { *best } else { *rng.pick(&moves) };
            line.push(mv.to_string());
            board.play(mv);
            reference.play(as_slow(mv));
        }
        assert_eq!(reference.to_write(), None);
    }
    assert!(compared > 1_000_000, "{} placements", compared);
}

#[test]
fn what_is_kept_of_a_cell_is_what_its_ends_say() {
    fn property(choices: Vec<u16>) -> bool {
        let (seed, rest) = choices.split_first().unwrap_or((&0, &[]));
        let (board, line) = play_choices(u64::from(*seed), rest.iter().copied());
        for cell in cells(board.empty) {
            let ends = board.ends(cell);
            for (side, Behind { end, length }) in ends.into_iter().enumerate() {
                // A path is known at both ends. How long a dead one is does not matter.
                let back = Behind { end: (4 * cell + side) as u8, length };
                match end {
                    DEAD => assert_eq!(length, 0, "after {:?}", line),
                    LEFT | RIGHT => {}
                    _ => {
                        let found = (board.empty >> (end / 4) & 1, board.behind[usize::from(end)]);
                        assert_eq!(found, (1, back), "{:?}", line);
                    }
                }
            }
            let leads_to = |side: usize, wall: u8| u8::from(ends[side].end == wall) << side;
            let walls = |wall: u8| (0..4).map(|side| leads_to(side, wall)).sum::<u8>();
            for (tile, pairing) in PAIRINGS.iter().enumerate() {
                let gains = board.gains[cell][tile];
                assert_eq!(gains, points_of(cell, &ends, pairing), "after {:?}", line);
            }
            assert_eq!(board.walls[cell], walls(LEFT) | walls(RIGHT) << 4, "after {:?}", line);
            // `play` returns the cells whose ends have changed.
            let mut next = board;
            let touched = next.play(Move { cell: cell as u8, tile: (cell % 3) as u8 });
            let changed = cells(next.empty).filter(|other| next.ends(*other) != board.ends(*other));
            assert_eq!(touched, changed.fold(0, |set, other| set | 1 << other), "{} after {:?}", cell, line);
        }
        true
    }
    // A list that fails shrinks by dropping choices. 64 of them reach the end of a game.
    QuickCheck::new().rng(quickcheck::Gen::new(64)).tests(3_000).quickcheck(property as fn(Vec<u16>) -> bool);
}

fn network() -> Network {
    Network::new(&net::learned(), mirror)
}

#[test]
fn a_position_that_follows_a_game_is_that_of_its_board() {
    let network = network();
    for seed in 0..60 {
        let mut rng = Rng(seed);
        let mut position = Position::new(&network, &start(seed).0, worth(seed as usize));
        while position.board.empty != 0 {
            let mv = *rng.pick(&legal(&position.board));
            let before = position;
            let score = before.static_score(&network, mv);
            position = before.after(&network, mv);
            let expected = counted(&before.board, mv, seed as usize & 1) - position.totals.evaluate(&network);
            assert_eq!(score, expected, "seed {} after {}", seed, mv);
            let differ = |cell: &usize| position.board.ends(*cell) != before.board.ends(*cell);
            let missed = cells(position.board.empty).filter(differ).find(|cell| position.recent[0] >> cell & 1 == 0);
            assert_eq!((missed, position.recent[1]), (None, before.recent[0]), "seed {} after {}", seed, mv);
            let mut anew = Position::new(&network, &position.board, worth(seed as usize));
            anew.recent = position.recent;
            assert_eq!(position, anew, "seed {} after {}", seed, mv);
            let turned = Board { turn: 1 - position.board.turn, ..position.board };
            assert_ne!(Position::new(&network, &turned, worth(seed as usize)).hash(), position.hash(), "{}", mv);
        }
    }
}

/// The kinds of the connected cells' ends for the side on turn, sorted.
fn ends_of(position: &Position) -> Vec<[usize; 4]> {
    let connected = cells(position.board.empty).filter(|cell| position.is_connected(*cell));
    let view = |kind| if position.board.turn == 0 { kind } else { mirror(kind) };
    let mut ends: Vec<_> = connected.map(|cell| kinds(&position.board, cell).map(view)).collect();
    ends.iter_mut().for_each(|kinds| kinds.sort_unstable());
    ends.sort_unstable();
    ends
}

#[test]
fn the_network_is_what_its_picture_says() {
    let (weights, network) = (net::learned(), network());
    // A layer before it is cut off at 0: the biases, and inputs times the weights that begin at a place.
    let layer = |units: usize, bias: usize, inputs: &[(&[f32], usize)]| -> Vec<f32> {
        let from = |unit: usize, input: &(&[f32], usize)| {
            input.0.iter().enumerate().map(|(i, x)| x * weights[input.1 + i * units + unit]).sum::<f32>()
        };
        let unit = |unit| weights[bias + unit] + inputs.iter().map(|input| from(unit, input)).sum::<f32>();
        (0..units).map(unit).collect()
    };
    let cut = |layer: Vec<f32>| layer.into_iter().map(|x| x.max(0.0)).collect::<Vec<f32>>();
    for seed in 0..300 {
        let position = Position::new(&network, &with_empty_cells(2 + seed as usize % 60, seed).0, [4, seed as i32 % 5]);
        let (inputs, mut sums) = (position.totals.inputs().map(|x| f32::from(x) / 16.0), [0.0; CELL_UNITS]);
        for ends in ends_of(&position) {
            let mut count = [0.0; KINDS];
            ends.iter().for_each(|kind| count[*kind] += 1.0);
            let units = cut(layer(CELL_UNITS, AT_BIAS, &[(&count, 0)]));
            sums.iter_mut().zip(units).for_each(|(sum, unit)| *sum += unit);
        }
        let first = cut(layer(FIRST, AT_FIRST, &[(&sums, AT_CELL), (&inputs, AT_BOARD)]));
        let second = cut(layer(SECOND, AT_SECOND, &[(&first, AT_INNER)]));
        let margin = layer(1, AT_OUTPUT, &[(&second, AT_LAST), (&inputs, AT_STRAIGHT)])[0];
        let to_sum = [(&first[..], AT_SUM_FIRST), (&second, AT_SUM), (&inputs, AT_SUM + SECOND)];
        let sum = layer(1, WEIGHTS - 1, &to_sum)[0];
        // A point of Blue is worth 4 here, one of Red 0 to 4.
        let (red, turn) = ((seed % 5) as f32, position.board.turn);
        let score = (margin * (4.0 + red) + sum * [4.0 - red, red - 4.0][turn]) / 8.0 * SCALE;
        let said = (position.totals.evaluate(&network) - position.totals.mean()) as f32 / POINT as f32;
        // The player rounds sums to 64ths, and the margin.
        assert!(position.totals.is_decided() || (said - score).abs() < 0.5, "seed {}: {} and {}", seed, said, score);
    }
}

#[test]
fn turning_the_sides_about_turns_the_value_about() {
    // The same game in a mirror with the other side on turn. Rows stay; columns and the tiles l and r change places.
    // One of the network's inputs differs: who is on turn.
    let mirrored = |mv: Move| Move {
        cell: mv.cell / COLUMNS as u8 * COLUMNS as u8 + (COLUMNS as u8 - 1 - mv.cell % COLUMNS as u8),
        tile: 2 - mv.tile,
    };
    let network = network();
    for seed in 0..200 {
        let (board, line) = with_empty_cells(1 + seed as usize % 61, seed);
        let mut mirror = Board::new();
        line.iter().for_each(|tile| _ = mirror.play(mirrored(Move::parse(tile).unwrap())));
        mirror.turn ^= 1;
        // Blue is us here, Red there: on turn in half of the positions.
        let position = Position::new(&network, &board, worth(0));
        let mirror = Position::new(&network, &mirror, worth(1));
        assert_eq!(position.totals.mean(), mirror.totals.mean(), "{:?}", line);
        assert_eq!(ends_of(&position), ends_of(&mirror), "{:?}", line);
        let (here, there) = (position.totals.inputs(), mirror.totals.inputs());
        let differences = here.iter().zip(&there).filter(|(a, b)| a != b).count();
        assert_eq!(differences, 1, "{:?} {:?} after {:?}", here, there, line);
    }
}

/// Without connected cells the score is exact. The hash fixes the score without the mean of the independent cells, for
/// either player as us. Tiles elsewhere, places and even the number of the last cells may differ.
#[test]
fn what_is_certain_is_exact() {
    let network = network();
    let mut known: BTreeMap<u64, i32> = BTreeMap::new();
    let (mut decided, mut met_again) = (0, 0);
    for seed in 0..5_000 {
        let (board, line) = with_empty_cells(1 + seed as usize % 5, seed);
        let us = (seed as usize / 7) & 1;
        let position = Position::new(&network, &board, worth(us));
        let (totals, hash) = (position.totals, position.hash());
        let exact = solve(&board, us);
        if totals.is_decided() {
            decided += 1;
            assert_eq!(totals.evaluate(&network), exact, "after {:?}", line);
        }
        if let Some(other) = known.insert(hash, exact - totals.mean()) {
            met_again += 1;
            assert_eq!(exact - totals.mean(), other, "after {:?}", line);
        }
    }
    assert!(decided > 300 && met_again > 300, "{} decided, {} met again", decided, met_again);
}

#[test]
fn multisets_are_numbered_without_gaps() {
    let mut numbers = BTreeSet::new();
    let pairs = (0..KINDS).flat_map(|d| (0..=d).map(move |c| (c, d)));
    for (b, c, d) in pairs.flat_map(|(c, d)| (0..=c).map(move |b| (b, c, d))) {
        for a in 0..=b {
            assert_eq!(multiset([a, b, c, d]), multiset([c, a, d, b]));
            numbers.insert(multiset([a, b, c, d]));
        }
    }
    assert_eq!((numbers.len(), numbers.last()), (40_920, Some(&40_919)));
}

#[test]
fn a_move_reads_as_it_is_written() {
    for cell in 0..CELLS as u8 {
        for tile in 0..3 {
            let mv = Move { cell, tile };
            assert_eq!(Move::parse(&mv.to_string()), Some(mv));
            assert_eq!(slow::format_move(as_slow(mv)), mv.to_string());
        }
    }
    for bad in ["", "a", "aa", "aax", "aaL", "jal", "ahl", "aall", "a al", " aal", "Aal", "a1l", "\u{e4}al", "al\u{e4}"]
    {
        assert!(Move::parse(bad).is_none() && slow::parse_move(bad).is_none(), "{:?}", bad);
    }
}

#[test]
fn known_positions() {
    const LOOP: &str = "bas bcl acr abl cbr ccs cds ces cfs cgs";
    for (before, mv, points) in [
        ("aas abs acs ads aes afs", "ags", [7, 1]),
        ("abs acs ads aes afs ags", "aas", [1, 7]),
        ("aas abs acs aes afs ags", "ads", [4, 4]),
        // Not finished: an open end, dead ends at the top and the bottom.
        ("aas abs acs ads afs ags", "bas", [0, 0]),
        ("", "aal", [0, 0]),
        ("has", "ibl", [0, 0]),
        // A cycle of four bends; a path from a wall to the same wall, left and right.
        ("aal abr bbl", "bar", [-5, -5]),
        ("aar", "bal", [-3, -3]),
        ("agl", "bgr", [-3, -3]),
        // One path of 12 segments passes twice through the tile, as the 2nd and the 6th from the left.
        (LOOP, "bbs", [6, 11]),
        // Two paths at once: left to right, left to left.
        ("bas bcs bds bes bfs bgs abr aas cbl cas", "bbs", [2 - 3, 6 - 3]),
        // A figure of eight: one cycle passes twice through the tile and is scored once.
        ("aal abr bar bcr cbr ccl", "bbs", [-5, -5]),
    ] {
        let mut board = Board::new();
        let mut reference = start(1).1;
        reference.cells = Default::default();
        for tile in before.split_whitespace() {
            board.play(Move::parse(tile).unwrap());
            reference.play(slow::parse_move(tile).unwrap());
        }
        for side in 0..2 {
            (board.turn, reference.turn) = (side, side);
            let found = [board.gain(Move::parse(mv).unwrap()), reference.gain(slow::parse_move(mv).unwrap())];
            assert_eq!(found, [points[side]; 2], "{} {} by {}", before, mv, side);
        }
    }
}

#[test]
fn every_prefix_of_the_samples_is_answered_legally() {
    let mut search = Search::new(1);
    common::every_prefix_of_the_samples_is_answered::<slow::Match>("spaghetti", |setup, moves| {
        Some(search.think(&board_after(setup, moves), Budget::fixed(2, u64::MAX))?.best.to_string())
    });
}

#[test]
fn bad_lines() {
    let expected = "a tile on an empty cell, such as cer";
    common::refuses(&PLAYER, expected, &["hello", "Start", "cds;cdr", "cds;ebx", "cds;ebr;hello", "cds;ebr;ebr"]);
    common::refuses(&PLAYER, expected, &["cds;ebr;start", "cds;ebr;Start;Start", "cds;ebr;aas;Start"]);
    common::refuses(&PLAYER, expected, &["cds;ebr;Start;cdl", "cds;ebr;Start;a\u{e4}l"]);
}

/// If Blue twice made its worst move, not its best one, Red takes the last move for its own. Then it expects less.
#[test]
fn red_plays_open_if_blue_begins_badly() {
    let hopes = |seed: u64, sign: i32| {
        let (board, mut search) = (start(seed).0, Search::new(1));
        let position = Position::new(&search.network, &board, [4, 4]);
        let first = |mv: &Move| sign * position.static_score(&search.network, *mv);
        let first = legal(&board).into_iter().max_by_key(first).unwrap();
        (0..2).for_each(|_| search.watch(&board, first));
        search.think(&with_empty_cells(30, seed).0, Budget::fixed(2, u64::MAX)).unwrap().score
    };
    let less = (0..20).map(|seed| hopes(seed, 1) - hopes(seed, -1)).collect::<Vec<i32>>();
    assert!(less.iter().sum::<i32>() > 20 * POINT / 2, "{:?}", less);
}

#[test]
fn the_last_move_costs_no_time() {
    let (board, line) = with_empty_cells(1, 7);
    let report = Search::new(1).think(&board, Budget::fixed(20, u64::MAX)).unwrap();
    assert!(report.nodes <= 1, "{} nodes after {:?}", report.nodes, line);
}

/// What `Display` tells of a board, read back: the turn, the empty cells, and what lies behind each side of them.
fn read_board(text: &str) -> (usize, u64, BTreeMap<usize, Behind>) {
    let cell = |name: &str| usize::from(Move::parse(&format!("{:.2}l", name)).unwrap().cell);
    let side = |name: &str| 4 * cell(name) + "NESW".find(&name[2..]).unwrap();
    let (mut lines, mut empty, mut turn) = (text.lines().skip(1), 0, 0);
    for row in 0..ROWS {
        let line = lines.next().unwrap();
        (0..COLUMNS).for_each(|column| match &line[2 + 2 * column..3 + 2 * column] {
            "." => empty |= 1 << (COLUMNS * row + column),
            filled => assert_eq!(filled, "#"),
        });
        turn = usize::from(line.ends_with("Red to move"));
    }
    let start = Board::new();
    let sides = cells(empty).flat_map(|cell| 4 * cell..4 * cell + 4);
    let mut behind: BTreeMap<usize, Behind> = sides.map(|side| (side, start.behind[side])).collect();
    for line in lines {
        let words: Vec<&str> = line.split(' ').collect();
        let length = words[1].parse().unwrap();
        let end = match words[2] {
            "left" => LEFT,
            "right" => RIGHT,
            "dead" => DEAD,
            name => {
                behind.insert(side(name), Behind { end: side(words[0]) as u8, length });
                side(name) as u8
            }
        };
        behind.insert(side(words[0]), Behind { end, length });
    }
    (turn, empty, behind)
}

#[test]
fn a_board_that_is_printed_reads_back_and_the_decision_of_the_head_is_the_programs() {
    let record = common::sample("spaghetti", "03");
    let mut board = Board::new();
    for text in record.setup.iter().chain(&record.lines()[..48]) {
        let sides = cells(board.empty).flat_map(|cell| 4 * cell..4 * cell + 4);
        let behind = sides.map(|side| (side, board.behind[side])).collect();
        assert_eq!(read_board(&board.to_string()), (board.turn, board.empty, behind), "before {}", text);
        board.play(Move::parse(text).unwrap());
    }
    assert_eq!((board.empty.count_ones(), board.turn), (13, 0));
    assert_eq!(legal(&board).iter().map(|mv| board.gain(*mv)).max(), Some(0));
    for (depth, best, score) in [(1, "bfr", 213), (2, "bbr", 174), (6, "bgr", 341), (13, "cfr", 400)] {
        let report = Search::new(1).think(&board, Budget::fixed(depth, u64::MAX)).unwrap();
        assert_eq!((report.best.to_string(), report.score), (best.to_string(), score), "depth {}", depth);
        assert!(depth < 13 || (report.nodes + 500) / 1_000 == 158, "{} nodes", report.nodes);
    }
}
