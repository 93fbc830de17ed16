//! Simulated store: it is slow, hangs, fails and loses confirmations on the simulation's request. Its data outlives the server. All
//! behaviour follows from one random number generator and the runtime's own time.

mod claims;
mod faults;
mod games;
mod nodes;
mod rooms;
mod tables;
mod tournaments;
mod users;

use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use std::time::Duration;

use parking_lot::{Mutex, MutexGuard};
use sumito_game::{RoomId, Timestamp};
use tokio::time::sleep;
use tokio_util::sync::CancellationToken;

pub(super) use self::claims::Membership;
pub use self::claims::Ownership;
pub(super) use self::faults::not_simulated;
pub use self::faults::{Condition, Faults};
use self::faults::{Fate, away};
use self::nodes::ThisNode;
use self::tables::{Tables, Write};

use super::lease::fenced;
use super::nodes::{LeaseDeadline, NodeId};
use super::{AdministrationState, Backend, Change, Outage, Store, StoreError, StoredEvent};

type Result<T> = std::result::Result<T, StoreError>;

/// A store in memory, behind faults. All clones share the data.
#[derive(Debug, Clone)]
pub struct Queries {
    tables: Arc<Mutex<Tables>>,
    faults: Faults,
    /// Writes that a server had issued when it died, or that timed out, and that will still be stored.
    late: Arc<Mutex<Vec<Late>>>,
    /// The node of this handle; `None` for the only server of the store.
    node: Option<Arc<ThisNode>>,
}

/// A write whose caller has gone. The writer is `None` for the only server of the store.
#[derive(Debug)]
struct Late {
    writer: Option<NodeId>,
    write: Write,
}

/// A write in progress.
struct Writing<'a> {
    queries: &'a Queries,
    /// The write while it is not stored yet. It may be stored after its caller has gone.
    write: Option<Write>,
}

impl Drop for Writing<'_> {
    fn drop(&mut self) {
        if let Some(write) = self.write.take()
            && self.queries.faults.rng().bool()
        {
            self.queries.late.lock().push(Late { writer: self.queries.id(), write });
        }
    }
}

impl Queries {
    /// Creates an empty store.
    pub fn new(faults: Faults) -> Self {
        Self { tables: Arc::default(), faults, late: Arc::default(), node: None }
    }

    /// Returns the store for servers.
    pub fn store(&self) -> Store {
        Store(Backend::Simulated(self.clone()))
    }

    /// Returns a handle with other faults, for a reader that belongs to no server.
    #[must_use]
    pub fn with_faults(&self, faults: Faults) -> Self {
        Self { faults, ..self.clone() }
    }

    /// Stores the pending writes of servers that died.
    #[expect(clippy::unused_async, reason = "the next server waits for it")]
    pub async fn finish_late(&self) {
        let writers: HashSet<_> = self.late.lock().iter().map(|late| late.writer).collect();
        let mut writers: Vec<_> = writers.into_iter().collect();
        writers.sort_unstable();
        for writer in writers {
            self.store_late(writer);
        }
    }

    /// Returns the violations since the last call.
    pub fn take_breaches(&self) -> Vec<String> {
        std::mem::take(&mut self.tables().breaches)
    }

    /// Returns all stored events of a room, regardless of the condition.
    #[expect(clippy::unused_async, reason = "the same form as what the server reads")]
    pub async fn peek(&self, id: RoomId) -> Vec<StoredEvent> {
        self.tables().room(id).map(|room| room.events.clone()).unwrap_or_default()
    }

    /// Returns the claims to rooms that do not exist, regardless of the condition.
    pub fn claims_without_room(&self) -> Vec<RoomId> {
        let tables = self.tables();
        tables.nodes.claimed_rooms().filter(|room| !tables.places.contains_key(room)).collect()
    }

    /// Returns the number of stored events of a room, regardless of the condition.
    pub fn count_events(&self, id: RoomId) -> u64 {
        self.tables().room(id).map_or(0, |room| room.events.len() as u64)
    }

    /// Returns all stored rooms, in the order of creation.
    pub fn rooms(&self) -> Vec<RoomId> {
        self.tables().rooms.iter().map(|room| room.new.row.id).collect()
    }

    /// Returns the rooms with their numbers in the order of creation.
    fn places(&self) -> HashMap<RoomId, usize> {
        self.tables().places.clone()
    }

    fn tables(&self) -> MutexGuard<'_, Tables> {
        self.tables.lock()
    }

    async fn read<T>(&self, read: impl FnOnce(&Tables) -> T) -> Result<T> {
        self.faults.read().await?;
        Ok(read(&self.tables()))
    }

    async fn write(&self, write: Write) -> Result<()> {
        let mut writing = Writing { queries: self, write: Some(write) };
        self.faults.delay().await;
        if self.faults.condition() == Condition::Stalled {
            let ms = self.faults.rng().u64(100..900);
            sleep(Duration::from_millis(ms)).await;
        }
        let has_hung = self.faults.answering().await;
        let fate = self.faults.fate(has_hung);
        let write = writing.write.take();
        if let Some(write) = write.filter(|_| fate != Fate::NotStored) {
            // The fate of abandoned writes of a server is decided before its next write is stored.
            self.store_late(self.id());
            self.store_of(self.id(), &write)?;
        }
        self.faults.delay().await;
        if fate == Fate::Stored { Ok(()) } else { Err(away()) }
    }

    /// Stores the pending writes of a server.
    fn store_late(&self, writer: Option<NodeId>) {
        let (due, rest) =
            std::mem::take(&mut *self.late.lock()).into_iter().partition(|late| late.writer == writer);
        *self.late.lock() = rest;
        for Late { write, .. } in due {
            // An invalid write is rejected, but the error is lost.
            let _ = self.store_of(writer, &write);
        }
    }

    /// Stores all of the write of a server, or nothing.
    fn store_of(&self, writer: Option<NodeId>, write: &Write) -> Result<()> {
        let mut tables = self.tables();
        if let Some(writer) = writer
            && tables.nodes.is_fenced(writer)
        {
            return Err(match &self.node {
                Some(node) if node.lease.id() == writer => node.lease.is_fenced(),
                _ => fenced(),
            });
        }
        tables.store(writer, write)
    }

    pub(super) fn fenced(&self) -> CancellationToken {
        self.node.as_ref().map(|node| node.lease.lost().clone()).unwrap_or_default()
    }

    pub(super) fn lease_deadline(&self) -> LeaseDeadline {
        self.node.as_ref().map_or_else(LeaseDeadline::never, |node| node.lease.deadline().clone())
    }

    pub(super) async fn append(&self, changes: &[Change]) -> Result<()> {
        self.write(Write::Changes(changes.to_vec())).await
    }

    pub(super) async fn write_heartbeat(&self, now: Timestamp, outages: &[Outage]) -> Result<()> {
        self.write(Write::Alive(now, outages.to_vec())).await
    }

    pub(super) async fn close(&self) {
        if let Some(node) = &self.node {
            node.lease.end().await;
        }
    }

    pub(super) async fn ping(&self) -> Result<()> {
        self.faults.read().await
    }

    /// No simulated administrator changes the settings.
    pub(super) async fn administration(&self) -> Result<AdministrationState> {
        self.read(|_| AdministrationState::default()).await
    }

    pub(super) async fn reset_administration(&self, _: Option<NodeId>) -> Result<()> {
        self.read(|_| ()).await
    }

    pub(super) async fn outages(&self, limit: u32) -> Result<Vec<Outage>> {
        let is_alone = self.node.is_none();
        self.read(|tables| {
            let all = tables.nodes.outages.iter();
            // A server that has its database alone gets the rooms of all earlier nodes.
            let concerned = all.filter(|(node, _)| is_alone || node.is_none());
            let mut outages: Vec<_> = concerned.map(|(_, outage)| *outage).collect();
            outages.sort_by_key(|outage| (outage.ended, outage.began));
            outages.split_off(outages.len().saturating_sub(limit as usize))
        })
        .await
    }

    pub(super) async fn last_heartbeat(&self) -> Result<Option<Timestamp>> {
        self.read(|tables| tables.alive).await
    }
}
