//! Lag compensation for moves.

use std::time::Duration;

use crate::TimeControl;

/// Maximum gain of one move.
const GAIN_MAX: Duration = Duration::from_secs(1);
/// Gain of a move regardless of the clock.
const GAIN_BASE: Duration = Duration::from_millis(150);
/// Additional gain, as a divisor of the estimated time: 4 ms per second of it.
const GAIN_PART_OF_ESTIMATE: u32 = 250;
/// A gain is at most the measured round trip plus this, so that players cannot collect compensation that they do not need.
const GAIN_ABOVE_LAG: Duration = Duration::from_millis(140);
/// Number of gains in the bank at the start, and maximum.
const BANK_START_GAINS: u32 = 3;
const BANK_MAX_GAINS: u32 = 7;
/// Maximum time that flagging waits for a move that may be in transit.
const FLAG_GRACE_MAX: Duration = Duration::from_secs(2);

/// Lag compensation left to one seat.
///
/// The numbers are the same as in lichess' clock: a move gains `min(1 s, 0.4 · E / 100 + 0.15 s)` where `E` is the estimated time of a game
/// of forty moves; a bank starts with three gains and holds at most seven.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct LagBank {
    /// Maximum gain of a move.
    gain: Duration,
    /// Compensation available now.
    balance: Duration,
    /// The round trip measured with the last move.
    last: Duration,
}

impl LagBank {
    pub(crate) fn new(control: TimeControl) -> Self {
        let gain = control
            .estimate()
            .map_or(Duration::ZERO, |estimate| GAIN_MAX.min(GAIN_BASE + estimate / GAIN_PART_OF_ESTIMATE));
        Self { gain, balance: gain * BANK_START_GAINS, last: Duration::ZERO }
    }

    /// Compensation for a move that took `elapsed`, of which `lag` was network latency.
    pub(crate) fn compensation(&self, elapsed: Duration, lag: Duration) -> Duration {
        lag.min(self.balance).min(elapsed)
    }

    /// Withdraws a move's compensation from the bank and deposits its gain.
    pub(crate) fn settle(&mut self, forgiven: Duration, lag: Duration) {
        let gain = self.gain.min(lag + GAIN_ABOVE_LAG);
        self.balance = (self.balance.saturating_sub(forgiven) + gain).min(self.gain * BANK_MAX_GAINS);
        self.last = lag;
    }

    /// Time that flagging waits for a move that may be in transit.
    pub(crate) fn flag_grace(&self) -> Duration {
        self.last.min(self.balance).min(FLAG_GRACE_MAX)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bank(initial_s: u64, increment_s: u64) -> LagBank {
        let initial = Duration::from_secs(initial_s);
        let increment = Duration::from_secs(increment_s);
        LagBank::new(TimeControl::Fischer { initial, increment })
    }

    const fn ms(count: u64) -> Duration {
        Duration::from_millis(count)
    }

    #[test]
    fn gains_are_those_of_the_model() {
        assert_eq!(bank(60, 0).gain, ms(390));
        assert_eq!(bank(180, 0).gain, ms(870));
        assert_eq!(bank(213, 0).gain, ms(1000));
        assert_eq!(bank(60, 1).gain, ms(550));
        assert_eq!(bank(3600, 30).gain, ms(1000));
        assert_eq!(LagBank::new(TimeControl::None).gain, ms(0));
    }

    #[test]
    fn bank_forgives_up_to_its_balance() {
        let mut bank = bank(60, 0);
        assert_eq!(bank.balance, ms(1170));
        assert_eq!(bank.compensation(ms(5000), ms(300)), ms(300));
        assert_eq!(bank.compensation(ms(5000), ms(9000)), ms(1170));
        assert_eq!(bank.compensation(ms(100), ms(300)), ms(100), "not more than the move took");
        bank.settle(ms(1170), ms(9000));
        assert_eq!(bank.balance, ms(390));
    }

    #[test]
    fn bank_fills_by_the_recent_lag_up_to_its_size() {
        let mut bank = bank(60, 0);
        bank.settle(ms(0), ms(20));
        assert_eq!(bank.balance, ms(1330), "a gain of 20 ms and 140");
        for _ in 0..20 {
            bank.settle(ms(0), ms(500));
        }
        assert_eq!(bank.balance, ms(2730), "seven gains");
    }

    #[test]
    fn flag_grace_grows_with_the_measured_lag() {
        let mut bank = bank(600, 0);
        assert_eq!(bank.flag_grace(), ms(0), "nothing was measured yet");
        bank.settle(ms(0), ms(250));
        assert_eq!(bank.flag_grace(), ms(250));
        bank.settle(ms(0), ms(9000));
        assert_eq!(bank.flag_grace(), ms(2000));
    }
}
