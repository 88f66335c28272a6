//! What the games of two programs sum up to, in a match as in a tournament: pairs that count, results, use.

use crate::count::plan::Plan;
use crate::count::stats::{Pairs, Sequential};
use crate::play::transcript::{Entry, Record};
use crate::run::forfeit::Kind;
use crate::text::print::one_line;
use std::collections::BTreeSet;

/// A finished game from A's point of view.
pub struct Played {
    /// The number of the game, from 0. Two neighbours are a pair.
    pub index: usize,
    pub record: Record,
}

impl Played {
    /// The seat of A (0) or B (1). A begins the games with even numbers.
    pub fn seat(&self, entrant: usize) -> usize {
        (self.index + entrant) % 2
    }

    pub fn points(&self, entrant: usize) -> f64 {
        f64::from(self.record.points[self.seat(entrant)])
    }

    pub fn forfeited(&self, entrant: usize) -> bool {
        self.record.forfeit(self.seat(entrant)).is_some()
    }

    /// 1 for a win of A, 0.5 for a draw, 0 for a loss.
    pub fn score(&self) -> f64 {
        match self.points(0) - self.points(1) {
            0.0 => 0.5,
            difference => f64::from(u8::from(difference > 0.0)),
        }
    }
}

/// Two games with the same start and the sides swapped.
pub type Pair<'a> = [&'a Played; 2];

/// The complete pairs, by number. With `unbroken` only those before the first gap.
pub fn pairs(played: &[Played], unbroken: bool) -> Vec<Pair<'_>> {
    let mut sorted: Vec<&Played> = played.iter().collect();
    sorted.sort_by_key(|g| g.index);
    let whole = sorted.windows(2).filter(|w| w[0].index % 2 == 0 && w[1].index == w[0].index + 1);
    let whole = whole.map(|w| [w[0], w[1]]).enumerate();
    whole.take_while(|(i, pair)| !unbroken || pair[0].index == 2 * i).map(|(_, pair)| pair).collect()
}

/// What the programs did in a game: the start, and whose line was which, up to a forfeit. Then the jury plays on by lot.
/// The first word says which of the two began.
type Moves<'a> = (usize, &'a [String], Vec<(usize, &'a str)>);

fn moves(game: &Played) -> Moves<'_> {
    let parts = game.record.entries.split_inclusive(|entry| entry.line().is_none());
    let lines = parts.take(1).flatten().map(|entry| match entry {
        Entry::Line(seat, line) => (*seat, line.as_str()),
        Entry::Forfeit(seat, forfeit) => (*seat + 2, forfeit.kind.name()),
    });
    (game.index % 2, &game.record.setup, lines.collect())
}

/// The pairs that count: those of which neither game repeats one that counts already. A game that comes again line by
/// line is no new evidence, and its partner alone would favour the side that begins.
pub fn different<'a>(pairs: &[Pair<'a>]) -> Vec<Pair<'a>> {
    let mut seen = BTreeSet::new();
    let mut is_new = |pair: &&Pair<'a>| {
        let [one, other] = pair.map(moves);
        !seen.contains(&one) && !seen.contains(&other) && seen.insert(one) && seen.insert(other)
    };
    pairs.iter().filter(|pair| is_new(pair)).copied().collect()
}

/// The sequential test over the pairs in their order, up to the verdict.
pub fn sequential(plan: &Plan, played: &[Played]) -> Option<Sequential> {
    let mut test = Sequential::new(plan.sprt?);
    different(&pairs(played, true)).iter().for_each(|pair| test.add(pair.map(Played::score)));
    Some(test)
}

/// Is a match over before all of its games are played?
pub fn decided(plan: &Plan, played: &[Played]) -> bool {
    plan.is_match() && sequential(plan, played).is_some_and(|test| test.accepted.is_some())
}

pub fn wins<'a>(played: impl Iterator<Item = &'a Played>) -> [usize; 3] {
    let mut wins = [0; 3];
    played.for_each(|game| wins[2 - (2.0 * game.score()) as usize] += 1);
    wins
}

/// The results of A against B. Only different games of complete pairs count, so that the first move favours nobody.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Tally {
    /// Games of complete pairs, and how many different ones there are.
    pub games: usize,
    pub distinct: usize,
    pub pairs: Pairs,
    /// Wins, draws, losses of A in the pairs that count.
    pub wins: [usize; 3],
    /// Sums of A's and of B's points in them.
    pub points: [f64; 2],
    /// Games of complete pairs in which somebody forfeited.
    pub forfeited: usize,
}

impl Tally {
    pub fn of(whole: &[Pair], counted: &[Pair]) -> Tally {
        let games = || counted.iter().flatten().copied();
        let mut pairs = Pairs::default();
        counted.iter().for_each(|pair| pairs.add(pair.map(Played::score)));
        Tally {
            games: 2 * whole.len(),
            distinct: whole.iter().flatten().map(|game| moves(game)).collect::<BTreeSet<Moves>>().len(),
            pairs,
            wins: wins(games()),
            points: [0, 1].map(|i| games().fold(0.0, |sum, game| sum + game.points(i))),
            forfeited: whole.iter().flatten().filter(|game| (0..2).any(|i| game.forfeited(i))).count(),
        }
    }

    /// The results of B against A.
    pub fn turned(&self) -> Tally {
        let mut turned = self.clone();
        turned.pairs = turned.pairs.turned();
        turned.wins.reverse();
        turned.points.reverse();
        turned
    }

    /// Do the programs repeat themselves? Such as choose by lot repeat a short game now and then.
    pub fn repeats(&self) -> bool {
        10 * (self.games - self.distinct) > self.games
    }

    pub fn counted(&self) -> usize {
        2 * self.pairs.count()
    }
}

#[derive(Clone, Debug, Default)]
pub struct Use {
    pub games: usize,
    /// By kind, in the order of `Kind::ALL`.
    pub forfeits: [usize; Kind::ALL.len()],
    /// Where it forfeited first, and why.
    pub first_forfeit: Option<String>,
    /// The sum over all games.
    pub seconds: f64,
}

impl Use {
    /// Adds the games of A (0) or B (1). `of` says of which match, if there are several.
    pub fn add<'a>(&mut self, games: impl Iterator<Item = &'a Played>, entrant: usize, of: &str) {
        let mut games: Vec<&Played> = games.collect();
        games.sort_by_key(|game| game.index);
        for game in games {
            let seat = game.seat(entrant);
            self.games += 1;
            self.seconds += game.record.accounts[seat].wall;
            if let Some(forfeit) = game.record.forfeit(seat) {
                self.forfeits[forfeit.kind as usize] += 1;
                let (kind, why) = (forfeit.kind.name(), one_line(&forfeit.reason));
                self.first_forfeit.get_or_insert_with(|| format!("game {}{}: {}: {}", game.index + 1, of, kind, why));
            }
        }
    }

    /// The forfeits by kind, in words.
    pub fn kinds(&self) -> String {
        let named = Kind::ALL.iter().zip(self.forfeits).filter(|(_, n)| *n > 0);
        named.map(|(kind, n)| format!("{} {}", n, kind.name())).collect::<Vec<String>>().join(", ")
    }

    /// Seconds a game.
    pub fn mean(&self) -> Option<f64> {
        Some(self.seconds / self.games as f64).filter(|mean| mean.is_finite())
    }
}
