//! Errors of an engine.

use std::time::Duration;

/// An error of an engine.
#[derive(Debug, thiserror::Error)]
pub enum EngineError {
    /// The program does not exist or is not executable.
    #[error("cannot start {program}")]
    NotStarted {
        /// The program's path or name.
        program: String,
        /// The operating system's error.
        source: std::io::Error,
    },
    /// A line that every engine sends is missing.
    #[error("no `{0}` reply; is this a UAI engine?")]
    HandshakeTimeout(&'static str),
    /// The engine has no such option.
    #[error("no option {name}; the engine has {known}")]
    NoSuchOption {
        /// The requested option.
        name: String,
        /// The engine's options.
        known: String,
    },
    /// The process has ended, or closed its pipes.
    #[error("engine process ended")]
    Ended,
    /// The engine neither moves nor stops.
    #[error("engine timed out after {0:?} and ignored `stop`")]
    MoveTimeout(Duration),
    /// The engine writes a line without end.
    #[error("engine sent a line that is too long")]
    TooMuchOutput,
    /// The engine reports that it has no move.
    #[error("engine reported no move")]
    NoMove,
    /// The engine's move is illegal.
    #[error("engine played the illegal move {mv}: {why}")]
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
