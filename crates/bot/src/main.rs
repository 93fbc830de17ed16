//! `sumito-bot`: an engine as a player on a server.

use std::ffi::OsString;
use std::io::IsTerminal as _;
use std::path::PathBuf;
use std::time::Duration;

use anyhow::Context as _;
use clap::Parser;
use clap::builder::PossibleValuesParser;
use clap::builder::TypedValueParser as _;
use sumito_bot::{Bot, EngineCommand, EngineOption, OfferPolicy, Settings, TimeLimits, TokenSource};
use sumito_client::protocol::bots::BotAccepts;
use sumito_client::protocol::parts::Mode;
use tokio::signal::unix::{SignalKind, signal};
use tracing_subscriber::EnvFilter;

/// Connects a UAI engine to a Sumito server as a bot.
///
/// It accepts every game that passes the filters, until it is stopped. Running games continue when it returns: start it again before their
/// clocks run out.
#[derive(Debug, Parser)]
#[command(version)]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag of the command line")]
struct Cli {
    /// The server's URL
    #[arg(long, default_value = "http://127.0.0.1:8080")]
    server: String,
    /// The bot's token; without it, the token file is used
    #[arg(long, env = "SUMITO_TOKEN", hide_env_values = true)]
    token: Option<String>,
    /// The token file; if it is missing, a guest is created
    #[arg(long, default_value = "sumito-bot.token", conflicts_with = "token")]
    token_file: PathBuf,
    /// Engine: a path or a program name
    #[arg(long)]
    engine: PathBuf,
    /// Arguments of the engine, after `--`
    #[arg(last = true)]
    arguments: Vec<OsString>,
    /// Engine option such as Level=3 (repeatable)
    #[arg(long = "option", value_name = "NAME=VALUE")]
    options: Vec<EngineOption>,
    /// Accepted modes, separated by commas; all if omitted
    #[arg(long, value_delimiter = ',', value_parser = modes())]
    modes: Vec<Mode>,
    /// Minimum time per player for a game of 40 moves, in seconds
    #[arg(long, default_value_t = 0)]
    shortest: u32,
    /// The most time, in seconds; unlimited without it
    #[arg(long)]
    longest: Option<u32>,
    /// Also accept games without a clock
    #[arg(long)]
    untimed: bool,
    /// Also accept rated games, which need a token of an account
    #[arg(long)]
    rated: bool,
    /// Maximum number of simultaneous games, each with its own engine
    #[arg(long, default_value_t = 4, value_parser = clap::value_parser!(u32).range(1..=64))]
    games: u32,
    /// Thinking time per move in milliseconds, in games without a game clock
    #[arg(long, default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..))]
    movetime: u64,
    /// Extra time in milliseconds before the engine counts as hung
    #[arg(long, default_value_t = 5000, value_parser = clap::value_parser!(u64).range(1..))]
    grace: u64,
    /// Accept rematch offers
    #[arg(long)]
    rematches: bool,
    /// Accept takeback offers
    #[arg(long)]
    takebacks: bool,
}

fn modes() -> impl clap::builder::TypedValueParser<Value = Mode> {
    PossibleValuesParser::new(["two", "three", "four", "four-consecutive"]).map(|name| match name.as_str() {
        "two" => Mode::Two,
        "three" => Mode::Three,
        "four" => Mode::Four,
        _ => Mode::FourConsecutive,
    })
}

impl From<Cli> for Settings {
    fn from(cli: Cli) -> Self {
        Self {
            server: cli.server,
            token: cli.token.map_or(TokenSource::File(cli.token_file), TokenSource::Inline),
            accepts: BotAccepts {
                modes: cli.modes,
                shortest_s: cli.shortest,
                longest_s: cli.longest,
                untimed: cli.untimed,
                rated: cli.rated,
                games_at_once: cli.games,
            },
            engine: EngineCommand { program: cli.engine, arguments: cli.arguments, options: cli.options },
            thinking: TimeLimits {
                move_time: Duration::from_millis(cli.movetime),
                grace: Duration::from_millis(cli.grace),
            },
            answers: OfferPolicy { rematches: cli.rematches, takebacks: cli.takebacks },
        }
    }
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> anyhow::Result<()> {
    let settings = Settings::from(Cli::parse());
    let filter = EnvFilter::builder().with_default_directive(tracing::Level::INFO.into()).from_env()?;
    tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_writer(std::io::stderr)
        .with_ansi(std::io::stderr().is_terminal())
        .init();
    let mut terminate = signal(SignalKind::terminate()).context("cannot install signal handlers")?;
    let mut interrupt = signal(SignalKind::interrupt()).context("cannot install signal handlers")?;
    let stop = async move {
        tokio::select! {
            _ = terminate.recv() => {}
            _ = interrupt.recv() => {}
        }
    };
    Bot::connect(settings).await?.run(stop).await?;
    tracing::info!("bot stopped");
    Ok(())
}
