//! The only module that reads the clock.

use std::time::{SystemTime, UNIX_EPOCH};

use sumito_game::Timestamp;
use tokio::time::Instant;

/// A monotonic source of timestamps since the Unix epoch: the system's time at startup, advanced by a monotonic clock. A correction of the
/// system clock therefore never costs a player time.
#[derive(Debug, Clone, Copy)]
pub struct TimeSource {
    origin: Timestamp,
    started: Instant,
    /// Called before each reading.
    before_reading: Option<fn()>,
}

impl TimeSource {
    /// Returns a time source that matches the current system time.
    #[expect(clippy::disallowed_methods, reason = "the one time that the host's clock is asked")]
    pub fn from_system() -> Self {
        let since_epoch = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        Self { origin: Timestamp(0) + since_epoch, started: Instant::now(), before_reading: None }
    }

    /// Returns this time source, moved forward to `moment` if it is behind it.
    #[must_use]
    pub fn not_before(self, moment: Timestamp) -> Self {
        let now = self.now();
        if now < moment { Self { origin: moment, started: Instant::now(), ..self } } else { self }
    }

    /// Returns a time source that starts at `origin`.
    pub fn starting_at(origin: Timestamp) -> Self {
        Self { origin, started: Instant::now(), before_reading: None }
    }

    /// Returns this time source for a machine that is simulated: `pass` runs before each reading, and may let time pass.
    #[must_use]
    pub fn busy(self, pass: fn()) -> Self {
        Self { before_reading: Some(pass), ..self }
    }

    /// Returns the current time.
    pub fn now(&self) -> Timestamp {
        if let Some(pass) = self.before_reading {
            pass();
        }
        self.at(Instant::now())
    }

    /// Returns the timestamp of `instant`.
    pub fn at(&self, instant: Instant) -> Timestamp {
        self.origin + instant.saturating_duration_since(self.started)
    }

    /// Returns the instant of `moment`, for timers.
    pub fn instant(&self, moment: Timestamp) -> Instant {
        self.started + moment.since(self.origin)
    }
}
