//! The players as processes: whole games under the contest's limits, every way to end, bad lines. These tests run for
//! every game of the table; `GAME=NAME cargo test --test programs` tests one.

use jury::play::hint::{self, Player, Table};
use jury::rules::game::Fault;

#[path = "jury_tests/prelude.rs"]
mod prelude;
use prelude::*;

/// Whole games of the player against itself and the partners.
fn whole_games(listing: &Listing) {
    let game = listing.name;
    // So short that five games pass soon.
    let (short, hasty) = (1.0, 0.5);
    let pairings = [
        ("player", "player", short),
        ("player", "random", hasty),
        ("random", "player", short),
        ("player", "greedy", short),
        ("greedy", "player", hasty),
    ];
    for (i, (first, second, seconds)) in pairings.iter().enumerate() {
        let side = |who: &str, seed: usize| match who {
            "player" => (format!("{} {} {}", player(game), seconds, seed), *seconds),
            style => (format!("{} {} {} {} {}", JURY, style, game, seconds, seed), 60.0),
        };
        let sides = [side(first, i), side(second, i + 100)];
        let limits = [0, 1].map(|seat| Limits { seconds: sides[seat].1, memory: Memory::Year, suspend: true });
        let commands = sides.each_ref().map(|(command, _)| words::words(command).unwrap());
        let players = Players { names: [*first, *second], commands: [&commands[0], &commands[1]], limits };
        let (state, folder) = (games::new(game, i as u64).unwrap(), scratch(&format!("whole-{}-{}", game, i)));
        let record = referee::play(game, state, &players, &folder, Rng(1), &mut |_, _, _| {}).unwrap();
        let what = format!("{}, {} against {}, {} s", game, first, second, seconds);
        assert_eq!(record.forfeits(), [None, None], "{}", what);
        for account in &record.accounts {
            assert_eq!(account.exit, "0", "{}", what);
            assert!(account.stderr < process::LOG_MAX, "{}: {} characters on stderr", what, account.stderr);
        }
        let text = record.text();
        transcript::check(&text).unwrap_or_else(|why| panic!("{}: {}\n{}", what, why, text));
    }
}

#[test]
fn players_and_partners_play_whole_games_within_their_limits() {
    each(listings(), whole_games);
}

/// Runs the player with these arguments and this input. Returns its exit code and what it writes to stdout and stderr.
fn run(game: &str, arguments: &[&str], input: &[u8], folder: &Path) -> (Option<i32>, String, String) {
    let mut child = Command::new(player(game));
    child.args(arguments).current_dir(folder).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = child.spawn().unwrap();
    // A player that ends at a bad line does not read the rest. Then this write fails.
    let _ = child.stdin.take().unwrap().write_all(input);
    let output = child.wait_with_output().unwrap();
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (output.status.code(), text(&output.stdout), text(&output.stderr))
}

/// The player ends with code 2, and its last line on stderr holds these words. Returns its lines on stderr, and whether it
/// wrote anything to stdout.
fn refuses(game: &str, arguments: &[&str], input: &[u8], folder: &Path, words: &[&str]) -> (usize, bool) {
    let (code, stdout, stderr) = run(game, arguments, input, folder);
    let last = stderr.lines().last().unwrap_or("");
    let says = words.iter().all(|word| last.contains(word));
    let input = String::from_utf8_lossy(&input[..input.len().min(200)]);
    assert!(code == Some(2) && says, "{} {:?} after {:?}: {:?} {}", game, arguments, input, code, stderr);
    assert!(stderr.len() < 1000, "{}: a bad line is shown cut", game);
    (stderr.lines().count(), !stdout.is_empty())
}

/// What each seat reads before anybody moves.
fn beginnings(game: &str) -> [String; 2] {
    let opening = games::new(game, BEGINNING).unwrap().opening();
    [0, 1].map(|seat| opening.iter().filter(|d| d.to == seat).map(|d| format!("{}\n", d.line)).collect())
}

#[test]
fn bad_lines_end_a_player_with_one_clear_line_and_code_2() {
    for Listing { name: game, .. } in listings() {
        let folder = with_files("bad-lines", game);
        for beginning in beginnings(game) {
            for bad in ["hello", "99999999999999999999", "\u{fc}\u{1f600}"] {
                // A player need not refuse a line of the game, legal or not.
                if let Err(Fault::Unreadable(_)) = games::new(game, BEGINNING).unwrap().write(bad) {
                    let input = format!("{}{}\n", beginning, bad);
                    refuses(game, &["0.5", "1"], input.as_bytes(), &folder, &[&format!("{:?}", bad), "expected"]);
                }
            }
        }
        // Bytes that are no text, and a line without end.
        for bad in [&[0xff, 0xfe, 0x00, 0x80, b'\n'][..], &[b'x'; 100_000][..]] {
            refuses(game, &["0.5", "1"], &[beginnings(game)[1].as_bytes(), bad].concat(), &folder, &[]);
        }
    }
}

#[test]
fn bad_arguments_end_a_player_with_one_clear_line_and_code_2() {
    for Listing { name: game, .. } in listings() {
        let folder = with_files("bad-arguments", game);
        for arguments in [&["soon"][..], &["-1"], &["nan"], &["inf"], &["5", "x"], &["5", "-3"]] {
            refuses(game, arguments, b"Quit\n", &folder, &["expected"]);
        }
        // The most seconds that the jury takes.
        let (code, text) = sh(&folder, &format!("echo Quit | '{}' 1000000", player(game)));
        assert_eq!(code, Some(0), "{}: {}", game, text);
    }
}

#[test]
fn a_player_writes_its_past_again_and_goes_on() {
    for &Listing { name: game, .. } in listings() {
        let folder = with_files("past", game);
        let record = transcript::read(&first_sample(game)).unwrap();
        let lines = record.lines();
        let command = player(game) + " 1 1 {past}";
        let entrant = entrants::prepare(game, &[&command], &|_| folder.join("program")).unwrap().remove(0);
        let limits = Limits { seconds: 60.0, memory: Memory::Year, suspend: true };
        let player = Player { entrant, seed: 1, limits };
        let (setup, scratch) = (record.setup.clone(), folder.clone());
        let table = Table { game: game.to_string(), setup, folder: scratch, seed: 1 };
        let mut written = 0;
        for at in (0..12).map(|part| lines.len() * part / 12) {
            match hint::hint(&table, &lines[..at], &player) {
                Ok((lines, log)) => written += usize::from(!lines.is_empty() && !log.is_empty()),
                // In the middle of a turn whose lines it writes at once.
                Err(why) => assert!(why.contains("would have begun otherwise"), "{} after {}: {}", game, at, why),
            }
        }
        assert!(written >= 6, "{}: {}", game, written);
        // Empty lines are passed over.
        for past in ["", ";", " ;; "] {
            let (code, stdout, stderr) = run(game, &["0.5", "1", past], beginnings(game)[0].as_bytes(), &folder);
            assert!(code == Some(0) && !stdout.is_empty(), "{} {:?}: {}", game, past, stderr);
        }
        // The line that cannot be used is named. On The Run takes four lines for each turn.
        let bad =
            [("hello;A1", "\"hello\": expected"), ("7;8;9;", "cannot use \"7\": expected four lines for each turn")];
        for (past, words) in bad.into_iter().filter(|(past, _)| game == "ontherun" || past.contains("hello")) {
            let input = beginnings(game)[0].clone();
            assert!(!refuses(game, &["0.5", "1", past], input.as_bytes(), &folder, &[words]).1, "{} writes", game);
        }
    }
}

#[test]
fn a_file_that_is_missing_or_unreadable_ends_a_player_with_one_clear_line_and_code_2() {
    for Listing { name: game, .. } in listings() {
        for (file, _) in games::new(game, BEGINNING).unwrap().files() {
            let folder = scratch("no-file");
            // First there is no file, then a folder of that name, then a file of bytes that mean nothing.
            for step in ["", "mkdir FILE", "rmdir FILE; printf '\\377\\377' >FILE"] {
                folder.says(&step.replace("FILE", file), 0, "");
                let told = refuses(game, &["0.5", "1"], beginnings(game)[0].as_bytes(), &folder, &[file]);
                assert_eq!(told, (2, false), "{}", game);
            }
        }
    }
}

#[test]
fn the_first_line_on_stderr_is_name_version_seed_and_seconds() {
    for Listing { name: game, seconds, .. } in listings() {
        let folder = with_files("first-line", game);
        // The contest gives no arguments: then the player's own seconds count, which have to be the jury's.
        let own = format!(" seconds {}", seconds);
        for (arguments, end) in [(&["0.5", "4242"][..], " seed 4242 seconds 0.5"), (&[], own.as_str())] {
            let stderr = run(game, arguments, b"Quit\n", &folder).2;
            let first = stderr.lines().next().unwrap_or("");
            let named = first.split(' ').next() == Some(game);
            assert!(named && first.ends_with(end), "{:?} instead of {} ..{}", first, game, end);
        }
    }
}

#[test]
fn quit_or_the_end_of_the_input_ends_a_player_with_code_0_and_in_silence() {
    for Listing { name: game, .. } in listings() {
        let folder = with_files("quit", game);
        let ends = ["", "Quit\n", "Quit\r\n", "\n  \nQuit"];
        for (beginning, end) in beginnings(game).iter().flat_map(|beginning| ends.map(|end| (beginning, end))) {
            // All lines but the last; then no side is on turn.
            let heard = beginning.trim_end().rsplit_once('\n').map_or("", |(heard, _)| heard).replace('\n', "\r\n");
            let (code, stdout, stderr) = run(game, &["0.3", "1"], format!("{}\n{}", heard, end).as_bytes(), &folder);
            assert_eq!((code, stdout.as_str()), (Some(0), ""), "{} after {:?}, {:?}: {}", game, heard, end, stderr);
        }
    }
}

/// The input stays open: the player ends because nobody reads, without a panic. It begins after its reader has gone.
#[test]
fn a_reader_that_went_away_ends_a_player() {
    for Listing { name: game, .. } in listings() {
        let folder = with_files("dead-reader", game);
        folder.put("in", &beginnings(game)[0]);
        let plays = format!("(cat gone; timeout 60 '{}' 0.3 1 <&3; echo code $? >&2)", player(game));
        let goes = format!("mkfifo open gone; exec 3<>open; cat in >&3; {} | (exec <&-; : >gone)", plays);
        folder.says(&goes, 0, "code 0\n");
    }
}
