//! Long computations on separate threads, at the lowest priority of the system.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use tokio::sync::oneshot;
use tracing::warn;

/// Signals to a computation that its caller has gone.
#[derive(Debug, Clone, Default)]
pub struct Cancelled(Arc<AtomicBool>);

impl Cancelled {
    /// Returns whether the result is no longer wanted. The computation should then end.
    pub fn is_set(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// Cancels a computation when its caller is dropped.
struct CancelOnDrop(Cancelled);

impl Drop for CancelOnDrop {
    fn drop(&mut self) {
        self.0.0.store(true, Ordering::Relaxed);
    }
}

/// Runs `work` on a new thread at the lowest priority; returns its result, or `None` if it panicked. [`Cancelled`] is set if the future
/// is dropped.
///
/// # Errors
/// Fails if the operating system cannot create a thread.
pub async fn run<T: Send + 'static>(
    name: &str,
    work: impl FnOnce(&Cancelled) -> T + Send + 'static,
) -> std::io::Result<Option<T>> {
    let (done, result) = oneshot::channel();
    let guard = CancelOnDrop(Cancelled::default());
    let cancelled = guard.0.clone();
    thread::Builder::new().name(name.to_owned()).spawn(move || {
        lower_priority();
        // The caller may have gone.
        let _ = done.send(work(&cancelled));
    })?;
    Ok(result.await.ok())
}

/// Lowers the priority of this thread to the minimum.
#[cfg(target_os = "linux")]
pub fn lower_priority() {
    const LOWEST: i32 = 19;
    let this = rustix::thread::gettid();
    if let Err(error) = rustix::process::setpriority_process(Some(this), LOWEST) {
        warn!(%error, "lowering thread priority failed");
    }
}

/// Thread priorities are only known on Linux.
#[cfg(not(target_os = "linux"))]
pub fn lower_priority() {
    warn!("thread priorities unsupported; thread left at normal priority");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn result_is_returned_and_panic_is_none() {
        assert_eq!(run("test", |_| 7).await.unwrap(), Some(7));
        assert_eq!(run("test", |_| -> u32 { panic!("expected") }).await.unwrap(), None);
    }

    #[tokio::test]
    async fn dropped_caller_cancels_the_work() {
        let (ended, end) = oneshot::channel();
        let work = Box::pin(run("test", move |cancelled: &Cancelled| {
            while !cancelled.is_set() {
                thread::yield_now();
            }
            ended.send(()).unwrap();
        }));
        let (started, start) = oneshot::channel();
        let caller = tokio::spawn(async move {
            started.send(()).unwrap();
            work.await
        });
        // On this runtime of one thread, the caller has started the work by then.
        start.await.unwrap();
        caller.abort();
        end.await.unwrap();
    }
}
