//! A live board with a test as the person: by requests alone, or in a browser by clicks or keys.

use super::chromium::Browser;
use super::prelude::*;
use std::net::{Shutdown, TcpStream};

pub struct Board {
    pub child: Killed,
    /// The page's address, and the line that tells it.
    pub address: String,
    pub line: String,
}

impl Board {
    /// Starts `jury human` with these words.
    pub fn start(jury: &str, folder: &Path, words: &[&str]) -> Board {
        // The jury must notice Ctrl-C, even if the tests were started to ignore it.
        let mut child = Command::new("env");
        child.args([&["--default-signal=INT", jury, "human"], words, &["--no-open"]].concat()).current_dir(folder);
        let errors = fs::File::create(folder.join("board-stderr.txt")).unwrap();
        let mut child = child.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(errors).spawn().unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let line = lines.by_ref().map(Result::unwrap).find(|line| line.contains(" http://")).unwrap_or_default();
        // More output is read and dropped.
        thread::spawn(move || lines.for_each(drop));
        let address = line.split(' ').find(|word| word.starts_with("http://")).map(str::to_string);
        let address = address.unwrap_or_else(|| panic!("no address: {}", folder.read("board-stderr.txt")));
        Board { child: Killed(child), address, line }
    }

    /// Address and port, as the browser's `Host` names them.
    pub fn host(&self) -> &str {
        self.address.split('/').nth(2).unwrap()
    }

    /// Sends bytes and returns the code and all that comes back.
    pub fn send(&self, bytes: &[u8]) -> (u32, String) {
        let mut stream = TcpStream::connect(self.host()).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        // A server that refuses early does not read the rest.
        let _ = stream.write_all(bytes);
        let _ = stream.shutdown(Shutdown::Write);
        let mut text = Vec::new();
        let _ = stream.read_to_end(&mut text);
        let text = String::from_utf8_lossy(&text).into_owned();
        (text.split(' ').nth(1).and_then(|code| code.parse().ok()).unwrap_or(0), text)
    }

    /// A request as the page makes it, with its body.
    pub fn request(&self, method: &str, path: &str, body: &str) -> String {
        let (host, token, length) = (self.host(), self.address.split('/').nth(3).unwrap(), body.len());
        let head = format!("Host: {host}\r\nOrigin: http://{host}\r\nContent-Length: {length}\r\n");
        format!("{method} /{token}/{path} HTTP/1.1\r\n{head}\r\n{body}")
    }

    pub fn post(&self, path: &str, body: &str) -> String {
        let (code, text) = self.send(self.request("POST", path, body).as_bytes());
        assert_eq!(code, 200, "{} {}: {}", path, body, text);
        text.split_once("\r\n\r\n").unwrap().1.to_string()
    }

    pub fn get(&self, path: &str) -> (u32, String) {
        self.send(self.request("GET", path, "").as_bytes())
    }

    /// The answer `holds` these words.
    pub fn told(&self, path: &str, body: &str, words: &str) -> String {
        holds(path, self.post(path, body), words)
    }

    /// It is done without a word.
    pub fn does(&self, path: &str, body: &str) {
        assert_eq!(self.post(path, body).trim(), "{}", "{} {}", path, body);
    }

    /// What a page hears when the person is on turn.
    pub fn turn(&self) -> String {
        self.wait("\"asked\": true")
    }

    /// The person plays a line.
    pub fn plays(&self, line: &str) {
        self.turn();
        self.does("write", line);
    }

    /// The person resigns. Returns what a page hears of that.
    pub fn resigns(&self) -> String {
        self.turn();
        self.does("resign", "");
        self.wait("\"over\": true")
    }

    /// The number of a program that can be chosen.
    pub fn choice(&self, name: &str) -> usize {
        let news = self.news();
        let choices = news.split("\"choices\": [").nth(1).unwrap().split(']').next().unwrap();
        choices.split(", ").position(|choice| choice == format!("\"{}\"", name)).unwrap()
    }

    /// What a page hears that is opened now.
    pub fn news(&self) -> String {
        let mut stream = TcpStream::connect(self.host()).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        stream.write_all(self.request("GET", "events", "").as_bytes()).unwrap();
        let lines = BufReader::new(stream).lines().map(Result::unwrap);
        lines.skip_while(|line| !line.starts_with("data: ")).take_while(|line| !line.is_empty()).collect()
    }

    /// The same, once it holds these words.
    pub fn wait(&self, words: &str) -> String {
        let mut news = String::new();
        let comes = comes_true(|| {
            news = self.news();
            news.contains(words)
        });
        assert!(comes, "no {} in {}", words, news);
        news
    }
}

/// How a move is made.
#[derive(Clone, Copy, PartialEq)]
pub enum Hand {
    Clicks,
    Keys,
}

/// The page has drawn the next parts. One of them or the button that sends has the focus.
const FOLLOWS: &str = "(() => { const last = chosen[chosen.length - 1]; const on = document.activeElement;
    return last && last.whole && !open.length ? on.id === 'send' : open.some((part) => part.line === on.dataset.line); })()";

/// Waits until an expression of the page is true.
pub fn until(browser: &mut Browser, what: &str) {
    let comes = comes_true(|| browser.ask(what) == "true");
    assert!(comes, "{} does not come: {}", what, browser.ask("document.getElementById('status').textContent"));
}

/// Clicks the middle of an element. Nothing may lie over it.
pub fn click(browser: &mut Browser, what: &str) {
    let place = browser.ask(&format!(
        "(() => {{ const e = {}; e.scrollIntoView({{ block: 'center', inline: 'center' }}); const b = e.getBoundingClientRect();
        const [x, y] = [b.x + b.width / 2, b.y + b.height / 2]; const top = document.elementFromPoint(x, y);
        return e.contains(top) ? x + ' ' + y : 'covered by ' + (top && top.outerHTML.slice(0, 200)); }})()",
        what
    ));
    let numbers: Vec<f64> = place.split(' ').filter_map(|word| word.parse().ok()).collect();
    let [x, y] = numbers[..] else { panic!("{}: {}", what, place) };
    browser.click(x, y);
}

pub fn button(browser: &mut Browser, name: &str) {
    click(browser, &format!("document.getElementById('{}')", name));
}

const READY: &str = "(typeof live !== 'undefined' && live && (live.asked || live.over))";

/// Does something and waits until the page is ready again.
pub fn then(browser: &mut Browser, act: impl FnOnce(&mut Browser)) {
    let before = browser.ask("heard");
    act(browser);
    until(browser, &format!("Boolean(({} && heard !== {}) || trouble)", READY, before));
    assert_eq!(browser.ask("trouble"), "");
}

/// Opens the board's page and waits for the person's turn.
pub fn open(browser: &mut Browser, board: &Board) {
    browser.visit(&board.address);
    until(browser, &format!("Boolean({})", READY));
}

/// Makes so many moves, each of random parts; fewer if the game ends before. Returns the lines.
pub fn make_moves(browser: &mut Browser, hand: Hand, moves: usize, rng: &mut Rng) -> Vec<String> {
    let mut lines = Vec::new();
    while lines.len() < moves && browser.ask("live.over") == "false" {
        let (mut parts, mut line, before) = (0, String::new(), browser.ask("heard"));
        // A move that nothing can follow is played at once, unless `confirm` is on.
        while browser.ask("heard") == before {
            let open: usize = browser.ask("open.length").parse().unwrap();
            let whole = browser.ask("chosen.length > 0 && chosen[chosen.length - 1].whole") == "true";
            if open == 0 || (whole && rng.below(2) == 0) {
                assert!(whole, "nothing follows {:?}", line);
                if hand == Hand::Keys {
                    tab(browser, "document.activeElement.id === 'send'");
                }
                then(browser, |browser| match hand {
                    Hand::Clicks => button(browser, "send"),
                    Hand::Keys => browser.press("Enter", 13),
                });
                break;
            }
            assert_eq!(browser.ask("document.querySelectorAll('.part').length"), open.to_string());
            if hand == Hand::Clicks {
                let part = format!("document.querySelectorAll('.part')[{}]", rng.below(open));
                line = browser.ask(&format!("{}.dataset.line", part));
                click(browser, &part);
            } else {
                // The tabulator leads to the first part of the game. Later the focus is there already.
                let there = browser.ask("document.activeElement.matches('.part')") == "true";
                assert!(there || (lines.is_empty() && parts == 0), "the focus is lost after {:?}", lines);
                tab(browser, "document.activeElement.matches('.part')");
                for _ in 0..rng.below(6) {
                    let arrows = ["ArrowLeft", "ArrowUp", "ArrowRight", "ArrowDown"];
                    let arrow = rng.below(4);
                    browser.press(arrows[arrow], 37 + arrow as u32);
                }
                line = browser.ask("document.activeElement.dataset.line");
                browser.press("Enter", 13);
            }
            parts += 1;
            let played = format!("{} && heard !== {}", READY, before);
            until(browser, &format!("Boolean(({played}) || trouble || (chosen.length === {parts} && {FOLLOWS}))"));
            assert_eq!(browser.ask("trouble"), "", "after {}", line);
        }
        lines.push(line);
    }
    lines
}

pub fn tab(browser: &mut Browser, what: &str) {
    for _ in 0..60 {
        if browser.ask(what) == "true" {
            return;
        }
        browser.press("Tab", 9);
    }
    panic!("no key leads to {}", what);
}
