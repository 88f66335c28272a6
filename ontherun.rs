//! On The Run (CodeCup 2007): a fugitive and four detectives on a map of cities. The fugitive names only the mode of
//! transport; every fifth turn he shows his city. He earns a point for each announcement that he lives to make, and all
//! twenty if fifty turns do not bring an arrest.
//!
//! Protocol: the map is `connect.txt`; the first line is `Detectives` or `Fugitive`. Detectives write four lines, then
//! read the fugitive's city, then `C`, or `C 85` at an announcement, and write four lines a turn. The fugitive reads
//! four lines, writes his city and at once his first ride `C 39`, then reads four lines a turn.
//!
//! Method: all but the fugitive's city is public, so both roles play on the belief, a weight for every city where he
//! can be. One turn is a matrix game between the cities where he may stand, each with its rides, and for each mode the
//! detectives' joint moves, solved by regret matching+. What follows is solved with it, the beliefs of the later turns
//! moving with the mixtures of the earlier ones (counterfactual regret minimisation): all of the second turn, and a tree
//! that grows into the third where both sides' mixtures lead. At the end a small network, learned from games on many
//! generated maps, tells what the fugitive can still expect. Announcements and the last turn are exact. The fugitive
//! watches what the detectives play: the more it looks like one of five simple kinds, the more of their next move he
//! foretells. The detectives foretell several fugitives, for one foretold exactly is the wrong one mostly.
//!
//! Where to begin reading: bottom up with `Board` (what is public) in the room `rules`, then the drawing above
//! `Game`, then `Tree::round` and `Search::solve`; top down with `Search::think`. The room `contest` can be left for last.
//!
//! Measured by `jury match ontherun target/release/ontherun B --games N --time 5 --seed K`, both roles on each of N / 2
//! maps that no learning saw, 95 % intervals; no forfeit, at most 3.0 s used, 10 MB (4.3 s by a fugitive whom nobody
//! chases among 200 cities with 18 connections each). By commit 9e4c80e, which had room for 28 joint moves in turn 48. In
//! brackets commit 18a0b06, two turns deep, on the same seeds (600 games each).
//!
//! | B | games | seed | points a game | our fugitive | B's fugitive |
//! |---|---|---|---|---|---|
//! | greedy | 160 | 7403 | +17.1 +- 1.2 (+15.8 +- 0.8) | 18.0 (16.7) | 1.0 (0.9) |
//! | cover | 120 | 7404 | +15.0 +- 1.8 (+15.4 +- 0.8) | 16.0 (16.3) | 1.0 (0.9) |
//! | chase | 120 | 7405 | +18.3 +- 0.9 (+17.2 +- 0.6) | 19.2 (18.1) | 1.0 (0.9) |
//! | commit a1302aa | 600 | 7402 | +0.92 +- 0.27 (+0.45 +- 0.28) | 2.05 (1.80) | 1.13 (1.35) |
//!
//! Greedy, cover and chase are kinds that the fugitive knows; against hunters of no kind the gain is mostly unproven, see
//! `TRUST` in the room `hunters`.
//!
//! What the parts were worth, in points a game (but for the first by programs of old and new in one that are not kept,
//! without the clock):
//!
//! | part | our fugitive | our detectives |
//! |---|---|---|
//! | several fugitives foretold, not one (300 maps against a1302aa, 5 s) | 0.0 +- 0.1 | 0.24 +- 0.14 |
//! | two turns as one, not the second for a fixed belief (80 maps against a1302aa) | 0.1 +- 0.6 | 0.35 +- 0.34 |
//! | the learned leaf instead of a guess by hand (60 maps) | 1.6 +- 0.9 | 0.3 +- 0.3 |
//! | two turns instead of one (60 maps) | 1.6 +- 0.9 | 0.8 +- 0.4 |
//! | a tree into the third turn instead of two turns (400 and 200 maps against a1302aa) | 0.23 +- 0.24 | 0.01 +- 0.13 |
//! | ... against a1302aa made to count all rides as equally likely; greedy (80 and 50 maps) | 2.2 +- 2.0; 2.3 +- 2.5 | |
//! | the beam instead of each detective's best exits (150 maps against a1302aa, one turn deep) | 0.0 +- 0.3 | 0.4 +- 0.3 |
//! | kinds of hunters and their favourites; what they believe | see `TRUST` | see `THEIR_UNIFORM` |
//!
//! Ten times the time: 5 s against 0.5 s of itself +0.19 +- 0.19 points a game (600 games, seed 8811), and from greedy
//! +17.1 +- 1.2 with 5 s and +15.1 +- 1.5 with 0.5 s (160 games each, seeds 7403, 7412). Two turns deep it had brought
//! nothing. Nor did 28 joint moves below the root instead of 10 (detectives 0.0 +- 0.3, 80 maps against a1302aa), nor to
//! list those once that differ only in who goes where (600 games against a1302aa: +0.94 +- 0.33).
//!
//! Not here: a model of the fugitive's kind, geometry (the labels carry none), any thought in the opponent's time.
//!
//! Build as the contest does: `rustc -O ontherun.rs`. Run beside a `connect.txt`: `./ontherun [SECONDS [SEED]]`.

#![forbid(unsafe_code)]

// ---------------------------------------------------------------------------------------------------------------------
// Constants
// ---------------------------------------------------------------------------------------------------------------------

/// First two words on stderr.
const NAME: &str = "ontherun 1.1";

/// Seconds that the contest gives a program for a whole game.
const GAME_SECONDS: f64 = 5.0;

// ---------------------------------------------------------------------------------------------------------------------
// Contest: the clock, the dice, the command line, the lines. Word for word the same in every file: a new game copies it.
// ---------------------------------------------------------------------------------------------------------------------
#[allow(dead_code)] // No file needs all of it.
pub(crate) mod contest {
    use super::{GAME_SECONDS, NAME};
    use std::fmt;
    use std::io::{self, BufRead, Read, Write};
    use std::time::{Instant, SystemTime, UNIX_EPOCH};

    /// The time of the whole game. It runs only between `start` and `stop`: the contest counts from the moment a line
    /// is there until our answer, and while the other side thinks we may be suspended.
    #[derive(Clone, Debug)]
    pub struct Clock {
        /// Seconds left at the last `stop`, and seconds booked for each answer on top of what was measured.
        left: f64,
        latency: f64,
        started: Instant,
    }

    impl Clock {
        /// A clock for the whole game, in seconds. It runs: making the tables costs time too, and the jury may count it.
        pub fn new(seconds: f64) -> Clock {
            // Never planned with: 5 % for hiccups of the machine, and 0.15 s that starting a program takes at any limit.
            let left = (seconds * 0.95 - 0.15).max(seconds * 0.5);
            // Pipes and wake-up are on our account: 8 ms on a busy machine, but at most 1 / 1,500 of the game.
            Clock { left, latency: (seconds / 1_500.0).min(0.008), started: Instant::now() }
        }

        /// Call it when a line has been read, never before: the `Instant` of a suspended process keeps running.
        pub fn start(&mut self) {
            self.started = Instant::now();
        }

        /// Call it once for each `start`, before the answer is written: then the contest may suspend us.
        pub fn stop(&mut self) {
            self.left -= self.started.elapsed().as_secs_f64() + self.latency;
        }

        /// The budget of a decision that begins now: `share` of the time that can be planned with, and up to `stretch`
        /// times as much when the search needs it, but never more than half. A share of what is *left* can never use up
        /// everything. `answers` is the number of answers that a long game still asks for, this one included.
        pub fn budget(&self, share: f64, stretch: f64, answers: f64) -> Budget {
            let left = (self.left - self.started.elapsed().as_secs_f64()).max(0.0);
            let plan = (left - self.latency * answers).max(left / 2.0);
            let goal = plan * share.min(1.0);
            Budget::seconds(goal, (goal * stretch).min(plan / 2.0).max(goal))
        }
    }

    /// What one decision may cost.
    #[derive(Clone, Copy, Debug)]
    pub struct Budget {
        begin: Instant,
        /// Seconds that are planned, and seconds after which the search stops in the middle of an iteration.
        goal: f64,
        limit: f64,
        /// Deepest iteration, in plies.
        pub depth: i32,
        /// Most nodes: whatever the search counts.
        pub nodes: u64,
    }

    impl Budget {
        /// Time alone: about `goal` seconds from now, at most `limit`.
        pub fn seconds(goal: f64, limit: f64) -> Budget {
            Budget { begin: Instant::now(), goal, limit, depth: i32::MAX, nodes: u64::MAX }
        }

        /// No clock, for tests and tools: until that depth, or until that many nodes.
        pub fn fixed(depth: i32, nodes: u64) -> Budget {
            Budget { depth, nodes, ..Budget::seconds(f64::INFINITY, f64::INFINITY) }
        }

        /// The part of the planned time that is gone: 1 when the plan is used up; 0 without a clock.
        pub fn used(&self) -> f64 {
            self.begin.elapsed().as_secs_f64() / self.goal.max(1e-9)
        }

        /// True when the search has to stop at once. The clock is read when `nodes` is a multiple of `every`: a look
        /// costs about 30 ns, so choose `every` for a millisecond of work.
        pub fn is_over(&self, nodes: u64, every: u64) -> bool {
            nodes >= self.nodes || nodes % every == 0 && self.begin.elapsed().as_secs_f64() >= self.limit
        }
    }

    /// The finish of splitmix64 by Sebastiano Vigna (public domain): mixes the bits of a number, one to one.
    pub const fn mix64(number: u64) -> u64 {
        let z = (number ^ (number >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// Seeded generator: splitmix64, 2^64 numbers before it repeats.
    #[derive(Clone, Debug)]
    pub struct Rng(pub u64);

    impl Rng {
        pub fn next(&mut self) -> u64 {
            self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
            mix64(self.0)
        }

        /// A number from 0 to n - 1; n is at least 1.
        pub fn below(&mut self, n: usize) -> usize {
            ((u128::from(self.next()) * n as u128) >> 64) as usize
        }

        /// A number from 0 up to 1, 1 excluded, in steps of 2^-53.
        pub fn unit(&mut self) -> f64 {
            (self.next() >> 11) as f64 / (1_u64 << 53) as f64
        }

        /// Puts the items in any order, each equally likely.
        pub fn shuffle<T>(&mut self, items: &mut [T]) {
            (1..items.len()).rev().for_each(|i| items.swap(i, self.below(i + 1)));
        }
    }

    /// Reads N learned weights from text; another number of them does not compile. The digits are the 91 characters
    /// from '#' to '~' without the backslash; blanks and line ends are skipped. A digit d up to 72 is the weight d - 36;
    /// a larger one and the next digit n are together the weight (d - 73) * 91 + n - 819.
    pub const fn decode<const N: usize>(text: &str) -> [i16; N] {
        let text = text.as_bytes();
        let mut weights = [0; N];
        let (mut at, mut count, mut prefix) = (0, 0, -1);
        while at < text.len() {
            let digit = text[at] as i16 - if text[at] > b'\\' { 36 } else { 35 };
            if digit > 72 && prefix < 0 {
                prefix = digit - 73;
            } else if digit >= 0 {
                weights[count] = if prefix < 0 { digit - 36 } else { prefix * 91 + digit - 819 };
                count += 1;
                prefix = -1;
            }
            at += 1;
        }
        assert!(count == N && prefix < 0, "the text does not hold as many weights as there are");
        weights
    }

    /// What the command line asks for: the seconds for the whole game, and the seed of all random choices. Games with one
    /// seed differ all the same where the clock decides. `log`: whether each move leaves a line on stderr.
    #[derive(Clone, Debug)]
    pub struct Options {
        pub seconds: f64,
        pub seed: u64,
        pub log: bool,
    }

    impl Options {
        /// Reads `[SECONDS [SEED]]`. The default is the contest's time and a seed from the clock.
        pub fn parse(words: &[String]) -> io::Result<Options> {
            let seconds = words.first().map_or(Ok(GAME_SECONDS), |word| match word.parse() {
                Ok(s) if s > 0.0 && s < 1e6 => Ok(s),
                _ => Err(refuse(word, "seconds for the whole game as the first argument")),
            })?;
            let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(1, |d| d.as_nanos() as u64);
            let wanted = "a whole number as the second argument, the seed";
            let seed = words.get(1).map_or(Ok(now), |word| word.parse().map_err(|_| refuse(word, wanted)))?;
            Ok(Options { seconds, seed, log: true })
        }

        /// A line on stderr for a move, its score as the mover sees it in the game's own unit:
        /// `E9-K7 depth 9 score +0.31 nodes 812000`. The contest keeps about 10,000 characters of a game.
        pub fn report(&self, best: &dyn fmt::Display, depth: i32, score: f64, nodes: u64) {
            if self.log {
                // A reader that went away is no reason to lose the game.
                let _ = writeln!(io::stderr(), "{} depth {} score {:+.2} nodes {}", best, depth, score, nodes);
            }
        }
    }

    /// The error for a line that cannot be read or applied; `play` prints it and ends with code 2.
    pub fn refuse(line: &str, expected: &str) -> io::Error {
        let shown: String = line.chars().take(60).collect();
        io::Error::new(io::ErrorKind::InvalidData, format!("cannot use {:?}: expected {}", shown, expected))
    }

    /// The jury's lines, with room for one of 4,096 bytes; what is longer is no move.
    pub struct Lines<R>(R, Vec<u8>);

    impl<R: BufRead> Lines<R> {
        pub fn new(input: R) -> Lines<R> {
            Lines(input, Vec::with_capacity(4_096))
        }

        /// The next line without blanks around it; blank lines are passed over. `None` at `Quit` or at the end of the
        /// input, which both mean that the program ends.
        pub fn next(&mut self) -> io::Result<Option<&str>> {
            let Lines(input, line) = self;
            line.clear();
            while std::str::from_utf8(line).map_or(false, |line| line.trim().is_empty()) {
                line.clear();
                if input.by_ref().take(4_096).read_until(b'\n', line)? == 0 {
                    return Ok(None);
                }
            }
            // What is no text becomes a line that no game can read.
            let line = std::str::from_utf8(line).unwrap_or("\u{fffd}").trim();
            Ok(Some(line).filter(|line| *line != "Quit"))
        }
    }

    /// Plays one game with the program's arguments and returns the exit code: 0 when the game ended in any regular way
    /// (a reader that went away is one), 2 when it could not go on, with one line on stderr that says why.
    pub fn play(run: fn(io::StdinLock<'static>, io::Stdout, &Options) -> io::Result<()>) -> i32 {
        let words: Vec<String> = std::env::args_os().skip(1).map(|w| w.to_string_lossy().into_owned()).collect();
        let result = Options::parse(&words).and_then(|options| {
            // The first line on stderr: name, version and what makes the game again.
            let _ = writeln!(io::stderr(), "{} seed {} seconds {}", NAME, options.seed, options.seconds);
            run(io::stdin().lock(), io::stdout(), &options)
        });
        result.err().filter(|error| error.kind() != io::ErrorKind::BrokenPipe).map_or(0, |error| {
            let _ = writeln!(io::stderr(), "{}: {}", NAME, error);
            2
        })
    }
}

// ---------------------------------------------------------------------------------------------------------------------
// Rules: the map, sets of cities, what is public. No clock, no randomness, no I/O.
// ---------------------------------------------------------------------------------------------------------------------
pub(crate) mod rules {
    // The rules in short. The four detectives choose their cities, then the fugitive his. A turn is a ride of the
    // fugitive, of which the detectives hear only the mode, and then a move of each detective along any one connection.
    // Nobody may stay where he is, and no two detectives may end a turn in one city; to swap cities is allowed. The
    // fugitive is arrested when a detective and he are in one city, whoever came there. In turns 5, 10 .. 50 he must
    // also name his city after the ride, and each such announcement is a point for him; who is still free after turn 50
    // gets all 20 points, and the detectives get what is left of 20. So an arrest in turn 12 is 18-2 for the
    // detectives.
    //
    //     turn 4   fugitive      C            he took a car somewhere
    //              detectives    141 51 47 102
    //     turn 5   fugitive      P 85         an announcement: by plane, and now he is in 85
    //              detectives    ...
    //
    // What both sides know is a set of cities: those where the fugitive can be. After a ride by car it is all that cars
    // reach from it, without the cities where detectives are. Boards are copied, never taken back: a search of two or
    // three turns makes so few that an `undo` would save nothing.
    use std::{fmt, iter};

    /// Most cities of a map; city numbers run from 1. So a city fits a byte, and a set of cities four words.
    pub const MOST_CITIES: usize = 200;

    /// The last turn. Every fifth is an announcement. A turn counts from the fugitive's ride to the detectives' moves.
    pub const LAST_TURN: usize = 50;

    /// Steps between cities that no way connects. More than any real way: 200 cities are at most 199 connections apart.
    pub const FAR: u8 = 255;

    /// The modes of transport: car, train, plane. A mode is an index into this and into `Map::by_mode` everywhere.
    pub const LETTERS: [char; 3] = ['C', 'T', 'P'];

    /// Does the fugitive show his city after the ride of this turn?
    pub fn is_announcement(turn: usize) -> bool {
        turn % 5 == 0
    }

    /// A set of cities, one bit each. City 1 is bit 1 of the first word, bit 0 is never set; 200 is the highest city
    /// and 255 the highest that would fit.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
    pub struct Set(pub [u64; 4]);

    impl Set {
        pub const EMPTY: Set = Set([0; 4]);

        /// Four detectives make a set too, for questions where it does not matter who is where.
        pub fn of(cities: &[u8]) -> Set {
            let mut set = Set::EMPTY;
            cities.iter().for_each(|city| set.insert(*city));
            set
        }

        /// The upper two bits of the number are the word, the lower six the bit in it.
        pub fn insert(&mut self, city: u8) {
            self.0[usize::from(city >> 6)] |= 1 << (city & 63);
        }

        pub fn has(&self, city: u8) -> bool {
            self.0[usize::from(city >> 6)] >> (city & 63) & 1 == 1
        }

        pub fn or(&self, other: &Set) -> Set {
            let (a, b) = (&self.0, &other.0);
            Set([a[0] | b[0], a[1] | b[1], a[2] | b[2], a[3] | b[3]])
        }

        pub fn and(&self, other: &Set) -> Set {
            let (a, b) = (&self.0, &other.0);
            Set([a[0] & b[0], a[1] & b[1], a[2] & b[2], a[3] & b[3]])
        }

        /// The cities of this set that are not in the other one.
        pub fn minus(&self, other: &Set) -> Set {
            let (a, b) = (&self.0, &other.0);
            Set([a[0] & !b[0], a[1] & !b[1], a[2] & !b[2], a[3] & !b[3]])
        }

        pub fn count(&self) -> usize {
            self.0.iter().map(|word| word.count_ones() as usize).sum()
        }

        pub fn is_empty(&self) -> bool {
            *self == Set::EMPTY
        }

        /// The cities, lowest first; of a copy, so the set itself may change meanwhile.
        pub fn cities(self) -> impl Iterator<Item = u8> {
            let (mut words, mut i) = (self.0, 0);
            iter::from_fn(move || {
                while i < 4 {
                    let word = words[i];
                    if word != 0 {
                        // The word without its lowest bit, the city that is returned.
                        words[i] = word & (word - 1);
                        return Some((i * 64) as u8 + word.trailing_zeros() as u8);
                    }
                    i += 1;
                }
                None
            })
        }
    }

    /// The four detectives' cities, in their order. The order counts: line i of the jury's four is always detective i.
    pub type Four = [u8; 4];

    /// What `connect.txt` says. Everything that a turn asks of the map thousands of times is computed once when it is
    /// read. Tables have room for 256 cities, so that a byte as an index needs no check; the places of cities that do
    /// not exist stay empty.
    ///
    /// ```text
    ///     1 --C-- 2 --C-- 3       by_mode[0][2] = {1, 3}: by car from 2
    ///      \               |       by_mode[1][1] = {3}: by train from 1
    ///       ------T--------        around[1] = {2, 3}, walk2[1] = {1, 2, 3}, steps[1][3] = 1
    /// ```
    #[derive(Clone)]
    pub struct Map {
        /// Number of cities; their numbers run from 1 to this.
        pub cities: usize,
        /// By mode and city: where one connection of the mode leads.
        pub by_mode: [[Set; 256]; 3],
        /// By city: where one connection of any mode leads.
        pub around: [Set; 256],
        /// By city: where two connections lead, and three, whether or not a detective stands in between. Back to the
        /// start counts as well: from 7 to 8 and to 7 again are two connections.
        pub walk2: [Set; 256],
        pub walk3: [Set; 256],
        /// By city and city: connections of any mode on a shortest way.
        pub steps: Box<[[u8; 256]]>,
    }

    impl Map {
        /// Reads the text of `connect.txt`; what stands behind `END` does not matter. An error is the line that cannot
        /// be read and what was expected there.
        pub fn parse(text: &str) -> Result<Map, (&str, &'static str)> {
            let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
            let head = lines.next().unwrap_or("");
            let cities = match head.parse::<usize>() {
                Ok(n) if (1..=MOST_CITIES).contains(&n) => n,
                _ => return Err((head, "connect.txt to begin with the number of cities, 1 to 200")),
            };
            let mut map = Map {
                cities,
                by_mode: [[Set::EMPTY; 256]; 3],
                around: [Set::EMPTY; 256],
                walk2: [Set::EMPTY; 256],
                walk3: [Set::EMPTY; 256],
                steps: vec![[FAR; 256]; 256].into_boxed_slice(),
            };
            for line in lines.take_while(|line| *line != "END") {
                // A connection leads both ways, and cities may have several between them, of different modes.
                let expected = "a connection in connect.txt such as C 1-2";
                let (mode, a, b) = Map::connection(line, cities).ok_or((line, expected))?;
                for &(from, to) in [(a, b), (b, a)].iter() {
                    map.by_mode[mode][usize::from(from)].insert(to);
                    map.around[usize::from(from)].insert(to);
                }
            }
            map.measure();
            Ok(map)
        }

        /// Fills the tables of what lies two and three connections away, and of all distances.
        fn measure(&mut self) {
            for from in 1..=self.cities {
                self.walk2[from] = self.beside(&self.around[from]);
                self.walk3[from] = self.beside(&self.walk2[from]);
                // Breadth first: `edge` are the cities at a distance of `steps`, the next layer is what lies around them
                // and was not reached before.
                let mut edge = Set::of(&[from as u8]);
                let mut reached = Set::EMPTY;
                for steps in 0..FAR {
                    if edge.is_empty() {
                        break;
                    }
                    for city in edge.cities() {
                        self.steps[from][usize::from(city)] = steps;
                    }
                    reached = reached.or(&edge);
                    edge = self.beside(&edge).minus(&reached);
                }
            }
        }

        /// Reads `C 1-2`: the number of the mode and both cities. `None` for anything else, for a city that the map
        /// does not have, and for a connection from a city to itself.
        fn connection(line: &str, cities: usize) -> Option<(usize, u8, u8)> {
            let mut words = line.split_whitespace();
            let (mode, pair) = (words.next()?, words.next()?);
            let mode = parse_mode(mode)?;
            let mut ends = pair.split('-').map(|word| word.parse::<usize>());
            match (words.next(), ends.next(), ends.next(), ends.next()) {
                // Two words, two numbers: the first and the last `None` say that nothing follows.
                (None, Some(Ok(a)), Some(Ok(b)), None) if a >= 1 && b >= 1 && a <= cities && b <= cities && a != b => {
                    Some((mode, a as u8, b as u8))
                }
                _ => None,
            }
        }

        /// Reads a city's number; `None` when there is no such city.
        pub fn parse_city(&self, text: &str) -> Option<u8> {
            text.parse::<usize>().ok().filter(|n| *n >= 1 && *n <= self.cities).map(|n| n as u8)
        }

        /// Cities that one ride of a mode leads to from any of the cities. What the detectives learn from a hidden
        /// ride: the fugitive can be in these cities, less those where they stand themselves.
        pub fn reach(&self, from: &Set, mode: usize) -> Set {
            union(from, &self.by_mode[mode])
        }

        /// Cities next to any of the cities, by any mode.
        pub fn beside(&self, from: &Set) -> Set {
            union(from, &self.around)
        }

        /// All joint moves.
        pub fn joint_moves<'a>(&'a self, from: &'a Four) -> impl Iterator<Item = Four> + 'a {
            let exits = move |taken: &[u8]| self.around[usize::from(from[taken.len()])].minus(&Set::of(taken)).cities();
            let two = exits(&[]).flat_map(move |a| exits(&[a]).map(move |b| [a, b]));
            let three = two.flat_map(move |[a, b]| exits(&[a, b]).map(move |c| [a, b, c]));
            three.flat_map(move |[a, b, c]| exits(&[a, b, c]).map(move |d| [a, b, c, d]))
        }

        /// A joint move that brings a detective into every one of the cities (at most four), the others anywhere they
        /// can; `None` when there is none. With no cities: any joint move at all.
        ///
        /// With the cities where the fugitive can be it answers whether the arrest is certain. Detectives in 1, 2, 3, 4
        /// and `cities` 8 and 9: there is such a move when 8 and 9 can be given to two of the four, and the other two
        /// have exits left.
        pub fn cover(&self, from: &Four, cities: &Set) -> Option<Four> {
            let mut to = [0; 4];
            if self.cover_from(from, 0, cities, &mut to) {
                Some(to)
            } else {
                None
            }
        }

        /// Gives targets to the detectives from number `next` on. `open` are the wanted cities that none has yet; no two
        /// may have one target. True when it worked; then `to` holds the targets. Depth first; `open` is copied, so
        /// nothing has to be undone.
        fn cover_from(&self, from: &Four, next: usize, open: &Set, to: &mut Four) -> bool {
            // A detective covers one city: with more cities than detectives left this beginning leads nowhere.
            if next == 4 || open.count() > 4 - next {
                return open.is_empty();
            }
            let exits = self.around[usize::from(from[next])].minus(&Set::of(&to[..next]));
            // The cities that are wanted first. If that leads nowhere the others too: the wanted one may have to be
            // left to a detective who reaches no other.
            let wanted_first = exits.and(open).cities().chain(exits.minus(open).cities());
            for city in wanted_first {
                to[next] = city;
                if self.cover_from(from, next + 1, &open.minus(&Set::of(&[city])), to) {
                    return true;
                }
            }
            false
        }
    }

    /// All that a table has for any of the cities.
    pub fn union(cities: &Set, table: &[Set; 256]) -> Set {
        cities.cities().fold(Set::EMPTY, |all, city| all.or(&table[usize::from(city)]))
    }

    /// Reads the letter of a mode and nothing behind it.
    fn parse_mode(text: &str) -> Option<usize> {
        LETTERS.iter().position(|letter| text.chars().eq(Some(*letter)))
    }

    /// What a side decides.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Move {
        /// The detectives' cities: where they start, or where they go in a turn.
        Joint(Four),
        /// The city where the fugitive starts.
        Start(u8),
        /// The fugitive's ride: its mode and the city.
        Ride(usize, u8),
    }

    /// As in the protocol, but for joint moves, which have a line for each detective there: `141 51 47 102`.
    impl fmt::Display for Move {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            match *self {
                Move::Joint(to) => write!(f, "{} {} {} {}", to[0], to[1], to[2], to[3]),
                Move::Start(city) => write!(f, "{}", city),
                Move::Ride(mode, city) => write!(f, "{} {}", LETTERS[mode], city),
            }
        }
    }

    /// What the detectives hear of a ride: its mode, and at an announcement the city.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct News {
        pub mode: usize,
        pub city: Option<u8>,
    }

    impl News {
        /// Reads `C` or `P 85`.
        pub fn parse(map: &Map, text: &str) -> Option<News> {
            let mut words = text.split_whitespace();
            let mode = parse_mode(words.next()?)?;
            match (words.next(), words.next()) {
                (None, _) => Some(News { mode, city: None }),
                (Some(city), None) => Some(News { mode, city: Some(map.parse_city(city)?) }),
                _ => None,
            }
        }
    }

    /// Whose decision comes next.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Phase {
        PlaceDetectives,
        PlaceFugitive,
        /// The fugitive rides, and what is said of the ride is heard.
        Ride,
        /// The detectives have heard it and make their joint move.
        Answer,
    }

    /// The public state: everything that both sides know, and how likely the detectives hold each city. All decisions
    /// are made on it; a fugitive is only one of the cities of `support`.
    #[derive(Clone, Copy)]
    pub struct Board {
        pub phase: Phase,
        /// 1 to 50.
        pub turn: usize,
        pub detectives: Four,
        /// Cities where the fugitive can be.
        pub support: Set,
        /// By city, adds up to 1 over the support and is 0 elsewhere.
        pub belief: [f32; 256],
        /// Where the fugitive is, on his own board; 0 on that of the detectives, who do not know it.
        pub fugitive: u8,
    }

    impl Board {
        /// Before anybody is placed.
        pub fn new() -> Board {
            Board {
                phase: Phase::PlaceDetectives,
                turn: 1,
                detectives: [0; 4],
                support: Set::EMPTY,
                belief: [0.0; 256],
                fugitive: 0,
            }
        }

        /// When everybody knows where the fugitive is, and he rides next: at the start.
        pub fn known(detectives: Four, city: u8, turn: usize) -> Board {
            let mut board = Board { phase: Phase::Ride, turn, detectives, ..Board::new() };
            board.show(city);
            board
        }

        fn show(&mut self, city: u8) {
            self.support = Set::of(&[city]);
            self.belief = [0.0; 256];
            self.belief[usize::from(city)] = 1.0;
        }

        /// Whether the news is what the turn must bring: a city at an announcement. The jury's word is law: a city that
        /// our set does not have is believed.
        pub fn can_apply(&self, news: &News) -> bool {
            self.phase == Phase::Ride && (news.city.is_some() || !is_announcement(self.turn))
        }

        /// The state after a ride. `belief` is that of `Tree::believe` for the mode, in any unit; it does
        /// not matter where the city is shown.
        pub fn observe(&mut self, map: &Map, news: &News, belief: &[f32; 256]) {
            debug_assert!(self.can_apply(news));
            self.phase = Phase::Answer;
            if let Some(city) = news.city {
                return self.show(city);
            }
            let taken = Set::of(&self.detectives);
            self.support = map.reach(&self.support, news.mode).minus(&taken);
            if self.support.is_empty() {
                // The jury knows better: the fugitive can be anywhere else.
                (1..=map.cities as u8).filter(|c| !taken.has(*c)).for_each(|c| self.support.insert(c));
            }
            self.belief = *belief;
            self.normalise();
            // He is where he is, even if the support should have lost him.
            if self.fugitive > 0 {
                self.support.insert(self.fugitive);
            }
        }

        /// The state after a joint move or a start, whatever our rules say of it; a ride is `observe`d.
        pub fn play(&mut self, mv: Move) {
            match mv {
                Move::Joint(to) => {
                    self.detectives = to;
                    if self.phase == Phase::PlaceDetectives {
                        self.phase = Phase::PlaceFugitive;
                        return;
                    }
                    // Cities that detectives enter without an arrest are out. If they have entered every city where the
                    // fugitive can be and the game goes on, we have followed him wrongly, and a set that is too large is
                    // better than none.
                    let left = self.support.minus(&Set::of(&to));
                    if !left.is_empty() {
                        self.support = left;
                    }
                    self.normalise();
                    self.turn += 1;
                }
                Move::Start(city) => self.show(city),
                Move::Ride(..) => debug_assert!(false, "a ride is observed, not played"),
            }
            self.phase = Phase::Ride;
        }

        /// Makes the belief add up to 1 over the support, equal where it is nothing, and drops what lies outside.
        pub fn normalise(&mut self) {
            let sum: f32 = self.support.cities().map(|c| self.belief[usize::from(c)]).sum();
            let old = self.belief;
            self.belief = [0.0; 256];
            let equal = 1.0 / self.support.count().max(1) as f32;
            for city in self.support.cities() {
                self.belief[usize::from(city)] = if sum > 1e-9 { old[usize::from(city)] / sum } else { equal };
            }
        }
    }
}

// ---------------------------------------------------------------------------------------------------------------------
// Matrix: one turn as a game in normal form. Which joint moves are worth a column, and the solution by regret matching.
// ---------------------------------------------------------------------------------------------------------------------
pub(crate) mod matrix {
    // How the room works. In a turn the fugitive chooses a ride and the detectives choose a joint move, and neither
    // knows the other's choice: a matrix game. A fixed choice would be guessed, so its solution is a mixed strategy for
    // each side, and rounds of regret matching (`Tree::round`) find one that is nearly in equilibrium: neither side could
    // do much better by playing something else. What a cell is worth may again be the outcome of a game, that of the next
    // turn, so games form a tree. The detectives may have thousands of joint moves, so `candidates` picks those that are
    // worth a column first.
    //
    // Of the rules it borrows the board and the map, nothing of the evaluation: the search fills in the leaves and says
    // where the tree grows.
    use super::rules::{is_announcement, Board, Four, Map, Phase, Set, LAST_TURN, MOST_CITIES};
    use std::ops::Range;

    /// Most joint moves of the detectives that a matrix holds for a mode. A multiple of four, see `product`. With 28, 2 of
    /// 100 values of turn 48 on small maps were off by up to 2.0 points and 5 mixtures lost up to 0.65; with 40 the worst
    /// are 0.03 and 0.04, and with 56 no better.
    pub const JOINTS: usize = 40;

    /// Most rides of all cities where the fugitive can be: 200 cities with up to 18 each. What would not fit is left
    /// out.
    pub const RIDES: usize = 4096;

    /// Games for which the tree has room, of usual size: 6 KB each.
    const GAMES: usize = 1_000;

    /// A run of numbers in one of the lists of a `Tree`.
    #[derive(Clone, Copy)]
    pub struct Span {
        from: u32,
        to: u32,
    }

    impl Span {
        pub fn all(self) -> Range<usize> {
            self.from as usize..self.to as usize
        }

        pub fn count(self) -> usize {
            (self.to - self.from) as usize
        }
    }

    /// The matrix game of one turn. The fugitive is of one of several types: a type is a city where he can be, and only
    /// he knows which one it is. The detectives hear the mode of his ride (not the city) before they move, so they answer
    /// each mode with a mixed strategy of its own. What a cell holds depends on the city after the ride and on the joint
    /// move, whatever city he came from:
    ///
    ///     hearing      car                 train       plane
    ///               J1  J2  J3 ..         J4  J5 ..    J6 ..         columns: what the detectives answer
    ///        40     .   .   .        40   .   .     8  .             rows: where he can be
    ///        45     .   .   .        62   .   .
    ///
    ///     12 may go by car to 40 and 45, by train to 62              types and their rides
    ///     13 may go by car to 40, by train to 40, by plane to 8
    ///
    /// In an announcement turn they hear the city, so there is a hearing for each city that is worth an answer. Once they
    /// have heard (`Phase::Answer`) there is one hearing, and the one ride of a type leads to where it is.
    #[derive(Clone, Copy)]
    pub struct Game {
        pub turn: usize,
        detectives: Four,
        /// 1 at the root, one more in each turn.
        pub depth: i32,
        pub hearings: Span,
        pub types: Span,
        /// The part of the detectives' play that is foretold, see `Column::model`.
        trust: f32,
        /// Nothing in it changes, so its column was filled once for all.
        settled: bool,
        /// The sum of the weights of all rounds.
        weight: f32,
    }

    /// What the detectives may hear, where he can be then, and how they may answer.
    #[derive(Clone, Copy)]
    pub struct Hearing {
        mode: usize,
        pub rows: Span,
        pub columns: Span,
        /// Points that he gets before they answer: of an announcement.
        sure: f32,
        /// Where its cells begin. Each row is filled up with zeros to whole fours, see `product`.
        cells: usize,
    }

    impl Hearing {
        /// Where the cells of a row are.
        fn row(&self, row: usize) -> Range<usize> {
            let width = (self.columns.count() + 3) & !3;
            self.cells + row * width..self.cells + (row + 1) * width
        }
    }

    /// A city where he can be after the ride.
    #[derive(Clone, Copy)]
    pub struct Row {
        city: u8,
        /// What it is worth in the present round to be there.
        worth: f32,
        /// How likely he is, which sums up the types, weighed by the belief; and if all took each ride equally often.
        pub mass: f32,
        equal: f32,
    }

    /// A joint move.
    #[derive(Clone, Copy)]
    pub struct Column {
        pub joint: Four,
        /// The game of the next turn; `LEAF` when the cells are estimates.
        child: u32,
        /// The detectives' regret, how likely the column is in the present round, and how often it was played, later
        /// rounds counting more. Where they know the city the first is what it has cost so far.
        regret: f32,
        play: f32,
        pub average: f32,
        /// How likely it is foretold at the root, see the room `hunters`.
        pub model: f32,
    }

    /// A city where he can be before the ride.
    #[derive(Clone, Copy)]
    pub struct Type {
        pub city: u8,
        pub rides: Span,
        belief: f32,
        /// What it was worth in the last round, and the sum of that over all rounds.
        value: f32,
        sum: f32,
    }

    #[derive(Clone, Copy)]
    pub struct Ride {
        pub mode: u8,
        row: u32,
        regret: f32,
        pub average: f32,
    }

    /// Points that a ride must be worth more than another for a fugitive to take it e times as often, in the belief of our
    /// detectives.
    const TEMPTATION: f32 = 0.5;

    /// No game.
    const LEAF: u32 = u32::MAX;

    /// A column that the detectives do not play is looked at again in every so manieth round only.
    const IDLE: u32 = 8;

    /// Games that follow each other, the root first. Each is a few runs of the common lists, so that a small game takes
    /// little room: 6 KB where one with room for everything takes 86.
    pub struct Tree {
        /// See `Search::uniform`.
        pub uniform: f32,
        pub games: Vec<Game>,
        pub hearings: Vec<Hearing>,
        pub rows: Vec<Row>,
        pub columns: Vec<Column>,
        pub types: Vec<Type>,
        pub rides: Vec<Ride>,
        /// By hearing, row and column: points still to come. 0 where the joint move arrests the fugitive.
        cells: Vec<f32>,
    }

    impl Tree {
        /// Takes all the room that there will ever be.
        pub fn new() -> Tree {
            Tree {
                uniform: 0.0,
                games: Vec::with_capacity(GAMES),
                hearings: Vec::with_capacity(20 * GAMES),
                rows: Vec::with_capacity(50 * GAMES),
                columns: Vec::with_capacity(50 * GAMES),
                types: Vec::with_capacity(20 * GAMES),
                rides: Vec::with_capacity(90 * GAMES),
                cells: Vec::with_capacity(400 * GAMES),
            }
        }

        pub fn clear(&mut self) {
            self.games.clear();
            self.hearings.clear();
            self.rows.clear();
            self.columns.clear();
            self.types.clear();
            self.rides.clear();
            self.cells.clear();
        }

        /// Whether there may be too little room for a game more: the largest has all cities as rows for each mode and
        /// as many columns as can be.
        fn is_full(&self) -> bool {
            fn room<T>(list: &Vec<T>) -> usize {
                list.capacity() - list.len()
            }
            room(&self.games) == 0
                || room(&self.hearings) <= MOST_CITIES
                || room(&self.rows) < 3 * MOST_CITIES
                || room(&self.columns) < JOINTS * MOST_CITIES
                || room(&self.types) < MOST_CITIES
                || room(&self.rides) < RIDES
                || room(&self.cells) < 3 * MOST_CITIES * JOINTS
        }

        /// Adds the game of a board, as yet without columns, and returns its number; `None` when there is no room. Nobody
        /// rides onto a detective: that ends the game without a further point.
        pub fn add(&mut self, map: &Map, board: &Board, depth: i32, trust: f32) -> Option<usize> {
            if self.is_full() {
                return None;
            }
            let taken = Set::of(&board.detectives);
            // By mode and city: the row.
            let mut numbers = [[0; 256]; 3];
            let hearings = self.hear_all(map, board, &mut numbers);
            let (first, most) = (self.types.len() as u32, self.rides.len() + RIDES);
            for city in board.support.cities() {
                let from = self.rides.len() as u32;
                for mode in 0..3 {
                    let to = match board.phase {
                        Phase::Answer if mode == 0 => Set::of(&[city]),
                        Phase::Answer => Set::EMPTY,
                        _ => map.by_mode[mode][usize::from(city)].minus(&taken),
                    };
                    for to in to.cities().take(most - self.rides.len()) {
                        let row = numbers[mode][usize::from(to)];
                        self.rides.push(Ride { mode: mode as u8, row, regret: 0.0, average: 0.0 });
                    }
                }
                let rides = Span { from, to: self.rides.len() as u32 };
                let belief = board.belief[usize::from(city)];
                self.types.push(Type { city, rides, belief, value: 0.0, sum: 0.0 });
            }
            let types = Span { from: first, to: self.types.len() as u32 };
            let (turn, detectives) = (board.turn, board.detectives);
            let settled = board.phase == Phase::Ride && is_announcement(turn);
            self.games.push(Game { turn, detectives, depth, hearings, types, trust, settled, weight: 0.0 });
            let game = self.games.len() - 1;
            self.spread(game);
            Some(game)
        }

        /// All that the detectives may hear.
        fn hear_all(&mut self, map: &Map, board: &Board, numbers: &mut [[u32; 256]; 3]) -> Span {
            let from = self.hearings.len() as u32;
            let taken = Set::of(&board.detectives);
            let reach = |mode: usize| map.reach(&board.support, mode).minus(&taken);
            if board.phase == Phase::Answer {
                self.hear(0, &board.support, 0.0, numbers);
            } else if is_announcement(board.turn) {
                // The announcement itself is a point. Next to a detective it is the last one, for he is known there and
                // will be arrested. After the last one the ten of the escape are certain.
                let near = map.beside(&taken);
                let all = reach(0).or(&reach(1)).or(&reach(2));
                self.hear(0, &all.and(&near), 1.0, numbers);
                if board.turn == LAST_TURN {
                    self.hear(0, &all.minus(&near), 11.0, numbers);
                } else {
                    all.minus(&near).cities().for_each(|city| self.hear(0, &Set::of(&[city]), 1.0, numbers));
                }
                *numbers = [numbers[0]; 3];
            } else {
                (0..3).for_each(|mode| self.hear(mode, &reach(mode), 0.0, numbers));
            }
            Span { from, to: self.hearings.len() as u32 }
        }

        /// Adds a hearing, if there are cities for it.
        fn hear(&mut self, mode: usize, cities: &Set, sure: f32, numbers: &mut [[u32; 256]; 3]) {
            if !cities.is_empty() {
                let from = self.rows.len() as u32;
                for city in cities.cities() {
                    numbers[mode][usize::from(city)] = self.rows.len() as u32;
                    self.rows.push(Row { city, worth: 0.0, mass: 0.0, equal: 0.0 });
                }
                let rows = Span { from, to: self.rows.len() as u32 };
                self.hearings.push(Hearing { mode, rows, columns: Span { from: 0, to: 0 }, sure, cells: 0 });
            }
        }

        /// Gives a hearing its columns, with nothing in the cells.
        pub fn answer(&mut self, hearing: usize, joints: &[Four]) {
            let from = self.columns.len() as u32;
            for &joint in joints {
                self.columns.push(Column { joint, child: LEAF, regret: 0.0, play: 0.0, average: 0.0, model: 0.0 });
            }
            let hearing = &mut self.hearings[hearing];
            hearing.columns = Span { from, to: self.columns.len() as u32 };
            hearing.cells = self.cells.len();
            let end = hearing.row(hearing.rows.count()).start;
            self.cells.resize(end, 0.0);
        }

        /// The cell of a row and a column of a hearing.
        pub fn cell(&mut self, hearing: usize, row: usize, j: usize) -> &mut f32 {
            let at = self.hearings[hearing].row(row).start + j;
            &mut self.cells[at]
        }

        /// The types of a game; none when it does not exist.
        pub fn types(&self, game: usize) -> &[Type] {
            self.games.get(game).map_or(&[], |game| &self.types[game.types.all()])
        }

        /// The city that a ride leads to.
        pub fn city(&self, ride: &Ride) -> u8 {
            self.rows[ride.row as usize].city
        }

        /// What a type of the root can expect: the average of the rounds.
        pub fn value(&self, one: &Type) -> f32 {
            one.sum / self.games[0].weight.max(1.0)
        }

        /// The game that follows a column, if it is there.
        pub fn child(&self, column: usize) -> Option<usize> {
            match self.columns[column].child {
                LEAF => None,
                child => Some(child as usize),
            }
        }

        /// The chance of a hearing, as the types were last spread over the rows.
        pub fn chance(&self, hearing: usize) -> f32 {
            self.rows[self.hearings[hearing].rows.all()].iter().map(|row| row.mass).sum()
        }

        /// Spreads the types of a game over the rows: as often as they took their rides on average, each ride equally often
        /// when there was no round yet.
        pub fn spread(&mut self, game: usize) {
            let this = self.games[game];
            self.sweep(this.hearings);
            for one in &self.types[this.types.all()] {
                let rides = &self.rides[one.rides.all()];
                // The averages are sums over rounds: divided by their own sum they are shares.
                let sum: f32 = rides.iter().map(|ride| ride.average).sum();
                let equal = 1.0 / rides.len().max(1) as f32;
                for ride in rides {
                    let row = &mut self.rows[ride.row as usize];
                    row.mass += one.belief * if sum > 0.0 { ride.average / sum } else { equal };
                    row.equal += one.belief * equal;
                }
            }
        }

        fn sweep(&mut self, hearings: Span) {
            for hearing in &self.hearings[hearings.all()] {
                for row in &mut self.rows[hearing.rows.all()] {
                    row.mass = 0.0;
                    row.equal = 0.0;
                }
            }
        }

        /// What the detectives believe after a hearing, in parts of 1 for all hearings together. `uniform` is the part of
        /// the belief that takes every ride as equally likely; the rest rides as the types were last spread.
        ///
        /// It is Bayes' rule: a city counts by how likely the fugitive was in each city that it is reached from, times
        /// how likely he then takes just this ride. An example: he was in 12 (0.6) or in 30 (0.4), and a car was heard.
        /// From 12 the averages take the car to 40 half of the time, and there are two rides in all. With `uniform` 0.5
        /// that is a share of 0.5 * 0.5 + 0.5 / 2 = 0.5, so 40 gets 0.6 * 0.5 = 0.3. What 30 can reach by car is added
        /// in the same way. The sum is the chance of a car at all; `Board::normalise` divides by it.
        pub fn heard(&self, game: usize, hearing: usize, uniform: f32) -> Board {
            let Game { turn, detectives, .. } = self.games[game];
            let mut board = Board { phase: Phase::Answer, turn, detectives, ..Board::new() };
            for row in &self.rows[self.hearings[hearing].rows.all()] {
                board.support.insert(row.city);
                board.belief[usize::from(row.city)] = uniform * row.equal + (1.0 - uniform) * row.mass;
            }
            board
        }

        /// Adds to what is believed by mode and city after the root's ride, by the averages; nothing where there is no game.
        /// With `tempted` the part of the belief that takes every ride as equally likely takes the better ones as likelier.
        pub fn believe(&mut self, belief: &mut [[f32; 256]; 3], tempted: bool) {
            if self.games.is_empty() {
                return;
            }
            self.spread(0);
            if tempted {
                self.tempt();
            }
            for h in self.games[0].hearings.all() {
                let heard = self.heard(0, h, self.uniform);
                for (sum, part) in belief[self.hearings[h].mode].iter_mut().zip(heard.belief) {
                    *sum += part;
                }
            }
        }

        /// How likely he is in each city when all types of the root take a ride the more often the more it is worth against
        /// the detectives' averages: e times as often for each `TEMPTATION` (a quantal response).
        fn tempt(&mut self) {
            let this = self.games[0];
            for hearing in &self.hearings[this.hearings.all()] {
                let columns = &self.columns[hearing.columns.all()];
                let total: f32 = columns.iter().map(|column| column.average).sum();
                for (i, row) in self.rows[hearing.rows.all()].iter_mut().enumerate() {
                    let cells = self.cells[hearing.row(i)].iter();
                    let sum: f32 = cells.zip(columns).map(|(cell, column)| cell * column.average).sum();
                    row.worth = hearing.sure + if total > 0.0 { sum / total } else { 0.0 };
                    row.equal = 0.0;
                }
            }
            for one in &self.types[this.types.all()] {
                let rows = &mut self.rows;
                let rides = self.rides[one.rides.all()].iter().map(|ride| ride.row as usize);
                let best = rides.clone().map(|row| rows[row].worth).fold(f32::MIN, f32::max);
                let pull = |row: &Row| ((row.worth - best) / TEMPTATION).exp();
                let sum: f32 = rides.clone().map(|row| pull(&rows[row])).sum();
                for row in rides {
                    rows[row].equal += one.belief * pull(&rows[row]) / sum;
                }
            }
        }

        /// One round of a game and of those that follow it: regret matching+ with linear averaging, and over several turns
        /// counterfactual regret minimisation.
        ///
        /// In each round both sides play every choice in proportion to its regret: by how much it would have done better,
        /// summed over the rounds so far, than what was played. A sum never falls below zero (the plus), so a choice
        /// that was bad early comes back as soon as it is good. One round's play may be anything, and goes round in
        /// circles as in rock, paper, scissors; the average over the rounds approaches the equilibrium, and late rounds
        /// count more in it because they are closer. The regrets of a type ignore how likely it is: a fugitive knows
        /// where he is. Those of the detectives weigh the types by the belief, for they do not.
        ///
        /// What the detectives do in the next turn depends on what they then believe, and that on how the fugitive rides
        /// in this one, which is just what is being solved. So no game of the next turn is solved for good: in each
        /// round each plays a round of its own, with the belief that the fugitive's mixture of the last round leaves,
        /// and what that round is worth fills its column.
        pub fn round(&mut self, game: usize, number: u32) {
            // An example, one type with two rides and two joint moves to answer them:
            //
            //              J1   J2
            //     12 car    0    3        Always to 12: they play J1. Always to 40: they play J2. In the equilibrium he
            //     40 car    1    0        goes to 12 once in four times, they play J1 three times in four: 0.75 points.
            //
            // In the first round all play equally often: to ride to 12 is worth 1.5, to 40 it is worth 0.5, the mixture
            // 1.0. So the regrets are 0.5 and, cut off, 0, and in the second round he rides to 12 only. They, for their
            // part, now play J1 only. From then on the regrets swing round the equilibrium, and the averages settle in
            // it. In the first round, where all choices are equal, the weight is 0.
            let this = self.games[game];
            let weight = number as f32;
            self.games[game].weight += weight;
            for h in this.hearings.all() {
                let hearing = self.hearings[h];
                let blend = self.detectives_mix(&hearing, this.trust, weight);
                for (j, c) in hearing.columns.all().enumerate() {
                    if blend[j] > 0.0 || (number + j as u32) % IDLE == 0 {
                        self.follow(h, j, c, number);
                    }
                }
                for (row, at) in self.rows[hearing.rows.all()].iter_mut().zip(0..) {
                    let cells = &self.cells[hearing.row(at)];
                    row.worth = hearing.sure + product(cells, &blend[..cells.len()]);
                }
            }
            self.fugitive_learns(&this, weight);
            for h in this.hearings.all() {
                self.detectives_learn(h, weight);
            }
        }

        /// Plays a round of the game that follows a column, if anything changes there, and fills the column.
        fn follow(&mut self, hearing: usize, j: usize, column: usize, number: u32) {
            match self.child(column) {
                Some(child) if !self.games[child].settled => {
                    self.carry(hearing, column, child);
                    self.round(child, number);
                    self.fill(hearing, j, column, child);
                }
                _ => {}
            }
        }

        /// Tells the game that follows a column what is believed there.
        pub fn carry(&mut self, hearing: usize, column: usize, child: usize) {
            let joint = self.columns[column].joint;
            let left = self.rows[self.hearings[hearing].rows.all()].iter().filter(|row| !joint.contains(&row.city));
            for (one, row) in self.types[self.games[child].types.all()].iter_mut().zip(left) {
                one.belief = self.uniform * row.equal + (1.0 - self.uniform) * row.mass;
            }
        }

        /// Fills a column by what the types of the game that follows it were worth in the last round.
        fn fill(&mut self, hearing: usize, j: usize, column: usize, child: usize) {
            let (hearing, joint) = (self.hearings[hearing], self.columns[column].joint);
            let mut types = self.types[self.games[child].types.all()].iter();
            for (row, at) in self.rows[hearing.rows.all()].iter().zip(0..) {
                let arrested = joint.contains(&row.city);
                let value = if arrested { 0.0 } else { types.next().map_or(0.0, |one| one.value) };
                self.cells[hearing.row(at).start + j] = value;
            }
        }

        /// Puts a game behind a column, after some rounds of its own: what it is worth in the first would mislead.
        pub fn attach(&mut self, game: usize, hearing: usize, j: usize, child: usize, rounds: u32) {
            self.games[game].settled = false;
            let column = self.hearings[hearing].columns.from as usize + j;
            self.columns[column].child = child as u32;
            self.carry(hearing, column, child);
            // When nothing changes two rounds are enough: one to see what everything costs, one to choose.
            let rounds = if self.games[child].settled { 2 } else { rounds };
            for number in 0..rounds {
                self.round(child, number);
                self.fill(hearing, j, column, child);
            }
        }

        /// The detectives' mixture of the round: in proportion to the regrets, equal when there is none. Where only one city
        /// is possible nothing is hidden from them, and they play what has cost least so far.
        fn detectives_mix(&mut self, hearing: &Hearing, trust: f32, weight: f32) -> [f32; JOINTS] {
            let columns = &mut self.columns[hearing.columns.all()];
            let known = hearing.rows.count() == 1;
            let sum: f32 = columns.iter().map(|column| column.regret).sum();
            let equal = 1.0 / columns.len().max(1) as f32;
            let mut least = (f32::MAX, 0);
            for (column, j) in columns.iter().zip(0..).filter(|_| known) {
                least = if column.regret < least.0 { (column.regret, j) } else { least };
            }
            let mut blend = [0.0; JOINTS];
            for (column, j) in columns.iter_mut().zip(0..) {
                column.play = match known {
                    true => f32::from(u8::from(j == least.1)),
                    false if sum > 0.0 => column.regret / sum,
                    false => equal,
                };
                blend[j] = trust * column.model + (1.0 - trust) * column.play;
                column.average += weight * blend[j];
            }
            blend
        }

        /// The fugitive's mixtures of the round, type by type, and his regrets: what each ride would have brought more
        /// than the mixture did.
        fn fugitive_learns(&mut self, game: &Game, weight: f32) {
            self.sweep(game.hearings);
            for one in &mut self.types[game.types.all()] {
                let rides = &mut self.rides[one.rides.all()];
                let sum: f32 = rides.iter().map(|ride| ride.regret).sum();
                let equal = 1.0 / rides.len().max(1) as f32;
                let mut expected = 0.0;
                for ride in rides.iter_mut() {
                    let row = &mut self.rows[ride.row as usize];
                    let share = if sum > 0.0 { ride.regret / sum } else { equal };
                    expected += share * row.worth;
                    row.mass += one.belief * share;
                    row.equal += one.belief * equal;
                    ride.average += weight * share;
                }
                for ride in rides.iter_mut() {
                    ride.regret = (ride.regret + self.rows[ride.row as usize].worth - expected).max(0.0);
                }
                one.value = expected;
                one.sum += weight * expected;
            }
        }

        /// The detectives' regrets, by what was likely to come. They pay what the fugitive gets, so less is better. What
        /// they played is that which he has just answered: both sides learn from the same round.
        fn detectives_learn(&mut self, hearing: usize, weight: f32) {
            let hearing = self.hearings[hearing];
            let known = hearing.rows.count() == 1;
            let mut cost = [0.0f32; JOINTS];
            for (row, at) in self.rows[hearing.rows.all()].iter().zip(0..) {
                let mass = if known { 1.0 + weight } else { row.mass };
                if mass > 0.0 {
                    for (cost, cell) in cost.iter_mut().zip(&self.cells[hearing.row(at)]) {
                        *cost += mass * cell;
                    }
                }
            }
            let columns = &mut self.columns[hearing.columns.all()];
            let expected: f32 = columns.iter().zip(&cost).map(|(column, cost)| column.play * cost).sum();
            for (column, cost) in columns.iter_mut().zip(&cost) {
                column.regret = if known { column.regret + cost } else { (column.regret + expected - cost).max(0.0) };
            }
        }
    }

    /// How likely a detective is to meet the fugitive next turn, by rides between them: what joint moves are chosen by.
    /// With each ride more it falls to less than half, until it is nothing. A guess.
    const CLOSE: [f32; 8] = [1.0, 0.45, 0.2, 0.08, 0.03, 0.01, 0.0, 0.0];

    /// Cities of the belief that `candidates` looks at: the likeliest, so that a wide belief costs no more than a narrow
    /// one. A multiple of four, see `product`.
    const WATCHED: usize = 40;

    /// The watched cities.
    type Watched = [u8; WATCHED];

    /// A joint move that is being put together: by watched city what of its weight nobody is close to yet, and the sum.
    #[derive(Clone, Copy)]
    struct Partial {
        /// Targets of the first detectives; the others' are not chosen yet.
        four: Four,
        /// The belief in each watched city, times `missed` of every detective placed so far.
        free: [f32; WATCHED],
    }

    /// The candidates among the joint moves, the most promising first: grown one detective after the other, keeping
    /// those that leave the least of the belief far from everybody.
    ///
    /// A beam search: with five exits each there are 5 * 5 * 5 * 5 joint moves, and at an airport many more. One
    /// detective after the other is given each of his exits, to each beginning that was kept, and the best `most` are
    /// kept again. A city that is believed at 0.5 and is two rides from a detective counts 0.5 * (1 - 0.2) = 0.4 after
    /// him, and 0.4 * (1 - 0.45) = 0.22 after another who stands beside it: so the second detective is drawn to what
    /// the first leaves open. At most `JOINTS` are listed; returns their number, 0 only when the detectives are stuck.
    pub fn candidates(map: &Map, board: &Board, joints: &mut [Four; JOINTS], most: usize) -> usize {
        // The beginning of all beginnings: nobody is placed, and all of the belief is open. Places behind the last
        // watched city hold a weight of 0 and count nothing.
        let mut beam = [Partial { four: [0; 4], free: [0.0; WATCHED] }; JOINTS];
        let watched = watch(board, &mut beam[0].free);
        let mut beam_count = 1;
        for i in 0..4 {
            // What is kept: what stays open, of which beginning, with which city.
            let mut next = [(f32::MAX, 0usize, 0u8); JOINTS];
            let mut next_count = 0;
            for city in map.around[usize::from(board.detectives[i])].cities() {
                let missed = missed(map, city, &watched);
                for (from, partial) in beam[..beam_count].iter().enumerate() {
                    // No two detectives in one city.
                    if !partial.four[..i].contains(&city) {
                        next_count = keep(&mut next[..most], next_count, (product(&partial.free, &missed), from, city));
                    }
                }
            }
            // The new beginnings are made from the old ones, which several may share: hence the copy.
            let before = beam;
            for (grown, &(_, from, city)) in beam.iter_mut().zip(&next[..next_count]) {
                *grown = before[from];
                grown.four[i] = city;
                for (free, missed) in grown.free.iter_mut().zip(missed(map, city, &watched).iter()) {
                    *free *= missed;
                }
            }
            beam_count = next_count;
        }
        for (joint, partial) in joints.iter_mut().zip(&beam[..beam_count]) {
            *joint = partial.four;
        }
        if beam_count > 0 {
            return beam_count;
        }
        // Every kept beginning led into a dead end.
        map.cover(&board.detectives, &Set::EMPTY).map_or(0, |any| {
            joints[0] = any;
            1
        })
    }

    /// The likeliest cities and, in `weights`, how likely they are.
    fn watch(board: &Board, weights: &mut [f32; WATCHED]) -> Watched {
        let mut likely = [(0.0, 0, 0); WATCHED];
        let mut count = 0;
        for city in board.support.cities() {
            count = keep(&mut likely, count, (-board.belief[usize::from(city)], 0, city));
        }
        let mut watched = [0; WATCHED];
        for i in 0..count {
            weights[i] = -likely[i].0;
            watched[i] = likely[i].2;
        }
        watched
    }

    /// Puts an item into the list, the smallest first and equal ones in the order they came, and drops the last if the
    /// list is full. Returns the new number of items.
    fn keep(list: &mut [(f32, usize, u8)], count: usize, item: (f32, usize, u8)) -> usize {
        let mut place = count;
        while place > 0 && list[place - 1].0 > item.0 {
            if place < list.len() {
                list[place] = list[place - 1];
            }
            place -= 1;
        }
        if place < list.len() {
            list[place] = item;
        }
        (count + 1).min(list.len())
    }

    /// By watched city: how likely a detective in a city is not to meet the fugitive soon when he is there. 1 when that
    /// is far from this detective, 0 when he would be caught.
    fn missed(map: &Map, city: u8, watched: &Watched) -> [f32; WATCHED] {
        let steps = &map.steps[usize::from(city)];
        let mut missed = [0.0; WATCHED];
        for (missed, seen) in missed.iter_mut().zip(watched.iter()) {
            *missed = 1.0 - CLOSE[usize::from(steps[usize::from(*seen)].min(7))];
        }
        missed
    }

    /// The sum of the products, in four sums side by side, which the machine adds at once. The order of the sums is
    /// fixed, so the result is the same on every machine. Both have the same length, a multiple of four.
    fn product(a: &[f32], b: &[f32]) -> f32 {
        let mut sums = [0.0f32; 4];
        for (a, b) in a.chunks_exact(4).zip(b.chunks_exact(4)) {
            for lane in 0..4 {
                sums[lane] += a[lane] * b[lane];
            }
        }
        sums[0] + sums[1] + sums[2] + sums[3]
    }
}

// ---------------------------------------------------------------------------------------------------------------------
// Hunters: of what kind are the detectives? Their joint moves are public.
// ---------------------------------------------------------------------------------------------------------------------
pub(crate) mod hunters {
    // How the room works. The equilibrium of a turn is safe against all detectives and takes nothing more from those who
    // play badly, and nobody who writes detectives for a contest computes mixtures. So the fugitive has a few kinds of
    // detectives in mind, each no more than an order of the joint moves: what such detectives like best stands first. A
    // kind that would have made the joint moves seen so far gains weight (Bayes' rule, in `learn`), and in the matrix
    // game of the turn the detectives play, for a part, as the kinds would (`model`). For the rest they answer as well
    // as they can: a restricted Nash response, which cannot lose much to detectives who are of no kind. What a kind likes
    // best of all joint moves is added to our list of columns (`favourites`), which need not have it.
    //
    // Why these kinds? Each is the shortest way to say something that detectives may want. They need not fit: see `TRUST`.
    //
    // An example: in the last turn the joint move that stays nearest to all possible cities was played, which is the
    // ninth best for those who count where he can be next. 0.4 and 0.4 * 0.6^8 = 0.007 of the time they would have
    // played it, so `Near` gains against `Few`, however equal they were before.
    use super::contest::Budget;
    use super::matrix::{candidates, JOINTS};
    use super::rules::{Board, Four, Map, Set};

    /// The kinds, by what they like: joint moves with a small number.
    #[derive(Clone, Copy, PartialEq, Eq)]
    enum Kind {
        /// Like us, or of no kind that we know: nothing can be said of what they play.
        Any,
        /// What is open when every ride was equally likely: in the order of `candidates`.
        Close,
        /// The rides from all possible cities to the nearest detective.
        Near,
        /// The cities that are possible next turn.
        Few,
        /// The rides of all detectives to the likeliest city.
        Likeliest,
        /// The rides to the nearest detective, likely cities counting more.
        Expected,
    }

    const KINDS: [Kind; 6] = [Kind::Any, Kind::Close, Kind::Near, Kind::Few, Kind::Likeliest, Kind::Expected];

    /// The first kind that has a wish, see `wish`.
    const FIRST_WISH: usize = 2;

    /// The part of the budget after which no further joint move is looked at for favourites. 4,500 joint moves are usual,
    /// which takes some milliseconds, but an airport for each detective makes many times as many.
    const LOOK: f64 = 0.3;

    /// How often a kind plays what it likes second, for each time that it plays what it likes first, and so on: none of
    /// the kinds is exactly that of the other program.
    const NEXT: f32 = 0.6;

    /// Joint moves that are looked at when one has been seen, beside that one. A guess: about as many as the search lists.
    const LISTED: usize = 27;

    /// How likely `Any` is taken to play just the joint move that was seen. With 0.1 too little is foretold: all of the
    /// gain was gone (-0.2 +- 1.4 points, one turn deep, 62 maps).
    const ANY: f32 = 0.03;

    /// Chance of any joint move at all, so that no kind is out for good by one turn; and the part of the weights that is
    /// dealt out anew each turn.
    const FLOOR: f32 = 0.02;
    const ANEW: f32 = 0.03;

    /// The part of their play that is taken to be the model's when they are certainly not `Any`. What it brings, one turn
    /// deep (80 maps each): with our own list of joint moves 1.5 +- 1.1 points over `greedy`, `chase`, `cover` and a1302aa's
    /// detectives made to count all rides as equally likely. With the kinds' favourites in the list 5.2 +- 2.3 more
    /// against `greedy`, 9.7 +- 2.2 against `cover`, 0.5 +- 1.9 against `chase`, 0.2 +- 1.3 against those of equal chances
    /// and 0.7 +- 0.6 against a1302aa; without the kind that is nearest to them (both that are, of `greedy`) 4.0 +- 2.3,
    /// 1.5 +- 2.1, 0.7 +- 1.6 and -0.7 +- 1.4. With 0.9 no more.
    const TRUST: f32 = 0.7;

    /// What the fugitive makes of the detectives.
    #[derive(Clone, Debug)]
    pub struct Hunters {
        /// By kind: how likely the detectives are of it. Adds up to 1.
        weights: [f32; KINDS.len()],
    }

    impl Hunters {
        /// Before the first joint move.
        pub fn new() -> Hunters {
            Hunters { weights: [1.0 / KINDS.len() as f32; KINDS.len()] }
        }

        /// The part of the detectives' play that `model` foretells.
        pub fn trust(&self) -> f32 {
            TRUST * (1.0 - self.weights[0])
        }

        /// Takes in the joint move that answered a ride. `heard` is the board before it, its belief that of detectives
        /// who take every ride as equally likely.
        pub fn learn(&mut self, map: &Map, heard: &Board, joint: &Four) {
            let mut joints = [[0; 4]; JOINTS];
            // One place is left for what was played, which need not be among those that we would look at.
            let mut count = candidates(map, heard, &mut joints, LISTED);
            let seen = joints[..count].iter().position(|listed| listed == joint).unwrap_or(count);
            joints[seen] = *joint;
            count = count.max(seen + 1);
            for (weight, kind) in self.weights.iter_mut().zip(KINDS.iter()) {
                *weight *=
                    FLOOR + if *kind == Kind::Any { ANY } else { shares(*kind, map, heard, &joints[..count])[seen] };
            }
            let sum: f32 = self.weights.iter().sum();
            for weight in self.weights.iter_mut() {
                *weight = (1.0 - ANEW) * *weight / sum + ANEW / KINDS.len() as f32;
            }
        }

        /// How likely each of the joint moves is, if the detectives are of a kind at all. Adds up to 1.
        pub fn model(&self, map: &Map, heard: &Board, joints: &[Four]) -> [f32; JOINTS] {
            let mut model = [0.0; JOINTS];
            for (weight, kind) in self.weights.iter().zip(KINDS.iter()).skip(1) {
                for (sum, share) in model.iter_mut().zip(shares(*kind, map, heard, joints).iter()) {
                    *sum += weight / (1.0 - self.weights[0]) * share;
                }
            }
            model
        }
    }

    /// Adds to a list of joint moves, as long as there is room, what each kind likes best of all of them. On a map with
    /// many the `budget` may cut the look short. Returns the new length.
    pub fn favourites(
        map: &Map,
        heard: &Board,
        joints: &mut [Four; JOINTS],
        mut count: usize,
        budget: &Budget,
    ) -> usize {
        let mut best = [(f32::MAX, [0; 4]); KINDS.len()];
        for joint in map.joint_moves(&heard.detectives).take_while(|_| budget.used() < LOOK) {
            for (best, kind) in best.iter_mut().zip(KINDS.iter()).skip(FIRST_WISH) {
                let wish = wish(*kind, map, heard, &joint);
                if wish < best.0 {
                    *best = (wish, joint);
                }
            }
        }
        for (_, joint) in best.iter().skip(FIRST_WISH).filter(|best| best.0 < f32::MAX) {
            if count < JOINTS && !joints[..count].contains(joint) {
                joints[count] = *joint;
                count += 1;
            }
        }
        count
    }

    /// How often a kind plays each of the joint moves: by its place in the kind's order, equal ones equally often.
    fn shares(kind: Kind, map: &Map, heard: &Board, joints: &[Four]) -> [f32; JOINTS] {
        let mut wishes = [0.0; JOINTS];
        for (j, joint) in joints.iter().enumerate() {
            wishes[j] = if kind == Kind::Close { j as f32 } else { wish(kind, map, heard, joint) };
        }
        let wishes = &wishes[..joints.len()];
        let all = 1.0 - NEXT.powi(joints.len() as i32);
        let mut shares = [0.0; JOINTS];
        for (share, wish) in shares.iter_mut().zip(wishes) {
            let better = wishes.iter().filter(|other| *other < wish).count() as i32;
            let equal = wishes.iter().filter(|other| *other == wish).count() as i32;
            *share = (NEXT.powi(better) - NEXT.powi(better + equal)) / equal as f32 / all;
        }
        shares
    }

    /// What a kind wants to be small.
    fn wish(kind: Kind, map: &Map, heard: &Board, joint: &Four) -> f32 {
        let steps = |from: u8, to: u8| f32::from(map.steps[usize::from(from)][usize::from(to)]);
        let nearest = |city: u8| joint.iter().map(|from| steps(*from, city)).fold(f32::MAX, f32::min);
        let chance = |city: u8| heard.belief[usize::from(city)];
        let cities = || heard.support.cities();
        match kind {
            Kind::Any | Kind::Close => 0.0,
            Kind::Near => cities().map(nearest).sum(),
            Kind::Few => {
                let entered = Set::of(joint);
                let next = map.beside(&heard.support.minus(&entered)).minus(&entered);
                // Among equal ones the nearer, as a thousandth.
                next.count() as f32 + 0.001 * cities().map(nearest).sum::<f32>()
            }
            Kind::Likeliest => {
                let likeliest = cities().fold(0, |best, city| if chance(city) > chance(best) { city } else { best });
                joint.iter().map(|from| steps(*from, likeliest)).sum()
            }
            Kind::Expected => cities().map(|city| chance(city) * nearest(city)).sum(),
        }
    }
}

// ---------------------------------------------------------------------------------------------------------------------
// Evaluation: what the fugitive can still expect at a leaf.
// ---------------------------------------------------------------------------------------------------------------------
pub(crate) mod eval {
    // How the room works. A leaf of the search is a position in which the detectives have moved and the fugitive rides
    // next. Its value for a fugitive in a certain city is what he can still expect, in points: announcements that he
    // will live to make, and the escape. It is estimated by a small network: 32 terms, such as the number of exits next
    // to no detective, are weighted and summed up in 15 neurons, the neurons in one number, and a logistic curve turns
    // that into a share of the most that can be had (`scale`).
    //
    //     terms of a city     times weights     cut at 0     times weights     curve       times scale
    //        32 numbers    ->  15 sums      ->  15 sums   ->  a logit      ->  a share  ->  points
    //
    // Some words: a fugitive's exits are the cities that one ride leads to and where no detective is; an exit is safe
    // when no detective is next to it either; the support is the set of cities where he can be; he is known when it has
    // one city only.
    //
    // What do the learned numbers say? Averaged over 759 positions of two maps, how much the logit moves with a term:
    // most of all count room far off (term 26, +0.3 to +0.65 in every network for each factor e) and the detectives'
    // distance (term 19: all four a connection further away are +0.2 to +0.45). To have no safe exit costs 0.4 to 0.9, a
    // detective within two rides up to 0.45. A train is worth a little (0.05 to 0.2) and a plane hardly more than the
    // exits that it gives. A large support is worth something only together with a detective near (16, 22) or with
    // safe exits (18): nobody needs cover where nobody looks.
    //
    // The same detectives and the same set of cities are asked about for many cities of the fugitive. `Context` is what
    // all of them have in common; `terms` adds what depends on the city.
    use super::contest;
    use super::rules::{union, Four, Map, Set, LAST_TURN};

    /// Terms of the leaf, see `terms`. The number of a term there is the number of its row in a network.
    pub const TERMS: usize = 32;

    /// Neurons of the leaf: sums that count as 0 when they are below it. The cut makes the network more than a sum: a
    /// neuron may stand for "few exits and a detective near", which counts nothing as long as one of both is missing.
    pub const NEURONS: usize = 15;

    /// By term and neuron, and behind them the weight of each neuron in the result, a logit of `value`'s share. The
    /// term is the row, so that one term times the weights of all neurons is a run of products.
    pub type Network = [[f32; NEURONS]; TERMS + 1];

    /// Weights of the five networks, see `Weights`.
    pub const COUNT: usize = 5 * (TERMS + 1) * NEURONS;

    /// Hundredths, network by network, in each the terms' rows and then the neurons' row. Learned from 2,280 games on
    /// generated maps: `tune-ontherun learn` from a guess by hand, 3 rounds of 30 maps, one turn deep, and then 12
    /// rounds of 40 maps.
    #[rustfmt::skip]
    static TABLE: [i16; COUNT] = contest::decode(
        "^vVOGvR6M22ckJGa;TIAGYNYH^>EFGJ?@GOGNOVCh=RCGZA&HNGNQHAQ>LDGZR]KEGbEMEYCIEGQDAa^GIDTUVU^BGMA:M[GR-aOCIURG7_v_
         uAGGvwCu9+u2vp(vmGvf3[LCG?@YDhUMPGCDeQ,GND=:JeS6GgJZ[CGAPgAN0SSGZD`O@GV9?OALO?FX7E]AG;@KMRDc+FE_OEKG=F6M9I@UG
         HN-DiG:OAH7-?MG5@RZ$GJOPGWUC2Ga^:A9GAIUEB;JMGH4Xu2GGJBGuY?Ju2^GD)6D]G?MR>_E<WF;C<uFuIG6vLvYvhvL0#5GDvd.GJGDHN
         WO<H<G>T9CDG>2N@I7L&G+O/>WGJLYGQP;PFJMAA=GUA^NVVIRGV?=KLG5%PYJ>@JGu@dVOuOGRR:HEv]MIG'>A8[G>viBd>E;OGu4XUl#GGG
         kHvRPJ6G0uYFL?G[@aLBJELGMIUFHGQENEg@K;FJG9W1GXDROTLU9G`Xw%t$vKGtB#u8tCu<w$suw;GuRuF#u0uWGuNw;]v_f.u=uOHuUvL+v]
         vI3GvJvOuWMg-vQ-d2L`V5GP8PFBE(bSPHRE0G7SYWHV2]j8DJB=GNBMEZU33AQ=F?7GNJEL_M*8T95Mf2GeDCjN;PRvHFNI@FGQNNA_DT[KR
         1]vSDGvfvQ1vT_5<uA`B[:uY_GLQJJFDV7<?JdUCGQS?BJDEFFEGWD?G@YHbXO<JU6PaT5GTLKFI3f3RHK@UCG>XY8GD@?/KS@8KG9WBj?HIL
         D4EA&fGEdCW=>F5UEf9E@GAKN55ZNg=KH;C@G7BHZ>V92GSO6UvIGLRPU>F.><KQ<FGGOX^^NUKVCKvVFuOhGuN'vZuLuXviuLvTuIvSQ^gNG
         AGRYHQ9SBKAITWGVCA9ASZ]7MF5KKG9CKQR;?LVYR>:eGV2?4UILDJMW&/KGN7AS5WLAP?M0k@GCTWALTZNMLvO27u9G80_SGvS6k@hB:@`GR
         ^FT_G[<FU/cvMUGbvLGFXLkJ^8[C;gG:1@1?Q0Q@:LhJ'GWOB<FDGc9Y>tVu9viG=Q0[t(;w.HuH:fu?uQvhG*0Z()Yu@h-PcavZvHPvX#(uP
         vLvZITguQPPKBJ8@X>:=WIXCIZ;SMAY_FK6=hJ:BELLDTGTOD?_@IGV@<XUK=EB@QI@hHdYV[dWOF<hVPTNPL?OCu?GEEAXU:37UXaLWv^`K/
         G;TvHlvJAGG'6uW`T;T@W*3BkWBvIYGR@=NPBGJHKTlkFecXD7E?GUOAQBSl:R)IAKeHBH%70HU=7M5ADB<1JbPi:NK9V;MW.@^vXjuTV%JG9
         ?.Jb)GIULP?I3X5^KuX[:S`4VJOB639MWF3:B4PKIP/IQ4X?G;:^B[ZKE:B=KAFLDJC7OduTE%)FuAvfivP7u>;OuDvjYPUJHHFFV[LQUCL<N
         JfuISH:2DB=8T0RTJ>B:ICLREPGULBL7;uFF@MJOSu@(A]6I5FVMX7#(FOOXUTRIeDF@ZTB]G=5H;0uY;RM]vafAEI@XcCgJ>=SQ%WLNDVHKW
         =l`Y]<18d[OW70<1<-JLvKCcuT;@E-VRIRNWKULQOINQS[u*uTu1FK_DuN5u@%%>``uS*#-u'*ev^vLuJuIuIuB#vKQ@fuReuLvMvRvLvPvcW
         2uRuWVPhCBQB?S5<[Y=YcZQ<M<U9R)BSCVf[X@6dHWDK)@EEHXORMNaHNGU=HfSM:UMgK`5>F[3[iP,2H7u3RFIE]0GST;MAEuKve<S2RYeF%
         vT&BI=&uNHQP-P-:AS^K'08GIZ3RTdO61D<FgLfMEWVRQIFUCHB70?8S>?eJY^KB;K/:&J3KGA=XS>SVCgB/=4@u<@@+CMKVGL5GLFJH:HAID
         EO5NPU@@KEZ%Q)KT]b-CLFVVGB8I?KMXNuUBHK@T5:??;MQbLOO-SEH>==>FU<Y==i=vQuIvKHuPK8uMuUv`vb0[JEPE<GGG=;T7W1O4u?>OE
         E85[MNGAH>RJ<^<#CS2:YSGR?HuP[?S<B<8Y+DOYuW6AVBF/D8WDV`]ODOGbAIJR*RLUHCHKvY5PI.7?3G<Mj_uQg1K_7ZlE'D[]XUR?AXI[C
         cLvHV`LK?>uP:BQIbHE:M).JQHcOJCbSFQ[2AH^YG$JS^:QuTuBBv[uOCVQZu4vUtn^,iuFuIuMuVuEuSddj@?vJ5_`?>T*M-bSvIA<ZN5kX@
         2DVCEZPH8_K6Y^8E<F<@QjYTNRHQRACG=@u8vNaP`L?EXV>BSPHDa.DL<=*i:;4bMWuVY8JF?HG1BSSR@U;G+94vI0GvTuVGGGJ@GcvZ@[=K+
         O8RCUGM?[5OHVGMNQKM3FC`RfKTSKEjLSC]OHC_bGGGGGGGGGGGGGGGXZG?PuTTL]Z:MO;/MT;N7:KA8YHD?EXc@EI<E3NDZGUBGCPF3PERB*
         OTPPD_AGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGvP`(vJX0huT&TGvQb5TEIfGvIYHIG=M?UZl=UWBvHX1S==JL^IFGGGGGG
         GGGGGGGGGPSHPF.1[NMAR9<2JY[?43_R_F@:E:<7>NNBC1V4ZFYLIKvL]/c=05<CQ>_5C%@EcGGT&uP*8PMCaVBU?XBBEUTH@ROF.AYKRO*E[
         R^@A>8DWK=VCG8NREGZ1VO>`t~Ku>uSLR9TGT/36^QuNVuXu(vR25['_u<uYu3",
    );

    /// What the leaf needs beside the map.
    #[derive(Clone)]
    pub struct Weights {
        /// One network for each number of rides until the announcement (1 to 5, less 1). A fugitive who rides five times
        /// before he shows himself is judged by other weights than one who must show himself now.
        pub networks: [Network; 5],
        /// By n: the logarithm of 1 + n, 0 for none at all. Counts are looked at by their logarithm: one exit more
        /// matters much beside one and little beside ten.
        logs: [f32; 256],
    }

    impl Weights {
        /// The learned weights.
        pub fn new() -> Weights {
            let mut weights = Weights { networks: [[[0.0; NEURONS]; TERMS + 1]; 5], logs: [0.0; 256] };
            weights.set(&TABLE);
            for (n, log) in weights.logs.iter_mut().enumerate() {
                *log = (1.0 + n as f32).ln();
            }
            weights
        }

        /// Takes over the numbers of a table.
        pub fn set(&mut self, table: &[i16; COUNT]) {
            let places = self.networks.iter_mut().flat_map(|n| n.iter_mut()).flat_map(|row| row.iter_mut());
            for (place, number) in places.zip(table.iter()) {
                *place = f32::from(*number) / 100.0;
            }
        }

        fn log(&self, count: usize) -> f32 {
            self.logs[count & 255]
        }
    }

    /// What getting past an announcement is worth, in points of the fugitive still to come, by the announcements that
    /// then remain: 10 for the escape when none does, below that the share of games that went on times one more.
    ///
    /// Each number is about 0.72 times one more than the number before: of 100 fugitives 72 are taken to live to make
    /// their next announcement, which is a point and leaves one announcement less.
    pub const AFTER: [f32; 11] = [10.00, 7.92, 6.42, 5.34, 4.56, 4.00, 3.60, 3.31, 3.10, 2.95, 2.84];

    /// The most that a leaf can be worth, as a multiple of an announcement survived in the average position. The curve
    /// comes near it and never reaches it, so there is room above 1 for positions better than the average.
    pub const TOP: f32 = 1.35;

    /// Announcements from this turn on, the turn included. 10 in turns 1 to 5, 9 from turn 6 on, 1 from turn 46 on.
    pub fn remaining(turn: usize) -> usize {
        (LAST_TURN - turn) / 5 + 1
    }

    /// What a leaf can be worth at most, in points still to come, when the fugitive rides in `turn` next. At the first
    /// turn this is 1.35 * (1 + 2.95) = 5.3 points, at turn 50 it is 1.35 * (1 + 10) = 14.9.
    pub fn scale(turn: usize) -> f32 {
        TOP * (1.0 + AFTER[remaining(turn) - 1])
    }

    /// What the leaves of one public state share: where the detectives are, and where the fugitive can be.
    pub struct Context<'a> {
        map: &'a Map,
        weights: &'a Weights,
        turn: usize,
        detectives: Four,
        /// The detectives as a set: nobody rides there.
        taken: Set,
        /// Cities one connection from a detective, who can arrest there at once, then two and three. A city may be in
        /// several of them.
        near: [Set; 3],
        /// Logarithm of the number of cities in the support: 0 when the fugitive is known.
        support: f32,
        /// Logarithm of the number of cities in the support after each mode.
        next: [f32; 3],
        /// Share of the support that a detective is next to, and that a detective reaches in two rides. How much of the
        /// cover is bad: a large set helps little when a detective stands next to most of it.
        covered: [f32; 2],
        /// Mean of term 6 over the support, and where the fugitive can be next with no detective beside (log).
        mean_safe: f32,
        open: f32,
        /// The one for the rides until the announcement.
        network: &'a Network,
        /// What a result of 1 is worth, in points: never reached, see `TOP`.
        scale: f32,
        /// 1 over the announcements still to come, from 0.1 at the start to 1 at the end.
        late: f32,
    }

    /// A condition as a term.
    fn flag(yes: bool) -> f32 {
        f32::from(u8::from(yes))
    }

    impl<'a> Context<'a> {
        /// The detectives have moved; the fugitive, who can be in any city of `support`, rides in `turn` next.
        pub fn new(map: &'a Map, weights: &'a Weights, detectives: &Four, support: &Set, turn: usize) -> Context<'a> {
            let taken = Set::of(detectives);
            let near = [&map.around, &map.walk2, &map.walk3].map(|table| union(&taken, table));
            // Not safe: a detective is there, or can be there with his next move.
            let blocked = taken.or(&near[0]);
            // An empty set has no mean; the 1 keeps what follows from dividing by 0.
            let count = support.count().max(1) as f32;
            let mut next = [0.0; 3];
            // One ride on, by each mode: the more cities fit what the detectives will hear, the better is the cover.
            let mut reach = Set::EMPTY;
            for mode in 0..3 {
                let by_mode = map.reach(support, mode).minus(&taken);
                next[mode] = (by_mode.count().max(1) as f32).ln();
                reach = reach.or(&by_mode);
            }
            // Exits that lead next to no detective, for each city of the support.
            let safe = |city: u8| weights.log(map.around[usize::from(city)].minus(&blocked).count());
            let share = |set: &Set| support.and(set).count() as f32 / count;
            Context {
                map,
                weights,
                turn,
                detectives: *detectives,
                taken,
                near,
                support: count.ln(),
                next,
                covered: [share(&near[0]), share(&near[1])],
                mean_safe: support.cities().map(safe).sum::<f32>() / count,
                open: weights.log(reach.minus(&near[0]).count()),
                // Turn 1 of a round of five has the last network, with five rides to go; turn 5 has the first.
                network: &weights.networks[4 - (turn - 1) % 5],
                scale: scale(turn),
                late: 1.0 / remaining(turn) as f32,
            }
        }

        /// The points still to come for a fugitive in a city; not asked for cities where a detective stands.
        pub fn value(&self, city: u8) -> f32 {
            if self.turn == LAST_TURN {
                // Nothing is left to estimate: the announcement is a point where he can ride at all, and next to no
                // detective he has escaped.
                let exits = self.map.around[usize::from(city)].minus(&self.taken);
                let safe = exits.minus(&self.near[0]);
                return flag(!exits.is_empty()) + 10.0 * flag(!safe.is_empty());
            }
            // All neurons at once, term by term: products side by side, of which the machine does several at once.
            let mut sums = [0.0f32; NEURONS];
            for (term, row) in self.terms(city).iter().zip(self.network.iter()) {
                for (sum, weight) in sums.iter_mut().zip(row) {
                    *sum += term * weight;
                }
            }
            let mut logit = 0.0;
            for (sum, weight) in sums.iter().zip(&self.network[TERMS]) {
                logit += sum.max(0.0) * weight;
            }
            // The logistic curve: a logit of 0 is half of the scale, one of 1 is 73 % of it, one of -1 is 27 %.
            self.scale / (1.0 + (-logit).exp())
        }

        /// The terms of a fugitive in a city. Logarithms are of one more than the number, so that none at all is 0;
        /// what holds or does not is 1 or 0.
        ///
        /// ```text
        ///   0  always 1                                       16  term 11, with a detective one ride away
        ///   1  detectives one ride away                       17  term 11, with no safe exit
        ///   2  ... two rides                                  18  term 11 times term 6
        ///   3  ... three rides                                19  mean distance of the detectives, in quarters
        ///   4  any one ride away                              20  the fugitive is known
        ///   5  any up to two rides away                       21  modes with a safe exit, a share of three
        ///   6  safe exits, with no detective beside (log)     22  term 11, with a detective up to two rides away
        ///   7  none of them                                   23  exits (log)
        ///   8  exits next to a detective (log)                24  cities two rides away that no detective
        ///   9  exits that no detective reaches                    reaches in two rides (log)
        ///      in two rides either (log)                      25  ... in three rides (log)
        ///  10  none of them                                   26  the same for three rides and three (log)
        ///  11  cities of the support (log)                    27  no city of term 24
        ///  12  the same after the best mode from here (log)   28  mean of term 6 over the support
        ///  13  there is a train                               29  safe cities where he can be next (log)
        ///  14  there is a plane                               30  share of the support that a detective reaches
        ///  15  share of the support that is next                  in two rides
        ///      to a detective                                 31  how near the end is
        /// ```
        ///
        /// Terms 16 to 18 and 22 say what no sum of single terms can: that cover is worth more or less where a detective
        /// is near or an exit is missing.
        pub fn terms(&self, city: u8) -> [f32; TERMS] {
            let here = usize::from(city);
            let map = self.map;
            let log = |set: &Set| self.weights.log(set.count());
            // Beyond 9 connections all is equally far.
            let steps = self.detectives.map(|detective| map.steps[usize::from(detective)][here].min(9));
            let at = |away: u8| steps.iter().filter(|steps| **steps == away).count() as f32;
            // Where he can ride, and of that: where no detective can follow at once, and none within two moves.
            let exits = map.around[here].minus(&self.taken);
            let safe = exits.minus(&self.near[0]);
            let far = safe.minus(&self.near[1]);
            let two_away = map.walk2[here].minus(&self.near[1]);
            // By mode: how well it would hide him, and whether it has a safe exit at all.
            let mut modes = 0.0;
            let mut next = 0.0f32;
            for mode in 0..3 {
                let by_mode = map.by_mode[mode][here].minus(&self.taken);
                if !by_mode.is_empty() {
                    next = next.max(self.next[mode]);
                    modes += flag(!by_mode.and(&safe).is_empty());
                }
            }
            let one = flag(at(1) > 0.0);
            let two = flag(at(1) + at(2) > 0.0);
            [
                1.0,
                at(1),
                at(2),
                at(3),
                one,
                two,
                log(&safe),
                flag(safe.is_empty()),
                log(&exits.and(&self.near[0])),
                log(&far),
                flag(far.is_empty()),
                self.support,
                next,
                flag(!map.by_mode[1][here].is_empty()),
                flag(!map.by_mode[2][here].is_empty()),
                self.covered[0],
                self.support * one,
                self.support * flag(safe.is_empty()),
                self.support * log(&safe),
                f32::from(steps.iter().sum::<u8>()) / 16.0,
                flag(self.support == 0.0),
                modes / 3.0,
                self.support * two,
                log(&exits),
                log(&two_away),
                log(&map.walk2[here].minus(&self.near[2])),
                log(&map.walk3[here].minus(&self.near[2])),
                flag(two_away.is_empty()),
                self.mean_safe,
                self.open,
                self.covered[1],
                self.late,
            ]
        }
    }
}

// ---------------------------------------------------------------------------------------------------------------------
// Search: owns the tables, the node count and the generator. Takes a board and a budget, returns a report.
// ---------------------------------------------------------------------------------------------------------------------
pub(crate) mod search {
    // How the room works. `solve` makes the matrix game of a turn, its cells leaves, and plays rounds of it. Then it puts
    // a game of the next turn behind each joint move, and after that further games where both sides' mixtures lead: a
    // tree that grows where it matters (growing-tree counterfactual regret minimisation). Rounds of the whole tree are
    // played all the while, so the mixtures of all turns move together (`Tree::round`).
    //
    //     board        --ride-->  after the news     --joint move-->  board of the next turn
    //     {12}            C       {5, 9, 40}                          {5, 40}, for a detective has come to 9
    //
    // All values are points that the fugitive still gets, from 0 for an arrest up; what he gets the detectives lose, so
    // one number does for both sides: he looks for the largest, they for the smallest. This is no alpha-beta (which
    // `ayu.rs` explains): with hidden cities a position has no value of its own, only one for each belief.
    //
    // The fugitive plays by `ride`: solve, and draw a ride from the mixed strategy. The detectives first `predict`:
    // solve as if they were the fugitive, to know what a good one does; bring the belief up to date with the mode that
    // was heard (`observe`); and `answer`: solve once more, where the ride is past, and take the joint move that leaves
    // him the least.
    use super::contest::{Budget, Rng};
    use super::eval::{Context, Weights};
    use super::hunters::{favourites, Hunters};
    use super::matrix::{candidates, Ride, Tree, JOINTS};
    use super::rules::{is_announcement, Board, Four, Map, Move, News, Phase, Set, LAST_TURN};

    /// Most turns that are looked ahead: by the fugitive, by detectives who have heard a ride (that of the ride included),
    /// and by detectives who foretell one. How far he looks they do not know, and it decides what they foretell: a1302aa's
    /// fugitive with two turns earned 0.98 +- 0.09 when two were foretold, 1.39 +- 0.13 with three (400 maps each), with
    /// one turn 1.41 +- 0.14 when two were foretold; `far` and `hide` 0.03 +- 0.06 more with three than with two.
    const RIDE_TURNS: i32 = 3;
    const ANSWER_TURNS: i32 = 3;
    const FORETOLD_TURNS: i32 = 2;

    /// A leaf becomes a game when both sides' mixtures come to it as often as this. At first only the likeliest do; when
    /// there is none left half as often is enough, and so on to the end.
    const GROW_FROM: f32 = 0.04;
    const GROW_TO: f32 = 0.001;

    /// Rounds of regret matching: with these both sides together could still win 0.006 points by other mixtures (240
    /// matrix games). Before that some of the first turn alone; then between two growths of the tree; and of a new game
    /// alone before it counts.
    const ROOT_ROUNDS: u32 = 160;
    const FIRST_ROUNDS: u32 = 40;
    const GROW_ROUNDS: u32 = 20;
    const NEW_ROUNDS: u32 = 10;

    /// Joint moves that are considered at the root, beside the favourites of the kinds of hunters, and below it. It is the
    /// list that limits a solution, not the rounds: see `JOINTS`.
    const ROOT_JOINTS: usize = 24;
    const INNER_JOINTS: usize = 10;

    /// The part of our detectives' belief that is not foretold by solutions: in the tree a fugitive who takes any ride
    /// equally often, for the ride that was heard one who is tempted (`TEMPTATION`). An opponent need not play as we would.
    /// Where ours would never ride the belief must not be 0, or the detectives would leave a city open that another
    /// fugitive may well choose.
    ///
    /// To foretell one fugitive exactly is to be wrong about all others. Our own two turns (with 0.35 of equal chances) met
    /// a1302aa's rides two turns deep so well that it earned 0.96 +- 0.15, but by the clock, where its first ride is thought
    /// out one turn deep, 1.43 +- 0.15 (150 maps). One turn and two foretold alike, and half of the rest by temptation,
    /// gave it and the version of daef73f, one and two turns deep, 0.25 +- 0.18 less on average (100 maps each).
    const UNIFORM: f32 = 0.5;

    /// The same in the belief that our fugitive ascribes to the detectives: nobody who writes detectives for a contest
    /// computes mixtures, most assume equal chances. With 0.35 instead, two turns as one (50 to 80 maps each): 0.9 +- 1.1
    /// more against a1302aa, 4.9 +- 2.5 less against a1302aa made to assume equal chances, 0.8 +- 2.3 less against
    /// `greedy`, 0.1 +- 2.3 more against `cover`, 1.3 +- 2.1 less against `chase`; over these five 1.3 +- 1.1 less. One
    /// turn deep 0.7 and 0.35 both brought 0.1 +- 0.3 more against a1302aa (150 maps).
    const THEIR_UNIFORM: f32 = 0.95;

    /// From this turn on no leaf two turns deep is an estimate: as many joint moves are listed as there is room for, and
    /// two turns are solved in so many rounds. With 160 a mixture of turn 48 lost up to 0.24 points on small maps, with
    /// 1,000 at most 0.04, see the test.
    const FINISH: usize = LAST_TURN - 2;
    const FINISH_ROUNDS: u32 = 1000;

    /// What a side plays, and what it thinks of it.
    #[derive(Clone, Copy, Debug)]
    pub struct Report {
        pub best: Move,
        /// Points that the fugitive still gets: by the solution in his city, for the detectives over their belief.
        pub score: f32,
        /// Turns looked ahead; 0 when none was needed or none could be.
        pub depth: i32,
        /// Matrix games solved.
        pub nodes: u64,
    }

    /// Plays one role for a whole game.
    pub struct Search {
        pub map: Map,
        /// The leaf's; the tool that learns them puts its own here.
        pub weights: Weights,
        /// Draws from mixtures.
        rng: Rng,
        /// Matrix games solved since the program began.
        pub nodes: u64,
        /// The game of the present decision and those that follow it.
        pub tree: Tree,
        /// `UNIFORM` or `THEIR_UNIFORM`, by who is thinking; 0 in tests: both sides believe in the solution.
        pub uniform: f32,
        /// By mode and city: what is believed after the ride that was foretold, in any unit.
        believed: [[f32; 256]; 3],
        /// What our fugitive makes of the detectives, and how much of their play that is in the present decision.
        hunters: Hunters,
        trust: f32,
        /// Of the present decision.
        budget: Budget,
        /// The budget is used up: deeper games are not begun any more, and what was not finished is not used.
        stopped: bool,
    }

    impl Search {
        pub fn new(map: Map, seed: u64) -> Search {
            Search {
                map,
                weights: Weights::new(),
                rng: Rng(seed),
                nodes: 0,
                tree: Tree::new(),
                uniform: UNIFORM,
                believed: [[0.0; 256]; 3],
                hunters: Hunters::new(),
                trust: 0.0,
                budget: Budget::fixed(0, 0),
                stopped: false,
            }
        }

        /// What the side plays whose decision comes next; `None` when it has no move, which no map of the contest
        /// allows.
        pub fn think(&mut self, board: &Board, budget: Budget) -> Option<Report> {
            self.budget = budget;
            self.stopped = false;
            let gains = matches!(board.phase, Phase::PlaceFugitive | Phase::Ride);
            self.uniform = if gains { THEIR_UNIFORM } else { UNIFORM };
            self.trust = if gains { self.hunters.trust() } else { 0.0 };
            let before = self.nodes;
            let found = match board.phase {
                Phase::PlaceDetectives => Some((Move::Joint(self.place_detectives()), 0.0, 0)),
                Phase::PlaceFugitive => Some(self.place_fugitive(&board.detectives)),
                Phase::Ride => self.ride(board),
                Phase::Answer => self.answer(board),
            };
            found.map(|(best, score, depth)| Report { best, score, depth, nodes: self.nodes - before })
        }

        /// Four cities, spread over the map: each next one is the city that makes the sum of all cities' distances to their
        /// nearest detective least. To go on from there and put one detective at a time where the leaf likes the
        /// fugitive's best starts least was worth 0.03 +- 0.13 points a game (100 maps against each of four fugitives).
        fn place_detectives(&self) -> Four {
            let cities = self.map.cities as u8;
            let mut four: Four = [0; 4];
            for i in 0..4 {
                let far = |c: u8| -> u32 {
                    let nearest = |to: u8| {
                        let steps = |d: u8| self.map.steps[usize::from(d)][usize::from(to)];
                        four[..i].iter().map(|d| steps(*d)).fold(steps(c), |a, b| a.min(b))
                    };
                    (1..=cities).map(|to| u32::from(nearest(to))).sum()
                };
                four[i] = (1..=cities).filter(|c| !four[..i].contains(c)).min_by_key(|c| far(*c)).unwrap_or(1);
            }
            four
        }

        /// The fugitive's city at the beginning: the best one by the leaf. To solve the best twelve one turn deep and the
        /// best six of these two turns deep was worth -0.4 +- 1.0 points against a1302aa (80 maps), and with a search one
        /// turn deep 0.1 +- 0.6 (100 maps against each of five hunters).
        fn place_fugitive(&self, detectives: &Four) -> (Move, f32, i32) {
            let taken = Set::of(detectives);
            let mut best = (f32::MIN, 1);
            for city in (1..=self.map.cities as u8).filter(|c| !taken.has(*c)) {
                let value = Context::new(&self.map, &self.weights, detectives, &Set::of(&[city]), 1).value(city);
                if value > best.0 {
                    best = (value, city);
                }
            }
            (Move::Start(best.1), best.0, 0)
        }

        /// The fugitive's ride; leaves the solution in the tree for `observe`.
        fn ride(&mut self, board: &Board) -> Option<(Move, f32, i32)> {
            // In all that may come the detectives do not know the city; when he shows it it does not matter what they knew.
            let shown = is_announcement(board.turn);
            let public = if shown {
                Board::known(board.detectives, board.fugitive, board.turn)
            } else {
                Board { fugitive: 0, ..*board }
            };
            let depth = self.solve(&public, RIDE_TURNS);
            self.believed = [[0.0; 256]; 3];
            self.tree.believe(&mut self.believed, false);
            let found = self.sample(board).map(|(mv, score)| (mv, score, depth));
            found.or_else(|| {
                // He is where the belief says that he cannot be, or every ride leads onto a detective.
                let here = usize::from(board.fugitive);
                let rides = (0..3).flat_map(|m| self.map.by_mode[m][here].cities().map(move |c| (m, c)));
                let taken = Set::of(&board.detectives);
                rides.max_by_key(|(_, city)| !taken.has(*city)).map(|(mode, city)| (Move::Ride(mode, city), 0.0, 0))
            })
        }

        /// One of the rides of the fugitive's type, as often as the solution plays it, and what it is worth; the best when
        /// he has to show his city. `None` when he is where the support says that he cannot be.
        ///
        /// One rule stands above the solution: in an announcement turn he does not end next to a detective when he need
        /// not. In other turns a ride next to a detective may be right: the detectives do not know that he is there.
        fn sample(&mut self, board: &Board) -> Option<(Move, f32)> {
            let dice = self.rng.unit() as f32;
            let tree = &self.tree;
            let one = tree.types(0).iter().find(|one| one.city == board.fugitive)?;
            let rides = &tree.rides[one.rides.all()];
            let value = tree.value(one);
            let chosen = if is_announcement(board.turn) {
                let near = self.map.beside(&Set::of(&board.detectives));
                let safe = |ride: &Ride| !near.has(tree.city(ride));
                let better = |a: &&Ride, b: &&Ride| safe(a).cmp(&safe(b)).then(a.average.total_cmp(&b.average));
                rides.iter().max_by(better)
            } else {
                // A number from 0 to the total: the ride in whose part it falls. Rounding may leave it above 0 at the end,
                // and then it is the last.
                let mut left = dice * rides.iter().map(|ride| ride.average).sum::<f32>();
                let fall = |ride: &&Ride| {
                    left -= ride.average;
                    left < 0.0
                };
                rides.iter().find(fall).or_else(|| rides.last())
            }?;
            Some((Move::Ride(usize::from(chosen.mode), tree.city(chosen)), value))
        }

        /// Foretells the ride, for `observe`: what good fugitives would do, one who looks a turn ahead and one who looks two,
        /// and what is tempting, see `UNIFORM`.
        pub fn predict(&mut self, board: &Board, budget: Budget) {
            self.budget = budget;
            self.stopped = false;
            self.believed = [[0.0; 256]; 3];
            for turns in 1..=FORETOLD_TURNS {
                if !self.stopped {
                    self.solve(board, turns);
                    self.tree.believe(&mut self.believed, true);
                }
            }
        }

        /// What is public after a ride: call `think` (the fugitive) or `predict` (the detectives) first.
        pub fn observe(&mut self, board: &mut Board, news: &News) {
            board.observe(&self.map, news, &self.believed[news.mode]);
        }

        /// Takes in the detectives' answer, for the fugitive. `board` is the one before it.
        pub fn learn(&mut self, board: &Board, joint: &Four) {
            if board.phase == Phase::Answer {
                self.hunters.learn(&self.map, board, joint);
            }
        }

        /// The detectives' joint move after the news. `None` when they are stuck.
        fn answer(&mut self, board: &Board) -> Option<(Move, f32, i32)> {
            // Any joint move at all: there is an answer even when time is short.
            let any = self.map.cover(&board.detectives, &Set::EMPTY)?;
            // A sure arrest needs no thought.
            if let Some(to) = self.map.cover(&board.detectives, &board.support) {
                return Some((Move::Joint(to), 0.0, 0));
            }
            let depth = self.solve(board, ANSWER_TURNS);
            // Nothing is hidden from him, so nothing is gained by mixing: the joint move that was played most.
            let columns = self.tree.hearings.first().map_or(0..0, |hearing| hearing.columns.all());
            let best = self.tree.columns[columns].iter().max_by(|a, b| a.average.total_cmp(&b.average));
            let best = best.map_or(any, |column| column.joint);
            let tree = &self.tree;
            let score = tree.types(0).iter().map(|one| board.belief[usize::from(one.city)] * tree.value(one)).sum();
            Some((Move::Joint(best), score, depth))
        }

        /// The turn's solution: by city what a fugitive there may expect. How he rides is in the tree.
        #[allow(dead_code)] // for tests and the tuner
        pub fn solution(&mut self, board: &Board, depth: i32) -> [f32; 256] {
            self.trust = 0.0;
            self.budget = Budget::fixed(depth, u64::MAX);
            self.stopped = false;
            self.solve(board, depth);
            self.believed = [[0.0; 256]; 3];
            self.tree.believe(&mut self.believed, false);
            let mut values = [0.0; 256];
            self.tree.types(0).iter().for_each(|one| values[usize::from(one.city)] = self.tree.value(one));
            values
        }

        /// Solves the turn and those that follow, and leaves the solution at the root of the tree. Values are points still
        /// to come for the fugitive, exact but for the leaves and for what the rounds leave open. Returns how many turns
        /// were looked ahead; when the budget does not last for two, the solution is that of one.
        fn solve(&mut self, board: &Board, most: i32) -> i32 {
            let most = most.clamp(1, self.budget.depth.max(1));
            self.tree.clear();
            self.tree.uniform = self.uniform;
            self.make(board, 1);
            if self.tree.games.is_empty() {
                return 0;
            }
            // One turn; all of the next; further turns where the mixtures put weight.
            let mut rounds = if most == 1 { ROOT_ROUNDS } else { FIRST_ROUNDS };
            self.play_rounds(0, rounds);
            let begun = self.budget.used();
            let grown = most > 1 && !self.stopped && self.grow(0, 1.0, 0.0, 2);
            // After a few rounds the mixtures are worse than those of one turn: so none when less than half of the time
            // is left that making the games took.
            let made = self.budget.used();
            if !grown || self.stopped || made + 0.5 * (made - begun) > 1.0 {
                return 1;
            }
            let mut more = if board.turn >= FINISH { FINISH_ROUNDS } else { ROOT_ROUNDS };
            let mut least = GROW_FROM;
            loop {
                self.play_rounds(rounds, more);
                rounds += more;
                more = GROW_ROUNDS;
                if most == 2 || least < GROW_TO || self.stopped {
                    break;
                }
                if !self.grow(0, 1.0, least, most) {
                    least *= 0.5;
                }
            }
            self.tree.games.iter().map(|game| game.depth).max().unwrap_or(1)
        }

        /// Rounds of the whole tree, the first of them with this number. The averages are a solution after each of them.
        fn play_rounds(&mut self, from: u32, count: u32) {
            for number in from..from + count {
                self.tree.round(0, number);
                self.stopped = self.stopped || number > 1 && self.is_over();
                if self.stopped {
                    break;
                }
            }
        }

        fn is_over(&self) -> bool {
            self.budget.is_over(self.tree.games.len() as u64, 1)
        }

        /// Puts games behind the leaves that come about with a chance of at least `least`, by the averages of both sides;
        /// `reach` is the chance of the game. False when there was none.
        fn grow(&mut self, game: usize, reach: f32, least: f32, most: i32) -> bool {
            if self.tree.games[game].depth >= most {
                return false;
            }
            self.tree.spread(game);
            let hearings = self.tree.games[game].hearings.all();
            let all: f32 = hearings.clone().map(|h| self.tree.chance(h)).sum();
            let mut grown = false;
            for h in hearings {
                let columns = self.tree.hearings[h].columns.all();
                let played: f32 = self.tree.columns[columns.clone()].iter().map(|column| column.average).sum();
                let heard = reach * self.tree.chance(h) / (all * played).max(1e-9);
                for (j, column) in columns.enumerate() {
                    let reach = heard * self.tree.columns[column].average;
                    if reach >= least && !self.stopped {
                        grown |= match self.tree.child(column) {
                            None => self.expand(game, h, j),
                            Some(child) => {
                                self.tree.carry(h, column, child);
                                self.grow(child, reach, least, most)
                            }
                        };
                    }
                }
            }
            grown
        }

        /// Puts a game behind a column. False when there is nothing to learn in it, the fugitive arrested for certain or the
        /// last turn over, and when there is no time or room.
        fn expand(&mut self, game: usize, hearing: usize, j: usize) -> bool {
            let joint = self.tree.columns[self.tree.hearings[hearing].columns.all()][j].joint;
            let mut board = self.tree.heard(game, hearing, self.uniform);
            if board.turn == LAST_TURN || board.support.minus(&Set::of(&joint)).is_empty() {
                return false;
            }
            board.play(Move::Joint(joint));
            self.stopped = self.stopped || self.is_over();
            let depth = self.tree.games[game].depth + 1;
            match self.make(&board, depth) {
                Some(child) if !self.stopped => self.tree.attach(game, hearing, j, child, NEW_ROUNDS),
                _ => return false,
            }
            true
        }

        /// A new game, its cells leaves; `None` when there is no room. What the detectives would believe if every ride were
        /// equally likely is good enough to tell which joint moves are worth a column.
        fn make(&mut self, board: &Board, depth: i32) -> Option<usize> {
            self.nodes += 1;
            let shown = board.phase == Phase::Ride && is_announcement(board.turn);
            let trust = if depth == 1 && !shown { self.trust } else { 0.0 };
            let game = self.tree.add(&self.map, board, depth, trust)?;
            let most = match depth {
                _ if board.turn >= FINISH => JOINTS,
                1 if !shown => ROOT_JOINTS,
                _ if shown && depth > 1 => INNER_JOINTS / 2,
                _ => INNER_JOINTS,
            };
            let near = self.map.beside(&Set::of(&board.detectives));
            for h in self.tree.games[game].hearings.all() {
                let mut heard = self.tree.heard(game, h, 1.0);
                heard.normalise();
                // An announcement next to a detective is the last, and so is that of the last turn.
                if shown && (board.turn == LAST_TURN || !heard.support.and(&near).is_empty()) {
                    continue;
                }
                let mut joints = [[0; 4]; JOINTS];
                let mut count = candidates(&self.map, &heard, &mut joints, most);
                if trust > 0.0 {
                    count = favourites(&self.map, &heard, &mut joints, count, &self.budget);
                }
                self.tree.answer(h, &joints[..count]);
                if trust > 0.0 {
                    let model = self.hunters.model(&self.map, &heard, &joints[..count]);
                    let columns = self.tree.hearings[h].columns.all();
                    for (column, model) in self.tree.columns[columns].iter_mut().zip(model.iter()) {
                        column.model = *model;
                    }
                }
                for (j, joint) in joints[..count].iter().enumerate() {
                    self.judge(&heard, h, j, joint);
                }
            }
            Some(game)
        }

        /// Fills a column with leaves; its cells differ by the city where the fugitive is.
        fn judge(&mut self, heard: &Board, h: usize, j: usize, joint: &Four) {
            let left = heard.support.minus(&Set::of(joint));
            // After the last turn nothing is estimated: who is not arrested has escaped, which is worth ten more.
            let over = heard.turn == LAST_TURN;
            let turn = LAST_TURN.min(heard.turn + 1);
            let context = Context::new(&self.map, &self.weights, joint, &left, turn);
            for (r, city) in heard.support.cities().enumerate() {
                *self.tree.cell(h, r, j) = match left.has(city) {
                    false => 0.0,
                    true if over => 10.0,
                    true => context.value(city),
                };
            }
        }
    }
}

// ---------------------------------------------------------------------------------------------------------------------
// Protocol: lines in, lines out.
// ---------------------------------------------------------------------------------------------------------------------
pub(crate) mod protocol {
    // The rules to read the map and the lines, the search to answer, the clock to plan with. A session is fed with lines
    // and returns lines, so tests can play whole games without a process.
    //
    // What is read (<) and written (>), and in which order:
    //
    //     detectives                  fugitive
    //     < Detectives                < Fugitive
    //     > 10 119 23 147             < 10 119 23 147    four lines, one for each detective
    //                                 > 25               where he starts
    //     < 25                        > C 39             turn 1, at once
    //     < C
    //     > 141 51 47 102             < 141 51 47 102
    //                                 > C 25             turn 2
    //       ...                         ...
    //     < P 85                      > P 85             turns 5, 10 .. 50: the city as well
    //       ...                         ...
    //     > 4 lines, and ends         > P 85, and ends   turn 50
    use super::contest::{refuse, Budget, Clock, Lines, Options};
    use super::rules::{is_announcement, Board, Four, Map, Move, News, Phase, LAST_TURN};
    use super::search::Search;
    use std::fmt::Write as _;
    use std::fs;
    use std::io::{self, BufRead, Read, Write};

    /// The file that the contest puts beside the program.
    const MAP_FILE: &str = "connect.txt";

    /// Largest map file that is read, in bytes; 200 cities need about 10,000. A file without an end would fill the
    /// memory otherwise.
    const MAP_BYTES: u64 = 1_000_000;

    /// Reads the map. An error, which names the file, when it cannot be read or when a line of it cannot be used.
    fn read_map() -> io::Result<Map> {
        let mut bytes = Vec::new();
        let read = fs::File::open(MAP_FILE).and_then(|file| file.take(MAP_BYTES).read_to_end(&mut bytes));
        read.map_err(|_| refuse(MAP_FILE, "a readable map in this file of the working directory"))?;
        Map::parse(&String::from_utf8_lossy(&bytes)).map_err(|(line, expected)| refuse(line, expected))
    }

    /// Which side we are.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    enum Role {
        /// Before the first line, which says it.
        Unknown,
        Detectives,
        Fugitive,
    }

    /// A game as one side sees it, line by line.
    pub struct Session {
        /// Chooses all moves.
        pub search: Search,
        /// What is public, as this side has followed it: before the fugitive's ride for the detectives, after it for the
        /// fugitive.
        pub board: Board,
        clock: Clock,
        options: Options,
        /// Of each decision; without it the clock decides. For tests and tools.
        pub fixed: Option<Budget>,
        role: Role,
        /// The lines of a joint move so far, for the fugitive.
        cities: Four,
        count: usize,
        /// The lines to write. It has room for all that is ever written, so that nothing is allocated.
        answer: String,
        over: bool,
    }

    impl Session {
        /// A session that waits for its role. Its clock has begun to run down by what the tables took.
        pub fn new(map: Map, options: &Options) -> Session {
            let clock = Clock::new(options.seconds);
            let mut session = Session {
                search: Search::new(map, options.seed),
                board: Board::new(),
                clock,
                options: options.clone(),
                fixed: None,
                role: Role::Unknown,
                cities: [0; 4],
                count: 0,
                answer: String::with_capacity(64),
                over: false,
            };
            session.clock.stop();
            session
        }

        /// True when the last turn is over for this side: the program ends without being told.
        pub fn over(&self) -> bool {
            self.over
        }

        /// Takes a line and returns the lines to write, none when it is not our turn.
        pub fn hear(&mut self, line: &str) -> io::Result<&str> {
            self.clock.start();
            self.answer.clear();
            match self.role {
                Role::Unknown => self.begin(line)?,
                Role::Detectives => self.detectives(line)?,
                Role::Fugitive => self.fugitive(line)?,
            }
            // While nothing is asked of us the clock stands still.
            if !self.answer.is_empty() {
                self.clock.stop();
            }
            Ok(&self.answer)
        }

        /// The budget of the next decision. A tenth of the time for a start. In turn 1 the share is 1 / (50 * 0.6 + 5),
        /// about 3 % of the time left, in turn 50 it is 1 / 5.6: most games are over long before the fiftieth turn, and
        /// a game that lasts has the jury's own delays in every turn.
        fn budget(&self) -> Budget {
            let turns = (LAST_TURN + 1 - self.board.turn) as f64;
            let share = match self.board.phase {
                Phase::PlaceDetectives | Phase::PlaceFugitive => 0.1,
                Phase::Ride | Phase::Answer => 1.0 / (0.6 * turns + 5.0),
            };
            self.fixed.unwrap_or_else(|| self.clock.budget(share, 1.0, turns))
        }

        /// Thinks, adds the move to the lines to write and reports it: the score in points still to come, as the mover
        /// sees it. `None` without a move: a side that is stuck, which no map of the contest allows, writes nothing.
        fn decide(&mut self) -> Option<Move> {
            let report = self.search.think(&self.board, self.budget())?;
            let gains = matches!(self.board.phase, Phase::PlaceFugitive | Phase::Ride);
            let score = f64::from(if gains { report.score } else { -report.score });
            self.options.report(&report.best, report.depth, score, report.nodes);
            // Writing to a text does not fail.
            let _ = match report.best {
                Move::Joint(to) => to.iter().try_for_each(|city| writeln!(self.answer, "{}", city)),
                one => writeln!(self.answer, "{}", one),
            };
            Some(report.best)
        }

        /// The first line: who we are. Detectives choose their cities at once, the fugitive waits for theirs.
        fn begin(&mut self, line: &str) -> io::Result<()> {
            self.role = match line {
                "Detectives" => Role::Detectives,
                "Fugitive" => Role::Fugitive,
                _ => return Err(refuse(line, "Detectives or Fugitive")),
            };
            if self.role == Role::Detectives {
                if let Some(mv) = self.decide() {
                    self.board.play(mv);
                }
            }
            Ok(())
        }

        /// A line for the detectives: first the fugitive's city, then the news of each turn, which they answer.
        fn detectives(&mut self, line: &str) -> io::Result<()> {
            let map = &self.search.map;
            if self.board.phase == Phase::PlaceFugitive {
                let city = map.parse_city(line).ok_or_else(|| refuse(line, "the city where the fugitive starts"))?;
                self.board.play(Move::Start(city));
                return Ok(());
            }
            let news = News::parse(map, line).ok_or_else(|| refuse(line, "a mode C, T or P, or a mode and a city"))?;
            if !self.board.can_apply(&news) {
                return Err(refuse(line, "a mode and a city: this is an announcement"));
            }
            if news.city.is_none() {
                self.search.predict(&self.board, self.budget());
            }
            self.search.observe(&mut self.board, &news);
            self.over = self.board.turn == LAST_TURN;
            if let Some(mv) = self.decide() {
                self.board.play(mv);
            }
            Ok(())
        }

        /// A line for the fugitive: a detective's city. The fourth makes a whole joint move, which he answers with a
        /// ride; the first time he names the city where he starts before it.
        fn fugitive(&mut self, line: &str) -> io::Result<()> {
            let city = self.search.map.parse_city(line).ok_or_else(|| refuse(line, "the city of a detective"))?;
            self.cities[self.count] = city;
            self.count = (self.count + 1) % 4;
            if self.count > 0 {
                return Ok(());
            }
            self.search.learn(&self.board, &self.cities);
            self.board.play(Move::Joint(self.cities));
            if self.board.phase == Phase::PlaceFugitive {
                if let Some(Move::Start(city)) = self.decide() {
                    self.board.fugitive = city;
                    self.board.play(Move::Start(city));
                }
            }
            self.over = self.board.turn == LAST_TURN;
            if let Some(Move::Ride(mode, city)) = self.decide() {
                let shown = if is_announcement(self.board.turn) { Some(city) } else { None };
                self.board.fugitive = city;
                self.search.observe(&mut self.board, &News { mode, city: shown });
            }
            Ok(())
        }
    }

    /// Plays one whole game on the map in the working directory. Returns when the game is over, at `Quit`, or at the
    /// end of the input; an error of the kind `InvalidData` when a line could not be read or applied.
    pub fn run<R: BufRead, W: Write>(input: R, output: W, options: &Options) -> io::Result<()> {
        play(input, output, Session::new(read_map()?, options))
    }

    /// Plays one whole game with a session that has its map.
    pub fn play<R: BufRead, W: Write>(input: R, mut output: W, mut session: Session) -> io::Result<()> {
        let mut lines = Lines::new(input);
        while let Some(line) = lines.next()? {
            let answer = session.hear(line)?;
            if !answer.is_empty() {
                // All lines at once: after the first one of several we might be suspended.
                output.write_all(answer.as_bytes())?;
                output.flush()?;
            }
            if session.over() {
                break;
            }
        }
        Ok(())
    }
}

/// Everything that a program of the contest needs besides the game is in the room `contest`.
fn main() {
    std::process::exit(contest::play(protocol::run));
}
