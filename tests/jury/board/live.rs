//! A live board in the browser: a person against a program, or two programs step by step.
//!
//! One thread owns the game and does what pages ask for, one thing after the other. A program is asked in a thread of its
//! own, so that the board answers while it thinks. Pages are sent what is new as it comes; a page that opens gets all.

use crate::board::hint::Advisers;
use crate::board::http::{self, Reply, Request, Server};
use crate::board::round::{self, data, later, said, seat, Coming, Room, Round};
use crate::pages::show::{self, Frame, Story};
use crate::play::session::{self, Past, Session, Table};
use crate::play::transcript::{Entry, Record};
use crate::rules::game::Seat;
use crate::rules::games;
use crate::run::forfeit::Forfeit;
use crate::run::process::{Account, Program};
use crate::run::{leftovers, system};
use crate::text::print::Shown;
use crate::text::{json, print};
use std::panic::{catch_unwind, AssertUnwindSafe};
use std::path::PathBuf;
use std::sync::mpsc::{channel, sync_channel, Receiver, Sender, SyncSender};
use std::sync::{Arc, Mutex};
use std::time::Instant;
use std::{io, mem};

/// What comes to the thread that owns the game.
enum News {
    Asked(Request, Sender<Reply>),
    /// What a program wrote in the game of that number. `None` if the jury failed while it asked.
    Answered(usize, Option<(Box<Program>, Result<String, Forfeit>)>),
    /// The programs of a game are made, or why they are not. The page that asked for it waits for the answer.
    Seated(Box<Coming>, Result<Arc<Table>, String>, Sender<String>),
}

/// A game: the one on the board, one that a variation left, or a variation.
struct Game {
    round: Round,
    play: Session,
    story: Story,
    /// The game is over and its transcript written, or it cannot go on.
    ended: bool,
    message: String,
}

struct Board {
    room: Room,
    now: Game,
    /// Counts the games: an answer to an older one is dropped.
    number: usize,
    /// The program that thinks: its process, and since when.
    asking: Option<(u32, Instant)>,
    /// Since when the person is on turn.
    turn: Instant,
    /// Two programs wait, or wait after the next move.
    paused: bool,
    step: bool,
    /// The game and its variations by name. Which one is on the board?
    games: Vec<(String, Option<Game>)>,
    at: usize,
    pages: Vec<SyncSender<String>>,
    /// How many steps and shapes the pages have.
    told: [usize; 2],
    news: Sender<News>,
    hints: Advisers,
    /// The programs of another game are being made.
    coming: bool,
    review: Arc<Mutex<String>>,
}

/// Makes the programs, then the server, and plays until nobody looks any more. Returns an unfinished game's file and players.
pub fn run(
    serve: impl FnOnce() -> Result<Arc<Server>, String>,
    room: Room,
    round: Round,
    past: Past,
) -> Result<Option<(PathBuf, [String; 2])>, String> {
    let (asked, all) = channel();
    let mut board = Board::new(room, round, past, asked.clone())?;
    let server = serve()?;
    let serving = server.serve(move |request| {
        let (reply, answer) = channel();
        let sent = asked.send(News::Asked(request, reply)).is_ok();
        sent.then(|| answer.recv().ok()).flatten().unwrap_or(Reply::Nothing)
    });
    serving.map_err(|e| e.to_string())?;
    board.advance();
    while server.is_wanted(http::CLOSED) {
        board.next(&all);
    }
    board.cancel();
    board.leave()
}

fn begin(round: Round, table: Arc<Table>, past: Past, accounts: [Account; 2]) -> Result<Game, String> {
    let (play, _) = Session::begin(table, past, accounts).map_err(|e| e.to_string())?;
    let story = Story::begin(play.course.game.as_ref(), games::seats(&play.table.game), play.table.person());
    Ok(Game { round, play, story, ended: false, message: String::new() })
}

impl Board {
    fn new(room: Room, round: Round, past: Past, news: Sender<News>) -> Result<Board, String> {
        let table = Arc::new(seat(&room, &round)?);
        let (paused, hints) = (table.person().is_none(), Advisers::new(room.prepare.clone()));
        let now = begin(round, table, past, Default::default())?;
        let (number, asking, turn, step, at) = (0, None, Instant::now(), false, 0);
        let (games, pages, told) = (vec![("the game".to_string(), None)], Vec::new(), now.story.size());
        let (coming, review) = Default::default();
        Ok(Board { room, now, number, asking, turn, paused, step, games, at, pages, told, news, hints, coming, review })
    }

    fn next(&mut self, all: &Receiver<News>) {
        match all.recv_timeout(system::LOOK) {
            Ok(News::Asked(request, reply)) => {
                let _ = reply.send(self.answer(&request));
            }
            Ok(News::Answered(number, answer)) if number == self.number => {
                self.asking = None;
                let answer = answer.ok_or_else(|| io::Error::other("the jury failed, and stderr says how"));
                let result = answer.and_then(|(program, written)| self.now.play.answered(*program, written));
                self.happened(result);
                self.advance();
            }
            Ok(News::Seated(coming, table, answer)) => {
                self.coming = false;
                let done = table.and_then(|table| self.come(*coming, table));
                if done.is_ok() {
                    self.advance();
                }
                let _ = answer.send(said(done.map(|()| "{}".to_string())));
            }
            // Of a game that is no more, or no news.
            Ok(News::Answered(..)) | Err(_) => {}
        }
    }

    fn person(&self) -> Option<Seat> {
        self.now.play.table.person()
    }

    fn asked(&self) -> bool {
        let play = &self.now.play;
        let turn = play.course.turn().filter(|_| !self.now.ended && !play.reliving());
        turn.is_some_and(|seat| self.person() == Some(seat) && !play.forfeited(seat))
    }

    /// Something was played, or it went wrong.
    fn happened(&mut self, result: io::Result<Vec<String>>) {
        match result {
            Ok(heard) => {
                // The jury's own words, not a line that it delivers. That somebody resigned stays to be read.
                let said = heard.into_iter().find(|line| line.starts_with("waited "));
                if said.is_some() || !self.person().is_some_and(|seat| self.now.play.forfeited(seat)) {
                    self.now.message = said.unwrap_or_default();
                }
                self.note();
            }
            Err(e) => {
                self.now.ended = true;
                self.now.message = format!("The game cannot go on: {}.", e);
            }
        }
    }

    /// Takes the last entry into the story and the transcript.
    fn note(&mut self) {
        let (steps, course) = (self.now.story.size()[0], &self.now.play.course);
        let last = course.sent.len() - 1;
        let (entry, note) = (&course.record.entries[last], &course.record.notes[last]);
        self.now.story.add(course.game.as_ref(), entry, note, &course.sent[last]);
        self.step &= self.now.story.size()[0] == steps;
        if std::mem::take(&mut self.now.play.otherwise) {
            // What was played before stays as it is.
            self.now.round.out = session::fresh(&self.now.round.out);
            self.now.message = "The program plays otherwise than before; the game goes on from here.".to_string();
        }
        if !self.now.play.reliving() {
            self.keep(false);
        }
    }

    /// Keeps the game so far in its file, or the transcript in that file's place. Returns its text, and whether it is kept.
    fn keep(&mut self, over: bool) -> (String, bool) {
        let Game { round, play, message, .. } = &mut self.now;
        let text = if over { play.course.record.text() } else { play.unfinished() + &round.line() };
        let kept = round.put(over, &text).map_err(|e| *message = format!("The game cannot be kept: {}.", e));
        (text, kept.is_ok())
    }

    /// Nobody looks any more: the file of an unfinished game, and its players. A game that cannot be kept is printed.
    fn leave(mut self) -> Result<Option<(PathBuf, [String; 2])>, String> {
        let over = self.now.play.over();
        let Round { kept, out, .. } = &self.now.round;
        if self.now.play.all().is_empty() || over && kept.as_ref().is_some_and(|(kept, _)| kept == out) {
            return Ok(None);
        }
        let (text, is_kept) = self.keep(over);
        let Round { kept, words, .. } = self.now.round;
        let (kept, _) = kept.filter(|_| is_kept).ok_or_else(|| {
            print::out(&text);
            format!("{} It is on stdout.", self.now.message)
        })?;
        Ok((!over).then_some((kept, words)))
    }

    /// Goes on until somebody is to think, and tells the pages.
    fn advance(&mut self) {
        while self.asking.is_none() && !self.now.ended {
            if self.now.play.over() {
                self.end();
                break;
            }
            match self.now.play.relive() {
                Ok(false) => {}
                other => {
                    self.happened(other.map(|_| Vec::new()));
                    continue;
                }
            }
            if self.asked() {
                self.turn = Instant::now();
                break;
            }
            if self.paused && !self.step && !self.now.play.reliving() {
                break;
            }
            match self.now.play.course.take() {
                Some(program) => self.think(program),
                None => {
                    let result = self.now.play.ask();
                    self.happened(result);
                }
            }
        }
        self.tell();
    }

    fn think(&mut self, mut program: Program) {
        self.asking = Some((program.id(), Instant::now()));
        let (news, number) = (self.news.clone(), self.number);
        let begun = system::in_thread(move || {
            let answer = catch_unwind(AssertUnwindSafe(|| {
                let written = program.ask();
                (Box::new(program), written)
            }));
            let _ = news.send(News::Answered(number, answer.ok()));
        });
        if let Err(e) = begun {
            self.cancel();
            self.happened(Err(e));
        }
    }

    /// Nobody waits any more for what the program thinks.
    fn cancel(&mut self) {
        self.number += 1;
        if let Some((process, _)) = self.asking.take() {
            system::signal_group(process, system::KILL);
        }
    }

    /// The game is over: all may be known of it.
    fn end(&mut self) {
        self.now.ended = true;
        self.now.play.course.end();
        if self.keep(true).1 {
            self.now.message += &format!(" The transcript is {}.", self.now.round.out.shown());
        }
        self.retell(None);
        let accounts = &self.now.play.course.record.accounts;
        self.now.story.last_words = accounts.iter().flat_map(|account| account.last_words.clone()).collect();
    }

    fn retell(&mut self, viewer: Option<Seat>) {
        if let Ok(story) = Story::of(&self.now.play.course.record, viewer) {
            self.now.story = story;
            self.told = [0, 0];
        }
    }

    /// A game of that past in place of this one, which is returned.
    fn restart(&mut self, round: Round, table: Arc<Table>, past: Past) -> Result<Game, String> {
        let same = Arc::ptr_eq(&table, &self.now.play.table);
        let accounts = if same { self.now.play.course.record.accounts.clone() } else { Default::default() };
        Ok(self.swap(begin(round, table, past, accounts)?))
    }

    /// Puts a game on the board and returns the one that was there, whose programs end.
    fn swap(&mut self, game: Game) -> Game {
        self.cancel();
        self.now.play.course.programs = [None, None];
        let left = mem::replace(&mut self.now, game);
        (self.told, self.paused) = ([0, 0], self.person().is_none());
        left
    }

    fn answer(&mut self, request: &Request) -> Reply {
        let words = request.body.as_str();
        let done = match (request.post, request.path.as_str()) {
            (false, "") => return Reply::Page(self.page()),
            (false, "events") => return self.open(),
            (false, "review") => return Reply::Page(show::live(&http::whole(&self.review), "")),
            (true, "parts") => return data(Ok(json::object(&self.choice(words)))),
            (true, "hint" | "write" | "resign") if !self.asked() => Err("It is not your turn.".to_string()),
            (true, "hint") => return self.hint(words),
            (true, "review") => return self.review(words),
            (true, "fork") => return self.seats(self.fork(words)),
            (true, "again") => return self.seats(self.again(words)),
            (true, "visit") => self.visit(words),
            (true, "preview") => return data(self.preview(words)),
            (true, "write") => self.write(words),
            (true, "takeback") => self.take_back(),
            (true, "resign") => self.resign(),
            (true, "go" | "step" | "pause") => {
                (self.paused, self.step) = (request.path != "go", request.path == "step");
                Ok(())
            }
            _ => return Reply::Nothing,
        };
        if done.is_ok() {
            self.advance();
        }
        data(done.map(|()| "{}".to_string()))
    }

    /// A page that opens gets all there is. One that takes its events too slowly is let go, and asks anew.
    fn open(&mut self) -> Reply {
        let (page, events) = sync_channel(64);
        let _ = page.try_send(self.event([0, 0]));
        self.pages.push(page);
        Reply::Events(events)
    }

    /// Tells all pages what they do not know yet.
    fn tell(&mut self) {
        let event = self.event(self.told);
        self.told = self.now.story.size();
        self.pages.retain(|page| page.try_send(event.clone()).is_ok());
    }

    /// The story behind so many steps and shapes, and how the game stands.
    fn event(&self, from: [usize; 2]) -> String {
        let players = self.now.play.table.names().map(str::to_string);
        let points = self.now.play.over().then_some(self.now.play.course.record.points);
        let game = self.now.story.json(&players, points, from);
        json::object(&[("from", format!("{:?}", from)), ("game", game), ("live", self.live())])
    }

    fn live(&self) -> String {
        let play = &self.now.play;
        let seat = |seat: Option<Seat>| seat.map_or("null".to_string(), |seat| seat.to_string());
        let turn = play.course.game.to_write().filter(|_| !play.over());
        let limits = play.table.players.each_ref().map(|p| json::number(p.as_ref().map(|p| p.limits.seconds)));
        let asked = self.asked();
        let legal = play.course.game.choices().filter(|_| asked).map(|choices| choices.len() as f64);
        let since = self.asking.map_or(0.0, |(_, since)| since.elapsed().as_secs_f64());
        let own = self.now.story.pending() && (asked || self.person().is_none());
        let picture = play.course.game.picture(self.person(), &play.course.record.lines());
        let places: Vec<(f64, f64)> = picture.places.iter().map(|(_, place)| *place).collect();
        let mut live = vec![
            ("person", seat(self.person())),
            ("turn", seat(turn)),
            ("asked", asked.to_string()),
            ("thinking", if self.asking.is_some() { since.to_string() } else { "null".to_string() }),
            ("reliving", play.reliving().to_string()),
            ("paused", self.paused.to_string()),
            ("over", self.now.ended.to_string()),
            ("seconds", format!("{:?}", [0, 1].map(|seat| play.course.record.seconds(seat)))),
            ("limits", format!("[{}, {}]", limits[0], limits[1])),
            ("legal", json::number(legal)),
            ("places", json::places(&places)),
            ("picture", if own { round::drawn(&picture) } else { "null".to_string() }),
            ("games", json::texts(&self.games.iter().map(|(name, _)| name.clone()).collect::<Vec<_>>())),
            ("at", self.at.to_string()),
            ("choices", json::texts(&self.room.choices)),
            ("message", json::text(self.now.message.trim())),
        ];
        live.extend(self.choice(""));
        json::object(&live)
    }

    fn choice(&self, begun: &str) -> [(&'static str, String); 2] {
        match self.asked() {
            true => round::choice(self.now.play.course.game.as_ref(), begun),
            false => [("parts", "[]".to_string()), ("question", json::text(""))],
        }
    }

    /// What the board would be after a line; where something is hidden it might tell too much.
    fn preview(&self, line: &str) -> Result<String, String> {
        if self.now.story.secret {
            return Ok("{}".to_string());
        }
        let lines = [self.now.play.course.record.lines(), vec![line.to_string()]].concat();
        let after = session::after(&self.now.play.table, &lines)?;
        Ok(round::drawn(&after.game.picture(self.person(), &lines)))
    }

    fn write(&mut self, line: &str) -> Result<(), String> {
        let seconds = self.turn.elapsed().as_secs_f64();
        let heard = self.now.play.write(line.trim(), seconds).map_err(|fault| format!("{}.", fault))?;
        self.happened(Ok(heard));
        Ok(())
    }

    /// Asks the program of that number, or the first that can be brought to the position, in a thread of its own.
    fn hint(&self, choice: &str) -> Reply {
        let chosen = choice.parse().ok().and_then(|i: usize| self.room.choices.get(i));
        let words: Vec<String> = chosen.into_iter().chain(&self.room.choices).cloned().collect();
        let (table, lines) = (self.now.play.table.clone(), self.now.play.course.record.lines());
        let (advisers, seated) = (self.hints.clone(), self.now.round.words.clone());
        later(move |answer| drop(answer.send(said(advisers.hint(&table, &lines, &words, &seated)))))
    }

    /// Where a seat lost the finished game, by the program of that number, in a thread of its own.
    fn review(&self, words: &str) -> Reply {
        let numbers: Vec<usize> = words.split(' ').filter_map(|word| word.parse().ok()).collect();
        let word = numbers.get(1).and_then(|i| self.room.choices.get(*i)).cloned();
        let asked = numbers.first().copied().filter(|seat| *seat < 2 && self.now.ended).zip(word);
        let (advisers, reviewed) = (self.hints.clone(), self.review.clone());
        let (table, record) = (self.now.play.table.clone(), self.now.play.course.record.clone());
        let review = move || {
            let (seat, word) = asked.ok_or("wanted: a finished game, a seat and a program")?;
            let [sentence, page] = advisers.review(&table, record, seat, &word)?;
            *http::whole(&reviewed) = page;
            Ok(json::object(&[("sentence", json::text(&sentence))]))
        };
        later(move |answer| drop(answer.send(said(review()))))
    }

    /// Makes the programs of a game in a thread of its own: the board goes on meanwhile.
    fn seats(&mut self, coming: Result<Coming, String>) -> Reply {
        let coming = match coming {
            Ok(coming) if !self.coming => coming,
            coming => return data(coming.and(Err("The programs of a game are being made.".to_string()))),
        };
        let (room, news) = (self.room.clone(), self.news.clone());
        let reply = later(move |answer| {
            let made = catch_unwind(AssertUnwindSafe(|| coming.seat(&room).map(Arc::new)));
            let table = made.unwrap_or_else(|_| Err("The jury failed, and stderr says how.".to_string()));
            let _ = news.send(News::Seated(Box::new(coming), table, answer));
        });
        self.coming = matches!(reply, Reply::Later(_));
        reply
    }

    fn come(&mut self, coming: Coming, table: Arc<Table>) -> Result<(), String> {
        let Coming { mut round, step, past, .. } = coming;
        let name = step.map(|step| format!("from {}: {}", step, table.names().join(" against ")));
        if name.is_some() {
            round.out = session::fresh(&self.now.round.out);
        }
        let left = self.restart(round, table, past)?;
        match name {
            Some(name) => {
                self.games[self.at].1 = Some(left);
                self.at = self.games.len();
                self.games.push((name, None));
            }
            None => {
                // Nobody waits for a hint in the game before.
                self.hints = Advisers::new(self.room.prepare.clone());
                (self.games, self.at) = (vec![("the game".to_string(), None)], 0);
            }
        }
        Ok(())
    }

    fn take_back(&mut self) -> Result<(), String> {
        if self.now.play.reliving() {
            return Err("The game before is still being played once more.".to_string());
        }
        if !self.now.ended && self.now.play.unwrite().map_err(|e| e.to_string())? {
            self.retell(self.person());
            self.now.message = "Taken back.".to_string();
            return Ok(());
        }
        let past = self.now.play.before_last()?;
        if self.now.ended {
            self.now.round.out = session::fresh(&self.now.round.out);
        }
        self.restart(self.now.round.clone(), self.now.play.table.clone(), past)?;
        Ok(())
    }

    fn resign(&mut self) -> Result<(), String> {
        let seat = self.person().unwrap_or(0);
        self.now.play.resign(seat, self.turn.elapsed().as_secs_f64());
        self.happened(Ok(Vec::new()));
        if !self.now.play.over() {
            let name = self.now.play.table.names()[1 - seat];
            self.now.message =
                format!("You resigned: {} has won. As in the contest, the jury writes for you now.", name);
        }
        Ok(())
    }

    /// A new game. `-` changes sides.
    fn again(&self, words: &str) -> Result<Coming, String> {
        let mut round = self.now.round.asked_for(words, &self.room.choices)?;
        if words.starts_with('-') {
            round.words.swap(0, 1);
        }
        round.seed = leftovers::random() >> 32;
        round.setup = games::new(self.room.game, round.seed)?.setup();
        round.out = round.out.with_file_name(format!("human-{}-{}.txt", self.room.game, round.seed));
        Ok(Coming { round, step: None, past: Past::new(), joins: [false; 2] })
    }

    /// A variation: from a step of the finished game on, as a game of its own. The step, then as for `again`.
    fn fork(&self, words: &str) -> Result<Coming, String> {
        let (step, words) = words.split_once(' ').ok_or("wanted: a step, a seat, a program and seconds")?;
        if !self.now.ended {
            return Err("The game is not over: take back instead.".to_string());
        }
        // Behind a forfeit the jury writes.
        let Record { entries, notes, .. } = &self.now.play.course.record;
        let played = entries.iter().take_while(|entry| entry.line().is_some()).count();
        let played = played.min(self.now.story.entries(step.parse().map_err(|_| "A step is a number.")?));
        let lines: Vec<String> = entries[..played].iter().filter_map(Entry::line).map(str::to_string).collect();
        if session::after(&self.now.play.table, &lines)?.turn().is_none() {
            return Err("The game is over there: go back some moves first.".to_string());
        }
        let round = self.now.round.asked_for(words, &self.room.choices)?;
        // The program that wrote the lines writes them again.
        let is_other = |seat: Seat| round.words[seat] != self.now.round.words[seat];
        let wrote = |seat: Seat| entries[..played].iter().any(|entry| entry.seat() == seat);
        let joins = [0, 1].map(|seat| wrote(seat) && is_other(seat));
        let past = entries[..played].iter().cloned().zip(notes[..played].iter().cloned()).collect();
        Ok(Coming { round, step: Some(step.to_string()), past, joins })
    }

    /// Another one of the game and its variations. One that is not over goes on, its programs started anew.
    fn visit(&mut self, number: &str) -> Result<(), String> {
        let found = number.parse().ok().and_then(|i: usize| Some((i, self.games.get_mut(i)?.1.as_mut()?)));
        let (number, game) = found.ok_or("There is no such game.")?;
        if !game.ended {
            let accounts = game.play.course.record.accounts.clone();
            *game = begin(game.round.clone(), game.play.table.clone(), game.play.all(), accounts)?;
        }
        if let Some(game) = self.games[number].1.take() {
            let left = self.swap(game);
            self.games[self.at].1 = Some(left);
            self.at = number;
        }
        Ok(())
    }

    fn page(&self) -> String {
        let (title, script) = (games::title(self.room.game), include_str!("board.js"));
        let rules = round::rules(self.room.game, self.now.play.course.game.goal());
        let frame = Frame { title, rules: &rules, below: include_str!("board.html"), ..Frame::default() };
        show::live(&show::html(&self.now.play.table.names().map(str::to_string), None, &self.now.story, &frame), script)
    }
}
