//! Rate limit as a token bucket.

use std::time::Duration;

use tokio::time::Instant;

/// Token bucket with a burst size and a refill rate.
#[derive(Debug, Clone, Copy)]
pub struct TokenBucket {
    capacity: f64,
    per_second: f64,
    tokens: f64,
    filled_at: Instant,
}

impl TokenBucket {
    /// Returns a full bucket of `capacity` tokens that refills completely in `span`. A capacity of 0 means no limit.
    pub fn new(capacity: u32, span: Duration, now: Instant) -> Self {
        let capacity = f64::from(capacity);
        let per_second = capacity / span.as_secs_f64().max(f64::MIN_POSITIVE);
        Self { capacity, per_second, tokens: capacity, filled_at: now }
    }

    /// Takes a token; returns whether there was one.
    pub fn take(&mut self, now: Instant) -> bool {
        self.take_parts(now, 1, 1)
    }

    /// Takes some of the `parts` of a token, so that the bucket lasts `parts` times as long; returns whether there were as many.
    pub fn take_parts(&mut self, now: Instant, count: u32, parts: u32) -> bool {
        if self.capacity == 0.0 {
            return true;
        }
        self.fill(now);
        let part = share(count, parts);
        // Sums of parts are not exact.
        let enough = self.tokens >= part - 1e-9;
        if enough {
            self.tokens = (self.tokens - part).max(0.0);
        }
        enough
    }

    /// Puts a token back that was taken for nothing.
    pub fn put_back(&mut self) {
        self.tokens = (self.tokens + 1.0).min(self.capacity);
    }

    /// Returns the time until the next token.
    pub fn wait(&self) -> Duration {
        self.wait_parts(1, 1)
    }

    /// Returns the time until as many parts of tokens can be taken.
    pub fn wait_parts(&self, count: u32, parts: u32) -> Duration {
        if self.capacity == 0.0 {
            return Duration::ZERO;
        }
        let missing = share(count, parts) - self.tokens;
        Duration::from_secs_f64((missing / self.per_second).max(0.0))
    }

    /// Returns the number of tokens that were left after the last one was taken.
    pub fn remaining(&self) -> u32 {
        self.remaining_parts(1)
    }

    /// Returns the number of parts of tokens that were left after the last one was taken.
    pub fn remaining_parts(&self, parts: u32) -> u32 {
        (self.tokens * f64::from(parts.max(1)) + 1e-6) as u32
    }

    /// Returns the time from the last token taken until the bucket is full.
    pub fn full_in(&self) -> Duration {
        if self.capacity == 0.0 {
            return Duration::ZERO;
        }
        Duration::from_secs_f64((self.capacity - self.tokens) / self.per_second)
    }

    fn fill(&mut self, now: Instant) {
        let elapsed = now.saturating_duration_since(self.filled_at).as_secs_f64();
        self.tokens = (self.tokens + elapsed * self.per_second).min(self.capacity);
        self.filled_at = now;
    }
}

/// Returns how many tokens this number of parts is.
fn share(count: u32, parts: u32) -> f64 {
    f64::from(count) / f64::from(parts.max(1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bucket_empties_and_refills() {
        let start = Instant::now();
        let mut bucket = TokenBucket::new(2, Duration::from_secs(1), start);
        assert!(bucket.take(start));
        assert!(bucket.take(start));
        assert!(!bucket.take(start));
        assert_eq!(bucket.wait(), Duration::from_millis(500));
        assert_eq!((bucket.remaining(), bucket.full_in()), (0, Duration::from_secs(1)));
        assert!(bucket.take(start + Duration::from_millis(500)));
        assert!(!bucket.take(start + Duration::from_millis(500)));
        let later = start + Duration::from_secs(5);
        assert!(bucket.take(later) && bucket.take(later) && !bucket.take(later));
    }

    #[test]
    fn parts_of_tokens_last_longer() {
        let start = Instant::now();
        let mut bucket = TokenBucket::new(2, Duration::from_secs(1), start);
        assert!((0..20).all(|_| bucket.take_parts(start, 1, 10)));
        assert!(!bucket.take_parts(start, 1, 10));
        assert_eq!(bucket.remaining_parts(10), 0);
        let wait = bucket.wait_parts(1, 10);
        assert!(wait > Duration::from_millis(40) && wait <= Duration::from_millis(51), "{wait:?}");
        assert!(bucket.take_parts(start + wait + Duration::from_millis(1), 1, 10));
    }

    #[test]
    fn zero_capacity_means_no_limit() {
        let now = Instant::now();
        let mut bucket = TokenBucket::new(0, Duration::from_secs(1), now);
        assert!((0..1000).all(|_| bucket.take(now)));
    }
}
