//! Queries for expired rows. Each kind has an index, so that the cost of a page does not depend on the number of rows.

use sqlx::{Connection as _, QueryBuilder, Row};
use sumito_game::Timestamp;
use uuid::{Builder, Uuid};

use super::super::{BEGIN, Db};
use super::sessions::ids;
use super::{Connection, Queries, ROWS_AT_ONCE, Result, filled_up};
use crate::{Removal, Stale, StaleCursor, StaleIds};

/// Data that prevents the removal of a guest: rows of these tables, in these columns.
const POSSESSIONS: [(&str, &str); 17] = [
    ("rooms", "created_by"),
    ("own_rooms", "user_id"),
    ("game_players", "user_id"),
    ("player_statistics", "user_id"),
    ("analyses", "asked_by"),
    ("bots", "user_id"),
    ("profiles", "user_id"),
    ("blocks", "user_id"),
    ("challenges", "challenger_id"),
    ("challenges", "challenged_id"),
    ("follows", "user_id"),
    ("chat_lines", "user_id"),
    ("conversations", "user_id"),
    ("tournament_members", "user_id"),
    ("tournament_invitations", "user_id"),
    ("tournament_invitations", "invited_by"),
    ("deletions", "user_id"),
];

/// Selects the entries of the tournament with the id that follows.
const ENTRIES_OF: &str = "SELECT 1 FROM tournament_members WHERE tournament_members.tournament_id = ";

impl Queries {
    pub(crate) async fn stale(
        &self,
        what: Stale,
        after: Option<StaleCursor>,
        limit: u32,
    ) -> Result<StaleIds> {
        let (at, id) = after.unwrap_or((Timestamp::MIN, Uuid::nil()));
        let rows = self.pools.history.run(async |connection| {
            let mut sql = QueryBuilder::<Db>::new("SELECT id, at, ");
            push_check(&mut sql, what);
            sql.push(" AS is_stale FROM (SELECT ").push(columns(what)).push(" WHERE ");
            push_condition(&mut sql, what);
            if let Some(moment) = moment(what) {
                sql.push(" AND (").push(moment).push(", id) > (").push_bind(at.0).push(", ").push_bind(id);
                sql.push(") ORDER BY ").push(moment).push(", id");
            } else {
                sql.push(" AND id > ").push_bind(id).push(" ORDER BY id");
            }
            sql.push(" LIMIT ").push_bind(i64::from(limit)).push(") AS page ORDER BY at, id");
            Ok(sql.build().fetch_all(connection).await?)
        });
        let (rows, mut stale, mut last) = (rows.await?, Vec::new(), None);
        for row in &rows {
            let id = row.try_get("id")?;
            if row.try_get::<i32, _>("is_stale")? != 0 {
                stale.push(id);
            }
            last = Some((Timestamp(row.try_get("at")?), id));
        }
        let is_full = rows.len() >= limit as usize;
        Ok((stale, last.filter(|_| is_full)))
    }

    pub(crate) async fn remove_stale(&self, what: Stale, rows: &[Uuid]) -> Result<Removal> {
        let mut removal = Removal::default();
        for rows in rows.chunks(ROWS_AT_ONCE) {
            let removed = self.write(&self.pools.users, async |connection| {
                let mut transaction = connection.begin_with(BEGIN).await?;
                let removed = remove(&mut transaction, what, rows).await?;
                transaction.commit().await?;
                Ok(removed)
            });
            let Removal { rows, sessions, guests } = removed.await?;
            removal.rows += rows;
            removal.sessions.extend(sessions);
            removal.guests += guests;
        }
        Ok(removal)
    }
}

async fn remove(connection: &mut Connection, what: Stale, rows: &[Uuid]) -> Result<Removal> {
    if let Stale::Tournaments(_) = what {
        remove_events_of_tournaments(connection, what, rows).await?;
    }
    let mut sql = QueryBuilder::<Db>::new("DELETE FROM ");
    sql.push(table(what)).push(" WHERE id IN (");
    push_list(&mut sql, rows);
    sql.push(") AND ");
    push_condition(&mut sql, what);
    if let Stale::QuietGuests(since) = what {
        sql.push(" AND EXISTS (SELECT 1 FROM users WHERE users.id = sessions.user_id AND ");
        push_quiet_guest(&mut sql, since);
        sql.push(")");
    }
    if let Stale::Tournaments(_) = what {
        sql.push(" AND NOT EXISTS (").push(ENTRIES_OF).push("tournaments.id)");
    }
    if !matches!(what, Stale::Sessions(_) | Stale::QuietGuests(_)) {
        let removed = sql.build().execute(connection).await?.rows_affected();
        return Ok(Removal { rows: removed, ..Removal::default() });
    }
    sql.push(" RETURNING id, user_id");
    let gone = sql.build().fetch_all(&mut *connection).await?;
    let users = gone.iter().map(|row| Ok(row.try_get("user_id")?)).collect::<Result<Vec<Uuid>>>()?;
    let guests = if users.is_empty() {
        0
    } else {
        let mut sql = QueryBuilder::<Db>::new("DELETE FROM users WHERE guest AND id IN (");
        push_list(&mut sql, &users);
        sql.push(")");
        push_without(&mut sql, "sessions", "user_id");
        push_without_possessions(&mut sql);
        sql.build().execute(connection).await?.rows_affected()
    };
    let sessions = ids(&gone)?;
    Ok(Removal { rows: sessions.len() as u64 + guests, sessions, guests })
}

/// Removes the rows that refer to stale tournaments.
async fn remove_events_of_tournaments(connection: &mut Connection, what: Stale, rows: &[Uuid]) -> Result<()> {
    for table in ["tournament_invitations", "tournament_events"] {
        let mut sql = QueryBuilder::<Db>::new("DELETE FROM ");
        sql.push(table).push(" WHERE tournament_id IN (SELECT id FROM tournaments WHERE id IN (");
        push_list(&mut sql, rows);
        sql.push(") AND ");
        push_condition(&mut sql, what);
        sql.push(" AND NOT EXISTS (").push(ENTRIES_OF).push("tournaments.id))");
        sql.build().execute(&mut *connection).await?;
    }
    Ok(())
}

fn table(what: Stale) -> &'static str {
    match what {
        Stale::Sessions(_) | Stale::QuietGuests(_) => "sessions",
        Stale::Lines(_) => "chat_lines",
        Stale::Reports(_) => "reports",
        Stale::Challenges(_) => "challenges",
        Stale::Tournaments(_) => "tournaments",
    }
}

/// Returns the columns and the table that a page reads.
fn columns(what: Stale) -> &'static str {
    match what {
        Stale::Sessions(_) => "id, expires_at AS at FROM sessions",
        Stale::QuietGuests(_) => "id, last_used_at AS at, user_id FROM sessions",
        Stale::Lines(_) => "id, CAST(0 AS BIGINT) AS at FROM chat_lines",
        Stale::Reports(_) => "id, closed_at AS at FROM reports",
        Stale::Challenges(_) => "id, changed_at AS at FROM challenges",
        Stale::Tournaments(_) => "id, at FROM tournaments",
    }
}

/// Returns the time column that orders the rows; `None` if their ids grow with time.
fn moment(what: Stale) -> Option<&'static str> {
    match what {
        Stale::Sessions(_) => Some("expires_at"),
        Stale::QuietGuests(_) => Some("last_used_at"),
        Stale::Lines(_) => None,
        Stale::Reports(_) => Some("closed_at"),
        Stale::Challenges(_) => Some("changed_at"),
        Stale::Tournaments(_) => Some("at"),
    }
}

/// Returns the smallest id of a row from this time. Ids that grow with time start with it in milliseconds: all earlier ids are smaller.
pub(super) fn first_id(from: Timestamp) -> Uuid {
    let millis = u64::try_from(from.0 / 1_000).unwrap_or_default();
    Builder::from_unix_timestamp_millis(millis, &[0; 10]).into_uuid()
}

/// Appends the condition that the index can check.
fn push_condition(sql: &mut QueryBuilder<Db>, what: Stale) {
    match what {
        Stale::Sessions(now) => sql.push("expires_at <= ").push_bind(now.0),
        Stale::QuietGuests(since) => sql.push("last_used_at <= ").push_bind(since.0),
        Stale::Lines(before) => sql.push("id < ").push_bind(first_id(before)),
        Stale::Reports(until) => sql.push("closed_at <= ").push_bind(until.0),
        Stale::Challenges(before) => sql
            .push("status <> 'open' AND NOT (status = 'accepted' AND NOT room_made) AND changed_at < ")
            .push_bind(before.0),
        Stale::Tournaments(until) => {
            sql.push("series IS NOT NULL AND NOT open AND at <= ").push_bind(until.0)
        }
    };
}

/// Appends the condition that needs more than the index.
fn push_check(sql: &mut QueryBuilder<Db>, what: Stale) {
    match what {
        Stale::QuietGuests(since) => {
            sql.push("CASE WHEN EXISTS (SELECT 1 FROM users WHERE users.id = page.user_id AND ");
            push_quiet_guest(sql, since);
            sql.push(") THEN 1 ELSE 0 END");
        }
        Stale::Tournaments(_) => {
            sql.push("CASE WHEN EXISTS (").push(ENTRIES_OF).push("page.id) THEN 0 ELSE 1 END");
        }
        _ => {
            sql.push("1");
        }
    }
}

/// Appends the condition that a user is a guest without other data who has used no session since then.
fn push_quiet_guest(sql: &mut QueryBuilder<Db>, since: Timestamp) {
    sql.push("users.guest AND NOT EXISTS (SELECT 1 FROM sessions AS used WHERE used.user_id = users.id AND used.last_used_at > ");
    sql.push_bind(since.0).push(")");
    push_without_possessions(sql);
}

fn push_without_possessions(sql: &mut QueryBuilder<Db>) {
    for (table, column) in POSSESSIONS {
        push_without(sql, table, column);
    }
}

/// Appends a condition that excludes users with a row in a table.
fn push_without(sql: &mut QueryBuilder<Db>, table: &str, column: &str) {
    sql.push(" AND NOT EXISTS (SELECT 1 FROM ").push(table).push(" WHERE ");
    sql.push(table).push(".").push(column).push(" = users.id)");
}

fn push_list(sql: &mut QueryBuilder<Db>, ids: &[Uuid]) {
    let mut list = sql.separated(", ");
    for id in filled_up(ids) {
        list.push_bind(*id);
    }
}
