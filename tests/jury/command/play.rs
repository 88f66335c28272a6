//! `jury play`: one game in the terminal, between two programs or with a person.

use crate::command::human;
use crate::command::options::Asked;
use crate::command::programs::{ourselves, prepare, say};
use crate::count::{matches, verdict};
use crate::play::referee::{self, Players};
use crate::play::session;
use crate::play::transcript::{self, Entry, Note, Record};
use crate::rules::game::{Game, Rng, Seat};
use crate::rules::games;
use crate::run::entrant::{self, Entrant};
use crate::run::place::{self, Scratch};
use crate::run::process::{self, Limits};
use crate::run::system;
use crate::text::print;
use crate::text::words::quoted;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{SystemTime, UNIX_EPOCH};

/// What the command line asks for.
struct Plan<'a> {
    asked: &'a Asked,
    game: &'a str,
    players: [&'a str; 2],
    seconds: [f64; 2],
    seed: u64,
    setup: Vec<String>,
    /// What was played before the person left the game.
    begun: session::Past,
    out: PathBuf,
}

impl Plan<'_> {
    fn limits(&self, seat: Seat, entrant: &Entrant) -> Limits {
        Limits { seconds: self.seconds[seat], memory: entrant.memory, suspend: !self.asked.no_suspend }
    }

    /// Is the programs' stderr shown?
    fn log(&self) -> bool {
        !self.asked.no_log
    }
}

pub fn play(asked: &Asked) -> Result<ExitCode, String> {
    let [game, a, b] = asked.three()?;
    let left = asked.from.as_deref().map(read_unfinished).transpose()?;
    if let Some((_, record)) = &left {
        let person = |players: [&str; 2]| players.iter().position(|player| *player == session::WORD);
        let [first, second] = record.players.each_ref().map(String::as_str);
        if record.name != game || person([a, b]).is_none() || person([a, b]) != person([first, second]) {
            return Err(format!("a person goes on with a game; this one is {} {} {}", record.name, first, second));
        }
    }
    let seed = asked.seed.or(left.as_ref().map(|(seed, _)| *seed)).unwrap_or_else(clock_seed);
    let begin = match (&left, &asked.setup) {
        (Some((_, record)), _) => games::from_setup(game, &record.setup),
        (None, Some(file)) => read_setup(game, file),
        (None, None) => games::new(game, seed),
    }?;
    let from = asked.from.as_deref();
    let name = || from.map_or_else(|| named("play", game, seed), |from| from.with_extension("txt"));
    let plan = Plan {
        asked,
        game,
        players: [a, b],
        seconds: asked.seconds(game)?,
        seed,
        setup: begin.setup(),
        begun: left.map(|(_, record)| begun(record)).unwrap_or_default(),
        out: asked.out.clone().unwrap_or_else(|| session::free(name(), from)),
    };
    out_ready(&plan.out, &[a, b], [&asked.setup, &asked.from].into_iter().flatten().cloned().collect())?;
    let scratch = Scratch::new(&std::env::temp_dir(), "jury-play").map_err(|e| e.to_string())?;
    system::watch_interrupts();
    if plan.players.contains(&session::WORD) {
        with_person(plan, scratch.path())
    } else {
        of_programs(&plan, scratch.path())
    }
}

/// What was played of a game.
pub fn begun(record: Record) -> session::Past {
    record.entries.into_iter().zip(record.notes).collect()
}

/// A seed from the clock, if none is given.
pub fn clock_seed() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(1, |d| d.as_micros() as u64 & 0xffff_ffff)
}

/// The file of a game to which nobody gave a name.
pub fn named(kind: &str, game: &str, seed: u64) -> PathBuf {
    Path::new(place::MATCHES).join(format!("{}-{}-{}.txt", kind, game, seed))
}

/// An error if a transcript cannot be written at the end.
pub fn out_ready(out: &Path, programs: &[&str], read: Vec<PathBuf>) -> Result<(), String> {
    if out.extension().is_some_and(|ending| ending == session::UNFINISHED) {
        return Err(format!("{}: so a game that is not over is called; name another file", out.display()));
    }
    place::parent(out)?;
    place::ready(out, &transcript::GAME, &[entrant::files_in(programs), read].concat())
}

fn of_programs(plan: &Plan, scratch: &Path) -> Result<ExitCode, String> {
    let folders = ["a", "b"].map(|letter| scratch.join(letter));
    let entrants = prepare(plan.asked, plan.game, plan.players, folders)?;
    let mut rng = Rng(plan.seed);
    let commands = [0, 1].map(|i| entrants[i].command(plan.seconds[i], rng.next() >> 32));
    let names = entrants.each_ref().map(|entrant| entrant.name.as_str());
    let players = Players {
        names,
        commands: [&commands[0], &commands[1]],
        limits: [0, 1].map(|seat| plan.limits(seat, &entrants[seat])),
    };
    let sides = games::seats(plan.game);
    let who = format!("{}: {}\n{}: {}\n\n", sides[0], names[0], sides[1], names[1]);
    say(&print::sides(&who, &sides))?;
    let (mut spent, mut lines) = ([0.0; 2], Vec::new());
    let mut watch = |game: &dyn Game, entry: &Entry, note: &Note| {
        spent[entry.seat()] = note.seconds;
        lines.extend(entry.line().map(str::to_string));
        let whole = !matches!(entry, Entry::Line(seat, _) if game.to_write() == Some(*seat));
        let board = if plan.asked.quiet || !whole { String::new() } else { game.view(None, &lines) + "\n\n" };
        print::out(&(step(plan, &sides, spent, entry, note) + &board));
    };
    let played = referee::until_not_void(|| {
        let game = games::from_setup(plan.game, &plan.setup).map_err(io::Error::other)?;
        let folder = Scratch::new(scratch, "game")?;
        let played = referee::play(plan.game, game, &players, folder.path(), rng.clone(), &mut watch);
        played.inspect_err(|e| print::err(&format!("the game is void: {}\n", e)))
    });
    let (mut played, voids) = played.map_err(|e| e.to_string())?;
    played.voids = voids;
    if plan.asked.verbose {
        if let Ok([median, most]) = process::cost(scratch, !plan.asked.no_suspend, matches::COST_LINES) {
            say(&verdict::cost(median, most))?;
        }
    }
    record(plan, plan.seconds.map(Some), &played)
}

/// A line of the game for who watches: who wrote it, both clocks, what was written to stderr.
fn step(plan: &Plan, sides: &[String; 2], spent: [f64; 2], entry: &Entry, note: &Note) -> String {
    let text = match entry {
        Entry::Line(seat, line) => format!("{}: {}", sides[*seat], line),
        Entry::Forfeit(seat, f) => format!("{}: FORFEIT, {}: {}", sides[*seat], f.kind.name(), f.reason),
    };
    let text = print::sides(&format!("{}  [{:.2} s, {:.2} s]\n", text, spent[0], spent[1]), sides);
    note.log.iter().filter(|_| plan.log()).fold(text, |text, line| format!("{}   | {}\n", text, line))
}

/// A game of a person against a program.
fn with_person(mut plan: Plan, scratch: &Path) -> Result<ExitCode, String> {
    let person = usize::from(plan.players[0] != session::WORD);
    let program = plan.players[1 - person];
    if program == session::WORD {
        return Err("one of the two must be a program".to_string());
    }
    let [entrant] = prepare(plan.asked, plan.game, [program], [scratch.join("program")])?;
    let mut players = [None, None];
    players[1 - person] =
        Some(session::Player { seed: Rng(plan.seed).next() >> 32, limits: plan.limits(1 - person, &entrant), entrant });
    let (game, setup, folder) = (plan.game.to_string(), plan.setup.clone(), scratch.to_path_buf());
    let table = session::Table { game, setup, players, folder, seed: plan.seed };
    let played =
        human::play(table, std::mem::take(&mut plan.begun), io::BufReader::new(io::stdin()), &mut io::stdout());
    let (played, finished) = match played {
        // Nobody looks any more.
        Err(e) if e.kind() == io::ErrorKind::BrokenPipe => return Ok(ExitCode::SUCCESS),
        other => other.map_err(|e| e.to_string())?,
    };
    let mut seconds = plan.seconds.map(Some);
    seconds[person] = None;
    // The game that was gone on with, or a file that no other game has.
    let kept = plan.out.with_extension(session::UNFINISHED);
    let is_own = plan.asked.from.as_ref().is_some_and(|from| place::is_same(from, &kept));
    let is_free = is_own || kept.symlink_metadata().is_err();
    let kept = if is_free { kept } else { session::fresh(&plan.out).with_extension(session::UNFINISHED) };
    if finished {
        if is_own {
            place::remove_own(&kept, &transcript::GAME);
        }
        return record(&plan, seconds, &played);
    }
    if !played.entries.is_empty() {
        let text = session::unfinished(&played, plan.seed);
        place::write(&kept, &transcript::GAME, text).map_err(|e| e.to_string())?;
        let (words, file) = (plan.asked.again("--from"), quoted(&kept.display().to_string()));
        say(&format!("the game is kept; go on with: {} play {} --from {}\n", ourselves(), words, file))?;
    }
    Ok(if system::interrupted() { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}

pub fn read_unfinished(file: &Path) -> Result<(u64, Record), String> {
    let text = fs::read_to_string(file).map_err(|e| format!("{}: {}", file.display(), e))?;
    let seed = transcript::comment(&text, "seed").and_then(|seed| seed.parse().ok());
    let seed = seed.ok_or(format!("{}: no game that somebody left", file.display()))?;
    let record = transcript::read(&(text + "R 0 0\n")).map_err(|e| format!("{}: {}", file.display(), e))?;
    Ok((seed, record))
}

/// The game that starts as a file says, in the form that `jury setup` prints.
fn read_setup(name: &str, file: &Path) -> Result<Box<dyn Game>, String> {
    let text = fs::read_to_string(file).map_err(|e| format!("{}: {}", file.display(), e))?;
    let lines: Vec<String> =
        transcript::without_mark(&text).trim_end().lines().map(|l| l.trim_end().to_string()).collect();
    let start = games::new(name, 1)?.setup();
    if start == games::new(name, 2)?.setup() && start != lines {
        return Err(format!("{}: {} always starts alike, and not like this", file.display(), name));
    }
    games::from_setup(name, &lines)
}

/// Writes the transcript and says how the game ended. `seconds` are limits; a person has none.
fn record(plan: &Plan, seconds: [Option<f64>; 2], played: &Record) -> Result<ExitCode, String> {
    let out = &plan.out;
    let text = played.text();
    let there = if out.is_file() { " (in place of the one that was there)" } else { "" };
    if let Err(e) = place::write(out, &transcript::GAME, &text) {
        // Printed, so that the game is not lost.
        print::out(&text);
        return Err(format!("{} (the transcript is on stdout)", e));
    }
    let sides = games::seats(plan.game);
    for (side, account) in sides.iter().zip(&played.accounts) {
        for line in account.last_words.iter().filter(|_| plan.log() && !plan.players.contains(&session::WORD)) {
            say(&format!("   {} | {}\n", side, line))?;
        }
        if plan.asked.verbose {
            let waiting = format!("{:.2} s waiting for a processor", account.kept_waiting);
            let (cpu, kib, exit) = (account.cpu, account.address_kib, &account.exit);
            say(&format!("{}: {:.2} s cpu, {}, {} KiB address space, exit {}\n", side, cpu, waiting, kib, exit))?;
        }
    }
    say(&print::sides(&verdict::end_of_game(played, seconds), &sides))?;
    say(&format!("transcript: {}{}\n", out.display(), there))
}
