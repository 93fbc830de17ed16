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

use sumito_engine::{Searcher, Stop};
use sumito_game::UserId;
use tokio::sync::{Notify, oneshot};
use tracing::{error, warn};

pub use self::queue::Purpose;
use self::queue::Queue;
pub use self::roots::roots;
use crate::config;

/// Threads that think. Cheap to clone; they end with the last clone.
#[derive(Debug, Clone)]
pub struct Thinking(Arc<Office>);

/// All that wait have their places: come back [later](Thinking::place).
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("there are more positions to think about than the server has places for")]
pub struct Full;

/// Something that will be thought about. Dropped before that, it is left out.
#[derive(Debug)]
pub struct Asked<T> {
    /// Is told when it begins.
    pub began: oneshot::Receiver<()>,
    /// What came of it; an error where the thinking broke off.
    pub answer: oneshot::Receiver<T>,
}

/// Ends a search when it is dropped, with whoever needed it.
#[derive(Debug, Default)]
pub struct StopOnDrop(pub Stop);

impl Drop for StopOnDrop {
    fn drop(&mut self) {
        self.0.now();
    }
}

impl<T> Asked<T> {
    /// Waits until it begins.
    pub async fn begun(&mut self) {
        // One that breaks off says so by its answer.
        let _ = (&mut self.began).await;
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
    has_place: Notify,
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
            has_place: Notify::new(),
            table_mib: config.table_mib,
        });
        let office = Office(Arc::clone(&desk));
        for number in 0..config.thread_count() {
            let desk = Arc::clone(&desk);
            thread::Builder::new().name(format!("thinking-{number}")).spawn(move || desk.think())?;
        }
        Ok(Self(Arc::new(office)))
    }

    /// Has something thought about, on behalf of `owner`.
    ///
    /// # Errors
    /// [`Full`].
    pub fn ask<T: Send + 'static>(
        &self,
        purpose: Purpose,
        owner: UserId,
        think: impl FnOnce(&mut Searcher) -> T + Send + 'static,
    ) -> Result<Asked<T>, Full> {
        let (begins, began) = oneshot::channel();
        let (answers, answer) = oneshot::channel();
        let job = Job(Box::new(move |searcher| {
            if !answers.is_closed() {
                // Whoever asked may not care when it begins, and may go while it lasts.
                let _ = begins.send(());
                let _ = answers.send(think(searcher));
            }
        }));
        let desk = &self.0.0;
        desk.state().queue.push(purpose, owner, job).map_err(|_| Full)?;
        desk.has_job.notify_one();
        Ok(Asked { began, answer })
    }

    /// Waits until a place may be free that was not when somebody asked last.
    pub async fn place(&self) {
        self.0.0.has_place.notified().await;
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
            if let Some(job) = state.queue.pop() {
                self.has_place.notify_one();
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
    use sumito_game::UserId;
    use uuid::Uuid;

    use super::*;
    use crate::config::{Config, Overrides};

    const ANNE: UserId = UserId(Uuid::from_u128(1));

    fn thinking(queue: usize) -> Thinking {
        let config = Config::load(None, &Overrides::default()).unwrap().computers;
        Thinking::start(&config::Computers { threads: 1, queue, table_mib: 1, ..config }).unwrap()
    }

    #[tokio::test]
    async fn what_is_asked_is_answered_and_what_breaks_off_harms_nobody_else() {
        let thinking = thinking(10);
        let broken = thinking.ask(Purpose::Move, ANNE, |_| panic!("broken")).unwrap();
        let sound = thinking.ask(Purpose::Move, ANNE, |_| 7).unwrap();
        let broken: Result<(), _> = broken.answer.await;
        assert!(broken.is_err());
        sound.began.await.unwrap();
        assert_eq!(sound.answer.await.unwrap(), 7);
    }

    #[tokio::test]
    async fn what_nobody_waits_for_any_more_is_left_out_and_its_place_is_free() {
        let thinking = thinking(1);
        let (release, held) = std::sync::mpsc::channel::<()>();
        let first = thinking.ask(Purpose::Move, ANNE, move |_| held.recv()).unwrap();
        first.began.await.unwrap();
        let second = thinking.ask(Purpose::Move, ANNE, |_| unreachable!("nobody waits for it")).unwrap();
        assert_eq!(thinking.ask(Purpose::Move, ANNE, |_| ()).unwrap_err(), Full);
        drop::<Asked<()>>(second);
        release.send(()).unwrap();
        first.answer.await.unwrap().unwrap();
        while thinking.ask(Purpose::Move, ANNE, |_| ()).is_err() {
            thinking.place().await;
        }
    }
}
