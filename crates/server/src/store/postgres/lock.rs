//! One process for one database.
//!
//! The lock belongs to the connection that holds it, and that connection writes what happens in rooms. Whoever has the lock
//! thus knows that no earlier writer is left, whose last transaction PostgreSQL might still commit: not that of a server that
//! was killed, and not an earlier connection of this process that was given up because it did not answer.

use sqlx::{PgConnection, Row};

/// The lock's two numbers, in a database that other programs may use, too: "sumi", and the first lock of its kind.
const KEY: (i32, i32) = (0x7375_6d69, 1);

/// What became of a try to have the lock.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Tried {
    /// The connection has it.
    Taken,
    /// One of this process's own earlier connections still has it; PostgreSQL was told to end that one.
    Ours,
    /// Somebody else has it.
    Theirs,
}

/// Tries to have the lock. `ours` are the processes (of PostgreSQL) behind earlier connections of our own.
pub(super) async fn try_to_have(connection: &mut PgConnection, ours: &[i32]) -> sqlx::Result<Tried> {
    let taken: bool = sqlx::query("SELECT pg_try_advisory_lock($1, $2) AS taken")
        .bind(KEY.0)
        .bind(KEY.1)
        .fetch_one(&mut *connection)
        .await?
        .try_get("taken")?;
    if taken {
        return Ok(Tried::Taken);
    }
    // Who has it may have gone between the two statements: then there is no row.
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
            Ok(Tried::Ours)
        }
        Some(_) => Ok(Tried::Theirs),
        None => Ok(Tried::Ours),
    }
}
