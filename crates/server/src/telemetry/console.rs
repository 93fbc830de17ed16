//! Tasks to be looked at with tokio-console, in builds that are made for it.

use anyhow::ensure;
use tracing_subscriber::Layer;

use super::Listener;

/// Tells tokio-console what tasks do, on the address that `TOKIO_CONSOLE_BIND` names.
///
/// # Errors
/// When tokio was built such that it does not tell.
pub(super) fn layer() -> anyhow::Result<Listener> {
    ensure!(
        cfg!(tokio_unstable),
        "this build has the feature `console`, but tokio tells nothing of its tasks: build with RUSTFLAGS=\"--cfg tokio_unstable\" as well"
    );
    Ok(console_subscriber::spawn().boxed())
}
