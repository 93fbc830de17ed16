//! A tournament and its stored form.

use std::time::Duration;

use sumito_game::Timestamp;
use sumito_tournament::{Corrupt, Event, Record, Start, Status, Tournament};

use super::summary::Summary;
use super::view::listed_at;
use crate::store::{StoreError, StoredTournament, TournamentChange, TournamentEvent, TournamentRow};

/// The tournament that these events make.
///
/// # Errors
/// [`StoreError::Corrupt`] for events that do not follow from each other.
pub(super) fn read(stored: &StoredTournament) -> Result<Tournament, StoreError> {
    let records: Vec<Record> = stored.events.iter().map(record).collect::<Result<_, _>>()?;
    let corrupt = |error: Corrupt| StoreError::Corrupt(format!("tournament {}: {error}", stored.row.id.0));
    Tournament::replay(stored.row.id, &records).map_err(corrupt)
}

/// An event as the tournament understands it.
///
/// # Errors
/// [`StoreError::Corrupt`] for one that nobody understands.
pub(super) fn record(event: &TournamentEvent) -> Result<Record, StoreError> {
    serde_json::from_str(&event.payload)
        .map_err(|error| StoreError::Corrupt(format!("a tournament's event {}: {error}", event.seq)))
}

/// What is to be stored of a tournament that has gone on with these records.
pub(super) fn change(
    row: &TournamentRow,
    after: &Tournament,
    records: &[Record],
    is_new: bool,
    wake_at: Option<Timestamp>,
) -> TournamentChange {
    let event = |record: &Record| TournamentEvent {
        seq: record.seq,
        at: record.at,
        payload: serde_json::to_string(record).expect("plain values have a JSON form"),
    };
    let entered = |record: &Record| match &record.event {
        Event::Registered { member, .. } | Event::Joined { member, .. } => Some(member.player.id),
        _ => None,
    };
    TournamentChange {
        id: row.id,
        new: is_new.then(|| row.clone()),
        events: records.iter().map(event).collect(),
        entered: records.iter().filter_map(entered).collect(),
        password_hash: row.password_hash.clone(),
        open: matches!(after.status(), Status::Registering | Status::Running),
        at: listed_at(after),
        wake_at,
        summary: serde_json::to_string(&Summary::of(row, after)).expect("plain values have a JSON form"),
    }
}

/// From when on a tournament must be in memory, by what is stored: one under way at once, so that it goes on after a start.
pub(super) fn wake_at(
    tournament: &Tournament,
    now: Timestamp,
    waiting: Option<Duration>,
) -> Option<Timestamp> {
    match tournament.status() {
        Status::Running => Some(now),
        // It begins as soon as enough are here.
        Status::Registering if matches!(tournament.settings().start, Start::WhenHere(_)) => Some(now),
        Status::Registering => tournament.next_alarm(Timestamp::MIN, waiting),
        Status::Finished | Status::Cancelled => None,
    }
}
