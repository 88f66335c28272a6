//! What all players' tests share. The player runs in memory: the jury's rules read and write its lines.

use jury::pages::show;
use jury::play::transcript::{self, Record};
use jury::rules::game::{Rng, Seat};
use jury::rules::games;
use jury::rules::sparring::{after, Open};
use std::collections::{BTreeSet, HashMap};
use std::io::{self, BufRead, ErrorKind, Write};
use std::path::{Path, PathBuf};

pub mod relay;
pub mod secrets;

pub use relay::{allocates_nothing, play, Manner};
pub use secrets::a_side_sees_what_it_was_sent;

/// A player's `protocol::run` with input, output, seconds and seed.
pub type Run = fn(&mut dyn BufRead, &mut dyn Write, f64, u64) -> io::Result<()>;

#[derive(Clone, Copy)]
pub struct Player {
    pub game: &'static str,
    pub run: Run,
}

/// The tests that every player passes whose game is played over the protocol alone. The player is a constant: made of
/// the game and its `protocol::run`, or made before. A simple partner or what is sent may follow.
#[allow(unused_macros)]
macro_rules! protocol_tests {
    ($game:literal, $run:expr) => {
        protocol_tests!($game, $run, "random");
    };
    ($game:literal, $run:expr, $partner:literal) => {
        const PLAYER: common::Player = common::Player {
            game: $game,
            run: |input, output, seconds, seed| {
                $run(input, output, Options { seconds, seed, past: Vec::new(), log: false })
            },
        };
        protocol_tests!(PLAYER);
        #[test]
        fn the_player_beats_a_simple_partner() {
            common::beats(&PLAYER, $partner);
        }
    };
    ($game:literal, $run:expr, $sent:expr) => {
        protocol_tests!($game, $run);
        #[test]
        fn the_jury_sends_what_the_page_says() {
            common::secrets::deliveries($game, &$sent);
        }
    };
    ($player:expr) => {
        protocol_tests! { $player,
            the_player_plays_whole_games_by_the_protocol => whole_games,
            the_input_may_end_anywhere => the_input_may_end_anywhere,
            blank_lines_carriage_returns_and_blanks_do_not_matter => spacing_does_not_matter,
            any_bytes_end_in_an_answer_or_a_refusal => any_bytes,
            nothing_is_allocated_between_a_line_read_and_a_line_written => allocates_nothing,
            a_side_sees_what_it_was_sent_and_no_more => a_side_sees_what_it_was_sent,
        }
    };
    ($player:expr, $($test:ident => $of_all_players:ident,)+) => {
        $(#[test]
        fn $test() {
            common::$of_all_players(&$player);
        })+
    };
}

/// Tests of a player's fast rules beside the jury's slow ones, by these functions of `common`. `look` is the player's view.
#[allow(unused_macros)]
macro_rules! rules_tests {
    ($game:expr, $slow:ty, $look:expr, $($of_all_players:ident),+) => {
        $(#[test]
        fn $of_all_players() {
            common::$of_all_players::<$slow>($game, $look);
        })+
    };
}

/// A result or a score for the side on turn.
#[derive(Clone, Copy, Debug)]
pub enum Value {
    /// A win (1), a draw (0) or a loss (-1).
    Sign(i32),
    /// Points of the side on turn minus the other side's.
    Points(i32),
}

/// A position by the player's fast rules.
pub struct View {
    /// The legal moves as they are written, in any order.
    pub moves: Vec<String>,
    pub turn: Seat,
    /// `None` while the game goes on.
    pub result: Option<Value>,
    /// Of a player that knows its positions by a hash.
    pub hash: Option<u64>,
}

/// The player's view after a setup and some moves.
pub type Look = fn(&[String], &[String]) -> View;

/// The signs of a board in print, row by row. The numbers of the rows are left out, and lines that begin otherwise.
pub fn signs(text: &str) -> String {
    let rows = text.lines().filter(|line| line.trim_start().starts_with(|c: char| c.is_ascii_digit()));
    rows.flat_map(str::chars).filter(|c| !c.is_whitespace() && !c.is_ascii_digit()).collect()
}

/// Compares the fast rules with the slow ones, which list these candidates, in one position. `Err` says what differs.
pub fn compare<G: Open>(game: &G, candidates: &[String], view: &View) -> Result<(), String> {
    let mut fast = view.moves.clone();
    fast.sort();
    if game.complete() {
        let mut slow = candidates.to_vec();
        slow.sort();
        let only = |a: &[String], b: &[String]| {
            let lines: Vec<&str> = a.iter().filter(|line| !b.contains(line)).map(String::as_str).take(20).collect();
            format!("{} moves, alone with {:?}", a.len(), lines)
        };
        if fast != slow {
            return Err(format!("legal moves differ: player {}; jury {}", only(&fast, &slow), only(&slow, &fast)));
        }
    } else if let Some((line, fault)) = fast.iter().find_map(|line| Some((line, game.clone().write(line).err()?))) {
        return Err(format!("the player lists {:?}, which is {}", line, fault));
    }
    if game.to_write().is_none() != view.result.is_some() {
        return Err(format!("the end differs: player {:?}, jury {:?} to write", view.result, game.to_write()));
    }
    if game.to_write().is_some_and(|seat| seat != view.turn) {
        return Err(format!("the side on turn differs: player {}", view.turn));
    }
    let difference = game.points()[view.turn] - game.points()[1 - view.turn];
    let is_wrong = |result: &Value| match *result {
        Value::Sign(sign) => sign != difference.signum(),
        Value::Points(points) => points != difference,
    };
    match view.result.filter(is_wrong) {
        Some(result) => Err(format!("the result differs: player {:?}, jury {}", result, difference)),
        None => Ok(()),
    }
}

/// The positions that were met, by hash, and how one came there.
type Hashes = HashMap<u64, (String, String)>;

/// Different positions need different hashes.
fn check_hash(hashes: &mut Hashes, hash: u64, state: String, way: String) {
    let (before, other) = hashes.entry(hash).or_insert((state.clone(), way.clone()));
    let what = "two positions have one hash: the player leaves something out of it, or `draw` of the jury's rules \
                shows something that the rules do not depend on";
    assert!(*before == state, "{}\n{}\n{}\n{}\n{}", what, before, state, other, way);
}

/// Plays a random game of at most `plies` moves, compares at each, and returns setup and moves.
pub fn random_game<G: Open>(name: &str, seed: u64, plies: usize, look: Look) -> (Vec<String>, Vec<String>) {
    let mut rng = Rng(seed);
    let setup = games::new(name, seed).expect("a game of the table").setup();
    let mut game = G::from_setup(&setup).expect("the setup of a game");
    let mut moves: Vec<String> = Vec::new();
    let mut hashes = Hashes::default();
    // Lines that were legal once. Where they are not listed any more they have to be refused: all, when the game is over.
    let mut known: BTreeSet<String> = BTreeSet::new();
    loop {
        let view = look(&setup, &moves);
        let witness = || format!("setup {:?}, moves {}\n{}", setup, moves.join(" "), game.draw());
        let (over, candidates) = (game.to_write().is_none(), game.candidates(&mut rng));
        compare(&game, &candidates, &view).unwrap_or_else(|what| panic!("{}\n{}", what, witness()));
        if let Some(hash) = view.hash {
            let state = format!("{:?} {:?} {:?}", game.draw(), game.to_write(), view.moves);
            check_hash(&mut hashes, hash, state, moves.join(" "));
        }
        if over || game.complete() {
            let listed: BTreeSet<&String> = candidates.iter().collect();
            let mut others = known.iter().filter(|line| !listed.contains(line));
            let taken = others.find(|line| after(&game, line).is_some());
            assert!(taken.is_none(), "the jury takes {:?}, but does not list it\n{}", taken, witness());
        }
        if over || moves.len() == plies {
            return (setup, moves);
        }
        known.extend(candidates.iter().cloned());
        let line = rng.pick(&candidates).clone();
        let written = game.write(&line);
        written.unwrap_or_else(|fault| panic!("{:?} is {} after {:?}, {:?}", line, fault, setup, moves));
        moves.push(line);
    }
}

/// Compares the player's fast rules with the jury's slow ones. Short games come first, so that a failure is short.
pub fn fast_rules_are_the_slow_rules<G: Open>(name: &str, look: Look) {
    for seed in 0..125 {
        random_game::<G>(name, seed, if seed < 100 { 12 } else { usize::MAX }, look);
    }
}

/// All that the rules may depend on: the board, the side on turn, what each pass leads to, and, near the end, the points
/// when the game was played on: they show what `draw` leaves out, such as who wins a tie.
fn state<G: Open>(game: &G, passes: &[String], late: bool) -> String {
    let (mut end, mut rng) = (game.clone(), Rng(1));
    while late && game.complete() && end.to_write().is_some() {
        let lines: BTreeSet<String> = end.candidates(&mut rng).into_iter().collect();
        end.write(rng.pick::<String>(&Vec::from_iter(lines))).expect("a legal line");
    }
    let passes: Vec<_> =
        passes.iter().map(|line| after(game, line).map(|next| (next.draw(), next.to_write()))).collect();
    format!("{}\n{:?} {:?} {:?}", game.draw(), game.to_write(), passes, end.points())
}

/// Plays a few lines from random positions in every order, a pass among them if there is one. So positions come up
/// that differ only in the side on turn, or in a pass. Their hashes must differ too.
pub fn positions_that_differ_have_other_hashes<G: Open>(name: &str, look: Look) {
    for seed in 0..100 {
        let mut rng = Rng(seed);
        let (late, plies) = (seed >= 80, rng.below(12));
        let (setup, mut moves) = random_game::<G>(name, seed, if late { usize::MAX } else { plies }, look);
        moves.truncate(moves.len().saturating_sub(if late { plies } else { 0 }));
        let mut game = G::from_setup(&setup).expect("a setup");
        moves.iter().for_each(|line| assert!(game.write(line).is_ok(), "{}", line));
        let mut candidates = game.candidates(&mut rng);
        rng.shuffle(&mut candidates);
        candidates.truncate(300);
        let changes_nothing = |line: &&String| after(&game, line).is_some_and(|next| next.draw() == game.draw());
        let passes: Vec<String> = candidates.iter().filter(changes_nothing).take(1).cloned().collect();
        let mut lines: Vec<String> = candidates.into_iter().filter(|line| !passes.contains(line)).take(2).collect();
        if let Some(first) = lines.first() {
            // And a line of the other side.
            let mut others = after(&game, first).expect("a legal line").candidates(&mut rng).into_iter();
            lines.extend(others.find(|line| !lines.contains(line) && !passes.contains(line)));
        }
        lines.extend(passes.iter().cloned());
        let mut hashes = Hashes::default();
        let mut orders: Vec<(G, Vec<usize>)> = vec![(game, Vec::new())];
        while let Some((game, order)) = orders.pop() {
            let tried: Vec<String> = order.iter().map(|i| lines[*i].clone()).collect();
            let hash = look(&setup, &[&moves[..], &tried].concat()).hash.expect("a hash");
            let way = format!("setup {:?}, moves {:?}, then {:?}", setup, moves, tried);
            check_hash(&mut hashes, hash, state(&game, &passes, late), way);
            for i in (0..lines.len()).filter(|i| !order.contains(i)) {
                orders.extend(after(&game, &lines[i]).map(|next| (next, [&order[..], &[i]].concat())));
            }
        }
    }
    // After one line from the start, too: there two places of one key show.
    let (setup, _) = random_game::<G>(name, 0, 0, look);
    let start = G::from_setup(&setup).expect("a setup");
    let mut hashes = Hashes::default();
    for line in start.candidates(&mut Rng(0)) {
        let next = after(&start, &line).expect("a legal line");
        let hash = look(&setup, std::slice::from_ref(&line)).hash.expect("a hash");
        check_hash(&mut hashes, hash, state(&next, &[], false), line);
    }
}

pub fn samples_replay_by_both_rules<G: Open>(name: &str, look: Look) {
    for (file, record) in samples(name) {
        let mut game = G::from_setup(&record.setup).unwrap_or_else(|why| panic!("{}: {}", file, why));
        let mut moves = Vec::new();
        for line in record.lines() {
            game.write(&line).unwrap_or_else(|fault| panic!("{} after {:?}: {}", file, moves, fault));
            moves.push(line);
            let what = compare(&game, &game.candidates(&mut Rng(1)), &look(&record.setup, &moves));
            what.unwrap_or_else(|what| panic!("{} after {:?}: {}", file, moves, what));
        }
        assert_eq!(game.points(), record.points, "{}", file);
    }
}

/// The player has a legal answer behind every beginning of every sample, and none when the game is over.
pub fn every_prefix_of_the_samples_is_answered<G: Open>(
    name: &str,
    mut answer: impl FnMut(&[String], &[String]) -> Option<String>,
) {
    for (file, record) in samples(name) {
        let mut game = G::from_setup(&record.setup).unwrap_or_else(|why| panic!("{}: {}", file, why));
        for (count, line) in record.lines().iter().map(Some).chain([None]).enumerate() {
            let found = answer(&record.setup, &record.lines()[..count]);
            assert_eq!(found.is_some(), game.to_write().is_some(), "{} after {} lines: {:?}", file, count, found);
            let legal = found.is_none_or(|found| after(&game, &found).is_some());
            assert!(legal, "{} after {} lines: not a legal answer", file, count);
            line.iter().for_each(|line| assert!(game.write(line).is_ok(), "{}: {}", file, line));
        }
    }
}

/// Whole games on both sides: every line is legal, and the time is kept. No answer takes thrice its share of the time and
/// a fifth of it too: if the first one did, the others would hardly think. (On a busy machine it may happen in a game.)
pub fn whole_games(player: &Player) {
    let seconds = 0.5;
    for seat in 0..2 {
        let most = (0..3).map(|seed| {
            let played = play(player, seconds, Manner { seat, seed, ..Manner::default() });
            let what = format!("{}, seat {}, seed {}", player.game, seat, seed);
            assert!(played.fault.is_none(), "{}: {:?}", what, played.fault);
            assert!(played.over, "{}: the player stopped before the end", what);
            assert!(played.spent < seconds, "{}: {:.3} of {} s", what, played.spent, seconds);
            played.slowest / seconds / f64::max(3.0 / played.answers as f64, 0.2)
        });
        let most = most.fold(f64::INFINITY, f64::min);
        assert!(most < 1.0, "{}, seat {}: {:.1} times as long as any answer may take", player.game, seat, most);
    }
}

/// On both sides the player makes more points than a simple partner: it knows its side, and what is good for it.
pub fn beats(player: &Player, partner: &'static str) {
    for seat in 0..2 {
        let lead = (0..6).map(|seed| {
            let played = play(player, 0.1, Manner { seat, seed, partner: Some(partner), ..Manner::default() });
            assert!(played.over, "{}, seat {}: {:?}", player.game, seat, played.fault);
            played.points[seat] - played.points[1 - seat]
        });
        let lead: i32 = lead.sum();
        assert!(lead > 0, "{}, seat {}: six games against {} end {} points behind", player.game, seat, partner, -lead);
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

pub fn spacing_does_not_matter(player: &Player) {
    for seat in 0..2 {
        let played = play(player, 0.01, Manner { seat, spaced: true, ..Manner::default() });
        assert!(played.fault.is_none() && played.over, "{}, seat {}: {:?}", player.game, seat, played.fault);
    }
}

/// What the player answers to the lines, with 0.01 s for the game.
pub fn answer(player: &Player, lines: &[&str]) -> (String, io::Result<()>) {
    let input: String = lines.iter().map(|line| format!("{}\n", line)).collect();
    let mut output = Vec::new();
    let end = (player.run)(&mut input.as_bytes(), &mut output, 0.01, 1);
    (String::from_utf8(output).expect("text"), end)
}

/// Each input ends with a line that the player has to refuse. The message holds the line and what was expected. An
/// endless line is refused too, and not shown whole.
pub fn bad_lines(player: &Player, table: &[(&[&str], &str)]) {
    let error = answer(player, &["x".repeat(100_000).as_str()]).1.expect_err("a long line");
    assert!(error.to_string().len() < 300, "{}", error);
    for (lines, expected) in table {
        let error = answer(player, lines).1.expect_err(&format!("{:?}", lines));
        assert_eq!(error.kind(), ErrorKind::InvalidData, "{:?}: {}", lines, error);
        let (text, bad) = (error.to_string(), lines.last().expect("a line"));
        assert!(text.contains(expected) && text.contains(bad), "{:?}: {:?} does not say {:?}", lines, text, expected);
    }
}

/// Inputs that the player has to refuse for one reason. Their lines have `;` between them.
pub fn refuses(player: &Player, expected: &str, inputs: &[&str]) {
    for input in inputs {
        let lines: Vec<&str> = input.split(';').collect();
        bad_lines(player, &[(&lines[..], expected)]);
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
            if let Err(error) = (player.run)(&mut &input[..], &mut io::sink(), 0.01, 1) {
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
