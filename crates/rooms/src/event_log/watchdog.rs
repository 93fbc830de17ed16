//! Detects when the whole process was frozen: stopped by a signal, or on a laptop that slept.

use std::time::Duration;

use tokio::time::{MissedTickBehavior, interval};
use tokio_util::task::AbortOnDropHandle;

use super::Outages;
use sumito_kit::task;
use sumito_kit::time_source::TimeSource;

/// Interval of the watchdog's heartbeats.
const EVERY: Duration = Duration::from_millis(100);

/// Starts the watchdog; it ends when the returned handle is dropped.
pub(super) fn start(outages: Outages, time: TimeSource) -> AbortOnDropHandle<()> {
    AbortOnDropHandle::new(task::spawn(async move {
        let mut ticks = interval(EVERY);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Skip);
        loop {
            ticks.tick().await;
            outages.tick(time.now());
        }
    }))
}
