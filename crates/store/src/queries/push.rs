//! Queries for push subscriptions.

use sqlx::{Connection as _, Row, query};
use sumito_game::{Timestamp, UserId};

use super::super::BEGIN;
use super::{DbRow, Queries, Result};
use crate::{PushRow, SessionId};

impl Queries {
    pub(crate) async fn set_push(
        &self,
        user: UserId,
        session: SessionId,
        row: &PushRow,
        now: Timestamp,
        max: u32,
    ) -> Result<()> {
        self.write(&self.pools.users, async |connection| {
            let mut transaction = connection.begin_with(BEGIN).await?;
            let sql = "DELETE FROM push_subscriptions WHERE session_id = $1 OR endpoint = $2";
            query(sql).bind(session.0).bind(&row.endpoint).execute(&mut *transaction).await?;
            // Excludes a session that has just ended.
            let sql =
                "INSERT INTO push_subscriptions (session_id, endpoint, p256dh, auth, language, created_at)
                       SELECT id, $2, $3, $4, $5, $6 FROM sessions WHERE id = $1";
            query(sql)
                .bind(session.0)
                .bind(&row.endpoint)
                .bind(&row.p256dh)
                .bind(&row.auth)
                .bind(&row.language)
                .bind(now.0)
                .execute(&mut *transaction)
                .await?;
            let sql = "DELETE FROM push_subscriptions WHERE session_id IN (
                           SELECT session_id FROM push_subscriptions JOIN sessions ON sessions.id = session_id
                           WHERE user_id = $1 ORDER BY push_subscriptions.created_at DESC LIMIT 1000 OFFSET $2
                       )";
            query(sql).bind(user.0).bind(i64::from(max)).execute(&mut *transaction).await?;
            Ok(transaction.commit().await?)
        })
        .await
    }

    pub(crate) async fn remove_push(&self, session: SessionId) -> Result<()> {
        self.write(&self.pools.users, async |connection| {
            let sql = "DELETE FROM push_subscriptions WHERE session_id = $1";
            query(sql).bind(session.0).execute(connection).await?;
            Ok(())
        })
        .await
    }

    pub(crate) async fn has_push(&self, session: SessionId) -> Result<bool> {
        let row = self.pools.rooms.run(async |connection| {
            let sql = "SELECT 1 FROM push_subscriptions WHERE session_id = $1";
            Ok(query(sql).bind(session.0).fetch_optional(connection).await?)
        });
        Ok(row.await?.is_some())
    }

    pub(crate) async fn pushes_to(&self, user: UserId, now: Timestamp) -> Result<Vec<PushRow>> {
        let rows = self.pools.rooms.run(async |connection| {
            let sql = "SELECT endpoint, p256dh, auth, language, failing_since
                       FROM sessions JOIN push_subscriptions ON session_id = sessions.id
                       WHERE user_id = $1 AND expires_at > $2";
            Ok(query(sql).bind(user.0).bind(now.0).fetch_all(connection).await?)
        });
        rows.await?.iter().map(push_row).collect()
    }

    pub(crate) async fn record_push(&self, endpoint: &str, taken: bool, now: Timestamp) -> Result<()> {
        self.write(&self.pools.users, async |connection| {
            let sql = "UPDATE push_subscriptions SET failing_since = CASE WHEN $2 THEN NULL ELSE coalesce(failing_since, $3) END
                       WHERE endpoint = $1";
            query(sql).bind(endpoint).bind(taken).bind(now.0).execute(connection).await?;
            Ok(())
        })
        .await
    }

    pub(crate) async fn forget_push(&self, endpoint: &str) -> Result<()> {
        self.write(&self.pools.users, async |connection| {
            let sql = "DELETE FROM push_subscriptions WHERE endpoint = $1";
            query(sql).bind(endpoint).execute(connection).await?;
            Ok(())
        })
        .await
    }
}

fn push_row(row: &DbRow) -> Result<PushRow> {
    Ok(PushRow {
        endpoint: row.try_get("endpoint")?,
        p256dh: row.try_get("p256dh")?,
        auth: row.try_get("auth")?,
        language: row.try_get("language")?,
        failing_since: row.try_get::<Option<i64>, _>("failing_since")?.map(Timestamp),
    })
}
