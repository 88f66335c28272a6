//! What the jury's tests share: names of the jury and of std, and helpers. No binary of tests needs all of them.

#![allow(dead_code, unused_imports)]

pub use jury::count::plan::{Plan, Schedule};
pub use jury::count::tally::Played;
pub use jury::count::{matches, standings, stats, summary, verdict};
pub use jury::pages::show;
pub use jury::play::entrants;
pub use jury::play::referee::{self, Players};
pub use jury::play::thoughts::Thoughts;
pub use jury::play::transcript::{self, Entry, Note, Record};
pub use jury::rules::game::{Game, Listing, Rng};
pub use jury::rules::{games, ontherun};
pub use jury::run::entrant::Entrant;
pub use jury::run::forfeit::{Forfeit, Kind};
pub use jury::run::memory::Memory;
pub use jury::run::place::{self, Scratch};
pub use jury::run::process::{self, Limits, Program};
pub use jury::run::system;
pub use jury::text::{print, words};
pub use std::collections::{BTreeMap, BTreeSet};
pub use std::fs;
pub use std::io::{self, BufRead, BufReader, Read, Write};
pub use std::os::unix::fs::{symlink, PermissionsExt};
pub use std::os::unix::process::ExitStatusExt;
pub use std::path::{Path, PathBuf};
pub use std::process::{Child, Command, Stdio};
pub use std::sync::{Mutex, Once};
pub use std::thread;
pub use std::time::{Duration, Instant};

pub const JURY: &str = env!("CARGO_BIN_EXE_jury");

/// Long enough for a machine that is slow and busy.
pub const PATIENCE: Duration = Duration::from_secs(200);

/// An empty folder of that name, which no other binary of tests has.
pub fn scratch(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(env!("CARGO_CRATE_NAME")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// Says what a test left out, even when it passes: cargo hides what is only printed. `make test` lists it at the end.
pub fn not_proven(what: &str, why: &str) {
    let _ = writeln!(std::io::stderr(), "NOT PROVEN: that {} ({})", what, why);
}

/// Runs a line of the shell, in which `$J` is the jury. Returns the exit code, and both outputs as one text.
pub fn sh(folder: &Path, line: &str) -> (Option<i32>, String) {
    said(Command::new("timeout").args(["-k", "1", "300", "sh", "-c", line]).env("J", JURY).current_dir(folder))
}

/// Runs a command without input. Returns the exit code, and both outputs as one text.
pub fn said(command: &mut Command) -> (Option<i32>, String) {
    let output = command.output().unwrap();
    (output.status.code(), String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned())
}

/// The text holds all of these words, which have `|` between them, and none that stands behind a `!`. Returns the text.
pub fn holds<T: AsRef<str>>(what: &str, text: T, words: &str) -> T {
    for word in words.split('|') {
        let (wanted, word) = word.strip_prefix('!').map_or((true, word), |word| (false, word));
        assert!(text.as_ref().contains(word) == wanted, "{}: {:?} is {} in {}", what, word, !wanted, text.as_ref());
    }
    text
}

/// What a test does in its folder.
pub trait Desk: AsRef<Path> {
    /// Runs a line of the shell as `sh` does. It has to end with this code, and what it says `holds` the words.
    fn says(&self, line: &str, code: i32, words: &str) -> String {
        let (found, text) = sh(self.as_ref(), line);
        assert!(found == Some(code), "{}: {:?}, not {}: {}", line, found, code, text);
        // Whatever the jury says ends its line.
        assert!(!line.starts_with("$J ") || text.is_empty() || text.ends_with('\n'), "{}: {:?}", line, text);
        holds(line, text, words)
    }

    /// The same for several lines, one after another.
    fn steps(&self, rows: &[(&str, i32, &str)]) {
        rows.iter().for_each(|(line, code, words)| drop(self.says(line, *code, words)));
    }

    /// The text of a file.
    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.as_ref().join(name)).unwrap_or_else(|why| panic!("{}: {}", name, why))
    }

    /// Writes a file, and makes the folders that it lies in. What begins with `#!` can be run.
    fn put(&self, name: &str, text: impl AsRef<[u8]>) {
        let path = self.as_ref().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, &text).unwrap();
        // What will run is copied by another process. A child that another thread starts just now may have our file open for
        // writing, and then Linux does not run it.
        if text.as_ref().starts_with(b"#!") {
            let copy = path.with_extension("copy");
            assert!(Command::new("cp").args([&path, &copy]).status().unwrap().success());
            fs::set_permissions(&copy, fs::Permissions::from_mode(0o755)).unwrap();
            fs::rename(copy, path).unwrap();
        }
    }
}

impl Desk for Path {}

/// A child that is killed when the value is dropped.
pub struct Killed(pub Child);

impl Drop for Killed {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Compiles a program in the folder. Returns its path.
pub fn build(folder: &Path, name: &str, source: &str) -> String {
    fs::write(folder.join(format!("{}.rs", name)), source).unwrap();
    assert_eq!(sh(folder, &format!("rustc -O {0}.rs -o {0}", name)).0, Some(0), "{}", name);
    folder.join(name).display().to_string()
}

/// The games of the tests: all, or the one that `make test GAME=...` names.
pub fn listings() -> impl Iterator<Item = &'static Listing> {
    let only = std::env::var("GAME").ok();
    games::TABLE.iter().filter(move |listing| only.as_deref().map_or(true, |name| name == listing.name))
}

/// Tries all of them, as many at once as there are processors.
pub fn each<T>(all: impl Iterator<Item = T> + Send, one: impl Fn(T) + Sync) {
    let all = Mutex::new(all);
    let next = || all.lock().unwrap().next();
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(|| std::iter::from_fn(next).for_each(&one));
        }
    });
}

/// Builds the players once and returns the path of one. They are another package, so cargo has not built them. They
/// are built as the tests are: with assertions and checks for overflow.
pub fn player(game: &str) -> String {
    static BUILD: Once = Once::new();
    let folder = Path::new(JURY).parent().unwrap();
    BUILD.call_once(|| {
        let mut cargo = Command::new(env!("CARGO"));
        cargo.args(["build", "--quiet", "--package", "players", "--target-dir"]).arg(folder.parent().unwrap());
        listings().for_each(|listing| _ = cargo.args(["--bin", listing.name]));
        cargo.args(folder.ends_with("release").then_some("--release"));
        assert!(cargo.status().unwrap().success(), "the players do not compile");
    });
    folder.join(game).display().to_string()
}

/// Plays a game between two commands, each with these seconds.
pub fn duel(game: &str, first: &str, second: &str, seconds: f64, folder: &str) -> Record {
    let limits = Limits { seconds, memory: Memory::Year };
    play(game, [first, second], [limits; 2], folder)
}

pub fn play(game: &str, commands: [&str; 2], limits: [Limits; 2], folder: &str) -> Record {
    let commands = commands.map(|command| words::words(command).unwrap());
    let players = Players { names: ["a", "b"], commands: [&commands[0], &commands[1]], limits };
    let state = games::new(game, 1).unwrap();
    referee::play(game, state, &players, &scratch(folder), Rng(1), &mut |_, _, _| {}).unwrap()
}

pub fn random(game: &str) -> String {
    format!("{} random {} 1 7", JURY, game)
}

/// Starts a command of the text's words.
pub fn start(command: &str, folder: &Path, limits: Limits) -> Program {
    Program::start(&words::words(command).unwrap(), folder, limits).unwrap()
}

/// A program with so many seconds for all its answers. It was told the line `go`.
pub fn told(command: &str, folder: &Path, seconds: f64, memory: Memory) -> Program {
    let mut program = start(command, folder, Limits { seconds, memory });
    program.send("go");
    program
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
                () if kind.is_dir() => b"a folder".to_vec(),
                () => fs::read(&path).unwrap(),
            };
            found.insert(name, what);
            folders.extend(Some(path).filter(|_| kind.is_dir()));
        }
    }
    found
}

/// Waits until it is true, as long as a busy machine may need. Returns whether it became true.
pub fn comes_true(mut what: impl FnMut() -> bool) -> bool {
    let begin = Instant::now();
    while !what() {
        if begin.elapsed() > PATIENCE {
            return false;
        }
        thread::sleep(Duration::from_millis(10));
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
        words: [JURY, style, game, "{seconds}", "{seed}"].map(str::to_string).to_vec(),
    };
    Plan {
        game: game.to_string(),
        entrants: vec![entrant("greedy"), entrant("random")],
        schedule: Schedule::Match,
        games,
        seconds: [30.0, 20.0],
        memory: Memory::Year,
        seed: 5,
        jobs: 2,
        openings: 0,
        sprt: None,
        folder,
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

/// A number that changes with the text. Who changes a text reads all of it once more, and puts the new number there.
pub fn checksum(text: &str) -> u32 {
    text.bytes().fold(0, |sum: u32, byte| sum.wrapping_mul(31) ^ u32::from(byte))
}

/// The text without what differs from run to run: figures, and where it ran.
pub fn without_figures(folder: &Path, text: &str) -> String {
    let text = text.replace(&*folder.to_string_lossy(), "").replace(JURY, "");
    text.replace(|c: char| c.is_ascii_digit(), "0")
}

/// What is special in a page: neither its style nor its script.
pub fn special(html: &str) -> String {
    let body = html.split("<body").nth(1).unwrap().split("<script>").next().unwrap();
    html.split("<style>").next().unwrap().to_string() + body
}

/// The lines of a transcript without comments, which hold times.
pub fn moves(text: &str) -> Vec<&str> {
    text.lines().filter(|line| !line.starts_with('#')).collect()
}
