//! The page of a review: the game with the program's scores and marks, the sentence, the marked moves. And the list of many.

use crate::pages::show::{self, address, Frame, Story};
use crate::play::review::{Found, HEADS, PHASES};
use crate::play::transcript::Record;
use crate::rules::game::Seat;
use crate::rules::games::{self, seats, title};
use crate::text::html::{escape, table};
use crate::text::print;

/// The page of a reviewed record. `by` is the program's name; `back` (HTML) stands above.
pub fn page(record: &Record, seat: Seat, found: &Found, by: &str, back: &str) -> Result<String, String> {
    let game = games::from_setup(&record.name, &record.setup)?;
    let mut story = Story::tell(game, seats(&record.name), record.entries.iter().zip(&record.notes), None)?;
    let marks = found.turns.iter().zip(&found.marks).filter(|(_, mark)| !mark.is_empty());
    story.marks = marks.map(|(turn, mark)| (turn.step, *mark)).collect();
    let row = |row: [String; 6]| {
        let [step, rest @ ..] = row.map(|cell| escape(&cell));
        [format!("<a href=\"#{0}\">{0}</a>", step)].into_iter().chain(rest).collect()
    };
    let rows: Vec<Vec<String>> = found.rows().into_iter().map(row).collect();
    // The first number is that of the move with which the fall began.
    let step = found.step().map_or(String::new(), |step| format!(" {}", step));
    let sentence = match step.trim() {
        "" => escape(&found.sentence()),
        to => escape(&found.sentence()).replacen(&step, &format!(" <a href=\"#{0}\">{0}</a>", to), 1),
    };
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

/// Reviews grouped by phase, each with its name (of its page without the ending): a text, and the page of them all. `back` (HTML) stands
/// above.
pub fn list(heading: &str, back: &str, reviews: &[(String, Found)]) -> (String, String) {
    let (mut text, mut html) = (String::new(), back.to_string());
    for (phase, name) in PHASES.iter().map(|name| (Some(name), *name)).chain([(None, "no fall seen")]) {
        let here = reviews.iter().filter(|(_, found)| found.phase().map(|i| &PHASES[i]) == phase);
        let here: Vec<&(String, Found)> = here.collect();
        if here.is_empty() {
            continue;
        }
        let head = format!("{}: {}", name, print::count(here.len(), "game"));
        text += &format!("\n{}\n", head);
        html += &format!("<h2>{}</h2>\n", head);
        for (name, found) in here {
            text += &format!("  {}: {}\n", name, found.sentence());
            let step = found.step().map_or(String::new(), |step| format!("#{}", step));
            let page = address(&format!("{}.html", name)) + &step;
            html += &format!("<p><a href=\"{}\">{}</a>: {}</p>\n", page, escape(name), escape(&found.sentence()));
        }
    }
    (text, show::index(heading, &html, &[]))
}
