//! Recent error responses, for administrators.

use std::collections::{HashMap, VecDeque};
use std::time::Duration;

use parking_lot::Mutex;
use tokio::time::Instant;

/// Time after which an entry expires.
const KEPT: Duration = Duration::from_hours(1);

/// Width of a time bucket: errors within it are counted together.
const TOGETHER: Duration = Duration::from_mins(1);

/// Error responses of the last hour by code. Memory is bounded because the number of codes is small.
#[derive(Debug, Default)]
pub struct RecentErrors(Mutex<VecDeque<Minute>>);

#[derive(Debug)]
struct Minute {
    began: Instant,
    counts: HashMap<&'static str, u64>,
}

impl RecentErrors {
    /// Counts one error response.
    pub fn record(&self, code: &'static str, now: Instant) {
        let mut minutes = self.0.lock();
        forget(&mut minutes, now);
        if minutes.back().is_none_or(|last| now.duration_since(last.began) >= TOGETHER) {
            minutes.push_back(Minute { began: now, counts: HashMap::new() });
        }
        if let Some(last) = minutes.back_mut() {
            *last.counts.entry(code).or_default() += 1;
        }
    }

    /// Returns the number of errors per code in the last hour, most frequent first.
    pub fn counts(&self, now: Instant) -> Vec<(&'static str, u64)> {
        let mut minutes = self.0.lock();
        forget(&mut minutes, now);
        let mut sums = HashMap::new();
        for (code, count) in minutes.iter().flat_map(|minute| &minute.counts) {
            *sums.entry(*code).or_default() += count;
        }
        let mut sums: Vec<_> = sums.into_iter().collect();
        sums.sort_unstable_by_key(|&(code, count)| (std::cmp::Reverse(count), code));
        sums
    }
}

fn forget(minutes: &mut VecDeque<Minute>, now: Instant) {
    while minutes.front().is_some_and(|first| now.duration_since(first.began) > KEPT) {
        minutes.pop_front();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_expire_after_an_hour() {
        let (refusals, began) = (RecentErrors::default(), Instant::now());
        for minute in 0..200 {
            refusals.record("busy", began + TOGETHER * minute);
        }
        let last = began + TOGETHER * 199;
        refusals.record("rate_limited", last);
        assert_eq!(refusals.counts(last), [("busy", 61), ("rate_limited", 1)]);
        assert_eq!(refusals.0.lock().len(), 61, "memory is bounded");
        assert_eq!(refusals.counts(last + KEPT * 2), []);
    }
}
