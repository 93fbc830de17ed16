//! Row in the game history for a game that has just ended.

use sumito_game::{MoveText, Seat, Table};

use sumito_store::{EventHash, FinishedGame, GameMoves, RoomRow, TournamentGame};

/// Returns the finished game at `table`; its last event has the hash `last_hash`. `None` if no game has ended.
pub fn finished_game(row: &RoomRow, table: &Table, last_hash: EventHash) -> Option<FinishedGame> {
    let settings = table.settings();
    let game = table.game()?;
    Some(FinishedGame {
        id: game.id(),
        room: row.id,
        visibility: row.visibility,
        mode: settings.mode,
        layout: settings.layout,
        start_position: settings.start_position,
        coach: settings.coach,
        time: settings.time,
        rated: settings.rated,
        tournament: settings.tournament.map(|id| TournamentGame { id, berserk: game.berserk() }),
        players: Seat::first(settings.mode.seats()).filter_map(|seat| table.player(seat).cloned()).collect(),
        started_at: game.started_at(),
        finished_at: game.finished_at()?,
        outcome: game.outcome()?.clone(),
        plies: game.position().ply(),
        final_position: game.position().to_string(),
        last_seq: table.seq(),
        last_hash,
        moves: GameMoves {
            moves: game.moves().iter().map(MoveText::as_str).collect::<Vec<_>>().join(" "),
            ledger: game.ledger().to_vec(),
        },
    })
}
