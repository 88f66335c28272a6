//! The page of a review: the game with the program's scores and marks, the sentence, the marked moves. And the list of many.

use crate::pages::show::{self, address, Frame, Story};
use crate::play::review::{Found, CELLS, HEADS};
use crate::play::transcript::Record;
use crate::rules::game::Seat;
use crate::rules::games::{seats, title};
use crate::text::html::{escape, table};
use crate::text::print;
use std::path::PathBuf;

/// The page of a reviewed record. `by` is the program's name; `back` (HTML) stands above.
pub fn page(record: &Record, seat: Seat, found: &Found, by: &str, back: &str) -> Result<String, String> {
    let mut story = Story::of(record, None)?;
    let marks = found.turns.iter().zip(&found.marks).filter(|(_, mark)| !mark.is_empty());
    story.marks = marks.map(|(turn, mark)| (turn.step, *mark)).collect();
    let row = |row: [String; 6]| {
        let [step, rest @ ..] = row.map(|cell| escape(&cell));
        [format!("<a href=\"#{0}\">{0}</a>", step)].into_iter().chain(rest).collect()
    };
    let rows: Vec<Vec<String>> = found.rows().into_iter().map(row).collect();
    // The first number is that of the move with which the fall began.
    let [step, ..] = &found.cells();
    let link = format!("<a href=\"#{0}\">{0}</a>", step);
    let sentence = escape(&found.sentence()).replacen(step, &link, usize::from(!step.is_empty()));
    let below = format!(
        "<p class=\"verdict\">{}</p>\n<p>Asked at every turn of {}: <bdi>{}</bdi>. ? it would have played otherwise, ?? its score fell most.</p>\n\
         <details class=\"wide\"><summary>The marked moves</summary>{}</details>\n",
        sentence,
        escape(&seats(&record.name)[seat]),
        escape(by),
        table(&HEADS, &rows, &[1, 2, 5]),
    );
    let frame = Frame { back, title: title(&record.name), below: &below, ..Frame::default() };
    Ok(show::html(&record.players, Some(record.points), &story, &frame))
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
    let html = back.to_string() + &table(&CELLS, &rows, &[0, 5, 6]);
    (print::align(&lines, &[0, 5, 6]), show::index(heading, &html, &[]))
}
