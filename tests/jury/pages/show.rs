//! Pages for the browser: a file for each game, an index for each folder. They fetch nothing, so they work from
//! `file://`, on a phone and in ten years.
//!
//! The position after every step is drawn here, by the game's rules. The page's script (`page.js`) only shows them in
//! turn.

use crate::count::verdict;
use crate::play::thoughts::Thoughts;
use crate::play::transcript::{self, Entry, Note, Record};
use crate::rules::game::{Delivery, Game, Seat};
use crate::rules::games::{self, seats, title};
use crate::run::leftovers;
use crate::run::place::{self, Kind};
use crate::text::html::escape;
use crate::text::html::table;
use crate::text::json;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

/// The name of a folder's index.
pub const INDEX: &str = "index.html";

const STYLE: &str = include_str!("page.css");
const SCRIPT: &str = include_str!("page.js");

/// Whatever names or lines of a program say, a page fetches nothing from outside.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'";

/// What marks the scripts of served pages as the jury's own. Nobody can know it when a folder or a program gets its name.
fn nonce() -> &'static str {
    static NONCE: OnceLock<String> = OnceLock::new();
    NONCE.get_or_init(|| format!("{:016x}{:016x}", leftovers::random(), leftovers::random()))
}

/// A page that the jury serves (`http`) runs no other script, and may also speak with the jury.
pub fn live_policy() -> String {
    let script = format!("script-src 'nonce-{}'", nonce());
    format!("default-src 'none'; style-src 'unsafe-inline'; {}; connect-src 'self'; img-src data:", script)
}

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
    /// Of the record so many entries are played.
    entries: usize,
}

/// The page of a game, with a link to its `index` if there is one. An error if the transcript is not of a legal game.
pub fn page(text: &str, index: Option<&str>) -> Result<String, String> {
    draw(text, &index.map_or(String::new(), |index| link(index, "all games")))
}

/// The page of a game. `back` (HTML) stands above it.
fn draw(text: &str, back: &str) -> Result<String, String> {
    transcript::check(text)?;
    let record = transcript::read(text)?;
    replay(&record, games::from_setup(&record.name, &record.setup)?, back)
}

/// The same for a game at its start.
pub fn replay(record: &Record, game: Box<dyn Game>, back: &str) -> Result<String, String> {
    let all = record.entries.iter().zip(&record.notes);
    let mut story = Story::tell(game, seats(&record.name), all, None)?;
    story.last_words = record.accounts.each_ref().map(|account| account.last_words.as_slice()).concat();
    let frame = Frame { back, title: title(&record.name), ..Frame::default() };
    Ok(html(&record.players, Some(record.points), &story, &frame))
}

/// A game told step by step: to everybody, or to a side that may not know all.
pub struct Story {
    /// The seat that reads it. `None` may know all.
    viewer: Option<Seat>,
    /// Something was hidden from the viewer. From then on the other program's stderr is hidden too.
    pub secret: bool,
    album: Album,
    steps: Vec<Step>,
    /// A move whose lines are not complete.
    step: Step,
    lines: Vec<String>,
    clock: [f64; 2],
    gone: [bool; 2],
    /// What the programs wrote to stderr after the last line.
    pub last_words: Vec<String>,
    /// Signs behind moves, by number of the step.
    pub marks: BTreeMap<usize, &'static str>,
}

impl Story {
    pub fn begin(game: &dyn Game, seats: [String; 2], viewer: Option<Seat>) -> Story {
        let album = Album { seats, ..Album::default() };
        let (lines, last_words) = (Vec::new(), Vec::new());
        let step = Step { points: game.points(), ..Step::default() };
        let (clock, gone, steps) = ([0.0; 2], [false; 2], Vec::new());
        let marks = BTreeMap::new();
        let mut story = Story { viewer, secret: false, album, steps, step, lines, clock, gone, last_words, marks };
        story.end_step(game);
        story
    }

    /// The story of these entries of a game at its start.
    pub fn tell<'a>(
        mut game: Box<dyn Game>,
        seats: [String; 2],
        entries: impl Iterator<Item = (&'a Entry, &'a Note)>,
        viewer: Option<Seat>,
    ) -> Result<Story, String> {
        let mut story = Story::begin(game.as_ref(), seats, viewer);
        for (entry, note) in entries {
            let news = match entry {
                Entry::Line(_, line) => game.write(line).map_err(|fault| fault.to_string())?,
                Entry::Forfeit(..) => Vec::new(),
            };
            story.add(game.as_ref(), entry, note, &news);
        }
        Ok(story)
    }

    /// Adds an entry. `game` is after it; `news` is what the rules sent.
    pub fn add(&mut self, game: &dyn Game, entry: &Entry, note: &Note, news: &[Delivery]) {
        let seat = &entry.seat();
        self.step.entries += 1;
        self.clock[*seat] = f64::max(self.clock[*seat], note.seconds);
        self.step.seat = Some(*seat);
        self.step.log.extend(note.log.iter().cloned());
        let mut whole = true;
        match entry {
            Entry::Line(_, line) => {
                // A line that nobody hears of is the first part of a move.
                whole = !news.is_empty() || game.to_write() != Some(*seat);
                self.lines.push(line.clone());
                self.step.jury = self.gone[*seat];
                self.step.text = [self.step.text.as_str(), line].join(" ").trim().to_string();
            }
            Entry::Forfeit(_, forfeit) => {
                self.gone[*seat] = true;
                self.step.forfeit = format!("{}: {}", forfeit.kind.name(), forfeit.reason);
            }
        }
        if whole {
            self.hide(*seat, news, game.to_write() == Some(*seat));
            self.step.points = game.points();
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
        self.album.keep(game, self.viewer, &self.lines, &mut self.step);
        let next = Step { entries: self.step.entries, ..Step::default() };
        self.steps.push(std::mem::replace(&mut self.step, next));
    }

    /// Has a move begun whose lines are not complete?
    pub fn pending(&self) -> bool {
        !self.step.text.is_empty()
    }

    /// How many entries of the record were played by that step.
    pub fn entries(&self, step: usize) -> usize {
        self.steps.get(step).map_or(0, |step| step.entries)
    }

    /// The number of its steps and of its shapes.
    pub fn size(&self) -> [usize; 2] {
        [self.steps.len(), self.album.shapes.len()]
    }

    /// The steps and shapes after the first `from`, and what else a page needs.
    pub fn json(&self, players: &[String], points: Option<[i32; 2]>, from: [usize; 2]) -> String {
        json(self, players, points, from)
    }
}

/// All shapes of a game, each once.
#[derive(Default)]
struct Album {
    numbers: BTreeMap<String, usize>,
    shapes: Vec<String>,
    size: (f64, f64),
    mark_changes: bool,
    colours: [&'static str; 2],
    scale: f64,
    /// The seats' names at the end of the game.
    seats: [String; 2],
}

impl Album {
    fn keep(&mut self, game: &dyn Game, viewer: Option<Seat>, lines: &[String], step: &mut Step) {
        let picture = game.picture(viewer, lines);
        self.size = (f64::max(self.size.0, picture.width), f64::max(self.size.1, picture.height));
        self.mark_changes = picture.mark_changes;
        (self.colours, self.scale) = (picture.colours, picture.scale);
        if let Some(seats) = picture.seats {
            self.seats = seats.map(str::to_string);
        }
        step.caption = picture.caption;
        for shape in picture.shapes {
            let next = self.shapes.len();
            let number = *self.numbers.entry(shape.clone()).or_insert(next);
            if number == next {
                self.shapes.push(shape);
            }
            step.shapes.push(number);
        }
    }
}

fn json(story: &Story, players: &[String], points: Option<[i32; 2]>, from: [usize; 2]) -> String {
    let album = &story.album;
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
    let verdict = points.map_or(String::new(), |points| verdict::winner(&album.seats, points));
    let marks: Vec<(String, &str)> = story.marks.iter().map(|(step, mark)| (step.to_string(), *mark)).collect();
    json::document(&[
        ("seats", json::texts(&album.seats)),
        ("players", json::texts(players)),
        ("verdict", json::text(&verdict)),
        ("result", points.map_or("null".to_string(), |points| format!("{:?}", points))),
        ("size", format!("[{}, {}]", album.size.0, album.size.1)),
        ("colours", json::texts(&album.colours.map(str::to_string))),
        ("scale", album.scale.to_string()),
        ("markChanges", album.mark_changes.to_string()),
        ("lastWords", json::texts(&story.last_words)),
        (
            "marks",
            json::object(&marks.iter().map(|(step, mark)| (step.as_str(), json::text(mark))).collect::<Vec<_>>()),
        ),
        ("shapes", json::texts(&album.shapes[from[1]..])),
        ("steps", json::objects(&story.steps[from[0]..].iter().map(step).collect::<Vec<String>>())),
    ])
}

fn head(title: &str) -> String {
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"{}\">\n<title>{}</title>\n<style>\n{}</style>\n</head>\n",
        POLICY,
        escape(title),
        STYLE
    )
}

/// A paragraph that leads back to another page.
pub fn link(page: &str, words: &str) -> String {
    format!("<p><a href=\"{}\">\u{2190} {}</a></p>\n", escape(page), escape(words))
}

/// `White wins, 3 to 1.`
pub fn verdict(record: &Record) -> String {
    verdict::winner(&seats(&record.name), record.points)
}

/// What a page has besides its game.
#[derive(Default)]
pub struct Frame<'a> {
    /// A link to where the reader came from (HTML).
    pub back: &'a str,
    /// The game's.
    pub title: &'a str,
    /// Below the title (HTML).
    pub rules: &'a str,
    /// Below the text on the move (HTML).
    pub below: &'a str,
}

/// The page of a game. Without `points` it is not over.
pub fn html(players: &[String; 2], points: Option<[i32; 2]>, story: &Story, frame: &Frame) -> String {
    let album = &story.album;
    let title = format!("{}: {} against {}", frame.title, players[0], players[1]);
    let sides = &album.seats;
    let line = |seat: usize| {
        let (shape, colour) = (["first", "second"][seat], album.colours[seat]);
        let (side, name) = (escape(&sides[seat]), escape(&players[seat]));
        let sign = format!("<span class=\"sign {} {}\"></span>", shape, colour);
        let points = points.map_or(String::new(), |points| format!(", {} points", points[seat]));
        format!("{}{}: <b><bdi>{}</bdi></b>{}", sign, side, name, points)
    };
    let button = |id: &str, help: &str, words: &str| {
        format!("<button type=\"button\" id=\"{}\" title=\"{}\">{}</button>\n", id, help, words)
    };
    let buttons = [
        ("first", "to the start (Home)", "\u{21e4} start"),
        ("back", "one back (left arrow)", "\u{2190} back"),
        ("play", "on by itself", "\u{25b6} play"),
        ("next", "one on (right arrow)", "next \u{2192}"),
        ("last", "to the end (End)", "end \u{21e5}"),
    ];
    format!(
        "{head}<body>\n<header>\n{back}<h1>{game}{verdict}</h1>\n{rules}<p class=\"players\">{first}<br>\n{second}</p>\n</header>\n\
         <main>\n<figure>\n<div id=\"stage\"><div id=\"bar\" hidden><div></div></div>\n\
         <div id=\"frame\"><svg id=\"board\" role=\"img\" viewBox=\"0 0 {width} {height}\"><title>the board</title></svg></div></div>\n\
         <div class=\"buttons\">\n{zoom}{turn}</div>\n<figcaption id=\"caption\"></figcaption>\n</figure>\n<section>\n<div class=\"buttons\">\n{buttons}</div>\n\
         <input type=\"range\" id=\"slider\" aria-label=\"move\" min=\"0\" max=\"{max}\" value=\"0\">\n\
         <p id=\"status\" role=\"status\"></p>\n{below}\
         <table id=\"numbers\">\n<thead><tr><th>side</th><th>points</th><th>seconds</th><th>score</th><th>depth</th><th>nodes</th></tr></thead>\n\
         <tbody></tbody>\n</table>\n<pre id=\"log\"></pre>\n<div id=\"moves\"></div>\n\
         <svg id=\"curve\" role=\"img\" viewBox=\"0 0 360 276\"><title>score, seconds and depth, move by move</title></svg>\n\
         <p id=\"legend\"></p>\n</section>\n</main>\n\
         <noscript><p>This page needs its own script to show the moves.</p></noscript>\n\
         <script type=\"application/json\" id=\"data\">{data}</script>\n<script>\n{script}</script>\n</body>\n</html>\n",
        head = head(&title),
        back = frame.back,
        game = escape(frame.title),
        verdict = points.map_or(String::new(), |points| format!(": {}", escape(&verdict::winner(sides, points)))),
        below = frame.below,
        first = line(0),
        second = line(1),
        rules = frame.rules,
        zoom = button("zoom", "larger, or whole", "zoom"),
        turn = button("turn", "the board as the other side sees it", "turn the board"),
        buttons = buttons.map(|(id, help, words)| button(id, help, words)).concat(),
        width = album.size.0,
        height = album.size.1,
        max = story.steps.len() - 1,
        data = json(story, players, points, [0, 0]),
        script = SCRIPT,
    )
}

/// A page as it is served: with one more script. Its own scripts may run there, since they are marked; no other may.
pub fn live(page: &str, script: &str) -> String {
    let (own, end) = (format!("<script>\n{}</script>\n", SCRIPT), "</body>\n</html>\n");
    let body = page.strip_suffix(end).unwrap_or(page);
    let (body, own) = body.strip_suffix(&own).map_or((body, ""), |body| (body, SCRIPT));
    let scripts = [own, script].map(|script| format!("<script nonce=\"{}\">\n{}</script>\n", nonce(), script));
    // The policy is the first thing in a page.
    body.replacen(POLICY, &live_policy(), 1) + &scripts.concat() + end
}

/// A file's name as a link. `#`, `?` and `:` are escaped.
pub fn address(name: &str) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.~".contains(&byte);
    name.bytes().map(|byte| if plain(byte) { char::from(byte).to_string() } else { format!("%{:02X}", byte) }).collect()
}

/// A game's row in an index, the winner's name in bold.
fn row(link: &str, record: &Record) -> Vec<String> {
    let [a, b] = record.points;
    let moves = record.entries.iter().filter(|entry| entry.line().is_some()).count();
    let forfeits: Vec<String> = record
        .entries
        .iter()
        .filter_map(|entry| match entry {
            Entry::Forfeit(seat, forfeit) => Some(format!("{}: {}", seat + 1, forfeit.kind.name())),
            Entry::Line(..) => None,
        })
        .collect();
    let name = |seat: usize| {
        let name = format!("<bdi>{}</bdi>", escape(&record.players[seat]));
        if record.points[seat] > record.points[1 - seat] {
            format!("<b>{}</b>", name)
        } else {
            name
        }
    };
    vec![
        format!("<a href=\"{}\">{}</a>", address(link), escape(link.trim_end_matches(".html"))),
        name(0),
        name(1),
        format!("{} : {}", a, b),
        moves.to_string(),
        format!("{:.2} : {:.2}", record.accounts[0].wall, record.accounts[1].wall),
        escape(&forfeits.join(", ")),
    ]
}

/// The index of a folder: `preface` (HTML), then the games with links to their pages.
pub fn index(title: &str, preface: &str, games: &[(String, Record)]) -> String {
    list(title, preface, &games.iter().map(|(link, record)| (link.clone(), record)).collect::<Vec<_>>())
}

/// The same for borrowed games.
pub fn list(title: &str, preface: &str, games: &[(String, &Record)]) -> String {
    let rows: Vec<Vec<String>> = games.iter().map(|(link, record)| row(link, record)).collect();
    // In a match the seats have names.
    let mut sides = ["first mover", "second mover"].map(str::to_string);
    if let Some((_, one)) = games.first().filter(|(_, one)| games.iter().all(|(_, game)| game.name == one.name)) {
        sides = seats(&one.name);
    }
    let heads = ["game", &sides[0], &sides[1], "points", "lines", "seconds", "forfeits"];
    let table = if games.is_empty() { String::new() } else { table(&heads, &rows, &[0, 1, 2, 6]) };
    format!(
        "{}<body>\n<header><h1>{}</h1></header>\n<main class=\"index\">\n{}{}</main>\n</body>\n</html>\n",
        head(title),
        escape(title),
        preface,
        table
    )
}

const PAGE: Kind =
    Kind { what: "page", streams: false, is: |text| text.starts_with("<!DOCTYPE html>") && text.contains(POLICY) };

/// Writes a page where nothing is or where a page of ours was.
pub fn put(path: &Path, text: &str) -> Result<(), String> {
    place::write(path, &PAGE, text).map_err(|e| e.to_string())
}

/// The path of a transcript's page: beside it, or in `out`. None has the index's name.
pub fn target(path: &Path, out: Option<&Path>) -> PathBuf {
    let mut page = path.with_extension("html");
    if page.file_name() == Some(INDEX.as_ref()) {
        page = path.with_extension("1.html");
    }
    match (out, page.file_name()) {
        (Some(out), Some(name)) => out.join(name),
        _ => page,
    }
}

/// Makes the page of one transcript and returns its path. Bare records (`transcript::each`) get a folder, and its index is
/// returned.
pub fn file(path: &Path, out: Option<&Path>, index: Option<&str>) -> Result<PathBuf, String> {
    let fail = |why: String| format!("{}: {}", path.display(), why);
    let games = transcript::each(path, &fs::read_to_string(path).map_err(|e| fail(e.to_string()))?);
    if games.len() > 1 {
        let (folder, mut list) = (target(path, out).with_extension(""), Vec::new());
        place::shared(&folder)?;
        for (name, text) in games {
            let (text, page) = (text.map_err(fail)?, target(&name, Some(&folder)));
            put(&page, &draw(&text, &link(INDEX, "all games"))?)?;
            list.push((page.file_name().unwrap_or_default().to_string_lossy().into_owned(), transcript::read(&text)?));
        }
        put(&folder.join(INDEX), &self::index(&path.display().to_string(), "", &list))?;
        return Ok(folder.join(INDEX));
    }
    make(path, out, &index.map_or(String::new(), |index| link(index, "all games")))
}

fn make(path: &Path, out: Option<&Path>, back: &str) -> Result<PathBuf, String> {
    let text = fs::read_to_string(path).map_err(|e| format!("{}: {}", path.display(), e))?;
    let html = draw(&text, back).map_err(|e| format!("{}: {}", path.display(), e))?;
    let to = target(path, out);
    put(&to, &html)?;
    Ok(to)
}

/// The transcripts of a folder, by name. Other files are left out.
pub fn transcripts(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let entries = fs::read_dir(folder).map_err(|e| format!("{}: {}", folder.display(), e))?;
    let mut files: Vec<PathBuf> = entries.filter_map(|e| Some(e.ok()?.path())).collect();
    files.retain(|path| path.extension().map_or(false, |e| e == "txt") && path.is_file());
    files.retain(|path| fs::read_to_string(path).map_or(false, |text| transcript::comment(&text, "game").is_some()));
    files.sort();
    Ok(files)
}

/// Makes the pages of all transcripts of a folder, and its index. Returns the index's path. If some pages cannot be
/// made, the others are, and the error names those.
pub fn folder(folder: &Path, out: Option<&Path>, title: &str, preface: &str) -> Result<PathBuf, String> {
    let (mut games, mut bad) = (Vec::new(), Vec::new());
    let paths = transcripts(folder)?;
    let to = |path: &PathBuf| target(path, None).file_name().map_or(String::new(), |n| address(&n.to_string_lossy()));
    for (i, path) in paths.iter().enumerate() {
        let mut back = format!("<a href=\"{}\">\u{2190} all games</a>", INDEX);
        let (before, after) = (i.checked_sub(1).map(|i| &paths[i]), paths.get(i + 1));
        for (other, words) in [(before, "game before"), (after, "next game")] {
            back += &other.map_or(String::new(), |other| format!(" \u{b7} <a href=\"{}\">{}</a>", to(other), words));
        }
        let made = make(path, out, &format!("<p>{}</p>\n", back)).and_then(|page| {
            let text = fs::read_to_string(path).map_err(|e| e.to_string())?;
            let name = page.file_name().map_or(String::new(), |n| n.to_string_lossy().into_owned());
            Ok((name, transcript::read(&text)?))
        });
        match made {
            Ok(game) => games.push(game),
            Err(why) => bad.push(why),
        }
    }
    let to = out.unwrap_or(folder).join(INDEX);
    let told: String = bad.iter().map(|why| format!("<p>{}</p>\n", escape(why))).collect();
    put(&to, &index(title, &format!("{}{}", preface, told), &games))?;
    if bad.is_empty() {
        Ok(to)
    } else {
        Err(format!("{}\n{} has all others", bad.join("\n"), to.display()))
    }
}
