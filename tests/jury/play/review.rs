//! Where was a game lost? At every turn of one side a program is asked for its line, and how it likes its position.

use crate::play::hint::{self, Player, Table};
use crate::play::thoughts::Thoughts;
use crate::play::transcript::Record;
use crate::rules::game::Seat;
use crate::rules::games;
use crate::run::entrant::Entrant;
use crate::run::process::Limits;
use crate::text::print::count;
use std::path::Path;

/// A late answer counts, too: a review is no game. So many seconds beyond the time that the program is told, then it hangs.
const LATER: f64 = 20.0;

/// At most so many turns lie between the two scores of the sentence: a guess.
const SPAN: usize = 3;

/// A program sees late that it loses. So the turns of the deepest fall, and one before them, are asked again with so many times
/// the time, until the deepest fall stands among such turns, or so many turns have been asked: with these two a review takes
/// some three times as long.
const LONGER: f64 = 10.0;
const AT_LENGTH: usize = 15;

/// Falls over one turn of such shares of the largest one are marked: guesses at what somebody looks at.
const MARKS: [(f64, &str); 2] = [(0.5, "??"), (0.1, "?")];

/// On the scale of `likings`: the side expects three wins in four games.
const WON: f64 = 0.5;

/// A turn of the side that is reviewed.
#[derive(Clone, Debug, Default)]
pub struct Turn {
    /// The step of a page with which it begins.
    pub step: usize,
    /// How many lines both sides had written before.
    before: usize,
    /// The entry of its first line.
    entry: usize,
    pub played: Vec<String>,
    /// What the program would have written.
    pub choice: Vec<String>,
    /// Of its position, before its choice.
    pub score: Option<f64>,
    /// It was asked again at length.
    at_length: bool,
}

impl Turn {
    fn differs(&self) -> bool {
        self.choice != self.played
    }

    fn choice(&self) -> String {
        match self.differs() {
            true => self.choice.join(", "),
            false => "the same".to_string(),
        }
    }
}

/// The turns of a seat, up to its forfeit.
pub fn turns(record: &Record, seat: Seat) -> Result<Vec<Turn>, String> {
    let mut game = games::from_setup(&record.name, &record.setup)?;
    let mut turns: Vec<Turn> = Vec::new();
    let (mut step, mut before, mut goes_on) = (1, 0, false);
    for (entry, one) in record.entries.iter().enumerate() {
        let Some(line) = one.line() else {
            if one.seat() == seat {
                // From here on the jury writes.
                break;
            }
            step += 1;
            continue;
        };
        let news = game.write(line).map_err(|fault| format!("{:?} is {}", line, fault))?;
        if one.seat() == seat && !goes_on {
            turns.push(Turn { step, before, entry, ..Turn::default() });
        }
        let own = turns.last_mut().filter(|_| one.seat() == seat);
        own.into_iter().for_each(|turn| turn.played.push(line.to_string()));
        // As in `hint`: a turn ends where its side hears something, or the other one writes.
        goes_on = one.seat() == seat && !news.iter().any(|news| news.to == seat);
        step += usize::from(!news.is_empty() || game.to_write() != Some(one.seat()));
        before += 1;
    }
    Ok(turns)
}

/// Asks a program at every turn of a seat. It knows what the seat knew. It is told the time that would be left at that turn of a
/// game of `limits.seconds`. In the record its words take the place of that side's stderr. An error if it writes no score.
pub fn ask(record: &mut Record, seat: Seat, player: &Player, folder: &Path) -> Result<Found, String> {
    let ours = "our player does, if you name none";
    if !player.entrant.takes_past() {
        let why = "cannot be brought to a position: its command has no {past}";
        return Err(format!("{} {}; {}", player.entrant.name, why, ours));
    }
    let (setup, folder) = (record.setup.clone(), folder.to_path_buf());
    let table = Table { game: record.name.clone(), setup, folder, seed: player.seed };
    let (mut all, lines) = (turns(record, seat)?, record.lines());
    let own = record.entries.iter().zip(&mut record.notes).filter(|(entry, _)| entry.seat() == seat);
    own.for_each(|(_, note)| note.log.clear());
    record.accounts[seat].last_words.clear();
    let mut answer = |all: &mut [Turn], i: usize, longer: f64| {
        let left = longer * player.limits.seconds * (all.len() - i) as f64 / all.len() as f64;
        let turn = &mut all[i];
        let answer = hint::hint(&table, &lines[..turn.before], &told(player, left));
        let (choice, log) = answer.map_err(|why| format!("move {}: {}", turn.step, why))?;
        turn.choice = settled(&table, &lines, turn, choice);
        turn.score = Thoughts::read(&log).score;
        turn.at_length = longer > 1.0;
        record.notes[turn.entry].log = log;
        Ok::<(), String>(())
    };
    (0..all.len()).try_for_each(|i| answer(&mut all, i, 1.0))?;
    if all.iter().all(|turn| turn.score.is_none()) {
        return Err(format!("{} writes no score to stderr, so it cannot say where; {}", player.entrant.name, ours));
    }
    // Its side got less than the other one.
    let lost = record.points[seat] < record.points[1 - seat];
    while let Some(fall) = deepest(&all, lost) {
        let short = (fall.from.saturating_sub(1)..all.len().min(fall.to + 1)).find(|i| !all[*i].at_length);
        let asked = all.iter().filter(|turn| turn.at_length).count();
        let Some(i) = short.filter(|_| asked < AT_LENGTH) else { break };
        answer(&mut all, i, LONGER)?;
    }
    Ok(Found::new(all, lost))
}

/// The same program, which is told these seconds.
fn told(player: &Player, seconds: f64) -> Player {
    let value = format!("{:.3}", seconds.max(0.001));
    let words = player.entrant.words.iter().map(|word| word.replace("{seconds}", &value)).collect();
    let limits = Limits { seconds: seconds + LATER, ..player.limits };
    Player { entrant: Entrant { words, ..player.entrant.clone() }, limits, seed: player.seed }
}

/// The choice, or the lines of the record if they lead to the same position.
fn settled(table: &Table, lines: &[String], turn: &Turn, choice: Vec<String>) -> Vec<String> {
    let mut both = (turn.before..).zip(choice.iter().zip(&turn.played));
    let same = both.all(|(at, (one, played))| table.alike(&lines[..at], one, played));
    match same && choice.len() == turn.played.len() {
        true => turn.played.clone(),
        false => choice,
    }
}

/// A fall of the score between two turns, by their numbers. The second may be the end of the game.
struct Fall {
    from: usize,
    to: usize,
    /// What it falls from, and how far, on the scale of `likings`.
    before: f64,
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
    let falls = all.map(|((from, before), (to, after))| Fall { from, to, before, size: before - after });
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
    /// By number of the turn: `??` where the score fell most, `?` where it fell.
    pub marks: Vec<&'static str>,
    lost: bool,
}

impl Found {
    pub fn new(turns: Vec<Turn>, lost: bool) -> Found {
        let mut marks = vec![""; turns.len()];
        let falls = falls(&turns, 1, lost);
        for fall in &falls {
            let mark = MARKS.iter().find(|(share, _)| fall.size >= share * falls[0].size);
            marks[fall.from] = mark.map_or("", |(_, mark)| *mark);
        }
        Found { fall: deepest(&turns, lost), marks, lost, turns }
    }

    /// Of a game that was won once, by the score: in how many turns it was thrown away, and with which move that began.
    pub fn thrown_away(&self) -> Option<(usize, usize)> {
        let fall = self.fall.as_ref().filter(|fall| fall.before >= WON && fall.size > fall.before)?;
        Some((fall.to - fall.from, self.turns[fall.from].step))
    }

    /// The answer in cells: the moves between which the score fell, what it expected and then had, at how many turns its choice
    /// differs; at the first of these moves what was played, and its choice: they may be long.
    pub fn cells(&self) -> [String; 7] {
        let differs = self.turns.iter().filter(|turn| turn.differs()).count();
        let differs = format!("{} of {}", differs, count(self.turns.len(), "turn"));
        let Some(fall) = &self.fall else { return ["", "", "", "", &differs, "", ""].map(str::to_string) };
        let (turn, to) = (&self.turns[fall.from], self.turns.get(fall.to));
        let end = to.map_or("the end".to_string(), |to| to.step.to_string());
        [
            turn.step.to_string(),
            end,
            score(turn),
            to.map_or(String::new(), score),
            differs,
            turn.played.join(", "),
            turn.choice(),
        ]
    }

    pub fn sentence(&self) -> String {
        let [from, to, expected, had, differs, played, choice] = self.cells();
        let lost = if self.lost { "Lost" } else { "Fell most" };
        let mut tale = match &self.fall {
            None => "Its score never fell".to_string(),
            Some(fall) if fall.to < self.turns.len() => {
                let later = count(fall.to - fall.from, "turn");
                let begin = format!("{} between moves {} and {}", lost, from, to);
                format!("{}: there the reviewer expected {} and {} later had {}", begin, expected, later, had)
            }
            Some(_) => {
                format!("Lost with move {}: there the reviewer expected {}, and had no other turn", from, expected)
            }
        };
        if self.fall.as_ref().is_some_and(|fall| self.turns[fall.from].differs()) {
            tale += &format!("; at move {} it would have played {}, not {}", from, choice, played);
        }
        format!("{}; its choice differs at {}.", tale, differs)
    }

    /// The turns that are marked, or where its choice differs: move, what was played, its choice, its score there and at its
    /// next turn, mark.
    pub fn rows(&self) -> Vec<[String; 6]> {
        let row = |(i, turn): (usize, &Turn)| {
            let next = self.turns.get(i + 1).map_or(String::new(), score);
            let (played, choice) = (turn.played.join(", "), turn.choice());
            [turn.step.to_string(), played, choice, score(turn), next, self.marks[i].to_string()]
        };
        let told = self.turns.iter().enumerate().filter(|(i, turn)| turn.differs() || !self.marks[*i].is_empty());
        told.map(row).collect()
    }

    /// Those of them that are marked.
    pub fn marked(&self) -> Vec<[String; 6]> {
        self.rows().into_iter().filter(|row| !row[5].is_empty()).collect()
    }
}

/// The heads of `Found::rows`, and of `Found::cells` behind a game.
pub const HEADS: [&str; 6] = ["move", "played", "its choice", "score", "next score", ""];
pub const CELLS: [&str; 8] =
    ["game", "from move", "to", "expected", "then had", "differs at", "played", "would have played"];

fn score(turn: &Turn) -> String {
    turn.score.map_or(String::new(), |score| format!("{:+.*}", if score.abs() < 100.0 { 2 } else { 0 }, score))
}
