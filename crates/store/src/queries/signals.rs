//! Queries for signals of unfair play.

use std::collections::HashMap;

use sqlx::{Connection as _, QueryBuilder, Row, query};
use sumito_game::{GameId, Reason, Timestamp, UserId};
use sumito_ratings::Pool;
use uuid::Uuid;

use super::super::{BEGIN, Db};
use super::moderation::log;
use super::ratings::pool;
use super::users::user_row_of;
use super::{DbRow, Queries, Result, unsigned};
use crate::{FoundSignal, ModerationAction, PoolGame, SignalKind, SignalRow, StoreError};

impl Queries {
    pub(crate) async fn quick_losers(
        &self,
        since: Timestamp,
        plies: u32,
        losses: u32,
        limit: u32,
    ) -> Result<Vec<(UserId, Pool)>> {
        let rows = self.pools.history.run(async |connection| {
            let sql = "SELECT changes.user_id, changes.mode, changes.speed FROM rating_changes AS changes
                       JOIN games ON games.id = changes.game_id
                       JOIN users ON users.id = changes.user_id AND users.name_key IS NOT NULL
                       WHERE changes.at >= $1 AND changes.value < changes.before AND games.plies < $2
                       AND games.reason IN ('resignation', 'time', 'abandoned')
                       GROUP BY changes.user_id, changes.mode, changes.speed HAVING count(*) >= $3
                       ORDER BY count(*) DESC, changes.user_id, changes.mode, changes.speed LIMIT $4";
            let sql = query(sql).bind(since.0).bind(i64::from(plies)).bind(i64::from(losses));
            Ok(sql.bind(i64::from(limit)).fetch_all(connection).await?)
        });
        rows.await?.iter().map(|row| Ok((UserId(row.try_get("user_id")?), pool(row)?))).collect()
    }

    pub(crate) async fn pool_games(
        &self,
        user: UserId,
        pool: Pool,
        after: Timestamp,
        limit: u32,
    ) -> Result<Vec<PoolGame>> {
        let rows = self.pools.history.run(async |connection| {
            let sql = "SELECT changes.game_id, changes.at, changes.before, changes.value, games.plies, games.reason,
                           (SELECT max(others.before) FROM rating_changes AS others
                            WHERE others.game_id = changes.game_id AND others.user_id <> changes.user_id) AS opponent
                       FROM rating_changes AS changes JOIN games ON games.id = changes.game_id
                       WHERE changes.user_id = $1 AND changes.mode = $2 AND changes.speed = $3 AND changes.at > $4
                       ORDER BY changes.at DESC, changes.game_id DESC LIMIT $5";
            let sql = query(sql).bind(user.0).bind(pool.mode.name()).bind(pool.speed.name()).bind(after.0);
            Ok(sql.bind(i64::from(limit)).fetch_all(connection).await?)
        });
        rows.await?.iter().rev().map(pool_game).collect()
    }

    pub(crate) async fn often_analysed(
        &self,
        since: Timestamp,
        plies: u32,
        games: u32,
        limit: u32,
    ) -> Result<Vec<UserId>> {
        let rows = self.pools.history.run(async |connection| {
            let sql = "SELECT changes.user_id FROM rating_changes AS changes
                       JOIN analyses ON analyses.game_id = changes.game_id AND analyses.positions IS NOT NULL
                       JOIN games ON games.id = changes.game_id
                       JOIN users ON users.id = changes.user_id AND users.name_key IS NOT NULL AND NOT users.bot
                       WHERE changes.at >= $1 AND changes.speed = 'live' AND games.plies >= $2
                       GROUP BY changes.user_id HAVING count(*) >= $3
                       ORDER BY count(*) DESC, changes.user_id LIMIT $4";
            let sql = query(sql).bind(since.0).bind(i64::from(plies)).bind(i64::from(games));
            Ok(sql.bind(i64::from(limit)).fetch_all(connection).await?)
        });
        rows.await?.iter().map(|row| Ok(UserId(row.try_get("user_id")?))).collect()
    }

    pub(crate) async fn analysed_games(
        &self,
        user: UserId,
        after: Timestamp,
        plies: u32,
        limit: u32,
    ) -> Result<Vec<(GameId, Timestamp)>> {
        let rows = self.pools.history.run(async |connection| {
            let sql = "SELECT changes.game_id, changes.at FROM rating_changes AS changes
                       JOIN analyses ON analyses.game_id = changes.game_id AND analyses.positions IS NOT NULL
                       JOIN games ON games.id = changes.game_id
                       WHERE changes.user_id = $1 AND changes.at > $2 AND changes.speed = 'live' AND games.plies >= $3
                       ORDER BY changes.at DESC, changes.game_id DESC LIMIT $4";
            let sql = query(sql).bind(user.0).bind(after.0).bind(i64::from(plies)).bind(i64::from(limit));
            Ok(sql.fetch_all(connection).await?)
        });
        let game = |row: &DbRow| Ok((GameId(row.try_get("game_id")?), Timestamp(row.try_get("at")?)));
        rows.await?.iter().map(game).collect()
    }

    pub(crate) async fn dismissed_signals(&self, kind: SignalKind) -> Result<HashMap<String, Timestamp>> {
        let rows = self.pools.history.run(async |connection| {
            let sql =
                "SELECT subject, evidence_until FROM signals WHERE kind = $1 AND dismissed_at IS NOT NULL";
            Ok(query(sql).bind(kind.as_str()).fetch_all(connection).await?)
        });
        let seen = |row: &DbRow| Ok((row.try_get("subject")?, Timestamp(row.try_get("evidence_until")?)));
        rows.await?.iter().map(seen).collect()
    }

    pub(crate) async fn put_signals(&self, found: &[FoundSignal], now: Timestamp) -> Result<()> {
        if found.is_empty() {
            return Ok(());
        }
        self.write(&self.pools.users, async |connection| {
            let mut transaction = connection.begin_with(BEGIN).await?;
            for signal in found {
                // A moderator may have dismissed it since the search started.
                let sql = "INSERT INTO signals
                               (id, kind, subject, user_id, other_id, strength, evidence, evidence_until, found_at, updated_at)
                           VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9)
                           ON CONFLICT (kind, subject) DO UPDATE SET
                               strength = excluded.strength, evidence = excluded.evidence,
                               evidence_until = excluded.evidence_until, updated_at = excluded.updated_at,
                               found_at = CASE WHEN signals.dismissed_at IS NULL THEN signals.found_at
                                          ELSE excluded.found_at END,
                               dismissed_at = NULL
                           WHERE signals.dismissed_at IS NULL OR signals.dismissed_at < excluded.updated_at";
                query(sql)
                    .bind(Uuid::now_v7())
                    .bind(signal.kind.as_str())
                    .bind(&signal.subject)
                    .bind(signal.user.0)
                    .bind(signal.other.map(|other| other.0))
                    .bind(i64::from(signal.strength))
                    .bind(&signal.evidence)
                    .bind(signal.until.0)
                    .bind(now.0)
                    .execute(&mut *transaction)
                    .await?;
            }
            Ok(transaction.commit().await?)
        })
        .await
    }

    pub(crate) async fn signals(&self, user: Option<UserId>, limit: u32) -> Result<Vec<SignalRow>> {
        let rows = self.pools.history.run(async |connection| {
            let mut sql = QueryBuilder::<Db>::new(
                "SELECT signals.id, signals.kind, signals.strength, signals.evidence, signals.found_at, signals.updated_at,
                     one.id AS one_id, one.name AS one_name, one.guest AS one_guest, one.bot AS one_bot,
                     one.role AS one_role, one.created_at AS one_created_at,
                     other.id AS other_id, other.name AS other_name, other.guest AS other_guest, other.bot AS other_bot,
                     other.role AS other_role, other.created_at AS other_created_at
                 FROM signals JOIN users AS one ON one.id = signals.user_id
                 LEFT JOIN users AS other ON other.id = signals.other_id
                 WHERE signals.dismissed_at IS NULL",
            );
            if let Some(user) = user {
                sql.push(" AND (signals.user_id = ").push_bind(user.0);
                sql.push(" OR signals.other_id = ").push_bind(user.0).push(")");
            }
            sql.push(" ORDER BY signals.strength DESC, signals.id DESC LIMIT ").push_bind(i64::from(limit));
            Ok(sql.build().fetch_all(connection).await?)
        });
        rows.await?.iter().map(signal_row).collect()
    }

    pub(crate) async fn dismiss_signal(&self, id: Uuid, action: &ModerationAction) -> Result<bool> {
        self.write(&self.pools.users, async |connection| {
            let mut transaction = connection.begin_with(BEGIN).await?;
            let sql = "UPDATE signals SET dismissed_at = $2, updated_at = $2 WHERE id = $1 AND dismissed_at IS NULL";
            let dismissed = query(sql).bind(id).bind(action.at.0).execute(&mut *transaction).await?;
            if dismissed.rows_affected() == 0 {
                return Ok(false);
            }
            log(&mut transaction, action).await?;
            transaction.commit().await?;
            Ok(true)
        })
        .await
    }

    pub(crate) async fn forget_signals(&self, before: Timestamp) -> Result<u64> {
        self.write(&self.pools.users, async |connection| {
            let sql = "DELETE FROM signals WHERE updated_at < $1";
            Ok(query(sql).bind(before.0).execute(connection).await?.rows_affected())
        })
        .await
    }
}

fn pool_game(row: &DbRow) -> Result<PoolGame> {
    let reason: String = row.try_get("reason")?;
    let known = Reason::parse(&reason);
    Ok(PoolGame {
        game: GameId(row.try_get("game_id")?),
        at: Timestamp(row.try_get("at")?),
        before: row.try_get("before")?,
        after: row.try_get("value")?,
        plies: unsigned(row.try_get("plies")?)?,
        reason: known
            .ok_or_else(|| StoreError::Corrupt(format!("a game's end for the reason {reason:?}")))?,
        opponent: row.try_get("opponent")?,
    })
}

fn signal_row(row: &DbRow) -> Result<SignalRow> {
    let kind: String = row.try_get("kind")?;
    let mut users = vec![user_row_of(row, "one")?];
    if row.try_get::<Option<Uuid>, _>("other_id")?.is_some() {
        users.push(user_row_of(row, "other")?);
    }
    Ok(SignalRow {
        id: row.try_get("id")?,
        kind: SignalKind::parse(&kind)
            .ok_or_else(|| StoreError::Corrupt(format!("a signal of the kind {kind:?}")))?,
        users,
        strength: u8::try_from(unsigned(row.try_get("strength")?)?).unwrap_or(u8::MAX),
        evidence: row.try_get("evidence")?,
        found_at: Timestamp(row.try_get("found_at")?),
        updated_at: Timestamp(row.try_get("updated_at")?),
    })
}
