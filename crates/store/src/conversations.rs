//! Conversations of two accounts. Their lines are [chat lines](crate::LineRow) of a channel that only the two read.

use serde::{Deserialize, Serialize};
use sumito_game::{Timestamp, UserId};
use uuid::Uuid;

use super::{LineRow, StoreError, UserRow, store_api};

/// Prefix of the names of the channels of conversations.
const CONVERSATION: &str = "conversation:";

/// Two different users, in the order of their ids.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct UserPair {
    low: UserId,
    high: UserId,
}

impl UserPair {
    /// Returns the pair of these users; `None` if they are the same.
    pub fn new(one: UserId, other: UserId) -> Option<Self> {
        (one != other).then(|| Self { low: UserId(one.0.min(other.0)), high: UserId(one.0.max(other.0)) })
    }

    /// Returns the two users, in the order of their ids.
    pub fn users(self) -> [UserId; 2] {
        [self.low, self.high]
    }

    /// Returns the partner of a user; `None` if the user is neither of the two.
    pub fn partner(self, user: UserId) -> Option<UserId> {
        match user {
            _ if user == self.low => Some(self.high),
            _ if user == self.high => Some(self.low),
            _ => None,
        }
    }

    /// Returns the name of the channel of their conversation.
    pub fn channel(self) -> String {
        format!("{CONVERSATION}{}:{}", self.low.0, self.high.0)
    }

    /// Returns the users of the conversation with the channel of this name.
    pub fn of_channel(channel: &str) -> Option<Self> {
        let (low, high) = channel.strip_prefix(CONVERSATION)?.split_once(':')?;
        let user = |text| Uuid::try_parse(text).ok().map(UserId);
        Self::new(user(low)?, user(high)?)
    }
}

/// A conversation, in the view of one of its users.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ConversationRow {
    /// The other user.
    pub partner: UserRow,
    /// Place in the list of the user: the last line when it was stored, which may have been removed since.
    pub place: Uuid,
    /// The last line that the user can read.
    pub line: LineRow,
    /// Number of the partner's lines that the user has not read, at most [`COUNTED_LINES`].
    pub unread: u32,
}

/// Maximum to which unread lines, and conversations with unread lines, are counted.
pub const COUNTED_LINES: u32 = 100;

/// Limits of conversations.
#[derive(Debug, Clone, Copy)]
pub struct ConversationLimits {
    /// Maximum conversations in the list of a user.
    pub per_user: u32,
    /// Maximum lines that a conversation keeps.
    pub lines: u32,
}

/// A user's view of a conversation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ConversationView {
    /// The user has read the lines up to this one.
    pub read: Uuid,
    /// The user has deleted the lines up to this one from their view.
    pub hidden: Uuid,
}

/// A conversation that a user has deleted from their view.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct HiddenConversation {
    /// The last deleted line.
    pub until: Uuid,
    /// The last line that both users have deleted.
    pub until_for_both: Uuid,
}

store_api! { each_database:
    /// Returns whether two users may write to each other: they are accounts that follow each other, and neither blocks the other.
    pub async fn may_converse(&self, pair: UserPair) -> Result<bool, StoreError>;

    /// Returns the conversations of a user, the latest first, after a [place](ConversationRow::place).
    pub async fn conversations(&self, user: UserId, before: Option<Uuid>, limit: u32) -> Result<Vec<ConversationRow>, StoreError>;

    /// Returns the number of conversations in which a user has unread lines, at most [`COUNTED_LINES`].
    pub async fn unread_conversations(&self, user: UserId) -> Result<u32, StoreError>;

    /// Returns a user's view of a conversation; `None` if it has not started.
    pub async fn conversation_view(&self, pair: UserPair, user: UserId) -> Result<Option<ConversationView>, StoreError>;

    /// Returns the lines of a channel before one and after another, the latest first.
    pub async fn lines_between(
        &self,
        channel: &str,
        before: Option<Uuid>,
        after: Uuid,
        limit: u32,
    ) -> Result<Vec<LineRow>, StoreError>;

    /// Records that a user has read a conversation up to a line. Returns whether unread lines are left; `None` if nothing changes.
    pub async fn read_conversation(&self, pair: UserPair, user: UserId, line: Uuid) -> Result<Option<bool>, StoreError>;

    /// Deletes a conversation from the view of a user. Returns `None` if it has not started.
    pub async fn hide_conversation(&self, pair: UserPair, user: UserId) -> Result<Option<HiddenConversation>, StoreError>;

    /// Forgets conversations without a line since then, in one transaction. Returns the number of rows, at most `limit`.
    pub async fn forget_conversations(&self, before: Timestamp, limit: u32) -> Result<u64, StoreError>;
}
