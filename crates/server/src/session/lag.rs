//! How long the network takes to a client and back.

use std::collections::VecDeque;
use std::time::Duration;

use tokio::time::Instant;

/// Moves whose quickest answer bounds what is believed.
const ANSWERS_REMEMBERED: usize = 10;

/// How long the network takes to a client and back, as far as that can be believed.
///
/// It is measured with pings of ours, each with a stamp that nobody can guess: only the one that is outstanding counts, and only once. A
/// client could hold its pong back to have time forgiven. But whoever has answered an event with a move within 300 ms has no round trip
/// of more: the quickest of the last moves bounds the measured time.
#[derive(Debug)]
pub(super) struct Lag {
    outstanding: Option<(u64, Instant)>,
    measured: Duration,
    /// When something was written to the client last, before its next move.
    told_at: Option<Instant>,
    /// From then until the move came, of the last moves.
    answers: VecDeque<Duration>,
}

impl Lag {
    /// Nothing is known yet.
    pub(super) fn unknown() -> Self {
        Self { outstanding: None, measured: Duration::ZERO, told_at: None, answers: VecDeque::new() }
    }

    /// A ping with this stamp goes out.
    pub(super) fn ping_sent(&mut self, stamp: u64, now: Instant) {
        self.outstanding = Some((stamp, now));
    }

    /// A pong came. Returns whether it was asked for.
    pub(super) fn pong_received(&mut self, stamp: &[u8], now: Instant) -> bool {
        match self.outstanding.take_if(|(expected, _)| stamp == expected.to_be_bytes()) {
            Some((_, sent)) => {
                self.measured = now.saturating_duration_since(sent);
                true
            }
            None => false,
        }
    }

    /// Messages were written to the client.
    pub(super) fn told(&mut self, now: Instant) {
        self.told_at = Some(now);
    }

    /// A move came.
    pub(super) fn move_received(&mut self, now: Instant) {
        if let Some(told_at) = self.told_at.take() {
            self.answers.push_back(now.saturating_duration_since(told_at));
            if self.answers.len() > ANSWERS_REMEMBERED {
                self.answers.pop_front();
            }
        }
    }

    /// The round trip that is believed.
    pub(super) fn round_trip(&self) -> Duration {
        self.answers.iter().copied().fold(self.measured, Duration::min)
    }

    /// Takes a round trip as measured.
    #[cfg(test)]
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
    fn only_the_outstanding_stamp_counts_and_only_once() {
        let start = Instant::now();
        let mut lag = Lag::unknown();
        assert!(!lag.pong_received(&[0; 8], start + ms(5_000)), "nobody has asked");
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
    fn whoever_moves_quickly_has_no_slow_network() {
        let start = Instant::now();
        let mut lag = Lag::unknown();
        lag.ping_sent(1, start);
        lag.pong_received(&1_u64.to_be_bytes(), start + ms(900));
        lag.told(start);
        lag.move_received(start + ms(300));
        assert_eq!(lag.round_trip(), ms(300));
        for _ in 0..ANSWERS_REMEMBERED {
            lag.told(start);
            lag.move_received(start + ms(2_000));
        }
        assert_eq!(lag.round_trip(), ms(900), "that was long ago");
    }

    #[test]
    fn moves_that_answer_nothing_say_nothing() {
        let start = Instant::now();
        let mut lag = Lag::unknown();
        lag.ping_sent(1, start);
        lag.pong_received(&1_u64.to_be_bytes(), start + ms(100));
        lag.move_received(start + ms(100));
        assert_eq!(lag.round_trip(), ms(100));
    }
}
