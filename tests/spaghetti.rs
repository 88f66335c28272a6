//! Spaghetti: the player's fast rules against the jury's slow ones, the samples, and known positions.

#[path = "../spaghetti.rs"]
#[allow(dead_code)]
mod spaghetti;

#[macro_use]
#[allow(dead_code)]
mod common;

use common::rules::{Fast, View, Writer};
use jury::rules::game::{Game, Rng};
use jury::rules::spaghetti as slow;
use jury::rules::sparring::Open;
use spaghetti::contest::{Budget, Options};
use spaghetti::eval::{kinds, Position, POINT, WORTH};
use spaghetti::net::*;
use spaghetti::protocol::run;
use spaghetti::rules::{cells, Behind, Board, Move, CELLS, COLUMNS, DEAD, LEFT};
use spaghetti::search::Search;
use std::collections::BTreeMap;

struct Spaghetti;

protocol_tests!("spaghetti", run);
rules_tests!(Spaghetti);

fn legal(board: &Board) -> Vec<Move> {
    cells(board.empty).flat_map(|cell| (0..3).map(move |tile| Move { cell: cell as u8, tile })).collect()
}

fn parse(line: &str) -> Move {
    Move::parse(line).unwrap_or_else(|| panic!("{:?} is no move", line))
}

fn as_slow(mv: Move) -> slow::Move {
    slow::parse_move(&mv.to_string()).unwrap()
}

fn board_after(setup: &[String], lines: &[String]) -> Board {
    let mut board = Board::new();
    setup.iter().chain(lines).for_each(|line| board.play(parse(line)));
    board
}

/// A random position and its tiles.
fn with_empty_cells(count: usize, seed: u64) -> (Board, Vec<String>) {
    let mut rng = Rng(seed);
    let mut lines = slow::draw_tiles(&mut rng).to_vec();
    let mut board = board_after(&lines, &[]);
    while board.empty.count_ones() as usize > count {
        let mv = *rng.pick(&legal(&board));
        lines.push(mv.to_string());
        board.play(mv);
    }
    (board, lines)
}

thread_local! {
    static NETWORK: &'static Network = Box::leak(Box::new(Network::new()));
}

fn network() -> &'static Network {
    NETWORK.with(|network| *network)
}

/// What a point of Blue and one of Red count if we are the given player.
fn worth(us: usize) -> [i32; 2] {
    [WORTH[us & 1], WORTH[1 - (us & 1)]]
}

/// What a move's points count in a score, in sixteenths: our own in full, of the other player's `WORTH` says how much.
fn counted(board: &Board, mv: Move, us: usize) -> i32 {
    board.gain(mv) * worth(us)[board.turn] * POINT / 4
}

/// What is kept of the empty cells: ends, what a tile brings either player.
fn assert_kept(game: &slow::Match, board: &Board) {
    for cell in cells(board.empty) {
        for (side, Behind { end, length }) in board.behind[cell].into_iter().enumerate() {
            // A path is known at both ends. How long a dead one is does not matter.
            let back = (1, Behind { end: (4 * cell + side) as u8, length });
            let there =
                |end: u8| (board.empty >> (end / 4) & 1, board.behind[usize::from(end / 4)][usize::from(end % 4)]);
            assert!(end >= LEFT || there(end) == back, "cell {}, side {}\n{}", cell, side, game.draw());
            assert!(end != DEAD || length == 0, "cell {}, side {}\n{}", cell, side, game.draw());
        }
        // What `linked` says: the cells whose ends change.
        let (touched, mut next) = (board.linked(cell), *board);
        next.play(Move { cell: cell as u8, tile: (cell % 3) as u8 });
        let changed = cells(next.empty).filter(|other| next.behind[*other] != board.behind[*other]);
        assert_eq!(touched, changed.fold(0, |set, other| set | 1 << other), "cell {}\n{}", cell, game.draw());
    }
    for turn in 0..2 {
        let mut game = game.clone();
        game.turn = turn;
        for mv in legal(board) {
            let gain = i32::from(board.gains[usize::from(mv.cell)][usize::from(mv.tile)][turn]);
            assert_eq!(gain, game.gain(as_slow(mv)), "{} for {}\n{}", mv, ["Blue", "Red"][turn], game.draw());
        }
    }
}

/// What is kept from move to move, and made anew.
fn assert_follows(before: &Position, mv: Move, us: usize, lines: &[String]) -> Position {
    let (network, position) = (network(), before.after(network(), mv));
    let expected = counted(&before.board, mv, us) - position.evaluate(network);
    assert_eq!(before.static_score(network, mv), expected, "after {:?}", lines);
    let differ = |cell: &usize| position.board.behind[*cell] != before.board.behind[*cell];
    let missed = cells(position.board.empty).filter(differ).find(|cell| position.recent[0] >> cell & 1 == 0);
    assert_eq!((missed, position.recent[1]), (None, before.recent[0]), "after {:?}", lines);
    let turned = Board { turn: 1 - position.board.turn, ..position.board };
    assert_ne!(Position::new(network, &turned, worth(us)).hash(), position.hash(), "after {:?}", lines);
    let mut anew = Position::new(network, &position.board, worth(us));
    anew.recent = position.recent;
    assert_eq!(position, anew, "after {:?}", lines);
    position
}

impl Fast for Spaghetti {
    const GAME: &'static str = "spaghetti";
    const SENDS_LAST: Option<bool> = Some(false);
    type Slow = slow::Match;

    fn start(setup: &[String]) -> slow::Match {
        slow::Match::from_setup(setup).expect("two tiles")
    }

    fn view(game: &slow::Match, lines: &[String]) -> View {
        let (mut board, mut points, us) = (board_after(&game.setup(), &[]), [slow::START_POINTS; 2], lines.len() & 1);
        let mut position = Position::new(network(), &board, worth(us));
        for (ply, mv) in lines.iter().map(|line| parse(line)).enumerate() {
            points[board.turn] += board.gain(mv);
            board.play(mv);
            let is_last = ply + 1 == lines.len();
            position = if is_last { assert_follows(&position, mv, us, lines) } else { position.after(network(), mv) };
        }
        assert_kept(game, &board);
        let is_empty = (0..CELLS).map(|cell| board.empty >> cell & 1 == 1);
        assert!(is_empty.eq(game.cells.iter().flatten().map(Option::is_none)), "\n{}", game.draw());
        // A hash of `eval` forgets what does not matter: `what_is_certain_is_exact` is about it.
        let [own, other] = [board.turn, 1 - board.turn].map(|side| points[side].max(0));
        let points = if board.empty == 0 { Some(own - other) } else { None };
        // What brings most comes first: random play seldom makes long paths.
        let mut moves = legal(&board);
        moves.sort_by_key(|mv| -board.gain(*mv));
        View { lines: moves.iter().map(Move::to_string).collect(), turn: board.turn, points, ..View::default() }
    }

    fn writer() -> Writer<slow::Match> {
        let mut search = Search::new(1);
        Box::new(move |game, lines| {
            let board = board_after(&game.setup(), lines);
            Some(search.think(&board, Budget::fixed(2, u64::MAX))?.best.to_string())
        })
    }
}

/// The kinds of the connected cells' ends for the side on turn, sorted.
fn ends_of(position: &Position) -> Vec<[usize; 4]> {
    let connected = cells(position.totals.connected);
    let view = |kind| if position.board.turn == 0 { kind } else { MIRROR[kind] };
    let mut ends: Vec<_> = connected.map(|cell| kinds(&position.board, cell).map(view)).collect();
    ends.iter_mut().for_each(|kinds| kinds.sort_unstable());
    ends.sort_unstable();
    ends
}

#[test]
fn the_network_is_what_its_picture_says() {
    let (network, mut rest, [cell, inner, margin, sum]) = (network(), LEARNED.iter(), STEPS);
    // A row of weights for each input, in the order of `Network::new`. A bias is the weight of an input of 1.
    let mut part = |inputs: usize, units: usize, step: f32| -> Vec<Vec<f32>> {
        (0..inputs).map(|_| rest.by_ref().take(units).map(|weight| f32::from(*weight) * step).collect()).collect()
    };
    let [kinds, biases] = [KINDS, 1].map(|inputs| part(inputs, CELL_UNITS, cell));
    let to_first = [CELL_UNITS, BOARD_INPUTS, 1].map(|inputs| part(inputs, FIRST, inner));
    let to_second = [FIRST, 1].map(|inputs| part(inputs, SECOND, inner));
    let to_margin = [SECOND, BOARD_INPUTS, 1].map(|inputs| part(inputs, 1, margin));
    let to_sum = [FIRST, SECOND, BOARD_INPUTS, 1].map(|inputs| part(inputs, 1, sum));
    // A layer before it is cut off at 0.
    let layer = |parts: &[(&[f32], &Vec<Vec<f32>>)]| -> Vec<f32> {
        let unit = |u: usize| {
            let of = |(x, rows): &(&[f32], &Vec<Vec<f32>>)| x.iter().zip(*rows).map(|(x, row)| x * row[u]).sum::<f32>();
            parts.iter().map(of).sum()
        };
        (0..parts[0].1[0].len()).map(unit).collect()
    };
    let cut = |layer: Vec<f32>| layer.into_iter().map(|x| x.max(0.0)).collect::<Vec<f32>>();
    for seed in 0..300 {
        let position = Position::new(network, &with_empty_cells(2 + seed as usize % 60, seed).0, [4, seed as i32 % 5]);
        let (inputs, mut sums) = (position.inputs().map(|x| f32::from(x) / 16.0), [0.0; CELL_UNITS]);
        for ends in ends_of(&position) {
            let mut count = [0.0; KINDS];
            ends.iter().for_each(|kind| count[*kind] += 1.0);
            let units = cut(layer(&[(&count, &kinds), (&[1.0], &biases)]));
            sums.iter_mut().zip(units).for_each(|(sum, unit)| *sum += unit);
        }
        let first = cut(layer(&[(&sums, &to_first[0]), (&inputs, &to_first[1]), (&[1.0], &to_first[2])]));
        let second = cut(layer(&[(&first, &to_second[0]), (&[1.0], &to_second[1])]));
        let last = [(&second[..], &to_margin[0]), (&inputs, &to_margin[1]), (&[1.0], &to_margin[2])];
        let margin = layer(&last)[0];
        let last = [(&second[..], &to_sum[1]), (&inputs, &to_sum[2]), (&[1.0], &to_sum[3])];
        let sum = layer(&last)[0] + layer(&[(&first, &to_sum[0])])[0];
        // A point of Blue is worth 4 here, one of Red 0 to 4.
        let (red, turn) = ((seed % 5) as f32, position.board.turn);
        let score = (margin * (4.0 + red) + sum * [4.0 - red, red - 4.0][turn]) / 8.0 * SCALE;
        let said = (position.evaluate(network) - position.mean()) as f32 / POINT as f32;
        // The player rounds sums to 64ths, and the margin.
        assert!(position.totals.connected == 0 || (said - score).abs() < 0.5, "seed {}: {} and {}", seed, said, score);
    }
}

#[test]
fn turning_the_sides_about_turns_the_value_about() {
    for seed in 0..2_000 {
        let [one, two] = slow::draw_tiles(&mut Rng(seed)).map(|tile| parse(&tile));
        assert!(one.cell + two.cell != CELLS as u8 - 1 || one.tile != two.tile, "drawn tiles, seed {}", seed);
    }
    // The same game in a mirror with the other side on turn. Rows stay; columns and the tiles l and r change places.
    // One of the network's inputs differs: who is on turn.
    let mirrored = |mv: Move| Move {
        cell: mv.cell / COLUMNS as u8 * COLUMNS as u8 + (COLUMNS as u8 - 1 - mv.cell % COLUMNS as u8),
        tile: 2 - mv.tile,
    };
    for seed in 0..200 {
        let (board, line) = with_empty_cells(1 + seed as usize % 61, seed);
        let mut mirror = Board::new();
        line.iter().for_each(|tile| mirror.play(mirrored(parse(tile))));
        mirror.turn ^= 1;
        // Blue is us here, Red there: on turn in half of the positions.
        let [position, mirror] =
            [(board, 0), (mirror, 1)].map(|(board, us)| Position::new(network(), &board, worth(us)));
        assert_eq!(position.mean(), mirror.mean(), "{:?}", line);
        assert_eq!(ends_of(&position), ends_of(&mirror), "{:?}", line);
        let (here, there) = (position.inputs(), mirror.inputs());
        let differences = here.iter().zip(&there).filter(|(a, b)| a != b).count();
        assert_eq!(differences, 1, "{:?} {:?} after {:?}", here, there, line);
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
        let mut reference = Spaghetti::start(&["dds", "fdr"].map(str::to_string));
        reference.cells = Default::default();
        for tile in before.split_whitespace() {
            board.play(parse(tile));
            reference.play(slow::parse_move(tile).unwrap());
        }
        for side in 0..2 {
            (board.turn, reference.turn) = (side, side);
            let found = [board.gain(parse(mv)), reference.gain(slow::parse_move(mv).unwrap())];
            assert_eq!(found, [points[side]; 2], "{} {} by {}", before, mv, side);
        }
    }
}

#[test]
fn bad_lines_are_refused() {
    for bad in ["", "a", "aa", "aax", "aaL", "jal", "ahl", "aall", "a al", " aal", "Aal", "a1l", "\u{e4}al", "al\u{e4}"]
    {
        assert!(Move::parse(bad).is_none() && slow::parse_move(bad).is_none(), "{:?}", bad);
    }
    let expected = "a tile on an empty cell, such as cer";
    common::refuses(&PLAYER, expected, &["hello", "Start", "cds;cdr", "cds;ebx", "cds;ebr;hello", "cds;ebr;ebr"]);
    common::refuses(&PLAYER, expected, &["cds;ebr;start", "cds;ebr;Start;Start", "cds;ebr;aas;Start"]);
    common::refuses(&PLAYER, expected, &["cds;ebr;Start;cdl", "cds;ebr;Start;a\u{e4}l"]);
    let start = slow::Match::from_setup(&["cds", "ebr"].map(str::to_string)).expect("two tiles");
    let rows = [
        ("ebl", "illegal: the cell already holds a tile"),
        ("aax", "unreadable: expected row a-i, column a-g and tile l, s or r, such as cer"),
    ];
    common::rules::each_has_its_reason(&start, &rows, 111477706);
}

// ---- The search -------------------------------------------------------------------------------------------------------

/// The score for the player on turn by trying everything.
fn solve(board: &Board, us: usize) -> i32 {
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
            assert!(count > 1 || report.nodes <= 1, "{} nodes for the last move", report.nodes);
        }
    }
}

/// Without connected cells the score is exact. The hash fixes the score without the mean of the independent cells, for
/// either player as us. Tiles elsewhere, places and even the number of the last cells may differ.
#[test]
fn what_is_certain_is_exact() {
    let mut known: BTreeMap<u64, i32> = BTreeMap::new();
    let (mut decided, mut met_again) = (0, 0);
    for seed in 0..5_000 {
        let (board, line) = with_empty_cells(1 + seed as usize % 5, seed);
        let us = (seed as usize / 7) & 1;
        let position = Position::new(network(), &board, worth(us));
        let exact = solve(&board, us);
        if position.totals.connected == 0 {
            decided += 1;
            assert_eq!(position.evaluate(network()), exact, "after {:?}", line);
        }
        if let Some(other) = known.insert(position.hash(), exact - position.mean()) {
            met_again += 1;
            assert_eq!(exact - position.mean(), other, "after {:?}", line);
        }
    }
    assert!(decided > 300 && met_again > 300, "{} decided, {} met again", decided, met_again);
}

/// If Blue twice made its worst move, not its best one, Red takes the last move for its own. Then it expects less.
#[test]
fn red_plays_open_if_blue_begins_badly() {
    let hopes = |seed: u64, sign: i32| {
        let (board, mut search) = (with_empty_cells(CELLS - 2, seed).0, Search::new(1));
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
fn the_example_of_the_file_is_the_programs() {
    let record = common::sample("spaghetti", "05");
    let board = board_after(&record.setup, &record.lines()[..58]);
    let name = |end: u8| match end.checked_sub(LEFT) {
        Some(end) => ["left", "right", "dead"][usize::from(end)].to_string(),
        None => {
            format!("{:.2}{}", Move { cell: end / 4, tile: 0 }.to_string(), ["N", "E", "S", "W"][usize::from(end) % 4])
        }
    };
    let sides = cells(board.empty).flat_map(|cell| (0..4).map(move |side| (4 * cell + side) as u8));
    let shown = sides.map(|side| (side, board.behind[usize::from(side / 4)][usize::from(side % 4)]));
    let shown: Vec<_> = shown.map(|(side, b)| format!("{} {} {}", name(side), b.length, name(b.end))).collect();
    assert_eq!(
        shown.join(", "),
        "ceN 0 dead, ceE 2 dgW, ceS 13 left, ceW 8 dgN, dgN 8 ceW, dgE 0 right, dgS 4 right, dgW 2 ceE, \
         heN 10 left, heE 11 right, heS 0 dead, heW 15 left"
    );
    let mut ends = kinds(&board, usize::from(parse("cel").cell));
    ends.sort_unstable();
    assert_eq!(ends, [0, 6, 19, 27]);
    let position = Position::new(network(), &board, [4, 4]);
    for (line, score) in [("cer", 11), ("cel", 5), ("ces", -15)] {
        assert_eq!(position.static_score(network(), parse(line)), score * POINT, "{}", line);
    }
    let report = Search::new(1).search(&position, Budget::fixed(3, u64::MAX)).unwrap();
    assert_eq!((report.best.to_string(), report.score), ("hes".to_string(), 13 * POINT));
}

#[test]
fn the_decision_of_the_head_is_the_programs() {
    let record = common::sample("spaghetti", "03");
    let board = board_after(&record.setup, &record.lines()[..48]);
    assert_eq!((board.empty.count_ones(), board.turn), (13, 0));
    assert_eq!(legal(&board).iter().map(|mv| board.gain(*mv)).max(), Some(0));
    for (depth, best, score) in [(1, "bfr", 213), (2, "bbr", 180), (6, "bfr", 315), (13, "cfr", 400)] {
        let report = Search::new(1).think(&board, Budget::fixed(depth, u64::MAX)).unwrap();
        assert_eq!((report.best.to_string(), report.score), (best.to_string(), score), "depth {}", depth);
        assert!(depth < 13 || (report.nodes + 500) / 1_000 == 117, "{} nodes", report.nodes);
    }
}

// ---- The jury's picture and partners ----------------------------------------------------------------------------------

#[test]
fn paths_run_within_their_cells_and_what_pays_has_a_colour() {
    let lines = ["bas", "bbs", "bds", "bes", "bfs", "bgs", "aar", "cal"].map(str::to_string);
    let after = |count: usize| {
        let mut game = Spaghetti::start(&["bcs", "icr"].map(str::to_string));
        lines[..count].iter().for_each(|line| drop(game.write(line).expect("a legal line")));
        game
    };
    let drawn = |count: usize| after(count).picture(None, &lines[..count]);
    let rows = [
        ("blue", 1, "0.6 0.7 0.2 9"),
        ("red", 1, "7.8 0.7 0.2 9"),
        ("label", 16, "0.3 1.34 0.4 a / 7.3 0.49 0.4 g"),
        ("cell", 63, "0.8 0.7 1 1 / 6.8 8.7 1 1"),
        ("cell dark", 2, "2.8 1.7 1 1 / 2.8 8.7 1 1"),
        ("edge", 4, "M2.8 2.2Q3.3 2.2 3.8 2.2 / M3.3 8.7Q3.3 9.2 3.8 9.2"),
        ("path", 4, "M2.8 2.2Q3.3 2.2 3.8 2.2 / M3.3 8.7Q3.3 9.2 3.8 9.2"),
    ];
    common::draws(&drawn(0), "8.6 x 9.9 blue red 20", &rows);
    // From wall to wall, and back to the same wall.
    let rows = [
        ("paid east", 7, "M6.8 2.2Q7.3 2.2 7.8 2.2 / M1.8 2.2Q1.3 2.2 0.8 2.2"),
        ("frame", 1, "6.84 1.74 0.92 0.92"),
        ("points", 1, "7.56 2.05 0.36 +1"),
    ];
    common::draws(&drawn(6), "8.6 x 9.9 blue red 20", &rows);
    assert_eq!(drawn(6).caption, "55 empty cells. The last tile pays +1 for a path of 7.");
    let rows = [("paid loss", 3, "M1.3 2.7Q1.3 3.2 0.8 3.2 / M1.3 1.7Q1.3 1.2 0.8 1.2")];
    common::draws(&drawn(8), "8.6 x 9.9 blue red 20", &rows);
    assert!(after(8).draw().ends_with("\nBlue 50 : 48 Red"), "{}", after(8).draw());
    // A tile's button.
    let parts = after(7).parts("ca");
    assert_eq!(parts.iter().map(|part| &part.label[..]).collect::<Vec<_>>(), ["left -3", "straight +0", "right +0"]);
    assert!(parts[0].icon.ends_with("<path class=\"path\" d=\"M0.5 0.0Q0.5 0.5 0.0 0.5\"/>"), "{}", parts[0].icon);
}

#[test]
fn partners_play_as_ever() {
    common::partners::play_as_ever("spaghetti", [2812030735, 4152879369, 1367811409, 4172397714, 1599741916]);
}
