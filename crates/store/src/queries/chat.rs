//! Queries for chat lines in rooms, lobbies and tournaments.

use sqlx::{Connection as _, QueryBuilder, Row, query};
use sumito_game::Timestamp;
use uuid::Uuid;

use super::super::{BEGIN, Db};
use super::moderation::log;
use super::users::user_row;
use super::{DbRow, Queries, ROWS_AT_ONCE, Result};
use crate::{LineContent, LineRow, LineSelector, ModerationAction, Preset, StoreError};
use sumito_kit::text::Text;

/// Query for lines with their authors.
const LINES: &str = "SELECT users.id, users.name, users.guest, users.bot, users.role, users.created_at,
    chat_lines.id AS line_id, channel, at, text, preset, command_id
    FROM chat_lines JOIN users ON users.id = chat_lines.user_id WHERE ";

impl Queries {
    pub(crate) async fn add_lines(&self, lines: &[LineRow]) -> Result<()> {
        self.write(&self.pools.users, async |connection| {
            let mut transaction = connection.begin_with(BEGIN).await?;
            for lines in lines.chunks(ROWS_AT_ONCE) {
                let mut sql = QueryBuilder::<Db>::new(
                    "INSERT INTO chat_lines (id, channel, user_id, at, text, preset, command_id) ",
                );
                sql.push_values(lines, |mut row, line| {
                    let (text, preset) = match &line.said {
                        LineContent::Text(text) => (Some(text.as_str()), None),
                        LineContent::Preset(preset) => (None, Some(preset.as_str())),
                    };
                    row.push_bind(line.id)
                        .push_bind(line.channel.as_str())
                        .push_bind(line.author.id.0)
                        .push_bind(line.at.0)
                        .push_bind(text)
                        .push_bind(preset)
                        .push_bind(line.command.as_deref());
                });
                sql.build().execute(&mut *transaction).await?;
            }
            Ok(transaction.commit().await?)
        })
        .await
    }

    pub(crate) async fn last_lines(&self, channel: &str, limit: u32) -> Result<Vec<LineRow>> {
        let rows = self.pools.rooms.run(async |connection| {
            let mut sql = QueryBuilder::<Db>::new(LINES);
            sql.push("channel = ").push_bind(channel);
            sql.push(" ORDER BY chat_lines.id DESC LIMIT ").push_bind(i64::from(limit));
            Ok(sql.build().fetch_all(connection).await?)
        });
        rows.await?.iter().rev().map(line_row).collect()
    }

    pub(crate) async fn line(&self, id: Uuid) -> Result<Option<LineRow>> {
        let row = self.pools.rooms.run(async |connection| {
            let mut sql = QueryBuilder::<Db>::new(LINES);
            sql.push("chat_lines.id = ").push_bind(id);
            Ok(sql.build().fetch_optional(connection).await?)
        });
        row.await?.as_ref().map(line_row).transpose()
    }

    pub(crate) async fn remove_lines(
        &self,
        which: LineSelector,
        action: Option<&ModerationAction>,
        limit: u32,
    ) -> Result<u64> {
        self.write(&self.pools.users, async |connection| {
            let mut transaction = connection.begin_with(BEGIN).await?;
            let removed = match which {
                LineSelector::Line(id) => query("DELETE FROM chat_lines WHERE id = $1").bind(id),
                LineSelector::Of(user) => query(
                    "DELETE FROM chat_lines WHERE id IN (SELECT id FROM chat_lines WHERE user_id = $1 LIMIT $2)",
                )
                .bind(user.0)
                .bind(i64::from(limit)),
            };
            let removed = removed.execute(&mut *transaction).await?.rows_affected();
            if let Some(action) = action.filter(|_| removed > 0) {
                log(&mut transaction, action).await?;
            }
            transaction.commit().await?;
            Ok(removed)
        })
        .await
    }
}

fn line_row(row: &DbRow) -> Result<LineRow> {
    let (text, preset): (Option<String>, Option<String>) = (row.try_get("text")?, row.try_get("preset")?);
    let corrupt = || StoreError::Corrupt("a chat line of unknown content".to_owned());
    let said = match (text, preset) {
        (Some(text), None) => LineContent::Text(Text::stored(text)),
        (None, Some(word)) => LineContent::Preset(Preset::parse(&word).ok_or_else(corrupt)?),
        _ => return Err(corrupt()),
    };
    Ok(LineRow {
        id: row.try_get("line_id")?,
        channel: row.try_get("channel")?,
        author: user_row(row)?,
        at: Timestamp(row.try_get("at")?),
        said,
        command: row.try_get("command_id")?,
    })
}
