//! Telemetry of the running server: the log on standard error, and traces if a collector is configured.
//!
//! Each has its own filter. Spans of traces have a target that the log excludes, and traces contain nothing else: no log lines and no
//! spans of libraries. So neither turns the other on or off, and a trace contains only the fields that `traced` allows.

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

use sumito_config::{Log, LogFormat, Traces};

pub use traced::{TraceParent, TraceSpan};

/// The log filter, which can be changed while the process runs.
static FILTER: OnceLock<reload::Handle<EnvFilter, Registry>> = OnceLock::new();

/// Time limit for sending the last spans at shutdown.
const FLUSH_PATIENCE: Duration = Duration::from_secs(5);

/// A layer of the tracing subscriber.
type BoxedLayer = Box<dyn Layer<Registry> + Send + Sync>;

/// Guard of the telemetry, to be stopped at the end of the program.
#[derive(Debug)]
#[must_use = "spans that were not sent yet are sent by `stop`"]
pub struct Telemetry {
    traces: Option<SdkTracerProvider>,
}

/// Starts the log and, if configured, traces. Must be called in a runtime, whose task sends the spans.
///
/// # Errors
/// Fails if a filter or an address is invalid, or if logging was started before.
pub fn init(log: &Log, traces: &Traces) -> anyhow::Result<Telemetry> {
    let (filter, handle) = reload::Layer::new(filter(log)?);
    let provider =
        if traces.is_on() { Some(export::start(traces).context("`traces.endpoint`")?) } else { None };
    // Disabled layers must not be in the list: they would defeat the fast path for disabled callsites.
    let mut listeners = vec![lines(log, filter)];
    listeners.extend(provider.as_ref().map(spans));
    #[cfg(feature = "console")]
    listeners.push(console::layer()?);
    tracing_subscriber::registry().with(listeners).try_init()?;
    // This is the first call: a second subscriber would have been rejected.
    let _ = FILTER.set(handle);
    if provider.is_some() {
        traced::begin(traces.sampled);
    }
    Ok(Telemetry { traces: provider })
}

/// Returns the layer for the log, which excludes traces.
fn lines(config: &Log, filter: reload::Layer<EnvFilter, Registry>) -> BoxedLayer {
    let lines = fmt::layer().with_writer(std::io::stderr).with_ansi(std::io::stderr().is_terminal());
    let lines = match config.format {
        LogFormat::Text => lines.boxed(),
        LogFormat::Json => lines.json().flatten_event(true).boxed(),
    };
    let rest = filter_fn(|metadata| metadata.target() != traced::TARGET);
    // Without this hint, the maximum level of the other filter would be lost.
    lines.with_filter(filter.and(rest.with_max_level_hint(LevelFilter::TRACE))).boxed()
}

/// Returns the layer for spans of traces only.
fn spans(provider: &SdkTracerProvider) -> BoxedLayer {
    let ours = filter_fn(|metadata| metadata.is_span() && metadata.target() == traced::TARGET);
    // The default attributes of the library (files, threads, levels) do not help a reader of traces.
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
    /// Sends the remaining spans, with a time limit.
    pub async fn stop(self) {
        let Some(traces) = self.traces else { return };
        // This call blocks until a task of this runtime has sent the rest.
        let flushed = spawn_blocking(move || traces.shutdown_with_timeout(FLUSH_PATIENCE)).await;
        if let Ok(Err(error)) = flushed {
            warn!(%error, "final trace export failed");
        }
    }
}

/// Changes the log filter. If logging is off, only validates the filter.
///
/// # Errors
/// Fails if the filter is invalid: the previous filter stays active.
pub fn set_filter(config: &Log) -> anyhow::Result<()> {
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
