//! Short searches of finished games.

use sumito_game::UserId;

use super::search::all_roots;
use super::{Analyses, AnalysisError};
use sumito_store::FinishedGame;

/// Nodes of a short search: about one to two milliseconds of engine time.
const NODES: u64 = 1_000;

impl Analyses {
    /// Returns the best move of a short search for each position in which a player moved. The result is deterministic for a game.
    ///
    /// # Errors
    /// [`AnalysisError::Busy`] if too many searches wait, [`AnalysisError::Corrupt`] if the game cannot be replayed.
    pub async fn quick_moves(
        &self,
        game: &FinishedGame,
        owner: UserId,
    ) -> Result<Vec<String>, AnalysisError> {
        let mut roots = all_roots(game).ok_or(AnalysisError::Corrupt)?;
        roots.truncate(game.plies as usize);
        let found = self.0.engine_pool.quick_search(self.0.engine_pool.payer(owner), roots, NODES).await;
        let found = found.map_err(|_| AnalysisError::Busy)?.ok_or(AnalysisError::Corrupt)?;
        Ok(found.iter().map(|found| found.best.map_or_else(String::new, |best| best.to_string())).collect())
    }
}
