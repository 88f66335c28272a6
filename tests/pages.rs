//! What the jury shows: what the programs think, the pages, the human player, the tournament.

use browser::Browser;
use jury::entrant::Entrant;
use jury::game::{Game, Rng};
use jury::opinion::Opinion;
use jury::process::{Kind, Limits, LOG_MAX};
use jury::ratings::{self, Pair};
use jury::referee::{self, Entry, Outcome, Players};
use jury::{
    games, ontherun, parts, picture, series, show, spaghetti, standings, stats, summary, system, tournament, transcript,
};
use std::fs;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

#[path = "browser.rs"]
mod browser;

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
    assert_eq!(of(lines[0])[..2], ["hello Start", "before"], "{}", text);
    // On a busy machine what stands behind the answer may come with the next.
    let both = [of(lines[0]), of(lines[1])].concat();
    assert_eq!(both[2..], ["1 behind", "forfeit: 1 \\u{1b}[2J", "", "# R 3 1"], "{}", text);
    assert!(of(lines[1]).ends_with(&["forfeit: 1 \\u{1b}[2J", "", "# R 3 1"]), "{}", text);
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
fn a_game_that_is_watched_shows_what_the_programs_think() {
    let talk = "sh -c 'read line; echo depth 3 score -1 >&2; echo B1-B2; read line; echo gone wrong >&2; exit 3'";
    let folder = scratch("watched");
    let watch = |more: &[&str]| {
        let words = ["play", "ayu", talk, "random", "--seed", "1", "--out", "game.txt"];
        let output = Command::new(JURY).args(words).args(more).current_dir(&folder).output().unwrap();
        String::from_utf8(output.stdout).unwrap()
    };
    let text = watch(&[]);
    let line = text.lines().position(|l| l.starts_with("1: B1-B2 ")).unwrap_or_else(|| panic!("{}", text));
    assert_eq!(text.lines().nth(line + 1), Some("   | depth 3 score -1"), "{}", text);
    let line = text.lines().position(|l| l.contains("FORFEIT, crash")).unwrap_or_else(|| panic!("{}", text));
    assert_eq!(text.lines().nth(line + 1), Some("   | gone wrong"), "{}", text);
    assert!(!watch(&["--no-log"]).contains("   | "));
    // Kept all the same.
    assert!(fs::read_to_string(folder.join("game.txt")).unwrap().contains("\n# log 1: depth 3 score -1\n"));
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
        // Whatever the tests were started to ignore, the jury is to notice Ctrl-C.
        let child = std::process::Command::new("env")
            .args(["--default-signal=INT", JURY])
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
    // Lines as full as they can be.
    let wide: Vec<usize> = rest.lines().map(|line| line.trim_start().len() + 2).collect();
    let longest = lines.iter().map(String::len).max().unwrap();
    assert!(
        wide.iter().all(|w| *w <= 100) && wide[1..].iter().zip(&wide).all(|(_, w)| w + longest >= 98),
        "{}",
        answer
    );
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
            // A line without a word is no line.
            person.type_line("");
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
            assert_eq!(record.accounts.each_ref().map(|account| account.exit.as_str()), ["0"; 2]);
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

#[test]
fn an_interrupted_person_is_gone_at_once_and_nobody_forfeits() {
    // At the prompt, and while the program thinks, in a game that a forfeit ends.
    for (number, players, words) in
        [(75001, ["human", "sleep 75001"], "> "), (75002, ["sleep 75002", "human"], "thinks ...\n")]
    {
        let out = scratch(&format!("interrupted-{}", number)).join("game.txt");
        let text = out.display().to_string();
        let [a, b] = players;
        let mut person = Person::sit_down(&["play", "lamistra", a, b, "--time", "60", "--out", &text]);
        while !person.seen.ends_with(words) {
            let mut byte = [0];
            assert_eq!(person.child.stdout.as_mut().unwrap().read(&mut byte).unwrap(), 1, "{}", person.seen);
            person.seen.push(byte[0].into());
        }
        let begin = Instant::now();
        system::signal_process(person.child.id(), 2);
        assert!(person.read().is_none() && person.seen.contains("no record"), "{}", person.seen);
        assert_eq!(person.child.wait().unwrap().code(), Some(1));
        // A second here; the rest is for a busy machine.
        assert!(begin.elapsed() < Duration::from_secs(10), "{:?}", begin.elapsed());
        assert!(!person.seen.contains("forfeits") && !out.exists(), "{}", person.seen);
        let ours = |id: &str| {
            fs::read(format!("/proc/{}/cmdline", id))
                .is_ok_and(|line| line == format!("sleep\0{}\0", number).as_bytes())
        };
        let left = fs::read_dir("/proc").unwrap().filter(|e| ours(&e.as_ref().unwrap().file_name().to_string_lossy()));
        assert_eq!(left.count(), 0, "sleep {} is left", number);
    }
}

/// The first sample of a game, with invented opinions and clocks.
fn told(game: &str) -> String {
    let mut files = show::transcripts(&Path::new("tests/samples").join(game)).unwrap();
    files.sort();
    let sample = fs::read_to_string(&files[0]).unwrap();
    let mut text = String::new();
    let mut count = 0;
    for line in sample.lines() {
        if let Some(seat) = ["1", "2"].into_iter().find(|seat| line.starts_with(&format!("{} ", seat))) {
            count += 1;
            let score = f64::from((count * 37) % 41 - 20) / 4.0;
            text += &format!("# log {}: nodes {} score {} depth {}\n", seat, 1000 * count, score, count % 9);
            text += &format!("# clock {}: {:.3}\n", seat, 0.01 * f64::from(count));
        }
        text += &format!("{}\n", line);
    }
    text
}

/// A step of a page as it should be.
struct Expected {
    seat: Option<usize>,
    shapes: String,
    points: [i32; 2],
    score: Option<f64>,
    text: String,
}

/// The steps of a transcript without forfeits, straight from the rules.
fn expected(text: &str) -> Vec<Expected> {
    let record = transcript::read(text).unwrap();
    let mut game = games::from_setup(&record.name, &record.setup).unwrap();
    let shapes = game.picture(&[]).shapes.concat();
    let mut steps = vec![Expected { seat: None, shapes, points: [0; 2], score: None, text: String::new() }];
    let (mut lines, mut whole) = (Vec::new(), true);
    for ((_, entry), note) in record.entries.iter().zip(&record.notes) {
        let Entry::Line(seat, line) = entry else { panic!("a forfeit") };
        let before = if whole { String::new() } else { steps.pop().unwrap().text + " " };
        whole = !game.write(line).unwrap().is_empty() || game.to_write() != Some(*seat);
        lines.push(line.clone());
        steps.push(Expected {
            seat: Some(*seat),
            shapes: game.picture(&lines).shapes.concat(),
            points: game.points(),
            score: Opinion::read(&note.log).score,
            text: before + line,
        });
    }
    steps.last_mut().unwrap().points = record.points;
    steps
}

/// How often each class stands in SVG, and the words in it.
fn look(svg: &str) -> String {
    let mut classes: Vec<&str> = svg.split("class=\"").skip(1).filter_map(|rest| rest.split('"').next()).collect();
    classes.sort();
    let words: String = svg.split('<').filter_map(|tag| tag.split_once('>')).map(|(_, text)| text).collect();
    format!("{} {}", classes.join(","), words)
}

const LOOK: &str = "[...document.querySelectorAll('#board [class]')].map(e => e.getAttribute('class').trim()).filter(c => c).sort().join(',') \
    + ' ' + [...document.getElementById('board').children].slice(1).map(e => e.textContent).join('')";

fn compare(browser: &mut Browser, steps: &[Expected], now: usize) {
    let step = &steps[now];
    let status = browser.ask("document.getElementById('status').textContent");
    if step.seat.is_some() {
        assert!(status.starts_with(&format!("{} of {}. ", now, steps.len() - 1)), "{}", status);
        assert!(status.contains(&format!(": {}", step.text)), "{} in {}", step.text, status);
    }
    assert_eq!(browser.ask(LOOK), look(&step.shapes), "the board at {}", status);
    if now > 0 {
        let points = browser
            .ask("[...document.querySelectorAll('#numbers tbody tr')].map(r => r.cells[1].textContent).join(' ')");
        assert_eq!(points, format!("{} {}", step.points[0], step.points[1]), "{}", status);
    }
}

/// Says so even when the test passes: cargo keeps back what is merely printed.
fn left_out(what: &str) {
    let _ = writeln!(std::io::stderr(), "LEFT OUT, as no chromium (Debian's package) is installed: {}", what);
}

#[test]
fn the_pages_in_a_browser() {
    let folder = scratch("browser");
    let Some(mut browser) = Browser::start(&folder.join("profile")) else {
        left_out("no page was opened in a browser");
        return;
    };
    for game in games::names() {
        let text = told(game);
        let steps = expected(&text);
        let end = steps.len() - 1;
        let file = folder.join(format!("{}.html", game));
        fs::write(&file, show::page(&text, None).unwrap()).unwrap();
        browser.look(1200, 800, false);
        browser.open(&file);
        compare(&mut browser, &steps, 0);
        for now in 1..=end {
            browser.press("ArrowRight", 39);
            if now % 13 == 0 || now + 2 > end {
                compare(&mut browser, &steps, now);
            }
        }
        browser.press("ArrowRight", 39);
        compare(&mut browser, &steps, end);
        let status = browser.ask("document.getElementById('status').textContent");
        let [a, b] = steps[end].points;
        assert!(status.ends_with(&format!("the end, {} : {}", a, b)), "{}", status);
        curve(&mut browser, &steps);
        // Back by button, by key, by the slider's own keys, by a click in the middle of the curve.
        browser.ask("document.getElementById('back').click()");
        compare(&mut browser, &steps, end - 1);
        browser.press("Home", 36);
        compare(&mut browser, &steps, 0);
        browser.ask("document.getElementById('slider').focus()");
        browser.press("ArrowRight", 39);
        compare(&mut browser, &steps, 1);
        let place = browser.ask("(b => [b.left + b.width * (40 + 352) / 2 / 360, b.top + 50].join(' '))((document.getElementById('curve').scrollIntoView(), document.getElementById('curve').getBoundingClientRect()))");
        let place: Vec<f64> = place.split(' ').map(|n| n.parse().unwrap()).collect();
        browser.click(place[0], place[1]);
        let status = browser.ask("document.getElementById('status').textContent");
        let now: usize = status.split(' ').next().unwrap().parse().unwrap();
        assert!(now.abs_diff(end / 2) <= 1, "{} of {}", now, end);
        compare(&mut browser, &steps, now);
        // On a phone nothing is wider than the screen; dark is dark and light is light.
        let paper = "getComputedStyle(document.body).backgroundColor";
        let light = browser.ask(paper);
        browser.look(360, 740, true);
        assert_ne!(browser.ask(paper), light);
        let width: u32 = browser.ask("document.documentElement.scrollWidth").parse().unwrap();
        assert!(width <= 360, "{}: {} wide", game, width);
    }
    assert!(browser.complaints.is_empty(), "{:?}", browser.complaints);
}

/// The curve of scores: as many points as moves with a score, each as high as its score says.
fn curve(browser: &mut Browser, steps: &[Expected]) {
    let lines =
        browser.ask("[...document.querySelectorAll('[data-band=score]')].map(l => l.getAttribute('points')).join(';')");
    let lines: Vec<&str> = lines.split(';').collect();
    assert_eq!(lines.len(), 2);
    let mut heights = Vec::new();
    for seat in 0..2 {
        let scores: Vec<f64> = steps.iter().filter(|s| s.seat == Some(seat)).filter_map(|s| s.score).collect();
        let points: Vec<f64> = lines[seat].split(' ').map(|p| p.split_once(',').unwrap().1.parse().unwrap()).collect();
        assert_eq!(points.len(), scores.len(), "seat {}", seat);
        let sign = [1.0, -1.0][seat];
        heights.extend(scores.iter().map(|s| sign * s).zip(points));
    }
    let by_score = |a: &&(f64, f64), b: &&(f64, f64)| a.0.total_cmp(&b.0);
    let (low, high) = (*heights.iter().min_by(by_score).unwrap(), *heights.iter().max_by(by_score).unwrap());
    assert!(high.1 < low.1 - 50.0, "up is more: {:?} {:?}", low, high);
    for (score, y) in heights {
        let straight = low.1 + (score - low.0) / (high.0 - low.0) * (high.1 - low.1);
        assert!((y - straight).abs() < 0.2, "score {} at {} instead of {}", score, y, straight);
    }
}

/// Says where HTML is not well formed: tags that are not closed, in an order that is none, attributes without quotes.
fn malformed(html: &str) -> Option<String> {
    let mut open: Vec<String> = Vec::new();
    let mut rest = html.strip_prefix("<!DOCTYPE html>")?;
    while let Some(start) = rest.find('<') {
        let text = &rest[..start];
        if text
            .replace("&amp;", "")
            .replace("&lt;", "")
            .replace("&gt;", "")
            .replace("&quot;", "")
            .replace("&#39;", "")
            .contains('&')
        {
            return Some(format!("a bare & in {:?}", text));
        }
        let (tag, after) = rest[start + 1..].split_once('>')?;
        let name: String =
            tag.chars().take_while(|c| !c.is_whitespace() && *c != '/' || c == &'/' && tag.starts_with('/')).collect();
        rest = after;
        if let Some(closed) = name.strip_prefix('/') {
            if open.pop().as_deref() != Some(closed) {
                return Some(format!("</{}> closes {:?}", closed, open));
            }
            continue;
        }
        if tag.matches('"').count() % 2 == 1 || tag.contains('<') || tag.contains('\'') && !tag.contains("content=") {
            return Some(format!("strange tag {:?}", tag));
        }
        if ["meta", "input", "br"].contains(&name.as_str()) || tag.ends_with('/') {
            continue;
        }
        if ["script", "style"].contains(&name.as_str()) {
            rest = rest.split_once(&format!("</{}>", name))?.1;
            continue;
        }
        open.push(name);
    }
    open.pop().map(|tag| format!("<{}> is not closed", tag))
}

const HOSTILE: &str = "\"'><script>hacked=1</script><img src=http://example.org/x onerror=hacked=2>&amp;\u{2028}end";

#[test]
fn hostile_names_stay_text() {
    let folder = scratch("hostile");
    let sample = fs::read_to_string("tests/samples/ayu/game-01.txt").unwrap();
    let hostile: String = sample
        .lines()
        .map(|line| match line {
            "# player 1: peer-b" => format!("# player 1: {}\n", HOSTILE),
            "1 B1-B2" => format!(
                "# log 1: </script><script>hacked=3</script><!-- {}\n# log 1: ]]>\\ \u{2029}\n1 B1-B2\n",
                HOSTILE
            ),
            line => format!("{}\n", line),
        })
        .collect();
    let html = show::page(&hostile, None).unwrap();
    assert_eq!(malformed(&html), None);
    // The only scripts are the page's own two.
    assert_eq!(html.matches("<script").count(), 2);
    let file = folder.join("game.txt");
    fs::write(&file, &hostile).unwrap();
    let index = show::folder(&folder, None, HOSTILE, "").unwrap();
    let index_html = fs::read_to_string(&index).unwrap();
    assert_eq!(malformed(&index_html), None);
    assert!(!index_html.contains("<script") && !index_html.contains("<img"), "{}", index_html);
    for game in games::names() {
        assert_eq!(malformed(&show::page(&told(game), None).unwrap()), None, "{}", game);
    }
    let Some(mut browser) = Browser::start(&folder.join("profile")) else {
        left_out("hostile names were not tried in a browser");
        return;
    };
    browser.open(&folder.join("game.html"));
    browser.press("ArrowRight", 39);
    assert_eq!(browser.ask("typeof hacked"), "undefined");
    assert_eq!(browser.ask("document.querySelector('.players b').textContent"), HOSTILE);
    assert!(browser.ask("document.getElementById('log').textContent").starts_with("</script><script>hacked=3"));
    browser.open(&index);
    assert_eq!(browser.ask("document.querySelector('h1').textContent"), HOSTILE);
    assert_eq!(browser.ask("typeof hacked"), "undefined");
    assert!(browser.complaints.is_empty(), "{:?}", browser.complaints);
}

#[test]
fn a_game_that_draws_only_signs_gets_a_plain_grid() {
    let picture = picture::Picture::plain("2 . x\n1 o <\n  a b  12 points");
    assert!(picture.mark_changes);
    let svg = picture.shapes.concat();
    // Eight signs stand alone; two words are no cells.
    assert_eq!(svg.matches("class=\"cell\"").count(), 8, "{}", svg);
    assert!(svg.contains(">&lt;</text>") && svg.contains(">points</text>") && !svg.contains(">.<"), "{}", svg);
}

/// A tournament that was never played: three programs, games as transcripts say that they went.
fn invented() -> (tournament::Plan, Vec<Vec<series::Played>>) {
    let names = ["/home/somebody/programs/of/2026/alpha", "be\"ta", "c & d"];
    let plan = tournament::Plan {
        game: "ayu".to_string(),
        entrants: names.map(|name| Entrant { name: name.to_string(), template: "x".to_string() }).to_vec(),
        gauntlet: false,
        games: 4,
        seconds: 30.0,
        memory_kib: None,
        suspend: true,
        seed: 7,
        jobs: 1,
        folder: scratch("invented"),
        progress: true,
    };
    let played = |index: usize, text: &str| {
        let record = transcript::read(&format!("# game: ayu\n{}", text)).unwrap();
        series::Played { index, record }
    };
    // A won and drew against B; a third game has no partner and does not count. C forfeited twice and lost, A once and
    // won. B and C never met.
    let first = "# used 1: 1.500 s wall\n# used 2: 0.25 s wall\n# log 1: depth 3\n1 a\n# log 2: depth 4\n2 b\n1 c\n\
                 # log 1: depth 6\n1 d\nR 10 2\n";
    let second = "# used 1: 0.75 s wall\n# used 2: 0.500 s wall\n1 a\nR 5 5\n";
    let late = "# used 2: 1.000 s wall\n# forfeit: 1 crash exit 3\n1 a\n# forfeit: 2 time-out late\nR 7 8\n";
    let games = vec![
        vec![played(0, first), played(1, second), played(2, "1 a\n# forfeit: 1 crash exit 9\nR 0 90\n")],
        vec![played(0, "# used 1: 2.000 s wall\n# forfeit: 2 crash exit 3\nR 12 0\n"), played(1, late)],
        vec![],
    ];
    (plan, games)
}

#[test]
fn a_tournament_says_what_was_counted_by_hand() {
    let (plan, games) = invented();
    let all = standings::of(&plan, &games);
    assert_eq!(
        all.text(&plan),
        "\
ayu: all against all, 4 games a pair of programs, 30 s a game, seed 7

rank  program                       games  W-D-L  points   Elo   95 %     s  depth  forfeits
   1  \u{2026}body/programs/of/2026/alpha      4  3-1-0    8.75  +133  +-224  1.25    4.5  1 time-out
   2  be\"ta                             2  0-1-1    3.50   +13  +-329  0.50    4.0
   2  c & d                             2  0-0-2    3.50  -146  +-378  0.00      -  2 crash
Elo: somebody won or lost everything, so one drawn game more is imagined between every two that met

wins-draws-losses and points a game of the row against the column:
                                          [1]         [2]          [3]
[1]  \u{2026}body/programs/of/2026/alpha           -  1-1-0 7.50  2-0-0 10.00
[2]  be\"ta                         0-1-1 3.50           -            -
[3]  c & d                         0-0-2 3.50           -            -
"
    );
    let csv = all.csv(&plan);
    let lines: Vec<&str> = csv.lines().collect();
    assert!(lines[0].starts_with("rank,program,games,wins,draws,losses,points,elo,elo_half_interval,seconds,depth,"));
    assert!(lines[1].starts_with("1,\"/home/somebody/programs/of/2026/alpha\",4,3,1,0,8.75,133."), "{}", csv);
    assert!(lines[1].ends_with(",1.25,4.5,0,0,1,0,0,0"), "{}", csv);
    assert!(
        lines[2].starts_with("2,\"be\"\"ta\",2,0,1,1,3.5,12.9") && lines[2].ends_with(",0.5,4,0,0,0,0,0,0"),
        "{}",
        csv
    );
    assert!(lines[3].starts_with("2,\"c & d\",2,0,0,2,3.5,-146.") && lines[3].ends_with(",0,,0,0,0,2,0,0"), "{}", csv);
    let json = all.json(&plan);
    for line in [
        "  \"elo_with_imagined_draws\": true,\n  \"programs\": [\n    {\"rank\": 1, \"program\": \"/home/",
        "\"rank\": 2, \"program\": \"be\\\"ta\", \"number\": 2, \"games\": 2, \"wins\": 0, \"draws\": 1, \"losses\": 1, ",
        "\"forfeits\": {\"illegal\": 0, \"unreadable\": 0, \"time-out\": 1, \"crash\": 0, \"closed\": 0, \"memory\": 0}, \
         \"seconds_a_game\": 1.25, \"depth\": 4.5}",
        "\"seconds_a_game\": 0, \"depth\": null}\n  ],\n",
        "{\"programs\": [1, 2], \"wins_draws_losses\": [1, 1, 0], \"points\": [15.0, 7.0], \"pairs\": [0, 0, 0, 1, 0]}",
        "{\"programs\": [1, 3], \"wins_draws_losses\": [2, 0, 0], \"points\": [20.0, 7.0], \"pairs\": [0, 0, 0, 0, 1]}",
    ] {
        assert!(json.contains(line), "{} has no {}", json, line);
    }
    let html = all.html(&plan);
    for line in [
        "<p>4 games between every two, 30 s a game.</p>",
        "<tr><td class=\"n\">2</td><td>c &amp; d</td><td class=\"n\">2</td><td class=\"n\">0-0-2</td>\
         <td class=\"n\">3.50</td><td class=\"n\">-146</td><td class=\"n\">+-378</td><td class=\"n\">0.00</td>\
         <td class=\"n\">-</td><td>2 crash</td></tr>",
        "<p>Elo: somebody won or lost everything, so one drawn game more is imagined between every two that met.</p>",
        "<tr><th>be&quot;ta</th><td class=\"n\"><a href=\"1-2/index.html\">0-1-1 3.50</a></td><td class=\"n\"></td>\
         <td class=\"n\"></td></tr>",
        "<tr><th>c &amp; d</th><td class=\"n\"><a href=\"1-3/index.html\">0-0-2 3.50</a></td>",
    ] {
        assert!(html.contains(line), "{} has no {}", html, line);
    }
    // Before the first game there is no figure.
    let none = standings::of(&plan, &[vec![], vec![], vec![]]).text(&plan);
    assert!(
        none.contains("\n   1  be\"ta                             0  0-0-0       -    -     -  -      -\n"),
        "{}",
        none
    );
}

#[test]
fn a_tournaments_plan_is_read_back_as_it_was_written() {
    let (first, _) = invented();
    let second = tournament::Plan {
        gauntlet: true,
        memory_kib: Some(70_000),
        suspend: false,
        seconds: 2.5,
        games: 6,
        jobs: 3,
        ..first.clone()
    };
    for plan in [first, second] {
        tournament::save(&plan).unwrap();
        assert!(tournament::is_one(&plan.folder) && !tournament::is_one(&plan.folder.join("1-2")));
        assert_eq!(format!("{:?}", tournament::resume(&plan.folder).unwrap()), format!("{:?}", plan));
        let one = tournament::Plan { entrants: plan.entrants[..1].to_vec(), ..plan };
        assert!(tournament::save(&one).unwrap_err().contains("1 programs: 2 to 64"));
    }
}

#[test]
fn shapes_are_where_they_belong() {
    let cell =
        |x: &str, y: &str| format!("<rect class=\"cell\" x=\"{}\" y=\"{}\" width=\"0.9\" height=\"0.9\"/>", x, y);
    let sign = |x: &str, y: &str, text: &str| {
        format!("<text class=\"sign\" x=\"{}\" y=\"{}\" font-size=\"0.7\">{}</text>", x, y, text)
    };
    assert_eq!(
        picture::Picture::plain("2 .\n12 o").shapes,
        [
            "<rect class=\"board\" x=\"0\" y=\"0\" width=\"3\" height=\"2.5\"/>".to_string(),
            format!("<g>{}{}</g>", cell("0.3", "0.3"), sign("0.75", "0.99", "2")),
            format!("<g>{}</g>", cell("1.3", "0.3")),
            sign("1", "1.99", "12"),
            format!("<g>{}{}</g>", cell("1.8", "1.3"), sign("2.25", "1.99", "o")),
        ]
    );
    let mut picture = picture::Picture::new(1.0, 1.0);
    picture.text("c", (1.0, 2.0), 0.4, "<'\u{7}\n\t\"&>");
    let expected = "<text class=\"c\" x=\"1\" y=\"2.14\" font-size=\"0.4\">&lt;&#39;\u{fffd}\n\t&quot;&amp;&gt;</text>";
    assert_eq!(picture.shapes, [expected]);
}

#[test]
fn an_index_has_a_line_for_each_game() {
    let text = "# game: ayu\n# player 1: x<\n# player 2: y\n# used 1: 0.126 s wall\n# used 2: 1.000 s wall\n1 a\n2 b\n\
                # forfeit: 1 crash exit 3\n1 c\n# forfeit: 2 time-out late\nR 7 8\n";
    let index = show::index("T<", "P", &[("a&b.html".to_string(), transcript::read(text).unwrap())]);
    let row = "<tr><td><a href=\"a&amp;b.html\">a&amp;b</a></td><td>x&lt;</td><td>y</td><td class=\"n\">7 : 8</td>\
               <td class=\"n\">3</td><td class=\"n\">0.13 : 1.00</td><td>1: crash, 2: time-out</td></tr>";
    assert!(index.contains(row) && index.contains("<h1>T&lt;</h1>") && index.contains("\nP<table>"), "{}", index);
    assert!(!show::index("T", "P", &[]).contains("<table>"));
    // A page goes where it is asked for.
    let folder = scratch("one-page");
    let outcome = duel("ayu", "true", "true", "one-page-game");
    fs::write(folder.join("g.txt"), transcript::write("ayu", &[], ["a", "b"], &outcome)).unwrap();
    fs::create_dir(folder.join("out")).unwrap();
    let page = show::file(&folder.join("g.txt"), Some(&folder.join("out")), None).unwrap();
    assert_eq!(page, folder.join("out/g.html"));
    assert!(fs::read_to_string(page).unwrap().contains("<title>Ayu (2015): a against b</title>"));
    assert_eq!(show::file(&folder.join("g.txt"), None, None).unwrap(), folder.join("g.html"));
}

#[test]
fn a_person_sees_the_time_and_what_becomes_of_a_program() {
    // The program's time, as the second mover sees it.
    let out = scratch("clocks").join("game.txt");
    let text = out.display().to_string();
    let slow = "sh -c 'read line; sleep 0.3; echo B1-C1; cat >/dev/null'";
    let mut person = Person::sit_down(&["play", "ayu", slow, "human", "--out", &text]);
    let prompt = person.read().unwrap();
    let words = prompt.split(&format!("{} ", slow)).last().unwrap();
    let seconds: f64 = words.split_whitespace().next().unwrap().parse().unwrap();
    assert!((0.3..20.0).contains(&seconds) && prompt.contains("\n[you 0.0 s, "), "{}", prompt);
    person.type_line("leave");
    assert!(person.read().is_none() && !person.child.wait().unwrap().success());
    // Where a forfeit ends the game, nobody is asked; elsewhere the jury plays on.
    for (game, players, asked) in [
        ("lamistra", ["sh -c 'exit 3'", "human"], false),
        ("ayu", ["sh -c 'exit 3'", "human"], true),
        ("ayu", ["human", &format!("sh -c 'echo {{seed}} >> {}.seeds; read line; exit 3'", text)], true),
    ] {
        let mut person = Person::sit_down(&["play", game, players[0], players[1], "--out", &text]);
        let prompt = person.read();
        assert_eq!(prompt.is_some(), asked, "{}: {}", game, person.seen);
        if players[0] == "human" {
            person.ask("B1-C1");
        }
        assert!(person.seen.contains("forfeits, crash: exit 3"), "{}", person.seen);
        person.child.stdin = None;
        person.read();
        assert_eq!(person.child.wait().unwrap().success(), !asked, "{}", person.seen);
    }
    // A seed that programs in any language can read.
    let seeds = fs::read_to_string(format!("{}.seeds", text)).unwrap();
    assert!(seeds.lines().all(|seed| seed.parse::<u32>().is_ok_and(|n| n > 0)), "{}", seeds);
    let record = transcript::read(&fs::read_to_string(&out).unwrap()).unwrap();
    assert!(record.points[0] == 0 && record.points[1] > 0, "{:?}", record.points);
    assert_eq!((record.accounts[0].exit.as_str(), record.accounts[1].exit.as_str()), ("3", "0"));
}

/// Calls `look` with a game of a sample after each line, the line, and who wrote it.
fn replay<G: Game>(game: &str, start: impl Fn(&[String]) -> G, mut look: impl FnMut(&G, &G, &str, usize)) {
    for file in show::transcripts(&Path::new("tests/samples").join(game)).unwrap() {
        let record = transcript::read(&fs::read_to_string(&file).unwrap()).unwrap();
        let mut game = start(&record.setup);
        let mut before = start(&record.setup);
        for (_, entry) in &record.entries {
            let Entry::Line(seat, line) = entry else { panic!("{}: a forfeit", file.display()) };
            game.write(line).unwrap();
            look(&before, &game, line, *seat);
            before.write(line).unwrap();
        }
    }
}

#[test]
fn the_fugitive_is_always_where_the_page_says_that_he_can_be() {
    let mut widest = 0;
    replay(
        "ontherun",
        |setup| ontherun::Match::from_setup(setup).unwrap(),
        |_, game, line, seat| {
            if game.to_write().is_none() || game.fugitive == 0 {
                return;
            }
            assert!(game.suspects.contains(&game.fugitive), "turn {}: {:?}", game.turn, game.suspects);
            assert!(game.suspects.iter().all(|city| !game.detectives.contains(city)) || game.turn == 1);
            if seat == ontherun::FUGITIVE && line.contains(' ') && ontherun::is_announcement(game.turn) {
                assert_eq!(game.suspects, [game.fugitive]);
            }
            widest = widest.max(game.suspects.len());
            let rings = game.picture(&[]).shapes.iter().filter(|shape| shape.contains("class=\"may\"")).count();
            assert_eq!(rings, game.suspects.len());
        },
    );
    assert!(widest > 20, "at most {} cities", widest);
}

#[test]
fn maps_are_laid_out_like_maps() {
    for seed in 1..4 {
        let map = jury::map::generate(seed);
        let places = map.layout();
        assert_eq!(places, map.layout(), "the same map looks the same");
        assert_eq!(places.len(), map.cities);
        assert!(places.iter().all(|(x, y)| (0.0..=1.0).contains(x) && (0.0..=1.0).contains(y)), "{:?}", places);
        let far = |a: usize, b: usize| (places[a].0 - places[b].0).hypot(places[a].1 - places[b].1);
        let all: Vec<f64> = (0..map.cities).flat_map(|a| (0..a).map(move |b| (a, b))).map(|(a, b)| far(a, b)).collect();
        let roads: Vec<f64> = map.connections[0].iter().map(|(a, b)| far(a - 1, b - 1)).collect();
        let mean = |lengths: &[f64]| lengths.iter().sum::<f64>() / lengths.len() as f64;
        assert!(mean(&roads) < mean(&all) / 4.0, "roads {} of {}", mean(&roads), mean(&all));
        assert!(all.iter().all(|length| *length > 0.003), "two cities on one another");
    }
}

#[test]
fn paths_that_light_up_are_those_that_paid() {
    let mut count = 0;
    replay(
        "spaghetti",
        |setup| spaghetti::Match::from_setup(setup).unwrap(),
        |before, after, line, seat| {
            let paid = before.board.paid(spaghetti::parse_move(line).unwrap());
            let sum: i32 = paid.iter().map(|path| path.points).sum();
            assert_eq!(after.board.points[seat] - before.board.points[seat], sum, "{}", line);
            for path in &paid {
                // Each side of a cell that the path crosses leads to another piece of it, or out of the board.
                let mut loose = 0;
                for (cell, sides) in &path.segments {
                    for side in sides {
                        let (row, column) = match side {
                            0 => (cell.0.wrapping_sub(1), cell.1),
                            1 => (cell.0, cell.1 + 1),
                            2 => (cell.0 + 1, cell.1),
                            _ => (cell.0, cell.1.wrapping_sub(1)),
                        };
                        let next = ((row, column), (side + 2) % 4);
                        loose += usize::from(!path.segments.iter().any(|(c, s)| *c == next.0 && s.contains(&next.1)));
                    }
                }
                assert_eq!(loose, if path.points == -5 { 0 } else { 2 }, "{}: {:?}", line, path);
                count += 1;
            }
            let lit = after.picture(&[line.to_string()]).shapes.concat().matches("class=\"paid").count();
            assert_eq!(lit, paid.iter().map(|path| path.segments.len()).sum::<usize>());
        },
    );
    assert!(count > 30, "{} paths", count);
}

#[test]
fn a_page_tells_forfeits_and_who_played_on() {
    let other = format!("{} random ayu 1 7", JURY);
    let outcome = duel(
        "ayu",
        "sh -c 'read line; echo B1-B2; read line; echo oops >&2; echo B1-B9; cat >/dev/null'",
        &other,
        "forfeit",
    );
    let html = show::page(&transcript::write("ayu", &[], ["a", "b"], &outcome), None).unwrap();
    assert!(html.contains("\"forfeit\":\"illegal: \\\"B1-B9\\\""), "{}", html);
    assert!(html.contains("\"log\":[\"oops\"]"));
    assert!(html.contains("\"jury\":true") && html.contains("\"result\":[0, "));
    let steps = html.matches("\"seat\":").count();
    assert_eq!(steps, outcome.entries.len() + 1);
}

/// The pairs of two programs that gave the first these points, and how often.
fn pairs(a: usize, b: usize, counts: &[(f64, usize)]) -> Vec<Pair> {
    let pair = |sum: f64| Pair { programs: [a, b], scores: [f64::min(sum, 1.0), f64::max(sum - 1.0, 0.0)] };
    counts.iter().flat_map(|(sum, count)| vec![pair(*sum); *count]).collect()
}

#[test]
fn elo_agrees_with_an_independent_computation() {
    // Elo and half intervals by another program: the score equations solved one by one by halving, the curvature by
    // differences of the likelihood, the mean taken out of n - 1 free numbers.
    let close = [
        pairs(0, 1, &[(2.0, 3), (1.0, 5), (0.0, 2)]),
        pairs(0, 2, &[(2.0, 6), (1.5, 2), (1.0, 2)]),
        pairs(1, 2, &[(2.0, 4), (1.0, 4), (0.5, 2)]),
    ];
    // A gauntlet whose pairs hang together: they scatter more than single games would.
    let gauntlet = [
        pairs(0, 1, &[(2.0, 20), (0.0, 14)]),
        pairs(0, 2, &[(2.0, 18), (0.0, 16)]),
        pairs(0, 3, &[(2.0, 25), (0.0, 9)]),
    ];
    // One wins everything.
    let sweep = [
        pairs(0, 1, &[(2.0, 10)]),
        pairs(0, 2, &[(2.0, 10)]),
        pairs(0, 3, &[(2.0, 10)]),
        pairs(1, 2, &[(1.0, 6), (2.0, 4)]),
        pairs(1, 3, &[(1.5, 10)]),
        pairs(2, 3, &[(1.0, 10)]),
    ];
    type Numbers<'a> = &'a [f64];
    let table: [(usize, Vec<Pair>, Numbers, Numbers, bool); 3] = [
        (3, close.concat(), &[102.748, 25.902, -128.650], &[80.350, 76.204, 83.407], false),
        (4, gauntlet.concat(), &[64.975, 3.014, 44.514, -112.504], &[53.999, 100.836, 99.832, 109.273], false),
        (4, sweep.concat(), &[495.249, -63.114, -210.347, -221.787], &[212.227, 99.141, 102.983, 103.664], true),
    ];
    for (n, pairs, elo, half, imagined) in table {
        let ratings = ratings::rate(n, &pairs).unwrap();
        for i in 0..n {
            assert!((ratings.elo[i] - elo[i]).abs() < 0.01, "{:?} instead of {:?}", ratings.elo, elo);
            assert!((ratings.half[i] - half[i]).abs() < 0.05, "{:?} instead of {:?}", ratings.half, half);
        }
        assert_eq!(ratings.imagined, imagined);
    }
    // Two that never met over others have no numbers.
    assert_eq!(ratings::rate(3, &pairs(0, 1, &[(1.0, 4)])), None);
    let even = ratings::rate(2, &pairs(0, 1, &[(1.0, 4)])).unwrap();
    assert!(even.elo[0].abs() < 1e-9 && even.half[0] > 50.0, "{:?}", even);
}

#[test]
fn the_intervals_of_a_tournament_cover_the_true_elo_in_nineteen_of_twenty() {
    let (elo, runs, mut rng) = ([120.0, 40.0, -30.0, -130.0], 200, Rng(5));
    for gauntlet in [false, true] {
        // All games independent, many drawn, and half of the pairs with two games alike.
        for (draws, copies) in [(0.0, 0.0), (0.6, 0.0), (0.0, 0.5)] {
            let mut covered = 0;
            for _ in 0..runs {
                let mut pairs = Vec::new();
                for (a, b) in (0..4).flat_map(|a| (a + 1..4).map(move |b| (a, b))).filter(|(a, _)| !gauntlet || *a == 0)
                {
                    let score = stats::expected_score(elo[a] - elo[b]);
                    let draw = draws * 2.0 * score.min(1.0 - score);
                    let game = |u: f64| if u < draw { 0.5 } else { f64::from(u8::from(u < score + draw / 2.0)) };
                    for _ in 0..20 {
                        let (one, two) = (game(rng.unit()), game(rng.unit()));
                        let scores = [one, if rng.unit() < copies { one } else { two }];
                        pairs.push(Pair { programs: [a, b], scores });
                    }
                }
                let found = ratings::rate(4, &pairs).unwrap();
                covered += (0..4).filter(|i| (found.elo[*i] - elo[*i]).abs() <= found.half[*i]).count();
            }
            let share = covered as f64 / (4 * runs) as f64;
            // A draw counts as half a win and half a loss, which scatter more: drawn games make the intervals too wide.
            let most = if draws > 0.0 { 1.0 } else { 0.98 };
            assert!(
                (0.93..=most).contains(&share),
                "gauntlet {}, draws {}, copies {}: {}",
                gauntlet,
                draws,
                copies,
                share
            );
        }
    }
}

/// What a transcript says without comments: those hold times.
fn moves(text: &str) -> Vec<&str> {
    text.lines().filter(|line| !line.starts_with('#')).collect()
}

/// All transcripts of a tournament, by name.
fn transcripts(folder: &Path) -> Vec<(String, String)> {
    let mut all = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() && path.join("plan").exists() {
            for file in show::transcripts(&path).unwrap() {
                let name = file.strip_prefix(folder).unwrap().display().to_string();
                let text = fs::read_to_string(&file).unwrap();
                all.push((name, moves(&text).join("\n")));
            }
        }
    }
    all.sort();
    all
}

#[test]
fn an_interrupted_tournament_goes_on_to_the_same_end() {
    let [whole, broken] = ["tournament", "tournament-broken"].map(scratch);
    // A program that waits for this file, so that no game of its own is over too early to be interrupted.
    let gate = scratch("tournament-gate").join("open");
    let wait = format!("while [ ! -e \"{}\" ]; do sleep 0.02; done", gate.display());
    let own = format!("sh -c '{}; exec \"{}\" random spaghetti {{seconds}} {{seed}}'", wait, JURY);
    fs::write(&gate, "").unwrap();
    let begin = |folder: &Path| {
        // Whatever the tests were started to ignore, the jury is to notice.
        let mut command = Command::new("env");
        command.args(["--default-signal=INT", JURY]);
        command.args(["tournament", "spaghetti", "greedy", "random", "careful", &own]);
        command.args(["--games", "10", "--jobs", "2", "--seed", "3", "--dir"]).arg(folder);
        command
    };
    let files = ["t.json", "t.csv"].map(|name| whole.join(name));
    let output = begin(&whole).arg("--json").arg(&files[0]).arg("--csv").arg(&files[1]).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    fs::remove_file(&gate).unwrap();
    let mut child =
        begin(&broken).stdout(std::process::Stdio::piped()).stderr(std::process::Stdio::null()).spawn().unwrap();
    while transcripts(&broken).len() < 4 && child.try_wait().unwrap().is_none() {
        std::thread::sleep(Duration::from_millis(2));
    }
    Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    let output = child.wait_with_output().unwrap();
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(!output.status.success() && text.contains("interrupted; go on with: "), "{}", text);
    let then = transcripts(&broken).len();
    assert!((4..60).contains(&then), "{} games before the interruption", then);
    fs::write(&gate, "").unwrap();
    let again = Command::new(JURY).args(["tournament", "--resume"]).arg(&broken).output().unwrap();
    assert!(again.status.success(), "{}", String::from_utf8_lossy(&again.stderr));
    assert_eq!(transcripts(&broken), transcripts(&whole));
    let standings = [&whole, &broken].map(|folder| tournament::load(&tournament::resume(folder).unwrap()).unwrap());
    assert_eq!(standings[0].cells, standings[1].cells);
    for (a, b) in standings[0].rows.iter().zip(&standings[1].rows) {
        assert_eq!((a.program, a.rank, a.tally, a.points, a.elo), (b.program, b.rank, b.tally, b.points, b.elo));
    }
    // The table against a count by hand.
    let [mut points, mut games] = [[0.0; 4]; 2];
    for a in 0..4 {
        for b in a + 1..4 {
            for number in 1..=10 {
                let path = whole.join(format!("{}-{}", a + 1, b + 1)).join(format!("{:05}.txt", number));
                let record = transcript::read(&fs::read_to_string(path).unwrap()).unwrap();
                for (seat, program) in if number % 2 == 1 { [a, b] } else { [b, a] }.into_iter().enumerate() {
                    points[program] += f64::from(record.points[seat]);
                    games[program] += 1.0;
                }
            }
        }
    }
    for row in &standings[0].rows {
        let mean = points[row.program] / games[row.program];
        assert!((row.points.unwrap() - mean).abs() < 1e-9, "{:?} but {}", row, mean);
        assert_eq!((row.games, row.forfeits), (30, [0; 6]));
    }
    assert!(standings[0].rows.windows(2).all(|w| w[0].points >= w[1].points && w[0].rank <= w[1].rank));
    let json = fs::read_to_string(&files[0]).unwrap();
    assert!(json.contains("\"program\": \"careful\"") && json.matches("\"programs\": [").count() == 7, "{}", json);
    let csv = fs::read_to_string(&files[1]).unwrap();
    assert_eq!(csv.lines().count(), 5);
    assert!(csv.lines().all(|line| line.matches(',').count() == 16), "{}", csv);
    // And its pages: tables, links to every match.
    let pages = scratch("tournament-pages");
    let output = Command::new(JURY).arg("show").arg(&whole).arg("--out").arg(&pages).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let index = fs::read_to_string(pages.join("index.html")).unwrap();
    assert_eq!(malformed(&index), None);
    let links = |text: &str| -> Vec<String> {
        text.split("href=\"").skip(1).filter_map(|rest| Some(rest.split('"').next()?.to_string())).collect()
    };
    for link in links(&index) {
        assert!(pages.join(&link).is_file(), "{}", link);
    }
    assert!(pages.join("3-4/00010.html").is_file());
    // The way back: from a game to its match, from there to the tournament.
    for (page, back) in [("3-4/00010.html", "index.html"), ("3-4/index.html", "../index.html")] {
        let text = fs::read_to_string(pages.join(page)).unwrap();
        assert_eq!((links(&text)[0].as_str(), malformed(&text)), (back, None), "{}", page);
    }
    assert!(!links(&index).iter().any(|link| link.contains("..")), "the tournament's page leads nowhere else");
}

#[test]
fn a_gauntlet_is_the_first_against_all_others() {
    let folder = scratch("gauntlet");
    let words = ["tournament", "spaghetti", "random", "greedy", "random", "--gauntlet", "--games", "6", "--dir"];
    let output = Command::new(JURY).args(words).arg(&folder).output().unwrap();
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success() && text.contains("the first against all others"), "{}", text);
    let names: Vec<String> = transcripts(&folder).into_iter().map(|(name, _)| name).collect();
    let expected = ["1-2", "1-3"].iter().flat_map(|pair| (1..=6).map(move |n| format!("{}/0000{}.txt", pair, n)));
    assert_eq!(names, expected.collect::<Vec<String>>());
    let plan = tournament::resume(&folder).unwrap();
    assert_eq!((plan.suspend, plan.memory_kib, plan.games, plan.gauntlet), (true, Some(65_536), 6, true));
    // Progress, where no terminal is: a line whenever another tenth is over.
    let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
    let said: Vec<usize> = stderr.lines().filter_map(|l| l.strip_suffix("/12 games")?.parse().ok()).collect();
    assert_eq!(said, [2, 3, 4, 5, 6, 8, 9, 10, 11, 12], "{}", stderr);
    assert!(!stderr.contains('\u{1b}'), "{:?}", stderr);
}

#[test]
fn parts_joined_are_the_whole() {
    let folder = scratch("parts");
    let play = |more: &[&str], name: &str| {
        let words = ["match", "spaghetti", "greedy", "random", "--games", "18", "--jobs", "2", "--seed", "9", "--dir"];
        let output = Command::new(JURY).args(words).arg(folder.join(name)).args(more).output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    };
    play(&[], "whole");
    let names = ["p1", "p2", "p3", "p4"];
    for (k, name) in names.iter().enumerate() {
        play(&["--part", &format!("{}/4", k + 1)], name);
    }
    let folders = names.map(|name| folder.join(name));
    // Nine pairs: three for the first, two for each of the others.
    let counts = folders.each_ref().map(|f| show::transcripts(f).unwrap().len());
    assert_eq!(counts, [6, 4, 4, 4]);
    let paths: Vec<&Path> = folders.iter().map(PathBuf::as_path).collect();
    let joined = parts::join(&paths).unwrap();
    assert!(joined.notes.is_empty(), "{:?}", joined.notes);
    let whole = series::resume(&folder.join("whole")).unwrap();
    let gathered = folder.join("gathered");
    parts::gather(&joined, &paths, &gathered).unwrap();
    // Times and memory differ from run to run.
    let lasting = |text: String| {
        let differs =
            [" bad exits", "most_", "the jury itself costs", "jury_cost", "waited for a processor", "kept_waiting"];
        let used = |line: &&str| !differs.iter().any(|words| line.contains(words));
        text.lines().filter(used).map(str::to_string).collect::<Vec<_>>()
    };
    let expected = summary::summarise(&whole).unwrap();
    for (plan, found) in [
        (joined.plan.clone(), summary::summary(&joined.plan, &joined.played)),
        (series::resume(&gathered).unwrap(), summary::summarise(&series::resume(&gathered).unwrap()).unwrap()),
    ] {
        assert_eq!(lasting(found.text(&plan)), lasting(expected.text(&whole)));
        assert_eq!(lasting(found.json(&plan)), lasting(expected.json(&whole)));
    }
    for number in 1..=18 {
        let read = |name: &str| fs::read_to_string(folder.join(name).join(format!("{:05}.txt", number))).unwrap();
        assert_eq!(moves(&read("whole")), moves(&read("gathered")), "game {}", number);
    }
    // What is not of one match, or not whole, is said.
    play(&["--part", "1/4", "--time", "7"], "other");
    let other = folder.join("other");
    let refused = |paths: &[&Path], why: &str| match parts::join(paths) {
        Ok(_) => panic!("{:?} joined", paths),
        Err(error) => assert!(error.contains(why), "{}", error),
    };
    refused(&[&folders[1], &other], "seconds of A and B is [30.0, 30.0] and [7.0, 7.0]");
    refused(&[&folders[0], &folders[0]], "game 1 is in");
    refused(&[], "one or more folders");
    refused(&[&folder], "plan");
    let three = parts::join(&paths[1..]).unwrap();
    assert!(
        three.notes.iter().any(|n| n.ends_with("6 of 18 games are missing: 1, 2, 9, 10, 17, 18")),
        "{:?}",
        three.notes
    );
    let one = parts::join(&paths[1..2]).unwrap();
    assert_eq!(one.notes, ["14 of 18 games are missing: 1, 2, 5, 6, 7, 8, 9, 10, 13, 14, ..."]);
    // Another build of A.
    fs::create_dir_all(folders[1].join("a")).unwrap();
    fs::write(folders[1].join("a/random"), "x").unwrap();
    let notes = parts::join(&paths).unwrap().notes;
    assert!(notes.len() == 1 && notes[0].contains("p2: the files of A are not those of "), "{:?}", notes);
    for word in ["0/4", "5/4", "1", "a/b", "1/0"] {
        assert!(parts::parse(word).is_err(), "{}", word);
    }
}
