//! Errors of a room's requests.

use serde::{Deserialize, Serialize};
use sumito_game::{CommandError, SettingsError};

use sumito_store::sweep::Failure;

/// The reason why a room rejected a request. Its state is unchanged.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RoomError {
    /// No room has this id.
    #[error("room not found; check the link")]
    NoSuchRoom,
    /// The stored data of the room cannot be read.
    #[error("this room's data is corrupt; the server has logged it")]
    Corrupt,
    /// The room or the server is overloaded.
    #[error("server busy; try again in a few seconds")]
    Busy,
    /// Storage is unavailable, or the server is about to stop.
    #[error("storage unavailable; nothing was changed, try again in a few seconds")]
    Unavailable,
    /// The server is draining and accepts no new games.
    #[error("the server is draining for a restart and accepts no new games; running games continue")]
    Draining,
    /// A player to be seated has deleted their account, or their account is being deleted.
    #[error("a player has deleted their account, or is about to")]
    PlayerDeleted,
    /// The user plays through another subscriber.
    #[error("you play this game in another window; send `take_over` to switch")]
    NotInControl,
    /// The table rejected the command.
    #[error(transparent)]
    Rejected(#[from] CommandError),
    /// The settings are invalid.
    #[error(transparent)]
    #[serde(skip)]
    Settings(#[from] SettingsError),
    /// The name of the lobby is invalid.
    #[error("a lobby's name must be 1 to {max_bytes} characters from a-z, 0-9 and `-`")]
    LobbyName {
        /// Maximum length in bytes.
        max_bytes: usize,
    },
    /// The user has created as many rooms as is allowed.
    #[error("room limit reached ({limit} unfinished); finish or leave some first")]
    TooManyRooms {
        /// The allowed number of rooms.
        limit: u64,
    },
    /// The user plays against as many computers as is allowed.
    #[error("limit of unfinished rooms with computers reached ({limit}); finish some first")]
    TooManyComputerRooms {
        /// The allowed number of rooms.
        limit: u64,
    },
    /// The user has aborted or abandoned too many rated games.
    #[error(
        "rated play is suspended for {minutes} minutes after too many aborted or abandoned games; unrated \
         games are possible"
    )]
    Cooldown {
        /// Remaining minutes, rounded up.
        minutes: u64,
    },
    /// The requested id belongs to a different room.
    #[error("another room has this id")]
    IdTaken,
    /// Internal server error; the log has the details.
    #[error("internal error; nothing was changed")]
    Internal,
}

impl Failure for RoomError {
    fn stops_all(&self) -> bool {
        *self == Self::Unavailable
    }
}
