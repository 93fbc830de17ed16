//! Receipts of games in their wire form.

use sumito_protocol::RoomId;
use sumito_protocol::games::{ExportedGame, GameDetail, GameSummary};
use sumito_protocol::parts::User;
use sumito_protocol::receipts::{GameReceipt, ReceiptEvent, ReceiptKey, ReceiptKeys};
use sumito_receipts::Hash;
use sumito_services::receipts::ListedKey;
use sumito_store::{FinishedGame, RatingChange};
use uuid::Uuid;

use super::game_detail;
use super::import::game_of_export;

/// Converts a game to its receipt.
pub(crate) fn game_receipt(game: &FinishedGame, changes: &[RatingChange]) -> GameReceipt {
    let GameDetail { summary, moves, ledger, ratings, .. } = game_detail(game, changes);
    GameReceipt {
        id: summary.id,
        room: RoomId(game.room.to_string()),
        mode: summary.mode,
        layout: summary.layout,
        start_position: summary.start_position,
        coach: summary.coach,
        rated: summary.rated,
        tournament: summary.tournament,
        clock: summary.clock,
        players: summary.players.into_iter().map(|player| player.id).collect(),
        started_at: summary.started_at,
        finished_at: summary.finished_at,
        result: summary.result,
        final_position: summary.final_position,
        moves,
        ledger,
        ratings,
        last_event: ReceiptEvent { seq: game.last_seq, hash: Hash(game.last_hash.0).to_string() },
    }
}

/// Converts the keys that have signed receipts.
pub(crate) fn receipt_keys(keys: Vec<ListedKey>) -> ReceiptKeys {
    let key = |ListedKey { key, created_at, endorsement }: ListedKey| ReceiptKey {
        key: key.to_string(),
        created_at: created_at.0,
        endorsement,
    };
    ReceiptKeys { keys: keys.into_iter().map(key).collect() }
}

/// Converts a receipt to the game, whose players are named by their ids. Does not check it against the rules.
///
/// # Errors
/// Returns a description of the fault.
pub(crate) fn game_of_receipt(receipt: GameReceipt) -> Result<FinishedGame, String> {
    let player = |id: Uuid| User { id, name: id.to_string(), guest: false, bot: false, computer: None };
    game_of_export(ExportedGame {
        summary: GameSummary {
            id: receipt.id,
            mode: receipt.mode,
            layout: receipt.layout,
            start_position: receipt.start_position,
            coach: receipt.coach,
            rated: receipt.rated,
            tournament: receipt.tournament,
            clock: receipt.clock,
            players: receipt.players.into_iter().map(player).collect(),
            started_at: receipt.started_at,
            finished_at: receipt.finished_at,
            result: receipt.result,
            plies: receipt.moves.len() as u32,
            final_position: receipt.final_position,
        },
        moves: receipt.moves,
        ledger: receipt.ledger,
    })
}
