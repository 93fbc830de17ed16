//! Queries for moderation.

use std::net::IpAddr;

use sqlx::{AssertSqlSafe, Connection as _, QueryBuilder, Row, query};
use sumito_game::{Timestamp, UserId};
use uuid::Uuid;

use super::super::{BEGIN, Db, LOCKED, NOW};
use super::accounts::end_all;
use super::appeals::answer_lifted;
use super::players::report_row;
use super::stale::first_id;
use super::{Connection, DbRow, Queries, Result, unsigned};
use crate::{
    ActiveSanction, FiledReport, LogRow, ModerationAction, ModerationActionKind, ModerationCounts,
    ModerationFigures, NewSanction, ReportsTogether, SanctionKind, SanctionRow, SanctionTarget, SessionId,
    StoreError,
};

impl Queries {
    pub(crate) async fn sanction(&self, sanction: &NewSanction) -> Result<Vec<SessionId>> {
        self.write(&self.pools.users, async |connection| {
            let mut transaction = connection.begin_with(BEGIN).await?;
            // Any transaction that starts a session of theirs now checks bans before this transaction, or after it.
            let mut sql = QueryBuilder::<Db>::new("SELECT id FROM users WHERE id = ");
            sql.push_bind(sanction.user.0).push(LOCKED);
            sql.build().fetch_optional(&mut *transaction).await?;
            insert(&mut transaction, sanction, None).await?;
            if sanction.networks {
                for network in networks(&mut transaction, sanction.user).await? {
                    insert(&mut transaction, sanction, Some(network)).await?;
                }
            }
            let ended = match sanction.kind {
                SanctionKind::Ban => end_all(&mut transaction, sanction.user).await?,
                SanctionKind::Mute => Vec::new(),
            };
            let action = ModerationAction {
                id: Uuid::now_v7(),
                at: sanction.created_at,
                by: sanction.made_by,
                kind: sanction.kind.into(),
                target: sanction.user.0.to_string(),
                words: format!("{}: {}", sanction.name, sanction.reason),
            };
            log(&mut transaction, &action).await?;
            transaction.commit().await?;
            Ok(ended)
        })
        .await
    }

    pub(crate) async fn lift_sanction(&self, id: Uuid, by: UserId, now: Timestamp) -> Result<bool> {
        self.write(&self.pools.users, async |connection| {
            let mut transaction = connection.begin_with(BEGIN).await?;
            let sql = "UPDATE sanctions SET lifted_at = $2
                       WHERE id = $1 AND lifted_at IS NULL AND (ends_at IS NULL OR ends_at > $2)";
            let lifted = query(sql).bind(id).bind(now.0).execute(&mut *transaction).await?;
            if lifted.rows_affected() == 0 {
                return Ok(false);
            }
            answer_lifted(&mut transaction, id, by, now).await?;
            let sql = "SELECT coalesce(users.name, sanctions.network) AS whom
                       FROM sanctions LEFT JOIN users ON users.id = sanctions.user_id WHERE sanctions.id = $1";
            let whom: Option<String> = query(sql).bind(id).fetch_one(&mut *transaction).await?.try_get("whom")?;
            let action = ModerationAction {
                id: Uuid::now_v7(),
                at: now,
                by,
                kind: ModerationActionKind::Lift,
                target: id.to_string(),
                words: whom.unwrap_or_default(),
            };
            log(&mut transaction, &action).await?;
            transaction.commit().await?;
            Ok(true)
        })
        .await
    }

    pub(crate) async fn sanction_in_force(
        &self,
        kind: SanctionKind,
        user: Option<UserId>,
        network: Option<IpAddr>,
        now: Timestamp,
    ) -> Result<Option<ActiveSanction>> {
        self.pools.rooms.run(async |connection| in_force(connection, kind, user, network, now).await).await
    }

    pub(crate) async fn sanctions(
        &self,
        user: Option<UserId>,
        before: Option<Uuid>,
        now: Timestamp,
        limit: u32,
    ) -> Result<Vec<SanctionRow>> {
        let rows = self.pools.history.run(async |connection| {
            let mut sql = QueryBuilder::<Db>::new(
                "SELECT sanctions.*, whom.name AS whom, made.name AS made_by_name
                 FROM sanctions LEFT JOIN users AS whom ON whom.id = sanctions.user_id
                 JOIN users AS made ON made.id = sanctions.made_by
                 WHERE sanctions.lifted_at IS NULL AND (sanctions.ends_at IS NULL OR sanctions.ends_at > ",
            );
            sql.push_bind(now.0).push(")");
            if let Some(user) = user {
                sql.push(" AND sanctions.user_id = ").push_bind(user.0);
            }
            if let Some(before) = before {
                sql.push(" AND sanctions.id < ").push_bind(before);
            }
            sql.push(" ORDER BY sanctions.id DESC LIMIT ").push_bind(i64::from(limit));
            Ok(sql.build().fetch_all(connection).await?)
        });
        rows.await?.iter().map(sanction_row).collect()
    }

    pub(crate) async fn rename(
        &self,
        user: UserId,
        name: &str,
        key: &str,
        action: &ModerationAction,
    ) -> Result<bool> {
        self.write(&self.pools.users, async |connection| {
            let mut transaction = connection.begin_with(BEGIN).await?;
            let sql = format!(
                "UPDATE users SET name = $2, name_key = $3, name_changed_at = {NOW}
                 WHERE id = $1 AND name_key IS NOT NULL"
            );
            let renamed = query(AssertSqlSafe(sql))
                .bind(user.0)
                .bind(name)
                .bind(key)
                .execute(&mut *transaction)
                .await?;
            if renamed.rows_affected() == 0 {
                return Ok(false);
            }
            log(&mut transaction, action).await?;
            transaction.commit().await?;
            Ok(true)
        })
        .await
    }

    pub(crate) async fn waiting_reports(
        &self,
        about: Option<UserId>,
        after: Option<(bool, Uuid)>,
        limit: u32,
    ) -> Result<Vec<FiledReport>> {
        let rows = self.pools.history.run(async |connection| {
            let mut sql = QueryBuilder::<Db>::new(
                "SELECT * FROM (
                     SELECT counted.*, CASE WHEN accounts = 0 THEN 1 ELSE 0 END AS is_last,
                         row_number() OVER (PARTITION BY reported_id ORDER BY by_guest, id) AS place
                     FROM (
                         SELECT reports.*, reporters.name AS reporter, whom.name AS reported,
                             CASE WHEN reporters.guest OR reporters.id IS NULL THEN 1 ELSE 0 END AS by_guest,
                             count(*) OVER (PARTITION BY reported_id) AS together,
                             (SELECT count(DISTINCT others.reporter_id)
                              FROM reports AS others JOIN users ON users.id = others.reporter_id AND NOT users.guest
                              WHERE others.reported_id = reports.reported_id AND others.closed_at IS NULL) AS accounts
                         FROM reports LEFT JOIN users AS reporters ON reporters.id = reports.reporter_id
                         LEFT JOIN users AS whom ON whom.id = reports.reported_id
                         WHERE reports.closed_at IS NULL
                     ) AS counted
                 ) AS folded WHERE ",
            );
            match about {
                None => sql.push("place = 1"),
                Some(player) => sql.push("reported_id = ").push_bind(player.0),
            };
            if let Some((is_last, id)) = after {
                sql.push(" AND (is_last, id) > (").push_bind(i32::from(is_last));
                sql.push(", ").push_bind(id).push(")");
            }
            sql.push(" ORDER BY is_last, id LIMIT ").push_bind(i64::from(limit));
            Ok(sql.build().fetch_all(connection).await?)
        });
        let with_counts = |row: &DbRow| -> Result<FiledReport> {
            let together = ReportsTogether {
                reports: unsigned(row.try_get("together")?)?,
                accounts: unsigned(row.try_get("accounts")?)?,
            };
            Ok(FiledReport { together: Some(together), ..filed_report(row)? })
        };
        rows.await?.iter().map(with_counts).collect()
    }

    pub(crate) async fn moderation_figures(
        &self,
        from: Timestamp,
        until: Timestamp,
    ) -> Result<ModerationFigures> {
        // Ids start with the time of their rows.
        let counts = "SELECT
                (SELECT count(*) FROM reports WHERE id >= $1 AND id < $2) AS reports,
                (SELECT count(*) FROM reports WHERE closed_at >= $3 AND closed_at < $4) AS closed,
                (SELECT count(*) FROM sanctions
                 WHERE id >= $1 AND id < $2 AND kind = 'ban' AND user_id IS NOT NULL) AS bans,
                (SELECT count(*) FROM sanctions WHERE id >= $1 AND id < $2 AND kind = 'mute') AS mutes,
                (SELECT count(*) FROM appeals WHERE id >= $1 AND id < $2) AS appeals,
                (SELECT count(*) FROM appeals
                 WHERE answered_at >= $3 AND answered_at < $4 AND outcome = 'lift') AS lifted,
                (SELECT count(*) FROM appeals
                 WHERE answered_at >= $3 AND answered_at < $4 AND outcome = 'shorten') AS shortened,
                (SELECT count(*) FROM appeals
                 WHERE answered_at >= $3 AND answered_at < $4 AND outcome = 'keep') AS kept";
        let median = "SELECT closed_at - created_at AS took FROM reports
                      WHERE closed_at >= $1 AND closed_at < $2 ORDER BY closed_at - created_at LIMIT 1 OFFSET $3";
        self.pools
            .history
            .run(async |connection| {
                let row = query(counts)
                    .bind(first_id(from))
                    .bind(first_id(until))
                    .bind(from.0)
                    .bind(until.0)
                    .fetch_one(&mut *connection)
                    .await?;
                let count = |column: &str| unsigned(row.try_get(column)?);
                let closed = count("closed")?;
                let middle = i64::try_from(closed / 2).unwrap_or(i64::MAX);
                let median = query(median).bind(from.0).bind(until.0).bind(middle);
                let median = median.fetch_optional(connection).await?;
                Ok(ModerationFigures {
                    reports: count("reports")?,
                    closed,
                    median: median.map(|row| unsigned(row.try_get::<i64, _>("took")?.max(0))).transpose()?,
                    bans: count("bans")?,
                    mutes: count("mutes")?,
                    appeals: count("appeals")?,
                    outcomes: [count("lifted")?, count("shortened")?, count("kept")?],
                })
            })
            .await
    }

    pub(crate) async fn moderation_counts(&self, now: Timestamp) -> Result<ModerationCounts> {
        let row = self.pools.history.run(async |connection| {
            let sql = "SELECT
                    (SELECT count(DISTINCT reported_id) FROM reports
                     JOIN users ON users.id = reports.reporter_id AND NOT users.guest
                     WHERE closed_at IS NULL) AS reports,
                    (SELECT count(*) FROM appeals JOIN sanctions ON sanctions.id = appeals.sanction_id
                     WHERE appeals.outcome IS NULL AND sanctions.lifted_at IS NULL
                     AND (sanctions.ends_at IS NULL OR sanctions.ends_at > $1)) AS appeals,
                    (SELECT count(*) FROM signals WHERE dismissed_at IS NULL) AS signals";
            Ok(query(sql).bind(now.0).fetch_one(connection).await?)
        });
        let row = row.await?;
        Ok(ModerationCounts {
            reports: unsigned(row.try_get("reports")?)?,
            appeals: unsigned(row.try_get("appeals")?)?,
            signals: unsigned(row.try_get("signals")?)?,
        })
    }

    pub(crate) async fn reported_line(&self, report: Uuid) -> Result<Option<Uuid>> {
        let row = self.pools.history.run(async |connection| {
            let sql =
                "SELECT line_id FROM reports WHERE id = $1 AND closed_at IS NULL AND line_id IS NOT NULL";
            Ok(query(sql).bind(report).fetch_optional(connection).await?)
        });
        row.await?.map(|row| Ok(row.try_get("line_id")?)).transpose()
    }

    pub(crate) async fn close_report(&self, id: Uuid, all: bool, action: &ModerationAction) -> Result<bool> {
        self.write(&self.pools.users, async |connection| {
            let mut transaction = connection.begin_with(BEGIN).await?;
            if all {
                let sql = "UPDATE reports SET closed_at = $2 WHERE closed_at IS NULL AND id <> $1
                           AND reported_id = (SELECT reported_id FROM reports WHERE id = $1 AND closed_at IS NULL)";
                query(sql).bind(id).bind(action.at.0).execute(&mut *transaction).await?;
            }
            let sql = "UPDATE reports SET closed_at = $2 WHERE id = $1 AND closed_at IS NULL";
            let closed = query(sql).bind(id).bind(action.at.0).execute(&mut *transaction).await?;
            if closed.rows_affected() == 0 {
                return Ok(false);
            }
            log(&mut transaction, action).await?;
            transaction.commit().await?;
            Ok(true)
        })
        .await
    }

    pub(crate) async fn log_action(&self, action: &ModerationAction) -> Result<()> {
        self.write(&self.pools.users, async |connection| log(connection, action).await).await
    }

    pub(crate) async fn moderation_log(&self, before: Option<Uuid>, limit: u32) -> Result<Vec<LogRow>> {
        let rows = self.pools.history.run(async |connection| {
            let mut sql = QueryBuilder::<Db>::new(
                "SELECT moderation_log.*, users.name FROM moderation_log JOIN users ON users.id = moderation_log.user_id",
            );
            if let Some(before) = before {
                sql.push(" WHERE moderation_log.id < ").push_bind(before);
            }
            sql.push(" ORDER BY moderation_log.id DESC LIMIT ").push_bind(i64::from(limit));
            Ok(sql.build().fetch_all(connection).await?)
        });
        rows.await?.iter().map(log_row).collect()
    }
}

async fn insert(connection: &mut Connection, sanction: &NewSanction, network: Option<String>) -> Result<()> {
    let sql = "INSERT INTO sanctions (id, kind, user_id, network, reason, made_by, created_at, ends_at)
               VALUES ($1, $2, $3, $4, $5, $6, $7, $8)";
    query(sql)
        .bind(Uuid::now_v7())
        .bind(sanction.kind.as_str())
        .bind(network.is_none().then_some(sanction.user.0))
        .bind(network)
        .bind(sanction.reason.as_str())
        .bind(sanction.made_by.0)
        .bind(sanction.created_at.0)
        .bind(sanction.ends_at.map(|moment| moment.0))
        .execute(connection)
        .await?;
    Ok(())
}

/// Returns the networks from which the sessions of a user were started.
async fn networks(connection: &mut Connection, user: UserId) -> Result<Vec<String>> {
    let sql = "SELECT DISTINCT network FROM sessions WHERE user_id = $1 AND network IS NOT NULL";
    let rows = query(sql).bind(user.0).fetch_all(connection).await?;
    rows.iter().map(|row| Ok(row.try_get("network")?)).collect()
}

pub(super) async fn log(connection: &mut Connection, action: &ModerationAction) -> Result<()> {
    let sql =
        "INSERT INTO moderation_log (id, at, user_id, action, target, words) VALUES ($1, $2, $3, $4, $5, $6)";
    query(sql)
        .bind(action.id)
        .bind(action.at.0)
        .bind(action.by.0)
        .bind(action.kind.as_str())
        .bind(&action.target)
        .bind(&action.words)
        .execute(connection)
        .await?;
    Ok(())
}

/// Reads a sanction from a row with all its columns and the names of both users.
pub(super) fn sanction_row(row: &DbRow) -> Result<SanctionRow> {
    let kind: String = row.try_get("kind")?;
    let corrupt = |what: &str| StoreError::Corrupt(format!("a sanction {what}"));
    let user: Option<Uuid> = row.try_get("user_id")?;
    let network: Option<String> = row.try_get("network")?;
    let whom = match (user, network) {
        (Some(user), None) => {
            let name: Option<String> = row.try_get("whom")?;
            SanctionTarget::User(UserId(user), name.unwrap_or_default())
        }
        (None, Some(network)) => SanctionTarget::Network(network),
        _ => return Err(corrupt("is neither a user's nor a network's")),
    };
    let ends_at: Option<i64> = row.try_get("ends_at")?;
    Ok(SanctionRow {
        id: row.try_get("id")?,
        kind: SanctionKind::parse(&kind).ok_or_else(|| corrupt(&format!("of the kind {kind:?}")))?,
        whom,
        reason: row.try_get("reason")?,
        made_by: row.try_get("made_by_name")?,
        created_at: Timestamp(row.try_get("created_at")?),
        ends_at: ends_at.map(Timestamp),
        lifted_at: row.try_get::<Option<i64>, _>("lifted_at")?.map(Timestamp),
    })
}

/// Reads a report from a row with all its columns and the names of both users.
pub(super) fn filed_report(row: &DbRow) -> Result<FiledReport> {
    let closed_at: Option<i64> = row.try_get("closed_at")?;
    Ok(FiledReport {
        report: report_row(row)?,
        closed_at: closed_at.map(Timestamp),
        reporter: row.try_get("reporter")?,
        reported: row.try_get("reported")?,
        together: None,
    })
}

/// Reads an entry of the log from a row with all its columns and the name of its author.
pub(super) fn log_row(row: &DbRow) -> Result<LogRow> {
    let kind: String = row.try_get("action")?;
    let corrupt = || StoreError::Corrupt(format!("moderation action of unknown kind {kind:?}"));
    Ok(LogRow {
        id: row.try_get("id")?,
        at: Timestamp(row.try_get("at")?),
        by: row.try_get("name")?,
        kind: ModerationActionKind::parse(&kind).ok_or_else(corrupt)?,
        target: row.try_get("target")?,
        words: row.try_get("words")?,
    })
}

/// Returns the sanction of a kind on a user or a network that lasts longest; of two, the user's.
pub(super) async fn in_force(
    connection: &mut Connection,
    kind: SanctionKind,
    user: Option<UserId>,
    network: Option<IpAddr>,
    now: Timestamp,
) -> Result<Option<ActiveSanction>> {
    // Two lookups in two indexes.
    let sql = "SELECT id, ends_at, reason FROM (
                   SELECT id, network, ends_at, reason, created_at FROM sanctions
                   WHERE user_id = $1 AND kind = $3 AND lifted_at IS NULL
                   UNION ALL
                   SELECT id, network, ends_at, reason, created_at FROM sanctions
                   WHERE network = $2 AND kind = $3 AND lifted_at IS NULL
               ) AS found
               WHERE ends_at IS NULL OR ends_at > $4
               ORDER BY ends_at IS NULL DESC, ends_at DESC, network IS NOT NULL, created_at DESC LIMIT 1";
    let row = query(sql)
        .bind(user.map(|user| user.0))
        .bind(network.map(|network| network.to_string()))
        .bind(kind.as_str())
        .bind(now.0)
        .fetch_optional(connection)
        .await?;
    let in_force = |row: DbRow| {
        let ends_at: Option<i64> = row.try_get("ends_at")?;
        Ok(ActiveSanction {
            id: row.try_get("id")?,
            ends_at: ends_at.map(Timestamp),
            reason: row.try_get("reason")?,
        })
    };
    row.map(in_force).transpose()
}
