//! Queries for users and bots.

use std::cmp::Ordering;
use std::collections::HashMap;

use sqlx::{Connection as _, QueryBuilder, Row, query};
use sumito_game::{Timestamp, UserId};
use sumito_rules::Mode;

use super::super::{BEGIN, Db};
use super::sessions::insert;
use super::{DbRow, Queries, ROWS_AT_ONCE, Result, filled_up, unsigned};
use crate::{BotCursor, BotRow, ListedBot, NewSession, Role, StoreError, UserRow};
use sumito_kit::names::Called;
use sumito_kit::text::Text;

impl Queries {
    pub(crate) async fn names_of(&self, users: &[UserId]) -> Result<HashMap<UserId, Called>> {
        let mut names = HashMap::with_capacity(users.len());
        for users in users.chunks(ROWS_AT_ONCE) {
            let ids: Vec<_> = users.iter().map(|user| user.0).collect();
            let rows = self.pools.rooms.run(async |connection| {
                let mut sql = QueryBuilder::<Db>::new("SELECT id, name, guest FROM users WHERE id IN (");
                let mut list = sql.separated(", ");
                for id in filled_up(&ids) {
                    list.push_bind(*id);
                }
                sql.push(")");
                Ok(sql.build().fetch_all(connection).await?)
            });
            for row in rows.await? {
                let called = Called { name: row.try_get("name")?, guest: row.try_get("guest")? };
                names.insert(UserId(row.try_get("id")?), called);
            }
        }
        Ok(names)
    }

    pub(crate) async fn add_user(&self, user: &UserRow, session: &NewSession) -> Result<()> {
        self.write(&self.pools.users, async |connection| {
            let mut transaction = connection.begin_with(BEGIN).await?;
            query("INSERT INTO users (id, name, guest, created_at) VALUES ($1, $2, $3, $4)")
                .bind(user.id.0)
                .bind(&user.name)
                .bind(user.guest)
                .bind(user.created_at.0)
                .execute(&mut *transaction)
                .await?;
            insert(&mut transaction, user.id, session).await?;
            Ok(transaction.commit().await?)
        })
        .await
    }

    pub(crate) async fn add_computers(&self, users: &[UserRow]) -> Result<()> {
        self.write(&self.pools.users, async |connection| {
            let mut sql = QueryBuilder::<Db>::new("INSERT INTO users (id, name, guest, bot, created_at) ");
            sql.push_values(users, |mut row, user| {
                row.push_bind(user.id.0)
                    .push_bind(&user.name)
                    .push_bind(user.guest)
                    .push_bind(user.bot)
                    .push_bind(user.created_at.0);
            });
            sql.push(" ON CONFLICT (id) DO NOTHING");
            sql.build().execute(connection).await?;
            Ok(())
        })
        .await
    }

    pub(crate) async fn set_bot(&self, user: UserId, accepts: &str, now: Timestamp) -> Result<()> {
        self.write(&self.pools.users, async |connection| {
            let mut transaction = connection.begin_with(BEGIN).await?;
            query("UPDATE users SET bot = $2 WHERE id = $1")
                .bind(user.0)
                .bind(true)
                .execute(&mut *transaction)
                .await?;
            let sql = "INSERT INTO bots (user_id, accepts, updated_at) VALUES ($1, $2, $3)
                       ON CONFLICT (user_id) DO UPDATE SET accepts = excluded.accepts, updated_at = excluded.updated_at";
            query(sql).bind(user.0).bind(accepts).bind(now.0).execute(&mut *transaction).await?;
            Ok(transaction.commit().await?)
        })
        .await
    }

    pub(crate) async fn bot(&self, user: UserId) -> Result<Option<BotRow>> {
        let row = self.pools.rooms.run(async |connection| {
            let mut sql = bots();
            sql.push(" WHERE bots.user_id = ").push_bind(user.0);
            Ok(sql.build().fetch_optional(connection).await?)
        });
        row.await?.as_ref().map(bot_row).transpose()
    }

    pub(crate) async fn bots_after(&self, after: Option<UserId>, limit: u32) -> Result<Vec<UserId>> {
        let rows = self.pools.history.run(async |connection| {
            let mut sql = QueryBuilder::<Db>::new("SELECT user_id FROM bots");
            if let Some(after) = after {
                sql.push(" WHERE user_id > ").push_bind(after.0);
            }
            sql.push(" ORDER BY user_id LIMIT ").push_bind(i64::from(limit));
            Ok(sql.build().fetch_all(connection).await?)
        });
        rows.await?.iter().map(|row| Ok(UserId(row.try_get("user_id")?))).collect()
    }

    pub(crate) async fn set_bot_author(&self, user: UserId, author: &Text) -> Result<()> {
        self.write(&self.pools.users, async |connection| {
            let sql = "UPDATE bots SET author = $2 WHERE user_id = $1";
            query(sql).bind(user.0).bind(author.as_str()).execute(connection).await?;
            Ok(())
        })
        .await
    }

    pub(crate) async fn bots(
        &self,
        mode: Mode,
        users: Option<&[UserId]>,
        after: Option<BotCursor>,
        limit: u32,
    ) -> Result<Vec<ListedBot>> {
        let parts = match users {
            Some(users) => users.chunks(ROWS_AT_ONCE).map(Some).collect(),
            None => vec![None],
        };
        let mut found = Vec::new();
        for users in parts {
            let mut sql = listed_bots(mode, users, after, limit);
            let rows =
                self.pools.history.run(async |connection| Ok(sql.build().fetch_all(connection).await?));
            for row in &rows.await? {
                found.push(ListedBot {
                    bot: bot_row(row)?,
                    author: row.try_get("author")?,
                    played: unsigned(row.try_get("played")?)?,
                    value: row.try_get("listed_value")?,
                });
            }
        }
        let place = |listed: &ListedBot| (listed.value, listed.bot.user.id.0);
        found.sort_by(|one, other| place(other).partial_cmp(&place(one)).unwrap_or(Ordering::Equal));
        found.truncate(limit as usize);
        Ok(found)
    }
}

/// Returns the query for a page of bots.
fn listed_bots(
    mode: Mode,
    users: Option<&[UserId]>,
    after: Option<BotCursor>,
    limit: u32,
) -> QueryBuilder<Db> {
    let mut sql = QueryBuilder::<Db>::new("SELECT * FROM (SELECT");
    sql.push(BOT_COLUMNS).push_bind(Timestamp::MAX.0);
    sql.push(
        ") AS seats, bots.author, coalesce(value, 0.0) AS listed_value,
         (SELECT CAST(coalesce(sum(games), 0) AS BIGINT) FROM player_statistics
          WHERE player_statistics.user_id = bots.user_id AND public) AS played
         FROM bots JOIN users ON users.id = bots.user_id
         LEFT JOIN ratings ON ratings.user_id = bots.user_id AND speed = 'bots' AND mode = ",
    );
    sql.push_bind(mode.name()).push(" WHERE ");
    match users {
        None => {
            sql.push("users.name_key IS NOT NULL");
        }
        Some(users) => {
            sql.push("bots.user_id IN (");
            let mut list = sql.separated(", ");
            for user in filled_up(users) {
                list.push_bind(user.0);
            }
            sql.push(")");
        }
    }
    sql.push(") AS listed");
    if let Some(BotCursor { value, user }) = after {
        sql.push(" WHERE (listed_value, id) < (").push_bind(value).push(", ").push_bind(user.0).push(")");
    }
    sql.push(" ORDER BY listed_value DESC, id DESC LIMIT ").push_bind(i64::from(limit));
    sql
}

/// The columns of a bot, up to the time that its open rooms have.
const BOT_COLUMNS: &str =
    " users.id, users.name, users.guest, users.bot, users.role, users.created_at, bots.accepts,
    (SELECT count(*) FROM own_rooms WHERE own_rooms.user_id = bots.user_id AND own_until = ";

/// Returns the query for all bots.
fn bots() -> QueryBuilder<Db> {
    let mut sql = QueryBuilder::<Db>::new("SELECT");
    sql.push(BOT_COLUMNS)
        .push_bind(Timestamp::MAX.0)
        .push(") AS seats FROM bots JOIN users ON users.id = bots.user_id");
    sql
}

/// Reads a user from a row with all its columns.
pub(super) fn user_row(row: &DbRow) -> Result<UserRow> {
    let role: &str = row.try_get("role")?;
    let role = Role::parse(role).ok_or_else(|| StoreError::Corrupt(format!("role {role:?}")))?;
    Ok(UserRow {
        id: UserId(row.try_get("id")?),
        name: row.try_get("name")?,
        guest: row.try_get("guest")?,
        bot: row.try_get("bot")?,
        role,
        created_at: Timestamp(row.try_get("created_at")?),
    })
}

/// Reads a user from a row in which all its columns start with `who_`.
pub(super) fn user_row_of(row: &DbRow, who: &str) -> Result<UserRow> {
    let column = |name: &str| format!("{who}_{name}");
    let role: &str = row.try_get(column("role").as_str())?;
    Ok(UserRow {
        id: UserId(row.try_get(column("id").as_str())?),
        name: row.try_get(column("name").as_str())?,
        guest: row.try_get(column("guest").as_str())?,
        bot: row.try_get(column("bot").as_str())?,
        role: Role::parse(role).ok_or_else(|| StoreError::Corrupt(format!("role {role:?}")))?,
        created_at: Timestamp(row.try_get(column("created_at").as_str())?),
    })
}

fn bot_row(row: &DbRow) -> Result<BotRow> {
    let seats = unsigned(row.try_get("seats")?)?;
    Ok(BotRow { user: user_row(row)?, accepts: row.try_get("accepts")?, seats })
}
