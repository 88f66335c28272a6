//! What pages say above their games: a match's verdict and running score. And the home page of a folder, with all
//! games, matches and tournaments, newest first.

use crate::count::plan::{self, Plan};
use crate::count::stats::{Interval, Pairs};
use crate::count::summary::{self, Summary};
use crate::count::tally::{self, Played};
use crate::count::{matches, standings, verdict};
use crate::pages::show::{self, address};
use crate::play::{review, transcript};
use crate::rules::games;
use crate::run::place;
use crate::text::html::{self, escape};
use crate::text::print::Shown;
use std::cmp::Reverse;
use std::fs::{self, Metadata};
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// What stands above the games of a match or a tournament, with what was played of its matches: the tables, or the verdict, a
/// bar of the pairs, the running score, all figures.
pub fn preface(plan: &Plan, played: &[Vec<Played>]) -> String {
    if !plan.is_match() {
        return standings::of(plan, played).html(plan);
    }
    let (summary, played) = (summary::summary(plan, &played[0]), &played[0]);
    format!(
        "<p class=\"verdict\">{}</p>\n<p>A: <b><bdi>{}</bdi></b><br>B: <b><bdi>{}</bdi></b></p>\n{}\
         <details><summary>All figures</summary><pre>{}</pre></details>\n",
        escape(&summary.sentences().join(" ")),
        escape(&plan.entrants[0].name),
        escape(&plan.entrants[1].name),
        if summary.tally.pairs.count() == 0 { String::new() } else { curve(&summary, played) },
        escape(&summary.text(plan, true))
    )
}

/// A bar of the pairs by A's points, A's score after each pair, and its interval at the end.
fn curve(summary: &Summary, played: &[Played]) -> String {
    let (left, width, top, height) = (34.0, 320.0, 60.0, 120.0);
    let (mut bar, mut x) = (String::new(), 0.0);
    for (i, name) in ["2", "1\u{bd}", "1", "\u{bd}", "0"].iter().enumerate() {
        let n = summary.tally.pairs.0[4 - i];
        let wide = 354.0 * n as f64 / summary.tally.pairs.count() as f64;
        bar += &format!("<rect class=\"pairs{}\" x=\"{:.1}\" y=\"15\" width=\"{:.1}\" height=\"16\">", i, x, wide);
        bar += &format!("<title>{} points: {} pairs</title></rect>\n", name, n);
        if wide > 24.0 {
            bar += &format!("<text x=\"{:.1}\" y=\"42.0\">{}: {}</text>\n", x + 3.0, name, n);
        }
        x += wide;
    }
    let counted = tally::different(&tally::pairs(played, false));
    let counted = &counted[..summary.tally.pairs.count().min(counted.len())];
    let (mut pairs, mut mean) = (Pairs::default(), Vec::new());
    let high = |score: f64| top + height * (1.0 - score);
    for (pair, n) in counted.iter().zip(1..) {
        pairs.add(pair.map(Played::score));
        // At most 150 points of the running score.
        let drawn = n == counted.len() || n % counted.len().div_ceil(150) == 0;
        if let Some(score) = pairs.mean().filter(|_| drawn) {
            mean.push(format!("{:.1},{:.1}", left + width * n as f64 / counted.len() as f64, high(score)));
        }
    }
    // Only at the end: an interval that may be watched while it moves says less.
    let ends = |score: Interval| {
        let (low, high) = (high(score.low), high(score.high));
        format!("<polygon points=\"350.0,{0:.1} 350.0,{1:.1} 354.0,{1:.1} 354.0,{0:.1}\"/>\n", low, high)
    };
    let interval = summary.score().map_or(String::new(), ends);
    format!(include_str!("score.svg"), bar = bar, interval = interval, mean = mean.join(" "), pairs = counted.len())
}

/// When something was last played there. Pages and reviews do not count.
pub fn newest(path: &Path) -> Option<SystemTime> {
    latest(&path.canonicalize().ok()?, &|file| file.modified().ok())
}

/// The same, or when a file of it came there: with `cp -p` it has kept its time.
fn changed(path: &Path) -> Option<SystemTime> {
    let came = |file: &Metadata| UNIX_EPOCH + Duration::new(file.ctime().max(0) as u64, file.ctime_nsec() as u32);
    latest(&path.canonicalize().ok()?, &|file| file.modified().ok().max(Some(came(file))))
}

fn latest(path: &Path, time: &dyn Fn(&Metadata) -> Option<SystemTime>) -> Option<SystemTime> {
    if path.is_dir() && !path.is_symlink() {
        let inside = fs::read_dir(path).ok()?.filter_map(|entry| Some(entry.ok()?.path()));
        return inside.filter(|path| !path.ends_with("review")).filter_map(|path| latest(&path, time)).max();
    }
    time(&path.symlink_metadata().ok()?).filter(|_| path.extension().is_none_or(|e| e != "html"))
}

/// `2026-11-22 17:30`, UTC. The arithmetic of the days is Howard Hinnant's: years begin in March.
pub fn date(time: SystemTime) -> String {
    let minutes = time.duration_since(UNIX_EPOCH).unwrap_or_default().as_secs() / 60;
    let days = minutes / 1440 + 719_468;
    let (era, day) = (days / 146_097, days % 146_097);
    let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let (year, day) = (era * 400 + year + month / 10, day - (153 * month + 2) / 5 + 1);
    format!("{}-{:02}-{:02} {:02}:{:02}", year, (month + 2) % 12 + 1, day, minutes / 60 % 24, minutes % 60)
}

/// A tournament's or match's kind, game, programs and result.
fn told(plan: &Plan) -> Result<[String; 4], String> {
    let names: Vec<&str> = plan.entrants.iter().map(|entrant| entrant.name.as_str()).collect();
    let played = matches::all(plan).map_err(|e| e.to_string())?;
    let [kind, names, result] = if plan.is_match() {
        let summary = summary::summary(plan, &played[0]);
        ["match".to_string(), names.join(" against "), summary.sentences().join(" ")]
    } else {
        ["tournament".to_string(), names.join(", "), standings::of(plan, &played).sentence(plan)]
    };
    Ok([kind, plan.game.clone(), names, result])
}

/// Do a match's page, and the pages of a tournament's matches, name as many games as lie there?
fn is_whole(folder: &Path, page: &Path) -> bool {
    let entries = || fs::read_dir(folder).into_iter().flatten().flatten();
    let named = |is: fn(&str) -> bool| entries().filter(move |entry| entry.file_name().to_str().is_some_and(is));
    let (games, to) = (named(place::is_game).count(), place::folder_of(page));
    fs::read_to_string(page).is_ok_and(|page| page.matches("<a href=\"0").count() == games)
        && named(place::is_pairing).all(|one| is_whole(&one.path(), &to.join(one.file_name()).join(show::INDEX)))
}

pub fn inside(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().filter_map(|entry| Some(entry.ok()?.path()));
    entries.filter(|path| place::is_match(path)).collect()
}

/// The page of a file that holds this text, or the index of a folder. An error if another's place is there: matches, games and reviews have their
/// own pages.
pub fn page_of(path: &Path, text: &str, out: Option<&Path>) -> Result<PathBuf, String> {
    let (mut page, mut own) = (out.unwrap_or(path).join(show::INDEX), path);
    let mut reviews = show::records(path).is_ok_and(|all| !all.is_empty() && all.iter().all(|(_, review)| *review));
    if !path.is_dir() {
        (page, own, reviews) = (show::page_of(path, text, out), place::folder_of(path), review::is_one(text));
    }
    if reviews {
        return Err(format!("{}: jury review makes the pages of reviews", path.shown()));
    }
    let (to, is_index, other) = (place::folder_of(&page), page.ends_with(show::INDEX), page.with_extension("txt"));
    let holds = || !inside(to).is_empty() || show::records(to).is_ok_and(|all| !all.is_empty());
    if !place::is_same(to, own) && (place::is_match(to) || plan::is_one(to) || is_index && holds()) {
        return Err(format!("{} has pages of its own; name another folder", to.shown()));
    }
    let game = || fs::read_to_string(&other).is_ok_and(|text| transcript::comment(&text, "game").is_some());
    match !is_index && !place::is_same(&other, path) && game() {
        true => Err(format!("{} is the page of {}; name another folder", page.shown(), other.shown())),
        false => Ok(page),
    }
}

/// Makes the pages of a folder, there or in `out`, and returns the path of its index. A match's summary stands on top, or a
/// tournament's tables with links to its matches. `back` (HTML) leads to where the reader came from.
pub fn make(folder: &Path, out: Option<&Path>, back: &str) -> Result<PathBuf, String> {
    out.map_or(Ok(()), place::folder)?;
    if !plan::is_one(folder) {
        return home(folder, out);
    }
    let plan = Plan::resume(folder)?;
    let played = matches::all(&plan).map_err(|e| e.to_string())?;
    for one in plan.matches().into_iter().filter(|one| !plan.is_match() && one.folder.is_dir()) {
        let to = out.and_then(|out| Some(out.join(one.folder.file_name()?)));
        make(&one.folder, to.as_deref(), &show::link(&format!("../{}", show::INDEX), "the tournament"))?;
    }
    let reviewed = plan.is_match() && out.is_none() && folder.join("review").join(show::INDEX).is_file();
    let review = if reviewed { "<p><a href=\"review/index.html\">Where games were lost</a></p>\n" } else { "" };
    let title = format!("{}: {}", games::title(&plan.game), folder.display());
    show::folder(folder, out, &title, &[back, &preface(&plan, &played), review].concat())
}

/// Makes the home page of a folder, and the pages in it that are older than what was played. Returns its path.
fn home(folder: &Path, out: Option<&Path>) -> Result<PathBuf, String> {
    let mut items: Vec<(SystemTime, Vec<String>)> = Vec::new();
    let mut bad = Vec::new();
    let mut add = |path: &Path, item: Result<(String, &str, [String; 4]), String>| match item {
        Ok((page, name, words)) => {
            let played = newest(path).unwrap_or(UNIX_EPOCH);
            // Names are kept apart: right-to-left letters in one do not turn what stands beside it.
            let apart = |word: String| escape(&word).replace(" against ", "</bdi> against <bdi>");
            let [kind, rest @ ..] = words.map(|word| format!("<bdi>{}</bdi>", apart(word)));
            let link = format!("<a href=\"{}\">{}</a>", page, kind);
            let words = [escape(&date(played)), link].into_iter().chain(rest).chain([escape(name)]);
            items.push((played, words.collect()));
        }
        Err(why) => bad.push(why),
    };
    for path in inside(folder) {
        let name = path.file_name().unwrap_or_default();
        let to = out.map(|out| out.join(name));
        let page = to.as_deref().unwrap_or(&path).join(show::INDEX);
        let made = page.metadata().and_then(|data| data.modified());
        // A page from the future was made while the clock was wrong. A game that was removed changed its folder alone.
        let after = changed(&path).max(changed(&path.join("review"))).unwrap_or(UNIX_EPOCH);
        let fresh = made.is_ok_and(|made| made > after && made <= SystemTime::now()) && is_whole(&path, &page);
        let item = Plan::resume(&path).and_then(|plan| {
            let back = show::link(&format!("../{}", show::INDEX), "everything");
            let made = if fresh { Ok(()) } else { make(&path, to.as_deref(), &back).map(drop) };
            made.and_then(|()| told(&plan))
        });
        let shown = name.to_string_lossy();
        add(&path, item.map(|words| (format!("{}/{}", address(name), show::INDEX), &*shown, words)));
    }
    for path in show::transcripts(folder)? {
        let made = show::one(&path, out, &show::link(show::INDEX, "all games"));
        let shown = made.as_ref().map_or("".into(), |(page, _)| page.to_string_lossy());
        let item = made.as_ref().map_err(String::clone).map(|(page, record)| {
            let (game, programs) = (record.name.clone(), record.players.join(" against "));
            let result = verdict::winner(&games::seats(&record.name), record.points);
            let words = ["game".to_string(), game, programs, result];
            (address(page), shown.trim_end_matches(".html"), words)
        });
        add(&path, item);
    }
    items.sort_by_key(|item| Reverse(item.0));
    let rows: Vec<Vec<String>> = items.into_iter().map(|(_, words)| words).collect();
    let table = html::table(&["date (UTC)", "what", "game", "programs", "result", "name"], &rows, &[0, 1, 2, 3, 4, 5]);
    let filtered = include_str!("filter.html").to_string() + &table;
    show::put_index(out.unwrap_or(folder), "Everything played", &filtered, &[], &bad)
}
