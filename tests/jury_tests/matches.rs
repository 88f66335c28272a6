//! Matches: pairs, records, going on, refusals, interruption.

use super::{comes_true, jury, moves, plan, played, processes, refused, scratch, sh, sleep, JURY};
use jury::command::commands::COMMANDS;
use jury::command::options;
use jury::count::plan::Plan;
use jury::count::{matches, summary};
use jury::play::transcript;
use jury::rules::games;
use jury::run::memory::Memory;
use jury::run::{place, system};
use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

#[test]
fn a_match_is_paired_recorded_and_resumed() {
    let plan = plan("spaghetti", 8, scratch("match"));
    plan.save().unwrap();
    assert!(matches::run(&plan).unwrap());
    let file = |i: usize| plan.folder.join(format!("{:05}.txt", i));
    let setup = |i: usize| transcript::read(&fs::read_to_string(file(i)).unwrap()).unwrap().setup;
    for pair in 0..4 {
        assert_eq!(setup(2 * pair + 1), setup(2 * pair + 2), "the two games of a pair start alike");
    }
    assert_ne!(setup(1), setup(3), "pairs start differently");
    let before = summary::summarise(&plan).unwrap();
    assert_eq!((before.tally.games, before.tally.distinct), (8, 8));
    assert_eq!(before.tally.wins.iter().sum::<usize>(), 8);
    for used in &before.used {
        assert_eq!((used.games, used.forfeits, used.bad_exits), (8, [0; 6], 0));
        assert!(used.most_seconds > 0.0 && used.most_seconds < 30.0, "{:?}", used);
        assert!((1_000..65_536).contains(&used.most_address_kib), "{:?}", used);
        assert!((500..65_536).contains(&used.most_resident_kib), "{:?}", used);
    }
    let mean = before.means[2].mean;
    assert!(mean > 0.0, "greedy takes more points than random");
    let sum = before.tally.points[0] - before.tally.points[1];
    assert!((mean * 8.0 - sum).abs() < 1e-9, "the mean difference is that of the points");
    for i in 1..=8 {
        transcript::check(&fs::read_to_string(file(i)).unwrap()).unwrap();
    }
    // A lost game is played again from the saved plan, with the same start and seeds.
    let lost = fs::read_to_string(file(3)).unwrap();
    fs::remove_file(file(3)).unwrap();
    let mut again = Plan::resume(&plan.folder).unwrap();
    again.progress = false;
    assert_eq!(again.entrants, plan.entrants);
    assert_eq!((again.seconds, again.seed, again.games), (plan.seconds, plan.seed, plan.games));
    assert!(matches::run(&again).unwrap());
    let moves = |text: &str| text.lines().filter(|l| !l.starts_with('#')).map(str::to_string).collect::<Vec<_>>();
    assert_eq!(moves(&fs::read_to_string(file(3)).unwrap()), moves(&lost));
    assert_eq!(summary::summarise(&again).unwrap().tally, before.tally);
    let json = before.json(&plan);
    assert!(json.contains("\"games\": 8") && json.contains("\"distinct\": 8"), "{}", json);
}

#[test]
fn a_match_says_how_far_it_is_and_how_it_stands() {
    let folder = scratch("progress");
    let (code, text) = jury(
        &folder,
        &["match", "lamistra", "greedy", "true", "--games", "4", "--dir", "m", "--seed", "9", "--verbose"],
    );
    assert_eq!(code, Some(0), "{}", text);
    for (number, wins) in [(1, 1), (4, 4)] {
        assert!(text.contains(&format!("{}/4 games  A +{} =0 -0  +12.00 points a game", number, wins)), "{}", text);
    }
    assert!(text.contains("lamistra: 4 games in 2 pairs, seed 9"), "{}", text);
    assert!(text.contains("B: FORFEITS 4 closed, 0 bad exits"), "{}", text);
    assert!(text.contains("true's first forfeit, game 1: closed: ended before the game did, exit code 0"), "{}", text);
    // The cost was measured while it ran.
    let match_of = |name: &str| Plan::resume(&folder.join(name)).unwrap();
    let numbers = fs::read_to_string(folder.join("m/cost")).unwrap();
    let numbers: Vec<f64> = numbers.split_whitespace().map(|word| word.parse().unwrap()).collect();
    assert_eq!(matches::cost(&match_of("m")).unwrap().to_vec(), numbers);
    assert!(numbers[0] > 0.0 && numbers[0] < 0.5, "{:?}", numbers);
    assert!(text.contains(&format!("the jury itself costs a program {:.2} ms a line", 1e3 * numbers[0])), "{}", text);
    assert_eq!((match_of("m").suspend, match_of("m").entrants[1].memory), (true, Memory::TODAY));
    // Both programs score. The last line of progress names all games.
    let (_, text) = jury(
        &folder,
        &["match", "spaghetti", "random", "random", "--games", "6", "--jobs", "1000", "--force", "--dir", "s"],
    );
    let games = matches::load(&match_of("s")).unwrap();
    let sum: f64 = games.iter().map(|game| game.points(0) - game.points(1)).sum();
    let count = |sign: f64| games.iter().filter(|game| (game.points(0) - game.points(1)) * sign > 0.0).count();
    let (wins, losses) = (count(1.0), count(-1.0));
    let line = format!("6/6 games  A +{} ={} -{}  {:+.2} points a game", wins, 6 - wins - losses, losses, sum / 6.0);
    assert!(text.contains(&line) && games.iter().all(|g| g.points(1) > 0.0), "{} without {}", text, line);
}

#[test]
fn matches_with_neighbouring_seeds_have_nothing_in_common() {
    // Starts of Spaghetti and the programs' seeds.
    let mut seen = std::collections::BTreeSet::new();
    for seed in 1..=3 {
        let mut plan = plan("spaghetti", 20, scratch(&format!("seed-{}", seed)));
        plan.seed = seed;
        plan.save().unwrap();
        matches::run(&plan).unwrap();
        for game in matches::load(&plan).unwrap() {
            let text = fs::read_to_string(plan.folder.join(format!("{:05}.txt", game.index + 1))).unwrap();
            for seed in transcript::comment(&text, "seeds").unwrap().split(' ') {
                assert!(seen.insert(seed.to_string()), "seed {} twice", seed);
            }
            if game.index % 2 == 0 {
                assert!(seen.insert(game.record.setup.join(" ")), "start {:?} twice", game.record.setup);
            }
        }
    }
}

#[test]
fn only_the_games_of_the_match_count() {
    let folder = scratch("foreign");
    let other = plan("ayu", 2, folder.join("other"));
    other.save().unwrap();
    matches::run(&other).unwrap();
    let ours = plan("spaghetti", 4, folder.join("ours"));
    ours.save().unwrap();
    matches::run(&ours).unwrap();
    let file = |n: usize| ours.folder.join(format!("{:05}.txt", n));
    let good = fs::read_to_string(file(1)).unwrap();
    let second = fs::read_to_string(file(2)).unwrap();
    let third = fs::read_to_string(file(3)).unwrap();
    let result = good.lines().last().unwrap();
    for (what, text, reason) in [
        ("another game", fs::read_to_string(other.folder.join("00001.txt")).unwrap(), "its game is"),
        ("other programs", good.replace("greedy", "careful"), "its player 1 is"),
        ("the other game of the pair", second, "its player 1 is"),
        ("another pair", third, "its seeds"),
        ("another start", good.replacen("J ", "J Start ", 1), "its start is"),
        ("another result", good.replace(result, "R 7 -3"), "the record says"),
    ] {
        fs::write(file(1), text).unwrap();
        for outcome in [matches::run(&ours).map(|_| ()), summary::summarise(&ours).map(|_| ())] {
            let why = outcome.expect_err(what).to_string();
            assert!(why.contains("00001.txt") && why.contains(reason), "{}: {:?} does not say {:?}", what, why, reason);
        }
    }
    // A file that cannot be read is an error, not a missing game.
    fs::write(file(1), b"\xff").unwrap();
    assert!(summary::summarise(&ours).err().unwrap().to_string().contains("00001.txt"));
    fs::write(file(1), &good).unwrap();
    assert_eq!(summary::summarise(&ours).unwrap().tally.games, 4);
    fs::write(file(5), &good).unwrap();
    assert!(summary::summarise(&ours).err().unwrap().to_string().contains("00005.txt"));
    // A new match does not begin among the games of another.
    fs::remove_file(ours.folder.join("plan")).unwrap();
    let words = ["match", "spaghetti", "greedy", "random", "--games", "2", "--dir", "ours"];
    refused(&folder, &words, "ours is not empty: ours/0000");
    assert!(!ours.folder.join("plan").exists(), "a match that did not begin has no plan");
}

#[test]
fn a_plan_has_its_limits() {
    let folder = scratch("limits");
    let save = |change: &dyn Fn(&mut Plan)| {
        let mut plan = plan("ayu", 2, folder.clone());
        change(&mut plan);
        plan.save()
    };
    assert!(save(&|plan| plan.games = 99_998).is_ok() && save(&|plan| plan.jobs = 1_000).is_ok());
    assert!(save(&|plan| plan.seconds = [1e-6, 1e6]).is_ok() && save(&|plan| plan.part = Some([3, 3])).is_ok());
    assert!(save(&|plan| plan.sprt = Some([-1_000.0, 1_000.0])).is_ok());
    // The command line cannot say these; the others stand in the table of what is refused.
    type Change<'a> = &'a dyn Fn(&mut Plan);
    let table: [(Change, &str); 4] = [
        (&|plan| plan.games = 3, "even number from 2"),
        (&|plan| plan.games = 100_000, "to 99998"),
        (&|plan| plan.part = Some([0, 3]), "K/N"),
        (&|plan| plan.seconds[0] = 1e6 + 1.0, "no time"),
    ];
    for (change, reason) in table {
        let why = save(change).expect_err(reason).to_string();
        assert!(why.contains(reason), "{:?} does not say {:?}", why, reason);
    }
}

#[test]
fn one_match_a_folder_at_a_time() {
    let folder = scratch("lock");
    let hold = place::hold_new(&folder.join("m")).unwrap();
    let words = ["match", "ayu", "greedy", "random", "--games", "2", "--dir", "m"];
    refused(&folder, &words, "a match is running");
    drop(hold);
    drop(place::hold_new(&folder.join("new/m")).unwrap());
    assert!(!folder.join("m").exists() && !folder.join("new").exists(), "a match that did not begin leaves nothing");
    assert_eq!(jury(&folder, &words).0, Some(0));
    refused(&folder, &words, "holds a match");
    assert_eq!(jury(&folder, &["match", "--resume", "m"]).0, Some(0), "a match that is over holds no lock");
    let hold = place::hold(&folder.join("m")).unwrap();
    refused(&folder, &["match", "--resume", "m"], "a match is running");
    drop(hold);
    assert!(folder.join("m/plan").exists(), "the plan of a match stays");
    // Without --dir each finds a folder of its own, however many begin at the same moment.
    let line = "for i in 1 2 3 4 5 6 7 8; do $J match ayu random greedy --games 2 & all=\"$all $!\"; done; for i in $all; do wait $i || exit 1; done";
    let (code, text) = sh(&folder, line);
    assert_eq!(code, Some(0), "{}", text);
    assert_eq!(fs::read_dir(folder.join("matches")).unwrap().count(), 8);
}

#[test]
fn an_old_match_grows_and_does_not_change() {
    let folder = scratch("grow");
    let start = ["match", "ayu", "greedy", "random", "--games", "2", "--dir", "m"];
    assert_eq!(jury(&folder, &start).0, Some(0));
    let (code, text) = jury(&folder, &["match", "--resume", "m", "--games", "3", "--jobs", "2", "--force"]);
    assert!(code == Some(0) && text.contains("4 games in 2 pairs") && text.contains("\n4/4 games"), "{}", text);
    let plan = fs::read_to_string(folder.join("m/plan")).unwrap();
    // A plan of an older jury asks to begin anew, in words.
    fs::write(folder.join("m/plan"), "game=ayu\ngames=2\nname-a=greedy\n").unwrap();
    let (code, text) = jury(&folder, &["match", "--resume", "m"]);
    assert!(code == Some(2) && text.contains("m/plan: of an older jury") && text.contains("begin anew"), "{}", text);
    // A plan with impossible numbers is refused, by the file's name.
    for (line, bad) in [
        ("seconds-a=30", "seconds-a=-5"),
        ("seconds-a=30", "seconds-a=nan"),
        ("seconds-b=30", "seconds-b=inf"),
        ("games=4", "games=-3"),
        ("games=4", "games=4.5"),
        ("jobs=2", "jobs=0"),
        ("game=ayu", "game=chess"),
        ("memory-1=2G", "memory-1=much"),
        ("name-2=random\n", ""),
        ("schedule=match", "schedule=cup"),
    ] {
        assert!(plan.contains(line), "{}", plan);
        fs::write(folder.join("m/plan"), plan.replace(line, bad)).unwrap();
        let (code, text) = jury(&folder, &["match", "--resume", "m"]);
        assert!(code == Some(2) && text.contains("m/plan") && !text.contains("panicked"), "{}: {}", bad, text);
    }
}

#[test]
fn a_setup_is_of_its_game() {
    let folder = scratch("options");
    let (_, map) = jury(&folder, &["setup", "ontherun", "3"]);
    fs::write(folder.join("map.txt"), map).unwrap();
    for game in games::names() {
        let words =
            ["play", game, "random", "random", "--setup", "map.txt", "--quiet", "--seed", "1", "--out", "x.txt"];
        let (code, text) = jury(&folder, &words);
        assert_eq!(code, Some(if game == "ontherun" { 0 } else { 2 }), "{}: {}", game, text);
    }
    let odd: &std::ffi::OsStr = std::os::unix::ffi::OsStrExt::from_bytes(b"\xff");
    let output = Command::new(JURY).arg("check").arg(odd).output().unwrap();
    assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0), "a name that is no UTF-8");
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
fn a_void_game_is_played_after_the_others_and_given_up_at_last() {
    let busy = |index: &usize| io::Error::new(io::ErrorKind::ResourceBusy, format!("game {}: it waited", index));
    let record = || played(0, [1, 0]).record;
    // How often each game is void; what was played in which order; what is said.
    for (voids, order, says) in [
        ([0, 0, 0], vec![0, 1, 2], ""),
        ([1, 0, 2], vec![1, 0, 2], ""),
        ([9, 3, 0], vec![2, 1], "1 game, void 4 times each, could not be played; the last is game 0: it waited"),
    ] {
        let mut done = Vec::new();
        let play = |index: &usize, before: &[String]| match before.len() < voids[*index] {
            true => Err(busy(index)),
            false => Ok(record()),
        };
        let take = |index, _| {
            done.push(index);
            false
        };
        let result = matches::work((1, false, Duration::from_millis(1)), vec![0, 1, 2], play, take);
        match result {
            Ok(finished) => assert!(finished && says.is_empty()),
            Err(e) => assert!(!says.is_empty() && e.to_string().contains(says), "{}", e),
        }
        assert_eq!(done, order);
    }
    // Another error ends it, and so does what was enough.
    let result = matches::work((1, false, Duration::ZERO), vec![0], |_, _| Err(io::Error::other("no")), |_, _| false);
    assert_eq!(result.unwrap_err().to_string(), "no");
}

#[test]
fn an_interrupted_match_ends_at_once_and_a_killed_one_leaves_nothing() {
    for (number, signal) in [(11, 1), (12, 2), (13, 15), (14, system::KILL)] {
        let folder = scratch(&format!("stopped-{}", signal));
        let mut child = sleeping_match(&folder, number, "USR1");
        let begin = Instant::now();
        system::signal_process(child.id(), signal);
        let status = child.wait().unwrap();
        // A second on an idle machine. The rest is for a busy one.
        assert!(begin.elapsed() < Duration::from_secs(10), "signal {}: {:?}", signal, begin.elapsed());
        assert_eq!(status.code(), if signal == system::KILL { None } else { Some(1) }, "{:?}", status.signal());
        let work = || fs::read_dir(folder.join("m")).unwrap().any(|e| e.unwrap().path().is_dir());
        let _ = fs::remove_dir_all(folder.join("m/a")).and(fs::remove_dir_all(folder.join("m/b")));
        let gone = comes_true(|| processes(&sleep(number)).is_empty() && !work());
        assert!(gone, "signal {}: left {:?}", signal, processes(&sleep(number)));
        assert!(!folder.join("m/00001.txt").exists(), "signal {}: no game was finished", signal);
        assert!(place::hold(&folder.join("m")).is_ok(), "signal {}: the match can go on", signal);
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
    assert_eq!(child.wait().unwrap().code(), Some(1));
}

/// The help of a command does not tell what belongs to another.
/// A name that is none would be an option that nobody takes.
#[test]
fn the_tables_of_commands_and_options_name_each_other() {
    let options = options::all();
    for name in options.iter().flat_map(|option| option.commands.split(' ')) {
        assert!(COMMANDS.iter().any(|command| command.name == name), "no command {:?}", name);
    }
    for name in COMMANDS.iter().flat_map(|command| command.resumed.split_whitespace()) {
        assert!(options.iter().any(|option| option.name == name), "no option {:?}", name);
    }
}

#[test]
fn help_tells_the_options_that_a_command_takes() {
    let folder = scratch("help");
    let (_, short) = jury(&folder, &["help"]);
    assert_eq!(jury(&folder, &[]), (Some(0), short.clone()));
    assert!((24..=40).contains(&short.lines().count()), "{}", short);
    let (_, all) = jury(&folder, &["help", "--all"]);
    let of = |text: &str| {
        let words = text.split([' ', '\n']).filter(|word| word.starts_with("--"));
        words.map(str::to_string).collect::<BTreeSet<String>>()
    };
    let options =
        of(&all.lines().filter(|line| line.starts_with("--")).map(|line| format!("{}\n", line)).collect::<String>());
    assert!(options.len() > 25, "{:?}", options);
    for command in ["play", "match", "tournament", "summary", "show", "soak", "idea", "new"] {
        let (code, text) = jury(&folder, &["help", command]);
        assert_eq!(code, Some(0));
        assert!(text.starts_with(&format!("jury {} ", command)) && text.lines().count() <= 25, "{}", text);
        let (_, every) = jury(&folder, &["help", command, "--all"]);
        assert_eq!(jury(&folder, &[command, "x", "-h"]).1, text);
        let told = of(&text);
        assert_eq!(of(&every), told.iter().filter(|name| *name != "--all`").cloned().collect(), "{}", every);
        for option in &options {
            let (_, answer) = jury(&folder, &[command, option]);
            let taken = !answer.contains("no option");
            assert_eq!(taken, told.contains(option), "{} {}: {}", command, option, answer);
        }
    }
    assert!(!jury(&folder, &["zzz"]).1.contains("did you mean"));
    assert!(jury(&folder, &["--version"]).1.starts_with("jury "));
}

#[test]
fn games_at_the_same_time_have_processors_of_their_own_if_they_are_to() {
    let folder = scratch("affinity");
    let here = system::processors("self");
    assert!(!here.is_empty() && thread::available_parallelism().unwrap().get() <= here.len());
    let says = "sh -c 'grep Cpus_allowed_list /proc/self/status >&2; exit 1'";
    for (jobs, options) in [(1, &["--affinity"][..]), (here.len(), &["--affinity"]), (here.len(), &[])] {
        let words = ["match", "ayu", says, "random", "--games", "8", "--dir", "m", "--jobs", &jobs.to_string()];
        let (code, text) = jury(&folder, &[&words[..], options].concat());
        assert_eq!(code, Some(0), "{}", text);
        let mut seen = std::collections::BTreeSet::new();
        for number in 1..=8 {
            let text = fs::read_to_string(folder.join(format!("m/0000{}.txt", number))).unwrap();
            let list = text.lines().find_map(|line| line.split_once("Cpus_allowed_list:")).unwrap().1;
            seen.insert(list.trim_start_matches("\\t").trim().to_string());
        }
        let alone = here.iter().map(|processor| processor.to_string()).collect();
        if jobs == 1 || options.is_empty() {
            assert_eq!(seen.len(), 1, "{:?}", seen);
            assert!(here.len() == 1 || seen.is_disjoint(&alone), "{:?}", seen);
        } else {
            assert!(seen.is_subset(&alone), "{:?}", seen);
        }
        fs::remove_dir_all(folder.join("m")).unwrap();
    }
    let more = (here.len() + 1).to_string();
    let words = ["match", "ayu", "random", "random", "--games", "2", "--dir", "m", "--jobs", &more];
    let (code, text) = jury(&folder, &words);
    let why = format!("--jobs {}: more than {} processors here", more, here.len());
    assert!(code == Some(2) && text.contains(&why) && !folder.join("m").exists(), "{}", text);
    assert_eq!(jury(&folder, &[&words[..], &["--force"]].concat()).0, Some(0));
}

#[test]
fn folders_under_matches_have_the_date_in_their_names() {
    let folder = scratch("dated");
    for _ in 0..2 {
        jury(&folder, &["match", "spaghetti", "random", "random", "--games", "2"]);
    }
    let names = fs::read_dir(folder.join("matches")).unwrap().map(|e| e.unwrap().file_name().into_string().unwrap());
    let dated = names.filter(|name| name.starts_with("spaghetti-2") && name.len() >= "spaghetti-2026-11-22-1730".len());
    // Not every file system takes a colon.
    assert_eq!(dated.filter(|name| !name.contains(':')).count(), 2);
}

#[test]
fn openings_are_drawn_by_lot_and_written_by_the_programs_themselves() {
    let folder = scratch("openings");
    let (code, text) =
        jury(&folder, &["match", "ayu", "greedy", "random", "--games", "8", "--openings", "5", "--dir", "m"]);
    assert_eq!(code, Some(0), "{}", text);
    let read = |number: usize| fs::read_to_string(folder.join(format!("m/{:05}.txt", number))).unwrap();
    let begin = |number: usize| moves(&read(number))[..5].join(" ");
    for pair in [1, 3, 5, 7] {
        assert!(begin(pair) == begin(pair + 1) && read(pair).contains("\n# opening: 5\n"), "{}", read(pair));
    }
    assert!(begin(1) != begin(3) && begin(3) != begin(5));
    let (code, text) = jury(&folder, &["check", "m/00001.txt", "m/00008.txt"]);
    assert!(code == Some(0) && text.matches(": OK ").count() == 2, "{}", text);
    // It goes on and is shown as it began. A game that begins otherwise is none of it.
    assert_eq!(jury(&folder, &["show", "m"]).0, Some(0));
    let (code, text) = jury(&folder, &["match", "--resume", "m", "--games", "10"]);
    assert!(code == Some(0) && begin(9) == begin(10) && begin(9) != begin(1), "{}", text);
    let plan = fs::read_to_string(folder.join("m/plan")).unwrap();
    fs::write(folder.join("m/plan"), plan.replace("openings=5", "openings=6")).unwrap();
    refused(&folder, &["summary", "m"], "00001.txt: the opening has ");
    let (code, text) = jury(&folder, &["tournament", "symple", "greedy", "random", "--games", "2", "--openings", "2"]);
    assert_eq!(code, Some(0), "{}", text);
    // Refused before the first game; and a program that takes {past} and does not keep to it.
    let other = "sh -c 'exec \"$0\" greedy ayu \"$1\" \"$2\"' JURY {seconds} {seed} {past}".replace("JURY", JURY);
    for (words, why) in [
        (&["spaghetti", "greedy", "random"][..], "spaghetti has a start of its own for each pair"),
        (&["lamistra", "greedy", "random"], "greedy cannot be brought to a position"),
        (&["ayu", "greedy", "mine=cat"], "mine cannot be brought to a position, since the contest's protocol has none"),
        (&["ayu", "greedy", &format!("other={}", other)], "with {past} in its command writes those lines before"),
    ] {
        refused(&folder, &[&["match"], words, &["--games", "2", "--openings", "2"]].concat(), why);
    }
    refused(&folder, &["match", "ayu", "greedy", "random", "--openings", "101"], "at most 100 lines");
}
