//! The plain players (`tests/starters/`): whole games, every end of the input, any bytes, and their moves beside the jury's.

#[macro_use]
#[allow(dead_code)]
mod common;

use jury::rules::game::Game;
use jury::rules::ontherun::rides;
use jury::rules::{self, games, sparring::Open};
use quickcheck::{Gen, QuickCheck};
use std::time::Instant;

/// A plain player and the tests of its protocol.
macro_rules! plain {
    ($($player:ident $tests:ident $game:literal $file:literal;)*) => {
        $(#[path = $file]
        #[allow(dead_code)]
        mod $player;
        mod $tests {
            use super::{common, $player};
            protocol_tests!(plain $game, $player);
        })*
    };
}

plain! {
    ayu ayu_tests "ayu" "starters/ayu.rs";
    lamistra lamistra_tests "lamistra" "starters/lamistra.rs";
    spaghetti spaghetti_tests "spaghetti" "starters/spaghetti.rs";
    symple symple_tests "symple" "starters/symple.rs";
}

// The learner, with one of them: so cargo compiles it, too.
extern crate self as player;
use ayu::{terms, Board, Search, WEIGHTS};
#[allow(dead_code)]
mod learn;

#[path = "starters/ontherun.rs"]
#[allow(dead_code)]
mod ontherun;
mod ontherun_tests {
    use super::common;
    use super::ontherun::{play, Map, Options};
    use jury::rules::map::generate;

    /// Plays on the map that the jury makes from this seed.
    const PLAYER: common::Player = common::Player {
        game: "ontherun",
        run: |input, output, seconds, seed, _| {
            let map = Map::parse(&generate(seed).lines().join("\n")).expect("a map");
            play(input, output, Options { seconds, seed, log: false }, &map)
        },
        plain: true,
    };
    protocol_tests! { PLAYER, whole_games, the_input_may_end_anywhere, any_bytes, a_side_sees_what_it_was_sent }
}

/// Random games, each from a seed and the lots of its moves.
fn random_games(agrees: fn(u64, Vec<u16>) -> bool) {
    QuickCheck::new().rng(Gen::new(400)).tests(12).quickcheck(agrees);
}

fn texts<T: ToString>(list: Vec<T>) -> Vec<String> {
    list.iter().map(ToString::to_string).collect()
}

/// Plays a random game by both rules. Returns whether they list the same lines all the way. If the player lists `some`
/// moves only, the jury has to accept each of them.
fn same_moves<G: Game + Clone, B>(
    (mut game, mut board, some): (G, B, bool),
    moves: impl Fn(&B) -> Vec<String>,
    play: impl Fn(B, &str) -> B,
    lots: Vec<u16>,
) -> bool {
    for lot in lots {
        let (mut fast, mut slow) = (moves(&board), game.choices().unwrap_or_default());
        fast.sort();
        fast.dedup();
        slow.sort();
        if if some { fast.iter().any(|line| game.clone().write(line).is_err()) } else { fast != slow } {
            return false;
        }
        let Some(line) = fast.get(usize::from(lot) % fast.len().max(1)) else { break };
        game.write(line).expect("a legal line");
        board = play(board, line);
    }
    true
}

#[test]
fn ayu_lists_the_legal_moves() {
    random_games(|_, lots| {
        let play = |board: ayu::Board, line: &str| board.play(board.parse(line).expect("a move"));
        let start = (rules::ayu::Match::new(), ayu::Board::new(), false);
        same_moves(start, |board| texts(board.legal_moves()), play, lots)
    });
}

#[test]
fn spaghetti_lists_the_legal_moves() {
    random_games(|seed, lots| {
        let play = |board: spaghetti::Board, line: &str| {
            let moves = board.legal_moves();
            board.play(*moves.iter().find(|mv| mv.to_string() == line).expect("a move"))
        };
        let game = rules::spaghetti::Match::from_setup(&games::new("spaghetti", seed).unwrap().setup()).unwrap();
        let begin = game.setup().iter().fold(spaghetti::Board::new(), |board, line| play(board, line));
        same_moves((game, begin, false), |board| texts(board.legal_moves()), play, lots)
    });
}

/// An attack is two lines: between them the board is kept with the move. Its role follows, then the answer.
#[test]
fn lamistra_lists_the_legal_moves() {
    use lamistra::{Board, Move};
    random_games(|_, lots| {
        let line = |board: &Board, mv: &Move| board.fight.map_or(mv.to_string(), |_| mv.role.to_string());
        let moves = |(board, attack): &(Board, Option<Move>)| match attack {
            Some(mv) => texts(board.roles(mv.from, true)),
            None => board.legal_moves().iter().map(|mv| line(board, mv)).collect(),
        };
        let play = |(board, attack): (Board, Option<Move>), text: &str| {
            let mut role = text.chars();
            let with_role = |mv: Move| Move { role: role.next().unwrap(), ..mv };
            let listed = || board.legal_moves().into_iter().find(|mv| line(&board, mv) == text);
            let mv = attack.map(with_role).or_else(listed).expect("a move");
            let waits = attack.is_none() && board.fight.is_none() && mv.role != '.';
            (if waits { board.clone() } else { board.play(mv) }, Some(mv).filter(|_| waits))
        };
        same_moves((rules::lamistra::Match::new(), (Board::new(), None), false), moves, play, lots)
    });
}

#[test]
fn symple_makes_legal_moves() {
    random_games(|seed, lots| {
        let moves = |board: &symple::Board| texts(symple::Search { limit: 0, seed }.candidates(board));
        let play = |board: symple::Board, line: &str| board.play(&board.parse(line).expect("a move"));
        same_moves((rules::symple::Match::new(), symple::Board::new(), true), moves, play, lots)
    });
}

/// All rides are listed, and some joint moves. Both rules know where the fugitive can be.
#[test]
fn ontherun_makes_legal_moves() {
    use ontherun::{columns, solve, support, Board, Map};
    random_games(|seed, lots| {
        let mut game = rules::ontherun::Match::new(rules::map::generate(seed));
        let map = Map::parse(&game.setup().join("\n")).expect("a map");
        let mut board = Board { turn: 0, detectives: Vec::new(), belief: vec![1.0; map.steps.len()] };
        for lot in lots.into_iter().map(usize::from) {
            let mut joints = columns(&map, &board, &board.belief);
            joints.pop(); // the empty one
            let writes = |joint: &[usize]| {
                let mut game = game.clone();
                joint.iter().all(|city| game.write(&city.to_string()).is_ok()).then_some(game)
            };
            let Some(games) = joints.iter().map(|joint| writes(&joint.0)).collect::<Option<Vec<_>>>() else {
                return false;
            };
            let Some(after) = games.get(lot % games.len().max(1)) else { break };
            game = after.clone();
            board.play(game.detectives.to_vec());
            if board.turn == 1 {
                let city =
                    (1..map.steps.len()).cycle().skip(lot).find(|city| !board.detectives.contains(city)).unwrap();
                game.write(&city.to_string()).expect("a city");
                board.belief = board.known(city);
            }
            let (mut fast, mut slow) = (board.rides(&map, game.fugitive), rides(&game.map, game.fugitive));
            fast.sort();
            slow.retain(|(_, city)| !board.detectives.contains(city));
            let Some(&(mode, city)) = fast.get(lot % fast.len().max(1)).filter(|_| game.to_write() == Some(1)) else {
                break;
            };
            game.write(&format!("{} {}", ["C", "T", "P"][mode], city)).expect("a ride");
            board.belief = board.hear(&map, (mode, city), &solve(&map, &board, Instant::now()));
            if fast != slow || support(&board.belief) != game.suspects {
                return false;
            }
        }
        true
    });
}
