//! Fills an empty PostgreSQL database with a history of finished games that differ in every searchable property:
//! `cargo xtask seed-history`.
//!
//! The same seed makes the same history. The store's own writer and the consumers store it, so that it equals the data of a server, except
//! that the rooms have no events.

#![expect(clippy::print_stdout, reason = "a program for the terminal prints")]

mod aside;
mod invented;
mod puzzles;

use std::time::Instant;

use anyhow::{Context, ensure};
use clap::Parser;
use sumito_config::{Config, Overrides};
use sumito_game::{Status, Timestamp};
use sumito_services::accounts::identity::name_key;
use sumito_services::history::projections::rebuild;
use sumito_store::{
    Change, FinishedGame, GameFilter, NewRoom, Projection, RoomChange, RoomRow, Store, Visibility, Writer,
};
use tokio::sync::mpsc;

use aside::Aside;
use invented::{BEGINNING, Inventor, ROOMS, room, user, users};

/// Games of one transaction.
const GAMES_AT_ONCE: u64 = 2_048;

/// The timeout of a statement.
const STEP_TIMEOUT_MS: u64 = 600_000;

#[derive(Parser)]
#[command(about = "Fill an empty PostgreSQL database with finished games")]
struct Arguments {
    /// Number of games
    #[arg(long, default_value_t = 1_000_000)]
    games: u64,
    /// Number of puzzles
    #[arg(long, default_value_t = 100_000)]
    puzzles: u64,
    /// The seed of all that is invented
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Where they are stored; no server may use it
    #[arg(long, value_name = "URL")]
    database_url: String,
}

#[tokio::main]
async fn main() -> anyhow::Result<()> {
    let Arguments { games, puzzles, seed, database_url } = Arguments::parse();
    ensure!(
        database_url.starts_with("postgres"),
        "many games belong into PostgreSQL: `cargo xtask postgres` has one"
    );
    // No client waits, and a busy machine may need minutes for a step of a consumer.
    let mut database = Config::load(None, &Overrides::default())?.database;
    (database.acquire_timeout_ms, database.statement_timeout_ms) = (STEP_TIMEOUT_MS, STEP_TIMEOUT_MS);
    let store = Store::connect(&database_url, &database).await.context("the database")?;
    let is_empty = store.games(&GameFilter { limit: 1, ..GameFilter::default() }).await?.is_empty();
    ensure!(is_empty, "there are games in this database already");
    let mut writer = store.writer().context("another process is writing to this database")?;
    let start = Instant::now();
    let mut aside = Aside::put(&database_url).await?;
    begin(&store, &mut writer, &mut aside).await?;
    // Bounded queue between the generator and the writer.
    let (sender, mut batches) = mpsc::channel(4);
    let inventing = tokio::task::spawn_blocking(move || invent(games, seed, &sender));
    let mut count = 0;
    while let Some(batch) = batches.recv().await {
        let batch: Vec<FinishedGame> = batch;
        count += batch.len() as u64;
        let changes = batch
            .into_iter()
            .map(|game| RoomChange { finished: Some(Box::new(game.clone())), ..RoomChange::of(game.room) });
        writer.append(&changes.map(Change::from).collect::<Vec<_>>()).await?;
        if count % (GAMES_AT_ONCE * 40) == 0 {
            println!("{count} games after {:.0?}", start.elapsed());
        }
    }
    inventing.await.context("the generator panicked")?;
    println!("{count} games were stored in {:.0?}", start.elapsed());
    aside.take_back().await?;
    println!("and can be found by all indexes after {:.0?}", start.elapsed());
    // One after the other: they share a connection, and a consumer that waits for it too long times out.
    for projection in Projection::ALL {
        let games = rebuild(&store, projection).await?;
        let name = projection.consumer().name();
        println!("{name} has processed {games} games after {:.0?}", start.elapsed());
    }
    puzzles::add(&store, puzzles, seed).await?;
    println!("{puzzles} puzzles were stored after {:.0?}", start.elapsed());
    writer.close().await;
    store.close().await;
    Ok(())
}

/// Stores the users with their accounts, and the rooms.
async fn begin(store: &Store, writer: &mut Writer, aside: &mut Aside) -> anyhow::Result<()> {
    let users = users();
    for some in users.chunks(1_000) {
        store.add_computers(some).await?;
        let keys = some.iter().map(|user| format!("('{}'::uuid, '{}')", user.id.0, name_key(&user.name)));
        let keys = keys.collect::<Vec<_>>().join(", ");
        // A user with a password is an account. No client can log in with an empty hash.
        aside
            .run(format!("UPDATE users SET name_key = keys.name, password_hash = '' FROM (VALUES {keys}) AS keys (id, name) WHERE users.id = keys.id"))
            .await?;
    }
    let made = (0..ROOMS).map(|number| {
        let (id, created_at) = (room(number), Timestamp(BEGINNING));
        let row = RoomRow { id, lobby: "main".to_owned(), visibility: Visibility::Public, created_at };
        let new = NewRoom {
            row,
            created_by: user(number),
            command_id: None,
            by_correspondence: false,
            open_max: None,
            tournament: None,
            seeks: Vec::new(),
            mandate: None,
        };
        RoomChange { new: Some(new), status: Some(Status::Closed), ..RoomChange::of(id) }
    });
    writer.append(&made.map(Change::from).collect::<Vec<_>>()).await?;
    Ok(())
}

fn invent(games: u64, seed: u64, sender: &mpsc::Sender<Vec<FinishedGame>>) {
    let inventor = Inventor::new(seed);
    for first in (0..games).step_by(GAMES_AT_ONCE as usize) {
        let count = GAMES_AT_ONCE.min(games - first);
        let batch = (first..first + count).map(|number| inventor.game(number)).collect();
        if sender.blocking_send(batch).is_err() {
            return;
        }
    }
}
