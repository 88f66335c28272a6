//! The page of a review: the game with the program's scores and marks, the sentence, the marked moves. And the list of many.

use crate::pages::show::{self, address, Frame, Story};
use crate::play::review::{Found, CELLS, HEADS};
use crate::play::transcript::Record;
use crate::rules::game::{Part, Seat};
use crate::rules::games::{self, seats, title};
use crate::text::html::{escape, table};
use crate::text::json;
use crate::text::print::{self, count};
use std::path::PathBuf;

/// The page of a reviewed record. `by` is the program's name; `back` (HTML) stands above.
pub fn page(record: &Record, seat: Seat, found: &Found, by: &str, back: &str) -> Result<String, String> {
    let mut story = Story::of(record, None)?;
    let picture = games::from_setup(&record.name, &record.setup)?.picture(None, &[]);
    let (who, places) = (&record.players[seat], |line: &str| json::places(&Part::places(line, &picture)));
    let all = |lines: &str| format!("[{}]", lines.split(", ").map(places).collect::<Vec<_>>().join(", "));
    for [step, played, choice, score, next, sign] in found.rows() {
        let scores = [score, next].into_iter().filter(|score| !score.is_empty()).collect::<Vec<_>>().join(", then ");
        let words = format!("Move {step}: {who} played {played}, {by} prefers {choice}. Its score: {scores}");
        let mark = [
            ("sign", json::text(&sign)),
            ("words", json::text(&words)),
            ("played", all(&played)),
            ("better", all(&choice)),
        ];
        story.marks.insert(step.parse().unwrap_or(0), json::object(&mark));
    }
    story.reviewer = Some((seat, by.to_string()));
    let row = |row: [String; 6]| {
        let [step, rest @ ..] = row.map(|cell| escape(&cell));
        [format!("<a href=\"#{0}\">{0}</a>", step)].into_iter().chain(rest).collect()
    };
    let rows: Vec<Vec<String>> = found.marked().into_iter().map(row).collect();
    let below = format!(
        "<div class=\"wide\"><p><b>{}</b></p>\n{}<p>Asked at every turn of {}: <bdi>{}</bdi>. ?? its score fell most, ? it fell. \
         Red was played, green it prefers.</p></div>\n",
        escape(&found.sentence()),
        table(&HEADS, &rows, &[1, 2, 5]),
        escape(&seats(&record.name)[seat]),
        escape(by),
    );
    let frame = Frame { back, title: title(&record.name), below: &below, ..Frame::default() };
    Ok(show::html(&record.players, Some(record.points), &story, &frame))
}

/// What to work on: how many of the lost games were thrown away.
fn lesson(reviews: &[(PathBuf, Found)]) -> String {
    let thrown: Vec<(usize, usize)> = reviews.iter().filter_map(|(_, found)| found.thrown_away()).collect();
    let games = format!("{} of {}", thrown.len(), count(reviews.len(), "lost game"));
    let (Some(turns), Some(first)) = (thrown.iter().map(|one| one.0).max(), thrown.iter().map(|one| one.1).min())
    else {
        return format!("{} was won once: they were lost bit by bit.", games.replacen("0", "None", 1));
    };
    let (were, all) = if thrown.len() == 1 { ("was", "") } else { ("were", "all ") };
    let most = if turns == 1 || thrown.len() == 1 { "" } else { "at most " };
    format!("{games} {were} won once: thrown away in {most}{}, {all}after move {}.", count(turns, "turn"), first - 1)
}

/// Reviews, each with its page: a text, and the page of them all with `back` (HTML) above.
pub fn list(heading: &str, back: &str, reviews: &[(PathBuf, Found)]) -> (String, String) {
    let (mut lines, mut rows) = (vec![CELLS.map(str::to_string).to_vec()], Vec::new());
    for (page, found) in reviews {
        let cells = found.cells();
        let (name, to) = (page.file_stem().unwrap_or_default().to_string_lossy(), page.file_name().unwrap_or_default());
        let link = format!("<a href=\"{}#{}\">{}</a>", address(to), cells[0], escape(&name));
        rows.push([link].into_iter().chain(cells.iter().map(|cell| escape(cell))).collect());
        lines.push([format!("{}:", name)].into_iter().chain(cells).collect());
    }
    let (lesson, left) = (lesson(reviews), [0, 5, 6, 7]);
    let html = format!("{}<p class=\"verdict\">{}</p>\n{}", back, lesson, table(&CELLS, &rows, &left));
    (format!("{}\n\n{}", lesson, print::align(&lines, &left)), show::index(heading, &html, &[]))
}
