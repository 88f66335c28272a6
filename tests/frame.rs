//! What all players share is the same to the letter.

#[path = "jury_tests/prelude.rs"]
mod prelude;
use prelude::*;

/// The name and the text of every player.
fn players() -> Vec<(String, String)> {
    let files = games::names().into_iter().map(|game| format!("{}.rs", game));
    files.map(|file| (file.clone(), fs::read_to_string(file).unwrap())).collect()
}

/// The lines of a file between the first `begin` and the next `}` at the left.
fn part<'a>((file, text): &'a (String, String), begin: &str) -> Vec<&'a str> {
    let from = text.split_once(&format!("\n{}\n", begin)).and_then(|(_, rest)| rest.split_once("\n}\n"));
    from.unwrap_or_else(|| panic!("{}: no {:?} up to its end", file, begin)).0.lines().collect()
}

#[test]
fn the_module_contest_and_main_are_the_same_in_every_player() {
    let players = players();
    for begin in ["pub(crate) mod contest {", "fn main() {"] {
        let first = part(&players[0], begin);
        // Whoever starts a new game copies it unread, so it is short.
        assert!((1..=186).contains(&first.len()), "{}: {:?} has {} lines", players[0].0, begin, first.len());
        for player in &players {
            let part = part(player, begin);
            let pairs = first.iter().zip(&part).find(|(one, other)| one != other);
            assert_eq!(pairs, None, "{} and {} differ in {:?}", players[0].0, player.0, begin);
            assert_eq!(first.len(), part.len(), "lines of {:?} in {}", begin, player.0);
        }
    }
}

#[test]
fn the_part_contest_is_the_same_in_every_plain_player() {
    let starters = games::names().into_iter().map(|game| format!("tests/starters/{}.rs", game));
    let template = fs::read_to_string("tests/jury/template/player.rs").unwrap();
    let part = |text: &str| text.split_once("\n// ---- Contest: ").expect("a part `Contest`").1.to_string();
    for file in starters {
        let text = fs::read_to_string(&file).unwrap();
        assert_eq!(part(&text), part(&template), "{}", file);
        assert!(text.lines().count() <= 300, "{}: more than 300 lines", file);
    }
}

#[test]
fn the_game_comes_first_and_the_module_that_is_the_same_last() {
    for (file, text) in players() {
        let line = |begin: &str| text.lines().position(|line| line.starts_with(begin)).unwrap_or(usize::MAX);
        let rooms = ["rules", "search", "protocol", "contest"].map(|room| line(&format!("pub(crate) mod {} {{", room)));
        let found = [line("const NAME"), rooms[0], rooms[1], rooms[2], rooms[3], line("fn main()")];
        assert!(found.is_sorted() && found[1] < 60 && found[5] < usize::MAX, "{}: {:?}", file, found);
    }
}

// --- One vocabulary --------------------------------------------------------------------------------------------------

/// What every player declares.
const EVERYWHERE: &str =
    "const NAME: &str; const GAME_SECONDS: f64; struct Board; fn new() -> Board; fn can_apply(&self, ; \
    fn play(&mut self, mv: Move; struct Report; struct Search; \
    fn think(&mut self, board: &Board, budget: Budget) -> Option<Report>; \
    fn run<R: BufRead, W: Write>(input: R, ; mod rules; mod search; mod protocol";

/// The alpha-beta searches share these names, in this order. A file may lack some.
const SKELETON: &str = "const WIN; const PROVEN; const INFINITE; const DEPTH_MAX; const PLIES; const CLOCK_NODES; \
    const TABLE_ENTRIES; enum Bound; struct Entry; struct Report; struct Search; fn new; fn think; \
    fn search_root; fn alpha_beta; fn child; fn quiesce; fn evaluate; fn probe; fn store; fn order; \
    fn update_history; fn reduction; fn shift";

/// The files whose search has these names.
const ALPHA_BETA: [&str; 3] = ["ayu.rs", "lamistra.rs", "spaghetti.rs"];

/// Where a file declares what begins so. Visibility does not matter.
fn declared(text: &str, begin: &str) -> Option<usize> {
    let mut at = 0;
    text.split_inclusive('\n').find_map(|line| {
        let declaration = line.trim_start().trim_start_matches("pub(crate) ").trim_start_matches("pub ");
        let rest = declaration.strip_prefix(begin);
        at += line.len();
        let word = |rest: &str| !rest.starts_with(|c: char| c.is_alphanumeric() || c == '_');
        rest.filter(|rest| begin.ends_with(' ') || word(rest)).map(|_| at)
    })
}

#[test]
fn one_thing_has_one_name_in_all_files() {
    for (file, text) in players() {
        for name in EVERYWHERE.split("; ") {
            assert!(declared(&text, name).is_some(), "{} has no `{}`", file, name);
        }
    }
    for file in ALPHA_BETA {
        let text = fs::read_to_string(file).unwrap();
        let search = text.find("pub(crate) mod search {").unwrap_or_else(|| panic!("{} has no search", file));
        let found = SKELETON.split("; ").map(|name| (declared(&text[search..], name), name));
        let found: Vec<_> = found.filter(|(at, _)| at.is_some()).collect();
        assert!(found.len() >= 15, "{} has only {:?}", file, found);
        assert!(found.is_sorted(), "{}: not in this order: {:?}", file, found);
    }
}

/// Lines of a file's code without comments, from the first that begins so.
fn code(file: &str, begin: &str, count: usize) -> Vec<String> {
    let text = fs::read_to_string(file).unwrap();
    let lines = text.lines().map(|line| line.split("//").next().unwrap().trim().trim_start_matches("pub "));
    let lines = lines.filter(|line| !line.is_empty()).skip_while(|line| !line.starts_with(begin));
    lines.take(count).map(String::from).collect()
}

#[test]
fn the_alpha_betas_have_one_wording() {
    let entry = "if let Some(entry) = entry.filter";
    for (begin, count) in [("enum Bound", 23), (entry, 3), ("let mut score = ask(reduced", 7), ("self.table[", 1)] {
        let first = code(ALPHA_BETA[0], begin, count);
        assert_eq!(first.len(), count, "{}", begin);
        ALPHA_BETA.iter().for_each(|file| assert_eq!(code(file, begin, count), first, "{}", file));
    }
}

// --- Documents -------------------------------------------------------------------------------------------------------

/// What README and manual name is there, and both stay short.
#[test]
fn readme_and_manual_name_what_there_is() {
    let makefile = fs::read_to_string("Makefile").unwrap();
    let targets: Vec<&str> =
        makefile.lines().filter_map(|line| line.split_once(':')).flat_map(|l| l.0.split(' ')).collect();
    for (file, most) in [("README.md", 90), ("tests/jury/README.md", 70), ("tests/README.md", 60)] {
        let text = fs::read_to_string(file).unwrap();
        assert!(text.lines().count() <= most, "{}: more than {} lines", file, most);
        for link in text.split("](").skip(1).map(|rest| rest.split([')', '#']).next().unwrap()) {
            let path = Path::new(file).with_file_name(link);
            assert!(link.starts_with("https:") || path.exists(), "{}: {}", file, link);
        }
        let words = text.replace('\n', " ");
        for rest in words.split("`make ").skip(1).chain(words.split("    make ").skip(1)) {
            let target = rest.trim_start().split([' ', '`']).next().unwrap();
            assert!(targets.contains(&target), "{}: make {}", file, target);
        }
    }
}
