//! What std cannot do: signals to a program, noticing Ctrl-C, waiting for a pipe without reading it, adopting
//! orphans. The C library does it. This is the only unsafe code of the project.

use std::io;
use std::os::fd::{AsRawFd, BorrowedFd};
use std::os::unix::process::CommandExt;
use std::process::Command;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

// Linux's numbers of the signals, on x86 and Arm.
pub const KILL: i32 = 9;
pub const CONTINUE: i32 = 18;
pub const STOP: i32 = 19;
/// In place of a handler: the signal is ignored.
const IGNORED: usize = 1;

extern "C" {
    fn kill(pid: i32, signal: i32) -> i32;
    fn signal(signal: i32, handler: usize) -> usize;
    fn prctl(option: i32, ...) -> i32;
    fn poll(descriptors: *mut Poll, count: core::ffi::c_ulong, milliseconds: i32) -> i32;
    fn setrlimit(what: i32, limits: *const [u64; 2]) -> i32;
    fn waitpid(pid: i32, status: *mut i32, how: i32) -> i32;
    fn getpagesize() -> i32;
}

/// C's `struct pollfd`.
#[repr(C)]
struct Poll {
    descriptor: i32,
    asked: i16,
    found: i16,
}

// `POLLIN`, `POLLOUT`, `PR_SET_CHILD_SUBREAPER`, `PR_SET_PDEATHSIG`, `RLIMIT_AS`.
const INPUT: i16 = 1;
const ROOM: i16 = 4;
const ADOPT: i32 = 36;
const DIE_WITH_PARENT: i32 = 1;
const ADDRESS_SPACE: i32 = 9;

/// From now on this process is the parent of all orphans below it.
pub fn adopt() {
    // SAFETY: the call takes numbers and touches no memory.
    let done = unsafe { prctl(ADOPT, 1 as core::ffi::c_ulong) == 0 };
    ADOPTS.store(done, Ordering::Relaxed);
}

static ADOPTS: AtomicBool = AtomicBool::new(false);

/// Not in tests, whose other children are nobody's orphans.
pub fn adopts() -> bool {
    ADOPTS.load(Ordering::Relaxed)
}

/// A program that will be started is the parent of all orphans below it, dies with the thread that started it, and has no
/// more address space than these bytes. It keeps all this through `exec`.
pub fn bind(command: &mut Command, address_space: Option<u64>) {
    // SAFETY: between fork and exec the closure does system calls, which take numbers and read one array of ours.
    unsafe {
        command.pre_exec(move || {
            prctl(ADOPT, 1 as core::ffi::c_ulong);
            prctl(DIE_WITH_PARENT, KILL as core::ffi::c_ulong);
            match address_space {
                Some(bytes) if setrlimit(ADDRESS_SPACE, &[bytes; 2]) != 0 => Err(io::Error::last_os_error()),
                _ => Ok(()),
            }
        });
    }
}

/// Takes note of the end of an adopted child, if it has ended.
pub fn forget(process: u32) {
    // SAFETY: the call writes to no memory of ours, and does not wait (1).
    unsafe { waitpid(process as i32, std::ptr::null_mut(), 1) };
}

/// Linux counts memory in pages.
pub fn page_kib() -> u64 {
    // SAFETY: the call touches no memory.
    unsafe { getpagesize() as u64 >> 10 }
}

pub fn no_thread(why: &io::Error) -> io::Error {
    io::Error::new(why.kind(), format!("no thread can be started: {} (see `ulimit -u`)", why))
}

pub fn in_thread(work: impl FnOnce() + Send + 'static) -> io::Result<()> {
    std::thread::Builder::new().spawn(work).map(drop).map_err(|e| no_thread(&e))
}

static INTERRUPTED: AtomicBool = AtomicBool::new(false);

extern "C" fn on_interrupt(_: i32) {
    INTERRUPTED.store(true, Ordering::Relaxed);
}

/// Sends a signal to a process. It is no error if it is gone.
pub fn signal_process(process: u32, number: i32) {
    send(process as i32, number);
}

/// Sends a signal to every process of a group.
pub fn signal_group(group: u32, number: i32) {
    send(-(group as i32), number);
}

/// `kill` takes a group as a negative number. 0 would be our own group, and -1 every process.
fn send(id: i32, number: i32) {
    if id.abs() > 1 {
        // SAFETY: `kill` touches no memory of ours.
        unsafe { kill(id, number) };
    }
}

/// Waits until there is something to read or its end, or room to write, or for the time. False when the time is over. A
/// signal may also end it: then true.
pub fn wait_for(inputs: [Option<BorrowedFd>; 2], output: Option<BorrowedFd>, time: Duration) -> bool {
    // Whole milliseconds, rounded up. A fraction would be 0, and the caller would ask again and again.
    let milliseconds = time.as_micros().div_ceil(1000).try_into().unwrap_or(i32::MAX);
    // A negative descriptor is passed over.
    let poll_of =
        |one: Option<BorrowedFd>, asked| Poll { descriptor: one.map_or(-1, |fd| fd.as_raw_fd()), asked, found: 0 };
    let mut all = [poll_of(inputs[0], INPUT), poll_of(inputs[1], INPUT), poll_of(output, ROOM)];
    // SAFETY: `poll` writes only to these entries. The descriptors are open while they are borrowed.
    let ready = unsafe { poll(all.as_mut_ptr(), all.len() as core::ffi::c_ulong, milliseconds) };
    ready > 0 || (ready < 0 && io::Error::last_os_error().kind() == io::ErrorKind::Interrupted)
}

/// From now on the end of the terminal (1), Ctrl-C (2) and SIGTERM (15) do not end the jury but make `interrupted` true. A signal
/// that was ignored at the start (`nohup`, a script's `&`) stays ignored.
pub fn watch_interrupts() {
    for number in [1, 2, 15] {
        // SAFETY: the handler only stores to an atomic. A signal handler may do that.
        unsafe {
            if signal(number, on_interrupt as extern "C" fn(i32) as usize) == IGNORED {
                signal(number, IGNORED);
            }
        }
    }
}

/// Where the jury itself waits, Ctrl-C is noticed within this time.
pub const LOOK: Duration = Duration::from_millis(100);

pub fn interrupted() -> bool {
    INTERRUPTED.load(Ordering::Relaxed)
}
