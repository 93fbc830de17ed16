//! Projections of finished games: players' statistics and ratings, the opening explorer, tournaments.
//!
//! The transaction that finishes a game assigns it the next position in the feed of finished games. A projection processes the games in
//! that order. Its results and its position change in one transaction, so each game counts exactly once, even if the process is killed in
//! between. A projection can also drop its data and start again.

mod activity;
mod explorer;
mod ratings;
mod statistics;

use std::time::Duration;

use tokio::time::{Instant, sleep_until};
use tracing::info;

use sumito_cluster::{Duties, Wakeup};
use sumito_kit::retry::{Poll, Retry};
use sumito_kit::tasks::Tasks;
use sumito_store::{FeedConsumer, FeedEntry, Projection, ProjectionUpdate, Store, StoreError};

/// Games per transaction.
const GAMES_AT_ONCE: u32 = 256;

/// Games per transaction during a rebuild: the larger the batch, the fewer rows are written twice.
const MANY_GAMES_AT_ONCE: u32 = 1_024;

/// Poll interval, in case a wake-up is lost: there is none for a game whose end was stored while the confirmation got lost, or whose node
/// died before it could send one.
const LOOK_AGAIN_AFTER: Duration = Duration::from_secs(2);

/// Least time between the starts of two rounds of a consumer. The first game after a pause is processed at once; of many games, each round
/// processes the games of several commits of the event log in one transaction. So consumers leave the connection of the event log alone.
const ROUND_EVERY: Duration = Duration::from_millis(200);

/// A consumer of finished games.
pub(crate) trait Consumer: Send {
    /// Returns the consumer whose position is stored.
    fn consumer(&self) -> FeedConsumer;

    /// Returns the changes by these games. They are stored together with the consumer's new position.
    fn effects(
        &mut self,
        store: &Store,
        entries: &[FeedEntry],
    ) -> impl Future<Output = Result<ProjectionUpdate, StoreError>> + Send;

    /// Returns the number of games per transaction.
    fn games_at_once(&self) -> u32 {
        GAMES_AT_ONCE
    }

    /// Called before the consumer reads games.
    fn before(&mut self) {}

    /// Called after the consumer has processed `games`; returns whether nothing is left to do.
    fn after(&mut self, games: u64) -> bool;
}

/// A projection that is stored as a table.
struct Stored {
    projection: Projection,
    /// Games have changed ratings.
    rated: Wakeup,
}

impl Consumer for Stored {
    fn consumer(&self) -> FeedConsumer {
        self.projection.consumer()
    }

    async fn effects(
        &mut self,
        store: &Store,
        entries: &[FeedEntry],
    ) -> Result<ProjectionUpdate, StoreError> {
        let entries = &counted(entries);
        Ok(match self.projection {
            Projection::Ratings => ratings::of(store, entries).await?,
            Projection::Statistics => ProjectionUpdate::Statistics(statistics::of(entries)),
            Projection::Explorer => ProjectionUpdate::Explorer(explorer::of(store, entries).await?),
            Projection::Activity => ProjectionUpdate::Activity(activity::of(store, entries).await?),
        })
    }

    fn after(&mut self, games: u64) -> bool {
        if games > 0 && self.projection == Projection::Ratings {
            self.rated.wake();
        }
        true
    }
}

/// Returns the games that count. Games from a position do not: a player could start with a won position as often as they like. Games with a
/// coach do not: the player has not won them alone.
fn counted(entries: &[FeedEntry]) -> Vec<FeedEntry> {
    let counts = |entry: &&FeedEntry| entry.game.start_position.is_none() && !entry.game.coach;
    entries.iter().filter(counts).cloned().collect()
}

/// Starts all projections that are stored; each is a duty. It catches up, then continues with each wake-up that games have `finished`. It
/// raises `rated` when games have changed ratings.
pub fn start(store: &Store, finished: &Wakeup, rated: &Wakeup, duties: &Duties, tasks: &Tasks) {
    for projection in Projection::ALL {
        let consumer = projection.consumer();
        let news = if consumer.needs_ratings() { rated.clone() } else { finished.clone() };
        let (store, rated, duties) = (store.clone(), rated.clone(), duties.clone());
        tasks.spawn("projections", async move {
            let name = format!("projections/{}", consumer.name());
            let work = || follow(&store, Stored { projection, rated: rated.clone() }, &news);
            duties.run(&name, work).await;
        });
    }
}

/// The loop of every consumer: it processes the games that are left now, with each wake-up but at most once in [`ROUND_EVERY`], and at
/// intervals; more often while something is left to do.
pub(crate) async fn follow(store: &Store, mut consumer: impl Consumer, news: &Wakeup) {
    let retry = Retry::new(format!("projection {}", consumer.consumer().name()));
    let mut looks = Poll::new(retry, LOOK_AGAIN_AFTER, news.subscribe());
    loop {
        let next_round = Instant::now() + ROUND_EVERY;
        consumer.before();
        let at_once = consumer.games_at_once();
        looks
            .next(match consume(store, &mut consumer, at_once).await {
                Ok(games) if consumer.after(games) => Ok(false),
                Ok(_) => Err("receivers busy".to_owned()),
                Err(error) => Err(error.to_string()),
            })
            .await;
        sleep_until(next_round).await;
    }
}

/// Processes all games that a projection has not processed yet; returns their number. Projections that need ratings process only games
/// whose ratings are computed.
///
/// # Errors
/// If the store is unavailable. Games processed before the error stay processed.
pub async fn catch_up(store: &Store, projection: Projection) -> Result<u64, StoreError> {
    catch_up_in_steps(store, projection, GAMES_AT_ONCE).await
}

/// Does the same with this many games per transaction.
async fn catch_up_in_steps(store: &Store, projection: Projection, at_once: u32) -> Result<u64, StoreError> {
    consume(store, &mut Stored { projection, rated: Wakeup::default() }, at_once).await
}

/// Processes all games that a consumer has not processed yet, `at_once` per transaction. Returns their number.
async fn consume(store: &Store, consumer: &mut impl Consumer, at_once: u32) -> Result<u64, StoreError> {
    let stored = consumer.consumer();
    let mut count = 0;
    loop {
        let from = store.consumed(stored).await?;
        let mut entries = store.feed_after(from, at_once).await?;
        let is_last = entries.len() < at_once as usize;
        if stored.needs_ratings() {
            let rated = store.consumed(Projection::Ratings.consumer()).await?;
            entries.retain(|entry| entry.position <= rated);
        }
        let Some(last) = entries.last() else { return Ok(count) };
        // If the same consumer was active elsewhere, reread its position.
        let effects = consumer.effects(store, &entries).await?;
        if store.consume(from, last.position, &effects).await? {
            count += entries.len() as u64;
            if is_last {
                return Ok(count);
            }
        }
    }
}

/// Drops a projection and processes all games again; returns their number. The server may run at the same time. For a projection that depends
/// on ratings, the games are rated first.
///
/// # Errors
/// If the store is unavailable. The next server processes the remaining games.
pub async fn rebuild(store: &Store, projection: Projection) -> Result<u64, StoreError> {
    let consumer = projection.consumer();
    store.forget_consumed(projection).await?;
    if consumer.needs_ratings() {
        catch_up_in_steps(store, Projection::Ratings, MANY_GAMES_AT_ONCE).await?;
    }
    let count = catch_up_in_steps(store, projection, MANY_GAMES_AT_ONCE).await?;
    info!(projection = consumer.name(), games = count, "projection rebuilt");
    Ok(count)
}
