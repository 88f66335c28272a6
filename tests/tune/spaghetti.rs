//! Learns the network of `spaghetti.rs` from its own games, and plays weights against weights.
//!
//!     cargo run --release --example tune-spaghetti games WEIGHTS COUNT PLIES SEED > games.txt
//!     cargo run --release --example tune-spaghetti pool WEIGHTS COUNT PLIES SEED OLD... > pool.txt
//!     cargo run --release --example tune-spaghetti ends WEIGHTS COUNT SEED > ends.txt
//!     cargo run --release --example tune-spaghetti fit WEIGHTS LAMBDA EPOCHS RATE FILE... > new.txt
//!     cargo run --release --example tune-spaghetti match NEW OLD PAIRS LIMIT SEED
//!     cargo run --release --example tune-spaghetti table WEIGHTS
//!     cargo run --release --example tune-spaghetti solve CELLS COUNT SEED
//!
//! A round: `games` plays COUNT games of PLIES plies a move between equals, from beginnings that are partly random, the
//! last cells solved; `pool` plays such games against weaker players, OLD being older weights; `ends` makes positions
//! with 6 to 9 empty cells and their exact value. `fit` learns from all of them (any number of files, told apart by
//! their lines) and prints new weights. `match` plays NEW against OLD in pairs with the same tiles and the sides
//! swapped, LIMIT being plies (`3`, the last cells solved) or milliseconds a move (`5ms`); OLD may also be `greedy` or
//! `careful`, and weights may name the contempt of the player, such as `new.txt@0`. Weights are kept only if a match
//! says so. `table` prints weights as they stand in the player. `solve` tells how long the last CELLS cells take, from
//! COUNT games.
//!
//! WEIGHTS is a file that `fit` wrote, `-` the weights in the player, or `0`: for `fit` a start from random numbers, for
//! the others a network that sees nothing.
//!
//! What a position is to be worth: what the moves of its game brought, LAMBDA times a ply less, and in place of the rest
//! what the search said on the way (TD(lambda)). What is certain without the network is taken off. The fit is Adam on
//! the squared errors, large errors cut off, in batches, on two threads. A round is about
//! 8,000 games at 0.06 s each and a minute of fitting the games of the last rounds.

#[path = "../../spaghetti.rs"]
#[allow(dead_code)]
mod spaghetti;

mod common;

use jury::game::Rng;
use jury::spaghetti::draw_tiles;
use jury::stats;
use spaghetti::contest::{Budget, Clock};
use spaghetti::eval::{Evaluator, POINT};
use spaghetti::net::{self, *};
use spaghetti::rules::{cells, Board, Move};
use spaghetti::search::{Report, Search};
use std::time::{Duration, Instant};
use std::{f32, fs, thread};

/// The first word of the command line says what to do, the others are in the order of the head of this file. What is
/// missing or wrong ends the program: it is a tool, not a contestant.
fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let word = |i: usize| words.get(i).map(String::as_str).expect("see the head of this file");
    let number = |i: usize| word(i).parse::<u64>().expect("a number");
    let real = |i: usize| word(i).parse::<f32>().expect("a number");
    match word(0) {
        "games" => games(&weights(word(1)), number(2), number(3) as i32, number(4)),
        "pool" => pool(&weights(word(1)), number(2), number(3) as i32, number(4), &words[5..]),
        "ends" => ends(&weights(word(1)), number(2), number(3)),
        "fit" => print!("{}", text(&fit(word(1), real(2), number(3) as usize, real(4), &words[5..]))),
        "match" => play_match(word(1), word(2), number(3), Limit::parse(word(4)), number(5)),
        "table" => print!("{}", table(&weights(word(1)))),
        "solve" => solve(number(1) as u32, number(2), number(3)),
        other => panic!("{}: games, pool, ends, fit, match, table or solve", other),
    }
}

/// The weights that a word of the command line names. With `0`, all weights 0, the network says 0 of every position,
/// and only what is certain and what a move gains at once is left.
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

/// Weights as they stand in the player: whole units, as `contest::decode` reads them, see `net::UNITS`.
fn table(weights: &[f32]) -> String {
    let unit = |i: usize| net::UNITS.iter().find(|(end, _)| i < *end).unwrap().1;
    let whole: Vec<i16> = weights.iter().enumerate().map(|(i, w)| (w / unit(i)).round() as i16).collect();
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

/// The search to a depth, or to the end where that is near.
fn choose(search: &mut Search, board: &Board, plies: i32) -> Report {
    let plies = if board.empty.count_ones() <= SOLVED_CELLS { i32::MAX } else { plies };
    search.think(board, Budget::fixed(plies, u64::MAX)).unwrap()
}

/// A random one of the moves that look at most one and a half points worse than the best: play that is good and yet
/// goes where the program itself would not.
fn wander(search: &mut Search, board: &Board, rng: &mut Rng) -> Move {
    let best = search.think(board, Budget::fixed(1, u64::MAX)).unwrap();
    search.evaluator.set(board);
    // Moves are drawn until one is good enough. Where few are, 200 draws may miss them all: then the best it is.
    for _ in 0..200 {
        let mv = random_move(board, rng);
        // The static value of a move against that of the best one, both in sixteenths of a point.
        if board.gain(mv) * POINT - search.evaluator.value_after(&mut board.clone(), mv) > best.score - 3 * POINT / 2 {
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
            search.think(&board, Budget::fixed(1, u64::MAX)).unwrap().best
        };
        line += &mv.to_string();
        board.play(mv);
    }
    (board, line)
}

/// Prints games, one a line: the beginning, a dot, the rest, and for each move of the rest what the search said of the
/// margin to come, in sixteenths of a point for the side on turn.
///
/// ```text
/// games   BEGINNING.REST S S S ...      moves of three letters without blanks between them, scores
/// pool    bBEGINNING.REST S x S ...     b or r before it, x for moves without a score
/// ends    MOVES M                       no dot, and the margin in whole points
/// ```
fn games(weights: &[f32], count: u64, plies: i32, seed: u64) {
    let mut rng = Rng(seed);
    let mut search = Search::with(seed, weights);
    // Both sides are the same program: nobody is weaker.
    search.contempt = 0.0;
    for _ in 0..count {
        // Half of the beginnings are short, so that what strong play leads to is learned well.
        let longest = if rng.below(2) == 0 { 16 } else { 45 };
        let wanders = rng.below(2) == 0;
        let (mut board, mut line) = beginning(&mut search, &mut rng, longest, wanders);
        let mut scores = String::new();
        line.push('.');
        while board.empty != 0 {
            let report = choose(&mut search, &board, plies);
            line += &report.best.to_string();
            scores += &format!(" {}", report.score);
            board.play(report.best);
        }
        println!("{}{}", line, scores);
    }
}

/// Like `games`, but against weaker players: greedy, careful, and the OLD weights at one or two plies with some random
/// moves. The program wanders first, or it would never find out what these players do where it does not like to go. The
/// line begins with its side, `b` or `r`, and where it did not search there is an `x` for a score.
fn pool(weights: &[f32], count: u64, plies: i32, seed: u64, old: &[String]) {
    let mut rng = Rng(seed);
    let mut search = Search::with(seed, weights);
    // The other extreme: what is learned here is what the network shall say of weak opponents.
    search.contempt = 1.0;
    // `careful` is there twice and so is drawn twice as often.
    let mut others = vec![Player::new("greedy", seed), Player::new("careful", seed), Player::new("careful", seed)];
    let simple = others.len();
    // Old weights play without contempt, as if against equals.
    others.extend(old.iter().map(|file| Player::new(&format!("{}@0", file), seed)));
    for game in 0..count {
        // The program is Blue and Red by turns.
        let side = (game % 2) as usize;
        let other = rng.below(others.len());
        // Only for old weights: the simple players always look one or two moves ahead.
        let depth = Limit::Shallow(1 + rng.below(2) as i32);
        // One in so many moves of the other side is random, 0 for none.
        let blunders = if other < simple { 40 * rng.below(2) } else { 12 };
        let (mut board, mut line) = beginning(&mut search, &mut rng, 20, false);
        let mut scores = String::new();
        line.push('.');
        // In a third of the games it plays well from the beginning on; in the others it wanders until 15 to 54 cells
        // are left.
        let wanders_to = if rng.below(3) == 0 { 61 } else { 15 + rng.below(40) as u32 };
        while board.empty != 0 {
            let mut score = "x".to_string();
            let mv = if board.turn != side && blunders > 0 && rng.below(blunders) == 0 {
                random_move(&board, &mut rng)
            } else if board.turn != side {
                others[other].choose(&board, depth)
            } else if board.empty.count_ones() > wanders_to {
                wander(&mut search, &board, &mut rng)
            } else {
                let report = choose(&mut search, &board, plies);
                score = report.score.to_string();
                report.best
            };
            line += &mv.to_string();
            scores += &format!(" {}", score);
            board.play(mv);
        }
        println!("{}{}{}", if side == 0 { 'b' } else { 'r' }, line, scores);
    }
}

/// Prints positions with 6 to 9 empty cells, one a line: all tiles, and Blue's exact margin to come in points. They come
/// from games of two plies a move with some random moves.
fn ends(weights: &[f32], count: u64, seed: u64) {
    let mut rng = Rng(seed);
    // The scores are exact, so the weights are only needed to play the games and to put moves in order.
    let mut search = Search::with(seed, weights);
    search.contempt = 0.0;
    for _ in 0..count {
        let (mut board, mut line) = start(&mut rng);
        let empty = 6 + rng.below(4) as u32;
        // One in so many moves is random.
        let chance = 8 + rng.below(40);
        while board.empty.count_ones() > empty {
            let by_chance = rng.below(chance) == 0;
            let mv = if by_chance {
                random_move(&board, &mut rng)
            } else {
                search.think(&board, Budget::fixed(2, u64::MAX)).unwrap().best
            };
            line += &mv.to_string();
            board.play(mv);
        }
        // A margin is a whole number of points, so nothing is lost by the division.
        let score = search.think(&board, Budget::fixed(i32::MAX, u64::MAX)).unwrap().score / POINT;
        println!("{} {}", line, if board.turn == 0 { score } else { -score });
    }
}

/// Prints the median time and the median nodes that the player takes to solve positions with so many empty cells, loose
/// ones too. They come from games of two plies a move; each is solved by a new search, which knows nothing of the game.
fn solve(empty: u32, count: u64, seed: u64) {
    let mut rng = Rng(seed);
    let mut player = Search::new(seed);
    let (mut times, mut nodes) = (Vec::new(), Vec::new());
    for _ in 0..count {
        let mut board = start(&mut rng).0;
        while board.empty.count_ones() > empty {
            let mv = player.think(&board, Budget::fixed(2, u64::MAX)).unwrap().best;
            board.play(mv);
        }
        let mut search = Search::new(seed);
        let begin = Instant::now();
        nodes.push(search.think(&board, Budget::fixed(i32::MAX, u64::MAX)).unwrap().nodes);
        times.push(begin.elapsed());
    }
    times.sort();
    nodes.sort();
    let middle = times.len() / 2;
    println!("{} empty cells: median {:.2} s, {} nodes", empty, times[middle].as_secs_f64(), nodes[middle]);
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
    /// The kinds of each linked cell's four ends, as the side on turn sees them.
    cells: Vec<[u8; 4]>,
    /// The inputs of the whole board.
    board: [f32; BOARD],
    /// The margin still to come but for what is certain, in units of the output (`SCALE` points).
    target: f32,
    /// Empty cells, loose ones too. Only `explained` asks for it.
    empty: u32,
}

/// Moves that are written without anything between them, three letters each.
fn moves(text: &str) -> Vec<Move> {
    (0..text.len() / 3).map(|i| Move::parse(&text[3 * i..3 * i + 3]).expect("moves")).collect()
}

/// The positions of all files.
fn examples(files: &[String], lambda: f32) -> Vec<Example> {
    let mut examples = Examples { evaluator: Evaluator::with(&weights("0")), list: Vec::new() };
    for text in files.iter().map(|f| fs::read_to_string(f).expect("a file of games or ends")) {
        for line in text.lines() {
            examples.read(line, lambda);
        }
    }
    examples.list
}

/// Collects examples. The evaluator only tells the network's inputs; they do not depend on weights, so it has none.
struct Examples {
    evaluator: Evaluator,
    list: Vec<Example>,
}

impl Examples {
    /// A position of which a score is known, in sixteenths of a point for the side on turn. Where the network is not
    /// asked there is nothing to learn.
    fn add(&mut self, board: &Board, score: f32, contempt: f32) {
        self.evaluator.set(board);
        self.evaluator.contempt = contempt;
        if !self.evaluator.is_decided() {
            let (cells, inputs) = self.evaluator.inputs(board);
            // The same that the player adds to the network's answer is taken off here.
            let target = (score - self.evaluator.mean(board) as f32) / (POINT as f32 * SCALE);
            self.list.push(Example { cells, board: inputs, target, empty: board.empty.count_ones() });
        }
    }

    /// The positions of a line that `games`, `pool` or `ends` has printed.
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
            played.push((board.clone(), board.gain(mv) * POINT, score.parse::<f32>().ok()));
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
/// If all weights began at 0, all units would be the same and learn the same for ever. The random beginning makes them
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
    fill(&mut weights[AT_KIND..AT_BIAS], 0.1);
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

/// What the network says of a position. With room for a gradient that of half the squared error is added to it.
///
/// The same network as the player's, but with the cells' units added up before their weights to the first layer and not
/// after: the sum is the same, and 32 rows of weights are used once instead of once for each cell. Nothing is rounded.
fn pass(weights: &[f32], example: &Example, gradient: Option<&mut [f32]>) -> f32 {
    let kinds = |cell: &[u8; 4]| cell.map(usize::from);
    // Hidden units below 0 count as 0.
    let cut = |x: &f32| x.max(0.0);
    let all_units: Vec<[f32; EMBEDDING]> =
        example.cells.iter().map(|c| embedding(weights, kinds(c)).map(|u| cut(&u))).collect();
    // From the cells to the first layer.
    let mut sums = [0.0; EMBEDDING];
    for units in &all_units {
        add_times(&mut sums, 1.0, units);
    }
    let mut first = [0.0; FIRST];
    first.copy_from_slice(&weights[AT_FIRST..AT_INNER]);
    for (i, x) in sums.iter().enumerate() {
        add_times(&mut first, *x, &weights[AT_CELL + i * FIRST..]);
    }
    // The board's inputs go to the first layer and straight to the output.
    let mut output = weights[AT_OUTPUT];
    for (i, x) in example.board.iter().enumerate() {
        add_times(&mut first, *x, &weights[AT_BOARD + i * FIRST..]);
        output += x * weights[AT_STRAIGHT + i];
    }
    // From the first layer to the second, and on to the output.
    let mut second = [0.0; SECOND];
    second.copy_from_slice(&weights[AT_SECOND..AT_LAST]);
    for (i, x) in first.iter().enumerate() {
        add_times(&mut second, cut(x), &weights[AT_INNER + i * SECOND..]);
    }
    for (i, x) in second.iter().enumerate() {
        output += cut(x) * weights[AT_LAST + i];
    }
    if let Some(gradient) = gradient {
        // The slope of half the squared error is the error itself.
        let error = (output - example.target).clamp(-MOST_ERROR, MOST_ERROR);
        gradient[AT_OUTPUT] += error;
        add_times(&mut gradient[AT_STRAIGHT..], error, &example.board);
        // What the error says of each hidden unit, from the last layer back to the first. A unit that is cut off has
        // no part in it.
        let mut of_second = [0.0; SECOND];
        for i in (0..SECOND).filter(|i| second[*i] > 0.0) {
            gradient[AT_LAST + i] += error * second[i];
            of_second[i] = error * weights[AT_LAST + i];
        }
        add_times(&mut gradient[AT_SECOND..], 1.0, &of_second);
        // A unit's share of the blame is what each unit behind it is blamed for, times the weight between the two.
        let dot = |from: usize, with: &[f32]| -> f32 { weights[from..].iter().zip(with).map(|(w, x)| w * x).sum() };
        let mut of_first = [0.0; FIRST];
        for i in (0..FIRST).filter(|i| first[*i] > 0.0) {
            add_times(&mut gradient[AT_INNER + i * SECOND..], first[i], &of_second);
            of_first[i] = dot(AT_INNER + i * SECOND, &of_second);
        }
        add_times(&mut gradient[AT_FIRST..], 1.0, &of_first);
        for (i, x) in example.board.iter().enumerate() {
            add_times(&mut gradient[AT_BOARD + i * FIRST..], *x, &of_first);
        }
        // Every cell's units lead on by the same weights, so the blame of a unit is the same for all cells, but for
        // those where it is cut off.
        let mut of_units = [0.0; EMBEDDING];
        for i in 0..EMBEDDING {
            add_times(&mut gradient[AT_CELL + i * FIRST..], sums[i], &of_first);
            of_units[i] = dot(AT_CELL + i * FIRST, &of_first);
        }
        for (cell, units) in example.cells.iter().zip(&all_units) {
            let mut of_cell = of_units;
            for (d, unit) in of_cell.iter_mut().zip(units) {
                if *unit <= 0.0 {
                    *d = 0.0;
                }
            }
            let kinds = kinds(cell);
            // A unit is a plain sum of its weights, so each weight that was added gets all of the unit's blame.
            add_times(&mut gradient[AT_BIAS..], 1.0, &of_cell);
            for i in 0..4 {
                add_times(&mut gradient[AT_KIND + kinds[i] * EMBEDDING..], 1.0, &of_cell);
                for j in 0..i {
                    add_times(&mut gradient[AT_PAIR + pair(kinds[i], kinds[j]) * EMBEDDING..], 1.0, &of_cell);
                }
            }
        }
    }
    output
}

/// The gradient over a batch and the sum of its squared errors.
fn gradient(weights: &[f32], examples: &[Example], batch: &[usize]) -> (Vec<f32>, f64) {
    // Each thread adds up a gradient of its own: nothing is shared but what is only read.
    let one = |half: &[usize]| {
        let (mut gradient, mut squares) = (vec![0.0; WEIGHTS], 0.0);
        for example in half.iter().map(|i| &examples[*i]) {
            squares += f64::from(pass(weights, example, Some(&mut gradient)) - example.target).powi(2);
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

/// All orders are equally likely.
fn shuffle<T>(list: &mut [T], rng: &mut Rng) {
    for i in (1..list.len()).rev() {
        list.swap(i, rng.below(i + 1));
    }
}

/// Adam with a rate that falls like a cosine. Prints after each epoch how much of the variance the network explains in
/// positions that it has not learned from, by their number of empty cells.
fn fit(begin: &str, lambda: f32, epochs: usize, rate: f32, files: &[String]) -> Vec<f32> {
    // Always the same numbers: two fits with the same files differ only by what they were asked to do differently.
    let mut rng = Rng(7);
    let mut examples = examples(files, lambda);
    shuffle(&mut examples, &mut rng);
    // The last twentieth is for testing. The list is in random order, so a game may have positions on both sides.
    let tests = examples.split_off(examples.len() - (examples.len() / 20).min(20_000));
    eprintln!("{} positions to learn from, {} to test", examples.len(), tests.len());
    let mut weights = if begin == "0" { random_weights(&mut rng) } else { weights(begin) };
    // Adam keeps two running means for each weight: of its gradient and of the gradient's square.
    let (mut mean, mut square) = (vec![0.0f32; WEIGHTS], vec![0.0f32; WEIGHTS]);
    let mut order: Vec<usize> = (0..examples.len()).collect();
    let steps = (epochs * ((order.len() + BATCH - 1) / BATCH)) as f32;
    let mut step = 0;
    for epoch in 1..=epochs {
        shuffle(&mut order, &mut rng);
        let mut squares = 0.0;
        for batch in order.chunks(BATCH) {
            let (gradient, more) = gradient(&weights, &examples, batch);
            squares += more;
            step += 1;
            // From 1.01 of the rate down to 0.01 of it: large steps to get near, small ones to settle.
            let rate = rate * (0.51 + 0.5 * (step as f32 / steps * f32::consts::PI).cos());
            // Both means begin at 0 and are too small at first; these are the parts that they have grown to.
            let (young, old) = (1.0 - 0.9f32.powi(step), 1.0 - 0.999f32.powi(step));
            for i in 0..WEIGHTS {
                let g = gradient[i] / batch.len() as f32;
                mean[i] = 0.9 * mean[i] + 0.1 * g;
                square[i] = 0.999 * square[i] + 0.001 * g * g;
                // The mean gradient by its own typical size: about 1 where the steps agree, about 0 where they
                // contradict each other. So weights of rare kinds move as readily as those of frequent ones.
                let towards = mean[i] / young / ((square[i] / old).sqrt() + 1e-8);
                // Each step also draws the weight towards 0 a little, and the text has no room beyond 7.91.
                weights[i] = (weights[i] - rate * (towards + 1e-3 * weights[i])).clamp(-7.8, 7.8);
            }
        }
        // Root of the mean square, in points, while the weights were still moving.
        let error = f64::from(SCALE) * (squares / examples.len() as f64).sqrt();
        eprintln!("epoch {}: error {:.3} points{}", epoch, error, explained(&weights, &tests));
    }
    weights
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
        let rest: f32 = some.iter().map(|e| (e.target - pass(weights, e, None)).powi(2)).sum();
        line += &format!("  {}-{}: {:.3}", low, high, 1.0 - rest / all);
    }
    line
}

// ---------------------------------------------------------------------------------------------------------------------
// Matches
// ---------------------------------------------------------------------------------------------------------------------

/// What a side of a match has for each move.
#[derive(Clone, Copy)]
enum Limit {
    /// Plies, and no more in the end.
    Shallow(i32),
    /// Plies, and from `SOLVED_CELLS` empty cells on to the end.
    Plies(i32),
    /// The slice for a move, of which the search may use up to twice as much.
    Time(Duration),
}

impl Limit {
    /// Reads `3` or `5ms`. `Shallow` has no word: only `pool` uses it.
    fn parse(word: &str) -> Limit {
        let number = |text: &str| text.parse::<u64>().expect("plies, or milliseconds such as 5ms");
        match word.strip_suffix("ms") {
            Some(text) => Limit::Time(Duration::from_millis(number(text))),
            None => Limit::Plies(number(word) as i32),
        }
    }
}

/// A budget of so much time, up to twice as much where it is needed: a tenth of a clock that has ten times that left.
fn timed(time: Duration) -> Budget {
    Clock::new((time.as_secs_f64() * 10.0 + 0.15) / 0.95).budget(0.1, 2.0, 0.0)
}

/// One side of a match.
enum Player {
    /// The program with some weights.
    Engine(Box<Search>),
    /// Own points less, for `careful`, the best reply's.
    Simple(Rng, bool),
}

impl Player {
    /// The player that a word names: `greedy`, `careful`, or weights, perhaps with a contempt, such as `new.txt@0`.
    fn new(word: &str, seed: u64) -> Player {
        match word {
            "greedy" => Player::Simple(Rng(seed), false),
            "careful" => Player::Simple(Rng(seed), true),
            file => {
                let (file, contempt) = file.split_once('@').unwrap_or((file, ""));
                let mut search = Box::new(Search::with(seed, &weights(file)));
                if !contempt.is_empty() {
                    search.contempt = contempt.parse().expect("a number");
                }
                Player::Engine(search)
            }
        }
    }

    /// The move of this side on a board that is not full. Simple players need no limit.
    fn choose(&mut self, board: &Board, limit: Limit) -> Move {
        match self {
            Player::Engine(search) => {
                let report = match limit {
                    Limit::Shallow(depth) => search.think(board, Budget::fixed(depth, u64::MAX)).unwrap(),
                    Limit::Plies(depth) => choose(search, board, depth),
                    Limit::Time(time) => search.think(board, timed(time)).unwrap(),
                };
                report.best
            }
            Player::Simple(rng, careful) => {
                let mut after = board.clone();
                let mut value = |mv: Move| {
                    // `greedy` takes what it can get. `careful` looks at what the other side can get then, and nothing
                    // beyond.
                    let mut reply = 0;
                    if *careful {
                        let undo = after.play(mv);
                        reply = after.legal_moves().map(|r| after.gain(r)).max().unwrap_or(0);
                        after.undo(mv, &undo);
                    }
                    board.gain(mv) - reply
                };
                let values: Vec<(i32, Move)> = board.legal_moves().map(|mv| (value(mv), mv)).collect();
                let best = values.iter().map(|v| v.0).max().unwrap();
                // One of the best by chance, or every game from the same tiles would be the same.
                let equal: Vec<Move> = values.iter().filter(|v| v.0 == best).map(|v| v.1).collect();
                *rng.pick(&equal)
            }
        }
    }
}

/// Pairs of games; prints the mean difference of the points and the new side's mean points.
/// Chance in the tiles may favour a side. In a pair both play both sides of the same board, so that a lucky draw for
/// the one is a lucky draw for the other, and the difference of a pair is what the two have made of it.
fn play_match(new: &str, old: &str, pairs: u64, limit: Limit, seed: u64) {
    let mut rng = Rng(seed);
    let mut differences = Vec::new();
    let (mut sum, mut by_side) = (0, [0, 0]);
    let mut players = [Player::new(new, seed), Player::new(old, seed + 1)];
    for pair in 0..pairs {
        let first = start(&mut rng).0;
        let mut difference = 0;
        for new_side in 0..2 {
            let mut board = first.clone();
            let mut points = [50, 50];
            while board.empty != 0 {
                // Player 0 is the new one; with `new_side` 1 it is Red.
                let player = board.turn ^ new_side;
                let mv = players[player].choose(&board, limit);
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
