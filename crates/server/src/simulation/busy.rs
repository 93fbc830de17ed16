//! A busy executor: time passes between any two steps of a task, and not only while all of them wait.

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

/// Lets time pass on this thread from now on, by chance.
pub(crate) fn start(rng: fastrand::Rng) {
    SIMULATED.set(Some(Busy { rng, is_busy: true }));
}

/// Whether the machine has a lot to do from now on.
pub(crate) fn set(is_busy: bool) {
    SIMULATED.with_borrow_mut(|simulated| {
        if let Some(simulated) = simulated {
            simulated.is_busy = is_busy;
        }
    });
}

/// Lets no time pass any more.
pub(crate) fn stop() {
    SIMULATED.set(None);
}

/// Whether this thread is a simulation's: all work is done on it then.
pub(crate) fn is_simulated() -> bool {
    SIMULATED.with_borrow(Option::is_some)
}

/// What a task that looks at the time may have waited for a processor.
pub(crate) fn pass() {
    let span = SIMULATED.with_borrow_mut(|simulated| {
        let Busy { rng, .. } = simulated.as_mut().filter(|simulated| simulated.is_busy)?;
        (rng.u8(..3) == 0).then(|| Duration::from_millis(rng.u64(1..80)))
    });
    if let Some(span) = span {
        // The clock moves at once; the wait that comes with it is nobody's.
        let _ = advance(span).now_or_never();
    }
}
