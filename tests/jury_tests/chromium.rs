//! Chromium without a window, controlled over a pipe (DevTools protocol): opens a page, presses keys, asks its
//! script.

use super::prelude::*;
use std::process::ChildStdin;
use std::sync::mpsc::{channel, Receiver};

const FLAGS: &str = "--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-sync \
    --disable-background-networking --disable-component-update --remote-debugging-pipe";

pub struct Browser {
    /// Its process.
    _child: Killed,
    input: ChildStdin,
    messages: Receiver<String>,
    session: String,
    last: usize,
    /// Messages of the console, exceptions. A request to another place is one: the page's policy forbids it.
    pub complaints: Vec<String>,
}

/// The text behind `"key":"` up to the next quotation mark.
fn field(message: &str, key: &str) -> Option<String> {
    let (_, rest) = message.split_once(&format!("\"{}\":\"", key))?;
    rest.split('"').next().map(str::to_string)
}

impl Browser {
    /// With a profile in the folder. `None` if no Chromium is installed: then stderr says what is not proven.
    pub fn start(folder: &Path, what: &str) -> Option<Browser> {
        if sh(Path::new("/"), "chromium --version").0 == Some(127) {
            not_proven(what, "chromium is not installed");
            return None;
        }
        // The pipe uses descriptors 3 and 4.
        let profile = folder.join("profile");
        let script = format!("exec chromium {} --user-data-dir={} 3<&0 4>&1 >/dev/null 2>&1", FLAGS, profile.display());
        let mut child = Command::new("sh");
        let mut child = child.args(["-c", &script]).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().ok()?;
        let input = child.stdin.take()?;
        let messages = BufReader::new(child.stdout.take()?).split(0);
        let (sender, receiver) = channel();
        thread::spawn(move || {
            let texts = messages.map_while(Result::ok).map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
            texts.map_while(|text| sender.send(text).ok()).for_each(drop);
        });
        let (session, complaints) = (String::new(), Vec::new());
        let mut browser = Browser { _child: Killed(child), input, messages: receiver, session, last: 0, complaints };
        let target = field(&browser.call("Target.createTarget", "{\"url\":\"about:blank\"}"), "targetId")?;
        let attach = format!("{{\"targetId\":\"{}\",\"flatten\":true}}", target);
        browser.session = field(&browser.call("Target.attachToTarget", &attach), "sessionId")?;
        for domain in ["Page", "Runtime", "Log"] {
            browser.call(&format!("{}.enable", domain), "{}");
        }
        Some(browser)
    }

    fn call(&mut self, method: &str, parameters: &str) -> String {
        self.last += 1;
        let session = Some(format!(",\"sessionId\":\"{}\"", self.session)).filter(|_| !self.session.is_empty());
        let (id, session) = (self.last, session.unwrap_or_default());
        write!(self.input, "{{\"id\":{id},\"method\":\"{method}\",\"params\":{parameters}{session}}}\0").unwrap();
        let answer = format!("{{\"id\":{},", self.last);
        loop {
            let message = self.messages.recv_timeout(PATIENCE).unwrap_or_else(|e| panic!("{}: {}", method, e));
            if message.starts_with(&answer) {
                assert!(!message.contains("\"error\":{"), "{}: {}", method, message);
                return message;
            }
            let event = field(&message, "method").unwrap_or_default();
            if ["Runtime.exceptionThrown", "Runtime.consoleAPICalled", "Log.entryAdded"].contains(&&*event) {
                self.complaints.push(message);
            }
        }
    }

    /// The value of an expression of the page's script, as text.
    pub fn ask(&mut self, expression: &str) -> String {
        // As numbers, so that the answer holds no quotation mark.
        let safe = format!("[...String({})].map(c => c.codePointAt(0)).join(' ')", expression)
            .replace('\\', "\\\\")
            .replace('"', "\\\"");
        let answer = self.call("Runtime.evaluate", &format!("{{\"expression\":\"{}\"}}", safe.replace('\n', " ")));
        let value = field(&answer, "value").unwrap_or_else(|| panic!("{}: {}", expression, answer));
        value.split(' ').filter_map(|code| char::from_u32(code.parse().ok()?)).collect()
    }

    pub fn open(&mut self, file: &Path) {
        self.visit(&format!("file://{}", file.canonicalize().unwrap().display()));
    }

    pub fn visit(&mut self, url: &str) {
        // First an empty page, so that the one before is gone.
        for url in ["about:blank", url] {
            self.call("Page.navigate", &format!("{{\"url\":\"{}\"}}", url));
            let there = format!("{}:complete", url.split(':').next().unwrap());
            let loads = comes_true(|| self.ask("location.protocol + document.readyState") == there);
            assert!(loads, "{} does not load", url);
        }
    }

    /// Presses and releases a key.
    pub fn press(&mut self, key: &str, code: u32) {
        // A button needs the character of Enter too.
        let (down, sign) = if key == "Enter" { ("keyDown", ",\"text\":\"\\r\"") } else { ("rawKeyDown", "") };
        for (kind, sign) in [(down, sign), ("keyUp", "")] {
            let words = format!("\"type\":\"{kind}\",\"key\":\"{key}\",\"code\":\"{key}\"");
            self.call("Input.dispatchKeyEvent", &format!("{{{words},\"windowsVirtualKeyCode\":{code}{sign}}}"));
        }
    }

    pub fn click(&mut self, x: f64, y: f64) {
        for kind in ["mousePressed", "mouseReleased"] {
            let words = format!("\"type\":\"{kind}\",\"x\":{x},\"y\":{y},\"button\":\"left\",\"clickCount\":1");
            self.call("Input.dispatchMouseEvent", &format!("{{{words}}}"));
        }
    }

    /// A window of that size, light or dark.
    pub fn look(&mut self, width: u32, height: u32, dark: bool) {
        let (phone, colours) = (width < 500, if dark { "dark" } else { "light" });
        let size = format!("\"width\":{width},\"height\":{height},\"deviceScaleFactor\":1,\"mobile\":{phone}");
        self.call("Emulation.setDeviceMetricsOverride", &format!("{{{size}}}"));
        let feature = format!("{{\"name\":\"prefers-color-scheme\",\"value\":\"{colours}\"}}");
        self.call("Emulation.setEmulatedMedia", &format!("{{\"features\":[{feature}]}}"));
    }
}
