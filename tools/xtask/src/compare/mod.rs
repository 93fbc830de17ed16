//! Comparison of two revisions: their servers run under the same load, in turn.

mod measured;
mod paired;

use std::{
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::{Context, Result};
use clap::Args;

pub(crate) use self::{
    measured::{Measured, QUANTITIES},
    paired::Change,
};
use crate::{
    cargo,
    history::{NO_MINING, Server},
    process, repository,
};

/// Options of the comparison.
#[derive(Args)]
pub(crate) struct Compare {
    /// Build this revision, too, and compare it with the working tree under load
    #[arg(long = "compare", value_name = "REVISION")]
    revision: Option<String>,
    /// With `--compare`: number of measurements of each of the two
    #[arg(long, default_value_t = 12, requires = "revision")]
    rounds: u32,
    /// With `--compare`: duration of each measurement in seconds
    #[arg(long, default_value_t = 5.0, requires = "revision")]
    seconds: f64,
    /// With `--compare`: number of rooms that play recorded games
    #[arg(long, default_value_t = 50, requires = "revision")]
    rooms: u32,
}

impl Compare {
    /// The revision to compare with, if any.
    pub(crate) fn revision(&self) -> Option<&str> {
        self.revision.as_deref()
    }
}

/// Measures the revision and the working tree in turn, both with the load generator of the working tree, and prints the differences.
pub(crate) fn run(options: &Compare, revision: &str) -> Result<()> {
    let ours = cargo::release_of_server_and_load()?;
    let (name, theirs) = build(revision)?;
    // A server refuses unknown settings.
    let defaults = process::output(
        Command::new("git")
            .current_dir(repository::root())
            .args(["show", &format!("{name}:config/default.toml")]),
    )?;
    let they_mine = defaults.contains("\nmining = ");
    let load = ours.join("sumito-loadtest");
    let (mut before, mut after) = (Vec::new(), Vec::new());
    for round in 0..options.rounds {
        // The second of two runs finds a warmer machine, so the order alternates.
        let mut both = [(&theirs, &mut before, they_mine), (&ours, &mut after, true)];
        if round % 2 == 1 {
            both.reverse();
        }
        for (folder, results, knows_mining) in both {
            results.push(measure(options, folder, &load, knows_mining)?);
        }
        println!("round {} of {}", round + 1, options.rounds);
    }
    println!(
        "the working tree against {name}, {} rounds of {} s, stored in memory:",
        options.rounds, options.seconds
    );
    for (place, quantity) in QUANTITIES.into_iter().enumerate() {
        let pairs = before.iter().zip(&after).map(|(before, after)| (before.0[place], after.0[place]));
        let change = Change::of(&pairs.collect::<Vec<_>>()).context("no measurements")?;
        println!("{quantity}: {change}");
    }
    Ok(())
}

/// Builds the server of a revision in a worktree below `target`; returns its commit and folder.
pub(crate) fn build(revision: &str) -> Result<(String, PathBuf)> {
    let root = repository::root();
    let git = |arguments: &[&str]| {
        let mut command = Command::new("git");
        command.current_dir(root).args(arguments);
        command
    };
    let commit = process::output(&mut git(&["rev-parse", "--short=12", &format!("{revision}^{{commit}}")]))?;
    let commit = commit.trim().to_owned();
    let folder = root.join("target/compare");
    let tree = folder.join("tree");
    if tree.is_dir() {
        process::run(git(&["checkout", "--quiet", "--detach", &commit]).current_dir(&tree))?;
    } else {
        process::run(git(&["worktree", "add", "--quiet", "--detach"]).arg(&tree).arg(&commit))?;
    }
    let target = folder.join("build");
    cargo::build_server_of(&tree, &target)?;
    Ok((commit, target.join("release")))
}

/// Measures one server once.
fn measure(options: &Compare, folder: &Path, load: &Path, knows_mining: bool) -> Result<Measured> {
    let mut settings = vec![("SUMITO_LIMITS__MESSAGES_PER_SECOND", "0")];
    settings.extend(knows_mining.then_some(NO_MINING));
    let server = Server::start_with(folder, "memory:", &settings)?;
    let mut command = Command::new(load);
    command.args(["play", "--url", &server.url, "--pid", &server.id().to_string()]);
    command.args(["--rooms", &options.rooms.to_string(), "--seconds", &options.seconds.to_string()]);
    process::output(&mut command)?.parse()
}
