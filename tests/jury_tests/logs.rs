//! What programs write to stderr.

use super::prelude::*;
use jury::run::pipes::LOG_MAX;

/// A game of a program against a random partner.
fn talk(program: &str, folder: &str) -> Record {
    let limits = Limits { seconds: 60.0, memory: Memory::Year };
    play("ayu", [program, &random("ayu")], [limits; 2], folder)
}

fn record(outcome: &Record) -> (String, Record) {
    let text = outcome.text();
    let record = transcript::check(&text).unwrap();
    (text, record)
}

#[test]
fn stderr_lines_stand_at_the_move_they_belong_to() {
    let folder = scratch("log");
    // It repeats each line that it reads, writes a line before and after its answer, and crashes within a line.
    let script = "read line; echo \"hello $line\" >&2; echo before >&2; echo B1-B2; echo '1 behind' >&2\n\
         read line; printf 'forfeit:\\t1 \\033[2J\\n\\n# R 3 1\\n' >&2; echo D1-D2; read line; printf 'half' >&2; exit 3\n";
    folder.put("talk.sh", script);
    let outcome = talk(&format!("sh {}", folder.join("talk.sh").display()), "log-game");
    let (text, record) = record(&outcome);
    let of = |i: usize| record.notes[i].log.iter().map(String::as_str).collect::<Vec<_>>();
    let lines: Vec<usize> = (0..record.entries.len()).filter(|i| record.entries[*i].seat() == 0).collect();
    assert_eq!(of(lines[0])[..2], ["hello Start", "before"], "{}", text);
    // The line after the answer may come with the next one: the program is stopped once it has answered.
    let both = [of(lines[0]), of(lines[1])].concat();
    assert_eq!(both[2..], ["1 behind", "forfeit: 1 \\u{1b}[2J", "", "# R 3 1"], "{}", text);
    assert!(of(lines[1]).ends_with(&["forfeit: 1 \\u{1b}[2J", "", "# R 3 1"]), "{}", text);
    assert!(matches!(&record.entries[lines[2]], Entry::Forfeit(0, f) if f.kind == Kind::Crash));
    assert_eq!(of(lines[2]), ["half"]);
    // Seconds are rounded in a transcript.
    assert!(record.notes.iter().zip(&outcome.notes).all(|(kept, note)| kept.log == note.log));
    assert!(record.notes.iter().enumerate().all(|(i, n)| n.log.is_empty() || lines[..3].contains(&i)));
}

#[test]
fn a_game_that_is_watched_shows_what_the_programs_think() {
    let folder = scratch("watched-game");
    folder.put("talk.sh", "read x; echo depth 3 score -1 >&2; echo B1-B2; read x; echo gone wrong >&2; exit 3");
    let line = "$J play ayu 'sh talk.sh' random --seed 1 --out game.txt";
    // A move and its thoughts are a line, with one board behind the last. Nothing behind the forfeit looks like the program's.
    let text = folder.says(line, 0, "moves behind a forfeit are not shown\n");
    for (said, thought) in [("White: B1-B2 ", " | depth 3 score -1"), ("FORFEIT, crash", " | gone wrong")] {
        let told = text.lines().find(|line| line.contains(said)).unwrap();
        assert!(told.ends_with(thought) && told.len() < 80, "{}", text);
    }
    let boards = |words: &str| folder.says(&format!("{} {}", line, words), 0, "").matches("A B C").count();
    let moves = text.lines().filter(|line| line.starts_with("White: ") || line.starts_with("Black: ")).count();
    assert_eq!((moves, [boards(""), boards("--quiet")]), (5, [1, 0]), "{}", text);
    holds("kept", folder.read("game.txt"), "\n# log 1: depth 3 score -1\n");
}

#[test]
fn a_program_that_writes_much_is_cut_at_the_contests_limit() {
    let much =
        "sh -c 'read line; seq 60000 >&2; echo B1-B2; read line; echo late >&2; echo D1-D2; echo Why >&2; exit 1'";
    let (_, record) = record(&talk(much, "much-game"));
    // Why it ended stands at the end.
    assert_eq!(record.forfeit(0).unwrap().reason, "exit 1; stderr: Why");
    let all: Vec<&String> = record.notes.iter().flat_map(|n| &n.log).chain(&record.accounts[0].last_words).collect();
    let (note, kept) = all.split_last().unwrap();
    assert_eq!(*note, "[cut here: 10000 characters of a program are kept]");
    let characters: usize = kept.iter().map(|l| l.len() + 1).sum();
    assert!((LOG_MAX - 1..=LOG_MAX + 1).contains(&characters), "{} characters", characters);
    assert!(*kept[0] == "1" && kept.iter().all(|line| *line != "late"));
}

#[test]
fn opinions_are_read_in_any_order() {
    for (line, expected) in [
        ("E9-K7 depth 9 score +0.31 nodes 812000", (Some(9.0), Some(0.31), Some(812_000.0))),
        ("nodes=5, Score: -3;depth 2", (Some(2.0), Some(-3.0), Some(5.0))),
        ("info depth 7 seldepth 12 nodes 1e6", (Some(7.0), None, Some(1e6))),
        ("the depth of despair, score unknown", (None, None, None)),
        ("depth 0 score 5", (Some(0.0), None, None)),
        ("score NaN depth inf", (None, None, None)),
        ("", (None, None, None)),
    ] {
        let Thoughts { depth, score, nodes, .. } = Thoughts::read(&[line]);
        assert_eq!((depth, score, nodes), expected, "{}", line);
    }
    assert_eq!(Thoughts::read(&["depth 3 score 1", "depth 4", "done"]).depth, Some(4.0));
}
