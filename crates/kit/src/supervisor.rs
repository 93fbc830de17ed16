//! Supervises critical tasks: if one panics, the process exits with an error.
//!
//! Rooms, tournaments, searches and requests are many: if one of them panics, its caller restarts it or reports the failure. Each task
//! supervised here exists once. Without the task of the lobby lists or the writer of the event log, sockets would stay open and never get
//! an answer. The process then exits and its supervisor restarts it: acknowledged events are stored, and clients reconnect automatically.

use crate::task;
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;
use tracing::error;

/// Supervises tasks that have to live as long as the server. Cheap to clone.
#[derive(Debug, Clone, Default)]
pub struct Supervisor(CancellationToken);

impl Supervisor {
    /// Spawns `work` as a supervised task.
    pub fn spawn(&self, name: &'static str, work: impl Future<Output = ()> + Send + 'static) {
        self.watch(name, task::spawn(work));
    }

    /// Supervises a task. The returned task ends with it.
    pub fn watch(&self, name: &'static str, task: JoinHandle<()>) -> JoinHandle<()> {
        let broken = self.0.clone();
        task::spawn(async move {
            if let Err(ended) = task.await
                && ended.is_panic()
            {
                error!(task = name, "critical task panicked; restart the server");
                broken.cancel();
            }
        })
    }

    /// Supervises all these tasks.
    pub fn watch_all(&self, name: &'static str, tasks: impl IntoIterator<Item = JoinHandle<()>>) {
        for task in tasks {
            self.watch(name, task);
        }
    }

    /// Waits until one of the tasks has panicked.
    pub async fn broken(&self) {
        self.0.cancelled().await;
    }
}

#[cfg(test)]
mod tests {
    use std::future::{pending, ready};

    use super::*;

    #[tokio::test]
    async fn panic_of_a_task_is_reported_and_its_end_is_not() {
        let essential = Supervisor::default();
        essential.spawn("lives", pending());
        essential.watch("ends", tokio::spawn(ready(()))).await.expect("it is watched");
        assert!(!essential.0.is_cancelled());
        essential.spawn("breaks", async { panic!("as it is meant to") });
        essential.broken().await;
    }
}
