//! Many games between two programs: pairs with the same start and the sides swapped.
//!
//! Every finished game is a transcript in the match's folder, and the result is computed from these files alone: so an
//! interrupted match goes on where it stopped.

use crate::entrant::Entrant;
use crate::game::{Game, Rng};
use crate::games;
use crate::process::{Kind, Limits};
use crate::referee::{self, Entry, Players};
use crate::stats::{self, Pairs, Sequential, Verdict};
use crate::system;
use crate::transcript::{self, Record};
use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;
use std::io::{self, IsTerminal, Write as _};
use std::path::{Path, PathBuf};
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
pub struct Played {
    /// The number of the game, from 0; two neighbours are a pair.
    pub index: usize,
    pub record: Record,
}

impl Played {
    /// The seat of A (0) or B (1): A begins the games with even numbers.
    pub fn seat(&self, entrant: usize) -> usize {
        (self.index + entrant) % 2
    }

    pub fn points(&self, entrant: usize) -> f64 {
        f64::from(self.record.points[self.seat(entrant)])
    }

    /// 1 for a win of A, 0.5 for a draw, 0 for a loss.
    pub fn score(&self) -> f64 {
        let difference = self.points(0) - self.points(1);
        if difference == 0.0 {
            0.5
        } else {
            f64::from(u8::from(difference > 0.0))
        }
    }
}

/// The name of a game's transcript in its match's folder.
fn file(folder: &Path, index: usize) -> PathBuf {
    folder.join(format!("{:05}.txt", index + 1))
}

/// What the workers share while a match runs.
struct Progress {
    queue: std::vec::IntoIter<usize>,
    played: Vec<Played>,
    failure: Option<io::Error>,
    /// No further game is to begin.
    stopped: bool,
    begin: Instant,
    /// Games that were there before.
    before: usize,
}

/// Plays all games of the plan that its folder does not hold yet. Returns false when it was interrupted.
pub fn run(plan: &Plan) -> io::Result<bool> {
    fs::create_dir_all(&plan.folder)?;
    let played = load(plan)?;
    let done: BTreeSet<usize> = played.iter().map(|g| g.index).collect();
    let queue: Vec<usize> = (0..plan.games).filter(|i| !done.contains(i)).collect();
    let stopped = decided(plan, &played);
    let before = played.len();
    let state = Progress { queue: queue.into_iter(), played, failure: None, stopped, begin: Instant::now(), before };
    let state = Mutex::new(state);
    thread::scope(|scope| {
        for _ in 0..plan.jobs.max(1) {
            scope.spawn(|| while let Some(index) = next(&state) {
                let result = one(plan, index);
                note(plan, &mut state.lock().unwrap(), index, result);
            });
        }
    });
    if plan.progress {
        eprintln!();
    }
    state.into_inner().unwrap().failure.map_or(Ok(!system::interrupted()), Err)
}

/// The game that a worker plays next.
fn next(state: &Mutex<Progress>) -> Option<usize> {
    let mut state = state.lock().unwrap();
    if state.stopped || system::interrupted() {
        return None;
    }
    state.queue.next()
}

/// Takes in a finished game, before the worker asks for the next: a verdict stops it from beginning one in vain.
fn note(plan: &Plan, state: &mut Progress, index: usize, result: io::Result<Record>) {
    match result {
        Ok(record) => state.played.push(Played { index, record }),
        Err(e) if e.kind() == io::ErrorKind::Interrupted => return,
        Err(e) => {
            state.stopped = true;
            state.failure = Some(e);
        }
    }
    state.stopped |= decided(plan, &state.played);
    progress(plan, state);
}

/// The seed of a thing, such as game number `index`: neighbouring seeds of a match have nothing in common.
fn seed(plan: &Plan, thing: u64, index: usize) -> u64 {
    Rng(Rng(Rng(plan.seed).next() ^ thing).next() ^ index as u64).next()
}

/// The game of that number as it starts, and the seeds of the first and the second mover's program. The start depends
/// on the pair, everything else on the game.
fn start(plan: &Plan, index: usize) -> io::Result<(Box<dyn Game>, [u64; 2], Rng)> {
    let game = games::new(&plan.game, seed(plan, 0, index / 2)).map_err(io::Error::other)?;
    let mut rng = Rng(seed(plan, 1, index));
    // Seeds stay below 2^32, so that programs in any language can read them.
    let seeds = [rng.next() >> 32, rng.next() >> 32];
    Ok((game, seeds, rng))
}

/// Plays the game of that number and writes its transcript.
fn one(plan: &Plan, index: usize) -> io::Result<Record> {
    let (mut game, seeds, mut rng) = start(plan, index)?;
    let setup = game.setup();
    let by_seat = |seat: usize| (index + seat) % 2;
    let command = |seat: usize| plan.entrants[by_seat(seat)].command(plan.seconds[by_seat(seat)], seeds[seat]);
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
    let text = format!("# seeds: {} {}\n{}", seeds[0], seeds[1], text);
    // First under another name: a match that is interrupted leaves no half transcript.
    let half = plan.folder.join(format!("half-{:05}", index + 1));
    fs::write(&half, &text)?;
    fs::rename(&half, file(&plan.folder, index))?;
    transcript::read(&text).map_err(io::Error::other)
}

/// The plan's games that its folder holds. Every one must be a game of this plan, and legal: an error names the file.
pub fn load(plan: &Plan) -> io::Result<Vec<Played>> {
    let mut played = Vec::new();
    for index in 0..plan.games {
        let path = file(&plan.folder, index);
        let fail = |why: String| io::Error::other(format!("{}: {}", path.display(), why));
        match fs::read_to_string(&path) {
            Ok(text) => {
                let record = belongs(plan, index, &text).map_err(fail)?;
                played.push(Played { index, record });
            }
            Err(e) if e.kind() == io::ErrorKind::NotFound => {}
            Err(e) => return Err(fail(e.to_string())),
        }
    }
    Ok(played)
}

/// Reads the transcript of that number; an error says why it is not this match's.
fn belongs(plan: &Plan, index: usize, text: &str) -> std::result::Result<Record, String> {
    let record = transcript::read(text)?;
    let foreign = |what: &str, is: &str, expected: &str| {
        Err(format!("not a game of this match: its {} is {:?}, in the plan {:?}", what, is, expected))
    };
    if record.name != plan.game {
        return foreign("game", &record.name, &plan.game);
    }
    let (game, seeds, _) = start(plan, index).map_err(|e| e.to_string())?;
    for seat in 0..2 {
        let expected = transcript::one_line(&plan.entrants[(index + seat) % 2].name);
        let key = format!("player {}", seat + 1);
        let is = transcript::comment(text, &key).unwrap_or("");
        if is != expected {
            return foreign(&key, is, &expected);
        }
    }
    let expected = format!("{} {}", seeds[0], seeds[1]);
    let is = transcript::comment(text, "seeds").unwrap_or("");
    if is != expected {
        return foreign("seeds of the programs", is, &expected);
    }
    if record.setup != game.setup() {
        return foreign("start", &record.setup.join(" "), &game.setup().join(" "));
    }
    transcript::check(text)?;
    Ok(record)
}

/// The pairs whose two games are there, by number. With `unbroken` only those up to the first that is missing.
fn pairs(played: &[Played], unbroken: bool) -> Vec<[&Played; 2]> {
    let mut sorted: Vec<&Played> = played.iter().collect();
    sorted.sort_by_key(|g| g.index);
    let whole = sorted.windows(2).filter(|w| w[0].index % 2 == 0 && w[1].index == w[0].index + 1);
    let whole = whole.map(|w| [w[0], w[1]]).enumerate();
    whole.take_while(|(i, pair)| !unbroken || pair[0].index == 2 * i).map(|(_, pair)| pair).collect()
}

/// The sequential test over the pairs in the order of their numbers, up to the first that decides it.
fn sequential(plan: &Plan, played: &[Played]) -> Option<Sequential> {
    let mut test = Sequential::new(plan.sprt?);
    for pair in pairs(played, true) {
        test.add(pair.map(Played::score));
    }
    Some(test)
}

fn decided(plan: &Plan, played: &[Played]) -> bool {
    sequential(plan, played).is_some_and(|test| test.verdict.is_some())
}

fn tally<'a>(played: impl Iterator<Item = &'a Played>) -> [usize; 3] {
    let mut tally = [0; 3];
    for game in played {
        tally[2 - (2.0 * game.score()) as usize] += 1;
    }
    tally
}

fn progress(plan: &Plan, state: &Progress) {
    let terminal = io::stderr().is_terminal();
    let count = state.played.len();
    // Without a terminal, a line for every tenth of the match is enough.
    if !plan.progress || (!terminal && count % (plan.games / 10).max(1) != 0) {
        return;
    }
    let left = plan.games.saturating_sub(count);
    let played = (count - state.before).max(1);
    let seconds = state.begin.elapsed().as_secs_f64() / played as f64 * left as f64;
    let [wins, draws, losses] = tally(state.played.iter());
    let sum: f64 = state.played.iter().map(|g| g.points(0) - g.points(1)).sum();
    let line = format!(
        "{}/{} games  A +{} ={} -{}  {:+.2} points a game  about {:.0} min {:02.0} s left",
        count,
        plan.games,
        wins,
        draws,
        losses,
        sum / count.max(1) as f64,
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

/// Everything that a match says. Results count whole pairs only, and after a verdict only those that led to it; what
/// the programs used and their forfeits are those of all games.
pub struct Summary {
    /// Games that count for the results.
    pub games: usize,
    /// Finished games that do not: half a pair, or behind the verdict.
    pub left_out: usize,
    /// Different games among those that count.
    pub distinct: usize,
    /// Wins, draws, losses of A.
    pub tally: [usize; 3],
    pub pairs: Pairs,
    /// Points of A and B, added up.
    pub points: [f64; 2],
    /// A's points less B's, a game: the mean, and half the width of its interval where the pairs differ.
    pub difference: Option<(f64, Option<f64>)>,
    /// Mean points of A and B as first mover, then as second.
    pub by_seat: [[f64; 2]; 2],
    /// Forfeits of A and B by kind, in the order of `Kind::ALL`.
    pub forfeits: [[usize; 6]; 2],
    /// The first forfeit of A and of B: number of the game and reason.
    pub first_forfeit: [Option<(usize, String)>; 2],
    /// Games after which A or B did not end with exit code 0.
    pub bad_exits: [usize; 2],
    pub most_wall: [f64; 2],
    pub most_address_kib: [u64; 2],
    pub most_resident_kib: [u64; 2],
    pub most_stderr: [usize; 2],
    pub sequential: Option<Sequential>,
}

/// Summarises the games that the plan's folder holds.
pub fn summarise(plan: &Plan) -> io::Result<Summary> {
    Ok(summary(plan, &load(plan)?))
}

/// Summarises these games of the plan.
pub fn summary(plan: &Plan, played: &[Played]) -> Summary {
    let sequential = sequential(plan, played);
    let mut counted = pairs(played, plan.sprt.is_some());
    if let Some(test) = sequential {
        counted.truncate(test.pairs.count());
    }
    let mut s = Summary {
        games: 2 * counted.len(),
        left_out: played.len() - 2 * counted.len(),
        distinct: 0,
        tally: tally(counted.iter().flatten().copied()),
        pairs: Pairs::default(),
        points: [0.0; 2],
        difference: None,
        by_seat: [[0.0; 2]; 2],
        forfeits: [[0; 6]; 2],
        first_forfeit: [None, None],
        bad_exits: [0; 2],
        most_wall: [0.0; 2],
        most_address_kib: [0; 2],
        most_resident_kib: [0; 2],
        most_stderr: [0; 2],
        sequential,
    };
    let mut differences = Vec::new();
    let mut seen = BTreeSet::new();
    for pair in &counted {
        s.pairs.add(pair.map(Played::score));
        differences.push(pair.iter().map(|g| g.points(0) - g.points(1)).sum::<f64>() / 2.0);
        for game in pair {
            seen.insert(lines(&game.record));
            for entrant in 0..2 {
                s.points[entrant] += game.points(entrant);
                s.by_seat[entrant][game.seat(entrant)] += game.points(entrant) / counted.len() as f64;
            }
        }
    }
    s.difference = stats::estimate(&differences);
    s.distinct = seen.len();
    for game in played {
        add_use(&mut s, game);
    }
    s
}

/// The lines of a game, to tell different games apart.
fn lines(record: &Record) -> String {
    let mut text = record.setup.join("\n");
    for (_, entry) in &record.entries {
        if let Entry::Line(seat, line) = entry {
            let _ = write!(text, "\n{} {}", seat, line);
        }
    }
    text
}

/// Adds what the programs of a game used, and its forfeits.
fn add_use(s: &mut Summary, game: &Played) {
    for (_, entry) in &game.record.entries {
        if let Entry::Forfeit(seat, forfeit) = entry {
            let kind = Kind::ALL.iter().position(|k| *k == forfeit.kind).unwrap_or(0);
            let entrant = (game.index + seat) % 2;
            s.forfeits[entrant][kind] += 1;
            let first = &mut s.first_forfeit[entrant];
            if first.as_ref().is_none_or(|(number, _)| *number > game.index + 1) {
                *first = Some((game.index + 1, format!("{}: {}", forfeit.kind.name(), forfeit.reason)));
            }
        }
    }
    for entrant in 0..2 {
        let account = &game.record.accounts[game.seat(entrant)];
        s.bad_exits[entrant] += usize::from(account.exit != "0");
        s.most_wall[entrant] = s.most_wall[entrant].max(account.wall);
        s.most_address_kib[entrant] = s.most_address_kib[entrant].max(account.address_kib);
        s.most_resident_kib[entrant] = s.most_resident_kib[entrant].max(account.resident_kib);
        s.most_stderr[entrant] = s.most_stderr[entrant].max(account.stderr);
    }
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
