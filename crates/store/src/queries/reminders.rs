//! Queries for reminders of turns.

use sqlx::{Row, query};
use sumito_game::{RoomId, UserId};

use super::{Queries, Result};
use crate::ReminderRow;

impl Queries {
    pub(crate) async fn reminders(&self, user: UserId, room: RoomId) -> Result<Option<ReminderRow>> {
        let row = self.pools.rooms.run(async |connection| {
            let sql = "SELECT push_turns, mail_turns FROM own_rooms WHERE room_id = $1 AND user_id = $2";
            Ok(query(sql).bind(room.to_string()).bind(user.0).fetch_optional(connection).await?)
        });
        let Some(row) = row.await? else { return Ok(None) };
        Ok(Some(ReminderRow { push: row.try_get("push_turns")?, mail: row.try_get("mail_turns")? }))
    }

    pub(crate) async fn set_reminders(
        &self,
        user: UserId,
        room: RoomId,
        reminders: &ReminderRow,
    ) -> Result<bool> {
        self.write(&self.pools.users, async |connection| {
            let sql =
                "UPDATE own_rooms SET push_turns = $3, mail_turns = $4 WHERE room_id = $1 AND user_id = $2";
            let update =
                query(sql).bind(room.to_string()).bind(user.0).bind(reminders.push).bind(&reminders.mail);
            Ok(update.execute(connection).await?.rows_affected() > 0)
        })
        .await
    }
}
