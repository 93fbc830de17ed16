//! Outages at the start: the server waits until its database and NATS are back, and answers 503 meanwhile.

use std::error::Error;
use std::os::fd::AsFd;
use std::sync::Arc;

use sumito_config::Config;
use sumito_gateway::waiting;
use sumito_kit::retry::Retry;
use sumito_kit::task;
use tokio::net::TcpListener;
use tokio_util::sync::{CancellationToken, DropGuard};

use crate::boot::process::with_causes;

/// Repeats a step of the start while it fails with an outage. From the first outage on, the listener answers 503.
///
/// # Errors
/// The last error of the step, if it is no outage.
pub(super) async fn outlast<T, E: Error + 'static>(
    what: &'static str,
    listener: &TcpListener,
    config: &Arc<Config>,
    is_outage: fn(&E) -> bool,
    step: impl AsyncFn() -> Result<T, E>,
) -> Result<T, E> {
    let (mut retry, mut answering) = (Retry::new(what), None);
    loop {
        match step().await {
            Err(error) if is_outage(&error) => {
                if answering.is_none() {
                    answering = answer(listener, config);
                }
                retry.pause(with_causes(&error)).await;
            }
            outcome => return outcome.inspect(|_| retry.succeeded()),
        }
    }
}

/// Answers 503 on the same socket until the guard is dropped. Without a free descriptor, clients wait.
fn answer(listener: &TcpListener, config: &Arc<Config>) -> Option<DropGuard> {
    let stopping = CancellationToken::new();
    let same = listener.as_fd().try_clone_to_owned().ok()?;
    let listener = TcpListener::from_std(same.into()).ok()?;
    task::spawn(waiting::serve(listener, Arc::clone(config), stopping.clone()));
    Some(stopping.drop_guard())
}
