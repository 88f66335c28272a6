//! What the jury shows: what the programs think, the pages, the human player, the tournament.

use jury::game::Rng;
use jury::opinion::Opinion;
use jury::process::{Kind, Limits, LOG_MAX};
use jury::referee::{self, Entry, Outcome, Players};
use jury::{games, transcript};
use std::fs;
use std::path::{Path, PathBuf};

const JURY: &str = env!("CARGO_BIN_EXE_jury");

/// A folder of its own for a test, empty at the start.
fn scratch(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("pages").join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

fn duel(game: &str, first: &str, second: &str, folder: &str) -> Outcome {
    // Not suspended: what a program writes behind its answer is there before it is asked again.
    let limits = Limits { seconds: 5.0, memory_kib: Some(65_536), suspend: false };
    let players = Players { commands: [first, second], limits: [limits; 2] };
    let mut game = games::new(game, 1).unwrap();
    referee::play(game.as_mut(), &players, &scratch(folder), &mut Rng(1), &mut |_, _, _| {}).unwrap()
}

fn record(outcome: &Outcome) -> (String, transcript::Record) {
    let text = transcript::write("ayu", &[], ["a", "b"], outcome);
    transcript::check(&text).unwrap();
    let record = transcript::read(&text).unwrap();
    (text, record)
}

#[test]
fn stderr_lines_stand_at_the_move_they_belong_to() {
    let folder = scratch("log");
    // It repeats each line that it reads, writes one before and one behind its answer, and crashes with half a line.
    let script = folder.join("talk.sh");
    fs::write(
        &script,
        "read line; echo \"hello $line\" >&2; echo before >&2; echo B1-B2; echo '1 behind' >&2\n\
         read line; printf 'forfeit: 1 \\033[2J\\n\\n# R 3 1\\n' >&2; echo D1-D2; read line; printf 'half' >&2; exit 3\n",
    )
    .unwrap();
    let other = format!("{} random ayu 1 7", JURY);
    let outcome = duel("ayu", &format!("sh {}", script.display()), &other, "log-game");
    let (text, record) = record(&outcome);
    let of = |i: usize| record.notes[i].log.iter().map(String::as_str).collect::<Vec<_>>();
    let lines: Vec<usize> = (0..record.entries.len())
        .filter(|i| matches!(record.entries[*i].1, Entry::Line(0, _) | Entry::Forfeit(0, _)))
        .collect();
    assert_eq!(of(lines[0]), ["hello Start", "before", "1 behind"], "{}", text);
    assert_eq!(of(lines[1]), ["forfeit: 1 \\u{1b}[2J", "", "# R 3 1"]);
    assert!(matches!(&record.entries[lines[2]].1, Entry::Forfeit(0, f) if f.kind == Kind::Crash));
    assert_eq!(of(lines[2]), ["half"]);
    assert_eq!(record.notes, outcome.notes.iter().map(rounded).collect::<Vec<_>>());
    assert!(record.notes.iter().enumerate().all(|(i, n)| n.log.is_empty() || lines[..3].contains(&i)));
}

/// As a transcript keeps it.
fn rounded(note: &referee::Note) -> referee::Note {
    referee::Note { seconds: (note.seconds * 1000.0).round() / 1000.0, log: note.log.clone() }
}

#[test]
fn a_program_that_writes_much_is_cut_at_the_contests_limit() {
    let talk =
        "sh -c 'read line; seq 1 20000 >&2; echo B1-B2; read line; echo late >&2; echo D1-D2; seq 9 >&2; exit 1'";
    let other = format!("{} random ayu 1 7", JURY);
    let (_, record) = record(&duel("ayu", talk, &other, "much-game"));
    let all: Vec<&String> = record.notes.iter().flat_map(|n| &n.log).chain(&record.accounts[0].last_words).collect();
    let (note, kept) = all.split_last().unwrap();
    assert!(note.contains("10000 characters"), "{}", note);
    let characters: usize = kept.iter().map(|l| l.len() + 1).sum();
    assert!((LOG_MAX - 1..=LOG_MAX + 1).contains(&characters), "{} characters", characters);
    assert_eq!(*kept[0], "1");
    assert!(kept.iter().all(|l| *l != "late"));
}

#[test]
fn opinions_are_read_in_any_order() {
    let read = |line: &str| {
        let o = Opinion::read(&[line]);
        (o.depth, o.score, o.nodes)
    };
    for (line, expected) in [
        ("E9-K7 depth 9 score +0.31 nodes 812000", (Some(9.0), Some(0.31), Some(812_000.0))),
        ("nodes=5, Score: -3;depth 2", (Some(2.0), Some(-3.0), Some(5.0))),
        ("info depth 7 seldepth 12 nodes 1e6", (Some(7.0), None, Some(1e6))),
        ("the depth of despair, score unknown", (None, None, None)),
        ("score NaN depth inf", (None, None, None)),
        ("", (None, None, None)),
    ] {
        assert_eq!(read(line), expected, "{}", line);
    }
    assert_eq!(Opinion::read(&["depth 3 score 1", "depth 4", "done"]).depth, Some(4.0));
}
