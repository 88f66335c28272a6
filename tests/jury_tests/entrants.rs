//! What the jury accepts as a program, and how it starts it.

use super::{jury, plan, random, refused, scratch, JURY};
use jury::count::matches;
use jury::run::entrant::{self, Entrant};
use jury::run::place;
use jury::text::words;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Command;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

/// The output of an entrant's command, run in another folder than it was prepared in.
fn output_of(entrant: &Entrant) -> String {
    let words = words::words(&entrant.command(1.5, 9)).unwrap();
    let output = Command::new(&words[0]).args(&words[1..]).current_dir("/").output().unwrap();
    String::from_utf8_lossy(&output.stdout).trim_end().to_string()
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
        let again: Vec<String> = words.iter().map(|word| words::quoted(word)).collect();
        assert_eq!(words::words(&again.join(" ")).unwrap(), words, "{:?}", again);
    }
    for bad in ["a; b", "a | b", "a 2>x", "a $HOME", "a `b`", "(a)", "a & b", "a 'b", "  ", ""] {
        assert!(words::words(bad).is_err(), "{:?}", bad);
    }
}

#[test]
fn programs_run_from_any_folder_and_with_any_path() {
    for (i, name) in ["my proj", "d;touch HACK", "it's \"$HOME\" & `x`", "tab\there"].iter().enumerate() {
        let folder = scratch(&format!("paths-{}", i)).join(name);
        fs::create_dir_all(folder.join("pd x")).unwrap();
        let program = folder.join("pd x/my ayu");
        place::copy_file(Path::new(JURY), &program).unwrap();
        let lone = "pd x/my ayu";
        let command = format!("'{}' greedy ayu {{seconds}} {{seed}}", lone);
        let words = ["match", "ayu", &command, "random", "--games", "2", "--dir", "md $x;y", "--verbose"];
        let (code, text) = jury(&folder, &words);
        assert_eq!(code, Some(0), "{:?}: {}", name, text);
        assert!(text.contains("A: no forfeit") && text.contains("B: no forfeit"), "{:?}: {}", name, text);
        assert_eq!(jury(&folder, &["match", "--resume", "md $x;y"]).0, Some(0), "{:?}", name);
        // A file is one word, with or without blanks.
        let (code, text) = jury(&folder, &["match", "ayu", lone, "random", "--games", "2", "--dir", "lone"]);
        assert!(code == Some(0) && text.contains("jury play GAME A B"), "{:?}: {}", name, text);
        assert!(!folder.join("HACK").exists() && !folder.parent().unwrap().join("HACK").exists());
    }
}

#[test]
fn what_is_no_program_is_refused_before_the_first_game() {
    let folder = scratch("nosuch");
    fs::create_dir(folder.join("folder")).unwrap();
    fs::write(folder.join("data"), "no program").unwrap();
    for (name, line) in [
        ("script", "/bin/sh"),
        ("lost", "/usr/bin/env no-such-tool"),
        ("gone", "/no/such/tool -x"),
        ("windows", "/bin/sh\r"),
    ] {
        fs::write(folder.join(name), format!("#!{}\n", line)).unwrap();
        let mode = if name == "script" { 0o644 } else { 0o755 };
        fs::set_permissions(folder.join(name), fs::Permissions::from_mode(mode)).unwrap();
    }
    let arm = [&b"\x7fELF\x02\x01\x01"[..], &[0; 9], &[2, 0, 183, 0], &[1; 60]].concat();
    for (name, bytes, mode) in [
        ("bot.exe", &b"MZ\x90\0"[..], 0o755),
        ("off.exe", b"MZ\x90\0", 0o644),
        ("b.jar", b"PK\x03\x04\0", 0o644),
        ("M.class", b"\xca\xfe\xba\xbe\0\0\0\x3d", 0o755),
        ("arm", &arm, 0o755),
        ("half", &fs::read("/bin/true").unwrap()[..30], 0o755),
        ("off", &fs::read("/bin/true").unwrap(), 0o644),
        ("empty", b"", 0o755),
        ("odd", b"#!/bin/../bin\n", 0o755),
        ("foreign", b"#!/usr/bin/env -S A=1 no-such-tool\n", 0o755),
        ("marked", b"\xef\xbb\xbf#!/bin/sh\n", 0o755),
        ("text", b"echo\n", 0o755),
        ("a\nb", b"#!/bin/sh\n", 0o755),
    ] {
        fs::write(folder.join(name), bytes).unwrap();
        fs::set_permissions(folder.join(name), fs::Permissions::from_mode(mode)).unwrap();
    }
    for (program, reason) in [
        ("./bot.exe", "./bot.exe: a program for Windows: build it here, or give 'wine ./bot.exe'"),
        ("off.exe {seed}", "off.exe: no such program in PATH"),
        ("off.exe", "./off.exe: a program for Windows"),
        ("b.jar", "./b.jar: a Java archive: give 'java -jar ./b.jar'"),
        ("./M.class", "./M.class: a Java class: give 'java -cp . M'"),
        ("java M.class", "M.class: a Java class: give 'java -cp . M'"),
        ("java -jar no.jar", "no.jar: no such file, which java would need"),
        ("arm", "./arm: a program for another kind of machine: build it here"),
        ("half", "./half: no whole program"),
        ("off", "./off: no permission to run it (chmod +x)"),
        ("empty", "./empty: an empty file"),
        ("odd", "./odd: its first line, \"/bin/../bin\", names nothing that runs here"),
        ("foreign", "./foreign: its first line asks for no-such-tool, which is not here"),
        ("marked", "./marked: a byte order mark stands before its #!"),
        ("./text", "./text: a text, no program; the jury builds .rs .c"),
        ("./a\nb", "a\\nb\": a line end in a path: rename it"),
        ("folder", "folder: a folder, no program"),
        ("a,b=./half", "a name before = has letters"),
        ("gredy", "did you mean greedy?"),
        ("./odb", "did you mean ./odd?"),
        ("./nosuch", "./nosuch: No such file"),
        ("./nosuch {seconds}", "./nosuch: No such file"),
        ("nosuch.rs", "nosuch.rs"),
        ("./folder", "./folder: a folder"),
        ("data", "./data: a text, no program; the jury builds .rs .c"),
        ("./data x", "./data: a text, no program"),
        ("script", "./script: no permission to run it (chmod +x)"),
        ("./lost", "./lost: its first line asks for no-such-tool, which is not here"),
        ("./gone", "./gone: its first line asks for /no/such/tool, which is not here"),
        ("./windows", "./windows: its lines end with CR LF"),
        ("java -Xss64m Mine", "java -cp FOLDER Mine"),
        ("python3 -u mine.py", "mine.py: no such file, which python3 would need"),
        ("sh -c true {second}", "{second} means nothing: {seconds}, {seed}, {past} do"),
        ("no-such-program x", "no-such-program: no such program in PATH"),
        ("sh -c 'exit", "has no end"),
        ("./a | ./b", "is for a shell"),
    ] {
        for pair in [[program, "random"], ["random", program]] {
            let (code, text) = jury(&folder, &["match", "ayu", pair[0], pair[1], "--games", "4", "--dir", "m"]);
            assert!(code == Some(2) && text.contains(reason), "{}: {}", program, text);
            assert!(!folder.join("m").exists(), "{}: a match that did not begin leaves nothing", program);
        }
    }
    // The game's name is our player.
    if entrant::jury_beside_us().unwrap().with_file_name("ayu").is_file() {
        assert_eq!(jury(&folder, &["play", "ayu", "ayu", "random", "--time", "1", "--quiet"]).0, Some(0));
    }
    // A name that begins as an option.
    fs::write(folder.join("-o.cpp"), "int main() { return 7; }").unwrap();
    let (_, text) = jury(&folder, &["match", "ayu", "-o.cpp", "random", "--games", "2"]);
    assert!(text.contains("crash: exit 7"), "{}", text);
    // What fails only when it runs is explained in the summary.
    let broken = "sh -c 'echo broken pawn >&2; exit 7 # mine.py'";
    let (code, text) = jury(&folder, &["match", "ayu", broken, "random", "--games", "4", "--dir", "m"]);
    assert!(code == Some(0) && text.starts_with("sh forfeited 4 games (crash): mend that first."), "{}", text);
    assert!(text.contains("sh's first forfeit, game 1: crash: exit 7; stderr: broken pawn"), "{}", text);
    assert!(!text.contains("random's first forfeit"), "{}", text);
}

#[test]
fn a_program_of_several_files_runs_where_it_lies_or_in_a_copy_of_its_folder() {
    let folder = scratch("several");
    let (one, two) = (folder.join("one"), folder.join("two"));
    for (path, text) in [(&one, "one"), (&two, "two")] {
        fs::create_dir_all(path.join("lib")).unwrap();
        let script = "#!/bin/sh\n. \"$(dirname \"$0\")/lib/helper.sh\"; echo \"$word $*\"\n";
        fs::write(path.join("prog.sh"), script).unwrap();
        fs::set_permissions(path.join("prog.sh"), fs::Permissions::from_mode(0o755)).unwrap();
        fs::write(path.join("lib/helper.sh"), format!("word={}\n", text)).unwrap();
    }
    let command = format!("sh {}/prog.sh {{seconds}} {{seed}} {}/prog.sh", one.display(), two.display());
    let place = Entrant::prepare("ayu", &command, &folder.join("a")).unwrap();
    assert_eq!(output_of(&place), format!("one 1.5 9 {}/prog.sh", two.display()), "never another program's file");
    let files = ["prog.sh", "lib/helper.sh"].map(|name| [one.join(name), two.join(name)]).concat();
    assert!(files.iter().all(|file| place.files().contains(file)) && place.files().len() == 4, "{:?}", place.files());
    // A lone script is not copied: it may need the files beside it.
    let alone = Entrant::prepare("ayu", &one.join("prog.sh").display().to_string(), &folder.join("c")).unwrap();
    assert_eq!(output_of(&alone), "one");
    let copied = Entrant::prepare_copied("ayu", &command, &folder.join("b"), Some(&one)).unwrap();
    fs::write(one.join("lib/helper.sh"), "word=changed\n").unwrap();
    assert!(output_of(&copied).starts_with("one 1.5 9"), "{}: {}", copied.template, output_of(&copied));
    assert!(output_of(&place).starts_with("changed 1.5 9"));
    let inside = Entrant::prepare_copied("ayu", &command, &one.join("m"), Some(&one));
    assert!(inside.unwrap_err().contains("the match lies in this folder"));
}

#[test]
fn a_copied_program_runs_at_once_while_other_threads_start_programs() {
    let (folder, done) = (scratch("at-once"), AtomicBool::new(false));
    thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                while !done.load(Ordering::Relaxed) {
                    Command::new("true").status().unwrap();
                }
            });
        }
        for i in 0..100 {
            let copy = folder.join(i.to_string());
            let run = place::copy_file(Path::new("/bin/true"), &copy).map(|_| Command::new(&copy).status());
            if !matches!(run, Ok(Ok(status)) if status.success()) {
                done.store(true, Ordering::Relaxed);
                panic!("copy {}: {:?}", i, run);
            }
        }
        done.store(true, Ordering::Relaxed);
    });
}

#[test]
fn a_program_that_changes_during_a_match_changes_no_result() {
    // A compiled program is copied.
    let folder = scratch("copies");
    let ayu = folder.join("ayu-mine");
    // It holds our players' words, so it gets arguments.
    fs::write(&ayu, [&fs::read("/bin/echo").unwrap(), entrant::OURS.join(" ").as_bytes()].concat()).unwrap();
    fs::set_permissions(&ayu, fs::Permissions::from_mode(0o755)).unwrap();
    let entrant = Entrant::prepare("ayu", &ayu.display().to_string(), &folder.join("a")).unwrap();
    // With arguments of its own it gets no others.
    let spoken = Entrant::prepare("ayu", &format!("{} {{seed}} x", ayu.display()), &folder.join("c")).unwrap();
    assert_eq!(output_of(&spoken), "9 x");
    fs::copy("/bin/true", &ayu).unwrap();
    assert_eq!(output_of(&entrant), "1.5 9");
    // A script is not copied. If it changes, the match stops and names the file.
    let script = folder.join("script.sh");
    fs::write(&script, format!("exec {} random ayu 1 \"$1\"\n", JURY)).unwrap();
    let mut plan = plan("ayu", 2, folder.join("m"));
    plan.entrants[0] =
        Entrant::prepare("ayu", &format!("sh {} {{seed}}", script.display()), &folder.join("b")).unwrap();
    plan.save().unwrap();
    matches::run(&plan).unwrap();
    plan.games = 4;
    fs::write(&script, format!("exec {} greedy ayu 1 \"$1\"\n", JURY)).unwrap();
    let why = matches::run(&plan).unwrap_err().to_string();
    assert!(why.contains("script.sh has changed"), "{}", why);
    assert!(!plan.folder.join("00003.txt").exists());
    // The game in which it changed does not count.
    fs::write(&script, format!("echo '#' >> \"$0\"\nexec {} random ayu 1 \"$1\"\n", JURY)).unwrap();
    plan.folder = folder.join("m2");
    plan.save().unwrap();
    let why = matches::run(&plan).unwrap_err().to_string();
    assert!(why.contains("script.sh has changed"), "{}", why);
    assert!(!plan.folder.join("00001.txt").exists());
}

#[test]
fn every_file_of_a_command_is_watched_or_said_not_to_be() {
    let folder = scratch("watched");
    for (name, text) in [
        ("w/bot.sh", format!(". $1/part.sh; exec {} $style ayu", JURY)),
        ("w/part.sh", "style=random".to_string()),
        ("w/pk/deep.py", String::new()),
        ("w/data.txt", String::new()),
        ("w/.git/hook.sh", String::new()),
        ("c/x/A.class", String::new()),
        ("c/y.jar", String::new()),
    ] {
        fs::create_dir_all(folder.join(name).parent().unwrap()).unwrap();
        fs::write(folder.join(name), text).unwrap();
    }
    let file = |name: &str| folder.join(name).display().to_string();
    for (command, expected) in [
        ("sh w/bot.sh w", &["w/bot.sh", "w/part.sh", "w/pk/deep.py"][..]),
        ("sh -c 'cd FOLDER/w && sh bot.sh . >x'", &["w/bot.sh", "w/part.sh", "w/pk/deep.py"]),
        ("env PYTHONPATH=w python3 -m pk.deep", &["w/bot.sh", "w/part.sh", "w/pk/deep.py"]),
        ("java -cp c/x:c/y.jar A", &["c/x/A.class", "c/y.jar"]),
        ("java -cp c A", &["c/x/A.class", "c/y.jar"]),
        ("java --class-path=c A", &["c/x/A.class", "c/y.jar"]),
        ("java -jar c/y.jar", &["c/x/A.class", "c/y.jar"]),
        ("sh -c 'exit 3'", &[]),
        ("env -i true", &[]),
    ] {
        let command = command.replace("FOLDER", &folder.display().to_string());
        // Paths are those of the folder where the jury is started.
        let line = jury(&folder, &["match", "ayu", &command, "random", "--games", "2", "--time", "1", "--dir", "f"]).1;
        let kept = fs::read_to_string(folder.join("f/plan")).unwrap_or_else(|_| panic!("{}: {}", command, line));
        let kept = kept.lines().find_map(|line| line.strip_prefix("command-1=")).unwrap();
        let text = Entrant::placed("x".to_string(), kept, jury::run::memory::Memory::TODAY, &folder);
        fs::remove_dir_all(folder.join("f")).unwrap();
        let mut files: Vec<String> = text.files().iter().map(|path| path.display().to_string()).collect();
        files.sort();
        assert_eq!(files, expected.iter().map(|name| file(name)).collect::<Vec<_>>(), "{}", command);
        assert!(text.watched(false).is_ok_and(|line| line.is_empty() == expected.is_empty()), "{}", command);
    }
    for blind in ["python3 -m pk.m", "sh -c 'exec python3 -m pk.m'", "env A=1 node"] {
        refused(&folder, &["match", "ayu", blind, "random", "--games", "2", "--dir", "n"], "(--unwatched)");
        assert!(!folder.join("n").exists(), "{}", blind);
    }
    let words = ["match", "ayu", "python3 -m pk.m", "random", "--games", "2", "--unwatched", "--dir", "n"];
    let (code, text) = jury(&folder, &words);
    assert!(code == Some(0) && text.contains("no file of \"python3 -m pk.m\" is known"), "{}", text);
    // Of a folder that is too large, what lies directly in it.
    fs::create_dir_all(folder.join("big/below")).unwrap();
    (0..5_001).for_each(|n| fs::write(folder.join(format!("big/{}", n)), "").unwrap());
    ["big/bot.py", "big/part.py", "big/below/x.py"].iter().for_each(|name| fs::write(folder.join(name), "").unwrap());
    let words = ["match", "ayu", "python3 big/bot.py", "random", "--games", "2"];
    let (_, text) = jury(&folder, &words);
    assert!(text.contains("watched: 2 sources in ") && text.contains("too large: not what lies below"), "{}", text);
    // A change between a match and its continuation, and a source that has come, stop it by name.
    let words = ["match", "ayu", "sh w/bot.sh FOLDER/w", "random", "--games", "2", "--dir", "m"];
    let words = words.map(|word| word.replace("FOLDER", &folder.display().to_string()));
    let (code, text) = jury(&folder, &words.each_ref().map(String::as_str));
    assert!(code == Some(0) && text.contains("bot.sh: watched: 3 sources in ") && text.contains("--copy"), "{}", text);
    let again = ["match", "--resume", "m", "--games", "4"];
    fs::write(folder.join("w/data.txt"), "new").unwrap();
    fs::write(folder.join("w/new.py"), "").unwrap();
    refused(&folder, &again, "w/new.py is new since the match began");
    fs::remove_file(folder.join("w/new.py")).unwrap();
    fs::write(folder.join("w/part.sh"), "style=greedy").unwrap();
    refused(&folder, &again, "w/part.sh has changed since the match began");
    fs::write(folder.join("w/part.sh"), "style=random").unwrap();
    assert_eq!(jury(&folder, &again).0, Some(0));
}

#[test]
fn a_file_that_is_named_like_the_game_does_not_confuse_the_partners() {
    let folder = scratch("named");
    // Files that are named like a program do not confuse it either.
    fs::write(folder.join("ayu"), "no program").unwrap();
    fs::write(folder.join("sh"), "no program").unwrap();
    // A word behind the program may be a file's name.
    fs::write(folder.join("play"), format!("exec {}", random("ayu"))).unwrap();
    let (_, text) = jury(&folder, &["match", "ayu", "greedy", "sh play", "--games", "2", "--verbose"]);
    assert!(text.contains("A: no forfeit") && text.contains("B: no forfeit"), "{}", text);
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
        assert_eq!(entrant::named(text), expected);
    }
    let folder = scratch("commits");
    let git = |words: &[&str]| {
        let who = ["-c", "user.name=x", "-c", "user.email=x@y", "-c", "commit.gpgsign=false"];
        let output = Command::new("git").args(who).args(words).current_dir(&folder).output().unwrap();
        assert!(output.status.success(), "{:?}", output);
    };
    git(&["init", "-q"]);
    for (file, code) in [("ayu.rs", 6), ("ayu.rs", 7), ("ayu.rs", 8), ("x", 1), ("x", 2)] {
        fs::write(folder.join(file), format!("fn main() {{ std::process::exit({}) }}", code)).unwrap();
        git(&["add", file]);
        git(&["commit", "-q", "-m", "x"]);
    }
    // The same text under another name, and the version before the last change.
    let (_, text) = jury(&folder, &["match", "ayu", "ayu.rs", "git:HEAD~1", "--games", "2"]);
    let change = Command::new("git").args(["log", "-1", "--format=%h", "--", "ayu.rs"]).current_dir(&folder).output();
    let change = String::from_utf8(change.unwrap().stdout).unwrap();
    let says = format!("are the same file, byte for byte; the last change of ayu.rs is {}", change.trim());
    assert!(text.contains("ayu.rs and ayu.rs@") && text.contains(&says), "{}", text);
    let (_, text) = jury(&folder, &["match", "ayu", "ayu.rs", "git:last", "--games", "2"]);
    assert!(text.contains("exit 8") && text.contains("exit 7") && !text.contains("byte for byte"), "{}", text);
    // Changes that are not committed do not count.
    fs::write(folder.join("ayu.rs"), "no program").unwrap();
    let words = ["match", "ayu", "git:HEAD~3", "last=git:last:ayu.rs", "--games", "2", "--dir", "m"];
    let (code, text) = jury(&folder, &words);
    assert!(code == Some(0) && text.contains("\nA: ayu.rs@") && text.contains("\nB: last ("), "{}", text);
    assert!(text.contains("crash: exit 7") && text.contains("crash: exit 8"), "{}", text);
    let record = fs::read_to_string(folder.join("m/00001.txt")).unwrap();
    assert!(record.contains("\n# player 1: ayu.rs@") && record.contains("\n# player 2: last\n"), "{}", record);
    for (bad, why) in [
        ("git:nosuch", "jury: git:nosuch: no commit \"nosuch\"\n"),
        ("git:--all", "no commit \"--all\""),
        ("git:HEAD:other.rs", "other.rs is not in commit "),
        ("git:last:other.rs", "no other version of other.rs in git"),
        ("git:HEAD:ayu", "ayu is no source file: none of .rs .c"),
        ("x=git:", "git:: "),
    ] {
        refused(&folder, &["match", "ayu", bad, "random", "--games", "2", "--dir", "n"], why);
        assert!(!folder.join("n").exists(), "{}", bad);
    }
}
