//! Errors of tournament requests.

use sumito_tournament::{Refusal, SettingsError};
use tracing::error;

use crate::identity::IdentityError;
use crate::rooms::RoomError;
use crate::store::StoreError;
use crate::sweep::Failure;

/// The reason why a tournament rejected a request. Its state is unchanged.
#[derive(Debug, thiserror::Error)]
pub enum TournamentError {
    /// No tournament has this id.
    #[error("there is no tournament with this id; check the link")]
    NoSuchTournament,
    /// The stored data of the tournament cannot be read.
    #[error("this tournament is damaged; the operator has been told")]
    Damaged,
    /// The tournament or the server is overloaded.
    #[error("the server has too much to do at the moment; try again in a few seconds")]
    Busy,
    /// Storage is unavailable, or the server is about to stop.
    #[error(
        "the server cannot store anything at the moment; nothing has changed, try again in a few seconds"
    )]
    Unavailable,
    /// The server is draining and accepts no new games.
    #[error(
        "the server begins no tournament at the moment, since it is about to be restarted; those under way go on"
    )]
    Draining,
    /// The rules of the tournament reject the command.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// Guests cannot create or run tournaments.
    #[error("a tournament is made by somebody with an account; POST /api/v1/accounts makes you one")]
    NeedsAccount,
    /// The user has created as many tournaments as is allowed.
    #[error("you have {limit} tournaments that have not ended; that is the limit")]
    TooManyOpen {
        /// The allowed number of tournaments.
        limit: u64,
    },
    /// The tournament has more places than this server allows.
    #[error("a tournament has at most {limit} places on this server")]
    TooManyPlaces {
        /// The allowed number of places.
        limit: u32,
    },
    /// The start is in the past, or too far in the future.
    #[error(
        "a tournament begins within a year from now; give `start.at` in microseconds since the Unix epoch"
    )]
    StartsAt,
    /// Admission by password was chosen without a password.
    #[error("say which password is asked for: 1 to {max} characters in `password`", max = super::LONGEST_PASSWORD)]
    NeedsPassword,
    /// The password is not the tournament's password.
    #[error("this is not the password of the tournament; ask whoever runs it")]
    WrongPassword,
    /// A block stands between a director and the player to be invited.
    #[error("you cannot invite this player")]
    Blocked,
    /// A director blocks the player.
    #[error("you cannot enter this tournament; look for another one")]
    KeptOut,
    /// The director has as many open invitations as is allowed.
    #[error("{limit} of your invitations have no answer yet; that is the limit, so take some of them back")]
    TooManyInvitations {
        /// The allowed number of invitations.
        limit: u64,
    },
    /// An error of the rooms: players may be in a cooldown, and computers are limited.
    #[error(transparent)]
    Room(#[from] RoomError),
    /// No user has this name.
    #[error("there is no player with this name or id")]
    NoSuchPlayer,
    /// An error of the identity service, which compares the passwords.
    #[error(transparent)]
    Identity(#[from] IdentityError),
    /// Internal server error; the log has the details.
    #[error("something went wrong on the server; nothing has changed")]
    Internal,
}

impl From<SettingsError> for TournamentError {
    fn from(error: SettingsError) -> Self {
        Self::Refused(error.into())
    }
}

impl From<StoreError> for TournamentError {
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::Unavailable(_) => Self::Unavailable,
            StoreError::Conflict(_) | StoreError::Corrupt(_) | StoreError::Query(_) => {
                error!(%error, "tournament store failed");
                Self::Internal
            }
        }
    }
}

impl Failure for TournamentError {
    fn stops_all(&self) -> bool {
        matches!(self, Self::Unavailable)
    }
}
