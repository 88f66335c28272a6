//! The live board: in a browser, by requests alone, and by requests of those who may not ask.

use super::chromium::Browser;
use super::prelude::*;
use super::sitting::{button, make_moves, open, then, until, Board, Hand};
use jury::board::http::Server;
use jury::board::live;
use jury::board::round::{Room, Round};
use jury::play::session::{self, Past, Player, Table};
use std::sync::Arc;

/// A board of this command, with the transcript `game.txt`.
pub fn board(folder: &Path, words: &str) -> Board {
    Board::start(JURY, folder, &[&words.split(' ').collect::<Vec<_>>()[..], &["--out", "game.txt"]].concat())
}

fn written(folder: &Path, seat: usize) -> Vec<String> {
    let record = transcript::check(&folder.read("game.txt")).unwrap();
    let own = record.entries.iter().filter(|entry| entry.seat() == seat);
    own.filter_map(|entry| Some(entry.line()?.to_string())).collect()
}

#[test]
fn a_person_plays_by_clicks_and_by_keys() {
    let folder = scratch("board-browser");
    let Some(mut browser) = Browser::start(&folder, "a person can play every game on the live board") else { return };
    for (i, game) in games::names().into_iter().enumerate() {
        let folder = scratch(&format!("board-browser-{}", game));
        // Either side; Spaghetti by keys alone, Ayu and On The Run at a phone.
        let (seat, hand) = (i % 2, if game == "spaghetti" { Hand::Keys } else { Hand::Clicks });
        let players = ["human random", "random human"][seat];
        let server = board(&folder, &format!("{} {} --seed 3 --time 10", game, players));
        let (width, height) = if matches!(game, "ayu" | "ontherun") { (390, 844) } else { (1200, 800) };
        browser.look(width, height, false);
        open(&mut browser, &server);
        if hand == Hand::Keys {
            button(&mut browser, "confirm");
        }
        let mut lines = make_moves(&mut browser, hand, 4, &mut Rng(5));
        if browser.ask("live.over") == "false" {
            lines.pop();
            then(&mut browser, |browser| button(browser, "takeback"));
            lines.extend(make_moves(&mut browser, hand, 1, &mut Rng(6)));
            assert_eq!(browser.ask("document.documentElement.scrollWidth <= innerWidth"), "true", "{}", game);
            if browser.ask("live.over") == "false" {
                // A move, or why there is none: the player need not be built.
                button(&mut browser, "hint");
                until(&mut browser, "trouble !== '' && !trouble.startsWith('A program thinks')");
                button(&mut browser, "resign");
                until(&mut browser, "trouble !== ''");
                button(&mut browser, "resign");
                until(&mut browser, "live.over");
            }
        }
        // A variation from the third step, the same program in its seat, and back to the game.
        browser.ask(&format!("(show(3), document.getElementById('side').value = {})", seat));
        button(&mut browser, "fork");
        until(&mut browser, "(live.asked && live.at === 1 && steps.length >= 4) || trouble !== ''");
        assert_eq!(browser.ask("trouble"), "", "{}", game);
        browser.ask("(e => { e.value = 0; e.dispatchEvent(new Event('change')); })(document.getElementById('games'))");
        until(&mut browser, "live.over && live.at === 0");
        let own = written(&folder, seat);
        assert!(own.len() >= lines.len() && own[..lines.len()] == lines[..], "{}: {:?} {:?}", game, lines, own);
        browser.ask(&format!("document.getElementById('side').value = {}", 1 - seat));
        button(&mut browser, "again");
        until(&mut browser, &format!("live.asked && live.person === {}", 1 - seat));
        // The server ends below: not before its answer is here.
        until(&mut browser, "performance.getEntriesByType('resource').some((one) => one.name.endsWith('/again'))");
        assert!(browser.complaints.is_empty(), "{}: {:?}", game, browser.complaints);
    }
}

#[test]
fn what_a_person_types_is_told_and_kept() {
    let folder = scratch("board-typed");
    let mut server = board(&folder, "ayu human random --seed 7");
    holds("the first turn", server.turn(), "\"legal\": ");
    // A bad line is explained, and the person stays on turn.
    for (line, why) in [("hello", "unreadable"), ("A1-A2", "illegal"), ("", "unreadable")] {
        ["write", "preview"].iter().for_each(|path| drop(server.told(path, line, why)));
    }
    server.does("write", "b1 c1");
    let kept = folder.join("game.unfinished");
    let count = |words: &str| fs::read_to_string(&kept).unwrap_or_default().matches(words).count();
    assert!(comes_true(|| count("\n2 ") == 1) && count("\n1 B1-C1\n") == 1, "{:?}", fs::read_to_string(&kept));
    server.plays("F1-E1");
    assert!(comes_true(|| count("\n2 ") == 2));
    // What no page asks for changes nothing.
    let before = fs::read_to_string(&kept).unwrap();
    let odd = ["?", "9", "-1 0 0 0", "\u{fc}\0\n", "99999999999999999999 x"];
    for path in ["write", "parts", "preview", "again", "fork", "visit", "review", "hint"] {
        odd.iter().filter(|body| (path, **body) != ("hint", "9")).for_each(|body| drop(server.post(path, body)));
    }
    assert_eq!(server.send(server.request("POST", "nothing", "").as_bytes()).0, 404);
    assert!(!folder.read("board-stderr.txt").contains("panic") && fs::read_to_string(&kept).unwrap() == before);
    // Killed: the file holds the whole game so far.
    server.child.0.kill().unwrap();
    server.child.0.wait().unwrap();
    let server = Board::start(JURY, &folder, &["--resume", "game.unfinished"]);
    holds("resumed", server.turn(), "\"reliving\": false|F1-E1");
    let own = |text: &str| text.lines().filter(|line| line.starts_with("1 ")).map(str::to_string).collect::<Vec<_>>();
    assert_eq!(own(&fs::read_to_string(&kept).unwrap()), own(&before));
    server.does("takeback", "");
    holds("taken back", server.turn(), "B1-C1|!F1-E1");
    holds("resigned", server.resigns(), "You resigned: random has won.");
    let text = folder.read("game.txt");
    transcript::check(&text).unwrap();
    assert!(text.contains("\n1 B1-C1\n") && !text.contains("F1-E1") && !kept.exists(), "{}", text);
}

#[test]
fn a_variation_is_a_game_of_its_own_from_any_step() {
    let folder = scratch("board-fork");
    let server = board(&folder, "ayu human random --seed 7");
    ["B1-C1", "F1-E1"].iter().for_each(|line| server.plays(line));
    server.turn();
    server.told("fork", "1 0 0 30", "not over: take back instead");
    server.resigns();
    let game = folder.read("game.txt");
    let greedy = server.choice("greedy");
    for wrong in ["", "x 0 0 30", "2 0 99 30", "2 9 0 30", "2 0 0 -1"] {
        server.told("fork", wrong, "error");
    }
    // Reviewed by a program that can be brought to each turn.
    ["0 99", "2 0"].iter().for_each(|wrong| drop(server.told("review", wrong, "error")));
    server.told("review", &format!("0 {}", greedy), "its choice differs at | of 2 turns");
    holds("review", server.get("review").1, "Asked at every turn of White: <bdi>greedy</bdi>");
    // After the first two moves, against another program, which writes nothing that random wrote.
    server.does("fork", &format!("2 0 {} 30", greedy));
    let from = "from 2: human against greedy\"], \"at\": 1";
    holds("fork", server.turn(), &format!("B1-C1|!F1-E1|\"greedy\"|{}", from));
    server.does("write", "F1-G1");
    holds("the variation", server.turn(), "F1-G1");
    // Back again, and into the variation once more: each is as it was left.
    server.does("visit", "0");
    holds("the game", server.wait("\"over\": true"), "F1-E1|!F1-G1");
    server.does("visit", "1");
    holds("the variation", server.turn(), "F1-G1");
    ["1", "7"].iter().for_each(|wrong| drop(server.told("visit", wrong, "error")));
    holds("kept", folder.read("game.2.unfinished"), "\n1 F1-G1\n|# player 2: greedy");
    assert_eq!(folder.read("game.txt"), game);
}

#[test]
fn a_variation_that_is_left_while_it_is_replayed_loses_nothing() {
    let folder = scratch("board-replayed");
    // A program that says nothing from its second start on.
    let here = folder.display();
    folder.put("p.sh", format!("mkdir {}/begun || exec sleep 600; exec {}", here, random("ayu")));
    folder.put("jury.sh", format!("#!/bin/sh\nTMPDIR={}/tmp exec {} \"$@\"\n", here, JURY));
    fs::create_dir(folder.join("tmp")).unwrap();
    let (jury, program) = (format!("{}/jury.sh", here), format!("sh {}/p.sh", here));
    let mut server = Board::start(&jury, &folder, &["ayu", "human", &program, "--out", "game.txt"]);
    ["B1-C1", "F1-E1"].iter().for_each(|line| server.plays(line));
    server.resigns();
    server.does("fork", "4 0 0 30");
    ["0", "1", "0"].iter().for_each(|game| server.does("visit", game));
    // A program that cannot be started leaves all as it is.
    fs::rename(folder.join("tmp"), folder.join("away")).unwrap();
    server.told("visit", "1", "No such file");
    holds("the game", server.news(), "\"over\": true|\"at\": 0");
    fs::rename(folder.join("away"), folder.join("tmp")).unwrap();
    server.does("visit", "1");
    system::signal_process(server.child.0.id(), 2);
    assert!(server.child.0.wait().unwrap().success());
    let kept = holds("kept", folder.read("game.2.unfinished"), "\n1 B1-C1\n|\n1 F1-E1\n");
    assert_eq!(kept.matches("\n2 ").count(), 2, "{}", kept);
}

#[test]
fn a_game_is_where_it_was_to_be_or_the_board_says_that_it_is_not() {
    let folder = scratch("board-kept");
    let mut server = Board::start(JURY, &folder, &["ayu", "human", "random", "--out", "d/g.log", "--seed", "7"]);
    server.resigns();
    server.wait("The transcript is d/g.log.");
    transcript::check(&folder.read("d/g.log")).unwrap();
    // As long as any other game may last.
    server.told("again", "0 0 1000001", "is no time for a game");
    server.does("again", "0 0 1000000");
    server.turn();
    fs::rename(folder.join("d"), folder.join("e")).unwrap();
    folder.put("d", "");
    server.does("write", "B1-C1");
    server.wait("The game cannot be kept");
    system::signal_process(server.child.0.id(), 2);
    assert_eq!(server.child.0.wait().unwrap().code(), Some(2));
    holds("said", folder.read("board-stderr.txt"), "The game cannot be kept: d/human-ayu-|It is on stdout.");
}

/// A program that thinks otherwise each time, and takes its past. As White it has one move in mind.
fn forgetful(folder: &Path, [first, then, otherwise]: [&str; 3]) -> String {
    let text = "IFS=';'; for line in $1; do read heard; first=${first:-$heard}; echo $line; done; read heard
        case $first$heard in
            Start*) echo 'F1-E1 depth 3 score +0.5' >&2; echo F1-E1;;
            *) if [ $1 ]; then echo OTHERWISE; else echo FIRST; read heard; echo THEN; fi;;
        esac
        cat >/dev/null\n";
    folder.put("forgetful.sh", text.replace("OTHERWISE", otherwise).replace("FIRST", first).replace("THEN", then));
    format!("sh {}/forgetful.sh {{past}}", folder.display())
}

#[test]
fn a_program_that_takes_its_past_plays_on_as_it_began_and_gives_hints() {
    let folder = scratch("board-past");
    let mut game = games::new("ayu", 7).unwrap();
    game.write("B1-C1").unwrap();
    let first = game.choices().unwrap()[0].clone();
    [&first, "F1-E1"].iter().for_each(|line| drop(game.write(line).unwrap()));
    let [then, otherwise] = [0, 1].map(|i| game.choices().unwrap()[i].clone());
    let program = forgetful(&folder, [&first, &then, &otherwise]);
    let server = Board::start(JURY, &folder, &["ayu", "human", &program, "--seed", "7", "--out", "game.txt"]);
    let play = |line: &str, answer: &str| {
        server.plays(line);
        server.wait(&format!("\"text\": \"{}\"", answer))
    };
    // The first choice is the opponent's program. A partner can be brought to a position, too.
    server.turn();
    server.told("hint", "0", "\"lines\": [\"F1-E1\"]|\"score\": 0.5");
    server.told("hint", &server.choice("random").to_string(), "\"program\": \"random\"");
    play("B1-C1", &first);
    server.told("hint", "0", "\"program\": \"forgetful.sh\"");
    play("F1-E1", &then);
    server.turn();
    server.does("takeback", "");
    holds("taken back", play("F1-E1", &otherwise), &format!("{}|!{}|!plays otherwise", first, then));
    drop(server);
    // Our player, beside the jury, is one that can be chosen. A file that somebody sent may name any program.
    let runs = "names what would run here:\n  sh /";
    folder.says(": > ayu; cp $J jury; echo y | timeout 20 $J human --resume game.unfinished --no-open", 2, runs);
    let jury = folder.join("jury").display().to_string();
    let server = Board::start(&jury, &folder, &["--resume", "game.unfinished", "ayu", "human", &program]);
    let words = format!("{}/ayu\"|{}|{}|!plays otherwise", folder.display(), first, otherwise);
    holds("resumed", server.turn(), &words);
    // No move is to come: what the program in the person's place wrote then is illegal, and said so.
    server.told("hint", "0", "error");
    // However long the game, a hint has half a minute.
    folder.put("seconds.sh", "read line; echo score $1 >&2; [ $line = Start ] && echo F1-E1; cat >/dev/null");
    let program = format!("sh {}/seconds.sh {{seconds}} {{past}}", folder.display());
    let server = Board::start(JURY, &folder, &["ayu", "human", &program, "--time", "100"]);
    server.told("hint", "0", "\"score\": 30");
    // A person who resigns sees it at once, though the program thinks on.
    server.does("resign", "");
    server.wait("\"forfeit\": \"closed: resigned");
}

/// Asks a program, of this text, for a hint after some lines of a game with seed 7.
fn hint(game: &str, text: &str, lines: &[String]) -> Result<Vec<String>, String> {
    let (folder, setup) = (scratch("board-hint"), games::new(game, 7).unwrap().setup());
    folder.put("p.sh", text);
    let words = format!("sh {}/p.sh {{past}}", folder.display());
    let entrant = entrants::prepare(game, &[&words], &|_| folder.join("program")).unwrap().remove(0);
    let player = Player { entrant, seed: 1, limits: Limits { seconds: 60.0, memory: Memory::TODAY, suspend: true } };
    let table = Table { game: game.to_string(), setup, players: [None, None], folder, seed: 1 };
    session::hint(&table, lines, &player).map(|(lines, _)| lines)
}

#[test]
fn a_hint_in_the_middle_of_a_turn_is_the_rest_of_it_and_stones_may_come_in_any_order() {
    let mut game = games::new("ontherun", 7).unwrap();
    let mut lines = Vec::new();
    while game.to_write() == Some(ontherun::DETECTIVES) {
        lines.push(game.stand_in(&mut Rng(7)));
        game.write(&lines[lines.len() - 1]).unwrap();
    }
    assert_eq!(lines.len(), 4);
    // It places its detectives only all at once.
    let text = format!("read line; [ \"$1\" ] && exit; printf '{}\\n'; cat >/dev/null", lines.join("\\n"));
    for at in [0, 1, 3] {
        assert_eq!(hint("ontherun", &text, &lines[..at]).unwrap(), lines[at..]);
    }
    let why = hint("ontherun", &text, &[lines[1].clone()]).unwrap_err();
    assert!(why.contains("would have begun otherwise"), "{}", why);
    let mut game = games::new("symple", 7).unwrap();
    let lines = ["A1", "O15", "C1", "O13", "E1", "O11", "E2-C2-A2", "O9"].map(str::to_string);
    lines.iter().for_each(|line| drop(game.write(line).unwrap()));
    let next = game.choices().map_or_else(|| game.stand_in(&mut Rng(1)), |all| all[0].clone());
    // It writes stones by column, and other stones are another position.
    for (written, comes) in [("A2-C2-E2", true), ("A2-C2", false), ("A2-C2-G2", false)] {
        let text = format!("for line in A1 C1 E1 {} {}; do read x; echo $line; done; cat >/dev/null", written, next);
        let hint = hint("symple", &text, &lines);
        assert_eq!(hint.as_ref().is_ok_and(|lines| lines[..] == [next.clone()]), comes, "{:?}", hint);
    }
}

#[test]
fn a_board_whose_program_cannot_be_asked_says_so() {
    let server = Server::open([127, 0, 0, 1].into(), 0).unwrap();
    let address = server.address();
    thread::spawn(move || {
        // No clock has so many seconds: the thread that asks fails.
        let scratch = Scratch::new(&scratch("board-fails"), "room").unwrap();
        let (words, setup) = (["greedy", "human"].map(str::to_string), games::new("ayu", 1).unwrap().setup());
        let out = scratch.path().join("game.txt");
        let round = Round { words, seconds: [f64::INFINITY; 2], seed: 1, setup, out, kept: None };
        let entrant =
            Entrant { name: "greedy".to_string(), words: words::words(&random("ayu")).unwrap(), memory: Memory::TODAY };
        let prepare = Arc::new(move |_: &str| Ok(entrant.clone()));
        let room =
            Room { game: "ayu", prepare, choices: Vec::new(), suspend: true, folder: scratch.path().to_path_buf() };
        live::run(|| Ok(server), room, round, Past::new())
    });
    let board = Board { child: Killed(Command::new("true").spawn().unwrap()), address, line: String::new() };
    holds("failed", board.wait("\"over\": true"), "The game cannot go on: the jury failed");
}

#[test]
fn who_lets_others_in_is_warned() {
    let folder = scratch("board-listen");
    for (words, warned) in [(&["--listen", "0.0.0.0"][..], ""), (&["--listen", "127.0.0.1"], "!"), (&[], "!")] {
        let server = Board::start(JURY, &folder, &[&["ayu", "human", "random"], words].concat());
        assert_eq!(server.address.starts_with("http://127.0.0.1:"), warned == "!", "{:?}: {}", words, server.address);
        let told = folder.read("board-stderr.txt") + &server.line;
        let warning = "warning: whoever can reach this machine|{}this machine's address in place of 0.0.0.0";
        holds("warned", told, &format!("{}{}", warned, warning.replace("{}", warned)));
    }
}

#[test]
fn two_programs_play_step_by_step_and_at_their_own_pace() {
    let folder = scratch("board-programs");
    let mut server = board(&folder, "spaghetti random greedy --seed 7 --memory-of greedy 300M");
    let steps = |news: &str| news.matches("\"seat\": 0").count() + news.matches("\"seat\": 1").count();
    assert!(steps(&server.wait("\"paused\": true")) == 0 && server.post("write", "aal").contains("error"));
    for count in 1..=3 {
        server.does("step", "");
        assert!(comes_true(|| steps(&server.wait("\"thinking\": null")) == count), "{}", server.news());
    }
    // Ended by a signal while it waits: the game is kept.
    system::signal_process(server.child.0.id(), 2);
    assert!(server.child.0.wait().unwrap().success());
    let server = Board::start(JURY, &folder, &["--resume", "game.unfinished"]);
    assert!(comes_true(|| steps(&server.wait("\"reliving\": false")) == 3), "{}", server.news());
    server.does("go", "");
    assert_eq!(steps(&server.wait("\"over\": true")), 61);
    assert_eq!(written(&folder, 0).len() + written(&folder, 1).len(), 61);
    // A new game has a seed of its own.
    server.does("again", "- 0 10");
    server.does("step", "");
    let other = "ls human-spaghetti-*.unfinished | grep -vx human-spaghetti-7.unfinished";
    assert!(comes_true(|| sh(&folder, other).0 == Some(0)));
}

#[test]
fn what_a_program_writes_stays_text_on_a_live_page() {
    let folder = scratch("board-hostile");
    let Some(mut browser) = Browser::start(&folder, "a live page is safe from what a program writes") else { return };
    let hostile = "<img src=x onerror=hacked=1></script><script>hacked=2</script>";
    folder.put("program.sh", format!("read line; echo '{}' >&2; echo '{}'; cat >/dev/null\n", hostile, hostile));
    let program = format!("sh {}/program.sh {}", folder.display(), "'<b onclick=hacked=3>'");
    let server = Board::start(JURY, &folder, &["ayu", &program, "human", "--out", "game.txt"]);
    // The line is no move. The program forfeits, and the jury plays on for it.
    open(&mut browser, &server);
    browser.press("Home", 36);
    browser.press("ArrowRight", 39);
    let text = browser.ask("document.body.textContent");
    assert!(text.contains(hostile) && text.contains("<b onclick"), "{}", text);
    assert_eq!(browser.ask("typeof hacked + document.querySelectorAll('img, .players b b').length"), "undefined0");
    assert!(browser.complaints.is_empty(), "{:?}", browser.complaints);
}

/// All that a page can get now: the page, its news, all parts. Without times and names.
fn everything(server: &Board, program: &str) -> String {
    let page = server.get("").1;
    let mut all = page.split_once("\r\n\r\n").unwrap().1.to_string() + &server.news();
    let mut lines = vec![String::new()];
    while let Some(line) = lines.pop() {
        let parts = server.post("parts", &line);
        for part in parts.split("\"line\": \"").skip(1) {
            let (next, rest) = part.split_once('"').unwrap();
            if rest.split('}').next().unwrap().contains("\"whole\": true") {
                all += &server.post("preview", next);
            } else {
                lines.push(next.to_string());
            }
        }
        all += &parts;
    }
    let nonce = page.split("nonce-").nth(1).unwrap().split('\'').next().unwrap();
    all = all.replace(program, "PROGRAM").replace(nonce, "NONCE");
    for name in ["\"clock\": [", "\"seconds\": [", "\"thinking\": "] {
        let parts: Vec<&str> = all.split(name).collect();
        let rest = |part: &&str| part.find([']', '}', 'n']).map_or(String::new(), |end| part[end..].to_string());
        all = parts[0].to_string() + &parts[1..].iter().map(rest).collect::<Vec<_>>().join(name);
    }
    all
}

#[test]
fn what_is_hidden_is_in_nothing_that_a_page_gets() {
    let mut state = games::new("ontherun", 3).unwrap();
    let map = ontherun::Match::from_setup(&state.setup()).unwrap().map;
    let cars = |city: usize| map.neighbours(0, city);
    let rides = |city: usize| {
        let wait = |lines: usize| format!("for i in $(seq {}); do read line; done", lines);
        format!("{}; echo 50; echo C {}; {}; echo C {}", wait(5), city, wait(4), cars(city)[0])
    };
    let role = |role: &str| format!("read line; echo a3-a4; read line; echo a4-a5; echo {}", role);
    // A joint move for the second turn.
    let mut joint = ["1", "2", "3", "4", "50", &format!("C {}", cars(50)[0])].map(str::to_string).to_vec();
    joint.iter().for_each(|line| drop(state.write(line).unwrap()));
    joint.truncate(4);
    for _ in 0..4 {
        joint.push(state.stand_in(&mut Rng(1)));
        state.write(&joint[joint.len() - 1]).unwrap();
    }
    // What the program writes in secret (two variants), the person's seat, its lines, and how many come before the secret.
    for (game, seat, secrets, lines, before) in [
        ("lamistra", 1, [role("G"), role("L")], vec!["g5-g4".to_string()], 1),
        ("ontherun", 0, [0, 1].map(|i| rides(cars(50)[i])), joint, 4),
    ] {
        let got = secrets.map(|secret| {
            let folder = scratch(&format!("board-hidden-{}", game));
            let text = format!("echo >> $0.started; {}; echo '{}' >&2; cat >/dev/null\n", secret, secret);
            folder.put("program.sh", text);
            let program = format!("sh {}/program.sh", folder.display());
            let players = if seat == 0 { ["human", &program] } else { [&program, "human"] };
            let words = [&[game], &players[..], &["--seed", "3", "--out", "game.txt"]].concat();
            let server = Board::start(JURY, &folder, &words);
            let mut all = String::new();
            for (i, line) in lines.iter().enumerate() {
                server.plays(line);
                // Nobody has heard of it: it is taken back without starting the program again.
                if i == 4 {
                    server.does("takeback", "");
                    server.does("write", line);
                }
                // At each point of the game from then on.
                if i + 1 >= before {
                    server.turn();
                    let now = everything(&server, &program);
                    // A part of a joint move is drawn.
                    assert_eq!(now.contains("\"picture\": {"), (4..7).contains(&i), "{}", now);
                    all += &now;
                }
            }
            assert_eq!(folder.read("program.sh.started"), "\n");
            // The secret is in the file that keeps the game.
            let hidden = format!("\n{} {}\n", 2 - seat, secret.rsplit("echo ").next().unwrap());
            holds("kept", folder.read("game.unfinished"), &hidden);
            all
        });
        let differs = got[0].lines().zip(got[1].lines()).find(|(one, other)| one != other);
        assert!(got[0] == got[1] && got[0].len() > 10_000, "{}: {:?}", game, differs);
    }
}
