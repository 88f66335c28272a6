//! What the jury refuses, in one table for all commands: it says why in a line, and leaves nothing.

use super::prelude::*;

/// Files that are no programs, or none for this machine.
const FILES: &[(&str, &[u8])] = &[
    ("gone", b"#!/no/such/tool -x\n"),
    ("windows", b"#!/bin/sh\r\n"),
    ("bot.exe", b"MZ\x90\0"),
    ("data", b"no program"),
];

/// Words for a program, and why there is none. They stand for A or for B.
const PROGRAMS: &[(&str, &str)] = &[
    ("./bot.exe", "./bot.exe: no program that starts here; the jury builds .rs .c .cpp .cc .cxx .java .py .js .mjs .cjs .pas .hs .ml .go .cs; for another language give the command that starts it"),
    ("sh mine.py", "mine.py: no such file, which sh would need"),
    ("off", "./off: no permission to run it (chmod +x)"),
    ("./gone", "./gone: its first line, \"/no/such/tool -x\", names nothing that runs here"),
    ("./windows", "./windows: its lines end with CR LF, as on Windows; a script needs LF alone"),
    ("./data x", "; for another language give the command that starts it"),
    ("./folder", "folder: a folder, no program: name the file in it"),
    ("gredy", "did you mean greedy?"),
    ("./datb", "./datb: No such file or directory (os error 2); did you mean ./data?"),
    ("bot", "bot: no such program in PATH, nor a file here; did you mean bot.exe?"),
    ("no-such-program x", "no-such-program: no such program in PATH, nor a file here"),
    ("sh -c 'exit", "a quote in \"sh -c 'exit\" has no end"),
    ("a $x", "'$' in \"a $x\" is for a shell: quote it, or write sh -c '...'"),
    ("", "a command without a word"),
];

/// Words for the jury as a shell reads them, and the end of what it says. `MATCH` is a whole match.
const WORDS: &[(&str, &str)] = &[
    ("matsch", "no command \"matsch\"; did you mean match?; `jury help` lists them"),
    ("idea ayu no-killer", "ayu has no idea \"no-killer\"; did you mean no-killers?; tests/ideas/ayu has: no-killers"),
    ("match symple simple random", "; did you mean symple?"),
    ("match ayu greedy", "wanted: GAME A B (a command of several words goes into quotes)"),
    ("tournament", "wanted: GAME P1 P2 P3 ..."),
    ("check", "wanted: one or more transcripts"),
    ("show", "wanted: one or more transcripts or folders of a match"),
    ("summary", "wanted: one or more folders of matches"),
    ("review", "wanted: FILE|FOLDER [PROGRAM] (a command of several words goes into quotes)"),
    ("new", "wanted: NAME"),
    ("idea a b c", "wanted: [GAME [NAME]]"),
    ("random", "wanted: GAME [SECONDS [SEED [PAST]]]"),
    ("random ayu 1 x", "the seed \"x\" is no whole number"),
    ("tournament --resume old", "old is a match: `jury match --resume old` goes on with it"),
    ("match --resume old random", "\"random\" with --resume, which goes on with the programs of then"),
    ("MATCH --memory today", "\"today\" is no limit of memory: a size such as 300M or 2G, year or none"),
    ("MATCH --game 4", "no option \"--game\" here; did you mean --games?; `jury help match` lists them"),
    ("show old --games 4", "no option \"--games\" here; `jury help show` lists them"),
    ("MATCH --games", "--games takes 1 value(s)"),
    ("MATCH --games many", "--games \"many\" is no number"),
    ("MATCH --games 0", "an even number from 2 to 99998"),
    ("MATCH --jobs 0", "0 games at the same time: at least 1"),
    ("MATCH --dir ''", "--dir \"\" is no name"),
    ("MATCH --sprt 20 20", "the smaller first"),
    ("MATCH --time 1000000.5", "at most 1000000 seconds"),
    ("MATCH --memory 64K", "--memory \"64K\": less than 1M holds no program"),
    ("MATCH --openings 101", "at most 100 lines"),
    ("MATCH --openings 100", "--openings 100: the game is over by then"),
    ("match ayu random home", "ayu has no sparring partner \"home\": one of random, greedy, walls, mirror"),
    ("match ayu x=random x=greedy", "two programs are called x: each needs a name of its own"),
    ("match ayu random \"$(printf 'sp\\351l/x')\"", "\"sp\\xE9l/x\" is no UTF-8, which a name must be here: rename it"),
    ("match ayu random \"sh -c 'exit\n3'\"", "the command of a match stands on one line: put yours into a script"),
    ("new ''", "small letters, digits and _, a letter first, 30 at most"),
    ("new 7up", "small letters, digits and _, a letter first, 30 at most"),
    ("new a-b", "small letters, digits and _, a letter first, 30 at most"),
    ("new toygame", "the word is in use"),
    ("new greedy", "the word is in use"),
    ("new linked", "linked.rs is there already"),
    ("match --resume old --time 3", "which goes on as it began: only --resume --games --jobs --json"),
    ("match --resume old --games 2", "has 4 already, and can only grow"),
    ("show small.txt", "not a map by the rules: a map of 3 cities: 4 to 200"),
    ("tournament ayu random", "a tournament needs 2 programs or more, not 1"),
    ("play ayu human random", "human: a person plays by `jury human`, against one program"),
    ("human ayu greedy random", "goes into quotes; you are `human`, else the first mover)"),
    ("random ontherun", "connect.txt: No such file or directory (os error 2)"),
    // A program that is started leaves a file.
    ("match ayu ./p.sh ./missing --dir m", "./missing: No such file or directory (os error 2)"),
    ("play ayu 'sh p.sh' random --out /proc/x", "/proc/x: No such file or directory (os error 2)"),
];

#[test]
fn what_is_refused_says_why_in_a_line_and_leaves_nothing() {
    let folder = scratch("refused");
    FILES.iter().for_each(|(name, bytes)| folder.put(name, bytes));
    folder.says("cp /bin/true off; mkdir folder; ln -s nowhere linked.rs; chmod -x off", 0, "");
    folder.put("p.sh", "#!/bin/sh\ntouch \"${0%/*}/started\"; exit 3");
    folder.put("tests/ideas/ayu/no-killers.patch", "what: a planted one\n");
    folder.put("map", "2\nC 1-2\nEND\n");
    folder.put("small.txt", "# game: ontherun\nJ 3\nJ C 1-2\nJ C 2-3\nJ C 3-1\nJ END\nR 0 0\n");
    folder.steps(&[("mkdir matches; $J match ayu random greedy --games 4 --dir old", 0, "")]);
    let (before, mut all) = (sh(&folder, "find . | sort"), String::new());
    for (words, reason) in WORDS {
        let line = format!("timeout 20 $J {}", words.replace("MATCH", "match ayu greedy random --dir m"));
        let text = folder.says(&line, 2, &format!("{}\n", reason));
        assert!(text.starts_with("jury: ") && text.len() < 250, "{}: {}", words, text);
        all += &text;
    }
    for (i, (program, reason)) in PROGRAMS.iter().enumerate() {
        let pair = if i % 2 == 0 { [program, "random"] } else { ["random", program] };
        let (code, text) = jury(&folder, &["match", "ayu", pair[0], pair[1], "--games", "4", "--dir", "m"]);
        assert!(code == Some(2) && text.ends_with(&format!("{}\n", reason)), "{}: {}", program, text);
        all += &text;
    }
    assert_eq!(checksum(&without_figures(&folder, &all)), 65261908, "{}", all);
    assert_eq!(sh(&folder, "find . | sort"), before, "what is refused leaves nothing");
    // A name cannot reverse the text behind it, nor tell a terminal anything.
    let odd = "cp map \"$(printf 'x\\033[1\\ny')\"; $J check x*y; $J show x*y";
    folder.says(odd, 2, "x\\u{1b}[1\\ny: no comment|jury: x\\u{1b}[1\\ny: no comment");
    assert_eq!(print::plain("\x1b[1ma\x1b[0m\x1b[2Jm\r"), "\\u{1b}[1ma\\u{1b}[0m\\u{1b}[2Jm\\r");
    assert_eq!(print::one_line("a\u{202e}b\u{2066}"), "a\\u{202e}b\\u{2066}");
}
