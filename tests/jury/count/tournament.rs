//! Many programs: all against all, or one against all others. Every two that meet play a match (`matches`) in a folder
//! of its own. All matches have the same starts.
//!
//! Everything printed is computed from these folders, so an interrupted tournament can go on.

use crate::count::matches::{self, Lines, Played};
use crate::count::standings::Plan;
use crate::count::standings::{self, Standings};
use crate::run::entrant::Entrant;
use crate::run::system;
use crate::text::print;
use std::fs;
use std::io::{self, IsTerminal};
use std::path::Path;

const PROGRAMS_MAX: usize = 64;

/// Writes the plan and those of its matches.
pub fn save(plan: &Plan) -> Result<(), String> {
    let n = plan.entrants.len();
    if !(2..=PROGRAMS_MAX).contains(&n) {
        return Err(format!("a tournament needs 2 to {} programs, not {}", PROGRAMS_MAX, n));
    }
    for pairing in plan.pairings() {
        matches::save(&plan.between(pairing)).map_err(|e| e.to_string())?;
    }
    // The matches' plans hold the rest.
    let lines = [("tournament", Some(n.to_string())), ("gauntlet", Some(plan.gauntlet.to_string()))];
    matches::write_lines(&plan.folder, &lines).map_err(|e| e.to_string())
}

/// Does the folder hold a tournament, and not a match?
pub fn is_one(folder: &Path) -> bool {
    fs::read_to_string(folder.join("plan")).is_ok_and(|text| text.starts_with("tournament="))
}

/// The plan that a folder holds.
pub fn resume(folder: &Path) -> Result<Plan, String> {
    let lines = Lines::read(folder.join("plan"))?;
    let programs: usize = lines.get("tournament")?;
    // The first meets everybody.
    let matches = (2..=programs).map(|n| matches::resume(&folder.join(format!("1-{}", n))));
    let matches = matches.collect::<Result<Vec<matches::Plan>, String>>()?;
    let first = matches.first().ok_or("a tournament without a match")?;
    let others = matches.iter().map(|one| &one.entrants[1]);
    Ok(Plan {
        game: first.game.clone(),
        entrants: [&first.entrants[0]].into_iter().chain(others).cloned().collect(),
        gauntlet: lines.get("gauntlet")?,
        games: first.games,
        seconds: first.seconds,
        suspend: first.suspend,
        seed: first.seed,
        jobs: first.jobs,
        affinity: first.affinity,
        openings: first.openings,
        folder: folder.to_path_buf(),
        progress: true,
    })
}

/// What has been printed.
#[derive(Default)]
struct Said {
    /// Lines of the table on the terminal.
    lines: usize,
    /// The games that the last line said, without a terminal.
    games: usize,
}

/// Plays all games that are missing. Returns false if it was interrupted.
pub fn run(plan: &Plan) -> io::Result<bool> {
    let matches: Vec<matches::Plan> = plan.pairings().into_iter().map(|pairing| plan.between(pairing)).collect();
    let mut played: Vec<Vec<Played>> = matches.iter().map(matches::load).collect::<io::Result<_>>()?;
    // Pair by pair through all matches, so that the table grows evenly.
    let all = (0..plan.games / 2).flat_map(|pair| (0..matches.len()).map(move |m| (m, pair)));
    let all = all.flat_map(|(m, pair)| [(m, 2 * pair), (m, 2 * pair + 1)]);
    let missing: Vec<Vec<usize>> =
        matches.iter().zip(&played).map(|(plan, played)| matches::missing(plan, played)).collect();
    let games: Vec<_> = all.filter(|(m, index)| missing[*m].contains(index)).collect();
    if !games.is_empty() {
        plan.entrants.iter().try_for_each(Entrant::check_moved)?;
        matches.iter().try_for_each(matches::unchanged)?;
    }
    let mut said = Said::default();
    let take = |(m, index): (usize, usize), record| {
        played[m].push(Played { index, record });
        progress(plan, &played, &mut said);
        false
    };
    let how = (plan.jobs, plan.affinity, matches::rest(plan.seconds));
    let finished = matches::work(how, games, |(m, index), voids| matches::one(&matches[*m], *index, voids), take);
    clear(&said);
    finished
}

/// Removes the last table from the terminal.
fn clear(said: &Said) {
    if said.lines > 0 {
        print::err(&format!("\x1b[{}A\x1b[J", said.lines));
    }
}

/// On a terminal the table replaces the last one. Elsewhere a line comes for every tenth of the games.
fn progress(plan: &Plan, played: &[Vec<Played>], said: &mut Said) {
    let done: usize = played.iter().map(Vec::len).sum();
    let all = played.len() * plan.games;
    let terminal = io::stderr().is_terminal();
    if !plan.progress || (!terminal && done * 10 / all <= said.games * 10 / all) {
        return;
    }
    said.games = done;
    if !terminal {
        print::err(&format!("{}/{} games\n", done, all));
        return;
    }
    let size = system::terminal_size();
    let table = standings::table(plan, &standings::of(plan, played), Some(size.map_or(80, |[_, columns]| columns)));
    let mut text = format!("{}/{} games\n{}", done, all, table);
    // The terminal's last line stays free: otherwise the cursor could not go up all lines.
    let room = size.map_or(usize::MAX, |[lines, _]| lines).max(2) - 1;
    text = text.lines().take(room).map(|line| format!("{}\n", line)).collect();
    clear(said);
    // Long lines are cut, not wrapped, so that the number of lines is known.
    print::err(&format!("\x1b[?7l{}\x1b[?7h", text));
    said.lines = text.lines().count();
}

/// The games that the folder holds, match by match.
pub fn played(plan: &Plan) -> io::Result<Vec<Vec<Played>>> {
    plan.pairings().into_iter().map(|pairing| matches::load(&plan.between(pairing))).collect()
}

/// The standings by what the folder holds.
pub fn load(plan: &Plan) -> io::Result<Standings> {
    played(plan).map(|played| standings::of(plan, &played))
}
