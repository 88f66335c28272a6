//! `jury review`.

use super::prelude::*;
use jury::play::review::{self, Found, Turn};

fn sample() -> Record {
    transcript::read(&first_sample("ayu")).unwrap()
}

/// What is found in the sample if the second mover's turns have these scores, and the page.
fn scored(scores: &str) -> (Found, String) {
    let record = Record { points: [1, 0], ..sample() };
    let turns = review::turns(&record, 1).unwrap().into_iter().zip(scores.split(' '));
    let turn = |(mut turn, score): (Turn, &str)| {
        (turn.choice, turn.score) = (vec!["A1-A2".to_string()], score.parse().ok());
        turn
    };
    let found = Found::new(turns.map(turn).collect(), true);
    let page = jury::pages::review::page(&record, 1, &found, "test", "").unwrap();
    (found, page)
}

#[test]
fn the_sentence_names_the_turns_between_which_the_score_fell() {
    let (mut all, mut lost) = (String::new(), Vec::new());
    for (scores, sentence) in [
        ("0.2 0.4 -1.9 -2", "Lost between moves 4 and 6: there the reviewer expected +0.40 and 1 turn later had -1.90"),
        // A forced move says nothing.
        (
            "0.2 0.4 none -1.9",
            "Lost between moves 4 and 8: there the reviewer expected +0.40 and 2 turns later had -1.90",
        ),
        // A slow fall is told whole, but not how lost a lost game became.
        ("1 0.9 1 0.1 -0.8 -1.7", "Lost between moves 6 and 12: "),
        ("0.3 0.4 0.3 -1.9 -2 -2.1 -9000", "Lost between moves 4 and 8: "),
        ("-1 -0.5 0.5", "Lost with move 6: there the reviewer expected +0.50, and had no other turn"),
        ("-2 -1", "Its score never fell; its choice differs at 2 of 2 turns."),
        ("-1 0", "Its score never fell; its choice differs at 2 of 2 turns."),
    ] {
        let found = scored(scores).0;
        let said = found.sentence();
        lost.push((PathBuf::from(scores), found));
        let (text, page) = jury::pages::review::list("lost", "back", &lost);
        all += &(said.clone() + &text + &special(&page));
        assert!(said.starts_with(sentence), "{}: {}", scores, said);
    }
    let (_, page) = scored("1 0.9 -1 -5");
    assert_eq!(checksum(&(all + &special(&page))), 3736131315);
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
fn a_program_is_asked_at_every_turn_and_longer_at_those_of_the_fall() {
    let folder = scratch("review");
    let record = sample();
    let of = |seat: usize| record.entries.iter().filter(move |e| e.seat() == seat).filter_map(|e| e.line());
    let mut own: Vec<&str> = of(1).collect();
    let mut game = games::new("ayu", 1).unwrap();
    record.lines()[..5].iter().for_each(|line| drop(game.write(line).unwrap()));
    let (choices, played) = (game.choices().unwrap(), own[2]);
    own[2] = choices.iter().find(|line| *line != played).unwrap();
    let program = program(&folder, &own, "-$i");
    let line = format!("$J review game.txt '{}' --time 5", program);
    let text = folder.says(&line, 0, &format!("differs at 1 of {} turns", own.len()));
    let row: Vec<&str> = text.lines().find(|line| line.contains(played)).unwrap().split_whitespace().collect();
    assert_eq!(row[..5], ["6", played, own[2], "-3.00", "-4.00"]);
    assert_eq!(folder.read("calls").lines().count(), own.len() + 4);
    holds("page", folder.read("review/game.html"), "\"6\": {|, \"p\"]|\"score\": -7");
    // In the game's time it sees the loss at its tenth turn, in more at its seventh.
    let score = "$([ $i -lt $([ ${1%.*} -gt 5 ] && echo 7 || echo 10) ] && echo 2 || echo -2)";
    let line = format!("$J review game.txt '{}' --time 5", self::program(&folder, &of(1).collect::<Vec<_>>(), score));
    folder.says(&line, 0, "Lost between moves 12 and 14: there the reviewer expected +2.00");
    // Who cannot say where a game was lost is refused.
    folder.steps(&[
        (
            "$J review game.txt greedy",
            2,
            "game.txt: greedy writes no score to stderr, so it cannot say where; our player does, if you name none\n",
        ),
        (
            "$J review game.txt 'sh p.sh'",
            2,
            "game.txt: p.sh cannot be brought to a position: its command has no {past}; our player does, if you name none\n",
        ),
        ("$J review game.txt \"sh -c 'echo why >&2; exit 3' {past}\"", 2, ": crash: exit 3; stderr: why"),
    ]);
}

#[test]
fn the_lost_games_of_a_match_have_a_table() {
    let folder = scratch("review-match");
    // A partner that likes its position less and less.
    let text = "$1 greedy spaghetti 9 1 \"$2\" | while read line; do i=$((i - 1)); echo score $i >&2; echo $line; done";
    folder.put("p.sh", text);
    let by = "\"p=sh $PWD/p.sh $J {past}\"";
    folder.steps(&[
        ("$J match spaghetti random greedy --games 4 --time 60 --dir m && $J show m", 0, ""),
        (&format!("$J review m {by} --lost A"), 0, "4 games were lost (by p|game    from move  to  expected|00001: "),
        (
            "$J show m && cat m/review/index.html m/index.html",
            0,
            "=\"../index.html\">|=\"00001.html#|<p><a href=\"review/index.html\">Where games were lost</a></p>\n",
        ),
        ("$J show m --out o && cat o/index.html", 0, "!Where games were lost"),
        (&format!("$J review m {by} --lost B"), 2, "jury: --lost B: no lost game there\n"),
        (&format!("by={by}; cd m && $J review 00001.txt \"$by\" --lost B"), 0, ""),
        (&format!("$J review m {by} --lost other"), 2, "--lost other: no lost game there\n"),
        ("$J tournament spaghetti random greedy --games 2 --dir t", 0, ""),
        (&format!("$J review t {by}"), 2, "t: no transcript there; of a tournament name one of its matches (1-2)\n"),
        ("$J play spaghetti \"sh -c 'exit 3'\" random --quiet --out f.txt", 0, ""),
        (&format!("$J review f.txt {by}"), 2, "jury: f.txt: sh forfeited (crash: exit 3)\n"),
    ]);
    // A page of each game, and an index.
    assert_eq!(checksum(&without_figures(&folder, &special(&folder.read("m/review/index.html")))), 1222903133);
    assert_eq!(all_in(&folder.join("m/review"), &[]).len(), 5);
}
