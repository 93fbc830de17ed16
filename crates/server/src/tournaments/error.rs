//! Why a tournament does not do what it was asked for.

use sumito_tournament::{Refusal, SettingsError};
use tracing::error;

use crate::identity::IdentityError;
use crate::rooms::RoomError;
use crate::store::StoreError;
use crate::sweep::Failure;

/// Why a tournament does not do what it was asked for. Nothing has changed.
#[derive(Debug, thiserror::Error)]
pub enum TournamentError {
    /// No tournament has this id.
    #[error("there is no tournament with this id; check the link")]
    NoSuchTournament,
    /// What is stored of the tournament cannot be read.
    #[error("this tournament is damaged; the operator has been told")]
    Damaged,
    /// The tournament, or the server, has too much to do.
    #[error("the server has too much to do at the moment; try again in a few seconds")]
    Busy,
    /// Nothing can be stored, or the server is about to stop.
    #[error(
        "the server cannot store anything at the moment; nothing has changed, try again in a few seconds"
    )]
    Unavailable,
    /// No new games are taken.
    #[error(
        "the server begins no tournament at the moment, since it is about to be restarted; those under way go on"
    )]
    Draining,
    /// The tournament's own rules.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// Guests hold no tournaments.
    #[error("a tournament is made by somebody with an account; POST /api/v1/accounts makes you one")]
    NeedsAccount,
    /// The user has made as many as is allowed.
    #[error("you have {limit} tournaments that have not ended; that is the limit")]
    TooManyOpen {
        /// How many are allowed.
        limit: u64,
    },
    /// More places than this server gives a tournament.
    #[error("a tournament has at most {limit} places on this server")]
    TooManyPlaces {
        /// How many are allowed.
        limit: u32,
    },
    /// It begins in the past, or too late to be planned now.
    #[error(
        "a tournament begins within a year from now; give `start.at` in microseconds since the Unix epoch"
    )]
    StartsAt,
    /// Whoever asks for a password says which.
    #[error("say which password is asked for: 1 to {max} characters in `password`", max = super::LONGEST_PASSWORD)]
    NeedsPassword,
    /// It is not the tournament's password.
    #[error("this is not the password of the tournament; ask whoever runs it")]
    WrongPassword,
    /// A block stands between a director and the player who is to be invited.
    #[error("you cannot invite this player")]
    Blocked,
    /// A director blocks the player.
    #[error("you cannot enter this tournament; look for another one")]
    KeptOut,
    /// The director has as many open invitations as is allowed.
    #[error("{limit} of your invitations have no answer yet; that is the limit, so take some of them back")]
    TooManyInvitations {
        /// How many are allowed.
        limit: u64,
    },
    /// Players have to wait before the next rated game, and computers are limited.
    #[error(transparent)]
    Room(#[from] RoomError),
    /// There is nobody called that.
    #[error("there is no player with this name or id")]
    NoSuchPlayer,
    /// Passwords are compared by whoever knows who people are.
    #[error(transparent)]
    Identity(#[from] IdentityError),
    /// A fault of the server's; the log has the details.
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
                error!(%error, "the store failed");
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
