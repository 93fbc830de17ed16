//! Receipts of finished games and tournaments, their log, and the keys that sign them
//! ([0075](../../../docs/adr/0075-sign-receipts-and-log-them-in-a-merkle-tree.md)).
//!
//! Each finished game and tournament gets its receipt once, on one node at a time: games in the order of the feed of finished games, after
//! their ratings are computed. Imported games get none, since this server has not seen them. The gateway provides the texts of receipts,
//! which are in wire form.

use std::collections::HashMap;
use std::time::Duration;

use sumito_cluster::{Duties, Wakeup};
use sumito_config::Config;
use sumito_game::{GameId, Timestamp, TournamentId};
use sumito_kit::background;
use sumito_kit::random;
use sumito_kit::retry::{Poll, Retry};
use sumito_kit::tasks::Tasks;
use sumito_kit::time_source::TimeSource;
use sumito_receipts::{Checkpoint, KeyError, PublicKey, SecretKey, endorsement, sign};
use sumito_rooms::Rooms;
use sumito_store::{
    FeedConsumer, FeedEntry, FinishedGame, GameSummary, NewReceipt, ProjectionUpdate, RatingChange,
    ReceiptKeyRow, Store, StoreError,
};
use sumito_tournament::TournamentStatus;
use tracing::{error, info};

use crate::env::Env;
use crate::history::projections::{Consumer, follow};
use crate::tournaments::{TournamentError, TournamentView, Tournaments};

/// Games in a transaction.
const GAMES_AT_ONCE: u32 = 64;

/// Tournaments that are looked up at once.
const TOURNAMENTS_AT_ONCE: u32 = 16;

/// Poll interval for tournaments without a receipt.
const LOOK_AGAIN_AFTER: Duration = Duration::from_secs(2);

/// The name in the keys of a server without a public address.
pub const NAMELESS: &str = "sumito";

/// The texts that receipts sign.
#[derive(Debug, Clone, Copy)]
pub struct ReceiptTexts {
    /// Returns the text of a game with its rating changes.
    pub of_game: fn(&FinishedGame, &[RatingChange]) -> String,
    /// Returns the text of a finished tournament.
    pub of_tournament: fn(&TournamentView) -> String,
}

/// A key that signs or has signed receipts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListedKey {
    /// The key that checks signatures.
    pub key: PublicKey,
    /// Time of its creation.
    pub created_at: Timestamp,
    /// Signed text with which the key before endorses this one.
    pub endorsement: Option<String>,
}

/// The receipts of a server. Cheap to clone.
#[derive(Debug, Clone)]
pub struct Receipts {
    store: Store,
    texts: ReceiptTexts,
    /// Name of the server in a new key.
    name: String,
    time: TimeSource,
}

impl Receipts {
    /// Starts to issue receipts, on one node at a time.
    pub fn start(
        env: &Env,
        rooms: &Rooms,
        tournaments: &Tournaments,
        texts: ReceiptTexts,
        tasks: &Tasks,
    ) -> Self {
        let name = server_name(&env.config.public_url);
        let receipts = Self { store: env.store.clone(), texts, name, time: env.time };
        let (tournaments, rated) = (tournaments.clone(), rooms.rated());
        tasks.spawn("receipts", receipts.clone().run(tournaments, rated, env.duties.clone()));
        receipts
    }

    /// Issues receipts until the server stops: for the games when they are `rated`, and for the tournaments.
    async fn run(self, tournaments: Tournaments, rated: Wakeup, duties: Duties) {
        let work = async || {
            let games = Games { receipts: self.clone() };
            tokio::join!(
                follow(&self.store, games, &rated),
                self.issue_for_tournaments(&tournaments, &rated)
            );
        };
        Box::pin(duties.run("receipts", work)).await;
    }

    /// Returns the public keys in the order of their use.
    ///
    /// # Errors
    /// If the store is unavailable or a key is corrupt.
    pub async fn keys(&self) -> Result<Vec<ListedKey>, StoreError> {
        // The first one is created when it is needed.
        self.signing_key().await?;
        let keys = self.store.receipt_keys().await?;
        let listed = |row: ReceiptKeyRow| {
            let key = secret_key(&row)?.public();
            Ok(ListedKey { key, created_at: row.created_at, endorsement: row.endorsement })
        };
        keys.into_iter().map(listed).collect()
    }

    /// Returns the signed state of the log.
    ///
    /// # Errors
    /// If the store is unavailable or a key is corrupt.
    pub async fn checkpoint(&self) -> Result<String, StoreError> {
        let key = self.signing_key().await?;
        Ok(Checkpoint::of(&self.store.receipt_tree().await?).sign(&key))
    }

    /// Returns the key that signs now; creates the first.
    async fn signing_key(&self) -> Result<SecretKey, StoreError> {
        if let Some(last) = self.store.receipt_keys().await?.last() {
            return secret_key(last);
        }
        let first = new_key(1, &self.name, None, self.time)?;
        if self.store.add_receipt_key(&first).await? {
            info!(key = %secret_key(&first)?.public(), "key for receipts created");
        }
        // Another node may have been faster.
        let keys = self.store.receipt_keys().await?;
        keys.last().map_or_else(|| Err(StoreError::Corrupt("no key for receipts".to_owned())), secret_key)
    }

    async fn issue_for_tournaments(&self, tournaments: &Tournaments, rated: &Wakeup) {
        let retry = Retry::new("issue of tournaments' receipts");
        let mut looks = Poll::new(retry, LOOK_AGAIN_AFTER, rated.subscribe());
        loop {
            let issued = self.issue_for_ended(tournaments).await;
            looks.next(issued.map(|()| false)).await;
        }
    }

    async fn issue_for_ended(&self, tournaments: &Tournaments) -> Result<(), TournamentError> {
        loop {
            let ended = self.store.tournaments_without_receipt(TOURNAMENTS_AT_ONCE).await?;
            if ended.is_empty() {
                return Ok(());
            }
            let key = self.signing_key().await?;
            for id in ended {
                let receipt = self.of_tournament(tournaments, id, &key).await?;
                self.store.add_tournament_receipt(id, receipt.as_ref()).await?;
            }
        }
    }

    /// Returns the receipt of an ended tournament; `None` if it was cancelled, or cannot be read.
    async fn of_tournament(
        &self,
        tournaments: &Tournaments,
        id: TournamentId,
        key: &SecretKey,
    ) -> Result<Option<NewReceipt>, TournamentError> {
        let view = match tournaments.show(id).await {
            Ok(view) => view,
            Err(error @ (TournamentError::Corrupt | TournamentError::Internal)) => {
                error!(tournament = %id.0, %error, "no receipt for tournament");
                return Ok(None);
            }
            Err(error) => return Err(error),
        };
        let is_finished = view.tournament.status() == TournamentStatus::Finished;
        Ok(is_finished.then(|| receipt(id.0, &(self.texts.of_tournament)(&view), key)))
    }
}

/// Replaces the key that signs. The previous key endorses the new one. Returns the new key.
///
/// # Errors
/// Fails if the store is unavailable, or another process replaces the key at the same time.
pub async fn rotate_key(store: &Store, config: &Config, time: TimeSource) -> anyhow::Result<PublicKey> {
    let keys = store.receipt_keys().await?;
    let (number, last) = keys.last().map_or((0, None), |last| (last.number, Some(last)));
    let before = last.map(secret_key).transpose()?;
    let key = new_key(number + 1, &server_name(&config.public_url), before.as_ref(), time)?;
    anyhow::ensure!(store.add_receipt_key(&key).await?, "another process has replaced the key; try again");
    Ok(secret_key(&key)?.public())
}

/// Returns a new key, endorsed by the key before.
fn new_key(
    number: u64,
    name: &str,
    before: Option<&SecretKey>,
    time: TimeSource,
) -> Result<ReceiptKeyRow, StoreError> {
    let mut row = ReceiptKeyRow {
        number,
        name: name.to_owned(),
        seed: zeroize::Zeroizing::new(random::bytes()),
        created_at: time.now(),
        endorsement: None,
    };
    let public = secret_key(&row)?.public();
    row.endorsement = before.map(|before| sign(&endorsement(&public), before));
    Ok(row)
}

fn secret_key(row: &ReceiptKeyRow) -> Result<SecretKey, StoreError> {
    let corrupt = |error: KeyError| StoreError::Corrupt(format!("key {} for receipts: {error}", row.number));
    SecretKey::new(&row.name, &row.seed).map_err(corrupt)
}

/// Returns the host of the public address.
fn server_name(public_url: &str) -> String {
    let host = reqwest::Url::parse(public_url).ok().and_then(|url| url.host_str().map(str::to_owned));
    host.unwrap_or_else(|| NAMELESS.to_owned())
}

/// Issues the receipts of finished games.
struct Games {
    receipts: Receipts,
}

impl Consumer for Games {
    fn consumer(&self) -> FeedConsumer {
        FeedConsumer::Receipts
    }

    fn games_at_once(&self) -> u32 {
        GAMES_AT_ONCE
    }

    async fn effects(
        &mut self,
        store: &Store,
        entries: &[FeedEntry],
    ) -> Result<ProjectionUpdate, StoreError> {
        let played: Vec<_> = entries
            .iter()
            .filter(|entry| !entry.game.is_imported())
            .map(|entry| entry.game.clone())
            .collect();
        let ids: Vec<_> = played.iter().map(|game| game.id).collect();
        let mut moves = store.moves_of(&ids).await?;
        let rated: Vec<_> = played.iter().filter(|game| game.rated).map(|game| game.id).collect();
        let mut changes: HashMap<GameId, Vec<RatingChange>> = HashMap::new();
        for change in store.rating_changes_of_games(&rated).await? {
            changes.entry(change.game).or_default().push(change);
        }
        let (key, text) = (self.receipts.signing_key().await?, self.receipts.texts.of_game);
        let work = move |_: &background::Cancelled| {
            let receipt = |game: GameSummary| {
                let id = game.id;
                let Some(moves) = moves.remove(&id) else {
                    error!(game = %id.0, "no receipt for game: moves missing");
                    return None;
                };
                let changes = changes.get(&id).map_or(&[][..], Vec::as_slice);
                Some(receipt(id.0, &text(&game.with_moves(moves), changes), &key))
            };
            played.into_iter().filter_map(receipt).collect()
        };
        let issued =
            background::run("receipts", work).await.map_err(|error| StoreError::Unavailable(error.into()))?;
        let panicked = || StoreError::Corrupt(format!("receipts panicked at one of the games {ids:?}"));
        Ok(ProjectionUpdate::Receipts(issued.ok_or_else(panicked)?))
    }

    fn after(&mut self, _: u64) -> bool {
        true
    }
}

/// Returns the signed receipt of a game or a tournament.
fn receipt(subject: uuid::Uuid, text: &str, key: &SecretKey) -> NewReceipt {
    NewReceipt::new(subject, &sign(text, key))
}
