//! The journal: what has happened is on disk before anybody is told.
//!
//! There is one writer (`writer`). While it waits for one transaction, what the rooms hand in gathers and goes into the next
//! one together (group commit): durability costs one disk flush for many rooms. It knows when nothing can be stored, and
//! remembers for how long ([`Outages`]); a `watchdog` notices when the whole process stood still.

mod outages;
#[cfg(test)]
mod tests;
mod watchdog;
mod writer;

use std::sync::Arc;

use sumito_game::Timestamp;
use tokio::sync::{mpsc, oneshot, watch};
use tokio::task::JoinHandle;
use tracing::warn;

use self::writer::Writer;
use crate::config;
use crate::store::{RoomChange, Store, StoreError};
use crate::telemetry::Traced;
use crate::time_source::TimeSource;

pub use outages::{Outages, Storage, StorageWatch};

/// Where rooms hand in what has happened. Cheap to clone.
#[derive(Debug, Clone)]
pub struct Journal {
    /// `None` where nothing is stored at all.
    queue: Option<mpsc::Sender<Entry>>,
    outages: Outages,
    games_finished: watch::Receiver<()>,
    time: TimeSource,
}

/// What a room has handed in.
#[derive(Debug)]
struct Entry {
    change: RoomChange,
    waiting: Waiting,
}

/// A room that waits until something is stored.
#[derive(Debug)]
struct Waiting {
    since: Timestamp,
    stored: oneshot::Sender<Result<(), Arc<StoreError>>>,
    /// What it belongs to: first what the room does, then the transaction.
    traced: Traced,
}

impl Waiting {
    fn answer(self, outcome: Result<(), Arc<StoreError>>) {
        if outcome.is_err() {
            self.traced.fail();
        }
        drop(self.traced);
        // A room that no longer waits reads again what is stored.
        let _ = self.stored.send(outcome);
    }
}

/// Why rooms are refused while nothing can be stored.
fn down() -> StoreError {
    StoreError::Unavailable("nothing can be stored at the moment".into())
}

/// The time of a server that goes on with what is stored: it never goes back behind the moment at which the server before was last
/// there, whatever has become of the host's clock meanwhile. Nobody's turn begins in the future.
///
/// # Errors
/// When the store cannot say when that was.
pub async fn time_since(store: &Store, time: TimeSource) -> Result<TimeSource, StoreError> {
    let Some(alive) = store.last_alive().await? else { return Ok(time) };
    let behind = alive.since(time.now());
    if !behind.is_zero() {
        warn!(
            ?behind,
            "the host's clock has gone back since the last server; the time goes on from where that one ended"
        );
    }
    Ok(time.not_before(alive))
}

/// Opens a journal that was started closed. Dropped, it opens it as well.
#[derive(Debug)]
pub struct Opening {
    open: oneshot::Sender<oneshot::Sender<()>>,
}

impl Opening {
    fn new() -> (Self, oneshot::Receiver<oneshot::Sender<()>>) {
        let (open, opened) = oneshot::channel();
        (Self { open }, opened)
    }

    /// Lets clocks go on and things be stored; returns once that is so, or it has turned out that nothing can be stored.
    pub async fn open(self) {
        let (done, is_done) = oneshot::channel();
        if self.open.send(done).is_ok() {
            // A writer that has ended says nothing more.
            let _ = is_done.await;
        }
    }
}

impl Journal {
    /// Starts the writer, and stores that there was no server until now. The writer ends, with everything written, once all
    /// clones of the journal are gone. If nothing can be stored yet, it goes on trying.
    ///
    /// # Errors
    /// When the outages of the past cannot be read, or the store has a writer already.
    pub async fn start(
        store: Store,
        config: &config::Journal,
        time: TimeSource,
    ) -> Result<(Self, JoinHandle<()>), StoreError> {
        let (journal, writer, opening) = Self::start_closed(store, config, time).await?;
        opening.open().await;
        Ok((journal, writer))
    }

    /// Starts the writer as [`start`](Self::start) does, but the time in which there was no server lasts until the journal is opened: until
    /// then clocks stand, and nothing is stored.
    ///
    /// # Errors
    /// As [`start`](Self::start).
    pub async fn start_closed(
        store: Store,
        config: &config::Journal,
        time: TimeSource,
    ) -> Result<(Self, JoinHandle<()>, Opening), StoreError> {
        let (opening, opened) = Opening::new();
        let (finished, games_finished) = watch::channel(());
        if config.discard {
            let journal = Self { queue: None, outages: Outages::none(), games_finished, time };
            return Ok((journal, tokio::spawn(std::future::ready(())), opening));
        }
        let no_writer =
            || StoreError::Query("the store has a writer already, or was opened to be read".into());
        let link = store.writer().ok_or_else(no_writer)?;
        let outages = Outages::new(store.outages(outages::REMEMBERED).await?, time.now());
        let (queue, entries) = mpsc::channel(config.queue_commands);
        let writer = Writer::new(link, entries, outages.clone(), finished, config, time);
        writer.begin(store.last_alive().await?);
        let watchdog = watchdog::start(outages.clone(), time);
        let task = tokio::spawn(async move {
            writer.run(opened).await;
            drop(watchdog);
        });
        Ok((Self { queue: Some(queue), outages, games_finished, time }, task, opening))
    }

    /// Stores `change` as a whole; returns once it is on disk.
    ///
    /// # Errors
    /// The store's word on why nothing of it was stored; [`StoreError::Unavailable`] at once while nothing can be. After that
    /// one it may be stored all the same: that is settled when the storage is [up](Storage::Up) again.
    pub async fn append(&self, change: RoomChange) -> Result<(), Arc<StoreError>> {
        self.append_within(change, &Traced::default()).await
    }

    /// Stores `change` as a part of what is traced.
    ///
    /// # Errors
    /// As [`append`](Self::append).
    pub(crate) async fn append_within(
        &self,
        change: RoomChange,
        traced: &Traced,
    ) -> Result<(), Arc<StoreError>> {
        let Some(queue) = &self.queue else { return Ok(()) };
        if let Storage::Down { .. } = self.outages.state() {
            return Err(Arc::new(down()));
        }
        let closed = || Arc::new(StoreError::Unavailable("the journal has ended".into()));
        let (stored, outcome) = oneshot::channel();
        let waiting = Waiting { since: self.time.now(), stored, traced: traced.clone() };
        let entry = Entry { change, waiting };
        queue.send(entry).await.map_err(|_| closed())?;
        outcome.await.map_err(|_| closed())?
    }

    /// How many commands wait for the next transaction.
    pub(crate) fn waiting(&self) -> usize {
        self.queue.as_ref().map_or(0, |queue| queue.max_capacity() - queue.capacity())
    }

    /// When nothing could be stored.
    pub fn outages(&self) -> &Outages {
        &self.outages
    }

    /// Changes whenever finished games were stored.
    pub fn games_finished(&self) -> watch::Receiver<()> {
        self.games_finished.clone()
    }
}
