//! Tasks of the server. In debug builds, each poll is measured: work above a millisecond belongs to a
//! `BlockingPool`, since games wait on the same threads.

use std::future::pending;

use tokio::task::JoinHandle;
use tokio::time::{Instant, sleep_until};

/// Spawns a task on the runtime.
#[track_caller]
pub fn spawn<T: Send + 'static>(work: impl Future<Output = T> + Send + 'static) -> JoinHandle<T> {
    tokio::spawn(watched(work))
}

/// Waits until this moment; `None`: forever.
pub async fn until(moment: Option<Instant>) {
    match moment {
        Some(moment) => sleep_until(moment).await,
        None => pending().await,
    }
}

/// Returns the work of a task, with its polls measured.
#[cfg(not(debug_assertions))]
pub fn watched<F: Future>(work: F) -> F {
    work
}

#[cfg(debug_assertions)]
pub use self::polls::{BusyPoll, take_busy_polls, watched};

#[cfg(debug_assertions)]
mod polls {
    use std::future::poll_fn;
    use std::hint::black_box;
    use std::panic::Location;
    use std::pin::pin;
    use std::time::Duration;

    use parking_lot::Mutex;
    use rustix::time::{ClockId, clock_gettime};

    /// Processor time from which a poll is compared with [`yardstick`]. Unoptimised code takes some ten times as long as the program
    /// that operators run.
    const BUSY: Duration = Duration::from_millis(20);

    /// Number of yardsticks that a recorded poll took. A yardstick takes a millisecond where the limit was chosen, and more on a
    /// slower machine.
    const YARDSTICKS: u32 = 20;

    const YARDSTICK_ROUNDS: u64 = 200_000;

    /// Maximum number of polls that are recorded.
    const RECORDED: usize = 100;

    static BUSY_POLLS: Mutex<Vec<BusyPoll>> = Mutex::new(Vec::new());

    /// A poll that kept a thread of the runtime busy.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub struct BusyPoll {
        /// Where the task was spawned.
        pub spawned_at: &'static Location<'static>,
        /// Processor time of the poll. Time in which the thread does not run does not count, so a busy machine makes no difference.
        pub took: Duration,
    }

    /// Returns the polls of this process that were recorded since the last call.
    pub fn take_busy_polls() -> Vec<BusyPoll> {
        std::mem::take(&mut BUSY_POLLS.lock())
    }

    /// Returns the work of a task, with its polls measured.
    #[track_caller]
    pub fn watched<F: Future>(work: F) -> impl Future<Output = F::Output> {
        let spawned_at = Location::caller();
        async move {
            let mut work = pin!(work);
            poll_fn(|context| {
                let begin = processor_time();
                let polled = work.as_mut().poll(context);
                record(spawned_at, processor_time().saturating_sub(begin));
                polled
            })
            .await
        }
    }

    fn record(spawned_at: &'static Location<'static>, took: Duration) {
        if took < BUSY || took < yardstick() * YARDSTICKS {
            return;
        }
        let mut polls = BUSY_POLLS.lock();
        if polls.len() < RECORDED {
            polls.push(BusyPoll { spawned_at, took });
        }
    }

    /// Returns the processor time of a fixed piece of unoptimised work, on this machine and at this moment.
    fn yardstick() -> Duration {
        let begin = processor_time();
        let mut hash = 0_u64;
        for number in 0..YARDSTICK_ROUNDS {
            hash = black_box((hash ^ number).wrapping_mul(0x100_0000_01b3));
        }
        black_box(hash);
        processor_time().saturating_sub(begin)
    }

    /// Returns the processor time of this thread.
    fn processor_time() -> Duration {
        clock_gettime(ClockId::ThreadCPUTime).try_into().unwrap_or_default()
    }

    #[cfg(test)]
    mod tests {
        use super::super::spawn;
        use super::*;

        #[tokio::test]
        async fn only_polls_that_keep_the_processor_busy_are_recorded() {
            spawn(tokio::task::yield_now()).await.unwrap();
            assert_eq!(take_busy_polls(), []);
            let line = line!() + 1;
            let busy = spawn(async {
                let begin = processor_time();
                let limit = BUSY.max(yardstick() * YARDSTICKS) * 2;
                while processor_time() < begin + limit {}
            });
            busy.await.unwrap();
            let polls = take_busy_polls();
            assert!(
                matches!(polls[..], [BusyPoll { spawned_at, took }] if spawned_at.line() == line && took >= BUSY),
                "{polls:?}"
            );
        }
    }
}
