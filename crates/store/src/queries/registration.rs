//! Queries for registration links, and for the accounts that administrators create and list.

use sqlx::{Connection as _, QueryBuilder, Row, query};
use sumito_game::{Timestamp, UserId};
use uuid::Uuid;

use super::super::{BEGIN, Db, EXPLAIN, LOCKED, explained};
use super::accounts::insert_code;
use super::moderation::log;
use super::users::user_row;
use super::{Connection, DbRow, Queries, Result, unsigned};
use crate::{
    AccountSearch, ListedAccount, MailAddressKey, ModerationAction, NewAccount, NewRegistrationLink,
    RegistrationLinkRow, SanctionKind, TokenHash,
};

impl Queries {
    pub(crate) async fn add_registration_link(
        &self,
        link: &NewRegistrationLink,
        max: u32,
        action: Option<&ModerationAction>,
    ) -> Result<bool> {
        self.write(&self.pools.users, async |connection| {
            let mut transaction = connection.begin_with(BEGIN).await?;
            // Links are counted one after the other.
            let mut sql = QueryBuilder::<Db>::new("SELECT 1 FROM administration");
            sql.push(LOCKED);
            sql.build().fetch_optional(&mut *transaction).await?;
            let sql = "DELETE FROM registration_links WHERE expires_at <= $1 OR uses_left <= 0";
            query(sql).bind(link.created_at.0).execute(&mut *transaction).await?;
            let sql = "SELECT count(*) AS count FROM registration_links";
            let count: i64 = query(sql).fetch_one(&mut *transaction).await?.try_get("count")?;
            if count >= i64::from(max) {
                return Ok(false);
            }
            let sql =
                "INSERT INTO registration_links (id, code_hash, made_by, created_at, expires_at, uses_left)
                       VALUES ($1, $2, $3, $4, $5, $6)";
            query(sql)
                .bind(link.id)
                .bind(link.code.0.as_slice())
                .bind(link.made_by.map(|user| user.0))
                .bind(link.created_at.0)
                .bind(link.expires_at.0)
                .bind(i64::from(link.uses))
                .execute(&mut *transaction)
                .await?;
            if let Some(action) = action {
                log(&mut transaction, action).await?;
            }
            transaction.commit().await?;
            Ok(true)
        })
        .await
    }

    pub(crate) async fn registration_links(&self, now: Timestamp) -> Result<Vec<RegistrationLinkRow>> {
        let rows = self.pools.history.run(async |connection| {
            let sql = "SELECT registration_links.id, expires_at, uses_left, users.name
                       FROM registration_links LEFT JOIN users ON users.id = registration_links.made_by
                       WHERE expires_at > $1 AND uses_left > 0 ORDER BY registration_links.id DESC";
            Ok(query(sql).bind(now.0).fetch_all(connection).await?)
        });
        let link = |row: &DbRow| {
            Ok(RegistrationLinkRow {
                id: row.try_get("id")?,
                made_by: row.try_get("name")?,
                expires_at: Timestamp(row.try_get("expires_at")?),
                uses_left: u32::try_from(unsigned(row.try_get("uses_left")?)?).unwrap_or(u32::MAX),
            })
        };
        rows.await?.iter().map(link).collect()
    }

    pub(crate) async fn remove_registration_link(
        &self,
        id: Uuid,
        action: Option<&ModerationAction>,
    ) -> Result<bool> {
        self.write(&self.pools.users, async |connection| {
            let mut transaction = connection.begin_with(BEGIN).await?;
            let sql = "DELETE FROM registration_links WHERE id = $1";
            if query(sql).bind(id).execute(&mut *transaction).await?.rows_affected() == 0 {
                return Ok(false);
            }
            if let Some(action) = action {
                log(&mut transaction, action).await?;
            }
            transaction.commit().await?;
            Ok(true)
        })
        .await
    }

    pub(crate) async fn is_registration_link(&self, code: &TokenHash, now: Timestamp) -> Result<bool> {
        let row = self.pools.rooms.run(async |connection| {
            let sql = "SELECT 1 FROM registration_links
                       WHERE code_hash = $1 AND expires_at > $2 AND uses_left > 0";
            Ok(query(sql).bind(code.0.as_slice()).bind(now.0).fetch_optional(connection).await?)
        });
        Ok(row.await?.is_some())
    }

    pub(crate) async fn create_account(&self, account: &NewAccount) -> Result<bool> {
        self.write(&self.pools.users, async |connection| {
            let NewAccount { user, credentials, code, code_expires_at, mail } = account;
            let mut transaction = connection.begin_with(BEGIN).await?;
            let sql = "INSERT INTO users (id, name, guest, role, created_at, name_key, password_hash)
                       VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT DO NOTHING";
            let added = query(sql)
                .bind(user.id.0)
                .bind(&credentials.name)
                .bind(user.guest)
                .bind(user.role.as_str())
                .bind(user.created_at.0)
                .bind(&credentials.name_key)
                .bind(&credentials.password_hash)
                .execute(&mut *transaction)
                .await?;
            if added.rows_affected() == 0 {
                return Ok(false);
            }
            insert_code(&mut transaction, user.id, code, Some(*code_expires_at)).await?;
            if let Some(MailAddressKey { address, key }) = mail {
                let sql = "INSERT INTO mail_addresses (user_id, address, address_key, confirmed_at)
                           VALUES ($1, $2, $3, $4)";
                query(sql)
                    .bind(user.id.0)
                    .bind(address)
                    .bind(key)
                    .bind(user.created_at.0)
                    .execute(&mut *transaction)
                    .await?;
            }
            transaction.commit().await?;
            Ok(true)
        })
        .await
    }

    pub(crate) async fn has_no_people(&self) -> Result<bool> {
        let row = self.pools.history.run(async |connection| {
            let sql = "SELECT 1 FROM users WHERE NOT bot UNION ALL SELECT 1 FROM rooms UNION ALL SELECT 1 FROM games LIMIT 1";
            Ok(query(sql).fetch_optional(connection).await?)
        });
        Ok(row.await?.is_none())
    }

    pub(crate) async fn list_accounts(
        &self,
        search: &AccountSearch,
        now: Timestamp,
        limit: u32,
    ) -> Result<Vec<ListedAccount>> {
        let mut sql = listed("", search, now, limit);
        let rows =
            self.pools.history.run(async |connection| Ok(sql.build().fetch_all(connection).await?)).await?;
        rows.iter().map(listed_account).collect()
    }

    pub(crate) async fn explain_list_accounts(
        &self,
        search: &AccountSearch,
        now: Timestamp,
        limit: u32,
    ) -> Result<String> {
        let mut sql = listed(EXPLAIN, search, now, limit);
        let rows =
            self.pools.history.run(async |connection| Ok(sql.build().fetch_all(connection).await?)).await?;
        let lines: Vec<String> = rows.iter().map(explained).collect::<sqlx::Result<_>>()?;
        Ok(lines.join("\n"))
    }
}

/// Counts one use of a registration link, if there is one; returns whether it was valid.
pub(super) async fn use_registration_link(
    connection: &mut Connection,
    code: Option<&TokenHash>,
    now: Timestamp,
) -> Result<bool> {
    let Some(code) = code else { return Ok(true) };
    let sql = "UPDATE registration_links SET uses_left = uses_left - 1
               WHERE code_hash = $1 AND expires_at > $2 AND uses_left > 0";
    let used = query(sql).bind(code.0.as_slice()).bind(now.0).execute(connection).await?;
    Ok(used.rows_affected() > 0)
}

/// Removes the links that a user has made.
pub(super) async fn revoke_registration_links(connection: &mut Connection, user: UserId) -> Result<()> {
    let sql = "DELETE FROM registration_links WHERE made_by = $1";
    query(sql).bind(user.0).execute(connection).await?;
    Ok(())
}

/// Returns the query for a page of accounts: the rows come from one index, in its order, and the other columns from others.
fn listed(explain: &str, search: &AccountSearch, now: Timestamp, limit: u32) -> QueryBuilder<Db> {
    let mut sql = QueryBuilder::<Db>::new(explain);
    sql.push(
        "SELECT users.id, users.name, users.guest, users.bot, users.role, users.created_at, users.name_key,
                mail_addresses.address, mail_addresses.address_key,
                (SELECT max(last_used_at) FROM sessions WHERE sessions.user_id = users.id) AS seen_at",
    );
    for (kind, name) in [(SanctionKind::Ban, "banned"), (SanctionKind::Mute, "muted")] {
        sql.push(", EXISTS (SELECT 1 FROM sanctions WHERE sanctions.user_id = users.id AND kind = ")
            .push_bind(kind.as_str())
            .push(" AND lifted_at IS NULL AND (ends_at IS NULL OR ends_at > ")
            .push_bind(now.0)
            .push(")) AS ")
            .push(name);
    }
    let beyond = |prefix: &str| format!("{prefix}\u{10ffff}");
    match search {
        AccountSearch::Newest(before) => {
            sql.push(" FROM users LEFT JOIN mail_addresses ON mail_addresses.user_id = users.id");
            sql.push(" WHERE users.name_key IS NOT NULL");
            if let Some(before) = before {
                sql.push(" AND users.id < ").push_bind(before.0);
            }
            sql.push(" ORDER BY users.id DESC");
        }
        AccountSearch::Name { prefix, after } => {
            sql.push(" FROM users LEFT JOIN mail_addresses ON mail_addresses.user_id = users.id");
            match after {
                Some(after) => sql.push(" WHERE users.name_key > ").push_bind(after.clone()),
                None => sql.push(" WHERE users.name_key >= ").push_bind(prefix.clone()),
            };
            sql.push(" AND users.name_key < ").push_bind(beyond(prefix)).push(" ORDER BY users.name_key");
        }
        AccountSearch::Mail { prefix, after } => {
            sql.push(" FROM mail_addresses JOIN users ON users.id = mail_addresses.user_id");
            sql.push(" WHERE address_key >= ");
            sql.push_bind(after.as_ref().map_or(prefix, |(key, _)| key).clone());
            sql.push(" AND address_key < ").push_bind(beyond(prefix));
            if let Some((key, user)) = after {
                sql.push(" AND (address_key, user_id) > (").push_bind(key.clone());
                sql.push(", ").push_bind(user.0).push(")");
            }
            sql.push(" ORDER BY address_key, user_id");
        }
    }
    sql.push(" LIMIT ").push_bind(i64::from(limit));
    sql
}

fn listed_account(row: &DbRow) -> Result<ListedAccount> {
    let address: Option<String> = row.try_get("address")?;
    let key: Option<String> = row.try_get("address_key")?;
    Ok(ListedAccount {
        user: user_row(row)?,
        name_key: row.try_get::<Option<String>, _>("name_key")?.unwrap_or_default(),
        mail: address.zip(key).map(|(address, key)| MailAddressKey { address, key }),
        seen_at: row.try_get::<Option<i64>, _>("seen_at")?.map(Timestamp),
        banned: row.try_get("banned")?,
        muted: row.try_get("muted")?,
    })
}
