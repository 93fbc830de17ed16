//! Retries: the pauses between the tries of work that fails, and its log. Every loop of the server that tries again uses them, so that no
//! failure makes a task spin or fills the log.

use std::borrow::Cow;
use std::fmt::Display;
use std::time::Duration;

use parking_lot::Mutex;
use tokio::sync::watch;
use tokio::time::{Instant, MissedTickBehavior, interval, sleep, timeout};
use tracing::{debug, info, warn};

use crate::random;

/// Bounds of the pauses, unless [`Retry::pauses`] sets others.
const SHORTEST: Duration = Duration::from_millis(250);
const LONGEST: Duration = Duration::from_secs(5);

/// Minimum interval between two log lines of a [`Flood`].
const FLOOD_LOGGED_EVERY: Duration = Duration::from_secs(10);

/// Work that is tried again after a failure.
///
/// An outage starts with the first failure and ends with the next success; each is logged once. A pause lasts as long as the outage has
/// lasted so far, within bounds, less up to a half at random: after an outage of any length, work resumes within a time of that length.
/// Tasks that share a `Retry` therefore do not lengthen each other's pauses.
#[derive(Debug)]
pub struct Retry {
    what: Cow<'static, str>,
    is_quiet: bool,
    shortest: Duration,
    longest: Duration,
    outage: Option<Outage>,
}

#[derive(Debug, Clone, Copy)]
struct Outage {
    began: Instant,
    failures: u64,
}

impl Retry {
    /// Returns the retries of `what`, a name for the log. Outages are warnings.
    pub fn new(what: impl Into<Cow<'static, str>>) -> Self {
        Self { what: what.into(), is_quiet: false, shortest: SHORTEST, longest: LONGEST, outage: None }
    }

    /// Returns the retries of work whose failures have a cause with its own log line, such as an outage of the storage. They log at debug
    /// level.
    pub fn quiet(what: impl Into<Cow<'static, str>>) -> Self {
        Self { is_quiet: true, ..Self::new(what) }
    }

    /// Sets the bounds of the pauses.
    #[must_use]
    pub fn pauses(self, shortest: Duration, longest: Duration) -> Self {
        Self { shortest, longest, ..self }
    }

    /// Records a failed try. Returns the pause before the next one, for callers that plan it themselves.
    pub fn failed(&mut self, error: impl Display) -> Duration {
        let now = Instant::now();
        let outage = self.outage.get_or_insert(Outage { began: now, failures: 0 });
        outage.failures += 1;
        match (outage.failures, self.is_quiet) {
            (1, true) => debug!(%error, "{} failed, will retry", self.what),
            (1, false) => warn!(%error, "{} failed, will retry", self.what),
            _ => {}
        }
        let age = now.duration_since(outage.began);
        let share = u32::from(u16::from_le_bytes(random::bytes()));
        age.clamp(self.shortest, self.longest) * (0x1_0000 + share) / 0x2_0000
    }

    /// Records a try that succeeded.
    pub fn succeeded(&mut self) {
        let Some(Outage { began, failures }) = self.outage.take() else { return };
        let outage = began.elapsed();
        if self.is_quiet {
            debug!(failures, ?outage, "{} recovered", self.what);
        } else {
            info!(failures, ?outage, "{} recovered", self.what);
        }
    }

    /// Records the outcome of a try. Returns the result of a success.
    pub fn record<T, E: Display>(&mut self, outcome: Result<T, E>) -> Option<T> {
        match outcome {
            Ok(result) => {
                self.succeeded();
                Some(result)
            }
            Err(error) => {
                self.failed(error);
                None
            }
        }
    }

    /// Records a failed try, and waits until the next one is due.
    pub async fn pause(&mut self, error: impl Display) {
        sleep(self.failed(error)).await;
    }

    /// Does the same, but ends the pause early when `wakeup` completes: the cause of the failure may be gone.
    pub async fn pause_or(&mut self, error: impl Display, wakeup: impl Future) {
        // Whether the signal came does not matter: the next try follows.
        let _ = timeout(self.failed(error), wakeup).await;
    }

    /// Repeats work until it succeeds.
    pub async fn run<T, E, F>(mut self, mut work: impl FnMut() -> F) -> T
    where
        E: Display,
        F: Future<Output = Result<T, E>>,
    {
        loop {
            match work().await {
                Ok(done) => {
                    self.succeeded();
                    return done;
                }
                Err(error) => self.pause(error).await,
            }
        }
    }

    /// Repeats work at a fixed interval, for ever. Work that fails waits for its next turn.
    pub async fn run_every<T, E, F>(mut self, every: Duration, mut work: impl FnMut() -> F)
    where
        E: Display,
        F: Future<Output = Result<T, E>>,
    {
        let mut ticks = interval(every);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            ticks.tick().await;
            self.record(work().await);
        }
    }
}

/// A task that polls for work, and reads it early when a wake-up comes: wake-ups may get lost.
#[derive(Debug)]
pub struct Poll {
    every: Duration,
    wakeup: watch::Receiver<()>,
    retry: Retry,
}

impl Poll {
    /// Returns a poll with this interval.
    pub fn new(retry: Retry, every: Duration, wakeup: watch::Receiver<()>) -> Self {
        Self { every, wakeup, retry }
    }

    /// Waits until the next poll is due. `looked` is the outcome of the last one: whether it has left work, so that the next one follows
    /// immediately. A failed poll is repeated after a pause.
    pub async fn next<E: Display>(&mut self, looked: Result<bool, E>) {
        match looked {
            Err(error) => self.retry.pause(error).await,
            Ok(has_more) => {
                self.retry.succeeded();
                if !has_more {
                    // A signal without a sender comes no more.
                    let _ = timeout(self.every, self.wakeup.changed()).await;
                }
            }
        }
        self.wakeup.mark_unchanged();
    }
}

/// Events that must be logged, and that another program can cause as often as it likes.
#[derive(Debug)]
pub struct Flood(Mutex<Option<Logged>>);

#[derive(Debug, Clone, Copy)]
struct Logged {
    at: Instant,
    /// Events since then that were not logged.
    left_out: u64,
}

impl Flood {
    /// Returns a flood without events.
    pub const fn new() -> Self {
        Self(Mutex::new(None))
    }

    /// Records an event. Returns the number of earlier events that were not logged if this one is to be logged.
    pub fn record(&self) -> Option<u64> {
        let (mut logged, now) = (self.0.lock(), Instant::now());
        match &mut *logged {
            Some(last) if now.duration_since(last.at) < FLOOD_LOGGED_EVERY => {
                last.left_out += 1;
                None
            }
            last => {
                let left_out = last.map_or(0, |last| last.left_out);
                *last = Some(Logged { at: now, left_out: 0 });
                Some(left_out)
            }
        }
    }
}

impl Default for Flood {
    fn default() -> Self {
        Self::new()
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;
    use std::future::{pending, ready};
    use std::io;
    use std::sync::Arc;

    use tracing::subscriber::DefaultGuard;
    use tracing_subscriber::fmt::MakeWriter;

    use super::*;

    /// Everything that is logged on this thread.
    #[derive(Clone, Default)]
    struct Log(Arc<Mutex<Vec<u8>>>);

    impl io::Write for Log {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.lock().write(bytes)
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    impl MakeWriter<'_> for Log {
        type Writer = Self;

        fn make_writer(&self) -> Self {
            self.clone()
        }
    }

    impl Log {
        fn start() -> (Self, DefaultGuard) {
            let log = Self::default();
            let subscriber = tracing_subscriber::fmt().with_ansi(false).with_writer(log.clone()).finish();
            (log, tracing::subscriber::set_default(subscriber))
        }

        fn lines(&self) -> Vec<String> {
            String::from_utf8(self.0.lock().clone()).unwrap().lines().map(str::to_owned).collect()
        }
    }

    #[tokio::test(start_paused = true)]
    async fn an_outage_of_ten_minutes_costs_few_tries_and_two_log_lines() {
        let (log, _logging) = Log::start();
        let (ends_at, tries) = (Instant::now() + Duration::from_mins(10), Cell::new(0));
        let work = || {
            tries.set(tries.get() + 1);
            ready(if Instant::now() < ends_at { Err("it is away") } else { Ok(()) })
        };
        Retry::new("some work").run(work).await;
        assert!(ends_at.elapsed() <= LONGEST, "the work ends soon after the outage");
        let tries = tries.get();
        assert!((10 * 60 / 5..=2 * 10 * 60 / 5 + 20).contains(&tries), "{tries} tries");
        let lines = log.lines();
        let [begin, end] = &lines[..] else { panic!("{lines:?}") };
        assert!(begin.contains("WARN") && begin.contains("some work failed, will retry"), "{begin}");
        assert!(end.contains(&format!("some work recovered failures={}", tries - 1)), "{end}");
    }

    #[tokio::test(start_paused = true)]
    async fn pauses_grow_with_the_outage_however_many_tasks_fail() {
        let mut retry = Retry::quiet("work of many");
        for _ in 0..1_000 {
            let pause = retry.failed("busy");
            assert!(pause >= SHORTEST / 2 && pause <= SHORTEST, "{pause:?}");
        }
        tokio::time::advance(Duration::from_secs(2)).await;
        let pause = retry.failed("busy");
        assert!(pause >= Duration::from_secs(1) && pause <= Duration::from_secs(2), "{pause:?}");
        retry.succeeded();
        assert!(retry.failed("busy") <= SHORTEST, "another outage");
    }

    #[tokio::test(start_paused = true)]
    async fn a_signal_ends_a_pause() {
        let mut retry = Retry::quiet("work").pauses(Duration::from_hours(1), Duration::from_hours(1));
        let began = Instant::now();
        retry.pause_or("busy", ready(())).await;
        assert_eq!(began.elapsed(), Duration::ZERO);
        retry.pause_or("busy", pending::<()>()).await;
        assert!(began.elapsed() >= Duration::from_mins(30));
    }

    #[tokio::test(start_paused = true)]
    async fn a_poll_looks_when_a_signal_comes_and_at_intervals() {
        let (wakeup, every) = (watch::Sender::new(()), Duration::from_secs(100));
        let mut poll = Poll::new(Retry::quiet("looks"), every, wakeup.subscribe());
        let began = Instant::now();
        poll.next(Ok::<_, &str>(true)).await;
        assert_eq!(began.elapsed(), Duration::ZERO, "there is more to do");
        wakeup.send_replace(());
        poll.next(Ok::<_, &str>(false)).await;
        assert_eq!(began.elapsed(), Duration::ZERO, "a wake-up came");
        wakeup.send_replace(());
        poll.next(Err("it is away")).await;
        assert!(began.elapsed() >= SHORTEST / 2, "signals do not end the pause after a failure");
        let failed_at = Instant::now();
        poll.next(Ok::<_, &str>(false)).await;
        assert_eq!(failed_at.elapsed(), every);
    }

    #[tokio::test(start_paused = true)]
    async fn a_flood_is_logged_once_in_ten_seconds() {
        let flood = Flood::new();
        let logged: Vec<_> = (0..1_000).filter_map(|_| flood.record()).collect();
        assert_eq!(logged, [0]);
        tokio::time::advance(FLOOD_LOGGED_EVERY).await;
        assert_eq!((flood.record(), flood.record()), (Some(999), None));
    }
}
