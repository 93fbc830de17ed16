//! Network round trip to a client.

use std::collections::VecDeque;
use std::time::Duration;

use tokio::time::Instant;

/// Number of moves: the quickest answer to them bounds the accepted round trip.
const ANSWERS_REMEMBERED: usize = 10;

/// The network round trip to a client, bounded against cheating.
///
/// It is measured with pings from the server. Each has a stamp that cannot be guessed: only the outstanding stamp counts, and only once. A
/// client could delay its pong to gain time. But a client that answered an event with a move within 300 ms has a round trip of at most 300
/// ms: the quickest of the last moves bounds the measured time.
#[derive(Debug)]
pub(super) struct LatencyEstimator {
    outstanding: Option<(u64, Instant)>,
    measured: Duration,
    /// Time of the last write to the client before its next move.
    written_at: Option<Instant>,
    /// Time from that write to the move, of the last moves.
    answers: VecDeque<Duration>,
}

impl LatencyEstimator {
    /// Returns a lag without measurements.
    pub(super) fn unknown() -> Self {
        Self { outstanding: None, measured: Duration::ZERO, written_at: None, answers: VecDeque::new() }
    }

    /// Records that a ping with this stamp is sent.
    pub(super) fn ping_sent(&mut self, stamp: u64, now: Instant) {
        self.outstanding = Some((stamp, now));
    }

    /// Records a pong; returns whether its stamp was outstanding.
    pub(super) fn pong_received(&mut self, stamp: &[u8], now: Instant) -> bool {
        match self.outstanding.take_if(|(expected, _)| stamp == expected.to_be_bytes()) {
            Some((_, sent)) => {
                self.measured = now.saturating_duration_since(sent);
                true
            }
            None => false,
        }
    }

    /// Records that messages were written to the client.
    pub(super) fn on_sent(&mut self, now: Instant) {
        self.written_at = Some(now);
    }

    /// Records the arrival of a move.
    pub(super) fn move_received(&mut self, now: Instant) {
        if let Some(written_at) = self.written_at.take() {
            self.answers.push_back(now.saturating_duration_since(written_at));
            if self.answers.len() > ANSWERS_REMEMBERED {
                self.answers.pop_front();
            }
        }
    }

    /// Returns the accepted round trip.
    pub(super) fn round_trip(&self) -> Duration {
        self.answers.iter().copied().fold(self.measured, Duration::min)
    }

    /// Sets the measured round trip.
    #[cfg(feature = "simulated")]
    pub(super) fn set_measured(&mut self, round_trip: Duration) {
        self.measured = round_trip;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn ms(count: u64) -> Duration {
        Duration::from_millis(count)
    }

    #[test]
    fn outstanding_stamp_counts_only_once() {
        let start = Instant::now();
        let mut lag = LatencyEstimator::unknown();
        assert!(!lag.pong_received(&[0; 8], start + ms(5_000)), "no ping was sent");
        lag.ping_sent(77, start);
        assert!(!lag.pong_received(&0_u64.to_be_bytes(), start + ms(900)), "made up");
        assert_eq!(lag.round_trip(), ms(0));
        assert!(lag.pong_received(&77_u64.to_be_bytes(), start + ms(40)));
        assert!(!lag.pong_received(&77_u64.to_be_bytes(), start + ms(900)), "answered before");
        lag.ping_sent(78, start);
        assert!(!lag.pong_received(&77_u64.to_be_bytes(), start + ms(900)), "an old one");
        assert_eq!(lag.round_trip(), ms(40));
    }

    #[test]
    fn quick_moves_bound_the_round_trip() {
        let start = Instant::now();
        let mut lag = LatencyEstimator::unknown();
        lag.ping_sent(1, start);
        lag.pong_received(&1_u64.to_be_bytes(), start + ms(900));
        lag.on_sent(start);
        lag.move_received(start + ms(300));
        assert_eq!(lag.round_trip(), ms(300));
        for _ in 0..ANSWERS_REMEMBERED {
            lag.on_sent(start);
            lag.move_received(start + ms(2_000));
        }
        assert_eq!(lag.round_trip(), ms(900), "that was long ago");
    }

    #[test]
    fn unprompted_moves_do_not_count() {
        let start = Instant::now();
        let mut lag = LatencyEstimator::unknown();
        lag.ping_sent(1, start);
        lag.pong_received(&1_u64.to_be_bytes(), start + ms(100));
        lag.move_received(start + ms(100));
        assert_eq!(lag.round_trip(), ms(100));
    }
}
