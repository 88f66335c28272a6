//! Sparring partners are a yardstick: they play by the rules, each in a way of its own, and today as yesterday.

use jury::rules::game::Rng;
use jury::rules::{games, map, pursuit};
use std::collections::VecDeque;

/// A number that changes with the text (FNV-1a).
pub fn checksum(text: &str) -> u32 {
    text.bytes().fold(0x811c_9dc5, |sum, byte| (sum ^ u32::from(byte)).wrapping_mul(0x0100_0193))
}

/// Plays a game by the rules. Returns its lines and points. An illegal line ends the test.
fn game_of(name: &str, styles: [&str; 2], seed: u64) -> (String, [i32; 2]) {
    let mut game = games::new(name, seed).expect("a game of the table");
    let mut sides = [0, 1].map(|seat| match (styles[seat], Rng(seed + seat as u64)) {
        // In memory it has its map from us, not from a file.
        (style, rng) if name == "ontherun" => pursuit::partner_on(map::Map::parse(&game.setup()).unwrap(), style, rng),
        (style, rng) => games::partner(name, style, rng).unwrap(),
    });
    let (mut written, mut news, mut all) = ([VecDeque::new(), VecDeque::new()], game.opening(), String::new());
    loop {
        for delivery in news {
            written[delivery.to].extend(sides[delivery.to].hear(&delivery.line).unwrap());
        }
        let Some(seat) = game.to_write() else { return (all, game.points()) };
        let line: String = written[seat].pop_front().unwrap_or_else(|| panic!("{} {:?} is silent", name, styles));
        news = game.write(&line).unwrap_or_else(|why| panic!("{} {:?} {}: {:?} is {}", name, styles, seed, line, why));
        all += &format!("{}\n", line);
    }
}

/// What a person reads about the game: its title and goal; then at each turn what is asked, and the caption of the board.
fn texts(name: &str) -> String {
    let (mut game, mut lines, mut rng) = (games::new(name, 3).expect("a game of the table"), Vec::new(), Rng(3));
    let mut all = format!("{} {}", games::find(name).expect("a game of the table").title, game.goal());
    while game.to_write().is_some() {
        let begun = game.parts("").into_iter().next().map_or_else(String::new, |part| part.line);
        let labels = game.parts(&begun).into_iter().map(|part| part.label).collect();
        all += &[game.question(""), game.question(&begun), labels, game.picture(None, &lines).caption].concat();
        lines.push(game.stand_in(&mut rng));
        game.write(&lines[lines.len() - 1]).expect("a legal line");
    }
    all
}

/// The checksum of these texts, and of each style's games. Who changes how a partner plays takes the players' figures anew.
pub fn play_as_ever<const N: usize>(name: &str, expected: [u32; N]) {
    let styles = games::TABLE.iter().find(|listing| listing.name == name).expect("a game of the table").partners;
    let played = styles.iter().map(|style| {
        let sides = [[*style, "random"], ["random", *style], [*style, *style]];
        let games: Vec<_> = (3..12).map(|seed| game_of(name, sides[seed as usize % 3], seed)).collect();
        let [[a, b], [c, d]] = [games[0].1, games[1].1];
        assert!(*style != "greedy" || a + d > b + c, "{}: greedy loses to random", name);
        checksum(&games.into_iter().map(|game| game.0).collect::<String>())
    });
    assert_eq!(
        [checksum(&texts(name))].into_iter().chain(played).collect::<Vec<_>>(),
        expected,
        "{}: {:?}",
        name,
        styles
    );
}
