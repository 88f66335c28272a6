//! What is the same in every player is the same to the letter, and every player compiles where the contest may.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

#[path = "tune/common.rs"]
mod common;

/// The file that the room `contest` comes from when a game is added.
#[path = "../ayu.rs"]
#[allow(dead_code)]
mod ayu;

/// Every `.rs` file at the top is a player.
fn players() -> Vec<PathBuf> {
    let top = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut files: Vec<PathBuf> = fs::read_dir(top).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|file| file.extension().is_some_and(|extension| extension == "rs"));
    files.sort();
    assert!(files.len() >= 5, "only {} players found", files.len());
    files
}

/// The lines of a file from the first that is `begin` to the first after it that is `end`, with their numbers.
fn part<'a>(text: &'a str, begin: &str, end: &str, file: &Path) -> Vec<(usize, &'a str)> {
    let lines = text.lines().enumerate().map(|(i, line)| (i + 1, line));
    let mut part: Vec<(usize, &str)> = lines.skip_while(|(_, line)| *line != begin).collect();
    let length = part.iter().position(|(_, line)| *line == end);
    part.truncate(length.unwrap_or_else(|| panic!("{}: no {:?} up to {:?}", file.display(), begin, end)) + 1);
    part
}

/// The first place where two parts differ, in words.
fn difference(one: &[(usize, &str)], other: &[(usize, &str)]) -> Option<String> {
    let pairs = one.iter().zip(other).find(|(a, b)| a.1 != b.1);
    match pairs {
        Some((a, b)) => Some(format!("line {}: {:?}\nline {}: {:?}", a.0, a.1, b.0, b.1)),
        None if one.len() != other.len() => Some(format!("{} lines, {} lines", one.len(), other.len())),
        None => None,
    }
}

#[test]
fn the_room_contest_and_main_are_the_same_in_every_player() {
    let players = players();
    let texts: Vec<String> = players.iter().map(|file| fs::read_to_string(file).unwrap()).collect();
    for (begin, end) in [("pub(crate) mod contest {", "}"), ("fn main() {", "}")] {
        let first = part(&texts[0], begin, end, &players[0]);
        assert!(first.len() >= 3, "{}: {:?} is empty", players[0].display(), begin);
        for (file, text) in players.iter().zip(&texts) {
            if let Some(difference) = difference(&first, &part(text, begin, end, file)) {
                panic!("{} and {} differ in {:?}:\n{}", players[0].display(), file.display(), begin, difference);
            }
        }
    }
}

#[test]
fn a_difference_is_named_by_its_line() {
    let (one, other) = ([(3, "a"), (4, "b")], [(7, "a"), (8, "c")]);
    assert_eq!(difference(&one, &one), None);
    assert_eq!(difference(&one, &other).unwrap(), "line 4: \"b\"\nline 8: \"c\"");
    assert_eq!(difference(&one, &one[..1]).unwrap(), "2 lines, 1 lines");
}

#[test]
fn weights_read_as_they_are_written() {
    const ALL: usize = 1_638;
    let weights: Vec<i16> = (-819..=818).collect();
    let text = common::encode(&weights);
    assert!(text.lines().all(|line| line.len() <= 110 && !line.contains(['"', '\\'])));
    assert_eq!(ayu::contest::decode::<ALL>(&text).to_vec(), weights);
    // The other way round, digit by digit: the table in the comment of `decode`.
    assert_eq!(ayu::contest::decode::<3>("#G l"), [-36, 0, 36]);
    assert_eq!(ayu::contest::decode::<2>("m#\n ~~"), [-819, 818]);
}

#[test]
#[should_panic(expected = "as many weights")]
fn weights_of_another_number_are_refused() {
    ayu::contest::decode::<3>("GG");
}

#[test]
fn a_player_that_needs_a_newer_library_than_the_old_compiler_has_fails() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("old-compiler");
    fs::create_dir_all(&folder).unwrap();
    for file in ["Makefile", ".clippy.toml"] {
        fs::copy(file, folder.join(file)).unwrap();
    }
    // `Option::is_some_and` came with 1.70.
    fs::write(folder.join("bad.rs"), "fn main() { if Some(1).is_some_and(|n| n > 3) { std::process::exit(1); } }")
        .unwrap();
    let make = |old: &[&str]| {
        let output = Command::new("make").arg("editions").args(old).current_dir(&folder).output().unwrap();
        (output.status.success(), String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned())
    };
    // Without the old compiler clippy finds it; with it, where it is installed, the compiler does.
    let (passed, text) = make(&["RUSTC_OLD="]);
    assert!(!passed && text.contains("Minimum Supported Rust Version"), "{}", text);
    let (passed, text) = make(&[]);
    assert!(!passed, "{}", text);
    fs::write(folder.join("bad.rs"), "fn main() { println!(\"good\"); }").unwrap();
    let (passed, text) = make(&["RUSTC_OLD="]);
    assert!(passed && text.contains("NOT PROVEN: that the players compile with rustc 1.63"), "{}", text);
    let (passed, text) = make(&[]);
    assert!(passed, "{}", text);
}
