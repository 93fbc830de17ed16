//! When something is due.

use std::time::{Duration, Instant};

use tokio::time::sleep_until;

/// When the next thing of one who does many is due.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Pace {
    /// As soon as the one before is done: a closed loop.
    AtOnce,
    /// At its moment, whether the one before is done or not: an open loop. What is late counts from that moment on, so that a server that
    /// stands still is not asked less and does not look better for it.
    Scheduled {
        /// The moment.
        next: Instant,
        /// From one to the next.
        every: Duration,
    },
}

impl Pace {
    /// That of the one with this number of `count` who together do `rate` things a second from `start` on, evenly; at once without a rate.
    pub(crate) fn of_one(rate: Option<f64>, count: usize, number: usize, start: Instant) -> Self {
        match rate {
            None => Self::AtOnce,
            Some(rate) => {
                let between = 1.0 / rate;
                let every = Duration::from_secs_f64(between * count as f64);
                Self::Scheduled { next: start + Duration::from_secs_f64(between * number as f64), every }
            }
        }
    }

    /// Waits until the next thing is due; returns when that was.
    pub(crate) async fn next(&mut self) -> Instant {
        match self {
            Self::AtOnce => Instant::now(),
            Self::Scheduled { next, every } => {
                let due = *next;
                *next += *every;
                if due > Instant::now() {
                    sleep_until(due.into()).await;
                }
                due
            }
        }
    }
}
