//! Delays before retries.

use std::time::Duration;

const FIRST: Duration = Duration::from_millis(100);
const LONGEST: Duration = Duration::from_secs(5);

const FIRST_RETRY: Duration = Duration::from_secs(1);
const LONGEST_RETRY: Duration = Duration::from_secs(16);

/// Delay before the next attempt to connect: 0.1 s, doubled for each failure, up to 5 s, minus up to half at random, so that clients do not
/// all reconnect to a restarted server at the same time.
///
/// `failed` is the number of consecutive failures; `random` is from 0 to 1.
pub(crate) fn before_connecting(failed: u32, random: f64) -> Duration {
    (FIRST * 2_u32.pow(failed.min(16))).min(LONGEST).mul_f64(1.0 - random / 2.0)
}

/// Delay before repeating a request to a server in trouble: a second, doubled for each failure, up to 16 seconds.
///
/// `troubles` is the number of consecutive temporary rejections.
pub(crate) fn before_asking(troubles: u32) -> Duration {
    (FIRST_RETRY * 2_u32.pow(troubles.min(16))).min(LONGEST_RETRY)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn attempts_come_less_often_up_to_a_bound_and_never_all_at_once() {
        assert_eq!(before_connecting(0, 0.0), Duration::from_millis(100));
        assert_eq!(before_connecting(0, 1.0), Duration::from_millis(50));
        assert_eq!(before_connecting(3, 0.0), Duration::from_millis(800));
        assert_eq!(before_connecting(u32::MAX, 0.0), Duration::from_secs(5));
        assert_eq!(before_asking(0), Duration::from_secs(1));
        assert_eq!(before_asking(u32::MAX), Duration::from_secs(16));
    }
}
