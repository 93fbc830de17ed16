//! How an event looks to clients.

use sumito_game::{Event, Game, Record, Table};
use sumito_protocol::server::{self, ClockCause, EventKind};

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
        Event::Ready { seat, ready } => EventKind::Ready { seat: (*seat).into(), ready: *ready },
        Event::Started { game, .. } => EventKind::Started {
            game: game.0,
            seats: parts::seats(after),
            position: after.position().to_string(),
            turn: after.position().turn().index() as u8,
            clocks: parts::clocks(after, at),
            legal: parts::legal(after.position()),
        },
        Event::Moved { seat, ply, mv, .. } => EventKind::Moved {
            seat: (*seat).into(),
            ply: ply + 1,
            mv: mv.to_string(),
            ejected: before.ejected_by(after).map(parts::color),
            position: after.position().to_string(),
            captured: after.position().captured().to_vec(),
            turn: turn(after),
            clocks: parts::clocks(after, at),
            time: after.game().and_then(|game| game.ledger().last()).map(parts::lapse),
            legal: parts::legal(after.position()),
        },
        Event::TakenBack { ply } => EventKind::TakenBack {
            ply: *ply,
            position: after.position().to_string(),
            captured: after.position().captured().to_vec(),
            turn: turn(after),
            clocks: parts::clocks(after, at),
            legal: parts::legal(after.position()),
        },
        Event::Eliminated { seat, reason } => EventKind::Eliminated {
            seat: (*seat).into(),
            reason: parts::reason(*reason),
            position: after.position().to_string(),
            turn: turn(after),
            clocks: parts::clocks(after, at),
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
            clocks: parts::clocks(after, at),
        },
        Event::Presence { seat, connected, .. } => EventKind::Presence {
            seat: (*seat).into(),
            connected: *connected,
            claimable_at: after.claimable_at(*seat).map(|moment| moment.0),
        },
        Event::Paused => EventKind::Clock { clocks: parts::clocks(after, at), cause: ClockCause::Stopping },
        Event::Resumed => EventKind::Clock { clocks: parts::clocks(after, at), cause: ClockCause::Restarted },
        Event::Continued => {
            EventKind::Clock { clocks: parts::clocks(after, at), cause: ClockCause::Continued }
        }
    }
}

/// The seat whose turn it is, while a game is under way.
fn turn(table: &Table) -> Option<u8> {
    table.game().and_then(Game::turn).map(u8::from)
}
