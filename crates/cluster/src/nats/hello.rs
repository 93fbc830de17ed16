//! The greeting of nodes: a node that starts asks the others who they are.

use serde::{Deserialize, Serialize};
use sumito_kit::node::NodeId;
use uuid::Uuid;

use super::ConnectError;
use crate::envelope::{OLDEST_VERSION, VERSION};

/// A node's announcement. Sent without an envelope, so that every release can read it; fields may be added, never changed.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct Hello {
    /// Id of the node.
    pub(super) node: Uuid,
    /// Id of its database.
    pub(super) database: Uuid,
    /// Release of the program that it runs.
    pub(super) release: String,
    /// Version of the envelopes that it writes.
    writes: u8,
    /// Oldest version of an envelope that it reads.
    reads_from: u8,
    /// Latest version of an envelope that it reads.
    reads_to: u8,
}

impl Hello {
    /// Returns the greeting of this release.
    pub(super) fn new(node: NodeId, database: Uuid) -> Self {
        Self {
            node: node.0,
            database,
            release: env!("CARGO_PKG_VERSION").to_owned(),
            writes: VERSION,
            reads_from: OLDEST_VERSION,
            reads_to: VERSION,
        }
    }

    /// Returns its bytes: JSON.
    pub(super) fn bytes(&self) -> Vec<u8> {
        serde_json::to_vec(self).unwrap_or_default()
    }

    /// Reads the bytes of a greeting.
    pub(super) fn read(bytes: &[u8]) -> Option<Self> {
        serde_json::from_slice(bytes).ok()
    }

    /// Checks whether this node and another one may be on the same bus.
    pub(super) fn check(&self, other: &Self, prefix: &str) -> Result<(), ConnectError> {
        if self.database != other.database {
            let prefix = prefix.to_owned();
            return Err(ConnectError::OtherDatabase { prefix, ours: self.database, theirs: other.database });
        }
        let reads =
            |reader: &Self, writer: &Self| (reader.reads_from..=reader.reads_to).contains(&writer.writes);
        if !reads(self, other) || !reads(other, self) {
            let (ours, theirs) = (self.release.clone(), other.release.clone());
            return Err(ConnectError::Incompatible { ours, theirs });
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hello(writes: u8, reads_from: u8, reads_to: u8) -> Hello {
        Hello { writes, reads_from, reads_to, ..Hello::new(NodeId::random(), Uuid::nil()) }
    }

    #[test]
    fn consecutive_releases_are_compatible() {
        // Version 2 is read by the second of these releases, and written by the third.
        let releases = [hello(1, 1, 1), hello(1, 1, 2), hello(2, 1, 2), hello(2, 2, 2)];
        for (place, release) in releases.iter().enumerate() {
            for (other_place, other) in releases.iter().enumerate() {
                let is_compatible = release.check(other, "sumito").is_ok();
                assert_eq!(is_compatible, other.check(release, "sumito").is_ok());
                assert!(is_compatible || place.abs_diff(other_place) > 1, "{release:?}, {other:?}");
            }
        }
        assert!(matches!(releases[0].check(&releases[2], "sumito"), Err(ConnectError::Incompatible { .. })));
        assert!(matches!(releases[3].check(&releases[1], "sumito"), Err(ConnectError::Incompatible { .. })));
    }

    #[test]
    fn greetings_of_later_releases_are_read() {
        let mut later = serde_json::to_value(hello(7, 6, 7)).unwrap();
        later["region"] = "eu".into();
        let read = Hello::read(later.to_string().as_bytes()).unwrap();
        assert_eq!((read.writes, read.reads_from, read.reads_to), (7, 6, 7));
        assert!(Hello::read(b"hello").is_none());
    }
}
