//! PostgreSQL: a database server.

#[path = "../queries.rs"]
#[expect(clippy::duplicate_mod, reason = "one text of each query serves both databases")]
mod queries;

use std::str::FromStr;
use std::time::Duration;

use sqlx::migrate::Migrator;
use sqlx::postgres::{PgConnectOptions, PgPoolOptions};
use sqlx::{ConnectOptions, Connection, PgConnection};
use tracing::warn;

use sumito_protocol::RoomId;

use super::{ConnectError, StoredEvent};
pub(super) use queries::Queries;

/// What the queries run on.
type Db = sqlx::Postgres;

/// Events in one statement: each column is one array, which has no limit that a transaction would come near.
const MAX_EVENTS_AT_ONCE: usize = 65_536;

/// Adds events with one statement.
async fn insert_events(
    connection: &mut sqlx::PgConnection,
    events: &[(RoomId, &StoredEvent)],
) -> sqlx::Result<()> {
    let previous: Vec<_> = events.iter().map(|(_, event)| event.previous.0).collect();
    let ids: Vec<_> = events.iter().map(|(_, event)| event.id.0).collect();
    let rooms: Vec<_> = events.iter().map(|(room, _)| room.as_str()).collect();
    let seqs: Vec<_> = events.iter().map(|(_, event)| event.seq as i64).collect();
    let moments: Vec<_> = events.iter().map(|(_, event)| event.at.0).collect();
    let payloads: Vec<_> = events.iter().map(|(_, event)| event.payload.as_str()).collect();
    let hashes: Vec<_> = events.iter().map(|(_, event)| event.hash.0.as_slice()).collect();
    sqlx::query(
        "INSERT INTO room_events (previous, id, room_id, seq, at, payload, hash)
         SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::bigint[], $5::bigint[], $6::text[], $7::bytea[])",
    )
    .bind(previous)
    .bind(ids)
    .bind(rooms)
    .bind(seqs)
    .bind(moments)
    .bind(payloads)
    .bind(hashes)
    .execute(connection)
    .await?;
    Ok(())
}

/// From events in `story` to the ones `late` that come after them. Each is looked for by itself (`OFFSET 0`): PostgreSQL cannot
/// know how many there are, and might otherwise read the whole table.
const JOIN_NEXT_EVENT: &str =
    "CROSS JOIN LATERAL (SELECT * FROM room_events WHERE room_events.previous = story.id OFFSET 0) AS late";

static MIGRATIONS: Migrator = sqlx::migrate!("../../migrations/postgres");

/// After so long a connection may have been cut off unnoticed.
const RESTED: Duration = Duration::from_secs(1);

/// The journal writes through one connection; new users through the other.
const WRITERS: u32 = 2;

/// PostgreSQL's code for a lock that was not had in time.
const LOCK_NOT_AVAILABLE: &str = "55P03";

pub(super) async fn open(
    url: &str,
    connections: u32,
    acquire_timeout: Duration,
) -> Result<Queries, ConnectError> {
    let options = PgConnectOptions::from_str(url)
        .map_err(ConnectError::Open)?
        .application_name("sumito")
        // A power cut must lose nothing that a client was told.
        .options([("synchronous_commit", "on")]);
    // A pool would hide why it has no connection behind a time-out; the first one tells.
    let mut first = options.connect().await.map_err(ConnectError::Open)?;
    MIGRATIONS.run(&mut first).await.map_err(ConnectError::Migrate)?;
    wait_for_predecessor(&mut first, acquire_timeout).await.map_err(ConnectError::Open)?;
    first.close().await.map_err(ConnectError::Open)?;
    let pool = |connections| {
        PgPoolOptions::new()
            .max_connections(connections)
            .acquire_timeout(acquire_timeout)
            // Only a connection that has rested for a while is asked whether it is still there: a question takes as long as a
            // transaction.
            .test_before_acquire(false)
            .before_acquire(|connection, known| {
                Box::pin(async move {
                    if known.idle_for > RESTED {
                        connection.ping().await?;
                    }
                    Ok(true)
                })
            })
    };
    let writer = pool(WRITERS).connect_lazy_with(options.clone());
    let reader = pool(connections).connect_lazy_with(options);
    Ok(Queries::new(writer, reader, None))
}

/// Waits until no transaction is under way that has written events. When a server is killed, PostgreSQL may still commit
/// its last one: what is read from now on must have it, or rooms would go on from what was before.
async fn wait_for_predecessor(connection: &mut PgConnection, patience: Duration) -> Result<(), sqlx::Error> {
    let mut transaction = connection.begin().await?;
    sqlx::query("SELECT set_config('lock_timeout', $1, true)")
        .bind(format!("{}ms", patience.as_millis()))
        .execute(&mut *transaction)
        .await?;
    // Every transaction that has written into the table stands in the way of this lock, until it ends.
    match sqlx::query("LOCK TABLE room_events IN SHARE ROW EXCLUSIVE MODE").execute(&mut *transaction).await {
        Ok(_) => {}
        // Its client is gone without a word. What it has not committed by now, nobody will commit.
        Err(sqlx::Error::Database(error)) if error.code().as_deref() == Some(LOCK_NOT_AVAILABLE) => {
            warn!("somebody else has a transaction open that writes events; is there another server?");
        }
        Err(error) => return Err(error),
    }
    transaction.rollback().await
}
