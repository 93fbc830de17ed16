//! Queries for mail addresses.

use sqlx::{Connection as _, QueryBuilder, Row, query};
use sumito_game::{Timestamp, UserId};

use super::super::{BEGIN, Db};
use super::accounts::check;
use super::users::user_row;
use super::{Connection, Queries, Result};
use crate::{Grounds, MailAddressKey, MailLookup, MailRow, Stored, TokenHash, UserRow};

impl Queries {
    pub(crate) async fn mail_of(&self, user: UserId, now: Timestamp) -> Result<MailRow> {
        let row = self.pools.rooms.run(async |connection| {
            let sql = "SELECT (SELECT address FROM mail_addresses WHERE user_id = $1) AS address,
                              (SELECT address FROM mail_confirmations WHERE user_id = $1 AND expires_at > $2) AS waiting";
            Ok(query(sql).bind(user.0).bind(now.0).fetch_one(connection).await?)
        });
        let row = row.await?;
        Ok(MailRow { address: row.try_get("address")?, waiting: row.try_get("waiting")? })
    }

    pub(crate) async fn await_confirmation(
        &self,
        grounds: &Grounds,
        claim: &MailAddressKey,
        code: &TokenHash,
        expires_at: Timestamp,
    ) -> Stored<()> {
        self.write(&self.pools.users, async |connection| {
            let mut transaction = connection.begin_with(BEGIN).await?;
            if let Err(outdated) = check(&mut transaction, grounds).await? {
                return Ok(Err(outdated));
            }
            let sql =
                "INSERT INTO mail_confirmations (user_id, code_hash, address, address_key, expires_at)
                 VALUES ($1, $2, $3, $4, $5)
                 ON CONFLICT (user_id) DO UPDATE SET code_hash = excluded.code_hash, address = excluded.address,
                     address_key = excluded.address_key, expires_at = excluded.expires_at";
            query(sql)
                .bind(grounds.user.0)
                .bind(code.0.as_slice())
                .bind(&claim.address)
                .bind(&claim.key)
                .bind(expires_at.0)
                .execute(&mut *transaction)
                .await?;
            Ok(Ok(transaction.commit().await?))
        })
        .await
    }

    pub(crate) async fn confirm_mail(&self, user: UserId, code: &TokenHash, now: Timestamp) -> Result<bool> {
        self.write(&self.pools.users, async |connection| {
            let mut transaction = connection.begin_with(BEGIN).await?;
            let sql =
                "DELETE FROM mail_confirmations WHERE user_id = $1 AND code_hash = $2 AND expires_at > $3
                       RETURNING address, address_key";
            let waiting = query(sql)
                .bind(user.0)
                .bind(code.0.as_slice())
                .bind(now.0)
                .fetch_optional(&mut *transaction)
                .await?;
            let Some(waiting) = waiting else { return Ok(false) };
            let (address, key): (String, String) =
                (waiting.try_get("address")?, waiting.try_get("address_key")?);
            let sql = "INSERT INTO mail_addresses (user_id, address, address_key, confirmed_at)
                       VALUES ($1, $2, $3, $4)
                       ON CONFLICT (user_id) DO UPDATE SET address = excluded.address,
                           address_key = excluded.address_key, confirmed_at = excluded.confirmed_at";
            query(sql).bind(user.0).bind(address).bind(key).bind(now.0).execute(&mut *transaction).await?;
            transaction.commit().await?;
            Ok(true)
        })
        .await
    }

    pub(crate) async fn remove_mail(&self, grounds: &Grounds) -> Stored<()> {
        self.write(&self.pools.users, async |connection| {
            let mut transaction = connection.begin_with(BEGIN).await?;
            if let Err(outdated) = check(&mut transaction, grounds).await? {
                return Ok(Err(outdated));
            }
            forget(&mut transaction, grounds.user).await?;
            Ok(Ok(transaction.commit().await?))
        })
        .await
    }

    pub(crate) async fn mail_accounts(
        &self,
        whom: &MailLookup,
        limit: u32,
    ) -> Result<Vec<(UserRow, String)>> {
        let rows = self.pools.rooms.run(async |connection| {
            let mut sql = QueryBuilder::<Db>::new(
                "SELECT id, name, guest, bot, role, created_at, address
                 FROM mail_addresses JOIN users ON users.id = mail_addresses.user_id WHERE ",
            );
            match whom {
                MailLookup::Name(key) => sql.push("name_key = ").push_bind(key),
                MailLookup::Address(key) => sql.push("address_key = ").push_bind(key),
            };
            sql.push(" LIMIT ").push_bind(i64::from(limit));
            Ok(sql.build().fetch_all(connection).await?)
        });
        rows.await?.iter().map(|row| Ok((user_row(row)?, row.try_get("address")?))).collect()
    }
}

/// Removes all addresses of a user.
pub(super) async fn forget(connection: &mut Connection, user: UserId) -> Result<()> {
    for sql in
        ["DELETE FROM mail_addresses WHERE user_id = $1", "DELETE FROM mail_confirmations WHERE user_id = $1"]
    {
        query(sql).bind(user.0).execute(&mut *connection).await?;
    }
    Ok(())
}
