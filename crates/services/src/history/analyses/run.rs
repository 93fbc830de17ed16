//! The analyses that this node runs.

use sumito_game::{GameId, UserId};
use tokio::runtime::Handle;
use tracing::{debug, warn};

use super::search::Search;
use super::{Analyses, AnalysisUpdate, Running};
use sumito_cluster::Owner;
use sumito_kit::catch_panic::catch_panic;
use sumito_kit::retry::Retry;
use sumito_kit::task;
use sumito_store::{ClaimKey, StoreError};

/// The slot of an analysis on this node. It is released on drop, with the claim, so also when the analysis panics or its caller disconnects.
pub(super) struct AnalysisSlot {
    analyses: Analyses,
    game: GameId,
}

impl AnalysisSlot {
    pub(super) fn new(analyses: Analyses, game: GameId) -> Self {
        Self { analyses, game }
    }
}

impl Drop for AnalysisSlot {
    fn drop(&mut self) {
        let (analyses, game) = (self.analyses.clone(), self.game);
        analyses.running().remove(&game);
        // When the server stops, other nodes adopt its claims.
        if !analyses.0.stopping.is_cancelled()
            && let Ok(runtime) = Handle::try_current()
        {
            runtime.spawn(async move { analyses.release(game).await });
        }
    }
}

impl Analyses {
    /// Resumes the analyses that were requested before the server started, unless another node runs them.
    ///
    /// # Errors
    /// If the store is unavailable.
    pub(super) async fn resume(&self) -> Result<(), StoreError> {
        for game in self.0.store.unfinished_analyses().await? {
            match self.0.node.claim(ClaimKey::Analysis(game)).await? {
                Owner::ThisNode(_) => self.take_over(game).await?,
                Owner::Other(_) => {}
            }
        }
        Ok(())
    }

    /// Starts an analysis anew that this node has claimed, if it is unfinished.
    pub(super) async fn take_over(&self, id: GameId) -> Result<(), StoreError> {
        let stored = self.0.store.analysis(id).await?.filter(|stored| stored.positions.is_none());
        let game = match stored {
            Some(_) => self.0.store.game_with_moves(id).await,
            None => Ok(None),
        };
        let game = match game {
            Err(error @ StoreError::Unavailable(_)) => return Err(error),
            // Other analyses can still be resumed.
            Err(error) => {
                warn!(game = %id.0, %error, "analysed game load failed");
                None
            }
            Ok(game) => game,
        };
        match (stored, game.as_ref().and_then(Search::new)) {
            (Some(stored), Some(search)) => {
                if let Some(slot) = self.begin_anew(id, &search) {
                    self.run(search, stored.asked_by, slot);
                }
            }
            _ => self.release(id).await,
        }
        Ok(())
    }

    /// Takes the slot of an analysis that another node has started, with its followers here; `None` if this node runs it already.
    fn begin_anew(&self, game: GameId, search: &Search) -> Option<AnalysisSlot> {
        let mut all = self.running();
        let running = all.entry(game).or_insert_with(|| Running::new(search.plies(), false));
        if running.is_here {
            return None;
        }
        running.is_here = true;
        running.extend(game, 0, Vec::new());
        Some(AnalysisSlot::new(self.clone(), game))
    }

    pub(super) fn run(&self, search: Search, asked_by: UserId, slot: AnalysisSlot) {
        let analyses = self.clone();
        task::spawn(async move {
            let (_slot, game) = (slot, search.game());
            let searching = Box::pin(catch_panic("an analysis", analyses.search(search, asked_by)));
            let Some(outcome) = analyses.0.stopping.run_until_cancelled(searching).await else { return };
            if outcome != Some(true) {
                warn!(game = %game.0, "analysis aborted");
                if let Err(error) = analyses.0.store.drop_analysis(game).await {
                    debug!(game = %game.0, %error, "aborted analysis not dropped; resumed by next start");
                }
            }
        });
    }

    /// Searches all positions, then stores the result. Returns whether that was possible.
    async fn search(&self, mut search: Search, asked_by: UserId) -> bool {
        let id = search.game();
        let mut found = Vec::new();
        while let Some(position) =
            search.next(&self.0.engine_pool, asked_by, self.0.config.analysis_nodes).await
        {
            if let Some(running) = self.running().get_mut(&id) {
                running.extend(id, found.len(), vec![position.clone()]);
            }
            found.push(position);
        }
        if !search.is_done() {
            return false;
        }
        found.reverse();
        let found = serde_json::to_string(&found).expect("plain values have a JSON form");
        // The result was expensive: retry until the store is available again.
        Retry::quiet("write of an analysis").run(|| self.0.store.finish_analysis(id, &found)).await;
        self.send_done(id);
        true
    }

    /// Ends the analysis. Later requests read the result from the store.
    fn send_done(&self, game: GameId) {
        if let Some(mut running) = self.running().remove(&game) {
            let plies = running.plies;
            let update = AnalysisUpdate { game, plies, done: true, full: false, positions: Vec::new() };
            running.followers.publish(&update.into());
            running.followers.end();
        }
    }

    /// Releases the claim of this node to an analysis.
    pub(super) async fn release(&self, game: GameId) {
        if let Err(error) = self.0.node.release(&[ClaimKey::Analysis(game)]).await {
            debug!(game = %game.0, %error, "claim to an analysis not released");
        }
    }
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::*;
    use crate::env::Env;
    use sumito_cluster::{Duties, Node};
    use sumito_config::{Config, Overrides};
    use sumito_kit::blocking::BlockingPool;
    use sumito_kit::engine_pool::EnginePool;
    use sumito_kit::tasks::Tasks;
    use sumito_kit::time_source::TimeSource;
    use sumito_rooms::RatedPositions;
    use sumito_rooms::event_log::EventLog;
    use sumito_store::Store;
    use tokio_util::sync::CancellationToken;

    #[tokio::test]
    async fn panicking_analysis_releases_its_slot() {
        let config = Config::load(None, &Overrides::default()).unwrap();
        let store = Store::connect("memory:", &config.database).await.unwrap();
        let (node, tasks) = (Node::alone(), Tasks::new(CancellationToken::new()));
        let rated = RatedPositions::new(&node);
        let time = TimeSource::from_system();
        let (event_log, _writer) = EventLog::start(store.clone(), &config.event_log, time).await.unwrap();
        let env = Env {
            engine_pool: EnginePool::start(&config.computers).unwrap(),
            duties: Duties::new(node.clone(), tasks.stopping().clone()),
            deciding: BlockingPool::inline("tournaments"),
            config: std::sync::Arc::new(config),
            store,
            event_log,
            node,
            time,
        };
        let analyses = Analyses::idle(&env, &rated, &tasks);
        let game = GameId(Uuid::from_u128(1));
        analyses.running().insert(game, Running::new(2, true));
        let place = AnalysisSlot::new(analyses.clone(), game);
        let broken = tokio::spawn(async move {
            let _place = place;
            panic!("as it is meant to");
        });
        broken.await.unwrap_err();
        assert!(analyses.running().is_empty());
    }
}
