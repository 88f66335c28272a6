//! The jury broken on purpose: planted files, bad places, readers that go away, a machine that is too busy.

use super::{build, processes, sh, JURY};
use jury::count::verdict;
use jury::play::transcript;
use jury::rules::games;
use jury::run::entrant::OURS;
use jury::run::place::{self, Scratch};
use std::fs;
use std::os::unix::fs::{symlink, PermissionsExt};
use std::path::{Path, PathBuf};
use std::process::Command;

fn scratch(name: &str) -> PathBuf {
    super::scratch(&format!("breaking-{}", name))
}

/// Puts something of this kind at the path. A link leads to `victim`.
fn plant(kind: &str, path: &Path, victim: &Path) {
    let made = match kind {
        "link" => symlink(victim, path),
        "folder" => fs::create_dir(path).and_then(|()| fs::write(path.join("f"), "x")),
        "file" => fs::write(path, "x"),
        _ => Command::new("mkfifo").arg(path).status().map(|_| ()),
    };
    made.unwrap();
}

fn unharmed(kind: &str, path: &Path, victim: &Path) -> bool {
    let data = fs::symlink_metadata(path).unwrap();
    let same = match kind {
        "link" => data.is_symlink(),
        "folder" => data.is_dir() && fs::read_dir(path).unwrap().count() == 1,
        "file" => data.is_file() && fs::read_to_string(path).unwrap() == "x",
        _ => !data.is_file() && !data.is_dir() && !data.is_symlink(),
    };
    same && fs::read_dir(victim).unwrap().count() == 1 && fs::read_to_string(victim.join("f")).unwrap() == "x"
}

const KINDS: [&str; 4] = ["link", "folder", "file", "pipe"];

#[test]
fn a_scratch_folder_is_new_and_private_and_only_what_was_made_is_removed() {
    let folder = scratch("replaced");
    let victim = folder.join("victim");
    fs::create_dir(&victim).unwrap();
    fs::write(victim.join("f"), "x").unwrap();
    for kind in KINDS {
        let here = folder.join(kind);
        fs::create_dir(&here).unwrap();
        plant(kind, &here.join("planted"), &victim);
        assert!(place::make_folder(&here.join("planted")).is_err(), "{}", kind);
        let (one, two) = (Scratch::new(&here, "w").unwrap(), Scratch::new(&here, "w").unwrap());
        assert_ne!(one.path(), two.path());
        assert_eq!(fs::metadata(one.path()).unwrap().permissions().mode() & 0o777, 0o700);
        // Something else is put in its place: that stays.
        let path = one.path().to_path_buf();
        fs::rename(&path, here.join("moved")).unwrap();
        plant(kind, &path, &victim);
        drop(one);
        assert!(unharmed(kind, &path, &victim), "{} was removed in place of ours", kind);
        // A file replaces nothing, follows no link, and leaves no half of it.
        let to = here.join("out");
        plant(kind, &to, &victim);
        assert!(place::write(&to, &place::NEW, "text").is_err(), "{}", kind);
        assert!(unharmed(kind, &to, &victim), "{} was written over", kind);
        assert!(place::write(&here.join("another"), &place::NEW, "text").is_ok());
        assert!(fs::read_dir(&here).unwrap().all(|e| !e.unwrap().file_name().to_string_lossy().starts_with('.')));
        let path = two.path().to_path_buf();
        drop(two);
        assert!(!path.exists());
    }
}

#[test]
fn a_copy_is_made_of_files_folders_and_links_and_of_nothing_else() {
    let folder = scratch("copy");
    let line = "mkdir -p d/inner && echo \"exec '$J' random ayu\" > d/p.sh && ln -s p.sh d/link && touch d/inner/x";
    assert_eq!(sh(&folder, line).0, Some(0));
    let play = "match ayu 'sh d/p.sh' random --games 2 --verbose --copy d --dir";
    let (code, text) = sh(&folder, &format!("$J {} m1", play));
    assert!(code == Some(0) && text.contains("A: no forfeit"), "{}", text);
    assert!(folder.join("m1/a/copy/link").is_symlink() && folder.join("m1/a/copy/inner/x").is_file());
    let (code, text) = sh(&folder, &format!("mkfifo d/inner/pipe && timeout 20 $J {} m2", play));
    assert!(code == Some(2) && text.contains("d/inner/pipe: no file, folder or link"), "{:?} {}", code, text);
    assert!(!folder.join("m2").exists());
    // A long copy can be interrupted. Each of its thousand files is copied by a process.
    let line = "rm d/inner/pipe; for i in $(seq 1000); do : > d/inner/$i; done; chmod +x d/inner/*
        $J PLAY m3 & until [ -e m3/a/copy ]; do sleep 0.01; done; kill $!; wait $!";
    let (code, text) = sh(&folder, &line.replace("PLAY", play));
    assert!(
        code == Some(2) && text.contains("jury: interrupted; go on with: ") && text.ends_with(" --dir m3\n"),
        "{:?} {}",
        code,
        text
    );
}

#[test]
fn no_child_outlives_its_game() {
    let folder = scratch("orphans");
    // A number that no other run of the tests has.
    let me = std::process::id();
    fs::write(
        folder.join("p.sh"),
        // The first outlives its program. The second is killed with it and has a child of its own. Others are in another
        // session or group, with their environment.
        format!(
            "env -i setsid sleep {me}81001 & env -i setsid sh -c 'env -i setsid sleep {me}81002 & sleep {me}81003' &
            setsid sleep {me}81004 & sleep {me}81005 & setsid -f sleep {me}81006; $1"
        ),
    )
    .unwrap();
    let (plays, waits) = (format!("exec {} random ayu", JURY), format!("sleep {me}81007"));
    for (program, seconds) in [(plays.as_str(), "30"), (&waits, "0.5"), ("exit 3", "30")] {
        fs::write(folder.join("last"), program).unwrap();
        let (code, text) = sh(
            &folder,
            "$J play ayu \"sh p.sh 'sh $PWD/last'\" random --time-a SECONDS --quiet --out g.txt"
                .replace("SECONDS", seconds)
                .as_str(),
        );
        assert_eq!(code, Some(0), "{}", text);
        for number in 81001..=81007 {
            assert_eq!(processes(&format!("sleep {me}{number}")), [], "sleep {} after {}", number, program);
        }
    }
    // While its program lives, nobody ends it.
    fs::write(folder.join("p.sh"), "env -i setsid sleep 90 & read x; sleep 0.5; kill -0 $! && sleep 9").unwrap();
    let (code, text) = sh(&folder, "$J play ayu 'sh p.sh' random --time-a 2 --quiet --out g.txt");
    assert!(code == Some(0) && text.contains("time-out"), "{}", text);
}

#[test]
fn a_program_is_started_bare_unless_it_is_ours_or_asks_for_more() {
    let folder = scratch("bare");
    // A program that aborts at an argument.
    let source = |text: &str| {
        format!(
            "use std::os::unix::process::CommandExt; fn main() {{ let n = std::env::args().count(); {} \
             std::process::Command::new({:?}).args([\"random\", \"ayu\"]).exec(); }}",
            text, JURY
        )
    };
    build(&folder, "ayu", &source("assert_eq!(n, 1);"));
    // A player of ours under another name.
    let ours = format!("if n != 3 {{ eprintln!({:?}); std::process::exit(2) }}", OURS.join(" "));
    build(&folder, "mine", &source(&ours));
    for (program, ran) in [
        ("./ayu", "a/ayu"),
        ("ayu", "a/ayu"),
        ("ayu.rs", "a/ayu"),
        ("./ayu {seed} {seconds}x", ""),
        ("mine", "a/mine 20 SEED"),
        ("mine.rs", "a/mine 20 SEED"),
        ("random", "a/jury random ayu 20 SEED"),
    ] {
        let (code, text) =
            sh(&folder, &format!("rm -f g.txt; $J play ayu '{}' random --time 20 --quiet --out g.txt", program));
        assert_eq!(code, Some(0), "{}: {}", program, text);
        let text = fs::read_to_string(folder.join("g.txt")).unwrap();
        let command = transcript::comment(&text, "command 1").expect("the command that ran");
        assert_eq!(text.contains("# forfeit: "), ran.is_empty(), "{}: {}", program, command);
        let last = command.rsplit(' ').next().unwrap();
        if ran.is_empty() {
            assert!(command.ends_with(" 20x"), "{}: {}", program, command);
        } else if ran.ends_with("SEED") {
            assert!(last.parse::<u32>().is_ok() && command.ends_with(&ran.replace("SEED", last)), "{}", command);
        } else {
            assert!(command.ends_with(ran), "{}: {}", program, command);
        }
    }
    // Every player, the template's too, is known as ours.
    for player in games::names().iter().map(|name| format!("{}.rs", name)) {
        assert!(fs::read_to_string(&player).unwrap().contains(&OURS.join(" ")), "{}", player);
    }
}

#[test]
fn a_path_is_no_place_for_a_seed() {
    let folder = scratch("brackets");
    let odd = folder.join("a {seed}/{{seconds}");
    fs::create_dir_all(&odd).unwrap();
    fs::write(odd.join("p.sh"), format!("exec {} random ayu 1 $1", JURY)).unwrap();
    let line = "$J match ayu \"sh '$PWD/p.sh' {seed}\" \"sh -c 'exec $J random ayu {seconds} {seed} # {x {{ }}'\" --games 2 --verbose --dir m";
    let (code, text) = sh(&odd, line);
    assert!(code == Some(0) && !text.contains("FORFEIT"), "{}", text);
    let text = fs::read_to_string(odd.join("m/00001.txt")).unwrap();
    let command = transcript::comment(&text, "command 1").unwrap();
    assert!(command.contains("/a {seed}/{{seconds}/p.sh") && !command.ends_with("{seed}"), "{}", command);
    assert!(transcript::comment(&text, "command 2").unwrap().contains(" # {x {{ }}"));
}

#[test]
fn each_program_has_a_folder_of_its_own() {
    let folder = scratch("folders");
    let list = "pwd >> $0.log; ls >> $0.log; touch left; ";
    let spoil = "mkdir sub; cp connect.txt sub; echo junk > connect.txt; echo junk > ../connect.txt; cd sub; ";
    fs::write(folder.join("p.sh"), format!("{}{}exec $1 random ontherun", list, spoil)).unwrap();
    fs::write(folder.join("q.sh"), format!("{}exec $1 random ontherun", list)).unwrap();
    let (code, text) =
        sh(&folder, "$J match ontherun \"sh p.sh $J\" \"sh q.sh $J\" --games 4 --time 60 --verbose --dir m --json j");
    assert_eq!(code, Some(0), "{}", text);
    assert!(text.contains("A: no forfeit") && text.contains("B: no forfeit"), "{}", text);
    let logs = ["p.sh.log", "q.sh.log"].map(|log| fs::read_to_string(folder.join(log)).unwrap());
    let mut places: Vec<&str> = logs.iter().flat_map(|log| log.lines().filter(|line| line.starts_with('/'))).collect();
    places.sort();
    places.dedup();
    assert_eq!(places.len(), 8, "a new folder for each game and each program: {:?}", places);
    assert!(logs.iter().all(|log| !log.contains("left") && log.matches("connect.txt").count() == 4), "{:?}", logs);
}

#[test]
fn a_soak_without_a_program_is_of_our_player_beside_the_jury() {
    let folder = scratch("soak-ours");
    let player = "printf '#!/bin/sh\nexec %s random ayu\n' $J > ayu; chmod +x ayu";
    let (code, text) = sh(&folder, &format!("cp $J jury; {}; ./jury soak ayu --games 1", player));
    assert!(code == Some(0) && text.contains("ayu: ayu, "), "{}", text);
}

#[test]
fn void_games_and_starved_programs_are_told_wherever_numbers_are() {
    let folder = scratch("told");
    assert!(verdict::load(2, &[]).starts_with("2 games were void and played again: "));
    let (code, text) = sh(&folder, "$J tournament ayu random greedy --games 2 --dir t");
    assert!(code == Some(0) && !text.contains("void"), "{}", text);
    // As if a game had been void once, and the first mover had mostly waited.
    let path = folder.join("t/1-2/00001.txt");
    let text = fs::read_to_string(&path).unwrap();
    let (head, tail) = text.split_once("# used 1: ").unwrap();
    let used = "# used 1: 3.000 s wall, 0.00 s cpu, 2.000 s kept waiting, exit 0";
    fs::write(&path, format!("{}# void: 1 used 3 s\n{}\n{}", head, used, tail.split_once('\n').unwrap().1)).unwrap();
    for (words, json) in [("tournament --resume t", true), ("summary t/1-2", true), ("show t", false)] {
        let (code, text) = sh(&folder, &format!("$J {} {}", words, if json { "--json j" } else { "" }));
        assert_eq!(code, Some(0), "{}: {}", words, text);
        let text = if json { text } else { fs::read_to_string(folder.join("t/index.html")).unwrap() };
        assert!(text.contains("1 game was void") && text.contains("WARNING: "), "{}: {}", words, text);
        if json {
            let json = fs::read_to_string(folder.join("j")).unwrap();
            assert!(json.contains("\"void\": 1") && json.contains("kept_waiting"), "{}: {}", words, json);
        }
    }
}

#[test]
fn a_place_that_cannot_be_written_is_an_error_before_anything_is_played() {
    let folder = scratch("places");
    fs::create_dir(folder.join("folder")).unwrap();
    for words in [
        "play ayu 'sh p.sh' random --out folder",
        "play ayu 'sh p.sh' random --out /proc/x",
        "match ayu 'sh p.sh' random --games 2 --dir m --json folder",
        "tournament ayu 'sh p.sh' random greedy --games 2 --dir t --json /proc/x",
    ] {
        fs::write(folder.join("p.sh"), "echo started > log; exit 3").unwrap();
        let (code, text) = sh(&folder, &format!("rm -rf log m t; $J {}", words));
        assert_eq!((code, folder.join("log").exists()), (Some(2), false), "{}: {}", words, text);
        assert!(text.contains("folder: ") || text.contains("/proc/x: "), "{}: {}", words, text);
    }
    // Nor is anything played where no program can run. Not every machine lets us make such a place: then 9.
    let line = "unshare -rm mount -t tmpfs x folder || exit 9
        unshare -rm sh -c 'mount -t tmpfs -o noexec x folder; TMPDIR=folder $J play ayu random random --out g.txt'";
    let (code, text) = sh(&folder, line);
    let says = text.starts_with("jury: ") && text.contains("mounted noexec") && text.contains("TMPDIR=");
    assert!(code == Some(9) || code == Some(2) && says, "{:?} {}", code, text);
    // Nor in a folder that was moved there. What was played is still told.
    for begun in ["match ayu random random", "tournament ayu random greedy"] {
        let line = "rm -rf m; $J BEGUN --games 2 --dir m >/dev/null 2>&1; unshare -rm mount -t tmpfs x folder || exit 9
            unshare -rm sh -c 'mount -t tmpfs -o noexec x folder; mv m folder; $J KIND --resume folder/m 2>&1 || exit 3
                find folder -name 00001.txt -delete; $J KIND --resume folder/m'";
        let line = line.replace("BEGUN", begun).replace("KIND", begun.split(' ').next().unwrap());
        let (code, text) = sh(&folder, &line);
        let says = text.contains("mounted noexec") && text.contains("move the folder") && !text.contains("TMPDIR=");
        assert!(code == Some(9) || code == Some(2) && says, "{:?} {}", code, text);
    }
    // A full disk is noticed at the end: then the record is printed. A file that exists is named when it is replaced.
    let (code, text) = sh(&folder, "$J play ayu random random --quiet --out /dev/full");
    assert!(code == Some(2) && text.contains("\n# game: ayu") || text.contains("# game: ayu\n"), "{}", text);
    for said in [false, true] {
        let (code, text) = sh(&folder, "$J play ayu random random --quiet --out g.txt");
        assert_eq!((code, text.contains("in place of the one that was there")), (Some(0), said), "{}", text);
    }
}

#[test]
fn a_reader_that_goes_away_is_no_panic() {
    let folder = scratch("readers");
    for (i, words) in [
        "match ayu random greedy --games 2 --dir m",
        "tournament ayu random greedy --games 2 --dir t",
        "soak ayu random --games 2",
        "play ayu random random --out g.txt",
        "summary m",
        "check g.txt",
        "help",
    ]
    .iter()
    .enumerate()
    {
        for away in ["2>/dev/full >/dev/full", "2>&1 | head -c 1", ">&- 2>&-"] {
            let (_, text) = sh(
                &folder,
                &format!("rm -rf {}; ($J {}; echo $? > code) {}", ["m", "t", "", "", "", "", ""][i], words, away),
            );
            let code = fs::read_to_string(folder.join("code")).unwrap();
            assert_eq!(code.trim(), "0", "{} {}: {}", words, away, text);
        }
    }
    // A partner ends, though more may come.
    let line = "mkfifo more; exec 3<>more; echo Start >&3; timeout 20 $J random ayu <&3 >/dev/full";
    assert_eq!(sh(&folder, line).0, Some(0));
    // A program whose name is not UTF-8.
    let line = "ln -s $J $(printf 'j\\377'); ./j* tournament ayu 'sleep 9' random --games 2 --time 9 --dir i & p=$!; \
                sleep 1; kill -TERM $p; wait $p; echo code $?";
    let (_, text) = sh(&folder, line);
    assert!(text.contains("go on with: ") && text.contains("code 1"), "{}", text);
}

#[test]
fn the_line_that_goes_on_with_a_match_is_one_that_a_shell_reads() {
    let folder = scratch("quoted");
    for (command, programs) in [("match", "'sleep 9' random"), ("tournament", "'sleep 9' random greedy")] {
        let words = format!("{} ayu {} --games 2 --time 9 --dir \"my dir/{}'x\"", command, programs, command);
        let line = format!("$J {} & p=$!; sleep 1; kill -TERM $p; wait $p", words);
        let (_, text) = sh(&folder, &line);
        let line = text.lines().find_map(|line| line.split_once("go on with: ")).expect(&text).1;
        let (code, text) = sh(&folder, &format!("timeout -s INT 1 {}", line));
        assert!(code == Some(124) && text.contains("interrupted"), "{}: {:?} {}", line, code, text);
    }
}

#[test]
fn a_match_goes_on_where_its_folder_is_and_with_its_own_programs_only() {
    let folder = scratch("moved");
    let (code, text) = sh(&folder, "$J match ayu random greedy --games 4 --dir $PWD/v && rm v/0000[34].txt");
    assert_eq!(code, Some(0), "{}", text);
    for (what, code, words) in [
        // Moved, copied; then with a program that is gone, another one, or none.
        ("mv v w && $J match --resume w --verbose", 0, "A: no forfeit"),
        ("rm w/00003.txt && cp -r w x && rm -r w && $J match --resume x --verbose", 0, "B: no forfeit"),
        ("rm x/00003.txt && mv x/a/jury y && $J match --resume x", 2, "x/a/jury: No such file"),
        ("cp /bin/true x/a/jury && $J match --resume x", 2, "x/a/jury has changed"),
        ("mv y x/a/jury && chmod -x x/a/jury && $J match --resume x", 2, "no permission to run it"),
        ("chmod +x x/a/jury && $J match --resume x", 0, "4 games in 2 pairs"),
    ] {
        let (found, text) = sh(&folder, what);
        assert!(found == Some(code) && text.contains(words) && !text.contains("forfeited"), "{}: {}", what, text);
    }
    // A tournament's programs lie beside its matches.
    let what =
        "$J tournament ayu random greedy --games 2 --dir t && rm t/1-2/00002.txt && mv t u && $J tournament --resume u";
    let (code, text) = sh(&folder, what);
    assert!(code == Some(0) && text.contains("greedy       2  2-0-0"), "{}", text);
    // A program that replaces its rival's file stops the match.
    fs::write(folder.join("swap.sh"), "cp /bin/true $1.new; mv $1.new $1; exec $2 random ayu").unwrap();
    for dir in ["$PWD/s1", "s2"] {
        let words = format!(
            "$J match ayu \"sh swap.sh $PWD/{0}/b/jury $J\" random --games 4 --dir {1}",
            &dir[dir.len() - 2..],
            dir
        );
        let (code, text) = sh(&folder, &words);
        assert!(code == Some(2) && text.contains("b/jury has changed"), "{}: {:?} {}", dir, code, text);
    }
}

#[test]
fn parts_of_different_programs_are_not_joined_in_silence() {
    let folder = scratch("parts");
    for (k, style) in [(1, "random"), (2, "greedy"), (3, "random")] {
        let part = if k == 3 { 2 } else { k };
        let line = format!("mkdir b{k} && cd b{k} && echo 'exec {JURY} {style} ayu' > p.sh && $J match ayu 'sh p.sh' random --games 4 --part {part}/2 --dir ../s{k}");
        let (code, text) = sh(&folder, &line);
        assert_eq!(code, Some(0), "{}", text);
    }
    let (_, text) = sh(&folder, "$J summary s1 s2");
    assert!(text.contains("p.sh is not p.sh of s1: another version?"), "{}", text);
    let (code, text) = sh(&folder, "$J summary s1 s3 --into all");
    assert!(code == Some(0) && !text.contains("version?"), "{}", text);
    // A joined match goes on without its parts.
    let (code, text) = sh(&folder, "rm -r s1 s2 s3 && $J match --resume all --games 6 --verbose");
    assert!(code == Some(0) && text.contains("6 games in 3 pairs") && text.contains("B: no forfeit"), "{}", text);
}

#[test]
fn a_tournament_names_what_is_missing_and_keeps_its_matches() {
    let folder = scratch("tournament");
    let (code, text) = sh(&folder, "$J tournament ayu random greedy random --games 2 --dir t");
    assert_eq!(code, Some(0), "{}", text);
    for (what, words) in [
        ("$J match --resume t/1-2 --games 44", "t/1-2 is of a tournament"),
        ("mv t/2-3 away && $J tournament --resume t && rm t/2-3/00001.txt && rmdir t/2-3/a", "No such file"),
        ("mv t/1-2 gone; $J tournament --resume t", "t/1-2"),
        ("sed -i s/^schedule=.*/schedule=/ t/plan; $J tournament --resume t", "t/plan: schedule="),
    ] {
        let (code, text) = sh(&folder, what);
        assert!(code != Some(0) && text.contains(words), "{}: {}", what, text);
    }
}

#[test]
fn a_page_replaces_no_file_that_is_none() {
    let folder = scratch("pages");
    let game = "# game: ayu\n# player 1: a\u{202e}b\n# clock 1: inf\n# log 1: depth inf score 1e308\n# used 1: inf s wall\n# forfeit: 1 crash x\n# forfeit: 2 crash y\nR 0 0\n";
    for name in ["x.html", "g.txt", "index.txt", "a#b?c%41.txt", "javascript:alert(1).txt", "l.txt", "bad.txt"] {
        fs::write(folder.join(name), game).unwrap();
    }
    fs::write(folder.join("victim"), "x").unwrap();
    symlink("victim", folder.join("l.html")).unwrap();
    fs::write(folder.join("bad.txt"), "# game: ayu\n1 A1-A9\nR 1 0\n").unwrap();
    let (code, text) = sh(&folder, "$J show x.html");
    assert!(code == Some(2) && text.contains("x.html: is there already"), "{}", text);
    let (code, text) = sh(&folder, "mkdir d o && cp g.txt d && $J show g.txt d/g.txt --out o");
    assert!(code == Some(2) && text.contains("g.txt and d/g.txt would both be o/g.html"), "{}", text);
    assert_eq!(sh(&folder, "$J show d . --out o").0, Some(2));
    for _ in 0..2 {
        let (code, text) = sh(&folder, "$J show .");
        assert!(code == Some(2) && text.contains("bad.txt: ") && text.contains("l.html: is there"), "{}", text);
        assert!(text.contains("./index.html has all others"), "{}", text);
    }
    let read = |name: &str| fs::read_to_string(folder.join(name)).unwrap();
    assert_eq!((read("x.html").as_str(), read("victim").as_str()), (game, "x"));
    assert!(read("index.1.html").contains("all games"), "the game called index has a page of its own");
    let index = read("index.html");
    for link in ["a%23b%3Fc%2541.html", "javascript%3Aalert%281%29.html", "index.1.html"] {
        assert!(index.contains(&format!("href=\"{}\"", link)), "{}: {}", link, index);
    }
    assert!(index.contains("bad.txt: ") && index.contains("<bdi>a\u{202e}b</bdi>"), "{}", index);
    let page = read("g.html");
    assert!(
        page.contains("\"clock\": [0.0, 0.0]") || page.contains("\"clock\":[0.0,0.0]") || page.contains("[0.0, 0.0]"),
        "{}",
        page
    );
    let data = page.split("id=\"data\">").nth(1).unwrap().split("</script>").next().unwrap();
    let numbers = data.split("\"log\"").next().unwrap();
    assert!(!numbers.contains("inf") && !numbers.contains("1e308") && !numbers.contains("00000000"), "{}", data);
}

#[test]
fn what_asks_for_nothing_or_too_much_is_refused_in_a_line() {
    let folder = scratch("nothing");
    fs::create_dir_all(folder.join("tests/ideas/ayu")).unwrap();
    fs::write(folder.join("tests/ideas/ayu/no-killers.patch"), "what: a planted one\n").unwrap();
    fs::write(folder.join("left"), "# game: ayu\nJ Start\n# seed: 3\n").unwrap();
    // With the mark of bytes' order that some editors write.
    fs::write(folder.join("map"), "\u{feff}2\nC 1-2\nEND\n").unwrap();
    fs::write(folder.join("marked.txt"), "\u{feff}# game: ontherun\nJ 3\nJ C 1-2\nJ C 2-3\nJ C 3-1\nJ END\nR 0 0\n")
        .unwrap();
    assert_eq!(sh(&folder, "mkdir matches; $J match ayu random greedy --games 4 --dir old").0, Some(0));
    let before = sh(&folder, "find . | sort");
    for (words, reason) in [
        ("matsch", "no command \"matsch\"; did you mean match?"),
        ("idea ayu no-killer", "ayu has no idea \"no-killer\"; did you mean no-killers?"),
        ("gredy ayu", "; did you mean greedy?"),
        ("play aju random random", "; did you mean ayu?"),
        ("match symple simple random", "; did you mean symple?"),
        ("match chess greedy random", "no game \"chess\""),
        ("match ayu careful random", "careful"),
        ("match ayu greedy", "wanted: GAME A B"),
        ("match ayu greedy random --game 4", "no option \"--game\" here; did you mean --games?"),
        ("match ayu greedy random --games", "--games takes 1 value(s)"),
        ("match ayu greedy random --games many", "--games \"many\" is no number"),
        ("match ayu greedy random --games 18446744073709551615", "an even number from 2 to 99998"),
        ("match ayu greedy random --games 0", "an even number from 2 to 99998"),
        ("match ayu greedy random --jobs 0", "0 games at the same time: 1 to 1000"),
        ("match ayu greedy random --jobs 1001", "1001 games at the same time: 1 to 1000"),
        ("match ayu greedy random --part 4/3", "K/N"),
        ("match ayu greedy random --part 1/3 --sprt 0 10", "knows too little"),
        ("match ayu greedy random --sprt 0 1001", "from -1000 to 1000"),
        ("match ayu greedy random --sprt -inf inf", "from -1000 to 1000"),
        ("match ayu greedy random --sprt 20 0", "the smaller one first"),
        ("match ayu greedy random --time 1e7", "at most 1000000 seconds"),
        ("match ayu greedy random --time 0", "more than 0"),
        ("match ayu greedy random --dir /dev/null/x", "/dev/null/x"),
        ("match ayu greedy random --memory-of gredy 2G", "--memory-of gredy: the programs are called greedy, random"),
        ("match ayu greedy random --memory-of greedy much", "--memory-of greedy \"much\" is no limit of memory"),
        ("match ayu greedy random --memory 64", "--memory \"64\": less than 1M"),
        ("match --resume old --time 3", "--time cannot be given with --resume"),
        ("match --resume old --sprt 0 5", "--sprt cannot be given with --resume"),
        ("match --resume old ayu x y", "\"ayu\" with --resume"),
        ("match --resume old --games 2", "has 4 already"),
        ("play ontherun random random --setup map", "not a map by the rules: a map of 2 cities: 4 to 200"),
        ("show marked.txt", "not a map by the rules: a map of 3 cities"),
        ("match ayu random greedy --port 1234", "--port is for the board: give --board too"),
        ("tournament ayu random greedy --listen 0.0.0.0", "--listen is for the board"),
        ("tournament ayu random", "a tournament needs 2 to 64 programs, not 1"),
        ("match ayu random x=human", "human: a person plays by `jury play` or `jury board`"),
        ("soak ayu human", "human: a person plays by"),
        ("match ayu random \"$(printf 'sp\\351l/x')\"", "\"sp\\xE9l/x\" is no UTF-8"),
        ("soak ayu random --games 0", "no game to play"),
        ("soak ayu random --game 18446744073709551615", "no game to play"),
        ("match ayu random greedy --time 1e300", "1e300 is no time"),
        ("match ayu random greedy --copy /nonexistent", "/nonexistent: no folder"),
        ("board --no-open", "wanted: GAME [A] [B]"),
        ("board --resume left --no-open", "left: does not say who played; wanted: --resume FILE ayu A B"),
        ("board --watch nowhere --no-open", "jury: nowhere: No such file"),
        ("board --watch /dev/null --no-open", "jury: /dev/null: Not a directory"),
    ] {
        let (code, text) = sh(&folder, &format!("timeout 20 $J {}", words));
        let clear = text.starts_with("jury: ") && text.contains(reason) && text.len() < 250;
        assert!(code == Some(2) && clear, "{}: {}", words, text);
    }
    assert_eq!(sh(&folder, "find . | sort"), before, "what is refused leaves nothing");
    // Another namespace's /proc, if this user may make a namespace.
    if sh(&folder, "unshare -pf true").0 == Some(0) {
        let (code, text) = sh(&folder, "unshare -pf $J match ayu random greedy");
        assert!(code == Some(2) && text.starts_with("jury: /proc is that of another namespace"), "{}", text);
        assert_eq!(sh(&folder, "unshare -pf --mount-proc $J play ayu random greedy --quiet").0, Some(0));
    }
    // A name cannot reverse the text behind it.
    assert_eq!(transcript::one_line("a\u{202e}b\u{2066}"), "a\\u{202e}b\\u{2066}");
}
