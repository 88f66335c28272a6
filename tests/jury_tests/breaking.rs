//! The jury broken on purpose: planted files, bad places, readers that go away, a machine that is too busy.

use super::prelude::*;
use jury::play::entrants::OURS;

#[test]
fn no_child_outlives_its_game() {
    let folder = scratch("orphans");
    // A number that no other run of the tests has.
    let me = std::process::id();
    // Some without their parent, in another session or group, or without its environment.
    let starts = "env -i setsid sleep ME81001 & env -i setsid sh -c 'env -i setsid sleep ME81002 & sleep ME81003' &
        setsid sleep ME81004 & sleep ME81005 & for i in $(seq 20); do setsid -f sleep ME81006; done; $1";
    folder.put("p.sh", starts.replace("ME", &me.to_string()));
    let (plays, waits) = (format!("exec {} random ayu", JURY), format!("sleep {me}81007"));
    for (program, seconds) in [(plays.as_str(), "30"), (&waits, "0.5"), ("exit 3", "30")] {
        folder.put("last", program);
        let play = "$J play ayu \"sh p.sh 'sh $PWD/last'\" random --quiet --out g.txt --time-a";
        folder.says(&format!("rm -f g.txt; {} {}", play, seconds), 0, "");
        for number in 81001..=81007 {
            assert!(processes(&format!("sleep {me}{number}")).is_empty(), "sleep {} after {}", number, program);
        }
    }
    // While its program lives, nobody ends it.
    folder.put("p.sh", "env -i setsid sleep 90 & read x; sleep 0.5; kill -0 $! && sleep 9");
    folder.says("$J play ayu 'sh p.sh' random --time-a 2 --quiet --out g.txt", 0, "time-out");
}

#[test]
fn a_program_is_started_bare_unless_it_is_ours_or_asks_for_more() {
    let folder = scratch("bare-jury");
    // A program that aborts at an argument.
    let source = "use std::os::unix::process::CommandExt; fn main() { let n = std::env::args().count(); TEXT
        std::process::Command::new(\"JURY\").args([\"random\", \"ayu\"]).exec(); }";
    let source = |text: &str| source.replace("TEXT", text).replace("JURY", JURY);
    build(&folder, "ayu", &source("assert_eq!(n, 1);"));
    // A player of ours under another name.
    let ours = format!("if n != 3 {{ eprintln!({:?}); std::process::exit(2) }}", OURS[..2].join(" "));
    build(&folder, "mine", &source(&ours));
    symlink("mine", folder.join("link")).unwrap();
    for (program, ran) in [
        ("ayu", "a/ayu"),
        ("./ayu {seed} {seconds}x", " 20x"),
        ("mine.rs", "a/mine 20 SEED"),
        // With words of its own it runs where it lies, and gets no others.
        ("./mine 20 {seed}", "/bare-jury/mine 20 SEED"),
        // By a link, under the link's name.
        ("link", "a/link 20 SEED"),
        ("random", "a/jury random ayu 20 SEED"),
    ] {
        folder.says(&format!("rm -f g.txt; $J play ayu '{}' random --time 20 --quiet --out g.txt", program), 0, "");
        let text = folder.read("g.txt");
        let command = transcript::comment(&text, "command 1").expect("the command that ran");
        assert_eq!(text.contains("# forfeit: "), ran == " 20x", "{}: {}", program, command);
        let last = command.rsplit(' ').next().unwrap();
        assert!(command.ends_with(&ran.replace("SEED", last)), "{}: {}", program, command);
    }
    // A copy of a plain player gets its seconds and its seed, but no past.
    folder.put("tests/starters/ayu.rs", fs::read("tests/starters/ayu.rs").unwrap());
    folder.steps(&[
        ("cp tests/starters/ayu.rs copied.rs; $J play ayu copied.rs random --time 1 --quiet --out p.txt && grep '^# command 1: .*/copied 1 [0-9]*$' p.txt", 0, "!FORFEIT"),
        ("$J match ayu plain random --openings 2 --games 2", 2, "{past}"),
    ]);
    // It is copied: what becomes of the file does not matter to a match.
    let goes_on = "$J match ayu mine random --games 2 --time 20 --dir m; rm mine; $J match --resume m --games 4";
    folder.says(goes_on, 0, "4 games in 2 pairs|!forfeited");
    // Every player, the template's too, is known as ours.
    for player in games::names().iter().map(|name| format!("{}.rs", name)) {
        assert!(fs::read_to_string(&player).unwrap().contains(&OURS[..2].join(" ")), "{}", player);
    }
}

#[test]
fn each_program_has_a_new_folder_of_its_own_in_each_game() {
    let folder = scratch("folders");
    // It spoils its files, and looks for what the jury keeps.
    let spoils = "pwd >> $0.log; ls . .. >> $0.log; mkdir sub; cp connect.txt sub; echo junk > connect.txt; cd sub";
    folder.put("p.sh", format!("{}; exec {} random ontherun", spoils, JURY));
    folder.says("$J match ontherun 'sh p.sh' 'sh p.sh' --games 4 --time 60", 0, "!forfeited");
    let log = holds("log", folder.read("p.sh.log"), "connect.txt|!plan|!0001.txt|!sub");
    assert_eq!(BTreeSet::from_iter(log.lines().filter(|line| line.starts_with('/'))).len(), 8, "{}", log);
}

#[test]
fn a_place_that_cannot_be_used_is_an_error_before_anything_is_played() {
    scratch("places").steps(&[
        ("TMPDIR=none $J play ayu random random --quiet --out g.txt", 2, "none: No such file|(TMPDIR says where)"),
        ("TMPDIR=none $J match ayu random random --dir m; [ ! -e m ]", 0, "none: No such file|(TMPDIR says where)"),
        // A place may also go away.
        ("mkdir d; $J play ayu random \"sh -c 'rm -r $PWD/d'\" --out d/g.txt", 2, "\nR |(the game is on stdout)\n"),
    ]);
}

#[test]
fn a_reader_that_goes_away_is_no_panic() {
    let folder = scratch("readers");
    // Who reads what is said may go away. What cannot be written is missed.
    for words in
        ["match spaghetti random greedy --games 2 --dir m$n", "play spaghetti random random --out g.txt", "help"]
    {
        for (n, away, code) in [(1, "2>&1 | head -c 1", 0), (2, ">&- 2>&-", 0), (3, "2>/dev/full >/dev/full", 2)] {
            folder.says(&format!("n={n}; ($J {words}; echo $? > code) {away}; exit $(cat code)"), code, "");
        }
    }
    for words in ["check g.txt", "summary m1"] {
        folder.says(&format!("$J {} >/dev/full", words), 2, "jury: stdout: No space left");
    }
}

#[test]
fn a_match_goes_on_with_its_own_programs_only() {
    let folder = scratch("moved");
    folder.steps(&[
        ("$J match spaghetti random greedy --games 4 --dir $PWD/x && rm x/0000[34].txt", 0, ""),
        // With a program that is gone, another one, or none.
        ("mv x/a/jury y && $J match --resume x", 2, "x/a/jury: No such file"),
        ("mv y x/a/jury && chmod -x x/a/jury && $J match --resume x", 2, "x/a/jury: Permission denied"),
        ("chmod +x x/a/jury && $J match --resume x", 0, "4 games in 2 pairs|!forfeited"),
    ]);
}

#[test]
fn a_page_replaces_no_file_that_is_none() {
    let folder = scratch("pages");
    let game = "# game: ayu\n# player 1: a\u{202e}b\n# clock 1: inf\n# log 1: depth inf score 1e308\n# forfeit: 1 crash x\n# forfeit: 2 crash y\nR 0 0\n";
    for name in "x.html g.txt a#b?c%41.txt l.txt".split(' ') {
        folder.put(name, game);
    }
    folder.put("victim", "x");
    folder.put("bad.txt", "# game: ayu\n1 A1-A9\nR 1 0\n");
    let links = "\"a%23b%3Fc%2541.html\"|\"n%E9.html\"|bad.txt: |, and the jury did not make it; name another file</p>\n<|<bdi>a\\u{202e}b</bdi>";
    folder.steps(&[
        ("ln -s victim l.html; $J show x.html", 2, "x.html: is there already"),
        // Bytes that are no text stay what they are in an address.
        ("n=$(printf 'n\\351'); cp g.txt $n.txt; mkdir $n; cp g.txt $n; cd $n && $J show g.txt", 0, "/n%E9/g.html"),
        ("$J show .", 2, "bad.txt: |l.html: is there|./index.html has all others"),
        ("cat index.html", 0, links),
    ]);
    assert_eq!((folder.read("x.html").as_str(), folder.read("victim").as_str()), (game, "x"));
    let page = folder.read("g.html");
    let data = page.split("id=\"data\">").nth(1).unwrap().split("\"log\"").next().unwrap();
    assert!(!data.contains("inf") && !data.contains("1e308"), "{}", data);
}
