//! Challenges between two players, and their results.

use serde::{Deserialize, Serialize};
use sumito_game::{RoomId, Seat, TimeControl, Timestamp, UserId, as_text};
use sumito_rules::{Layout, Mode};
use uuid::Uuid;

use super::{ChallengeStatus, SessionId, StaleCursor, StaleIds, StoreError, UserRow, store_api};
use sumito_kit::text::Text;

/// Terms of a challenged game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct ChallengeTerms {
    /// Number and order of the players.
    #[serde(with = "as_text")]
    pub mode: Mode,
    /// Starting position of the game.
    #[serde(with = "as_text")]
    pub layout: Layout,
    /// Time control of the game.
    pub time: TimeControl,
    /// Whether the result counts for ratings.
    pub rated: bool,
    /// Whether the clock of a player on vacation is stopped.
    #[serde(default)]
    pub vacations: bool,
    /// The challenger's seat; `None` for a random seat.
    pub seat: Option<Seat>,
}

/// The pairing of a challenge that is accepted from the start: an organizer has the tokens of both players.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PairingRow {
    /// Id of the pairing; ids grow with time.
    pub id: Uuid,
    /// The user who has paired the players.
    pub organizer: UserRow,
    /// The message to the players.
    pub message: Option<Text>,
    /// The tokens of both players. The game is not made if one of them has ended.
    pub tokens: [SessionId; 2],
    /// Time at which the game starts.
    pub start_at: Timestamp,
}

/// A challenge row.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ChallengeRow {
    /// Id of the challenge; ids grow with time.
    pub id: Uuid,
    /// The user who made it.
    pub challenger: UserRow,
    /// The user who was challenged.
    pub challenged: UserRow,
    /// The user who must answer: either of the two.
    pub answers: UserId,
    /// Number of offers so far.
    pub round: u32,
    /// Terms of the current offer.
    pub terms: ChallengeTerms,
    /// Status of the challenge.
    pub status: ChallengeStatus,
    /// Reason for declining, as a word that the store does not interpret.
    pub reason: Option<String>,
    /// Room of an accepted challenge.
    pub room: Option<RoomId>,
    /// Whether that room has been created.
    pub room_made: bool,
    /// The pairing, if an organizer has paired the players.
    #[serde(default)]
    pub pairing: Option<PairingRow>,
    /// Time of creation.
    pub created_at: Timestamp,
    /// Time at which it expires without an answer.
    pub expires_at: Timestamp,
}

/// A change to an open challenge.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ChallengeChange {
    /// Accept it, with this room for the game.
    Accept(RoomId),
    /// Decline it, with an optional reason.
    Decline(Option<String>),
    /// Withdraw the current offer.
    Cancel,
    /// Make a counter-offer that expires at this time.
    Counter(ChallengeTerms, Timestamp),
}

/// The reason why a challenge is not stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AddChallengeError {
    /// The challenger has the maximum number of open challenges.
    TooMany,
    /// There is an open challenge between the two users.
    Open,
}

impl ChallengeRow {
    /// Returns the user who waits for the answer.
    pub fn offers(&self) -> UserId {
        if self.answers == self.challenged.id { self.challenger.id } else { self.challenged.id }
    }

    /// Returns whether the user is one of the two.
    pub fn concerns(&self, user: UserId) -> bool {
        [self.challenger.id, self.challenged.id].contains(&user)
    }
}

store_api! { each_database:
    /// Returns the number of challenges that wait for an answer.
    pub async fn count_open_challenges(&self, now: Timestamp) -> Result<u64, StoreError>;

    /// Stores an open challenge, unless its challenger has `limit` open challenges, or one exists between the two users.
    pub async fn add_challenge(
        &self,
        challenge: &ChallengeRow,
        limit: u32,
    ) -> Result<Result<(), AddChallengeError>, StoreError>;

    /// Returns a challenge; `None` if no challenge has this id.
    pub async fn challenge(&self, id: Uuid) -> Result<Option<ChallengeRow>, StoreError>;

    /// Returns the open challenges by and to a user at the time `now`, newest first.
    pub async fn open_challenges(
        &self,
        user: UserId,
        now: Timestamp,
        limit: u32,
    ) -> Result<Vec<ChallengeRow>, StoreError>;

    /// Changes a challenge that is open at the time `now` and stands at this offer. Only the user who must answer may do so, or for
    /// [`ChallengeChange::Cancel`] the user who waits for the answer. Returns whether it has changed: of several concurrent changes, only
    /// one succeeds.
    pub async fn change_challenge(
        &self,
        challenge: &ChallengeRow,
        change: &ChallengeChange,
        now: Timestamp,
    ) -> Result<bool, StoreError>;

    /// Records that the room of an accepted challenge was created, or that its creation failed: the challenge is open again, or declined for
    /// this reason if it belongs to a pairing. Returns whether that was new.
    pub async fn settle_challenge(&self, id: Uuid, made: Result<(), &'static str>) -> Result<bool, StoreError>;

    /// Stores the games of a pairing, unless its organizer has `limit` pairings that wait for their start. Returns whether they are stored.
    pub async fn add_pairing(&self, games: &[ChallengeRow], limit: u32) -> Result<bool, StoreError>;

    /// Returns the games of up to `limit` pairings of an organizer, newest pairing first: of those before a pairing.
    pub async fn pairings(
        &self,
        organizer: UserId,
        before: Option<Uuid>,
        limit: u32,
    ) -> Result<Vec<ChallengeRow>, StoreError>;

    /// Cancels the games of a pairing that starts after `now`. Returns whether there were any.
    pub async fn cancel_pairing(&self, organizer: UserId, id: Uuid, now: Timestamp) -> Result<bool, StoreError>;

    /// Returns up to `limit` accepted challenges without a room whose game starts at the time `now` or before, in the order of their ids,
    /// after a given id.
    pub async fn unmade_challenges(
        &self,
        now: Timestamp,
        after: Option<Uuid>,
        limit: u32,
    ) -> Result<Vec<Uuid>, StoreError>;

    /// Returns up to `limit` expired challenges that are still open, after a cursor, and the cursor of the next page.
    pub async fn expired_challenges(
        &self,
        now: Timestamp,
        after: Option<StaleCursor>,
        limit: u32,
    ) -> Result<StaleIds, StoreError>;

    /// Ends an open challenge that has expired; returns whether it did.
    pub async fn expire_challenge(&self, id: Uuid, now: Timestamp) -> Result<bool, StoreError>;
}
