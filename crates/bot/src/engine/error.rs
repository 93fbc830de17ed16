//! Errors of an engine.

use std::time::Duration;

/// An error of an engine.
#[derive(Debug, thiserror::Error)]
pub enum EngineError {
    /// The program does not exist or is not executable.
    #[error("{program} could not be started")]
    NotStarted {
        /// The program's path or name.
        program: String,
        /// The operating system's error.
        source: std::io::Error,
    },
    /// A line that every engine sends is missing.
    #[error("it does not answer with {0}: is it a program that speaks uai?")]
    Silent(&'static str),
    /// The engine has no such option.
    #[error("it has no option {name}; it has {known}")]
    NoSuchOption {
        /// The requested option.
        name: String,
        /// The engine's options.
        known: String,
    },
    /// The process has ended, or closed its pipes.
    #[error("it has ended")]
    Ended,
    /// The engine neither moves nor stops.
    #[error("it hangs: there was no move after {0:?}, nor when it was told to stop")]
    Hangs(Duration),
    /// The engine writes a line without end.
    #[error("it writes lines without an end")]
    Babbles,
    /// The engine reports that it has no move.
    #[error("it says that there is no move")]
    NoMove,
    /// The engine's move is illegal.
    #[error("it wants to play {mv}: {why}")]
    Illegal {
        /// The engine's move.
        mv: String,
        /// The reason why it is illegal.
        why: sumito_client::rules::MoveError,
    },
}

impl EngineError {
    /// Returns whether the process can answer further questions.
    pub(crate) fn leaves_it_usable(&self) -> bool {
        matches!(self, Self::NoMove | Self::Illegal { .. })
    }
}
