//! Queries for two-factor login.

use sqlx::{Connection as _, Row, query};
use sumito_game::UserId;

use super::super::BEGIN;
use super::accounts::{check, replace_codes};
use super::{Connection, Queries, Result};
use crate::{Grounds, Outdated, SecondFactor, Stored, TokenHash, TwoFactorRow};

impl Queries {
    pub(crate) async fn two_factor(&self, user: UserId) -> Result<Option<TwoFactorRow>> {
        let row = self.pools.rooms.run(async |connection| {
            let sql = "SELECT secret, enabled FROM two_factor WHERE user_id = $1";
            Ok(query(sql).bind(user.0).fetch_optional(connection).await?)
        });
        let row = row.await?;
        row.map(|row| Ok(TwoFactorRow { secret: row.try_get("secret")?, enabled: row.try_get("enabled")? }))
            .transpose()
    }

    pub(crate) async fn prepare_two_factor(&self, grounds: &Grounds, secret: &[u8]) -> Stored<bool> {
        self.write(&self.pools.users, async |connection| {
            let mut transaction = connection.begin_with(BEGIN).await?;
            if let Err(outdated) = check(&mut transaction, grounds).await? {
                return Ok(Err(outdated));
            }
            let sql = "INSERT INTO two_factor (user_id, secret, enabled) VALUES ($1, $2, $3)
                       ON CONFLICT (user_id) DO UPDATE SET secret = excluded.secret, last_step = 0
                       WHERE NOT two_factor.enabled";
            let stored = query(sql).bind(grounds.user.0).bind(secret).bind(false).execute(&mut *transaction);
            let stored = stored.await?.rows_affected() > 0;
            transaction.commit().await?;
            Ok(Ok(stored))
        })
        .await
    }

    pub(crate) async fn enable_two_factor(
        &self,
        grounds: &Grounds,
        secret: &[u8],
        step: i64,
        codes: &[TokenHash],
    ) -> Stored<bool> {
        self.write(&self.pools.users, async |connection| {
            let mut transaction = connection.begin_with(BEGIN).await?;
            if let Err(outdated) = check(&mut transaction, grounds).await? {
                return Ok(Err(outdated));
            }
            let sql = "UPDATE two_factor SET enabled = $4, last_step = $3
                       WHERE user_id = $1 AND secret = $2 AND NOT enabled";
            let enabled = query(sql)
                .bind(grounds.user.0)
                .bind(secret)
                .bind(step)
                .bind(true)
                .execute(&mut *transaction)
                .await?;
            if enabled.rows_affected() == 0 {
                return Ok(Ok(false));
            }
            replace_codes(&mut transaction, grounds.user, codes).await?;
            transaction.commit().await?;
            Ok(Ok(true))
        })
        .await
    }

    pub(crate) async fn disable_two_factor(&self, grounds: &Grounds) -> Stored<()> {
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

    pub(crate) async fn remove_two_factor(&self, user: UserId) -> Result<bool> {
        self.write(&self.pools.users, async |connection| forget(connection, user).await).await
    }
}

/// Checks the second factor of a user whose row the transaction holds, and uses it up. Succeeds if two-factor login is off.
pub(super) async fn check_second_factor(
    connection: &mut Connection,
    user: UserId,
    second: Option<&SecondFactor>,
) -> Result<std::result::Result<(), Outdated>> {
    let sql = "SELECT 1 FROM two_factor WHERE user_id = $1 AND enabled";
    if query(sql).bind(user.0).fetch_optional(&mut *connection).await?.is_none() {
        return Ok(Ok(()));
    }
    let used = match second {
        None => return Ok(Err(Outdated::NoSecondFactor)),
        Some(SecondFactor::AppCode { secret, step }) => {
            let sql = "UPDATE two_factor SET last_step = $3
                       WHERE user_id = $1 AND secret = $2 AND last_step < $3";
            query(sql).bind(user.0).bind(secret).bind(step).execute(connection).await?
        }
        Some(SecondFactor::RecoveryCode(code)) => {
            let sql =
                "DELETE FROM recovery_codes WHERE user_id = $1 AND code_hash = $2 AND expires_at IS NULL";
            query(sql).bind(user.0).bind(code.0.as_slice()).execute(connection).await?
        }
    };
    Ok(if used.rows_affected() > 0 { Ok(()) } else { Err(Outdated::SecondFactor) })
}

/// Disables two-factor login. Returns whether it was enabled.
pub(super) async fn forget(connection: &mut Connection, user: UserId) -> Result<bool> {
    let sql = "DELETE FROM two_factor WHERE user_id = $1 RETURNING enabled";
    let row = query(sql).bind(user.0).fetch_optional(connection).await?;
    Ok(row.map(|row| row.try_get("enabled")).transpose()?.unwrap_or(false))
}
