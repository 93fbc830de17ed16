//! Queries for the activity of players.

use std::collections::HashMap;

use sqlx::{QueryBuilder, Row};
use sumito_game::{GameId, Timestamp, UserId};
use sumito_rules::Mode;

use super::super::{Db, EXPLAIN, explained};
use super::ratings::{pool, rating_change};
use super::statistics::{adding_tally, mode, push_tally, tally};
use super::users::user_row;
use super::{Connection, DbRow, Queries, ROWS_AT_ONCE, Result, filled_up};
use crate::activity::{ActiveDay, ActivityDelta, BestWin, RatedWin, RatingDay, best_of};
use crate::{RatingChange, ResultCounts, Visibility};

impl Queries {
    pub(crate) async fn active_days(
        &self,
        user: UserId,
        since: i64,
        with_private: bool,
    ) -> Result<Vec<ActiveDay>> {
        let mut sql = of_days("", user, since, with_private);
        let rows =
            self.pools.history.run(async |connection| Ok(sql.build().fetch_all(connection).await?)).await?;
        let mut days: Vec<ActiveDay> = Vec::new();
        for row in &rows {
            let (day, more) = (row.try_get("day")?, tally(row)?);
            match days.last_mut() {
                Some(last) if last.day == day => last.tally.add(more),
                _ => days.push(ActiveDay { day, tally: more }),
            }
        }
        Ok(days)
    }

    pub(crate) async fn best_wins(&self, user: UserId) -> Result<Vec<BestWin>> {
        let mut sql = of_wins("", user);
        let rows =
            self.pools.history.run(async |connection| Ok(sql.build().fetch_all(connection).await?)).await?;
        let mut wins = Vec::new();
        for row in &rows {
            let win = win(row, user)?;
            wins.push(BestWin { win, opponent: user_row(row)? });
        }
        let order = best_of(wins.iter().map(|best| best.win).collect());
        wins.sort_by_key(|best| order.iter().position(|win| win.game == best.win.game));
        Ok(wins)
    }

    pub(crate) async fn rating_days(
        &self,
        user: UserId,
        since: i64,
        with_private: bool,
    ) -> Result<Vec<RatingDay>> {
        let mut sql = of_rating_days("", user, since, with_private);
        let rows =
            self.pools.history.run(async |connection| Ok(sql.build().fetch_all(connection).await?)).await?;
        let mut days: Vec<(i64, RatingDay)> = Vec::new();
        for row in &rows {
            let day = row.try_get("day")?;
            let new = RatingDay {
                pool: pool(row)?,
                at: Timestamp(row.try_get("at")?),
                value: row.try_get("value")?,
            };
            match days.last_mut() {
                // The last game of a day may be public or private.
                Some((last, old)) if *last == day && old.pool == new.pool => {
                    if new.at >= old.at {
                        *old = new;
                    }
                }
                _ => days.push((day, new)),
            }
        }
        Ok(days.into_iter().map(|(_, day)| day).collect())
    }

    pub(crate) async fn pair_counts(
        &self,
        user: UserId,
        opponent: UserId,
        with_private: bool,
    ) -> Result<Vec<(Mode, ResultCounts)>> {
        let mut sql = of_pair("", user, opponent, with_private);
        let rows =
            self.pools.history.run(async |connection| Ok(sql.build().fetch_all(connection).await?)).await?;
        let mut modes: Vec<(Mode, ResultCounts)> = Vec::new();
        for row in &rows {
            let (mode, more) = (mode(row)?, tally(row)?);
            match modes.last_mut() {
                Some((last, counts)) if *last == mode => counts.add(more),
                _ => modes.push((mode, more)),
            }
        }
        Ok(modes)
    }

    pub(crate) async fn explain_activity(&self, user: UserId, since: i64) -> Result<String> {
        let queries = [
            of_days(EXPLAIN, user, since, true),
            of_wins(EXPLAIN, user),
            of_rating_days(EXPLAIN, user, since, true),
            of_pair(EXPLAIN, user, user, true),
        ];
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

    pub(crate) async fn rating_changes_by(&self, games: &[GameId]) -> Result<Vec<RatingChange>> {
        self.pools
            .projections
            .run(async |connection| {
                let mut found = Vec::new();
                for games in games.chunks(ROWS_AT_ONCE) {
                    let mut sql = QueryBuilder::<Db>::new("SELECT * FROM rating_changes WHERE game_id IN (");
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
}

fn of_days(explain: &str, user: UserId, since: i64, with_private: bool) -> QueryBuilder<Db> {
    let mut sql = QueryBuilder::<Db>::new(explain);
    sql.push("SELECT * FROM player_days WHERE user_id = ").push_bind(user.0);
    sql.push(" AND day >= ").push_bind(since).push(" AND (public OR ").push_bind(with_private);
    sql.push(") ORDER BY day");
    sql
}

fn of_wins(explain: &str, user: UserId) -> QueryBuilder<Db> {
    let mut sql = QueryBuilder::<Db>::new(explain);
    sql.push(
        "SELECT users.*, opponent_id, rating, mode, speed, game_id, at
         FROM best_wins JOIN users ON users.id = opponent_id WHERE user_id = ",
    );
    sql.push_bind(user.0);
    sql
}

fn of_rating_days(explain: &str, user: UserId, since: i64, with_private: bool) -> QueryBuilder<Db> {
    let mut sql = QueryBuilder::<Db>::new(explain);
    sql.push("SELECT * FROM rating_days WHERE user_id = ").push_bind(user.0);
    sql.push(" AND day >= ").push_bind(since).push(" AND (public OR ").push_bind(with_private);
    sql.push(") ORDER BY mode, speed, day");
    sql
}

fn of_pair(explain: &str, user: UserId, opponent: UserId, with_private: bool) -> QueryBuilder<Db> {
    let mut sql = QueryBuilder::<Db>::new(explain);
    sql.push("SELECT * FROM player_pairs WHERE user_id = ").push_bind(user.0);
    sql.push(" AND opponent_id = ").push_bind(opponent.0);
    sql.push(" AND (public OR ").push_bind(with_private).push(") ORDER BY mode");
    sql
}

/// Adds changes to the activity of players.
pub(super) async fn add_activity(connection: &mut Connection, more: &ActivityDelta) -> Result<()> {
    add_days(connection, more).await?;
    add_pairs(connection, more).await?;
    set_rating_days(connection, more).await?;
    keep_best_wins(connection, more).await
}

async fn add_days(connection: &mut Connection, more: &ActivityDelta) -> Result<()> {
    let days: Vec<_> = more.days.iter().collect();
    for days in days.chunks(ROWS_AT_ONCE) {
        let mut sql = QueryBuilder::<Db>::new(
            "INSERT INTO player_days (user_id, day, public, games, won, drawn, lost) ",
        );
        sql.push_values(days, |mut row, ((user, day, visibility), tally)| {
            row.push_bind(user.0).push_bind(*day).push_bind(*visibility == Visibility::Public);
            push_tally(&mut row, tally);
        });
        sql.push(adding_tally("player_days", "user_id, day, public"));
        sql.build().persistent(false).execute(&mut *connection).await?;
    }
    Ok(())
}

async fn add_pairs(connection: &mut Connection, more: &ActivityDelta) -> Result<()> {
    let pairs: Vec<_> = more.pairs.iter().collect();
    for pairs in pairs.chunks(ROWS_AT_ONCE) {
        let mut sql = QueryBuilder::<Db>::new(
            "INSERT INTO player_pairs (user_id, opponent_id, mode, public, games, won, drawn, lost) ",
        );
        sql.push_values(pairs, |mut row, ((user, opponent, mode, visibility), tally)| {
            row.push_bind(user.0)
                .push_bind(opponent.0)
                .push_bind(mode.name())
                .push_bind(*visibility == Visibility::Public);
            push_tally(&mut row, tally);
        });
        sql.push(adding_tally("player_pairs", "user_id, opponent_id, mode, public"));
        sql.build().persistent(false).execute(&mut *connection).await?;
    }
    Ok(())
}

async fn set_rating_days(connection: &mut Connection, more: &ActivityDelta) -> Result<()> {
    let days: Vec<_> = more.ratings.iter().collect();
    for days in days.chunks(ROWS_AT_ONCE) {
        let mut sql = QueryBuilder::<Db>::new(
            "INSERT INTO rating_days (user_id, mode, speed, day, public, at, value) ",
        );
        sql.push_values(days, |mut row, ((user, pool, day, visibility), (at, value))| {
            row.push_bind(user.0)
                .push_bind(pool.mode.name())
                .push_bind(pool.speed.name())
                .push_bind(*day)
                .push_bind(*visibility == Visibility::Public)
                .push_bind(at.0)
                .push_bind(*value);
        });
        sql.push(
            " ON CONFLICT (user_id, mode, speed, day, public) DO UPDATE SET at = excluded.at, value = excluded.value",
        );
        sql.build().persistent(false).execute(&mut *connection).await?;
    }
    Ok(())
}

async fn keep_best_wins(connection: &mut Connection, more: &ActivityDelta) -> Result<()> {
    let mut new: HashMap<UserId, Vec<RatedWin>> = HashMap::new();
    for &win in &more.wins {
        new.entry(win.user).or_default().push(win);
    }
    let mut old = stored_wins(connection, new.keys().copied()).await?;
    let (mut added, mut removed) = (Vec::new(), Vec::new());
    for (user, wins) in new {
        let before = old.remove(&user).unwrap_or_default();
        let best = best_of(before.iter().copied().chain(wins).collect());
        let is_kept = |win: &RatedWin| best.iter().any(|other| other.opponent == win.opponent);
        removed.extend(before.iter().filter(|win| !is_kept(win)).map(|win| (user, win.opponent)));
        added.extend(best.into_iter().filter(|win| !before.contains(win)));
    }
    remove_best_wins(connection, &removed).await?;
    add_best_wins(connection, &added).await
}

/// Returns the stored best wins of these users.
async fn stored_wins(
    connection: &mut Connection,
    users: impl Iterator<Item = UserId>,
) -> Result<HashMap<UserId, Vec<RatedWin>>> {
    let mut wins: HashMap<UserId, Vec<RatedWin>> = HashMap::new();
    let users: Vec<_> = users.map(|user| user.0).collect();
    for users in users.chunks(ROWS_AT_ONCE) {
        let mut sql = QueryBuilder::<Db>::new("SELECT * FROM best_wins WHERE user_id IN (");
        let mut list = sql.separated(", ");
        for id in filled_up(users) {
            list.push_bind(*id);
        }
        sql.push(")");
        for row in sql.build().fetch_all(&mut *connection).await? {
            let user = UserId(row.try_get("user_id")?);
            wins.entry(user).or_default().push(win(&row, user)?);
        }
    }
    Ok(wins)
}

async fn remove_best_wins(connection: &mut Connection, removed: &[(UserId, UserId)]) -> Result<()> {
    for removed in removed.chunks(ROWS_AT_ONCE) {
        let mut sql =
            QueryBuilder::<Db>::new("DELETE FROM best_wins WHERE (user_id, opponent_id) IN (VALUES ");
        for (place, (user, opponent)) in removed.iter().enumerate() {
            sql.push(if place == 0 { "(" } else { ", (" });
            sql.push_bind(user.0).push(", ").push_bind(opponent.0).push(")");
        }
        sql.push(")");
        sql.build().persistent(false).execute(&mut *connection).await?;
    }
    Ok(())
}

async fn add_best_wins(connection: &mut Connection, added: &[RatedWin]) -> Result<()> {
    for added in added.chunks(ROWS_AT_ONCE) {
        let mut sql = QueryBuilder::<Db>::new(
            "INSERT INTO best_wins (user_id, opponent_id, rating, mode, speed, game_id, at) ",
        );
        sql.push_values(added, |mut row, win| {
            row.push_bind(win.user.0)
                .push_bind(win.opponent.0)
                .push_bind(win.rating)
                .push_bind(win.pool.mode.name())
                .push_bind(win.pool.speed.name())
                .push_bind(win.game.0)
                .push_bind(win.at.0);
        });
        sql.push(
            " ON CONFLICT (user_id, opponent_id) DO UPDATE SET
                  rating = excluded.rating, mode = excluded.mode, speed = excluded.speed,
                  game_id = excluded.game_id, at = excluded.at",
        );
        sql.build().persistent(false).execute(&mut *connection).await?;
    }
    Ok(())
}

fn win(row: &DbRow, user: UserId) -> Result<RatedWin> {
    Ok(RatedWin {
        user,
        opponent: UserId(row.try_get("opponent_id")?),
        rating: row.try_get("rating")?,
        pool: pool(row)?,
        game: GameId(row.try_get("game_id")?),
        at: Timestamp(row.try_get("at")?),
    })
}
