//! Process-wide settings of the operating system, and the last words of the process.

use anyhow::Context;
use nix::sys::resource::{Resource, getrlimit, setrlimit};
use nix::sys::signal::Signal;
use sumito_config::Config;
use tokio::signal::unix::{SignalKind, signal};
use tracing::warn;

/// Returns the text of an error with its causes. A cause that the text repeats is left out.
pub fn with_causes(error: &(dyn std::error::Error + 'static)) -> String {
    let causes = std::iter::successors(error.source(), |error| error.source());
    causes.map(ToString::to_string).fold(error.to_string(), |text, cause| {
        if text.ends_with(&cause) { text } else { format!("{text}: {cause}") }
    })
}

/// Raises the limit of open files to the hard limit. Systems set a low soft limit by default.
pub fn raise_file_limit(config: &Config) {
    let raised = getrlimit(Resource::RLIMIT_NOFILE)
        .and_then(|(_, hard)| setrlimit(Resource::RLIMIT_NOFILE, hard, hard).map(|()| hard));
    let needed = needed_files(config);
    match raised {
        Ok(hard) if hard < needed => warn!(
            hard,
            needed, "open file limit below `limits.sockets`; raise it (LimitNOFILE) or lower the setting"
        ),
        Ok(_) => {}
        Err(error) => warn!(%error, "raising the open file limit failed"),
    }
}

/// Returns the number of files that a server with all of its sockets has open.
pub fn needed_files(config: &Config) -> u64 {
    config.limits.sockets as u64 + config.http.files_kept_back
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_error_does_not_repeat_its_cause() {
        let full = std::io::Error::other("disk full");
        let store = anyhow::Error::new(full).context("not available: disk full").context("cannot start");
        assert_eq!(with_causes(store.as_ref()), "cannot start: not available: disk full");
    }
}
