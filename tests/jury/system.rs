//! What std cannot do without the C library: signals sent to a program, noticing Ctrl-C, waiting for a pipe without
//! reading it, becoming the parent of orphans, and choosing processors.
//!
//! This is the only unsafe code of the project, in one place of a few lines.

use std::io;
use std::os::fd::{AsRawFd, BorrowedFd};
use std::os::unix::process::CommandExt;
use std::process::Command;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

// Numbers of Linux on x86 and Arm.
pub const KILL: i32 = 9;
pub const CONTINUE: i32 = 18;
pub const STOP: i32 = 19;
const INTERRUPT: i32 = 2;
const TERMINATE: i32 = 15;
const HANG_UP: i32 = 1;
/// In place of a handler.
const IGNORED: usize = 1;

extern "C" {
    fn kill(pid: i32, signal: i32) -> i32;
    fn signal(signal: i32, handler: usize) -> usize;
    fn ioctl(descriptor: i32, request: core::ffi::c_ulong, ...) -> i32;
    fn prctl(option: i32, ...) -> i32;
    fn sched_setaffinity(pid: i32, size: usize, mask: *const u64) -> i32;
    fn waitpid(pid: i32, status: *mut i32, options: i32) -> i32;
    fn poll(descriptors: *mut Poll, count: core::ffi::c_ulong, milliseconds: i32) -> i32;
}

/// C's `struct pollfd`.
#[repr(C)]
struct Poll {
    descriptor: i32,
    asked: i16,
    found: i16,
}

/// `POLLIN`: there is something to read.
const INPUT: i16 = 1;

/// `O_NONBLOCK`: reading returns at once with what there is.
pub const NO_WAIT: i32 = 0o4000;

/// `PR_SET_CHILD_SUBREAPER`: whoever loses his parent below this process becomes its child.
const ADOPT: i32 = 36;

/// `WNOHANG`: do not wait.
const AT_ONCE: i32 = 1;

/// Makes this process the parent of all orphans below it; false where Linux does not know how.
pub fn adopt_orphans() -> bool {
    // SAFETY: this option takes a number and touches no memory.
    unsafe { prctl(ADOPT, 1 as core::ffi::c_ulong) == 0 }
}

/// The same for a program that is to be started, which keeps it when it becomes another one, but not its children.
pub fn let_adopt(command: &mut Command) {
    // SAFETY: between fork and exec the closure does one system call.
    unsafe {
        command.pre_exec(|| {
            adopt_orphans();
            Ok(())
        });
    }
}

/// Lets go a child that has ended, so that it does not stay a zombie.
pub fn reap(process: u32) {
    // SAFETY: without a place for the status `waitpid` writes nothing.
    if let Some(process) = i32::try_from(process).ok().filter(|p| *p > 1) {
        unsafe {
            waitpid(process, std::ptr::null_mut(), AT_ONCE);
        }
    }
}

/// Lines and columns of the terminal behind stderr, if there is one.
pub fn terminal_size() -> Option<[usize; 2]> {
    /// `TIOCGWINSZ`: lines, columns, and two that nobody uses.
    const SIZE: core::ffi::c_ulong = 0x5413;
    let mut size = [0u16; 4];
    // SAFETY: the call writes four numbers of 16 bits, for which there is room.
    let known = unsafe { ioctl(io::stderr().as_raw_fd(), SIZE, &mut size) == 0 };
    (known && size[0] > 0 && size[1] > 0).then_some([size[0], size[1]].map(usize::from))
}

/// The processors that this process may use, by number.
pub fn processors() -> Vec<usize> {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let list = status.lines().find_map(|line| line.strip_prefix("Cpus_allowed_list:")).unwrap_or("");
    let range = |part: &str| {
        let (first, last) = part.trim().split_once('-').unwrap_or((part.trim(), part.trim()));
        Some(first.parse::<usize>().ok()?..=last.parse::<usize>().ok()?)
    };
    list.split(',').filter_map(range).flatten().collect()
}

/// From now on this thread, and what it starts, runs on these processors alone.
pub fn pin(processors: &[usize]) {
    let mut mask = [0u64; 16];
    for processor in processors {
        if let Some(word) = mask.get_mut(processor / 64) {
            *word |= 1 << (processor % 64);
        }
    }
    // SAFETY: the call reads as many bytes of the mask as it has. One that names no processor of ours is refused.
    unsafe {
        sched_setaffinity(0, std::mem::size_of_val(&mask), mask.as_ptr());
    }
}

static INTERRUPTED: AtomicBool = AtomicBool::new(false);

extern "C" fn on_interrupt(_: i32) {
    INTERRUPTED.store(true, Ordering::Relaxed);
}

/// Sends a signal to every process of a group. That the group may be gone already is no error here.
pub fn signal_group(group: u32, number: i32) {
    // SAFETY: `kill` touches no memory of ours; a group of 0 would be our own, which no child of ours has.
    if let Some(group) = i32::try_from(group).ok().filter(|g| *g > 1) {
        unsafe {
            kill(-group, number);
        }
    }
}

/// Waits until a descriptor has something to read or its end, or until the time is over; false when there is nothing.
pub fn wait_for_input(descriptor: BorrowedFd, time: Option<Duration>) -> bool {
    // Whole milliseconds, rounded up, so that nobody looks again and again before a fraction is over.
    let milliseconds = time.map_or(-1, |time| time.as_micros().div_ceil(1000).try_into().unwrap_or(i32::MAX));
    let mut one = Poll { descriptor: descriptor.as_raw_fd(), asked: INPUT, found: 0 };
    // SAFETY: `poll` writes to the one entry that it is given, and the descriptor is open as long as it is borrowed.
    let ready = unsafe { poll(&mut one, 1, milliseconds) };
    ready > 0 || (ready < 0 && io::Error::last_os_error().kind() == io::ErrorKind::Interrupted)
}

/// Sends a signal to one process. That it may be gone already is no error here.
pub fn signal_process(process: u32, number: i32) {
    // SAFETY: `kill` touches no memory of ours; 0 and less would be groups.
    if let Some(process) = i32::try_from(process).ok().filter(|p| *p > 1) {
        unsafe {
            kill(process, number);
        }
    }
}

/// From now on Ctrl-C, SIGTERM and the end of the terminal do not end the jury but make `interrupted` true. Those that it
/// was started to ignore (`nohup`, a script's `&`) stay ignored.
pub fn watch_interrupts() {
    for number in [INTERRUPT, TERMINATE, HANG_UP] {
        // SAFETY: the handler only stores to an atomic, which is allowed in a signal handler.
        unsafe {
            if signal(number, on_interrupt as extern "C" fn(i32) as usize) == IGNORED {
                signal(number, IGNORED);
            }
        }
    }
}

pub fn interrupted() -> bool {
    INTERRUPTED.load(Ordering::Relaxed)
}
