//! Signals that ask this program to end.
//!
//! They do not end it immediately: the running children are stopped, and then everything that was started is cleaned up on the ordinary path,
//! as after a failure.

use std::{
    io,
    process::{Child, ExitCode, ExitStatus},
    sync::{Condvar, Mutex, MutexGuard, PoisonError},
    thread,
};

use anyhow::{Context, Result, bail};
use nix::{
    sys::signal::{Signal, kill},
    unistd::Pid,
};
use signal_hook::{
    consts::{SIGHUP, SIGINT, SIGTERM},
    iterator::Signals,
};

struct State {
    received: Option<i32>,
    children: Vec<Pid>,
}

static STATE: Mutex<State> = Mutex::new(State { received: None, children: Vec::new() });
static RECEIVED: Condvar = Condvar::new();

fn state() -> MutexGuard<'static, State> {
    STATE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Handles the signals from here on.
pub(crate) fn listen() -> Result<()> {
    let mut signals = Signals::new([SIGHUP, SIGINT, SIGTERM]).context("cannot install signal handlers")?;
    thread::spawn(move || {
        for signal in signals.forever() {
            let mut state = state();
            state.received = Some(signal);
            // A terminal sends its Ctrl-C to the children as well; the other signals reach only this process.
            for &child in state.children.iter().filter(|_| signal != SIGINT) {
                // It may have just ended, which has the same result.
                let _ = kill(child, Signal::SIGTERM);
            }
            RECEIVED.notify_all();
        }
    });
    Ok(())
}

/// Fails if a signal has arrived.
pub(crate) fn check() -> Result<()> {
    refuse(&state())
}

/// Starts a child that a signal will stop too, unless a signal has already arrived.
pub(crate) fn start(spawn: impl FnOnce() -> Result<Child>) -> Result<Child> {
    let mut state = state();
    refuse(&state)?;
    let child = spawn()?;
    state.children.push(id(&child));
    Ok(child)
}

/// Waits for a child to end.
pub(crate) fn wait_for(mut child: Child) -> io::Result<ExitStatus> {
    let status = child.wait();
    state().children.retain(|other| *other != id(&child));
    status
}

fn id(child: &Child) -> Pid {
    Pid::from_raw(child.id().cast_signed())
}

/// Waits until a signal arrives.
pub(crate) fn wait() {
    let _state = RECEIVED
        .wait_while(state(), |state| state.received.is_none())
        .unwrap_or_else(PoisonError::into_inner);
}

/// The exit code that a shell reports for a program ended by a signal, if one has arrived.
pub(crate) fn exit_code() -> Option<ExitCode> {
    let signal = u8::try_from(state().received?).ok()?;
    Some(ExitCode::from(128 + signal))
}

fn refuse(state: &State) -> Result<()> {
    match state.received {
        Some(signal) => bail!("interrupted by signal {signal}"),
        None => Ok(()),
    }
}
