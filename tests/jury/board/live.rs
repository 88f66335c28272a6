//! The live board: a person against a program, in the browser.
//!
//! A page asks for news, and is answered when there are some. What takes its time, a program's move or a hint, is done in a
//! thread of its own: the board answers meanwhile.

use crate::board::http::{Reply, Request};
use crate::board::session::Session;
use crate::pages::show::{self, Frame, Story};
use crate::play::hint::{self, Player};
use crate::play::thoughts::Thoughts;
use crate::play::transcript;
use crate::rules::game::Part;
use crate::rules::games;
use crate::rules::picture::Picture;
use crate::run::process::Program;
use crate::run::system;
use crate::text::html::escape;
use crate::text::json;
use crate::text::print::Shown;
use std::path::PathBuf;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use std::{env, fs, io};

/// A page whose question has no answer for so long asks again.
const WAIT: Duration = Duration::from_secs(20);

pub struct Board {
    state: Mutex<State>,
    changed: Condvar,
    /// Gives the hints, one at a time.
    adviser: Mutex<Player>,
}

struct State {
    session: Session,
    story: Story,
    /// The transcript, once the game is over.
    out: PathBuf,
    over: bool,
    message: String,
    /// Counts what a page has to hear of.
    version: usize,
    /// Counts what was taken back: what a program thought about before is dropped.
    taken_back: usize,
    /// The program that thinks: its process, and since when.
    asking: Option<(u32, Instant)>,
    /// Since when the person is on turn.
    turn: Instant,
}

impl Board {
    /// A board on which the game begins.
    pub fn begin(session: Session, out: PathBuf, adviser: Player) -> Result<Arc<Board>, String> {
        let story = Story::of(&session.course.record, Some(session.person))?;
        let (over, message, version, taken_back, asking, turn) = (false, String::new(), 0, 0, None, Instant::now());
        let state = State { session, story, out, over, message, version, taken_back, asking, turn };
        let (state, adviser) = (Mutex::new(state), Mutex::new(adviser));
        let board = Arc::new(Board { state, changed: Condvar::new(), adviser });
        board.advance(&mut board.lock());
        Ok(board)
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Ends the program. A hint on its way ends by itself where the jury was interrupted.
    pub fn end(&self) {
        let mut state = self.lock();
        state.cancel();
        state.session.course.programs = [None, None];
        drop(state);
        drop(self.adviser.lock());
    }

    /// Goes on until somebody is to think, and wakes the pages.
    fn advance(self: &Arc<Board>, state: &mut State) {
        while state.asking.is_none() && !state.over {
            let session = &mut state.session;
            if session.course.turn().is_none() {
                state.end();
                break;
            }
            let done = match session.relive() {
                Ok(false) if session.asked() => {
                    state.turn = Instant::now();
                    break;
                }
                Ok(false) => match session.course.take() {
                    Some(program) => self.think(state, program),
                    None => session.course.stand_in().map(drop),
                },
                other => other.map(drop),
            };
            state.happened(done);
        }
        let viewer = Some(state.session.person).filter(|_| !state.over);
        if let Ok(story) = Story::of(&state.session.course.record, viewer) {
            state.story = story;
        }
        state.version += 1;
        self.changed.notify_all();
    }

    fn think(self: &Arc<Board>, state: &mut State, mut program: Program) -> io::Result<()> {
        state.asking = Some((program.id(), Instant::now()));
        let (board, taken_back) = (self.clone(), state.taken_back);
        system::in_thread(move || {
            let written = program.ask();
            let mut state = board.lock();
            if state.taken_back == taken_back {
                state.asking = None;
                let done = state.session.answered(program, written);
                if let Ok(false) = done {
                    let name = &state.session.player.entrant.name;
                    state.message = format!("{} plays otherwise than before: the game goes on from here.", name);
                }
                state.happened(done.map(drop));
                board.advance(&mut state);
            }
        })
    }

    /// `None`: there is no such thing.
    pub fn answer(self: &Arc<Board>, request: &Request) -> Option<Reply> {
        let (mut state, words) = (self.lock(), request.body.as_str());
        let done = match request.path.as_str() {
            "" => Ok(state.page()),
            "news" => Ok(self.news(state, words)),
            "parts" => Ok(json::object(&state.choice(words))),
            "preview" => state.preview(words),
            "hint" => self.hint(state),
            what @ ("write" | "takeback" | "resign") => state.act(what, words).map(|()| {
                self.advance(&mut state);
                "{}".to_string()
            }),
            _ => return None,
        };
        Some(Reply(200, done.unwrap_or_else(|why| json::object(&[("error", json::text(&why))]))))
    }

    /// The game so far, to a page that knows another version of it.
    fn news(&self, state: MutexGuard<State>, known: &str) -> String {
        let is_known = |state: &mut State| known.parse() == Ok(state.version);
        let waited = self.changed.wait_timeout_while(state, WAIT, is_known);
        waited.unwrap_or_else(PoisonError::into_inner).0.news()
    }

    /// What the adviser would play in the person's place. The board is not locked meanwhile.
    fn hint(&self, state: MutexGuard<State>) -> Result<String, String> {
        let (person, lines) = (state.session.person, state.session.course.record.lines());
        let (table, asked) = (state.session.table.clone(), state.asked());
        drop(state);
        let player = self.adviser.try_lock().map_err(|_| "A hint is on its way.")?;
        if !asked {
            return Err("It is not your turn.".to_string());
        }
        let (hint, log) = hint::hint(&table, &lines, &player)?;
        let picture = table.after(&lines)?.game.picture(Some(person), &lines);
        let places = hint.iter().map(|line| json::places(&Part::places(line, &picture)));
        Ok(json::object(&[
            ("program", json::text(&player.entrant.name)),
            ("lines", json::texts(&hint)),
            ("places", format!("[{}]", places.collect::<Vec<_>>().join(", "))),
            ("score", json::number(Thoughts::read(&log).score)),
        ]))
    }
}

impl State {
    /// Is the person to write?
    fn asked(&self) -> bool {
        !self.over && self.session.asked()
    }

    fn happened(&mut self, done: io::Result<()>) {
        if let Err(e) = done {
            self.cancel();
            self.over = true;
            self.message = format!("The game cannot go on: {}.", e);
        }
    }

    /// Nobody waits any more for what the program thinks.
    fn cancel(&mut self) {
        self.taken_back += 1;
        if let Some((process, _)) = self.asking.take() {
            system::signal_group(process, system::KILL);
        }
    }

    fn end(&mut self) {
        self.over = true;
        self.session.end();
        self.message = match transcript::keep(&self.out, &self.session.course.record) {
            Ok(file) => format!("The transcript is {}.", file.shown()),
            Err(e) => format!("The game cannot be kept: {}.", e),
        };
    }

    fn act(&mut self, what: &str, line: &str) -> Result<(), String> {
        let (seconds, mut done) = (self.turn.elapsed().as_secs_f64(), Ok(()));
        if what == "takeback" {
            let at = self.session.last_written().ok_or("You have not written a line yet.")?;
            self.cancel();
            self.over = false;
            done = self.session.take_back(at);
        } else if !self.asked() {
            return Err("It is not your turn.".to_string());
        } else if what == "resign" {
            self.session.resign(seconds);
        } else {
            self.session.write(line.trim(), seconds).map_err(|fault| format!("{}.", fault))?;
        }
        self.message.clear();
        self.happened(done);
        Ok(())
    }

    /// What may follow these parts of a line, and the question.
    fn choice(&self, begun: &str) -> [(&'static str, String); 2] {
        let (game, asked) = (&self.session.course.game, self.asked());
        let parts = if asked { game.parts(begun) } else { Vec::new() };
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
        let question = if asked { game.question(begun) } else { String::new() };
        let parts = parts.iter().map(part).collect::<Vec<_>>();
        [("parts", json::objects(&parts)), ("question", json::text(&question))]
    }

    /// What the board would be after a line; where something is hidden it might tell too much.
    fn preview(&self, line: &str) -> Result<String, String> {
        if self.story.secret {
            return Ok("{}".to_string());
        }
        let lines = [self.session.course.record.lines(), vec![line.to_string()]].concat();
        Ok(drawn(&self.session.table.after(&lines)?.game.picture(Some(self.session.person), &lines)))
    }

    fn news(&self) -> String {
        let (session, record) = (&self.session, &self.session.course.record);
        let (asked, turn) = (self.asked(), session.course.turn());
        let points = turn.is_none().then_some(record.points);
        let legal = session.course.game.choices().filter(|_| asked).map(|choices| choices.len() as f64);
        let picture = session.course.game.picture(Some(session.person), &record.lines());
        let or_null = |text: Option<String>| text.unwrap_or_else(|| "null".to_string());
        let mut live = vec![
            ("person", session.person.to_string()),
            ("turn", or_null(turn.map(|seat| seat.to_string()))),
            ("asked", asked.to_string()),
            ("thinking", or_null(self.asking.map(|(_, since)| since.elapsed().as_secs_f64().to_string()))),
            ("reliving", session.reliving().to_string()),
            ("over", self.over.to_string()),
            ("seconds", format!("{:?}", [0, 1].map(|seat| record.seconds(seat)))),
            ("limit", session.player.limits.seconds.to_string()),
            ("legal", json::number(legal)),
            // Parts of a joint move are no step yet.
            ("picture", or_null(Some(drawn(&picture)).filter(|_| asked && self.story.pending()))),
            ("message", json::text(&self.message)),
        ];
        live.extend(self.choice(""));
        let game = self.story.json(&record.players, points);
        json::object(&[("version", self.version.to_string()), ("game", game), ("live", json::object(&live))])
    }

    fn page(&self) -> String {
        let (game, goal) = (&self.session.table.game, self.session.course.game.goal());
        let (rules, script) = (rules(game, goal), include_str!("board.js"));
        let frame = Frame {
            title: games::title(game),
            rules: &rules,
            below: include_str!("board.html"),
            script,
            ..Frame::default()
        };
        show::html(&self.session.course.record.players, None, &self.story, &frame)
    }
}

fn drawn(picture: &Picture) -> String {
    json::object(&[("svg", json::text(&picture.shapes.concat())), ("caption", json::text(&picture.caption))])
}

/// Folded, the goal and the rules: the first paragraphs of the player's file, in a folder above the jury's.
fn rules(game: &str, goal: &str) -> String {
    let jury = env::current_exe().unwrap_or_default();
    let text = jury.ancestors().find_map(|above| fs::read_to_string(above.join(game).with_extension("rs")).ok());
    let text = text.unwrap_or_default();
    let head: Vec<&str> = text.lines().map_while(|line| line.strip_prefix("//!")).map(str::trim).collect();
    let about = head.split(|line| line.is_empty()).map(|lines| lines.join(" "));
    let about = about.take_while(|words| !words.starts_with("Protocol"));
    let about: String = about.map(|words| format!("<p>{}</p>\n", escape(&words))).collect();
    format!("<details id=\"rules\"><summary>Rules</summary>\n<p>{}</p>\n{}</details>\n", escape(goal), about)
}
