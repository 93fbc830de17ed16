//! Recovery from uncertain writes.
//!
//! After a failed write, an actor's stored state is uncertain: the write may have succeeded, with its confirmation lost, or another process
//! has written the next record. Until it has reread its stored state, the actor rejects commands and decides nothing.

use std::time::Duration;

use sumito_game::Timestamp;
use tokio::time::Instant;

/// Minimum interval between two reads of the stored state.
const READ_AGAIN_AFTER: Duration = Duration::from_secs(1);

/// Reason for which a write is uncertain.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cause {
    /// The storage did not answer.
    Unavailable,
    /// The stored state differs from the state that the write expects.
    Conflict,
}

/// State of an actor's recovery.
#[derive(Debug, Default)]
pub struct Recovery {
    uncertain: Option<Uncertain>,
    /// Time at which the stored state was last reread.
    last_read: Option<Instant>,
}

#[derive(Debug, Clone, Copy)]
struct Uncertain {
    since: Timestamp,
    read_at: Instant,
}

impl Recovery {
    /// Records that a write at time `at` is uncertain.
    pub fn write_failed(&mut self, cause: Cause, at: Timestamp) {
        // If only this actor cannot write, reading its state forever does not help: the first read is made at once, later ones wait.
        let earliest = match cause {
            Cause::Unavailable => Some(Instant::now()),
            Cause::Conflict => self.last_read,
        };
        let read_at = earliest.map_or_else(Instant::now, |earliest| earliest + READ_AGAIN_AFTER);
        let since = self.uncertain.map_or(at, |uncertain| uncertain.since);
        self.uncertain = Some(Uncertain { since, read_at });
    }

    /// Returns whether the stored state must be reread.
    pub fn is_needed(&self) -> bool {
        self.uncertain.is_some()
    }

    /// Returns the time at which to reread the stored state.
    pub fn read_at(&self) -> Option<Instant> {
        self.uncertain.map(|uncertain| uncertain.read_at)
    }

    /// Returns whether it is time to reread the stored state.
    pub fn is_due(&self) -> bool {
        self.read_at().is_some_and(|at| at <= Instant::now())
    }

    /// Records that the stored state is being read.
    pub fn begin_read(&mut self) {
        self.last_read = Some(Instant::now());
    }

    /// Records that the storage did not answer: the state is reread later.
    pub fn read_failed(&mut self) {
        if let Some(uncertain) = &mut self.uncertain {
            uncertain.read_at = Instant::now() + READ_AGAIN_AFTER;
        }
    }

    /// Records that the stored state was read. Returns the time of the first uncertain write, if there was one.
    pub fn finish(&mut self) -> Option<Timestamp> {
        self.uncertain.take().map(|uncertain| uncertain.since)
    }
}

#[cfg(test)]
mod tests {
    use tokio::time::advance;

    use super::*;

    #[tokio::test(start_paused = true)]
    async fn state_is_read_a_second_after_the_storage_failed() {
        let mut recovery = Recovery::default();
        assert!(!recovery.is_needed() && !recovery.is_due());
        recovery.write_failed(Cause::Unavailable, Timestamp(1));
        assert!(recovery.is_needed() && !recovery.is_due());
        advance(READ_AGAIN_AFTER).await;
        assert!(recovery.is_due());
        recovery.begin_read();
        recovery.read_failed();
        assert!(!recovery.is_due());
        recovery.write_failed(Cause::Unavailable, Timestamp(2));
        assert_eq!(recovery.finish(), Some(Timestamp(1)), "the first uncertain write");
        assert_eq!((recovery.is_needed(), recovery.finish()), (false, None));
    }

    #[tokio::test(start_paused = true)]
    async fn state_is_read_at_once_after_the_first_conflict_and_later_once_a_second() {
        let mut recovery = Recovery::default();
        recovery.write_failed(Cause::Conflict, Timestamp(1));
        assert!(recovery.is_due());
        recovery.begin_read();
        recovery.finish();
        recovery.write_failed(Cause::Conflict, Timestamp(2));
        assert!(!recovery.is_due());
        advance(READ_AGAIN_AFTER).await;
        assert!(recovery.is_due());
    }
}
