//! Learns the network of `spaghetti.rs` from its own games, and plays weights against weights. Without words it says how
//! it is used; `make tune GAME=spaghetti ARGS='match new.txt - 100 3 1'` is the same as what `USAGE` calls
//! `tune-spaghetti match new.txt - 100 3 1`.
//!
//! A round: `play equals` plays games between equals, from beginnings that are partly random, the last cells solved;
//! `play pool` such games against weaker players; `play ends` makes positions with 6 to 9 empty cells and their exact
//! value. `learn` learns from all of them (any number of files, told apart by their lines) and writes new weights.
//! `match` plays the new ones against the old in pairs with the same tiles and the sides swapped; weights are kept only
//! if a match says so. `table` prints weights as they stand in the player.
//!
//! The weights in the player: twelve rounds of `play equals gN.txt OLD 8000 3 N` (from the seventh on also `play pool pN.txt
//! OLD 4000 3 N OLDER...`), `play ends ends.txt - 120000 1` once, and `learn NEW OLD 0.85 12 0.003` with the games of the last
//! rounds and the ends, made a network with weights for pairs of kinds (commit cddae18). The one here has 64 hidden units a
//! cell instead, and was fitted to what that network says of 460,000 positions of 1,150 games, one and two moves beside
//! them too, by a program that was not kept. `learn` goes on from there.
//!
//! What a position is to be worth: what the moves of its game brought, LAMBDA times a ply less, and in place of the rest
//! what the search said on the way (TD(lambda)). The means of the independent cells are taken off. The fit is Adam on
//! the squared errors, large errors cut off, in batches, on two threads.

#[path = "../../spaghetti.rs"]
#[allow(dead_code)]
mod spaghetti;

mod common;

use common::{Progress, Records, Words};
use jury::game::Rng;
use jury::spaghetti::draw_tiles;
use jury::stats;
use spaghetti::contest::{mix64, Budget};
use spaghetti::eval::{kinds, mirror, Position, POINT};
use spaghetti::net::{self, *};
use spaghetti::rules::{cells, Board, Move};
use spaghetti::search::{Report, Search};
use std::{f32, fs, io, thread};

const USAGE: &str = "\
usage: tune-spaghetti COMMAND
  play equals FILE WEIGHTS COUNT PLIES SEED          games of WEIGHTS with itself, PLIES plies a move
  play pool   FILE WEIGHTS COUNT PLIES SEED [OLD...] games against greedy, careful and the weights OLD
  play ends   FILE WEIGHTS COUNT SEED                positions with 6 to 9 empty cells, solved
  learn NEW OLD LAMBDA EPOCHS RATE FILE...           weights NEW from OLD and games, such as 0.85 12 0.003
  match NEW OLD PAIRS PLIES SEED                     the verdict
  table WEIGHTS                                      the text for the player
  explain FILE...                                    what each kind of end is worth to the player's network
COUNT is the number of lines that FILE shall have; a run that was stopped goes on where it was, with the same result.
WEIGHTS, OLD: a file that `learn` wrote, - for those in the player, or 0: for `learn` random numbers, for the others
a network that sees nothing. In `match` OLD may also be greedy or careful, and NEW and OLD may name the contempt of the
player: new.txt@0.";

/// What is missing or wrong ends the program: it is a tool, not a contestant.
fn main() -> io::Result<()> {
    let words = Words::new(USAGE);
    match words.command() {
        "play" => {
            let (kind, path, weights, count) = (words.text(1), words.text(2), weights(words.text(3)), words.number(4));
            match kind {
                "equals" => equals(path, count, &weights, words.number(5), words.number(6)),
                "pool" => pool(path, count, &weights, words.number(5), words.number(6), words.from(7)),
                "ends" => ends(path, count, &weights, words.number(5)),
                other => words.refuse(&format!("{:?}: equals, pool or ends", other)),
            }
        }
        "learn" => {
            learn(words.text(1), words.text(2), words.number(3), words.number(4), words.number(5), words.from(6))
        }
        "match" => {
            play_match(words.text(1), words.text(2), words.number(3), words.number(4), words.number(5));
            Ok(())
        }
        "table" => {
            print!("{}", table(&weights(words.text(1))));
            Ok(())
        }
        "explain" => {
            explain(words.from(1));
            Ok(())
        }
        other => words.refuse(&format!("{:?} is no command", other)),
    }
}

/// The weights that a word of the command line names. With `0`, all weights 0, the network says 0 of every position,
/// and only the mean of the independent cells and what a move gains at once are left.
fn weights(file: &str) -> Vec<f32> {
    match file {
        "-" => net::weights(),
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

/// A file of `count` lines, each made with a generator of its own: line i depends on the seed and on i alone.
fn record(path: &str, count: usize, seed: u64, mut line: impl FnMut(&mut Rng, usize) -> String) -> io::Result<()> {
    let mut records = Records::open(path)?;
    let mut progress = Progress::new("line", records.done, count);
    while records.done < count {
        let i = records.done;
        records.push(&line(&mut Rng(mix64(mix64(seed) ^ i as u64)), i))?;
        progress.tell(records.done, "");
    }
    Ok(())
}

/// Weights as they stand in the player: whole units, as `contest::decode` reads them.
fn table(weights: &[f32]) -> String {
    let whole: Vec<i16> = weights.iter().enumerate().map(|(i, w)| (w / net::unit(i)).round() as i16).collect();
    common::encode(&whole).lines().map(|row| format!("        {}\\\n", row)).collect()
}

// ---------------------------------------------------------------------------------------------------------------------
// Games
// ---------------------------------------------------------------------------------------------------------------------

/// From this number of empty cells on games are played out exactly.
/// What the search says there is certain, and so the ends of all targets that are made from such a game are.
const SOLVED_CELLS: u32 = 11;

/// A board with the jury's tiles, Blue on turn.
/// The tiles come as text, too: they are the first two moves of a line.
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

/// A search with such weights, which knows no position. Each game is played with a copy of it: what it learned of other
/// games would make a line depend on those before.
fn searcher(weights: &[f32], contempt: f32) -> Search {
    let mut search = Search::new(0);
    search.network = Network::new(weights, mirror);
    search.contempt = contempt;
    search
}

/// The search to a depth; `i32::MAX` is to the end.
fn look(search: &mut Search, board: &Board, plies: i32) -> Report {
    search.think(board, Budget::fixed(plies, u64::MAX)).expect("a board that is not full")
}

/// Plies of a search: to the end where that is near.
fn depth(board: &Board, plies: i32) -> i32 {
    if board.empty.count_ones() <= SOLVED_CELLS {
        i32::MAX
    } else {
        plies
    }
}

/// A random one of the moves that look at most one and a half points worse than the best: play that is good and yet
/// goes where the program itself would not.
fn wander(search: &mut Search, board: &Board, rng: &mut Rng) -> Move {
    let best = look(search, board, 1);
    let position =
        Position::new(&search.network, board, if board.turn == 0 { search.contempt } else { -search.contempt });
    // Moves are drawn until one is good enough. Where few are, 200 draws may miss them all: then the best it is.
    for _ in 0..200 {
        let mv = random_move(board, rng);
        // The static value of a move against that of the best one, both in sixteenths of a point.
        if board.gain(mv) * POINT - position.play(&search.network, mv).value(&search.network)
            > best.score - 3 * POINT / 2
        {
            return mv;
        }
    }
    best.best
}

/// The jury's tiles and up to `longest` moves more: a third of them by chance, or all of them wandering.
fn beginning(search: &mut Search, rng: &mut Rng, longest: usize, wanders: bool) -> (Board, String) {
    let (mut board, mut line) = start(rng);
    // Positions that only strong play leads to are much alike. The network must also know what lies beside the good
    // moves, for the search asks it about all of them.
    for _ in 0..rng.below(longest) {
        let mv = if wanders {
            wander(search, &board, rng)
        } else if rng.below(3) == 0 {
            random_move(&board, rng)
        } else {
            look(search, &board, 1).best
        };
        line += &mv.to_string();
        board.play(mv);
    }
    (board, line)
}

/// Games, one a line: the beginning, a dot, the rest, and for each move of the rest what the search said of the margin to
/// come, in sixteenths of a point for the side on turn.
///
/// ```text
/// equals  BEGINNING.REST S S S ...      moves of three letters without blanks between them, scores
/// pool    bBEGINNING.REST S x S ...     b or r before it, x for moves without a score
/// ends    MOVES M                       no dot, and the margin in whole points
/// ```
fn equals(path: &str, count: usize, weights: &[f32], plies: i32, seed: u64) -> io::Result<()> {
    // Both sides are the same program: nobody is weaker.
    let fresh = searcher(weights, 0.0);
    record(path, count, seed, |rng, _| {
        let mut search = fresh.clone();
        search.rng.0 = rng.next();
        // Half of the beginnings are short, so that what strong play leads to is learned well.
        let longest = if rng.below(2) == 0 { 16 } else { 45 };
        let wanders = rng.below(2) == 0;
        let (mut board, mut line) = beginning(&mut search, rng, longest, wanders);
        let mut scores = String::new();
        line.push('.');
        while board.empty != 0 {
            let report = look(&mut search, &board, depth(&board, plies));
            line += &report.best.to_string();
            scores += &format!(" {}", report.score);
            board.play(report.best);
        }
        line + &scores
    })
}

/// Like `equals`, but against weaker players: greedy, careful, and the OLD weights at one or two plies with some random
/// moves. The program wanders first, or it would never find out what these players do where it does not like to go. The
/// line begins with its side, `b` or `r`, and where it did not search there is an `x` for a score.
fn pool(path: &str, count: usize, weights: &[f32], plies: i32, seed: u64, old: &[String]) -> io::Result<()> {
    // The other extreme: what is learned here is what the network shall say of weak opponents.
    let fresh = searcher(weights, 1.0);
    // `careful` is there twice and so is drawn twice as often.
    let mut others = vec![Player::new("greedy"), Player::new("careful"), Player::new("careful")];
    let simple = others.len();
    // Old weights play without contempt, as if against equals.
    others.extend(old.iter().map(|file| Player::new(&format!("{}@0", file))));
    record(path, count, seed, |rng, game| {
        // The program is Blue and Red by turns.
        let side = game % 2;
        let other = rng.below(others.len());
        let (mut search, mut weaker) = (fresh.clone(), others[other].clone());
        search.rng.0 = rng.next();
        // Only for old weights: the simple players always look one or two moves ahead.
        let short = 1 + rng.below(2) as i32;
        // One in so many moves of the other side is random, 0 for none.
        let blunders = if other < simple { 40 * rng.below(2) } else { 12 };
        let (mut board, mut line) = beginning(&mut search, rng, 20, false);
        let mut scores = String::new();
        line.push('.');
        // In a third of the games it plays well from the beginning on; in the others it wanders until 15 to 54 cells
        // are left.
        let wanders_to = if rng.below(3) == 0 { 61 } else { 15 + rng.below(40) as u32 };
        while board.empty != 0 {
            let mut score = "x".to_string();
            let mv = if board.turn != side && blunders > 0 && rng.below(blunders) == 0 {
                random_move(&board, rng)
            } else if board.turn != side {
                weaker.choose(&board, short, rng)
            } else if board.empty.count_ones() > wanders_to {
                wander(&mut search, &board, rng)
            } else {
                let report = look(&mut search, &board, depth(&board, plies));
                score = report.score.to_string();
                report.best
            };
            line += &mv.to_string();
            scores += &format!(" {}", score);
            board.play(mv);
        }
        format!("{}{}{}", if side == 0 { 'b' } else { 'r' }, line, scores)
    })
}

/// Positions with 6 to 9 empty cells, one a line: all tiles, and Blue's exact margin to come in points. They come from
/// games of two plies a move with some random moves.
fn ends(path: &str, count: usize, weights: &[f32], seed: u64) -> io::Result<()> {
    // The scores are exact, so the weights are only needed to play the games and to put moves in order.
    let fresh = searcher(weights, 0.0);
    record(path, count, seed, |rng, _| {
        let mut search = fresh.clone();
        search.rng.0 = rng.next();
        let (mut board, mut line) = start(rng);
        let empty = 6 + rng.below(4) as u32;
        // One in so many moves is random.
        let chance = 8 + rng.below(40);
        while board.empty.count_ones() > empty {
            let by_chance = rng.below(chance) == 0;
            let mv = if by_chance { random_move(&board, rng) } else { look(&mut search, &board, 2).best };
            line += &mv.to_string();
            board.play(mv);
        }
        // A margin is a whole number of points, so nothing is lost by the division.
        let score = look(&mut search, &board, i32::MAX).score / POINT;
        format!("{} {}", line, if board.turn == 0 { score } else { -score })
    })
}

// ---------------------------------------------------------------------------------------------------------------------
// Learning
// ---------------------------------------------------------------------------------------------------------------------

/// Positions of a step of the fit.
/// The last batch of an epoch may have fewer.
const BATCH: usize = 512;

/// Largest error that counts in full, in units of the output.
/// That is 20 points. A game that went wildly wrong shall not pull harder than that.
const MOST_ERROR: f32 = 4.0;

/// One position as the network sees it, and what it should say.
struct Example {
    /// The kinds of each connected cell's four ends, as the side on turn sees them.
    cells: Vec<[u8; 4]>,
    /// The inputs of the whole board.
    board: [f32; BOARD],
    /// The margin still to come but for the mean of the independent cells, in units of the output (`SCALE` points).
    target: f32,
    /// Empty cells, independent ones too. Only `explained` asks for it.
    empty: u32,
}

/// Moves that are written without anything between them, three letters each.
fn moves(text: &str) -> Vec<Move> {
    (0..text.len() / 3).map(|i| Move::parse(&text[3 * i..3 * i + 3]).expect("moves")).collect()
}

/// The positions of all files.
fn examples(files: &[String], lambda: f32) -> Vec<Example> {
    let mut examples = Examples { network: Network::new(&weights("0"), mirror), list: Vec::new() };
    for text in files.iter().map(|f| fs::read_to_string(f).expect("a file of games or ends")) {
        for line in text.lines() {
            examples.read(line, lambda);
        }
    }
    examples.list
}

/// Collects examples. Only the network's inputs are wanted; they do not depend on weights, so it has none.
struct Examples {
    network: Network,
    list: Vec<Example>,
}

impl Examples {
    /// A position of which a score is known, in sixteenths of a point for the side on turn. Where the network is not
    /// asked there is nothing to learn.
    fn add(&mut self, board: &Board, score: f32, contempt: f32) {
        let position = Position::new(&self.network, board, contempt);
        if !position.is_decided() {
            let connected = cells(board.empty).filter(|cell| !position.is_independent(*cell));
            let view = |kind| if board.turn == 0 { kind as u8 } else { mirror(kind) as u8 };
            let cells = connected.map(|cell| kinds(board, cell).map(view)).collect();
            // The same that the player adds to the network's answer is taken off here.
            let target = (score - position.mean() as f32) / (POINT as f32 * SCALE);
            self.list.push(Example { cells, board: position.inputs(), target, empty: board.empty.count_ones() });
        }
    }

    /// The positions of a line of any kind.
    fn read(&mut self, line: &str, lambda: f32) {
        let (line, scores) = line.split_once(' ').expect("moves and a blank");
        let (beginning, rest) = line.split_once('.').unwrap_or((line, ""));
        // Only a line of `pool` has a letter more than its moves.
        let (contempt, beginning) = match (beginning.len() % 3, beginning.as_bytes()[0]) {
            (0, _) => (0.0, beginning),
            (_, b'b') => (1.0, &beginning[1..]),
            _ => (-1.0, &beginning[1..]),
        };
        let mut board = Board::new();
        // The beginning is not learned from: it was not played to win.
        for mv in moves(beginning) {
            board.play(mv);
        }
        // A line of `ends`. Its margin is Blue's, and here that of the side on turn is wanted.
        if rest.is_empty() {
            let sign = if board.turn == 0 { 1.0 } else { -1.0 };
            self.add(&board, sign * (POINT as f32) * scores.parse::<f32>().expect("a margin"), contempt);
            return;
        }
        // For each move the position before it, what it brought, and what the search said; `x` is no number and gives
        // `None`.
        let mut played = Vec::new();
        for (mv, score) in moves(rest).into_iter().zip(scores.split(' ')) {
            played.push((board, board.gain(mv) * POINT, score.parse::<f32>().ok()));
            board.play(mv);
        }
        // What weaker players do, the search does not foresee: there the game itself counts for more.
        let lambda = if contempt == 0.0 { lambda } else { 0.8 + 0.2 * lambda };
        // From the end of the game: what the rest was worth to the side on turn, and what the search said of it.
        // With g for gains and s for what the search said, position by position:
        //
        //     lambda 1     value = g1 - g2 + g3 - ...         the game alone: true, but full of chance
        //     lambda 0     value = g1 - s2                    the next search alone: calm, but it may be wrong
        //     between      value = g1 - (lambda * value2 + (1 - lambda) * s2)
        //
        // The signs change because the sides do. Where nothing was said the game alone goes on.
        let (mut value, mut said) = (0.0, Some(0.0));
        for (board, gain, score) in played.iter().rev() {
            // True where the weaker player is on turn.
            let is_weaker = (board.turn == 0) == (contempt < 0.0);
            if contempt != 0.0 && !is_weaker && score.is_none() {
                // Here the program wandered: what comes of a position before is not what it is worth.
                break;
            }
            value = *gain as f32 - said.map_or(value, |said| lambda * value + (1.0 - lambda) * said);
            said = *score;
            self.add(board, value, contempt);
        }
    }
}

/// Random numbers about 0 for the weights between layers; biases begin at 0.
/// If all weights began at 0, all hidden units would be the same and learn the same for ever. The random beginning makes them
/// different.
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
/// Slices of the weights are mostly left open at their end: `zip` stops with the shorter side, so the length of `sums`
/// or of `from` says how many numbers belong to the part.
fn add_times(sums: &mut [f32], x: f32, from: &[f32]) {
    for (sum, w) in sums.iter_mut().zip(from) {
        *sum += x * w;
    }
}

/// What the network computes of a position: the hidden units of each cell, their sums over the cells, the hidden layers
/// before they are cut off at 0, the output. The same network as the player's, but nothing is rounded, and the cells are
/// added up before their weights to the first layer and not after.
struct Pass {
    cells: Vec<[f32; CELL]>,
    sums: [f32; CELL],
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
    let mut sums = [0.0; CELL];
    let mut cell = |kinds: &[u8; 4]| {
        let mut units: [f32; CELL] = part(weights, AT_BIAS);
        for kind in kinds {
            add_times(&mut units, 1.0, &weights[usize::from(*kind) * CELL..]);
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
/// What the error says of a hidden unit is its blame: what each unit behind it is blamed for, times the weight between the
/// two. A unit that is cut off has none.
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
    // Every cell's units lead on by the same weights, so their blame is the same for all cells, but where they are cut off.
    let mut of_sums = [0.0; CELL];
    for i in 0..CELL {
        add_times(&mut gradient[AT_CELL + i * FIRST..], pass.sums[i], &of_first);
        of_sums[i] = dot(AT_CELL + i * FIRST, &of_first);
    }
    for (kinds, units) in example.cells.iter().zip(&pass.cells) {
        let mut of_cell = of_sums;
        (0..CELL).filter(|i| units[*i] <= 0.0).for_each(|i| of_cell[i] = 0.0);
        add_times(&mut gradient[AT_BIAS..], 1.0, &of_cell);
        for kind in kinds {
            add_times(&mut gradient[usize::from(*kind) * CELL..], 1.0, &of_cell);
        }
    }
    f64::from(pass.output - example.target).powi(2)
}

/// The gradient over a batch and the sum of its squared errors.
fn gradient(weights: &[f32], examples: &[Example], batch: &[usize]) -> (Vec<f32>, f64) {
    // Each thread adds up a gradient of its own: nothing is shared but what is only read.
    let one = |half: &[usize]| {
        let (mut gradient, mut squares) = (vec![0.0; WEIGHTS], 0.0);
        for example in half.iter().map(|i| &examples[*i]) {
            squares += back(weights, example, &mut gradient);
        }
        (gradient, squares)
    };
    let (left, right) = batch.split_at(batch.len() / 2);
    thread::scope(|scope| {
        let other = scope.spawn(|| one(left));
        let (mut sum, squares) = one(right);
        let (gradient, more) = other.join().unwrap();
        add_times(&mut sum, 1.0, &gradient);
        (sum, squares + more)
    })
}

/// What `learn` works on: the weights, and Adam's two running means for each, of its gradient and of the gradient's square.
struct State {
    weights: Vec<f32>,
    mean: Vec<f32>,
    square: Vec<f32>,
}

/// Adam with a rate that falls like a cosine. Tells after each epoch how much of the variance the network explains in
/// positions that it has not learned from, by their number of empty cells.
fn learn(new: &str, old: &str, lambda: f32, epochs: usize, rate: f32, files: &[String]) -> io::Result<()> {
    // Always the same numbers: two fits with the same files differ only by what they were asked to do differently.
    let mut rng = Rng(7);
    let mut examples = examples(files, lambda);
    rng.shuffle(&mut examples);
    // The last twentieth is for testing. The list is in random order, so a game may have positions on both sides.
    let tests = examples.split_off(examples.len() - (examples.len() / 20).min(20_000));
    eprintln!("{} positions to learn from, {} to test", examples.len(), tests.len());
    let begin = if old == "0" { random_weights(&mut rng) } else { weights(old) };
    let mut state = State { weights: begin, mean: vec![0.0; WEIGHTS], square: vec![0.0; WEIGHTS] };
    let mut progress = Progress::new("epoch", 0, epochs);
    let batches = (examples.len() + BATCH - 1) / BATCH;
    for epoch in 0..epochs {
        // Each epoch has an order of its own that depends on no other one.
        let mut order: Vec<usize> = (0..examples.len()).collect();
        Rng(epoch as u64).shuffle(&mut order);
        let mut squares = 0.0;
        for (batch, step) in order.chunks(BATCH).zip(epoch * batches + 1..) {
            let (gradient, more) = gradient(&state.weights, &examples, batch);
            squares += more;
            // From 1.01 of the rate down to 0.01 of it: large steps to get near, small ones to settle.
            let part = step as f32 / (epochs * batches) as f32;
            adam(&mut state, &gradient, batch.len(), step as i32, rate * (0.51 + 0.5 * (part * f32::consts::PI).cos()));
        }
        // Root of the mean square, in points, while the weights were still moving.
        let error = f64::from(SCALE) * (squares / examples.len() as f64).sqrt();
        progress.tell(epoch + 1, &format!("error {:.3} points{}", error, explained(&state.weights, &tests)));
    }
    fs::write(new, text(&state.weights))
}

/// One step of Adam by the gradient over so many examples.
fn adam(state: &mut State, gradient: &[f32], examples: usize, step: i32, rate: f32) {
    // Both means begin at 0 and are too small at first; these are the parts that they have grown to.
    let (young, old) = (1.0 - 0.9f32.powi(step), 1.0 - 0.999f32.powi(step));
    for i in 0..WEIGHTS {
        let g = gradient[i] / examples as f32;
        let (mean, square) = (&mut state.mean[i], &mut state.square[i]);
        *mean = 0.9 * *mean + 0.1 * g;
        *square = 0.999 * *square + 0.001 * g * g;
        // The mean gradient by its own typical size: about 1 where the steps agree, about 0 where they contradict each
        // other. So weights of rare kinds move as readily as those of frequent ones.
        let towards = *mean / young / ((*square / old).sqrt() + 1e-8);
        // Each step also draws the weight towards 0 a little, and the player's text has no room beyond 12.
        state.weights[i] = (state.weights[i] - rate * (towards + 1e-3 * state.weights[i])).clamp(-12.0, 12.0);
    }
}

/// The part of the variance that the network explains, by the number of empty cells.
/// 1 is a network that knows everything, 0 one that knows no more than the mean. By number of empty cells, for early
/// positions have more chance ahead of them, and a mean over all would hide how the ends are understood.
fn explained(weights: &[f32], tests: &[Example]) -> String {
    let mut line = String::new();
    for (low, high) in [(1, 8), (9, 11), (12, 15), (16, 20), (21, 30), (31, 40), (41, 61)] {
        let some: Vec<&Example> = tests.iter().filter(|e| (low..=high).contains(&e.empty)).collect();
        let mean = some.iter().map(|e| e.target).sum::<f32>() / some.len() as f32;
        let all: f32 = some.iter().map(|e| (e.target - mean).powi(2)).sum();
        let rest: f32 = some.iter().map(|e| (e.target - pass(weights, e).output).powi(2)).sum();
        line += &format!("  {}-{}: {:.3}", low, high, 1.0 - rest / all);
    }
    line
}

/// Prints what an end of each kind is worth to the side on turn, in points: the network's margin less what it says with
/// a dead end in its place; means over the positions of the files that have 12 to 22 empty cells.
fn explain(files: &[String]) {
    let weights = net::weights();
    let mut sums = [(0.0, 0); KINDS];
    for mut example in examples(files, 1.0).into_iter().filter(|e| (12..=22).contains(&e.empty)) {
        let value = pass(&weights, &example).output;
        for (cell, side) in (0..4 * example.cells.len()).map(|i| (i / 4, i % 4)) {
            let kind = std::mem::replace(&mut example.cells[cell][side], 0);
            if example.cells[cell] != [0; 4] {
                let sum = &mut sums[usize::from(kind)];
                *sum = (sum.0 + value - pass(&weights, &example).output, sum.1 + 1);
            }
            example.cells[cell][side] = kind;
        }
    }
    for (kind, (sum, count)) in sums.iter().enumerate().skip(1) {
        println!("kind {:2}  {:+.2}  {} ends", kind, sum * SCALE / *count as f32, count);
    }
}

// ---------------------------------------------------------------------------------------------------------------------
// Matches
// ---------------------------------------------------------------------------------------------------------------------

/// One side of a match: the program with some weights, or own points less, for `careful`, the best reply's.
#[derive(Clone)]
enum Player {
    Engine(Box<Search>),
    Simple(bool),
}

impl Player {
    /// The player that a word names: `greedy`, `careful`, or weights, perhaps with a contempt, such as `new.txt@0`.
    fn new(word: &str) -> Player {
        match word {
            "greedy" => Player::Simple(false),
            "careful" => Player::Simple(true),
            file => {
                let (file, contempt) = file.split_once('@').unwrap_or((file, ""));
                let contempt = contempt.parse().unwrap_or(Search::new(0).contempt);
                Player::Engine(Box::new(searcher(&weights(file), contempt)))
            }
        }
    }

    /// The move of this side on a board that is not full.
    fn choose(&mut self, board: &Board, plies: i32, rng: &mut Rng) -> Move {
        let careful = match self {
            Player::Engine(search) => return look(search, board, plies).best,
            Player::Simple(careful) => *careful,
        };
        let all = |board: &Board| -> Vec<Move> {
            cells(board.empty).flat_map(|cell| (0..3).map(move |tile| Move { cell: cell as u8, tile })).collect()
        };
        let value = |mv: &Move| {
            let mut after = *board;
            after.play(*mv);
            let reply = all(&after).into_iter().map(|r| after.gain(r)).max().unwrap_or(0);
            board.gain(*mv) - if careful { reply } else { 0 }
        };
        // One of the best by chance, or every game from the same tiles would be the same.
        let mut moves = all(board);
        rng.shuffle(&mut moves);
        moves.into_iter().max_by_key(value).unwrap()
    }
}

/// Pairs of games; prints the mean difference of the points and the new side's mean points.
/// Chance in the tiles may favour a side. In a pair both play both sides of the same board, so that a lucky draw for
/// the one is a lucky draw for the other, and the difference of a pair is what the two have made of it.
fn play_match(new: &str, old: &str, pairs: u64, plies: i32, seed: u64) {
    let mut rng = Rng(seed);
    let mut differences = Vec::new();
    let (mut sum, mut by_side) = (0, [0, 0]);
    let mut players = [Player::new(new), Player::new(old)];
    for pair in 0..pairs {
        let first = start(&mut rng).0;
        let mut difference = 0;
        for new_side in 0..2 {
            let mut board = first;
            let mut points = [50, 50];
            while board.empty != 0 {
                // Player 0 is the new one; with `new_side` 1 it is Red.
                let player = board.turn ^ new_side;
                let mv = players[player].choose(&board, depth(&board, plies), &mut rng);
                points[player] += board.gain(mv);
                board.play(mv);
            }
            // Points below 0 count as 0, as in the contest.
            by_side[new_side] += points[0].max(0) - points[1].max(0);
            difference += points[0].max(0) - points[1].max(0);
            sum += points[0].max(0);
        }
        differences.push(f64::from(difference) / 2.0);
        if (pair + 1) % 20 == 0 || pair + 1 == pairs {
            let e = stats::estimate(&differences);
            let own = f64::from(sum) / 2.0 / (pair + 1) as f64;
            let [blue, red] = by_side.map(|sum| f64::from(sum) / (pair + 1) as f64);
            eprintln!(
                "{} pairs: {:+.2} +- {:.2} points a game ({:+.1} as Blue, {:+.1} as Red), {:.1} own",
                pair + 1,
                e.mean,
                e.half,
                blue,
                red,
                own
            );
        }
    }
}
