//! Lock for exclusive use of a database by one process.
//!
//! The lock belongs to the connection that writes room events. The holder therefore knows that no earlier writer is left whose last
//! transaction PostgreSQL might still commit: neither that of a killed server, nor an earlier connection of this process that was dropped
//! because it did not answer.

use sqlx::{PgConnection, Row};

/// Key of the advisory lock, in a database that other programs may use, too: "sumi", and the first lock of its kind.
const KEY: (i32, i32) = (0x7375_6d69, 1);

/// Result of a try to take the lock.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum LockAttempt {
    /// The connection holds it.
    Acquired,
    /// An earlier connection of this process still holds it; PostgreSQL was asked to end that connection.
    HeldByUs,
    /// Another process holds it.
    HeldByOther,
}

/// Tries to take the lock. `ours` are the PostgreSQL processes of earlier connections of this process.
pub(super) async fn try_to_have(connection: &mut PgConnection, ours: &[i32]) -> sqlx::Result<LockAttempt> {
    let taken: bool = sqlx::query("SELECT pg_try_advisory_lock($1, $2) AS taken")
        .bind(KEY.0)
        .bind(KEY.1)
        .fetch_one(&mut *connection)
        .await?
        .try_get("taken")?;
    if taken {
        return Ok(LockAttempt::Acquired);
    }
    // The holder may have gone between the two statements: then there is no row.
    let holder: Option<i32> = sqlx::query(
        "SELECT pid FROM pg_locks
         WHERE locktype = 'advisory' AND granted AND objsubid = 2 AND classid = $1::bigint::oid AND objid = $2::bigint::oid
           AND database = (SELECT oid FROM pg_database WHERE datname = current_database())",
    )
    .bind(i64::from(KEY.0))
    .bind(i64::from(KEY.1))
    .fetch_optional(&mut *connection)
    .await?
    .map(|row| row.try_get("pid"))
    .transpose()?;
    match holder {
        Some(pid) if ours.contains(&pid) => {
            sqlx::query("SELECT pg_terminate_backend($1)").bind(pid).execute(connection).await?;
            Ok(LockAttempt::HeldByUs)
        }
        Some(_) => Ok(LockAttempt::HeldByOther),
        None => Ok(LockAttempt::HeldByUs),
    }
}
