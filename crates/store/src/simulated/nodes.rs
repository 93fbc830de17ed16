//! The nodes of a simulated store: their leases, and the fence. The lease itself is the real one.

use std::collections::BTreeMap;
use std::sync::Arc;

use sumito_game::Timestamp;
use tokio::time::Instant;

use super::claims::Claims;
use super::{Faults, Queries, Result};
use crate::lease::{LeaseTable, OwnLease};
use crate::nodes::{LEASE, NodeId, NodeRow, Sharing};
use crate::{Backend, Outage, Store, StoreError};

/// The nodes of a database, and what they own.
#[derive(Debug)]
pub(super) struct Nodes {
    rows: BTreeMap<NodeId, Row>,
    pub(super) claims: Claims,
    /// Outages by their node; `None` for those of all rooms.
    pub(super) outages: Vec<(Option<NodeId>, Outage)>,
    /// Time of the database: the latest that any node has seen.
    now: Timestamp,
    /// Time since which the database has been running.
    up_since: Timestamp,
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

    /// Returns all nodes, latest start first.
    fn all(&self) -> Vec<NodeRow> {
        let mut all: Vec<_> =
            self.rows.values().map(|row| NodeRow { now: self.now, ..row.row.clone() }).collect();
        all.sort_by_key(|row| (std::cmp::Reverse(row.started_at), row.id));
        all
    }

    /// Returns whether a node has been fenced. A node without a row is the only server.
    pub(super) fn is_fenced(&self, id: NodeId) -> bool {
        self.rows.get(&id).is_some_and(|row| row.row.fenced_at.is_some())
    }

    /// Returns the last sign of life of a fenced node.
    pub(super) fn lost_at(&self, id: NodeId) -> Timestamp {
        let Some(Row { row, .. }) = self.rows.get(&id) else { return self.now };
        let renewed_at = Timestamp(row.lease_until.0 - LEASE.as_micros() as i64);
        row.stopping_at.unwrap_or_else(|| row.fenced_at.unwrap_or(self.now).min(renewed_at))
    }

    pub(super) fn change(&mut self, id: NodeId, change: impl FnOnce(&mut NodeRow, Timestamp)) {
        if let Some(row) = self.rows.get_mut(&id) {
            change(&mut row.row, self.now);
        }
    }

    /// Returns whether a node may be fenced: its lease has expired, or it has no connection left.
    fn may_fence(&self, node: &NodeRow) -> bool {
        let is_young = self.now.since(self.up_since) < LEASE;
        let Some(row) = self.rows.get(&node.id).filter(|_| !is_young) else { return false };
        (node.has_expired() || !row.is_connected)
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
            started_at: self.now,
            lease_until: self.now + LEASE,
            fenced_at: None,
            stopping_at: None,
            draining_at: None,
            bus_lost_at: None,
            sharing: Sharing::Shared,
            now: self.now,
        };
        self.rows.insert(id, Row { row, is_connected: true });
    }
}

/// What only the simulation calls.
impl Queries {
    /// Opens the store for a node that shares it with others, at the time `now` of the database. The node has faults of its own.
    ///
    /// # Errors
    /// If the store is unavailable.
    pub async fn join(&self, id: NodeId, faults: Faults, now: Timestamp) -> Result<Store> {
        let clock = Clock { origin: now, since: Instant::now() };
        let lease = OwnLease::new(id, Sharing::Shared);
        let node = ThisNode { lease: lease.clone(), clock };
        let queries = Self { faults, node: Some(Arc::new(node)), ..self.clone() };
        let sent = Instant::now();
        queries.faults.read().await?;
        let expired = queries.with_nodes(|nodes| nodes.all());
        for other in expired.iter().filter(|other| other.fenced_at.is_none()) {
            queries.fence(other);
        }
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

    /// Returns whether a node has stopped, or another node has taken over.
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

    /// Fences another node if it may be fenced. Returns whether it is fenced.
    fn fence(&self, other: &NodeRow) -> bool {
        if !self.with_nodes(|nodes| nodes.may_fence(other)) {
            return false;
        }
        // The fence waits for the transactions of the node.
        self.store_late(Some(other.id));
        self.with_nodes(|nodes| nodes.change(other.id, |row, now| row.fenced_at = Some(now)));
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

    async fn renew(&self, (): &mut (), is_bus_lost: bool) -> Result<bool> {
        let id = self.id().ok_or_else(StoreError::too_slow)?;
        self.change_nodes(|nodes| {
            if nodes.is_fenced(id) {
                return false;
            }
            nodes.change(id, |row, now| {
                row.lease_until = now + LEASE;
                row.bus_lost_at = is_bus_lost.then(|| row.bus_lost_at.unwrap_or(now));
            });
            true
        })
        .await
    }

    async fn nodes(&self, (): &mut ()) -> Result<Vec<NodeRow>> {
        self.faults.read().await?;
        Ok(self.with_nodes(|nodes| nodes.all()))
    }

    async fn try_fence(&self, (): &mut (), node: &NodeRow) -> Result<bool> {
        self.faults.read().await?;
        Ok(self.fence(node))
    }

    async fn leave(&self, (): ()) -> Result<()> {
        let id = self.id().ok_or_else(StoreError::too_slow)?;
        self.change_nodes(|nodes| {
            nodes.change(id, |row, now| {
                if row.fenced_at.is_none() {
                    (row.fenced_at, row.lease_until) = (Some(now), now);
                }
            });
        })
        .await
    }
}
