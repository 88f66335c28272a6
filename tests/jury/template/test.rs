//! Toy Game: the player's fast rules against the jury's slow ones, the samples, and the protocol in memory. GAME marks what
//! a new game replaces here.

#[path = "../toygame.rs"]
#[allow(dead_code)]
mod player;

#[macro_use]
#[allow(dead_code)]
mod common;

use common::rules::{Fast, View, Writer};
use jury::rules::sparring::Open;
use player::contest::{Budget, Options};
use player::protocol::run;
use player::rules::{Board, Move, Outcome};
use player::search::Search;

/// The jury's rules.
type Match = jury::rules::toygame::Match;

struct Rules;

protocol_tests!("toygame", run);
rules_tests!(Rules);

/// GAME: what is sent when, and to whom, from the contest's page. For one line after another: `secrets::each_is_sent`.
#[test]
fn each_line_goes_to_the_other_side() {
    common::secrets::each_line_goes_to_the_other_side("toygame", true);
}

fn board_after(setup: &[String], lines: &[String]) -> Board {
    let mut board = Board::new();
    setup.iter().for_each(|line| assert!(board.set_up(line), "{:?} is no line of the setup", line));
    lines.iter().for_each(|line| board.play(Move::parse(line).expect("a move")));
    board
}

impl Fast for Rules {
    const GAME: &'static str = "toygame";
    type Slow = Match;

    fn start(setup: &[String]) -> Match {
        Match::from_setup(setup).expect("a setup")
    }

    fn view(game: &Match, lines: &[String]) -> View {
        let board = board_after(&game.setup(), lines);
        let points = board.result().map(|outcome| match outcome {
            Outcome::Points => board.margin(),
            // GAME: by how many points a side that is on turn wins, or loses.
            Outcome::Win => 1,
            Outcome::Draw => 0,
            Outcome::Loss => -1,
        });
        let list = board.legal_moves();
        // When the game is over, moves may be left on the board.
        let legal = list.moves[..list.len].iter().filter(|_| points.is_none());
        let (lines, hash) = (legal.map(Move::to_string).collect(), Some(board.hash));
        View { lines, turn: board.turn, points, hash, ..View::default() }
    }

    fn writer() -> Writer<Match> {
        let mut search = Search::new(1);
        Box::new(move |game, lines| {
            let board = board_after(&game.setup(), lines);
            Some(search.think(&board, Budget::fixed(2, u64::MAX))?.best.to_string())
        })
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
