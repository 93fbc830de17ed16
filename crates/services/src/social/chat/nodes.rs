//! Chat on several nodes: messages between the nodes, and recovery after gaps.
//!
//! A message is stored in the order of its channel's ids, whichever node stores it. It then reaches the other nodes with the id of the
//! message before it. A node that has not seen that message re-reads the channel, as it does after a gap on the bus or the death of a node.

use std::collections::{HashMap, HashSet, VecDeque};
use std::time::Duration;

use serde::{Deserialize, Serialize};
use sumito_cluster::{Received, Subject};
use sumito_game::UserId;
use sumito_kit::node::NodeId;
use sumito_kit::retry::Retry;
use sumito_kit::task;
use tokio::time::Instant;
use uuid::Uuid;

use super::channel::Channel;
use super::channel_state::Line;
use super::task::{ChatTask, TaskResult};
use sumito_store::{LineSelector, Store, StoreError, UserPair};

/// News of the chat for all nodes.
pub(super) const NEWS: Subject<ChatNews> = Subject::new("chat");

/// Time for which a removal is remembered: a message that was removed may be on its way from another node.
const REMEMBERED_FOR: Duration = Duration::from_mins(1);

/// Maximum number of removals that are remembered.
const REMEMBERED: usize = 1_024;

/// News of the chat.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum ChatNews {
    /// A message was stored, after the one with this id.
    Said { channel: Channel, line: Line, after: Option<Uuid> },
    /// Messages may have been stored: the channel must be read again.
    Changed { channel: Channel },
    /// Messages were removed.
    Removed { which: LineSelector },
    /// A user blocks another one, or no longer does.
    Blocked { user: UserId, other: UserId, is_blocked: bool },
    /// A user has left a club, or the club was deleted.
    Left { club: Uuid, user: Option<UserId> },
    /// A user has deleted the messages of a conversation up to this id.
    Hidden { pair: UserPair, user: UserId, until: Uuid },
}

/// The latest removals.
#[derive(Default)]
pub(super) struct Removals(VecDeque<(LineSelector, Instant)>);

impl Removals {
    fn remember(&mut self, which: LineSelector) {
        if self.0.len() >= REMEMBERED {
            self.0.pop_front();
        }
        self.0.push_back((which, Instant::now()));
    }

    /// Returns whether a message may have been removed.
    pub(super) fn select(&self, line: &Line) -> bool {
        self.0.iter().any(|(which, _)| which.selects(line))
    }

    pub(super) fn forget(&mut self) {
        while self.0.pop_front_if(|(_, at)| at.elapsed() > REMEMBERED_FOR).is_some() {}
    }
}

impl ChatTask {
    /// Sends news to the other nodes. `news` is called only if there can be any.
    pub(super) fn publish(&self, news: impl FnOnce() -> ChatNews) {
        if self.node.is_shared() {
            self.node.bus().publish(&NEWS, &news());
        }
    }

    pub(super) fn receive(&mut self, received: Received<ChatNews>) {
        match received {
            Received::Lagged => self.catch_up(),
            Received::Message { body: ChatNews::Said { channel, line, after }, .. } => {
                self.put(&channel, &line, after);
            }
            Received::Message { body: ChatNews::Changed { channel }, .. } => self.read(&channel),
            Received::Message { body: ChatNews::Removed { which }, .. } => self.remove(which),
            Received::Message { body: ChatNews::Blocked { user, other, is_blocked }, .. } => {
                self.set_block(user, other, is_blocked);
            }
            Received::Message { body: ChatNews::Left { club, user }, .. } => self.leave(club, user),
            Received::Message { body: ChatNews::Hidden { pair, user, until }, .. } => {
                self.hide(pair, user, until);
            }
        }
    }

    /// Catches up if a node has died.
    pub(super) fn peers_changed(&mut self, others: Vec<NodeId>) {
        let has_died = self.others.iter().any(|node| !others.contains(node));
        self.others = others;
        if has_died {
            self.catch_up();
        }
    }

    /// Reads all channels that have followers again, and whom these block, and which of them are members of the clubs.
    fn catch_up(&mut self) {
        self.checks.void_all();
        self.drop_channels(|state| state.is_needed(Duration::ZERO));
        let channels: Vec<_> = self.channels.keys().cloned().collect();
        for channel in channels {
            self.read(&channel);
        }
        self.read_followers();
    }

    /// Removes messages from memory. They have been removed from the store.
    pub(super) fn remove(&mut self, which: LineSelector) {
        self.removals.remember(which);
        for slot in self.channels.values_mut() {
            slot.remove(which);
        }
    }

    pub(super) fn set_block(&mut self, user: UserId, other: UserId, is_blocked: bool) {
        self.blocks_changed = true;
        let now = self.rooms.now();
        self.open_channels().for_each(|state| state.set_block(user, other, is_blocked, now));
    }

    /// Ends the subscriptions of a user who has left a club; `None`: the subscriptions of all users of a deleted club.
    pub(super) fn leave(&mut self, club: Uuid, user: Option<UserId>) {
        self.checks.leave(club, user);
        if let Some(state) = self.state(&Channel::Club(club)) {
            state.expel(user);
        }
    }

    /// Applies that a user has deleted the messages of a conversation up to this id.
    pub(super) fn hide(&mut self, pair: UserPair, user: UserId, until: Uuid) {
        let now = self.rooms.now();
        if let Some(state) = self.state(&Channel::Conversation(pair)) {
            state.hide(user, until, now);
        }
    }

    /// Reads whom the followers of all channels block, and which followers of clubs' channels are no longer members.
    fn read_followers(&mut self) {
        let users: HashSet<_> = self.open_channels().flat_map(|state| state.users()).collect();
        let clubs: Vec<_> = self.open_channels().filter_map(|state| state.members()).collect();
        self.blocks_changed = false;
        if users.is_empty() || self.is_reading_blocks {
            self.blocks_changed |= self.is_reading_blocks;
            return;
        }
        self.is_reading_blocks = true;
        let (store, sender) = (self.store.clone(), self.sender.clone());
        task::spawn(async move {
            let users: Vec<_> = users.into_iter().collect();
            let read = || async {
                Ok::<_, StoreError>((store.blocks_of(&users).await?, left(&store, &clubs).await?))
            };
            let (pairs, left) = Retry::new("read of blocks and members").run(read).await;
            let mut blocks: HashMap<_, HashSet<_>> =
                users.into_iter().map(|user| (user, HashSet::new())).collect();
            for (user, other) in pairs {
                blocks.entry(user).or_default().insert(other);
            }
            // The task may have ended.
            let _ = sender.send(TaskResult::Followers { blocks, left }).await;
        });
    }

    /// Applies whom users block, unless that has changed since it was read, and who has left which club.
    pub(super) fn set_followers(
        &mut self,
        blocks: &HashMap<UserId, HashSet<UserId>>,
        left: Vec<(Uuid, UserId)>,
    ) {
        for (club, user) in left {
            self.leave(club, Some(user));
        }
        self.is_reading_blocks = false;
        if self.blocks_changed {
            self.read_followers();
        } else {
            let now = self.rooms.now();
            self.open_channels().for_each(|state| state.set_blocks(blocks, now));
        }
    }
}

/// Returns the users who are not members of their club.
async fn left(store: &Store, clubs: &[(Uuid, Vec<UserId>)]) -> Result<Vec<(Uuid, UserId)>, StoreError> {
    let mut left = Vec::new();
    for (club, users) in clubs {
        let members = store.club_members_among(*club, users).await?;
        left.extend(users.iter().filter(|user| !members.contains(user)).map(|user| (*club, *user)));
    }
    Ok(left)
}
