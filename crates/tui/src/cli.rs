//! The program's arguments.

use clap::Parser;

use crate::words::Language;

/// Sumito in a terminal: play, watch and review Abalone.
#[derive(Debug, Parser)]
#[command(version)]
pub(crate) struct Cli {
    /// The server.
    #[arg(long, env = "SUMITO_SERVER", default_value = "http://127.0.0.1:8080")]
    pub(crate) server: String,
    /// Who to be. Without it one is the guest that one was the last time, or a new one.
    #[arg(long, env = "SUMITO_TOKEN", hide_env_values = true)]
    pub(crate) token: Option<String>,
    /// Be a new guest, who is forgotten when the program ends.
    #[arg(long, conflicts_with = "token")]
    pub(crate) new_guest: bool,
    /// en, de, pl or nl; the one of the environment where it is left out.
    #[arg(long)]
    pub(crate) language: Option<Language>,
    /// Do without colours. The environment variable `NO_COLOR` says so, too.
    #[arg(long)]
    pub(crate) no_color: bool,
    /// A room to go to at once: its link or its id.
    pub(crate) room: Option<String>,
}
