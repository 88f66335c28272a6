//! What the two sides are sent, and that a side sees no more than that.

use super::Player;
use jury::pages::show::Story;
use jury::play::course::Course;
use jury::play::transcript::Note;
use jury::rules::game::{Delivery, Game, Rng, Seat};
use jury::rules::games;

/// What First and Second are sent after the lines of a game, a row each, by the contest's page. Lines have ` / ` between
/// them. The empty line stands for the start.
pub fn each_is_sent(game: &mut dyn Game, rows: &[(impl AsRef<str>, [&str; 2])]) {
    for (line, table) in rows {
        let line = line.as_ref();
        let sent = if line.is_empty() { game.opening() } else { game.write(line).expect("a legal line") };
        assert_eq!(by_seat(&sent).map(|lines| lines.join(" / ")), *table, "what is sent (left) after {:?}", line);
    }
}

fn by_seat(news: &[Delivery]) -> [Vec<String>; 2] {
    [0, 1].map(|seat| news.iter().filter(|news| news.to == seat).map(|news| news.line.clone()).collect())
}

/// Two games that differ in their last line alone look alike to the side that was not sent what differs, and writes next:
/// as a picture, as a story, in the parts of its line. (A hint knows no more: it comes from a program that is sent the
/// same.)
pub fn a_side_sees_what_it_was_sent(player: &Player) {
    let (mut hidden, mut compared) = (0, 0);
    for seed in 0..3 {
        let setup = games::new(player.game, seed).expect("a game of the table").setup();
        let replayed = |lines: &[String]| {
            let game = games::from_setup(player.game, &setup).expect("a setup");
            let mut course = Course::new(player.game, game, ["", ""], Rng(seed));
            lines.iter().for_each(|line| drop(course.write(line, Note::default()).expect("a legal line")));
            course
        };
        let (mut course, mut rng) = (replayed(&[]), Rng(seed));
        while let Some(viewer) = course.game.to_write().map(|seat| 1 - seat) {
            let (before, lines) = (course.record.lines(), [(); 2].map(|()| course.game.stand_in(&mut rng)));
            let sent = course.write(&lines[0], Note::default()).expect("a legal line");
            if course.turn() != Some(viewer) || by_seat(&sent)[viewer].contains(&lines[0]) || lines[0] == lines[1] {
                continue;
            }
            hidden += 1;
            // A comparison tells both games anew: some are enough, but from whole games.
            let twins = lines.map(|line| replayed(&[&before[..], &[line]].concat()));
            let told = twins.each_ref().map(|twin| (twin.turn(), by_seat(&twin.sent[before.len()])[viewer].clone()));
            if hidden % 5 == 1 && told[0] == told[1] {
                let [one, other] = twins.each_ref().map(|twin| seen(twin, viewer));
                assert!(one == other, "seat {} sees what it was not sent:\n{}\n{}", viewer, one, other);
                compared += 1;
            }
        }
    }
    assert!(hidden == 0 || compared > 2, "{} lines are not sent to the other side, {} compared", hidden, compared);
}

/// All that the jury shows a side.
fn seen(course: &Course, viewer: Seat) -> String {
    let (game, first) = (course.game.as_ref(), course.game.parts(""));
    let next: Vec<_> = first.iter().flat_map(|part| game.parts(&part.line)).collect();
    let story = Story::of(&course.record, Some(viewer)).expect("legal lines");
    let story = story.json(&games::seats(&course.record.name), None);
    format!("{:?}\n{:?}\n{:?}\n{}", game.picture(Some(viewer), &course.record.lines()), first, next, story)
}
