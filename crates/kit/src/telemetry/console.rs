//! Task inspection with tokio-console, in builds with that feature.

use anyhow::ensure;
use tracing_subscriber::Layer;

use super::BoxedLayer;

/// Serves task data to tokio-console, on the address in `TOKIO_CONSOLE_BIND`.
///
/// # Errors
/// Fails if tokio was built without task instrumentation.
pub(super) fn layer() -> anyhow::Result<BoxedLayer> {
    ensure!(cfg!(tokio_unstable), "the feature `console` requires RUSTFLAGS=\"--cfg tokio_unstable\"");
    Ok(console_subscriber::spawn().boxed())
}
