//! The collection of puzzles that the server has from the start.

use std::process::Command;

use anyhow::Result;
use clap::Args;

use crate::{cargo, process, repository};

/// Options of the collection.
#[derive(Args)]
pub(crate) struct PuzzlesArgs {
    /// Write nothing; search each puzzle once more, and fail if its solution is not the only one
    #[arg(long)]
    check: bool,
}

/// Makes the collection anew, or checks it.
pub(crate) fn run(options: &PuzzlesArgs) -> Result<()> {
    let folder = repository::root().join("crates/puzzles/collection");
    let games = repository::root().join("tools/loadtest/data/games.txt");
    let mut mine = Command::new(cargo::release_of_puzzles()?.join("examples/mine"));
    mine.arg("--folder").arg(folder).arg("--games").arg(games);
    if options.check {
        mine.arg("--check");
    }
    process::run(&mut mine)
}
