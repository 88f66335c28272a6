//! The ideas: every patch applies to its player and compiles without a warning; each day another one of each game plays. `GAME=NAME cargo
//! test --test ideas` tests those of one game.

use jury::command::ideas::{self, Idea, Measurement};
use std::time::{SystemTime, UNIX_EPOCH};

#[path = "jury_tests/prelude.rs"]
mod prelude;
use prelude::*;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Every idea of the games to test: all games, or the one that the environment names.
fn all() -> impl Iterator<Item = (&'static str, String)> {
    let of = |game: &'static str| ideas::names(root(), game).into_iter().map(move |name| (game, name));
    listings().flat_map(move |listing| of(listing.name))
}

/// The most characters of `what`.
const WHAT_MAX: usize = 110;

/// Tests one patch: head, diff, compilation, and a game if it `plays`. An error says what is wrong.
fn try_out(game: &str, name: &str, plays: bool) -> Result<(), String> {
    let idea = ideas::load(root(), game, name)?;
    let letter = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    if !name.chars().all(letter) || idea.what.chars().count() > WHAT_MAX {
        let what = "a name of small letters, digits and hyphens, and at most so many characters of `what`";
        return Err(format!("{}: {}", what, WHAT_MAX));
    }
    let folder = scratch(&format!("idea-{}-{}", game, name));
    let copy = ideas::apply(root(), game, name, &folder)?;
    let count = |path: &Path| fs::read_to_string(path).unwrap().lines().count() as i64;
    let lines = count(&root().join(format!("{}.rs", game))) - count(&copy);
    if lines != idea.lines {
        return Err(format!("`lines: {}`, but the copy has {} lines less than the file", idea.lines, lines));
    }
    let program = folder.join(game);
    // Without optimisation: that compiles fast and checks for overflow. Without a game the compiler need only look.
    let mut rustc = Command::new("rustc");
    rustc.args(["--edition", "2021", "-D", "warnings", if plays { "--emit=link" } else { "--emit=metadata" }, "-o"]);
    let (code, text) = said(rustc.arg(&program).arg(&copy));
    if code != Some(0) {
        return Err(format!("the copy does not compile:\n{}", text));
    }
    if !plays {
        return Ok(());
    }
    // More time than needed: the machine may be busy.
    let copy = format!("{} 0.2 1", program.display());
    let record = duel(game, &copy, &random(game), 60.0, &format!("idea-game-{}-{}", game, name));
    let text = record.text();
    if record.forfeits() != [None, None] || record.accounts[0].exit != "0" {
        return Err(format!("{:?}, exit {}\n{}", record.forfeits(), record.accounts[0].exit, text));
    }
    transcript::check(&text).map(|_| ())
}

#[test]
fn every_idea_applies_and_compiles_without_a_warning_and_some_play_a_legal_game() {
    let day = SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_secs() as usize / 86_400;
    let plays =
        |game, name: &String| ideas::names(root(), game).into_iter().cycle().nth(day % 1000).as_ref() == Some(name);
    let faults = Mutex::new(Vec::new());
    each(all(), |(game, name)| {
        if let Err(why) = try_out(game, &name, plays(game, &name)) {
            faults.lock().unwrap().push(format!("{} {}: {}", game, name, why));
        }
    });
    let faults = faults.into_inner().unwrap();
    assert!(faults.is_empty(), "{} ideas do not hold:\n{}", faults.len(), faults.join("\n"));
}

#[test]
fn a_table_of_ideas_has_120_columns_and_the_page_of_ideas_shows_ayus() {
    let page = fs::read_to_string(root().join("tests/ideas/README.md")).unwrap();
    for game in games::names() {
        let load = |name: &String| ideas::load(root(), game, name).unwrap();
        let ideas: Vec<Idea> = ideas::names(root(), game).iter().map(load).collect();
        let bench = ideas.iter().find_map(|idea| idea.depth).map(|depth| depth.bench);
        for line in ideas::table(game, ideas, bench).lines() {
            assert!(line.chars().count() <= 120, "{}", line);
            let shown = page.contains(&format!("    {}\n", line.trim_end()));
            assert!(shown || game != "ayu", "tests/ideas/README.md lacks {:?}", line);
        }
    }
}

/// The course names three ideas for each game, and a test that answers its exercise. They must exist.
#[test]
fn what_the_course_names_is_there() {
    let text = fs::read_to_string(root().join("tests/COURSE.md")).unwrap();
    let quoted = |text: &str| text.split('`').skip(1).step_by(2).map(str::to_string).collect::<Vec<_>>();
    let evenings: Vec<&str> = text.split("\n## ").skip(1).collect();
    assert_eq!(evenings.len(), 5);
    for evening in evenings {
        let game = quoted(evening)[0].replace(".rs", "");
        let predict = evening.lines().find(|line| line.starts_with("- **Predict**")).unwrap();
        assert_eq!(quoted(predict).len(), 3, "{}", game);
        quoted(predict).iter().for_each(|name| drop(ideas::load(root(), &game, name).unwrap()));
        let answer = quoted(evening.split("Answer:").nth(1).unwrap());
        let tests = fs::read_to_string(root().join(&answer[1])).unwrap();
        assert!(tests.contains(&format!("fn {}(", answer[0])), "{}: {:?}", game, answer);
    }
}

const PATCH: &str = "\
what: no killer moves: quiet moves are ordered by their history alone
lines: 14
depth: 1.31 times the nodes, 1.24 times the time, the same move 8 of 9, bench 111878
measured: 400 games, 3 s, seed 7: 162 =0 -238, -67 +- 35 Elo, -2.1 +- 0.9 points a game, by ac3afb2+, bench 111878
--- a/ayu.rs
+++ b/ayu.rs
@@ -1,2 +1,1 @@
 one
-two
";

#[test]
fn heads_are_read_and_written_alike() {
    let idea = Idea::read("no-killers", PATCH).unwrap();
    let measured = idea.measured.as_ref().unwrap();
    assert_eq!((idea.lines, measured.games(), measured.seconds(), measured.elo()), (14, 400, 3.0, [-67.0, 35.0]));
    assert_eq!(idea.depth.unwrap().same, [8, 9]);
    assert!(PATCH.starts_with(&idea.to_string()));
    // Where every game was lost only one end of the interval is known.
    let lost = PATCH.replace("-67 +- 35", "under -420");
    assert_eq!(Idea::read("x", &lost).unwrap().measured.unwrap().elo(), [-420.0, 0.0]);
}

#[test]
fn a_head_that_is_none_is_refused() {
    for (is, bad) in [
        ("what: no", "why: no"),
        ("lines: 14", "lines: many"),
        ("lines: 14\n", ""),
        ("what: no killer moves: quiet moves are ordered by their history alone\n", ""),
        ("8\n---", "8\n\n---"),
        ("measured", "speed: 1.04\nmeasured"),
        ("400 games", "some games"),
        ("3 s", "4000 nodes"),
        ("seed 7", "seed"),
        ("1.31 times", "1.3 times"),
        ("move 8 of 9", "move 8"),
        ("+, bench 111878", "+, bench"),
        ("162 =0 -238", "162-238"),
        ("-67 +- 35 Elo", "-67 Elo"),
        ("by ac3afb2+, bench 111878", ""),
        ("--- a/ayu.rs", "*** a/ayu.rs"),
    ] {
        assert!(PATCH.contains(is) && Idea::read("x", &PATCH.replacen(is, bad, 1)).is_err(), "{:?} was taken", bad);
    }
}

fn measured(seconds: f64, elo: f64) -> Option<Measurement> {
    let line = format!("100 games, {} s, seed 1: 50 =0 -50, {:+} +- 20 Elo, by abc, bench 1", seconds, elo);
    Measurement::read(&line)
}

#[test]
fn the_table_begins_with_what_wins_most_a_line() {
    let idea = |name: &str, lines: i64, elo: Option<f64>| {
        let measured = elo.and_then(|elo| measured(3.0, elo));
        Idea { name: name.to_string(), what: "w".repeat(110), lines, depth: None, measured }
    };
    let ideas = vec![
        idea("not-measured", 5, None),
        idea("only-a-change", 0, Some(-200.0)),
        idea("long", 100, Some(-100.0)),
        idea("harmful", 10, Some(30.0)),
        idea("short", 10, Some(-50.0)),
        idea("a-better-change", -3, Some(-300.0)),
    ];
    let table = ideas::table("ayu", ideas, None);
    let names: Vec<&str> = table.lines().skip(5).step_by(2).filter_map(|line| line.split(' ').next()).collect();
    assert_eq!(names, ["short", "long", "harmful", "a-better-change", "only-a-change", "not-measured"]);
    assert!(table.lines().all(|line| line.chars().count() <= 120), "{}", table);
}

#[test]
fn a_measurement_is_old_when_the_file_plays_otherwise_or_the_clock_was_short() {
    let mut idea = Idea::read("no-killers", PATCH).unwrap();
    assert!(!idea.is_old(111_878) && idea.is_old(111_879));
    for (found, old) in [(None, true), (measured(1.0, -28.0), true), (measured(3.0, -28.0), false)] {
        idea.measured = found;
        assert_eq!(idea.is_old(1), old, "{:?}", idea.measured);
    }
    assert_eq!(idea.elo_a_line(), Some(2.0));
    // The part saves time on the way to the depth, and no game shows that it wins.
    idea.depth.as_mut().unwrap().time = 2.0;
    let table = |idea: &Idea, bench| ideas::table("ayu", vec![idea.clone()], bench);
    holds("no contradiction", table(&idea, Some(1)), "!no-killers !");
    idea.measured = measured(3.0, -10.0);
    holds("a contradiction", table(&idea, Some(1)), "no-killers !|!abc, old\n");
    holds("old", table(&idea, Some(2)), "abc, old\n");
}

#[test]
fn a_patch_that_does_not_apply_is_refused_with_a_clear_line() {
    // A folder inside our repository: git would take the names from the repository's top.
    let root = scratch("ideas-apply");
    let patch = |text: &str| {
        root.put("tests/ideas/ayu/no-two.patch", text);
        let _ = fs::remove_dir_all(root.join("copy"));
        ideas::apply(&root, "ayu", "no-two", &root.join("copy"))
    };
    root.put("ayu.rs", "one\ntwo\n");
    let copy = fs::read_to_string(patch(PATCH).unwrap()).unwrap();
    assert_eq!((copy.as_str(), root.read("ayu.rs").as_str()), ("one\n", "one\ntwo\n"));
    root.put("ayu.rs", "one\n2\n");
    let why = patch(PATCH).unwrap_err();
    assert!(why.contains("no-two.patch does not apply to ayu.rs") && why.contains("git diff -U1 ayu.rs"), "{}", why);
    assert!(patch(&PATCH.replace("ayu.rs", "other.rs")).is_err(), "the file of another player");
    assert!(ideas::load(&root, "ayu", "other").unwrap_err().contains("no-two"));
}

/// A player that compiles in a moment: the random partner.
const PLAYER: &str = "\
fn main() {
    let words = std::env::args().skip(1);
    std::process::Command::new(JURY).args([\"random\", \"ayu\"]).args(words).status().unwrap();
}
// one
// two
";

#[test]
fn an_idea_is_played_in_pairs_and_recorded() {
    let root = scratch("idea-played");
    let path = "tests/ideas/ayu/no-two.patch";
    let patch = "what: no two\nlines: 1\n--- a/ayu.rs\n+++ b/ayu.rs\n@@ -5,2 +5,1 @@\n // one\n-// two\n";
    root.put(path, patch);
    root.put("ayu.rs", PLAYER.replace("JURY", &format!("{:?}", JURY)));
    let recorded = "\nmeasured: 12 games, 9 s, seed 1: |recorded in ./tests/ideas/ayu/no-two.patch\n";
    root.steps(&[
        ("git init -q", 0, ""),
        ("$J idea ayu no-two --record", 2, "no commit here"),
        ("git add ayu.rs && git -c user.name=a -c user.email=a@b commit -qm c", 0, ""),
        ("$J idea ayu no-two --time 9 --games 12 --dir m --record", 0, recorded),
    ]);
    let idea = ideas::load(&root, "ayu", "no-two").unwrap();
    assert_eq!(idea.measured.unwrap().games(), 12);
    let recorded = root.read(path);
    assert_eq!(recorded.split_once("--- a/").map(|(_, diff)| diff), patch.split_once("--- a/").map(|(_, diff)| diff));
    // Its match is one like others.
    let plan = Plan::resume(&root.join("m")).unwrap();
    let why = ideas::measurement(&plan, &[], "c").unwrap_err();
    assert_eq!(why, "too few pairs of games are complete");
    root.says("$J summary m", 0, "12 games");
    // It goes on: with more games it grows, and the games that are there stay.
    let (before, grown) = (root.read("m/00001.txt"), "\nmeasured: 14 games, 9 s, seed 1: |, bench 7\n");
    root.says("$J idea ayu no-two --time 9 --games 14 --resume m --record --bench 7", 0, grown);
    assert_eq!((root.read("m/00001.txt"), root.read("m/looks").lines().count()), (before, 2));
    root.steps(&[
        ("$J ideas ayu --bench 7 --old", 0, "!no-two"),
        ("$J ideas ayu --bench 8 --old", 0, "no-two\n"),
        ("$J idea ayu no-two --time 8 --games 14 --resume m", 2, "another match"),
    ]);
}
