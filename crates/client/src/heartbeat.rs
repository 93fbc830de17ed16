//! Finds out by pings whether the other end is there.

use std::collections::VecDeque;
use std::time::Duration;

use tokio::time::Instant;

/// How a connection is watched over.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Patience {
    /// A ping goes out so often; its answers are also what the server's time is learnt from.
    pub ping_every: Duration,
    /// A connection on which nothing at all has come for so long since an unanswered ping is dead. Also how long a server may
    /// take to say hello.
    pub silence: Duration,
}

impl Default for Patience {
    fn default() -> Self {
        Self { ping_every: Duration::from_secs(4), silence: Duration::from_secs(7) }
    }
}

/// A connection that carries messages but no answer to a ping for so long is dead, too: longer than any message takes.
const DEAF: Duration = Duration::from_secs(20);

/// The pings of one connection.
#[derive(Debug)]
pub(crate) struct Heartbeat {
    patience: Patience,
    began: Instant,
    /// When the pings that are not answered went out, in microseconds since `began`.
    asked: VecDeque<i64>,
    heard: Instant,
    next: Instant,
}

impl Heartbeat {
    /// Begins with a ping that is due at once.
    pub(crate) fn new(patience: Patience, now: Instant) -> Self {
        Self { patience, began: now, asked: VecDeque::new(), heard: now, next: now }
    }

    /// A ping that is due.
    pub(crate) fn due(&mut self, now: Instant) -> Option<i64> {
        (now >= self.next).then(|| {
            self.next = now + self.patience.ping_every;
            self.ask(now)
        })
    }

    /// A ping out of turn: the answers to it and to all later ones have no smaller number.
    pub(crate) fn ask(&mut self, now: Instant) -> i64 {
        let t = self.micros(now);
        self.asked.push_back(t);
        t
    }

    /// Something came: somebody is there.
    pub(crate) fn heard(&mut self, now: Instant) {
        self.heard = now;
    }

    /// A ping and all before it are answered; returns how long that took.
    pub(crate) fn answered(&mut self, t: i64, now: Instant) -> Duration {
        self.asked.retain(|&asked| asked > t);
        Duration::from_micros(u64::try_from(self.micros(now) - t).unwrap_or(0))
    }

    /// Whether nobody is there any more.
    pub(crate) fn is_dead(&self, now: Instant) -> bool {
        self.dead_at().is_some_and(|dead| now >= dead)
    }

    /// When there is something to do.
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
        let mut heartbeat = Heartbeat::new(Patience::default(), start);
        let first = heartbeat.due(start).expect("the first ping is due at once");
        assert_eq!(heartbeat.due(at(1)), None);
        assert_eq!(heartbeat.answered(first, at(1)), Duration::from_secs(1));
        assert_eq!(heartbeat.deadline(), at(4));
        heartbeat.due(at(4)).expect("every four seconds");
        assert!(!heartbeat.is_dead(at(10)));
        assert!(heartbeat.is_dead(at(11)));
        heartbeat.heard(at(9));
        assert!(!heartbeat.is_dead(at(15)), "whatever comes is a sign of life");
        assert!(heartbeat.is_dead(at(16)));
        heartbeat.heard(at(23));
        assert!(heartbeat.is_dead(at(24)), "but an answer must come in the end");
    }
}
