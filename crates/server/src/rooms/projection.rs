//! A game that has just ended, as the history keeps it.

use sumito_game::{MoveText, Seat, Table};

use crate::store::{FinishedGame, RoomRow};

/// The finished game at `table`; `None` while there is none.
pub(crate) fn finished_game(row: &RoomRow, table: &Table) -> Option<FinishedGame> {
    let settings = table.settings();
    let game = table.game()?;
    Some(FinishedGame {
        id: game.id(),
        room: row.id,
        mode: settings.mode,
        layout: settings.layout,
        time: settings.time,
        rated: settings.rated,
        players: Seat::first(settings.mode.seats()).filter_map(|seat| table.player(seat).cloned()).collect(),
        started_at: game.started_at(),
        finished_at: game.finished_at()?,
        outcome: game.outcome()?.clone(),
        plies: game.position().ply(),
        moves: game.moves().iter().map(MoveText::as_str).collect::<Vec<_>>().join(" "),
        final_position: game.position().to_string(),
    })
}
