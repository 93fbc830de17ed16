//! The only place that looks at the time.

use std::time::{SystemTime, UNIX_EPOCH};

use sumito_game::Timestamp;
use tokio::time::Instant;

/// The time, as moments since the Unix epoch that never go backwards while the process lives: the system's time at
/// the start, and a monotonic clock from there on. A corrected system clock thus never costs a player time.
#[derive(Debug, Clone, Copy)]
pub struct TimeSource {
    origin: Timestamp,
    started: Instant,
}

impl TimeSource {
    /// A time source that agrees with the system's time now.
    #[expect(clippy::disallowed_methods, reason = "the one time that the host's clock is asked")]
    pub fn from_system() -> Self {
        let since_epoch = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        Self { origin: Timestamp(0) + since_epoch, started: Instant::now() }
    }

    /// The same, unless that is earlier than `moment`: then it is `moment` now.
    #[must_use]
    pub fn not_before(self, moment: Timestamp) -> Self {
        let now = self.now();
        if now < moment { Self { origin: moment, started: Instant::now() } } else { self }
    }

    /// A time source for which it is `origin` now.
    pub fn starting_at(origin: Timestamp) -> Self {
        Self { origin, started: Instant::now() }
    }

    /// Now.
    pub fn now(&self) -> Timestamp {
        self.at(Instant::now())
    }

    /// Which moment `instant` is.
    pub fn at(&self, instant: Instant) -> Timestamp {
        self.origin + instant.saturating_duration_since(self.started)
    }

    /// When `moment` will be, for timers.
    pub fn instant(&self, moment: Timestamp) -> Instant {
        self.started + moment.since(self.origin)
    }
}
