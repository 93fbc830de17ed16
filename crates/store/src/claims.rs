//! Claims: what each node of a shared database owns alone.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use sumito_game::{RoomId, Timestamp, TournamentId};
use tokio::sync::watch;

use super::postgres;
use super::{Backend, NodeId, NodeRow, Outage, Store, StoreError};

/// What a node owns alone. At most one node has a claim to it at any time.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum ClaimKey {
    /// A room in memory.
    Room(RoomId),
    /// A tournament in memory.
    Tournament(TournamentId),
    /// A task that runs once, by its name.
    Duty(Arc<str>),
}

impl fmt::Display for ClaimKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Room(id) => write!(f, "room/{id}"),
            Self::Tournament(id) => write!(f, "tournament/{}", id.0),
            Self::Duty(name) => write!(f, "duty/{name}"),
        }
    }
}

impl FromStr for ClaimKey {
    type Err = StoreError;

    fn from_str(text: &str) -> Result<Self, StoreError> {
        let key = match text.split_once('/') {
            Some(("room", id)) => id.parse().ok().map(Self::Room),
            Some(("tournament", id)) => id.parse().ok().map(|id| Self::Tournament(TournamentId(id))),
            Some(("duty", name)) => Some(Self::Duty(name.into())),
            _ => None,
        };
        key.ok_or_else(|| StoreError::Corrupt(format!("a claim with the key {text:?}")))
    }
}

/// A claim of a node.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Claim {
    /// What is claimed.
    pub key: ClaimKey,
    /// The node that owns it.
    pub owner: NodeId,
    /// Time at which the node got it, on the clock of the database.
    pub claimed_at: Timestamp,
    /// Earlier owners that died with it, oldest first.
    pub past: Vec<PastClaim>,
}

/// A claim of a node that died.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PastClaim {
    /// The node that died.
    pub owner: NodeId,
    /// Time at which the node got it, on the clock of the database.
    pub claimed_at: Timestamp,
    /// Time of the node's last sign of life, on the clock of the database.
    pub lost_at: Timestamp,
}

impl Claim {
    /// Returns the periods in which the claim had no living owner, oldest first.
    pub fn gaps(&self) -> Vec<Outage> {
        let next = self.past.iter().skip(1).map(|past| past.claimed_at).chain([self.claimed_at]);
        self.past.iter().zip(next).map(|(past, ended)| Outage { began: past.lost_at, ended }).collect()
    }
}

/// Membership of a node in the group of nodes that share a database. Cheap to clone. Its futures are boxed: they are large, and parts of
/// many others.
#[derive(Debug, Clone)]
pub struct Membership(pub(super) postgres::Membership);

impl Store {
    /// Returns the membership of this node; `None` if the store was not opened by [`join`](Self::join).
    pub fn membership(&self) -> Option<Membership> {
        match &self.0 {
            Backend::Postgres(queries) => queries.membership().map(Membership),
            Backend::Sqlite(_) => None,
            #[cfg(feature = "simulated")]
            Backend::Simulated(_) => None,
        }
    }
}

impl Membership {
    /// Returns the id of this node.
    pub fn id(&self) -> NodeId {
        self.0.id()
    }

    /// Returns the nodes that are alive, this node among them, and every change of them. It is read with each renewal of the lease.
    pub fn nodes(&self) -> watch::Receiver<Arc<[NodeRow]>> {
        self.0.nodes()
    }

    /// Claims each of `keys` that no living node owns. Returns the claims to all of them, in any order; those that another node has given
    /// up meanwhile are left out.
    pub async fn claim(&self, keys: &[ClaimKey]) -> Result<Vec<Claim>, StoreError> {
        Box::pin(self.0.claim(keys)).await
    }

    /// Takes over up to `limit` claims of dead nodes. Nodes that do so at the same time get different claims.
    pub async fn adopt(&self, limit: u32) -> Result<Vec<Claim>, StoreError> {
        Box::pin(self.0.adopt(limit)).await
    }

    /// Records that this node is about to stop: its rooms have no event from now on until another node owns them.
    pub async fn stop(&self) -> Result<(), StoreError> {
        Box::pin(self.0.stop()).await
    }

    /// Gives up those of `keys` that this node owns.
    pub async fn release(&self, keys: &[ClaimKey]) -> Result<(), StoreError> {
        Box::pin(self.0.release(keys)).await
    }
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::*;

    #[test]
    fn keys_are_read_as_they_are_written() {
        let keys = [
            ClaimKey::Room(RoomId::from_random([7; 8])),
            ClaimKey::Tournament(TournamentId(Uuid::from_u128(7))),
            ClaimKey::Duty("matchmaking/main".into()),
        ];
        for key in keys {
            assert_eq!(key.to_string().parse::<ClaimKey>().unwrap(), key);
        }
        for text in ["", "room", "room/", "rooms/AAAAAAAA", "tournament/7"] {
            assert!(text.parse::<ClaimKey>().is_err(), "{text}");
        }
    }

    #[test]
    fn gaps_are_between_the_loss_of_a_claim_and_the_next_claim() {
        let past = |claimed_at, lost_at| PastClaim {
            owner: NodeId(Uuid::nil()),
            claimed_at: Timestamp(claimed_at),
            lost_at: Timestamp(lost_at),
        };
        let claim = Claim {
            key: ClaimKey::Duty("push".into()),
            owner: NodeId(Uuid::nil()),
            claimed_at: Timestamp(50),
            past: vec![past(10, 20), past(30, 40)],
        };
        let gap = |began, ended| Outage { began: Timestamp(began), ended: Timestamp(ended) };
        assert_eq!(claim.gaps(), [gap(20, 30), gap(40, 50)]);
    }
}
