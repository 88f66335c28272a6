//! The board's server: whom it refuses, and what it tells a side that may not know all.

use super::prelude::*;
use jury::board::http::{Gate, Reply, Request, Server};
use std::net::TcpStream;
use std::sync::mpsc::channel;

const TOKEN: &str = "0123456789abcdef";

fn gate(address: &str) -> Gate {
    Gate { token: TOKEN.to_string(), address: address.parse().unwrap() }
}

/// Reads a request made of these lines.
fn read(gate: &Gate, head: &[&str], body: &str) -> Result<Request, u16> {
    let text = format!("{}\r\n\r\n{}", head.join("\r\n"), body);
    gate.read(&mut text.as_bytes()).map_err(|(code, _)| code)
}

#[test]
fn a_request_that_is_not_from_the_page_is_refused() {
    let gate = gate("127.0.0.1:700");
    let host = "Host: 127.0.0.1:700";
    let origin = "Origin: http://127.0.0.1:700";
    let get = format!("GET /{}/ HTTP/1.1", TOKEN);
    let post = format!("POST /{}/write HTTP/1.1", TOKEN);
    let request = |post, path: &str, body: &str| Ok(Request { post, path: path.to_string(), body: body.to_string() });
    assert_eq!(read(&gate, &[&get, host], ""), request(false, "", ""));
    let head = [&post, "host: localhost:700", "origin: http://localhost:700", "Content-Length: 5"];
    assert_eq!(read(&gate, &head, "B1-C1x"), request(true, "write", "B1-C1"));
    // It may come in pieces. Whatever is cut off is refused, and nothing else ends the server.
    let (right, mut rng) = (format!("{}\r\n{}\r\n{}\r\nContent-Length: 5\r\n\r\nB1-C1", post, host, origin), Rng(1));
    for at in 0..right.len() {
        let (head, tail) = right.as_bytes().split_at(at);
        assert!(gate.read(head.chain(tail)).is_ok() && gate.read(head).is_err(), "{}", &right[..at]);
        for _ in 0..20 {
            let mut bytes = right.clone().into_bytes();
            bytes[at] = rng.below(256) as u8;
            let _ = gate.read(&mut &bytes[..]);
        }
    }
    let long = format!("X: {}", "x".repeat(9_000));
    let cases: [(u16, &[&str]); 21] = [
        (400, &["GET"]),
        (400, &["GET / HTTP/2"]),
        (400, &[&get]),
        (400, &[&get, host, host]),
        (400, &[&get, host, "no colon"]),
        (400, &[&post, host, origin, "Content-Length: -1"]),
        (400, &[&post, host, origin, "Content-Length: 5"]),
        (403, &["GET / HTTP/1.1", host]),
        (403, &["GET 0123456789abcdef/ HTTP/1.1", host]),
        (403, &["GET /0123456789abcdee/ HTTP/1.1", host]),
        (403, &["GET /0123456789abcde/ HTTP/1.1", host]),
        (403, &[&get, "Host: 127.0.0.1:701"]),
        (403, &[&get, "Host: 127.0.0.1"]),
        (403, &[&get, "Host: 127.0.0.2:700"]),
        (403, &[&get, "Host: evil.example:700"]),
        (403, &[&get, host, "Origin: http://evil.example"]),
        (403, &[&post, host]),
        (403, &[&post, host, "Origin: null"]),
        (405, &[&get.replace("GET", "PUT"), host]),
        (413, &[&post, host, origin, "Content-Length: 4097"]),
        (400, &[&get, host, &long]),
    ];
    for (code, head) in cases {
        assert_eq!(read(&gate, head, ""), Err(code), "{:?}", head);
    }
    // A name is looked up, and opens no file.
    let path = |target: &str| read(&gate, &[&format!("GET {} HTTP/1.1", target), host], "").map(|request| request.path);
    for (target, path_or_code) in [
        ("/T/1-2/x.html", Ok("1-2/x.html")),
        ("http://127.0.0.1:700/T/", Err(403)),
        ("/T/..%2f../etc/passwd", Ok("..%2f../etc/passwd")),
    ] {
        assert_eq!(path(&target.replace("T/", &format!("{}/", TOKEN))), path_or_code.map(str::to_string), "{}", target);
    }
    assert!(read(&gate, &[&get, "Host: LOCALHOST:700", "Origin: http://localhost:700"], "").is_ok());
    // A browser does not name port 80.
    for (address, host) in [("127.0.0.1", "127.0.0.1"), ("127.0.0.1", "localhost"), ("[::1]", "[::1]")] {
        let head = [get.as_str(), &format!("Host: {}", host), &format!("Origin: http://{}", host)];
        assert!(read(&self::gate(&format!("{}:80", address)), &head, "").is_ok(), "{}", host);
    }
    // For other machines too: by any IP address, by no other name. A person who typed one hears what to do.
    let open = self::gate("0.0.0.0:700");
    let host = |host: &str| open.read(&mut format!("{}\r\nHost: {}:700\r\n\r\n", get, host).as_bytes());
    assert!(host("10.0.0.7").is_ok() && host("localhost").is_ok());
    let (code, why) = host("mine").unwrap_err();
    assert!(code == 403 && why.contains("a number for a name"), "{}", why);
}

fn connect(server: &Server) -> TcpStream {
    TcpStream::connect(server.address().split('/').nth(2).unwrap()).unwrap()
}

/// Asks for events as a page does, which then need not read them.
fn ask_for_events(server: &Server, mut page: TcpStream) -> TcpStream {
    let (host, token) =
        server.address()["http://".len()..].split_once('/').map(|(a, b)| (a.to_string(), b.to_string())).unwrap();
    write!(page, "GET /{}events HTTP/1.1\r\nHost: {}\r\n\r\n", token, host).unwrap();
    page
}

/// A server that sends each page this text and then nothing more.
fn serving(text: String) -> std::sync::Arc<Server> {
    let server = Server::open("127.0.0.1".parse().unwrap(), 0).unwrap();
    let answer = move |_| {
        let (sender, events) = channel();
        sender.send(text.clone()).unwrap();
        std::mem::forget(sender);
        Reply::Events(events)
    };
    server.serve(answer).unwrap();
    server
}

#[test]
fn a_page_that_does_not_read_is_left() {
    let server = serving("x".repeat(16 << 20));
    let _page = ask_for_events(&server, connect(&server));
    assert!(comes_true(|| server.pages() == 1));
    assert!(comes_true(|| server.pages() == 0), "a page that does not read is waited for");
    // Nor does anybody hold a thread who writes a byte at a time, before and after the refusal.
    let (begin, mut slow) = (Instant::now(), connect(&server));
    while slow.write_all(b"G").is_ok() {
        assert!(begin.elapsed() < Duration::from_secs(90), "a slow request is waited for");
        thread::sleep(Duration::from_millis(100));
    }
    // Of many who ask nothing the first is closed, and the page has its answer.
    let mut idle: Vec<TcpStream> = (0..100).map(|_| connect(&server)).collect();
    idle[0].set_read_timeout(Some(Duration::from_secs(40))).unwrap();
    assert_eq!(idle[0].read(&mut [0]).unwrap(), 0);
    let _page = ask_for_events(&server, connect(&server));
    assert!(comes_true(|| server.pages() == 1));
}

#[test]
fn a_connection_that_a_browser_opened_ahead_is_answered_late() {
    let server = serving("x".to_string());
    let page = connect(&server);
    thread::sleep(Duration::from_secs(4));
    let mut answer = String::new();
    BufReader::new(ask_for_events(&server, page)).read_line(&mut answer).unwrap();
    assert_eq!(answer, "HTTP/1.1 200 OK\r\n");
}

#[test]
fn a_server_is_wanted_until_its_page_has_been_closed_for_long_enough() {
    let server = serving(String::new());
    // Nobody has looked yet.
    let (long, short) = (Duration::from_secs(60), Duration::from_millis(1));
    assert!(server.is_wanted(short) && server.pages() == 0);
    let page = ask_for_events(&server, connect(&server));
    assert!(comes_true(|| server.pages() == 1) && server.is_wanted(short));
    drop(page);
    assert!(comes_true(|| server.pages() == 0) && server.is_wanted(long));
    assert!(comes_true(|| !server.is_wanted(short)));
}
