//! The Makefile: what it hands on, and when it builds.

use super::prelude::*;
use std::process::Output;

/// A compiler that makes of `ayu.rs`, or of the jury, a script that says its words.
const RUSTC: &str = r#"#!/bin/sh
case "$*" in *-vV) exit;; esac; echo compiled >> log
for word; do test "$before" != -o || out=$word; before=$word; done
for word; do source=$word; done
{ echo '#!/bin/sh'; cat "$source"; echo 'printf "%s|" "$@"'; } > "$out"; chmod +x "$out""#;

/// Runs our Makefile there as somebody does, with settings of cargo and make that must not matter.
fn make(folder: &Path, words: &[&str]) -> Output {
    let mut make = Command::new("make");
    make.args(["MORE=", "RUSTC=sh rustc"]).args(words).env_remove("RUSTC");
    make.env("CARGO_TARGET_DIR", "/none").env("RUSTFLAGS", "none").env("CARGO_BUILD_TARGET", "none");
    // This test runs below `make test`, which tells a make within it that it is one.
    make.env_remove("MAKELEVEL").env_remove("GAME").env("MAKEFLAGS", "-j4").current_dir(folder).output().unwrap()
}

fn tree(name: &str) -> std::path::PathBuf {
    let folder = scratch(&format!("make {}", name));
    let jury = "tests/jury/lib.rs,tests/jury/command/program.rs,tests/jury/pages/page.js";
    format!("{jury},tests/bench/ayu.rs,a.rs,a b").split(',').for_each(|file| folder.put(file, ""));
    ["rustc", "my rustc"].iter().for_each(|name| folder.put(name, RUSTC));
    folder.put("ayu.rs", "#1");
    fs::copy(Path::new(env!("CARGO_MANIFEST_DIR")).join("Makefile"), folder.join("Makefile")).unwrap();
    folder
}

/// The words of make, and what the jury is then given. `OWN` is our player.
const GIVEN: &[(&[&str], &str)] = &[
    (&["play", "RUSTC=./my rustc"], "play|ayu|OWN|OWN|--time|5|"),
    (&["match", "A=sh -c \"exit 3\""], "match|ayu|sh -c \"exit 3\"|OWN|--time|5|--games|100|--jobs|1|"),
    (&["play", "A=sh -c 'exit 3'", "TIME=3; touch PWN"], "play|ayu|sh -c 'exit 3'|OWN|--time|3; touch PWN|"),
    (&["match", "A=", "N=", "TIME= ", "GAME="], "match|ayu|OWN|OWN|--time|5|--games|100|--jobs|1|"),
    (&["play", "TIME=3\ntouch PWN", "-i"], "play|ayu|OWN|OWN|--time|3\ntouch PWN|"),
    (&["play", "TIME=$(shell touch PWN)`touch PWN`"], "play|ayu|OWN|OWN|--time|$(shell touch PWN)`touch PWN`|"),
    (&["play", "MORE=--quiet '$(touch PWN)'"], "play|ayu|OWN|OWN|--time|5|--words|--quiet '$(touch PWN)'|"),
    (&["human", "B=$$(touch PWN)", "TEXT=1"], "play|ayu|human|$$(touch PWN)|--time|5|"),
    (&["tournament", "P=a 'b' `touch PWN`"], "tournament|ayu|--words|a 'b' `touch PWN`|--time|5|--games|20|--jobs|1|"),
    (&["soak", "N=1;touch PWN", "GAME=ayu"], "soak|ayu|OWN|--time|5|--games|1;touch PWN|"),
    (&["pool", "JOBS=$(touch PWN)"], "pool|ayu|OWN|--time|3|--games|20|--jobs|$(touch PWN)|"),
    (&["idea", "IDEA=x;touch PWN"], "idea|ayu|x;touch PWN|--time|3|--games|100|--jobs|1|"),
    (&["idea", "IDEA=x", "SEED=`touch PWN`"], "idea|ayu|x|--time|3|--games|100|--jobs|1|--seed|`touch PWN`|"),
    (&["idea", "IDEA=x", "MORE=--record"], "idea|ayu|x|--time|3|--games|100|--jobs|1|--bench||--words|--record|"),
    (&["pool", "MORE=--record"], "pool|ayu|ayu.rs|--time|3|--games|20|--jobs|2|--bench||--words|--record|"),
    (&["ideas"], "ideas|"),
    (&["ideas", "GAME=x;touch PWN"], ""),
    (&["new", "GAME=x;touch PWN $(shell touch PWN)"], "new|x;touch PWN $(shell touch PWN)|"),
    (&["play", "GAME=x;touch PWN"], ""),
    (&["submit", "GAME=ayu;touch PWN"], ""),
    (&["test", "GAME=ayu\";touch PWN"], ""),
    (&["bench", "GAME=x'$(touch PWN)"], ""),
    (&["mach"], ""),
    (&["match", "TIMES=$(touch PWN)"], ""),
    // One file if there is one of this name, else several.
    (&["show", "F=a b"], "show|a b|"),
    (&["show", "F=a c"], "show|a|c|"),
    (&["show", "F=a;touch PWN"], "show|a;touch|PWN|"),
];

// `a.rs` is somebody's own program.
#[test]
fn make_hands_on_what_was_written_and_runs_nothing_of_it() {
    let folder = tree("it's \"my\" $(code)");
    for (words, expected) in GIVEN {
        let output = make(&folder, words);
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        let all = text.clone() + &String::from_utf8_lossy(&output.stderr);
        let refused = expected.is_empty() && all.contains("no ") && output.status.code() == Some(2);
        let text = text.replace("building the jury: about a minute on a quiet machine ...\n", "");
        // A pool plays two games at once, if there are two processors.
        let jobs = if jury::run::system::processors("self").len() > 1 { "--jobs|2" } else { "--jobs|1" };
        let expected = expected.replace("OWN", "target/release/ayu").replace("--jobs|2", jobs);
        let taken = text == expected;
        assert!(refused || taken, "{:?}: {} {}", words, text, String::from_utf8_lossy(&output.stderr));
        assert!(!folder.join("PWN").exists(), "{:?}", words);
    }
    // Names of targets, too; and what is only printed, or gets as far as that by `-i`.
    folder.put("bin/cargo", "#!/bin/sh");
    let path = format!("PATH={}/bin:{}", folder.display(), std::env::var("PATH").unwrap()).replace('$', "$$");
    for words in [
        &["x`touch PWN`"][..],
        &["log-x`touch PWN`"],
        &["suite-x;touch PWN"],
        &["editions-x;touch PWN;"],
        &["help", "GAME=\";touch PWN;\""],
        &["test", "GAME=% ;touch PWN", "-i"],
        &["suite-x", "GAME=\";touch PWN;\""],
        &["lint-game", "GAME=\";touch PWN;\"", "-i"],
    ] {
        make(&folder, &[&[path.as_str()], words].concat());
        assert!(!folder.join("PWN").exists(), "{:?}", words);
    }
    // A file that the contest does not take is not to be uploaded.
    folder.put("bin/rustc", "#!/bin/sh\nexit 9");
    for (bytes, code, says) in [(1_474_559, 0, "upload this file (1474559 bytes): /"), (1_474_560, 2, "more than the")]
    {
        folder.put("ayu.rs", " ".repeat(bytes));
        let output = make(&folder, &["submit", &path]);
        holds("submit", String::from_utf8_lossy(&output.stdout), says);
        assert_eq!(output.status.code(), Some(code), "{} bytes", bytes);
    }
}

#[test]
fn make_builds_what_changed_whatever_the_times_of_files() {
    let folder = tree("times");
    let log = || fs::read_to_string(folder.join("log")).unwrap_or_default().lines().count();
    let compiled = || {
        let _ = fs::remove_file(folder.join("log"));
        let output = make(&folder, &["play"]);
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        log()
    };
    // Two that begin at the same time do not build into each other's files.
    std::thread::scope(|scope| [0, 1].map(|_| scope.spawn(|| make(&folder, &["play"]))).map(|two| two.join().unwrap()));
    assert_eq!((log(), compiled()), (3, 0), "the jury in two steps, and the player");
    // As by `cp --preserve`, or a file put back: older than the program.
    folder.put("ayu.rs", "#2");
    folder.says("touch -d 1999-01-01 ayu.rs", 0, "");
    assert_eq!((compiled(), compiled()), (1, 0));
    // As by cargo, in another state of the sources.
    folder.put("target/release/ayu", "#!/bin/true");
    assert_eq!((compiled(), compiled()), (1, 0));
    folder.put("tests/jury/pages/page.css", "{}");
    assert_eq!((compiled(), compiled()), (2, 0));
    fs::remove_file(folder.join("tests/jury/pages/page.css")).unwrap();
    assert_eq!((compiled(), compiled()), (2, 0));
    // What does not compile is not played with the program from before.
    folder.put("rustc", RUSTC.replace("echo compiled", "exit 1; echo compiled"));
    folder.put("ayu.rs", "#3");
    let output = make(&folder, &["play"]);
    assert!(!output.status.success() && !String::from_utf8_lossy(&output.stdout).contains("play|"));
}

/// As cargo, with the compiler that was given: clippy, a suite and a test of the clock have a fault, one suite is killed.
const CARGO: &str = "#!/bin/sh
echo \"cargo $*\"
test \"$RUSTC\" = 'sh rustc' || exit 3
case \"$*\" in
  fmt*|*--no-run*) exit;;
  clippy*) exit 1;;
  *'--test ayu') printf 'test a ... FAILED\\n\\nfailures:\\n    noise\\n\\nfailures:\\n    a::b\\n    c\\n'
    printf '\\ntest result: FAILED. 3 passed; 2 failed; 0 ignored\\n'; exit 101;;
  *'--test frame') exit 101;;
  *'--test clock -- --test-threads=1') printf 'test x ... NOT PROVEN: that x (machine busy)\\nok\\n';;
esac
printf '\\ntest result: ok. 4 passed; 0 failed; 0 ignored\\n'
";

#[test]
fn make_test_runs_everything_and_says_at_the_end_what_failed() {
    let folder = tree("suites");
    for suite in ["ayu.rs", "clock.rs", "frame.rs", "programs.rs", "jury_tests/main.rs"] {
        folder.put(&format!("tests/{}", suite), "");
    }
    for (tool, text) in [("cargo", CARGO), ("rustc", "#!/bin/sh"), ("clippy-driver", "#!/bin/sh\nexit 1")] {
        folder.put(&format!("bin/{}", tool), text);
    }
    let path = format!("PATH={}/bin:{}", folder.display(), std::env::var("PATH").unwrap());
    let faults = "FAILED: ayu: a::b\nFAILED: ayu: c\n";
    for (words, head, tail) in [
        (&["RUSTC_OLD=rustc"][..], "NOT PROVEN: that x (machine busy)\nFAILED: lint\n", "FAILED: frame\n15 passed"),
        (&["RUSTC_OLD=", "--silent"], "(machine busy)\nFAILED: editions\nFAILED: lint\n", "FAILED: frame\n15 passed"),
        (&["GAME=ayu"], "FAILED: lint-game\n", "11 passed"),
    ] {
        let expected = format!("{}{}{}, 2 failed\n", head, faults, tail);
        // Two at the same time do not take each other's reports.
        let run = || make(&folder, &[&["test", &path], words].concat());
        for output in thread::scope(|scope| [(); 2].map(|()| scope.spawn(run)).map(|one| one.join().unwrap())) {
            let text = String::from_utf8_lossy(&output.stdout).into_owned();
            assert!(output.status.code() == Some(2) && text.ends_with(&expected), "{:?}: {}", words, text);
            let last = text.lines().rfind(|line| line.starts_with("cargo test")).unwrap();
            assert_eq!(last.contains("clock"), words[0] != "GAME=ayu", "{}", text);
        }
    }
    // Without a fault.
    folder.put("bin/cargo", CARGO.replace("exit 1", "exit 0").replace("ayu'", "none'"));
    let output = make(&folder, &["test", "GAME=ayu", &path]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
}
