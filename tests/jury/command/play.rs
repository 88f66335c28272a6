//! `jury play`: one game in the terminal, between two programs or with a person. `jury board`: the same in the
//! browser.

use super::{ourselves, prepare, say, ALL, TWO};
use jury::board::{http, live, watch};
use jury::command::human;
use jury::command::options::{clock_seed, Words};
use jury::count::{matches, verdict};
use jury::play::referee::{self, Players};
use jury::play::session;
use jury::play::transcript::{self, one_line, Entry, Note, Record};
use jury::rules::game::{Game, Rng, Seat};
use jury::rules::games;
use jury::run::entrant::{self, Entrant};
use jury::run::place::{self, Scratch};
use jury::run::process::{self, Limits};
use jury::run::{leftovers, system};
use jury::text::print;
use jury::text::words::quoted;
use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

/// What the command line asks for.
struct Plan<'a> {
    words: &'a Words,
    game: &'static str,
    players: [&'a str; 2],
    seconds: [f64; 2],
    seed: u64,
    setup: Vec<String>,
    /// What was played before the person left the game.
    begun: Vec<(Entry, Note)>,
    out: PathBuf,
}

impl Plan<'_> {
    fn limits(&self, seat: Seat, entrant: &Entrant) -> Limits {
        Limits { seconds: self.seconds[seat], memory: entrant.memory, suspend: !self.words.has("--no-suspend") }
    }

    /// Is the programs' stderr shown?
    fn log(&self) -> bool {
        !self.words.has("--no-log")
    }
}

pub fn play(words: &[String]) -> Result<ExitCode, String> {
    let words =
        Words::parse(words, &[ALL, TWO, "--setup FILE --from FILE --out FILE --quiet --no-log --verbose"].join(" "))?;
    let [game, a, b] = words.three()?;
    let left = words.text("--from").map(read_unfinished).transpose()?;
    if let Some((_, record)) = &left {
        let person = |players: [&str; 2]| players.iter().position(|player| *player == session::WORD);
        let [first, second] = record.players.each_ref().map(String::as_str);
        if record.name != game || person([a, b]).is_none() || person([a, b]) != person([first, second]) {
            return Err(format!("a person goes on with a game; this one is {} {} {}", record.name, first, second));
        }
    }
    let (old_seed, begun) = left.as_ref().map_or((None, Vec::new()), |(seed, record)| {
        let entries = record.entries.iter().cloned();
        (Some(*seed), entries.zip(record.notes.iter().cloned()).collect())
    });
    let seed = words.number("--seed", old_seed.unwrap_or_else(clock_seed))?;
    let begin = match (&left, words.text("--setup")) {
        (Some((_, record)), _) => games::from_setup(game, &record.setup),
        (None, Some(file)) => read_setup(game, file),
        (None, None) => games::new(game, seed),
    }?;
    let out = match words.text("--out") {
        Some(out) => PathBuf::from(out),
        None => {
            let from = words.text("--from").map(Path::new);
            let name = from.map_or_else(|| named("play", game, seed), |from| from.with_extension("txt"));
            session::free(name, from)
        }
    };
    let plan = Plan {
        words: &words,
        game: games::find(game)?.name,
        players: [a, b],
        seconds: words.seconds(game)?,
        seed,
        setup: begin.setup(),
        begun,
        out,
    };
    let read = ["--setup", "--from"].iter().filter_map(|option| words.text(option).map(PathBuf::from));
    out_ready(&plan.out, &[a, b], read.collect())?;
    let scratch = Scratch::new(&std::env::temp_dir(), "jury-play").map_err(|e| e.to_string())?;
    system::watch_interrupts();
    if plan.players.contains(&session::WORD) {
        with_person(&plan, scratch.path())
    } else {
        of_programs(&plan, scratch.path())
    }
}

/// The file of a game to which nobody gave a name.
fn named(kind: &str, game: &str, seed: u64) -> PathBuf {
    Path::new(place::MATCHES).join(format!("{}-{}-{}.txt", kind, game, seed))
}

/// An error if a transcript cannot be written at the end.
fn out_ready(out: &Path, programs: &[&str], read: Vec<PathBuf>) -> Result<(), String> {
    if out.extension().is_some_and(|ending| ending == session::UNFINISHED) {
        return Err(format!("{}: so a game that is not over is called; name another file", out.display()));
    }
    place::parent(out)?;
    place::ready(out, &transcript::GAME, &[entrant::files_in(programs), read].concat())
}

fn of_programs(plan: &Plan, scratch: &Path) -> Result<ExitCode, String> {
    let folders = ["a", "b"].map(|letter| scratch.join(letter));
    let entrants = prepare(plan.words, plan.game, plan.players, folders)?;
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
        let board = if plan.words.has("--quiet") || !whole { String::new() } else { game.view(None, &lines) + "\n\n" };
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
    if plan.words.has("--verbose") {
        if let Ok([median, most]) = process::cost(scratch, !plan.words.has("--no-suspend"), matches::COST_LINES) {
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
fn with_person(plan: &Plan, scratch: &Path) -> Result<ExitCode, String> {
    let person = usize::from(plan.players[0] != session::WORD);
    let program = plan.players[1 - person];
    if program == session::WORD {
        return Err("one of the two must be a program".to_string());
    }
    let [entrant] = prepare(plan.words, plan.game, [program], [scratch.join("program")])?;
    let mut players = [None, None];
    players[1 - person] =
        Some(session::Player { seed: Rng(plan.seed).next() >> 32, limits: plan.limits(1 - person, &entrant), entrant });
    let (game, setup, folder) = (plan.game.to_string(), plan.setup.clone(), scratch.to_path_buf());
    let table = session::Table { game, setup, players, folder, seed: plan.seed };
    let played =
        human::play(table, plan.begun.iter().cloned().collect(), io::BufReader::new(io::stdin()), &mut io::stdout());
    let (played, finished) = match played {
        // Nobody looks any more.
        Err(e) if e.kind() == io::ErrorKind::BrokenPipe => return Ok(ExitCode::SUCCESS),
        other => other.map_err(|e| e.to_string())?,
    };
    let mut seconds = plan.seconds.map(Some);
    seconds[person] = None;
    // The game that was gone on with, or a file that no other game has.
    let from = plan.words.text("--from").map(PathBuf::from);
    let kept = plan.out.with_extension(session::UNFINISHED);
    let is_own = from.is_some_and(|from| place::is_same(&from, &kept));
    let is_free = is_own || kept.symlink_metadata().is_err();
    let kept = if is_free { kept } else { session::fresh(&plan.out).with_extension(session::UNFINISHED) };
    if finished {
        if is_own {
            place::remove_own(&kept, &transcript::GAME);
        }
        return record(plan, seconds, &played);
    }
    if !played.entries.is_empty() {
        let text = session::unfinished(&played, plan.seed);
        place::write(&kept, &transcript::GAME, text).map_err(|e| e.to_string())?;
        let (words, file) = (plan.words.again("--from"), quoted(&kept.display().to_string()));
        say(&format!("the game is kept; go on with: {} play {} --from {}\n", ourselves(), words, file))?;
    }
    Ok(if system::interrupted() { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}

fn read_unfinished(file: &str) -> Result<(u64, Record), String> {
    let text = std::fs::read_to_string(file).map_err(|e| format!("{}: {}", file, e))?;
    let seed = transcript::comment(&text, "seed").and_then(|seed| seed.parse().ok());
    let seed = seed.ok_or(format!("{}: no game that somebody left", file))?;
    let record = transcript::read(&(text + "R 0 0\n")).map_err(|e| format!("{}: {}", file, e))?;
    Ok((seed, record))
}

/// The game that starts as a file says, in the form that `jury setup` prints.
fn read_setup(name: &str, file: &str) -> Result<Box<dyn Game>, String> {
    let text = std::fs::read_to_string(file).map_err(|e| format!("{}: {}", file, e))?;
    let lines: Vec<String> =
        transcript::without_mark(&text).trim_end().lines().map(|l| l.trim_end().to_string()).collect();
    let start = games::new(name, 1)?.setup();
    if start == games::new(name, 2)?.setup() && start != lines {
        return Err(format!("{}: {} always starts alike, and not like this", file, name));
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
        if plan.words.has("--verbose") {
            let waiting = format!("{:.2} s waiting for a processor", account.kept_waiting);
            let (cpu, kib, exit) = (account.cpu, account.address_kib, &account.exit);
            say(&format!("{}: {:.2} s cpu, {}, {} KiB address space, exit {}\n", side, cpu, waiting, kib, exit))?;
        }
    }
    say(&print::sides(&verdict::end_of_game(played, seconds), &sides))?;
    say(&format!("transcript: {}{}\n", out.display(), there))
}

/// A game in the browser, or a folder of games to watch.
pub fn board(words: &[String]) -> Result<ExitCode, String> {
    let known =
        "--watch FOLDER --resume FILE --out FILE --no-open --port N --listen ADDRESS --memory-of NAME LIMIT --time-a S --time-b S";
    let words = Words::parse(words, &[ALL, "--copy FOLDER", known].join(" "))?;
    if let Some(folder) = words.text("--watch").map(Path::new) {
        system::watch_interrupts();
        std::fs::read_dir(folder).map_err(|e| format!("{}: {}", folder.display(), e))?;
        let server = serve(&words)?;
        watch::serve(&server, folder)?;
        while server.is_wanted(http::CLOSED) {
            std::thread::sleep(std::time::Duration::from_millis(100));
        }
        return Ok(ExitCode::SUCCESS);
    }
    let (round, begun) = match words.text("--resume") {
        Some(file) => resumed(&words, file)?,
        None => new_round(&words)?,
    };
    let game = games::find(&round.0)?.name;
    let round = round.1;
    out_ready(&round.out, &round.words.each_ref().map(String::as_str), Vec::new())?;
    let scratch = Scratch::new(&std::env::temp_dir(), "jury-board").map_err(|e| e.to_string())?;
    system::watch_interrupts();
    let (all, home) = (words.clone(), scratch.path().to_path_buf());
    let prepare = move |word: &str| {
        let folder = Scratch::new(&home, "program").map_err(|e| e.to_string())?;
        let [entrant] = prepare(&all, game, [word], [folder.path().join("program")])?;
        folder.keep();
        Ok(entrant)
    };
    let own =
        jury::run::entrant::jury_beside_us().map(|jury| jury.with_file_name(game)).ok().filter(|own| own.is_file());
    let mut choices: Vec<String> = round.words.iter().filter(|word| *word != session::WORD).cloned().collect();
    choices.extend(own.map(|own| own.display().to_string()));
    choices.extend(games::find(game)?.partners.iter().map(|partner| partner.to_string()));
    let mut seen = std::collections::BTreeSet::new();
    choices.retain(|choice| seen.insert(choice.clone()));
    let suspend = !words.has("--no-suspend");
    let room = live::Room { game, prepare: Arc::new(prepare), choices, suspend, scratch: &scratch };
    if let Some((file, players)) = live::run(|| serve(&words), room, round, begun)? {
        let players = players.map(|word| quoted(&word)).join(" ");
        let file = quoted(&file.display().to_string());
        say(&format!("the game is kept; go on with: {} board --resume {} {} {}\n", ourselves(), file, game, players))?;
    }
    Ok(ExitCode::SUCCESS)
}

type Resumed = ((String, live::Round), session::Past);

fn new_round(words: &Words) -> Result<Resumed, String> {
    let (game, players) = words.rest.split_first().ok_or("wanted: GAME [A] [B]")?;
    let game = games::find(game)?.name;
    let own = jury::run::entrant::jury_beside_us()?.with_file_name(game);
    let own = if own.is_file() { own.display().to_string() } else { "greedy".to_string() };
    let players = match players {
        [] => [session::WORD.to_string(), own],
        [a] if a == session::WORD => [a.clone(), own],
        [a] => [session::WORD.to_string(), a.clone()],
        [a, b] => [a.clone(), b.clone()],
        _ => return Err("wanted: GAME [A] [B]".to_string()),
    };
    if players == [session::WORD, session::WORD] {
        return Err("one of the two must be a program".to_string());
    }
    let seed = words.number("--seed", clock_seed())?;
    let setup = games::new(game, seed)?.setup();
    let out = words.text("--out").map_or_else(|| session::free(named("board", game, seed), None), PathBuf::from);
    let round = live::Round { words: players, seconds: words.seconds(game)?, seed, setup, out, kept: None };
    Ok(((game.to_string(), round), session::Past::new()))
}

fn resumed(words: &Words, file: &str) -> Result<Resumed, String> {
    let (seed, record) = read_unfinished(file)?;
    let text = std::fs::read_to_string(file).map_err(|e| format!("{}: {}", file, e))?;
    let told = transcript::comment(&text, "board").map(jury::text::words::words).transpose()?.unwrap_or_default();
    let number = |text: &String| text.parse().map_err(|_| format!("{}: {:?} is no number", file, text));
    let asked = ["--time", "--time-a", "--time-b"].iter().any(|name| words.has(name));
    let seconds = match &told[..] {
        [_, _, first, second] if !asked => [number(first)?, number(second)?],
        _ => words.seconds(&record.name)?,
    };
    let players = match (&words.rest[..], &told[..]) {
        ([game, a, b], _) if *game == record.name => [a.clone(), b.clone()],
        ([], [a, b, _, _]) => {
            may_run(file, &record.name, [a, b])?;
            [a.clone(), b.clone()]
        }
        _ => return Err(format!("{}: does not say who played; wanted: --resume FILE {} A B", file, record.name)),
    };
    let file = Path::new(file);
    let out = session::free(file.with_extension("txt"), Some(file));
    let kept = Some(out.with_extension(session::UNFINISHED)).filter(|kept| place::is_same(file, kept));
    let begun = record.entries.into_iter().zip(record.notes).collect();
    Ok(((record.name, live::Round { words: players, seconds, seed, setup: record.setup, out, kept }), begun))
}

/// A game is a file that anybody may have sent. What it names is run only if it is ours, or if the person agrees.
fn may_run(file: &str, game: &str, words: [&String; 2]) -> Result<(), String> {
    let own = jury::run::entrant::jury_beside_us()?.with_file_name(game).display().to_string();
    let partners = games::find(game)?.partners;
    let ours = |word: &String| word == session::WORD || *word == own || partners.contains(&word.as_str());
    let foreign: Vec<String> =
        words.iter().filter(|word| !ours(word)).map(|word| format!("  {}\n", one_line(word))).collect();
    if foreign.is_empty() {
        return Ok(());
    }
    let text = format!("{} names what would run here:\n{}", file, foreign.concat());
    if io::stdin().is_terminal() {
        print::err(&format!("{}Run it? [y/N] ", text));
        let mut answer = String::new();
        io::stdin().read_line(&mut answer).map_err(|e| e.to_string())?;
        if matches!(answer.trim(), "y" | "Y" | "yes") {
            return Ok(());
        }
    }
    let words = words.map(|word| quoted(word)).join(" ");
    Err(format!("{}if you want that: {} board --resume {} {} {}", text, ourselves(), quoted(file), game, words))
}

/// An error if there is no board for an option of the board.
pub fn check_board(words: &Words) -> Result<(), String> {
    let useless = ["--port", "--listen"].into_iter().find(|option| words.has(option) && !words.has("--board"));
    useless.map_or(Ok(()), |option| Err(format!("{} is for the board: give --board too", option)))
}

/// With `--board` the folder's page is served while games are played there.
pub fn watched(words: &Words, folder: &Path) -> Result<Option<Arc<http::Server>>, String> {
    let board = words.has("--board").then(|| serve(words)).transpose()?;
    board.as_ref().map_or(Ok(()), |server| watch::serve(server, folder))?;
    Ok(board)
}

/// After the games the page stays while somebody has it open.
pub fn until_closed(board: Option<Arc<http::Server>>) {
    while board.as_ref().is_some_and(|server| server.pages() > 0) && !system::interrupted() {
        std::thread::sleep(std::time::Duration::from_millis(200));
    }
}

/// Opens the server, and the browser if there is a display.
fn serve(words: &Words) -> Result<Arc<http::Server>, String> {
    let address = words.text("--listen").unwrap_or("127.0.0.1");
    let ip: std::net::IpAddr =
        address.parse().map_err(|_| format!("--listen {:?} is no address such as 0.0.0.0", address))?;
    let server = http::Server::open(ip, words.number("--port", 0)?).map_err(|e| format!("{}: {}", address, e))?;
    if !ip.is_loopback() {
        print::err(
            "warning: whoever can reach this machine and sees the address can play along, and reads all on its way\n",
        );
    }
    say(&format!("the board is at {}\nCtrl-C ends it\n", server.address()))?;
    let display = ["DISPLAY", "WAYLAND_DISPLAY"].iter().any(|name| std::env::var_os(name).is_some());
    if display && !words.has("--no-open") {
        leftovers::open_in_browser(&server.address());
    }
    Ok(server)
}
