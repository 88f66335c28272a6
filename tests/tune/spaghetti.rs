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
//! The table in the player: twelve rounds of `play equals gN.txt OLD 8000 3 N` (from the seventh on also `play pool pN.txt
//! OLD 4000 3 N OLDER...`), once `play ends ends.txt - 120000 1`, and `learn NEW OLD 0.85 12 0.003` with the games of the
//! last rounds and the ends. Those games were not kept, so the same commands make weights of the same strength, not the
//! same weights. A round is about 8,000 games at 0.06 s each and a minute of fitting.
//!
//! The last round beat the one before by 0.9 +- 0.8 points a game (100 pairs at three plies, as below).
//!
//! All that with 32 numbers in the embedding (48 explained no more). A changed copy of this tool, not kept, then left the 16
//! without which the margin changed most, and fitted all weights to what the larger network (at 6afcb34) says of 456,000
//! positions: those of 2,805 games of `play equals`, and two random moves beside each (24 epochs, rate 0.003). It came
//! within 0.9 points on the root of the mean square; -0.0 +- 0.6 points a game for half of the text (200 pairs).
//!
//! `net::UNITS`: the embedding (of 32 numbers then) in 1/8, 1/16 and 1/32 made -0.35, -0.27 and +0.53 points a game, +- 0.45,
//! against one in 1/512 (500 pairs each). `search::CONTEMPT`: against the best weights of the rounds between equals 0, 0.25
//! and 0.5 made +0.7, -0.5 and -0.4, +- 1 (100 pairs); 0.25 and 0.5 made +35.2 and +35.2 against greedy, +25.0 and +23.7
//! against careful, +- 2, where those weights made about +27 and +20.
//!
//! What a position is to be worth: what the moves of its game brought, LAMBDA times a ply less, and in place of the rest
//! what the search said on the way (TD(lambda)). The means of the independent cells are taken off. The fit is Adam on
//! the squared errors, large errors cut off, in batches, on two threads.
//!
//! What was tried on the search and left out, measured with changed copies of the player against it (at a1302aa); 40 pairs
//! at 0.1 s a move if nothing else is said, points a game, +- 0.9 to 1.5:
//!
//! | tried | points |
//! |---|---|
//! | ten times the time from 38 cells on, from 24 on (0.3 s a move against 0.03 s; 30 and 40 pairs) | +3.3 +- 1.8, +1.7 +- 0.9 |
//! | ten times the time from the beginning (0.1 s against 0.01 s) | +2.0 +- 1.6 |
//! | static null move pruning: cut off where the static value lies beyond the window by 1.25 points, up to 2 with depth | +1.5, with other tiles 0.0 |
//! | the same with margins of 0.75 to 1.5, of 2 to 2.5 | -0.5, -0.7 |
//! | the same by 2.5 points, with a score of two plies less | +0.6 |
//! | wider, but only moves within 3 points of the best | +0.1 |
//! | wider, late move reductions: a ply less for moves after the fourth (20 pairs) | +0.1 |
//! | the first five moves get a fifth of a later one, not half, the next six two fifths (80 pairs, 4 s a game) | +0.1 +- 0.9 |
//! | from 18, from 22 cells on 8, 4, 3, then 2 moves wide, to the end | +0.1, -1.6 |
//! | the same from 20 cells on, only these played, 0.6 s (50 pairs) | +0.2 +- 0.5 |
//!
//! The last is a surprise: at 14 moves to the end the score of such a narrow search is 0.8 points off on the mean, that of
//! the wider one at ten plies 1.6, for twelve times the nodes (14 positions). It seldom changes the move.

#[path = "../../spaghetti.rs"]
#[allow(dead_code)]
mod spaghetti;

mod common;

use common::{Progress, Records, Words};
use jury::game::Rng;
use jury::spaghetti::draw_tiles;
use jury::stats;
use spaghetti::contest::{mix64, Budget};
use spaghetti::eval::{mirror, Position, POINT};
use spaghetti::net::{self, *};
use spaghetti::rules::{cells, Board, Move};
use spaghetti::search::{Report, Search};
use std::time::{Duration, Instant};
use std::{f32, fs, io, thread};

const USAGE: &str = "\
usage: tune-spaghetti COMMAND
  play equals FILE WEIGHTS COUNT PLIES SEED          games of WEIGHTS with itself, PLIES plies a move
  play pool   FILE WEIGHTS COUNT PLIES SEED [OLD...] games against greedy, careful and the weights OLD
  play ends   FILE WEIGHTS COUNT SEED                positions with 6 to 9 empty cells, solved
  learn NEW OLD LAMBDA EPOCHS RATE FILE...           weights NEW from OLD and games, such as 0.85 12 0.003
  match NEW OLD PAIRS LIMIT SEED                     the verdict; LIMIT: plies (3) or time a move (5ms)
  table WEIGHTS                                      the text for the player
  explain FILE...                                    what each kind of end is worth to the player's network
  solve CELLS COUNT SEED                             how long the player takes to solve the last CELLS cells
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
            let limit = Limit::parse(words.text(4)).unwrap_or_else(|| words.refuse("LIMIT: plies, or such as 5ms"));
            play_match(words.text(1), words.text(2), words.number(3), limit, words.number(5));
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
        "solve" => {
            solve(words.number(1), words.number(2), words.number(3));
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

/// The search to a depth.
fn look(search: &mut Search, board: &Board, plies: i32) -> Report {
    search.think(board, Budget::fixed(plies, u64::MAX)).expect("a board that is not full")
}

/// The search to a depth, or to the end where that is near.
fn choose(search: &mut Search, board: &Board, plies: i32) -> Report {
    look(search, board, if board.empty.count_ones() <= SOLVED_CELLS { i32::MAX } else { plies })
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
        if board.gain(mv) * POINT - position.value_after(&search.network, mv) > best.score - 3 * POINT / 2 {
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
    let mut search = Search::with(seed, weights);
    // Both sides are the same program: nobody is weaker.
    search.contempt = 0.0;
    record(path, count, seed, |rng, _| {
        search.forget(rng.next());
        // Half of the beginnings are short, so that what strong play leads to is learned well.
        let longest = if rng.below(2) == 0 { 16 } else { 45 };
        let wanders = rng.below(2) == 0;
        let (mut board, mut line) = beginning(&mut search, rng, longest, wanders);
        let mut scores = String::new();
        line.push('.');
        while board.empty != 0 {
            let report = choose(&mut search, &board, plies);
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
    let mut search = Search::with(seed, weights);
    // The other extreme: what is learned here is what the network shall say of weak opponents.
    search.contempt = 1.0;
    // `careful` is there twice and so is drawn twice as often.
    let mut others = vec![Player::new("greedy", seed), Player::new("careful", seed), Player::new("careful", seed)];
    let simple = others.len();
    // Old weights play without contempt, as if against equals.
    others.extend(old.iter().map(|file| Player::new(&format!("{}@0", file), seed)));
    record(path, count, seed, |rng, game| {
        // The program is Blue and Red by turns.
        let side = game % 2;
        let other = rng.below(others.len());
        search.forget(rng.next());
        others[other].forget(rng.next());
        // Only for old weights: the simple players always look one or two moves ahead.
        let depth = Limit::Shallow(1 + rng.below(2) as i32);
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
                others[other].choose(&board, depth)
            } else if board.empty.count_ones() > wanders_to {
                wander(&mut search, &board, rng)
            } else {
                let report = choose(&mut search, &board, plies);
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
    let mut search = Search::with(seed, weights);
    search.contempt = 0.0;
    record(path, count, seed, |rng, _| {
        search.forget(rng.next());
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

/// Prints the median time and the median nodes that the player takes to solve positions with so many empty cells, independent
/// ones too. They come from games of two plies a move; each is solved by a new search, which knows nothing of the game.
fn solve(empty: u32, count: u64, seed: u64) {
    let mut rng = Rng(seed);
    let mut player = Search::new(seed);
    let (mut times, mut nodes) = (Vec::new(), Vec::new());
    for _ in 0..count {
        let mut board = start(&mut rng).0;
        while board.empty.count_ones() > empty {
            let mv = look(&mut player, &board, 2).best;
            board.play(mv);
        }
        let mut search = Search::new(seed);
        let begin = Instant::now();
        nodes.push(look(&mut search, &board, i32::MAX).nodes);
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
            let (cells, inputs) = position.inputs();
            // The same that the player adds to the network's answer is taken off here.
            let target = (score - position.mean() as f32) / (POINT as f32 * SCALE);
            self.list.push(Example { cells, board: inputs, target, empty: board.empty.count_ones() });
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

/// What the network computes of a position: the cells' embeddings, their sums, the hidden layers before they are cut off
/// at 0, the output.
///
/// The same network as the player's, but with the cells' embeddings added up before their weights to the first layer and
/// not after: the sum is the same, and 16 rows of weights are used once instead of once for each cell. Nothing is rounded.
struct Pass {
    embeddings: Vec<[f32; EMBEDDING]>,
    sums: [f32; EMBEDDING],
    first: [f32; FIRST],
    second: [f32; SECOND],
    output: f32,
}

/// From the inputs to the output.
fn pass(weights: &[f32], example: &Example) -> Pass {
    let cut = |x: &f32| x.max(0.0);
    let embeddings: Vec<[f32; EMBEDDING]> =
        example.cells.iter().map(|c| embedding(weights, c.map(usize::from)).map(|x| cut(&x))).collect();
    // From the cells to the first layer.
    let mut sums = [0.0; EMBEDDING];
    for embedding in &embeddings {
        add_times(&mut sums, 1.0, embedding);
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
    Pass { embeddings, sums, first, second, output }
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
    // Every cell's embedding leads on by the same weights, so the blame of its numbers is the same for all cells, but
    // for those where it is cut off.
    let mut of_sums = [0.0; EMBEDDING];
    for i in 0..EMBEDDING {
        add_times(&mut gradient[AT_CELL + i * FIRST..], pass.sums[i], &of_first);
        of_sums[i] = dot(AT_CELL + i * FIRST, &of_first);
    }
    for (cell, embedding) in example.cells.iter().zip(&pass.embeddings) {
        let mut of_cell = of_sums;
        (0..EMBEDDING).filter(|i| embedding[*i] <= 0.0).for_each(|i| of_cell[i] = 0.0);
        let kinds = cell.map(usize::from);
        // An embedding is a plain sum of its weights, so each weight that was added gets all of the blame.
        add_times(&mut gradient[AT_BIAS..], 1.0, &of_cell);
        for i in 0..4 {
            add_times(&mut gradient[AT_KIND + kinds[i] * EMBEDDING..], 1.0, &of_cell);
            for j in 0..i {
                add_times(&mut gradient[AT_PAIR + pair(kinds[i], kinds[j]) * EMBEDDING..], 1.0, &of_cell);
            }
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

/// What a stopped `learn` goes on with: epochs done, the weights, and Adam's two running means for each weight, of its
/// gradient and of the gradient's square.
struct State {
    epoch: usize,
    weights: Vec<f32>,
    mean: Vec<f32>,
    square: Vec<f32>,
}

impl State {
    /// Four numbers a line: none is lost, for they are written with all digits.
    fn read(path: &str) -> Option<State> {
        let text = fs::read_to_string(path).ok()?;
        let (epoch, numbers) = text.split_once('\n')?;
        let numbers: Vec<f32> = numbers.split_whitespace().map(|word| word.parse().expect("a number")).collect();
        let part = |i: usize| numbers[i * WEIGHTS..(i + 1) * WEIGHTS].to_vec();
        Some(State { epoch: epoch.parse().ok()?, weights: part(0), mean: part(1), square: part(2) })
    }

    /// Written beside the old one first, so that one of the two is whole whenever the run is stopped.
    fn write(&self, path: &str) -> io::Result<()> {
        let all = text(&self.weights) + &text(&self.mean) + &text(&self.square);
        fs::write(format!("{}.new", path), format!("{}\n{}", self.epoch, all))?;
        fs::rename(format!("{}.new", path), path)
    }
}

/// Adam with a rate that falls like a cosine. Tells after each epoch how much of the variance the network explains in
/// positions that it has not learned from, by their number of empty cells. `NEW.state` is what it goes on with after a
/// stop.
fn learn(new: &str, old: &str, lambda: f32, epochs: usize, rate: f32, files: &[String]) -> io::Result<()> {
    // Always the same numbers: two fits with the same files differ only by what they were asked to do differently.
    let mut rng = Rng(7);
    let mut examples = examples(files, lambda);
    rng.shuffle(&mut examples);
    // The last twentieth is for testing. The list is in random order, so a game may have positions on both sides.
    let tests = examples.split_off(examples.len() - (examples.len() / 20).min(20_000));
    eprintln!("{} positions to learn from, {} to test", examples.len(), tests.len());
    let begin = if old == "0" { random_weights(&mut rng) } else { weights(old) };
    let path = format!("{}.state", new);
    let none = || State { epoch: 0, weights: begin, mean: vec![0.0; WEIGHTS], square: vec![0.0; WEIGHTS] };
    let mut state = State::read(&path).unwrap_or_else(none);
    let mut progress = Progress::new("epoch", state.epoch, epochs);
    let batches = (examples.len() + BATCH - 1) / BATCH;
    for epoch in state.epoch..epochs {
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
        state.epoch = epoch + 1;
        state.write(&path)?;
        // Root of the mean square, in points, while the weights were still moving.
        let error = f64::from(SCALE) * (squares / examples.len() as f64).sqrt();
        progress.tell(epoch + 1, &format!("error {:.3} points{}", error, explained(&state.weights, &tests)));
    }
    fs::write(new, text(&state.weights))?;
    fs::remove_file(&path)
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
    fn parse(word: &str) -> Option<Limit> {
        match word.strip_suffix("ms") {
            Some(text) => Some(Limit::Time(Duration::from_millis(text.parse().ok()?))),
            None => Some(Limit::Plies(word.parse().ok()?)),
        }
    }
}

/// A budget of so much time, up to twice as much where it is needed.
fn timed(time: Duration) -> Budget {
    Budget::seconds(time.as_secs_f64(), 2.0 * time.as_secs_f64())
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

    /// Forgets the games before.
    fn forget(&mut self, seed: u64) {
        match self {
            Player::Engine(search) => search.forget(seed),
            Player::Simple(rng, _) => *rng = Rng(seed),
        }
    }

    /// The move of this side on a board that is not full. Simple players need no limit.
    fn choose(&mut self, board: &Board, limit: Limit) -> Move {
        match self {
            Player::Engine(search) => {
                let report = match limit {
                    Limit::Shallow(depth) => look(search, board, depth),
                    Limit::Plies(depth) => choose(search, board, depth),
                    Limit::Time(time) => search.think(board, timed(time)).unwrap(),
                };
                report.best
            }
            Player::Simple(rng, careful) => {
                let value = |mv: Move| {
                    // `greedy` takes what it can get. `careful` looks at what the other side can get then, and nothing
                    // beyond.
                    let mut reply = 0;
                    if *careful {
                        let mut after = *board;
                        after.play(mv);
                        reply = after.legal_moves().map(|r| after.gain(r)).max().unwrap_or(0);
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
            let mut board = first;
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
