//! What the jury writes, and where: it writes over nothing that it did not make.

use super::prelude::*;

/// Names that the jury uses somewhere, each with a text of somebody else's.
const FOREIGN: &str =
    "a/bot.sh b/bot.sh a/jury programs/1/jury 00001.txt 00001.html index.html plan 1-2/notes g.txt g.html
    j.json page.html bot.sh matches/play-ayu-4.txt";

/// A folder full of files that are not the jury's.
fn strangers(folder: &Path) {
    for name in FOREIGN.split_whitespace() {
        let script = format!("exec {} random ayu\n", JURY);
        folder.put(name, if name.ends_with(".sh") { script } else { format!("mine: {}\n", name) });
    }
    folder.put("other.html", "<!DOCTYPE html>\n<p>mine\n");
    folder.put("other.json", "{\n  \"game\": \"mine\"\n}\n");
    for (to, name) in [("a/bot.sh", "link.txt"), ("nowhere", "dangling.txt"), ("a", "link"), ("nowhere", "dangling")] {
        symlink(to, folder.join(name)).unwrap();
    }
}

/// Commands that are refused. `OWN` is a folder with a match `m` of the jury's own.
fn refused() -> Vec<String> {
    let mut all = Vec::new();
    for place in ". a 1-2 link dangling matches plan OWN/m".split(' ') {
        all.push(format!("match ayu 'sh a/bot.sh' 'sh b/bot.sh' --games 2 --dir {}", place));
        all.push(format!("tournament ayu random greedy --games 2 --dir {}", place));
    }
    for file in "bot.sh g.txt other.json page.html link.txt dangling.txt a link OWN/m/plan /dev/null".split(' ') {
        all.push(format!("play ayu 'sh bot.sh' random --quiet --out {}", file));
        all.push(format!("match --resume OWN/m --json {}", file));
    }
    all.extend(["show own.txt", "show own.txt --out link.txt", "match --resume .", "new bots"].map(str::to_string));
    all
}

/// Commands that do something beside those files, and the exit code.
const DONE: &[(&str, i32)] = &[
    ("check own.txt 00001.txt", 1),
    ("match ayu 'sh bot.sh' random --games 2 --dir m --json m/j.json", 0),
    ("match --resume m --games 4 --json m/j.json", 0),
    ("tournament ayu random greedy --games 2 --dir t", 0),
    ("play ayu 'sh bot.sh' random --quiet --seed 4", 0),
    ("play ayu 'sh bot.sh' random --quiet --out new.txt", 0),
    ("play ayu 'sh bot.sh' random --quiet --out new.txt", 0),
    ("show m t && $J show m t", 0),
    ("show m/00001.txt --out pages", 0),
];

#[test]
fn nothing_that_is_there_is_written_over_by_any_command() {
    let (folder, own) = (scratch("strangers"), scratch("strangers-own"));
    own.says("$J match ayu random greedy --games 2 --dir m", 0, "");
    strangers(&folder);
    for name in ["own.txt", "own.html"] {
        fs::copy(own.join("m/00001.txt"), folder.join(name)).unwrap();
    }
    let before = [all_in(&folder, &[]), all_in(&own, &[])];
    for words in refused() {
        let text = folder.says(&format!("$J {}", words.replace("OWN", &own.display().to_string())), 2, "");
        for (folder, before) in [&folder, &own].into_iter().zip(&before) {
            let after = all_in(folder, &[]);
            let made = after.iter().find(|(name, text)| before.get(*name) != Some(*text));
            assert!(after == *before, "{}: {:?} of {}; {}", words, made, before.len(), text);
        }
    }
    for (words, code) in DONE {
        folder.says(&format!("$J {}", words), *code, "");
        let now = all_in(&folder, &[]);
        before[0].iter().for_each(|(name, text)| assert!(now.get(name) == Some(text), "{}: {:?}", words, name));
    }
}
