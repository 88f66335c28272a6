//! The options of all commands in one table. Parsing, refusals, help and the nearest word come from it. What a command line
//! asks for is one value, `Asked`.

use crate::count::plan;
use crate::rules::games;
use crate::run::leftovers;
use crate::run::memory::Memory;
use crate::text::words::meant;
use std::path::PathBuf;
use std::process::ExitCode;
use std::str::FromStr;

/// A command: a row of the table in `commands.rs`.
pub struct Command {
    pub name: &'static str,
    pub run: fn(&Asked) -> Result<ExitCode, String>,
    /// Its forms: arguments, and what it does with them.
    pub help: &'static str,
}

/// An option: a row of the table below.
pub struct Choice {
    pub name: String,
    pub values: &'static str,
    /// The commands that take it.
    pub commands: &'static str,
    pub words: &'static str,
    set: fn(&mut Asked, &[String]) -> Result<(), String>,
}

impl Choice {
    pub fn is_of(&self, command: &str) -> bool {
        self.commands.split(' ').any(|name| name == command)
    }
}

/// Makes `Asked`, with a field for each option, and the list of options.
macro_rules! options {
    ($($name:ident: $type:ty = $read:ident, $values:literal, $commands:expr, $words:literal;)*) => {
        #[derive(Clone, Default)]
        pub struct Asked {
            pub command: &'static str,
            /// Words that are neither an option nor its value.
            pub rest: Vec<String>,
            $(#[doc = $words] pub $name: $type,)*
        }

        /// The options of all commands, in the order of the help.
        pub fn all() -> Vec<Choice> {
            vec![$(Choice {
                name: format!("--{}", stringify!($name).replace('_', "-")),
                values: $values,
                commands: $commands,
                words: $words,
                set: |asked, values| $read(values).map(|value| asked.$name = value),
            },)*]
        }
    };
}

const PLAYS: &str = "play human match tournament idea review";
const MATCHES: &str = "match tournament idea";

// The field, its type, what reads it; the values, the commands, what it does.
options! {
    time: Option<f64> = number, "S", PLAYS, "seconds for a whole game (default: the contest's; idea: 3)";
    time_a: Option<f64> = number, "S", "play human match tournament", "of A alone (tournament: of P1)";
    time_b: Option<f64> = number, "S", "play human match", "of B alone";
    games: Option<usize> = number, "N", "match tournament idea",
        "games, made even (default: match and idea 100; tournament 20 of every two)";
    jobs: Option<usize> = number, "J", MATCHES, "games at the same time (default 1)";
    seed: Option<u64> = number, "N", PLAYS, "of the start and of the programs' seeds (default: play, human by lot; else 1)";
    openings: Option<usize> = number, "N", "match tournament",
        "the first N lines of each two games by lot, for games that always start alike and programs that take {past}";
    sprt: Option<[f64; 2]> = two, "ELO0 ELO1", "match", "stops as soon as one of the two hypotheses is accepted (5 % errors)";
    gauntlet: bool = flag, "", "tournament", "only P1 against all others";
    memory: Option<Memory> = memory, "LIMIT", PLAYS,
        "resident memory of each: 300M, 2G (the default), none; or year (64 MB of address space; default of idea)";
    dir: Option<PathBuf> = name, "FOLDER", MATCHES, "transcripts and copies of the programs (default: a new one under matches/)";
    resume: Option<PathBuf> = name, "PLACE", "match tournament", "goes on with what was interrupted; starts the commands that are named there";
    out: Option<PathBuf> = name, "PLACE", "play human show review", "the file of the transcript; of show, review the folder of the pages";
    lost: Option<String> = name, "NAME", "review", "the side of that program, or of A or B of the match (default: each game's loser)";
    json: Option<PathBuf> = name, "FILE", "match summary", "the result for programs";
    quiet: bool = flag, "", "play", "no board at the end";
    port: Option<u16> = number, "N", "human", "of the board (default: a free one)";
}

// What reads the values of an option.

fn flag(_: &[String]) -> Result<bool, String> {
    Ok(true)
}

fn number<T: FromStr>(values: &[String]) -> Result<Option<T>, String> {
    values[0].parse().map(Some).map_err(|_| format!("{:?} is no number", values[0]))
}

fn two(values: &[String]) -> Result<Option<[f64; 2]>, String> {
    Ok(number(values)?.zip(number(&values[1..])?).map(|(a, b)| [a, b]))
}

fn name<T: From<String>>(values: &[String]) -> Result<Option<T>, String> {
    let name = Some(&values[0]).filter(|name| !name.is_empty());
    name.map(|name| Some(name.clone().into())).ok_or("\"\" is no name".to_string())
}

fn memory(values: &[String]) -> Result<Option<Memory>, String> {
    values[0].parse().map(Some)
}

impl Asked {
    pub fn read(command: &Command, words: &[String]) -> Result<Asked, String> {
        let mut asked = Asked { command: command.name, ..Asked::default() };
        let (choices, mut given, mut words) = (all(), Vec::new(), words.iter());
        while let Some(word) = words.next() {
            if !word.starts_with("--") {
                asked.rest.push(word.clone());
                continue;
            }
            let own = || choices.iter().filter(|choice| choice.is_of(command.name));
            let unknown = || {
                let near = meant(word, own().map(|choice| choice.name.as_str()));
                format!("no option {:?} here{}; `jury help {}` lists them", word, near, command.name)
            };
            let choice = own().find(|choice| choice.name == *word).ok_or_else(unknown)?;
            let count = choice.values.split_whitespace().count();
            let values: Vec<String> = words.by_ref().take(count).cloned().collect();
            if values.len() < count {
                return Err(format!("{} takes {} value(s)", word, count));
            }
            (choice.set)(&mut asked, &values).map_err(|why| format!("{} {}", word, why))?;
            given.push(word.as_str());
        }
        // The plan has the others.
        let may = if command.name == "match" { "--resume --games --jobs --json" } else { "--resume --jobs" };
        match given.iter().find(|name| asked.resume.is_some() && !may.split(' ').any(|other| other == **name)) {
            Some(name) => {
                Err(format!("{} cannot be given with --resume, which goes on as it began: only {}", name, may))
            }
            None => Ok(asked),
        }
    }

    /// The seconds of A and of B.
    pub fn seconds(&self, game: &str) -> Result<[f64; 2], String> {
        let both = self.time.unwrap_or(games::find(game)?.seconds);
        let of = |one: Option<f64>| plan::check_seconds(one.unwrap_or(both));
        Ok([of(self.time_a)?, of(self.time_b)?])
    }

    /// The seed of one game, by lot if none is given.
    pub fn seed(&self) -> u64 {
        self.seed.unwrap_or_else(|| leftovers::random() >> 32)
    }

    /// The number of games, made even.
    pub fn games(&self, default: usize) -> usize {
        let games = self.games.unwrap_or(default);
        games.saturating_add(games % 2)
    }

    /// Of each program.
    pub fn memory(&self) -> Memory {
        self.memory.unwrap_or(Memory::TODAY)
    }
}
