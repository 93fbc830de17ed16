//! How strong players are: now, and after each of their games.

use std::collections::HashMap;

use sumito_game::{GameId, Timestamp, UserId};
use sumito_ratings::{Pool, Rating};

use super::{Store, StoreError, each, each_database};

/// A game that changes ratings.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RatedGame {
    /// Which one.
    pub id: GameId,
    /// Which ratings it changes.
    pub pool: Pool,
    /// When it ended.
    pub at: Timestamp,
    /// Who played, by seat.
    pub players: Vec<UserId>,
    /// Who won, by seat; nobody: a draw.
    pub won: Vec<bool>,
}

/// A rated game that somebody has aborted, or left so that the others claimed it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Breach {
    /// Who.
    pub user: UserId,
    /// Which game.
    pub game: GameId,
    /// When it ended.
    pub at: Timestamp,
}

/// A rating as it is now.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RatingRow {
    /// Whose.
    pub user: UserId,
    /// In which pool.
    pub pool: Pool,
    /// The rating after the last game.
    pub rating: Rating,
}

/// What a game changed for one player.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RatingChange {
    /// The game.
    pub game: GameId,
    /// The player.
    pub user: UserId,
    /// Which rating.
    pub pool: Pool,
    /// When the game ended.
    pub at: Timestamp,
    /// The rating's value before the game.
    pub before: f64,
    /// The value after it.
    pub after: f64,
    /// How unsure that is.
    pub deviation: f64,
}

/// A rating as it was after one of the player's games.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RatingPoint {
    /// The game.
    pub game: GameId,
    /// When it ended.
    pub at: Timestamp,
    /// The rating's value after it.
    pub value: f64,
    /// How unsure that is.
    pub deviation: f64,
}

/// A player in a leaderboard.
#[derive(Debug, Clone, PartialEq)]
pub struct LeaderRow {
    /// The player's name at the moment.
    pub name: String,
    /// The rating.
    pub row: RatingRow,
}

/// A place in a leaderboard.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct LeaderCursor {
    /// The value of the last rating that was listed.
    pub value: f64,
    /// Whose it is.
    pub user: UserId,
}

/// Works out, game by game, how `ratings` change; they are those after the last game then. Whoever has none yet begins.
pub(super) fn settle(
    games: &[RatedGame],
    ratings: &mut HashMap<(UserId, Pool), Rating>,
) -> Vec<RatingChange> {
    let mut changes = Vec::new();
    for game in games {
        let of = |&user: &UserId| ratings.get(&(user, game.pool)).copied().unwrap_or(Rating::START);
        let before: Vec<_> = game.players.iter().map(of).collect();
        let after = sumito_ratings::rate(game.pool.mode, game.at.0, &before, &game.won);
        for ((&user, before), after) in game.players.iter().zip(before).zip(after) {
            ratings.insert((user, game.pool), after);
            changes.push(RatingChange {
                game: game.id,
                user,
                pool: game.pool,
                at: game.at,
                before: before.value,
                after: after.value,
                deviation: after.deviation,
            });
        }
    }
    changes
}

impl Store {
    /// A player's ratings, by pool. A game that has just finished may not be taken in yet.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] when the database does not answer in time.
    pub async fn ratings_of(&self, user: UserId) -> Result<Vec<RatingRow>, StoreError> {
        each!(self, queries => queries.ratings_of(user).await)
    }

    /// The ratings of these players in a pool; nothing of those who have none.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] when the database does not answer in time.
    pub async fn ratings_in(&self, pool: Pool, users: &[UserId]) -> Result<Vec<RatingRow>, StoreError> {
        each_database!(self, queries => queries.ratings_in(pool, users).await)
    }

    /// The ratings' values that players had at a moment, in the order in which they are asked for; `None` for whoever had played no
    /// rated game in the pool until then.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] when the database does not answer in time.
    pub async fn ratings_at(
        &self,
        wanted: &[(UserId, Pool, Timestamp)],
    ) -> Result<Vec<Option<f64>>, StoreError> {
        each_database!(self, queries => queries.ratings_at(wanted).await)
    }

    /// How a player's rating went: the last `limit` games before `until`, the newest first.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] when the database does not answer in time.
    pub async fn rating_history(
        &self,
        user: UserId,
        pool: Pool,
        until: Timestamp,
        limit: u32,
    ) -> Result<Vec<RatingPoint>, StoreError> {
        each_database!(self, queries => queries.rating_history(user, pool, until, limit).await)
    }

    /// What a game changed; nothing where it was not rated, or is not taken in yet.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] when the database does not answer in time.
    pub async fn rating_changes(&self, game: GameId) -> Result<Vec<RatingChange>, StoreError> {
        each_database!(self, queries => queries.rating_changes(game).await)
    }

    /// A page of a leaderboard: ratings that are not provisional at the moment `now`, the highest first.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] when the database does not answer in time.
    pub async fn leaders(
        &self,
        pool: Pool,
        now: Timestamp,
        after: Option<LeaderCursor>,
        limit: u32,
    ) -> Result<Vec<LeaderRow>, StoreError> {
        each_database!(self, queries => queries.leaders(pool, now, after, limit).await)
    }

    /// How the database looks for what a player's page tells, ratings and counts, in its own words.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] when the database does not answer in time.
    pub async fn explain_profile(&self, user: UserId) -> Result<String, StoreError> {
        each_database!(self, queries => queries.explain_profile(user).await)
    }

    /// How the database looks for [`leaders`](Self::leaders), in its own words.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] when the database does not answer in time.
    pub async fn explain_leaders(
        &self,
        pool: Pool,
        now: Timestamp,
        after: Option<LeaderCursor>,
        limit: u32,
    ) -> Result<String, StoreError> {
        each_database!(self, queries => queries.explain_leaders(pool, now, after, limit).await)
    }

    /// When `user` has aborted or left rated games since then, the newest first.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] when the database does not answer in time.
    pub async fn breaches(
        &self,
        user: UserId,
        since: Timestamp,
        limit: u32,
    ) -> Result<Vec<Timestamp>, StoreError> {
        each_database!(self, queries => queries.breaches(user, since, limit).await)
    }
}
