//! The opening book of the engine.

use std::process::Command;

use anyhow::Result;

use crate::{cargo, process, repository};

/// Writes the book anew.
pub(crate) fn run() -> Result<()> {
    let file = repository::root().join("crates/engine/src/book/openings.txt");
    let mut book = Command::new(cargo::engines()?.join("book"));
    process::run(book.arg("--out").arg(file))
}
