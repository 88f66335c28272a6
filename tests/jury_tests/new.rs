//! The way to a new game: made in a copy of the tree, then built, tested and played.

use super::prelude::*;

#[test]
fn a_new_game_is_built_tested_and_played_at_once() {
    // A copy of this tree, without what was built and played.
    let (tree, here) = (scratch("new"), std::env::current_dir().unwrap());
    let without = "--exclude=./.git --exclude=./target --exclude=./matches";
    tree.says(&format!("tar -C {:?} {} -cf - . | tar -xf -", here, without), 0, "");
    // Where the games are listed otherwise than expected, and where a file is there, nothing is made.
    let late =
        "$J new late; $J new map; sed -i 's/^bins = /bin = /' tests/Cargo.toml; [ ! -e late.rs ] && [ ! -e map.rs ]";
    let refused = "tests/Cargo.toml: no |tests/jury/rules/map.rs is there already";
    tree.says(&format!("sed -i 's/^bin = /bins = /' tests/Cargo.toml; {}", late), 0, refused);
    let made =
        "hexes_7.rs|tests/hexes_7.rs|tests/jury/rules/hexes_7.rs|tests/samples/hexes_7/game-01.txt|tests/Cargo.toml|\nhexes_7 is there, with the rules of a toy game: `make play GAME=hexes_7`, `make test GAME=hexes_7`; tests/jury/template/README.md goes on.\n";
    // For a test cargo builds all programs of its package. The other players are no news here.
    let alone = "sed -i '/\"..\\/[a-z]*.rs\"/d' tests/Cargo.toml";
    tree.steps(&[("$J new hexes_7", 0, made), ("cargo fmt --all --check", 0, ""), (alone, 0, "")]);
    // What cargo builds is kept from test to test. The optimiser takes longer than all that is run here.
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).join("new-target");
    let cargo = |words: &str, good: bool, says: &str| {
        let settings = ["ground", "players"].map(|name| format!(" --config profile.dev.package.{}.opt-level=0", name));
        let line = format!("cargo{} {}", settings.concat(), words);
        let (code, text) =
            said(Command::new("sh").args(["-c", &line]).env("CARGO_TARGET_DIR", &target).current_dir(&tree));
        assert_eq!(code == Some(0), good, "{}: {}", line, text);
        holds(&line, text, says);
    };
    cargo("test --package players --test hexes_7", true, " 0 failed");
    cargo("clippy --package ground --package players --lib --bin hexes_7 -- -D warnings", true, "");
    cargo("build --bin jury", true, "");
    let jury = target.join("debug/jury").display().to_string();
    let play = |words: &str, says: &str| tree.says(&format!("{} {}", jury, words), 0, says);
    tree.says("rustc -O -D warnings --edition 2021 hexes_7.rs", 0, "");
    play("match hexes_7 ./hexes_7 greedy --games 2 --time 2 --dir m", "2 games");
    play("check m/00001.txt m/00002.txt tests/samples/hexes_7/game-01.txt", "OK");
    play("show m", "file:");
    // The learner takes the player as it is, and writes a copy that compiles.
    let library = "rustc -A dead_code -O --edition 2021 --crate-type rlib --crate-name player hexes_7.rs";
    let learner =
        "rustc -O --edition 2021 --extern player=libplayer.rlib tests/learn.rs && ./learn hexes_7.rs mine.rs 1 2";
    tree.steps(&[(library, 0, ""), (learner, 0, "2 games of 1000 nodes"), ("rustc -D warnings mine.rs", 0, "")]);
    // The tests see a rule that the player alone misreads.
    let (right, wrong) = ("column + 1 < SIDE && own(cell + 1)", "column + 2 < SIDE && own(cell + 1)");
    tree.put("hexes_7.rs", tree.read("hexes_7.rs").replace(right, wrong));
    cargo("test --package players --test hexes_7 fast_rules", false, "the result differs");
}
