//! What a tournament says: the table by contest points, Elo, and each program against each other.

use crate::count::plan::Plan;
use crate::count::ratings::{self, Pair};
use crate::count::tally::{self, Played, Tally, Use};
use crate::count::verdict;
use crate::text::html::{self, escape};
use crate::text::print::{align, one_line};

#[derive(Clone, Debug)]
pub struct Row {
    /// Its number in the plan, from 0.
    pub program: usize,
    /// 1 for the most contest points a game. Equal points have an equal rank.
    pub rank: usize,
    pub games: usize,
    pub wins: [usize; 3],
    /// Contest points a game; `None` without a game.
    pub points: Option<f64>,
    /// Elo and the half of its interval; `None` until the pairs link all programs.
    pub elo: Option<[f64; 2]>,
    /// In games of complete pairs.
    pub used: Use,
}

pub struct Standings {
    pub rows: Vec<Row>,
    /// The games of a row's program against a column's, by program and program.
    pub cells: Vec<Vec<Tally>>,
    /// See `Ratings::imagined`.
    pub imagined: bool,
    /// What repeats itself is summed up over all matches.
    pub all: Tally,
}

/// The standings after these games, match by match.
pub fn of(plan: &Plan, played: &[Vec<Played>]) -> Standings {
    let n = plan.entrants.len();
    let mut cells = vec![vec![Tally::default(); n]; n];
    let mut used = vec![Use::default(); n];
    let (mut pairs, mut all) = (Vec::new(), Tally::default());
    for ([a, b], played) in plan.pairings().into_iter().zip(played) {
        let whole = tally::pairs(played, false);
        let counted = tally::different(&whole);
        let of = format!(" of {}-{}", a + 1, b + 1);
        [a, b].iter().zip(0..).for_each(|(p, i)| used[*p].add(whole.iter().flatten().copied(), i, &of));
        pairs.extend(counted.iter().map(|pair| Pair { programs: [a, b], scores: pair.map(Played::score) }));
        let tally = Tally::of(&whole, &counted);
        all.games += tally.games;
        all.distinct += tally.distinct;
        (0..5).for_each(|i| all.pairs.0[i] += tally.pairs.0[i]);
        cells[b][a] = tally.turned();
        cells[a][b] = tally;
    }
    let ratings = ratings::rate(n, &pairs);
    let row = |(program, used): (usize, Use)| {
        let cells = &cells[program];
        let wins = [0, 1, 2].map(|i| cells.iter().map(|cell| cell.wins[i]).sum::<usize>());
        let games = wins.iter().sum::<usize>();
        let points = cells.iter().map(|cell| cell.points[0]).sum::<f64>() / games as f64;
        let elo = ratings.as_ref().map(|r| [r.elo[program], r.half[program]]);
        Row { program, rank: 0, games, wins, points: Some(points).filter(|mean| mean.is_finite()), elo, used }
    };
    let mut rows: Vec<Row> = used.into_iter().enumerate().map(row).collect();
    let order = |row: &Row| row.points.unwrap_or(f64::NEG_INFINITY);
    rows.sort_by(|a, b| order(b).total_cmp(&order(a)).then(a.program.cmp(&b.program)));
    for i in 0..n {
        let equal = i > 0 && order(&rows[i]) == order(&rows[i - 1]);
        rows[i].rank = if equal { rows[i - 1].rank } else { i + 1 };
    }
    Standings { rows, cells, imagined: ratings.is_some_and(|r| r.imagined), all }
}

/// The longest name in a table, in characters.
const NAME_MAX: usize = 20;

/// A program's name as a table has it. The end of a path says more than its beginning.
fn short(name: &str) -> String {
    let letters: Vec<char> = one_line(name).chars().collect();
    if letters.len() <= NAME_MAX {
        return letters.into_iter().collect();
    }
    format!("\u{2026}{}", letters[letters.len() - NAME_MAX + 1..].iter().collect::<String>())
}

fn triple(wins: [usize; 3]) -> String {
    wins.map(|n| n.to_string()).join("-")
}

fn figure(number: Option<f64>, digits: usize) -> String {
    number.map_or("-".to_string(), |n| format!("{:.*}", digits, n))
}

const HEAD: [&str; 9] = ["rank", "program", "games", "W-D-L", "points", "Elo", "95 %", "s", "forfeits"];

const IMAGINED: &str =
    "Elo: a program won or lost everything, so one more game, a draw, is imagined between every two that met.";

impl Standings {
    /// The cells of the table, row by row.
    fn words(&self, plan: &Plan) -> Vec<Vec<String>> {
        let row = |r: &Row| {
            vec![
                r.rank.to_string(),
                plan.entrants[r.program].name.clone(),
                r.games.to_string(),
                triple(r.wins),
                figure(r.points, 2),
                r.elo.map_or("-".to_string(), |[elo, _]| verdict::signed(elo)),
                r.elo.map_or("-".to_string(), |[_, half]| format!("+-{:.0}", half)),
                figure(r.used.mean(), 2),
                r.used.kinds(),
            ]
        };
        self.rows.iter().map(row).collect()
    }

    /// Heads, then of each program its number and name, and against each other wins, draws, losses, points a game.
    fn crosstable(&self, plan: &Plan) -> Vec<Vec<String>> {
        let crossed = |a: &Row, b: &Row| {
            let cell = &self.cells[a.program][b.program];
            let words = || format!("{} {:.2}", triple(cell.wins), cell.points[0] / cell.counted() as f64);
            Some(words()).filter(|_| cell.counted() > 0).unwrap_or("-".to_string())
        };
        let numbers: Vec<String> = (1..=self.rows.len()).map(|i| format!("[{}]", i)).collect();
        let row = |(a, number): (&Row, &String)| {
            let head = format!("{} {}", number, short(&plan.entrants[a.program].name));
            [head].into_iter().chain(self.rows.iter().map(|b| crossed(a, b))).collect()
        };
        let heads = [String::new()].into_iter().chain(numbers.iter().cloned()).collect();
        [heads].into_iter().chain(self.rows.iter().zip(&numbers).map(row)).collect()
    }

    /// Who is first, and whether that is sure: whether no other interval of Elo reaches its own. Two intervals that do not
    /// meet are a difference of more than 95 %. Nothing as long as there is no Elo.
    pub fn sentence(&self, plan: &Plan) -> String {
        let name = |row: &Row| one_line(&plan.entrants[row.program].name);
        let (first, others) = self.rows.split_first().expect("a tournament has programs");
        let (Some(points), Some([elo, half])) = (first.points, first.elo) else { return String::new() };
        // Few pairs show nothing (the intervals of Elo are for many), and forfeits alone no strength.
        const PAIRS_MIN: usize = 6;
        let shown = |row: &Row| {
            let cell = &self.cells[first.program][row.program];
            first.games >= 2 * PAIRS_MIN && (cell.games == 0 || cell.forfeited < cell.games)
        };
        let reaches = |row: &&Row| !shown(row) || row.elo.is_some_and(|[other, wide]| other + wide >= elo - half);
        let near: Vec<String> = others.iter().filter(reaches).map(name).collect();
        let sure = match near.join(", ") {
            none if none.is_empty() => "surely the strongest (95 %)".to_string(),
            some => format!("not surely stronger than {}", some),
        };
        format!("{} is first with {:.2} points a game, and {}.", name(first), points, sure)
    }

    /// For people.
    pub fn text(&self, plan: &Plan) -> String {
        let mut rows = self.words(plan);
        rows.iter_mut().for_each(|row| row[1] = short(&row[1]));
        rows.insert(0, HEAD.map(str::to_string).to_vec());
        let (kind, pace, table) = (plan.schedule.name(), plan.pace(), align(&rows, &[1, 8]));
        let head = format!("{}: {}, {} games a pair of programs, {} a game", plan.game, kind, plan.games, pace);
        let mut text =
            format!("{}\n{}, seed {}\n\n{}", self.sentence(plan), head, plan.seed, table).trim_start().to_string();
        text += "\nwins-draws-losses and points a game of the row against the column:\n";
        let (cross, columns) = (self.crosstable(plan), (1..=self.rows.len()).collect::<Vec<usize>>());
        // As many columns as 80 characters have room for.
        for part in columns.chunks(4) {
            let cut = |row: &Vec<String>| [0].iter().chain(part).map(|i| row[*i].clone()).collect();
            text += &align(&cross.iter().map(cut).collect::<Vec<_>>(), &[0]);
        }
        text + &self.notes(plan)
    }

    /// Which programs forfeited, and what repeats itself, a line each.
    pub fn notes(&self, plan: &Plan) -> String {
        let forfeited = |row: &Row| verdict::forfeited(&one_line(&plan.entrants[row.program].name), &row.used);
        let imagined = self.imagined.then(|| IMAGINED.to_string());
        let sentences = self.rows.iter().filter_map(forfeited).chain(verdict::repeats(&self.all, plan)).chain(imagined);
        sentences.map(|sentence| sentence + "\n").collect()
    }

    /// Both tables for the index page. A cell of the crosstable links to the match.
    pub fn html(&self, plan: &Plan) -> String {
        let mut rows = self.words(plan);
        rows.iter_mut().flatten().for_each(|word| *word = escape(word));
        let mut cross = self.crosstable(plan);
        // A page has room for the names, and needs no numbers.
        let names = cross.iter().map(|row| row[0].split_once(' ').map_or("", |(_, name)| name).to_string());
        let names: Vec<String> = names.collect();
        let heads: Vec<&str> = names.iter().map(String::as_str).collect();
        cross.remove(0);
        cross.iter_mut().flatten().filter(|cell| *cell == "-").for_each(String::clear);
        for ((row, a), name) in cross.iter_mut().zip(&self.rows).zip(&names[1..]) {
            row[0] = escape(name);
            for (cell, b) in row[1..].iter_mut().zip(&self.rows).filter(|(cell, _)| !cell.is_empty()) {
                let (low, high) = (a.program.min(b.program) + 1, a.program.max(b.program) + 1);
                *cell = format!("<a href=\"{}-{}/index.html\">{}</a>", low, high, cell.replace(' ', " <br>"));
            }
        }
        let note = format!("<p>{}</p>\n", escape(self.notes(plan).trim()).replace('\n', "<br>\n"));
        format!(
            "<p class=\"verdict\">{}</p>\n<p>{} games between every two, {} a game.</p>\n{}{}\
             <h2>Each against each: wins-draws-losses and points a game</h2>\n{}",
            escape(&self.sentence(plan)),
            plan.games,
            plan.pace(),
            html::table(&HEAD, &rows, &[0, 1, 8]),
            note,
            html::table(&heads, &cross, &[0])
        )
    }
}
