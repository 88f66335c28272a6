//! The tests of a game that `make new` made, as far as they are the same for every such game. `tests/GAME.rs` says what is
//! sent (`sent`), what a position with the sides exchanged is (`exchanged`), and what its points are.

use crate::common::{self, Value, View};
use crate::player::contest::{Budget, Clock, Options};
use crate::player::eval::{between, evaluate, terms, TERMS, WEIGHTS};
use crate::player::protocol::answer;
use crate::player::rules::{Board, Move, Outcome, JOINED};
use crate::player::search::Search;
use crate::{Match, PLAYER};
use jury::rules::game::{Game, Rng};
use jury::rules::sparring::Open;
use std::collections::BTreeSet;

pub fn board_after(setup: &[String], moves: &[String]) -> Board {
    let mut board = Board::new();
    setup.iter().for_each(|line| assert!(board.set_up(line), "{:?} is no line of the setup", line));
    play(&mut board, moves);
    board
}

pub fn play(board: &mut Board, moves: &[String]) {
    // A line may hold several moves (`JOINED`).
    for word in moves.iter().flat_map(|line| line.split(if JOINED { ' ' } else { '\n' })) {
        let mv = Move::parse(word).unwrap_or_else(|| panic!("{:?} is not read", word));
        assert!(board.can_apply(mv), "{} cannot be applied", mv);
        board.play(mv);
    }
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
    View { moves, turn: board.turn, result, hash: board.hash, moves_left: board.moves_left() }
}

rules_tests! { PLAYER.game, Match, look,
    fast_rules_are_the_slow_rules, positions_that_differ_have_other_hashes,
    the_moves_left_are_about_as_many_as_come, samples_replay_by_both_rules
}

/// The setups and lines of random games.
pub fn games() -> Vec<(Vec<String>, Vec<String>)> {
    (0..10).map(|seed| common::random_game::<Match>(PLAYER.game, seed, usize::MAX, look)).collect()
}

/// The positions of random games, before each line.
pub fn boards() -> Vec<Vec<Board>> {
    let games = games();
    games.iter().map(|(setup, moves)| (0..moves.len()).map(|n| board_after(setup, &moves[..n])).collect()).collect()
}

/// Lines that other games had are legal if they are listed, and only then.
#[test]
fn the_jury_takes_only_what_it_lists() {
    let games = games();
    let known: BTreeSet<&String> = games.iter().flat_map(|(_, moves)| moves).collect();
    for (setup, moves) in &games {
        let mut game = Match::from_setup(setup).expect("a setup");
        for mv in moves {
            let listed: BTreeSet<String> = game.candidates(&mut Rng(1)).into_iter().collect();
            let taken = known.iter().find(|line| !listed.contains(**line) && game.clone().write(line).is_ok());
            assert!(taken.is_none() || !game.complete(), "{:?} is taken, but not listed\n{}", taken, game.draw());
            game.write(mv).expect("a legal line");
        }
    }
}

/// Half of the answers of a game plan at most two thirds of its time (if not, guess more in `moves_left`), and a search
/// stops when its budget is used up.
#[test]
fn no_answer_takes_the_time_of_others() {
    for game in &boards()[..2] {
        let mut left = [Vec::new(), Vec::new()];
        for board in game {
            let (mut search, past) = (Search::sized(1, 1 << 10), Vec::new());
            let mut options = Options { seconds: 1.0, seed: 1, past, log: false };
            let budgets = [Budget::fixed(1, u64::MAX), Budget::fixed(4, 200)];
            let [first, all] = budgets.map(|budget| search.think(board, budget).expect("a move").nodes);
            assert!(all <= first.max(200), "{} nodes instead of 200", all);
            // In a game of 1 ms, half of which is kept back, the answer is there at once, and plans the same share.
            answer(&mut board.clone(), &mut search, &Clock::new(0.001), &mut options, &mut String::new()).unwrap();
            left[board.turn].push(1.0 - search.budget.goal / 0.0005);
        }
        for left in left {
            let rest: f64 = left[..left.len() / 2].iter().product();
            assert!(rest > 1.0 / 3.0, "half of the answers leave {:.2} of the time, each {:.2?}", rest, left);
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

/// Term 0 is what decides: in the second half of random games the side on turn ends ahead where it is above 0.
#[test]
fn the_first_term_goes_with_the_result() {
    let mut sum = 0;
    for (setup, moves) in games() {
        let mut game = Match::from_setup(&setup).expect("a setup");
        moves.iter().for_each(|line| assert!(game.write(line).is_ok(), "{}", line));
        for count in moves.len() / 2..moves.len() {
            let (board, mut counted) = (board_after(&setup, &moves[..count]), [0; TERMS]);
            terms(&board, &mut counted);
            sum += counted[0] * (game.points()[board.turn] - game.points()[1 - board.turn]);
        }
    }
    assert!(sum > 0, "term 0 has the wrong sign, or is not what decides: {}", sum);
}
