//! Logging, to standard error.

use std::io::IsTerminal;
use std::sync::OnceLock;

use anyhow::anyhow;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;
use tracing_subscriber::{EnvFilter, Layer, Registry, fmt, reload};

use crate::config::{Log, LogFormat};

/// What goes into the log, to be set anew while the process runs.
static FILTER: OnceLock<reload::Handle<EnvFilter, Registry>> = OnceLock::new();

/// Starts logging as `config` says.
///
/// # Errors
/// When the filter cannot be read, or logging was started before.
pub fn init(config: &Log) -> anyhow::Result<()> {
    let (filter, handle) = reload::Layer::new(filter(config)?);
    let lines = fmt::layer().with_writer(std::io::stderr).with_ansi(std::io::stderr().is_terminal());
    let lines = match config.format {
        LogFormat::Text => lines.boxed(),
        LogFormat::Json => lines.json().flatten_event(true).boxed(),
    };
    tracing_subscriber::registry().with(filter).with(lines).try_init()?;
    // It is the first: another one would have been refused.
    let _ = FILTER.set(handle);
    Ok(())
}

/// Sets anew what goes into the log. Where nothing is logged, the filter is only looked at.
///
/// # Errors
/// When the filter cannot be read: the one from before stays.
pub(crate) fn set_filter(config: &Log) -> anyhow::Result<()> {
    let filter = filter(config)?;
    if let Some(handle) = FILTER.get() {
        handle.reload(filter)?;
    }
    Ok(())
}

fn filter(config: &Log) -> anyhow::Result<EnvFilter> {
    EnvFilter::builder()
        .parse(&config.filter)
        .map_err(|error| anyhow!("`log.filter` is not a filter: {error}"))
}
