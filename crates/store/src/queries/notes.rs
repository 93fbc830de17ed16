//! Queries for private notes.

use sqlx::{Connection as _, Row, query};
use sumito_game::{GameId, Timestamp, UserId};

use super::super::BEGIN;
use super::accounts::hold_user;
use super::{Queries, Result, unsigned};
use crate::NoteRow;

impl Queries {
    pub(crate) async fn note(&self, user: UserId, game: GameId) -> Result<Option<NoteRow>> {
        let row = self.pools.rooms.run(async |connection| {
            let sql = "SELECT body, changed_at FROM game_notes WHERE user_id = $1 AND game_id = $2";
            Ok(query(sql).bind(user.0).bind(game.0).fetch_optional(connection).await?)
        });
        let Some(row) = row.await? else { return Ok(None) };
        let (text, changed_at) = (row.try_get("body")?, Timestamp(row.try_get("changed_at")?));
        Ok(Some(NoteRow { text, changed_at }))
    }

    pub(crate) async fn set_note(
        &self,
        user: UserId,
        game: GameId,
        note: &NoteRow,
        limit: u32,
    ) -> Result<bool> {
        self.write(&self.pools.users, async |connection| {
            let mut transaction = connection.begin_with(BEGIN).await?;
            hold_user(&mut transaction, user).await?;
            let sql = "SELECT count(*) AS count FROM game_notes WHERE user_id = $1 AND game_id <> $2";
            let row = query(sql).bind(user.0).bind(game.0).fetch_one(&mut *transaction).await?;
            if unsigned(row.try_get("count")?)? >= u64::from(limit) {
                return Ok(false);
            }
            let sql = "INSERT INTO game_notes (user_id, game_id, body, changed_at) VALUES ($1, $2, $3, $4)
                       ON CONFLICT (user_id, game_id) DO UPDATE SET body = excluded.body, changed_at = excluded.changed_at";
            let insert = query(sql).bind(user.0).bind(game.0).bind(&note.text).bind(note.changed_at.0);
            insert.execute(&mut *transaction).await?;
            transaction.commit().await?;
            Ok(true)
        })
        .await
    }

    pub(crate) async fn remove_note(&self, user: UserId, game: GameId) -> Result<()> {
        self.write(&self.pools.users, async |connection| {
            let sql = "DELETE FROM game_notes WHERE user_id = $1 AND game_id = $2";
            query(sql).bind(user.0).bind(game.0).execute(connection).await?;
            Ok(())
        })
        .await
    }
}
