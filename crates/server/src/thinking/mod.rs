//! Where computers think: a few threads of their own, beside everything else.
//!
//! A search takes a processor for as long as it lasts. It must not take it from rooms and sockets, so the threads run at the lowest
//! priority that the system has for them, and whoever wants something to be thought about waits in a queue.

mod queue;
mod roots;

use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

use sumito_engine::{Found, Limits, Root, Searcher, Stop};
use sumito_game::UserId;
use tokio::sync::{Notify, oneshot};
use tracing::{error, warn};

pub use self::queue::Purpose;
use self::queue::Queue;
pub use self::roots::roots;
use crate::config;

/// What somebody remembers who only glances at positions.
const GLANCE_TABLE_MIB: usize = 1;

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
    table_mib: usize,
}

#[derive(Debug)]
struct State {
    queue: Queue<Job>,
    is_closed: bool,
}

/// Something to be thought about.
struct Job(Box<dyn FnOnce(&mut Searcher) + Send>);

impl fmt::Debug for Job {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Job")
    }
}

impl Thinking {
    /// Starts the threads that `config` wants. Each takes memory for what it remembers once it has something to think about.
    ///
    /// # Errors
    /// When the system gives no thread.
    pub fn start(config: &config::Computers) -> std::io::Result<Self> {
        let state = State { queue: Queue::new(config.queue), is_closed: false };
        let desk = Arc::new(Desk {
            state: Mutex::new(state),
            has_job: Condvar::new(),
            has_place: [Notify::new(), Notify::new()],
            table_mib: config.table_mib,
        });
        let office = Office(Arc::clone(&desk));
        for number in 0..config.thread_count() {
            let desk = Arc::clone(&desk);
            thread::Builder::new().name(format!("thinking-{number}")).spawn(move || desk.think())?;
        }
        Ok(Self(Arc::new(office)))
    }

    /// Has a position searched, on behalf of `owner`. `limits` are asked for when the search begins.
    ///
    /// # Errors
    /// [`Full`].
    pub fn ask(
        &self,
        purpose: Purpose,
        owner: UserId,
        root: Root,
        limits: impl FnOnce() -> Limits + Send + 'static,
    ) -> Result<Asked, Full> {
        let (begins, began) = oneshot::channel();
        let (answers, answer) = oneshot::channel();
        let stop = StopOnDrop::default();
        let stopped = stop.0.clone();
        let job = Job(Box::new(move |searcher| {
            if !answers.is_closed() {
                // Whoever asked may not care when it begins, and may go while it lasts.
                let _ = begins.send(());
                let _ = answers.send(searcher.search(&root, &limits(), &stopped, &mut |_| {}));
            }
        }));
        let desk = &self.0.0;
        desk.state().queue.push(purpose, owner, job).map_err(|_| Full)?;
        desk.has_job.notify_one();
        Ok(Asked { began, answer, _stop: stop })
    }

    /// Has positions searched, one after the other, by somebody who remembers nothing of earlier searches: the same positions always get the
    /// same answers. `None` where it broke off.
    ///
    /// # Errors
    /// [`Full`].
    pub async fn glance(
        &self,
        owner: UserId,
        roots: Vec<Root>,
        limits: Limits,
    ) -> Result<Option<Vec<Found>>, Full> {
        let (answers, answer) = oneshot::channel();
        let stop = StopOnDrop::default();
        let stopped = stop.0.clone();
        let job = Job(Box::new(move |_| {
            let mut searcher = Searcher::new(GLANCE_TABLE_MIB);
            let search = |root| searcher.search(root, &limits, &stopped, &mut |_| {});
            let _ = answers.send(roots.iter().map(search).collect());
        }));
        let desk = &self.0.0;
        desk.state().queue.push(Purpose::Analysis, owner, job).map_err(|_| Full)?;
        desk.has_job.notify_one();
        Ok(answer.await.ok())
    }

    /// The same as [`ask`](Self::ask), as soon as there is a place.
    pub async fn ask_patiently(
        &self,
        purpose: Purpose,
        owner: UserId,
        root: &Root,
        limits: impl FnOnce() -> Limits + Clone + Send + 'static,
    ) -> Asked {
        loop {
            match self.ask(purpose, owner, root.clone(), limits.clone()) {
                Ok(asked) => return asked,
                Err(Full) => self.0.0.has_place[purpose as usize].notified().await,
            }
        }
    }
}

impl Desk {
    /// What each thread does, until the server ends.
    fn think(&self) {
        give_way();
        let mut searcher = None;
        while let Some(Job(think)) = self.next() {
            let mind = searcher.get_or_insert_with(|| Searcher::new(self.table_mib));
            if catch_unwind(AssertUnwindSafe(|| think(mind))).is_err() {
                error!("a search broke off; the next one begins with a clear head");
                searcher = None;
            }
        }
    }

    fn next(&self) -> Option<Job> {
        let mut state = self.state();
        loop {
            if state.is_closed {
                return None;
            }
            if let Some((purpose, job)) = state.queue.pop() {
                self.has_place[purpose as usize].notify_one();
                return Some(job);
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

    const ANNE: UserId = UserId(Uuid::from_u128(1));

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
        let broken = thinking.ask(Purpose::Move, ANNE, root(), || panic!("broken")).unwrap();
        let mut sound = thinking.ask(Purpose::Move, ANNE, root(), || Limits::depth(1)).unwrap();
        assert_eq!(broken.answer().await, None);
        sound.begun().await;
        assert!(sound.answer().await.unwrap().best.is_some());
    }

    #[tokio::test]
    async fn what_nobody_waits_for_any_more_is_left_out_and_its_place_is_free() {
        let thinking = thinking(1);
        let (release, held) = std::sync::mpsc::channel::<()>();
        let hold = move || {
            held.recv().unwrap();
            Limits::depth(1)
        };
        let mut first = thinking.ask(Purpose::Move, ANNE, root(), hold).unwrap();
        first.begun().await;
        let second = thinking.ask(Purpose::Move, ANNE, root(), || unreachable!("nobody waits for it"));
        assert_eq!(thinking.ask(Purpose::Move, ANNE, root(), Limits::default).unwrap_err(), Full);
        drop(second);
        release.send(()).unwrap();
        assert!(first.answer().await.is_some());
        let third = thinking.ask_patiently(Purpose::Move, ANNE, &root(), || Limits::depth(1)).await;
        assert!(third.answer().await.is_some());
    }

    #[tokio::test]
    async fn a_search_without_limits_ends_with_whoever_needed_it() {
        let thinking = thinking(1);
        let mut endless = thinking.ask(Purpose::Analysis, ANNE, root(), Limits::default).unwrap();
        endless.begun().await;
        drop(endless);
        let next = thinking.ask(Purpose::Analysis, ANNE, root(), || Limits::depth(1)).unwrap();
        assert!(next.answer().await.is_some());
    }
}
