//! The players as processes: whole games under the contest's limits, and every way to end. These tests run for every
//! game of the table; `GAME=NAME cargo test --test programs` tests one.

#[path = "jury_tests/prelude.rs"]
mod prelude;
use prelude::*;

/// Whole games of the player against itself and two partners, and one of the plain player. They are so short that they pass soon.
#[test]
fn players_and_partners_play_whole_games_within_their_limits() {
    let pairs = [("player", "player"), ("player", "random"), ("greedy", "player"), ("plain", "random")];
    let plain = |game: &str| Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/starters/{}.rs", game));
    let all = listings().flat_map(|listing| pairs.map(|pair| (listing.name, pair)));
    each(all.filter(|(game, pair)| pair.0 != "plain" || plain(game).exists()), |(game, (first, second))| {
        let ours = |program: String, seed: u64| (format!("{} 0.4 {}", program, seed), 0.4);
        let side = |who: &str, seed: u64| match who {
            "player" => ours(player(game), seed),
            "plain" => {
                let folder = scratch(&format!("plain-{}", game));
                folder.says(
                    &format!("rustc -O -C codegen-units=1 --edition 2021 {} -o plain", plain(game).display()),
                    0,
                    "",
                );
                ours(folder.join("plain").display().to_string(), seed)
            }
            style => (format!("{} {} {} 0.4 {}", JURY, style, game, seed), 60.0),
        };
        let (sides, what) = ([side(first, 1), side(second, 2)], format!("{}: {} against {}", game, first, second));
        let limits = sides.each_ref().map(|side| Limits { seconds: side.1, memory: Memory::Year });
        let record = play(game, [&sides[0].0, &sides[1].0], limits, &format!("whole-{}-{}-{}", game, first, second));
        assert_eq!(record.forfeits(), [None, None], "{}", what);
        for account in &record.accounts {
            assert!(account.exit == "0" && account.stderr < jury::run::pipes::LOG_MAX, "{}: {:?}", what, account);
        }
        transcript::check(&record.text()).unwrap_or_else(|why| panic!("{}: {}", what, why));
    });
}

/// Every way to end a player from outside. A row is a line of the shell, its exit code, and what it says. `$P` is the player,
/// `first` and `second` hold what the sides read before anybody moves.
#[test]
fn a_player_ends_as_it_is_told() {
    for &Listing { name: game, seconds, .. } in listings() {
        let (folder, state) = (scratch(&format!("ends-{}", game)), games::new(game, 1).unwrap());
        state.files().iter().for_each(|(file, text)| folder.put(file, text));
        for (seat, file) in ["first", "second"].into_iter().enumerate() {
            let lines = state.opening().into_iter().filter(|delivery| delivery.to == seat);
            folder.put(file, lines.map(|delivery| delivery.line + "\n").collect::<String>());
        }
        // The first line on stderr. The contest gives no arguments: then the player's own seconds count, the jury's too.
        let told = |arguments: &str, end: &str| format!("$P {} 2>&1 | grep '^{} .* {}$'", arguments, game, end);
        let mut rows = vec![
            (told("0.5 4242", "seed 4242 seconds 0.5"), 0, ""),
            (told("", &format!("seconds {}", seconds)), 0, ""),
            ("echo Quit | $P 1000000".to_string(), 0, ""),
            // Nobody reads, and the input stays open. The player begins after its reader has gone.
            (
                "mkfifo open gone; exec 3<>open; cat first second >&3; \
                 (cat gone; timeout 60 $P 0.3 1 <&3; echo code $? >&2) | (exec <&-; : >gone)"
                    .to_string(),
                0,
                "code 0\n",
            ),
        ];
        for file in ["first", "second"] {
            // Without the line that asks for a move nothing is written.
            for end in ["", "Quit\\n", "Quit\\r\\n", "\\n  \\nQuit"] {
                let heard = format!("(sed '$d' {}; printf '{}')", file, end);
                rows.push((format!("text=$( {} | $P 0.3 1 2>log) && test -z \"$text\"", heard), 0, ""));
            }
            rows.push((format!("(cat {}; echo hello) | $P 0.5 1", file), 2, "\": expected|!panicked"));
            rows.push((format!("(cat {}; printf '\\377\\376\\000\\n') | $P 0.5 1", file), 2, "!panicked"));
        }
        // A partner ends as the jury dismisses it. The input stays open.
        let dismissed = format!("echo {} >&3; timeout 60 $J random {} <word", state.dismissal(), game);
        rows.push((format!("mkfifo word; exec 3<>word; {}", dismissed), 0, ""));
        for arguments in ["soon", "-1", "nan", "inf", "5 x", "5 -3", "5 1 'hello;A1' <first"] {
            rows.push((format!("$P {}", arguments), 2, "expected|!panicked"));
        }
        // Empty lines of the past are passed over. On The Run takes four lines for each turn. A plain player has no past.
        if fs::read_to_string(format!("{}.rs", game)).unwrap().contains("past") {
            rows.push(("text=$($P 0.5 1 ' ;; ' <first 2>log) && test -n \"$text\"".to_string(), 0, ""));
        }
        if game == "ontherun" {
            rows.push((
                "$P 0.5 1 '7;8;9;' <first".to_string(),
                2,
                "cannot use \"9 8 7\": expected our lines, four a joint move",
            ));
        }
        // There is no file, then a folder of that name, then a file of bytes that mean nothing.
        for (file, _) in state.files() {
            for change in ["rm FILE", "mkdir FILE", "rmdir FILE; printf '\\377\\377' >FILE"] {
                rows.push((format!("{}; $P 0.5 1 <first", change.replace("FILE", file)), 2, file));
            }
        }
        for (line, code, words) in rows {
            folder.says(&format!("exec </dev/null; P={:?}; {}", player(game), line), code, words);
        }
    }
}
