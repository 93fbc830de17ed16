//! What has happened in a room, as it is told.

use std::sync::Arc;

use sumito_game::{Clocks, Event, Game, GameId, MoveTiming, Record, Seat, Status, Table, Timestamp};
use sumito_rules::{Color, Position};

use crate::store::RoomRow;

/// What has happened in a room, and how it stands afterwards. The same event is told in the same way whenever it is told: at
/// once, late, or again.
#[derive(Debug, Clone)]
pub struct RoomEvent {
    /// In which room.
    pub room: Arc<RoomRow>,
    /// Its number, from 1, without gaps.
    pub seq: u64,
    /// When it happened.
    pub at: Timestamp,
    /// What happened.
    pub event: Event,
    /// How the room stands afterwards.
    pub after: After,
}

/// How a room stands after an event, as far as events tell it.
#[derive(Debug, Clone)]
pub struct After {
    /// Where the room is in its life.
    pub status: Status,
    /// The game under way, or the last one.
    pub game: Option<GameId>,
    /// Where the marbles are.
    pub position: Position,
    /// Whose turn it is, while a game is under way.
    pub turn: Option<Seat>,
    /// The clocks at the moment of the event.
    pub clocks: Clocks,
    /// After a move: what it did to its player's clock.
    pub timing: Option<MoveTiming>,
    /// After a move: the colour of the marble that was pushed off the board.
    pub ejected: Option<Color>,
}

impl RoomEvent {
    /// `record`, with `before` the position before it and `after` the table after it.
    pub(crate) fn new(room: &Arc<RoomRow>, record: &Record, before: &Position, after: &Table) -> Self {
        let is_move = matches!(record.event, Event::Moved { .. });
        let game = after.game();
        Self {
            room: Arc::clone(room),
            seq: record.seq,
            at: record.at,
            event: record.event.clone(),
            after: After {
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
