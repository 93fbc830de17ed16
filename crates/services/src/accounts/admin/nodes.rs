//! The nodes, the load of each, and the drain of one of them.

use std::time::Duration;

use futures_util::future::join_all;
use serde::{Deserialize, Serialize};
use sumito_cluster::Service;
use sumito_kit::node::NodeId;
use sumito_store::{ClaimedByNode, LEASE, ModerationActionKind, NodeRow};
use tracing::debug;
use uuid::Uuid;

use super::{Administration, AdministrationError};
use crate::accounts::identity::Caller;

/// The numbers of a node.
const NUMBERS: Service<(), NodeNumbers> = Service::new("node_numbers");

/// Time limit for the numbers of another node.
const NUMBERS_WITHIN: Duration = Duration::from_secs(1);

/// Maximum number of open requests for the numbers of this node.
const OPEN_REQUESTS: usize = 16;

/// A node's current load.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct NodeNumbers {
    /// Number of open sockets.
    pub sockets: u64,
    /// Number of rooms in memory that it owns.
    pub rooms: u64,
    /// Number of rooms of other nodes that its clients follow.
    pub followed: u64,
}

/// A node that runs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NodeState {
    /// The row of the node.
    pub row: NodeRow,
    /// Whether it is this node.
    pub is_this: bool,
    /// Time since the last renewal of its lease.
    pub silent_for: Duration,
    /// Its current load; `None` if it does not answer.
    pub numbers: Option<NodeNumbers>,
    /// Its claims on a shared database.
    pub claimed: ClaimedByNode,
}

impl Administration {
    /// Returns the nodes that run, the earliest start first.
    ///
    /// # Errors
    /// If the store is unavailable.
    pub async fn nodes(&self) -> Result<Vec<NodeState>, AdministrationError> {
        let inner = &self.0;
        let mut claimed = inner.store.claimed().await?;
        let mut rows = inner.store.nodes().await?;
        rows.retain(|row| row.fenced_at.is_none());
        rows.reverse();
        let states = rows.into_iter().map(|row| {
            let claimed = claimed.remove(&row.id).unwrap_or_default();
            self.state_of(row, claimed)
        });
        Ok(join_all(states).await)
    }

    /// Starts or ends the drain of one node: it takes no new games and sockets, and its duties, its sockets and then its games move
    /// to other nodes.
    ///
    /// # Errors
    /// [`AdministrationError::NoSuchNode`], [`AdministrationError::LastNode`], or the store is unavailable.
    pub async fn drain_node(&self, by: &Caller, id: Uuid, on: bool) -> Result<(), AdministrationError> {
        let inner = &self.0;
        let id = NodeId(id);
        let mut rows = inner.store.nodes().await?;
        rows.retain(|row| row.fenced_at.is_none());
        let node = rows.iter().find(|row| row.id == id).ok_or(AdministrationError::NoSuchNode)?;
        let takes_over = |row: &NodeRow| {
            row.id != id && row.draining_at.is_none() && row.stopping_at.is_none() && !row.has_expired()
        };
        if on && !rows.iter().any(takes_over) {
            return Err(AdministrationError::LastNode);
        }
        let kind = if on { ModerationActionKind::Drain } else { ModerationActionKind::Undrain };
        let action = self.action(by, kind, id.0.to_string(), node.name.clone());
        inner.store.set_node_draining(id, on, &action).await?;
        Ok(())
    }

    /// Answers other nodes' requests for the numbers of this node.
    pub(super) async fn answer_others(&self) {
        let mut requests = self.0.node.bus().serve(&NUMBERS, OPEN_REQUESTS);
        while let Some(request) = requests.next().await {
            request.reply.send(self.numbers());
        }
    }

    async fn state_of(&self, row: NodeRow, claimed: ClaimedByNode) -> NodeState {
        let node = &self.0.node;
        // Without a bus, no other node can run.
        let is_this = !node.is_shared() || row.id == node.id();
        let numbers = if is_this {
            Some(self.numbers())
        } else {
            let answer = node.bus().request(row.id, &NUMBERS, &(), NUMBERS_WITHIN).await;
            answer
                .inspect_err(|error| debug!(node = %row.id.0, %error, "numbers of a node not received"))
                .ok()
        };
        let renewed_at = row.lease_until - LEASE;
        let silent_for = if node.is_shared() { row.now.since(renewed_at) } else { Duration::ZERO };
        NodeState { row, is_this, silent_for, numbers, claimed }
    }

    fn numbers(&self) -> NodeNumbers {
        let (owned, followed) = self.0.rooms.owned_and_followed();
        NodeNumbers { sockets: self.0.sockets.count() as u64, rooms: owned as u64, followed: followed as u64 }
    }
}
