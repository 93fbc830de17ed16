//! Tournaments: their events, and their summaries for lists.

use sumito_game::{Timestamp, TournamentId, UserId};
use uuid::Uuid;

use super::{Store, StoreError, UserRow, each_database, store_api};
use sumito_kit::names::Called;

/// The data of a tournament that is neither an event nor derived from events.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TournamentRow {
    /// Id of the tournament.
    pub id: TournamentId,
    /// The user who created it; `None` if the configuration did.
    pub made_by: Option<UserId>,
    /// Place in a series of recurring tournaments of the configuration.
    pub series: Option<String>,
    /// The club to which it belongs: only its members can enter. The club may have been deleted since.
    pub club: Option<Uuid>,
    /// Hash of its password; `None` if it has none.
    pub password_hash: Option<String>,
}

/// An event row of a tournament.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TournamentEvent {
    /// Number of the event in the tournament, from 1, without gaps. The database accepts each number only once, which fences off a second
    /// writer.
    pub seq: u64,
    /// Time of the event.
    pub at: Timestamp,
    /// The event and its author, as JSON.
    pub payload: String,
}

/// The changes of a tournament by one command.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TournamentChange {
    /// Id of the tournament.
    pub id: TournamentId,
    /// Row of the tournament, if it is new.
    pub new: Option<TournamentRow>,
    /// Maximum number of unfinished tournaments of its creator, itself included, if it is new and there is a limit. Above it, nothing is
    /// stored, and the error is [`StoreError::Conflict`].
    pub open_max: Option<u64>,
    /// Maximum number of unfinished tournaments of its club, itself included, if it is new, belongs to a club and there is a limit. Above
    /// it, and if its creator is no admin of the club, nothing is stored, and the error is [`StoreError::Conflict`].
    pub open_in_club_max: Option<u64>,
    /// New events, in order.
    pub events: Vec<TournamentEvent>,
    /// Users who have entered by these events.
    pub entered: Vec<UserId>,
    /// Users who were invited, each with the inviting director.
    pub invited: Vec<(UserId, UserId)>,
    /// Maximum number of open invitations by each of these directors, including these, if there is a limit. Above it, nothing is stored,
    /// and the error is [`StoreError::Conflict`].
    pub invitations_max: Option<u64>,
    /// Users who no longer have an open invitation.
    pub answered: Vec<UserId>,
    /// The clubs of a team arena besides its own, each with whether it has accepted, if these or their entries in lists have changed.
    pub clubs: Option<Vec<(Uuid, bool)>>,
    /// Hash of the new password, if it has changed.
    pub password_hash: Option<String>,
    /// Whether the tournament is unfinished.
    pub open: bool,
    /// The actual or planned start, as far as that is known; otherwise the time of creation.
    pub at: Timestamp,
    /// Time from which it must be in memory; `None`: not until a client requests it.
    pub wake_at: Option<Timestamp>,
    /// Summary for lists, as text that the store does not interpret.
    pub summary: String,
}

/// An invitation to a tournament that waits for an answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InvitationRow {
    /// The tournament's entry in lists.
    pub tournament: ListedTournament,
    /// The director who invites.
    pub by: UserRow,
}

/// A tournament row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredTournament {
    /// Row of the tournament: its data besides the events.
    pub row: TournamentRow,
    /// All events, in order.
    pub events: Vec<TournamentEvent>,
    /// Current names of the participants.
    pub names: Vec<(UserId, Called)>,
}

/// The state of a tournament without its events.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TournamentState {
    /// Whether the tournament is unfinished.
    pub is_open: bool,
    /// Number of its last event.
    pub seq: u64,
}

/// Relation of tournaments to a club.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OfClub {
    /// They belong to the club, or are team arenas in which it takes part.
    Joined(Uuid),
    /// They are team arenas to which it is invited, and wait for its answer.
    Invited(Uuid),
}

/// Filter on tournaments for lists.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TournamentFilter {
    /// Unfinished tournaments, earliest start first; if `false`, finished tournaments, latest first.
    pub open: bool,
    /// Only the tournaments of this club.
    pub club: Option<OfClub>,
    /// Earliest time of the start.
    pub since: Option<Timestamp>,
    /// Time before which it starts.
    pub until: Option<Timestamp>,
    /// Cursor: only tournaments after it in the list.
    pub after: Option<(Timestamp, TournamentId)>,
    /// Maximum number of tournaments.
    pub limit: u32,
}

/// A tournament's entry in lists.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListedTournament {
    /// Id of the tournament.
    pub id: TournamentId,
    /// Sort key in the list.
    pub at: Timestamp,
    /// Summary for lists.
    pub summary: String,
    /// Whether the summary may contain names of accounts that were deleted since.
    pub forgets: bool,
}

store_api! { each:
    /// Returns a tournament with its events.
    pub async fn tournament(&self, id: TournamentId) -> Result<Option<StoredTournament>, StoreError>;

    /// Returns at most `limit` events of a tournament with numbers above `after`, in order.
    pub async fn tournament_events(
        &self,
        id: TournamentId,
        after: u64,
        limit: u32,
    ) -> Result<Vec<TournamentEvent>, StoreError>;

    /// Returns the state of a tournament; `None` if it does not exist.
    pub async fn tournament_state(&self, id: TournamentId) -> Result<Option<TournamentState>, StoreError>;

    /// Returns up to `limit` tournaments that still contain the name of a deleted user, each with that user, after a cursor.
    pub async fn members_to_forget(
        &self,
        after: Option<(TournamentId, UserId)>,
        limit: u32,
    ) -> Result<Vec<(TournamentId, UserId)>, StoreError>;

    /// Returns the tournaments that must be in memory by `until`, earliest first.
    pub async fn due_tournaments(&self, until: Timestamp) -> Result<Vec<TournamentId>, StoreError>;

    /// Returns the number of unfinished tournaments that a user has created.
    pub async fn count_open_tournaments(&self, user: UserId) -> Result<u64, StoreError>;

    /// Returns the tournament with this place in a series.
    pub async fn tournament_of_series(&self, series: &str) -> Result<Option<TournamentId>, StoreError>;
}

store_api! { each_database:
    /// Returns a page of tournaments.
    pub async fn tournaments(&self, filter: &TournamentFilter) -> Result<Vec<ListedTournament>, StoreError>;

    /// Returns the last `limit` tournaments that a user has entered and that have ended, the latest created first.
    pub async fn ended_tournaments_of(&self, user: UserId, limit: u32) -> Result<Vec<ListedTournament>, StoreError>;

    /// Returns the database's query plan for [`tournaments`](Self::tournaments), as text.
    pub async fn explain_tournaments(&self, filter: &TournamentFilter) -> Result<String, StoreError>;

    /// Records that a tournament no longer contains a user's name.
    pub async fn member_forgotten(&self, id: TournamentId, user: UserId) -> Result<(), StoreError>;

    /// Returns the open invitations of a user, newest first, without those between users with a block.
    pub async fn invitations_to(&self, user: UserId, limit: u32) -> Result<Vec<InvitationRow>, StoreError>;

    /// Returns the number of unfinished tournaments of a club.
    pub async fn count_open_tournaments_of_club(&self, club: Uuid) -> Result<u64, StoreError>;

    /// Returns the number of open invitations by a user.
    pub async fn count_invitations_by(&self, user: UserId) -> Result<u64, StoreError>;
}

impl Store {
    /// Returns the number of unfinished tournaments created by a user which one of `others` has entered.
    pub async fn count_open_tournaments_with(
        &self,
        user: UserId,
        others: &[UserId],
    ) -> Result<u64, StoreError> {
        match &self.0 {
            // Users create no tournaments in simulations.
            #[cfg(feature = "simulated")]
            super::Backend::Simulated(_) => Ok(0),
            _ => each_database!(self, queries => queries.count_open_tournaments_with(user, others).await),
        }
    }
}
