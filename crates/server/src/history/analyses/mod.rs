//! Analyses of finished games: a score for each position, the best line, and the mistakes.
//!
//! A user requests an analysis; the result is stored and available to all users. Requested analyses that are incomplete at a restart
//! begin anew. Positions are searched from the last to the first: the results for a position help to search the position before it, and
//! show at once how good the move between them was.

mod glance;
mod mistakes;
mod search;

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use parking_lot::{Mutex, MutexGuard};
use sumito_game::{GameId, Timestamp, UserId};
use tokio::time::sleep;
use tokio_util::sync::CancellationToken;
use tracing::warn;

pub use self::mistakes::Mistake;
pub use self::search::AnalysedPosition;
use self::search::{Search, result_of};
use sumito_config as config;
use sumito_kit::encoded::Encoded;
use sumito_kit::engine_pool::EnginePool;
use sumito_kit::topic::{Subscriber, SubscriberId, Topic};
use sumito_store::{FinishedGame, Store, StoreError};

/// Delay before another attempt to store a finished analysis.
const STORE_AGAIN_AFTER: Duration = Duration::from_secs(1);

/// The analysis of a game, or the part of it that is new to its followers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AnalysisUpdate {
    /// The analysed game.
    pub game: GameId,
    /// Number of moves of the game.
    pub plies: u32,
    /// Whether the analysis is complete.
    pub done: bool,
    /// Whether `positions` is the whole analysis and replaces what the follower had.
    pub full: bool,
    /// Positions by ply.
    pub positions: Vec<AnalysedPosition>,
}

/// An encoded update, shared by all followers of the analysis.
pub type EncodedAnalysisUpdate = Encoded<AnalysisUpdate>;

/// Errors of requesting an analysis.
#[derive(Debug, thiserror::Error)]
pub enum AnalysisError {
    /// The user waits for too many other analyses.
    #[error("analysis limit reached ({0} pending); wait for one to finish")]
    TooMany(usize),
    /// Too many analyses are queued.
    #[error("analysis queue is full; try again in a few minutes")]
    Busy,
    /// The game cannot be replayed.
    #[error("this game's data is corrupt")]
    Corrupt,
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// All analyses. Cheap to clone.
#[derive(Debug, Clone)]
pub struct Analyses(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    store: Store,
    thinking: EnginePool,
    config: config::Computers,
    stopping: CancellationToken,
    running: Mutex<HashMap<GameId, Running>>,
}

/// An analysis in progress.
#[derive(Debug)]
struct Running {
    asked_by: UserId,
    plies: u32,
    /// Results so far, the last position first.
    positions: Vec<AnalysedPosition>,
    followers: Topic<AnalysisUpdate>,
}

/// The slot of an analysis in progress. It is released on drop, so also when the analysis panics.
struct AnalysisSlot {
    analyses: Analyses,
    game: GameId,
}

impl Drop for AnalysisSlot {
    fn drop(&mut self) {
        self.analyses.running().remove(&self.game);
    }
}

impl Running {
    fn new(search: &Search, asked_by: UserId) -> Self {
        Self { asked_by, plies: search.plies(), positions: Vec::new(), followers: Topic::default() }
    }

    fn update(&self, game: GameId) -> EncodedAnalysisUpdate {
        let positions = self.positions.iter().rev().cloned().collect();
        AnalysisUpdate { game, plies: self.plies, done: false, full: true, positions }.into()
    }

    fn send(&mut self, update: AnalysisUpdate) {
        self.followers.publish(&update.into());
    }
}

impl Analyses {
    /// Creates the service without any analysis in progress. All analyses end when `stopping` is cancelled.
    pub fn new(
        store: Store,
        thinking: EnginePool,
        config: &config::Computers,
        stopping: CancellationToken,
    ) -> Self {
        let running = Mutex::default();
        Self(Arc::new(Inner { store, thinking, config: config.clone(), stopping, running }))
    }

    /// Resumes the analyses that were requested before the server started.
    ///
    /// # Errors
    /// If the store is unavailable.
    pub async fn resume(&self) -> Result<(), StoreError> {
        for (id, asked_by) in self.0.store.unfinished_analyses().await? {
            let game = match self.0.store.game_with_moves(id).await {
                Err(error @ StoreError::Unavailable(_)) => return Err(error),
                // Other analyses can still be resumed.
                Err(error) => {
                    warn!(game = %id.0, %error, "analysed game load failed");
                    continue;
                }
                Ok(game) => game,
            };
            if let Some(search) = game.as_ref().and_then(Search::new) {
                self.running().insert(id, Running::new(&search, asked_by));
                let place = AnalysisSlot { analyses: self.clone(), game: id };
                self.run(search, asked_by, place);
            }
        }
        Ok(())
    }

    /// Returns the analysis of a game as far as it is known; `None` if no user has requested it.
    ///
    /// # Errors
    /// If the store is unavailable.
    pub async fn of<M>(&self, game: &FinishedGame<M>) -> Result<Option<EncodedAnalysisUpdate>, StoreError> {
        let (id, plies) = (game.id, game.plies);
        if let Some(running) = self.running().get(&id) {
            return Ok(Some(running.update(id)));
        }
        let Some(stored) = self.0.store.analysis(id).await? else { return Ok(None) };
        let mut positions: Vec<AnalysedPosition> =
            serde_json::from_str(&stored).map_err(|error| StoreError::Corrupt(error.to_string()))?;
        // Analyses of earlier versions have a search result for the final position of a finished game.
        if let (Some(last), Some(result)) = (positions.last_mut(), result_of(game)) {
            last.score = result;
        }
        Ok(Some(AnalysisUpdate { game: id, plies, done: true, full: true, positions }.into()))
    }

    /// Requests the analysis of a game, unless it is complete or in progress.
    ///
    /// # Errors
    /// [`AnalysisError`] says why the game is not analysed.
    pub async fn request(
        &self,
        game: &FinishedGame,
        user: UserId,
        now: Timestamp,
    ) -> Result<EncodedAnalysisUpdate, AnalysisError> {
        if let Some(known) = self.of(game).await? {
            return Ok(known);
        }
        let search = Search::new(game).ok_or(AnalysisError::Corrupt)?;
        let nothing_yet = {
            let mut all = self.running();
            if let Some(running) = all.get(&game.id) {
                return Ok(running.update(game.id));
            }
            let own = all.values().filter(|other| other.asked_by == user).count();
            if own >= self.0.config.analyses_per_user {
                return Err(AnalysisError::TooMany(own));
            }
            if all.len() >= self.0.config.analyses {
                return Err(AnalysisError::Busy);
            }
            all.entry(game.id).or_insert(Running::new(&search, user)).update(game.id)
        };
        // The slot is released even if the caller disconnects meanwhile.
        let place = AnalysisSlot { analyses: self.clone(), game: game.id };
        self.0.store.add_analysis(game.id, user, now).await?;
        self.run(search, user, place);
        Ok(nothing_yet)
    }

    /// Adds a follower to the analysis of a game. It receives the known positions first, then every new one. Returns whether the analysis
    /// is in progress.
    pub fn subscribe(
        &self,
        game: GameId,
        id: SubscriberId,
        subscriber: Box<dyn Subscriber<AnalysisUpdate>>,
    ) -> bool {
        let mut all = self.running();
        let Some(running) = all.get_mut(&game) else { return false };
        let state = running.update(game);
        running.followers.subscribe(id, (), subscriber, &state);
        true
    }

    /// Removes the follower.
    pub fn unsubscribe(&self, game: GameId, id: SubscriberId) {
        if let Some(running) = self.running().get_mut(&game) {
            running.followers.unsubscribe(id);
        }
    }

    fn run(&self, search: Search, asked_by: UserId, place: AnalysisSlot) {
        let analyses = self.clone();
        tokio::spawn(async move {
            let _place = place;
            let stopping = analyses.0.stopping.clone();
            stopping.run_until_cancelled(analyses.search(search, asked_by)).await;
        });
    }

    /// Searches all positions, then stores the result.
    async fn search(&self, mut search: Search, asked_by: UserId) {
        let id = search.game();
        let mut found = Vec::new();
        while let Some(position) = search.next(&self.0.thinking, asked_by, self.0.config.analysis_nodes).await
        {
            found.push(position.clone());
            self.send_position(id, position);
        }
        if !search.is_done() {
            warn!(game = %id.0, "analysis aborted");
            return;
        }
        found.reverse();
        let found = serde_json::to_string(&found).expect("plain values have a JSON form");
        // The result was expensive: retry until the store is available again.
        while let Err(error) = self.0.store.finish_analysis(id, &found).await {
            warn!(game = %id.0, %error, "analysis write failed, will retry");
            sleep(STORE_AGAIN_AFTER).await;
        }
        self.send_done(id);
    }

    fn send_position(&self, game: GameId, position: AnalysedPosition) {
        if let Some(running) = self.running().get_mut(&game) {
            let (plies, positions) = (running.plies, vec![position.clone()]);
            running.positions.push(position);
            running.send(AnalysisUpdate { game, plies, done: false, full: false, positions });
        }
    }

    /// Ends the analysis. Later requests read the result from the store.
    fn send_done(&self, game: GameId) {
        if let Some(mut running) = self.running().remove(&game) {
            let plies = running.plies;
            running.send(AnalysisUpdate { game, plies, done: true, full: false, positions: Vec::new() });
        }
    }

    fn running(&self) -> MutexGuard<'_, HashMap<GameId, Running>> {
        self.0.running.lock()
    }
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::*;
    use sumito_config::{Config, Overrides};

    #[tokio::test]
    async fn panicking_analysis_releases_its_slot() {
        let config = Config::load(None, &Overrides::default()).unwrap();
        let store = Store::connect("memory:", &config.database).await.unwrap();
        let thinking = EnginePool::start(&config.computers).unwrap();
        let analyses = Analyses::new(store, thinking, &config.computers, CancellationToken::new());
        let [game, asked_by] = [1, 2].map(Uuid::from_u128);
        let (game, asked_by) = (GameId(game), UserId(asked_by));
        let running = Running { asked_by, plies: 2, positions: Vec::new(), followers: Topic::default() };
        analyses.running().insert(game, running);
        let place = AnalysisSlot { analyses: analyses.clone(), game };
        let broken = tokio::spawn(async move {
            let _place = place;
            panic!("as it is meant to");
        });
        broken.await.unwrap_err();
        assert!(analyses.running().is_empty());
    }
}
