//! Ids of nodes.

use uuid::Uuid;

/// Id of a node, a server that uses a database: a new one for each start.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NodeId(pub Uuid);

impl NodeId {
    /// Returns a new id.
    pub fn random() -> Self {
        Self(Uuid::now_v7())
    }
}
