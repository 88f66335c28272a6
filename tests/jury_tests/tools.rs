//! What several binaries of tests need.

#![allow(dead_code)]

use jury::rules::game::Listing;
use jury::rules::games;
use std::fs;
use std::io::Write;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command};
use std::sync::{Mutex, Once};
use std::thread;

pub const JURY: &str = env!("CARGO_BIN_EXE_jury");

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

pub const BEGINNING: u64 = 1;

pub fn listings() -> impl Iterator<Item = &'static Listing> {
    let only = std::env::var("GAME").ok();
    games::TABLE.iter().filter(move |listing| only.as_deref().map_or(true, |name| name == listing.name))
}

pub fn processors() -> usize {
    thread::available_parallelism().map_or(1, usize::from)
}

/// Tries all of them, as many at once as there are processors.
pub fn each<T>(all: impl Iterator<Item = T> + Send, one: impl Fn(T) + Sync) {
    let all = Mutex::new(all);
    let next = || all.lock().unwrap().next();
    thread::scope(|scope| {
        for _ in 0..processors() {
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

/// A folder with the files that the game's programs expect.
pub fn with_files(name: &str, game: &str) -> PathBuf {
    let folder = scratch(&format!("{}-{}", name, game));
    games::new(game, BEGINNING).unwrap().files().iter().for_each(|(file, text)| folder.put(file, text));
    folder
}
