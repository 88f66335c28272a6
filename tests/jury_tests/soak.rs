//! `jury soak`: whole games with stops and sudden ends.

use super::prelude::*;
use jury::play::soak;

#[test]
fn a_soak_finds_what_is_wrong_with_a_program_and_nothing_else() {
    let folder = scratch("soak");
    let soak = |program: &str, games: usize, code: i32, words: &str| {
        let line = "mkdir tmp; TMPDIR=$PWD/tmp $J soak ayu \"PROGRAM\" --time 20 --games N; c=$?; rmdir tmp && exit $c";
        let text = folder.says(&line.replace("PROGRAM", program).replace('N', &games.to_string()), code, words);
        // Progress: a line for each game, of so few.
        (1..=games).for_each(|n| _ = holds(program, &text, &print::count(n, "game")));
        text
    };
    soak("random", 9, 0, "no fault in 9 games, at most ");
    // Whole and broken-off games end with the game's word, one in three with the end of the input.
    let (dir, player) = (folder.display(), random("ayu"));
    let listener = format!("sh -c 'echo {{seed}} >> {}/seeds; tee -a {}/heard | {}'", dir, dir, player);
    soak(&listener, 6, 0, "");
    let (said, seeds) = (folder.read("heard"), folder.read("seeds"));
    // Seeds fit into 32 bits.
    assert!(seeds.lines().all(|seed| seed.parse::<u32>().is_ok_and(|n| n > 0)), "{}", seeds);
    assert_eq!(said.lines().filter(|line| *line == "Quit").count(), 4, "{}", said);
    // `Quit` comes in the middle of a game, not only at its start.
    holds("progress", jury(&folder, &["soak", "ayu", &listener, "--game", "4"]).1, "\n1 game\n|!5 games");
    let heard = folder.read("heard")[said.len()..].lines().count();
    assert!(heard > 3, "{} lines", heard);
    for (program, fault) in [
        ("sh -c 'read line; exit 101'".to_string(), "crash: exit 101"),
        ("sh -c 'read line; echo A1-A1; read line'".to_string(), "illegal: "),
        (format!("sh -c '{} ; exit 3'", random("ayu")), "exit 3; "),
        (format!("sh -c 'touch junk; exec {}'", random("ayu")), "left behind: junk"),
    ] {
        soak(&program, 1, 1, &format!("\n1 fault in 1 game, at most |\ngame 0 (stops, seat |): {}", fault));
    }
    // What was found stands, even if the third game is interrupted.
    let count = format!("{}/games", dir);
    let third = format!("sh -c 'echo >> {0}; [ $(wc -l < {0}) -lt 3 ] || kill -TERM $PPID; {1}'", count, player);
    let line = format!("$J soak ayu \"{}\" --games 9", third.replace('$', "\\$"));
    folder.says(&line, 2, "no fault in 2 games|jury: interrupted");
}

#[test]
fn a_soak_stops_a_program_while_it_thinks() {
    let folder = scratch("soak-stops");
    let busy = "i=0; while [ $i -lt 400000 ]; do i=$((i+1)); done; echo nothing; read line";
    folder.put("p.sh", format!("trap 'echo c >>$0.continued' CONT; read line; {}", busy));
    folder.steps(&[
        ("$J soak ayu \"sh $PWD/p.sh\" --game 0 --time 60", 1, "game 0 (stops, seat |unreadable: "),
        // It is continued once because it is its turn.
        ("[ $(wc -l <p.sh.continued) -gt 3 ] && rm p.sh.continued", 0, ""),
        ("$J soak ayu 'sleep 100' --game 0 --memory 1M", 1, "game 0 (stops, seat |memory: "),
        ("$J soak ayu \"sh $PWD/p.sh\" --game 4 --time 60 --no-suspend; [ ! -e p.sh.continued ]", 0, ""),
        ("$J soak ayu 'sleep 100' --game 0 --time 1", 1, "time-out: used "),
    ]);
}

#[test]
fn a_soak_tells_its_figures() {
    let faults = vec!["one".to_string(), "two".to_string()];
    let report = soak::Report { games: 6, voids: 1, most_wall: 3.0, most_kib: 21, faults };
    let text =
        "2 faults in 6 games, at most 3.000 s and 21 KiB of address space a game\nvoid 1 time: out of time, but \
                not without its waiting for a processor; played again\none\ntwo\n";
    assert_eq!(report.text(), text);
}
