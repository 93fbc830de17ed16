//! Queries for the membership of users in rooms.

use std::collections::{BTreeMap, HashMap};

use sqlx::{QueryBuilder, Row, query};
use sumito_game::{RoomId, Timestamp, UserId};
use uuid::Uuid;

use super::super::Db;
use super::rooms::room_id;
use super::{Connection, Queries, ROWS_AT_ONCE, Result, filled_up, unsigned};
use crate::{COMMAND_REPEATED_WITHIN, RoomChange, RoomMembership};

impl Queries {
    pub(crate) async fn my_games(&self, user: UserId, now: Timestamp, limit: u32) -> Result<Vec<RoomId>> {
        let rows = self
            .pools
            .rooms
            .run(async |connection| {
                let sql = "SELECT room_id FROM own_rooms WHERE user_id = $1 AND own_until > $2
                           ORDER BY own_until DESC, room_id DESC LIMIT $3";
                Ok(query(sql).bind(user.0).bind(now.0).bind(i64::from(limit)).fetch_all(connection).await?)
            })
            .await?;
        rows.iter().map(|row| room_id(row.try_get(0)?)).collect()
    }

    pub(crate) async fn count_seats(&self, user: UserId) -> Result<u64> {
        let row = self.pools.rooms.run(async |connection| {
            let sql = "SELECT count(*) AS seats FROM own_rooms WHERE user_id = $1 AND own_until = $2";
            Ok(query(sql).bind(user.0).bind(Timestamp::MAX.0).fetch_one(connection).await?)
        });
        unsigned(row.await?.try_get("seats")?)
    }

    pub(crate) async fn waiting_rooms_of(&self, users: &[UserId]) -> Result<Vec<RoomId>> {
        let mut rooms = Vec::new();
        for users in users.chunks(ROWS_AT_ONCE) {
            let rows = self.pools.rooms.run(async |connection| {
                let mut sql = QueryBuilder::<Db>::new(
                    "SELECT DISTINCT id FROM own_rooms JOIN rooms ON id = room_id
                     WHERE status = 'waiting' AND visibility = 'public' AND own_until = ",
                );
                sql.push_bind(Timestamp::MAX.0).push(" AND user_id IN (");
                let mut list = sql.separated(", ");
                for user in filled_up(users) {
                    list.push_bind(user.0);
                }
                sql.push(")");
                Ok(sql.build().fetch_all(connection).await?)
            });
            for row in &rows.await? {
                rooms.push(room_id(row.try_get(0)?)?);
            }
        }
        Ok(rooms)
    }

    pub(crate) async fn live_rooms_of(&self, users: &[UserId]) -> Result<HashMap<UserId, RoomId>> {
        let mut rooms = HashMap::new();
        for users in users.chunks(ROWS_AT_ONCE) {
            let rows = self.pools.history.run(async |connection| {
                let mut sql = QueryBuilder::<Db>::new(
                    "SELECT user_id, id FROM own_rooms JOIN rooms ON id = room_id
                     WHERE status = 'playing' AND visibility = 'public' AND NOT by_correspondence AND own_until = ",
                );
                sql.push_bind(Timestamp::MAX.0).push(" AND user_id IN (");
                let mut list = sql.separated(", ");
                for user in filled_up(users) {
                    list.push_bind(user.0);
                }
                sql.push(") ORDER BY created_at");
                Ok(sql.build().fetch_all(connection).await?)
            });
            for row in &rows.await? {
                rooms.insert(UserId(row.try_get("user_id")?), room_id(row.try_get("id")?)?);
            }
        }
        Ok(rooms)
    }

    pub(crate) async fn rooms_of_seeks(&self, seeks: &[Uuid]) -> Result<Vec<(Uuid, RoomId)>> {
        let mut rooms = Vec::new();
        for seeks in seeks.chunks(ROWS_AT_ONCE) {
            let rows = self.pools.rooms.run(async |connection| {
                let mut sql =
                    QueryBuilder::<Db>::new("SELECT seek_id, room_id FROM own_rooms WHERE seek_id IN (");
                let mut list = sql.separated(", ");
                for seek in filled_up(seeks) {
                    list.push_bind(*seek);
                }
                sql.push(")");
                Ok(sql.build().fetch_all(connection).await?)
            });
            for row in &rows.await? {
                rooms.push((row.try_get("seek_id")?, room_id(row.try_get("room_id")?)?));
            }
        }
        Ok(rooms)
    }

    pub(crate) async fn seek_begun_by(
        &self,
        user: UserId,
        command: &str,
        since: Timestamp,
    ) -> Result<Option<(Uuid, RoomId)>> {
        let row = self.pools.rooms.run(async |connection| {
            let sql = "SELECT seek_id, room_id FROM own_rooms JOIN rooms ON id = room_id
                       WHERE user_id = $1 AND seek_command = $2 AND created_at > $3 AND seek_id = (
                           SELECT seek_id FROM own_rooms WHERE user_id = $1 AND seek_id IS NOT NULL
                           ORDER BY seek_id DESC LIMIT 1
                       )";
            let row = query(sql).bind(user.0).bind(command).bind(since.0);
            Ok(row.fetch_optional(connection).await?)
        });
        let Some(row) = row.await? else { return Ok(None) };
        Ok(Some((row.try_get("seek_id")?, room_id(row.try_get("room_id")?)?)))
    }

    pub(crate) async fn owners_of(&self, room: RoomId) -> Result<RoomMembership> {
        let rows = self
            .pools
            .rooms
            .run(async |connection| {
                let sql = "SELECT user_id, own_until FROM own_rooms WHERE room_id = $1 ORDER BY user_id";
                Ok(query(sql).bind(room.as_str()).fetch_all(connection).await?)
            })
            .await?;
        let mut own = RoomMembership { users: Vec::with_capacity(rows.len()), until: Timestamp::MIN };
        for row in &rows {
            own.users.push(UserId(row.try_get::<Uuid, _>(0)?));
            own.until = own.until.max(Timestamp(row.try_get(1)?));
        }
        Ok(own)
    }
}

/// Updates the membership rows of rooms.
pub(super) async fn update_owners(connection: &mut Connection, changes: &[&RoomChange]) -> Result<()> {
    // A statement would apply any of several changes of the same row, not the last.
    let mut rows: BTreeMap<(RoomId, UserId), Option<Timestamp>> = BTreeMap::new();
    for change in changes {
        for &user in &change.own_no_more {
            rows.insert((change.room, user), None);
        }
        if let Some(own) = &change.own {
            rows.extend(own.users.iter().map(|&user| ((change.room, user), Some(own.until))));
        }
    }
    let gone: Vec<_> = rows.iter().filter(|(_, until)| until.is_none()).map(|(key, _)| *key).collect();
    for (room, user) in gone {
        let sql = "DELETE FROM own_rooms WHERE room_id = $1 AND user_id = $2";
        query(sql).bind(room.as_str()).bind(user.0).execute(&mut *connection).await?;
    }
    let seeks: HashMap<_, _> = changes
        .iter()
        .filter_map(|change| Some((change.room, change.new.as_ref()?)))
        .flat_map(|(room, new)| new.seeks.iter().map(move |seek| ((room, seek.user), seek)))
        .collect();
    forget_commands_before(connection, changes).await?;
    let own: Vec<_> = rows.into_iter().filter_map(|(key, until)| Some((key, until?))).collect();
    for rows in own.chunks(ROWS_AT_ONCE) {
        let mut sql = QueryBuilder::<Db>::new(
            "INSERT INTO own_rooms (room_id, user_id, own_until, seek_id, seek_command) SELECT DISTINCT * FROM (",
        );
        sql.push_values(filled_up(rows), |mut row, (key @ (room, user), until)| {
            let seek = seeks.get(key);
            row.push_bind(room.to_string()).push_bind(user.0).push_bind(until.0);
            row.push_bind(seek.map(|seek| seek.id)).push_bind(seek.and_then(|seek| seek.command.clone()));
        });
        // Without a condition SQLite would parse `ON CONFLICT` as a join.
        sql.push(
            ") AS own WHERE true ON CONFLICT (room_id, user_id) DO UPDATE SET own_until = excluded.own_until",
        );
        sql.build().execute(&mut *connection).await?;
    }
    Ok(())
}

/// Forgets the commands of seeks that have started earlier games, if the command of a new game has the same id and comes so much later that
/// it is another one.
async fn forget_commands_before(connection: &mut Connection, changes: &[&RoomChange]) -> Result<()> {
    let new = changes.iter().filter_map(|change| change.new.as_ref());
    let seeks: Vec<_> = new.flat_map(|new| new.seeks.iter().map(|seek| (seek, new.row.created_at))).collect();
    for (seek, created_at) in seeks {
        let Some(command) = &seek.command else { continue };
        let sql = "UPDATE own_rooms SET seek_command = NULL WHERE user_id = $1 AND seek_command = $2
                   AND room_id IN (SELECT id FROM rooms WHERE id = room_id AND created_at <= $3)";
        let before = created_at - COMMAND_REPEATED_WITHIN;
        query(sql).bind(seek.user.0).bind(command).bind(before.0).execute(&mut *connection).await?;
    }
    Ok(())
}
