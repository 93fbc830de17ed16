//! Accounts.

use sqlx::{Connection as _, QueryBuilder, Row, query};
use sumito_game::{Timestamp, UserId};

use super::super::{BEGIN, Db};
use super::sessions::{ids, insert};
use super::{Connection, DbRow, Queries, Result, unsigned};
use super::{mail, users::user_row};
use crate::store::{AccountRow, Claim, Deletion, NewSession, Recovered, Role, SessionId, TokenHash, UserRow};

const USER: &str = "SELECT id, name, guest, bot, role, created_at, password_hash FROM users
                    WHERE password_hash IS NOT NULL AND ";

impl Queries {
    pub(in crate::store) async fn add_account(
        &self,
        user: &UserRow,
        claim: &Claim,
        session: &NewSession,
    ) -> Result<()> {
        self.write(&self.pools.users, async |connection| {
            let mut transaction = connection.begin_with(BEGIN).await?;
            let sql = "INSERT INTO users (id, name, guest, role, created_at, name_key, password_hash)
                       VALUES ($1, $2, $3, $4, $5, $6, $7)";
            query(sql)
                .bind(user.id.0)
                .bind(&claim.name)
                .bind(user.guest)
                .bind(user.role.word())
                .bind(user.created_at.0)
                .bind(&claim.name_key)
                .bind(&claim.password_hash)
                .execute(&mut *transaction)
                .await?;
            insert(&mut transaction, user.id, session).await?;
            Ok(transaction.commit().await?)
        })
        .await
    }

    pub(in crate::store) async fn make_account(&self, user: UserId, claim: &Claim) -> Result<bool> {
        self.write(&self.pools.users, async |connection| {
            let sql = "UPDATE users SET name = $2, name_key = $3, password_hash = $4, guest = $5
                       WHERE id = $1 AND guest";
            let made = query(sql)
                .bind(user.0)
                .bind(&claim.name)
                .bind(&claim.name_key)
                .bind(&claim.password_hash)
                .bind(false)
                .execute(connection)
                .await?;
            Ok(made.rows_affected() > 0)
        })
        .await
    }

    pub(in crate::store) async fn account_of_name(&self, name_key: &str) -> Result<Option<AccountRow>> {
        let row = self.pools.rooms.run(async |connection| {
            let mut sql = QueryBuilder::<Db>::new(USER);
            sql.push("name_key = ").push_bind(name_key);
            Ok(sql.build().fetch_optional(connection).await?)
        });
        row.await?.as_ref().map(account_row).transpose()
    }

    pub(in crate::store) async fn account(&self, user: UserId) -> Result<Option<AccountRow>> {
        let row = self.pools.rooms.run(async |connection| {
            let mut sql = QueryBuilder::<Db>::new(USER);
            sql.push("id = ").push_bind(user.0);
            Ok(sql.build().fetch_optional(connection).await?)
        });
        row.await?.as_ref().map(account_row).transpose()
    }

    pub(in crate::store) async fn set_password(
        &self,
        user: UserId,
        password_hash: &str,
        keep: SessionId,
    ) -> Result<Vec<SessionId>> {
        self.write(&self.pools.users, async |connection| {
            let mut transaction = connection.begin_with(BEGIN).await?;
            write_password(&mut transaction, user, password_hash).await?;
            let sql = "DELETE FROM sessions WHERE user_id = $1 AND id <> $2 AND scopes IS NULL RETURNING id";
            let ended = query(sql).bind(user.0).bind(keep.0).fetch_all(&mut *transaction).await?;
            let ended = ids(&ended)?;
            transaction.commit().await?;
            Ok(ended)
        })
        .await
    }

    pub(in crate::store) async fn set_recovery_codes(&self, user: UserId, codes: &[TokenHash]) -> Result<()> {
        self.write(&self.pools.users, async |connection| {
            let mut transaction = connection.begin_with(BEGIN).await?;
            let sql = "DELETE FROM recovery_codes WHERE user_id = $1 AND expires_at IS NULL";
            query(sql).bind(user.0).execute(&mut *transaction).await?;
            for code in codes {
                insert_code(&mut transaction, user, code, None).await?;
            }
            Ok(transaction.commit().await?)
        })
        .await
    }

    pub(in crate::store) async fn add_recovery_code(
        &self,
        user: UserId,
        code: &TokenHash,
        now: Timestamp,
        expires_at: Timestamp,
    ) -> Result<()> {
        self.write(&self.pools.users, async |connection| {
            let sql = "DELETE FROM recovery_codes WHERE user_id = $1 AND expires_at <= $2";
            query(sql).bind(user.0).bind(now.0).execute(&mut *connection).await?;
            insert_code(connection, user, code, Some(expires_at)).await
        })
        .await
    }

    pub(in crate::store) async fn recovery_codes(&self, user: UserId) -> Result<u64> {
        let row = self.pools.rooms.run(async |connection| {
            let sql =
                "SELECT count(*) AS codes FROM recovery_codes WHERE user_id = $1 AND expires_at IS NULL";
            Ok(query(sql).bind(user.0).fetch_one(connection).await?)
        });
        unsigned(row.await?.try_get("codes")?)
    }

    pub(in crate::store) async fn recover(
        &self,
        name_key: &str,
        code: &TokenHash,
        password_hash: &str,
        session: &NewSession,
    ) -> Result<Option<Recovered>> {
        self.write(&self.pools.users, async |connection| {
            let mut transaction = connection.begin_with(BEGIN).await?;
            let mut sql = QueryBuilder::<Db>::new(USER);
            sql.push("name_key = ").push_bind(name_key);
            let Some(row) = sql.build().fetch_optional(&mut *transaction).await? else { return Ok(None) };
            let AccountRow { user, .. } = account_row(&row)?;
            let sql = "DELETE FROM recovery_codes
                       WHERE code_hash = $1 AND user_id = $2 AND (expires_at IS NULL OR expires_at > $3)";
            let used = query(sql)
                .bind(code.0.as_slice())
                .bind(user.id.0)
                .bind(session.row.created_at.0)
                .execute(&mut *transaction)
                .await?;
            if used.rows_affected() == 0 {
                return Ok(None);
            }
            write_password(&mut transaction, user.id, password_hash).await?;
            let ended = end_all(&mut transaction, user.id).await?;
            insert(&mut transaction, user.id, session).await?;
            transaction.commit().await?;
            Ok(Some(Recovered { user, ended }))
        })
        .await
    }

    pub(in crate::store) async fn delete_user(&self, user: UserId, name: &str) -> Result<Deletion> {
        self.write(&self.pools.users, async |connection| {
            let mut transaction = connection.begin_with(BEGIN).await?;
            let sql = "SELECT count(*) AS seats FROM own_rooms WHERE user_id = $1 AND own_until = $2";
            let seats = query(sql).bind(user.0).bind(Timestamp::MAX.0).fetch_one(&mut *transaction).await?;
            let seats = unsigned(seats.try_get("seats")?)?;
            if seats > 0 {
                return Ok(Deletion::Seated(seats));
            }
            let ended = end_all(&mut transaction, user).await?;
            mail::forget(&mut transaction, user).await?;
            for sql in [
                "DELETE FROM recovery_codes WHERE user_id = $1",
                "DELETE FROM bots WHERE user_id = $1",
                "DELETE FROM profiles WHERE user_id = $1",
                "DELETE FROM blocks WHERE user_id = $1",
                "DELETE FROM follows WHERE user_id = $1 OR followed_id = $1",
                "DELETE FROM challenges WHERE challenger_id = $1 OR challenged_id = $1",
                "DELETE FROM chat_lines WHERE user_id = $1",
                "UPDATE tournament_members SET forget = TRUE WHERE user_id = $1",
            ] {
                query(sql).bind(user.0).execute(&mut *transaction).await?;
            }
            let sql =
                "UPDATE users SET name = $2, name_key = NULL, password_hash = NULL, guest = $3, role = $4
                       WHERE id = $1";
            query(sql)
                .bind(user.0)
                .bind(name)
                .bind(true)
                .bind(Role::Player.word())
                .execute(&mut *transaction)
                .await?;
            let sql = "UPDATE game_players SET name = $2, guest = $3 WHERE user_id = $1";
            query(sql).bind(user.0).bind(name).bind(true).execute(&mut *transaction).await?;
            transaction.commit().await?;
            Ok(Deletion::Done(ended))
        })
        .await
    }

    pub(in crate::store) async fn set_role(&self, user: UserId, role: Role) -> Result<()> {
        self.write(&self.pools.users, async |connection| {
            let sql = "UPDATE users SET role = $2 WHERE id = $1";
            query(sql).bind(user.0).bind(role.word()).execute(connection).await?;
            Ok(())
        })
        .await
    }
}

/// Another password. What was sent or given to replace the one before is good no more; the user's own codes are.
async fn write_password(connection: &mut Connection, user: UserId, password_hash: &str) -> Result<()> {
    let sql = "UPDATE users SET password_hash = $2 WHERE id = $1 AND password_hash IS NOT NULL";
    query(sql).bind(user.0).bind(password_hash).execute(&mut *connection).await?;
    let sql = "DELETE FROM recovery_codes WHERE user_id = $1 AND expires_at IS NOT NULL";
    query(sql).bind(user.0).execute(connection).await?;
    Ok(())
}

/// Ends all sessions and tokens of a user.
pub(super) async fn end_all(connection: &mut Connection, user: UserId) -> Result<Vec<SessionId>> {
    let sql = "DELETE FROM sessions WHERE user_id = $1 RETURNING id";
    ids(&query(sql).bind(user.0).fetch_all(connection).await?)
}

async fn insert_code(
    connection: &mut Connection,
    user: UserId,
    code: &TokenHash,
    expires_at: Option<Timestamp>,
) -> Result<()> {
    let sql = "INSERT INTO recovery_codes (code_hash, user_id, expires_at) VALUES ($1, $2, $3)";
    query(sql)
        .bind(code.0.as_slice())
        .bind(user.0)
        .bind(expires_at.map(|moment| moment.0))
        .execute(connection)
        .await?;
    Ok(())
}

fn account_row(row: &DbRow) -> Result<AccountRow> {
    Ok(AccountRow { user: user_row(row)?, password_hash: row.try_get("password_hash")? })
}
