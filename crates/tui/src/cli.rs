//! The program's arguments.

use clap::Parser;

use sumito_words::Language;

/// Sumito in a terminal: play, watch and review Abalone.
#[derive(Debug, Parser)]
#[command(version)]
pub(crate) struct Cli {
    /// The server's address.
    #[arg(long, env = "SUMITO_SERVER", default_value = "http://127.0.0.1:8080")]
    pub(crate) server: String,
    /// The user's token. Without it, the guest of the previous run is used, or a new one.
    #[arg(long, env = "SUMITO_TOKEN", hide_env_values = true)]
    pub(crate) token: Option<String>,
    /// Use a new guest, which is dropped when the program ends.
    #[arg(long, conflicts_with = "token")]
    pub(crate) new_guest: bool,
    /// en, de, pl or nl; the environment's language when left out.
    #[arg(long)]
    pub(crate) language: Option<Language>,
    /// Disable colours, as the environment variable `NO_COLOR` does.
    #[arg(long)]
    pub(crate) no_color: bool,
    /// A room to open immediately: its link or its id.
    pub(crate) room: Option<String>,
}
