//! Queries for conversations of two accounts.

use std::collections::HashMap;

use sqlx::{Connection as _, QueryBuilder, Row, query};
use sumito_game::{Timestamp, UserId};
use uuid::Uuid;

use super::super::{BEGIN, Db};
use super::accounts::hold_user;
use super::chat::{LINES, line_row};
use super::stale::first_id;
use super::users::user_row;
use super::{Connection, DbRow, Queries, Result, unsigned};
use crate::{
    AddedLine, COUNTED_LINES, ConversationLimits, ConversationRow, ConversationView, HiddenConversation,
    LineRow, NewLine, StoreError, UserPair,
};

/// Selects the unread lines in a row of `conversations`.
const UNREAD: &str = "SELECT 1 FROM chat_lines WHERE chat_lines.channel = conversations.channel
    AND chat_lines.id > conversations.read_line AND chat_lines.user_id = conversations.other_id";

impl Queries {
    pub(crate) async fn may_converse(&self, pair: UserPair) -> Result<bool> {
        self.pools.rooms.run(async |connection| may_converse(connection, pair).await).await
    }

    pub(crate) async fn conversations(
        &self,
        user: UserId,
        before: Option<Uuid>,
        limit: u32,
    ) -> Result<Vec<ConversationRow>> {
        let mut sql = QueryBuilder::<Db>::new(
            "SELECT users.*, conversations.last_line, latest.id AS latest_id, (SELECT count(*) FROM (",
        );
        sql.push(UNREAD).push(" LIMIT ").push_bind(i64::from(COUNTED_LINES));
        sql.push(
            ") AS unread) AS unread
             FROM conversations JOIN users ON users.id = conversations.other_id
             JOIN chat_lines AS latest ON latest.id = (
                 SELECT chat_lines.id FROM chat_lines WHERE chat_lines.channel = conversations.channel
                 AND chat_lines.id > conversations.hidden_line ORDER BY chat_lines.id DESC LIMIT 1)
             WHERE conversations.user_id = ",
        );
        sql.push_bind(user.0);
        if let Some(before) = before {
            sql.push(" AND conversations.last_line < ").push_bind(before);
        }
        sql.push(" ORDER BY conversations.last_line DESC LIMIT ").push_bind(i64::from(limit));
        let (rows, mut lines) = self
            .pools
            .history
            .run(async |connection| {
                let rows = sql.build().fetch_all(&mut *connection).await?;
                let ids = rows.iter().map(|row| Ok(row.try_get("latest_id")?)).collect::<Result<Vec<_>>>()?;
                let lines = lines_by_id(connection, &ids).await?;
                Ok((rows, lines))
            })
            .await?;
        let mut conversations = Vec::new();
        for row in &rows {
            // A line that was removed between the two queries takes its conversation out of this page.
            let Some(line) = lines.remove(&row.try_get("latest_id")?) else { continue };
            conversations.push(ConversationRow {
                partner: user_row(row)?,
                place: row.try_get("last_line")?,
                line,
                unread: counted(row, "unread")?,
            });
        }
        Ok(conversations)
    }

    pub(crate) async fn unread_conversations(&self, user: UserId) -> Result<u32> {
        let row = self.pools.history.run(async |connection| {
            let mut sql = QueryBuilder::<Db>::new(
                "SELECT count(*) AS unread FROM (SELECT 1 FROM conversations WHERE conversations.user_id = ",
            );
            sql.push_bind(user.0).push(" AND conversations.last_line > conversations.read_line AND EXISTS (");
            sql.push(UNREAD).push(") LIMIT ").push_bind(i64::from(COUNTED_LINES)).push(") AS counted");
            Ok(sql.build().fetch_one(connection).await?)
        });
        counted(&row.await?, "unread")
    }

    pub(crate) async fn conversation_view(
        &self,
        pair: UserPair,
        user: UserId,
    ) -> Result<Option<ConversationView>> {
        self.pools.rooms.run(async |connection| view(connection, pair, user).await).await
    }

    pub(crate) async fn lines_between(
        &self,
        channel: &str,
        before: Option<Uuid>,
        after: Uuid,
        limit: u32,
    ) -> Result<Vec<LineRow>> {
        let rows = self.pools.history.run(async |connection| {
            let mut sql = QueryBuilder::<Db>::new(LINES);
            sql.push("channel = ").push_bind(channel).push(" AND chat_lines.id > ").push_bind(after);
            if let Some(before) = before {
                sql.push(" AND chat_lines.id < ").push_bind(before);
            }
            sql.push(" ORDER BY chat_lines.id DESC LIMIT ").push_bind(i64::from(limit));
            Ok(sql.build().fetch_all(connection).await?)
        });
        rows.await?.iter().map(line_row).collect()
    }

    pub(crate) async fn read_conversation(
        &self,
        pair: UserPair,
        user: UserId,
        line: Uuid,
    ) -> Result<Option<bool>> {
        let Some(partner) = pair.partner(user) else { return Ok(None) };
        self.write(&self.pools.users, async |connection| {
            let mut transaction = connection.begin_with(BEGIN).await?;
            let sql =
                "UPDATE conversations SET read_line = CASE WHEN last_line < $3 THEN last_line ELSE $3 END
                       WHERE user_id = $1 AND other_id = $2 AND read_line < $3 AND read_line < last_line";
            let read = query(sql).bind(user.0).bind(partner.0).bind(line);
            if read.execute(&mut *transaction).await?.rows_affected() == 0 {
                return Ok(None);
            }
            let is_unread = has_unread(&mut transaction, user, partner).await?;
            transaction.commit().await?;
            Ok(Some(is_unread))
        })
        .await
    }

    pub(crate) async fn hide_conversation(
        &self,
        pair: UserPair,
        user: UserId,
    ) -> Result<Option<HiddenConversation>> {
        let Some(partner) = pair.partner(user) else { return Ok(None) };
        self.write(&self.pools.users, async |connection| {
            let mut transaction = connection.begin_with(BEGIN).await?;
            let sql = "UPDATE conversations SET hidden_line = last_line, read_line = last_line
                       WHERE user_id = $1 AND other_id = $2 RETURNING hidden_line";
            let hidden = query(sql).bind(user.0).bind(partner.0).fetch_optional(&mut *transaction).await?;
            let Some(hidden) = hidden else { return Ok(None) };
            let until: Uuid = hidden.try_get("hidden_line")?;
            let other = view(&mut transaction, pair, partner).await?;
            transaction.commit().await?;
            let until_for_both = other.map_or(Uuid::nil(), |other| other.hidden.min(until));
            Ok(Some(HiddenConversation { until, until_for_both }))
        })
        .await
    }

    pub(crate) async fn forget_conversations(&self, before: Timestamp, limit: u32) -> Result<u64> {
        let before = first_id(before);
        self.write(&self.pools.users, async |connection| {
            let sql = "DELETE FROM conversations WHERE last_line < $1 AND (user_id, other_id) IN (
                           SELECT user_id, other_id FROM conversations WHERE last_line < $1
                           ORDER BY last_line LIMIT $2)";
            let forgotten = query(sql).bind(before).bind(i64::from(limit)).execute(connection).await?;
            Ok(forgotten.rows_affected())
        })
        .await
    }
}

/// Checks whether a line may be stored in the conversation of its author.
pub(super) async fn check_author(
    connection: &mut Connection,
    pair: UserPair,
    author: UserId,
) -> Result<Option<AddedLine>> {
    let may_write = pair.partner(author).is_some() && may_converse(connection, pair).await?;
    Ok((!may_write).then_some(AddedLine::NotFriends))
}

/// Starts a conversation, or starts it anew for a user who has deleted it.
pub(super) async fn open(
    connection: &mut Connection,
    pair: UserPair,
    limits: ConversationLimits,
) -> Result<Option<AddedLine>> {
    for user in pair.users() {
        let Some(partner) = pair.partner(user) else { continue };
        let sql =
            "SELECT 1 FROM conversations WHERE user_id = $1 AND other_id = $2 AND last_line > hidden_line";
        if query(sql).bind(user.0).bind(partner.0).fetch_optional(&mut *connection).await?.is_some() {
            continue;
        }
        hold_user(connection, user).await?;
        let sql =
            "SELECT count(*) AS count FROM conversations WHERE user_id = $1 AND last_line > hidden_line";
        let count = query(sql).bind(user.0).fetch_one(&mut *connection).await?;
        if unsigned(count.try_get("count")?)? >= u64::from(limits.per_user) {
            return Ok(Some(AddedLine::TooManyConversations { of: user }));
        }
        let sql = "INSERT INTO conversations (user_id, other_id, channel, last_line, read_line, hidden_line)
                   VALUES ($1, $2, $3, $4, $4, $4) ON CONFLICT (user_id, other_id) DO NOTHING";
        query(sql)
            .bind(user.0)
            .bind(partner.0)
            .bind(pair.channel())
            .bind(Uuid::nil())
            .execute(&mut *connection)
            .await?;
    }
    Ok(None)
}

/// Records the last line of a conversation, before it is inserted. Its author has read the lines before it. Returns whether it is the
/// partner's first unread line.
pub(super) async fn advance(
    connection: &mut Connection,
    pair: UserPair,
    line: &NewLine,
    id: Uuid,
) -> Result<bool> {
    let author = line.author.id;
    let Some(partner) = pair.partner(author) else { return Ok(false) };
    let is_first = !has_unread(connection, partner, author).await?;
    let sql = "UPDATE conversations SET last_line = $3, read_line = $3 WHERE user_id = $1 AND other_id = $2";
    query(sql).bind(author.0).bind(partner.0).bind(id).execute(&mut *connection).await?;
    let sql = "UPDATE conversations SET last_line = $3 WHERE user_id = $1 AND other_id = $2";
    query(sql).bind(partner.0).bind(author.0).bind(id).execute(&mut *connection).await?;
    Ok(is_first)
}

/// Deletes the oldest lines of a conversation above the limit.
pub(super) async fn trim(
    connection: &mut Connection,
    pair: UserPair,
    limits: ConversationLimits,
) -> Result<()> {
    let sql = "DELETE FROM chat_lines WHERE channel = $1 AND id <= (
                   SELECT id FROM chat_lines WHERE channel = $1 ORDER BY id DESC LIMIT 1 OFFSET $2)";
    query(sql).bind(pair.channel()).bind(i64::from(limits.lines)).execute(connection).await?;
    Ok(())
}

/// Deletes lines of a user's conversations, including the partners' lines: no user can read them without the conversation.
pub(super) async fn erase_lines(connection: &mut Connection, user: UserId, limit: i64) -> Result<u64> {
    let sql = "DELETE FROM chat_lines WHERE id IN (
                   SELECT chat_lines.id FROM conversations
                   JOIN chat_lines ON chat_lines.channel = conversations.channel
                   WHERE conversations.user_id = $1 LIMIT $2)";
    Ok(query(sql).bind(user.0).bind(limit).execute(connection).await?.rows_affected())
}

async fn may_converse(connection: &mut Connection, pair: UserPair) -> Result<bool> {
    let [low, high] = pair.users();
    let sql = "SELECT 1 FROM users AS low JOIN users AS high ON high.id = $2
               WHERE low.id = $1 AND NOT low.guest AND NOT high.guest
               AND EXISTS (SELECT 1 FROM follows WHERE user_id = $1 AND followed_id = $2)
               AND EXISTS (SELECT 1 FROM follows WHERE user_id = $2 AND followed_id = $1)
               AND NOT EXISTS (SELECT 1 FROM blocks WHERE user_id = $1 AND blocked_id = $2)
               AND NOT EXISTS (SELECT 1 FROM blocks WHERE user_id = $2 AND blocked_id = $1)";
    Ok(query(sql).bind(low.0).bind(high.0).fetch_optional(connection).await?.is_some())
}

async fn view(connection: &mut Connection, pair: UserPair, user: UserId) -> Result<Option<ConversationView>> {
    let Some(partner) = pair.partner(user) else { return Ok(None) };
    let sql = "SELECT read_line, hidden_line FROM conversations WHERE user_id = $1 AND other_id = $2";
    let row = query(sql).bind(user.0).bind(partner.0).fetch_optional(connection).await?;
    let view = |row: DbRow| {
        Ok::<_, StoreError>(ConversationView {
            read: row.try_get("read_line")?,
            hidden: row.try_get("hidden_line")?,
        })
    };
    row.map(view).transpose()
}

/// Returns whether a user has unread lines of a partner.
async fn has_unread(connection: &mut Connection, user: UserId, partner: UserId) -> Result<bool> {
    let mut sql = QueryBuilder::<Db>::new("SELECT 1 FROM conversations WHERE conversations.user_id = ");
    sql.push_bind(user.0).push(" AND conversations.other_id = ").push_bind(partner.0);
    sql.push(" AND EXISTS (").push(UNREAD).push(")");
    Ok(sql.build().fetch_optional(connection).await?.is_some())
}

async fn lines_by_id(connection: &mut Connection, ids: &[Uuid]) -> Result<HashMap<Uuid, LineRow>> {
    if ids.is_empty() {
        return Ok(HashMap::new());
    }
    let mut sql = QueryBuilder::<Db>::new(LINES);
    sql.push("chat_lines.id IN (");
    let mut list = sql.separated(", ");
    for id in super::filled_up(ids) {
        list.push_bind(*id);
    }
    sql.push(")");
    let rows = sql.build().fetch_all(connection).await?;
    rows.iter().map(|row| Ok((row.try_get("line_id")?, line_row(row)?))).collect()
}

fn counted(row: &DbRow, column: &str) -> Result<u32> {
    Ok(u32::try_from(unsigned(row.try_get(column)?)?).unwrap_or(u32::MAX))
}
