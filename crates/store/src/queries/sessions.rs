//! Queries for sessions and tokens.

use sqlx::{Connection as _, QueryBuilder, Row, query};
use sumito_game::{Timestamp, UserId};

use super::super::{BEGIN, Db};
use super::accounts::{ban, check, know_network};
use super::apps;
use super::users::user_row;
use super::{Connection, DbRow, Queries, ROWS_AT_ONCE, Result, filled_up, unsigned};
use crate::{
    Grounds, NewSession, Outdated, SessionId, SessionRow, SessionSelector, Stored, TokenHash, TokenOwner,
};
use sumito_kit::text::Text;

/// The columns of a session without its user's columns.
const COLUMNS: &str = "sessions.id AS session_id, sessions.label, sessions.scopes, sessions.app_id,
    sessions.created_at AS session_created_at, sessions.last_used_at, sessions.expires_at";

impl Queries {
    pub(crate) async fn holder(&self, token: &TokenHash, now: Timestamp) -> Result<Option<TokenOwner>> {
        let row = self.pools.rooms.run(async |connection| {
            let mut sql = QueryBuilder::<Db>::new(
                "SELECT users.id, users.name, users.guest, users.bot, users.role, users.created_at, ",
            );
            sql.push(COLUMNS).push(" FROM sessions JOIN users ON users.id = sessions.user_id");
            sql.push(" WHERE sessions.token_hash = ").push_bind(token.0.to_vec());
            sql.push(" AND sessions.expires_at > ").push_bind(now.0);
            Ok(sql.build().fetch_optional(connection).await?)
        });
        let holder = |row: &DbRow| Ok(TokenOwner { user: user_row(row)?, session: session_row(row)? });
        row.await?.as_ref().map(holder).transpose()
    }

    pub(crate) async fn add_session(
        &self,
        grounds: &Grounds,
        session: &NewSession,
        max: u32,
    ) -> Stored<Vec<SessionId>> {
        self.write(&self.pools.users, async |connection| {
            let mut transaction = connection.begin_with(BEGIN).await?;
            if let Err(outdated) = check(&mut transaction, grounds).await? {
                return Ok(Err(outdated));
            }
            let user = grounds.user;
            if let Some(ban) = ban(&mut transaction, Some(user), session).await? {
                return Ok(Err(Outdated::Banned(ban)));
            }
            insert(&mut transaction, user, session).await?;
            know_network(&mut transaction, user, session).await?;
            let sql = "DELETE FROM sessions WHERE id IN (
                           SELECT id FROM sessions WHERE user_id = $1 AND scopes IS NULL
                           ORDER BY last_used_at DESC, created_at DESC LIMIT 1000 OFFSET $2
                       ) RETURNING id";
            let gone = query(sql).bind(user.0).bind(i64::from(max)).fetch_all(&mut *transaction).await?;
            let gone = ids(&gone)?;
            transaction.commit().await?;
            Ok(Ok(gone))
        })
        .await
    }

    pub(crate) async fn add_token(&self, grounds: &Grounds, token: &NewSession, max: u32) -> Stored<bool> {
        self.write(&self.pools.users, async |connection| {
            let mut transaction = connection.begin_with(BEGIN).await?;
            if let Err(outdated) = check(&mut transaction, grounds).await? {
                return Ok(Err(outdated));
            }
            let sql = "SELECT count(*) AS tokens FROM sessions
                       WHERE user_id = $1 AND scopes IS NOT NULL AND app_id IS NULL AND expires_at > $2";
            let now = token.row.created_at;
            let row = query(sql).bind(grounds.user.0).bind(now.0).fetch_one(&mut *transaction).await?;
            if unsigned(row.try_get("tokens")?)? >= u64::from(max) {
                return Ok(Ok(false));
            }
            insert(&mut transaction, grounds.user, token).await?;
            transaction.commit().await?;
            Ok(Ok(true))
        })
        .await
    }

    pub(crate) async fn sessions(&self, user: UserId, now: Timestamp) -> Result<Vec<SessionRow>> {
        let rows = self.pools.rooms.run(async |connection| {
            let mut sql = QueryBuilder::<Db>::new("SELECT ");
            sql.push(COLUMNS).push(" FROM sessions WHERE user_id = ").push_bind(user.0);
            sql.push(" AND expires_at > ").push_bind(now.0).push(" ORDER BY last_used_at DESC, id DESC");
            Ok(sql.build().fetch_all(connection).await?)
        });
        rows.await?.iter().map(session_row).collect()
    }

    pub(crate) async fn end_sessions(&self, user: UserId, which: SessionSelector) -> Result<Vec<SessionId>> {
        self.write(&self.pools.users, async |connection| {
            let (sql, id) = match which {
                SessionSelector::Session(id) => (
                    "DELETE FROM sessions WHERE user_id = $1 AND id = $2 AND scopes IS NULL RETURNING id",
                    id,
                ),
                SessionSelector::Token(id) => (
                    "DELETE FROM sessions WHERE user_id = $1 AND id = $2 AND scopes IS NOT NULL RETURNING id",
                    id,
                ),
                SessionSelector::OtherSessions(id) => (
                    "DELETE FROM sessions WHERE user_id = $1 AND id <> $2 AND scopes IS NULL RETURNING id",
                    id,
                ),
            };
            let mut transaction = connection.begin_with(BEGIN).await?;
            let ended = ids(&query(sql).bind(user.0).bind(id.0).fetch_all(&mut *transaction).await?)?;
            if matches!(which, SessionSelector::Token(_)) {
                apps::forget_pending(&mut transaction, user).await?;
            }
            transaction.commit().await?;
            Ok(ended)
        })
        .await
    }

    pub(crate) async fn existing_sessions(&self, sessions: &[SessionId]) -> Result<Vec<SessionId>> {
        let mut existing = Vec::with_capacity(sessions.len());
        for sessions in sessions.chunks(ROWS_AT_ONCE) {
            let rows = self.pools.rooms.run(async |connection| {
                let mut sql = QueryBuilder::<Db>::new("SELECT id FROM sessions WHERE id IN (");
                let mut list = sql.separated(", ");
                for session in filled_up(sessions) {
                    list.push_bind(session.0);
                }
                sql.push(")");
                Ok(sql.build().fetch_all(connection).await?)
            });
            existing.append(&mut ids(&rows.await?)?);
        }
        Ok(existing)
    }

    pub(crate) async fn record_uses(
        &self,
        sessions: &[SessionId],
        now: Timestamp,
        until: Timestamp,
    ) -> Result<()> {
        for sessions in sessions.chunks(ROWS_AT_ONCE) {
            self.write(&self.pools.users, async |connection| {
                let mut sql = QueryBuilder::<Db>::new("UPDATE sessions SET last_used_at = ");
                sql.push_bind(now.0).push(", expires_at = CASE WHEN scopes IS NULL THEN ").push_bind(until.0);
                sql.push(" ELSE expires_at END WHERE id IN (");
                let mut list = sql.separated(", ");
                for session in filled_up(sessions) {
                    list.push_bind(session.0);
                }
                sql.push(")");
                sql.build().execute(connection).await?;
                Ok(())
            })
            .await?;
        }
        Ok(())
    }
}

/// Inserts a session of a user.
pub(super) async fn insert(connection: &mut Connection, user: UserId, session: &NewSession) -> Result<()> {
    let NewSession { row, token, network } = session;
    let sql =
        "INSERT INTO sessions (id, token_hash, user_id, label, scopes, app_id, created_at, last_used_at, expires_at, network)
               VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)";
    query(sql)
        .bind(row.id.0)
        .bind(token.0.as_slice())
        .bind(user.0)
        .bind(row.label.as_str())
        .bind(&row.scopes)
        .bind(row.app)
        .bind(row.created_at.0)
        .bind(row.last_used_at.0)
        .bind(row.expires_at.0)
        .bind(network.map(|network| network.to_string()))
        .execute(connection)
        .await?;
    Ok(())
}

/// Returns the ids in these rows.
pub(super) fn ids(rows: &[DbRow]) -> Result<Vec<SessionId>> {
    rows.iter().map(|row| Ok(SessionId(row.try_get("id")?))).collect()
}

fn session_row(row: &DbRow) -> Result<SessionRow> {
    Ok(SessionRow {
        id: SessionId(row.try_get("session_id")?),
        label: Text::stored(row.try_get("label")?),
        scopes: row.try_get("scopes")?,
        app: row.try_get("app_id")?,
        created_at: Timestamp(row.try_get("session_created_at")?),
        last_used_at: Timestamp(row.try_get("last_used_at")?),
        expires_at: Timestamp(row.try_get("expires_at")?),
    })
}
