//! What a search finds at a glance.

use sumito_game::UserId;

use super::search::all_roots;
use super::{Analyses, NoAnalysis};
use crate::store::FinishedGame;

/// Positions that a glance takes in: what the engine sees within a thousandth of a second or two.
const NODES: u64 = 1_000;

impl Analyses {
    /// The move that a short search wants in each position of a game in which somebody moved. It is always the same for a game.
    ///
    /// # Errors
    /// [`NoAnalysis::Busy`], [`NoAnalysis::Damaged`].
    pub async fn glances(&self, game: &FinishedGame, owner: UserId) -> Result<Vec<String>, NoAnalysis> {
        let mut roots = all_roots(game).ok_or(NoAnalysis::Damaged)?;
        roots.truncate(game.plies as usize);
        let found = self.0.thinking.glance(self.0.thinking.payer(owner), roots, NODES).await;
        let found = found.map_err(|_| NoAnalysis::Busy)?.ok_or(NoAnalysis::Damaged)?;
        Ok(found.iter().map(|found| found.best.map_or_else(String::new, |best| best.to_string())).collect())
    }
}
