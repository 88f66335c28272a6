//! The tests of a game that `make new` made, as far as they are the same for every such game. `tests/GAME.rs` says what is
//! sent (`sent`), what a position with the sides exchanged is (`exchanged`), and what its points are.

use crate::common::{self, Value, View};
use crate::player::contest::{Budget, Clock};
use crate::player::eval::{between, evaluate, terms, POINT, TERMS, WEIGHTS};
use crate::player::protocol::budget;
use crate::player::rules::{Board, Move, Outcome, JOINED};
use crate::player::search::{Search, PROVEN};
use crate::{Match, PLAYER};
use jury::rules::game::Game;
use jury::rules::sparring::Open;
use std::collections::BTreeSet;
use std::sync::OnceLock;

pub fn board_after(setup: &[String], moves: &[String]) -> Board {
    let mut board = Board::new();
    setup.iter().for_each(|line| assert!(board.set_up(line), "{:?} is no line of the setup", line));
    play(&mut board, moves);
    board
}

/// Makes all moves of some lines, and returns the positions before them. A line may hold several moves (`JOINED`).
pub fn play(board: &mut Board, lines: &[String]) -> Vec<Board> {
    let mut before = Vec::new();
    for word in lines.iter().flat_map(|line| line.split(if JOINED { ' ' } else { '\n' })) {
        let mv = Move::parse(word).unwrap_or_else(|| panic!("{:?} is not read", word));
        assert!(board.can_apply(mv), "{} cannot be applied", mv);
        before.push(*board);
        board.play(mv);
    }
    before
}

/// The legal lines: the moves, or, where lines are `JOINED`, each set of them once, in the order of the alphabet.
fn lines(board: &Board) -> BTreeSet<String> {
    let list = board.legal_moves();
    let line = |mv: &Move| {
        let mut next = *board;
        next.play(*mv);
        if !JOINED || next.turn != board.turn || next.result().is_some() {
            return vec![mv.to_string()];
        }
        let longer = lines(&next).into_iter().map(|rest| {
            let mut words: Vec<&str> = rest.split(' ').collect();
            let mv = mv.to_string();
            words.push(&mv);
            words.sort();
            words.join(" ")
        });
        longer.collect()
    };
    list.moves[..list.len].iter().flat_map(line).collect()
}

pub fn look(setup: &[String], moves: &[String]) -> View {
    let board = board_after(setup, moves);
    let result = board.result().map(|outcome| match outcome {
        Outcome::Win => Value::Sign(1),
        Outcome::Draw => Value::Sign(0),
        Outcome::Loss => Value::Sign(-1),
        Outcome::Points => Value::Points(board.margin()),
    });
    // When the game is over, moves may be left on the board.
    let moves = if result.is_some() { Vec::new() } else { lines(&board).into_iter().collect() };
    View { moves, turn: board.turn, result, hash: Some(board.hash) }
}

rules_tests! { PLAYER.game, Match, look,
    fast_rules_are_the_slow_rules, positions_that_differ_have_other_hashes, samples_replay_by_both_rules
}

/// The setups and lines of random games.
pub fn games() -> Vec<(Vec<String>, Vec<String>)> {
    static GAMES: OnceLock<Vec<(Vec<String>, Vec<String>)>> = OnceLock::new();
    let play = |seed| common::random_game::<Match>(PLAYER.game, seed, usize::MAX, look);
    GAMES.get_or_init(|| (0..10).map(play).collect()).clone()
}

/// The positions of random games, before each move.
pub fn boards() -> Vec<Vec<Board>> {
    games().iter().map(|(setup, lines)| play(&mut board_after(setup, &[]), lines)).collect()
}

/// The player shares out its time by the number of moves it expects. In each quarter of random games it may expect
/// from a quarter of the moves that come to four times as many. GAME: if random games end far from where good ones
/// do, say so there.
#[test]
fn the_moves_left_are_about_as_many_as_come() {
    // By quarter of the game: moves expected, moves that came.
    let mut sums = [[0; 2]; 4];
    for game in boards() {
        for (count, board) in game.iter().enumerate() {
            let sum = &mut sums[4 * count / game.len()];
            sum[0] += board.moves_left();
            sum[1] += game.len() - count;
        }
    }
    for (quarter, [expected, came]) in sums.into_iter().enumerate() {
        let fits = expected * 4 >= came && expected <= came * 4;
        assert!(fits, "quarter {} of a game: {} moves expected, {} came", quarter + 1, expected, came);
    }
}

/// The share of the time left that a move plans. Of 2,000 s 1,899.85 are not kept back: beside them no moment counts.
fn share(moves_left: usize) -> f64 {
    budget(&Clock::new(2_000.0), moves_left).goal / 1_899.85
}

/// If the number of moves left is right, each move of any game plans about its part of the time. No move takes all.
#[test]
fn long_games_have_time_to_their_end() {
    assert!(share(0) < 0.51, "a move takes {:.2} of the time left", share(0));
    for count in 1..=400 {
        let mut rest = 1.0;
        for left in (0..count).rev() {
            let planned = rest * share(2 * left + 1);
            let parts = planned * count as f64;
            assert!((0.35..1.5).contains(&parts), "move {} of {} plans {:.2} parts", count - left, count, parts);
            rest -= planned;
        }
    }
}

/// Half of a side's moves plan at most two thirds of its time (if not, guess more in `moves_left`), and a search stops
/// when its budget is used up.
#[test]
fn no_answer_takes_the_time_of_others() {
    for game in &boards()[..2] {
        let mut left = [Vec::new(), Vec::new()];
        for board in game {
            let mut search = Search::sized(1, 1 << 10);
            let budgets = [Budget::fixed(1, u64::MAX), Budget::fixed(4, 200)];
            let [first, all] = budgets.map(|budget| search.think(board, budget).expect("a move").nodes);
            assert!(all <= first.max(200), "{} nodes instead of 200", all);
            left[board.turn].push(1.0 - share(board.moves_left()));
        }
        for left in left {
            let rest: f64 = left[..left.len() / 2].iter().product();
            assert!(rest > 1.0 / 3.0, "half of the moves leave {:.2} of the time, each {:.2?}", rest, left);
        }
    }
}

#[test]
fn the_jury_sends_what_the_page_says() {
    common::secrets::deliveries(PLAYER.game, &crate::SENT);
}

/// A position is worth as much to the first mover as the exchanged one is to the second. But for being on turn, what a term
/// counts for one side it counts against the other.
#[test]
fn the_evaluation_does_not_know_who_is_first() {
    for (setup, moves) in games() {
        for count in 0..moves.len() {
            let [one, other] = crate::exchanged(&setup, &moves[..count]);
            let mut turned = one;
            turned.turn = 1 - turned.turn;
            let [one, other, mut turned] = [one, other, turned].map(|board| {
                let mut counted = [0; TERMS];
                terms(&board, &mut counted);
                (counted, evaluate(&board, &WEIGHTS))
            });
            assert_eq!(one, other, "the sides exchanged, after {:?}", &moves[..count]);
            turned.0[1] = -turned.0[1];
            assert_eq!(one.0, turned.0.map(|term| -term), "the other side on turn, after {:?}", &moves[..count]);
        }
    }
}

/// The first weights count at the start, the last ones at the end.
#[test]
fn the_phase_is_0_at_the_start() {
    let setup = jury::rules::games::new(PLAYER.game, 1).expect("a game of the table").setup();
    assert_eq!(between(&board_after(&setup, &[])), (0, 0));
}

/// Term 0 is what decides: in the second half of random games the side on turn ends ahead where it is above 0. And the
/// search does not take a lead for a win.
#[test]
fn the_first_term_goes_with_the_result() {
    let mut sum = 0;
    for (setup, moves) in games() {
        let mut game = Match::from_setup(&setup).expect("a setup");
        moves.iter().for_each(|line| assert!(game.write(line).is_ok(), "{}", line));
        let end = board_after(&setup, &moves);
        let lead = end.margin().abs() * i32::from(end.result() == Some(Outcome::Points));
        assert!(2 * lead * POINT < PROVEN, "a lead of {} points: make `POINT` smaller, or `WIN` larger", lead);
        for count in moves.len() / 2..moves.len() {
            let (board, mut counted) = (board_after(&setup, &moves[..count]), [0; TERMS]);
            terms(&board, &mut counted);
            sum += counted[0] * (game.points()[board.turn] - game.points()[1 - board.turn]);
        }
    }
    assert!(sum > 0, "term 0 has the wrong sign, or is not what decides: {}", sum);
}
