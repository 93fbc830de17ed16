//! The nodes of a simulated store: their leases, and the fence. The lease itself is the real one.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use sumito_game::Timestamp;
use sumito_kit::time_source::TimeSource;
use tokio::time::{Instant, sleep};

use super::claims::Claims;
use super::{Faults, Queries, Result};
use crate::lease::{LeaseTable, OwnLease, Sightings, SignOfLife, Silent};
use crate::nodes::{LEASE, NodeId, NodeRow, SILENT_AFTER, Sharing};
use crate::{Backend, Outage, Store, StoreError};

/// Poll interval of a starting node.
const LOOK_AGAIN_AFTER: Duration = Duration::from_millis(50);

/// The nodes of a database, and their claims.
#[derive(Debug)]
pub(super) struct Nodes {
    rows: BTreeMap<NodeId, Row>,
    pub(super) claims: Claims,
    /// Outages by their node; `None` for outages of all rooms.
    pub(super) outages: Vec<(Option<NodeId>, Outage)>,
    /// Time of the database: the latest that any node has seen.
    now: Timestamp,
    /// Time since which the database has been running.
    up_since: Timestamp,
    /// By how many microseconds its clock was set.
    clock_set_by: i64,
}

/// A node in the database.
#[derive(Debug)]
struct Row {
    row: NodeRow,
    /// Whether the database has connections of the node.
    is_connected: bool,
}

/// A node that uses a simulated store.
#[derive(Debug, Clone)]
pub(super) struct ThisNode {
    pub(super) lease: OwnLease,
    clock: Clock,
}

/// The clock of the database, as a node reads it.
#[derive(Debug, Clone, Copy)]
struct Clock {
    origin: Timestamp,
    since: Instant,
}

impl Default for Nodes {
    fn default() -> Self {
        Self {
            rows: BTreeMap::new(),
            claims: Claims::default(),
            outages: Vec::new(),
            now: Timestamp(0),
            up_since: Timestamp(0),
            clock_set_by: 0,
        }
    }
}

impl Nodes {
    /// Advances the clock of the database; returns its time.
    pub(super) fn at(&mut self, now: Timestamp) -> Timestamp {
        self.now = self.now.max(now);
        self.now
    }

    /// Returns the time of the database.
    pub(super) fn now(&self) -> Timestamp {
        self.now
    }

    /// Returns the time that the clock of the database shows. Nodes must not rely on it.
    fn clock(&self) -> Timestamp {
        Timestamp(self.now.0 + self.clock_set_by)
    }

    /// Returns all nodes, latest start first.
    fn all(&self) -> Vec<NodeRow> {
        let now = self.clock();
        let mut all: Vec<_> = self.rows.values().map(|row| NodeRow { now, ..row.row.clone() }).collect();
        all.sort_by_key(|row| (std::cmp::Reverse(row.started_at), row.id));
        all
    }

    /// Returns whether a node has been fenced. A node without a row is the only server.
    pub(super) fn is_fenced(&self, id: NodeId) -> bool {
        self.rows.get(&id).is_some_and(|row| row.row.fenced_at.is_some())
    }

    /// Returns the last sign of life of a fenced node.
    pub(super) fn lost_at(&self, id: NodeId) -> Timestamp {
        let row = self.rows.get(&id).map(|row| &row.row);
        row.and_then(|row| row.stopping_at.or(row.alive_at)).unwrap_or(self.now)
    }

    pub(super) fn change(&mut self, id: NodeId, change: impl FnOnce(&mut NodeRow, Timestamp)) {
        if let Some(row) = self.rows.get_mut(&id) {
            change(&mut row.row, self.now);
        }
    }

    /// Returns whether a node that has been silent for this time may be fenced: its lease has expired, or it has no connection left.
    fn may_fence(&self, node: &NodeRow, silent_for: Duration) -> bool {
        let is_young = self.now.since(self.up_since) < LEASE;
        let Some(row) = self.rows.get(&node.id) else { return false };
        let has_ended = !row.is_connected && !is_young && silent_for >= SILENT_AFTER;
        (silent_for >= LEASE || has_ended)
            && row.row.fenced_at.is_none()
            && row.row.lease_until == node.lease_until
    }

    /// Records the time since the last sign of life of a node as an outage of all rooms, if no node is alive.
    fn record_downtime(&mut self, alive: Option<Timestamp>) {
        if self.rows.values().any(|row| row.row.fenced_at.is_none()) {
            return;
        }
        let lost_at = self.rows.keys().map(|id| self.lost_at(*id)).max();
        if let Some(began) = alive.map(|alive| lost_at.map_or(alive, |lost_at| lost_at.max(alive)))
            && began < self.now
        {
            self.outages.push((None, Outage { began, ended: self.now }));
        }
    }

    fn add(&mut self, id: NodeId) {
        let row = NodeRow {
            id,
            name: "simulated".to_owned(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            started_at: self.clock(),
            lease_until: self.clock() + LEASE,
            fenced_at: None,
            stopping_at: None,
            draining_at: None,
            alive_at: Some(self.now),
            bus_lost_at: None,
            sharing: Sharing::Shared,
            ahead_by: None,
            now: self.clock(),
        };
        self.rows.insert(id, Row { row, is_connected: true });
    }
}

/// Functions of the simulation.
impl Queries {
    /// Opens the store for a node that shares it with others, at the time `now` of the database. The node has its own faults.
    ///
    /// # Errors
    /// If the store is unavailable.
    pub async fn join(&self, id: NodeId, faults: Faults, now: Timestamp) -> Result<Store> {
        let clock = Clock { origin: now, since: Instant::now() };
        let lease = OwnLease::new(id, Sharing::Shared);
        let node = ThisNode { lease: lease.clone(), clock };
        let queries = Self { faults, node: Some(Arc::new(node)), ..self.clone() };
        lease.set_time(TimeSource::starting_at(now));
        queries.faults.read().await?;
        queries.look_around().await;
        let sent = Instant::now();
        let rows = {
            let mut tables = queries.tables();
            let alive = tables.alive;
            let nodes = &mut tables.nodes;
            nodes.at(clock.now());
            nodes.record_downtime(alive);
            nodes.add(id);
            nodes.all()
        };
        lease.begin(sent, rows, queries.clone());
        Ok(Store(Backend::Simulated(queries)))
    }

    /// Closes all connections of a node that has died.
    pub fn disconnect(&self, id: NodeId) {
        if let Some(row) = self.tables().nodes.rows.get_mut(&id) {
            row.is_connected = false;
        }
    }

    /// Restarts the database at this time.
    pub fn restart(&self, now: Timestamp) {
        self.tables().nodes.up_since = now;
    }

    /// Sets the clock of the database forward or back by this number of microseconds. It stays so.
    pub fn set_clock_by(&self, microseconds: i64) {
        self.tables().nodes.clock_set_by += microseconds;
    }

    /// Returns whether a node has stopped, or another node has fenced it.
    pub fn is_fenced(&self, id: NodeId) -> bool {
        self.tables().nodes.is_fenced(id)
    }
}

impl Queries {
    /// Returns the id of this node; `None` for the only server.
    pub(super) fn id(&self) -> Option<NodeId> {
        self.node.as_ref().map(|node| node.lease.id())
    }

    /// Works on the nodes, at the present time.
    pub(super) fn with_nodes<T>(&self, work: impl FnOnce(&mut Nodes) -> T) -> T {
        let mut tables = self.tables();
        if let Some(node) = &self.node {
            tables.nodes.at(node.clock.now());
        }
        work(&mut tables.nodes)
    }

    /// Fences all nodes that have ended or are silent, and waits until another one renews its lease, if any is left.
    async fn look_around(&self) {
        let mut sightings = Sightings::default();
        let mut first: Option<Vec<NodeRow>> = None;
        loop {
            let (asked, nodes) = (Instant::now(), self.with_nodes(|nodes| nodes.all()));
            let mut others = sightings.update(asked, &nodes);
            others.retain(|silent| !self.fence(&silent.node, silent.silent_for));
            let before = first.get_or_insert(nodes);
            let has_renewed = |other: &Silent| {
                before.iter().any(|row| row.id == other.node.id && row.lease_until != other.node.lease_until)
            };
            if others.is_empty() || others.iter().any(has_renewed) {
                return;
            }
            sleep(LOOK_AGAIN_AFTER).await;
        }
    }

    /// Fences another node that has been silent for this time if it may be fenced. Returns whether it is fenced.
    fn fence(&self, other: &NodeRow, silent_for: Duration) -> bool {
        if !self.with_nodes(|nodes| nodes.may_fence(other, silent_for)) {
            return false;
        }
        // The fence waits for the transactions of the node.
        self.store_late(Some(other.id));
        self.with_nodes(|nodes| {
            let clock = nodes.clock();
            nodes.change(other.id, |row, _| row.fenced_at = Some(clock));
        });
        true
    }

    /// Changes the nodes or their claims, unless a fault prevents it.
    pub(super) async fn change_nodes<T>(&self, work: impl FnOnce(&mut Nodes) -> T) -> Result<T> {
        self.faults.delay().await;
        let has_hung = self.faults.answering().await;
        let fate = self.faults.fate(has_hung);
        if fate == super::Fate::NotStored {
            return Err(super::away());
        }
        let done = self.with_nodes(work);
        self.faults.delay().await;
        if fate == super::Fate::Stored { Ok(done) } else { Err(super::away()) }
    }
}

impl Clock {
    fn now(&self) -> Timestamp {
        self.origin + self.since.elapsed()
    }
}

impl LeaseTable for Queries {
    type Connection = ();

    async fn connect(&self) -> Result<()> {
        Ok(())
    }

    async fn renew(&self, (): &mut (), alive: SignOfLife) -> Result<bool> {
        let id = self.id().ok_or_else(StoreError::too_slow)?;
        self.change_nodes(|nodes| {
            if nodes.is_fenced(id) {
                return false;
            }
            let clock = nodes.clock();
            nodes.change(id, |row, _| {
                row.lease_until = clock + LEASE;
                (row.alive_at, row.bus_lost_at) = (Some(alive.at), alive.bus_lost_at);
            });
            true
        })
        .await
    }

    async fn nodes(&self, (): &mut ()) -> Result<Vec<NodeRow>> {
        self.faults.read().await?;
        Ok(self.with_nodes(|nodes| nodes.all()))
    }

    async fn try_fence(&self, (): &mut (), node: &NodeRow, silent_for: Duration) -> Result<bool> {
        self.faults.read().await?;
        Ok(self.fence(node, silent_for))
    }

    async fn leave(&self, (): ()) -> Result<()> {
        let id = self.id().ok_or_else(StoreError::too_slow)?;
        self.change_nodes(|nodes| {
            let clock = nodes.clock();
            nodes.change(id, |row, now| {
                if row.fenced_at.is_none() {
                    (row.fenced_at, row.lease_until, row.alive_at) = (Some(clock), clock, Some(now));
                }
            });
        })
        .await
    }
}
