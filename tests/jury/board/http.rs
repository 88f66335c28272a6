//! A small web server for the pages of one person: no more of HTTP than `jury board` needs.
//!
//! Whoever cannot name the token is refused, and so is every request that a page of another site could have made: by its
//! Host (a name that was turned to this machine) or by its Origin. A request is a word and a short text; none names a file.

use crate::pages::show;
use crate::run::{leftovers, system};
use std::collections::VecDeque;
use std::io::{self, ErrorKind, Read, Write};
use std::net::{IpAddr, SocketAddr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// Longest head and longest body that are read, in bytes.
const HEAD_MAX: usize = 8_192;
const BODY_MAX: usize = 4_096;

/// A request must be there within this time; whoever does not read what is sent to him is left after it.
const PATIENCE: Duration = Duration::from_secs(3);

/// A page that waits for events is written to so often: only then is it noticed that a page is gone.
const PULSE: Duration = Duration::from_secs(2);

/// The oldest of too many pages is let go within this time.
const LOOK: Duration = Duration::from_millis(200);

/// When the page has been closed for so long nobody wants the server any more.
pub const CLOSED: Duration = Duration::from_secs(60);

/// Connections at the same time, and those of them that wait for events.
const CONNECTIONS: usize = 64;
const PAGES: usize = 8;

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
    /// From now on, each as a server-sent event.
    Events(Receiver<String>),
    Nothing,
}

/// A code of HTTP and what is wrong, in words.
pub type Refusal = (u16, &'static str);

/// Who may come in.
#[derive(Clone)]
pub struct Gate {
    pub token: String,
    pub address: SocketAddr,
}

impl Gate {
    /// Reads a request, or says why it is refused.
    pub fn read(&self, input: &mut impl Read) -> Result<Request, Refusal> {
        let mut bytes = Vec::new();
        let end = loop {
            match bytes.windows(4).position(|four| four == b"\r\n\r\n") {
                Some(end) if end <= HEAD_MAX => break end,
                None if bytes.len() < HEAD_MAX + 4 => more(input, &mut bytes)?,
                _ => return Err((431, "the head is too long")),
            }
        };
        let head = std::str::from_utf8(&bytes[..end]).map_err(|_| (400, "the head is no text"))?;
        let (post, path, length) = self.head(head)?;
        let mut body = bytes.split_off(end + 4);
        while body.len() < length {
            more(input, &mut body)?;
        }
        body.truncate(length);
        let body = String::from_utf8(body).map_err(|_| (400, "the body is no text"))?;
        Ok(Request { post, path, body })
    }

    /// POST or not, the path behind the token, and the length of the body.
    fn head(&self, head: &str) -> Result<(bool, String, usize), Refusal> {
        let mut lines = head.split("\r\n");
        let words: Vec<&str> = lines.next().unwrap_or("").split(' ').collect();
        let [method, target, "HTTP/1.1" | "HTTP/1.0"] = words[..] else { return Err((400, "no line of HTTP")) };
        let mut fields = Vec::new();
        for line in lines {
            let (name, value) = line.split_once(':').ok_or((400, "a field without its colon"))?;
            if name.is_empty() || !name.bytes().all(|b| b.is_ascii_alphanumeric() || b"-_".contains(&b)) {
                return Err((400, "a field without its name"));
            }
            fields.push((name.to_ascii_lowercase(), value.trim()));
        }
        let field = |name: &str| {
            let mut all = fields.iter().filter(|(field, _)| field == name).map(|(_, value)| *value);
            match (all.next(), all.next()) {
                (_, Some(_)) => Err((400, "a field twice")),
                (one, None) => Ok(one),
            }
        };
        let host = field("host")?.ok_or((400, "no Host"))?;
        if !self.is_ours(host) {
            return Err((403, "a foreign Host"));
        }
        let post = match method {
            "GET" => false,
            "POST" => true,
            _ => return Err((405, "neither GET nor POST")),
        };
        match field("origin")? {
            Some(origin) if !origin.eq_ignore_ascii_case(&format!("http://{}", host)) => {
                return Err((403, "a foreign Origin"))
            }
            None if post => return Err((403, "no Origin")),
            _ => {}
        }
        if field("sec-fetch-site")?.is_some_and(|site| site != "same-origin" && site != "none") {
            return Err((403, "asked for by another site"));
        }
        let path = self.path(target)?;
        if field("transfer-encoding")?.is_some() {
            return Err((411, "no length of the body"));
        }
        let length = match field("content-length")? {
            None => 0,
            Some(digits) if digits.bytes().all(|b| b.is_ascii_digit()) && digits.len() < 10 => {
                digits.parse().map_err(|_| (400, "no length"))?
            }
            Some(_) => return Err((400, "no length")),
        };
        if length > if post { BODY_MAX } else { 0 } {
            return Err((413, "the body is too long"));
        }
        Ok((post, path, length))
    }

    /// The path behind the token.
    fn path(&self, target: &str) -> Result<String, Refusal> {
        // A proxy's form of a target names the host, too.
        let target = match target.split_once("://") {
            Some((scheme, rest)) if scheme.eq_ignore_ascii_case("http") => {
                let (host, _) = rest.split_once('/').ok_or((403, "a wrong token"))?;
                self.is_ours(host).then_some(&rest[host.len()..]).ok_or((403, "a foreign host"))?
            }
            _ => target,
        };
        let path = target.strip_prefix('/').and_then(|path| path.split_once('/'));
        let (_, path) = path.filter(|(token, _)| same(token, &self.token)).ok_or((403, "a wrong token"))?;
        decoded(path).ok_or((404, "nothing there"))
    }

    /// Does the host name this server, by number? Of names only `localhost` is ours for certain.
    fn is_ours(&self, host: &str) -> bool {
        let (host, own) = (&host.to_ascii_lowercase(), self.address.ip());
        let number = host.parse::<SocketAddr>().ok().filter(|host| host.port() == self.address.port());
        number.is_some_and(|host| host.ip() == own || own.is_unspecified())
            || (own.is_loopback() && *host == format!("localhost:{}", self.address.port()))
    }
}

/// The path that a link wrote with `%20` for a blank. It is a name to look up, never a file to open.
fn decoded(path: &str) -> Option<String> {
    let mut pieces = path.split('%');
    let mut bytes = pieces.next()?.as_bytes().to_vec();
    for piece in pieces {
        let digits = piece.get(..2).filter(|two| two.bytes().all(|b| b.is_ascii_hexdigit()))?;
        bytes.push(u8::from_str_radix(digits, 16).ok()?);
        bytes.extend_from_slice(&piece.as_bytes()[2..]);
    }
    String::from_utf8(bytes).ok()
}

/// Compares in a time that does not tell how far two texts agree.
fn same(one: &str, other: &str) -> bool {
    one.len() == other.len() && one.bytes().zip(other.bytes()).fold(0, |all, (a, b)| all | (a ^ b)) == 0
}

fn more(input: &mut impl Read, bytes: &mut Vec<u8>) -> Result<(), Refusal> {
    let mut buffer = [0; 2_048];
    match input.read(&mut buffer) {
        Ok(0) => Err((400, "it ends too early")),
        Ok(n) => {
            bytes.extend_from_slice(&buffer[..n]);
            Ok(())
        }
        Err(e) if e.kind() == ErrorKind::Interrupted => Ok(()),
        Err(_) => Err((408, "it took too long")),
    }
}

/// A connection that is read up to a time.
struct Timed<'a>(&'a TcpStream, Instant);

impl Read for Timed<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let left = self.1.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return Err(ErrorKind::TimedOut.into());
        }
        self.0.set_read_timeout(Some(left))?;
        self.0.read(buffer)
    }
}

/// One of so many that may be there at the same time.
struct Place<'a>(&'a AtomicUsize);

impl Place<'_> {
    fn take(count: &AtomicUsize, most: usize) -> Option<Place<'_>> {
        let place = Place(count);
        (count.fetch_add(1, Ordering::SeqCst) < most).then_some(place)
    }
}

impl Drop for Place<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::SeqCst);
    }
}

pub struct Server {
    listener: TcpListener,
    gate: Gate,
    connections: AtomicUsize,
    /// The pages that are open, the oldest first. True: it has to make room for another one.
    pages: Mutex<VecDeque<Arc<AtomicBool>>>,
    /// When a page was open.
    seen: Mutex<Option<Instant>>,
}

impl Server {
    /// Port 0 is a free one.
    pub fn open(address: IpAddr, port: u16) -> io::Result<Arc<Server>> {
        let listener = TcpListener::bind((address, port))?;
        let token = format!("{:016x}{:016x}", leftovers::random(), leftovers::random());
        let gate = Gate { token, address: listener.local_addr()? };
        let (connections, pages, seen) = Default::default();
        Ok(Arc::new(Server { listener, gate, connections, pages, seen }))
    }

    /// The address of the page.
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

    /// How many pages are open.
    pub fn pages(&self) -> usize {
        whole(&self.pages).len()
    }

    /// Answers from now on, in threads of its own.
    pub fn serve(self: &Arc<Server>, answer: impl Fn(Request) -> Reply + Send + Sync + 'static) -> io::Result<()> {
        let (server, answer) = (self.clone(), Arc::new(answer));
        system::in_thread(move || loop {
            match server.listener.accept() {
                Ok((stream, _)) => {
                    let (server, answer) = (server.clone(), answer.clone());
                    // Where no thread can be had the connection is closed.
                    let _ = system::in_thread(move || server.connection(&stream, answer.as_ref()));
                }
                // No descriptor is left, say: others will be given back.
                Err(_) => thread::sleep(Duration::from_millis(50)),
            }
        })
    }

    fn connection(&self, stream: &TcpStream, answer: &dyn Fn(Request) -> Reply) {
        let _ = stream.set_write_timeout(Some(PATIENCE));
        let Some(_place) = Place::take(&self.connections, CONNECTIONS) else {
            let _ = send(stream, 503, "text/plain", "too many connections\n");
            return;
        };
        let mut input = Timed(stream, Instant::now() + PATIENCE);
        let sent = match self.gate.read(&mut input).map(answer) {
            Ok(Reply::Page(page)) => send(stream, 200, "text/html", &page),
            Ok(Reply::Data(data)) => send(stream, 200, "application/json", &data),
            Ok(Reply::Events(events)) => self.events(stream, &events),
            Ok(Reply::Nothing) => send(stream, 404, "text/plain", "nothing there\n"),
            Err((code, why)) => send(stream, code, "text/plain", &format!("{}\n", why)),
        };
        // What was not read yet would make the system throw away what was sent.
        if sent.is_ok() && stream.shutdown(std::net::Shutdown::Write).is_ok() {
            let _ = io::copy(&mut input.take(65_536), &mut io::sink());
        }
    }

    /// A page's place is its own until it closes, or until newer pages have all places.
    fn events(&self, stream: &TcpStream, events: &Receiver<String>) -> io::Result<()> {
        let page = Arc::new(AtomicBool::new(false));
        let mut pages = whole(&self.pages);
        pages.push_back(page.clone());
        if pages.len() > PAGES {
            pages.pop_front().unwrap_or_default().store(true, Ordering::SeqCst);
        }
        drop(pages);
        let told = tell(stream, events, &page);
        whole(&self.pages).retain(|other| !Arc::ptr_eq(other, &page));
        told
    }
}

/// Sends events until the page is gone or has to make room: that one is told to ask no more.
fn tell(mut stream: &TcpStream, events: &Receiver<String>, page: &AtomicBool) -> io::Result<()> {
    stream.write_all(head(200, "text/event-stream").as_bytes())?;
    stream.write_all(b"\r\n")?;
    let mut written = Instant::now();
    while !page.load(Ordering::SeqCst) {
        match events.recv_timeout(LOOK) {
            Ok(text) => {
                let lines: String = text.trim_end().lines().map(|line| format!("data: {}\n", line)).collect();
                stream.write_all(format!("{}\n", lines).as_bytes())?;
            }
            Err(RecvTimeoutError::Timeout) if written.elapsed() < PULSE => continue,
            Err(RecvTimeoutError::Timeout) => stream.write_all(b":\n\n")?,
            Err(RecvTimeoutError::Disconnected) => return Ok(()),
        }
        written = Instant::now();
    }
    stream.write_all(b"event: full\ndata: \n\n")
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
