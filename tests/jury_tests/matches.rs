//! Matches: pairs, records, going on, refusals, interruption.

use super::prelude::*;
use jury::command::commands::COMMANDS;
use jury::command::options;
use jury::count::tally;
use jury::play::openings;

#[test]
fn a_match_is_paired_recorded_and_resumed() {
    let plan = played_out(plan("spaghetti", 8, scratch("match")));
    let text = |i: usize| plan.folder.read(&format!("{:05}.txt", i));
    let setup = |i: usize| transcript::read(&text(i)).unwrap().setup;
    for pair in 0..4 {
        assert_eq!(setup(2 * pair + 1), setup(2 * pair + 2), "the two games of a pair start alike");
    }
    assert_ne!(setup(1), setup(3), "pairs start differently");
    let games = matches::load(&plan).unwrap();
    let before = summary::summary(&plan, &games);
    assert_eq!((before.tally.games, before.tally.distinct, before.tally.wins.iter().sum::<usize>()), (8, 8, 8));
    let used = |used: &tally::Use| (used.games, used.forfeits) == (8, [0; 7]) && used.seconds > 0.0;
    assert!(before.used.iter().all(used), "{:?}", before.used);
    let (mean, sum) = (before.difference.mean, before.tally.points[0] - before.tally.points[1]);
    assert!(mean > 0.0 && (mean * 8.0 - sum).abs() < 1e-9, "greedy takes more points than random");
    // A lost game is played again from the saved plan, with the same start and seeds.
    let lost = text(3);
    fs::remove_file(plan.folder.join("00003.txt")).unwrap();
    let again = Plan::resume(&plan.folder).unwrap();
    assert_eq!(again, plan);
    assert!(matches::run(&again).unwrap().unwrap());
    assert_eq!(moves(&text(3)), moves(&lost));
    assert_eq!(summary::summary(&again, &matches::load(&again).unwrap()).tally, before.tally);
}

#[test]
fn a_match_says_how_far_it_is_and_how_it_stands() {
    let folder = scratch("progress");
    let standing = "\n1/4 games  |  A +1 =0 -0  +12.00 points a game|\n4/4 games  0:00:00 left  FORFEITS 0 and 4  A ";
    let ended =
        "true forfeited 4 games (4 closed): mend that first. In game 1: closed: ended before the game did, exit code 0";
    folder.steps(&[
        (
            "$J match lamistra greedy true --games 4 --seed 9",
            0,
            &format!("{standing}|{ended}|lamistra: 4 games in 2 pairs, seed 9"),
        ),
        ("$J match spaghetti random random --games 6 --jobs 1000 --dir s", 0, "\n6/6 games  "),
        ("$J match ayu \"touch $PWD/u/00001.txt\" random --games 2 --jobs 1 --dir u; ls u", 0, "no comment line|!00002"),
        // No thread has so large a stack.
        (
            "RUST_MIN_STACK=1000000000000000 $J match spaghetti random random --games 4 --dir t",
            2,
            "jury: no thread can be started: Resource temporarily unavailable (os error 11) (see `ulimit -u`)\ngo on with: ",
        ),
    ]);
}

#[test]
fn only_legal_games_of_the_programs_count() {
    let folder = scratch("foreign");
    let ours = played_out(plan("spaghetti", 2, folder.join("ours")));
    let [good, second] = [1, 2].map(|n| ours.folder.read(&format!("{:05}.txt", n)));
    for (what, text, reason) in [
        ("other programs", good.replace("random", "builder"), "not a game of this match: greedy began it"),
        ("the other game of the pair", second, "not a game of this match: random began it"),
        ("another result", good.replace(good.lines().last().unwrap(), "R 7 -3"), "the record says"),
        ("half a game", good[..good.len() - 3].to_string(), "not two results"),
    ] {
        ours.folder.put("00001.txt", &text);
        let why = matches::run(&ours).map(|_| ()).expect_err(what).to_string();
        let why = holds(what, why, &format!("00001.txt|{}", reason));
        assert!(why.ends_with(" without this file the game is played again"), "{}", why);
        assert_eq!(ours.folder.read("00001.txt"), text, "{} stays", what);
    }
    // A file that cannot be read is an error, not a missing game.
    folder.says("printf '\\377' >ours/00001.txt; $J summary ours", 2, "00001.txt");
}

#[test]
fn matches_with_other_seeds_are_joined() {
    let folder = scratch("joined");
    let play = "$J match spaghetti greedy random --games 6 --dir";
    folder.steps(&[
        (&format!("for k in 1 2 3; do {} m$k --seed $k --sprt 0 20 || exit; done", play), 0, ""),
        ("$J summary m1", 0, "the sequential test"),
        ("$J summary m1 m2 m3", 0, "18 games in 9 pairs|!missing|!the sequential test"),
        ("$J summary m1 m2 m1", 2, "m1 and m1 have the same seed, so the same starts: play one of them with another --seed\n"),
        (
            "rm m2/00003.txt; $J summary m1 m2",
            0,
            "10 games in 5 pairs|not counted: 1 game without a pair|m2: 1 of 6 games are missing",
        ),
        (
            "sed -i s/^seconds-a=30/seconds-a=7/ m2/plan; $J summary m1 m2",
            2,
            "jury: not matches of the same programs: m1 (match: |30 s a game, memory 2G, openings 0) and m2 (match: spaghetti, greedy against random, 7 s against 30 s",
        ),
        ("$J summary .", 2, "plan"),
    ]);
}

#[test]
fn a_match_has_a_folder_of_its_own() {
    let folder = scratch("lock");
    let play = "$J match spaghetti greedy random --games 2 --dir m";
    folder.steps(&[
        (play, 0, ""),
        (play, 2, "jury: m: File exists|; a match wants a new folder (--resume goes on with one)\n"),
        // A match that did not begin leaves nothing.
        ("touch x.c; $J match ayu random x.c --dir new/n || rmdir new", 0, "does not compile"),
    ]);
    assert!(folder.join("m/plan").exists(), "the plan of a match stays");
    // Without --dir each finds a folder of its own, however many begin at the same moment. Not every file system takes a
    // colon in the date.
    let three = "for i in 1 2 3; do $J match spaghetti random greedy --games 2 & all=\"$all $!\"; done";
    let named = "ls matches | grep -c '^spaghetti-2[0-9]*-[0-9]*-[0-9]*-[0-9]*[-0-9]*$'";
    folder.says(&format!("{}; for i in $all; do wait $i || exit 1; done; {}", three, named), 0, "\n3\n");
}

#[test]
fn an_old_match_grows_and_does_not_change() {
    let folder = scratch("grow");
    let line = "$J match ayu greedy random --games 2 --dir m && $J match --resume m --games 3 --jobs 2";
    folder.says(line, 0, "4 games in 2 pairs|\n4/4 games");
    let plan = folder.read("m/plan");
    // A plan with impossible numbers is refused, by the file's name.
    for (line, bad) in [
        ("seconds-a=30", "seconds-a=nan"),
        ("jobs=2", "jobs=0"),
        ("name-2=random\n", ""),
        ("schedule=match", "schedule=cup"),
    ] {
        assert!(plan.contains(line), "{}", plan);
        folder.put("m/plan", plan.replace(line, bad));
        folder.says("$J match --resume m", 2, "m/plan|!panicked");
    }
}

/// Starts a match in which A sleeps, and waits for that.
fn sleeping_match(folder: &Path, number: u32, ignore: &str) -> Child {
    let program = format!("sh -c 'setsid -f {0}; exec {0}'", sleep(number));
    let words = ["match", "ayu", &program, "random", "--games", "2", "--time", "60", "--dir", "m"];
    // The jury must notice these signals, even if the tests were started to ignore them. It starts ignoring only
    // `ignore`.
    let mut command = Command::new("env");
    command.args(["--default-signal=HUP,INT,TERM", "sh", "-c"]).arg(format!("trap '' {}; exec \"$0\" \"$@\"", ignore));
    command.arg(JURY).args(words).current_dir(folder).stdout(Stdio::null()).stderr(Stdio::null());
    let child = command.spawn().unwrap();
    assert!(comes_true(|| processes(&sleep(number)).len() == 2), "the program does not start");
    child
}

#[test]
fn an_interrupted_match_ends_at_once_and_a_killed_one_leaves_nothing() {
    for (number, signal) in [(11, 1), (12, 2), (13, 15), (14, system::KILL)] {
        let folder = scratch(&format!("stopped-{}", signal));
        let mut child = sleeping_match(&folder, number, "USR1");
        let begin = Instant::now();
        system::signal_process(child.id(), signal);
        let status = child.wait().unwrap();
        // A second on an idle machine. The rest is for a busy one; its game would have a minute.
        assert!(begin.elapsed() < Duration::from_secs(50), "signal {}: {:?}", signal, begin.elapsed());
        assert_eq!(status.code(), if signal == system::KILL { None } else { Some(130) }, "{:?}", status.signal());
        let work = || fs::read_dir(folder.join("m")).unwrap().any(|e| e.unwrap().path().is_dir());
        let _ = fs::remove_dir_all(folder.join("m/a")).and(fs::remove_dir_all(folder.join("m/b")));
        // Of a killed jury's program the children may go on.
        let most = usize::from(signal == system::KILL);
        let gone = comes_true(|| processes(&sleep(number)).len() <= most && !work());
        assert!(gone, "signal {}: left {:?}", signal, processes(&sleep(number)));
        processes(&sleep(number)).into_iter().for_each(|process| system::signal_process(process, system::KILL));
        assert!(!folder.join("m/00001.txt").exists(), "signal {}: no game was finished", signal);
    }
}

#[test]
fn a_match_goes_on_without_its_terminal_if_it_was_started_so() {
    let folder = scratch("nohup");
    let mut child = sleeping_match(&folder, 15, "HUP");
    system::signal_process(child.id(), 1);
    thread::sleep(Duration::from_millis(500));
    assert_eq!(child.try_wait().unwrap(), None, "it ended with its terminal");
    system::signal_process(child.id(), 15);
    assert_eq!(child.wait().unwrap().code(), Some(130));
}

#[test]
fn help_tells_the_options_that_a_command_takes() {
    let folder = scratch("help");
    let short = folder.says("$J help", 0, "");
    assert_eq!(folder.says("$J", 0, ""), short);
    assert!((24..=40).contains(&short.lines().count()), "{}", short);
    assert!(options::all().len() <= 22 && COMMANDS.len() <= 12, "{}", short);
    for command in ["play", "match", "tournament", "summary", "show", "idea", "new"] {
        let text = folder.says(&format!("$J help {}", command), 0, "");
        assert!(text.starts_with(&format!("jury {} ", command)) && text.lines().count() <= 25, "{}", text);
        assert_eq!(jury(&folder, &[command, "x", "-h"]).1, text);
    }
    let all: String = COMMANDS.iter().map(|one| folder.says(&format!("$J help {}", one.name), 0, "")).collect();
    assert_eq!(checksum(&all), 1646516508, "{}", all);
    folder.steps(&[("$J zzz", 2, "!did you mean"), ("$J help human", 0, "A, B, P: ")]);
}

#[test]
fn openings_are_drawn_by_lot_and_written_by_the_programs_themselves() {
    let folder = scratch("openings");
    folder.says("$J match ayu greedy random --games 8 --openings 5 --dir m", 0, "");
    // In a text for a shell, too, where nothing was written yet.
    let texts = "'sh -c '\\''exec $0 random ayu 60 1 $1'\\'' $J {past}' random".replace("$J", JURY);
    for n in ["1", "4"] {
        let line = format!("$J match ayu {} --games 2 --openings {} --dir text-{}", texts, n, n);
        folder.says(&line, 0, "!forfeited");
    }
    let read = |number: usize| folder.read(&format!("m/{:05}.txt", number));
    let begin = |number: usize| moves(&read(number))[..5].join(" ");
    for pair in [1, 3, 5, 7] {
        assert!(begin(pair) == begin(pair + 1), "{}", read(pair));
    }
    assert!(begin(1) != begin(3) && begin(3) != begin(5));
    folder.steps(&[
        ("$J check m/00001.txt m/00008.txt", 0, "m/00001.txt: OK |m/00008.txt: OK "),
        // It goes on and is shown as it began.
        ("$J show m", 0, ""),
        ("$J match --resume m --games 10", 0, ""),
        ("$J tournament symple greedy random --games 2 --openings 2", 0, ""),
        ("$J match lamistra home circle --games 2 --openings 40", 0, "!forfeited"),
        ("mkdir 'w b' && $J match ayu greedy random --games 2 --openings 2 --dir 'w b/m'", 0, ""),
    ]);
    assert!(begin(9) == begin(10) && begin(9) != begin(1));
    // Refused before the first game; and a program that takes {past} and does not keep to it.
    folder.put("past.sh", format!("exec {} greedy ayu $1 $2", JURY));
    for (words, why) in [
        ("spaghetti greedy random", "spaghetti has a start of its own for each pair"),
        ("ayu greedy mine=cat", "mine cannot be brought to a position, since the contest's protocol has none. Let it take its first lines as an argument, joined by `;`, and write {past} into its command; or let it choose by {seed}\n"),
        ("ayu greedy 'sh past.sh {seconds} {seed} {past}'", "game 1: the opening has |, which wrote |: a program with {past} in its command writes those lines before any of its own\n"),
    ] {
        folder.says(&format!("$J match {} --games 2 --openings 2", words), 2, &format!("{}|!go on with", why));
    }
    // The stones of a turn may stand in another order.
    let opening =
        [(0, "A1"), (1, "O15"), (0, "H8"), (1, "O1"), (0, "A2-H9")].map(|(seat, line)| (seat, line.to_string()));
    let kept = |last: &str| {
        let text = format!("# game: symple\nJ Start\n1 A1\n2 O15\n1 H8\n2 O1\n1 {}\n2 A15\nR 0 0\n", last);
        openings::kept(&opening, &transcript::read(&text).unwrap())
    };
    assert!(kept("A2-H9").is_ok() && kept("H9-A2").is_ok() && kept("B1-H9").is_err() && kept("A2").is_err());
}
