//! Analyses of finished games. The store does not interpret their text.

use sumito_game::{GameId, Timestamp, UserId};

use super::{StoreError, store_api};

/// A requested analysis.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredAnalysis {
    /// The user who has requested it.
    pub asked_by: UserId,
    /// The positions as text; `None` while it is unfinished.
    pub positions: Option<String>,
}

/// The user has too many unfinished analyses: this many.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TooManyAnalyses(pub u64);

store_api! { each:
    /// Records that `user` has requested the analysis of a game. No effect if there was an earlier request, or if `max` other analyses of
    /// the user are unfinished.
    pub async fn add_analysis(
        &self,
        game: GameId,
        user: UserId,
        now: Timestamp,
        max: u64,
    ) -> Result<Result<(), TooManyAnalyses>, StoreError>;

    /// Stores the finished analysis of a game.
    pub async fn finish_analysis(&self, game: GameId, positions: &str) -> Result<(), StoreError>;

    /// Removes the unfinished analysis of a game.
    pub async fn drop_analysis(&self, game: GameId) -> Result<(), StoreError>;

    /// Returns the analysis of a game; `None` if there was no request.
    pub async fn analysis(&self, game: GameId) -> Result<Option<StoredAnalysis>, StoreError>;

    /// Returns the games with a requested and unfinished analysis, oldest request first.
    pub async fn unfinished_analyses(&self) -> Result<Vec<GameId>, StoreError>;
}
