//! Engine pool: a few threads for searches by computer players and analyses.
//!
//! A search occupies a processor for its whole duration and must not starve rooms and sockets. The threads therefore run at the lowest
//! priority of the system, and searches wait in a queue that is fair to users and networks. One thread takes only short searches, so that
//! they never wait for a long search to end.

mod networks;
mod queue;
mod roots;

use std::fmt;
use std::net::IpAddr;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use parking_lot::{Condvar, Mutex, MutexGuard};
use sumito_engine::{Limits, Root, SearchResult, Searcher, Stop};
use sumito_game::UserId;
use tokio::sync::{Notify, oneshot};
use tracing::error;

use self::networks::Networks;
pub use self::queue::{JobKind, Share};
use self::queue::{Next, Queue, Takes};
pub use self::roots::roots;
use crate::background::lower_priority;
use crate::metrics;
use crate::shares::Payer;
use sumito_config as config;

/// Table size of the searcher for quick searches.
const GLANCE_TABLE_MIB: usize = 1;

/// Time charged for each node of a search's limit.
const TIME_OF_A_NODE: Duration = Duration::from_micros(2);

/// Pool of search threads. Cheap to clone; the threads end with the last clone.
#[derive(Debug, Clone)]
pub struct EnginePool(Arc<ShutdownGuard>);

/// The queue has no free place.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("engine queue is full")]
pub struct QueueFull;

/// A requested search. Dropping it cancels the search: it is skipped, or ends at once.
#[derive(Debug)]
pub struct SearchHandle {
    began: oneshot::Receiver<()>,
    answer: oneshot::Receiver<SearchResult>,
    _stop: StopOnDrop,
}

#[derive(Debug, Default)]
struct StopOnDrop(Stop);

impl Drop for StopOnDrop {
    fn drop(&mut self) {
        self.0.now();
    }
}

impl SearchHandle {
    /// Waits until the search starts.
    pub async fn started(&mut self) {
        // A search that panics reports that by its answer.
        let _ = (&mut self.began).await;
    }

    /// Returns the result; `None` if the search panicked.
    pub async fn answer(mut self) -> Option<SearchResult> {
        (&mut self.answer).await.ok()
    }
}

/// Ends the threads when the last handle is dropped.
#[derive(Debug)]
struct ShutdownGuard(Arc<PoolShared>);

impl Drop for ShutdownGuard {
    fn drop(&mut self) {
        self.0.state().is_closed = true;
        self.0.has_job.notify_all();
    }
}

/// State shared by the threads and the callers.
#[derive(Debug)]
struct PoolShared {
    state: Mutex<State>,
    has_job: Condvar,
    /// Notified by purpose when a place may have become free.
    has_place: [Notify; 2],
    networks: Networks,
    table_mib: usize,
}

#[derive(Debug)]
struct State {
    queue: Queue<Job>,
    is_closed: bool,
}

/// Work of a search thread with its searcher and its share of the time.
type Search = Box<dyn FnOnce(&mut Searcher, Share) + Send>;

/// A queued search.
struct Job(Search);

impl fmt::Debug for Job {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Job")
    }
}

impl EnginePool {
    /// Starts the configured threads, and one for short searches. Each allocates its search table at its first search.
    ///
    /// # Errors
    /// Fails if the operating system cannot create a thread.
    pub fn start(config: &config::Computers) -> std::io::Result<Self> {
        let threads = config.thread_count();
        let state = State { queue: Queue::new(config.queue, threads + 1), is_closed: false };
        let shared = Arc::new(PoolShared {
            state: Mutex::new(state),
            has_job: Condvar::new(),
            has_place: [Notify::new(), Notify::new()],
            networks: Networks::default(),
            table_mib: config.table_mib,
        });
        let guard = ShutdownGuard(Arc::clone(&shared));
        for number in 0..=threads {
            let shared = Arc::clone(&shared);
            let takes = if number == threads { Takes::Short } else { Takes::Any };
            thread::Builder::new()
                .name(format!("engine-{number}"))
                .spawn(move || shared.worker_loop(takes))?;
        }
        Ok(Self(Arc::new(guard)))
    }

    /// Records the network from which a user plays: searches are charged to it.
    pub fn seen(&self, user: UserId, network: IpAddr) {
        self.0.0.networks.seen(user, network);
    }

    /// Returns the payer for the searches of a user.
    pub fn payer(&self, user: UserId) -> Payer {
        self.0.0.networks.payer(user)
    }

    /// Queues a search of a position for `payer`, with a time of up to `cost`. `limits` is called when the search starts, with its share
    /// of the time.
    ///
    /// # Errors
    /// [`QueueFull`] if all places are taken.
    pub fn submit(
        &self,
        purpose: JobKind,
        payer: Payer,
        root: Root,
        cost: Duration,
        limits: impl FnOnce(Share) -> Limits + Send + 'static,
    ) -> Result<SearchHandle, QueueFull> {
        let (begins, began) = oneshot::channel();
        let (answers, answer) = oneshot::channel();
        let stop = StopOnDrop::default();
        let stopped = stop.0.clone();
        let search = move |searcher: &mut Searcher, share| {
            if !answers.is_closed() {
                // The caller may not wait for the start, and may drop the search at any time.
                let _ = begins.send(());
                let _ = answers.send(searcher.search(&root, &limits(share), &stopped, &mut |_| {}));
            }
        };
        self.push(purpose, payer, cost, Job(Box::new(search)))?;
        Ok(SearchHandle { began, answer, _stop: stop })
    }

    /// Returns the number of searches that wait for a thread.
    pub fn waiting(&self, purpose: JobKind) -> usize {
        self.0.0.state().queue.len(purpose)
    }

    /// Searches positions one after the other, each with this number of nodes, by a searcher with an empty table: the same positions
    /// always get the same answers. `None` if a search panicked.
    ///
    /// # Errors
    /// [`QueueFull`] if all places are taken.
    pub async fn quick_search(
        &self,
        payer: Payer,
        roots: Vec<Root>,
        nodes: u64,
    ) -> Result<Option<Vec<SearchResult>>, QueueFull> {
        let (answers, answer) = oneshot::channel();
        let stop = StopOnDrop::default();
        let stopped = stop.0.clone();
        let cost = cost_of(nodes) * roots.len() as u32;
        let search = move |_: &mut Searcher, _| {
            let mut searcher = Searcher::new(GLANCE_TABLE_MIB);
            let limits = Limits::nodes(nodes);
            let search = |root| searcher.search(root, &limits, &stopped, &mut |_| {});
            let _ = answers.send(roots.iter().map(search).collect());
        };
        self.push(JobKind::Analysis, payer, cost, Job(Box::new(search)))?;
        Ok(answer.await.ok())
    }

    /// Queues a search like [`submit`](Self::submit), but waits until there is a place.
    pub async fn submit_when_free(
        &self,
        purpose: JobKind,
        payer: Payer,
        root: &Root,
        cost: Duration,
        limits: impl FnOnce(Share) -> Limits + Clone + Send + 'static,
    ) -> SearchHandle {
        loop {
            let has_place = self.0.0.has_place[purpose as usize].notified();
            tokio::pin!(has_place);
            // Enabled before the attempt, so that a place that becomes free in between is not missed.
            has_place.as_mut().enable();
            match self.submit(purpose, payer, root.clone(), cost, limits.clone()) {
                Ok(asked) => return asked,
                Err(QueueFull) => has_place.await,
            }
        }
    }

    fn push(&self, purpose: JobKind, payer: Payer, cost: Duration, job: Job) -> Result<(), QueueFull> {
        let shared = &self.0.0;
        shared.state().queue.push(purpose, payer, cost, job).map_err(|_| QueueFull)?;
        metrics::searched(purpose.as_str());
        // Not every thread takes every search.
        shared.has_job.notify_all();
        Ok(())
    }
}

/// Returns the time charged for a search of this number of nodes.
pub fn cost_of(nodes: u64) -> Duration {
    TIME_OF_A_NODE.saturating_mul(nodes.try_into().unwrap_or(u32::MAX))
}

impl PoolShared {
    /// Main loop of a search thread, until the server ends.
    fn worker_loop(&self, takes: Takes) {
        lower_priority();
        let mut searcher = None;
        while let Some((Job(think), share)) = self.next(takes) {
            let mind = searcher.get_or_insert_with(|| Searcher::new(self.table_mib));
            if catch_unwind(AssertUnwindSafe(|| think(mind, share))).is_err() {
                error!("engine search panicked; searcher reset");
                searcher = None;
            }
        }
    }

    fn next(&self, takes: Takes) -> Option<(Job, Share)> {
        let mut state = self.state();
        loop {
            if state.is_closed {
                return None;
            }
            if let Some(Next { purpose, share, job }) = state.queue.pop(takes) {
                // All waiting callers try again: some networks may still have all their places taken.
                self.has_place[purpose as usize].notify_waiters();
                return Some((job, share));
            }
            self.has_job.wait(&mut state);
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock()
    }
}

#[cfg(test)]
mod tests {
    use sumito_rules::{Layout, Mode, Position};
    use uuid::Uuid;

    use super::*;
    use sumito_config::{Config, Overrides};

    const ANNE: Payer = Payer { user: Some(UserId(Uuid::from_u128(1))), network: None };
    const LONG: Duration = Duration::from_secs(2);

    fn pool(queue: usize) -> EnginePool {
        let config = Config::load(None, &Overrides::default()).unwrap().computers;
        EnginePool::start(&config::Computers { threads: 1, queue, table_mib: 1, ..config }).unwrap()
    }

    fn root() -> Root {
        Root::new(Position::start(Mode::Two, Layout::Standard).unwrap())
    }

    #[tokio::test]
    async fn panicking_search_does_not_affect_others() {
        let pool = pool(10);
        let broken = pool.submit(JobKind::Move, ANNE, root(), LONG, |_| panic!("broken")).unwrap();
        let mut sound = pool.submit(JobKind::Move, ANNE, root(), LONG, |_| Limits::depth(1)).unwrap();
        assert_eq!(broken.answer().await, None);
        sound.started().await;
        assert!(sound.answer().await.unwrap().best.is_some());
    }

    #[tokio::test]
    async fn dropped_search_is_skipped_and_frees_its_place() {
        let pool = pool(1);
        let (release, held) = std::sync::mpsc::channel::<()>();
        let hold = move |_| {
            held.recv().unwrap();
            Limits::depth(1)
        };
        let mut first = pool.submit(JobKind::Move, ANNE, root(), LONG, hold).unwrap();
        first.started().await;
        let second =
            pool.submit(JobKind::Move, ANNE, root(), LONG, |_| unreachable!("no caller waits for it"));
        assert_eq!(
            pool.submit(JobKind::Move, ANNE, root(), LONG, |_| Limits::default()).unwrap_err(),
            QueueFull
        );
        drop(second);
        release.send(()).unwrap();
        assert!(first.answer().await.is_some());
        let third = pool.submit_when_free(JobKind::Move, ANNE, &root(), LONG, |_| Limits::depth(1)).await;
        assert!(third.answer().await.is_some());
    }

    #[tokio::test]
    async fn unlimited_search_ends_when_dropped() {
        let pool = pool(1);
        let mut endless = pool.submit(JobKind::Analysis, ANNE, root(), LONG, |_| Limits::default()).unwrap();
        endless.started().await;
        drop(endless);
        let next = pool.submit(JobKind::Analysis, ANNE, root(), LONG, |_| Limits::depth(1)).unwrap();
        assert!(next.answer().await.is_some());
    }

    #[tokio::test]
    async fn short_search_does_not_wait_for_a_long_search() {
        let pool = pool(10);
        let mut endless = pool.submit(JobKind::Move, ANNE, root(), LONG, |_| Limits::default()).unwrap();
        endless.started().await;
        let short = Duration::from_millis(200);
        let short = pool.submit(JobKind::Move, ANNE, root(), short, |_| Limits::depth(1)).unwrap();
        assert!(short.answer().await.unwrap().best.is_some());
    }

    #[test]
    fn searches_are_charged_to_the_users_network() {
        let (pool, anne) = (pool(1), ANNE.user.unwrap());
        assert_eq!(pool.payer(anne), ANNE);
        let network: IpAddr = [203, 0, 113, 7].into();
        pool.seen(anne, network);
        assert_eq!(pool.payer(anne), Payer { network: Some(network), ..ANNE });
    }
}
