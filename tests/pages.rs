//! What the jury shows: what the programs think, the pages, the human player, the tournament.

use jury::game::Rng;
use jury::opinion::Opinion;
use jury::process::{Kind, Limits, LOG_MAX};
use jury::referee::{self, Entry, Outcome, Players};
use jury::{games, transcript};
use std::fs;
use std::io::{Read, Write};
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

/// A person at the terminal, played by a test: reads up to a prompt, types a line.
struct Person {
    child: std::process::Child,
    seen: String,
}

impl Person {
    fn sit_down(words: &[&str]) -> Person {
        let child = std::process::Command::new(JURY)
            .args(words)
            .stdin(std::process::Stdio::piped())
            .stdout(std::process::Stdio::piped())
            .spawn()
            .unwrap();
        Person { child, seen: String::new() }
    }

    /// What was written since the last prompt, up to the next; `None` at the end.
    fn read(&mut self) -> Option<String> {
        let mut text = Vec::new();
        let out = self.child.stdout.as_mut().unwrap();
        let mut byte = [0];
        while out.read(&mut byte).unwrap() == 1 {
            text.push(byte[0]);
            if text.ends_with(b"\n> ") || text == b"> " {
                let text = String::from_utf8(text).unwrap();
                self.seen += &text;
                return Some(text);
            }
        }
        self.seen += &String::from_utf8(text).unwrap();
        None
    }

    fn type_line(&mut self, line: &str) {
        self.seen += &format!("{}\n", line);
        writeln!(self.child.stdin.as_mut().unwrap(), "{}", line).unwrap();
    }

    /// Types a line and returns what is written until the next prompt.
    fn ask(&mut self, line: &str) -> String {
        self.type_line(line);
        self.read().unwrap_or_else(|| panic!("no prompt behind {:?}:\n{}", line, self.seen))
    }
}

/// The lines that `?` lists.
fn listed(answer: &str) -> Vec<String> {
    let (head, rest) = answer.split_once(':').unwrap_or_else(|| panic!("no list: {}", answer));
    let rest = rest.trim_end_matches("> ").trim();
    if head.contains("too many") {
        return vec![rest.to_string()];
    }
    let lines: Vec<String> = rest.split(',').map(|word| word.trim().to_string()).collect();
    assert_eq!(head, format!("{} legal lines", lines.len()));
    lines
}

#[test]
fn a_person_plays_a_whole_game_of_each_game() {
    // A line that can be read and is illegal for either side at its first line.
    let illegal = |game: &str| match game {
        "ayu" => "A1-A2",
        "ontherun" => "999",
        "lamistra" => "b4-b5",
        _ => "",
    };
    for game in games::names() {
        for seat in 0..2 {
            let out = scratch(&format!("human-{}-{}", game, seat)).join("game.txt");
            let out_text = out.display().to_string();
            let players = if seat == 0 { ["human", "random"] } else { ["random", "human"] };
            let mut person =
                Person::sit_down(&["play", game, players[0], players[1], "--seed", "7", "--out", &out_text]);
            let mut rng = Rng(seat as u64);
            let (mut written, mut took_back) = (0, false);
            let mut text = person.read().unwrap();
            assert!(text.contains("You are "), "{}", text);
            assert!(person.ask("what?").contains("unreadable: expected"), "{}", person.seen);
            if !illegal(game).is_empty() {
                assert!(person.ask(illegal(game)).contains("illegal: "), "{}", person.seen);
            }
            assert!(person.ask("help").contains("takes back"), "{}", person.seen);
            assert!(person.ask("back").contains("not written a line yet"), "{}", person.seen);
            loop {
                let choices = listed(&person.ask("?"));
                let line = rng.pick(&choices).clone();
                person.type_line(&line);
                written += 1;
                text = match person.read() {
                    Some(text) => text,
                    None => break,
                };
                assert!(!text.contains("illegal") && !text.contains("unreadable"), "{}", person.seen);
                if written == 6 && !took_back {
                    let text = person.ask("back");
                    assert!(text.contains("Taken back.") && !text.contains("otherwise"), "{}", person.seen);
                    took_back = true;
                }
            }
            assert!(person.child.wait().unwrap().success(), "{}", person.seen);
            assert!(took_back || written < 6, "{}", person.seen);
            let text = fs::read_to_string(&out).unwrap();
            let (_, points) = transcript::check(&text).unwrap_or_else(|e| panic!("{} {}: {}", game, seat, e));
            let record = transcript::read(&text).unwrap();
            assert_eq!((record.players[seat].as_str(), record.points), ("human", points));
            let own = record.entries.iter().filter(|(_, e)| matches!(e, Entry::Line(s, _) if *s == seat)).count();
            assert_eq!(own, written - usize::from(took_back), "{} {}", game, seat);
        }
    }
}

#[test]
fn a_person_sees_only_what_that_side_may_know() {
    // The fugitive's city must not reach the detectives' terminal before the end, but in announcement turns.
    let out = scratch("hidden").join("game.txt");
    let text = out.display().to_string();
    let mut person = Person::sit_down(&["play", "ontherun", "human", "random", "--seed", "3", "--out", &text]);
    person.read().unwrap();
    let mut rng = Rng(3);
    loop {
        let choices = listed(&person.ask("?"));
        let line = rng.pick(&choices).clone();
        person.type_line(&line);
        if person.read().is_none() {
            break;
        }
    }
    person.child.wait().unwrap();
    let record = transcript::read(&fs::read_to_string(&out).unwrap()).unwrap();
    let heard: Vec<String> =
        person.seen.lines().filter_map(|l| l.strip_prefix("Fugitive: ").map(str::to_string)).collect();
    let rides: Vec<&String> = record
        .entries
        .iter()
        .filter_map(|(_, e)| match e {
            Entry::Line(1, line) => Some(line),
            _ => None,
        })
        .collect();
    // The first line is where he starts, which all know; the last may end the game unheard.
    for (turn, (heard, line)) in heard.iter().zip(&rides).enumerate().skip(1) {
        assert_eq!(heard.contains(' '), turn % 5 == 0, "turn {}: {} of {}", turn, heard, line);
    }
    assert!(heard.len() > 3, "{}", person.seen);
    assert!(!person
        .seen
        .split("turn 1 of")
        .nth(1)
        .unwrap_or("")
        .split("turn 5 of")
        .next()
        .unwrap_or("")
        .contains("fugitive "));

    // Lamistra: who attacks learns the role of the other only after his own, and the other way round.
    let out = scratch("hidden-lamistra").join("game.txt");
    let text = out.display().to_string();
    let mut person = Person::sit_down(&["play", "lamistra", "human", "greedy", "--seed", "3", "--out", &text]);
    let mut rng = Rng(3);
    let mut attacked = 0;
    let mut prompt = person.read();
    while prompt.is_some() && attacked < 3 {
        let choices = listed(&person.ask("?"));
        if choices[0].len() == 1 {
            // Asked for a role: what the other one chose has not been told.
            let news = prompt.unwrap_or_default();
            let told: Vec<&str> =
                news.lines().filter(|l| l.starts_with("Blue: ") || l.starts_with("the jury: ")).collect();
            assert!(told.iter().all(|l| l.contains('-')), "{:?}", told);
            attacked += 1;
        }
        let line = rng.pick(&choices).clone();
        person.type_line(&line);
        prompt = person.read();
    }
    assert!(attacked == 3, "{}", person.seen);
    person.type_line("leave");
    assert!(person.read().is_none() && person.seen.contains("no record"), "{}", person.seen);
    assert!(!person.child.wait().unwrap().success() && !out.exists());
}
