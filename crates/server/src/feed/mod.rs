//! Whoever follows the finished games: players' counts and ratings, the explorer, tournaments.
//!
//! The transaction that finishes a game gives it the next position in the feed. A consumer takes in the games in that order.
//! What it makes of them and how far it has come change in one transaction, so that each game counts exactly once, also when
//! the process is killed in between, and a consumer can forget everything and begin again.

mod explorer;
mod player_counts;
mod ratings;
mod statistics;

use std::time::Duration;

use tokio::sync::watch;
use tokio::task::JoinHandle;
use tokio::time::timeout;
use tracing::{debug, error, info};

pub(crate) use self::ratings::pool_of;
use crate::store::{Consumer, Effects, FeedEntry, Store, StoreError};

/// Games that are taken in with one transaction.
const GAMES_AT_ONCE: u32 = 256;

/// And where all games are taken in again: the more at once, the fewer rows are written twice.
const MANY_GAMES_AT_ONCE: u32 = 1_024;

/// How long a consumer rests when it cannot go on.
const TRY_AGAIN_AFTER: Duration = Duration::from_secs(1);

/// Starts all consumers. Each takes in what it has missed, and goes on whenever `finished` changes, until its other end is
/// gone. When games have changed ratings, `rated` changes.
pub fn start(
    store: &Store,
    finished: &watch::Receiver<()>,
    rated: &watch::Sender<()>,
) -> Vec<JoinHandle<()>> {
    let start = |consumer| {
        let taken_in = match consumer {
            Consumer::Ratings => rated.clone(),
            Consumer::PlayerCounts | Consumer::Statistics | Consumer::Explorer | Consumer::Tournaments => {
                watch::Sender::default()
            }
        };
        // The explorer has to know how strong the players were.
        let news = if consumer == Consumer::Explorer { rated.subscribe() } else { finished.clone() };
        tokio::spawn(follow(store.clone(), consumer, news, taken_in))
    };
    Consumer::ALL.map(start).into()
}

async fn follow(
    store: Store,
    consumer: Consumer,
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
                    debug!(consumer = consumer.name(), %error, "finished games are taken in later");
                } else {
                    error!(consumer = consumer.name(), %error, "finished games cannot be taken in");
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

/// Lets a consumer take in all games that it has not taken in yet; returns how many these were. The explorer takes in those whose
/// ratings are worked out.
///
/// # Errors
/// When the store does not answer. What was taken in until then is taken in.
pub async fn catch_up(store: &Store, consumer: Consumer) -> Result<u64, StoreError> {
    take_in(store, consumer, GAMES_AT_ONCE).await
}

/// The same with so many games a transaction.
async fn take_in(store: &Store, consumer: Consumer, games_at_once: u32) -> Result<u64, StoreError> {
    let mut count = 0;
    loop {
        let from = store.consumed(consumer).await?;
        let mut entries = store.feed_after(from, games_at_once).await?;
        if consumer == Consumer::Explorer {
            // It has to know how strong the players were.
            let rated = store.consumed(Consumer::Ratings).await?;
            entries.retain(|entry| entry.position <= rated);
        }
        let Some(last) = entries.last() else { return Ok(count) };
        // Not if the same consumer was at work elsewhere meanwhile: then it is asked again where it is.
        if store.consume(from, last.position, &effects(store, consumer, &entries).await?).await? {
            count += entries.len() as u64;
        }
    }
}

/// Lets a consumer forget everything and take in all games again; returns how many. A server may be at work meanwhile. The explorer goes
/// by ratings: the games that it is to take in are rated first.
///
/// # Errors
/// When the store does not answer. The rest is taken in by the next server then.
pub async fn rebuild(store: &Store, consumer: Consumer) -> Result<u64, StoreError> {
    store.forget_consumed(consumer).await?;
    if consumer == Consumer::Explorer {
        take_in(store, Consumer::Ratings, MANY_GAMES_AT_ONCE).await?;
    }
    let count = take_in(store, consumer, MANY_GAMES_AT_ONCE).await?;
    info!(consumer = consumer.name(), games = count, "made again from the first game on");
    Ok(count)
}

async fn effects(store: &Store, consumer: Consumer, entries: &[FeedEntry]) -> Result<Effects, StoreError> {
    Ok(match consumer {
        Consumer::PlayerCounts => Effects::PlayerCounts(player_counts::of(entries)),
        Consumer::Ratings => ratings::of(store, entries).await?,
        Consumer::Statistics => Effects::Statistics(statistics::of(entries)),
        Consumer::Explorer => Effects::Explorer(explorer::of(store, entries).await?),
        // They are told by those who hold them: there is nothing to make again.
        Consumer::Tournaments => Effects::Tournaments,
    })
}
