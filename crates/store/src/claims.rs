//! Claims: things that one node of a shared database owns exclusively.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use serde::{Deserialize, Serialize};
use sumito_game::{GameId, RoomId, Timestamp, TournamentId};
use sumito_kit::time_source::TimeSource;
use tokio::sync::watch;
use tokio::time::Instant;
use uuid::Uuid;

use super::postgres;
#[cfg(feature = "simulated")]
use super::simulated;
use super::{Backend, NodeId, NodeRow, Outage, Store, StoreError};

/// Something that a node owns exclusively. At most one node has a claim to it at any time.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum ClaimKey {
    /// A room in memory.
    Room(RoomId),
    /// A tournament in memory.
    Tournament(TournamentId),
    /// An unfinished analysis of a game.
    Analysis(GameId),
    /// A task that runs once, by its name.
    Duty(Arc<str>),
}

impl ClaimKey {
    /// Returns the room; `None` for other keys.
    pub fn room(&self) -> Option<RoomId> {
        match self {
            Self::Room(id) => Some(*id),
            Self::Tournament(_) | Self::Analysis(_) | Self::Duty(_) => None,
        }
    }

    /// Returns the tournament; `None` for other keys.
    pub fn tournament(&self) -> Option<TournamentId> {
        match self {
            Self::Tournament(id) => Some(*id),
            Self::Room(_) | Self::Analysis(_) | Self::Duty(_) => None,
        }
    }

    /// Returns the game of an analysis; `None` for other keys.
    pub fn analysis(&self) -> Option<GameId> {
        match self {
            Self::Analysis(id) => Some(*id),
            Self::Room(_) | Self::Tournament(_) | Self::Duty(_) => None,
        }
    }
}

/// Kind of a claim.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ClaimKind {
    /// Claims to rooms.
    Room,
    /// Claims to tournaments.
    Tournament,
    /// Claims to analyses.
    Analysis,
}

impl ClaimKind {
    /// Returns the start of the keys.
    pub(super) fn prefix(self) -> &'static str {
        match self {
            Self::Room => "room/",
            Self::Tournament => "tournament/",
            Self::Analysis => "analysis/",
        }
    }
}

impl fmt::Display for ClaimKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Room(id) => write!(f, "room/{id}"),
            Self::Tournament(id) => write!(f, "tournament/{}", id.0),
            Self::Analysis(id) => write!(f, "analysis/{}", id.0),
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
            Some(("analysis", id)) => id.parse().ok().map(|id| Self::Analysis(GameId(id))),
            Some(("duty", name)) => Some(Self::Duty(name.into())),
            _ => None,
        };
        key.ok_or_else(|| StoreError::Corrupt(format!("a claim with the key {text:?}")))
    }
}

/// A claim of a node.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Claim {
    /// The claimed thing.
    pub key: ClaimKey,
    /// The node that owns it.
    pub owner: NodeId,
    /// Time at which the node got it, on its clock.
    pub claimed_at: Timestamp,
    /// Its term. A new one starts whenever the node claims it again.
    pub term: i64,
    /// Earlier owners that died with it, oldest first.
    pub past: Vec<PastClaim>,
}

/// A claim of a node that died, or left it to the others when it stopped.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PastClaim {
    /// The node that had it.
    pub owner: NodeId,
    /// Time at which the node got it, on its clock.
    pub claimed_at: Timestamp,
    /// Time of the node's last sign of life, on its clock.
    pub lost_at: Timestamp,
    /// Outages of the node, also from before it had the claim.
    pub outages: Vec<Outage>,
}

/// A node's data about something that it owns.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tenure {
    /// Time from which the node owns it: earlier outages of this node do not concern it.
    pub since: Timestamp,
    /// Periods before, in which no node could serve it, in the order of their ends: its owner had an outage, or was dead.
    pub gaps: Vec<Outage>,
}

impl Tenure {
    /// Returns the tenure of the only server of a database.
    pub fn always() -> Self {
        Self { since: Timestamp::MIN, gaps: Vec::new() }
    }
}

impl Claim {
    /// Returns the owner's data about it.
    pub fn tenure(&self) -> Tenure {
        Tenure { since: self.claimed_at, gaps: self.gaps() }
    }

    fn gaps(&self) -> Vec<Outage> {
        let next = self.past.iter().skip(1).map(|past| past.claimed_at).chain([self.claimed_at]);
        let mut gaps = Vec::new();
        for (past, ended) in self.past.iter().zip(next) {
            let during = |outage: &Outage| Outage {
                began: outage.began.max(past.claimed_at),
                ended: outage.ended.min(past.lost_at),
            };
            gaps.extend(past.outages.iter().map(during).filter(|outage| outage.began < outage.ended));
            gaps.push(Outage { began: past.lost_at, ended });
        }
        gaps.sort_by_key(|gap| gap.ended);
        gaps
    }
}

/// The claim on which a node bases a decision. Its requests to other nodes are carried out only while it still has the claim in this term.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Mandate {
    /// Name of the duty that is claimed.
    pub duty: String,
    /// Id of the node that has the claim.
    pub node: Uuid,
    /// The term of the claim.
    pub term: i64,
}

/// Membership of a node in the group of nodes that share a database. Cheap to clone. Its futures are boxed: they are large, and parts of
/// many others.
#[derive(Debug, Clone)]
pub struct Membership(Of);

#[derive(Debug, Clone)]
enum Of {
    Postgres(postgres::Membership),
    #[cfg(feature = "simulated")]
    Simulated(simulated::Membership),
}

/// Calls a method of the membership in use.
macro_rules! each {
    ($membership:expr, $of:ident => $call:expr) => {
        match &$membership.0 {
            Of::Postgres($of) => $call,
            #[cfg(feature = "simulated")]
            Of::Simulated($of) => $call,
        }
    };
}

impl Store {
    /// Returns the membership of this node; `None` if the store was not opened by [`join`](Self::join).
    pub fn membership(&self) -> Option<Membership> {
        match &self.0 {
            Backend::Postgres(queries) => queries.membership().map(|of| Membership(Of::Postgres(of))),
            Backend::Sqlite(_) => None,
            #[cfg(feature = "simulated")]
            Backend::Simulated(queries) => queries.membership().map(|of| Membership(Of::Simulated(of))),
        }
    }
}

impl Membership {
    /// Returns the id of this node.
    pub fn id(&self) -> NodeId {
        each!(self, of => of.id())
    }

    /// Sets the last sign of life of the connection to the message bus, or `None` while there is a connection. The other nodes receive it
    /// with the next renewal of the lease.
    pub fn set_bus_lost(&self, since: Option<Instant>) {
        each!(self, of => of.set_bus_lost(since));
    }

    /// Returns the time of this node. All nodes share it: a node that joins takes it from a living one. The first node takes the time of
    /// the database, whose clock may be set afterwards.
    pub fn time(&self) -> TimeSource {
        each!(self, of => of.time())
    }

    /// Returns the id of the database that the nodes share.
    pub async fn database_id(&self) -> Result<Uuid, StoreError> {
        each!(self, of => of.database_id().boxed().await)
    }

    /// Returns the nodes that are alive, this node among them, and every change of them. It is read with each renewal of the lease.
    pub fn nodes(&self) -> watch::Receiver<Arc<[NodeRow]>> {
        each!(self, of => of.nodes())
    }

    /// Claims each of `keys` that no living node owns, and starts a new term of the keys that this node owns already. Returns the claims to
    /// all of them, in any order, without claims that another node has just released.
    pub async fn claim(&self, keys: &[ClaimKey]) -> Result<Vec<Claim>, StoreError> {
        each!(self, of => of.claim(keys).boxed().await)
    }

    /// Starts a new term of the keys among `keys` that this node owns, or owns in this `term`. Returns the claims to all of `keys`, in any
    /// order.
    pub async fn keep(&self, keys: &[ClaimKey], term: Option<i64>) -> Result<Vec<Claim>, StoreError> {
        each!(self, of => of.keep(keys, term).boxed().await)
    }

    /// Returns the claims to `keys`, in any order, without claiming anything. A claim of a dead node counts until another node claims the
    /// key.
    pub async fn owners(&self, keys: &[ClaimKey]) -> Result<Vec<Claim>, StoreError> {
        each!(self, of => of.owners(keys).boxed().await)
    }

    /// Claims up to `limit` keys of dead nodes, or keys released by living ones. Nodes that do so at the same time get different claims.
    pub async fn adopt(&self, kind: ClaimKind, limit: u32) -> Result<Vec<Claim>, StoreError> {
        each!(self, of => of.adopt(kind, limit).boxed().await)
    }

    /// Releases this node's claims among `keys` to whichever node claims them first. Has no effect on a claim that this node has made again
    /// since.
    pub fn leave<'a>(&'a self, keys: &'a [ClaimKey]) -> BoxFuture<'a, Result<(), StoreError>> {
        // The moment of the call counts.
        let asked_at = self.time().now();
        each!(self, of => of.leave(keys, asked_at).boxed())
    }

    /// Leaves all claims of a kind in the same way.
    pub async fn leave_all(&self, kind: ClaimKind) -> Result<(), StoreError> {
        each!(self, of => of.leave_all(kind).boxed().await)
    }

    /// Records that this node takes no new games and sockets, and no duties, because it is about to stop.
    pub async fn drain(&self) -> Result<(), StoreError> {
        each!(self, of => of.drain().boxed().await)
    }

    /// Records that this node is about to stop: its rooms have no event from now on until another node owns them.
    pub async fn stop(&self) -> Result<(), StoreError> {
        each!(self, of => of.stop().boxed().await)
    }

    /// Releases this node's claims among `keys`. Has no effect on a claim that this node has made again since, however late the statement
    /// reaches the database.
    pub fn release<'a>(&'a self, keys: &'a [ClaimKey]) -> BoxFuture<'a, Result<(), StoreError>> {
        let asked_at = self.time().now();
        each!(self, of => of.release(keys, asked_at).boxed())
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
            ClaimKey::Analysis(GameId(Uuid::from_u128(7))),
            ClaimKey::Duty("matchmaking/main".into()),
        ];
        for key in keys {
            assert_eq!(key.to_string().parse::<ClaimKey>().unwrap(), key);
        }
        for text in ["", "room", "room/", "rooms/AAAAAAAA", "tournament/7", "analysis/7"] {
            assert!(text.parse::<ClaimKey>().is_err(), "{text}");
        }
    }

    #[test]
    fn gaps_are_between_the_loss_of_a_claim_and_the_next_claim() {
        let past = |claimed_at, lost_at| PastClaim {
            owner: NodeId(Uuid::nil()),
            claimed_at: Timestamp(claimed_at),
            lost_at: Timestamp(lost_at),
            outages: Vec::new(),
        };
        let mut claim = Claim {
            key: ClaimKey::Duty("push".into()),
            owner: NodeId(Uuid::nil()),
            claimed_at: Timestamp(50),
            term: 50,
            past: vec![past(10, 20), past(30, 40)],
        };
        let gap = |began, ended| Outage { began: Timestamp(began), ended: Timestamp(ended) };
        assert_eq!(claim.gaps(), [gap(20, 30), gap(40, 50)]);
        // Outages of an owner count as far as it had the claim.
        claim.past[0].outages = vec![gap(5, 12), gap(14, 16), gap(19, 24)];
        claim.past[1].outages = vec![gap(12, 18)];
        let all = [gap(10, 12), gap(14, 16), gap(19, 20), gap(20, 30), gap(40, 50)];
        assert_eq!(claim.gaps(), all);
    }
}
