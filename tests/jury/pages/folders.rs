//! The pages of a match or a tournament: above the games stand the verdict and the running score, or the tables.

use crate::count::plan::Plan;
use crate::count::stats::{Interval, Pairs};
use crate::count::summary::{self, Summary};
use crate::count::tally::{self, Played};
use crate::count::{matches, standings};
use crate::pages::show;
use crate::rules::games;
use crate::run::place;
use crate::text::html::escape;
use std::path::{Path, PathBuf};

/// What stands above the games of a match or a tournament, with what was played of its matches: the tables, or the verdict, the
/// pairs in words, the running score, all figures.
fn preface(plan: &Plan, played: &[Vec<Played>]) -> String {
    if !plan.is_match() {
        return standings::of(plan, played).html(plan);
    }
    let (summary, played) = (summary::summary(plan, &played[0]), &played[0]);
    let text = summary.text();
    let pairs = text.lines().find(|line| line.contains(" in pairs: ")).unwrap_or_default();
    format!(
        "<p class=\"verdict\">{}</p>\n<p>{}</p>\n<p>A: <b><bdi>{}</bdi></b><br>B: <b><bdi>{}</bdi></b></p>\n{}\
         <details><summary>All figures</summary><pre>{}</pre></details>\n",
        escape(&summary.sentences().join(" ")),
        escape(pairs),
        escape(&plan.entrants[0].name),
        escape(&plan.entrants[1].name),
        if summary.tally.pairs.count() == 0 { String::new() } else { curve(&summary, played) },
        escape(&text)
    )
}

/// A's score after each pair, and its interval at the end.
fn curve(summary: &Summary, played: &[Played]) -> String {
    let (left, width, top, height) = (34.0, 320.0, 10.0, 120.0);
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
    let ends = |score: Interval| {
        let (low, high) = (high(score.low), high(score.high));
        format!("<polygon points=\"350.0,{0:.1} 350.0,{1:.1} 354.0,{1:.1} 354.0,{0:.1}\"/>\n", low, high)
    };
    let interval = summary.tally.pairs.score().map_or(String::new(), ends);
    format!(include_str!("score.svg"), interval = interval, mean = mean.join(" "), pairs = counted.len())
}

/// Makes the pages of a folder, there or in `out`, and returns the path of its index. A match's summary stands on top, or a
/// tournament's tables with links to its matches. `back` (HTML) leads to where the reader came from.
pub fn make(folder: &Path, out: Option<&Path>, back: &str) -> Result<PathBuf, String> {
    out.map_or(Ok(()), place::folder)?;
    if !place::is_match(folder) {
        return show::folder(folder, out, &folder.display().to_string(), back);
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
