//! The claims of a simulated store.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use sumito_game::{RoomId, Timestamp};
use tokio::sync::watch;
use uuid::Uuid;

use super::nodes::Nodes;
use super::{Queries, Result};
use crate::lease::OwnLease;
use crate::{Claim, ClaimKey, ClaimKind, NodeId, NodeRow, PastClaim};

/// The claims of all nodes.
#[derive(Debug, Default)]
pub(super) struct Claims {
    held: BTreeMap<ClaimKey, Held>,
    /// Claims that were taken over, oldest first.
    past: BTreeMap<ClaimKey, Vec<PastClaim>>,
    /// All claims that there have been, for the checks of the simulation.
    history: BTreeMap<ClaimKey, Vec<Ownership>>,
    taken_over: u64,
    handed_over: u64,
}

#[derive(Debug, Clone)]
struct Held {
    owner: NodeId,
    claimed_at: Timestamp,
    left_at: Option<Timestamp>,
}

/// Membership of a node of the simulation.
#[derive(Debug, Clone)]
pub(crate) struct Membership {
    queries: Queries,
    lease: OwnLease,
}

/// A room that a node owned, as the simulation checks it.
#[derive(Debug, Clone, Copy)]
pub struct Ownership {
    /// The node that owned it.
    pub node: NodeId,
    /// Time at which it got the room.
    pub since: Timestamp,
    /// Time at which it left the room to the others, if it did.
    pub left_at: Option<Timestamp>,
    /// Time at which another node took the room over, or at which the owner gave it up; `None` if the claim still exists.
    pub until: Option<Timestamp>,
}

impl Claims {
    fn hold(&mut self, key: &ClaimKey, owner: NodeId, now: Timestamp) {
        self.held.insert(key.clone(), Held { owner, claimed_at: now, left_at: None });
        let ownership = Ownership { node: owner, since: now, left_at: None, until: None };
        self.history.entry(key.clone()).or_default().push(ownership);
    }

    /// Records the end of a claim.
    fn end(&mut self, key: &ClaimKey, now: Timestamp) {
        let left_at = self.held.get(key).and_then(|held| held.left_at);
        if let Some(last) = self.history.get_mut(key).and_then(|history| history.last_mut()) {
            (last.left_at, last.until) = (left_at, Some(now));
        }
    }

    /// Returns the owner of a room, if it has not left it.
    pub(super) fn owner_of(&self, room: RoomId) -> Option<NodeId> {
        let held = self.held.get(&ClaimKey::Room(room)).filter(|held| held.left_at.is_none());
        held.map(|held| held.owner)
    }
}

impl Nodes {
    /// Claims those of `keys` that are free, unless `me` is fenced.
    fn claim(&mut self, me: NodeId, keys: &[ClaimKey]) {
        if self.is_fenced(me) {
            return;
        }
        let now = self.now();
        for key in keys {
            match self.claims.held.get(key) {
                None => self.claims.hold(key, me, now),
                Some(held) if held.left_at.is_some() || self.is_fenced(held.owner) => self.adopt(me, key),
                Some(_) => {}
            }
        }
    }

    /// Takes over a claim that its owner has left, or that a fenced node had.
    fn adopt(&mut self, me: NodeId, key: &ClaimKey) {
        let Some(held) = self.claims.held.get(key).cloned() else { return };
        let lost_at = held.left_at.unwrap_or_else(|| self.lost_at(held.owner));
        let past = PastClaim { owner: held.owner, claimed_at: held.claimed_at, lost_at, outages: Vec::new() };
        self.claims.past.entry(key.clone()).or_default().push(past);
        self.claims.taken_over += u64::from(held.left_at.is_none());
        self.claims.handed_over += u64::from(held.left_at.is_some());
        let now = self.now();
        self.claims.end(key, now);
        self.claims.hold(key, me, now);
    }

    /// Returns the claims to `keys`, with their past.
    fn owners(&self, keys: &[ClaimKey]) -> Vec<Claim> {
        let held = keys.iter().filter_map(|key| Some((key, self.claims.held.get(key)?)));
        held.filter(|(_, held)| held.left_at.is_none())
            .map(|(key, held)| Claim {
                key: key.clone(),
                owner: held.owner,
                claimed_at: held.claimed_at,
                past: self.past(key),
            })
            .collect()
    }

    fn past(&self, key: &ClaimKey) -> Vec<PastClaim> {
        let mut past = self.claims.past.get(key).cloned().unwrap_or_default();
        let since = past.iter().map(|past| past.claimed_at).min().unwrap_or(Timestamp::MAX);
        for past in &mut past {
            let of_owner = self.outages.iter().filter(|(node, _)| *node == Some(past.owner));
            past.outages =
                of_owner.map(|(_, outage)| *outage).filter(|outage| outage.ended > since).collect();
        }
        past
    }

    /// Returns the rooms that a node has claimed and not given up.
    pub(super) fn claimed_rooms(&self) -> impl Iterator<Item = RoomId> {
        self.claims.held.keys().filter_map(ClaimKey::room)
    }

    /// Returns the keys of the claims that are free.
    fn free(&self, kind: ClaimKind, wanted: impl Fn(&Held) -> bool) -> Vec<ClaimKey> {
        let of_kind = self.claims.held.iter().filter(|(key, _)| key.to_string().starts_with(kind.prefix()));
        of_kind.filter(|(_, held)| wanted(held)).map(|(key, _)| key.clone()).collect()
    }
}

/// What only the simulation calls.
impl Queries {
    /// Returns all claims to a room that there have been, oldest first.
    pub fn ownerships(&self, room: RoomId) -> Vec<Ownership> {
        self.tables().nodes.claims.history.get(&ClaimKey::Room(room)).cloned().unwrap_or_default()
    }

    /// Returns the number of claims that were taken over from dead nodes, and of those that were handed over.
    pub fn moved_claims(&self) -> (u64, u64) {
        let tables = self.tables();
        (tables.nodes.claims.taken_over, tables.nodes.claims.handed_over)
    }

    pub(crate) fn membership(&self) -> Option<Membership> {
        let lease = self.node.as_ref()?.lease.clone();
        Some(Membership { queries: self.clone(), lease })
    }
}

impl Membership {
    pub(crate) fn id(&self) -> NodeId {
        self.lease.id()
    }

    pub(crate) fn set_bus_lost(&self, is_lost: bool) {
        self.lease.is_bus_lost().store(is_lost, Ordering::Relaxed);
    }

    #[expect(clippy::unused_async, reason = "the same form as the queries on databases")]
    pub(crate) async fn database_id(&self) -> Result<Uuid> {
        Ok(Uuid::nil())
    }

    pub(crate) async fn now(&self) -> Result<Timestamp> {
        self.queries.faults.read().await?;
        let now = self.queries.with_nodes(|nodes| nodes.now());
        self.queries.faults.delay().await;
        Ok(now)
    }

    pub(crate) fn nodes(&self) -> watch::Receiver<Arc<[NodeRow]>> {
        self.lease.nodes().unwrap_or_else(|| watch::channel(Arc::default()).1)
    }

    pub(crate) async fn claim(&self, keys: &[ClaimKey]) -> Result<Vec<Claim>> {
        let me = self.id();
        self.queries
            .change_nodes(|nodes| {
                nodes.claim(me, keys);
                nodes.owners(keys)
            })
            .await
    }

    pub(crate) async fn owners(&self, keys: &[ClaimKey]) -> Result<Vec<Claim>> {
        self.queries.faults.read().await?;
        Ok(self.queries.with_nodes(|nodes| nodes.owners(keys)))
    }

    pub(crate) async fn adopt(&self, kind: ClaimKind, limit: u32) -> Result<Vec<Claim>> {
        let (me, queries) = (self.id(), self.queries.clone());
        let places = queries.places();
        self.queries
            .change_nodes(|nodes| {
                if nodes.is_fenced(me) {
                    return Vec::new();
                }
                let mut keys = nodes.free(kind, |held| held.left_at.is_some() || nodes.is_fenced(held.owner));
                // The order of the ids of rooms is different in each run.
                keys.sort_by_key(|key| key.room().and_then(|room| places.get(&room).copied()));
                keys.truncate(limit as usize);
                for key in &keys {
                    nodes.adopt(me, key);
                }
                nodes.owners(&keys)
            })
            .await
    }

    pub(crate) async fn leave(&self, keys: &[ClaimKey]) -> Result<()> {
        let me = self.id();
        self.change_own(|key| keys.contains(key), |held, now| held.left_at = Some(now), me).await
    }

    pub(crate) async fn leave_all(&self, kind: ClaimKind) -> Result<()> {
        let is_wanted = |key: &ClaimKey| key.to_string().starts_with(kind.prefix());
        self.change_own(is_wanted, |held, now| held.left_at = Some(now), self.id()).await
    }

    pub(crate) async fn drain(&self) -> Result<()> {
        let me = self.id();
        self.queries
            .change_nodes(|nodes| {
                nodes.change(me, |row, now| row.draining_at = row.draining_at.or(Some(now)));
            })
            .await
    }

    pub(crate) async fn stop(&self) -> Result<()> {
        let me = self.id();
        self.queries
            .change_nodes(|nodes| {
                nodes.change(me, |row, now| row.stopping_at = row.stopping_at.or(Some(now)));
            })
            .await
    }

    pub(crate) async fn release(&self, keys: &[ClaimKey]) -> Result<()> {
        let me = self.id();
        self.queries
            .change_nodes(|nodes| {
                let (now, claims) = (nodes.now(), &mut nodes.claims);
                for key in keys {
                    if claims.held.get(key).is_some_and(|held| held.owner == me) {
                        claims.end(key, now);
                        claims.held.remove(key);
                    }
                }
            })
            .await
    }

    async fn change_own(
        &self,
        wanted: impl Fn(&ClaimKey) -> bool,
        change: impl Fn(&mut Held, Timestamp),
        me: NodeId,
    ) -> Result<()> {
        self.queries
            .change_nodes(|nodes| {
                let now = nodes.now();
                let own = nodes.claims.held.iter_mut().filter(|(key, held)| held.owner == me && wanted(key));
                own.for_each(|(_, held)| change(held, now));
            })
            .await
    }
}
