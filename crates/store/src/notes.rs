//! Private notes of players on their games.

use sumito_game::{GameId, Timestamp, UserId};

use super::{StoreError, store_api};

/// A user's note on a game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NoteRow {
    /// The text of the note.
    pub text: String,
    /// Time of the last change.
    pub changed_at: Timestamp,
}

store_api! { each_database:
    /// Returns the note of a user on a game.
    pub async fn note(&self, user: UserId, game: GameId) -> Result<Option<NoteRow>, StoreError>;

    /// Stores the note of a user on a game in place of the previous one. Returns whether it is stored: not if the user has `limit` notes on
    /// other games already.
    pub async fn set_note(&self, user: UserId, game: GameId, note: &NoteRow, limit: u32) -> Result<bool, StoreError>;

    /// Removes the note of a user on a game.
    pub async fn remove_note(&self, user: UserId, game: GameId) -> Result<(), StoreError>;
}
