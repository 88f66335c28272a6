//! Lamistra: the player's fast rules against the jury's slow ones, the samples, and known positions.

#[path = "../lamistra.rs"]
#[allow(dead_code)]
mod lamistra;

#[macro_use]
#[allow(dead_code)]
mod common;

use common::rules::{Fast, View, Writer};
use jury::rules::game::{Game, Rng};
use jury::rules::lamistra::{Match, ROLES};
use lamistra::contest::{Budget, Options};
use lamistra::eval::{sane_answers, Position};
use lamistra::matrix::{draw, solve, Mix, Payoffs};
use lamistra::protocol::run;
use lamistra::roles::{self, choose_role};
use lamistra::rules::{bits, parse_role, role_letter, Board, Kind, Move, Roles};
use lamistra::rules::{COLONEL, FLAG, FRESH, GENERAL, MOVED, NONE, SPY, STOCK};
use lamistra::search::{Node, Search, PROVEN, WIN};
use std::collections::HashSet;

struct Lamistra;

protocol_tests!("lamistra", run);
rules_tests!(Lamistra);

fn parse(line: &str) -> Move {
    Move::parse(line).unwrap_or_else(|| panic!("{:?} is no move", line))
}

/// The positions after each whole ply, the start first, and the lines of a ply that is not complete: a move, a role.
fn follow(mut lines: &[String]) -> (Vec<Position>, &[String]) {
    let mut position = Position::new(&Board::new());
    let mut all = vec![position];
    while let Some(mv) = lines.first().map(|line| parse(line)) {
        let count = if position.board.is_attack(mv) { 3 } else { 1 };
        if lines.len() < count {
            break;
        }
        let [role, answer] = [1, 2].map(|at| if count > 1 { parse_role(&lines[at]).expect("a role") } else { NONE });
        position = position.after(Move { role, ..mv }, answer);
        all.push(position);
        lines = &lines[count..];
    }
    (all, lines)
}

/// The board of a sample after so many plies.
fn sample(number: &str, plies: usize) -> Board {
    follow(&common::sample("lamistra", number).lines()).0[plies].board
}

/// All positions of the samples.
fn positions() -> Vec<Position> {
    common::samples("lamistra").iter().flat_map(|(_, record)| follow(&record.lines()).0).collect()
}

/// A board without a piece.
fn empty(ply: u16) -> Board {
    let mut board = Board::new();
    if ply % 2 == 1 {
        board.play(parse("d3-d4"), NONE);
        board.set_ban(0, Move::NULL);
    }
    (0..49).for_each(|cell| board.put(cell, 0, NONE));
    board.ply = ply;
    board
}

/// The same board set up piece by piece.
fn made_anew(board: &Board) -> Board {
    let mut anew = empty(board.ply);
    for (cell, (side, kind)) in (0..49).map(|cell| (cell, board.piece(cell))).filter(|(_, piece)| piece.1 != NONE) {
        anew.put(cell, side, kind);
    }
    for (side, line) in board.to_string().lines().skip(8).enumerate() {
        let given = |role: Kind| i32::from(STOCK[usize::from(role)]) - board.stock(side, role);
        (FLAG..=SPY).for_each(|role| (0..given(role)).for_each(|_| anew.take(side, role)));
        anew.set_ban(side, parse(&line[line.len() - 5..]));
    }
    anew
}

/// The letters of the roles that may be named. The flag comes last, so that random games are long.
fn letters(set: Roles) -> Vec<String> {
    let mut all: Vec<String> = bits(set).map(|role| role_letter(role).to_string()).collect();
    all.reverse();
    all
}

/// The roles of the attacker and of the defender. For a quiet move "none" and "none".
fn pairs(board: &Board, mv: Move) -> [Vec<Kind>; 2] {
    match board.is_attack(mv) {
        true => [board.attacker_roles(mv.from), board.defender_roles(mv.to)].map(|set| bits(set).collect()),
        false => [vec![NONE], vec![NONE]],
    }
}

/// The board after a move with both roles.
fn played(board: &Board, mv: Move, answer: Kind) -> Board {
    let mut next = *board;
    next.play(mv, answer);
    next
}

fn nodes(nodes: u64) -> Budget {
    Budget::fixed(i32::MAX, nodes)
}

impl Fast for Lamistra {
    const GAME: &'static str = "lamistra";
    const SENDS_LAST: Option<bool> = None;
    type Slow = Match;

    fn start(_: &[String]) -> Match {
        Match::new()
    }

    fn view(game: &Match, lines: &[String]) -> View {
        let (positions, begun) = follow(lines);
        let position = *positions.last().expect("a start");
        let (board, result) = (position.board, position.board.result());
        assert_eq!(position, Position::new(&board), "the evaluation, kept and made anew");
        assert_eq!(board, made_anew(&board));
        // The same game with left and right exchanged.
        let across = |c: char| if c.is_ascii_lowercase() { char::from(b'a' + b'g' - c as u8) } else { c };
        let mirrored: Vec<String> = lines.iter().map(|line| line.chars().map(across).collect()).collect();
        let value = follow(&mirrored).0.last().map(|position| position.evaluate());
        assert_eq!(value, Some(position.evaluate()), "the evaluation of the mirrored position\n{}", board);
        for side in 0..2 {
            let stock = |role: &Kind| board.stock(side, *role) as usize;
            assert!((FLAG..=SPY).map(|role| stock(&role)).eq(ROLES.map(|role| game.stock(side, role))), "\n{}", board);
            assert!(result.is_some() || board.spare(side) as usize == game.spare(side), "spare\n{}", board);
        }
        let turn = if begun.len() == 2 { 1 - board.turn() } else { board.turn() };
        let listed = match begun {
            _ if result.is_some() => Vec::new(),
            [] => {
                // Attacks first, so that random games are eventful.
                let (attacks, quiet): (Vec<Move>, Vec<Move>) = board.legal_moves().partition(|mv| board.is_attack(*mv));
                attacks.iter().chain(&quiet).map(Move::to_string).collect()
            }
            [attack, attacker @ ..] => {
                let mv = parse(attack);
                letters(if attacker.is_empty() { board.attacker_roles(mv.from) } else { board.defender_roles(mv.to) })
            }
        };
        let points = result.map(|points| points[turn] - points[1 - turn]);
        let hash = if begun.is_empty() && result.is_none() { Some(board.hash) } else { None };
        View { lines: listed, turn, points, board: board.to_string(), hash }
    }

    fn writer() -> Writer<Match> {
        let mut search = Search::new(1);
        Box::new(move |game, lines| {
            let (positions, begun) = follow(lines);
            let board = positions.last().map(|position| position.board).filter(|board| board.result().is_none())?;
            let [attack, attacker @ ..] = begun else {
                let mv = search.think(&board, nodes(300))?.best;
                // Against a known piece the search has found the role.
                if board.is_attack(mv) && board.piece(mv.to).1 < FRESH {
                    let fight = choose_role(&mut search, &board, mv, board.turn(), nodes(300));
                    assert_eq!((fight.best, fight.nodes), (mv, 0));
                }
                return Some(mv.to_string());
            };
            let side = if attacker.is_empty() { board.turn() } else { 1 - board.turn() };
            let role = choose_role(&mut search, &board, parse(attack), side, nodes(300)).best.role;
            assert!(role != FLAG || game.choices().unwrap() == ["V"], "the flag was named without need");
            Some(role_letter(role).to_string())
        })
    }
}

#[test]
fn every_illegality_has_its_reason() {
    let rows = [
        ("d3-d4;d5-d4;L;R;c3-d3", ""),
        ("d3-d4;a5-a4;d4-d3", "straight back to d3"),
        ("d3-d4;a5-a4;c3-c4;a4-a5", "straight back to a5"),
        ("d3-d4;d5-d4;L;R;c3-c4;d4-d5", ""),
        ("d3-d4;d5-d4;B", "never attacks"),
        ("d3-d4;d5-d4;L;B", "d4 has moved: it is not B"),
        ("d3-d4;d5-d4;L;V", "d4 has moved: it is not V"),
        ("d3-d4;e5-e4;d4-d5;G;B;d5-d4", "never moves"),
        ("d3-d4;e5-e4;d4-d5;M;B;d6-d5;O;M", ""),
        ("d3-d4;d5-d4;G;R;d2-d3;d4-d3;O", "stays so"),
        ("d3-d4;d5-d4;G;S;c3-c4;c5-c4;G", "no G left to give"),
        ("d3-d4;d5-d4;S;G", ""),
        ("b3-b4", "lake"),
        ("d3-d5", "a piece goes one step, straight"),
        ("d3-d3", "a piece goes one step, straight"),
        ("d3-e4", "a piece goes one step, straight"),
        ("a5-a4", "opponent's"),
        ("a4-a5", "no piece on a4"),
        ("d2-d3", "an own piece stands on d3"),
        ("d3-d4;d5-d4;Q", "unreadable: expected a role: one of V B G O L M R S"),
        ("d3-d4;d5-d4;l", "unreadable: expected a role: one of V B G O L M R S"),
        ("d3-d8", "unreadable: expected a move such as d3-d4, cells a1 to g7"),
        ("d3d4", "unreadable: expected a move such as d3-d4, cells a1 to g7"),
        (" d3-d4", "unreadable: expected a move such as d3-d4, cells a1 to g7"),
    ];
    common::rules::each_has_its_reason(&Match::new(), &rows, 3320311582);
}

/// Each fact about a position has a number of its own in the hash. Two equal ones would cancel each other out.
#[test]
fn no_two_facts_have_one_key() {
    let (empty, mut keys) = (empty(0), HashSet::from([0]));
    let mut add = |change: &dyn Fn(&mut Board)| {
        let mut board = empty;
        change(&mut board);
        assert!(keys.insert(board.hash ^ empty.hash), "a second time:\n{}", board);
    };
    add(&|board| {
        // Only the turn is left of this.
        board.put(0, 0, MOVED);
        board.play(parse("a1-a2"), NONE);
        board.put(7, 0, NONE);
        board.set_ban(0, Move::NULL);
    });
    for side in 0..2 {
        for cell in 0..49 {
            (FLAG..=MOVED).for_each(|kind| add(&|board| board.put(cell, side, kind)));
            let bans = (0..49).filter(|to| *to != cell).map(|to| Move { from: cell, to, role: NONE });
            bans.for_each(|ban| add(&|board| board.set_ban(side, ban)));
        }
        for role in FLAG..=SPY {
            (0..STOCK[usize::from(role)])
                .for_each(|more| add(&|board| (0..=more).for_each(|_| board.take(side, role))));
        }
    }
}

/// Contempt depends on what is left of the game, on how many pieces the enemy has, and on how much we lead.
#[test]
fn contempt_is_for_a_weak_enemy_and_ends_when_pieces_are_taken() {
    let (start, mut weak, mut search) = (Board::new(), Board::new(), Search::new(1));
    (GENERAL..SPY).for_each(|role| weak.take(1, role));
    for (board, expected) in [(start, [0; 7]), (weak, [0, 0, 4, 44, 252, 392, 8])] {
        search.begin(&Position::new(&board), 0, nodes(0));
        let price = |mut board: Board, ply| {
            board.ply = ply;
            search.contempt(&board)
        };
        assert_eq!([0, 86, 88, 98, 150, 350, 398].map(|ply| price(start, ply)), expected, "\n{}", board);
        let (less, taken) = (sample("05", 40), 3);
        assert_eq!(price(start, 150) - price(less, 150), taken * 12 * 4 * expected[4].signum());
    }
}

// ---- The search -------------------------------------------------------------------------------------------------------

/// All moves, with roles, that win by force within the depth.
fn sure_wins(position: &Position, depth: i32) -> Vec<Move> {
    let (board, mut search) = (&position.board, Search::new(1));
    let with_roles = |mv| pairs(board, mv)[0].clone().into_iter().map(move |role| Move { role, ..mv });
    let moves: Vec<Move> = board.legal_moves().flat_map(with_roles).collect();
    let wins = moves.into_iter().filter(|&mv| {
        search.begin(position, board.turn(), Budget::fixed(depth, u64::MAX));
        search.move_score(position, mv, Node { depth, ply: 0, alpha: -WIN, beta: WIN }).unwrap() > PROVEN
    });
    wins.collect()
}

/// Does the side win by force within so many plies? Every move, role and answer is tried. As in the search, the
/// defender may know the attacker's role.
fn wins(board: &Board, depth: usize, side: usize) -> bool {
    if depth == 0 || board.result().is_some() {
        return board.result().is_some_and(|points| points[side] == 12);
    }
    let ours = board.turn() == side;
    let mut fights = board.legal_moves().flat_map(|mv| {
        let [own, answers] = pairs(board, mv);
        own.into_iter().map(move |role| {
            let won = |answer: &Kind| wins(&played(board, Move { role, ..mv }, *answer), depth - 1, side);
            // A move of ours has to win against all answers, one of theirs must not find an answer of ours.
            answers.iter().all(|answer| won(answer) == ours) == ours
        })
    });
    if ours {
        fights.any(|won| won)
    } else {
        fights.all(|won| won)
    }
}

#[test]
fn no_sure_win_is_missed_and_none_is_imagined() {
    let (mut won, mut tried) = (0, 0);
    for position in positions() {
        // Late endings only: earlier ones have too many pairs of roles.
        let board = &position.board;
        if board.pieces(0) + board.pieces(1) <= 20 && board.legal_moves().count() <= 8 && board.result().is_none() {
            tried += 1;
            let found = sure_wins(&position, 3);
            let sure = wins(board, 3, board.turn());
            assert_eq!(!found.is_empty(), sure, "\n{}", board);
            if sure {
                won += 1;
                let best = Search::new(1).think(board, nodes(200_000)).unwrap().best;
                assert!(found.contains(&best), "{} {}\n{}", best, best.role, board);
            }
        }
    }
    assert!(won >= 5 && tried >= 50, "only {} wins in {} positions", won, tried);
}

/// Blue's points for each pair of roles in the last attack of a game. Unless the flag falls, both share 4.
fn last_fight(board: &Board, attack: Move) -> (Payoffs, [Roles; 2]) {
    let sets = [board.attacker_roles(attack.from), sane_answers(board, attack.to)];
    let mut payoffs: Payoffs = [[0.0; 9]; 9];
    for role in bits(sets[0]) {
        for answer in bits(sets[1]) {
            let next = played(board, Move { role, ..attack }, answer);
            payoffs[usize::from(role)][usize::from(answer)] = f64::from(next.result().unwrap()[1]);
        }
    }
    (payoffs, sets)
}

#[test]
fn last_half_moves() {
    // Red's spare is 0: an attack on b3 meets a bomb, or wins by the flag. Red will not name the flag.
    let board = sample("03", 399);
    assert_eq!(board.spare(0), 0);
    assert_ne!(Search::new(1).think(&board, nodes(20_000)).unwrap().best.to_string(), "b2-b3");
    // A matrix game without search: e4-e3 is worth -2/3 to Blue, a quiet move 0.
    let board = sample("01", 399);
    let (payoffs, sets) = last_fight(&board, parse("e4-e3"));
    let (mixes, value) = solve(&payoffs.map(|row| row.map(|blue| 2.0 * blue - 4.0)), sets);
    assert!((value + 2.0 / 3.0).abs() < 1e-3, "{}", value);
    assert!(mixes.iter().all(|mix| (mix[usize::from(COLONEL)] - 2.0 / 3.0).abs() < 0.01), "{:?}", mixes);
    let mv = Search::new(1).think(&board, nodes(20_000)).unwrap().best;
    assert!(!board.is_attack(mv), "{}", mv);
}

// ---- Matrix games -----------------------------------------------------------------------------------------------------

fn assert_solved(payoffs: &Payoffs, sets: [Roles; 2]) -> [Mix; 2] {
    let (mixes, value) = solve(payoffs, sets);
    for (mix, set) in mixes.iter().zip(sets) {
        assert!((mix.iter().sum::<f64>() - 1.0).abs() < 1e-9, "{:?}", mix);
        assert!((0..9).all(|role| mix[role] >= 0.0 && (set >> role & 1 != 0 || mix[role] == 0.0)), "{:?}", mix);
    }
    // What the attacker gets at least by its mix, and at most against the defender's. The exact value lies between.
    let against = |c: Kind| (0..9).map(|r| mixes[0][r] * payoffs[r][usize::from(c)]).sum::<f64>();
    let of = |r: Kind| (0..9).map(|c| mixes[1][c] * payoffs[usize::from(r)][c]).sum::<f64>();
    let least = bits(sets[1]).map(against).fold(f64::INFINITY, f64::min);
    let most = bits(sets[0]).map(of).fold(f64::NEG_INFINITY, f64::max);
    assert!(value - least < 2e-3 && most - value < 2e-3, "{} to {}, value {}", least, most, value);
    mixes
}

#[test]
fn neither_side_gains_by_leaving_its_mix() {
    let mut rng = Rng(5);
    for _ in 0..300 {
        // The first 1 to 6 roles against 1 to 7 from the second on.
        let (rows, columns) = ((2 << (1 + rng.below(6))) - 2, (4 << (1 + rng.below(7))) - 4);
        let payoffs: Payoffs = [[0.0; 9]; 9].map(|row: Mix| row.map(|_| rng.unit() * 2.0 - 1.0));
        for mix in assert_solved(&payoffs, [rows, columns]) {
            // A thousand points side by side draw the roles in proportion.
            let mut counts = [0; 9];
            (0..1_000).for_each(|n| counts[usize::from(draw(&mix, (f64::from(n) + 0.5) / 1_000.0))] += 1);
            let off = |role: usize| f64::from(counts[role]) - 1_000.0 * mix[role];
            assert!((0..9).all(|role| off(role).abs() < 1.5), "{:?} of {:?}", counts, mix);
        }
    }
}

// ---- Examples of the file ---------------------------------------------------------------------------------------------

/// The smallest example in `matrix`.
const LAST: &str = "7 . . . . . . !
6 . . . . . . .
5 . . - - . . .
4 . ~ + . . ~ .
3 . . . . + . .
2 . . . . . . .
1 ? . . . . . .
  a b c d e f g  after 399 plies
Red  VGL e2-e3
Blue VOS d6-d5";

#[test]
fn the_examples_of_the_file_and_the_decision_of_its_head_are_the_programs() {
    for board in [Board::new().to_string(), LAST.to_string()] {
        let missing = board.lines().find(|line| !include_str!("../lamistra.rs").contains(line));
        assert_eq!(missing, None, "not in the file");
    }
    let [g, o, l, r, s] = [b'G', b'O', b'L', b'R', b'S']
        .map(|letter| usize::from(parse_role(std::str::from_utf8(&[letter]).unwrap()).unwrap()));
    let mut last = empty(399);
    for (name, side, kind) in
        [("a1", 0, FRESH), ("c4", 0, MOVED), ("e3", 0, MOVED), ("g7", 1, FRESH), ("c5", 1, MOVED), ("d5", 1, MOVED)]
    {
        last.put(parse(&format!("{}-a1", name)).from, side, kind);
    }
    for (side, left, ban) in [(0, [g, l], "e2-e3"), (1, [o, s], "d6-d5")] {
        for role in 2..9 {
            let kept = usize::from(left.contains(&role));
            (kept..usize::from(STOCK[role])).for_each(|_| last.take(side, role as Kind));
        }
        last.set_ban(side, parse(ban));
    }
    assert_eq!(last.to_string(), LAST);
    let (points, sets) = last_fight(&last, parse("c5-c4"));
    assert_eq!(sets, [1 << o | 1 << s, 1 << g | 1 << l]);
    assert_eq!([o, s].map(|role| [g, l].map(|answer| points[role][answer])), [[1.0, 3.0], [3.0, 1.0]]);
    assert!((solve(&points, sets).1 - 2.0).abs() < 1e-3);
    // The head: after d3-d4 Blue has five moves, one of them an attack.
    let (board, attack, deep) =
        (played(&Board::new(), parse("d3-d4"), NONE), parse("d5-d4"), Budget::fixed(7, u64::MAX));
    assert_eq!(board.legal_moves().count(), 5);
    let report = Search::new(1).think(&board, deep).unwrap();
    assert_eq!((report.best.to_string(), report.score), ("g5-g4".to_string(), -4));
    let sets = [board.attacker_roles(attack.from), sane_answers(&board, attack.to)];
    assert_eq!(sets.map(u16::count_ones), [6, 6]);
    let scored = bits(sets[0]).map(|role| {
        let mut search = Search::new(1);
        search.begin(&Position::new(&board), 1, deep);
        let node = Node { depth: 7, ply: 0, alpha: -WIN, beta: WIN };
        (search.move_score(&Position::new(&board), Move { role, ..attack }, node).unwrap(), role)
    });
    assert_eq!(scored.max().map(|(score, role)| (score, role_letter(role))), Some((-13, 'R')));
    let payoffs = |budget| roles::payoffs(&mut Search::new(1), &board, attack, 1, budget);
    let hundredths = |row: &Mix| [g, o, r].map(|role| (100.0 * row[role]).round() as i32);
    assert_eq!(hundredths(&solve(&payoffs(deep).0, sets).0[0]), [7, 31, 62]);
    // The first fight of a game, four plies deep. The averages in the file are of the numbers as they are drawn.
    let (mut drawn, depth) = payoffs(Budget::fixed(4, u64::MAX));
    assert_eq!((depth, [g, o, r].map(|role| hundredths(&drawn[role]))), (4, [[0, 49, -19], [-46, 0, 5], [24, 0, 0]]));
    drawn.iter_mut().flatten().for_each(|x| *x = (*x * 100.0).round() / 100.0);
    let mixes = assert_solved(&drawn, [1 << g | 1 << o | 1 << r; 2]);
    assert_eq!(mixes.map(|mix| hundredths(&mix)), [[2, 32, 66], [5, 28, 67]]);
}

// ---- The protocol -----------------------------------------------------------------------------------------------------

#[test]
fn the_jury_sends_what_the_page_says() {
    let mut game = Match::new();
    let rows = [
        ("", ["Start", ""]),
        ("d3-d4", ["", "d3-d4"]),
        // The defender hears of an attack when it is asked for its role, the attacker's role when it has said its own.
        ("d5-d4", ["", ""]),
        ("L", ["d5-d4", ""]),
        ("R", ["L", "R"]),
        ("c3-c4", ["", "c3-c4"]),
        ("a5-a4", ["a5-a4", ""]),
        ("c4-c5", ["", ""]),
        ("G", ["", "c4-c5"]),
        ("V", ["V", "G"]),
    ];
    common::secrets::each_is_sent(&mut game, &rows);
    // The flag is taken. Nothing announces that.
    assert_eq!((game.to_write(), [0, 1].map(|seat| game.farewell(seat))), (None, [None; 2]));
}

#[test]
fn bad_lines_are_refused_and_what_the_jury_relays_is_applied() {
    let expected = "a move such as d3-d4, of a piece on turn";
    common::refuses(&PLAYER, expected, &["hello", "start", "Start;d5-d9", "Start;G"]);
    common::refuses(&PLAYER, expected, &["Start;d4-d3", "Start;a1-a2", "Start;a7-a6", "d5-d4"]);
    // Two steps are illegal, but an attack that can be applied: then a role is expected.
    common::refuses(&PLAYER, "a role", &["d3-d5;Q", "d3-d5;d3-d4"]);
    let text = common::answer(&PLAYER, &["\r", "  d3-d5  \r", "\r", "G", "X"]).0;
    let lines: Vec<&str> = text.lines().collect();
    assert!(parse_role(lines[0]).is_some() && Move::parse(lines[1]).is_some(), "{:?}", lines);
    // After any moves that can be applied, of any piece, the search still works.
    let (mut rng, mut search) = (Rng(7), Search::new(1));
    for _ in 0..200 {
        let mut board = Board::new();
        for _ in 0..400 {
            let [from, to, role, answer] = [49, 49, 8, 8].map(|n| rng.below(n) as u8);
            let mv = Move { from, to, role: NONE };
            match board.is_attack(mv) {
                _ if board.result().is_some() || !board.can_apply(mv) => continue,
                true => board.play(Move { role: 1 + role, ..mv }, 1 + answer),
                false => board.play(mv, NONE),
            }
            assert_eq!(board, made_anew(&board));
            if let Some(report) = search.think(&board, nodes(200)).filter(|report| board.is_attack(report.best)) {
                (0..2).for_each(|side| _ = choose_role(&mut search, &board, report.best, side, nodes(200)));
            }
        }
    }
}

// ---- The jury's picture and partners ----------------------------------------------------------------------------------

#[test]
fn the_board_shows_who_moved_who_fell_and_what_is_known() {
    let lines = ["d3-d4", "d5-d4", "L", "L", "c3-c4", "c5-c4", "R", "G"].map(str::to_string);
    let drawn = |count: usize| {
        let mut game = Match::new();
        lines[..count].iter().for_each(|line| drop(game.write(line).expect("a legal line")));
        game.picture(None, &lines[..count])
    };
    let rows = [
        ("cell", 22, "0.7 6.2 1 1 / 6.7 0.2 1 1"),
        ("cell dark", 23, "1.7 6.2 1 1 / 5.7 0.2 1 1"),
        ("cell was", 2, "3.7 3.2 1 1 / 3.7 2.2 1 1"),
        ("lake", 2, "1.7 3.2 1 1 / 5.7 3.2 1 1"),
        ("red", 20, "1.2 6.7 0.38 / 7.2 4.7 0.38"),
        ("blue", 20, "0.84 2.34 0.72 0.72 / 6.84 0.34 0.72 0.72"),
        ("lost", 4, "3.95 2.45 4.45 2.95 / 3.95 3.95 4.45 3.45"),
        ("dot", 0, ""),
    ];
    common::draws(&drawn(4), "7.9 x 7.9 red blue 1", &rows);
    common::draws(&drawn(5), "7.9 x 7.9 red blue 1", &[("dot", 1, "3.2 3.7 0.12"), ("lost", 0, "")]);
    let rows =
        [("role", 39, "1.2 6.86 0.45 / 7.2 0.86 0.45"), ("lost", 2, "2.95 2.45 3.45 2.95 / 2.95 2.95 3.45 2.45")];
    common::draws(&drawn(8), "7.9 x 7.9 red blue 1", &rows);
    let left = "Red 1V 4B 0G 2O 2L 4M 5R 1S, Blue 1V 4B 1G 2O 2L 4M 4R 1S";
    assert_eq!(drawn(8).caption, format!("Half-move 4 of 400. To give: {}.", left));
}

#[test]
fn partners_play_as_ever() {
    common::partners::play_as_ever(
        "lamistra",
        [1309402919, 4185236825, 3328234754, 1736954628, 1277082936, 1525258316, 500231378],
    );
}
