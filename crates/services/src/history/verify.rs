//! Verification of the stored data: every record's hash, every move's legality, every clock and every result.

use std::collections::HashMap;
use std::fmt;

use sumito_game::{Event, GameId, ReplayError, RoomId, Table};

use crate::history::replay;
use sumito_rooms::finished_game::finished_game;
use sumito_rooms::my_game;
use sumito_rooms::records::read_records;
use sumito_store::{FinishedGame, Store, StoreError, StoredEvent, StoredRoom, imported_room};

/// Rooms that are read with one query.
const ROOMS_AT_ONCE: u32 = 1_000;

/// Counts of the items that were verified.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct VerifyReport {
    /// Number of verified rooms.
    pub rooms: u64,
    /// Number of events in these rooms.
    pub events: u64,
    /// Number of finished games in these events.
    pub games: u64,
}

impl fmt::Display for VerifyReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "verified {} rooms with {} events and {} finished games: no errors",
            self.rooms, self.events, self.games
        )
    }
}

/// The first fault that was found.
#[derive(Debug, thiserror::Error)]
pub enum VerifyError {
    /// A record that is missing, was changed, or does not follow from the records before it.
    #[error("room {room}, {}: {corrupt}", game.map_or("before its first game".to_owned(), |game| format!("game {}", game.0)))]
    Event {
        /// The room of the record.
        room: RoomId,
        /// The running game or the last finished game at that point.
        game: Option<GameId>,
        /// The event and its fault.
        corrupt: ReplayError,
    },
    /// The row of a finished game names an event that does not exist.
    #[error("room {room}, game {}: truncated, its final event {last_seq} is missing", game.0)]
    Truncated {
        /// The room that the game was played in.
        room: RoomId,
        /// Id of the game.
        game: GameId,
        /// The event that ended it.
        last_seq: u64,
    },
    /// The room's row contradicts its events.
    #[error("room {0}: status or current game does not match the events; the last events may be missing")]
    RowMismatch(RoomId),
    /// The room-membership rows do not match the seats of the room.
    #[error("room {0}: membership rows do not match its seats")]
    MembershipMismatch(RoomId),
    /// The row in the game history contradicts the room's events.
    #[error("game {} of room {room}: history row missing or different", game.0)]
    Game {
        /// The room that the game was played in.
        room: RoomId,
        /// Id of the game.
        game: GameId,
    },
    /// An imported game is invalid.
    #[error("imported game {}: {what}", game.0)]
    Imported {
        /// Id of the game.
        game: GameId,
        /// Description of the fault.
        what: String,
    },
    /// The store cannot be read.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Checks all stored data against the rules. A server may keep writing at the same time: each room is checked in the state in which it is
/// read.
///
/// # Errors
/// The first [`VerifyError`], in the order of the rooms' ids.
pub async fn verify(store: &Store) -> Result<VerifyReport, VerifyError> {
    let mut verified = VerifyReport::default();
    let mut last = None;
    loop {
        let rooms = store.rooms_after(last, ROOMS_AT_ONCE).await?;
        last = rooms.last().copied();
        if last.is_none() {
            return Ok(verified);
        }
        for room in rooms {
            if room == imported_room() {
                verify_imported(store, &mut verified).await?;
            } else {
                verify_room(store, room, &mut verified).await?;
            }
        }
    }
}

/// Replays the imported games, which have no events.
async fn verify_imported(store: &Store, verified: &mut VerifyReport) -> Result<(), VerifyError> {
    let mut position = 0;
    loop {
        let entries = store.feed_after(position, ROOMS_AT_ONCE).await?;
        let Some(last) = entries.last() else { return Ok(()) };
        position = last.position;
        let games = entries.into_iter().map(|entry| entry.game).filter(FinishedGame::is_imported);
        let games: Vec<_> = games.collect();
        if games.is_empty() {
            continue;
        }
        let ids: Vec<_> = games.iter().map(|game| game.id).collect();
        let mut moves = store.moves_of(&ids).await?;
        for game in games {
            let id = game.id;
            let moves = moves.remove(&id).ok_or_else(|| "its moves are missing".to_owned());
            moves
                .and_then(|moves| replay::check(&game.with_moves(moves)))
                .map_err(|what| VerifyError::Imported { game: id, what })?;
            verified.games += 1;
        }
    }
}

async fn verify_room(store: &Store, id: RoomId, verified: &mut VerifyReport) -> Result<(), VerifyError> {
    // This order matters: by now the events of every game in the history are stored.
    let games = store.games_of_room(id).await?.into_iter().map(|game| (game.id, game));
    let mut games: HashMap<GameId, FinishedGame> = games.collect();
    let Some(stored) = store.whole_room(id).await? else { return Ok(()) };

    let mut game = None;
    let fault = |game: Option<GameId>, corrupt: ReplayError| VerifyError::Event { room: id, game, corrupt };
    let whole = without_gap(&stored.events);
    let (records, mut broken) = read_records(id, whole);
    if broken.is_none() {
        broken = missing(whole.len(), &stored.events);
    }
    let Some((first, later)) = records.split_first() else {
        let nothing = ReplayError { seq: 0, what: "no events".to_owned() };
        return Err(fault(None, broken.unwrap_or(nothing)));
    };
    let mut table = Table::open(first).map_err(|corrupt| fault(None, corrupt))?;
    let mut game_seq = 1;
    for (record, event) in later.iter().zip(&whole[1..]) {
        table.apply(record).map_err(|corrupt| fault(game, corrupt))?;
        match record.event {
            Event::Started { game: id, .. } => (game, game_seq) = (Some(id), record.seq),
            Event::Finished { .. } => {
                if let Some(played) = finished_game(&stored.row, &table, event.hash) {
                    let known = games.remove(&played.id);
                    verify_in_history(store, id, &played, known).await?;
                    verified.games += 1;
                }
            }
            _ => {}
        }
    }
    if let Some(corrupt) = broken {
        return Err(fault(game, corrupt));
    }
    if let Some(game) = games.into_values().min_by_key(|game| game.last_seq) {
        return Err(VerifyError::Truncated { room: id, game: game.id, last_seq: game.last_seq });
    }
    if (stored.status, stored.game_seq) != (table.status(), game_seq) {
        return Err(VerifyError::RowMismatch(id));
    }
    verify_owners(store, id, &table).await?;
    verified.rooms += 1;
    verified.events += records.len() as u64;
    Ok(())
}

/// Compares a game with the history; `known` is the game in the history, if that was read already.
async fn verify_in_history(
    store: &Store,
    room: RoomId,
    played: &FinishedGame,
    known: Option<FinishedGame>,
) -> Result<(), VerifyError> {
    let in_history = match known {
        Some(game) => Some(game),
        // The game has ended since.
        None => store.game_with_moves(played.id).await?,
    };
    if in_history.as_ref() == Some(played) {
        Ok(())
    } else {
        Err(VerifyError::Game { room, game: played.id })
    }
}

/// Checks the users to whom a room is listed as their own.
async fn verify_owners(store: &Store, id: RoomId, table: &Table) -> Result<(), VerifyError> {
    let owners = store.owners_of(id).await?;
    if owners == my_game(table) {
        return Ok(());
    }
    // Events may have been added since the events were read.
    let last = |stored: StoredRoom| stored.events.last().map(|event| event.seq);
    if store.whole_room(id).await?.and_then(last) == Some(table.seq()) {
        return Err(VerifyError::MembershipMismatch(id));
    }
    Ok(())
}

/// Returns the events before the first gap in the numbering.
fn without_gap(events: &[StoredEvent]) -> &[StoredEvent] {
    let count = (1..).zip(events).take_while(|(seq, event)| event.seq == *seq).count();
    &events[..count]
}

/// Returns the fault after the first `count` events, if there are more events.
fn missing(count: usize, events: &[StoredEvent]) -> Option<ReplayError> {
    let next = events.get(count)?;
    Some(ReplayError { seq: next.seq, what: format!("event {} is missing", count + 1) })
}
