//! On The Run (CodeCup 2007): a fugitive and four detectives on a map of cities. He names only the mode of transport
//! he takes; every fifth turn he shows his city. He earns a point for each announcement that he lives to make, and all
//! twenty if fifty turns do not bring an arrest.
//!
//! Protocol: the map is `connect.txt`; the first line is `Detectives` or `Fugitive`. Detectives write four lines, then
//! read the fugitive's city, then `C`, or `C 85` at an announcement, and write four lines a turn. The fugitive reads
//! four lines, writes his city and at once his first move `C 39`, then reads four lines a turn.
//!
//! Method: all but the fugitive's city is public, so both roles play on the belief, a weight for every city where he
//! can be. One turn is a matrix game between the cities where he may stand, each with its rides, and for each mode the
//! detectives' joint moves, solved by regret matching+. What comes after the turn is another such game, one or two
//! turns deep as time allows, and at the end a small network, learned from games on many generated maps, tells what the
//! fugitive can still expect. Announcements and the last turn are exact.
//!
//! Measured with `jury match ontherun target/release/ontherun greedy --games 400 --time T --seed 777000`: 200 maps that
//! no learning saw, both roles on each, 95 % intervals; no forfeit, at most 0.9 s and 0.38 s used, 5 MiB.
//!
//! | seconds a game | points a game | our fugitive | he escapes | greedy's fugitive |
//! |---|---|---|---|---|
//! | 5 | +9.5 +- 1.1 | 10.4 +- 1.1 | 79 of 200 | 0.86 +- 0.06 |
//! | 0.5 | +9.5 +- 1.2 | 10.5 +- 1.1 | 82 of 200 | 0.93 +- 0.07 |
//!
//! What the parts were worth (`tune-ontherun match`, 60 maps, fugitive and detectives): the learned leaf instead of a
//! guess by hand 1.6 +- 0.9 and 0.4 +- 0.3 points, two turns instead of one 1.6 +- 0.9 and 0.8 +- 0.4, a third turn
//! nothing that shows (see `RIDE_DEPTH`).
//!
//! Not here: a model of one opponent, geometry (the labels carry none), any thought in the opponent's time.
//!
//! Build as the contest does: `rustc -O ontherun.rs`. Run beside a `connect.txt`: `./ontherun [SECONDS [SEED]]`.

#![forbid(unsafe_code)]

// ---------------------------------------------------------------------------------------------------------------------
// Constants
// ---------------------------------------------------------------------------------------------------------------------

/// First two words on stderr.
const NAME: &str = "ontherun 1.0";

/// Seconds that the contest gives a program for a whole game.
const GAME_SECONDS: f64 = 5.0;

// ---------------------------------------------------------------------------------------------------------------------
// Rules: the map, sets of cities, where he can be. No clock, no randomness, no I/O.
// ---------------------------------------------------------------------------------------------------------------------
pub mod rules {
    // The rules in short. The four detectives choose their cities, then the fugitive his. A turn is a ride of the
    // fugitive, of which the detectives hear only the mode, and then a move of each detective along any one connection.
    // Nobody may stay where he is, and no two detectives may end a turn in one city; to swap cities is allowed. He is
    // arrested when a detective and he are in one city, whoever came there. In turns 5, 10 .. 50 he must also name his
    // city after the ride, and each such announcement is a point for him; who is still free after turn 50 gets all 20
    // points, and the detectives get what is left of 20. So an arrest in turn 12 is 18-2 for the detectives.
    //
    //     turn 4   fugitive      C            he took a car somewhere
    //              detectives    141 51 47 102
    //     turn 5   fugitive      P 85         an announcement: by plane, and now he is in 85
    //              detectives    ...
    //
    // All that both sides know fits in a set: the cities where he can be. After a ride by car it is all that cars reach
    // from it; the cities where detectives are go out of it. Sets of cities and questions to the map are what this room
    // has.
    /// Most cities of a map; city numbers run from 1. So a city fits a byte, and a set of cities four words.
    pub const MOST_CITIES: usize = 200;

    /// The last turn. Every fifth is an announcement. A turn counts from his ride to the detectives' moves.
    pub const LAST_TURN: usize = 50;

    /// Steps between cities that no way connects. More than any real way: 200 cities are at most 199 connections apart.
    pub const FAR: u8 = 255;

    /// The modes of transport, in the order of their numbers. Cars, trains, planes. A mode is an index into this and
    /// into `Map::by_mode` everywhere.
    pub const LETTERS: [char; 3] = ['C', 'T', 'P'];

    /// Does he show his city after the ride of this turn?
    pub fn is_announcement(turn: usize) -> bool {
        turn % 5 == 0
    }

    /// A set of cities, one bit each. City 1 is bit 1 of the first word, bit 0 is never set; 200 is the highest city
    /// and 255 the highest that would fit.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
    pub struct Set(pub [u64; 4]);

    impl Set {
        /// No city.
        pub const EMPTY: Set = Set([0; 4]);

        /// The set of one city.
        pub fn of(city: u8) -> Set {
            let mut set = Set::EMPTY;
            set.insert(city);
            set
        }

        /// The upper two bits of the number are the word, the lower six the bit in it.
        pub fn insert(&mut self, city: u8) {
            self.0[usize::from(city >> 6)] |= 1 << (city & 63);
        }

        /// Nothing happens when the city is not in the set.
        pub fn remove(&mut self, city: u8) {
            self.0[usize::from(city >> 6)] &= !(1 << (city & 63));
        }

        /// Is the city in the set?
        pub fn has(&self, city: u8) -> bool {
            self.0[usize::from(city >> 6)] >> (city & 63) & 1 == 1
        }

        /// The cities in either set.
        pub fn or(&self, other: &Set) -> Set {
            let (a, b) = (&self.0, &other.0);
            Set([a[0] | b[0], a[1] | b[1], a[2] | b[2], a[3] | b[3]])
        }

        /// The cities in both sets.
        pub fn and(&self, other: &Set) -> Set {
            let (a, b) = (&self.0, &other.0);
            Set([a[0] & b[0], a[1] & b[1], a[2] & b[2], a[3] & b[3]])
        }

        /// The cities of this set that are not in the other one.
        pub fn minus(&self, other: &Set) -> Set {
            let (a, b) = (&self.0, &other.0);
            Set([a[0] & !b[0], a[1] & !b[1], a[2] & !b[2], a[3] & !b[3]])
        }

        /// Number of cities.
        pub fn count(&self) -> usize {
            self.0.iter().map(|word| word.count_ones() as usize).sum()
        }

        /// Of the cities where he can be it means: he is caught, or we have lost him.
        pub fn is_empty(&self) -> bool {
            self.0 == [0; 4]
        }

        /// The cities, lowest first.
        pub fn cities(&self) -> Cities {
            Cities { set: *self, word: 0 }
        }
    }

    /// What `Set::cities` goes through: a copy, so the set itself may change meanwhile.
    pub struct Cities {
        /// The cities that are still to come.
        set: Set,
        /// The words before this one are used up.
        word: usize,
    }

    impl Iterator for Cities {
        type Item = u8;
        fn next(&mut self) -> Option<u8> {
            while self.word < 4 {
                let word = self.set.0[self.word];
                if word != 0 {
                    // `word & (word - 1)` is the word without its lowest bit, the city that is returned.
                    self.set.0[self.word] = word & (word - 1);
                    return Some((self.word * 64) as u8 + word.trailing_zeros() as u8);
                }
                self.word += 1;
            }
            None
        }
    }

    /// The four detectives' cities, in their order. The order counts: line i of the jury's four is always detective i.
    pub type Four = [u8; 4];

    /// The four as a set, for questions where it does not matter who is where.
    pub fn set_of(four: &Four) -> Set {
        let mut set = Set::EMPTY;
        for city in four {
            set.insert(*city);
        }
        set
    }

    /// What `connect.txt` says. Everything that a turn asks of the map thousands of times is computed once when it is
    /// read. Tables have room for 256 cities, so that a byte as an index needs no check; the places of cities that do
    /// not exist stay empty.
    #[derive(Clone)]
    ///
    /// ```text
    ///     1 --C-- 2 --C-- 3       by_mode[0][2] = {1, 3}: by car from 2
    ///      \               |       by_mode[1][1] = {3}: by train from 1
    ///       ------T--------        around[1] = {2, 3}, walk2[1] = {1, 2, 3}, steps[1][3] = 1
    /// ```
    pub struct Map {
        /// Number of cities; their numbers run from 1 to this.
        pub cities: usize,
        /// By mode and city: where one connection of the mode leads.
        pub by_mode: [[Set; 256]; 3],
        /// By city: where one connection of any mode leads.
        pub around: [Set; 256],
        /// By city: where two connections lead, and three, whether or not he could stand in between. Back to the start
        /// counts as well: from 7 to 8 and to 7 again are two connections.
        pub walk2: [Set; 256],
        pub walk3: [Set; 256],
        /// By city and city: connections of any mode on a shortest way.
        pub steps: Vec<[u8; 256]>,
        /// By n: the logarithm of 1 + n. Counts are looked at by their logarithm: one exit more matters much beside one
        /// and little beside ten.
        pub logs: [f32; 256],
    }

    impl Map {
        /// Reads the text of `connect.txt`; what stands behind `END` does not matter. An error is the line that cannot
        /// be read and what was expected there.
        pub fn parse(text: &str) -> Result<Map, (String, &'static str)> {
            let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
            let head = lines.next().unwrap_or("");
            let cities = match head.parse::<usize>() {
                Ok(n) if (1..=MOST_CITIES).contains(&n) => n,
                _ => return Err((head.to_string(), "connect.txt to begin with the number of cities, 1 to 200")),
            };
            let mut map = Map {
                cities,
                by_mode: [[Set::EMPTY; 256]; 3],
                around: [Set::EMPTY; 256],
                walk2: [Set::EMPTY; 256],
                walk3: [Set::EMPTY; 256],
                steps: vec![[FAR; 256]; 256],
                logs: [0.0; 256],
            };
            // 256 logarithms now, for none in the leaves.
            for (n, log) in map.logs.iter_mut().enumerate() {
                *log = (1.0 + n as f32).ln();
            }
            for line in lines {
                if line == "END" {
                    break;
                }
                // A connection leads both ways, and cities may have several between them, of different modes.
                match Map::connection(line, cities) {
                    None => return Err((line.to_string(), "a connection in connect.txt such as C 1-2")),
                    Some((mode, a, b)) => {
                        for &(from, to) in [(a, b), (b, a)].iter() {
                            map.by_mode[mode][usize::from(from)].insert(to);
                            map.around[usize::from(from)].insert(to);
                        }
                    }
                }
            }
            for from in 1..=cities {
                // From each city a search in layers: `edge` are the cities at a distance of `steps`, the next layer is
                // what lies around them and was not reached before. Every city gets the number of the layer in which it
                // first appears.
                map.walk2[from] = map.beside(&map.around[from]);
                map.walk3[from] = map.beside(&map.walk2[from]);
                let mut edge = Set::of(from as u8);
                let mut reached = Set::EMPTY;
                for steps in 0..FAR {
                    if edge.is_empty() {
                        break;
                    }
                    reached = reached.or(&edge);
                    let mut next = Set::EMPTY;
                    for city in edge.cities() {
                        map.steps[from][usize::from(city)] = steps;
                        next = next.or(&map.around[usize::from(city)]);
                    }
                    edge = next.minus(&reached);
                }
            }
            Ok(map)
        }

        /// Reads `C 1-2`: the number of the mode and both cities. `None` for anything else, for a city that the map
        /// does not have, and for a connection from a city to itself.
        fn connection(line: &str, cities: usize) -> Option<(usize, u8, u8)> {
            let mut words = line.split_whitespace();
            // The mode is one letter, so `mode.chars()` must be that letter and nothing behind it.
            let (mode, pair) = (words.next()?, words.next()?);
            let mode = LETTERS.iter().position(|l| mode.chars().eq(Some(*l)))?;
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

        /// Reads a mode, or a mode and a city: what the detectives are told. Whether a city has to be there is for the
        /// caller to know: it depends on the turn.
        pub fn parse_news(&self, text: &str) -> Option<(usize, Option<u8>)> {
            let mut words = text.split_whitespace();
            let mode = words.next()?;
            let mode = LETTERS.iter().position(|l| mode.chars().eq(Some(*l)))?;
            match (words.next(), words.next()) {
                (None, _) => Some((mode, None)),
                (Some(city), None) => Some((mode, Some(self.parse_city(city)?))),
                _ => None,
            }
        }

        /// Cities that one ride of a mode leads to from any of the cities. What the detectives learn from a hidden
        /// ride: he can be in these cities, less those where they stand themselves.
        pub fn reach(&self, from: &Set, mode: usize) -> Set {
            let mut reached = Set::EMPTY;
            for city in from.cities() {
                reached = reached.or(&self.by_mode[mode][usize::from(city)]);
            }
            reached
        }

        /// Cities next to any of the cities, by any mode.
        pub fn beside(&self, from: &Set) -> Set {
            let mut reached = Set::EMPTY;
            for city in from.cities() {
                reached = reached.or(&self.around[usize::from(city)]);
            }
            reached
        }

        /// A joint move that brings a detective into every one of the cities (at most four), the others anywhere they
        /// can; `None` when there is none. With no cities: any joint move at all.
        ///
        /// With the cities where he can be it answers whether the arrest is certain. Detectives in 1, 2, 3, 4 and
        /// `cities` 8 and 9: there is such a move when 8 and 9 can be given to two of the four, and the other two have
        /// exits left.
        pub fn cover(&self, from: &Four, cities: &Set) -> Option<Four> {
            // A detective covers one city.
            if cities.count() > 4 {
                return None;
            }
            let mut to = [0; 4];
            if self.cover_from(from, 0, cities, &Set::EMPTY, &mut to) {
                Some(to)
            } else {
                None
            }
        }

        /// Gives targets to the detectives from number `next` on. `open` are the wanted cities that none has yet,
        /// `taken` the targets of those before, which no other may have. True when it worked; then `to` holds the
        /// targets. Depth first; the sets are copies, so nothing has to be undone.
        fn cover_from(&self, from: &Four, next: usize, open: &Set, taken: &Set, to: &mut Four) -> bool {
            if next == 4 {
                return open.is_empty();
            }
            // More cities than detectives left: this beginning leads nowhere.
            if open.count() > 4 - next {
                return false;
            }
            let exits = self.around[usize::from(from[next])].minus(taken);
            // The cities that are wanted first. If that leads nowhere the others too: the wanted one may have to be
            // left to a detective who reaches no other.
            for &wanted in [true, false].iter() {
                let choices = if wanted { exits.and(open) } else { exits.minus(open) };
                for city in choices.cities() {
                    to[next] = city;
                    let (mut open, mut taken) = (*open, *taken);
                    open.remove(city);
                    taken.insert(city);
                    if self.cover_from(from, next + 1, &open, &taken, to) {
                        return true;
                    }
                }
            }
            false
        }
    }
}

// ---------------------------------------------------------------------------------------------------------------------
// Evaluation
// ---------------------------------------------------------------------------------------------------------------------
pub mod eval {
    // How the room works. A leaf of the search is a position in which the detectives have moved and the fugitive rides
    // next. Its value for a fugitive in a certain city is what he can still expect, in points: announcements that he
    // will live to make, and the escape. It is estimated by a small network: 32 terms, such as the number of exits next
    // to no detective, are weighted and summed up in 16 neurons, the neurons in one number, and a logistic curve turns
    // that into a share of the most that can be had (`scale`).
    //
    //     terms of a city     times weights     cut at 0     times weights     curve       times scale
    //        32 numbers    ->  16 sums      ->  16 sums   ->  a logit      ->  a share  ->  points
    //
    // Some words: his exits are the cities that one ride leads to and where no detective is; an exit is safe when no
    // detective is next to it either; the support is the set of cities where he can be; he is known when it has one
    // city only.
    //
    // The same detectives and the same set of cities are asked about for many cities of his. `Context` is what all of
    // them have in common; `terms` adds what depends on the city.
    use super::rules::{set_of, Four, Map, Set, LAST_TURN};

    /// Terms of the leaf, see `terms`. The number of a term there is the number of its row in a network.
    pub const TERMS: usize = 32;

    /// Neurons of the leaf: the first is the plain weighted sum of the terms, the others are cut off below 0 first. The
    /// cut makes the network more than a sum: a neuron may stand for "few exits and a detective near", which counts
    /// nothing as long as one of both is missing. The first neuron, the plain sum, has no weights in the present table.
    pub const NEURONS: usize = 16;

    /// The leaf's network, one for each number of moves until the announcement (1 to 5, less 1). A fugitive who rides
    /// five times before he shows himself is judged by other weights than one who must show himself now.
    pub type Weights = [Network; 5];

    /// By term and neuron, and behind them the weight of each neuron in the result, a logit of `value`'s share. The
    /// term is the row, so that one term times the weights of all neurons is a run of products.
    pub type Network = [[f32; NEURONS]; TERMS + 1];

    /// The same in hundredths, as the table has it. Whole numbers make a shorter table.
    type Table = [[[i16; NEURONS]; TERMS + 1]; 5];

    /// Learned from 2,280 games on generated maps: `tune-ontherun learn same 3 30 1 901 w1.txt` when this table was
    /// still a guess by hand (so from here the command gives other numbers), and then `learn w1.txt 12 40 1 902
    /// w2.txt`. Each row is a term of `terms`, the last is the neurons' weight.
    const TABLE: Table = [
        // One move until the announcement: he shows himself with his next ride.
        [
            [0, 22, 51, 8, 0, 47, -17, 6, -21, -21, 27, 35, 3, 0, 25, -12],
            [0, 13, 2, -6, 0, 18, 7, 18, 1, 22, -9, -2, -1, 0, 3, -8],
            [0, -7, 0, 8, 0, 7, 8, 15, -4, 32, -10, 11, -4, 0, 19, -6],
            [0, -33, 1, 7, 0, 7, 10, 1, -6, 10, -9, 5, -3, 0, 19, 11],
            [0, 21, 4, -2, 0, 26, -2, 6, -2, 18, -4, 2, -2, 0, 10, -3],
            [0, -6, 25, 22, 0, 2, -3, 13, 14, 15, 14, 22, -5, 0, 6, -6],
            [0, -13, 6, 20, 0, 11, -26, 25, 8, -4, 2, 14, 11, 0, -16, 23],
            [0, 59, -61, 0, 0, 83, -4, -69, -28, -76, 76, -31, 73, 0, 66, -20],
            [0, 20, 5, -4, 0, -8, -7, 18, -3, 32, 14, 6, 9, 0, -4, -3],
            [0, 29, 10, -27, 0, 7, -3, -10, -13, 3, 29, 12, -17, 0, 31, 3],
            [0, 19, 20, -4, 0, -6, 9, 31, -6, 7, -23, 12, 12, 0, 19, -3],
            [0, 24, 8, -7, 0, 15, -14, -8, 8, -6, 5, 8, -8, -1, 17, -16],
            [0, -2, 21, -6, 0, -12, -7, 4, 6, 11, -3, 27, -28, -1, -2, 23],
            [0, 8, -2, 4, 0, -10, -1, -17, 6, -14, 2, -7, 14, 0, 1, 7],
            [0, -26, -3, 33, 0, -13, 8, -6, 1, -16, -26, -8, 6, 0, -18, -7],
            [0, 11, 19, -35, 0, 3, 8, 9, 0, 16, 14, -4, -21, 0, 25, 22],
            [0, -13, -6, -14, 0, -6, 2, 14, -2, -5, -12, 3, 6, 0, 1, -19],
            [0, 17, -76, 0, 0, 3, -5, 0, -37, -8, 3, -76, 22, 0, -3, -30],
            [0, -17, -3, 21, 0, -8, 6, 11, -9, 23, -2, -11, 16, -1, -12, -4],
            [0, -11, -56, -53, 0, -17, 41, 54, 68, 41, -23, -36, -18, 0, -3, 64],
            [0, -25, 0, 3, 0, -3, 1, 7, 16, 8, -11, 1, -11, 0, -9, 13],
            [0, -14, -4, -3, 0, -9, -21, 7, -7, 2, -16, 5, -33, 0, -28, 8],
            [0, -24, -9, 16, 0, 3, 5, 18, 0, 10, 9, -12, 9, -1, 3, 6],
            [0, -6, -6, -10, 0, 14, -6, 22, 7, 15, 15, 2, 11, 0, 15, -8],
            [0, -10, 4, 5, 0, -18, -34, 9, 18, 3, -9, -7, 3, 0, -62, 28],
            [0, 15, 8, -47, 0, 11, 11, -13, 1, -2, 57, 6, 2, 0, -32, -9],
            [0, -6, -15, 20, 0, -9, 69, -5, 28, -9, -2, -12, 8, 0, -74, 17],
            [0, 14, 36, -36, 0, 0, 0, 35, 1, 47, 9, 3, -17, 0, -23, -37],
            [0, -1, 5, -8, 0, 20, -7, 25, 5, -5, 3, -2, 5, 0, 6, 2],
            [0, 14, -1, 1, 0, 10, -2, 7, -2, 31, -7, 4, -12, -1, 3, 0],
            [0, -14, 16, -22, 0, 17, -3, 11, 8, 13, 5, 14, -14, 0, 24, 17],
            [0, 93, -181, 40, 0, -151, -36, -70, -150, -66, 92, -192, 115, 0, -44, -56],
            [0, -36, -78, -39, 0, -48, 115, 21, 59, 30, -25, -65, -47, 1, -41, 41],
        ],
        // Two moves: a hidden ride, then the announcement.
        [
            [0, -28, 57, 38, -20, 0, 39, 44, -39, 6, 31, -26, 46, -26, 28, -21],
            [0, 5, 24, 15, -18, 0, 9, -15, 9, -1, -5, -2, -31, 26, 12, 9],
            [0, 1, 11, -2, -23, 0, -16, 12, 18, 16, 1, 15, -21, 21, 34, -15],
            [0, -3, 3, -5, -10, 0, 7, -5, 6, -2, 19, 14, -20, -20, -6, 10],
            [0, -10, -1, -8, -16, 0, 7, 3, -2, 5, 23, 6, -29, -15, 13, -14],
            [0, -18, 6, 30, -21, 0, 29, -3, -4, 34, 7, -12, 9, 11, 37, -1],
            [0, 7, 2, -7, -1, 0, 10, 7, 7, -6, 23, -3, 13, 20, 4, 11],
            [0, -22, 21, 48, -3, 0, 66, 46, -22, 49, 23, -18, -11, -61, 24, -5],
            [0, 20, -13, -37, 23, 0, 5, 10, 3, 3, -1, -3, 15, -16, -11, -8],
            [0, 3, 28, 14, -4, 0, 10, 12, -8, -5, 3, -3, -2, -1, -1, -2],
            [0, 0, 16, -3, -8, 0, -7, 18, 1, 26, 17, 8, -11, 3, 14, -17],
            [0, 9, 25, 13, -18, 0, 13, 5, 4, -1, 2, -20, 30, -20, 11, 1],
            [0, 4, -7, 14, -4, 0, -9, 17, 18, -15, 0, -3, -7, -8, -24, 4],
            [0, 12, -7, -15, 4, 0, -14, 16, -5, 34, -8, 1, 2, 5, -3, -19],
            [0, -2, -6, -33, 30, 0, -2, 28, -4, 16, -10, -9, -1, -18, 14, -2],
            [0, 30, -14, -2, -7, 0, -6, 4, 7, -18, -18, 19, 7, 31, -10, 4],
            [0, 1, -12, -4, -7, 0, -16, -5, 1, 19, -9, 15, -14, -21, 0, 12],
            [0, 8, -17, 14, 38, 0, 5, 11, 9, 14, -9, -1, -25, -9, -11, 4],
            [0, 10, -11, -1, 0, 0, 8, 17, 22, 22, 7, 14, 4, 15, -4, 4],
            [0, 51, -1, -47, 32, 0, -48, -32, 55, -50, -38, 69, -50, 49, -53, 48],
            [0, 10, 22, 31, 7, 0, -6, 0, 11, 18, 1, 10, -14, 12, -5, 4],
            [0, -6, 2, 13, 16, 0, 15, -4, -6, -14, -6, 12, 19, 21, -16, 6],
            [0, -1, -18, 4, 4, 0, -14, -4, 4, 10, 11, -12, -8, 5, 15, 18],
            [0, 11, -9, -13, 29, 0, 15, -21, -8, -19, 14, 2, 5, -3, 3, 6],
            [0, 16, -33, -24, 4, 0, 7, -16, -6, 12, -18, 16, 5, -6, 9, -8],
            [0, 6, -23, 35, -7, 0, -4, 13, 16, -6, 5, 13, 19, 7, 6, 5],
            [0, 44, -21, -16, -69, 0, -15, -23, 23, 12, 0, 48, -17, 35, -7, 32],
            [0, -5, -13, -7, 24, 0, 11, 22, -1, 13, 23, 0, 20, -11, -1, 14],
            [0, -24, 27, 42, 14, 0, 26, 41, 0, -1, 17, 5, 35, 3, 22, -15],
            [0, 20, -4, -12, 31, 0, -13, -22, -7, -22, -8, 10, -23, 10, -7, -13],
            [0, 5, 32, 3, -32, 0, 16, 8, -5, -11, -1, -3, 0, 27, -14, 18],
            [0, -9, -131, -69, 69, 0, -10, 10, -23, 20, -177, -12, 102, 1, -54, -13],
            [0, 30, -63, -45, 68, 0, -29, -23, 19, -31, -30, 18, -62, 32, -26, 9],
        ],
        // Three moves.
        [
            [0, 27, 25, 55, 37, 9, 53, -36, -31, -46, 41, 55, 2, 13, 31, -45],
            [0, 9, 9, 4, -5, 3, -15, -7, 17, -9, -13, -10, 16, 2, 17, -4],
            [0, 2, 19, -12, 12, 6, -6, 18, 23, -1, 4, -17, -10, 32, 3, -13],
            [0, -5, -2, 5, 5, -3, 13, 0, 13, 8, -3, -8, 23, -7, 2, 0],
            [0, 15, -7, -11, 17, 14, 4, -10, -2, -5, -7, 10, 2, -7, 32, 1],
            [0, 28, 18, 15, 20, 28, 16, 8, -1, -11, 32, 15, 9, 13, 7, 9],
            [0, 5, -8, 8, -4, -63, 0, -2, -2, -6, 17, 14, -13, -20, -16, 14],
            [0, 17, 25, 5, 16, 58, 24, 4, -24, 0, -12, 13, 37, 36, 39, -6],
            [0, 0, 0, -32, -17, -39, 24, 13, -12, 13, -7, 16, -29, -20, -5, 35],
            [0, 16, -5, 38, 18, 0, 11, -7, -10, 7, 9, -5, 0, 3, 1, 4],
            [0, 13, 36, 35, -1, 29, 27, 17, -3, -16, -2, -8, 0, 14, 8, -6],
            [0, 10, -5, 12, 36, -13, 11, -30, 2, -6, 4, 29, 1, -5, 1, -34],
            [0, -16, -23, 1, 14, -10, -16, 6, -18, -6, -3, -5, -11, -22, 3, 26],
            [0, 9, 33, -13, 7, 4, -14, 15, -12, 6, 16, -25, -7, 22, 53, 34],
            [0, -42, 15, -34, 3, 0, -14, -8, -25, 3, 26, -30, 0, 2, 14, 5],
            [0, 9, -8, 2, -20, 17, -18, 22, 4, -38, 20, -13, 12, 24, -19, 15],
            [0, 3, 8, -5, -17, -20, -14, 6, 16, -1, -20, -13, -5, -19, 9, 4],
            [0, 2, 9, -24, 2, 10, -19, 17, -8, 0, -12, -13, 22, -5, 20, 19],
            [0, 4, -2, -13, -5, -10, 4, -6, -1, 5, -3, 3, -4, -16, 8, 28],
            [0, -42, -2, -34, -30, -1, -61, 66, 33, 45, -16, -64, -12, 8, -58, 70],
            [0, 18, 9, 14, 3, 1, 1, -1, -1, 15, 20, 5, 10, 14, -4, 5],
            [0, -11, 7, 3, 30, -53, 12, 1, -13, -21, -3, -5, -10, -15, 13, -23],
            [0, 11, 13, 3, -9, -5, -13, 2, -4, 5, 11, -2, 9, 0, 14, 5],
            [0, -5, 5, -16, -12, -56, -1, -7, 6, 3, 8, 12, -62, -31, -6, 21],
            [0, -17, 2, -18, -1, 15, 6, 17, -16, -36, -31, -1, 8, 8, 17, 14],
            [0, 13, 11, 2, 29, -3, -1, -7, 19, 13, -5, 21, 0, -10, -18, 1],
            [0, -12, -23, -37, -12, 11, 6, 21, 61, 30, -6, -2, 2, -7, 17, 27],
            [0, -4, 31, 3, -9, -10, 12, 10, -34, 16, 5, 7, -3, 15, 1, 4],
            [0, 16, -10, 36, 24, 18, 21, -11, -22, -15, 28, 20, 8, 16, -16, -23],
            [0, -11, -22, -11, -26, 3, 5, 40, -4, 27, -42, -12, -7, -2, -26, 15],
            [0, 11, 2, 11, 7, 16, 4, 14, 5, 10, 8, 2, 7, 10, 12, 20],
            [0, -84, -42, -77, -1, 4, 23, -3, -48, -18, -62, -34, -34, -9, 24, 24],
            [0, -43, -29, -36, -26, -87, -29, 29, 58, 41, -52, -53, -53, -60, -36, 40],
        ],
        // Four moves.
        [
            [0, 10, -7, 30, -44, 29, -50, 42, 47, 41, 45, 63, 16, -21, -44, -39],
            [0, 15, 9, 32, -4, -5, 10, -5, -8, 12, -18, -11, 20, 18, -10, 18],
            [0, 27, 19, 10, -11, 6, -11, 14, -14, 11, -30, -5, 12, -4, 15, 30],
            [0, 20, 17, -7, -17, 28, 1, 16, -3, 4, -30, -7, -2, -2, 1, 17],
            [0, 8, 11, 6, 7, 25, 1, 7, 0, 14, -10, 1, 30, 12, 6, -13],
            [0, 14, 6, 31, 4, 24, -18, -9, -1, 20, -20, 20, 33, 9, -27, -21],
            [0, 1, -16, -75, 11, -1, 2, -2, 21, -23, 0, 12, 13, -12, 6, -6],
            [0, -2, -51, 65, -11, 12, -21, 11, 18, 29, -1, -34, 49, -33, -5, 2],
            [0, -10, -33, -48, 1, 10, 9, -26, 9, -26, -13, -6, 12, 22, 4, -32],
            [0, -23, -15, 0, 2, 19, -20, 11, 13, 28, 8, -17, -22, -3, -11, -1],
            [0, 31, 5, 30, 6, -2, 16, 15, 11, 10, 2, -1, 14, -4, 1, -5],
            [0, -16, -23, -8, -15, 12, -9, -8, 29, 3, 18, 22, 4, -5, -12, 4],
            [0, -24, -13, -33, 3, -20, 4, 0, -6, -10, 17, 12, -9, 12, 15, -4],
            [0, 31, -5, -24, -10, -19, -7, -66, -7, -7, -28, -4, 6, 4, 15, 0],
            [0, 5, -18, 0, 5, -1, 3, 1, -13, 1, -6, 2, -3, -2, 8, -18],
            [0, 7, 9, 14, -7, -7, 4, -2, 19, -34, 10, -30, 4, 13, 21, 26],
            [0, -26, -4, 5, -1, 15, 15, 0, -5, -15, 2, -8, 4, 6, 17, 7],
            [0, -41, -5, 1, 4, -7, 13, -18, -13, -8, -8, -12, 6, 10, 26, 5],
            [0, 8, 8, -26, 12, -2, 1, -9, -10, -10, -9, -1, 14, -11, 18, -10],
            [0, -10, 33, -10, 46, -53, 40, 1, -46, 4, -15, -49, -41, 60, 62, -23],
            [0, 20, 3, -2, 9, -2, -11, 0, 0, 0, -10, -12, 13, -16, 16, -22],
            [0, 8, -19, -63, -9, 8, -2, -2, -15, -18, 20, 6, 7, 0, -6, 1],
            [0, -9, 11, 3, -11, 22, -11, -36, -4, 12, -21, -13, 18, 12, 0, 11],
            [0, -8, 1, -46, 20, -8, 12, -11, -5, -11, -15, 18, -28, -3, 8, 18],
            [0, -39, -17, -6, 15, -5, -1, -24, -3, -15, 16, -3, 15, 24, 21, 8],
            [0, -3, 8, 0, 26, -6, 2, 3, 11, -29, 11, 5, 14, 1, -4, 1],
            [0, 4, 54, -18, 9, 2, -25, -16, -8, -20, 0, -11, 6, 34, 23, -45],
            [0, 31, -22, 4, 23, -16, 19, 36, -2, -32, -3, 20, 21, 17, 14, 11],
            [0, -8, -6, 17, 2, 20, -4, 27, 5, 37, 15, 24, 5, 4, -8, -9],
            [0, -46, -13, -5, 10, 2, 26, 1, -2, -13, 6, -30, -25, 3, 10, 1],
            [0, 27, 8, 3, -4, 26, 12, -1, 10, 20, -21, -6, 1, 22, 18, 0],
            [0, -35, 3, 12, 22, -13, 10, -42, -60, -5, 56, -47, -4, 15, 10, 19],
            [0, -74, 50, -108, 22, -27, 33, -56, -53, -49, -40, -57, -43, 28, 28, 34],
        ],
        // Five moves: an announcement or the start lies just behind, so everybody knows where he is. The set has one
        // city, whose logarithm is 0; the terms made with it (11, 16, 17, 18, 22) are always 0, and nothing was learned
        // for them.
        [
            [0, -7, -8, 39, -18, 23, 24, -8, -9, 13, -29, 6, -26, 26, 12, 38],
            [0, -6, -11, 19, 7, -18, 35, 17, -7, -21, -3, 15, -4, -2, 19, 9],
            [0, 1, -15, 23, 4, -17, 18, 22, -15, -2, -11, -1, -11, -7, 10, 34],
            [0, 18, 13, 7, 11, 1, 10, 11, -6, -4, 0, -10, -7, -70, 43, 25],
            [0, 9, 24, 5, -8, -2, 17, 15, -9, -5, 12, 9, 1, -3, 25, -25],
            [0, -3, 5, -11, -10, -29, 33, -13, -12, -19, 26, 6, 16, -40, 18, -15],
            [0, 3, -1, -8, 1, 0, -22, -5, 12, 12, 11, -7, 14, -12, 0, -28],
            [0, -14, -19, 38, -23, 0, 49, -40, 0, 0, 0, 3, -7, 0, 27, 55],
            [0, -7, 20, -10, 4, -28, 8, -15, 11, -4, 14, 0, 6, -8, 20, -18],
            [0, 8, 1, 15, 0, 6, 7, 10, 4, 6, -20, -1, -4, 24, 11, 30],
            [0, 4, 13, 12, 4, -2, 34, 5, 12, -4, 21, 8, 1, -4, 23, 26],
            [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
            [0, 17, 19, 0, -8, 9, -42, 13, 5, 21, 19, -13, 6, 8, -12, -24],
            [0, 6, 13, -12, 7, -16, -13, 4, -6, -15, 18, 1, -3, -8, -2, 17],
            [0, 27, -7, -2, 2, -11, -2, -20, 7, -3, 19, 0, 14, -5, 0, -4],
            [0, 9, -1, -20, 9, -2, 11, -5, -29, 8, 13, 9, 9, -3, 23, -6],
            [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
            [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
            [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
            [0, 45, 24, -31, 39, 17, -23, 32, -42, -33, 13, 0, 46, 26, -18, 13],
            [0, -2, 2, 30, 0, 38, 18, 1, 2, 0, -10, 6, -8, 14, 19, 36],
            [0, -10, 14, 16, -5, 37, 17, -22, 12, -10, -10, 3, 5, 22, 2, -1],
            [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
            [0, 9, 12, 1, 9, -1, -25, -22, 20, 7, 6, -6, 11, -14, -11, -21],
            [0, 3, 18, 20, -8, -19, -20, 23, 11, 23, -1, -7, -13, -2, -13, -11],
            [0, -16, -9, 7, 7, -5, -4, -22, 15, -19, 19, -1, 18, 5, 2, 4],
            [0, 41, 21, -24, 27, -10, -23, -18, -11, -4, 10, -9, 23, -18, -4, -34],
            [0, -7, -2, 27, 0, 0, 13, -33, -46, -29, -15, 9, 6, -4, 25, 15],
            [0, -5, 14, -8, 17, -5, -5, -2, 14, 13, 1, -7, 11, 8, -1, -25],
            [0, -6, 18, 4, 11, 8, -29, -2, 20, 11, 22, -7, -6, -9, -15, -3],
            [0, 16, 4, -10, 15, -4, 0, -15, 7, 11, -2, 0, 19, -22, 15, 8],
            [0, -9, 24, -92, 4, -64, -43, 5, 11, -14, 13, 0, 13, -24, -20, -17],
            [0, 22, 10, -48, 15, -38, -86, 47, -21, -18, 20, -32, 23, -66, -37, -75],
        ],
    ];

    /// The table's weights. Only the tool that learns puts other weights in their place.
    pub fn weights() -> Weights {
        let mut weights = [[[0.0; NEURONS]; TERMS + 1]; 5];
        for (network, table) in weights.iter_mut().zip(TABLE.iter()) {
            for (row, numbers) in network.iter_mut().zip(table.iter()) {
                for (weight, number) in row.iter_mut().zip(numbers.iter()) {
                    *weight = f32::from(*number) / 100.0;
                }
            }
        }
        weights
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

    /// What the leaves of one public situation share: where the detectives are, and where he can be.
    pub struct Context<'a> {
        map: &'a Map,
        /// Where the detectives are.
        detectives: Four,
        /// The same as a set: he will not ride there.
        taken: Set,
        /// Cities from which a detective can arrest at once, and those that lie two and three connections from one. A
        /// city may be in several of them.
        near: Set,
        near2: Set,
        near3: Set,
        /// Logarithm of the number of cities where he can be: 0 when he is known.
        support: f32,
        /// Logarithm of the number of cities where he can be after each mode.
        next: [f32; 3],
        /// Share of the cities where he can be that a detective is next to, and of those two rides away. How much of
        /// his cover is bad: a large set helps little when a detective stands next to most of it.
        covered: f32,
        covered2: f32,
        /// Mean of term 6 over the cities where he can be, and where he can be next with no detective beside (log).
        mean_safe: f32,
        open: f32,
        /// The one for the moves until the announcement.
        network: &'a Network,
        /// What a result of 1 is worth, in points: never reached, see `TOP`.
        scale: f32,
        /// 1 over the announcements still to come, from 0.1 at the start to 1 at the end.
        late: f32,
    }

    /// Logarithm of 1 + n. Even for nothing it is a number: 0.
    fn log(n: usize) -> f32 {
        (1.0 + n as f32).ln()
    }

    /// A condition as a term.
    fn flag(yes: bool) -> f32 {
        if yes {
            1.0
        } else {
            0.0
        }
    }

    /// What a leaf can be worth at most, in points still to come, when the fugitive makes the move of `turn` next. At
    /// the first turn this is 1.35 * (1 + 2.95) = 5.3 points, at turn 50 it is 1.35 * (1 + 10) = 14.9.
    pub fn scale(turn: usize) -> f32 {
        TOP * (1.0 + AFTER[remaining(turn) - 1])
    }

    impl<'a> Context<'a> {
        /// The detectives have moved; the fugitive, who can be in any city of `support`, makes the move of `turn` next.
        pub fn new(map: &'a Map, weights: &'a Weights, detectives: &Four, support: &Set, turn: usize) -> Context<'a> {
            let taken = set_of(detectives);
            let (mut near, mut near2, mut near3) = (Set::EMPTY, Set::EMPTY, Set::EMPTY);
            for detective in detectives.iter() {
                near = near.or(&map.around[usize::from(*detective)]);
                near2 = near2.or(&map.walk2[usize::from(*detective)]);
                near3 = near3.or(&map.walk3[usize::from(*detective)]);
            }
            // Not safe: a detective is there, or can be there with his next move.
            let blocked = taken.or(&near);
            // An empty set has no mean; the 1 keeps what follows from dividing by 0.
            let count = support.count().max(1) as f32;
            let mut next = [0.0; 3];
            // One ride on, by each mode: the more cities fit what the detectives will hear, the better he is hidden.
            let mut reach = Set::EMPTY;
            for mode in 0..3 {
                let by_mode = map.reach(support, mode).minus(&taken);
                next[mode] = (by_mode.count().max(1) as f32).ln();
                reach = reach.or(&by_mode);
            }
            // Exits that lead next to no detective, for each of the cities where he can be.
            let mut safe = 0.0;
            for city in support.cities() {
                safe += map.logs[map.around[usize::from(city)].minus(&blocked).count() & 255];
            }
            Context {
                map,
                detectives: *detectives,
                taken,
                near,
                near2,
                near3,
                support: count.ln(),
                next,
                covered: support.and(&near).count() as f32 / count,
                covered2: support.and(&near2).count() as f32 / count,
                mean_safe: safe / count,
                open: log(reach.minus(&near).count()),
                // Turn 1 of a round of five has the last network, with five moves to go; turn 5 has the first.
                network: &weights[4 - (turn - 1) % 5],
                scale: scale(turn),
                late: 1.0 / remaining(turn) as f32,
            }
        }

        /// The points still to come for a fugitive in a city.
        pub fn value(&self, city: u8) -> f32 {
            // Is not asked for cities where a detective stands: there he is arrested, and worth nothing more.
            // All neurons at once, term by term: 16 products side by side, of which the machine does several at once.
            let mut sums = [0.0f32; NEURONS];
            for (term, row) in self.terms(city).iter().zip(self.network.iter()) {
                for neuron in 0..NEURONS {
                    sums[neuron] += term * row[neuron];
                }
            }
            // The last row has the weights of the neurons. Sums below 0 count as 0, but for the first neuron's.
            let out = &self.network[TERMS];
            let mut logit = sums[0] * out[0];
            for neuron in 1..NEURONS {
                logit += sums[neuron].max(0.0) * out[neuron];
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
        ///   3  ... three rides                                19  mean distance of the detectives
        ///   4  any one ride away                              20  he is known
        ///   5  any up to two rides away                       21  modes with a safe exit, a share of three
        ///   6  safe exits, with no detective beside (log)     22  term 11, with a detective up to two rides away
        ///   7  none of them                                   23  exits (log)
        ///   8  exits next to a detective (log)                24  cities two rides away that no detective
        ///   9  exits that no detective reaches                    reaches in two rides (log)
        ///      in two rides either (log)                      25  ... in three rides (log)
        ///  10  none of them                                   26  the same for three rides and three (log)
        ///  11  cities where he can be (log)                   27  no city of term 24
        ///  12  the same after his best mode (log)             28  mean of term 6 over the cities where he can be
        ///  13  he has a train                                 29  cities where he can be next, safe ones (log)
        ///  14  he has a plane                                 30  share of the cities where he can be that a detective
        ///  15  share of the cities where he can                   reaches in two rides
        ///      be that are next to a detective                31  how near the end is
        /// ```
        pub fn terms(&self, city: u8) -> [f32; TERMS] {
            let here = usize::from(city);
            let map = self.map;
            // Looked up rather than computed: this is asked for every city in every column of leaves.
            let log = |count: usize| map.logs[count & 255];
            // How many detectives are 0, 1, 2 and 3 connections away. Beyond 9 all is equally far.
            let mut at = [0.0f32; 4];
            let mut total = 0.0;
            for detective in self.detectives.iter() {
                let steps = map.steps[usize::from(*detective)][here].min(9);
                total += f32::from(steps);
                if let Some(slot) = at.get_mut(usize::from(steps)) {
                    *slot += 1.0;
                }
            }
            // Where he can ride, and of that: where no detective can follow at once, and none within two moves.
            let exits = map.around[here].minus(&self.taken);
            let safe_set = exits.minus(&self.near);
            let safe = safe_set.count();
            let far = safe_set.minus(&self.near2).count();
            let two_away = map.walk2[here].minus(&self.near2).count();
            // By mode: how well it would hide him, and whether it has a safe exit at all.
            let mut modes = 0.0;
            let mut next = 0.0f32;
            for mode in 0..3 {
                let by_mode = map.by_mode[mode][here].minus(&self.taken);
                if !by_mode.is_empty() {
                    next = next.max(self.next[mode]);
                    modes += flag(!by_mode.and(&safe_set).is_empty());
                }
            }
            let one = flag(at[1] > 0.0);
            let two = flag(at[1] + at[2] > 0.0);
            [
                // 0-5: how near the detectives are.
                1.0,
                at[1],
                at[2],
                at[3],
                one,
                two,
                // 6-10: his exits.
                log(safe),
                flag(safe == 0),
                log(exits.and(&self.near).count()),
                log(far),
                flag(far == 0),
                // 11-15: how well he is hidden, and what he can ride by.
                self.support,
                next,
                flag(!map.by_mode[1][here].is_empty()),
                flag(!map.by_mode[2][here].is_empty()),
                self.covered,
                // 16-18: to be well hidden is worth more or less where a detective is near or an exit is missing, and a
                // sum of single terms cannot say that.
                self.support * one,
                self.support * flag(safe == 0),
                self.support * log(safe),
                // 19: the sum of four distances over 16 is a quarter of their mean.
                total / 16.0,
                // 20-23: is he known, and what else there is of cover and of exits.
                flag(self.support == 0.0),
                modes / 3.0,
                self.support * two,
                log(exits.count()),
                // 24-27: room further off.
                log(two_away),
                log(map.walk2[here].minus(&self.near3).count()),
                log(map.walk3[here].minus(&self.near3).count()),
                flag(two_away == 0),
                // 28-31: the whole set of cities where he can be, and the stage of the game.
                self.mean_safe,
                self.open,
                self.covered2,
                self.late,
            ]
        }
    }
}

// ---------------------------------------------------------------------------------------------------------------------
// Matrix: one turn as a game in normal form. Which joint moves are worth a column, and the solution by regret matching.
// ---------------------------------------------------------------------------------------------------------------------
pub mod matrix {
    // How the room works. In a turn he chooses a ride and they choose a joint move, and neither knows the other's
    // choice: a matrix game. A fixed choice would be guessed, so its solution is a mixture for each side, and
    // `match_regrets` finds one that is nearly in equilibrium: neither side could do much better by playing something
    // else. The detectives may have thousands of joint moves, so `list` picks those that are worth a column first.
    //
    // Of the rules it borrows the sets and the map, nothing of the evaluation: the search fills in what a cell is
    // worth.
    use super::rules::{Four, Map, Set};

    /// Most joint moves of the detectives that a matrix holds for a mode. A multiple of four, for `match_regrets` adds
    /// four at a time.
    pub const JOINTS: usize = 24;

    /// Most rides of all cities where he can be: 200 cities with up to 18 each. What would not fit is left out
    /// (`set_up` in the search).
    pub const RIDES: usize = 4096;

    /// How likely a detective is to meet him next turn, by rides between them: what joint moves are listed by. With
    /// each ride more it falls to less than half, until it is nothing.
    const CLOSE: [f32; 8] = [1.0, 0.45, 0.2, 0.08, 0.03, 0.01, 0.0, 0.0];

    /// What is public before the fugitive's move, and what the detectives believe.
    #[derive(Clone)]
    pub struct Public {
        /// Where they stand.
        pub detectives: Four,
        /// Cities where he can be.
        pub support: Set,
        /// By city, adds up to 1.
        pub belief: [f32; 256],
        /// The turn whose move he makes next, 1 to 50.
        pub turn: usize,
    }

    impl Public {
        /// When everybody knows where he is: at the start and after an announcement.
        pub fn known(detectives: Four, city: u8, turn: usize) -> Public {
            let mut belief = [0.0; 256];
            belief[usize::from(city)] = 1.0;
            Public { detectives, support: Set::of(city), belief, turn }
        }
    }

    /// One matrix game. He is of one of several types: a type is a city where he can be, and only he knows which one it
    /// is. A row is a ride of a type. The detectives hear the mode (not the city) before they move, so they answer each
    /// mode with a mixture of its own; a column is a mode with a joint move:
    ///
    ///               car               train         plane
    ///               J1  J2  J3 ..     J1  J2 ..     J1 ..
    ///     12 car    .   .   .
    ///     12 train                    .   .            one type, two rides
    ///     40 car    .   .   .                          another type
    ///
    /// What a cell holds depends on the city after the ride and the joint move only, so types that ride to the same
    /// city by the same mode share it.
    ///
    /// A level is large, so it is made once for each ply of the search and filled again and again. Only the part that
    /// the counts tell of has a meaning.
    pub struct Level {
        /// By mode: where he can be after it, as a list, and the number of each city in the list. When cars can bring
        /// him to 5, 9 and 40, and trains to 40, then `count` is 3, 1, 0, and 40 has the number 2 after a car and 0
        /// after a train.
        pub count: [usize; 3],
        pub cities: [[u8; 256]; 3],
        /// By mode: the joint moves that answer it, and how many. The columns of a mode.
        pub joint_count: [usize; 3],
        pub joints: [[Four; JOINTS]; 3],
        /// By mode, city's number and joint move: points still to come. 0 where the joint move arrests him.
        pub payoff: Box<[[[f32; JOINTS]; 256]; 3]>,
        /// By mode and joint move: the detectives' regrets, and how often a column was played, later rounds counting
        /// more.
        pub regret: [[f32; JOINTS]; 3],
        pub average: [[f32; JOINTS]; 3],
        /// The rides of the types, one behind the other: mode * 256 + city's number after it. Type t is the city
        /// `types[t]`, and its rides are those from `first[t]` to `first[t + 1]`, the latter not included.
        pub type_count: usize,
        pub types: [u8; 256],
        pub first: [usize; 257],
        /// In the example a ride to 40 by car is 0 * 256 + 2, one by train 1 * 256 + 0.
        pub rides: Box<[u16; RIDES]>,
        /// By ride: his regrets and how often it was played, as above.
        pub ride_regret: Box<[f32; RIDES]>,
        pub ride_average: Box<[f32; RIDES]>,
        /// What a fugitive in a city (by city) can expect.
        pub value: [f32; 256],
    }

    impl Level {
        /// An empty level; `set_up` and `fill` in the search make a game of it.
        pub fn new() -> Level {
            Level {
                count: [0; 3],
                cities: [[0; 256]; 3],
                joint_count: [0; 3],
                joints: [[[0; 4]; JOINTS]; 3],
                payoff: Box::new([[[0.0; JOINTS]; 256]; 3]),
                regret: [[0.0; JOINTS]; 3],
                average: [[0.0; JOINTS]; 3],
                type_count: 0,
                types: [0; 256],
                first: [0; 257],
                rides: Box::new([0; RIDES]),
                ride_regret: Box::new([0.0; RIDES]),
                ride_average: Box::new([0.0; RIDES]),
                value: [0.0; 256],
            }
        }
    }

    /// Cities of the belief that `list` looks at: the likeliest, so that a wide belief costs no more than a narrow one.
    /// A multiple of four, see `product`.
    const WATCHED: usize = 40;

    /// A joint move that is being put together: by watched city what of its weight nobody is close to yet, and the sum.
    #[derive(Clone, Copy)]
    struct Partial {
        /// Targets of the first detectives; the others' are not chosen yet.
        four: Four,
        /// The belief in each watched city, times `missed` of every detective placed so far.
        free: [f32; WATCHED],
        /// Sum of `free`: the chance that he is close to nobody. The smaller the better.
        open: f32,
    }

    /// Joint moves that are worth a look, the most promising first: grown one detective after the other, keeping those
    /// that leave the least of the belief far from everybody.
    ///
    /// A beam search: with five exits each there are 5 * 5 * 5 * 5 joint moves, and at an airport many more. One
    /// detective after the other is given each of his exits, to each beginning that was kept, and the best `most` are
    /// kept again. A city that is believed at 0.5 and is two rides from a detective counts 0.5 * (1 - 0.2) = 0.4 after
    /// him, and 0.4 * (1 - 0.45) = 0.22 after another who stands beside it: so the second detective is drawn to what
    /// the first leaves open. At most `JOINTS` are listed; returns their number, 0 only when the detectives are stuck.
    pub fn list(map: &Map, heard: &Public, joints: &mut [Four; JOINTS], most: usize) -> usize {
        let mut watched = [(0.0f32, 0u8); 256];
        let mut count = 0;
        for city in heard.support.cities() {
            watched[count] = (heard.belief[usize::from(city)], city);
            count += 1;
        }
        if count > WATCHED {
            watched[..count].sort_by(|a, b| b.0.partial_cmp(&a.0).unwrap_or(std::cmp::Ordering::Equal));
            count = WATCHED;
        }
        // The beginning of all beginnings: nobody is placed, and all of the belief is open. Places behind the last
        // watched city hold a weight of 0 and count nothing.
        let mut first = Partial { four: [0; 4], free: [0.0; WATCHED], open: 1.0 };
        for (free, seen) in first.free.iter_mut().zip(&watched[..count]) {
            *free = seen.0;
        }
        let mut beam = [first; JOINTS];
        let mut beam_count = 1;
        for i in 0..4 {
            // What is kept of each beginning: what stays open, which beginning, which city.
            let mut next = [(f32::MAX, 0usize, 0u8); JOINTS];
            let mut next_count = 0;
            for city in map.around[usize::from(heard.detectives[i])].cities() {
                let missed = missed(map, city, &watched);
                for (from, partial) in beam[..beam_count].iter().enumerate() {
                    // No two detectives in one city.
                    if partial.four[..i].contains(&city) {
                        continue;
                    }
                    let open = product(&partial.free, &missed);
                    // Insert into the list, best first. The place is found from the end, and worse ones move back by
                    // one. Beyond `most` nothing is kept.
                    let mut place = next_count.min(most);
                    while place > 0 && next[place - 1].0 > open {
                        if place < most {
                            next[place] = next[place - 1];
                        }
                        place -= 1;
                    }
                    if place < most {
                        next[place] = (open, from, city);
                        next_count = (next_count + 1).min(most);
                    }
                }
            }
            // The new beginnings are made from the old ones, which several may share: hence the copy.
            let before = beam;
            for (grown, &(open, from, city)) in beam.iter_mut().zip(&next[..next_count]) {
                *grown = before[from];
                grown.four[i] = city;
                grown.open = open;
                let missed = missed(map, city, &watched);
                for (free, missed) in grown.free.iter_mut().zip(missed.iter()) {
                    *free *= missed;
                }
            }
            beam_count = next_count;
        }
        for (joint, partial) in joints.iter_mut().zip(&beam[..beam_count]) {
            *joint = partial.four;
        }
        if beam_count == 0 {
            // Every kept beginning led into a dead end.
            if let Some(any) = map.cover(&heard.detectives, &Set::EMPTY) {
                joints[0] = any;
                return 1;
            }
        }
        beam_count
    }

    /// By watched city: how likely a detective in a city is not to meet him soon when he is there.
    fn missed(map: &Map, city: u8, watched: &[(f32, u8); 256]) -> [f32; WATCHED] {
        // 1 where he would be far from this detective, 0 where he would be caught.
        let steps = &map.steps[usize::from(city)];
        let mut missed = [0.0; WATCHED];
        for (missed, seen) in missed.iter_mut().zip(watched.iter()) {
            *missed = 1.0 - CLOSE[usize::from(steps[usize::from(seen.1)].min(7))];
        }
        missed
    }

    /// The sum of the products, in four sums side by side, which the machine adds at once. The order of the sums is
    /// fixed, so the result is the same on every machine.
    fn product(a: &[f32; WATCHED], b: &[f32; WATCHED]) -> f32 {
        let mut sums = [0.0f32; 4];
        for (a, b) in a.chunks_exact(4).zip(b.chunks_exact(4)) {
            for lane in 0..4 {
                sums[lane] += a[lane] * b[lane];
            }
        }
        sums[0] + sums[1] + sums[2] + sums[3]
    }

    /// Solves the game of a level: regret matching+ with linear averaging, the fugitive's types against the joint
    /// moves.
    ///
    /// Each round both sides play every choice in proportion to its regret: by how much it would have done better,
    /// summed over the rounds so far, than what was played. A sum never falls below zero (the plus), so a choice that
    /// was bad early comes back as soon as it is good. One round's play may be anything, and goes round in circles as
    /// in rock, paper, scissors; the average over the rounds approaches the equilibrium, and late rounds count more in
    /// it (`round as f32`) because they are closer. The regrets of a type ignore how likely it is: a fugitive knows
    /// where he is. Those of the detectives weigh the types by the belief, for they do not.
    ///
    /// Assumes that `first`, `rides`, `joints` and `payoff` are filled; leaves the averages and `value`.
    pub fn match_regrets(public: &Public, level: &mut Level, rounds: usize) {
        // An example, one type with two rides and two joint moves to answer them:
        //
        //              J1   J2
        //     12 car    0    3        Always to 12: they play J1. Always to 40: they play J2. In the equilibrium he
        //     40 car    1    0        goes to 12 once in four times, they play J1 three times in four: 0.75 points.
        //
        // In the first round all play equally often: to ride to 12 is worth 1.5, to 40 it is worth 0.5, the mixture
        // 1.0. So the regrets are 0.5 and, cut off, 0, and in the second round he rides to 12 only. They, for their
        // part, now play J1 only. From then on the regrets swing round the equilibrium, and the averages settle in it.
        let rides = level.first[level.type_count];
        for i in 0..rides {
            level.ride_regret[i] = 0.0;
            level.ride_average[i] = 0.0;
        }
        level.regret = [[0.0; JOINTS]; 3];
        level.average = [[0.0; JOINTS]; 3];
        // `play` is the detectives' mixture of the round, by mode. `worth` is what it is worth to him to come to a city
        // by a mode, `mass` is how likely he does: it sums up the types, weighed by the belief.
        let mut play = [[0.0f32; JOINTS]; 3];
        let mut worth = [[0.0f32; 256]; 3];
        let mut mass = [[0.0f32; 256]; 3];
        for round in 0..rounds {
            // The detectives' mixture of the round, and what each of his cities is worth against it.
            for mode in 0..3 {
                let count = level.joint_count[mode];
                // Columns behind the last are never played; whole fours are quicker to add up.
                let padded = (count + 3) & !3;
                mix(&level.regret[mode][..count], &mut play[mode][..count]);
                // In the first round, where all choices are equal, the weight is 0.
                for j in 0..count {
                    level.average[mode][j] += round as f32 * play[mode][j];
                }
                for i in 0..level.count[mode] {
                    let row = &level.payoff[mode][i];
                    let mut sums = [0.0f32; 4];
                    for (row, play) in row[..padded].chunks_exact(4).zip(play[mode][..padded].chunks_exact(4)) {
                        for lane in 0..4 {
                            sums[lane] += row[lane] * play[lane];
                        }
                    }
                    worth[mode][i] = sums[0] + sums[1] + sums[2] + sums[3];
                    mass[mode][i] = 0.0;
                }
            }
            // His mixtures, type by type, against what was just found.
            for t in 0..level.type_count {
                let (from, to) = (level.first[t], level.first[t + 1]);
                let belief = public.belief[usize::from(level.types[t])];
                let sum: f32 = level.ride_regret[from..to].iter().sum();
                let equal = 1.0 / (to - from).max(1) as f32;
                let mut expected = 0.0;
                for i in from..to {
                    let ride = usize::from(level.rides[i]);
                    let share = if sum > 0.0 { level.ride_regret[i] / sum } else { equal };
                    expected += share * worth[ride >> 8][ride & 255];
                    mass[ride >> 8][ride & 255] += belief * share;
                    level.ride_average[i] += round as f32 * share;
                }
                // The regrets of the round: what each ride would have brought more than the mixture did.
                for i in from..to {
                    let ride = usize::from(level.rides[i]);
                    let regret = level.ride_regret[i] + worth[ride >> 8][ride & 255] - expected;
                    level.ride_regret[i] = regret.max(0.0);
                }
            }
            // The detectives' regrets, by what was likely to come by each mode. They pay what he gets, so less is
            // better.
            for mode in 0..3 {
                let count = level.joint_count[mode];
                let mut cost = [0.0f32; JOINTS];
                for i in 0..level.count[mode] {
                    if mass[mode][i] > 0.0 {
                        for j in 0..count {
                            cost[j] += mass[mode][i] * level.payoff[mode][i][j];
                        }
                    }
                }
                // Of the same mixture that he has just answered: both sides learn from the same round.
                let expected: f32 = (0..count).map(|j| cost[j] * play[mode][j]).sum();
                for j in 0..count {
                    level.regret[mode][j] = (level.regret[mode][j] + expected - cost[j]).max(0.0);
                }
            }
        }
        // What each type can expect: its average rides against the detectives' average.
        for mode in 0..3 {
            let count = level.joint_count[mode];
            let total: f32 = level.average[mode][..count].iter().sum();
            for i in 0..level.count[mode] {
                let row = &level.payoff[mode][i];
                let sum: f32 = (0..count).map(|j| row[j] * level.average[mode][j]).sum();
                worth[mode][i] = if total > 0.0 { sum / total } else { 0.0 };
            }
        }
        for t in 0..level.type_count {
            let (from, to) = (level.first[t], level.first[t + 1]);
            let total: f32 = level.ride_average[from..to].iter().sum();
            let mut value = 0.0;
            for i in from..to {
                // A ride's number holds the mode above the lowest eight bits and the city's number in them.
                let ride = usize::from(level.rides[i]);
                value += level.ride_average[i] * worth[ride >> 8][ride & 255];
            }
            level.value[usize::from(level.types[t])] = if total > 0.0 { value / total } else { 0.0 };
        }
    }

    /// The mixture of regret matching: in proportion to the regrets, equal when there is none.
    fn mix(regrets: &[f32], play: &mut [f32]) {
        // Negative regrets do not occur: they are cut off where they are summed up.
        let sum: f32 = regrets.iter().sum();
        let equal = 1.0 / regrets.len().max(1) as f32;
        for (share, regret) in play.iter_mut().zip(regrets) {
            *share = if sum > 0.0 { regret / sum } else { equal };
        }
    }
}

// ---------------------------------------------------------------------------------------------------------------------
// Search: owns the tables, the node count, the generator and the clock. Takes a position, returns a move and its score.
// ---------------------------------------------------------------------------------------------------------------------
pub mod search {
    // How the room works. A position is a `Public`: where the detectives are, how likely he is in each city, and the
    // turn. `solve` makes the matrix game of a turn from it and solves it. One turn deep the cells of the matrix are
    // leaves; deeper, each joint move after each mode leads to another `Public`, and its solution fills a column. So
    // the work grows with the number of columns each turn: up to 3 * 24 at the root, 3 * 10 below.
    //
    //     public state  --his ride-->  heard      --joint move-->  public state of the next turn
    //     {12}            C            {5, 9, 40}                  {5, 40}, for a detective has come to 9
    //
    // All values are points that he still gets, from 0 for an arrest up; what he gets the detectives lose, so one
    // number does for both sides: he looks for the largest, they for the smallest.
    //
    // He plays by `ride`: solve, and draw a ride from his mixture. They play by `answer`: solve as if they were he, to
    // know what a good fugitive does; bring the belief up to date with the mode that was heard; take the joint move
    // that leaves him the least. In an announcement turn nothing is hidden: every ride has a plain value (`announce`).
    use super::eval::{weights, Context, Weights};
    use super::matrix::{list, match_regrets, Level, Public, JOINTS, RIDES};
    use super::rules::{is_announcement, set_of, Four, Map, Set, LAST_TURN};
    use std::time::{Duration, Instant};

    // `Clock` and `Rng` are word for word the same in all five files.
    /// Part of the game's seconds that is never planned with: a contest machine may hiccup.
    const RESERVE_SHARE: f64 = 0.05;

    /// Seconds that are never planned with on top of the share: starting the program costs as much at any time limit.
    const RESERVE_SECONDS: f64 = 0.15;

    /// Seconds that each answer costs beyond our own measurement: the pipes and the wake-up are on our account too, and
    /// on a machine with more work than processors they take that long.
    const LATENCY: f64 = 0.003;

    /// The time that is left of the whole game. It runs only between `start` and `stop`: the contest counts from the
    /// moment a line is there until our answer, and while the other side thinks we may be suspended.
    pub struct Clock {
        left: Duration,
        started: Instant,
    }

    impl Clock {
        pub fn new(seconds: f64) -> Clock {
            let usable = (seconds * (1.0 - RESERVE_SHARE) - RESERVE_SECONDS).max(seconds * 0.5);
            Clock { left: Duration::from_secs_f64(usable), started: Instant::now() }
        }

        /// Call it when a line has been read, never before: the `Instant` of a suspended process keeps running.
        pub fn start(&mut self) {
            self.started = Instant::now();
        }

        /// Call it before the answer is written: the contest may suspend us as soon as it has the line.
        pub fn stop(&mut self) {
            let spent = self.started.elapsed() + Duration::from_secs_f64(LATENCY);
            self.left = self.left.checked_sub(spent).unwrap_or_default();
        }

        /// What was left when this turn began.
        pub fn left(&self) -> Duration {
            self.left
        }

        /// The moment at which a slice of the time left, counted from the beginning of this turn, is used up.
        pub fn deadline(&self, slice: Duration) -> Instant {
            self.started + slice.min(self.left)
        }
    }

    /// Seeded generator: splitmix64 by Sebastiano Vigna (public domain), 2^64 numbers before it repeats.
    #[derive(Clone, Debug)]
    pub struct Rng(pub u64);

    impl Rng {
        pub fn next(&mut self) -> u64 {
            self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
            let mut z = self.0;
            z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
            z ^ (z >> 31)
        }

        /// A number from 0 to n - 1; n is at least 1.
        pub fn below(&mut self, n: usize) -> usize {
            ((u128::from(self.next()) * n as u128) >> 64) as usize
        }
    }

    /// Most turns that are looked ahead. The root has a level, and each of these turns has one.
    const DEPTHS: usize = 4;

    /// Most turns that the fugitive looks ahead. A third turn showed no gain against a strong player (80 games), and
    /// against a greedy one the series disagree: 4.9 points in 20 games at 5 s, 11.6 in 30 others. Two are the cautious
    /// choice.
    const RIDE_DEPTH: usize = 2;

    /// Rounds of regret matching at the root and below it: the error falls with the number of rounds. Below the root
    /// only the value is wanted; by the root's mixtures we play.
    const ROOT_ROUNDS: usize = 160;
    const INNER_ROUNDS: usize = 40;

    /// Joint moves that are considered at the root and below it. At the root `JOINTS` is the limit.
    const ROOT_JOINTS: usize = 24;
    const INNER_JOINTS: usize = 10;

    /// The part of the belief that assumes a fugitive who takes any ride equally often, instead of one like ours. An
    /// opponent need not play as we would. Where ours would never ride the belief must not be 0, or the detectives
    /// would leave a city open that another fugitive may well choose.
    const UNIFORM: f32 = 0.35;

    /// Rides that are played less often than this are dropped from the mixture: they are what is left of early rounds.
    /// To draw one of them would be a mistake now and then, and to leave them out changes the mixture hardly.
    const RARE: f32 = 0.04;

    /// What the fugitive plays, or what the detectives play, and what they think it is worth to him in points still to
    /// come.
    #[derive(Clone, Copy, Debug)]
    /// With `T` a ride (mode and city) or a joint move.
    pub struct Choice<T> {
        /// The ride or the joint move.
        pub mv: T,
        /// By the solution it comes from: for the fugitive in his city, for the detectives over their belief.
        pub score: f32,
        /// Turns looked ahead; 0 when none was needed or none could be.
        pub depth: usize,
    }

    /// Plays one role for a whole game.
    pub struct Search {
        /// The map of this game.
        pub map: Map,
        /// The leaf's networks; the tool that learns them puts its own here.
        pub weights: Weights,
        /// Draws from mixtures, and breaks ties among starts.
        pub rng: Rng,
        /// Matrix games solved.
        pub solves: u64,
        /// By ply. A level is taken out while it is being filled, for the same search must work on the ones below
        /// meanwhile.
        levels: Vec<Option<Box<Level>>>,
        /// The search stops here; `None` when only the depth limits it.
        deadline: Option<Instant>,
        /// Time has run out: deeper games are not begun any more, and what was not finished is not used.
        stopped: bool,
        /// Most turns looked ahead, for tests and for counts that depend on no clock.
        pub max_depth: usize,
    }

    impl Search {
        /// Three turns at most: what the detectives use when time allows. `ride` stops at `RIDE_DEPTH`.
        pub fn new(map: Map, seed: u64) -> Search {
            Search {
                map,
                weights: weights(),
                rng: Rng(seed),
                solves: 0,
                levels: (0..=DEPTHS).map(|_| Some(Box::new(Level::new()))).collect(),
                deadline: None,
                stopped: false,
                max_depth: 3,
            }
        }

        /// Four cities from which the best start for the fugitive is as bad as can be found: spread over the map first,
        /// then one detective at a time is put where it hurts most.
        ///
        /// The deadline cuts only the second part short.
        pub fn place_detectives(&mut self, deadline: Option<Instant>) -> Four {
            self.deadline = deadline;
            let all: Vec<u8> = (1..=self.map.cities as u8).collect();
            let mut four: Four = [0; 4];
            // Spread: each next one is the city that makes the sum of all cities' distances to their nearest detective
            // least.
            for i in 0..4 {
                let far = |c: u8| -> u32 {
                    let nearest = |to: u8| {
                        let steps = |d: u8| self.map.steps[usize::from(d)][usize::from(to)];
                        four[..i].iter().map(|d| steps(*d)).fold(steps(c), |a, b| a.min(b))
                    };
                    all.iter().map(|to| u32::from(nearest(*to))).sum()
                };
                let free = all.iter().copied().filter(|c| !four[..i].contains(c));
                four[i] = free.min_by_key(|c| far(*c)).unwrap_or(1);
            }
            // Improved: each detective in turn tries every free city and stays at the best, until a whole round of all
            // four brings nothing. Each step makes the value smaller, so it ends.
            let mut best = self.best_start_value(&four);
            loop {
                let before = best;
                for i in 0..4 {
                    for city in all.iter() {
                        if four.contains(city) {
                            continue;
                        }
                        if self.deadline.map_or(false, |d| Instant::now() >= d) {
                            return four;
                        }
                        let old = four[i];
                        four[i] = *city;
                        let value = self.best_start_value(&four);
                        if value < best {
                            best = value;
                        } else {
                            four[i] = old;
                        }
                    }
                }
                if best > before - 1e-4 {
                    return four;
                }
            }
        }

        /// What the best start is worth by the leaf's word, softened so that many good starts are worse than one.
        ///
        /// The sum of the four best starts: a place that spoils only his best start is no gain if the second is as
        /// good.
        fn best_start_value(&self, four: &Four) -> f32 {
            let taken = set_of(four);
            // A new value pushes the smaller ones down: what a slot held goes on as `value` to the next.
            let mut top = [0.0f32; 4];
            for city in 1..=self.map.cities as u8 {
                if !taken.has(city) {
                    let mut value = Context::new(&self.map, &self.weights, four, &Set::of(city), 1).value(city);
                    for slot in top.iter_mut() {
                        if value > *slot {
                            std::mem::swap(slot, &mut value);
                        }
                    }
                }
            }
            top.iter().sum()
        }

        /// The fugitive's city at the beginning: the best ones by the leaf are looked at as deep as time allows.
        ///
        /// The detectives are told his city, so there is nothing to be mixed: the start with the highest value is
        /// taken.
        pub fn place_fugitive(&mut self, detectives: &Four, deadline: Option<Instant>) -> u8 {
            self.begin(deadline);
            let taken = set_of(detectives);
            let mut starts: Vec<(f32, u8)> = (1..=self.map.cities as u8)
                .filter(|c| !taken.has(*c))
                .map(|c| (Context::new(&self.map, &self.weights, detectives, &Set::of(c), 1).value(c), c))
                .collect();
            // Shuffled first, so that equal starts come in an order by the seed: the sort keeps it.
            for i in (1..starts.len()).rev() {
                let j = self.rng.below(i + 1);
                starts.swap(i, j);
            }
            let order = |a: &(f32, u8), b: &(f32, u8)| b.0.partial_cmp(&a.0).unwrap_or(std::cmp::Ordering::Equal);
            starts.sort_by(order);
            // The leaf's word is enough to leave out the others. Twelve are searched one turn deep, six of them deeper.
            starts.truncate(12);
            for depth in 1..=self.max_depth {
                let mut deeper = starts.clone();
                for start in deeper.iter_mut() {
                    self.solve(&Public::known(*detectives, start.1, 1), depth, 0);
                    start.0 = self.level(0).value[usize::from(start.1)];
                }
                // An iteration that did not finish has compared values of different depths: it does not count.
                if self.stopped {
                    break;
                }
                starts = deeper;
                starts.sort_by(order);
                starts.truncate(6);
            }
            starts.first().map_or(1, |s| s.1)
        }

        /// What holds for one decision.
        fn begin(&mut self, deadline: Option<Instant>) {
            self.deadline = deadline;
            self.stopped = false;
        }

        /// The solution that `solve` left at a ply.
        fn level(&self, ply: usize) -> &Level {
            self.levels[ply].as_ref().expect("a level is at home when it is read")
        }

        /// The fugitive's ride (mode and city) from his city, and the public state's belief about the hidden move:
        /// call `hear` with the mode afterwards. `None` when the map has no ride from there.
        pub fn ride(
            &mut self,
            public: &Public,
            city: u8,
            slice: Option<(Instant, Duration)>,
        ) -> Option<Choice<(usize, u8)>> {
            let mut choice = None;
            // Iterative deepening: each depth is a whole solution, so there is an answer whenever the time is up. A
            // further turn takes many times as long, so it is not begun when a quarter of the slice is gone.
            self.begin(slice.map(|(begin, time)| begin + time));
            for depth in 1..=self.max_depth.min(RIDE_DEPTH) {
                self.solve(public, depth, 0);
                if self.stopped && choice.is_some() {
                    break;
                }
                choice = self.sample(public, city, depth);
                if self.stopped || slice.map_or(false, |(begin, time)| begin.elapsed() > time / 4) {
                    break;
                }
            }
            self.stopped = false;
            choice.or_else(|| {
                // He is where the belief says that he cannot be, or every ride leads onto a detective.
                let rides = (0..3).flat_map(|m| self.map.by_mode[m][usize::from(city)].cities().map(move |c| (m, c)));
                let taken = set_of(&public.detectives);
                let best = rides.max_by_key(|(_, c)| !taken.has(*c));
                best.map(|mv| Choice { mv, score: 0.0, depth: 0 })
            })
        }

        /// One of the rides of a type, as often as the solution at ply 0 plays it.
        ///
        /// Two rules stand above the mixture: rides that hardly belong to it are left out, and in an announcement turn
        /// he does not end next to a detective when he need not.
        fn sample(&mut self, public: &Public, city: u8, depth: usize) -> Option<Choice<(usize, u8)>> {
            let level = self.levels[0].take()?;
            let number = level.types[..level.type_count].iter().position(|t| *t == city);
            let mut chosen = None;
            // `None` when he is where the public set says that he cannot be.
            if let Some(number) = number {
                let rides = level.first[number]..level.first[number + 1];
                let target = |i: usize| {
                    let ride = usize::from(level.rides[i]);
                    (ride >> 8, level.cities[ride >> 8][ride & 255])
                };
                let sum: f32 = rides.clone().map(|i| level.ride_average[i]).sum();
                // If none was ever played every share is 1: they need not add up to 1, see `total`.
                let share = |i: usize| if sum > 0.0 { level.ride_average[i] / sum } else { 1.0 };
                let near = self.map.beside(&set_of(&public.detectives));
                // In other turns a ride next to a detective may be right: they do not know that he is there.
                let safe = |i: usize| !is_announcement(public.turn) || !near.has(target(i).1);
                let any_safe = rides.clone().any(safe);
                let kept: Vec<usize> = rides
                    .clone()
                    // One ride has at least an equal share, and 0.9 of that is the limit where there are many.
                    .filter(|i| (safe(*i) || !any_safe) && share(*i) >= RARE.min(0.9 / rides.len() as f32))
                    .collect();
                let total: f32 = kept.iter().map(|i| share(*i)).sum();
                // A number from 0 to the total: the ride in whose part it falls. Rounding may leave it above 0 at the
                // end, and then it is the last.
                let mut left = self.rng.below(1 << 24) as f32 / (1 << 24) as f32 * total;
                for i in &kept {
                    chosen = Some(target(*i));
                    left -= share(*i);
                    if left < 0.0 {
                        break;
                    }
                }
                if chosen.is_none() {
                    // The safe rides are all rare ones: then any safe ride, or any at all.
                    chosen = rides.clone().max_by_key(|i| safe(*i)).map(target);
                }
            }
            let score = level.value[usize::from(city)];
            self.levels[0] = Some(level);
            chosen.map(|mv| Choice { mv, score, depth })
        }

        /// What the detectives believe after a hidden mode: ours and any other fugitive's rides, mixed. `solve` must
        /// have been called for the state at ply 0. The detectives have not moved yet.
        ///
        /// It is Bayes' rule: a city counts by how likely he was in each city that it is reached from, times how likely
        /// he then takes just this ride.
        fn belief_after(&self, public: &Public, mode: usize) -> [f32; 256] {
            // He was in 12 (0.6) or in 30 (0.4), and a car was heard. From 12 ours takes the car to 40 half of the
            // time, and has two rides in all: a share of 0.65 * 0.5 + 0.35 / 2 = 0.5, so 40 gets 0.6 * 0.5 = 0.3. What
            // 30 can reach by car is added in the same way. The sum is the chance of a car at all; `normalise` divides
            // by it.
            let level = self.level(0);
            let mut belief = [0.0; 256];
            for number in 0..level.type_count {
                let rides = level.first[number]..level.first[number + 1];
                let weight = public.belief[usize::from(level.types[number])];
                // The averages are sums over rounds: divided by their own sum they are shares.
                let sum: f32 = rides.clone().map(|i| level.ride_average[i]).sum();
                for i in rides.clone() {
                    let ride = usize::from(level.rides[i]);
                    if ride >> 8 == mode {
                        let ours = if sum > 0.0 { level.ride_average[i] / sum } else { 0.0 };
                        let share = (1.0 - UNIFORM) * ours + UNIFORM / rides.len() as f32;
                        belief[usize::from(level.cities[mode][ride & 255])] += weight * share;
                    }
                }
            }
            belief
        }

        /// The public state after a hidden mode and before the detectives' answer.
        fn heard(&self, public: &Public, mode: usize) -> Public {
            let taken = set_of(&public.detectives);
            let mut support = self.map.reach(&public.support, mode).minus(&taken);
            let mut belief = self.belief_after(public, mode);
            if support.is_empty() {
                // The jury knows better: he can be anywhere else.
                for city in 1..=self.map.cities as u8 {
                    if !taken.has(city) {
                        support.insert(city);
                    }
                }
            }
            // What the belief says of cities outside the set goes; if nothing is left, all are equal.
            normalise(&mut belief, &support);
            Public { detectives: public.detectives, support, belief, turn: public.turn }
        }

        /// What is public after the move of the turn: the mode, at an announcement the city too. The fugitive's side
        /// calls it after its own move, with the strategy of its own solution at ply 0.
        pub fn hear(&mut self, public: &Public, mode: usize, city: Option<u8>) -> Public {
            match city {
                // Shown: all other cities are out.
                Some(city) => Public::known(public.detectives, city, public.turn),
                None => self.heard(public, mode),
            }
        }

        /// The state after the detectives' joint move, whatever our rules say of it.
        ///
        /// Cities that they enter without an arrest are out: he is not there.
        pub fn moved(&self, heard: &Public, to: &Four) -> Public {
            let taken = set_of(to);
            let mut support = heard.support.minus(&taken);
            // They have entered every city where he can be. If the game goes on we have followed it wrongly, and a set
            // that is too large is better than none.
            if support.is_empty() {
                support = heard.support;
            }
            let mut belief = heard.belief;
            normalise(&mut belief, &support);
            Public { detectives: *to, support, belief, turn: heard.turn + 1 }
        }

        /// The detectives' joint move after the news, and the public state after the news: `None` when they are stuck.
        ///
        /// The belief is computed with the solution at ply 0, so before the joint moves are searched: they are solved
        /// in the same level. An answer from the rules comes first, so that there is one when time is short.
        pub fn answer(
            &mut self,
            public: &Public,
            mode: usize,
            city: Option<u8>,
            slice: Option<(Instant, Duration)>,
        ) -> Option<(Choice<Four>, Public)> {
            self.begin(slice.map(|(begin, time)| begin + time));
            // At an announcement there is nothing to solve: the news has the city.
            if city.is_none() {
                // One turn deep, to know what a fugitive like ours does; deeper when there is time.
                self.solve(public, 1, 0);
                if self.max_depth > 1 && slice.map_or(true, |(begin, time)| begin.elapsed() < time / 16) {
                    self.solve(public, 2, 0);
                    // Broken off. Once more one turn deep, so that the level certainly holds a whole solution.
                    if self.stopped {
                        self.begin(slice.map(|(begin, time)| begin + time));
                        self.solve(public, 1, 0);
                    }
                }
            }
            let heard = self.hear(public, mode, city);
            // Any joint move at all; without one the detectives are stuck.
            let any = self.map.cover(&public.detectives, &Set::EMPTY)?;
            let mut choice = Choice { mv: any, score: 0.0, depth: 0 };
            // A sure arrest needs no thought.
            if let Some(mv) = self.map.cover(&public.detectives, &heard.support) {
                choice.mv = mv;
                return Some((choice, heard));
            }
            // The joint moves one by one, each against all that he may do from there. Deeper as long as time allows;
            // the best of the last depth that was finished is played.
            let mut joints = [[0; 4]; JOINTS];
            let count = list(&self.map, &heard, &mut joints, ROOT_JOINTS);
            for depth in 0..self.max_depth {
                let mut best: Option<(f32, usize)> = None;
                for (i, joint) in joints[..count].iter().enumerate() {
                    let value = self.value_of(&heard, joint, depth);
                    if self.stopped {
                        break;
                    }
                    if best.map_or(true, |(least, _)| value < least) {
                        best = Some((value, i));
                    }
                }
                if let (Some((score, i)), false) = (best, self.stopped) {
                    choice = Choice { mv: joints[i], score, depth: depth + 1 };
                    // The best one first: a deeper round that runs out of time has at least seen it.
                    joints[..=i].rotate_right(1);
                }
                if self.stopped || slice.map_or(false, |(begin, time)| begin.elapsed() > time / 4) {
                    break;
                }
            }
            self.stopped = false;
            Some((choice, heard))
        }

        /// What a joint move leaves the fugitive: points still to come, over the belief, `depth` more turns looked at.
        fn value_of(&mut self, heard: &Public, joint: &Four, depth: usize) -> f32 {
            let taken = set_of(joint);
            let after = self.moved(heard, joint);
            // After the last turn nothing is estimated: who is not arrested has escaped, which is worth ten more.
            if heard.turn == LAST_TURN {
                let free: f32 = heard.support.minus(&taken).cities().map(|c| heard.belief[usize::from(c)]).sum();
                return 10.0 * free;
            }
            // Where they do not arrest him he can expect something, elsewhere nothing: the sum over the belief is what
            // the joint move leaves him.
            let left = heard.support.minus(&taken);
            if depth > 0 {
                self.solve(&after, depth, 0);
            }
            let mut sum = 0.0;
            let context = Context::new(&self.map, &self.weights, joint, &left, after.turn);
            for city in left.cities() {
                let value = if depth > 0 { self.level(0).value[usize::from(city)] } else { context.value(city) };
                sum += heard.belief[usize::from(city)] * value;
            }
            sum
        }

        /// What a fugitive in each city where he can be may expect, in points still to come, when he moves next.
        ///
        /// By city; meaningless where he cannot be. For tests and tools: no clock limits it.
        pub fn values(&mut self, public: &Public, depth: usize) -> [f32; 256] {
            self.begin(None);
            self.solve(public, depth, 0);
            self.level(0).value
        }

        /// Solves the matrix game of a turn and leaves the solution in the level of `ply`. Values are points still to
        /// come for the fugitive. When time has run out the values are those of the leaves.
        fn solve(&mut self, public: &Public, depth: usize, ply: usize) {
            // A look at the clock in every eighth game.
            self.solves += 1;
            if self.solves % 8 == 0 && self.deadline.map_or(false, |d| Instant::now() >= d) {
                self.stopped = true;
            }
            // A level that is in use cannot be used again. It does not happen, for each ply has its own.
            let mut level = match self.levels[ply].take() {
                None => return,
                Some(level) => level,
            };
            self.set_up(public, &mut level, ply);
            if is_announcement(public.turn) {
                self.announce(public, &mut level, depth, ply);
            } else {
                // Twice, if deeper than one turn. The detectives' answer in the next turn depends on what they then
                // believe, and that on how he plays in this one, which is just what is being solved. So the shallow
                // game is solved first, its mixtures make the beliefs (in `fill`), and the deep one is solved with
                // those.
                self.fill(public, &mut level, 1, ply);
                // Below the root a rough solution will do.
                let rounds = if ply == 0 { ROOT_ROUNDS } else { INNER_ROUNDS };
                match_regrets(public, &mut level, rounds);
                if depth > 1 && !self.stopped {
                    // The solution of the shallow game tells what the detectives will believe in the deep one.
                    self.fill(public, &mut level, depth, ply);
                    if !self.stopped {
                        match_regrets(public, &mut level, rounds);
                    }
                }
            }
            self.levels[ply] = Some(level);
        }

        /// Lists types, rides, and the joint moves that answer each mode.
        ///
        /// It knows nothing of values: those come with `fill`.
        fn set_up(&self, public: &Public, level: &mut Level, ply: usize) {
            let taken = set_of(&public.detectives);
            // The cities he can come to by each mode get numbers, so that matrices have no gaps. Nobody rides onto a
            // detective: that ends the game without a further point.
            let mut number = [[0u8; 256]; 3];
            for mode in 0..3 {
                level.count[mode] = 0;
                for city in self.map.reach(&public.support, mode).minus(&taken).cities() {
                    number[mode][usize::from(city)] = level.count[mode] as u8;
                    level.cities[mode][level.count[mode]] = city;
                    level.count[mode] += 1;
                }
            }
            // His types and their rides, city by city.
            level.type_count = 0;
            let mut next = 0;
            for city in public.support.cities() {
                level.types[level.type_count] = city;
                level.first[level.type_count] = next;
                level.type_count += 1;
                for mode in 0..3 {
                    for to in self.map.by_mode[mode][usize::from(city)].minus(&taken).cities() {
                        if next < RIDES {
                            level.rides[next] = (mode << 8) as u16 | u16::from(number[mode][usize::from(to)]);
                            next += 1;
                        }
                    }
                }
            }
            level.first[level.type_count] = next;
            for i in 0..next {
                level.ride_average[i] = 0.0;
            }
            // In an announcement turn nobody has to guess: no columns.
            if is_announcement(public.turn) {
                return;
            }
            for mode in 0..3 {
                level.joint_count[mode] = 0;
                if level.count[mode] == 0 {
                    continue;
                }
                // What the detectives would believe after this mode if he took every ride equally often: good enough to
                // tell which joint moves are worth a column.
                let mut heard = Public {
                    detectives: public.detectives,
                    support: self.map.reach(&public.support, mode).minus(&taken),
                    belief: [0.0; 256],
                    turn: public.turn,
                };
                for t in 0..level.type_count {
                    let rides = level.first[t]..level.first[t + 1];
                    let weight = public.belief[usize::from(level.types[t])] / rides.len().max(1) as f32;
                    for i in rides {
                        let ride = usize::from(level.rides[i]);
                        if ride >> 8 == mode {
                            heard.belief[usize::from(level.cities[mode][ride & 255])] += weight;
                        }
                    }
                }
                let support = heard.support;
                normalise(&mut heard.belief, &support);
                let most = if ply == 0 { ROOT_JOINTS } else { INNER_JOINTS };
                level.joint_count[mode] = list(&self.map, &heard, &mut level.joints[mode], most);
            }
        }

        /// Fills the payoffs: leaves at depth 1, below that what the next turn's game is worth.
        ///
        /// A column is a joint move; its cells differ by the city where he is. With a depth of more than 1 one solution
        /// of the next turn gives the whole column, for the detectives do not know which cell they are in.
        fn fill(&mut self, public: &Public, level: &mut Level, depth: usize, ply: usize) {
            let taken = set_of(&public.detectives);
            for mode in 0..3 {
                let reach = self.map.reach(&public.support, mode).minus(&taken);
                // At depth 1 no belief is needed: leaves ask only where he can be, not how likely. Deeper it comes from
                // the shallow solution that stands in the level, mixed as in `belief_after`.
                let mut belief = [0.0; 256];
                if depth > 1 {
                    for t in 0..level.type_count {
                        let rides = level.first[t]..level.first[t + 1];
                        let sum: f32 = rides.clone().map(|i| level.ride_average[i]).sum();
                        let weight = public.belief[usize::from(level.types[t])];
                        for i in rides.clone() {
                            let ride = usize::from(level.rides[i]);
                            if ride >> 8 == mode {
                                let ours = if sum > 0.0 { level.ride_average[i] / sum } else { 0.0 };
                                let share = (1.0 - UNIFORM) * ours + UNIFORM / rides.len() as f32;
                                belief[usize::from(level.cities[mode][ride & 255])] += weight * share;
                            }
                        }
                    }
                }
                for j in 0..level.joint_count[mode] {
                    let joint = level.joints[mode][j];
                    let arrested = set_of(&joint);
                    // Where he can be when the joint move has not arrested him: what the next turn begins with.
                    let left = reach.minus(&arrested);
                    if depth > 1 && !left.is_empty() {
                        let mut next = Public { detectives: joint, support: left, belief, turn: public.turn + 1 };
                        normalise(&mut next.belief, &left);
                        self.solve(&next, depth - 1, ply + 1);
                        // Half a matrix is worse than the shallow solution, which the caller keeps.
                        if self.stopped {
                            return;
                        }
                    }
                    let context = Context::new(&self.map, &self.weights, &joint, &left, public.turn + 1);
                    // Every city after the mode gets its cell: 0 for an arrest, else what he can expect there.
                    for i in 0..level.count[mode] {
                        let city = level.cities[mode][i];
                        level.payoff[mode][i][j] = if arrested.has(city) {
                            0.0
                        } else if depth > 1 {
                            self.level(ply + 1).value[usize::from(city)]
                        } else {
                            context.value(city)
                        };
                    }
                }
            }
        }

        /// An announcement turn: he shows where he is, so every ride has a value of its own, and he takes the best one.
        ///
        /// `worth` is by city, for the mode does not matter once the city is known.
        fn announce(&mut self, public: &Public, level: &mut Level, depth: usize, ply: usize) {
            let taken = set_of(&public.detectives);
            let near = self.map.beside(&taken);
            let mut worth = [0.0f32; 256];
            let mut done = Set::EMPTY;
            for mode in 0..3 {
                for i in 0..level.count[mode] {
                    let city = level.cities[mode][i];
                    if done.has(city) {
                        continue;
                    }
                    done.insert(city);
                    // The announcement itself is a point. Next to a detective it is the last one, for he is known there
                    // and will be arrested. After the last one the ten of the escape are certain.
                    worth[usize::from(city)] = if near.has(city) {
                        1.0
                    } else if public.turn == LAST_TURN {
                        11.0
                    } else {
                        1.0 + self.known_value(public, city, depth, ply)
                    };
                }
            }
            // Each type takes its best ride, the first of equal ones. As an average of 1 it can be read like any
            // solution.
            for t in 0..level.type_count {
                let rides = level.first[t]..level.first[t + 1];
                let mut best = 0.0f32;
                let mut best_ride = None;
                for i in rides {
                    let ride = usize::from(level.rides[i]);
                    let value = worth[usize::from(level.cities[ride >> 8][ride & 255])];
                    if best_ride.is_none() || value > best {
                        best = value;
                        best_ride = Some(i);
                    }
                }
                if let Some(i) = best_ride {
                    level.ride_average[i] = 1.0;
                }
                level.value[usize::from(level.types[t])] = best;
            }
        }

        /// What a fugitive in a known city, next to no detective, is worth after the detectives' best answer.
        ///
        /// Here the detectives see everything and move last, so it is a plain minimum over their joint moves, without
        /// mixtures.
        fn known_value(&mut self, public: &Public, city: u8, depth: usize, ply: usize) -> f32 {
            let heard = Public::known(public.detectives, city, public.turn);
            let mut joints = [[0; 4]; JOINTS];
            let most = if ply == 0 { INNER_JOINTS } else { INNER_JOINTS / 2 };
            let count = list(&self.map, &heard, &mut joints, most);
            let mut least = f32::MAX;
            for joint in joints[..count].iter() {
                let context = Context::new(&self.map, &self.weights, joint, &heard.support, public.turn + 1);
                let mut value = context.value(city);
                if depth > 1 && ply + 1 < DEPTHS {
                    self.solve(&Public::known(*joint, city, public.turn + 1), depth - 1, ply + 1);
                    // When time has run out the leaf's value stands, as in `solve`.
                    if !self.stopped {
                        value = self.level(ply + 1).value[usize::from(city)];
                    }
                }
                least = least.min(value);
            }
            // No joint move was listed: the detectives are stuck, which no map of the contest allows.
            if count == 0 {
                0.0
            } else {
                least
            }
        }
    }

    /// Makes the belief add up to 1 over the support, equal where it is nothing.
    fn normalise(belief: &mut [f32; 256], support: &Set) {
        // All that lies outside the support is dropped.
        let sum: f32 = support.cities().map(|c| belief[usize::from(c)]).sum();
        let old = *belief;
        *belief = [0.0; 256];
        let equal = 1.0 / support.count().max(1) as f32;
        for city in support.cities() {
            belief[usize::from(city)] = if sum > 1e-9 { old[usize::from(city)] / sum } else { equal };
        }
    }
}

// ---------------------------------------------------------------------------------------------------------------------
// Protocol: lines in, lines out.
// ---------------------------------------------------------------------------------------------------------------------
pub mod protocol {
    // The rules to read the map and the lines, the search to answer and to keep the time. A session is fed with lines
    // and returns lines, so tests can play whole games without a process.
    use super::matrix::Public;
    use super::rules::{is_announcement, Four, Map, Set, LAST_TURN, LETTERS};
    use super::search::{Clock, Search};
    use super::{GAME_SECONDS, NAME};
    use std::fs;
    use std::io::{self, BufRead, Read, Write};
    use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

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
    //
    // `Options`, `Lines` and `refuse` are word for word the same in all five files.
    /// Longest line that is read whole, in bytes; no game has a longer one. What is longer cannot be a move.
    const LINE_MAX: u64 = 4_096;

    /// What the command line asks for.
    #[derive(Clone, Debug)]
    pub struct Options {
        /// Time for the whole game.
        pub seconds: f64,
        /// Breaks ties among equal moves: the same seed and the same depth give the same game.
        pub seed: u64,
    }

    impl Options {
        /// Reads `[SECONDS [SEED]]`. The default is the contest's time and a seed from the clock.
        pub fn parse(words: &[String]) -> io::Result<Options> {
            let seconds = match words.first() {
                None => GAME_SECONDS,
                Some(word) => match word.parse::<f64>() {
                    Ok(s) if s > 0.0 && s < 1e6 => s,
                    _ => return Err(refuse(word, "seconds for the whole game as the first argument")),
                },
            };
            let seed = match words.get(1) {
                None => SystemTime::now().duration_since(UNIX_EPOCH).map_or(1, |d| d.as_nanos() as u64),
                Some(word) => match word.parse::<u64>() {
                    Ok(s) => s,
                    Err(_) => return Err(refuse(word, "a whole number as the second argument, the seed")),
                },
            };
            Ok(Options { seconds, seed })
        }

        /// The first line on stderr: name, version and the seed that makes the game again.
        pub fn announce(&self) {
            let _ = writeln!(io::stderr(), "{} seed {} seconds {}", NAME, self.seed, self.seconds);
        }
    }

    /// The error for a line that cannot be read or applied; `main` prints it and ends with code 2.
    fn refuse(line: &str, expected: &str) -> io::Error {
        let shown: String = line.chars().take(60).collect();
        io::Error::new(io::ErrorKind::InvalidData, format!("cannot use {:?}: expected {}", shown, expected))
    }

    /// The jury's lines.
    struct Lines<R> {
        input: R,
    }

    impl<R: BufRead> Lines<R> {
        /// The next line without its end and without blanks around it; blank lines are passed over. `None` at `Quit`
        /// or at the end of the input, which both mean that the program ends.
        fn next(&mut self) -> io::Result<Option<String>> {
            loop {
                let mut bytes = Vec::new();
                let n = self.input.by_ref().take(LINE_MAX).read_until(b'\n', &mut bytes)?;
                let text = String::from_utf8_lossy(&bytes);
                let line = text.trim();
                if n == 0 || line == "Quit" {
                    return Ok(None);
                }
                if !line.is_empty() {
                    return Ok(Some(line.to_string()));
                }
            }
        }
    }

    /// The file that the contest puts beside the program.
    const MAP_FILE: &str = "connect.txt";

    /// Largest map file that is read, in bytes; 200 cities need about 10,000. A file without an end would fill the
    /// memory otherwise.
    const MAP_BYTES: u64 = 1_000_000;

    /// Reads the map. An error when the file is missing, or when a line of it cannot be used.
    pub fn read_map() -> io::Result<Map> {
        let mut bytes = Vec::new();
        let file =
            fs::File::open(MAP_FILE).map_err(|_| refuse(MAP_FILE, "the map in this file of the working directory"))?;
        file.take(MAP_BYTES).read_to_end(&mut bytes)?;
        Map::parse(&String::from_utf8_lossy(&bytes)).map_err(|(line, expected)| refuse(&line, expected))
    }

    /// Which side we are, and where it stands.
    enum Role {
        /// Before the first line, which says it.
        Unknown,
        /// The detectives' cities and what is public; `None` until the fugitive's city is known.
        Detectives(Four, Option<Public>),
        /// The lines of a joint move so far, and what stands once he has been placed: public state and his city.
        Fugitive(Vec<u8>, Option<(Public, u8)>),
        /// After the last move, and while a line is being dealt with.
        Over,
    }

    /// A game as one side sees it, line by line.
    pub struct Session {
        /// Chooses all moves.
        pub search: Search,
        /// Runs from a line read to the answer written.
        clock: Clock,
        /// What this side knows of the game.
        role: Role,
        /// Without a limit of time the search goes as deep as its `max_depth`.
        pub timed: bool,
        /// Whether each turn leaves a line on stderr.
        pub log: bool,
    }

    impl Session {
        /// A session that waits for its role. Its clock has begun to run down by what the tables took.
        pub fn new(map: Map, options: &Options) -> Session {
            let mut clock = Clock::new(options.seconds);
            let search = Search::new(map, options.seed);
            // Making the tables costs time too, and the jury may count it.
            clock.stop();
            Session { search, clock, role: Role::Unknown, timed: true, log: true }
        }

        /// True when the last turn is over for this side: the program ends without being told.
        pub fn over(&self) -> bool {
            matches!(self.role, Role::Over)
        }

        /// What is public and what the detectives believe, as this side has followed it: before the fugitive's move for
        /// the detectives, after it for the fugitive.
        pub fn public(&self) -> Option<&Public> {
            match &self.role {
                Role::Detectives(_, state) => state.as_ref(),
                Role::Fugitive(_, state) => state.as_ref().map(|s| &s.0),
                _ => None,
            }
        }

        /// Takes a line and returns the lines to write, none when it is not our turn.
        pub fn hear(&mut self, line: &str) -> io::Result<Vec<String>> {
            self.clock.start();
            // The role is taken out while it works, and put back by what goes on. What does not put it back ends the
            // game.
            let answer = match std::mem::replace(&mut self.role, Role::Over) {
                Role::Unknown => self.begin(line)?,
                Role::Detectives(from, state) => self.detectives(line, from, state)?,
                Role::Fugitive(lines, state) => self.fugitive(line, lines, state)?,
                Role::Over => Vec::new(),
            };
            Ok(answer)
        }

        /// Call it when the answer is about to be written: the contest may suspend us as soon as it has our lines, and
        /// the clock must not run on then.
        pub fn answered(&mut self) {
            self.clock.stop();
        }

        /// The part of the time left that is meant for a turn, and the most it may take. Most games are over long
        /// before the fiftieth turn; but a game that lasts has many turns, each with the jury's own delays, and a third
        /// turn looked ahead is worth little: a quarter of the time stays unused.
        ///
        /// In turn 1 that is 0.75 over 50 * 0.6 + 5 = 35, about 2 % of the time left; in turn 50 it is 0.75 over 5.6,
        /// about 13 %.
        fn slice(&self, turn: usize) -> Option<(Instant, Duration)> {
            let turns = (LAST_TURN + 1).saturating_sub(turn) as f64 * 0.6 + 5.0;
            let time = Duration::from_secs_f64(0.75 * self.clock.left().as_secs_f64() / turns);
            if self.timed {
                Some((self.clock.deadline(Duration::from_secs(0)), time))
            } else {
                None
            }
        }

        /// For placing: a tenth of the game's time, which is all that is left here.
        fn placing(&self) -> Option<Instant> {
            if self.timed {
                Some(self.clock.deadline(self.clock.left() / 10))
            } else {
                None
            }
        }

        /// The first line: who we are. Detectives choose their cities at once, the fugitive waits for theirs.
        fn begin(&mut self, line: &str) -> io::Result<Vec<String>> {
            match line {
                "Detectives" => {
                    let four = self.search.place_detectives(self.placing());
                    self.role = Role::Detectives(four, None);
                    Ok(four.iter().map(|city| city.to_string()).collect())
                }
                "Fugitive" => {
                    self.role = Role::Fugitive(Vec::new(), None);
                    Ok(Vec::new())
                }
                _ => Err(refuse(line, "Detectives or Fugitive")),
            }
        }

        /// A line for the detectives: first the fugitive's city, then the news of each turn, which they answer.
        fn detectives(&mut self, line: &str, from: Four, state: Option<Public>) -> io::Result<Vec<String>> {
            let public = match state {
                None => {
                    let city = self.search.map.parse_city(line);
                    let city = city.ok_or_else(|| refuse(line, "the city where the fugitive starts"))?;
                    self.role = Role::Detectives(from, Some(Public::known(from, city, 1)));
                    return Ok(Vec::new());
                }
                Some(public) => public,
            };
            // The jury's word is law: a city that our set does not have is believed, for `hear` takes it as it is.
            let news = self.search.map.parse_news(line);
            let (mode, city) = news.ok_or_else(|| refuse(line, "a mode C, T or P, at an announcement with a city"))?;
            if city.is_none() && is_announcement(public.turn) {
                return Err(refuse(line, "a mode and a city: this is an announcement"));
            }
            let slice = self.slice(public.turn);
            let (choice, heard) = match self.search.answer(&public, mode, city, slice) {
                Some(found) => found,
                // Stuck: no map of the contest allows it. There is nothing to write.
                None => return Ok(Vec::new()),
            };
            self.report(public.turn, heard.support.count(), choice.depth, choice.score);
            // After the last turn the role stays `Over`, and the program ends without waiting for a word.
            if public.turn < LAST_TURN {
                self.role = Role::Detectives(choice.mv, Some(self.search.moved(&heard, &choice.mv)));
            }
            Ok(choice.mv.iter().map(|city| city.to_string()).collect())
        }

        /// A line for the fugitive: a detective's city. The fourth makes a whole joint move, which he answers with a
        /// ride; the first time he names the city where he starts before it.
        fn fugitive(&mut self, line: &str, mut lines: Vec<u8>, state: Option<(Public, u8)>) -> io::Result<Vec<String>> {
            let city = self.search.map.parse_city(line);
            lines.push(city.ok_or_else(|| refuse(line, "the city of a detective"))?);
            if lines.len() < 4 {
                self.role = Role::Fugitive(lines, state);
                return Ok(Vec::new());
            }
            let four = [lines[0], lines[1], lines[2], lines[3]];
            let mut answer = Vec::new();
            // `heard` is the state after his last ride; the joint move that was just read makes it the state before the
            // next.
            let (public, city) = match state {
                None => {
                    let city = self.search.place_fugitive(&four, self.placing());
                    answer.push(city.to_string());
                    (Public::known(four, city, 1), city)
                }
                Some((heard, city)) => (self.search.moved(&heard, &four), city),
            };
            let slice = self.slice(public.turn);
            let choice = match self.search.ride(&public, city, slice) {
                Some(choice) => choice,
                // No ride from here: no map of the contest has such a city.
                None => return Ok(answer),
            };
            self.report(public.turn, public.support.count(), choice.depth, choice.score);
            let (mode, to) = choice.mv;
            answer.push(format!("{} {}", LETTERS[mode], to));
            if public.turn < LAST_TURN {
                let shown = if is_announcement(public.turn) { Some(to) } else { None };
                let mut heard = self.search.hear(&public, mode, shown);
                // He is where he is, even if the public set should have lost him.
                heard.support = heard.support.or(&Set::of(to));
                self.role = Role::Fugitive(Vec::new(), Some((heard, to)));
            }
            Ok(answer)
        }

        /// A line on stderr: turn, number of cities where he can be, depth, score, seconds left when the turn began.
        fn report(&self, turn: usize, support: usize, depth: usize, score: f32) {
            if self.log {
                let left = self.clock.left().as_secs_f64();
                let _ = writeln!(io::stderr(), "{} of {} d{} {:.2} {:.2}s", turn, support, depth, score, left);
            }
        }
    }

    /// Plays one whole game on the map in the working directory. Returns when the game is over, at `Quit`, or at the
    /// end of the input; an error of the kind `InvalidData` when a line could not be read or applied.
    pub fn run<R: BufRead, W: Write>(input: R, output: W, options: &Options) -> io::Result<()> {
        options.announce();
        play(input, output, Session::new(read_map()?, options))
    }

    /// Plays one whole game with a session that has its map.
    pub fn play<R: BufRead, W: Write>(input: R, mut output: W, mut session: Session) -> io::Result<()> {
        let mut lines = Lines { input };
        while let Some(line) = lines.next()? {
            let answer = session.hear(&line)?;
            if answer.is_empty() {
                continue;
            }
            session.answered();
            // All lines at once: after the first one of several we might be suspended too.
            let text: String = answer.iter().map(|line| format!("{}\n", line)).collect();
            output.write_all(text.as_bytes())?;
            output.flush()?;
            if session.over() {
                break;
            }
        }
        Ok(())
    }
}

/// Exit code 0 when the game ended in any regular way (a reader that went away is one), 2 when it could not go on.
fn main() {
    use std::io::{stderr, stdin, stdout, ErrorKind, Write};
    let words: Vec<String> = std::env::args().skip(1).collect();
    let result = protocol::Options::parse(&words).and_then(|o| protocol::run(stdin().lock(), stdout(), &o));
    if let Err(error) = result.or_else(|e| if e.kind() == ErrorKind::BrokenPipe { Ok(()) } else { Err(e) }) {
        let _ = writeln!(stderr(), "{}: {}", NAME, error);
        std::process::exit(2);
    }
}
