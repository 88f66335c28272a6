//! No process of a program stays behind. While a program runs, all that it started stays below it in the tree of processes:
//! it adopts orphans, and dies with the jury (`system::bind`). When it has ended, the jury adopts what it left, and ends it.

use crate::run::family;
use crate::run::system;
use std::collections::hash_map::RandomState;
use std::collections::BTreeSet;
use std::hash::{BuildHasher, Hasher};
use std::io;
use std::process::{Child, Command, ExitStatus, Output, Stdio};
use std::sync::mpsc::{channel, Sender};
use std::sync::{Mutex, OnceLock};
use std::thread;
use std::time::Duration;

/// The children that the jury started itself. Others are orphans of programs.
static OWN: Mutex<BTreeSet<u32>> = Mutex::new(BTreeSet::new());

/// Starts a child. An error names the tool.
pub fn spawn(command: &mut Command) -> io::Result<Child> {
    let tool = command.get_program().to_string_lossy().into_owned();
    // Nobody takes it for an orphan before it is known.
    let mut own = OWN.lock().unwrap();
    let child = command.spawn().map_err(|e| io::Error::new(e.kind(), format!("{}: {}", tool, e)))?;
    own.insert(child.id());
    Ok(child)
}

/// The same in a thread that lives as long as the jury: Linux ends a program with the thread that started it.
pub fn start(command: Command) -> io::Result<Child> {
    type Job = (Command, Sender<io::Result<Child>>);
    static JOBS: OnceLock<Mutex<Sender<Job>>> = OnceLock::new();
    let jobs = JOBS.get_or_init(|| {
        let (give, take) = channel::<Job>();
        let work = move || take.into_iter().for_each(|(mut command, to)| drop(to.send(spawn(&mut command))));
        // Where it cannot begin nobody answers (EAGAIN).
        let _ = system::in_thread(work);
        Mutex::new(give)
    });
    let (give, take) = channel();
    let _ = jobs.lock().unwrap().send((command, give));
    take.recv().unwrap_or_else(|_| Err(system::no_thread(&io::Error::from_raw_os_error(11))))
}

/// `Command::output`, whose error names the tool.
pub fn output(command: &mut Command) -> io::Result<Output> {
    spawn(command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()))?.wait_with_output()
}

/// Ends a program and all below it. `None` if it may not be ended, or waits for a disk that is gone: nobody waits for it.
pub fn end(child: &mut Child) -> Option<ExitStatus> {
    let process = child.id();
    // Once it has been waited for, its number may be another's.
    if OWN.lock().unwrap().contains(&process) {
        family::end(process);
    }
    let waits = (0..2_000).map(|_| thread::sleep(Duration::from_millis(1)));
    let status = std::iter::once(()).chain(waits).find_map(|()| child.try_wait().ok().flatten());
    if status.is_some() {
        OWN.lock().unwrap().remove(&process);
    }
    end_orphans();
    status
}

fn end_orphans() {
    // One that was just ending may not be gone at once.
    for _ in 0..50 {
        let own = OWN.lock().unwrap();
        let children = family::children(std::process::id());
        let orphans: Vec<u32> = children.into_iter().filter(|child| system::adopts() && !own.contains(child)).collect();
        if orphans.is_empty() {
            return;
        }
        for orphan in orphans {
            family::end(orphan);
            system::forget(orphan);
        }
        drop(own);
        thread::sleep(Duration::from_micros(500));
    }
}

/// A number that cannot be guessed: the standard library's hashes are keyed by the system's randomness.
pub fn random() -> u64 {
    RandomState::new().build_hasher().finish()
}
