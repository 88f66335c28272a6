//! What the tuners share: the command line, learned weights as text, data files that a stopped run continues, games
//! held back, gradient descent by Adam, and progress.
#![allow(dead_code)] // No tuner needs all of it.

use jury::rules::game::Rng;
use std::collections::BTreeMap;
use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::ops::Range;
use std::str::FromStr;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::sync_channel;
use std::time::{Duration, Instant};

/// The words of the command line. If one is missing or cannot be read, the program prints its usage and ends with
/// exit code 2. Without any word the usage is what was asked for, and the code is 0.
pub struct Words {
    words: Vec<String>,
    usage: &'static str,
}

impl Words {
    pub fn new(usage: &'static str) -> Words {
        let words = Words { words: std::env::args().skip(1).collect(), usage };
        if words.words.is_empty() {
            println!("{}", usage);
            std::process::exit(0);
        }
        words
    }

    /// The command: `play`, `learn`, `match` and others.
    pub fn command(&self) -> &str {
        &self.words[0]
    }

    /// The word in place i; the command is 0.
    pub fn text(&self, i: usize) -> &str {
        self.words.get(i).unwrap_or_else(|| self.refuse("a word is missing"))
    }

    pub fn number<T: FromStr>(&self, i: usize) -> T {
        let word = self.text(i);
        word.parse().unwrap_or_else(|_| self.refuse(&format!("{:?} is no such number", word)))
    }

    /// The number in place i, or the default if there is no such word.
    pub fn number_or<T: FromStr>(&self, i: usize, default: T) -> T {
        self.words.get(i).map_or(default, |_| self.number(i))
    }

    /// The weights that word i names: of these, or in a file of that name. No word is `-`.
    pub fn weights<const N: usize>(&self, i: usize, own: &[(&str, [i16; N])], read: fn(&str) -> [i16; N]) -> [i16; N] {
        let word = self.words.get(i).map_or("-", String::as_str);
        let text = || fs::read_to_string(word).unwrap_or_else(|why| self.refuse(&format!("{}: {}", word, why)));
        own.iter().find(|own| own.0 == word).map_or_else(|| read(&text()), |own| own.1)
    }

    /// The file in place i, for new weights. They have no blanks. Games do, and are not written over.
    pub fn new_file(&self, i: usize) -> &str {
        let path = self.text(i);
        if fs::read(path).is_ok_and(|old| old.iter().any(|byte| b" \t".contains(byte))) {
            self.refuse(&format!("{} is there and holds no weights: a word is missing?", path));
        }
        path
    }

    /// The files from place i on: at least one.
    pub fn files(&self, i: usize) -> &[String] {
        self.text(i);
        &self.words[i..]
    }

    /// Says what is wrong, prints the usage and ends with exit code 2.
    pub fn refuse(&self, why: &str) -> ! {
        eprintln!("{}\n{}", why, self.usage);
        std::process::exit(2);
    }
}

/// Characters in a row of weights. With the indentation the line has at most 120.
const ROW: usize = 110;

/// Writes weights as the text that `contest::decode` of every player reads. Weights beyond -819 and 818 become these.
pub fn encode(weights: &[i16]) -> String {
    let letter = |digit: i16| char::from(digit as u8 + if digit >= 57 { 36 } else { 35 });
    let (mut text, mut row) = (String::new(), String::new());
    for &weight in weights {
        if row.len() + 2 > ROW {
            text += &(std::mem::take(&mut row) + "\n");
        }
        if (-36..=36).contains(&weight) {
            row.push(letter(weight + 36));
        } else {
            let number = weight.clamp(-819, 818) + 819;
            row.extend([letter(73 + number / 91), letter(number % 91)]);
        }
    }
    text + &row + "\n"
}

/// Does numbered work on all processors. Gives the results to `take` in the order of the numbers.
pub fn parallel<T: Send>(numbers: Range<usize>, work: impl Fn(usize) -> T + Sync, mut take: impl FnMut(T)) {
    let processors = std::thread::available_parallelism().map_or(1, usize::from);
    let (next, end) = (AtomicUsize::new(numbers.start), numbers.end);
    std::thread::scope(|scope| {
        let (send, receive) = sync_channel(4 * processors);
        for _ in 0..processors {
            let (send, next, work) = (send.clone(), &next, &work);
            scope.spawn(move || loop {
                let number = next.fetch_add(1, Ordering::Relaxed);
                if number >= end || send.send((number, work(number))).is_err() {
                    break;
                }
            });
        }
        drop(send);
        // Results that wait for one before them.
        let mut early = BTreeMap::new();
        for number in numbers {
            while !early.contains_key(&number) {
                early.extend([receive.recv().expect("work that does not fail")]);
            }
            early.remove(&number).into_iter().for_each(&mut take);
        }
    });
}

/// Long work that tells stderr how far it is and how long it will still take, at most once in two seconds.
pub struct Progress {
    what: &'static str,
    total: usize,
    /// Done by earlier runs.
    before: usize,
    begun: Instant,
    told: Instant,
}

impl Progress {
    pub fn new(what: &'static str, before: usize, total: usize) -> Progress {
        Progress { what, total, before, begun: Instant::now(), told: Instant::now() }
    }

    /// `done` counts earlier runs too. `note` is added to the line.
    pub fn tell(&mut self, done: usize, note: &str) {
        if self.told.elapsed() < Duration::from_secs(2) && done < self.total {
            return;
        }
        self.told = Instant::now();
        let each = self.begun.elapsed().as_secs_f64() / (done - self.before).max(1) as f64;
        let left = each * (self.total - done.min(self.total)) as f64;
        let clock = format!("{}:{:02}", left as u64 / 60, left as u64 % 60);
        eprintln!("{} {} of {}, {} left {}", self.what, done, self.total, clock, note);
    }
}

/// The records that a file has, one a line. Half a line, which a stopped run may have left, does not count.
pub fn records(path: &str) -> usize {
    fs::read(path).unwrap_or_default().iter().filter(|byte| **byte == b'\n').count()
}

/// Brings a file to `total` records, made on all processors. Record i must depend on i alone. Then a run that was
/// stopped and continued gives the same file as one that was not.
pub fn generate(path: &str, what: &'static str, total: usize, work: impl Fn(usize) -> String + Sync) -> io::Result<()> {
    let mut file = OpenOptions::new().create(true).append(true).open(path)?;
    let whole = fs::read(path)?.iter().rposition(|byte| *byte == b'\n').map_or(0, |end| end + 1);
    file.set_len(whole as u64)?;
    let mut done = records(path);
    if done > 0 {
        eprintln!("{} has {} {} already: they stay", path, done, what);
    }
    let mut progress = Progress::new(what, done, total);
    parallel(done..total, work, |record| {
        file.write_all((record + "\n").as_bytes()).unwrap_or_else(|why| panic!("{}: {}", path, why));
        done += 1;
        progress.tell(done, "");
    });
    Ok(())
}

/// One move in so many is random. So the search meets positions that good play avoids, and the weights learn why.
pub const RANDOM_ONE_IN: usize = 25;

/// One position in so many of the game itself is learned from, beside the ends of lines.
pub const ROOTS_ONE_IN: usize = 3;

/// One game in so many is held back. It shows how well weights predict what they have not learned from.
const HELD_BACK: usize = 10;

/// What `read` finds in files with a game a line: samples to learn from, samples held back, and the number of games.
pub fn samples<T>(
    files: &[String],
    mut read: impl FnMut(&str) -> Option<Vec<T>>,
) -> io::Result<(Vec<T>, Vec<T>, usize)> {
    let (mut samples, mut tests, mut games) = (Vec::new(), Vec::new(), 0);
    for file in files {
        for (i, text) in fs::read_to_string(file)?.lines().enumerate() {
            games += 1;
            let found = read(text).ok_or_else(|| io::Error::other(format!("{}: line {} is no game", file, i + 1)))?;
            if games % HELD_BACK == 0 { &mut tests } else { &mut samples }.extend(found);
        }
    }
    (games > 0).then_some((samples, tests, games)).ok_or_else(|| io::Error::other("no games"))
}

/// A step of Adam (Kingma and Ba 2015): gradient descent in which a weight that matters seldom moves as fast as others.
/// `means` are running means of each weight's slope and of its square; the steps count from 1.
fn adam(weights: &mut [f32], slopes: &[f32], means: &mut [[f32; 2]], step: usize, rate: f32) {
    // Both means begin at 0. These are the shares of their full size that they have grown to.
    let (young, old) = (1.0 - 0.9f32.powi(step as i32), 1.0 - 0.999f32.powi(step as i32));
    for ((weight, slope), [mean, square]) in weights.iter_mut().zip(slopes).zip(means) {
        *mean = 0.9 * *mean + 0.1 * slope;
        *square = 0.999 * *square + 0.001 * slope * slope;
        *weight -= rate * (*mean / young) / ((*square / old).sqrt() + 1e-8);
    }
}

/// Gradient descent by Adam: passes over all samples, samples in a step, the size of the first step. Steps fall to 0
/// as a cosine does.
pub struct Descent {
    pub epochs: usize,
    pub batch: usize,
    pub rate: f32,
}

impl Descent {
    /// Fits weights to the first samples, shuffled from the seed, and says how well they predict the others. `slope` adds the
    /// gradient of one sample's loss to its last argument, and returns the loss.
    pub fn fit<T>(
        &self,
        weights: &mut [f32],
        (mut samples, tests): (Vec<T>, &[T]),
        seed: u64,
        slope: impl Fn(&[f32], &T, &mut [f32]) -> f64,
    ) {
        let held_back = |weights: &[f32]| {
            let mut slopes = vec![0.0; weights.len()];
            tests.iter().map(|s| slope(weights, s, &mut slopes)).sum::<f64>() / tests.len() as f64
        };
        eprintln!("{} samples, {} held back: loss {:.4} before", samples.len(), tests.len(), held_back(weights));
        let (mut means, mut progress) = (vec![[0.0; 2]; weights.len()], Progress::new("epochs", 0, self.epochs));
        let (mut step, steps, mut rng) = (0, self.epochs * samples.len().div_ceil(self.batch), Rng(seed));
        for epoch in 1..=self.epochs {
            rng.shuffle(&mut samples);
            for batch in samples.chunks(self.batch) {
                let mut slopes = vec![0.0; weights.len()];
                batch.iter().for_each(|s| _ = slope(weights, s, &mut slopes));
                let rate = self.rate * 0.5 * (1.0 + (std::f32::consts::PI * step as f32 / steps as f32).cos());
                slopes.iter_mut().for_each(|slope| *slope /= batch.len() as f32);
                step += 1;
                adam(weights, &slopes, &mut means, step, rate);
            }
            progress.tell(epoch, &format!("loss held back {:.4}", held_back(weights)));
        }
    }
}

/// A layer of a network adds inputs times weights to sums. The weights of an input stand side by side, one for each sum.
pub fn forward(weights: &[f32], inputs: &[f32], sums: &mut [f32]) {
    for (x, row) in inputs.iter().zip(weights.chunks(sums.len())) {
        sums.iter_mut().zip(row).for_each(|(sum, weight)| *sum += x * weight);
    }
}

/// The way back. `blame` says for each sum how much a larger one adds to the loss: so each weight gets its slope, its
/// input times the blame of its sum. The blame of an input goes to `of_inputs`, which may be empty: that of each sum, times
/// the weight between the two.
pub fn backward(weights: &[f32], inputs: &[f32], blame: &[f32], slopes: &mut [f32], of_inputs: &mut [f32]) {
    for (x, slopes) in inputs.iter().zip(slopes.chunks_mut(blame.len())) {
        slopes.iter_mut().zip(blame).for_each(|(slope, blame)| *slope += x * blame);
    }
    for (of_input, row) in of_inputs.iter_mut().zip(weights.chunks(blame.len())) {
        *of_input = row.iter().zip(blame).map(|(weight, blame)| weight * blame).sum();
    }
}

/// Hidden units: sums cut off at 0.
pub fn cut<const N: usize>(sums: [f32; N]) -> [f32; N] {
    sums.map(|sum| sum.max(0.0))
}

/// The blame of sums that are cut off at 0: none where nothing is left.
pub fn cut_blame(blame: &mut [f32], units: &[f32]) {
    blame.iter_mut().zip(units).filter(|(_, unit)| **unit <= 0.0).for_each(|(blame, _)| *blame = 0.0);
}

/// The chance that has these odds, given as their logarithm.
pub fn chance(logit: f32) -> f32 {
    1.0 / (1.0 + (-logit).exp())
}

/// Cross entropy: the loss of a forecast in logistic regression. Its slope by the logit is `chance - target`.
pub fn cross_entropy(chance: f32, target: f32) -> f64 {
    let log = |part: f32| f64::from(part.max(1e-6)).ln();
    -f64::from(target) * log(chance) - f64::from(1.0 - target) * log(1.0 - chance)
}
