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
//! commands make such weights again, not these to the last digit. A scratch program went on from there: at the anchors
//! 32 and 56 to the means of those and of the weights "pulled 0.03" below, for the forecast's sake; then, everywhere, a
//! third of the way to what it learned, pulled 0.05, from 87,000 positions searched again with 5,000 to 12,000 nodes (as
//! `late` does) and, with a seventh of the weight, from 250,000 of the games. The network is `network`'s, from the same.
//!
//! Where costs and patterns are blind: so far from its own sum of joining costs a search of 12,000 nodes knows of a
//! position what the terms and patterns do not (cross entropy with that search, of the evaluation and of the search with
//! itself, 45,000 positions):
//!
//! ```text
//!  sum of costs    8 to 11   12 to 15   16 to 19   20 to 23   24 to 27   32 to 35   40 to 43
//!  evaluation         .275       .305       .353       .399       .454       .566       .630
//!  search             .029       .120       .243       .356       .432       .556       .627
//! ```
//!
//! So the network is for the end. Its ladder, on positions of games held back, by the loss against searches of 1,500
//! nodes (scratch programs; 250,000 positions):
//!
//! ```text
//!  sum of costs                                              4 to 7  8 to 11  12 to 15  16 to 19
//!  terms and patterns alone                                   .256     .351      .414      .457
//!  and 40 counts, linear                                      .252     .344      .413      .457
//!  16 units, 36 counts of each side's own joining             .228     .327      .407      .461
//!  16 units, and the points where units can meet, with those
//!  that the enemy can go to (the inputs of `ayu.rs`)          .155     .289      .396      .453
//!  8 units on these                                           .162     .295      .401      .453
//!  32 more counts (units in danger, private regions, parity)  .147     .280      .391      .452
//! ```
//!
//! Without the exact targets of units three and more points from the next it saw half as much (.157 and .243 for .113
//! and .196 in the first columns, against 12,000 nodes). What it costs decides: heard below a sum of 20 it took 9 % of the
//! nodes a second, below 14 and where the sum is not beyond 400 it takes 5 %. There its loss is .342, without it .445.
//!
//! Games won against the version of commit daef73f, with 4,000 nodes and about as many more for it as it is faster:
//!
//! ```text
//!  the network below 20, the old tables             4,386 nodes  135 of 286  (113 of 196 with equal nodes)
//!  below 20 and not beyond 400, anchors averaged    4,250 nodes  205 of 400
//!  below 14 and not beyond 400, anchors averaged    4,220 nodes  196 of 400  (30,000 against 31,500: 43 of 90)
//!  and half of the way to the searched positions    4,220 nodes  219 of 400
//!  and a third of the way (the version in `ayu.rs`) 4,100 nodes  208 of 400  (30,000 against 31,200: 33 of 50)
//! ```
//!
//! The nodes a second of the last two are 0.98 and 0.96 of before (0.95 in the third row).
//!
//! In the search: three times a move's nodes more when the score has fallen by 30, 4,000 nodes a move on average, 50 of
//! 120 games; proven scores taken whatever their depth, 8,000 nodes, 139 of 306. Margins and the like against the version
//! of daef73f or, where two figures stand, of the network (by a scratch program, 20,000 nodes; the last row 10,000):
//!
//! ```text
//!  singular extensions from 6 plies on, margin 40      110 of 200, 186 of 370, 2 % fewer nodes a second
//!  late moves: a step of 2; of 4                       99 of 200; 113 of 200 and 152 of 300
//!  moves near the leaves cut to 3 far below the window, by evaluation; by guess alone
//!                                                      101 of 200, 10 % slower; 108 of 200
//!  less reduced: what history likes; the main line     101 of 200; 101 of 200
//!  a ply less where the table knows no move            99 of 200
//!  REDUCTION 1.2; ASPIRATION 30; FUTILITY_STEP 70      74 of 166; 93 of 200; 92 of 200
//! ```
//!
//! Before, the weights were learned from the results of 14,834 games alone, at all their positions. The same terms and
//! patterns learned as above from 7,102 games of two versions with those weights (642,000 positions, 1,000 to 1,500 nodes
//! a search) won 88 of 142 games with 8,000 nodes a move and 56 of 80 with 40,000; three terms more and 762 games with
//! the new weights 190 of 350 against these; 979 more games and the target above 138 of 250 against those.
//!
//! A network of 16 units on 32 counts without the enemy's targets (costs and edges apart for regions of one side alone
//! and shared ones), everywhere, won 87 of 160 games with the same 2,000 nodes, and 21 of 60 with the same time. Six
//! anchors instead of four: no lower loss; nor the numbers of edges of each length, points nearer to one side, contacts
//! with empty points, lone pieces.
//!
//! What forecasts the games of other people better played worse, until the network came. The loss on the games of the
//! contest of 2015 (`judge`), and what was tried against it, learned by a scratch program from these games and 9,192 more
//! of unequal players (30 to 2,000 nodes), a sixth of their positions searched again; then the games won with 4,000 to
//! 8,000 nodes against the second generation:
//!
//! ```text
//!  ply                                    10     20     30     40     50     60    won
//!  those before (commit a1302aa)         .6014  .5479  .4727  .3999  .3445  .3050
//!  the second generation                 .6013  .5484  .4736  .3998  .3437  .3229
//!  the mean of both                      .6003  .5454  .4697  .3969  .3414  .3083  95 of 224
//!  pulled to those before, 0.03          .5985  .5460  .4724  .4002  .3453  .3152  193 of 400
//!  pulled to those before, 0.1           .5976  .5444  .4711  .3995  .3428  .3100  20 of 72
//!  pulled 0.03, and 8,021 games between
//!  players that judge unlike each other  .5903  .5474  .4741  .3998  .3431  .3129  72 of 170
//!  the second generation, network        .6013  .5484  .4736  .3998  .3426  .2994
//!  anchors averaged, network             .6009  .5472  .4723  .3986  .3430  .2994  196 of 400
//!  and half of the way, network          .5977  .5466  .4713  .3978  .3447  .3017  219 of 400
//!  and a third of the way: `ayu.rs`      .6005  .5464  .4703  .3961  .3439  .3036  208 of 400
//! ```
//!
//! The third instead of the half was taken because of ply 50; nothing was learned from these games. (The 219 are of a
//! network with a target of 0.95, which forecast plies 50 and 60 worse, .3471 and .3071.)
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
//! not). By a scratch program, each searched with 5,000 nodes; in brackets the version of daef73f and that of a1302aa
//! with half the nodes. The mean loss of the evaluation there is .526 (.527, .607), that of the search .132 (.252, .379):
//! the network sees what comes after.
//!
//! ```text
//!  plies before the end   solved   evaluation right   search right
//!  12 to 14                  297     233 (230, 215)   290 (260, 240)
//!  15 to 18                  180     125 (131, 118)   172 (164, 155)
//!  19 to 24                   45      29  (29,  25)    42  (44,  44)
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
use ayu::eval::{fold, inputs, joining, phase, say, terms, Position, Weights};
use ayu::eval::{ANCHORS, HIDDEN, INPUTS, PHASES, SAY, TERMS};
use ayu::rules::{Board, Move, MoveList};
use ayu::search::{Search, PROVEN};
use common::{encode, Progress, Records, Words};
use jury::game::Game;
use std::io;

const USAGE: &str = "\
tune-ayu play FILE GAMES NODES [SEED]     positions of games with about so many nodes a move; goes on with a file
tune-ayu learn OUT FILE...                learns from the files, prints the terms, writes all weights to OUT
tune-ayu late FILE GAMES NODES [SEED]     searches late positions of a file of games again; goes on with a file
tune-ayu network OUT LATE FILE...         learns the network from such a file and, with a tenth of the weight, from files of
                                          games; writes its weights to OUT
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
        "late" => late(words.text(1), words.text(2), words.number(3), words.number_or(4, 1)),
        "network" => network(words.text(1), words.from(2)),
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
            position.set(&read(&sample.join(" "), 1.0).expect("a position as `record` writes it").0);
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

/// A number that is learned.
#[derive(Clone, Copy, Default)]
struct Weight {
    value: f32,
    /// The gradient of a batch, and running means of gradients and of their squares.
    gradient: f32,
    mean: f32,
    square: f32,
}

/// The weights as they are learned: each of the terms and then the classes, with a value for each anchor.
struct Model {
    weights: Vec<[Weight; ANCHORS]>,
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
                if let Some((board, target)) = read(text, SEARCHED) {
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
            model.steps += 1;
            descend(model.weights.iter_mut().flatten(), model.steps, cosine(STEP, way));
        }
        let loss = loss / samples.len() as f64;
        progress.tell(epoch, &format!("loss {:.4}, held back {:.4}", loss, held_back(&model)));
    }
    let whole: Vec<i16> = model.weights.iter().flatten().map(|weight| (weight.value * UNIT).round() as i16).collect();
    // The terms as they stand in `ayu.rs`; the text of the patterns is that of all less these.
    whole[..TERMS * ANCHORS].chunks(ANCHORS).for_each(|values| println!("        {:?},", values));
    print!("{}", encode(&whole[TERMS * ANCHORS..]));
    std::fs::write(out, encode(&whole))
}

/// Reads a position as `record` writes it: the board, and White's chance as the target, of which the search is that part.
fn read(text: &str, searched: f32) -> Option<(Board, f32)> {
    let words: Vec<&str> = text.split(' ').collect();
    let set = |i: usize| u128::from_str_radix(words.get(i)?, 16).ok();
    let turn = words.get(2)?.parse::<usize>().ok()? & 1;
    let score = words.get(3)?.parse::<i32>().ok()? * if turn == 0 { 1 } else { -1 };
    let won = f32::from(u8::from(*words.get(4)? == "1"));
    let target = if score.abs() > PROVEN {
        f32::from(u8::from(score > 0))
    } else {
        searched * chance(score as f32 / UNIT) + (1.0 - searched) * won
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
        let learned = |weight: i16| Weight { value: f32::from(weight) / UNIT, ..Weight::default() };
        let mut values = vec![[Weight::default(); ANCHORS]; TERMS + CLASSES];
        for (value, term) in values.iter_mut().zip(weights.terms.iter()) {
            *value = term.map(|weight| learned(weight as i16));
        }
        for (&(class, sign), pattern) in fold.iter().zip(weights.patterns.iter()).filter(|((_, sign), _)| *sign != 0) {
            values[TERMS + class] = pattern.map(|weight| learned(weight * sign));
        }
        Model { weights: values, steps: 0 }
    }

    /// White's chance.
    fn predict(&self, s: &Sample, patterns: &[(u16, i8)]) -> f32 {
        let mut sum = 0.0;
        let mut add = |weight: usize, factor: f32| {
            let values = &self.weights[weight];
            sum += factor * (values[s.low].value * (1.0 - s.share) + values[s.low + 1].value * s.share);
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
            self.weights[weight][s.low].gradient += error * factor * (1.0 - s.share);
            self.weights[weight][s.low + 1].gradient += error * factor * s.share;
        };
        s.terms.iter().enumerate().for_each(|(term, &factor)| add(term, factor));
        for &(class, sign) in &patterns[s.range.0..s.range.1] {
            add(TERMS + usize::from(class), f32::from(sign));
        }
        loss_of(chance, s.target)
    }
}

/// One step of Adam down the gradient, which begins anew.
fn descend<'a>(weights: impl Iterator<Item = &'a mut Weight>, steps: i32, rate: f32) {
    const MEAN: f32 = 0.9;
    const SQUARE: f32 = 0.999;
    let (early, late) = (1.0 - MEAN.powi(steps), 1.0 - SQUARE.powi(steps));
    for w in weights {
        w.mean = MEAN * w.mean + (1.0 - MEAN) * w.gradient;
        w.square = SQUARE * w.square + (1.0 - SQUARE) * w.gradient * w.gradient;
        w.value -= rate * (w.mean / early) / ((w.square / late).sqrt() + 1e-8);
        w.gradient = 0.0;
    }
}

/// The step of the descent on its way from 0 to 1.
fn cosine(first: f32, way: f32) -> f32 {
    first * 0.5 * (1.0 + (std::f32::consts::PI * way).cos())
}

fn chance(sum: f32) -> f32 {
    1.0 / (1.0 + (-sum).exp())
}

/// Cross entropy of a forecast.
fn loss_of(chance: f32, target: f32) -> f64 {
    let log = |part: f32| f64::from(part.max(1e-6)).ln();
    -f64::from(target) * log(chance) - f64::from(1.0 - target) * log(1.0 - chance)
}

// --- The network -----------------------------------------------------------------------------------------------------

/// Of the positions of games those with sums of costs in this range, one of so many, are searched again.
const LATE_COSTS: std::ops::Range<i32> = 5..28;
const LATE_ONE_IN: usize = 3;

/// Searches late positions of games, and the ends of the lines found best, with so many nodes. A line is a game.
fn late(file: &str, games: &str, nodes: u64, seed: u64) -> io::Result<()> {
    let games = std::fs::read_to_string(games)?;
    let mut records = Records::open(file)?;
    let mut progress = Progress::new("games", records.done, games.lines().count());
    for line in games.lines().skip(records.done) {
        let mut rng = Rng(mix64(seed).wrapping_add(mix64(records.done as u64 + 1)));
        let mut search = Search::new(rng.next());
        let mut found = Vec::new();
        for text in line.split(',') {
            let board = match read(text, 1.0) {
                Some((board, _)) if rng.below(LATE_ONE_IN) == 0 && LATE_COSTS.contains(&costs(&board)) => board,
                _ => continue,
            };
            let winner = u8::from(text.ends_with('1'));
            let mut put = |board: &Board| {
                let report = search.think(board, Budget::fixed(60, nodes)).filter(|report| report.depth > 0)?;
                found.push(record(board, report.score, winner));
                Some(search.end_of_line(board, &report)).filter(|_| report.score.abs() <= PROVEN)
            };
            if let Some(end) = put(&board) {
                put(&end);
            }
        }
        records.push(&found.join(","))?;
        progress.tell(records.done, "");
    }
    Ok(())
}

fn costs(board: &Board) -> i32 {
    let [white, black] = board.pieces;
    joining(white, black).cost + joining(black, white).cost
}

/// Passes over all late positions, positions for each step, the first step, and what the inputs are divided by, so that
/// they are of the size of one.
const LATE_EPOCHS: usize = 30;
const LATE_BATCH: usize = 512;
const LATE_STEP: f32 = 0.01;
const INPUT: f32 = 4.0;

/// The part of a target that is the search's score: late in the game searches know the result of perfect play, and other
/// people's games are not played perfectly.
const LATE_SEARCHED: f32 = 0.7;

/// The weight of a position that `late` has not searched again.
const SHALLOW: f32 = 0.1;

/// A hidden unit is 256 where it is cut off: 1 while it is learned.
const FULL: f32 = 256.0;

/// One late position as its side on turn sees it.
struct LateSample {
    inputs: [f32; INPUTS],
    /// The sum that the network corrects, and how much its correction counts.
    sum: f32,
    say: f32,
    target: f32,
    weight: f32,
}

/// Learns the network from nothing, as a correction of the built-in terms and patterns.
fn network(out: &str, files: &[String]) -> io::Result<()> {
    let mut position = Position::new(Weights::learned());
    let (mut samples, mut tests) = (Vec::new(), Vec::new());
    for (place, file) in files.iter().enumerate() {
        let weight = if place == 0 { 1.0 } else { SHALLOW };
        for (game, line) in std::fs::read_to_string(file)?.lines().enumerate() {
            let found = line.split(',').filter_map(|text| read(text, LATE_SEARCHED));
            let kept = found.filter_map(|sample| late_sample(&mut position, &sample, weight));
            if game % HELD_BACK == 0 { &mut tests } else { &mut samples }.extend(kept);
        }
    }
    tests.retain(|sample| sample.weight == 1.0);
    eprintln!("{} positions to learn from, {} held back", samples.len(), tests.len());
    // The last of the four inputs that are no counts is the constant.
    const CONSTANT: usize = 29;
    let mut rng = Rng(7);
    let mut weights = vec![Weight::default(); (INPUTS + 1) * HIDDEN];
    for (place, weight) in weights.iter_mut().enumerate() {
        weight.value = match (place / INPUTS, place % INPUTS) {
            (row, unit) if row == HIDDEN => 0.3 - 0.6 * (unit % 2) as f32,
            (_, input) => (rng.unit() as f32 - 0.5) * 0.8 + if input == CONSTANT { 0.4 } else { 0.0 },
        };
    }
    let held_back = |weights: &[Weight]| {
        tests.iter().map(|s| loss_of(correct(weights, s).0, s.target)).sum::<f64>() / tests.len() as f64
    };
    eprintln!("held back {:.4} without the network", held_back(&vec![Weight::default(); weights.len()]));
    let mut progress = Progress::new("epochs", 0, LATE_EPOCHS);
    let steps = LATE_EPOCHS * (samples.len() / LATE_BATCH).max(1);
    let mut step = 0;
    for epoch in 1..=LATE_EPOCHS {
        rng.shuffle(&mut samples);
        for batch in samples.chunks_exact(LATE_BATCH) {
            batch.iter().for_each(|sample| teach(&mut weights, sample));
            step += 1;
            descend(weights.iter_mut(), step, cosine(LATE_STEP, step as f32 / steps as f32));
            // So that whole numbers lose nothing.
            for (place, weight) in weights.iter_mut().enumerate() {
                let most = 818.0 / scale(place);
                weight.value = weight.value.clamp(-most, most);
            }
        }
        progress.tell(epoch, &format!("held back {:.4}", held_back(&weights)));
    }
    let whole: Vec<i16> =
        weights.iter().enumerate().map(|(place, w)| (w.value * scale(place)).round() as i16).collect();
    print!("{}", encode(&whole));
    std::fs::write(out, encode(&whole))
}

/// What a weight is multiplied by to be the whole number in `ayu.rs`.
fn scale(place: usize) -> f32 {
    if place < INPUTS * HIDDEN {
        FULL / INPUT
    } else {
        UNIT
    }
}

fn late_sample(position: &mut Position, (board, target): &(Board, f32), weight: f32) -> Option<LateSample> {
    let [white, black] = board.pieces;
    let sides = [joining(white, black), joining(black, white)];
    let (low, share) = phase(sides[0].cost + sides[1].cost);
    position.set(board);
    position.evaluate()?;
    let sum = position.sum(&sides, low, share);
    let say = say(sides[0].cost + sides[1].cost, sum) as f32 / SAY as f32;
    let inputs = inputs(board, &sides, sum).map(|x| f32::from(x) / INPUT);
    let target = if board.turn == 0 { *target } else { 1.0 - target };
    Some(LateSample { inputs, sum: sum as f32 / UNIT, say, target, weight }).filter(|sample| sample.say > 0.0)
}

/// The chance of the side on turn, and the hidden units before they are cut off.
fn correct(weights: &[Weight], s: &LateSample) -> (f32, [f32; HIDDEN]) {
    let (rows, out) = weights.split_at(INPUTS * HIDDEN);
    let mut hidden = [0.0; HIDDEN];
    for (unit, row) in hidden.iter_mut().zip(rows.chunks(INPUTS)) {
        *unit = row.iter().zip(&s.inputs).map(|(weight, x)| weight.value * x).sum();
    }
    let sum: f32 = hidden.iter().zip(out).map(|(unit, weight)| unit.clamp(0.0, 1.0) * weight.value).sum();
    (chance(s.sum + s.say * sum), hidden)
}

/// Adds one position to the gradient.
fn teach(weights: &mut [Weight], s: &LateSample) {
    let (chance, hidden) = correct(weights, s);
    let error = (chance - s.target) * s.say * s.weight / LATE_BATCH as f32;
    let (rows, out) = weights.split_at_mut(INPUTS * HIDDEN);
    for ((unit, row), weight) in hidden.iter().zip(rows.chunks_mut(INPUTS)).zip(out) {
        weight.gradient += error * unit.clamp(0.0, 1.0);
        if *unit > 0.0 && *unit < 1.0 {
            let back = error * weight.value;
            row.iter_mut().zip(&s.inputs).for_each(|(weight, x)| weight.gradient += back * x);
        }
    }
}
