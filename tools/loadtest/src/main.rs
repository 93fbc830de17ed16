//! `sumito-loadtest`: the load generator as a program.

use std::time::Duration;

use clap::ValueEnum;
use clap::{Args, Parser, Subcommand};
use sumito_loadtest::{
    IdlePlan, MixedPlan, PausesPlan, PlayPlan, RoomsPlan, SeeksPlan, SoakPlan, SpectatePlan, Target,
    TournamentPlan, hold_sockets, make_rooms, measure_pauses, mix, play, play_tournament, seek_games, soak,
    spectate,
};
use sumito_protocol::tournament::{SwissPairing, TournamentFormat};

/// Load generator: replays recorded games over sockets against a Sumito server.
///
/// The server must not limit messages during the measurement: start it with `SUMITO_LIMITS__MESSAGES_PER_SECOND=0`.
#[derive(Debug, Parser)]
#[command(version)]
struct Cli {
    #[command(subcommand)]
    what: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Play recorded games in many rooms concurrently.
    Play {
        #[command(flatten)]
        server: ServerArgs,
        /// Number of concurrent rooms.
        #[arg(long, default_value_t = 200)]
        rooms: usize,
        /// Moves per second, even if the server does not keep up. Without it, each move follows immediately after the previous one.
        #[arg(long)]
        rate: Option<f64>,
        /// Guests who continuously request position evaluations, so that the engine is always busy.
        #[arg(long, default_value_t = 0)]
        askers: usize,
        /// Seconds of warm-up before the measurement.
        #[arg(long, default_value_t = 1.0)]
        warm_up: f64,
        /// Address of another node of the same cluster; may be repeated. The nodes share the rooms.
        #[arg(long = "node")]
        nodes: Vec<String>,
        /// Connect the players of a room to other nodes than the one that makes it.
        #[arg(long, requires = "nodes")]
        apart: bool,
    },
    /// Play in rooms of one node with players on others, and measure how long players wait while the node is stopped or killed.
    Pauses {
        #[command(flatten)]
        server: ServerArgs,
        /// Address of a node with players; may be repeated. It must live until the end.
        #[arg(long = "node", required = true)]
        nodes: Vec<String>,
        /// Number of rooms.
        #[arg(long, default_value_t = 20)]
        rooms: usize,
        /// Mean pause of a player before each move, in milliseconds.
        #[arg(long, default_value_t = 20)]
        thinking_ms: u64,
    },
    /// Play recorded games without, with and again without a crowd of spectators in one of the rooms.
    Spectate {
        #[command(flatten)]
        server: ServerArgs,
        /// Number of concurrent rooms; spectators watch the first of them.
        #[arg(long, default_value_t = 20)]
        rooms: usize,
        /// Moves per second in all rooms together, even if the server does not keep up.
        #[arg(long, default_value_t = 20.0)]
        rate: f64,
        /// Number of spectator sockets.
        #[arg(long, default_value_t = 5_000)]
        spectators: usize,
        /// Seconds of warm-up before each measurement.
        #[arg(long, default_value_t = 2.0)]
        warm_up: f64,
    },
    /// Run all kinds of load together, and measure the waiting times.
    Mixed {
        #[command(flatten)]
        server: ServerArgs,
        #[command(flatten)]
        mix: MixArgs,
        /// Moves per second in the rooms of recorded games, even if the server does not keep up. Without it, each move follows immediately
        /// after the previous one.
        #[arg(long)]
        rate: Option<f64>,
        /// Seconds of warm-up before the measurement.
        #[arg(long, default_value_t = 5.0)]
        warm_up: f64,
    },
    /// Run all kinds of load for a long time, and fail if the server's resource use grows.
    Soak {
        #[command(flatten)]
        server: ServerArgs,
        #[command(flatten)]
        mix: MixArgs,
        /// Moves per second in the rooms of recorded games.
        #[arg(long, default_value_t = 20.0)]
        rate: f64,
        /// Duration in minutes, a third of which is the warm-up.
        #[arg(long, default_value_t = 10.0)]
        minutes: f64,
        /// Seconds between two samples of the server.
        #[arg(long, default_value_t = 5.0)]
        every: f64,
        /// The address of the server's metrics page.
        #[arg(long)]
        metrics: Option<String>,
    },
    /// Hold idle sockets open.
    Idle {
        #[command(flatten)]
        server: ServerArgs,
        /// Number of sockets.
        #[arg(long, default_value_t = 1_000)]
        sockets: usize,
    },
    /// Play a whole tournament, from registration to podium: one of each format, or a single one.
    Tournament {
        #[command(flatten)]
        server: ServerArgs,
        /// Formats to play.
        #[arg(long, value_enum)]
        forms: Vec<FormatArg>,
        /// Number of participants.
        #[arg(long, default_value_t = 64)]
        clients: usize,
    },
    /// Create idle rooms: half of them wait for a player, half of them are finished.
    Rooms {
        #[command(flatten)]
        server: ServerArgs,
        /// Number of rooms.
        #[arg(long, default_value_t = 1_000)]
        rooms: usize,
    },
    /// Let players seek games, and measure their waiting times.
    Seeks {
        #[command(flatten)]
        server: ServerArgs,
        /// Number of players.
        #[arg(long, default_value_t = 1_000)]
        players: usize,
        /// Seeks per second, even if the server does not keep up.
        #[arg(long, default_value_t = 1_000.0)]
        rate: f64,
    },
}

/// The name of a tournament format.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum FormatArg {
    RoundRobin,
    Swiss,
    Knockout,
    DoubleElimination,
    Groups,
    Arena,
}

impl FormatArg {
    /// Returns the format with settings short enough for a test.
    fn form(self, seconds: f64) -> TournamentFormat {
        match self {
            Self::RoundRobin => TournamentFormat::RoundRobin { cycles: 1 },
            Self::Swiss => TournamentFormat::Swiss {
                rounds: 6,
                pairing: SwissPairing::Balanced,
                accelerated: false,
                half_point_byes: 0,
                late_entry_rounds: 0,
            },
            Self::Knockout => TournamentFormat::Knockout { best_of: 2, third_place: true, extra_pairs: 1 },
            Self::DoubleElimination => {
                TournamentFormat::DoubleElimination { best_of: 1, extra_pairs: 1, reset: true }
            }
            Self::Groups => TournamentFormat::Groups {
                groups: 2,
                advance: 2,
                cycles: 1,
                best_of: 1,
                extra_pairs: 1,
                third_place: true,
            },
            Self::Arena => TournamentFormat::Arena {
                duration_s: seconds.ceil() as u32,
                closing_s: 0,
                wave_s: 1,
                berserk: false,
                streaks: true,
            },
        }
    }
}

/// Numbers of clients by role.
#[derive(Debug, Args)]
struct MixArgs {
    /// Rooms of two that play recorded games.
    #[arg(long, default_value_t = 100)]
    rooms: usize,
    /// Tables of all modes, with people who pause before each move, and computers.
    #[arg(long, default_value_t = 4)]
    tables: usize,
    /// Spectators, each of whom switches to another room once per second.
    #[arg(long, default_value_t = 20)]
    spectators: usize,
    /// Visitors who request the lobby's list once per second.
    #[arg(long, default_value_t = 10)]
    lobby_watchers: usize,
    /// Readers who send an HTTP request once per second.
    #[arg(long, default_value_t = 10)]
    readers: usize,
    /// Guests who request position evaluations, one after the other.
    #[arg(long, default_value_t = 1)]
    askers: usize,
    /// Clients in a Swiss tournament of three rounds, which is repeated; 0 for none.
    #[arg(long, default_value_t = 8)]
    tournament: usize,
}

impl MixArgs {
    fn plan(&self, rate: Option<f64>, warm_up: Duration, span: Duration, pids: Vec<u32>) -> MixedPlan {
        let form = TournamentFormat::Swiss {
            rounds: 3,
            pairing: SwissPairing::Balanced,
            accelerated: false,
            half_point_byes: 0,
            late_entry_rounds: 0,
        };
        let Self { rooms, tables, spectators, lobby_watchers, readers, askers, tournament: clients } = *self;
        let tournament = (clients > 0).then_some(TournamentPlan { form, clients });
        MixedPlan {
            rooms,
            rate,
            tables,
            spectators,
            lobby_watchers,
            readers,
            askers,
            tournament,
            warm_up,
            span,
            pids,
        }
    }
}

#[derive(Debug, Args)]
struct ServerArgs {
    /// The server's address.
    #[arg(long, default_value = "http://127.0.0.1:8080")]
    url: String,
    /// Duration of the measurement in seconds.
    #[arg(long, default_value_t = 5.0)]
    seconds: f64,
    /// The server's process, to measure its resource use; may be repeated, for a database's processes.
    #[arg(long = "pid")]
    pids: Vec<u32>,
    /// Allow a server on another machine.
    #[arg(long = "i-own-this-server")]
    mine: bool,
}

#[tokio::main(flavor = "current_thread")]
#[expect(clippy::print_stdout, reason = "the answer to what was asked")]
async fn main() -> anyhow::Result<()> {
    let seconds = |number: f64| Duration::try_from_secs_f64(number);
    match Cli::parse().what {
        Command::Play { server, rooms, rate, askers, warm_up, nodes, apart } => {
            anyhow::ensure!(rooms > 0, "at least one room");
            anyhow::ensure!(rate.is_none_or(|rate| rate > 0.0), "`--rate` must be above 0");
            let (warm_up, span, pids) = (seconds(warm_up)?, seconds(server.seconds)?, server.pids);
            let target = Target::new(&server.url, server.mine)?;
            let nodes =
                nodes.iter().map(|url| Target::new(url, server.mine)).collect::<anyhow::Result<_>>()?;
            let plan = PlayPlan { rooms, rate, warm_up, span, askers, pids, nodes, apart };
            print!("{}", play(&target, &plan).await?);
        }
        Command::Pauses { server, nodes, rooms, thinking_ms } => {
            let owner = Target::new(&server.url, server.mine)?;
            let nodes =
                nodes.iter().map(|url| Target::new(url, server.mine)).collect::<anyhow::Result<_>>()?;
            let thinking = Duration::from_millis(thinking_ms);
            let plan = PausesPlan { rooms, nodes, thinking, span: seconds(server.seconds)? };
            // The process that stops the node waits for this line.
            print!("{}", measure_pauses(&owner, &plan, || println!("playing")).await?);
        }
        Command::Spectate { server, rooms, rate, spectators, warm_up } => {
            anyhow::ensure!(rooms > 0, "at least one room");
            anyhow::ensure!(rate > 0.0, "`--rate` must be above 0");
            let (warm_up, span, pids) = (seconds(warm_up)?, seconds(server.seconds)?, server.pids);
            let target = Target::new(&server.url, server.mine)?;
            let plan = SpectatePlan { rooms, rate, spectators, warm_up, span, pids };
            print!("{}", spectate(&target, &plan).await?);
        }
        Command::Mixed { server, mix: options, rate, warm_up } => {
            anyhow::ensure!(rate.is_none_or(|rate| rate > 0.0), "`--rate` must be above 0");
            let target = Target::new(&server.url, server.mine)?;
            let plan = options.plan(rate, seconds(warm_up)?, seconds(server.seconds)?, server.pids);
            print!("{}", mix(&target, &plan).await?);
        }
        Command::Soak { server, mix: options, rate, minutes, every, metrics } => {
            anyhow::ensure!(rate > 0.0 && minutes > 0.0 && every > 0.0, "rate and times must be above 0");
            let target = Target::new(&server.url, server.mine)?;
            let (warm_up, span) = (seconds(20.0 * minutes)?, seconds(40.0 * minutes)?);
            let mixed = options.plan(Some(rate), warm_up, span, server.pids);
            let soaked = soak(&target, &SoakPlan { mixed, every: seconds(every)?, metrics }).await?;
            print!("{soaked}");
            let grown = soaked.curve.grown();
            anyhow::ensure!(grown.is_empty(), "resource usage grew: {}", grown.join(", "));
        }
        Command::Idle { server, sockets } => {
            let (span, pids) = (seconds(server.seconds)?, server.pids);
            let target = Target::new(&server.url, server.mine)?;
            print!("{}", hold_sockets(&target, &IdlePlan { sockets, span, pids }).await?);
        }
        Command::Tournament { server, forms, clients } => {
            anyhow::ensure!(clients >= 2, "at least two clients are required");
            let target = Target::new(&server.url, server.mine)?;
            let all = FormatArg::value_variants();
            for word in if forms.is_empty() { all } else { &forms } {
                let plan = TournamentPlan { form: word.form(server.seconds), clients };
                print!("{}", play_tournament(&target, &plan).await?);
            }
        }
        Command::Rooms { server, rooms } => {
            let (span, pids) = (seconds(server.seconds)?, server.pids);
            let target = Target::new(&server.url, server.mine)?;
            print!("{}", make_rooms(&target, &RoomsPlan { rooms, span, pids }).await?);
        }
        Command::Seeks { server, players, rate } => {
            anyhow::ensure!(
                players > 1 && rate > 0.0,
                "at least two players and a rate above 0 are required"
            );
            let (span, pids) = (seconds(server.seconds)?, server.pids);
            let target = Target::new(&server.url, server.mine)?;
            print!("{}", seek_games(&target, &SeeksPlan { players, rate, span, pids }).await?);
        }
    }
    Ok(())
}
