//! Queries for requests with an `Idempotency-Key`.

use sqlx::{Connection as _, Row, query};
use sumito_game::Timestamp;

use super::super::BEGIN;
use super::{Queries, Result};
use crate::{BegunRequest, IdempotentRequest, StoreError, StoredAnswer};

impl Queries {
    pub(crate) async fn begin_request(
        &self,
        request: &IdempotentRequest,
        now: Timestamp,
        max: u32,
    ) -> Result<BegunRequest> {
        self.write(&self.pools.users, async |connection| {
            let mut transaction = connection.begin_with(BEGIN).await?;
            // Excludes a session that has just ended.
            let sql = "INSERT INTO idempotent_requests (session_id, key, content, created_at)
                       SELECT id, $2, $3, $4 FROM sessions WHERE id = $1
                       ON CONFLICT (session_id, key) DO NOTHING";
            let added = query(sql)
                .bind(request.session.0)
                .bind(request.key.as_slice())
                .bind(request.content.as_slice())
                .bind(now.0)
                .execute(&mut *transaction)
                .await?
                .rows_affected();
            if added > 0 {
                let sql = "DELETE FROM idempotent_requests WHERE session_id = $1 AND key IN (
                               SELECT key FROM idempotent_requests WHERE session_id = $1
                               ORDER BY created_at DESC LIMIT 1000 OFFSET $2
                           )";
                query(sql).bind(request.session.0).bind(i64::from(max)).execute(&mut *transaction).await?;
                transaction.commit().await?;
                return Ok(BegunRequest::First);
            }
            let sql = "SELECT content, status, location, body FROM idempotent_requests
                       WHERE session_id = $1 AND key = $2";
            let row = query(sql).bind(request.session.0).bind(request.key.as_slice());
            let Some(row) = row.fetch_optional(&mut *transaction).await? else {
                return Ok(BegunRequest::First);
            };
            if row.try_get::<Vec<u8>, _>("content")? != request.content {
                return Ok(BegunRequest::Other);
            }
            let Some(status) = row.try_get::<Option<i32>, _>("status")? else {
                return Ok(BegunRequest::Pending);
            };
            let status = u16::try_from(status)
                .map_err(|_| StoreError::Corrupt(format!("an answer has the status {status}")))?;
            let (location, body) = (row.try_get("location")?, row.try_get("body")?);
            Ok(BegunRequest::Answered(StoredAnswer { status, location, body }))
        })
        .await
    }

    pub(crate) async fn answer_request(
        &self,
        request: &IdempotentRequest,
        answer: &StoredAnswer,
    ) -> Result<()> {
        self.write(&self.pools.users, async |connection| {
            let sql = "UPDATE idempotent_requests SET status = $3, location = $4, body = $5
                       WHERE session_id = $1 AND key = $2";
            query(sql)
                .bind(request.session.0)
                .bind(request.key.as_slice())
                .bind(i32::from(answer.status))
                .bind(answer.location.as_deref())
                .bind(answer.body.as_deref())
                .execute(connection)
                .await?;
            Ok(())
        })
        .await
    }

    pub(crate) async fn forget_request(&self, request: &IdempotentRequest) -> Result<()> {
        self.write(&self.pools.users, async |connection| {
            let sql = "DELETE FROM idempotent_requests WHERE session_id = $1 AND key = $2";
            query(sql).bind(request.session.0).bind(request.key.as_slice()).execute(connection).await?;
            Ok(())
        })
        .await
    }

    pub(crate) async fn forget_requests(&self, before: Timestamp, limit: u32) -> Result<u64> {
        self.write(&self.pools.users, async |connection| {
            let sql = "DELETE FROM idempotent_requests WHERE created_at < $1 AND (session_id, key) IN
                           (SELECT session_id, key FROM idempotent_requests WHERE created_at < $1
                            ORDER BY created_at LIMIT $2)";
            let deleted = query(sql).bind(before.0).bind(i64::from(limit)).execute(connection).await?;
            Ok(deleted.rows_affected())
        })
        .await
    }
}
