//! Room events in the form for subscribers.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use sumito_game::{Clocks, Event, Game, GameId, MoveTiming, Record, Seat, Status, Table, Timestamp};
use sumito_rules::{Color, Position};

use super::serde_rules;
use sumito_store::RoomRow;

/// An event in a room, and the state of the room after it. The event has the same content whenever it is sent: at once, late, or again.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct RoomEvent {
    /// Row of the room.
    pub room: Arc<RoomRow>,
    /// Sequence number, from 1, without gaps.
    pub seq: u64,
    /// Time of the event.
    pub at: Timestamp,
    /// The event itself.
    pub event: Event,
    /// State of the room after the event.
    pub after: StateAfterEvent,
}

/// State of a room after an event, as far as events include it.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct StateAfterEvent {
    /// Phase of the room.
    pub status: Status,
    /// The running game, or the last game.
    pub game: Option<GameId>,
    /// Position of the marbles.
    #[serde(with = "serde_rules::position")]
    pub position: Position,
    /// The seat to move, while a game is under way.
    pub turn: Option<Seat>,
    /// The clocks at the time of the event.
    pub clocks: Clocks,
    /// After a move: its effect on the player's clock.
    pub timing: Option<MoveTiming>,
    /// After a move: the colour of the marble that was pushed off the board.
    #[serde(with = "serde_rules::color")]
    pub ejected: Option<Color>,
}

impl RoomEvent {
    /// Returns the event of `record`, with `before` the position before it and `after` the table after it.
    pub fn new(room: &Arc<RoomRow>, record: &Record, before: &Position, after: &Table) -> Self {
        let is_move = matches!(record.event, Event::Moved { .. });
        let game = after.game();
        Self {
            room: Arc::clone(room),
            seq: record.seq,
            at: record.at,
            event: record.event.clone(),
            after: StateAfterEvent {
                status: after.status(),
                game: game.map(Game::id),
                position: *after.position(),
                turn: game.and_then(Game::turn),
                clocks: after.clocks(record.at),
                timing: game.filter(|_| is_move).and_then(|game| game.ledger().last().copied()),
                ejected: if is_move { after.ejected_since(before) } else { None },
            },
        }
    }
}
