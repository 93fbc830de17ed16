//! Queries for apps, their tokens, and pending authorizations.

use sqlx::{Connection as _, QueryBuilder, Row, query};
use sumito_game::{Timestamp, UserId};
use uuid::Uuid;

use super::super::{BEGIN, Db, LOCKED};
use super::accounts::{ban, check};
use super::sessions::{ids, insert};
use super::{Connection, DbRow, Queries, ROWS_AT_ONCE, Result, filled_up, unsigned};
use crate::{
    AppRow, AppTokenLimits, CodeRow, DeviceRow, DeviceSelector, Grounds, NewSession, SessionId, Stored,
    TokenHash,
};
use sumito_kit::text::Text;

/// The columns of an app, with the name of its owner.
const COLUMNS: &str =
    "apps.id, apps.owner_id, users.name AS owner_name, apps.name, apps.redirect_uris, apps.created_at
    FROM apps JOIN users ON users.id = apps.owner_id";

impl Queries {
    pub(crate) async fn add_app(&self, grounds: &Grounds, app: &AppRow, max: u32) -> Stored<bool> {
        self.write(&self.pools.users, async |connection| {
            let mut transaction = connection.begin_with(BEGIN).await?;
            if let Err(outdated) = check(&mut transaction, grounds).await? {
                return Ok(Err(outdated));
            }
            let sql = "INSERT INTO apps (id, owner_id, name, redirect_uris, created_at)
                       SELECT $1, $2, $3, $4, $5 WHERE (SELECT count(*) FROM apps WHERE owner_id = $2) < $6";
            let added = query(sql)
                .bind(app.id)
                .bind(app.owner.0)
                .bind(app.name.as_str())
                .bind(app.redirect_uris.join("\n"))
                .bind(app.created_at.0)
                .bind(i64::from(max))
                .execute(&mut *transaction)
                .await?
                .rows_affected();
            transaction.commit().await?;
            Ok(Ok(added > 0))
        })
        .await
    }

    pub(crate) async fn apps_of(&self, owner: UserId) -> Result<Vec<AppRow>> {
        let rows = self.pools.rooms.run(async |connection| {
            let mut sql = QueryBuilder::<Db>::new("SELECT ");
            sql.push(COLUMNS).push(" WHERE apps.owner_id = ").push_bind(owner.0).push(" ORDER BY apps.id");
            Ok(sql.build().fetch_all(connection).await?)
        });
        rows.await?.iter().map(app_row).collect()
    }

    pub(crate) async fn apps(&self, which: &[Uuid]) -> Result<Vec<AppRow>> {
        let mut found = Vec::with_capacity(which.len());
        for which in which.chunks(ROWS_AT_ONCE) {
            let rows = self.pools.rooms.run(async |connection| {
                let mut sql = QueryBuilder::<Db>::new("SELECT ");
                sql.push(COLUMNS).push(" WHERE apps.id IN (");
                let mut list = sql.separated(", ");
                for id in filled_up(which) {
                    list.push_bind(*id);
                }
                sql.push(")");
                Ok(sql.build().fetch_all(connection).await?)
            });
            for row in &rows.await? {
                found.push(app_row(row)?);
            }
        }
        Ok(found)
    }

    pub(crate) async fn remove_app(&self, owner: UserId, id: Uuid) -> Result<Option<Vec<SessionId>>> {
        self.write(&self.pools.users, async |connection| {
            let mut transaction = connection.begin_with(BEGIN).await?;
            let mut sql = QueryBuilder::<Db>::new("SELECT id FROM apps WHERE id = ");
            sql.push_bind(id).push(" AND owner_id = ").push_bind(owner.0).push(LOCKED);
            if sql.build().fetch_optional(&mut *transaction).await?.is_none() {
                return Ok(None);
            }
            let sql = "DELETE FROM sessions WHERE app_id = $1 RETURNING id";
            let ended = ids(&query(sql).bind(id).fetch_all(&mut *transaction).await?)?;
            query("DELETE FROM apps WHERE id = $1").bind(id).execute(&mut *transaction).await?;
            transaction.commit().await?;
            Ok(Some(ended))
        })
        .await
    }

    pub(crate) async fn add_app_token(
        &self,
        user: UserId,
        token: &NewSession,
        limits: AppTokenLimits,
    ) -> Result<Option<Vec<SessionId>>> {
        self.write(&self.pools.users, async |connection| {
            let mut transaction = connection.begin_with(BEGIN).await?;
            // The row of the user locks out another addition; the row of the app, its removal.
            for (table, id) in [("users", Some(user.0)), ("apps", token.row.app)] {
                let mut sql = QueryBuilder::<Db>::new("SELECT id FROM ");
                sql.push(table).push(" WHERE id = ").push_bind(id).push(LOCKED);
                if sql.build().fetch_optional(&mut *transaction).await?.is_none() {
                    return Ok(None);
                }
            }
            if ban(&mut transaction, Some(user), token).await?.is_some() {
                return Ok(None);
            }
            let sql = "SELECT count(DISTINCT app_id) AS apps FROM sessions
                       WHERE user_id = $1 AND app_id <> $2 AND expires_at > $3";
            let others = query(sql).bind(user.0).bind(token.row.app).bind(token.row.created_at.0);
            let others = unsigned(others.fetch_one(&mut *transaction).await?.try_get("apps")?)?;
            if others >= u64::from(limits.apps) {
                return Ok(None);
            }
            insert(&mut transaction, user, token).await?;
            let sql = "DELETE FROM sessions WHERE id IN (
                           SELECT id FROM sessions WHERE user_id = $1 AND app_id = $2
                           ORDER BY created_at DESC, id DESC LIMIT 1000 OFFSET $3
                       ) RETURNING id";
            let replaced = query(sql).bind(user.0).bind(token.row.app).bind(i64::from(limits.per_app));
            let replaced = ids(&replaced.fetch_all(&mut *transaction).await?)?;
            transaction.commit().await?;
            Ok(Some(replaced))
        })
        .await
    }

    pub(crate) async fn end_app_token(&self, token: &TokenHash) -> Result<Option<SessionId>> {
        self.write(&self.pools.users, async |connection| {
            let sql = "DELETE FROM sessions WHERE token_hash = $1 AND app_id IS NOT NULL RETURNING id";
            let ended = query(sql).bind(token.0.as_slice()).fetch_all(connection).await?;
            Ok(ids(&ended)?.pop())
        })
        .await
    }

    pub(crate) async fn put_code(&self, code: &CodeRow, max: u32) -> Result<bool> {
        self.write(&self.pools.users, async |connection| {
            let sql = "INSERT INTO authorization_codes (hash, app_id, user_id, record, expires_at)
                       SELECT $1, $2, $3, $4, $5
                       WHERE (SELECT count(*) FROM authorization_codes WHERE user_id = $3) < $6
                       ON CONFLICT (hash) DO UPDATE SET record = excluded.record";
            let put = query(sql)
                .bind(code.hash.0.as_slice())
                .bind(code.app)
                .bind(code.user.0)
                .bind(&code.record)
                .bind(code.expires_at.0)
                .bind(i64::from(max))
                .execute(connection)
                .await?;
            Ok(put.rows_affected() > 0)
        })
        .await
    }

    pub(crate) async fn take_code(&self, hash: &TokenHash) -> Result<Option<Vec<u8>>> {
        self.write(&self.pools.users, async |connection| {
            let sql = "DELETE FROM authorization_codes WHERE hash = $1 RETURNING record";
            record(query(sql).bind(hash.0.as_slice()).fetch_optional(connection).await?)
        })
        .await
    }

    pub(crate) async fn code(&self, hash: &TokenHash) -> Result<Option<Vec<u8>>> {
        let row = self.pools.rooms.run(async |connection| {
            let sql = "SELECT record FROM authorization_codes WHERE hash = $1";
            Ok(query(sql).bind(hash.0.as_slice()).fetch_optional(connection).await?)
        });
        record(row.await?)
    }

    pub(crate) async fn replace_code(&self, hash: &TokenHash, old: &[u8], new: &[u8]) -> Result<bool> {
        self.write(&self.pools.users, async |connection| {
            let sql = "UPDATE authorization_codes SET record = $3 WHERE hash = $1 AND record = $2";
            let replaced = query(sql).bind(hash.0.as_slice()).bind(old).bind(new).execute(connection).await?;
            Ok(replaced.rows_affected() > 0)
        })
        .await
    }

    pub(crate) async fn put_device(&self, device: &DeviceRow, max: u32) -> Result<bool> {
        self.write(&self.pools.users, async |connection| {
            let sql = "INSERT INTO device_codes (hash, user_code, app_id, user_id, record, expires_at)
                       SELECT $1, $2, $3, $4, $5, $6
                       WHERE (SELECT count(*) FROM device_codes WHERE app_id = $3) < $7
                       ON CONFLICT (hash) DO UPDATE SET user_id = excluded.user_id, record = excluded.record";
            let put = query(sql)
                .bind(device.hash.0.as_slice())
                .bind(&device.user_code)
                .bind(device.app)
                .bind(device.user.map(|user| user.0))
                .bind(&device.record)
                .bind(device.expires_at.0)
                .bind(i64::from(max))
                .execute(connection)
                .await?;
            Ok(put.rows_affected() > 0)
        })
        .await
    }

    pub(crate) async fn device(&self, which: DeviceSelector<'_>) -> Result<Option<Vec<u8>>> {
        let row = self.pools.rooms.run(async |connection| {
            let mut sql = QueryBuilder::<Db>::new("SELECT record FROM device_codes WHERE ");
            match which {
                DeviceSelector::Hash(hash) => sql.push("hash = ").push_bind(hash.0.to_vec()),
                DeviceSelector::UserCode(code) => sql.push("user_code = ").push_bind(code.to_owned()),
            };
            Ok(sql.build().fetch_optional(connection).await?)
        });
        record(row.await?)
    }

    pub(crate) async fn take_device(&self, hash: &TokenHash) -> Result<Option<Vec<u8>>> {
        self.write(&self.pools.users, async |connection| {
            let sql = "DELETE FROM device_codes WHERE hash = $1 RETURNING record";
            record(query(sql).bind(hash.0.as_slice()).fetch_optional(connection).await?)
        })
        .await
    }

    pub(crate) async fn replace_device(&self, device: &DeviceRow, old: &[u8]) -> Result<bool> {
        self.write(&self.pools.users, async |connection| {
            let sql =
                "UPDATE device_codes SET user_id = $3, record = $4 WHERE user_code = $1 AND record = $2";
            let replaced = query(sql)
                .bind(&device.user_code)
                .bind(old)
                .bind(device.user.map(|user| user.0))
                .bind(&device.record)
                .execute(connection)
                .await?;
            Ok(replaced.rows_affected() > 0)
        })
        .await
    }

    pub(crate) async fn forget_codes(&self, before: Timestamp, limit: u32) -> Result<u64> {
        self.write(&self.pools.users, async |connection| {
            let mut forgotten = 0;
            for sql in [
                "DELETE FROM authorization_codes WHERE hash IN
                     (SELECT hash FROM authorization_codes WHERE expires_at < $1 ORDER BY expires_at LIMIT $2)",
                "DELETE FROM device_codes WHERE hash IN
                     (SELECT hash FROM device_codes WHERE expires_at < $1 ORDER BY expires_at LIMIT $2)",
            ] {
                let gone = query(sql).bind(before.0).bind(i64::from(limit)).execute(&mut *connection).await?;
                forgotten += gone.rows_affected();
            }
            Ok(forgotten)
        })
        .await
    }
}

/// Removes the apps of an owner with their tokens; returns the ids of the tokens.
pub(super) async fn forget(connection: &mut Connection, user: UserId) -> Result<Vec<SessionId>> {
    let sql = "DELETE FROM sessions WHERE app_id IN (SELECT id FROM apps WHERE owner_id = $1) RETURNING id";
    let ended = ids(&query(sql).bind(user.0).fetch_all(&mut *connection).await?)?;
    query("DELETE FROM apps WHERE owner_id = $1").bind(user.0).execute(&mut *connection).await?;
    Ok(ended)
}

/// Removes the pending authorizations of a user.
pub(super) async fn forget_pending(connection: &mut Connection, user: UserId) -> Result<()> {
    for sql in
        ["DELETE FROM authorization_codes WHERE user_id = $1", "DELETE FROM device_codes WHERE user_id = $1"]
    {
        query(sql).bind(user.0).execute(&mut *connection).await?;
    }
    Ok(())
}

fn record(row: Option<DbRow>) -> Result<Option<Vec<u8>>> {
    Ok(row.map(|row| row.try_get("record")).transpose()?)
}

fn app_row(row: &DbRow) -> Result<AppRow> {
    let redirect_uris: String = row.try_get("redirect_uris")?;
    Ok(AppRow {
        id: row.try_get("id")?,
        owner: UserId(row.try_get("owner_id")?),
        owner_name: row.try_get("owner_name")?,
        name: Text::stored(row.try_get("name")?),
        redirect_uris: redirect_uris.lines().map(str::to_owned).collect(),
        created_at: Timestamp(row.try_get("created_at")?),
    })
}
