//! Compares layouts of the event log in SQLite: the cost of an event, with every transaction flushed.
//!
//! ```sh
//! cargo run --release -p sumito-store --example event_layouts -- --rooms 200 --events 400000
//! ```

#![expect(clippy::print_stdout, reason = "the output of a program")]

use std::time::{Duration, Instant};

use fastrand::Rng;
use nix::sys::resource::{UsageWho, getrusage};
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqliteSynchronous};
use sqlx::{ConnectOptions, Connection, SqliteConnection, query};

type Result<T> = std::result::Result<T, Box<dyn std::error::Error>>;

/// An event as rooms hand it to the writer.
struct Event {
    room: String,
    seq: i64,
    payload: String,
    hash: [u8; 32],
}

const TABLES: &str = "
    CREATE TABLE keyed (room_id TEXT NOT NULL, seq INTEGER NOT NULL, at INTEGER NOT NULL, payload TEXT NOT NULL, hash BLOB NOT NULL,
        PRIMARY KEY (room_id, seq)) STRICT;
    CREATE TABLE recent (room_id TEXT NOT NULL, seq INTEGER NOT NULL, at INTEGER NOT NULL, payload TEXT NOT NULL, hash BLOB NOT NULL) STRICT;
    CREATE TABLE fresh (room_id TEXT NOT NULL, seq INTEGER NOT NULL, at INTEGER NOT NULL, payload TEXT NOT NULL, hash BLOB NOT NULL,
        PRIMARY KEY (room_id, seq)) STRICT;
    CREATE TABLE commits (id INTEGER PRIMARY KEY, events BLOB NOT NULL) STRICT;
    CREATE TABLE chunks (room_id TEXT NOT NULL, seq INTEGER NOT NULL, events BLOB NOT NULL, PRIMARY KEY (room_id, seq)) STRICT;";

#[derive(Clone, Copy, PartialEq, Debug)]
enum Layout {
    /// Today's table with a key of room and number.
    Keyed,
    /// A small table with the same key, moved to the large one in bulk.
    Fresh,
    /// A table without a key, moved to the keyed table in bulk.
    Moved,
    /// The same, never moved: the lower bound for rows.
    Rows,
    /// A row for each transaction.
    Commits,
    /// The same, repacked in bulk into a row for each room.
    Chunks,
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<()> {
    let mut arguments = std::env::args().skip(1);
    let (mut rooms, mut events, mut moved) = (200_usize, 400_000_usize, 4_000_usize);
    while let Some(name) = arguments.next() {
        let value = arguments.next().ok_or("a value is missing")?.parse()?;
        match name.as_str() {
            "--rooms" => rooms = value,
            "--events" => events = value,
            "--moved" => moved = value,
            _ => return Err(format!("unknown option {name}").into()),
        }
    }
    for _ in 0..2 {
        for layout in
            [Layout::Keyed, Layout::Fresh, Layout::Moved, Layout::Rows, Layout::Commits, Layout::Chunks]
        {
            measure(layout, rooms, events, moved).await?;
        }
    }
    Ok(())
}

async fn measure(layout: Layout, rooms: usize, count: usize, moved_at_once: usize) -> Result<()> {
    let folder = tempfile::tempdir_in(".")?;
    let mut connection = SqliteConnectOptions::new()
        .filename(folder.path().join("events.db"))
        .create_if_missing(true)
        .journal_mode(SqliteJournalMode::Wal)
        .synchronous(SqliteSynchronous::Full)
        .pragma("cache_size", "-16384")
        .connect()
        .await?;
    sqlx::raw_sql(TABLES).execute(&mut connection).await?;
    let at_once = (rooms / 2).clamp(1, 1_000);
    let mut rng = Rng::with_seed(1);
    let mut seqs = vec![0_i64; rooms];
    let mut order: Vec<usize> = (0..rooms).collect();
    let payload = "x".repeat(230);
    let mut log: Vec<Event> = Vec::new();
    let (began, cpu) = (Instant::now(), cpu_time()?);
    let mut written = 0;
    while written < count {
        rng.shuffle(&mut order);
        let batch: Vec<Event> = order[..at_once]
            .iter()
            .map(|&room| {
                seqs[room] += 1;
                Event {
                    room: format!("r{room:07}"),
                    seq: seqs[room],
                    payload: payload.clone(),
                    hash: [7; 32],
                }
            })
            .collect();
        match layout {
            Layout::Keyed => insert(&mut connection, "keyed", &batch).await?,
            Layout::Fresh => insert(&mut connection, "fresh", &batch).await?,
            Layout::Rows | Layout::Moved => insert(&mut connection, "recent", &batch).await?,
            Layout::Commits | Layout::Chunks => {
                query("INSERT INTO commits (events) VALUES (?)")
                    .bind(packed(&batch))
                    .execute(&mut connection)
                    .await?;
            }
        }
        written += batch.len();
        if layout == Layout::Chunks {
            log.extend(batch);
        }
        if written % moved_at_once < at_once {
            compact(&mut connection, layout, &mut log).await?;
        }
    }
    let (wall, cpu) = (began.elapsed(), cpu_time()?.saturating_sub(cpu));
    let size = std::fs::metadata(folder.path().join("events.db"))?.len();
    println!(
        "{layout:?}: {rooms} rooms, {at_once} a transaction: {:.0} events/s, {:.2} µs CPU and {:.2} µs an event, {} MiB",
        count as f64 / wall.as_secs_f64(),
        cpu.as_secs_f64() * 1e6 / count as f64,
        wall.as_secs_f64() * 1e6 / count as f64,
        size >> 20
    );
    connection.close().await?;
    Ok(())
}

async fn compact(connection: &mut SqliteConnection, layout: Layout, log: &mut Vec<Event>) -> Result<()> {
    match layout {
        Layout::Keyed | Layout::Rows | Layout::Commits => {}
        Layout::Moved | Layout::Fresh => {
            let from = if layout == Layout::Fresh { "fresh" } else { "recent" };
            let sql =
                format!("INSERT INTO keyed SELECT * FROM {from} ORDER BY room_id, seq; DELETE FROM {from}");
            let mut transaction = connection.begin().await?;
            sqlx::raw_sql(sqlx::AssertSqlSafe(sql)).execute(&mut *transaction).await?;
            transaction.commit().await?;
        }
        Layout::Chunks => {
            log.sort_by(|one, other| (&one.room, one.seq).cmp(&(&other.room, other.seq)));
            let mut transaction = connection.begin().await?;
            for of_room in log.chunk_by(|one, other| one.room == other.room) {
                query("INSERT INTO chunks (room_id, seq, events) VALUES (?, ?, ?)")
                    .bind(&of_room[0].room)
                    .bind(of_room[0].seq)
                    .bind(packed(of_room))
                    .execute(&mut *transaction)
                    .await?;
            }
            query("DELETE FROM commits").execute(&mut *transaction).await?;
            transaction.commit().await?;
            log.clear();
        }
    }
    Ok(())
}

async fn insert(connection: &mut SqliteConnection, table: &str, events: &[Event]) -> Result<()> {
    let rows = vec!["(?, ?, ?, ?, ?)"; events.len()].join(", ");
    let sql = format!("INSERT INTO {table} (room_id, seq, at, payload, hash) VALUES {rows}");
    let mut insert = query(sqlx::AssertSqlSafe(sql));
    for event in events {
        insert = insert
            .bind(event.room.as_str())
            .bind(event.seq)
            .bind(1_i64)
            .bind(event.payload.as_str())
            .bind(event.hash.as_slice());
    }
    insert.execute(connection).await?;
    Ok(())
}

fn packed(events: &[Event]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(events.len() * 320);
    for event in events {
        bytes.extend_from_slice(event.room.as_bytes());
        bytes.extend_from_slice(&event.seq.to_le_bytes());
        bytes.extend_from_slice(&1_i64.to_le_bytes());
        bytes.extend_from_slice(&(event.payload.len() as u32).to_le_bytes());
        bytes.extend_from_slice(event.payload.as_bytes());
        bytes.extend_from_slice(&event.hash);
    }
    bytes
}

fn cpu_time() -> Result<Duration> {
    let usage = getrusage(UsageWho::RUSAGE_SELF)?;
    let of =
        |time: nix::sys::time::TimeVal| Duration::new(time.tv_sec() as u64, time.tv_usec() as u32 * 1_000);
    Ok(of(usage.user_time()) + of(usage.system_time()))
}
