//! `tune-lamistra`: learns the weights of the evaluation from the player's own games, and plays weights against weights.
//!
//!     games [--games N] [--nodes N] [--seed N] [--from FILE] [--to LESSONS]
//!         plays games of the weights against themselves (N nodes a move, some random moves at the start) and appends
//!         some quiet positions of the decided ones, with their results, to a file.
//!     fit LESSONS [--pull X] [--from FILE] [--to FILE]
//!         fits weights to those results by logistic regression, pulled towards the old weights.
//!     match FILE-A FILE-B [--games N] [--nodes N] [--seed N]
//!         paired games, sides swapped after the same random start.
//!
//! A FILE holds the weights as numbers; `-` stands for the player's own. A round is kept only if it wins its match.

#[path = "../../lamistra.rs"]
#[allow(dead_code)]
mod player;

use player::eval::{terms, Weights, COUNT, WEIGHTS};
use player::rules::{Board, Move, NONE};
use player::search::{Rng, Search};
use std::io::Write;

/// What is learned from one position: how often each weight counts for Red less for Blue, and Red's result.
struct Lesson {
    terms: Vec<(u8, i16)>,
    result: f64,
}

impl Lesson {
    /// Result, number of terms, then three bytes for each.
    fn pack(&self, bytes: &mut Vec<u8>) {
        bytes.extend([self.result as u8, self.terms.len() as u8]);
        for &(term, times) in &self.terms {
            bytes.push(term);
            bytes.extend(times.to_le_bytes());
        }
    }

    fn unpack(bytes: &mut std::slice::Iter<u8>) -> Option<Lesson> {
        let mut byte = || bytes.next().copied();
        let (result, count) = (f64::from(byte()?), byte()?);
        let mut terms = Vec::new();
        for _ in 0..count {
            terms.push((byte()?, i16::from_le_bytes([byte()?, byte()?])));
        }
        Some(Lesson { terms, result })
    }
}

/// Half-moves at the start of each game that are drawn at random.
const RANDOM_PLIES: usize = 8;

fn read_weights(path: &str) -> Weights {
    if path == "-" {
        return WEIGHTS;
    }
    let text = std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {}", path, error));
    let numbers: Vec<i32> = text.split([',', ' ', '\n']).filter_map(|word| word.parse().ok()).collect();
    numbers.try_into().unwrap_or_else(|n: Vec<i32>| panic!("{}: {} numbers, not {}", path, n.len(), COUNT))
}

fn show(weights: &[f64]) -> String {
    let words: Vec<String> = weights.iter().map(|w| format!("{:.0}", w)).collect();
    words.chunks(14).map(|line| line.join(", ")).collect::<Vec<_>>().join(",\n") + "\n"
}

/// Some random quiet moves from the start.
fn opening(rng: &mut Rng) -> Board {
    let mut board = Board::new();
    while usize::from(board.ply()) < RANDOM_PLIES {
        let quiet: Vec<Move> = board.legal_moves().into_iter().filter(|&mv| !board.is_attack(mv)).collect();
        if quiet.is_empty() {
            break;
        }
        board.play(quiet[rng.below(quiet.len())], NONE);
    }
    board
}

/// One half-move by the player on turn; in a fight the other one chooses its role too. Returns the score found.
fn step(players: &mut [Search; 2], board: &mut Board) -> i32 {
    let side = board.side();
    let choice = players[side].choose(board, None).expect("a move");
    let mut mv = choice.mv;
    let mut answer = NONE;
    if board.is_attack(mv) {
        mv.role = players[side].attack_role(board, mv, None).0;
        answer = players[1 - side].answer(board, mv, None).0;
    }
    board.play(mv, answer);
    choice.score
}

fn pair_of(red: Weights, blue: Weights, nodes: u64, seed: u64) -> [Search; 2] {
    [(red, seed), (blue, seed ^ 0xb10e)].map(|(weights, seed)| {
        let mut search = Search::new(seed);
        search.weights = weights;
        search.node_limit = nodes;
        search
    })
}

/// Plays one game; if it is decided, one in five of its positions becomes a lesson, of those whose next move is quiet.
fn game_lessons(players: &mut [Search; 2], start: Board, rng: &mut Rng, bytes: &mut Vec<u8>) -> [i32; 2] {
    let mut board = start;
    let mut lessons: Vec<Lesson> = Vec::new();
    loop {
        if let Some(points) = board.result() {
            if points[0] + points[1] == 12 {
                for mut lesson in lessons {
                    lesson.result = f64::from(points[0] / 12);
                    lesson.pack(bytes);
                }
            }
            return points;
        }
        let before = board;
        step(players, &mut board);
        if board.last_attack() < board.ply() && rng.below(5) == 0 {
            let mut counts = [0i16; COUNT];
            terms(&before, 0, &mut |term, times| counts[term] += times as i16);
            terms(&before, 1, &mut |term, times| counts[term] -= times as i16);
            let terms = (0..COUNT).filter(|&i| counts[i] != 0).map(|i| (i as u8, counts[i])).collect();
            lessons.push(Lesson { terms, result: 0.5 });
        }
    }
}

fn games(options: &Options) {
    let weights = read_weights(&options.from);
    let mut rng = Rng(options.seed);
    let mut players = pair_of(weights, weights, options.nodes, options.seed);
    let mut bytes = Vec::new();
    let mut drawn = 0;
    for game in 1..=options.games {
        let points = game_lessons(&mut players, opening(&mut rng), &mut rng, &mut bytes);
        drawn += usize::from(points[0] + points[1] == 4);
        if game % 100 == 0 || game == options.games {
            eprintln!("{} games, {} drawn", game, drawn);
            let mut file = std::fs::OpenOptions::new().create(true).append(true).open(&options.to).expect(&options.to);
            file.write_all(&bytes).expect("the lessons are written");
            bytes.clear();
        }
    }
}

/// Logistic regression by AdaGrad: 100 points of evaluation are one logit. One lesson in eight is held out.
fn fit(path: &str, pull: f64, options: &Options) {
    let old = read_weights(&options.from);
    let bytes = std::fs::read(path).unwrap_or_else(|error| panic!("{}: {}", path, error));
    let mut bytes = bytes.iter();
    let mut lessons: Vec<Lesson> = std::iter::from_fn(|| Lesson::unpack(&mut bytes)).collect();
    // The last games are held out, for positions of one game resemble each other.
    let held = lessons.split_off(lessons.len() - lessons.len() / 8);
    let mut rng = Rng(options.seed);
    let mut weights: Vec<f64> = old.iter().map(|&w| f64::from(w)).collect();
    let mut squares = vec![1e-3; COUNT];
    let chance = |weights: &[f64], lesson: &Lesson| {
        let sum: f64 = lesson.terms.iter().map(|&(i, n)| weights[usize::from(i)] * f64::from(n)).sum();
        1.0 / (1.0 + (-sum / 100.0).exp())
    };
    let loss = |weights: &[f64], lessons: &[Lesson]| {
        let surprise = |lesson: &Lesson| -(1.0 - (lesson.result - chance(weights, lesson)).abs()).max(1e-9).ln();
        lessons.iter().map(surprise).sum::<f64>() / lessons.len() as f64
    };
    eprintln!("{} lessons, loss {:.5}, held out {:.5}", lessons.len(), loss(&weights, &lessons), loss(&weights, &held));
    for epoch in 0..24 {
        for i in (1..lessons.len()).rev() {
            lessons.swap(i, rng.below(i + 1));
        }
        for lesson in &lessons {
            let error = chance(&weights, lesson) - lesson.result;
            for &(i, n) in &lesson.terms {
                let i = usize::from(i);
                let back = pull * (weights[i] - f64::from(old[i])) / lessons.len() as f64;
                let slope = error * f64::from(n) + back;
                squares[i] += slope * slope;
                weights[i] -= 30.0 * slope / f64::sqrt(squares[i]);
            }
        }
        if epoch % 8 == 7 {
            eprintln!(
                "epoch {} loss {:.5}, held out {:.5}",
                epoch + 1,
                loss(&weights, &lessons),
                loss(&weights, &held)
            );
        }
    }
    std::fs::write(&options.to, show(&weights)).expect("the weights are written");
}

fn play_match(a: &str, b: &str, options: &Options) {
    let (a, b) = (read_weights(a), read_weights(b));
    let mut rng = Rng(options.seed);
    let mut tables = [pair_of(a, b, options.nodes, options.seed), pair_of(b, a, options.nodes, options.seed)];
    let (mut won, mut drawn, mut lost, mut points) = (0, 0, 0, 0);
    let mut squares = 0.0;
    for _ in 0..options.games / 2 {
        let start = opening(&mut rng);
        let mut pair = 0;
        for (seat, players) in tables.iter_mut().enumerate() {
            let mut board = start;
            let result = loop {
                if let Some(points) = board.result() {
                    break points;
                }
                step(players, &mut board);
            };
            let difference = result[seat] - result[1 - seat];
            pair += difference;
            match difference {
                12 => won += 1,
                -12 => lost += 1,
                _ => drawn += 1,
            }
        }
        points += pair;
        squares += f64::from(pair * pair);
        eprint!("\rA +{} ={} -{}   ", won, drawn, lost);
        let _ = std::io::stderr().flush();
    }
    let pairs = (options.games / 2) as f64;
    let mean = f64::from(points) / pairs;
    let error = ((squares / pairs - mean * mean) / pairs).sqrt() * 1.96;
    println!("\rA +{} ={} -{}: {:+.2} +- {:.2} points a pair (95 %)", won, drawn, lost, mean, error);
}

struct Options {
    games: usize,
    nodes: u64,
    seed: u64,
    from: String,
    to: String,
}

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let after = |name: &str| words.iter().position(|w| w == name).and_then(|i| words.get(i + 1)).cloned();
    let number = |name: &str, otherwise: u64| after(name).map_or(otherwise, |w| w.parse().expect("a number"));
    let options = Options {
        games: number("--games", 200) as usize,
        nodes: number("--nodes", 1_000),
        seed: number("--seed", 1),
        from: after("--from").unwrap_or_else(|| "-".to_string()),
        to: after("--to").unwrap_or_else(|| "weights.txt".to_string()),
    };
    match words.first().map(String::as_str) {
        Some("games") => games(&options),
        Some("fit") if words.len() >= 2 => fit(&words[1], number("--pull", 10) as f64, &options),
        Some("match") if words.len() >= 3 => play_match(&words[1], &words[2], &options),
        _ => eprintln!("tune-lamistra games|fit|match: see the head of tests/tune/lamistra.rs"),
    }
}
