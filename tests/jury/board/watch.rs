//! A match or tournament that is being played, in the browser: its page with the games in play, each move by move.
//!
//! All comes from the folder, so the match may run elsewhere. A page is told that something is new, and asks anew.

use crate::board::http::{self, Reply, Request, Server};
use crate::count::matches;
use crate::count::plan::Plan;
use crate::count::tally::Played;
use crate::pages::folders;
use crate::pages::show::{self, Frame, Story};
use crate::play::transcript::{self, Record};
use crate::rules::games;
use crate::run::files::file_name;
use crate::run::{place, system};
use crate::text::html::{self, escape};
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{sync_channel, SyncSender};
use std::sync::{Arc, Mutex};
use std::time::Duration;
use std::{fs, thread};

const SCRIPT: &str = include_str!("watch.js");

struct Watch {
    folder: PathBuf,
    /// The games that were read, by the names of their matches: a transcript does not change.
    played: BTreeMap<String, Vec<Played>>,
    pages: Vec<SyncSender<String>>,
}

/// Answers from now on, in threads of its own; an error when the folder cannot be read.
pub fn serve(server: &Arc<Server>, folder: &Path) -> Result<(), String> {
    let watch = Watch { folder: folder.to_path_buf(), played: BTreeMap::new(), pages: Vec::new() };
    // An error now, rather than on the page.
    watch.matches()?;
    let watch = Arc::new(Mutex::new(watch));
    let other = watch.clone();
    server.serve(move |request| http::whole(&other).answer(&request)).map_err(|e| e.to_string())?;
    let look = move || {
        let mut before = Vec::new();
        loop {
            thread::sleep(Duration::from_millis(700));
            let mut watch = http::whole(&watch);
            let signs = if watch.pages.is_empty() { Vec::new() } else { watch.signs() };
            if signs != before {
                watch.pages.retain(|page| page.try_send("new".to_string()).is_ok());
                before = signs;
            }
        }
    };
    system::in_thread(look).map_err(|e| e.to_string())
}

impl Watch {
    /// What is played there, and its matches with their names in addresses: a tournament's folders; of a match none.
    fn matches(&self) -> Result<(Plan, Vec<(String, Plan)>), String> {
        let plan = Plan::resume(&self.folder)?;
        let name = |one: &Plan| one.folder.strip_prefix(&self.folder).unwrap_or(&one.folder).display().to_string();
        let matches = plan.matches().into_iter().map(|one| (name(&one), one)).collect();
        Ok((plan, matches))
    }

    /// What changes when something is played.
    fn signs(&self) -> Vec<(PathBuf, u64)> {
        let matches = self.matches().map_or(Vec::new(), |(_, matches)| matches);
        let files = matches.iter().flat_map(|(_, plan)| fs::read_dir(&plan.folder).into_iter().flatten().flatten());
        let length = |path: &PathBuf| match file_name(path).starts_with("work-") {
            true => path.join(matches::IN_PLAY).metadata().map_or(0, |data| data.len()),
            false => 0,
        };
        files.map(|e| e.path()).map(|path| (path.clone(), length(&path))).collect()
    }

    fn answer(&mut self, request: &Request) -> Reply {
        let (name, page) = request.path.rsplit_once('/').unwrap_or(("", &request.path));
        let made = match page {
            _ if request.post => return Reply::Nothing,
            "events" => {
                let (page, events) = sync_channel(1);
                self.pages.push(page);
                return Reply::Events(events);
            }
            "" | show::INDEX => self.index(name),
            _ => self.game(name, page),
        };
        match made {
            Ok(Some(page)) => Reply::Page(page),
            Ok(None) => Reply::Nothing,
            Err(why) => Reply::Page(show::index("jury", &format!("<p>{}</p>\n", escape(&why)), &[])),
        }
    }

    /// The page of what is played there, or of that match of a tournament.
    fn index(&mut self, name: &str) -> Result<Option<String>, String> {
        let (mut shown, mut matches) = self.matches()?;
        let (mut preface, mut games) = (String::new(), Vec::new());
        if !name.is_empty() {
            matches.retain(|(of, _)| of == name);
            let Some((_, plan)) = matches.first() else { return Ok(None) };
            shown = plan.clone();
            preface += &show::link(&format!("../{}", show::INDEX), "all matches");
        }
        for (of, plan) in &matches {
            let played = self.played.entry(of.clone()).or_default();
            // One that was removed is played again.
            played.retain(|game| matches::file(&plan.folder, game.index).exists());
            matches::load_more(plan, played).map_err(|e| e.to_string())?;
        }
        let taken = matches.iter().map(|(of, _)| self.played.remove(of).unwrap_or_default());
        let played: Vec<Vec<Played>> = taken.collect();
        preface += &folders::preface(&shown, &played);
        if shown.is_match() {
            let name = |game: &Played| OsString::from(format!("{:05}.html", game.index + 1));
            games = played[0].iter().map(|game| (name(game), game.record.clone())).collect();
            games.sort_by(|a, b| a.0.cmp(&b.0));
        }
        self.played.extend(matches.iter().map(|(of, _)| of.clone()).zip(played));
        let mut rows = Vec::new();
        for (of, plan) in &matches {
            let path = if of == name { String::new() } else { format!("{}/", of) };
            for (number, record) in in_play(plan) {
                let link = format!("<a href=\"{0}{1:05}.html\">{0}{1:05}</a>", path, number);
                let last = record.entries.last().map_or("", |entry| entry.line().unwrap_or("forfeit"));
                let [a, b] = record.players.each_ref().map(|name| format!("<bdi>{}</bdi>", escape(name)));
                rows.push(vec![link, a, b, record.entries.len().to_string(), escape(last)]);
            }
        }
        let heads = ["game", "first mover", "second mover", "lines", "last"];
        let now = html::table(&heads, &rows, &[0, 1, 2, 4]);
        preface += &if rows.is_empty() { String::new() } else { format!("<h2>In play</h2>\n{}<h2>Played</h2>\n", now) };
        let title = format!("{}: {}", games::title(&shown.game), self.folder.join(name).display());
        Ok(Some(show::live(&show::index(&title, &preface, &games), SCRIPT)))
    }

    /// The page of a game that was played, or as far as it was.
    fn game(&self, name: &str, page: &str) -> Result<Option<String>, String> {
        let number = page.strip_suffix(".html").and_then(|number| number.parse().ok()).filter(|n: &usize| *n > 0);
        let plan = self.matches()?.1.into_iter().find(|(other, _)| other == name);
        let (Some(number), Some((_, plan))) = (number, plan) else { return Ok(None) };
        if let Ok(text) = place::text(&matches::file(&plan.folder, number - 1)) {
            return Ok(Some(show::live(&show::draw(&text, &show::link(show::INDEX, "all games"))?.0, "")));
        }
        let Some(record) = in_play(&plan).remove(&number) else { return Ok(None) };
        let story = Story::of(&record, None)?;
        let back = show::link(show::INDEX, "all games");
        let frame = Frame { back: &back, title: games::title(&record.name), ..Frame::default() };
        Ok(Some(show::live(&show::html(&record.players, None, &story, &frame), SCRIPT)))
    }
}

/// The games of a match that are being played, by their numbers.
fn in_play(plan: &Plan) -> BTreeMap<usize, Record> {
    let read = |folder: PathBuf| {
        let number: usize = folder.file_name()?.to_str()?.strip_prefix("work-")?.get(..5)?.parse().ok()?;
        // A machine that crashed left it, and the game was played again since.
        if matches::file(&plan.folder, number.checked_sub(1)?).exists() {
            return None;
        }
        let text = place::text(&folder.join(matches::IN_PLAY)).ok()?;
        // The last line may be half written.
        let whole = &text[..text.rfind('\n')? + 1];
        Some((number, transcript::read(&format!("{}R 0 0\n", whole)).ok()?))
    };
    let entries = fs::read_dir(&plan.folder).into_iter().flatten().flatten();
    entries.filter_map(|entry| read(entry.path())).collect()
}
