//! The commands that play many games, and those that tell of them: `match`, `tournament`, `pool`, `idea`, `summary`.

use super::{ourselves, prepare_all, say, ALL, MANY, TWO};
use crate::play;
use jury::command::options::Words;
use jury::command::{depth, ideas, pool};
use jury::count::plan::{self, Plan, Schedule};
use jury::count::{matches, parts, standings, summary};
use jury::pages::folders;
use jury::play::openings;
use jury::rules::games;
use jury::run::entrant::{self, Entrant};
use jury::run::memory::Memory;
use jury::run::place::{self, Scratch};
use jury::run::system;
use jury::text::print;
use jury::text::words::quoted;
use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::SystemTime;

/// Says what is watched of the programs while a match is played. An error if of one nothing is.
fn say_watched(words: &Words, entrants: &[Entrant]) -> Result<(), String> {
    let lines: Result<Vec<String>, String> = entrants.iter().map(|one| one.watched(words.has("--unwatched"))).collect();
    lines.map(|lines| print::err(&lines.concat()))
}

/// Programs that are about to play: says what is watched of them, and teaches the partners their openings, if any.
fn introduce(words: &Words, game: &str, openings: usize, entrants: &mut [Entrant]) -> Result<(), String> {
    say_watched(words, entrants)?;
    if openings > 0 {
        openings::teach(game, entrants);
    }
    Ok(())
}

/// An error if the file of `--json` cannot be written at the end. `programs` are words of programs.
fn json_ready(words: &Words, programs: &[String]) -> Result<(), String> {
    let programs: Vec<&str> = programs.iter().map(String::as_str).collect();
    let file = words.text("--json").map(Path::new);
    file.map_or(Ok(()), |file| place::ready(file, &place::JSON, &entrant::files_in(&programs)))
}

pub fn play_match(words: &[String]) -> Result<ExitCode, String> {
    system::watch_interrupts();
    let known = [ALL, TWO, MANY, "--sprt ELO0 ELO1 --part K/N --verbose --exit-code"].join(" ");
    let words = Words::parse(words, &known)?;
    play::check_board(&words)?;
    let (plan, _hold) = match words.text("--resume") {
        Some(folder) => old_plan(&words, Path::new(folder), true)?,
        None => words.three().and_then(|[game, a, b]| new_plan(&words, Schedule::Match, game, &[a, b], 100))?,
    };
    let json = words.text("--json");
    let board = play::watched(&words, &plan.folder)?;
    let (finished, busy) = so_far(matches::run(&plan))?;
    let mut summary = summary::summarise(&plan).map_err(|e| e.to_string())?;
    summary.seen(&plan, &[&plan.folder]).map_err(|e| e.to_string())?;
    say(&summary.text(&plan, words.has("--verbose")))?;
    write_file(json, &summary.json(&plan))?;
    let options = json.map_or(String::new(), |file| format!(" --json {}", quoted(file)));
    let code = end("match", &plan.folder, finished, busy, &options)?;
    play::until_closed(board);
    Ok(if finished { exit_code(&words, &summary) } else { code })
}

/// 0, unless the verdict was asked for or a program cannot play at all. Then as `Verdict::code` says.
fn exit_code(words: &Words, summary: &summary::Summary) -> ExitCode {
    let asked = words.has("--exit-code") || summary.hopeless.is_some();
    ExitCode::from(if asked { summary.verdict().1 } else { 0 })
}

/// Writes the file of an option, if it was given.
fn write_file(file: Option<&str>, text: &str) -> Result<(), String> {
    file.map_or(Ok(()), |file| place::write(Path::new(file), &place::JSON, text).map_err(|e| e.to_string()))
}

/// Says where the transcripts are, and how to go on if games are missing.
fn end(
    command: &str,
    folder: &Path,
    finished: bool,
    busy: Option<io::Error>,
    options: &str,
) -> Result<ExitCode, String> {
    say(&format!("transcripts: {}\n", folder.display()))?;
    match (busy, finished) {
        (Some(why), _) => Err(format!("{}\n{}", why, go_on(command, folder, options)).trim_end().to_string()),
        (None, true) => Ok(ExitCode::SUCCESS),
        (None, false) => {
            print::out(&format!("interrupted; {}", go_on(command, folder, options)));
            Ok(ExitCode::FAILURE)
        }
    }
}

/// Whether all games were played. That the machine was too busy for some is told after the answer by the others.
fn so_far(finished: io::Result<bool>) -> Result<(bool, Option<io::Error>), String> {
    match finished {
        Err(e) if e.kind() == io::ErrorKind::ResourceBusy => Ok((false, Some(e))),
        finished => finished.map(|finished| (finished, None)).map_err(|e| e.to_string()),
    }
}

/// The command that goes on, as a shell reads it.
fn go_on(command: &str, folder: &Path, options: &str) -> String {
    let folder = quoted(&folder.display().to_string());
    format!("go on with: {} {} --resume {}{}\n", ourselves(), command, folder, options)
}

/// A new folder, held: the one of `--dir`, or one under matches/.
fn new_folder(words: &Words, game: &str) -> Result<(PathBuf, place::Hold), String> {
    if let Some(folder) = words.text("--dir") {
        let hold = place::hold_new(Path::new(folder))?;
        return json_ready(words, &words.rest).map(|()| (PathBuf::from(folder), hold));
    }
    json_ready(words, &words.rest)?;
    let date = folders::date(SystemTime::now()).replace(' ', "-").replace(':', "");
    let name =
        |n: usize| format!("matches/{}-{}{}", game, date, if n == 1 { String::new() } else { format!("-{}", n) });
    let mut free = (1..).map(|n| PathBuf::from(name(n))).filter(|folder| !folder.exists());
    loop {
        let folder = free.next().unwrap_or_default();
        match place::hold_new(&folder) {
            Ok(hold) => return Ok((folder, hold)),
            // Another match, begun at the same moment, has it.
            Err(_) if folder.exists() => {}
            Err(why) => return Err(why),
        }
    }
}

/// Options that may be given when a match or a tournament goes on. Of a match only the number of games and of jobs may
/// change; a tournament may get more programs.
const AGAIN: [&str; 9] =
    ["--resume", "--jobs", "--affinity", "--force", "--json", "--board", "--port", "--listen", "--no-open"];
const MATCH_AGAIN: [&str; 3] = ["--games", "--verbose", "--exit-code"];
const TOURNAMENT_AGAIN: [&str; 3] = ["--memory-of", "--copy", "--unwatched"];

/// The plan of a match or a tournament that goes on.
fn old_plan(words: &Words, folder: &Path, is_match: bool) -> Result<(Plan, place::Hold), String> {
    let more = if is_match { MATCH_AGAIN } else { TOURNAMENT_AGAIN };
    words.only(&[&AGAIN[..], &more[..]].concat(), "with --resume, which goes on as it began")?;
    if let Some(word) = words.rest.first().filter(|_| is_match) {
        return Err(format!("{:?} with --resume, which goes on with the programs of the match", word));
    }
    if let Some((tournament, _)) = plan::of_tournament(folder) {
        return Err(format!("{} is of a tournament; go on with {}", folder.display(), tournament.display()));
    }
    // Only a folder with a plan is touched.
    let mut plan = Plan::resume(folder)?;
    if plan.is_match() != is_match {
        let command = if is_match { "tournament" } else { "match" };
        return Err(format!("{} is a {}: `jury {1} --resume {0}` goes on with it", folder.display(), command));
    }
    let hold = place::hold(folder)?;
    let programs = plan.entrants.iter().map(|entrant| entrant.command(1.0, 1));
    json_ready(words, &programs.chain(words.rest.iter().cloned()).collect::<Vec<_>>())?;
    let games = words.number("--games", plan.games)?;
    if games < plan.games {
        return Err(format!("--games {}: the match has {} already, and can only grow", games, plan.games));
    }
    plan.games = games.saturating_add(games % 2);
    (plan.jobs, plan.affinity) = (words.jobs(plan.jobs)?, plan.affinity || words.has("--affinity"));
    add_programs(words, &mut plan)?;
    plan.save().map_err(|e| e.to_string())?;
    Ok((plan, hold))
}

/// The plan of a new match or tournament between these programs.
fn new_plan(
    words: &Words,
    schedule: Schedule,
    game: &str,
    texts: &[&str],
    games: usize,
) -> Result<(Plan, place::Hold), String> {
    let elo =
        |values: &[String], i: usize| values[i].parse().map_err(|_| format!("--sprt {:?} is no number", values[i]));
    let sprt = words.values("--sprt").map(|values| Ok::<_, String>([elo(values, 0)?, elo(values, 1)?])).transpose()?;
    let games = words.number("--games", games)?;
    let seconds = words.seconds(game)?;
    let (seed, jobs, openings) = (words.number("--seed", 1)?, words.jobs(1)?, words.number("--openings", 0)?);
    let part = words.text("--part").map(parts::parse).transpose()?;
    let (folder, hold) = new_folder(words, game)?;
    let place = |i: usize| match schedule {
        Schedule::Match => folder.join(["a", "b"][i]),
        _ => folder.join(entrant::PROGRAMS).join((i + 1).to_string()),
    };
    let mut entrants = prepare_all(words, game, texts, place)?;
    introduce(words, game, openings, &mut entrants)?;
    let plan = Plan {
        game: game.to_string(),
        entrants,
        schedule,
        games: games.saturating_add(games % 2),
        seconds,
        suspend: !words.has("--no-suspend"),
        seed,
        jobs,
        affinity: words.has("--affinity"),
        openings,
        sprt,
        part,
        folder,
        progress: true,
    };
    plan.save().map_err(|e| e.to_string())?;
    Ok((plan, hold))
}

/// Prints the result of a match played in parts.
pub fn join(words: &[String]) -> Result<ExitCode, String> {
    let words = Words::parse(words, "--into FOLDER --json FILE --verbose --exit-code")?;
    let folders: Vec<&Path> = words.rest.iter().map(Path::new).collect();
    json_ready(&words, &[])?;
    words.text("--into").map_or(Ok(()), |into| place::hold_new(Path::new(into)).map(drop))?;
    let joined = parts::join(&folders)?;
    let mut summary = summary::joined(&joined.plan, &joined.played, &folders);
    if let Err(why) = summary.seen(&joined.plan, &folders) {
        print::err(&format!("this look at the match is not written down, so the next one will be too sure: {}\n", why));
    }
    say(&summary.text(&joined.plan, words.has("--verbose")))?;
    for note in &joined.notes {
        say(&format!("{}\n", note))?;
    }
    write_file(words.text("--json"), &summary.json(&joined.plan))?;
    if let Some(into) = words.text("--into").map(Path::new) {
        parts::gather(&joined, &folders, into)?;
        say(&format!("transcripts: {}\n", into.display()))?;
    }
    Ok(exit_code(&words, &summary))
}

/// A player against all partners of its game and against its past, beside the record of the pool.
pub fn pool(words: &[String]) -> Result<ExitCode, String> {
    system::watch_interrupts();
    let known = "--games N --jobs J --affinity --force --dir FOLDER --resume FOLDER --record --time-a S";
    let words = Words::parse(words, &[ALL, known].join(" "))?;
    let (mut plan, _hold) = match (words.text("--resume"), words.rest.as_slice()) {
        (Some(folder), []) => {
            let own = ["--resume", "--jobs", "--affinity", "--force", "--record"];
            words.only(&own, "with --resume, which goes on as it began")?;
            (Plan::resume(Path::new(folder))?, place::hold(Path::new(folder))?)
        }
        (None, [game, player]) => {
            let programs = pool::programs(games::find(game)?, player);
            let programs: Vec<&str> = programs.iter().map(String::as_str).collect();
            new_plan(&words, Schedule::Gauntlet, game, &programs, 20)?
        }
        _ => return Err("wanted: GAME PLAYER, or --resume FOLDER alone".to_string()),
    };
    plan.jobs = words.jobs(plan.jobs)?;
    let (finished, busy) = so_far(matches::run(&plan))?;
    let played = matches::all(&plan).map_err(|e| e.to_string())?;
    let (file, rows) = (pool::path(&plan.game), pool::rows(&plan, &played)?);
    say(&pool::text(&plan, &rows, &std::fs::read_to_string(&file).unwrap_or_default())?)?;
    say(&standings::of(&plan, &played).notes(&plan))?;
    let record = words.has("--record");
    if record && finished && busy.is_none() {
        pool::record(&file, &plan, &rows)?;
        say(&format!("recorded in {}\n", file.display()))?;
    }
    end("pool", &plan.folder, finished, busy, if record { " --record" } else { "" })
}

pub fn tournament(words: &[String]) -> Result<ExitCode, String> {
    system::watch_interrupts();
    let known = [ALL, MANY, "--memory-of NAME LIMIT --copy FOLDER --gauntlet"].join(" ");
    let words = Words::parse(words, &known)?;
    play::check_board(&words)?;
    let schedule = if words.has("--gauntlet") { Schedule::Gauntlet } else { Schedule::RoundRobin };
    let (plan, _hold) = match (words.text("--resume"), words.rest.split_first()) {
        (Some(folder), _) => old_plan(&words, Path::new(folder), false)?,
        (None, Some((game, programs))) => {
            new_plan(&words, schedule, game, &programs.iter().map(String::as_str).collect::<Vec<_>>(), 20)?
        }
        (None, None) => return Err("wanted: GAME P1 P2 P3 ...".to_string()),
    };
    let board = play::watched(&words, &plan.folder)?;
    let (finished, busy) = so_far(matches::run(&plan))?;
    let standings = standings::of(&plan, &matches::all(&plan).map_err(|e| e.to_string())?);
    say(&(standings.text(&plan) + "\n"))?;
    write_file(words.text("--json"), &standings.json(&plan))?;
    let code = end("tournament", &plan.folder, finished, busy, "");
    play::until_closed(board);
    code
}

/// Adds programs to a tournament. They meet those in it from the same starts.
fn add_programs(words: &Words, plan: &mut Plan) -> Result<(), String> {
    let (before, texts) = (plan.entrants.len(), words.rest.iter().map(String::as_str).collect::<Vec<_>>());
    // An attempt that failed may have left its copies.
    let numbered = (before + 1..).map(|number| plan.folder.join(entrant::PROGRAMS).join(number.to_string()));
    let free: Vec<PathBuf> = numbered.filter(|place| place.symlink_metadata().is_err()).take(texts.len()).collect();
    let is_there = |name: &&str| plan.entrants.iter().any(|entrant| entrant.name == *name);
    if let Some(name) = texts.iter().filter_map(|text| entrant::named(text).0).find(is_there) {
        return Err(format!("a program of the tournament is called {} already", name));
    }
    let mut fresh = prepare_all(words, &plan.game, &texts, |i| free[i].clone())?;
    introduce(words, &plan.game, plan.openings, &mut fresh)?;
    for mut entrant in fresh {
        let name = entrant.name.clone();
        for number in 2.. {
            if plan.entrants.iter().all(|other| other.name != entrant.name) {
                break;
            }
            entrant.name = format!("{}-{}", name, number);
        }
        plan.entrants.push(entrant);
    }
    Ok(())
}

/// A match of a player against its copy without a part: a new one, or the one that was begun in `--dir`.
fn idea_plan(words: &Words, game: &str, name: &str, budget: ideas::Budget) -> Result<(Plan, place::Hold), String> {
    let games = words.number("--games", 100usize)?;
    let (games, seed) = (games.saturating_add(games % 2), words.number("--seed", 1)?);
    if let Some(folder) = words.text("--dir").map(Path::new).filter(|folder| folder.join("plan").is_file()) {
        let mut plan = Plan::resume(folder)?;
        let same = (plan.game.as_str(), plan.seconds, plan.seed) == (game, [budget.seconds(); 2], seed);
        if !same || games < plan.games || !ideas::is_match(Path::new("."), game, name, budget, folder)? {
            return Err(format!("{} is another match, or one of files that have changed since", folder.display()));
        }
        let hold = place::hold(folder)?;
        (plan.games, plan.jobs) = (games, words.jobs(plan.jobs)?);
        plan.save().map_err(|e| e.to_string())?;
        return Ok((plan, hold));
    }
    let (folder, hold) = new_folder(words, &format!("idea-{}-{}", game, name))?;
    let plan = Plan {
        game: game.to_string(),
        entrants: ideas::prepare(Path::new("."), game, name, budget, words.memory(Memory::YEAR)?, &folder)?.to_vec(),
        schedule: Schedule::Match,
        games,
        seconds: [budget.seconds(); 2],
        suspend: !words.has("--no-suspend"),
        seed,
        jobs: words.jobs(1)?,
        affinity: words.has("--affinity"),
        openings: 0,
        sprt: None,
        part: None,
        folder,
        progress: true,
    };
    plan.save().map_err(|e| e.to_string())?;
    Ok((plan, hold))
}

/// What `make bench` says of the player, if the command line tells.
fn bench(words: &Words) -> Result<Option<u64>, String> {
    words.text("--bench").map(|text| text.parse().map_err(|_| format!("--bench {:?} is no count", text))).transpose()
}

/// Plays a player against its copy without a part. Says what the part wins.
pub fn measure_idea(words: &[String]) -> Result<ExitCode, String> {
    system::watch_interrupts();
    let known = "--games N --jobs J --affinity --force --dir FOLDER --nodes N --bench N --record";
    let words = Words::parse(words, &[ALL, known].join(" "))?;
    let root = Path::new(".");
    let (game, idea) = match words.rest.as_slice() {
        [game, name] => (games::find(game)?.name, ideas::load(root, game, name)?),
        _ => return Err("wanted: GAME NAME".to_string()),
    };
    let budget = match words.text("--nodes") {
        Some(text) => ideas::Budget::nodes(text).ok_or(format!("--nodes {:?} is neither N nor N/M", text))?,
        None => ideas::Budget::Seconds(plan::check_seconds(words.number("--time", 3.0)?)?),
    };
    let commit = match ideas::commit(root, game) {
        Err(_) if !words.has("--record") => "no commit".to_string(),
        commit => commit?,
    };
    let (plan, _hold) = idea_plan(&words, game, &idea.name, budget)?;
    say(&format!("{} {}: {}\n", game, idea.name, idea.what))?;
    let finished = matches::run(&plan).map_err(|e| e.to_string())?;
    let played = matches::load(&plan).map_err(|e| e.to_string())?;
    let measurement = ideas::measurement(&plan, &played, budget, commit, bench(&words)?)?;
    say(&format!("{}\nmeasured: {}\n", idea.verdict(&measurement), measurement))?;
    let each = if words.has("--nodes") { "a decision" } else { "a game" };
    say(&format!("(the copy against {}.rs as it stands, {} {} each)\n", game, budget, each))?;
    say(&format!("transcripts: {}\n", plan.folder.display()))?;
    let speeds = ideas::speeds(&played);
    if let Some([copy, file]) = speeds {
        say(&format!("speed: {:.2} ({:.0} nodes a second against {:.0})\n", copy / file, copy, file))?;
    }
    if !finished {
        say("interrupted: nothing is recorded; the same words with --dir and this folder go on\n")?;
        return Ok(ExitCode::FAILURE);
    }
    if words.has("--record") {
        let speed = speeds.map(|[copy, file]| copy / file);
        ideas::save(root, game, &idea.name, |idea| idea.record(measurement, speed))?;
        say(&format!("recorded in {}\n", ideas::path(root, game, &idea.name).display()))?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Prints the ideas of one game or of all; of one the names of those whose measurement is old, or what depth costs them.
pub fn print_ideas(words: &[String]) -> Result<ExitCode, String> {
    let words = Words::parse(words, "--bench N --old --depth")?;
    let names = match &words.rest[..] {
        [] => games::names(),
        [game] => vec![games::find(game)?.name],
        _ => return Err("wanted: [GAME]".to_string()),
    };
    let (root, bench) = (Path::new("."), bench(&words)?);
    if let ([game], Some(bench), true) = (&names[..], bench, words.has("--old") || words.has("--depth")) {
        return match words.has("--old") {
            true => ideas::names(root, game).iter().try_fold(ExitCode::SUCCESS, |_, name| {
                let old = ideas::load(root, game, name)?.is_old(bench);
                say(&if old { format!("{}\n", name) } else { String::new() })
            }),
            false => measure_depths(root, game, bench),
        };
    }
    let mut tables = Vec::new();
    for game in names {
        let ideas = ideas::names(root, game).into_iter().map(|name| ideas::load(root, game, &name));
        let ideas = ideas.collect::<Result<Vec<_>, _>>()?;
        if !ideas.is_empty() || words.rest.len() == 1 {
            tables.push(ideas::table(game, ideas, bench));
        }
    }
    say(&tables.join("\n"))
}

/// Writes into each head what the copy needs to come as deep as the file, where that is of another file.
fn measure_depths(root: &Path, game: &str, bench: u64) -> Result<ExitCode, String> {
    system::watch_interrupts();
    for name in ideas::names(root, game) {
        if ideas::load(root, game, &name)?.depth.is_none_or(|depth| depth.bench != bench) {
            let scratch = Scratch::new(&std::env::temp_dir(), "jury-depth").map_err(|e| e.to_string())?;
            let file = ideas::copy(root, game, &scratch.path().join("file"))?;
            let copy = ideas::apply(root, game, &name, &scratch.path().join("copy"))?;
            let depth = depth::measure(root, game, [&file, &copy], bench)?;
            ideas::save(root, game, &name, |idea| idea.depth = Some(depth))?;
            say(&format!("{}: {}\n", name, depth))?;
        }
    }
    Ok(ExitCode::SUCCESS)
}
