//! What is kept for how long, and in which form.

mod archive;

use std::sync::Arc;

use tokio::time::{MissedTickBehavior, interval};
use tokio_util::sync::CancellationToken;
use tracing::warn;

use crate::config;
use crate::store::Store;
use crate::time_source::TimeSource;

pub use archive::archive_all;

/// Looks now and then for what need not be kept as it is, until `stopping` is cancelled.
pub(crate) async fn run(
    store: Store,
    config: Arc<config::Retention>,
    time: TimeSource,
    stopping: CancellationToken,
) {
    let mut sweeps = interval(config.sweep_span());
    sweeps.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        tokio::select! {
            () = stopping.cancelled() => return,
            _ = sweeps.tick() => {}
        }
        if let Some(span) = config.archive_span() {
            let archived = archive_all(&store, time.now() - span, &stopping).await;
            if let Err(error) = archived {
                warn!(%error, "games cannot be archived; it is tried again");
            }
        }
    }
}
