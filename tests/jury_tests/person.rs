//! A person at the terminal.

use super::prelude::*;

/// A test that plays a person at the terminal: reads up to a prompt, types a line.
struct Person {
    child: Child,
    seen: String,
}

impl Person {
    /// Plays in the folder; the transcript is `game.txt` there, unless words name another.
    fn sit_down(folder: &Path, words: &[&str]) -> Person {
        let out = if words.contains(&"--out") { &[][..] } else { &["--out", "game.txt"] };
        // The jury must notice Ctrl-C, even if the tests were started to ignore it.
        let mut child = Command::new("env");
        child.args([&["--default-signal=INT", JURY, "play"], words, out].concat()).current_dir(folder);
        let child = child.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        Person { child, seen: String::new() }
    }

    /// Plays a line from the list that `?` gives, and returns what is written up to the next prompt.
    fn plays_any(&mut self, rng: &mut Rng) -> Option<String> {
        let line = rng.pick(&listed(&self.ask("?"))).clone();
        self.type_line(&line);
        self.read()
    }

    /// Plays to the end, which the program reaches well.
    fn plays_on(&mut self) {
        let mut rng = Rng(3);
        while self.plays_any(&mut rng).is_some() {}
        assert!(self.child.wait().unwrap().success(), "{}", self.seen);
    }

    /// Nothing more is asked, and the program ends well.
    fn ends(&mut self) {
        assert!(self.read().is_none() && self.child.wait().unwrap().success(), "{}", self.seen);
    }

    /// What was written up to the next prompt; `None` at the end.
    fn read(&mut self) -> Option<String> {
        let (mut text, mut byte, mut asked) = (Vec::new(), [0], false);
        while !asked && self.child.stdout.as_mut().unwrap().read(&mut byte).unwrap() == 1 {
            text.push(byte[0]);
            asked = text.ends_with(b"\n> ") || text == b"> ";
        }
        let text = String::from_utf8(text).unwrap();
        self.seen += &text;
        Some(text).filter(|_| asked)
    }

    fn type_line(&mut self, line: &str) {
        self.seen += &format!("{}\n", line);
        writeln!(self.child.stdin.as_mut().unwrap(), "{}", line).unwrap();
    }

    /// Types a line and returns what is written up to the next prompt.
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
    // Lines that are filled as far as possible.
    let wide: Vec<usize> = rest.lines().map(str::len).collect();
    let longest = lines.iter().map(String::len).max().unwrap();
    let filled = wide[1..].iter().zip(&wide).all(|(_, w)| w + longest >= 78);
    assert!(filled && wide.iter().all(|w| *w < 80), "{}", answer);
    assert_eq!(head, format!("{} legal lines", lines.len()));
    lines
}

#[test]
fn a_person_plays_a_whole_game_of_each_game() {
    // A line of the notation that is illegal at either side's first line.
    let illegal = |game: &str| {
        [("ayu", "A1-A2"), ("ontherun", "999"), ("lamistra", "b4-b5")].into_iter().find(|row| row.0 == game)
    };
    for game in games::names() {
        for seat in 0..2 {
            let folder = scratch(&format!("human-{}-{}", game, seat));
            let players = if seat == 0 { ["human", "random"] } else { ["random", "human"] };
            let mut person = Person::sit_down(&folder, &[game, players[0], players[1], "--seed", "7"]);
            let mut rng = Rng(seat as u64);
            let (mut written, mut took_back, mut shut) = (0, false, false);
            let text = person.read().unwrap();
            // Below the board and the clocks a question.
            let asked = text.rsplit_once(" s]\n").is_some_and(|(_, question)| question.contains('?'));
            assert!(text.contains("You are ") && asked, "{}", text);
            // A line without a word is no line.
            person.type_line("");
            let lines = [("what?", "unreadable: expected"), ("help", "takes back"), ("back", "not written a line yet")];
            for (line, answer) in lines.into_iter().chain(illegal(game).map(|(_, line)| (line, "illegal: "))) {
                holds(line, person.ask(line), answer);
            }
            loop {
                written += 1;
                let Some(text) = person.plays_any(&mut rng) else { break };
                assert!(!text.contains("illegal") && !text.contains("unreadable"), "{}", person.seen);
                if written == 6 && !took_back && !shut {
                    // What was secret is seen by now.
                    let text = person.ask("back");
                    (took_back, shut) = (text.contains("Taken back."), text.contains("Nothing is taken back"));
                    assert!(took_back != shut && !text.contains("otherwise"), "{}", person.seen);
                    assert!(shut == (game == "ontherun") || game == "lamistra", "{}", person.seen);
                }
            }
            assert!(person.child.wait().unwrap().success(), "{}", person.seen);
            assert!(took_back || shut || written < 6, "{}", person.seen);
            let text = folder.read("game.txt");
            let record = transcript::check(&text).unwrap_or_else(|e| panic!("{} {}: {}", game, seat, e));
            assert_eq!(record.players[seat], "human");
            assert_eq!(record.accounts.each_ref().map(|account| account.exit.as_str()), ["0"; 2]);
            let own = record.entries.iter().filter(|e| matches!(e, Entry::Line(s, _) if *s == seat)).count();
            assert_eq!(own, written - usize::from(took_back), "{} {}", game, seat);
        }
    }
}

#[test]
fn a_person_sees_only_what_that_side_may_know() {
    // Before the end the detectives' terminal shows the fugitive's city only in announcement turns.
    let folder = scratch("hidden");
    let mut person = Person::sit_down(&folder, &["ontherun", "human", "random", "--seed", "3"]);
    person.read().unwrap();
    person.plays_on();
    let record = transcript::read(&folder.read("game.txt")).unwrap();
    let heard: Vec<&str> = person.seen.lines().filter_map(|line| line.strip_prefix("Fugitive: ")).collect();
    let rides: Vec<&str> = record.entries.iter().filter(|e| e.seat() == 1).filter_map(|e| e.line()).collect();
    // The first line is the fugitive's start, which all know. The last one may end the game before it is shown.
    for (turn, (heard, line)) in heard.iter().zip(&rides).enumerate().skip(1) {
        assert_eq!(heard.contains(' '), turn % 5 == 0, "turn {}: {} of {}", turn, heard, line);
    }
    assert!(heard.len() > 3, "{}", person.seen);
    let (before, _) = person.seen.rsplit_once("\n> ").unwrap();
    assert!(before.contains("[detective] <fugitive>") && !before.contains("fugitive is"), "{}", before);
    // The fugitive is not on the map: that would be digits in angle brackets.
    assert!(before.split('<').skip(1).all(|rest| !rest.starts_with(|c: char| c.is_ascii_digit())), "{}", before);
}

#[test]
fn a_person_sees_the_time_and_what_becomes_of_a_program() {
    // The program's clock, shown to the second mover.
    let folder = scratch("clocks");
    let slow = "sh -c 'read line; sleep 0.3; echo B1-C1; cat >/dev/null'";
    let mut person = Person::sit_down(&folder, &["ayu", slow, "human"]);
    let prompt = person.read().unwrap();
    let words = prompt.split("[you 0.0 s, sh ").last().unwrap();
    let seconds: f64 = words.split_whitespace().next().unwrap().parse().unwrap();
    assert!((0.3..20.0).contains(&seconds) && prompt.contains("\n[you 0.0 s, "), "{}", prompt);
    person.type_line("leave");
    person.ends();
    // If a forfeit ends the game, nobody is asked. Otherwise the jury plays on.
    let seeds = format!("sh -c 'echo {{seconds}} {{seed}} >> {}/seeds; read line; exit 3'", folder.display());
    for (game, players, asked) in [
        ("lamistra", ["sh -c 'exit 3'", "human"], false),
        ("ayu", ["sh -c 'exit 3'", "human"], true),
        ("ayu", ["human", &seeds], true),
    ] {
        let mut person = Person::sit_down(&folder, &[game, players[0], players[1]]);
        let prompt = person.read();
        assert_eq!(prompt.is_some(), asked, "{}: {}", game, person.seen);
        if players[0] == "human" {
            person.ask("B1-C1");
        }
        assert!(person.seen.contains("forfeits, crash: exit 3"), "{}", person.seen);
        person.child.stdin = None;
        person.ends();
    }
    // It has all its time, and a seed that fits into 32 bits.
    let seeds = folder.read("seeds");
    let seed = seeds.strip_prefix("30 ").and_then(|seed| seed.trim_end().parse::<u32>().ok());
    assert!(seed.is_some_and(|n| n > 0), "{}", seeds);
    let record = transcript::read(&folder.read("game.txt")).unwrap();
    assert!(record.points[0] == 0 && record.points[1] > 0, "{:?}", record.points);
    assert_eq!((record.accounts[0].exit.as_str(), record.accounts[1].exit.as_str()), ("3", "0"));
}

#[test]
fn an_interrupted_person_is_gone_at_once_and_nobody_forfeits() {
    // At the prompt, and while the program thinks. In this game a forfeit ends the game.
    for (number, players, words) in [(7, ["human", &sleep(7)], "> "), (8, [&sleep(8), "human"], "thinks ...\n")] {
        let folder = scratch(&format!("interrupted-{}", number));
        let mut person = Person::sit_down(&folder, &["lamistra", players[0], players[1], "--time", "60"]);
        while !person.seen.ends_with(words) {
            let mut byte = [0];
            assert_eq!(person.child.stdout.as_mut().unwrap().read(&mut byte).unwrap(), 1, "{}", person.seen);
            person.seen.push(byte[0].into());
        }
        let begin = Instant::now();
        system::signal_process(person.child.id(), 2);
        assert!(person.read().is_none() && person.seen.contains("You left."), "{}", person.seen);
        assert_eq!(person.child.wait().unwrap().code(), Some(1));
        // A second on an idle machine. The rest is for a busy one; the program would have a minute.
        assert!(begin.elapsed() < Duration::from_secs(50), "{:?}", begin.elapsed());
        assert!(!person.seen.contains("forfeits") && !folder.join("game.txt").exists(), "{}", person.seen);
        assert!(comes_true(|| processes(&sleep(number)).is_empty()), "{} is left", sleep(number));
    }
}

#[test]
fn a_game_that_somebody_left_goes_on() {
    let folder = scratch("left");
    let mut person = Person::sit_down(&folder, &["ayu", "human", "greedy", "--seed", "7", "--time", "20"]);
    person.read();
    // Bytes that are no text are unreadable like any other line.
    person.child.stdin.as_mut().unwrap().write_all(b"\xe9\xff\n").unwrap();
    assert!(person.read().unwrap().contains("unreadable: "), "{}", person.seen);
    // A part of a line is no line.
    holds("part", person.ask("b1"), "B1: to which point? |B1-C1|!unreadable");
    // Small letters, and a blank instead of the hyphen.
    for line in ["b1-c1", "f1 e1"] {
        assert!(!person.ask(line).contains("legal lines"), "{}", person.seen);
    }
    person.ask("undo");
    person.type_line("quit");
    person.ends();
    assert!(!folder.join("game.txt").exists());
    holds("kept", folder.read("game.unfinished"), "\n1 B1-C1\n|!\n1 F1-E1\n|!\nR ");
    // With a program that plays otherwise the game before stays as it is.
    let before = folder.read("game.unfinished");
    let other = "$J play --resume game.unfinished ayu human 'sh -c true' </dev/null";
    folder.says(other, 0, "plays otherwise than before|game.2.unfinished");
    assert_eq!(folder.read("game.unfinished"), before);
    for (other, why) in [("ayu greedy random", "a person goes on"), ("symple human greedy", "--resume FILE ayu A B")] {
        folder.says(&format!("$J play --resume game.unfinished {}", other), 2, why);
    }
    // The line that goes on has the options of the game.
    let line = person.seen.split_once("go on with: ").expect("how to go on").1.trim();
    let words = words::words(line).unwrap();
    assert_eq!(words[..2], [JURY, "play"]);
    let mut person = Person::sit_down(&folder, &words[2..].iter().map(String::as_str).collect::<Vec<_>>());
    person.read();
    assert!(!person.seen.contains("otherwise") && person.seen.contains(" of 20 s]"), "{}", person.seen);
    person.plays_on();
    assert!(!folder.join("game.unfinished").exists(), "{}", person.seen);
    let text = folder.read("game.txt");
    transcript::check(&text).unwrap();
    assert!(text.contains("\n1 B1-C1\n"), "{}", text);
}

#[test]
fn a_game_is_kept_whatever_goes_wrong() {
    let folder = scratch("person-gone");
    // Nobody reads any more.
    let mut person = Person::sit_down(&folder, &["ayu", "human", "random", "--seed", "3"]);
    person.read();
    person.ask("b1 c1");
    person.child.stdout = None;
    person.type_line("board");
    assert!(person.child.wait().unwrap().success());
    let kept = holds("kept", folder.read("game.unfinished"), "\n1 B1-C1\n|\n2 ");
    // A program that cannot be started again, and then no place for the game.
    let types = "(echo b1 c1; while sleep 0.1; do grep -q 'Black: ' out && break; done; rm -r $T; echo back)";
    let plays =
        format!("{} | TMPDIR=$T $J play ayu human random --out t/b.txt >out 2>&1; e=$?; cat out; exit $e", types);
    for (tmp, words) in [("t", "\n1 B1-C1\n|(the game is on stdout)"), ("tmp", "go on with: |No such file")] {
        folder.says(&format!("mkdir -p t {0}; T=$PWD/{0}; rm -f out; {1}", tmp, plays), 2, words);
    }
    holds("kept", folder.read("t/b.unfinished"), "\n1 B1-C1\n");
    // Who resigned on the board is not asked any more.
    folder.put("resigned.unfinished", kept + "# forfeit: 1 closed resigned\n");
    // Another board goes on with it meanwhile, so it stays.
    folder.put("other.sh", format!("echo >>{}/resigned.unfinished; exec {} \"$1\"", folder.display(), random("ayu")));
    let play = "$J play --resume resigned.unfinished --out resigned.txt ayu human 'sh other.sh {past}' </dev/null";
    folder.says(&format!("{} && rm resigned.txt && ls", play), 0, "transcript: resigned.txt|\nresigned.unfinished");
    folder.says("$J play --resume resigned.unfinished </dev/null", 0, "transcript: resigned.txt|!You left.");
}

#[test]
fn back_after_a_time_out_takes_back_one_line_alone() {
    let folder = scratch("back");
    // It is late at its second line, each time by another fraction of a second.
    let late = "n=0; $1 random spaghetti 1 5 | while read x; do n=$((n+1)); [ $n -lt 2 ] || sleep 9; echo $x; done";
    folder.put("slow.sh", format!("echo x >> $0.started; {}", late));
    let program = format!("sh {}/slow.sh {}", folder.display(), JURY);
    let mut person = Person::sit_down(&folder, &["spaghetti", "human", &program, "--time", "3", "--seed", "3"]);
    person.read();
    let mut rng = Rng(3);
    (0..5).for_each(|_| drop(person.plays_any(&mut rng)));
    assert!(person.seen.contains("forfeits, time-out"), "{}", person.seen);
    for _ in 0..2 {
        let text = person.ask("back");
        assert!(text.contains("Taken back.") && !text.contains("otherwise"), "{}", text);
    }
    // It was started once: a game with a forfeit is not played again.
    assert_eq!(folder.read("slow.sh.started").lines().count(), 1);
    person.plays_on();
    let text = folder.read("game.txt");
    assert_eq!(text.matches("# forfeit: 2 time-out").count(), 1, "{}", text);
    transcript::check(&text).unwrap();
}
