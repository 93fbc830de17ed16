//! Faults of a simulated store: its condition decides the fate of each call.

use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use parking_lot::{Mutex, MutexGuard};
use tokio::sync::Notify;
use tokio::time::{sleep, timeout};

use super::Result;
use crate::StoreError;

/// Time limit for a read.
const READ_TIMEOUT: Duration = Duration::from_secs(5);

/// Condition of a simulated store.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Condition {
    /// Reads and writes work.
    Healthy,
    /// All reads and writes fail.
    Unavailable,
    /// Some writes fail, and some succeed with a lost confirmation.
    Flaky,
    /// Writes succeed, but all confirmations are lost.
    LosesReplies,
    /// No call is answered while this lasts. The fate of writes is random.
    Hanging,
    /// Writes are slow, but within the time limit.
    Stalled,
}

/// Fate of a write.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Fate {
    Stored,
    NotStored,
    AnswerLost,
}

/// Fault settings of a simulated store. All clones share them.
#[derive(Debug, Clone)]
pub struct Faults {
    condition: Arc<Mutex<Condition>>,
    /// Wakes the tasks that wait for another condition in the order in which they started to wait: tokio's `watch` wakes them in any order.
    changed: Arc<Notify>,
    rng: Arc<Mutex<fastrand::Rng>>,
    calls: Arc<AtomicU64>,
}

impl Faults {
    /// Creates faults that are drawn from `rng`; the store works at first.
    pub fn new(rng: fastrand::Rng) -> Self {
        let condition = Arc::new(Mutex::new(Condition::Healthy));
        Self { condition, changed: Arc::default(), rng: Arc::new(Mutex::new(rng)), calls: Arc::default() }
    }

    /// Sets the condition of the store and wakes the calls that wait.
    pub fn set(&self, condition: Condition) {
        *self.condition.lock() = condition;
        self.changed.notify_waiters();
    }

    /// Returns the condition of the store.
    pub fn condition(&self) -> Condition {
        *self.condition.lock()
    }

    /// Returns the number of calls of the store so far.
    pub fn calls(&self) -> u64 {
        self.calls.load(Ordering::Relaxed)
    }

    pub(super) fn rng(&self) -> MutexGuard<'_, fastrand::Rng> {
        self.rng.lock()
    }

    pub(super) fn fate(&self, has_hung: bool) -> Fate {
        let flaky = || match self.rng().u8(..4) {
            0 => Fate::NotStored,
            1 => Fate::AnswerLost,
            _ => Fate::Stored,
        };
        match self.condition() {
            Condition::Healthy | Condition::Stalled if !has_hung => Fate::Stored,
            Condition::Unavailable => Fate::NotStored,
            Condition::LosesReplies => Fate::AnswerLost,
            _ => flaky(),
        }
    }

    /// Waits for the latency of a database.
    pub(super) async fn delay(&self) {
        let ms = self.rng().u64(..4);
        if ms > 0 {
            sleep(Duration::from_millis(ms)).await;
        }
    }

    /// Counts a call, and waits until the store answers at all; returns whether it had to wait.
    pub(super) async fn answering(&self) -> bool {
        self.calls.fetch_add(1, Ordering::Relaxed);
        let mut hung = false;
        loop {
            let mut changed = pin!(self.changed.notified());
            // From here on no change is missed.
            changed.as_mut().enable();
            if self.condition() != Condition::Hanging {
                return hung;
            }
            hung = true;
            changed.await;
        }
    }

    pub(super) async fn read(&self) -> Result<()> {
        self.delay().await;
        timeout(READ_TIMEOUT, self.answering()).await.map_err(|_| StoreError::too_slow())?;
        if self.condition() == Condition::Unavailable { Err(away()) } else { Ok(()) }
    }
}

pub(super) fn away() -> StoreError {
    StoreError::Unavailable("the simulated store is away".into())
}

/// Returns the error of calls that the simulated store does not support.
pub(crate) fn not_simulated() -> StoreError {
    StoreError::Query("the simulated store does not keep this".into())
}
