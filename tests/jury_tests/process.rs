//! Programs that misbehave: the right offender, the right reason, no hang, nothing left behind; and what a program
//! used.

use super::prelude::*;
use jury::run::diagnosis;
use jury::run::meter::Meter;
use std::process::ExitStatus;

#[test]
fn every_misbehaviour_has_its_offender_and_its_reason() {
    // The first mover's command, the fault, words of the reason.
    let table = [
        ("sh -c 'read line; echo B1-B9; cat >/dev/null'", Kind::Illegal, "B1-B9"),
        ("sh -c 'read line; echo hello; cat >/dev/null'", Kind::Unreadable, "hello|(debug output belongs on stderr)"),
        ("sh -c 'read line; echo; cat >/dev/null'", Kind::Unreadable, "an empty line: |!stderr"),
        ("sh -c 'read line; exec yes'", Kind::Unreadable, "\"y\": |!debug"),
        ("sleep 100", Kind::TimeOut, "of 0.5 seconds|; it waits and wrote nothing: a forgotten flush?"),
        // A line came before: nothing was forgotten.
        ("sh -c 'read line; echo B1-B2; sleep 100'", Kind::TimeOut, "; it waits and wrote nothing|!flush"),
        ("sh -c 'read line; printf B1-B2; sleep 100'", Kind::TimeOut, "; wrote a line without its end"),
        ("sh -c 'head -c 100000 /dev/zero >&2; sleep 100'", Kind::TimeOut, "; it wrote on stderr alone|!flush"),
        ("sh -c 'read line; while :; do kill -STOP $$; done'", Kind::TimeOut, "of 0.5 seconds"),
        ("sh -c 'exit 3'", Kind::Crash, "exit 3"),
        // Its child holds the pipe, which tells nothing of the end.
        ("sh -c 'sleep 40 & exit 3'", Kind::Crash, "exit 3"),
        ("sh -c 'echo broken pawn >&2; exit 101'", Kind::Crash, "broken pawn"),
        ("sh -c 'kill -SEGV $$'", Kind::Crash, "signal 11 (segmentation fault)"),
        ("true", Kind::Closed, "exit code 0"),
        ("sh -c 'exec >&-; sleep 100'", Kind::Closed, "closed its output"),
        ("sh -c 'read line; printf \"B1-B2\\nD1-D2\\n\"; cat >/dev/null'", Kind::Unreadable, "not its turn"),
    ];
    let try_out = |seat: usize| {
        let other = random("ayu");
        // Black does not know White's opening moves. Only what does not depend on the board is compared.
        let all = table.iter().enumerate().filter(|(_, row)| seat == 0 || !row.0.contains("B1-B2"));
        for (i, (command, kind, reason)) in all {
            let pair = if seat == 0 { [*command, &other] } else { [&other, *command] };
            // A program that is not meant to be late has time enough, however busy the machine.
            let mut limits = [Limits { seconds: 30.0, memory: Memory::Year }; 2];
            limits[seat].seconds = if *kind == Kind::TimeOut { 0.5 } else { 30.0 };
            let outcome = play("ayu", pair, limits, &format!("misbehave-{}-{}", i, seat));
            let forfeit = outcome.forfeit(seat).cloned().unwrap_or_else(|| panic!("{}: no forfeit", command));
            assert_eq!(forfeit.kind, *kind, "{}: {:?}", command, forfeit);
            holds(command, &forfeit.reason, reason);
            let other = (outcome.forfeit(1 - seat), outcome.accounts[1 - seat].exit.as_str());
            assert_eq!(other, (None, "0"), "{}: the other one is innocent", command);
            // The jury plays on, so that the other one scores.
            assert!(outcome.points[seat] == 0 && outcome.points[1 - seat] > 0, "{}: {:?}", command, outcome.points);
        }
    };
    // Mostly it is waiting.
    thread::scope(|scope| {
        scope.spawn(|| try_out(0));
        scope.spawn(|| try_out(1));
    });
}

#[test]
fn both_may_forfeit() {
    for game in games::names() {
        let outcome = duel(game, "true", "true", 60.0, &format!("both-{}", game));
        let ends = games::new(game, 1).unwrap().forfeit_points(0);
        assert_eq!(outcome.points, ends.unwrap_or([0, 0]), "{}", game);
        assert!(ends.is_some() || outcome.forfeits().iter().all(Option::is_some), "{}", game);
        assert!(matches!(outcome.entries.last(), Some(Entry::Forfeit(..))), "{}: {:?}", game, outcome.entries);
    }
}

#[test]
fn what_is_written_at_once_is_seen_at_once() {
    let folder = scratch("written-at-once");
    let start = || {
        let mut program = told("sh -c 'read x; printf \"one\\ntwo\\nthree\"'", &folder, 60.0, Memory::Free);
        assert_eq!(program.ask().unwrap(), "one");
        program
    };
    // The next line cannot be an answer to what is told now.
    let mut program = start();
    program.send("news");
    let forfeit = program.ask().unwrap_err();
    assert_eq!((forfeit.kind, forfeit.reason.as_str()), (Kind::Unreadable, "wrote \"two\" when it was not its turn"));
    let mut program = start();
    let spent = program.account.wall;
    assert_eq!(program.ask().unwrap(), "two");
    assert_eq!(program.account.wall, spent, "it was there before");
    assert_eq!(program.ask().unwrap(), "three", "half a line at the end");
    assert_eq!(program.ask().unwrap_err().kind, Kind::Closed);
    let mut program = told("sh -c 'read x; sleep 100 & printf half'", &folder, 60.0, Memory::Free);
    assert_eq!(program.ask().unwrap(), "half", "its child keeps the pipe open");
    assert_eq!(program.ask().unwrap_err().kind, Kind::Closed);
}

#[test]
fn the_reason_is_the_exit_and_the_last_line_that_says_why() {
    let all: String = (1..32).map(|signal| diagnosis::describe(ExitStatus::from_raw(signal))).collect();
    assert_eq!(checksum(&all), 1521428323, "{}", all);
    let [killed, abort, fault, one] = [9, 6, 11, 1 << 8].map(ExitStatus::from_raw);
    let java = "info\nException in thread \"main\" java.lang.OutOfMemoryError: Java heap space\n\tat A.b(A.java:3)\n";
    let cpp = "terminate called after throwing an instance of 'std::bad_alloc'\n  what():  std::bad_alloc\n";
    let early = "cannot allocate 64 MB for the table, using 16\ndepth 1\ndepth 2\ndepth 3\n";
    let go = "fatal error: out of memory\n\ngoroutine 1 [running]:\nmain.main()\n\t/tmp/x.go:3 +0x5c\nexit status 2\n";
    let node = "x.js:1\nError: boom\n    at f (x.js:1:2) {\n  code: 'E'\n}\n(Use `node --x`)\n\nNode.js v18.1.0\n";
    let (year, today) = (Memory::Year, Memory::TODAY);
    for (status, text, limit, expected) in [
        (one, java, today, "crash: exit 1; stderr: Exception in thread"),
        (one, "MemoryError\n", Memory::Free, "crash: exit 1; stderr: MemoryError"),
        (abort, cpp, today, "crash: exit signal 6 (aborted); stderr: what():  std::bad_alloc"),
        (one, go, today, "stderr: fatal error: out of memory"),
        (
            fault,
            early,
            year,
            "exit signal 11 (segmentation fault), perhaps for lack of memory: try --memory none; stderr",
        ),
        (fault, early, today, "crash: exit signal 11 (segmentation fault); stderr: depth 3"),
        (one, "KeyError: 'boom'\n", year, "crash: exit 1; stderr: KeyError: 'boom'"),
        (one, node, today, "crash: exit 1; stderr: Error: boom"),
        (killed, "", today, "crash: exit signal 9 (killed, not by the jury: perhaps for lack of memory"),
    ] {
        let Forfeit { kind, reason } = diagnosis::of(Some(status), text, limit);
        holds(text, format!("{}: {}", kind.name(), reason), expected);
    }
}

#[test]
fn a_limit_of_memory_is_read_as_it_is_written() {
    for (text, memory, again) in [
        ("year", Memory::Year, "year"),
        ("none", Memory::Free, "none"),
        ("1536K", Memory::Resident(1536), "1536K"),
        ("1024M", Memory::Resident(1 << 20), "1G"),
    ] {
        assert_eq!((text.parse(), memory.to_string().as_str(), again.parse()), (Ok(memory), again, Ok(memory)));
    }
    for bad in ",64M3,1023K,M,-1G,1.5G,2GB,2g,3000000,address:3G,today,99999999999999999999,99999999999999G".split(',')
    {
        assert!(bad.parse::<Memory>().is_err(), "{}", bad);
    }
}

#[test]
fn resident_memory_is_what_is_used_and_not_what_is_reserved() {
    let folder = scratch("resident");
    // It reserves 300 MB and uses so many of them, answers if it should, and goes on.
    let source = "fn main() {
        let words: Vec<String> = std::env::args().collect();
        let mut all: Vec<u8> = Vec::with_capacity(300 << 20);
        std::io::stdin().read_line(&mut String::new()).unwrap();
        all.resize(std::hint::black_box(words[1].parse::<usize>().unwrap() << 20), 7);
        if words.len() > 2 { println!(\"done {}\", all[9]); }
        std::thread::sleep(std::time::Duration::from_secs(100)); }";
    let program = build(&folder, "taker", source);
    let limit = Memory::Resident(100 << 10);
    for (command, memory, fits) in [
        ("PROGRAM 50 answers", limit, true),
        ("PROGRAM 150 answers", limit, false),
        ("PROGRAM 150", limit, false),
        // A child's memory counts too; but not what was freed before.
        ("sh -c 'PROGRAM 50 & PROGRAM 70; exit'", limit, false),
        ("sh -c 'echo | timeout 1 PROGRAM 70; exec PROGRAM 70 answers'", limit, true),
        ("PROGRAM 150 answers", Memory::TODAY, true),
        ("PROGRAM 150 answers", Memory::Free, true),
        ("PROGRAM 50 answers", Memory::Year, false),
    ] {
        let mut running = told(&command.replace("PROGRAM", &program), &folder, 60.0, memory);
        let answer = running.ask();
        let right = match &answer {
            Ok(line) => fits && line == "done 7" && running.account.resident_kib > 50 << 10,
            Err(Forfeit { kind: Kind::Memory, reason }) => !fits && reason.contains("100M; --memory raises the limit"),
            Err(Forfeit { kind, .. }) => memory == Memory::Year && *kind == Kind::Crash,
        };
        assert!(right, "{} {}: {:?}, {:?}", command, memory, answer, running.account);
    }
    // A shell that holds 100 MB while a random partner answers for it.
    folder.put("taker.sh", format!("x=$(head -c 100000000 /dev/zero | tr '\\0' x); {} random spaghetti", JURY));
    for (limit, says) in [("80M", "taker.sh forfeited 2 games (2 memory)|!random forfeited"), ("600M", "!forfeited")] {
        let line = format!("$J match spaghetti 'sh taker.sh' random --games 2 --memory {limit} --dir {limit}");
        folder.says(&line, 0, says);
    }
}

#[test]
fn of_our_environment_a_program_sees_path_home_and_language_alone() {
    let folder = scratch("environment");
    let set = "env -u LC_ALL PYTHONUNBUFFERED=1 LANG=C HOME=/nowhere";
    folder.steps(&[
        (&format!("{set} $J play ayu \"sh -c 'env >&2'\" random --quiet --out x.txt"), 0, ""),
        // The shell adds others.
        (
            "grep '^# log 1' x.txt | grep -vE ': (PWD|OLDPWD|SHLVL|_)=' | sort",
            0,
            "1: HOME=/nowhere\n# log 1: LANG=C\n# log 1: PATH=",
        ),
        ("grep '^# log 1' x.txt | grep -cvE ': (PWD|OLDPWD|SHLVL|_)='", 0, "3\n"),
    ]);
}

#[test]
fn the_end_of_a_program_is_reported() {
    let stays = format!("sh -c '{}; sleep 100'", random("ayu"));
    let fails = format!("sh -c '{}; exit 7'", random("ayu"));
    let outcome = duel("ayu", &stays, &fails, 60.0, "ends");
    assert_eq!(outcome.forfeits(), [None, None]);
    assert_eq!(outcome.accounts.each_ref().map(|account| account.exit.as_str()), [process::KILLED, "7"]);
    let told = "White did not end when the game was over, and was killed\n|Black ended with exit 7 when the game was over\n|!FORFEIT";
    holds("play says so", verdict::end_of_game(&outcome, [60.0; 2]), told);
}

#[test]
fn a_single_game_leaves_no_scratch_folder() {
    let folder = scratch("play-scratch");
    folder.put("bad.rs", "fn main() { nonsense }");
    let line = "mkdir tmp; TMPDIR=$PWD/tmp $J play ayu \"PROGRAM\" random --quiet --out x.txt --time-a";
    let sleep = sleep(6);
    let all = [("bad.rs", 9.0, 2), ("./nosuch", 9.0, 2), ("greedy", 30.0, 0), (&sleep, 0.5, 0)];
    for (program, seconds, code) in all {
        let line = line.replace("PROGRAM", program);
        folder.says(&format!("{} {}; c=$?; rmdir tmp && exit $c", line, seconds), code, "");
    }
    assert!(comes_true(|| processes(&sleep).is_empty()));
}

#[test]
fn a_child_is_suspended_and_ended_with_its_program_in_a_session_of_its_own_too() {
    let folder = scratch("suspended-session");
    let ticker = "while :; do echo x >> ticks; i=0; while [ $i -lt 2000 ]; do i=$((i+1)); done; done";
    let ticks = || fs::read_to_string(folder.join("ticks")).unwrap_or_default().len();
    // A process stops only when it next gets a processor.
    let still = || {
        let before = ticks();
        thread::sleep(Duration::from_millis(200));
        ticks() == before
    };
    let limits = Limits { seconds: 60.0, memory: Memory::Free };
    // Another run of this test has a script of another name.
    let script = format!("ticker-{}.sh", std::process::id());
    folder.put(&script, ticker);
    for starts in
        ["sh ticker.sh &", "env -i setsid -f setsid -f sh ticker.sh", "setsid sh -c \"sh ticker.sh & sh ticker.sh\" &"]
    {
        let answer = "until [ -s ticks ]; do sleep 0.01; done; echo ok; read x";
        let command = format!("sh -c 'read x\n{}\n{}; {}'", starts, answer, answer).replace("ticker.sh", &script);
        let mut program = start(&command, &folder, limits);
        for _ in 0..2 {
            let _ = fs::remove_file(folder.join("ticks"));
            program.send("go");
            assert_eq!(program.ask().unwrap(), "ok", "{}", starts);
            assert!(comes_true(still) && still(), "{}: it goes on", starts);
        }
        drop(program);
        assert!(comes_true(|| processes(&script).is_empty()), "{}: it is left", starts);
    }
    // Before it is asked for the first time it stands still too.
    let _held = start(&format!("sh -c 'sh {} & read x'", script), &folder, limits);
    assert!(comes_true(still) && still());
}

#[test]
fn a_program_does_not_pay_for_a_look_at_it() {
    // A family of a hundred takes the jury some time to look at.
    let children = "sh -c 'read x; for i in $(seq 100); do sleep 100 & done; echo ok; read x'";
    let mut program = told(children, &scratch("look"), 60.0, Memory::Free);
    assert_eq!(program.ask().unwrap(), "ok");
    let (mut meter, mut least, all) = (Meter::new(program.id()), f64::INFINITY, Instant::now());
    for _ in 0..10 {
        meter.begin();
        meter.look();
        least = least.min(meter.cost());
    }
    assert!(least < all.elapsed().as_secs_f64() / 100.0, "{} s of {:?}", least, all.elapsed());
}

/// As by Ctrl-Z and `fg`: the jury stands still for longer than the program may think.
#[test]
fn a_program_does_not_pay_for_a_jury_that_is_stopped() {
    let stops = "(sleep 7; kill -CONT \\$PPID) & sleep 1; kill -STOP \\$PPID";
    let game = "spaghetti \"sh -c 'read x; STOPS; (echo \\$x; cat) | $J random spaghetti'\" random";
    let line = format!("$J play {} --time 5 --quiet --out g.txt", game);
    scratch("stopped").says(&line.replace("STOPS", stops), 0, "!FORFEIT");
}

#[test]
fn a_program_that_does_not_read_keeps_nobody_waiting_and_a_helper_that_was_left_stopped_goes_on() {
    let long = "x".repeat(400_000);
    for (command, answer) in [
        ("sleep 100", Err(Kind::TimeOut)),
        ("sh -c 'exec <&-; sleep 100'", Err(Kind::TimeOut)),
        ("sh -c 'head -c 9 >&2; exec <&-; echo early; sleep 100'", Ok("early".to_string())),
        ("sh -c 'head -c 400001 | wc -c; read x'", Ok("400001".to_string())),
        // One that stops itself stands for one that was just being started when its program was stopped and continued.
        ("sh -c 'head -c 400001 >&2; sh -c \"kill -STOP \\$\\$; echo done\"; read x'", Ok("done".to_string())),
    ] {
        let seconds = if answer.is_ok() { 60.0 } else { 0.5 };
        let limits = Limits { seconds, memory: Memory::Free };
        let mut program = start(command, &scratch("unread"), limits);
        let begin = Instant::now();
        program.send(&long);
        assert_eq!(program.ask().map_err(|forfeit| forfeit.kind), answer, "{}", command);
        program.finish(Some(&long));
        assert!(begin.elapsed() < Duration::from_secs(20), "{}: {:?}", command, begin.elapsed());
    }
}

#[test]
fn what_a_program_used_is_counted() {
    let (folder, script) =
        (scratch("used"), "echo $x back; printf 12345 >&2; read x; sleep 0.2; echo $x again; exit 3");
    let mut program = told(&format!("sh -c 'read x; {}'", script), &folder, 600.0, Memory::Year);
    assert_eq!(program.ask().unwrap(), "go back");
    let (first, id) = (program.account.wall, program.id());
    thread::sleep(Duration::from_millis(100));
    program.send("two");
    assert_eq!(program.ask().unwrap(), "two again");
    let second = program.account.wall;
    assert!(first > 0.0 && second - first >= 0.1, "{} {}", first, second);
    let account = program.finish(None);
    assert_eq!((account.stderr, account.exit.as_str(), account.wall), (5, "3", second));
    assert!((100..65_536).contains(&account.resident_kib), "{:?}", account);
    assert!(!Path::new(&format!("/proc/{}", id)).exists());
    // More on stderr than a pipe holds, before its line: the jury reads it meanwhile, two pipes full in a millisecond at most.
    let (much, begin) = ("sh -c 'read x; head -c 20000000 /dev/zero >&2; echo done; read x'", Instant::now());
    let mut program = told(much, &folder, 60.0, Memory::Year);
    assert_eq!(program.ask().unwrap(), "done");
    assert_eq!((program.finish(None).stderr, begin.elapsed().as_millis() > 20_000_000 >> 17), (20_000_000, true));
}
