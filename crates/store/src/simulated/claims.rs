//! The claims of a simulated store.

use std::collections::BTreeMap;
use std::sync::Arc;

use sumito_game::{RoomId, Timestamp};
use sumito_kit::time_source::TimeSource;
use tokio::sync::watch;
use tokio::time::Instant;
use uuid::Uuid;

use super::nodes::Nodes;
use super::{Queries, Result};
use crate::lease::OwnLease;
use crate::{Claim, ClaimKey, ClaimKind, Mandate, NodeId, NodeRow, PastClaim};

/// The claims of all nodes.
#[derive(Debug, Default)]
pub(super) struct Claims {
    held: BTreeMap<ClaimKey, Held>,
    /// Adopted claims, oldest first.
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
    term: i64,
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
        self.held.insert(key.clone(), Held { owner, claimed_at: now, term: now.0, left_at: None });
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
    /// Claims the free keys among `keys`, unless `me` is fenced.
    fn claim(&mut self, me: NodeId, keys: &[ClaimKey]) {
        if self.is_fenced(me) {
            return;
        }
        self.renew_terms(me, keys, None);
        let now = self.now();
        for key in keys {
            match self.claims.held.get(key) {
                None => self.claims.hold(key, me, now),
                Some(held) if held.left_at.is_some() || self.is_fenced(held.owner) => self.adopt(me, key),
                Some(_) => {}
            }
        }
    }

    /// Starts a new term of the keys among `keys` that `me` owns, or owns in this `term`, unless it is fenced.
    fn renew_terms(&mut self, me: NodeId, keys: &[ClaimKey], term: Option<i64>) {
        if self.is_fenced(me) {
            return;
        }
        let now = self.now().0;
        for key in keys {
            let held = self.claims.held.get_mut(key);
            let is_meant = |held: &&mut Held| {
                held.owner == me && held.left_at.is_none() && term.is_none_or(|term| term == held.term)
            };
            if let Some(held) = held.filter(is_meant) {
                held.term = now.max(held.term + 1);
            }
        }
    }

    /// Returns whether a node still has the claim of its mandate.
    pub(super) fn holds(&self, mandate: &Mandate) -> bool {
        let (id, key) = (NodeId(mandate.node), ClaimKey::Duty(mandate.duty.as_str().into()));
        let held = self.claims.held.get(&key).filter(|held| held.owner == id && held.left_at.is_none());
        held.is_some_and(|held| held.term == mandate.term) && !self.is_fenced(id)
    }

    /// Adopts a claim that its owner has released, or that a fenced node had.
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
                term: held.term,
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

    /// Returns the rooms that a node has claimed and not released.
    pub(super) fn claimed_rooms(&self) -> impl Iterator<Item = RoomId> {
        self.claims.held.keys().filter_map(ClaimKey::room)
    }

    /// Returns the keys of the claims that are free.
    fn free(&self, kind: ClaimKind, wanted: impl Fn(&Held) -> bool) -> Vec<ClaimKey> {
        let of_kind = self.claims.held.iter().filter(|(key, _)| key.to_string().starts_with(kind.prefix()));
        of_kind.filter(|(_, held)| wanted(held)).map(|(key, _)| key.clone()).collect()
    }
}

/// Functions of the simulation.
impl Queries {
    /// Returns all claims to a room that there have been, oldest first.
    pub fn ownerships(&self, room: RoomId) -> Vec<Ownership> {
        self.tables().nodes.claims.history.get(&ClaimKey::Room(room)).cloned().unwrap_or_default()
    }

    /// Returns the number of claims that were adopted from dead nodes, and of claims that were handed over.
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

    pub(crate) fn set_bus_lost(&self, since: Option<Instant>) {
        self.lease.set_bus_lost(since);
    }

    pub(crate) fn time(&self) -> TimeSource {
        self.lease.time()
    }

    #[expect(clippy::unused_async, reason = "the same form as the queries on databases")]
    pub(crate) async fn database_id(&self) -> Result<Uuid> {
        Ok(Uuid::nil())
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

    pub(crate) async fn keep(&self, keys: &[ClaimKey], term: Option<i64>) -> Result<Vec<Claim>> {
        let me = self.id();
        self.queries
            .change_nodes(|nodes| {
                nodes.renew_terms(me, keys, term);
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

    pub(crate) async fn leave(&self, keys: &[ClaimKey], asked_at: Timestamp) -> Result<()> {
        let me = self.id();
        self.change_own(|key| keys.contains(key), |held, now| held.left_at = Some(now), me, asked_at).await
    }

    pub(crate) async fn leave_all(&self, kind: ClaimKind) -> Result<()> {
        let is_wanted = |key: &ClaimKey| key.to_string().starts_with(kind.prefix());
        let asked_at = self.time().now();
        self.change_own(is_wanted, |held, now| held.left_at = Some(now), self.id(), asked_at).await
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

    pub(crate) async fn release(&self, keys: &[ClaimKey], asked_at: Timestamp) -> Result<()> {
        let me = self.id();
        self.queries
            .change_nodes(|nodes| {
                let (now, claims) = (nodes.now(), &mut nodes.claims);
                for key in keys {
                    if claims.held.get(key).is_some_and(|held| held.owner == me && held.term <= asked_at.0) {
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
        asked_at: Timestamp,
    ) -> Result<()> {
        self.queries
            .change_nodes(|nodes| {
                let now = nodes.now();
                let is_own = |held: &Held| held.owner == me && held.term <= asked_at.0;
                let own = nodes.claims.held.iter_mut().filter(|(key, held)| is_own(held) && wanted(key));
                own.for_each(|(_, held)| change(held, now));
            })
            .await
    }
}
