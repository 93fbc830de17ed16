//! What can be wrong with an engine.

use std::time::Duration;

/// What can be wrong with an engine.
#[derive(Debug, thiserror::Error)]
pub enum EngineError {
    /// There is no such program, or it may not be run.
    #[error("{program} could not be started")]
    NotStarted {
        /// Which program.
        program: String,
        /// Why.
        source: std::io::Error,
    },
    /// It does not say what every engine says.
    #[error("it does not answer with {0}: is it a program that speaks uai?")]
    Silent(&'static str),
    /// It has no such option.
    #[error("it has no option {name}; it has {known}")]
    NoSuchOption {
        /// The option that was to be set.
        name: String,
        /// Those that it has.
        known: String,
    },
    /// The process has ended, or closed its pipes.
    #[error("it has ended")]
    Ended,
    /// It neither moves nor stops.
    #[error("it hangs: there was no move after {0:?}, nor when it was told to stop")]
    Hangs(Duration),
    /// It writes a line that does not end.
    #[error("it writes lines without an end")]
    Babbles,
    /// It says that there is nothing to play.
    #[error("it says that there is no move")]
    NoMove,
    /// It wants to play what the rules forbid.
    #[error("it wants to play {mv}: {why}")]
    Illegal {
        /// What it wants to play.
        mv: String,
        /// Why it cannot.
        why: sumito_client::rules::MoveError,
    },
}

impl EngineError {
    /// Whether the process is good for another question.
    pub(crate) fn leaves_it_usable(&self) -> bool {
        matches!(self, Self::NoMove | Self::Illegal { .. })
    }
}
