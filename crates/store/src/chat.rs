//! Chat lines in rooms, lobbies, tournaments, clubs and conversations.

use std::time::Duration;

use futures_util::FutureExt;
use serde::{Deserialize, Serialize};
use sumito_game::{Timestamp, UserId};
use uuid::Uuid;

use super::{
    ConversationLimits, ModerationAction, Preset, Store, StoreError, UserPair, UserRow, each_database,
    store_api,
};
use sumito_kit::text::Text;

/// Content of a chat line.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LineContent {
    /// Text written by the author.
    Text(Text),
    /// Message shown to each reader in their own language.
    Preset(Preset),
}

impl LineContent {
    /// Returns the content as a text: a preset by its word.
    pub fn into_text(self) -> Text {
        match self {
            Self::Text(text) => text,
            Self::Preset(preset) => Text::stored(preset.as_str().to_owned()),
        }
    }

    /// Returns the text, or the word of the preset.
    pub fn as_str(&self) -> &str {
        match self {
            Self::Text(text) => text.as_str(),
            Self::Preset(preset) => preset.as_str(),
        }
    }
}

/// A chat line row.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LineRow {
    /// Id of the line. Ids grow with time; within a channel, in the order in which its lines are stored.
    pub id: Uuid,
    /// Channel, as text of which the store interprets only the names of [clubs](club_channel) and [conversations](UserPair::channel).
    pub channel: String,
    /// Author of the line.
    pub author: UserRow,
    /// Time of the line.
    pub at: Timestamp,
    /// Content of the line.
    pub said: LineContent,
    /// Command id of the author's client.
    pub command: Option<String>,
}

/// A chat line to store.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewLine {
    /// Channel, as text of which the store interprets only the names of [clubs](club_channel) and [conversations](UserPair::channel).
    pub channel: String,
    /// Author of the line.
    pub author: UserRow,
    /// Time of the line.
    pub at: Timestamp,
    /// Content of the line.
    pub said: LineContent,
    /// Command id of the author's client.
    pub command: Option<String>,
}

impl NewLine {
    /// Returns the row of the line with this id.
    pub fn stored(&self, id: Uuid) -> LineRow {
        let Self { channel, author, at, said, command } = self.clone();
        LineRow { id, channel, author, at, said, command }
    }
}

/// Limit of the lines of each author, counted for all nodes of the database.
#[derive(Debug, Clone, Copy)]
pub struct LineLimit {
    /// Number of lines that are allowed at once.
    pub burst: u32,
    /// Time in which as many are allowed again.
    pub span: Duration,
}

/// Limits of the lines in a transaction.
#[derive(Debug, Clone, Copy)]
pub struct LineLimits {
    /// Limit of the lines of each author; `None`: the caller counts them.
    pub pace: Option<LineLimit>,
    /// Limits of conversations.
    pub conversations: ConversationLimits,
}

/// Prefix of the names of clubs' channels.
const CLUB: &str = "club:";

/// Returns the name of a club's channel, in which only members write.
pub fn club_channel(club: Uuid) -> String {
    format!("{CLUB}{club}")
}

/// Returns the club whose channel has this name.
pub fn channel_club(channel: &str) -> Option<Uuid> {
    Uuid::try_parse(channel.strip_prefix(CLUB)?).ok()
}

/// Outcome of storing a line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum AddedLine {
    /// The line is stored.
    Stored {
        /// Id of the line.
        id: Uuid,
        /// Id of the channel's line before it, if there is one.
        after: Option<Uuid>,
        /// The user for whom it is the first unread line of a conversation.
        first_unread_of: Option<UserId>,
    },
    /// The author's command has caused this line before.
    Repeated(Uuid),
    /// The author exceeds the limit.
    TooFast {
        /// Time until the next line is allowed.
        wait: Duration,
    },
    /// The channel is a club's, and the author is not a member.
    NotMember,
    /// The channel is a conversation, and the author [may not write](Store::may_converse) there.
    NotFriends,
    /// The line would start a conversation, and the list of a user is full.
    TooManyConversations {
        /// The user with the full list.
        of: UserId,
    },
}

/// Lines that are removed in one transaction.
const AT_ONCE: u32 = 1_000;

/// Selection of lines to remove.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LineSelector {
    /// The line with this id.
    Line(Uuid),
    /// All lines of this user.
    Of(UserId),
    /// All lines in the channel of this club.
    Club(Uuid),
    /// The lines of the conversation of these users, up to the one with this id.
    Conversation(UserPair, Uuid),
}

impl LineSelector {
    /// Returns whether the selection contains this line.
    pub fn selects(self, line: &LineRow) -> bool {
        match self {
            Self::Line(id) => line.id == id,
            Self::Of(user) => line.author.id == user,
            Self::Club(club) => channel_club(&line.channel) == Some(club),
            Self::Conversation(pair, until) => {
                line.id <= until && UserPair::of_channel(&line.channel) == Some(pair)
            }
        }
    }
}

store_api! { each_database:
    /// Stores lines of one or several channels in one transaction. Returns the outcome of each.
    pub async fn add_lines(&self, lines: &[NewLine], limits: LineLimits) -> Result<Vec<AddedLine>, StoreError>;

    /// Returns the last lines of a channel, oldest first.
    pub async fn last_lines(&self, channel: &str, limit: u32) -> Result<Vec<LineRow>, StoreError>;

    /// Returns a line with up to `count` lines of its channel before it, and as many after it, oldest first.
    pub async fn lines_around(&self, line: &LineRow, count: u32) -> Result<Vec<LineRow>, StoreError>;

    /// Returns the line with this id.
    pub async fn line(&self, id: Uuid) -> Result<Option<LineRow>, StoreError>;
}

impl Store {
    /// Removes lines, and writes an entry to the moderation log if a moderator did it. Returns whether there were any.
    /// Many lines take several transactions.
    pub async fn remove_lines(
        &self,
        which: LineSelector,
        action: Option<&ModerationAction>,
    ) -> Result<bool, StoreError> {
        let mut removed = false;
        // A user may have very many lines, so they are removed in batches.
        loop {
            // The first batch writes the log entry.
            let action = action.filter(|_| !removed);
            let count =
                each_database!(self, queries => queries.remove_lines(which, action, AT_ONCE).boxed().await)?;
            removed |= count > 0;
            if count < u64::from(AT_ONCE) {
                return Ok(removed);
            }
        }
    }
}
