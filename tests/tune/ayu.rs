//! Learns the weights of Ayu's evaluation from games that the player plays against itself.
//!
//! How the table was made: `play` with the weights of before, `learn` by logistic regression those that predict the
//! winners best, paste the two tables into `ayu.rs` if `match` says that they are stronger; three rounds, 14,834 games
//! with 400 to 600 nodes a move. `judge` is for games of others, which are never learned from.
//!
//! Tried and left out: a network of 16 units on 32 counts (costs and edges apart for regions of one side alone and
//! shared ones), learned from 250,000 positions at the ends of principal variations with targets of 0.7 search and 0.3
//! result. On positions held back its loss was 0.35 instead of 0.43 from ply 60 on and 0.26 instead of 0.39 from ply 70
//! on, but no better before ply 50. It won 87 of 160 games with the same 2,000 nodes, and 21 of 60 with the same time
//! (8,000 nodes against 10,500): what it knows of the end the search finds as well, and the flood of the regions costs
//! a fifth of the nodes.

#[path = "../../ayu.rs"]
#[allow(dead_code)]
mod ayu;
mod common;

use ayu::contest::{decode, mix64, Budget, Rng};
use ayu::eval::{fold, joining, phase, terms, Position, Weights, ANCHORS, PHASES, TERMS};
use ayu::rules::{Board, Move, MoveList};
use ayu::search::Search;
use common::{encode, Progress, Records, Words};
use jury::game::Game;
use std::io;

const USAGE: &str = "\
tune-ayu play FILE GAMES NODES [SEED]     games with about so many nodes a move; goes on with a file
tune-ayu learn OUT FILE...                learns from the games of files, prints the terms, writes all weights to OUT
tune-ayu match OUT GAMES NODES [SEED]     the weights of a file against the built-in ones
tune-ayu judge FILE                       the loss of the built-in evaluation on games of others, by ply
                                          (one game a line, `B9-B8 C10-C9 ...`; the side on turn at the end has won)";

fn main() -> io::Result<()> {
    let words = Words::new(USAGE);
    match words.command() {
        "play" => play(words.text(1), words.number(2), words.number(3), words.number_or(4, 1)),
        "learn" => learn(words.text(1), words.from(2)),
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

/// Writes one game a line: the number of random plies, the moves, and at the end `W` or `B`, who won.
fn play(file: &str, games: usize, nodes: usize, seed: u64) -> io::Result<()> {
    let mut records = Records::open(file)?;
    let mut progress = Progress::new("games", records.done, games);
    while records.done < games {
        // Of the seed and the game's number alone, so that a file that is gone on with is the same as a whole one.
        let mut rng = Rng(mix64(seed).wrapping_add(mix64(records.done as u64 + 1)));
        let mut search = Search::new(rng.next());
        let random = rng.below(RANDOM_PLIES + 1);
        let mut line = random.to_string();
        let mut board = Board::new();
        for ply in 0.. {
            let step = if ply < random || rng.below(RANDOM_ONE_IN) == 0 {
                random_move(&board, &mut rng)
            } else {
                // Not all games with the same depth: the number of nodes varies by half up and down.
                let budget = Budget::fixed(60, (nodes / 2 + rng.below(nodes + 1)) as u64);
                search.think(&board, budget).map(|report| report.best)
            };
            match step {
                Some(step) => {
                    board.play(step);
                    line += &format!(" {}", step);
                }
                None => break,
            }
        }
        records.push(&format!("{} {}", line, if board.turn == 0 { "W" } else { "B" }))?;
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
                let chance = 1.0 / (1.0 + (-score as f32 / UNIT).exp());
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

// --- Learning --------------------------------------------------------------------------------------------------------

/// Every how many games one is kept back, to see how well the weights predict what they have not learned from.
const HELD_BACK: usize = 10;

/// Passes over all positions.
const EPOCHS: usize = 6;

/// First step of the descent, in the logarithm of odds; Adagrad makes it smaller for weights that have moved much.
const STEP: f32 = 0.005;

/// Pull of a pattern's weight towards 0, for each position that it takes part in: what is seen seldom stays near 0.
/// Without it the positions held back are predicted worse from the first pass on.
const DECAY: f32 = 0.03;

/// The weights of the evaluation's terms are hundredths of the logarithm of odds.
const UNIT: f32 = 100.0;

/// One position: what its score is the sum of.
struct Sample {
    low: usize,
    share: f32,
    terms: [f32; TERMS],
    /// First and last place of its pattern classes in the common list.
    range: (usize, usize),
    white_won: f32,
}

/// The weights as they are learned: each of the terms and then the classes, with a value for each anchor.
struct Model {
    values: Vec<[f32; ANCHORS]>,
    /// Sums of squared gradients.
    spread: Vec<[f32; ANCHORS]>,
}

fn learn(out: &str, files: &[String]) -> io::Result<()> {
    let fold = fold();
    let classes = fold.iter().map(|&(class, _)| class + 1).max().unwrap_or(0);
    let mut position = Position::new(Weights::learned());
    let (mut samples, mut patterns, mut tests) = (Vec::new(), Vec::new(), Vec::new());
    let mut games = 0;
    for file in files {
        for line in std::fs::read_to_string(file)?.lines() {
            let words: Vec<&str> = line.split(' ').collect();
            let (random, white_won) = match (words.first().and_then(|w| w.parse::<usize>().ok()), words.last()) {
                (Some(random), Some(&winner)) => (random, f32::from(u8::from(winner == "W"))),
                _ => continue,
            };
            position.set(&Board::new());
            games += 1;
            for (ply, step) in words[1..].iter().filter_map(|word| Move::parse(word)).enumerate() {
                if ply >= random {
                    let sample = sample(&position, &fold, &mut patterns, white_won);
                    if games % HELD_BACK == 0 { &mut tests } else { &mut samples }.push(sample);
                }
                position.play(step);
            }
        }
    }
    eprintln!("{} games, {} positions to learn from, {} held back", games, samples.len(), tests.len());
    let mut model =
        Model { values: vec![[0.0; ANCHORS]; TERMS + classes], spread: vec![[1e-3; ANCHORS]; TERMS + classes] };
    let mut rng = Rng(1);
    let mut progress = Progress::new("epochs", 0, EPOCHS);
    for epoch in 1..=EPOCHS {
        rng.shuffle(&mut samples);
        let rate = STEP * (1.0 - (epoch as f32 - 1.0) / EPOCHS as f32);
        let loss: f64 = samples.iter().map(|s| model.train(s, &patterns, rate)).sum();
        let test: f64 = tests.iter().map(|s| loss_of(model.predict(s, &patterns), s.white_won)).sum();
        let (loss, test) = (loss / samples.len() as f64, test / tests.len() as f64);
        progress.tell(epoch, &format!("loss {:.4}, held back {:.4}", loss, test));
    }
    let whole: Vec<i16> = model.values.iter().flatten().map(|weight| (weight * UNIT).round() as i16).collect();
    // The terms as they stand in `ayu.rs`; the text of the patterns is that of all less these.
    whole[..TERMS * ANCHORS].chunks(ANCHORS).for_each(|values| println!("        {:?},", values));
    print!("{}", encode(&whole[TERMS * ANCHORS..]));
    std::fs::write(out, encode(&whole))
}

/// Takes a position apart; its pattern classes with their signs go to the common list.
fn sample(position: &Position, fold: &[(usize, i16)], patterns: &mut Vec<(u16, i8)>, white_won: f32) -> Sample {
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
        white_won,
    }
}

impl Model {
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
        1.0 / (1.0 + (-sum).exp())
    }

    /// One step down the gradient; returns the loss before it.
    fn train(&mut self, s: &Sample, patterns: &[(u16, i8)], rate: f32) -> f64 {
        let chance = self.predict(s, patterns);
        let error = chance - s.white_won;
        let shares = [(s.low, 1.0 - s.share), (s.low + 1, s.share)];
        let mut step = |weight: usize, factor: f32| {
            for (anchor, part) in shares {
                let pull = if weight < TERMS { 0.0 } else { DECAY * self.values[weight][anchor] };
                let gradient = error * factor * part + pull;
                self.spread[weight][anchor] += gradient * gradient;
                self.values[weight][anchor] -= rate * gradient / self.spread[weight][anchor].sqrt();
            }
        };
        s.terms.iter().enumerate().for_each(|(term, &factor)| step(term, factor));
        for &(class, sign) in &patterns[s.range.0..s.range.1] {
            step(TERMS + usize::from(class), f32::from(sign));
        }
        loss_of(chance, s.white_won)
    }
}

fn loss_of(chance: f32, white_won: f32) -> f64 {
    let right = if white_won > 0.5 { chance } else { 1.0 - chance };
    -f64::from(right.max(1e-6)).ln()
}
