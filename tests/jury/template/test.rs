//! Toy Game: the player's rules against the jury's, the samples, and the protocol in memory. GAME marks what a new game
//! replaces here.

#[path = "../toygame.rs"]
#[allow(dead_code)]
mod player;

#[macro_use]
#[allow(dead_code)]
mod common;

use common::rules::{Fast, View, Writer};
use jury::rules::game::Game;
use jury::rules::sparring::Open;
use player::{Board, Move, Search};
use std::time::{Duration, Instant};

/// The jury's rules.
type Match = jury::rules::toygame::Match;

struct Rules;

protocol_tests!(plain "toygame", player);
rules_tests!(Rules);

fn board_after(setup: &[String], lines: &[String]) -> Board {
    let board = setup.iter().fold(Board::new(), |board, line| board.set_up(line).expect("a line of the setup"));
    lines.iter().fold(board, |board, line| board.play(board.parse(line).expect("a move")))
}

impl Fast for Rules {
    const GAME: &'static str = "toygame";
    type Slow = Match;

    fn start(setup: &[String]) -> Match {
        Match::from_setup(setup).expect("a setup")
    }

    fn view(game: &Match, lines: &[String]) -> View {
        let board = board_after(&game.setup(), lines);
        let lines: Vec<String> = board.legal_moves().iter().map(Move::to_string).collect();
        // GAME: by how many points the side on turn wins when the game is over.
        let over = Some(board.points(board.turn) - board.points(1 - board.turn)).filter(|_| lines.is_empty());
        View { lines, turn: board.turn.into(), points: over, ..View::default() }
    }

    fn writer() -> Writer<Match> {
        let mut search = Search::new(1);
        search.limit = 200;
        let end = Instant::now() + Duration::from_secs(1_000);
        Box::new(move |game, lines| Some(search.think(&board_after(&game.setup(), lines), end)?.best.to_string()))
    }
}

/// GAME: positions counted by hand: moves, points. They show what both rules misread alike.
#[test]
fn positions_counted_by_hand() {
    let setup = ["A1", "C3", "E1"].map(str::to_string);
    for (moves, points) in [("", [10, 10]), ("A5 E5 A4 D5 B4 D1", [12, 11])] {
        let mut game = jury::rules::games::from_setup("toygame", &setup).expect("a setup");
        for line in moves.split_whitespace() {
            game.write(line).unwrap_or_else(|fault| panic!("{} is {}\n{}", line, fault, game.draw()));
        }
        assert_eq!(game.points(), points, "{}", moves);
    }
}

/// GAME: lines that a player has to refuse, the last of each input, and its message.
#[test]
fn bad_lines() {
    common::refuses(&PLAYER, "of the jury", &["A1;A1"]);
    common::refuses(&PLAYER, "such as B3", &["A1;C3;E1;hello", "A1;C3;E1;Start;Start"]);
    common::refuses(&PLAYER, "can be made", &["A1;C3;E1;A1"]);
}
