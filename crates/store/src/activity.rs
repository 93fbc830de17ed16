//! Players' activity: their games and ratings by day, and their best wins.

use std::collections::HashMap;

use sumito_game::{GameId, Timestamp, UserId};
use sumito_ratings::Pool;
use sumito_rules::Mode;

use super::{ResultCounts, StoreError, UserRow, Visibility, store_api};

/// Number of a player's best wins that are stored.
pub(super) const BEST_WINS: usize = 10;

/// A win against a rated opponent.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RatedWin {
    /// The player who won.
    pub user: UserId,
    /// The opponent with the highest rating.
    pub opponent: UserId,
    /// The opponent's rating before the game.
    pub rating: f64,
    /// The rating pool of the game.
    pub pool: Pool,
    /// Id of the game.
    pub game: GameId,
    /// Time of its end.
    pub at: Timestamp,
}

/// Changes of the players' activity by some games.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct ActivityDelta {
    /// Increments by day (UTC, in days since 1970).
    pub days: HashMap<(UserId, i64, Visibility), ResultCounts>,
    /// The ratings after the last games of the days: the time of the game's end, and the value.
    pub ratings: HashMap<(UserId, Pool, i64, Visibility), (Timestamp, f64)>,
    /// Increments by opponent and mode: the player, and then the opponent.
    pub pairs: HashMap<(UserId, UserId, Mode, Visibility), ResultCounts>,
    /// Public wins against rated opponents.
    pub wins: Vec<RatedWin>,
}

/// A day with finished games.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ActiveDay {
    /// The day (UTC), in days since 1970.
    pub day: i64,
    /// Results of the games.
    pub tally: ResultCounts,
}

/// One of a player's best wins.
#[derive(Debug, Clone, PartialEq)]
pub struct BestWin {
    /// The win with its game.
    pub win: RatedWin,
    /// User of the opponent.
    pub opponent: UserRow,
}

/// A rating at the end of a day.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RatingDay {
    /// The rating pool.
    pub pool: Pool,
    /// End of the day's last game.
    pub at: Timestamp,
    /// The rating's value after it.
    pub value: f64,
}

/// Keeps the best wins of one player, at most one for each opponent: the highest rating first, then the earliest game.
pub(super) fn best_of(mut wins: Vec<RatedWin>) -> Vec<RatedWin> {
    wins.sort_by(|one, other| {
        let by_rating = other.rating.total_cmp(&one.rating);
        by_rating.then(one.at.0.cmp(&other.at.0)).then(one.game.0.cmp(&other.game.0))
    });
    let mut best: Vec<RatedWin> = Vec::new();
    for win in wins {
        if best.len() < BEST_WINS && best.iter().all(|other| other.opponent != win.opponent) {
            best.push(win);
        }
    }
    best
}

store_api! { each_database:
    /// Returns the days since then (UTC, in days since 1970) on which a player has finished games, in order. Private games count only with
    /// `with_private`, as for the player's own view. A game that has just finished may not be counted yet.
    pub async fn active_days(
        &self,
        user: UserId,
        since: i64,
        with_private: bool,
    ) -> Result<Vec<ActiveDay>, StoreError>;

    /// Returns a player's public wins against the opponents with the highest ratings, the best first.
    pub async fn best_wins(&self, user: UserId) -> Result<Vec<BestWin>, StoreError>;

    /// Returns a player's ratings at the end of the days since then (UTC, in days since 1970) with rated games, by pool and in order.
    /// Without `with_private` the private games are left out, and their changes show with the next public game.
    pub async fn rating_days(
        &self,
        user: UserId,
        since: i64,
        with_private: bool,
    ) -> Result<Vec<RatingDay>, StoreError>;

    /// Returns the results of a player's games against an opponent, by mode. Private games count only with `with_private`.
    pub async fn pair_counts(
        &self,
        user: UserId,
        opponent: UserId,
        with_private: bool,
    ) -> Result<Vec<(Mode, ResultCounts)>, StoreError>;

    /// Returns the database's query plans for the activity of a player, as text.
    pub async fn explain_activity(&self, user: UserId, since: i64) -> Result<String, StoreError>;

    /// Returns the rating changes of these games, in any order.
    pub async fn rating_changes_by(&self, games: &[GameId]) -> Result<Vec<super::RatingChange>, StoreError>;
}

#[cfg(test)]
mod tests {
    use super::*;
    use sumito_ratings::Speed;

    fn win(opponent: u128, rating: f64, at: i64) -> RatedWin {
        RatedWin {
            user: UserId(uuid::Uuid::from_u128(1)),
            opponent: UserId(uuid::Uuid::from_u128(opponent)),
            rating,
            pool: Pool { mode: Mode::Two, speed: Speed::Live },
            game: GameId(uuid::Uuid::from_u128(at as u128)),
            at: Timestamp(at),
        }
    }

    #[test]
    fn best_wins_have_different_opponents() {
        let best =
            best_of(vec![win(2, 1_600.0, 1), win(3, 1_700.0, 2), win(2, 1_800.0, 3), win(3, 1_700.0, 4)]);
        assert_eq!(best, [win(2, 1_800.0, 3), win(3, 1_700.0, 2)]);
        let many = (0..30).map(|number| win(number + 2, 1_500.0 + number as f64, number as i64)).collect();
        let best: Vec<_> = best_of(many).iter().map(|win| win.at.0).collect();
        assert_eq!(best, (20..30).rev().collect::<Vec<_>>());
    }
}
