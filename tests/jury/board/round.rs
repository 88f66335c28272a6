//! A game as it was asked for, who sits at it, and how what a page is told of it is written.

use crate::board::hint::Prepare;
use crate::count::plan;
use crate::play::session::{self, Player, Table};
use crate::play::{openings, transcript};
use crate::rules::game::{Game, Part, Rng, Seat};
use crate::rules::picture::Picture;
use crate::run::place::{self, Scratch};
use crate::run::process::Limits;
use crate::text::html::escape;
use crate::text::json;
use crate::text::words::quoted;
use std::path::PathBuf;
use std::{env, fs, io};

/// A game as it was asked for.
#[derive(Clone)]
pub struct Round {
    /// The words for both sides; `human` is the person.
    pub words: [String; 2],
    pub seconds: [f64; 2],
    pub seed: u64,
    pub setup: Vec<String>,
    /// The transcript, once the game is over.
    pub out: PathBuf,
    /// Where it is kept so far, and what that file holds unless another board goes on with the same game.
    pub kept: Option<(PathBuf, String)>,
}

impl Round {
    /// A line of the transcript by which the game can be gone on with.
    pub fn line(&self) -> String {
        let words = [self.words.clone(), self.seconds.map(|seconds| seconds.to_string())].concat();
        format!("# board: {}\n", words.iter().map(|word| quoted(word)).collect::<Vec<_>>().join(" "))
    }

    /// The file that keeps the game so far, unless another board goes on with it.
    pub fn own(&self) -> Option<PathBuf> {
        let is_as_it_was = |(file, held): &&(PathBuf, String)| fs::read_to_string(file).is_ok_and(|now| now == *held);
        self.kept.as_ref().filter(is_as_it_was).map(|(file, _)| file.clone())
    }

    /// Keeps the game in its file, or in a new one if that is another's. Returns it. The transcript comes in place of what
    /// was kept.
    pub fn put(&mut self, over: bool, text: &str) -> io::Result<PathBuf> {
        let own = self.own();
        let file = loop {
            let file = if over { self.out.clone() } else { self.out.with_extension(session::UNFINISHED) };
            let is_own = own.as_ref() == Some(&file);
            match place::write(&file, if is_own { &transcript::GAME } else { &place::NEW }, text) {
                Err(e) if e.kind() == io::ErrorKind::AlreadyExists && !is_own => self.out = session::fresh(&self.out),
                written => break written.map(|()| file)?,
            }
        };
        own.iter().filter(|own| over && **own != file).for_each(|own| place::remove_own(own, &transcript::GAME));
        self.kept = Some((file.clone(), text.to_string()));
        Ok(file)
    }

    /// This round as it is asked for: where the person sits (`-`: nobody else than now), a program's number, its seconds.
    pub fn asked_for(&self, words: &str, choices: &[String]) -> Result<Round, String> {
        let wrong = || format!("{:?}: not a seat, a program and seconds", words);
        let [side, program, seconds] = words.split(' ').collect::<Vec<_>>()[..] else { return Err(wrong()) };
        let program = program.parse().ok().and_then(|i: usize| choices.get(i)).ok_or_else(wrong)?;
        let seconds = plan::check_seconds(seconds.parse().map_err(|_| "Seconds are a number.")?)?;
        let mut round = Round { kept: None, ..self.clone() };
        let person = side.parse().ok().filter(|seat: &Seat| *seat < 2);
        for seat in 0..2 {
            match person {
                Some(person) if person == seat => round.words[seat] = session::WORD.to_string(),
                Some(_) => (round.words[seat], round.seconds[seat]) = (program.clone(), seconds),
                None => round.seconds[seat] = seconds,
            }
        }
        Ok(round)
    }
}

/// What stays the same from game to game.
pub struct Room<'a> {
    pub game: &'static str,
    pub prepare: Prepare,
    /// The words of the programs that a page may choose.
    pub choices: Vec<String>,
    pub suspend: bool,
    /// Where programs are kept and work.
    pub scratch: &'a Scratch,
}

/// Seats a person and programs.
pub fn seat(room: &Room, round: &Round) -> Result<Table, String> {
    let mut players = [None, None];
    let mut rng = Rng(round.seed);
    for seat in 0..2 {
        let seed = rng.next() >> 32;
        if round.words[seat] != session::WORD {
            let mut entrant = (room.prepare)(&round.words[seat])?;
            openings::teach(room.game, std::slice::from_mut(&mut entrant));
            let seconds = round.seconds[seat];
            let limits = Limits { seconds, memory: entrant.memory, suspend: room.suspend };
            players[seat] = Some(Player { entrant, seed, limits });
        }
    }
    let (game, setup, folder) = (room.game.to_string(), round.setup.clone(), room.scratch.path().to_path_buf());
    Ok(Table { game, setup, players, folder, seed: round.seed })
}

/// What may follow these parts of a line, and the question.
pub fn choice(game: &dyn Game, begun: &str) -> [(&'static str, String); 2] {
    let part = |part: &Part| {
        json::object(&[
            ("line", json::text(&part.line)),
            ("label", json::text(&part.label)),
            ("x", json::number(part.place.map(|place| place.0))),
            ("y", json::number(part.place.map(|place| place.1))),
            ("whole", part.whole.to_string()),
            ("icon", json::text(&part.icon)),
        ])
    };
    let parts = game.parts(begun).iter().map(part).collect::<Vec<_>>();
    [("parts", json::objects(&parts)), ("question", json::text(&game.question(begun)))]
}

pub fn drawn(picture: &Picture) -> String {
    json::object(&[("svg", json::text(&picture.shapes.concat())), ("caption", json::text(&picture.caption))])
}

/// The goal, and folded below it the rules: the first paragraphs of the player's file. It stands in a folder above the
/// jury's program.
pub fn rules(game: &str, goal: &str) -> String {
    let jury = env::current_exe().unwrap_or_default();
    let text = jury.ancestors().find_map(|above| fs::read_to_string(above.join(game).with_extension("rs")).ok());
    let text = text.unwrap_or_default();
    let head: Vec<&str> = text.lines().map_while(|line| line.strip_prefix("//!")).map(str::trim).collect();
    let about = head.split(|line| line.is_empty()).map(|lines| lines.join(" "));
    let about: Vec<String> = about.take_while(|words| !words.starts_with("Protocol")).collect();
    let about: String = about.iter().map(|words| format!("<p>{}</p>\n", escape(words))).collect();
    format!("<details id=\"rules\"><summary>{} Rules</summary>\n{}</details>\n", escape(goal), about)
}
