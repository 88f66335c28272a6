//! The words of a command line.

use crate::count::plan;
use crate::rules::games;
use crate::run::entrant::Entrant;
use crate::run::memory::Memory;
use crate::run::system;
use crate::text::print::count;
use crate::text::words::{self, meant, quoted};
use std::time::{SystemTime, UNIX_EPOCH};

/// The words of a command line, sorted into options and the rest.
#[derive(Clone, Default)]
pub struct Words {
    /// Words that are neither an option nor its value.
    pub rest: Vec<String>,
    options: Vec<(String, Vec<String>)>,
}

impl Words {
    /// `known` lists the options with their values, such as "--games N --sprt ELO0 ELO1 --quiet".
    pub fn parse(words: &[String], known: &str) -> Result<Words, String> {
        let known: Vec<&str> = known.split_whitespace().collect();
        let mut parsed = Words::default();
        let mut words = words.iter();
        while let Some(word) = words.next() {
            if !word.starts_with("--") {
                parsed.rest.push(word.clone());
                continue;
            }
            let names = known.iter().copied().filter(|name| name.starts_with("--"));
            let unknown = || format!("no option {:?} here{}; `jury help` lists them", word, meant(word, names));
            let place = known.iter().position(|name| name == word).ok_or_else(unknown)?;
            let count = known[place + 1..].iter().take_while(|name| !name.starts_with("--")).count();
            let values: Vec<String> = words.by_ref().take(count).cloned().collect();
            if values.len() < count {
                return Err(format!("{} takes {} value(s)", word, count));
            }
            parsed.options.push((word.clone(), values));
        }
        Ok(parsed)
    }

    pub fn has(&self, name: &str) -> bool {
        self.options.iter().any(|(n, _)| n == name)
    }

    pub fn text(&self, name: &str) -> Option<&str> {
        self.options.iter().rev().find(|(n, _)| n == name).and_then(|(_, v)| v.first()).map(String::as_str)
    }

    pub fn number<T: std::str::FromStr>(&self, name: &str, default: T) -> Result<T, String> {
        self.text(name).map_or(Ok(default), |t| t.parse().map_err(|_| format!("{} {:?} is no number", name, t)))
    }

    /// The values of an option. If it is given twice, the last ones.
    pub fn values(&self, name: &str) -> Option<&[String]> {
        self.options.iter().rev().find(|(n, _)| n == name).map(|(_, v)| v.as_slice())
    }

    /// The words once more, as a shell reads them, without an option.
    pub fn again(&self, without: &str) -> String {
        let options = self.options.iter().filter(|(name, _)| name != without);
        let options = options.flat_map(|(name, values)| [name].into_iter().chain(values));
        self.rest.iter().chain(options).map(|word| quoted(word)).collect::<Vec<_>>().join(" ")
    }

    /// An error if there is any other option.
    pub fn only(&self, names: &[&str], where_: &str) -> Result<(), String> {
        match self.options.iter().find(|(name, _)| !names.contains(&name.as_str())) {
            None => Ok(()),
            Some((name, _)) => Err(format!("{} cannot be given {}: only {}", name, where_, names.join(", "))),
        }
    }

    /// The seconds of A and of B.
    pub fn seconds(&self, game: &str) -> Result<[f64; 2], String> {
        let both = self.number("--time", games::find(game)?.seconds)?;
        Ok([plan::check_seconds(self.number("--time-a", both)?)?, plan::check_seconds(self.number("--time-b", both)?)?])
    }

    /// The number of games at the same time. An error if `--jobs` says more than there are processors, unless
    /// `--force` is given.
    pub fn jobs(&self, default: usize) -> Result<usize, String> {
        let (jobs, processors) = (self.number("--jobs", default)?, system::processors("self").len());
        let force = self.has("--force") || processors == 0 || !self.has("--jobs");
        if jobs > processors && jobs <= plan::JOBS_MAX && !force {
            let why = "games would wait for each other, and times mean little; --force plays all the same";
            return Err(format!("--jobs {}: more than {} here: {}", jobs, count(processors, "processor"), why));
        }
        Ok(jobs)
    }

    pub fn memory(&self, default: Memory) -> Result<Memory, String> {
        self.text("--memory").map_or(Ok(default), |text| text.parse().map_err(|why| format!("--memory {}", why)))
    }

    /// Sets each program's limit: by `--memory-of` its name, or that of all.
    pub fn limit(&self, entrants: &mut [Entrant]) -> Result<(), String> {
        let all = self.memory(Memory::TODAY)?;
        entrants.iter_mut().for_each(|entrant| entrant.memory = all);
        for (_, values) in self.options.iter().filter(|(option, _)| option == "--memory-of") {
            let names: Vec<String> = entrants.iter().map(|entrant| entrant.name.clone()).collect();
            let one = entrants.iter_mut().find(|entrant| entrant.name == values[0]);
            let one = one.ok_or(format!("--memory-of {}: the programs are called {}", values[0], names.join(", ")))?;
            one.memory = values[1].parse().map_err(|why| format!("--memory-of {} {}", values[0], why))?;
        }
        Ok(())
    }

    pub fn three(&self) -> Result<[&str; 3], String> {
        match self.rest.as_slice() {
            [game, a, b] => Ok([games::find(game)?.name, a, b]),
            _ => Err("wanted: GAME A B (a command of several words goes into quotes)".to_string()),
        }
    }
}

/// A command line in which the words of each `--words 'WORD WORD'` stand in its place. They are read as a shell reads
/// quotes, and nothing else of a shell: so the Makefile hands on several words.
pub fn spread(words: Vec<String>) -> Result<Vec<String>, String> {
    let (mut all, mut words) = (Vec::new(), words.into_iter());
    while let Some(word) = words.next() {
        match word.as_str() {
            "--words" => all.extend(words::words(&words.next().ok_or("--words takes 1 value(s)")?)?),
            _ => all.push(word),
        }
    }
    Ok(all)
}

/// A seed from the clock, if none is given.
pub fn clock_seed() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(1, |d| d.as_micros() as u64 & 0xffff_ffff)
}
