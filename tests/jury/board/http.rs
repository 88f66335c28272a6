//! A small web server for the page of one person: no more of HTTP than the board needs.
//!
//! It listens on this machine only. A request without the token is refused, and so is one whose Host is another name: a page
//! of another site may have had that name turned to this machine. A request is a word and a short text; none names a file.

use crate::run::{leftovers, system};
use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

/// What was asked for: a word behind the token, and what was sent with it.
#[derive(Debug, PartialEq)]
pub struct Request {
    pub path: String,
    pub body: String,
}

/// A code of HTTP, and a page, JSON or why there is none.
#[derive(Debug, PartialEq)]
pub struct Reply(pub u16, pub String);

fn refused(code: u16, why: &str) -> Reply {
    Reply(code, why.to_string())
}

/// Whose requests are answered.
pub struct Gate {
    pub token: String,
    pub address: SocketAddr,
}

impl Gate {
    /// Reads a request, or says why it is refused.
    pub fn read(&self, input: impl Read) -> Result<Request, Reply> {
        let mut input = BufReader::new(input.take(16_384));
        let mut head = input.by_ref().lines().map_while(Result::ok);
        let first = head.next().unwrap_or_default();
        let target = first.split(' ').nth(1).ok_or(refused(400, "no line of HTTP"))?;
        let (mut host, mut length) = (String::new(), Ok(0));
        for line in head.take_while(|line| !line.is_empty()) {
            match line.to_ascii_lowercase().split_once(':') {
                Some(("host", value)) => host = value.trim().to_string(),
                Some(("content-length", value)) => length = value.trim().parse(),
                _ => {}
            }
        }
        if host != self.address.to_string() {
            return Err(refused(403, "not the board's address: take the one that the jury printed"));
        }
        let path = target.strip_prefix(&format!("/{}/", self.token)).ok_or(refused(403, "a wrong token"))?;
        let mut body = vec![0; length.ok().filter(|n| *n <= 4_096).ok_or(refused(413, "too long"))?];
        input.read_exact(&mut body).map_err(|_| refused(400, "the body ends too early"))?;
        let body = String::from_utf8(body).map_err(|_| refused(400, "the body is no text"))?;
        Ok(Request { path: path.to_string(), body })
    }
}

pub struct Server {
    listener: TcpListener,
    gate: Gate,
}

impl Server {
    /// Port 0 is a free one.
    pub fn open(port: u16) -> io::Result<Server> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port))?;
        let token = format!("{:016x}{:016x}", leftovers::random(), leftovers::random());
        Ok(Server { gate: Gate { token, address: listener.local_addr()? }, listener })
    }

    pub fn address(&self) -> String {
        format!("http://{}/{}/", self.gate.address, self.gate.token)
    }

    /// Answers from now on, each connection in a thread of its own. `None`: there is no such thing.
    pub fn serve(self, answer: impl Fn(&Request) -> Option<Reply> + Send + Sync + 'static) -> io::Result<()> {
        let all = Arc::new((self.gate, answer));
        system::in_thread(move || loop {
            let begun = self.listener.accept().and_then(|(stream, _)| {
                let all = all.clone();
                system::in_thread(move || drop(connection(&stream, &all.0, &all.1)))
            });
            // No descriptor or thread is left, say: others will be given back.
            begun.unwrap_or_else(|_| thread::sleep(Duration::from_millis(50)));
        })
    }
}

fn connection(mut stream: &TcpStream, gate: &Gate, answer: &dyn Fn(&Request) -> Option<Reply>) -> io::Result<()> {
    // A browser opens some connections ahead, which may never ask anything: they are closed without a word.
    if stream.peek(&mut [0])? == 0 {
        return Ok(());
    }
    let reply = gate.read(stream).map_or_else(Some, |request| answer(&request));
    let Reply(code, text) = reply.unwrap_or(refused(404, "nothing there"));
    let head = format!(
        "HTTP/1.1 {} {}\r\nContent-Type: {}; charset=utf-8\r\nContent-Length: {}\r\n\
         Connection: close\r\nCache-Control: no-store\r\n\r\n",
        code,
        if code == 200 { "OK" } else { "Refused" },
        if text.starts_with('<') { "text/html" } else { "text/plain" },
        text.len()
    );
    stream.write_all((head + &text).as_bytes())
}
