//! The pages of a match or a tournament: above the games stand the verdict and the running score, or the tables.

use crate::count::plan::Plan;
use crate::count::stats::Pairs;
use crate::count::summary::{self, Summary};
use crate::count::tally::{self, Played};
use crate::count::{matches, standings};
use crate::pages::show;
use crate::rules::games;
use crate::run::place;
use crate::text::html::{escape, table};
use crate::text::print::{one_line, Shown};
use std::path::{Path, PathBuf};

/// What stands above the games, with what was played of the matches: the tables of a tournament, or the verdict of a match, its
/// programs, the sides and the pairs as A saw them, the running score, all figures.
fn preface(plan: &Plan, played: &[Vec<Played>]) -> String {
    if !plan.is_match() {
        return standings::of(plan, played).html(plan);
    }
    let (summary, played) = (summary::summary(plan, &played[0]), &played[0]);
    let text = summary.text();
    let line = |words: &str| escape(text.lines().find(|line| line.contains(words)).unwrap_or_default());
    let program = |i: usize| {
        let first = played.iter().find(|game| game.forfeited(i)).map_or(0, |game| game.index + 1);
        let forfeits = format!("; <a href=\"{:05}.html\">forfeits: {}</a>", first, summary.used[i].kinds());
        let told = line(&format!("{}: {} (", ["A", "B"][i], one_line(&plan.entrants[i].name)));
        format!("<p>{}{}</p>\n", told, if first > 0 { forfeits.as_str() } else { "" })
    };
    let side = |seat: usize| {
        let own = || played.iter().filter(move |game| game.seat(0) == seat);
        let points = [0, 1].map(|i| own().map(|game| game.points(i)).sum::<f64>() / own().count().max(1) as f64);
        let wins = tally::wins(own()).map(|n| n.to_string());
        let head = format!("A as {}", games::seats(&plan.game)[seat]);
        [&[head], &wins[..], &[format!("{:.2} : {:.2}", points[0], points[1])]].concat()
    };
    format!(
        "<div class=\"match\"><div>\n<p class=\"verdict\">{}</p>\n{}{}<p>{}; the worst come first.</p>\n\
         <details><summary>All figures</summary><pre>{}</pre></details></div>\n{}</div>\n",
        escape(&summary.sentences().join("\n")).replace('\n', "<br>"),
        [0, 1].map(program).concat(),
        table(&["", "won", "drawn", "lost", "points a game, A : B"], &[0, 1].map(side), &[0]),
        line(" in pairs: "),
        escape(&text),
        if summary.tally.pairs.count() == 0 { String::new() } else { curve(&summary, played) },
    )
}

/// A's score after each pair, and its interval at the end.
fn curve(summary: &Summary, played: &[Played]) -> String {
    let (left, width, top, height) = (34.0, 320.0, 10.0, 120.0);
    let counted = tally::different(&tally::pairs(played, false));
    let counted = &counted[..summary.tally.pairs.count()];
    let (mut pairs, mut mean) = (Pairs::default(), Vec::new());
    let high = |score: f64| top + height * (1.0 - score);
    for (pair, n) in counted.iter().zip(1..) {
        pairs.add(pair.map(Played::score));
        let score = pairs.mean().unwrap_or_default();
        mean.push(format!("{:.1},{:.1}", left + width * n as f64 / counted.len() as f64, high(score)));
    }
    let interval = summary.tally.pairs.score().map_or(String::new(), |score| {
        let (low, high) = (high(score.low), high(score.high));
        format!("<polygon points=\"350.0,{0:.1} 350.0,{1:.1} 354.0,{1:.1} 354.0,{0:.1}\"/>\n", low, high)
    });
    format!(include_str!("score.svg"), interval = interval, mean = mean.join(" "), pairs = counted.len())
}

/// Makes the pages of a folder, there or in `out`, and returns the path of its index. A match's summary stands on top, or a
/// tournament's tables with links to its matches. `back` (HTML) leads to where the reader came from. If some pages cannot be
/// made, the others are, and the error names those.
pub fn make(folder: &Path, out: Option<&Path>, back: &str) -> Result<PathBuf, String> {
    out.map_or(Ok(()), place::folder)?;
    let (mut games, bad) = show::pages(folder, out)?;
    let (mut title, mut head) = (folder.display().to_string(), back.to_string());
    if place::is_match(folder) {
        let plan = Plan::resume(folder)?;
        let played = matches::all(&plan).map_err(|e| e.to_string())?;
        for one in plan.matches().into_iter().filter(|one| !plan.is_match() && one.folder.is_dir()) {
            let to = out.and_then(|out| Some(out.join(one.folder.file_name()?)));
            make(&one.folder, to.as_deref(), &show::link(&format!("../{}", show::INDEX), "the tournament"))?;
        }
        title = format!("{}: {}", games::title(&plan.game), title);
        head += &preface(&plan, &played);
        if plan.is_match() && out.is_none() && folder.join("review").join(show::INDEX).is_file() {
            head += "<p><a href=\"review/index.html\">Where games were lost</a></p>\n";
        }
        // The pairs that A lost come first.
        let number = |page: &Path| page.file_stem()?.to_str()?.parse::<usize>().ok();
        let pair = |n: usize| played[0].iter().filter(move |game| game.index / 2 == n.saturating_sub(1) / 2);
        let points = |n: usize| (2.0 * pair(n).map(Played::score).sum::<f64>()) as usize;
        games.sort_by_cached_key(|(page, _)| number(page).map(&points));
    }
    head.extend(bad.iter().map(|why| format!("<p>{}</p>\n", escape(why))));
    let to = out.unwrap_or(folder).join(show::INDEX);
    show::put(&to, &show::index(&title, &head, &games))?;
    match &bad[..] {
        [] => Ok(to),
        _ => Err(format!("{}\n{} has all others", bad.join("\n"), to.shown())),
    }
}
