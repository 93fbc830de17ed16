//! Pools for blocking work, each with bounded concurrency and a bounded queue.
//!
//! Blocking work cannot be cancelled once it has started: it continues when the caller disconnects. The work therefore holds its permits
//! itself and releases them when it ends.

use std::sync::Arc;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::task::{JoinError, spawn_blocking};

use crate::metrics::{self, Running};

/// Limits how many jobs of one kind run at the same time and how many callers wait. Cheap to clone.
#[derive(Debug, Clone)]
pub struct BlockingPool {
    /// Label of this kind of work in the metrics.
    kind: &'static str,
    places: Arc<Semaphore>,
    turns: Arc<Semaphore>,
    /// Whether jobs run on the thread of their caller.
    is_inline: bool,
}

/// Permit to run one job now.
#[derive(Debug)]
pub struct Turn {
    kind: &'static str,
    permits: [OwnedSemaphorePermit; 2],
    is_inline: bool,
}

/// Error: the queue of waiting callers is full.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("queue of {0} is full")]
pub struct QueueFull(&'static str);

/// Reasons why a job returned no result.
#[derive(Debug, thiserror::Error)]
pub enum NotRun {
    /// The job did not start.
    #[error(transparent)]
    Full(#[from] QueueFull),
    /// The job panicked.
    #[error("task panicked: {0}")]
    BrokeOff(#[from] JoinError),
}

impl BlockingPool {
    /// Creates a pool that runs at most `at_once` jobs while at most `waiting` callers wait.
    pub fn new(kind: &'static str, at_once: usize, waiting: usize) -> Self {
        let semaphore = |permits: usize| Arc::new(Semaphore::new(permits.min(Semaphore::MAX_PERMITS)));
        let places = semaphore(at_once.saturating_add(waiting));
        Self { kind, places, turns: semaphore(at_once), is_inline: false }
    }

    /// Creates a pool without threads, whose jobs block their callers: a simulation runs on one thread, and its time is not that of others.
    pub fn inline(kind: &'static str) -> Self {
        Self { is_inline: true, ..Self::new(kind, usize::MAX, 0) }
    }

    /// Waits for a permit. A caller that stops waiting frees its place in the queue.
    ///
    /// # Errors
    /// [`QueueFull`] at once if the queue is full.
    pub async fn turn(&self) -> Result<Turn, QueueFull> {
        let full = QueueFull(self.kind);
        let place = Arc::clone(&self.places).try_acquire_owned().map_err(|_| full)?;
        let turn = Arc::clone(&self.turns).acquire_owned().await.map_err(|_| full)?;
        Ok(Turn { kind: self.kind, permits: [place, turn], is_inline: self.is_inline })
    }

    /// Waits for a permit and runs `work` on a blocking thread.
    ///
    /// # Errors
    /// [`NotRun`] if the queue is full or the work panicked.
    pub async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, NotRun> {
        Ok(self.turn().await?.run(work).await?)
    }
}

impl Turn {
    /// Runs `work` on a blocking thread, or at once if the pool is [inline](BlockingPool::inline). The permit is released when the work ends, even if the caller disconnects before.
    ///
    /// # Errors
    /// If the work panicked.
    pub async fn run<T: Send + 'static>(
        self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, JoinError> {
        let Self { kind, permits, is_inline } = self;
        let job = move || {
            let _permits = permits;
            let _running: Running = metrics::running(kind);
            work()
        };
        if is_inline { Ok(job()) } else { spawn_blocking(job).await }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use futures_util::FutureExt;

    use super::*;

    #[tokio::test]
    async fn work_keeps_its_permit_when_its_caller_disconnects() {
        let pool = BlockingPool::new("test", 1, 1);
        let (began, begun) = mpsc::channel();
        let (end, ended) = mpsc::channel::<()>();
        let sender = began.clone();
        let mut first = Box::pin(pool.run(move || {
            sender.send(1).unwrap();
            ended.recv().unwrap();
        }));
        assert!(first.as_mut().now_or_never().is_none());
        assert_eq!(begun.recv(), Ok(1));
        drop(first);
        let mut second = Box::pin(pool.run(move || began.send(2).unwrap()));
        assert!(second.as_mut().now_or_never().is_none());
        assert_eq!(pool.turns.available_permits(), 0, "the first piece of work runs on");
        // One job runs and one waits: the pool is full.
        assert!(matches!(pool.run(|| ()).now_or_never(), Some(Err(NotRun::Full(_)))));
        assert!(begun.try_recv().is_err());
        end.send(()).unwrap();
        second.await.unwrap();
        assert_eq!(begun.recv(), Ok(2));
    }

    #[tokio::test]
    async fn caller_that_stops_waiting_frees_its_place() {
        let pool = BlockingPool::new("test", 1, 1);
        let turn = pool.turn().await.unwrap();
        let mut waits = Box::pin(pool.turn());
        assert!(waits.as_mut().now_or_never().is_none());
        assert!(matches!(pool.turn().now_or_never(), Some(Err(QueueFull(_)))));
        drop(waits);
        let mut waits = Box::pin(pool.turn());
        assert!(waits.as_mut().now_or_never().is_none());
        drop(turn);
        assert!(waits.await.is_ok());
    }

    #[tokio::test]
    async fn inline_work_runs_on_the_thread_of_its_caller() {
        let pool = BlockingPool::inline("test");
        let thread = pool.run(|| std::thread::current().id()).now_or_never();
        assert_eq!(thread.unwrap().unwrap(), std::thread::current().id());
    }

    #[tokio::test]
    async fn panicking_work_releases_its_permit() {
        let pool = BlockingPool::new("test", 1, 0);
        let broken = pool.run(|| panic!("as it is meant to")).await;
        assert!(matches!(broken, Err(NotRun::BrokeOff(_))));
        assert_eq!(pool.run(|| 7).await.unwrap(), 7);
    }
}
