//! On The Run (CodeCup 2007): a fugitive and four detectives on a map of cities. The fugitive names only the mode of
//! transport; every fifth turn the fugitive shows the city. Each announcement lived to make is a point, fifty turns
//! without an arrest are all twenty. The rules in short stand in the room `rules`.
//!
//! Protocol: the map is `connect.txt`; the first line is `Detectives` or `Fugitive`. Detectives write four lines, then
//! read the fugitive's city, then `C`, or `C 85` at an announcement, and write four lines a turn. The fugitive reads
//! four lines, writes a city and at once the first ride `C 39`, then reads four lines a turn.
//!
//! Method: all but the fugitive's city is public, so both roles play on the belief, a weight for every city where the
//! fugitive can be. One turn is a matrix game: rides against joint moves of the detectives, who know the mode of the
//! ride. It is solved by regret matching+, together with the turns that follow (counterfactual regret minimisation):
//! all of the second turn, and a tree that grows into the third where both sides' mixtures lead. At the leaves a small
//! network tells what the fugitive can still expect. The fugitive watches what the detectives play: the more it looks
//! like one of five simple kinds, the more of their next move is predicted.
//!
//! Where to begin reading: `tests/ontherun/exact.rs` is the plain method, a table for everything. Then bottom up: `Board`
//! in the room `rules`, the drawing above `Game`, `Tree::round`, `Search::solve`; or top down from `Search::think`.
//!
//! What each part is worth: `make ideas GAME=ontherun`. Against commit ac3afb2 (669 lines more), 300 games at 5 s each:
//! -0.2 +- 0.4 and +0.2 +- 0.3 points a game (seeds 2701, 2702); against a1302aa +0.7 +- 0.3 (2703).
//!
//! Not here: a model of the fugitive's kind, geometry (the labels carry none), thinking in the opponent's time.
//! Build as the contest does: `rustc -O ontherun.rs`. Run beside a `connect.txt`: `./ontherun [SECONDS [SEED]]`.

#![forbid(unsafe_code)]

// ---------------------------------------------------------------------------------------------------------------------
// Constants
// ---------------------------------------------------------------------------------------------------------------------

/// First two words on stderr.
const NAME: &str = "ontherun 1.2";

/// Seconds that the contest gives a program for a whole game.
const GAME_SECONDS: f64 = 5.0;

// ---------------------------------------------------------------------------------------------------------------------
// Contest: clock, random numbers, command line, lines. The same in every file, word for word: a new game copies it.
// ---------------------------------------------------------------------------------------------------------------------
#[allow(dead_code)] // No file needs all of it.
pub(crate) mod contest {
    use super::{GAME_SECONDS, NAME};
    use std::fmt;
    use std::io::{self, BufRead, Read, Write};
    use std::time::{Instant, SystemTime, UNIX_EPOCH};

    /// Our time for the whole game. It runs only between `start` and `stop`. The contest counts from the moment a line is
    /// there until our answer. While the other side thinks, we may be suspended.
    #[derive(Clone, Debug)]
    pub struct Clock {
        /// Seconds left at the last `stop`; seconds counted for each answer on top of what was measured.
        left: f64,
        latency: f64,
        started: Instant,
    }

    impl Clock {
        /// A clock for a game of so many seconds. It runs already: the jury may count the time to make the tables.
        pub fn new(seconds: f64) -> Clock {
            // Kept back: 5 % in case the machine is slow for a moment, and 0.15 s to start the program. At most half.
            let left = (seconds * 0.95 - 0.15).max(seconds * 0.5);
            // Pipes and waking up count as ours: 4 ms on a busy machine, but at most 1 / 1,500 of the game.
            Clock { left, latency: (seconds / 1_500.0).min(0.004), started: Instant::now() }
        }

        /// Call it after a line was read, never before: time goes on while we are suspended.
        pub fn start(&mut self) {
            self.started = Instant::now();
        }

        /// Call it once for each `start`, just before the answer is written: from then on we may be suspended.
        pub fn stop(&mut self) {
            self.left -= self.started.elapsed().as_secs_f64() + self.latency;
        }

        /// The budget of a decision that begins now. Its goal is `share` of the time left, so the time never runs out.
        /// A search that needs more may take `stretch` times as long, but at most half of the time left (unless its
        /// goal is more). `answers`: how many answers a long game still asks for, with this one; each costs `latency`.
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
        /// Seconds that are planned; seconds after which the search stops at once.
        goal: f64,
        limit: f64,
        /// Deepest iteration, in plies.
        pub depth: i32,
        /// Most nodes. Each search says what it counts.
        pub nodes: u64,
    }

    impl Budget {
        /// A budget of time alone: about `goal` seconds from now, at most `limit`.
        pub fn seconds(goal: f64, limit: f64) -> Budget {
            Budget { begin: Instant::now(), goal, limit, depth: i32::MAX, nodes: u64::MAX }
        }

        /// A budget without a clock, for tests and tools: up to a depth, or up to a number of nodes.
        pub fn fixed(depth: i32, nodes: u64) -> Budget {
            Budget { depth, nodes, ..Budget::seconds(f64::INFINITY, f64::INFINITY) }
        }

        /// How much of the planned time is gone: 1 is all of it. Without a clock always 0.
        pub fn used(&self) -> f64 {
            self.begin.elapsed().as_secs_f64() / self.goal.max(1e-9)
        }

        /// True when the search has to stop at once. The clock is read when `nodes` is a multiple of `every`. Reading it
        /// costs about 30 ns, so `every` should be about a millisecond of work.
        pub fn is_over(&self, nodes: u64, every: u64) -> bool {
            nodes >= self.nodes || nodes % every == 0 && self.begin.elapsed().as_secs_f64() >= self.limit
        }
    }

    /// Mixes the bits of a number, one to one. It is the last step of splitmix64 by Sebastiano Vigna (public domain).
    pub const fn mix64(number: u64) -> u64 {
        let z = (number ^ (number >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// Random numbers from a seed: splitmix64. It repeats after 2^64 numbers.
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

        /// Shuffles the items: every order is equally likely.
        pub fn shuffle<T>(&mut self, items: &mut [T]) {
            (1..items.len()).rev().for_each(|i| items.swap(i, self.below(i + 1)));
        }
    }

    /// Reads N learned weights from text. Another number of them does not compile. The digits are the 91 characters from
    /// `#` to `~` without the backslash. Up to `l` one digit is one weight: `#` is -36, `G` is 0, `l` is 36. From `m` on
    /// two digits are one weight: `m#` is -819, `uG` is -55, `~~` is 818. Blanks and line ends are skipped.
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

    /// What the command line asks for: seconds for the whole game, and the seed of all random numbers. Two games with one
    /// seed may differ, since the clock decides too. `log`: each move leaves a line on stderr.
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

        /// Writes a line about our move: `E9-K7 depth 9 score +0.31 nodes 812000`. A score above 0 is good for us; the
        /// unit is the game's own. The contest keeps about 10,000 characters of stderr for a game.
        pub fn report(&self, best: &dyn fmt::Display, depth: i32, score: f64, nodes: u64) {
            if self.log {
                // If nobody reads stderr any more, the game goes on all the same.
                let _ = writeln!(io::stderr(), "{} depth {} score {:+.2} nodes {}", best, depth, score, nodes);
            }
        }
    }

    /// The error for a line that cannot be read or applied. `play` prints it and returns 2.
    pub fn refuse(line: &str, expected: &str) -> io::Error {
        let shown: String = line.chars().take(60).collect();
        io::Error::new(io::ErrorKind::InvalidData, format!("cannot use {:?}: expected {}", shown, expected))
    }

    /// The jury's lines. The buffer holds 4,096 bytes: a longer line is no move.
    pub struct Lines<R>(R, Vec<u8>);

    impl<R: BufRead> Lines<R> {
        pub fn new(input: R) -> Lines<R> {
            Lines(input, Vec::with_capacity(4_096))
        }

        /// The next line that is not blank, without blanks around it. `None`: the program ends, for it has read `Quit`
        /// or the end of the input.
        pub fn next(&mut self) -> io::Result<Option<&str>> {
            let Lines(input, line) = self;
            line.clear();
            while std::str::from_utf8(line).map_or(false, |line| line.trim().is_empty()) {
                line.clear();
                if input.by_ref().take(4_096).read_until(b'\n', line)? == 0 {
                    return Ok(None);
                }
            }
            // Bytes that are no UTF-8 become a line that no game can read.
            let line = std::str::from_utf8(line).unwrap_or("\u{fffd}").trim();
            Ok(Some(line).filter(|line| *line != "Quit"))
        }
    }

    /// Plays one game with the program's arguments. Returns the exit code: 0 after a regular end, 2 when the game could not
    /// go on, with one line on stderr that says why. When nobody reads our moves any more, that is a regular end.
    pub fn play(run: fn(io::StdinLock<'static>, io::Stdout, &Options) -> io::Result<()>) -> i32 {
        let words: Vec<String> = std::env::args_os().skip(1).map(|w| w.to_string_lossy().into_owned()).collect();
        let result = Options::parse(&words).and_then(|options| {
            // The first line on stderr: name, version, and the arguments that repeat the game.
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
    // The rules in short. The four detectives choose their cities, then the fugitive. A turn is a ride of the fugitive,
    // of which the detectives hear only the mode, and then a move of each detective along any one connection. Nobody may
    // stay, and no two detectives may end a turn in one city; to swap cities is allowed. The fugitive is arrested when a
    // detective is in the same city, whoever came there. In turns 5, 10 .. 50 the fugitive also names the city after
    // the ride, and each such announcement is a point; who is still free after turn 50 gets all 20 points. The
    // detectives get what is left of 20: an arrest in turn 12 is 18-2 for them.
    //
    //     turn 4   fugitive      C            a car to some city
    //              detectives    141 51 47 102
    //     turn 5   fugitive      P 85         an announcement: by plane to 85
    //              detectives    ...
    //
    // What both sides know is a set of cities: those where the fugitive can be. After a ride by car it is all that cars
    // reach from it, without the cities of the detectives.
    use std::{fmt, iter};

    /// Most cities of a map; city numbers run from 1. So a city fits a byte, and a set of cities four words.
    pub const MOST_CITIES: usize = 200;

    /// The last turn. Every fifth is an announcement. A turn counts from the fugitive's ride to the detectives' moves.
    pub const LAST_TURN: usize = 50;

    /// The modes of transport: car, train, plane. A mode is an index into this and into `Map::by_mode` everywhere.
    pub const LETTERS: [char; 3] = ['C', 'T', 'P'];

    /// Does the fugitive show the city after the ride of this turn?
    pub fn is_announcement(turn: usize) -> bool {
        turn % 5 == 0
    }

    /// A set of cities, one bit each: city c is bit c % 128 of word c / 128.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
    pub struct Set(pub [u128; 2]);

    impl Set {
        pub const EMPTY: Set = Set([0; 2]);

        pub fn of(cities: &[u8]) -> Set {
            let mut set = Set::EMPTY;
            cities.iter().for_each(|city| set.insert(*city));
            set
        }

        pub fn insert(&mut self, city: u8) {
            self.0[usize::from(city >> 7)] |= 1 << (city & 127);
        }

        pub fn has(&self, city: u8) -> bool {
            self.0[usize::from(city >> 7)] >> (city & 127) & 1 == 1
        }

        pub fn or(&self, other: &Set) -> Set {
            Set([self.0[0] | other.0[0], self.0[1] | other.0[1]])
        }

        pub fn and(&self, other: &Set) -> Set {
            Set([self.0[0] & other.0[0], self.0[1] & other.0[1]])
        }

        /// The cities of this set that are not in the other one.
        pub fn minus(&self, other: &Set) -> Set {
            Set([self.0[0] & !other.0[0], self.0[1] & !other.0[1]])
        }

        pub fn count(&self) -> usize {
            (self.0[0].count_ones() + self.0[1].count_ones()) as usize
        }

        pub fn is_empty(&self) -> bool {
            *self == Set::EMPTY
        }

        /// The cities, lowest first; of a copy, so the set itself may change meanwhile.
        pub fn cities(self) -> impl Iterator<Item = u8> {
            let mut words = self.0;
            iter::from_fn(move || {
                let i = usize::from(words[0] == 0);
                let city = words[i].trailing_zeros() as u8;
                // The word without its lowest bit, the city that is returned.
                words[i] &= words[i].wrapping_sub(1);
                Some(city | (128 * i as u8)).filter(|_| city < 128)
            })
        }
    }

    /// The four detectives' cities, in their order. The order counts: line i of the jury's four is always detective i.
    pub type Four = [u8; 4];

    /// What `connect.txt` says, and tables of what a turn asks thousands of times. They have room for 256 cities, so that
    /// a byte as an index needs no check.
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
        /// By city: where one connection of any mode leads, and two, and three. Back to the start counts as well.
        pub around: [Set; 256],
        pub walk2: [Set; 256],
        pub walk3: [Set; 256],
        /// By city and city: connections of any mode on a shortest way, 255 where there is none.
        pub steps: Box<[[u8; 256]]>,
    }

    impl Map {
        /// Reads the text of `connect.txt`; what stands behind `END` does not matter. An error is the line that cannot
        /// be read and what was expected there.
        pub fn parse(text: &str) -> Result<Map, (&str, &'static str)> {
            let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
            let head = lines.next().unwrap_or("");
            let cities = head.parse().ok().filter(|n| (1..=MOST_CITIES).contains(n));
            let none = [Set::EMPTY; 256];
            let mut map = Map {
                cities: cities.ok_or((head, "connect.txt to begin with the number of cities, 1 to 200"))?,
                by_mode: [none; 3],
                around: none,
                walk2: none,
                walk3: none,
                steps: vec![[255; 256]; 256].into_boxed_slice(),
            };
            for line in lines.take_while(|line| *line != "END") {
                // A connection leads both ways, and cities may have several between them, of different modes.
                let (mode, a, b) = map.connection(line).ok_or((line, "a connection in connect.txt such as C 1-2"))?;
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
                let (mut edge, mut reached) = (Set::of(&[from as u8]), Set::EMPTY);
                for steps in 0..=254 {
                    edge.cities().for_each(|city| self.steps[from][usize::from(city)] = steps);
                    reached = reached.or(&edge);
                    edge = self.beside(&edge).minus(&reached);
                }
            }
        }

        /// Reads `C 1-2`: the number of the mode and both cities, which differ.
        fn connection(&self, line: &str) -> Option<(usize, u8, u8)> {
            let mut words = line.split_whitespace();
            let mode = parse_mode(words.next()?)?;
            let (a, b) = words.next()?.split_once('-')?;
            let ends = (mode, self.parse_city(a)?, self.parse_city(b)?);
            Some(ends).filter(|ends| ends.1 != ends.2 && words.next().is_none())
        }

        /// Reads a city's number; `None` when there is no such city.
        pub fn parse_city(&self, text: &str) -> Option<u8> {
            text.parse::<usize>().ok().filter(|n| *n >= 1 && *n <= self.cities).map(|n| n as u8)
        }

        /// Connections on a shortest way between two cities.
        pub fn distance(&self, from: u8, to: u8) -> u8 {
            self.steps[usize::from(from)][usize::from(to)]
        }

        /// Cities that one ride of a mode leads to from any of the cities. What the detectives learn from a hidden ride:
        /// the fugitive can be in these cities, less those of the detectives.
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

        /// A joint move that brings a detective into every one of the cities, if there is one: a certain arrest when the
        /// fugitive can be nowhere else.
        pub fn cover(&self, from: &Four, cities: &Set) -> Option<Four> {
            let mut all = self.joint_moves(from).take_while(|_| cities.count() <= 4);
            all.find(|to| cities.minus(&Set::of(to)).is_empty())
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
            let city = match words.next() {
                Some(word) => Some(map.parse_city(word)?),
                None => None,
            };
            Some(News { mode, city }).filter(|_| words.next().is_none())
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
    /// are made on it.
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
        /// Where the fugitive is, on the fugitive's own board; 0 on that of the detectives, who do not know it.
        pub fugitive: u8,
    }

    impl Board {
        /// Before anybody is placed.
        pub fn new() -> Board {
            let (support, belief) = (Set::EMPTY, [0.0; 256]);
            Board { phase: Phase::PlaceDetectives, turn: 1, detectives: [0; 4], support, belief, fugitive: 0 }
        }

        /// When everybody knows where the fugitive is, who rides next.
        pub fn known(detectives: Four, city: u8, turn: usize) -> Board {
            let mut board = Board { phase: Phase::Ride, turn, detectives, ..Board::new() };
            board.show(city);
            board
        }

        fn show(&mut self, city: u8) {
            self.support = Set::of(&[city]);
            self.normalise();
        }

        /// Whether the news is what the turn must bring: a city at an announcement. The jury's word is law: a city that
        /// our set does not have is believed.
        pub fn can_apply(&self, news: &News) -> bool {
            self.phase == Phase::Ride && (news.city.is_some() || !is_announcement(self.turn))
        }

        /// The state after a ride. `belief` is that of `Tree::believe` for the mode, in any unit; it does not matter where
        /// the city is shown.
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
            // The fugitive is in the support, even if that should have lost the city.
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
                    // Cities that detectives enter without an arrest are out, unless that leaves none: then we have
                    // followed the fugitive wrongly, and a set that is too large is better than none.
                    let left = self.support.minus(&Set::of(&to));
                    self.support = if left.is_empty() { self.support } else { left };
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
    // knows the other's choice: a matrix game (`matrix::solve` in `lamistra.rs` explains one by numbers). A fixed choice
    // would be guessed, so its solution is a mixed strategy for each side, and rounds of regret matching (`Tree::round`)
    // find one that is nearly in equilibrium: neither side could do much better by playing something else. What a cell
    // is worth may again be the outcome of a game, that of the next turn, so games form a tree. The detectives may have
    // thousands of joint moves; `candidates` picks those that are worth a column.
    use super::rules::{is_announcement, Board, Four, Map, Phase, Set};
    use std::ops::Range;

    /// Most joint moves of the detectives that a matrix holds for a mode. With 28 the exact test fails in turn 48.
    pub const JOINTS: usize = 40;

    /// Games for which the tree has room, of usual size. And the most rides of one: 200 cities with 18 connections each.
    const GAMES: usize = 1_000;
    const RIDES: usize = 4_096;

    /// The matrix game of one turn. The fugitive is of one of several types: a type is a city where the fugitive can be,
    /// and only the fugitive knows which one it is. The detectives hear the mode of the ride before they move, so they
    /// answer each mode with a mixed strategy of its own: a hearing is an information set of theirs. What a cell holds
    /// depends on the city after the ride and on the joint move, whatever the city before:
    ///
    ///     hearing      car                 train       plane
    ///               J1  J2  J3 ..         J4  J5 ..    J6 ..         columns: what the detectives answer
    ///        40     .   .   .        40   .   .     8  .             rows: the city after the ride
    ///        45     .   .   .        62   .   .
    ///
    ///     12 may go by car to 40 and 45, by train to 62              types and their rides
    ///     13 may go by car to 40, by train to 40, by plane to 8
    ///
    /// In an announcement turn they hear the city, so there is a hearing for each city that is worth an answer. Once they
    /// have heard (`Phase::Answer`) there is one hearing, and the one ride of a type leads to where it is.
    #[derive(Clone)]
    pub struct Game {
        pub turn: usize,
        detectives: Four,
        /// 1 at the root, one more in each turn.
        pub depth: i32,
        /// Points of the fugitive before the detectives answer: of an announcement.
        sure: f32,
        /// An announcement before leaves: whatever is believed, two rounds show what everything is worth.
        pub settled: bool,
        /// Where the parts of the game are in the lists of the tree.
        pub hearings: Range<usize>,
        pub rows: Range<usize>,
        types: Range<usize>,
        /// The part of the detectives' play that is predicted, see `Column::model`.
        trust: f32,
    }

    /// What the detectives may hear, where the fugitive can be then, and how they may answer.
    #[derive(Clone)]
    pub struct Hearing {
        mode: usize,
        pub rows: Range<usize>,
        pub columns: Range<usize>,
        /// Where its cells begin, row after row.
        cells: usize,
    }

    impl Hearing {
        /// Where the cells of its row number `i` are.
        pub fn row(&self, i: usize) -> Range<usize> {
            let start = self.cells + i * self.columns.len();
            start..start + self.columns.len()
        }
    }

    /// A city where the fugitive can be after the ride.
    #[derive(Clone, Copy)]
    pub struct Row {
        city: u8,
        /// What it is worth to be there, in the present round and on average.
        worth: f32,
        value: f32,
        /// How likely the fugitive is there: the beliefs in the types, times how often they ride there.
        pub mass: f32,
        /// The same if all types took each of their rides equally often, or better rides more often: `Tree::temptation`.
        equal: f32,
    }

    /// A joint move.
    #[derive(Clone, Copy)]
    pub struct Column {
        pub joint: Four,
        /// The game of the next turn, if the tree has it; otherwise the cells are estimates.
        pub child: Option<usize>,
        /// How much better the column would have been than what was played, see `Tree::round`.
        regret: f32,
        /// How often it was played, later rounds counting more.
        pub average: f32,
        /// How likely it is by the model of the detectives, see the room `hunters`.
        pub model: f32,
    }

    /// A city where the fugitive can be before the ride.
    #[derive(Clone)]
    pub struct Type {
        pub city: u8,
        pub rides: Range<usize>,
        belief: f32,
        /// What it was worth in the last round, and on average, later rounds counting more.
        value: f32,
        pub average: f32,
    }

    #[derive(Clone, Copy)]
    pub struct Ride {
        pub mode: usize,
        pub city: u8,
        row: usize,
        regret: f32,
        /// How often the type takes it in the present round.
        share: f32,
        /// How often it was taken, later rounds counting more.
        pub average: f32,
    }

    /// Games that follow each other, the root first. All share these lists, so that a small game takes little room and
    /// nothing is allocated in a search.
    pub struct Tree {
        /// The part of the belief that takes every ride as equally likely, see `Search::uniform`. On average, in this part
        /// a ride is taken e times as often for each 1 / `temptation` points that it is worth more (a quantal response).
        pub uniform: f32,
        pub temptation: f32,
        pub games: Vec<Game>,
        pub hearings: Vec<Hearing>,
        rows: Vec<Row>,
        pub columns: Vec<Column>,
        pub types: Vec<Type>,
        pub rides: Vec<Ride>,
        /// By hearing, row and column: points still to come. 0 where the joint move arrests the fugitive.
        pub cells: Vec<f32>,
    }

    impl Tree {
        /// Takes all the room that there will ever be.
        pub fn new() -> Tree {
            Tree {
                uniform: 0.0,
                temptation: 0.0,
                games: Vec::with_capacity(GAMES),
                hearings: Vec::with_capacity(30 * GAMES),
                rows: Vec::with_capacity(60 * GAMES),
                columns: Vec::with_capacity(90 * GAMES),
                types: Vec::with_capacity(30 * GAMES),
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

        /// Adds the game of a board, as yet without columns, and returns its number; `None` when there may be too little
        /// room. Nobody rides onto a detective: that ends the game without a further point.
        pub fn add(&mut self, map: &Map, board: &Board, depth: i32, trust: f32) -> Option<usize> {
            if self.games.len() == GAMES
                || self.rides.len() + RIDES > self.rides.capacity()
                || self.cells.len() + 600 * JOINTS > self.cells.capacity()
            {
                return None;
            }
            let (hearings, rows, types) = (self.hearings.len(), self.rows.len(), self.types.len());
            let taken = Set::of(&board.detectives);
            let exits = |mode: usize, city: u8| match board.phase {
                Phase::Answer if mode == 0 => Set::of(&[city]),
                Phase::Answer => Set::EMPTY,
                _ => map.by_mode[mode][usize::from(city)].minus(&taken),
            };
            // By mode and city: the row.
            let mut numbers = [[0; 256]; 3];
            let reach = |mode| board.support.cities().fold(Set::EMPTY, |all, city| all.or(&exits(mode, city)));
            let shown = board.phase == Phase::Ride && is_announcement(board.turn);
            if shown {
                // Next to a detective the announcement is the last one: a common hearing, which needs no answer.
                let (all, near) = (reach(0).or(&reach(1)).or(&reach(2)), map.beside(&taken));
                self.hear(0, &all.and(&near), &mut numbers[0]);
                all.minus(&near).cities().for_each(|city| self.hear(0, &Set::of(&[city]), &mut numbers[0]));
                numbers = [numbers[0]; 3];
            } else {
                (0..3).for_each(|mode| self.hear(mode, &reach(mode), &mut numbers[mode]));
            }
            for from in board.support.cities() {
                let first = self.rides.len();
                for mode in 0..3 {
                    for city in exits(mode, from).cities() {
                        let row = numbers[mode][usize::from(city)];
                        self.rides.push(Ride { mode, city, row, regret: 0.0, share: 0.0, average: 0.0 });
                    }
                }
                let (rides, belief) = (first..self.rides.len(), board.belief[usize::from(from)]);
                self.types.push(Type { city: from, rides, belief, value: 0.0, average: 0.0 });
            }
            self.games.push(Game {
                turn: board.turn,
                detectives: board.detectives,
                depth,
                sure: f32::from(u8::from(shown)),
                settled: shown,
                hearings: hearings..self.hearings.len(),
                rows: rows..self.rows.len(),
                types: types..self.types.len(),
                trust,
            });
            self.spread(self.games.len() - 1, false);
            Some(self.games.len() - 1)
        }

        /// Adds a hearing, if there are cities for it.
        fn hear(&mut self, mode: usize, cities: &Set, numbers: &mut [usize; 256]) {
            if !cities.is_empty() {
                let first = self.rows.len();
                for city in cities.cities() {
                    numbers[usize::from(city)] = self.rows.len();
                    self.rows.push(Row { city, worth: 0.0, value: 0.0, mass: 0.0, equal: 0.0 });
                }
                self.hearings.push(Hearing { mode, rows: first..self.rows.len(), columns: 0..0, cells: 0 });
            }
        }

        /// Gives a hearing its columns, with nothing in the cells.
        pub fn answer(&mut self, hearing: usize, joints: &[Four]) {
            let first = self.columns.len();
            let column = |joint: &Four| Column { joint: *joint, child: None, regret: 0.0, average: 0.0, model: 0.0 };
            self.columns.extend(joints.iter().map(column));
            let hearing = &mut self.hearings[hearing];
            hearing.columns = first..self.columns.len();
            hearing.cells = self.cells.len();
            self.cells.resize(self.cells.len() + hearing.rows.len() * joints.len(), 0.0);
        }

        /// The types of the root.
        pub fn root(&self) -> &[Type] {
            &self.types[self.games[0].types.clone()]
        }

        /// How likely the fugitive is in any of the rows.
        pub fn chance(&self, rows: Range<usize>) -> f32 {
            self.rows[rows].iter().map(|row| row.mass).sum()
        }

        /// Spreads the types of a game over its rows: as often as they take their rides in the next round, in proportion to
        /// the regrets, or on average. Without any each ride counts the same.
        pub fn spread(&mut self, game: usize, average: bool) {
            let (this, rows, temptation) = (&self.games[game], &mut self.rows, self.temptation);
            for row in &mut rows[this.rows.clone()] {
                row.mass = 0.0;
                row.equal = 0.0;
            }
            let pull = |row: &Row| if average { (temptation * row.value).exp() } else { 1.0 };
            for one in &self.types[this.types.clone()] {
                let rides = &mut self.rides[one.rides.clone()];
                let weight = |ride: &Ride| if average { ride.average } else { ride.regret };
                let sum: f32 = rides.iter().map(weight).sum();
                let pulls: f32 = rides.iter().map(|ride| pull(&rows[ride.row])).sum();
                for ride in rides {
                    let row = &mut rows[ride.row];
                    let equal = pull(row) / pulls;
                    ride.share = if sum > 0.0 { weight(ride) / sum } else { equal };
                    row.mass += one.belief * ride.share;
                    row.equal += one.belief * equal;
                }
            }
        }

        /// What the detectives believe after a hearing, as the types were last spread, not normalised: summed over all
        /// hearings it is 1. `uniform` is the part of the belief that takes every ride as equally likely.
        ///
        /// It is Bayes' rule. An example: the fugitive was in 12 (0.6) or in 13 (0.4), and a car was heard. From 12 half of
        /// the rides are by car to 40, and there are three rides in all. With `uniform` 0.5 that is a share of
        /// 0.5 * 0.5 + 0.5 / 3 = 0.42, so 40 gets 0.6 * 0.42 = 0.25, and in the same way what comes from 13. The sum is the
        /// chance of a car at all; `Board::normalise` divides by it.
        pub fn heard(&self, game: usize, hearing: usize) -> Board {
            let Game { turn, detectives, .. } = self.games[game];
            let mut board = Board { phase: Phase::Answer, turn, detectives, ..Board::new() };
            for row in &self.rows[self.hearings[hearing].rows.clone()] {
                board.support.insert(row.city);
                board.belief[usize::from(row.city)] = self.uniform * row.equal + (1.0 - self.uniform) * row.mass;
            }
            board
        }

        /// Adds to what is believed by mode and city after the root's ride, by the averages of its rounds.
        pub fn believe(&mut self, belief: &mut [[f32; 256]; 3]) {
            self.spread(0, true);
            for h in self.games[0].hearings.clone() {
                let heard = self.heard(0, h);
                let sums = belief[self.hearings[h].mode].iter_mut();
                sums.zip(heard.belief).for_each(|(sum, part)| *sum += part);
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
        /// the city. Those of the detectives weigh the types by the belief, because they do not.
        ///
        /// What the detectives do in the next turn depends on what they then believe, and that on the rides of this one,
        /// which is just what is being solved. So no game of the next turn is solved for good: in each round each plays
        /// a round of its own, with the belief that this round's mixture leaves, and what that is worth fills its column.
        pub fn round(&mut self, game: usize, number: u32) {
            // An example, one type with two rides and two joint moves to answer them:
            //
            //                   J1   J2
            //     by car to 40   0    3     Always to 40: they play J1. Always to 45: they play J2. In the equilibrium
            //     by car to 45   1    0     one ride in four goes to 40, and J1 is played three times in four: 0.75 points.
            //
            // In the first round all play equally often: to ride to 40 is worth 1.5, to 45 it is worth 0.5, the mixture
            // 1.0. So the regrets are 0.5 and, cut off, 0, and in the second round the fugitive rides to 40 only. The
            // detectives, for their part, now play J1 only. From then on the regrets swing round the equilibrium, and the
            // averages settle in it. In the first round, where all choices are equal, the weight is 0.
            let (this, weight) = (self.games[game].clone(), number as f32);
            self.spread(game, false);
            for h in this.hearings {
                self.detectives_round(h, this.trust, this.sure, number);
            }
            // The fugitive's regrets: what each ride would have brought more than the mixture did.
            for one in &mut self.types[this.types] {
                let (rides, rows) = (&mut self.rides[one.rides.clone()], &self.rows);
                one.value = rides.iter().map(|ride| ride.share * rows[ride.row].worth).sum();
                one.average += (one.value - one.average) * (2.0 / (number + 1) as f32).min(1.0);
                for ride in rides {
                    ride.regret = (ride.regret + rows[ride.row].worth - one.value).max(0.0);
                    ride.average += weight * ride.share;
                }
            }
        }

        /// The detectives' part of a round: their mixture, what the rows are worth against it, and their regrets. They pay
        /// what the fugitive gets, so less is better.
        fn detectives_round(&mut self, h: usize, trust: f32, sure: f32, number: u32) {
            let hearing = self.hearings[h].clone();
            let columns = &mut self.columns[hearing.columns.clone()];
            let sum: f32 = columns.iter().map(|column| column.regret).sum();
            let equal = 1.0 / columns.len() as f32;
            // Where one city is possible nothing is hidden from the detectives: they need not mix.
            let regret = |j: &usize, k: &usize| columns[*j].regret.total_cmp(&columns[*k].regret);
            let best = if hearing.rows.len() == 1 { (0..columns.len()).rev().max_by(regret) } else { None };
            let (mut play, mut mix, mut cost) = ([0.0; JOINTS], [0.0; JOINTS], [0.0; JOINTS]);
            for (j, column) in columns.iter_mut().enumerate() {
                play[j] = match best {
                    Some(best) => f32::from(u8::from(j == best)),
                    None if sum > 0.0 => column.regret / sum,
                    None => equal,
                };
                mix[j] = trust * column.model + (1.0 - trust) * play[j];
                column.average += number as f32 * mix[j];
            }
            // A column that is not played is looked at again every 8th round only.
            for j in (0..hearing.columns.len()).filter(|j| mix[*j] > 0.0 || (number as usize + j) % 8 == 0) {
                self.follow(h, j, number);
            }
            for (i, row) in self.rows[hearing.rows.clone()].iter_mut().enumerate() {
                let cells = &self.cells[hearing.row(i)];
                let mass = if best.is_some() { 1.0 } else { row.mass };
                row.worth = sure + cells.iter().zip(&mix).map(|(cell, mix)| cell * mix).sum::<f32>();
                cost.iter_mut().zip(cells).for_each(|(cost, cell)| *cost += mass * cell);
                row.value += (row.worth - row.value) * (2.0 / (number + 1) as f32).min(1.0);
            }
            let columns = &mut self.columns[hearing.columns];
            let expected: f32 = play[..columns.len()].iter().zip(&cost).map(|(play, cost)| play * cost).sum();
            for (column, cost) in columns.iter_mut().zip(&cost) {
                column.regret = (column.regret + expected - cost).max(0.0);
            }
        }

        /// Plays a round of the game that follows a column, if there is one, and fills the column by what its types are
        /// worth.
        pub fn follow(&mut self, h: usize, j: usize, number: u32) {
            let hearing = self.hearings[h].clone();
            let Column { joint, child, .. } = self.columns[hearing.columns.start + j];
            if let Some(child) = child.filter(|child| number < 2 || !self.games[*child].settled) {
                self.carry(h, j, child);
                self.round(child, number);
                let mut types = self.types[self.games[child].types.clone()].iter();
                for (i, row) in self.rows[hearing.rows.clone()].iter().enumerate() {
                    let value = if joint.contains(&row.city) { None } else { types.next().map(|one| one.value) };
                    self.cells[hearing.row(i).start + j] = value.unwrap_or(0.0);
                }
            }
        }

        /// Tells the game that follows a column what is believed there, not normalised: so the regrets of the detectives
        /// weigh each round by how likely it is to come there. Its types are the rows without an arrest, in their order.
        pub fn carry(&mut self, h: usize, j: usize, child: usize) {
            let joint = self.columns[self.hearings[h].columns.start + j].joint;
            let left = self.rows[self.hearings[h].rows.clone()].iter().filter(|row| !joint.contains(&row.city));
            for (one, row) in self.types[self.games[child].types.clone()].iter_mut().zip(left) {
                one.belief = self.uniform * row.equal + (1.0 - self.uniform) * row.mass;
            }
        }
    }

    /// How likely a detective is not to meet the fugitive next turn, by rides between them: what joint moves are chosen
    /// by. A guess.
    const MISSED: [f32; 8] = [0.0, 0.55, 0.8, 0.92, 0.97, 0.99, 1.0, 1.0];

    /// The candidates among the joint moves, the most promising first. Lists at most `most`, and returns their number; 0
    /// only when the detectives are stuck.
    ///
    /// A beam search: with five exits each there are 5 * 5 * 5 * 5 joint moves, and at an airport many more. One
    /// detective after the other is given each exit, to each beginning that was kept, and the best are kept again: those
    /// that leave the least of the belief far from everybody. A city that is believed at 0.5 and is two rides from a
    /// detective counts 0.5 * 0.8 = 0.4 after that one, and 0.4 * 0.55 = 0.22 after another who stands beside it: so
    /// the second detective is drawn to what the first leaves open.
    pub fn candidates(map: &Map, board: &Board, joints: &mut [Four; JOINTS], most: usize) -> usize {
        let missed = |from: u8, to: u8| MISSED[usize::from(map.distance(from, to).min(7))];
        let mut beam = [(0.0, [0; 4]); JOINTS];
        let mut beam_count = 1;
        for i in 0..4 {
            let mut next = [(0.0, [0; 4]); JOINTS];
            let mut next_count = 0;
            for (_, four) in &beam[..beam_count] {
                // What the first detectives leave open.
                let mut open = board.belief;
                for to in board.support.cities() {
                    four[..i].iter().for_each(|d| open[usize::from(to)] *= missed(*d, to));
                }
                for city in map.around[usize::from(board.detectives[i])].minus(&Set::of(&four[..i])).cities() {
                    let mut four = *four;
                    four[i] = city;
                    let left = board.support.cities().map(|to| open[usize::from(to)] * missed(city, to)).sum();
                    next_count = keep(&mut next[..most], next_count, (left, four));
                }
            }
            beam = next;
            beam_count = next_count;
        }
        if beam_count == 0 {
            // Every kept beginning led into a dead end: any joint move.
            beam_count = map.joint_moves(&board.detectives).take(1).map(|any| beam[0].1 = any).count();
        }
        joints.iter_mut().zip(&beam).for_each(|(joint, (_, four))| *joint = *four);
        beam_count
    }

    /// Puts an item into the list, the smallest first and equal ones in the order they came, and drops the last if the
    /// list is full. Returns the new number of items.
    fn keep<T>(list: &mut [(f32, T)], count: usize, item: (f32, T)) -> usize {
        let place = list[..count].iter().position(|kept| kept.0 > item.0).unwrap_or(count);
        let count = (count + 1).min(list.len());
        if place < count {
            list[place..count].rotate_right(1);
            list[place] = item;
        }
        count
    }
}

// ---------------------------------------------------------------------------------------------------------------------
// Hunters: of what kind are the detectives? Their joint moves are public.
// ---------------------------------------------------------------------------------------------------------------------
pub(crate) mod hunters {
    // How the room works. The equilibrium of a turn is safe against all detectives but takes nothing more from those who
    // play badly. So the fugitive has a few kinds of detectives in mind, each no more than an order of the joint moves.
    // Kind 0 is of no kind that we know, 1 plays in the order of `candidates`, the others want one of the `wishes` to be
    // small. A kind that would have made the joint moves seen so far gains weight (Bayes' rule, in `learn`), and in the
    // matrix game of the turn the detectives play, for a part, as the kinds would (`model`). For the rest they answer as
    // well as they can: a restricted Nash response, which cannot lose much to detectives of kind 0.
    //
    // An example: in the last turn the joint move that stays nearest to all possible cities was played, which is the
    // ninth best for those who count where the fugitive can be next. 0.4 and 0.4 * 0.6^8 = 0.007 of the time they would
    // have played it, so the first kind gains against the second, however equal they were before.
    use super::contest::Budget;
    use super::matrix::{candidates, JOINTS};
    use super::rules::{Board, Four, Map, Set};

    const KINDS: usize = 6;
    const WISHES: usize = KINDS - 2;

    /// A kind plays its k-th favourite with weight 0.6^k: none of them is exactly that of the other program.
    const NEXT: f32 = 0.6;

    /// Likelihood of the joint move that was seen under kind 0. With 0.1 too little is predicted.
    const ANY: f32 = 0.03;

    /// Floor of each likelihood, and the part of the weights that is dealt out anew each turn: no kind is out for good.
    const FLOOR: f32 = 0.02;
    const ANEW: f32 = 0.03;

    /// The part of their play that is taken to be the model's when they are certainly not of kind 0: idea no-hunters.
    const TRUST: f32 = 0.7;

    /// What the fugitive makes of the detectives.
    #[derive(Clone, Debug)]
    pub struct Hunters {
        /// By kind: how likely the detectives are of it. Adds up to 1.
        weights: [f32; KINDS],
    }

    impl Hunters {
        /// Before the first joint move.
        pub fn new() -> Hunters {
            Hunters { weights: [1.0 / KINDS as f32; KINDS] }
        }

        /// The part of the detectives' play that `model` predicts.
        pub fn trust(&self) -> f32 {
            TRUST * (1.0 - self.weights[0])
        }

        /// Takes in the joint move that answered a ride. `heard` is the board before it.
        pub fn learn(&mut self, map: &Map, heard: &Board, joint: &Four) {
            let mut joints = [[0; 4]; JOINTS];
            // One place is left for what was played, which need not be among those that we would look at.
            let count = candidates(map, heard, &mut joints, JOINTS - 1);
            let seen = joints[..count].iter().position(|listed| listed == joint).unwrap_or(count);
            joints[seen] = *joint;
            let shares = shares(map, heard, &joints[..count.max(seen + 1)]);
            for (weight, shares) in self.weights.iter_mut().zip(&shares) {
                *weight *= FLOOR + shares[seen];
            }
            let sum: f32 = self.weights.iter().sum();
            for weight in self.weights.iter_mut() {
                *weight = (1.0 - ANEW) * *weight / sum + ANEW / KINDS as f32;
            }
        }

        /// How likely each of the joint moves is, if the detectives are of a kind at all. Adds up to 1.
        pub fn model(&self, map: &Map, heard: &Board, joints: &[Four]) -> [f32; JOINTS] {
            let mut model = [0.0; JOINTS];
            for (weight, shares) in self.weights.iter().zip(&shares(map, heard, joints)).skip(1) {
                for (sum, share) in model.iter_mut().zip(shares) {
                    *sum += weight / (1.0 - self.weights[0]) * share;
                }
            }
            model
        }
    }

    /// Adds to a list of joint moves, as long as there is room, what each kind likes best of all of them: our list need
    /// not have it. Returns the new length. 4,500 joint moves are usual, which takes some milliseconds, but four airports
    /// make many times as many: no more of them after a third of the budget.
    pub fn favourites(map: &Map, heard: &Board, list: &mut [Four; JOINTS], mut count: usize, budget: &Budget) -> usize {
        let mut best = [(f32::MAX, list[0]); WISHES];
        for joint in map.joint_moves(&heard.detectives).take_while(|_| budget.used() < 0.3) {
            for (best, wish) in best.iter_mut().zip(wishes(map, heard, &joint)) {
                if wish < best.0 {
                    *best = (wish, joint);
                }
            }
        }
        for (_, joint) in &best {
            if count < JOINTS && !list[..count].contains(joint) {
                list[count] = *joint;
                count += 1;
            }
        }
        count
    }

    /// By kind: how often it plays each of the joint moves, by their places in its order.
    fn shares(map: &Map, heard: &Board, joints: &[Four]) -> [[f32; JOINTS]; KINDS] {
        let mut all = [[0.0; WISHES]; JOINTS];
        all.iter_mut().zip(joints).for_each(|(all, joint)| *all = wishes(map, heard, joint));
        let mut shares = [[ANY; JOINTS]; KINDS];
        for (kind, shares) in shares.iter_mut().enumerate().skip(1) {
            let wish = |j: usize| if kind == 1 { j as f32 } else { all[j][kind - 2] };
            let better = |j: usize| (0..joints.len()).filter(|other| wish(*other) < wish(j)).count() as i32;
            let weight = |j: usize| if j < joints.len() { NEXT.powi(better(j)) } else { 0.0 };
            (0..JOINTS).for_each(|j| shares[j] = weight(j));
            let sum: f32 = shares.iter().sum();
            shares.iter_mut().for_each(|share| *share /= sum);
        }
        shares
    }

    /// Numbers of a joint move that detectives may want to be small: the rides from all possible cities to the nearest
    /// detective; the cities that are possible next turn, among equal ones the nearer; the rides of all detectives to the
    /// likeliest city; the rides to the nearest detective, likely cities counting more.
    fn wishes(map: &Map, heard: &Board, joint: &Four) -> [f32; WISHES] {
        let entered = Set::of(joint);
        let next = map.beside(&heard.support.minus(&entered)).minus(&entered).count();
        let (mut near, mut expected, mut likeliest) = (0.0, 0.0, (0.0, 0));
        for city in heard.support.cities() {
            let nearest = joint.iter().map(|from| map.distance(*from, city)).min().map_or(0.0, f32::from);
            let belief = heard.belief[usize::from(city)];
            near += nearest;
            expected += belief * nearest;
            likeliest = if belief > likeliest.0 { (belief, city) } else { likeliest };
        }
        let together: f32 = joint.iter().map(|from| f32::from(map.distance(*from, likeliest.1))).sum();
        [near, next as f32 + 0.001 * near, together, expected]
    }
}

// ---------------------------------------------------------------------------------------------------------------------
// Evaluation: what the fugitive can still expect at a leaf.
// ---------------------------------------------------------------------------------------------------------------------
pub(crate) mod eval {
    // How the room works. A leaf of the search is a position in which the detectives have moved and the fugitive rides
    // next. Its value for a fugitive in a certain city are the points still to come: announcements that the fugitive will
    // live to make, and the escape. It is estimated by a small network: 32 terms, such as the number of exits next to no
    // detective, are weighted and summed up in 15 neurons, the neurons in one number (a logit), and a logistic curve
    // turns that into a share of the most that can be had (`scale`).
    //
    //     terms of a city     times weights     cut at 0     times weights     curve       times scale
    //        32 numbers    ->  15 sums      ->  15 sums   ->  a logit      ->  a share  ->  points
    //
    // Some words: the fugitive's exits are the cities that one ride leads to and where no detective is; an exit is safe
    // when no detective is next to it either; the support is the set of cities where the fugitive can be.
    //
    // What do the learned numbers say? Room far off moves the logit most (term 26: +0.3 to +0.65 for each factor e), then
    // the detectives' distance (term 19: all four a connection further away are +0.2 to +0.45). To have no safe exit
    // costs 0.4 to 0.9, a detective within two rides up to 0.45. A train is worth a little (0.05 to 0.2) and a plane
    // hardly more than the exits that it gives. A large support is worth something only together with a detective near
    // (16, 22) or with safe exits (18): nobody needs cover where nobody looks.
    use super::contest;
    use super::rules::{union, Four, Map, Set, LAST_TURN};

    /// Terms of the leaf, see `terms`. The number of a term there is the number of its row in a network.
    pub const TERMS: usize = 32;

    /// Neurons of the leaf: sums that count as 0 when they are below it. The cut makes the network more than a sum: a
    /// neuron may stand for "few exits and a detective near", which counts nothing as long as one of both is missing.
    pub const NEURONS: usize = 15;

    /// By term and neuron, and behind them the weight of each neuron in the result.
    pub type Network = [[f32; NEURONS]; TERMS + 1];

    /// One network for each number of rides until the announcement, 1 to 5.
    pub type Networks = [Network; 5];

    /// Weights of the five networks.
    pub const COUNT: usize = 5 * (TERMS + 1) * NEURONS;

    /// Hundredths, network by network, in each the terms' rows and then the neurons' row. Learned by `make tune
    /// GAME=ontherun` from 2,280 games on generated maps: from what a search one turn deep says of a city, and for the
    /// fugitive's real city also from what became of it.
    #[rustfmt::skip]
    pub static TABLE: [i16; COUNT] = contest::decode(
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

    /// The networks of a table of weights.
    pub fn networks(table: &[i16; COUNT]) -> Networks {
        let mut networks = [[[0.0; NEURONS]; TERMS + 1]; 5];
        for (weight, number) in networks.iter_mut().flatten().flatten().zip(table) {
            *weight = f32::from(*number) / 100.0;
        }
        networks
    }

    /// Announcements from this turn on, the turn included: 10 in turns 1 to 5, 1 from turn 46 on.
    fn remaining(turn: usize) -> usize {
        (LAST_TURN - turn) / 5 + 1
    }

    /// What a leaf can be worth at most, in points still to come, when the fugitive rides in `turn` next: 1.35 times what
    /// the announcement that comes next is worth on average, its point and what follows. The escape is worth 10 after the
    /// last one; of 100 fugitives 72 are taken to live to make the next. 14.9 points at turn 50, 5.3 at the first turn.
    pub fn scale(turn: usize) -> f32 {
        1.35 * (1..remaining(turn)).fold(11.0, |worth, _| 1.0 + 0.72 * worth)
    }

    /// What the leaves of one public state share, whatever the fugitive's city: where the detectives are, and where the
    /// fugitive can be.
    pub struct Context<'a> {
        map: &'a Map,
        network: &'a Network,
        turn: usize,
        scale: f32,
        detectives: Four,
        /// The detectives as a set: nobody rides there.
        taken: Set,
        /// Cities one connection from a detective, who can arrest there at once, then two and three. A city may be in
        /// several of them.
        near: [Set; 3],
        /// Logarithm of the number of cities in the support: 0 when the fugitive is known.
        support: f32,
        /// The same after each mode.
        next: [f32; 3],
        /// The terms 15, 28, 29 and 30, which no city of the fugitive changes.
        shared: [f32; 4],
    }

    /// A condition as a term.
    fn flag(yes: bool) -> f32 {
        f32::from(u8::from(yes))
    }

    /// A count as a term, 0 for none: one exit more matters much beside one and little beside ten.
    fn log(set: &Set) -> f32 {
        (1.0 + set.count() as f32).ln()
    }

    impl<'a> Context<'a> {
        /// The detectives have moved; the fugitive, who can be in any city of `support`, rides in `turn` next.
        pub fn new(map: &'a Map, networks: &'a Networks, detectives: &Four, support: &Set, turn: usize) -> Context<'a> {
            let taken = Set::of(detectives);
            let near = [&map.around, &map.walk2, &map.walk3].map(|table| union(&taken, table));
            // Not safe: a detective is there, or can be there with the next move.
            let blocked = taken.or(&near[0]);
            let count = support.count().max(1) as f32;
            // One ride on, by each mode: the more cities fit what the detectives will hear, the better is the cover.
            let reach = [0, 1, 2].map(|mode| map.reach(support, mode).minus(&taken));
            let safe = |city: u8| log(&map.around[usize::from(city)].minus(&blocked));
            let share = |set: &Set| support.and(set).count() as f32 / count;
            Context {
                map,
                // Turn 1 of five until an announcement has the last network, with five rides to go; turn 5 has the first.
                network: &networks[4 - (turn - 1) % 5],
                turn,
                scale: scale(turn),
                detectives: *detectives,
                taken,
                near,
                support: count.ln(),
                next: reach.map(|set| (set.count().max(1) as f32).ln()),
                shared: [
                    share(&near[0]),
                    support.cities().map(safe).sum::<f32>() / count,
                    log(&reach[0].or(&reach[1]).or(&reach[2]).minus(&near[0])),
                    share(&near[1]),
                ],
            }
        }

        /// The points still to come for a fugitive in a city; not asked for cities where a detective stands.
        pub fn value(&self, city: u8) -> f32 {
            if self.turn == LAST_TURN {
                // Nothing is left to estimate: the announcement is a point where there is an exit, and a safe exit is the
                // escape.
                let exits = self.map.around[usize::from(city)].minus(&self.taken);
                return flag(!exits.is_empty()) + 10.0 * flag(!exits.minus(&self.near[0]).is_empty());
            }
            // All neurons at once, term by term: products side by side, of which the machine does several at once.
            let mut sums = [0.0f32; NEURONS];
            for (term, row) in self.terms(city).iter().zip(self.network) {
                sums.iter_mut().zip(row).for_each(|(sum, weight)| *sum += term * weight);
            }
            let logit: f32 = sums.iter().zip(&self.network[TERMS]).map(|(sum, weight)| sum.max(0.0) * weight).sum();
            // The logistic curve: a logit of 0 is half of the scale, one of 1 is 73 % of it, one of -1 is 27 %.
            self.scale / (1.0 + (-logit).exp())
        }

        /// The terms of a fugitive in a city. Terms 16 to 18 and 22 say what no sum of single terms can: that cover is
        /// worth more or less where a detective is near or an exit is missing.
        pub fn terms(&self, city: u8) -> [f32; TERMS] {
            let (map, here) = (self.map, usize::from(city));
            // Beyond 9 connections all is equally far.
            let steps = self.detectives.map(|detective| map.distance(detective, city).min(9));
            let at = |away: u8| steps.iter().filter(|steps| **steps == away).count() as f32;
            // Where the next ride can go, and of that: where no detective can follow at once, and none within two moves.
            let exits = map.around[here].minus(&self.taken);
            let safe = exits.minus(&self.near[0]);
            let far = safe.minus(&self.near[1]);
            let two_away = map.walk2[here].minus(&self.near[1]);
            // By mode: how good the cover would be, and whether it has a safe exit at all.
            let (mut modes, mut next) = (0.0, 0.0f32);
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
                at(1), // 1 to 3: detectives one, two and three rides away
                at(2),
                at(3),
                one,
                two,
                log(&safe),
                flag(safe.is_empty()),
                log(&exits.and(&self.near[0])), // 8: exits next to a detective
                log(&far),                      // 9: exits that no detective reaches in two rides
                flag(far.is_empty()),
                self.support, // 11: cities of the support
                next,         // 12: the same after the best mode from here
                flag(!map.by_mode[1][here].is_empty()),
                flag(!map.by_mode[2][here].is_empty()),
                self.shared[0], // 15: share of the support that is next to a detective
                self.support * one,
                self.support * flag(safe.is_empty()),
                self.support * log(&safe),
                f32::from(steps.iter().sum::<u8>()) / 16.0, // 19: mean distance of the detectives, in quarters
                flag(self.support == 0.0),                  // 20: the fugitive is known
                modes / 3.0,
                self.support * two,
                log(&exits),
                log(&two_away), // 24: cities two rides away that no detective reaches in two, in three rides
                log(&map.walk2[here].minus(&self.near[2])),
                log(&map.walk3[here].minus(&self.near[2])), // 26: the same for three rides and three
                flag(two_away.is_empty()),
                self.shared[1], // 28: mean of term 6 over the support
                self.shared[2], // 29: cities where the fugitive can be next, with no detective beside
                self.shared[3], // 30: share of the support that a detective reaches in two rides
                1.0 / remaining(self.turn) as f32,
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
    // tree that grows where it matters. Rounds of the whole tree are played all the while (`Tree::round`).
    //
    //     board        --ride-->  after the news     --joint move-->  board of the next turn
    //     {12}            C       {5, 9, 40}                          {5, 40}, for a detective has come to 9
    //
    // All values are points that the fugitive still gets, from 0 for an arrest up; the fugitive looks for the largest, the
    // detectives for the smallest. This is no alpha-beta (which `ayu.rs` explains): with hidden cities a position has no
    // value of its own, only one for each belief.
    //
    // The fugitive plays by `ride`: solve, and draw a ride from the mixed strategy. The detectives first `predict`: solve
    // as if they were the fugitive; bring the belief up to date with the mode that was heard (`observe`); and `answer`:
    // solve once more, where the ride is past, and take the joint move that leaves the fugitive the least.
    use super::contest::{Budget, Rng};
    use super::eval::{networks, Context, Networks, TABLE};
    use super::hunters::{favourites, Hunters};
    use super::matrix::{candidates, Ride, Tree, JOINTS};
    use super::rules::{is_announcement, Board, Four, Map, Move, News, Phase, Set, LAST_TURN};

    /// Most turns that are looked ahead, by the fugitive and by detectives who have heard a ride (that of the ride
    /// included): ideas one-turn, two-turns.
    const TURNS: i32 = 3;

    /// A leaf becomes a game when both sides' mixtures come to it as often as this. At first only the likeliest do; when
    /// there is none left half as often is enough, and so on to the end.
    const GROW_FROM: f32 = 0.04;
    const GROW_TO: f32 = 0.001;

    /// Rounds of regret matching: of the whole tree of two turns; of the first turn before there is a second; between two
    /// growths of the tree; of a new game alone before it counts, since its first values are noise.
    const ROOT_ROUNDS: u32 = 160;
    const FIRST_ROUNDS: u32 = 40;
    const GROW_ROUNDS: u32 = 20;
    const NEW_ROUNDS: u32 = 10;

    /// Joint moves that are considered at the root, beside the favourites of the kinds of hunters, and below it.
    const ROOT_JOINTS: usize = 24;
    const INNER_JOINTS: usize = 10;

    /// The part of our detectives' belief that takes every ride as equally likely. Where our solution would never ride the
    /// belief must not be 0, or they would leave a city open that another fugitive may well choose.
    const UNIFORM: f32 = 0.5;

    /// These other fugitives take a ride e^2 times as often for each point that it is worth more: idea no-tempt.
    const TEMPTATION: f32 = 2.0;

    /// The same in the belief that our fugitive ascribes to the detectives: few who write detectives for a contest compute
    /// mixtures, most assume equal chances: idea no-their-uniform.
    const THEIR_UNIFORM: f32 = 0.95;

    /// From this turn on no leaf two turns deep is an estimate: as many joint moves are listed as there is room for, and
    /// two turns are solved in so many rounds. The exact test needs both.
    const FINISH: usize = LAST_TURN - 2;
    const FINISH_ROUNDS: u32 = 1000;

    /// What a side plays, and what it thinks of it.
    #[derive(Clone, Copy, Debug)]
    pub struct Report {
        pub best: Move,
        /// Points that the fugitive still gets: by the solution in the real city, for the detectives over their belief.
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
        pub networks: Networks,
        /// Draws from mixtures.
        rng: Rng,
        /// Matrix games solved since the program began.
        pub nodes: u64,
        /// The game of the present decision and those that follow it.
        pub tree: Tree,
        /// `UNIFORM` or `THEIR_UNIFORM`, by who is thinking; 0 in tests: both sides believe in the solution.
        pub uniform: f32,
        /// By mode and city: what is believed after the ride that was predicted, not normalised.
        believed: [[f32; 256]; 3],
        /// What our fugitive makes of the detectives, and the part of their play that is predicted in this decision.
        hunters: Hunters,
        pub trust: f32,
        /// Of the present decision.
        pub budget: Budget,
        /// The budget is used up: no game is begun any more.
        stopped: bool,
    }

    impl Search {
        pub fn new(map: Map, seed: u64) -> Search {
            Search {
                map,
                networks: networks(&TABLE),
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
            let gains = matches!(board.phase, Phase::PlaceFugitive | Phase::Ride);
            self.uniform = if gains { THEIR_UNIFORM } else { UNIFORM };
            self.trust = if gains { self.hunters.trust() } else { 0.0 };
            self.tree.temptation = if gains { 0.0 } else { TEMPTATION };
            let before = self.nodes;
            let found = match board.phase {
                Phase::PlaceDetectives => Some((Move::Joint(self.place_detectives()), 0.0, 0)),
                Phase::PlaceFugitive => self.place_fugitive(&board.detectives),
                Phase::Ride => self.ride(board),
                Phase::Answer => self.answer(board),
            };
            found.map(|(best, score, depth)| Report { best, score, depth, nodes: self.nodes - before })
        }

        /// Four cities, spread over the map: each next one is the city that makes the sum of all cities' distances to their
        /// nearest detective least.
        fn place_detectives(&self) -> Four {
            let cities = || 1..=self.map.cities as u8;
            let mut four: Four = [0; 4];
            for i in 0..4 {
                let nearest = |c: u8, to: u8| four[..i].iter().chain(&[c]).map(|d| self.map.distance(*d, to)).min();
                let far = |c: &u8| cities().filter_map(|to| nearest(*c, to)).map(u32::from).sum::<u32>();
                four[i] = cities().filter(|c| !four[..i].contains(c)).min_by_key(far).unwrap_or(1);
            }
            four
        }

        /// The fugitive's city at the beginning: the best one by the leaf.
        fn place_fugitive(&self, detectives: &Four) -> Option<(Move, f32, i32)> {
            let leaf = |c: u8| Context::new(&self.map, &self.networks, detectives, &Set::of(&[c]), 1).value(c);
            let free = (1..=self.map.cities as u8).filter(|c| !detectives.contains(c));
            let best = free.map(|c| (leaf(c), c)).max_by(|a, b| a.0.total_cmp(&b.0));
            best.map(|(score, city)| (Move::Start(city), score, 0))
        }

        /// The fugitive's ride; leaves the solution in the tree for `observe`.
        fn ride(&mut self, board: &Board) -> Option<(Move, f32, i32)> {
            // In all that may come the detectives do not know the city; once it is shown it does not matter what they knew.
            let public = match is_announcement(board.turn) {
                true => Board::known(board.detectives, board.fugitive, board.turn),
                false => Board { fugitive: 0, ..*board },
            };
            let depth = self.solve(&public, TURNS);
            self.believed = [[0.0; 256]; 3];
            self.tree.believe(&mut self.believed);
            let found = self.sample(board).map(|(mv, score)| (mv, score, depth));
            // Without a solution, where every ride leads onto a detective: any ride.
            let here = usize::from(board.fugitive);
            let mut rides = (0..3).flat_map(|m| self.map.by_mode[m][here].cities().map(move |c| (m, c)));
            found.or_else(|| rides.next().map(|(mode, city)| (Move::Ride(mode, city), 0.0, 0)))
        }

        /// One of the rides of the fugitive's type, as often as the solution plays it, and what the type can expect; in an
        /// announcement turn the best ride. `None` without a ride that the solution knows.
        ///
        /// One rule stands above the solution: an announcement is not made next to a detective where that can be helped. In
        /// other turns a ride next to a detective may be right: the detectives do not know of it.
        fn sample(&mut self, board: &Board) -> Option<(Move, f32)> {
            let dice = self.rng.unit() as f32;
            let one = self.tree.root().iter().find(|one| one.city == board.fugitive)?;
            let rides = &self.tree.rides[one.rides.clone()];
            let chosen = if is_announcement(board.turn) {
                let near = self.map.beside(&Set::of(&board.detectives));
                let safe = |ride: &Ride| !near.has(ride.city);
                rides.iter().max_by(|a, b| safe(a).cmp(&safe(b)).then(a.average.total_cmp(&b.average)))
            } else {
                // A number from 0 to the total: the ride in whose part it falls. Rounding may leave it above 0 at the end,
                // and then it is the last.
                let mut left = dice * rides.iter().map(|ride| ride.average).sum::<f32>();
                let fall = |ride: &&Ride| {
                    left -= ride.average;
                    left < 0.0
                };
                rides.iter().find(fall).or_else(|| rides.last())
            };
            chosen.map(|ride| (Move::Ride(ride.mode, ride.city), one.average))
        }

        /// Predicts the ride, for `observe`: that of a mixture of fugitives, who look one turn ahead and two. An exact model
        /// of one is usually of the wrong one.
        pub fn predict(&mut self, board: &Board, budget: Budget) {
            self.budget = budget;
            self.believed = [[0.0; 256]; 3];
            for turns in 1..=2 {
                self.solve(board, turns);
                self.tree.believe(&mut self.believed);
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
            // A sure arrest needs no thought.
            if let Some(to) = self.map.cover(&board.detectives, &board.support) {
                return Some((Move::Joint(to), 0.0, 0));
            }
            let depth = self.solve(board, TURNS);
            // The fugitive has chosen already, so nothing is gained by mixing: the joint move that was played most.
            let columns = &self.tree.columns[self.tree.hearings.first()?.columns.clone()];
            let best = columns.iter().max_by(|a, b| a.average.total_cmp(&b.average))?;
            let score = self.tree.root().iter().map(|one| board.belief[usize::from(one.city)] * one.average).sum();
            Some((Move::Joint(best.joint), score, depth))
        }

        /// Solves the turn and those that follow, and leaves the solution at the root of the tree. Values are points still
        /// to come for the fugitive, exact but for the leaves and for what the rounds leave open. Returns how many turns
        /// were looked ahead.
        pub fn solve(&mut self, board: &Board, most: i32) -> i32 {
            let most = most.min(self.budget.depth);
            self.tree.clear();
            self.tree.uniform = self.uniform;
            self.stopped = false;
            // One turn. An empty tree has room for every game.
            self.make(board, 1);
            let mut rounds = 0;
            self.play_rounds(&mut rounds, if most == 1 { ROOT_ROUNDS } else { FIRST_ROUNDS });
            // All of the next. After a few rounds the mixtures are worse than those of one turn: stop at one turn if less
            // than half the time spent on making the games is left.
            let begun = self.budget.used();
            let grown = most > 1 && self.grow(0, 1.0, 0.0, 2);
            let made = self.budget.used();
            if !grown || self.stopped || made + 0.5 * (made - begun) > 1.0 {
                return 1;
            }
            self.play_rounds(&mut rounds, if board.turn >= FINISH { FINISH_ROUNDS } else { ROOT_ROUNDS });
            // Further turns, where the mixtures put weight.
            let mut least = GROW_FROM;
            while most > 2 && least >= GROW_TO && !self.stopped {
                if !self.grow(0, 1.0, least, most) {
                    least *= 0.5;
                }
                self.play_rounds(&mut rounds, GROW_ROUNDS);
            }
            self.tree.games.iter().map(|game| game.depth).max().unwrap_or(1)
        }

        /// Rounds of the whole tree, numbered on from `rounds`. The averages are a solution after each of them.
        fn play_rounds(&mut self, rounds: &mut u32, count: u32) {
            for _ in 0..count {
                self.tree.round(0, *rounds);
                *rounds += 1;
                self.stopped = self.stopped || *rounds > 2 && self.budget.is_over(self.tree.games.len() as u64, 1);
                if self.stopped {
                    break;
                }
            }
        }

        /// Puts games behind the leaves that come about with a chance of at least `least`, by the averages of both sides;
        /// `reach` is the chance of the game. False when there was none.
        fn grow(&mut self, game: usize, reach: f32, least: f32, most: i32) -> bool {
            let this = self.tree.games[game].clone();
            self.tree.spread(game, true);
            let all = self.tree.chance(this.rows.clone());
            let mut grown = false;
            for h in this.hearings {
                let hearing = self.tree.hearings[h].clone();
                let played: f32 = self.tree.columns[hearing.columns.clone()].iter().map(|column| column.average).sum();
                let reach = reach * self.tree.chance(hearing.rows) / (all * played).max(1e-9);
                for (j, column) in hearing.columns.enumerate() {
                    let column = self.tree.columns[column];
                    let reach = reach * column.average;
                    if reach >= least && !self.stopped {
                        grown |= match column.child {
                            None => self.expand(game, h, j),
                            Some(child) if this.depth + 1 < most => {
                                self.tree.carry(h, j, child);
                                self.grow(child, reach, least, most)
                            }
                            _ => false,
                        };
                    }
                }
            }
            grown
        }

        /// Puts a game behind a column. False when there is nothing to learn in it, the fugitive arrested for certain or the
        /// last turn over, and when there is no time or room.
        fn expand(&mut self, game: usize, h: usize, j: usize) -> bool {
            let mut board = self.tree.heard(game, h);
            let column = self.tree.hearings[h].columns.start + j;
            let joint = self.tree.columns[column].joint;
            if board.turn == LAST_TURN || board.support.minus(&Set::of(&joint)).is_empty() {
                return false;
            }
            board.play(Move::Joint(joint));
            self.stopped = self.stopped || self.budget.is_over(self.tree.games.len() as u64, 1);
            let child = if self.stopped { None } else { self.make(&board, self.tree.games[game].depth + 1) };
            self.tree.columns[column].child = child;
            self.tree.games[game].settled = false;
            (0..NEW_ROUNDS).for_each(|number| self.tree.follow(h, j, number));
            child.is_some()
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
            for h in self.tree.games[game].hearings.clone() {
                let mut heard = self.tree.heard(game, h);
                if shown && !heard.support.and(&near).is_empty() {
                    continue;
                }
                heard.normalise();
                let mut joints = [[0; 4]; JOINTS];
                let mut count = candidates(&self.map, &heard, &mut joints, most);
                if trust > 0.0 {
                    count = favourites(&self.map, &heard, &mut joints, count, &self.budget);
                }
                self.tree.answer(h, &joints[..count]);
                if trust > 0.0 {
                    let model = self.hunters.model(&self.map, &heard, &joints[..count]);
                    let columns = self.tree.hearings[h].columns.clone();
                    self.tree.columns[columns].iter_mut().zip(&model).for_each(|(column, model)| column.model = *model);
                }
                for (j, joint) in joints[..count].iter().enumerate() {
                    self.estimate(&heard, h, j, joint);
                }
            }
            Some(game)
        }

        /// Fills a column with leaves; its cells differ by the city where the fugitive is.
        fn estimate(&mut self, heard: &Board, h: usize, j: usize, joint: &Four) {
            let left = heard.support.minus(&Set::of(joint));
            // After the last turn nothing is estimated: who is not arrested has escaped, which is worth ten more.
            let over = heard.turn == LAST_TURN;
            let context = Context::new(&self.map, &self.networks, joint, &left, LAST_TURN.min(heard.turn + 1));
            for (i, city) in heard.support.cities().enumerate().filter(|(_, city)| left.has(*city)) {
                let cell = self.tree.hearings[h].row(i).start + j;
                self.tree.cells[cell] = if over { 10.0 } else { context.value(city) };
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
    //                                 > 25               the fugitive's start
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

    /// Reads the map. An error, which names the file, when it cannot be read or when a line of it cannot be used.
    fn read_map() -> io::Result<Map> {
        let mut bytes = Vec::new();
        // 200 cities need about 10,000 bytes.
        let read = fs::File::open(MAP_FILE).and_then(|file| file.take(1_000_000).read_to_end(&mut bytes));
        read.map_err(|_| refuse(MAP_FILE, "a readable map in this file of the working directory"))?;
        Map::parse(&String::from_utf8_lossy(&bytes)).map_err(|(line, expected)| refuse(line, expected))
    }

    /// Which side we are; unknown before the first line, which says it.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    enum Role {
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
        /// The last turn is over for this side: the program ends without being told.
        pub over: bool,
    }

    impl Session {
        /// A session that waits for its role. Its clock has begun to run down by what the tables took.
        pub fn new(map: Map, options: &Options) -> Session {
            let mut session = Session {
                clock: Clock::new(options.seconds),
                search: Search::new(map, options.seed),
                board: Board::new(),
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
                self.decide().into_iter().for_each(|mv| self.board.play(mv));
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
            self.decide().into_iter().for_each(|mv| self.board.play(mv));
            Ok(())
        }

        /// A line for the fugitive: a detective's city. The fourth makes a whole joint move, which is answered by a ride;
        /// the first time the city of the start stands before it.
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
        while !session.over {
            match lines.next()? {
                // All lines at once: after the first one of several we might be suspended.
                Some(line) => output.write_all(session.hear(line)?.as_bytes())?,
                None => break,
            }
            output.flush()?;
        }
        Ok(())
    }
}

/// Everything that a program of the contest needs besides the game is in the module `contest`.
fn main() {
    std::process::exit(contest::play(protocol::run));
}
