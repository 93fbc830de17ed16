//! Analyses of finished games: a score for each position, the best line, and the mistakes.
//!
//! A user requests an analysis; the result is stored and available to all users. Requested analyses that are incomplete at a restart
//! start anew. Positions are searched from the last to the first: the results for a position help to search the position before it, and
//! show at once how good the move between them was.
//!
//! One node runs an analysis, the one that has claimed it; the others ask it for the results so far
//! ([0057](../../../../../docs/adr/0057-assign-background-tasks-to-duties-and-order-chat-in-the-database.md)).

mod mistakes;
mod quick_search;
mod reasons;
mod remote;
mod run;
mod search;

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::Arc;

use parking_lot::{Mutex, MutexGuard};
use sumito_game::{GameId, Timestamp, UserId};
use tokio_util::sync::CancellationToken;

pub use self::reasons::Reason;
use self::run::AnalysisSlot;
pub use self::search::AnalysedPosition;
pub(in crate::history) use self::search::all_roots;
use self::search::{Search, result_of};
use crate::env::Env;
use sumito_cluster::{Node, Owner};
use sumito_config as config;
use sumito_kit::encoded::Encoded;
use sumito_kit::engine_pool::EnginePool;
use sumito_kit::holder::Holder;
use sumito_kit::tasks::Tasks;
use sumito_kit::topic::{Subscriber, SubscriberId, Topic};
use sumito_rooms::RatedPositions;
use sumito_store::{ClaimKey, FinishedGame, Store, StoreError, TooManyAnalyses};

/// Divisor for the part of the analyses in progress that one network may request.
const PART_OF_NETWORK: usize = 4;

/// The analysis of a game, or the part of it that is new to its followers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AnalysisUpdate {
    /// The analysed game.
    pub game: GameId,
    /// Number of moves of the game.
    pub plies: u32,
    /// Whether the analysis is complete.
    pub done: bool,
    /// Whether `positions` is the whole analysis and replaces the follower's results.
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
    TooMany(u64),
    /// Too many analyses are queued.
    #[error("analysis queue is full; try again in a few minutes")]
    Busy,
    /// A position of the game is on the board of a running rated game.
    #[error("a running rated game has a position of this game; try again when it is over")]
    InPlay,
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
    node: Node,
    engine_pool: EnginePool,
    rated: RatedPositions,
    config: config::Computers,
    stopping: CancellationToken,
    running: Mutex<HashMap<GameId, Running>>,
}

/// An analysis in progress, here or on another node.
#[derive(Debug)]
struct Running {
    /// This node runs it.
    is_here: bool,
    /// The network from which it was requested.
    network: Option<IpAddr>,
    plies: u32,
    /// Results so far, the last position first.
    positions: Vec<AnalysedPosition>,
    followers: Topic<AnalysisUpdate>,
}

impl Running {
    fn new(plies: u32, is_here: bool) -> Self {
        let network = Holder::current().network;
        Self { is_here, network, plies, positions: Vec::new(), followers: Topic::guarded() }
    }

    /// Returns all results so far.
    fn update(&self, game: GameId) -> EncodedAnalysisUpdate {
        let positions = self.positions.iter().rev().cloned().collect();
        AnalysisUpdate { game, plies: self.plies, done: false, full: true, positions }.into()
    }

    /// Keeps the first `from` results, and adds these.
    fn extend(&mut self, game: GameId, from: usize, positions: Vec<AnalysedPosition>) {
        let is_anew = from < self.positions.len();
        self.positions.truncate(from);
        self.positions.extend(positions.iter().cloned());
        if is_anew {
            self.followers.publish(&self.update(game));
        } else if !positions.is_empty() {
            let positions = positions.into_iter().rev().collect();
            let update = AnalysisUpdate { game, plies: self.plies, done: false, full: false, positions };
            self.followers.publish(&update.into());
        }
    }
}

impl Analyses {
    /// Starts the service: resumes the unfinished analyses that no other node has, answers other nodes, and claims the analyses of dead
    /// nodes. All analyses end when the server is asked to stop.
    ///
    /// # Errors
    /// If the store is unavailable.
    pub async fn start(env: &Env, rated: &RatedPositions, tasks: &Tasks) -> Result<Self, StoreError> {
        let analyses = Self::idle(env, rated, tasks);
        analyses.resume().await?;
        tasks.spawn_until_stopped("analyses", analyses.clone().run_shared());
        Ok(analyses)
    }

    /// Creates the service without any analysis in progress.
    fn idle(env: &Env, rated: &RatedPositions, tasks: &Tasks) -> Self {
        Self(Arc::new(Inner {
            store: env.store.clone(),
            node: env.node.clone(),
            engine_pool: env.engine_pool.clone(),
            rated: rated.clone(),
            config: env.config.computers.clone(),
            stopping: tasks.stopping().clone(),
            running: Mutex::default(),
        }))
    }

    /// Returns the analysis of a game so far; `None` if no user has requested it.
    ///
    /// # Errors
    /// If the store is unavailable.
    pub async fn of<M>(&self, game: &FinishedGame<M>) -> Result<Option<EncodedAnalysisUpdate>, StoreError> {
        let (id, plies) = (game.id, game.plies);
        if let Some(running) = self.running().get(&id) {
            return Ok(Some(running.update(id)));
        }
        let Some(stored) = self.0.store.analysis(id).await? else { return Ok(None) };
        let Some(positions) = stored.positions else { return self.join(id, plies).await };
        let mut positions: Vec<AnalysedPosition> =
            serde_json::from_str(&positions).map_err(|error| StoreError::Corrupt(error.to_string()))?;
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
        if search.positions().any(|position| self.0.rated.is_on_a_board(position)) {
            return Err(AnalysisError::InPlay);
        }
        let slot = match self.begin(game.id, &search) {
            Ok(slot) => slot,
            Err(Some(running)) => return Ok(running),
            Err(None) => return Err(AnalysisError::Busy),
        };
        let nothing_yet = Running::new(search.plies(), true).update(game.id);
        if let Owner::Other(_) = self.0.node.claim(ClaimKey::Analysis(game.id)).await? {
            return Ok(nothing_yet);
        }
        let max = self.0.config.analyses_per_user as u64;
        if let Err(TooManyAnalyses(count)) = self.0.store.add_analysis(game.id, user, now, max).await? {
            return Err(AnalysisError::TooMany(count));
        }
        self.run(search, user, slot);
        Ok(nothing_yet)
    }

    /// Takes a slot for an analysis that this node is about to run. If there is none, returns the analysis if it is in progress.
    fn begin(&self, game: GameId, search: &Search) -> Result<AnalysisSlot, Option<EncodedAnalysisUpdate>> {
        let mut all = self.running();
        if let Some(running) = all.get(&game) {
            return Err(Some(running.update(game)));
        }
        let (new, max) = (Running::new(search.plies(), true), self.0.config.analyses);
        let here = || all.values().filter(|running| running.is_here);
        let of_network = here().filter(|other| new.network.is_some() && other.network == new.network).count();
        if here().count() >= max || of_network >= (max / PART_OF_NETWORK).max(1) {
            return Err(None);
        }
        all.insert(game, new);
        Ok(AnalysisSlot::new(self.clone(), game))
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

    fn running(&self) -> MutexGuard<'_, HashMap<GameId, Running>> {
        self.0.running.lock()
    }
}
