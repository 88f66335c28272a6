//! Different starts for games that always begin alike: the first lines of a pair are drawn by lot.
//!
//! The contest's protocol knows no setup for them. So each program is started with its lines as `{past}` and writes them
//! when it is its turn: the game is played from its first line, and its transcript is like any other.

use crate::play::transcript::Record;
use crate::rules::game::{Rng, Seat};
use crate::rules::games;
use crate::run::entrant::Entrant;
use std::collections::VecDeque;

/// The first `n` lines of a game, played by two partners that choose at random.
pub fn draw(game: &str, n: usize, rng: &mut Rng) -> Result<Vec<(Seat, String)>, String> {
    // Where the game was over in an opening, another is drawn.
    'draw: for _ in 0..20 {
        let mut board = games::new(game, 0)?;
        let mut partners =
            [games::partner(game, "random", Rng(rng.next()))?, games::partner(game, "random", Rng(rng.next()))?];
        let mut waiting: [VecDeque<String>; 2] = Default::default();
        let (mut news, mut lines) = (board.opening(), Vec::new());
        while lines.len() < n {
            for heard in &news {
                waiting[heard.to].extend(partners[heard.to].hear(&heard.line)?);
            }
            let Some(seat) = board.to_write() else { continue 'draw };
            let line = waiting[seat].pop_front().ok_or("a random partner wrote nothing")?;
            news = board.write(&line).map_err(|fault| format!("a random partner's {:?} is {}", line, fault))?;
            lines.push((seat, line));
        }
        if board.to_write().is_some() {
            return Ok(lines);
        }
    }
    Err(format!("--openings {}: the game is over by then", n))
}

/// An error if the game has starts of its own, or a program cannot be brought to a position.
pub fn check(game: &str, n: usize, entrants: &[Entrant]) -> Result<(), String> {
    let starts = [1, 2].map(|seed| games::new(game, seed).map(|game| game.setup()));
    let why = match entrants.iter().find(|entrant| !entrant.takes_past()) {
        _ if n == 0 => return Ok(()),
        _ if n > 100 => "at most 100 lines".to_string(),
        _ if starts[0] != starts[1] => format!("{} has a start of its own for each pair", game),
        None => return draw(game, n, &mut Rng(1)).map(drop),
        Some(entrant) => format!(
            "{} cannot be brought to a position, since the contest's protocol has none. Let it take its first lines as an \
             argument, joined by `;`, and write {{past}} into its command; or let it choose by {{seed}}",
            entrant.name
        ),
    };
    Err(format!("--openings {}: {}", n, why))
}

/// The lines that the seat is to write in an opening.
pub fn of(seat: Seat, opening: &[(Seat, String)]) -> Vec<String> {
    opening.iter().filter(|(s, _)| *s == seat).map(|(_, line)| line.clone()).collect()
}

/// An error if a game does not begin with the moves of the opening, as far as nobody forfeited. A move may be written in
/// several ways (the stones of a turn in another order): what counts is the position after each.
pub fn kept(opening: &[(Seat, String)], record: &Record) -> Result<(), String> {
    let board = || games::from_setup(&record.name, &record.setup);
    let (mut drawn, mut played) = (board()?, board()?);
    for ((seat, line), written) in opening.iter().zip(record.entries.iter().map_while(|entry| entry.line())) {
        let legal = drawn.write(line).is_ok() && played.write(written).is_ok();
        if !legal || drawn.draw() != played.draw() {
            let how = "a program with {past} in its command writes those lines before any of its own";
            let name = &record.players[*seat];
            return Err(format!("the opening has {:?} of {}, which wrote {:?}: {}", line, name, written, how));
        }
    }
    Ok(())
}
