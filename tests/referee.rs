//! The jury against programs that misbehave: right offender, right reason, no hang; and its statistics and records.

use jury::entrant::Entrant;
use jury::game::Rng;
use jury::process::{Kind, Limits};
use jury::referee::{self, Outcome, Players};
use jury::stats::{self, Verdict};
use jury::{games, series, transcript};
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

const JURY: &str = env!("CARGO_BIN_EXE_jury");

/// A folder of its own for a test, empty at the start.
fn scratch(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

fn duel(game: &str, first: &str, second: &str, seconds: f64, folder: &str) -> Outcome {
    let limits = Limits { seconds, memory_kib: Some(65_536), suspend: true };
    let players = Players { commands: [first, second], limits: [limits; 2] };
    let mut game = games::new(game, 1).unwrap();
    referee::play(game.as_mut(), &players, &scratch(folder), &mut Rng(1), &mut |_, _, _| {}).unwrap()
}

fn random(game: &str) -> String {
    format!("{} random {} 1 7", JURY, game)
}

#[test]
fn every_misbehaviour_has_its_offender_and_its_reason() {
    // The first mover's command, what it is, and what the reason says.
    let table = [
        ("sh -c 'read line; echo B1-B9; cat >/dev/null'", Kind::Illegal, "B1-B9"),
        ("sh -c 'read line; echo hello; cat >/dev/null'", Kind::Unreadable, "hello"),
        ("sh -c 'read line; echo; cat >/dev/null'", Kind::Unreadable, "\"\""),
        ("sh -c 'read line; exec yes'", Kind::Unreadable, "\"y\""),
        ("sleep 100", Kind::TimeOut, "of 0.5 seconds"),
        ("sh -c 'read line; kill -STOP $$'", Kind::TimeOut, "of 0.5 seconds"),
        ("sh -c 'exit 3'", Kind::Crash, "exit 3"),
        ("sh -c 'echo broken pawn >&2; exit 101'", Kind::Crash, "broken pawn"),
        ("sh -c 'kill -SEGV $$'", Kind::Crash, "signal 11"),
        ("no-such-program", Kind::Crash, "exit 127"),
        ("true", Kind::Closed, "exit code 0"),
        ("sh -c 'exec >&-; sleep 100'", Kind::Closed, "closed its output"),
        ("sh -c 'read line; printf \"B1-B2\\nD1-D2\\n\"; cat >/dev/null'", Kind::Unreadable, "not its turn"),
    ];
    for (i, (command, kind, reason)) in table.iter().enumerate() {
        for seat in 0..2 {
            let begin = Instant::now();
            let other = random("ayu");
            let pair = if seat == 0 { [*command, &other] } else { [&other, *command] };
            // For Black, White's opening moves are not at hand: only what does not depend on the board is the same.
            if seat == 1 && command.contains("B1-B2") {
                continue;
            }
            let outcome = duel("ayu", pair[0], pair[1], 0.5, &format!("misbehave-{}-{}", i, seat));
            let forfeit = outcome.forfeits[seat].clone().unwrap_or_else(|| panic!("{}: no forfeit", command));
            assert_eq!((forfeit.kind, seat), (*kind, seat), "{}: {:?}", command, forfeit);
            assert!(forfeit.reason.contains(reason), "{}: {:?} does not say {:?}", command, forfeit, reason);
            assert_eq!(outcome.forfeits[1 - seat], None, "{}: the other one is innocent", command);
            assert_eq!(outcome.points[seat], 0, "{}", command);
            assert!(outcome.points[1 - seat] > 0, "{}: the jury plays on, so that the other one scores", command);
            assert_eq!(outcome.accounts[1 - seat].exit, "0", "{}", command);
            assert!(begin.elapsed() < Duration::from_secs(20), "{}: took {:?}", command, begin.elapsed());
        }
    }
}

#[test]
fn too_much_memory_is_told_from_a_crash() {
    let folder = scratch("memory");
    let source = folder.join("ayu_glutton.rs");
    fs::write(&source, "fn main() { println!(\"{}\", std::hint::black_box(vec![1u8; 200 << 20]).len()); }").unwrap();
    let glutton = Entrant::prepare("ayu", &source.display().to_string(), &folder.join("bin")).unwrap();
    let outcome = duel("ayu", &glutton.command(1.0, 1), &random("ayu"), 1.0, "memory-game");
    let forfeit = outcome.forfeits[0].clone().expect("a forfeit");
    assert_eq!(forfeit.kind, Kind::Memory, "{:?}", forfeit);
}

#[test]
fn both_may_forfeit() {
    for game in games::names() {
        let outcome = duel(game, "true", "true", 1.0, &format!("both-{}", game));
        match games::new(game, 1).unwrap().forfeit_points(0) {
            None => {
                assert_eq!(outcome.points, [0, 0], "{}", game);
                assert!(outcome.forfeits.iter().all(Option::is_some), "{}", game);
            }
            // The first forfeit ends the game.
            Some(points) => assert_eq!(outcome.points, points, "{}", game),
        }
    }
}

#[test]
fn the_end_of_a_program_is_reported() {
    let stays = format!("sh -c '{}; sleep 100'", random("ayu"));
    let fails = format!("sh -c '{}; exit 7'", random("ayu"));
    let outcome = duel("ayu", &stays, &fails, 5.0, "ends");
    assert_eq!(outcome.forfeits, [None, None]);
    assert_eq!(outcome.accounts[0].exit, "still running, killed");
    assert_eq!(outcome.accounts[1].exit, "7");
}

#[test]
fn a_suspended_program_does_not_think_in_the_time_of_the_other() {
    // It counts in a file how often it woke up, every 10 ms, while the other one sleeps for a second.
    let folder = scratch("suspended");
    let slow = "sh -c 'sleep 1; echo B1-B2; cat >/dev/null'";
    for (suspend, least, most) in [(true, 0, 20), (false, 50, 1000)] {
        let count = folder.join(format!("count-{}", suspend));
        let busy = format!(
            "sh -c '(while sleep 0.01; do echo >> {}; done) & read line; read line; kill $!; exit 1'",
            count.display()
        );
        let limits = Limits { seconds: 2.0, memory_kib: None, suspend };
        let players = Players { commands: [slow, &busy], limits: [limits; 2] };
        let mut game = games::new("ayu", 1).unwrap();
        // Its first answer is asked for after a second; it never gives one.
        let start = Instant::now();
        let _ = referee::play(game.as_mut(), &players, &folder, &mut Rng(1), &mut |_, _, _| {
            if start.elapsed() < Duration::from_millis(1500) && !folder.join(format!("seen-{}", suspend)).exists() {
                let lines = fs::read_to_string(&count).unwrap_or_default().lines().count();
                fs::write(folder.join(format!("seen-{}", suspend)), lines.to_string()).unwrap();
            }
        });
        let seen: usize = fs::read_to_string(folder.join(format!("seen-{}", suspend))).unwrap().parse().unwrap();
        assert!((least..=most).contains(&seen), "suspend {}: {} wake-ups in the other's second", suspend, seen);
    }
}

#[test]
fn every_sample_replays_to_its_score() {
    for game in games::names() {
        let folder = Path::new("tests/samples").join(game);
        let files = fs::read_dir(&folder).unwrap_or_else(|why| panic!("{}: {}", folder.display(), why));
        let mut count = 0;
        for path in files.map(|file| file.unwrap().path()).filter(|path| path.extension().is_some_and(|e| e == "txt")) {
            let text = fs::read_to_string(&path).unwrap();
            if let Err(why) = transcript::check(&text) {
                panic!("{}: {}", path.display(), why);
            }
            count += 1;
        }
        assert!(count > 0, "{} holds no game", folder.display());
    }
}

#[test]
fn a_wrong_record_is_refused() {
    let good = fs::read_to_string("tests/samples/ayu/game-01.txt").unwrap();
    let (_, points) = transcript::check(&good).unwrap();
    let swapped = format!("R {} {}", points[1], points[0]);
    let result = good.lines().last().unwrap();
    let second = good.lines().position(|l| l.starts_with("2 ")).unwrap();
    let without_second: String =
        good.lines().enumerate().filter(|(i, _)| *i != second).map(|(_, l)| format!("{}\n", l)).collect();
    let last_move = good.lines().rev().nth(1).unwrap();
    for (what, bad, reason) in [
        ("result", good.replace(result, &swapped), "record says"),
        ("a move left out", without_second, "on turn"),
        ("an illegal move", good.replacen("1 B1-B2", "1 B1-B9", 1), "illegal"),
        ("an unreadable move", good.replacen("1 B1-B2", "1 b1-b2", 1), "unreadable"),
        ("no end", good.replace(&format!("{}\n", last_move), ""), "still on turn"),
        ("no result", good.replace(result, ""), "no result"),
        ("no game", good.replace("# game: ayu", "#"), "game"),
        ("a strange line", good.replacen("1 B1-B2", "3 B1-B2", 1), "none of"),
    ] {
        match transcript::check(&bad) {
            Ok(_) => panic!("{}: accepted", what),
            Err(why) => assert!(why.contains(reason), "{}: {:?} does not say {:?}", what, why, reason),
        }
    }
}

/// A match of partners in its own folder.
fn plan(game: &str, games: usize, folder: PathBuf) -> series::Plan {
    let entrant = |style: &str| Entrant {
        name: style.to_string(),
        template: format!("{} {} {} {{seconds}} {{seed}}", JURY, style, game),
    };
    series::Plan {
        game: game.to_string(),
        entrants: [entrant("greedy"), entrant("random")],
        games,
        seconds: [30.0, 20.0],
        memory_kib: Some(65_536),
        suspend: true,
        seed: 5,
        jobs: 2,
        sprt: None,
        folder,
        progress: false,
    }
}

#[test]
fn a_match_is_paired_recorded_and_resumed() {
    let plan = plan("spaghetti", 8, scratch("match"));
    series::save(&plan).unwrap();
    assert!(series::run(&plan).unwrap());
    let file = |i: usize| plan.folder.join(format!("{:05}.txt", i));
    let setup = |i: usize| transcript::read(&fs::read_to_string(file(i)).unwrap()).unwrap().setup;
    for pair in 0..4 {
        assert_eq!(setup(2 * pair + 1), setup(2 * pair + 2), "the two games of a pair start alike");
    }
    assert_ne!(setup(1), setup(3), "pairs start differently");
    let before = series::summarise(&plan).unwrap();
    assert_eq!((before.games, before.distinct), (8, 8));
    assert_eq!(before.tally.iter().sum::<usize>(), 8);
    assert_eq!(before.forfeits, [[0; 6]; 2]);
    assert_eq!(before.bad_exits, [0; 2]);
    for i in 0..2 {
        assert!(before.most_wall[i] > 0.0 && before.most_wall[i] < 30.0, "{:?}", before.most_wall);
        assert!((1_000..65_536).contains(&before.most_address_kib[i]), "{:?}", before.most_address_kib);
        assert!((500..65_536).contains(&before.most_resident_kib[i]), "{:?}", before.most_resident_kib);
    }
    assert!(before.difference.mean > 0.0, "greedy takes more points than random");
    let sum = before.points[0] - before.points[1];
    assert!((before.difference.mean * 8.0 - sum).abs() < 1e-9, "the mean difference is that of the points");
    for i in 1..=8 {
        transcript::check(&fs::read_to_string(file(i)).unwrap()).unwrap();
    }
    // What is lost is played again, from the saved plan, with the same start and seeds.
    let lost = fs::read_to_string(file(3)).unwrap();
    fs::remove_file(file(3)).unwrap();
    let mut again = series::resume(&plan.folder).unwrap();
    again.progress = false;
    assert_eq!(again.entrants, plan.entrants);
    assert_eq!((again.seconds, again.seed, again.games), (plan.seconds, plan.seed, plan.games));
    assert!(series::run(&again).unwrap());
    let moves = |text: &str| text.lines().filter(|l| !l.starts_with('#')).map(str::to_string).collect::<Vec<_>>();
    assert_eq!(moves(&fs::read_to_string(file(3)).unwrap()), moves(&lost));
    assert_eq!(series::summarise(&again).unwrap().points, before.points);
    let json = before.json(&plan);
    assert!(json.contains("\"games\": 8") && json.contains("\"distinct\": 8"), "{}", json);
}

#[test]
fn a_sequential_test_stops_early() {
    let mut plan = plan("ayu", 400, scratch("sprt"));
    plan.sprt = Some([0.0, 200.0]);
    series::run(&plan).unwrap();
    let summary = series::summarise(&plan).unwrap();
    assert_eq!(summary.verdict, Some(Verdict::H1), "greedy beats random");
    assert!(summary.games < 200, "{} games", summary.games);
}

#[test]
fn a_program_that_changes_during_a_match_does_not_change_the_match() {
    let folder = scratch("copies");
    let script = folder.join("script.sh");
    fs::write(&script, "echo one\n").unwrap();
    let entrant = Entrant::prepare("ayu", &format!("sh {} {{seed}}", script.display()), &folder.join("a")).unwrap();
    fs::write(&script, "echo two\n").unwrap();
    let output = std::process::Command::new("sh").args(["-c", &entrant.command(1.0, 9)]).output().unwrap();
    assert_eq!(String::from_utf8_lossy(&output.stdout), "one\n");
    assert!(entrant.command(1.0, 9).ends_with(" 9"), "{}", entrant.template);
}

#[test]
fn a_file_that_is_named_like_the_game_does_not_confuse_the_partners() {
    let folder = scratch("named");
    fs::write(folder.join("ayu"), "no program").unwrap();
    let output = std::process::Command::new(JURY)
        .args(["match", "ayu", "greedy", "random", "--games", "2"])
        .current_dir(&folder)
        .output()
        .unwrap();
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(text.contains("A: no forfeit") && text.contains("B: no forfeit"), "{}", text);
}

#[test]
fn statistics() {
    // 95 % interval of 1, 2, 3, 4: mean 2.5, deviation 1.29099, error 0.645497, times 1.96.
    let e = stats::estimate(&[1.0, 2.0, 3.0, 4.0]);
    assert!((e.mean - 2.5).abs() < 1e-12 && (e.half - 1.265_174).abs() < 1e-5, "{:?}", e);
    assert_eq!(stats::estimate(&[3.0]).half, f64::INFINITY);
    // 75 % are 190.85 Elo; and back.
    assert!((stats::elo(0.75) - 190.848_5).abs() < 1e-3);
    assert!((stats::expected_score(190.848_5) - 0.75).abs() < 1e-6);
    assert_eq!(stats::elo(1.0), f64::INFINITY);
    assert!(stats::elo(0.5).abs() < 1e-9);
    // Even results speak for the lower hypothesis, one-sided ones for the higher; a few say nothing.
    let even: Vec<f64> = (0..1000).map(|i| if i % 2 == 0 { 0.25 } else { 0.75 }).collect();
    assert_eq!(stats::sprt(&even, 0.0, 50.0), Some(Verdict::H0));
    assert_eq!(stats::sprt(&[1.0; 100], 0.0, 50.0), Some(Verdict::H1));
    assert_eq!(stats::sprt(&[1.0; 3], 0.0, 50.0), None);
    assert_eq!(stats::sprt(&even[..20], 0.0, 10.0), None);
}
