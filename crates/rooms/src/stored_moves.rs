//! Stored form of the conditional moves of a room.

use serde::{Deserialize, Serialize};
use sumito_game::{ConditionalMoves, Table};

/// Stored form of conditional moves, with the position that they start in. A server of an earlier version plays moves and leaves this
/// column unchanged.
#[derive(Serialize, Deserialize)]
struct Stored {
    position: String,
    moves: ConditionalMoves,
}

/// Returns the stored form; `None` if there are none.
pub(super) fn to_text(moves: &ConditionalMoves, table: &Table) -> Option<String> {
    let stored = Stored { position: table.position().to_string(), moves: moves.clone() };
    (!moves.is_empty()).then(|| serde_json::to_string(&stored).expect("plain values have a JSON form"))
}

/// Reads the stored form. Those that do not fit the table are left out.
pub(super) fn read(text: Option<&str>, table: &Table) -> ConditionalMoves {
    let stored = text.and_then(|text| serde_json::from_str::<Stored>(text).ok());
    let is_played = table.game().is_some_and(|game| game.outcome().is_none());
    stored
        .filter(|stored| is_played && stored.position == table.position().to_string())
        .map(|stored| stored.moves)
        .unwrap_or_default()
}
