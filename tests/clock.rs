//! What a turn costs, on a quiet machine and beside ten busy processes: who is late is always late, and who had no processor
//! never is.

#[path = "jury_tests/prelude.rs"]
mod prelude;
use prelude::*;

/// Processes that only compute, until the value is dropped or we are killed.
fn busy_processes(count: usize) -> Vec<Killed> {
    let start = || Command::new("sh").args(["-c", "while kill -0 $PPID; do :; done"]).spawn().unwrap();
    (0..count).map(|_| Killed(start())).collect()
}

/// A program that uses so many seconds of processor time in each of so many threads: `burn THREADS SECONDS`.
const BURN: &str = "fn burn(seconds: f64) {
    let used = || std::fs::read_to_string(\"/proc/thread-self/schedstat\").unwrap();
    while used().split(' ').next().unwrap().parse::<f64>().unwrap() < 1e9 * seconds {
        for i in 0..100000u32 { std::hint::black_box(i); }
    }
}
fn main() {
    let words: Vec<f64> = std::env::args().skip(1).map(|word| word.parse().unwrap()).collect();
    let thread = || { let seconds = words[1]; std::thread::spawn(move || burn(seconds)) };
    let all: Vec<_> = (0..words[0] as usize).map(|_| thread()).collect();
    all.into_iter().for_each(|one| one.join().unwrap());
}";

/// What a program does before it writes its line, and whether it is late with it. N is 1, 8 or 32. Those in time need an
/// eighth of a second of computing: S is that, divided by N.
const TURNS: &[(&str, bool)] = &[
    ("BURN N 1e9", true),
    ("for i in $(seq N); do BURN 1 1e9 & done; wait", true),
    // Children that end, and that nobody waits for.
    ("while :; do (setsid BURN 8 0.01 &); sleep 0.01; done", true),
    ("BURN 8 0.01; sleep 100", true),
    ("kill -19 $$", true),
    // A helper that stops is made to go on, but not its program with it.
    ("sh -c \"kill -19 \\$\\$; sleep 9\" & sleep 0.02; kill -19 $$", true),
    ("BURN N S", false),
    ("for i in $(seq N); do BURN 1 S & done; wait", false),
    ("for i in 1 2 3 4 5 6 7 8; do BURN 1 0.015; done", false),
    ("sleep 0.05; nice -n 5 BURN 8 0.015", false),
];

/// The turns that took a wrong end, beside so many busy processes.
fn wrong(load: usize) -> Vec<String> {
    let folder = scratch(&format!("load-{}", load));
    let burn = build(&folder, "burn", BURN);
    let _busy = busy_processes(load);
    let mut wrong = Vec::new();
    for (text, late) in TURNS {
        for n in [1, 8, 32].into_iter().filter(|n| *n == 1 || text.contains(" N")) {
            let share = format!("{:.4}", 0.125 / n as f64);
            let text = text.replace("BURN", &burn).replace('N', &n.to_string()).replace('S', &share);
            let command = format!("sh -c 'read x; {}; echo; read x'", text);
            let limit = if *late { 0.1 } else { 0.4 };
            let mut program = told(&command, &folder, limit, Memory::Free);
            let begin = Instant::now();
            let answer = program.ask().map_err(|forfeit| forfeit.kind);
            let right = if *late { Err(Kind::TimeOut) } else { Ok(String::new()) };
            // Two threads that run at the same time do not pay twice.
            let cost = program.account.wall;
            // Who waits for no processor is not listened to for longer.
            let long = load == 0 && !text.contains("/burn") && cost > limit + 0.5;
            if answer != right || *late != (cost >= limit) || cost > begin.elapsed().as_secs_f64() || long {
                wrong.push(format!("{} beside {}: {:?}, {:?}", text, load, answer, program.account));
            }
        }
    }
    wrong
}

#[test]
fn who_computes_for_too_long_is_late_and_who_has_no_processor_is_not() {
    for load in [0, 10] {
        assert_eq!(wrong(load), Vec::<String>::new());
    }
}
