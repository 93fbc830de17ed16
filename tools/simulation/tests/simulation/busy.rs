//! A busy executor: time passes between any two steps of a task, and not only while all tasks wait.

use std::cell::RefCell;
use std::time::Duration;

use futures_util::FutureExt;
use tokio::time::advance;

thread_local! {
    static SIMULATED: RefCell<Option<Busy>> = const { RefCell::new(None) };
}

struct Busy {
    rng: fastrand::Rng,
    is_busy: bool,
}

/// Starts to let time pass on this thread at random.
pub(crate) fn start(rng: fastrand::Rng) {
    SIMULATED.set(Some(Busy { rng, is_busy: true }));
}

/// Sets whether the machine is busy from now on.
pub(crate) fn set(is_busy: bool) {
    SIMULATED.with_borrow_mut(|simulated| {
        if let Some(simulated) = simulated {
            simulated.is_busy = is_busy;
        }
    });
}

/// Stops letting time pass.
pub(crate) fn stop() {
    SIMULATED.set(None);
}

/// Lets the time pass that a task may have waited for a processor.
pub(crate) fn pass() {
    let span = SIMULATED.with_borrow_mut(|simulated| {
        let Busy { rng, .. } = simulated.as_mut().filter(|simulated| simulated.is_busy)?;
        (rng.u8(..3) == 0).then(|| Duration::from_millis(rng.u64(1..80)))
    });
    if let Some(span) = span {
        // The clock advances at once; the future's remaining wait is not needed.
        let _ = advance(span).now_or_never();
    }
}
