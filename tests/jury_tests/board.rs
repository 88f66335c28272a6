//! The live board by requests alone: whom it answers, a whole game, what is taken back, hints, what is hidden.

use super::prelude::*;
use jury::board::http::{Gate, Request};
use jury::play::hint::{self, Player, Table};
use std::net::TcpStream;

pub struct Board {
    pub child: Killed,
    /// The page's address.
    pub address: String,
}

impl Board {
    /// Starts `jury human` with these words; the transcript is `game.txt`.
    pub fn start(folder: &Path, words: &[&str]) -> Board {
        // No player of ours is beside this copy. The jury must notice Ctrl-C, even if the tests were started to ignore it.
        let mut child = Command::new("env");
        folder.says("[ -e jury ] || cp $J jury", 0, "");
        let head = ["--default-signal=INT", "./jury", "human"];
        child.args([&head, words, &["--out", "game.txt"]].concat()).current_dir(folder);
        let mut child = child.stdin(Stdio::null()).stdout(Stdio::piped()).spawn().unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines().map(Result::unwrap);
        let line = lines.find(|line| line.starts_with("the board is at http://")).expect("an address");
        assert_eq!(lines.next().as_deref(), Some("open it in the browser; Ctrl-C ends it"));
        Board { child: Killed(child), address: line.split(' ').next_back().unwrap().to_string() }
    }

    /// Sends a request of these lines to the board. Returns all that comes back.
    fn send(&self, head: &str, body: &str) -> String {
        let host = self.address.split('/').nth(2).unwrap();
        let mut stream = TcpStream::connect(host).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        let length = body.len();
        write!(stream, "{head} HTTP/1.1\r\nHost: {host}\r\nContent-Length: {length}\r\n\r\n{body}").unwrap();
        let mut text = Vec::new();
        stream.read_to_end(&mut text).unwrap();
        String::from_utf8_lossy(&text).into_owned()
    }

    pub fn post(&self, path: &str, body: &str) -> String {
        let token = self.address.split('/').nth(3).unwrap();
        let text = self.send(&format!("POST /{}/{}", token, path), body);
        assert!(text.starts_with("HTTP/1.1 200 "), "{} {}: {}", path, body, text);
        text.split_once("\r\n\r\n").unwrap().1.to_string()
    }

    /// The answer `holds` these words.
    fn told(&self, path: &str, body: &str, words: &str) -> String {
        holds(path, self.post(path, body), words)
    }

    /// The game so far, once it holds these words.
    pub fn wait(&self, words: &str) -> String {
        let mut news = String::new();
        let comes = comes_true(|| {
            news = self.post("news", "");
            news.contains(words)
        });
        assert!(comes, "no {} in {}", words, news);
        news
    }

    /// The same, once the person is on turn.
    pub fn turn(&self) -> String {
        self.wait("\"asked\": true")
    }

    /// The person does something, on turn. Returns the game at the next turn, or at the end.
    fn does(&self, what: &str, line: &str) -> String {
        self.turn();
        assert_eq!(self.post(what, line), "{}", "{} {}", what, line);
        comes_true(|| ["\"asked\": true", "\"over\": true"].iter().any(|word| self.post("news", "").contains(word)));
        self.post("news", "")
    }
}

#[test]
fn a_request_that_is_not_from_the_page_is_refused() {
    let gate = Gate { token: "TOKEN".to_string(), address: "127.0.0.1:700".parse().unwrap() };
    let read = |text: &str| gate.read(&mut text.as_bytes()).map_err(|reply| format!("{} {}", reply.0, reply.1));
    let right = "POST /TOKEN/write HTTP/1.1\r\nhost: 127.0.0.1:700\r\nContent-Length: 5\r\n\r\nB1-C1";
    let request = Request { path: "write".to_string(), body: "B1-C1".to_string() };
    assert_eq!(read(right), Ok(request));
    let other = "403 not the board's address: take the one that the jury printed";
    for (from, to, why) in [
        ("/TOKEN/", "/TOKE/", "403 a wrong token"),
        ("/TOKEN/write", "/", "403 a wrong token"),
        ("TOKEN/write", "TOKENwrite", "403 a wrong token"),
        ("127.0.0.1:700", "127.0.0.1:701", other),
        ("127.0.0.1:700", "evil.example:700", other),
        ("host: 127.0.0.1:700\r\n", "", other),
        ("POST /TOKEN/write HTTP/1.1", "POST", "400 no line of HTTP"),
        ("Length: 5", "Length: 4097", "413 too long"),
        ("Length: 5", "Length: -5", "413 too long"),
        ("B1-C1", "B1", "400 the body ends too early"),
    ] {
        assert_eq!(read(&right.replace(from, to)), Err(why.to_string()), "{} for {}", to, from);
    }
}

#[test]
fn a_person_types_takes_back_and_resigns() {
    let folder = scratch("board-typed");
    let mut board = Board::start(&folder, &["ayu", "random", "--seed", "7"]);
    let token = board.address.split('/').nth(3).unwrap();
    holds(
        "nothing",
        board.send(&format!("GET /{}/nothing", token), ""),
        "HTTP/1.1 404 Refused\r\nContent-Type: text/plain; |\r\n\r\nnothing there",
    );
    holds(
        "the page",
        board.send(&format!("GET /{}/", token), ""),
        "HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\nContent-Length: |connect-src 'self'|Rules</summary>\n<p>Join |1 to the other.</p>\n<p>|</p>\n</details>\n|id=\"hint\"",
    );
    assert_eq!(checksum(&without_figures(&folder, &(board.turn() + &board.post("preview", "B1-C1")))), 2996862057);
    board.told("takeback", "", "You have not written a line yet.");
    // A bad line is explained, and the person stays on turn.
    for (line, why) in [("hello", "unreadable"), ("A1-A2", "illegal"), ("", "unreadable"), ("\u{fc}\0\n", "unreadable")]
    {
        ["write", "preview"].iter().for_each(|path| drop(board.told(path, line, why)));
    }
    holds("answered", board.does("write", "B1-C1"), "!otherwise");
    holds("the second turn", board.does("write", "F1-E1"), "\"text\": \"B1-C1\"|\"text\": \"F1-E1\"");
    holds("taken back", board.does("takeback", ""), "B1-C1|!F1-E1");
    // The game ends there: the jury plays on for nobody. It can still be taken back.
    let words = "\"over\": true|\"forfeit\": \"resigned: |random|The transcript is game.txt.|!\"jury\": true";
    holds("resigned", board.does("resign", ""), words);
    ["write", "resign", "hint"].iter().for_each(|path| drop(board.told(path, "F1-G1", "It is not your turn.")));
    let record = transcript::check(&folder.read("game.txt")).unwrap();
    let told = record.lines().len() == 2 && record.accounts[1].wall < 1.0;
    assert!(told && record.points[0] == 0 && record.points[1] > 0, "{:?}", record);
    assert_eq!(board.post("takeback", ""), "{}");
    holds("goes on", board.does("write", "F1-G1"), "B1-C1|F1-G1|!resigned");
    holds("resigned again", board.does("resign", ""), "The transcript is game.2.txt.");
    // Ctrl-C ends the jury and its program.
    system::signal_process(board.child.0.id(), 2);
    assert_eq!(board.child.0.wait().unwrap().code(), Some(130));
    folder.says("$J review game.txt $J' random ayu'", 2, "has no {past}; our player does, if you name none\n");
}

#[test]
fn a_program_is_started_again_with_its_past_or_plays_otherwise() {
    let folder = scratch("board-past");
    let mut game = games::new("ayu", 7).unwrap();
    game.write("B1-C1").unwrap();
    let [first, other] = [0, 1].map(|i| game.choices().unwrap()[i].clone());
    [&first, "F1-E1"].iter().for_each(|line| drop(game.write(line).unwrap()));
    let [then, otherwise] = [0, 1].map(|i| game.choices().unwrap()[i].clone());
    // It plays otherwise each time, but writes its past. As White it has one move in mind.
    let text = "IFS=';'; for line in $2; do read heard; first=${first:-$heard}; echo $line; done; read heard
        case $first$heard in
            Start*) echo \"F1-E1 depth 3 score $1\" >&2; echo F1-E1;;
            *) if [ $2 ]; then echo OTHERWISE; else echo FIRST; read heard; echo THEN; fi;;
        esac
        cat >/dev/null\n";
    folder.put("p.sh", text.replace("OTHERWISE", &otherwise).replace("FIRST", &first).replace("THEN", &then));
    let program = format!("sh {}/p.sh {{seconds}} {{past}}", folder.display());
    // A hint takes at most as long as a game of 30 seconds would.
    let board = Board::start(&folder, &["ayu", &program, "--seed", "7", "--time", "60"]);
    board.turn();
    board.told(
        "hint",
        "",
        "\"lines\": [\"F1-E1\"]|\"places\": [[[6.2, 10.7], [5.2, 10.7]]]|\"score\": 30}|\"program\": \"p.sh\"",
    );
    board.does("write", "B1-C1");
    holds("played", board.does("write", "F1-E1"), &format!("\"{}\"|\"{}\"", first, then));
    board.does("takeback", "");
    let words = format!("\"{}\"|\"{}\"|!\"{}\"", first, otherwise, then);
    holds("with its past", board.does("write", "F1-E1"), &words);
    // One without {past} hears all lines again. The game goes on from where it answers otherwise: at its third start.
    let text = format!("echo >>$0.n; read x; [ $(wc -l <$0.n) -lt 3 ] && echo {} || echo {}; read x", first, other);
    folder.put("q.sh", text + "; echo THEN; cat >/dev/null\n");
    let board = Board::start(&folder, &["ayu", &format!("sh {}/q.sh", folder.display()), "--seed", "7"]);
    board.does("write", "B1-C1");
    for answer in [&first, &other] {
        board.turn();
        assert_eq!(board.post("write", "F1-E1"), "{}");
        assert_eq!(board.post("takeback", ""), "{}");
        holds("again", board.turn(), &format!("\"{}\"|B1-C1|!F1-E1", answer));
        let otherwise = "q.sh plays otherwise than before: the game goes on from here.\"";
        let told = if answer == &first { "!otherwise" } else { otherwise };
        holds("told", board.turn(), told);
    }
    // A program that forfeits is not started again: the jury writes for it, before and after what is taken back.
    folder.put("r.sh", "echo >>$0.started; read line; exit 3\n");
    let board = Board::start(&folder, &["ayu", &format!("sh {}/r.sh", folder.display()), "--seed", "7"]);
    ["B1-C1", "F1-E1"].iter().for_each(|line| drop(board.does("write", line)));
    board.does("takeback", "");
    holds("forfeited", board.does("write", "F1-G1"), "\"forfeit\": \"crash: exit 3|\"jury\": true|F1-G1");
    assert_eq!(folder.read("r.sh.started"), "\n");
}

/// Asks a program, of this text, for a hint after some lines of a game with seed 7.
fn hint(game: &str, text: &str, lines: &[String]) -> Result<Vec<String>, String> {
    let (folder, setup) = (scratch("board-hint"), games::new(game, 7).unwrap().setup());
    folder.put("p.sh", text);
    let words = format!("sh {}/p.sh {{past}}", folder.display());
    let entrant = entrants::prepare(game, &[&words], &|_| folder.join("program")).unwrap().remove(0);
    let player = Player { entrant, seed: 1, limits: Limits { seconds: 60.0, memory: Memory::TODAY } };
    let table = Table { game: game.to_string(), setup, folder, seed: 1 };
    hint::hint(&table, lines, &player).map(|(lines, _)| lines)
}

#[test]
fn a_hint_is_for_the_position_and_stones_may_come_in_any_order() {
    let mut game = games::new("ontherun", 7).unwrap();
    let mut lines = Vec::new();
    while game.to_write() == Some(ontherun::DETECTIVES) {
        lines.push(game.stand_in(&mut Rng(7)));
        game.write(&lines[lines.len() - 1]).unwrap();
    }
    assert_eq!(lines.len(), 4);
    // It places its detectives all at once.
    let text = format!("read line; printf '{}\\n'; cat >/dev/null", lines.join("\\n"));
    assert_eq!(hint("ontherun", &text, &[]).unwrap(), lines);
    let why = hint("ontherun", &text, &[lines[1].clone()]).unwrap_err();
    assert!(why.contains("does not come to this position"), "{}", why);
    let mut game = games::new("symple", 7).unwrap();
    let lines = ["A1", "O15", "C1", "O13", "E1", "O11", "E2-C2-A2", "O9"].map(str::to_string);
    lines.iter().for_each(|line| drop(game.write(line).unwrap()));
    let next = game.choices().map_or_else(|| game.stand_in(&mut Rng(1)), |all| all[0].clone());
    // It writes stones by column, and other stones are another position.
    for (written, comes) in [("A2-C2-E2", true), ("A2-C2", false), ("A2-C2-G2", false)] {
        let text = format!("for line in A1 C1 E1 {} {}; do read x; echo $line; done; cat >/dev/null", written, next);
        let hint = hint("symple", &text, &lines);
        assert_eq!(hint.as_ref().is_ok_and(|lines| lines[..] == [next.clone()]), comes, "{:?}", hint);
    }
}

#[test]
fn what_is_hidden_is_in_nothing_that_a_page_gets_and_what_nobody_heard_of_is_taken_back_at_once() {
    let folder = scratch("board-hidden");
    // The role of its attack is secret until the other side has chosen one, and so is what it says of that.
    let text = "read line; echo a3-a4; read line; echo role is G >&2; echo a4-a5; echo G; cat >/dev/null\n";
    folder.put("p.sh", text);
    let board = Board::start(&folder, &["lamistra", "sh p.sh", "human", "--seed", "3"]);
    board.told("takeback", "", "You have not written a line yet.");
    let mut all = board.does("write", "g5-g4") + &board.post("", "");
    let parts = board.post("parts", "");
    for part in parts.split("\"line\": \"").skip(1).map(|part| part.split('"').next().unwrap()) {
        all += &board.post("preview", part);
    }
    assert!(parts.contains("\"whole\": true") && all.contains("a4-a5"), "{}", all);
    holds("hidden", all + &parts, "!a4-a5 G|!role is G");
    holds("the end", board.does("resign", ""), "a4-a5 G|role is G");
    // Of the detectives' four lines nobody hears before the last.
    let board = Board::start(&folder, &["ontherun", "cat", "--seed", "3"]);
    ["1", "2"].iter().for_each(|line| drop(board.does("write", line)));
    holds("a part of a joint move is drawn", board.does("takeback", ""), "\"picture\": {|!\"text\": \"1");
}
