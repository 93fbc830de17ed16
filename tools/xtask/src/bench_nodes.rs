//! Measurements of a cluster: nodes of one PostgreSQL and one NATS server, all on this machine.

use std::{
    io::{BufRead as _, BufReader},
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    thread::sleep,
    time::Duration,
};

use anyhow::{Context, Result, ensure};
use clap::Args;
use nix::{
    sys::signal::{Signal, kill},
    unistd::Pid,
};

use crate::{
    cargo,
    compare::{Change, Measured, QUANTITIES},
    history::{NO_MINING, Server},
    nats,
    postgres::{self, free_port},
    process,
};

/// Number of nodes.
const NODES: usize = 3;

/// Pause between the start of the games and the end of a node.
const BEFORE_THE_END: Duration = Duration::from_secs(4);

/// Options of the measurements.
#[derive(Args)]
pub(crate) struct BenchNodes {
    /// Number of measurements of each kind, in turn
    #[arg(long, default_value_t = 6)]
    rounds: u32,
    /// Duration of each measurement in seconds
    #[arg(long, default_value_t = 5.0)]
    seconds: f64,
    /// Number of rooms that play recorded games
    #[arg(long, default_value_t = 60)]
    rooms: u32,
    /// Moves per second for the measurement of waiting times
    #[arg(long, default_value_t = 300)]
    rate: u32,
    /// Measure only the pauses when a node is killed or stopped
    #[arg(long)]
    only_pauses: bool,
    /// Mean pause of a player before each move in that measurement, in milliseconds
    #[arg(long, default_value_t = 20)]
    thinking_ms: u64,
    /// A folder with `sumito` and `sumito-loadtest`; both are built in release mode if it is left out
    #[arg(long, value_name = "FOLDER")]
    programs: Option<PathBuf>,
}

/// Measures remote against local moves, the moves of one to three nodes, and how long players wait when a node is killed or stopped.
pub(crate) fn run(options: &BenchNodes) -> Result<()> {
    let folder = match &options.programs {
        Some(folder) => folder.clone(),
        None => cargo::release_of_server_and_load()?,
    };
    let database = postgres::Cluster::start()?;
    let bus = Bus::start()?;
    let settings = [
        ("SUMITO_LIMITS__MESSAGES_PER_SECOND", "0"),
        NO_MINING,
        ("SUMITO_CLUSTER__NATS_URL", &bus.url),
        // Random moves often lead nowhere.
        ("SUMITO_POLICY__REPETITIONS", "0"),
        ("SUMITO_POLICY__QUIET_PLIES", "0"),
    ];
    let node = || Server::start_with(&folder, &database.url(), &settings);
    let mut nodes = (0..NODES).map(|_| node()).collect::<Result<Vec<_>>>()?;
    if !options.only_pauses {
        remote_moves(options, &folder, &nodes)?;
        moves_by_nodes(options, &folder, &nodes)?;
    }
    for (signal, what) in [(Signal::SIGKILL, "killed"), (Signal::SIGTERM, "stopped")] {
        let paused = pauses(options, &folder, &nodes, signal)?;
        print!("a node is {what}: {paused}");
        nodes.remove(0);
        nodes.push(node()?);
    }
    Ok(())
}

/// Compares moves of players on two other nodes with moves of players on the node of their room.
fn remote_moves(options: &BenchNodes, folder: &Path, nodes: &[Server]) -> Result<()> {
    for rate in [None, Some(options.rate)] {
        let change = compare(options, |is_second| play(options, folder, nodes, NODES, is_second, rate))?;
        let load = rate.map_or_else(|| "as fast as possible".to_owned(), |rate| format!("{rate} moves/s"));
        println!("players on two other nodes (after) against the same node (before), {load}:\n{change}");
    }
    Ok(())
}

/// Compares the load on several nodes with the same load on one.
fn moves_by_nodes(options: &BenchNodes, folder: &Path, nodes: &[Server]) -> Result<()> {
    for count in 2..=NODES {
        let change = compare(options, |is_second| {
            play(options, folder, nodes, if is_second { count } else { 1 }, false, None)
        })?;
        println!("rooms on {count} nodes (after) against one (before):\n{change}");
    }
    Ok(())
}

/// Measures two kinds in turn, in alternating order; returns the differences.
fn compare(options: &BenchNodes, measure: impl Fn(bool) -> Result<Measured>) -> Result<String> {
    let mut pairs = Vec::new();
    for round in 0..options.rounds {
        let is_turned = round % 2 == 1;
        let [first, second] = [measure(is_turned)?, measure(!is_turned)?];
        pairs.push(if is_turned { (second, first) } else { (first, second) });
    }
    let line = |(place, quantity): (usize, &str)| {
        let values: Vec<_> = pairs.iter().map(|(before, after)| (before.0[place], after.0[place])).collect();
        Ok(format!("  {quantity}: {}", Change::of(&values).context("no measurements")?))
    };
    Ok(QUANTITIES.into_iter().enumerate().map(line).collect::<Result<Vec<_>>>()?.join("\n"))
}

/// Plays on the first `count` nodes. The processor time is the sum of all nodes.
fn play(
    options: &BenchNodes,
    folder: &Path,
    nodes: &[Server],
    count: usize,
    apart: bool,
    rate: Option<u32>,
) -> Result<Measured> {
    let mut command = Command::new(folder.join("sumito-loadtest"));
    command.args(["play", "--url", &nodes[0].url]);
    command.args(["--rooms", &options.rooms.to_string(), "--seconds", &options.seconds.to_string()]);
    for node in &nodes[1..count] {
        command.args(["--node", &node.url]);
    }
    for node in nodes {
        command.args(["--pid", &node.id().to_string()]);
    }
    if apart {
        command.arg("--apart");
    }
    if let Some(rate) = rate {
        command.args(["--rate", &rate.to_string()]);
    }
    process::output(&mut command)?.parse()
}

/// Ends the first node by a signal while games are played in its rooms; returns the pauses.
fn pauses(options: &BenchNodes, folder: &Path, nodes: &[Server], signal: Signal) -> Result<String> {
    let mut command = Command::new(folder.join("sumito-loadtest"));
    command.args(["pauses", "--url", &nodes[0].url, "--rooms", &options.rooms.to_string()]);
    for node in &nodes[1..] {
        command.args(["--node", &node.url]);
    }
    command.args(["--thinking-ms", &options.thinking_ms.to_string()]);
    let seconds = 4 * BEFORE_THE_END.as_secs();
    let mut playing = command.args(["--seconds", &seconds.to_string()]).stdout(Stdio::piped()).spawn()?;
    let mut lines = BufReader::new(playing.stdout.take().context("no output pipe")?).lines();
    lines.next().context("the load generator does not start")??;
    sleep(BEFORE_THE_END);
    kill(Pid::from_raw(i32::try_from(nodes[0].id())?), signal)?;
    let report = lines.collect::<Result<Vec<_>, _>>()?.join("\n");
    ensure!(playing.wait()?.success(), "the games did not go on");
    Ok(report + "\n")
}

/// A NATS server, which ends when the value is dropped.
struct Bus {
    process: Child,
    url: String,
}

impl Bus {
    fn start() -> Result<Self> {
        let port = free_port()?.to_string();
        let process = Command::new(nats::path()?)
            .args(["--addr", "127.0.0.1", "--port", &port])
            .stderr(Stdio::null())
            .spawn()
            .context("cannot start the NATS server")?;
        Ok(Self { process, url: format!("nats://127.0.0.1:{port}") })
    }
}

impl Drop for Bus {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
