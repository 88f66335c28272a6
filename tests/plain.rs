//! The plain players (`tests/starters/`): whole games, every end of the input, any bytes, and their moves beside the jury's.

#[macro_use]
#[allow(dead_code)]
mod common;

use jury::rules::game::Game;
use jury::rules::games;
use quickcheck::QuickCheck;

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

/// Plays a random game by both rules. Returns whether they list the same moves all the way.
fn same_moves<B>(
    game: Box<dyn Game>,
    begin: B,
    moves: fn(&B) -> Vec<String>,
    play: fn(B, &str) -> B,
    lots: Vec<u16>,
) -> bool {
    let (mut game, mut board) = (game, begin);
    for lot in lots {
        let (mut fast, mut slow) = (moves(&board), game.choices().unwrap_or_default());
        fast.sort();
        slow.sort();
        if fast != slow {
            return false;
        }
        let Some(line) = slow.get(usize::from(lot) % slow.len().max(1)) else { break };
        game.write(line).expect("a legal line");
        board = play(board, line);
    }
    true
}

#[test]
fn ayu_lists_the_legal_moves() {
    fn agrees(lots: Vec<u16>) -> bool {
        let moves = |board: &ayu::Board| board.legal_moves().iter().map(ToString::to_string).collect();
        let play = |board: ayu::Board, line: &str| board.play(board.parse(line).expect("a move"));
        same_moves(games::new("ayu", 1).unwrap(), ayu::Board::new(), moves, play, lots)
    }
    QuickCheck::new().tests(12).quickcheck(agrees as fn(Vec<u16>) -> bool);
}

#[test]
fn spaghetti_lists_the_legal_moves() {
    fn agrees(seed: u64, lots: Vec<u16>) -> bool {
        let play = |board: spaghetti::Board, line: &str| {
            let moves = board.legal_moves();
            board.play(*moves.iter().find(|mv| mv.to_string() == line).expect("a move"))
        };
        let game = games::new("spaghetti", seed).unwrap();
        let begin = game.setup().iter().fold(spaghetti::Board::new(), |board, line| play(board, line));
        let moves = |board: &spaghetti::Board| board.legal_moves().iter().map(ToString::to_string).collect();
        same_moves(game, begin, moves, play, lots)
    }
    QuickCheck::new().tests(12).quickcheck(agrees as fn(u64, Vec<u16>) -> bool);
}
