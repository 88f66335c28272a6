//! The two things that std cannot do without the C library: signals sent to a program, and noticing Ctrl-C.
//!
//! This is the only unsafe code of the project, in one place of a few lines.

use std::sync::atomic::{AtomicBool, Ordering};

// Numbers of Linux on x86 and Arm.
pub const KILL: i32 = 9;
pub const CONTINUE: i32 = 18;
pub const STOP: i32 = 19;
const INTERRUPT: i32 = 2;
const TERMINATE: i32 = 15;
const HANG_UP: i32 = 1;

extern "C" {
    fn kill(pid: i32, signal: i32) -> i32;
    fn signal(signal: i32, handler: extern "C" fn(i32)) -> usize;
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

/// Sends a signal to one process. That it may be gone already is no error here.
pub fn signal_process(process: u32, number: i32) {
    // SAFETY: `kill` touches no memory of ours; 0 and less would be groups.
    if let Some(process) = i32::try_from(process).ok().filter(|p| *p > 1) {
        unsafe {
            kill(process, number);
        }
    }
}

/// From now on Ctrl-C, SIGTERM and the end of the terminal do not end the jury but make `interrupted` true.
pub fn watch_interrupts() {
    // SAFETY: the handler only stores to an atomic, which is allowed in a signal handler.
    unsafe {
        signal(INTERRUPT, on_interrupt);
        signal(TERMINATE, on_interrupt);
        signal(HANG_UP, on_interrupt);
    }
}

pub fn interrupted() -> bool {
    INTERRUPTED.load(Ordering::Relaxed)
}
