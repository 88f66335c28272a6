//! What is to be played: a match of two programs, or a tournament: matches of all that meet, from the same starts.
//!
//! The file `plan` in the folder holds it as lines KEY=VALUE. A match's games lie beside it. Those of a tournament lie in
//! a folder for each two that meet: `1-3` has the games of the first program against the third.

use crate::play::openings;
use crate::rules::games;
use crate::run::entrant::Entrant;
use crate::run::memory::Memory;
use crate::run::place;
use crate::text::print::Shown;
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
    pub suspend: bool,
    pub seed: u64,
    pub jobs: usize,
    /// So many half-moves of each pair are drawn by lot (`openings`).
    pub openings: usize,
    /// ELO0 and ELO1 of a sequential test. Only a match has one.
    pub sprt: Option<[f64; 2]>,
    pub folder: PathBuf,
    pub progress: bool,
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
        Err(match (self.entrants.len(), self.sprt) {
            (n, _) if self.is_match() && n != 2 => format!("a match is of two programs, not {}", n),
            (n, _) if !(2..=PROGRAMS_MAX).contains(&n) => {
                format!("a tournament needs 2 to {} programs, not {}", PROGRAMS_MAX, n)
            }
            _ if self.games < 2 || self.games > GAMES_MAX || self.games % 2 == 1 => {
                format!("{} games: an even number from 2 to {}", self.games, GAMES_MAX)
            }
            _ if self.jobs < 1 || self.jobs > JOBS_MAX => {
                format!("{} games at the same time: 1 to {}", self.jobs, JOBS_MAX)
            }
            (_, Some([elo0, elo1])) if !(-ELO_MAX <= elo0 && elo0 < elo1 && elo1 <= ELO_MAX) => {
                let how = format!("two Elo differences from -{} to {0}, the smaller one first", ELO_MAX);
                format!("a sequential test of {} against {}: {}", elo0, elo1, how)
            }
            _ => return openings::check(&self.game, self.openings, &self.entrants),
        })
    }

    /// As the lines of its file. Paths begin at the folder.
    pub fn lines(&self) -> Vec<(String, String)> {
        let home = self.folder.canonicalize().unwrap_or(self.folder.clone());
        let plain = [
            ("game", self.game.clone()),
            ("schedule", self.schedule.name().to_string()),
            ("games", self.games.to_string()),
            ("seconds-a", self.seconds[0].to_string()),
            ("seconds-b", self.seconds[1].to_string()),
            ("seed", self.seed.to_string()),
            ("jobs", self.jobs.to_string()),
            ("memory", self.memory.to_string()),
            ("suspend", self.suspend.to_string()),
            ("openings", self.openings.to_string()),
        ];
        let test = self.sprt.iter().flat_map(|[low, high]| [("elo0", low.to_string()), ("elo1", high.to_string())]);
        let named = plain.into_iter().chain(test).map(|(key, value)| (key.to_string(), value));
        let program = |(entrant, number): (&Entrant, usize)| {
            let lines = [("name", entrant.name.clone()), ("command", entrant.kept(&home))];
            lines.map(|(key, value)| (format!("{}-{}", key, number), value))
        };
        named.chain(self.entrants.iter().zip(1..).flat_map(program)).collect()
    }

    /// Checks the plan and writes it into its folder.
    pub fn save(&self) -> io::Result<()> {
        self.check().map_err(io::Error::other)?;
        let text: String = self.lines().iter().map(|(key, value)| format!("{}={}\n", key, escape(value))).collect();
        self.matches().iter().try_for_each(|one| place::folder(&one.folder)).map_err(io::Error::other)?;
        let path = self.folder.join("plan");
        // What stays the same is not written: a match that is over may lie on a disk that nobody writes to.
        match place::read(&path).is_ok_and(|old| old == text) {
            true => Ok(()),
            false => place::write(&path, place::PLAN, text),
        }
    }

    /// The plan that a folder holds, or the match of a tournament whose games lie there.
    pub fn resume(folder: &Path) -> Result<Plan, String> {
        if let Some((tournament, pairing)) = of_tournament(folder) {
            let plan = Plan::resume(&tournament)?;
            if !plan.pairings().contains(&pairing) {
                return Err(format!("{}: no such two programs in {}", folder.shown(), tournament.shown()));
            }
            return Ok(Plan { folder: folder.to_path_buf(), ..plan.between(pairing) });
        }
        let path = folder.join("plan");
        let text = place::read(&path)?;
        let read = || -> Result<Plan, String> {
            if !text.ends_with('\n') {
                return Err("its last line is cut off: copy the folder anew".to_string());
            }
            let mut lines = BTreeMap::new();
            for line in text.lines() {
                let (key, value) = line.split_once('=').unwrap_or((line, ""));
                if lines.insert(key.to_string(), unescape(value)).is_some() {
                    return Err(format!("the line {}= is there twice", key));
                }
            }
            let (lines, home) = (&mut lines, place::with_path(folder, folder.canonicalize())?);
            let mut entrants = Vec::new();
            while let Some(command) = lines.remove(&format!("command-{}", entrants.len() + 1)) {
                let name = take(lines, &format!("name-{}", entrants.len() + 1))?;
                entrants.push(Entrant::placed(name, &command, &home)?);
            }
            let plan = Plan {
                game: take(lines, "game")?,
                entrants,
                schedule: take(lines, "schedule")?,
                games: take(lines, "games")?,
                seconds: [take(lines, "seconds-a")?, take(lines, "seconds-b")?],
                memory: take(lines, "memory")?,
                suspend: take(lines, "suspend")?,
                seed: take(lines, "seed")?,
                jobs: take(lines, "jobs")?,
                openings: take(lines, "openings")?,
                sprt: match lines.contains_key("elo0") {
                    true => Some([take(lines, "elo0")?, take(lines, "elo1")?]),
                    false => None,
                },
                folder: folder.to_path_buf(),
                progress: true,
            };
            let more = lines.keys().next().map(|key| format!("the line {}= means nothing", key));
            more.map_or(Ok(()), Err).and(plan.check()).map(|()| plan)
        };
        read().map_err(|why| format!("{}: {}", path.shown(), why))
    }
}

/// Takes a value out of the lines of a plan.
fn take<T: FromStr>(lines: &mut BTreeMap<String, String>, key: &str) -> Result<T, String> {
    let value = lines.remove(key).ok_or(format!("no line {}=", key))?;
    value.parse().map_err(|_| format!("{}={} cannot be read", key, value))
}

/// Does the folder hold a match or a tournament, or the games of two of its programs?
pub fn is_one(folder: &Path) -> bool {
    place::is_match(folder) || of_tournament(folder).is_some()
}

/// The tournament in whose folder this one lies, and the two programs whose games it holds.
pub fn of_tournament(folder: &Path) -> Option<(PathBuf, [usize; 2])> {
    let full = folder.canonicalize().ok().filter(|full| !full.join("plan").exists())?;
    let number = |word: &str| word.parse::<usize>().ok()?.checked_sub(1);
    let (a, b) = full.file_name()?.to_str()?.split_once('-')?;
    let tournament = full.parent().filter(|parent| place::is_match(parent))?;
    Some((tournament.to_path_buf(), [number(a)?, number(b)?]))
}

const PROGRAMS_MAX: usize = 64;

/// The most games: no sum overflows, and the files' names sort.
const GAMES_MAX: usize = 99_998;

/// Most games at the same time.
pub const JOBS_MAX: usize = 1_000;

/// The largest Elo difference of a hypothesis. Beyond it the expected score is practically 0 or 1.
const ELO_MAX: f64 = 1_000.0;

pub fn check_seconds(seconds: f64) -> Result<f64, String> {
    let why = || format!("{:?} is no time for a game: more than 0 and at most 1000000 seconds", seconds);
    (seconds > 0.0 && seconds <= 1e6).then_some(seconds).ok_or_else(why)
}

/// A text as one line, and back: names and commands may hold line ends.
fn escape(text: &str) -> String {
    text.replace('\\', "\\\\").replace('\n', "\\n").replace('\r', "\\r")
}

fn unescape(line: &str) -> String {
    line.split("\\\\").map(|part| part.replace("\\n", "\n").replace("\\r", "\r")).collect::<Vec<_>>().join("\\")
}
