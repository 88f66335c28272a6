//! On The Run, plain: read it before `../../ontherun.rs`. It got 8.8 of 20 against that, 15.9 against greedy.
//! Four detectives choose their cities, then the fugitive chooses; all see it. A turn is a ride of the fugitive along
//! one connection, then a joint move: each detective moves along one. The detectives hear only the mode of the ride:
//! car, train or plane. In turns 5, 10 .. 50 the fugitive also names the city after the ride, for a point. Nobody may
//! stay, and no two detectives may end a turn in one city. It is an arrest when a detective enters the fugitive's city,
//! or the fugitive a detective's. A fugitive free after turn 50 gets all 20 points; the detectives get the rest of 20.
//! Method: both sides keep the belief, how likely the fugitive is in each city, to the detectives. A turn is a matrix
//! game, solved by regret matching. The fugitive rides by its solution. By it the detectives predict where the fugitive
//! is, and they answer that. Build: `rustc -O ontherun.rs`

#![forbid(unsafe_code)]
use std::io::{self, BufRead, Write};
use std::time::{Duration, Instant};
use std::{fs, mem};
const GAME_SECONDS: f64 = 5.0; // what the contest gives a program for a whole game

// ---- Rules: the map, and what both sides know of a game -------------------------------------------------------------
//     1 --C-- 2 --C-- 3      C, a car, is mode 0; T, a train, 1; P, a plane, 2. From city 1 there are two rides, (0, 2)
//      \-----T-------/       and (1, 3): a mode, and the city where it ends. `steps[1][3]` is 1, as `steps[1][2]`.
pub type Ride = (usize, usize);
pub struct Map {
    pub rides: Vec<Vec<Ride>>,  // by city: its connections
    pub steps: Vec<Vec<usize>>, // by two cities: connections on a shortest way; 99 if there is none
}
/// The numbers of a line: `C 1-22` is 0, 1, 22, and `P 85` is 2, 85. `None` if a word is neither.
fn numbers(line: &str) -> Option<Vec<usize>> {
    line.trim().split([' ', '-']).map(|word| "CTP".find(word).or_else(|| word.parse().ok())).collect()
}
impl Map {
    /// Reads the text of `connect.txt`: the number of cities, a line such as `C 1-22` for each connection, `END`.
    pub fn parse(text: &str) -> Option<Map> {
        let mut lines = text.lines().map_while(numbers);
        let size = 1 + lines.next()?[0]; // cities count from 1, places of a list from 0
        let mut map = Map { rides: vec![Vec::new(); size], steps: vec![vec![99; size]; size] };
        for line in lines {
            let (mode, a, b) = (line[0], *line.get(1)?, *line.get(2).filter(|&&b| line[1].max(b) < size)?);
            for &(from, to) in &[(a, b), (b, a)] {
                map.rides[from].push((mode, to)); // a connection leads both ways
                map.steps[from][to] = 1;
            }
        }
        for via in 1..size {
            // Shortest ways (Floyd and Warshall): as they were, or over one more city, `via`.
            map.steps[via][via] = 0;
            for (from, to) in (1..size).flat_map(|from| (1..size).map(move |to| (from, to))) {
                map.steps[from][to] = map.steps[from][to].min(map.steps[from][via] + map.steps[via][to]);
            }
        }
        Some(map)
    }
}
/// The cities where the fugitive can be.
pub fn support(belief: &[f64]) -> Vec<usize> {
    (1..belief.len()).filter(|&city| belief[city] > 0.0).collect()
}
/// Scales numbers so that their sum is 1. Where all are 0 they become equal.
fn shares(numbers: &[f64]) -> Vec<f64> {
    let (sum, equal) = (numbers.iter().sum::<f64>(), 1.0 / numbers.len() as f64);
    numbers.iter().map(|number| if sum > 0.0 { number / sum } else { equal }).collect()
}
pub struct Board {
    pub turn: usize,            // 1 to 50, 51 at the end; 0 before the fugitive has its city
    pub detectives: Vec<usize>, // their cities
    pub belief: Vec<f64>,       // by city: how likely the fugitive is there, to the detectives
}
impl Board {
    /// The fugitive's rides from a city, without those onto a detective.
    pub fn rides(&self, map: &Map, city: usize) -> Vec<Ride> {
        map.rides[city].iter().copied().filter(|ride| !self.detectives.contains(&ride.1)).collect()
    }
    pub fn known(&self, city: usize) -> Vec<f64> {
        (0..self.belief.len()).map(|other| if other == city { 1.0 } else { 0.0 }).collect()
    }
    /// The belief after a ride. In turns 5, 10 .. 50 the city is named. In others only the mode is heard. Half of all
    /// fugitives ride as `solve` says (`played`), the others take each ride equally often: that is a guess.
    pub fn hear(&self, map: &Map, (mode, named): Ride, played: &[Vec<f64>]) -> Vec<f64> {
        if self.turn % 5 == 0 {
            return self.known(named); // no doubt is left
        }
        let mut belief = vec![0.0; self.belief.len()];
        for city in support(&self.belief) {
            let rides = self.rides(map, city); // those that it may have taken
            for (ride, share) in rides.iter().zip(shares(&played[city])).filter(|(ride, _)| ride.0 == mode) {
                belief[ride.1] += self.belief[city] * (share + 1.0 / rides.len() as f64) / 2.0;
            }
        }
        shares(&belief)
    }
    /// A joint move ends the turn. The game goes on, so the fugitive is in none of these cities.
    pub fn play(&mut self, joint: Vec<usize>) {
        joint.iter().for_each(|&city| self.belief[city] = 0.0);
        self.belief = shares(&self.belief); // the sum is 1 again
        self.detectives = joint;
        self.turn += 1;
    }
}
// ---- Evaluation: how safe is the fugitive in a city, after a joint move? --------------------------------------------
/// In hundredths, times ln (the first times 1): a second way out matters more than an eleventh. Fitted to 40,000
/// positions.
pub const WEIGHTS: [i32; 4] = [
    -216, // always 1
    77,   // open: cities that the fugitive reaches before any detective
    27,   // safe: connections to a city that no detective reaches in one step
    19,   // hidden: cities where the fugitive can be
];
/// By city where the fugitive can be: its chance to stay free there for a while. 0 is an arrest.
pub fn evaluate(map: &Map, joint: &[usize], belief: &[f64]) -> Vec<f64> {
    let nearest = |to: usize| joint.iter().map(|&from| map.steps[from][to]).min().unwrap_or(99);
    let guard: Vec<usize> = (0..belief.len()).map(nearest).collect(); // by city: steps of the nearest detective
    let (cities, mut values) = (support(belief), vec![0.0; belief.len()]);
    for &city in cities.iter().filter(|&&city| guard[city] > 0) {
        let open = (1..belief.len()).filter(|&to| map.steps[city][to] < guard[to]).count(); // it is there first
        let safe = map.rides[city].iter().filter(|ride| guard[ride.1] > 1).count(); // for a turn
        let terms = [1.0, (1.0 + open as f64).ln(), (1.0 + safe as f64).ln(), (cities.len() as f64).ln()];
        let sum: f64 = terms.iter().zip(&WEIGHTS).map(|(term, &weight)| term * f64::from(weight) / 100.0).sum();
        values[city] = 1.0 / (1.0 + (-sum).exp()); // the logistic curve: -2 is 0.12, 0 is 0.5, 2 is 0.88
    }
    values
}
// ---- Search: a turn as a matrix game: rows are rides, columns joint moves -------------------------------------------
pub type Column = (Vec<usize>, Vec<f64>); // a joint move, and by city what `evaluate` says of a fugitive there
/// A dozen joint moves that leave the fugitive least, by a rough measure: a detective n steps away misses it with a
/// chance of 1 - 0.45^n (a guess: 0 in its city, 0.55 beside it, then 0.80, 0.91 ..). There may be 30,000. So moves of
/// the first detective come first, then moves of the first two, and so on; of these the 120 best go on (beam search).
pub fn columns(map: &Map, board: &Board, belief: &[f64]) -> Vec<Column> {
    let (cities, mut joints) = (support(belief), vec![Vec::new()]); // at first one, in which nobody has moved
    let miss: Vec<f64> = (0..100).map(|steps| 1.0 - 0.45f64.powi(steps)).collect();
    for i in 0..4 {
        let mut longer: Vec<Vec<usize>> = Vec::new();
        for joint in &joints {
            // To cities next to the detective's, or to any while it has none. No city twice.
            let may = |to: &usize| board.detectives.get(i).map_or(true, |&from| map.steps[from][*to] == 1);
            let choices = (1..belief.len()).filter(|to| may(to) && !joint.contains(to));
            longer.extend(choices.map(|to| [&joint[..], &[to]].concat()));
        }
        // By the chance that all of them miss it. A sort key may not be `f64`, so it is counted in billionths.
        let free = |joint: &[usize], to: usize| joint.iter().fold(belief[to], |p, &from| p * miss[map.steps[from][to]]);
        longer.sort_by_cached_key(|joint| cities.iter().map(|&to| (1e9 * free(joint, to)) as u64).sum::<u64>());
        longer.truncate(120); // the beam
        joints = longer;
    }
    joints.into_iter().take(12).chain([vec![]]).map(|joint| (joint.clone(), evaluate(map, &joint, belief))).collect()
}
/// The column that leaves the fugitive least. `vec![]` is there in case the detectives are stuck.
fn answer<'a>(columns: &'a [Column], belief: &[f64]) -> &'a Column {
    columns.iter().min_by(|a, b| dot(&a.1, belief).total_cmp(&dot(&b.1, belief))).expect("at least `vec![]`")
}
fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}
// If the fugitive always took the same ride, the detectives would be there. So it mixes: how often does it take each
// ride? Say it is in 12, and by car it can go to 40 and 45. Joint move J1 enters 40, J2 enters 45. The other city is
// worth 0.9 if it is 40, 0.3 if it is 45. In each round the detectives give the best answer to the mixture. The regret
// of a ride grows by what the ride is worth then, less what the mixture is worth, but is never below 0. The next mix is
// in proportion to the regrets. On average 40 is taken one time in four: J1 and J2 leave the same.
//     round   mixture: 40  45     answer   worth: 40   45   mixture     regret then: 40  45
//       0         0.50   0.50       J1           0    0.3     0.15              0     0.15
//       1         0.00   1.00       J2          0.9    0      0.00              0.9   0.15
//       2         0.86   0.14       J1           0    0.3     0.04              0.86  0.41
/// By city and ride: how often the ride was taken. Each city where the fugitive can be has its own mixture, each mode
/// its own answer. Three rounds are played even without time: the first counts nothing, the second is often one ride.
pub fn solve(map: &Map, board: &Board, end: Instant) -> Vec<Vec<f64>> {
    let (cities, size) = (support(&board.belief), board.belief.len());
    let rides: Vec<Vec<Ride>> = (0..size).map(|city| board.rides(map, city)).collect(); // by city
    let mut regrets: Vec<Vec<f64>> = rides.iter().map(|rides| vec![0.0; rides.len()]).collect();
    let (mut played, mut games) = (regrets.clone(), Vec::new()); // for each mode a matrix, in columns
    for round in (0..300).take_while(|&round| round < 3 || Instant::now() < end) {
        // By mode and city: how likely the ride ends there, to the detectives, who know neither start nor end.
        let mut reach = vec![vec![0.0; size]; 3];
        for &city in &cities {
            for (&(mode, to), share) in rides[city].iter().zip(shares(&regrets[city])) {
                reach[mode][to] += board.belief[city] * share;
            }
        }
        if round == 0 {
            // Every ride has its share in round 0, so each city where a ride may end has its value in `games`.
            games = reach.iter().map(|reach| columns(map, board, reach)).collect();
        }
        let answers: Vec<&Column> = games.iter().zip(&reach).map(|(columns, reach)| answer(columns, reach)).collect();
        for &city in &cities {
            let shares = shares(&regrets[city]);
            // What each ride is worth after the answer to its mode: the detectives hear no more.
            let gains: Vec<f64> = rides[city].iter().map(|&(mode, to)| answers[mode].1[to]).collect();
            let mean = dot(&shares, &gains); // what the mixture is worth
            for i in 0..gains.len() {
                regrets[city][i] = (regrets[city][i] + gains[i] - mean).max(0.0);
                played[city][i] += round as f64 * shares[i]; // later rounds are better, and count more
            }
        }
    }
    played
}
/// The fugitive's ride. Where its city will be named there is nothing to hide: the ride that is worth most after its
/// answer. Else a ride by lot: of shares 0.5, 0.3 and 0.2 a dice of 0.7 draws the second.
pub fn ride(map: &Map, board: &Board, fugitive: usize, played: &[Vec<f64>], seed: &mut u64) -> Ride {
    let (mut rides, mut drawn) = (board.rides(map, fugitive), 0);
    if board.turn % 5 == 0 {
        let value = |&(_, to): &Ride| answer(&columns(map, board, &board.known(to)), &board.known(to)).1[to];
        rides.sort_by_cached_key(|ride| (-1e9 * value(ride)) as i64);
    } else {
        *seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407); // a random number
        let mut dice = (*seed >> 33) as f64 / (1u64 << 31) as f64; // from 0 to 1
        for share in shares(&played[fugitive]) {
            dice -= share; // 0.7 - 0.5 is above 0, 0.2 - 0.3 is not: the second ride
            drawn += usize::from(dice >= 0.0);
        }
    }
    *rides.get(drawn).unwrap_or(&map.rides[fugitive][0]) // any, where all lead onto a detective
}
// ---- Protocol: lines in, lines out ----------------------------------------------------------------------------------
pub fn run<R: BufRead, W: Write>(input: R, output: W, options: Options) -> io::Result<()> {
    let map = fs::read_to_string("connect.txt").ok().and_then(|text| Map::parse(&text));
    play(input, output, options, &map.ok_or_else(|| refuse("connect.txt", "a file with the map"))?)
}
/// Detectives read `Detectives` and write four lines, their cities. They read the fugitive's city. Then each turn they
/// read `C`, or `P 85` if it is named, and write four lines. The fugitive reads `Fugitive` and four cities. It writes
/// its city and a ride, `C 39`. Then each turn it reads four cities and writes a ride. `Quit` may come at any time.
pub fn play<R: BufRead, W: Write>(input: R, mut output: W, options: Options, map: &Map) -> io::Result<()> {
    let size = map.steps.len();
    let mut board = Board { turn: 0, detectives: Vec::new(), belief: vec![1.0; size] };
    let mut left = options.seconds * 0.9 - 0.1; // seconds; the rest is kept back, in case the machine is slow
    let (mut role, mut seed, mut fugitive, mut cities) = (String::new(), options.seed, 0, Vec::new());
    for line in input.lines() {
        let (line, started) = (line?, Instant::now()); // our time runs from here
        let end = started + Duration::from_secs_f64(left.max(0.0) / (55 - board.turn) as f64);
        let heard = numbers(&line).filter(|heard| heard.iter().all(|&number| number < size)).unwrap_or_default();
        let (mut reply, mut score): (Vec<String>, f64) = (Vec::new(), 0.0); // what we write; what `evaluate` says
        match (&role[..], &heard[..], line.trim()) {
            (_, _, "") => continue,
            (_, _, "Quit") => break,
            ("", _, "Fugitive") => role = "Fugitive".to_string(), // the first line says who we are
            ("", _, "Detectives") => {
                role = "Detectives".to_string();
                board.detectives = answer(&columns(map, &board, &board.belief), &board.belief).0.clone();
                reply = board.detectives.iter().map(usize::to_string).collect();
            }
            ("Detectives", &[city], _) if board.turn == 0 => (board.turn, board.belief) = (1, board.known(city)),
            ("Detectives", &[mode, ..], _) if mode < 3 => {
                board.belief = board.hear(map, (mode, *heard.last().unwrap_or(&0)), &solve(map, &board, end));
                let (joint, values) = answer(&columns(map, &board, &board.belief), &board.belief).clone();
                score = -dot(&values, &board.belief);
                reply = joint.iter().map(usize::to_string).collect();
                board.play(joint);
            }
            ("Fugitive", &[city], _) if cities.len() < 3 => cities.push(city), // the fourth makes them whole
            ("Fugitive", &[city], _) => {
                cities.push(city);
                board.play(mem::take(&mut cities));
                if board.turn == 1 {
                    let values = evaluate(map, &board.detectives, &board.belief);
                    fugitive = (1..size).max_by(|&a, &b| values[a].total_cmp(&values[b])).unwrap_or(1);
                    board.belief = board.known(fugitive);
                    reply.push(fugitive.to_string());
                }
                let played = solve(map, &board, end);
                let ride = ride(map, &board, fugitive, &played, &mut seed);
                (board.belief, fugitive) = (board.hear(map, ride, &played), ride.1);
                score = evaluate(map, &board.detectives, &board.belief)[fugitive];
                reply.push(format!("{} {}", ["C", "T", "P"][ride.0], ride.1));
            }
            _ => return Err(refuse(&line, "Detectives or Fugitive, a city, or a ride such as C and P 85")),
        }
        if !reply.is_empty() {
            if options.log {
                let _ = writeln!(io::stderr(), "{} depth 1 score {score:+.2}", reply.join(" "));
            }
            left -= started.elapsed().as_secs_f64() + 0.001; // 1 ms for what the clock does not see
            writeln!(output, "{}", reply.join("\n"))?;
            output.flush()?; // or the lines might stay in a buffer
        }
        if board.turn == 51 || board.turn == 50 && role == "Fugitive" {
            break;
        }
    }
    Ok(())
}
// ---- Contest: the command line and errors. The same in all plain players --------------------------------------------
pub struct Options {
    pub seconds: f64, // for the whole game
    pub seed: u64,    // games with other seeds differ
    pub log: bool,    // a line about each move on stderr
}
fn refuse(line: &str, expected: &str) -> io::Error {
    let shown: String = line.chars().take(60).collect();
    io::Error::new(io::ErrorKind::InvalidData, format!("cannot use {shown:?}: expected {expected}"))
}
fn main() {
    let words: Vec<_> = std::env::args_os().skip(1).map(|word| word.to_string_lossy().into_owned()).collect();
    let seconds = words.first().map_or(Some(GAME_SECONDS), |word| word.parse().ok().filter(|s| (0.0..1e9).contains(s)));
    let seed = words.get(1).map_or(Some(u64::from(std::process::id())), |word| word.parse().ok());
    let (input, output) = (io::stdin().lock(), io::stdout());
    let played = match (seconds, seed, words.len()) {
        (Some(seconds), Some(seed), 0..=2) => run(input, output, Options { seconds, seed, log: true }),
        _ => Err(refuse(&words.join(" "), "seconds for the whole game as the first argument, a seed as the second")),
    };
    if let Err(error) = played {
        let _ = writeln!(io::stderr(), "{error}"); // It is no fault if nobody reads it.
        std::process::exit(2); // After `Quit` it is 0.
    }
}
