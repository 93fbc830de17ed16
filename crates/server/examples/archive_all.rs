//! Archives every finished game of a database that no server uses, and says how much smaller that makes it:
//! `cargo run --release --example archive_all -- --database-url sqlite:///tmp/played.db`.

#![expect(clippy::print_stdout, reason = "a program for the terminal prints")]

use std::time::Instant;

use anyhow::Context;
use clap::Parser;
use sqlx::{Connection, Executor, PgConnection, Row, SqliteConnection};
use sumito_config::{Config, Overrides};
use sumito_game::Timestamp;
use sumito_services::history::retention::archive_all;
use sumito_store::Store;
use tokio_util::sync::CancellationToken;

#[derive(Parser)]
#[command(about = "Archive every finished game and measure")]
struct Arguments {
    /// Where they are stored; no server may use it
    #[arg(long, value_name = "URL")]
    database_url: String,
}

/// Size of a database on disk.
struct Taken {
    /// Room events, in rows and packs, with their indexes.
    events: i64,
    /// All tables and indexes.
    all: i64,
}

#[tokio::main]
async fn main() -> anyhow::Result<()> {
    let url = Arguments::parse().database_url;
    let before = taken(&url).await?;
    let database = Config::load(None, &Overrides::default())?.database;
    let store = Store::connect(&url, &database).await.context("the database")?;
    let start = Instant::now();
    let archived = archive_all(&store, Timestamp(i64::MAX), &CancellationToken::new()).await?;
    let took = start.elapsed();
    store.close().await;
    let after = taken(&url).await?;
    println!("{archived:?} in {took:.1?}");
    for (what, before, after) in [
        ("payloads and hashes", archived.bytes_before as i64, archived.bytes_after as i64),
        ("tables of events", before.events, after.events),
        ("whole database", before.all, after.all),
    ] {
        let each = |bytes: i64| bytes as f64 / archived.games as f64;
        let share = 100.0 * after as f64 / before as f64;
        println!("{what}: {:.0} bytes a game before, {:.0} after: {share:.1} %", each(before), each(after));
    }
    Ok(())
}

/// Bytes of live rows, without free pages.
async fn taken(url: &str) -> anyhow::Result<Taken> {
    const OF_EVENTS: &str = "name LIKE '%room_events%' OR name LIKE '%archived_events%'";
    if url.starts_with("sqlite") {
        let mut connection = SqliteConnection::connect(url).await?;
        connection.execute("VACUUM").await?;
        let sql = format!(
            "SELECT CAST(total(pgsize) AS INTEGER) AS bytes,
                    CAST(total(CASE WHEN {OF_EVENTS} THEN pgsize END) AS INTEGER) AS events FROM dbstat"
        );
        let row = sqlx::query(sqlx::AssertSqlSafe(sql)).fetch_one(&mut connection).await?;
        return Ok(Taken { events: row.try_get("events")?, all: row.try_get("bytes")? });
    }
    let mut connection = PgConnection::connect(url).await?;
    connection.execute("VACUUM FULL").await?;
    let sql = format!(
        "SELECT CAST(sum(bytes) AS BIGINT) AS bytes, CAST(sum(CASE WHEN {OF_EVENTS} THEN bytes END) AS BIGINT) AS events
         FROM (SELECT relname::text AS name, pg_total_relation_size(oid) AS bytes
               FROM pg_class WHERE relkind = 'r' AND relnamespace = current_schema()::regnamespace) AS tables"
    );
    let row = sqlx::query(sqlx::AssertSqlSafe(sql)).fetch_one(&mut connection).await?;
    Ok(Taken { events: row.try_get("events")?, all: row.try_get("bytes")? })
}
