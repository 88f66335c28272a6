//! Pages for the browser: a file for each game, an index for each folder. They fetch nothing, so they work from
//! `file://`, on a phone and in ten years.
//!
//! The position after every step is drawn here, by the game's rules. The page's script (`page.js`) shows them in turn.

use crate::count::verdict;
use crate::play::thoughts::Thoughts;
use crate::play::transcript::{self, Entry, Note, Record};
use crate::rules::game::{Delivery, Game, Seat};
use crate::rules::games::{self, seats, title};
use crate::rules::picture::Picture;
use crate::run::place;
use crate::text::html::{escape, table};
use crate::text::json;
use crate::text::print::Shown;
use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};

pub const INDEX: &str = "index.html";

const SCRIPT: &str = include_str!("page.js");

/// Whatever names or lines of a program say, a page fetches nothing from outside.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'";

/// One step of a page: the lines of a move, or a forfeit.
#[derive(Default)]
struct Step {
    /// `None` for the start.
    seat: Option<usize>,
    text: String,
    forfeit: String,
    /// Written by the jury, after a forfeit.
    jury: bool,
    /// Numbers of the shapes.
    shapes: Vec<usize>,
    caption: String,
    points: [i32; 2],
    /// Seconds on both clocks.
    clock: [f64; 2],
    log: Vec<String>,
}

/// The page of a game and its record. `back` (HTML) stands above it. An error if the transcript is not of a legal game.
pub fn draw(text: &str, back: &str) -> Result<(String, Record), String> {
    let record = transcript::check(text)?;
    let frame = Frame { back, title: title(&record.name), ..Frame::default() };
    let page = html(&record.players, Some(record.points), &Story::of(&record, None)?, &frame);
    Ok((page, record))
}

/// A game told step by step: to everybody, or to a side that may not know all. Each shape of its pictures is kept once.
#[derive(Default)]
pub struct Story {
    /// The seat that reads it. `None` may know all.
    viewer: Option<Seat>,
    /// Something was hidden from the viewer. From then on the other program's stderr is hidden too.
    pub secret: bool,
    steps: Vec<Step>,
    /// A move whose lines are not complete.
    step: Step,
    lines: Vec<String>,
    clock: [f64; 2],
    gone: [bool; 2],
    /// What a review says of moves (JSON), by number of the step, and who says it in the place of which seat.
    pub marks: BTreeMap<usize, String>,
    pub reviewer: Option<(Seat, String)>,
    /// The shapes, and the number of each.
    shapes: Vec<String>,
    numbers: BTreeMap<String, usize>,
    /// The last one, without shapes.
    picture: Picture,
    /// The seats' names.
    seats: [String; 2],
}

impl Story {
    /// The story of a record, as a viewer sees it.
    pub fn of(record: &Record, viewer: Option<Seat>) -> Result<Story, String> {
        let mut game = games::from_setup(&record.name, &record.setup)?;
        let step = Step { points: game.standing(), ..Step::default() };
        let mut story = Story { viewer, seats: seats(&record.name), step, ..Story::default() };
        story.end_step(game.as_ref());
        for (entry, note) in record.entries.iter().zip(&record.notes) {
            let news =
                entry.line().map_or(Ok(Vec::new()), |line| game.write(line)).map_err(|fault| fault.to_string())?;
            story.add(game.as_ref(), entry, note, &news);
        }
        Ok(story)
    }

    /// Adds an entry. `game` is after it; `news` is what the rules sent.
    fn add(&mut self, game: &dyn Game, entry: &Entry, note: &Note, news: &[Delivery]) {
        let seat = entry.seat();
        self.clock[seat] = f64::max(self.clock[seat], note.seconds);
        self.step.seat = Some(seat);
        self.step.log.extend(note.log.iter().cloned());
        match entry {
            Entry::Line(_, line) => {
                self.lines.push(line.clone());
                self.step.jury = self.gone[seat];
                self.step.text = [self.step.text.as_str(), line].join(" ").trim().to_string();
            }
            Entry::Forfeit(_, forfeit) => {
                self.gone[seat] = true;
                self.step.forfeit = format!("{}: {}", forfeit.kind.name(), forfeit.reason);
            }
        }
        // A line that nobody hears of is the first part of a move.
        let goes_on = game.to_write() == Some(seat);
        if entry.line().is_none() || !news.is_empty() || !goes_on {
            self.hide(seat, news, goes_on);
            self.step.points = game.standing();
            self.step.clock = self.clock;
            self.end_step(game);
        }
    }

    /// Of the other side's lines the viewer sees what it was told. Below an own line stands what it was told because
    /// of it. If the other side goes on to write, its stderr may tell the next line: it is hidden.
    fn hide(&mut self, seat: Seat, news: &[Delivery], goes_on: bool) {
        let Some(viewer) = self.viewer else { return };
        let heard = news.iter().filter(|news| news.to == viewer).map(|news| news.line.as_str());
        let heard = heard.collect::<Vec<&str>>().join(" ");
        if seat == viewer {
            self.step.text += &if heard.is_empty() { heard } else { format!(" (told: {})", heard) };
        } else if self.step.forfeit.is_empty() {
            self.secret |= heard != self.step.text;
            self.step.text = heard;
        }
        if (self.secret || goes_on) && seat != viewer {
            self.step.log.clear();
        }
    }

    fn end_step(&mut self, game: &dyn Game) {
        self.picture = game.picture(self.viewer, &self.lines);
        let mut step = std::mem::take(&mut self.step);
        step.caption = std::mem::take(&mut self.picture.caption);
        for shape in std::mem::take(&mut self.picture.shapes) {
            let next = self.shapes.len();
            let number = *self.numbers.entry(shape.clone()).or_insert(next);
            self.shapes.extend(Some(shape).filter(|_| number == next));
            step.shapes.push(number);
        }
        self.steps.push(step);
    }

    /// Has a move begun whose lines are not complete?
    pub fn pending(&self) -> bool {
        !self.step.text.is_empty()
    }

    /// All that a page needs.
    pub fn json(&self, players: &[String], points: Option<[i32; 2]>) -> String {
        let step = |s: &Step| {
            let thoughts = Thoughts::read(&s.log);
            json::object(&[
                ("seat", s.seat.map_or("null".to_string(), |seat| seat.to_string())),
                ("text", json::text(&s.text)),
                ("forfeit", json::text(&s.forfeit)),
                ("jury", s.jury.to_string()),
                ("shapes", format!("{:?}", s.shapes)),
                ("caption", json::text(&s.caption)),
                ("points", format!("{:?}", s.points)),
                ("clock", format!("{:?}", s.clock)),
                ("score", json::number(thoughts.score)),
                ("depth", json::number(thoughts.depth)),
                ("nodes", json::number(thoughts.nodes)),
                ("log", json::texts(&s.log)),
            ])
        };
        let verdict = points.map_or(String::new(), |points| verdict::winner(&self.seats, points));
        let mark = |(step, mark): (&usize, &String)| format!("\"{}\": {}", step, mark);
        let picture = &self.picture;
        let places: Vec<(f64, f64)> = picture.places.iter().map(|(_, place)| *place).collect();
        let mut writers = players.to_vec();
        self.reviewer.iter().for_each(|(seat, name)| writers[*seat] = name.clone());
        json::document(&[
            ("seats", json::texts(&self.seats)),
            ("players", json::texts(players)),
            ("writers", json::texts(&writers)),
            ("verdict", json::text(&verdict)),
            ("result", points.map_or("null".to_string(), |points| format!("{:?}", points))),
            ("size", json::numbers(&[picture.width, picture.height])),
            ("colours", json::texts(&picture.colours.map(str::to_string))),
            ("scale", picture.scale.to_string()),
            ("places", json::places(&places)),
            ("markChanges", picture.mark_changes.to_string()),
            ("marks", format!("{{{}}}", self.marks.iter().map(mark).collect::<Vec<String>>().join(", "))),
            ("shapes", json::texts(&self.shapes)),
            ("steps", json::objects(&self.steps.iter().map(step).collect::<Vec<String>>())),
        ])
    }
}

fn head(title: &str, policy: &str) -> String {
    format!(include_str!("head.html"), policy = policy, title = escape(title), style = include_str!("page.css"))
}

pub fn link(page: &str, words: &str) -> String {
    format!("<p><a href=\"{}\">\u{2190} {}</a></p>\n", escape(page), escape(words))
}

/// What a page has besides its game: a link to where the reader came from, the game's title, what stands below it and below
/// the text on the move, all but the title as HTML; and the script of a page that is served, which may speak with the jury.
#[derive(Default)]
pub struct Frame<'a> {
    pub back: &'a str,
    pub title: &'a str,
    pub rules: &'a str,
    pub below: &'a str,
    pub script: &'a str,
}

/// The page of a game. Without `points` it is not over.
pub fn html(players: &[String; 2], points: Option<[i32; 2]>, story: &Story, frame: &Frame) -> String {
    let sides = &story.seats;
    let line = |seat: usize| {
        let (side, player, colour) = (escape(&sides[seat]), escape(&players[seat]), story.picture.colours[seat]);
        let sign = format!("<span class=\"sign {} {}\"></span>", ["first", "second"][seat], colour);
        format!("{}{}: <b><bdi>{}</bdi></b><span class=\"clock\"></span>", sign, side, player)
    };
    let policy = POLICY.to_string() + if frame.script.is_empty() { "" } else { "; connect-src 'self'" };
    format!(
        include_str!("page.html"),
        head = head(&format!("{}: {} against {}", frame.title, players[0], players[1]), &policy),
        back = frame.back,
        game = escape(frame.title),
        verdict = points.map_or(String::new(), |points| format!(": {}", escape(&verdict::winner(sides, points)))),
        below = frame.below,
        first = line(0),
        second = line(1),
        rules = frame.rules,
        width = story.picture.width,
        height = story.picture.height,
        data = story.json(players, points),
        script = SCRIPT.to_string() + frame.script,
    )
}

/// A file's name as a link, byte for byte. `#`, `?` and `:` are escaped.
pub fn address(name: impl AsRef<OsStr>) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.~".contains(&byte);
    let sign = |byte: u8| if plain(byte) { char::from(byte).to_string() } else { format!("%{:02X}", byte) };
    name.as_ref().as_encoded_bytes().iter().map(|byte| sign(*byte)).collect()
}

/// A game's row in an index, the winner's name in bold.
fn row(page: &Path, record: &Record) -> Vec<String> {
    let ([a, b], file) = (record.points, page.file_stem().unwrap_or_default());
    let moves = record.entries.iter().filter(|entry| entry.line().is_some()).count();
    let forfeits = record.forfeits().into_iter().zip(seats(&record.name));
    let forfeits = forfeits.filter_map(|(forfeit, side)| Some(format!("{}: {}", side, forfeit?.kind.name())));
    let name = |seat: usize| {
        let tag = if record.points[seat] > record.points[1 - seat] { "b" } else { "i" };
        format!("<{0}><bdi>{1}</bdi></{0}>", tag, escape(&record.players[seat]))
    };
    vec![
        format!("<a href=\"{}.html\">{}</a>", address(file), escape(&file.to_string_lossy())),
        name(0),
        name(1),
        format!("{} : {}", a, b),
        moves.to_string(),
        format!("{:.2} : {:.2}", record.accounts[0].wall, record.accounts[1].wall),
        escape(&forfeits.collect::<Vec<String>>().join(", ")),
    ]
}

/// The index of a folder: `preface` (HTML), then the games with links to their pages.
pub fn index(title: &str, preface: &str, games: &[(PathBuf, Record)]) -> String {
    let rows: Vec<Vec<String>> = games.iter().map(|(page, record)| row(page, record)).collect();
    let sides = games.first().map(|(_, one)| seats(&one.name)).unwrap_or_default();
    let heads = ["game", &sides[0], &sides[1], "points", "lines", "seconds", "forfeits"];
    let table = if games.is_empty() { String::new() } else { table(&heads, &rows, &[0, 1, 2, 6]) };
    format!(
        "{}<body>\n<header><h1>{}</h1></header>\n<main class=\"index\">\n{}{}</main>\n</body>\n</html>\n",
        head(title, POLICY),
        escape(title),
        preface,
        table
    )
}

/// Writes a page where nothing is or where a page of ours was.
pub fn put(path: &Path, text: &str) -> Result<(), String> {
    let ours = include_str!("head.html").split('{').next().unwrap_or_default();
    place::write(path, ours, text).map_err(|e| e.to_string())
}

/// The path of a transcript's page: beside it, or in `out`.
fn target(path: &Path, out: Option<&Path>) -> PathBuf {
    let page = path.with_extension("html");
    out.zip(page.file_name()).map_or(page.clone(), |(out, name)| out.join(name))
}

/// Makes the page of a transcript, beside it or in `out`, with `back` (HTML) above it. Returns its path and the game.
pub fn file(path: &Path, out: Option<&Path>, back: &str) -> Result<(PathBuf, Record), String> {
    let (text, page) = (place::read(path)?, target(path, out));
    let (html, record) = draw(&text, back).map_err(|why| format!("{}: {}", path.shown(), why))?;
    put(&page, &html).map(|()| (page, record))
}

/// The transcripts of a folder, by name. Other files are left out.
pub fn transcripts(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let entries = place::with_path(folder, fs::read_dir(folder))?;
    let mut files: Vec<PathBuf> = entries.filter_map(|e| Some(e.ok()?.path())).collect();
    let is_one = |path: &Path| fs::read_to_string(path).is_ok_and(|text| transcript::comment(&text, "game").is_some());
    files.retain(|path| path.extension().is_some_and(|e| e == "txt") && path.is_file() && is_one(path));
    files.sort();
    Ok(files)
}

/// The pages of a folder's games, by name, and why others cannot be made.
pub type Pages = (Vec<(PathBuf, Record)>, Vec<String>);

/// Makes the pages of all transcripts of a folder.
pub fn pages(folder: &Path, out: Option<&Path>) -> Result<Pages, String> {
    let (mut games, mut bad, paths) = (Vec::new(), Vec::new(), transcripts(folder)?);
    for (i, path) in paths.iter().enumerate() {
        let mut back = format!("<a href=\"{}\">\u{2190} all games</a>", INDEX);
        for (other, words) in [(i.checked_sub(1), "game before"), (Some(i + 1), "next game")] {
            let page = other.and_then(|i| Some(target(paths.get(i)?, None).file_name()?.to_os_string()));
            let to = page.map(|page| format!(" \u{b7} <a href=\"{}\">{}</a>", address(&page), words));
            back += &to.unwrap_or_default();
        }
        match file(path, out, &format!("<p>{}</p>\n", back)) {
            Ok(game) => games.push(game),
            Err(why) => bad.push(why),
        }
    }
    Ok((games, bad))
}
