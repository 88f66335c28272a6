//! What another program would have played: a hint in the person's place, and the review of a finished game.

use crate::board::http;
use crate::pages::review as pages;
use crate::play::review::{self, Found};
use crate::play::session::{self, Player, Table};
use crate::play::thoughts::Thoughts;
use crate::play::transcript::Record;
use crate::rules::game::{Part, Seat};
use crate::run::entrant::Entrant;
use crate::run::process::Limits;
use crate::text::json;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard};

/// Makes a program of its words. It may take long: a source file is compiled.
pub type Prepare = Arc<dyn Fn(&str) -> Result<Entrant, String> + Send + Sync>;

/// The same, but a program is made once. Who wants it meanwhile waits for it.
pub fn once(prepare: Prepare) -> Prepare {
    let all: Mutex<BTreeMap<String, Arc<Mutex<Option<Entrant>>>>> = Mutex::default();
    Arc::new(move |word| {
        let made = http::whole(&all).entry(word.to_string()).or_default().clone();
        let mut made = http::whole(&made);
        if made.is_none() {
            *made = Some(prepare(word)?);
        }
        made.clone().ok_or("no program".to_string())
    })
}

/// Asks the programs of a game, one at a time.
#[derive(Clone)]
pub struct Advisers {
    prepare: Prepare,
    /// Locked while one is asked.
    busy: Arc<Mutex<()>>,
}

impl Advisers {
    pub fn new(prepare: Prepare) -> Advisers {
        Advisers { prepare, busy: Arc::default() }
    }

    /// Unless a program is being asked. A thread that failed asks none.
    fn free(&self) -> Option<MutexGuard<'_, ()>> {
        self.busy.clear_poison();
        self.busy.try_lock().ok()
    }

    /// Asks the first of these programs that can be brought to the position after the lines. `seated` play already.
    pub fn hint(&self, table: &Table, lines: &[String], words: &[String], seated: &[String]) -> Result<String, String> {
        let limits = table.players.iter().flatten().map(|player| player.limits).next().ok_or("No program plays.")?;
        let _busy = self.free().ok_or("A hint is on its way.")?;
        let mut why =
            format!("No program here can be brought to this position (`make one GAME={}` builds one).", table.game);
        for word in words {
            let plays = seated.iter().zip(&table.players).find(|(seated, _)| *seated == word);
            let plays = plays.and_then(|(_, player)| Some(player.as_ref()?.entrant.clone()));
            let entrant = plays.map_or_else(|| (self.prepare)(word), Ok).map_err(|reason| why = reason);
            let Some(entrant) = entrant.ok().filter(Entrant::takes_past) else { continue };
            // As in a game of so many seconds at most it answers within some seconds.
            let limits = Limits { seconds: limits.seconds.min(30.0), memory: entrant.memory, ..limits };
            let player = Player { entrant, seed: table.seed, limits };
            let (hint, log) = session::hint(table, lines, &player)?;
            let picture = session::after(table, lines)?.game.picture(table.person(), lines);
            let places = hint.iter().map(|line| json::places(&Part::places(line, &picture)));
            return Ok(json::object(&[
                ("program", json::text(&player.entrant.name)),
                ("lines", json::texts(&hint)),
                ("places", format!("[{}]", places.collect::<Vec<_>>().join(", "))),
                ("score", json::number(Thoughts::read(&log).score)),
            ]));
        }
        Err(why)
    }

    /// Asks the program of these words at every turn of a side, up to the first forfeit. Returns the sentence and the page.
    pub fn review(&self, table: &Table, mut record: Record, seat: Seat, word: &str) -> Result<[String; 2], String> {
        let _busy = self.free().ok_or("Another program is being asked.")?;
        let entrant = (self.prepare)(word)?;
        let played = record.entries.iter().take_while(|entry| entry.line().is_some()).count();
        record.entries.truncate(played);
        record.notes.truncate(played);
        // In so many seconds a game its answers come within a minute, with all its starts.
        let limits = Limits { seconds: 10.0, memory: entrant.memory, suspend: true };
        let player = Player { entrant, seed: table.seed, limits };
        let by = &player.entrant.name;
        let mut record = review::begin(record, seat, by);
        review::ask(&mut record, seat, &player, &table.folder, &mut |_| Ok(()))?;
        let found = Found::of(&record, seat)?;
        Ok([found.sentence(), pages::page(&record, seat, &found, by, "")?])
    }
}
