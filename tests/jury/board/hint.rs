//! What another program would have played: a hint in the person's place, and the review of a finished game.

use crate::pages::review as pages;
use crate::play::openings;
use crate::play::review::{self, Found};
use crate::play::session::{self, Player, Table};
use crate::play::thoughts::Thoughts;
use crate::play::transcript::Record;
use crate::rules::game::{Part, Seat};
use crate::run::entrant::Entrant;
use crate::run::process::Limits;
use crate::text::json;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, TryLockError};

/// Seconds for a game that a program which is asked for a hint gets at most: it answers within some seconds.
const SECONDS: f64 = 30.0;

/// Seconds for a game that a program gets in a review: its answers come within a minute, with all its starts.
const REVIEW: f64 = 10.0;

/// Makes a program of its words. It may take long: a source file is compiled.
pub type Prepare = Arc<dyn Fn(&str) -> Result<Entrant, String> + Send + Sync>;

/// The programs of a game that were made for hints, by their words. Locked while a hint is thought of.
#[derive(Clone)]
pub struct Advisers {
    prepare: Prepare,
    made: Arc<Mutex<BTreeMap<String, Entrant>>>,
}

impl Advisers {
    pub fn new(prepare: Prepare) -> Advisers {
        Advisers { prepare, made: Arc::default() }
    }

    /// Unless a program is being asked. A thread that failed asks none.
    fn free(&self) -> Option<MutexGuard<'_, BTreeMap<String, Entrant>>> {
        match self.made.try_lock() {
            Ok(made) => Some(made),
            Err(TryLockError::Poisoned(made)) => Some(made.into_inner()),
            Err(TryLockError::WouldBlock) => None,
        }
    }

    /// Asks the first of these programs that can be brought to the position after the lines. `seated` are made already.
    pub fn hint(
        &self,
        table: &Table,
        lines: &[String],
        words: &[String],
        seated: [String; 2],
    ) -> Result<String, String> {
        let limits = table.players.iter().flatten().map(|player| player.limits).next().ok_or("No program plays.")?;
        let mut made = self.free().ok_or("A hint is on its way.")?;
        let seated = seated.into_iter().zip(&table.players);
        made.extend(seated.filter_map(|(word, player)| Some((word, player.as_ref()?.entrant.clone()))));
        let mut why =
            format!("No program here can be brought to this position (`make one GAME={}` builds one).", table.game);
        for word in words {
            if !made.contains_key(word) {
                match (self.prepare)(word) {
                    Ok(entrant) => drop(made.insert(word.clone(), entrant)),
                    Err(reason) => why = reason,
                }
            }
            let Some(entrant) = made.get(word).filter(|entrant| entrant.takes_past()).cloned() else { continue };
            let limits = Limits { seconds: limits.seconds.min(SECONDS), memory: entrant.memory, ..limits };
            let player = Player { entrant, seed: table.seed, limits };
            let (hint, log) = session::hint(table, lines, &player)?;
            return Ok(json::object(&[
                ("program", json::text(&player.entrant.name)),
                ("lines", json::texts(&hint)),
                ("places", places(table, lines, &hint)?),
                ("score", json::number(Thoughts::read(&log).score)),
            ]));
        }
        Err(why)
    }

    /// Asks the program of these words at every turn of a side, up to the first forfeit. Returns the sentence and the page.
    pub fn review(
        &self,
        table: &Table,
        mut record: Record,
        seat: Seat,
        word: &str,
    ) -> Result<(String, String), String> {
        let mut made = self.free().ok_or("Another program is being asked.")?;
        if !made.contains_key(word) {
            made.insert(word.to_string(), (self.prepare)(word)?);
        }
        let mut entrant = made[word].clone();
        openings::teach(&record.name, std::slice::from_mut(&mut entrant));
        let played = record.entries.iter().take_while(|entry| entry.line().is_some()).count();
        record.entries.truncate(played);
        record.notes.truncate(played);
        let limits = Limits { seconds: REVIEW, memory: entrant.memory, suspend: true };
        let player = Player { entrant, seed: table.seed, limits };
        let by = &player.entrant.name;
        let mut record = review::begin(record, seat, by);
        review::ask(&mut record, seat, &player, &table.folder, &mut |_| Ok(()))?;
        let found = Found::of(&record, seat)?;
        Ok((found.sentence(), pages::page(&record, seat, &found, by, "")?))
    }
}

/// The places that each line of a hint names.
fn places(table: &Table, lines: &[String], hint: &[String]) -> Result<String, String> {
    let picture = session::after(table, lines)?.game.picture(table.person(), lines);
    let places = hint.iter().map(|line| json::places(&Part::places(line, &picture)));
    Ok(format!("[{}]", places.collect::<Vec<_>>().join(", ")))
}
