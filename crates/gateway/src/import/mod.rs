//! Import of finished games from elsewhere: game texts, and the lines of an export.
//!
//! The rules validate every move before a game is stored. Players become users without credentials, so no client can act as them. A
//! player of an export keeps their id; players of game texts are the same user if they have the same name. A game keeps the id of its
//! export, or gets an id derived from its text, so that repeated imports store it once.

mod encoding;
mod pieces;
mod text;

use std::collections::{BTreeMap, HashSet};
use std::io::{self, BufRead, BufReader};

use flate2::bufread::MultiGzDecoder;
use sumito_game::{GameId, Player, Status, Timestamp};

use self::encoding::unicode;
use self::pieces::{PieceReader, SourceGame};
pub(crate) use self::text::player_of_text;
use crate::codec;
use sumito_rules::Assumption;
use sumito_services::history::replay;
use sumito_store::{
    FinishedGame, NewRoom, Role, RoomChange, RoomRow, Store, StoreError, UserRow, Visibility, Writer,
    imported_room,
};

/// Magic number of gzip files.
const GZIP: [u8; 2] = [0x1f, 0x8b];

/// Games per transaction.
const GAMES_AT_ONCE: usize = 256;

/// Result of an import.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ImportReport {
    /// Number of new games.
    pub taken_in: u64,
    /// Number of games that existed already, or occurred twice.
    pub known: u64,
    /// Assumptions about texts, each with the number of games for which it was made.
    pub assumptions: BTreeMap<String, u64>,
}

/// Maximum number of different assumptions in a report.
const ASSUMPTIONS: usize = 100;

impl ImportReport {
    fn add(&mut self, assumption: &Assumption) {
        let mut text = assumption.to_string();
        if self.assumptions.len() >= ASSUMPTIONS && !self.assumptions.contains_key(&text) {
            "further assumptions".clone_into(&mut text);
        }
        *self.assumptions.entry(text).or_default() += 1;
    }
}

/// Reasons for which an import stopped early. The games before the error are imported.
#[derive(Debug, thiserror::Error)]
pub enum ImportError {
    /// The input is not a valid game.
    #[error("line {line}: {what}")]
    Game {
        /// Line number, from 1.
        line: usize,
        /// Description of the error.
        what: String,
    },
    /// The input cannot be read.
    #[error("cannot read line {line}: {error}")]
    Read {
        /// Line number, from 1.
        line: usize,
        /// Cause of the failure.
        error: io::Error,
    },
    /// The games cannot be stored.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Imports all games of `source`, as texts or as lines of JSON, compressed by gzip or not. Games without a date get the given time as
/// their end. The counts include the games that were imported before an error.
///
/// # Errors
/// The first error, with its line. The games before it are imported.
pub async fn import(
    store: &Store,
    writer: &mut Writer,
    mut source: impl BufRead,
    now: Timestamp,
) -> (ImportReport, Result<(), ImportError>) {
    let mut imported = ImportReport::default();
    let mut batch = Vec::new();
    let is_gzip = source.fill_buf().is_ok_and(|start| start.starts_with(&GZIP));
    let source: Box<dyn BufRead> =
        if is_gzip { Box::new(BufReader::new(MultiGzDecoder::new(source))) } else { Box::new(source) };
    for piece in PieceReader::new(unicode(source)) {
        let game = piece.and_then(|piece| read(&piece, now));
        let fault = match game {
            Ok((game, assumptions)) => {
                batch.push(game);
                for assumption in &assumptions {
                    imported.add(assumption);
                }
                None
            }
            Err(error) => Some(error),
        };
        if fault.is_some() || batch.len() == GAMES_AT_ONCE {
            if let Err(error) = store_games(store, writer, &mut batch, now, &mut imported).await {
                return (imported, Err(error.into()));
            }
            if let Some(error) = fault {
                return (imported, Err(error));
            }
        }
    }
    let stored = store_games(store, writer, &mut batch, now, &mut imported).await;
    (imported, stored.map_err(Into::into))
}

fn read(piece: &SourceGame, now: Timestamp) -> Result<(FinishedGame, Vec<Assumption>), ImportError> {
    let wrong = |offset: usize, what: String| ImportError::Game { line: piece.line + offset, what };
    let (game, mut assumptions) = if pieces::is_json(&piece.text) {
        (codec::imported_game(&piece.text).map_err(|what| wrong(0, what))?, Vec::new())
    } else {
        text::read(&piece.text, now)
            .map_err(|error| wrong(error.line().map_or(0, |line| line - 1), error.what()))?
    };
    assumptions.extend(piece.encoding.map(|name| Assumption::Encoding { name }));
    replay::check(&game).map_err(|what| wrong(0, what))?;
    Ok((game, assumptions))
}

async fn store_games(
    store: &Store,
    writer: &mut Writer,
    batch: &mut Vec<FinishedGame>,
    now: Timestamp,
    imported: &mut ImportReport,
) -> Result<(), StoreError> {
    let games = std::mem::take(batch);
    let ids: Vec<_> = games.iter().map(|game| game.id).collect();
    let mut known: HashSet<GameId> = store.moves_of(&ids).await?.into_keys().collect();
    let before = games.len();
    let new: Vec<_> = games.into_iter().filter(|game| known.insert(game.id)).collect();
    if let Some(first) = new.first() {
        store.add_computers(&users(&new, now)).await?;
        add_room(store, writer, &first.players[0], now).await?;
        let changes: Vec<_> = new.iter().cloned().map(|game| change(game).into()).collect();
        writer.append(&changes).await?;
    }
    imported.taken_in += new.len() as u64;
    imported.known += (before - new.len()) as u64;
    Ok(())
}

fn change(game: FinishedGame) -> RoomChange {
    RoomChange { finished: Some(Box::new(game)), ..RoomChange::of(imported_room()) }
}

/// Returns each player of these games once. All are imported without an account and keep their names, since names of accounts are unique
/// only within one server.
fn users(games: &[FinishedGame], now: Timestamp) -> Vec<UserRow> {
    let mut seen = HashSet::new();
    let players = games.iter().flat_map(|game| &game.players).filter(|player| seen.insert(player.id));
    let user = |player: &Player| UserRow {
        id: player.id,
        name: player.name.clone(),
        guest: true,
        bot: player.bot,
        role: Role::Player,
        created_at: now,
    };
    players.map(user).collect()
}

/// Adds the room of all imported games, if it does not exist yet.
async fn add_room(
    store: &Store,
    writer: &mut Writer,
    creator: &Player,
    now: Timestamp,
) -> Result<(), StoreError> {
    let id = imported_room();
    if store.room(id).await?.is_some() {
        return Ok(());
    }
    let row = RoomRow { id, lobby: "imported".to_owned(), visibility: Visibility::Public, created_at: now };
    let new = NewRoom {
        row,
        created_by: creator.id,
        command_id: None,
        by_correspondence: false,
        open_max: None,
        tournament: None,
        seeks: Vec::new(),
        mandate: None,
    };
    let change = RoomChange { new: Some(new), status: Some(Status::Closed), ..RoomChange::of(id) };
    writer.append(&[change.into()]).await
}
