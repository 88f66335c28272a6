//! `tune-lamistra`: learns the weights of the evaluation from the player's own games, and plays weights against weights.
//!
//!     games [--games N] [--nodes N] [--seed N] [--from FILE] [--to LESSONS]
//!         plays games of the weights against themselves (N nodes a move, from random positions) and appends some quiet positions of the decided ones, with their results, to a file.
//!     fit LESSONS [--pull X] [--from FILE] [--to FILE]
//!         fits weights to those results by logistic regression, pulled towards the old weights.
//!     match FILE-A FILE-B [--games N] [--nodes N] [--seed N]
//!         paired games, sides swapped after the same random start.
//!
//! A FILE holds the weights as numbers; `-` stands for the player's own. A round is kept only if it wins its match.

#[path = "../../lamistra.rs"]
#[allow(dead_code)]
mod player;

use player::eval::{evaluate, sane_answers, terms, Weights, COUNT, WEIGHTS};
use player::rules::{roles, Board, Move, NONE};
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

/// A position from random play, attacks included, with chances for both. Games that start from such positions teach
/// what a rider more is worth; in games of two good players he who has more riders has often got them for something.
fn adventure(rng: &mut Rng) -> Board {
    loop {
        let mut board = Board::new();
        for _ in 0..rng.below(120) {
            let moves = board.legal_moves();
            let attacks: Vec<Move> = moves.iter().copied().filter(|&mv| board.is_attack(mv)).collect();
            let choices = if attacks.is_empty() || rng.below(2) == 0 { &moves } else { &attacks };
            if choices.is_empty() {
                break;
            }
            let mut mv = choices[rng.below(choices.len())];
            let mut answer = NONE;
            if board.is_attack(mv) {
                let own = roles(board.attacker_roles(mv.from));
                let theirs = roles(sane_answers(&board, mv.to));
                mv.role = own[rng.below(own.len())];
                answer = theirs[rng.below(theirs.len())];
            }
            board.play(mv, answer);
        }
        if board.result().is_none() && evaluate(&WEIGHTS, &board).abs() < 250 {
            return board;
        }
    }
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

/// Plays a game to its end and returns the points.
fn play_out(players: &mut [Search; 2], start: Board) -> [i32; 2] {
    let mut board = start;
    loop {
        if let Some(points) = board.result() {
            return points;
        }
        step(players, &mut board);
    }
}

fn pair_of(red: Weights, blue: Weights, nodes: u64, seed: u64) -> [Search; 2] {
    [(red, seed), (blue, seed ^ 0xb10e)].map(|(weights, seed)| {
        let mut search = Search::sized(seed, 14);
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
        let points = game_lessons(&mut players, adventure(&mut rng), &mut rng, &mut bytes);
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
                if (options.hold.0..options.hold.1).contains(&i) {
                    continue;
                }
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
            let result = play_out(players, start);
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

/// The directions in which `spsa` moves the weights, each with its step: every weight that is no cell's by itself, and
/// for each of the three tables of cells the whole, its slope along the rows and its bend towards the middle.
fn directions(weights: &Weights) -> Vec<Vec<f64>> {
    let single = |i: usize| {
        let mut direction = vec![0.0; COUNT];
        direction[i] = f64::max(4.0, 0.25 * f64::from(weights[i].abs()));
        direction
    };
    let mut list: Vec<Vec<f64>> = (1..8).chain(9..31).map(single).collect();
    for table in 0..3 {
        for shape in 0..3 {
            let mut direction = vec![0.0; COUNT];
            for cell in 0..28 {
                let (row, column) = ((cell / 4) as f64, (cell % 4) as f64);
                direction[COUNT - 84 + 28 * table + cell] = [3.0, row - 3.0, column - 1.5][shape];
            }
            list.push(direction);
        }
    }
    list
}

/// Simultaneous perturbation (Spall 1992): each pair of games moves all weights along all directions at once, at random
/// forward or back, plays the one against the other, and goes a little towards the winner.
fn spsa(rate: f64, options: &Options) {
    let start = read_weights(&options.from);
    let directions = directions(&start);
    let mut weights: Vec<f64> = start.iter().map(|&w| f64::from(w)).collect();
    let mut rng = Rng(options.seed);
    let mut tables = [pair_of(start, start, options.nodes, options.seed), pair_of(start, start, options.nodes, 7)];
    let mut average = vec![0.0; COUNT];
    let pairs = options.games / 2;
    for pair in 0..pairs {
        let mut shift = vec![0.0; COUNT];
        for direction in &directions {
            let sign = if rng.below(2) == 0 { 1.0 } else { -1.0 };
            for (shift, step) in shift.iter_mut().zip(direction) {
                *shift += sign * step;
            }
        }
        let moved = |sign: f64| {
            let mut moved = [0; COUNT];
            for i in 0..COUNT {
                moved[i] = (weights[i] + sign * shift[i]).round() as i32;
            }
            moved
        };
        let (plus, minus) = (moved(1.0), moved(-1.0));
        let start = opening(&mut rng);
        let mut lead = 0;
        for (seat, players) in tables.iter_mut().enumerate() {
            for (i, player) in players.iter_mut().enumerate() {
                player.weights = if i == seat { plus } else { minus };
                player.forget();
            }
            let points = play_out(players, start);
            lead += points[seat] - points[1 - seat];
        }
        for i in 0..COUNT {
            weights[i] += rate * f64::from(lead) / 24.0 * shift[i];
            if pair >= pairs / 2 {
                average[i] += weights[i] / (pairs - pairs / 2) as f64;
            }
        }
        if pair % 100 == 99 {
            eprintln!("{} games", 2 * pair + 2);
            std::fs::write(&options.to, show(if pair >= pairs - 1 { &average } else { &weights })).expect("written");
        }
    }
    std::fs::write(&options.to, show(&average)).expect("the weights are written");
}

struct Options {
    games: usize,
    nodes: u64,
    seed: u64,
    from: String,
    to: String,
    /// Weights that stay as they are.
    hold: (usize, usize),
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
        hold: (number("--hold", 0) as usize, number("--hold-to", 0) as usize),
        to: after("--to").unwrap_or_else(|| "weights.txt".to_string()),
    };
    match words.first().map(String::as_str) {
        Some("games") => games(&options),
        Some("spsa") => spsa(number("--rate", 10) as f64 / 1000.0, &options),
        Some("fit") if words.len() >= 2 => fit(&words[1], number("--pull", 10) as f64, &options),
        Some("match") if words.len() >= 3 => play_match(&words[1], &words[2], &options),
        _ => eprintln!("tune-lamistra games|fit|match: see the head of tests/tune/lamistra.rs"),
    }
}
