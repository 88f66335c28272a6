//! A small web server for the pages of one person: no more of HTTP than `jury human` needs.
//!
//! A request without the token is refused, and so is one that a page of another site could have made: by its Host (a name
//! that was turned to this machine) or by its Origin. A request is a word and a short text; none names a file.

use crate::pages::show;
use crate::run::{leftovers, system};
use std::collections::{BTreeMap, VecDeque};
use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::{IpAddr, Shutdown, SocketAddr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// Who says nothing for so long in the middle of a request, or does not read what is sent, is left.
const PATIENCE: Duration = Duration::from_secs(3);

/// A request is whole after this, however slowly it comes. What comes behind one that is refused is read for `PATIENCE`.
const WHOLE: Duration = Duration::from_secs(10);

/// So many connections at once have not shown the token: one more closes the oldest. So many pages are open.
const MOST: usize = 64;

/// When the page has been closed for so long nobody wants the server any more.
pub const CLOSED: Duration = Duration::from_secs(60);

/// What was asked for: a page or events (GET), or that something is done (POST).
#[derive(Debug, PartialEq)]
pub struct Request {
    pub post: bool,
    /// Behind the token.
    pub path: String,
    pub body: String,
}

pub enum Reply {
    Page(String),
    /// JSON.
    Data(String),
    /// JSON, once it is there.
    Later(Receiver<String>),
    /// From now on, each as a server-sent event.
    Events(Receiver<String>),
    Nothing,
}

#[derive(Clone)]
pub struct Gate {
    pub token: String,
    pub address: SocketAddr,
}

impl Gate {
    /// Reads a request, or says why it is refused: a code of HTTP, and words.
    pub fn read(&self, input: impl Read) -> Result<Request, (u16, &'static str)> {
        let mut input = BufReader::new(input);
        let mut head = input.by_ref().take(8_192).lines().map_while(Result::ok);
        let first = head.next().unwrap_or_default();
        let words: Vec<&str> = first.split(' ').collect();
        let [method, target, "HTTP/1.1" | "HTTP/1.0"] = words[..] else { return Err((400, "no line of HTTP")) };
        let post = match method {
            "GET" => false,
            "POST" => true,
            _ => return Err((405, "neither GET nor POST")),
        };
        let mut fields = BTreeMap::new();
        loop {
            let line = head.next().ok_or((400, "the head has no end, or is too long"))?;
            if line.is_empty() {
                break;
            }
            let (name, value) = line.split_once(':').ok_or((400, "a field without its colon"))?;
            if fields.insert(name.to_ascii_lowercase(), value.trim().to_string()).is_some() {
                return Err((400, "a field twice"));
            }
        }
        let field = |name: &str| fields.get(name).map(String::as_str);
        let host = field("host").ok_or((400, "no Host"))?;
        let foreign = |origin: &str| !origin.eq_ignore_ascii_case(&format!("http://{}", host));
        if !self.is_ours(host) {
            return Err((403, "not the board's address: take the one that the jury printed, and a number for a name"));
        }
        if field("origin").map_or(post, foreign) {
            return Err((403, "asked for by another site"));
        }
        let path = target.strip_prefix('/').and_then(|path| path.split_once('/'));
        let (_, path) = path.filter(|(token, _)| *token == self.token).ok_or((403, "a wrong token"))?;
        let length = field("content-length").map_or(Ok(0), str::parse).map_err(|_| (400, "no length"))?;
        if length > 4_096 {
            return Err((413, "the body is too long"));
        }
        let mut body = vec![0; if post { length } else { 0 }];
        drop(head);
        input.read_exact(&mut body).map_err(|_| (400, "the body ends too early"))?;
        let body = String::from_utf8(body).map_err(|_| (400, "the body is no text"))?;
        Ok(Request { post, path: path.to_string(), body })
    }

    /// Does the host name this server, by number? Of names only `localhost` is ours for certain. Without a port it is 80.
    fn is_ours(&self, host: &str) -> bool {
        let own = self.address.ip();
        let is_here = own.is_loopback() || own.is_unspecified();
        [host.to_ascii_lowercase(), format!("{}:80", host.to_ascii_lowercase())].iter().any(|host| {
            let number = host.parse::<SocketAddr>().ok().filter(|host| host.port() == self.address.port());
            number.is_some_and(|host| host.ip() == own || own.is_unspecified())
                || (is_here && *host == format!("localhost:{}", self.address.port()))
        })
    }
}

/// Reads until that moment.
struct Until<'a>(&'a TcpStream, Instant);

impl Read for Until<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let left = self.1.saturating_duration_since(Instant::now()).min(PATIENCE);
        // A time of 0 would be none.
        self.0.set_read_timeout(Some(left.max(Duration::from_millis(1))))?;
        if left.is_zero() {
            return Err(io::ErrorKind::TimedOut.into());
        }
        self.0.read(buffer)
    }
}

pub struct Server {
    listener: TcpListener,
    gate: Gate,
    /// How many pages are open, and when one was.
    pages: AtomicUsize,
    seen: Mutex<Option<Instant>>,
    /// The connections that have not shown the token, the oldest first.
    strangers: Mutex<VecDeque<Arc<TcpStream>>>,
}

impl Server {
    /// Port 0 is a free one.
    pub fn open(address: IpAddr, port: u16) -> io::Result<Arc<Server>> {
        let listener = TcpListener::bind((address, port))?;
        let token = format!("{:016x}{:016x}", leftovers::random(), leftovers::random());
        let gate = Gate { token, address: listener.local_addr()? };
        let (pages, seen, strangers) = Default::default();
        Ok(Arc::new(Server { listener, gate, pages, seen, strangers }))
    }

    pub fn address(&self) -> String {
        format!("http://{}/{}/", self.gate.address, self.gate.token)
    }

    /// Neither Ctrl-C was pressed nor has the page been `closed` for so long.
    pub fn is_wanted(&self, closed: Duration) -> bool {
        let mut seen = whole(&self.seen);
        if self.pages() > 0 {
            *seen = Some(Instant::now());
        }
        !system::interrupted() && seen.is_none_or(|seen| seen.elapsed() < closed)
    }

    pub fn pages(&self) -> usize {
        self.pages.load(Ordering::SeqCst)
    }

    /// Answers from now on, in threads of its own.
    pub fn serve(self: &Arc<Server>, answer: impl Fn(Request) -> Reply + Send + Sync + 'static) -> io::Result<()> {
        let (server, answer) = (self.clone(), Arc::new(answer));
        system::in_thread(move || loop {
            match server.listener.accept() {
                Ok((stream, _)) => {
                    let (known, stream) = (server.clone(), Arc::new(stream));
                    let (server, answer, own) = (server.clone(), answer.clone(), stream.clone());
                    server.remember(&stream);
                    let begun = system::in_thread(move || {
                        server.connection(&own, answer.as_ref());
                        server.forget(&own);
                    });
                    // Where no thread can be had the connection is closed.
                    begun.unwrap_or_else(|_| known.forget(&stream));
                }
                // No descriptor is left, say: others will be given back.
                Err(_) => thread::sleep(Duration::from_millis(50)),
            }
        })
    }

    fn remember(&self, stream: &Arc<TcpStream>) {
        let mut strangers = whole(&self.strangers);
        strangers.push_back(stream.clone());
        if strangers.len() > MOST {
            strangers.pop_front().map(|oldest| oldest.shutdown(Shutdown::Both));
        }
    }

    /// It has shown the token, or is over.
    fn forget(&self, stream: &Arc<TcpStream>) {
        whole(&self.strangers).retain(|other| !Arc::ptr_eq(other, stream));
    }

    fn connection(&self, stream: &Arc<TcpStream>, answer: &dyn Fn(Request) -> Reply) {
        // One that asks nothing is closed without a word. Browsers open some ahead, and use or close them in some ten
        // seconds. Were we first, a request that was just sent would have no answer.
        if stream.set_read_timeout(Some(Duration::from_secs(60))).is_err() || !matches!(stream.peek(&mut [0]), Ok(1)) {
            return;
        }
        let limit = stream.set_write_timeout(Some(PATIENCE));
        let request = self.gate.read(Until(stream, Instant::now() + WHOLE));
        request.iter().for_each(|_| self.forget(stream));
        let sent = match request.map(answer) {
            Ok(Reply::Page(page)) => send(stream, 200, "text/html", &page),
            Ok(Reply::Data(data)) => send(stream, 200, "application/json", &data),
            // Blanks before it are no part of JSON.
            Ok(Reply::Later(data)) => tell(stream, &data, false),
            Ok(Reply::Events(_)) if self.pages() >= MOST => send(stream, 503, "text/plain", "too many pages\n"),
            Ok(Reply::Events(events)) => {
                self.pages.fetch_add(1, Ordering::SeqCst);
                let told = tell(stream, &events, true);
                self.pages.fetch_sub(1, Ordering::SeqCst);
                told
            }
            Ok(Reply::Nothing) => send(stream, 404, "text/plain", "nothing there\n"),
            Err((code, why)) => send(stream, code, "text/plain", &format!("{}\n", why)),
        };
        // What was not read yet would make the system throw away what was sent.
        if limit.is_ok() && sent.is_ok() && stream.shutdown(Shutdown::Write).is_ok() {
            let _ = io::copy(&mut Until(stream, Instant::now() + PATIENCE).take(65_536), &mut io::sink());
        }
    }
}

/// Sends these texts as they come, as events or as they are, and a pulse meanwhile, until their end or until the page is gone.
fn tell(mut stream: &TcpStream, texts: &Receiver<String>, events: bool) -> io::Result<()> {
    let (kind, pulse) = if events { ("text/event-stream", ":\n\n") } else { ("application/json", "\n") };
    stream.write_all(format!("{}\r\n", head(200, kind)).as_bytes())?;
    let event = |text: &str| text.trim_end().lines().map(|line| format!("data: {}\n", line)).collect::<String>() + "\n";
    loop {
        // Only when a page is written to is it noticed that it is gone, and a browser waits on.
        let text = match texts.recv_timeout(Duration::from_secs(2)) {
            Ok(text) if events => event(&text),
            Ok(text) => text,
            Err(RecvTimeoutError::Timeout) => pulse.to_string(),
            Err(RecvTimeoutError::Disconnected) => return Ok(()),
        };
        stream.write_all(text.as_bytes())?;
    }
}

/// What a lock holds, though a thread may have failed while it held it.
pub fn whole<T>(lock: &Mutex<T>) -> MutexGuard<'_, T> {
    lock.lock().unwrap_or_else(PoisonError::into_inner)
}

fn head(code: u16, kind: &str) -> String {
    format!(
        "HTTP/1.1 {} {}\r\nContent-Type: {}; charset=utf-8\r\nConnection: close\r\nCache-Control: no-store\r\n\
         X-Content-Type-Options: nosniff\r\nReferrer-Policy: no-referrer\r\nCross-Origin-Resource-Policy: same-origin\r\n\
         Content-Security-Policy: {}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'\r\n",
        code,
        if code == 200 { "OK" } else { "Refused" },
        kind,
        show::live_policy()
    )
}

fn send(mut stream: &TcpStream, code: u16, kind: &str, body: &str) -> io::Result<()> {
    stream.write_all(format!("{}Content-Length: {}\r\n\r\n{}", head(code, kind), body.len(), body).as_bytes())
}
