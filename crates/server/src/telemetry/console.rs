//! Task inspection with tokio-console, in builds with that feature.

use anyhow::ensure;
use tracing_subscriber::Layer;

use super::Listener;

/// Serves task data to tokio-console, on the address in `TOKIO_CONSOLE_BIND`.
///
/// # Errors
/// Fails if tokio was built without task instrumentation.
pub(super) fn layer() -> anyhow::Result<Listener> {
    ensure!(
        cfg!(tokio_unstable),
        "this build has the feature `console`, but tokio tells nothing of its tasks: build with RUSTFLAGS=\"--cfg tokio_unstable\" as well"
    );
    Ok(console_subscriber::spawn().boxed())
}
