//! Symple: the player's fast rules against the jury's slow ones, the samples, and known positions.

#[path = "../symple.rs"]
#[allow(dead_code)]
mod symple;

#[macro_use]
#[allow(dead_code)]
mod common;

use common::rules::{Fast, View, Writer};
use jury::rules::game::{reached, Game};
use jury::rules::symple::{format_move, neighbours, parse_move, points, Match, Point};
use std::cell::RefCell;
use std::collections::{BTreeSet, HashMap};
use symple::contest::{self, Budget, Options};
use symple::eval::{Policy, FEATURES, WEIGHTS};
use symple::net::inputs;
use symple::protocol::run;
use symple::rules::{Board, Move, Points};
use symple::search::{Amaf, Search};

struct Symple;

protocol_tests!("symple", run);
rules_tests!(Symple);

/// The number of a point's bit in the player's sets.
fn bit((column, row): Point) -> u8 {
    (16 * row + column) as u8
}

fn set(points: impl IntoIterator<Item = Point>) -> Points {
    points.into_iter().fold(Points::EMPTY, |set, point| set.or(Points::one(bit(point))))
}

fn parse(line: &str) -> Move {
    Move::parse(line).unwrap_or_else(|| panic!("{:?} is no move", line))
}

fn board_after(lines: &[String]) -> Board {
    let mut board = Board::new();
    lines.iter().for_each(|line| board.play(parse(line)));
    board
}

fn game_after(lines: &[String]) -> Match {
    let mut game = Match::new();
    lines.iter().for_each(|line| assert!(game.write(line).is_ok(), "{}", line));
    game
}

fn sample(number: &str, plies: usize) -> Vec<String> {
    common::sample("symple", number).lines()[..plies].to_vec()
}

/// Stones where the texts say (`A15` and so on, separated by blanks), placed without a rule.
fn place(white: &str, black: &str, turn: usize, expanded: bool) -> (Match, Board) {
    let (mut game, mut board) = (Match::new(), Board::new());
    for (side, text) in [white, black].into_iter().enumerate() {
        for name in text.split(' ') {
            let (column, row) = parse_move(name).expect("a point")[0];
            game.cells[column][row] = Some(side);
            board.turn = side;
            board.play(parse(name));
        }
    }
    (game.turn, game.expanded) = (turn, expanded);
    (board.turn, board.expanded) = (turn, [expanded, false]);
    assert_agree(&game, &board);
    (game, board)
}

/// Both rules say the same of stones, groups, liberties and scores.
fn assert_agree(game: &Match, board: &Board) {
    assert_eq!((board.turn, board.expanded != [false; 2]), (game.turn, game.expanded), "\n{}", game.draw());
    assert_eq!(board.explorations(), set(game.explorations()), "\n{}", game.draw());
    for side in 0..2 {
        let is_own = |point: &Point| game.at(*point) == Some(side);
        let liberties = game.vacant().into_iter().filter(|point| neighbours(*point).iter().any(is_own));
        let found = (board.stones[side], board.liberties(side), board.raw(side));
        let stones = points().into_iter().filter(is_own);
        assert_eq!(found, (set(stones), set(liberties), game.raw(side)), "side {}\n{}", side, game.draw());
        // A group's reach: its stones and the points beside them.
        let reach = |group: &Vec<Point>| set(group.iter().flat_map(|p| neighbours(*p).into_iter().chain([*p]))).0;
        let ours: BTreeSet<[u64; 4]> = board.groups[side].reaches().iter().map(|reach| reach.0).collect();
        let groups = game.groups(side);
        let found = (ours, board.groups[side].count);
        assert_eq!(found, (groups.iter().map(reach).collect(), groups.len()), "\n{}", game.draw());
    }
}

thread_local! {
    /// The policy, and one to which all liberties are equal.
    static POLICIES: RefCell<[Policy; 2]> = RefCell::new([Policy::new(&WEIGHTS), random()]);
}

fn random() -> Policy {
    Policy::new(&[[0.0; 3]; FEATURES])
}

impl Fast for Symple {
    const GAME: &'static str = "symple";
    const LISTS_ALL: bool = false;
    type Slow = Match;

    fn start(_: &[String]) -> Match {
        Match::new()
    }

    /// What policies choose, each time with other noise, and some explorations.
    fn view(game: &Match, lines: &[String]) -> View {
        let (mut board, mut expanded) = (Board::new(), [false; 2]);
        for line in lines {
            let stones = parse_move(line).expect("a move");
            let own = board.stones[board.turn];
            expanded[board.turn] |= stones.iter().any(|stone| neighbours(*stone).iter().any(|p| own.has(bit(*p))));
            board.play(parse(line));
        }
        assert_agree(game, &board);
        assert_eq!(board.expanded, expanded, "who has expanded: {:?}", lines);
        let over = board.vacant().is_empty();
        let mut listed: Vec<String> = POLICIES.with_borrow_mut(|policies| {
            let mut rng = contest::Rng(lines.len() as u64);
            let choose = |n: usize| policies[n % 2].choose(&board, &mut rng).to_string();
            (0..if over { 0 } else { 8 }).map(choose).collect()
        });
        // All explorations have been compared. Some of them are written, too.
        let some = board.explorations().iter().skip(lines.len() % 8).step_by(8);
        listed.extend(some.map(|point| Move::default().then(point).to_string()));
        let raw = [board.turn, 1 - board.turn].map(|side| board.raw(side));
        let points = raw[0].max(0) - raw[1].max(0) + 100 * (raw[0] - raw[1]).signum();
        // That both boards have the same stones is asserted above.
        View { lines: listed, turn: board.turn, points: over.then_some(points), ..View::default() }
    }

    fn writer() -> Writer<Match> {
        let mut search = Search::new(1);
        Box::new(move |_, lines| Some(search.think(&board_after(lines), Budget::fixed(0, 20))?.best.to_string()))
    }
}

#[test]
fn captions_of_the_rules() {
    // White, Black, the side on turn, whether anybody has expanded, legal moves, illegal moves.
    for (white, black, turn, expanded, legal, illegal) in [
        ("E3", "B2 C2 C4 D4", 1, true, "E4-D2 C3 B4-B3 E4-B3", "E4 E4-C3"),
        ("A15", "B3 C3 E2 F2", 1, true, "D3-D2 D3-E3 D2-C2", "D3-D2-E3 D3 D3-D4"),
        ("B3 C4 D3", "A15", 0, true, "C3 B2-C5-D2 A3-C5-E3", "C3-B2"),
        ("B2 B3 D2 E2", "A15", 0, true, "D3-C3 C2 D3-B4", "D3-C2 D3 C3"),
        ("A1 C1", "A2 C2", 0, true, "D1 B1 A3", "D1-B1"),
        ("H8", "C3", 1, false, "C4 J10 C4-J10 C4-H9", "C4-C5 C4-D4 J10-C4 C4-D3 C4-C5-J10"),
        ("H8", "C3", 1, true, "C4 J10", "C4-J10"),
        ("H8", "C3", 0, false, "H9 A1", "H9-A1 H8 C3 H9-H9 H9-C3"),
    ] {
        let (game, _) = place(white, black, turn, expanded);
        let is_allowed = |line: &&str| game.clone().write(line).is_ok();
        assert_eq!(legal.split(' ').find(|line| !is_allowed(line)), None, "{} / {}", white, black);
        assert_eq!(illegal.split(' ').find(is_allowed), None, "{} / {}", white, black);
        assert!(!legal.contains(" C4-J10") || game.choices().expect("few moves").contains(&"C4-J10".to_string()));
    }
}

#[test]
fn every_illegality_has_its_reason() {
    let rows = [
        ("H8;H8", "not vacant"),
        ("H8;A1;H9-H9", "named twice"),
        ("H8;A1;H9-A3", "no special move"),
        ("H8;A1;C3;H10;H9-C4-G8", "is the second stone of a group"),
        ("H8;A1;C3;H10;H9", "may still be taken"),
        ("H8;A1;C3-H9", "touches no group of the side on turn"),
        ("H8;A1;H9;A2-C3", "explores after an expansion, but somebody has expanded before"),
        ("H8;A1;G8;A2;F8;A3-D3", "explores after an expansion, but somebody has expanded before"),
        ("H8;C3;A1;C4-C5", "touches a stone of the expansion"),
    ];
    common::rules::each_has_its_reason(&Match::new(), &rows, 1707401939);
    for line in ["P1", "A16", "A0", "A01", "a1", "H8-", "", " H8"] {
        let row = (line, "unreadable: expected a move such as H8 or C3-D12-H8");
        common::rules::each_has_its_reason(&Match::new(), &[row], 3114408591);
        assert!(Move::parse(line).is_none(), "{:?}", line);
    }
}

#[test]
fn expansions_are_listed_once_and_are_those_that_the_verdict_allows() {
    // Every subset of the liberties of positions with few of them.
    for (number, plies) in [("01", 52), ("07", 57), ("09", 57), ("15", 50), ("11", 57), ("05", 62)] {
        let game = game_after(&sample(number, plies));
        let sorted = |stones: &[Point]| set(stones.iter().copied()).0;
        let mut listed = Vec::new();
        game.each_expansion(&mut |stones| listed.push(sorted(stones)));
        let (vacant, free) = (game.vacant(), game.explorations());
        let liberties: Vec<Point> = vacant.into_iter().filter(|point| !free.contains(point)).collect();
        let chosen = |subset: u32| (0..liberties.len()).filter(move |i| subset >> i & 1 == 1);
        let subsets = (1..1 << liberties.len()).map(|subset| chosen(subset).map(|i| liberties[i]).collect::<Vec<_>>());
        let mut allowed: Vec<_> = subsets.filter(|stones| game.verdict(stones).is_ok()).map(|s| sorted(&s)).collect();
        listed.sort();
        allowed.sort();
        assert_eq!(listed, allowed, "game-{} after {}", number, plies);
    }
}

#[test]
fn the_examples_of_policy_and_records_and_the_decision_of_the_head_are_the_programs() {
    // The policy's scores of a board, of which these liberties have theirs, but for so much.
    let scores = |board: &Board, expected: &[(&str, f32)], off: f32| {
        let mut policy = Policy::new(&WEIGHTS);
        policy.fill(board);
        for (name, expected) in expected {
            let found = policy.list.iter().find(|entry| entry.0 == parse(name).last).expect("a liberty").1;
            assert!((found - expected).abs() <= off, "{} is {}", name, found);
        }
        policy
    };
    let (_, board) = place("E3", "B2 C2 C4 D4", 1, true);
    let expected = [("E4", 8.24), ("D2", 6.25), ("D3", 5.71), ("B1", 3.99), ("C3", 2.13)];
    assert_eq!(scores(&board, &expected, 0.006).pack(&board).to_string(), "E4-D2");
    let mut amaf = Amaf::new();
    for (mv, result) in [("E4-D2", 12.0), ("E4-B3", 6.0), ("B4-B3", -6.0)] {
        amaf.add(parse(mv).stones, result);
    }
    for (point, lead) in [("E4", 1.4), ("D2", 1.3), ("B3", -1.1)] {
        let found = amaf.lead(parse(point).last);
        assert!((found - lead).abs() < 0.05, "{} leads by {}", point, found);
    }
    let board = board_after(&sample("05", 20));
    let mut policy = scores(&board, &[("E6", 6.9), ("E11", 6.6)], 0.05);
    assert_eq!(policy.pack(&board).stones, parse("K2-A3-N3-E6-L8-K10-B12").stones);
    let report = Search::new(1).think(&board, Budget::fixed(0, 300_000)).expect("a move");
    let found = (report.best.to_string(), report.depth, format!("{:+.1}", report.score));
    assert_eq!(found, ("A3-J5-N8-C11-E11-J12-K2".to_string(), 4, "+3.0".to_string()));
}

#[test]
fn bad_lines_are_named_and_the_jury_is_believed() {
    for line in ["P1", "start", "A16", "A1-A1", "A1--B2", "H8-", "quit", "Start", "\u{e9}"] {
        common::refuses(&PLAYER, "vacant points, such as", &[&format!("Start;{}", line)]);
    }
    // The opponent's first stone is not vacant any more.
    common::refuses(&PLAYER, "vacant points", &["A1;A1"]);
    // Two stones that touch nothing are no legal first move, but they fit on the board.
    assert_eq!(common::answer(&PLAYER, &["A1-H8"]).0.lines().count(), 1);
}

// ---- The search -------------------------------------------------------------------------------------------------------

/// Flat Monte Carlo, as the player's page `Method` says. Also returns the turns of its playouts.
fn flat_monte_carlo(
    board: &Board,
    moves: &[Move],
    playouts: usize,
    random: &mut Policy,
    rng: &mut contest::Rng,
) -> (Move, u64) {
    let (mut best, mut turns) = ((i32::MIN, moves[0]), 0);
    for mv in moves {
        let mut sum = 0;
        for _ in 0..playouts {
            let mut after = *board;
            after.play(*mv);
            while !after.vacant().is_empty() {
                after.play(random.choose(&after, rng));
                turns += 1;
            }
            sum += after.raw(board.turn) - after.raw(1 - board.turn);
        }
        if sum > best.0 {
            best = (sum, *mv);
        }
    }
    (best.1, turns)
}

#[test]
fn the_search_beats_flat_monte_carlo_with_a_tenth_of_its_turns() {
    let mut random = random();
    for seed in 0..4 {
        let (mut board, mut rng, seat) = (Board::new(), contest::Rng(seed), seed as usize % 2);
        let (mut search, mut turns, mut nodes) = (Search::new(seed), 0, 0);
        while !board.vacant().is_empty() {
            let mv = if board.turn == seat {
                let report = search.think(&board, Budget::fixed(0, 400)).expect("a move");
                nodes += report.nodes;
                report.best
            } else {
                let moves: Vec<Move> = (0..16).map(|_| random.choose(&board, &mut rng)).collect();
                let (mv, played) = flat_monte_carlo(&board, &moves, 10, &mut random, &mut rng);
                turns += played;
                mv
            };
            board.play(mv);
        }
        let lead = board.raw(seat) - board.raw(1 - seat);
        assert!(lead > 25 && 10 * nodes < turns, "seed {}: {} points, {} of {} turns", seed, lead, nodes, turns);
    }
}

/// The lines to a position with at most so many vacant points, by the policy against itself or by random play.
fn late(vacant: i32, seed: u64) -> Vec<String> {
    let (mut rng, mut board, mut lines) = (contest::Rng(seed), Board::new(), Vec::new());
    let mut policy = if seed % 4 == 0 { random() } else { Policy::new(&WEIGHTS) };
    while board.vacant().count() > vacant {
        let mv = policy.choose(&board, &mut rng);
        board.play(mv);
        lines.push(mv.to_string());
    }
    lines
}

/// White's margin with best play, by the jury's rules. It remembers positions by what lies on the points of `first`, vacant at
/// its start, and prunes nothing.
fn exhaustive(board: &Match, first: &[Point], memory: &mut HashMap<usize, i32>) -> i32 {
    let key = first.iter().fold(board.turn, |key, p| 3 * key + board.at(*p).map_or(0, |side| side + 1));
    if let Some(value) = memory.get(&key) {
        return *value;
    }
    let mut moves: Vec<Vec<Point>> = board.explorations().into_iter().map(|p| vec![p]).collect();
    board.each_expansion(&mut |stones| moves.push(stones.to_vec()));
    let values = moves.iter().map(|stones| {
        // As `play` does it. That somebody has expanded is known.
        let mut after = board.clone();
        stones.iter().for_each(|(column, row)| after.cells[*column][*row] = Some(board.turn));
        after.turn = 1 - board.turn;
        exhaustive(&after, first, memory)
    });
    let best = if board.turn == 0 { values.max() } else { values.min() };
    let best = best.unwrap_or_else(|| board.raw(0) - board.raw(1));
    memory.insert(key, best);
    best
}

#[test]
fn the_search_loses_little_against_exhaustive_search() {
    let (mut positions, mut best, mut lost) = (0, 0, 0);
    for seed in 0..120 {
        let lines = late(8, seed);
        let mut game = game_after(&lines);
        let Some(report) = Search::new(seed).think(&board_after(&lines), Budget::fixed(0, 2_000)) else { continue };
        let (first, mut memory) = (game.vacant(), HashMap::new());
        let exact = exhaustive(&game, &first, &mut memory);
        game.write(&report.best.to_string()).expect("a legal move");
        let loss = (exact - exhaustive(&game, &first, &mut memory)).abs();
        positions += 1;
        best += i32::from(loss == 0);
        lost += loss;
    }
    // At least nine of ten moves are best, and a move loses at most 0.4 points on average.
    assert!(best * 10 >= positions * 9 && lost * 5 <= positions * 2, "{} of {}, {} lost", best, positions, lost);
    assert!(positions > 60, "{} positions", positions);
}

// ---- The inputs of the net --------------------------------------------------------------------------------------------

/// The line after one of the board's eight symmetries.
fn turned(line: &str, symmetry: usize) -> String {
    let mut stones = parse_move(line).expect("a move");
    for (column, row) in &mut stones {
        let flip = |at: &mut usize, bit: usize| *at = if symmetry & bit == 0 { *at } else { 14 - *at };
        flip(column, 1);
        flip(row, 2);
        if symmetry & 4 != 0 {
            std::mem::swap(column, row);
        }
    }
    format_move(&stones)
}

/// The number of parts of a side by the jury's board. Groups that touch one region of vacant points are one part.
fn parts_by_regions(game: &Match, side: usize) -> usize {
    let (all, mut seen, mut parts) = (points(), BTreeSet::new(), 0);
    let near = |at: usize| {
        neighbours(all[at]).into_iter().map(|(c, r)| 15 * r + c).filter(|to| game.at(all[*to]) != Some(1 - side))
    };
    for start in (0..all.len()).filter(|at| game.at(all[*at]) == Some(side)) {
        parts += usize::from(!seen.contains(&start));
        seen.extend(reached(all.len(), &[start], near).into_iter().map(|(at, _)| at));
    }
    parts
}

#[test]
fn a_set_around_a_point_is_counted_in_one_word() {
    let mut rng = contest::Rng(7);
    for point in Points::ALL.iter() {
        let mut near = Points::one(point);
        for _ in 0..3 {
            near = near.near();
            let some = near.and(Points([0; 4].map(|_: u64| rng.next())));
            assert_eq!((near.count_near(), some.count_near()), (near.count(), some.count()), "around {}", point);
        }
    }
}

#[test]
fn inputs_of_the_net_know_no_direction_and_count_what_they_say() {
    for seed in 1..60 {
        let lines = late(20 + 3 * seed as i32, seed);
        let (game, expected) = (game_after(&lines), inputs(&board_after(&lines)));
        for symmetry in 1..8 {
            let lines: Vec<String> = lines.iter().map(|line| turned(line, symmetry)).collect();
            assert_eq!(inputs(&board_after(&lines)), expected, "seed {} symmetry {}", seed, symmetry);
        }
        for (of_side, side) in expected[1..].chunks(20).zip([game.turn, 1 - game.turn]) {
            let found = [of_side[0], of_side[5]].map(|x| x as usize);
            assert_eq!(found, [game.groups(side).len(), parts_by_regions(&game, side)], "groups, parts, seed {}", seed);
        }
    }
    // Two groups are one part over vacant points, and two over safe ones.
    assert_eq!(inputs(&place("C2", "A1 D1", 1, true).1)[6..9], [1.0, 1.0, 2.0]);
}

#[test]
fn the_last_stones_have_a_mark() {
    let lines = ["H8", "A1", "C3", "A2-O15"].map(str::to_string);
    let picture = game_after(&lines).picture(None, &lines);
    let rows = [
        ("label", 30, "1.2 15.69 0.4 A / 0.3 0.84 0.4 15"),
        ("white", 2, "3.2 12.7 0.38 / 8.2 7.7 0.38"),
        ("black", 3, "1.2 14.7 0.38 / 15.2 0.7 0.38"),
        ("mark", 2, "1.2 13.7 0.14 / 15.2 0.7 0.14"),
    ];
    common::draws(&picture, "15.9 x 15.9 white black 20", &rows);
    let caption = "White (o) -10 in 2 groups, Black (x) -9 in 2 groups. Black leads by 1, with the bonus 101.";
    assert_eq!(picture.caption, caption);
}

#[test]
fn partners_play_as_ever() {
    common::partners::play_as_ever("symple", [2416232860, 1033065147, 3888442560, 2736620681, 1465391907]);
}
