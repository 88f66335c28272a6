//! What the files of these tests share: names of the jury and of std, and helpers.

pub use super::chromium::{Browser, PATIENCE};
pub use super::tools::{build, holds, listings, not_proven, player, said, scratch, sh, Desk, Killed, JURY};
pub use jury::count::plan::{Plan, Schedule};
pub use jury::count::tally::Played;
pub use jury::count::{matches, standings, stats, summary, verdict};
pub use jury::pages::show;
pub use jury::play::referee::{self, Players};
pub use jury::play::transcript::{self, Entry, Note, Record};
pub use jury::rules::game::{Game, Rng};
pub use jury::rules::{games, ontherun};
pub use jury::run::entrant::{self, Entrant};
pub use jury::run::forfeit::{Forfeit, Kind};
pub use jury::run::memory::Memory;
pub use jury::run::place::{self, Scratch};
pub use jury::run::process::{self, Limits, Program};
pub use jury::run::system;
pub use std::collections::{BTreeMap, BTreeSet};
pub use std::fs;
pub use std::io::{self, BufRead, BufReader, Read, Write};
pub use std::os::unix::fs::{symlink, PermissionsExt};
pub use std::path::{Path, PathBuf};
pub use std::process::{Child, Command, Stdio};
pub use std::thread;
pub use std::time::{Duration, Instant};

/// Plays a game between two commands, each with these seconds.
pub fn duel(game: &str, first: &str, second: &str, seconds: f64, folder: &str) -> Record {
    let limits = Limits { seconds, memory: Memory::YEAR, suspend: true };
    play(game, [first, second], [limits; 2], folder)
}

pub fn play(game: &str, commands: [&str; 2], limits: [Limits; 2], folder: &str) -> Record {
    let players = Players { names: ["a", "b"], commands, limits };
    let played = referee::until_not_void(|| {
        let state = games::new(game, 1).unwrap();
        referee::play(game, state, &players, &scratch(folder), Rng(1), &mut |_, _, _| {})
    });
    played.unwrap().0
}

pub fn random(game: &str) -> String {
    format!("{} random {} 1 7", JURY, game)
}

/// Runs the jury in a folder, as `said` does.
pub fn jury(folder: &Path, words: &[&str]) -> (Option<i32>, String) {
    said(Command::new(JURY).args(words).current_dir(folder))
}

/// Everything below a folder: what each name holds, or where a link leads; of a folder that it is one. The folders of these
/// names at the top are left out.
pub fn all_in(root: &Path, without: &[&str]) -> BTreeMap<PathBuf, Vec<u8>> {
    let (mut found, mut folders) = (BTreeMap::new(), vec![root.to_path_buf()]);
    while let Some(next) = folders.pop() {
        for path in fs::read_dir(next).unwrap().map(|entry| entry.unwrap().path()) {
            let (kind, name) = (path.symlink_metadata().unwrap(), path.strip_prefix(root).unwrap().to_path_buf());
            let what = match () {
                () if without.iter().any(|without| name == Path::new(without)) => continue,
                () if kind.is_symlink() => fs::read_link(&path).unwrap().into_os_string().into_encoded_bytes(),
                () if kind.is_dir() => FOLDER.to_vec(),
                () => fs::read(&path).unwrap(),
            };
            found.insert(name, what);
            folders.extend(Some(path).filter(|_| kind.is_dir()));
        }
    }
    found
}

/// What `all_in` has in the place of a folder's content.
pub const FOLDER: &[u8] = b"a folder";

/// Waits until it is true, as long as a busy machine may need. Returns whether it became true.
pub fn comes_true(what: impl Fn() -> bool) -> bool {
    let begin = Instant::now();
    while !what() {
        if begin.elapsed() > PATIENCE {
            return false;
        }
        thread::sleep(Duration::from_millis(20));
    }
    true
}

/// Sleeps for a number of seconds that no other run of the tests has, so that `processes` knows it.
pub fn sleep(number: u32) -> String {
    format!("sleep {}{}", std::process::id(), number)
}

/// The processes whose command line ends with these words.
pub fn processes(words: &str) -> Vec<u32> {
    let ids = fs::read_dir("/proc").unwrap().filter_map(|e| e.unwrap().file_name().to_str()?.parse().ok());
    let line = |id: &u32| fs::read(format!("/proc/{}/cmdline", id)).unwrap_or_default();
    ids.filter(|id| String::from_utf8_lossy(&line(id)).replace('\0', " ").trim_end().ends_with(words)).collect()
}

/// A match of partners in a folder of its own.
pub fn plan(game: &str, games: usize, folder: PathBuf) -> Plan {
    let entrant = |style: &str| Entrant {
        name: style.to_string(),
        template: format!("{} {} {} {{seconds}} {{seed}}", JURY, style, game),
        memory: Memory::YEAR,
    };
    Plan {
        game: game.to_string(),
        entrants: vec![entrant("greedy"), entrant("random")],
        schedule: Schedule::Match,
        games,
        seconds: [30.0, 20.0],
        suspend: true,
        seed: 5,
        jobs: 2,
        openings: 0,
        sprt: None,
        part: None,
        folder,
        progress: false,
    }
}

/// The match with all its games played.
pub fn played_out(plan: Plan) -> Plan {
    plan.save().unwrap();
    assert!(matches::run(&plan).unwrap().unwrap());
    plan
}

/// A game played as number `index` (from 0), with these points for A and B.
pub fn played(index: usize, points: [i32; 2]) -> Played {
    let by_seat = if index % 2 == 0 { points } else { [points[1], points[0]] };
    let text = format!("# game: ayu\nJ Start\n1 {}\nR {} {}\n", index, by_seat[0], by_seat[1]);
    Played { index, record: transcript::read(&text).unwrap() }
}

/// The samples of a game.
pub fn samples(game: &str) -> Vec<Record> {
    let files = show::transcripts(&Path::new("tests/samples").join(game)).unwrap();
    let read = |file: &PathBuf| transcript::check(&fs::read_to_string(file).unwrap());
    files.iter().map(|file| read(file).unwrap_or_else(|why| panic!("{}: {}", file.display(), why))).collect()
}

/// The first sample of a game.
pub fn first_sample(game: &str) -> String {
    fs::read_to_string(&show::transcripts(&Path::new("tests/samples").join(game)).unwrap()[0]).unwrap()
}

/// The lines of a transcript without comments, which hold times.
pub fn moves(text: &str) -> Vec<&str> {
    text.lines().filter(|line| !line.starts_with('#')).collect()
}
