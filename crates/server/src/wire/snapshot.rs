//! How a whole room looks to clients.

use sumito_game::{Game, Offer, Table, Timestamp};
use sumito_protocol::parts::{Clocks, OpenOffer, RoomSummary};
use sumito_protocol::server::Snapshot;

use super::parts;
use crate::store::RoomRow;

/// Everything needed to draw the room at `now`.
pub(crate) fn snapshot(room: &RoomRow, table: &Table, now: Timestamp) -> Snapshot {
    let settings = table.settings();
    let game = table.game();
    let turn = game.and_then(Game::turn);
    Snapshot {
        room: room.id,
        seq: table.seq(),
        at: now.0,
        mode: parts::mode(settings.mode),
        layout: settings.layout.to_string(),
        clock: parts::clock(settings.time),
        rated: settings.rated,
        visibility: room.visibility,
        lobby: room.lobby.clone(),
        ready: settings.ready,
        spectator_delay_s: parts::spectator_delay_s(settings),
        seats: parts::seats(table),
        status: parts::status(table.phase()),
        game: game.map(|game| game.id().0),
        position: table.position().to_string(),
        turn: turn.map(u8::from),
        ply: table.position().ply(),
        captured: table.position().captured().to_vec(),
        moves: game.map(|game| game.moves().iter().map(ToString::to_string).collect()).unwrap_or_default(),
        ledger: game.map(|game| game.ledger().iter().map(parts::lapse).collect()).unwrap_or_default(),
        clocks: parts::clocks(table, now),
        offers: game.map(open_offers).unwrap_or_default(),
        legal: turn.map(|_| parts::legal(table.position())).unwrap_or_default(),
        result: game.and_then(Game::outcome).map(parts::result),
    }
}

/// The same while nothing can be stored, and no clock runs.
pub(crate) fn with_clocks_held(snapshot: Snapshot) -> Snapshot {
    let clocks = Clocks { running: None, first_move_by: None, ..snapshot.clocks };
    Snapshot { clocks, ..snapshot }
}

/// The room as a list shows it.
pub(crate) fn summary(room: &RoomRow, table: &Table) -> RoomSummary {
    let settings = table.settings();
    RoomSummary {
        room: room.id,
        mode: parts::mode(settings.mode),
        layout: settings.layout.to_string(),
        clock: parts::clock(settings.time),
        rated: settings.rated,
        status: parts::status(table.phase()),
        seats: parts::seats(table),
        created_at: room.created_at.0,
    }
}

fn open_offers(game: &Game) -> Vec<OpenOffer> {
    let open = |what| {
        let (by, agreed) = game.offered(what)?;
        Some(OpenOffer { what: parts::offer(what), by: by.into(), agreed: parts::seat_numbers(agreed) })
    };
    Offer::ALL.into_iter().filter_map(open).collect()
}
