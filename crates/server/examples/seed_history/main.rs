//! Fills a database with a history of finished games that differ in everything one can ask for: `cargo xtask seed-history`.
//!
//! Each is played by the rules from a seed, so that the same seed makes the same history. They stand there as imported games do.

#![expect(clippy::print_stdout, reason = "a program for the terminal prints")]

mod invented;

use std::time::Instant;

use anyhow::Context;
use clap::Parser;
use sumito_game::Status;
use sumito_server::config::{Config, Overrides};
use sumito_server::feed::catch_up;
use sumito_server::store::{
    Consumer, FinishedGame, NewRoom, RoomChange, RoomRow, Store, Visibility, Writer, imported_room,
};
use tokio::sync::mpsc;
use tokio::task::JoinSet;

use invented::{Inventor, users};

/// Games of one transaction.
const GAMES_AT_ONCE: u64 = 512;

#[derive(Parser)]
#[command(about = "Fill a database with finished games")]
struct Arguments {
    /// How many
    #[arg(long, default_value_t = 1_000_000)]
    games: u64,
    /// The seed of all that is invented
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Where they are stored; no server may use it
    #[arg(long, value_name = "URL")]
    database_url: String,
}

#[tokio::main]
async fn main() -> anyhow::Result<()> {
    let Arguments { games, seed, database_url } = Arguments::parse();
    let database = Config::load(None, &Overrides::default())?.database;
    let store = Store::connect(&database_url, &database).await.context("the database")?;
    let mut writer = store.writer().context("somebody else writes")?;
    begin(&store, &mut writer).await?;
    let start = Instant::now();
    // What is invented waits for the database, a little at a time.
    let (sender, mut batches) = mpsc::channel(4);
    let inventing = tokio::task::spawn_blocking(move || invent(games, seed, &sender));
    let mut count = 0;
    while let Some(batch) = batches.recv().await {
        let batch: Vec<FinishedGame> = batch;
        count += batch.len() as u64;
        let changes = batch
            .into_iter()
            .map(|game| RoomChange { finished: Some(Box::new(game)), ..RoomChange::of(imported_room()) });
        writer.append(&changes.collect::<Vec<_>>()).await?;
        if count % (GAMES_AT_ONCE * 40) == 0 {
            println!("{count} games after {:.0?}", start.elapsed());
        }
    }
    inventing.await.context("inventing broke off")?;
    println!("{count} games were stored in {:.0?}", start.elapsed());
    let mut consumers = JoinSet::new();
    for consumer in Consumer::ALL {
        let store = store.clone();
        consumers.spawn(async move { catch_up(&store, consumer).await.map(|games| (consumer, games)) });
    }
    while let Some(outcome) = consumers.join_next().await {
        let (consumer, games) = outcome??;
        println!("{} has taken in {games} games after {:.0?}", consumer.name(), start.elapsed());
    }
    writer.close().await;
    store.close().await;
    Ok(())
}

/// Those who play, and the room that imported games are said to be of.
async fn begin(store: &Store, writer: &mut Writer) -> anyhow::Result<()> {
    let users = users();
    for some in users.chunks(1_000) {
        store.add_computers(some).await?;
    }
    let id = imported_room();
    if store.room(id).await?.is_none() {
        let created_at = users[0].created_at;
        let row = RoomRow { id, lobby: "imported".to_owned(), visibility: Visibility::Public, created_at };
        let new = NewRoom {
            row,
            created_by: users[0].id,
            command_id: None,
            by_correspondence: false,
            tournament: None,
        };
        let change = RoomChange { new: Some(new), status: Some(Status::Closed), ..RoomChange::of(id) };
        writer.append(&[change]).await?;
    }
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
