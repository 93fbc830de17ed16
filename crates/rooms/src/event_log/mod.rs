//! The event log stores events durably before any client sees them.
//!
//! There is one writer (`writer`). While it waits for one transaction, the entries of all rooms and tournaments are collected and go into
//! the next one together (group commit): durability costs one disk flush for many rooms. The event log detects when the store is
//! unavailable, and records these times as outages ([`Outages`]). A `watchdog` detects when the whole process was frozen.

mod outages;
#[cfg(test)]
mod tests;
mod watchdog;
mod writer;

use std::sync::Arc;
use std::time::Duration;

use sumito_game::Timestamp;
use tokio::sync::{mpsc, oneshot};
use tokio::task::JoinHandle;
use tracing::warn;

use self::writer::Writer;
use sumito_cluster::Wakeup;
use sumito_config as config;
use sumito_kit::task;
use sumito_kit::telemetry::TraceSpan;
use sumito_kit::time_source::TimeSource;
use sumito_store::{Change, Membership, Store, StoreError};

pub use outages::{Outages, StorageState, StorageWatch};

/// Difference between the clock of a host and the time of its cluster above which a warning is logged.
const MAX_SKEW: Duration = Duration::from_secs(1);

/// Handle that rooms and tournaments use to store their events. Cheap to clone.
#[derive(Debug, Clone)]
pub struct EventLog {
    /// `None` if events are not stored at all.
    queue: Option<mpsc::Sender<Entry>>,
    outages: Outages,
    games_finished: Wakeup,
    time: TimeSource,
}

/// A write request of a room or a tournament.
#[derive(Debug)]
struct Entry {
    change: Change,
    waiting: FlushTicket,
}

/// A room or a tournament that waits for its write.
#[derive(Debug)]
struct FlushTicket {
    since: Timestamp,
    stored: oneshot::Sender<Result<(), Arc<StoreError>>>,
    /// Trace context: first of the command, then of the transaction.
    traced: TraceSpan,
}

impl FlushTicket {
    fn answer(self, outcome: Result<(), Arc<StoreError>>) {
        if outcome.is_err() {
            self.traced.fail();
        }
        drop(self.traced);
        // A task that no longer waits reloads its state from the store.
        let _ = self.stored.send(outcome);
    }
}

/// Returns the error for writes while the store is unavailable.
fn down() -> StoreError {
    StoreError::Unavailable("storage is down".into())
}

/// Returns the time source of a server that continues a stored state: it never goes back behind the last heartbeat of the previous
/// server, even if the host's clock has changed since. So no turn starts in the future. Servers that share a database have one time, so
/// that a turn may start on one of them and end on another.
///
/// # Errors
/// If the store cannot return the time of the last heartbeat.
pub async fn time_since(store: &Store, time: TimeSource) -> Result<TimeSource, StoreError> {
    if let Some(membership) = store.membership() {
        return Ok(shared_time(&membership, time));
    }
    let Some(alive) = store.last_heartbeat().await? else { return Ok(time) };
    let behind = alive.since(time.now());
    if !behind.is_zero() {
        warn!(?behind, "system clock behind stored time; continuing from stored time");
    }
    Ok(time.not_before(alive))
}

/// Returns the time source of a node that shares its database: the time of all nodes.
fn shared_time(membership: &Membership, time: TimeSource) -> TimeSource {
    let shared = membership.time();
    let (now, shared_now) = (time.now(), shared.now());
    let skew = shared_now.since(now).max(now.since(shared_now));
    if skew > MAX_SKEW {
        warn!(?skew, "host clock differs from cluster time; using cluster time");
    }
    shared
}

/// Opens an event log that was started closed, at the latest on drop.
#[derive(Debug)]
pub struct Opening {
    open: oneshot::Sender<oneshot::Sender<()>>,
}

impl Opening {
    fn new() -> (Self, oneshot::Receiver<oneshot::Sender<()>>) {
        let (open, opened) = oneshot::channel();
        (Self { open }, opened)
    }

    /// Starts the clocks and enables writes; returns when that is done, or when the store turned out to be unavailable.
    pub async fn open(self) {
        let (done, is_done) = oneshot::channel();
        if self.open.send(done).is_ok() {
            // A writer that has ended does not answer.
            let _ = is_done.await;
        }
    }
}

impl EventLog {
    /// Starts the writer and stores the downtime before this start as an outage. The writer ends, with everything written, once all
    /// clones of the event log are dropped. If the store is unavailable, it keeps retrying.
    ///
    /// # Errors
    /// If past outages cannot be read, or the store has a writer already.
    pub async fn start(
        store: Store,
        config: &config::EventLog,
        time: TimeSource,
    ) -> Result<(Self, JoinHandle<()>), StoreError> {
        let (event_log, writer, opening) = Self::start_closed(store, config, time).await?;
        opening.open().await;
        Ok((event_log, writer))
    }

    /// Starts the writer as [`start`](Self::start) does, but the downtime lasts until the event log is opened: until then clocks are
    /// stopped and nothing is stored.
    ///
    /// # Errors
    /// The errors of [`start`](Self::start).
    pub async fn start_closed(
        store: Store,
        config: &config::EventLog,
        time: TimeSource,
    ) -> Result<(Self, JoinHandle<()>, Opening), StoreError> {
        let (opening, opened) = Opening::new();
        let games_finished = Wakeup::default();
        if config.discard {
            let event_log = Self { queue: None, outages: Outages::none(time), games_finished, time };
            return Ok((event_log, task::spawn(std::future::ready(())), opening));
        }
        let no_writer =
            || StoreError::Query("the store has a writer already, or was opened to be read".into());
        let link = store.writer().ok_or_else(no_writer)?;
        let outages = Outages::new(store.outages(outages::REMEMBERED).await?, store.lease_deadline(), time);
        let (queue, entries) = mpsc::channel(config.queue_commands);
        let writer = Writer::new(link, entries, outages.clone(), games_finished.clone(), config, time);
        if store.membership().is_some() {
            // The downtime of all nodes was recorded when this one joined.
            outages.begin(time.now());
        } else {
            writer.begin(store.last_heartbeat().await?);
        }
        let watchdog = watchdog::start(outages.clone(), time);
        let task = task::spawn(async move {
            writer.run(opened).await;
            drop(watchdog);
        });
        Ok((Self { queue: Some(queue), outages, games_finished, time }, task, opening))
    }

    /// Stores `change` atomically; returns once it is on disk.
    ///
    /// # Errors
    /// The store's error if nothing of it was stored; [`StoreError::Unavailable`] at once during an outage. After this error the change
    /// may be stored nevertheless: that is settled when the storage is [up](StorageState::Up) again.
    pub async fn append(&self, change: impl Into<Change>) -> Result<(), Arc<StoreError>> {
        self.append_within(change, &TraceSpan::default()).await
    }

    /// Stores `change` within a trace.
    ///
    /// # Errors
    /// The errors of [`append`](Self::append).
    pub async fn append_within(
        &self,
        change: impl Into<Change>,
        traced: &TraceSpan,
    ) -> Result<(), Arc<StoreError>> {
        let Some(queue) = &self.queue else { return Ok(()) };
        if let StorageState::Down { .. } = self.outages.state() {
            return Err(Arc::new(down()));
        }
        let closed = || Arc::new(StoreError::Unavailable("the event log has ended".into()));
        let (stored, outcome) = oneshot::channel();
        let waiting = FlushTicket { since: self.time.now(), stored, traced: traced.clone() };
        let entry = Entry { change: change.into(), waiting };
        queue.send(entry).await.map_err(|_| closed())?;
        outcome.await.map_err(|_| closed())?
    }

    /// Returns the number of entries that wait for the next transaction.
    pub fn waiting(&self) -> usize {
        self.queue.as_ref().map_or(0, |queue| queue.max_capacity() - queue.capacity())
    }

    /// Returns the time source of all entries.
    pub fn time(&self) -> TimeSource {
        self.time
    }

    /// Returns the outages of the store.
    pub fn outages(&self) -> &Outages {
        &self.outages
    }

    /// Returns the wake-up for finished games.
    pub fn games_finished(&self) -> Wakeup {
        self.games_finished.clone()
    }
}
