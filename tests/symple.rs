//! Symple: the player's fast rules against the jury's slow ones, the samples, and known positions.

use common::secrets::Sent;
use common::{Value, View};
use jury::rules::game::{Fault, Game, Rng};
use jury::rules::sparring::Open;
use jury::rules::symple::{format_move, neighbours, parse_move, points, Match, Point};
use player::contest::{Budget, Options};
use player::eval::{mix, Policy, Scores, Weights, FEATURES, WEIGHTS};
use player::net::inputs;
use player::protocol::run;
use player::rules::{Board, Move, Points};
use player::search::{Amaf, Search};
use std::cell::RefCell;
use std::collections::{BTreeSet, HashMap};

#[path = "../symple.rs"]
#[allow(dead_code)]
mod player;

#[macro_use]
#[allow(dead_code)]
mod common;

#[path = "symple/net.rs"]
mod net;

#[path = "symple/endgame.rs"]
mod endgame;

protocol_tests!("symple", run, Sent::IN_TURN);

/// The number of a point's bit in the player's sets.
fn bit((column, row): Point) -> u8 {
    (16 * row + column) as u8
}

#[derive(Clone)]
struct Twin {
    game: Match,
    board: Board,
    played: Vec<String>,
    /// Which sides have expanded: the jury only stores whether anybody has.
    expanded: [bool; 2],
}

impl Twin {
    fn after<S: AsRef<str>>(moves: impl IntoIterator<Item = S>) -> Twin {
        let mut twin = Twin { game: Match::new(), board: Board::new(), played: Vec::new(), expanded: [false; 2] };
        moves.into_iter().for_each(|line| twin.write(line.as_ref()));
        twin
    }

    fn write(&mut self, line: &str) {
        let side = self.board.turn;
        let grows = |point| neighbours(point).into_iter().any(|p| self.game.at(p) == Some(side));
        self.expanded[side] |= parse_move(line).expect(line).into_iter().any(grows);
        self.game.write(line).unwrap_or_else(|fault| panic!("{} then {}: {}", self.played.join(" "), line, fault));
        self.board.play(Move::parse(line).expect(line));
        self.played.push(line.to_string());
    }

    fn sample(name: &str, plies: usize) -> Twin {
        Twin::after(&common::sample("symple", name).lines()[..plies])
    }

    /// Stones where the texts say (`A15` and so on, separated by blanks), placed without a rule.
    fn place(white: &str, black: &str, turn: usize, expanded: bool) -> Twin {
        let mut twin = Twin::after([""; 0]);
        let (mut lines, mut done) = ([white.split_whitespace(), black.split_whitespace()], [false; 2]);
        // In the player's board the turns alternate. A side without stones left plays an empty move.
        while done != [true; 2] || twin.board.turn != turn {
            let side = twin.board.turn;
            let mv = match lines[side].next() {
                Some(point) => Move::parse(point).unwrap(),
                None => Move { stones: Points::EMPTY, last: 0 },
            };
            done[side] |= mv.stones.is_empty();
            twin.board.play(mv);
            for point in points().into_iter().filter(|p| mv.stones.has(bit(*p))) {
                twin.game.cells[point.0][point.1] = Some(side);
            }
        }
        twin.game.turn = turn;
        twin.game.expanded = expanded;
        twin.board.expanded = [expanded, false];
        twin.expanded = twin.board.expanded;
        twin
    }

    /// The first difference of the two rules, in words: the player's view, then the jury's.
    fn difference(&self) -> Option<String> {
        let (game, board) = (&self.game, &self.board);
        let list = |set: Points| set.iter().collect::<Vec<u8>>();
        let bits = |points: Vec<Point>| points.into_iter().map(bit).collect::<Vec<u8>>();
        let text = |what: &dyn std::fmt::Debug| format!("{:?}", what);
        let mut views = vec![
            ("margin", text(&board.margin()), text(&(game.raw(0) - game.raw(1)))),
            ("turn", text(&board.turn), text(&game.turn)),
            ("expanded", text(&board.expanded), text(&self.expanded)),
            ("explorations", text(&list(board.explorations())), text(&bits(game.explorations()))),
        ];
        for side in 0..2 {
            let stones = points().into_iter().filter(|p| game.at(*p) == Some(side)).collect();
            let beside = |point: &Point| neighbours(*point).into_iter().any(|p| game.at(p) == Some(side));
            let liberties = game.vacant().into_iter().filter(beside).map(bit).collect::<BTreeSet<u8>>();
            // A group's reach: its stones and the points beside them.
            let ours: BTreeSet<Vec<u8>> = board.groups[side].reaches().iter().map(|reach| list(*reach)).collect();
            let stones_of = |group: &[Point]| group.iter().fold(Points::EMPTY, |set, p| set.or(Points::one(bit(*p))));
            let reach = |group: &Vec<Point>| list(stones_of(group).near());
            let theirs: BTreeSet<Vec<u8>> = game.groups(side).iter().map(reach).collect();
            views.extend([
                ("stones", text(&list(board.stones[side])), text(&bits(stones))),
                ("groups", text(&board.groups[side].count), text(&game.groups(side).len())),
                ("raw score", text(&board.raw(side)), text(&game.raw(side))),
                ("liberties", text(&list(board.liberties(side))), text(&liberties.into_iter().collect::<Vec<u8>>())),
                ("reach", text(&ours), text(&theirs)),
            ]);
        }
        let differs = views.into_iter().find(|(_, ours, theirs)| ours != theirs);
        differs.map(|(what, ours, theirs)| format!("{}: {}, jury {}", what, ours, theirs))
    }

    /// Is the line legal?
    fn allows(&self, line: &str) -> bool {
        self.game.clone().write(line).is_ok()
    }
}

/// What the policy chooses, each time with other noise, and explorations.
fn look(_: &[String], moves: &[String]) -> View {
    let twin = Twin::after(moves);
    let Twin { board, game, .. } = &twin;
    assert_eq!(twin.difference(), None, "after {}", moves.join(" "));
    // `difference` has compared the explorations. Some of them are written, too.
    let some = board.explorations().iter().skip(moves.len() % 8).step_by(8);
    let mut lines: Vec<String> = some.map(|p| Move::exploration(p).to_string()).collect();
    POLICY.with_borrow_mut(|(policy, scores)| {
        let choose = |n| policy.choose(board, scores, mix(n, moves.len() as u64)).to_string();
        lines.extend((0..if game.to_write().is_some() { 8 } else { 0 }).map(choose));
    });
    let over = game.to_write().is_none();
    let sign = board.margin().signum() * [1, -1][board.turn];
    let result = if over { Some(Value::Sign(sign)) } else { None };
    View { moves: lines, turn: board.turn, result, hash: None }
}

thread_local! {
    static POLICY: RefCell<(Policy, Scores)> = RefCell::new((Policy::new(&WEIGHTS), Scores::new()));
}

rules_tests!("symple", Match, look, fast_rules_are_the_slow_rules, samples_replay_by_both_rules);

#[test]
fn sets_of_points_are_what_plain_loops_find() {
    let edge: Vec<u8> = points().into_iter().filter(|(c, r)| c % 14 == 0 || r % 14 == 0).map(bit).collect();
    assert!(edge.len() == 56 && edge.iter().all(|p| Points::EDGE.has(*p)) && Points::EDGE.count() == 56);
    let mut rng = Rng(4);
    for n in 1..100 {
        let mut list: Vec<u8> = points().into_iter().filter(|_| rng.below(1 + n % 5) == 0).map(bit).collect();
        list.sort_unstable();
        let set = list.iter().fold(Points::EMPTY, |set, point| set.or(Points::one(*point)));
        assert_eq!(set.iter().collect::<Vec<u8>>(), list);
        assert!(list.iter().enumerate().all(|(n, point)| set.nth(n as u32) == *point), "{:?}", list);
        for point in points() {
            let beside = |p: &Point| set.has(bit(*p)) && point.0.abs_diff(p.0) + point.1.abs_diff(p.1) <= 1;
            assert_eq!(set.near().has(bit(point)), points().iter().any(beside), "{:?} in {:?}", point, list);
        }
        // No bit outside of the board is set.
        assert_eq!(set.near().minus(Points::ALL), Points::EMPTY);
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
        let twin = Twin::place(white, black, turn, expanded);
        assert_eq!(twin.difference(), None, "{} / {}", white, black);
        assert_eq!(legal.split(' ').find(|line| !twin.allows(line)), None, "{} / {}", white, black);
        assert_eq!(illegal.split(' ').find(|line| twin.allows(line)), None, "{} / {}", white, black);
    }
}

/// The policy's scores, of which these liberties have theirs, but for so much.
fn scores(board: &Board, expected: &[(&str, f32)], off: f32) -> Scores {
    let mut scores = Scores::new();
    scores.fill(board, &Policy::new(&WEIGHTS));
    for (name, expected) in expected {
        let point = Move::parse(name).unwrap().last;
        let found = scores.list.iter().find(|entry| entry.0 == point).expect("a liberty").1;
        assert!((found - expected).abs() <= off, "{} is {}", name, found);
    }
    scores
}

#[test]
fn the_example_of_the_policy_has_its_scores() {
    let board = Twin::place("E3", "B2 C2 C4 D4", 1, true).board;
    let expected = [("E4", 8.24), ("D2", 6.25), ("D3", 5.71), ("B1", 3.99), ("C3", 2.13)];
    assert_eq!(scores(&board, &expected, 0.006).pack(&board).to_string(), "E4-D2");
}

#[test]
fn the_records_of_stones_have_the_leads_of_their_example() {
    let mut amaf = Amaf::new();
    for (mv, result) in [("E4-D2", 12.0), ("E4-B3", 6.0), ("B4-B3", -6.0)] {
        amaf.add(Move::parse(mv).unwrap().stones, result);
    }
    for (point, lead) in [("E4", 1.4), ("D2", 1.3), ("B3", -1.1)] {
        let found = amaf.lead(Move::parse(point).unwrap().last);
        assert!((found - lead).abs() < 0.05, "{} leads by {}", point, found);
    }
}

#[test]
fn a_board_that_is_printed_reads_back_and_the_decision_of_the_head_is_the_programs() {
    let twin = Twin::sample("05", 20);
    for plies in 0..=20 {
        let twin = Twin::after(&twin.played[..plies]);
        let printed = twin.board.to_string().replace('w', "o").replace('b', "x");
        let drawn = twin.game.draw().lines().take(15).collect::<Vec<_>>().join("\n");
        assert_eq!(common::signs(&printed), common::signs(&drawn));
        assert!(printed.ends_with(["White to move", "Black to move"][twin.game.turn]));
    }
    let mut scores = scores(&twin.board, &[("E6", 6.9), ("E11", 6.6)], 0.05);
    assert_eq!(scores.pack(&twin.board).stones, Move::parse("K2-A3-N3-E6-L8-K10-B12").unwrap().stones);
    let report = Search::new(1).think(&twin.board, Budget::fixed(0, 300_000)).expect("a move");
    let found = (report.best.to_string(), report.depth, format!("{:+.1}", report.score));
    assert_eq!(found, ("K2-A3-J5-C11-E11-J14-N8".to_string(), 4, "+0.8".to_string()));
}

#[test]
fn every_illegality_has_its_reason() {
    let mut table = vec![
        ("H8", "H8", "not vacant"),
        ("H8 A1", "H9-H9", "named twice"),
        ("H8 A1", "H9-A3", "no special move"),
        ("H8 A1 C3 H10", "H9-C4-G8", "second stone"),
        ("H8 A1 C3 H10", "H9", "not complete"),
        ("H8 A1", "C3-H9", "touches no group"),
        ("H8 A1 H9", "A2-C3", "somebody has expanded"),
        ("H8 A1 G8 A2 F8", "A3-D3", "somebody has expanded"),
    ];
    table.extend(["P1", "A16", "A0", "A01", "a1", "H8-", "", " H8"].map(|line| ("", line, "expected a move")));
    for (before, line, reason) in table {
        let twin = Twin::after(before.split_whitespace());
        let fault = twin.game.clone().write(line).expect_err(line);
        assert!(fault.to_string().contains(reason), "{} {:?}: {}", before, line, fault);
        assert_eq!(matches!(fault, Fault::Unreadable(_)), reason.starts_with("expected"), "{:?}: {}", line, fault);
    }
    let twin = Twin::place("H8", "C3", 1, false);
    let fault = twin.game.clone().write("C4-C5").unwrap_err();
    assert!(fault.to_string().contains("touches a stone of the expansion"), "{}", fault);
}

#[test]
fn expansions_are_listed_once_and_are_those_that_the_verdict_allows() {
    // Every subset of the liberties of positions with few of them.
    for (name, plies) in [("01", 52), ("07", 57), ("09", 57), ("15", 50), ("11", 57), ("05", 62)] {
        let twin = Twin::sample(name, plies);
        let mut listed: Vec<Vec<Point>> = Vec::new();
        twin.game.each_expansion(&mut |stones| {
            let mut stones = stones.to_vec();
            stones.sort_unstable();
            listed.push(stones);
        });
        listed.sort();
        let free = twin.game.explorations();
        let mut liberties: Vec<Point> = twin.game.vacant();
        liberties.retain(|p| !free.contains(p));
        liberties.sort_unstable();
        let mut allowed = Vec::new();
        for subset in 1..1 << liberties.len() {
            let in_it = (0..liberties.len()).filter(|i| subset >> i & 1 == 1);
            let stones: Vec<Point> = in_it.map(|i| liberties[i]).collect();
            allowed.extend(Some(stones).filter(|stones| twin.allows(&format_move(stones))));
        }
        allowed.sort();
        assert_eq!(listed, allowed, "game-{} after {}", name, plies);
    }
}

// ---- The search and the protocol --------------------------------------------------------------------------------------

#[test]
fn every_prefix_of_the_samples_is_answered_legally() {
    let mut search = Search::new(1);
    common::every_prefix_of_the_samples_is_answered::<Match>("symple", |_, moves| {
        Some(search.think(&Twin::after(moves).board, Budget::fixed(0, 20))?.best.to_string())
    });
}

/// Flat Monte Carlo, as at the head of the player's `search`. Also returns the turns of its playouts.
fn flat_monte_carlo(board: &Board, moves: &[Move], playouts: usize, random: &Policy, rng: &mut Rng) -> (Move, u64) {
    let (mut scores, mut turns) = (Scores::new(), 0);
    let mut best = (f64::NEG_INFINITY, moves[0]);
    for mv in moves {
        let mut sum = 0.0;
        for _ in 0..playouts {
            let mut after = *board;
            after.play(*mv);
            turns += random.playout(&mut after, &mut scores, rng.next(), u64::MAX);
            sum += f64::from(if board.turn == 0 { after.margin() } else { -after.margin() });
        }
        if sum > best.0 {
            best = (sum, *mv);
        }
    }
    (best.1, turns)
}

#[test]
fn the_search_beats_flat_monte_carlo_with_a_tenth_of_its_turns() {
    // A policy to which all liberties are equal.
    let random = Policy::new(&Weights { features: [[0.0; 3]; FEATURES], ..WEIGHTS });
    for seed in 0..4 {
        let (mut board, mut rng, mut scores) = (Board::new(), Rng(seed), Scores::new());
        let (mut search, mut turns, mut nodes) = (Search::new(seed), 0, 0);
        while !board.vacant().is_empty() {
            let mv = if board.turn as u64 == seed % 2 {
                let report = search.think(&board, Budget::fixed(0, 400)).expect("a move");
                nodes += report.nodes;
                report.best
            } else {
                let moves: Vec<Move> = (0..16).map(|_| random.choose(&board, &mut scores, rng.next())).collect();
                let (mv, played) = flat_monte_carlo(&board, &moves, 10, &random, &mut rng);
                turns += played;
                mv
            };
            board.play(mv);
        }
        let lead = if seed % 2 == 0 { board.margin() } else { -board.margin() };
        assert!(lead > 25 && 10 * nodes < turns, "seed {}: {} points, {} of {} turns", seed, lead, nodes, turns);
    }
}

#[test]
fn bad_lines_are_named() {
    for line in ["P1", "start", "A16", "A1-A1", "A1--B2", "H8-", "quit", "Start", "\u{e9}"] {
        common::bad_lines(&PLAYER, &[(&["Start", line], "vacant points, such as")]);
    }
    // The opponent's first stone is not vacant any more.
    common::bad_lines(&PLAYER, &[(&["A1", "A1"], "vacant points")]);
}

#[test]
fn what_the_jury_relays_is_played_even_if_illegal() {
    // Two stones that touch nothing are no legal first move, but they fit on the board.
    assert_eq!(common::answer(&PLAYER, &["A1-H8"]).0.lines().count(), 1);
}
