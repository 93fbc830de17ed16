//! Schemathesis: the description of the REST interface against the server that it describes.

use std::{
    io::{Read as _, Write as _},
    net::TcpStream,
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::{Context, Result, bail};
use clap::Args;

use crate::{cargo, history::Server, postgres, process, repository};

/// The version that is known to find nothing.
const PACKAGE: &str = "schemathesis==4.32.5";

/// Settings under which the tests of thousands of requests meet what is described, and not how often one may ask.
const SETTINGS: [(&str, &str); 3] = [
    ("SUMITO_LIMITS__OPEN_ROOMS_PER_USER", "0"),
    ("SUMITO_LIMITS__COMPUTER_ROOMS_PER_USER", "0"),
    ("SUMITO_COMPUTERS__EVALUATION_MS", "20"),
];

/// How much to try.
#[derive(Args)]
pub(crate) struct Wish {
    /// Requests for each operation at most
    #[arg(long, default_value_t = 50)]
    examples: u32,
    /// The seed of all that is tried, as an earlier run has printed it
    #[arg(long)]
    seed: Option<u64>,
}

/// Tries what the description allows and forbids, as somebody and as nobody, on both databases.
pub(crate) fn run(wish: &Wish) -> Result<()> {
    let program = install()?;
    let server = cargo::server_binary()?;
    let folder = server.parent().context("the server lies in a folder")?;
    let files = tempfile::tempdir().context("no temporary folder could be made")?;
    let cluster = postgres::Cluster::start()?;
    let sqlite = format!("sqlite://{}", files.path().join("sumito.db").display());
    let mut failed = Vec::new();
    for (name, url) in [("SQLite", sqlite), ("PostgreSQL", cluster.url())] {
        println!("\n==> {name}");
        let server = Server::start_with(folder, &url, &SETTINGS)?;
        let token = guest(&server.url)?;
        for token in [Some(token.as_str()), None] {
            if process::run(&mut command(&program, wish, &server.url, token)).is_err() {
                failed.push(format!("{name}, as {}", if token.is_some() { "somebody" } else { "nobody" }));
            }
        }
    }
    if !failed.is_empty() {
        bail!("schemathesis has found something: {}", failed.join("; "));
    }
    Ok(())
}

fn command(program: &Path, wish: &Wish, url: &str, token: Option<&str>) -> Command {
    let mut command = Command::new(program);
    command.arg("--config-file").arg(repository::root().join("xtask/schemathesis.toml"));
    command.args(["run", &format!("{url}/openapi.json"), "--checks", "all", "--continue-on-failure"]);
    command.args(["--max-examples", &wish.examples.to_string(), "--suppress-health-check", "all"]);
    command.args(["--warnings", "off", "--request-timeout", "30"]);
    if let Some(seed) = wish.seed {
        command.args(["--seed", &seed.to_string()]);
    }
    // How many requests one may send is no part of the description of each of them.
    command.current_dir(repository::root().join("target"));
    if let Some(token) = token {
        command.args(["--header", &format!("Authorization: Bearer {token}")]);
        // After these the token would be nobody's.
        command.args(["--exclude-method", "DELETE", "--exclude-checks", "ignored_auth"]);
    }
    command
}

/// Installs the program into a folder of its own below `target`.
fn install() -> Result<PathBuf> {
    let folder = repository::root().join("target/schemathesis");
    let program = folder.join("bin/st");
    if !program.is_file() {
        let python = process::find("python3").context("python3 is missing: version 3.9 or later")?;
        process::run(Command::new(python).args(["-m", "venv"]).arg(&folder))?;
    }
    process::run(Command::new(folder.join("bin/pip")).args(["install", "--quiet", PACKAGE]))?;
    Ok(program)
}

/// The token of a new guest.
fn guest(url: &str) -> Result<String> {
    let address = url.trim_start_matches("http://");
    let mut socket = TcpStream::connect(address).context("the server cannot be reached")?;
    write!(socket, "POST /api/v1/guests HTTP/1.0\r\nHost: {address}\r\nContent-Length: 0\r\n\r\n")?;
    let mut answer = String::new();
    socket.read_to_string(&mut answer)?;
    let (_, rest) =
        answer.split_once("\"token\":\"").with_context(|| format!("there is no token: {answer}"))?;
    Ok(rest.split('"').next().unwrap_or_default().to_owned())
}
