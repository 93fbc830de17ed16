//! The users who follow a study on all nodes, and their positions. Nothing of it is stored.

use serde::{Deserialize, Serialize};
use sumito_kit::topic::Topic;
use sumito_store::UserRow;
use sumito_studies::{ChapterId, NodeId as PlaceId, Study};

use super::{Reader, StudyUpdate};

/// Maximum number of users in a message.
const SHOWN: usize = 32;

/// A user who follows a study.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Viewer {
    /// The user who is present.
    pub user: UserRow,
    /// The user's position.
    pub place: Option<(ChapterId, PlaceId)>,
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

    /// Returns this part for the other nodes; `None` without followers. Nodes without followers do not need the users.
    pub(super) fn to_share(&self, others: &[Self]) -> Option<Self> {
        let viewers = if others.is_empty() { Vec::new() } else { self.viewers.clone() };
        (self.count > 0).then_some(Self { viewers, count: self.count })
    }

    /// Returns the followers of all nodes.
    pub(super) fn joined(mut self, others: Vec<Self>, study: &Study) -> Self {
        for part in others {
            self.count = self.count.saturating_add(part.count);
            part.viewers.into_iter().for_each(|viewer| self.add(viewer));
        }
        self.cut(study);
        self
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
