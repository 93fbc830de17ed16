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
    said: VecDeque<Said>,
    at: Instant,
}

/// A recent message.
#[derive(Debug)]
struct Said {
    hash: u64,
    at: Instant,
    command: Option<String>,
}

/// Whether a message was counted. If it is not stored, it must be [taken back](LineRateLimiter::take_back).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Counted {
    Now,
    /// Its command was sent before. The store has the message that it caused, if any.
    Before,
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

    /// Counts a message, unless it has the same text and command as a recent one.
    ///
    /// # Errors
    /// [`ChatError::TooFast`] above the rate limit, [`ChatError::Repeated`] for a repeated message.
    pub(super) fn count(
        &mut self,
        said: &LineContent,
        command: Option<&str>,
        repeat: Duration,
        now: Instant,
    ) -> Result<Counted, ChatError> {
        self.at = now;
        self.said.retain(|said| now.duration_since(said.at) < repeat);
        let hash = hash(said);
        if let Some(known) = self.said.iter().find(|known| known.hash == hash) {
            let is_sent_again = command.is_some() && known.command.as_deref() == command;
            return if is_sent_again { Ok(Counted::Before) } else { Err(ChatError::Repeated) };
        }
        if !self.allowance.take(now) {
            return Err(ChatError::TooFast { wait: self.allowance.wait() });
        }
        self.said.push_back(Said { hash, at: now, command: command.map(str::to_owned) });
        let too_many = self.said.len().saturating_sub(COMPARED);
        self.said.drain(..too_many);
        Ok(Counted::Now)
    }

    /// Forgets a message that was counted and is not stored: it may be sent again.
    pub(super) fn take_back(&mut self, said: &LineContent) {
        let hash = hash(said);
        self.said.retain(|said| said.hash != hash);
        self.allowance.put_back();
    }

    /// Returns whether no recent message can cause a rejection any more.
    pub(super) fn is_expired(&self, repeat: Duration, now: Instant) -> bool {
        now.duration_since(self.at) > repeat.max(Duration::from_mins(1))
    }
}

fn hash(said: &LineContent) -> u64 {
    foldhash::fast::FixedState::default().hash_one(said.as_str().to_lowercase())
}
