//! Queries that write the events of rooms and tournaments.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use sqlx::{Connection as _, QueryBuilder, query};
use sumito_game::{RoomId, Status};

use super::super::{BEGIN, Db, MAX_EVENTS_AT_ONCE, hold, hold_mandate, insert_events, roll_back};
use super::accounts::hold_user;
use super::clubs::lock_club;
use super::games::insert_games;
use super::memberships::update_owners;
use super::rooms::check_open_rooms;
use super::tournaments::append_to_tournament;
use super::{Connection, ROWS_AT_ONCE, Result, filled_up};
use crate::nodes::NodeKey;
use crate::{Change, NewRoom, RoomChange, StoreError, StoredEvent, TournamentChange};

/// Appends the changes of many commands in one transaction. Returns `false`, and appends nothing, if the node is fenced.
pub(crate) async fn append(connection: &mut Connection, node: NodeKey, changes: &[Change]) -> Result<bool> {
    let (mut rooms, mut tournaments) = (Vec::with_capacity(changes.len()), Vec::new());
    for change in changes {
        match change {
            Change::Room(change) => rooms.push(change),
            Change::Tournament(change) => tournaments.push(&**change),
        }
    }
    let events = events(&rooms);
    // A single statement is its own transaction.
    let is_one_statement = events.len() <= MAX_EVENTS_AT_ONCE && tournaments.is_empty();
    if is_one_statement && rooms.iter().all(|change| change.is_only_events()) {
        return if events.is_empty() {
            Ok(true)
        } else {
            Ok(insert_events(connection, node, &events).await?)
        };
    }
    let mut transaction = connection.begin_with(BEGIN).await?;
    let appended = async {
        if !hold(&mut transaction, node).await? {
            return Ok(false);
        }
        hold_counted(&mut transaction, &rooms, &tournaments).await?;
        for change in tournaments {
            append_to_tournament(&mut transaction, change).await?;
        }
        append_to_rooms(&mut transaction, node, &rooms, &events).await
    };
    match appended.await {
        Ok(true) => {
            transaction.commit().await?;
            Ok(true)
        }
        failed => {
            roll_back(transaction).await?;
            failed
        }
    }
}

/// Locks the rows of users and clubs whose rooms, tournaments or invitations are counted: users first, then clubs, each in the same order in
/// all transactions.
async fn hold_counted(
    connection: &mut Connection,
    rooms: &[&RoomChange],
    tournaments: &[&TournamentChange],
) -> Result<()> {
    let new = || tournaments.iter().filter_map(|change| Some((*change, change.new.as_ref()?)));
    let hosts = rooms.iter().filter_map(|change| change.new.as_ref().filter(|new| new.open_max.is_some()));
    let makers = new().filter(|(change, _)| change.open_max.is_some()).filter_map(|(_, new)| new.made_by);
    let inviting = tournaments.iter().filter(|change| change.invitations_max.is_some());
    let directors = inviting.flat_map(|change| change.invited.iter().map(|&(_, by)| by));
    let users: BTreeSet<_> = hosts.map(|new| new.created_by).chain(makers).chain(directors).collect();
    for user in users {
        hold_user(connection, user).await?;
    }
    for club in new().filter_map(|(_, new)| new.club).collect::<BTreeSet<_>>() {
        lock_club(connection, club).await?;
    }
    Ok(())
}

async fn append_to_rooms(
    connection: &mut Connection,
    node: NodeKey,
    changes: &[&RoomChange],
    events: &[(RoomId, &StoredEvent)],
) -> Result<bool> {
    let new: Vec<_> = changes.iter().filter_map(|change| Some((change.new.as_ref()?, *change))).collect();
    let limits: BTreeMap<_, _> =
        new.iter().filter_map(|(new, _)| Some((new.created_by, new.open_max?))).collect();
    for (new, change) in new {
        if let Some(mandate) = &new.mandate
            && !hold_mandate(connection, mandate).await?
        {
            return Err(StoreError::Superseded);
        }
        insert_room(connection, new, change).await?;
    }
    check_open_rooms(connection, &limits).await?;
    for events in events.chunks(MAX_EVENTS_AT_ONCE) {
        if !insert_events(connection, node, events).await? {
            return Ok(false);
        }
    }
    update_rooms(connection, changes).await?;
    update_owners(connection, changes).await?;
    let games: Vec<_> = changes.iter().filter_map(|change| change.finished.as_deref()).collect();
    insert_games(connection, &games).await?;
    Ok(true)
}

fn events<'a>(changes: &[&'a RoomChange]) -> Vec<(RoomId, &'a StoredEvent)> {
    changes.iter().flat_map(|change| change.events.iter().map(move |event| (change.room, event))).collect()
}

async fn insert_room(connection: &mut Connection, new: &NewRoom, change: &RoomChange) -> Result<()> {
    query(
        "INSERT INTO rooms (id, lobby, visibility, created_by, command_id, by_correspondence, created_at, status, game_seq, wake_at, away, tournament)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)",
    )
    .bind(new.row.id.as_str())
    .bind(&new.row.lobby)
    .bind(new.row.visibility.as_str())
    .bind(new.created_by.0)
    .bind(new.command_id.as_deref())
    .bind(new.by_correspondence)
    .bind(new.row.created_at.0)
    .bind(change.status.unwrap_or(Status::Waiting).as_str())
    .bind(change.game_seq.map_or(1, |seq| seq as i64))
    .bind(change.wake_at.flatten().map(|at| at.0))
    .bind(change.away.as_deref())
    .bind(new.tournament.map(|id| id.0))
    .execute(connection)
    .await?;
    Ok(())
}

/// Updates the rows of existing rooms.
async fn update_rooms(connection: &mut Connection, changes: &[&RoomChange]) -> Result<()> {
    let changed: Vec<_> =
        changes.iter().copied().filter(|change| change.new.is_none() && change.changes_row()).collect();
    for rows in each_room_once(&changed) {
        let mut sql = QueryBuilder::<Db>::new(
            "UPDATE rooms SET
                 status = coalesce(changed.column2, rooms.status),
                 game_seq = coalesce(changed.column3, rooms.game_seq),
                 wake_at = CASE WHEN changed.column4 THEN changed.column5 ELSE rooms.wake_at END,
                 away = coalesce(changed.column6, rooms.away),
                 conditional_moves = CASE WHEN changed.column7 THEN changed.column8 ELSE rooms.conditional_moves END
             FROM (",
        );
        sql.push_values(filled_up(rows), |mut row, change| {
            row.push_bind(change.room.to_string())
                .push_bind(change.status.map(Status::as_str))
                .push_bind(change.game_seq.map(|seq| seq as i64))
                .push_bind(change.wake_at.is_some())
                .push_bind(change.wake_at.flatten().map(|at| at.0))
                .push_bind(change.away.as_deref())
                .push_bind(change.conditional_moves.is_some())
                .push_bind(change.conditional_moves.as_ref().and_then(Option::as_deref));
        });
        sql.push(") AS changed WHERE rooms.id = changed.column1");
        sql.build().execute(&mut *connection).await?;
    }
    Ok(())
}

/// Splits the changes into parts without a repeated room: a statement would apply any of the room's changes, not the last.
fn each_room_once<'a, 'b>(changes: &'a [&'b RoomChange]) -> Vec<&'a [&'b RoomChange]> {
    let mut parts = Vec::new();
    let (mut rest, mut rooms) = (changes, HashSet::new());
    while !rest.is_empty() {
        rooms.clear();
        let count = rest.iter().take(ROWS_AT_ONCE).take_while(|change| rooms.insert(change.room)).count();
        let (part, others) = rest.split_at(count);
        parts.push(part);
        rest = others;
    }
    parts
}
