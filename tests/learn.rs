//! Learns the weights of a plain player's evaluation from its games against itself: `make learn GAME=ayu`.
//!
//! A weight set by hand is a guess. But a game says at its end whether the side on turn in each of its positions won.
//! So the program plays itself, from random starts, and keeps the terms of every position beside that result. Then
//! logistic regression finds the weights by which the terms predict the results best. With these it plays more games,
//! and learns again. In the end new weights play old ones, and the text to paste into the file is printed.
//!
//! It serves the plain players of Ayu and Spaghetti, and a new game's (`make new`). New against old, on one busy
//! processor: Spaghetti 66 won, 6 drawn, 28 lost (`learn FILE COPY 80 100`); Ayu 104 won, 96 lost (`make learn`).
//!
//! `learn FILE COPY [SECONDS] [GAMES]` is built together with the player in FILE, as a library named `player`. Of it
//! it uses `Board` (`new`, `legal_moves`, `play`, `turn`, `result`), `Search` (`new`, `weights`, `limit`, `think`),
//! `terms` and `WEIGHTS`. COPY is written: FILE with the new weights. Two arguments more are for trials: the seconds
//! that the games to learn from take (240), and the games of the match (200).

use player::{terms, Board, Search, WEIGHTS};
use std::time::{Duration, Instant};

const TERMS: usize = WEIGHTS.len();
type Weights = [i32; TERMS];

/// Nodes for a move of a game to learn from, and of the match. Fixed numbers depend on no clock: games on a busy machine
/// are as good. More nodes give better games, but fewer of them.
const NODES: [u64; 2] = [300, 1_000];
const ROUNDS: u64 = 3; // of games and learning
const START_PLIES: usize = 10; // most moves by chance, so that games differ
const LONGEST: usize = 2_000; // a longer game is a draw

/// Random numbers (splitmix64).
struct Rng(u64);
impl Rng {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ (mixed >> 31)) % n as u64) as usize
    }
}

// ---- Games ----------------------------------------------------------------------------------------------------------

/// Where the jury lays something before the first move, the player's `Board` has a method of its own with this name: it
/// takes a line of the jury, and returns `None` when that is not expected any more. Else this one counts: no lines.
#[allow(dead_code)]
trait SetUp: Sized {
    fn set_up(&self, _line: &str) -> Option<Self> {
        None
    }
}
impl SetUp for Board {}

/// A position after the jury's lines and some moves, all by chance. Where the jury's lines do not look like moves, here
/// is the place to make them.
fn start(rng: &mut Rng) -> Board {
    let mut board = Board::new();
    let mut plies = 2 * rng.below(START_PLIES / 2 + 1); // an even number: the side that begins stays the same
    loop {
        let moves = board.legal_moves();
        if moves.is_empty() {
            return start(rng); // over too soon
        }
        let mv = moves[rng.below(moves.len())];
        board = match board.set_up(&mv.to_string()) {
            Some(after) => after,
            None if plies == 0 => return board,
            None => {
                plies -= 1;
                board.play(mv)
            }
        };
    }
}

/// Plays a game from a random start to its end, each side by its weights. Shows each position to `watch`. Returns what
/// side 0 gets: 1 for a win, 0 for a loss, 1/2 for a draw.
fn play(rng: &mut Rng, nodes: u64, weights: [&Weights; 2], mut watch: impl FnMut(&Board)) -> f64 {
    let (mut board, seed) = (start(rng), rng.0);
    let never = Instant::now() + Duration::from_secs(1_000_000);
    let mut searches = weights.map(|weights| {
        let mut search = Search::new(seed);
        (search.weights, search.limit) = (*weights, nodes);
        search
    });
    for _ in 0..LONGEST {
        let side = board.turn as usize;
        let Some(report) = searches[side].think(&board, never) else {
            let own = f64::from(board.result().signum() + 1) / 2.0;
            return if side == 0 { own } else { 1.0 - own };
        };
        watch(&board);
        board = board.play(report.best);
    }
    0.5
}

/// A position of a game: its terms, for the side on turn, and what that side got in the end. Behind the terms stands 1:
/// its weight is what it is worth to be on turn.
type Sample = ([f64; TERMS + 1], f64);

/// The positions of one game from a random start.
fn samples(weights: &Weights, seed: u64) -> Vec<Sample> {
    let mut seen = Vec::new();
    let first = play(&mut Rng(seed), NODES[0], [weights; 2], |board| {
        let mut all = [1.0; TERMS + 1];
        all.iter_mut().zip(terms(board)).for_each(|(of_all, term)| *of_all = f64::from(term));
        seen.push((all, board.turn as usize));
    });
    seen.into_iter().map(|(all, side)| (all, if side == 0 { first } else { 1.0 - first })).collect()
}

/// Gives numbers from `first` on to `work`, on all processors, until it returns `None`. Returns what it made of them.
fn on_all_processors<T: Send>(first: u64, work: impl Fn(u64) -> Option<T> + Sync) -> Vec<T> {
    let threads = std::thread::available_parallelism().map_or(1, usize::from) as u64;
    std::thread::scope(|scope| {
        let (work, mut done) = (&work, Vec::new());
        let run = |thread: u64| move || (0..).map_while(|i| work(first + thread + threads * i)).collect::<Vec<T>>();
        let all: Vec<_> = (0..threads).map(|thread| scope.spawn(run(thread))).collect();
        all.into_iter().for_each(|thread| done.extend(thread.join().expect("a player that does not panic")));
        done
    })
}

// ---- Learning -------------------------------------------------------------------------------------------------------

/// A weighted sum `x` stands for a chance to win of 1 / (1 + e^-x): 0 is 0.50, 1 is 0.73, 3 is 0.95.
fn chance(sum: f64) -> f64 {
    1.0 / (1.0 + (-sum).exp())
}
fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}
/// How far numbers spread: the root of the mean of the squares.
fn spread(numbers: impl Iterator<Item = f64> + Clone) -> f64 {
    (numbers.clone().map(|number| number * number).sum::<f64>() / numbers.count() as f64).sqrt().max(1e-9)
}

/// How badly weights predict the results: the mean of the logarithm of 1 / the chance that they gave to what came. A
/// coin gives 0.693, and who knows all gives 0.
fn surprise(samples: &[Sample], weights: &[f64]) -> f64 {
    let one = |(terms, got): &Sample| {
        let p = chance(dot(terms, weights)).clamp(1e-9, 1.0 - 1e-9);
        -got * p.ln() - (1.0 - got) * (1.0 - p).ln()
    };
    samples.iter().map(one).sum::<f64>() / samples.len() as f64
}

// Logistic regression. The surprise is a bowl: from anywhere downhill leads to its bottom. A weight has to go up if its
// term is high where more was got than predicted. Say a term is 2 in a position that was won, and the chance was 0.6:
// it pulls its weight up by 2 * (1 - 0.6) = 0.8. A step goes where the mean of all positions pulls. So that one length
// of steps suits all, each term is counted in its own spread.
fn fit(samples: &[Sample]) -> Vec<f64> {
    let units: Vec<f64> = (0..=TERMS).map(|i| spread(samples.iter().map(|sample| sample.0[i]))).collect();
    let mut weights = vec![0.0; TERMS + 1];
    for _ in 0..500 {
        let mut pull = [0.0; TERMS + 1];
        for (terms, got) in samples {
            let missed = got - chance(dot(terms, &weights));
            pull.iter_mut().zip(terms).for_each(|(pull, term)| *pull += missed * term);
        }
        for i in 0..=TERMS {
            weights[i] += 2.0 / units[i] / units[i] * pull[i] / samples.len() as f64;
        }
    }
    weights
}

/// Whole numbers for the player. Its scores shall spread as by its old weights, for their unit is known to it.
fn whole(samples: &[Sample], weights: &[f64]) -> Weights {
    let old = WEIGHTS.map(f64::from);
    let sums = |weights| spread(samples.iter().map(move |sample| dot(&sample.0[..TERMS], weights)));
    let unit = sums(&old) / sums(&weights[..TERMS]);
    std::array::from_fn(|i| (unit * weights[i]).round() as i32)
}

/// The lines of `WEIGHTS` in a player's text, from its first line on, with other numbers: each stands first in its line.
fn paste(text: &str, weights: &Weights) -> (String, String) {
    let (before, rest) = text.split_once("pub const WEIGHTS").expect("`pub const WEIGHTS`");
    let mut lines = rest.split_inclusive('\n');
    let mut block = format!("pub const WEIGHTS{}", lines.next().unwrap_or(""));
    let longest = weights.iter().map(|weight| weight.to_string().len()).max().unwrap_or(0);
    for (weight, line) in weights.iter().zip(lines.by_ref()) {
        let comment = line.split_once(',').expect("a weight in each line").1.trim();
        block += &format!("    {:1$} {2}\n", format!("{weight},"), longest + 1, comment);
    }
    (before.to_string() + &block + &lines.collect::<String>(), block + "];")
}

// ---- The match of new weights against old ---------------------------------------------------------------------------

/// Wins, draws and losses of the new weights. Each start is played twice, with the sides swapped.
fn compare(new: &Weights, games: u64) -> [usize; 3] {
    let results = on_all_processors(0, |game| {
        let (seed, swapped) = (u64::MAX / 2 + game / 2, game % 2 == 1);
        let sides = if swapped { [&WEIGHTS, new] } else { [new, &WEIGHTS] };
        let first = || play(&mut Rng(seed), NODES[1], sides, |_| ());
        (game < games).then(|| if swapped { 1.0 - first() } else { first() })
    });
    [1.0, 0.5, 0.0].map(|wanted| results.iter().filter(|&&result| result == wanted).count())
}

fn main() {
    let words: Vec<String> = std::env::args().collect();
    let number = |at: usize, usual: u64| words.get(at).map_or(usual, |word| word.parse().expect("a number"));
    let (file, copy) = (words.get(1).expect("FILE"), words.get(2).expect("COPY"));
    let text = std::fs::read_to_string(file).expect("the player's file");
    let (seconds, games, begun) = (number(3, 240), number(4, 200), Instant::now());
    let (mut all, mut new, mut played) = (Vec::new(), WEIGHTS, 0);
    for round in 1..=ROUNDS {
        let end = begun + Duration::from_secs(seconds * round / ROUNDS);
        let made = on_all_processors(played, |seed| (Instant::now() < end).then(|| samples(&new, seed)));
        played += made.len() as u64;
        all.extend(made.into_iter().flatten());
        let weights = fit(&all);
        new = whole(&all, &weights);
        let (missed, positions) = (surprise(&all, &weights), all.len());
        println!("{played} games, {positions} positions: {new:?}, surprise {missed:.3} (of a coin 0.693)");
    }
    let (learned, block) = paste(&text, &new);
    std::fs::write(copy, learned).expect("a place for the copy");
    println!("\nTo paste into {file} ({copy} has it):\n{block}\n");
    let [won, drawn, lost] = compare(&new, games);
    let share = 100.0 * (won as f64 + drawn as f64 / 2.0) / games as f64;
    println!("{games} games of {} nodes a move, new weights against old:", NODES[1]);
    println!("{won} won, {drawn} drawn, {lost} lost: {share:.1} %");
}
