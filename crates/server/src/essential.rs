//! Tasks without which the server is half a server.
//!
//! Rooms, tournaments, searches and requests are many, and each of them that breaks off is begun anew or answered for by whoever asked. Of
//! each of the tasks here there is one: where the list of rooms is kept no more, or nothing is stored any more, sockets would stay open and
//! wait in vain. The process then ends instead, and whoever watches over it starts it again: what was acknowledged is stored, and everybody
//! comes back by themselves.

use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;
use tracing::error;

/// Watches over tasks of which each has to live as long as the server. Cheap to clone.
#[derive(Debug, Clone, Default)]
pub(crate) struct Essential(CancellationToken);

impl Essential {
    /// Runs `work` as a task that is watched.
    pub(crate) fn spawn(&self, name: &'static str, work: impl Future<Output = ()> + Send + 'static) {
        self.watch(name, tokio::spawn(work));
    }

    /// Watches a task. The one that is returned ends when it has.
    pub(crate) fn watch(&self, name: &'static str, task: JoinHandle<()>) -> JoinHandle<()> {
        let broken = self.0.clone();
        tokio::spawn(async move {
            if let Err(ended) = task.await
                && ended.is_panic()
            {
                error!(task = name, "a task broke off without which the server cannot go on");
                broken.cancel();
            }
        })
    }

    /// Watches all of them.
    pub(crate) fn watch_all(&self, name: &'static str, tasks: impl IntoIterator<Item = JoinHandle<()>>) {
        for task in tasks {
            self.watch(name, task);
        }
    }

    /// Waits until one of the tasks has broken off.
    pub(crate) async fn broken(&self) {
        self.0.cancelled().await;
    }
}

#[cfg(test)]
mod tests {
    use std::future::{pending, ready};

    use super::*;

    #[tokio::test]
    async fn one_that_panics_is_noticed_and_one_that_ends_is_not() {
        let essential = Essential::default();
        essential.spawn("lives", pending());
        essential.watch("ends", tokio::spawn(ready(()))).await.expect("it is watched");
        assert!(!essential.0.is_cancelled());
        essential.spawn("breaks", async { panic!("as it is meant to") });
        essential.broken().await;
    }
}
