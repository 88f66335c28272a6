//! What a program had of the processors, and what it lacked because others took it.
//!
//! A program may expect one processor. In a time in which it wants to run it had what it and all below it used, and
//! could have had what lay idle of the processors that it may use. What is missing to one processor was taken by
//! others: programs, the jury, or the host of a virtual machine. Its own threads that wait for each other lack nothing.

use crate::run::memory::{family, stat, threads};
use crate::run::system;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::time::Instant;

/// Linux counts idle time and that of ended children in ticks of a hundredth of a second.
const TICKS: f64 = 100.0;

/// Seconds that are judged together: less would be blurred by the ticks, more would mix busy times with quiet ones.
const WINDOW: f64 = 0.25;

/// Seconds, each since some beginning: the time, what the family used of processors, what lay idle, for how long a control
/// group had used up its share.
type Sums = [f64; 4];

pub struct Meter {
    process: u32,
    begin: Instant,
    /// Processors that the program may use.
    processors: Vec<usize>,
    /// The last look, and whether one of the family's threads then ran or waited for a processor.
    last: Option<(Sums, bool)>,
    /// What is not judged yet.
    window: Sums,
    starved: f64,
    /// Processor seconds of the program and all below it.
    pub used: f64,
    /// The page faults of each process that was seen.
    faults: BTreeMap<u32, u64>,
    /// Linux forgets the time of children whose parent ignores their end (SIG_IGN, SA_NOCLDWAIT), and their page faults with it.
    /// A family that lacks those at two looks in a row may have used what is missing: it lacks nothing.
    hides: [bool; 2],
}

impl Meter {
    pub fn new(process: u32) -> Meter {
        let (begin, processors, window, faults) = (Instant::now(), Vec::new(), Sums::default(), BTreeMap::new());
        Meter { process, begin, processors, last: None, window, starved: 0.0, used: 0.0, faults, hides: [false; 2] }
    }

    /// Seconds for which others had the processor that the program wanted.
    pub fn starved(&self) -> f64 {
        self.starved + self.lacked()
    }

    pub fn begin(&mut self) {
        let allowed = system::processors(&self.process.to_string());
        self.processors = ours(idle().into_iter().map(|(processor, _)| processor).collect(), &allowed);
        // Where Linux tells nothing of idle time, nobody is excused.
        self.hides[1] |= self.processors.is_empty();
        self.last = Some((self.take_look().0, true));
    }

    /// Adds the time since the last look.
    pub fn look(&mut self) {
        let Some((last, wanted)) = self.last.take() else { return };
        let now = self.take_look();
        if wanted {
            (0..last.len()).for_each(|i| self.window[i] += now.0[i] - last[i]);
            if self.window[0] >= WINDOW {
                self.starved += self.lacked();
                self.window = Sums::default();
            }
        }
        self.last = Some(now);
    }

    /// What the window lacks to one processor by the others' doing.
    fn lacked(&self) -> f64 {
        let [time, used, idle, throttled] = self.window;
        let missing = time - used;
        let taken = if self.hides[1] { 0.0 } else { (missing - idle).max(0.0) + throttled };
        taken.min(missing).max(0.0)
    }

    fn take_look(&mut self) -> (Sums, bool) {
        let time = self.begin.elapsed().as_secs_f64();
        let (mut wants, mut used) = (false, 0.0);
        let family = family(self.process);
        let (mut here, mut ended) = (0, 0);
        for process in &family {
            let fields = stat(format!("/proc/{}", process));
            let number = |i: usize| fields.get(i).and_then(|field| field.parse::<u64>().ok()).unwrap_or(0);
            let own = self.faults.entry(*process).or_default();
            *own = number(7).max(*own);
            here += *own;
            ended += number(8);
            used +=
                system::processor_time(*process).unwrap_or_else(|| ticks(&fields, [11, 12])) + ticks(&fields, [13, 14]);
            let is_running = |fields: &[String]| fields.first().is_some_and(|state| state == "R");
            let many = fields.get(17).is_some_and(|count| count != "1");
            wants |= is_running(&fields) || many && threads(*process).iter().any(|thread| is_running(&stat(thread)));
        }
        let lacks = self.faults.values().sum::<u64>() > here + ended;
        self.hides = [lacks, self.hides[1] || self.hides[0] && lacks];
        // A process that was just ending may be missing: what was used does not sink.
        self.used = self.used.max(used);
        let idle = idle().into_iter().filter(|(processor, _)| self.processors.contains(processor));
        ([time, self.used, idle.map(|(_, seconds)| seconds).sum(), throttled()], wants)
    }
}

/// Seconds in fields that count ticks.
fn ticks<const N: usize>(fields: &[String], which: [usize; N]) -> f64 {
    which.iter().filter_map(|i| fields.get(*i)?.parse::<f64>().ok()).sum::<f64>() / TICKS
}

/// Those of the processors of /proc/stat that are allowed. Where a container counts its own from 0, that is all.
pub fn ours(all: Vec<usize>, allowed: &[usize]) -> Vec<usize> {
    let both: Vec<usize> = all.iter().copied().filter(|processor| allowed.contains(processor)).collect();
    Some(both).filter(|both| both.len() >= all.len().min(allowed.len())).unwrap_or(all)
}

/// Each processor with the seconds for which it was idle. One that never was is none: its numbers are not kept.
fn idle() -> Vec<(usize, f64)> {
    let text = fs::read_to_string("/proc/stat").unwrap_or_default();
    let one = |line: &str| {
        let fields: Vec<String> = line.strip_prefix("cpu")?.split(' ').map(str::to_string).collect();
        Some((fields[0].parse().ok()?, ticks(&fields, [4, 5])))
    };
    text.lines().filter_map(one).filter(|(_, seconds)| *seconds > 0.0).collect()
}

/// Seconds for which the jury's control groups had used up their share, on each processor.
fn throttled() -> f64 {
    static FILES: OnceLock<Vec<PathBuf>> = OnceLock::new();
    let files = FILES.get_or_init(|| {
        let groups = fs::read_to_string("/proc/self/cgroup").unwrap_or_default();
        let folders = |line: &str| -> Option<Vec<PathBuf>> {
            let (what, path) = line.split_once(':')?.1.split_once(':')?;
            let is_cpu = what.is_empty() || what.split(',').any(|part| part == "cpu");
            let (root, path) = (Path::new("/sys/fs/cgroup").join(what), Path::new(path.trim_start_matches('/')));
            is_cpu.then(|| path.ancestors().map(|part| root.join(part).join("cpu.stat")).collect())
        };
        groups.lines().filter_map(folders).flatten().filter(|file| file.exists()).collect()
    });
    let seconds = |line: &str| match line.split_once(' ')? {
        ("throttled_usec", number) => Some(number.parse::<f64>().ok()? / 1e6),
        ("throttled_time", number) => Some(number.parse::<f64>().ok()? / 1e9),
        _ => None,
    };
    files.iter().flat_map(fs::read_to_string).map(|text| text.lines().filter_map(seconds).sum::<f64>()).sum()
}
