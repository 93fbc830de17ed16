//! Logging, to standard error.

use std::io::IsTerminal;

use tracing_subscriber::EnvFilter;
use tracing_subscriber::util::SubscriberInitExt;

use crate::config::{Log, LogFormat};

/// Starts logging as `config` says.
///
/// # Errors
/// When the filter cannot be read, or logging was started before.
pub fn init(config: &Log) -> anyhow::Result<()> {
    let filter = EnvFilter::builder()
        .parse(&config.filter)
        .map_err(|error| anyhow::anyhow!("`log.filter` is not a filter: {error}"))?;
    let builder = tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_writer(std::io::stderr)
        .with_ansi(std::io::stderr().is_terminal());
    match config.format {
        LogFormat::Text => builder.finish().try_init()?,
        LogFormat::Json => builder.json().flatten_event(true).finish().try_init()?,
    }
    Ok(())
}
