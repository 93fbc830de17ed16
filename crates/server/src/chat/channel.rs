//! Where one talks.

use std::fmt;

use sumito_game::{RoomId, TournamentId};
use uuid::Uuid;

/// How a tournament's channel begins as it is stored.
const TOURNAMENT: &str = "tournament:";

/// Where one talks. Whoever adds a kind adds what it is called as text here, and who may talk there in `desk`.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Channel {
    /// In a room: its players and those who only watch talk apart.
    Room(RoomId, Audience),
    /// In the lobby of this name.
    Lobby(String),
    /// In a tournament. Who may talk there is known to `tournaments` alone, which stands above: whoever hands a line over has asked it.
    Tournament(TournamentId),
}

/// Who talks in a room.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Audience {
    /// Those who have a seat.
    Players,
    /// Those who have none.
    Spectators,
}

impl Channel {
    /// The room, of a room's channel.
    pub fn room(&self) -> Option<RoomId> {
        match self {
            Self::Room(room, _) => Some(*room),
            Self::Lobby(_) | Self::Tournament(_) => None,
        }
    }

    /// What kind of place it is, for those who count.
    pub(super) fn place(&self) -> &'static str {
        match self {
            Self::Room(..) => "room",
            Self::Lobby(_) => "lobby",
            Self::Tournament(_) => "tournament",
        }
    }

    /// The tournament whose channel is stored as `text`.
    pub fn stored_tournament(text: &str) -> Option<TournamentId> {
        Some(TournamentId(Uuid::try_parse(text.strip_prefix(TOURNAMENT)?).ok()?))
    }
}

/// As it is stored.
impl fmt::Display for Channel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Room(room, Audience::Players) => write!(f, "room:{room}:players"),
            Self::Room(room, Audience::Spectators) => write!(f, "room:{room}:spectators"),
            Self::Lobby(name) => write!(f, "lobby:{name}"),
            Self::Tournament(id) => write!(f, "{TOURNAMENT}{}", id.0),
        }
    }
}
