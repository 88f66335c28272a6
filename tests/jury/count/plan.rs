//! What is to be played: a match of two programs, or a tournament: matches of all that meet, from the same starts.
//!
//! The file `plan` in the folder holds it as lines KEY=VALUE. A match's games lie beside it. Those of a tournament lie in
//! a folder for each two that meet, with a plan of its own: `1-3` has the games of the first program against the third.

use crate::play::openings;
use crate::rules::games;
use crate::run::entrant::Entrant;
use crate::run::memory::Memory;
use crate::run::place;
use crate::text::print::{one_line, Shown};
use crate::text::words::{joined, words};
use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};
use std::str::FromStr;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Schedule {
    Match,
    RoundRobin,
    /// Only the first meets the others.
    Gauntlet,
}

impl Schedule {
    pub fn name(self) -> &'static str {
        ["match", "all against all", "the first against all others"][self as usize]
    }
}

impl FromStr for Schedule {
    type Err = ();

    fn from_str(text: &str) -> Result<Schedule, ()> {
        let all = [Schedule::Match, Schedule::RoundRobin, Schedule::Gauntlet];
        all.into_iter().find(|schedule| schedule.name() == text).ok_or(())
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct Plan {
    pub game: String,
    /// A and B of a match; the programs of a tournament.
    pub entrants: Vec<Entrant>,
    pub schedule: Schedule,
    /// Between every two that meet.
    pub games: usize,
    /// For the whole game: the first program's, and those of all others.
    pub seconds: [f64; 2],
    pub memory: Memory,
    pub seed: u64,
    pub jobs: usize,
    /// So many half-moves of each pair are drawn by lot (`openings`).
    pub openings: usize,
    /// ELO0 and ELO1 of a sequential test. Only a match has one.
    pub sprt: Option<[f64; 2]>,
    pub folder: PathBuf,
}

impl Plan {
    pub fn is_match(&self) -> bool {
        self.schedule == Schedule::Match
    }

    pub fn count(&self) -> usize {
        self.pairings().len() * self.games
    }

    /// The seconds a game, in words.
    pub fn pace(&self) -> String {
        match self.seconds {
            [first, others] if first != others => format!("{} s against {} s", first, others),
            [seconds, _] => format!("{} s", seconds),
        }
    }

    pub fn pairings(&self) -> Vec<[usize; 2]> {
        let n = self.entrants.len();
        let all = (0..n).flat_map(|a| (a + 1..n).map(move |b| [a, b]));
        all.filter(|[a, _]| self.schedule != Schedule::Gauntlet || *a == 0).collect()
    }

    /// The match of two programs; a match itself.
    pub fn between(&self, [a, b]: [usize; 2]) -> Plan {
        if self.is_match() {
            return self.clone();
        }
        Plan {
            entrants: [a, b].map(|i| self.entrants[i].clone()).to_vec(),
            schedule: Schedule::Match,
            seconds: if a == 0 { self.seconds } else { [self.seconds[1]; 2] },
            folder: self.folder.join(format!("{}-{}", a + 1, b + 1)),
            ..self.clone()
        }
    }

    pub fn matches(&self) -> Vec<Plan> {
        self.pairings().into_iter().map(|pairing| self.between(pairing)).collect()
    }

    fn check(&self) -> Result<(), String> {
        games::find(&self.game)?;
        self.seconds.iter().try_for_each(|s| check_seconds(*s).map(|_| ()))?;
        let (n, [elo0, elo1]) = (self.entrants.len(), self.sprt.unwrap_or([0.0, 1.0]));
        let wrong = [
            (self.is_match() && n != 2, format!("a match is of two programs, not {}", n)),
            (n < 2, format!("a tournament needs 2 programs or more, not {}", n)),
            // No sum overflows, and the files' names sort.
            (
                self.games < 2 || self.games > 99_998 || self.games % 2 == 1,
                format!("{} games: an even number from 2 to 99998", self.games),
            ),
            (
                self.entrants.iter().any(|one| one.words.iter().any(|word| word.contains(['\n', '\r']))),
                "the command of a match stands on one line: put yours into a script".to_string(),
            ),
            (self.jobs == 0, "0 games at the same time: at least 1".to_string()),
            (
                !(elo0 < elo1 && elo1 - elo0 < 1000.0),
                format!("a sequential test of {} against {}: the smaller first", elo0, elo1),
            ),
        ];
        let why = wrong.into_iter().find_map(|(is_wrong, why)| is_wrong.then_some(why));
        why.map_or_else(|| openings::check(&self.game, self.openings, &self.entrants), Err)
    }

    /// As the lines of its file.
    fn text(&self) -> String {
        let Plan { game, games, seconds: [a, b], seed, jobs, memory, openings, .. } = self;
        let mut text = format!(
            "game={game}\nschedule={}\ngames={games}\nseconds-a={a}\nseconds-b={b}\nseed={seed}\njobs={jobs}\n\
             memory={memory}\nopenings={openings}\n",
            self.schedule.name()
        );
        if let Some([elo0, elo1]) = self.sprt {
            text += &format!("elo0={elo0}\nelo1={elo1}\n");
        }
        for (entrant, n) in self.entrants.iter().zip(1..) {
            text += &format!("name-{n}={}\ncommand-{n}={}\n", entrant.name, joined(&entrant.words));
        }
        text
    }

    /// Checks the plan and writes it into its folder.
    pub fn save(&self) -> io::Result<()> {
        self.check().map_err(io::Error::other)?;
        self.matches().iter().try_for_each(|one| place::folder(&one.folder)).map_err(io::Error::other)?;
        for plan in self.matches().iter().chain([self]) {
            let (path, text) = (plan.folder.join("plan"), plan.text());
            // What stays the same is not written: a match that is over may lie on a disk that nobody writes to.
            if !place::read(&path).is_ok_and(|old| old == text) {
                place::write(&path, place::PLAN, text)?;
            }
        }
        Ok(())
    }

    /// The plan that a folder holds.
    pub fn resume(folder: &Path) -> Result<Plan, String> {
        let path = folder.join("plan");
        let text = place::read(&path)?;
        let read = || -> Result<Plan, String> {
            let read = |line: &str| line.split_once('=').map(|(key, value)| (key.to_string(), value.to_string()));
            let lines = &mut text.lines().filter_map(read).collect::<BTreeMap<String, String>>();
            let mut entrants = Vec::new();
            while let Some(command) = lines.remove(&format!("command-{}", entrants.len() + 1)) {
                let name: String = take(lines, &format!("name-{}", entrants.len() + 1))?;
                entrants.push(Entrant { name: one_line(&name), words: words(&command)? });
            }
            let plan = Plan {
                game: take(lines, "game")?,
                entrants,
                schedule: take(lines, "schedule")?,
                games: take(lines, "games")?,
                seconds: [take(lines, "seconds-a")?, take(lines, "seconds-b")?],
                memory: take(lines, "memory")?,
                seed: take(lines, "seed")?,
                jobs: take(lines, "jobs")?,
                openings: take(lines, "openings")?,
                sprt: match lines.contains_key("elo0") {
                    true => Some([take(lines, "elo0")?, take(lines, "elo1")?]),
                    false => None,
                },
                folder: folder.to_path_buf(),
            };
            plan.check().map(|()| plan)
        };
        read().map_err(|why| format!("{}: {}", path.shown(), why))
    }
}

/// Takes a value out of the lines of a plan.
fn take<T: FromStr>(lines: &mut BTreeMap<String, String>, key: &str) -> Result<T, String> {
    let value = lines.remove(key).ok_or(format!("no line {}=", key))?;
    value.parse().map_err(|_| format!("{}={} cannot be read", key, value))
}

pub fn check_seconds(seconds: f64) -> Result<f64, String> {
    let why = || format!("{:?} is no time for a game: more than 0 and at most 1000000 seconds", seconds);
    (seconds > 0.0 && seconds <= 1e6).then_some(seconds).ok_or_else(why)
}
