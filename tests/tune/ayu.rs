//! Learns the weights of Ayu's evaluation from games that the player plays against itself.
//!
//! What is learned from are not the positions of the games but those at the ends of the lines that the searches found
//! best: they are what the evaluation has to judge. The target is 0.95 of what a search says there and 0.05 of the game's
//! result (a target of 0.7 and 0.3 won 51 % where this one won 55 %, of 200 and 250 games against the same weights).
//! `play` makes them, `learn` goes on from the built-in weights by logistic regression; paste the two tables into
//! `ayu.rs` if `match` says that they are stronger. `judge` is for games of others, which are never learned from.
//!
//! The same files and the same built-in weights give the same numbers. Those in `ayu.rs` come from `learn` on what the
//! weights before them were, in two generations (8,898 games), most of the games from forms of `play` that are gone: the
//! commands make such weights again, not these to the last digit.
//!
//! Tried and left out: a network of 16 units on 32 counts (costs and edges apart for regions of one side alone and
//! shared ones), learned from 250,000 positions. On positions held back its loss was 0.35 instead of 0.43 from ply 60 on
//! and 0.26 instead of 0.39 from ply 70 on, but no better before ply 50. It won 87 of 160 games with the same 2,000
//! nodes, and 21 of 60 with the same time (8,000 nodes against 10,500). Six anchors instead of four: no lower loss; nor
//! the numbers of edges of each length, points nearer to one side, contacts with empty points, lone pieces.
//!
//! In the search: three times a move's nodes more when the score has fallen by 30, 4,000 nodes a move on average, 50 of
//! 120 games; singular extensions with 20,000 nodes 33 of 60, and 6 % fewer nodes a second: open; proven scores taken
//! whatever their depth, 8,000 nodes, 139 of 306.
//!
//! Before, the weights were learned from the results of 14,834 games alone, at all their positions. The same terms and
//! patterns learned as above from 7,102 games of two versions with those weights (642,000 positions, 1,000 to 1,500 nodes
//! a search) won 88 of 142 games with 8,000 nodes a move and 56 of 80 with 40,000; three terms more and 762 games with
//! the new weights 190 of 350 against these; 979 more games and the target above 138 of 250 against those.
//!
//! What forecasts the games of other people better plays worse, so far. The loss of the weights in `ayu.rs` on the games
//! of the contest of 2015 (`judge`), and what was tried against it, learned by a scratch program from these games and
//! 9,192 more of unequal players (30 to 2,000 nodes), a sixth of their positions searched again; then the games won with
//! 4,000 to 8,000 nodes against the weights in `ayu.rs`:
//!
//! ```text
//!  ply                                    10     20     30     40     50     60    won
//!  those before (commit a1302aa)         .6014  .5479  .4727  .3999  .3445  .3050
//!  those in `ayu.rs`                     .6013  .5484  .4736  .3998  .3437  .3229
//!  the mean of both                      .6003  .5454  .4697  .3969  .3414  .3083  95 of 224
//!  pulled to those before, 0.03          .5985  .5460  .4724  .4002  .3453  .3152  193 of 400
//!  pulled to those before, 0.1           .5976  .5444  .4711  .3995  .3428  .3100  20 of 72
//!  pulled 0.03, and 8,021 games between
//!  players that judge unlike each other  .5903  .5474  .4741  .3998  .3431  .3129  72 of 170
//! ```
//!
//! (The pull is the weight of half the squared distance from the weights before, for each position that a pattern is
//! part of.) On own games of players that judge unlike each other the evaluation errs in the same way: there its scores
//! want to be twice as large at the start and three quarters as large below a sum of costs of 13. Such scales, found on
//! 2,500 of these games, do not mend the forecast either: .5911 .5564 .4800 .4052 .3467 .3177.
//!
//! A third generation (9,192 games of unequal players with searches of 3,000 nodes added, pulled 0.03 to the weights in
//! `ayu.rs`) won 103 of 200 games with 4,000 nodes: not kept.
//!
//! Endings (`endings FILE 150 5000 300000 7`: 522 solved, of the positions of a game those before two in a row that are
//! not; in brackets the version of a1302aa, with half the nodes, by a scratch program). The mean loss of the evaluation
//! there is .527 (.607), that of the search .252 (.379):
//!
//! ```text
//!  plies before the end   solved   evaluation right   search right
//!  12 to 14                  297          230 (215)      266 (240)
//!  15 to 18                  180          131 (118)      160 (155)
//!  19 to 24                   45           29  (25)       44  (44)
//! ```
//!
//! Df-pn (proof-number search with a table, 300,000 nodes, three ways to value leaves) solved no more than alpha-beta with
//! as many nodes: 4 to 6 of 45 positions for 9, and took longer.
//!
//! Tried since, without a clear gain: null moves from three plies on (two places in the table as well in 200 of these
//! games) 342 of 640 games with 10,000 to 40,000 nodes, from two plies on 28 of 74, from five plies
//! on 46 of 100 by the clock with 3 s, though a depth takes a fifth fewer nodes; moves ordered by what the patterns gain,
//! too, 69 of 120 and 24 of 50, but 4 to 10 % fewer nodes a second; three times that weight 71 of 160 against it.

#[path = "../../ayu.rs"]
#[allow(dead_code)]
mod ayu;
mod common;

use ayu::contest::{decode, mix64, Budget, Rng};
use ayu::eval::{fold, joining, phase, terms, Position, Weights, ANCHORS, PHASES, TERMS};
use ayu::rules::{Board, Move, MoveList};
use ayu::search::{Search, PROVEN};
use common::{encode, Progress, Records, Words};
use jury::game::Game;
use std::io;

const USAGE: &str = "\
tune-ayu play FILE GAMES NODES [SEED]     positions of games with about so many nodes a move; goes on with a file
tune-ayu learn OUT FILE...                learns from the files, prints the terms, writes all weights to OUT
tune-ayu endings FILE GAMES NODES CAP [SEED]
                                          how often evaluation and search are right 12 to 24 plies before the end of
                                          games with NODES a move, where CAP nodes solve; goes on with a file
tune-ayu match OUT GAMES NODES [SEED]     the weights of a file against the built-in ones
tune-ayu judge FILE                       the loss of the built-in evaluation on games of others, by ply
                                          (one game a line, `B9-B8 C10-C9 ...`; the side on turn at the end has won)";

fn main() -> io::Result<()> {
    let words = Words::new(USAGE);
    match words.command() {
        "play" => play(words.text(1), words.number(2), words.number(3), words.number_or(4, 1)),
        "learn" => learn(words.text(1), words.from(2)),
        "endings" => endings(words.text(1), words.number(2), words.number(3), words.number(4), words.number_or(5, 1)),
        "match" => compare(words.text(1), words.number(2), words.number(3), words.number_or(4, 1)),
        "judge" => judge(words.text(1)),
        _ => words.refuse("no such command"),
    }
}

// --- Games -----------------------------------------------------------------------------------------------------------

/// Most random moves before the first that is thought about.
const RANDOM_PLIES: usize = 12;

/// One of so many later moves is random too: the search meets many positions that good play avoids, and the weights
/// must know why it does.
const RANDOM_ONE_IN: usize = 25;

/// One of so many positions of the games themselves is learned from as well.
const ROOTS_ONE_IN: usize = 3;

/// Writes one game a line: its positions, separated by commas. Of each the points of White and Black as hexadecimal
/// sets, the side on turn, the score of a search for that side, and whether White has won the game.
fn play(file: &str, games: usize, nodes: usize, seed: u64) -> io::Result<()> {
    let mut records = Records::open(file)?;
    let mut progress = Progress::new("games", records.done, games);
    while records.done < games {
        // Of the seed and the game's number alone, so that a file that is gone on with is the same as a whole one.
        let mut rng = Rng(mix64(seed).wrapping_add(mix64(records.done as u64 + 1)));
        let mut search = Search::new(rng.next());
        let random = rng.below(RANDOM_PLIES + 1);
        let mut found = Vec::new();
        let mut put = |at: &Board, score: i32| found.push((at.clone(), score));
        let mut board = Board::new();
        for ply in 0.. {
            let step = random_move(&board, &mut rng);
            // Not all searches are equally deep: the number of nodes varies by half up and down.
            let budget = Budget::fixed(60, (nodes / 2 + rng.below(nodes + 1)) as u64);
            let thought = if ply < random { None } else { search.think(&board, budget) };
            if let Some(report) = thought.filter(|report| report.depth > 0) {
                if report.score.abs() > PROVEN {
                    put(&board, report.score);
                } else {
                    let end = search.end_of_line(&board, &report);
                    if let Some(at_end) = search.think(&end, budget).filter(|report| report.depth > 0) {
                        put(&end, at_end.score);
                    }
                    if rng.below(ROOTS_ONE_IN) == 0 {
                        put(&board, report.score);
                    }
                }
            }
            let best = thought.map(|report| report.best).filter(|_| rng.below(RANDOM_ONE_IN) > 0);
            match best.or(step) {
                Some(step) => board.play(step),
                None => break,
            }
        }
        let winner = u8::from(board.turn == 0);
        let line: Vec<String> = found.iter().map(|(at, score)| record(at, *score, winner)).collect();
        records.push(&line.join(","))?;
        progress.tell(records.done, "");
    }
    Ok(())
}

fn random_move(board: &Board, rng: &mut Rng) -> Option<Move> {
    let mut list = MoveList::new();
    board.legal_moves(&mut list);
    match list.as_slice() {
        [] => None,
        moves => Some(moves[rng.below(moves.len())]),
    }
}

/// A position as the files have it.
fn record(board: &Board, score: i32, winner: u8) -> String {
    format!("{:x} {:x} {} {} {}", board.pieces[0], board.pieces[1], board.turn, score, winner)
}

/// Classes of patterns.
const CLASSES: usize = 1_677;

/// Plays the weights of a file against the built-in ones: each start of six random plies twice, sides swapped.
fn compare(file: &str, games: usize, nodes: u64, seed: u64) -> io::Result<()> {
    let all: [i16; (TERMS + CLASSES) * ANCHORS] = decode(&std::fs::read_to_string(file)?);
    let mut table = [[0; ANCHORS]; TERMS];
    for (row, values) in table.iter_mut().zip(all.chunks(ANCHORS)) {
        row.iter_mut().zip(values).for_each(|(weight, &value)| *weight = i32::from(value));
    }
    let mut players = [Search::with(seed, Weights::new(table, &all[TERMS * ANCHORS..])), Search::new(seed)];
    let mut rng = Rng(seed);
    let mut progress = Progress::new("games", 0, games);
    let mut won = 0;
    let mut start = Board::new();
    for game in 0..games {
        if game % 2 == 0 {
            start = Board::new();
            for _ in 0..6 {
                start.play(random_move(&start, &mut rng).expect("no game ends so early"));
            }
        }
        let mut board = start.clone();
        let player = |board: &Board| (board.turn + game) % 2;
        while let Some(report) = players[player(&board)].think(&board, Budget::fixed(60, nodes)) {
            board.play(report.best);
        }
        won += 1 - player(&board);
        progress.tell(game + 1, &format!("won {}", won));
    }
    let share = won as f64 / games as f64;
    let interval = 1.96 * (share * (1.0 - share) / games as f64).sqrt();
    println!("{} of {} won: {:.1} % +- {:.1}", won, games, 100.0 * share, 100.0 * interval);
    Ok(())
}

/// Prints by ply how well the evaluation forecasts the winner. Every game has to be legal by the jury's rules.
fn judge(file: &str) -> io::Result<()> {
    let mut position = Position::new(Weights::learned());
    let (mut losses, mut games, mut refused, mut unfinished) = ([(0.0, 0); 7], 0, 0, 0);
    for line in std::fs::read_to_string(file)?.lines() {
        let moves: Vec<Move> = line.split(' ').filter_map(Move::parse).collect();
        let mut game = jury::ayu::Match::new();
        games += 1;
        if moves.iter().any(|step| game.write(&step.to_string()).is_err()) {
            refused += 1;
            continue;
        }
        unfinished += usize::from(game.to_write().is_some());
        position.set(&Board::new());
        for (ply, &step) in moves.iter().enumerate() {
            if let (0, Some(score)) = (ply % 10, position.evaluate()) {
                let chance = chance(score as f32 / UNIT);
                // Who is on turn at the end has won.
                let won = f32::from(u8::from(ply % 2 == moves.len() % 2));
                if let Some(loss) = losses.get_mut(ply / 10) {
                    *loss = (loss.0 + loss_of(chance, won), loss.1 + 1);
                }
            }
            position.play(step);
        }
    }
    println!("{} games, {} refused, {} not played to the end", games, refused, unfinished);
    for (place, (loss, count)) in losses.iter().enumerate().skip(1) {
        println!("ply {:2}  loss {:.4}  positions {}", 10 * place, loss / f64::from((*count).max(1)), count);
    }
    Ok(())
}

// --- Endings ---------------------------------------------------------------------------------------------------------

/// The plies before the end of the game that are solved.
const ENDINGS: std::ops::RangeInclusive<usize> = 12..=24;

/// Solves endings of games with so many nodes a move, and tells how often the evaluation and the search of the game
/// were right. A line is a game: the positions solved, each with the plies to the game's end and the score of the game's
/// search before what the other files have, the truth for the score.
fn endings(file: &str, games: usize, nodes: u64, cap: u64, seed: u64) -> io::Result<()> {
    let mut records = Records::open(file)?;
    let mut progress = Progress::new("games", records.done, games);
    while records.done < games {
        let mut rng = Rng(mix64(seed).wrapping_add(mix64(records.done as u64 + 1)));
        let (mut player, mut solver) = (Search::new(rng.next()), Search::new(rng.next()));
        let (mut board, mut past) = (Board::new(), Vec::new());
        for _ in 0..6 {
            board.play(random_move(&board, &mut rng).expect("no game ends so early"));
        }
        while let Some(report) = player.think(&board, Budget::fixed(60, nodes)) {
            past.push((board.clone(), report.score));
            board.play(report.best);
        }
        let mut found = Vec::new();
        let mut missed = 0;
        // The last first: what the table knows of one helps with the one before. Where two in a row are too hard, those
        // before them mostly are, and cost most.
        for (back, (at, score)) in past.iter().rev().enumerate().filter(|(back, _)| ENDINGS.contains(&(back + 1))) {
            let truth = solver.think(at, Budget::fixed(600, cap)).map_or(0, |report| report.score);
            if truth.abs() > PROVEN {
                found.push(format!("{} {} {}", back + 1, score, record(at, truth, u8::from(board.turn == 0))));
                missed = 0;
            } else if missed == 1 {
                break;
            } else {
                missed = 1;
            }
        }
        records.push(&found.join(","))?;
        progress.tell(records.done, "");
    }
    let mut position = Position::new(Weights::learned());
    let mut table = [[0; 3]; 3];
    for text in std::fs::read_to_string(file)?.lines().flat_map(|line| line.split(',')) {
        let words: Vec<&str> = text.split(' ').collect();
        let number = |i: usize| words.get(i).and_then(|word| word.parse::<i32>().ok());
        if let (Some(back), Some(score), Some(truth), Some(sample)) = (number(0), number(1), number(5), words.get(2..))
        {
            let row = &mut table[if back < 15 { 0 } else { usize::from(back > 18) + 1 }];
            position.set(&read(&sample.join(" ")).expect("a position as `record` writes it").0);
            let right = |score: i32| i32::from((score > 0) == (truth > 0));
            let judged = position.evaluate().map_or(0, right);
            [1, judged, right(score)].iter().zip(row).for_each(|(one, sum)| *sum += one);
        }
    }
    for ([solved, evaluation, search], plies) in table.iter().zip(["12 to 14", "15 to 18", "19 to 24"].iter()) {
        println!("{} plies  solved {:4}  right: evaluation {:4}, search {:4}", plies, solved, evaluation, search);
    }
    Ok(())
}

// --- Learning --------------------------------------------------------------------------------------------------------

/// Every how many games one is kept back, to see how well the weights predict what they have not learned from.
const HELD_BACK: usize = 10;

/// Passes over all positions, and positions for each step of the descent.
const EPOCHS: usize = 4;
const BATCH: usize = 1_024;

/// First step of the descent (Adam), in the logarithm of odds; it falls to 0 along a cosine.
const STEP: f32 = 0.003;

/// The part of a target that is the search's score; the rest is the game's result.
const SEARCHED: f32 = 0.95;

/// The weights of the evaluation's terms are hundredths of the logarithm of odds.
const UNIT: f32 = 100.0;

/// One position: what its score is the sum of.
struct Sample {
    low: usize,
    share: f32,
    terms: [f32; TERMS],
    /// First and last place of its pattern classes in the common list.
    range: (usize, usize),
    /// White's chance, as the search and the result have it.
    target: f32,
}

/// The weights as they are learned: each of the terms and then the classes, with a value for each anchor.
struct Model {
    values: Vec<[f32; ANCHORS]>,
    /// The gradient of a batch, and running means of gradients and of their squares.
    gradient: Vec<[f32; ANCHORS]>,
    mean: Vec<[f32; ANCHORS]>,
    square: Vec<[f32; ANCHORS]>,
    steps: i32,
}

fn learn(out: &str, files: &[String]) -> io::Result<()> {
    let fold = fold();
    let mut position = Position::new(Weights::learned());
    let (mut samples, mut patterns, mut tests) = (Vec::new(), Vec::new(), Vec::new());
    let mut games = 0;
    for file in files {
        for line in std::fs::read_to_string(file)?.lines() {
            games += 1;
            for text in line.split(',') {
                if let Some((board, target)) = read(text) {
                    position.set(&board);
                    if position.evaluate().is_some() {
                        let sample = sample(&position, &fold, &mut patterns, target);
                        if games % HELD_BACK == 0 { &mut tests } else { &mut samples }.push(sample);
                    }
                }
            }
        }
    }
    eprintln!("{} games, {} positions to learn from, {} held back", games, samples.len(), tests.len());
    let mut model = Model::new(&position.weights, &fold);
    let held_back = |model: &Model| {
        tests.iter().map(|s| loss_of(model.predict(s, &patterns), s.target)).sum::<f64>() / tests.len() as f64
    };
    eprintln!("held back {:.4} with the built-in weights", held_back(&model));
    let mut rng = Rng(1);
    let mut progress = Progress::new("epochs", 0, EPOCHS);
    let steps = EPOCHS * (samples.len() / BATCH).max(1);
    for epoch in 1..=EPOCHS {
        rng.shuffle(&mut samples);
        let mut loss = 0.0;
        for batch in samples.chunks_exact(BATCH) {
            batch.iter().for_each(|s| loss += model.train(s, &patterns));
            let way = model.steps as f32 / steps as f32;
            model.step(STEP * 0.5 * (1.0 + (std::f32::consts::PI * way).cos()));
        }
        let loss = loss / samples.len() as f64;
        progress.tell(epoch, &format!("loss {:.4}, held back {:.4}", loss, held_back(&model)));
    }
    let whole: Vec<i16> = model.values.iter().flatten().map(|weight| (weight * UNIT).round() as i16).collect();
    // The terms as they stand in `ayu.rs`; the text of the patterns is that of all less these.
    whole[..TERMS * ANCHORS].chunks(ANCHORS).for_each(|values| println!("        {:?},", values));
    print!("{}", encode(&whole[TERMS * ANCHORS..]));
    std::fs::write(out, encode(&whole))
}

/// Reads a position as `record` writes it: the board, and White's chance as the target.
fn read(text: &str) -> Option<(Board, f32)> {
    let words: Vec<&str> = text.split(' ').collect();
    let set = |i: usize| u128::from_str_radix(words.get(i)?, 16).ok();
    let turn = words.get(2)?.parse::<usize>().ok()? & 1;
    let score = words.get(3)?.parse::<i32>().ok()? * if turn == 0 { 1 } else { -1 };
    let won = f32::from(u8::from(*words.get(4)? == "1"));
    let target = if score.abs() > PROVEN {
        f32::from(u8::from(score > 0))
    } else {
        SEARCHED * chance(score as f32 / UNIT) + (1.0 - SEARCHED) * won
    };
    Some((Board::from_sets([set(0)?, set(1)?], turn), target))
}

/// Takes a position apart; its pattern classes with their signs go to the common list.
fn sample(position: &Position, fold: &[(usize, i16)], patterns: &mut Vec<(u16, i8)>, target: f32) -> Sample {
    let [white, black] = position.board.pieces;
    let sides = [joining(white, black), joining(black, white)];
    let (low, share) = phase(sides[0].cost + sides[1].cost);
    let first = patterns.len();
    for &code in position.codes() {
        let (class, sign) = fold[usize::from(code)];
        if sign != 0 {
            patterns.push((class as u16, sign as i8));
        }
    }
    Sample {
        low,
        share: share as f32 / PHASES as f32,
        terms: terms(&sides, position.board.turn).map(|term| term as f32),
        range: (first, patterns.len()),
        target,
    }
}

impl Model {
    /// Goes on from these weights.
    fn new(weights: &Weights, fold: &[(usize, i16)]) -> Model {
        let mut values = vec![[0.0; ANCHORS]; TERMS + CLASSES];
        for (value, term) in values.iter_mut().zip(weights.terms.iter()) {
            *value = term.map(|weight| weight as f32 / UNIT);
        }
        for (&(class, sign), pattern) in fold.iter().zip(weights.patterns.iter()).filter(|((_, sign), _)| *sign != 0) {
            values[TERMS + class] = pattern.map(|weight| f32::from(weight * sign) / UNIT);
        }
        let zero = vec![[0.0; ANCHORS]; TERMS + CLASSES];
        Model { values, gradient: zero.clone(), mean: zero.clone(), square: zero, steps: 0 }
    }

    /// White's chance.
    fn predict(&self, s: &Sample, patterns: &[(u16, i8)]) -> f32 {
        let mut sum = 0.0;
        let mut add = |weight: usize, factor: f32| {
            let values = &self.values[weight];
            sum += factor * (values[s.low] * (1.0 - s.share) + values[s.low + 1] * s.share);
        };
        s.terms.iter().enumerate().for_each(|(term, &factor)| add(term, factor));
        for &(class, sign) in &patterns[s.range.0..s.range.1] {
            add(TERMS + usize::from(class), f32::from(sign));
        }
        chance(sum)
    }

    /// Adds one position to the gradient; returns its loss.
    fn train(&mut self, s: &Sample, patterns: &[(u16, i8)]) -> f64 {
        let chance = self.predict(s, patterns);
        let error = (chance - s.target) / BATCH as f32;
        let mut add = |weight: usize, factor: f32| {
            self.gradient[weight][s.low] += error * factor * (1.0 - s.share);
            self.gradient[weight][s.low + 1] += error * factor * s.share;
        };
        s.terms.iter().enumerate().for_each(|(term, &factor)| add(term, factor));
        for &(class, sign) in &patterns[s.range.0..s.range.1] {
            add(TERMS + usize::from(class), f32::from(sign));
        }
        loss_of(chance, s.target)
    }

    /// One step of Adam down the gradient, which begins anew.
    fn step(&mut self, rate: f32) {
        const MEAN: f32 = 0.9;
        const SQUARE: f32 = 0.999;
        self.steps += 1;
        let (early, late) = (1.0 - MEAN.powi(self.steps), 1.0 - SQUARE.powi(self.steps));
        let values = self.values.iter_mut().flatten().zip(self.gradient.iter_mut().flatten());
        let means = self.mean.iter_mut().flatten().zip(self.square.iter_mut().flatten());
        for ((value, gradient), (mean, square)) in values.zip(means) {
            *mean = MEAN * *mean + (1.0 - MEAN) * *gradient;
            *square = SQUARE * *square + (1.0 - SQUARE) * *gradient * *gradient;
            *value -= rate * (*mean / early) / ((*square / late).sqrt() + 1e-8);
            *gradient = 0.0;
        }
    }
}

fn chance(sum: f32) -> f32 {
    1.0 / (1.0 + (-sum).exp())
}

/// Cross entropy of a forecast.
fn loss_of(chance: f32, target: f32) -> f64 {
    let log = |part: f32| f64::from(part.max(1e-6)).ln();
    -f64::from(target) * log(chance) - f64::from(1.0 - target) * log(1.0 - chance)
}
