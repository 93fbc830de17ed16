//! Room events, and the data that is stored together with them.

use sha2::{Digest, Sha256};
use sumito_game::{Record, RoomId, Status, Timestamp, UserId};

use super::{FinishedGame, NewRoom, TournamentChange, payload};

/// The SHA-256 hash of an event and of the hash of the event before it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct EventHash(pub [u8; 32]);

impl EventHash {
    /// Length of a hash in bytes.
    pub const BYTES: usize = 32;

    /// Returns the start of a room's chain of hashes. It depends on the room, so that events cannot be moved to another room.
    pub fn beginning_of(room: RoomId) -> Self {
        Self(Sha256::digest(room.as_str()).into())
    }

    /// Returns the hash of the next event, over this hash and all stored data of the event.
    #[must_use]
    pub fn then(&self, seq: u64, at: Timestamp, payload: &str) -> Self {
        let hasher = Sha256::new_with_prefix(self.0).chain_update(seq.to_be_bytes());
        Self(hasher.chain_update(at.0.to_be_bytes()).chain_update(payload).finalize().into())
    }
}

/// An event row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredEvent {
    /// Number of the event in the room, from 1, without gaps. The database accepts each number only once, which fences off a second
    /// writer.
    pub seq: u64,
    /// Time of the event.
    pub at: Timestamp,
    /// The event and its cause, as JSON.
    pub payload: String,
    /// Hash over all of this and the hash of the event before: it exposes a damaged event.
    pub hash: EventHash,
}

impl StoredEvent {
    /// Returns the stored form of a record. `before` is the hash of the event before it.
    pub fn new(record: &Record, before: EventHash) -> Self {
        let payload = payload::write(record);
        let hash = before.then(record.seq, record.at, &payload);
        Self { seq: record.seq, at: record.at, payload, hash }
    }

    /// Returns whether its hash is correct if `before` is the hash of the event before it.
    pub fn follows(&self, before: EventHash) -> bool {
        before.then(self.seq, self.at, &self.payload) == self.hash
    }

    /// Parses the record, without a check of its hash.
    ///
    /// # Errors
    /// Returns a description of the fault.
    pub fn record(&self) -> Result<Record, String> {
        payload::read(self.seq, self.at, &self.payload).map_err(|error| error.to_string())
    }
}

/// Membership of users in a room.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RoomMembership {
    /// Users who have a seat in it.
    pub users: Vec<UserId>,
    /// Time until which it is listed to them as their own.
    pub until: Timestamp,
}

/// The changes of one command, which the event log stores atomically.
#[derive(Debug, Clone)]
#[expect(clippy::large_enum_variant, reason = "nearly all are changes of rooms")]
pub enum Change {
    /// Changes of a room.
    Room(RoomChange),
    /// Changes of a tournament.
    Tournament(Box<TournamentChange>),
}

impl From<RoomChange> for Change {
    fn from(change: RoomChange) -> Self {
        Self::Room(change)
    }
}

impl From<TournamentChange> for Change {
    fn from(change: TournamentChange) -> Self {
        Self::Tournament(Box::new(change))
    }
}

/// The changes of one room by one command.
#[derive(Debug, Clone)]
pub struct RoomChange {
    /// Id of the room.
    pub room: RoomId,
    /// Row of the room, if it is new.
    pub new: Option<NewRoom>,
    /// New events, in order.
    pub events: Vec<StoredEvent>,
    /// Status after the events, if it has changed.
    pub status: Option<Status>,
    /// Number of the event that started the current game, if there is a new game.
    pub game_seq: Option<u64>,
    /// Time from which the room must be in memory, if it has changed; `Some(None)`: not until a client requests it.
    pub wake_at: Option<Option<Timestamp>>,
    /// Presence of the players, if the room leaves memory.
    pub away: Option<String>,
    /// The conditional moves after the events, if they have changed; `Some(None)`: none are left.
    pub conditional_moves: Option<Option<String>>,
    /// New membership, if it has changed.
    pub own: Option<RoomMembership>,
    /// Users who have lost their seat in it.
    pub own_no_more: Vec<UserId>,
    /// The game that ended, if any.
    pub finished: Option<Box<FinishedGame>>,
}

impl RoomChange {
    /// Returns an empty change of a room.
    pub fn of(room: RoomId) -> Self {
        Self {
            room,
            new: None,
            events: Vec::new(),
            status: None,
            game_seq: None,
            wake_at: None,
            away: None,
            conditional_moves: None,
            own: None,
            own_no_more: Vec::new(),
            finished: None,
        }
    }

    /// Returns whether the change consists only of events: a move, most often.
    pub(super) fn is_only_events(&self) -> bool {
        self.new.is_none() && !self.changes_row() && !self.changes_owners() && self.finished.is_none()
    }

    /// Returns whether the membership of users changes.
    pub(super) fn changes_owners(&self) -> bool {
        self.own.is_some() || !self.own_no_more.is_empty()
    }

    /// Returns whether the room's row changes.
    pub(super) fn changes_row(&self) -> bool {
        self.status.is_some()
            || self.game_seq.is_some()
            || self.wake_at.is_some()
            || self.away.is_some()
            || self.conditional_moves.is_some()
    }
}
