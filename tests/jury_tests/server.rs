//! The board's server: whom it refuses, and what it tells a side that may not know all.

use super::board::board;
use super::chromium::Browser;
use super::sitting::{until, Board};
use super::{comes_true, scratch};
use jury::board::http::{Gate, Reply, Request, Server};
use jury::pages::show::Story;
use jury::play::transcript::{Entry, Note};
use jury::rules::game::Rng;
use jury::rules::{games, ontherun};
use jury::run::forfeit::{Forfeit, Kind};
use std::fs;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::sync::mpsc::channel;
use std::thread;
use std::time::Duration;

const TOKEN: &str = "0123456789abcdef";

fn gate(address: &str) -> Gate {
    Gate { token: TOKEN.to_string(), address: address.parse().unwrap() }
}

/// Reads a request made of these lines.
fn read(gate: &Gate, head: &[&str], body: &str) -> Result<Request, u16> {
    let text = format!("{}\r\n\r\n{}", head.join("\r\n"), body);
    gate.read(&mut text.as_bytes()).map_err(|(code, _)| code)
}

/// Gives one byte at a time.
struct Slow<'a>(&'a [u8]);

impl Read for Slow<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        self.0.read(&mut buffer[..1])
    }
}

#[test]
fn a_request_that_is_not_from_the_page_is_refused() {
    let gate = gate("127.0.0.1:700");
    let host = "Host: 127.0.0.1:700";
    let origin = "Origin: http://127.0.0.1:700";
    let get = format!("GET /{}/ HTTP/1.1", TOKEN);
    let post = format!("POST /{}/write HTTP/1.1", TOKEN);
    let page = Request { post: false, path: String::new(), body: String::new() };
    assert_eq!(read(&gate, &[&get, host], ""), Ok(page));
    let write = Request { post: true, path: "write".to_string(), body: "B1-C1".to_string() };
    assert_eq!(
        read(&gate, &[&post, "host: localhost:700", "origin: http://localhost:700", "Content-Length: 5"], "B1-C1x"),
        Ok(write)
    );
    // The longest head, however it comes: here byte by byte.
    let head = format!("{}\r\n{}\r\nX: ", get, host);
    let limit = |length: usize| format!("{}{}\r\n\r\n", head, "x".repeat(length - head.len()));
    let read_slowly = |text: String| gate.read(&mut Slow(text.as_bytes())).map_err(|(code, _)| code);
    assert_eq!((read_slowly(limit(8_192)).is_ok(), read_slowly(limit(8_193))), (true, Err(431)));
    let long = format!("X: {}", "x".repeat(9_000));
    let cases: [(u16, &[&str]); 23] = [
        (400, &["GET"]),
        (400, &["GET / HTTP/2"]),
        (400, &[&get]),
        (400, &[&get, host, host]),
        (400, &[&get, host, "no colon"]),
        (400, &[&get, host, " folded: x"]),
        (400, &[&post, host, origin, "Content-Length: -1"]),
        (400, &[&post, host, origin, "Content-Length: 5"]),
        (403, &["GET / HTTP/1.1", host]),
        (403, &["GET 0123456789abcdef/ HTTP/1.1", host]),
        (403, &["GET /0123456789abcdee/ HTTP/1.1", host]),
        (403, &["GET /0123456789abcde/ HTTP/1.1", host]),
        (403, &[&get, "Host: 127.0.0.1:701"]),
        (403, &[&get, "Host: 127.0.0.2:700"]),
        (403, &[&get, "Host: evil.example:700"]),
        (403, &[&get, host, "Origin: http://evil.example"]),
        (403, &[&get, host, "Sec-Fetch-Site: cross-site"]),
        (403, &[&post, host]),
        (403, &[&post, host, "Origin: null"]),
        (405, &[&get.replace("GET", "PUT"), host]),
        (411, &[&post, host, origin, "Transfer-Encoding: chunked"]),
        (413, &[&post, host, origin, "Content-Length: 4097"]),
        (431, &[&get, host, &long]),
    ];
    for (code, head) in cases {
        assert_eq!(read(&gate, head, ""), Err(code), "{:?}", head);
    }
    // Names come as links write them. A target may name the host, as a proxy's does.
    let path = |target: &str| read(&gate, &[&format!("GET {} HTTP/1.1", target), host], "").map(|request| request.path);
    for (target, path_or_code) in [
        ("/T/a%20b%C3%bc/x.html", Ok("a b\u{fc}/x.html")),
        ("http://127.0.0.1:700/T/", Ok("")),
        ("HTTP://LocalHost:700/T/x", Ok("x")),
        ("http://evil.example:700/T/", Err(403)),
        ("http://127.0.0.1:700", Err(403)),
        ("/T/a%2", Err(404)),
        ("/T/a%zz", Err(404)),
        ("/T/%ff", Err(404)),
    ] {
        assert_eq!(path(&target.replace("T/", &format!("{}/", TOKEN))), path_or_code.map(str::to_string), "{}", target);
    }
    assert!(read(&gate, &[&get, "Host: LOCALHOST:700", "Origin: http://localhost:700"], "").is_ok());
    // For other machines too: by any IP address, by no name.
    let open = self::gate("0.0.0.0:700");
    assert!(read(&open, &[&get, "Host: 10.0.0.7:700"], "").is_ok());
    assert_eq!(read(&open, &[&get, "Host: localhost:700"], ""), Err(403));
}

fn connect(server: &Server) -> TcpStream {
    TcpStream::connect(server.address().split('/').nth(2).unwrap()).unwrap()
}

/// A page that waits for events and does not read them.
fn open_page(server: &Server) -> TcpStream {
    let (address, mut page) = (server.address(), connect(server));
    let [_, _, host, token] = address.splitn(4, '/').collect::<Vec<_>>()[..] else { panic!("{}", address) };
    page.write_all(format!("GET /{}events HTTP/1.1\r\nHost: {}\r\n\r\n", token, host).as_bytes()).unwrap();
    page
}

#[test]
fn a_server_has_64_connections_and_leaves_those_that_say_or_read_nothing() {
    let server = Server::open("127.0.0.1".parse().unwrap(), 0).unwrap();
    server
        .serve(|_| {
            let (sender, events) = channel();
            sender.send("x".repeat(16 << 20)).unwrap();
            std::mem::forget(sender);
            Reply::Events(events)
        })
        .unwrap();
    let _page = open_page(&server);
    assert!(comes_true(|| server.pages() == 1));
    let silent: Vec<TcpStream> = (0..64).map(|_| connect(&server)).collect();
    let answers = silent.into_iter().map(|stream| std::io::read_to_string(stream).unwrap());
    let (many, others): (Vec<_>, Vec<_>) = answers.partition(|answer| answer.ends_with("too many connections\n"));
    assert!(many.len() == 1 && others.iter().all(|answer| answer.ends_with("took too long\n")), "{:?}", many);
    assert!(comes_true(|| server.pages() == 0), "a page that does not read is waited for");
}

#[test]
fn the_oldest_of_nine_pages_makes_room_and_is_told() {
    let server = Server::open("127.0.0.1".parse().unwrap(), 0).unwrap();
    server
        .serve(|_| {
            let (sender, events) = channel();
            std::mem::forget(sender);
            Reply::Events(events)
        })
        .unwrap();
    let mut pages = Vec::new();
    for count in 1..=8 {
        pages.push(open_page(&server));
        assert!(comes_true(|| server.pages() == count));
    }
    let ninth = open_page(&server);
    let told = std::io::read_to_string(pages.remove(0)).unwrap();
    assert!(told.starts_with("HTTP/1.1 200") && told.ends_with("event: full\ndata: \n\n"), "{}", told);
    assert_eq!(server.pages(), 8);
    drop(ninth);
}

#[test]
fn a_server_is_wanted_until_its_page_has_been_closed_for_long_enough() {
    let server = Server::open("127.0.0.1".parse().unwrap(), 0).unwrap();
    server
        .serve(|_| {
            let (sender, events) = channel();
            std::mem::forget(sender); // There is always something to come.
            Reply::Events(events)
        })
        .unwrap();
    // Nobody has looked yet.
    let (long, short) = (Duration::from_secs(60), Duration::from_millis(1));
    assert!(server.is_wanted(short) && server.pages() == 0);
    let page = open_page(&server);
    assert!(comes_true(|| server.pages() == 1) && server.is_wanted(short));
    drop(page);
    assert!(comes_true(|| server.pages() == 0) && server.is_wanted(long));
    assert!(comes_true(|| !server.is_wanted(short)));
}

#[test]
fn a_story_for_a_side_tells_only_what_that_side_heard() {
    for (game, viewer) in [("ontherun", 0), ("ontherun", 1), ("lamistra", 0), ("lamistra", 1), ("ayu", 0)] {
        let mut rng = Rng(5);
        let mut state = games::new(game, 5).unwrap();
        let mut story = Story::begin(state.as_ref(), games::seats(game), Some(viewer));
        let mut from = story.size();
        let mut hidden = 0;
        while let Some(seat) = state.to_write().filter(|_| from[0] < 60) {
            let line = state.stand_in(&mut rng);
            let news = state.write(&line).unwrap();
            let note = Note { seconds: 0.0, log: vec![format!("I write {} depth 3 score 1 nodes 5", line)] };
            let heard: Vec<&str> = news.iter().filter(|n| n.to == viewer).map(|n| n.line.as_str()).collect();
            story.add(state.as_ref(), &Entry::Line(seat, line.clone()), &note, &news);
            let told = story.json(&[String::new(), String::new()], None, from);
            from = story.size();
            if seat != viewer
                && state.to_write().is_some()
                && !heard.contains(&line.as_str())
                && !told.contains("steps\": [\n    \n  ]")
            {
                let text = told.split("\"text\": \"").nth(1).unwrap().split('"').next().unwrap();
                assert!(text == heard.join(" ") || text.split(' ').count() == 4, "{}: {:?} of {}", game, text, line);
                hidden += usize::from(text != line);
            }
            if story.secret && seat != viewer {
                assert!(!told.contains("I write"), "{}: {}", game, told);
            }
            // The detectives' map does not show the fugitive.
            if game == "ontherun" && viewer == ontherun::DETECTIVES && state.to_write().is_some() {
                assert!(!told.contains("u003eF\\u003c") && !told.contains("(F)"), "{}", line);
            }
        }
        assert_eq!(
            (story.secret, hidden > 0),
            (
                game != "ayu" && (game, viewer) != ("ontherun", 1),
                (game, viewer) == ("ontherun", 0) || game == "lamistra"
            ),
            "{} {} {}",
            game,
            viewer,
            hidden
        );
    }
    let state = games::new("ayu", 1).unwrap();
    let mut story = Story::begin(state.as_ref(), games::seats("ayu"), Some(0));
    let forfeit = Forfeit { kind: Kind::Crash, reason: "exit 3".to_string() };
    story.add(state.as_ref(), &Entry::Forfeit(1, forfeit), &Note::default(), &[]);
    assert!(!story.secret);
}

/// A request with one mistake, and the codes that may answer it.
fn wrong(server: &Board, rng: &mut Rng) -> (Vec<u8>, &'static [u32]) {
    let (host, token) = (server.host().to_string(), server.token().to_string());
    let right = server.request("POST", "parts", "B1");
    let with = |old: &str, new: &str| right.replacen(old, new, 1).into_bytes();
    let fields = |field: &str| with("\r\nContent", &format!("\r\n{}\r\nContent", field));
    let noise = |rng: &mut Rng, n: usize| (0..n).map(|_| rng.below(256) as u8).collect::<Vec<u8>>();
    let number = rng.below(1_000);
    match rng.below(20) {
        0 => (noise(rng, number), &[400]),
        1 => (with(&token, &format!("{:032x}", rng.next())), &[403]),
        2 => (with(&token, &token[1..]), &[403]),
        3 => (with(&format!("Host: {}", host), &format!("Host: evil{}.example", number)), &[403]),
        4 => (with(&format!("Host: {}\r\n", host), ""), &[400]),
        5 => (with(&format!("Origin: http://{}", host), &format!("Origin: http://evil{}.example", number)), &[403]),
        6 => (with(&format!("Origin: http://{}\r\n", host), ""), &[403]),
        7 => (fields("Sec-Fetch-Site: cross-site"), &[403]),
        8 => (with("parts HTTP", &format!("{}etc/passwd HTTP", "../".repeat(1 + number % 20))), &[404]),
        9 => (with("parts HTTP", "..%2f..%2fetc%2fpasswd HTTP"), &[404]),
        10 => (with("parts HTTP", &format!("{} HTTP", "x".repeat(200 + 10 * number))), &[404, 431]),
        11 => (fields(&format!("X: {}", "y".repeat(12_000 + number))), &[431]),
        12 => (with("Content-Length: 2", &format!("Content-Length: {}", 5_000 + number)), &[413]),
        13 => (with("Content-Length: 2", "Content-Length: -1"), &[400]),
        14 => (with("Content-Length: 2", &format!("Content-Length: {}", 3 + number)), &[400]),
        15 => (right.as_bytes()[..number % (right.len() - 2)].to_vec(), &[0, 400]),
        16 => (with("POST", ["PUT", "DELETE", "OPTIONS", "get"][number % 4]), &[405]),
        17 => (fields("Transfer-Encoding: chunked"), &[411]),
        18 => (fields(&format!("Host: {}", host)), &[400]),
        // All is right except what is asked.
        _ => {
            let body = String::from_utf8_lossy(&noise(rng, number % 300)).into_owned();
            let path = ["write", "parts", "preview", "again", "nothing"][number % 5];
            (
                server.request("POST", path, &format!("?{}", body)).into_bytes(),
                if number % 5 == 4 { &[404] } else { &[200] },
            )
        }
    }
}

#[test]
fn ten_thousand_wrong_requests_disturb_no_game() {
    let folder = scratch("board-fuzzed");
    let server = board(&folder, "ayu human random --seed 7");
    server.wait("\"asked\": true");
    assert_eq!(server.post("write", "B1-C1").trim(), "{}");
    server.wait("\"asked\": true");
    let before = fs::read_to_string(folder.join("game.unfinished")).unwrap();
    thread::scope(|scope| {
        for seed in 0..4 {
            let server = &server;
            scope.spawn(move || {
                let mut rng = Rng(seed);
                for _ in 0..2_500 {
                    let (bytes, codes) = wrong(server, &mut rng);
                    let (code, answer) = server.send(&bytes);
                    let asked = String::from_utf8_lossy(&bytes);
                    assert!(codes.contains(&code), "{} instead of {:?}: {:?}\n{}", code, codes, asked, answer);
                    assert!(!answer.contains("root:"), "{:?}\n{}", asked, answer);
                }
            });
        }
    });
    // Unfinished requests, more of them than there is room for.
    let connect = |bytes: &[u8]| {
        let mut stream = TcpStream::connect(server.host()).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
        let _ = stream.write_all(bytes);
        stream
    };
    let head = server.request("GET", "", "");
    let open: Vec<TcpStream> = (0..200).map(|i| connect(&head.as_bytes()[..i % 40])).collect();
    let refused = |mut stream: TcpStream| {
        let mut text = String::new();
        let _ = stream.read_to_string(&mut text);
        text
    };
    let answers: Vec<String> = open.into_iter().map(refused).collect();
    let count = |code: &str| answers.iter().filter(|text| text.starts_with(&format!("HTTP/1.1 {}", code))).count();
    assert!(count("408") > 0 && count("503") > 0 && count("200") == 0, "{:?}", answers);
    // The game has not changed and goes on.
    assert!(comes_true(|| server.send(head.as_bytes()).0 == 200));
    assert_eq!(fs::read_to_string(folder.join("game.unfinished")).unwrap(), before);
    assert_eq!(server.post("write", "F1-E1").trim(), "{}");
    let errors = fs::read_to_string(folder.join("board-stderr.txt")).unwrap();
    assert!(!errors.contains("panic"), "{}", errors);
}

#[test]
fn a_page_elsewhere_can_do_nothing() {
    let folder = scratch("board-elsewhere");
    let Some(mut browser) = Browser::start(&folder.join("profile"), "a live board answers no foreign page") else {
        return;
    };
    let server = board(&folder, "ayu human random --seed 7");
    server.wait("\"asked\": true");
    // The foreign page even knows the address.
    let page = "<script>var got = 0; async function go(a, m) { try { const r = await fetch(a, m); got = r.status || r.type; } catch (e) { got = 'refused'; } }</script>";
    let file = folder.join("evil.html");
    fs::write(&file, page).unwrap();
    browser.open(&file);
    for mode in ["cors", "no-cors"] {
        browser.ask("got = 0");
        browser.ask(&format!("go('{}write', {{ method: 'POST', body: 'B1-C1', mode: '{}' }})", server.address, mode));
        until(&mut browser, "got !== 0");
    }
    let news = server.wait("\"asked\": true");
    assert!(!news.contains("B1-C1\""), "{}", news);
    assert!(!folder.join("game.unfinished").exists());
}
