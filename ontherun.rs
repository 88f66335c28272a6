//! On The Run (CodeCup 2007): a hidden fugitive and four detectives on a map of cities.
//!
//! The rules in short. The detectives choose their cities, then the fugitive chooses; all see it. A turn is a ride of
//! the fugitive along one connection, then a joint move: each detective moves along one. The detectives hear only the
//! mode of the ride: car, train or plane. Nobody may stay, and no two detectives may end a turn in one city. It is an
//! arrest when a detective enters the fugitive's city, or the fugitive a detective's. In turns 5, 10 .. 50 the fugitive
//! also names the city after the ride. Each such announcement is a point, even if the arrest comes next. A fugitive
//! free after turn 50 gets all 20 points. The detectives get the rest of 20. The referee is the *jury*: see `protocol`.
//! Method: the *belief* is how likely the fugitive is in each city, to the detectives. Both sides compute it, each by
//! its `Model` of the other. A turn is a matrix game: a row is the city after a ride, a column a joint move, a cell the
//! points to come. Each thing that can be heard has its matrix. The solution is a *mixture* for each side: how often it
//! takes each choice. The fugitive draws its ride from it, our detectives play their likeliest move. Regret matching
//! (`matrix`) solves one to three turns; what comes after them `eval` estimates.
//! One decision, turn 16 of `tests/samples/ontherun/game11.txt`. In turn 15 the fugitive named its city, 137. A
//! detective is next to it, two are two connections away, one is three. Five rides by car meet nobody, three by train:
//!     turns looked ahead   matrix games   car to 1   train to 1   train to 40   others   points still to come
//!             1                  1            2 %        42 %         56 %        0 %           3.88
//!             3                 96           18 %        50 %         32 %        0 %           3.83
//! Our detectives, if they hear a car, also think of *strangers*, fugitives who ride otherwise (`Model`). Their belief:
//! 0.84 in city 1, 0.16 in 138. None can enter either now. They go to 137, next to 1, and to 106, 179, 174.
//! First read the plain form, `tests/starters/ontherun.rs`. `make match GAME=ontherun B=plain TIME=1`: 11.1 to 8.9
//! points a game. "Idea x": `make ideas` plays a copy that is changed in this way against this file. +- is 95 %.
//! | beyond the plain form            | where            | lines less | points a game lost without (`make ideas`) |
//! | a belief by what rides are worth | `Model`          |          8 | 2.5 +- 1.5                                |
//! | up to three turns ahead          | `solve`, `grow`  |         60 | one turn: 0.9 +- 0.8; two: `GROW_FROM`    |
//! | a learned estimate at the end    | `networks`       |         56 | 0.6 +- 0.4 (200 games)                    |
//! | which kind of detectives plays   | `watch`, `guess` |         14 | 0; 3.3 to 4.7 against the last two below  |
//! Strength: `jury match ontherun ontherun PARTNER --games 100 --seed 1` (`jury`: the referee, in `tests/`). Own points
//! of 20, the mean of both roles: 17.9 +- 0.9 against greedy; 16.3 +- 1.1 against ring-swing, 17.5 +- 1.0 against
//! circle-shadow, who take the ways out. Not here: thinking in the other's time. Build: `rustc -O ontherun.rs`

#![forbid(unsafe_code)]

// ---------------------------------------------------------------------------------------------------------------------
// Constants
// ---------------------------------------------------------------------------------------------------------------------

// A number in this file without a reason, an idea or a figure beside it is a guess.

/// First two words on stderr.
const NAME: &str = "ontherun 1.2";

/// Seconds that the contest gives a program for a whole game.
const GAME_SECONDS: f64 = 5.0;

// ---------------------------------------------------------------------------------------------------------------------
// Rules: the map, sets of cities, what is public. No clock, no randomness, no I/O.
// ---------------------------------------------------------------------------------------------------------------------
pub(crate) mod rules {
    // The *support* is the set of cities where the fugitive can be. Both sides know it. Turn 3 of a game: the
    // detectives are in 44, 50, 48 and 100, and the support is {12, 13}, with belief 0.6 in 12 and 0.4 in 13.
    //     12 --C-- 40    12 --C-- 45    13 --C-- 45    13 --T-- 62        the connections: C car, T train
    //
    //     turn 3   fugitive      C               the support is {40, 45}, belief 0.32 and 0.68 (by `matrix`)
    //              detectives    45 51 47 102    without an arrest it is {40}, with belief 1
    //     turn 4   fugitive      ...
    //     turn 5   fugitive      P 85            an announcement: by plane to 85, and the support is {85}

    pub const LAST_TURN: usize = 50; // a turn is a ride of the fugitive and then a joint move
    pub const LETTERS: [char; 3] = ['C', 'T', 'P']; // car, train, plane; a mode is an index into this everywhere

    /// A set of cities, one bit each: city c is bit c % 128 of word c / 128.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
    pub struct Set(pub [u128; 2]);

    impl Set {
        pub fn of(cities: &[u8]) -> Set {
            let mut set = Set::default();
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

        /// The cities of this set that are not in the other one.
        pub fn minus(&self, other: &Set) -> Set {
            Set([self.0[0] & !other.0[0], self.0[1] & !other.0[1]])
        }

        pub fn count(&self) -> usize {
            (self.0[0].count_ones() + self.0[1].count_ones()) as usize
        }

        pub fn is_empty(&self) -> bool {
            *self == Set::default()
        }

        /// The cities, the lowest first.
        pub fn cities(self) -> impl Iterator<Item = u8> {
            let mut words = self.0;
            std::iter::from_fn(move || {
                let i = usize::from(words[0] == 0);
                let city = words[i].trailing_zeros() as u8;
                // The word without its lowest bit, the city that is returned. An empty word gives 128: the end.
                words[i] &= words[i].wrapping_sub(1);
                (city < 128).then_some(city | (128 * i as u8))
            })
        }
    }

    /// The cities of the four detectives. Line i of the jury's four lines is always detective i.
    pub type Four = [u8; 4];

    /// What `connect.txt` says, and tables for the questions that a search asks most. They have 256 entries: a byte as
    /// an index needs no check, except the first one of `steps`. An example:
    ///
    /// ```text
    ///     1 --C-- 2 --C-- 3       by_mode[0][2] = {1, 3}: by car from 2
    ///      \               |       by_mode[1][1] = {3}: by train from 1
    ///       ------T--------        around[1] = {2, 3}, walk2[1] = {1, 2, 3}, steps[1][3] = 1
    /// ```
    #[derive(Clone)]
    pub struct Map {
        pub cities: usize,            // their numbers run from 1 to this, 200 at most: a city fits a byte
        pub by_mode: [[Set; 256]; 3], // by mode and city: where one connection of the mode leads
        pub around: [Set; 256],       // by city: where one connection of any mode leads,
        pub walk2: [Set; 256],        // where two lead,
        pub walk3: [Set; 256],        // and three; a way may lead back
        pub steps: Box<[[u8; 256]]>,  // by city and city: connections on a shortest way; 255 where there is no way
    }

    impl Map {
        /// Reads the text of `connect.txt` up to `END`. An error: a line that has no place there.
        pub fn parse(text: &str) -> Result<Map, &str> {
            let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
            let head = lines.next().unwrap_or("");
            let cities = head.parse().ok().filter(|n| (1..=200).contains(n)).ok_or(head)?;
            let (none, steps) = ([Set::default(); 256], vec![[255; 256]; 256].into_boxed_slice());
            let mut map = Map { cities, by_mode: [none; 3], around: none, walk2: none, walk3: none, steps };
            for line in lines.take_while(|line| *line != "END") {
                let (mode, a, b) = map.parse_connection(line).ok_or(line)?;
                for &(from, to) in [(a, b), (b, a)].iter() {
                    map.by_mode[mode][usize::from(from)].insert(to);
                    map.around[usize::from(from)].insert(to);
                }
            }
            for from in 1..=map.cities {
                map.walk2[from] = union(&map.around[from], &map.around);
                map.walk3[from] = union(&map.walk2[from], &map.around);
                // Breadth first. `edge` has the cities at distance `steps`. The next edge is what is new beside them.
                let (mut edge, mut reached) = (Set::of(&[from as u8]), Set::default());
                for steps in 0..=254 {
                    edge.cities().for_each(|city| map.steps[from][usize::from(city)] = steps);
                    reached = reached.or(&edge);
                    edge = union(&edge, &map.around).minus(&reached);
                }
            }
            Ok(map)
        }

        /// Reads `C 1-2`, a connection. It leads both ways. Two cities may have several, of different modes.
        fn parse_connection(&self, line: &str) -> Option<(usize, u8, u8)> {
            let (mode, ends) = parse_mode(line)?;
            let (a, b) = ends.split_once('-')?;
            Some((mode, self.parse_city(a)?, self.parse_city(b)?)).filter(|_| a != b)
        }

        /// Reads a city's number; `None` when there is no such city.
        pub fn parse_city(&self, text: &str) -> Option<u8> {
            text.parse::<usize>().ok().filter(|n| *n >= 1 && *n <= self.cities).map(|n| n as u8)
        }

        /// Reads `C` or `P 85`: what the detectives hear of a ride, its mode, and at an announcement the city.
        pub fn parse_news(&self, text: &str) -> Option<(usize, Option<u8>)> {
            let (mode, word) = parse_mode(text)?;
            let city = self.parse_city(word);
            Some((mode, city)).filter(|_| city.is_some() || word.is_empty())
        }
    }

    /// Where a connection leads from any of the cities, if the table is `around` or one of `by_mode`.
    pub fn union(cities: &Set, table: &[Set; 256]) -> Set {
        cities.cities().fold(Set::default(), |all, city| all.or(&table[usize::from(city)]))
    }

    /// Reads the letter of a mode and what is behind it.
    fn parse_mode(text: &str) -> Option<(usize, &str)> {
        (0..3).find_map(|mode| Some((mode, text.strip_prefix(LETTERS[mode])?.trim())))
    }

    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Move {
        Joint(Four),     // where the detectives start, or where they go in a turn
        Start(u8),       // the city where the fugitive starts
        Ride(usize, u8), // the fugitive's ride: its mode, and the city where it ends
    }

    /// The public state, with what the detectives believe; and on the fugitive's board its city.
    #[derive(Clone, Copy)]
    pub struct Board {
        pub turn: usize, // 0 until the detectives have chosen their cities, 1 to 50, then 51
        pub heard: bool, // the detectives come next: they have heard of the ride, or choose their cities
        pub detectives: Four,
        pub support: Set,       // cities where the fugitive can be
        pub belief: [f32; 256], // by city: how likely it is there, to the detectives; all add up to 1 once normalised
        pub fugitive: u8,       // its city, on its own board; on the detectives' the one last named; 0: it has to start
    }

    impl Board {
        pub fn new() -> Board {
            Board { turn: 0, heard: true, detectives: [0; 4], support: Set::default(), belief: [0.0; 256], fugitive: 0 }
        }

        /// Is the ride that comes next announced, its city too?
        pub fn announced(&self) -> bool {
            !self.heard && self.turn % 5 == 0
        }

        /// Can this be news of the next ride? An announcement must name the city. Other news may, and is believed.
        pub fn can_apply(&self, city: Option<u8>) -> bool {
            city.is_some() || !self.announced()
        }

        /// The state after a move, legal or not. A ride names its city; if the news does not, see `InfoSet::posterior`.
        pub fn play(&mut self, mv: Move) {
            match mv {
                Move::Joint(to) => {
                    self.detectives = to;
                    // The game goes on, so the fugitive is in none of the cities that the detectives enter.
                    self.support = self.support.minus(&Set::of(&to));
                    self.turn += 1;
                }
                // Everybody knows now where the fugitive is.
                Move::Start(city) | Move::Ride(_, city) => {
                    self.fugitive = city;
                    self.support = Set::of(&[city]);
                }
            }
            self.normalise();
            self.heard = matches!(mv, Move::Ride(..));
        }

        /// Makes the belief add up to 1 over the support and 0 elsewhere. A belief of nothing becomes equal chances.
        pub fn normalise(&mut self) {
            let sum: f32 = self.support.cities().map(|c| self.belief[usize::from(c)]).sum();
            let (old, equal) = (self.belief, 1.0 / self.support.count().max(1) as f32);
            self.belief = [0.0; 256];
            for city in self.support.cities() {
                self.belief[usize::from(city)] = if sum > 1e-9 { old[usize::from(city)] / sum } else { equal };
            }
        }
    }
}

// ---------------------------------------------------------------------------------------------------------------------
// Evaluation: what the fugitive can still expect at a leaf.
// ---------------------------------------------------------------------------------------------------------------------
pub(crate) mod eval {
    // An *exit* is a city that a ride can reach and no detective is in. It is *safe* if no detective is beside it.
    //
    // A leaf is a position after the last joint move that is looked at. It is worth the points still to come. After
    // turn 50 these are 10, for the escape. Just before it they are 1 if there is an exit, for the announcement, and
    // 10 more if one is safe. In earlier turns a small network estimates them for each city of the support (idea
    // no-network): one of five, by the rides until the announcement. It does not read the belief. That changes all
    // the while a turn is being solved (`matrix`), and a leaf is estimated once.
    //     terms of a city     times weights     cut at 0     times weights     curve       times scale
    //        32 numbers    ->  15 sums      ->  15 sums   ->  a logit      ->  0 to 1   ->  points
    // A logit is a number of any size. The logistic curve brings it between 0 and 1: 0 is 50 %, 1 is 73 %, -1 is 27 %,
    // and far from 0 it is nearly all or nearly nothing. `scale` is the most that a leaf is estimated at.
    use super::contest;
    use super::rules::{union, Four, Map, Set, LAST_TURN};

    const TERMS: usize = 32; // numbers that describe a leaf, see `Context::terms`
    /// Neurons: weighted sums of the terms, cut off below 0. By the cut a neuron can stand for "few exits and a
    /// detective near" and be 0 while either is missing. No sum of single terms can say that.
    const NEURONS: usize = 15;
    type Network = [[f32; NEURONS]; TERMS + 1]; // a term's weight in each neuron; the last row: in the logit
    pub type Networks = [Network; 5]; // one for each number of rides until the announcement, 1 to 5

    /// The learned weights in hundredths, network by network, from 2,280 games on generated maps (`git show
    /// dd49461:tests/tune/ontherun.rs`). A program changed them step by step until the estimates came near an aim. The
    /// aim is V, the points by a search of one turn. In the city where the fugitive was it is 0.7 V + 0.3 G. G is how
    /// the game went on: 0 if the arrest came by the end of the next announcement turn, else 1 + V of the turn after
    /// that one, or 11 if that one was turn 50.
    #[rustfmt::skip]
    static LEARNED: [i16; 5 * (TERMS + 1) * NEURONS] = contest::decode(
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

    /// The learned networks.
    pub fn networks() -> Networks {
        let mut networks = [[[0.0; NEURONS]; TERMS + 1]; 5];
        let weights = networks.iter_mut().flatten().flatten();
        weights.zip(&LEARNED).for_each(|(weight, number)| *weight = f32::from(*number) / 100.0);
        networks
    }

    /// Announcements still to come when this turn begins: 10 in turns 1 to 5, 1 from turn 46 on.
    fn remaining(turn: usize) -> usize {
        (LAST_TURN - turn) / 5 + 1
    }

    /// The most that a leaf is estimated at: 5.3 points in turn 1, where 20 can come, 14.9 in turn 49, though only 11
    /// can. With the escape the last announcement is worth 11. Each earlier one is worth 1, and 0.72 of what follows,
    /// as not all live on. Good leaves are better than this average: times 1.35.
    fn scale(turn: usize) -> f32 {
        1.35 * (1..remaining(turn)).fold(11.0, |worth, _| 1.0 + 0.72 * worth)
    }

    /// What all leaves of one joint move share, whatever the fugitive's city.
    pub struct Context<'a> {
        map: &'a Map,
        network: &'a Network,
        turn: usize, // the one whose ride comes next
        detectives: Four,
        taken: Set,          // the same as a set: a ride there is an arrest
        near: [Set; 3], // cities at the end of one move of a detective, of two, and of three; a city may be in several
        ln_support: f32, // logarithm of the number of cities in the support: 0 when the city is known
        ln_next: [f32; 3], // the same after a ride, by its mode
        near_part: [f32; 2], // part of the support that a detective reaches in one move, and in two
        mean_safe: f32, // mean over the support of the logarithm of 1 + the safe exits
        ln_next_safe: f32, // logarithm of 1 + the cities of all next supports that are not beside a detective
    }

    fn flag(yes: bool) -> f32 {
        f32::from(u8::from(yes))
    }

    /// A count as a term. A logarithm: the second exit matters more than the eleventh.
    fn log(set: &Set) -> f32 {
        (1.0 + set.count() as f32).ln()
    }

    impl<'a> Context<'a> {
        /// The detectives have moved. The fugitive can be in any city of `support`, and rides in `turn` next.
        pub fn new(map: &'a Map, networks: &'a Networks, detectives: &Four, support: &Set, turn: usize) -> Context<'a> {
            let taken = Set::of(detectives);
            let near = [&map.around, &map.walk2, &map.walk3].map(|table| union(&taken, table));
            let blocked = taken.or(&near[0]);
            let count = support.count().max(1) as f32;
            // The support after a ride, by mode. The larger it is, the better a ride hides.
            let after = [0, 1, 2].map(|mode| union(support, &map.by_mode[mode]).minus(&taken));
            let safe = |city: u8| log(&map.around[usize::from(city)].minus(&blocked));
            let part = |set: &Set| (support.count() - support.minus(set).count()) as f32 / count;
            Context {
                map,
                network: &networks[4 - (turn - 1) % 5], // turn 5 has the first one, turn 1 the last
                turn,
                detectives: *detectives,
                taken,
                near,
                ln_support: count.ln(),
                ln_next: after.map(|set| (set.count().max(1) as f32).ln()),
                near_part: [part(&near[0]), part(&near[1])],
                mean_safe: support.cities().map(safe).sum::<f32>() / count,
                ln_next_safe: log(&after[0].or(&after[1]).or(&after[2]).minus(&near[0])),
            }
        }

        /// Points still to come for a fugitive in a city without a detective.
        pub fn evaluate(&self, city: u8) -> f32 {
            if self.turn > LAST_TURN {
                return 10.0; // The escape: with ten announcements all 20 points.
            }
            if self.turn == LAST_TURN {
                let exits = self.map.around[usize::from(city)].minus(&self.taken);
                return flag(!exits.is_empty()) + 10.0 * flag(!exits.minus(&self.near[0]).is_empty());
            }
            // Term by term for all neurons: so the processor can do several of these products at once.
            let mut sums = [0.0f32; NEURONS];
            for (term, row) in self.terms(city).iter().zip(self.network) {
                sums.iter_mut().zip(row).for_each(|(sum, weight)| *sum += term * weight);
            }
            let logit: f32 = sums.iter().zip(&self.network[TERMS]).map(|(sum, weight)| sum.max(0.0) * weight).sum();
            scale(self.turn) / (1.0 + (-logit).exp()) // idea half-weights: half the logit
        }

        /// The terms of a fugitive in a city. Some are products: a support counts differently with a detective near.
        fn terms(&self, city: u8) -> [f32; TERMS] {
            let (map, here) = (self.map, usize::from(city));
            // By detective: its distance in connections. From 9 on all are alike: 255 would be no way.
            let steps = self.detectives.map(|detective| map.steps[usize::from(detective)][here].min(9));
            let at = |away: u8| steps.iter().filter(|steps| **steps == away).count() as f32;
            // The exits; those that no detective reaches in one move; those that none reaches in one or two.
            let exits = map.around[here].minus(&self.taken);
            let safe = exits.minus(&self.near[0]);
            let far = safe.minus(&self.near[1]);
            let two_away = map.walk2[here].minus(&self.near[1]);
            // The number of modes with a safe exit, and the largest support after a ride.
            let (mut modes, mut next) = (0.0, 0.0f32);
            for mode in 0..3 {
                let by_mode = map.by_mode[mode][here].minus(&self.taken);
                if !by_mode.is_empty() {
                    next = next.max(self.ln_next[mode]);
                    modes += flag(!by_mode.minus(&self.near[0]).is_empty());
                }
            }
            let (one, two) = (flag(at(1) > 0.0), flag(at(1) + at(2) > 0.0));
            // Cities and exits are counted as ln(1 + n), by `log`. Terms 11 and 12 are ln(n).
            [
                1.0,                                        // 0: always 1
                at(1),                                      // 1: detectives at distance 1
                at(2),                                      // 2: at distance 2
                at(3),                                      // 3: at distance 3
                one,                                        // 4: is one beside it
                two,                                        // 5: is one within distance 2
                log(&safe),                                 // 6: safe exits
                flag(safe.is_empty()),                      // 7: no safe exit
                log(&exits.minus(&safe)),                   // 8: exits next to a detective
                log(&far),                                  // 9: exits that no detective reaches in one move or two
                flag(far.is_empty()),                       // 10: no such exit
                self.ln_support,                            // 11: cities of the support
                next,                                       // 12: the same after the mode that hides best
                flag(!map.by_mode[1][here].is_empty()),     // 13: has a train
                flag(!map.by_mode[2][here].is_empty()),     // 14: has a plane
                self.near_part[0],                          // 15: part of the support that is next to a detective
                self.ln_support * one,                      // 16: term 11 times term 4
                self.ln_support * flag(safe.is_empty()),    // 17: term 11 times term 7
                self.ln_support * log(&safe),               // 18: term 11 times term 6
                f32::from(steps.iter().sum::<u8>()) / 16.0, // 19: a quarter of the mean distance of the detectives
                flag(self.ln_support == 0.0),               // 20: the city is known
                modes / 3.0,                                // 21: part of the three modes that have a safe exit
                self.ln_support * two,                      // 22: term 11 times term 5
                log(&exits),                                // 23: exits
                log(&two_away),                             // 24: at the end of two rides, that none reaches in two
                log(&map.walk2[here].minus(&self.near[2])), // 25: that none reaches in three
                log(&map.walk3[here].minus(&self.near[2])), // 26: at the end of three rides, that none reaches in three
                flag(two_away.is_empty()),                  // 27: 24 is empty
                self.mean_safe,                             // 28: mean of term 6 over the support
                self.ln_next_safe,                          // 29: cities of the next supports, none beside a detective
                self.near_part[1],                          // 30: part of the support that one reaches in two moves
                1.0 / remaining(self.turn) as f32,          // 31: one over the announcements to come
            ]
        }
    }
}

// ---------------------------------------------------------------------------------------------------------------------
// Matrix: a turn as a matrix game, turns as a tree of such games, and their solution by regret matching.
// ---------------------------------------------------------------------------------------------------------------------
pub(crate) mod matrix {
    // The example of this module is turn 3. The fugitive is in 12 (belief 0.6) or in 13 (0.4). Only the fugitive knows
    // which: the two cities are its *types*, a word of game theory. The detectives hear the mode of the ride and then
    // move. So each mode is an *information set* of theirs, with a matrix. (In an announcement turn each city is one.)
    //     heard    row   types that ride there    J1   J2   J3     types and their rides
    //     car      40    12                        0    3          12 (belief 0.6): car to 40, car to 45
    //     car      45    12, 13                    1    0          13 (belief 0.4): car to 45, train to 62
    //     train    62    13                                  2
    // A row is a city after the ride, whatever the city before. A column is a joint move. One detective is near: J1
    // enters 40, J2 enters 45, J3 is the only answer to a train. A cell: the fugitive's points to come, 0 if arrested.
    //
    // A fixed choice would be guessed. Always to 40: the answer is J1. Always to 45: the answer is J2. So both sides
    // mix. Where neither can do better by another mixture is the *equilibrium*. There type 12 rides to 40 one time in
    // four, and J1 is played three times in four. That is worth 0.75 points to type 12. Type 13 takes the train, for 2.
    //
    // Regret matching finds these mixtures in rounds. A gain is what a choice brings against the other side's mixture
    // of the round. For a ride it is the points, for a joint move minus the points. A choice's regret adds up, round by
    // round, its gain less the gain of its own side's mixture:
    //     for round in 0.. {
    //         for choice in choices {                        // all rides and columns; a sum is over one type or set
    //             choice.share = choice.regret / (sum of regrets), equal shares if that is 0
    //             choice.played += round * choice.share      // in proportion to this: the solution
    //         }
    //         for choice in choices {
    //             choice.regret = max(0, choice.regret + choice.gain - (sum of share * gain))
    //         }
    //     }
    // In the table below regrets and shares are as a round begins. In round 0 all is played equally often. Then 40 is
    // worth (0 + 3) / 2 = 1.5, 45 is worth 0.5, and type 12 gets 1: its regret for 40 is 0.5. For the detectives 40 has
    // the chance 0.6 / 2 = 0.3, and 45 has 0.6 / 2 + 0.4 / 2 = 0.5. J1 costs 0.5 * 1, J2 0.3 * 3, the mixture 0.7: the
    // regret for J1 is 0.2. From round 1 on type 13 takes the train.
    //     round    regret 40   45    share 40   45    regret J1   J2    share J1   J2    value 40    45    type 12
    //       0              0    0         1/2  1/2            0    0         1/2  1/2         1.5   0.5      1
    //       1            1/2    0          1    0            0.2   0          1    0           0     1       0
    //       2            1/2    1         1/3  2/3           0.2   0          1    0           0     1      2/3
    //       3              0   4/3         0    1            0.2   0          1    0           0     1       1
    //       4              0   4/3         0    1            0.2  0.6        1/4  3/4         2.25  0.25    0.25
    // In round 3 J1 costs 0.6 and J2 nothing, so J2's regret becomes 0.6.
    // Only averages settle: after 160 rounds 28 % to 40, 76 % J1, 0.73 points.
    //
    // A cell is a leaf (`eval`), or a type's value in a game of the next turn. Beliefs go down (left), values up
    // (right):
    //     turn 3              12: 0.6     13: 0.4                    12: 0.75 points
    //     rides            1/4 |    \ 3/4    | train                          ^
    //     a car is heard   40: 0.15  45: 0.45                        row 40, column J2: 3
    //     J2 enters 45         |                                              ^
    //     turn 4           40: 0.15                                  40: 3 points, by a matrix of its own
    // The belief of turn 4 depends on the rides of turn 3, which are just being solved. So both are solved together. In
    // a round of turn 3 the games behind its columns play one, too (where a column has no share, in 1 of 8). This is a
    // kind of counterfactual regret minimisation (CFR); `tests/ontherun/exact.rs` says how good its solutions are.
    //
    // Not every fugitive rides by our solution. Say half are *strangers*, who here take all rides equally often. Type
    // 12 rides to 40 one time in four, a stranger one time in two. So 40 gets 0.6 * (0.5/4 + 0.5/2) = 0.225. 45 gets
    // 0.6 * (0.5 * 3/4 + 0.5/2) + 0.4 * 0.5/2 = 0.475. With strangers turn 4 starts from these. Their sum, 0.7, is the
    // chance to hear a car. Divided by it (Bayes' rule) the belief is 0.32 in 40 and 0.68 in 45.
    use super::rules::{union, Board, Four, Map, Set};

    /// The matrix game of one turn, with those of the next turn behind its columns:
    ///
    /// ```text
    ///     Game --- types ----- Type 12 ------ rides ----- Ride, Ride       each has the place of its set and its row
    ///        '---- sets ------ InfoSet car -- rows ------ Row 40, Row 45
    ///                           |         '-- columns --- Column J1, Column J2       each has cells, by row,
    ///                          InfoSet train ..                                      and may have a child: a Game
    /// ```
    ///
    /// A city that is named, and is beside a detective, has no columns: it is worth its point, and then the arrest.
    /// Once a ride was heard (`Board::heard`) the first set has all rows, and types ride to where they are.
    #[derive(Default)]
    pub struct Game {
        point: f32, // 1 before the ride of an announcement turn: it is safe, whatever the detectives do then
        pub types: Vec<Type>,
        pub sets: Vec<InfoSet>, // by mode; in an announcement turn by city
    }

    /// A city where the fugitive can be before the ride.
    pub struct Type {
        pub city: u8,
        pub rides: Vec<Ride>,
        belief: f32,      // how likely it is; at the root all add up to 1, behind a column to less (`follow`)
        value: f32,       // points still to come, in the round played last: 1 for type 12 in round 0
        pub average: f32, // of `value` over the rounds, later ones counting more
    }

    #[derive(Default)]
    pub struct Ride {
        pub mode: usize,
        pub city: u8,
        set: usize,      // its place in `Game::sets`
        row: usize,      // and in `InfoSet::rows`
        average: f32,    // points still to come on it, over the rounds, later ones counting more
        regret: f32,     // by how many points it beat the mixture, summed over the rounds; never below zero
        share: f32,      // how often the type takes it in the present round, 0 to 1
        pub played: f32, // how often it was taken: the sum over the rounds, each times its number
    }

    /// What the detectives may hear: in the example a car, or a train.
    pub struct InfoSet {
        pub rows: Vec<Row>, // in the order of city numbers
        pub columns: Vec<Column>,
    }

    /// A city where the fugitive can be after the ride.
    pub struct Row {
        pub city: u8,
        value: f32,      // points still to come here, in the round played last: 1.5 for city 40 in round 0
        reach: f32,      // how likely the ride ends here, by the mixtures of the round: 0.6 * 1/2 for 40 in round 0
        pub belief: f32, // the same if some are strangers (`Model`): the next turn starts from it
    }

    /// A joint move that answers what was heard.
    #[derive(Default)]
    pub struct Column {
        pub joint: Four,
        pub cells: Vec<f32>,          // points still to come, by row
        pub child: Option<Box<Game>>, // the game of the next turn; `None`: the cells are leaves
        pub regret: f32,              // by how many points it beat the mixture, summed over the rounds; at least zero
        pub share: f32,               // how often the detectives take it in the present round, 0 to 1
        pub cost: f32,                // points that it costs in the present round, over all rows
        pub played: f32,              // how often it was played: the sum over the rounds, each times its number
        pub habit: f32,               // how likely they are of another kind and play it (`Model::others`)
    }

    /// How the two sides may play otherwise than the tree solves it.
    #[derive(Clone, Copy, Default)]
    pub struct Model {
        /// How likely the fugitive is a stranger. It changes only what turn 4 starts from, `Row::belief`: 0.225 and
        /// 0.475. The columns of turn 3 answer the rides of the solution alone, `Row::reach`: 0.15 and 0.45.
        pub strangers: f32,
        /// To strangers a ride worth a point more is e^rationality times as likely, 7.4 for 2 (*quantal response*). In
        /// the rounds they take all alike: in one round what a ride is worth says little. Idea no-quantal-response.
        pub rationality: f32,
        /// How likely the detectives are of each other kind (`candidates::guess`). Else they play the solution.
        pub others: [f32; 3],
    }

    impl Model {
        /// How likely the detectives play by the solution.
        pub fn own(&self) -> f32 {
            1.0 - self.others.iter().sum::<f32>()
        }
    }

    impl Game {
        /// The game of a board: types with rides, sets with rows, as yet no columns.
        pub fn new(map: &Map, board: &Board) -> Game {
            // By mode: where rides lead from these cities. None leads onto a detective: that is an arrest before a city
            // is named. A ride that was heard is past: as mode 0 all stay where they are.
            let ends = |from: &Set| {
                [0, 1, 2].map(|mode| match (board.heard, mode) {
                    (true, 0) => *from,
                    (true, _) => Set::default(),
                    _ => union(from, &map.by_mode[mode]).minus(&Set::of(&board.detectives)),
                })
            };
            // What can be heard, as the cities that fit: by mode. If a city is named it is alone, whatever the mode.
            let (announced, mut audible) = (board.announced(), ends(&board.support).to_vec());
            if announced {
                audible = audible[0].or(&audible[1]).or(&audible[2]).cities().map(|city| Set::of(&[city])).collect();
            }
            let row = |city: u8| Row { city, value: 0.0, reach: 0.0, belief: 0.0 };
            let set = |cities: &Set| InfoSet { rows: cities.cities().map(row).collect(), columns: Vec::new() };
            let sets = audible.iter().map(set).collect();
            let named = |city: u8| audible.iter().position(|cities| cities.has(city)).unwrap_or(0);
            let mut types = Vec::new();
            for city in board.support.cities() {
                let (mut rides, belief) = (Vec::new(), board.belief[usize::from(city)]);
                for (mode, ends) in ends(&Set::of(&[city])).iter().enumerate() {
                    for to in ends.cities() {
                        let set = if announced { named(to) } else { mode };
                        let row = audible[set].cities().position(|other| other == to).unwrap_or(0); // it is there
                        rides.push(Ride { mode, city: to, set, row, ..Ride::default() });
                    }
                }
                types.push(Type { city, rides, belief, value: 0.0, average: 0.0 });
            }
            Game { point: f32::from(u8::from(announced)), types, sets }
        }

        /// Sets the types' mixtures, and by them `Row::reach` and `Row::belief`: those of a round, in proportion to the
        /// regrets, and strangers take all rides alike. With `average`: the solution so far, in proportion to `played`,
        /// and strangers ride by `rationality`.
        pub fn propagate(&mut self, model: &Model, average: bool) {
            let rows = self.sets.iter_mut().flat_map(|set| &mut set.rows);
            rows.for_each(|row| (row.reach, row.belief) = (0.0, 0.0));
            let weight = |ride: &Ride| if average { ride.played } else { ride.regret };
            let quantal = |ride: &Ride| if average { (model.rationality * ride.average).exp() } else { 1.0 };
            for ty in &mut self.types {
                let sum: f32 = ty.rides.iter().map(weight).sum();
                let all: f32 = ty.rides.iter().map(quantal).sum();
                for ride in &mut ty.rides {
                    let stranger = quantal(ride) / all;
                    ride.share = if sum > 0.0 { weight(ride) / sum } else { stranger };
                    let row = &mut self.sets[ride.set].rows[ride.row];
                    row.reach += ty.belief * ride.share;
                    row.belief += ty.belief * (model.strangers * stranger + (1.0 - model.strangers) * ride.share);
                }
            }
        }

        /// One round of a game and of the games behind it: shares and beliefs go down, then values come up. Rounds
        /// count from 0. Round n weighs n in `played`, as later ones are better (idea no-linear-averages). An average
        /// takes it in with 2 / (n + 1), its part of the sum 0 + 1 .. + n. (A new game misses some: see `solve`.)
        pub fn round(&mut self, number: u32, model: &Model) {
            self.propagate(model, false);
            let (sets, point, own) = (&mut self.sets, self.point, model.own());
            for InfoSet { rows, columns } in sets.iter_mut() {
                // An announced point is the same in all columns, so in no regret. Without columns it is all.
                rows.iter_mut().for_each(|row| row.value = point);
                let (sum, equal) = (columns.iter().map(|c| c.regret).sum::<f32>(), 1.0 / columns.len() as f32);
                let known = rows.len() == 1;
                for (j, column) in (0..).zip(columns.iter_mut()) {
                    column.share = if sum > 0.0 { column.regret / sum } else { equal };
                    column.played += number as f32 * column.share;
                    // An unplayed column's game plays in one of 8 rounds, so that its cell follows.
                    if column.share > 0.0 || (number + j) % 8 == 0 {
                        column.follow(rows, number, model);
                    }
                    let (chance, mut cost) = (own * column.share + column.habit, 0.0);
                    for (row, cell) in rows.iter_mut().zip(&column.cells) {
                        row.value += chance * cell;
                        // They do not see the row, so each counts by `reach`. A single row is known: it counts 1.
                        cost += if known { *cell } else { row.reach * cell };
                    }
                    column.cost = cost;
                }
                // `habit` costs the same whatever they choose, so it is in no regret.
                let expected: f32 = columns.iter().map(|column| column.share * column.cost).sum();
                columns.iter_mut().for_each(|column| column.regret = (column.regret + expected - column.cost).max(0.0));
            }
            // The fugitive knows its city: its regrets need no belief.
            let newest = (2.0 / (number + 1) as f32).min(1.0);
            for ty in &mut self.types {
                let value = |ride: &Ride| sets[ride.set].rows[ride.row].value;
                ty.value = ty.rides.iter().map(|ride| ride.share * value(ride)).sum();
                ty.average += (ty.value - ty.average) * newest;
                for ride in &mut ty.rides {
                    ride.average += (value(ride) - ride.average) * newest;
                    ride.regret = (ride.regret + value(ride) - ty.value).max(0.0);
                    ride.played += number as f32 * ride.share;
                }
            }
        }
    }

    impl InfoSet {
        /// The board once this set is heard, with the rows' belief (the *posterior*). It does not add up to 1.
        pub fn posterior(&self, board: &Board) -> Board {
            let mut heard = Board { heard: true, support: Set::default(), belief: [0.0; 256], ..*board };
            for row in &self.rows {
                heard.support.insert(row.city);
                heard.belief[usize::from(row.city)] = row.belief;
            }
            heard
        }
    }

    impl Column {
        /// A round of the game behind the column. Its types are the rows that are not arrested, with the rows' belief.
        /// Scaled up to 1, a round in which 40 is rare would count as much in the regrets as any other. Multiplied by
        /// J2's share, the game would not say what to do once J2 is played. The types' values become cells.
        pub fn follow(&mut self, rows: &[Row], number: u32, model: &Model) {
            if let Column { joint, cells, child: Some(child), .. } = self {
                let left = || rows.iter().enumerate().filter(|(_, row)| !joint.contains(&row.city));
                child.types.iter_mut().zip(left()).for_each(|(ty, (_, row))| ty.belief = row.belief);
                child.round(number, model);
                child.types.iter().zip(left()).for_each(|(ty, (i, _))| cells[i] = ty.value);
            }
        }
    }
}

// ---------------------------------------------------------------------------------------------------------------------
// Candidates: the few joint moves that an information set gets as columns, and what other detectives might play.
// ---------------------------------------------------------------------------------------------------------------------
pub(crate) mod candidates {
    use super::rules::{Board, Four, Map, Set};

    /// How likely a detective misses the fugitive in this turn and the next, by its distance after the joint move.
    const MISSED: [f32; 7] = [0.0, 0.55, 0.8, 0.92, 0.97, 0.99, 1.0];

    /// At most `most` joint moves: those that look best. Those of `guess` that are not among them come first; the last
    /// give way. None, if `guess` knows none either: the detectives are stuck. With five connections each there are
    /// 5 * 5 * 5 * 5, by plane many more. So this is a beam search (idea all-joint-moves). It tries all connections of
    /// the first detective and keeps the `most` best. To each it adds all of the second, and so on. Best is the
    /// smallest chance that all miss. Say a city has belief 0.45. A detective two away leaves 0.45 * 0.8 = 0.36,
    /// another beside it 0.36 * 0.55 = 0.2. So each is drawn to what those before it leave.
    pub fn candidates(map: &Map, board: &Board, guesses: &[Option<Four>], most: usize) -> Vec<Four> {
        let missed = |from: u8, to: u8| MISSED[usize::from(map.steps[usize::from(from)][usize::from(to)].min(6))];
        let mut beam = vec![[0; 4]]; // one joint move, as yet of nobody
        for i in 0..4 {
            let mut next: Vec<(f32, Four)> = Vec::new();
            for mut four in beam {
                // What the first detectives leave of the belief in each city.
                let left = |c: u8| (c, four[..i].iter().fold(board.belief[usize::from(c)], |p, d| p * missed(*d, c)));
                let left: Vec<(u8, f32)> = board.support.cities().map(left).collect();
                for city in map.around[usize::from(board.detectives[i])].minus(&Set::of(&four[..i])).cities() {
                    four[i] = city;
                    next.push((left.iter().map(|(c, left)| left * missed(city, *c)).sum(), four));
                }
            }
            next.sort_by(|a, b| a.0.total_cmp(&b.0));
            beam = next.into_iter().map(|(_, joint)| joint).take(most).collect();
        }
        let missing = guesses.iter().rev().flatten().filter(|joint| !beam.contains(joint));
        missing.chain(&beam).take(most).copied().collect()
    }

    /// By city: the connections on a shortest way from the nearest of these cities.
    pub fn nearest(map: &Map, cities: impl Iterator<Item = u8>) -> [u8; 256] {
        cities.fold([255; 256], |mut least, city| {
            let steps = map.steps[usize::from(city)].iter();
            least.iter_mut().zip(steps).for_each(|(least, steps)| *least = (*steps).min(*least));
            least
        })
    }

    const FAR: u8 = 9; // connections; from here on all are alike
    const OPEN: f32 = 20.0; // connections that an open city counts as, see `guess`

    /// The joint move of a kind of detectives who do not play by our solution; `None` if there is none. One by one,
    /// each goes where the costs, summed over all cities, are least. For all kinds a city of the support
    /// costs its connections to the nearest detective, or -20 if one is in it. Kind 2 counts nothing else. Kind 0
    /// closes in: each *open* city, nearer to a city of the support than to any detective, costs 20 more. Kind 1: each
    /// city costs 20 times the chance that the fugitive is nearer to it than any detective, and at most three
    /// connections away.
    ///
    /// ```text
    ///     1 -- 2 -- 3 -- 4 -- 5    The support is {2}. Where does a detective of kind 0 go from 4, if others are far?
    ///
    ///     to 3:  1 is open: 20. 2 is open, and 1 away: 20 + 1                          41: it goes to 3
    ///     to 5:  1 is open: 20. 2 is open, and 3 away: 20 + 3. 3 is open, too: 20      63
    /// ```
    pub fn guess(map: &Map, board: &Board, kind: usize) -> Option<Four> {
        // By city: what it costs when the nearest detective is so many connections away.
        let mut costs = vec![[0.0; FAR as usize + 1]; map.cities + 1];
        for city in board.support.cities() {
            costs[usize::from(city)] = [-OPEN, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0];
        }
        // A city costs more if its nearest detective is farther than the fugitive, which is `lead` away, below `most`.
        let mut open = |lead: &[u8; 256], most: u8, weight: f32| {
            for (row, lead) in costs.iter_mut().zip(lead).filter(|(_, lead)| **lead < most) {
                row.iter_mut().skip(usize::from(*lead) + 1).for_each(|cost| *cost += OPEN * weight);
            }
        };
        match kind {
            0 => open(&nearest(map, board.support.cities()), FAR, 1.0),
            1 => board.support.cities().for_each(|c| open(&map.steps[usize::from(c)], 4, board.belief[usize::from(c)])),
            _ => (),
        }
        let mut four = board.detectives;
        close(map, &costs, &mut four, 0).then_some(four)
    }

    /// How likely a joint move is, up to a factor, if a kind does what was guessed in three moves of four. Else it
    /// takes each of four other cities equally often. So a move has the chance 12/16 or 1/16: 12 to 1.
    pub fn alike(guess: Option<Four>, joint: &Four) -> f32 {
        guess.map_or(1.0, |guess| 12f32.powi((0..4).filter(|i| guess[*i] == joint[*i]).count() as i32))
    }

    /// Moves the detectives from number `i` on, each to its cheapest city; to its next cheapest if a later one is shut
    /// in by that. False: no legal joint move is left. (The beam of `candidates` may miss all where two can go to one
    /// city.)
    fn close(map: &Map, costs: &[[f32; FAR as usize + 1]], four: &mut Four, i: usize) -> bool {
        if i == 4 {
            return true;
        }
        let (from, others) = (four[i], nearest(map, (0..4).filter(|j| *j != i).map(|j| four[j])));
        let cost = |city: u8| {
            let steps = others.iter().zip(&map.steps[usize::from(city)]).map(|(a, b)| usize::from(*a.min(b).min(&FAR)));
            (costs.iter().zip(steps).map(|(row, steps)| row[steps]).sum::<f32>(), city)
        };
        // The others take three cities at most: a detective with four connections is never shut in. `needed`: where
        // those of the later ones lead that have fewer. If `best` is there, it may have shut one in, so we try without
        // it. If it is not, no other city here would help.
        let few = four[i + 1..].iter().map(|d| map.around[usize::from(*d)]).filter(|exits| exits.count() < 4);
        let needed = few.fold(Set::default(), |all, exits| all.or(&exits));
        let mut exits = map.around[usize::from(from)].minus(&Set::of(&four[..i]));
        while let Some((_, best)) = exits.cities().map(cost).min_by(|a, b| a.0.total_cmp(&b.0)) {
            four[i] = best;
            if close(map, costs, four, i + 1) {
                return true;
            }
            exits = if needed.has(best) { exits.minus(&Set::of(&[best])) } else { Set::default() };
        }
        four[i] = from;
        false
    }
}

// ---------------------------------------------------------------------------------------------------------------------
// Search: owns the tree, the node count and the random numbers. Takes a board and a budget, returns a report.
// ---------------------------------------------------------------------------------------------------------------------
pub(crate) mod search {
    // `solve` makes the matrix game of this turn with leaves as cells, and plays rounds of it. Then it puts a game of
    // the next turn behind every column, and further games where belief and mixtures lead. All the while it plays
    // rounds of the whole tree.
    //
    // The fugitive solves and draws its ride by lot. When our detectives hear of a ride without a city, they first ask
    // how likely each ride was. Then they answer, by a tree that holds only what fits the news:
    //     support {12, 13}    solve       as if they were the fugitive: which rides are likely?
    //     a car is heard      posterior   now the support is {40, 45}, with a new belief
    //     support {40, 45}    answer      solve, now with the ride in the past, and play the column played most
    use super::candidates::{alike, candidates, guess, nearest};
    use super::contest::{Budget, Rng};
    use super::eval::{networks, Context, Networks};
    use super::matrix::{Column, Game, Model};
    use super::rules::{union, Board, Four, Map, Move, Set, LAST_TURN};

    /// A column gets a game of the third turn looked at when play reaches it with this chance or more (`grow`). When
    /// no such column is left, the chance is halved, but never below the second number. Idea one-turn. With two turns
    /// (idea two-turns) it wins 1.8 points a game less against ring-swing, 1.5 against circle-shadow (100 games each).
    const GROW_FROM: f32 = 0.04;
    const GROW_TO: f32 = 0.001;
    /// Rounds (idea half-rounds). More are more exact, fewer leave time for a larger tree.
    const FIRST_ROUNDS: u32 = 40; // of the first turn, before there is a second one
    const TREE_ROUNDS: u32 = 200; // before there is a third one
    const GROW_ROUNDS: u32 = 20; //  after each pass over the tree to grow it into the third turn
    const NEW_ROUNDS: u32 = 10; // of a new game before it counts: its first values say little
    /// Most candidates in each information set: at the root, and below it. Half as many before the ride of an
    /// announcement turn. With more the answers are better, but slower.
    const ROOT_JOINTS: usize = 24;
    const INNER_JOINTS: usize = 10;
    const LATE_JOINTS: usize = 4; // when the time is up before the root is made: nothing can stop it on its way
    /// Rides and cells of a tree: with more it grows no further. In games of 5 s it had 75,000 at most. With 200 s it
    /// is full, and the program needs 37 MB (18 games against random, address space). The contest allows 64.
    const SIZE: usize = 300_000;
    /// What our detectives believe (idea equal-rides: 2.5 +- 1.5 points less). Strangers, so no ride is ruled out.
    pub const OURS: Model = Model { strangers: 0.5, rationality: 2.0, others: [0.0; 3] };
    /// What our fugitive expects: detectives to whom its rides are nearly equally likely (idea no-their-strangers).
    /// Which kind they are is learned in the game (`watch`, idea no-kinds); 0.011 for each at first.
    const THEIRS: Model = Model { strangers: 0.95, rationality: 0.0, others: [0.011; 3] };

    /// What a side plays, and what it expects.
    pub struct Report {
        pub best: Move,
        pub score: f32, // points still to come, by the side's `Model`; for detectives minus the mean over their belief
        pub depth: i32, // turns looked ahead; 0 without a search
        pub nodes: u64, // matrix games made for it, without those of an earlier `solve`
    }

    /// Plays one role for a whole game.
    pub struct Search {
        pub map: Map,
        networks: Networks,
        rng: Rng,
        pub root: Game, // solved last
        theirs: Model,  // what our fugitive expects by now, see `watch`
        budget: Budget, // of what is being solved
        pub nodes: u64, // matrix games made since the program began
        depth: i32,     // turns looked ahead in the present decision
        size: usize,    // rides and cells of the present tree
    }

    impl Search {
        pub fn new(map: Map, seed: u64) -> Search {
            let (root, budget) = (Game::default(), Budget::fixed(0, 0));
            let (networks, rng) = (networks(), Rng(seed));
            Search { map, networks, rng, root, theirs: THEIRS, budget, nodes: 0, depth: 0, size: 0 }
        }

        /// Decides for the side whose turn it is. `None` when it is stuck, which no map of the contest allows.
        pub fn think(&mut self, board: &Board, budget: Budget) -> Option<Report> {
            let begun = self.nodes;
            let (best, score) = match board.turn {
                0 => (Move::Joint(self.place_detectives()?), 0.0),
                _ if board.heard => self.answer(board, budget)?,
                _ if board.fugitive == 0 => self.place_fugitive(&board.detectives)?,
                _ => self.ride(board, budget)?,
            };
            Some(Report { best, score, depth: self.depth, nodes: self.nodes - begun })
        }

        /// Four cities, spread over the map. One by one, each makes the sum of all cities' distances to their nearest
        /// detective smallest. `None` on a map of fewer than four.
        fn place_detectives(&self) -> Option<Four> {
            let mut four: Four = [0; 4];
            for i in 0..4 {
                let steps = |c: &u8| nearest(&self.map, four[..i].iter().chain(Some(c)).copied());
                let total = |c: &u8| steps(c)[1..=self.map.cities].iter().map(|n| u32::from(*n)).sum::<u32>();
                four[i] = (1..=self.map.cities as u8).filter(|c| !four[..i].contains(c)).min_by_key(total)?;
            }
            Some(four)
        }

        /// The best leaf without a detective. On a map of four cities it is any: to start at a detective is no arrest.
        fn place_fugitive(&self, detectives: &Four) -> Option<(Move, f32)> {
            let leaf = |c: u8| Context::new(&self.map, &self.networks, detectives, &Set::of(&[c]), 1).evaluate(c);
            let worth = |c: u8| (Move::Start(c), if detectives.contains(&c) { 0.0 } else { leaf(c) });
            (1..=self.map.cities as u8).map(worth).max_by(|a, b| a.1.total_cmp(&b.1))
        }

        /// The fugitive's ride, drawn from its mixture (idea no-mixing), and the points to expect.
        fn ride(&mut self, board: &Board, budget: Budget) -> Option<(Move, f32)> {
            // `solve` does not read `Board::fugitive`: the solution must not use what the detectives do not know. But
            // in an announcement turn the city after the ride is named. Then the one before is no secret to keep.
            let (mut public, model) = (*board, self.theirs);
            if board.announced() {
                public.play(Move::Start(board.fugitive)); // as if it started there: all know the city
            }
            self.solve(&public, budget, &model);
            let dice = self.rng.below(1 << 24) as f32 / 16_777_216.0; // 24 bits: an f32 holds them all
            let drawn = self.root.types.iter().find(|ty| ty.city == board.fugitive).and_then(|ty| {
                // The rides' parts lie side by side: a random number falls into one. Behind all, by rounding: the last.
                let mut left = dice * ty.rides.iter().map(|ride| ride.played).sum::<f32>();
                let found = ty.rides.iter().find(|ride| {
                    left -= ride.played;
                    left < 0.0
                });
                found.or_else(|| ty.rides.last()).map(|ride| (Move::Ride(ride.mode, ride.city), ty.average))
            });
            // When every ride leads onto a detective (or the jury lives by other rules) no mixture exists: any ride.
            let any = |mode: usize| self.map.by_mode[mode][usize::from(board.fugitive)].cities().next();
            drawn.or_else(|| (0..3).find_map(|mode| Some((Move::Ride(mode, any(mode)?), 0.0))))
        }

        /// Weighs the kinds of detectives by what the four of them played (Bayes' rule, chances as in `alike`). Those
        /// who play the solution are said to move to any of four cities: 1/4. If a detective moves as a kind's guess
        /// has it, this kind gains on them by 12/16 / (1/4) = 3, else by 1/4. None falls below 0.01.
        pub fn watch(&mut self, board: &Board, four: &Four) {
            let chance = |kind| self.theirs.others[kind] * alike(guess(&self.map, board, kind), four) / 256.0;
            let chances = [0, 1, 2].map(chance);
            let all = self.theirs.own() + chances.iter().sum::<f32>();
            self.theirs.others = chances.map(|chance| 0.01 + 0.96 * chance / all);
        }

        /// The detectives' joint move after a ride. `None` when they are stuck.
        fn answer(&mut self, board: &Board, budget: Budget) -> Option<(Move, f32)> {
            self.solve(board, budget, &OURS);
            // No lot: a fugitive who foresees that could gain.
            let best = self.root.sets[0].columns.iter().max_by(|a, b| a.played.total_cmp(&b.played));
            let points = self.root.types.iter().map(|ty| board.belief[usize::from(ty.city)] * ty.average);
            // Without a support, which only a jury with other rules leaves, nothing was played.
            let any = best.map(|column| column.joint).or_else(|| guess(&self.map, board, 0));
            any.map(|to| (Move::Joint(to), -points.sum::<f32>()))
        }

        /// Solves this turn and the next ones. Leaves the solution at the root, and in its rows what is then believed.
        /// The belief of the board must add up to 1.
        pub fn solve(&mut self, board: &Board, budget: Budget, model: &Model) {
            // The old tree goes first: two would need twice the memory.
            (self.root, self.budget, self.depth, self.size) = (Game::default(), budget, 1, 0);
            self.budget.nodes = budget.nodes.saturating_add(self.nodes); // most of them, counted from here

            // The root             0 .. 39            40 .. 199            200 .. 219     the numbers of its rounds
            // One turn deeper               0 .. 9,   40 .. 199            200 .. 219     made after round 39
            // Two turns deeper                                  0 .. 9,    200 .. 219     made after round 199
            // A new game first plays 0 .. 9 alone, between two rounds of the root. Then it plays all that the root
            // plays, by the same numbers; 1 in 8 while its column has no share. The ten together weigh 0 + 1 .. + 9 in
            // `played`, as much as round 45.
            // `grow` makes all games of the next turn in one pass, those two turns deeper in many, likelier ones first.
            let (mut root, mut least) = (self.make(board, ROOT_JOINTS, model), GROW_FROM);
            for number in 0.. {
                if number == FIRST_ROUNDS {
                    // With 0 behind all columns. Behind turn 50 nothing grows.
                    if budget.depth == 1 || !self.grow(&mut root, board, model, 0.0, 2) {
                        break;
                    }
                } else if number >= TREE_ROUNDS && number % GROW_ROUNDS == 0 {
                    if budget.depth == 2 || least < GROW_TO {
                        break;
                    }
                    least *= if self.grow(&mut root, board, model, least, 2) { 1.0 } else { 0.5 };
                }
                // Three at least. As round 0 has no weight, of two only round 1 would count: often a single choice.
                if number >= 3 && self.budget.is_over(self.nodes, 1) {
                    break; // what was solved in time is the solution
                }
                root.round(number, model);
            }
            root.propagate(model, true);
            self.root = root;
        }

        /// Goes over the columns of `game`. One that is reached with a chance of `least` or more gets a game, if it has
        /// none: of the second turn looked at if `depth` is 2, of the third if it is 3. If it has one of the second,
        /// `grow` goes over that, too, with `least` / chance, as chances on the way multiply. True if a game was made.
        /// The chance is the set's part of the belief times the column's chance by `played` and `habit`: say 0.7 * 0.4
        /// = 0.28. The cities that it enters are not taken off.
        fn grow(&mut self, game: &mut Game, board: &Board, model: &Model, least: f32, depth: i32) -> bool {
            game.propagate(model, true); // rides by averages, for `posterior` and `follow`
            let all: f32 = game.sets.iter().flat_map(|set| &set.rows).map(|row| row.belief).sum();
            let mut grown = false;
            for set in &mut game.sets {
                let (rows, heard) = (&set.rows, set.posterior(board));
                let played: f32 = set.columns.iter().map(|column| column.played).sum();
                let here = heard.belief.iter().sum::<f32>() / all.max(1e-9);
                for column in &mut set.columns {
                    let chance = here * (model.own() * column.played / played.max(1e-9) + column.habit);
                    let mut next = heard;
                    next.play(Move::Joint(column.joint));
                    let room = next.turn <= LAST_TURN && self.size <= SIZE;
                    let wanted = chance >= least && !next.support.is_empty() && room;
                    if let Some(child) = column.child.as_mut().filter(|_| wanted && depth == 2) {
                        grown |= self.grow(child, &next, model, least / chance, 3);
                    } else if wanted && column.child.is_none() && !self.budget.is_over(self.nodes, 1) {
                        column.child = Some(Box::new(self.make(&next, INNER_JOINTS, model)));
                        (0..NEW_ROUNDS).for_each(|number| column.follow(rows, number, model));
                        (self.depth, grown) = (self.depth.max(depth), true);
                    }
                }
            }
            grown
        }

        /// A game with leaves as cells, and in each set at most `most` columns. They are chosen once, for equal rides
        /// (0.3 to 40, 0.5 to 45). We hope that some also answer the rides of the solution.
        fn make(&mut self, board: &Board, most: usize, model: &Model) -> Game {
            let (near, announced) = (union(&Set::of(&board.detectives), &self.map.around), board.announced());
            let late = self.budget.is_over(self.nodes, 1);
            let most = if late { LATE_JOINTS } else { most / (1 + usize::from(announced)) };
            self.nodes += 1;
            let mut game = Game::new(&self.map, board);
            game.propagate(model, false); // as yet equal rides
            self.size += game.types.iter().map(|ty| ty.rides.len()).sum::<usize>();
            // No columns in a set without rows, and none where the arrest is certain: see `Game`.
            for set in game.sets.iter_mut().filter(|set| set.rows.iter().any(|row| !announced || !near.has(row.city))) {
                let mut heard = set.posterior(board);
                heard.normalise();
                // Our own detectives need no guess of others, but that of kind 0 is a candidate that the beam may miss.
                let asked = |kind: usize| kind == 0 || model.others[kind] > 0.0;
                let guesses = [0, 1, 2].map(|kind| if asked(kind) { guess(&self.map, &heard, kind) } else { None });
                let joints = candidates(&self.map, &heard, &guesses, most);
                let all = guesses.map(|guess| joints.iter().map(|joint| alike(guess, joint)).sum::<f32>());
                for joint in joints {
                    let habit = (0..3).map(|kind| model.others[kind] * alike(guesses[kind], &joint) / all[kind]).sum();
                    let left = heard.support.minus(&Set::of(&joint));
                    let context = Context::new(&self.map, &self.networks, &joint, &left, heard.turn + 1);
                    let leaf = |city| if left.has(city) { context.evaluate(city) } else { 0.0 };
                    let cells: Vec<f32> = heard.support.cities().map(leaf).collect();
                    self.size += cells.len();
                    set.columns.push(Column { joint, cells, habit, ..Column::default() });
                }
            }
            game
        }
    }
}

// ---------------------------------------------------------------------------------------------------------------------
// Protocol: lines in, lines out.
// ---------------------------------------------------------------------------------------------------------------------
pub(crate) mod protocol {
    // What a session reads (<) and writes (>), in which order. Tests play whole games with it, without a process:
    //     detectives                  fugitive
    //     < Detectives                < Fugitive
    //     > 10 119 23 147             < 10 119 23 147    four lines, one for each detective
    //                                 > 25               the fugitive's start
    //     < 25                        > C 39             turn 1, at once
    //     < C
    //     > 141 51 47 102             < 141 51 47 102
    //                                 > C 25             turn 2
    //     < P 85                      > P 85             turns 5, 10 .. 50: the city as well
    //     > four lines, and ends      > P 85, and ends   turn 50
    use super::contest::{refuse, Budget, Clock, Lines, Options};
    use super::rules::{Board, Map, Move, LAST_TURN, LETTERS};
    use super::search::{Report, Search, OURS};
    use std::fs;
    use std::io::{self, BufRead, Write};

    /// A game as one side sees it, line by line.
    pub struct Session {
        pub search: Search,
        pub board: Board, // between lines: the detectives' waits for the next ride, the fugitive's is after its own
        clock: Clock,
        options: Options,
        pub fixed: Option<Budget>, // of each decision, for tests and tools; `None`: the clock decides
        fugitive: Option<bool>,    // are we the fugitive? `None`: the first line is still to come
        cities: Vec<u8>,           // of the joint move that is being read or written
        pub over: bool,            // the last turn is over for this side: the program ends by itself
    }

    impl Session {
        /// A session that waits for its role. Its map was read before its clock began: 0.15 s are kept back for that.
        pub fn new(map: Map, options: Options) -> Session {
            let (mut clock, board) = (Clock::new(options.seconds), Board::new());
            let search = Search::new(map, options.seed);
            clock.stop();
            Session { search, board, clock, options, fixed: None, fugitive: None, cities: Vec::new(), over: false }
        }

        /// Takes a line and returns the lines to write: none when it is not our turn.
        pub fn hear(&mut self, line: &str) -> io::Result<String> {
            self.clock.start();
            match (self.fugitive, line) {
                (None, "Detectives") => self.fugitive = Some(false),
                (None, "Fugitive") => self.fugitive = Some(true),
                (None, _) => return Err(refuse(line, "Detectives or Fugitive")),
                _ => self.take(line)?,
            }
            let mut reply = String::new();
            // Our turn: the fugitive starts or rides, the detectives start or answer what they heard.
            while self.fugitive == Some(!self.board.heard) {
                self.over = self.board.turn == LAST_TURN;
                match self.search.think(&self.board, self.budget()) {
                    Some(report) => reply += &self.act(&report)?,
                    None => break, // a side that is stuck writes nothing
                }
            }
            // While nothing is asked of us the clock stands still.
            if !reply.is_empty() {
                self.clock.stop();
            }
            Ok(reply)
        }

        /// The time of the next decision is a share of what is left: 1 / (0.6 * 50 + 5) or 3 % in turn 1, 1 / (0.6 + 5)
        /// or 18 % in turn 50. For the fugitive, of 4.6 s, that is 0.13 s and 0.03 s. Detectives solve twice if no city
        /// is named: if all searches used their time up, 4 ms would be left for turn 45 and nearly none for turn 50.
        /// (Most end before.) While a game that goes on from its middle repeats `Options::past`, one turn will do.
        fn budget(&self) -> Budget {
            let share = 1.0 / (0.6 * (LAST_TURN + 1).saturating_sub(self.board.turn) as f64 + 5.0);
            let fixed = if self.options.past.is_empty() { self.fixed } else { Some(Budget::fixed(1, u64::MAX)) };
            fixed.unwrap_or_else(|| self.clock.budget(share, 1.0))
        }

        /// Plays the move found, or the one of the past, and reports it. Returns its lines: four for a joint move.
        fn act(&mut self, report: &Report) -> io::Result<String> {
            let mut lines = match report.best {
                Move::Joint(to) => to.map(|city| city.to_string()).to_vec(),
                Move::Start(city) => vec![city.to_string()],
                Move::Ride(mode, city) => vec![format!("{} {}", LETTERS[mode], city)],
            };
            let past = &mut self.options.past;
            if !past.is_empty() {
                let left = past.len().checked_sub(lines.len());
                let left = left.ok_or_else(|| refuse(&past.join(" "), "our lines, four a joint move"))?;
                lines = past.drain(left..).rev().collect();
            }
            self.options.report(&lines.join(" "), report.depth, f64::from(report.score), report.nodes);
            lines.iter().try_for_each(|line| self.take(line))?;
            Ok(lines.join("\n") + "\n")
        }

        /// Plays a line of either side. What it is depends on who comes next: one of the four cities of a joint move,
        /// or the city where the fugitive starts, or a ride.
        fn take(&mut self, line: &str) -> io::Result<()> {
            let (map, ours) = (&self.search.map, self.fugitive == Some(true));
            let city = map.parse_city(line);
            if self.board.heard {
                self.cities.push(city.ok_or_else(|| refuse(line, "the city of a detective"))?);
                if let [a, b, c, d] = self.cities[..] {
                    if ours && self.board.turn > 0 {
                        self.search.watch(&self.board, &[a, b, c, d]);
                    }
                    self.board.play(Move::Joint([a, b, c, d]));
                    self.cities.clear();
                }
            } else if self.board.fugitive == 0 {
                let city = city.ok_or_else(|| refuse(line, "a city where the fugitive starts"))?;
                self.board.play(Move::Start(city));
            } else {
                let news = map.parse_news(line).filter(|(_, city)| self.board.can_apply(*city));
                let (mode, city) = news.ok_or_else(|| refuse(line, "a mode C, T or P; in an announcement a city"))?;
                if let Some(city) = city.filter(|_| !ours || self.board.announced()) {
                    self.board.play(Move::Ride(mode, city));
                    return Ok(());
                }
                // The detectives hear only the mode. Which rides are likely? The fugitive has just solved that.
                if !ours {
                    self.search.solve(&self.board, self.budget(), &OURS);
                }
                self.board = self.search.root.sets[mode].posterior(&self.board);
                self.board.normalise();
                self.board.fugitive = city.unwrap_or(self.board.fugitive);
            }
            Ok(())
        }
    }

    /// Plays one whole game on the map in the working directory. A line that cannot be read or applied is an error.
    pub fn run<R: BufRead, W: Write>(input: R, output: W, options: Options) -> io::Result<()> {
        let bytes = fs::read("connect.txt").map_err(|_| refuse("connect.txt", "a file of the working directory"))?;
        let expected = "in connect.txt a number of cities, 1 to 200, then connections such as C 1-2";
        let map = Map::parse(&String::from_utf8_lossy(&bytes)).map_err(|line| refuse(line, expected))?;
        play(input, output, Session::new(map, options))
    }

    /// Plays one whole game with a session that has its map.
    pub fn play<R: BufRead, W: Write>(input: R, mut output: W, mut session: Session) -> io::Result<()> {
        let mut lines = Lines::new(input);
        while let Some(line) = if session.over { None } else { lines.next()? } {
            // All lines at once: after the first one of several we might be suspended.
            output.write_all(session.hear(line)?.as_bytes())?;
            output.flush()?;
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
