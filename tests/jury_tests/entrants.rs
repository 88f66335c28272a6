//! What the jury accepts as a program, and how it starts it.

use super::prelude::*;

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
    // bash makes several words of braces.
    assert_eq!(["{seed}", "{a,b}", "{1..3}"].map(words::quoted), ["{seed}", "'{a,b}'", "'{1..3}'"]);
    for bad in ["a; b", "a | b", "a 2>x", "a $HOME", "a `b`", "(a)", "a & b", "a 'b", "  ", ""] {
        assert!(words::words(bad).is_err(), "{:?}", bad);
    }
}

#[test]
fn what_a_game_gives_is_filled_into_the_words() {
    let past = ["B1-B2", "it's 2  $x"].map(str::to_string);
    for (command, with, without) in [
        ("echo {seed} {past} x", "9 B1-B2;it's 2  $x x", "9 x"),
        ("echo --past={past} {seconds}s", "--past=B1-B2;it's 2  $x 1.5s", "--past= 1.5s"),
        ("sh -c 'echo {seed} \"$1\"' sh {past}", "9 B1-B2;it's 2  $x", "9"),
    ] {
        let entrant = Entrant { name: "x".to_string(), words: words::words(command).unwrap() };
        assert_eq!(output(&entrant.command(1.5, 9, &past)), with, "{}", command);
        assert_eq!(output(&entrant.command(1.5, 9, &[])), without, "{}", command);
        assert_eq!(entrant.takes_past(), command.contains("{past}"));
    }
}

/// Programs of these words, prepared in folders of their own.
fn prepared(folder: &Path, texts: &[String]) -> Vec<Entrant> {
    let made = folder.join("made");
    let _ = fs::remove_dir_all(&made);
    entrants::prepare("ayu", texts, &|i| made.join(i.to_string())).unwrap()
}

#[test]
fn a_command_runs_where_it_lies_and_its_files_have_full_paths() {
    let folder = scratch("located");
    folder.put("w/prog.sh", "#!/bin/sh\n. \"$(dirname \"$0\")/lib/helper.sh\"; echo \"$word $*\"\n");
    folder.put("w/lib/helper.sh", "word=one");
    let program = folder.join("w/prog.sh").display().to_string();
    assert_eq!(output(&prepared(&folder, &[program])[0].command(1.5, 9, &[])), "one");
    // From the folder where the jury is started, with any path. A file is one word, with or without blanks.
    let folder = folder.join("it's \"$HOME\" & `x`;touch HACK\ttab");
    folder.put("pd x/my bot", format!("#!/bin/sh\nexec {} random spaghetti", JURY));
    folder.put("pd.txt", "");
    let words = "'pd x/my bot' pd.txt a=pd.txt . pd x/y";
    let line = format!("$J match spaghetti \"{}\" 'pd x/my bot' --games 2 --dir 'm $x;y'", words);
    folder.says(&line, 0, "A: my bot-1 (|B: my bot-2 (");
    let full = "HERE/pd x/my bot|HERE/pd.txt|a=pd.txt|HERE|pd|x/y";
    let found = Plan::resume(&folder.join("m $x;y")).unwrap().entrants[0].words.join("|");
    assert_eq!(found, full.replace("HERE", &folder.display().to_string()));
    folder.says("$J match --resume 'm $x;y'; [ ! -e HACK ]", 0, "");
}

#[test]
fn a_source_with_arguments_is_built_once_and_called_by_what_differs() {
    let folder = scratch("arguments");
    let source = "fn main() { std::process::exit(std::env::args().nth(1).map_or(9, |n| n.parse().unwrap())) }";
    folder.put("mine.rs", source);
    let told = "A: mine.rs 3 (|/a/mine 3\n|B: mine.rs 4 (|/a/mine 4\n|crash: exit 3|crash: exit 4";
    // A compiled program with words of its own runs where it lies.
    let here = "cp m/a/mine .; $J match lamistra 'mine 5' ./mine --games 2 --dir n; cat n/plan";
    let lies = format!("A: mine 5 (|exit 5|exit 9|command-1={0}/mine 5\n|command-2={0}/n/b/mine\n", folder.display());
    folder.steps(&[("$J match lamistra 'mine.rs 3' 'mine.rs 4' --games 2 --dir m", 0, told), (here, 0, &lies)]);
}

#[test]
fn a_file_that_is_named_like_the_game_or_a_program_does_not_confuse_the_partners() {
    let folder = scratch("named");
    ["ayu", "sh"].iter().for_each(|name| folder.put(name, "no program"));
    // A word behind the program may be a file's name. Our player stands beside the jury.
    folder.put("play", format!("exec {}", random("ayu")));
    folder.put("ours/symple", format!("#!/bin/sh\nexec {}", random("symple")));
    folder.steps(&[
        ("$J match ayu greedy 'sh play' --games 2", 0, "!forfeited"),
        ("cp $J ours/jury; ours/jury match symple greedy symple --games 2", 0, "B: symple"),
        ("ours/jury match lamistra lamistra greedy", 2, "program, and our player is not built (make build)\n"),
    ]);
}

#[test]
fn programs_have_names_that_differ() {
    for (text, expected) in [
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
    let home = folder.join("new").display().to_string();
    for (texts, told) in [
        ("random-1=greedy|random|random", "random-1|random-2|random-3"),
        ("greedy=random|greedy", "greedy|greedy-2"),
        ("HOME/mine 1.0 -x|HOME/mine 0.5 -x|HOME/mine -x", "mine 1.0|mine 0.5|mine"),
        ("HOME/mine|HOME/mine|mine=greedy", "mine-1|mine-2|mine"),
        ("sh 'HOME/my bot.py' {seed}|env -i true|sh -c 'exit 3'|sh -u", "my bot.py|env|sh -c exit 3|sh -u"),
    ] {
        let texts: Vec<String> = texts.split('|').map(|text| text.replace("HOME", &home)).collect();
        let names: Vec<String> = prepared(&folder, &texts).into_iter().map(|one| one.name).collect();
        assert_eq!(names.join("|"), told);
    }
}

#[test]
fn a_program_may_come_from_a_commit() {
    let folder = scratch("commits");
    folder.says("git init -q", 0, "");
    for (file, code) in [("ayu.rs", 6), ("ayu.rs", 7), ("ayu.rs", 8), ("x", 1), ("x", 2)] {
        folder.put(file, format!("fn main() {{ std::process::exit({}) }}", code));
        let commit = "git -c user.name=x -c user.email=x@y -c commit.gpgsign=false commit -q -m x";
        folder.says(&format!("git add {} && {}", file, commit), 0, "");
    }
    folder.steps(&[
        ("$J match ayu ayu.rs git:last --games 2", 0, "exit 8|exit 7"),
        // Changes that are not committed do not count. A branch may be called as a commit's short number.
        ("git branch $(git rev-parse --short HEAD~3) HEAD~4; echo no program > ayu.rs", 0, ""),
        (
            "$J match ayu git:HEAD~3 last=git:last:ayu.rs --games 2 --dir m",
            0,
            "\nB: last (|crash: exit 7|crash: exit 8",
        ),
        ("cat m/00001.txt", 0, "\n# player 1: ayu.rs@|\n# player 2: last\n"),
    ]);
    folder.put("other.rs", "");
    for (bad, why) in [
        ("git:nosuch", "jury: git:nosuch: no commit \"nosuch\": fatal: "),
        ("git:HEAD:other.rs", "other.rs is not in commit "),
        ("git:last:other.rs", "jury: git:last:other.rs: no other version of other.rs in git: commit each version, or keep a copy (cp other.rs v1.rs)\n"),
        ("git:HEAD:ayu", "ayu is no source file: none of .rs .c"),
        ("x=git:", "git:: "),
    ] {
        folder.says(&format!("$J match ayu {} random --games 2", bad), 2, why);
    }
}
