//! Errors of tournament requests.

use sumito_tournament::{CommandError, SettingsError};
use tracing::error;

use crate::accounts::identity::IdentityError;
use sumito_kit::registry::Busy;
use sumito_rooms::RoomError;
use sumito_store::sweep::Failure;
use sumito_store::{ClubRefusal, StoreError};

/// The reason why a tournament rejected a request. Its state is unchanged.
#[derive(Debug, thiserror::Error)]
pub enum TournamentError {
    /// No tournament has this id.
    #[error("tournament not found; check the link")]
    NoSuchTournament,
    /// The stored data of the tournament cannot be read.
    #[error("this tournament's data is corrupt; the server has logged it")]
    Corrupt,
    /// The tournament or the server is overloaded.
    #[error("server busy; try again in a few seconds")]
    Busy,
    /// Storage is unavailable, or the server is about to stop.
    #[error("storage unavailable; nothing was changed, try again in a few seconds")]
    Unavailable,
    /// Another node owns the tournament.
    #[error("the tournament moves to another server; try again")]
    NotOwner,
    /// The server is draining and accepts no new games.
    #[error("the server is draining for a restart and starts no tournaments; running ones continue")]
    Draining,
    /// The rules of the tournament reject the command.
    #[error(transparent)]
    Refused(#[from] CommandError),
    /// Guests cannot create or run tournaments.
    #[error("requires an account; create one with POST /api/v1/accounts")]
    NeedsAccount,
    /// The user has created as many tournaments as is allowed.
    #[error("tournament limit reached ({limit} open); finish or cancel one first")]
    TooManyOpen {
        /// The allowed number of tournaments.
        limit: u64,
    },
    /// The club has as many unfinished tournaments as is allowed.
    #[error("this club has {limit} open tournaments; finish or cancel one first")]
    TooManyOfClub {
        /// The allowed number of tournaments.
        limit: u64,
    },
    /// The club does not exist, or the user's role in it is too low.
    #[error(transparent)]
    Club(#[from] ClubRefusal),
    /// The tournament belongs to a club, and the player is not a member.
    #[error("only members of its club can enter this tournament; join the club first")]
    MembersOnly,
    /// The tournament has more places than this server allows.
    #[error("this server allows at most {limit} places per tournament")]
    TooManyPlaces {
        /// The allowed number of places.
        limit: u32,
    },
    /// The start is in the past, or too far in the future.
    #[error("`start.at` must be within a year from now, in microseconds since the Unix epoch")]
    StartsAt,
    /// A round is planned too far in the future.
    #[error("`rounds.starts` must be within a year from now, in microseconds since the Unix epoch")]
    RoundsTooLate,
    /// Admission by password was chosen without a password.
    #[error("`password` is required: 1 to {max} characters", max = super::LONGEST_PASSWORD)]
    NeedsPassword,
    /// The password is not the tournament's password.
    #[error("wrong tournament password; ask a director")]
    WrongPassword,
    /// A block stands between a director and the player to be invited.
    #[error("you cannot invite this player")]
    Blocked,
    /// A director blocks the player.
    #[error("you cannot enter this tournament; choose another")]
    KeptOut,
    /// The director has as many open invitations as is allowed.
    #[error("invitation limit reached ({limit} unanswered); withdraw some first")]
    TooManyInvitations {
        /// The allowed number of invitations.
        limit: u64,
    },
    /// An error of the rooms: players may be in a cooldown, and computers are limited.
    #[error(transparent)]
    Room(#[from] RoomError),
    /// No user has this name.
    #[error("player not found")]
    NoSuchPlayer,
    /// An error of the identity service, which compares the passwords.
    #[error(transparent)]
    Identity(#[from] IdentityError),
    /// Internal server error; the log has the details.
    #[error("internal error; nothing was changed")]
    Internal,
}

impl From<Busy> for TournamentError {
    fn from(_: Busy) -> Self {
        Self::Busy
    }
}

impl From<SettingsError> for TournamentError {
    fn from(error: SettingsError) -> Self {
        Self::Refused(error.into())
    }
}

impl From<StoreError> for TournamentError {
    fn from(error: StoreError) -> Self {
        (&error).into()
    }
}

impl From<&StoreError> for TournamentError {
    fn from(error: &StoreError) -> Self {
        match error {
            StoreError::Unavailable(_) | StoreError::Superseded => Self::Unavailable,
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
