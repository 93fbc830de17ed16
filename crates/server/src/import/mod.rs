//! Taking in finished games that were not played here: texts of games, and the lines of an export.
//!
//! Every move is played through the rules before a game is stored. Players become users whom no token proves: nobody can act as them. A
//! player of an export keeps their id; one of a text is whoever else is called so in a text. A game has the id of its export, or one that
//! is made of its text, so that the same game is taken in once, however often it comes.

mod check;
mod pieces;
mod text;

use std::collections::HashSet;
use std::io::{self, BufRead, BufReader};

use flate2::bufread::MultiGzDecoder;
use sumito_game::{GameId, Player, Status, Timestamp};

pub use self::check::check;
use self::pieces::{Piece, Pieces};
pub(crate) use self::text::player_of_text;
use crate::store::{
    FinishedGame, NewRoom, Role, RoomChange, RoomRow, Store, StoreError, UserRow, Visibility, Writer,
    imported_room,
};
use crate::wire;

/// How a file that gzip compressed begins.
const GZIP: [u8; 2] = [0x1f, 0x8b];

/// Games that are stored in one transaction.
const GAMES_AT_ONCE: usize = 256;

/// What an import came to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Imported {
    /// Games that are new.
    pub taken_in: u64,
    /// Games that were there already, or came twice.
    pub known: u64,
}

/// Why an import has ended before its end. Games that came before are taken in.
#[derive(Debug, thiserror::Error)]
pub enum ImportError {
    /// What stands there is no game.
    #[error("line {line}: {what}")]
    Game {
        /// Where it is, from 1.
        line: usize,
        /// What is wrong.
        what: String,
    },
    /// It cannot be read.
    #[error("line {line} cannot be read: {error}")]
    Read {
        /// Where it is, from 1.
        line: usize,
        /// Why.
        error: io::Error,
    },
    /// It cannot be stored.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Takes in all games that `source` has, as texts or as lines of JSON, compressed by gzip or not; the moment is that of games that do not say on which day they ended.
/// What was taken in is counted also where an error follows.
///
/// # Errors
/// The first thing that is wrong, with its line. What came before is taken in.
pub async fn import(
    store: &Store,
    writer: &mut Writer,
    mut source: impl BufRead,
    now: Timestamp,
) -> (Imported, Result<(), ImportError>) {
    let mut imported = Imported::default();
    let mut batch = Vec::new();
    let is_gzip = source.fill_buf().is_ok_and(|start| start.starts_with(&GZIP));
    let source: Box<dyn BufRead> =
        if is_gzip { Box::new(BufReader::new(MultiGzDecoder::new(source))) } else { Box::new(source) };
    for piece in Pieces::new(source) {
        let game = piece.and_then(|piece| read(&piece, now));
        let fault = match game {
            Ok(game) => {
                batch.push(game);
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

fn read(piece: &Piece, now: Timestamp) -> Result<FinishedGame, ImportError> {
    let wrong = |offset: usize, what: String| ImportError::Game { line: piece.line + offset, what };
    let game = if piece.text.trim_start().starts_with('{') {
        wire::imported_game(&piece.text).map_err(|what| wrong(0, what))?
    } else {
        text::read(&piece.text, now)
            .map_err(|error| wrong(error.line().map_or(0, |line| line - 1), error.what()))?
    };
    check(&game).map_err(|what| wrong(0, what))?;
    Ok(game)
}

async fn store_games(
    store: &Store,
    writer: &mut Writer,
    batch: &mut Vec<FinishedGame>,
    now: Timestamp,
    imported: &mut Imported,
) -> Result<(), StoreError> {
    let games = std::mem::take(batch);
    let ids: Vec<_> = games.iter().map(|game| game.id).collect();
    let mut known: HashSet<GameId> = store.moves_of(&ids).await?.into_keys().collect();
    let before = games.len();
    let new: Vec<_> = games.into_iter().filter(|game| known.insert(game.id)).collect();
    if let Some(first) = new.first() {
        store.add_computers(&users(&new, now)).await?;
        add_room(store, writer, &first.players[0], now).await?;
        let changes: Vec<_> = new.iter().cloned().map(change).collect();
        writer.append(&changes).await?;
    }
    imported.taken_in += new.len() as u64;
    imported.known += (before - new.len()) as u64;
    Ok(())
}

fn change(game: FinishedGame) -> RoomChange {
    RoomChange { finished: Some(Box::new(game)), ..RoomChange::of(imported_room()) }
}

/// Everybody who plays in these games, once. Nobody comes with an account: names are told as they were, and are unique here alone.
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

/// The room that all imported games are said to be of, where it is not there yet.
async fn add_room(
    store: &Store,
    writer: &mut Writer,
    somebody: &Player,
    now: Timestamp,
) -> Result<(), StoreError> {
    let id = imported_room();
    if store.room(id).await?.is_some() {
        return Ok(());
    }
    let row = RoomRow { id, lobby: "imported".to_owned(), visibility: Visibility::Public, created_at: now };
    let new = NewRoom {
        row,
        created_by: somebody.id,
        command_id: None,
        by_correspondence: false,
        tournament: None,
    };
    let change = RoomChange { new: Some(new), status: Some(Status::Closed), ..RoomChange::of(id) };
    writer.append(&[change]).await
}
