//! The lines of `uai`, by which programs that play are told what to do (docs/engine.md).

mod command;
mod position;

use std::{error::Error, fmt};

pub use command::{Command, Go};

/// A line cannot be read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UaiError(String);

impl UaiError {
    fn new(what: impl fmt::Display) -> Self {
        Self(what.to_string())
    }
}

impl fmt::Display for UaiError {
    /// What is wrong, for people.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Error for UaiError {}
