//! Analyses of finished games. The store does not interpret their text.

use sumito_game::{GameId, Timestamp, UserId};

use super::{Store, StoreError, each};

impl Store {
    /// Records that `user` has requested the analysis of a game. No effect if there was an earlier request.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] if the database does not answer.
    pub async fn add_analysis(&self, game: GameId, user: UserId, now: Timestamp) -> Result<(), StoreError> {
        each!(self, queries => queries.add_analysis(game, user, now).await)
    }

    /// Stores the finished analysis of a game.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] if the database does not answer.
    pub async fn finish_analysis(&self, game: GameId, positions: &str) -> Result<(), StoreError> {
        each!(self, queries => queries.finish_analysis(game, positions).await)
    }

    /// Returns the analysis of a game; `None` if there was no request, or if it is unfinished.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] if the database does not answer.
    pub async fn analysis(&self, game: GameId) -> Result<Option<String>, StoreError> {
        each!(self, queries => queries.analysis(game).await)
    }

    /// Returns the games with a requested and unfinished analysis and the users who requested them, oldest first.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] if the database does not answer.
    pub async fn unfinished_analyses(&self) -> Result<Vec<(GameId, UserId)>, StoreError> {
        each!(self, queries => queries.unfinished_analyses().await)
    }
}
