//! Queries for ratings.

use std::collections::{HashMap, HashSet};

use sqlx::{QueryBuilder, Row, query};
use sumito_game::{GameId, Timestamp, UserId};
use sumito_ratings::{Pool, Rating, Speed, day_of};
use uuid::Uuid;

use super::super::{Db, EXPLAIN, explained};
use super::games::counts_of;
use super::{Connection, DbRow, Queries, ROWS_AT_ONCE, Result, filled_up, unsigned};
use crate::ratings::{Meetings, apply_results};
use crate::{
    ConductViolation, LeaderCursor, LeaderRow, RatedGame, RatingChange, RatingPoint, RatingRow, StoreError,
    SuspectPair,
};

/// Pairs of which one player wins nearly all rated games since `$1`, or whose games are very short: at most `$3`, with at least `$2` games.
const SUSPECT_PAIRS: &str = "SELECT one.user_id AS one_id, other.user_id AS other_id, users.name AS one_name, others.name AS other_name,
        count(*) AS games, max(one.at) AS last_at, coalesce(max(seen.evidence_until), 0) AS seen_until,
        CAST(sum(CASE WHEN one.value > one.before THEN 1 ELSE 0 END) AS BIGINT) AS one_gained,
        CAST(sum(CASE WHEN other.value > other.before THEN 1 ELSE 0 END) AS BIGINT) AS other_gained,
        CAST(sum(games.plies) AS BIGINT) AS plies,
        EXISTS (SELECT 1 FROM sessions AS mine JOIN sessions AS theirs ON theirs.network = mine.network
                WHERE mine.user_id = one.user_id AND theirs.user_id = other.user_id) AS same_network
    FROM rating_changes AS one
    JOIN rating_changes AS other ON other.game_id = one.game_id AND other.user_id > one.user_id
    JOIN games ON games.id = one.game_id
    JOIN users ON users.id = one.user_id AND users.name_key IS NOT NULL
    JOIN users AS others ON others.id = other.user_id AND others.name_key IS NOT NULL
    LEFT JOIN signals AS seen ON seen.user_id = one.user_id AND seen.other_id = other.user_id
        AND seen.kind = 'farming' AND seen.dismissed_at IS NOT NULL
    WHERE one.at >= $1 AND one.at > coalesce(seen.evidence_until, 0) AND one.speed <> 'bots'
    GROUP BY one.user_id, other.user_id, users.name, others.name
    HAVING count(*) >= $2 AND (
        10 * sum(CASE WHEN one.value > one.before THEN 1 ELSE 0 END) >= 9 * count(*)
        OR 10 * sum(CASE WHEN other.value > other.before THEN 1 ELSE 0 END) >= 9 * count(*)
        OR sum(games.plies) < 20 * count(*))
    ORDER BY count(*) DESC, one.user_id, other.user_id LIMIT $3";

/// The latest rated games of the users `$1` and `$2` since `$3`.
const LATEST_GAMES_OF_PAIR: &str = "SELECT one.game_id FROM rating_changes AS one
    JOIN rating_changes AS other ON other.game_id = one.game_id AND other.user_id = $2
    WHERE one.user_id = $1 AND one.at >= $3 ORDER BY one.at DESC, one.game_id DESC LIMIT 5";

impl Queries {
    pub(crate) async fn ratings_of(&self, user: UserId) -> Result<Vec<RatingRow>> {
        self.pools
            .history
            .run(async |connection| {
                let rows = of_user("", user).build().fetch_all(connection).await?;
                rows.iter().map(rating_row).collect()
            })
            .await
    }

    pub(crate) async fn ratings_since(
        &self,
        user: UserId,
        since: Timestamp,
    ) -> Result<Vec<(RatingRow, Option<f64>)>> {
        let sql = "SELECT ratings.*, (SELECT before FROM rating_changes AS changes
                       WHERE changes.user_id = $1 AND changes.mode = ratings.mode AND changes.speed = ratings.speed
                           AND changes.at >= $2
                       ORDER BY changes.at, changes.game_id LIMIT 1) AS value_before
                   FROM ratings WHERE user_id = $1 ORDER BY mode, speed";
        self.pools
            .history
            .run(async |connection| {
                let rows = query(sql).bind(user.0).bind(since.0).fetch_all(connection).await?;
                rows.iter().map(|row| Ok((rating_row(row)?, row.try_get("value_before")?))).collect()
            })
            .await
    }

    pub(crate) async fn rating_changes_of(
        &self,
        user: UserId,
        games: &[GameId],
    ) -> Result<Vec<RatingChange>> {
        self.pools
            .history
            .run(async |connection| {
                let mut found = Vec::new();
                for games in games.chunks(ROWS_AT_ONCE) {
                    let mut sql = QueryBuilder::<Db>::new("SELECT * FROM rating_changes WHERE user_id = ");
                    sql.push_bind(user.0).push(" AND game_id IN (");
                    let mut list = sql.separated(", ");
                    for game in filled_up(games) {
                        list.push_bind(game.0);
                    }
                    sql.push(")");
                    let rows = sql.build().fetch_all(&mut *connection).await?;
                    found.extend(rows.iter().map(rating_change).collect::<Result<Vec<_>>>()?);
                }
                Ok(found)
            })
            .await
    }

    pub(crate) async fn ratings_in(&self, pool: Pool, users: &[UserId]) -> Result<Vec<RatingRow>> {
        if users.is_empty() {
            return Ok(Vec::new());
        }
        let mut sql = QueryBuilder::<Db>::new("SELECT * FROM ratings WHERE mode = ");
        sql.push_bind(pool.mode.name()).push(" AND speed = ").push_bind(pool.speed.name());
        sql.push(" AND user_id IN (");
        let mut list = sql.separated(", ");
        for user in filled_up(users) {
            list.push_bind(user.0);
        }
        sql.push(")");
        self.pools
            .history
            .run(async |connection| sql.build().fetch_all(connection).await?.iter().map(rating_row).collect())
            .await
    }

    pub(crate) async fn ratings_at(&self, keys: &[(UserId, Pool, Timestamp)]) -> Result<Vec<Option<f64>>> {
        let keys: Vec<_> = (0_i64..).zip(keys).collect();
        let mut values = vec![None; keys.len()];
        self.pools
            .projections
            .run(async |connection| {
                for keys in keys.chunks(ROWS_AT_ONCE) {
                    let mut sql = QueryBuilder::<Db>::new(
                        "SELECT column1 AS place, (SELECT value FROM rating_changes
                             WHERE user_id = column2 AND mode = column3 AND speed = column4 AND at < column5
                             ORDER BY at DESC, game_id DESC LIMIT 1) AS value
                         FROM (",
                    );
                    sql.push_values(filled_up(keys), |mut row, (place, (user, pool, at))| {
                        row.push_bind(*place)
                            .push_bind(user.0)
                            .push_bind(pool.mode.name())
                            .push_bind(pool.speed.name())
                            .push_bind(at.0);
                    });
                    sql.push(") AS wanted");
                    for row in sql.build().fetch_all(&mut *connection).await? {
                        values[unsigned(row.try_get("place")?)? as usize] = row.try_get("value")?;
                    }
                }
                Ok(())
            })
            .await?;
        Ok(values)
    }

    pub(crate) async fn rating_history(
        &self,
        user: UserId,
        pool: Pool,
        until: Timestamp,
        limit: u32,
        private: bool,
    ) -> Result<Vec<RatingPoint>> {
        let sql = "SELECT game_id, at, value, deviation FROM rating_changes
                   WHERE user_id = $1 AND mode = $2 AND speed = $3 AND at < $4
                       AND ($6 OR EXISTS (SELECT 1 FROM games WHERE games.id = game_id AND visibility = 'public'))
                   ORDER BY at DESC, game_id DESC LIMIT $5";
        let point = |row: &DbRow| {
            Ok(RatingPoint {
                game: GameId(row.try_get("game_id")?),
                at: Timestamp(row.try_get("at")?),
                value: row.try_get("value")?,
                deviation: row.try_get("deviation")?,
            })
        };
        self.pools
            .history
            .run(async |connection| {
                let rows = query(sql)
                    .bind(user.0)
                    .bind(pool.mode.name())
                    .bind(pool.speed.name())
                    .bind(until.0)
                    .bind(i64::from(limit))
                    .bind(private)
                    .fetch_all(connection)
                    .await?;
                rows.iter().map(point).collect()
            })
            .await
    }

    pub(crate) async fn rating_changes(&self, game: GameId) -> Result<Vec<RatingChange>> {
        self.pools
            .history
            .run(async |connection| {
                let sql = "SELECT * FROM rating_changes WHERE game_id = $1";
                let rows = query(sql).bind(game.0).fetch_all(connection).await?;
                rows.iter().map(rating_change).collect()
            })
            .await
    }

    pub(crate) async fn leaders(
        &self,
        pool: Pool,
        club: Option<Uuid>,
        now: Timestamp,
        after: Option<LeaderCursor>,
        limit: u32,
    ) -> Result<Vec<LeaderRow>> {
        let mut sql = leaders("", pool, club, now, after, limit);
        let leader = |row: &DbRow| Ok(LeaderRow { name: row.try_get("name")?, row: rating_row(row)? });
        self.pools
            .history
            .run(async |connection| sql.build().fetch_all(connection).await?.iter().map(leader).collect())
            .await
    }

    pub(crate) async fn rating_counts(
        &self,
        pool: Pool,
        now: Timestamp,
        step: u32,
    ) -> Result<Vec<(u32, u64)>> {
        let mut sql = rating_counts("", pool, now, step);
        let count = |row: &DbRow| {
            let bucket = unsigned(row.try_get("bucket")?)?;
            Ok((u32::try_from(bucket).unwrap_or(u32::MAX), unsigned(row.try_get("players")?)?))
        };
        self.pools
            .history
            .run(async |connection| sql.build().fetch_all(connection).await?.iter().map(count).collect())
            .await
    }

    pub(crate) async fn explain_rating_counts(
        &self,
        pool: Pool,
        now: Timestamp,
        step: u32,
    ) -> Result<String> {
        let mut sql = rating_counts(EXPLAIN, pool, now, step);
        let rows =
            self.pools.history.run(async |connection| Ok(sql.build().fetch_all(connection).await?)).await?;
        let lines: Vec<String> = rows.iter().map(explained).collect::<sqlx::Result<_>>()?;
        Ok(lines.join("\n"))
    }

    pub(crate) async fn suspect_pairs(
        &self,
        since: Timestamp,
        games: u32,
        limit: u32,
    ) -> Result<Vec<SuspectPair>> {
        self.pools
            .history
            .run(async |connection| {
                let rows = query(SUSPECT_PAIRS)
                    .bind(since.0)
                    .bind(i64::from(games))
                    .bind(i64::from(limit))
                    .fetch_all(&mut *connection)
                    .await?;
                let mut found = Vec::new();
                for row in rows {
                    let mut pair = suspect_pair(&row)?;
                    let [(one, _), (other, _)] = &pair.players;
                    let games = query(LATEST_GAMES_OF_PAIR)
                        .bind(one.0)
                        .bind(other.0)
                        .bind(since.0.max(row.try_get::<i64, _>("seen_until")?.saturating_add(1)))
                        .fetch_all(&mut *connection)
                        .await?;
                    for game in games {
                        pair.latest.push(GameId(game.try_get("game_id")?));
                    }
                    found.push(pair);
                }
                Ok(found)
            })
            .await
    }

    pub(crate) async fn explain_leaders(
        &self,
        pool: Pool,
        club: Option<Uuid>,
        now: Timestamp,
        after: Option<LeaderCursor>,
        limit: u32,
    ) -> Result<String> {
        let mut sql = leaders(EXPLAIN, pool, club, now, after, limit);
        let rows =
            self.pools.history.run(async |connection| Ok(sql.build().fetch_all(connection).await?)).await?;
        let lines: Vec<String> = rows.iter().map(explained).collect::<sqlx::Result<_>>()?;
        Ok(lines.join("\n"))
    }

    pub(crate) async fn explain_profile(&self, user: UserId) -> Result<String> {
        let queries = [of_user(EXPLAIN, user), counts_of(EXPLAIN, user, true)];
        let plans = self.pools.history.run(async |connection| {
            let mut lines = Vec::new();
            for mut sql in queries {
                let rows = sql.build().fetch_all(&mut *connection).await?;
                lines.extend(rows.iter().map(explained).collect::<sqlx::Result<Vec<String>>>()?);
            }
            Ok(lines)
        });
        Ok(plans.await?.join("\n"))
    }

    pub(crate) async fn breaches(
        &self,
        user: UserId,
        since: Timestamp,
        limit: u32,
    ) -> Result<Vec<Timestamp>> {
        let sql = "SELECT at FROM breaches WHERE user_id = $1 AND at >= $2 ORDER BY at DESC LIMIT $3";
        let rows = self.pools.rooms.run(async |connection| {
            let sql = query(sql).bind(user.0).bind(since.0).bind(i64::from(limit));
            Ok(sql.fetch_all(connection).await?)
        });
        rows.await?.iter().map(|row| Ok(Timestamp(row.try_get("at")?))).collect()
    }
}

pub(super) fn rating_change(row: &DbRow) -> Result<RatingChange> {
    Ok(RatingChange {
        game: GameId(row.try_get("game_id")?),
        user: UserId(row.try_get("user_id")?),
        pool: pool(row)?,
        at: Timestamp(row.try_get("at")?),
        before: row.try_get("before")?,
        after: row.try_get("value")?,
        deviation: row.try_get("deviation")?,
    })
}

/// Returns the pair of a row, without its latest games.
fn suspect_pair(row: &DbRow) -> Result<SuspectPair> {
    Ok(SuspectPair {
        players: [
            (UserId(row.try_get("one_id")?), row.try_get("one_name")?),
            (UserId(row.try_get("other_id")?), row.try_get("other_name")?),
        ],
        games: unsigned(row.try_get("games")?)?,
        gained: [unsigned(row.try_get("one_gained")?)?, unsigned(row.try_get("other_gained")?)?],
        plies: unsigned(row.try_get("plies")?)?,
        same_network: row.try_get("same_network")?,
        last_at: Timestamp(row.try_get("last_at")?),
        latest: Vec::new(),
    })
}

fn of_user(explain: &str, user: UserId) -> QueryBuilder<Db> {
    let mut sql = QueryBuilder::<Db>::new(explain);
    sql.push("SELECT * FROM ratings WHERE user_id = ").push_bind(user.0).push(" ORDER BY mode, speed");
    sql
}

/// Returns the query for a page of a leaderboard. It uses one index, in the order of the list. The leaderboard of a club looks up the
/// rating of each of its few members.
fn leaders(
    explain: &str,
    pool: Pool,
    club: Option<Uuid>,
    now: Timestamp,
    after: Option<LeaderCursor>,
    limit: u32,
) -> QueryBuilder<Db> {
    let mut sql = QueryBuilder::<Db>::new(explain);
    sql.push("SELECT users.name, ratings.* FROM ");
    if club.is_some() {
        // SQLite reads the tables of a cross join in this order.
        sql.push("club_members CROSS JOIN ");
    }
    sql.push("ratings JOIN users ON users.id = ratings.user_id AND users.name_key IS NOT NULL WHERE ");
    if let Some(club) = club {
        sql.push("club_members.club_id = ").push_bind(club);
        sql.push(" AND ratings.user_id = club_members.user_id AND ");
    }
    sql.push("mode = ").push_bind(pool.mode.name()).push(" AND speed = ").push_bind(pool.speed.name());
    sql.push(" AND established_until > ").push_bind(now.0);
    if let Some(after) = after {
        sql.push(" AND (value, ratings.user_id) < (").push_bind(after.value);
        sql.push(", ").push_bind(after.user.0).push(")");
    }
    sql.push(" ORDER BY value DESC, ratings.user_id DESC LIMIT ").push_bind(i64::from(limit));
    sql
}

/// Returns the query for the number of players by rating. It reads one index.
fn rating_counts(explain: &str, pool: Pool, now: Timestamp, step: u32) -> QueryBuilder<Db> {
    let mut sql = QueryBuilder::<Db>::new(explain);
    sql.push("SELECT CAST(round(value) AS BIGINT) / ").push_bind(i64::from(step.max(1)));
    sql.push(" AS bucket, count(*) AS players FROM ratings WHERE mode = ").push_bind(pool.mode.name());
    sql.push(" AND speed = ").push_bind(pool.speed.name());
    sql.push(" AND established_until > ").push_bind(now.0);
    sql.push(" GROUP BY 1 ORDER BY 1");
    sql
}

/// Applies games to the stored ratings, in order.
pub(super) async fn rate(connection: &mut Connection, games: &[RatedGame]) -> Result<()> {
    let mut ratings = ratings_before(connection, games).await?;
    let mut met = met_before(connection, games).await?;
    let changes = apply_results(games, &mut ratings, &mut met);
    for changes in changes.chunks(ROWS_AT_ONCE) {
        let mut sql = QueryBuilder::<Db>::new(
            "INSERT INTO rating_changes (game_id, user_id, mode, speed, at, before, value, deviation) ",
        );
        sql.push_values(changes, |mut row, change| {
            row.push_bind(change.game.0)
                .push_bind(change.user.0)
                .push_bind(change.pool.mode.name())
                .push_bind(change.pool.speed.name())
                .push_bind(change.at.0)
                .push_bind(change.before)
                .push_bind(change.after)
                .push_bind(change.deviation);
        });
        sql.build().persistent(false).execute(&mut *connection).await?;
    }
    let played: HashSet<_> = changes.iter().map(|change| (change.user, change.pool)).collect();
    let played: Vec<_> = played.into_iter().collect();
    for played in played.chunks(ROWS_AT_ONCE) {
        let mut sql = QueryBuilder::<Db>::new(
            "INSERT INTO ratings (user_id, mode, speed, value, deviation, volatility, games, last_at, established_until) ",
        );
        sql.push_values(played, |mut row, &(user, pool)| {
            let rating = &ratings[&(user, pool)];
            row.push_bind(user.0)
                .push_bind(pool.mode.name())
                .push_bind(pool.speed.name())
                .push_bind(rating.value)
                .push_bind(rating.deviation)
                .push_bind(rating.volatility)
                .push_bind(i64::from(rating.games))
                .push_bind(rating.last_at)
                .push_bind(rating.established_until(pool.mode));
        });
        sql.push(
            " ON CONFLICT (user_id, mode, speed) DO UPDATE SET
                  value = excluded.value, deviation = excluded.deviation, volatility = excluded.volatility,
                  games = excluded.games, last_at = excluded.last_at, established_until = excluded.established_until",
        );
        sql.build().persistent(false).execute(&mut *connection).await?;
    }
    Ok(())
}

/// Returns the already processed games of these players on the same days.
async fn met_before(connection: &mut Connection, games: &[RatedGame]) -> Result<Meetings> {
    const DAY: i64 = 86_400_000_000;
    let mut met = Meetings::default();
    let pools: HashSet<_> = games.iter().map(|game| game.pool).collect();
    for pool in pools {
        let of_pool = || games.iter().filter(|game| game.pool == pool);
        let days = of_pool().map(|game| day_of(game.at.0));
        let Some((first, last)) = days.clone().min().zip(days.max()) else { continue };
        let players: HashSet<_> = of_pool().flat_map(|game| &game.players).map(|user| user.0).collect();
        let players: Vec<_> = players.into_iter().collect();
        let mut earlier: HashMap<GameId, (Timestamp, Vec<UserId>)> = HashMap::new();
        for players in players.chunks(ROWS_AT_ONCE) {
            let mut sql =
                QueryBuilder::<Db>::new("SELECT game_id, user_id, at FROM rating_changes WHERE mode = ");
            sql.push_bind(pool.mode.name()).push(" AND speed = ").push_bind(pool.speed.name());
            sql.push(" AND at >= ").push_bind(first.saturating_mul(DAY));
            sql.push(" AND at < ").push_bind((last + 1).saturating_mul(DAY));
            sql.push(" AND user_id IN (");
            let mut list = sql.separated(", ");
            for id in filled_up(players) {
                list.push_bind(*id);
            }
            sql.push(")");
            for row in sql.build().fetch_all(&mut *connection).await? {
                let at = Timestamp(row.try_get("at")?);
                let (_, players) =
                    earlier.entry(GameId(row.try_get("game_id")?)).or_insert_with(|| (at, Vec::new()));
                players.push(UserId(row.try_get("user_id")?));
            }
        }
        for (at, players) in earlier.into_values() {
            met.add(&players, pool, at);
        }
    }
    Ok(met)
}

/// Returns all ratings of the players of these games.
async fn ratings_before(
    connection: &mut Connection,
    games: &[RatedGame],
) -> Result<HashMap<(UserId, Pool), Rating>> {
    let players: HashSet<_> = games.iter().flat_map(|game| &game.players).map(|user| user.0).collect();
    let players: Vec<_> = players.into_iter().collect();
    let mut ratings = HashMap::new();
    for players in players.chunks(ROWS_AT_ONCE) {
        let mut sql = QueryBuilder::<Db>::new("SELECT * FROM ratings WHERE user_id IN (");
        let mut list = sql.separated(", ");
        for id in filled_up(players) {
            list.push_bind(*id);
        }
        sql.push(")");
        for row in sql.build().fetch_all(&mut *connection).await? {
            let RatingRow { user, pool, rating } = rating_row(&row)?;
            ratings.insert((user, pool), rating);
        }
    }
    Ok(ratings)
}

/// Stores breaches of conduct.
pub(super) async fn add_breaches(connection: &mut Connection, breaches: &[ConductViolation]) -> Result<()> {
    for breaches in breaches.chunks(ROWS_AT_ONCE) {
        let mut sql = QueryBuilder::<Db>::new("INSERT INTO breaches (user_id, at, game_id) ");
        sql.push_values(breaches, |mut row, breach| {
            row.push_bind(breach.user.0).push_bind(breach.at.0).push_bind(breach.game.0);
        });
        sql.build().persistent(false).execute(&mut *connection).await?;
    }
    Ok(())
}

pub(super) fn rating_row(row: &DbRow) -> Result<RatingRow> {
    let games = unsigned(row.try_get("games")?)?;
    Ok(RatingRow {
        user: UserId(row.try_get("user_id")?),
        pool: pool(row)?,
        rating: Rating {
            value: row.try_get("value")?,
            deviation: row.try_get("deviation")?,
            volatility: row.try_get("volatility")?,
            games: u32::try_from(games).unwrap_or(u32::MAX),
            last_at: row.try_get("last_at")?,
        },
    })
}

pub(super) fn pool(row: &DbRow) -> Result<Pool> {
    let (mode, speed): (&str, &str) = (row.try_get("mode")?, row.try_get("speed")?);
    let wrong = || StoreError::Corrupt(format!("no pool: {mode} {speed}"));
    let speed: Speed = speed.parse().map_err(|_| wrong())?;
    Ok(Pool { mode: mode.parse().map_err(|_| wrong())?, speed })
}
