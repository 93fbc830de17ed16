//! How an event looks to clients.

use sumito_game::{Event, Game, Record, Table, Timestamp};
use sumito_protocol::parts::Clocks;
use sumito_protocol::server::{self, ClockCause, EventKind};
use sumito_rules::Color;

use super::parts;
use crate::store::RoomRow;

/// How `record` looks, with `before` and `after` the table on either side of it.
pub(crate) fn event(room: &RoomRow, record: &Record, before: &Table, after: &Table) -> server::Event {
    server::Event { room: room.id, seq: record.seq, at: record.at.0, kind: kind(room, record, before, after) }
}

fn kind(room: &RoomRow, record: &Record, before: &Table, after: &Table) -> EventKind {
    let at = record.at;
    match &record.event {
        Event::Created { settings } => EventKind::Created {
            mode: parts::mode(settings.mode),
            layout: settings.layout.to_string(),
            clock: parts::clock(settings.time),
            rated: settings.rated,
            visibility: room.visibility,
            lobby: room.lobby.clone(),
        },
        Event::Seated { seat, player } => {
            EventKind::Seated { seat: (*seat).into(), player: parts::player(player) }
        }
        Event::Left { seat } => {
            EventKind::Left { seat: (*seat).into(), status: parts::status(after.phase()) }
        }
        Event::Started { game } => EventKind::Started {
            game: game.0,
            position: after.position().to_string(),
            turn: after.position().turn().index() as u8,
            clocks: clocks(after, at),
            legal: parts::legal(after.position()),
        },
        Event::Moved { seat, ply, mv } => EventKind::Moved {
            seat: (*seat).into(),
            ply: ply + 1,
            mv: mv.to_string(),
            ejected: ejected(before, after).map(parts::color),
            position: after.position().to_string(),
            captured: after.position().captured().to_vec(),
            turn: after.game().and_then(Game::turn).map(u8::from),
            clocks: clocks(after, at),
            legal: parts::legal(after.position()),
        },
        Event::Offered { seat, what } => {
            EventKind::Offered { seat: (*seat).into(), what: parts::offer(*what) }
        }
        Event::Declined { seat, what } => {
            EventKind::Declined { seat: (*seat).into(), what: parts::offer(*what) }
        }
        Event::Finished { outcome } => EventKind::Finished {
            result: parts::result(outcome),
            game: after.game().map(|game| game.id().0).unwrap_or_default(),
            clocks: clocks(after, at),
        },
        Event::Presence { seat, connected } => {
            EventKind::Presence { seat: (*seat).into(), connected: *connected }
        }
        Event::Paused => EventKind::Clock { clocks: clocks(after, at), cause: ClockCause::Stopping },
        Event::Resumed => EventKind::Clock { clocks: clocks(after, at), cause: ClockCause::Restarted },
    }
}

/// The clocks of the game at the table; without a game none has a limit and none runs.
pub(super) fn clocks(table: &Table, at: Timestamp) -> Clocks {
    match table.game() {
        Some(game) => parts::clocks(game.clock(), table.chairs().len(), at),
        None => Clocks { remaining_ms: None, running: None },
    }
}

/// The colour of which there is one marble less.
fn ejected(before: &Table, after: &Table) -> Option<Color> {
    let count = |table: &Table, color| table.position().marbles(color).len();
    Color::ALL.into_iter().find(|&color| count(after, color) < count(before, color))
}
