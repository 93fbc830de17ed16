//! Work beside a task that waits for what comes of it: the outcome comes also where the work panics.

use std::panic::AssertUnwindSafe;

use futures_util::FutureExt;
use tracing::error;

/// What comes of `work`; `None` where it panicked. Whoever waits for the outcome is told one in either case.
pub(crate) async fn caught<T>(what: &'static str, work: impl Future<Output = T>) -> Option<T> {
    let outcome = AssertUnwindSafe(work).catch_unwind().await;
    if outcome.is_err() {
        error!(work = what, "a piece of work broke off; those who wait for it are told that it failed");
    }
    outcome.ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn what_panics_has_an_outcome_too() {
        assert_eq!(caught("counts", async { 7 }).await, Some(7));
        assert_eq!(caught("breaks", async { panic!("as it is meant to") }).await, None::<()>);
    }
}
