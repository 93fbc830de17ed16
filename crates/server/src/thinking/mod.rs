//! Where computers think: a few threads of their own, beside everything else.
//!
//! A search takes a processor for as long as it lasts. It must not take it from rooms and sockets, so the threads run at the lowest
//! priority that the system has for them, and searches wait in a queue that is fair to users and networks. One thread takes only short
//! searches, so that they never wait for a long one to end.

mod payers;
mod queue;
mod roots;

use std::fmt;
use std::net::IpAddr;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use sumito_engine::{Found, Limits, Root, Searcher, Stop};
use sumito_game::UserId;
use tokio::sync::{Notify, oneshot};
use tracing::{error, warn};

use self::payers::Payers;
use self::queue::{Next, Queue, Takes};
pub use self::queue::{Payer, Purpose, Share};
pub use self::roots::roots;
use crate::{config, metrics};

/// What somebody remembers who only glances at positions.
const GLANCE_TABLE_MIB: usize = 1;

/// What a search is charged for each position that it may look at.
const TIME_OF_A_NODE: Duration = Duration::from_micros(2);

/// Threads that think. Cheap to clone; they end with the last clone.
#[derive(Debug, Clone)]
pub struct Thinking(Arc<Office>);

/// All that wait have their places.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("there are more positions to think about than the server has places for")]
pub struct Full;

/// A search that was asked for. Whoever drops it needs no answer: it is left out, or ends at once.
#[derive(Debug)]
pub struct Asked {
    began: oneshot::Receiver<()>,
    answer: oneshot::Receiver<Found>,
    _stop: StopOnDrop,
}

#[derive(Debug, Default)]
struct StopOnDrop(Stop);

impl Drop for StopOnDrop {
    fn drop(&mut self) {
        self.0.now();
    }
}

impl Asked {
    /// Waits until it begins.
    pub async fn begun(&mut self) {
        // One that breaks off says so by its answer.
        let _ = (&mut self.began).await;
    }

    /// What was found; `None` where the search broke off.
    pub async fn answer(mut self) -> Option<Found> {
        (&mut self.answer).await.ok()
    }
}

/// Ends the threads when nobody can ask for anything any more.
#[derive(Debug)]
struct Office(Arc<Desk>);

impl Drop for Office {
    fn drop(&mut self) {
        self.0.state().is_closed = true;
        self.0.has_job.notify_all();
    }
}

/// What the threads and those who ask share.
#[derive(Debug)]
struct Desk {
    state: Mutex<State>,
    has_job: Condvar,
    /// By purpose: a place may be free that was not before.
    has_place: [Notify; 2],
    payers: Payers,
    table_mib: usize,
}

#[derive(Debug)]
struct State {
    queue: Queue<Job>,
    is_closed: bool,
}

/// What a thinking thread does with its searcher, for its share of the time.
type Search = Box<dyn FnOnce(&mut Searcher, Share) + Send>;

/// Something to be thought about.
struct Job(Search);

impl fmt::Debug for Job {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Job")
    }
}

impl Thinking {
    /// Starts the threads that `config` wants, and one for short searches. Each takes memory for what it remembers once it has something
    /// to think about.
    ///
    /// # Errors
    /// When the system gives no thread.
    pub fn start(config: &config::Computers) -> std::io::Result<Self> {
        let threads = config.thread_count();
        let state = State { queue: Queue::new(config.queue, threads + 1), is_closed: false };
        let desk = Arc::new(Desk {
            state: Mutex::new(state),
            has_job: Condvar::new(),
            has_place: [Notify::new(), Notify::new()],
            payers: Payers::default(),
            table_mib: config.table_mib,
        });
        let office = Office(Arc::clone(&desk));
        for number in 0..=threads {
            let desk = Arc::clone(&desk);
            let takes = if number == threads { Takes::Short } else { Takes::Any };
            thread::Builder::new().name(format!("thinking-{number}")).spawn(move || desk.think(takes))?;
        }
        Ok(Self(Arc::new(office)))
    }

    /// Remembers from which network a user plays: searches are charged to it.
    pub(crate) fn seen(&self, user: UserId, network: IpAddr) {
        self.0.0.payers.seen(user, network);
    }

    /// Who pays for the searches of a user.
    pub fn payer(&self, user: UserId) -> Payer {
        self.0.0.payers.payer(user)
    }

    /// Has a position searched, on behalf of `payer`, for up to `cost`. `limits` are asked for when the search begins, and told which
    /// share of its time it has then.
    ///
    /// # Errors
    /// [`Full`].
    pub fn ask(
        &self,
        purpose: Purpose,
        payer: Payer,
        root: Root,
        cost: Duration,
        limits: impl FnOnce(Share) -> Limits + Send + 'static,
    ) -> Result<Asked, Full> {
        let (begins, began) = oneshot::channel();
        let (answers, answer) = oneshot::channel();
        let stop = StopOnDrop::default();
        let stopped = stop.0.clone();
        let search = move |searcher: &mut Searcher, share| {
            if !answers.is_closed() {
                // Whoever asked may not care when it begins, and may go while it lasts.
                let _ = begins.send(());
                let _ = answers.send(searcher.search(&root, &limits(share), &stopped, &mut |_| {}));
            }
        };
        self.push(purpose, payer, cost, Job(Box::new(search)))?;
        Ok(Asked { began, answer, _stop: stop })
    }

    /// How many positions wait for a thread.
    pub(crate) fn waiting(&self, purpose: Purpose) -> usize {
        self.0.0.state().queue.len(purpose)
    }

    /// Has positions searched, one after the other and each with so many nodes, by somebody who remembers nothing of earlier searches: the
    /// same positions always get the same answers. `None` where it broke off.
    ///
    /// # Errors
    /// [`Full`].
    pub async fn glance(
        &self,
        payer: Payer,
        roots: Vec<Root>,
        nodes: u64,
    ) -> Result<Option<Vec<Found>>, Full> {
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
        self.push(Purpose::Analysis, payer, cost, Job(Box::new(search)))?;
        Ok(answer.await.ok())
    }

    /// The same as [`ask`](Self::ask), as soon as there is a place.
    pub async fn ask_patiently(
        &self,
        purpose: Purpose,
        payer: Payer,
        root: &Root,
        cost: Duration,
        limits: impl FnOnce(Share) -> Limits + Clone + Send + 'static,
    ) -> Asked {
        loop {
            let has_place = self.0.0.has_place[purpose as usize].notified();
            tokio::pin!(has_place);
            // Before it is tried: a place that becomes free in between is not missed.
            has_place.as_mut().enable();
            match self.ask(purpose, payer, root.clone(), cost, limits.clone()) {
                Ok(asked) => return asked,
                Err(Full) => has_place.await,
            }
        }
    }

    fn push(&self, purpose: Purpose, payer: Payer, cost: Duration, job: Job) -> Result<(), Full> {
        let desk = &self.0.0;
        desk.state().queue.push(purpose, payer, cost, job).map_err(|_| Full)?;
        metrics::searched(purpose.word());
        // Not every thread takes every search.
        desk.has_job.notify_all();
        Ok(())
    }
}

/// What a search of so many nodes is charged.
pub(crate) fn cost_of(nodes: u64) -> Duration {
    TIME_OF_A_NODE.saturating_mul(nodes.try_into().unwrap_or(u32::MAX))
}

impl Desk {
    /// What each thread does, until the server ends.
    fn think(&self, takes: Takes) {
        give_way();
        let mut searcher = None;
        while let Some((Job(think), share)) = self.next(takes) {
            let mind = searcher.get_or_insert_with(|| Searcher::new(self.table_mib));
            if catch_unwind(AssertUnwindSafe(|| think(mind, share))).is_err() {
                error!("a search broke off; the next one begins with a clear head");
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
                // All look again: whose network has all its places taken still waits.
                self.has_place[purpose as usize].notify_waiters();
                return Some((job, share));
            }
            state = self.has_job.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Lets this thread have a processor only when no other wants it.
#[cfg(target_os = "linux")]
fn give_way() {
    const LOWEST: i32 = 19;
    let this = rustix::thread::gettid();
    if let Err(error) = rustix::process::setpriority_process(Some(this), LOWEST) {
        warn!(%error, "computers think at the priority of everything else");
    }
}

#[cfg(not(target_os = "linux"))]
fn give_way() {
    warn!("computers think at the priority of everything else: this system has none for single threads");
}

#[cfg(test)]
mod tests {
    use sumito_rules::{Layout, Mode, Position};
    use uuid::Uuid;

    use super::*;
    use crate::config::{Config, Overrides};

    const ANNE: Payer = Payer { user: UserId(Uuid::from_u128(1)), network: None };
    const LONG: Duration = Duration::from_secs(2);

    fn thinking(queue: usize) -> Thinking {
        let config = Config::load(None, &Overrides::default()).unwrap().computers;
        Thinking::start(&config::Computers { threads: 1, queue, table_mib: 1, ..config }).unwrap()
    }

    fn root() -> Root {
        Root::new(Position::start(Mode::Two, Layout::Standard).unwrap())
    }

    #[tokio::test]
    async fn what_is_asked_is_answered_and_what_breaks_off_harms_nobody_else() {
        let thinking = thinking(10);
        let broken = thinking.ask(Purpose::Move, ANNE, root(), LONG, |_| panic!("broken")).unwrap();
        let mut sound = thinking.ask(Purpose::Move, ANNE, root(), LONG, |_| Limits::depth(1)).unwrap();
        assert_eq!(broken.answer().await, None);
        sound.begun().await;
        assert!(sound.answer().await.unwrap().best.is_some());
    }

    #[tokio::test]
    async fn what_nobody_waits_for_any_more_is_left_out_and_its_place_is_free() {
        let thinking = thinking(1);
        let (release, held) = std::sync::mpsc::channel::<()>();
        let hold = move |_| {
            held.recv().unwrap();
            Limits::depth(1)
        };
        let mut first = thinking.ask(Purpose::Move, ANNE, root(), LONG, hold).unwrap();
        first.begun().await;
        let second = thinking.ask(Purpose::Move, ANNE, root(), LONG, |_| unreachable!("nobody waits for it"));
        assert_eq!(thinking.ask(Purpose::Move, ANNE, root(), LONG, |_| Limits::default()).unwrap_err(), Full);
        drop(second);
        release.send(()).unwrap();
        assert!(first.answer().await.is_some());
        let third = thinking.ask_patiently(Purpose::Move, ANNE, &root(), LONG, |_| Limits::depth(1)).await;
        assert!(third.answer().await.is_some());
    }

    #[tokio::test]
    async fn a_search_without_limits_ends_with_whoever_needed_it() {
        let thinking = thinking(1);
        let mut endless = thinking.ask(Purpose::Analysis, ANNE, root(), LONG, |_| Limits::default()).unwrap();
        endless.begun().await;
        drop(endless);
        let next = thinking.ask(Purpose::Analysis, ANNE, root(), LONG, |_| Limits::depth(1)).unwrap();
        assert!(next.answer().await.is_some());
    }

    #[tokio::test]
    async fn a_short_search_does_not_wait_for_a_long_one_to_end() {
        let thinking = thinking(10);
        let mut endless = thinking.ask(Purpose::Move, ANNE, root(), LONG, |_| Limits::default()).unwrap();
        endless.begun().await;
        let short = Duration::from_millis(200);
        let short = thinking.ask(Purpose::Move, ANNE, root(), short, |_| Limits::depth(1)).unwrap();
        assert!(short.answer().await.unwrap().best.is_some());
    }

    #[test]
    fn searches_are_charged_to_the_network_a_user_was_seen_in() {
        let thinking = thinking(1);
        assert_eq!(thinking.payer(ANNE.user), ANNE);
        let network: IpAddr = [203, 0, 113, 7].into();
        thinking.seen(ANNE.user, network);
        assert_eq!(thinking.payer(ANNE.user), Payer { network: Some(network), ..ANNE });
    }
}
