//! Signals that ask this program to end.
//!
//! They do not end it immediately: the running child is stopped, and then everything that was started is cleaned up on the ordinary path,
//! as after a failure.

use std::{
    process::{Child, ExitCode},
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
    child: Option<Pid>,
}

static STATE: Mutex<State> = Mutex::new(State { received: None, child: None });
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
            // A terminal sends its Ctrl-C to the child as well; the other signals reach only this process.
            if let Some(child) = state.child
                && signal != SIGINT
            {
                // It may have just ended by itself, which has the same result.
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
    state.child = Some(Pid::from_raw(child.id().cast_signed()));
    Ok(child)
}

/// Forgets the child, which has ended.
pub(crate) fn ended() {
    state().child = None;
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
