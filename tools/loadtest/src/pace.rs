//! Pacing of requests.

use std::time::{Duration, Instant};

use tokio::time::sleep_until;

/// The schedule of a client's repeated requests.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Pace {
    /// Immediately after the previous request: a closed loop.
    AtOnce,
    /// At a fixed time, even if the previous request is not done: an open loop. Latencies count from that time, so a server that stalls
    /// does not get fewer requests and no better results.
    Scheduled {
        /// Time of the next request.
        next: Instant,
        /// Interval of the requests.
        every: Duration,
    },
}

impl Pace {
    /// Returns the schedule of client `number` of `count` clients that together send `rate` requests per second from `start` on, evenly
    /// distributed; without a rate, a closed loop.
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

    /// Waits until the next request is due; returns its scheduled time.
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
