//! Queries for the moderators' records of a user.

use sqlx::{Connection as _, QueryBuilder, Row, query};
use sumito_game::{Timestamp, UserId};

use super::super::{BEGIN, Db};
use super::accounts::hold_user;
use super::moderation::{filed_report, log_row, sanction_row};
use super::users::user_row;
use super::{DbRow, Queries, ROWS_AT_ONCE, Result, filled_up, unsigned};
use crate::{
    FiledReport, LogRow, ModerationNoteRow, NetworkUser, NewModerationNote, ReportsWith, Role, SanctionRow,
};
use sumito_kit::text::Text;

impl Queries {
    pub(crate) async fn last_seen(&self, user: UserId) -> Result<Option<Timestamp>> {
        let row = self.pools.history.run(async |connection| {
            let sql = "SELECT max(at) AS at FROM (
                           SELECT max(last_used_at) AS at FROM sessions WHERE user_id = $1
                           UNION ALL
                           SELECT max(last_used_at) AS at FROM known_networks WHERE user_id = $1
                       ) AS uses";
            Ok(query(sql).bind(user.0).fetch_one(connection).await?)
        });
        let at: Option<i64> = row.await?.try_get("at")?;
        Ok(at.map(Timestamp))
    }

    pub(crate) async fn sanctions_of(&self, user: UserId, limit: u32) -> Result<Vec<SanctionRow>> {
        let rows = self.pools.history.run(async |connection| {
            let sql = "SELECT sanctions.*, whom.name AS whom, made.name AS made_by_name
                       FROM sanctions LEFT JOIN users AS whom ON whom.id = sanctions.user_id
                       JOIN users AS made ON made.id = sanctions.made_by
                       WHERE sanctions.user_id = $1 ORDER BY sanctions.id DESC LIMIT $2";
            Ok(query(sql).bind(user.0).bind(i64::from(limit)).fetch_all(connection).await?)
        });
        rows.await?.iter().map(sanction_row).collect()
    }

    pub(crate) async fn reports_with(&self, user: ReportsWith, limit: u32) -> Result<Vec<FiledReport>> {
        let (column, order, user) = match user {
            ReportsWith::Reported(user) => ("reported_id", "id", user),
            ReportsWith::Reporter(user) => ("reporter_id", "created_at", user),
        };
        let rows = self.pools.history.run(async |connection| {
            let mut sql = QueryBuilder::<Db>::new(
                "SELECT reports.*, reporters.name AS reporter, whom.name AS reported
                 FROM reports LEFT JOIN users AS reporters ON reporters.id = reports.reporter_id
                 LEFT JOIN users AS whom ON whom.id = reports.reported_id WHERE reports.",
            );
            sql.push(column).push(" = ").push_bind(user.0);
            sql.push(" ORDER BY reports.").push(order).push(" DESC LIMIT ").push_bind(i64::from(limit));
            Ok(sql.build().fetch_all(connection).await?)
        });
        rows.await?.iter().map(filed_report).collect()
    }

    pub(crate) async fn actions_on(&self, targets: &[String], limit: u32) -> Result<Vec<LogRow>> {
        let rows = self.pools.history.run(async |connection| {
            let mut sql = QueryBuilder::<Db>::new(
                "SELECT moderation_log.*, users.name FROM moderation_log JOIN users ON users.id = moderation_log.user_id
                 WHERE moderation_log.target IN (",
            );
            let mut list = sql.separated(", ");
            for target in filled_up(targets) {
                list.push_bind(target.clone());
            }
            sql.push(") ORDER BY moderation_log.id DESC LIMIT ").push_bind(i64::from(limit));
            Ok(sql.build().fetch_all(connection).await?)
        });
        rows.await?.iter().map(log_row).collect()
    }

    pub(crate) async fn networks_of(&self, user: UserId, limit: u32) -> Result<Vec<(String, Timestamp)>> {
        let rows = self.pools.history.run(async |connection| {
            let sql = "SELECT network, max(last_used_at) AS last_at FROM (
                           SELECT network, last_used_at FROM known_networks WHERE user_id = $1
                           UNION ALL
                           SELECT network, last_used_at FROM sessions WHERE user_id = $1 AND network IS NOT NULL
                       ) AS uses
                       GROUP BY network ORDER BY last_at DESC, network LIMIT $2";
            Ok(query(sql).bind(user.0).bind(i64::from(limit)).fetch_all(connection).await?)
        });
        let used = |row: &DbRow| Ok((row.try_get("network")?, Timestamp(row.try_get("last_at")?)));
        rows.await?.iter().map(used).collect()
    }

    pub(crate) async fn users_of_network(
        &self,
        network: &str,
        below: Role,
        now: Timestamp,
        limit: u32,
    ) -> Result<Vec<NetworkUser>> {
        let rows = self.pools.history.run(async |connection| {
            let mut sql = QueryBuilder::<Db>::new(
                "SELECT users.id, users.name, users.guest, users.bot, users.role, users.created_at, used.last_at,
                     EXISTS (SELECT 1 FROM sanctions WHERE sanctions.user_id = users.id AND sanctions.kind = 'ban'
                             AND sanctions.lifted_at IS NULL AND (sanctions.ends_at IS NULL OR sanctions.ends_at > ",
            );
            sql.push_bind(now.0).push(
                ")) AS banned
                 FROM (SELECT user_id, max(last_used_at) AS last_at FROM (
                           SELECT user_id, last_used_at FROM known_networks WHERE network = ",
            );
            sql.push_bind(network)
                .push(" UNION ALL SELECT user_id, last_used_at FROM sessions WHERE network = ");
            sql.push_bind(network).push(
                ") AS uses GROUP BY user_id) AS used
                 JOIN users ON users.id = used.user_id WHERE users.role IN (",
            );
            let mut list = sql.separated(", ");
            for role in Role::ALL.into_iter().filter(|role| *role < below) {
                list.push_bind(role.as_str());
            }
            sql.push(") ORDER BY used.last_at DESC, users.id LIMIT ").push_bind(i64::from(limit));
            Ok(sql.build().fetch_all(connection).await?)
        });
        rows.await?.iter().map(network_user).collect()
    }

    pub(crate) async fn programs_of(&self, users: &[UserId]) -> Result<Vec<(UserId, String)>> {
        let mut programs = Vec::new();
        for users in users.chunks(ROWS_AT_ONCE) {
            let rows = self.pools.history.run(async |connection| {
                let mut sql = QueryBuilder::<Db>::new(
                    "SELECT DISTINCT user_id, label FROM sessions WHERE scopes IS NULL AND user_id IN (",
                );
                let mut list = sql.separated(", ");
                for user in filled_up(users) {
                    list.push_bind(user.0);
                }
                sql.push(")");
                Ok(sql.build().fetch_all(connection).await?)
            });
            for row in &rows.await? {
                programs.push((UserId(row.try_get("user_id")?), row.try_get("label")?));
            }
        }
        Ok(programs)
    }

    pub(crate) async fn add_moderation_note(&self, note: &NewModerationNote, limit: u32) -> Result<bool> {
        self.write(&self.pools.users, async |connection| {
            let mut transaction = connection.begin_with(BEGIN).await?;
            hold_user(&mut transaction, note.user).await?;
            let sql = "SELECT count(*) AS count FROM moderation_notes WHERE user_id = $1";
            let row = query(sql).bind(note.user.0).fetch_one(&mut *transaction).await?;
            if unsigned(row.try_get("count")?)? >= u64::from(limit) {
                return Ok(false);
            }
            let sql = "INSERT INTO moderation_notes (id, user_id, author_id, words, created_at)
                       VALUES ($1, $2, $3, $4, $5)";
            query(sql)
                .bind(note.id)
                .bind(note.user.0)
                .bind(note.author.0)
                .bind(note.words.as_str())
                .bind(note.created_at.0)
                .execute(&mut *transaction)
                .await?;
            transaction.commit().await?;
            Ok(true)
        })
        .await
    }

    pub(crate) async fn moderation_notes(&self, user: UserId) -> Result<Vec<ModerationNoteRow>> {
        let rows = self.pools.history.run(async |connection| {
            let sql = "SELECT moderation_notes.*, users.name FROM moderation_notes
                       JOIN users ON users.id = moderation_notes.author_id
                       WHERE moderation_notes.user_id = $1 ORDER BY moderation_notes.id";
            Ok(query(sql).bind(user.0).fetch_all(connection).await?)
        });
        let note = |row: &DbRow| {
            Ok(ModerationNoteRow {
                id: row.try_get("id")?,
                author: row.try_get("name")?,
                words: Text::stored(row.try_get("words")?),
                created_at: Timestamp(row.try_get("created_at")?),
            })
        };
        rows.await?.iter().map(note).collect()
    }

    pub(crate) async fn forget_moderation(&self, before: Timestamp, limit: u32) -> Result<u64> {
        self.write(&self.pools.users, async |connection| {
            // Ids of notes start with their time, and so do ids of pending appeals.
            let first = super::stale::first_id(before);
            let (mut forgotten, limit) = (0, i64::from(limit));
            for sql in [
                "DELETE FROM moderation_notes WHERE id IN
                     (SELECT id FROM moderation_notes WHERE id < $1 ORDER BY id LIMIT $2)",
                "DELETE FROM appeals WHERE id IN
                     (SELECT id FROM appeals WHERE outcome IS NULL AND id < $1 ORDER BY id LIMIT $2)",
            ] {
                let gone = query(sql).bind(first).bind(limit).execute(&mut *connection).await?;
                forgotten += gone.rows_affected();
            }
            let sql = "DELETE FROM appeals WHERE id IN
                           (SELECT id FROM appeals WHERE answered_at < $1 ORDER BY answered_at LIMIT $2)";
            let gone = query(sql).bind(before.0).bind(limit).execute(connection).await?;
            Ok(forgotten + gone.rows_affected())
        })
        .await
    }
}

fn network_user(row: &DbRow) -> Result<NetworkUser> {
    Ok(NetworkUser {
        user: user_row(row)?,
        last_used_at: Timestamp(row.try_get("last_at")?),
        banned: row.try_get("banned")?,
    })
}
