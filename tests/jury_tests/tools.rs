//! What several binaries of tests need.

#![allow(dead_code)]

use jury::rules::game::Listing;
use jury::rules::games;
use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::{Once, OnceLock};

pub const JURY: &str = env!("CARGO_BIN_EXE_jury");

/// An empty folder of that name, which no other binary of tests has. A second run of this one waits for the first.
pub fn scratch(name: &str) -> PathBuf {
    static HELD: OnceLock<File> = OnceLock::new();
    let home = Path::new(env!("CARGO_TARGET_TMPDIR")).join(env!("CARGO_CRATE_NAME"));
    HELD.get_or_init(|| {
        fs::create_dir_all(&home).unwrap();
        let file = File::create(home.with_extension("lock")).unwrap();
        if file.try_lock().is_err() {
            let _ = writeln!(std::io::stderr(), "another run of these tests is waited for");
            file.lock().unwrap();
        }
        file
    });
    let folder = home.join(name);
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
    let mut command = Command::new("timeout");
    command.args(["-k", "1", "300", "sh", "-c", line]).env("J", JURY).current_dir(folder).stdin(Stdio::null());
    let output = command.output().unwrap();
    let text = [output.stdout, output.stderr].concat();
    (output.status.code(), String::from_utf8_lossy(&text).into_owned())
}

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

/// Builds the players once and returns the path of one. They are another package, so cargo has not built them. They
/// are built as the tests are: with assertions and checks for overflow.
pub fn player(game: &str) -> String {
    static BUILD: Once = Once::new();
    let folder = Path::new(JURY).parent().unwrap();
    BUILD.call_once(|| {
        let mut cargo = Command::new(env!("CARGO"));
        cargo.args(["build", "--quiet", "--package", "players", "--target-dir"]).arg(folder.parent().unwrap());
        for listing in listings() {
            cargo.args(["--bin", listing.name]);
        }
        if folder.ends_with("release") {
            cargo.arg("--release");
        }
        assert!(cargo.status().unwrap().success(), "the players do not compile");
    });
    folder.join(game).display().to_string()
}

/// A folder with the files that the game's programs expect.
pub fn with_files(name: &str, game: &str) -> PathBuf {
    let folder = scratch(&format!("{}-{}", name, game));
    for (file, text) in games::new(game, BEGINNING).unwrap().files() {
        fs::write(folder.join(file), text).unwrap();
    }
    folder
}
