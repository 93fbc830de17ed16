//! Schemathesis: checks of the server against its REST description.

use std::{
    io::{Read as _, Write as _},
    net::TcpStream,
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::{Context, Result, bail};
use clap::Args;

use crate::{
    cargo, history::Server, interrupt, postgres, process, python::PythonProgram, repository, temporary,
};

/// The version for which the exceptions were written.
const PROGRAM: PythonProgram =
    PythonProgram { package: "schemathesis==4.32.5", program: "st", folder: "schemathesis" };

/// Settings that lift rate limits, so that thousands of requests test the description.
const SETTINGS: [(&str, &str); 3] = [
    ("SUMITO_LIMITS__OPEN_ROOMS_PER_USER", "0"),
    ("SUMITO_LIMITS__COMPUTER_ROOMS_PER_USER", "0"),
    ("SUMITO_COMPUTERS__EVALUATION_MS", "20"),
];

/// Operations that end the session of the token, this one or any in the list: all later requests would get 401. They are tested
/// anonymously.
const END_SESSIONS: [&str; 2] = ["delete_sessions_current", "delete_me_session"];

/// Operations with endless answers: `tests/server/streams.rs` tests them.
const ENDLESS: [&str; 2] = ["get_me_stream", "get_room_stream"];

/// Options of the test.
#[derive(Args)]
pub(crate) struct SchemathesisArgs {
    /// Maximum number of requests for each operation
    #[arg(long, default_value_t = EXAMPLES)]
    examples: u32,
    /// The seed of all requests, as printed by an earlier run
    #[arg(long)]
    seed: Option<u64>,
    /// Test each database with one kind of caller only: PostgreSQL as a user, SQLite anonymously
    #[arg(long)]
    short: bool,
}

impl SchemathesisArgs {
    /// The fixed options of every test run: a change must not fail because of another seed.
    pub(crate) fn of_test_run() -> Self {
        Self { examples: EXAMPLES, seed: Some(1), short: true }
    }
}

/// Default number of requests for each operation.
const EXAMPLES: u32 = 20;

/// Tests allowed and forbidden requests of the description, with an account and anonymously, on both databases.
pub(crate) fn run(options: &SchemathesisArgs) -> Result<()> {
    let program = install()?;
    run_with(&program, options)
}

/// The same with an installed program.
pub(crate) fn run_with(program: &Path, options: &SchemathesisArgs) -> Result<()> {
    let server = cargo::server_binary()?;
    let folder = server.parent().context("the server lies in a folder")?;
    let files = tempfile::tempdir_in(temporary::folder()).context("cannot create a temporary folder")?;
    let cluster = postgres::Cluster::start()?;
    let sqlite = format!("sqlite://{}", files.path().join("sumito.db").display());
    let mut failed = Vec::new();
    for (name, url) in [("SQLite", sqlite), ("PostgreSQL", cluster.url())] {
        let server = Server::start_with(folder, &url, &SETTINGS)?;
        let token = session(&server.url)?;
        let callers = [("user", Some(token.as_str())), ("anonymous", None)];
        let is_tested = |token: Option<&str>| !options.short || token.is_some() == (name == "PostgreSQL");
        for (whom, token) in callers.into_iter().filter(|(_, token)| is_tested(*token)) {
            println!("\n==> {name}, as {whom}");
            if process::run(&mut command(program, options, &server.url, token)).is_err() {
                interrupt::check()?;
                failed.push(format!("{name}, as {whom}"));
            }
        }
    }
    if !failed.is_empty() {
        bail!("schemathesis found errors: {}", failed.join("; "));
    }
    Ok(())
}

fn command(program: &Path, options: &SchemathesisArgs, url: &str, token: Option<&str>) -> Command {
    let mut command = Command::new(program);
    command.arg("--config-file").arg(repository::root().join("tools/xtask/schemathesis.toml"));
    command.args(["run", &format!("{url}/openapi.json"), "--checks", "all", "--continue-on-failure"]);
    command.args(["--max-examples", &options.examples.to_string(), "--suppress-health-check", "all"]);
    command.args(["--warnings", "off", "--request-timeout", "30"]);
    if let Some(seed) = options.seed {
        command.args(["--seed", &seed.to_string()]);
    }
    // It writes its findings to its working folder.
    command.current_dir(repository::root().join("target"));
    command.args(ENDLESS.iter().flat_map(|id| ["--exclude-operation-id", *id]));
    if let Some(token) = token {
        command.args(["--header", &format!("Authorization: Bearer {token}")]);
        command.args(END_SESSIONS.iter().flat_map(|id| ["--exclude-operation-id", *id]));
        command.args(["--exclude-checks", "ignored_auth"]);
    }
    command
}

/// Installs the program, unless it is there. Returns its path.
pub(crate) fn install() -> Result<PathBuf> {
    PROGRAM.install()
}

/// Returns the token of a session of a new account, with all permissions of a player.
fn session(url: &str) -> Result<String> {
    let address = url.trim_start_matches("http://");
    let mut socket = TcpStream::connect(address).context("cannot reach the server")?;
    let body = r#"{"name":"Schemathesis","password":"correct horse battery"}"#;
    write!(
        socket,
        "POST /api/v1/accounts HTTP/1.0\r\nHost: {address}\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
        body.len()
    )?;
    let mut answer = String::new();
    socket.read_to_string(&mut answer)?;
    let (_, rest) =
        answer.split_once("\"token\":\"").with_context(|| format!("no token in the answer: {answer}"))?;
    Ok(rest.split('"').next().unwrap_or_default().to_owned())
}

#[cfg(test)]
mod tests {
    #[test]
    fn each_operation_that_is_allowed_to_reject_what_is_described_has_a_reason() {
        let (mut is_allowance, mut count) = (false, 0);
        for line in include_str!("../schemathesis.toml").lines() {
            match line.trim() {
                "include-name = [" => is_allowance = true,
                "]" => is_allowance = false,
                operation if is_allowance => {
                    let reason = operation.split_once(" # ").map(|(_, reason)| reason);
                    assert!(reason.is_some_and(|reason| reason.len() > 5), "no reason beside {operation}");
                    count += 1;
                }
                _ => {}
            }
        }
        assert!(count > 40, "{count}");
    }
}
