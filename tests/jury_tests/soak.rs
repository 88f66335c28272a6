//! `jury soak`: whole games with stops and sudden ends.

use super::prelude::*;
use jury::play::soak;
use jury::text::print;

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
    let row = |text: &str, name: &str| {
        let row = text.lines().find(|line| line.starts_with(&format!("{} ", name))).unwrap();
        row.split_whitespace().skip(1).take(5).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(row(&soak("random", 9, 0, ""), "all"), "9 0 0 0 0");
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
    // The table's figures: games, forfeits, void games, bad exits, files left.
    for (program, fault, counts) in [
        ("sh -c 'read line; exit 101'".to_string(), "crash: exit 101", "1 1 0 0 0"),
        ("sh -c 'read line; echo A1-A1; read line'".to_string(), "illegal: ", "1 1 0 0 0"),
        (format!("sh -c '{} ; exit 3'", random("ayu")), "exit 3", "1 0 0 1 0"),
        (format!("sh -c 'touch junk; exec {}'", random("ayu")), "left behind: junk", "1 0 0 0 1"),
    ] {
        let text = soak(&program, 1, 1, &format!("game 0 (stops, seat|{}", fault));
        assert_eq!(["stops", "all"].map(|name| row(&text, name)), [counts; 2], "{}", text);
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
fn a_soaks_table_adds_up() {
    let row =
        |n: usize| soak::Row { counts: [n, 2 * n, 3 * n, 4 * n, 5 * n], most_wall: n as f64, most_kib: 7 * n as u64 };
    let report = soak::Report { rows: (1..=3).map(row).collect(), faults: vec!["one".to_string(), "two".to_string()] };
    for line in [
        "stops            1         2     3          4     5   1.000         7",
        "end of file      3         6     9         12    15   3.000        21",
        "all              6        12    18         24    30   3.000        21",
        "2 faults in 6 games\nvoid: out of time, but not without its waiting for a processor; played again\none\ntwo",
    ] {
        holds("soak", report.text(), &format!("\n{}\n", line));
    }
    let none = soak::Report { rows: vec![soak::Row::default()], faults: Vec::new() }.text();
    holds("soak", &none, "\nno fault in 0 games\n|!void:");
    let dashes = none.lines().nth(1).unwrap().split_whitespace().collect::<Vec<_>>();
    assert_eq!(dashes, ["stops", "0", "-", "-", "-", "-", "-", "-"]);
}
