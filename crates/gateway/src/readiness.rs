//! Whether the database answers. A task polls it, so that health checks have the answer without waiting.

use std::sync::Arc;
use std::time::Duration;

use parking_lot::Mutex;
use tokio::time::Instant;

use sumito_kit::retry::Retry;
use sumito_kit::tasks::Tasks;
use sumito_store::{Store, StoreError};

/// Interval of the questions.
const ASK_EVERY: Duration = Duration::from_millis(500);

/// Time without an answer after which the database counts as away.
const SILENT_AFTER: Duration = Duration::from_secs(2);

/// When the database has answered last. Cheap to clone.
#[derive(Debug, Clone)]
pub(crate) struct Readiness(Arc<Mutex<Instant>>);

impl Readiness {
    /// Starts to ask the database for signs of life.
    pub(crate) fn start(store: &Store, tasks: &Tasks) -> Self {
        let readiness = Self::new();
        tasks.spawn_until_stopped("readiness", readiness.clone().run(store.clone()));
        readiness
    }

    /// Returns the readiness of a server, just after its database has answered.
    fn new() -> Self {
        Self(Arc::new(Mutex::new(Instant::now())))
    }

    /// Returns whether the database has answered lately.
    pub(crate) fn is_database_up(&self) -> bool {
        self.0.lock().elapsed() < SILENT_AFTER
    }

    async fn run(self, store: Store) {
        self.ask_with(|| store.ping()).await;
    }

    async fn ask_with<F: Future<Output = Result<(), StoreError>>>(&self, ping: impl Fn() -> F) {
        let ask = || async {
            ping().await?;
            *self.0.lock() = Instant::now();
            Ok::<_, StoreError>(())
        };
        Retry::quiet("ping of the database").run_every(ASK_EVERY, ask).await;
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;
    use std::future::{pending, ready};

    use futures_util::FutureExt;
    use tokio::time::{sleep, timeout};

    use super::*;

    #[tokio::test(start_paused = true)]
    async fn silent_and_failing_databases_are_away_until_they_answer() {
        let (readiness, state) = (Readiness::new(), Cell::new("answers"));
        let away = || Err(StoreError::Unavailable("it is away".into()));
        let asking = readiness.ask_with(|| match state.get() {
            "answers" => ready(Ok(())).left_future(),
            "fails" => ready(away()).left_future(),
            _ => timeout(SILENT_AFTER * 2, pending::<()>()).map(move |_| away()).right_future(),
        });
        let scene = async {
            for (now, is_up) in [("answers", true), ("hangs", false), ("answers", true), ("fails", false)] {
                state.set(now);
                sleep(SILENT_AFTER * 5).await;
                assert_eq!(readiness.is_database_up(), is_up, "the database {now}");
            }
        };
        tokio::select! {
            () = asking => {}
            () = scene => {}
        }
    }
}
