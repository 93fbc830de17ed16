use std::{io, path::PathBuf, process::ExitStatus};

use crate::node::MINIMUM;

/// Errors of installing or building the web client. Each text is one line and names the remedy.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// `node` or `npm` is not on the `PATH`.
    #[error(
        "{program} was not found: the web client is built with Node.js {MINIMUM} or newer and npm; \
         install them (https://nodejs.org), or set SUMITO_WEB_DIST to a folder with a built client"
    )]
    Missing {
        /// The missing program.
        program: &'static str,
    },
    /// Node.js is older than the build tools of the web client require.
    #[error(
        "Node.js {found} is too old: the web client is built with {MINIMUM} or newer (https://nodejs.org)"
    )]
    TooOld {
        /// The output of `node --version`.
        found: String,
    },
    /// A command could not be started.
    #[error("cannot start {command}: {source}")]
    NotStarted {
        /// The command as typed.
        command: String,
        /// The operating system's error.
        source: io::Error,
    },
    /// A command ended with a failure.
    #[error("{command} failed ({status}); see its output")]
    Failed {
        /// The command as typed.
        command: String,
        /// The command's exit status.
        status: ExitStatus,
    },
    /// The lock file of the packages could not be read or locked.
    #[error("{}: {source}; package-lock.json belongs to the sources and must be there", path.display())]
    LockFile {
        /// The lock file's path.
        path: PathBuf,
        /// The operating system's error.
        source: io::Error,
    },
    /// A folder that should hold a built client does not.
    #[error("{} holds no index.html: it is not a built web client", folder.display())]
    NoIndex {
        /// The folder's path.
        folder: PathBuf,
    },
}
