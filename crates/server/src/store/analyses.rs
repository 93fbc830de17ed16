//! What was found in finished games. The store does not know what the text means.

use sumito_game::{GameId, Timestamp, UserId};

use super::{Store, StoreError, each};

impl Store {
    /// Notes that `user` has asked about a game. Nothing changes where somebody has before.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] when the database does not answer.
    pub async fn add_analysis(&self, game: GameId, user: UserId, now: Timestamp) -> Result<(), StoreError> {
        each!(self, queries => queries.add_analysis(game, user, now).await)
    }

    /// Keeps what was found in a game.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] when the database does not answer.
    pub async fn finish_analysis(&self, game: GameId, positions: &str) -> Result<(), StoreError> {
        each!(self, queries => queries.finish_analysis(game, positions).await)
    }

    /// What was found in a game; `None` while nobody has asked about it, or it is not finished.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] when the database does not answer.
    pub async fn analysis(&self, game: GameId) -> Result<Option<String>, StoreError> {
        each!(self, queries => queries.analysis(game).await)
    }

    /// Games about which somebody has asked and that are not finished, with who it was, the first one first.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] when the database does not answer.
    pub async fn unfinished_analyses(&self) -> Result<Vec<(GameId, UserId)>, StoreError> {
        each!(self, queries => queries.unfinished_analyses().await)
    }
}
