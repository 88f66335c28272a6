//! Many games between two programs: pairs with the same start and the sides swapped.
//!
//! Every finished game is a transcript in the match's folder, and the result is computed from these files alone: so an
//! interrupted match goes on where it stopped.

use crate::entrant::Entrant;
use crate::game::Rng;
use crate::games;
use crate::process::{Kind, Limits};
use crate::referee::{self, Entry, Players};
use crate::stats::{self, Estimate, Verdict};
use crate::system;
use crate::transcript::{self, Record};
use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;
use std::io::{self, IsTerminal, Write as _};
use std::path::{Path, PathBuf};
use std::sync::mpsc::channel;
use std::sync::Mutex;
use std::thread;
use std::time::Instant;

/// What is to be played.
#[derive(Clone, Debug)]
pub struct Plan {
    pub game: String,
    /// A and B.
    pub entrants: [Entrant; 2],
    pub games: usize,
    /// For the whole game, A's and B's.
    pub seconds: [f64; 2],
    pub memory_kib: Option<u64>,
    pub suspend: bool,
    pub seed: u64,
    pub jobs: usize,
    /// ELO0 and ELO1 of a sequential test.
    pub sprt: Option<[f64; 2]>,
    /// Where the transcripts go.
    pub folder: PathBuf,
    /// Print the progress.
    pub progress: bool,
}

/// A finished game from A's point of view.
struct Result {
    index: usize,
    record: Record,
}

impl Result {
    /// The seat of A (0) or B (1): A begins the games with even numbers.
    fn seat(&self, entrant: usize) -> usize {
        (self.index + entrant) % 2
    }

    fn points(&self, entrant: usize) -> f64 {
        f64::from(self.record.points[self.seat(entrant)])
    }

    /// 1 for a win of A, 0.5 for a draw, 0 for a loss.
    fn score(&self) -> f64 {
        let difference = self.points(0) - self.points(1);
        if difference == 0.0 {
            0.5
        } else {
            f64::from(u8::from(difference > 0.0))
        }
    }
}

fn file(folder: &Path, index: usize) -> PathBuf {
    folder.join(format!("{:05}.txt", index + 1))
}

/// Plays all games of the plan that its folder does not hold yet. Returns false when it was interrupted.
pub fn run(plan: &Plan) -> io::Result<bool> {
    fs::create_dir_all(&plan.folder)?;
    let mut results: Vec<Result> = load(plan)?;
    let done: BTreeSet<usize> = results.iter().map(|r| r.index).collect();
    let queue = Mutex::new((0..plan.games).filter(|i| !done.contains(i)).collect::<Vec<_>>().into_iter());
    let stopped = Mutex::new(verdict(plan, &results).is_some());
    let (sender, receiver) = channel();
    let begin = Instant::now();
    let mut failure = None;
    thread::scope(|scope| {
        for _ in 0..plan.jobs.max(1) {
            let sender = sender.clone();
            let (queue, stopped) = (&queue, &stopped);
            scope.spawn(move || loop {
                if *stopped.lock().unwrap() || system::interrupted() {
                    return;
                }
                let Some(index) = queue.lock().unwrap().next() else { return };
                if sender.send(one(plan, index).map(|record| Result { index, record })).is_err() {
                    return;
                }
            });
        }
        drop(sender);
        for result in receiver {
            match result {
                Ok(result) => results.push(result),
                Err(e) if e.kind() == io::ErrorKind::Interrupted => {}
                Err(e) => {
                    *stopped.lock().unwrap() = true;
                    failure = Some(e);
                }
            }
            if verdict(plan, &results).is_some() {
                *stopped.lock().unwrap() = true;
            }
            progress(plan, &results, results.len() - done.len(), begin);
        }
    });
    if plan.progress {
        eprintln!();
    }
    failure.map_or(Ok(!system::interrupted()), Err)
}

/// Plays the game of that number and writes its transcript.
fn one(plan: &Plan, index: usize) -> io::Result<Record> {
    // The start depends on the pair, everything else on the game.
    let start = Rng(plan.seed.wrapping_add(index as u64 / 2)).next();
    let mut rng = Rng(plan.seed ^ (index as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15));
    let mut game = games::new(&plan.game, start).map_err(io::Error::other)?;
    let setup = game.setup();
    let by_seat = |seat: usize| (index + seat) % 2;
    let mut command = |seat: usize| {
        let entrant = by_seat(seat);
        // Seeds stay below 2^32, so that programs in any language can read them.
        plan.entrants[entrant].command(plan.seconds[entrant], rng.next() >> 32)
    };
    let (first, second) = (command(0), command(1));
    let limits = |seat: usize| Limits {
        seconds: plan.seconds[by_seat(seat)],
        memory_kib: plan.memory_kib,
        suspend: plan.suspend,
    };
    let players = Players { commands: [&first, &second], limits: [limits(0), limits(1)] };
    let scratch = plan.folder.join(format!("work-{:05}", index + 1));
    fs::create_dir_all(&scratch)?;
    let outcome = referee::play(game.as_mut(), &players, &scratch, &mut rng, &mut |_, _, _| {});
    let _ = fs::remove_dir_all(&scratch);
    let outcome = outcome?;
    let names = [plan.entrants[by_seat(0)].name.as_str(), plan.entrants[by_seat(1)].name.as_str()];
    let text = transcript::write(&plan.game, &setup, names, &outcome);
    // First under another name: a match that is interrupted leaves no half transcript.
    let half = plan.folder.join(format!("half-{:05}", index + 1));
    fs::write(&half, &text)?;
    fs::rename(&half, file(&plan.folder, index))?;
    transcript::read(&text).map_err(io::Error::other)
}

/// The games that the folder holds.
fn load(plan: &Plan) -> io::Result<Vec<Result>> {
    let mut results = Vec::new();
    for index in 0..plan.games {
        if let Ok(text) = fs::read_to_string(file(&plan.folder, index)) {
            let record = transcript::read(&text)
                .map_err(|e| io::Error::other(format!("{}: {}", file(&plan.folder, index).display(), e)))?;
            results.push(Result { index, record });
        }
    }
    Ok(results)
}

/// The values of all pairs whose two games are there.
fn by_pair(results: &[Result], value: impl Fn(&Result) -> f64) -> Vec<f64> {
    let mut sorted: Vec<&Result> = results.iter().collect();
    sorted.sort_by_key(|r| r.index);
    sorted
        .windows(2)
        .filter(|w| w[0].index % 2 == 0 && w[1].index == w[0].index + 1)
        .map(|w| (value(w[0]) + value(w[1])) / 2.0)
        .collect()
}

fn verdict(plan: &Plan, results: &[Result]) -> Option<Verdict> {
    let [elo0, elo1] = plan.sprt?;
    stats::sprt(&by_pair(results, Result::score), elo0, elo1)
}

fn tally(results: &[Result]) -> [usize; 3] {
    let count = |score: f64| results.iter().filter(|r| r.score() == score).count();
    [count(1.0), count(0.5), count(0.0)]
}

fn progress(plan: &Plan, results: &[Result], played: usize, begin: Instant) {
    let terminal = io::stderr().is_terminal();
    // Without a terminal, a line for every tenth of the match is enough.
    if !plan.progress || (!terminal && results.len() % (plan.games / 10).max(1) != 0) {
        return;
    }
    let left = plan.games.saturating_sub(results.len());
    let seconds = begin.elapsed().as_secs_f64() / played.max(1) as f64 * left as f64;
    let [wins, draws, losses] = tally(results);
    let difference = stats::estimate(&by_pair(results, |r| r.points(0) - r.points(1)));
    let line = format!(
        "{}/{} games  A +{} ={} -{}  {:+.2} points a game  about {:.0} min {:02.0} s left",
        results.len(),
        plan.games,
        wins,
        draws,
        losses,
        difference.mean,
        (seconds / 60.0).floor(),
        seconds % 60.0
    );
    if terminal {
        eprint!("\r{}\x1b[K", line);
        let _ = io::stderr().flush();
    } else {
        eprintln!("{}", line);
    }
}

/// Everything that a match says.
pub struct Summary {
    pub games: usize,
    pub distinct: usize,
    /// Wins, draws, losses of A.
    pub tally: [usize; 3],
    /// Points of A and B, added up.
    pub points: [f64; 2],
    /// A's points less B's, a game, from the pairs.
    pub difference: Estimate,
    /// A's score, 0 to 1, from the pairs.
    pub score: Estimate,
    /// Mean points of A and B as first mover, then as second.
    pub by_seat: [[f64; 2]; 2],
    /// Forfeits of A and B by kind, in the order of `Kind::ALL`.
    pub forfeits: [[usize; 6]; 2],
    /// Games after which A or B did not end with exit code 0.
    pub bad_exits: [usize; 2],
    pub most_wall: [f64; 2],
    pub most_address_kib: [u64; 2],
    pub most_resident_kib: [u64; 2],
    pub most_stderr: [usize; 2],
    pub verdict: Option<Verdict>,
}

/// Summarises the games that the plan's folder holds.
pub fn summarise(plan: &Plan) -> io::Result<Summary> {
    let results = load(plan)?;
    let mut s = Summary {
        games: results.len(),
        distinct: 0,
        tally: tally(&results),
        points: [0.0; 2],
        difference: stats::estimate(&by_pair(&results, |r| r.points(0) - r.points(1))),
        score: stats::estimate(&by_pair(&results, Result::score)),
        by_seat: [[0.0; 2]; 2],
        forfeits: [[0; 6]; 2],
        bad_exits: [0; 2],
        most_wall: [0.0; 2],
        most_address_kib: [0; 2],
        most_resident_kib: [0; 2],
        most_stderr: [0; 2],
        verdict: verdict(plan, &results),
    };
    let mut seen = BTreeSet::new();
    let mut seats = [[0.0; 2]; 2];
    for result in &results {
        let mut lines = result.record.setup.join("\n");
        for (_, entry) in &result.record.entries {
            match entry {
                Entry::Line(seat, line) => {
                    let _ = write!(lines, "\n{} {}", seat, line);
                }
                Entry::Forfeit(seat, forfeit) => {
                    let kind = Kind::ALL.iter().position(|k| *k == forfeit.kind).unwrap_or(0);
                    s.forfeits[(result.index + seat) % 2][kind] += 1;
                }
            }
        }
        seen.insert(lines);
        for entrant in 0..2 {
            let seat = result.seat(entrant);
            let account = &result.record.accounts[seat];
            s.points[entrant] += result.points(entrant);
            s.by_seat[entrant][seat] += result.points(entrant);
            seats[entrant][seat] += 1.0;
            s.bad_exits[entrant] += usize::from(account.exit != "0");
            s.most_wall[entrant] = s.most_wall[entrant].max(account.wall);
            s.most_address_kib[entrant] = s.most_address_kib[entrant].max(account.address_kib);
            s.most_resident_kib[entrant] = s.most_resident_kib[entrant].max(account.resident_kib);
            s.most_stderr[entrant] = s.most_stderr[entrant].max(account.stderr);
        }
    }
    for entrant in 0..2 {
        for seat in 0..2 {
            s.by_seat[entrant][seat] /= f64::max(seats[entrant][seat], 1.0);
        }
    }
    s.distinct = seen.len();
    Ok(s)
}

impl Summary {
    /// For people.
    pub fn text(&self, plan: &Plan) -> String {
        let mut t = String::new();
        let n = self.games.max(1) as f64;
        for (i, letter) in ["A", "B"].iter().enumerate() {
            let _ = writeln!(t, "{}: {} ({} s a game)", letter, plan.entrants[i].name, plan.seconds[i]);
        }
        let _ =
            writeln!(t, "{}: {} games, {} of them distinct, seed {}", plan.game, self.games, self.distinct, plan.seed);
        let [w, d, l] = self.tally;
        let _ = writeln!(t, "A wins {}, draws {}, losses {}: score {:.1} %", w, d, l, 100.0 * self.score.mean);
        let low = stats::elo((self.score.mean - self.score.half).max(0.0));
        let high = stats::elo((self.score.mean + self.score.half).min(1.0));
        let _ = writeln!(t, "Elo of A over B {:+.0}, 95 % {:+.0} to {:+.0}", stats::elo(self.score.mean), low, high);
        let _ = writeln!(
            t,
            "points A {} ({:.2} a game), B {} ({:.2} a game)",
            self.points[0],
            self.points[0] / n,
            self.points[1],
            self.points[1] / n
        );
        let d = self.difference;
        let _ = writeln!(
            t,
            "mean difference a pair {:+.2} +- {:.2} (95 %), a game {:+.2} +- {:.2}",
            2.0 * d.mean,
            2.0 * d.half,
            d.mean,
            d.half
        );
        for (i, letter) in ["A", "B"].iter().enumerate() {
            let [first, second] = self.by_seat[i];
            let _ = writeln!(t, "{}: {:.2} points a game as first mover, {:.2} as second", letter, first, second);
        }
        for (i, letter) in ["A", "B"].iter().enumerate() {
            let kinds: Vec<String> = Kind::ALL
                .iter()
                .zip(&self.forfeits[i])
                .filter(|(_, n)| **n > 0)
                .map(|(k, n)| format!("{} {}", n, k.name()))
                .collect();
            let kinds =
                if kinds.is_empty() { "no forfeit".to_string() } else { format!("FORFEITS {}", kinds.join(", ")) };
            let _ = writeln!(
                t,
                "{}: {}, {} bad exits, at most {:.3} s, {} KiB address space, {} KiB resident, {} characters on stderr",
                letter,
                kinds,
                self.bad_exits[i],
                self.most_wall[i],
                self.most_address_kib[i],
                self.most_resident_kib[i],
                self.most_stderr[i]
            );
        }
        if let Some([elo0, elo1]) = plan.sprt {
            let _ = match self.verdict {
                Some(Verdict::H0) => writeln!(t, "sequential test: H0 accepted, Elo at most {}", elo0),
                Some(Verdict::H1) => writeln!(t, "sequential test: H1 accepted, Elo at least {}", elo1),
                None => writeln!(t, "sequential test: undecided between {} and {}", elo0, elo1),
            };
        }
        t
    }

    /// For programs: one flat object, all times in seconds, memory in KiB, arrays in the order A, B.
    pub fn json(&self, plan: &Plan) -> String {
        // What has no number (no interval yet, Elo of a clean sweep) is null.
        let number = |x: f64| if x.is_finite() { x.to_string() } else { "null".to_string() };
        let quote = |s: &str| format!("\"{}\"", s.replace('\\', "\\\\").replace('"', "\\\""));
        let forfeits = |i: usize| {
            let kinds = Kind::ALL.iter().zip(&self.forfeits[i]);
            kinds.map(|(k, n)| format!("\"{}\": {}", k.name(), n)).collect::<Vec<_>>().join(", ")
        };
        let fields = [
            ("game", quote(&plan.game)),
            ("programs", format!("[{}, {}]", quote(&plan.entrants[0].name), quote(&plan.entrants[1].name))),
            ("seconds", format!("[{}, {}]", plan.seconds[0], plan.seconds[1])),
            ("seed", plan.seed.to_string()),
            ("games", self.games.to_string()),
            ("distinct", self.distinct.to_string()),
            ("wins", self.tally[0].to_string()),
            ("draws", self.tally[1].to_string()),
            ("losses", self.tally[2].to_string()),
            ("points", format!("[{}, {}]", self.points[0], self.points[1])),
            ("difference_a_game", number(self.difference.mean)),
            ("difference_a_game_half_interval", number(self.difference.half)),
            ("score", number(self.score.mean)),
            ("score_half_interval", number(self.score.half)),
            ("elo", number(stats::elo(self.score.mean))),
            ("points_by_seat", format!("{:?}", self.by_seat)),
            ("forfeits", format!("[{{{}}}, {{{}}}]", forfeits(0), forfeits(1))),
            ("bad_exits", format!("{:?}", self.bad_exits)),
            ("most_wall", format!("{:?}", self.most_wall)),
            ("most_address_kib", format!("{:?}", self.most_address_kib)),
            ("most_resident_kib", format!("{:?}", self.most_resident_kib)),
            ("sprt", self.verdict.map_or("null".to_string(), |v| quote(&format!("{:?}", v)))),
        ];
        let lines: Vec<String> = fields.iter().map(|(k, v)| format!("  \"{}\": {}", k, v)).collect();
        format!("{{\n{}\n}}\n", lines.join(",\n"))
    }
}

/// Writes the plan into its folder, so that `resume` finds it.
pub fn save(plan: &Plan) -> io::Result<()> {
    fs::create_dir_all(&plan.folder)?;
    let mut text = format!(
        "game={}\ngames={}\nseconds-a={}\nseconds-b={}\nseed={}\njobs={}\nsuspend={}\n",
        plan.game, plan.games, plan.seconds[0], plan.seconds[1], plan.seed, plan.jobs, plan.suspend
    );
    for (letter, entrant) in ["a", "b"].iter().zip(&plan.entrants) {
        let _ = write!(text, "name-{}={}\ncommand-{}={}\n", letter, entrant.name, letter, entrant.template);
    }
    if let Some(kib) = plan.memory_kib {
        let _ = writeln!(text, "memory={}", kib);
    }
    if let Some([elo0, elo1]) = plan.sprt {
        let _ = write!(text, "elo0={}\nelo1={}\n", elo0, elo1);
    }
    fs::write(plan.folder.join("plan"), text)
}

/// The plan that a folder holds.
pub fn resume(folder: &Path) -> std::result::Result<Plan, String> {
    let path = folder.join("plan");
    let text = fs::read_to_string(&path).map_err(|e| format!("{}: {}", path.display(), e))?;
    let find = |key: &str| text.lines().find_map(|l| l.strip_prefix(key)?.strip_prefix('=')).map(str::to_string);
    let word = |key: &str| find(key).ok_or(format!("{}: no line {}=", path.display(), key));
    let number = |key: &str| word(key)?.parse::<f64>().map_err(|_| format!("{}: {} is no number", path.display(), key));
    let entrant = |letter: &str| -> std::result::Result<Entrant, String> {
        Ok(Entrant { name: word(&format!("name-{}", letter))?, template: word(&format!("command-{}", letter))? })
    };
    Ok(Plan {
        game: word("game")?,
        entrants: [entrant("a")?, entrant("b")?],
        games: number("games")? as usize,
        seconds: [number("seconds-a")?, number("seconds-b")?],
        memory_kib: if find("memory").is_some() { Some(number("memory")? as u64) } else { None },
        suspend: word("suspend")? == "true",
        seed: word("seed")?.parse().map_err(|_| "seed is no number".to_string())?,
        jobs: number("jobs")? as usize,
        sprt: if find("elo0").is_some() { Some([number("elo0")?, number("elo1")?]) } else { None },
        folder: folder.to_path_buf(),
        progress: true,
    })
}
