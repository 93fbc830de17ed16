//! What the server tells of its own work while it runs: the log, on standard error, and traces, where somebody takes them.
//!
//! Each has a filter of its own. Spans of traces have a target that the log leaves out, and traces hold nothing else: no line of the log, and
//! nothing that a library tells of itself. So neither switches the other on or off, and a trace says only what `traced` lets it say.

#[cfg(feature = "console")]
mod console;
mod export;
mod traced;

use std::io::IsTerminal;
use std::sync::OnceLock;
use std::time::Duration;

use anyhow::{Context, anyhow};
use opentelemetry::trace::TracerProvider;
use opentelemetry_sdk::trace::SdkTracerProvider;
use tokio::task::spawn_blocking;
use tracing::warn;
use tracing_subscriber::filter::{FilterExt, LevelFilter, filter_fn};
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;
use tracing_subscriber::{EnvFilter, Layer, Registry, fmt, reload};

use crate::config::{Log, LogFormat, Traces};

pub(crate) use traced::Traced;

/// What goes into the log, to be set anew while the process runs.
static FILTER: OnceLock<reload::Handle<EnvFilter, Registry>> = OnceLock::new();

/// How long a server that stops waits until the last spans were taken.
const FLUSH_PATIENCE: Duration = Duration::from_secs(5);

/// Somebody who is told what happens.
type Listener = Box<dyn Layer<Registry> + Send + Sync>;

/// What has to be ended when the program ends.
#[derive(Debug)]
#[must_use = "spans that were not sent yet are sent by `stop`"]
pub struct Telemetry {
    traces: Option<SdkTracerProvider>,
}

/// Starts the log and, where they go anywhere, traces. In a runtime: spans are sent by a task of it.
///
/// # Errors
/// When a filter or an address cannot be read, or logging was started before.
pub fn init(log: &Log, traces: &Traces) -> anyhow::Result<Telemetry> {
    let (filter, handle) = reload::Layer::new(filter(log)?);
    let provider =
        if traces.is_on() { Some(export::start(traces).context("`traces.endpoint`")?) } else { None };
    // Listeners that are not there must not be in the list: the fast way past everything that nobody listens to would be lost.
    let mut listeners = vec![lines(log, filter)];
    listeners.extend(provider.as_ref().map(spans));
    #[cfg(feature = "console")]
    listeners.push(console::layer()?);
    tracing_subscriber::registry().with(listeners).try_init()?;
    // It is the first: another one would have been refused.
    let _ = FILTER.set(handle);
    if provider.is_some() {
        traced::begin(traces.sampled);
    }
    Ok(Telemetry { traces: provider })
}

/// Log lines, of all but traces.
fn lines(config: &Log, filter: reload::Layer<EnvFilter, Registry>) -> Listener {
    let lines = fmt::layer().with_writer(std::io::stderr).with_ansi(std::io::stderr().is_terminal());
    let lines = match config.format {
        LogFormat::Text => lines.boxed(),
        LogFormat::Json => lines.json().flatten_event(true).boxed(),
    };
    let rest = filter_fn(|metadata| metadata.target() != traced::TARGET);
    // With a bound, or the level of the other filter would be none.
    lines.with_filter(filter.and(rest.with_max_level_hint(LevelFilter::TRACE))).boxed()
}

/// Spans of traces, and nothing else.
fn spans(provider: &SdkTracerProvider) -> Listener {
    let ours = filter_fn(|metadata| metadata.is_span() && metadata.target() == traced::TARGET);
    // What the library would add by itself (files, threads, levels) says nothing to whoever looks at a move.
    tracing_opentelemetry::layer()
        .with_tracer(provider.tracer("sumito"))
        .with_location(false)
        .with_threads(false)
        .with_target(false)
        .with_tracked_inactivity(false)
        .with_context_activation(false)
        .with_filter(ours.with_max_level_hint(LevelFilter::INFO))
        .boxed()
}

impl Telemetry {
    /// Sends what was not sent yet, and waits for that a little while.
    pub async fn stop(self) {
        let Some(traces) = self.traces else { return };
        // It blocks until a task of this runtime has sent the rest.
        let flushed = spawn_blocking(move || traces.shutdown_with_timeout(FLUSH_PATIENCE)).await;
        if let Ok(Err(error)) = flushed {
            warn!(%error, "the last spans were not sent");
        }
    }
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
