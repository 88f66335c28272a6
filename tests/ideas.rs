//! The ideas: every patch applies to its player and compiles without a warning. Each day another one of each game plays.
//! `GAME=NAME cargo test --test ideas` tests those of one game.

use jury::command::ideas;
use std::time::{SystemTime, UNIX_EPOCH};

#[path = "jury_tests/prelude.rs"]
mod prelude;
use prelude::*;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Tests one patch: head, diff, compilation, and a game if it `plays`. An error says what is wrong.
fn try_out(game: &str, name: &str, plays: bool) -> Result<(), String> {
    let idea = ideas::load(root(), game, name)?;
    if [idea.what.chars().count() > 110, idea.measured.chars().count() > 92].contains(&true) {
        return Err("`what` has at most 110 characters, `measured` 92".to_string());
    }
    let folder = scratch(&format!("idea-{}-{}", game, name));
    let copy = ideas::apply(root(), game, name, &folder)?;
    let count = |path: &Path| fs::read_to_string(path).unwrap().lines().count() as i64;
    let lines = count(&root().join(format!("{}.rs", game))) - count(&copy);
    if lines != idea.lines {
        return Err(format!("`lines: {}`, but the copy has {} lines less than the file", idea.lines, lines));
    }
    // Without optimisation: that compiles fast and checks for overflow. Without a game the compiler need only look.
    let (program, emit) = (folder.join(game), if plays { "--emit=link" } else { "--emit=metadata" });
    let mut rustc = Command::new("rustc");
    let (code, text) = said(rustc.args(["--edition", "2021", "-D", "warnings", emit, "-o"]).arg(&program).arg(&copy));
    if code != Some(0) {
        return Err(format!("the copy does not compile:\n{}", text));
    }
    if !plays {
        return Ok(());
    }
    // More time than needed: the machine may be busy.
    let copy = format!("{} 0.2 1", program.display());
    let record = duel(game, &copy, &random(game), 60.0, &format!("idea-game-{}-{}", game, name));
    let is_fair = record.forfeits() == [None, None] && record.accounts[0].exit == "0";
    if is_fair {
        Ok(())
    } else {
        Err(record.text())
    }
}

#[test]
fn every_idea_applies_and_compiles_without_a_warning_and_some_play_a_legal_game() {
    let day = SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_secs() as usize / 86_400;
    let faults = Mutex::new(Vec::new());
    let of = |game: &'static str| ideas::names(root(), game).into_iter().map(move |name| (game, name));
    each(listings().flat_map(|listing| of(listing.name)), |(game, name)| {
        let plays = ideas::names(root(), game).iter().cycle().nth(day % 1000) == Some(&name);
        if let Err(why) = try_out(game, &name, plays) {
            faults.lock().unwrap().push(format!("{} {}: {}", game, name, why));
        }
    });
    let faults = faults.into_inner().unwrap();
    assert!(faults.is_empty(), "{} ideas do not hold:\n{}", faults.len(), faults.join("\n"));
}

/// The course names three ideas for each game, and a test that answers its exercise. They must exist.
#[test]
fn the_course_names_what_there_is() {
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

#[test]
fn an_idea_is_played_in_pairs_and_a_patch_that_does_not_apply_is_refused() {
    let (root, patch) = (scratch("idea-played"), "tests/ideas/ayu/no-two.patch");
    // A player that compiles in a moment: the random partner.
    let words = "args([\"random\", \"ayu\"]).args(std::env::args().skip(1)).status().unwrap()";
    root.put(
        "ayu.rs",
        format!("fn main() {{\n    std::process::Command::new({:?}).{};\n}}\n// one\n// two\n", JURY, words),
    );
    let diff = "--- a/ayu.rs\n+++ b/ayu.rs\n@@ -4,2 +4,1 @@\n // one\n-// two\n";
    root.put(patch, format!("what: no two\nlines: 1\nmeasured: not yet\n{}", diff));
    root.steps(&[
        (
            "$J idea ayu no-two --time 9 --games 4 --dir m",
            0,
            "ayu no-two: no two\n|\nmeasured: 4 games, 9 s: |points a game, by ",
        ),
        ("$J idea ayu no-two --games 2", 0, "ayu no-two: no two\n|\nmeasured: 2 games, 3 s: |points a game, by "),
        ("cat m/a/ayu.rs", 0, "one|!two"),
        ("$J summary m", 0, "4 games"),
        ("$J idea ayu", 0, "idea                  lines  how the copy without it did against ayu.rs\nno-two                    1  not yet\n    no two\n"),
        ("$J idea ayu no-tow", 2, "ayu has no idea \"no-tow\"; did you mean no-two?; tests/ideas/ayu has: no-two\n"),
        ("sed -i s/two/2/ ayu.rs; $J idea ayu no-two", 2, "no-two.patch does not apply to ayu.rs as it stands: |: change ayu.rs, put the output of `git diff -U1 ayu.rs` below the head\n"),
        ("sed -i 's/^lines:.*/&x/' tests/ideas/*/*; $J idea ayu", 2, "no-two.patch: `lines` is a number\n"),
        ("sed -i /^lines/d tests/ideas/*/*; $J idea ayu", 2, "no line \"lines: \" in its head\n"),
    ]);
}
