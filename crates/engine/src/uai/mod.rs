//! The line protocol `uai` between engines and their callers (docs/engine.md).

mod command;
mod options;
mod position;
mod session;
mod slices;

use std::{error::Error, fmt};

pub use command::{Command, Go};
pub use options::{DEFAULT_HASH_MIB, OptionMaxima};
pub use session::{Runner, Session, bestmove, info};
pub use slices::Slices;

/// A line that cannot be parsed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UaiError(String);

impl UaiError {
    fn new(what: impl fmt::Display) -> Self {
        Self(what.to_string())
    }
}

impl fmt::Display for UaiError {
    /// A description of the fault, for people.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Error for UaiError {}
