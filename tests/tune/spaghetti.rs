//! Learns the network of `spaghetti.rs` from own games. Without words it says how it is used. `make tune GAME=spaghetti
//! ARGS='sums 6.txt 5.txt 2500 1'` does what `USAGE` calls `sums 6.txt 5.txt 2500 1`.
//!
//! The network predicts a margin and a sum. The weights of the margin took five rounds in which the search played for it.
//! The word - stands for the weights before each. The first two rounds, from random numbers on, were made by this tool as it
//! was at commit dfc0e81. The others:
//!
//! ```text
//! trees a.txt - 600 4000 371             games of 4,000 nodes a decision, with positions of their trees
//! learn 3.txt - - 6 0.001 a.txt          the same weights go on learning; half a minute of a processor
//! trees b.txt 3.txt 430 4000 372         games of the new weights; half an hour of a processor
//! trees c.txt 3.txt 430 4000 373
//! learn 4.txt 3.txt 3.txt 10 0.001 a.txt b.txt c.txt
//! trees d.txt 4.txt 320 4000 374
//! trees e.txt 4.txt 320 4000 375
//! learn 5.txt 4.txt 4.txt 10 0.001 a.txt b.txt c.txt d.txt e.txt
//! sums 6.txt 5.txt 2500 1                adds the sum, fitted by least squares; a minute
//! ```
//!
//! A file of weights is the text for the player. Paste 6.txt into a copy of `spaghetti.rs`. `make match` of the two decides.
//!
//! Until the fifth round the margin had no input 11: its weights there are 0. Earlier rounds: see this head at ad316a0.
//! The sum in the player is of one run of `sums`, with other games than the line above plays. They were not kept. That tool
//! drew each weight towards 0, by 2 % in a whole fit, and rounded weights only for the player.
//!
//! The target of a position is what a search by the old network says of it, without the means of the independent cells.
//! So the new network learns what the old one says after a search.
//!
//! One step of training by numbers (`back`; `adam` of `common.rs`). The network says 0.9 of a position whose target is
//! 0.5, in units of 5 points. The error is 0.4. A unit of the second layer has the value 0.8, and its weight to the
//! output is 0.5:
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

use common::{backward, cut, cut_blame, encode, forward, generate, samples, Descent, Words};
use jury::rules::game::Rng;
use jury::rules::spaghetti::draw_tiles;
use spaghetti::contest::{decode, mix64, Budget};
use spaghetti::eval::{kinds, mirror, Position, POINT};
use spaghetti::net::{self, *};
use spaghetti::rules::{cells, Board, Move};
use spaghetti::search::{Report, Search};
use std::{fs, io};

const USAGE: &str = "\
usage: tune-spaghetti COMMAND
  trees FILE WEIGHTS COUNT NODES SEED          COUNT games of WEIGHTS, NODES nodes a decision, with their trees
  learn NEW OLD START EPOCHS RATE FILE...      weights NEW by games of OLD: START goes on learning
  sums NEW WEIGHTS COUNT SEED                  weights NEW: the sum of both sides' points fitted to playouts of COUNT games
WEIGHTS, OLD, START: a file that `learn` wrote, or - for those in the player. `trees` goes on with a file.";

fn main() -> io::Result<()> {
    let words = Words::new(USAGE);
    match words.command() {
        "trees" => trees(&words),
        "learn" => learn(&words),
        "sums" => sums(&words),
        other => words.refuse(&format!("{:?} is no command", other)),
    }
}

/// The weights that a word of the command line names.
fn weights(words: &Words, i: usize) -> Vec<f32> {
    let read = words.weights(i, &[("-", whole(&net::learned()))], decode);
    read.iter().enumerate().map(|(i, weight)| f32::from(*weight) * net::weight_step(i)).collect()
}

/// Weights as they stand in the player: whole units.
fn whole(weights: &[f32]) -> [i16; WEIGHTS] {
    std::array::from_fn(|i| (weights[i] / net::weight_step(i)).round() as i16)
}

// --- Games -----------------------------------------------------------------------------------------------------------

/// A board with the jury's tiles, Blue on turn; the tiles are the first two moves of a line.
fn start(rng: &mut Rng) -> (Board, String) {
    let (mut board, tiles) = (Board::new(), draw_tiles(rng));
    tiles.iter().for_each(|tile| _ = board.play(Move::parse(tile).unwrap()));
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
fn trees(words: &Words) -> io::Result<()> {
    let (search, nodes, seed) = (searcher(&weights(words, 2)), words.number(4), words.number::<u64>(5));
    generate(words.text(1), "games", words.number(3), |game| {
        let (mut search, rng) = (search.clone(), &mut Rng(mix64(mix64(seed) ^ game as u64)));
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
                    let mean = Position::new(&search.network, &below, DUEL).totals.mean();
                    let report = duel(&mut search, &below, Budget::fixed(i32::MAX, nodes / 5));
                    words += &format!(",{}={}", path, report.score - mean);
                }
            }
            // One move in eight is any good one.
            let mv = if rng.below(8) == 0 { stray(&search, &board, rng) } else { report.best };
            line += &mv.to_string();
            board.play(mv);
        }
        line + &words
    })
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

// --- Learning --------------------------------------------------------------------------------------------------------

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
}

/// Moves that are written without anything between them, three letters each.
fn moves(text: &str) -> Vec<Move> {
    (0..text.len() / 3).map(|i| Move::parse(&text[3 * i..3 * i + 3]).expect("moves")).collect()
}

/// The positions of a game: those that the search was asked about, and those of its tree. The network is the one that
/// played: where nothing else is known, it answers.
fn read(network: &Network, line: &str) -> Option<Vec<Example>> {
    let (mut rng, mut found) = (Rng(line.len() as u64), Vec::new());
    // Adds a position with its score, without the mean, and one more, after any move from there: the search asks about
    // many bad moves. There the target is the network's own answer.
    let mut known = |board: &Board, score: &str, above_mean: bool| {
        let position = Position::new(network, board, DUEL);
        if !position.totals.is_decided() {
            let mean = if above_mean { 0 } else { position.totals.mean() };
            found.push(example(&position, score.parse::<i32>().ok()? - mean));
            let next = position.after(network, random_move(board, &mut rng));
            if !next.totals.is_decided() {
                found.push(example(&next, next.totals.evaluate(network) - next.totals.mean()));
            }
        }
        Some(())
    };
    let (game, words) = line.split_once(' ')?;
    let (beginning, rest) = game.split_once('.')?;
    let mut board = Board::new();
    moves(beginning).into_iter().for_each(|mv| _ = board.play(mv));
    for (mv, word) in moves(rest).into_iter().zip(words.split(' ')) {
        let mut parts = word.split(',');
        known(&board, parts.next()?, false)?;
        for part in parts {
            let (path, score) = part.split_once('=')?;
            let mut after = board;
            moves(path).into_iter().for_each(|mv| _ = after.play(mv));
            known(&after, score, true)?;
        }
        board.play(mv);
    }
    Some(found)
}

/// A position as the network sees it, with a score in sixteenths of a point.
fn example(position: &Position, score: i32) -> Example {
    let board = &position.board;
    let connected = cells(board.empty).filter(|cell| position.is_connected(*cell));
    let view = |kind| if board.turn == 0 { kind as u8 } else { mirror(kind) as u8 };
    let cells = connected.map(|cell| kinds(board, cell).map(view)).collect();
    let target = score as f32 / (POINT as f32 * SCALE);
    Example { cells, board: position.totals.inputs().map(|x| f32::from(x) / 16.0), target }
}

/// What the network computes of a position: the hidden units of each cell, their sums over the cells, the units of both
/// layers, the output. It is the player's network, but nothing is rounded. The cells are added up first and then multiplied
/// by the weights to the first layer; the player multiplies first.
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
    let mut sums = [0.0; CELL_UNITS];
    let mut cell = |kinds: &[u8; 4]| {
        let mut units: [f32; CELL_UNITS] = part(weights, AT_BIAS);
        kinds.iter().for_each(|kind| forward(&weights[usize::from(*kind) * CELL_UNITS..], &[1.0], &mut units));
        let units = cut(units);
        sums.iter_mut().zip(&units).for_each(|(sum, unit)| *sum += unit);
        units
    };
    let cells = example.cells.iter().map(&mut cell).collect();
    let (mut first, mut second) = (part(weights, AT_FIRST), part(weights, AT_SECOND));
    let mut output = [weights[AT_OUTPUT]];
    forward(&weights[AT_CELL..], &sums, &mut first);
    // The board's inputs go to the first layer and straight to the output.
    forward(&weights[AT_BOARD..], &example.board, &mut first);
    forward(&weights[AT_STRAIGHT..], &example.board, &mut output);
    let first = cut(first);
    forward(&weights[AT_INNER..], &first, &mut second);
    let second = cut(second);
    forward(&weights[AT_LAST..], &second, &mut output);
    Pass { cells, sums, first, second, output: output[0] }
}

/// From the output back: adds to the slopes what the weights had to do with the error. Returns the error squared.
fn back(weights: &[f32], example: &Example, slopes: &mut [f32]) -> f64 {
    let pass = pass(weights, example);
    // The slope of half the squared error is the error itself.
    let error = (pass.output - example.target).clamp(-MOST_ERROR, MOST_ERROR);
    let (mut of_second, mut of_first, mut of_sums) = ([0.0; SECOND], [0.0; FIRST], [0.0; CELL_UNITS]);
    // The slopes of biases: those of weights from an input that is always 1.
    let mut back = |at: usize, inputs: &[f32], bias: usize, blame: &[f32], of_inputs: &mut [f32]| {
        backward(&weights[at..], inputs, blame, &mut slopes[at..], of_inputs);
        backward(&[], &[1.0], blame, &mut slopes[bias..bias + blame.len()], &mut []);
        cut_blame(of_inputs, inputs);
    };
    back(AT_LAST, &pass.second, AT_OUTPUT, &[error], &mut of_second);
    back(AT_INNER, &pass.first, AT_SECOND, &of_second, &mut of_first);
    // Every cell's units lead on by the same weights. So their blame is the same for all cells, or 0 where cut off.
    back(AT_CELL, &pass.sums, AT_FIRST, &of_first, &mut of_sums);
    backward(&[], &example.board, &[error], &mut slopes[AT_STRAIGHT..], &mut []);
    backward(&[], &example.board, &of_first, &mut slopes[AT_BOARD..], &mut []);
    for (kinds, units) in example.cells.iter().zip(&pass.cells) {
        let mut of_cell = of_sums;
        cut_blame(&mut of_cell, units);
        for at in kinds.iter().map(|kind| usize::from(*kind) * CELL_UNITS).chain([AT_BIAS]) {
            backward(&[], &[1.0], &of_cell, &mut slopes[at..at + CELL_UNITS], &mut []);
        }
    }
    f64::from(error).powi(2)
}

fn learn(words: &Words) -> io::Result<()> {
    let (to, network) = (words.new_file(1), Network::new(&weights(words, 2), mirror));
    let (examples, tests, _) = samples(words.files(6), |line| read(&network, line))?;
    let mut learned = weights(words, 3);
    let descent = Descent { epochs: words.number(4), batch: BATCH, rate: words.number(5) };
    // Always the same seed: two fits of the same files differ only in what they were asked to do.
    descent.fit(&mut learned, (examples, &tests), 7, back);
    fs::write(to, encode(&whole(&learned)))
}

/// What both sides get together in a playout: each lays the tile of the best static score. Without the independent
/// cells' half: as if each of them were as likely Blue's as Red's. In units of the output.
fn playout(search: &mut Search, position: &Position) -> f64 {
    let mut board = position.board;
    let independent = cells(board.empty).filter(|cell| !position.is_connected(*cell));
    let best = |cell: usize, side: usize| board.gains[cell].iter().map(|gain| i32::from(gain[side])).max();
    let mut doubled = -independent.map(|cell| (0..2).filter_map(|side| best(cell, side)).sum::<i32>()).sum::<i32>();
    while board.empty != 0 {
        let mv = duel(search, &board, Budget::fixed(1, 0)).best;
        doubled += 2 * board.gain(mv);
        board.play(mv);
    }
    f64::from(doubled) / 2.0 / f64::from(SCALE)
}

/// Fits the weights of the sum by least squares to playouts from positions of games, and from stray ones beside them.
fn sums(words: &Words) -> io::Result<()> {
    let (to, mut weights) = (words.new_file(1), weights(words, 2));
    let (count, seed) = (words.number::<u64>(3), words.number::<u64>(4));
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
                let units = pass.first.into_iter().chain(pass.second);
                let inputs: Vec<f64> = units.chain(example.board).chain([1.0]).map(f64::from).collect();
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
    fs::write(to, encode(&whole(&weights)))
}
