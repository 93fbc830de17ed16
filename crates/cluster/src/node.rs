//! This server as a member of a cluster: its connection to the other nodes, and its claims.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use futures_util::FutureExt;
use sumito_kit::batch::Batch;
use sumito_kit::node::NodeId;
use sumito_store::{Claim, ClaimKey, ClaimKind, Mandate, Membership, NodeRow, Store, StoreError, Tenure};
use tokio::sync::watch;
use tokio::time::Instant;

use crate::Bus;

/// Maximum number of tries to claim something that another node is releasing.
const TRIES: usize = 3;

/// Maximum number of claims in one statement.
const CLAIMS_TOGETHER: usize = 256;

/// Time within which a renewal of a lease is seen by the other nodes.
const SEEN_WITHIN: Duration = Duration::from_millis(500);

/// A server as a member of a cluster. Cheap to clone.
///
/// The only server of a database is a node as well: it owns everything, and no other node is on its bus.
#[derive(Debug, Clone)]
pub struct Node {
    bus: Bus,
    /// `None`: no other node can exist.
    membership: Option<Membership>,
    /// Whether the node is stopping and takes no new claims.
    is_leaving: Arc<AtomicBool>,
    /// Claims that are made one by one: thousands at the same time after a node has died.
    claims: Arc<Batch<ClaimKey, Owner, StoreError>>,
}

/// Owner of a room, a tournament or a duty.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Owner {
    /// The node of this process.
    ThisNode(Tenure),
    /// Another node has claimed it.
    Other(NodeId),
}

/// The nodes of a cluster that are alive.
#[derive(Debug, Clone)]
pub struct Peers {
    this: NodeId,
    rows: Option<watch::Receiver<Arc<[NodeRow]>>>,
}

fn owner_changes() -> StoreError {
    StoreError::Unavailable("the owner changes too often".into())
}

impl Node {
    /// Returns the node of a server that is the only one of its database.
    pub fn alone() -> Self {
        Self::with(Bus::in_process(NodeId::random()), None)
    }

    /// Returns the node of a server with this store and this bus. It makes claims if the store was opened by [`Store::join`].
    pub fn new(store: &Store, bus: Bus) -> Self {
        Self::with(bus, store.membership())
    }

    fn with(bus: Bus, membership: Option<Membership>) -> Self {
        Self { bus, membership, is_leaving: Arc::default(), claims: Arc::new(Batch::new(1, CLAIMS_TOGETHER)) }
    }

    /// Returns the id of this node.
    pub fn id(&self) -> NodeId {
        self.bus.node()
    }

    /// Returns the bus between the nodes.
    pub fn bus(&self) -> &Bus {
        &self.bus
    }

    /// Returns whether other nodes can exist.
    pub fn is_shared(&self) -> bool {
        self.membership.is_some()
    }

    /// Returns the nodes that are alive.
    pub fn peers(&self) -> Peers {
        Peers { this: self.id(), rows: self.membership.as_ref().map(Membership::nodes) }
    }

    /// Reports to the other nodes, through the database, whether this node has lost its connection to the bus, and the connection's last
    /// sign of life.
    pub fn set_bus_lost(&self, since: Option<Instant>) {
        if let Some(membership) = &self.membership {
            membership.set_bus_lost(since);
        }
    }

    /// Sets whether this node is about to stop, and claims nothing.
    pub fn set_leaving(&self, is_leaving: bool) {
        self.is_leaving.store(is_leaving, Ordering::Release);
    }

    /// Returns the owner of `key`, which is this node from now on if there was none.
    ///
    /// # Errors
    /// Fails if the database is unavailable, if the owner changes repeatedly, or if there is none while this node is about to stop.
    pub async fn claim(&self, key: ClaimKey) -> Result<Owner, StoreError> {
        if self.membership.is_none() {
            return Ok(Owner::ThisNode(Tenure::always()));
        }
        let request = |keys| {
            let node = self.clone();
            async move { node.claim_known(keys).await }.boxed()
        };
        match self.claims.get(key, request).await {
            Ok(Some(owner)) => Ok(owner),
            Ok(None) => Err(owner_changes()),
            Err(error) => Err(StoreError::shared(error)),
        }
    }

    /// Returns the owners of `keys` like [`claim`](Self::claim), in any order.
    ///
    /// # Errors
    /// Fails if the database is unavailable, or if an owner changes repeatedly.
    pub async fn claim_all(&self, keys: &[ClaimKey]) -> Result<Vec<(ClaimKey, Owner)>, StoreError> {
        let owners = self.claim_known(keys.to_vec()).await?;
        if keys.iter().all(|key| owners.contains_key(key)) {
            Ok(owners.into_iter().collect())
        } else {
            Err(owner_changes())
        }
    }

    /// Returns the owners of `keys`, except for keys that repeatedly change their owner.
    async fn claim_known(&self, mut keys: Vec<ClaimKey>) -> Result<HashMap<ClaimKey, Owner>, StoreError> {
        let Some(membership) = &self.membership else {
            return Ok(keys.into_iter().map(|key| (key, Owner::ThisNode(Tenure::always()))).collect());
        };
        let mut owners = HashMap::with_capacity(keys.len());
        // A claim may be released between two statements.
        for _ in 0..TRIES {
            let is_leaving = self.is_leaving.load(Ordering::Acquire);
            let claims = if is_leaving {
                membership.keep(&keys, None).await?
            } else {
                membership.claim(&keys).await?
            };
            for claim in claims {
                let is_ours = claim.owner == membership.id();
                let owner = if is_ours { Owner::ThisNode(claim.tenure()) } else { Owner::Other(claim.owner) };
                owners.insert(claim.key, owner);
            }
            keys.retain(|key| !owners.contains_key(key));
            if keys.is_empty() {
                break;
            }
        }
        Ok(owners)
    }

    /// Returns the node that owns `key`, if there is one, without claiming anything.
    ///
    /// # Errors
    /// Fails if the database is unavailable.
    pub async fn owner(&self, key: ClaimKey) -> Result<Option<NodeId>, StoreError> {
        match &self.membership {
            None => Ok(Some(self.id())),
            Some(membership) => Ok(membership.owners(&[key]).await?.pop().map(|claim| claim.owner)),
        }
    }

    /// Starts a new term of a duty that this node has, unless one has started after `last`. Returns the mandate for its decisions from now
    /// on: requests of earlier terms no longer have any effect. `None` if no other node can decide.
    ///
    /// # Errors
    /// Fails if the database is unavailable, or if this node does not have the duty.
    pub async fn begin_term(
        &self,
        duty: &str,
        last: Option<&Mandate>,
    ) -> Result<Option<Mandate>, StoreError> {
        let Some(membership) = &self.membership else { return Ok(None) };
        let key = ClaimKey::Duty(duty.into());
        let claim = membership.keep(&[key], last.map(|last| last.term)).await?.pop();
        let is_next =
            |claim: &Claim| claim.owner == membership.id() && last.is_none_or(|last| claim.term > last.term);
        let claim = claim.filter(is_next).ok_or(StoreError::Superseded)?;
        Ok(Some(Mandate { duty: duty.to_owned(), node: claim.owner.0, term: claim.term }))
    }

    /// Claims up to `limit` keys of dead nodes, or keys released by living ones.
    ///
    /// # Errors
    /// Fails if the database is unavailable.
    pub async fn adopt(&self, kind: ClaimKind, limit: u32) -> Result<Vec<(ClaimKey, Tenure)>, StoreError> {
        let Some(membership) = self.membership.as_ref().filter(|_| !self.is_leaving.load(Ordering::Acquire))
        else {
            return Ok(Vec::new());
        };
        let claims = membership.adopt(kind, limit).await?;
        Ok(claims.into_iter().map(|claim| (claim.key.clone(), claim.tenure())).collect())
    }

    /// Releases this node's claims among `keys`. If that fails, it remains their owner.
    ///
    /// # Errors
    /// Fails if the database is unavailable.
    pub async fn release(&self, keys: &[ClaimKey]) -> Result<(), StoreError> {
        match &self.membership {
            None => Ok(()),
            Some(membership) => membership.release(keys).await,
        }
    }

    /// Releases this node's claims among `keys` to whichever node claims them first. No clock runs until then.
    ///
    /// # Errors
    /// Fails if the database is unavailable.
    pub async fn leave(&self, keys: &[ClaimKey]) -> Result<(), StoreError> {
        match &self.membership {
            None => Ok(()),
            Some(membership) => membership.leave(keys).await,
        }
    }

    /// Releases all claims of a kind in the same way.
    ///
    /// # Errors
    /// Fails if the database is unavailable.
    pub async fn leave_all(&self, kind: ClaimKind) -> Result<(), StoreError> {
        match &self.membership {
            None => Ok(()),
            Some(membership) => membership.leave_all(kind).await,
        }
    }

    /// Records that this node takes no new games and sockets, and no duties, because it is about to stop.
    ///
    /// # Errors
    /// Fails if the database is unavailable.
    pub async fn drain(&self) -> Result<(), StoreError> {
        match &self.membership {
            None => Ok(()),
            Some(membership) => membership.drain().await,
        }
    }

    /// Records that this node is about to stop: it writes no event from now on, and claims nothing.
    ///
    /// # Errors
    /// Fails if the database is unavailable.
    pub async fn stop(&self) -> Result<(), StoreError> {
        match &self.membership {
            None => Ok(()),
            Some(membership) => membership.stop().await,
        }
    }
}

impl Peers {
    /// Returns the nodes of these rows, from the view of the node `this`.
    #[cfg(test)]
    pub(crate) fn of(this: NodeId, rows: watch::Receiver<Arc<[NodeRow]>>) -> Self {
        Self { this, rows: Some(rows) }
    }

    /// Returns the nodes that are alive, this node among them.
    pub fn alive(&mut self) -> Vec<NodeId> {
        self.ids(|_| true)
    }

    /// Returns the nodes that are alive, and that neither are about to stop nor will be stopped by an administrator.
    pub fn available(&mut self) -> Vec<NodeId> {
        self.ids(|row| row.stopping_at.is_none() && row.draining_at.is_none())
    }

    /// Returns the available nodes without this one.
    pub fn available_others(&mut self) -> Vec<NodeId> {
        let mut others = self.available();
        others.retain(|node| *node != self.this);
        others
    }

    /// Returns whether an administrator is about to stop this node.
    pub fn is_draining(&mut self) -> bool {
        let this = self.this;
        let row = |rows: &[NodeRow]| rows.iter().any(|row| row.id == this && row.draining_at.is_some());
        self.rows.as_mut().is_some_and(|rows| row(&rows.borrow_and_update()))
    }

    /// Returns the nodes that have lost their connection to the bus, each with the last sign of life of that connection, or somewhat earlier.
    pub fn off_the_bus(&mut self) -> Vec<(NodeId, Instant)> {
        let Some(rows) = &mut self.rows else { return Vec::new() };
        let now = Instant::now();
        // The renewal that reported it was read up to a moment after it was made.
        let since = |lost_for: Duration| now.checked_sub(lost_for + SEEN_WITHIN).unwrap_or(now);
        let rows = rows.borrow_and_update();
        rows.iter().filter_map(|row| Some((row.id, since(row.bus_lost_for()?)))).collect()
    }

    /// Returns the other nodes that are alive.
    pub fn others(&mut self) -> Vec<NodeId> {
        let this = self.this;
        self.ids(|row| row.id != this)
    }

    /// Waits until the nodes may have changed since the last read.
    pub async fn changed(&mut self) {
        let changed = match &mut self.rows {
            Some(rows) => rows.changed().await.is_ok(),
            None => false,
        };
        // No further node joins.
        if !changed {
            std::future::pending::<()>().await;
        }
    }

    fn ids(&mut self, wanted: impl Fn(&NodeRow) -> bool) -> Vec<NodeId> {
        match &mut self.rows {
            Some(rows) => {
                rows.borrow_and_update().iter().filter(|row| wanted(row)).map(|row| row.id).collect()
            }
            None => vec![self.this],
        }
    }
}
