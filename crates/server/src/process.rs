//! What the program asks of the operating system for itself.

use nix::sys::resource::{Resource, getrlimit, setrlimit};
use tracing::warn;

/// Lets the process open as many files as its owner may allow it. Systems begin with few for programs that ask for no more.
pub fn raise_file_limit() {
    let raised = getrlimit(Resource::RLIMIT_NOFILE)
        .and_then(|(_, hard)| setrlimit(Resource::RLIMIT_NOFILE, hard, hard));
    if let Err(error) = raised {
        warn!(%error, "the number of files that may be open stays as it is");
    }
}
