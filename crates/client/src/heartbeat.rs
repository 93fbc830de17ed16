//! Liveness check of the connection by pings.

use std::collections::VecDeque;
use std::time::Duration;

use tokio::time::Instant;

/// Timeouts of a connection.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct KeepAlive {
    /// Interval of pings; their answers also serve to estimate the server's time.
    pub ping_every: Duration,
    /// A connection is dead if nothing has arrived for this long since an unanswered ping. Also the timeout for the server's `hello`.
    pub silence: Duration,
}

impl Default for KeepAlive {
    fn default() -> Self {
        Self { ping_every: Duration::from_secs(4), silence: Duration::from_secs(7) }
    }
}

/// A connection that carries messages but no answer to a ping for this long is dead too; longer than the transfer of any message.
const DEAF: Duration = Duration::from_secs(20);

/// The pings of one connection.
#[derive(Debug)]
pub(crate) struct Heartbeat {
    patience: KeepAlive,
    began: Instant,
    /// Send times of the unanswered pings, in microseconds since the field `began`.
    asked: VecDeque<i64>,
    heard: Instant,
    next: Instant,
}

impl Heartbeat {
    /// Creates a heartbeat with its first ping due immediately.
    pub(crate) fn new(patience: KeepAlive, now: Instant) -> Self {
        Self { patience, began: now, asked: VecDeque::new(), heard: now, next: now }
    }

    /// Returns a ping if one is due.
    pub(crate) fn ping_if_due(&mut self, now: Instant) -> Option<i64> {
        (now >= self.next).then(|| {
            self.next = now + self.patience.ping_every;
            self.ping(now)
        })
    }

    /// Sends an additional ping; answers to it and to all later pings have numbers at least as large.
    pub(crate) fn ping(&mut self, now: Instant) -> i64 {
        let t = self.micros(now);
        self.asked.push_back(t);
        t
    }

    /// Records that a message arrived.
    pub(crate) fn heard(&mut self, now: Instant) {
        self.heard = now;
    }

    /// Records the answer to a ping, which also covers all earlier ones; returns the round-trip time.
    pub(crate) fn answered(&mut self, t: i64, now: Instant) -> Duration {
        self.asked.retain(|&asked| asked > t);
        Duration::from_micros(u64::try_from(self.micros(now) - t).unwrap_or(0))
    }

    /// Returns whether the connection is dead.
    pub(crate) fn is_dead(&self, now: Instant) -> bool {
        self.dead_at().is_some_and(|dead| now >= dead)
    }

    /// Time of the next action.
    pub(crate) fn deadline(&self) -> Instant {
        self.dead_at().map_or(self.next, |dead| dead.min(self.next))
    }

    fn dead_at(&self) -> Option<Instant> {
        let oldest = self.began + Duration::from_micros(*self.asked.front()? as u64);
        Some((oldest.max(self.heard) + self.patience.silence).min(oldest + DEAF.max(self.patience.silence)))
    }

    fn micros(&self, now: Instant) -> i64 {
        now.duration_since(self.began).as_micros() as i64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn silence_since_an_unanswered_ping_is_death() {
        let start = Instant::now();
        let at = |seconds| start + Duration::from_secs(seconds);
        let mut heartbeat = Heartbeat::new(KeepAlive::default(), start);
        let first = heartbeat.ping_if_due(start).expect("the first ping is due at once");
        assert_eq!(heartbeat.ping_if_due(at(1)), None);
        assert_eq!(heartbeat.answered(first, at(1)), Duration::from_secs(1));
        assert_eq!(heartbeat.deadline(), at(4));
        heartbeat.ping_if_due(at(4)).expect("every four seconds");
        assert!(!heartbeat.is_dead(at(10)));
        assert!(heartbeat.is_dead(at(11)));
        heartbeat.heard(at(9));
        assert!(!heartbeat.is_dead(at(15)), "whatever comes is a sign of life");
        assert!(heartbeat.is_dead(at(16)));
        heartbeat.heard(at(23));
        assert!(heartbeat.is_dead(at(24)), "but an answer must come in the end");
    }
}
