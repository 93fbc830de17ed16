//! How many players have which rating, and how a player stands among them.
//!
//! A node counts the players of a pool at most once a minute, with one query at a time, whatever the number of requests.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use crate::env::Env;
use futures_util::FutureExt;
use parking_lot::Mutex;
use sumito_game::Timestamp;
use sumito_kit::batch::Batch;
use sumito_kit::time_source::TimeSource;
use sumito_ratings::Pool;
use sumito_store::{Store, StoreError};

/// Time for which a count is used.
const KEPT_FOR: Duration = Duration::from_mins(1);

/// Width of the steps that are counted, in rating points.
const STEP: u32 = 10;

/// Number of pools in a request to the store.
const POOLS_AT_ONCE: usize = 8;

/// Minimum number of players among whom a player has a standing.
const MIN_PLAYERS: u64 = 10;

/// Number of players of a pool by rating, without provisional ratings.
#[derive(Debug, Default)]
pub struct Distribution {
    /// Number of players by rating in steps of [`STEP`], ascending, without empty steps.
    counts: Vec<(u32, u64)>,
    players: u64,
}

impl Distribution {
    fn new(counts: Vec<(u32, u64)>) -> Self {
        let players = counts.iter().map(|(_, players)| players).sum();
        Self { counts, players }
    }

    /// Returns the number of all players.
    pub fn players(&self) -> u64 {
        self.players
    }

    /// Returns the number of players by rating in steps of `width` points, from the lowest step with a player to the highest: the start
    /// of each step, and its players. `width` is a multiple of ten.
    pub fn by(&self, width: u32) -> Vec<(u32, u64)> {
        let step_of = |bucket: u32| bucket * STEP / width;
        let Some((&(first, _), &(last, _))) = self.counts.first().zip(self.counts.last()) else {
            return Vec::new();
        };
        let mut steps: Vec<_> = (step_of(first)..=step_of(last)).map(|step| (step * width, 0)).collect();
        for &(bucket, players) in &self.counts {
            if let Some((_, sum)) = steps.get_mut((step_of(bucket) - step_of(first)) as usize) {
                *sum += players;
            }
        }
        steps
    }

    /// Returns the percentage of the other players who have a lower rating than a player of the pool, rounded down; `None` if there are too
    /// few to say. Half of the players of the same step count as lower.
    pub fn better_than(&self, rating: i32) -> Option<u8> {
        let step = u32::try_from(rating).unwrap_or_default() / STEP;
        let others = self.players.checked_sub(1).filter(|_| self.players >= MIN_PLAYERS)?;
        let lower: u64 =
            self.counts.iter().take_while(|(bucket, _)| *bucket < step).map(|(_, players)| players).sum();
        let equal = self.counts.iter().find(|(bucket, _)| *bucket == step);
        let equal = equal.map_or(0, |(_, players)| players.saturating_sub(1));
        let percent = (2 * lower + equal) * 50 / others;
        Some(percent.min(100) as u8)
    }
}

type Kept = HashMap<Pool, (Timestamp, Arc<Distribution>)>;

/// The distributions of all pools. Cheap to clone.
#[derive(Debug, Clone)]
pub struct RatingDistributions {
    store: Store,
    time: TimeSource,
    kept: Arc<Mutex<Kept>>,
    counting: Arc<Batch<Pool, Arc<Distribution>, StoreError>>,
}

impl RatingDistributions {
    /// Creates the service for the ratings in `store`.
    pub(crate) fn start(env: &Env) -> Self {
        let (store, time) = (env.store.clone(), env.time);
        Self { store, time, kept: Arc::default(), counting: Arc::new(Batch::new(1, POOLS_AT_ONCE)) }
    }

    /// Returns the distribution of a pool, at most a minute old.
    ///
    /// # Errors
    /// If the store is unavailable.
    pub async fn of(&self, pool: Pool) -> Result<Arc<Distribution>, StoreError> {
        if let Some(kept) = self.kept(pool) {
            return Ok(kept);
        }
        let count = |pools| {
            let this = self.clone();
            async move { this.count(pools).await }.boxed()
        };
        let counted = self.counting.get(pool, count).await.map_err(StoreError::shared)?;
        Ok(counted.unwrap_or_default())
    }

    fn kept(&self, pool: Pool) -> Option<Arc<Distribution>> {
        let now = self.time.now();
        let kept = self.kept.lock();
        let (counted_at, distribution) = kept.get(&pool)?;
        let age = now.0.saturating_sub(counted_at.0);
        (age < KEPT_FOR.as_micros() as i64).then(|| distribution.clone())
    }

    async fn count(&self, pools: Vec<Pool>) -> Result<HashMap<Pool, Arc<Distribution>>, StoreError> {
        let mut counted = HashMap::new();
        for pool in pools {
            // Another request may have counted it while this one waited.
            let distribution = if let Some(kept) = self.kept(pool) {
                kept
            } else {
                let now = self.time.now();
                let fresh = Arc::new(Distribution::new(self.store.rating_counts(pool, now, STEP).await?));
                self.kept.lock().insert(pool, (now, fresh.clone()));
                fresh
            };
            counted.insert(pool, distribution);
        }
        Ok(counted)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_have_no_gap() {
        let counted = Distribution::new(vec![(132, 1), (134, 2), (149, 3), (160, 4)]);
        assert_eq!(
            counted.by(50),
            [(1300, 3), (1350, 0), (1400, 0), (1450, 3), (1500, 0), (1550, 0), (1600, 4)]
        );
        assert_eq!(counted.players(), 10);
        assert_eq!(Distribution::default().by(50), []);
    }

    #[test]
    fn player_is_better_than_those_with_lower_ratings() {
        let counted = Distribution::new(vec![(140, 2), (150, 5), (160, 4)]);
        let standings = [1399, 1400, 1509, 1600, 1900].map(|rating| counted.better_than(rating));
        assert_eq!(standings, [0, 5, 40, 85, 100].map(Some));
        assert_eq!(Distribution::new(vec![(150, 9)]).better_than(1500), None);
    }
}
