//! Symple (CodeCup 2013): all groups of a side grow at once, by a stone each; every group left at the end costs points.
//!
//! The rules in short. On 15 x 15 points, empty at first, White begins. Stones of one colour that touch sideways, up or
//! down are a group. A turn explores or expands; nobody may pass. *To explore* is to place a stone that touches no own
//! stone. *To expand* is to let own groups, as they were before the turn, grow by one stone each. A stone counts for
//! all of them that it touches; none gets two. A group is left out only if each stone that it could get would touch a
//! group that grows. (Examples: `rules`.) *Special move*: until anyone has expanded, Black may expand, then explore in
//! one turn. On the full board each stone scores 1, each group costs its side 6, and the higher side gets 100 more.
//! Protocol: White reads `Start`; Black first reads White's move. A move is its stones, such as `C3-D12-H8`. In the
//! special move the last stone explores. A1 is at the lower left. `Quit` or the end of the input ends the program.
//! Method: Monte Carlo search (the mean of many random trials). Millions of expansions may be legal, so they are built,
//! not listed. A *policy* scores all points where groups can grow. The best that the rules allow are taken. A *playout*
//! is some turns of the policy, for both sides. Then a small neural net predicts the *utility*: own score without the
//! 100 less the other's, and what winning is worth (`utility`).
//! One decision, after 20 moves of `tests/samples/symple/game-05.txt`, by 300,000 nodes (positions made). The policy
//! takes L8-E6-K2-N3-A3-K10-B12, best first. Its score of E6 is 6.87; of E11, the other end of its group, 6.64. To
//! learn better scores, 13,034 expansions are built from them with random numbers added, a playout each. Those with E6
//! end 9.2 below average, those with E11 4.3 above. A tenth of this is added: 6.87 - 0.92 = 5.95, 6.64 + 0.43 = 7.07,
//! so E11 is taken more often. The 13 most promising moves (`think` says which) get 137 playouts each; the best 7 get
//! 250 more, 4 get 437, 2 get 874. One is left: A3-J5-N8-C11-E11-J12-K2, its mean utility +3.0.
//! First read the plain form, `tests/starters/symple.rs`. `make match GAME=symple B=plain TIME=1 N=40`: 40-0.
//! | beyond the plain form                            | where     | lines less | Elo lost without (`make ideas`) |
//! | statistics of stones: scores learn from playouts | `Amaf`    |          8 | 382 (40 games)                  |
//! | the net                                          | `net`     |        177 | 182                             |
//! | sequential halving: the worse half is dropped    | `halve`   |         11 | 115                             |
//! | the playouts learn, too                          | `replies` |         23 | 92                              |
//! 100 Elo more win 64 games of 100. An "idea x" is a file, `tests/ideas/symple/x.patch`, that takes a part out.
//! Strength, points a game (95 %): 219.0 +- 2.4 to 1.2 against greedy, which does not search; 176.6 +- 11.5 to 56.7
//! against commit ac3afb2: `jury tournament symple symple partners git:ac3afb2 --gauntlet --time 3 --seed 31` (`jury`:
//! the referee, in `tests/`; partners: weaker programs). Not here: the opponent's time. Build: `rustc -O symple.rs`

#![forbid(unsafe_code)]

// ---------------------------------------------------------------------------------------------------------------------
// Constants. Numbers in this file without a reason are guesses, some of them tried in matches; none was tuned finely.
// ---------------------------------------------------------------------------------------------------------------------

/// First two words on stderr.
const NAME: &str = "symple 2.0";

/// Seconds that the contest gives a program for a whole game.
const GAME_SECONDS: f64 = 30.0;

// ---------------------------------------------------------------------------------------------------------------------
// Rules: Board, Move, parse and format, groups, play, score. No clock, no randomness, no I/O.
// ---------------------------------------------------------------------------------------------------------------------
pub(crate) mod rules {
    // Two examples, after somebody has expanded. b is Black, w White, . vacant. (Complete: no group is left out that
    // could grow too.) Black, on turn, has B2-C2 and C4-D4:
    //
    //     5 . . . . .     E4-D2 is a complete expansion: each group grows by a stone.
    //     4 . . b b .     E4 alone is not complete: B2-C2 could grow too.
    //     3 . . . . w     E4-C3 is illegal: both stones touch C4-D4.
    //     2 . b b . .     C3 alone is complete: it touches both groups, and makes them one.
    //     1 . . . . .     B4-B3 is complete too: B4 touches C4-D4 and B3 touches B2-C2.
    //       A B C D E     (That B4 touches B3 does not matter: groups are taken as they were before the turn.)
    //
    //     2 b . b .       White is on turn. D1 alone is complete: C1 grows, and A1 is left out. It could get only B1,
    //     1 w . w .       but a stone there touches C1 as well. So D1-B1 is illegal, and B1 alone lets both grow.
    //       A B C D
    //
    // Expansions are never listed. Of a move only this is checked: it has points, all vacant. The search builds legal
    // ones, the contest's referee checks the opponent's. All rules, plainly: `verdict` in `tests/jury/rules/symple.rs`.
    use std::fmt;

    /// What each group costs its side at the end.
    pub const GROUP_COST: i32 = 6;
    /// Most groups of a side: so many stones fit on the board so that none touch.
    const GROUPS_MAX: usize = 113;

    /// A set of points, one bit each: a question to a whole set ("what touches my stones?") is a few shifts. A row
    /// takes 16 bits, a word of 64 bits four rows. The sixteenth bit of a row is a guard, always 0.
    ///
    /// ```text
    ///  row 15 | 224 225 ... 238      left  = bit -  1
    ///         |     ...              right = bit +  1
    ///  row  2 |  16  17 ...  30      up    = bit + 16
    ///  row  1 |   0   1 ...  14      down  = bit - 16
    ///             A   B       O      bits 15, 31, 47 ... are the guards
    /// ```
    #[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
    pub struct Points(pub [u64; 4]);

    /// Four rows of a word: fifteen points and a guard each.
    const FOUR_ROWS: u64 = 0x7fff_7fff_7fff_7fff;
    const SIDES: u64 = 0x4001_4001_4001_4001; // their first and last points

    impl Points {
        pub const EMPTY: Points = Points([0; 4]);
        /// The 225 points of the board. The last word holds three rows.
        pub const ALL: Points = Points([FOUR_ROWS, FOUR_ROWS, FOUR_ROWS, FOUR_ROWS >> 16]);
        /// Rows 1 and 15, columns A and O.
        pub const EDGE: Points = Points([0x4001_4001_4001_7fff, SIDES, SIDES, 0x7fff_4001_4001]);

        /// The upper two bits of a point's number are its word, the lower six its bit there.
        pub fn one(point: u8) -> Points {
            Points([0, 1, 2, 3].map(|word| u64::from(point >> 6 == word) << (point & 63)))
        }

        pub fn has(&self, point: u8) -> bool {
            self.0[usize::from(point >> 6)] >> (point & 63) & 1 == 1
        }

        pub fn or(self, o: Points) -> Points {
            Points([self.0[0] | o.0[0], self.0[1] | o.0[1], self.0[2] | o.0[2], self.0[3] | o.0[3]])
        }

        pub fn and(self, o: Points) -> Points {
            Points([self.0[0] & o.0[0], self.0[1] & o.0[1], self.0[2] & o.0[2], self.0[3] & o.0[3]])
        }

        /// The points of this set that are not in the other one.
        pub fn minus(self, o: Points) -> Points {
            Points([self.0[0] & !o.0[0], self.0[1] & !o.0[1], self.0[2] & !o.0[2], self.0[3] & !o.0[3]])
        }

        pub fn is_empty(&self) -> bool {
            self.0[0] | self.0[1] | self.0[2] | self.0[3] == 0
        }

        /// Number of points, 0 to 225. Signed, because scores are made of it.
        pub fn count(&self) -> i32 {
            (self.0[0].count_ones() + self.0[1].count_ones() + self.0[2].count_ones() + self.0[3].count_ones()) as i32
        }

        /// Number of points of a set that lies within three steps of one point. Counting is most of a playout's work.
        /// So the four words are laid over each other, b and d moved by four columns, and counted as one. No two points
        /// meet. Rows that fall together are four, eight or twelve apart. At eight and twelve only one has points. At
        /// four both are so short that they miss each other. What the shift moves beyond column O comes to a guard or
        /// to columns A to C, too far from all others.
        pub fn count_near(self) -> i32 {
            let [a, b, c, d] = self.0;
            (a | c | (b | d).rotate_left(4)).count_ones() as i32
        }

        /// The points from A1 on, row by row. They are those of a copy: the set itself may change meanwhile.
        pub fn iter(self) -> impl Iterator<Item = u8> {
            (0..4).flat_map(move |i| {
                let mut word = self.0[i];
                std::iter::from_fn(move || {
                    let bit = word.trailing_zeros(); // 64 when no point is left
                    word &= word.wrapping_sub(1); // `word - 1` differs in the lowest 1 and below: drops it
                    (bit < 64).then(|| (64 * i) as u8 + bit as u8)
                })
            })
        }

        /// The point with so many others before it; the set must have more. (With `iter().nth` turns take longer.)
        pub fn nth(self, mut n: u32) -> u8 {
            let mut i = 0;
            while i < 3 && n >= self.0[i].count_ones() {
                n -= self.0[i].count_ones();
                i += 1;
            }
            let word = (0..n).fold(self.0[i], |word, _| word & word.wrapping_sub(1));
            64 * i as u8 + word.trailing_zeros() as u8
        }

        /// The points of the set and those that touch them. The liberties of stones are the vacant ones of these.
        ///
        /// ```text
        ///  . . . .        . x x .
        ///  . x x .   ->   x x x x
        ///  . . . .        . x x .
        /// ```
        pub fn near(self) -> Points {
            // Left and right are shifts by 1, up and down by 16. The row beyond a word is in the next word: a shift by
            // 48 brings its lowest row to the highest place, or back. Bits off the board are dropped.
            let [a, b, c, d] = self.0;
            let step = |x: u64| x | x << 1 | x >> 1 | x << 16 | x >> 16;
            Points([step(a) | b << 48, step(b) | c << 48 | a >> 48, step(c) | d << 48 | b >> 48, step(d) | c >> 48])
                .and(Points::ALL)
        }

        /// The points of the set, and all that a walk from them over points of `through` reaches (flood fill).
        pub fn flood(self, through: Points) -> Points {
            let wider = self.or(self.near().and(through));
            if wider == self {
                self
            } else {
                wider.flood(through)
            }
        }
    }

    /// The stones of a turn. `default` has none yet.
    #[derive(Clone, Copy, Debug, Default)]
    pub struct Move {
        pub stones: Points, // all of them, an exploring one included
        pub last: u8,       // the one that is written last: in the special move it explores, elsewhere any of them
    }

    impl Move {
        /// This move and one more stone, which is written last.
        pub fn then(self, point: u8) -> Move {
            Move { stones: self.stones.or(Points::one(point)), last: point }
        }

        /// Reads `C3-D12-H8`. `None` when the text is no move, or names a point twice.
        pub fn parse(text: &str) -> Option<Move> {
            // `split` always gives at least one word, so a move that is read has a stone.
            text.split('-').try_fold(Move::default(), |mv, word| {
                let (column, row) = match *word.as_bytes() {
                    // Rows have one digit from 1 to 9, or two from 10 to 15: `H08` is no point.
                    [c @ b'A'..=b'O', r @ b'1'..=b'9'] => (c - b'A', r - b'1'),
                    [c @ b'A'..=b'O', b'1', r @ b'0'..=b'5'] => (c - b'A', r - b'0' + 9),
                    _ => return None,
                };
                Some(16 * row + column).filter(|point| !mv.stones.has(*point)).map(|point| mv.then(point))
            })
        }
    }

    /// As the contest writes it.
    impl fmt::Display for Move {
        fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
            for point in self.stones.iter().filter(|p| *p != self.last).chain(Some(self.last)) {
                let end = if point == self.last { "" } else { "-" };
                write!(f, "{}{}{}", (b'A' + point % 16) as char, point / 16 + 1, end)?;
            }
            Ok(())
        }
    }

    /// The groups of a side. Of each only the *reach* is kept: its stones and the points that touch them. A new stone
    /// touches the group if it lies in the reach. The group's liberties are the vacant points of its reach.
    #[derive(Clone, Copy)]
    pub struct Groups {
        pub count: usize,
        reach: [Points; GROUPS_MAX], // only the first `count` are in use
    }

    impl Groups {
        /// The reach of each group, in no special order.
        pub fn reaches(&self) -> &[Points] {
            &self.reach[..self.count]
        }

        /// Adds a stone. All groups that it touches become one.
        fn add(&mut self, stone: u8) {
            // Groups that do not touch it move up: they are the first `kept`.
            let (mut reach, mut kept) = (Points::one(stone).near(), 0);
            for i in 0..self.count {
                let other = self.reach[i];
                if other.has(stone) {
                    reach = reach.or(other);
                } else {
                    self.reach[kept] = other;
                    kept += 1;
                }
            }
            self.reach[kept] = reach;
            self.count = kept + 1;
        }
    }

    /// A position: 7 KB, nearly all of it room for groups. The search copies it instead of taking moves back.
    #[derive(Clone, Copy)]
    pub struct Board {
        pub stones: [Points; 2], // of White (side 0) and of Black (side 1); they never move and are never taken
        pub groups: [Groups; 2],
        pub turn: usize,         // the side on turn
        pub expanded: [bool; 2], // which sides have expanded
    }

    impl Board {
        /// The start: no stones, White to move.
        pub fn new() -> Board {
            let groups = Groups { count: 0, reach: [Points::EMPTY; GROUPS_MAX] };
            Board { stones: [Points::EMPTY; 2], groups: [groups; 2], turn: 0, expanded: [false; 2] }
        }

        /// The points without a stone. The game is over when there are none.
        pub fn vacant(&self) -> Points {
            Points::ALL.minus(self.stones[0].or(self.stones[1]))
        }

        /// The liberties of a side: the vacant points that touch one of its stones.
        pub fn liberties(&self, side: usize) -> Points {
            self.stones[side].near().and(self.vacant())
        }

        /// Where the side on turn may explore: the vacant points that touch none of its stones.
        pub fn explorations(&self) -> Points {
            self.vacant().minus(self.stones[self.turn].near())
        }

        /// Is it Black's turn before any expansion? A special move wins a turn. White can expand first to prevent it.
        pub fn special(&self) -> bool {
            self.turn == 1 && !self.expanded[0] && !self.expanded[1]
        }

        /// Stones minus 6 for each group. The contest gives no points below 0, but the higher raw score still wins.
        pub fn raw(&self, side: usize) -> i32 {
            self.stones[side].count() - GROUP_COST * self.groups[side].count as i32
        }

        /// What the search averages, for White (the net predicts it for the side on turn). The *margin* is White's raw
        /// score minus Black's. On a full board it is odd (225 stones, even costs), so nobody draws. The contest's 100
        /// for the higher side is a jump of 200 at margin 0. With it the playouts of a lost position, all below it,
        /// would differ by their margins alone. Here the jump is a slope, 80 high: margins of 5, 10, 20, 40 are
        /// utilities of 23, 40, 59, 80 (`tanh` goes from -1 to 1). A factor above 40 would care more for winning, a
        /// divisor above 10 would make the slope longer.
        pub fn utility(&self) -> f64 {
            let margin = f64::from(self.raw(0) - self.raw(1));
            margin + 40.0 * (margin / 10.0).tanh()
        }

        /// Does the move fit on the board? A move of the opponent that fits is played, whatever the rules say of it.
        pub fn can_apply(&self, mv: Move) -> bool {
            mv.stones.minus(self.vacant()).is_empty() && !mv.stones.is_empty()
        }

        /// Plays a move that fits, legal or not. The game is over when no point is vacant.
        pub fn play(&mut self, mv: Move) {
            let side = self.turn;
            debug_assert!(mv.stones.minus(self.vacant()).is_empty(), "a stone is not on a vacant point");
            // Does a stone touch an own one of earlier turns? (`stones` still lacks the move.)
            self.expanded[side] |= !mv.stones.and(self.stones[side].near()).is_empty();
            // Stone by stone, because new stones may touch each other. `add` makes one of all groups that it touches.
            for stone in mv.stones.iter() {
                self.groups[side].add(stone);
            }
            self.stones[side] = self.stones[side].or(mv.stones);
            self.turn = 1 - side;
        }
    }
}

// ---------------------------------------------------------------------------------------------------------------------
// Method: flat Monte Carlo (no tree), its four faults and their cures
// ---------------------------------------------------------------------------------------------------------------------
// After each move random players play to the end, many times. The move with the best mean margin for its side is
// chosen (margin: White's score minus Black's, without the 100). `think` of the plain form is that, with its policy.
//
// With random players, and 16 random moves to choose from, flat Monte Carlo loses all of four games to our search by
// more than 25 points. And yet it plays more than ten times as many turns in its playouts (`tests/symple.rs`). Four
// faults, four cures:
//
// 1. There are far too many expansions to list. *Sampling*: `pack` builds one after another, from the policy's scores
//    plus random numbers (*noise*). Each one built is a *sample*, and gets a playout.
// 2. One playout says little about an expansion, and most are never built. But a stone is in many of them. *AMAF*
//    keeps a record of each stone: the mean result of all samples that expand to it. Stones with good records get
//    higher scores in the next samples. ("All moves as first" in Go counts the later moves of a playout, too.)
// 3. Random players play badly, and the end of a game is far. *Policy and net*: the policy plays 14 turns (fewer
//    in the first playouts), and the net predicts the rest. The playouts learn too: stones of their first four turns,
//    the *replies*, get higher scores in the next playouts if they did well. (Part of MAST, move-average sampling.)
// 4. Bad moves get as many playouts as good ones. *Sequential halving*: all moves of a short list get the same
//    number of playouts, the worse half is dropped, and again, until one is left (idea no-halving).

// ---------------------------------------------------------------------------------------------------------------------
// Policy: a quick player without any search. Nearly all time is spent in its turns: the playouts are made of them.
// ---------------------------------------------------------------------------------------------------------------------
pub(crate) mod eval {
    // `fill` gives each liberty of the side on turn a score: fifteen numbers (*features*), times their learned weights.
    // `pack` takes the best liberty, then the best one that the rules still allow, and so on. Here are five of Black's
    // eleven liberties in the first example of `rules`, as if all else were empty. *Early*: 160 vacant points or more,
    // as here; *late*: 30 or fewer. *New ground*: vacant points that come within 1, 2, 3 steps of own stones,
    // even over stones:
    //
    //     5 . . . . .         new ground  White's liberty  joins own groups  other   score
    //     4 . . b b .     E4        3.54             3.45                     1.25    8.24
    //     3 . . . . w     D2        2.60                                      3.65    6.25
    //     2 . b b . .     D3        0.37             3.45                     1.89    5.71
    //     1 . . . . .     B1        0.93                                      3.06    3.99
    //       A B C D E     C3        0.00                            -1.14     3.27    2.13
    //
    // E4 brings 2 + 4 + 5 points of new ground: 2 * 0.93 + 4 * 0.17 + 5 * 0.20 = 3.54. It is best and is taken. Now
    // C4-D4 has grown: its liberties D3, C3 and others drop out. D2 is the best left. The expansion is E4-D2.
    //
    // What do the weights say? Take new ground. Take liberties from the opponent (3.45 early, 6.05 late). Do not join
    // own groups early (-1.14), because each could grow by a stone a turn. Join them late (1.55), because each costs 6
    // points. Keep the opponent's groups apart (0.63 early, 1.19 late). Points where it cannot grow can wait (-1.07,
    // -2.60).
    //
    // `choose` adds random numbers from 0 to 3, the *noise*: playouts differ. It also decides when to explore.
    use super::contest::Rng;
    use super::rules::{Board, Move, Points};

    /// What the policy sees in a liberty.
    pub const FEATURES: usize = 15;

    /// A weight at three stages of the game: with 160 vacant points or more, with 90, with 30 or fewer. Between them it
    /// changes evenly. First groups are founded, at 90 they grow together, at 30 the last points are filled.
    pub type Stages = [f32; 3];

    /// An exploration pays with more open space than this (`open_space`, 0 to 63).
    const SPACE: Stages = [38.0, 25.0, 12.0];
    /// How many groups a side wants before it expands for the first time. (This and `SPACE` were changed at random, and
    /// kept if they played better: `git show ad316a0:tests/tune/symple.rs`, command `policy`.)
    const GROUPS: f32 = 5.0;
    /// Size of the noise. With half of it playouts are too much alike (idea half-noise).
    const NOISE: f32 = 3.0;

    /// The features' weights, in the order in which `fill` adds them up. They were fitted to 11,362 expansions that
    /// searches of 100,000 nodes chose, so that their stones score high (`git show dd49461:tests/tune/symple.rs`). Then
    /// all were multiplied by 0.7, the noise by 2: the policy is weaker, the search stronger.
    ///
    /// What they say stands at the head of `eval`. A stone brings a point nearer by one step only. So a point of new
    /// ground counts in one of the first three rows below: E4 brings E5 and F4 from two steps to one, both in the
    /// first. Where one of the three counts is high the others mostly are, too: a single weight, such as -0.46, says
    /// little, the sum more.
    pub const WEIGHTS: [Stages; FEATURES] = [
        [0.93, 1.15, 1.50],    // new ground: vacant points that come within one step of own stones
        [0.17, 0.27, 0.80],    // ... within two steps
        [0.20, 0.28, -0.46],   // ... within three steps
        [3.45, 2.59, 6.05],    // is a liberty of the opponent too
        [0.99, 0.94, 2.18],    // is two steps from the opponent
        [-1.14, 0.03, 1.55],   // touches two or more own groups: joins them
        [0.63, 0.70, 1.19],    // touches two or more groups of the opponent: keeps them apart
        [-0.23, -0.01, -0.65], // liberties of the opponent within two steps
        [0.61, -0.28, 0.60],   // vacant points within one step, itself too
        [0.64, 0.60, 0.43],    // is within two steps of two or more own groups
        [0.89, 0.50, 0.60],    // is within two steps of two or more groups of the opponent
        [-0.26, -0.09, -0.02], // stones of the opponent within two steps
        [1.23, 0.77, 0.68],    // lies on the edge of the board (idea twelve-features has none from here on)
        [-1.07, -1.58, -2.60], // the opponent can get there only by exploring: walled off
        [0.30, 0.34, 0.45],    // vacant points within one step that are two steps from the opponent
    ];

    /// A weight with so many vacant points. With 125 it is half way from the second number to the first.
    fn at_stage(weight: &Stages, vacant: i32) -> f32 {
        let above = |least: f32| vacant as f32 - least;
        let (late, early, part) = if vacant < 90 { (2, 1, above(30.0) / 60.0) } else { (1, 0, above(90.0) / 70.0) };
        weight[late] + (weight[early] - weight[late]) * part.clamp(0.0, 1.0)
    }

    /// The points that lie in the reach of two or more groups: a stone there touches all of these groups. And the
    /// points that lie in two or more reaches after these have grown by a step.
    pub fn meetings(reaches: &[Points]) -> (Points, Points) {
        // What was seen before and is seen again belongs to two groups.
        let (mut seen, mut twice) = ([Points::EMPTY; 2], [Points::EMPTY; 2]);
        for reach in reaches {
            for (i, set) in [*reach, reach.near()].iter().enumerate() {
                twice[i] = twice[i].or(seen[i].and(*set));
                seen[i] = seen[i].or(*set);
            }
        }
        (twice[0], twice[1])
    }

    /// A playout explores the best of so many random points. To look at all would take longer than the rest of the
    /// turn, and would find much the same point in all playouts.
    const TRIES: usize = 3;

    /// A random number from 0 up to 1. An f32 holds 24 bits.
    pub fn fraction(rng: &mut Rng) -> f32 {
        (rng.next() >> 40) as f32 / (1 << 24) as f32
    }

    /// The player of the playouts, for both sides (idea no-policy). It learns from them only by `bonus`.
    pub struct Policy {
        by_vacant: Box<[[f32; FEATURES]]>, // the features' weights by the number of vacant points
        nearby: Box<[[Points; 3]]>,        // around each point within one step (at most 5), two (13), three (25)
        pub list: Vec<(u8, f32)>,          // liberties of the side on turn, at most 225, and their scores
        pub bonus: [[f32; 256]; 2],        // by side and point, learned from playouts (`simulate`); 0 at first
    }

    impl Policy {
        pub fn new(weights: &[Stages; FEATURES]) -> Policy {
            let by_vacant = (0..256).map(|vacant| weights.map(|weight| at_stage(&weight, vacant))).collect();
            let near = |point| Points::one(point).near();
            let nearby = (0..=255).map(|point| [near(point), near(point).near(), near(point).near().near()]).collect();
            Policy { by_vacant, nearby, list: Vec::with_capacity(256), bonus: [[0.0; 256]; 2] }
        }

        /// Lists the liberties of the side on turn. The score of one is the sum of its fifteen features times the
        /// weights, plus `bonus`. This is most of a playout's time.
        pub fn fill(&mut self, board: &Board) {
            let (side, vacant) = (board.turn & 1, board.vacant());
            let weights = &self.by_vacant[vacant.count() as usize & 255];
            // What can become new ground: the vacant points farther than one, two, three steps from own stones.
            let reach = board.stones[side].near();
            let reach2 = reach.near();
            let (new1, new2, new3) = (vacant.minus(reach), vacant.minus(reach2), vacant.minus(reach2.near()));
            let (enemy, enemy_reach) = (board.stones[1 - side], board.stones[1 - side].near()); // the opponent's
            let near_enemy = enemy_reach.near().minus(enemy_reach);
            // Where own groups meet, and where the opponent's do.
            let (join, near_join) = meetings(board.groups[side].reaches());
            let (cut, near_cut) = meetings(board.groups[1 - side].reaches());
            let enemy_liberties = enemy_reach.and(vacant);
            let (walled, denied) = (vacant.minus(enemy.flood(vacant)), vacant.and(near_enemy));
            self.list.clear();
            for point in reach.and(vacant).iter() {
                // `flag`: a feature that holds or not. `number`: how many points of a set are near.
                let flag = |set: &Points, i: usize| weights[i] * f32::from(u8::from(set.has(point)));
                let [within1, within2, within3] = &self.nearby[usize::from(point)];
                let number = |near: &Points, set: Points| near.and(set).count_near() as f32;
                let score = weights[0] * number(within1, new1)
                    + weights[1] * number(within2, new2)
                    + weights[2] * number(within3, new3)
                    + flag(&enemy_reach, 3)
                    + flag(&near_enemy, 4)
                    + flag(&join, 5)
                    + flag(&cut, 6)
                    + weights[7] * number(within2, enemy_liberties)
                    + weights[8] * number(within1, vacant)
                    + flag(&near_join, 9)
                    + flag(&near_cut, 10)
                    + weights[11] * number(within2, enemy)
                    + flag(&Points::EDGE, 12)
                    + flag(&walled, 13)
                    + weights[14] * number(within1, denied)
                    + self.bonus[side][usize::from(point)];
                self.list.push((point, score));
            }
        }

        /// The expansion that takes the best liberty, then the best one still allowed, and so on. No group grows twice:
        /// all its liberties leave the list when it grows. And the expansion is complete: in the end every liberty
        /// touches a group that has grown.
        pub fn pack(&mut self, board: &Board) -> Move {
            let mut mv = Move::default();
            // Of equal scores the lowest point wins: reversed, it comes last, and `max_by` takes the last.
            while let Some(&(point, _)) = self.list.iter().rev().max_by(|a, b| a.1.total_cmp(&b.1)) {
                mv = mv.then(point);
                let grown = board.groups[board.turn].reaches().iter().filter(|reach| reach.has(point));
                let dropped = grown.fold(Points::EMPTY, |dropped, reach| dropped.or(*reach));
                self.list.retain(|(point, _)| !dropped.has(*point));
            }
            mv
        }

        /// Open space around a point: room for a new group of the side on turn, up to 2 * 25 + 13 = 63. A vacant point
        /// within three steps counts 2 if it is more than three steps from own stones. One within two steps counts 1
        /// (more) if it is more than two steps from them.
        pub fn open_space(&self, board: &Board) -> impl Fn(u8) -> i32 + '_ {
            let (vacant, reach2) = (board.vacant(), board.stones[board.turn].near().near());
            let (far2, far3) = (vacant.minus(reach2), vacant.minus(reach2.near()));
            move |point| {
                let [_, within2, within3] = self.nearby[usize::from(point)];
                2 * within3.and(far3).count_near() + within2.and(far2).count_near()
            }
        }

        /// The best of a few random points of a set, with its open space. `None` when the set is empty.
        fn best_try(&self, board: &Board, explorable: Points, rng: &mut Rng) -> Option<(u8, i32)> {
            let (count, open_space) = (explorable.count() as usize, self.open_space(board));
            let points = (0..TRIES).filter(|_| count > 0).map(|_| explorable.nth(rng.below(count) as u32));
            points.map(|point| (point, open_space(point))).max_by_key(|(_, space)| *space)
        }

        /// The policy's move on a board that is not full.
        pub fn choose(&mut self, board: &Board, rng: &mut Rng) -> Move {
            let (side, explorable) = (board.turn, board.explorations());
            // Until it expands it wants 4.25 to 5.75 groups, new each turn, so that playouts differ. With four it
            // explores, with five in half of the turns, with six only where that pays.
            let wanted = GROUPS - 0.75 + 1.5 * fraction(rng);
            // It explores if it has fewer, or if nothing can grow. It also does if a new group pays for a turn in which
            // none grows: if its `open_space` is above `SPACE`. `best_try` takes the best of three random points.
            let early = !board.expanded[side] && (board.groups[side].count as f32) < wanted;
            let enough = at_stage(&SPACE, board.vacant().count());
            let explores = |space: i32| early || board.liberties(side).is_empty() || space as f32 > enough;
            if let Some((point, _)) = self.best_try(board, explorable, rng).filter(|(_, space)| explores(*space)) {
                return Move::default().then(point);
            }
            self.fill(board);
            // The noise comes from a random number for the turn, and from the point. So in playouts with one seed
            // (`halve`) a point has the same luck. (Except where on just one of the boards nothing can be explored: the
            // tries above take random numbers, too.)
            let draw = rng.next();
            let noise = |point: u8| NOISE * fraction(&mut Rng(draw ^ u64::from(point)));
            self.list.iter_mut().for_each(|(point, score)| *score += noise(*point));
            let mv = self.pack(board);
            // When Black expands and may still explore, it does (special move): a stone and a group for no turn.
            let stone =
                if board.special() { self.best_try(board, explorable.minus(mv.stones.near()), rng) } else { None };
            stone.map_or(mv, |(point, _)| mv.then(point))
        }
    }
}

// ---------------------------------------------------------------------------------------------------------------------
// Search: owns the lists and the node count. Takes a position and a budget, returns a report.
// ---------------------------------------------------------------------------------------------------------------------
pub(crate) mod search {
    use super::contest::{Budget, Rng};
    use super::eval::{fraction, Policy, WEIGHTS};
    use super::net::{evaluate, inputs};
    use super::rules::{Board, Move, Points};

    /// Share of the budget for sampling; the rest is for halving (idea no-comparison).
    const SAMPLING: f64 = 0.65;
    /// Noise of the samples, uniform from 0 to this, in the unit of the policy's scores. With much less, samples are
    /// too much alike; with far more, most would be bad moves.
    const SAMPLE_NOISE: f32 = 4.0;
    /// A stone's score in new samples and playouts rises by this times its lead, how much better than average it did
    /// (`Amaf`, idea no-amaf). With less, they learn slowly; with more, early luck decides too much.
    const TRUST: f32 = 0.1;
    /// Different samples that are remembered: the first ones. Each new sample is looked up among them.
    const REMEMBERED: usize = 512;
    /// Turns of a playout. Longer ones err less (`net`) but cost time: unlimited ones lose (idea no-longest).
    const LONGEST: u64 = 14;
    /// The playouts learn from the stones of so many first turns, two of each side (idea no-replies).
    const REPLIES: u64 = 4;
    /// Playouts between two updates of `Policy::bonus`. Its 512 numbers then cost little beside some 450 turns.
    const REPLY_UPDATE: u64 = 32;

    /// The move to play, and what the search thought.
    #[derive(Clone, Copy, Debug)]
    pub struct Report {
        pub best: Move,
        pub score: f64, // expected utility for the side on turn; 0 when `depth` is 0
        pub depth: i32, // rounds of halving; 0 where none was needed, or there was no time for any
        pub nodes: u64, // positions made: of each playout the move before it and its turns; 0 without thought
    }

    /// Results of playouts: their sum and their number. The number is an f64 because it mostly divides.
    #[derive(Clone, Copy, Default)]
    struct Record {
        sum: f64,
        count: f64,
    }

    impl Record {
        fn add(&mut self, result: f64) {
            self.sum += result;
            self.count += 1.0;
        }

        /// The mean; 0 before the first result.
        fn mean(&self) -> f64 {
            self.sum / self.count.max(1.0)
        }
    }

    /// A record of each stone of one side, and one of all results. `amaf` has the stones of our move, for the next
    /// samples. `replies` have the stones of the four turns after it, for the next playouts. One result does not show
    /// which stone earned it; many do, as each stone comes with others. A stone's *lead* is how far its mean is above
    /// the average, times n / (n + 5) for n results: as if it had five average ones more. (With 0, luck leads.)
    ///
    /// ```text
    /// results of three samples   E4-D2 +12   E4-B3 +6   B4-B3 -6     their average is 4
    /// E4   in two, mean 9, that is 5 more                            lead  5 * 2 / (2 + 5) =  1.4
    /// D2   in one, mean 12, 8 more                                   lead  8 * 1 / (1 + 5) =  1.3
    /// B3   in two, mean 0, 4 less                                    lead -4 * 2 / (2 + 5) = -1.1
    /// ```
    pub struct Amaf {
        stones: [Record; 256],
        all: Record,
    }

    impl Amaf {
        pub fn new() -> Amaf {
            Amaf { stones: [Record::default(); 256], all: Record::default() }
        }

        /// All these stones get the result.
        pub fn add(&mut self, stones: Points, result: f64) {
            self.all.add(result);
            stones.iter().for_each(|stone| self.stones[usize::from(stone)].add(result));
        }

        /// See `Amaf`. 0 for a stone without a result.
        pub fn lead(&self, point: u8) -> f32 {
            let record = &self.stones[usize::from(point)];
            ((record.mean() - self.all.mean()) * record.count / (record.count + 5.0)) as f32
        }
    }

    pub struct Search {
        rng: Rng,
        policy: Policy,
        base: Vec<(u8, f32)>, // the policy's scores of this position, without noise and bonus
        amaf: Amaf,           // of the samples
        replies: [Amaf; 2],   // of White's stones and of Black's in the first turns of all playouts
        budget: Budget,       // the search stops when `used` is 1
        samples: Vec<(Move, Record)>, // the first different ones, with results for the side that moves
        candidates: Vec<(Move, Record)>, // the short list, in the same way
        nodes: u64,
    }

    impl Search {
        /// With the learned weights. All random choices come from the seed.
        pub fn new(seed: u64) -> Search {
            Search {
                rng: Rng(seed),
                policy: Policy::new(&WEIGHTS),
                base: Vec::with_capacity(256),
                amaf: Amaf::new(),
                replies: [Amaf::new(), Amaf::new()],
                samples: Vec::with_capacity(REMEMBERED),
                candidates: Vec::with_capacity(16), // 4 samples, 4 built and 6 explorations, or 16 explorations
                budget: Budget::fixed(0, 0),
                nodes: 0,
            }
        }

        /// The move to play, legal in every position that a game can reach; `None` when the board is full.
        pub fn think(&mut self, board: &Board, budget: Budget) -> Option<Report> {
            debug_assert!(budget.goal.is_finite() || budget.nodes < u64::MAX, "it would never end");
            self.budget = budget;
            self.nodes = 0;
            self.candidates.clear();
            self.samples.clear();
            self.amaf = Amaf::new();
            self.replies = [Amaf::new(), Amaf::new()];
            self.policy.bonus = [[0.0; 256]; 2];
            let (liberties, mut explorable) = (board.liberties(board.turn), board.explorations());
            if !liberties.is_empty() {
                self.policy.fill(board);
                self.base.clone_from(&self.policy.list);
                // Samples: expansions with noise from 0 to 4, a playout each. Later ones prefer stones that did well.
                while self.used() < SAMPLING {
                    let mv = self.build(board, TRUST, SAMPLE_NOISE);
                    // The first ones are short, 8 turns: while they are few, luck does most harm; later the error of
                    // short ones (`net`). With `LONGEST` for all, 125 of 200 games with 2,000 nodes a move were lost.
                    let turns = (8 + self.amaf.all.count as u64 / 24).min(LONGEST);
                    let seed = self.rng.next();
                    let result = self.simulate(board, mv, seed, turns);
                    // The exploring stone of a special move has no record.
                    self.amaf.add(mv.stones.and(liberties), result);
                    if let Some(known) = self.samples.iter_mut().find(|known| known.0.stones == mv.stones) {
                        known.1.add(result);
                    } else if self.samples.len() < REMEMBERED {
                        self.samples.push((mv, Record { sum: result, count: 1.0 }));
                    }
                }
                // The best four samples. A high mean of few playouts may be luck. So they are sorted by a lower bound
                // of it. Two average results are added, and 40 / sqrt(n + 1) is taken off, about the luck in n
                // playouts. With average 0, one of +60 makes 20 - 28 = -8, ten of +15 make 12.5 - 12.1 = 0.4.
                let mean = self.amaf.all.mean();
                let bound = |&(_, Record { sum, count }): &(Move, Record)| {
                    (sum + 2.0 * mean) / (count + 2.0) - 40.0 / (count + 1.0).sqrt()
                };
                self.samples.sort_unstable_by(|a, b| bound(b).total_cmp(&bound(a)));
                self.candidates.extend(self.samples.iter().take(4).map(|known| (known.0, Record::default())));
                // Four built without noise. Trust in leads: none (the policy alone), half of `TRUST`, twice, ten times.
                for &trust in &[0.0, TRUST / 2.0, 2.0 * TRUST, 10.0 * TRUST] {
                    let mv = self.build(board, trust, 0.0);
                    if self.candidates.iter().all(|candidate| candidate.0.stones != mv.stones) {
                        self.candidates.push((mv, Record::default()));
                    }
                }
            }
            // The explorations with the most open space: 6, but 16 when nothing can grow.
            let most = if liberties.is_empty() { 16 } else { 6 };
            for _ in 0..most {
                if let Some(point) = self.most_space(board, explorable) {
                    explorable = explorable.minus(Points::one(point));
                    self.candidates.push((Move::default().then(point), Record::default()));
                }
            }
            self.halve(board)
        }

        /// How much of the budget is used: 1 is all.
        fn used(&self) -> f64 {
            (self.nodes as f64 / self.budget.nodes as f64).max(self.budget.used())
        }

        /// One playout behind a move, of at most so many turns. Returns the utility for the side that makes it. Two
        /// with one seed have the same luck in each turn: their results differ less by luck, more by the moves.
        fn simulate(&mut self, board: &Board, mv: Move, seed: u64, most: u64) -> f64 {
            let sign = |side: usize| if side == 0 { 1.0 } else { -1.0 };
            let (mut after, mut luck, mut turns) = (*board, Rng(seed), 0);
            after.play(mv);
            let (stones, mut first) = (after.stones, after.stones);
            while turns < most && !after.vacant().is_empty() {
                after.play(self.policy.choose(&after, &mut Rng(luck.next())));
                turns += 1;
                first = if turns <= REPLIES { after.stones } else { first };
            }
            self.nodes += 1 + turns;
            let predicted = || f64::from(evaluate(&inputs(&after))) * sign(after.turn);
            let white = if after.vacant().is_empty() { after.utility() } else { predicted() };
            // The stones of the first turns get the result. Now and then `bonus` learns from them.
            for (side, records) in self.replies.iter_mut().enumerate() {
                records.add(first[side].minus(stones[side]), white * sign(side));
                if records.all.count as u64 % REPLY_UPDATE == 0 {
                    for point in 0..=255 {
                        self.policy.bonus[side][usize::from(point)] = TRUST * records.lead(point);
                    }
                }
            }
            white * sign(board.turn)
        }

        /// The point with the most open space; a random one of those where several have it. `None` in an empty set.
        fn most_space(&mut self, board: &Board, set: Points) -> Option<u8> {
            let (space, rng) = (self.policy.open_space(board), &mut self.rng);
            set.iter().max_by_key(|p| (space(*p), rng.next()))
        }

        /// Builds an expansion from the policy's scores (`base`), plus `trust` times a stone's lead, plus 0 to `noise`.
        /// Where Black still may, it becomes a special move.
        fn build(&mut self, board: &Board, trust: f32, noise: f32) -> Move {
            self.policy.list.clear();
            for &(point, score) in &self.base {
                let luck = fraction(&mut self.rng);
                self.policy.list.push((point, score + noise * luck + trust * self.amaf.lead(point)));
            }
            let mv = self.policy.pack(board);
            let explorable = board.explorations().minus(mv.stones.near());
            let stone = if board.special() { self.most_space(board, explorable) } else { None };
            stone.map_or(mv, |point| mv.then(point))
        }

        /// Sequential halving of the short list. 13 candidates take four rounds: of 13, 7, 4 and 2. Each round gets the
        /// same share of what sampling left. So half of the playouts go to the last four and two, the hardest to tell
        /// apart. Results of earlier rounds are kept. Those of sampling are not: the best samples had luck.
        fn halve(&mut self, board: &Board) -> Option<Report> {
            let begun = self.used().min(1.0);
            let rounds = (self.candidates.len() as f64).log2().ceil();
            let mut round = 0;
            while self.candidates.len() > 1 {
                round += 1;
                let until = begun + (1.0 - begun) * f64::from(round) / rounds;
                // A pass: a playout for each, with the same luck. A move's first playouts are shorter, as in sampling.
                // A round ends after a whole pass, unless the budget is used up.
                let mut seed = 0;
                for i in (0..self.candidates.len()).cycle() {
                    seed = if i == 0 { self.rng.next() } else { seed };
                    let (mv, Record { count, .. }) = self.candidates[i];
                    let result = self.simulate(board, mv, seed, (10 + count as u64 / 3).min(LONGEST));
                    self.candidates[i].1.add(result);
                    let end = if i + 1 < self.candidates.len() { 1.0 } else { until };
                    if self.used() >= end {
                        break;
                    }
                }
                // If the budget ended in the very first pass: the policy's move, as in playouts.
                if self.candidates.iter().any(|candidate| candidate.1.count == 0.0) {
                    let best = self.policy.choose(board, &mut self.rng);
                    return Some(Report { best, score: 0.0, depth: 0, nodes: self.nodes });
                }
                self.candidates.sort_unstable_by(|a, b| b.1.mean().total_cmp(&a.1.mean()));
                self.candidates.truncate(if self.used() >= 1.0 { 1 } else { (self.candidates.len() + 1) / 2 });
            }
            let (best, record) = self.candidates.first()?;
            Some(Report { best: *best, score: record.mean(), depth: round, nodes: self.nodes })
        }
    }
}

// ---------------------------------------------------------------------------------------------------------------------
// Net: a small neural network predicts what a position comes to when the policy plays it to the end.
// ---------------------------------------------------------------------------------------------------------------------
pub(crate) mod net {
    // Without it we lose (idea no-net). Why: a playout to the end takes dozens of turns, and its result is
    // mostly luck. So a playout stops after some turns, and the net predicts the rest. *Spread* is the standard
    // deviation of one playout's result: luck. *Error*: two moves' means differ by x in short playouts,
    // by y in whole ones; it is how far x is off y. Both are in utility, for good moves in 12 positions after the
    // 14th turn, of an older program, which had half of today's noise (`cut` of `ad316a0:tests/tune/symple.rs`).
    //
    //     playout's turns 2    4    8   12   16   24  to the end
    //     spread         10   14   21   28   35   45   49
    //     error           9    9    8    7    5    3    0
    //
    // The mean of 100 playouts has a tenth of the spread, but all of the error: with 4 turns each 1.4 and 9, with 16
    // turns 3.5 and 5. So where there are many playouts, longer ones are better. But these take more time.
    //
    // How: 46 numbers are counted on the board, the *inputs*: 20 of each side and 6 of both. From them 24 more are
    // made, the *hidden units*. A unit multiplies each input by a weight, adds all up, and adds a constant (its *bias*:
    // the weight of one more input, always 8, times 8). Below 0 it counts as 0. The result is such a sum too, of the
    // units and the inputs, but may be below 0. In code: `evaluate`. The counting takes longest; all together takes
    // about as long as one turn of a playout.
    //
    // The net has learned from 200,000 games of the policy against itself, with half of its noise, some turns with
    // more. From a position it predicts the utility at the end. Its weights, random at first, were moved in steps so
    // that the square of what it was off shrank (gradient descent). On new games this is a fifth of what always saying
    // 0 would give.
    //
    // A *safe* point touches no stone of the opponent, so its next expansion cannot take it. A *part* is a set of
    // groups that can still become one, by own stones on vacant points. Two groups of Black, A1 and D1:
    //
    //     3 . . . .       One part: stones on B1 and C1 join them. But C1 touches White's C2, so C1 is not safe.
    //     2 . . w .       With joins of one or two stones on safe points they are two parts.
    //     1 b . . b
    //       A B C D
    //
    // What does it say? The rows say how its prediction for a side changes with one more of a thing, all other inputs
    // held still. The columns: 180, 95 and 35 vacant points (`say` of `ad316a0:tests/tune/symple.rs`).
    //
    //     a group                                     +26   +3   -5
    //     a group without a liberty                   -13   -8    0
    //     a part                                      -10   -9   -9
    //     a part, if joins take one or two safe points  0   -5  -10
    //     a safe point within two steps of own stones +2.4 +3.1 +3.2
    //
    // A group is a stone a turn at first and a cost at the end. Parts that cannot join are bad at all times. One more
    // group without a liberty, a part by itself, is one more in each of the first four rows (and in two not shown). By
    // these it changes the prediction by 26 - 13 - 10 + 0 = +3 early, by -24 late.
    use super::contest::decode;
    use super::eval::meetings;
    use super::rules::{Board, Points};

    const SIDE: usize = 20; // inputs of each side; the side on turn comes first
    const INPUTS: usize = 1 + 2 * SIDE + 6; // the constant, those of each side, those of both together
    const HIDDEN: usize = 24; // more would take longer
    const ROW: usize = HIDDEN + 1; // weights of an input: to each hidden unit, and to the result itself

    /// The number of parts. Two groups are in one part if a walk through the set `through` leads from one to the other.
    /// With own stones and vacant points as the set, any number of new stones may join them. With own stones and
    /// liberties a walk to the next group crosses one liberty of both, or two that touch, one of each: a join of one
    /// stone or two.
    fn parts(groups: &[Points], through: Points) -> f32 {
        let (mut parts, mut seen) = (0.0, Points::EMPTY);
        for reach in groups {
            // `seen` lies in `through`: a group that meets it is in a part that was counted.
            if reach.and(seen).is_empty() {
                seen = seen.or(reach.and(through).flood(through));
                parts += 1.0;
            }
        }
        parts
    }

    /// Weights are easy to learn if all inputs are of similar size: large numbers of points count in sixteenths.
    fn sixteenths(set: Points) -> f32 {
        set.count() as f32 / 16.0
    }

    fn side_inputs(board: &Board, side: usize, out: &mut [f32]) {
        let (vacant, stones, enemy) = (board.vacant(), board.stones[side], board.stones[1 - side]);
        let safe = vacant.minus(enemy.near());
        let (reach, groups) = (stones.near(), board.groups[side].reaches());
        let (reach2, (join, near_join)) = (reach.near(), meetings(groups));
        // The number of groups that have from `least` to `most` liberties in a set.
        let groups_with = |set: Points, least: i32, most: i32| {
            groups.iter().filter(|reach| (least..=most).contains(&reach.and(set).count())).count() as f32
        };
        out.copy_from_slice(&[
            groups.len() as f32,                           // groups
            groups_with(vacant, 0, 0),                     // ... without a liberty
            groups_with(vacant, 1, 2),                     // ... with one or two
            groups_with(safe, 0, 0),                       // ... without a safe liberty
            groups_with(safe, 1, 2),                       // ... with one or two
            parts(groups, stones.or(vacant)),              // parts: groups that can still join count as one
            parts(groups, stones.or(reach.and(vacant))),   // ... if a join may take one or two stones only
            parts(groups, stones.or(reach.and(safe))),     // ... on safe points
            f32::from(u8::from(board.expanded[side])),     // has it expanded?
            join.and(vacant).count() as f32,               // points that join groups
            join.and(safe).count() as f32,                 // ... safe ones
            sixteenths(stones),                            // stones
            sixteenths(reach.and(vacant)),                 // liberties
            sixteenths(reach.and(safe)),                   // ... safe ones
            sixteenths(near_join.and(vacant)),             // vacant points within two steps of two groups
            sixteenths(near_join.and(safe)),               // ... safe ones
            sixteenths(reach2.and(vacant)),                // vacant points within two steps
            sixteenths(reach2.and(safe)),                  // ... safe ones
            sixteenths(vacant.minus(reach2.near())),       // vacant points more than three steps away
            sixteenths(vacant.minus(enemy.flood(vacant))), // points that the opponent can get to only by exploring
        ]);
    }

    /// All inputs: a constant, then those of the side on turn, of the other side, of both.
    pub fn inputs(board: &Board) -> [f32; INPUTS] {
        // The constant is 8, not 1: so the weights to which it leads are of the size of others.
        let (turn, mut inputs) = (board.turn, [8.0; INPUTS]);
        side_inputs(board, turn, &mut inputs[1..][..SIDE]);
        side_inputs(board, 1 - turn, &mut inputs[1 + SIDE..][..SIDE]);
        let (white, black, vacant) = (board.liberties(0), board.liberties(1), board.vacant());
        let flag = |holds: bool| f32::from(u8::from(holds));
        inputs[1 + 2 * SIDE..].copy_from_slice(&[
            turn as f32,                                    // the side on turn
            flag(board.special()),                          // may this turn be a special move?
            flag(!board.expanded[0] && !board.expanded[1]), // has nobody expanded?
            sixteenths(vacant),                             // vacant points
            sixteenths(white.and(black)),                   // liberties of both sides
            sixteenths(vacant.minus(white.or(black))),      // vacant points that are no liberties
        ]);
        inputs
    }

    /// Expected utility of a position for the side on turn, from its inputs. `sums` are the hidden units and, the last,
    /// what inputs add to the result itself. Weights are whole numbers, -819 to 818 (see `decode`): to a unit in
    /// 256ths, to the result in 16ths. So a unit times its weight is in 4,096ths; the last sum times 256 is, too.
    pub fn evaluate(inputs: &[f32; INPUTS]) -> f32 {
        let (mut sums, rows) = ([0.0; ROW], LEARNED.chunks_exact(ROW));
        let from_units = rows.remainder();
        for (input, row) in inputs.iter().zip(rows).filter(|(input, _)| **input != 0.0) {
            for (sum, weight) in sums.iter_mut().zip(row) {
                *sum += input * f32::from(*weight);
            }
        }
        let units = sums.iter().zip(from_units).map(|(unit, weight)| unit.max(0.0) * f32::from(*weight));
        units.fold(256.0 * sums[HIDDEN], |result, part| result + part) / 4_096.0
    }

    /// A row for each input, then the weights from the units to the result. As numbers: fifty lines. Learned by `git
    /// show dd49461:tests/tune/symple.rs`, `play` (the games) and `learn`, which writes the weights in another order.
    static LEARNED: [i16; INPUTS * ROW + HIDDEN] = decode(
        "
        u,#B:.u:SQvaUuMu0Ru9vNHuX`@5(PuWuYCSv[vJv}%uJvWitvuUviuTG%tSuIAvzvucu$ttvM3w:6u?uIGcvQ6<v[uWu50uB7vphYvl#Aw$]'
        CuMHuW-BXl%BvP;uE?'CcVVvpuR9vQ@6I.LuG(uUevHvJ%vu$'vLuFv[v_vTDvY1&`vTU-uLM'20HIvc5UuQDkuIfvLf<w-b<VvZG,@vTvivWu
        @/euKv^Nva'vpi+:uS4t~u@vKLvOuLv^OGQ_SK:J4QgC:v_COK)uWVGGNJ@K>OJNuY>G_#fvHJP-6uWKu(b_GB0lT{#bbxDs[wPu&vYriw4vUw
        crUIwnsGBvZ[vKO&z,xrZI9&LJ1HJQ:H6;J2KQK=9GE@KNQJc+GI;EJLj[MJBL@3PDV>M@Vt_u4u'uMvdu;uGtc%Mw@tcv[wI^w[w*g2th/uIw
        &tuu3uItsuT-vQuM7$wYvPvau2Av]7w<edDu4vLgvLWthtdtTuLu@x9u)t}u2w_uSxgu03wLvdwgw*vNIu;uATw+tRrFwLveuYuR(uLtD0vNf:
        w9k[uHvlu:w'tMvnvkxFu*O%t#tgvkvOvqXw*u>sCw81'uDbtptow,Yvkv]t9u>x$uAuX1.9=eu/)<uX>YZdP5@f>MC<@K8>t{btkvm&t|t_tE
        F0%=viwNuHvVlEvyttu?uXv~tHvu%]-NT=Mu@FuNuOvMu7haaA/tuLvLd/=uP(tvuBtOw]w)ts2huDw'u@u(vUttx3w?uNtFu>uN'vJuWsz&u0
        u<t^vRvQu<uG^vpuJvOWkwHvMluYu0Sw#va<`tuCv[vRluNuS:Ju-vNGuUVDTuYBCvWDu3uH==v^:vOf^:uQJB)vckuAuUD=>MCk@uU-J>vVPZ
        vYv];:uQvKdliuLfuKu725<vf`u<WCZaRJYF:F5vHLvmM/vf+$29AWO'I8PZ8vTGV@/U8:tcvvUuOv_u>vM;i3uUMFvMuV#Y+8M]7vPB9Q2EG2
        P?vQIvSCFuYAFH2uVuE=vHXj5vMuL?APfAl;auF%i_f'FzIx?tM{P|gv~t5tdt0riu'y,tE|-tiIyXsYuEfxiwqy9x7w*TaGuV1?BD8ZNM[MTE
        <;-LQSGI?OJY7HJ;RVX>Z/=&C2L*HE=GIWw3v`wO9tow'w(wEvhZu+wDGtbuNtnu$7lwNVvotSv{v]vuvtvl,u6vWi@O(tsw$Gu?fuN_`.v_I(
        u*vaw8w[w,x2-t_xAw9wyDvVtTw~tnu5uGuEuB0Uvc.w0tywgxpuL[vL67u-w<vUtLgvmEvQvpu#u<wCv_wHu+%td2/_vstzt`vSwvy0rhvVx$
        yGWu(-u$Whw(t(fwGw:8v_vSu2N_$VGvc5LP4*/-'2?C<CNaOW^lvZFvNuSVvMvRw8t|uCA.(tsvttpu13Mw8veu5tZvku;e1AF,uG1S@0eu,]
        uCuKuQ+@SuVu,u0LNvXw@v}w6uIsHvxaw2t1tzEwftduOs_t{sQu9tmvtt*vt:vgvz?ILBDQ6CESDARPHEG=9ETvKAS5pUs*awyu,u8w]xaQtT
        zAtnvNsrsGz=sOsTwRrDsIpom`x8#tPrUu&u#tHs.ySBvtvVvgu3vdvXx*vVs{r}x^sDx)prs4s.w6HC>FCL?>85D6DBW38DM?O;NANuYcJWvl
        $w3vIuGw0:uYu%auJc-v|wNu1Ut&-u:X*T,U9B<.7P?$98H95'D&W(8SRsnxssVx.s+xVu(qxwDv`sRxIv~z,sKyTw_u/w+r_t3v~z:r~
    ",
    );
}

// ---------------------------------------------------------------------------------------------------------------------
// Protocol: lines in, lines out.
// ---------------------------------------------------------------------------------------------------------------------
pub(crate) mod protocol {
    use super::contest::{refuse, Budget, Clock, Lines, Options};
    use super::rules::{Board, Move, Points};
    use super::search::{Report, Search};
    use std::io::{self, BufRead, Write};

    /// Reads a move. Whether the rules allow it is for the jury to say.
    fn read_move(board: &Board, line: &str) -> io::Result<Move> {
        let mv = Move::parse(line).filter(|mv| board.can_apply(*mv));
        mv.ok_or_else(|| refuse(line, "vacant points, such as H8 or C3-D12-H8"))
    }

    /// The plan for the time. Once groups grow, our turn and the opponent's together fill some 10 or 11 points. With 24
    /// vacant points little is left to decide: (vacant - 24) / 11 turns are to come. 1.5 more keep every turn within
    /// two thirds of the time left. Of 30 s `Clock` keeps back 5 %, 0.15 s, and 4 ms an answer: the first turn has 28 s
    /// / 19.8 = 1.4 s, later ones 1.0 to 1.4 s, the last ones less.
    fn budget(clock: &Clock, board: &Board) -> Budget {
        let turns = (f64::from(board.vacant().count()) - 24.0).max(0.0) / 11.0 + 1.5;
        clock.budget(1.0 / turns, 1.0) // a share of the time left; `think` needs no limit
    }

    /// Plays one game, to `Quit` or the end of the input. A line that cannot be read or applied is an error.
    pub fn run<R: BufRead, W: Write>(input: R, mut output: W, mut options: Options) -> io::Result<()> {
        let mut clock = Clock::new(options.seconds);
        let mut lines = Lines::new(input);
        let mut search = Search::new(options.seed);
        let mut board = Board::new();
        clock.stop();
        while let Some(line) = lines.next()? {
            clock.start();
            // White reads `Start` once, before anything else.
            if line != "Start" || board.vacant() != Points::ALL {
                board.play(read_move(&board, line)?);
            }
            let report = match options.past.pop() {
                Some(line) => Some(Report { best: read_move(&board, &line)?, score: 0.0, depth: 0, nodes: 0 }),
                None => search.think(&board, budget(&clock, &board)),
            };
            // With the board full there is nothing to write; `Quit` follows.
            if let Some(report) = report {
                options.report(&report.best, report.depth, report.score, report.nodes);
                board.play(report.best);
                clock.stop();
                writeln!(output, "{}", report.best)?;
                output.flush()?;
            }
        }
        Ok(())
    }
}

// ---------------------------------------------------------------------------------------------------------------------
// Contest: clock, random numbers, command line, lines. The same in every file, word for word: a new game copies it.
// ---------------------------------------------------------------------------------------------------------------------
#[allow(dead_code)] // Not every file needs all of it.
pub(crate) mod contest {
    use super::{GAME_SECONDS, NAME};
    use std::io::{self, BufRead, Read, Write};
    use std::time::{Instant, SystemTime, UNIX_EPOCH};

    /// Our time for the whole game. It runs from `new` or `start` until `stop`: the contest counts from the moment a
    /// line is there until our answer. While the other side thinks, we may be suspended.
    pub struct Clock {
        left: f64,    // seconds left at the last `stop`
        latency: f64, // seconds counted for each answer on top of what was measured
        started: Instant,
    }

    impl Clock {
        /// A clock for a game of so many seconds. It runs already: the jury may count the time to make the tables.
        pub fn new(seconds: f64) -> Clock {
            // Kept back, at most a quarter: 5 % in case the machine is slow for a moment, 0.15 s to start the program.
            // Pipes and waking up count as ours: 4 ms on a busy machine, 1 / 1,500 of a short game, 0.25 ms at least.
            let latency = (seconds / 1_500.0).clamp(0.000_25, 0.004);
            Clock { left: (seconds * 0.95 - 0.15).max(seconds * 0.75), latency, started: Instant::now() }
        }

        /// Call it after a line was read, never before: time goes on while we are suspended.
        pub fn start(&mut self) {
            self.started = Instant::now();
        }

        /// Call it once after `new`, and before an answer is written. A line that asks for no answer costs nothing.
        pub fn stop(&mut self) {
            self.left -= self.started.elapsed().as_secs_f64() + self.latency;
        }

        /// The budget of a decision that begins now. The goal is the time left times `share`, which is
        /// below 1. The limit is `stretch` times the goal, but at most half of the time left and at least the goal.
        pub fn budget(&self, share: f64, stretch: f64) -> Budget {
            let left = (self.left - self.started.elapsed().as_secs_f64()).max(0.0);
            let goal = left * share;
            Budget { goal, limit: (goal * stretch).min(left / 2.0).max(goal), ..Budget::fixed(i32::MAX, u64::MAX) }
        }
    }

    /// What one decision may cost.
    #[derive(Clone, Copy)]
    pub struct Budget {
        begin: Instant,
        pub goal: f64,  // seconds that are planned
        limit: f64,     // seconds after which the search stops at once
        pub depth: i32, // how deep to search at most, in the unit of the search
        pub nodes: u64, // most nodes; each search says what it counts
    }

    impl Budget {
        /// A budget without a clock, for tests and tools: up to a depth, or up to a number of nodes.
        pub fn fixed(depth: i32, nodes: u64) -> Budget {
            Budget { begin: Instant::now(), goal: f64::INFINITY, limit: f64::INFINITY, depth, nodes }
        }

        /// How much of the planned time is gone: 1 is all of it. Without a clock always 0.
        pub fn used(&self) -> f64 {
            self.begin.elapsed().as_secs_f64() / self.goal.max(1e-9)
        }

        /// True when the search has to stop at once. The clock is read when `nodes` is a multiple of `every`. Let that
        /// be at most 1 ms of work: long beside the 30 ns that reading costs, short beside the time of a move.
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
    pub const GOLDEN: u64 = 0x9e37_79b9_7f4a_7c15; // 2^64 / the golden ratio: its multiples lie far apart

    /// Random numbers from a seed: splitmix64. It repeats after 2^64 numbers.
    #[derive(Clone)]
    pub struct Rng(pub u64);

    impl Rng {
        pub fn next(&mut self) -> u64 {
            self.0 = self.0.wrapping_add(GOLDEN);
            mix64(self.0)
        }

        /// A number from 0 to n - 1; n is at least 1.
        pub fn below(&mut self, n: usize) -> usize {
            ((u128::from(self.next()) * n as u128) >> 64) as usize
        }

        /// Shuffles the items: every order is equally likely.
        pub fn shuffle<T>(&mut self, items: &mut [T]) {
            (1..items.len()).rev().for_each(|i| items.swap(i, self.below(i + 1)));
        }
    }

    /// Reads N learned weights from text. Text with more or fewer does not compile. The digits are the 91 characters
    /// from `#` to `~` without the backslash. Up to `l` one digit is one weight: `#` is -36, `G` is 0, `l` is 36. From
    /// `m` on two digits are one weight: `m#` is -819, `uG` is -55, `~~` is 818. Blanks and line ends are skipped.
    pub const fn decode<const N: usize>(text: &str) -> [i16; N] {
        let (mut text, mut weights, mut count, mut base) = (text.as_bytes(), [0; N], 0, -36);
        while let [byte, rest @ ..] = text {
            let digit = *byte as i16 - if *byte > b'\\' { 36 } else { 35 };
            if digit > 72 && base == -36 {
                base = (digit - 73) * 91 - 819;
            } else if digit >= 0 {
                weights[count] = base + digit;
                (count, base) = (count + 1, -36);
            }
            text = rest;
        }
        assert!(count == N && base == -36, "the text does not hold as many weights as there are");
        weights
    }

    /// What the command line asks for. Two games with one seed may differ, since the clock decides too.
    pub struct Options {
        pub seconds: f64,      // for the whole game
        pub seed: u64,         // of all random numbers
        pub past: Vec<String>, // our lines of this game so far, the last one first: we write them again
        pub log: bool,         // each move leaves a line on stderr
    }

    impl Options {
        /// Reads `[SECONDS [SEED ['LINE;LINE..']]]`. The default is the contest's time and a seed from the clock.
        pub fn parse(words: &[String]) -> io::Result<Options> {
            let seconds = words.first().map_or(Ok(GAME_SECONDS), |word| match word.parse() {
                Ok(s) if s > 0.0 && s <= 1e6 => Ok(s),
                _ => Err(refuse(word, "seconds for the whole game as the first argument")),
            })?;
            let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(1, |d| d.as_nanos() as u64);
            let seed = words.get(1).map_or(Ok(now), |w| w.parse().map_err(|_| refuse(w, "a seed such as 7")))?;
            let lines = words.get(2).map_or("", |lines| lines).rsplit(';').filter(|line| !line.trim().is_empty());
            Ok(Options { seconds, seed, past: lines.map(String::from).collect(), log: true })
        }

        /// Writes a line about our move: `E9-K7 depth 9 score +0.31 nodes 812000`. A score above 0 is good for us; the
        /// unit is the game's own. The contest keeps about 10,000 characters. If nobody reads it, the game goes on.
        pub fn report(&self, best: &dyn std::fmt::Display, depth: i32, score: f64, nodes: u64) {
            if self.log {
                let _ = writeln!(io::stderr(), "{} depth {} score {:+.2} nodes {}", best, depth, score, nodes);
            }
        }
    }

    /// The error for a line that cannot be read or applied. `play` prints it and returns 2.
    pub fn refuse(line: &str, expected: &str) -> io::Error {
        let shown: String = line.chars().take(60).collect();
        io::Error::new(io::ErrorKind::InvalidData, format!("cannot use {:?}: expected {}", shown, expected))
    }

    /// The jury's lines. The buffer has room for 4,096 bytes: a longer line is read in parts.
    pub struct Lines<R>(R, String);

    impl<R: BufRead> Lines<R> {
        pub fn new(input: R) -> Lines<R> {
            Lines(input, String::with_capacity(4_096))
        }

        /// The next line that is not blank, without blanks around it; `None` at `Quit` and at the end of the input.
        pub fn next(&mut self) -> io::Result<Option<&str>> {
            loop {
                self.1.clear();
                let bytes = self.0.by_ref().take(4_096).read_line(&mut self.1)?;
                if bytes == 0 || !self.1.trim().is_empty() {
                    return Ok(Some(self.1.trim()).filter(|line| !["", "Quit"].contains(line)));
                }
            }
        }
    }

    /// Plays one game with the program's arguments. Returns the exit code: 0 after a regular end, 2 when the game could
    /// not go on, with one line on stderr that says why. When nobody reads our moves any more, that is a regular end.
    pub fn play(run: fn(io::StdinLock<'static>, io::Stdout, Options) -> io::Result<()>) -> i32 {
        let words: Vec<String> = std::env::args_os().skip(1).map(|w| w.to_string_lossy().into_owned()).collect();
        let result = Options::parse(&words).and_then(|options| {
            // The first line on stderr: name, version, seed and seconds.
            let _ = writeln!(io::stderr(), "{} seed {} seconds {}", NAME, options.seed, options.seconds);
            run(io::stdin().lock(), io::stdout(), options)
        });
        result.err().filter(|error| error.kind() != io::ErrorKind::BrokenPipe).map_or(0, |error| {
            let _ = writeln!(io::stderr(), "{}: {}", NAME, error);
            2
        })
    }
}

/// Everything that a program of the contest needs besides the game is in the module `contest`.
fn main() {
    std::process::exit(contest::play(protocol::run));
}
