//! Lamistra: the player's fast rules against the jury's slow ones, the samples, and known positions.

use jury::rules::game::{Game, Rng};
use jury::rules::lamistra::Match;
use player::contest::{Budget, Options};
use player::eval::sane_answers;
use player::matrix::{draw, solve, Mix, Payoffs};
use player::protocol::run;
use player::roles::{self, choose_role};
use player::rules::{bits, parse_role, role_letter, Board, Kind, Move};
use player::rules::{COLONEL, FLAG, FRESH, GENERAL, NONE, SPY};
use player::search::{Node, Search, PROVEN, WIN};
use quickcheck::{Gen, QuickCheck, TestResult};
use std::collections::HashMap;
use twin::{fights, read_board, Twin};

#[path = "../lamistra.rs"]
#[allow(dead_code)]
mod player;

#[macro_use]
#[allow(dead_code)]
mod common;

#[path = "lamistra/examples.rs"]
mod examples;

#[path = "lamistra/twin.rs"]
mod twin;

protocol_tests!("lamistra", run);

#[test]
fn every_illegality_has_its_reason() {
    // The last line is refused for this reason. Without one it is legal.
    for (text, reason) in [
        ("d3-d4;d5-d4;L;R;c3-d3", ""),
        ("d3-d4;a5-a4;d4-d3", "straight back"),
        ("d3-d4;a5-a4;c3-c4;a4-a5", "straight back"),
        ("d3-d4;d5-d4;L;R;c3-c4;d4-d5", ""),
        ("d3-d4;d5-d4;B", "never attacks"),
        ("d3-d4;d5-d4;L;B", "has moved"),
        ("d3-d4;d5-d4;L;V", "has moved"),
        ("d3-d4;e5-e4;d4-d5;G;B;d5-d4", "never moves"),
        ("d3-d4;e5-e4;d4-d5;M;B;d6-d5;O;M", ""),
        ("d3-d4;d5-d4;G;R;d2-d3;d4-d3;O", "stays so"),
        ("d3-d4;d5-d4;G;S;c3-c4;c5-c4;G", "no G left"),
        ("d3-d4;d5-d4;S;G", ""),
        ("b3-b4", "lake"),
        ("d3-d5", "one step"),
        ("d3-d3", "one step"),
        ("d3-e4", "one step"),
        ("a5-a4", "opponent's"),
        ("a4-a5", "no piece"),
        ("d2-d3", "own piece"),
        ("d3-d4;d5-d4;Q", "expected a role"),
        ("d3-d4;d5-d4;l", "expected a role"),
        ("d3-d8", "expected a move"),
        ("d3d4", "expected a move"),
        (" d3-d4", "expected a move"),
    ] {
        let mut game = Match::new();
        let mut faults: Vec<_> = text.split(';').map(|line| game.write(line).err().map(|f| f.to_string())).collect();
        let last = faults.pop().unwrap();
        assert!(faults.iter().all(Option::is_none), "{:?}: {:?}", text, faults);
        assert_eq!(last.is_some(), !reason.is_empty(), "{:?}: {:?}", text, last);
        assert!(last.unwrap_or_default().contains(reason), "{:?}", text);
    }
}

// ---- The player's rules beside the jury's -----------------------------------------------------------------------------

#[test]
fn both_rules_agree_in_random_games() {
    fn agree(choices: Vec<u16>) -> TestResult {
        let mut twin = Twin::new();
        for choice in choices {
            twin.choose(choice);
            if let Some(difference) = twin.difference() {
                return TestResult::error(format!("{} after {:?}", difference, twin.played));
            }
        }
        TestResult::passed()
    }
    QuickCheck::new().rng(Gen::new(60)).tests(200).quickcheck(agree as fn(Vec<u16>) -> TestResult);
    QuickCheck::new().rng(Gen::new(600)).tests(15).quickcheck(agree as fn(Vec<u16>) -> TestResult);
}

#[test]
fn samples_replay_to_their_score_by_both_rules() {
    for (name, record) in common::samples("lamistra") {
        let mut twin = Twin::new();
        for line in record.lines() {
            twin.write(&line);
            assert_eq!(twin.difference(), None, "{} {:?}", name, twin.played);
        }
        let points = record.points;
        assert_eq!((twin.board.result(), twin.game.points()), (Some(points), points), "{}", name);
    }
}

/// The roles that the attacker and the defender may name. For a quiet move "none" and "none".
fn pairs(board: &Board, mv: Move) -> (Vec<Kind>, Vec<Kind>) {
    if board.is_attack(mv) {
        (bits(board.attacker_roles(mv.from)).collect(), bits(board.defender_roles(mv.to)).collect())
    } else {
        (vec![NONE], vec![NONE])
    }
}

/// The board after a move with both roles.
fn played(board: &Board, mv: Move, answer: Kind) -> Board {
    let mut next = *board;
    next.play(mv, answer);
    next
}

/// Contempt depends on what is left of the game, on what the enemy has, and on how much we led so far.
#[test]
fn contempt_is_for_a_weak_enemy_and_ends_when_pieces_are_taken() {
    let mut weak = Board::new();
    (GENERAL..SPY).for_each(|role| weak.take(1, role));
    let mut search = Search::new(1);
    let prices = |search: &Search| {
        let with = |plies: usize, ply| {
            let mut board = Twin::sample("05", plies).board;
            board.ply = ply;
            search.contempt(&board)
        };
        let taken = Board::new().pieces(1) - Twin::sample("05", 40).board.pieces(1);
        assert!(taken == 3 && [0, 3 * 12 * 4].contains(&(with(0, 150) - with(40, 150))));
        [0, 86, 88, 98, 150, 350, 398].map(|ply| with(0, ply))
    };
    let full = [0, 0, 4, 44, 252, 392, 8];
    assert_eq!(prices(&search), [0; 7], "nothing is known of the enemy");
    search.observe(&weak);
    assert_eq!(prices(&search), [0; 7], "one lead is no opinion");
    (0..500).for_each(|_| search.observe(&weak));
    assert_eq!(prices(&search), full, "it gave ground");
    (0..10).for_each(|_| search.observe(&Board::new()));
    assert_eq!(prices(&search), full, "an opinion fades slowly");
    (0..500).for_each(|_| search.observe(&Board::new()));
    assert_eq!(prices(&search), [0; 7], "it holds");
}

/// If two keys are equal, they cancel each other out of the hash: of bans, say, or of roles left.
#[test]
fn positions_that_differ_hash_differently() {
    let mut seen: HashMap<u64, Board> = HashMap::new();
    // Any piece to any cell: the player applies what the jury relays.
    let anywhere = |board: &Board| -> Vec<Move> {
        let moves = (0..49u8).flat_map(|from| (0..49).map(move |to| Move { from, to, role: NONE }));
        moves.filter(|mv| board.can_apply(*mv) && mv.from != mv.to).collect()
    };
    let mut look = |board: &Board| {
        let mut board = *board;
        board.ply %= 2;
        assert_eq!(*seen.entry(board.hash).or_insert(board), board);
    };
    let mut rng = Rng(3);
    for _ in 0..20 {
        let mut board = Board::new();
        while board.result().is_none() {
            let moves: Vec<Move> = board.legal_moves().collect();
            for mv in moves.iter().filter(|mv| !board.is_attack(**mv)) {
                look(&played(&board, *mv, NONE));
            }
            let mv = *rng.pick(&moves);
            let (attackers, answers) = pairs(&board, mv);
            board.play(Move { role: *rng.pick(&attackers), ..mv }, *rng.pick(&answers));
        }
    }
    for mv in anywhere(&Board::new()) {
        if !Board::new().is_attack(mv) {
            let moved = played(&Board::new(), mv, NONE);
            look(&moved);
            let replies = anywhere(&moved).into_iter().filter(|reply| !moved.is_attack(*reply));
            replies.for_each(|reply| look(&played(&moved, reply, NONE)));
            continue;
        }
        for role in GENERAL..=SPY {
            (FLAG..=SPY).for_each(|answer| look(&played(&Board::new(), Move { role, ..mv }, answer)));
        }
    }
}

/// On both ways the same piece falls and the same one ends on a1. Only the move that may not be taken back differs.
#[test]
fn whose_move_may_not_be_taken_back_is_in_the_hash() {
    let quiet = |from, to| Move { from, to, role: NONE };
    for near in [21, 23, 24] {
        for far in 28..48 {
            let mut board = Board::new();
            for (from, to) in [(20, 25), (far, near), (0, far), (48, 27)] {
                board.play(quiet(from, to), NONE);
            }
            let (mut attacked, mut attacking) = (board, board);
            attacked.play(quiet(far, 0), NONE);
            attacked.play(Move { from: near, to: 0, role: GENERAL }, COLONEL);
            attacking.play(Move { from: far, to: near, role: COLONEL }, GENERAL);
            attacking.play(quiet(near, 0), NONE);
            assert!((0..64).all(|cell| attacked.code(cell) == attacking.code(cell)));
            assert_ne!(attacked.hash, attacking.hash, "{} and {}", near, far);
        }
    }
}

// ---- The search -------------------------------------------------------------------------------------------------------

fn nodes(nodes: u64) -> Budget {
    Budget::fixed(i32::MAX, nodes)
}

#[test]
fn every_prefix_of_the_samples_is_answered_legally() {
    let mut search = Search::new(1);
    for (_, record) in common::samples("lamistra") {
        let mut twin = Twin::new();
        for line in record.lines() {
            let mut game = twin.game.clone();
            if let [attack, _] = &twin.begun[..] {
                // The defender answers without knowing the attacker's role.
                let mv = Move::parse(attack).unwrap();
                let role = choose_role(&mut search, &twin.board, mv, 1 - twin.board.turn(), nodes(300)).best.role;
                game.write(&role_letter(role).to_string()).expect("a legal answer");
                assert!(role != FLAG || twin.game.choices().unwrap() == ["V"], "the flag was named without need");
            } else if twin.begun.is_empty() {
                let mv = search.think(&twin.board, nodes(300)).expect("a move").best;
                game.write(&mv.to_string()).expect("a legal move");
                if twin.board.is_attack(mv) {
                    let fight = choose_role(&mut search, &twin.board, mv, twin.board.turn(), nodes(300));
                    game.write(&role_letter(fight.best.role).to_string()).expect("a legal role");
                    // Against a known piece the search has found the role.
                    assert!(twin.board.piece(mv.to).1 >= FRESH || (fight.best, fight.nodes) == (mv, 0), "{}", mv);
                }
            }
            twin.write(&line);
        }
    }
}

/// All moves, with roles, that win by force within the depth.
fn sure_wins(twin: &Twin, depth: i32) -> Vec<Move> {
    let mut search = Search::new(1);
    let moves = twin.board.legal_moves().flat_map(|mv| {
        let with = move |role| Move { role, ..mv };
        pairs(&twin.board, mv).0.into_iter().map(with)
    });
    let wins = moves.filter(|&mv| {
        search.begin(twin.board.turn(), Budget::fixed(depth, u64::MAX));
        search.move_score(&twin.position, mv, Node { depth, ply: 0, alpha: -WIN, beta: WIN }).unwrap() > PROVEN
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
        let (own, answers) = pairs(board, mv);
        own.into_iter().map(move |role| {
            let mut after =
                answers.iter().map(|&answer| wins(&played(board, Move { role, ..mv }, answer), depth - 1, side));
            if ours {
                after.all(|won| won)
            } else {
                after.any(|won| won)
            }
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
    for (name, record) in common::samples("lamistra") {
        let mut twin = Twin::new();
        for line in record.lines() {
            // Late endings only: earlier ones have too many pairs of roles.
            let pieces = twin.board.pieces(0) + twin.board.pieces(1);
            if twin.begun.is_empty() && pieces <= 20 && twin.board.legal_moves().count() <= 8 {
                tried += 1;
                let found = sure_wins(&twin, 3);
                let sure = wins(&twin.board, 3, twin.board.turn());
                assert_eq!(!found.is_empty(), sure, "{} after {}", name, twin.board.ply);
                if sure {
                    won += 1;
                    let best = Search::new(1).think(&twin.board, nodes(200_000)).unwrap().best;
                    assert!(found.contains(&best), "{} after {}: {} {}", name, twin.board.ply, best, best.role);
                }
            }
            twin.write(&line);
        }
    }
    assert!(won >= 5 && tried >= 50, "only {} wins in {} positions", won, tried);
}

/// Blue's points for each pair of roles in the last attack of a game. Unless the flag falls, both share 4.
fn last_fight(board: &Board, attack: Move) -> (Payoffs, [u16; 2]) {
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
    let twin = Twin::sample("03", 399);
    assert_eq!(twin.board.spare(0), 0);
    let mv = Search::new(1).think(&twin.board, nodes(20_000)).unwrap().best;
    assert_ne!(mv.to_string(), "b2-b3");
    // A matrix game without search: e4-e3 is worth -2/3 to Blue, a quiet move 0.
    let twin = Twin::sample("01", 399);
    let attack = Move::parse("e4-e3").unwrap();
    let (payoffs, sets) = last_fight(&twin.board, attack);
    let (mixes, value) = solve(&payoffs.map(|row| row.map(|blue| 2.0 * blue - 4.0)), sets);
    assert!((value + 2.0 / 3.0).abs() < 1e-3, "{}", value);
    let colonel = usize::from(COLONEL);
    assert!(mixes.iter().all(|mix| (mix[colonel] - 2.0 / 3.0).abs() < 0.01), "{:?}", mixes);
    let mv = Search::new(1).think(&twin.board, nodes(20_000)).unwrap().best;
    assert!(!twin.board.is_attack(mv), "{}", mv);
}

// ---- Matrix games -----------------------------------------------------------------------------------------------------

fn assert_solved(payoffs: &Payoffs, sets: [u16; 2]) -> [Mix; 2] {
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
        assert_solved(&payoffs, [rows, columns]);
    }
}

#[test]
fn roles_are_drawn_as_solved() {
    let mut search = Search::new(1);
    let mut rng = Rng(4);
    for (board, mv) in fights(10) {
        let (own, answers) = (board.attacker_roles(mv.from), sane_answers(&board, mv.to));
        let (payoffs, depth) = roles::payoffs(&mut search, &board, mv, board.turn(), nodes(20_000));
        assert!(depth > 0);
        let mixes = assert_solved(&payoffs, [own, answers]);
        for mix in mixes {
            const N: usize = 2_000;
            let mut counts = [0usize; 16];
            for _ in 0..N {
                counts[usize::from(draw(&mix, rng.unit()))] += 1;
            }
            let kept: f64 = mix.iter().filter(|&&s| s >= 0.04).sum();
            let expected = mix.map(|share| if share >= 0.04 { share / kept * N as f64 } else { 0.0 });
            assert!((0..9).all(|role| expected[role] > 0.0 || counts[role] == 0), "a rare role was drawn");
            let off = |role: usize| (counts[role] as f64 - expected[role]).powi(2) / expected[role];
            let chi_square: f64 = (0..9).filter(|role| expected[*role] > 0.0).map(off).sum();
            // The 99.99 % limit for six degrees of freedom, the most there can be.
            assert!(chi_square < 27.9, "{} {:?} {:?}", mv, mix, counts);
        }
    }
}

// ---- The protocol -----------------------------------------------------------------------------------------------------

#[test]
fn lines_that_cannot_be_used() {
    let expected = "a move such as d3-d4, of a piece on turn";
    common::refuses(&PLAYER, expected, &["hello", "start", "Start;d5-d9", "Start;G"]);
    common::refuses(&PLAYER, expected, &["Start;d4-d3", "Start;a1-a2", "Start;a7-a6", "d5-d4"]);
    // Two steps are illegal, but an attack that can be applied: then a role is expected.
    common::refuses(&PLAYER, "a role", &["d3-d5;Q", "d3-d5;d3-d4"]);
}

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
fn what_the_jury_relays_is_applied() {
    // Two steps, then an attack that must be answered: illegal or odd.
    let text = common::answer(&PLAYER, &["\r", "  d3-d5  \r", "\r", "G", "X"]).0;
    let lines: Vec<&str> = text.lines().collect();
    assert!(parse_role(lines[0]).is_some() && Move::parse(lines[1]).is_some(), "{:?}", lines);
    // After any move that can be applied, of any piece, the search still works.
    let mut rng = Rng(7);
    let mut search = Search::new(1);
    for _ in 0..200 {
        let mut board = Board::new();
        for _ in 0..60 {
            let side = board.turn();
            if board.result().is_some() || board.pieces(side) == 0 {
                break;
            }
            let cells: Vec<u8> = bits(board.occupied[side]).collect();
            let mv = Move { from: *rng.pick(&cells), to: rng.below(49) as u8, role: 1 + rng.below(8) as u8 };
            if board.can_apply(mv) {
                if board.is_attack(mv) {
                    board.play(mv, 1 + rng.below(8) as u8);
                } else {
                    board.play(Move { role: NONE, ..mv }, NONE);
                }
            }
            assert_eq!(read_board(&board.to_string()), board);
            if board.result().is_none() {
                let mv = search.think(&board, nodes(200)).unwrap().best;
                if board.is_attack(mv) {
                    choose_role(&mut search, &board, mv, board.turn(), nodes(200));
                    choose_role(&mut search, &board, mv, 1 - board.turn(), nodes(200));
                }
            }
        }
    }
}
