//! Where puzzles come from: the collection of the program, and the finished games of this server.
//!
//! The search for puzzles in games is exhaustive and takes about a second per game. It runs on one node at a time, on a thread of the
//! lowest priority, rests in between, and may stay behind the games for days.

use std::time::Duration;

use sumito_cluster::{Duties, Wakeup};
use sumito_config as config;
use sumito_game::Reason;
use sumito_kit::background::{self, Cancelled};
use sumito_kit::retry::Retry;
use sumito_kit::tasks::Tasks;
use sumito_puzzles::{Finder, Puzzle, PuzzleTheme, SymmetryKey, collection, themes};
use sumito_ratings::Rating;
use sumito_store::{
    FeedConsumer, FeedEntry, FinishedGame, NewPuzzle, ProjectionUpdate, PuzzleOrigin, Store, StoreError,
    Visibility,
};
use tokio::time::{Instant, sleep};
use tracing::{error, info};

use crate::env::Env;
use crate::history::analyses::all_roots;
use crate::history::projections::{Consumer, follow};

/// Games in a transaction of the search: few, since all are searched again if the server stops.
const GAMES_AT_ONCE: u32 = 4;

/// The search rests three times as long as it works: it uses at most a quarter of a processor.
const REST: u32 = 3;

/// Starts to store the collection, then to search finished games for puzzles, if configured: now and with each wake-up that games have
/// finished, on one node at a time, until the server stops.
pub(crate) fn start(env: &Env, tasks: &Tasks) {
    let (config, store, finished) =
        (env.config.puzzles.clone(), env.store.clone(), env.event_log.games_finished());
    tasks.spawn("puzzles", run(config, store, finished, env.duties.clone()));
}

async fn run(config: config::Puzzles, store: Store, finished: Wakeup, duties: Duties) {
    let work = async || {
        if config.collection {
            Retry::new("write of the collection of puzzles").run(|| add_collection(&store)).await;
        }
        if config.mining {
            follow(&store, Mining::default(), &finished).await;
        }
        std::future::pending::<()>().await;
    };
    duties.run("puzzles", work).await;
}

/// Adds the puzzles of the collection that are not stored yet.
async fn add_collection(store: &Store) -> Result<(), StoreError> {
    let puzzles: Vec<_> = collection().collect();
    let Some(last) = puzzles.last() else { return Ok(()) };
    // They are stored in order.
    if store.puzzle(&SymmetryKey::of(last.start()).to_string()).await?.is_some() {
        return Ok(());
    }
    let puzzles: Vec<_> = puzzles.iter().map(|puzzle| new_puzzle(puzzle, None)).collect();
    let added = store.add_puzzles(&puzzles).await?;
    info!(added, "collection of puzzles stored");
    Ok(())
}

/// Searches finished games for puzzles.
#[derive(Default)]
struct Mining {
    /// Time to rest before the next games.
    rest: Duration,
}

impl Consumer for Mining {
    fn consumer(&self) -> FeedConsumer {
        FeedConsumer::Puzzles
    }

    fn games_at_once(&self) -> u32 {
        GAMES_AT_ONCE
    }

    async fn effects(
        &mut self,
        store: &Store,
        entries: &[FeedEntry],
    ) -> Result<ProjectionUpdate, StoreError> {
        let is_open = |entry: &&FeedEntry| {
            let game = &entry.game;
            let is_public = game.visibility == Visibility::Public;
            // A start position need not be reachable in a game, and its author could fill the collection with such positions.
            is_public && game.start_position.is_none() && game.outcome.reason != Reason::Aborted
        };
        let ids: Vec<_> = entries.iter().filter(is_open).map(|entry| entry.game.id).collect();
        sleep(std::mem::take(&mut self.rest)).await;
        let games = store.games_with_moves(&ids).await?;
        let began = Instant::now();
        let work =
            move |cancelled: &Cancelled| games.iter().flat_map(|game| of_game(game, cancelled)).collect();
        let found =
            background::run("puzzles", work).await.map_err(|error| StoreError::Unavailable(error.into()))?;
        self.rest = began.elapsed() * REST;
        Ok(ProjectionUpdate::Puzzles(found.unwrap_or_else(|| {
            error!(games = ?ids, "search for puzzles panicked; games left out");
            Vec::new()
        })))
    }

    fn after(&mut self, _: u64) -> bool {
        true
    }
}

/// Returns the puzzles of a game; only the ones found so far if the search is cancelled.
fn of_game(game: &FinishedGame, cancelled: &Cancelled) -> Vec<NewPuzzle> {
    let mut finder = Finder::default();
    let roots = all_roots(game).unwrap_or_default();
    (0..)
        .zip(&roots)
        .take_while(|_| !cancelled.is_set())
        .filter_map(|(ply, root)| {
            let puzzle = finder.look_at(root.position())?;
            Some(new_puzzle(&puzzle, Some(PuzzleOrigin { game: game.id, ply })))
        })
        .collect()
}

fn new_puzzle(puzzle: &Puzzle, origin: Option<PuzzleOrigin>) -> NewPuzzle {
    let symmetry_key = SymmetryKey::of(puzzle.start());
    // Solvers correct it soon: the deviation equals a new player's.
    let value = match puzzle.length() {
        1 => 1_200.0,
        2 => 1_600.0,
        _ => 2_000.0,
    };
    NewPuzzle {
        id: symmetry_key.to_string(),
        mode: puzzle.start().mode(),
        line: puzzle.to_string(),
        themes: themes(puzzle).into_iter().map(PuzzleTheme::bit).sum(),
        rating: Rating { value, ..Rating::START },
        shuffle: symmetry_key.digest() as u32 >> 1,
        origin,
    }
}
