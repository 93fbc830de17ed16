//! Projections of finished games: players' counts and ratings, the opening explorer, tournaments.
//!
//! The transaction that finishes a game assigns it the next position in the feed. A consumer processes the games in that order. Its
//! results and its position change in one transaction, so each game counts exactly once, even if the process is killed in between. A
//! consumer can also drop its data and start again.

mod explorer;
mod player_counts;
mod ratings;
mod statistics;

use std::time::Duration;

use tokio::sync::watch;
use tokio::task::JoinHandle;
use tokio::time::timeout;
use tracing::{debug, error, info};

use sumito_store::{FeedEntry, Projection, ProjectionUpdate, Store, StoreError};

/// Games per transaction.
const GAMES_AT_ONCE: u32 = 256;

/// Games per transaction during a rebuild: the larger the batch, the fewer rows are written twice.
const MANY_GAMES_AT_ONCE: u32 = 1_024;

/// Delay before a failed consumer retries.
const TRY_AGAIN_AFTER: Duration = Duration::from_secs(1);

/// Starts all consumers. Each catches up, then continues whenever `finished` changes, until its sender is dropped. `rated` changes when
/// games have changed ratings.
pub fn start(
    store: &Store,
    finished: &watch::Receiver<()>,
    rated: &watch::Sender<()>,
) -> Vec<JoinHandle<()>> {
    let start = |consumer| {
        let taken_in = match consumer {
            Projection::Ratings => rated.clone(),
            Projection::PlayerCounts
            | Projection::Statistics
            | Projection::Explorer
            | Projection::Tournaments => watch::Sender::default(),
        };
        // The explorer needs the players' ratings.
        let news = if consumer == Projection::Explorer { rated.subscribe() } else { finished.clone() };
        tokio::spawn(run(store.clone(), consumer, news, taken_in))
    };
    Projection::ALL.map(start).into()
}

async fn run(
    store: Store,
    consumer: Projection,
    mut finished: watch::Receiver<()>,
    taken_in: watch::Sender<()>,
) {
    loop {
        finished.mark_unchanged();
        let rest = match catch_up(&store, consumer).await {
            Ok(games) => {
                if games > 0 {
                    taken_in.send_replace(());
                }
                None
            }
            Err(error) => {
                if let StoreError::Unavailable(_) = error {
                    debug!(projection = consumer.name(), %error, "projection update delayed, will retry");
                } else {
                    error!(projection = consumer.name(), %error, "projection update failed, will retry");
                }
                Some(TRY_AGAIN_AFTER)
            }
        };
        let next = finished.changed();
        let is_over = match rest {
            None => next.await.is_err(),
            Some(rest) => timeout(rest, next).await.is_ok_and(|changed| changed.is_err()),
        };
        if is_over {
            return;
        }
    }
}

/// Processes all games that a consumer has not processed yet; returns their number. The explorer processes only games whose ratings are
/// computed.
///
/// # Errors
/// If the store is unavailable. Games processed before the error stay processed.
pub async fn catch_up(store: &Store, consumer: Projection) -> Result<u64, StoreError> {
    catch_up_in_steps(store, consumer, GAMES_AT_ONCE).await
}

/// Does the same with this many games per transaction.
async fn catch_up_in_steps(
    store: &Store,
    consumer: Projection,
    games_at_once: u32,
) -> Result<u64, StoreError> {
    let mut count = 0;
    loop {
        let from = store.consumed(consumer).await?;
        let mut entries = store.feed_after(from, games_at_once).await?;
        if consumer == Projection::Explorer {
            // The explorer needs the players' ratings.
            let rated = store.consumed(Projection::Ratings).await?;
            entries.retain(|entry| entry.position <= rated);
        }
        let Some(last) = entries.last() else { return Ok(count) };
        // If the same consumer was active elsewhere meanwhile, read its position again.
        if store.consume(from, last.position, &effects(store, consumer, &entries).await?).await? {
            count += entries.len() as u64;
        }
    }
}

/// Drops the data of a consumer and processes all games again; returns their number. The server may run meanwhile. For the explorer,
/// which depends on ratings, the games are rated first.
///
/// # Errors
/// If the store is unavailable. The next server processes the remaining games.
pub async fn rebuild(store: &Store, consumer: Projection) -> Result<u64, StoreError> {
    store.forget_consumed(consumer).await?;
    if consumer == Projection::Explorer {
        catch_up_in_steps(store, Projection::Ratings, MANY_GAMES_AT_ONCE).await?;
    }
    let count = catch_up_in_steps(store, consumer, MANY_GAMES_AT_ONCE).await?;
    info!(projection = consumer.name(), games = count, "projection rebuilt");
    Ok(count)
}

async fn effects(
    store: &Store,
    consumer: Projection,
    entries: &[FeedEntry],
) -> Result<ProjectionUpdate, StoreError> {
    Ok(match consumer {
        Projection::PlayerCounts => ProjectionUpdate::PlayerCounts(player_counts::of(entries)),
        Projection::Ratings => ratings::of(store, entries).await?,
        Projection::Statistics => ProjectionUpdate::Statistics(statistics::of(entries)),
        Projection::Explorer => ProjectionUpdate::Explorer(explorer::of(store, entries).await?),
        // Tournaments receive the results of their games themselves: there is nothing to rebuild.
        Projection::Tournaments => ProjectionUpdate::Tournaments,
    })
}
