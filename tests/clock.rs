//! What depends on the clock and on what else runs here. Each test makes the load that it needs, and is not tried where
//! the machine is too busy to judge.

#[path = "jury_tests/prelude.rs"]
mod prelude;

use jury::play::course::Course;
use jury::run::process::Account;
use prelude::*;
use std::panic::{catch_unwind, resume_unwind, AssertUnwindSafe};
use std::sync::OnceLock;

/// The moment; processor seconds of all that runs here; those of the tests and what they started and waited for.
fn machine() -> (Instant, f64, f64) {
    let sum = |text: &str, fields: &[usize]| -> f64 {
        let words: Vec<&str> = text.split_whitespace().collect();
        fields.iter().map(|i| words[*i].parse::<f64>().unwrap()).sum::<f64>() / 100.0
    };
    let all = fs::read_to_string("/proc/stat").unwrap();
    let own = fs::read_to_string("/proc/self/stat").unwrap();
    let own = sum(own.rsplit(')').next().unwrap(), &[11, 12, 13, 14]);
    (Instant::now(), sum(all.lines().next().unwrap(), &[1, 2, 3, 6, 7, 8]), own)
}

/// How many processors others used since then.
fn busy(since: (Instant, f64, f64)) -> f64 {
    let (time, all, own) = machine();
    (all - since.1 - (own - since.2)) / time.duration_since(since.0).as_secs_f64()
}

/// The share of a processor that others may use.
const QUIET: f64 = 0.2;

/// Runs a test alone, if the machine is quiet before it and stays so. A fault on a busy machine proves nothing: it counts
/// if the machine is quiet after it, too. `what` is what the test proves. Of the time of its own processes up to `most`
/// processors may be counted as that of others: of children that nobody waits for.
fn judged(most: f64, what: &str, test: impl Fn()) {
    static ONE: Mutex<()> = Mutex::new(());
    let _one = ONE.lock();
    let not_tried = |busy: f64| not_proven(what, &format!("not tried: machine busy, {:.1} processors", busy));
    let rest = || {
        let now = machine();
        thread::sleep(Duration::from_millis(300));
        busy(now)
    };
    // What ran before may still be ending.
    let used = (0..4).fold(rest(), |used, _| if used > QUIET { rest() } else { used });
    if used > QUIET {
        return not_tried(used);
    }
    let before = machine();
    let attempt = || catch_unwind(AssertUnwindSafe(&test));
    // Others may have run for a moment. What is wrong is wrong the next time, too.
    let result = attempt().or_else(|why| if rest() > QUIET { Err(why) } else { attempt() });
    let used = busy(before);
    if used > most {
        return not_tried(used);
    }
    if let Err(why) = result {
        match rest() {
            used if used > QUIET => not_tried(used),
            _ => resume_unwind(why),
        }
    }
}

/// Processes that only compute, until the value is dropped or we are killed.
fn busy_processes(count: usize) -> Vec<Killed> {
    let start = || Command::new("sh").args(["-c", "while kill -0 $PPID; do :; done"]).spawn().unwrap();
    (0..count).map(|_| Killed(start())).collect()
}

/// A program that uses so many seconds of processor time in each of so many threads: `burn THREADS SECONDS`. With 0
/// threads it starts children that do, eight at a time, without end. A third word: flags of SIGCHLD's `sigaction`.
fn burn() -> &'static str {
    static PROGRAM: OnceLock<String> = OnceLock::new();
    PROGRAM.get_or_init(|| {
        let source = "extern \"C\" { fn sigaction(signal: i32, new: *const [usize; 19], old: usize) -> i32; }
        fn burn(seconds: f64) {
            let used = || std::fs::read_to_string(\"/proc/thread-self/schedstat\").unwrap();
            while used().split(' ').next().unwrap().parse::<f64>().unwrap() < 1e9 * seconds {
                for i in 0..200000u32 { std::hint::black_box(i); }
            }
        }
        fn main() {
            let words: Vec<f64> = std::env::args().skip(1).map(|word| word.parse().unwrap()).collect();
            let mut action = [0; 19];
            if let Some(flags) = words.get(2) { action[17] = *flags as usize; unsafe { sigaction(17, &action, 0); } }
            while words[0] == 0.0 {
                let child = || std::process::Command::new(\"/proc/self/exe\").args([\"1\", &words[1].to_string()]).spawn();
                let all: Vec<_> = (0..8).map(|_| child()).collect();
                for mut one in all.into_iter().flatten() { let _ = one.wait(); }
            }
            let all: Vec<_> = (0..words[0] as usize).map(|_| std::thread::spawn({ let s = words[1]; move || burn(s) })).collect();
            for one in all { one.join().unwrap(); }
        }";
        build(&scratch("burn"), "burn", source)
    })
}

/// A shell script in which BURN is the program above.
fn script(text: &str) -> String {
    format!("sh -c 'read x; {}; echo done; read x'", text.replace("BURN", burn()))
}

/// What becomes of a program that has so many seconds for a line: its line or its forfeit, and whether it is void.
fn turn(command: &str, seconds: f64) -> (Result<String, Kind>, bool, Account) {
    let mut program = told(command, Path::new(JURY).parent().unwrap(), seconds, Memory::Free);
    let answer = program.ask().map_err(|forfeit| forfeit.kind);
    (answer, program.starved, program.account.clone())
}

#[test]
fn a_program_that_is_late_by_its_own_doing_forfeits() {
    judged(1.5 * processors() as f64, "a program that is late by its own doing forfeits", || {
        let late = |what: &str, load: usize| {
            let (answer, void, account) = turn(&script(what), 0.3);
            let good = answer == Err(Kind::TimeOut) && !void;
            assert!(good, "{} beside {}: {:?}, void {}, {:?}", what, load, answer, void, account);
        };
        let computing = [
            ("BURN 1 1e9", 2),
            ("BURN 8 1e9", 10),
            ("BURN 32 1e9", 10),
            ("for i in 1 2 3 4 5 6 7 8; do BURN 1 1e9 & done; wait", 10),
            ("while :; do for i in 1 2 3 4 5 6 7 8; do BURN 1 0.01 & done; wait; done", 2),
            ("while :; do (setsid BURN 1 0.02 &); sleep 0.01; done", 2),
            ("env --ignore-signal=CHLD BURN 0 0.01", 2),
            // SA_NOCLDWAIT: the same, but its mask of ignored signals does not say it.
            ("BURN 0 0.01 2", 2),
        ];
        let waiting = ["BURN 4 0.05; sleep 100", "kill -STOP $$", "while :; do sleep 0.02; done"];
        for load in [0, 2, 10] {
            let _busy = busy_processes(load * processors() / 2);
            computing.iter().filter(|(_, most)| load <= *most).for_each(|(what, _)| late(what, load));
            // They want no processor, so they are tried side by side.
            thread::scope(|scope| waiting.map(|what| scope.spawn(move || late(what, load))).map(drop));
        }
        // At the border: it would be late alone, too. Some of its time was taken all the same.
        let busy = busy_processes(processors());
        let (answer, void, account) = turn(&script("BURN 1 0.9"), 0.5);
        drop(busy);
        let good = answer == Err(Kind::TimeOut) && !void && account.kept_waiting >= 0.1;
        assert!(good, "border: {:?}, void {}, {:?}", answer, void, account);
        // Whenever it is looked at it may be running. But what it lacks it did not want: a processor lay idle.
        let (_, _, account) = turn(&script("while :; do BURN 1 0.02; sleep 0.02; done"), 1.0);
        assert!(account.kept_waiting < 0.1, "half asleep: {:?}", account);
    });
}

/// Programs that others keep from a processor do not forfeit. To be called beside five busy processes a processor.
fn kept_from_a_processor() {
    let mut voids = 0;
    for what in [
        "BURN 1 0.2",
        "BURN 4 0.05",
        "for i in 1 2 3 4; do BURN 1 0.05 & done; wait",
        "for i in 1 2 3 4 5 6 7 8 9 10; do BURN 1 0.02; done",
        "BURN 1 0.1 | BURN 1 0.1",
        "nice -n 5 BURN 1 0.15",
        "sleep 0.1; BURN 1 0.15",
        "taskset -c 0 BURN 1 0.2 2>/dev/null || BURN 1 0.2",
    ] {
        let (answer, void, account) = turn(&script(what), 0.4);
        voids += usize::from(void);
        assert!(answer.is_ok() || void, "{}: {:?}, {:?}", what, answer, account);
    }
    // Its end has time, too: here it takes longer than two seconds.
    let limits = Limits { seconds: 1.0, memory: Memory::Free, suspend: true };
    let ends = format!("sh -c 'read x; {} 1 0.6'", burn());
    let account = start(&ends, &scratch("turn"), limits).finish(Some("Quit"));
    assert_eq!(account.exit, "0", "its end: {:?}", account);
    assert!(voids > 4, "late only {} times: this shows little", voids);
}

#[test]
fn what_others_took_of_many_short_turns_is_counted_without_rounding() {
    judged(QUIET, "what others took of short turns is counted", || {
        let one = script("while read x; do BURN 1 0.005; echo done; done");
        for (load, least, most) in [(0, 0.0, 0.04), (5 * processors(), 0.4, 1.0)] {
            let _busy = busy_processes(load);
            let mut program = told(&one, &scratch("short-turns"), 60.0, Memory::Free);
            for _ in 0..60 {
                program.send("go");
                program.ask().unwrap();
            }
            let account = program.finish(None);
            let [share, all] = [0.0, account.cpu].map(|used| (account.kept_waiting + used) / account.wall);
            // It wants a processor all the time: what it had and what others took are the whole.
            let good = (least..=most).contains(&share) && account.cpu >= 0.3 && (0.92..1.05).contains(&all);
            assert!(good, "beside {}: {:?}", load, account);
        }
    });
}

#[test]
fn a_busy_minute_ends_no_match_forges_no_result_and_makes_no_program_forfeit() {
    judged(QUIET, "a busy minute forges no result and no forfeit", || {
        let folder = scratch("starved");
        let worker = |seconds: f64| {
            let text = format!("read x; {} 1 {}; (echo $x; cat) | {} random ayu", burn(), seconds, JURY);
            format!("'nice -n 19 sh -c \"{}\"'", text.replace('$', "\\$"))
        };
        // With a processor it would be late by its own doing. So its limit is above what it may get by chance.
        let (late, two) = (worker(0.3), "--games 2 --jobs 2 --force");
        thread::scope(|scope| {
            let busy = busy_processes(5 * processors());
            let folder = &folder;
            let run = |line: String| scope.spawn(move || sh(folder, &line));
            // The busy minute ends while this match rests before its fourth attempt; the others have no chance.
            let goes_on = run(format!("$J match ayu {} random {two} --time 0.35 --dir l --verbose", worker(0.1)));
            let told = "transcripts: m|2 games, void 4 times each|(nice) used |go on with: |--resume m";
            let given_up = [
                (format!("$J match ayu random {late} {two} --time .15 --time-b .12 --dir m --json j"), told),
                (format!("$J tournament ayu random {late} {two} --time 0.12 --dir t"), "rank|go on with: |--resume t"),
                (format!("nice -n 1 $J play ayu {} random --time 0.2 --out p.txt", late), "player 1 ("),
            ];
            let given_up = given_up.map(|(line, words)| (run(line.clone()), line, words));
            kept_from_a_processor();
            for (result, line, words) in given_up {
                let (code, text) = result.join().unwrap();
                assert!(code != Some(0), "{}: {}", line, text);
                holds(&line, text, &format!("{}|too busy|!FORFEIT", words));
            }
            drop(busy);
            let (code, text) = goes_on.join().unwrap();
            assert_eq!(code, Some(0), "{}", text);
            holds("goes on", text, "void and played again|A: no forfeit");
        });
        // On a quiet machine the match given up goes on. No game played before counts as a forfeit.
        let line = "sed -i 's/=0[.].*/=20/; s/nice -n 19 //' m/plan; sed -i /^command/d m/files; \
                    $J match --resume m --verbose";
        folder.says(line, 0, "A: no forfeit|B: no forfeit");
    });
}

#[test]
fn the_jury_costs_a_program_little() {
    judged(QUIET, "the jury costs a program little", || {
        for suspend in [true, false] {
            // A program that answers at once pays for being woken up, and for the way of the line through the pipe.
            let limits = Limits { seconds: 60.0, memory: Memory::Free, suspend };
            let mut echo = start("cat", &scratch("cost"), limits);
            let stat = format!("/proc/{}/stat", echo.id());
            let mut line = || {
                let (before, begin) = (echo.account.wall, Instant::now());
                while suspend && !fs::read_to_string(&stat).unwrap().contains(") T ") {
                    assert!(begin.elapsed() < Duration::from_secs(10), "a program that waits for its turn is stopped");
                    thread::sleep(Duration::from_micros(50));
                }
                echo.send("line");
                echo.ask().unwrap();
                echo.account.wall - before
            };
            // The first line pays for the program's start.
            line();
            let mut times: Vec<f64> = (0..200).map(|_| line()).collect();
            times.sort_by(f64::total_cmp);
            let [median, most] = [times[100], times[199]];
            // Without suspending an answer may be there before it is asked for. Then it costs nothing.
            assert!(median > 0.0 || !suspend, "a program that must be woken up takes its time");
            // A quiet machine needs a tenth of that.
            assert!(median <= most && median < 0.002, "{} s a line, at most {}", median, most);
        }
    });
}

#[test]
fn the_time_of_the_other_side_is_not_counted_as_our_own() {
    judged(QUIET, "the time of the other side is not counted as our own", || {
        // The other side takes 50 ms a move. Ours is suspended meanwhile, once even before its write returns. A player
        // that counted that time would have used up its second after 60 lines, and play the last of them at once.
        let alone = Mutex::new(());
        let compare = |game: &str| {
            let spent = [0, 50].map(|pause| {
                // While one waits, others may play.
                let _alone = Some(&alone).filter(|_| pause == 0).map(Mutex::lock);
                let folder = with_files("pause", game);
                let limits = Limits { seconds: 1.0, memory: Memory::YEAR, suspend: true };
                let state = games::new(game, BEGINNING).unwrap();
                let mut course = Course::new(game, state, ["", ""], Rng(11));
                course.start(0, &[player(game), "1".into(), "1".into()], limits, &folder).unwrap();
                course.open();
                for _ in 0..60 {
                    let Some(turn) = course.turn() else { break };
                    thread::sleep(Duration::from_millis(if turn == 0 { 0 } else { pause }));
                    course.ask().unwrap();
                }
                assert_eq!(course.record.forfeit(0), None, "{}", game);
                let lines = course.record.entries.iter().zip(&course.record.notes);
                lines.filter(|(entry, _)| entry.seat() == 0).map(|(_, note)| note.seconds).collect::<Vec<f64>>()
            });
            // The clock decides how long the games are. They are compared after as many lines.
            let lines = spent[0].len().min(spent[1].len());
            let both = spent.map(|spent| spent[..lines].last().copied().unwrap_or(0.0));
            assert!(both[1] > 0.7 * both[0], "{} used {:?} of its second for {} lines", game, both, lines);
        };
        thread::scope(|scope| listings().for_each(|listing| drop(scope.spawn(|| compare(listing.name)))));
    });
}
