//! A player's fast rules beside the jury's slow ones, in random games and in the samples.

use super::samples;
use jury::rules::game::{Delivery, Game, Seat};
use jury::rules::games;
use quickcheck::{Gen, QuickCheck, TestResult};
use std::collections::{BTreeSet, HashMap};

/// What the tests need of a player with fast rules.
pub trait Fast {
    const GAME: &'static str;
    /// Does a view list every legal move? If not, the jury is asked about each one listed.
    const LISTS_ALL: bool = true;
    /// Where nothing is hidden each side is sent the other's lines: also the line that ends the game? `None`: the game has a
    /// test of its own for what is sent.
    const SENDS_LAST: Option<bool> = Some(true);
    /// The jury's rules.
    type Slow: Game + Clone;
    /// The jury's game at its start.
    fn start(setup: &[String]) -> Self::Slow;
    /// The player's view of a game after some lines. It may assert what else both sides know.
    fn view(game: &Self::Slow, lines: &[String]) -> View;
    /// A player that writes the next line of a game, or `None` at its end.
    fn writer() -> Writer<Self::Slow>;
}

pub type Writer<G> = Box<dyn FnMut(&G, &[String]) -> Option<String>>;

/// A position by the player's fast rules.
#[derive(Default)]
pub struct View {
    /// The lines that may be written. Those in front are played more often in random games: they make games eventful.
    pub lines: Vec<String>,
    pub turn: Seat,
    /// When the game is over: the points of the side on turn minus the other side's.
    pub points: Option<i32>,
    /// The board in print, by the jury's signs. Empty: the two boards are not printed alike.
    pub board: String,
    /// Of a player that knows its positions by a hash.
    pub hash: Option<u64>,
}

/// The signs of a printed board, row by row, without the rows' numbers. Lines that begin otherwise are no rows.
pub fn signs(text: &str) -> String {
    let rows = text.lines().filter(|line| line.trim_start().starts_with(|c: char| c.is_ascii_digit()));
    rows.flat_map(str::chars).filter(|c| !c.is_whitespace() && !c.is_ascii_digit()).collect()
}

/// Compares the two rules in one position. `Err` says what differs.
pub fn compare<F: Fast>(game: &F::Slow, view: &View) -> Result<(), String> {
    let fast = BTreeSet::from_iter(&view.lines);
    let slow = if F::LISTS_ALL { game.choices().expect("all lines") } else { Vec::new() };
    let alone = fast.symmetric_difference(&slow.iter().collect()).next().filter(|_| F::LISTS_ALL).copied();
    let refused = || fast.iter().filter(|_| !F::LISTS_ALL).find_map(|l| Some((l, game.clone().write(l).err()?)));
    let difference = game.points()[view.turn] - game.points()[1 - view.turn];
    let points = if game.to_write().is_none() { Some(difference) } else { None };
    Err(match alone {
        Some(line) => format!("{:?} is listed by one of the rules alone", line),
        None if F::LISTS_ALL && fast.len() < view.lines.len() => "a line is listed twice".to_string(),
        None if refused().is_some() => format!("the player lists {:?}", refused()),
        None if points != view.points => format!("the result differs: {:?}, not {:?}", points, view.points),
        None if game.to_write().is_some_and(|seat| seat != view.turn) => format!("seat {} is on turn", 1 - view.turn),
        None if !view.board.is_empty() && signs(&game.draw()) != signs(&view.board) => "the board".to_string(),
        None => return Ok(()),
    })
}

/// A random game by both rules. The choices are numbers for the lines: quickcheck finds a short list that fails.
fn agrees<F: Fast>(seed: u64, choices: Vec<u16>) -> TestResult {
    let setup = games::new(F::GAME, seed).expect("a game of the table").setup();
    let (mut game, mut lines, mut hashes) = (F::start(&setup), Vec::new(), HashMap::new());
    // The lines that each side could write last. Those not listed any more have to be refused.
    let mut known: [Vec<String>; 2] = Default::default();
    for choice in choices.into_iter().chain([0]) {
        let view = F::view(&game, &lines);
        let state = (view.turn, signs(&view.board), view.lines.clone());
        let mut others = known[view.turn].iter().filter(|line| F::LISTS_ALL && !view.lines.contains(line));
        let fault = match view.hash.map(|hash| hashes.entry(hash).or_insert_with(|| state.clone())) {
            Some(before) if *before != state => Some("two positions with one hash".to_string()),
            _ => others.find(|line| game.clone().write(line).is_ok()).map(|line| format!("{} is not listed", line)),
        };
        if let Some(what) = compare::<F>(&game, &view).err().or(fault) {
            return TestResult::error(format!("{}: setup {:?}, {}\n{}", what, setup, lines.join(" "), game.draw()));
        }
        // A half, to the fourth power, is a sixteenth: those in front are picked more often.
        let part = (f64::from(choice) / 65_536.0).powi(4);
        let Some(line) = view.lines.get((part * view.lines.len() as f64) as usize) else { break };
        game.write(line).expect("a legal line");
        lines.push(line.clone());
        known[view.turn] = view.lines;
    }
    TestResult::passed()
}

/// Short games come first: many, so that a failure is short.
pub fn fast_rules_are_the_slow_rules<F: Fast>() {
    for (lines, games) in [(12, 100), (1_000, 25)] {
        let agrees = agrees::<F> as fn(u64, Vec<u16>) -> TestResult;
        QuickCheck::new().rng(Gen::from_size_and_seed(lines, 1)).tests(games).quickcheck(agrees);
    }
}

/// In every position of the samples both rules agree, the player has a legal answer unless the game is over, and the jury
/// sends what it should: both sides get the setup, then the first mover `Start`; at the end both get `Quit`.
pub fn samples_are_replayed_and_every_prefix_is_answered<F: Fast>() {
    let mut writer = F::writer();
    for (file, record) in samples(F::GAME) {
        let (mut game, lines) = (F::start(&record.setup), record.lines());
        let drawn = record.setup.iter().filter(|line| *line != "Start");
        let both = (0..2).flat_map(|seat| drawn.clone().map(move |line| Delivery::new(seat, line)));
        let mut wanted: Vec<Delivery> = both.chain([Delivery::new(0, "Start")]).collect();
        let mut sent = game.opening();
        for count in 0..=lines.len() {
            let at = format!("{} after {} lines", file, count);
            assert!(F::SENDS_LAST.is_none() || sent == wanted, "{}: {:?} is sent, not {:?}", at, sent, wanted);
            compare::<F>(&game, &F::view(&game, &lines[..count])).unwrap_or_else(|what| panic!("{}: {}", at, what));
            let answer = writer(&game, &lines[..count]);
            assert_eq!(answer.is_some(), game.to_write().is_some(), "{}: {:?}", at, answer);
            let legal = answer.is_none_or(|answer| game.clone().write(&answer).is_ok());
            assert!(legal, "{}: an illegal answer", at);
            if let (Some(line), Some(seat)) = (lines.get(count), game.to_write()) {
                sent = game.write(line).unwrap_or_else(|fault| panic!("{}: {}", at, fault));
                wanted = vec![Delivery::new(1 - seat, line)];
                wanted.retain(|_| F::SENDS_LAST != Some(false) || game.to_write().is_some());
            }
        }
        assert_eq!(game.points(), record.points, "{}", file);
        assert!(game.write(&lines[0]).is_err(), "{}: a line after the end", file);
        let farewell = [0, 1].map(|seat| game.farewell(seat));
        assert!(F::SENDS_LAST.is_none() || farewell == [Some("Quit"); 2], "{}: {:?}", file, farewell);
    }
}

/// Lines of a game, with `;` between them. The last one is refused, with this at the end; without a reason it is legal. All
/// reasons have this checksum.
pub fn each_has_its_reason<G: Game + Clone>(start: &G, rows: &[(&str, &str)], all: u32) {
    let mut found = String::new();
    for (text, reason) in rows {
        let mut game = start.clone();
        let faults = Vec::from_iter(text.split(';').map(|line| game.write(line).err().map(|fault| fault.to_string())));
        let (last, before) = faults.split_last().expect("a line");
        let refused = last.as_ref().is_some_and(|fault| !reason.is_empty() && fault.ends_with(reason));
        assert!(before.iter().all(Option::is_none), "{:?}: {:?}", text, faults);
        assert!(refused || (reason.is_empty() && last.is_none()), "{:?}: {:?}, not {:?}", text, last, reason);
        found.extend(last.clone());
    }
    assert_eq!(super::partners::checksum(&found), all, "{}", found);
}
