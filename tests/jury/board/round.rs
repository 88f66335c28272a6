//! A game as it was asked for, who sits at it, and how what a page is told of it is written.

use crate::board::hint::Prepare;
use crate::board::http::Reply;
use crate::count::plan;
use crate::play::session::{self, Past, Player, Table};
use crate::play::transcript;
use crate::rules::game::{Game, Part, Rng, Seat};
use crate::rules::picture::Picture;
use crate::run::place;
use crate::run::process::Limits;
use crate::run::system;
use crate::text::html::escape;
use crate::text::json;
use crate::text::words::joined;
use std::path::PathBuf;
use std::sync::mpsc::{channel, Sender};
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
        format!("# board: {}\n", joined(&words))
    }

    /// The file that keeps the game so far, unless another board goes on with it.
    pub fn own(&self) -> Option<PathBuf> {
        let is_as_it_was = |(file, held): &&(PathBuf, String)| fs::read_to_string(file).is_ok_and(|now| now == *held);
        self.kept.as_ref().filter(is_as_it_was).map(|(file, _)| file.clone())
    }

    /// Keeps the game in its file, or in a new one if that is another's. Returns it. The transcript takes its place.
    pub fn put(&mut self, over: bool, text: &str) -> io::Result<PathBuf> {
        let own = self.own();
        let file = loop {
            let file = if over { self.out.clone() } else { self.out.with_extension(session::UNFINISHED) };
            let is_own = own.as_ref() == Some(&file);
            match place::write(&file, if is_own { transcript::GAME } else { place::NEW }, text) {
                Err(e) if e.kind() == io::ErrorKind::AlreadyExists && !is_own => self.out = session::fresh(&self.out),
                written => break written.map(|()| file)?,
            }
        };
        own.iter().filter(|own| over && **own != file).for_each(|own| place::remove(own));
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
        let seat = || side.parse().ok().filter(|seat: &Seat| *seat < 2).ok_or_else(wrong);
        let person = if side == "-" { None } else { Some(seat()?) };
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

#[derive(Clone)]
pub struct Room {
    pub game: &'static str,
    pub prepare: Prepare,
    /// The words of the programs that a page may choose.
    pub choices: Vec<String>,
    pub suspend: bool,
    /// Where programs are kept and work.
    pub folder: PathBuf,
}

/// Seats a person and programs. It may take long, as `prepare` may.
pub fn seat(room: &Room, round: &Round) -> Result<Table, String> {
    let mut players = [None, None];
    let mut rng = Rng(round.seed);
    for seat in 0..2 {
        let seed = rng.next() >> 32;
        if round.words[seat] != session::WORD {
            let entrant = (room.prepare)(&round.words[seat])?;
            let limits = Limits { seconds: round.seconds[seat], memory: entrant.memory, suspend: room.suspend };
            players[seat] = Some(Player { entrant, seed, limits });
        }
    }
    let (game, setup, folder) = (room.game.to_string(), round.setup.clone(), room.folder.clone());
    Ok(Table { game, setup, players, folder, seed: round.seed })
}

/// A game whose programs are being made.
pub struct Coming {
    pub round: Round,
    /// Of a variation: the step from which it begins.
    pub step: Option<String>,
    pub past: Past,
    /// Must the seat's program take `{past}`, since another one has written its lines?
    pub joins: [bool; 2],
}

impl Coming {
    pub fn seat(&self, room: &Room) -> Result<Table, String> {
        let table = seat(room, &self.round)?;
        let joining = table.players.iter().zip(self.joins).filter(|(_, joins)| *joins);
        let mut programs = joining.filter_map(|(player, _)| Some(&player.as_ref()?.entrant));
        match programs.find(|program| !program.takes_past()).map(|program| &program.name) {
            Some(name) => Err(format!("{} cannot be brought to this position: its command has no {{past}}.", name)),
            None => Ok(table),
        }
    }
}

/// What was done, or why it was not, as a page gets it.
pub fn said(done: Result<String, String>) -> String {
    done.unwrap_or_else(|why| json::object(&[("error", json::text(&why))]))
}

pub fn data(done: Result<String, String>) -> Reply {
    Reply::Data(said(done))
}

/// What takes its time is done in a thread of its own; the page waits for the answer.
pub fn later(work: impl FnOnce(Sender<String>) + Send + 'static) -> Reply {
    let (answer, later) = channel();
    match system::in_thread(move || work(answer)) {
        Ok(()) => Reply::Later(later),
        Err(e) => data(Err(format!("{}.", e))),
    }
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

/// The goal, and folded below it the rules: the first paragraphs of the player's file, in a folder above the jury's.
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
