//! More tests of a game that `make new` made, in which both sides write before they read what the other one has written.

use crate::made::{board_after, boards, games};
use crate::player::contest::{Budget, Options};
use crate::player::eval::{evaluate, POINT, WEIGHTS};
use crate::player::protocol;
use crate::player::rules::{Board, Move, Outcome, MOVES_MAX};
use crate::player::search::{Search, Turn, PROVEN, WIN};
use crate::Match;
use jury::rules::game::{Game, Seat};
use jury::rules::sparring::Open;
use std::collections::BTreeSet;

/// What the player chooses for the side on turn, the sign of its score, and what the tuner takes for its likeliest choice.
fn choose(board: &Board, depth: i32, seed: u64) -> (String, i32, String) {
    let mut search = Search::sized(seed, 1 << 10);
    let report = search.think(board, Budget::fixed(depth, 2_000)).expect("a choice");
    let known = search.known_best(board).unwrap_or(report.best); // Another turn may lie in its place of the table.
    (report.best.to_string(), report.score.signum(), known.to_string())
}

/// Whatever the first mover has written and nobody was sent, the second one answers the same.
#[test]
fn no_search_sees_what_is_not_shown() {
    for board in boards()[..4].iter().flat_map(|game| game.iter().step_by(6)) {
        let answer = |&first: &Move| {
            let mut half = *board;
            half.play(first);
            choose(&half, 9, 1)
        };
        let list = board.legal_moves();
        let answers: Vec<(String, i32, String)> = list.moves[..list.len.min(3)].iter().map(answer).collect();
        assert!(answers.windows(2).all(|two| two[0] == two[1]), "the answer to a line not shown\n{:?}", board);
    }
}

/// Three turns deep a search finds with a table what it finds without one: what was searched less deep is not used.
#[test]
fn the_table_changes_no_result() {
    for game in &boards()[..2] {
        let board = game[game.len() / 4 * 2];
        let find =
            |entries: usize| Search::sized(1, entries).think(&board, Budget::fixed(3, u64::MAX)).expect("a choice");
        assert_eq!(find(1 << 16).score, find(1).score, "with a table and without\n{:?}", board);
    }
}

/// Which of equal choices a deeper search keeps, the seed decides. Without weights all are equal that end no game.
#[test]
fn the_seed_decides_among_equal_choices() {
    let board = boards()[0][0];
    let kept = |seed: u64| -> BTreeSet<String> {
        let mut search = Search::sized(seed, 1 << 10);
        search.weights.fill(0);
        let list = &search.search_turn(&board, 2, None).expect("no clock runs").lists[0];
        list.moves[..list.len].iter().map(Move::to_string).collect()
    };
    let all: BTreeSet<BTreeSet<String>> = (0..8).map(kept).collect();
    assert!(all.len() > 1 || all.iter().all(|list| list.len() == board.legal_moves().len), "always {:?}", all);
}

/// Rows and columns of a turn: what the first mover gets in the search's units, if both play best behind it.
type Table = Vec<Vec<f64>>;

struct Solved {
    table: Table,
    mixes: [Vec<f64>; 2],
    value: f64,
    /// The largest number of the table less the smallest.
    stake: f64,
}

/// A turn by brute force. What lies so many turns behind it is worth its evaluation. `None`: too many positions.
fn solved(board: &Board, turns: usize, budget: &mut u32) -> Option<Solved> {
    *budget = budget.checked_sub(1)?;
    let lists = [0, 1].map(|side| board.seen_by(side).legal_moves());
    let mut table = Table::new();
    for &first in &lists[0].moves[..lists[0].len] {
        let mut row = Vec::new();
        for &second in &lists[1].moves[..lists[1].len] {
            let mut next = *board;
            next.play(first);
            next.play(second);
            row.push(match next.result() {
                Some(Outcome::Win) => f64::from(WIN),
                Some(Outcome::Loss) => f64::from(-WIN),
                Some(Outcome::Draw) => 0.0,
                Some(Outcome::Points) => f64::from(next.margin() * POINT),
                None if turns == 0 => f64::from(evaluate(&next, &WEIGHTS).clamp(-PROVEN, PROVEN)),
                None => solved(&next, turns - 1, budget)?.value,
            });
        }
        table.push(row);
    }
    let flat = table.iter().flatten();
    let (low, high) = flat.fold((f64::MAX, f64::MIN), |(low, high), &x| (low.min(x), high.max(x)));
    let (mixes, value) = value(&table, high - low);
    Some(Solved { table, mixes, value, stake: high - low })
}

/// Both mixes of a matrix game and its value, by multiplicative weights: the mean of what the two mean mixes secure.
fn value(table: &Table, stake: f64) -> ([Vec<f64>; 2], f64) {
    let (rows, columns) = (table.len(), table[0].len());
    let (mut gained, mut lost) = (vec![0.0; rows], vec![0.0; columns]);
    let mut sums = [vec![0.0; rows], vec![0.0; columns]];
    const ROUNDS: usize = 3_000;
    // The usual step of multiplicative weights, some sqrt(8 ln n / rounds): 4 serves for two to twenty choices.
    let rate = 4.0 / stake.max(1e-9) / (ROUNDS as f64).sqrt();
    let mix = |gains: &[f64]| -> Vec<f64> {
        let best = gains.iter().copied().fold(f64::MIN, f64::max);
        let weights: Vec<f64> = gains.iter().map(|gain| ((gain - best) * rate).exp()).collect();
        let sum: f64 = weights.iter().sum();
        weights.into_iter().map(|weight| weight / sum).collect()
    };
    for _ in 0..ROUNDS {
        let mixes = [mix(&gained), mix(&lost)];
        for (i, row) in table.iter().enumerate() {
            for (j, payoff) in row.iter().enumerate() {
                gained[i] += payoff * mixes[1][j];
                lost[j] -= payoff * mixes[0][i];
            }
        }
        for (sums, mix) in sums.iter_mut().zip(mixes) {
            sums.iter_mut().zip(mix).for_each(|(sum, share)| *sum += share / ROUNDS as f64);
        }
    }
    let value = [0, 1].map(|seat| secured(table, seat, &sums[seat])).iter().sum::<f64>() / 2.0;
    (sums, value)
}

/// What the first mover has at least, if the seat mixes so (for seat 1: at most).
fn secured(table: &Table, seat: Seat, mix: &[f64]) -> f64 {
    if seat == 0 {
        let column = |j: usize| table.iter().zip(mix).map(|(row, share)| row[j] * share).sum::<f64>();
        return (0..table[0].len()).map(column).fold(f64::INFINITY, f64::min);
    }
    let row = |row: &Vec<f64>| row.iter().zip(mix).map(|(payoff, share)| payoff * share).sum::<f64>();
    table.iter().map(row).fold(f64::NEG_INFINITY, f64::max)
}

/// What the player writes by the protocol after these lines of whole turns.
fn written(setup: &[String], lines: &[String], seat: Seat) -> String {
    let mut game = Match::from_setup(setup).expect("a setup");
    let (mut news, mut past) = (game.opening(), Vec::new());
    for (i, line) in lines.iter().enumerate() {
        news.extend(game.write(line).expect("a legal line"));
        past.extend(Some(line.clone()).filter(|_| i % 2 == seat));
    }
    past.reverse();
    let input: String = news.into_iter().filter(|news| news.to == seat).map(|news| news.line + "\n").collect();
    let (mut output, options) = (Vec::new(), Options { seconds: 2.0, seed: 1, past, log: false });
    protocol::run(input.as_bytes(), &mut output, options).expect("lines that can be read");
    String::from_utf8(output).expect("text").lines().last().expect("a line").to_string()
}

/// The search, so deep, knows who is ahead. Its whole mixes secure what the turn is worth, up to a share of the stake.
fn mixes_are_those(board: &Board, depth: i32, solved: &Solved, share: f64) {
    for seat in 0..2 {
        let (_, sign, _) = choose(&board.seen_by(seat), depth, 1);
        let own = [solved.value, -solved.value][seat];
        let agrees = own.abs() < 2.0 * share * solved.stake || sign == own.signum() as i32;
        assert!(agrees, "seat {}: a score of sign {} where {:.2} is won\n{:?}", seat, sign, own, board);
        // Solved as at the root with nothing predicted, and as below it.
        for root in [Some([[0.0; MOVES_MAX]; 2]), None] {
            let Turn { lists, mixes, .. } =
                Search::sized(1, 1 << 10).search_turn(board, depth, root).expect("no clock runs");
            let all = board.seen_by(seat).legal_moves();
            let at = |mv: &Move| lists[seat].moves[..lists[seat].len].iter().position(|other| other == mv);
            let mix: Vec<f64> = all.moves[..all.len].iter().map(|mv| at(mv).map_or(0.0, |i| mixes[seat][i])).collect();
            let less = (solved.value - secured(&solved.table, seat, &mix)).abs() / solved.stake;
            assert!(less < share, "seat {} secures {:.2} less of what is at stake\n{:?}", seat, less, board);
        }
    }
}

/// However the other side chooses, the player's choices, drawn with many seeds, bring what the turn is worth. So does
/// what it writes.
fn choices_are_drawn(setup: &[String], lines: &[String], solved: &Solved) {
    // A share found by 60 draws is off by 0.065 at most, as a standard deviation. The bound is three of these.
    const SEEDS: u64 = 60;
    const BOUND: f64 = 0.2;
    let Solved { table, mixes, value, stake } = solved;
    for seat in 0..2 {
        let board = board_after(setup, lines).seen_by(seat);
        let list = board.legal_moves();
        let list: Vec<String> = list.moves[..list.len].iter().map(Move::to_string).collect();
        let place = |line: &String| list.iter().position(|other| other == line).expect("a legal line");
        let mut mix = vec![0.0; list.len()];
        (0..SEEDS).for_each(|seed| mix[place(&choose(&board, 9, seed).0)] += 1.0 / SEEDS as f64);
        let likeliest = choose(&board, 9, SEEDS - 1).2;
        let drawn = mix[place(&likeliest)] > 0.0;
        assert!(drawn, "seat {} is likeliest to choose {}: {:.2?} of {:?}", seat, likeliest, mix, list);
        // Each choice of a mix brings the value against the other side's mix.
        let at = place(&written(setup, lines, seat));
        let gain: f64 = match seat {
            0 => table[at].iter().zip(&mixes[1]).map(|(payoff, share)| payoff * share).sum(),
            _ => table.iter().zip(&mixes[0]).map(|(row, share)| -row[at] * share).sum(),
        };
        let own = [*value, -value][seat];
        assert!(gain > own - BOUND / 2.0 * stake, "seat {} writes {}\n{:?}", seat, list[at], board);
        let secured = secured(table, seat, &mix);
        let what = format!("seat {} secures {:.2}, not {:.2}: {:.2?} of {:?}", seat, secured, value, mix, list);
        assert!((value - secured).abs() < BOUND * stake, "{}\n{:?}\n{:.2?}", what, board, table);
    }
}

/// Near the end of random games the player's mixes are those of a turn that is solved to the end. Where that takes too
/// many positions they are those of a turn solved as far as its own end.
#[test]
fn the_end_is_mixed_as_the_solved_game() {
    let mut compared = 0;
    for (game, (setup, lines)) in games().into_iter().enumerate() {
        for turn in (0..lines.len() / 2).rev() {
            let lines = &lines[..2 * turn];
            let board = board_after(&setup, lines);
            let whole = if game < 2 { solved(&board, usize::MAX, &mut 300) } else { None };
            let (depth, share, turn) = match whole {
                Some(turn) => (9, 0.03, turn),
                None => (1, 0.05, solved(&board, 0, &mut 1).expect("one position")),
            };
            if turn.stake == 0.0 {
                continue;
            }
            mixes_are_those(&board, depth, &turn, share);
            compared += 1;
            if depth == 1 {
                break;
            }
            choices_are_drawn(&setup, lines, &turn);
        }
    }
    assert!(compared > 0, "nothing is at stake near any end");
}
