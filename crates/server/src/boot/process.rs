//! Process-wide settings of the operating system.

use anyhow::Context;
use nix::sys::resource::{Resource, getrlimit, setrlimit};
use nix::sys::signal::Signal;
use tokio::signal::unix::{SignalKind, signal};
use tracing::warn;

/// Raises the limit of open files to the hard limit. Systems set a low soft limit by default.
pub fn raise_file_limit() {
    let raised = getrlimit(Resource::RLIMIT_NOFILE)
        .and_then(|(_, hard)| setrlimit(Resource::RLIMIT_NOFILE, hard, hard));
    if let Err(error) = raised {
        warn!(%error, "raising the open file limit failed");
    }
}

/// Makes writes beyond the file size limit fail with an error. Without a handler, the signal ends the process.
///
/// # Errors
/// If the system rejects the handler.
pub fn survive_file_size_limit() -> anyhow::Result<()> {
    // The handler stays installed after the signal stream is dropped.
    let signals = signal(SignalKind::from_raw(Signal::SIGXFSZ as i32));
    signals.map(drop).context("cannot handle SIGXFSZ")
}
