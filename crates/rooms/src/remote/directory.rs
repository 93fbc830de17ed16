//! Which node owns a room.

use std::sync::Arc;

use sumito_game::RoomId;
use sumito_store::{ClaimKey, Membership, NodeId, NodeRow, Outage, StoreError};
use tokio::sync::watch;

/// Decides which node owns a room.
#[derive(Debug, Clone)]
pub(crate) enum Directory {
    /// The only server of a database owns every room.
    Alone,
    /// The nodes that share a database claim rooms in it.
    Shared(Membership),
}

/// Owner of a room.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Owner {
    /// This node. No node that was alive owned the room in these periods: its clocks stood still.
    ThisNode(Vec<Outage>),
    /// Another node has claimed the room.
    Other(NodeId),
}

impl Directory {
    /// Returns the owner of a room, which is this node from now on if there was none.
    ///
    /// # Errors
    /// Fails if the database is unavailable, or if the owner changes again and again.
    pub(crate) async fn owner_of(&self, room: RoomId) -> Result<Owner, StoreError> {
        Ok(self.owners_of(&[room]).await?.pop().map_or(Owner::ThisNode(Vec::new()), |(_, owner)| owner))
    }

    /// Returns the owners of rooms like [`owner_of`](Self::owner_of), in any order.
    pub(crate) async fn owners_of(&self, rooms: &[RoomId]) -> Result<Vec<(RoomId, Owner)>, StoreError> {
        let Self::Shared(membership) = self else {
            return Ok(rooms.iter().map(|room| (*room, Owner::ThisNode(Vec::new()))).collect());
        };
        let mut keys: Vec<_> = rooms.iter().copied().map(ClaimKey::Room).collect();
        let mut owners = Vec::with_capacity(rooms.len());
        // A claim may be released between two statements.
        for _ in 0..TRIES {
            let claims = membership.claim(&keys).await?;
            keys.retain(|key| claims.iter().all(|claim| claim.key != *key));
            for claim in claims {
                let ClaimKey::Room(room) = claim.key else { continue };
                let is_ours = claim.owner == membership.id();
                let owner = if is_ours { Owner::ThisNode(claim.gaps()) } else { Owner::Other(claim.owner) };
                owners.push((room, owner));
            }
            if keys.is_empty() {
                return Ok(owners);
            }
        }
        Err(StoreError::Unavailable("the owner of a room changes too often".into()))
    }

    /// Takes over up to `limit` rooms of dead nodes. Returns them with the periods without an owner.
    pub(crate) async fn adopt(&self, limit: u32) -> Result<Vec<(RoomId, Vec<Outage>)>, StoreError> {
        let Self::Shared(membership) = self else { return Ok(Vec::new()) };
        let claims = membership.adopt(limit).await?;
        Ok(claims
            .iter()
            .filter_map(|claim| match claim.key {
                ClaimKey::Room(room) => Some((room, claim.gaps())),
                ClaimKey::Tournament(_) | ClaimKey::Duty(_) => None,
            })
            .collect())
    }

    /// Gives up a room that leaves memory. If that fails, this node stays its owner and loads it again when it is needed.
    pub(crate) async fn release(&self, room: RoomId) -> Result<(), StoreError> {
        match self {
            Self::Alone => Ok(()),
            Self::Shared(membership) => membership.release(&[ClaimKey::Room(room)]).await,
        }
    }

    /// Records that this node is about to stop.
    pub(crate) async fn stop(&self) -> Result<(), StoreError> {
        match self {
            Self::Alone => Ok(()),
            Self::Shared(membership) => membership.stop().await,
        }
    }

    /// Returns the nodes that are alive; `None` if there is one only.
    pub(crate) fn nodes(&self) -> Option<watch::Receiver<Arc<[NodeRow]>>> {
        match self {
            Self::Alone => None,
            Self::Shared(membership) => Some(membership.nodes()),
        }
    }
}

/// Maximum number of tries to claim a room that another node releases meanwhile.
const TRIES: usize = 3;
