//! Names of chat channels, also in the store.

use std::fmt;

use serde::{Deserialize, Serialize};
use sumito_game::{RoomId, TournamentId};
use sumito_store::{UserPair, channel_club, club_channel};
use sumito_vocabulary::Audience;
use uuid::Uuid;

/// Prefix of a tournament's channel in the store.
const TOURNAMENT: &str = "tournament:";

/// A chat channel. A new kind needs its text form here, and its access rules in `channel_state`.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Channel {
    /// In a room: players and spectators have separate channels.
    Room(RoomId, Audience),
    /// In the lobby of this name.
    Lobby(String),
    /// In a tournament. Only `tournaments`, a layer above, decides who may write there; its callers check that before they pass a message.
    Tournament(TournamentId),
    /// In a club. Only its members write; they and the moderators read.
    Club(Uuid),
    /// In the conversation of two accounts. Only the two read, and write while they are friends.
    Conversation(UserPair),
}

impl Channel {
    /// Returns the room of a room's channel.
    pub fn room(&self) -> Option<RoomId> {
        match self {
            Self::Room(room, _) => Some(*room),
            Self::Lobby(_) | Self::Tournament(_) | Self::Club(_) | Self::Conversation(_) => None,
        }
    }

    /// Returns the club of a club's channel.
    pub(super) fn club(&self) -> Option<Uuid> {
        match self {
            Self::Club(club) => Some(*club),
            Self::Room(..) | Self::Lobby(_) | Self::Tournament(_) | Self::Conversation(_) => None,
        }
    }

    /// Returns the users of a conversation.
    pub fn pair(&self) -> Option<UserPair> {
        match self {
            Self::Conversation(pair) => Some(*pair),
            Self::Room(..) | Self::Lobby(_) | Self::Tournament(_) | Self::Club(_) => None,
        }
    }

    /// Returns the kind of channel, as a metric label.
    pub(super) fn place(&self) -> &'static str {
        match self {
            Self::Room(..) => "room",
            Self::Lobby(_) => "lobby",
            Self::Tournament(_) => "tournament",
            Self::Club(_) => "club",
            Self::Conversation(_) => "conversation",
        }
    }

    /// Returns the tournament whose channel is stored as `text`.
    pub fn stored_tournament(text: &str) -> Option<TournamentId> {
        Some(TournamentId(Uuid::try_parse(text.strip_prefix(TOURNAMENT)?).ok()?))
    }

    /// Returns the club whose channel is stored as `text`.
    pub fn stored_club(text: &str) -> Option<Uuid> {
        channel_club(text)
    }
}

/// Returns the stored name of the channel.
impl fmt::Display for Channel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Room(room, Audience::Players) => write!(f, "room:{room}:players"),
            Self::Room(room, Audience::Spectators) => write!(f, "room:{room}:spectators"),
            Self::Lobby(name) => write!(f, "lobby:{name}"),
            Self::Tournament(id) => write!(f, "{TOURNAMENT}{}", id.0),
            Self::Club(club) => f.write_str(&club_channel(*club)),
            Self::Conversation(pair) => f.write_str(&pair.channel()),
        }
    }
}
