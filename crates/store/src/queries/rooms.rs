//! Queries that read rooms and their events.

use std::collections::{BTreeMap, HashMap};

use sqlx::{QueryBuilder, Row, query};
use sumito_game::{RoomId, Status, Timestamp, UserId};
use tracing::error;

use super::super::Db;
use super::{Connection, DbRow, Queries, ROWS_AT_ONCE, Result, event_hash, filled_up, unsigned};
use crate::archive::unpack;
use crate::{EARLIER_EVENTS, RoomCursor, RoomRow, StoreError, StoredEvent, StoredRoom, Visibility};

/// Selection of a room's events to read besides the first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum EventsRead {
    All,
    /// Events of the current game, and some before it.
    CurrentGame,
}

/// Query for the number of a user's unfinished rooms.
const OPEN_ROOMS: &str = "SELECT count(*) AS open FROM rooms
    WHERE created_by = $1 AND status IN ('waiting', 'playing') AND tournament IS NULL";

impl Queries {
    pub(crate) async fn room(&self, id: RoomId) -> Result<Option<RoomRow>> {
        let row = self
            .pools
            .rooms
            .run(async |connection| {
                let sql = "SELECT id, lobby, visibility, created_at FROM rooms WHERE id = $1";
                Ok(query(sql).bind(id.as_str()).fetch_optional(connection).await?)
            })
            .await?;
        row.as_ref().map(room_row).transpose()
    }

    pub(crate) async fn load_rooms(&self, ids: &[RoomId]) -> Result<HashMap<RoomId, StoredRoom>> {
        let mut rooms = HashMap::with_capacity(ids.len());
        for ids in ids.chunks(ROWS_AT_ONCE) {
            let rows = self
                .pools
                .rooms
                .run(async |connection| fetch_rooms(connection, ids, EventsRead::CurrentGame).await)
                .await?;
            read_rooms(&rows, EventsRead::CurrentGame, &mut rooms)?;
        }
        Ok(rooms)
    }

    pub(crate) async fn whole_room(&self, id: RoomId) -> Result<Option<StoredRoom>> {
        let rows = self
            .pools
            .rooms
            .run(async |connection| fetch_rooms(connection, &[id], EventsRead::All).await)
            .await?;
        let mut rooms = HashMap::new();
        read_rooms(&rows, EventsRead::All, &mut rooms)?;
        Ok(rooms.remove(&id))
    }

    pub(crate) async fn due_rooms(&self, after: Option<Timestamp>, until: Timestamp) -> Result<Vec<RoomId>> {
        self.room_ids(async |connection| {
            let sql = "SELECT id FROM rooms WHERE status = 'playing' AND wake_at > $1 AND wake_at <= $2
                       ORDER BY wake_at";
            let after = after.map_or(i64::MIN, |after| after.0);
            Ok(query(sql).bind(after).bind(until.0).fetch_all(connection).await?)
        })
        .await
    }

    pub(crate) async fn waiting_by_correspondence(
        &self,
        after: Timestamp,
        limit: u32,
    ) -> Result<Vec<RoomId>> {
        self.room_ids(async |connection| {
            let sql = "SELECT id FROM rooms WHERE status = 'waiting' AND visibility = 'public' AND by_correspondence
                       AND created_at > $1 ORDER BY created_at DESC LIMIT $2";
            Ok(query(sql).bind(after.0).bind(i64::from(limit)).fetch_all(connection).await?)
        })
        .await
    }

    pub(crate) async fn quiet_waiting_rooms(
        &self,
        quiet_since: Timestamp,
        after: Option<RoomCursor>,
        limit: u32,
    ) -> Result<(Vec<RoomId>, Option<RoomCursor>)> {
        let rows = self.pools.history.run(async |connection| {
            // This limits the rooms that are read, whether or not they are quiet.
            let sql = "SELECT id, created_at, CASE WHEN
                           (SELECT at FROM room_events WHERE room_id = page.id ORDER BY seq DESC LIMIT 1) <= $1
                           THEN 1 ELSE 0 END AS is_quiet
                       FROM (SELECT id, created_at FROM rooms WHERE status = 'waiting' AND created_at <= $1
                             AND (created_at, id) > ($2, $3) ORDER BY created_at, id LIMIT $4) AS page
                       ORDER BY created_at, id";
            let (at, id) = after.map_or((Timestamp::MIN, String::new()), |(at, id)| (at, id.to_string()));
            let rows = query(sql).bind(quiet_since.0).bind(at.0).bind(id).bind(i64::from(limit));
            Ok(rows.fetch_all(connection).await?)
        });
        let (rows, mut quiet, mut last) = (rows.await?, Vec::new(), None);
        for row in &rows {
            let id = room_id(row.try_get("id")?)?;
            if row.try_get::<i32, _>("is_quiet")? != 0 {
                quiet.push(id);
            }
            last = Some((Timestamp(row.try_get("created_at")?), id));
        }
        let is_full = rows.len() >= limit as usize;
        Ok((quiet, last.filter(|_| is_full)))
    }

    pub(crate) async fn rooms_after(&self, after: Option<RoomId>, limit: u32) -> Result<Vec<RoomId>> {
        self.room_ids(async |connection| {
            let sql = "SELECT id FROM rooms WHERE id > $1 ORDER BY id LIMIT $2";
            let after = after.as_ref().map_or("", RoomId::as_str);
            Ok(query(sql).bind(after).bind(i64::from(limit)).fetch_all(connection).await?)
        })
        .await
    }

    pub(crate) async fn room_made_by(&self, user: UserId, command_id: &str) -> Result<Option<RoomId>> {
        let rooms = self.room_ids(async |connection| {
            let sql = "SELECT id FROM rooms WHERE created_by = $1 AND command_id = $2";
            Ok(query(sql).bind(user.0).bind(command_id).fetch_all(connection).await?)
        });
        Ok(rooms.await?.pop())
    }

    pub(crate) async fn count_open_rooms(&self, user: UserId) -> Result<u64> {
        let row = self
            .pools
            .rooms
            .run(async |connection| Ok(query(OPEN_ROOMS).bind(user.0).fetch_one(connection).await?))
            .await?;
        unsigned(row.try_get("open")?)
    }

    pub(crate) async fn count_open_rooms_with(
        &self,
        maker: UserId,
        others: &[UserId],
        except: Option<RoomId>,
    ) -> Result<u64> {
        let row = self
            .pools
            .rooms
            .run(async |connection| {
                let mut sql = QueryBuilder::<Db>::new(
                    "SELECT count(*) AS open FROM rooms
                     WHERE status IN ('waiting', 'playing') AND tournament IS NULL AND EXISTS (
                         SELECT 1 FROM own_rooms WHERE room_id = rooms.id AND user_id IN (",
                );
                let mut list = sql.separated(", ");
                for user in others {
                    list.push_bind(user.0);
                }
                sql.push(")) AND created_by = ").push_bind(maker.0);
                if let Some(room) = &except {
                    sql.push(" AND id <> ").push_bind(room.as_str());
                }
                Ok(sql.build().fetch_one(connection).await?)
            })
            .await?;
        unsigned(row.try_get("open")?)
    }

    async fn room_ids(
        &self,
        rows: impl AsyncFnOnce(&mut Connection) -> Result<Vec<DbRow>>,
    ) -> Result<Vec<RoomId>> {
        let rows = self.pools.rooms.run(rows).await?;
        rows.iter().map(|row| room_id(row.try_get("id")?)).collect()
    }
}

/// Checks that users have at most this many unfinished rooms. Their rows must be held.
pub(super) async fn check_open_rooms(
    connection: &mut Connection,
    limits: &BTreeMap<UserId, u64>,
) -> Result<()> {
    for (user, &max) in limits {
        let open = query(OPEN_ROOMS).bind(user.0).fetch_one(&mut *connection).await?;
        if unsigned(open.try_get("open")?)? > max {
            return Err(StoreError::Conflict("the user has too many unfinished rooms".into()));
        }
    }
    Ok(())
}

/// Reads rooms with events. One statement reads one state of the database; two would also read writes in between.
///
/// The row of a room comes with its first event, or without an event if that is missing.
async fn fetch_rooms(connection: &mut Connection, ids: &[RoomId], events: EventsRead) -> Result<Vec<DbRow>> {
    let mut sql = QueryBuilder::<Db>::new("WITH wanted AS (SELECT * FROM rooms WHERE id IN (");
    let mut list = sql.separated(", ");
    for id in filled_up(ids) {
        list.push_bind(id.as_str());
    }
    sql.push(
        ")) SELECT wanted.id, seq, at, payload, hash, lobby, visibility, created_at, status, game_seq, wake_at, away, conditional_moves
         FROM wanted LEFT JOIN room_events ON room_id = wanted.id AND seq = 1
         UNION ALL
         SELECT wanted.id, seq, at, payload, hash, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL
         FROM wanted JOIN room_events ON room_id = wanted.id AND seq >= ",
    );
    push_first(&mut sql, events);
    // Packed events have a row without a payload.
    sql.push(
        " UNION ALL
         SELECT wanted.id, first_seq, NULL, NULL, packed, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL
         FROM wanted JOIN archived_events ON room_id = wanted.id AND (first_seq = 1 OR last_seq >= ",
    );
    push_first(&mut sql, events);
    sql.push(")");
    Ok(sql.build().fetch_all(connection).await?)
}

/// Appends the expression for the number of the first event to read, besides number 1.
fn push_first(sql: &mut QueryBuilder<Db>, events: EventsRead) {
    match events {
        EventsRead::All => sql.push("2"),
        EventsRead::CurrentGame => sql
            .push("CASE WHEN game_seq > ")
            .push(EARLIER_EVENTS + 2)
            .push(" THEN game_seq - ")
            .push(EARLIER_EVENTS)
            .push(" ELSE 2 END"),
    };
}

/// Returns the same number, for a room with a current game that started with event `game_seq`.
fn first_read(events: EventsRead, game_seq: u64) -> u64 {
    match events {
        EventsRead::CurrentGame if game_seq > EARLIER_EVENTS + 2 => game_seq - EARLIER_EVENTS,
        _ => 2,
    }
}

fn read_rooms(rows: &[DbRow], read: EventsRead, rooms: &mut HashMap<RoomId, StoredRoom>) -> Result<()> {
    let mut events: HashMap<RoomId, Vec<StoredEvent>> = HashMap::new();
    // Columns are read by index, since there are many rows.
    for row in rows {
        let id = room_id(row.try_get(0)?)?;
        let events = events.entry(id).or_default();
        if let Some(seq) = row.try_get::<Option<i64>, _>(1)? {
            if row.try_get::<Option<&str>, _>(3)?.is_some() {
                events.push(event(row, 1)?);
            } else {
                events.extend(unpacked(id, unsigned(seq)?, row.try_get(4)?));
            }
        }
        if row.try_get::<Option<&str>, _>(5)?.is_some() {
            rooms.insert(
                id,
                StoredRoom {
                    row: room_row(row)?,
                    status: status(row.try_get(8)?)?,
                    game_seq: unsigned(row.try_get(9)?)?,
                    wake_at: row.try_get::<Option<i64>, _>(10)?.map(Timestamp),
                    away: row.try_get(11)?,
                    conditional_moves: row.try_get(12)?,
                    events: Vec::new(),
                    names: HashMap::new(),
                    vacations: Vec::new(),
                },
            );
        }
    }
    for (id, mut events) in events {
        events.sort_by_key(|event| event.seq);
        if let Some(room) = rooms.get_mut(&id) {
            let first = first_read(read, room.game_seq);
            // A pack may contain more events than requested.
            events.retain(|event| event.seq == 1 || event.seq >= first);
            room.events = events;
        }
    }
    Ok(())
}

/// Reads an event whose number is in this column of a row, and whose other fields follow it.
pub(super) fn event(row: &DbRow, column: usize) -> Result<StoredEvent> {
    Ok(StoredEvent {
        seq: unsigned(row.try_get(column)?)?,
        at: Timestamp(row.try_get(column + 1)?),
        payload: row.try_get(column + 2)?,
        hash: event_hash(row.try_get(column + 3)?)?,
    })
}

/// Returns the events of a pack. An unreadable pack is a failure of this room alone: its next reader finds that events are missing.
pub(super) fn unpacked(room: RoomId, first_seq: u64, packed: &[u8]) -> Vec<StoredEvent> {
    unpack(first_seq, packed).unwrap_or_else(|what| {
        error!(%room, first_seq, error = %what, "archived events corrupt");
        Vec::new()
    })
}

fn room_row(row: &DbRow) -> Result<RoomRow> {
    Ok(RoomRow {
        id: room_id(row.try_get("id")?)?,
        lobby: row.try_get("lobby")?,
        visibility: visibility(row.try_get("visibility")?)?,
        created_at: Timestamp(row.try_get("created_at")?),
    })
}

pub(super) fn room_id(text: &str) -> Result<RoomId> {
    text.parse().map_err(|error| StoreError::Corrupt(format!("a room with the id {text:?}: {error}")))
}

/// Parses the stored word of a visibility.
pub(super) fn visibility(word: &str) -> Result<Visibility> {
    Visibility::parse(word)
        .ok_or_else(|| StoreError::Corrupt(format!("something with the visibility {word:?}")))
}

/// Parses the stored word of a status.
fn status(word: &str) -> Result<Status> {
    Status::parse(word).ok_or_else(|| StoreError::Corrupt(format!("a room with the status {word:?}")))
}
