//! Learns the network of `spaghetti.rs` from own games, and plays weights against weights. Without words it says how it
//! is used. `make tune GAME=spaghetti ARGS='match new.txt - 100 400 1'` does what `USAGE` calls `match new.txt - 100
//! 400 1`.
//!
//! The network predicts a margin and a sum. The weights of the margin took five rounds in which the search played for it;
//! - are those before each. The first two were made by this tool as it was at commit dfc0e81. The others:
//!
//! ```text
//! trees a.txt - 600 4000 371             games of 4,000 nodes a decision, with positions of their trees
//! learn 3.txt - - 6 0.001 a.txt          the same weights go on learning; half a minute of a processor
//! trees b.txt 3.txt 430 4000 372         games of the new weights; half an hour
//! trees c.txt 3.txt 430 4000 373
//! learn 4.txt 3.txt 3.txt 10 0.001 a.txt b.txt c.txt
//! trees d.txt 4.txt 320 4000 374
//! trees e.txt 4.txt 320 4000 375
//! learn 5.txt 4.txt 4.txt 10 0.001 a.txt b.txt c.txt d.txt e.txt
//! sums 6.txt 5.txt 2500 1                adds the sum, fitted by least squares; a minute
//!
//! match 6.txt - 150 2000 3701            new against old in pairs, the same tiles and the sides swapped
//! table 6.txt                            the text for the player, if the match says so
//! ```
//!
//! Until the fifth round the margin had no input 11: its weights there are 0. Earlier rounds: see this head at ad316a0.
//! The sum in the player is of one run of `sums`, with other games than the line above plays. They were not kept.
//!
//! The target of a position is what a search by the old network says of it, without the means of the independent cells.
//! So the new network learns what the old one says after a search.
//!
//! One step of training by numbers (`back`, `Adam`). The network says 0.9 of a position whose target is 0.5, in units
//! of 5 points. The error is 0.4. A unit of the second layer has the value 0.8, and its weight to the output is 0.5:
//!
//! ```text
//! slope of the weight     error * value  = 0.4 * 0.8 = 0.32     a larger weight makes the error larger
//! blame of the unit       error * weight = 0.4 * 0.5 = 0.2      goes on to the units before it in the same way
//! Adam, rate 0.003        say the slopes of late are 0.3 on average and of the size 0.6
//!                         step = 0.003 * 0.3 / 0.6 = 0.0015, the weight becomes 0.4985
//! ```

#[path = "../../spaghetti.rs"]
#[allow(dead_code)]
mod spaghetti;

mod common;

use common::{samples, Adam, Progress, Words};
use jury::count::stats;
use jury::rules::game::Rng;
use jury::rules::spaghetti::draw_tiles;
use spaghetti::contest::{mix64, Budget};
use spaghetti::eval::{kinds, mirror, Position, POINT};
use spaghetti::net::{self, *};
use spaghetti::rules::{cells, Board, Move};
use spaghetti::search::{Report, Search};
use std::io::Write;
use std::{f32, fs, io};

const USAGE: &str = "\
usage: tune-spaghetti COMMAND
  trees FILE WEIGHTS COUNT NODES SEED          COUNT games of WEIGHTS, NODES nodes a decision, with their trees
  learn NEW OLD START EPOCHS RATE FILE...      weights NEW by games of OLD: START (0: random) goes on learning
  match NEW OLD PAIRS NODES SEED               the verdict
  sums NEW WEIGHTS COUNT SEED                  weights NEW: the sum of both sides' points fitted to playouts of COUNT games
  table WEIGHTS                                the text for the player
WEIGHTS, OLD: a file that `learn` wrote, - for those in the player, or 0: a network that sees nothing.";

/// What is missing or wrong ends the program: it is a tool, not a contestant.
fn main() -> io::Result<()> {
    let words = Words::new(USAGE);
    match words.command() {
        "trees" => trees(words.text(1), &weights(words.text(2)), words.number(3), words.number(4), words.number(5)),
        "learn" => learn(&words),
        "match" => {
            play_match(words.text(1), words.text(2), words.number(3), words.number(4), words.number(5));
            Ok(())
        }
        "table" => {
            print!("{}", table(&weights(words.text(1))));
            Ok(())
        }
        "sums" => sums(&words),
        other => words.refuse(&format!("{:?} is no command", other)),
    }
}

/// The weights that a word of the command line names. With `0`, all weights 0, the network says 0 of every position,
/// and only the mean of the independent cells and what a move gains at once are left.
fn weights(file: &str) -> Vec<f32> {
    match file {
        "-" => net::learned(),
        "0" => vec![0.0; WEIGHTS],
        file => {
            let text = fs::read_to_string(file).expect("the weights' file");
            text.split_whitespace().map(|word| word.parse().expect("a weight")).collect()
        }
    }
}

/// Weights as text, one a line.
fn text(weights: &[f32]) -> String {
    weights.iter().map(|w| format!("{}\n", w)).collect()
}

/// Weights as they stand in the player: whole units, as `contest::decode` reads them.
fn table(weights: &[f32]) -> String {
    let whole: Vec<i16> = weights.iter().enumerate().map(|(i, w)| (w / net::weight_step(i)).round() as i16).collect();
    common::encode(&whole).lines().map(|row| format!("        {}\\\n", row)).collect()
}

// ---------------------------------------------------------------------------------------------------------------------
// Games
// ---------------------------------------------------------------------------------------------------------------------

/// With so many empty cells or fewer the search goes to the end of the game. What it says there is certain.
const SOLVED_CELLS: u32 = 9;

/// A board with the jury's tiles, Blue on turn; the tiles are the first two moves of a line.
fn start(rng: &mut Rng) -> (Board, String) {
    let mut board = Board::new();
    let tiles = draw_tiles(rng);
    for tile in &tiles {
        board.play(Move::parse(tile).unwrap());
    }
    (board, tiles.concat())
}

/// Any tile on any empty cell, all with the same chance.
fn random_move(board: &Board, rng: &mut Rng) -> Move {
    let all: Vec<usize> = cells(board.empty).collect();
    Move { cell: *rng.pick(&all) as u8, tile: rng.below(3) as u8 }
}

/// A search with such weights and an empty table.
fn searcher(weights: &[f32]) -> Search {
    let mut search = Search::new(0);
    search.network = Network::new(weights, mirror);
    search
}

/// A game begins with fewer good moves than this, as many as chance says. In its line a point follows them.
fn begin(search: &Search, longest: usize, rng: &mut Rng, board: &mut Board, line: &mut String) {
    for _ in 0..rng.below(longest) {
        let mv = stray(search, board, rng);
        *line += &mv.to_string();
        board.play(mv);
    }
    line.push('.');
}

/// What a point of Blue and one of Red are worth while the network learns: the margin.
const DUEL: [i32; 2] = [4, 4];

/// What a search for the margin says.
fn duel(search: &mut Search, board: &Board, budget: Budget) -> Report {
    search.search(&Position::new(&search.network, board, DUEL), budget).expect("a board that is not full")
}

/// The best of a few random moves by static value. Of one it is any move, of 40 a good one. Positions that only strong
/// play leads to are much alike. But the search also asks the network about what lies beside the good moves.
fn stray(search: &Search, board: &Board, rng: &mut Rng) -> Move {
    let position = Position::new(&search.network, board, DUEL);
    let value = |mv: &Move| position.static_score(&search.network, *mv);
    (0..rng.below(40) + 1).map(|_| random_move(board, rng)).max_by_key(value).unwrap()
}

/// Positions of one decision's tree that `trees` keeps. Each is searched by itself, with a fifth of the nodes.
const KEPT: usize = 12;

/// Games between equals, one a line: the moves of the beginning, a dot, the moves of the rest. For each move of the
/// rest a word follows. It begins with what the search said before the move, in sixteenths of a point for the side on
/// turn. Then come positions from its tree: the moves that lead there, and what a search of that position says for the
/// side on turn there, without the mean.
///
/// ```text
/// cersbl.gdr... -37,aas=52,aashbl=-6 ...    after aas the side on turn has 52 more than the mean
/// ```
///
/// The network is asked at the leaves of such trees, not in games. What good players avoid is rare in games: say, that
/// Red has no free move and has to open a long path. A network that learned from games alone walks into it.
fn trees(path: &str, weights: &[f32], count: usize, nodes: u64, seed: u64) -> io::Result<()> {
    let mut file = io::BufWriter::new(fs::File::create(path)?);
    let mut progress = Progress::new("line", 0, count);
    // One search plays them all: 32 MB would take long to copy.
    let mut search = searcher(weights);
    for game in 0..count {
        let rng = &mut Rng(mix64(mix64(seed) ^ game as u64));
        search.table.iter_mut().for_each(|entry| entry.hash = 0);
        search.rng.0 = rng.next();
        let (mut board, mut line) = start(rng);
        let longest = if game % 3 == 0 { 8 } else { 45 };
        begin(&search, longest, rng, &mut board, &mut line);
        let mut words = String::new();
        while board.empty != 0 {
            let nodes = if board.empty.count_ones() <= 12 { 6_000 } else { nodes };
            let report = duel(&mut search, &board, Budget::fixed(i32::MAX, nodes));
            words += &format!(" {}", report.score);
            if board.empty.count_ones() > 3 {
                let mut found = Vec::new();
                harvest(&search, &Position::new(&search.network, &board, DUEL), "", 3, &mut found);
                rng.shuffle(&mut found);
                for path in found.iter().take(KEPT) {
                    let mut below = board;
                    moves(path).into_iter().for_each(|mv| _ = below.play(mv));
                    let position = Position::new(&search.network, &below, DUEL);
                    let report = search.search(&position, Budget::fixed(i32::MAX, nodes / 5)).expect("a search of it");
                    words += &format!(",{}={}", path, report.score - position.totals.mean());
                }
            }
            // One move in eight is any good one.
            let mv = if rng.below(8) == 0 { stray(&search, &board, rng) } else { report.best };
            line += &mv.to_string();
            board.play(mv);
        }
        writeln!(file, "{}{}", line, words)?;
        progress.tell(game + 1, "");
    }
    file.flush()
}

/// The ways to positions at most so many plies below this one, if they were searched two plies deep or more.
fn harvest(search: &Search, position: &Position, path: &str, plies: u32, found: &mut Vec<String>) {
    for cell in cells(position.board.empty).filter(|cell| position.is_connected(*cell)) {
        for tile in 0..3 {
            let mv = Move { cell: cell as u8, tile };
            let next = position.after(&search.network, mv);
            let hash = next.hash();
            let entry = search.table[hash as usize & (search.table.len() - 1)];
            if entry.hash != hash || entry.depth < 2 || next.totals.is_decided() {
                continue;
            }
            found.push(format!("{}{}", path, mv));
            if plies > 1 && entry.depth > 2 && found.len() < 400 {
                harvest(search, &next, &format!("{}{}", path, mv), plies - 1, found);
            }
        }
    }
}

// ---------------------------------------------------------------------------------------------------------------------
// Learning
// ---------------------------------------------------------------------------------------------------------------------

/// Positions of a step of the fit; the last of an epoch may have fewer. More positions a step make fewer steps. From
/// nothing, after ten epochs of 100,000 positions, 512 a step explain 21 % of what is to come with 9 to 11 cells empty,
/// and 128 a step explain 40 %.
const BATCH: usize = 128;

/// Largest error that counts in full, in units of the output.
/// That is 20 points. A game that went wildly wrong shall not pull harder than that.
const MOST_ERROR: f32 = 4.0;

/// One position as the network sees it, and what it should say.
struct Example {
    /// The kinds of each connected cell's four ends, as the side on turn sees them.
    cells: Vec<[u8; 4]>,
    /// The inputs of the whole board.
    board: [f32; BOARD_INPUTS],
    /// The score still to come without the mean of the independent cells, in units of the output (`SCALE` points).
    target: f32,
    /// Empty cells, independent ones too. Only `explained` asks for it.
    empty: u32,
}

/// Moves that are written without anything between them, three letters each.
fn moves(text: &str) -> Vec<Move> {
    (0..text.len() / 3).map(|i| Move::parse(&text[3 * i..3 * i + 3]).expect("moves")).collect()
}

/// The positions of all files, and those of every tenth game, which are held back.
fn examples(files: &[String], old: &str) -> io::Result<[Vec<Example>; 2]> {
    let network = Network::new(&weights(old), mirror);
    let (learned, tests, _) = samples(files, |line| {
        let mut examples = Examples { network: &network, rng: Rng(line.len() as u64), list: Vec::new() };
        examples.read(line);
        Some(examples.list)
    })?;
    Ok([learned, tests])
}

/// Collects examples. The network is the one that played: where nothing else is known, it answers.
struct Examples<'a> {
    network: &'a Network,
    rng: Rng,
    list: Vec<Example>,
}

impl Examples<'_> {
    /// The positions of a line: those that the search was asked about, and those of its tree.
    fn read(&mut self, line: &str) {
        let (game, words) = line.split_once(' ').expect("moves and a blank");
        let (beginning, rest) = game.split_once('.').expect("a dot");
        let mut board = Board::new();
        for mv in moves(beginning) {
            board.play(mv);
        }
        for (mv, word) in moves(rest).into_iter().zip(words.split(' ')) {
            let mut parts = word.split(',');
            let position = Position::new(self.network, &board, DUEL);
            let score: i32 = parts.next().unwrap().parse().expect("a score");
            self.known(&position, score - position.totals.mean());
            for part in parts {
                let (path, score) = part.split_once('=').expect("moves and a score");
                let mut after = board;
                moves(path).into_iter().for_each(|mv| _ = after.play(mv));
                self.known(&Position::new(self.network, &after, DUEL), score.parse().expect("a score"));
            }
            board.play(mv);
        }
    }

    /// Adds a position with its score, without the mean, and one more, after any move from there: the search asks about
    /// many bad moves. There the target is the network's own answer.
    fn known(&mut self, position: &Position, score: i32) {
        if position.totals.is_decided() {
            return;
        }
        self.list.push(example(position, score));
        let next = position.after(self.network, random_move(&position.board, &mut self.rng));
        if !next.totals.is_decided() {
            self.list.push(example(&next, next.totals.evaluate(self.network) - next.totals.mean()));
        }
    }
}

/// A position as the network sees it, with a score in sixteenths of a point.
fn example(position: &Position, score: i32) -> Example {
    let board = &position.board;
    let connected = cells(board.empty).filter(|cell| position.is_connected(*cell));
    let view = |kind| if board.turn == 0 { kind as u8 } else { mirror(kind) as u8 };
    let cells = connected.map(|cell| kinds(board, cell).map(view)).collect();
    let target = score as f32 / (POINT as f32 * SCALE);
    Example {
        cells,
        board: position.totals.inputs().map(|x| f32::from(x) / 16.0),
        target,
        empty: board.empty.count_ones(),
    }
}

/// Random numbers about 0 for the weights between layers; biases begin at 0.
/// If all weights began at 0, all hidden units would be the same and learn the same for ever.
fn random_weights(rng: &mut Rng) -> Vec<f32> {
    let mut weights = weights("0");
    let mut fill = |part: &mut [f32], deviation: f32| {
        for w in part {
            // Twelve numbers from 0 to 1 have a variance of 1 together.
            // 6 is their mean.
            let sum: f32 = (0..12).map(|_| rng.below(1 << 20) as f32 / (1 << 20) as f32).sum();
            *w = (sum - 6.0) * deviation;
        }
    };
    fill(&mut weights[..AT_BIAS], 0.25);
    fill(&mut weights[AT_CELL..AT_BOARD], 0.1);
    fill(&mut weights[AT_BOARD..AT_FIRST], 0.2);
    fill(&mut weights[AT_INNER..AT_SECOND], 0.25);
    fill(&mut weights[AT_LAST..AT_STRAIGHT], 0.25);
    weights
}

/// Adds `x` times the numbers from `from` on.
/// Slices of the weights are mostly left open at their end. `zip` stops with the shorter side: the length of `sums` or
/// of `from` says how many numbers belong to the part.
fn add_times(sums: &mut [f32], x: f32, from: &[f32]) {
    for (sum, w) in sums.iter_mut().zip(from) {
        *sum += x * w;
    }
}

/// What the network computes of a position: the hidden units of each cell, their sums over the cells, the hidden layers
/// before they are cut off at 0, the output. It is the player's network, but nothing is rounded. The cells are added up
/// first and then multiplied by the weights to the first layer; the player multiplies first.
struct Pass {
    cells: Vec<[f32; CELL_UNITS]>,
    sums: [f32; CELL_UNITS],
    first: [f32; FIRST],
    second: [f32; SECOND],
    output: f32,
}

/// The N weights from a place on.
fn part<const N: usize>(weights: &[f32], at: usize) -> [f32; N] {
    weights[at..at + N].try_into().unwrap()
}

/// From the inputs to the output.
fn pass(weights: &[f32], example: &Example) -> Pass {
    let cut = |x: &f32| x.max(0.0);
    let mut sums = [0.0; CELL_UNITS];
    let mut cell = |kinds: &[u8; 4]| {
        let mut units: [f32; CELL_UNITS] = part(weights, AT_BIAS);
        for kind in kinds {
            add_times(&mut units, 1.0, &weights[usize::from(*kind) * CELL_UNITS..]);
        }
        units = units.map(|x| cut(&x));
        add_times(&mut sums, 1.0, &units);
        units
    };
    let cells = example.cells.iter().map(&mut cell).collect();
    let mut first: [f32; FIRST] = part(weights, AT_FIRST);
    for (i, x) in sums.iter().enumerate() {
        add_times(&mut first, *x, &weights[AT_CELL + i * FIRST..]);
    }
    // The board's inputs go to the first layer and straight to the output.
    let mut output = weights[AT_OUTPUT];
    for (i, x) in example.board.iter().enumerate() {
        add_times(&mut first, *x, &weights[AT_BOARD + i * FIRST..]);
        output += x * weights[AT_STRAIGHT + i];
    }
    let mut second: [f32; SECOND] = part(weights, AT_SECOND);
    for (i, x) in first.iter().enumerate() {
        add_times(&mut second, cut(x), &weights[AT_INNER + i * SECOND..]);
    }
    for (i, x) in second.iter().enumerate() {
        output += cut(x) * weights[AT_LAST + i];
    }
    Pass { cells, sums, first, second, output }
}

/// From the output back: adds to the gradient what the weights had to do with the error. Returns the error squared.
///
/// A hidden unit has its blame for the error. Take each unit behind it: its blame, times the weight between the two.
/// The sum is the blame. A unit that is cut off has none.
fn back(weights: &[f32], example: &Example, gradient: &mut [f32]) -> f64 {
    let pass = pass(weights, example);
    // The slope of half the squared error is the error itself.
    let error = (pass.output - example.target).clamp(-MOST_ERROR, MOST_ERROR);
    gradient[AT_OUTPUT] += error;
    add_times(&mut gradient[AT_STRAIGHT..], error, &example.board);
    let mut of_second = [0.0; SECOND];
    for i in (0..SECOND).filter(|i| pass.second[*i] > 0.0) {
        gradient[AT_LAST + i] += error * pass.second[i];
        of_second[i] = error * weights[AT_LAST + i];
    }
    add_times(&mut gradient[AT_SECOND..], 1.0, &of_second);
    let dot = |from: usize, with: &[f32]| -> f32 { weights[from..].iter().zip(with).map(|(w, x)| w * x).sum() };
    let mut of_first = [0.0; FIRST];
    for i in (0..FIRST).filter(|i| pass.first[*i] > 0.0) {
        add_times(&mut gradient[AT_INNER + i * SECOND..], pass.first[i], &of_second);
        of_first[i] = dot(AT_INNER + i * SECOND, &of_second);
    }
    add_times(&mut gradient[AT_FIRST..], 1.0, &of_first);
    for (i, x) in example.board.iter().enumerate() {
        add_times(&mut gradient[AT_BOARD + i * FIRST..], *x, &of_first);
    }
    // Every cell's units lead on by the same weights. So their blame is the same for all cells, or 0 where cut off.
    let mut of_sums = [0.0; CELL_UNITS];
    for i in 0..CELL_UNITS {
        add_times(&mut gradient[AT_CELL + i * FIRST..], pass.sums[i], &of_first);
        of_sums[i] = dot(AT_CELL + i * FIRST, &of_first);
    }
    for (kinds, units) in example.cells.iter().zip(&pass.cells) {
        let mut of_cell = of_sums;
        (0..CELL_UNITS).filter(|i| units[*i] <= 0.0).for_each(|i| of_cell[i] = 0.0);
        add_times(&mut gradient[AT_BIAS..], 1.0, &of_cell);
        for kind in kinds {
            add_times(&mut gradient[usize::from(*kind) * CELL_UNITS..], 1.0, &of_cell);
        }
    }
    f64::from(error).powi(2)
}

/// The gradient over a batch and the sum of its squared errors.
fn gradient(weights: &[f32], examples: &[Example], batch: &[usize]) -> (Vec<f32>, f64) {
    let (mut gradient, mut squares) = (vec![0.0; WEIGHTS], 0.0);
    for example in batch.iter().map(|i| &examples[*i]) {
        squares += back(weights, example, &mut gradient);
    }
    (gradient, squares)
}

/// Adam with a rate that falls like a cosine. Tells after each epoch how well the network does in games that it has not
/// learned from.
fn learn(words: &Words) -> io::Result<()> {
    let (start, epochs, rate) = (words.text(3), words.number(4), words.number::<f32>(5));
    // Always the same random numbers: two fits of the same files differ only in what they were asked to do.
    let mut rng = Rng(7);
    let [examples, tests] = examples(words.from(6), words.text(2))?;
    eprintln!("{} positions to learn from, {} to test", examples.len(), tests.len());
    let mut learned = if start == "0" { random_weights(&mut rng) } else { weights(start) };
    let mut adam = Adam::new(WEIGHTS);
    let mut progress = Progress::new("epoch", 0, epochs);
    let mut order: Vec<usize> = (0..examples.len()).collect();
    let steps = epochs * ((examples.len() + BATCH - 1) / BATCH);
    let mut step = 0;
    for epoch in 0..epochs {
        rng.shuffle(&mut order);
        let mut squares = 0.0;
        for batch in order.chunks(BATCH) {
            let (gradient, more) = gradient(&learned, &examples, batch);
            squares += more;
            step += 1;
            // From 1.01 of the rate down to 0.01 of it: large steps to get near, small ones to settle.
            let rate = rate * (0.51 + 0.5 * (step as f32 / steps as f32 * f32::consts::PI).cos());
            adam.step(learned.iter_mut(), gradient.iter().map(|slope| slope / batch.len() as f32), rate);
            // Each step also draws the weight towards 0 a little, and the player's text has no room beyond 12.
            learned.iter_mut().for_each(|weight| *weight = (*weight * (1.0 - rate * 1e-3)).clamp(-12.0, 12.0));
        }
        // Root of the mean square, in points, while the weights were still moving.
        let error = f64::from(SCALE) * (squares / examples.len() as f64).sqrt();
        progress.tell(epoch + 1, &format!("error {:.3} points{}", error, explained(&learned, &tests)));
    }
    fs::write(words.text(1), text(&learned))
}

/// The part of the variance that the network explains, by the number of empty cells: 1 is a network that knows
/// everything, 0 one that knows no more than the mean. A mean over all would hide how the ends are understood.
fn explained(weights: &[f32], tests: &[Example]) -> String {
    let mut line = String::new();
    for (low, high) in [(1, 8), (9, 11), (12, 15), (16, 20), (21, 30), (31, 40), (41, 61)] {
        let some: Vec<&Example> = tests.iter().filter(|e| (low..=high).contains(&e.empty)).collect();
        let mean = some.iter().map(|e| e.target).sum::<f32>() / some.len() as f32;
        let all: f32 = some.iter().map(|e| (e.target - mean).powi(2)).sum();
        let missed: f32 = some.iter().map(|e| (e.target - pass(weights, e).output).powi(2)).sum();
        line += &format!("  {}-{}: {:.3}", low, high, 1.0 - missed / all);
    }
    line
}

/// What both sides get together in a playout: each lays the tile of the best static score. Without the independent
/// cells' half: as if each of them were as likely Blue's as Red's. In units of the output.
fn playout(search: &mut Search, position: &Position) -> f64 {
    let mut board = position.board;
    let independent = cells(board.empty).filter(|cell| !position.is_connected(*cell));
    let best = |cell: usize| board.gains[cell].iter().map(|g| i32::from(*g.iter().max().unwrap())).sum::<i32>();
    let mut doubled = -independent.map(best).sum::<i32>();
    while board.empty != 0 {
        let mv = duel(search, &board, Budget::fixed(1, 0)).best;
        doubled += 2 * board.gain(mv);
        board.play(mv);
    }
    f64::from(doubled) / 2.0 / f64::from(SCALE)
}

/// Fits the weights of the sum by least squares to playouts from positions of games, and from stray ones beside them.
fn sums(words: &Words) -> io::Result<()> {
    let (mut weights, count, seed) = (weights(words.text(2)), words.number::<u64>(3), words.number::<u64>(4));
    let mut search = searcher(&weights);
    // Normal equations: the products of the inputs with each other, and with the target at the end. 1.0 keeps the fit
    // tame, should an input never be seen.
    let n = WEIGHTS - AT_SUM_FIRST;
    let mut rows: Vec<Vec<f64>> = (0..n).map(|i| (0..=n).map(|j| f64::from(u8::from(i == j))).collect()).collect();
    for game in 0..count {
        let rng = &mut Rng(mix64(mix64(seed) ^ game));
        let mut board = start(rng).0;
        begin(&search, 60, rng, &mut board, &mut String::new());
        while board.empty != 0 {
            let mut position = Position::new(&search.network, &board, DUEL);
            for _ in 0..3 {
                if position.totals.is_decided() {
                    break;
                }
                let (example, target) = (example(&position, 0), playout(&mut search, &position));
                let pass = pass(&weights, &example);
                let hidden = pass.first.iter().chain(&pass.second).map(|x| x.max(0.0));
                let inputs: Vec<f64> = hidden.chain(example.board).chain([1.0]).map(f64::from).collect();
                for (row, x) in rows.iter_mut().zip(&inputs) {
                    row.iter_mut().zip(inputs.iter().chain([&target])).for_each(|(sum, y)| *sum += x * y);
                }
                position = position.after(&search.network, stray(&search, &position.board, rng));
            }
            let best = duel(&mut search, &board, Budget::fixed(i32::MAX, 100)).best;
            board.play(if rng.below(8) == 0 { stray(&search, &board, rng) } else { best });
        }
    }
    for i in 0..n {
        let pivot = rows[i].clone();
        for (_, row) in rows.iter_mut().enumerate().filter(|(k, _)| *k != i) {
            let times = row[i] / pivot[i];
            row.iter_mut().zip(&pivot).for_each(|(x, p)| *x -= times * p);
        }
    }
    (0..n).for_each(|i| weights[AT_SUM_FIRST + i] = (rows[i][n] / rows[i][i]) as f32);
    fs::write(words.text(1), text(&weights))
}

// ---------------------------------------------------------------------------------------------------------------------
// Matches
// ---------------------------------------------------------------------------------------------------------------------

/// A move after so many nodes; near the end of the game the search goes to its end.
fn choose(search: &mut Search, board: &Board, nodes: u64) -> Move {
    let nodes = if board.empty.count_ones() <= SOLVED_CELLS { u64::MAX } else { nodes };
    search.think(board, Budget::fixed(i32::MAX, nodes)).expect("a board that is not full").best
}

/// Pairs of games; prints the mean difference of the points and the new side's own, as Blue and as Red.
/// Chance in the tiles may favour a side. In a pair both play both sides of the same board: so each has the same luck.
/// The difference of a pair is what the two have made of it.
fn play_match(new: &str, old: &str, pairs: u64, nodes: u64, seed: u64) {
    let mut rng = Rng(seed);
    let mut differences = Vec::new();
    let mut by_side = [0, 0];
    let mut players = [searcher(&weights(new)), searcher(&weights(old))];
    for pair in 0..pairs {
        let first = start(&mut rng).0;
        let mut difference = 0;
        for new_side in 0..2 {
            let mut board = first;
            let mut points = [50, 50];
            while board.empty != 0 {
                // Player 0 is the new one; with `new_side` 1 it is Red.
                let player = board.turn ^ new_side;
                let mv = choose(&mut players[player], &board, nodes);
                points[player] += board.gain(mv);
                board.play(mv);
            }
            // Points below 0 count as 0, as in the contest.
            by_side[new_side] += points[0].max(0);
            difference += points[0].max(0) - points[1].max(0);
        }
        differences.push(f64::from(difference) / 2.0);
        if (pair + 1) % 20 == 0 || pair + 1 == pairs {
            let e = stats::estimate(&differences);
            let [blue, red] = by_side.map(|sum| f64::from(sum) / (pair + 1) as f64);
            let verdict = format!("{:+.2} +- {:.2} points a game", e.mean, e.half);
            eprintln!("{} pairs: {}, own {:.1} as Blue, {:.1} as Red", pair + 1, verdict, blue, red);
        }
    }
}
