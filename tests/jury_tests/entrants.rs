//! What the jury accepts as a program, and how it starts it.

use super::prelude::*;
use std::sync::atomic::{AtomicBool, Ordering};

/// The output of a command, run in another folder than it was prepared in.
fn output(command: &[String]) -> String {
    said(Command::new(&command[0]).args(&command[1..]).current_dir("/")).1.trim_end().to_string()
}

#[test]
fn a_command_is_split_as_by_a_shell_and_by_nothing_else_of_it() {
    for (command, expected) in [
        ("a b  c", &["a", "b", "c"][..]),
        ("'a b' \"c d\" e\\ f", &["a b", "c d", "e f"]),
        ("a '' b\"\"", &["a", "", "b"]),
        ("sh -c 'x; $y \"z\" \\n'", &["sh", "-c", "x; $y \"z\" \\n"]),
        ("\"a\\\"b\\\\c\\d $e\"", &["a\"b\\c\\d $e"]),
    ] {
        let words = words::words(command).unwrap();
        assert_eq!(words, expected, "{}", command);
        assert_eq!(words::words(&words::joined(&words)).unwrap(), words, "{:?}", words);
    }
    for bad in ["a; b", "a | b", "a 2>x", "a $HOME", "a `b`", "(a)", "a & b", "a 'b", "  ", ""] {
        assert!(words::words(bad).is_err(), "{:?}", bad);
    }
}

#[test]
fn what_a_game_gives_is_filled_into_the_words() {
    let (past, folder) = (["B1-B2", "it's 2  $x"].map(str::to_string), Path::new("/here"));
    for (kept, with, without) in [
        ("echo {seed} {past} x", "9 B1-B2;it's 2  $x x", "9 x"),
        ("echo --past={past} {seconds}s", "--past=B1-B2;it's 2  $x 1.5s", "--past= 1.5s"),
        ("sh -c 'echo {seed} \"$1\"' sh {past}", "9 B1-B2;it's 2  $x", "9"),
        ("echo {folder}/a/b '{other} c'", "/here/a/b {other} c", "/here/a/b {other} c"),
    ] {
        let entrant = Entrant::placed("x".to_string(), kept, Memory::TODAY, folder).unwrap();
        assert_eq!(output(&entrant.command(1.5, 9, &past)), with, "{}", kept);
        assert_eq!(output(&entrant.command(1.5, 9, &[])), without, "{}", kept);
        assert_eq!((entrant.kept(folder).as_str(), entrant.takes_past()), (kept, kept.contains("{past}")));
    }
}

/// A program of these words, prepared in the folder.
fn prepared(folder: &Path, text: &str) -> Entrant {
    let place = folder.join(format!("made-{}", text.len()));
    entrants::prepare("ayu", &[text], &|_| place.clone()).unwrap().remove(0)
}

#[test]
fn a_command_runs_where_it_lies_and_its_files_have_full_paths() {
    let folder = scratch("located");
    folder.put("w/prog.sh", "#!/bin/sh\n. \"$(dirname \"$0\")/lib/helper.sh\"; echo \"$word $*\"\n");
    folder.put("w/lib/helper.sh", "word=one");
    let home = folder.display().to_string();
    for (command, expected) in [
        ("sh HOME/w/prog.sh {seed} HOME/w/lib", "one 9 HOME/w/lib"),
        ("HOME/w/prog.sh", "one"),
        (
            "HOME/w/prog.sh -x PYTHONPATH=HOME/w:HOME/w/lib --net=HOME/w/prog.sh",
            "one -x PYTHONPATH=HOME/w:HOME/w/lib --net=HOME/w/prog.sh",
        ),
    ] {
        let entrant = prepared(&folder, &command.replace("HOME", &home));
        assert_eq!(output(&entrant.command(1.5, 9, &[])), expected.replace("HOME", &home), "{}", command);
    }
    // From the folder where the jury is started, with any path. A file is one word, with or without blanks.
    for name in ["my proj;touch HACK", "it's \"$HOME\" & `x`\ttab"] {
        let folder = folder.join(name);
        folder.put("pd x/my bot", format!("#!/bin/sh\n[ $2 = a=pd.txt ] && exit 7; exec {} random spaghetti", JURY));
        folder.put("pd.txt", "");
        let line =
            "$J match spaghetti \"'pd x/my bot' pd.txt -- a=pd.txt . pd x/y\" 'pd x/my bot' --games 2 --dir 'md $x;y'";
        folder.says(line, 0, "A: my bot-1 (|B: my bot-2 (");
        let here = |name: &str| folder.join(name).display().to_string();
        let words = &Plan::resume(&folder.join("md $x;y")).unwrap().entrants[0].words;
        let full = [
            here("pd x/my bot"),
            here("pd.txt"),
            "--".into(),
            format!("a={}", here("pd.txt")),
            folder.display().to_string(),
            "pd".into(),
            "x/y".into(),
        ];
        assert_eq!(words[..], full);
        folder.says("$J match --resume 'md $x;y'", 0, "");
        assert!(!folder.join("HACK").exists() && !folder.parent().unwrap().join("HACK").exists());
    }
}

#[test]
fn a_program_that_fails_only_when_it_runs_is_explained_in_the_summary() {
    let folder = scratch("fails");
    // Names that begin as an option or as a file of options, and one that is no name in Rust.
    folder.put("-o.cpp", "int main() { return 7; }");
    folder.put("@my bot-1.2.rs", "fn main() { std::process::exit(7) }");
    for name in ["-o.cpp", "'@my bot-1.2.rs'"] {
        folder.says(&format!("$J match lamistra {} random --games 2", name), 0, "crash: exit 7");
    }
    let line = "$J match lamistra \"sh -c 'echo broken pawn >&2; exit 7 # mine.py'\" random --games 4 --dir m";
    let first = "sh's first forfeit, game 1: crash: exit 7; stderr: broken pawn|!random's first forfeit";
    let text = folder.says(line, 0, first);
    assert!(text.starts_with("sh forfeited 4 games (crash): mend that first."), "{}", text);
}

#[test]
fn a_source_with_arguments_is_built_once_and_called_by_what_differs() {
    let folder = scratch("arguments");
    folder
        .put("mine.rs", "fn main() { std::process::exit(std::env::args().nth(1).map_or(9, |n| n.parse().unwrap())) }");
    let told = "A: mine 3 (|: a/mine 3\n|B: mine 4 (|: a/mine 4\n|crash: exit 3|crash: exit 4|!byte for byte";
    folder.says("$J match lamistra 'mine.rs 3' 'mine.rs 4' --games 2 --dir m; ls m/b", 0, told);
    // A compiled program with words of its own runs where it lies.
    folder.says(
        "cp m/a/mine .; $J match lamistra 'mine 5' ./mine --games 2 --dir n",
        0,
        "A: mine 5 (|B: mine (|exit 5|exit 9",
    );
    holds(
        "plan",
        folder.read("n/plan"),
        &format!("command-1={}/mine 5\n|command-2={{folder}}/b/mine\n", folder.display()),
    );
}

/// What the jury has open for writing cannot be run ("Text file busy"), nor while a child has it that another thread starts.
#[test]
fn a_program_is_copied_by_another_process() {
    let (folder, done) = (scratch("copied"), AtomicBool::new(false));
    folder.put("program", vec![1; 64 << 20]);
    let is_open = || {
        let mut files = fs::read_dir("/proc/self/fd").unwrap().flatten();
        files.any(|file| fs::read_link(file.path()).is_ok_and(|path| path.starts_with(&folder)))
    };
    thread::scope(|scope| {
        scope.spawn(|| {
            while !done.load(Ordering::Relaxed) {
                assert!(!is_open())
            }
        });
        let copied = place::copy(&folder.join("program"), &folder.join("copy"));
        done.store(true, Ordering::Relaxed);
        copied.unwrap();
    });
    assert_eq!(fs::metadata(folder.join("copy")).unwrap().len(), 64 << 20);
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_file_that_is_named_like_the_game_or_a_program_does_not_confuse_the_partners() {
    let folder = scratch("named");
    folder.put("ayu", "no program");
    folder.put("sh", "no program");
    // A word behind the program may be a file's name.
    folder.put("play", format!("exec {}", random("ayu")));
    folder.says("$J match ayu greedy 'sh play' --games 2 --verbose", 0, "A: no forfeit|B: no forfeit");
    folder.put("bin/mybot", format!("#!/bin/sh\nexec {}", random("ayu")));
    let both = "symple is our player and also |bin/symple: name it by its path";
    folder.says("cp bin/mybot bin/symple; PATH=$PWD/bin:$PATH $J match symple greedy symple --games 2", 2, both);
    // It is no other program where PATH leads to ours.
    folder.put("ours/symple", format!("#!/bin/sh\nexec {}", random("symple")));
    let line = "cp $J ours/jury; PATH=$PWD/ours:$PATH ours/jury match symple greedy symple --games 2";
    folder.says(line, 0, "B: symple");
}

#[test]
fn programs_have_names_and_come_from_a_commit() {
    for (text, expected) in [
        ("new=target/release/ayu", (Some("new"), "target/release/ayu")),
        ("java= java -cp x Mine", (Some("java"), "java -cp x Mine")),
        ("./a=b", (None, "./a=b")),
        ("java -Dx=y Mine", (None, "java -Dx=y Mine")),
        ("=x", (None, "=x")),
    ] {
        assert_eq!(entrants::named(text), expected);
    }
    let folder = scratch("names");
    folder.put("new/mine", "#!/bin/sh\n");
    folder.put("new/my bot.py", "");
    for (texts, told) in [
        (&["random-1=greedy", "random", "random"][..], "random-1|random-2|random-3"),
        (&["greedy=random", "greedy"], "greedy|greedy-1"),
        (&["HOME/mine 1.0 -x", "HOME/mine 0.5 -x", "HOME/mine -x"], "mine 1.0|mine 0.5|mine"),
        (&["HOME/mine", "HOME/mine", "mine=greedy"], "mine-1|mine-2|mine"),
        (
            &["sh 'HOME/my bot.py' {seed}", "env -i true", "sh -c 'exit 3'", "sh -u --x=y"],
            "my bot.py|true|sh -c exit 3|sh -u --x=y",
        ),
    ] {
        let texts: Vec<String> =
            texts.iter().map(|text| text.replace("HOME", &format!("{}/new", folder.display()))).collect();
        let all = entrants::prepare("ayu", &texts, &|i| folder.join(i.to_string())).unwrap();
        assert_eq!(all.iter().map(|one| one.name.as_str()).collect::<Vec<_>>().join("|"), told);
        (0..texts.len()).for_each(|i| fs::remove_dir_all(folder.join(i.to_string())).unwrap());
    }
    let folder = scratch("commits");
    folder.says("git init -q", 0, "");
    let who = "git -c user.name=x -c user.email=x@y -c commit.gpgsign=false";
    for (file, code) in [("ayu.rs", 6), ("ayu.rs", 7), ("ayu.rs", 8), ("x", 1), ("x", 2)] {
        folder.put(file, format!("fn main() {{ std::process::exit({}) }}", code));
        folder.says(&format!("git add {} && {} commit -q -m x", file, who), 0, "");
    }
    // The same text under another name, and the version before the last change.
    let same = "ayu.rs and ayu.rs@|are the same file, byte for byte (git:last is ";
    folder.says("$J match ayu ayu.rs git:HEAD~1 --games 2", 0, same);
    folder.says("$J match ayu ayu.rs git:last --games 2", 0, "exit 8|exit 7|!byte for byte");
    // By its full path, from a folder that is in no repository.
    let line = "here=$PWD; cd / && GIT_DIR=/ $J match ayu git:HEAD~4:$here/ayu.rs git:last:$here/ayu.rs --games 2 --dir $here/r";
    folder.says(line, 0, "exit 6|exit 7");
    // Changes that are not committed do not count. A branch may be called as a commit's short number.
    folder.says("git branch $(git rev-parse --short HEAD~3) HEAD~4", 0, "");
    folder.put("ayu.rs", "no program");
    let named = "\nA: ayu.rs@|\nB: last (|crash: exit 7|crash: exit 8";
    folder.says("$J match ayu git:HEAD~3 last=git:last:ayu.rs --games 2 --dir m", 0, named);
    holds("names", folder.read("m/00001.txt"), "\n# player 1: ayu.rs@|\n# player 2: last\n");
    folder.says(&format!("ln -s ayu.rs link.rs; git add link.rs; {} commit -q -m x", who), 0, "");
    for (bad, why) in [
        ("git:HEAD:link.rs", "link.rs is a link in commit |: name ayu.rs"),
        ("git:nosuch", "jury: git:nosuch: no commit \"nosuch\"\n"),
        ("git:--all", "no commit \"--all\""),
        ("git:HEAD:other.rs", "other.rs is not in commit "),
        ("git:last:other.rs", "jury: git:last:other.rs: other.rs is not in git: cp other.rs v1.rs\n"),
        ("git:HEAD:ayu", "ayu is no source file: none of .rs .c"),
        ("x=git:", "git:: "),
    ] {
        folder.says(&format!("$J match ayu {} random --games 2 --dir n; c=$?; [ -e n ] || exit $c", bad), 2, why);
    }
}
