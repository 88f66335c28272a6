//! The way to a new game: made in a copy of the tree, then built, tested, linted and played.

use super::chromium::Browser;
use super::prelude::*;
use super::sitting;
use jury::command::new;

/// Names made from this one sort before and behind those of other games: nothing may depend on it.
const NAME: &str = "hexes_7";

/// A game of choices at the same time, and one whose moves are two stones. The three stand in one tree, so that the jury
/// is built once.
const AT_ONCE: &str = "blind_7";
const PAIRS: &str = "pairs_7";

/// Two games that are won at once.
const GOALS: [(&str, &str); 2] = [("goal_7", "turns"), ("dash_7", "at-once")];

/// Every file of a tree, by its path from the root, without folders of builds, matches and git.
fn files(root: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    all_in(root, &[".git", "target", "matches"]).into_iter().filter(|(_, text)| text != FOLDER).collect()
}

/// Makes a folder hold these files and no others. An unchanged file is not written, since cargo compares times.
fn fill(folder: &Path, wanted: &BTreeMap<PathBuf, Vec<u8>>) {
    fs::create_dir_all(folder).unwrap();
    let there = files(folder);
    for path in there.keys().filter(|path| !wanted.contains_key(*path)) {
        fs::remove_file(folder.join(path)).unwrap();
    }
    for (path, bytes) in wanted.iter().filter(|(path, bytes)| there.get(*path) != Some(bytes)) {
        fs::create_dir_all(folder.join(path).parent().unwrap()).unwrap();
        fs::write(folder.join(path), bytes).unwrap();
    }
}

fn tree(name: &str) -> PathBuf {
    let folder = scratch(name);
    fill(&folder, &files(Path::new(".")));
    folder
}

/// Runs a program in the folder. It must succeed. Returns what it says.
fn run(folder: &Path, program: &str, arguments: &[&str]) -> String {
    let (code, text) = started(folder, program, arguments);
    assert_eq!(code, Some(0), "{} {}\n{}", program, arguments.join(" "), text);
    text
}

/// The same, however it ends.
fn started(folder: &Path, program: &str, arguments: &[&str]) -> (Option<i32>, String) {
    let mut command = Command::new(program);
    command.args(arguments).current_dir(folder).env("GAME", NAME).env("CARGO", env!("CARGO"));
    // A target folder of its own: the copy's programs have the names of ours.
    let target = folder.join("target");
    command.env("CARGO_TARGET_DIR", &target).env("CARGO_TARGET_TMPDIR", target.join("tmp"));
    // What cargo tells a test of the jury when it compiles it. Here rustc does.
    said(command.env("CARGO_BIN_EXE_jury", target.join("release/jury")).env("CARGO_CRATE_NAME", "built"))
}

#[test]
fn a_new_game_is_built_tested_linted_and_played_at_once() {
    let fresh = tree("new-fresh");
    let before = files(&fresh);
    let said = run(&fresh, JURY, &["new", NAME]);
    let made = files(&fresh);
    let is_said = |path: &PathBuf| before.contains_key(path) || said.lines().any(|line| Path::new(line) == path);
    assert!(made.keys().all(is_said), "{}", said);
    let changed: Vec<&PathBuf> = before.keys().filter(|path| made[*path] != before[*path]).collect();
    assert_eq!(changed.len(), 4, "files that list the games: {:?}", changed);
    run(&fresh, JURY, &["new", AT_ONCE, "--kind", "at-once"]);
    run(&fresh, JURY, &["new", PAIRS]);
    for (name, why) in [("greedy", "a sparring partner has it"), ("human", "the word is in use")] {
        holds(name, started(&fresh, JURY, &["new", name]).1, why);
    }
    two_stones(&fresh);
    for (name, kind) in GOALS {
        run(&fresh, JURY, &["new", name, "--kind", kind]);
        won_at_once(&fresh, name);
    }
    // Clippy would compile it, and no new game needs it.
    edit(&fresh, "Cargo.toml", &[("quickcheck = { version = \"1\", default-features = false }\n", "")]);
    let made = files(&fresh);
    let marked = |path: &&PathBuf| path.ends_with(".rs") && String::from_utf8_lossy(&made[*path]).contains("////");
    assert_eq!(made.keys().filter(|path| !path.starts_with("tests/jury/template")).find(marked), None);
    // This tree is kept from test to test, so that cargo compiles only what changed.
    let kept = Path::new(env!("CARGO_TARGET_TMPDIR")).join("new-kept");
    fill(&kept, &made);
    run(&kept, env!("CARGO"), &["fmt", "--check"]);
    plays_without_network(&kept);
    let jury = kept.join("target/release/jury").display().to_string();
    let sample = format!("tests/samples/{}/game-01.txt", PAIRS);
    run(&kept, &jury, &["play", PAIRS, "greedy", "greedy", "--seed", "1", "--quiet", "--out", &sample]);
    // Matrices take most time. A single test takes less than a compiler that optimises it.
    let all = [(NAME, "", 1), (AT_ONCE, "", 2), (PAIRS, "", 1), ("programs", "", 1)].into_iter();
    each(all.chain(GOALS.map(|(name, _)| (name, "the_end_is", 0))), |(name, tests, level)| {
        let how = format!("--test -C opt-level={} -C debug-assertions", level);
        run(&kept, &built(&kept, &how, &format!("tests/{}.rs", name)), &[tests]);
    });
    thread::scope(|scope| {
        scope.spawn(|| is_clicked(&kept, &jury));
        lints(&kept);
        other_rules(&kept, fs::read_to_string(kept.join(format!("{}.rs", NAME))).unwrap());
    });
    let _ = fs::remove_dir_all(kept.join("matches"));
    // The programs as they would be uploaded.
    for (name, other) in [(NAME, "greedy"), (AT_ONCE, "greedy"), (PAIRS, "random")] {
        let (program, folder) = (format!("target/submit/{}", name), format!("matches/{}-{}", name, other));
        run(&kept, "make", &["submit", &format!("GAME={}", name)]);
        let games = ["match", name, &program, other, "--games", "2", "--time", "1", "--verbose", "--dir", &folder];
        let (code, text) = started(&kept, &jury, &games);
        if text.contains("could not be played") {
            not_proven(&format!("{} plays as it would be uploaded", name), "machine busy");
            continue;
        }
        assert_eq!(code, Some(0), "{}", text);
        holds(name, text, "A: no forfeit|B: no forfeit");
        let games = [1, 2].map(|number| format!("{}/{:05}.txt", folder, number));
        run(&kept, &jury, &["check", &games[0], &games[1]]);
        run(&kept, &jury, &["review", &games[0], &program, "--time", "0.5"]);
    }
}

/// Compiles a test or a tool with the library that `make` compiled for the jury: so that is compiled but once.
fn built(tree: &Path, how: &str, source: &str) -> String {
    let program = format!("target/{}", source.replace(['/', '.'], "-"));
    let line = format!("--edition 2021 --extern jury=target/made/libjury.rlib {} {} -o {}", how, source, program);
    run(tree, "rustc", &line.split(' ').collect::<Vec<_>>());
    tree.join(program).display().to_string()
}

/// Clippy finds nothing in the new games' files, the last of which has no lines of the jury here.
fn lints(tree: &Path) {
    let without = format!("{}.rs", PAIRS);
    let text = tree.read(&without);
    tree.put(&without, text.replace("SETUP_LINES: usize = 3", "SETUP_LINES: usize = 0"));
    let names = [NAME, AT_ONCE, PAIRS].map(|name| format!(" --bin {0} --test {0} --example *-{0}", name)).concat();
    let lint = format!("clippy --package codecup --package players --lib{} -- -D warnings", names);
    run(tree, env!("CARGO"), &lint.split(' ').collect::<Vec<_>>());
    tree.put(&without, text);
}

/// A text with these changes, which it must have room for.
fn changed(mut text: String, changes: &[(&str, &str)]) -> String {
    for (from, to) in changes {
        assert!(text.contains(from), "{:?} is not in\n{}", from, text);
        text = text.replace(from, to);
    }
    text
}

fn edit(tree: &Path, name: &str, changes: &[(&str, &str)]) {
    tree.put(name, changed(tree.read(name), changes));
}

/// Makes a toy a game that two points win: long before the board is full, and while most moves do not end it.
fn won_at_once(tree: &Path, name: &str) {
    let changes = [("            Some(Outcome::Points).filter(|_| !self.cells.contains(&EMPTY))",
           "            let over = self.points.iter().any(|&points| points > 1) || !self.cells.contains(&EMPTY);\n            let outcomes = [Outcome::Loss, Outcome::Draw, Outcome::Win];\n            Some(outcomes[(1 + self.margin().signum()) as usize]).filter(|_| over)")];
    edit(tree, &format!("{}.rs", name), &changes);
    let changes = [
        ("(EMPTY).is_empty())", "(EMPTY).is_empty() && self.points().iter().all(|&points| points < 12))"),
        ("!= EMPTY {", "!= EMPTY || self.to_write().is_none() {"),
        ("(EMPTY).into_iter().map", "(EMPTY).into_iter().filter(|_| self.to_write().is_some()).map"),
    ];
    edit(tree, &format!("tests/jury/rules/{}.rs", name), &changes);
}

/// Makes the toy a game of two stones a move, but one in the first: what the checklist says of `JOINED`. Its tests hold
/// the sign of a score while a side is on turn twice.
fn two_stones(tree: &Path) {
    let changes = [
        ("JOINED: bool = false", "JOINED: bool = true"),
        ("            self.turn = 1 - self.turn;\n            self.hash ^= mix64(u64::MAX); // The key of the turn.\n",
         "            if self.moves_left() % 2 == 1 {\n                self.turn = 1 - self.turn;\n                self.hash ^= mix64(u64::MAX); // The key of the turn.\n            }\n"),
    ];
    edit(tree, &format!("{}.rs", PAIRS), &changes);
    let changes = [
        ("Game, Listing, Rng", "Game, Listing, Part, Rng"),
        ("        self.turn = 1 - self.turn;\n",
         "        if self.holding(EMPTY).len() % 2 == 1 {\n            self.turn = 1 - self.turn;\n        }\n"),
        ("        let cell = parse_cell(line).ok_or_else(|| Fault::Unreadable(EXPECTED.to_string()))?;\n        let other = 1 - self.turn;\n        self.play(cell).map_err(Fault::Illegal)?;\n",
         "        let cells: Option<Vec<Cell>> = line.split(' ').map(parse_cell).collect();\n        let (other, mut next, stones) = (1 - self.turn, self.clone(), self.stones());\n        for cell in cells.filter(|cells| cells.len() == stones).ok_or(Fault::Unreadable(EXPECTED.to_string()))? {\n            next.play(cell).map_err(Fault::Illegal)?;\n        }\n        *self = next;\n"),
        ("        let lines = self.holding(EMPTY).into_iter().map(cell_name).collect();\n        Some(lines)\n",
         "        let mut names: Vec<String> = self.holding(EMPTY).into_iter().map(cell_name).collect();\n        names.sort();\n        if self.stones() == 1 {\n            return Some(names);\n        }\n        let pairs = (0..names.len()).flat_map(|i| (0..i).map(move |j| (j, i)));\n        Some(pairs.map(|(i, j)| format!(\"{} {}\", names[i], names[j])).collect())\n"),
        ("    /// Makes the move of the side on turn",
         "    /// Stones of the next move: one in the first move, and if one cell is left.\n    fn stones(&self) -> usize {\n        match self.holding(EMPTY).len() {\n            1 => 1,\n            cells => 1 + cells % 2,\n        }\n    }\n\n    /// Makes the move of the side on turn"),
        ("    /// The board for a page.",
         "    fn parts(&self, begun: &str) -> Vec<Part> {\n        Part::split(&Part::in_any_order(&self.choices().unwrap_or_default()), &self.picture(None, &[]), begun)\n    }\n\n    /// The board for a page."),
    ];
    edit(tree, &format!("tests/jury/rules/{}.rs", PAIRS), &changes);
    let changes = [
        ("\"A5;E5;A4;D5;B4;D1\", [12, 11]", "\"A5;E5 D5;B4 A4;D1 D2\", [12, 12]"),
        ("\"hello\"], \"such as B3\"", "\"A2 A3\"], \"such as B3\""),
    ];
    edit(tree, &format!("tests/{}.rs", PAIRS), &changes);
}

/// A wider board, on which the first mover moves twice at the start. The second waits, then answers once.
fn other_rules(tree: &Path, text: String) {
    let turn = ("self.turn = 1 - self.turn;", "self.turn = usize::from(self.moves_left() < 45) * (1 - self.turn);");
    tree.put("target/wide.rs", changed(text, &[("SIDE: usize = 5", "SIDE: usize = 7"), turn]));
    run(tree, "rustc", &["--edition", "2021", "target/wide.rs", "-o", "target/wide"]);
    tree.says("printf 'A1\nC3\nG7\nB2\nB3\nQuit\n' | target/wide 1 2>/dev/null | wc -l", 0, "1\n");
    // Of 256 choices at once no matrix fits: the compiler says so.
    let large = tree.read(&format!("{}.rs", AT_ONCE));
    tree.put("target/large.rs", changed(large, &[("SIDE: usize = 5", "SIDE: usize = 16")]));
    tree.says("rustc --emit=metadata target/large.rs", 1, "MOVES_MAX is too large");
}

/// `make` needs rustc alone: no variable of cargo, an empty home, no network, wrong settings, an unusual mask.
fn plays_without_network(tree: &Path) {
    let home = scratch("cargo-home").display().to_string();
    let alone = if sh(tree, "unshare -rn true").0 == Some(0) { "unshare -rn" } else { "" };
    if alone.is_empty() {
        not_proven("make needs no network", "no namespace may be made here");
    }
    let make = format!("{} make GAME={} RUSTC_LINE='rustc --edition 2021'", alone, NAME);
    let line = format!(
        "umask 077; unset $(env | grep -o '^CARGO\\w*')
         export CARGO_HOME='{home}' CARGO_NET_OFFLINE=1 CARGO_TARGET_DIR=/none RUSTFLAGS=--none
         {make} play A=random B=greedy TIME=60 && {make} show && {make} submit && ls target/release/{NAME}",
    );
    run(tree, "sh", &["-c", &line]);
}

/// A person plays the new game on a live board to its end: by clicks, then from the other side by keys.
fn is_clicked(tree: &Path, jury: &str) {
    let folder = scratch("new-board");
    let Some(mut browser) = Browser::start(&folder, "a new game can be clicked") else { return };
    let board = sitting::Board::start(jury, &folder, &[NAME, "human", "random", "--seed", "5", "--out", "game.txt"]);
    sitting::open(&mut browser, &board);
    let clicked = sitting::make_moves(&mut browser, sitting::Hand::Clicks, usize::MAX, &mut Rng(1));
    sitting::tab(&mut browser, "document.activeElement.id === 'again'");
    browser.press("Enter", 13);
    sitting::until(&mut browser, "live.asked && live.person === 1");
    let pressed = sitting::make_moves(&mut browser, sitting::Hand::Keys, usize::MAX, &mut Rng(2));
    assert_eq!([clicked.len(), pressed.len()], [11; 2], "22 cells");
    // The second game has its own seed, and a file named after it.
    let mut names = fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let is_second = |name: &String| name.starts_with(&format!("human-{}-", NAME)) && name.ends_with(".txt");
    let second = names.find(is_second).expect("the second game's file");
    for (file, seat, lines) in [("game.txt", 1, clicked), (second.as_str(), 2, pressed)] {
        let file = folder.join(file);
        run(tree, jury, &["check", &file.display().to_string()]);
        let text = fs::read_to_string(&file).unwrap();
        lines.iter().for_each(|line| assert!(text.contains(&format!("\n{} {}\n", seat, line)), "{} in {}", line, text));
    }
    assert!(browser.complaints.is_empty(), "{:?}", browser.complaints);
}

#[test]
fn a_name_that_cannot_be_one_changes_nothing() {
    let tree = tree("new-refused");
    let before = files(&tree);
    for name in [
        "", "Blob", "7up", "a-b", "a b", "a/b", "../x", "\u{e4}", "_", "x_", "a__b", "fn", "gen", "self", "std", "u8",
        "main", "lib", "common", "programs", "jury", "game", "toygame", "template", "players", "deps", "rules", "ayu",
    ] {
        assert!(new::make(&tree, name, "turns").is_err(), "{:?} was taken for a name", name);
    }
    // Not even a link that leads nowhere is followed.
    for place in ["linked.rs", "tests/samples/linked"] {
        symlink("nowhere", tree.join(place)).unwrap();
        holds(place, new::make(&tree, "linked", "turns").unwrap_err(), place);
        fs::remove_file(tree.join(place)).unwrap();
    }
    let made = new::make(&tree, "twice_2", "turns").unwrap();
    assert_eq!(made.len(), 10, "{:?}", made);
    new::make(&tree, "twice", "turns").unwrap();
    let once = files(&tree);
    let text = |path: &str| tree.read(path);
    // The title, the module that all players share, the lines in alphabetical order.
    assert!(text("tests/jury/rules/twice_2.rs").contains("title: \"Twice 2; First and Second\""));
    let contest =
        |file| text(file).split("mod contest {").nth(1).and_then(|text| Some(text.split("\n}\n").next()?.to_string()));
    assert!(contest("ayu.rs").is_some() && contest("twice.rs") == contest("ayu.rs"));
    assert!(!text("twice.rs").contains("\n\n\n"), "one blank line before a banner");
    let rules = text("tests/jury/rules/mod.rs").rsplit("\n\n").next().unwrap().to_string();
    let games: Vec<&str> = rules.lines().collect();
    assert!(games.is_sorted() && games.contains(&"pub mod twice;") && games.contains(&"pub mod twice_2;"), "{}", rules);
    assert!(new::make(&tree, "twice", "turns").unwrap_err().contains("there already"));
    assert!(files(&tree) == once && once.len() > before.len());
}

#[test]
fn what_goes_wrong_half_way_is_undone() {
    // The line for games is missing in `games.rs`; then a folder cannot be made.
    let (tree, games) = (tree("new-undone"), "tests/jury/rules/games.rs");
    let wrong = ["sed -i 's/^];/] ;/' GAMES", "sed -i 's/^] ;/];/' GAMES; rm -r tests/bench; echo >tests/bench"];
    for line in wrong {
        tree.says(&line.replace("GAMES", games), 0, "");
        let before = all_in(&tree, &[]);
        let why = new::make(&tree, "late", "turns").unwrap_err();
        assert!(why.contains(if line.contains("bench") { "bench" } else { "games.rs" }), "{}", why);
        assert!(all_in(&tree, &[]) == before);
    }
}
