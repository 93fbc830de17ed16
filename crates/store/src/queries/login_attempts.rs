//! Queries for attempts with passwords and codes.

use std::time::Duration;

use sqlx::{AssertSqlSafe, Row, query};

use super::super::NOW;
use super::nodes::micros;
use super::{Connection, Queries, Result};
use crate::AttemptKey;

impl Queries {
    pub(crate) async fn count_attempt(
        &self,
        key: AttemptKey,
        burst: u32,
        span: Duration,
    ) -> Result<Option<Duration>> {
        self.write(&self.pools.users, async |connection| count(connection, key, burst, span).await).await
    }

    pub(crate) async fn forget_attempts(&self, limit: u32) -> Result<u64> {
        self.write(&self.pools.users, async |connection| {
            let sql = format!(
                "DELETE FROM attempts WHERE free_at <= {NOW} AND key IN
                     (SELECT key FROM attempts WHERE free_at <= {NOW} LIMIT $1)"
            );
            Ok(query(AssertSqlSafe(sql)).bind(i64::from(limit)).execute(connection).await?.rows_affected())
        })
        .await
    }
}

/// Counts an attempt. Returns the time until the next attempt is allowed if this attempt is not.
pub(super) async fn count(
    connection: &mut Connection,
    key: AttemptKey,
    burst: u32,
    span: Duration,
) -> Result<Option<Duration>> {
    let (step, span) = (micros(span / burst.max(1)), micros(span));
    // A bucket of tokens as one number: each attempt moves the time at which the bucket is full by one step.
    let sql = format!(
        "INSERT INTO attempts (key, free_at) VALUES ($1, {NOW} + $2)
         ON CONFLICT (key) DO UPDATE
             SET free_at = $2 + CASE WHEN attempts.free_at > {NOW} THEN attempts.free_at ELSE {NOW} END
             WHERE attempts.free_at + $2 <= {NOW} + $3"
    );
    let counted = query(AssertSqlSafe(sql)).bind(key.0.as_slice()).bind(step).bind(span);
    if counted.execute(&mut *connection).await?.rows_affected() > 0 {
        return Ok(None);
    }
    let sql = format!("SELECT free_at + $2 - $3 - {NOW} AS wait FROM attempts WHERE key = $1");
    let wait = query(AssertSqlSafe(sql)).bind(key.0.as_slice()).bind(step).bind(span);
    let wait: Option<i64> = match wait.fetch_optional(connection).await? {
        Some(row) => row.try_get("wait")?,
        None => None,
    };
    Ok(Some(Duration::from_micros(wait.and_then(|wait| u64::try_from(wait).ok()).unwrap_or_default())))
}
