//! Ratings of players: current values and history.

use std::collections::HashMap;

use sumito_game::{GameId, Player, TimeControl, Timestamp, UserId};
use sumito_ratings::{Pool, Rating, Speed, day_of, weight};
use sumito_rules::Mode;
use uuid::Uuid;

use super::{StoreError, store_api};

/// Returns the rating pool of games of this kind between people.
pub fn pool_of(mode: Mode, time: TimeControl) -> Pool {
    let speed = if time.is_live() { Speed::Live } else { Speed::Correspondence };
    Pool { mode, speed }
}

/// Returns the rating pool of a game of these players.
pub fn pool_with<'a>(mode: Mode, time: TimeControl, players: impl IntoIterator<Item = &'a Player>) -> Pool {
    if players.into_iter().any(|player| player.bot) {
        Pool { mode, speed: Speed::Bots }
    } else {
        pool_of(mode, time)
    }
}

/// A game that changes ratings.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RatedGame {
    /// Id of the game.
    pub id: GameId,
    /// The rating pool that it changes.
    pub pool: Pool,
    /// Time of its end.
    pub at: Timestamp,
    /// The players, by seat.
    pub players: Vec<UserId>,
    /// Whether each player won, by seat; none in a draw.
    pub won: Vec<bool>,
}

/// A rated game that a player aborted, or abandoned so that the others claimed it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ConductViolation {
    /// The player who did.
    pub user: UserId,
    /// Id of the game.
    pub game: GameId,
    /// Time of its end.
    pub at: Timestamp,
}

/// A current rating of a player.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RatingRow {
    /// The rated player.
    pub user: UserId,
    /// The rating pool.
    pub pool: Pool,
    /// The rating after the last game.
    pub rating: Rating,
}

/// Rating change of one player by a game.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RatingChange {
    /// Id of the game.
    pub game: GameId,
    /// Id of the player.
    pub user: UserId,
    /// The rating pool.
    pub pool: Pool,
    /// Time of the game's end.
    pub at: Timestamp,
    /// The rating's value before the game.
    pub before: f64,
    /// The rating's value after the game.
    pub after: f64,
    /// The rating deviation after the game.
    pub deviation: f64,
}

/// A rating after one of the player's games.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RatingPoint {
    /// Id of the game.
    pub game: GameId,
    /// Time of its end.
    pub at: Timestamp,
    /// The rating's value after the game.
    pub value: f64,
    /// The rating deviation after the game.
    pub deviation: f64,
}

/// Two accounts with rated games against each other that look arranged.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SuspectPair {
    /// The two users, with their names.
    pub players: [(UserId, String); 2],
    /// Number of their rated games with each other.
    pub games: u64,
    /// Number of these games in which each has gained.
    pub gained: [u64; 2],
    /// Number of plies in all these games.
    pub plies: u64,
    /// Whether both have started sessions from the same network.
    pub same_network: bool,
    /// End of their last game with each other.
    pub last_at: Timestamp,
    /// The last of the games, newest first.
    pub latest: Vec<GameId>,
}

/// A player in a leaderboard.
#[derive(Debug, Clone, PartialEq)]
pub struct LeaderRow {
    /// The player's current name.
    pub name: String,
    /// The player's rating.
    pub row: RatingRow,
}

/// A cursor in a leaderboard.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct LeaderCursor {
    /// The value of the last listed rating.
    pub value: f64,
    /// The user of that rating.
    pub user: UserId,
}

/// Number of rated games of two players with each other by pool and day (UTC).
#[derive(Debug, Default)]
pub(super) struct Meetings(HashMap<(UserId, UserId, Pool, i64), u32>);

impl Meetings {
    /// Counts a game of these players.
    pub(super) fn add(&mut self, players: &[UserId], pool: Pool, at: Timestamp) {
        for (place, &one) in players.iter().enumerate() {
            for &other in &players[place + 1..] {
                *self.0.entry(Self::key(one, other, pool, at)).or_default() += 1;
            }
        }
    }

    /// Returns how often `player` has met each of the others.
    fn of(&self, player: UserId, players: &[UserId], pool: Pool, at: Timestamp) -> Vec<u32> {
        let others = players.iter().filter(|&&other| other != player);
        others.map(|&other| self.0.get(&Self::key(player, other, pool, at)).copied().unwrap_or(0)).collect()
    }

    fn key(one: UserId, other: UserId, pool: Pool, at: Timestamp) -> (UserId, UserId, Pool, i64) {
        (one.min(other), one.max(other), pool, day_of(at.0))
    }
}

/// Computes, game by game, the changes of `ratings`, which afterwards hold the ratings after the last game. Players without a rating get
/// the initial rating. `met` contains the earlier games of the same days.
pub(super) fn apply_results(
    games: &[RatedGame],
    ratings: &mut HashMap<(UserId, Pool), Rating>,
    met: &mut Meetings,
) -> Vec<RatingChange> {
    let mut changes = Vec::new();
    for game in games {
        let of = |&user: &UserId| ratings.get(&(user, game.pool)).copied().unwrap_or(Rating::START);
        let before: Vec<_> = game.players.iter().map(of).collect();
        let after = sumito_ratings::rate(game.pool.mode, game.at.0, &before, &game.won);
        let weights: Vec<_> = game
            .players
            .iter()
            .map(|&user| weight(&met.of(user, &game.players, game.pool, game.at)))
            .collect();
        met.add(&game.players, game.pool, game.at);
        for (((&user, before), after), weight) in game.players.iter().zip(before).zip(after).zip(weights) {
            let after = before.towards(&after, weight, game.at.0);
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

store_api! { each:
    /// Returns a player's ratings by pool. A game that has just finished may not be processed yet.
    pub async fn ratings_of(&self, user: UserId) -> Result<Vec<RatingRow>, StoreError>;
}

store_api! { each_database:
    /// Returns a player's ratings by pool, each with its value before the first game since then, if there was a game.
    pub async fn ratings_since(
        &self,
        user: UserId,
        since: Timestamp,
    ) -> Result<Vec<(RatingRow, Option<f64>)>, StoreError>;

    /// Returns the rating changes of a player by these games, without games that have not changed the player's rating.
    pub async fn rating_changes_of(
        &self,
        user: UserId,
        games: &[GameId],
    ) -> Result<Vec<RatingChange>, StoreError>;

    /// Returns the ratings of these players in a pool, without players who have none.
    pub async fn ratings_in(&self, pool: Pool, users: &[UserId]) -> Result<Vec<RatingRow>, StoreError>;

    /// Returns the rating values of players at a given time, in the order of the request; `None` for a player without a rated game in the
    /// pool by then.
    pub async fn ratings_at(&self, keys: &[(UserId, Pool, Timestamp)]) -> Result<Vec<Option<f64>>, StoreError>;

    /// Returns a player's rating history: the last `limit` games before `until`, newest first. Without `private` the private games are
    /// left out, and their changes show with the next public game.
    pub async fn rating_history(
        &self,
        user: UserId,
        pool: Pool,
        until: Timestamp,
        limit: u32,
        private: bool,
    ) -> Result<Vec<RatingPoint>, StoreError>;

    /// Returns the rating changes of a game; empty if it was not rated or is not processed yet.
    pub async fn rating_changes(&self, game: GameId) -> Result<Vec<RatingChange>, StoreError>;

    /// Returns pairs of accounts with at least `games` rated games together since then, if one of the two gained in nine of ten games, or
    /// if the games were shorter than twenty plies on average. Pairs with the most games come first. If a moderator has dismissed the
    /// signal of a pair, only their games after that count. Games with bots do not count.
    pub async fn suspect_pairs(
        &self,
        since: Timestamp,
        games: u32,
        limit: u32,
    ) -> Result<Vec<SuspectPair>, StoreError>;

    /// Returns a page of a leaderboard: ratings that are not provisional at `now`, highest first; only the ratings of members of `club` if
    /// it is given.
    pub async fn leaders(
        &self,
        pool: Pool,
        club: Option<Uuid>,
        now: Timestamp,
        after: Option<LeaderCursor>,
        limit: u32,
    ) -> Result<Vec<LeaderRow>, StoreError>;

    /// Returns how many players have which rating in a pool, without ratings that are provisional at `now`: by the rating divided by `step`,
    /// ascending, without empty steps. It reads the part of an index that has the pool.
    pub async fn rating_counts(&self, pool: Pool, now: Timestamp, step: u32) -> Result<Vec<(u32, u64)>, StoreError>;

    /// Returns the database's query plan for [`rating_counts`](Self::rating_counts), as text.
    pub async fn explain_rating_counts(&self, pool: Pool, now: Timestamp, step: u32) -> Result<String, StoreError>;

    /// Returns the database's query plan for a player's page (ratings and counts), as text.
    pub async fn explain_profile(&self, user: UserId) -> Result<String, StoreError>;

    /// Returns the database's query plan for [`leaders`](Self::leaders), as text.
    pub async fn explain_leaders(
        &self,
        pool: Pool,
        club: Option<Uuid>,
        now: Timestamp,
        after: Option<LeaderCursor>,
        limit: u32,
    ) -> Result<String, StoreError>;

    /// Returns the times since then at which `user` aborted or abandoned rated games, newest first.
    pub async fn breaches(&self, user: UserId, since: Timestamp, limit: u32) -> Result<Vec<Timestamp>, StoreError>;
}
