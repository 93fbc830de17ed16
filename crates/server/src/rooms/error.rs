//! Errors of a room's requests.

use sumito_game::{Reject, SettingsError};

use crate::sweep::Failure;

/// The reason why a room rejected a request. Its state is unchanged.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum RoomError {
    /// No room has this id.
    #[error("there is no room with this id; check the link")]
    NoSuchRoom,
    /// The stored data of the room cannot be read.
    #[error("this room is damaged; the operator has been told")]
    Damaged,
    /// The room or the server is overloaded.
    #[error("the server has too much to do at the moment; try again in a few seconds")]
    Busy,
    /// Storage is unavailable, or the server is about to stop.
    #[error(
        "the server cannot store anything at the moment; nothing has changed, try again in a few seconds"
    )]
    Unavailable,
    /// The server is draining and accepts no new games.
    #[error(
        "the server takes no new games at the moment, since it is about to be restarted; those under way go on"
    )]
    Draining,
    /// A player to be seated has deleted their account, or their account is being deleted.
    #[error("one of the players deletes their account; nobody plays for them")]
    PlayerDeleted,
    /// The user plays through another subscriber.
    #[error("you play this game from another window; `take_over` makes it this one")]
    NotInControl,
    /// The table rejected the command.
    #[error(transparent)]
    Rejected(#[from] Reject),
    /// The settings are invalid.
    #[error(transparent)]
    Settings(#[from] SettingsError),
    /// The name of the lobby is invalid.
    #[error("a lobby's name is 1 to {max_bytes} characters from a-z, 0-9 and `-`")]
    LobbyName {
        /// Maximum length in bytes.
        max_bytes: usize,
    },
    /// The user has created as many rooms as is allowed.
    #[error("you have {limit} unfinished rooms; finish or leave some of them first")]
    TooManyRooms {
        /// The allowed number of rooms.
        limit: u64,
    },
    /// The user plays against as many computers as is allowed.
    #[error("you have {limit} unfinished rooms with computers; finish some of them first")]
    TooManyComputerRooms {
        /// The allowed number of rooms.
        limit: u64,
    },
    /// The user has aborted or abandoned too many rated games.
    #[error(
        "you have aborted or left too many rated games; play rated again in {minutes} minutes, until then games that are not rated"
    )]
    Cooldown {
        /// Remaining minutes, rounded up.
        minutes: u64,
    },
    /// The requested id belongs to a different room.
    #[error("there is another room with this id")]
    IdTaken,
    /// Internal server error; the log has the details.
    #[error("something went wrong on the server; nothing has changed")]
    Internal,
}

impl Failure for RoomError {
    fn stops_all(&self) -> bool {
        *self == Self::Unavailable
    }
}
