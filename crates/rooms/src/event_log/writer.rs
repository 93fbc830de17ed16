//! Single writer of the event log.

use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use sumito_game::Timestamp;
use tokio::sync::{mpsc, oneshot};
use tokio::task::yield_now;
use tokio::time::{Instant, MissedTickBehavior, interval, sleep_until, timeout};
use tracing::{debug, info, warn};

use super::{Entry, FlushTicket, Outages, StorageState};
use sumito_cluster::Wakeup;
use sumito_config::{self as config, millis};
use sumito_kit::metrics;
use sumito_kit::time_source::TimeSource;
use sumito_store::{self as store, Change, Outage, StoreError};

/// Interval of write attempts during an outage.
const PROBE_EVERY: Duration = Duration::from_millis(500);

/// Log text for the end of an outage.
const STORED_AGAIN: &str = "storage recovered";

/// Writes entries in the order of their arrival.
pub(super) struct Writer {
    store: store::Writer,
    entries: mpsc::Receiver<Entry>,
    outages: Outages,
    games_finished: Wakeup,
    time: TimeSource,
    batch_commands: usize,
    /// Timeout of a transaction. After it, the store counts as unavailable.
    timeout: Duration,
    heartbeat: Duration,
}

impl Writer {
    pub(super) fn new(
        store: store::Writer,
        entries: mpsc::Receiver<Entry>,
        outages: Outages,
        games_finished: Wakeup,
        config: &config::EventLog,
        time: TimeSource,
    ) -> Self {
        Self {
            store,
            entries,
            outages,
            games_finished,
            time,
            batch_commands: config.batch_commands,
            timeout: millis(config.write_timeout_ms),
            heartbeat: millis(config.heartbeat_ms),
        }
    }

    /// Records the time since `last_heartbeat` as downtime.
    pub(super) fn begin(&self, last_heartbeat: Option<Timestamp>) {
        if let Some(at) = last_heartbeat.filter(|&at| at < self.time.now()) {
            self.outages.begin(at);
        }
    }

    /// Waits until the event log is opened, and stores the downtime. Returns whether any sender of entries is left.
    async fn open(&mut self, opened: oneshot::Receiver<oneshot::Sender<()>>) -> bool {
        let Some(done) = refuse_until(&mut self.entries, opened).await else { return false };
        let is_left = match self.outages.state() {
            StorageState::Down { since } => {
                self.probe(since, "server restarted; clocks resume").await.is_some()
            }
            StorageState::Up => {
                self.write_heartbeat().await;
                true
            }
        };
        // The opener may no longer wait.
        let _ = done.map(|done| done.send(()));
        is_left
    }

    /// Writes until all clones of the event log are dropped.
    pub(super) async fn run(mut self, opened: oneshot::Receiver<oneshot::Sender<()>>) {
        let is_open = self.open(opened).await;
        if is_open {
            self.write_all().await;
        }
        // The next server computes its downtime from this.
        match self.outages.state() {
            StorageState::Up => self.write_heartbeat().await,
            // An event log that was never opened was not up.
            StorageState::Down { .. } if !is_open => {}
            StorageState::Down { since } => {
                self.probe(since, STORED_AGAIN).await;
            }
        }
        // A hanging store does not delay the stop.
        let _ = timeout(self.timeout, self.store.close()).await;
    }

    /// Writes entries until all clones of the event log are dropped.
    async fn write_all(&mut self) {
        let mut batch = Vec::with_capacity(self.batch_commands);
        let mut heartbeats = interval(self.heartbeat);
        heartbeats.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            if let StorageState::Down { since } = self.outages.state() {
                if self.wait_for_storage(since).await {
                    continue;
                }
                break;
            }
            tokio::select! {
                // Poll rare events first: there may always be something to write.
                biased;
                _ = heartbeats.tick() => self.write_heartbeat().await,
                () = self.outages.some_unstored() => if let StorageState::Up = self.outages.state() {
                    self.write_heartbeat().await;
                },
                count = self.entries.recv_many(&mut batch, self.batch_commands) => {
                    if count == 0 {
                        break;
                    }
                    self.gather(&mut batch).await;
                    self.write(&mut batch).await;
                }
            }
        }
    }

    /// Adds the entries that are already queued: a transaction costs the same for one entry as for ten.
    async fn gather(&mut self, batch: &mut Vec<Entry>) {
        yield_now().await;
        while batch.len() < self.batch_commands
            && let Ok(entry) = self.entries.try_recv()
        {
            batch.push(entry);
        }
    }

    /// Writes a batch with as few transactions as possible. If the database rejects it, one of the entries is at fault: the writer splits
    /// the batch into halves, recursively, so that the other entries still share transactions.
    async fn write(&mut self, batch: &mut Vec<Entry>) {
        let (now, commands) = (self.time.now(), batch.len());
        for Entry { waiting, .. } in &mut *batch {
            metrics::waited_for_batch(now.since(waiting.since));
            waiting.traced = waiting.traced.in_flush(commands);
        }
        let (changes, waiting): (Vec<_>, Vec<_>) =
            batch.drain(..).map(|Entry { change, waiting }| (change, waiting)).unzip();
        let mut waiting = waiting.into_iter();
        // The last part on the stack is the next one: parts are written and answered in order.
        let all = 0..changes.len();
        let mut parts = vec![all];
        while let Some(part) = parts.pop() {
            let count = part.len();
            match self.append(&changes[part.clone()]).await {
                Ok(()) => waiting.by_ref().take(count).for_each(|waiting| waiting.answer(Ok(()))),
                Err(error @ StoreError::Unavailable(_)) => {
                    self.on_storage_down(error, self.time.now(), waiting.collect());
                    return;
                }
                Err(error) if count == 1 => {
                    let error = Arc::new(error);
                    waiting.by_ref().take(1).for_each(|waiting| waiting.answer(Err(Arc::clone(&error))));
                }
                Err(error) => {
                    debug!(%error, commands = count, "event log batch failed; splitting it");
                    let middle = part.start + count / 2;
                    parts.extend([middle..part.end, part.start..middle]);
                }
            }
        }
    }

    async fn append(&mut self, changes: &[Change]) -> Result<(), StoreError> {
        let began = Instant::now();
        with_timeout(self.timeout, self.store.append(changes)).await?;
        metrics::batch(changes.len(), began.elapsed());
        let ends_game = |change: &Change| matches!(change, Change::Room(room) if room.finished.is_some());
        if changes.iter().any(ends_game) {
            self.games_finished.wake();
        }
        Ok(())
    }

    /// Stores a heartbeat of the server, and the outages that the store does not have yet.
    async fn write_heartbeat(&mut self) {
        let (now, unstored) = (self.time.now(), self.outages.unstored());
        match with_timeout(self.timeout, self.store.write_heartbeat(now, &unstored)).await {
            Ok(()) => self.outages.were_stored(&unstored),
            Err(error) => self.on_storage_down(error, now, Vec::new()),
        }
    }

    /// Starts an outage, signals it, and answers the waiting rooms with the error. The outage starts when the longest waiting entry was
    /// handed in, or at `at` if none waits.
    fn on_storage_down(&self, error: StoreError, at: Timestamp, waiting: Vec<FlushTicket>) {
        warn!(%error, commands = waiting.len(), "storage down; rejecting writes");
        self.outages.begin(waiting.iter().map(|waiting| waiting.since).fold(at, Timestamp::min));
        let error = Arc::new(error);
        for waiting in waiting {
            waiting.answer(Err(Arc::clone(&error)));
        }
    }

    /// Retries until the store is available again, rejecting entries until then. Returns whether any sender of entries is left.
    async fn wait_for_storage(&mut self, since: Timestamp) -> bool {
        loop {
            let next = Instant::now() + PROBE_EVERY;
            match self.probe(since, STORED_AGAIN).await {
                Some(true) => return true,
                Some(false) => {}
                None => return false,
            }
            if refuse_until(&mut self.entries, sleep_until(next)).await.is_none() {
                return false;
            }
        }
    }

    /// Tries to store the current outage. Returns whether that succeeded; `None` if no sender of entries is left. `news` is the log text
    /// for the end of the outage.
    async fn probe(&mut self, since: Timestamp, news: &'static str) -> Option<bool> {
        if self.outages.is_lease_over() {
            return Some(false);
        }
        let now = self.time.now();
        let mut outages = self.outages.unstored();
        outages.push(Outage { began: since, ended: now });
        let storing = with_timeout(self.timeout, self.store.write_heartbeat(now, &outages));
        match refuse_until(&mut self.entries, storing).await? {
            Ok(()) => {
                self.outages.were_stored(&outages);
                // Storing has taken time, too.
                let ended = self.time.now();
                self.outages.end(since, now, ended);
                info!(outage = ?ended.since(since), "{news}");
                Some(true)
            }
            Err(error) => {
                debug!(%error, "storage still down");
                Some(false)
            }
        }
    }
}

/// Runs `storing` with the timeout.
async fn with_timeout(
    limit: Duration,
    storing: impl Future<Output = Result<(), StoreError>>,
) -> Result<(), StoreError> {
    let too_slow = |_| Err(StoreError::Unavailable(format!("no answer within {limit:?}").into()));
    timeout(limit, storing).await.unwrap_or_else(too_slow)
}

/// Rejects entries until `until` completes; `None` if no sender of entries is left.
async fn refuse_until<T>(entries: &mut mpsc::Receiver<Entry>, until: impl Future<Output = T>) -> Option<T> {
    let mut until = pin!(until);
    loop {
        tokio::select! {
            biased;
            outcome = &mut until => return Some(outcome),
            entry = entries.recv() => entry?.waiting.answer(Err(Arc::new(super::down()))),
        }
    }
}
