//! Estimate of the server's clock.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::{SystemTime, UNIX_EPOCH};

use tokio::time::Instant;

const KEPT: usize = 16;

/// The server's clock, for drawing clocks: never ahead of the server, so that no drawn clock shows less time than the server counts.
#[derive(Debug)]
pub(crate) struct ServerTime {
    began: Instant,
    /// Local clock at that moment, in microseconds since the Unix epoch.
    began_at: i64,
    /// Offset of the server's clock relative to the local one, in microseconds.
    offset: AtomicI64,
}

impl ServerTime {
    pub(crate) fn new() -> Self {
        let began_at = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_micros() as i64;
        Self { began: Instant::now(), began_at, offset: AtomicI64::new(0) }
    }

    /// Estimated server time in microseconds since the Unix epoch.
    pub(crate) fn now(&self) -> i64 {
        self.local() + self.offset.load(Ordering::Relaxed)
    }

    /// Monotonic local time, which does not jump when the system clock is changed.
    fn local(&self) -> i64 {
        self.began_at + self.began.elapsed().as_micros() as i64
    }
}

/// Estimates the offset of the server's clock from its messages.
///
/// A message with a time `now` was sent before it arrived, so the server's clock is at least that far. Of the latest messages, the one with
/// the shortest transit is the most exact.
#[derive(Debug, Default)]
pub(crate) struct Samples(VecDeque<i64>);

impl Samples {
    /// Records that the server's clock showed `now` when a message was sent.
    pub(crate) fn learn(&mut self, now: i64, time: &ServerTime) {
        if self.0.len() == KEPT {
            self.0.pop_front();
        }
        self.0.push_back(now - time.local());
        time.offset.store(self.0.iter().copied().max().unwrap_or(0), Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn the_quickest_of_the_latest_messages_counts() {
        let (time, mut samples) = (ServerTime::new(), Samples::default());
        let local = time.local();
        samples.learn(local + 5_000, &time);
        samples.learn(local + 9_000, &time);
        samples.learn(local + 2_000, &time);
        assert_eq!(time.now(), local + 9_000);
        for _ in 0..KEPT {
            samples.learn(local + 3_000, &time);
        }
        assert_eq!(time.now(), local + 3_000, "what was learnt long ago is forgotten");
    }
}
