//! One running program: its memory and time are limited, it reads and writes lines, it is suspended when not on turn.
//!
//! What ends one that hangs? Once its time is over, `ask` waits no longer for its line and returns a forfeit. `finish` then
//! gives it `GRACE` to end. When a `Program` is dropped, it is killed with all that it started (`leftovers`).

use crate::run::family::{self, is};
use crate::run::forfeit::{Forfeit, Kind};
use crate::run::memory::Memory;
use crate::run::meter::{self, Meter};
use crate::run::pipes::{Errors, Output};
use crate::run::{diagnosis, leftovers, system};
use std::ffi::OsStr;
use std::io::{self, Write};
use std::os::fd::AsFd;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// How long a program may take to end after its last line, or after it closed its output, in seconds.
const GRACE: f64 = 2.0;

/// The exit of a program that did not end.
pub const KILLED: &str = "still running, killed";

/// What a program may use.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// For the whole game. They run from asking the program until its line is there (`meter`).
    pub seconds: f64,
    pub memory: Memory,
}

/// What a program used, and how it ended.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Account {
    /// Seconds on its account, also those before it was started in the middle of a game.
    pub wall: f64,
    /// Seconds that passed besides, in which others had the processor that it wanted. 0 if Linux does not say.
    pub kept_waiting: f64,
    /// The most resident memory that the program and the processes below it used together at one moment, KiB.
    pub resident_kib: u64,
    /// Bytes written to stderr.
    pub stderr: usize,
    /// In words: "0", another exit code, "signal 6 (aborted)", or `KILLED`.
    pub exit: String,
    /// Lines on stderr that `Errors::log` had not returned when it ended.
    pub last_words: Vec<String>,
}

pub struct Program {
    child: Child,
    /// Once this is known its number may be another's.
    status: Option<ExitStatus>,
    stdin: Option<ChildStdin>,
    /// What it was told, but its pipe had no room for yet.
    untold: Vec<u8>,
    output: Output,
    pub errors: Errors,
    limits: Limits,
    /// What it used so far.
    pub account: Account,
    meter: Meter,
    suspended: bool,
    /// A line that came when it was not this program's turn.
    early: Option<String>,
    /// It has written a line when it was asked.
    answered: bool,
}

impl Program {
    /// Starts a command in a folder. It stops until it is asked.
    pub fn start(words: &[impl AsRef<OsStr>], folder: &Path, limits: Limits) -> io::Result<Program> {
        let mut command = Command::new(&words[0]);
        // At the contest it has no others of ours.
        let kept = ["PATH", "HOME", "LANG"].iter().filter_map(|name| Some((name, std::env::var_os(name)?)));
        command.env_clear().envs(kept).args(&words[1..]).current_dir(folder).process_group(0);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        system::bind(&mut command, limits.memory.address_space());
        let mut child = leftovers::start(command)?;
        let pipes = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let (stdin, Some(output), Some(errors)) = pipes else { return Err(io::Error::other("no pipes")) };
        let mut program = Program {
            meter: Meter::new(child.id()),
            child,
            status: None,
            stdin,
            untold: Vec::new(),
            output: Output::new(output),
            errors: Errors::new(errors),
            limits,
            account: Account::default(),
            suspended: false,
            early: None,
            answered: false,
        };
        program.suspend(true);
        Ok(program)
    }

    /// The number of its process. Its process group has the same.
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// Tells it a line. What its pipe has no room for waits until it is asked: reading is on its own time. If the program
    /// is gone, `ask` notices it.
    pub fn send(&mut self, line: &str) {
        if self.early.is_none() {
            self.early = self.output.line();
        }
        self.untold.extend_from_slice(format!("{}\n", line).as_bytes());
        self.tell();
    }

    fn tell(&mut self) {
        while let Some(stdin) = self.stdin.as_mut().filter(|_| !self.untold.is_empty()) {
            if !system::wait_for([None; 2], Some(stdin.as_fd()), Duration::ZERO) {
                return;
            }
            // So many bytes fit into a pipe that has room.
            match stdin.write(&self.untold[..self.untold.len().min(4096)]) {
                Ok(n) => drop(self.untold.drain(..n)),
                Err(e) if e.kind() == io::ErrorKind::Interrupted => {}
                Err(_) => self.stdin = None,
            }
        }
    }

    /// Lets it run until it has written a line, on its account.
    pub fn ask(&mut self) -> Result<String, Forfeit> {
        if let Some(text) = self.early.take() {
            let reason = format!("wrote {:?} when it was not its turn", text);
            return Err(Forfeit { kind: Kind::Unreadable, reason });
        }
        // A line already written (an attack's role, a fugitive's first ride) costs no more time.
        if let Some(line) = self.output.line() {
            return Ok(line);
        }
        self.meter.begin();
        let waited = meter::waited_here();
        self.suspend(false);
        // Before it went on the jury perhaps had no processor.
        self.meter.forgive(meter::waited_here() - waited);
        let line = self.wait_for_line();
        self.look();
        self.account.wall += self.meter.cost();
        self.account.kept_waiting += self.meter.waited();
        self.answered |= line.is_some();
        let answer = match line {
            Some(_) if self.account.wall > self.limits.seconds => Err(self.time_out("")),
            Some(line) => Ok(line),
            None if self.output.pipe.closed => {
                self.untold.clear();
                Err(diagnosis::of(self.wait(), &self.errors.text(), self.limits.memory))
            }
            None => Err(self.time_out(self.silent())),
        };
        self.suspend(true);
        if self.is_greedy() {
            // At once, before it takes more.
            self.signal(system::KILL);
            let (used, limit) = (self.account.resident_kib, self.limits.memory);
            let raise = "--memory raises the limit";
            let reason = format!("uses {} KiB of resident memory, more than {}; {}", used, limit, raise);
            return Err(Forfeit { kind: Kind::Memory, reason });
        }
        answer
    }

    /// The next line, if it comes in time. `None` also once the program has ended, even if its child keeps the pipe open, when
    /// it uses too much memory, and when the jury was interrupted.
    fn wait_for_line(&mut self) -> Option<String> {
        let left = self.limits.seconds - self.account.wall;
        let (mut ended, mut looked) = (false, Instant::now());
        loop {
            if let Some(line) = self.output.line() {
                return Some(line);
            }
            // Of an ended program an unfinished line is taken, too, even if its child keeps the pipe open.
            if ended && !self.output.pipe.closed {
                self.output.pipe.closed = true;
                continue;
            }
            if self.output.pipe.closed || system::interrupted() || self.meter.is_over(left) || self.is_greedy() {
                return None;
            }
            self.tell();
            let stdin = self.stdin.as_ref().filter(|_| !self.untold.is_empty());
            let waited = meter::waited_here();
            let pipes = [self.output.pipe.waiting(), self.errors.pipe.waiting()];
            let ready = system::wait_for(pipes, stdin.map(ChildStdin::as_fd), self.meter.pause);
            if ready {
                // Its line was there before the jury had a processor.
                self.meter.forgive(meter::waited_here() - waited);
            }
            if self.errors.drain() {
                // One that writes without end then waits on a full pipe. Else our reading would take its processor.
                thread::sleep(Duration::from_millis(1));
            }
            // What it wrote before it ended is in the pipe by now: look once more. One that writes byte by byte is measured too.
            if ready && looked.elapsed() < self.meter.pause {
                continue;
            }
            looked = Instant::now();
            self.look();
            // Linux may lose the signal to go on for a process that was just being started. The program itself has got it.
            self.meter.stopped.iter().for_each(|process| system::signal_process(*process, system::CONTINUE));
            ended = !ready && self.is_gone();
        }
    }

    /// Sends the last line, if any, and waits for its end. Returns what it used.
    pub fn finish(mut self, last: Option<&str>) -> Account {
        if let Some(line) = last {
            self.send(line);
        }
        self.suspend(false);
        self.account.exit = self.wait().map_or(KILLED.to_string(), diagnosis::describe);
        self.account.last_words = self.errors.log(true);
        self.account.stderr = self.errors.count;
        self.account.clone()
    }

    /// Does it use more resident memory than it may?
    fn is_greedy(&mut self) -> bool {
        let Memory::Resident(limit) = self.limits.memory else { return false };
        if self.meter.resident_kib > limit {
            // For a moment a child that is just being started has the memory of its parent.
            thread::sleep(Duration::from_millis(2));
            self.look();
        }
        self.meter.resident_kib > limit
    }

    /// Why a late program perhaps wrote no line.
    fn silent(&self) -> &'static str {
        match self.output.rest.is_empty() {
            false => "; wrote a line without its end",
            true if self.meter.ready => "",
            // More bytes than a pipe holds.
            true if self.errors.count > 1 << 16 => "; it wrote on stderr alone",
            true if self.answered => "; it waits and wrote nothing",
            true => "; it waits and wrote nothing: a forgotten flush?",
        }
    }

    fn time_out(&self, why: &str) -> Forfeit {
        let mut reason = format!("used {:.3} of {} seconds", self.account.wall, self.limits.seconds);
        if self.account.kept_waiting >= 0.01 {
            reason += &format!(", and waited {:.3} more for a processor", self.account.kept_waiting);
        }
        Forfeit { kind: Kind::TimeOut, reason: reason + why }
    }

    /// Tells it the rest, closes its input, waits for its end and takes the last of its stderr. `None` when it goes on. Also an
    /// interrupted jury waits: a game that is over is kept, with its programs' ends.
    fn wait(&mut self) -> Option<ExitStatus> {
        let mut looked = Instant::now();
        self.meter.begin();
        loop {
            // A program that is still writing must not hang on a full pipe.
            self.output.discard();
            self.errors.drain();
            self.tell();
            if self.untold.is_empty() {
                self.stdin = None;
            }
            if self.is_gone() {
                // A child may keep stderr open. What the program itself wrote is in the pipe.
                self.errors.drain();
                self.status = leftovers::end(&mut self.child);
                return self.status;
            }
            if looked.elapsed() > self.meter.pause {
                looked = Instant::now();
                self.look();
                if self.meter.is_over(GRACE) {
                    return None;
                }
            }
            thread::sleep(Duration::from_micros(500));
        }
    }

    fn suspend(&mut self, whether: bool) {
        if self.suspended != whether {
            self.signal(if whether { system::STOP } else { system::CONTINUE });
            self.suspended = whether;
        }
    }

    /// Sends a signal to the program and all below it.
    fn signal(&self, number: i32) {
        if !self.is_gone() {
            family::signal(self.child.id(), number);
        }
    }

    /// What it uses now.
    fn look(&mut self) {
        self.meter.look();
        self.account.resident_kib = self.account.resident_kib.max(self.meter.resident_kib);
    }

    /// Has it ended?
    fn is_gone(&self) -> bool {
        self.status.is_some() || is(format!("/proc/{}", self.child.id()), "Z")
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        leftovers::end(&mut self.child);
    }
}
