//! What a search finds in finished games: what each position is worth, how it should have gone on, and which moves were mistakes.
//!
//! Somebody asks for it; then it is stored, for everybody. What was asked for and is not done after a restart is begun anew. Positions are
//! searched from the last one to the first: what is known of a position helps with the one before, and tells at once how good the move
//! between them was.

mod glance;
mod mistakes;
mod search;

use std::collections::HashMap;
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use sumito_game::{GameId, Timestamp, UserId};
use tokio::time::sleep;
use tokio_util::sync::CancellationToken;
use tracing::warn;

pub use self::mistakes::Mistake;
pub use self::search::AnalysedPosition;
use self::search::{Search, result_of};
use crate::config;
use crate::rooms::SubscriberId;
use crate::shared::Shared;
use crate::store::{FinishedGame, Store, StoreError};
use crate::thinking::Thinking;

/// How long after an analysis could not be stored that is tried again.
const STORE_AGAIN_AFTER: Duration = Duration::from_secs(1);

/// What is known of a game, or has become known since its followers were told last.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AnalysisUpdate {
    /// Which game.
    pub game: GameId,
    /// How many moves it has.
    pub plies: u32,
    /// Whether nothing more will come.
    pub done: bool,
    /// Whether `positions` is all that is known, to replace what one had.
    pub full: bool,
    /// The positions, by ply.
    pub positions: Vec<AnalysedPosition>,
}

/// An update on its way to all who follow the analysis.
pub type SharedAnalysis = Shared<AnalysisUpdate>;

/// Who follows an analysis. Its method must not block.
pub trait AnalysisSubscriber: fmt::Debug + Send + Sync {
    /// Takes an update; returns whether it wants another.
    fn tell(&self, update: &SharedAnalysis) -> bool;
}

/// Why a game is not analysed.
#[derive(Debug, thiserror::Error)]
pub enum NoAnalysis {
    /// Whoever asks waits for others that they have asked for.
    #[error("{0} games that you asked about are still being analysed; wait until one of them is done")]
    TooMany(usize),
    /// There is too much to do.
    #[error("too many games are waiting to be analysed; try again in a few minutes")]
    Busy,
    /// The game cannot be played through.
    #[error("this game is damaged")]
    Damaged,
    /// The store.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// All analyses. Cheap to clone.
#[derive(Debug, Clone)]
pub struct Analyses(Arc<Desk>);

#[derive(Debug)]
struct Desk {
    store: Store,
    thinking: Thinking,
    config: config::Computers,
    stopping: CancellationToken,
    running: Mutex<HashMap<GameId, Running>>,
}

/// An analysis that is being made.
#[derive(Debug)]
struct Running {
    asked_by: UserId,
    plies: u32,
    /// What is known so far, the last position first.
    positions: Vec<AnalysedPosition>,
    followers: Vec<(SubscriberId, Box<dyn AnalysisSubscriber>)>,
}

/// The place of an analysis among those that are being made: given up when it ends, also where it panics.
struct Place {
    analyses: Analyses,
    game: GameId,
}

impl Drop for Place {
    fn drop(&mut self) {
        self.analyses.running().remove(&self.game);
    }
}

impl Running {
    fn new(search: &Search, asked_by: UserId) -> Self {
        Self { asked_by, plies: search.plies(), positions: Vec::new(), followers: Vec::new() }
    }

    fn update(&self, game: GameId) -> SharedAnalysis {
        let positions = self.positions.iter().rev().cloned().collect();
        AnalysisUpdate { game, plies: self.plies, done: false, full: true, positions }.into()
    }

    fn tell(&mut self, update: AnalysisUpdate) {
        let update = update.into();
        self.followers.retain(|(_, follower)| follower.tell(&update));
    }
}

impl Analyses {
    /// None is being made yet. All of them end when `stopping` is cancelled.
    pub fn new(
        store: Store,
        thinking: Thinking,
        config: &config::Computers,
        stopping: CancellationToken,
    ) -> Self {
        let running = Mutex::default();
        Self(Arc::new(Desk { store, thinking, config: config.clone(), stopping, running }))
    }

    /// Goes on with what was asked for before the server started.
    ///
    /// # Errors
    /// When the store cannot be asked.
    pub async fn go_on(&self) -> Result<(), StoreError> {
        for (id, asked_by) in self.0.store.unfinished_analyses().await? {
            let game = match self.0.store.game_with_moves(id).await {
                Err(error @ StoreError::Unavailable(_)) => return Err(error),
                // The others can be gone on with.
                Err(error) => {
                    warn!(game = %id.0, %error, "a game that was to be analysed cannot be read");
                    continue;
                }
                Ok(game) => game,
            };
            if let Some(search) = game.as_ref().and_then(Search::new) {
                self.running().insert(id, Running::new(&search, asked_by));
                let place = Place { analyses: self.clone(), game: id };
                self.run(search, asked_by, place);
            }
        }
        Ok(())
    }

    /// What is known of a game by now; `None` if nobody has asked about it.
    ///
    /// # Errors
    /// When the store cannot be asked.
    pub async fn of<M>(&self, game: &FinishedGame<M>) -> Result<Option<SharedAnalysis>, StoreError> {
        let (id, plies) = (game.id, game.plies);
        if let Some(running) = self.running().get(&id) {
            return Ok(Some(running.update(id)));
        }
        let Some(stored) = self.0.store.analysis(id).await? else { return Ok(None) };
        let mut positions: Vec<AnalysedPosition> =
            serde_json::from_str(&stored).map_err(|error| StoreError::Corrupt(error.to_string()))?;
        // Analyses of earlier versions have what the search made of a game that was over.
        if let (Some(last), Some(result)) = (positions.last_mut(), result_of(game)) {
            last.score = result;
        }
        Ok(Some(AnalysisUpdate { game: id, plies, done: true, full: true, positions }.into()))
    }

    /// Has a game analysed, unless it is or is being.
    ///
    /// # Errors
    /// [`NoAnalysis`].
    pub async fn ask(
        &self,
        game: &FinishedGame,
        user: UserId,
        now: Timestamp,
    ) -> Result<SharedAnalysis, NoAnalysis> {
        if let Some(known) = self.of(game).await? {
            return Ok(known);
        }
        let search = Search::new(game).ok_or(NoAnalysis::Damaged)?;
        let nothing_yet = {
            let mut all = self.running();
            if let Some(running) = all.get(&game.id) {
                return Ok(running.update(game.id));
            }
            let own = all.values().filter(|other| other.asked_by == user).count();
            if own >= self.0.config.analyses_per_user {
                return Err(NoAnalysis::TooMany(own));
            }
            if all.len() >= self.0.config.analyses {
                return Err(NoAnalysis::Busy);
            }
            all.entry(game.id).or_insert(Running::new(&search, user)).update(game.id)
        };
        // Given up also where the caller hangs up meanwhile.
        let place = Place { analyses: self.clone(), game: game.id };
        self.0.store.add_analysis(game.id, user, now).await?;
        self.run(search, user, place);
        Ok(nothing_yet)
    }

    /// Lets somebody follow the analysis of a game: first comes what is known of it, then every position. Returns whether it is being
    /// made.
    pub fn follow(&self, game: GameId, id: SubscriberId, subscriber: Box<dyn AnalysisSubscriber>) -> bool {
        let mut all = self.running();
        let Some(running) = all.get_mut(&game) else { return false };
        running.followers.retain(|(other, _)| *other != id);
        if subscriber.tell(&running.update(game)) {
            running.followers.push((id, subscriber));
        }
        true
    }

    /// Tells nothing more.
    pub fn unfollow(&self, game: GameId, id: SubscriberId) {
        if let Some(running) = self.running().get_mut(&game) {
            running.followers.retain(|(other, _)| *other != id);
        }
    }

    fn run(&self, search: Search, asked_by: UserId, place: Place) {
        let analyses = self.clone();
        tokio::spawn(async move {
            let _place = place;
            let stopping = analyses.0.stopping.clone();
            stopping.run_until_cancelled(analyses.search(search, asked_by)).await;
        });
    }

    /// Searches position after position, and stores what came of it.
    async fn search(&self, mut search: Search, asked_by: UserId) {
        let id = search.game();
        let mut found = Vec::new();
        while let Some(position) = search.next(&self.0.thinking, asked_by, self.0.config.analysis_nodes).await
        {
            found.push(position.clone());
            self.tell(id, position);
        }
        if !search.is_done() {
            warn!(game = %id.0, "an analysis was broken off");
            return;
        }
        found.reverse();
        let found = serde_json::to_string(&found).expect("plain values have a JSON form");
        // It was too much work to be lost because nothing can be stored at this moment.
        while let Err(error) = self.0.store.finish_analysis(id, &found).await {
            warn!(game = %id.0, %error, "an analysis cannot be stored yet");
            sleep(STORE_AGAIN_AFTER).await;
        }
        self.tell_done(id);
    }

    fn tell(&self, game: GameId, position: AnalysedPosition) {
        if let Some(running) = self.running().get_mut(&game) {
            let (plies, positions) = (running.plies, vec![position.clone()]);
            running.positions.push(position);
            running.tell(AnalysisUpdate { game, plies, done: false, full: false, positions });
        }
    }

    /// Whoever asks from now on finds it in the store.
    fn tell_done(&self, game: GameId) {
        if let Some(mut running) = self.running().remove(&game) {
            let plies = running.plies;
            running.tell(AnalysisUpdate { game, plies, done: true, full: false, positions: Vec::new() });
        }
    }

    fn running(&self) -> MutexGuard<'_, HashMap<GameId, Running>> {
        self.0.running.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::*;
    use crate::config::{Config, Overrides};

    #[tokio::test]
    async fn an_analysis_that_panics_gives_its_place_up() {
        let config = Config::load(None, &Overrides::default()).unwrap();
        let store = Store::connect("memory:", &config.database).await.unwrap();
        let thinking = Thinking::start(&config.computers).unwrap();
        let analyses = Analyses::new(store, thinking, &config.computers, CancellationToken::new());
        let [game, asked_by] = [1, 2].map(Uuid::from_u128);
        let (game, asked_by) = (GameId(game), UserId(asked_by));
        let running = Running { asked_by, plies: 2, positions: Vec::new(), followers: Vec::new() };
        analyses.running().insert(game, running);
        let place = Place { analyses: analyses.clone(), game };
        let broken = tokio::spawn(async move {
            let _place = place;
            panic!("as it is meant to");
        });
        broken.await.unwrap_err();
        assert!(analyses.running().is_empty());
    }
}
