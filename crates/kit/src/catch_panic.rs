//! Runs work for a caller, who gets a result even if it panics.

use std::panic::AssertUnwindSafe;

use futures_util::FutureExt;
use tracing::error;

/// Returns the result of `work`; `None` if it panicked. A caller that waits gets an outcome in both cases.
pub async fn catch_panic<T>(what: &'static str, work: impl Future<Output = T>) -> Option<T> {
    let outcome = AssertUnwindSafe(work).catch_unwind().await;
    if outcome.is_err() {
        error!(work = what, "background work panicked; error returned to its callers");
    }
    outcome.ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn panicking_work_has_an_outcome() {
        assert_eq!(catch_panic("counts", async { 7 }).await, Some(7));
        assert_eq!(catch_panic("breaks", async { panic!("as it is meant to") }).await, None::<()>);
    }
}
