//! Queries for the archive: replace the rows of old events by packs.

use sqlx::{Connection as _, Row, query};
use sumito_game::{RoomId, Timestamp};
use tracing::warn;

use super::super::BEGIN;
use super::rooms::{event, room_id};
use super::{Connection, DbRow, Queries, Result, unsigned};
use crate::archive::{ArchiveStats, Candidate, PackedEvents, last_hash, pack};
use crate::{EventHash, StoreError, StoredEvent, imported_room};

/// Name in `consumers` under which the archive keeps its position in the feed of finished games.
const NAME: &str = "archive";

impl Queries {
    pub(crate) async fn archive(&self, before: Timestamp, limit: u32) -> Result<ArchiveStats> {
        let (from, to, candidates, more) = self
            .pools
            .projections
            .run(async |connection| next_games(connection, before, limit).await)
            .await?;
        let mut archived = ArchiveStats { games: candidates.len() as u64, more, ..ArchiveStats::default() };
        let mut packs = Vec::new();
        for game in candidates {
            packs.extend(self.pack_events(&game, before, &mut archived).await?);
        }
        if to == from {
            return Ok(archived);
        }
        let put_away = match self.put_away(from, to, &packs).await {
            Err(error @ StoreError::Unavailable(_)) => return Err(error),
            // At least one game is faulty: the others are packed one by one.
            Err(_) if limit > 1 => return Box::pin(self.archive(before, 1)).await,
            Err(error) => {
                let rooms: Vec<_> = packs.iter().map(|pack| pack.room).collect();
                warn!(?rooms, %error, "game not archived: write failed");
                archived = ArchiveStats {
                    games: archived.games,
                    left: archived.games,
                    more,
                    ..ArchiveStats::default()
                };
                self.put_away(from, to, &[]).await?
            }
            Ok(put_away) => put_away,
        };
        // Otherwise another server has done it.
        Ok(if put_away { archived } else { ArchiveStats { more, ..ArchiveStats::default() } })
    }

    /// Packs the events of a game until `before`, and counts them. Returns `None` if there are none, or if they are faulty.
    async fn pack_events(
        &self,
        game: &Candidate,
        before: Timestamp,
        archived: &mut ArchiveStats,
    ) -> Result<Option<PackedEvents>> {
        let events =
            self.pools.projections.run(async |connection| events_up_to(connection, game, before).await);
        let (hash, events) = match events.await {
            Err(StoreError::Corrupt(error)) => {
                warn!(room = %game.room, %error, "game not archived: stored events corrupt");
                archived.left += 1;
                return Ok(None);
            }
            events => events?,
        };
        let Some((first, last)) = events.first().zip(events.last()) else { return Ok(None) };
        let (first_seq, last_seq, count) = (first.seq, last.seq, events.len() as u64);
        let bytes: usize = events.iter().map(|event| event.payload.len() + EventHash::BYTES).sum();
        let packed = tokio::task::spawn_blocking(move || hash.and_then(|hash| pack(hash, &events)));
        let Some(packed) = packed.await.map_err(|error| StoreError::Corrupt(error.to_string()))? else {
            warn!(room = %game.room, "game not archived: stored events inconsistent");
            archived.left += 1;
            return Ok(None);
        };
        archived.events += count;
        archived.bytes_before += bytes as u64;
        archived.bytes_after += packed.len() as u64;
        Ok(Some(PackedEvents { room: game.room, first_seq, last_seq, bytes: packed }))
    }

    /// Replaces events by their packs and records the new position; returns whether it did.
    async fn put_away(&self, from: u64, to: u64, packs: &[PackedEvents]) -> Result<bool> {
        self.write(&self.pools.projections, async |connection| {
            let mut transaction = connection.begin_with(BEGIN).await?;
            query("INSERT INTO consumers (name, position) VALUES ($1, 0) ON CONFLICT DO NOTHING")
                .bind(NAME)
                .execute(&mut *transaction)
                .await?;
            let moved = query("UPDATE consumers SET position = $3 WHERE name = $1 AND position = $2")
                .bind(NAME)
                .bind(from as i64)
                .bind(to as i64)
                .execute(&mut *transaction)
                .await?;
            let mut is_ours = moved.rows_affected() == 1;
            for pack in packs {
                is_ours = is_ours && replace(&mut transaction, pack).await?;
            }
            if is_ours {
                transaction.commit().await?;
            } else {
                transaction.rollback().await?;
            }
            Ok(is_ours)
        })
        .await
    }
}

/// Replaces events by their pack; returns whether all of them were there.
async fn replace(connection: &mut Connection, pack: &PackedEvents) -> Result<bool> {
    query("INSERT INTO archived_events (room_id, first_seq, last_seq, packed) VALUES ($1, $2, $3, $4)")
        .bind(pack.room.as_str())
        .bind(pack.first_seq as i64)
        .bind(pack.last_seq as i64)
        .bind(pack.bytes.as_slice())
        .execute(&mut *connection)
        .await?;
    let removed = query("DELETE FROM room_events WHERE room_id = $1 AND seq >= $2 AND seq <= $3")
        .bind(pack.room.as_str())
        .bind(pack.first_seq as i64)
        .bind(pack.last_seq as i64)
        .execute(connection)
        .await?;
    Ok(removed.rows_affected() == pack.last_seq - pack.first_seq + 1)
}

/// Returns the range in the feed, the games in it that ended before `before` and were played in rooms (at most one per room), and whether
/// there may be more.
async fn next_games(
    connection: &mut Connection,
    before: Timestamp,
    limit: u32,
) -> Result<(u64, u64, Vec<Candidate>, bool)> {
    let sql = "SELECT position FROM consumers WHERE name = $1";
    let row = query(sql).bind(NAME).fetch_optional(&mut *connection).await?;
    let from = row.map_or(Ok(0), |row| unsigned(row.try_get("position")?))?;
    let sql = "SELECT position, room_id, last_seq, finished_at, game_seq <= last_seq AS is_current
               FROM finished_feed JOIN games ON games.id = game_id JOIN rooms ON rooms.id = room_id
               WHERE position > $1 ORDER BY position LIMIT $2";
    let rows = query(sql).bind(from as i64).bind(i64::from(limit)).fetch_all(connection).await?;
    let (mut to, mut games): (u64, Vec<Candidate>) = (from, Vec::new());
    for row in &rows {
        let game = candidate(row)?;
        let imported = game.room == imported_room();
        let is_due = imported || row.try_get::<i64, _>("finished_at")? < before.0;
        if !is_due || games.iter().any(|known| known.room == game.room) {
            return Ok((from, to, games, is_due));
        }
        to = game.position;
        if !imported {
            games.push(game);
        }
    }
    Ok((from, to, games, rows.len() == limit as usize))
}

fn candidate(row: &DbRow) -> Result<Candidate> {
    Ok(Candidate {
        position: unsigned(row.try_get("position")?)?,
        room: room_id(row.try_get("room_id")?)?,
        last_seq: unsigned(row.try_get("last_seq")?)?,
        is_current: row.try_get("is_current")?,
    })
}

/// Returns the events to be packed with a game, and the hash of the event before them, if known.
async fn events_up_to(
    connection: &mut Connection,
    game: &Candidate,
    before: Timestamp,
) -> Result<(Option<EventHash>, Vec<StoredEvent>)> {
    let until = if game.is_current { before.0 } else { i64::MIN };
    let sql = "SELECT seq, at, payload, hash FROM room_events
               WHERE room_id = $1 AND (seq <= $2 OR at < $3) ORDER BY seq";
    let rows = query(sql).bind(game.room.as_str()).bind(game.last_seq as i64).bind(until);
    let rows = rows.fetch_all(&mut *connection).await?;
    let events = rows.iter().map(|row| event(row, 0)).collect::<Result<Vec<_>>>()?;
    let hash = match events.first() {
        Some(first) if first.seq > 1 => hash_before(connection, game.room, first.seq).await?,
        _ => Some(EventHash::beginning_of(game.room)),
    };
    Ok((hash, events))
}

/// Returns the hash of the event before number `seq`, which is the last event of a pack.
async fn hash_before(connection: &mut Connection, room: RoomId, seq: u64) -> Result<Option<EventHash>> {
    let sql = "SELECT packed FROM archived_events WHERE room_id = $1 AND last_seq = $2";
    let row = query(sql).bind(room.as_str()).bind(seq as i64 - 1).fetch_optional(connection).await?;
    let packed: Option<Vec<u8>> = row.map(|row| row.try_get("packed")).transpose()?;
    Ok(packed.and_then(|packed| last_hash(&packed).ok()))
}
