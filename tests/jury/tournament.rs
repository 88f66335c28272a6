//! Many programs: all against all, or one against all others. Every two that meet play a match as `series` plays it,
//! in a folder of its own, all matches from the same starts.
//!
//! What is printed is computed from these folders alone, so an interrupted tournament goes on where it stopped.

use crate::entrant::Entrant;
use crate::series::{self, Played};
use crate::standings::{self, Standings};
use crate::system;
use std::fmt::Write as _;
use std::fs;
use std::io::{self, IsTerminal, Write as _};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::thread;

/// What is to be played.
#[derive(Clone, Debug)]
pub struct Plan {
    pub game: String,
    pub entrants: Vec<Entrant>,
    /// Only the first meets the others.
    pub gauntlet: bool,
    /// Between every two that meet.
    pub games: usize,
    pub seconds: f64,
    pub memory_kib: Option<u64>,
    pub suspend: bool,
    pub seed: u64,
    pub jobs: usize,
    pub folder: PathBuf,
    pub progress: bool,
}

/// Most programs of a tournament.
const PROGRAMS_MAX: usize = 64;

impl Plan {
    /// The pairs of programs that meet.
    pub fn pairings(&self) -> Vec<[usize; 2]> {
        let n = self.entrants.len();
        let all = (0..n).flat_map(|a| (a + 1..n).map(move |b| [a, b]));
        all.filter(|[a, _]| !self.gauntlet || *a == 0).collect()
    }

    /// The match of two programs.
    pub fn series(&self, [a, b]: [usize; 2]) -> series::Plan {
        series::Plan {
            game: self.game.clone(),
            entrants: [self.entrants[a].clone(), self.entrants[b].clone()],
            games: self.games,
            seconds: [self.seconds; 2],
            memory_kib: self.memory_kib,
            suspend: self.suspend,
            seed: self.seed,
            jobs: self.jobs,
            sprt: None,
            part: None,
            folder: self.folder.join(format!("{}-{}", a + 1, b + 1)),
            progress: false,
        }
    }
}

/// Writes the plan and those of its matches.
pub fn save(plan: &Plan) -> Result<(), String> {
    let n = plan.entrants.len();
    if !(2..=PROGRAMS_MAX).contains(&n) {
        return Err(format!("a tournament of {} programs: 2 to {}", n, PROGRAMS_MAX));
    }
    let mut text = format!(
        "tournament={}\ngauntlet={}\ngames={}\nseconds={}\nseed={}\njobs={}\nsuspend={}\n",
        plan.game, plan.gauntlet, plan.games, plan.seconds, plan.seed, plan.jobs, plan.suspend
    );
    for entrant in &plan.entrants {
        let (name, template) = (series::escape(&entrant.name), series::escape(&entrant.template));
        let _ = write!(text, "name={}\ncommand={}\n", name, template);
    }
    if let Some(kib) = plan.memory_kib {
        let _ = writeln!(text, "memory={}", kib);
    }
    for pairing in plan.pairings() {
        series::save(&plan.series(pairing)).map_err(|e| e.to_string())?;
    }
    let path = plan.folder.join("plan");
    fs::write(&path, text).map_err(|e| format!("{}: {}", path.display(), e))
}

/// Does the folder hold a tournament, and not a match?
pub fn is_one(folder: &Path) -> bool {
    fs::read_to_string(folder.join("plan")).is_ok_and(|text| text.starts_with("tournament="))
}

/// The plan that a folder holds.
pub fn resume(folder: &Path) -> Result<Plan, String> {
    let path = folder.join("plan");
    let text = fs::read_to_string(&path).map_err(|e| format!("{}: {}", path.display(), e))?;
    let all = |key: &str| -> Vec<String> {
        let lines = text.lines().filter_map(|line| line.strip_prefix(key)?.strip_prefix('='));
        lines.map(series::unescape).collect()
    };
    let word = |key: &str| all(key).pop().ok_or(format!("{}: no line {}=", path.display(), key));
    let number = |key: &str| {
        let word = word(key)?;
        word.parse::<u64>().map_err(|_| format!("{}: {}={} is no such number", path.display(), key, word))
    };
    let entrants = all("name").into_iter().zip(all("command"));
    let seconds = word("seconds")?.parse().map_err(|_| format!("{}: seconds is no number", path.display()))?;
    Ok(Plan {
        game: word("tournament")?,
        entrants: entrants.map(|(name, template)| Entrant { name, template }).collect(),
        gauntlet: word("gauntlet")? == "true",
        games: number("games")? as usize,
        seconds: series::check_seconds(seconds)?,
        memory_kib: if all("memory").is_empty() { None } else { Some(number("memory")?) },
        suspend: word("suspend")? == "true",
        seed: number("seed")?,
        jobs: number("jobs")? as usize,
        folder: folder.to_path_buf(),
        progress: true,
    })
}

/// What the workers share.
struct State {
    /// Match and game.
    queue: std::vec::IntoIter<(usize, usize)>,
    played: Vec<Vec<Played>>,
    failure: Option<io::Error>,
    /// Lines of the table on the terminal.
    shown: usize,
    /// Games that were said to be done, without a terminal.
    said: usize,
}

/// Plays all games that are not there yet. Returns false when it was interrupted.
pub fn run(plan: &Plan) -> io::Result<bool> {
    let pairings = plan.pairings();
    let matches: Vec<series::Plan> = pairings.iter().map(|pairing| plan.series(*pairing)).collect();
    let played: Vec<Vec<Played>> = matches.iter().map(series::load).collect::<io::Result<_>>()?;
    // Pair by pair, all matches in turn: so the table grows evenly.
    let mut queue = Vec::new();
    for pair in 0..plan.games / 2 {
        for (m, there) in played.iter().enumerate() {
            let games = [2 * pair, 2 * pair + 1].into_iter().filter(|i| there.iter().all(|g| g.index != *i));
            queue.extend(games.map(|index| (m, index)));
        }
    }
    let state = Mutex::new(State { queue: queue.into_iter(), played, failure: None, shown: 0, said: 0 });
    thread::scope(|scope| {
        for _ in 0..plan.jobs.max(1) {
            scope.spawn(|| loop {
                let next = {
                    let mut state = state.lock().unwrap();
                    if state.failure.is_some() || system::interrupted() {
                        None
                    } else {
                        state.queue.next()
                    }
                };
                let Some((m, index)) = next else { return };
                let result = series::one(&matches[m], index);
                let mut state = state.lock().unwrap();
                match result {
                    Ok(record) => state.played[m].push(Played { index, record }),
                    Err(e) if e.kind() == io::ErrorKind::Interrupted => {}
                    Err(e) => state.failure = Some(e),
                }
                progress(plan, &mut state);
            });
        }
    });
    let state = state.into_inner().unwrap();
    clear(&state);
    state.failure.map_or(Ok(!system::interrupted()), Err)
}

/// Takes the last table from the terminal.
fn clear(state: &State) {
    if state.shown > 0 {
        eprint!("\x1b[{}A\x1b[J", state.shown);
    }
}

/// On a terminal the table in place of the last one, elsewhere a line for every tenth of the games.
fn progress(plan: &Plan, state: &mut State) {
    let done: usize = state.played.iter().map(Vec::len).sum();
    let all = state.played.len() * plan.games;
    let terminal = io::stderr().is_terminal();
    if !plan.progress || (!terminal && done * 10 / all <= state.said * 10 / all) {
        return;
    }
    state.said = done;
    if !terminal {
        eprintln!("{}/{} games", done, all);
        return;
    }
    let text = format!("{}/{} games\n{}", done, all, standings::table(plan, &standings::of(plan, &state.played)));
    clear(state);
    // Lines that are too long are cut (no wrapping), or the way up would be longer.
    eprint!("\x1b[?7l{}\x1b[?7h", text);
    let _ = io::stderr().flush();
    state.shown = text.lines().count();
}

/// The standings of what the folder holds.
pub fn load(plan: &Plan) -> io::Result<Standings> {
    let played: io::Result<Vec<Vec<Played>>> =
        plan.pairings().into_iter().map(|pairing| series::load(&plan.series(pairing))).collect();
    Ok(standings::of(plan, &played?))
}
