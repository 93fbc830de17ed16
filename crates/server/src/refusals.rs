//! What was refused lately, for administrators who look.

use std::collections::{HashMap, VecDeque};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use tokio::time::Instant;

/// For how long it is known.
const KEPT: Duration = Duration::from_hours(1);

/// Refusals are counted together that came within such a time.
const TOGETHER: Duration = Duration::from_mins(1);

/// Refusals of the last hour, by code. Codes are few: so is what is kept.
#[derive(Debug, Default)]
pub(crate) struct Refusals(Mutex<VecDeque<Minute>>);

#[derive(Debug)]
struct Minute {
    began: Instant,
    counts: HashMap<&'static str, u64>,
}

impl Refusals {
    /// Counts one.
    pub(crate) fn note(&self, code: &'static str, now: Instant) {
        let mut minutes = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        forget(&mut minutes, now);
        if minutes.back().is_none_or(|last| now.duration_since(last.began) >= TOGETHER) {
            minutes.push_back(Minute { began: now, counts: HashMap::new() });
        }
        if let Some(last) = minutes.back_mut() {
            *last.counts.entry(code).or_default() += 1;
        }
    }

    /// How many there were of each code in the last hour, the most first.
    pub(crate) fn counts(&self, now: Instant) -> Vec<(&'static str, u64)> {
        let mut minutes = self.0.lock().unwrap_or_else(PoisonError::into_inner);
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
    fn an_hour_is_known_and_no_more() {
        let (refusals, began) = (Refusals::default(), Instant::now());
        for minute in 0..200 {
            refusals.note("busy", began + TOGETHER * minute);
        }
        let last = began + TOGETHER * 199;
        refusals.note("rate_limited", last);
        assert_eq!(refusals.counts(last), [("busy", 61), ("rate_limited", 1)]);
        assert_eq!(refusals.0.lock().unwrap().len(), 61, "memory is bounded");
        assert_eq!(refusals.counts(last + KEPT * 2), []);
    }
}
