//! What the jury writes, and where: it writes over nothing that it did not make.

use super::prelude::*;

/// Names that the jury uses somewhere, each with a text of somebody else's.
const FOREIGN: &str = "a/bot.sh b/bot.sh a/jury programs/1/jury copy/ayu.rs file/ayu.rs 00001.txt 00001.html index.html
    looks files half-00001 work-00001-1234/1/left 1-2/notes g.txt g.html j.json
    connect.txt mine.json bot.sh matches/human-ayu-4.txt matches/play-ayu-4.txt";

/// A folder full of files that are not the jury's.
fn strangers(folder: &Path) {
    for name in FOREIGN.split_whitespace() {
        let script = format!("exec {} random ayu\n", JURY);
        folder.put(name, if name.ends_with(".sh") { script } else { format!("mine: {}\n", name) });
    }
    let patch = "what: no two\nlines: 1\n--- a/ayu.rs\n+++ b/ayu.rs\n@@ -1,2 +1 @@\n one\n-two\n";
    for (name, text) in [
        ("only-a-plan/plan", ""),
        ("plan", "buy milk\n"),
        ("page.html", "<!DOCTYPE html>\n<p>mine\n"),
        ("own.html", "mine"),
        ("mine.json", "{\n  \"game\": \"mine\"\n}\n"),
        ("ayu.rs", "one\ntwo\n"),
        ("tests/ideas/ayu/no-two.patch", patch),
    ] {
        folder.put(name, text);
    }
    for (to, name) in [("a/bot.sh", "link.txt"), ("nowhere", "dangling.txt"), ("a", "link"), ("nowhere", "dangling")] {
        symlink(to, folder.join(name)).unwrap();
    }
}

/// Runs the jury, at most a minute, It ends with this code. Returns what it says.
fn run(folder: &Path, words: &str, code: i32) -> String {
    let set = "export JURY=$J; [ ! -d tmp ] || export TMPDIR=$PWD/tmp";
    folder.says(&format!("{}; timeout 60 $J {} 2>&1", set, words), code, "")
}

/// Commands that are refused. `OWN` is a folder with a match `m` and a tournament `t` of the jury's own.
fn refused_places() -> Vec<String> {
    let mut table = Vec::new();
    for place in ". a 1-2 only-a-plan link dangling matches looks".split(' ') {
        for words in [
            "match ayu 'sh a/bot.sh' 'sh b/bot.sh' --games 2 --dir ",
            "tournament ayu random greedy --games 2 --dir ",
            "idea ayu no-two --time 9 --games 2 --dir ",
        ] {
            table.push(words.to_string() + place);
        }
    }
    let commands = [
        "play ayu 'sh bot.sh' random --quiet --out ",
        "match ayu 'sh bot.sh' random --games 2 --dir OWN/new --json ",
        "human ayu 'sh bot.sh' random --no-open --out ",
        "tournament ayu 'sh bot.sh' random --games 2 --dir OWN/new --json ",
        "summary OWN/m --json ",
        "match --resume OWN/m --json ",
        "tournament --resume OWN/t --json ",
    ];
    // One function opens a file for all of them: so of most files two commands are enough. But each asks by itself before
    // it begins: 00003.txt, which is not there, is refused by that alone.
    let files = "a/bot.sh g.txt mine.json plan page.html j.json link OWN/m/00002.txt OWN/m/a/x \
        OWN/t/1-2/00001.txt OWN/t/1-3 OWN/t/programs/x";
    let all = "bot.sh link.txt dangling.txt a OWN/m/plan OWN/m/00003.txt";
    for (files, commands) in [(all, &commands[..]), (files, &commands[..2])] {
        for file in files.split_whitespace() {
            table.extend(commands.iter().map(|words| words.to_string() + file));
        }
    }
    let more = [
        "show own.txt",
        "show own.txt --out dangling",
        "show own.txt --out link.txt",
        "match ayu 'sh bot.sh' random --games 2 --dir OWN/new --json OWN/new/00001.txt",
        "match ayu random greedy --games 2 --dir OWN/m",
        "match ayu random greedy --games 2 --dir OWN/m/inner",
        "match ayu random greedy --games 2 --dir OWN/t/1-2/inner/deep",
        "match ayu random greedy --games 2 --dir OWN/t/1-3",
        "tournament ayu random greedy --games 2 --dir OWN/t/inner",
        "idea ayu no-two --time 9 --games 400 --resume OWN/m",
        "match --resume .",
        "tournament --resume .",
        "new bots",
    ];
    table.extend(more.map(str::to_string));
    table
}

/// Commands that do something beside those files, and the exit code.
const DONE: &[(&str, i32)] = &[
    ("check own.txt 00001.txt", 1),
    ("match ayu 'sh bot.sh' random --games 2 --dir m --json m/j.json", 0),
    ("match --resume m --games 4 --json m/j.json", 0),
    ("match ayu 'sh bot.sh' random --games 2 --json /dev/null", 0),
    ("match ayu random greedy --games 2 --json /dev/stderr 2>&1 >/dev/null | grep -q jury", 0),
    ("tournament ayu random greedy --games 2 --dir t --json k.json", 0),
    ("tournament --resume t static=bot.sh --json k.json", 2),
    ("tournament --resume t third=random --json k.json", 0),
    ("summary m --json all.json", 0),
    ("play ayu 'sh bot.sh' random --quiet --seed 4", 0),
    ("play ayu 'sh bot.sh' random --quiet --out new.txt", 0),
    ("play ayu 'sh bot.sh' random --quiet --out new.txt", 0),
    ("play ayu 'sh bot.sh' random --quiet --out /dev/null", 0),
    ("human ayu random --seed 4 --no-open & sleep 1; kill $!", 0),
    ("human ayu greedy random --seed 4 --no-open & sleep 1; kill $!", 0),
    ("show m t", 0),
    ("show m/00001.txt --out pages", 0),
    ("show .", 2),
];

#[test]
fn nothing_that_is_there_is_written_over_by_any_command() {
    let (folder, own) = (scratch("strangers"), scratch("strangers-own"));
    for words in ["match ayu random greedy --games 2 --dir m", "tournament ayu random greedy --games 2 --dir t"] {
        run(&own, words, 0);
    }
    strangers(&folder);
    fs::copy(own.join("m/00001.txt"), folder.join("own.txt")).unwrap();
    let before = [all_in(&folder, &[]), all_in(&own, &[])];
    for words in refused_places() {
        let text = holds(&words, run(&folder, &words.replace("OWN", &own.display().to_string()), 2), "!has no idea");
        for (folder, before) in [&folder, &own].into_iter().zip(&before) {
            let after = all_in(folder, &[]);
            let made = after.iter().find(|(name, text)| before.get(*name) != Some(*text));
            assert!(after == *before, "{}: {:?} of {}; {}", words, made, before.len(), text);
        }
    }
    for (words, code) in DONE {
        run(&folder, words, *code);
        let now = all_in(&folder, &[]);
        before[0].iter().for_each(|(name, text)| assert!(now.get(name) == Some(text), "{}: {:?}", words, name));
    }
}

#[test]
fn a_result_is_no_place_for_another() {
    let folder = scratch("results");
    let text = |name: &str| folder.read(name);
    // A program that looks like a transcript is a program; so is one that looks like our JSON.
    folder.put("p.sh", "# game: ayu\n# player 1: p\nexec \"$JURY\" random ayu\n");
    fs::hard_link(folder.join("p.sh"), folder.join("q.txt")).unwrap();
    for out in ["p.sh", "q.txt", "./p.sh"] {
        folder.says(&format!("$J play ayu 'sh p.sh' random --quiet --out {}", out), 2, "is read for this");
    }
    // A name that nobody gave is free, though a game of it is made while this one is played.
    folder.put("r.sh", format!("cp {0}/p.sh {0}/matches/play-ayu-5.txt; exec \"$1\" random ayu\n", folder.display()));
    run(&folder, "play ayu \"sh r.sh $JURY\" random --quiet --seed 5", 0);
    assert!(text("matches/play-ayu-5.txt") == text("p.sh") && text("matches/play-ayu-5.2.txt").contains("\nR "));
}

#[test]
fn a_program_may_do_to_its_folder_what_it_likes() {
    let folder = scratch("unkind");
    fs::create_dir(folder.join("tmp")).unwrap();
    let all = [
        "rm -rf \"$(dirname \"$PWD\")\"",
        "mv \"$(dirname \"$PWD\")\" \"$(dirname \"$PWD\").gone\"",
        "rm -rf \"$(dirname \"$(dirname \"$PWD\")\")\"",
        "d=$PWD; cd /; rm -rf $d",
        "d=$PWD; cd /; mv $d $d.gone; ln -s / $d",
        "chmod 0500 . ..",
        "mkdir -p x/y; chmod 0 x/y x .",
        "for i in 1 2 3; do mkdir x; cd x; done",
    ];
    for (i, what) in all.iter().enumerate() {
        folder.put("p.sh", format!("{}\ncd /; exec \"$1\" random spaghetti\n", what));
        let programs = "spaghetti \"sh p.sh $JURY\" random";
        let game = format!("$J play {programs} --quiet --out g{i}.txt");
        let plays = format!("match {programs} --games 4 --dir m{i} --verbose && {game}");
        holds(what, run(&folder, &plays, 0), "4 games in 2 pairs|A: no forfeit|B: no forfeit|!void");
        let left = all_in(&folder, &[]).into_keys().find(|name| name.to_string_lossy().contains('-'));
        assert_eq!(left, None, "{}", what);
    }
}

/// That one place alone makes, changes and removes files, clippy holds (`.clippy.toml`). Whatever else is started writes
/// nothing, or in a folder that `place` made for it.
#[test]
fn no_other_programs_are_started_than_these() {
    let find = "grep -ro --include=*.rs 'Command::new([^)]*' . | grep -v ^./run/place.rs | LC_ALL=C sort -u";
    let started = sh(Path::new("tests/jury"), find).1.replace(".rs:Command::new(", " ");
    let expected = [
        "./command/ideas \"git\"",
        "./command/ideas &words[0]",
        "./command/new \"rustfmt\"",
        "./run/build tool",
        "./run/git \"git\"",
        "./run/leftovers \"sh\"",
        "./run/leftovers \"xdg-open\"",
        "./run/memory \"sh\"",
        "./run/process \"sh\"",
        "./run/start program",
    ];
    assert_eq!(started.lines().collect::<Vec<_>>(), expected);
}

#[test]
fn a_stream_may_be_written_and_a_fifo_without_a_reader_holds_nobody_up() {
    let folder = scratch("streams");
    let game = "random random --quiet --out";
    folder.put("gone.sh", format!("kill $1; exec {} random ayu", JURY));
    folder.steps(&[
        ("mkfifo p m-p; $J play ayu random random --quiet --out p", 2, "p: "),
        (&format!("cat p > copy & until $J play ayu {game} p; do sleep 1; done; wait; grep -c '^R ' copy"), 0, "1"),
        (&format!("$J play ayu {} /dev/fd/7 7>seven; grep -c '^R ' seven", game), 0, "1"),
        // Not over what is said before and behind it.
        (&format!("$J play ayu {game} /dev/stdout >f; sed -n '/^# game/,/^R /p' f >g; $J check g"), 0, "g: OK "),
        // Its reader goes away while the game is played.
        ("exec 9<>p; sleep 99 & exec 9<&-; timeout 60 $J play ayu \"sh gone.sh $!\" random --out p", 2, "p: |\nR "),
        // Who may read a file may read what takes its place.
        (&format!("g='{} k'; $J play ayu $g; chmod 600 k; $J play ayu $g && stat -c %a k", game), 0, "600\n"),
        ("ln -s gone matches; $J match ayu random greedy --games 2 --dir n --json n", 2, "n: is a folder"),
    ]);
    // Where nothing may be, a pipe is in the way like anything else.
    assert!(place::write(&folder.join("m-p"), &place::NEW, "x").is_err());
}
