//! What the two sides are sent, when, and that a side sees no more than that.

use super::Player;
use jury::pages::show::Story;
use jury::play::course::Course;
use jury::play::transcript::Note;
use jury::rules::game::{Delivery, Game, Rng, Seat};
use jury::rules::games;

/// What First reads and what Second reads, written down from the contest's page. Lines have ` / ` between them. SETUP is
/// all that the jury draws, LINE the line just written, BEFORE the one before it.
pub struct Sent {
    /// Before the first move.
    pub opening: [&'static str; 2],
    /// After a line of the first mover, and of the second.
    pub by_first: [&'static str; 2],
    pub by_second: [&'static str; 2],
    /// Is the line that ends the game sent like any other? If not, nobody hears of it.
    pub last: bool,
    pub end: [&'static str; 2],
}

impl Sent {
    /// Of a game without a setup in which each side is sent the other's lines.
    pub const IN_TURN: Sent =
        Sent { opening: ["Start", ""], by_first: ["", "LINE"], by_second: ["LINE", ""], last: true, end: ["Quit"; 2] };
}

/// Compares what the jury's rules send in random games with the table.
pub fn deliveries(name: &str, table: &Sent) {
    for seed in 0..5 {
        let mut course = start(name, &games::new(name, seed).expect("a game of the table").setup(), seed);
        let (opening, setup) = (course.open(), course.record.setup.clone());
        let (mut line, mut before) = (String::new(), String::new());
        let check = |what: &str, table: [&str; 2], lines: [&str; 2], sent: [Vec<String>; 2]| {
            let read = |table: &str| -> Vec<String> {
                let word = |word: &str| match word {
                    "SETUP" => setup.clone(),
                    "" => Vec::new(),
                    _ => vec![word.replace("LINE", lines[0]).replace("BEFORE", lines[1])],
                };
                table.split(" / ").flat_map(word).collect()
            };
            assert_eq!(sent, table.map(read), "what First and Second are sent (left) is not in the table, {}", what);
        };
        check("at the start", table.opening, ["", ""], by_seat(&opening));
        while let Some(seat) = course.turn() {
            before = std::mem::replace(&mut line, course.game.stand_in(&mut course.rng));
            let sent = course.write(&line, Note::default()).expect("a legal line");
            let over = course.turn().is_none();
            let row = if over && !table.last { ["", ""] } else { [table.by_first, table.by_second][seat] };
            check(&format!("after {:?}, {:?}; the end: {}", before, line, over), row, [&line, &before], by_seat(&sent));
        }
        let farewell = [0, 1].map(|seat| course.game.farewell(seat).map(str::to_string).into_iter().collect());
        check("at the end", table.end, [&line, &before], farewell);
    }
}

/// The same for the lines of one game, in each row a line and what First and Second are sent then. The empty line stands
/// for the start.
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

fn start(name: &str, setup: &[String], seed: u64) -> Course {
    Course::new(name, games::from_setup(name, setup).expect("a setup"), ["", ""], Rng(seed))
}

/// Two games that differ in a line alone look alike to the side that was not sent what differs: as text, as a picture, as
/// a story, in the parts of its own next line. (A hint knows no more: it comes from a program that is sent the same.) A
/// difference may show early, if it is sent before that side writes again; and when the game is over.
pub fn a_side_sees_what_it_was_sent(player: &Player) {
    let (mut hidden, mut compared) = (0, 0);
    for seed in 0..3 {
        let setup = games::new(player.game, seed).expect("a game of the table").setup();
        let mut course = start(player.game, &setup, seed);
        let mut rng = Rng(seed);
        // By seat: the lines that it was not sent, and at how many the next comparison is due.
        let (mut unsent, mut due) = ([0; 2], [1; 2]);
        while let Some(seat) = course.game.to_write() {
            let (viewer, before) = (1 - seat, course.record.lines());
            let lines = [course.game.stand_in(&mut rng), course.game.stand_in(&mut rng)];
            let sent = course.write(&lines[0], Note::default()).expect("a legal line");
            let is_hidden = course.turn().is_some() && !by_seat(&sent)[viewer].contains(&lines[0]);
            hidden += usize::from(is_hidden);
            unsent[viewer] += usize::from(is_hidden);
            // A comparison tells both games anew: some are enough, but from the whole game.
            if is_hidden && lines[0] != lines[1] && unsent[viewer] >= due[viewer] {
                let twins = lines.map(|line| {
                    let mut twin = start(player.game, &setup, seed);
                    before.iter().chain([&line]).for_each(|line| drop(twin.write(line, Note::default())));
                    twin
                });
                let alike = twins_look_alike(player.game, twins, viewer, &mut rng);
                compared += alike;
                due[viewer] = if alike > 0 { 5 * unsent[viewer] } else { due[viewer] };
            }
        }
    }
    assert!(hidden == 0 || compared > 0, "{} lines are not sent to the other side, but none could be compared", hidden);
}

/// Plays on in both games, alike as far as the rules allow it, while the viewer is sent the same. Returns how many
/// positions were compared.
fn twins_look_alike(name: &str, mut twins: [Course; 2], viewer: Seat, rng: &mut Rng) -> usize {
    // What differed before the viewer was asked, and how many stories were told.
    let (mut early, mut stories) = (None, 0);
    for compared in 0..6 {
        let sent = twins.each_ref().map(|twin| by_seat(twin.sent.last().expect("a line"))[viewer].clone());
        let asked = twins.each_ref().map(|twin| twin.game.to_write());
        if sent[0] != sent[1] || asked[0] != asked[1] || asked[0].is_none() {
            return compared;
        }
        // A story holds all steps before it, too: so it is told at the start, and once late where the viewer writes.
        let story = compared == 0 || stories == 1 && compared > 2 && asked[0] == Some(viewer);
        stories += usize::from(story);
        let [one, other] = twins.each_ref().map(|twin| seen(name, twin, viewer, story));
        let differs = one.into_iter().zip(other).find(|(one, other)| one != other);
        early = early.or(differs.map(|(one, other)| {
            let lines = twins.each_ref().map(|twin| twin.record.lines().join(", "));
            let why = format!("{} tells seat {} what it was not sent: {:?} or {:?}", one.0, viewer, lines[0], lines[1]);
            format!("{}\n{}\n{}", why, one.1, other.1)
        }));
        assert!(early.is_none() || asked[0] != Some(viewer), "{}", early.unwrap_or_default());
        let line = twins[0].game.stand_in(rng);
        let [one, other] = &mut twins;
        one.write(&line, Note::default()).expect("a legal line");
        let own = other.game.stand_in(rng);
        // The other side writes what it may; the viewer's line has to be the same.
        if other.write(&line, Note::default()).is_err()
            && (asked[0] == Some(viewer) || other.write(&own, Note::default()).is_err())
        {
            return compared + 1;
        }
    }
    6
}

/// All that the jury shows a side, each with its name; the story of the whole game only if it is asked for.
fn seen(name: &str, course: &Course, viewer: Seat, story: bool) -> Vec<(&'static str, String)> {
    let (game, lines) = (course.game.as_ref(), course.record.lines());
    let mut parts = if game.to_write() == Some(viewer) { game.parts("") } else { Vec::new() };
    parts.extend(parts.clone().iter().flat_map(|part| game.parts(&part.line)));
    let mut seen =
        vec![("picture", format!("{:?}", game.picture(Some(viewer), &lines))), ("parts", format!("{:?}", parts))];
    if story {
        let story = Story::of(&course.record, Some(viewer)).expect("legal lines");
        seen.push(("story", story.json(&games::seats(name), None)));
    }
    seen
}
