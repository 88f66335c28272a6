//! What a turn costs a program: the time that passes, without that in which it and all below it waited for a processor.
//!
//! Their waits may overlap each other, so at most the time counts in which nothing of theirs ran. Who computes is late when
//! what it used is as long as its time, however busy the machine is. Who sleeps pays for all of it.

use crate::run::family::{family, is, stat, threads};
use crate::run::system;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// Linux counts what processes use in ticks of a hundredth of a second.
const TICKS: f64 = 100.0;

/// The jury looks as often as that, but uses at most a twentieth of a processor for it.
const STEP: Duration = Duration::from_millis(10);
const SHARE: u32 = 20;

/// For so many seconds more one is listened to who waited before: a guess.
const PATIENCE: f64 = 1.0;

/// Longer than a look, the jury itself was stopped (Ctrl-Z).
const STOPPED: Duration = Duration::from_secs(1);

#[derive(Default)]
pub struct Meter {
    process: u32,
    last: Option<Instant>,
    /// Until the next look.
    pub pause: Duration,
    /// For how many seconds each thread ran and waited, as last seen; and the sums of those that have ended.
    threads: BTreeMap<PathBuf, [f64; 2]>,
    ended: [f64; 2],
    /// What they had of memory when last seen, in KiB. Pages that several use count for each.
    pub resident_kib: u64,
    /// The processes below the program that are stopped.
    pub stopped: Vec<u32>,
    /// Does one of the threads run, or could it?
    pub ready: bool,
    /// Since one was ready at each look: the time that nothing explains. It is known when those that wait run again.
    open: f64,
    /// Seconds so far: those that passed, those that the family used of processors, those in which its threads waited for
    /// one. The same when the turn began.
    sums: [f64; 3],
    begin: [f64; 3],
}

impl Meter {
    pub fn new(process: u32) -> Meter {
        Meter { process, ..Meter::default() }
    }

    /// A turn begins.
    pub fn begin(&mut self) {
        self.look();
        // The program did not run during this look.
        self.last = Some(Instant::now());
        self.begin = self.sums;
    }

    fn turn(&self) -> [f64; 3] {
        [0, 1, 2].map(|i| self.sums[i] - self.begin[i])
    }

    /// What the turn costs so far, in seconds.
    pub fn cost(&self) -> f64 {
        let [wall, used, waited] = self.turn();
        wall - waited.min((wall - used).max(0.0))
    }

    /// What others took of the turn.
    pub fn waited(&self) -> f64 {
        self.turn()[0] - self.cost()
    }

    /// Has the turn lasted so long? A thread may wait just now, which Linux counts when it runs again. So who waited before is
    /// listened to for longer, up to `PATIENCE`, and who is ready until it is known what it used.
    pub fn is_over(&self, seconds: f64) -> bool {
        let (cost, patience) = (self.cost(), self.waited().min(PATIENCE));
        cost >= seconds && (self.turn()[1] >= seconds || cost >= seconds + patience && !self.ready)
    }

    /// The program is not to blame for these seconds.
    pub fn forgive(&mut self, seconds: f64) {
        self.sums[0] -= seconds;
    }

    pub fn look(&mut self) {
        let (begin, before) = (Instant::now(), self.sums);
        let passed = self.last.map_or(Duration::ZERO, |last| begin - last).min(STOPPED).as_secs_f64();
        self.last = Some(begin);
        let (mut seen, mut ticks, was_ready) = (BTreeMap::new(), 0.0, self.ready);
        (self.ready, self.stopped, self.resident_kib) = (false, Vec::new(), 0);
        for process in family(self.process) {
            let fields = stat(format!("/proc/{}", process));
            let number = |i: usize| fields.get(i).and_then(|field| field.parse::<u64>().ok()).unwrap_or(0);
            // Its own two times, and those of the children that it waited for.
            ticks += [11, 12, 13, 14].map(number).iter().sum::<u64>() as f64;
            self.resident_kib += number(21) * system::page_kib();
            let (all, state) = (threads(process), fields.first().map_or("", String::as_str));
            self.stopped.extend(Some(process).filter(|_| process != self.process && state == "T"));
            self.ready = self.ready || state == "R" || all.len() > 1 && all.iter().any(|thread| is(thread, "R"));
            seen.extend(all.into_iter().filter_map(|thread| ran_and_waited(&thread).map(|both| (thread, both))));
        }
        let mut one_ended = false;
        for (thread, last) in &self.threads {
            if !seen.contains_key(thread) {
                one_ended = true;
                self.ended = [0, 1].map(|i| self.ended[i] + last[i]);
            }
        }
        let [ran, waited] = [0, 1].map(|i| self.ended[i] + seen.values().map(|both| both[i]).sum::<f64>());
        self.threads = seen;
        // What a process used that was just ending may be missing: the sum does not sink.
        self.sums[0] += passed;
        self.sums[1] = before[1].max(ran).max(ticks / TICKS);
        self.sums[2] = before[2].max(waited);
        // Linux forgets what a thread waited when it ends. A program whose line has come is not ready any more.
        self.open += passed - (self.sums[1] - before[1]) - (self.sums[2] - before[2]);
        if one_ended && (was_ready || self.ready) {
            self.ended[1] += self.open.max(0.0);
            self.sums[2] += self.open.max(0.0);
        }
        self.open = if one_ended || !self.ready { 0.0 } else { self.open };
        self.pause = STEP.max(begin.elapsed() * SHARE);
    }
}

/// For how many seconds a thread has run, and waited for a processor. `None` if it has ended, or Linux does not say.
fn ran_and_waited(thread: &Path) -> Option<[f64; 2]> {
    let text = fs::read_to_string(thread.join("schedstat")).ok()?;
    let mut seconds = text.split_whitespace().map(|word| word.parse::<f64>().map_or(0.0, |n| n / 1e9));
    Some([seconds.next()?, seconds.next()?])
}

/// Seconds for which this thread of the jury waited.
pub fn waited_here() -> f64 {
    ran_and_waited(Path::new("/proc/thread-self")).map_or(0.0, |[_, waited]| waited)
}
