//! Development tasks: `cargo xtask test` and its smaller siblings.

#![expect(clippy::print_stdout, clippy::print_stderr, reason = "a program for the terminal prints")]

mod aside;
mod bench_nodes;
mod book;
mod cargo;
mod chromium;
mod compare;
mod contest;
mod debian;
mod generators;
mod history;
mod image;
mod interrupt;
mod long;
mod manifests;
mod nats;
mod postgres;
mod process;
mod puzzles;
mod python;
mod release;
mod report;
mod repository;
mod schemathesis;
mod sdk;
mod soak;
mod step;
mod suite;
mod temporary;
mod wasm;
mod yanked;

use std::{ffi::OsString, process::ExitCode};

use anyhow::Result;
use clap::{Parser, Subcommand};

#[derive(Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask", about = "Project tasks")]
struct Arguments {
    #[command(subcommand)]
    command: Task,
}

#[derive(Subcommand)]
enum Task {
    /// Run all checks and tests; install missing tools
    Test(suite::Selection),
    /// Run a temporary PostgreSQL for tests until Ctrl-C and print its address
    Postgres,
    /// Write the generated files: TypeScript, JSON Schema, OpenAPI, test data
    Generate {
        /// Write nothing; fail if a file differs from the generated content
        #[arg(long)]
        check: bool,
    },
    /// Kill the real server at random moments during games, and check that nothing is lost
    Crash(long::Crash),
    /// Kill, suspend and restart the servers of a cluster, NATS and PostgreSQL during games, and check that nothing is lost
    Faults(long::Faults),
    /// Cut each link of a cluster during games, in both directions and in one (as root, on Linux), and check that nothing is lost
    Links,
    /// Run simulated players on a simulated store in simulated time, and check that all see the same
    Simulate(long::Simulate),
    /// Send invalid input to the decoder and in conversations with a server, and check that each input is answered once
    Fuzz(long::Fuzz),
    /// Run all kinds of load on a server for a long time, and fail if its resource use grows
    Soak(soak::Soak),
    /// Play whole tournaments of players of random strength, and check every pairing and all standings
    SimulateTournaments(long::Simulate),
    /// Compare balanced Swiss pairings with pairings of FIDE's Dutch system
    CompareSwiss,
    /// Play tournaments of FIDE's Dutch system, and let another program check each pairing
    CheckDutch(long::CheckDutch),
    /// Let two programs play against each other, and estimate their difference in strength
    Match(contest::Match),
    /// Write the opening book of the engine
    Book,
    /// Build the engine as a WebAssembly module, with rustup's target or Debian's packages
    Wasm(wasm::WasmArgs),
    /// Make the collection of puzzles that comes with the server
    Puzzles(puzzles::PuzzlesArgs),
    /// Fill a database with a million invented games
    SeedHistory(history::Seed),
    /// Measure the response times of a large history, and the cost of an export to a slow reader
    BenchHistory(history::Bench),
    /// Measure a cluster of three nodes: remote moves, load on several nodes, pauses when a node is killed or stopped
    BenchNodes(bench_nodes::BenchNodes),
    /// Test the description of the REST interface with valid and invalid requests, on both databases
    Schemathesis(schemathesis::SchemathesisArgs),
    /// Build the container image without an engine, and start it as in docker-compose.yml (as root, on Debian)
    Image(image::ImageArgs),
    /// Build the release files of the last commit: an archive, a Debian package, symbols, and lists of the contents
    Release(release::ReleaseArgs),
    /// Run the benchmarks of the workspace; or compare two revisions under load
    Bench {
        #[command(flatten)]
        compare: compare::Compare,
        /// Criterion arguments, such as a part of a benchmark's name
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        arguments: Vec<OsString>,
    },
}

fn main() -> ExitCode {
    let result = interrupt::listen().and_then(|()| run(Arguments::parse().command));
    if let Some(code) = interrupt::exit_code() {
        return code;
    }
    result.unwrap_or_else(|error| {
        eprintln!("error: {error:#}");
        ExitCode::FAILURE
    })
}

fn run(habit: Task) -> Result<ExitCode> {
    match habit {
        Task::Test(selection) => return Ok(suite::run(&selection)),
        Task::Postgres => postgres::serve()?,
        Task::Generate { check } => {
            if let step::Outcome::Skipped(reason) = cargo::generate(check)? {
                println!("{reason}");
            }
        }
        Task::Faults(options) => long::faults(&options)?,
        Task::Links => long::links()?,
        Task::Crash(options) => long::crash(&options)?,
        Task::Simulate(options) => long::simulate(&options)?,
        Task::Fuzz(options) => long::fuzz(&options)?,
        Task::Soak(options) => soak::run(&options)?,
        Task::SimulateTournaments(options) => long::simulate_tournaments(&options)?,
        Task::CompareSwiss => long::compare_swiss()?,
        Task::CheckDutch(options) => long::check_dutch(&options)?,
        Task::Match(options) => contest::run(&options)?,
        Task::Book => book::run()?,
        Task::Wasm(options) => wasm::run(&options)?,
        Task::Puzzles(options) => puzzles::run(&options)?,
        Task::SeedHistory(options) => history::seed(&options)?,
        Task::BenchHistory(options) => history::bench(&options)?,
        Task::BenchNodes(options) => bench_nodes::run(&options)?,
        Task::Schemathesis(options) => schemathesis::run(&options)?,
        Task::Image(options) => image::run(&options)?,
        Task::Release(options) => release::run(&options)?,
        Task::Bench { compare, arguments } => match compare.revision() {
            Some(revision) => compare::run(&compare, revision)?,
            None => cargo::bench(&arguments)?,
        },
    }
    Ok(ExitCode::SUCCESS)
}
