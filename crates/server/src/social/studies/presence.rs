//! The users who follow a study on all nodes, and their positions. Nothing of it is stored.

use std::collections::BTreeMap;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use sumito_kit::node::NodeId;
use sumito_kit::topic::Topic;
use sumito_store::UserRow;
use sumito_studies::{ChapterId, NodeId as PlaceId, Study};
use tokio::time::Instant;

use super::{Reader, StudyUpdate};

/// Maximum number of users in a message.
const SHOWN: usize = 32;

/// Expiry of another node's presence. Each node sends its part more often.
const FORGOTTEN_AFTER: Duration = Duration::from_secs(30);

/// A user who follows a study.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Viewer {
    /// The user who is present.
    pub(crate) user: UserRow,
    /// The user's position.
    pub(crate) place: Option<(ChapterId, PlaceId)>,
}

/// The followers of one node.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Part {
    /// Up to [`SHOWN`] users.
    pub(super) viewers: Vec<Viewer>,
    /// Number of all followers.
    pub(super) count: u32,
}

/// A follower of this node.
#[derive(Debug)]
pub(super) struct Follower {
    pub(super) reader: Reader,
    pub(super) place: Option<(ChapterId, PlaceId)>,
}

/// The parts of the other nodes.
#[derive(Debug, Default)]
pub(super) struct Elsewhere(BTreeMap<NodeId, (Instant, Part)>);

impl Part {
    /// Returns the followers of this node, each user once; members who may edit come first.
    pub(super) fn of(followers: &Topic<StudyUpdate, Follower>, study: &Study) -> Self {
        let mut part =
            Self { viewers: Vec::new(), count: u32::try_from(followers.len()).unwrap_or(u32::MAX) };
        for (_, Follower { reader, place }, _) in followers.iter() {
            if let Some(user) = &reader.user {
                part.add(Viewer { user: user.clone(), place: *place });
            }
        }
        part.cut(study);
        part
    }

    fn add(&mut self, viewer: Viewer) {
        match self.viewers.iter_mut().find(|known| known.user.id == viewer.user.id) {
            // The last follower with a position wins.
            Some(known) => known.place = viewer.place.or(known.place),
            None => self.viewers.push(viewer),
        }
    }

    fn cut(&mut self, study: &Study) {
        self.viewers.sort_by_key(|viewer| !study.may_write(viewer.user.id.0));
        self.viewers.truncate(SHOWN);
    }
}

impl Elsewhere {
    /// Replaces the part of a node; returns whether the node is new.
    pub(super) fn set(&mut self, node: NodeId, part: Part, now: Instant) -> bool {
        if part.count == 0 {
            self.0.remove(&node);
            return false;
        }
        self.0.insert(node, (now, part)).is_none()
    }

    /// Drops the parts of nodes that have sent nothing for long; returns whether there were any.
    pub(super) fn forget(&mut self, now: Instant) -> bool {
        let before = self.0.len();
        self.0.retain(|_, (at, _)| now.duration_since(*at) < FORGOTTEN_AFTER);
        self.0.len() < before
    }

    /// Returns the followers of all nodes.
    pub(super) fn with(&self, mut own: Part, study: &Study) -> Part {
        for (_, part) in self.0.values() {
            own.count = own.count.saturating_add(part.count);
            for viewer in &part.viewers {
                own.add(viewer.clone());
            }
        }
        own.cut(study);
        own
    }
}
