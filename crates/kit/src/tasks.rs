//! Tasks that live as long as the server: if one of them panics, the process exits with an error.
//!
//! Rooms, tournaments, searches and requests are many: if one of them panics, its caller restarts it or reports the failure. Each task
//! here exists once. Without the task of the lobby lists or the writer of the event log, sockets would stay open and never get an answer.
//! The process then exits and its supervisor restarts it: acknowledged events are stored, and clients reconnect automatically.

use crate::task;
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;
use tracing::error;

/// Starts the tasks of a server. Cheap to clone.
#[derive(Debug, Clone)]
pub struct Tasks {
    stopping: CancellationToken,
    broken: CancellationToken,
    /// Names of the tasks to start; `None`: all.
    only: Option<&'static [&'static str]>,
}

impl Tasks {
    /// Creates the tasks of a server, which is asked to stop by `stopping`.
    pub fn new(stopping: CancellationToken) -> Self {
        Self { stopping, broken: CancellationToken::new(), only: None }
    }

    /// Starts only the tasks with these names, in a simulation.
    #[must_use]
    pub fn only(self, names: &'static [&'static str]) -> Self {
        Self { only: Some(names), ..self }
    }

    /// Returns the token that is cancelled when the server is asked to stop.
    pub fn stopping(&self) -> &CancellationToken {
        &self.stopping
    }

    /// Spawns a task that ends after the server is asked to stop.
    pub fn spawn(&self, name: &'static str, work: impl Future<Output = ()> + Send + 'static) {
        if self.only.is_none_or(|names| names.contains(&name)) {
            self.watch(name, task::spawn(work));
        }
    }

    /// Spawns a task that is dropped when the server is asked to stop.
    pub fn spawn_until_stopped(&self, name: &'static str, work: impl Future<Output = ()> + Send + 'static) {
        let stopping = self.stopping.clone();
        self.spawn(name, async move {
            // A dropped task has nothing left to do.
            let _ = stopping.run_until_cancelled(Box::pin(work)).await;
        });
    }

    /// Supervises a task. The returned task ends with it.
    pub fn watch(&self, name: &'static str, task: JoinHandle<()>) -> JoinHandle<()> {
        let broken = self.broken.clone();
        task::spawn(async move {
            if let Err(ended) = task.await
                && ended.is_panic()
            {
                error!(task = name, "critical task panicked; restart the server");
                broken.cancel();
            }
        })
    }

    /// Waits until one of the tasks has panicked.
    pub async fn broken(&self) {
        self.broken.cancelled().await;
    }
}

#[cfg(test)]
mod tests {
    use std::future::{pending, ready};

    use super::*;

    #[tokio::test]
    async fn panic_of_a_task_is_reported_and_its_end_is_not() {
        let tasks = Tasks::new(CancellationToken::new());
        tasks.spawn("lives", pending());
        tasks.watch("ends", tokio::spawn(ready(()))).await.expect("it is watched");
        assert!(!tasks.broken.is_cancelled());
        tasks.spawn("breaks", async { panic!("on purpose") });
        tasks.broken().await;
    }
}
