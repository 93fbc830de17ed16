//! Tests with a configurable duration.

use std::path::{Path, PathBuf};

use anyhow::{Result, ensure};
use clap::{Args, ValueEnum};
use nix::unistd::geteuid;

use crate::{cargo, compare, nats};

/// Options of the crash test.
#[derive(Args)]
pub(crate) struct Crash {
    /// Number of kills
    #[arg(long, default_value_t = 1_000)]
    kills: u32,
    /// The database to use
    #[arg(long, value_enum, default_value_t = Database::Sqlite)]
    database: Database,
    /// The seed of the random moments, as printed by an earlier run
    #[arg(long)]
    seed: Option<u64>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Database {
    Sqlite,
    Postgres,
}

/// Kills the real server at random moments during games.
pub(crate) fn crash(options: &Crash) -> Result<()> {
    let test = match options.database {
        Database::Sqlite => "sqlite",
        Database::Postgres => "postgres",
    };
    let mut variables = vec![("SUMITO_CRASH_KILLS", options.kills.to_string())];
    variables.extend(options.seed.map(|seed| ("SUMITO_CRASH_SEED", seed.to_string())));
    let filter = format!("test(/^crash::(club::club_)?killed_at_random_moments_on_{test}$/)");
    cargo::long_tests(&filter, &variables, options.database == Database::Postgres)
}

/// Options of the fault test of a cluster.
#[derive(Args)]
pub(crate) struct Faults {
    /// Number of faults
    #[arg(long = "faults", value_name = "FAULTS", default_value_t = 200)]
    count: u32,
    /// The seed of the random moments, as printed by an earlier run
    #[arg(long)]
    seed: Option<u64>,
    /// Build this revision, too, start with it, and upgrade from it to the working tree and back
    #[arg(long, value_name = "REVISION")]
    previous: Option<String>,
}

/// Kills, suspends and restarts the parts of a cluster at random moments during games.
pub(crate) fn faults(options: &Faults) -> Result<()> {
    let nats = nats::path()?.display().to_string();
    let mut variables = vec![("SUMITO_CRASH_KILLS", options.count.to_string()), (nats::VARIABLE, nats)];
    variables.extend(options.seed.map(|seed| ("SUMITO_CRASH_SEED", seed.to_string())));
    if let Some(revision) = &options.previous {
        let (_, folder) = compare::build(revision)?;
        variables.push(("PREVIOUS_SUMITO", folder.join("sumito").display().to_string()));
    }
    let filter = "test(=crash::nodes::nothing_is_lost_when_any_part_of_a_cluster_fails)";
    cargo::long_tests(filter, &variables, true)
}

/// Cuts the links of a cluster during games, in network namespaces.
pub(crate) fn links() -> Result<()> {
    ensure!(geteuid().is_root(), "network namespaces need root: run this command with sudo");
    let nats = nats::path()?.display().to_string();
    cargo::long_tests(
        "test(=crash::links::nothing_is_lost_when_links_are_cut)",
        &[(nats::VARIABLE, nats)],
        true,
    )
}

/// Options of the simulations.
#[derive(Args)]
pub(crate) struct Simulate {
    /// Number of seeds
    #[arg(long, default_value_t = 10_000)]
    seeds: u64,
    /// The first seed
    #[arg(long, default_value_t = 0)]
    from: u64,
}

/// Plays whole tournaments of players of random strength, one for each seed.
pub(crate) fn simulate_tournaments(options: &Simulate) -> Result<()> {
    let seeds = format!("{}..{}", options.from, options.from.saturating_add(options.seeds));
    let filter =
        "test(=simulation::whatever_happens_pairings_are_fair_standings_are_right_and_nothing_is_lost)";
    cargo::long_tests_of("sumito-tournament", filter, &[("SUMITO_TOURNAMENT_SEEDS", seeds)])
}

/// Compares Swiss pairings with pairings of FIDE's Dutch system for the same tournaments, and prints the number of equal ones.
pub(crate) fn compare_swiss() -> Result<()> {
    cargo::long_tests_of(
        "sumito-tournament",
        "test(=yardstick::no_pairing_is_worse_than_the_dutch_systems)",
        &[],
    )
}

/// Options of the check of Dutch pairings.
#[derive(Args)]
pub(crate) struct CheckDutch {
    /// A program that checks tournaments of FIDE's Dutch system with the arguments `--dutch FILE -c`, as bbpPairings does
    #[arg(long, value_name = "PATH")]
    checker: PathBuf,
    /// Number of tournaments
    #[arg(long, default_value_t = 500)]
    tournaments: u64,
    /// Seed of the first tournament
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Number of players of each tournament, instead of 8 to 120
    #[arg(long, value_parser = clap::value_parser!(u32).range(3..=1_000))]
    players: Option<u32>,
    /// Write the tournaments to this file, as test data
    #[arg(long, value_name = "PATH")]
    record: Option<PathBuf>,
}

/// Plays random tournaments of the Dutch system, lets another program check each round, and prints the number of rounds that differ.
pub(crate) fn check_dutch(options: &CheckDutch) -> Result<()> {
    let path = |path: &Path| -> Result<String> { Ok(std::path::absolute(path)?.display().to_string()) };
    let mut variables = vec![
        ("SUMITO_DUTCH_CHECKER", path(&options.checker)?),
        ("SUMITO_DUTCH_TOURNAMENTS", options.tournaments.to_string()),
        ("SUMITO_DUTCH_SEED", options.seed.to_string()),
    ];
    variables.extend(options.players.map(|players| ("SUMITO_DUTCH_PLAYERS", players.to_string())));
    if let Some(record) = &options.record {
        variables.push(("SUMITO_DUTCH_RECORD", path(record)?));
    }
    let filter = "test(=dutch::another_program_pairs_all_rounds_alike)";
    cargo::long_tests_of("sumito-tournament", filter, &variables)
}

/// Runs simulations of rooms, one for each seed.
pub(crate) fn simulate(options: &Simulate) -> Result<()> {
    let seeds = format!("{}..{}", options.from, options.from.saturating_add(options.seeds));
    let filter = "test(=simulation::clients_agree_and_no_data_is_lost_under_faults)";
    cargo::long_tests(filter, &[("SUMITO_SIM_SEEDS", seeds)], false)
}

/// Options of the fuzzing.
#[derive(Args)]
pub(crate) struct Fuzz {
    /// Number of inputs
    #[arg(long, default_value_t = 1_000_000)]
    inputs: u64,
    /// Seed of the inputs
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// Sends inputs from a grammar, with random damage, to the decoder and in conversations with a server.
pub(crate) fn fuzz(options: &Fuzz) -> Result<()> {
    let variables =
        [("SUMITO_FUZZ_INPUTS", options.inputs.to_string()), ("SUMITO_FUZZ_SEED", options.seed.to_string())];
    let filter = "test(=fuzz::every_input_is_answered_once_and_harms_no_client)";
    cargo::long_tests(filter, &variables, false)
}
