//! Analyses of finished games. The store does not interpret their text.

use sumito_game::{GameId, Timestamp, UserId};

use super::{StoreError, store_api};

store_api! { each:
    /// Records that `user` has requested the analysis of a game. No effect if there was an earlier request.
    pub async fn add_analysis(&self, game: GameId, user: UserId, now: Timestamp) -> Result<(), StoreError>;

    /// Stores the finished analysis of a game.
    pub async fn finish_analysis(&self, game: GameId, positions: &str) -> Result<(), StoreError>;

    /// Returns the analysis of a game; `None` if there was no request, or if it is unfinished.
    pub async fn analysis(&self, game: GameId) -> Result<Option<String>, StoreError>;

    /// Returns the games with a requested and unfinished analysis and the users who requested them, oldest first.
    pub async fn unfinished_analyses(&self) -> Result<Vec<(GameId, UserId)>, StoreError>;
}
