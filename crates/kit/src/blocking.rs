//! Pools for work that keeps a thread busy, each with bounded concurrency and a bounded queue, which is shared fairly.
//!
//! Each user and each network gets at most a quarter of the places. The next turn goes to the source with the fewest running jobs, then to
//! the source that has used the least time while others waited.
//!
//! Work cannot be cancelled once it has started: it continues when the caller disconnects. The work therefore holds its permits itself and
//! releases them when it ends.

use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::Pin;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::task::{Context, Poll, Wake, Waker};
use std::thread;
use std::time::{Duration, Instant};

use parking_lot::Mutex;
use tokio::runtime::Handle;
use tokio::sync::{Notify, oneshot};
use tokio::task::spawn_blocking;

use crate::background::lower_priority;
use crate::metrics::{self, Running};
use crate::shares::{Accounts, Payer};

/// Divisor for the places that a single source may take.
const PART_OF_PLACES: usize = 4;

/// Limits how many jobs of one kind run at the same time and how many callers wait. Cheap to clone.
#[derive(Debug, Clone)]
pub struct BlockingPool {
    shared: Arc<Shared>,
}

#[derive(Debug)]
struct Shared {
    /// Label of this kind of work in the metrics.
    kind: &'static str,
    /// Maximum number of jobs that run or wait.
    places: usize,
    threads: Threads,
    state: Mutex<State>,
}

/// The threads that run the jobs.
#[derive(Debug)]
enum Threads {
    /// The thread of the caller.
    Inline,
    /// The blocking threads of the runtime.
    Runtime,
    /// Threads of the pool, at the lowest priority.
    Background(SyncSender<Job>),
}

type Job = Box<dyn FnOnce() + Send>;

#[derive(Debug)]
struct State {
    /// Number of jobs that may start now.
    free: usize,
    /// The payers of all places that are taken.
    taken: Vec<Payer>,
    running: Vec<Payer>,
    waiting: Vec<Waiting>,
    accounts: Accounts,
    arrivals: u64,
}

#[derive(Debug)]
struct Waiting {
    payer: Payer,
    arrival: u64,
    start: oneshot::Sender<Permit>,
}

/// A place in the pool, for one job after the other.
#[derive(Debug)]
struct Place {
    shared: Arc<Shared>,
    payer: Payer,
}

/// Permit to run a job at once.
#[derive(Debug)]
struct Permit {
    shared: Arc<Shared>,
    payer: Payer,
    used: Duration,
}

/// Removes a caller that stops waiting.
struct Queued<'a> {
    shared: &'a Shared,
    arrival: u64,
}

/// Permit to run one job now.
#[derive(Debug)]
pub struct Turn {
    place: Place,
    permit: Permit,
}

/// Error: the queue of waiting callers is full, or one source has too many places in it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("queue of {0} is full")]
pub struct QueueFull(&'static str);

/// Reasons why a job returned no result.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum NotRun {
    /// The job did not start.
    #[error(transparent)]
    Full(#[from] QueueFull),
    /// The job panicked.
    #[error("the work panicked")]
    Panicked,
}

impl BlockingPool {
    /// Creates a pool that runs at most `at_once` jobs while at most `waiting` callers wait.
    pub fn new(kind: &'static str, at_once: usize, waiting: usize) -> Self {
        Self::on(Threads::Runtime, kind, at_once, waiting)
    }

    /// Creates a pool with own threads at the lowest priority: games come first on a busy machine.
    ///
    /// # Errors
    /// Fails if the operating system cannot create a thread.
    pub fn background(kind: &'static str, at_once: usize, waiting: usize) -> io::Result<Self> {
        let (sender, jobs) = sync_channel(at_once);
        let jobs = Arc::new(Mutex::new(jobs));
        for _ in 0..at_once {
            let jobs = Arc::clone(&jobs);
            thread::Builder::new().name(kind.to_owned()).spawn(move || work_off(&jobs))?;
        }
        Ok(Self::on(Threads::Background(sender), kind, at_once, waiting))
    }

    /// Creates a pool without threads. Jobs block their callers: a simulation runs on one thread, in its own time.
    pub fn inline(kind: &'static str) -> Self {
        Self::on(Threads::Inline, kind, usize::MAX, 0)
    }

    fn on(threads: Threads, kind: &'static str, at_once: usize, waiting: usize) -> Self {
        let state = State {
            free: at_once,
            taken: Vec::new(),
            running: Vec::new(),
            waiting: Vec::new(),
            accounts: Accounts::default(),
            arrivals: 0,
        };
        let places = at_once.saturating_add(waiting);
        Self { shared: Arc::new(Shared { kind, places, threads, state: Mutex::new(state) }) }
    }

    /// Waits for a permit. A caller that stops waiting frees its place in the queue.
    ///
    /// # Errors
    /// [`QueueFull`] at once if the queue is full, or if the payer's source has too many places.
    pub async fn turn(&self, payer: Payer) -> Result<Turn, QueueFull> {
        let place = self.place(payer)?;
        let permit = place.permit().await;
        Ok(Turn { place, permit })
    }

    /// Waits for a permit and runs `work` on a thread of the pool.
    ///
    /// # Errors
    /// [`NotRun`] if the queue is full or the work panicked.
    pub async fn run<T: Send + 'static>(
        &self,
        payer: Payer,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, NotRun> {
        self.turn(payer).await?.run(work).await
    }

    /// Polls a future on the threads of the pool. Each poll has a turn, so that the future occupies no thread while it waits.
    ///
    /// # Errors
    /// [`NotRun`] if the queue is full or the future panicked.
    pub async fn drive<T: Send + 'static>(
        &self,
        payer: Payer,
        work: impl Future<Output = T> + Send + 'static,
    ) -> Result<T, NotRun> {
        let place = self.place(payer)?;
        let woken = Arc::new(Woken(Notify::new()));
        let (waker, runtime) = (Waker::from(Arc::clone(&woken)), Handle::current());
        let mut work: Pin<Box<_>> = Box::pin(work);
        loop {
            let (waker, runtime) = (waker.clone(), runtime.clone());
            let poll = move || {
                let _runtime = runtime.enter();
                let polled = work.as_mut().poll(&mut Context::from_waker(&waker));
                (polled, work)
            };
            let (polled, rest) = self.shared.run_job(place.permit().await, poll).await?;
            if let Poll::Ready(output) = polled {
                return Ok(output);
            }
            work = rest;
            woken.0.notified().await;
        }
    }

    fn place(&self, payer: Payer) -> Result<Place, QueueFull> {
        let Shared { kind, places, .. } = *self.shared;
        let mut state = self.shared.state.lock();
        let own = state.taken.iter().filter(|other| other.source() == payer.source()).count();
        let is_crowded = payer != Payer::SERVER && own >= places.div_ceil(PART_OF_PLACES);
        if state.taken.len() >= places || is_crowded {
            return Err(QueueFull(kind));
        }
        state.taken.push(payer);
        Ok(Place { shared: Arc::clone(&self.shared), payer })
    }
}

/// Wakes a future that is polled on the pool.
struct Woken(Notify);

impl Wake for Woken {
    fn wake(self: Arc<Self>) {
        self.0.notify_one();
    }
}

/// Runs the jobs of a pool, until it is dropped.
fn work_off(jobs: &Mutex<Receiver<Job>>) {
    lower_priority();
    loop {
        let Ok(job) = jobs.lock().recv() else { return };
        // A job that panics drops the sender of its result.
        let _ = catch_unwind(AssertUnwindSafe(job));
    }
}

impl Shared {
    /// Starts jobs while there are free turns.
    fn start_next(self: &Arc<Self>) {
        loop {
            let Some(Waiting { payer, start, .. }) = self.state.lock().take_next() else { return };
            // A permit that is not received is dropped, and frees its turn.
            let _ = start.send(Permit { shared: Arc::clone(self), payer, used: Duration::ZERO });
        }
    }

    async fn run_job<T: Send + 'static>(
        &self,
        permit: Permit,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, NotRun> {
        let kind = self.kind;
        let job = move || {
            let mut permit = permit;
            let _running: Running = metrics::running(kind);
            let begin = Instant::now();
            let result = work();
            permit.used = begin.elapsed();
            result
        };
        match &self.threads {
            Threads::Inline => Ok(job()),
            Threads::Runtime => spawn_blocking(job).await.map_err(|_| NotRun::Panicked),
            Threads::Background(sender) => {
                let (done, result) = oneshot::channel();
                // The caller may have gone. There are as many places in the channel as permits.
                let _ = sender.try_send(Box::new(move || drop(done.send(job()))));
                result.await.map_err(|_| NotRun::Panicked)
            }
        }
    }
}

impl State {
    fn take_next(&mut self) -> Option<Waiting> {
        if self.free == 0 {
            return None;
        }
        let running =
            |payer: Payer| self.running.iter().filter(|other| other.source() == payer.source()).count();
        let order = |waiting: &Waiting| {
            let Waiting { payer, arrival, .. } = *waiting;
            (running(payer), self.accounts.of(payer), self.accounts.had(payer.of_user()), arrival)
        };
        let (place, _) = self.waiting.iter().enumerate().min_by_key(|(_, waiting)| order(waiting))?;
        let next = self.waiting.swap_remove(place);
        self.free -= 1;
        self.running.push(next.payer);
        Some(next)
    }

    fn ended(&mut self, payer: Payer, used: Duration) {
        self.free += 1;
        remove(&mut self.running, payer);
        if self.waiting.is_empty() {
            // No caller waits that could lose by this.
            self.accounts = Accounts::default();
        } else {
            self.accounts.add(payer, used);
        }
    }
}

fn remove(payers: &mut Vec<Payer>, payer: Payer) {
    if let Some(place) = payers.iter().position(|other| *other == payer) {
        payers.swap_remove(place);
    }
}

impl Place {
    async fn permit(&self) -> Permit {
        loop {
            let (start, started) = oneshot::channel();
            let arrival = {
                let mut state = self.shared.state.lock();
                state.arrivals += 1;
                let arrival = state.arrivals;
                state.waiting.push(Waiting { payer: self.payer, arrival, start });
                arrival
            };
            let _queued = Queued { shared: &self.shared, arrival };
            self.shared.start_next();
            if let Ok(permit) = started.await {
                return permit;
            }
        }
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        remove(&mut self.shared.state.lock().taken, self.payer);
    }
}

impl Drop for Queued<'_> {
    fn drop(&mut self) {
        self.shared.state.lock().waiting.retain(|waiting| waiting.arrival != self.arrival);
    }
}

impl Drop for Permit {
    fn drop(&mut self) {
        self.shared.state.lock().ended(self.payer, self.used);
        self.shared.start_next();
    }
}

impl Turn {
    /// Runs `work` on a thread of the pool. The permit is released when the work ends, even if the caller disconnects before.
    ///
    /// # Errors
    /// If the work panicked.
    pub async fn run<T: Send + 'static>(
        self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, NotRun> {
        let Self { place, permit } = self;
        let shared = Arc::clone(&place.shared);
        // The place is taken until the work ends.
        let work = move || {
            let _place = place;
            work()
        };
        shared.run_job(permit, work).await
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use futures_util::FutureExt;
    use futures_util::future::join_all;
    use sumito_game::UserId;
    use uuid::Uuid;

    use super::*;

    #[tokio::test]
    async fn work_keeps_its_permit_when_its_caller_disconnects() {
        let pool = BlockingPool::new("test", 1, 1);
        let (began, begun) = mpsc::channel();
        let (end, ended) = mpsc::channel::<()>();
        let sender = began.clone();
        let mut first = Box::pin(pool.run(Payer::SERVER, move || {
            sender.send(1).unwrap();
            ended.recv().unwrap();
        }));
        assert!(first.as_mut().now_or_never().is_none());
        assert_eq!(begun.recv(), Ok(1));
        drop(first);
        let mut second = Box::pin(pool.run(Payer::SERVER, move || began.send(2).unwrap()));
        assert!(second.as_mut().now_or_never().is_none());
        assert_eq!(pool.shared.state.lock().free, 0, "the first piece of work runs on");
        // One job runs and one waits: the pool is full.
        assert!(matches!(pool.run(Payer::SERVER, || ()).now_or_never(), Some(Err(NotRun::Full(_)))));
        assert!(begun.try_recv().is_err());
        end.send(()).unwrap();
        second.await.unwrap();
        assert_eq!(begun.recv(), Ok(2));
    }

    #[tokio::test]
    async fn caller_that_stops_waiting_frees_its_place() {
        let pool = BlockingPool::new("test", 1, 1);
        let turn = pool.turn(Payer::SERVER).await.unwrap();
        let mut waits = Box::pin(pool.turn(Payer::SERVER));
        assert!(waits.as_mut().now_or_never().is_none());
        assert!(matches!(pool.turn(Payer::SERVER).now_or_never(), Some(Err(QueueFull(_)))));
        drop(waits);
        let mut waits = Box::pin(pool.turn(Payer::SERVER));
        assert!(waits.as_mut().now_or_never().is_none());
        drop(turn);
        assert!(waits.await.is_ok());
    }

    #[tokio::test]
    async fn inline_work_runs_on_the_thread_of_its_caller() {
        let pool = BlockingPool::inline("test");
        let thread = pool.run(Payer::SERVER, || std::thread::current().id()).now_or_never();
        assert_eq!(thread.unwrap().unwrap(), std::thread::current().id());
    }

    #[tokio::test]
    async fn panicking_work_releases_its_permit() {
        let pool = BlockingPool::new("test", 1, 0);
        let broken = pool.run(Payer::SERVER, || panic!("as it is meant to")).await;
        assert!(broken == Err(NotRun::Panicked));
        assert_eq!(pool.run(Payer::SERVER, || 7).await.unwrap(), 7);
    }

    fn payer(user: u128, network: u8) -> Payer {
        Payer { user: Some(UserId(Uuid::from_u128(user))), network: Some([203, 0, 113, network].into()) }
    }

    #[tokio::test]
    async fn turns_go_to_the_source_with_the_least_time() {
        let pool = BlockingPool::new("test", 1, 39);
        let first = pool.turn(Payer::SERVER).await.unwrap();
        let order = Arc::new(Mutex::new(Vec::new()));
        let jobs = [(1, 1, "a1"), (1, 1, "a2"), (2, 1, "b1"), (1, 2, "a3"), (3, 3, "c1")];
        let mut waiting: Vec<_> = jobs
            .map(|(user, network, name)| {
                let order = Arc::clone(&order);
                let work = move || {
                    order.lock().push(name);
                    let begin = Instant::now();
                    while begin.elapsed().is_zero() {}
                };
                Box::pin(pool.run(payer(user, network), work))
            })
            .into();
        for work in &mut waiting {
            assert!(work.as_mut().now_or_never().is_none());
        }
        drop(first);
        join_all(waiting).await;
        assert_eq!(*order.lock(), ["a1", "c1", "b1", "a3", "a2"]);
    }

    #[tokio::test]
    async fn one_source_cannot_fill_the_queue() {
        let pool = BlockingPool::new("test", 1, 7);
        let _first = pool.turn(payer(1, 1)).await.unwrap();
        let mut second = Box::pin(pool.turn(payer(2, 1)));
        assert!(second.as_mut().now_or_never().is_none());
        assert!(
            matches!(pool.turn(payer(3, 1)).now_or_never(), Some(Err(QueueFull(_)))),
            "the network has two"
        );
        assert!(pool.turn(payer(4, 2)).now_or_never().is_none(), "another network waits");
    }

    #[tokio::test]
    async fn driven_future_runs_on_the_pool_and_holds_no_thread_while_it_waits() {
        let pool = BlockingPool::background("test", 1, 1).unwrap();
        let (go, may_go) = oneshot::channel::<()>();
        let (began, begun) = oneshot::channel();
        let own = thread::current().id();
        let driven = tokio::spawn({
            let pool = pool.clone();
            async move {
                pool.drive(Payer::SERVER, async move {
                    let first = thread::current().id();
                    began.send(()).unwrap();
                    may_go.await.unwrap();
                    // The runtime is there.
                    let spawned = tokio::spawn(async { thread::current().id() }).await.unwrap();
                    (first, thread::current().id(), spawned)
                })
                .await
            }
        });
        begun.await.unwrap();
        // The only thread of the pool is free.
        let thread_of_pool = pool.run(Payer::SERVER, || thread::current().id()).await.unwrap();
        go.send(()).unwrap();
        assert_eq!(driven.await.unwrap().unwrap(), (thread_of_pool, thread_of_pool, own));
    }

    #[tokio::test]
    async fn driven_future_that_panics_frees_its_place() {
        let pool = BlockingPool::background("test", 1, 0).unwrap();
        let broken = pool.drive(Payer::SERVER, async { panic!("as it is meant to") }).await;
        assert_eq!(broken, Err::<(), _>(NotRun::Panicked));
        assert_eq!(pool.run(Payer::SERVER, || 7).await, Ok(7));
    }
}
