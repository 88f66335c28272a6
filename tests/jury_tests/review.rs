//! `jury review`, and records of which only the moves are known.

use super::prelude::*;
use jury::play::review::{self, Found};

fn sample() -> Record {
    transcript::read(&first_sample("ayu")).unwrap()
}

/// A record of which the second mover's turns have these scores: what is found, and the page.
fn scored(scores: &str) -> (Found, String) {
    let mut record = review::begin(sample(), 1, "test");
    record.points = [1, 0];
    let own = (0..record.entries.len()).filter(|i| record.entries[*i].seat() == 1).zip(scores.split(' '));
    own.for_each(|(i, score)| record.notes[i].log = vec![format!("score {}", score), "review: A1-A2".to_string()]);
    let found = Found::of(&record, 1).unwrap();
    let page = jury::pages::review::page(&record, 1, &found, "test", "").unwrap();
    (found, page)
}

#[test]
fn the_sentence_names_the_turns_between_which_the_score_fell() {
    for (scores, sentence) in [
        ("0.2 0.4 -1.9 -2", "lost between moves 4 and 6: there it expected +0.40 and 1 turn later had -1.90"),
        // A forced move says nothing.
        ("0.2 0.4 none -1.9", "lost between moves 4 and 8: there it expected +0.40 and 2 turns later had -1.90"),
        // A slow fall is told whole, but not how lost a lost game became.
        ("1 0.9 1 0.1 -0.8 -1.7", "lost between moves 6 and 12: "),
        ("0.3 0.4 0.3 -1.9 -2 -2.1 -9000", "lost between moves 4 and 8: "),
        ("-1 -0.5 0.5", "lost with move 6: there it expected +0.50, and had no other turn"),
        ("-2 -1", "its score never fell; its choice differs at 2 of 2 turns"),
        ("-1 0", "its score never fell; its choice differs at 2 of 2 turns"),
        ("none none", "it writes no score to stderr; "),
    ] {
        let said = scored(scores).0.sentence();
        assert!(said.starts_with(sentence), "{}: {}", scores, said);
    }
    // The link is on the number of the move, not on that of the turns.
    holds("page", scored("0.5 none").1, "lost with move <a href=\"#2\">2</a>: there| differs at 2 of 2 turns");
    let (found, _) = scored("1 0.9 -1 -5");
    assert_eq!(found.marks[..5], ["??", "??", "??", "?", ""]);
    assert_eq!(found.rows()[1], ["4", "K2-J2", "A1-A2", "+0.90", "-1.00", "??"].map(str::to_string));
    assert_eq!(found.cells()[..5], ["4", "8", "+0.90", "-5.00", "4 of 4 turns"].map(str::to_string));
    assert_eq!(found.phase(), Some(0));
}

/// Plays these lines as the second mover of the sample, after those of its past, and likes its i-th turn so much. Each line of
/// `calls` is a start.
fn program(folder: &Path, own: &[&str], score: &str) -> String {
    let text = "[ $1 != 0.000 ] || exit 2; echo \"$2\" >>DIR/calls; i=0
while read heard; do i=$((i + 1)); past=$(echo \"$2;\" | cut -d';' -f$i)
echo depth 2 score SCORE >&2; [ \"$past\" ] && echo $past || sed -n ${i}p DIR/own; done";
    folder.put("own", own.join("\n") + "\n");
    folder.put("p.sh", text.replace("DIR", folder.to_str().unwrap()).replace("SCORE", score));
    folder.put("game.txt", first_sample("ayu"));
    format!("p=sh {} {{seconds}} {{past}}", folder.join("p.sh").display())
}

#[test]
fn a_program_is_asked_at_every_turn_and_a_review_goes_on() {
    let folder = scratch("review");
    let record = sample();
    let of = |seat: usize| record.entries.iter().filter(move |e| e.seat() == seat).filter_map(|e| e.line());
    let mut own: Vec<&str> = of(1).collect();
    let mut game = games::new("ayu", 1).unwrap();
    record.lines()[..5].iter().for_each(|line| drop(game.write(line).unwrap()));
    let choices = game.choices().unwrap();
    let played = own[2];
    own[2] = choices.iter().find(|line| *line != played).unwrap();
    let program = program(&folder, &own, "-$i");
    let calls = || fs::read_to_string(folder.join("calls")).unwrap_or_default().lines().count();
    let review = |program: &str, time: &str, words: &str| {
        folder.says(&format!("$J review game.txt '{}' --time {}", program, time), 0, words)
    };
    let text = review(&program, "5", &format!("differs at 1 of {} turns", own.len()));
    let row: Vec<&str> = text.lines().find(|line| line.contains(played)).unwrap().split_whitespace().collect();
    assert_eq!(row[..5], ["6", played, own[2], "-3.00", "-4.00"]);
    // The four turns of the deepest fall are asked again at length.
    assert_eq!(calls(), own.len() + 4);
    holds("page", folder.read("review/game.html"), "\"6\": \"?|between moves <a href=\"#|\"score\": -7");
    // A kept answer is not asked for again; one that was not kept is.
    let text = folder.read("review/game.txt");
    transcript::check(&text).unwrap();
    folder.put("review/game.txt", text.replace(&format!("# log 2: review: {}\n", own[4]), ""));
    review(&program, "5", "");
    assert!(calls() == own.len() + 5 && folder.read("review/game.txt") == text);
    // Another program begins anew, under another name. Without {past} it comes as far as its own lines are the record's.
    // Of so little time something is left.
    review(&program.replace("p=", "q=").replace(" {past}", ""), "0.0004", "differs at 1 of 3 turns");
    assert_eq!(calls(), own.len() + 6);
    assert!(folder.read("review/game.txt") == text && folder.join("review/game.2.html").exists());
}

#[test]
fn the_turns_of_a_fall_are_asked_again_with_more_time() {
    let folder = scratch("review-at-length");
    let lines = sample().lines();
    let own: Vec<&str> = lines.iter().skip(1).step_by(2).map(String::as_str).collect();
    // In the game's time it sees the loss at its tenth turn, in more at its seventh.
    let score = "$([ $i -lt $([ ${1%.*} -gt 5 ] && echo 7 || echo 10) ] && echo 2 || echo -2)";
    let line = format!("$J review game.txt '{}' --time 5", program(&folder, &own, score));
    folder.says(&line, 0, "lost between moves 12 and 14: there it expected +2.00");
}

#[test]
fn the_lost_games_of_a_match_are_grouped_by_phase() {
    let folder = scratch("review-match");
    folder.steps(&[
        ("$J match spaghetti random greedy --games 4 --time 60 --dir m", 0, ""),
        ("$J show m && $J review m greedy --lost A", 0, "4 games were lost (by greedy|from move  to  expected|00001: "),
        ("$J show m", 0, ""),
        ("cat m/review/index.html", 0, "<a href=\"../index.html\">|<a href=\"00001.html#"),
        ("cat m/index.html", 0, "<a href=\"review/index.html\">"),
        // Reviews have their own pages, and so has each match and each game.
        ("$J show m/review", 2, "m/review: jury review makes the pages of reviews"),
        ("$J show m/review/00001.txt", 2, "m/review/00001.txt: jury review makes"),
        ("cp -r m n; mkdir o; cp m/00001.txt o/x.txt; cp m/00002.txt o/x.log; cp m/index.html .", 0, ""),
        ("for out in n . m/review; do $J show m --out $out; done", 2, "n has pages|. has pages|m/review has pages"),
        ("$J show o/x.txt --out n", 2, "n has pages of its own"),
        ("$J review o/x.txt greedy --out .", 2, ". has pages of its own"),
        ("$J show m/00001.txt --out m/review", 2, "m/review/00001.html is the page of m/review/00001.txt"),
        ("$J show o/x.log", 2, "o/x.html is the page of o/x.txt"),
        ("cmp m/index.html index.html && $J show m --out p && cmp p/00001.html m/00001.html", 0, "/p/index.html\n"),
        ("$J show m/00001.txt --out m", 0, "/m/00001.html\n"),
        ("$J review m greedy --lost B", 2, "no lost game"),
        ("$J review m/00001.txt greedy --lost A", 0, ""),
        ("cd m && $J review 00001.txt greedy --lost B", 0, ""),
        ("$J review m --lost careful", 2, "the programs are called greedy, random"),
        ("$J tournament spaghetti random greedy --games 2 --dir t", 0, ""),
        ("$J review t", 2, "; review one of its matches, such as t/1-2\n"),
        ("$J play spaghetti \"sh -c 'exit 3'\" random --quiet --out f.txt", 0, ""),
        ("$J review o/x.txt \"sh -c 'echo why >&2; exit 3'\"", 2, ": crash: exit 3; stderr: why"),
        ("$J review f.txt greedy", 2, "jury: f.txt: sh forfeited (crash: exit 3)\n"),
    ]);
    // Transcript and page of each game, one also of the other side, and an index.
    assert_eq!(all_in(&folder.join("m/review"), &[]).len(), 11);
}

#[test]
fn a_file_of_one_game_a_line_is_read() {
    let folder = scratch("bare");
    let samples = Path::new("tests/samples/ayu");
    let [known, other] = ["game-01.txt", "game-03.txt"].map(|name| transcript::read(&samples.read(name)).unwrap());
    let one = known.lines().join(" ");
    let games = format!("{}\n\n{}\n", one, other.lines().join(" "));
    let read = transcript::each(Path::new("games.txt"), &games);
    assert_eq!(read[1].0, Path::new("games-3.txt"));
    let record = transcript::read(read[0].1.as_ref().unwrap()).unwrap();
    assert_eq!((record.lines(), record.points), (known.lines(), known.points));
    folder.put("games.txt", games);
    folder.put("one.txt", &one);
    folder.steps(&[
        ("$J check games.txt && $J show games.txt", 0, "games-1.txt: OK |games-3.txt: OK |!games-2"),
        ("ls games; cat games/index.html", 0, "games-1.html\n|games-3.html\"|"),
        ("$J check one.txt && $J show one.txt", 0, "/one.html\n"),
        ("cp games.txt bare; $J show bare ./games.txt", 0, "/bare.games/index.html\n|/games/index.html\n"),
        ("$J show games.txt $PWD/games", 2, "would both be "),
    ]);
    for (bad, why) in [
        (format!("{} {}", one, "A1-A2"), "line 1: the game is over before move"),
        (one.replace(" D1-D2", " D1-D9"), "line 1: move 3, \"D1-D9\", is "),
        (one.rsplit_once(' ').unwrap().0.to_string(), "the moves end, but Black is still on turn"),
    ] {
        folder.put("bad.txt", &bad);
        folder.says("$J check bad.txt", 1, why);
    }
}

/// A hidden game by what the side knew, turns of several lines, tiles of the jury: whole games, by programs that take `{past}`.
#[test]
fn our_players_review_whole_games_of_every_game() {
    for game in listings().map(|listing| listing.name) {
        let folder = scratch(&format!("review-{}", game));
        let samples = show::transcripts(&Path::new("tests/samples").join(game)).unwrap();
        let sample = samples.into_iter().min_by_key(|path| fs::read_to_string(path).unwrap().len()).unwrap();
        let out = folder.to_str().unwrap();
        let words = ["review", sample.to_str().unwrap(), &player(game), "--time", "0.2", "--out", out];
        let (code, text) = jury(Path::new("."), &words);
        assert_eq!(code, Some(0), "{}: {}", game, text);
        let kept = fs::read_to_string(folder.join(sample.file_name().unwrap())).unwrap();
        let record = transcript::check(&kept).unwrap();
        let turns = review::turns(&record, usize::from(record.points[1] < record.points[0])).unwrap();
        assert!(turns.iter().all(|turn| !turn.choice.is_empty()), "{}: a turn without an answer\n{}", game, text);
        // On a busy machine most turns leave no time for a search.
        assert!(turns.iter().any(|turn| turn.score.is_some()), "{}: {}", game, text);
    }
}
