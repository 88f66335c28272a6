//! Many games between two programs: pairs with the same start and the sides swapped.
//!
//! Every finished game is a transcript in the match's folder. The result is computed from these files alone. So an
//! interrupted match can go on.

use crate::count::stats::Sequential;
use crate::play::openings;
use crate::play::referee::{self, Players};
use crate::play::transcript::{self, Entry, Note, Record};
use crate::rules::game::{Game, Rng, Seat};
use crate::rules::games;
use crate::run::entrant::{self, Entrant};
use crate::run::memory::Memory;
use crate::run::place::{self, Kind, Scratch};
use crate::run::process::{self, Limits};
use crate::run::system;
use crate::text::print;
use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;
use std::io::{self, IsTerminal, Write as _};
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::Mutex;
use std::thread;
use std::time::{Duration, Instant, UNIX_EPOCH};

/// What is to be played.
#[derive(Clone, Debug)]
pub struct Plan {
    pub game: String,
    /// A and B.
    pub entrants: [Entrant; 2],
    pub games: usize,
    /// For the whole game, for A and for B.
    pub seconds: [f64; 2],
    pub suspend: bool,
    pub seed: u64,
    pub jobs: usize,
    /// Each game played at the same time has its own processors.
    pub affinity: bool,
    /// So many half-moves of each pair are drawn by lot (`openings`).
    pub openings: usize,
    /// ELO0 and ELO1 of a sequential test.
    pub sprt: Option<[f64; 2]>,
    /// K and N: only every Nth pair from the Kth on is played here.
    pub part: Option<[usize; 2]>,
    /// Where the transcripts go.
    pub folder: PathBuf,
    /// Print the progress.
    pub progress: bool,
}

impl Plan {
    /// Is the game of that number played in this folder?
    pub fn has(&self, index: usize) -> bool {
        self.part.is_none_or(|[k, n]| index / 2 % n == k - 1)
    }

    /// How many games are played in this folder.
    pub fn count(&self) -> usize {
        (0..self.games).filter(|index| self.has(*index)).count()
    }
}

/// A finished game from A's point of view.
pub struct Played {
    /// The number of the game, from 0. Two neighbours are a pair.
    pub index: usize,
    pub record: Record,
}

impl Played {
    /// The seat of A (0) or B (1). A begins the games with even numbers.
    pub fn seat(&self, entrant: usize) -> usize {
        (self.index + entrant) % 2
    }

    pub fn points(&self, entrant: usize) -> f64 {
        f64::from(self.record.points[self.seat(entrant)])
    }

    pub fn forfeited(&self, entrant: usize) -> bool {
        let seat = self.seat(entrant);
        self.record.forfeit(seat).is_some()
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
pub fn file(folder: &Path, index: usize) -> PathBuf {
    folder.join(format!("{:05}.txt", index + 1))
}

/// The number in a transcript's name, counted from 1.
fn number(path: &Path) -> Option<usize> {
    let name = path.file_name()?.to_str()?.strip_suffix(".txt")?;
    Some(name).filter(|n| n.len() >= 5 && n.bytes().all(|b| b.is_ascii_digit()))?.parse().ok()
}

/// The file with the lines so far, in the game's own folder.
pub const IN_PLAY: &str = "in-play";

/// The file in a match's folder that lists the programs' files at the start: size and time, hash, name. A copy's name
/// begins at the folder.
pub const FILES: &str = "files";

/// A file's line without its name; without the hash only size and time.
fn stamp(path: &Path, with_hash: bool) -> io::Result<String> {
    let data = path.metadata()?;
    let time = data.modified()?.duration_since(UNIX_EPOCH).unwrap_or_default();
    let mut stamp = format!("{}@{}.{:09}", data.len(), time.as_secs(), time.subsec_nanos());
    if with_hash {
        let word = |bytes: &[u8]| bytes.iter().fold(0, |word, byte| word << 8 | u64::from(*byte));
        let hash = fs::read(path)?.chunks(8).fold(data.len(), |hash, bytes| Rng(hash ^ word(bytes)).next());
        let _ = write!(stamp, " {:016x}", hash);
    }
    Ok(stamp)
}

/// An error if a file of a program has changed since the match began, or a source has come to it. Two programs would then
/// play under one name.
pub fn unchanged(plan: &Plan) -> io::Result<()> {
    plan.entrants.iter().try_for_each(|entrant| entrant.check_present().map_err(io::Error::other))?;
    let path = plan.folder.join(FILES);
    let home = plan.folder.canonicalize()?;
    let name = |file: &Path| {
        let full = file.to_string_lossy().into_owned();
        entrant::inside(&full, &home.to_string_lossy()).unwrap_or(full)
    };
    let then = fs::read_to_string(&path);
    if then.as_ref().is_err_and(|e| e.kind() == io::ErrorKind::NotFound) {
        let mut now = String::new();
        for file in plan.entrants.iter().flat_map(Entrant::files) {
            let _ = writeln!(now, "{} {}", stamp(&file, true)?, name(&file));
        }
        return match place::write(&path, &place::NEW, now) {
            // Another game that begins just now was faster.
            Err(e) if e.kind() == io::ErrorKind::AlreadyExists && path.is_file() => unchanged(plan),
            written => written,
        };
    }
    let then = then.map_err(|e| io::Error::new(e.kind(), format!("{}: {}", path.display(), e)))?;
    for line in then.lines() {
        let (was, name) = line.match_indices(' ').nth(1).map_or((line, ""), |(i, _)| (&line[..i], &line[i + 1..]));
        let file = home.join(name);
        // A copied folder has other times. Then the hash decides.
        let same = |with_hash| {
            stamp(&file, with_hash).is_ok_and(|now| {
                if with_hash {
                    now.rsplit(' ').next() == was.rsplit(' ').next()
                } else {
                    was.split(' ').next() == Some(now.as_str())
                }
            })
        };
        if !same(false) && !same(true) {
            let what = "has changed since the match began, which cannot go on with another program";
            let how = "if the program writes it itself, give --copy FOLDER";
            return Err(io::Error::other(format!("{} {}; {}", file.display(), what, how)));
        }
    }
    let listed: Vec<&str> =
        then.lines().filter_map(|line| Some(&line[line.match_indices(' ').nth(1)?.0 + 1..])).collect();
    match plan.entrants.iter().flat_map(Entrant::files).find(|file| !listed.contains(&name(file).as_str())) {
        Some(file) if !listed.is_empty() => {
            let what = "is new since the match began: a program of other files is another program";
            Err(io::Error::other(format!("{} {}", file.display(), what)))
        }
        _ => Ok(()),
    }
}

/// The most times that a game is played until it is not void.
const TRIES: usize = 4;

/// A game still to be played: why it was void each time, and from when on.
struct Waiting<G>(G, Vec<String>, Instant);

/// Plays games in so many threads, with `affinity` each on its own processors. `play` gets the reasons why a game was
/// void before; `take` gets each finished game before its thread begins another. It returns true when that was enough.
/// A void game is played again after all others, and after a rest that grows. Returns false if the jury was
/// interrupted; an error of the kind `ResourceBusy` when all is played but games that were void each time.
pub fn work<G: Send>(
    (jobs, affinity, rest): (usize, bool, Duration),
    games: Vec<G>,
    play: impl Fn(&G, &[String]) -> io::Result<Record> + Sync,
    take: impl FnMut(G, Record) -> bool + Send,
) -> io::Result<bool> {
    let begin = Instant::now();
    let games: Vec<Waiting<G>> = games.into_iter().map(|game| Waiting(game, Vec::new(), begin)).collect();
    // The games left, `take`, whether that was enough, the first error, the last reason of each game given up.
    let state = Mutex::new((games, take, false, None, Vec::new()));
    let next = || loop {
        let mut state = state.lock().unwrap();
        if state.2 || state.0.is_empty() || system::interrupted() {
            return None;
        }
        if let Some(i) = state.0.iter().position(|game| game.2 <= Instant::now()) {
            return Some(state.0.remove(i));
        }
        drop(state);
        thread::sleep(LOOK);
    };
    let processors = system::processors("self");
    let worker = |job: usize| {
        let share = |n: usize| n * processors.len() / jobs;
        if affinity && jobs <= processors.len() {
            system::pin(&processors[share(job)..share(job + 1)]);
        }
        while let Some(Waiting(game, mut voids, _)) = next() {
            let result = play(&game, &voids);
            let mut state = state.lock().unwrap();
            match result {
                Ok(record) => state.2 |= (state.1)(game, record),
                Err(e) if e.kind() == io::ErrorKind::Interrupted => {}
                Err(e) if e.kind() == io::ErrorKind::ResourceBusy => {
                    voids.push(e.to_string());
                    let rest = (rest * 4u32.pow(voids.len() as u32)).min(REST_MAX);
                    match voids.len() {
                        TRIES => state.4.push(e.to_string()),
                        _ => state.0.push(Waiting(game, voids, Instant::now() + rest)),
                    }
                }
                Err(e) => (state.2, state.3) = (true, Some(e)),
            }
        }
    };
    let worker = &worker;
    thread::scope(|scope| {
        for job in 0..jobs {
            if let Err(e) = thread::Builder::new().spawn_scoped(scope, move || worker(job)) {
                let mut state = state.lock().unwrap();
                (state.2, state.3) = (true, Some(system::no_thread(&e)));
            }
        }
    });
    match state.into_inner().unwrap() {
        (.., Some(e), _) => Err(e),
        (_, _, false, None, given_up) if !given_up.is_empty() && !system::interrupted() => Err(not_played(&given_up)),
        _ => Ok(!system::interrupted()),
    }
}

fn not_played(reasons: &[String]) -> io::Error {
    let (games, last) = (print::count(reasons.len(), "game"), reasons.last().map_or("", String::as_str));
    referee::too_busy(&format!("{}, void {} times each, could not be played; the last is {}", games, TRIES, last))
}

/// How often a thread without a game looks for one.
const LOOK: Duration = Duration::from_millis(50);

/// The longest rest before a void game is played again: a busy machine is so mostly for minutes.
const REST_MAX: Duration = Duration::from_secs(300);

/// The unit of the rests: half of what both programs may use, in seconds.
pub fn rest(seconds: [f64; 2]) -> Duration {
    Duration::from_secs_f64((seconds[0] + seconds[1]) / 4.0)
}

/// Plays the games of the plan that its folder does not have. Returns false if it was interrupted.
pub fn run(plan: &Plan) -> io::Result<bool> {
    let mut played = load(plan)?;
    let games = if decided(plan, &played) { Vec::new() } else { missing(plan, &played) };
    if !games.is_empty() {
        plan.entrants.iter().try_for_each(Entrant::check_moved)?;
        unchanged(plan)?;
    }
    let (before, begin) = (played.len(), Instant::now());
    let take = |index, record| {
        played.push(Played { index, record });
        progress(plan, &played, before, begin);
        decided(plan, &played)
    };
    let finished = thread::scope(|scope| {
        // During the games, so that the machine is as busy as for them.
        let _ = thread::Builder::new().spawn_scoped(scope, || measure_cost(plan));
        work((plan.jobs, plan.affinity, rest(plan.seconds)), games, |index, voids| one(plan, *index, voids), take)
    });
    if plan.progress {
        print::err("\n");
    }
    finished
}

/// Measures what the jury itself costs and writes it for the summary.
fn measure_cost(plan: &Plan) {
    if let Ok([median, most]) = process::cost(&plan.folder, plan.suspend, COST_LINES) {
        let _ = place::write(&plan.folder.join("cost"), &COST, format!("{} {}\n", median, most));
    }
}

/// Two numbers.
const COST: Kind = Kind {
    what: "cost",
    streams: false,
    is: |text| text.split(' ').filter(|n| n.trim().parse::<f64>().is_ok()).count() == 2,
};

/// What the jury itself cost for a line in this match: median and largest, in seconds.
pub fn cost(plan: &Plan) -> Option<[f64; 2]> {
    let text = fs::read_to_string(plan.folder.join("cost")).ok()?;
    let numbers: Vec<f64> = text.split_whitespace().filter_map(|word| word.parse().ok()).collect();
    numbers.try_into().ok()
}

/// Lines by which the cost is measured. They take a tenth of a second.
pub const COST_LINES: usize = 100;

/// The seed of a thing, such as a game's number. Nearby seeds of matches have nothing in common.
fn seed(plan: &Plan, thing: u64, index: usize) -> u64 {
    Rng(Rng(Rng(plan.seed).next() ^ thing).next() ^ index as u64).next()
}

/// The start of a game, and the seeds of the first and the second mover's program. The start depends on the pair, the
/// rest on the game.
fn start(plan: &Plan, index: usize) -> io::Result<(Box<dyn Game>, [u64; 2], Rng)> {
    let game = games::new(&plan.game, seed(plan, 0, index / 2)).map_err(io::Error::other)?;
    let mut rng = Rng(seed(plan, 1, index));
    // Below 2^32: every language can read them.
    let seeds = [rng.next() >> 32, rng.next() >> 32];
    Ok((game, seeds, rng))
}

/// The lines drawn by lot with which both games of a pair begin.
fn opening(plan: &Plan, index: usize) -> std::result::Result<Vec<(Seat, String)>, String> {
    match plan.openings {
        0 => Ok(Vec::new()),
        n => openings::draw(&plan.game, n, &mut Rng(seed(plan, 2, index / 2))),
    }
}

/// Plays a game and writes its transcript, with the reasons why it was void before. An error if it is void.
pub fn one(plan: &Plan, index: usize, voids: &[String]) -> io::Result<Record> {
    unchanged(plan)?;
    let by_seat = |seat: usize| (index + seat) % 2;
    let limits = |seat: usize| Limits {
        seconds: plan.seconds[by_seat(seat)],
        memory: plan.entrants[by_seat(seat)].memory,
        suspend: plan.suspend,
    };
    let names = || [0, 1].map(|seat| plan.entrants[by_seat(seat)].name.as_str());
    let drawn = opening(plan, index).map_err(io::Error::other)?;
    let play = || {
        let (game, seeds, rng) = start(plan, index)?;
        let command = |seat: usize| {
            let (entrant, seconds) = (&plan.entrants[by_seat(seat)], plan.seconds[by_seat(seat)]);
            entrant.command_after(seconds, seeds[seat], &openings::of(seat, &drawn))
        };
        let (first, second) = (command(0), command(1));
        let players = Players { names: names(), commands: [&first, &second], limits: [limits(0), limits(1)] };
        // For people who watch. It is written while no clock runs. The programs work elsewhere: from their folders no path
        // of fixed names leads to it, nor to other games.
        let shown = Scratch::new(&plan.folder, &format!("work-{:05}", index + 1))?;
        let mut text = place::open(&shown.path().join(IN_PLAY))?;
        text.write_all(transcript::head(&plan.game, &names().map(str::to_string), &game.setup()).as_bytes())?;
        let mut watch = |_: &dyn Game, entry: &Entry, note: &Note| {
            let _ = text.write_all(transcript::entry(entry, note).as_bytes());
        };
        let work = Scratch::new(&std::env::temp_dir(), "jury-match")?;
        Ok((seeds, referee::play(&plan.game, game, &players, work.path(), rng, &mut watch)?))
    };
    let (seeds, mut record) = play().map_err(|e: io::Error| {
        io::Error::new(e.kind(), format!("game {}: {}", index + 1, referee::named(&e, names())))
    })?;
    unchanged(plan)?;
    openings::kept(&drawn, &record).map_err(|why| io::Error::other(format!("game {}: {}", index + 1, why)))?;
    record.voids = voids.to_vec();
    let mark = if drawn.is_empty() { String::new() } else { format!("# {}: {}\n", openings::COMMENT, drawn.len()) };
    let text = format!("# seeds: {} {}\n{}{}", seeds[0], seeds[1], mark, record.text());
    // Whole or not at all: an interrupted match leaves no half transcript.
    place::write(&file(&plan.folder, index), if is_cut(plan, index) { &place::READ } else { &place::NEW }, &text)?;
    transcript::read(&text).map_err(io::Error::other)
}

/// The plan's games in its folder. If one is illegal or not of this plan, the error names the file.
pub fn load(plan: &Plan) -> io::Result<Vec<Played>> {
    let mut played = Vec::new();
    load_more(plan, &mut played)?;
    Ok(played)
}

/// The same, but only games not loaded yet.
pub fn load_more(plan: &Plan, played: &mut Vec<Played>) -> io::Result<()> {
    let missing = |index: &usize| played.iter().all(|game| game.index != *index);
    for index in (0..plan.games).filter(missing).collect::<Vec<usize>>() {
        let path = file(&plan.folder, index);
        let fail = |why: String| io::Error::other(format!("{}: {}", path.display(), why));
        match fs::read_to_string(&path) {
            Ok(text) => match belongs(plan, index, &text) {
                Ok(record) => played.push(Played { index, record }),
                Err(_) if is_cut(plan, index) => {}
                Err(why) => return Err(fail(why)),
            },
            Err(e) if e.kind() == io::ErrorKind::NotFound || is_cut(plan, index) => {}
            Err(e) => return Err(fail(e.to_string())),
        }
    }
    let fail = |e: io::Error| io::Error::new(e.kind(), format!("{}: {}", plan.folder.display(), e));
    for entry in fs::read_dir(&plan.folder).map_err(fail)? {
        let path = entry?.path();
        if number(&path).is_some_and(|n| n < 1 || n > plan.games) {
            let why = format!("{}: not a game of this match: it has {} games", path.display(), plan.games);
            return Err(io::Error::other(why));
        }
    }
    Ok(())
}

/// Is the game's transcript there, but empty or without its end? So a power cut leaves it.
fn is_cut(plan: &Plan, index: usize) -> bool {
    let path = file(&plan.folder, index);
    let Ok(bytes) = fs::read(path.as_path()) else { return false };
    let Ok((_, seeds, _)) = start(plan, index) else { return false };
    let text = String::from_utf8_lossy(&bytes);
    let text = if bytes.iter().all(|byte| *byte == 0) { "" } else { text.trim_end_matches('\0') };
    let head = format!("# seeds: {} {}\n# ", seeds[0], seeds[1]);
    let whole = text.ends_with('\n') && text.lines().last().is_some_and(|line| line.starts_with("R "));
    !path.is_symlink() && !whole && (text.starts_with(&head) || head.starts_with(text))
}

/// The games of this folder that are still to be played. Says which were played, but are lost.
pub fn missing(plan: &Plan, played: &[Played]) -> Vec<usize> {
    let missing = |index: &usize| plan.has(*index) && played.iter().all(|game| game.index != *index);
    let games: Vec<usize> = (0..plan.games).filter(missing).collect();
    for index in games.iter().filter(|index| is_cut(plan, **index)) {
        print::err(&format!(
            "{} is empty or has no end: the game is played again\n",
            file(&plan.folder, *index).display()
        ));
    }
    games
}

/// Reads a transcript. The error says why it is none of this match.
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
        if record.players[seat] != expected.trim() {
            return foreign(&format!("player {}", seat + 1), &record.players[seat], &expected);
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
    openings::kept(&opening(plan, index)?, &record)?;
    transcript::check(text)?;
    Ok(record)
}

/// The complete pairs, by number. With `unbroken` only those before the first gap.
pub fn pairs(played: &[Played], unbroken: bool) -> Vec<[&Played; 2]> {
    let mut sorted: Vec<&Played> = played.iter().collect();
    sorted.sort_by_key(|g| g.index);
    let whole = sorted.windows(2).filter(|w| w[0].index % 2 == 0 && w[1].index == w[0].index + 1);
    let whole = whole.map(|w| [w[0], w[1]]).enumerate();
    whole.take_while(|(i, pair)| !unbroken || pair[0].index == 2 * i).map(|(_, pair)| pair).collect()
}

/// What the programs did in a game: the start, and whose line was which, up to a forfeit. Then the jury plays on by lot.
/// The first word says which of the two began.
type Moves<'a> = (usize, &'a [String], Vec<(usize, &'a str)>);

fn moves(game: &Played) -> Moves<'_> {
    let mut lines = Vec::new();
    for entry in &game.record.entries {
        match entry {
            Entry::Line(seat, line) => lines.push((*seat, line.as_str())),
            Entry::Forfeit(seat, forfeit) => {
                lines.push((*seat + 2, forfeit.kind.name()));
                break;
            }
        }
    }
    (game.index % 2, &game.record.setup, lines)
}

/// How many different games there are.
pub fn distinct(games: &[&Played]) -> usize {
    games.iter().map(|game| moves(game)).collect::<BTreeSet<Moves>>().len()
}

/// The pairs that count: those of which neither game repeats one that counts already. A game that comes again line by
/// line is no new evidence, and its partner alone would favour the side that begins.
pub fn different<'a>(pairs: &[[&'a Played; 2]]) -> Vec<[&'a Played; 2]> {
    let mut seen = BTreeSet::new();
    let mut is_new = |pair: &&[&'a Played; 2]| {
        let [one, other] = pair.map(moves);
        !seen.contains(&one) && !seen.contains(&other) && seen.insert(one) && seen.insert(other)
    };
    pairs.iter().filter(|pair| is_new(pair)).copied().collect()
}

/// The sequential test over the pairs in their order, up to the verdict.
pub fn sequential(plan: &Plan, played: &[Played]) -> Option<Sequential> {
    let mut test = Sequential::new(plan.sprt?);
    for pair in different(&pairs(played, true)) {
        test.add(pair.map(Played::score));
    }
    Some(test)
}

/// A program that forfeits all of its first so many games ends the match.
pub const HOPELESS: usize = 10;

/// The program, A (0) or B (1), that forfeited all of its first games.
pub fn hopeless(plan: &Plan, played: &[Played]) -> Option<usize> {
    let first: Vec<usize> = (0..plan.games).filter(|index| plan.has(*index)).take(HOPELESS).collect();
    let lost = |entrant: usize| {
        let all = played.iter().filter(|game| first.contains(&game.index) && game.forfeited(entrant));
        first.len() == HOPELESS && all.count() == HOPELESS
    };
    (0..2).find(|entrant| lost(*entrant))
}

fn decided(plan: &Plan, played: &[Played]) -> bool {
    sequential(plan, played).is_some_and(|test| test.verdict.is_some()) || hopeless(plan, played).is_some()
}

/// Wins, draws and losses of A.
pub fn tally<'a>(played: impl Iterator<Item = &'a Played>) -> [usize; 3] {
    let mut tally = [0; 3];
    for game in played {
        tally[2 - (2.0 * game.score()) as usize] += 1;
    }
    tally
}

/// Says how far the match is. `before` games were there when this run began.
fn progress(plan: &Plan, all: &[Played], before: usize, begin: Instant) {
    let terminal = io::stderr().is_terminal();
    let count = all.len();
    // Without a terminal a line for every tenth of the match.
    if !plan.progress || (!terminal && count % (plan.count() / 10).max(1) != 0) {
        return;
    }
    let left = plan.count().saturating_sub(count);
    let seconds = begin.elapsed().as_secs_f64() / (count - before) as f64 * left as f64;
    let line = standing(plan, all, seconds, terminal.then(|| system::terminal_size().map_or(COLUMNS, |[_, c]| c)));
    if terminal {
        print::err(&format!("\r{}\x1b[K", line));
    } else {
        print::err(&format!("{}\n", line));
    }
}

/// The columns of a terminal that does not say its width.
const COLUMNS: usize = 80;

/// How the match stands, in a line: games, score, how far the sequential test is, the time left. No interval: it would
/// invite to stop when it looks best. If the columns are too few, the least important is left out.
pub fn standing(plan: &Plan, all: &[Played], seconds_left: f64, columns: Option<usize>) -> String {
    let test = sequential(plan, all).map(|test| test.progress());
    let [wins, draws, losses] = tally(all.iter());
    let games = all.len().max(1) as f64;
    let sum: f64 = all.iter().map(|g| g.points(0) - g.points(1)).sum();
    let forfeits = [0, 1].map(|entrant| all.iter().filter(|game| game.forfeited(entrant)).count());
    let left = seconds_left.round() as u64;
    let [hours, minutes, seconds] = [left / 3600, left / 60 % 60, left % 60];
    // Each with a rank: the highest is left out first.
    let mut parts = vec![
        (0, format!("{}/{} games", all.len(), plan.count())),
        (4, format!("  A +{} ={} -{}", wins, draws, losses)),
        (5, format!("  {:+.2} points a game", sum / games)),
        (1, format!("  score {:.1} %", (100 * wins + 50 * draws) as f64 / games)),
        (2, test.map_or(String::new(), |(share, to)| format!("  test: {} % to {:?}", share, to))),
        (0, format!("  FORFEITS {} and {}", forfeits[0], forfeits[1])),
        (
            3,
            match hours {
                0 => format!("  {}:{:02} min left", minutes, seconds),
                _ => format!("  {}:{:02} h left", hours, minutes),
            },
        ),
    ];
    parts.retain(|(_, part)| forfeits != [0; 2] || !part.contains("FORFEITS"));
    let long = |parts: &[(i32, String)]| parts.iter().map(|(_, part)| part.len()).sum::<usize>();
    for rank in [5, 4, 3] {
        // The last column stays free: some terminals begin a new line after it.
        if columns.is_some_and(|columns| long(&parts) >= columns) {
            parts.retain(|(r, _)| *r != rank);
        }
    }
    parts.into_iter().map(|(_, part)| part).collect()
}

/// The most games: no sum overflows, and the files' names sort.
const GAMES_MAX: usize = 99_998;

/// Most games at the same time.
pub const JOBS_MAX: usize = 1_000;

/// The largest Elo difference of a hypothesis. Beyond it the expected score is practically 0 or 1.
const ELO_MAX: f64 = 1_000.0;

/// Checks seconds a game.
pub fn check_seconds(seconds: f64) -> std::result::Result<f64, String> {
    if seconds > 0.0 && seconds <= 1e6 {
        Ok(seconds)
    } else {
        Err(format!("{:?} is no time for a game: more than 0 and at most 1000000 seconds", seconds))
    }
}

fn check(plan: &Plan) -> std::result::Result<(), String> {
    games::find(&plan.game)?;
    plan.seconds.iter().try_for_each(|s| check_seconds(*s).map(|_| ()))?;
    if plan.games < 2 || plan.games > GAMES_MAX || plan.games % 2 == 1 {
        return Err(format!("{} games: an even number from 2 to {}", plan.games, GAMES_MAX));
    }
    if plan.jobs < 1 || plan.jobs > JOBS_MAX {
        return Err(format!("{} games at the same time: 1 to {}", plan.jobs, JOBS_MAX));
    }
    if plan.part.is_some_and(|[k, n]| k < 1 || k > n) {
        return Err("a part is K/N: the Kth of N, from 1".to_string());
    }
    if plan.part.is_some() && plan.sprt.is_some() {
        return Err("a part of a match knows too little for a sequential test".to_string());
    }
    openings::check(&plan.game, plan.openings, &plan.entrants)?;
    match plan.sprt {
        Some([elo0, elo1]) if !(-ELO_MAX <= elo0 && elo0 < elo1 && elo1 <= ELO_MAX) => Err(format!(
            "a sequential test of {} against {}: two Elo differences from -{} to {}, the smaller one first",
            elo0, elo1, ELO_MAX, ELO_MAX
        )),
        _ => Ok(()),
    }
}

/// A text as one line, and back: names and commands may hold line ends.
fn escape(text: &str) -> String {
    text.replace('\\', "\\\\").replace('\n', "\\n").replace('\r', "\\r")
}

fn unescape(line: &str) -> String {
    let mut text = String::new();
    let mut chars = line.chars();
    while let Some(c) = chars.next() {
        text.push(match (c, c == '\\') {
            (_, true) => match chars.next() {
                Some('n') => '\n',
                Some('r') => '\r',
                other => other.unwrap_or('\\'),
            },
            _ => c,
        });
    }
    text
}

/// Writes a folder's plan as lines KEY=VALUE. `None` has no line.
pub fn write_lines(folder: &Path, lines: &[(&str, Option<String>)]) -> io::Result<()> {
    let lines = lines.iter().filter_map(|(key, value)| Some(format!("{}={}\n", key, escape(value.as_ref()?))));
    place::plan(folder, &lines.collect::<String>())
}

/// The lines of such a file.
pub struct Lines {
    path: PathBuf,
    text: String,
}

impl Lines {
    pub fn read(path: PathBuf) -> std::result::Result<Lines, String> {
        let text = fs::read_to_string(&path).map_err(|e| format!("{}: {}", path.display(), e))?;
        Ok(Lines { path, text })
    }

    fn find(&self, key: &str) -> Option<String> {
        self.text.lines().find_map(|line| line.strip_prefix(key)?.strip_prefix('=')).map(unescape)
    }

    /// A value. An error if there is none.
    pub fn get<T: FromStr>(&self, key: &str) -> std::result::Result<T, String> {
        self.maybe(key)?.ok_or(format!("{}: no line {}=", self.path.display(), key))
    }

    /// A value, if there is one. An error if it cannot be read.
    fn maybe<T: FromStr>(&self, key: &str) -> std::result::Result<Option<T>, String> {
        let read = |word: String| {
            word.parse().map_err(|_| format!("{}: {}={} cannot be read", self.path.display(), key, word))
        };
        self.find(key).map(read).transpose()
    }
}

/// A plan as the lines of its file. Paths begin at the plan's folder.
pub fn lines(plan: &Plan) -> [(&'static str, Option<String>); 19] {
    let home = place::full(&plan.folder).unwrap_or(plan.folder.clone());
    let [a, b] = &plan.entrants;
    [
        ("game", Some(plan.game.clone())),
        ("games", Some(plan.games.to_string())),
        ("seconds-a", Some(plan.seconds[0].to_string())),
        ("seconds-b", Some(plan.seconds[1].to_string())),
        ("seed", Some(plan.seed.to_string())),
        ("jobs", Some(plan.jobs.to_string())),
        ("affinity", Some(plan.affinity.to_string())),
        ("suspend", Some(plan.suspend.to_string())),
        ("name-a", Some(a.name.clone())),
        ("command-a", Some(a.kept(&home))),
        ("name-b", Some(b.name.clone())),
        ("command-b", Some(b.kept(&home))),
        ("memory-a", Some(a.memory.to_string())),
        ("memory-b", Some(b.memory.to_string())),
        ("openings", Some(plan.openings.to_string()).filter(|_| plan.openings > 0)),
        ("elo0", plan.sprt.map(|[elo0, _]| elo0.to_string())),
        ("elo1", plan.sprt.map(|[_, elo1]| elo1.to_string())),
        ("part", plan.part.map(|[k, _]| k.to_string())),
        ("parts", plan.part.map(|[_, n]| n.to_string())),
    ]
}

/// Checks the plan and writes it into its folder, where no other match is.
pub fn save(plan: &Plan) -> io::Result<()> {
    check(plan).map_err(io::Error::other)?;
    let of = |plan: &Plan| (plan.game.clone(), plan.seed, plan.entrants.each_ref().map(|entrant| entrant.name.clone()));
    if resume(&plan.folder).is_ok_and(|old| of(&old) != of(plan)) {
        return Err(io::Error::other(format!("{} holds another match", plan.folder.display())));
    }
    write_lines(&plan.folder, &lines(plan))
}

/// The plan that a folder holds.
pub fn resume(folder: &Path) -> std::result::Result<Plan, String> {
    let lines = Lines::read(folder.join("plan"))?;
    if lines.find("tournament").is_some() {
        return Err(format!("{} is a tournament: `jury tournament --resume {0}` prints its tables", folder.display()));
    }
    let home = folder.canonicalize().map_err(|e| format!("{}: {}", folder.display(), e))?;
    let entrant = |letter: &str| -> std::result::Result<Entrant, String> {
        let key = |what: &str| format!("{}-{}", what, letter);
        // Older matches have one limit of address space for both.
        let of_both = || Ok::<_, String>(lines.maybe("memory")?.map_or(Memory::Free, Memory::Address));
        let memory = lines.maybe(&key("memory"))?.map_or_else(of_both, Ok)?;
        Ok(Entrant::placed(lines.get(&key("name"))?, &lines.get::<String>(&key("command"))?, memory, &home))
    };
    let plan = Plan {
        game: lines.get("game")?,
        entrants: [entrant("a")?, entrant("b")?],
        games: lines.get("games")?,
        seconds: [lines.get("seconds-a")?, lines.get("seconds-b")?],
        suspend: lines.get("suspend")?,
        seed: lines.get("seed")?,
        jobs: lines.get("jobs")?,
        affinity: lines.maybe("affinity")?.unwrap_or(false),
        openings: lines.maybe("openings")?.unwrap_or(0),
        sprt: lines.maybe("elo0")?.zip(lines.maybe("elo1")?).map(<[f64; 2]>::from),
        part: lines.maybe("part")?.zip(lines.maybe("parts")?).map(<[usize; 2]>::from),
        folder: folder.to_path_buf(),
        progress: true,
    };
    check(&plan).map_err(|e| format!("{}: {}", lines.path.display(), e))?;
    Ok(plan)
}
