//! Rate limits of authors.

use std::collections::VecDeque;
use std::hash::BuildHasher as _;
use std::time::Duration;

use tokio::time::Instant;

use super::ChatError;
use sumito_config as config;
use sumito_kit::token_bucket::TokenBucket;
use sumito_store::{LineContent, LineLimit};

/// Latest messages of an author that a new message is compared with.
const COMPARED: usize = 4;

/// Recent messages of one author.
#[derive(Debug)]
pub(super) struct LineRateLimiter {
    allowance: TokenBucket,
    /// Hashes of the latest messages, with their times.
    said: VecDeque<(u64, Instant)>,
    at: Instant,
}

impl LineRateLimiter {
    pub(super) fn new(config: &config::Chat, now: Instant) -> Self {
        let LineLimit { burst, span } =
            Self::limit(config).unwrap_or(LineLimit { burst: 0, span: Duration::ZERO });
        Self { allowance: TokenBucket::new(burst, span, now), said: VecDeque::new(), at: now }
    }

    /// Returns the limit of an author's messages; `None`: there is none.
    pub(super) fn limit(config: &config::Chat) -> Option<LineLimit> {
        let (burst, rate) = (config.burst_lines.max(1), config.lines_per_minute);
        let span = Duration::from_mins(1).mul_f64(f64::from(burst) / f64::from(rate.max(1)));
        (rate > 0).then_some(LineLimit { burst, span })
    }

    /// Counts a message.
    ///
    /// # Errors
    /// [`ChatError::TooFast`] above the rate limit, [`ChatError::Repeated`] for a repeated message.
    pub(super) fn count(
        &mut self,
        said: &LineContent,
        repeat: Duration,
        now: Instant,
    ) -> Result<(), ChatError> {
        self.at = now;
        self.said.retain(|(_, at)| now.duration_since(*at) < repeat);
        let number = foldhash::fast::FixedState::default().hash_one(said.as_str().to_lowercase());
        if self.said.iter().any(|(known, _)| *known == number) {
            return Err(ChatError::Repeated);
        }
        if !self.allowance.take(now) {
            return Err(ChatError::TooFast { wait: self.allowance.wait() });
        }
        self.said.push_back((number, now));
        let too_many = self.said.len().saturating_sub(COMPARED);
        self.said.drain(..too_many);
        Ok(())
    }

    /// Returns whether no recent message can cause a rejection any more.
    pub(super) fn is_expired(&self, repeat: Duration, now: Instant) -> bool {
        now.duration_since(self.at) > repeat.max(Duration::from_mins(1))
    }
}
