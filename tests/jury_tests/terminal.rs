//! What a person sees in a terminal: colours, boards, lines that are not too long.

use super::prelude::*;

/// What the jury writes to a pseudo-terminal of 80 columns; `None` if there is no `script`.
fn in_terminal(folder: &Path, words: &str, variable: &str) -> Option<String> {
    let line = format!("stty cols 80 rows 24; TERM=xterm {} exec {} {}", variable, JURY, words);
    let output = Command::new("script").args(["-qec", &line, "/dev/null"]).current_dir(folder).output();
    let output = output.inspect_err(|_| not_proven("a terminal looks right", "script is not installed")).ok()?;
    assert!(output.status.success(), "{}: {:?}", words, output);
    Some(String::from_utf8_lossy(&output.stdout).replace("\r\n", "\n"))
}

#[test]
fn colours_are_for_terminals_only() {
    let folder = scratch("colours");
    for (i, game) in games::names().into_iter().enumerate() {
        let words = ["play", game, "random", "random", "--seed", "4", "--out", "x.txt"];
        let (code, piped) = jury(&folder, &words);
        assert!(code == Some(0) && !piped.contains('\x1b'), "{}", piped);
        let Some(seen) = in_terminal(&folder, &words.join(" "), "NO_COLOR=") else { return };
        let seat = &games::seats(game)[0];
        assert!(seen.contains(&format!("m{}\x1b[0m: ", seat)) && seen.contains("\x1b[0m\n"), "{}", seen);
        let record = transcript::read(&folder.read("x.txt")).unwrap();
        let mut end = games::from_setup(game, &record.setup).unwrap();
        record.lines().iter().for_each(|line| drop(end.write(line).unwrap()));
        assert!(seen.contains(&end.view(None, &record.lines())), "{}", seen);
        // The same words, except for times and the transcript's name.
        let words_of = |text: &str| {
            let lines = text.lines().filter(|line| !line.contains(" s") && !line.starts_with("transcript"));
            lines.map(str::to_string).collect::<Vec<_>>()
        };
        assert_eq!(words_of(&print::plain(&seen)), words_of(&piped));
        let plain = in_terminal(&folder, &words.join(" "), ["NO_COLOR=1", "TERM=dumb"][i % 2]).unwrap();
        assert!(!plain.contains('\x1b'), "{}", plain);
        // Only lists of cities and of stones may be longer.
        let lists = ["detective ", "the fugitive is", "as far as", "White", "Black"];
        assert!(game != "ontherun" || lists[..2].iter().all(|list| plain.contains(list)), "{}", plain);
        let long = plain.lines().filter(|line| line.chars().count() > 80 && !lists.iter().any(|l| line.starts_with(l)));
        assert_eq!(long.collect::<Vec<_>>(), Vec::<&str>::new());
    }
    let seen = in_terminal(&folder, "play ayu greedy true --seed 4 --quiet --out x.txt", "NO_COLOR=").unwrap();
    let alarm = print::paint(print::ALARM, "Black FORFEITED, closed: ended before the game did, exit code 0");
    assert!(seen.contains(&alarm), "{}", seen);
}

/// The line of a running match, and of a running tournament.
#[test]
fn what_is_seen_while_games_are_played_fits_80_columns() {
    let folder = scratch("live");
    let name = "a-program-with-a-name-that-is-rather-long";
    for (words, all) in [
        (format!("match spaghetti {}=greedy random --games 12 --sprt 0 50 --dir m", name), 12),
        (format!("tournament spaghetti {0}1=greedy {0}2=random {0}3=careful --games 2 --dir t", name), 6),
    ] {
        let Some(seen) = in_terminal(&folder, &words, "NO_COLOR=") else { return };
        assert!(seen.contains(&format!("{0}/{0} games", all)), "{}", seen);
        let seen = seen.replace("\x1b[K", "");
        let live = seen.split(['\r', '\n']).map(print::plain).take_while(|line| !line.starts_with("transcripts"));
        let long: Vec<String> = live.filter(|line| line.contains(&format!("/{} games", all))).collect();
        assert!(!long.is_empty() && long.iter().all(|line| line.chars().count() < 80), "{:?}", long);
    }
}

/// Does a box-drawing character lead up, right, down, left?
fn arms(sign: char) -> [bool; 4] {
    ['│', '─', '┼', '╭', '╮', '╯', '╰'].iter().position(|c| *c == sign).map_or([false; 4], |i| {
        [0b1010, 0b0101, 0b1111, 0b0110, 0b0011, 0b1001, 0b1100].map(|m: u8| [8, 4, 2, 1].map(|bit| m & bit > 0))[i]
    })
}

#[test]
fn spaghettis_paths_hang_together() {
    let mut rng = Rng(5);
    for seed in 0..20 {
        let mut game = games::new("spaghetti", seed).unwrap();
        let mut last = String::new();
        while game.to_write().is_some() {
            last = game.stand_in(&mut rng);
            game.write(&last).unwrap();
        }
        let view = game.view(None, &[last]);
        // The ground of the last tile, eight signs, and the walls on the right.
        let wall = print::paint(print::RED, " ") + "\n";
        assert_eq!(["48;5;223", &wall].map(|style| view.matches(style).count()), [8, 18], "{}", view);
        let board = print::plain(&view);
        // Without the labels of rows and columns, and without the walls.
        let signs: Vec<Vec<[bool; 4]>> =
            board.lines().skip(1).take(18).map(|line| line.chars().skip(3).take(28).map(arms).collect()).collect();
        for (row, line) in signs.iter().enumerate() {
            for (column, sign) in line.iter().enumerate() {
                let right = line.get(column + 1).is_none_or(|right| right[3] == sign[1]);
                let below = signs.get(row + 1).is_none_or(|below| below[column][0] == sign[2]);
                assert!(right && below, "row {}, column {}\n{}", row, column, board);
            }
        }
    }
}

#[test]
fn each_side_has_a_line_below_the_board() {
    for game in ["ayu", "symple"] {
        holds(game, games::new(game, 1).unwrap().view(None, &[]), "\nWhite (o): |\nBlack (x): ");
    }
}
