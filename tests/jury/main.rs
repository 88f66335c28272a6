//! The `jury` program: `jury help` says what it can do.

use jury::entrant::Entrant;
use jury::game::{Game, Rng};
use jury::process::Limits;
use jury::referee::{self, Entry, Note, Players};
use jury::{games, picture, series, show, system, transcript};
use std::io::{self, BufRead, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{SystemTime, UNIX_EPOCH};

const HELP: &str = "\
jury play GAME A B            one game: board after every move, result, transcript
jury match GAME A B           paired games: same start, sides swapped
jury match --resume FOLDER    goes on with an interrupted match
jury check FILE...            replays transcripts by the rules
jury show FILE|FOLDER...      pages for the browser, beside the transcripts or in --out FOLDER
jury setup GAME SEED          prints what the jury gives in the game of that seed (a map, tiles)
jury PARTNER GAME [SECONDS [SEED]]   a sparring partner that speaks the contest's protocol

GAME     one of those below
PARTNER  random, greedy, or what else the game has
A, B     a source file that ends in .rs (compiled as the contest does), one of our players built
         (target/release/GAME), a sparring partner, or any command; {seconds} and {seed} in a
         command are replaced for each game, and are the default for the first three

options of play and match
  --time S      seconds for a whole game (default: the contest's)
  --time-a S    --time-b S   the same for one of the two
  --seed N      of the start and of the programs' seeds (default: play from the clock, match 1)
  --memory KIB  address space of each program (default 65536; 0: no limit, for Java and the like)
  --no-suspend  let a program run while the other one thinks
of play
  --setup FILE  the start as `jury setup` prints it (default: from the seed)
  --out FILE    the transcript (default: matches/play-GAME-SEED.txt)
  --quiet       no boards
  --no-log      not what the programs write to stderr
of match
  --games N     number of games, made even (default 100)
  --jobs J      games at the same time (default 1)
  --sprt ELO0 ELO1   stop as soon as one of the two hypotheses is accepted (5 % errors)
  --dir FOLDER  transcripts and copies of the programs (default: a new one under matches/)
  --json FILE   the summary for programs
";

/// Address space of a contest program, KiB.
const MEMORY_KIB: u64 = 65_536;

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let (command, rest) = match words.split_first() {
        Some((command, rest)) => (command.as_str(), rest),
        None => ("help", &[][..]),
    };
    let result = match command {
        "play" => play(rest),
        "match" => play_match(rest),
        "check" => check(rest),
        "show" => show_pages(rest),
        "setup" => print_setup(rest),
        "help" | "--help" | "-h" => help(),
        _ if games::is_partner(command) => partner(command, rest),
        _ => Err(format!("no command {:?}; `jury help` lists them", command)),
    };
    match result {
        Ok(code) => code,
        Err(message) => {
            let _ = writeln!(io::stderr(), "jury: {}", message);
            ExitCode::from(2)
        }
    }
}

/// Prints; a reader that went away (`jury play ... | head`) is no error.
fn say(text: &str) -> Result<ExitCode, String> {
    let _ = io::stdout().write_all(text.as_bytes()).and_then(|()| io::stdout().flush());
    Ok(ExitCode::SUCCESS)
}

fn help() -> Result<ExitCode, String> {
    let mut text = format!("{}\ngames and their sparring partners\n", HELP);
    for game in games::TABLE {
        text += &format!("  {:13} {}; {} s; {}\n", game.name, game.title, game.seconds, game.partners.join(", "));
    }
    say(&text)
}

/// The words of a command line, sorted into options and the rest.
#[derive(Default)]
struct Words {
    rest: Vec<String>,
    options: Vec<(String, Vec<String>)>,
}

impl Words {
    /// `known` are the options and how many values each takes.
    fn parse(words: &[String], known: &[(&str, usize)]) -> Result<Words, String> {
        let mut parsed = Words::default();
        let mut words = words.iter();
        while let Some(word) = words.next() {
            if !word.starts_with("--") {
                parsed.rest.push(word.clone());
                continue;
            }
            let (_, count) = known
                .iter()
                .find(|(name, _)| name == word)
                .ok_or_else(|| format!("no option {:?} here; `jury help` lists them", word))?;
            let values: Vec<String> = words.by_ref().take(*count).cloned().collect();
            if values.len() < *count {
                return Err(format!("{} takes {} value(s)", word, count));
            }
            parsed.options.push((word.clone(), values));
        }
        Ok(parsed)
    }

    fn has(&self, name: &str) -> bool {
        self.options.iter().any(|(n, _)| n == name)
    }

    fn text(&self, name: &str) -> Option<&str> {
        self.options.iter().rev().find(|(n, _)| n == name).and_then(|(_, v)| v.first()).map(String::as_str)
    }

    fn number<T: std::str::FromStr>(&self, name: &str, default: T) -> Result<T, String> {
        self.text(name).map_or(Ok(default), |t| t.parse().map_err(|_| format!("{} {:?} is no number", name, t)))
    }

    /// Seconds of A and B.
    fn seconds(&self, game: &str) -> Result<[f64; 2], String> {
        let both = self.number("--time", games::find(game)?.seconds)?;
        let seconds = [self.number("--time-a", both)?, self.number("--time-b", both)?];
        if seconds.iter().all(|s| *s > 0.0 && *s < 1e6) {
            Ok(seconds)
        } else {
            Err("a time must be more than 0 seconds".to_string())
        }
    }

    fn memory(&self) -> Result<Option<u64>, String> {
        let kib = self.number("--memory", MEMORY_KIB)?;
        Ok(if kib == 0 { None } else { Some(kib) })
    }

    /// GAME A B.
    fn three(&self) -> Result<[&str; 3], String> {
        match self.rest.as_slice() {
            [game, a, b] => Ok([games::find(game)?.name, a, b]),
            _ => Err("wanted: GAME A B (a command of several words goes into quotes)".to_string()),
        }
    }
}

const COMMON: [(&str, usize); 6] =
    [("--time", 1), ("--time-a", 1), ("--time-b", 1), ("--seed", 1), ("--memory", 1), ("--no-suspend", 0)];

fn clock_seed() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(1, |d| d.as_micros() as u64 & 0xffff_ffff)
}

fn play(words: &[String]) -> Result<ExitCode, String> {
    let known: Vec<(&str, usize)> =
        [&COMMON[..], &[("--setup", 1), ("--out", 1), ("--quiet", 0), ("--no-log", 0)]].concat();
    let words = Words::parse(words, &known)?;
    let [name, a, b] = words.three()?;
    let seed = words.number("--seed", clock_seed())?;
    let mut game = match words.text("--setup") {
        None => games::new(name, seed)?,
        Some(file) => {
            let text = std::fs::read_to_string(file).map_err(|e| format!("{}: {}", file, e))?;
            let lines: Vec<String> = text.trim_end().lines().map(|l| l.trim_end().to_string()).collect();
            games::from_setup(name, &lines)?
        }
    };
    let out = words.text("--out").map_or(format!("matches/play-{}-{}.txt", name, seed), str::to_string);
    let out = PathBuf::from(out);
    if let Some(folder) = out.parent() {
        std::fs::create_dir_all(folder).map_err(|e| format!("{}: {}", folder.display(), e))?;
    }
    let scratch = std::env::temp_dir().join(format!("jury-play-{}", std::process::id()));
    let entrants = [Entrant::prepare(name, a, &scratch.join("a"))?, Entrant::prepare(name, b, &scratch.join("b"))?];
    let seconds = words.seconds(name)?;
    let mut rng = Rng(seed);
    let commands = [0, 1].map(|i| entrants[i].command(seconds[i], rng.next() >> 32));
    let limit = |i: usize| -> Result<Limits, String> {
        Ok(Limits { seconds: seconds[i], memory_kib: words.memory()?, suspend: !words.has("--no-suspend") })
    };
    let players = Players { commands: [&commands[0], &commands[1]], limits: [limit(0)?, limit(1)?] };
    let (quiet, log) = (words.has("--quiet"), !words.has("--no-log"));
    system::watch_interrupts();
    let setup = game.setup();
    let mut spent = [0.0; 2];
    let mut watch = |game: &dyn Game, entry: &Entry, note: &Note| {
        let text = match entry {
            Entry::Line(seat, line) => {
                spent[*seat] = note.seconds;
                format!("{}: {}", seat + 1, line)
            }
            Entry::Forfeit(seat, f) => format!("{}: FORFEIT, {}: {}", seat + 1, f.kind.name(), f.reason),
        };
        let text = format!("{}  [{:.2} s, {:.2} s]", text, spent[0], spent[1]);
        let text = note.log.iter().filter(|_| log).fold(text, |text, line| format!("{}\n   | {}", text, line));
        let same_seat = matches!(entry, Entry::Line(seat, _) if game.to_write() == Some(*seat));
        let _ = if quiet || same_seat {
            say(&format!("{}\n", text))
        } else {
            say(&format!("{}\n{}\n\n", text, game.draw()))
        };
    };
    let outcome = referee::play(game.as_mut(), &players, &scratch, &mut rng, &mut watch);
    let _ = std::fs::remove_dir_all(&scratch);
    let outcome = outcome.map_err(|e| e.to_string())?;
    let text = transcript::write(name, &setup, [a, b], &outcome);
    std::fs::write(&out, text).map_err(|e| format!("{}: {}", out.display(), e))?;
    for (seat, account) in outcome.accounts.iter().enumerate() {
        let player = if seat == 0 { a } else { b };
        for line in account.last_words.iter().filter(|_| log) {
            say(&format!("   {} | {}\n", seat + 1, line))?;
        }
        say(&format!(
            "{} {}: {} points, {:.2} s wall, {:.2} s cpu, {} KiB address space, exit {}\n",
            seat + 1,
            player,
            outcome.points[seat],
            account.wall,
            account.cpu,
            account.address_kib,
            account.exit
        ))?;
    }
    say(&format!("transcript: {}\n", out.display()))
}

fn play_match(words: &[String]) -> Result<ExitCode, String> {
    let known: Vec<(&str, usize)> =
        [&COMMON[..], &[("--games", 1), ("--jobs", 1), ("--sprt", 2), ("--dir", 1), ("--json", 1), ("--resume", 1)]]
            .concat();
    let words = Words::parse(words, &known)?;
    let plan = match words.text("--resume") {
        Some(folder) => series::resume(Path::new(folder))?,
        None => new_plan(&words)?,
    };
    system::watch_interrupts();
    let finished = series::run(&plan).map_err(|e| e.to_string())?;
    let summary = series::summarise(&plan).map_err(|e| e.to_string())?;
    say(&summary.text(&plan))?;
    say(&format!("transcripts: {}\n", plan.folder.display()))?;
    if let Some(file) = words.text("--json") {
        std::fs::write(file, summary.json(&plan)).map_err(|e| format!("{}: {}", file, e))?;
    }
    if finished {
        return Ok(ExitCode::SUCCESS);
    }
    let json = words.text("--json").map_or(String::new(), |f| format!(" --json {}", f));
    let jury = std::env::args().next().unwrap_or_else(|| "jury".to_string());
    say(&format!("interrupted; go on with: {} match --resume {}{}\n", jury, plan.folder.display(), json))?;
    Ok(ExitCode::FAILURE)
}

fn new_plan(words: &Words) -> Result<series::Plan, String> {
    let [game, a, b] = words.three()?;
    let folder =
        words.text("--dir").map_or_else(|| PathBuf::from(format!("matches/{}-{}", game, clock_seed())), PathBuf::from);
    if folder.join("plan").exists() {
        return Err(format!("{} holds a match; go on with it by --resume, or name another --dir", folder.display()));
    }
    let sprt = match words.options.iter().find(|(name, _)| name == "--sprt") {
        None => None,
        Some((_, values)) => match (values[0].parse(), values[1].parse()) {
            (Ok(elo0), Ok(elo1)) if elo0 < elo1 => Some([elo0, elo1]),
            _ => return Err("--sprt takes two Elo differences, the smaller one first".to_string()),
        },
    };
    let games = words.number("--games", 100usize)?;
    let plan = series::Plan {
        game: game.to_string(),
        entrants: [Entrant::prepare(game, a, &folder.join("a"))?, Entrant::prepare(game, b, &folder.join("b"))?],
        games: games + games % 2,
        seconds: words.seconds(game)?,
        memory_kib: words.memory()?,
        suspend: !words.has("--no-suspend"),
        seed: words.number("--seed", 1)?,
        jobs: words.number("--jobs", 1)?,
        sprt,
        folder,
        progress: true,
    };
    series::save(&plan).map_err(|e| e.to_string())?;
    Ok(plan)
}

fn show_pages(words: &[String]) -> Result<ExitCode, String> {
    let words = Words::parse(words, &[("--out", 1)])?;
    if words.rest.is_empty() {
        return Err("wanted: one or more transcripts or folders of a match".to_string());
    }
    let out = words.text("--out").map(Path::new);
    if let Some(out) = out {
        std::fs::create_dir_all(out).map_err(|e| format!("{}: {}", out.display(), e))?;
    }
    for word in &words.rest {
        let path = Path::new(word);
        let page = if path.is_dir() { show_folder(path, out)? } else { show::file(path, out)? };
        say(&format!("{}\n", page.display()))?;
    }
    Ok(ExitCode::SUCCESS)
}

/// The pages of a folder; a match's summary stands above them.
fn show_folder(folder: &Path, out: Option<&Path>) -> Result<PathBuf, String> {
    let mut preface = String::new();
    if folder.join("plan").is_file() {
        let plan = series::resume(folder)?;
        let summary = series::summarise(&plan).map_err(|e| e.to_string())?;
        preface = format!("<pre>{}</pre>\n", picture::escape(&summary.text(&plan)));
    }
    show::folder(folder, out, &folder.display().to_string(), &preface)
}

fn check(files: &[String]) -> Result<ExitCode, String> {
    if files.is_empty() {
        return Err("wanted: one or more transcripts".to_string());
    }
    let mut code = ExitCode::SUCCESS;
    for file in files {
        let text = std::fs::read_to_string(file).map_err(|e| e.to_string());
        match text.and_then(|text| transcript::check(&text)) {
            Ok((_, points)) => say(&format!("{}: OK {} {}\n", file, points[0], points[1]))?,
            Err(why) => {
                code = ExitCode::FAILURE;
                say(&format!("{}: {}\n", file, why))?
            }
        };
    }
    Ok(code)
}

fn print_setup(words: &[String]) -> Result<ExitCode, String> {
    match words {
        [game, seed] => {
            let seed = seed.parse().map_err(|_| format!("the seed {:?} is no whole number", seed))?;
            say(&games::new(game, seed)?.setup().iter().map(|line| format!("{}\n", line)).collect::<String>())
        }
        _ => Err("wanted: GAME SEED".to_string()),
    }
}

/// Plays one side over stdin and stdout until `Quit` or the end of the input, or until the game is over for it.
fn partner(style: &str, words: &[String]) -> Result<ExitCode, String> {
    let (name, seed) = match words {
        [name] | [name, _] => (name, clock_seed()),
        [name, _, seed] => (name, seed.parse().map_err(|_| format!("the seed {:?} is no whole number", seed))?),
        _ => return Err("wanted: GAME [SECONDS [SEED]]".to_string()),
    };
    let mut partner = games::partner(name, style, Rng(seed))?;
    for line in io::stdin().lock().lines() {
        let line = line.map_err(|e| e.to_string())?;
        let line = line.trim();
        if line == "Quit" {
            break;
        }
        if line.is_empty() {
            continue;
        }
        let answer: String = partner.hear(line)?.iter().map(|l| format!("{}\n", l)).collect();
        if io::stdout().write_all(answer.as_bytes()).and_then(|()| io::stdout().flush()).is_err() || partner.done() {
            break;
        }
    }
    Ok(ExitCode::SUCCESS)
}
