//! `jury review`: where a game was lost, or all lost games of a match.

use crate::command::options::Asked;
use crate::command::programs::{link, say};
use crate::count::plan::Plan;
use crate::pages::{review as pages, show};
use crate::play::entrants;
use crate::play::hint::Player;
use crate::play::review;
use crate::play::transcript::{self, Record};
use crate::rules::game::Seat;
use crate::rules::games;
use crate::run::forfeit::{Forfeit, Kind};
use crate::run::place::{self, Scratch};
use crate::run::process::Limits;
use crate::run::system;
use crate::text::print::{self, Shown};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::slice;

/// A game, its file, and the seat that is reviewed.
type Case = (PathBuf, Record, Seat);

pub fn review(asked: &Asked) -> Result<ExitCode, String> {
    let (place, program) = match asked.rest.as_slice() {
        [place] => (Path::new(place), None),
        [place, program] => (Path::new(place), Some(program)),
        _ => return Err("wanted: FILE|FOLDER [PROGRAM] (a command of several words goes into quotes)".to_string()),
    };
    let cases = cases(place, asked.lost.as_deref())?;
    let game = cases[0].1.name.clone();
    let scratch = Scratch::temporary("jury-review")?;
    let (program, seconds) = (program.unwrap_or(&game), asked.seconds(&game)?[0]);
    let entrant = entrants::prepare(&game, slice::from_ref(program), &|_| scratch.path().join("program"))?.remove(0);
    system::watch_interrupts();
    let limits = Limits { seconds, memory: asked.memory() };
    let player = Player { entrant, seed: asked.seed.unwrap_or(1), limits };
    let home = if place.is_dir() { place } else { place::folder_of(place) };
    let out = asked.out.clone().unwrap_or(home.join("review"));
    place::folder(&out)?;
    let (by, mut found) = (&player.entrant.name, Vec::new());
    for (i, (path, record, seat)) in cases.iter().enumerate() {
        if cases.len() > 1 {
            print::err(&format!("{} of {}: {}\n", i + 1, cases.len(), path.shown()));
        }
        let mut record = record.clone();
        let one =
            review::ask(&mut record, *seat, &player, scratch.path()).map_err(|why| match system::interrupted() {
                true => "interrupted".to_string(),
                false => format!("{}: {}", path.shown(), why),
            })?;
        let page = out.join(path.file_name().unwrap_or_default()).with_extension("html");
        let back = if cases.len() > 1 { show::link(show::INDEX, "all lost games") } else { String::new() };
        show::put(&page, &pages::page(&record, *seat, &one, by, &back)?)?;
        found.push((page, one));
    }
    if let [(page, found)] = &found[..] {
        let rows = [review::HEADS.map(str::to_string)].into_iter().chain(found.marked());
        let rows: Vec<Vec<String>> = rows.map(Vec::from).collect();
        return say(&format!("{}\n{}\n\n{}\n", print::align(&rows, &[1, 2, 5]), found.sentence(), link(page)?));
    }
    let games = print::count(found.len(), "game");
    let heading = format!("{}: where {} were lost (by {}, {} s a game)", games::title(&game), games, by, seconds);
    let up = asked.out.is_none() && place.join(show::INDEX).is_file();
    let back = if up { show::link(&format!("../{}", show::INDEX), "all games") } else { String::new() };
    let (text, html) = pages::list(&heading, &back, &found);
    let index = out.join(show::INDEX);
    show::put(&index, &html)?;
    say(&format!("{}\n\n{}\n{}\n", heading, text, link(&index)?))
}

/// The game of a file, or the lost ones of a folder; in each the side of that name, or the loser. None by forfeit.
fn cases(place: &Path, lost: Option<&str>) -> Result<Vec<Case>, String> {
    // A and B are those of the match's command line, also of one game of it.
    let folder = if place.is_dir() { place } else { place::folder_of(place) };
    let entrant = |i: usize| Some(Plan::resume(folder).ok()?.entrants.get(i)?.name.clone());
    let letter = lost.and_then(|name| ["A", "B"].iter().position(|letter| *letter == name));
    let name = letter.and_then(entrant).or(lost.map(str::to_string));
    let files = if place.is_dir() { show::transcripts(place)? } else { vec![place.to_path_buf()] };
    if files.is_empty() {
        return Err(format!("{}: no transcript there; of a tournament name one of its matches (1-2)", place.shown()));
    }
    let (mut cases, mut forfeited) = (Vec::new(), None);
    for path in files {
        let record = transcript::check(&place::read(&path)?);
        let record = record.map_err(|why| format!("{}: {}", path.shown(), why))?;
        let loser = usize::from(record.points[1] < record.points[0]);
        let named = |name: &String| record.players.iter().position(|player| player == name);
        let Some(seat) = name.as_ref().map_or(Some(loser), named) else { continue };
        if place.is_dir() && record.points[seat] >= record.points[1 - seat] {
            continue;
        }
        match record.forfeit(seat).filter(|forfeit| forfeit.kind != Kind::Resigned) {
            Some(Forfeit { kind, reason }) => {
                let who = format!("{}: {} forfeited", path.shown(), record.players[seat]);
                forfeited = forfeited.or(Some(format!("{} ({}: {})", who, kind.name(), reason)));
            }
            None => cases.push((path, record, seat)),
        }
    }
    let whose = lost.map_or(String::new(), |name| format!("--lost {}: ", name));
    if cases.is_empty() {
        return Err(forfeited.unwrap_or(whose + "no lost game there"));
    }
    Ok(cases)
}
