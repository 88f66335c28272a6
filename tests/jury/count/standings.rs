//! What a tournament says: the table by contest points, Elo, and each program against each other.

use crate::count::matches::{self, Played};
use crate::count::ratings::{self, Pair, Ratings};
use crate::count::stats::Pairs;
use crate::count::{summary, verdict};
use crate::play::thoughts::Thoughts;
use crate::play::transcript::{one_line, Entry};
use crate::run::entrant::Entrant;
use crate::run::forfeit::Kind;
use crate::text::html::{self, escape};
use crate::text::json;
use std::path::PathBuf;

/// What is to be played.
#[derive(Clone, Debug)]
pub struct Plan {
    pub game: String,
    pub entrants: Vec<Entrant>,
    /// Only the first meets the others.
    pub gauntlet: bool,
    /// Between every two that meet.
    pub games: usize,
    /// For a game: the first program's, and those of all others.
    pub seconds: [f64; 2],
    pub suspend: bool,
    pub seed: u64,
    pub jobs: usize,
    pub affinity: bool,
    /// As in `matches::Plan`.
    pub openings: usize,
    pub folder: PathBuf,
    pub progress: bool,
}

impl Plan {
    /// The seconds a game, in words.
    pub fn pace(&self) -> String {
        match self.seconds {
            [first, others] if first != others => format!("{} s against {} s", first, others),
            [seconds, _] => format!("{} s", seconds),
        }
    }

    /// The pairs of programs that meet.
    pub fn pairings(&self) -> Vec<[usize; 2]> {
        let n = self.entrants.len();
        let all = (0..n).flat_map(|a| (a + 1..n).map(move |b| [a, b]));
        all.filter(|[a, _]| !self.gauntlet || *a == 0).collect()
    }

    /// The match of two programs.
    pub fn between(&self, [a, b]: [usize; 2]) -> matches::Plan {
        matches::Plan {
            game: self.game.clone(),
            entrants: [self.entrants[a].clone(), self.entrants[b].clone()],
            games: self.games,
            seconds: if a == 0 { self.seconds } else { [self.seconds[1]; 2] },
            suspend: self.suspend,
            seed: self.seed,
            jobs: self.jobs,
            affinity: self.affinity,
            openings: self.openings,
            sprt: None,
            part: None,
            folder: self.folder.join(format!("{}-{}", a + 1, b + 1)),
            progress: false,
        }
    }
}

/// A program's row of the table. Only games of complete pairs count, so that the first move favours nobody.
#[derive(Clone, Debug)]
pub struct Row {
    /// Its number in the plan, from 0.
    pub program: usize,
    /// 1 for the most contest points a game. Equal points have an equal rank.
    pub rank: usize,
    pub games: usize,
    /// Wins, draws, losses.
    pub tally: [usize; 3],
    /// Contest points a game; `None` without a game.
    pub points: Option<f64>,
    /// Elo and the half of its interval; `None` until the pairs link all programs.
    pub elo: Option<[f64; 2]>,
    /// By kind, in the order of `Kind::ALL`.
    pub forfeits: [usize; 6],
    /// Where it forfeited first, and why.
    pub first_forfeit: Option<String>,
    /// Seconds a game, and the mean depth of the moves that tell one.
    pub seconds: Option<f64>,
    pub depth: Option<f64>,
    /// The share of its time that it waited for a processor.
    pub kept_waiting: f64,
}

/// A cell of the crosstable: the games of a row's program against a column's.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Cell {
    pub tally: [usize; 3],
    /// Contest points of both, summed up.
    pub points: [f64; 2],
    pub pairs: Pairs,
}

impl Cell {
    fn games(&self) -> usize {
        self.tally.iter().sum()
    }

    fn turned(&self) -> Cell {
        let [w, d, l] = self.tally;
        let mut pairs = self.pairs;
        pairs.0.reverse();
        Cell { tally: [l, d, w], points: [self.points[1], self.points[0]], pairs }
    }
}

/// Everything that a tournament says.
pub struct Standings {
    /// By rank.
    pub rows: Vec<Row>,
    /// By program and program.
    pub cells: Vec<Vec<Cell>>,
    /// See `Ratings::imagined`.
    pub imagined: bool,
    /// How often a game was void because a program waited for a processor.
    pub voids: usize,
    /// Games of complete pairs, and how many of them do not count, as their pair has a game that repeats another.
    pub played: [usize; 2],
}

#[derive(Clone, Debug, Default)]
struct Use {
    games: usize,
    forfeits: [usize; 6],
    first_forfeit: Option<String>,
    seconds: f64,
    kept_waiting: f64,
    /// The sum of the depths that it told, and the number of these moves.
    depths: f64,
    moves: f64,
}

impl Use {
    /// Adds a game that it played in that seat.
    fn add(&mut self, game: &Played, seat: usize, [a, b]: [usize; 2]) {
        self.games += 1;
        self.seconds += game.record.accounts[seat].wall;
        self.kept_waiting += game.record.accounts[seat].kept_waiting;
        for (entry, note) in game.record.entries.iter().zip(&game.record.notes) {
            match entry {
                Entry::Forfeit(s, forfeit) if *s == seat => {
                    self.forfeits[forfeit.kind as usize] += 1;
                    let (kind, reason) = (forfeit.kind.name(), one_line(&forfeit.reason));
                    let why = || format!("game {} of {}-{}: {}: {}", game.index + 1, a + 1, b + 1, kind, reason);
                    self.first_forfeit.get_or_insert_with(why);
                }
                Entry::Line(s, _) if *s == seat => {
                    if let Some(depth) = Thoughts::read(&note.log).depth {
                        self.depths += depth;
                        self.moves += 1.0;
                    }
                }
                _ => {}
            }
        }
    }
}

/// The standings after these games, match by match.
pub fn of(plan: &Plan, played: &[Vec<Played>]) -> Standings {
    let n = plan.entrants.len();
    let mut cells = vec![vec![Cell::default(); n]; n];
    let (mut pairs, mut sizes) = (Vec::new(), [0; 2]);
    let mut used = vec![Use::default(); n];
    for (pairing, played) in plan.pairings().into_iter().zip(played) {
        let mut cell = Cell::default();
        let whole = matches::pairs(played, false);
        for game in whole.iter().flatten() {
            (0..2).for_each(|i| used[pairing[i]].add(game, game.seat(i), pairing));
        }
        for pair in matches::different(&whole) {
            let scores = pair.map(Played::score);
            cell.pairs.add(scores);
            pairs.push(Pair { programs: pairing, scores });
            for game in pair {
                cell.tally[2 - (2.0 * game.score()) as usize] += 1;
                (0..2).for_each(|i| cell.points[i] += game.points(i));
            }
        }
        let [a, b] = pairing;
        cells[b][a] = cell.turned();
        cells[a][b] = cell;
        sizes = [sizes[0] + 2 * whole.len(), sizes[1] + 2 * (whole.len() - cell.pairs.count())];
    }
    let ratings = ratings::rate(n, &pairs);
    let imagined = ratings.as_ref().is_some_and(|r| r.imagined);
    let mut rows: Vec<Row> = (0..n)
        .map(|program| {
            let mut tally = [0; 3];
            (0..n).for_each(|b| (0..3).for_each(|i| tally[i] += cells[program][b].tally[i]));
            let games: usize = tally.iter().sum();
            let a_game = |sum: f64| Some(sum / games as f64).filter(|mean| mean.is_finite());
            let used = &used[program];
            Row {
                program,
                rank: 0,
                games,
                tally,
                points: a_game(cells[program].iter().map(|cell| cell.points[0]).sum()),
                elo: ratings.as_ref().map(|r: &Ratings| [r.elo[program], r.half[program]]),
                forfeits: used.forfeits,
                first_forfeit: used.first_forfeit.clone(),
                seconds: Some(used.seconds / used.games as f64).filter(|mean| mean.is_finite()),
                depth: Some(used.depths / used.moves).filter(|mean| mean.is_finite()),
                kept_waiting: used.kept_waiting / used.seconds.max(summary::IDLE * used.games.max(1) as f64),
            }
        })
        .collect();
    let order = |row: &Row| row.points.unwrap_or(f64::NEG_INFINITY);
    rows.sort_by(|a, b| order(b).total_cmp(&order(a)).then(a.program.cmp(&b.program)));
    for i in 0..n {
        let equal = i > 0 && order(&rows[i]) == order(&rows[i - 1]);
        rows[i].rank = if equal { rows[i - 1].rank } else { i + 1 };
    }
    let voids = played.iter().flatten().map(|game| game.record.voids.len()).sum();
    Standings { rows, cells, imagined, voids, played: sizes }
}

/// The longest name in a table, in characters.
const NAME_MAX: usize = 20;

/// A program's name as a table has it.
fn short(name: &str) -> String {
    shortened(name, NAME_MAX)
}

/// Keeps the end of a path: it says more than the beginning.
fn shortened(name: &str, most: usize) -> String {
    let letters: Vec<char> = one_line(name).chars().collect();
    if letters.len() <= most {
        return letters.into_iter().collect();
    }
    let end: String = letters[letters.len() - most + 1..].iter().collect();
    format!("\u{2026}{}", end)
}

fn figure(number: Option<f64>, digits: usize) -> String {
    number.map_or("-".to_string(), |n| format!("{:.*}", digits, n))
}

fn w_d_l(tally: &[usize; 3]) -> String {
    tally.map(|n| n.to_string()).join("-")
}

const HEAD: [&str; 10] = ["rank", "program", "games", "W-D-L", "points", "Elo", "95 %", "s", "depth", "forfeits"];

/// The cells of the table, row by row.
fn words(plan: &Plan, standings: &Standings) -> Vec<[String; 10]> {
    let row = |r: &Row| {
        [
            r.rank.to_string(),
            plan.entrants[r.program].name.clone(),
            r.games.to_string(),
            w_d_l(&r.tally),
            figure(r.points, 2),
            r.elo.map_or("-".to_string(), |[elo, _]| format!("{:+.0}", elo)),
            r.elo.map_or("-".to_string(), |[_, half]| format!("+-{:.0}", half)),
            figure(r.seconds, 2),
            figure(r.depth, 1),
            verdict::forfeits(&r.forfeits),
        ]
    };
    standings.rows.iter().map(row).collect()
}

/// A cell of the crosstable: wins, draws and losses, and the row's points a game.
fn crossed(standings: &Standings, a: &Row, b: &Row) -> Option<String> {
    let cell = &standings.cells[a.program][b.program];
    if cell.games() == 0 {
        return None;
    }
    Some(format!("{} {:.2}", w_d_l(&cell.tally), cell.points[0] / cell.games() as f64))
}

/// Lines with columns as wide as their widest word. Columns not in `left` are flush right.
pub fn align(rows: &[Vec<String>], left: &[usize]) -> String {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let long = |word: &String| word.chars().count();
    let wide: Vec<usize> =
        (0..columns).map(|i| rows.iter().filter_map(|r| r.get(i)).map(long).max().unwrap_or(0)).collect();
    let mut text = String::new();
    for row in rows {
        let mut line = String::new();
        for (i, word) in row.iter().enumerate() {
            let blanks = " ".repeat(wide[i] - long(word));
            let word = if left.contains(&i) { format!("{}{}", word, blanks) } else { format!("{}{}", blanks, word) };
            line += &format!("{}{}", if i > 0 { "  " } else { "" }, word);
        }
        text += &format!("{}\n", line.trim_end());
    }
    text
}

/// The table without the crosstable. If a terminal has fewer columns, the least important are left out until it fits.
pub fn table(plan: &Plan, standings: &Standings, columns: Option<usize>) -> String {
    let words = words(plan, standings);
    let aligned = |hidden: &[usize], name: usize| {
        let shown = |row: &[String; 10]| {
            let cells = row.iter().enumerate().filter(|(i, _)| !hidden.contains(i));
            cells.map(|(i, cell)| if i == 1 { shortened(cell, name) } else { cell.clone() }).collect()
        };
        let rows: Vec<Vec<String>> = [HEAD.map(str::to_string)].iter().chain(&words).map(shown).collect();
        align(&rows, &[1, 9 - hidden.len()])
    };
    let fits = |text: &String| columns.is_none_or(|columns| text.lines().all(|line| line.chars().count() < columns));
    let tries: [(&[usize], usize); 4] = [(&[], NAME_MAX), (&[8], NAME_MAX), (&[7, 8], NAME_MAX), (&[3, 7, 8], 12)];
    let texts: Vec<String> = tries.map(|(hidden, name)| aligned(hidden, name)).to_vec();
    texts.iter().find(|text| fits(text)).unwrap_or(&texts[3]).clone()
}

const IMAGINED: &str =
    "Elo: a program won or lost everything, so one more game, a draw, is imagined between every two that met";

/// Columns of the crosstable in one block.
const CROSSED: usize = 4;

impl Standings {
    /// For people.
    pub fn text(&self, plan: &Plan) -> String {
        let kind = if plan.gauntlet { "the first against all others" } else { "all against all" };
        let mut text = format!(
            "{}: {}, {} games a pair of programs, {} a game, seed {}\n\n{}",
            plan.game,
            kind,
            plan.games,
            plan.pace(),
            plan.seed,
            table(plan, self, None)
        );
        if self.imagined {
            text += &format!("{}\n", IMAGINED);
        }
        text += "\nwins-draws-losses and points a game of the row against the column:\n";
        let numbers: Vec<usize> = (0..self.rows.len()).collect();
        // As many columns as 80 characters have room for.
        for part in numbers.chunks(CROSSED) {
            let mut rows = vec![vec!["".to_string(), "".to_string()]];
            rows[0].extend(part.iter().map(|i| format!("[{}]", i + 1)));
            for (i, a) in self.rows.iter().enumerate() {
                let mut row = vec![format!("[{}]", i + 1), short(&plan.entrants[a.program].name)];
                row.extend(part.iter().map(|b| crossed(self, a, &self.rows[*b]).unwrap_or("-".to_string())));
                rows.push(row);
            }
            text += &align(&rows, &[1]);
        }
        text + &self.load(plan)
    }

    /// Why programs forfeited, what repeats itself, and what a busy machine did to the games.
    pub fn load(&self, plan: &Plan) -> String {
        let name = |row: &Row| one_line(&plan.entrants[row.program].name);
        let why = |row: &Row| Some(format!("{}'s first forfeit, {}\n", name(row), row.first_forfeit.as_ref()?));
        let forfeits: String = self.rows.iter().filter_map(why).collect();
        let names: Vec<String> = self.rows.iter().map(name).collect();
        let shares = self.rows.iter().map(|row| row.kept_waiting);
        let repeats = match self.played {
            [_, 0] => String::new(),
            [all, again] => format!(
                "{} of {} games do not count: their pair repeats a game; programs that repeat themselves need {{seed}}, or games \
                 from different starts (--openings 4)\n",
                again, all
            ),
        };
        forfeits
            + &repeats
            + &summary::load(self.voids, &names.iter().map(String::as_str).zip(shares).collect::<Vec<_>>())
    }

    /// For programs.
    pub fn json(&self, plan: &Plan) -> String {
        let program = |r: &Row| {
            let fields = [
                ("number", (r.program + 1).to_string()),
                ("rank", r.rank.to_string()),
                ("program", json::text(&plan.entrants[r.program].name)),
                ("games", r.games.to_string()),
                ("wins", r.tally[0].to_string()),
                ("draws", r.tally[1].to_string()),
                ("losses", r.tally[2].to_string()),
                ("points_a_game", json::number(r.points)),
                ("elo", json::number(r.elo.map(|[elo, _]| elo))),
                ("elo_half_interval", json::number(r.elo.map(|[_, half]| half))),
                ("seconds_a_game", json::number(r.seconds)),
                ("depth", json::number(r.depth)),
            ];
            let forfeits = Kind::ALL.iter().zip(r.forfeits).map(|(kind, n)| (kind.name(), n.to_string()));
            let waiting = ("kept_waiting", json::number(Some(r.kept_waiting)));
            json::object(&fields.into_iter().chain(forfeits).chain([waiting]).collect::<Vec<_>>())
        };
        let pairing = |[a, b]: &[usize; 2]| {
            let cell = &self.cells[*a][*b];
            json::object(&[
                ("programs", format!("[{}, {}]", a + 1, b + 1)),
                ("wins_draws_losses", format!("{:?}", cell.tally)),
                ("points", json::numbers(&cell.points)),
                ("pairs", format!("{:?}", cell.pairs.0)),
            ])
        };
        json::document(&[
            json::begin("tournament"),
            ("game", json::text(&plan.game)),
            ("gauntlet", plan.gauntlet.to_string()),
            ("games", plan.games.to_string()),
            ("seconds", plan.seconds[1].to_string()),
            ("seed", plan.seed.to_string()),
            ("void", self.voids.to_string()),
            ("played", self.played[0].to_string()),
            ("repeated", self.played[1].to_string()),
            ("elo_with_imagined_draws", self.imagined.to_string()),
            ("programs", json::objects(&self.rows.iter().map(program).collect::<Vec<String>>())),
            ("pairings", json::objects(&plan.pairings().iter().map(pairing).collect::<Vec<String>>())),
        ])
    }

    /// Both tables for the index page. A cell of the crosstable links to the match.
    pub fn html(&self, plan: &Plan) -> String {
        let safe = |row: &[String; 10]| row.iter().map(|word| escape(word)).collect();
        let rows: Vec<Vec<String>> = words(plan, self).iter().map(safe).collect();
        let table = html::table(&HEAD, &rows, &[1, 9]);
        // The columns have the numbers that stand before the rows' names.
        let numbers: Vec<String> = (1..=self.rows.len()).map(|i| format!("[{}]", i)).collect();
        let mut cross = Vec::new();
        for (a, number) in self.rows.iter().zip(&numbers) {
            let mut row = vec![format!("{} {}", number, escape(&short(&plan.entrants[a.program].name)))];
            for b in &self.rows {
                let (low, high) = (a.program.min(b.program) + 1, a.program.max(b.program) + 1);
                row.push(crossed(self, a, b).map_or(String::new(), |words| {
                    format!("<a href=\"{}-{}/index.html\">{}</a>", low, high, words.replace(' ', "<br>"))
                }));
            }
            cross.push(row);
        }
        let heads: Vec<&str> = [""].into_iter().chain(numbers.iter().map(String::as_str)).collect();
        let mut note = if self.imagined { format!("<p>{}.</p>\n", IMAGINED) } else { String::new() };
        note += &format!("<p>{}</p>\n", escape(self.load(plan).trim()).replace('\n', "<br>\n"));
        format!(
            "<p>{} games between every two, {} a game.</p>\n{}{}\
             <h2>Each against each: wins-draws-losses and points a game</h2>\n{}",
            plan.games,
            plan.pace(),
            table,
            note,
            html::table(&heads, &cross, &[0])
        )
    }
}
