//! On The Run: the player's fast rules against the jury's slow ones, the samples, and known positions.

#[path = "../ontherun.rs"]
#[allow(dead_code)]
mod ontherun;

#[macro_use]
#[allow(dead_code)]
mod common;

#[path = "ontherun/exact.rs"]
mod exact;

use common::secrets::each_is_sent;
use common::Player;
use jury::rules::game::{Delivery, Game, Rng};
use jury::rules::map;
use jury::rules::ontherun::{joint_move, joint_moves, parse_ride, reachable, rides};
use jury::rules::ontherun::{Match, Phase, DETECTIVES, FUGITIVE};
use ontherun::candidates::{candidates, guess};
use ontherun::contest::{Budget, Options};
use ontherun::matrix::{Column, Game as Turn, Model};
use ontherun::protocol::{play, Session};
use ontherun::rules::{Board, Map, Move, Set};
use ontherun::search::{Search, OURS};
use std::collections::{BTreeSet, VecDeque};
use std::fs;

/// Plays on the map that the jury makes from this seed.
const PLAYER: Player = Player {
    game: "ontherun",
    run: |input, output, seconds, seed, past| {
        let options = Options { seconds, seed, past, log: false };
        play(input, output, Session::new(fast(&map::generate(seed)), options))
    },
    plain: false,
};

protocol_tests!(PLAYER);

fn fast(map: &map::Map) -> Map {
    Map::parse(&map.lines().join("\n")).unwrap()
}

fn slow(text: &str) -> map::Map {
    map::Map::parse(&text.lines().map(str::to_string).collect::<Vec<_>>()).unwrap()
}

/// One of the contest's maps.
fn numbered(map: usize) -> map::Map {
    slow(&fs::read_to_string(format!("samples/ontherun/maps/map-{}.txt", map)).unwrap())
}

/// Generated maps and the contest's.
fn some_maps() -> Vec<map::Map> {
    (0..4).map(map::generate).chain([5001, 5002, 5015].map(numbered)).collect()
}

fn cities(set: &Set) -> Vec<usize> {
    set.cities().map(usize::from).collect()
}

fn set(cities: &[usize]) -> Set {
    Set::of(&cities.iter().map(|c| *c as u8).collect::<Vec<_>>())
}

fn four(cities: &[usize]) -> [u8; 4] {
    [cities[0] as u8, cities[1] as u8, cities[2] as u8, cities[3] as u8]
}

/// A session without a clock that searches one turn deep.
fn shallow(map: &map::Map, seed: u64) -> Session {
    let mut session = Session::new(fast(map), Options { seconds: 5.0, seed, past: Vec::new(), log: false });
    session.fixed = Some(turns(1));
    session
}

/// A search so many turns deep.
fn turns(depth: i32) -> Budget {
    Budget::fixed(depth, u64::MAX)
}

/// The board when everybody knows where the fugitive is, and it rides next.
fn shown(detectives: [u8; 4], city: usize, turn: usize) -> Board {
    let mut board = Board { detectives, turn, ..Board::new() };
    board.play(Move::Start(city as u8));
    board
}

#[test]
fn generated_maps_keep_every_promise() {
    let mut all = String::new();
    for seed in 0..30 {
        let map = map::generate(seed);
        all += &map.lines().join("\n");
        assert_eq!(map.check(), Ok(()), "seed {}", seed);
        assert_eq!(map::Map::parse(&map.lines()).unwrap().connections, map.connections);
    }
    assert_eq!(common::partners::checksum(&all), 4254593165, "a seed gives the maps that it gave before");
}

#[test]
fn a_broken_promise_is_found() {
    let good = map::generate(1);
    let broken = |change: &dyn Fn(&mut map::Map)| {
        let mut map = good.clone();
        change(&mut map);
        map.check().expect_err("a broken promise")
    };
    assert!(broken(&|m| m.connections[0].retain(|c| c.0 != 7 && c.1 != 7))
        .ends_with("city 7 has fewer than two car connections"));
    // There is no city 4, nor a city 0.
    for (text, why) in [
        ("", "the map is empty"),
        ("201;END", "\"201\" is no number of cities up to 200"),
        ("3;C 1-2;C 3-4;END", "\"C 3-4\" is no connection such as C 1-2"),
        ("3;C 1-2;C 0-1;END", "\"C 0-1\" is no connection such as C 1-2"),
        ("3;C 1-2", "the map has no line END"),
    ] {
        let lines = Vec::from_iter(text.split(';').map(str::to_string));
        assert_eq!(map::Map::parse(&lines).err().as_deref(), Some(why));
    }
    let apart = slow("6\nC 1-2\nC 2-3\nC 1-3\nC 4-5\nC 5-6\nC 4-6\nEND");
    assert_eq!(apart.check().unwrap_err(), "cars do not connect all cities");
    // Cities 1, 2, 5 and 6 have two exits together.
    let stuck = slow("6\nC 1-3\nC 1-4\nC 2-3\nC 2-4\nC 5-3\nC 5-4\nC 6-3\nC 6-4\nEND");
    assert!(stuck.check().unwrap_err().ends_with("detectives can be stuck in [1, 2, 5, 6]"));
}

#[test]
fn detectives_who_close_in_move_as_slow_rules_say_and_are_stuck_when_they_say_so() {
    let mut rng = Rng(7);
    let mut stuck = 0;
    for round in 0..300 {
        // Small maps with few connections: many joint moves lead a later detective into a dead end.
        let cities = 5 + rng.below(6);
        let mut pair = || (1 + rng.below(cities), 1 + rng.below(cities));
        let roads: Vec<_> = (0..2 * cities).map(|_| pair()).filter(|(a, b)| a != b).collect();
        let roads: String = roads.iter().map(|(a, b)| format!("C {}-{}\n", a, b)).collect();
        let map = if round % 10 == 0 { map::generate(round) } else { slow(&format!("{}\n{}END", cities, roads)) };
        let mut some: Vec<usize> = (1..=map.cities).collect();
        rng.shuffle(&mut some);
        let (from, suspects) = ([some[0], some[1], some[2], some[3]], &some[4..5 + rng.below(some.len() - 4)]);
        let steps: Vec<Vec<usize>> = (1..=map.cities).map(|city| map.distances(city)).collect();
        let least = |cities: &[usize], to: usize| cities.iter().map(|city| steps[city - 1][to].min(255)).min().unwrap();
        let mut sort = |moved: &[usize], choices: &mut Vec<usize>| {
            choices.sort_by_cached_key(|city| {
                let four = [moved, &[*city], &from[moved.len() + 1..]].concat();
                let open = (1..=map.cities).filter(|c| least(suspects, *c) < least(&four, *c).min(9)).count();
                let near = |s: &usize| if four.contains(s) { -20 } else { least(&four, *s).min(9) as i64 };
                20 * open as i64 + suspects.iter().map(near).sum::<i64>()
            });
        };
        let wanted = joint_move(&map, from, &[], &mut sort);
        let (detectives, support) = (four(&from), set(suspects));
        let board = Board { detectives, support, ..Board::new() };
        let first = guess(&fast(&map), &board, 0);
        let found = first.map(|joint| joint.map(usize::from));
        assert_eq!(found, wanted, "from {:?} to {:?}, {} cities\n{}", from, suspects, cities, roads);
        // However few are kept, one is there whenever there is one at all.
        assert_eq!(candidates(&fast(&map), &board, &[first], 1).len(), usize::from(wanted.is_some()));
        stuck += usize::from(wanted.is_none());
    }
    assert!((10..250).contains(&stuck), "{} of 300 are stuck", stuck);
}

/// City 200 has no connection; all others are joined by plane. To try each joint move takes some five minutes.
#[test]
fn detectives_are_stuck_at_once_where_planes_fly_from_everywhere() {
    let planes = (1..200).flat_map(|a| (a + 1..200).map(move |b| format!("P {}-{}\n", a, b)));
    let text = format!("200\n{}END\n", planes.collect::<String>());
    let detectives = [2, 3, 4, 200];
    let board = Board { detectives, support: set(&[5]), ..Board::new() };
    assert_eq!(guess(&Map::parse(&text).expect("a map"), &board, 0), None);
}

#[test]
fn sure_arrests_and_safe_cities_are_never_missed_and_both_sides_know_where_the_fugitive_can_be() {
    let (mut announcements, mut sure) = (0, 0);
    for (i, map) in some_maps().iter().cycle().take(42).enumerate() {
        // Can they enter all of these cities?
        let sure_of = |from: &[usize], suspects: &[usize]| {
            let enters = |joint: &[usize; 4]| suspects.iter().all(|s| joint.contains(s));
            let near = from.iter().flat_map(|d| map.all_neighbours(*d)).collect::<BTreeSet<_>>();
            suspects.len() <= 4
                && suspects.iter().all(|s| near.contains(s))
                && joint_moves(map, [from[0], from[1], from[2], from[3]]).iter().any(enters)
        };
        for seat in [DETECTIVES, FUGITIVE] {
            // Our session plays by the jury's rules against the jury's stand-in.
            let (mut game, mut ours, mut rng) = (Match::new(map.clone()), shallow(map, i as u64), Rng(i as u64));
            let (mut news, mut written, mut from) = (game.opening(), VecDeque::new(), [0; 4]);
            loop {
                for Delivery { line, .. } in news.iter().filter(|news| news.to == seat) {
                    written.extend(ours.hear(line).unwrap().lines().map(str::to_string));
                }
                let Some(to) = game.to_write() else { break };
                let line = if to == seat { written.pop_front().unwrap() } else { game.stand_in(&mut rng) };
                let before = game.clone();
                news = game.write(&line).unwrap();
                let at = format!("map {} seat {} turn {}: {} of {:?}", i, seat, before.turn, line, before.suspects);
                // The detectives' board is from before the ride, the fugitive's from after it.
                if before.phase == [Phase::MoveFugitive, Phase::MoveDetectives][seat] && before.turn > 0 {
                    let Board { support, belief, .. } = &ours.board;
                    assert_eq!(cities(support), before.suspects, "{}", at);
                    assert!((belief.iter().sum::<f32>() - 1.0).abs() < 1e-3, "{}", at);
                    // Strangers may have gone anywhere; nobody can be outside of the support.
                    assert!((0..256).all(|c| (belief[c] > 0.0) == support.has(c as u8)), "{}", at);
                }
                if before.phase == Phase::MoveFugitive {
                    from = before.detectives;
                }
                let moved = before.phase == Phase::MoveDetectives && game.phase != Phase::MoveDetectives;
                if seat == DETECTIVES && moved && sure_of(&from, &before.suspects) {
                    sure += 1;
                    assert!(before.suspects.iter().all(|s| game.detectives.contains(s)), "{} from {:?}", at, from);
                }
                if seat == FUGITIVE && before.phase == Phase::MoveFugitive {
                    let (_, city) = parse_ride(&line).unwrap();
                    let mut open: Vec<usize> = rides(map, before.fugitive).iter().map(|ride| ride.1).collect();
                    open.retain(|c| !from.contains(c));
                    assert!(!from.contains(&city) || open.is_empty(), "{}", at);
                    let safe = |c: usize| from.iter().all(|d| !map.all_neighbours(*d).contains(&c));
                    if before.turn % 5 == 0 {
                        announcements += 1;
                        assert!(safe(city) || !open.iter().any(|c| safe(*c)), "{}: next to a detective", at);
                    }
                }
            }
            // A fugitive arrested in turn 49 does not know it yet. It writes the last ride and ends.
            let (ended, turn) = (game.farewell(seat).is_none(), game.turn);
            let late = seat == FUGITIVE && turn >= 49 && ours.over;
            assert!(ours.over == ended || late, "turn {}: a session ends by itself only after the last turn", turn);
        }
    }
    assert!(announcements > 42 && sure >= 3, "{} announcements, {} sure arrests", announcements, sure);
}

#[test]
fn the_fugitive_announces_no_city_where_it_is_surely_arrested() {
    // In turn 5: the map, where all stand, and the rides after which it is not surely arrested.
    for (map, detectives, city, good) in
        [(5001, [53, 2, 41, 46], 34, &[18][..]), (5002, [17, 13, 11, 30], 2, &[10, 40])]
    {
        for depth in 1..=3 {
            let (mut search, board) = (Search::new(fast(&numbered(map)), 1), shown(detectives, city, 5));
            let chosen = search.think(&board, turns(depth)).unwrap().best;
            assert!(good.iter().any(|city| chosen == Move::Ride(0, *city)), "{:?}, not by car to {:?}", chosen, good);
        }
    }
}

#[test]
fn the_decision_of_the_head_is_the_programs() {
    let map = fast(&slow(&common::sample("ontherun", "game11").setup.join("\n")));
    let board = shown([56, 196, 11, 14], 137, 16);
    // However much is allowed, three turns are looked ahead.
    let mixtures = [(1, 1, "3.88", [2, 42, 56]), (i32::MAX, 96, "3.83", [18, 50, 32])];
    for (depth, nodes, score, percent) in mixtures {
        let mut search = Search::new(map.clone(), 1);
        let report = search.think(&board, turns(depth)).unwrap();
        let found = (report.depth, report.nodes, format!("{:.2}", report.score));
        assert_eq!(found, (depth.min(3), nodes, score.to_string()));
        let rides = &search.root.types[0].rides;
        let all: f32 = rides.iter().map(|ride| ride.played).sum();
        let played = |mode, city| rides.iter().find(|ride| (ride.mode, ride.city) == (mode, city)).unwrap().played;
        let found = [(0, 1), (1, 1), (1, 40)].map(|(mode, city)| 100.0 * played(mode, city) / all);
        let near = found.iter().zip(percent).all(|(found, percent)| (found - percent as f32).abs() < 1.0);
        assert!(near && rides.len() == 8, "{:?} of {} rides", found, rides.len());
    }
    // The fugitive draws by the mixture. The detectives would search where a sure ride leads.
    let ride = |seed| format!("{:?}", Search::new(map.clone(), seed).think(&board, turns(3)).unwrap().best);
    let drawn = ["Ride(0, 1)", "Ride(1, 1)", "Ride(1, 40)"].map(str::to_string);
    assert_eq!((0..20).map(ride).collect::<BTreeSet<_>>(), drawn.into());
    let mut search = Search::new(map.clone(), 1);
    search.solve(&Board { fugitive: 0, ..board }, turns(3), &OURS);
    let mut heard = search.root.sets[0].posterior(&board);
    heard.normalise();
    let percent = |city: u8| (city, (100.0 * heard.belief[usize::from(city)]).round());
    let found: Vec<(u8, f32)> = heard.support.cities().map(percent).collect();
    assert_eq!(found, [(1, 84.0), (19, 0.0), (73, 0.0), (106, 0.0), (138, 16.0)]);
    assert_eq!(search.think(&heard, turns(3)).unwrap().best, Move::Joint([137, 106, 179, 174]));
}

#[test]
fn bad_lines() {
    common::refuses(&PLAYER, "Detectives or Fugitive", &["hello", "detectives"]);
    let start = ["Detectives;0", "Detectives;201", "Detectives;C"];
    common::refuses(&PLAYER, "city where the fugitive starts", &start);
    common::refuses(&PLAYER, "a mode C, T or P", &["Detectives;7;X", "Detectives;7;C 299", "Detectives;7;C 9 9"]);
    common::refuses(&PLAYER, "announcement", &["Detectives;7;C;C;C;C;C"]);
    common::refuses(&PLAYER, "city of a detective", &["Fugitive;C 1", "Fugitive;1;2;3;-4", "Fugitive;1;2;3;4;201"]);
}

#[test]
fn bad_maps() {
    for line in ["C 1-4", "C 0-1", "C 1-1", "X 1-2", "C 1 2", "C 1-2-3", "C"] {
        assert_eq!(Map::parse(&format!("3\n{}\nEND", line)).err(), Some(line));
    }
    // Line ends, blanks and what follows END do not matter.
    assert!(Map::parse("3\r\nC 1-2 \r\n\r\nT 2-3\r\nEND\r\nanything").is_ok());
}

#[test]
fn the_example_of_the_module_matrix_is_true() {
    let map = fast(&slow("62\nC 12-40\nC 12-45\nC 13-45\nT 13-62\nEND"));
    let mut board = shown([1, 2, 3, 4], 12, 3);
    board.support = set(&[12, 13]);
    (board.belief[12], board.belief[13]) = (0.6, 0.4);
    let mut turn = Turn::new(&map, &board);
    let column = |cells: &[f32]| Column { cells: cells.to_vec(), ..Column::default() };
    turn.sets[0].columns = vec![column(&[0.0, 1.0]), column(&[3.0, 0.0])];
    turn.sets[1].columns = vec![column(&[2.0])];
    (0..160).for_each(|number| turn.round(number, &Model::default()));
    let percent = |played: f32, other: f32| (100.0 * played / (played + other)).round();
    let (rides, columns) = (&turn.types[0].rides, &turn.sets[0].columns);
    assert_eq!(percent(rides[0].played, rides[1].played), 28.0, "of the rides from 12 go to 40");
    assert_eq!(percent(columns[0].played, columns[1].played), 76.0, "of the joint moves are J1");
    let points: Vec<f32> = turn.types.iter().map(|ty| (100.0 * ty.average).round()).collect();
    assert_eq!(points, [73.0, 200.0]);
}

/// A plane from a city without one: no city is left. They move all the same, until a city is named.
#[test]
fn detectives_who_have_lost_the_fugitive_move_legally() {
    let map = numbered(5001);
    let mut session = shallow(&map, 1);
    let start = (1..=map.cities).find(|c| map.neighbours(2, *c).is_empty()).unwrap();
    for line in ["Detectives", &start.to_string(), "P", "C", "C"] {
        session.hear(line).expect("a line of the jury");
    }
    assert!(session.board.support.is_empty() && session.board.turn == 4, "turn {}", session.board.turn);
    let from = session.board.detectives;
    let to: Vec<u8> = session.hear("C").unwrap().lines().map(|line| line.parse().unwrap()).collect();
    let legal = |(from, to): (&u8, &u8)| map.all_neighbours(usize::from(*from)).contains(&usize::from(*to));
    assert!(to.len() == 4 && from.iter().zip(&to).all(legal), "{:?} from {:?}", to, from);
    assert!(to.iter().collect::<BTreeSet<_>>().len() == 4, "{:?}", to);
    session.hear("C 7").unwrap();
    assert_eq!(session.board.turn, 6);
}

// ---- The jury's rules -------------------------------------------------------------------------------------------------

#[test]
fn the_jury_refuses_every_illegal_line_with_its_reason() {
    let rows = [
        ("7;7", "must differ"),
        ("41", "there is no city 41: they are 1 to 40"),
        ("07", "unreadable: expected the number of a city"),
        ("1;2;3;4;x", "unreadable: expected the number of a city"),
        ("1;2;3;4;9;C9", "unreadable: expected a mode C, T or P, a blank and a city, such as C 39"),
        ("1;2;3;4;9;P 9", "no P connection leads from 9 to 9"),
        ("1;2;3;4;9;C 16;1", "must move"),
        ("1;2;3;4;9;C 16;2", "no connection leads from 1 to 2"),
        // Two detectives beside one city: either may enter it, but not both.
        ("1;25;3;4;9;C 16;6", ""),
        ("1;25;3;4;9;C 16;6;6", "two detectives end the turn in city 6"),
    ];
    common::rules::each_has_its_reason(&Match::new(numbered(5002)), &rows, 1239424170);
}

#[test]
fn the_jury_sends_what_the_page_says() {
    let mut game = Match::new(numbered(5002));
    let rows = [
        ("", ["Detectives", "Fugitive"]),
        ("1", ["", ""]),
        ("2", ["", ""]),
        ("3", ["", ""]),
        ("4", ["", "1 / 2 / 3 / 4"]),
        ("9", ["9", ""]),
        ("C 16", ["C", ""]),
        ("6", ["", ""]),
        ("10", ["", ""]),
        ("8", ["", ""]),
        ("5", ["", "6 / 10 / 8 / 5"]),
    ];
    each_is_sent(&mut game, &rows);
    game.turn = 5;
    each_is_sent(&mut game, &[("C 22", ["C 22", ""])]);
}

#[test]
fn points_and_news_of_every_ending() {
    // The turn and the detectives' points when the fugitive runs into a detective, and when one arrests it.
    let runs_in = [(5, 20), (6, 19), (10, 19), (50, 11)].map(|row| (row, Phase::MoveFugitive, &["C 6"][..]));
    let arrested = [(4, 20), (5, 19), (10, 18), (49, 11), (50, 10)];
    let arrested = arrested.map(|row| (row, Phase::MoveDetectives, &["1", "4", "8", "10"][..]));
    for ((turn, points), phase, lines) in runs_in.into_iter().chain(arrested) {
        let mut game = Match::new(numbered(5002));
        (game.turn, game.fugitive, game.detectives, game.phase) = (turn, 1, [6, 5, 12, 23], phase);
        let sent = lines.iter().map(|line| game.write(line).expect("a legal line")).last();
        // A ride onto a detective is not told. After turn 50 both programs have ended.
        let ended = phase == Phase::MoveDetectives && turn == 50;
        let told = lines.iter().filter(|_| phase == Phase::MoveDetectives && !ended);
        assert_eq!(sent, Some(told.map(|line| Delivery::new(FUGITIVE, *line)).collect()), "turn {}", turn);
        assert_eq!((game.to_write(), game.points()), (None, [points, 20 - points]), "turn {}", turn);
        assert_eq!([0, 1].map(|seat| game.farewell(seat)), [Some("Quit").filter(|_| !ended); 2], "turn {}", turn);
    }
}

#[test]
fn the_jury_knows_all_joint_moves_and_where_the_fugitive_can_be() {
    let rows = [(5001, [53, 2, 41, 46]), (5002, [17, 13, 11, 30]), (5015, [3, 40, 39, 6]), (5027, [5, 26, 16, 30])];
    assert_eq!(rows.map(|(map, from)| joint_moves(&numbered(map), from).len()), [680, 361, 370, 222]);
    // The fugitive's start; where the detectives stood, and the joint moves that answered rides by car.
    let rows = [
        (5001, 12, [[40, 24, 18, 9], [4, 2, 12, 16], [53, 24, 50, 48], [4, 48, 55, 16], [53, 2, 41, 46]]),
        (5002, 4, [[29, 28, 11, 16], [7, 30, 18, 22], [36, 35, 11, 14], [24, 38, 18, 19], [17, 13, 11, 30]]),
    ];
    let found = rows.map(|(map, start, stood)| {
        let answered = |suspects: Vec<usize>, stood: &[[usize; 4]]| {
            let cities = reachable(&numbered(map), &suspects, 0, &stood[0]);
            cities.into_iter().filter(|city| !stood[1].contains(city)).collect()
        };
        let suspects: Vec<usize> = stood.windows(2).fold(vec![start], answered);
        suspects.iter().map(usize::to_string).collect::<Vec<_>>().join(" ")
    });
    let expected = [
        "1 3 6 10 12 13 14 15 18 19 20 25 26 30 32 33 34 35 38 40 42 44 50 57",
        "1 2 4 5 6 7 10 20 23 25 29 32 33 34 36 37 40",
    ];
    assert_eq!(found, expected);
}

// ---- The jury's maps, picture and partners ----------------------------------------------------------------------------

#[test]
fn a_map_is_drawn_as_wide_as_the_picture_and_by_its_roads() {
    // A ring is a regular octagon.
    let ring = slow("8\nC 1-2\nC 2-3\nC 3-4\nC 4-5\nC 5-6\nC 6-7\nC 7-8\nC 1-8\nT 1-5\nP 1-5\nEND");
    let after = |text: &str| {
        let (mut game, lines) = (Match::new(ring.clone()), Vec::from_iter(text.split(';').map(str::to_string)));
        lines.iter().for_each(|line| drop(game.write(line).expect("a legal line")));
        (game.picture(None, &lines), game)
    };
    let rows = [
        ("road", 8, "97 60.9 75.52 90.94 / 97 60.9 90.94 24.48"),
        ("train", 1, "97 60.9 3 39.1"),
        ("plane", 1, "97 60.9 3 39.1"),
        ("city", 8, "97 60.9 1.7 / 90.94 24.48 1.7"),
        ("name", 8, "97 61.43 1.5 1 / 90.94 25 1.5 8"),
        ("may", 2, "97 60.9 1.7 / 39.1 97 1.7"),
        ("last", 2, "75.52 90.94 39.1 97 / 3 39.1 9.06 75.52"),
        ("blue", 4, "3 39.1 1.8 / 90.94 24.48 1.8"),
        ("red", 1, "39.1 97 1.8"),
        ("role", 5, "3 40.01 2.6 1 / 39.1 97.91 2.6 F"),
    ];
    common::draws(&after("5;6;7;8;2;C 3;4").0, "100.0 x 100.0 blue red 4", &rows);
    let labels = |text| after(text).1.parts("").into_iter().map(|part| part.label).collect::<Vec<_>>();
    assert_eq!(labels("5;6;7;8;1"), ["by car", "by train", "by plane"]);
    assert_eq!(labels("5;6;7;8;2;C 3"), ["detective 1 to 1", "detective 1 to 4", "detective 1 to 6"]);
    let (caught, _) = after("5;6;7;8;1;C 8");
    common::draws(&caught, "100.0 x 100.0 blue red 4", &[("red", 1, "87.14 24.48 1.8")]);
    assert_eq!(caught.caption, "Turn 1 of 50. The fugitive (F) is in 8: caught.");
    // Of a real map.
    let layout = format!("{:.2?}", numbered(5001).layout());
    assert_eq!(common::partners::checksum(&layout), 1948210409, "{}", layout);
}

#[test]
fn partners_play_as_ever() {
    common::partners::play_as_ever("ontherun", [4123209278, 379661768, 20241834, 3965791505, 3175431986]);
}
