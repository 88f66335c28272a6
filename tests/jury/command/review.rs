//! `jury review`: where a game was lost, or all lost games of a match.

use crate::command::options::Asked;
use crate::command::programs::{copied, link, prepare, say};
use crate::count::plan::{self, Plan};
use crate::pages::{folders, review as pages, show};
use crate::play::review::{self, Found};
use crate::play::session::Player;
use crate::play::transcript::{self, Record};
use crate::rules::game::Seat;
use crate::rules::games;
use crate::run::forfeit::Forfeit;
use crate::run::place::{self, Scratch};
use crate::run::process::Limits;
use crate::run::system;
use crate::text::print::{self, Shown};
use std::collections::BTreeSet;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// A game, its file, and the seat that is reviewed.
type Case = (PathBuf, Record, Seat);

pub fn review(asked: &Asked) -> Result<ExitCode, String> {
    let (place, program) = match asked.rest.as_slice() {
        [place] => (Path::new(place), None),
        [place, program] => (Path::new(place), Some(program)),
        _ => return Err("wanted: FILE|FOLDER [PROGRAM] (a command of several words goes into quotes)".to_string()),
    };
    let cases = cases(place, asked.lost.as_deref())?;
    let game = cases.first().map(|(_, record, _)| record.name.clone()).ok_or("no lost game there")?;
    if let Some((path, ..)) = cases.iter().find(|(_, record, _)| record.name != game) {
        return Err(format!("{} is of another game: a folder of one game is reviewed at once", path.shown()));
    }
    let many = cases.len() > 1;
    let scratch = Scratch::temporary("jury-review")?;
    let (program, seconds) = (program.unwrap_or(&game), asked.seconds(&game)?[0]);
    let entrant = prepare(asked, &game, std::slice::from_ref(program), &|_| scratch.path().join("program"))?.remove(0);
    let mut bytes = DefaultHasher::new();
    copied(&scratch.path().join("program")).hash(&mut bytes);
    let (bytes, seed) = (bytes.finish(), asked.seed.unwrap_or(1));
    let by = format!("{}{}, {:016x}, {} s, seed {}", review::BY, entrant.name, bytes, seconds, seed);
    system::watch_interrupts();
    let limits = Limits { seconds, memory: entrant.memory, suspend: !asked.no_suspend };
    let player = Player { entrant, seed: asked.seed.unwrap_or(1), limits };
    let home = if place.is_dir() { place } else { place.parent().unwrap_or(Path::new("")) };
    let out = asked.out.clone().unwrap_or(home.join("review"));
    if plan::is_one(&out) || !folders::inside(&out).is_empty() {
        return Err(format!("{} has pages of its own; name another folder", out.shown()));
    }
    place::folder(&out)?;
    let back = if many { show::link(show::INDEX, "all lost games") } else { String::new() };
    let desk = Desk { by, player, out, scratch, back };
    let mut found = Vec::new();
    for (i, case) in cases.iter().enumerate() {
        if many {
            print::err(&format!("{} of {}: {}\n", i + 1, cases.len(), case.0.shown()));
        }
        found.push(desk.review(case)?);
    }
    let page = match &found[..] {
        [(name, found)] => {
            let rows = [review::HEADS.map(str::to_string)].into_iter().chain(found.rows());
            let rows: Vec<Vec<String>> = rows.map(Vec::from).collect();
            say(&format!("{}\n{}\n", print::align(&rows, &[1, 2, 5]), found.sentence()))?;
            desk.out.join(format!("{}.html", name))
        }
        _ => {
            let (games, by) = (print::count(found.len(), "game"), &desk.player.entrant.name);
            let heading =
                format!("{}: where {} were lost (by {}, {} s a game)", games::title(&game), games, by, seconds);
            let up = asked.out.is_none() && place.join(show::INDEX).is_file();
            let back = if up { show::link(&format!("../{}", show::INDEX), "all games") } else { String::new() };
            let (text, html) = pages::list(&heading, &back, &found);
            let index = desk.out.join(show::INDEX);
            show::put(&index, &html)?;
            say(&format!("{}\n{}", heading, text))?;
            index
        }
    };
    say(&format!("\n{}\n", link(&page)?))
}

/// All games of a file, or the lost ones of a folder; in each the side of that name, or the loser. None by forfeit.
fn cases(place: &Path, lost: Option<&str>) -> Result<Vec<Case>, String> {
    // A and B are those of the match's command line, also of one game of it.
    let full = place.canonicalize().unwrap_or_default();
    let folder = if full.is_dir() { Some(&*full) } else { full.parent() };
    let entrant = |i: usize| Some(Plan::resume(folder?).ok()?.entrants.get(i)?.name.clone());
    let letter = lost.and_then(|name| ["A", "B"].iter().position(|letter| *letter == name));
    let name = letter.and_then(entrant).or(lost.map(str::to_string));
    let files = if place.is_dir() { show::transcripts(place)? } else { vec![place.to_path_buf()] };
    if files.is_empty() {
        // A tournament, or a folder of many matches: each match is reviewed by itself.
        let many = || folders::inside(place).iter().filter_map(|one| Plan::resume(one).ok()).collect();
        let plans = if plan::is_one(place) { vec![Plan::resume(place)?] } else { many() };
        let mut matches = plans.iter().flat_map(Plan::matches).map(|one| one.folder);
        let one = matches.find(|one| show::transcripts(one).is_ok_and(|files| !files.is_empty()));
        let how = one.map_or(String::new(), |one| format!("; review one of its matches, such as {}", one.shown()));
        return Err(format!("{}: no transcript there{}", place.shown(), how));
    }
    let (mut cases, mut names, mut forfeited) = (Vec::new(), BTreeSet::new(), None);
    for path in files {
        let text = place::read(&path)?;
        for (file, game) in transcript::each(&path, &text) {
            let record = game.and_then(|text| transcript::check(&text));
            let record = record.map_err(|why| format!("{}: {}", file.shown(), why))?;
            names.extend(record.players.clone());
            let loser = usize::from(record.points[1] < record.points[0]);
            let named = |name: &String| record.players.iter().position(|player| player == name);
            let Some(seat) = name.as_ref().map_or(Some(loser), named) else { continue };
            let wanted = !place.is_dir() || record.points[seat] < record.points[1 - seat];
            match record.forfeit(seat).filter(|_| wanted) {
                Some(Forfeit { kind, reason }) => {
                    let who = format!("{}: {} forfeited", file.shown(), record.players[seat]);
                    forfeited = forfeited.or(Some(format!("{} ({}: {})", who, kind.name(), reason)));
                }
                None if wanted => cases.push((file, record, seat)),
                None => {}
            }
        }
    }
    match (name.filter(|name| !names.contains(name)), forfeited) {
        (Some(name), _) => {
            Err(format!("--lost {}: the programs are called {}", name, Vec::from_iter(names).join(", ")))
        }
        (None, Some(why)) if cases.is_empty() => Err(why),
        _ => Ok(cases),
    }
}

/// What is the same for all games.
struct Desk {
    /// The program, the bytes of its files, its time: a review goes on only where they are the same.
    by: String,
    player: Player,
    out: PathBuf,
    scratch: Scratch,
    /// HTML that leads from a game's page to the list.
    back: String,
}

impl Desk {
    /// Reviews one game, or goes on with it. Returns its name and what was found.
    fn review(&self, (path, record, seat): &Case) -> Result<(String, Found), String> {
        let first = self.out.join(path.file_name().unwrap_or_default());
        place::check_writable(&first, transcript::GAME)?;
        // What is no review of this game, or by another program, stays. `index` is the list's name.
        let read = |to: &Path| transcript::read(&std::fs::read_to_string(to).ok()?).ok();
        let is_own = |kept: Record| kept.commands[*seat] == self.by && kept.lines() == record.lines();
        let is_free = |to: &PathBuf| to.symlink_metadata().is_err() && to.file_stem() != Some("index".as_ref());
        let numbered = (2..).map(|number| first.with_extension(format!("{}.txt", number)));
        let mut names = [first.clone()].into_iter().chain(numbered);
        let to = names.find(|to| is_free(to) || read(to).is_some_and(is_own)).unwrap_or_default();
        let mut record = read(&to).unwrap_or_else(|| review::begin(record.clone(), *seat, &self.by));
        let mut keep = |record: &Record| place::write(&to, transcript::GAME, record.text()).map_err(|e| e.to_string());
        let asked = review::ask(&mut record, *seat, &self.player, self.scratch.path(), &mut keep);
        asked.map_err(|why| match system::interrupted() {
            true => "interrupted".to_string(),
            false => format!("{}: {}", path.shown(), why),
        })?;
        let found = Found::of(&record, *seat)?;
        let page = pages::page(&record, *seat, &found, &self.player.entrant.name, &self.back)?;
        show::put(&to.with_extension("html"), &page)?;
        Ok((to.file_stem().unwrap_or_default().to_string_lossy().into_owned(), found))
    }
}
