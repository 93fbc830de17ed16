//! Tournaments: what has happened in each, and what lists show of them.

use sumito_game::{Timestamp, TournamentId, UserId};

use super::{Store, StoreError, UserRow, each, each_database};
use crate::names::Called;

/// What is known of a tournament besides its events, and what follows from them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TournamentRow {
    /// Its id.
    pub id: TournamentId,
    /// Who made it; `None` where the configuration wants it.
    pub made_by: Option<UserId>,
    /// Which one of a row of tournaments that the configuration wants it is.
    pub series: Option<String>,
    /// What is kept of its password; `None` where there is none.
    pub password_hash: Option<String>,
}

/// An event of a tournament as it is kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TournamentEvent {
    /// Its number in the tournament, from 1, without gaps. The database takes each number once: the fence against a second writer.
    pub seq: u64,
    /// When it happened.
    pub at: Timestamp,
    /// What happened and who did it, as JSON.
    pub payload: String,
}

/// What one command changes in a tournament, to be stored as a whole.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TournamentChange {
    /// Which tournament.
    pub id: TournamentId,
    /// Its row, when it is new.
    pub new: Option<TournamentRow>,
    /// What happened, in order.
    pub events: Vec<TournamentEvent>,
    /// Who has entered with that.
    pub entered: Vec<UserId>,
    /// Who was invited, and by whom.
    pub invited: Vec<(UserId, UserId)>,
    /// Whose invitations are no longer open.
    pub answered: Vec<UserId>,
    /// What is kept of its new password.
    pub password_hash: Option<String>,
    /// Whether it has not ended.
    pub open: bool,
    /// When it begins, as far as that is known, or has begun; else when it was made.
    pub at: Timestamp,
    /// From when on it must be in memory; `None`: not until somebody asks for it.
    pub wake_at: Option<Timestamp>,
    /// What lists show of it, as text that only the caller understands.
    pub summary: String,
}

/// An invitation to a tournament that waits for an answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InvitationRow {
    /// The tournament as a list has it.
    pub tournament: ListedTournament,
    /// Who invites.
    pub by: UserRow,
}

/// A tournament as it is stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredTournament {
    /// What is known of it besides its events.
    pub row: TournamentRow,
    /// All of them, in order.
    pub events: Vec<TournamentEvent>,
    /// What those are called now who entered.
    pub names: Vec<(UserId, Called)>,
}

/// Which tournaments to list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TournamentFilter {
    /// Those that have not ended, the first to begin first; otherwise those that have, the last first.
    pub open: bool,
    /// Only those that begin then or later.
    pub since: Option<Timestamp>,
    /// Only those that begin before.
    pub until: Option<Timestamp>,
    /// Only what comes after this place in the list.
    pub after: Option<(Timestamp, TournamentId)>,
    /// How many at most.
    pub limit: u32,
}

/// A tournament as a list has it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListedTournament {
    /// Its id.
    pub id: TournamentId,
    /// Its place in the list.
    pub at: Timestamp,
    /// What is shown of it.
    pub summary: String,
    /// Whether the names in it may be those of accounts that were deleted since.
    pub forgets: bool,
}

impl Store {
    /// Stores what has happened in a tournament, in one transaction with what lists show of it.
    ///
    /// # Errors
    /// [`StoreError::Conflict`] when it exists already or another has written its next event; [`StoreError::Unavailable`] when it is not
    /// known whether it was stored.
    pub async fn append_to_tournament(&self, change: &TournamentChange) -> Result<(), StoreError> {
        each!(self, queries => queries.append_to_tournament(change).await)
    }

    /// A tournament with its events.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] when the database does not answer.
    pub async fn tournament(&self, id: TournamentId) -> Result<Option<StoredTournament>, StoreError> {
        each!(self, queries => queries.tournament(id).await)
    }

    /// At most `limit` events of a tournament with numbers above `after`, in order.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] when the database does not answer.
    pub async fn tournament_events(
        &self,
        id: TournamentId,
        after: u64,
        limit: u32,
    ) -> Result<Vec<TournamentEvent>, StoreError> {
        each!(self, queries => queries.tournament_events(id, after, limit).await)
    }

    /// A page of tournaments.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] when the database does not answer.
    pub async fn tournaments(&self, filter: &TournamentFilter) -> Result<Vec<ListedTournament>, StoreError> {
        each_database!(self, queries => queries.tournaments(filter).await)
    }

    /// How the database looks for [`tournaments`](Self::tournaments), in its own words.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] when the database does not answer.
    pub async fn explain_tournaments(&self, filter: &TournamentFilter) -> Result<String, StoreError> {
        each_database!(self, queries => queries.explain_tournaments(filter).await)
    }

    /// Whether a tournament has not ended; `None` where there is none.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] when the database does not answer.
    pub async fn is_tournament_open(&self, id: TournamentId) -> Result<Option<bool>, StoreError> {
        each!(self, queries => queries.is_tournament_open(id).await)
    }

    /// Up to `limit` of the tournaments that still show the name of a user whose account was deleted, and whose, after a place in their
    /// order.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] when the database does not answer.
    pub async fn members_to_forget(
        &self,
        after: Option<(TournamentId, UserId)>,
        limit: u32,
    ) -> Result<Vec<(TournamentId, UserId)>, StoreError> {
        each!(self, queries => queries.members_to_forget(after, limit).await)
    }

    /// A tournament shows somebody's name no more.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] when the database does not answer.
    pub async fn member_forgotten(&self, id: TournamentId, user: UserId) -> Result<(), StoreError> {
        each_database!(self, queries => queries.member_forgotten(id, user).await)
    }

    /// The tournaments that have to be in memory by `until`, the first one due first.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] when the database does not answer.
    pub async fn due_tournaments(&self, until: Timestamp) -> Result<Vec<TournamentId>, StoreError> {
        each!(self, queries => queries.due_tournaments(until).await)
    }

    /// How many tournaments that have not ended a user has made, besides those that the configuration wants.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] when the database does not answer.
    pub async fn count_open_tournaments(&self, user: UserId) -> Result<u64, StoreError> {
        each!(self, queries => queries.count_open_tournaments(user).await)
    }

    /// How many tournaments that have not ended a user has made which one of `others` has entered.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] when the database does not answer.
    pub async fn count_open_tournaments_with(
        &self,
        user: UserId,
        others: &[UserId],
    ) -> Result<u64, StoreError> {
        match &self.0 {
            // Simulations make no tournaments.
            #[cfg(test)]
            super::Backend::Simulated(_) => Ok(0),
            _ => each_database!(self, queries => queries.count_open_tournaments_with(user, others).await),
        }
    }

    /// The open invitations of a user, the newest first, but those across a block.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] when the database does not answer.
    pub async fn invitations_to(&self, user: UserId, limit: u32) -> Result<Vec<InvitationRow>, StoreError> {
        each_database!(self, queries => queries.invitations_to(user, limit).await)
    }

    /// How many open invitations a user has made.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] when the database does not answer.
    pub async fn count_invitations_by(&self, user: UserId) -> Result<u64, StoreError> {
        each_database!(self, queries => queries.count_invitations_by(user).await)
    }

    /// The one tournament with this place in a row of them.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] when the database does not answer.
    pub async fn tournament_of_series(&self, series: &str) -> Result<Option<TournamentId>, StoreError> {
        each!(self, queries => queries.tournament_of_series(series).await)
    }
}
