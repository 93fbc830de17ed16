//! Why a room does not do what it was asked for.

use sumito_game::{Reject, SettingsError};

use crate::sweep::Failure;

/// Why a room does not do what it was asked for. Nothing has changed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum RoomError {
    /// No room has this id.
    #[error("there is no room with this id; check the link")]
    NoSuchRoom,
    /// What is stored of the room cannot be read.
    #[error("this room is damaged; the operator has been told")]
    Damaged,
    /// The room, or the server, has too much to do.
    #[error("the server has too much to do at the moment; try again in a few seconds")]
    Busy,
    /// Nothing can be stored, or the server is about to stop.
    #[error(
        "the server cannot store anything at the moment; nothing has changed, try again in a few seconds"
    )]
    Unavailable,
    /// No new games are taken.
    #[error(
        "the server takes no new games at the moment, since it is about to be restarted; those under way go on"
    )]
    Draining,
    /// Who was to have a seat has deleted their account, or is about to.
    #[error("one of the players deletes their account; nobody plays for them")]
    PlayerDeleted,
    /// The user plays through another subscriber.
    #[error("you play this game from another window; `take_over` makes it this one")]
    NotInControl,
    /// The table refuses the command.
    #[error(transparent)]
    Rejected(#[from] Reject),
    /// Nobody can play by the settings.
    #[error(transparent)]
    Settings(#[from] SettingsError),
    /// The name of the lobby.
    #[error("a lobby's name is 1 to {max_bytes} characters from a-z, 0-9 and `-`")]
    LobbyName {
        /// How long it may be.
        max_bytes: usize,
    },
    /// The user has made as many rooms as is allowed.
    #[error("you have {limit} unfinished rooms; finish or leave some of them first")]
    TooManyRooms {
        /// How many are allowed.
        limit: u64,
    },
    /// The user plays against as many computers as is allowed.
    #[error("you have {limit} unfinished rooms with computers; finish some of them first")]
    TooManyComputerRooms {
        /// How many are allowed.
        limit: u64,
    },
    /// The user has aborted or left too many rated games.
    #[error(
        "you have aborted or left too many rated games; play rated again in {minutes} minutes, until then games that are not rated"
    )]
    Cooldown {
        /// Minutes that are left, rounded up.
        minutes: u64,
    },
    /// There is another room with the id that the new one was to have.
    #[error("there is another room with this id")]
    IdTaken,
    /// A fault of the server's; the log has the details.
    #[error("something went wrong on the server; nothing has changed")]
    Internal,
}

impl Failure for RoomError {
    fn stops_all(&self) -> bool {
        *self == Self::Unavailable
    }
}
