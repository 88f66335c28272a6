//! Toy Game: the player's fast rules against the jury's slow ones, the samples, and the protocol in memory. Tests that are
//! the same for every new game stand in `common/made.rs`. GAME marks what a new game replaces here.

#[path = "../toygame.rs"]
#[allow(dead_code)]
mod player;

#[macro_use]
#[allow(dead_code)]
mod common;

#[path = "common/made.rs"]
mod made;

//// kind
#[path = "common/in_turn.rs"]
mod in_turn;
////

use common::secrets::Sent;
use jury::rules::game::Game;
use jury::rules::sparring::Open;
use jury::rules::toygame::Match;
use made::board_after;
use player::contest::Options;
use player::protocol::run;
use player::rules::Board;

//// partner
protocol_tests!("toygame", run);
////

/// GAME: what is sent when, and to whom, from the contest's page.
const SENT: Sent = Sent {
    //// sent
    opening: ["SETUP / Start", "SETUP"],
    by_first: ["", "LINE"],
    by_second: ["LINE", ""],
    ////
    last: true,
    end: ["Quit", "Quit"],
};

//// exchanged
/// GAME: a position, and the same with the sides exchanged: the second mover begins with the same moves. If the board has
/// a direction, turn the moves about too. If the sides are not alike, return the first position twice.
fn exchanged(setup: &[String], moves: &[String]) -> [Board; 2] {
    let mut other = board_after(setup, &[]);
    other.turn = 1 - other.turn;
    made::play(&mut other, moves);
    [board_after(setup, moves), other]
}
////

/// GAME: positions counted by hand: moves, points. They show what both rules misread alike.
#[test]
fn positions_counted_by_hand() {
    let setup = ["A1", "C3", "E1"].map(str::to_string);
    for (moves, points) in [("", [10, 10]), ("A5;E5;A4;D5;B4;D1", [12, 11])] {
        let mut game = Match::from_setup(&setup).expect("a setup");
        for line in moves.split_terminator(';') {
            game.write(line).unwrap_or_else(|fault| panic!("{} is {}\n{}", line, fault, game.draw()));
        }
        assert_eq!(game.points(), points, "{}", moves);
    }
}

/// GAME: lines that a player has to refuse, the last of each list, and its message.
#[test]
fn bad_lines() {
    let table: [(&[&str], &str); 4] = [
        (&["A1", "A1"], "of the jury"),
        //// bad start
        (&["A1", "C3", "E1", "hello"], "such as B3"),
        (&["A1", "C3", "E1", "A1"], "can be made"),
        (&["A1", "C3", "E1", "Start", "Start"], "such as B3"),
        ////
    ];
    common::bad_lines(&PLAYER, &table);
}
