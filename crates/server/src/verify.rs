//! Checking what is stored: every record's hash, every move's legality, every clock and every result.

use std::collections::HashMap;
use std::fmt;

use sumito_game::{Corrupt, Event, GameId, Table};

use crate::rooms::history::History;
use crate::rooms::projection::finished_game;
use crate::store::{RoomRow, Store, StoreError};

/// Rooms that are read at once.
const ROOMS_AT_ONCE: u32 = 200;

/// What was found to be in order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Verified {
    /// Rooms.
    pub rooms: u64,
    /// Events in them.
    pub events: u64,
    /// Finished games among what they tell.
    pub games: u64,
}

impl fmt::Display for Verified {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} rooms with {} events and {} finished games are in order",
            self.rooms, self.events, self.games
        )
    }
}

/// The first thing that is not in order.
#[derive(Debug, thiserror::Error)]
pub enum Fault {
    /// A record that was changed, or does not follow from the ones before it.
    #[error("room {room}, {}: {corrupt}", game.map_or("before its first game".to_owned(), |game| format!("game {}", game.0)))]
    Event {
        /// Where.
        room: String,
        /// The game that was under way or had ended last.
        game: Option<GameId>,
        /// Which event, and what is wrong with it.
        corrupt: Corrupt,
    },
    /// The room's row does not say what its events do.
    #[error("room {0} is listed in another phase than its events leave it in: the last ones may be missing")]
    Phase(String),
    /// The history does not say what the room's events do.
    #[error("game {} of room {room} is missing in the history, or is told otherwise there", game.0)]
    Game {
        /// Where.
        room: String,
        /// Which.
        game: GameId,
    },
    /// The store cannot be read.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Reads everything that is stored through the rules. A server may go on writing meanwhile: each room is checked as it is
/// at the moment when it is read.
///
/// # Errors
/// The first [`Fault`], in the order of the rooms' ids.
pub async fn verify(store: &Store) -> Result<Verified, Fault> {
    let torn_off: HashMap<_, _> = store.torn_off_events().await?.into_iter().collect();
    let mut verified = Verified::default();
    let mut last = None;
    loop {
        let rooms = store.rooms_after(last, ROOMS_AT_ONCE).await?;
        let Some(row) = rooms.last() else { return Ok(verified) };
        last = Some(row.id);
        for row in &rooms {
            verify_room(store, row, torn_off.get(&row.id), &mut verified).await?;
            verified.rooms += 1;
        }
    }
}

async fn verify_room(
    store: &Store,
    row: &RoomRow,
    torn_off: Option<&u64>,
    verified: &mut Verified,
) -> Result<(), Fault> {
    let mut game = None;
    let fault =
        |game: Option<GameId>, corrupt: Corrupt| Fault::Event { room: row.id.to_string(), game, corrupt };
    let (stored, phase) = store.events_and_phase(row.id).await?;
    let (history, broken) = History::read_sound(row.id, &stored);
    let mut records = history.records().iter();
    let first = records.next().ok_or_else(|| {
        fault(None, broken.clone().unwrap_or(Corrupt { seq: 0, what: "there is no event at all".to_owned() }))
    })?;
    let mut table = Table::open(first).map_err(|corrupt| fault(None, corrupt))?;
    for record in records {
        table.apply(record).map_err(|corrupt| fault(game, corrupt))?;
        match record.event {
            Event::Started { game: id, .. } => game = Some(id),
            Event::Finished { .. } => {
                verify_game(store, row, &table).await?;
                verified.games += 1;
            }
            _ => {}
        }
    }
    if let Some(corrupt) = broken {
        return Err(fault(game, corrupt));
    }
    if let Some(&seq) = torn_off {
        return Err(fault(game, Corrupt { seq, what: "the event before it is missing".to_owned() }));
    }
    if phase != Some(table.phase()) {
        return Err(Fault::Phase(row.id.to_string()));
    }
    verified.events += history.records().len() as u64;
    Ok(())
}

/// Checks that the history tells the game that has just ended at `table` as it was.
async fn verify_game(store: &Store, row: &RoomRow, table: &Table) -> Result<(), Fault> {
    let Some(played) = finished_game(row, table) else { return Ok(()) };
    let game = played.id;
    if store.game(game).await?.as_ref() == Some(&played) {
        return Ok(());
    }
    Err(Fault::Game { room: row.id.to_string(), game })
}
