//! What the program asks of the operating system for itself.

use anyhow::Context;
use nix::sys::resource::{Resource, getrlimit, setrlimit};
use nix::sys::signal::Signal;
use tokio::signal::unix::{SignalKind, signal};
use tracing::warn;

/// Lets the process open as many files as its owner may allow it. Systems begin with few for programs that ask for no more.
pub fn raise_file_limit() {
    let raised = getrlimit(Resource::RLIMIT_NOFILE)
        .and_then(|(_, hard)| setrlimit(Resource::RLIMIT_NOFILE, hard, hard));
    if let Err(error) = raised {
        warn!(%error, "the number of files that may be open stays as it is");
    }
}

/// Makes a write beyond the size that files may have an error of that write. Without a handler for the signal, it ends the process.
///
/// # Errors
/// When the system takes no handler.
pub fn survive_file_size_limit() -> anyhow::Result<()> {
    // The handler stays when the stream of signals is dropped.
    let signals = signal(SignalKind::from_raw(Signal::SIGXFSZ as i32));
    signals.map(drop).context("SIGXFSZ cannot be handled")
}
