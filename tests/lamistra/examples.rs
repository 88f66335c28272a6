//! What the file draws and counts by numbers is what the program does.

use super::player::eval::{Position, LEARNED};
use super::*;

/// A board that the file draws; `first` begins its first row.
fn drawing(first: &str) -> String {
    let text = include_str!("../../lamistra.rs");
    let indent = text.lines().find_map(|line| line.find(first)).unwrap();
    let lines = text.lines().skip_while(|line| !line.contains(first)).take(10).map(|line| &line[indent..]);
    let stock = |line: &str| {
        let words: Vec<&str> = line.split_whitespace().collect();
        format!("{:4} {} {}", words[0], words[1], words[2])
    };
    let cut = |(row, line): (usize, &str)| match row {
        0..=6 => line[..15].to_string(),
        7 => line.to_string(),
        _ => stock(line),
    };
    lines.enumerate().map(cut).collect::<Vec<_>>().join("\n")
}

#[test]
fn the_boards_that_the_file_draws_and_the_decision_of_its_head() {
    assert_eq!(drawing("7 ! ! !"), Board::new().to_string());
    let [g, o, l, s] = ['G', 'O', 'L', 'S'].map(|letter| parse_role(&letter.to_string()).unwrap());
    let board = read_board(&drawing("7 . . . . . . !"));
    let attack = board.legal_moves().find(|mv| mv.to_string() == "c5-c4").expect("the attack");
    let (points, sets) = last_fight(&board, attack);
    assert_eq!(sets, [1 << o | 1 << s, 1 << g | 1 << l]);
    let row = |role: Kind| [g, l].map(|answer| points[usize::from(role)][usize::from(answer)]);
    assert_eq!([row(o), row(s)], [[1.0, 3.0], [3.0, 1.0]]);
    assert!((solve(&points, sets).1 - 2.0).abs() < 1e-3);
    // The head: after d3-d4 Blue has five moves, one of them an attack.
    let mut board = Board::new();
    board.play(Move::parse("d3-d4").unwrap(), NONE);
    assert_eq!(board.legal_moves().count(), 5);
    let depth = 7;
    let report = Search::new(1).think(&board, Budget::fixed(depth, u64::MAX)).unwrap();
    assert_eq!((report.best.to_string(), report.score), ("c5-c4".to_string(), 0));
    let attack = Move::parse("d5-d4").unwrap();
    let sets = [board.attacker_roles(attack.from), sane_answers(&board, attack.to)];
    assert_eq!(sets.map(u16::count_ones), [6, 6]);
    let scored = bits(sets[0]).map(|role| {
        let mut search = Search::new(1);
        search.begin(1, Budget::fixed(depth, u64::MAX));
        let node = Node { depth, ply: 0, alpha: -WIN, beta: WIN };
        (search.move_score(&Position::new(&LEARNED, &board), Move { role, ..attack }, node).unwrap(), role)
    });
    assert_eq!(scored.max().map(|(score, role)| (score, role_letter(role))), Some((-16, 'R')));
    let (payoffs, _) = roles::payoffs(&mut Search::new(1), &board, attack, 1, Budget::fixed(depth, u64::MAX));
    let mix = solve(&payoffs, sets).0[0].map(|part| (100.0 * part).round() as i32);
    assert_eq!(['R', 'O', 'G'].map(|letter| mix[usize::from(parse_role(&letter.to_string()).unwrap())]), [62, 30, 8]);
}

#[test]
fn the_first_fight_of_a_game_has_the_numbers_that_the_file_draws() {
    let mut board = Board::new();
    board.play(Move::parse("d3-d4").unwrap(), NONE);
    let fight = Move::parse("d5-d4").unwrap();
    let (payoffs, depth) = roles::payoffs(&mut Search::new(1), &board, fight, 1, Budget::fixed(4, u64::MAX));
    let [g, o, r] = ['G', 'O', 'R'].map(|letter| parse_role(&letter.to_string()).unwrap());
    let hundredths = |row: &[f64; 9]| [g, o, r].map(|role| (100.0 * row[usize::from(role)]).round() as i32);
    let drawn = [g, o, r].map(|role| hundredths(&payoffs[usize::from(role)]));
    assert_eq!((depth, drawn), (4, [[0, 50, -18], [-47, 0, 6], [23, -1, 0]]));
    // The averages in the file are of the numbers as they are drawn.
    let mut rounded = payoffs;
    rounded.iter_mut().flatten().for_each(|x| *x = (*x * 100.0).round() / 100.0);
    let roles = [g, o, r].iter().fold(0, |set, role| set | 1 << role);
    let mixes = assert_solved(&rounded, [roles, roles]);
    assert_eq!(mixes.map(|mix| hundredths(&mix)), [[4, 30, 66], [6, 27, 67]]);
}
