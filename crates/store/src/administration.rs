//! Cluster-wide administration settings: drain mode, the announcement, and the drain of a single node.

use std::collections::HashMap;

use sumito_game::Timestamp;

use super::{ModerationAction, NodeId, StoreError, store_api};

/// Cluster-wide administration settings. They are reset when the last node stops.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct AdministrationState {
    /// Whether no node takes new games.
    pub draining: bool,
    /// The announcement to all clients.
    pub announcement: Option<StoredAnnouncement>,
}

/// An announcement row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredAnnouncement {
    /// Text of the announcement.
    pub text: String,
    /// End of the announcement; `None`: until it is removed or the last node stops.
    pub until: Option<Timestamp>,
}

store_api! { each:
    /// Returns the administration settings.
    pub async fn administration(&self) -> Result<AdministrationState, StoreError>;

    /// Resets the administration settings, unless a node other than `this` runs: this node starts as the first one.
    pub async fn reset_administration(&self, this: Option<NodeId>) -> Result<(), StoreError>;
}

store_api! { each_database:
    /// Turns drain mode on or off and writes that to the log; `false` if the mode is the same already.
    pub async fn set_draining(&self, on: bool, action: &ModerationAction) -> Result<bool, StoreError>;

    /// Sets or removes the announcement and writes that to the log.
    pub async fn set_announcement(
        &self,
        announcement: Option<&StoredAnnouncement>,
        action: &ModerationAction,
    ) -> Result<(), StoreError>;

    /// Starts or ends the drain of a running node and writes that to the log; `false` if nothing changes.
    pub async fn set_node_draining(&self, node: NodeId, on: bool, action: &ModerationAction) -> Result<bool, StoreError>;

    /// Returns the names of the duties of each node, and the numbers of rooms and tournaments that it owns.
    pub async fn claimed(&self) -> Result<HashMap<NodeId, ClaimedByNode>, StoreError>;
}

/// A node's claims on a shared database.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ClaimedByNode {
    /// Number of rooms.
    pub rooms: u64,
    /// Number of tournaments.
    pub tournaments: u64,
    /// Names of the duties, in order.
    pub duties: Vec<String>,
}
