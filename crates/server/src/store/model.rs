//! What is stored, as values.

use sumito_game::{GameId, Outcome, Phase, Player, Reason, TimeControl, Timestamp, UserId};
use sumito_protocol::RoomId;
use sumito_protocol::parts::Visibility;
use sumito_rules::{Layout, Mode};
use uuid::Uuid;

/// The SHA-256 of a token. The token itself is never stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TokenHash(pub [u8; 32]);

/// What an event is known by. Later ones are greater, so that what is written at the same time stands together in the database.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct EventId(pub Uuid);

impl EventId {
    /// One that was never used before.
    pub fn fresh() -> Self {
        Self(Uuid::now_v7())
    }

    /// What the first event of a room comes after.
    pub fn beginning_of(room: RoomId) -> Self {
        let mut bytes = [0; 16];
        bytes[..BEGINNING.len()].copy_from_slice(BEGINNING);
        bytes[BEGINNING.len()..].copy_from_slice(room.as_str().as_bytes());
        Self(Uuid::from_bytes(bytes))
    }

    /// The room whose first event comes after this; `None` for the id of an event.
    pub(super) fn begins(self) -> Option<RoomId> {
        let room = self.0.as_bytes().strip_prefix(BEGINNING)?;
        std::str::from_utf8(room).ok()?.parse().ok()
    }
}

/// With the twelve characters of a room's id, sixteen bytes.
const BEGINNING: &[u8; 16 - RoomId::LENGTH] = b"room";

/// The SHA-256 over an event and the hash of the event before it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct EventHash(pub [u8; 32]);

/// A user.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UserRow {
    /// Never changes.
    pub id: UserId,
    /// The name to show.
    pub name: String,
    /// Without an account.
    pub guest: bool,
    /// Since when.
    pub created_at: Timestamp,
}

/// What is known of a room besides its events.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RoomRow {
    /// Its id.
    pub id: RoomId,
    /// The lobby that it belongs to.
    pub lobby: String,
    /// Who may find it.
    pub visibility: Visibility,
    /// When it was made.
    pub created_at: Timestamp,
}

/// A room that is new.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewRoom {
    /// What is known of it.
    pub row: RoomRow,
    /// Who made it.
    pub created_by: UserId,
    /// The id of the command that did: the same command from the same user makes no second room.
    pub command_id: Option<String>,
}

/// An event as it is kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredEvent {
    /// What it is known by.
    pub id: EventId,
    /// The event before it in its room. No other event can be stored after that one: the fence against two writers.
    pub previous: EventId,
    /// Its number in the room, from 1, without gaps.
    pub seq: u64,
    /// When it happened.
    pub at: Timestamp,
    /// The event and what caused it, as JSON.
    pub payload: String,
    /// Over all of this and the hash of the event before: what is stored cannot be changed unnoticed.
    pub hash: EventHash,
}

/// What one command changes in one room, to be stored as a whole.
#[derive(Debug, Clone)]
pub struct RoomChange {
    /// Which room.
    pub room: RoomId,
    /// Its row, when the room is new.
    pub new: Option<NewRoom>,
    /// What happened, in order.
    pub events: Vec<StoredEvent>,
    /// Where the room is now, when that has changed.
    pub phase: Option<Phase>,
    /// The game that ended.
    pub finished: Option<Box<FinishedGame>>,
}

impl RoomChange {
    /// Whether nothing but events is to be stored: a move, most often.
    pub(super) fn is_only_events(&self) -> bool {
        self.new.is_none() && self.phase.is_none() && self.finished.is_none()
    }
}

/// A finished game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FinishedGame {
    /// Its id.
    pub id: GameId,
    /// Where it was played.
    pub room: RoomId,
    /// How many played, and in which order.
    pub mode: Mode,
    /// Where the marbles stood at the start.
    pub layout: Layout,
    /// How thinking time was limited.
    pub time: TimeControl,
    /// Whether it counted for ratings.
    pub rated: bool,
    /// Who played, by seat.
    pub players: Vec<Player>,
    /// When it began.
    pub started_at: Timestamp,
    /// When it ended.
    pub finished_at: Timestamp,
    /// How it ended.
    pub outcome: Outcome,
    /// How many moves were played.
    pub plies: u32,
    /// The moves in Aba-Pro notation, separated by spaces.
    pub moves: String,
    /// The position line at the end.
    pub final_position: String,
}

/// Which finished games to list: all that fit every given word.
#[derive(Debug, Clone, Default)]
pub struct GameFilter {
    /// One of the players was called so.
    pub player: Option<String>,
    /// Another of the players was called so.
    pub opponent: Option<String>,
    /// How many played, and in which order.
    pub mode: Option<Mode>,
    /// Where the marbles stood at the start.
    pub layout: Option<Layout>,
    /// How it ended. Without it, aborted games are left out.
    pub reason: Option<Reason>,
    /// Whether it counted for ratings.
    pub rated: Option<bool>,
    /// Finished then or later.
    pub since: Option<Timestamp>,
    /// Finished before.
    pub until: Option<Timestamp>,
    /// Only what comes after this place in the list.
    pub after: Option<GameCursor>,
    /// How many at most.
    pub limit: u32,
}

/// A place in the list of finished games.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct GameCursor {
    /// When the last game that was listed had finished.
    pub finished_at: Timestamp,
    /// Its id.
    pub id: GameId,
}
