//! Conversion between a tournament and its stored form.

use std::collections::BTreeMap;
use std::time::Duration;

use sumito_game::{Timestamp, UserId};
use sumito_tournament::{Event, Record, ReplayError, Start, Team, TeamStatus, Tournament, TournamentStatus};
use uuid::Uuid;

use super::summary::Summary;
use super::view::listed_at;
use sumito_store::{StoreError, StoredTournament, TournamentChange, TournamentEvent, TournamentRow};

/// Rebuilds a tournament from its stored events.
///
/// # Errors
/// [`StoreError::Corrupt`] for inconsistent events.
pub(super) fn read(stored: &StoredTournament) -> Result<Tournament, StoreError> {
    let records: Vec<Record> = stored.events.iter().map(record).collect::<Result<_, _>>()?;
    let corrupt =
        |error: ReplayError| StoreError::Corrupt(format!("tournament {}: {error}", stored.row.id.0));
    let mut tournament = Tournament::replay(stored.row.id, &records).map_err(corrupt)?;
    for (user, called) in &stored.names {
        tournament.call(*user, &called.name, called.guest);
    }
    Ok(tournament)
}

/// Converts a stored event to a record of the tournament.
///
/// # Errors
/// [`StoreError::Corrupt`] for an event that cannot be parsed.
pub(super) fn record(event: &TournamentEvent) -> Result<Record, StoreError> {
    serde_json::from_str(&event.payload)
        .map_err(|error| StoreError::Corrupt(format!("a tournament's event {}: {error}", event.seq)))
}

/// Returns the change that stores these records of a tournament; `before` is `None` for a new tournament.
pub(super) fn change(
    row: &TournamentRow,
    before: Option<&Tournament>,
    after: &Tournament,
    records: &[Record],
    wake_at: Option<Timestamp>,
) -> TournamentChange {
    let event = |record: &Record| TournamentEvent {
        seq: record.seq,
        at: record.at,
        payload: serde_json::to_string(record).expect("plain values have a JSON form"),
    };
    let entered = |record: &Record| match &record.event {
        Event::Registered { member, .. } | Event::Joined { member, .. } => Some(member.player.id),
        // An invited user's name is stored here, too.
        Event::Invited { user, .. } => Some(*user),
        _ => None,
    };
    let open = |tournament: &Tournament| -> BTreeMap<UserId, Option<UserId>> {
        tournament.open_invitations().map(|(player, invitation)| (player.id, invitation.by)).collect()
    };
    let (known, now) = (before.map(open).unwrap_or_default(), open(after));
    let listed = |tournament: &Tournament| (guests(tournament), tournament.status(), listed_at(tournament));
    let lists_change = before.map(listed) != Some(listed(after)) && !after.teams().is_empty();
    let new_ones = now.iter().filter(|(user, _)| !known.contains_key(user));
    TournamentChange {
        id: row.id,
        new: before.is_none().then(|| row.clone()),
        open_max: None,
        open_in_club_max: None,
        events: records.iter().map(event).collect(),
        entered: records.iter().filter_map(entered).collect(),
        invited: new_ones.filter_map(|(&user, &by)| Some((user, by?))).collect(),
        invitations_max: None,
        answered: known.into_keys().filter(|user| !now.contains_key(user)).collect(),
        clubs: lists_change.then(|| guests(after)),
        password_hash: row.password_hash.clone(),
        open: matches!(after.status(), TournamentStatus::Registering | TournamentStatus::Running),
        at: listed_at(after),
        wake_at,
        summary: serde_json::to_string(&Summary::of(row, after)).expect("plain values have a JSON form"),
    }
}

/// Returns the clubs of a team arena besides its own, each with whether it has accepted. Invitations end with the start.
fn guests(tournament: &Tournament) -> Vec<(Uuid, bool)> {
    let is_open = tournament.status() == TournamentStatus::Registering;
    let guest = |team: &Team| match team.status {
        TeamStatus::Joined => Some((team.club.0, true)),
        TeamStatus::Invited if is_open => Some((team.club.0, false)),
        _ => None,
    };
    tournament.teams().iter().skip(1).filter_map(guest).collect()
}

/// Returns the time from which a tournament must be in memory, for the store. A tournament under way must be there at once, so that it
/// continues after a restart.
pub(super) fn wake_at(
    tournament: &Tournament,
    now: Timestamp,
    waiting: Option<Duration>,
) -> Option<Timestamp> {
    match tournament.status() {
        TournamentStatus::Running => Some(now),
        // It starts as soon as enough participants are online.
        TournamentStatus::Registering if matches!(tournament.settings().start, Start::WhenHere(_)) => {
            Some(now)
        }
        TournamentStatus::Registering => tournament.next_alarm(Timestamp::MIN, waiting),
        TournamentStatus::Finished | TournamentStatus::Cancelled => None,
    }
}
