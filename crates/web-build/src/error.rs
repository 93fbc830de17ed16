use std::{io, path::PathBuf, process::ExitStatus};

use crate::node::MINIMUM;

/// Why the web client could not be installed or built. Each text is one line and says what to do.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// `node` or `npm` is not on the `PATH`.
    #[error(
        "{program} was not found: the web client is built with Node.js {MINIMUM} or newer and npm; \
         install them (https://nodejs.org), or set SUMITO_WEB_DIST to a folder with a built client"
    )]
    Missing {
        /// The program that was looked for.
        program: &'static str,
    },
    /// `node --version` is below what the build tools of the web client support.
    #[error(
        "Node.js {found} is too old: the web client is built with {MINIMUM} or newer (https://nodejs.org)"
    )]
    TooOld {
        /// What `node --version` printed.
        found: String,
    },
    /// A command could not be started.
    #[error("{command} could not be started: {source}")]
    NotStarted {
        /// The command as typed.
        command: String,
        /// What the operating system said.
        source: io::Error,
    },
    /// A command ended with a failure.
    #[error("{command} failed ({status}); what it printed says why")]
    Failed {
        /// The command as typed.
        command: String,
        /// How it ended.
        status: ExitStatus,
    },
    /// The lock file of the packages could not be read or locked.
    #[error("{}: {source}; package-lock.json belongs to the sources and must be there", path.display())]
    LockFile {
        /// Its path.
        path: PathBuf,
        /// What the operating system said.
        source: io::Error,
    },
    /// A folder that should hold a built client does not.
    #[error("{} holds no index.html: it is not a built web client", folder.display())]
    NoIndex {
        /// The folder.
        folder: PathBuf,
    },
}
