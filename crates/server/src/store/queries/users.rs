//! Users and tokens.

use sqlx::{Connection as _, QueryBuilder, Row, query};
use sumito_game::{Timestamp, UserId};

use super::super::{BEGIN, Db};
use super::{Queries, Result};
use crate::store::{TokenHash, UserRow};

impl Queries {
    pub(in crate::store) async fn add_user(&self, user: &UserRow, token: &TokenHash) -> Result<()> {
        self.write(&self.pools.users, async |connection| {
            let mut transaction = connection.begin_with(BEGIN).await?;
            query("INSERT INTO users (id, name, guest, created_at) VALUES ($1, $2, $3, $4)")
                .bind(user.id.0)
                .bind(&user.name)
                .bind(user.guest)
                .bind(user.created_at.0)
                .execute(&mut *transaction)
                .await?;
            query("INSERT INTO sessions (token_hash, user_id, created_at) VALUES ($1, $2, $3)")
                .bind(token.0.as_slice())
                .bind(user.id.0)
                .bind(user.created_at.0)
                .execute(&mut *transaction)
                .await?;
            Ok(transaction.commit().await?)
        })
        .await
    }

    pub(in crate::store) async fn add_computers(&self, users: &[UserRow]) -> Result<()> {
        self.write(&self.pools.users, async |connection| {
            let mut sql = QueryBuilder::<Db>::new("INSERT INTO users (id, name, guest, created_at) ");
            sql.push_values(users, |mut row, user| {
                row.push_bind(user.id.0)
                    .push_bind(&user.name)
                    .push_bind(user.guest)
                    .push_bind(user.created_at.0);
            });
            sql.push(" ON CONFLICT (id) DO NOTHING");
            sql.build().execute(connection).await?;
            Ok(())
        })
        .await
    }

    pub(in crate::store) async fn user_of_token(&self, token: &TokenHash) -> Result<Option<UserRow>> {
        let row = self
            .pools
            .rooms
            .run(async |connection| {
                let sql = "SELECT users.id, users.name, users.guest, users.created_at
                           FROM sessions JOIN users ON users.id = sessions.user_id
                           WHERE sessions.token_hash = $1";
                Ok(query(sql).bind(token.0.as_slice()).fetch_optional(connection).await?)
            })
            .await?;
        row.map(|row| {
            Ok(UserRow {
                id: UserId(row.try_get("id")?),
                name: row.try_get("name")?,
                guest: row.try_get("guest")?,
                created_at: Timestamp(row.try_get("created_at")?),
            })
        })
        .transpose()
    }
}
