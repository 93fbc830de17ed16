//! Queries for vacations.

use std::time::Duration;

use sqlx::{Connection as _, QueryBuilder, Row, query};
use sumito_game::{Timestamp, UserId};

use super::super::{BEGIN, Db};
use super::accounts::hold_user;
use super::{DbRow, Queries, ROWS_AT_ONCE, Result, filled_up};
use crate::{VacationAllowance, VacationRow, VacationStart};

/// Time for which a vacation is kept after it no longer counts. A turn in which it stopped a clock is shorter than that.
const KEPT: Duration = Duration::from_hours(90 * 24);

impl Queries {
    pub(crate) async fn vacations_of(&self, users: &[UserId], since: Timestamp) -> Result<Vec<VacationRow>> {
        let mut vacations = Vec::new();
        for users in users.chunks(ROWS_AT_ONCE) {
            let rows = self.pools.rooms.run(async |connection| {
                let mut sql = QueryBuilder::<Db>::new(
                    "SELECT user_id, began_at, ends_at FROM vacations WHERE ends_at > ",
                );
                sql.push_bind(since.0).push(" AND user_id IN (");
                let mut list = sql.separated(", ");
                for user in filled_up(users) {
                    list.push_bind(user.0);
                }
                sql.push(") ORDER BY ends_at, began_at, user_id");
                Ok(sql.build().fetch_all(connection).await?)
            });
            for row in rows.await? {
                vacations.push(vacation(&row)?);
            }
        }
        vacations.sort_by_key(|row| row.ends_at);
        Ok(vacations)
    }

    pub(crate) async fn begin_vacation(
        &self,
        user: UserId,
        now: Timestamp,
        span: Duration,
        allowance: VacationAllowance,
    ) -> Result<VacationStart> {
        self.write(&self.pools.users, async |connection| {
            let mut transaction = connection.begin_with(BEGIN).await?;
            hold_user(&mut transaction, user).await?;
            let sql = "SELECT user_id, began_at, ends_at FROM vacations WHERE user_id = $1 AND ends_at > $2";
            let counted = query(sql).bind(user.0).bind((now - allowance.window).0);
            let rows = counted.fetch_all(&mut *transaction).await?;
            let known = rows.iter().map(vacation).collect::<Result<Vec<_>>>()?;
            if let Some(running) = known.iter().find(|row| row.ends_at > now) {
                return Ok(VacationStart::Running(*running));
            }
            let left = allowance.left(&known, now);
            if left < allowance.least {
                return Ok(VacationStart::UsedUp);
            }
            let begun = VacationRow { user, began_at: now, ends_at: now + span.min(left) };
            let sql = "DELETE FROM vacations WHERE user_id = $1 AND ends_at <= $2";
            let gone = query(sql).bind(user.0).bind((now - allowance.window - KEPT).0);
            gone.execute(&mut *transaction).await?;
            let sql = "INSERT INTO vacations (user_id, began_at, ends_at) VALUES ($1, $2, $3)";
            let insert = query(sql).bind(user.0).bind(begun.began_at.0).bind(begun.ends_at.0);
            insert.execute(&mut *transaction).await?;
            transaction.commit().await?;
            Ok(VacationStart::Begun(begun))
        })
        .await
    }

    pub(crate) async fn end_vacation(&self, user: UserId, now: Timestamp) -> Result<bool> {
        self.write(&self.pools.users, async |connection| {
            let sql = "UPDATE vacations SET ends_at = CASE WHEN began_at > $2 THEN began_at ELSE $2 END
                       WHERE user_id = $1 AND ends_at > $2";
            Ok(query(sql).bind(user.0).bind(now.0).execute(connection).await?.rows_affected() > 0)
        })
        .await
    }
}

fn vacation(row: &DbRow) -> Result<VacationRow> {
    Ok(VacationRow {
        user: UserId(row.try_get("user_id")?),
        began_at: Timestamp(row.try_get("began_at")?),
        ends_at: Timestamp(row.try_get("ends_at")?),
    })
}
