//! Where was a game lost? At every turn of one side a program is asked for its line, and how it likes its position.
//!
//! A review is kept as the game's record. What the program said stands in the place of that side's stderr. Behind it
//! stands its choice, as `review: LINE`. So a page draws its scores like those of any game.

use crate::play::course::Course;
use crate::play::session::{self, Player, Table};
use crate::play::thoughts::Thoughts;
use crate::play::transcript::{comment, Note, Record};
use crate::rules::game::Seat;
use crate::rules::games;
use crate::run::entrant::Entrant;
use crate::run::place::Scratch;
use crate::run::process::Limits;
use crate::text::print::count;
use std::path::Path;

/// The marks of a line of stderr that holds a choice: made in the game's time, and at length.
const CHOICE: [&str; 2] = ["review: ", "review at length: "];

/// A late answer counts, too: a review is no game. So many seconds beyond the time that the program is told, then it hangs.
const LATER: f64 = 20.0;

/// At most so many turns lie between the two scores of the sentence: a guess.
const SPAN: usize = 3;

/// A program sees late that it loses. So the turns of the deepest fall, and one before them, are asked again with so many times
/// the time, until the deepest fall stands among such turns, or so many turns have been asked: with these two a review takes
/// some three times as long.
const LONGER: f64 = 10.0;
const AT_LENGTH: usize = 15;

/// So many turns are marked as the deepest falls: a guess at what somebody looks at.
const DEEPEST: usize = 3;

/// A turn of the side that is reviewed.
#[derive(Clone, Debug, Default)]
pub struct Turn {
    /// The step of a page with which it begins.
    pub step: usize,
    /// How many lines both sides had written before.
    before: usize,
    /// The entries of its lines.
    entries: Vec<usize>,
    pub played: Vec<String>,
    /// What the program would have written. Empty if it was not asked.
    pub choice: Vec<String>,
    /// Of its position, before its choice.
    pub score: Option<f64>,
    /// It was asked again at length.
    at_length: bool,
}

impl Turn {
    pub fn differs(&self) -> bool {
        !self.choice.is_empty() && self.choice != self.played
    }

    fn choice(&self) -> String {
        match self.differs() {
            true => self.choice.join(", "),
            false => "the same".to_string(),
        }
    }
}

/// The turns of a seat, with what a review holds of them.
pub fn turns(record: &Record, seat: Seat) -> Result<Vec<Turn>, String> {
    let mut game = games::from_setup(&record.name, &record.setup)?;
    let mut turns: Vec<Turn> = Vec::new();
    let (mut step, mut before, mut goes_on) = (1, 0, false);
    for (i, entry) in record.entries.iter().enumerate() {
        let Some(line) = entry.line() else {
            if entry.seat() == seat {
                // From here on the jury writes.
                break;
            }
            step += 1;
            continue;
        };
        let news = game.write(line).map_err(|fault| format!("{:?} is {}", line, fault))?;
        if entry.seat() == seat {
            if !goes_on {
                turns.push(Turn { step, before, ..Turn::default() });
            }
            if let Some(turn) = turns.last_mut() {
                turn.played.push(line.to_string());
                turn.entries.push(i);
            }
        }
        // As in `session::hint`: a turn ends where its side hears something, or the other one writes.
        goes_on = entry.seat() == seat && !news.iter().any(|news| news.to == seat);
        step += usize::from(!news.is_empty() || game.to_write() != Some(entry.seat()));
        before += 1;
    }
    for turn in &mut turns {
        let log: Vec<&String> = turn.entries.iter().flat_map(|entry| &record.notes[*entry].log).collect();
        turn.at_length = log.iter().any(|line| line.starts_with(CHOICE[1]));
        let choice = |line: &&String| CHOICE.iter().find_map(|mark| line.strip_prefix(mark)).map(str::to_string);
        turn.choice = log.iter().filter_map(choice).collect();
        turn.score = Thoughts::read(&log).score.filter(|_| !turn.choice.is_empty());
    }
    Ok(turns)
}

/// A record that is to be reviewed. `by` says by whom: a review goes on only where that is the same.
pub fn begin(mut record: Record, seat: Seat, by: &str) -> Record {
    let own = record.entries.iter().zip(&mut record.notes).filter(|(entry, _)| entry.seat() == seat);
    own.for_each(|(_, note)| note.log.clear());
    record.accounts[seat].last_words.clear();
    record.commands[seat] = by.to_string();
    record
}

/// The first words of a kept review's `by`.
pub const BY: &str = "review by ";

/// Is this transcript a review?
pub fn is_one(text: &str) -> bool {
    ["command 1", "command 2"].iter().any(|key| comment(text, key).is_some_and(|command| command.starts_with(BY)))
}

/// Asks a program at every turn that has no answer yet. It knows what the seat knew. It is told the time that would be left
/// at that turn of a game of `limits.seconds`. One without `{past}` is asked as far as it follows the record. `keep` gets
/// the record after each answer.
pub fn ask(
    record: &mut Record,
    seat: Seat,
    player: &Player,
    folder: &Path,
    keep: &mut dyn FnMut(&Record) -> Result<(), String>,
) -> Result<(), String> {
    let (setup, folder) = (record.setup.clone(), folder.to_path_buf());
    let table = Table { game: record.name.clone(), setup, players: [None, None], folder, seed: player.seed };
    let (all, lines) = (turns(record, seat)?, record.lines());
    if !player.entrant.takes_past() {
        if all.iter().all(|turn| turn.choice.is_empty()) {
            follow(record, seat, &all, &table, &told(player, player.limits.seconds))?;
        }
        return keep(record);
    }
    let mut answer = |record: &mut Record, i: usize, at_length: bool| {
        let (turn, longer) = (&all[i], if at_length { LONGER } else { 1.0 });
        let left = longer * player.limits.seconds * (all.len() - i) as f64 / all.len() as f64;
        let answer = session::hint(&table, &lines[..turn.before], &told(player, left));
        let (choice, log) = answer.map_err(|why| format!("move {}: {}", turn.step, why))?;
        answered(record, turn, &settled(&table, &lines, turn, choice), log, at_length);
        keep(record)
    };
    for i in (0..all.len()).filter(|i| all[*i].choice.is_empty()) {
        answer(record, i, false)?;
    }
    loop {
        let all = turns(record, seat)?;
        let Some(fall) = deepest(&all, lost(record, seat)) else { return Ok(()) };
        let short = (fall.from.saturating_sub(1)..all.len().min(fall.to + 1)).find(|i| !all[*i].at_length);
        let asked = all.iter().filter(|turn| turn.at_length).count();
        match short.filter(|_| asked < AT_LENGTH) {
            Some(i) => answer(record, i, true)?,
            None => return Ok(()),
        }
    }
}

/// Its side got less than the other one.
fn lost(record: &Record, seat: Seat) -> bool {
    record.points[seat] < record.points[1 - seat]
}

/// The same program, which is told these seconds.
fn told(player: &Player, seconds: f64) -> Player {
    let value = format!("{:.3}", seconds.max(0.001));
    let words = player.entrant.words.iter().map(|word| word.replace("{seconds}", &value)).collect();
    let limits = Limits { seconds: seconds + LATER, ..player.limits };
    Player { entrant: Entrant { words, ..player.entrant.clone() }, limits, seed: player.seed }
}

/// Writes an answer into the record.
fn answered(record: &mut Record, turn: &Turn, choice: &[String], log: Vec<String>, at_length: bool) {
    let choice = choice.iter().map(|line| format!("{}{}", CHOICE[usize::from(at_length)], line));
    record.notes[turn.entries[0]].log = log.into_iter().chain(choice).collect();
}

/// The choice, or the lines of the record if they lead to the same position.
fn settled(table: &Table, lines: &[String], turn: &Turn, choice: Vec<String>) -> Vec<String> {
    let mut both = (turn.before..).zip(choice.iter().zip(&turn.played));
    let same = both.all(|(at, (one, played))| session::alike(table, &lines[..at], one, played));
    match same && choice.len() == turn.played.len() {
        true => turn.played.clone(),
        false => choice,
    }
}

/// One program plays its side from the start, up to the first turn at which it leaves the record.
fn follow(record: &mut Record, seat: Seat, all: &[Turn], table: &Table, player: &Player) -> Result<(), String> {
    let (lines, command) = (record.lines(), player.entrant.command(player.limits.seconds, player.seed, &[]));
    let scratch = Scratch::new(&table.folder, "review").map_err(|e| e.to_string())?;
    // Not at leisure: what it writes to stderr behind a line belongs to that line.
    let mut course = Course { at_leisure: false, ..table.course()? };
    course.start(seat, &command, player.limits, scratch.path()).map_err(|e| e.to_string())?;
    course.open();
    let mut choices = Vec::new();
    for turn in all {
        for line in &lines[course.sent.len()..turn.before] {
            course.write(line, Note::default()).map_err(|fault| fault.to_string())?;
        }
        let (choice, _) = session::turn_of(&mut course, seat).map_err(|why| format!("move {}: {}", turn.step, why))?;
        choices.push((turn, settled(table, &lines, turn, choice)));
        if choices.last().is_some_and(|(turn, choice)| *choice != turn.played) {
            break;
        }
    }
    for (i, (turn, choice)) in choices.iter().enumerate() {
        let notes = &course.record.notes[turn.before..turn.before + choice.len()];
        let mut log: Vec<String> = notes.iter().flat_map(|note| note.log.clone()).collect();
        if i + 1 == choices.len() {
            session::end(&mut course, seat, &mut log);
        }
        answered(record, turn, choice, log, false);
    }
    Ok(())
}

/// A fall of the score between two turns, by their numbers. The second may be the end of the game.
struct Fall {
    from: usize,
    to: usize,
    /// On the scale of `likings`.
    size: f64,
}

/// Scores on a scale from -1 to 1, since programs have units of their own, and a proven win may be a thousand times an
/// advantage: tanh(s / 4c), the expected result by the logistic curve. c is the median change from turn to turn, so that a
/// usual one is worth little, and how lost a lost game is still less. The 4 is a guess.
fn likings(scores: &[(usize, f64)]) -> Vec<f64> {
    let changes = scores.windows(2).map(|pair| (pair[0].1 - pair[1].1).abs());
    let mut changes: Vec<f64> = changes.filter(|change| *change > 0.0).collect();
    changes.sort_by(f64::total_cmp);
    let median = changes.get(changes.len() / 2).copied().unwrap_or(1.0);
    scores.iter().map(|(_, score)| (score / (4.0 * median)).tanh()).collect()
}

/// All falls over at most `span` turns with a score, the largest first. One lost with a score above 0 fell at its end.
fn falls(turns: &[Turn], span: usize, lost: bool) -> Vec<Fall> {
    let scores: Vec<(usize, f64)> = turns.iter().enumerate().filter_map(|(i, turn)| Some((i, turn.score?))).collect();
    let mut points: Vec<(usize, f64)> = scores.iter().map(|(i, _)| *i).zip(likings(&scores)).collect();
    if lost && scores.last().is_some_and(|(_, score)| *score > 0.0) {
        points.push((turns.len(), -1.0));
    }
    let later = |i: usize| points[i + 1..].iter().take(span).map(move |to| (i, to));
    let all = (0..points.len()).flat_map(later).map(|(i, to)| (points[i], *to));
    let falls = all.map(|((from, before), (to, after))| Fall { from, to, size: before - after });
    let mut falls: Vec<Fall> = falls.filter(|fall| fall.size > 0.0).collect();
    falls.sort_by(|one, other| other.size.total_cmp(&one.size));
    falls
}

/// The fall that the sentence tells of: the largest over `SPAN` turns, without turns at its ends that add nothing to speak of.
fn deepest(turns: &[Turn], lost: bool) -> Option<Fall> {
    let falls = falls(turns, SPAN, lost);
    let (from, to, least) = falls.first().map(|fall| (fall.from, fall.to, 0.98 * fall.size))?;
    let inside = falls.into_iter().filter(|fall| fall.from >= from && fall.to <= to && fall.size >= least);
    inside.min_by_key(|fall| fall.to - fall.from)
}

pub struct Found {
    pub turns: Vec<Turn>,
    /// The fall that the sentence tells of.
    fall: Option<Fall>,
    /// Marks by number of the turn: `?` a choice that differs, `??` one of the deepest falls.
    pub marks: Vec<&'static str>,
    lost: bool,
}

impl Found {
    pub fn of(record: &Record, seat: Seat) -> Result<Found, String> {
        let turns = turns(record, seat)?;
        let lost = lost(record, seat);
        let deep: Vec<usize> = falls(&turns, 1, lost).iter().take(DEEPEST).map(|fall| fall.from).collect();
        let mark = |(i, turn): (usize, &Turn)| match (deep.contains(&i), turn.differs()) {
            (true, _) => "??",
            (false, true) => "?",
            _ => "",
        };
        Ok(Found { fall: deepest(&turns, lost), marks: turns.iter().enumerate().map(mark).collect(), lost, turns })
    }

    /// The answer in cells: the moves between which the score fell, what it expected and then had, at how many turns its choice
    /// differs, and its choice at the first of these moves: that may be long.
    pub fn cells(&self) -> [String; 6] {
        let asked = self.turns.iter().filter(|turn| !turn.choice.is_empty()).count();
        let differs = self.turns.iter().filter(|turn| turn.differs()).count();
        let differs = format!("{} of {}", differs, count(asked, "turn"));
        let Some(fall) = &self.fall else { return ["", "", "", "", &differs, ""].map(str::to_string) };
        let (turn, to) = (&self.turns[fall.from], self.turns.get(fall.to));
        let end = to.map_or("the end".to_string(), |to| to.step.to_string());
        [turn.step.to_string(), end, score(turn), to.map_or(String::new(), score), differs, turn.choice()]
    }

    pub fn sentence(&self) -> String {
        let [from, to, expected, had, differs, choice] = self.cells();
        let lost = if self.lost { "lost" } else { "fell most" };
        let scored = self.turns.iter().any(|turn| turn.score.is_some());
        let mut tale = match &self.fall {
            None => if scored { "its score never fell" } else { "it writes no score to stderr" }.to_string(),
            Some(fall) if fall.to < self.turns.len() => {
                let later = count(fall.to - fall.from, "turn");
                let begin = format!("{} between moves {} and {}", lost, from, to);
                format!("{}: there it expected {} and {} later had {}", begin, expected, later, had)
            }
            Some(_) => format!("lost with move {}: there it expected {}, and had no other turn", from, expected),
        };
        if self.fall.as_ref().is_some_and(|fall| self.turns[fall.from].differs()) {
            tale += &format!("; at move {} it would have played {}", from, choice);
        }
        format!("{}; its choice differs at {}", tale, differs)
    }

    /// The turns that are marked: move, what was played, the program's choice, its score there and at its next turn, mark.
    pub fn rows(&self) -> Vec<[String; 6]> {
        let row = |(i, turn): (usize, &Turn)| {
            let next = self.turns.get(i + 1).map_or(String::new(), score);
            let (played, choice) = (turn.played.join(", "), turn.choice());
            [turn.step.to_string(), played, choice, score(turn), next, self.marks[i].to_string()]
        };
        let marked = self.turns.iter().enumerate().filter(|(i, _)| !self.marks[*i].is_empty());
        marked.map(row).collect()
    }

    /// In which third of its side's turns the score fell most.
    pub fn phase(&self) -> Option<usize> {
        self.fall.as_ref().map(|fall| 3 * fall.from / self.turns.len())
    }
}

/// The heads of `Found::rows`, of `Found::cells` behind a game, and the names of `Found::phase`.
pub const HEADS: [&str; 6] = ["move", "played", "its choice", "score", "next score", ""];
pub const CELLS: [&str; 7] = ["game", "from move", "to", "expected", "then had", "differs at", "would have played"];
pub const PHASES: [&str; 3] = ["first third", "middle third", "last third"];

fn score(turn: &Turn) -> String {
    turn.score.map_or(String::new(), |score| format!("{:+.*}", if score.abs() < 100.0 { 2 } else { 0 }, score))
}
