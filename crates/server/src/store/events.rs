//! What happens in rooms, and what is stored together with it.

use sha2::{Digest, Sha256};
use sumito_game::{RoomId, Status, Timestamp, UserId};

use super::{FinishedGame, NewRoom};

/// The SHA-256 over an event and the hash of the event before it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct EventHash(pub [u8; 32]);

impl EventHash {
    /// How many bytes it has.
    pub const BYTES: usize = 32;

    /// What the chain of a room's hashes begins with: events of one room cannot be put into another.
    pub fn beginning_of(room: RoomId) -> Self {
        Self(Sha256::digest(room.as_str()).into())
    }

    /// The hash of the next event: over this one, and all that is stored of it.
    #[must_use]
    pub fn then(&self, seq: u64, at: Timestamp, payload: &str) -> Self {
        let hasher = Sha256::new_with_prefix(self.0).chain_update(seq.to_be_bytes());
        Self(hasher.chain_update(at.0.to_be_bytes()).chain_update(payload).finalize().into())
    }
}

/// An event as it is kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredEvent {
    /// Its number in the room, from 1, without gaps. The database takes each number once: the fence against a second writer.
    pub seq: u64,
    /// When it happened.
    pub at: Timestamp,
    /// The event and what caused it, as JSON.
    pub payload: String,
    /// Over all of this and the hash of the event before: an event that was damaged does not fit any more.
    pub hash: EventHash,
}

/// Whose own a room is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OwnRoom {
    /// Who has a seat in it.
    pub users: Vec<UserId>,
    /// Until when it is listed to them as one of theirs.
    pub until: Timestamp,
}

/// What one command changes in one room, to be stored as a whole.
#[derive(Debug, Clone)]
pub struct RoomChange {
    /// The room that it is about.
    pub room: RoomId,
    /// Its row, when the room is new.
    pub new: Option<NewRoom>,
    /// What happened, in order.
    pub events: Vec<StoredEvent>,
    /// What the events leave the room as, when that has changed.
    pub status: Option<Status>,
    /// The number of the event that started the current game, when there is a new one.
    pub game_seq: Option<u64>,
    /// From when on the room must be in memory, when that has changed; `Some(None)`: not until somebody asks for it.
    pub wake_at: Option<Option<Timestamp>>,
    /// Who is there, when the room leaves memory.
    pub away: Option<String>,
    /// Whose own it is, when that has changed.
    pub own: Option<OwnRoom>,
    /// Who has lost their seat in it.
    pub own_no_more: Vec<UserId>,
    /// The game that ended.
    pub finished: Option<Box<FinishedGame>>,
}

impl RoomChange {
    /// A change of nothing yet.
    pub fn of(room: RoomId) -> Self {
        Self {
            room,
            new: None,
            events: Vec::new(),
            status: None,
            game_seq: None,
            wake_at: None,
            away: None,
            own: None,
            own_no_more: Vec::new(),
            finished: None,
        }
    }

    /// Whether nothing but events is to be stored: a move, most often.
    pub(super) fn is_only_events(&self) -> bool {
        self.new.is_none() && !self.changes_row() && !self.changes_owners() && self.finished.is_none()
    }

    /// Whether it becomes or stops being somebody's own.
    pub(super) fn changes_owners(&self) -> bool {
        self.own.is_some() || !self.own_no_more.is_empty()
    }

    /// Whether something of the room's row changes.
    pub(super) fn changes_row(&self) -> bool {
        self.status.is_some() || self.game_seq.is_some() || self.wake_at.is_some() || self.away.is_some()
    }
}
