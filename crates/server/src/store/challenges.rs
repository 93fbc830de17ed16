//! Challenges: who wants to play whom, and what came of it.

use sumito_game::{RoomId, Seat, TimeControl, Timestamp, UserId};
use sumito_rules::{Layout, Mode};
use uuid::Uuid;

use super::{StaleCursor, StaleIds, Store, StoreError, UserRow, each_database};

/// What a challenge is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Terms {
    /// How many play, and in which order.
    pub mode: Mode,
    /// Where the marbles stand at the start.
    pub layout: Layout,
    /// How thinking time is limited.
    pub time: TimeControl,
    /// Whether the result counts for ratings.
    pub rated: bool,
    /// The challenger's seat; `None`: by lot.
    pub seat: Option<Seat>,
}

/// Where a challenge is in its life.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ChallengeStatus {
    /// It waits for an answer.
    Open,
    /// It was accepted.
    Accepted,
    /// It was declined.
    Declined,
    /// Whoever made the last offer took it back.
    Cancelled,
    /// Nobody answered in time.
    Expired,
}

/// A challenge.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChallengeRow {
    /// Its id; ids grow with time.
    pub id: Uuid,
    /// Who made it.
    pub challenger: UserRow,
    /// To whom.
    pub challenged: UserRow,
    /// Whose answer it waits for: one of the two.
    pub answers: UserId,
    /// How many offers there have been.
    pub round: u32,
    /// What it is about.
    pub terms: Terms,
    /// Where it is in its life.
    pub status: ChallengeStatus,
    /// Why it was declined, as a word that only the caller understands.
    pub reason: Option<String>,
    /// The room of one that was accepted.
    pub room: Option<RoomId>,
    /// Whether that room has been made.
    pub room_made: bool,
    /// When it was made.
    pub created_at: Timestamp,
    /// When it ends without an answer.
    pub expires_at: Timestamp,
}

/// What becomes of an open challenge.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ChallengeChange {
    /// It is accepted, and played in this room.
    Accept(RoomId),
    /// It is declined, perhaps with a word why.
    Decline(Option<String>),
    /// The offer is taken back.
    Cancel,
    /// The other one offers something else, until then.
    Counter(Terms, Timestamp),
}

/// Why a challenge is not stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NotAdded {
    /// The challenger has as many open ones as can be.
    TooMany,
    /// There is an open one between the two.
    Open,
}

impl ChallengeStatus {
    /// All of them.
    pub const ALL: [Self; 5] = [Self::Open, Self::Accepted, Self::Declined, Self::Cancelled, Self::Expired];

    /// As it is stored.
    pub fn word(self) -> &'static str {
        match self {
            Self::Open => "open",
            Self::Accepted => "accepted",
            Self::Declined => "declined",
            Self::Cancelled => "cancelled",
            Self::Expired => "expired",
        }
    }
}

impl ChallengeRow {
    /// Who waits for the answer.
    pub fn offers(&self) -> UserId {
        if self.answers == self.challenged.id { self.challenger.id } else { self.challenged.id }
    }

    /// Whether somebody is one of the two.
    pub fn concerns(&self, user: UserId) -> bool {
        [self.challenger.id, self.challenged.id].contains(&user)
    }
}

impl Store {
    /// How many challenges wait for an answer.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] when the database does not answer.
    pub async fn count_open_challenges(&self, now: Timestamp) -> Result<u64, StoreError> {
        each_database!(self, queries => queries.count_open_challenges(now).await)
    }

    /// Stores an open challenge, unless its challenger has `limit` open ones, or there is one between the two.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] when nothing can be stored.
    pub async fn add_challenge(
        &self,
        challenge: &ChallengeRow,
        limit: u32,
    ) -> Result<Result<(), NotAdded>, StoreError> {
        each_database!(self, queries => queries.add_challenge(challenge, limit).await)
    }

    /// A challenge; `None` where there is none with this id.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] when the database does not answer.
    pub async fn challenge(&self, id: Uuid) -> Result<Option<ChallengeRow>, StoreError> {
        each_database!(self, queries => queries.challenge(id).await)
    }

    /// The open challenges of a user and to them at the moment `now`, the newest first.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] when the database does not answer in time.
    pub async fn open_challenges(
        &self,
        user: UserId,
        now: Timestamp,
        limit: u32,
    ) -> Result<Vec<ChallengeRow>, StoreError> {
        each_database!(self, queries => queries.open_challenges(user, now, limit).await)
    }

    /// Changes a challenge that is open at the moment `now` and stands at this offer, for whoever may do that: who answers, or for
    /// [`ChallengeChange::Cancel`] who waits for the answer. Returns whether it has changed: of several that want to, one succeeds.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] when nothing can be stored.
    pub async fn change_challenge(
        &self,
        challenge: &ChallengeRow,
        change: &ChallengeChange,
        now: Timestamp,
    ) -> Result<bool, StoreError> {
        each_database!(self, queries => queries.change_challenge(challenge, change, now).await)
    }

    /// Notes that the room of an accepted challenge has been made, or that it cannot be and the challenge is open again. Returns whether
    /// that was not known.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] when nothing can be stored.
    pub async fn settle_challenge(&self, id: Uuid, made: bool) -> Result<bool, StoreError> {
        each_database!(self, queries => queries.settle_challenge(id, made).await)
    }

    /// Up to `limit` accepted challenges whose rooms have not been made, in the order of their ids, after one of them.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] when the database does not answer in time.
    pub async fn unmade_challenges(&self, after: Option<Uuid>, limit: u32) -> Result<Vec<Uuid>, StoreError> {
        each_database!(self, queries => queries.unmade_challenges(after, limit).await)
    }

    /// Up to `limit` open challenges whose time is over, after a place in their order, and where the next ones are found.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] when the database does not answer in time.
    pub async fn expired_challenges(
        &self,
        now: Timestamp,
        after: Option<StaleCursor>,
        limit: u32,
    ) -> Result<StaleIds, StoreError> {
        each_database!(self, queries => queries.expired_challenges(now, after, limit).await)
    }

    /// Ends an open challenge whose time is over; returns whether it was one.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] when nothing can be stored.
    pub async fn expire_challenge(&self, id: Uuid, now: Timestamp) -> Result<bool, StoreError> {
        each_database!(self, queries => queries.expire_challenge(id, now).await)
    }
}
