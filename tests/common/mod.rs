//! What all players' tests share. The player runs in memory: the jury's rules read and write its lines.

use jury::pages::show;
use jury::play::transcript::{self, Record};
use jury::rules::game::Rng;
use jury::rules::games;
use jury::rules::picture::Picture;
use std::io::{self, BufRead, ErrorKind, Write};
use std::path::{Path, PathBuf};

pub mod partners;
pub mod relay;
pub mod rules;
pub mod secrets;

pub use relay::{play, Manner};
pub use secrets::a_side_sees_what_it_was_sent;

/// A player's `protocol::run` with input, output, seconds, seed, and its past lines, the last one first.
pub type Run = fn(&mut dyn BufRead, &mut dyn Write, f64, u64, Vec<String>) -> io::Result<()>;

#[derive(Clone, Copy)]
pub struct Player {
    pub game: &'static str,
    pub run: Run,
    /// A plain player may allocate.
    pub plain: bool,
}

/// The tests of every player's protocol, by these functions. `PLAYER` is made of a game and its `protocol::run`.
macro_rules! protocol_tests {
    ($game:literal, $run:expr) => {
        const PLAYER: common::Player = common::Player {
            game: $game,
            run: |input, output, seconds, seed, past| $run(input, output, Options { seconds, seed, past, log: false }),
            plain: false,
        };
        protocol_tests!(PLAYER);
    };
    (plain $game:literal, $player:ident) => {
        const PLAYER: common::Player = common::Player {
            game: $game,
            run: |input, output, seconds, seed, _| {
                $player::run(input, output, $player::Options { seconds, seed, log: false })
            },
            plain: true,
        };
        protocol_tests! { PLAYER, whole_games, the_input_may_end_anywhere, any_bytes, a_side_sees_what_it_was_sent }
    };
    ($player:expr) => {
        protocol_tests! { $player,
            whole_games, a_game_is_taken_up_again, the_input_may_end_anywhere, any_bytes, a_side_sees_what_it_was_sent
        }
    };
    ($player:expr, $($test:ident),+) => {
        $(#[test]
        fn $test() {
            common::$test(&$player);
        })+
    };
}

/// The tests of fast rules beside the jury's slow ones.
#[allow(unused_macros)]
macro_rules! rules_tests {
    ($rules:ident) => {
        rules_tests!($rules, fast_rules_are_the_slow_rules, samples_are_replayed_and_every_prefix_is_answered);
    };
    ($rules:ident, $($test:ident),+) => {
        $(#[test]
        fn $test() {
            common::rules::$test::<$rules>();
        })+
    };
}

/// Whole games on both sides against a side that plays by chance. Every line is legal, the player makes more points,
/// and the time is kept. Nothing is allocated between a line read and a line written: that takes time and memory that
/// nobody planned. (On The Run's tree of games grows as it needs, up to its `SIZE`.) In one game of three there are
/// blank lines, carriage returns and blanks around the lines.
pub fn whole_games(player: &Player) {
    relay::assert_counting();
    let seconds = 0.5;
    for seat in 0..2 {
        let (mut lead, mut least) = (0, f64::INFINITY);
        for seed in 0..3 {
            let played = play(player, seconds, Manner { seat, seed, spaced: seed == 2, ..Manner::default() });
            let what = format!("{}, seat {}, seed {}", player.game, seat, seed);
            assert!(played.fault.is_none() && played.over, "{}: {:?} before the end", what, played.fault);
            assert!(played.spent < seconds, "{}: {:.3} of {} s", what, played.spent, seconds);
            assert!(
                player.plain || player.game == "ontherun" || played.allocated == 0,
                "{}: {} allocations",
                what,
                played.allocated
            );
            lead += played.points[seat] - played.points[1 - seat];
            least = least.min(played.slowest / seconds / f64::max(3.0 / played.answers.len() as f64, 0.2));
        }
        // (A plain player on a busy machine has time for so few playouts that it may lose: it is judged by matches.)
        assert!(lead > 0 || player.plain, "{}, seat {}: three games end {} points behind", player.game, seat, -lead);
        // No answer takes thrice its share of the time and a fifth of it too: if the first one did, the others would hardly
        // think. (On a busy machine it may happen in a game.)
        assert!(least < 1.0, "{}, seat {}: {:.1} times as long as any answer may take", player.game, seat, least);
    }
}

/// The player writes its past lines once more, and goes on.
pub fn a_game_is_taken_up_again(player: &Player) {
    for seat in 0..2 {
        let answers = play(player, 0.1, Manner { seat, ..Manner::default() }).answers;
        for count in (0..12).map(|part| answers.len() * part / 12) {
            let past = answers[..count].concat().lines().map(str::to_string).collect();
            let again = play(player, 0.01, Manner { seat, past, ..Manner::default() });
            let what = format!("{}, seat {}, {} answers: {:?}", player.game, seat, count, again.fault);
            assert!(again.over && again.answers[..count] == answers[..count], "{}", what);
        }
    }
}

pub fn the_input_may_end_anywhere(player: &Player) {
    let mut words = vec!["", "Quit", games::new(player.game, 1).expect("a game of the table").dismissal()];
    words.dedup();
    for seat in 0..2 {
        let whole = play(player, 0.01, Manner { seat, ..Manner::default() }).heard;
        // The first twelve lines, then every 17th.
        for count in (0..whole).filter(|n| *n < 12 || n % 17 == 0) {
            for &word in &words {
                let played = play(player, 0.01, Manner { seat, stop: Some((count, word)), ..Manner::default() });
                assert!(played.fault.is_none(), "{}, seat {}, {} lines: {:?}", player.game, seat, count, played.fault);
            }
        }
    }
}

/// What the player answers to the lines, with 0.01 s for the game.
pub fn answer(player: &Player, lines: &[&str]) -> (String, io::Result<()>) {
    let input: String = lines.iter().map(|line| format!("{}\n", line)).collect();
    let mut output = Vec::new();
    let end = (player.run)(&mut input.as_bytes(), &mut output, 0.01, 1, Vec::new());
    (String::from_utf8(output).expect("text"), end)
}

/// Inputs that the player has to refuse for one reason. Their lines have `;` between them. The message holds the last line
/// and what was expected. An endless line is refused too, and not shown whole.
pub fn refuses(player: &Player, expected: &str, inputs: &[&str]) {
    let error = answer(player, &["x".repeat(100_000).as_str()]).1.expect_err("a long line");
    assert!(error.to_string().len() < 300, "{}", error);
    for input in inputs {
        let lines: Vec<&str> = input.split(';').collect();
        let error = answer(player, &lines).1.expect_err(input);
        let (text, bad) = (error.to_string(), lines[lines.len() - 1]);
        let says = error.kind() == ErrorKind::InvalidData && text.contains(expected) && text.contains(bad);
        assert!(says, "{:?}: {:?} does not say {:?}", lines, text, expected);
    }
}

/// Random bytes after every beginning of a game.
pub fn any_bytes(player: &Player) {
    let mut rng = Rng(77);
    let opening = games::new(player.game, 1).expect("a game of the table").opening();
    for seat in 0..2 {
        let lines: Vec<&str> = opening.iter().filter(|d| d.to == seat).map(|d| d.line.as_str()).collect();
        for (count, _) in (0..=lines.len()).flat_map(|count| (0..5).map(move |n| (count, n))) {
            let mut input = lines[..count].iter().map(|line| format!("{}\n", line)).collect::<String>().into_bytes();
            // From eight bytes that occur in moves, or from all bytes.
            let (narrow, bytes) = (rng.below(2) == 0, rng.below(60));
            input.extend((0..bytes).map(|_| if narrow { b"AB12-\n a"[rng.below(8)] } else { rng.next() as u8 }));
            if let Err(error) = (player.run)(&mut &input[..], &mut io::sink(), 0.01, 1, Vec::new()) {
                let text = String::from_utf8_lossy(&input);
                assert_eq!(error.kind(), ErrorKind::InvalidData, "{}: {:?}", player.game, text);
            }
        }
    }
}

/// The game's samples as file name and record, sorted by name.
pub fn samples(game: &str) -> Vec<(String, Record)> {
    let read = |path: PathBuf| {
        let record = std::fs::read_to_string(&path).map_err(|e| e.to_string()).and_then(|text| transcript::read(&text));
        (path.display().to_string(), record.unwrap_or_else(|why| panic!("{}: {}", path.display(), why)))
    };
    let files = show::transcripts(&Path::new("samples").join(game)).expect("a folder of samples");
    files.into_iter().map(read).collect()
}

/// The sample of that number.
pub fn sample(game: &str, number: &str) -> Record {
    samples(game).into_iter().find(|(path, _)| path.ends_with(&format!("{}.txt", number))).expect(number).1
}

/// A picture has this size, these colours, this scale and these shapes. A row is a class, how many shapes have it, and the
/// numbers and texts of the first and the last of them, as SVG has them, if they differ.
pub fn draws(picture: &Picture, size: &str, rows: &[(&str, usize, &str)]) {
    let (all, [one, other]) = (picture.shapes.concat(), picture.colours);
    let found = format!("{:.1} x {:.1} {} {} {}", picture.width, picture.height, one, other, picture.scale);
    assert_eq!(found, size);
    assert!(picture.shapes[0].matches('<').count() > 9, "what never changes is one shape: {:?}", picture.shapes);
    let numbers = |shape: &str| {
        let (behind, words) = (shape.split("\">").nth(1), shape.split('"').skip(3).step_by(2));
        words.chain(behind).filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ")
    };
    let drawn = rows.iter().map(|row| {
        let begin = format!(" class=\"{}\"", row.0);
        let of_class: Vec<String> = all.split('<').filter(|shape| shape.contains(&begin)).map(numbers).collect();
        let mut ends: Vec<&str> = of_class.first().into_iter().chain(of_class.last()).map(String::as_str).collect();
        ends.dedup();
        (row.0, of_class.len(), ends.join(" / "))
    });
    assert_eq!(drawn.collect::<Vec<_>>(), rows.iter().map(|row| (row.0, row.1, row.2.to_string())).collect::<Vec<_>>());
}
