//! Queries for tournaments and their events.

use std::collections::BTreeSet;

use sqlx::{AssertSqlSafe, QueryBuilder, Row, query};
use sumito_game::{Timestamp, TournamentId, UserId};
use uuid::Uuid;

use super::super::{Db, EXPLAIN, explained};
use super::clubs::role_in;
use super::users::user_row;
use super::{Connection, DbRow, Queries, ROWS_AT_ONCE, Result, filled_up, unsigned};
use crate::{
    ClubRole, InvitationRow, ListedTournament, OfClub, StoreError, StoredTournament, TournamentChange,
    TournamentEvent, TournamentFilter, TournamentRow, TournamentState,
};
use sumito_kit::names::{Called, DELETED};

/// Condition: a deleted account took part in a tournament, and its names are still in the stored data.
const FORGETS: &str = "EXISTS (SELECT 1 FROM tournament_members AS members
    WHERE members.tournament_id = tournaments.id AND members.forget) AS forgets";

/// Number of the unfinished tournaments that a user has created.
const OPEN_TOURNAMENTS: &str =
    "SELECT count(*) AS open FROM tournaments WHERE made_by = $1 AND open AND series IS NULL";

/// Number of the unfinished tournaments of a club.
const OPEN_TOURNAMENTS_OF_CLUB: &str = "SELECT count(*) AS open FROM tournaments WHERE club_id = $1 AND open";

impl Queries {
    pub(crate) async fn tournament(&self, id: TournamentId) -> Result<Option<StoredTournament>> {
        let found = self.pools.rooms.run(async |connection| {
            // Events come first: the row of a new tournament exists whenever an event does.
            let sql = "SELECT seq, at, payload FROM tournament_events WHERE tournament_id = $1 ORDER BY seq";
            let events = query(sql).bind(id.0).fetch_all(&mut *connection).await?;
            let sql = "SELECT made_by, series, club_id, password_hash FROM tournaments WHERE id = $1";
            let row = query(sql).bind(id.0).fetch_optional(&mut *connection).await?;
            let sql = "SELECT users.id, users.name, users.guest FROM tournament_members
                       JOIN users ON users.id = user_id WHERE tournament_id = $1";
            let names = query(sql).bind(id.0).fetch_all(connection).await?;
            Ok(row.map(|row| (row, events, names)))
        });
        let Some((row, events, names)) = found.await? else { return Ok(None) };
        let row = TournamentRow {
            id,
            made_by: row.try_get::<Option<uuid::Uuid>, _>("made_by")?.map(UserId),
            series: row.try_get("series")?,
            club: row.try_get("club_id")?,
            password_hash: row.try_get("password_hash")?,
        };
        let called = |row: &DbRow| {
            let called = Called { name: row.try_get("name")?, guest: row.try_get("guest")? };
            Ok((UserId(row.try_get("id")?), called))
        };
        let names = names.iter().map(called).collect::<Result<_>>()?;
        Ok(Some(StoredTournament { row, events: events.iter().map(event).collect::<Result<_>>()?, names }))
    }

    pub(crate) async fn tournament_events(
        &self,
        id: TournamentId,
        after: u64,
        limit: u32,
    ) -> Result<Vec<TournamentEvent>> {
        let rows = self.pools.history.run(async |connection| {
            let sql = "SELECT seq, at, payload FROM tournament_events
                       WHERE tournament_id = $1 AND seq > $2 ORDER BY seq LIMIT $3";
            let query = query(sql).bind(id.0).bind(after as i64).bind(i64::from(limit));
            Ok(query.fetch_all(connection).await?)
        });
        rows.await?.iter().map(event).collect()
    }

    pub(crate) async fn tournaments(&self, filter: &TournamentFilter) -> Result<Vec<ListedTournament>> {
        let mut sql = list("", filter);
        let rows =
            self.pools.history.run(async |connection| Ok(sql.build().fetch_all(connection).await?)).await?;
        rows.iter().map(listed).collect()
    }

    pub(crate) async fn ended_tournaments_of(
        &self,
        user: UserId,
        limit: u32,
    ) -> Result<Vec<ListedTournament>> {
        let rows = self.pools.history.run(async |connection| {
            // Ids grow with time, and few of a user's tournaments have not ended.
            let sql = format!(
                "SELECT id, at, summary, {FORGETS} FROM tournament_members AS entered
                 JOIN tournaments ON tournaments.id = entered.tournament_id
                 WHERE entered.user_id = $1 AND NOT open ORDER BY entered.tournament_id DESC LIMIT $2"
            );
            let query = query(AssertSqlSafe(sql)).bind(user.0).bind(i64::from(limit));
            Ok(query.fetch_all(connection).await?)
        });
        rows.await?.iter().map(listed).collect()
    }

    pub(crate) async fn explain_tournaments(&self, filter: &TournamentFilter) -> Result<String> {
        let mut sql = list(EXPLAIN, filter);
        let rows =
            self.pools.history.run(async |connection| Ok(sql.build().fetch_all(connection).await?)).await?;
        let lines: Vec<String> = rows.iter().map(explained).collect::<sqlx::Result<_>>()?;
        Ok(lines.join("\n"))
    }

    pub(crate) async fn due_tournaments(&self, until: Timestamp) -> Result<Vec<TournamentId>> {
        let rows = self.pools.rooms.run(async |connection| {
            let sql = "SELECT id FROM tournaments WHERE open AND wake_at <= $1 ORDER BY wake_at";
            Ok(query(sql).bind(until.0).fetch_all(connection).await?)
        });
        rows.await?.iter().map(|row| Ok(TournamentId(row.try_get("id")?))).collect()
    }

    pub(crate) async fn tournament_state(&self, id: TournamentId) -> Result<Option<TournamentState>> {
        let row = self.pools.rooms.run(async |connection| {
            let sql = "SELECT open, (SELECT max(seq) FROM tournament_events WHERE tournament_id = $1) AS seq
                       FROM tournaments WHERE id = $1";
            Ok(query(sql).bind(id.0).fetch_optional(connection).await?)
        });
        let Some(row) = row.await? else { return Ok(None) };
        let seq = row.try_get::<Option<i64>, _>("seq")?.unwrap_or(0);
        Ok(Some(TournamentState { is_open: row.try_get("open")?, seq: unsigned(seq)? }))
    }

    pub(crate) async fn members_to_forget(
        &self,
        after: Option<(TournamentId, UserId)>,
        limit: u32,
    ) -> Result<Vec<(TournamentId, UserId)>> {
        let (tournament, user) =
            after.map_or((Uuid::nil(), Uuid::nil()), |(tournament, user)| (tournament.0, user.0));
        let rows = self.pools.rooms.run(async |connection| {
            let sql = "SELECT tournament_id, user_id FROM tournament_members
                       WHERE forget AND (tournament_id, user_id) > ($1, $2)
                       ORDER BY tournament_id, user_id LIMIT $3";
            Ok(query(sql).bind(tournament).bind(user).bind(i64::from(limit)).fetch_all(connection).await?)
        });
        let member =
            |row: &DbRow| Ok((TournamentId(row.try_get("tournament_id")?), UserId(row.try_get("user_id")?)));
        rows.await?.iter().map(member).collect()
    }

    pub(crate) async fn member_forgotten(&self, id: TournamentId, user: UserId) -> Result<()> {
        self.write(&self.pools.users, async |connection| {
            let sql =
                "UPDATE tournament_members SET forget = FALSE WHERE user_id = $1 AND tournament_id = $2";
            query(sql).bind(user.0).bind(id.0).execute(connection).await?;
            Ok(())
        })
        .await
    }

    pub(crate) async fn count_open_tournaments(&self, user: UserId) -> Result<u64> {
        let row = self
            .pools
            .rooms
            .run(async |connection| Ok(query(OPEN_TOURNAMENTS).bind(user.0).fetch_one(connection).await?));
        unsigned(row.await?.try_get("open")?)
    }

    pub(crate) async fn count_open_tournaments_of_club(&self, club: Uuid) -> Result<u64> {
        let row = self.pools.rooms.run(async |connection| {
            Ok(query(OPEN_TOURNAMENTS_OF_CLUB).bind(club).fetch_one(connection).await?)
        });
        unsigned(row.await?.try_get("open")?)
    }

    pub(crate) async fn count_open_tournaments_with(&self, user: UserId, others: &[UserId]) -> Result<u64> {
        let row = self.pools.rooms.run(async |connection| {
            let mut sql = QueryBuilder::<Db>::new(
                "SELECT count(*) AS open FROM tournaments WHERE open AND EXISTS (
                     SELECT 1 FROM tournament_members WHERE tournament_id = tournaments.id AND user_id IN (",
            );
            let mut list = sql.separated(", ");
            for other in others {
                list.push_bind(other.0);
            }
            sql.push(")) AND made_by = ").push_bind(user.0);
            Ok(sql.build().fetch_one(connection).await?)
        });
        unsigned(row.await?.try_get("open")?)
    }

    pub(crate) async fn invitations_to(&self, user: UserId, limit: u32) -> Result<Vec<InvitationRow>> {
        let rows = self.pools.rooms.run(async |connection| {
            let sql = format!(
                "SELECT tournament_id, at AS tournament_at, summary, {FORGETS}, users.*
                 FROM tournament_invitations AS invitations
                 JOIN tournaments ON tournaments.id = tournament_id
                 JOIN users ON users.id = invited_by
                 WHERE invitations.user_id = $1 AND NOT EXISTS (
                     SELECT 1 FROM blocks WHERE blocks.user_id = $1 AND blocked_id = invited_by
                     UNION ALL SELECT 1 FROM blocks WHERE blocks.user_id = invited_by AND blocked_id = $1)
                 ORDER BY invited_at DESC, tournament_id LIMIT $2"
            );
            let query = query(AssertSqlSafe(sql)).bind(user.0).bind(i64::from(limit));
            Ok(query.fetch_all(connection).await?)
        });
        let invitation = |row: &DbRow| {
            let tournament = ListedTournament {
                id: TournamentId(row.try_get("tournament_id")?),
                at: Timestamp(row.try_get("tournament_at")?),
                summary: row.try_get("summary")?,
                forgets: row.try_get("forgets")?,
            };
            Ok(InvitationRow { tournament, by: user_row(row)? })
        };
        rows.await?.iter().map(invitation).collect()
    }

    pub(crate) async fn count_invitations_by(&self, user: UserId) -> Result<u64> {
        self.pools.rooms.run(async |connection| open_invitations_by(connection, user).await).await
    }

    pub(crate) async fn tournament_of_series(&self, series: &str) -> Result<Option<TournamentId>> {
        let row = self.pools.rooms.run(async |connection| {
            let sql = "SELECT id FROM tournaments WHERE series = $1";
            Ok(query(sql).bind(series).fetch_optional(connection).await?)
        });
        row.await?.map(|row| Ok(TournamentId(row.try_get("id")?))).transpose()
    }
}

fn list(explain: &str, filter: &TournamentFilter) -> QueryBuilder<Db> {
    let mut sql = QueryBuilder::<Db>::new(explain);
    sql.push("SELECT id, at, summary, ").push(FORGETS).push(" FROM ");
    match filter.club {
        None => {
            sql.push("tournaments WHERE ");
            push_page(&mut sql, filter, "id");
            return sql;
        }
        Some(OfClub::Joined(club)) => {
            // Each part is a part of an index.
            sql.push(
                "(SELECT * FROM (SELECT id AS listed_id, at AS listed_at FROM tournaments WHERE club_id = ",
            );
            sql.push_bind(club).push(" AND ");
            push_page(&mut sql, filter, "id");
            sql.push(") AS own UNION ALL SELECT * FROM (");
            push_guest(&mut sql, filter, club, true);
            sql.push(") AS guest) AS listed");
        }
        Some(OfClub::Invited(club)) => {
            sql.push("(");
            push_guest(&mut sql, filter, club, false);
            sql.push(") AS listed");
        }
    }
    let order = if filter.open { "" } else { " DESC" };
    sql.push(" JOIN tournaments ON id = listed_id ORDER BY listed_at")
        .push(order)
        .push(", listed_id")
        .push(order);
    sql.push(" LIMIT ").push_bind(i64::from(filter.limit));
    sql
}

/// Adds the query for team arenas of other clubs.
fn push_guest(sql: &mut QueryBuilder<Db>, filter: &TournamentFilter, club: Uuid, joined: bool) {
    sql.push("SELECT tournament_id AS listed_id, at AS listed_at FROM tournament_clubs WHERE club_id = ");
    sql.push_bind(club).push(" AND joined = ").push_bind(joined).push(" AND ");
    push_page(sql, filter, "tournament_id");
}

/// Adds the conditions, the order and the limit of a page of rows with the columns `open`, `at` and `id`.
fn push_page(sql: &mut QueryBuilder<Db>, filter: &TournamentFilter, id: &str) {
    sql.push("open = ").push_bind(filter.open);
    if let Some(since) = filter.since {
        sql.push(" AND at >= ").push_bind(since.0);
    }
    if let Some(until) = filter.until {
        sql.push(" AND at < ").push_bind(until.0);
    }
    let (beyond, order) = if filter.open { (" > (", "") } else { (" < (", " DESC") };
    if let Some((at, last)) = filter.after {
        sql.push(" AND (at, ").push(id).push(")").push(beyond);
        sql.push_bind(at.0).push(", ").push_bind(last.0).push(")");
    }
    sql.push(" ORDER BY at").push(order).push(", ").push(id).push(order);
    sql.push(" LIMIT ").push_bind(i64::from(filter.limit));
}

/// Stores the new events of a tournament, with its row, its members and its invitations.
pub(super) async fn append_to_tournament(
    connection: &mut Connection,
    change: &TournamentChange,
) -> Result<()> {
    write_row(connection, change).await?;
    append_events(connection, change.id, &change.events).await?;
    if let Some(clubs) = &change.clubs {
        write_clubs(connection, change, clubs).await?;
    }
    change_members(connection, change).await
}

/// Inserts or updates the tournament's row.
async fn write_row(connection: &mut Connection, change: &TournamentChange) -> Result<()> {
    if let Some(new) = &change.new {
        if let (Some(user), Some(max)) = (new.made_by, change.open_max) {
            check_open_tournaments(connection, user, max).await?;
        }
        if let Some(club) = new.club {
            check_club(connection, club, new.made_by, change.open_in_club_max).await?;
        }
        query(
            "INSERT INTO tournaments (id, made_by, series, password_hash, open, at, wake_at, summary, club_id)
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)",
        )
        .bind(new.id.0)
        .bind(new.made_by.map(|user| user.0))
        .bind(new.series.as_deref())
        .bind(new.password_hash.as_deref())
        .bind(change.open)
        .bind(change.at.0)
        .bind(change.wake_at.map(|at| at.0))
        .bind(&change.summary)
        .bind(new.club)
        .execute(&mut *connection)
        .await?;
    } else {
        query(
            "UPDATE tournaments SET open = $2, at = $3, wake_at = $4, summary = $5,
                 password_hash = coalesce($6, password_hash) WHERE id = $1",
        )
        .bind(change.id.0)
        .bind(change.open)
        .bind(change.at.0)
        .bind(change.wake_at.map(|at| at.0))
        .bind(&change.summary)
        .bind(change.password_hash.as_deref())
        .execute(&mut *connection)
        .await?;
    }
    Ok(())
}

/// Checks that a user may have one more unfinished tournament. The user's row must be locked.
async fn check_open_tournaments(connection: &mut Connection, user: UserId, max: u64) -> Result<()> {
    let open = query(OPEN_TOURNAMENTS).bind(user.0).fetch_one(connection).await?;
    if unsigned(open.try_get("open")?)? >= max {
        return Err(StoreError::Conflict("the user has too many unfinished tournaments".into()));
    }
    Ok(())
}

/// Checks that an admin of a club may create one more unfinished tournament of it. The club's row must be locked.
async fn check_club(
    connection: &mut Connection,
    club: Uuid,
    admin: Option<UserId>,
    max: Option<u64>,
) -> Result<()> {
    let role = match admin {
        Some(admin) => role_in(connection, club, admin).await?,
        None => None,
    };
    if role < Some(ClubRole::Admin) {
        return Err(StoreError::Conflict("the creator is no admin of the club".into()));
    }
    let open = query(OPEN_TOURNAMENTS_OF_CLUB).bind(club).fetch_one(connection).await?;
    let open = unsigned(open.try_get("open")?)?;
    if max.is_some_and(|max| open >= max) {
        return Err(StoreError::Conflict("the club has too many unfinished tournaments".into()));
    }
    Ok(())
}

async fn append_events(
    connection: &mut Connection,
    id: TournamentId,
    events: &[TournamentEvent],
) -> Result<()> {
    for events in events.chunks(ROWS_AT_ONCE) {
        let mut sql = QueryBuilder::<Db>::new(
            "INSERT INTO tournament_events (tournament_id, seq, at, payload) SELECT DISTINCT * FROM (",
        );
        sql.push_values(filled_up(events), |mut row, event| {
            row.push_bind(id.0)
                .push_bind(event.seq as i64)
                .push_bind(event.at.0)
                .push_bind(event.payload.as_str());
        });
        sql.push(") AS happened");
        sql.build().execute(&mut *connection).await?;
    }
    Ok(())
}

/// Replaces the other clubs of a team arena.
async fn write_clubs(
    connection: &mut Connection,
    change: &TournamentChange,
    clubs: &[(Uuid, bool)],
) -> Result<()> {
    let sql = "DELETE FROM tournament_clubs WHERE tournament_id = $1";
    query(sql).bind(change.id.0).execute(&mut *connection).await?;
    for &(club, joined) in clubs {
        let sql = "INSERT INTO tournament_clubs (tournament_id, club_id, joined, open, at)
                   VALUES ($1, $2, $3, $4, $5)";
        let insert = query(sql).bind(change.id.0).bind(club).bind(joined).bind(change.open).bind(change.at.0);
        insert.execute(&mut *connection).await?;
    }
    Ok(())
}

/// Adds members and invitations, and removes answered invitations.
async fn change_members(connection: &mut Connection, change: &TournamentChange) -> Result<()> {
    for user in &change.entered {
        // An account may be deleted at the moment at which it enters.
        let sql = "INSERT INTO tournament_members (tournament_id, user_id, forget)
                   SELECT $1, id, name = $3 FROM users WHERE id = $2 ON CONFLICT DO NOTHING";
        let insert = query(sql).bind(change.id.0).bind(user.0).bind(DELETED);
        insert.execute(&mut *connection).await?;
    }
    for user in &change.answered {
        let sql = "DELETE FROM tournament_invitations WHERE user_id = $1 AND tournament_id = $2";
        query(sql).bind(user.0).bind(change.id.0).execute(&mut *connection).await?;
    }
    for (user, by) in &change.invited {
        let sql = "INSERT INTO tournament_invitations (tournament_id, user_id, invited_by, invited_at)
                   VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING";
        let at = change.events.last().map_or(0, |event| event.at.0);
        query(sql).bind(change.id.0).bind(user.0).bind(by.0).bind(at).execute(&mut *connection).await?;
    }
    if let Some(max) = change.invitations_max {
        for by in change.invited.iter().map(|&(_, by)| by).collect::<BTreeSet<_>>() {
            if open_invitations_by(connection, by).await? > max {
                return Err(StoreError::Conflict("the user has too many open invitations".into()));
            }
        }
    }
    Ok(())
}

async fn open_invitations_by(connection: &mut Connection, user: UserId) -> Result<u64> {
    let sql = "SELECT count(*) AS open FROM tournament_invitations WHERE invited_by = $1";
    unsigned(query(sql).bind(user.0).fetch_one(connection).await?.try_get("open")?)
}

fn listed(row: &DbRow) -> Result<ListedTournament> {
    Ok(ListedTournament {
        id: TournamentId(row.try_get("id")?),
        at: Timestamp(row.try_get("at")?),
        summary: row.try_get("summary")?,
        forgets: row.try_get("forgets")?,
    })
}

fn event(row: &DbRow) -> Result<TournamentEvent> {
    Ok(TournamentEvent {
        seq: unsigned(row.try_get("seq")?)?,
        at: Timestamp(row.try_get("at")?),
        payload: row.try_get("payload")?,
    })
}
